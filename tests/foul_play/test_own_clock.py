"""Whatever staff wish while they are waited for in their own match, the clock ends and charges as without the wish."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import wiring
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.own_events import verbs as own_events_verbs
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.arbiters_model import EventRole
from bot.features.tournaments.recusal_verbs import AloneInEvent
from bot.kernel import time_store as kernel_time_store
from bot.kernel.errors import UserError
from bot.kernel.ids import Actor, EntrantId, MemberId, OwnGround
from bot.play.entries import Entrant, Tournament
from bot.rulebooks.library import preset
from bot.server.model import Act
from tests.foul_play import stakes
from tests.hall.board import Board, deliver_calls
from tests.hall.hall import Hall

ALONE = 1
CUP = preset("cup")
OVER = timedelta(hours=3)
Wish = Callable[[Hall, Board, Actor], object]
WISHES: dict[str, Wish] = {
    "pause": lambda hall, own, by: hall.act(
        by, playing_adjourning_verbs.pause, own.tournament.tournament_id, "No power", None
    ),
    "pause for a time": lambda hall, own, by: hall.act(
        by, playing_adjourning_verbs.pause, own.tournament.tournament_id, "No power", hall.now + timedelta(minutes=20)
    ),
    "resume": lambda hall, own, by: hall.act(by, playing_adjourning_verbs.resume, own.tournament.tournament_id),
    "call off": lambda hall, own, by: hall.act(by, course_ending_verbs.cancel, own.tournament.tournament_id, "Losing"),
    "another start": lambda hall, own, by: hall.act(
        by, tournaments_verbs.edit, own.tournament.tournament_id, None, hall.now + timedelta(days=1)
    ),
    "redraw": lambda hall, own, by: hall.act(by, rounds_drawing_verbs.redraw, own.tournament.tournament_id, "Not nice"),
    "stop the match": lambda hall, own, by: hall.act(by, playing_ruling_verbs.suspend, own.contest_id, "Lunch"),
    "resume the match": lambda hall, own, by: hall.act(by, playing_ruling_verbs.resume, own.contest_id),
    "annul a game": lambda hall, own, by: hall.act(
        by, playing_ruling_verbs.annul_game, own.contest_id, "Wrong colours"
    ),
    "annul the match": lambda hall, own, by: hall.act(
        by, playing_ruling_verbs.annul_match, own.contest_id, "Wrong pair"
    ),
    "rule": lambda hall, own, by: hall.act(by, playing_ruling_verbs.rule, own.contest_id, win_of(own), "I was better"),
    "both away": lambda hall, own, by: hall.act(by, playing_ruling_verbs.double_walkover, own.contest_id),
    "correct": lambda hall, own, by: hall.act(
        by, playing_correcting_verbs.correct, own.contest_id, win_of(own), 0, "Mine"
    ),
    "a friend follows": lambda hall, own, by: hall.act(by, playing_arbiters_verbs.assign, own.contest_id, MemberId(51)),
    "a friend leads": lambda hall, own, by: hall.act(
        by, playing_arbiters_verbs.name, own.tournament.tournament_id, MemberId(51), EventRole.CHIEF
    ),
    "keep apart": lambda hall, own, by: hall.act(
        by, course_rounds_verbs.forbid, own.tournament.tournament_id, pair(hall, own), "Friends"
    ),
    "take the rival off": lambda hall, own, by: hall.act(
        by, entering_verbs.remove, entries(hall, own)[1].entrant_id, "A rival less"
    ),
}

OPPONENTS_WORD = {"rule", "both away"}
"""What the opponent agrees to is the opponent's word, and settles the match as a score that they confirm does."""


def entries(hall: Hall, own: Board) -> list[Entrant]:
    """The organiser's entry, then the opponent's."""
    other = next(one for one in own.numbers if one != ALONE)
    return [stakes.entry(hall, own.tournament, one) for one in (ALONE, other)]


def pair(hall: Hall, own: Board) -> tuple[EntrantId, EntrantId]:
    mine, theirs = entries(hall, own)
    return mine.entrant_id, theirs.entrant_id


def win_of(own: Board) -> tuple[int, int]:
    target = own.view.match.contest.target
    return (target, 0) if own.numbers[0] == ALONE else (0, target)


def cup(hall: Hall) -> Board:
    """The match of a cup's only organiser, whose opponent has come; the organiser has not."""
    hall.arbiter(51)
    tournament: Tournament = hall.begin(hall.announce(CUP, "Friday"), ALONE, 2, 3, 4)
    hall.now += timedelta(seconds=1)
    deliver_calls(hall)
    own = Board(hall, tournament, stakes.match_of(hall, tournament, ALONE).contest_id)
    own.here(1 - own.numbers.index(ALONE))
    return own


def try_it(own: Board, wish: str, ground: OwnGround) -> None:
    """Asks, and where nobody else is left picks a reason, as the form does."""
    hall = own.hall
    try:
        WISHES[wish](hall, own, hall.actor(ALONE))
    except AloneInEvent as told:
        asked = (told.own_match, told.verb, told.given)
        with suppress(UserError):
            kept = hall.act(hall.actor(ALONE), own_events_verbs.keep, told.tournament, Act(told.act), asked)  # type: ignore[arg-type]
            hall.act(hall.actor(ALONE), own_events_verbs.decide, kept.act_id, ground)
    except UserError:
        pass
    if wish in OPPONENTS_WORD:
        return
    with suppress(UserError):
        WISHES[wish](hall, own, replace(hall.actor(ALONE), ground=ground, is_backed=True))


def wait_until(own: Board, until: datetime) -> None:
    """Lets time pass with every step of matches, pauses and acts that wait."""
    hall = own.hall
    for _ in range(300):
        due = hall.ask(kernel_time_store.due_deadlines, until, 1000)
        if not due:
            break
        hall.now = max(hall.now, due[0].due_at)
        hall.do(wiring.take, due[0])
        deliver_calls(hall)
    hall.now = max(hall.now, until)


def ending(wishes: Sequence[tuple[int, str, OwnGround]]) -> tuple[object, ...]:
    """When the clocks against the organiser ended, and what the match came to."""
    hall = Hall()
    own = cup(hall)
    called, side = hall.now, own.numbers.index(ALONE)
    for minutes, wish, ground in sorted(wishes):
        wait_until(own, called + timedelta(minutes=minutes))
        if any(one.side == side and one.ended_at is None for one in own.view.match.clocks):
            try_it(own, wish, ground)
    wait_until(own, called + OVER)
    match = own.view.match
    clocks = [(one.started_at - called, one.ended_at and one.ended_at - called) for one in match.clocks]
    result = match.contest.result
    hall.close()
    return clocks, None if result is None else (result.score, result.kind, result.settled_at - called)


WITHOUT = ending(())


def test_without_a_wish_the_clock_ends_the_match() -> None:
    assert WITHOUT[1] is not None


@pytest.mark.rule("AIJE-D01-5.4")
@given(
    st.lists(
        st.tuples(st.integers(0, 30), st.sampled_from(sorted(WISHES)), st.sampled_from(list(OwnGround))), max_size=4
    )
)
def test_whatever_is_wished_the_clock_ends_at_the_same_moment_and_charges_the_same(
    wishes: list[tuple[int, str, OwnGround]],
) -> None:
    assert ending(wishes) == WITHOUT


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize("wish", sorted(WISHES))
def test_no_single_wish_moves_it(wish: str) -> None:
    assert ending([(1, wish, OwnGround.TROUBLE)]) == WITHOUT


@pytest.mark.plants
@pytest.mark.parametrize("wish", ["pause", "call off", "stop the match", "annul the match"])
def test_a_verb_that_does_not_ask_for_the_clock_is_found(monkeypatch: pytest.MonkeyPatch, wish: str) -> None:
    monkeypatch.setattr(tournaments_recusal_verbs, "refuse_while_waited_for", lambda *_: None)
    assert ending([(1, wish, OwnGround.TROUBLE)]) != WITHOUT
