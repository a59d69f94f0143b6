"""Matches between teams in the services: line-ups, boards, reports, rulings, corrections."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course.ending_verbs import rated_matches
from bot.features.entering import teams_store as entering_teams_store
from bot.features.past_events.drafts_verbs import record_of
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams.errors_model import (
    BoardNotFull,
    GamesLostByLateness,
    ImpossibleBoard,
    MayNotMove,
    SitsTwice,
    SlipInLineUp,
    StrangerInLineUp,
    TwoNamedAlike,
)
from bot.features.teams.model import NamedMember, TeamMatch
from bot.features.tournaments.recusal_verbs import OwnMatch
from bot.i18n.catalogue import Translator
from bot.kernel.errors import AlreadyDone
from bot.people import store as people_store
from bot.play.contests import ResultKind
from bot.play.counts import example_score, read_board
from bot.play.format_rules import GamesRules, LineUp, TeamEncounter
from bot.play.matches import MatchPhase
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from tests.hall.hall import Hall
from tests.hall.squads import (
    GO,
    SCHOOLS,
    add,
    begin,
    captain_of,
    found,
    jeek_team,
    play,
    ranked_cup,
    replays,
    save,
)
from tests.refusals import refuses


@pytest.fixture
def cup(hall: Hall):
    return ranked_cup(hall)


@pytest.fixture
def duel(hall: Hall, cup):
    """A match of two teams that is being played."""
    jeek_team(hall, cup, 2, "Azul")
    jeek_team(hall, cup, 3, "Verde")
    cup = begin(hall, cup, 2, 3)
    return cup, hall.open_contests(cup)[0]


@pytest.mark.rule("AIJE-D05-3")
@pytest.mark.parametrize(
    ("boards", "wrong"),
    [(("3-1", "2-2", "3-2"), 3), (("5-0", "2-2", "4-0"), 1), (("3-1", "zero", "4-0"), 2), (("3-1", "1-1-2", "4-0"), 2)],
)
def test_a_board_that_cannot_be_is_refused_with_its_number(hall: Hall, duel, boards, wrong):
    cup, contest = duel
    captain = captain_of(hall, cup, contest, 0)
    with pytest.raises(ImpossibleBoard) as refused:
        hall.act(hall.actor(captain), teams_matches_verbs.report, contest.contest_id, boards)
    assert (refused.value.board, refused.value.n) == (wrong, 4)


@pytest.mark.parametrize("games", range(1, 9))
def test_the_example_of_a_refused_board_is_a_score_with_which_it_can_end(games: int) -> None:
    refused = ImpossibleBoard(board=2, given="9-9", n=games, example=example_score(games))
    assert read_board(refused.example, games, drawable=False) is not None
    for language in ("en-US", "pt-BR", "es-ES", "it"):
        said = Translator(language).count(refused.key, games, board=2, given="9-9", example=refused.example)
        assert refused.example in said
        assert "{" not in said


def test_captains_report_and_confirm_and_no_team_confirms_its_own_report(hall: Hall, duel):
    cup, contest = duel
    own, other = (captain_of(hall, cup, contest, side) for side in (0, 1))
    taken = hall.act(hall.actor(own), teams_matches_verbs.report, contest.contest_id, ("3-1", "2-2", "4-0"))
    report = found(taken.view.match.report)
    with refuses("error.OwnReport"):
        hall.act(hall.actor(own), playing_reporting_verbs.confirm, contest.contest_id, report.report_id)
    hall.act(hall.actor(other), playing_reporting_verbs.confirm, contest.contest_id, report.report_id)
    result = found(hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now).contest.result)
    assert [one.score for one in result.boards] == [(3, 1), (2, 2), (4, 0)]
    assert (result.score, result.draws) == ((2, 0), 1)


def test_a_member_who_does_not_lead_neither_reports_nor_rules(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    add(hall, 2, view, 20)
    save(hall, cup, 2, "Azul", NamedMember("P2"), NamedMember("Bia"), NamedMember("P20", "c"))
    jeek_team(hall, cup, 3, "Verde")
    cup = begin(hall, cup, 2, 3)
    contest = hall.open_contests(cup)[0]
    with refuses("error.OnlyTheCaptain"):
        hall.act(hall.actor(20), teams_matches_verbs.report, contest.contest_id, ("3-1", "2-2", "4-0"))
    hall.arbiter(20)
    with pytest.raises(OwnMatch):
        hall.act(hall.actor(20), teams_matches_verbs.rule, contest.contest_id, ("3-1", "2-2", "4-0"), None)


def test_two_captains_whose_boards_differ_have_a_dispute_at_once(hall: Hall, duel):
    cup, contest = duel
    own, other = (captain_of(hall, cup, contest, side) for side in (0, 1))
    hall.act(hall.actor(own), teams_matches_verbs.report, contest.contest_id, ("3-1", "2-2", "4-0"))
    taken = hall.act(hall.actor(other), teams_matches_verbs.report, contest.contest_id, ("1-3", "2-2", "0-4"))
    assert taken.disputed
    assert taken.view.state.phase is MatchPhase.DISPUTED
    agreed = hall.act(hall.actor(own), teams_matches_verbs.report, contest.contest_id, ("1-3", "2-2", "0-4"))
    result = found(agreed.view.contest.result)
    assert [one.score for one in result.boards] == [(1, 3), (2, 2), (0, 4)]


def test_another_report_disputes_nothing_and_the_arbiters_boards_settle(hall: Hall, duel):
    cup, contest = duel
    own = captain_of(hall, cup, contest, 0)
    taken = hall.act(hall.actor(own), teams_matches_verbs.report, contest.contest_id, ("3-1", "2-2", "4-0"))
    report = found(taken.view.match.report)
    hall.act(hall.actor(5 - own), playing_reporting_verbs.dispute, contest.contest_id, report.report_id, "No.")
    done = hall.act(
        hall.actor(1), teams_matches_verbs.rule, contest.contest_id, ("3-1", "+-", "-+"), "Board 3 never came"
    )
    result = found(done.view.contest.result)
    assert [one.walkover_games for one in result.boards] == [(0, 0), (4, 0), (0, 4)]
    assert sum(match.games for match in hall.ask(rated_matches, cup)) == 4


def go_cup(hall: Hall, rulebook=GO, third: str = ""):
    tournament = hall.announce(rulebook, "Go")
    captains = {2: "A", 3: "B"} | ({4: third} if third else {})
    for captain, name in captains.items():
        members = (f"P{captain}", *(f"{name}{one}" for one in (2, 3, 4, 5)))
        save(hall, tournament, captain, name, *map(NamedMember, members))
    tournament = begin(hall, tournament, *captains)
    return tournament, hall.open_contests(tournament)[0]


@pytest.mark.rule("GO-25.1", "GO-27.2")
def test_a_substitute_takes_a_board_of_the_fixed_order_and_draws_split_a_board(hall: Hall):
    tournament, contest = go_cup(hall)
    own = captain_of(hall, tournament, contest, 0)
    letter = "A" if own == 2 else "B"
    names = [(f"P{own}",), (f"{letter}2",), (f"{letter}3",), (f"{letter}4",)]
    with pytest.raises(MayNotMove):
        hall.act(
            hall.actor(own), teams_matches_verbs.name_line_up, contest.contest_id, [names[1], names[0], *names[2:]]
        )
    view = hall.act(
        hall.actor(own), teams_matches_verbs.name_line_up, contest.contest_id, [*names[:3], (f"{letter}5",)]
    )
    assert found(view.part(TeamMatch)).boards[3].seats[0][0].name == f"{letter}5"
    play(hall, tournament, contest, "1-0", "½-½", "0-1", "1-0")
    rows = found(hall.ask(course_reading_verbs.standings_view, tournament.tournament_id)).rows
    assert [tuple(int(found(value.value)) for value in row.values[:2]) for row in rows] == [(2, 5), (0, 3)]


@pytest.mark.rule("GO-25.1")
def test_a_free_order_is_a_secret_until_both_have_named_it(hall: Hall):
    tournament, contest = go_cup(hall, replace(GO, teams=replace(found(GO.teams), line_up=LineUp.FREE)))
    own = captain_of(hall, tournament, contest, 0)
    order = {2: [(one,) for one in ("A4", "A3", "A2", "P2")], 3: [(one,) for one in ("B5", "B4", "B3", "B2")]}
    with refuses("error.LineUpsMissing"):
        hall.act(hall.actor(own), teams_matches_verbs.report, contest.contest_id, ("1-0",) * 4)
    half = hall.act(hall.actor(own), teams_matches_verbs.name_line_up, contest.contest_id, order[own])
    assert not found(half.part(TeamMatch)).is_open
    assert all(seat == () for board in found(half.part(TeamMatch)).boards for seat in board.seats)
    with pytest.raises(StrangerInLineUp):
        hall.act(hall.actor(5 - own), teams_matches_verbs.name_line_up, contest.contest_id, order[own])
    with pytest.raises(BoardNotFull):
        hall.act(hall.actor(5 - own), teams_matches_verbs.name_line_up, contest.contest_id, order[5 - own][:3])
    both = hall.act(hall.actor(5 - own), teams_matches_verbs.name_line_up, contest.contest_id, order[5 - own])
    assert found(both.part(TeamMatch)).is_open
    assert found(both.part(TeamMatch)).boards[0].seats[0][0].name == order[own][0][0]
    with refuses("error.LineUpIsClosed"):
        hall.act(hall.actor(own), teams_matches_verbs.name_line_up, contest.contest_id, order[own])


def test_a_slip_in_a_line_up_is_asked_about_and_members_of_one_name_are_told_apart(hall: Hall):
    tournament, contest = go_cup(hall, replace(GO, teams=replace(found(GO.teams), line_up=LineUp.FREE)))
    own = captain_of(hall, tournament, contest, 0)
    members = [one.person_id for one in hall.ask(entering_teams_store.members, contest.sides[0])]

    def call(place: int, name: str) -> None:
        known = found(hall.ask(people_store.load, members[place]))
        hall.do(lambda tx: people_store.save(tx, replace(known, name=name)))

    for place, called in enumerate(("José, o Bom", "Bruno", "Caio", "Caio", "Davi")):
        call(place, called)
    _, asked = hall.ask_as(hall.actor(own), teams_matches_verbs.members_to_name, contest.contest_id)
    assert asked == (("José o Bom",), ("Bruno",), ("Caio (1)",), ("Caio (2)",))

    def name(*order: str) -> object:
        seats = [(one,) for one in order]
        return hall.act(hall.actor(own), teams_matches_verbs.name_line_up, contest.contest_id, seats)

    with pytest.raises(SlipInLineUp) as slip:
        name("jose o bom", "Brunno", "Caio (1)", "Caio (2)")
    assert (slip.value.board, slip.value.known) == (2, ("Bruno",))
    with pytest.raises(TwoNamedAlike):
        name("jose o bom", "Bruno", "Caio", "Davi")
    name("jose o bom", "bru", "Caio (2)", "Davi")
    taken = hall.ask(entering_teams_store.line_ups, contest.contest_id)[0]
    assert taken == tuple((members[place],) for place in (0, 1, 3, 4))


def test_a_fixed_order_is_not_named(hall: Hall, duel):
    cup, contest = duel
    with refuses("error.LineUpIsFixed"):
        hall.act(
            hall.actor(captain_of(hall, cup, contest, 0)), teams_matches_verbs.name_line_up, contest.contest_id, []
        )


@pytest.mark.rule("GO-25.1")
def test_everyone_meets_everyone_on_as_many_boards(hall: Hall):
    games = GamesRules(best_of=16, play_all=True, draws=True, report=found(GO.games).report)
    rules = replace(GO, teams=replace(found(GO.teams), encounter=TeamEncounter.EVERYONE), games=games)
    tournament, contest = go_cup(hall, rules)
    view = hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now)
    assert len({tuple(seat[0].name for seat in one.seats) for one in found(view.part(TeamMatch)).boards}) == 16
    play(hall, tournament, contest, *(["1-0"] * 9 + ["0-1"] * 7))
    assert hall.load(tournament).ended_at is not None


def school(hall: Hall, tournament, teacher: int, name: str):
    pupils = (NamedMember(f"{name}{number}", None, 7 + number % 3) for number in range(10))
    return save(hall, tournament, teacher, name, *pupils)


def line_up(name: str) -> list[tuple[str, ...]]:
    one = [f"{name}{number}" for number in range(10)]
    return [(one[0],), (one[1],), (one[2],), tuple(one[3:5]), tuple(one[5:])]


@pytest.mark.rule("OLY-1", "OLY-2", "OLY-3", "OLY-4", "OLY-5")
def test_a_dispute_of_two_schools_is_told_game_by_game(hall: Hall):
    tournament = hall.announce(SCHOOLS, "Olimpiada")
    school(hall, tournament, 2, "Norte")
    school(hall, tournament, 3, "Sul")
    tournament = begin(hall, tournament, 2, 3)
    contest = hall.open_contests(tournament)[0]
    own = captain_of(hall, tournament, contest, 0)
    names = {2: "Norte", 3: "Sul"}
    twice = line_up(names[own])
    twice[0] = (f"{names[own]}9",)
    with pytest.raises(SitsTwice) as refused:
        hall.act(hall.actor(own), teams_matches_verbs.name_line_up, contest.contest_id, twice)
    assert refused.value.name == f"{names[own]}9"
    hall.act(hall.actor(own), teams_matches_verbs.name_line_up, contest.contest_id, line_up(names[own]))
    view = hall.act(hall.actor(5 - own), teams_matches_verbs.name_line_up, contest.contest_id, line_up(names[5 - own]))
    boards, scene = found(view.part(TeamMatch)).boards, found(found(view.part(TeamMatch)).scene)
    assert scene in {0, 1}
    dispute = found(SCHOOLS.dispute)
    assert [one.sheet for one in boards] == list((dispute.scene_1, dispute.scene_2)[scene])
    play(hall, tournament, contest, "1-0", "1-0", "0-1", "1-1", "1-1")
    rows = found(hall.ask(course_reading_verbs.standings_view, tournament.tournament_id)).rows
    assert [int(found(row.values[0].value)) for row in rows] == [2, 0]
    assert [int(found(row.values[1].value)) for row in rows] == [1, -1]
    replayed = replay(read_record(write_record(hall.ask(record_of, hall.load(tournament))), "cup.json"))
    assert replayed.difference is None


@pytest.mark.rule("AIJE-D05-3", "GO-16.4")
def test_a_settled_match_is_put_right_board_by_board(hall: Hall):
    tournament, contest = go_cup(hall, replace(GO, minimum_entrants=2, discipline=None), third="C")
    play(hall, tournament, contest, "1-0", "1-0", "0-1", "1-0")
    with refuses("error.CorrectedByBoards"):
        hall.act(hall.actor(1), playing_correcting_verbs.correct, contest.contest_id, (1, 3, 0), 0, "Wrong way round")
    boards = ("0-1", "0-1", "1-0", "½-½")
    hall.act(hall.actor(1), teams_matches_verbs.correct, contest.contest_id, boards, "Wrong way round")
    settled = found(hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now).contest.result)
    assert (settled.score, settled.draws) == ((1, 2), 1)
    assert [one.score for one in settled.boards] == [(0, 1), (0, 1), (1, 0), (0, 0)]
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(1), teams_matches_verbs.correct, contest.contest_id, boards, "Once more")


@pytest.mark.rule("AIJE-D01-5.4", "AIJE-D05-3")
def test_games_that_a_late_team_has_lost_are_given_on_each_board_and_rated_for_nobody(hall: Hall, duel):
    cup, contest = duel
    hall.do(lambda tx: playing_board_store.start_absence_clock(tx, contest.contest_id, 1, hall.now, (0, 0)))
    hall.now += timedelta(minutes=2, seconds=30)
    own, late = (captain_of(hall, cup, contest, side) for side in (0, 1))
    assert hall.act(hall.actor(late), playing_presence_verbs.here, contest.contest_id).lost == 1
    with pytest.raises(GamesLostByLateness) as refused:
        hall.act(hall.actor(own), teams_matches_verbs.report, contest.contest_id, ("4-0", "0-4", "4-0"))
    assert (refused.value.board, refused.value.n) == (2, 1)
    play(hall, cup, contest, "3-1", "2-2", "+-")
    settled = found(hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now).contest.result)
    assert (settled.score, settled.draws, settled.walkover_games) == ((2, 0), 1, (0, 0))
    assert [one.walkover_games for one in settled.boards] == [(1, 0), (1, 0), (4, 0)]
    assert sum(match.games for match in hall.ask(rated_matches, cup)) == 6
    replays(hall, cup)


@pytest.mark.rule("GO-25.1", "GO-28.4")
def test_boards_of_whom_a_team_has_lost_are_given_and_the_match_is_still_reported(hall: Hall):
    rules = replace(GO, teams=replace(found(GO.teams), encounter=TeamEncounter.EVERYONE))
    cup, contest = go_cup(hall, rules)
    captain = hall.actor(captain_of(hall, cup, contest, 0))
    entrant = contest.sides[1]
    gone = "DELETE FROM team_members WHERE entrant_id = ? AND board IN (0, 4)"
    hall.do(lambda tx: tx.execute(gone, (entrant,)))
    boards = ["1-0"] * 16
    with refuses("error.NobodySits") as refused:
        hall.act(captain, teams_matches_verbs.report, contest.contest_id, boards)
    team = found(hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now).part(TeamMatch))
    empty = [one.board for one in team.boards if not one.seats[1]]
    assert (len(empty), refused.value.board, refused.value.mark) == (4, empty[0], "+-")
    for board in empty:
        boards[board - 1] = "+-"
    told = hall.act(captain, teams_matches_verbs.report, contest.contest_id, boards)
    assert told.score == (16, 0, 0)


@pytest.mark.rule("GO-25.1", "GO-28.4")
def test_a_board_for_which_neither_team_has_anybody_left_gives_nothing(hall: Hall):
    cup, contest = go_cup(hall, GO)
    gone = "DELETE FROM team_members WHERE board IN (0, 4)"
    hall.do(lambda tx: tx.execute(gone, ()))
    play(hall, cup, contest, "1-0", "1-0", "0-1", "½-½")
    settled = found(hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now).contest.result)
    assert (settled.score, settled.draws) == ((2, 1), 0)
    assert (settled.boards[3].score, settled.boards[3].draws, settled.boards[3].kind) == (
        (0, 0),
        0,
        ResultKind.BOTH_LOST,
    )
