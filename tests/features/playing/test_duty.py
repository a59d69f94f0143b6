"""Arbiters come and go, and no match is left without one unnoticed (AIJE-D01-6)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.desk import cards as desk_cards
from bot.features.desk import verbs as desk_verbs
from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.tournaments import cards as tournaments_cards
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments.promises_model import ArbiterWanted, MatchHandedOver
from bot.i18n.catalogue import Translator
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFound, NotNow
from bot.kernel.ids import ContestId, MemberId
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.features.course.test_calling import come_on_duty, given
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses


def arbiters(hall: Hall, tournament: Tournament) -> set[int | None]:
    """Who follows the matches in play, by number; None where nobody does."""
    numbers = {hall.person(number).person_id: number for number in range(2, 30)}
    return {None if one.arbiter is None else numbers[one.arbiter] for one in given(hall, tournament)}


def situations(hall: Hall, tournament: Tournament) -> list[str]:
    return [one.message.situation for one in hall.promised(ArbiterWanted, tournament.tournament_id)]


@pytest.fixture
def running(hall: Hall) -> Tournament:
    """Eight players, nobody on duty."""
    return hall.begin(hall.announce(), *range(2, 10))


def test_duty_is_for_holders_of_an_arbiter_title(hall: Hall) -> None:
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(2), playing_arbiters_verbs.go_on)


def test_where_nobody_holds_a_title_an_organiser_referees(hall: Hall, running: Tournament) -> None:
    hall.act(hall.actor(1), playing_arbiters_verbs.go_on)
    organiser = hall.person(1).person_id
    assert [one.arbiter for one in given(hall, running)] == [organiser]
    waiting = next(one for one in hall.open_contests(running) if one not in given(hall, running))
    with pytest.raises(playing_arbiters_verbs.ArbiterBusy):
        hall.act(hall.actor(1), playing_arbiters_verbs.assign, waiting.contest_id, MemberId(1))
    assert [view.person.person_id for view in hall.ask(playing_arbiters_verbs.listing, GUILD)] == [organiser]


def test_with_the_first_title_duty_is_for_arbiters_and_who_is_on_it_may_still_go(
    hall: Hall, running: Tournament
) -> None:
    hall.act(hall.actor(1), playing_arbiters_verbs.go_on)
    come_on_duty(hall, 20)
    assert {one.arbiter for one in given(hall, running)} >= {hall.person(20).person_id}
    hall.act(hall.actor(1), playing_arbiters_verbs.go_off)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(1), playing_arbiters_verbs.go_on)


@pytest.mark.rule("AIJE-D01-6")
def test_going_on_duty_twice_is_one_duty_and_one_match(hall: Hall, running: Tournament) -> None:
    hall.arbiter(20)
    first, second = (
        hall.act(hall.actor(20), playing_arbiters_verbs.go_on),
        hall.act(hall.actor(20), playing_arbiters_verbs.go_on),
    )
    assert (first.newly, second.newly) == (True, False)
    assert len(second.arbiter.matches) == len(given(hall, running)) == 1
    assert hall.ask(people_store.duties_begun, GUILD) == 1


@pytest.mark.rule("AIJE-D01-6")
def test_who_goes_off_duty_hands_the_match_to_a_free_arbiter(hall: Hall, running: Tournament) -> None:
    come_on_duty(hall, 20, 21, 22, 23)
    for one in given(hall, running)[2:]:
        hall.settle(one, (3, 0))
    before = given(hall, running)
    free = {20, 21, 22, 23} - arbiters(hall, running)
    leaver = min(arbiters(hall, running) - {None}, key=lambda number: number or 0)
    assert leaver is not None
    assert free
    change = hall.act(hall.actor(leaver), playing_arbiters_verbs.go_off)
    assert None not in change.handed.values()
    assert len(change.handed) == 1
    assert leaver not in arbiters(hall, running)
    assert {one.contest_id for one in before} <= {one.contest_id for one in given(hall, running)}
    (contest_id,) = change.handed
    assert len(hall.promised(MatchHandedOver, contest_id)) == 1


@pytest.mark.rule("AIJE-D01-6")
def test_with_nobody_free_the_match_stays_open_and_the_organisers_are_asked(hall: Hall, running: Tournament) -> None:
    come_on_duty(hall, 20, 21)
    change = hall.act(hall.actor(20), playing_arbiters_verbs.go_off)
    assert list(change.handed.values()) == [None]
    assert arbiters(hall, running) == {21, None}
    assert situations(hall, running) == ["nobody_on_duty", "left_alone"]


@pytest.mark.rule("AIJE-D01-6")
def test_an_open_match_without_arbiter_comes_before_a_new_call(hall: Hall, running: Tournament) -> None:
    come_on_duty(hall, 20)
    (alone,) = given(hall, running)
    hall.act(hall.actor(20), playing_arbiters_verbs.go_off)
    come_on_duty(hall, 21)
    assert [(one.contest_id, one.arbiter) for one in given(hall, running)] == [
        (alone.contest_id, hall.person(21).person_id)
    ]


def test_going_off_twice_asks_nobody_twice(hall: Hall, running: Tournament) -> None:
    come_on_duty(hall, 20)
    hall.act(hall.actor(20), playing_arbiters_verbs.go_off)
    again = hall.act(hall.actor(20), playing_arbiters_verbs.go_off)
    assert not again.newly
    assert again.handed == {}
    assert situations(hall, running).count("left_alone") == 1


def test_organisers_give_a_match_by_hand_and_the_arbiter_is_on_duty_with_it(hall: Hall, running: Tournament) -> None:
    hall.arbiter(20)
    contest = hall.open_contests(running)[2]
    hall.act(hall.actor(1), playing_arbiters_verbs.assign, contest.contest_id, MemberId(20))
    assert [one.contest_id for one in given(hall, running)] == [contest.contest_id]
    assert [person for person, _ in hall.ask(people_store.on_duty, GUILD)] == [hall.person(20).person_id]


@pytest.mark.rule("AIJE-D01-6")
def test_by_hand_too_nobody_follows_his_own_match_or_that_of_his_next_opponent(hall: Hall) -> None:
    hall.arbiter(2)
    tournament = hall.begin(hall.announce(), *range(2, 6))
    own = next(
        one for one in hall.open_contests(tournament) if hall.person(2).person_id in hall.people_of(tournament, one)
    )
    with refuses("error.ArbiterConflicted"):
        hall.act(hall.actor(1), playing_arbiters_verbs.assign, own.contest_id, MemberId(2))
    assert given(hall, tournament) == []


@pytest.mark.rule("AIJE-D01-6")
def test_by_hand_too_nobody_follows_two_matches_at_once(hall: Hall, running: Tournament) -> None:
    come_on_duty(hall, 20)
    waiting = next(one for one in hall.open_contests(running) if one not in given(hall, running))
    with pytest.raises(playing_arbiters_verbs.ArbiterBusy):
        hall.act(hall.actor(1), playing_arbiters_verbs.assign, waiting.contest_id, MemberId(20))


def test_only_a_title_makes_an_arbiter_and_only_an_organiser_gives_matches(hall: Hall, running: Tournament) -> None:
    contest = hall.open_contests(running)[0]
    with refuses("error.NotAnArbiter"):
        hall.act(hall.actor(1), playing_arbiters_verbs.assign, contest.contest_id, MemberId(3))
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(3), playing_arbiters_verbs.assign, contest.contest_id, MemberId(3))


def test_a_match_that_is_unknown_or_settled_is_given_to_nobody(hall: Hall, running: Tournament) -> None:
    come_on_duty(hall, 20)
    (first,) = given(hall, running)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(1), playing_arbiters_verbs.assign, first.contest_id, MemberId(20))
    hall.settle(first, (3, 0))
    with pytest.raises(NotNow):
        hall.act(hall.actor(1), playing_arbiters_verbs.assign, first.contest_id, MemberId(20))
    with pytest.raises(NotFound):
        hall.act(hall.actor(1), playing_arbiters_verbs.assign, ContestId("nowhere"), MemberId(20))


@pytest.mark.rule("AIJE-B01-ANP")
def test_a_provisional_arbiter_and_the_organisers_are_told_of_the_limit_before_it_bites(hall: Hall) -> None:
    hall.arbiter(30, ArbiterTitle.ANP)
    hall.arbiter(31, ArbiterTitle.AN)
    translator = Translator("en-US")
    own = [
        str(playing_arbiter_cards.on_duty(hall.act(hall.actor(one), playing_arbiters_verbs.go_on), translator))
        for one in (30, 31)
    ]
    assert ["up to 16 entrants" in said for said in own] == [True, False]
    assert (
        str(playing_arbiter_cards.duty_listing(hall.ask(playing_arbiters_verbs.listing, GUILD), translator)).count(
            "up to 16 entrants"
        )
        == 1
    )


@pytest.mark.rule("AIJE-B01-ANP")
@pytest.mark.parametrize(("entrants", "larger"), [(16, False), (17, True)])
def test_a_provisional_arbiter_hears_that_the_event_is_too_large_and_is_promised_no_match_of_it(
    hall: Hall, entrants: int, larger: bool
) -> None:
    hall.arbiter(30, ArbiterTitle.ANP)
    hall.begin(hall.announce(name="Grand Prix"), *range(100, 100 + entrants))
    change = hall.act(hall.actor(30), playing_arbiters_verbs.go_on)
    said = str(playing_arbiter_cards.on_duty(change, Translator("en-US")))
    assert bool(change.arbiter.matches) is not larger
    assert ("Grand Prix" in said and "more than 16 entrants" in said) is larger
    assert "No match needs you" not in said


@pytest.mark.rule("AIJE-B01-ANP")
@pytest.mark.parametrize(("entrants", "told"), [(16, False), (17, True)])
def test_the_desk_says_before_the_event_which_arbiters_it_is_too_large_for(
    hall: Hall, entrants: int, told: bool
) -> None:
    hall.arbiter(30, ArbiterTitle.ANP)
    hall.arbiter(31, ArbiterTitle.AN)
    event = hall.announce()
    hall.enter(event, *range(100, 100 + entrants))
    view = hall.ask_as(hall.actor(1), desk_verbs.desk_view, event.tournament_id)
    assert (view.provisional is not None) is told
    if view.provisional is not None:
        assert view.provisional.people == (hall.person(30),)
    assert ("more than 16 entrants" in str(desk_cards.desk(view, Translator("en-US")))) is told


@pytest.mark.rule("AIJE-B01-ANP")
@pytest.mark.parametrize(
    ("capacity", "provisional", "told"), [(None, True, True), (16, True, False), (None, False, False)]
)
def test_the_preview_of_an_event_names_the_provisional_arbiters_whom_it_may_outgrow(
    hall: Hall, capacity: int | None, provisional: bool, told: bool
) -> None:
    hall.arbiter(30, ArbiterTitle.ANP if provisional else ArbiterTitle.AN)
    open_rules = preset("aije-open")
    rules = replace(open_rules, registration=replace(open_rules.registration, capacity=capacity))
    event = hall.announce(rules)
    (draft,) = hall.act(hall.actor(1), tournaments_draft_verbs.of_change, event.tournament_id, "Cup", ())
    foreseen = hall.ask_as(hall.actor(1), desk_verbs.foresee, draft, desk_verbs.NOTHING_AROUND)
    card = str(tournaments_cards.preview(draft, rules, event, foreseen, Translator("en-US")))
    assert ("more than 16 entrants" in card) is told


@pytest.mark.rule("AIJE-B01-ANP")
def test_the_preview_of_a_new_event_names_them_too(hall: Hall) -> None:
    hall.arbiter(30, ArbiterTitle.ANP)
    starts = (hall.now + timedelta(hours=2),)
    (draft,) = hall.act(hall.actor(1), tournaments_draft_verbs.of_new, "Cup", preset("aije-open"), starts)
    small = hall.ask(playing_arbiters_verbs.of_draft, GUILD, draft)
    assert small is not None
    assert (small.people, small.limit) == ((hall.person(30),), 16)


def test_the_list_shows_who_is_on_duty_first_and_what_each_follows(hall: Hall, running: Tournament) -> None:
    hall.arbiter(19)
    come_on_duty(hall, 20)
    first, second = hall.ask(playing_arbiters_verbs.listing, GUILD)
    assert first.person == hall.person(20)
    assert [match.contest.contest_id for match in first.matches] == [given(hall, running)[0].contest_id]
    assert second.duty is None
