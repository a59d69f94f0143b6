"""What second signatures add: what waits for somebody's word, the end of its time, and their notices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from bot.features.signing import cards, verbs
from bot.features.signing.model import SignatureEnded, SignatureLetter, SignaturePassedOn, SignatureWanted
from bot.features.tournaments.hooks import Asker, Found, StepHooks, Taker, TaskHooks
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, PersonId
from bot.kernel.outages import Outage
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.people import store as people_store
from bot.server.speaking_verbs import DeliveryHooks, Following, as_panel


class Signing(TaskHooks, StepHooks, DeliveryHooks):
    """Acts that wait for a second person."""

    def tasks(self, tx: Query, asker: Asker) -> Found:
        """What waits for the signature of who asks."""
        return verbs.guide(tx, asker)

    def takers(self) -> Mapping[str, Taker]:
        """It lapses, or is carried out where nobody objected."""
        return {"signature": verbs.take}

    def runs_in(self, tx: Query) -> Iterable[GuildId]:
        """What waits for a signature."""
        return verbs.servers_with_open(tx)

    def after_outage(self, tx: Tx, outage: Outage, guild_id: GuildId, *, is_news: bool) -> None:
        """What waits, waits longer by it; its card says until when."""
        del outage, is_news
        verbs.after_outage(tx, guild_id)

    def follows(self) -> Following:
        """The card with the buttons stands until it is over."""
        return dict((as_panel(SignatureWanted, lambda said: verbs.signature_subject(said.signature_id)),))


# --- messages -------------------------------------------------------------------------------------------------------


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The card as it has to look now."""
    view = verbs.view(tx, subject, now)
    return None if view is None else (lambda translator: cards.card(view, translator), view.signature.guild_id)


def _request(tx: Query, promise: Promise[SignatureWanted]) -> Composed | None:
    view = verbs.view(tx, promise.message.signature_id, promise.promised_at)
    if view is None or view.signature.outcome is not None:
        return None
    return lambda translator: cards.card(view, translator)


def _letter(tx: Query, promise: Promise[SignatureLetter]) -> Composed | None:
    view = verbs.view(tx, promise.message.signature_id, promise.promised_at)
    if view is None or view.signature.outcome is not None:
        return None
    return lambda translator: cards.letter(view, translator)


def _passed_on(tx: Query, promise: Promise[SignaturePassedOn]) -> Composed | None:
    view = verbs.view(tx, promise.message.signature_id, promise.promised_at)
    people = people_store.by_ids(tx, list(map(PersonId, promise.message.people)))
    if view is None or view.signature.outcome is not None or not people:
        return None
    return lambda translator: cards.passed_on(view, tuple(people.values()), translator)


def _end(tx: Query, promise: Promise[SignatureEnded]) -> Composed | None:
    view = verbs.view(tx, promise.message.signature_id, promise.promised_at)
    if view is None or view.signature.outcome is None:
        return None
    return lambda translator: cards.outcome(view, translator)


NOTICES: Final = dict(
    (
        on(SignatureWanted, _request),
        on(SignatureLetter, _letter),
        on(SignaturePassedOn, _passed_on),
        on(SignatureEnded, _end),
    )
)
