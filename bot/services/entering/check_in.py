"""Confirmation before the start: opening, pressing, reminding, closing (AIJE-D01-5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from bot.domain.community import Place
from bot.domain.entering.entries import Closing, Entrant, close_check_in, seats
from bot.domain.entering.sayings import CheckInClosed, CheckInOpened, CheckInReminder, ShutOutAtClose, TriedInVain
from bot.domain.entering.views import CheckedIn
from bot.domain.events.tournament import (
    TOO_FEW,
    Tournament,
    check_in_closes_at,
    check_in_opens_at,
    is_another_start,
    reminders_due,
)
from bot.domain.ids import TournamentId
from bot.domain.playing.summons import MatterKind
from bot.domain.regulation.qualifying_events import QualifyingEvent, seats_of
from bot.errors import TooEarly, TooLate
from bot.services import access, event_log
from bot.services.entering import reminding, tries
from bot.services.entering.eligibility import is_invited, may_enter, refuse_barred
from bot.services.entering.hooks import ENTRY_HOOKS
from bot.services.entering.registration import confirmation_is_open, waiting_place
from bot.services.events import event_stillness, small_swiss
from bot.services.events.tournaments import call_off, find_unfinished
from bot.services.naming import batches
from bot.services.sides import NotRegistered, entry_of, people_in
from bot.services.speaking import tell_member
from bot.services.timetable import outages_of, save, tournament_subject
from bot.storage import entrants, log, people, tournaments
from bot.storage.context import ActorTx, Query, Tx


def check_in(tx: ActorTx, tournament_id: TournamentId) -> CheckedIn:
    """Confirms who pressed, by the moment of the press; any member confirms a team. The wait list may confirm too."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    _refuse_outside_window(tx, tournament, tx.pressed_at)
    known, entrant = entrants.of_member(tx, tournament_id, tx.guild_id, tx.actor.member_id) or (None, None)
    person = access.recognise(tx, known)
    if entrant is None or entrant.withdrawn_at is not None:
        entrant = entry_of(tx, tournament_id, person.person_id)
    if entrant is None or entrant.withdrawn_at is not None:
        raise NotRegistered(name=tournament.name)
    refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.refuse_check_in(tx, tournament, entrant)
    newly = entrants.check_in(tx, entrant.entrant_id, tx.pressed_at, own_word=True)
    if not newly:
        entrants.note_own_word(tx, entrant.entrant_id, given=True)
    else:
        entrant = replace(entrant, checked_in_at=tx.pressed_at)
        event_log.record(tx, tournament, "check_in", person, entrant=entrant.entrant_id)
    # Counting the line costs more than all else here, and with seats for everybody nobody waits.
    has_line = tournament.rulebook.registration.capacity is not None
    waiting = waiting_place(tournament, entrants.place_in_line(tx, entrant)) if has_line else None
    fits = all(one.fits(tx, tournament, entrant) for one in ENTRY_HOOKS.of(tournament.rulebook))
    return CheckedIn(entrant, tournament, waiting, newly, fits=fits)


def note_refused(tx: ActorTx, tournament_id: TournamentId) -> None:
    """Notes a press of Check in that was refused: who was there is not absent, whatever was lacking (AIJE-D01-5.3)."""
    tournament = tournaments.load(tx, tournament_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if tournament is None or tournament.guild_id != tx.guild_id or person is None:
        return
    entrant = entry_of(tx, tournament_id, person.person_id)
    is_open = tournament.check_in_closed_at is None and confirmation_is_open(tx, tournament, tx.pressed_at)
    if is_open and entrant is not None and entrant.checked_in_at is None and entrant.withdrawn_at is None:
        tries.note(tx, tournament, entrant, person.person_id, tries.TRIED)


def open_check_in(tx: Tx, tournament: Tournament) -> None:
    """Takes the opening step: the announcement gets its button, and everyone on the list is told by name until when.

    Reminders whose moment is over already, as of an event created ten minutes before its start, are left out.
    """
    if tournament.check_in_opened_at is not None:
        return
    overtaken = reminders_due(tournament, outages_of(tx, tournament), tx.now)
    save(tx, replace(tournament, check_in_opened_at=tx.now, reminded=tournament.reminded | overtaken))
    _call_by_name(tx, tournament)
    reminding.write(tx, tournament)
    small_swiss.offer_by_itself(tx, tournament)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.check_in_opened(tx, tournament)
    tx.touch(tournament_subject(tournament.tournament_id))


def _call_by_name(tx: Tx, tournament: Tournament) -> None:
    """Says that check-in is open, to all who are on the list or wait for a seat: who waits can confirm as well."""
    on_list = [one for one in entrants.of_tournament(tx, tournament.tournament_id) if one.withdrawn_at is None]
    for page, named in enumerate(batches(tx, [one for one in on_list if one.checked_in_at is None]) or [()]):
        opened = CheckInOpened(tournament.tournament_id, named or None, page > 0)
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, opened)


def remind(tx: Tx, tournament: Tournament) -> None:
    """Reminds those who are missing, named together, in as few messages as can hold them; with nobody missing, in none.

    Who is named is fixed now, so that nobody falls between two messages; who confirms before they are sent drops out.
    """
    due = reminders_due(tournament, outages_of(tx, tournament), tx.now)
    if not due:
        return
    save(tx, replace(tournament, reminded=tournament.reminded | due))
    for named in batches(tx, missing(tx, tournament)):
        reminder = CheckInReminder(tournament.tournament_id, named)
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, reminder)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.after_reminder(tx, tournament)


def close(tx: Tx, tournament: Tournament) -> Closing:
    """Closes confirmation: decides who starts, who was absent and who found no seat, once and for all.

    With fewer starters than the rulebook's minimum the tournament is called off; the rulebook says whether the absent
    answer for it all the same.
    """
    closed_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    _take_off_the_shut_out(tx, tournament, closed_at)
    closing = close_check_in(
        entrants.of_tournament(tx, tournament.tournament_id),
        tournament.rulebook.registration.capacity,
        closed_at,
        tournament.check_in_opened_at or check_in_opens_at(tournament),
    )
    for outcome, some in (("starter", closing.starters), ("absent", closing.absent), ("left_over", closing.left_over)):
        for entrant in some:
            entrants.decide_outcome(tx, entrant.entrant_id, outcome)
    closed = replace(tournament, check_in_closed_at=closed_at)
    save(tx, closed)
    starters, absent = str(len(closing.starters)), str(len(closing.absent))
    event_log.record(tx, tournament, "close_check_in", starters=starters, absent=absent)
    tx.enqueue(closed.guild_id, Place.ANNOUNCEMENTS, CheckInClosed(closed.tournament_id))
    tx.touch(tournament_subject(closed.tournament_id))
    if len(closing.starters) < tournament.rulebook.minimum_entrants:
        closed = call_off(tx, closed, TOO_FEW, None)
    else:
        # The draw follows at once; where it fails again and again, who runs the event hears of it.
        event_stillness.note(tx, closed, MatterKind.STUCK)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.check_in_closed(tx, closed, closing)
    return closing


def _take_off_the_shut_out(tx: Tx, tournament: Tournament, closed_at: datetime) -> None:
    """Takes off the list whoever could not confirm: what was refused to somebody is no absence (AIJE-D01-5.3).

    After the registration a seat elsewhere may have been won or the own one lost, or staff have said who somebody is.
    They may also have moved the start so far that who signed up before has signed up for another one. Who pressed Check
    in and was refused was there.
    With one member who may not enter a team cannot confirm either, which is no fault of its captain. Nobody plays for
    the title without a seat, confirmed or not: the list may be older than the rule (AIJE-D03-1).
    """
    for_title = seats_of(tournament.rulebook) is QualifyingEvent.WORLD
    starts_before = log.starts_before(tx, tournament.tournament_id)
    hooks = tuple(ENTRY_HOOKS.of(tournament.rulebook))
    for entrant in entrants.of_tournament(tx, tournament.tournament_id):
        if entrant.withdrawn_at is not None:
            continue
        if any(one.keeps_from_start(tx, tournament, entrant, closed_at) for one in hooks):
            _take_off(tx, tournament, entrant, closed_at)
            continue
        invited = not for_title or is_invited(tx, tournament, entrant.person_id)
        if invited and entrant.confirmed_by(closed_at):
            continue
        if is_another_start(tournament, _start_meant(entrant, starts_before)):
            _take_off(tx, tournament, entrant, closed_at)
        elif not _take_off_with_barred(tx, tournament, entrant, closed_at):
            _take_off_who_tried(tx, tournament, entrant, closed_at)


def _take_off_who_tried(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> None:
    if entrant.entrant_id in tries.entries_noted(tx, tournament):
        _take_off(tx, tournament, entrant, closed_at)
        tell_member(tx, tournament.guild_id, entrant.person_id, TriedInVain(entrant.entrant_id))


def _start_meant(entrant: Entrant, starts_before: Iterable[tuple[datetime, datetime]]) -> datetime | None:
    """The start for which the entrant has signed up, where it was moved since."""
    return next((start for moved_at, start in starts_before if entrant.registered_at <= moved_at), None)


def _take_off_with_barred(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
    players = sorted(people_in(tx, entrant))
    kept_out = next((one for one in players if not may_enter(tx, tournament, one, closed_at)), None)
    if kept_out is not None:
        _take_off(tx, tournament, entrant, closed_at)
        shut_out = ShutOutAtClose(entrant.entrant_id, kept_out)
        tell_member(tx, tournament.guild_id, entrant.person_id, shut_out)
    return kept_out is not None


def _take_off(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> None:
    entrants.withdraw(tx, entrant.entrant_id, closed_at)
    event_log.record(tx, tournament, "remove", entrant=entrant.entrant_id)


def missing(tx: Query, tournament: Tournament) -> tuple[Entrant, ...]:
    """Who holds a seat and has not confirmed, in the order of registration."""
    seating = seats(entrants.of_tournament(tx, tournament.tournament_id), tournament.rulebook.registration.capacity)
    return tuple(entrant for entrant in seating.seated if entrant.checked_in_at is None)


def _refuse_outside_window(tx: Query, tournament: Tournament, at: datetime) -> None:
    """Outages only make the window longer, so they are read for who presses after its plain end alone."""
    opens_at, closes_at = check_in_opens_at(tournament), check_in_closes_at(tournament, ())
    if at > closes_at:
        closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if tournament.check_in_closed_at is not None or at > closes_at:
        raise TooLate(closed_at=closes_at)
    if at < opens_at:
        raise TooEarly(opens_at=opens_at)
