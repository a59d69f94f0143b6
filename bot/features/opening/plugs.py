"""What opening lists add to the core, and to the card of an act that waits for a second person."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.features.opening import store, verbs
from bot.features.opening.cards import own_row
from bot.features.opening.plans_model import OwnRow, OwnRowTold
from bot.features.signing.cards import WishCards
from bot.features.signing.model import Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments.hooks import Asker, DutyHooks, EventHooks, Found, StepHooks, Taker
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, PersonId
from bot.play.entries import Tournament
from bot.server.model import Act

# --- verbs ----------------------------------------------------------------------------------------------------------


class Opening(EventHooks, DutyHooks, StepHooks, SigningHooks):
    """Lists that an association brings along, until its founding is over."""

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """The founding comes to its end with the third official event."""
        verbs.after_event(tx, tournament.guild_id)

    def club_of(self, tx: Query, person_id: PersonId) -> str | None:
        """The club that a list tells, or what was said for an event since."""
        return store.club_of(tx, person_id)

    def duties(self, tx: Query, asked: Asker) -> Found:
        """That moving in is done is for the owner and the President to say."""
        return verbs.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """A server that had held its events before they were counted."""
        return {"founding": verbs.take}

    def arbiters_brought_by(self, tx: Query, guild_id: GuildId, some: Collection[PersonId]) -> set[PersonId]:
        """Those whose title came with a list that stands."""
        return store.arbiters_brought_by(tx, guild_id, some)

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """The sender's own row of a list."""
        act = Act.BRING_TITLES_AND_BARS
        return {Signed.OPENING_LIST: SignedVerb(act, OwnRow, verbs.bring_own_row, verbs.tell, verbs.about)}


# --- cards ----------------------------------------------------------------------------------------------------------


class OpeningCards(WishCards):
    """What a list says of its own sender."""

    def wish(self, told: object, voice: Translator) -> Sequence[str] | None:
        """Each rating, title and office that the row gives."""
        return own_row(told, voice) if isinstance(told, OwnRowTold) else None
