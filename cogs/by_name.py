"""Pressing for players without Discord: one, all of a card, and the card of all for whom one answers."""

from __future__ import annotations

from bot.features.by_name import cards as by_name_cards
from bot.features.by_name import verbs as by_name_verbs
from bot.features.by_name.model import ByNameView
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId, TournamentId
from bot.layout.cards import Card
from cogs.request import Request
from cogs.routing import live_verb, on_press
from cogs.subjects import ENTRANT, EVENT, WORD, Audience, pair


@on_press("name-desk", EVENT, Audience.ADDRESSED)
async def show(request: Request, tournament_id: TournamentId) -> Card:
    """Shows all for whom the presser may answer in the event."""
    return by_name_cards.card(await request.ask(by_name_verbs.own_view, tournament_id), request.translator)


@on_press("name-here", pair(ENTRANT, WORD), Audience.ADDRESSED)
async def here(request: Request, entrant_id: EntrantId, outbox_id: str) -> None:
    """Says that one player is here."""
    if outbox_id:
        panel = by_name_verbs.panel_of(outbox_id)
        await live_verb(request, panel, _as_shown, by_name_verbs.come, entrant_id, outbox_id)
        return
    view = await request.do(by_name_verbs.come, entrant_id, outbox_id)
    await request.update(by_name_cards.card(view, request.translator))


@on_press("name-all", pair(EVENT, WORD), Audience.ADDRESSED)
async def all_here(request: Request, tournament_id: TournamentId, outbox_id: str) -> None:
    """Says it of all on the card."""
    if outbox_id:
        panel = by_name_verbs.panel_of(outbox_id)
        await live_verb(request, panel, _as_shown, by_name_verbs.come_all, tournament_id, outbox_id)
        return
    view = await request.do(by_name_verbs.come_all, tournament_id, outbox_id)
    await request.update(by_name_cards.card(view, request.translator))


def _as_shown(view: ByNameView, translator: Translator) -> Card | None:
    """The card's new state is the whole answer."""
    del view, translator
    return None
