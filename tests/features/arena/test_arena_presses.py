"""Whatever is pressed in an arena, and when: nobody waits and plays at once, it ends, and its record agrees."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest

from bot.features.arena import verbs as arena_verbs
from bot.features.course import store as course_store
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.kernel.errors import UserError
from bot.kernel.ids import MemberId
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.formats.arena import ArenaOutcome
from tests.hall.arena_hall import ARENA, agree, found, later, ready, tell
from tests.hall.court import ARBITER, bar_by_verdict, open_court
from tests.hall.hall import Hall
from tests.hall.outages import wake_up
from tests.record.test_record_of_formats import replayed

PLAYERS = range(2, 8)
PAUSES = (0, 1, 1, 3, 10, 40, 70)
WON = (1, 0, 0)
Press = Callable[[Hall, Tournament, Contest, int, random.Random], object]
PRESSES: tuple[tuple[float, Press], ...] = (
    (6, lambda hall, event, _, who, __: ready(hall, who, event)),
    (1, lambda hall, event, _, who, __: hall.act(hall.actor(who), arena_verbs.leave, event.tournament_id)),
    (
        6,
        lambda hall, _, game, who, dice: tell(
            hall, who, game, dice.choice(list(ArenaOutcome)), str(dice.randint(1, 60))
        ),
    ),
    (4, lambda hall, _, game, who, __: agree(hall, who, game) if is_told(hall, game) else None),
    (1, lambda hall, _, game, who, __: hall.act(hall.actor(who), arena_verbs.call_opponent, game.contest_id)),
    (1, lambda hall, _, game, who, __: hall.act(hall.actor(who), playing_presence_verbs.here, game.contest_id)),
    (
        1,
        lambda hall, _, game, __, ___: hall.act(hall.actor(1), playing_ruling_verbs.rule, game.contest_id, WON, "Seen"),
    ),
    (
        1,
        lambda hall, _, game, __, ___: hall.act(
            hall.actor(1), playing_correcting_verbs.correct, game.contest_id, WON, 0, "Seen"
        ),
    ),
    (1, lambda hall, *_: away(hall)),
    (0.2, lambda hall, event, _, who, __: hall.act(hall.actor(who), rounds_drawing_verbs.leave, event.tournament_id)),
    (
        0.2,
        lambda hall, _, __, who, ___: bar_by_verdict(hall, ARBITER, (MemberId(who), "P"), "Why"),
    ),
)


def is_told(hall: Hall, game: Contest) -> bool:
    return found(hall.ask(playing_store.load, game.contest_id)).report is not None


def away(hall: Hall) -> None:
    hall.do(playing_outage_verbs.note_alive)
    hall.now += timedelta(minutes=2)
    hall.do(wake_up)


def in_play(hall: Hall, event: Tournament) -> list[str]:
    """Who sits in games of which nothing was told yet."""
    open_ones = [one for one in hall.open_contests(event) if not is_told(hall, one)]
    return [side for one in open_ones for side in one.sides]


@pytest.mark.rule("ARENA-3", "ARENA-4")
@pytest.mark.parametrize("seed", range(3))
def test_any_presses_leave_an_arena_whole(hall: Hall, seed: int) -> None:
    open_court(hall)
    dice = random.Random(seed)
    event = hall.begin(hall.announce(ARENA), *PLAYERS)
    later(hall, seconds=0)
    weights, presses = zip(*PRESSES, strict=True)
    while hall.load(event).ended_at is None:
        game = dice.choice(hall.ask(playing_store.of_tournament, event.tournament_id)[-4:])
        with suppress(UserError):
            dice.choices(presses, weights)[0](hall, event, game, dice.choice(PLAYERS), dice)
        busy = in_play(hall, event)
        assert len(busy) == len(set(busy))
        assert not {one.entrant_id for one in hall.ask(course_store.waiting, event.tournament_id)}.intersection(busy)
        later(hall, seconds=dice.choice(PAUSES))
    assert replayed(hall, event).difference is None
