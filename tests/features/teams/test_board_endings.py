"""Boards told by their count, and boards that nobody wins: both lose, or there is no result (GO-9, GO-17.5, GO-20)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.past_events.drafts_verbs import record_of
from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing.rows_store import particulars_text, read_particulars
from bot.features.teams import match_cards as teams_match_cards
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams.errors_model import EndingIsRuled, ImpossibleBoard
from bot.features.teams.model import TeamMatch
from bot.i18n.catalogue import Translator
from bot.kernel import log
from bot.play.contests import BoardResult, Contest, Particulars, Result, ResultKind
from bot.play.entries import Tournament
from bot.play.format_rules import ScoringRules, TeamEncounter
from bot.play.points import encounter_points
from bot.play.rulebook import DisciplineRules, Rulebook
from bot.record.errors import FaultCode, RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import games_csv, write_record
from tests.features.teams.test_team_matches import go_cup
from tests.features.teams.test_team_warnings import ORGANISER, warn
from tests.hall.hall import Hall
from tests.hall.squads import GO, captain_of, found, play
from tests.refusals import refuses

Played = tuple[Tournament, Contest]
ENGLISH = Translator("en-US")


def at_the_boards(hall: Hall, rulebook: Rulebook = GO) -> Played:
    tournament, contest = go_cup(hall, rulebook)
    for side in (0, 1):
        hall.act(
            hall.actor(captain_of(hall, tournament, contest, side)), playing_presence_verbs.here, contest.contest_id
        )
    return tournament, contest


@pytest.fixture
def played(hall: Hall) -> Played:
    """A match of two teams of four, all of them at their boards."""
    return at_the_boards(hall)


def rule(hall: Hall, contest: Contest, *boards: str) -> Result:
    """The result that an arbiter's boards make."""
    done = hall.act(hall.actor(ORGANISER), teams_matches_verbs.rule, contest.contest_id, boards, "As seen")
    result: Result = found(done.view.contest.result)
    return result


def told(hall: Hall, played: Played, *boards: str) -> tuple[BoardResult, ...]:
    """The boards as a captain's report is taken."""
    tournament, contest = played
    captain = hall.actor(captain_of(hall, tournament, contest, 0))
    taken = hall.act(captain, teams_matches_verbs.report, contest.contest_id, boards)
    kept: tuple[BoardResult, ...] = found(taken.view.match.report).particulars.boards
    return kept


def points(hall: Hall, tournament: Tournament) -> list[tuple[int, int]]:
    """Match points and board points of both teams, the better one first."""
    rows = found(hall.ask(course_reading_verbs.standings_view, tournament.tournament_id)).rows
    return [(int(found(row.values[0].value)), int(found(row.values[1].value))) for row in rows]


def card(hall: Hall, contest: Contest) -> str:
    view = hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now)
    return "\n".join(teams_match_cards.boards(view, found(view.part(TeamMatch)), ENGLISH))


@pytest.mark.rule("GO-17.5", "GO-20")
def test_boards_that_nobody_wins_give_nothing_to_either_team(hall: Hall, played: Played) -> None:
    tournament, contest = played
    result = rule(hall, contest, "1-0", "--", "//", "½-½")
    assert [one.kind for one in result.boards] == [
        ResultKind.PLAYED,
        ResultKind.BOTH_LOST,
        ResultKind.NO_RESULT,
        ResultKind.PLAYED,
    ]
    assert points(hall, tournament) == [(2, 3), (0, 1)]
    assert "both lose" in card(hall, contest)
    assert "no result" in card(hall, contest)


@pytest.mark.rule("GO-17.5", "GO-20")
@pytest.mark.parametrize("encounter", [TeamEncounter.BOARDS, TeamEncounter.SUM])
def test_a_board_that_nobody_wins_is_no_draw_in_result_log_record_and_table(
    hall: Hall, encounter: TeamEncounter
) -> None:
    rulebook = replace(GO, teams=replace(found(GO.teams), encounter=encounter))
    tournament, contest = at_the_boards(hall, rulebook)
    result = rule(hall, contest, "1-0", "--", "//", "½-½")
    assert (result.score, result.draws) == ((1, 0), 1)
    (line,) = [one for one in hall.ask(log.of_tournament, tournament.tournament_id) if one.act == "settle_match"]
    assert line.details["score"] == "1½–½ (½×1)"
    view = found(hall.ask(record_of, tournament))
    told = json.loads(write_record(view))["contests"][0]
    assert told["score"] == "1-0=1"
    assert "1-0=1" in games_csv(view)
    read = read_record(write_record(view), "go.json")
    assert replay(read).difference is None
    assert found(read.contests[0].contest.result).draws == 1


@pytest.mark.rule("GO-17.5", "GO-20")
@pytest.mark.parametrize("encounter", [TeamEncounter.BOARDS, TeamEncounter.SUM])
def test_a_record_of_before_that_told_such_boards_as_drawn_is_read_with_the_draws_that_were(
    hall: Hall, encounter: TeamEncounter
) -> None:
    rulebook = replace(GO, teams=replace(found(GO.teams), encounter=encounter))
    tournament, contest = at_the_boards(hall, rulebook)
    rule(hall, contest, "1-0", "--", "//", "½-½")
    file = json.loads(write_record(found(hall.ask(record_of, tournament))))
    file["contests"][0]["score"] = "1-0=3"
    read = read_record(json.dumps(file), "before.json")
    assert found(read.contests[0].contest.result).draws == 1
    assert replay(read).difference is None
    file["contests"][0]["score"] = "1-0=2"
    with pytest.raises(RecordRefused):
        read_record(json.dumps(file), "wrong.json")


@pytest.mark.rule("GO-17.5")
def test_a_result_that_was_stored_before_gives_the_points_it_gave(hall: Hall) -> None:
    teams, scoring = replace(found(GO.teams), encounter=TeamEncounter.SUM), ScoringRules(2, 1, 0, by_games=True)
    rulebook = replace(GO, teams=teams, scoring=scoring)
    _, contest = at_the_boards(hall, rulebook)
    result = rule(hall, contest, "1-0", "--", "//", "½-½")
    before = replace(result, draws=3)
    given = [tuple(map(int, encounter_points(replace(contest, result=one), rulebook))) for one in (result, before)]
    assert given == [(3, 1), (3, 1)]


@pytest.mark.rule("GO-17.5")
def test_two_teams_that_both_lose_every_board_are_level(hall: Hall, played: Played) -> None:
    tournament, contest = played
    rule(hall, contest, "—", "- -", "--", "--")
    assert points(hall, tournament) == [(1, 0), (1, 0)]


@pytest.mark.rule("GO-17.5", "GO-20")
@pytest.mark.parametrize("mark", ["--", "//"])
def test_only_an_arbiter_says_that_nobody_wins_a_board(hall: Hall, played: Played, mark: str) -> None:
    with pytest.raises(EndingIsRuled) as refused:
        told(hall, played, "1-0", mark, "1-0", "1-0")
    assert (refused.value.board, refused.value.given) == (2, mark)


@pytest.mark.rule("GO-17.5", "GO-20")
@pytest.mark.parametrize(
    ("rulebook", "mark"),
    [
        (replace(GO, discipline=DisciplineRules()), "//"),
        (replace(GO, teams=replace(found(GO.teams), board_games=3)), "--"),
    ],
)
def test_a_rulebook_that_has_no_such_ending_refuses_it(hall: Hall, rulebook: Rulebook, mark: str) -> None:
    _, contest = at_the_boards(hall, rulebook)
    with pytest.raises(ImpossibleBoard):
        rule(hall, contest, "3-0", mark, "3-0", "3-0") if mark == "--" else rule(
            hall, contest, "1-0", mark, "1-0", "0-1"
        )


@pytest.mark.rule("GO-9", "GO-28.4")
@pytest.mark.parametrize("text", ["200", "--", "//"])
def test_a_board_for_which_one_side_has_nobody_is_neither_counted_nor_ruled_away(
    hall: Hall, played: Played, text: str
) -> None:
    entrant = played[1].sides[0]
    hall.do(lambda tx: tx.execute("DELETE FROM team_members WHERE entrant_id = ? AND board IN (0, 4)", (entrant,)))
    with refuses("error.NobodySits") as refused:
        rule(hall, played[1], "1-0", "1-0", "1-0", text)
    assert (refused.value.board, refused.value.mark) == (4, "-+")


@pytest.mark.rule("GO-22", "GO-24")
def test_a_board_that_one_side_has_lost_is_not_ruled_away(hall: Hall, played: Played) -> None:
    _, contest = played
    warn(hall, contest, 3)
    warn(hall, contest, 3, loses=True)
    with refuses("error.BoardLostByOffence"):
        rule(hall, contest, "1-0", "1-0", "//", "1-0")
    by = hall.person(ORGANISER).person_id
    hall.do(lambda tx: playing_board_store.start_board_clock(tx, contest.contest_id, 1, 1, hall.now, by, timedelta()))
    hall.now += timedelta(minutes=15)
    with refuses("error.BoardLostByLateness"):
        rule(hall, contest, "--", "1-0", "-+", "1-0")


def test_the_arbiters_desk_says_how_such_a_board_is_written(hall: Hall, played: Played) -> None:
    view = hall.ask(playing_reading_verbs.view_of, played[1].contest_id, hall.now)
    said = "\n".join(playing_arbiter_cards.desk(view, ENGLISH).paragraphs)
    assert "`--` both lose, `//` no result" in said


@pytest.mark.rule("GO-9", "GO-10", "GO-11")
def test_a_count_is_the_number_of_who_has_black_on_that_board(hall: Hall, played: Played) -> None:
    boards = told(hall, played, "185", "185", "184½", "184.5")
    assert [one.score for one in boards] == [(1, 0), (0, 1), (1, 0), (0, 1)]
    assert [one.count for one in boards] == [185, 185, 184.5, 184.5]
    assert "Black 185, by ¾" in card(hall, played[1])
    assert "Black 184½, by ¼" in card(hall, played[1])


@pytest.mark.rule("GO-9", "GO-24")
def test_a_warning_takes_a_stone_on_its_own_board_and_on_no_other(hall: Hall, played: Played) -> None:
    warn(hall, played[1], 1)
    warn(hall, played[1], 2)
    boards = told(hall, played, "185", "184", "185", "184")
    assert [one.score for one in boards] == [(0, 1), (0, 1), (1, 0), (1, 0)]
    assert "Black 185, by ¼" in card(hall, played[1])


@pytest.mark.rule("GO-24")
def test_two_warnings_of_each_side_leave_nothing_to_count(hall: Hall, played: Played) -> None:
    for side in (0, 1):
        warn(hall, played[1], 1, side=side)
        warn(hall, played[1], 1, side=side, loses=True)
    with refuses("error.BoardLostByBoth") as refused:
        told(hall, played, "185", "1-0", "1-0", "1-0")
    assert (refused.value.board, refused.value.mark) == (1, "--")
    assert rule(hall, played[1], "--", "1-0", "1-0", "1-0").boards[0].kind is ResultKind.BOTH_LOST


@pytest.mark.rule("GO-9")
@pytest.mark.parametrize("wrong", ["362", "184.25", "-3"])
def test_a_number_that_no_board_gives_is_refused_with_its_board(hall: Hall, played: Played, wrong: str) -> None:
    with pytest.raises(ImpossibleBoard) as refused:
        told(hall, played, "185", wrong, "185", "185")
    assert refused.value.board == 2


@pytest.mark.rule("GO-24")
@pytest.mark.parametrize(("board", "stands"), [(1, False), (2, True)])
def test_a_warning_has_the_counts_of_its_board_told_anew(hall: Hall, played: Played, board: int, stands: bool) -> None:
    told(hall, played, "185", "1-0", "1-0", "1-0")
    warn(hall, played[1], board)
    view = hall.ask(playing_reading_verbs.view_of, played[1].contest_id, hall.now)
    assert (view.match.report is not None) is stands


@pytest.mark.rule("GO-9")
def test_a_count_is_put_right_by_another_one(hall: Hall) -> None:
    tournament, contest = go_cup(
        hall, replace(GO, discipline=replace(found(GO.discipline), confirmed_is_final=False)), "C"
    )
    play(hall, tournament, contest, "185", "1-0", "0-1", "½-½")
    view = hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now)
    assert teams_match_cards.told_texts(found(view.part(TeamMatch))) == ("185", "1-0", "0-1", "0-0-1")
    hall.act(hall.actor(1), teams_matches_verbs.correct, contest.contest_id, ("184½", "--", "0-1", "½-½"), "Recounted")
    result = found(hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now).contest.result)
    assert [(one.score, one.count) for one in result.boards[:2]] == [((1, 0), 184.5), ((0, 0), None)]


@pytest.mark.rule("GO-9", "GO-17.5", "GO-20")
def test_the_record_carries_counts_and_endings_and_replays(hall: Hall, played: Played) -> None:
    tournament, contest = played
    warn(hall, contest, 1)
    rule(hall, contest, "185", "--", "//", "184½")
    text = write_record(hall.ask(record_of, hall.load(tournament)))
    again = read_record(text, "cup.json")
    assert replay(again).difference is None
    result = found(again.contests[0].contest.result)
    assert [(one.kind.value, one.count) for one in result.boards] == [
        ("played", 185),
        ("both_lost", None),
        ("no_result", None),
        ("played", 184.5),
    ]
    assert write_record(again) == text


@pytest.mark.rule("GO-9")
def test_a_record_whose_count_gives_the_board_to_the_other_side_is_refused(hall: Hall, played: Played) -> None:
    tournament, contest = played
    play(hall, tournament, contest, "1-0", "200", "1-0", "1-0")
    text = write_record(hall.ask(record_of, hall.load(tournament)))
    for wrong, code in (("100", FaultCode.COUNT_CONTRADICTS), ("400", FaultCode.COUNT_CONTRADICTS)):
        with pytest.raises(RecordRefused) as refused:
            read_record(text.replace('"count": 200', f'"count": {wrong}'), "cup.json")
        assert code in {one.code for one in refused.value.faults}


@pytest.mark.rule("GO-9")
def test_a_count_in_a_record_whose_boards_are_not_counted_is_not_passed_over() -> None:
    rulebook = {"format": "round_robin", "teams": {"size": 2}}
    boards = [{"board": 1, "score": "1-0", "count": 200}, {"board": 2, "score": "1-0"}]
    contests = [{"sides": ["A", "B"], "boards": boards}]
    with pytest.raises(RecordRefused) as refused:
        read_record(json.dumps({"rulebook": rulebook, "entrants": ["A", "B"], "contests": contests}), "cup.json")
    assert [(one.place, one.code) for one in refused.value.faults] == [
        ("contests[0].boards[0].count", FaultCode.NOT_USED)
    ]


@pytest.mark.rule("GO-17.5")
def test_a_board_of_a_record_that_nobody_won_has_no_score() -> None:
    rulebook = {"format": "round_robin", "teams": {"size": 2}}
    boards = [{"board": 1, "score": "1-0", "kind": "both_lost"}, {"board": 2, "score": "1-0"}]
    contests = [{"sides": ["A", "B"], "boards": boards}]
    with pytest.raises(RecordRefused) as refused:
        read_record(json.dumps({"rulebook": rulebook, "entrants": ["A", "B"], "contests": contests}), "cup.json")
    assert ("contests[0].boards[0].kind", FaultCode.KIND_CONTRADICTS) in {
        (one.place, one.code) for one in refused.value.faults
    }


def test_boards_that_were_stored_before_are_read_as_played() -> None:
    board = BoardResult(1, ((), ()), (1, 0))
    kept = particulars_text(Particulars(boards=(board,)))
    assert "kind" not in kept
    assert "count" not in kept
    assert read_particulars(kept).boards == (board,)


@pytest.mark.rule("GO-9", "GO-25.1")
def test_counts_of_teams_that_meet_everyone_of_the_other_replay(hall: Hall) -> None:
    teams = replace(found(GO.teams), encounter=TeamEncounter.EVERYONE)
    rules = replace(GO, teams=teams, games=replace(found(GO.games), best_of=16))
    rules = replace(rules, ranking=replace(found(rules.ranking), order=("points", "board_points")))
    tournament, contest = go_cup(hall, rules)
    rule(hall, contest, *(["185"] * 16))
    text = write_record(hall.ask(record_of, hall.load(tournament)))
    assert replay(read_record(text, "cup.json")).difference is None
