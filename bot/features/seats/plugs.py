"""What seats and invitations add to the events that they follow from, and to the cards of the core."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from bot.features.seats import by_hand_verbs, reading_verbs, store, verbs
from bot.features.seats.cards import event_name
from bot.features.seats.model import ANSWER_WITHIN, Invitation, SeatTold, SeatWished
from bot.features.signing.cards import WishCards
from bot.features.signing.model import Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments.hooks import EventHooks
from bot.features.tournaments.model import Onward
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, PersonId
from bot.layout.sentences import quoted_block
from bot.people import store as people_store
from bot.people.cards import mention
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.rulebook import ASKED_FOR, Asked
from bot.server.model import Act

# --- verbs ----------------------------------------------------------------------------------------------------------


class Invitations(EventHooks, SigningHooks):
    """Seats in events to come, by the standings of those that are over."""

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """A seat by hand, asked for by who plays for the seats of the event."""
        return {Signed.SEAT: SignedVerb(Act.GIVE_SEATS, SeatWished, by_hand_verbs.carry_out, by_hand_verbs.tell)}

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """Seats for the event end, others are won, or new ones proposed."""
        verbs.after_event(tx, tournament)

    def after_bringing(self, tx: Tx, guild_id: GuildId, brought: Sequence[Tournament], *, stand: bool) -> None:
        """Invitations are proposed that follow from the latest events, or those that followed lapse."""
        verbs.after_bringing(tx, guild_id, brought, stand=stand)

    def outcome_corrected(self, tx: Tx, tournament: Tournament) -> None:
        """Seats follow the standings of now."""
        verbs.after_correction(tx, tournament)

    def onward(self, tx: Query, tournament: Tournament) -> Onward | None:
        """The invitations that follow from this event's standings (AIJE-D02-1, AIJE-D04-1)."""
        following = [one for one in store.all_open(tx, tournament.guild_id) if tournament.tournament_id in one.sources]
        found = min(following, key=lambda one: one.stands, default=None)
        if found is None:
            return None
        qualified = reading_verbs.view(tx, found).qualification
        invitations = qualified.invitations()
        known = people_store.by_ids(tx, [one.person_id for one in invitations])
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


# --- cards ----------------------------------------------------------------------------------------------------------


_REASON_SHOWN = 300


class SeatCards(WishCards):
    """The words of a seat that waits for a signature."""

    def wish(self, told: object, voice: Translator) -> Sequence[str] | None:
        """Who would get or lose which seat, and why."""
        if not isinstance(told, SeatTold):
            return None
        said = voice.say(f"seats.wish_{told.deed}", name=mention(told.person), event=event_name(told.event, voice))
        return said, quoted_block(told.reason, _REASON_SHOWN)
