"""Staff write teams down for people who cannot: entering, changing, another captain."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import Disqualified
from bot.features.entering.model import EnteredByStaff
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.errors_model import InAnotherTeam, LeaderIsNotHighest, TeamOverfull
from bot.features.teams.model import Awaiting, NamedMember, TeamView
from bot.features.tournaments.verbs import OtherKindOfEvent
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel import outbox
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFound, Outdated
from bot.kernel.ids import MemberId
from bot.kernel.log import Sought
from bot.kernel.promises import ToMember
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.play.entries import Tournament
from tests.hall.court import bar_by_verdict
from tests.hall.hall import GUILD, Hall
from tests.hall.squads import GO, JEEK, SCHOOLS, begin, captain_of, publish, save
from tests.refusals import refuses

NAMES = tuple(NamedMember(name) for name in ("Ana", "Bia", "Caio", "Davi"))


def enter(
    hall: Hall, tournament: Tournament, captain: int | None, name: str, *named: NamedMember, by: int = 1
) -> TeamView:
    known = None if captain is None else (MemberId(captain), f"P{captain}")
    return hall.act(hall.actor(by), teams_staff_verbs.enter, tournament.tournament_id, known, name, named)


def test_an_organiser_enters_a_team_whose_captain_reads_of_it(hall: Hall) -> None:
    tournament = hall.announce(GO, "Go")
    view = enter(hall, tournament, 5, "Azul", NamedMember("P5"), *NAMES[1:])
    assert (view.newly, view.captain.name, view.free) == (True, "P5", 0)
    assert len(hall.promised(EnteredByStaff, view.entrant.entrant_id)) == 1
    assert [one.person.name for one in view.members] == ["Bia", "Caio", "Davi"]
    assert [(one.name, one.awaiting) for one in view.places] == [("P5", Awaiting.MEMBER)]
    done = hall.act(hall.actor(5), teams_verbs.accept, view.entrant.entrant_id)
    assert isinstance(done, TeamView)
    assert [one.person.name for one in done.members] == ["P5", "Bia", "Caio", "Davi"]


def test_without_a_member_of_the_server_the_first_who_is_named_leads(hall: Hall) -> None:
    tournament = hall.announce(GO, "Go")
    view = enter(hall, tournament, None, "Azul", *NAMES)
    assert (view.captain.name, view.captain.discord_id) == ("Ana", None)
    assert not hall.promised(EnteredByStaff, view.entrant.entrant_id)


def test_while_confirmation_is_open_a_complete_team_is_confirmed_with_it(hall: Hall) -> None:
    tournament = hall.announce(GO, "Go")
    hall.now = tournament.start_at - timedelta(minutes=5)
    assert enter(hall, tournament, None, "Azul", *NAMES).entrant.checked_in_at == hall.now
    assert enter(hall, tournament, None, "Verde", NamedMember("Zoe")).entrant.checked_in_at is None


def test_only_staff_writes_other_peoples_teams_down(hall: Hall) -> None:
    tournament = hall.announce(GO, "Go")
    with pytest.raises(NotAllowed):
        enter(hall, tournament, 5, "Azul", *NAMES, by=7)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(7), teams_staff_verbs.begin, tournament.tournament_id, None)
    with pytest.raises(OtherKindOfEvent):
        hall.act(hall.actor(1), teams_staff_verbs.begin, hall.announce().tournament_id, None)
    hall.arbiter(7)
    assert enter(hall, tournament, 5, "Azul", *NAMES, by=7).newly


def test_staff_changes_a_team_until_the_close(hall: Hall) -> None:
    tournament = hall.announce(GO, "Go")
    view = save(hall, tournament, 5, "Azul", NamedMember("P5"), NamedMember("Bia"))
    entrant_id = view.entrant.entrant_id
    asked = hall.ask_as(hall.actor(1), teams_staff_verbs.form_of, entrant_id)
    assert (asked.name, [one.name for one in asked.members]) == ("Azul", ["P5", "Bia"])
    named = (NamedMember("Bia"), NamedMember("P5"), NamedMember("Eva"))
    changed = hall.act(hall.actor(1), teams_staff_verbs.change, entrant_id, "Azul Claro", named)
    assert [one.person.name for one in changed.members] == ["Bia", "P5", "Eva"]
    assert (changed.entrant.team_name, changed.captain.name) == ("Azul Claro", "P5")
    more = hall.act(hall.actor(1), teams_staff_verbs.add_members, entrant_id, {MemberId(20): "P20"})
    assert [(one.name, one.awaiting) for one in more.places] == [("P20", Awaiting.MEMBER)]
    hall.now = tournament.start_at + timedelta(minutes=1)
    with refuses("error.RegistrationClosed"):
        hall.act(hall.actor(1), teams_staff_verbs.change, entrant_id, "Azul", named)


def hand_over(hall: Hall, view: TeamView, captain: int) -> TeamView:
    known = (MemberId(captain), f"P{captain}")
    return hall.act(hall.actor(1), teams_staff_verbs.hand_over, view.entrant.entrant_id, known)


def test_another_captain_acts_for_the_team_and_the_old_one_is_a_member(hall: Hall) -> None:
    tournament = hall.announce(GO, "Go")
    azul = save(hall, tournament, 2, "Azul", NamedMember("P2"), *NAMES[1:])
    save(hall, tournament, 3, "Verde", NamedMember("P3"), *(NamedMember(name) for name in ("x", "y", "z")))
    changed = hand_over(hall, azul, 4)
    assert (changed.captain.name, [one.name for one in changed.places]) == ("P4", ["P4"])
    hall.act(hall.actor(4), teams_verbs.accept, azul.entrant.entrant_id)
    with pytest.raises(AlreadyDone):
        hand_over(hall, azul, 4)
    with pytest.raises(InAnotherTeam):
        hand_over(hall, azul, 3)
    tournament = begin(hall, tournament, 3, 4)
    contest = hall.open_contests(tournament)[0]
    with refuses("error.OnlyTheCaptain"):
        hall.act(hall.actor(2), teams_matches_verbs.report, contest.contest_id, ("1-0",) * 4)
    hall.act(hall.actor(4), teams_matches_verbs.report, contest.contest_id, ("1-0",) * 4)
    assert any(one.act == "change_captain" for one in hall.ask_as(hall.actor(1), undoing_verbs.page, Sought(), 1).lines)


def test_a_captain_who_cannot_come_is_replaced_while_the_event_runs(hall: Hall) -> None:
    tournament = hall.announce(GO, "Go")
    azul = save(hall, tournament, 2, "Azul", NamedMember("P2"), *NAMES[1:])
    save(hall, tournament, 3, "Verde", NamedMember("P3"), *(NamedMember(name) for name in ("x", "y", "z")))
    tournament = begin(hall, tournament, 2, 3)
    contest = hall.open_contests(tournament)[0]
    before = [
        one.person.name for one in hall.ask_as(hall.actor(1), teams_verbs.of_entrant, azul.entrant.entrant_id).members
    ]
    after = hand_over(hall, azul, 9)
    assert [one.person.name for one in after.members] == before
    assert {captain_of(hall, tournament, contest, side) for side in (0, 1)} == {3, 9}


@pytest.mark.rule("AIJE-D05-1")
def test_a_new_captain_is_the_highest_rated_where_the_rulebook_asks_it(hall: Hall) -> None:
    publish(hall, P2=2200, P3=2190, P4=2180, P5=2170, P6=2160, P8=2100)
    tournament = hall.announce(JEEK, "Times")
    azul = save(hall, tournament, 2, "Azul", NamedMember("P2", "a"), NamedMember("b", "b"))
    with pytest.raises(LeaderIsNotHighest):
        hand_over(hall, azul, 8)


def test_a_full_team_takes_no_captain_from_outside_and_nobody_who_left_with_an_own_team(hall: Hall) -> None:
    tournament = hall.announce(GO, "Go")
    azul = save(hall, tournament, 2, "Azul", NamedMember("P2"), *NAMES)
    with pytest.raises(TeamOverfull):
        hand_over(hall, azul, 4)
    save(hall, tournament, 3, "Verde", NamedMember("P3"))
    hall.act(hall.actor(3), entering_verbs.withdraw, tournament.tournament_id)
    with refuses("error.HadOwnEntry"):
        hand_over(hall, azul, 3)
    hall.act(hall.actor(2), entering_verbs.withdraw, tournament.tournament_id)
    with pytest.raises(NotFound):
        hand_over(hall, azul, 4)


@pytest.mark.rule("AIJE-D05-1")
def test_a_captain_who_said_no_first_and_plays_after_all_can_still_leave(hall: Hall) -> None:
    tournament = hall.announce(GO, "Go")
    azul = save(hall, tournament, 2, "Azul", NamedMember("P2"), NamedMember("Bia"))
    hand_over(hall, azul, 5)
    hall.act(hall.actor(5), teams_verbs.decline, azul.entrant.entrant_id)
    hall.act(hall.actor(5), teams_verbs.save, tournament.tournament_id, "Azul", [NamedMember("P5"), NamedMember("Bia")])
    hand_over(hall, azul, 6)
    after = hall.act(hall.actor(5), teams_verbs.leave, tournament.tournament_id)
    assert [one.person.name for one in after.members] == ["Bia"]


@pytest.mark.rule("OLY-1")
def test_a_teacher_who_takes_over_a_school_plays_in_no_game(hall: Hall) -> None:
    tournament = hall.announce(SCHOOLS, "Olimpiada")
    pupils = (NamedMember(f"Norte{number}", None, 8) for number in range(10))
    norte = save(hall, tournament, 2, "Norte", *pupils)
    after = hand_over(hall, norte, 4)
    assert (after.captain.name, len(after.members)) == ("P4", 10)
    assert after.tournament.guild_id == GUILD


def typed(hall: Hall, cup: Tournament, leader: str, account: str | None = None) -> TeamView:
    """Staff enters a team without a captain of the server."""
    named = [NamedMember(leader, account), *(NamedMember(f"Zoe {one}") for one in (2, 3, 4))]
    return hall.act(hall.actor(1), teams_staff_verbs.enter, cup.tournament_id, None, "Azul", named)


def test_a_first_name_that_can_be_a_member_is_asked_about_and_leads_as_who_is_meant(hall: Hall) -> None:
    cup, member = hall.announce(GO, "Go"), hall.person(7)
    hall.now = cup.start_at - timedelta(minutes=5)
    view = typed(hall, cup, "p7")
    assert view.leader_alike == (member,)
    assert view.entrant.checked_in_at is None
    ghost = view.captain.person_id
    said = hall.act(hall.actor(1), teams_staff_verbs.say_who_leads, view.entrant.entrant_id, member.person_id)
    assert said.captain == member
    assert [one.person for one in said.places] == [member]
    assert said.places[0].place.position == 1
    assert hall.ask(people_store.load, ghost) is None
    assert [one.target for one in hall.ask(outbox.all_promises, EnteredByStaff, view.entrant.entrant_id)] == [
        ToMember(MemberId(7))
    ]
    with pytest.raises(Outdated):
        hall.act(hall.actor(1), teams_staff_verbs.say_who_leads, view.entrant.entrant_id, None)


def test_a_first_name_that_is_somebody_else_leads_as_that_and_ties_nobody(hall: Hall) -> None:
    cup = hall.announce(GO, "Go")
    hall.person(7)
    hall.now = cup.start_at - timedelta(minutes=5)
    view = typed(hall, cup, "P7")
    said = hall.act(hall.actor(1), teams_staff_verbs.say_who_leads, view.entrant.entrant_id, None)
    assert said.captain == view.captain
    assert said.captain.discord_id is None
    assert said.entrant.checked_in_at is not None
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(7), teams_staff_verbs.say_who_leads, view.entrant.entrant_id, None)


@pytest.mark.rule("AIJE-D01-2")
def test_a_barred_member_does_not_lead_by_a_typed_name_either(hall: Hall) -> None:
    cup, member = hall.announce(GO, "Go"), hall.person(7)
    hall.arbiter(92, ArbiterTitle.AJ)
    bar_by_verdict(hall, 92, (MemberId(7), "P7"), "Threats")
    view = typed(hall, cup, "P7")
    with pytest.raises(Disqualified):
        hall.act(hall.actor(1), teams_staff_verbs.say_who_leads, view.entrant.entrant_id, member.person_id)
