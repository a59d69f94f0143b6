"""Entering and leaving before the close: who may, in which order, and what staff can do for others."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.course.ending_verbs import cancel
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import (
    AccountHeld,
    BarReason,
    EnteredByStaff,
    EntryNameAsked,
    Registered,
    RemovalTold,
    RemovedByStaff,
)
from bot.features.tournaments.facts_verbs import NotRegistered
from bot.kernel import log
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.context import Tx
from bot.kernel.errors import Missing, NotAllowed, NotFound, TooLong
from bot.kernel.ids import EntrantId, MemberId, TournamentId
from bot.people import account_store as people_account_store
from bot.rulebooks.library import preset
from rehearsal.outcomes import of
from tests.hall.desk_of_entries import MINUTE, SECOND, at, bar, entered, names, register, with_seats
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses


@pytest.mark.rule("AIJE-D01-1")
def test_whoever_names_an_account_is_in(hall: Hall) -> None:
    tournament = hall.announce()
    entry = entered(hall, tournament, 2)
    assert (entry.newly, entry.place, entry.waiting, entry.entrant.checked_in_at) == (True, 1, None, None)


@pytest.mark.rule("AIJE-D01-1")
def test_the_account_is_asked_once(hall: Hall) -> None:
    first, second = hall.announce(), hall.announce(name="Open 2")
    assert hall.ask_as(hall.actor(2), entering_verbs.asked_account, first.tournament_id) == "Jeek Online"
    register(hall, first, 2)
    assert hall.ask_as(hall.actor(2), entering_verbs.asked_account, second.tournament_id) is None
    entry = hall.act(hall.actor(2), entering_verbs.register, second.tournament_id)
    assert isinstance(entry, Registered)


def test_without_an_account_nobody_gets_in(hall: Hall) -> None:
    tournament = hall.announce()
    with refuses("error.AccountNeeded"):
        hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id)
    assert names(hall, tournament) == ([], [])


@pytest.mark.parametrize(("typed", "error"), [("   ", Missing), ("x" * 33, TooLong)])
def test_an_account_that_cannot_be_one_is_refused(hall: Hall, typed: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        register(hall, hall.announce(), 2, typed)


def test_where_no_account_is_asked_nobody_needs_one(hall: Hall) -> None:
    tournament = hall.announce(with_seats(2, account=None))
    assert hall.ask_as(hall.actor(2), entering_verbs.asked_account, tournament.tournament_id) is None
    assert isinstance(hall.act(hall.actor(2), entering_verbs.register, tournament.tournament_id), Registered)


def test_a_second_registration_keeps_the_place(hall: Hall) -> None:
    tournament = hall.announce()
    entered(hall, tournament, 2)
    entered(hall, tournament, 3)
    again = entered(hall, tournament, 2)
    assert (again.newly, again.place) == (False, 1)


def test_seats_and_wait_list_follow_the_order_of_registration(hall: Hall) -> None:
    tournament = hall.announce(with_seats(2))
    places = [entered(hall, tournament, number).waiting for number in (5, 3, 4, 2)]
    assert places == [None, None, 1, 2]
    assert names(hall, tournament) == (["P5", "P3"], ["P4", "P2"])


@pytest.mark.rule("AIJE-D01-5.2")
def test_a_seat_that_is_freed_goes_to_the_first_who_waits(hall: Hall) -> None:
    tournament = hall.announce(with_seats(2))
    for number in (2, 3, 4):
        register(hall, tournament, number)
    hall.act(hall.actor(2), entering_verbs.withdraw, tournament.tournament_id)
    assert names(hall, tournament) == (["P3", "P4"], [])


def test_who_comes_back_stands_at_the_end(hall: Hall) -> None:
    tournament = hall.announce(with_seats(2))
    for number in (2, 3, 4):
        register(hall, tournament, number)
    hall.act(hall.actor(2), entering_verbs.withdraw, tournament.tournament_id)
    assert entered(hall, tournament, 2).waiting == 1


@pytest.mark.rule("AIJE-D01-5.2")
def test_withdrawing_is_free_until_the_close_and_at_the_close_itself(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    hall.now = tournament.start_at + SECOND
    hall.act(at(hall, tournament.start_at, 2), entering_verbs.withdraw, tournament.tournament_id)
    assert names(hall, tournament) == ([], [])


@pytest.mark.rule("AIJE-D01-5.2")
def test_after_the_close_withdrawing_is_refused(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2)
    hall.now = tournament.start_at + timedelta(milliseconds=1)
    with refuses("error.WithdrawalClosed"):
        hall.act(hall.actor(2), entering_verbs.withdraw, tournament.tournament_id)


def test_who_is_not_on_the_list_cannot_leave_it(hall: Hall) -> None:
    with pytest.raises(NotRegistered):
        hall.act(hall.actor(2), entering_verbs.withdraw, hall.announce().tournament_id)


@pytest.mark.rule("AIJE-D01-5", "AIJE-D01-5.2")
def test_late_registration_checks_in_too(hall: Hall) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - 30 * MINUTE
    assert entered(hall, tournament, 2).entrant.checked_in_at == hall.now
    hall.now -= timedelta(milliseconds=1)
    assert entered(hall, tournament, 3).entrant.checked_in_at is None


@pytest.mark.rule("AIJE-D01-5", "AIJE-D01-5.1")
def test_nobody_registers_after_the_close(hall: Hall) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at
    entered(hall, tournament, 2)
    hall.now += timedelta(milliseconds=1)
    with refuses("error.RegistrationClosed"):
        register(hall, tournament, 3)


def test_a_foreign_tournament_is_as_good_as_none(hall: Hall) -> None:
    with pytest.raises(NotFound):
        hall.act(hall.actor(2), entering_verbs.register, TournamentId("elsewhere"), "x")


def test_a_tournament_that_was_called_off_takes_nobody(hall: Hall) -> None:
    tournament = hall.announce()
    hall.act(hall.actor(1), cancel, tournament.tournament_id, "no hall")
    with refuses("error.TournamentIsOver"):
        register(hall, tournament, 2)


@pytest.mark.rule("AIJE-D01-2", "AIJE-B03-2")
def test_the_barred_are_told_why_and_since_when(hall: Hall) -> None:
    held = bar(hall, 2)
    with pytest.raises(entering_eligibility_verbs.Barred) as refused:
        register(hall, hall.announce(), 2)
    assert (refused.value.reason, refused.value.since) == (BarReason.UNJUSTIFIED_ABSENCE, held.since)


@pytest.mark.rule("AIJE-D01-2")
def test_a_bar_for_a_time_is_told_with_its_end_and_ends_there(hall: Hall) -> None:
    until = hall.now + timedelta(days=10)
    bar(hall, 2, until=until)
    with pytest.raises(entering_eligibility_verbs.BarredFor) as refused:
        register(hall, hall.announce(), 2)
    assert refused.value.until == until
    hall.now = until
    assert isinstance(register(hall, hall.announce(), 2), Registered)


@pytest.mark.rule("AIJE-D01-2")
def test_the_disqualified_are_told_what_was_said(hall: Hall) -> None:
    bar(hall, 2, BarReason.DISQUALIFIED, "a program helped")
    with pytest.raises(entering_eligibility_verbs.Disqualified) as refused:
        register(hall, hall.announce(), 2)
    assert refused.value.explanation == "a program helped"


@pytest.mark.rule("AIJE-D01-2")
def test_the_disqualified_for_a_time_are_told_the_end_too(hall: Hall) -> None:
    until = hall.now + timedelta(days=10)
    bar(hall, 2, BarReason.DISQUALIFIED, "insults", until)
    with pytest.raises(entering_eligibility_verbs.DisqualifiedFor) as refused:
        register(hall, hall.announce(), 2)
    assert (refused.value.explanation, refused.value.until) == ("insults", until)


@pytest.mark.rule("AIJE-D01-2")
def test_who_holds_a_seat_in_the_league_stays_out_until_it_ends(hall: Hall) -> None:
    event, person = "aije-champions-league", hall.person(2).person_id
    hall.do(lambda tx: entering_bars_store.give_seat(tx, GUILD, event, person, hall.now, person))
    with pytest.raises(entering_eligibility_verbs.QualifiedElsewhere):
        register(hall, hall.announce(), 2)
    hall.do(lambda tx: entering_bars_store.take_seat_back(tx, GUILD, event, person, hall.now))
    assert isinstance(register(hall, hall.announce(), 2), Registered)


@pytest.mark.rule("AIJE-D01-2")
def test_the_barred_are_refused_before_an_account_is_asked(hall: Hall) -> None:
    bar(hall, 2)
    with pytest.raises(entering_eligibility_verbs.Barred):
        hall.ask_as(hall.actor(2), entering_verbs.asked_account, hall.announce().tournament_id)


@pytest.mark.rule("AIJE-D01-2")
def test_an_account_of_somebody_barred_changes_hands_by_staff_alone(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2, "Ana")
    bar(hall, 2)
    assert isinstance(register(hall, tournament, 3, "ＡＮＡ"), AccountHeld)
    assert [one.claimant for one in hall.ask(people_account_store.open_claims, GUILD)] == [hall.person(3).person_id]


@pytest.mark.parametrize("spelling", ["Ana_99", "ana_99", " ANA_99 ", "ａｎａ_99"])
def test_one_account_belongs_to_one_person_however_it_is_spelled(hall: Hall, spelling: str) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2, "Ana_99")
    held = register(hall, tournament, 3, spelling)
    assert isinstance(held, AccountHeld)
    assert names(hall, tournament) == (["P2"], [])


def test_staff_enters_a_member_who_is_told(hall: Hall) -> None:
    tournament = hall.announce()
    entry = hall.act(
        hall.actor(1), entering_verbs.enter_other, tournament.tournament_id, (MemberId(7), "Bea"), "", "bea"
    )
    assert isinstance(entry, Registered)
    assert len(hall.promised(EnteredByStaff, TournamentId(entry.entrant.entrant_id))) == 1


def test_staff_enters_who_is_not_in_the_server_once(hall: Hall) -> None:
    tournament = hall.announce()
    for _ in range(2):
        hall.act(hall.actor(1), entering_verbs.enter_other, tournament.tournament_id, None, "Far away", "far")
    hall.act(hall.actor(1), entering_verbs.enter_other, tournament.tournament_id, None, "Far  away", None)
    assert names(hall, tournament) == (["Far away"], [])


def test_staff_confirms_who_is_not_in_the_server_by_entering_again(hall: Hall) -> None:
    tournament = hall.announce()
    enter = (tournament.tournament_id, None, "Far away", "far")
    first = hall.act(hall.actor(1), entering_verbs.enter_other, *enter)
    hall.now = tournament.start_at - MINUTE
    again = hall.act(hall.actor(1), entering_verbs.enter_other, *enter)
    assert isinstance(first, Registered)
    assert isinstance(again, Registered)
    assert (first.entrant.checked_in_at, again.entrant.checked_in_at) == (None, hall.now)


def test_entries_by_staff_are_confirmed_at_once_while_check_in_is_open(hall: Hall) -> None:
    tournament = hall.announce()
    hall.now = tournament.start_at - MINUTE
    entry = hall.act(hall.actor(1), entering_verbs.enter_other, tournament.tournament_id, None, "Far away", "far")
    assert isinstance(entry, Registered)
    assert entry.entrant.checked_in_at == hall.now


def test_an_account_of_a_member_is_not_entered_as_a_stranger(hall: Hall) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2, "ana")
    asked = hall.act(hall.actor(1), entering_verbs.enter_other, tournament.tournament_id, None, "Somebody", "Ana")
    assert isinstance(asked, EntryNameAsked)
    (meant,) = asked.alike
    assert meant.discord_id == 2
    entry = hall.act(hall.actor(1), entering_verbs.enter_known, tournament.tournament_id, meant.person_id)
    assert isinstance(entry, Registered)
    assert not entry.newly


@pytest.mark.parametrize("typed", ["p 2", "P2", "  P2 "])
def test_a_name_like_a_members_asks_who_is_meant_and_is_somebody_else_only_when_told_so(hall: Hall, typed: str) -> None:
    tournament = hall.announce()
    register(hall, tournament, 2, "ana")
    asked = hall.act(hall.actor(1), entering_verbs.enter_other, tournament.tournament_id, None, typed, "new")
    assert isinstance(asked, EntryNameAsked)
    given = (tournament.tournament_id, None, typed, "new")
    entry = hall.act(hall.actor(1), entering_verbs.enter_other, *given, is_new=True)
    assert isinstance(entry, Registered)
    assert entry.person is not None
    assert entry.person.discord_id is None


def test_a_player_enters_nobody_else(hall: Hall) -> None:
    tournament = hall.announce()
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(2), entering_verbs.enter_other, tournament.tournament_id, (MemberId(7), "Bea"), "", "bea")


@pytest.mark.rule("AIJE-D01-2")
def test_staff_cannot_enter_the_barred_either(hall: Hall) -> None:
    bar(hall, 2)
    with pytest.raises(entering_eligibility_verbs.Barred):
        hall.act(
            hall.actor(1), entering_verbs.enter_other, hall.announce().tournament_id, (MemberId(2), "P2"), "", "two"
        )


def test_staff_removes_somebody_with_a_reason_that_the_person_reads(hall: Hall) -> None:
    tournament = hall.announce()
    entry = entered(hall, tournament, 2)
    hall.act(hall.actor(1), entering_verbs.remove, entry.entrant.entrant_id, "two entries")
    (letter,) = hall.promised(RemovedByStaff, TournamentId(entry.entrant.entrant_id))
    assert letter.message.reason == "two entries"
    assert names(hall, tournament) == ([], [])
    assert [line.why for line in hall.ask(log.of_tournament, tournament.tournament_id) if line.act == "remove"] == [
        "two entries"
    ]


@pytest.mark.rule("AIJE-D01-2")
def test_why_somebody_was_taken_off_the_list_of_an_official_event_everybody_reads(hall: Hall) -> None:
    assert of("AIJE-D01-2")["reason_is_public"]
    entry = entered(hall, hall.announce(), 2)
    hall.act(hall.actor(1), entering_verbs.remove, entry.entrant.entrant_id, "two entries")
    hall.act(hall.actor(1), entering_verbs.remove, entry.entrant.entrant_id, "two entries")
    (told,) = hall.promised(RemovalTold, TournamentId(entry.entrant.entrant_id))
    assert (told.message.reason, told.message.by) == ("two entries", hall.person(1).person_id)


def test_why_somebody_was_taken_off_the_list_of_a_cup_stays_between_the_two(hall: Hall) -> None:
    entry = entered(hall, hall.announce(preset("cup")), 2)
    hall.act(hall.actor(1), entering_verbs.remove, entry.entrant.entrant_id, "two entries")
    assert hall.promised(RemovalTold, TournamentId(entry.entrant.entrant_id)) == []


def test_a_removal_happens_before_the_close_by_staff_and_with_a_reason(hall: Hall) -> None:
    tournament = hall.announce()
    entry = entered(hall, tournament, 2)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(2), entering_verbs.remove, entry.entrant.entrant_id, "why not")
    with pytest.raises(Missing):
        hall.act(hall.actor(1), entering_verbs.remove, entry.entrant.entrant_id, "  ")
    with pytest.raises(NotFound):
        hall.act(hall.actor(1), entering_verbs.remove, EntrantId("nobody"), "x")
    hall.now = tournament.start_at + SECOND
    with refuses("error.WithdrawalClosed"):
        hall.act(hall.actor(1), entering_verbs.remove, entry.entrant.entrant_id, "late")


def test_removing_marks_the_announcement_as_out_of_date(hall: Hall) -> None:
    tournament = hall.announce()
    entry = entered(hall, tournament, 2)
    hall.do(lambda tx: stand(tx, tournament.tournament_id, hall))
    hall.act(hall.actor(1), entering_verbs.remove, entry.entrant.entrant_id, "x")
    assert [one.panel for one in hall.ask(kernel_panel_store.stale)] == [f"tournament:{tournament.tournament_id}"]


def stand(tx: Tx, tournament_id: TournamentId, hall: Hall) -> None:
    shown = kernel_panel_store.Panel(f"tournament:{tournament_id}", GUILD, 5, 6, hall.now, hall.now, None)  # type: ignore[arg-type]
    kernel_panel_store.save(tx, shown)


def test_everyone_entered_by_the_close_is_in_the_database_once(hall: Hall) -> None:
    tournament = hall.announce()
    for number in (2, 3, 2, 4, 3):
        register(hall, tournament, number)
    assert [one.number for one in hall.ask(entering_store.of_tournament, tournament.tournament_id)] == [1, 2, 3]
