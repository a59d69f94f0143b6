"""A team that a new list makes unfit: told, mended, judged when registration closes, never charged (AIJE-D05-1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.cases import store as cases_store
from bot.features.entering import cards as entering_cards
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import messages as entering_messages
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.entering.model import TriedInVain
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.errors_model import TeamTooSmall
from bot.features.teams.model import (
    BY_THE_LIST,
    CaptainChanged,
    NamedMember,
    TeamsUnfit,
    TeamUnfit,
    TeamUnfitAtClose,
    TeamView,
    list_problems,
    mend,
    whom_to_release,
)
from bot.features.teams.plugs import NOTICES
from bot.features.tournaments import verbs as tournaments_verbs
from bot.i18n.catalogue import Translator
from bot.kernel import log, outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import Outdated
from bot.kernel.ids import EntrantId, MemberId, PersonId, Place
from bot.kernel.outages import Step
from bot.kernel.promises import Message, Promise, ToMember, ToPlace
from bot.layout.cards import Button, Card
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people.ratings_store import Rated, RatingList
from bot.play.entries import Tournament
from bot.play.format_rules import TeamRules
from bot.play.teams import BoardMember, Team, problems
from bot.wiring import take
from tests.hall.hall import GUILD, Hall
from tests.hall.squads import JEEK, add, call, found, jeek_team, publish, save
from tests.refusals import refuses

MEMBER = 20
RULES = found(JEEK.teams)


@pytest.fixture
def cup(hall: Hall) -> Tournament:
    """A Team Tournament of two teams; Azul is led by P2, and P20 of the server plays in it, who is not rated yet."""
    publish(hall, P2=2200, P3=2190, P4=2180, P5=2170, P6=2160, P7=2150)
    cup = hall.announce(JEEK, "Times")
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    add(hall, 2, view, MEMBER)
    jeek_team(hall, cup, 3, "Verde")
    return cup


def list_out(hall: Hall, **rated: float) -> None:
    """A new list comes out by the door that every list goes through."""
    people = {hall.person(int(name[1:])).person_id: rating for name, rating in rated.items()}
    lines = {one: Rated(one, rating, 10) for one, rating in people.items()}
    hall.do(lambda tx: people_ratings_verbs.publish(tx, RatingList(tx.new_id(), GUILD, None, hall.now, lines)))


def second_of_the_top(hall: Hall) -> None:
    """By the new list P20 is number 4, in one team with number 1."""
    list_out(hall, P2=2200, P3=2190, P4=2180, P20=2175, P5=2170, P6=2160)


def another_highest(hall: Hall) -> None:
    """By the new list P2 is number 6 and P20 number 5, so that P20 has to lead."""
    list_out(hall, P3=2300, P4=2290, P5=2280, P6=2270, P20=2210, P2=2200)


def azul(hall: Hall, cup: Tournament) -> EntrantId:
    known = hall.ask(entering_store.of_tournament, cup.tournament_id)
    return next(one.entrant_id for one in known if one.team_name == "Azul")


def promised(hall: Hall, kind: type[Message], subject: object) -> list[Promise[Message]]:
    return list(hall.ask(outbox.all_promises, kind, subject))


def card(hall: Hall, promise: Promise[Message], language: str = "en-US") -> Card | None:
    composed = hall.ask(NOTICES[type(promise.message)], promise)
    return None if composed is None else composed(Translator(language))


def verbs(shown: Card) -> list[str]:
    return [
        one.custom_id.partition(":")[0]
        for row in shown.controls
        if isinstance(row, tuple)
        for one in row
        if isinstance(one, Button)
    ]


def check_in_of(hall: Hall, cup: Tournament, *captains: int) -> None:
    hall.now = cup.start_at - timedelta(minutes=5)
    for captain in captains:
        hall.act(hall.actor(captain), entering_check_in_verbs.check_in, cup.tournament_id)


def closed(hall: Hall, cup: Tournament) -> dict[str, bool]:
    """Closes and draws, and answers which teams play."""
    hall.now = cup.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(cup))
    hall.do(rounds_drawing_verbs.draw_when_closed, cup.tournament_id)
    return {
        str(one.team_name): one.withdrawn_at is None
        for one in hall.ask(entering_store.of_tournament, cup.tournament_id)
    }


def whole(shown: TeamView) -> bool:
    return shown.fit.is_whole


@pytest.mark.rule("AIJE-D05-1")
@pytest.mark.parametrize("language", ["en-US", "pt-BR", "es-ES", "it"])
def test_a_new_list_tells_the_captain_in_the_channel_and_by_letter_what_does_not_fit(
    hall: Hall, cup: Tournament, language: str
) -> None:
    second_of_the_top(hall)
    (letter,) = promised(hall, TeamUnfit, azul(hall, cup))
    assert letter.target == ToMember(MemberId(2))
    shown = found(card(hall, letter, language))
    assert f"<@{MEMBER}>" in " ".join(shown.paragraphs)
    assert verbs(shown) == ["team-release", "team-edit"]
    (said,) = promised(hall, TeamsUnfit, cup.tournament_id)
    assert said.target == ToPlace(Place.ANNOUNCEMENTS)
    posted = found(card(hall, said, language))
    assert posted.pings == frozenset({MemberId(2)})
    assert "Verde" not in " ".join(posted.paragraphs)


@pytest.mark.rule("AIJE-D05-1")
def test_a_list_by_which_every_team_fits_tells_nobody(hall: Hall, cup: Tournament) -> None:
    list_out(hall, P2=2200, P3=2190)
    assert promised(hall, TeamUnfit, azul(hall, cup)) == []
    assert promised(hall, TeamsUnfit, cup.tournament_id) == []


@pytest.mark.rule("AIJE-D05-1")
def test_what_fits_again_before_it_was_said_is_not_said(hall: Hall, cup: Tournament) -> None:
    second_of_the_top(hall)
    list_out(hall, P2=2200, P3=2190)
    assert card(hall, promised(hall, TeamUnfit, azul(hall, cup))[0]) is None
    assert card(hall, promised(hall, TeamsUnfit, cup.tournament_id)[0]) is None


@pytest.mark.rule("AIJE-D05-1")
def test_captains_are_told_once_more_an_hour_before_the_close_wherever_the_start_was_moved(
    hall: Hall, cup: Tournament
) -> None:
    start = cup.start_at + timedelta(hours=5)
    hall.act(hall.actor(1), tournaments_verbs.edit, cup.tournament_id, None, start)
    (look,) = [one for one in hall.ask(kernel_time_store.due_deadlines, start, 99) if one.kind == Step.LOOK_AT_TEAMS]
    assert look.due_at == start - timedelta(hours=1)
    second_of_the_top(hall)
    assert len(promised(hall, TeamUnfit, azul(hall, cup))) == 1
    hall.now = look.due_at
    for _ in range(2):
        hall.do(take, look)
    assert len(promised(hall, TeamUnfit, azul(hall, cup))) == 2


@pytest.mark.rule("AIJE-D05-1")
def test_a_captain_lets_one_of_the_two_go_and_the_team_with_another_member_plays(hall: Hall, cup: Tournament) -> None:
    second_of_the_top(hall)
    entrant = azul(hall, cup)
    view = hall.act(hall.actor(2), teams_staff_verbs.release, entrant, hall.person(MEMBER).person_id)
    assert whole(view)
    save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"), NamedMember("Caio", "c"))
    check_in_of(hall, cup, 2, 3)
    assert closed(hall, cup) == {"Azul": True, "Verde": True}


@pytest.mark.rule("AIJE-D05-1")
def test_only_the_captain_lets_go_and_only_whom_the_team_cannot_play_with(hall: Hall, cup: Tournament) -> None:
    entrant, member = azul(hall, cup), hall.person(MEMBER).person_id
    with pytest.raises(Outdated):
        hall.act(hall.actor(2), teams_staff_verbs.release, entrant, member)
    second_of_the_top(hall)
    with refuses("error.NotACaptain"):
        hall.act(hall.actor(MEMBER), teams_staff_verbs.release, entrant, member)
    with pytest.raises(Outdated):
        hall.act(hall.actor(2), teams_staff_verbs.pass_lead, entrant, member)


@pytest.mark.rule("AIJE-D05-1")
def test_a_captain_passes_the_lead_to_the_highest_rated_who_may_then_change_the_team(
    hall: Hall, cup: Tournament
) -> None:
    list_out(hall, P20=2300, P3=2290, P4=2280, P5=2270, P6=2260, P2=2200)
    entrant = azul(hall, cup)
    (letter,) = promised(hall, TeamUnfit, entrant)
    assert verbs(found(card(hall, letter))) == ["team-lead", "team-edit"]
    view = hall.act(hall.actor(2), teams_staff_verbs.pass_lead, entrant, hall.person(MEMBER).person_id)
    assert (view.captain.name, whole(view)) == (f"P{MEMBER}", True)
    told = promised(hall, CaptainChanged, entrant)
    assert {one.target for one in told} == {ToPlace(Place.ANNOUNCEMENTS), ToMember(MemberId(MEMBER))}
    with pytest.raises(Outdated):
        hall.act(hall.actor(MEMBER), teams_staff_verbs.pass_lead, entrant, hall.person(2).person_id)
    check_in_of(hall, cup, MEMBER, 3)
    assert closed(hall, cup) == {"Azul": True, "Verde": True}


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-5.3")
def test_who_confirms_a_team_that_does_not_fit_is_told_and_the_team_does_not_play_but_nobody_was_absent(
    hall: Hall, cup: Tournament
) -> None:
    second_of_the_top(hall)
    hall.now = cup.start_at - timedelta(minutes=5)
    done = hall.act(hall.actor(2), entering_check_in_verbs.check_in, cup.tournament_id)
    assert (done.newly, done.fits) == (True, False)
    assert verbs(entering_cards.checked_in(done, Translator("en-US"))) == ["team-fit"]
    check_in_of(hall, cup, 3)
    assert closed(hall, cup) == {"Azul": False, "Verde": True}
    assert not hall.ask(cases_store.of_tournament, cup.tournament_id)
    told = promised(hall, TeamUnfitAtClose, azul(hall, cup))
    assert {one.target for one in told} == {
        ToMember(MemberId(2)),
        ToMember(MemberId(MEMBER)),
        ToPlace(Place.COMMITTEE),
    }
    for one in told:
        assert "number 4 of the ranking" in " ".join(found(card(hall, one)).paragraphs)


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-5.3")
def test_a_list_after_the_confirmation_does_not_let_two_of_the_top_five_play_in_one_team(
    hall: Hall, cup: Tournament
) -> None:
    check_in_of(hall, cup, 2, 3)
    hall.now = cup.start_at - timedelta(seconds=30)
    second_of_the_top(hall)
    assert closed(hall, cup) == {"Azul": False, "Verde": True}
    assert not hall.ask(cases_store.of_tournament, cup.tournament_id)


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-5.3")
def test_a_team_that_a_new_list_made_unfit_is_not_absent_where_its_captain_pressed_nothing(
    hall: Hall, cup: Tournament
) -> None:
    second_of_the_top(hall)
    check_in_of(hall, cup, 3)
    assert closed(hall, cup) == {"Azul": False, "Verde": True}
    assert not hall.ask(cases_store.of_tournament, cup.tournament_id)


@pytest.mark.rule("AIJE-D01-5.3")
def test_a_team_that_fits_and_does_not_confirm_is_absent_as_ever(hall: Hall, cup: Tournament) -> None:
    check_in_of(hall, cup, 3)
    closed(hall, cup)
    assert [one.entrant_id for one in hall.ask(entering_store.with_outcome, cup.tournament_id, "absent")] == [
        azul(hall, cup)
    ]


@pytest.mark.rule("AIJE-D05-1")
def test_the_ranking_counts_as_it_was_when_registration_closed(hall: Hall, cup: Tournament) -> None:
    check_in_of(hall, cup, 2, 3)
    hall.now = cup.start_at + timedelta(seconds=2)
    second_of_the_top(hall)
    assert closed(hall, cup) == {"Azul": True, "Verde": True}


@pytest.mark.rule("AIJE-D05-1", "AIJE-D05-2")
def test_at_the_close_the_lead_passes_to_the_highest_rated_who_sits_on_board_one(hall: Hall, cup: Tournament) -> None:
    check_in_of(hall, cup, 2, 3)
    another_highest(hall)
    assert closed(hall, cup) == {"Azul": True, "Verde": True}
    entrant = hall.ask(entering_store.load, azul(hall, cup))
    assert found(entrant).person_id == hall.person(MEMBER).person_id
    boards = {one.board: one.person_id for one in hall.ask(entering_teams_store.members, azul(hall, cup))}
    assert boards[1] == hall.person(MEMBER).person_id
    told = {one.target for one in promised(hall, CaptainChanged, azul(hall, cup))}
    assert told == {
        ToPlace(Place.ANNOUNCEMENTS),
        ToPlace(Place.COMMITTEE),
        ToMember(MemberId(2)),
        ToMember(MemberId(MEMBER)),
    }
    (contest,) = hall.open_contests(cup)
    call(hall, contest)
    hall.ask_as(hall.actor(MEMBER), teams_matches_verbs.reportable, contest.contest_id)


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-5.3")
def test_who_lets_a_member_go_and_finds_nobody_else_is_not_absent(hall: Hall, cup: Tournament) -> None:
    check_in_of(hall, cup, 2, 3)
    second_of_the_top(hall)
    hall.act(hall.actor(2), teams_staff_verbs.release, azul(hall, cup), hall.person(MEMBER).person_id)
    with pytest.raises(TeamTooSmall):
        hall.act(hall.actor(2), entering_check_in_verbs.check_in, cup.tournament_id)
    assert closed(hall, cup) == {"Azul": False, "Verde": True}
    assert not hall.ask(cases_store.of_tournament, cup.tournament_id)
    (letter,) = promised(hall, TriedInVain, azul(hall, cup))
    composed = found(hall.ask(entering_messages.NOTICES[TriedInVain], letter))
    assert "**Azul**" in " ".join(composed(Translator("en-US")).paragraphs)


@pytest.mark.rule("AIJE-D01-5.3")
def test_who_pressed_check_in_and_was_refused_until_the_close_is_not_absent(hall: Hall) -> None:
    publish(hall, P2=2200, P3=2190)
    cup = hall.announce(JEEK, "Times")
    save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    jeek_team(hall, cup, 3, "Verde")
    check_in_of(hall, cup, 3)
    for _ in range(3):
        hall.act(hall.actor(2), entering_check_in_verbs.note_refused, cup.tournament_id)
    acts = [one.act for one in hall.ask(log.of_tournament, cup.tournament_id)]
    assert acts.count("try_to_check_in") == 1
    assert closed(hall, cup) == {"Azul": False, "Verde": True}
    assert not hall.ask(cases_store.of_tournament, cup.tournament_id)


@pytest.mark.rule("AIJE-D01-5.1", "AIJE-D01-5.3")
@pytest.mark.parametrize("when", ["before it opens", "after the close"])
def test_a_press_outside_the_window_is_no_try(hall: Hall, when: str) -> None:
    publish(hall, P2=2200, P3=2190)
    cup = hall.announce(JEEK, "Times")
    save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    jeek_team(hall, cup, 3, "Verde")
    away = timedelta(hours=-2) if when == "before it opens" else timedelta(seconds=1)
    hall.now = cup.start_at + away
    hall.act(hall.actor(2), entering_check_in_verbs.note_refused, cup.tournament_id)
    acts = [one.act for one in hall.ask(log.of_tournament, cup.tournament_id)]
    assert "try_to_check_in" not in acts


@pytest.mark.rule("AIJE-D05-1")
def test_before_the_draw_the_teams_are_looked_at_anew(hall: Hall, cup: Tournament) -> None:
    """A list of before the close that is known only after it, as one that past events brought."""
    check_in_of(hall, cup, 2, 3)
    hall.now = cup.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(cup))
    late, hall.now = hall.now, cup.start_at - timedelta(seconds=1)
    second_of_the_top(hall)
    hall.now = late
    hall.do(rounds_drawing_verbs.draw_when_closed, cup.tournament_id)
    assert found(hall.ask(entering_store.load, azul(hall, cup))).withdrawn_at is not None
    assert hall.load(cup).cancelled_at is not None


@pytest.mark.rule("AIJE-D05-1")
def test_the_card_of_the_team_shows_what_does_not_fit(hall: Hall, cup: Tournament) -> None:
    second_of_the_top(hall)
    view = hall.ask_as(hall.actor(2), teams_verbs.own, cup.tournament_id)
    assert not view.is_complete
    assert [one.name for one in view.fit.to_release] == [f"P{MEMBER}"]
    assert not view.fit.can_start


members = st.lists(st.tuples(st.one_of(st.none(), st.integers(1800, 2500)), st.integers(1, 9)), min_size=3, max_size=5)


@pytest.mark.rule("AIJE-D05-1")
@given(members=members, leader=st.integers(0, 2), substitutes=st.integers(0, 2))
def test_what_the_close_lets_play_fits_the_list_and_has_nobody_new(
    members: list[tuple[int | None, int]], leader: int, substitutes: int
) -> None:
    rules: TeamRules = replace(RULES, substitutes=substitutes)
    listed = tuple(
        BoardMember(PersonId(f"p{place}"), place + 1, rating, None if rating is None else rank)
        for place, (rating, rank) in enumerate(members[: 3 + substitutes])
    )
    team = Team(listed[leader].person_id, listed)
    fit = mend(team, rules)
    if not list_problems(team, rules):
        assert fit == team
    if fit is not None:
        assert problems(fit, rules) == ()
        assert set(fit.members) <= set(listed)
    for one in whom_to_release(team, rules):
        assert one != team.leader


def test_only_faults_of_the_list_keep_no_team_from_checking_in() -> None:
    assert {str(one) for one in BY_THE_LIST} == {"top_ranked", "leader_not_rated", "leader_not_highest"}
