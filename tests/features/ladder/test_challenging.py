"""A ladder evening: who challenges whom, what refuses it, what it leads to, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course.facts_verbs import facts
from bot.features.guidance import verbs as guidance_verbs
from bot.features.ladder import verbs as ladder_verbs
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.facts_verbs import NotRegistered, person_of
from bot.features.tournaments.promises_model import Podium
from bot.features.tournaments.tasks_model import Task, UpcomingKind
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import NotNow
from bot.kernel.ids import EntrantId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.play.contests import Contest
from bot.play.entries import Phase, Tournament, phase
from bot.play.formats import ladder
from bot.rulebooks.library import preset
from tests.hall.arena_hall import found, later
from tests.hall.hall import PLAYERLESS, Hall, unofficial
from tests.hall.outages import wake_up
from tests.refusals import refuses

LADDER = replace(preset("ladder"), matches=replace(preset("ladder").matches, matches_per_arbiter=0))
PLAYERS = (2, 3, 4, 5, 6, 7)


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.close()


def begin(hall: Hall) -> Tournament:
    return hall.begin(hall.announce(LADDER), *PLAYERS)


def order(hall: Hall, tournament: Tournament) -> list[int]:
    """The members from the first place to the last."""
    who = hall.ask(person_of, tournament)
    members = {one: int(found(found(hall.ask(people_store.load, person)).discord_id)) for one, person in who.items()}
    return [members[one] for one in ladder.order(hall.ask(facts, tournament))]


def entrant(hall: Hall, tournament: Tournament, number: int) -> EntrantId:
    person = hall.person(number).person_id
    return next(one for one, known in hall.ask(person_of, tournament).items() if known == person)


def challenge(hall: Hall, tournament: Tournament, below: int, above: int) -> Contest:
    other = entrant(hall, tournament, above)
    hall.act(hall.actor(below), ladder_verbs.challenge, tournament.tournament_id, other)
    return next(one for one in hall.open_contests(tournament) if other in one.sides)


def test_the_winner_takes_the_place_and_a_second_challenge_follows(hall: Hall) -> None:
    tournament = begin(hall)
    first, second, third, fourth, *rest = order(hall, tournament)
    hall.settle(challenge(hall, tournament, fourth, second), (2, 1))
    assert order(hall, tournament) == [first, fourth, second, third, *rest]
    hall.settle(challenge(hall, tournament, third, second), (0, 2))
    assert order(hall, tournament) == [first, fourth, second, third, *rest]


def test_a_challenge_is_called_at_once_and_both_have_a_match(hall: Hall) -> None:
    tournament = begin(hall)
    _, second, third, *_ = order(hall, tournament)
    made = hall.act(
        hall.actor(third), ladder_verbs.challenge, tournament.tournament_id, entrant(hall, tournament, second)
    )
    assert (made.number, made.is_called, made.other.name) == (1, True, f"P{second}")


def test_challenges_that_cannot_be_are_refused_each_with_its_reason(hall: Hall) -> None:
    tournament = begin(hall)
    one, two, three, four, five, six = order(hall, tournament)
    for below, above in ((five, one), (one, two), (two, two)):
        with refuses("error.OutOfReach"):
            challenge(hall, tournament, below, above)
    with refuses("error.NobodyFree"):
        hall.ask_as(hall.actor(one), ladder_verbs.choose, tournament.tournament_id)
    contest = challenge(hall, tournament, three, two)
    with refuses("error.MatchToPlayFirst"):
        challenge(hall, tournament, three, one)
    with refuses("error.OpponentPlays"):
        challenge(hall, tournament, four, two)
    hall.settle(contest, (0, 2))
    with refuses("error.MetTooRecently"):
        challenge(hall, tournament, three, two)
    with pytest.raises(NotRegistered):
        challenge(hall, tournament, 9, six)
    hall.now += timedelta(minutes=31)
    assert [
        one.place for one in hall.ask_as(hall.actor(three), ladder_verbs.choose, tournament.tournament_id).free
    ] == [
        2,
        1,
    ]


def test_nobody_is_challenged_in_an_event_of_another_format(hall: Hall) -> None:
    other = hall.begin(hall.announce(unofficial(preset("swiss-cut"))), *range(2, 12))
    with refuses("error.NotALadder"):
        challenge(hall, other, 3, 2)


def test_nobody_challenges_before_the_start(hall: Hall) -> None:
    tournament = hall.announce(LADDER)
    hall.enter(tournament, *PLAYERS)
    with pytest.raises((NotNow, NotRegistered)):
        hall.ask_as(hall.actor(2), ladder_verbs.choose, tournament.tournament_id)


def test_once_the_time_is_up_the_event_ends_with_the_last_open_match(hall: Hall) -> None:
    tournament = begin(hall)
    _, second, third, fourth, *_ = order(hall, tournament)
    later(hall, hours=2, minutes=50)
    contest = challenge(hall, tournament, third, second)
    hall.now += timedelta(minutes=11)
    with refuses("error.LadderTimeIsUp"):
        challenge(hall, tournament, fourth, second)
    assert phase(hall.load(tournament)) is Phase.RUNNING
    hall.settle(contest, (2, 0))
    assert phase(hall.load(tournament)) is Phase.OVER
    assert hall.promised(Podium, tournament.tournament_id)


def test_without_an_open_match_it_ends_by_itself(hall: Hall) -> None:
    tournament = begin(hall)
    later(hall, hours=3, minutes=1)
    assert phase(hall.load(tournament)) is Phase.OVER


def test_time_in_which_the_bot_was_away_is_not_counted(hall: Hall) -> None:
    tournament = begin(hall)
    subject = f"ladder:{tournament.tournament_id}"
    before = hall.ask(kernel_time_store.deadlines_of_subject, subject)[Step.TIME_IS_UP]
    hall.do(playing_outage_verbs.note_alive)
    hall.now += timedelta(minutes=20)
    hall.do(wake_up)
    assert hall.ask(kernel_time_store.deadlines_of_subject, subject)[Step.TIME_IS_UP] == before + timedelta(minutes=20)


def test_a_pause_is_not_counted_and_nobody_challenges_in_it(hall: Hall) -> None:
    tournament = begin(hall)
    first = challenge(hall, tournament, *order(hall, tournament)[1::-1])
    subject = f"ladder:{tournament.tournament_id}"
    before = hall.ask(kernel_time_store.deadlines_of_subject, subject)[Step.TIME_IS_UP]
    hall.act(hall.actor(PLAYERLESS), playing_adjourning_verbs.pause, tournament.tournament_id, "No power", None)
    below, above = order(hall, tournament)[3:1:-1]
    with refuses("error.LadderPaused"):
        challenge(hall, tournament, below, above)
    with refuses("error.LadderPaused"):
        hall.ask_as(hall.actor(below), ladder_verbs.choose, tournament.tournament_id)
    hall.now += timedelta(minutes=20)
    hall.act(hall.actor(PLAYERLESS), playing_adjourning_verbs.resume, tournament.tournament_id)
    assert hall.ask(kernel_time_store.deadlines_of_subject, subject)[Step.TIME_IS_UP] == before + timedelta(minutes=20)
    assert challenge(hall, tournament, below, above).contest_id != first.contest_id


def test_who_leaves_sinks_to_the_end_and_challenges_nobody_more(hall: Hall) -> None:
    tournament = begin(hall)
    one, two, three, *rest = order(hall, tournament)
    contest = challenge(hall, tournament, three, two)
    hall.act(hall.actor(two), rounds_drawing_verbs.leave, tournament.tournament_id)
    assert contest.contest_id not in {one.contest_id for one in hall.open_contests(tournament)}
    assert order(hall, tournament) == [one, three, *rest, two]
    with refuses("error.LeftTheLadder"):
        hall.ask_as(hall.actor(two), ladder_verbs.choose, tournament.tournament_id)


def test_everybody_is_told_whether_there_is_somebody_to_challenge(hall: Hall) -> None:
    tournament = begin(hall)
    first, second, *_ = order(hall, tournament)
    top, below = (hall.ask_as(hall.actor(one), guidance_verbs.tasks) for one in (first, second))
    assert Task.FIND_OPPONENT not in {one.task for one in top.tasks}
    assert UpcomingKind.NEXT_OPPONENT in {one.outlook for one in top.prospects}
    assert [one.until for one in below.tasks if one.task is Task.FIND_OPPONENT] == [
        tournament.start_at + timedelta(hours=3, seconds=3)
    ]
