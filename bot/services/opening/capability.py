"""What an association's moving in adds to the core."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId
from bot.domain.opening.own_rows import OwnRow
from bot.domain.permissions import Act
from bot.domain.signing.signatures import Signed
from bot.services.asked import Asked, Found
from bot.services.events.hooks import EventHooks
from bot.services.hooks import DutyHooks, StepHooks, Taker
from bot.services.opening import bringing, founding_end, own_rows
from bot.services.signing.hooks import SignedVerb, SigningHooks
from bot.storage import opening_lists
from bot.storage.context import Query, Tx


class Opening(EventHooks, DutyHooks, StepHooks, SigningHooks):
    """Lists that an association brings along, until its founding is over."""

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """The founding comes to its end with the third official event."""
        founding_end.after_event(tx, tournament.guild_id)

    def club_of(self, tx: Query, person_id: PersonId) -> str | None:
        """The club that a list tells, or what was said for an event since."""
        return opening_lists.club_of(tx, person_id)

    def duties(self, tx: Query, asked: Asked) -> Found:
        """That moving in is done is for the owner and the President to say."""
        return founding_end.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """A server that had held its events before they were counted."""
        return {"founding": founding_end.take}

    def arbiters_brought_by(self, tx: Query, guild_id: GuildId, some: Collection[PersonId]) -> set[PersonId]:
        """Those whose title came with a list that stands."""
        return opening_lists.arbiters_brought_by(tx, guild_id, some)

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """The sender's own row of a list."""
        act = Act.BRING_TITLES_AND_BARS
        return {Signed.OPENING_LIST: SignedVerb(act, OwnRow, bringing.bring_own_row, own_rows.tell, own_rows.about)}
