"""Teams in the services: entering, confirming, boards, results, titles."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.announcements import Saying
from bot.domain.format_rules import Encounter, GamesRules, LineUp
from bot.domain.ids import MemberId
from bot.domain.team_views import NamedMember
from bot.domain.titles import PlayerRecord
from bot.rulebooks.library import preset
from bot.services import (
    check_in,
    drawing,
    ending_reading,
    match_reading,
    reporting,
    standings_reading,
    team_matches,
    teams,
    title_facts,
)
from bot.services.ending import rated_matches
from bot.services.event_facts import facts
from bot.services.matches import OwnMatch
from bot.services.registration import NotRegistered
from bot.services.reporting import OwnReport
from bot.services.team_errors import (
    BoardNotFull,
    CaptainLeads,
    ImpossibleBoard,
    InAnotherTeam,
    LeaderHasNoRating,
    LeaderIsNotHighest,
    LineUpIsClosed,
    LineUpIsFixed,
    LineUpsMissing,
    MayNotMove,
    MemberAccountHeld,
    MembersWithoutAccount,
    NamedTwice,
    NoSchoolYear,
    NotACaptain,
    NotPlayedYet,
    OnlyTheCaptain,
    PupilTooOld,
    SitsTwice,
    StrangerInLineUp,
    TeamNameTaken,
    TeamOverfull,
    TeamsOnly,
    TeamTooSmall,
    TwoOfTheTop,
)
from bot.storage import contests, ratings
from bot.storage import teams as teams_storage
from bot.storage.ratings import Rated, RatingList
from tests.services.hall import GUILD, Hall

JEEK = replace(preset("aije-teams"), matches=replace(preset("aije-teams").matches, matches_per_arbiter=0))
GO = replace(preset("go-teams"), matches=replace(preset("go-teams").matches, matches_per_arbiter=0), minimum_entrants=2)
SCHOOLS = preset("olympiad-school")


def publish(hall: Hall, **rated: float) -> None:
    """Publishes a list of members, as `P2=2100`."""
    people = {hall.person(int(name[1:])).person_id: rating for name, rating in rated.items()}
    lines = {one: Rated(one, rating, 10) for one, rating in people.items()}
    hall.do(
        lambda work, occasion: ratings.publish(work, RatingList(occasion.ids.fresh(), GUILD, None, hall.now, lines))
    )


def save(hall: Hall, tournament, captain: int, name: str, *members: NamedMember):
    return hall.do(teams.save, hall.presser(captain), tournament.tournament_id, name, members)


def jeek_team(hall: Hall, tournament, captain: int, name: str):
    """A team of a captain and two outside the server, with accounts."""
    own = NamedMember(f"P{captain}", f"acc{captain}")
    return save(hall, tournament, captain, name, own, *(NamedMember(f"{name} {one}", f"{name}{one}") for one in (2, 3)))


def begin(hall: Hall, tournament, *captains: int):
    hall.now = tournament.start_at - timedelta(minutes=1)
    for captain in captains:
        hall.do(check_in.check_in, hall.presser(captain), tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(check_in.close, hall.load(tournament))
    hall.do(drawing.draw_when_closed, tournament.tournament_id)
    for contest in hall.open_contests(tournament):
        call(hall, contest)
    return hall.load(tournament)


def call(hall: Hall, contest) -> None:
    hall.do(lambda work, _: contests.note_called(work, contest.contest_id, hall.now))


@pytest.fixture
def cup(hall: Hall):
    """A Team Tournament with a ranking: P2 to P8, the best first."""
    publish(hall, P2=2200, P3=2190, P4=2180, P5=2170, P6=2160, P7=2150, P8=2140)
    return hall.announce(JEEK, "Times")


def captain_of(hall: Hall, tournament, contest, side: int) -> int:
    (person,) = [
        one
        for one in (hall.person(number) for number in range(2, 10))
        if one.person_id == hall.people_of(tournament, contest)[side]
    ]
    return int(person.name[1:])


def play(hall: Hall, tournament, contest, *boards: str) -> None:
    first, second = (captain_of(hall, tournament, contest, side) for side in (0, 1))
    for captain in (first, second):
        hall.do(team_matches.report, hall.presser(captain), contest.contest_id, boards)


@pytest.mark.rule("AIJE-D05-1")
def test_a_team_is_registered_by_its_captain_with_people_of_the_server_and_others(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "ana"), NamedMember("Bia", "bia99"))
    assert (view.newly, view.free, [one.board for one in view.members]) == (True, 1, [1, 2])
    view = hall.do(teams.add_members, hall.presser(2), view.entrant.entrant_id, {MemberId(20): "P20"})
    assert [one.person.name for one in view.members] == ["P2", "Bia", "P20"]
    assert [one.name for one in view.without_account] == ["P20"]


@pytest.mark.rule("AIJE-D05-1")
def test_a_team_with_two_of_the_top_five_is_refused_with_both_names(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"))
    with pytest.raises(TwoOfTheTop) as refused:
        hall.do(teams.add_members, hall.presser(2), view.entrant.entrant_id, {MemberId(6): "P6"})
    assert dict(refused.value.fields()) == {"name": "P6", "other": "P2", "place": 5, "limit": 5}
    hall.do(teams.add_members, hall.presser(2), view.entrant.entrant_id, {MemberId(7): "P7"})


@pytest.mark.rule("AIJE-D05-1")
def test_the_highest_rated_leads_and_has_a_rating(hall: Hall, cup):
    view = save(hall, cup, 8, "Azul", NamedMember("P8", "a"))
    with pytest.raises(LeaderIsNotHighest) as refused:
        hall.do(teams.add_members, hall.presser(8), view.entrant.entrant_id, {MemberId(7): "P7"})
    assert (refused.value.name, refused.value.other) == ("P8", "P7")
    with pytest.raises(LeaderHasNoRating):
        save(hall, cup, 9, "Verde", NamedMember("P9", "b"))


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-2")
def test_an_overfull_team_a_name_twice_a_team_of_that_name_and_somebody_of_another_team_are_refused(hall: Hall, cup):
    azul = save(hall, cup, 2, "Azul", NamedMember("P2", "acc2"), NamedMember("Azul 2", "b"))
    hall.do(teams.add_members, hall.presser(2), azul.entrant.entrant_id, {MemberId(20): "P20"})
    with pytest.raises(TeamOverfull) as overfull:
        save(hall, cup, 3, "Verde", *(NamedMember(name, name) for name in ("P3", "b", "c", "d")))
    assert (overfull.value.name, overfull.value.limit) == ("d", 3)
    with pytest.raises(NamedTwice, match="b"):
        save(hall, cup, 3, "Verde", *(NamedMember(name, name) for name in ("P3", "b", "b")))
    with pytest.raises(TeamNameTaken):
        save(hall, cup, 3, "AZUL", NamedMember("P3", "x"))
    with pytest.raises(MemberAccountHeld):
        save(hall, cup, 3, "Verde", NamedMember("P3", "acc2"))
    view = save(hall, cup, 3, "Verde", NamedMember("P3", "x"))
    with pytest.raises(InAnotherTeam) as other:
        hall.do(teams.add_members, hall.presser(3), view.entrant.entrant_id, {MemberId(20): "P20"})
    assert (other.value.name, other.value.team) == ("P20", "Azul")


def test_people_alone_do_not_enter_an_event_for_teams(hall: Hall, cup):
    with pytest.raises(TeamsOnly):
        hall.enter(cup, 2)


def test_a_member_may_leave_until_the_close_and_only_the_captain_changes_the_team(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"))
    hall.do(teams.add_members, hall.presser(2), view.entrant.entrant_id, {MemberId(20): "P20", MemberId(21): "P21"})
    with pytest.raises(NotACaptain):
        save(hall, cup, 20, "Verde")
    with pytest.raises(CaptainLeads):
        hall.do(teams.leave, hall.presser(2), cup.tournament_id)
    view = hall.do(teams.leave, hall.presser(20), cup.tournament_id)
    assert [one.person.name for one in view.members] == ["P2", "P21"]
    with pytest.raises(NotRegistered):
        hall.do(teams.leave, hall.presser(20), cup.tournament_id)


@pytest.mark.rule("AIJE-D05-1")
def test_an_incomplete_team_does_not_confirm_and_any_member_may_confirm_a_whole_one(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    hall.now = cup.start_at - timedelta(minutes=5)
    with pytest.raises(TeamTooSmall):
        hall.do(check_in.check_in, hall.presser(2), cup.tournament_id)
    hall.do(teams.add_members, hall.presser(2), view.entrant.entrant_id, {MemberId(20): "P20"})
    with pytest.raises(MembersWithoutAccount):
        hall.do(check_in.check_in, hall.presser(20), cup.tournament_id)
    save(hall, cup, 2, "Azul", NamedMember("P2"), NamedMember("Bia"), NamedMember("P20", "c"))
    assert hall.do(check_in.check_in, hall.presser(20), cup.tournament_id).newly
    after = save(hall, cup, 2, "Azul", NamedMember("P2"), NamedMember("Bia"))
    assert after.entrant.checked_in_at is None


@pytest.mark.rule("AIJE-D05-2", "AIJE-D05-3", "AIJE-D05-4")
def test_a_cup_of_four_teams_is_played_board_by_board_to_its_podium(hall: Hall, cup):
    for captain, name in ((2, "Azul"), (3, "Verde"), (4, "Roxo"), (5, "Cinza")):
        jeek_team(hall, cup, captain, name)
    cup = begin(hall, cup, 2, 3, 4, 5)
    first = hall.open_contests(cup)[0]
    view = hall.ask(match_reading.view_of, first.contest_id, hall.now)
    assert view.team is not None
    assert [len(one.seats[0]) for one in view.team.boards] == [1, 1, 1]
    assert all(player.is_team for player in view.players)
    while waiting := hall.open_contests(cup):
        call(hall, waiting[0])
        best = min((0, 1), key=lambda side: captain_of(hall, cup, waiting[0], side))
        play(hall, cup, waiting[0], *(("3-1", "2-2", "4-0") if best == 0 else ("1-3", "2-2", "0-4")))
    cup = hall.load(cup)
    podium = hall.ask(ending_reading.podium_view, cup.tournament_id)
    assert podium.places[0].person.name == "Azul"
    rows = hall.ask(standings_reading.standings_view, cup.tournament_id).rows
    assert [int(row.values[0].value) for row in rows] == [9, 6, 3, 0]
    games = sum(match.games for match in hall.ask(rated_matches, cup))
    assert games == 6 * 12
    members = hall.ask(facts, cup).starter(rows[0].entrant_id).members
    records: dict[object, PlayerRecord] = hall.ask(title_facts.player_records, GUILD, members, hall.now)
    assert all(record.victories for record in records.values())
    assert len(hall.promised(Saying.PODIUM, cup.tournament_id)) == 1
    assert hall.ask(drawing.verified, GUILD, cup.tournament_id).holds


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
        hall.do(team_matches.report, hall.presser(captain), contest.contest_id, boards)
    assert (refused.value.board, refused.value.games) == (wrong, 4)


def test_captains_report_and_confirm_and_no_team_confirms_its_own_report(hall: Hall, duel):
    cup, contest = duel
    own, other = (captain_of(hall, cup, contest, side) for side in (0, 1))
    taken = hall.do(team_matches.report, hall.presser(own), contest.contest_id, ("3-1", "2-2", "4-0"))
    report = taken.view.match.report
    with pytest.raises(OwnReport):
        hall.do(reporting.confirm, hall.presser(own), contest.contest_id, report.report_id)
    settled = hall.do(reporting.confirm, hall.presser(other), contest.contest_id, report.report_id)
    assert [one.score for one in settled.view.contest.result.boards] == [(3, 1), (2, 2), (4, 0)]
    assert (settled.view.contest.result.score, settled.view.contest.result.draws) == ((2, 0), 1)


def test_a_member_who_does_not_lead_neither_reports_nor_rules(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    hall.do(teams.add_members, hall.presser(2), view.entrant.entrant_id, {MemberId(20): "P20"})
    save(hall, cup, 2, "Azul", NamedMember("P2"), NamedMember("Bia"), NamedMember("P20", "c"))
    jeek_team(hall, cup, 3, "Verde")
    cup = begin(hall, cup, 2, 3)
    contest = hall.open_contests(cup)[0]
    with pytest.raises(OnlyTheCaptain):
        hall.do(team_matches.report, hall.presser(20), contest.contest_id, ("3-1", "2-2", "4-0"))
    hall.arbiter(20)
    with pytest.raises(OwnMatch):
        hall.do(team_matches.rule, hall.presser(20), contest.contest_id, ("3-1", "2-2", "4-0"), None)


def test_another_report_disputes_nothing_and_the_arbiters_boards_settle(hall: Hall, duel):
    cup, contest = duel
    own = captain_of(hall, cup, contest, 0)
    taken = hall.do(team_matches.report, hall.presser(own), contest.contest_id, ("3-1", "2-2", "4-0"))
    hall.do(reporting.dispute, hall.presser(5 - own), contest.contest_id, taken.view.match.report.report_id, "No.")
    done = hall.do(team_matches.rule, hall.presser(1), contest.contest_id, ("3-1", "+-", "-+"), "Board 3 never came")
    result = done.view.contest.result
    assert [one.walkover_games for one in result.boards] == [(0, 0), (4, 0), (0, 4)]
    assert sum(match.games for match in hall.ask(rated_matches, cup)) == 4


def go_cup(hall: Hall, rulebook=GO):
    tournament = hall.announce(rulebook, "Go")
    for captain, name in ((2, "A"), (3, "B")):
        members = (f"P{captain}", *(f"{name}{one}" for one in (2, 3, 4, 5)))
        save(hall, tournament, captain, name, *map(NamedMember, members))
    tournament = begin(hall, tournament, 2, 3)
    return tournament, hall.open_contests(tournament)[0]


@pytest.mark.rule("GO-25.1", "GO-27.2")
def test_a_substitute_takes_a_board_of_the_fixed_order_and_draws_split_a_board(hall: Hall):
    tournament, contest = go_cup(hall)
    own = captain_of(hall, tournament, contest, 0)
    letter = "A" if own == 2 else "B"
    names = [(f"P{own}",), (f"{letter}2",), (f"{letter}3",), (f"{letter}4",)]
    with pytest.raises(MayNotMove):
        hall.do(team_matches.name_line_up, hall.presser(own), contest.contest_id, [names[1], names[0], *names[2:]])
    view = hall.do(team_matches.name_line_up, hall.presser(own), contest.contest_id, [*names[:3], (f"{letter}5",)])
    assert view.team.boards[3].seats[0][0].name == f"{letter}5"
    play(hall, tournament, contest, "1-0", "½-½", "0-1", "1-0")
    rows = hall.ask(standings_reading.standings_view, tournament.tournament_id).rows
    assert [tuple(int(value.value) for value in row.values[:2]) for row in rows] == [(2, 5), (0, 3)]


@pytest.mark.rule("GO-25.1")
def test_a_free_order_is_a_secret_until_both_have_named_it(hall: Hall):
    tournament, contest = go_cup(hall, replace(GO, teams=replace(GO.teams, line_up=LineUp.FREE)))
    own = captain_of(hall, tournament, contest, 0)
    order = {2: [(one,) for one in ("A4", "A3", "A2", "P2")], 3: [(one,) for one in ("B5", "B4", "B3", "B2")]}
    with pytest.raises(LineUpsMissing):
        hall.do(team_matches.report, hall.presser(own), contest.contest_id, ("1-0",) * 4)
    half = hall.do(team_matches.name_line_up, hall.presser(own), contest.contest_id, order[own])
    assert not half.team.is_open
    assert all(seat == () for board in half.team.boards for seat in board.seats)
    with pytest.raises(StrangerInLineUp):
        hall.do(team_matches.name_line_up, hall.presser(5 - own), contest.contest_id, order[own])
    with pytest.raises(BoardNotFull):
        hall.do(team_matches.name_line_up, hall.presser(5 - own), contest.contest_id, order[5 - own][:3])
    both = hall.do(team_matches.name_line_up, hall.presser(5 - own), contest.contest_id, order[5 - own])
    assert both.team.is_open
    assert both.team.boards[0].seats[0][0].name == order[own][0][0]
    with pytest.raises(LineUpIsClosed):
        hall.do(team_matches.name_line_up, hall.presser(own), contest.contest_id, order[own])


def test_a_fixed_order_is_not_named(hall: Hall, duel):
    cup, contest = duel
    with pytest.raises(LineUpIsFixed):
        hall.do(team_matches.name_line_up, hall.presser(captain_of(hall, cup, contest, 0)), contest.contest_id, [])


@pytest.mark.rule("GO-25.1")
def test_everyone_meets_everyone_on_as_many_boards(hall: Hall):
    games = GamesRules(best_of=16, play_all=True, draws=True, report=GO.games.report)
    rules = replace(GO, teams=replace(GO.teams, encounter=Encounter.EVERYONE), games=games)
    tournament, contest = go_cup(hall, rules)
    view = hall.ask(match_reading.view_of, contest.contest_id, hall.now)
    assert len({tuple(seat[0].name for seat in one.seats) for one in view.team.boards}) == 16
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
        hall.do(team_matches.name_line_up, hall.presser(own), contest.contest_id, twice)
    assert refused.value.name == f"{names[own]}9"
    for captain in (own, 5 - own):
        view = hall.do(team_matches.name_line_up, hall.presser(captain), contest.contest_id, line_up(names[captain]))
    assert view.team.scene in {0, 1}
    assert [one.sheet for one in view.team.boards] == list(
        (SCHOOLS.dispute.scene_1, SCHOOLS.dispute.scene_2)[view.team.scene]
    )
    play(hall, tournament, contest, "1-0", "1-0", "0-1", "1-1", "1-1")
    rows = hall.ask(standings_reading.standings_view, tournament.tournament_id).rows
    assert [int(row.values[0].value) for row in rows] == [2, 0]
    assert [int(row.values[1].value) for row in rows] == [1, -1]


@pytest.mark.rule("OLY-1")
def test_a_wrong_school_year_is_refused_with_the_pupil(hall: Hall):
    tournament = hall.announce(SCHOOLS, "Olimpiada")
    with pytest.raises(PupilTooOld) as refused:
        save(hall, tournament, 2, "Norte", NamedMember("Ana", None, 7), NamedMember("Bia", None, 10))
    assert (refused.value.name, refused.value.year, refused.value.limit) == ("Bia", 10, 9)
    with pytest.raises(NoSchoolYear):
        save(hall, tournament, 2, "Norte", NamedMember("Ana"))


@pytest.mark.rule("GO-26.6")
@pytest.mark.parametrize("encounter", [Encounter.SUM, Encounter.STAY_ON])
def test_what_is_not_run_is_refused_where_it_would_be_created(hall: Hall, encounter):
    with pytest.raises(NotPlayedYet) as refused:
        hall.announce(replace(GO, teams=replace(GO.teams, encounter=encounter)))
    assert (refused.value.setting, refused.value.value) == ("[teams] encounter", encounter.value)


def test_members_are_found_by_their_team(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"))
    assert hall.ask(teams_storage.playing_for, cup.tournament_id, hall.person(2).person_id) == view.entrant.entrant_id
