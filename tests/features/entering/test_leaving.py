"""Withdrawing after the close: a redraw while there is time (GO-28.1), afterwards the rest is lost (GO-28.4)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.model import RemovalTold, RemovedByStaff
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import cards as rounds_cards
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.facts_verbs import NotRegistered
from bot.features.tournaments.promises_model import PlayerLeft
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.errors import AlreadyDone, NotAllowed, NotNow, Outdated
from bot.kernel.ids import EntrantId, MemberId
from bot.kernel.promises import ToMember
from bot.play.contests import Contest, ResultKind, Score, Stage
from bot.play.deciders import AfterLeaving, lost_by_leaving
from bot.play.entries import Tournament
from bot.play.format_rules import RoundRobinRules
from bot.play.matches import Report
from bot.rulebooks.library import preset
from tests.features.course.test_calling import come_on_duty, given
from tests.features.rounds.test_formats import ROUND_ROBIN
from tests.hall.board import Board, deliver_calls
from tests.hall.hall import Hall


def of(hall: Hall, tournament: Tournament, number: int) -> list[Contest]:
    """The member's contests."""
    person = hall.person(number).person_id
    standing = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    return [one for one in standing if person in hall.people_of(tournament, one)]


def kind(contest: Contest) -> ResultKind | None:
    return None if contest.result is None else contest.result.kind


@pytest.fixture
def running(hall: Hall) -> Tournament:
    """Four players, one arbiter, the first match called."""
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    come_on_duty(hall, 20)
    return hall.load(tournament)


@pytest.mark.rule("GO-28.1")
def test_before_the_first_call_the_organisers_are_offered_a_redraw_and_nothing_is_lost_yet(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    left = hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert left.may_redraw
    assert [kind(one) for one in of(hall, tournament, 2)] == [None]
    assert hall.ask_as(hall.actor(1), rounds_drawing_verbs.redrawable, tournament.tournament_id) is not None


@pytest.mark.rule("GO-28.1", "GO-28.4")
def test_when_nobody_drew_again_the_opponent_goes_on_once_matches_are_called(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    come_on_duty(hall, 20)
    (lost,) = of(hall, tournament, 2)
    assert kind(lost) is ResultKind.WITHDRAWAL
    assert [one.contest_id for one in given(hall, tournament)] != [lost.contest_id]


@pytest.mark.rule("GO-28.4")
def test_the_match_in_play_goes_to_the_opponent_three_to_love_and_none_of_it_was_played(
    hall: Hall, running: Tournament
) -> None:
    (playing,) = given(hall, running)
    leaver = next(number for number in range(2, 6) if playing in of(hall, running, number))
    hall.act(hall.actor(leaver), rounds_drawing_verbs.leave, running.tournament_id)
    (lost,) = of(hall, running, leaver)[:1]
    assert lost.result is not None
    assert sorted(lost.result.score) == [0, 3]
    assert lost.result.walkover_games == lost.result.score
    assert lost.result.kind is ResultKind.WITHDRAWAL


@pytest.mark.rule("GO-28.4")
def test_games_that_were_recorded_stay_in_the_score(hall: Hall, running: Tournament) -> None:
    (playing,) = given(hall, running)
    hall.do(lambda tx: playing_store.note_called(tx, playing.contest_id, hall.now))
    hall.do(lambda tx: playing_board_store.start_absence_clock(tx, playing.contest_id, 0, hall.now, (1, 1)))
    hall.do(
        lambda tx: playing_board_store.end_absence_clock(tx, playing.contest_id, 0, hall.now + timedelta(seconds=30))
    )
    leaver = next(
        number for number in range(2, 6) if hall.person(number).person_id == hall.people_of(running, playing)[0]
    )
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(leaver), rounds_drawing_verbs.leave, running.tournament_id)
    result = of(hall, running, leaver)[0].result
    assert result is not None
    assert (result.score, result.walkover_games) == ((1, 3), (0, 2))


@pytest.mark.rule("GO-28.4")
def test_a_score_that_was_reported_before_is_not_taken_away(hall: Hall, running: Tournament) -> None:
    (playing,) = given(hall, running)
    leaver = next(number for number in range(2, 6) if playing in of(hall, running, number))
    report = Report("r", playing.contest_id, hall.person(leaver).person_id, (3, 1), hall.now)
    hall.do(lambda tx: playing_reports_store.add(tx, report))
    hall.act(hall.actor(leaver), rounds_drawing_verbs.leave, running.tournament_id)
    assert of(hall, running, leaver)[0].result is None


@pytest.mark.rule("GO-28.4")
def test_results_stand_and_the_matches_to_come_are_lost_as_they_come(hall: Hall, running: Tournament) -> None:
    (first,) = given(hall, running)
    hall.settle(first, (3, 1))
    winner = next(
        number for number in range(2, 6) if hall.person(number).person_id == hall.people_of(running, first)[0]
    )
    hall.act(hall.actor(winner), rounds_drawing_verbs.leave, running.tournament_id)
    hall.settle(given(hall, running)[0], (3, 0))
    semifinal, final = of(hall, running, winner)
    assert (kind(semifinal), kind(final)) == (ResultKind.PLAYED, ResultKind.WITHDRAWAL)
    assert final.stage is Stage.FINAL
    assert [one.stage for one in given(hall, running)] == [Stage.THIRD_PLACE]


@pytest.mark.rule("GO-28.4")
def test_when_both_have_left_nobody_goes_on_and_the_other_finalist_has_won(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    (one,) = of(hall, tournament, 2)
    pair = [number for number in range(2, 6) if of(hall, tournament, number) == [one]]
    for number in pair:
        hall.act(hall.actor(number), rounds_drawing_verbs.leave, tournament.tournament_id)
    come_on_duty(hall, 20)
    assert [kind(lost) for lost in of(hall, tournament, 2)] == [ResultKind.DOUBLE_WALKOVER]
    hall.settle(given(hall, tournament)[0], (3, 0))
    assert hall.load(tournament).ended_at is not None


@pytest.mark.rule("GO-28.4")
@pytest.mark.parametrize(
    ("left", "so_far", "unplayed", "score", "given_"),
    [
        ({"a"}, (0, 0), (0, 0), (0, 3), (0, 3)),
        ({"b"}, (1, 2), (0, 0), (3, 2), (2, 0)),
        ({"a"}, (2, 1), (2, 0), (2, 3), (2, 2)),
        ({"a"}, (3, 3), (3, 3), (2, 3), (2, 3)),
        ({"a", "b"}, (2, 1), (0, 0), (0, 0), (0, 0)),
    ],
)
def test_what_leaving_costs(
    left: set[str], so_far: Score, unplayed: Score, score: Score, given_: Score, hall: Hall
) -> None:
    a, b = EntrantId("a"), EntrantId("b")
    contest = Contest("c", Stage.MAIN, 1, 0, (a, b), 5, None, None, None, None)  # type: ignore[arg-type]
    result = lost_by_leaving(contest, {EntrantId(one) for one in left}, so_far, unplayed, hall.now)
    assert result is not None
    assert (result.score, result.walkover_games) == (score, given_)


def test_leaving_twice_changes_nothing(hall: Hall, running: Tournament) -> None:
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, running.tournament_id)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(2), rounds_drawing_verbs.leave, running.tournament_id)
    entrant = hall.ask(entering_store.of_person, running.tournament_id, hall.person(2).person_id)
    assert entrant is not None
    assert len(hall.promised(PlayerLeft, entrant.entrant_id)) == 1


def test_only_a_starter_can_leave_and_only_staff_takes_another_out(hall: Hall, running: Tournament) -> None:
    with pytest.raises(NotRegistered):
        hall.act(hall.actor(9), rounds_drawing_verbs.leave, running.tournament_id)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(3), rounds_drawing_verbs.leave, running.tournament_id, hall.person(2).person_id, "ill")
    left = hall.act(hall.actor(1), rounds_drawing_verbs.leave, running.tournament_id, hall.person(2).person_id, "ill")
    assert left.person.person_id == hall.person(2).person_id


@pytest.mark.rule("AIJE-D01-2")
def test_whom_staff_take_out_is_written_why_before_the_first_call_and_after_it(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    for number in (2, 3):
        hall.act(
            hall.actor(1),
            rounds_drawing_verbs.leave,
            tournament.tournament_id,
            hall.person(number).person_id,
            "two accounts",
        )
        come_on_duty(hall, 20)
    for number in (2, 3):
        (letter,) = hall.promised(RemovedByStaff, entrant_of(hall, tournament, number))
        assert (letter.message.reason, letter.target) == ("two accounts", ToMember(MemberId(number)))


@pytest.mark.rule("AIJE-D01-2")
@pytest.mark.parametrize(("rulebook", "public"), [("aije-open", 1), ("cup", 0)])
def test_before_the_first_call_everybody_reads_why_in_an_official_event_alone(
    rulebook: str, public: int, hall: Hall
) -> None:
    tournament = hall.begin(hall.announce(preset(rulebook)), 2, 3, 4, 5)
    hall.act(
        hall.actor(1), rounds_drawing_verbs.leave, tournament.tournament_id, hall.person(2).person_id, "two accounts"
    )
    assert len(hall.promised(RemovalTold, entrant_of(hall, tournament, 2))) == public


def test_who_leaves_by_their_own_word_gets_no_letter_and_nobody_reads_of_a_removal(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)
    entrant = entrant_of(hall, tournament, 2)
    assert (hall.promised(RemovedByStaff, entrant), hall.promised(RemovalTold, entrant)) == ([], [])


@pytest.mark.rule("AIJE-D01-5.2")
def test_before_the_close_leaving_is_free_and_needs_no_confirmation(hall: Hall) -> None:
    tournament = hall.announce()
    hall.enter(tournament, 2)
    assert hall.ask_as(hall.actor(2), rounds_drawing_verbs.leavable, tournament.tournament_id) is None
    with pytest.raises(NotNow):
        hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id)


HALF = replace(ROUND_ROBIN, round_robin=RoundRobinRules(void_below_half=True))


def reported_and_left(hall: Hall, players: int) -> tuple[Board, int, AfterLeaving]:
    """A first round of a round robin, one score told, whoever told it gone; and what that was said to come to."""
    tournament = hall.begin(hall.announce(HALF), *range(2, 2 + players))
    deliver_calls(hall)
    board = Board(hall, tournament, hall.open_contests(tournament)[0].contest_id)
    board.here(0, 1)
    board.report(0, (1, 0, 0))
    leaver = board.numbers[0]
    hall.act(hall.actor(leaver), rounds_drawing_verbs.leave, tournament.tournament_id)
    promise = hall.promised(PlayerLeft, entrant_of(hall, board.tournament, leaver))[0]
    told = hall.ask(course_reading_verbs.player_left, EntrantId(promise.subject), None)
    assert told is not None
    return board, leaver, told.after


def entrant_of(hall: Hall, tournament: Tournament, number: int) -> EntrantId:
    entrant = hall.ask(entering_store.of_person, tournament.tournament_id, hall.person(number).person_id)
    assert entrant is not None
    return entrant.entrant_id


def played_by(hall: Hall, tournament: Tournament, number: int) -> int:
    view = hall.ask(course_reading_verbs.standings_view, tournament.tournament_id)
    assert view is not None
    row = view.row_of(entrant_of(hall, tournament, number))
    assert row is not None
    return row.won + row.drawn + row.lost


@pytest.mark.rule("GO-28.2")
def test_a_report_that_waits_may_make_half_of_the_games_and_the_words_say_so(hall: Hall) -> None:
    board, leaver, said = reported_and_left(hall, 3)
    assert said is AfterLeaving.HANGS_ON_REPORT
    board.confirm(1)
    tournament = hall.play_out(board.tournament)
    assert tournament.ended_at is not None
    assert played_by(hall, tournament, leaver) == 2


@pytest.mark.rule("GO-28.2")
def test_when_the_reported_match_does_not_count_after_all_nothing_of_who_left_does(hall: Hall) -> None:
    board, leaver, _ = reported_and_left(hall, 3)
    hall.act(hall.actor(1), playing_ruling_verbs.annul_match, board.contest_id, "the board was moved")
    assert kind(board.view.contest) is ResultKind.WITHDRAWAL
    tournament = hall.play_out(board.tournament)
    assert tournament.ended_at is not None
    assert played_by(hall, tournament, leaver) == 0


def test_a_match_stopped_with_a_report_on_the_table_is_its_arbiters_until_it_goes_on(hall: Hall) -> None:
    board, _, _ = reported_and_left(hall, 4)
    hall.act(hall.actor(1), playing_ruling_verbs.suspend, board.contest_id, "a dispute in the hall")
    other = next(one for one in hall.open_contests(board.tournament) if one.contest_id != board.contest_id)
    hall.settle(other, (1, 0))
    assert board.view.contest.result is None
    hall.act(hall.actor(1), playing_ruling_verbs.resume, board.contest_id)
    assert kind(board.view.contest) is ResultKind.WITHDRAWAL


@pytest.mark.rule("GO-28.2")
def test_where_even_the_reported_match_is_too_few_all_is_void_at_once(hall: Hall) -> None:
    _, _, said = reported_and_left(hall, 4)
    assert said is AfterLeaving.ALL_IS_VOID


@pytest.mark.rule("GO-28.2")
def test_who_asks_before_leaving_reads_that_it_hangs_on_the_report(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(HALF), 2, 3, 4)
    deliver_calls(hall)
    board = Board(hall, tournament, hall.open_contests(tournament)[0].contest_id)
    board.here(0, 1)
    leaver = hall.actor(board.numbers[0])
    before = hall.ask_as(leaver, rounds_drawing_verbs.leavable, tournament.tournament_id)
    board.report(0, (1, 0, 0))
    asked = hall.ask_as(leaver, rounds_drawing_verbs.leavable, tournament.tournament_id)
    assert before is not None
    assert asked is not None
    assert (before.after, asked.after) == (AfterLeaving.ALL_IS_VOID, AfterLeaving.HANGS_ON_REPORT)


@pytest.mark.rule("GO-28.4")
def test_of_two_who_stayed_away_and_one_who_left_the_other_has_every_game(hall: Hall) -> None:
    a, b = EntrantId("a"), EntrantId("b")
    contest = Contest("c", Stage.MAIN, 1, 0, (a, b), 5, None, None, None, None, play_all=True)  # type: ignore[arg-type]
    result = lost_by_leaving(contest, {a}, (5, 5), (5, 5), hall.now)
    assert result is not None
    assert (result.score, result.walkover_games) == ((0, 5), (0, 5))


@pytest.mark.rule("AIJE-D01-5.3")
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("score", [None, (3, 1), (3, 0)])
def test_who_has_played_no_game_reads_before_leaving_that_it_counts_as_an_absence(
    hall: Hall, locale: str, score: Score | None
) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    lenient = replace(tournament.rulebook, absence=replace(tournament.rulebook.absence, bar_when_unjustified=False))
    if score is not None:
        hall.settle(of(hall, tournament, 2)[0], score, score if score == (3, 0) else (0, 0))
    asked = hall.ask_as(hall.actor(2), rounds_drawing_verbs.leavable, tournament.tournament_id)
    assert asked is not None
    warned = rounds_cards.leaving_asked(asked, Translator(locale)).paragraphs
    calm = rounds_cards.leaving_asked(replace(asked, counts_as_absent=False), Translator(locale)).paragraphs
    assert (warned != calm) is (score != (3, 1))
    unpunished = replace(asked, tournament=replace(tournament, rulebook=lenient))
    assert rounds_cards.leaving_asked(unpunished, Translator(locale)).paragraphs == calm


@pytest.mark.rule("GO-28.1", "GO-28.4")
def test_who_was_told_that_leaving_costs_nothing_yet_is_asked_again_once_matches_are_called(hall: Hall) -> None:
    tournament = hall.begin(hall.announce(), 2, 3, 4, 5)
    told = hall.ask_as(hall.actor(2), rounds_drawing_verbs.leavable, tournament.tournament_id)
    assert told is not None
    come_on_duty(hall, 20)
    with pytest.raises(Outdated):
        hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id, None, None, told.cost)
    now = hall.ask_as(hall.actor(2), rounds_drawing_verbs.leavable, tournament.tournament_id)
    assert now is not None
    hall.act(hall.actor(2), rounds_drawing_verbs.leave, tournament.tournament_id, None, None, now.cost)
