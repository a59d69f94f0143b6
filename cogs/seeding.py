"""Seeding by hand: a form with the field one a line, in the order that organisers give it."""

from __future__ import annotations

from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.errors import UserError
from bot.rendering.entering import seeding_cards as cards
from bot.rendering.layout import Card
from bot.services.entering import hand_seeds
from bot.services.recusal import AloneInEvent
from cogs.forms import Text
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT, WORD
from cogs.takes import pair


@on_press("seeds", EVENT, Act.SEED_BY_HAND)
async def open_form(press: Press, tournament_id: TournamentId) -> None:
    """Opens the form with the present order, or with what was typed and could not be taken."""
    found = await press.ask(hand_seeds.form, tournament_id)
    field = Text(
        "order",
        "seeds.form_order",
        "seeds.form_hint",
        long=True,
        limit=hand_seeds.LONGEST,
        required=False,
        default=found.text or None,
    )
    await press.open_form(f"seeds-typed:{tournament_id}.{found.order}", "seeds.form_title", field)


@on_press("seeds-typed", pair(EVENT, WORD), Act.SEED_BY_HAND)
async def take_order(press: Press, tournament_id: TournamentId, order: str) -> Card:
    """Seeds the field as the lines say; what cannot be taken is kept for the form to be opened again."""
    text = press.text("order")
    await press.do(hand_seeds.keep_typed, tournament_id, text)
    try:
        done = await press.do(hand_seeds.arrange, tournament_id, text, order)
    except AloneInEvent:
        # Who is alone may still do it: a card asks for the reason (`cogs/own_events.py`).
        raise
    except UserError as error:
        return cards.refusal(error, tournament_id, press.voice)
    return cards.order(done.tournament.name, done.seeded, done.others, press.voice)
