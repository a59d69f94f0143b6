"""What invitations add to the events that they follow from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from bot.domain.community import Person
from bot.domain.entering.qualification import ASKED_FOR, Asked, Invitation
from bot.domain.entering.seat_wishes import SeatWished
from bot.domain.entering.seats import ANSWER_WITHIN
from bot.domain.events.ending_views import Onward
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act
from bot.domain.signing.signatures import Signed
from bot.services.entering import past_seats, seat_corrections, seat_invitations, seats_by_hand, seats_reading
from bot.services.events.hooks import EventHooks
from bot.services.signing.hooks import SignedVerb, SigningHooks
from bot.storage import people, seats
from bot.storage.context import Query, Tx


class Invitations(EventHooks, SigningHooks):
    """Seats in events to come, by the standings of those that are over."""

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """A seat by hand, asked for by who plays for the seats of the event."""
        return {Signed.SEAT: SignedVerb(Act.GIVE_SEATS, SeatWished, seats_by_hand.carry_out, seats_by_hand.tell)}

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """Seats for the event end, others are won, or new ones proposed."""
        seat_invitations.after_event(tx, tournament)

    def after_bringing(self, tx: Tx, guild_id: GuildId, brought: Sequence[Tournament], *, stand: bool) -> None:
        """Invitations are proposed that follow from the latest events, or those that followed lapse."""
        past_seats.after_bringing(tx, guild_id, brought, stand=stand)

    def outcome_corrected(self, tx: Tx, tournament: Tournament) -> None:
        """Seats follow the standings of now."""
        seat_corrections.after_correction(tx, tournament)

    def onward(self, tx: Query, tournament: Tournament) -> Onward | None:
        """The invitations that follow from this event's standings (AIJE-D02-1, AIJE-D04-1)."""
        following = [one for one in seats.all_open(tx, tournament.guild_id) if tournament.tournament_id in one.sources]
        found = min(following, key=lambda one: one.stands, default=None)
        if found is None:
            return None
        qualified = seats_reading.view(tx, found).qualification
        invitations = qualified.invitations()
        known = people.by_ids(tx, [one.person_id for one in invitations])
        asked = _by_question(invitations, known)
        pairs = (tuple(known[side] for side in match.sides if side in known) for match in qualified.matches)
        invited = {event: tuple(asked[one]) for event, one in ASKED_FOR.items() if asked[one]}
        return Onward(invited, tuple(pairs), ANSWER_WITHIN, found.stands)


def _by_question(invitations: Iterable[Invitation], known: Mapping[PersonId, Person]) -> Mapping[Asked, list[Person]]:
    """Who is asked what."""
    asked = defaultdict[Asked, list[Person]](list)
    for invitation in invitations:
        asked[invitation.asked].append(known[invitation.person_id])
    return asked
