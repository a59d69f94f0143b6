"""Notices of entries, confirmation, claims to accounts, invitations and seats."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise, ToPlace
from bot.domain.community import Place
from bot.domain.entering.sayings import (
    AccountClaimed,
    ByHand,
    CheckInClosed,
    CheckInOpened,
    CheckInReminder,
    ClaimDecided,
    ClaimReader,
    EnteredByStaff,
    EntryRoleDeleted,
    EventReminder,
    RemovalTold,
    RemovedByStaff,
    SeatByHand,
    SeatPassedOver,
    SeatsFilled,
    SeatsLost,
    SeatsOffered,
    SeatsProposed,
    SeatStaysEmpty,
    SeatVacant,
    ShutOutAtClose,
    TriedInVain,
)
from bot.domain.entering.views import Removed
from bot.domain.events.tournament import check_in_closes_at
from bot.domain.ids import GuildId
from bot.notices.notice import Composed, on
from bot.rendering.entering import claim_cards, condition_cards, entries, seat_cards
from bot.rendering.events import announcement
from bot.rendering.text import quoted_block
from bot.services.entering import check_in, claims, eligibility, registration, seats_reading
from bot.services.reading import listed_people, tournament_view
from bot.services.sides import as_entered
from bot.services.timetable import outages_of
from bot.storage import accounts, entrants, people, tournaments
from bot.storage.context import Query


def _check_in_opened(tx: Query, promise: Promise[CheckInOpened]) -> Composed | None:
    """Nothing once confirmation is over, or the event off, as when Discord took no messages for a while.

    Whoever has confirmed or left since is not named any more.
    """
    view = tournament_view(tx, promise.saying.tournament_id)
    if view is None or view.tournament.check_in_closed_at is not None or view.tournament.cancelled_at is not None:
        return None
    called = sorted(entrants.by_ids(tx, promise.saying.entrants or ()), key=lambda one: one.number)
    unconfirmed = [one for one in called if one.withdrawn_at is None and one.checked_in_at is None]
    if promise.saying.follows and not unconfirmed:
        return None
    named = listed_people(tx, unconfirmed)
    return lambda voice: announcement.check_in_opened(view, named, voice)


def _entry_role_deleted(tx: Query, promise: Promise[EntryRoleDeleted]) -> Composed | None:
    """Nothing where the event takes no entries any more."""
    tournament = tournaments.load(tx, promise.saying.tournament_id)
    if tournament is None or tournament.check_in_closed_at is not None or tournament.cancelled_at is not None:
        return None
    return lambda voice: condition_cards.role_deleted(tournament, voice)


def _check_in_reminder(tx: Query, promise: Promise[CheckInReminder]) -> Composed | None:
    view = tournament_view(tx, promise.saying.tournament_id)
    if view is None or view.tournament.check_in_closed_at is not None or view.tournament.cancelled_at is not None:
        return None
    named = set(promise.saying.entrants)
    missing = listed_people(tx, [one for one in check_in.missing(tx, view.tournament) if one.entrant_id in named])
    return (lambda voice: announcement.check_in_reminder(view, missing, voice)) if missing else None


def _entry(tx: Query, promise: Promise[EnteredByStaff]) -> Composed | None:
    entrant = entrants.load(tx, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments.load(tx, entrant.tournament_id)
    if entrant is None or tournament is None or entrant.withdrawn_at is not None:
        return None
    entry = registration.entry_with_place(tx, tournament, entrant, promise.promised_at, newly=True)
    return lambda voice: entries.entered_by_staff(entry, voice)


def _reminder(tx: Query, promise: Promise[EventReminder]) -> Composed | None:
    """Nothing to who has left or confirmed since, or wants no letters any more, nor once confirmation is over."""
    entrant = entrants.load(tx, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments.load(tx, entrant.tournament_id)
    if entrant is None or tournament is None or entrant.withdrawn_at is not None or entrant.checked_in_at is not None:
        return None
    if tournament.check_in_closed_at is not None or tournament.cancelled_at is not None:
        return None
    entry = registration.entry_with_place(tx, tournament, entrant, promise.promised_at, newly=False)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    return (lambda voice: entries.reminder(entry, closes_at, voice)) if entry.reminded else None


def _removal(tx: Query, promise: Promise[RemovedByStaff]) -> Composed | None:
    entrant = entrants.load(tx, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments.load(tx, entrant.tournament_id)
    if entrant is None or tournament is None:
        return None
    reason, started = quoted_block(promise.saying.reason), entrants.is_starter(tx, entrant.entrant_id)
    return lambda voice: entries.removed_by_staff(tournament, entrant, reason, voice, started=started)


def _tried_in_vain(tx: Query, promise: Promise[TriedInVain]) -> Composed | None:
    entrant = entrants.load(tx, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments.load(tx, entrant.tournament_id)
    if entrant is None or tournament is None:
        return None
    return lambda voice: entries.tried_in_vain(tournament, entrant, voice)


def _removal_told(tx: Query, promise: Promise[RemovalTold]) -> Composed | None:
    entrant, by = entrants.load(tx, promise.saying.entrant_id), people.load(tx, promise.saying.by)
    tournament = None if entrant is None else tournaments.load(tx, entrant.tournament_id)
    person = None if entrant is None else people.load(tx, entrant.person_id)
    if entrant is None or tournament is None or person is None or by is None:
        return None
    removed, reason = Removed(tournament, entrant, as_entered(person, entrant)), quoted_block(promise.saying.reason)
    return lambda voice: entries.removal_told(removed, by, reason, voice)


def _shut_out(tx: Query, promise: Promise[ShutOutAtClose]) -> Composed | None:
    entrant = entrants.load(tx, promise.saying.entrant_id)
    tournament = None if entrant is None else tournaments.load(tx, entrant.tournament_id)
    person = people.load(tx, promise.saying.person)
    if entrant is None or tournament is None or person is None:
        return None
    closed_at = tournament.check_in_closed_at or promise.promised_at
    refusal = eligibility.refusal_of(tx, tournament, person.person_id, closed_at)
    return lambda voice: entries.shut_out(tournament, entrant, person, refusal, voice)


def _check_in_closed(tx: Query, promise: Promise[CheckInClosed]) -> Composed | None:
    view = tournament_view(tx, promise.saying.tournament_id)
    if view is None:
        return None
    starters = len(entrants.with_outcome(tx, view.tournament.tournament_id, "starter"))
    absent = listed_people(tx, entrants.with_outcome(tx, view.tournament.tournament_id, "absent"))
    return lambda voice: announcement.check_in_closed(view, starters, absent, voice)


def claim_panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The card of a second claim to an account as it has to look now."""
    claim = accounts.load_claim(tx, subject)
    if claim is None:
        return None
    found = claims.view(tx, claim.guild_id, subject, now)
    return lambda voice: claim_cards.claim(found, voice), claim.guild_id


def _account_claimed(tx: Query, promise: Promise[AccountClaimed]) -> Composed | None:
    found = claim_panel(tx, promise.saying.claim_id, promise.promised_at)
    return None if found is None else found[0]


def _claim_decided(tx: Query, promise: Promise[ClaimDecided]) -> Composed | None:
    found = claims.view(tx, promise.guild_id, promise.saying.claim_id, promise.promised_at)
    match promise.saying.reader:
        case ClaimReader.CLAIMANT:
            return lambda voice: claim_cards.told_claimant(found, voice)
        case ClaimReader.HOLDER:
            return lambda voice: claim_cards.told_holder(found, voice)
        case ClaimReader.COMMITTEE:
            return lambda voice: claim_cards.decision(found, voice)


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The round's card as it has to look now."""
    view = seats_reading.proposal(tx, subject, now)
    return None if view is None else (lambda voice: seat_cards.proposal(view, voice), view.round.guild_id)


def _seats_proposed(tx: Query, promise: Promise[SeatsProposed]) -> Composed | None:
    view = seats_reading.proposal(tx, promise.saying.round_id, promise.promised_at)
    if view is None or view.round.closed_at is not None:
        return None
    return lambda voice: seat_cards.proposal(view, voice)


def _seats_offered(tx: Query, promise: Promise[SeatsOffered]) -> Composed | None:
    view = seats_reading.by_id(tx, promise.saying.round_id)
    if view is None or not view.round.stands:
        return None
    waiting = [one for one in promise.saying.asked if one in view.questions and view.questions[one].is_open]
    return (lambda voice: seat_cards.invitations(view, waiting, voice)) if waiting else None


def _seats_filled(tx: Query, promise: Promise[SeatsFilled]) -> Composed | None:
    view = seats_reading.by_id(tx, promise.saying.round_id)
    return None if view is None else lambda voice: seat_cards.filled_seats(view, voice)


def _seats_lost(tx: Query, promise: Promise[SeatsLost]) -> Composed | None:
    found = seats_reading.lost_seats(tx, promise.saying)
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return lambda voice: seat_cards.lost_seats(found, voice, for_staff=for_staff)


def _seat_passed_over(tx: Query, promise: Promise[SeatPassedOver]) -> Composed | None:
    found = seats_reading.passed_over(tx, promise.saying, promise.promised_at)
    return None if found is None else lambda voice: seat_cards.passed_over(found, voice)


def _seat_by_hand(tx: Query, promise: Promise[SeatByHand]) -> Composed | None:
    person = people.load(tx, promise.saying.person_id)
    told, given = promise.saying, promise.saying.given is ByHand.GIVEN
    if person is None:
        return None
    return lambda voice: seat_cards.told_by_hand(person, told.event, told.why, voice, given=given)


def _seat_vacant(tx: Query, promise: Promise[SeatVacant]) -> Composed | None:
    view = seats_reading.by_id(tx, promise.saying.round_id)
    if view is None or not view.round.stands or not view.vacant:
        return None
    return lambda voice: seat_cards.vacant(view, voice)


def _seat_stays_empty(tx: Query, promise: Promise[SeatStaysEmpty]) -> Composed | None:
    """Nothing where the place has been given since."""
    view, person = seats_reading.by_id(tx, promise.saying.round_id), people.load(tx, promise.saying.person)
    if view is None or person is None or not view.round.stands or person.person_id not in view.left_empty:
        return None
    return lambda voice: seat_cards.stays_empty(view, person, voice)


NOTICES: Final = dict(
    (
        on(CheckInOpened, _check_in_opened),
        on(CheckInReminder, _check_in_reminder),
        on(CheckInClosed, _check_in_closed),
        on(EnteredByStaff, _entry),
        on(EntryRoleDeleted, _entry_role_deleted),
        on(EventReminder, _reminder),
        on(RemovedByStaff, _removal),
        on(RemovalTold, _removal_told),
        on(ShutOutAtClose, _shut_out),
        on(TriedInVain, _tried_in_vain),
        on(AccountClaimed, _account_claimed),
        on(ClaimDecided, _claim_decided),
    )
)
SEAT_NOTICES: Final = dict(
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
