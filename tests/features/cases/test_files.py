"""Case files: who is heard, who decides, what a verdict does, and how an appeal undoes it."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import misconduct_cards as cases_misconduct_cards
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.cases import store as cases_store
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.misconduct_model import FileState, MisconductCase
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.cases.model import FileDecided, FileForJudge, FileLetter
from bot.features.course.facts_verbs import facts
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import store as playing_store
from bot.features.tournaments.recusal_verbs import OpponentsCase, OwnCase
from bot.features.tournaments.tasks_model import Task
from bot.features.voting.model import Ground
from bot.i18n.catalogue import Translator
from bot.kernel import log
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import AlreadyDone, NotAllowed, UserError
from bot.kernel.ids import ContestId, MemberId, PersonId
from bot.kernel.promises import ToMember
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office, Penalty
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.formats.knockout import standings
from bot.rulebooks.library import preset
from tests.hall.court import ARBITER, LEADER, PRESIDENT, bar_by_verdict, bars_of, deliver, open_court
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

OPEN = preset("aije-open")
SECOND = timedelta(seconds=1)


def report(
    hall: Hall, accused: int, reporter: int = 9, ground: Ground = Ground.CONDUCT, contest: ContestId | None = None
) -> MisconductCase:
    """The case that the report opens; the accused has been told."""
    person = hall.person(accused).person_id
    said = MisconductReport(person, ground, "It was seen", (), None, contest)
    file = hall.act(hall.actor(reporter), cases_misconduct_verbs.report, said)
    deliver(hall, FileLetter)
    return now(hall, file)


def now(hall: Hall, file: MisconductCase) -> MisconductCase:
    found = hall.ask(cases_store.load_file, file.file_id)
    assert found is not None
    return found


def decide(
    hall: Hall, file: MisconductCase, penalty: Penalty, judge: int = ARBITER, days: int | None = None
) -> MisconductCase:
    """The accused is heard, and the judge decides."""
    if now(hall, file).replied_at is None:
        accused = hall.ask(people_store.load, file.accused)
        assert accused is not None
        assert accused.discord_id is not None
        hall.act(hall.actor(accused.discord_id), cases_misconduct_verbs.reply, file.file_id, "No")
    until = hall.now + timedelta(days=days) if days else None
    decided = hall.act(hall.actor(judge), cases_verdict_verbs.decide, file.file_id, penalty, "Proved", until)
    deliver(hall, FileDecided)
    return now(hall, decided)


def appeal(hall: Hall, number: int, against: str, judge: int = LEADER, *, granted: bool = True) -> None:
    made = hall.act(hall.actor(number), cases_appeals_verbs.appeal, against, "Wrong")
    hall.act(hall.actor(judge), cases_appeals_verbs.decide, made.appeal_id, "Heard anew", granted=granted)


def played(hall: Hall, *numbers: int) -> tuple[Tournament, Contest]:
    """An event of which every match was played, and its final."""
    tournament = hall.begin(hall.announce(), *numbers)
    hall.play_out(tournament)
    known = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    return hall.load(tournament), max(known, key=lambda one: one.round)


def member_of(hall: Hall, person_id: PersonId) -> int:
    person = hall.ask(people_store.load, person_id)
    assert person is not None
    assert person.discord_id is not None
    return int(person.discord_id)


def entitle(hall: Hall, number: int, title: ArbiterTitle) -> None:
    person = hall.person(number).person_id
    hall.do(lambda tx: people_store.give_title(tx, person, title, hall.now, person))


def rating(hall: Hall, person_id: PersonId) -> float:
    return hall.ask(people_ratings_store.ratings, GUILD)[person_id]


def ranks(hall: Hall, tournament: Tournament) -> dict[str, int]:
    return {row.entrant_id: row.rank_from for row in standings(hall.ask(facts, tournament), tournament.rulebook)}


@pytest.fixture
def court(hall: Hall) -> Hall:
    open_court(hall)
    return hall


@pytest.mark.rule("AIJE-A02-3")
@pytest.mark.parametrize("accused", [PRESIDENT, LEADER])
def test_the_officer_whom_a_file_accuses_is_not_called_to_decide_it(court: Hall, accused: int) -> None:
    file = report(court, accused)
    called = {one.target for one in court.promised(FileForJudge, file.file_id)}
    assert called == {ToMember(MemberId(one)) for one in {PRESIDENT, LEADER, ARBITER} - {accused}}


@pytest.mark.rule("AIJE-A02-1")
def test_the_right_of_reply_runs_from_the_delivered_message_alone(court: Hall) -> None:
    person = court.person(2).person_id
    file = court.act(court.actor(9), cases_misconduct_verbs.report, MisconductReport(person, Ground.CONDUCT, "Seen"))
    court.now += timedelta(days=30)
    with refuses("error.NotHeardYet"):
        court.act(court.actor(ARBITER), cases_verdict_verbs.decide, file.file_id, Penalty.BARRED, "Late")
    deliver(court, FileLetter)
    with refuses("error.StillToAnswer"):
        court.act(court.actor(ARBITER), cases_verdict_verbs.decide, file.file_id, Penalty.BARRED, "Now")


@pytest.mark.rule("AIJE-A02-1")
def test_at_exactly_72_hours_the_accused_can_still_answer_and_a_second_later_the_judge_decides(court: Hall) -> None:
    file = report(court, 2)
    court.now += timedelta(hours=72)
    with refuses("error.StillToAnswer"):
        court.act(court.actor(ARBITER), cases_verdict_verbs.decide, file.file_id, Penalty.WARNED, "x")
    court.now += SECOND
    court.act(court.actor(ARBITER), cases_verdict_verbs.decide, file.file_id, Penalty.WARNED, "x")


def test_a_dismissal_need_not_wait(court: Hall) -> None:
    file = report(court, 2)
    court.act(court.actor(ARBITER), cases_verdict_verbs.decide, file.file_id, Penalty.DISMISSED, "Nothing in it")
    assert file_view_state(court, file) is FileState.CLOSED


def file_view_state(hall: Hall, file: MisconductCase) -> FileState:
    view = hall.ask(cases_reading_verbs.file_view, file.file_id, hall.now)
    assert view is not None
    return view.state


@pytest.mark.rule("AIJE-A02-1", "GO-30")
@pytest.mark.parametrize(("judge", "refusal"), [(2, NotAllowed), (9, NotAllowed), (5, NotAllowed), (1, NotAllowed)])
def test_members_the_accused_and_organisers_decide_nothing(
    court: Hall, judge: int, refusal: str | type[UserError]
) -> None:
    file = report(court, 2)
    with refuses(refusal):
        court.act(court.actor(judge), cases_verdict_verbs.decide, file.file_id, Penalty.DISMISSED, "x")


@pytest.mark.rule("AIJE-A02-1")
def test_an_accused_arbiter_decides_nothing_about_himself(court: Hall) -> None:
    file = report(court, ARBITER)
    with pytest.raises(OwnCase):
        court.act(court.actor(ARBITER), cases_verdict_verbs.decide, file.file_id, Penalty.DISMISSED, "x")


def test_an_arbiter_who_reported_is_heard_and_decides_nothing(court: Hall) -> None:
    file = report(court, 2, reporter=ARBITER)
    with refuses("error.ReporterCannotJudge"):
        court.act(court.actor(ARBITER), cases_verdict_verbs.decide, file.file_id, Penalty.DISMISSED, "x")


@pytest.mark.rule("GO-30")
def test_an_opponent_in_an_event_that_is_still_on_decides_nothing(court: Hall) -> None:
    court.begin(court.announce(), 2, 3, ARBITER)
    file = report(court, 2)
    with pytest.raises(OpponentsCase):
        court.act(court.actor(ARBITER), cases_verdict_verbs.decide, file.file_id, Penalty.DISMISSED, "x")
    court.act(court.actor(LEADER), cases_verdict_verbs.decide, file.file_id, Penalty.DISMISSED, "x")


@pytest.mark.rule("GO-30")
def test_who_decided_what_and_why_is_on_record(court: Hall) -> None:
    tournament, final = played(court, 2, 3)
    accused, _ = court.people_of(tournament, final)
    file = report(court, member_of(court, accused), ground=Ground.FIXED_GAME, contest=final.contest_id)
    decide(court, file, Penalty.GAME_LOST)
    entries = court.ask(log.of_tournament, tournament.tournament_id)
    (line,) = [entry for entry in entries if entry.act == "decide_file_game_lost"]
    assert (line.actor, line.why) == (court.person(ARBITER).person_id, "Proved")


@pytest.mark.rule("AIJE-D01-2")
def test_a_bar_holds_with_its_reason_and_is_told_to_the_player_and_the_public(court: Hall) -> None:
    decide(court, report(court, 2), Penalty.BARRED)
    (bar,) = bars_of(court, 2)
    assert (bar.explanation, bar.until, bar.barred_by) == ("Proved", None, court.person(ARBITER).person_id)


@pytest.mark.rule("AIJE-B01-AJ")
@pytest.mark.parametrize("judge", [LEADER, PRESIDENT])
def test_an_office_suspends_for_a_time_and_a_low_arbiter_does_not(court: Hall, judge: int) -> None:
    file = report(court, 2)
    entitle(court, 60, ArbiterTitle.AN)
    with pytest.raises(cases_verdict_verbs.SanctionTakesMore):
        decide(court, file, Penalty.SUSPENDED, 60, days=3)
    decide(court, file, Penalty.SUSPENDED, judge, days=3)
    court.now += timedelta(days=3) - SECOND
    assert bars_of(court, 2)
    court.now += SECOND
    assert not bars_of(court, 2)


@pytest.mark.rule("AIJE-B01-AJ")
def test_a_jeek_arbiter_suspends(court: Hall) -> None:
    entitle(court, 50, ArbiterTitle.AJ)
    decide(court, report(court, 2), Penalty.SUSPENDED, 50, days=1)
    assert bars_of(court, 2)


@pytest.mark.rule("GO-23.2", "AIJE-D01-2", "GO-16.4")
def test_a_disqualification_takes_the_player_out_of_the_event_and_a_successful_appeal_back_in(court: Hall) -> None:
    tournament = court.begin(court.announce(), 2, 3, 4, 5)
    match = court.open_contests(tournament)[0]
    accused, _ = court.people_of(tournament, match)
    file = report(court, member_of(court, accused), ground=Ground.WITHDRAWAL, contest=match.contest_id)
    decide(court, file, Penalty.DISQUALIFIED)
    assert has_left(court, match)
    appeal(court, member_of(court, accused), f"file-{file.file_id}")
    assert not has_left(court, match)


def has_left(hall: Hall, contest: Contest) -> bool:
    entrant = hall.ask(entering_store.load, contest.sides[0])
    assert entrant is not None
    return entrant.withdrawn_at is not None


@pytest.mark.rule("GO-23.1")
def test_a_fraudulent_win_is_lost_even_after_later_rounds_and_what_stands_stays(court: Hall) -> None:
    tournament, final = played(court, 2, 3, 4, 5)
    before = ranks(court, tournament)
    winner = min(before, key=lambda entrant: before[entrant])
    known = court.ask(playing_store.of_tournament, tournament.tournament_id)
    semifinal = next(one for one in known if winner in one.sides and one.round < final.round)
    side = semifinal.sides.index(winner)
    accused = court.people_of(tournament, semifinal)[side]
    file = report(court, member_of(court, accused), ground=Ground.PROGRAM_HELP, contest=semifinal.contest_id)
    decide(court, file, Penalty.GAME_LOST)
    after = ranks(court, tournament)
    assert after[winner] > 1
    assert {entrant: rank for entrant, rank in after.items() if entrant != winner} == {
        entrant: rank for entrant, rank in before.items() if entrant != winner
    }


@pytest.mark.rule("GO-23.1", "GO-16.4")
def test_published_ratings_are_put_right_by_a_new_list_and_back_when_the_appeal_succeeds(court: Hall) -> None:
    tournament, final = played(court, 2, 3)
    first, second = court.people_of(tournament, final)
    published = rating(court, first), rating(court, second)
    assert published[0] != published[1]
    file = report(court, member_of(court, first), ground=Ground.FIXED_GAME, contest=final.contest_id)
    court.now += timedelta(days=1)
    decide(court, file, Penalty.BOTH_LOST)
    assert rating(court, first) == rating(court, second) == pytest.approx(OPEN.rating.initial)
    assert 1 not in ranks(court, tournament).values()
    court.now += timedelta(days=1)
    appeal(court, member_of(court, first), f"file-{file.file_id}")
    assert (rating(court, first), rating(court, second)) == pytest.approx(published)
    assert 1 in ranks(court, tournament).values()
    original = court.ask(people_ratings_store.of_tournament, tournament.tournament_id)
    assert original is not None
    assert original.rated[first].rating == published[0]


@pytest.mark.rule("GO-23.1")
def test_a_result_annulled_before_the_publication_is_never_rated(court: Hall) -> None:
    rules = replace(OPEN, knockout=replace(OPEN.knockout, third_place_match=False))
    tournament = court.begin(court.announce_of_before(rules), 2, 3, 4, 5)
    opening = court.open_contests(tournament)[0]
    court.settle(opening, (opening.target, 0))
    cheat, victim = court.people_of(tournament, opening)
    file = report(court, member_of(court, cheat), ground=Ground.OUTSIDE_HELP, contest=opening.contest_id)
    decide(court, file, Penalty.GAME_LOST)
    court.play_out(tournament)
    current = court.ask(people_ratings_store.current, GUILD)
    assert current is not None
    assert victim not in current.rated


@pytest.mark.rule("GO-16.4")
def test_an_appeal_is_made_once_in_time_and_decided_by_somebody_else(court: Hall) -> None:
    file = decide(court, report(court, 2), Penalty.BARRED, LEADER)
    against = f"file-{file.file_id}"
    made = court.act(court.actor(2), cases_appeals_verbs.appeal, against, "Wrong")
    with refuses("error.AppealedBefore"):
        court.act(court.actor(2), cases_appeals_verbs.appeal, against, "Again")
    for judge, refusal in ((LEADER, "error.DecidedBefore"), (ARBITER, NotAllowed), (2, OwnCase)):
        with refuses(refusal):
            court.act(court.actor(judge), cases_appeals_verbs.decide, made.appeal_id, "x", granted=True)
    assert bars_of(court, 2)
    court.act(court.actor(PRESIDENT), cases_appeals_verbs.decide, made.appeal_id, "Right", granted=True)
    assert not bars_of(court, 2)
    with pytest.raises(AlreadyDone):
        court.act(court.actor(PRESIDENT), cases_appeals_verbs.decide, made.appeal_id, "x", granted=False)


@pytest.mark.rule("GO-16.4")
@pytest.mark.parametrize(("late", "in_time"), [(timedelta(), True), (SECOND, False)])
def test_the_last_moment_of_the_seventh_day_is_in_time(court: Hall, late: timedelta, in_time: bool) -> None:
    file = decide(court, report(court, 2), Penalty.WARNED)
    court.now += timedelta(days=7) + late
    if in_time:
        court.act(court.actor(2), cases_appeals_verbs.appeal, f"file-{file.file_id}", "Wrong")
        return
    with refuses("error.AppealTooLate"):
        court.act(court.actor(2), cases_appeals_verbs.appeal, f"file-{file.file_id}", "Wrong")


@pytest.mark.rule("GO-16.4", "AIJE-A02-1")
def test_where_both_officers_are_involved_another_arbiter_decides_the_appeal(court: Hall) -> None:
    leader = court.person(LEADER).person_id
    court.do(lambda tx: people_store.give_office(tx, GUILD, Office.PRESIDENT, leader, tx.now, leader))
    file = decide(court, report(court, 2), Penalty.BARRED, LEADER)
    appeal(court, 2, f"file-{file.file_id}", ARBITER)
    assert not bars_of(court, 2)


@pytest.mark.rule("GO-16.4", "AIJE-D01-2")
def test_a_refused_appeal_leaves_the_bar(court: Hall) -> None:
    file = decide(court, report(court, 2), Penalty.BARRED)
    appeal(court, 2, f"file-{file.file_id}", granted=False)
    assert bars_of(court, 2)


@pytest.mark.rule("GO-16.4", "AIJE-D01-2")
def test_a_bar_that_came_without_a_case_can_be_appealed_too(court: Hall) -> None:
    bar = bar_by_verdict(court, ARBITER, (MemberId(2), "P2"), "Rude")
    appeal(court, 2, f"bar-{bar.bar_id}")
    lifted = court.ask(entering_bars_store.load, bar.bar_id)
    assert lifted is not None
    assert lifted.lifted_by == court.person(LEADER).person_id


@pytest.mark.rule("GO-16.4")
def test_a_complaint_about_the_opponents_play_lapses_with_the_match(court: Hall) -> None:
    tournament, final = played(court, 2, 3)
    accused, _ = court.people_of(tournament, final)
    with refuses("error.ComplaintLapsed"):
        report(court, member_of(court, accused), ground=Ground.DISTURBANCE, contest=final.contest_id)
    with refuses("error.ComplaintLapsed"):
        report(court, member_of(court, accused), ground=Ground.DISTURBANCE)


def test_nobody_reports_himself_or_somebody_who_was_not_there(court: Hall) -> None:
    _tournament, final = played(court, 2, 3)
    with refuses("error.ReportsOneself"):
        report(court, 9)
    with refuses("error.NotInThatMatch"):
        report(court, 7, contest=final.contest_id)


def test_a_member_has_three_reports_waiting_at_most(court: Hall) -> None:
    for accused in (2, 3, 4):
        report(court, accused)
    with refuses("error.TooManyReports"):
        report(court, 5)
    report(court, 5, reporter=ARBITER)


def test_what_was_said_is_never_changed(court: Hall) -> None:
    file = report(court, 2)
    with pytest.raises(sqlite3.DatabaseError):
        court.do(lambda tx: tx.execute("UPDATE file_statements SET statement = 'x'"))
    with pytest.raises(sqlite3.DatabaseError):
        court.do(lambda tx: tx.execute("DELETE FROM file_statements"))
    assert [one.text for one in court.ask(cases_store.statements, file.file_id)] == ["It was seen"]


def test_a_judge_reads_every_statement_whole_in_a_file(court: Hall) -> None:
    file = report(court, 2)
    court.act(court.actor(2), cases_misconduct_verbs.reply, file.file_id, "x" * 990 + "the end")
    view = court.ask_as(court.actor(ARBITER), cases_reading_verbs.for_judge, file.file_id)
    (document,) = cases_misconduct_cards.for_committee(view, Translator("en-US"), alone=True).documents
    assert b"the end" in document.data
    assert cases_misconduct_cards.for_committee(view, Translator("en-US")).documents == ()


@pytest.mark.rule("GO-30", "AIJE-A02-1")
def test_evidence_after_the_answer_is_answered_too_or_the_time_for_it_passes(court: Hall) -> None:
    file = report(court, 2)
    court.act(court.actor(2), cases_misconduct_verbs.reply, file.file_id, "I was elsewhere")
    court.now += SECOND
    court.act(court.actor(ARBITER), cases_misconduct_verbs.add_evidence, file.file_id, "A picture")
    with refuses("error.StillToAnswer") as waits:
        court.act(court.actor(LEADER), cases_verdict_verbs.decide, file.file_id, Penalty.BARRED, "proved")
    assert court.ask(kernel_time_store.deadlines_of_subject, f"file:{file.file_id}")
    court.act(court.actor(2), cases_misconduct_verbs.reply, file.file_id, "That is not me")
    assert court.ask_as(court.actor(LEADER), cases_verdict_verbs.may_decide, file.file_id, Penalty.BARRED)
    court.act(court.actor(ARBITER), cases_misconduct_verbs.add_evidence, file.file_id, "Another picture")
    court.now = waits.value.at + SECOND
    decided = court.act(court.actor(LEADER), cases_verdict_verbs.decide, file.file_id, Penalty.BARRED, "proved")
    assert decided.verdict is not None


def test_a_case_that_is_paused_is_on_the_list_of_who_can_resume_it_and_is_reminded_of(court: Hall) -> None:
    file = report(court, 2)
    court.act(court.actor(LEADER), cases_misconduct_verbs.pause, file.file_id, "The accused is ill")
    court.now += timedelta(days=9)

    def waits() -> list[tuple[Task, str]]:
        return [(one.task, one.subject) for one in court.ask_as(court.actor(LEADER), guidance_verbs.decisions)]

    assert waits() == [(Task.RESUME_FILE, file.file_id)]
    assert court.ask(kernel_time_store.deadlines_of_subject, f"decisions:{GUILD}")
    court.act(court.actor(LEADER), cases_misconduct_verbs.unpause, file.file_id, "Well again")
    assert waits() == []
