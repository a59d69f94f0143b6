"""Confirmation before the start: opening, pressing, reminding, moving the close, closing (AIJE-D01-5).

Shortly before the close who runs the event is asked, where somebody is missing and the rulebook lets the close move.
What is decided then is a fact of the event, from which the close and all that hangs on it follow.

Letters go to who asked for them: before the start, as check-in opens, and once the own match is called. A place freed
by a bar, or by a word that two are one, is given back when that is undone before check-in closes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.course.ending_verbs import call_off
from bot.features.entering import eligibility_verbs, store, verbs
from bot.features.entering.eligibility_verbs import is_invited, may_enter, refuse_barred
from bot.features.entering.model import (
    Bar,
    CheckedIn,
    CheckInClosed,
    CheckInCutShort,
    CheckInExtended,
    CheckInOpened,
    CheckInReminder,
    EnteredByStaff,
    EventReminder,
    ShutOutAtClose,
    TriedInVain,
)
from bot.features.entering.verbs import confirmation_is_open, waiting_place
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs, summons_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import (
    NotRegistered,
    bar_subject,
    entry_of,
    find_unfinished,
    outages_of,
    people_in,
    reschedule_letters,
    save,
    tournament_subject,
)
from bot.features.tournaments.hooks import ENTRY_HOOKS, Asker, event_strategy, tell_of_place
from bot.features.tournaments.model import BEFORE_THE_START, RemindView, is_overtaken, looks_due, moments_to_come
from bot.features.tournaments.promises_model import EventTomorrow
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.kernel import log, outbox
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, RefusedAt, RefusedCount, RefusedFor, TooEarly, TooLate
from bot.kernel.ids import EntrantId, GuildId, PersonId, Place, TournamentId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import Person, PlaceBack, PlaceState
from bot.play.entries import (
    MOST_EXTENSIONS,
    TOO_FEW,
    Closing,
    Entrant,
    Tournament,
    check_in_closes_at,
    check_in_opens_at,
    close_asked_about_at,
    close_check_in,
    is_another_start,
    reminders_due,
    seats,
)
from bot.play.rulebook import QualifyingEvent, seats_of
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import batches, tell_member

# --- letters --------------------------------------------------------------------------------------------------------


def ask(tx: ActorTx, tournament_id: TournamentId) -> RemindView:
    """Whoever pressed wants letters about their entry, of a team its captain; twice is harmless."""
    tournament, person, entrant = _own(tx, tournament_id)
    if store.ask_for_reminder(tx, entrant.entrant_id, person.person_id, tx.pressed_at):
        tournaments_facts_verbs.record(tx, tournament, "want_letters", person, entrant=entrant.entrant_id)
    reschedule_letters(tx, tournament)
    return RemindView(tournament, True, moments_to_come(tournament, tx.now))


def end(tx: ActorTx, tournament_id: TournamentId) -> RemindView:
    """Whoever pressed wants no more of them; twice is harmless."""
    tournament, person, entrant = _own(tx, tournament_id)
    if store.end_reminder(tx, entrant.entrant_id):
        tournaments_facts_verbs.record(tx, tournament, "want_no_letters", person, entrant=entrant.entrant_id)
    return RemindView(tournament, False)


def choices(tx: Query, asker: Asker, entered: Iterable[tuple[Tournament, Entrant | None]]) -> Iterator[RemindView]:
    """What who asks can choose of the own entries; nothing where another answers for it, or no letter is to come."""
    for tournament, entrant in entered:
        if entrant is None or asker.person is None or not asker.answers_for(entrant):
            continue
        moments = () if entrant.checked_in_at is not None else moments_to_come(tournament, asker.now)
        wanted = store.is_wanted(tx, entrant.entrant_id, asker.person.person_id)
        if wanted or moments:
            yield RemindView(tournament, wanted, moments)


def take(tx: Tx, tournament_id: TournamentId, step: Step) -> None:
    """Takes the step of a letter before the start: whoever asked, is on the list and has not confirmed reads it."""
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is None or tournament.cancelled_at is not None or tx.now >= tournament.start_at:
        return
    if step is Step.LOOK_AT_TEAMS:
        _look(tx, tournament)
    elif tx.now < tournament.start_at - BEFORE_THE_START[step]:
        reschedule_letters(tx, tournament)
    elif not is_overtaken(tournament, step, tx.now):
        write(tx, tournament)
        if step is Step.WRITE_DAY_BEFORE:
            _call_role(tx, tournament)


def _look(tx: Tx, tournament: Tournament) -> None:
    """Has what is lacking told to who can still mend it; of a start that was moved since, when its hour comes."""
    if any(tx.now < due.at for due in looks_due(tournament)):
        reschedule_letters(tx, tournament)
    elif tournament.check_in_closed_at is None:
        event_strategy(tournament).before_close(tx, tournament)


def _call_role(tx: Tx, tournament: Tournament) -> None:
    """The role that hears of the event reads that it is tomorrow, where there is one."""
    poster = tournaments_store.load_poster(tx, tournament.poster_id)
    if poster is not None and poster.role_id is not None and tournament.check_in_opened_at is None:
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, EventTomorrow(tournament.tournament_id))


def write(tx: Tx, tournament: Tournament) -> None:
    """Writes to whoever asked and has not confirmed; of a letter that Discord has not taken yet nothing is left."""
    for entrant_id, person_id in store.reminders_of_unconfirmed(tx, tournament.tournament_id):
        outbox.withdraw(tx, EventReminder, entrant_id, lambda _: True)
        tell_member(tx, tournament.guild_id, person_id, EventReminder(entrant_id))


def _own(tx: ActorTx, tournament_id: TournamentId) -> tuple[Tournament, Person, Entrant]:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    person = server_verbs.recognise(tx)
    entrant = store.of_person(tx, tournament_id, person.person_id)
    if entrant is None or entrant.withdrawn_at is not None:
        raise NotRegistered(name=tournament.name)
    return tournament, person, entrant


# --- check-in -------------------------------------------------------------------------------------------------------


def check_in(tx: ActorTx, tournament_id: TournamentId) -> CheckedIn:
    """Confirms who pressed, by the moment of the press; any member confirms a team. The wait list may confirm too."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    try:
        _refuse_outside_window(tx, tournament, tx.pressed_at)
    except TooLate:
        verbs.refuse_late(tx, tournament, staff=False)
        raise
    known, entrant = store.of_member(tx, tournament_id, tx.guild_id, tx.actor.member_id) or (None, None)
    person = server_verbs.recognise(tx, known)
    if entrant is None or entrant.withdrawn_at is not None:
        entrant = entry_of(tx, tournament_id, person.person_id)
    if entrant is None or entrant.withdrawn_at is not None:
        raise NotRegistered(name=tournament.name)
    refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.refuse_check_in(tx, tournament, entrant)
    newly = store.check_in(tx, entrant.entrant_id, tx.pressed_at, own_word=True)
    if not newly:
        store.note_own_word(tx, entrant.entrant_id, given=True)
    else:
        entrant = replace(entrant, checked_in_at=tx.pressed_at)
        tournaments_facts_verbs.record(tx, tournament, "check_in", person, entrant=entrant.entrant_id)
    # Counting the line costs more than all else here, and with seats for everybody nobody waits.
    has_line = tournament.rulebook.registration.capacity is not None
    waiting = waiting_place(tournament, store.place_in_line(tx, entrant)) if has_line else None
    return CheckedIn(entrant, tournament, waiting, newly, fits=event_strategy(tournament).fits(tx, tournament, entrant))


def check_in_for(tx: ActorTx, tournament: Tournament, entrant: Entrant, by: Person) -> bool:
    """Confirms somebody by the word of another, whose right was asked for before; False where that was done before."""
    _refuse_outside_window(tx, tournament, tx.pressed_at)
    refuse_barred(tx, tournament, entrant.person_id, tx.pressed_at)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.refuse_check_in(tx, tournament, entrant)
    newly = store.check_in(tx, entrant.entrant_id, tx.pressed_at)
    if newly:
        about = entrant.entrant_id
        tournaments_facts_verbs.record(tx, tournament, "answer_by_name", by, entrant.person_id, entrant=about)
        tx.touch(tournament_subject(tournament.tournament_id))
    return newly


def note_refused(tx: ActorTx, tournament_id: TournamentId) -> None:
    """Notes a press of Check in that was refused: who was there is not absent, whatever was lacking (AIJE-D01-5.3)."""
    tournament = tournaments_store.load(tx, tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if tournament is None or tournament.guild_id != tx.guild_id or person is None:
        return
    entrant = entry_of(tx, tournament_id, person.person_id)
    is_open = tournament.check_in_closed_at is None and confirmation_is_open(tx, tournament, tx.pressed_at)
    if is_open and entrant is not None and entrant.checked_in_at is None and entrant.withdrawn_at is None:
        verbs.note(tx, tournament, entrant, person.person_id, verbs.TRIED)


def open_check_in(tx: Tx, tournament: Tournament) -> None:
    """Takes the opening step: the announcement gets its button, and everyone on the list is told by name until when.

    Reminders whose moment is over already, as of an event created ten minutes before its start, are left out.
    """
    if tournament.check_in_opened_at is not None:
        return
    overtaken = reminders_due(tournament, outages_of(tx, tournament), tx.now)
    save(tx, replace(tournament, check_in_opened_at=tx.now, reminded=tournament.reminded | overtaken))
    _call_by_name(tx, tournament)
    write(tx, tournament)
    course_rounds_verbs.offer_by_itself(tx, tournament)
    event_strategy(tournament).check_in_opened(tx, tournament)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.everybody_asked(tx, tournament)
    tx.touch(tournament_subject(tournament.tournament_id))


def _call_by_name(tx: Tx, tournament: Tournament) -> None:
    """Says that check-in is open, to all who are on the list or wait for a seat: who waits can confirm as well."""
    on_list = [one for one in store.of_tournament(tx, tournament.tournament_id) if one.withdrawn_at is None]
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
    event_strategy(tournament).after_reminder(tx, tournament)


def close(tx: Tx, tournament: Tournament) -> Closing:
    """Closes confirmation: decides who starts, who was absent and who found no seat, once and for all.

    With fewer starters than the rulebook's minimum the tournament is called off; the rulebook says whether the absent
    answer for it all the same.
    """
    closed_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    _take_off_the_shut_out(tx, tournament, closed_at)
    closing = close_check_in(
        store.of_tournament(tx, tournament.tournament_id),
        tournament.rulebook.registration.capacity,
        closed_at,
        tournament.check_in_opened_at or check_in_opens_at(tournament),
    )
    for outcome, some in (("starter", closing.starters), ("absent", closing.absent), ("left_over", closing.left_over)):
        for entrant in some:
            store.decide_outcome(tx, entrant.entrant_id, outcome)
    closed = replace(tournament, check_in_closed_at=closed_at)
    save(tx, closed)
    starters, absent = str(len(closing.starters)), str(len(closing.absent))
    tournaments_facts_verbs.record(tx, tournament, "close_check_in", starters=starters, absent=absent)
    tx.enqueue(closed.guild_id, Place.ANNOUNCEMENTS, CheckInClosed(closed.tournament_id))
    tx.touch(tournament_subject(closed.tournament_id))
    if len(closing.starters) < tournament.rulebook.minimum_entrants:
        closed = call_off(tx, closed, TOO_FEW, None)
    else:
        # The draw follows at once; where it fails again and again, who runs the event hears of it.
        course_calling_verbs.note(tx, closed, MatterKind.STUCK)
    summons_verbs.settle(tx, tournament_subject(closed.tournament_id), MatterKind.CHECK_IN_CLOSES)
    # Who still had time by the announced close was not absent.
    told = closing if tournament.close_called_at is None else replace(closing, absent=())
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        one.check_in_closed(tx, closed, told)
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
    for entrant in store.of_tournament(tx, tournament.tournament_id):
        if entrant.withdrawn_at is not None:
            continue
        if any(hook.keeps_from_start(tx, tournament, entrant, closed_at) for hook in hooks):
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
    if entrant.entrant_id in verbs.entries_noted(tx, tournament):
        _take_off(tx, tournament, entrant, closed_at)
        tell_member(tx, tournament.guild_id, entrant.person_id, TriedInVain(entrant.entrant_id))


def _start_meant(entrant: Entrant, starts_before: Iterable[tuple[datetime, datetime]]) -> datetime | None:
    """The start for which the entrant has signed up, where it was moved since."""
    return next((start for moved_at, start in starts_before if entrant.registered_at <= moved_at), None)


def _take_off_with_barred(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
    players = sorted(people_in(tx, entrant))
    kept_out = next((player for player in players if not may_enter(tx, tournament, player, closed_at)), None)
    if kept_out is not None:
        _take_off(tx, tournament, entrant, closed_at)
        shut_out = ShutOutAtClose(entrant.entrant_id, kept_out)
        tell_member(tx, tournament.guild_id, entrant.person_id, shut_out)
    return kept_out is not None


def _take_off(tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> None:
    store.withdraw(tx, entrant.entrant_id, closed_at)
    tournaments_facts_verbs.record(tx, tournament, "remove", entrant=entrant.entrant_id)


def missing(tx: Query, tournament: Tournament) -> tuple[Entrant, ...]:
    """Who holds a seat and has not confirmed, in the order of registration."""
    seating = seats(store.of_tournament(tx, tournament.tournament_id), tournament.rulebook.registration.capacity)
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


# --- another close --------------------------------------------------------------------------------------------------


def ask_about_close(tx: Tx, tournament: Tournament) -> None:
    """Takes the step shortly before the close: asks who runs the event, once, where somebody is missing."""
    outages = outages_of(tx, tournament)
    asked_at, closes_at = close_asked_about_at(tournament, outages), check_in_closes_at(tournament, outages)
    if asked_at is None or tournament.check_in_closed_at is not None:
        return
    if tx.now < asked_at:
        save(tx, tournament)
        return
    save(tx, replace(tournament, close_asked_at=tx.now))
    if missing(tx, tournament) and tx.now < closes_at:
        subject = tournament_subject(tournament.tournament_id)
        matter = Matter(MatterKind.CHECK_IN_CLOSES, subject, tournament.tournament_id, closes_at)
        summons_verbs.call(tx, tournament.guild_id, matter)


def close_or_extend(tx: Tx, tournament: Tournament) -> None:
    """Takes the closing step: with too few there, and no answer from who runs the event, the close moves once."""
    if _moves_by_itself(tx, tournament):
        _extend(tx, tournament, None)
    else:
        close(tx, tournament)


def extend(tx: ActorTx, tournament_id: TournamentId, times: int) -> Tournament:
    """Leaves check-in open for 15 minutes more. `times` is how often it had been by the card that was pressed.

    Raises AlreadyDone where somebody was faster, and Refused after the second time.
    """
    tournament, person = _to_move(tx, tournament_id, Act.EXTEND_CHECK_IN)
    if tournament.close_extensions != times:
        raise AlreadyDone
    if times >= MOST_EXTENSIONS:
        raise RefusedAt("error.NoMoreExtensions", at=check_in_closes_at(tournament, outages_of(tx, tournament)))
    return _extend(tx, tournament, person)


@repeatable
def cut_short(tx: ActorTx, tournament_id: TournamentId) -> Tournament:
    """Closes check-in at the press, with those who are there; presses on their way are waited for.

    Raises RefusedCount with too few there.
    """
    tournament, person = _to_move(tx, tournament_id, Act.CUT_CHECK_IN_SHORT)
    recusal_verbs.refuse_in_event(tx, person.person_id, Act.CUT_CHECK_IN_SHORT, tournament)
    least = tournament.rulebook.minimum_entrants
    if _starters_at(tx, tournament, tx.pressed_at) < least:
        raise RefusedCount("error.TooFewToBegin", n=least)
    after = replace(tournament, close_called_at=tx.pressed_at)
    save(tx, after)
    summons_verbs.settle(tx, tournament_subject(tournament_id), MatterKind.CHECK_IN_CLOSES)
    tournaments_facts_verbs.record(tx, after, "cut_check_in_short", person)
    tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, CheckInCutShort(tournament_id, person.person_id))
    return after


def _to_move(tx: ActorTx, tournament_id: TournamentId, act: Act) -> tuple[Tournament, Person]:
    """The event whose check-in is open, and who presses, where both the rulebook and the table let them."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, act)
    if not tournament.rulebook.check_in.extend_check_in:
        raise RefusedFor("error.CloseIsFixed", name=tournament.name)
    if tournament.close_called_at is not None and tournament.check_in_closed_at is None:
        raise AlreadyDone
    _refuse_outside_window(tx, tournament, tx.pressed_at)
    return tournament, person


def _extend(tx: Tx, tournament: Tournament, by: Person | None) -> Tournament:
    after = replace(tournament, close_extensions=tournament.close_extensions + 1)
    subject = tournament_subject(after.tournament_id)
    save(tx, after)
    closes_at = check_in_closes_at(after, outages_of(tx, after))
    if by is None:
        # Whoever was asked has let the close come: nobody is asked again.
        summons_verbs.settle(tx, subject, MatterKind.CHECK_IN_CLOSES)
    summons_verbs.prolong(tx, subject, closes_at)
    tournaments_facts_verbs.record(tx, after, "extend_check_in", by, until=str(closes_at))
    for named in batches(tx, missing(tx, after)) or [()]:
        extended = CheckInExtended(after.tournament_id, closes_at, named, None if by is None else by.person_id)
        tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, extended)
    tx.touch(subject)
    return after


def _moves_by_itself(tx: Query, tournament: Tournament) -> bool:
    answered = tournament.close_extensions or tournament.close_called_at is not None
    if not tournament.rulebook.check_in.extend_check_in or answered:
        return False
    if not store.headcount(tx, tournament.tournament_id).registered:
        return False
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    return _starters_at(tx, tournament, closes_at) < tournament.rulebook.minimum_entrants


def _starters_at(tx: Query, tournament: Tournament, moment: datetime) -> int:
    """How many would start if check-in closed at the moment."""
    listed = store.of_tournament(tx, tournament.tournament_id)
    return len(close_check_in(listed, tournament.rulebook.registration.capacity, moment).starters)


# --- places given back ----------------------------------------------------------------------------------------------


def restore(tx: Tx, bar: Bar, by: PersonId | None) -> tuple[PlaceBack, ...]:
    """Puts the person back on each list that the bar took them off, in the old place, or says why not.

    `by` is None where the bar falls by itself.
    """
    return restore_lost_to(tx, bar.guild_id, bar_subject(bar.bar_id), by)


def restore_lost_to(
    tx: Tx,
    guild_id: GuildId,
    because: str,
    by: PersonId | None,
    only: Collection[PersonId] | None = None,
) -> tuple[PlaceBack, ...]:
    """As `restore`, of what the log says was lost to that; `only` these people's places where it is given."""
    found = []
    for entry in log.withdrawn_because(tx, guild_id, because):
        entrant = store.load(tx, EntrantId(entry.details["entrant"]))
        tournament = tournaments_store.load(tx, entrant.tournament_id) if entrant else None
        if entrant is None or tournament is None or entrant.withdrawn_at is None:
            continue
        if only is not None and entrant.person_id not in only:
            continue
        found.append(PlaceBack(tournament.name, _back(tx, tournament, entrant, by)))
    return tuple(found)


def _back(tx: Tx, tournament: Tournament, entrant: Entrant, by: PersonId | None) -> PlaceState:
    """What becomes of one place; nobody who has a seat by now loses it."""
    lost = _kept_from(tx, tournament, entrant)
    if lost is not None:
        return lost
    capacity = tournament.rulebook.registration.capacity
    listed = [one for one in store.of_tournament(tx, tournament.tournament_id) if one.withdrawn_at is None]
    full = capacity is not None and len(listed) >= capacity
    number = store.next_number(tx, tournament.tournament_id) if full else entrant.number
    store.enter_again(tx, entrant.entrant_id, number, entrant.registered_at, entrant.checked_in_at)
    _tell(tx, tournament, entrant, by)
    return PlaceState.WAITS if full else PlaceState.BACK


def _kept_from(tx: Query, tournament: Tournament, entrant: Entrant) -> PlaceState | None:
    """Why the place cannot be had again; None where it can."""
    if tournament.cancelled_at is not None or tournament.check_in_closed_at is not None:
        return PlaceState.CLOSED
    if eligibility_verbs.bars_of(tx, entrant.person_id, tx.now, tournament.tournament_id):
        return PlaceState.BARRED
    if eligibility_verbs.has_second_place(tx, tournament, entrant.person_id):
        return PlaceState.TAKEN
    if not eligibility_verbs.may_enter(tx, tournament, entrant.person_id, tx.now):
        return PlaceState.PASSED_ON
    return None


def _tell(tx: Tx, tournament: Tournament, entrant: Entrant, by: PersonId | None) -> None:
    tx.touch(tournament_subject(tournament.tournament_id))
    tell_member(tx, tournament.guild_id, entrant.person_id, EnteredByStaff(entrant.entrant_id, place_back=True))
    tournaments_facts_verbs.record(tx, tournament, "register", by, entrant=entrant.entrant_id)
    tell_of_place(tx, tournament, entrant.person_id)
