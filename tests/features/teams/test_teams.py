"""Teams in the services: entering, confirming, a whole cup, titles."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course.ending_verbs import rated_matches
from bot.features.course.facts_verbs import facts
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import teams_store as entering_teams_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.verbs import TeamsOnly
from bot.features.past_events.drafts_verbs import record_of
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.errors_model import (
    InAnotherTeam,
    LeaderIsNotHighest,
    MemberAccountHeld,
    MembersWithoutAccount,
    PlacesUnanswered,
    PupilTooOld,
    TeamOverfull,
    TeamTooSmall,
    TwoOfTheTop,
)
from bot.features.teams.model import NamedMember, TeamMatch
from bot.features.tournaments.facts_verbs import NotRegistered
from bot.features.tournaments.promises_model import Podium
from bot.kernel.ids import MemberId
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from tests.hall.hall import GUILD, Hall
from tests.hall.squads import (
    SCHOOLS,
    add,
    begin,
    call,
    captain_of,
    found,
    jeek_team,
    play,
    ranked_cup,
    save,
)
from tests.refusals import refuses


@pytest.fixture
def cup(hall: Hall):
    return ranked_cup(hall)


@pytest.mark.rule("AIJE-D05-1")
def test_a_team_is_registered_by_its_captain_with_people_of_the_server_and_others(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "ana"), NamedMember("Bia", "bia99"))
    assert (view.newly, view.free, [one.board for one in view.members]) == (True, 1, [1, 2])
    view = add(hall, 2, view, 20)
    assert [one.person.name for one in view.members] == ["P2", "Bia", "P20"]
    assert view.without_account == ()


@pytest.mark.rule("AIJE-D05-1")
def test_a_team_with_two_of_the_top_five_is_refused_with_both_names(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"))
    with pytest.raises(TwoOfTheTop) as refused:
        add(hall, 2, view, 6)
    assert dict(refused.value.fields()) == {"name": "P6", "other": "P2", "place": 5, "limit": 5}
    add(hall, 2, view, 7)


@pytest.mark.rule("AIJE-D05-1")
def test_the_highest_rated_leads_and_has_a_rating(hall: Hall, cup):
    view = save(hall, cup, 8, "Azul", NamedMember("P8", "a"))
    with pytest.raises(LeaderIsNotHighest) as refused:
        add(hall, 8, view, 7)
    assert (refused.value.name, refused.value.other) == ("P8", "P7")
    with refuses("error.LeaderHasNoRating"):
        save(hall, cup, 9, "Verde", NamedMember("P9", "b"))


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-2")
def test_an_overfull_team_a_name_twice_a_team_of_that_name_and_somebody_of_another_team_are_refused(hall: Hall, cup):
    azul = save(hall, cup, 2, "Azul", NamedMember("P2", "acc2"), NamedMember("Azul 2", "b"))
    add(hall, 2, azul, 20)
    with pytest.raises(TeamOverfull) as overfull:
        save(hall, cup, 3, "Verde", *(NamedMember(name, name) for name in ("P3", "b", "c", "d")))
    assert (overfull.value.name, overfull.value.limit) == ("d", 3)
    with refuses("error.NamedTwice", match="b"):
        save(hall, cup, 3, "Verde", *(NamedMember(name, name) for name in ("P3", "b", "b")))
    with refuses("error.TeamNameTaken"):
        save(hall, cup, 3, "AZUL", NamedMember("P3", "x"))
    with pytest.raises(MemberAccountHeld):
        save(hall, cup, 3, "Verde", NamedMember("P3", "acc2"))
    view = save(hall, cup, 3, "Verde", NamedMember("P3", "x"))
    with pytest.raises(InAnotherTeam) as other:
        add(hall, 3, view, 20)
    assert (other.value.name, other.value.team) == ("P20", "Azul")


def test_people_alone_do_not_enter_an_event_for_teams(hall: Hall, cup):
    with pytest.raises(TeamsOnly):
        hall.enter(cup, 2)


def test_a_member_may_leave_until_the_close_and_only_the_captain_changes_the_team(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"))
    add(hall, 2, view, 20, 21)
    with refuses("error.NotACaptain"):
        save(hall, cup, 20, "Verde")
    with refuses("error.CaptainLeads"):
        hall.act(hall.actor(2), teams_verbs.leave, cup.tournament_id)
    view = hall.act(hall.actor(20), teams_verbs.leave, cup.tournament_id)
    assert [one.person.name for one in view.members] == ["P2", "P21"]
    with pytest.raises(NotRegistered):
        hall.act(hall.actor(20), teams_verbs.leave, cup.tournament_id)


@pytest.mark.rule("AIJE-D05-1")
def test_an_incomplete_team_does_not_confirm_and_any_member_may_confirm_a_whole_one(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    hall.now = cup.start_at - timedelta(minutes=5)
    with pytest.raises(TeamTooSmall):
        hall.act(hall.actor(2), entering_check_in_verbs.check_in, cup.tournament_id)
    save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"), NamedMember("Caio"))
    with pytest.raises(MembersWithoutAccount):
        hall.act(hall.actor(2), entering_check_in_verbs.check_in, cup.tournament_id)
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    hall.act(hall.actor(2), teams_verbs.add_members, view.entrant.entrant_id, {MemberId(20): "P20"})
    with pytest.raises(PlacesUnanswered):
        hall.act(hall.actor(2), entering_check_in_verbs.check_in, cup.tournament_id)
    add(hall, 2, view, 20)
    assert hall.act(hall.actor(20), entering_check_in_verbs.check_in, cup.tournament_id).newly
    after = save(hall, cup, 2, "Azul", NamedMember("P2"), NamedMember("Bia"))
    assert after.entrant.checked_in_at is None


@pytest.mark.rule("AIJE-D05-2", "AIJE-D05-3", "AIJE-D05-4")
def test_a_cup_of_four_teams_is_played_board_by_board_to_its_podium(hall: Hall, cup):
    for captain, name in ((2, "Azul"), (3, "Verde"), (4, "Roxo"), (5, "Cinza")):
        jeek_team(hall, cup, captain, name)
    cup = begin(hall, cup, 2, 3, 4, 5)
    first = hall.open_contests(cup)[0]
    view = hall.ask(playing_reading_verbs.view_of, first.contest_id, hall.now)
    team = view.part(TeamMatch)
    assert team is not None
    assert [len(one.seats[0]) for one in team.boards] == [1, 1, 1]
    assert all(player.is_team for player in view.players)
    while waiting := hall.open_contests(cup):
        call(hall, waiting[0])
        best = min((0, 1), key=lambda side: captain_of(hall, cup, waiting[0], side))
        play(hall, cup, waiting[0], *(("3-1", "2-2", "4-0") if best == 0 else ("1-3", "2-2", "0-4")))
    cup = hall.load(cup)
    podium = found(hall.ask(rounds_ending_verbs.podium_view, cup.tournament_id))
    assert podium.places[0].person.name == "Azul"
    rows = found(hall.ask(course_reading_verbs.standings_view, cup.tournament_id)).rows
    assert [int(found(row.values[0].value)) for row in rows] == [9, 6, 3, 0]
    games = sum(match.games for match in hall.ask(rated_matches, cup))
    assert games == 6 * 12
    members = hall.ask(facts, cup).starter(rows[0].entrant_id).members
    records = hall.ask(registry_titles_verbs.player_records, GUILD, members, hall.now)
    assert all(record.victories for record in records.values())
    assert len(hall.promised(Podium, cup.tournament_id)) == 1
    assert hall.ask(rounds_drawing_verbs.verify_draws, GUILD, cup.tournament_id).holds
    replayed = replay(read_record(write_record(hall.ask(record_of, cup)), "cup.json"))
    assert replayed.difference is None


@pytest.mark.rule("OLY-1")
def test_a_wrong_school_year_is_refused_with_the_pupil(hall: Hall):
    tournament = hall.announce(SCHOOLS, "Olimpiada")
    with pytest.raises(PupilTooOld) as refused:
        save(hall, tournament, 2, "Norte", NamedMember("Ana", None, 7), NamedMember("Bia", None, 10))
    assert (refused.value.name, refused.value.year, refused.value.limit) == ("Bia", 10, 9)
    with refuses("error.NoSchoolYear"):
        save(hall, tournament, 2, "Norte", NamedMember("Ana"))


def test_members_are_found_by_their_team(hall: Hall, cup):
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"))
    assert (
        hall.ask(entering_teams_store.playing_for, cup.tournament_id, hall.person(2).person_id)
        == view.entrant.entrant_id
    )


def test_a_captain_who_withdrew_may_play_in_another_team(hall: Hall, cup):
    save(hall, cup, 8, "Azul", NamedMember("P8", "a"))
    hall.act(hall.actor(8), entering_verbs.withdraw, cup.tournament_id)
    view = save(hall, cup, 7, "Verde", NamedMember("P7", "b"))
    add(hall, 7, view, 8)
    assert hall.ask_as(hall.actor(8), teams_verbs.own, cup.tournament_id).entrant.team_name == "Verde"


def two_teams(hall: Hall, cup):
    """Two teams in play, the first with P7 and P8 in it; P7 is an arbiter."""
    view = save(hall, cup, 7, "Azul", NamedMember("P7", "a"), NamedMember("Bia", "b"))
    add(hall, 7, view, 8)
    save(hall, cup, 7, "Azul", NamedMember("P7"), NamedMember("Bia"), NamedMember("P8", "c"))
    jeek_team(hall, cup, 2, "Verde")
    return begin(hall, cup, 7, 2)


@pytest.mark.rule("AIJE-D05-4")
def test_a_team_is_as_strong_as_all_its_members_and_who_has_no_rating_adds_nothing(hall: Hall, cup):
    cup = two_teams(hall, cup)
    assert sorted(found(one.rating) for one in hall.ask(facts, cup).starters) == [2200, 2150 + 2140]


@pytest.mark.rule("AIJE-D01-6")
def test_no_match_is_given_to_an_arbiter_who_plays_in_a_team_of_the_event(hall: Hall, cup):
    cup = two_teams(hall, cup)
    for number in (8, 30):
        hall.arbiter(number)
        hall.act(hall.actor(number), playing_arbiters_verbs.go_on)
    assert [one.person_id for one in hall.ask(course_calling_verbs.available, cup)] == [hall.person(30).person_id]
