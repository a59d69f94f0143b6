"""What seats and invitations add to the events that they follow from and to the core's cards, and what they say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.features.entering.eligibility_verbs import bars_of
from bot.features.entering.model import ByHand
from bot.features.seats import by_hand_verbs, cards, reading_verbs, store, verbs
from bot.features.seats.cards import event_name
from bot.features.seats.model import (
    ANSWER_WITHIN,
    Invitation,
    SeatByHand,
    SeatPassedOver,
    SeatsFilled,
    SeatsLost,
    SeatsOffered,
    SeatsProposed,
    SeatStaysEmpty,
    SeatTold,
    SeatVacant,
    SeatWished,
)
from bot.features.signing.cards import WishCards
from bot.features.signing.model import Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments.hooks import EventHooks
from bot.features.tournaments.model import Onward
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, PersonId, Place
from bot.kernel.promises import Promise, ToPlace
from bot.layout.cards import Composed, on
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
        people = people_store.by_ids(tx, [invitation.person_id for invitation in invitations])
        asked = _by_question(invitations, people)
        pairs = (tuple(people[side] for side in match.sides if side in people) for match in qualified.matches)
        invited = {event: tuple(asked[one]) for event, one in ASKED_FOR.items() if asked[one]}
        return Onward(invited, tuple(pairs), ANSWER_WITHIN, found.stands)


def _by_question(invitations: Iterable[Invitation], people: Mapping[PersonId, Person]) -> Mapping[Asked, list[Person]]:
    """Who is asked what."""
    asked = defaultdict[Asked, list[Person]](list)
    for invitation in invitations:
        asked[invitation.asked].append(people[invitation.person_id])
    return asked


# --- cards ----------------------------------------------------------------------------------------------------------


_REASON_SHOWN = 300


class SeatCards(WishCards):
    """The words of a seat that waits for a signature."""

    def wish(self, told: object, translator: Translator) -> Sequence[str] | None:
        """Who would get or lose which seat, and why."""
        if not isinstance(told, SeatTold):
            return None
        text = translator.say(
            f"seats.wish_{told.deed}", name=mention(told.person), event=event_name(told.event, translator)
        )
        return text, quoted_block(told.reason, _REASON_SHOWN)


# --- messages -------------------------------------------------------------------------------------------------------


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The round's card as it has to look now."""
    view = reading_verbs.proposal(tx, subject, now)
    return None if view is None else (lambda translator: cards.proposal(view, translator), view.round.guild_id)


def _seats_proposed(tx: Query, promise: Promise[SeatsProposed]) -> Composed | None:
    view = reading_verbs.proposal(tx, promise.message.round_id, promise.promised_at)
    if view is None or view.round.closed_at is not None:
        return None
    return lambda translator: cards.proposal(view, translator)


def _seats_offered(tx: Query, promise: Promise[SeatsOffered]) -> Composed | None:
    view = reading_verbs.by_id(tx, promise.message.round_id)
    if view is None or not view.round.stands:
        return None
    waiting = [one for one in promise.message.asked if one in view.questions and view.questions[one].is_open]
    return (lambda translator: cards.invitations(view, waiting, translator)) if waiting else None


def _seats_filled(tx: Query, promise: Promise[SeatsFilled]) -> Composed | None:
    view = reading_verbs.by_id(tx, promise.message.round_id)
    return None if view is None else lambda translator: cards.filled_seats(view, translator)


def _seats_lost(tx: Query, promise: Promise[SeatsLost]) -> Composed | None:
    found = reading_verbs.lost_seats(tx, promise.message)
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return lambda translator: cards.lost_seats(found, translator, for_staff=for_staff)


def _seat_passed_over(tx: Query, promise: Promise[SeatPassedOver]) -> Composed | None:
    told = promise.message
    person = people_store.load(tx, told.person)
    if person is None:
        return None
    bars = tuple(bars_of(tx, person.person_id, promise.promised_at))
    return lambda translator: cards.passed_over(told, person, bars, translator)


def _seat_by_hand(tx: Query, promise: Promise[SeatByHand]) -> Composed | None:
    person = people_store.load(tx, promise.message.person_id)
    told, given = promise.message, promise.message.given is ByHand.GIVEN
    if person is None:
        return None
    return lambda translator: cards.told_by_hand(person, told.event, told.why, translator, given=given)


def _seat_vacant(tx: Query, promise: Promise[SeatVacant]) -> Composed | None:
    view = reading_verbs.by_id(tx, promise.message.round_id)
    if view is None or not view.round.stands or not view.vacant:
        return None
    return lambda translator: cards.vacant(view, translator)


def _seat_stays_empty(tx: Query, promise: Promise[SeatStaysEmpty]) -> Composed | None:
    """Nothing where the place has been given since."""
    view, person = reading_verbs.by_id(tx, promise.message.round_id), people_store.load(tx, promise.message.person)
    if view is None or person is None or not view.round.stands or person.person_id not in view.left_empty:
        return None
    return lambda translator: cards.stays_empty(view, person, translator)


NOTICES: Final = dict(
    (
        on(SeatsProposed, _seats_proposed),
        on(SeatsOffered, _seats_offered),
        on(SeatsFilled, _seats_filled),
        on(SeatsLost, _seats_lost),
        on(SeatPassedOver, _seat_passed_over),
        on(SeatByHand, _seat_by_hand),
        on(SeatVacant, _seat_vacant),
        on(SeatStaysEmpty, _seat_stays_empty),
    )
)
