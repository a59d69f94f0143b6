"""What opening lists add to the core, to the card of an act that waits for a second person, and their notices."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from bot.features.opening import cards, store, verbs
from bot.features.opening.cards import own_row
from bot.features.opening.plans_model import (
    FoundingEnds,
    OpeningListBrought,
    OpeningListUndone,
    OpeningListWaits,
    OwnRow,
    OwnRowTold,
)
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry import store as registry_store
from bot.features.signing.cards import WishCards
from bot.features.signing.model import Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments.hooks import Asker, EventHooks, Found, StepHooks, Taker, TaskHooks
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, PersonId
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.people import store as people_store
from bot.play.entries import Tournament
from bot.server.model import Act

# --- verbs ----------------------------------------------------------------------------------------------------------


class Opening(EventHooks, TaskHooks, StepHooks, SigningHooks):
    """Lists that an association brings along, until its founding is over."""

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """The founding comes to its end with the third official event."""
        verbs.after_event(tx, tournament.guild_id)

    def club_of(self, tx: Query, person_id: PersonId) -> str | None:
        """The club that a list tells, or what was said for an event since."""
        return store.club_of(tx, person_id)

    def tasks(self, tx: Query, asker: Asker) -> Found:
        """That moving in is done is for the owner and the President to say."""
        return verbs.guide(tx, asker)

    def takers(self) -> Mapping[str, Taker]:
        """A server that had held its events before they were counted."""
        return {"founding": verbs.take}

    def arbiters_brought_by(self, tx: Query, guild_id: GuildId, person_ids: Collection[PersonId]) -> set[PersonId]:
        """Those whose title came with a list that stands."""
        return store.arbiters_brought_by(tx, guild_id, person_ids)

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """The sender's own row of a list."""
        act = Act.BRING_TITLES_AND_BARS
        return {Signed.OPENING_LIST: SignedVerb(act, OwnRow, verbs.bring_own_row, verbs.tell, verbs.about)}


# --- cards ----------------------------------------------------------------------------------------------------------


class OpeningCards(WishCards):
    """What a list says of its own sender."""

    def wish(self, told: object, translator: Translator) -> Sequence[str] | None:
        """Each rating, title and office that the row gives."""
        return own_row(told, translator) if isinstance(told, OwnRowTold) else None


# --- messages -------------------------------------------------------------------------------------------------------


def _list_brought(tx: Query, promise: Promise[OpeningListBrought]) -> Composed | None:
    said, told = promise.message, verbs.told_of(tx, promise.message.list_id)
    if told is None:
        return None
    return lambda translator: cards.arrival(told, said, translator)


def _undone(tx: Query, promise: Promise[OpeningListUndone]) -> Composed | None:
    opening = store.load(tx, promise.message.list_id)
    by = None if opening is None or opening.undone_by is None else people_store.load(tx, opening.undone_by)
    if opening is None or by is None:
        return None
    dated_at = opening.dated_at
    return lambda translator: cards.undone(dated_at, by, translator)


def _founding_ends(tx: Query, promise: Promise[FoundingEnds]) -> Composed | None:
    found, closing = (
        registry_store.load_founding(tx, promise.guild_id),
        registry_roles_verbs.closes_at(tx, promise.guild_id),
    )
    if found is None or closing is None:
        return None
    by = None if found.ended_by is None else people_store.load(tx, found.ended_by)
    return lambda translator: cards.founding_ends(closing, by, translator)


def _waits(tx: Query, promise: Promise[OpeningListWaits]) -> Composed | None:
    draft = store.DRAFTS.load(tx, promise.message.draft_id)
    asker = None if draft is None else people_store.load(tx, draft.person_id)
    if draft is None or asker is None:
        return None
    return lambda translator: cards.waits(draft.draft_id, draft.file_name, asker, translator)


NOTICES: Final = dict(
    (
        on(OpeningListBrought, _list_brought),
        on(OpeningListUndone, _undone),
        on(OpeningListWaits, _waits),
        on(FoundingEnds, _founding_ends),
    )
)
