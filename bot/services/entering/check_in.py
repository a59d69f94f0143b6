"""Confirmation before the start: opening, pressing, reminding, closing (AIJE-D01-5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from bot.domain.community import Place, Presser
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
from bot.domain.ids import Occasion, TournamentId
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
from bot.services.speaking import promise, tell_member
from bot.services.timetable import outages_of, save, tournament_subject
from bot.storage import entrants, log, panels, people, tournaments
from bot.storage.database import Work


def check_in(work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId) -> CheckedIn:
    """Confirms who pressed, by the moment of the press; any member confirms a team. The wait list may confirm too."""
    tournament = find_unfinished(work, presser.guild_id, tournament_id)
    _refuse_outside_window(work, tournament, presser.at)
    known, entrant = entrants.of_member(work, tournament_id, presser.guild_id, presser.member_id) or (None, None)
    person = access.recognise(work, occasion, presser, known)
    if entrant is None or entrant.withdrawn_at is not None:
        entrant = entry_of(work, tournament_id, person.person_id)
    if entrant is None or entrant.withdrawn_at is not None:
        raise NotRegistered(name=tournament.name)
    refuse_barred(work, tournament, person.person_id, presser.at)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.refuse_check_in(work, tournament, entrant, presser)
    newly = entrants.check_in(work, entrant.entrant_id, presser.at, own_word=True)
    if not newly:
        entrants.note_own_word(work, entrant.entrant_id, given=True)
    else:
        entrant = replace(entrant, checked_in_at=presser.at)
        event_log.record(work, occasion, tournament, "check_in", person, entrant=entrant.entrant_id)
    # Counting the line costs more than all else here, and with seats for everybody nobody waits.
    has_line = tournament.rulebook.registration.capacity is not None
    waiting = waiting_place(tournament, entrants.place_in_line(work, entrant)) if has_line else None
    fits = all(one.fits(work, tournament, entrant) for one in ENTRY_HOOKS.of(tournament.rulebook))
    return CheckedIn(entrant, tournament, waiting, newly, fits=fits)


def note_refused(work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId) -> None:
    """Notes a press of Check in that was refused: who was there is not absent, whatever was lacking (AIJE-D01-5.3)."""
    tournament = tournaments.load(work, tournament_id)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    if tournament is None or tournament.guild_id != presser.guild_id or person is None:
        return
    entrant = entry_of(work, tournament_id, person.person_id)
    is_open = tournament.check_in_closed_at is None and confirmation_is_open(work, tournament, presser.at)
    if is_open and entrant is not None and entrant.checked_in_at is None and entrant.withdrawn_at is None:
        tries.note(work, occasion, tournament, entrant, person.person_id, tries.TRIED)


def open_check_in(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    """Takes the opening step: the announcement gets its button, and everyone on the list is told by name until when.

    Reminders whose moment is over already, as of an event created ten minutes before its start, are left out.
    """
    if tournament.check_in_opened_at is not None:
        return
    overtaken = reminders_due(tournament, outages_of(work, tournament), occasion.now)
    save(work, replace(tournament, check_in_opened_at=occasion.now, reminded=tournament.reminded | overtaken))
    _call_by_name(work, occasion, tournament)
    reminding.write(work, occasion, tournament)
    small_swiss.offer_by_itself(work, occasion, tournament)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.check_in_opened(work, occasion, tournament)
    _mark_stale(work, occasion, tournament)


def _call_by_name(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    """Says that check-in is open, to all who are on the list or wait for a seat: who waits can confirm as well."""
    on_list = [one for one in entrants.of_tournament(work, tournament.tournament_id) if one.withdrawn_at is None]
    for page, named in enumerate(batches(work, [one for one in on_list if one.checked_in_at is None]) or [()]):
        opened = CheckInOpened(tournament.tournament_id, named or None, page > 0)
        promise(work, occasion, tournament.guild_id, Place.ANNOUNCEMENTS, opened)


def remind(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    """Reminds those who are missing, named together, in as few messages as can hold them; with nobody missing, in none.

    Who is named is fixed now, so that nobody falls between two messages; who confirms before they are sent drops out.
    """
    due = reminders_due(tournament, outages_of(work, tournament), occasion.now)
    if not due:
        return
    save(work, replace(tournament, reminded=tournament.reminded | due))
    for named in batches(work, missing(work, tournament)):
        reminder = CheckInReminder(tournament.tournament_id, named)
        promise(work, occasion, tournament.guild_id, Place.ANNOUNCEMENTS, reminder)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.after_reminder(work, occasion, tournament)


def close(work: Work, occasion: Occasion, tournament: Tournament) -> Closing:
    """Closes confirmation: decides who starts, who was absent and who found no seat, once and for all.

    With fewer starters than the rulebook's minimum the tournament is called off; the rulebook says whether the absent
    answer for it all the same.
    """
    closed_at = check_in_closes_at(tournament, outages_of(work, tournament))
    _take_off_the_shut_out(work, occasion, tournament, closed_at)
    closing = close_check_in(
        entrants.of_tournament(work, tournament.tournament_id),
        tournament.rulebook.registration.capacity,
        closed_at,
        tournament.check_in_opened_at or check_in_opens_at(tournament),
    )
    for outcome, some in (("starter", closing.starters), ("absent", closing.absent), ("left_over", closing.left_over)):
        for entrant in some:
            entrants.decide_outcome(work, entrant.entrant_id, outcome)
    closed = replace(tournament, check_in_closed_at=closed_at)
    save(work, closed)
    starters, absent = str(len(closing.starters)), str(len(closing.absent))
    event_log.record(work, occasion, tournament, "close_check_in", starters=starters, absent=absent)
    promise(work, occasion, closed.guild_id, Place.ANNOUNCEMENTS, CheckInClosed(closed.tournament_id))
    _mark_stale(work, occasion, closed)
    if len(closing.starters) < tournament.rulebook.minimum_entrants:
        closed = call_off(work, occasion, closed, TOO_FEW, None)
    else:
        # The draw follows at once; where it fails again and again, who runs the event hears of it.
        event_stillness.note(work, occasion, closed, MatterKind.STUCK)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.check_in_closed(work, occasion, closed, closing)
    return closing


def _take_off_the_shut_out(work: Work, occasion: Occasion, tournament: Tournament, closed_at: datetime) -> None:
    """Takes off the list whoever could not confirm: what was refused to somebody is no absence (AIJE-D01-5.3).

    After the registration a seat elsewhere may have been won or the own one lost, or staff have said who somebody is.
    They may also have moved the start so far that who signed up before has signed up for another one. Who pressed Check
    in and was refused was there.
    With one member who may not enter a team cannot confirm either, which is no fault of its captain. Nobody plays for
    the title without a seat, confirmed or not: the list may be older than the rule (AIJE-D03-1).
    """
    for_title = seats_of(tournament.rulebook) is QualifyingEvent.WORLD
    starts_before = log.starts_before(work, tournament.tournament_id)
    hooks = tuple(ENTRY_HOOKS.of(tournament.rulebook))
    for entrant in entrants.of_tournament(work, tournament.tournament_id):
        if entrant.withdrawn_at is not None:
            continue
        if any(one.keeps_from_start(work, occasion, tournament, entrant, closed_at) for one in hooks):
            _take_off(work, occasion, tournament, entrant, closed_at)
            continue
        invited = not for_title or is_invited(work, tournament, entrant.person_id)
        if invited and entrant.confirmed_by(closed_at):
            continue
        if is_another_start(tournament, _start_meant(entrant, starts_before)):
            _take_off(work, occasion, tournament, entrant, closed_at)
        elif not _take_off_with_barred(work, occasion, tournament, entrant, closed_at):
            _take_off_who_tried(work, occasion, tournament, entrant, closed_at)


def _take_off_who_tried(
    work: Work, occasion: Occasion, tournament: Tournament, entrant: Entrant, closed_at: datetime
) -> None:
    if entrant.entrant_id in tries.entries_noted(work, tournament):
        _take_off(work, occasion, tournament, entrant, closed_at)
        tell_member(work, occasion, tournament.guild_id, entrant.person_id, TriedInVain(entrant.entrant_id))


def _start_meant(entrant: Entrant, starts_before: Iterable[tuple[datetime, datetime]]) -> datetime | None:
    """The start for which the entrant has signed up, where it was moved since."""
    return next((start for moved_at, start in starts_before if entrant.registered_at <= moved_at), None)


def _take_off_with_barred(
    work: Work, occasion: Occasion, tournament: Tournament, entrant: Entrant, closed_at: datetime
) -> bool:
    players = sorted(people_in(work, entrant))
    kept_out = next((one for one in players if not may_enter(work, tournament, one, closed_at)), None)
    if kept_out is not None:
        _take_off(work, occasion, tournament, entrant, closed_at)
        shut_out = ShutOutAtClose(entrant.entrant_id, kept_out)
        tell_member(work, occasion, tournament.guild_id, entrant.person_id, shut_out)
    return kept_out is not None


def _take_off(work: Work, occasion: Occasion, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> None:
    entrants.withdraw(work, entrant.entrant_id, closed_at)
    event_log.record(work, occasion, tournament, "remove", entrant=entrant.entrant_id)


def missing(work: Work, tournament: Tournament) -> tuple[Entrant, ...]:
    """Who holds a seat and has not confirmed, in the order of registration."""
    seating = seats(entrants.of_tournament(work, tournament.tournament_id), tournament.rulebook.registration.capacity)
    return tuple(entrant for entrant in seating.seated if entrant.checked_in_at is None)


def _refuse_outside_window(work: Work, tournament: Tournament, at: datetime) -> None:
    """Outages only make the window longer, so they are read for who presses after its plain end alone."""
    opens_at, closes_at = check_in_opens_at(tournament), check_in_closes_at(tournament, ())
    if at > closes_at:
        closes_at = check_in_closes_at(tournament, outages_of(work, tournament))
    if tournament.check_in_closed_at is not None or at > closes_at:
        raise TooLate(closed_at=closes_at)
    if at < opens_at:
        raise TooEarly(opens_at=opens_at)


def _mark_stale(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    panels.mark_stale(work, tournament_subject(tournament.tournament_id), occasion.now)
