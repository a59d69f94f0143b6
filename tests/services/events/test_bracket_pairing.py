"""A result in a bracket leads to the same, whether its places alone are read or the whole event."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.domain.contests import ResultKind
from bot.domain.events.sayings import Podium, RoundOver
from bot.domain.formats import bracket_steps
from bot.domain.rulebook import Rulebook
from bot.rulebooks.library import preset
from bot.services.events import event, leaving
from bot.storage.work import Work
from tests.services.hall import Hall

Told = list[object]


def rules(*, arbiters: bool) -> Rulebook:
    """The Open of the AIJE, with matches that are called by themselves where no arbiters are asked for."""
    known = preset("aije-open")
    return known if arbiters else replace(known, matches=replace(known.matches, matches_per_arbiter=0))


def rows_of(work: Work, sql: str) -> Told:
    return [tuple(row) for row in work.fetch_all(sql)]


def evening(hall: Hall, players: int, seed: int, rulebook: Rulebook) -> Told:
    """Plays an event with chance results, double walkovers and leavers; answers all that came of it, in order."""
    chance, everybody = random.Random(seed), list(range(2, 2 + players))
    hall.arbiter(100)
    running = hall.begin(hall.announce(rulebook), *everybody)
    hall.do(event.proceed, running.tournament_id)
    while waiting := hall.open_contests(running):
        if chance.random() < 0.15 and len(everybody) > 2:
            gone = everybody.pop(chance.randrange(len(everybody)))
            hall.do(leaving.leave, hall.presser(gone), running.tournament_id)
            continue
        one = chance.choice(waiting)
        if chance.random() < 0.1:
            hall.settle(one, (0, 0), (0, 0), ResultKind.DOUBLE_WALKOVER)
        else:
            hall.settle(one, (one.target, 0) if chance.random() < 0.5 else (0, one.target))
        if hall.load(running).ended_at is not None:
            break
    return [
        hall.ask(rows_of, sql)
        for sql in (
            "SELECT * FROM contests ORDER BY contest_id",
            "SELECT * FROM contest_sides ORDER BY contest_id, side",
            "SELECT contest_id, score, kind, reason FROM results ORDER BY contest_id, settled_at",
            "SELECT kind, subject, details FROM outbox ORDER BY sequence",
            "SELECT act, subject, details FROM log ORDER BY sequence",
        )
    ]


@pytest.mark.parametrize("arbiters", [True, False])
@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 21])
def test_every_event_goes_as_it_goes_when_all_of_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, arbiters: bool
) -> None:
    for seed in range(3):
        short, long = Hall(tmp_path / f"{seed}short.db"), Hall(tmp_path / f"{seed}long.db")
        with monkeypatch.context() as patch:
            told = evening(short, players, seed, rules(arbiters=arbiters))
            patch.setattr(bracket_steps, "applies", lambda _: False)
            assert told == evening(long, players, seed, rules(arbiters=arbiters))
        short.close()
        long.close()


def test_a_result_in_mid_round_reads_no_more_than_the_two_matches(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    running = hall.begin(hall.announce(rules(arbiters=False)), *range(2, 18))
    first, second, *_ = sorted(hall.open_contests(running), key=lambda one: one.position)
    monkeypatch.setattr(event, "facts", lambda *_: pytest.fail("the whole event was read"))
    hall.settle(first, (first.target, 0))
    hall.settle(second, (second.target, 0))
    (new,) = [one for one in hall.open_contests(running) if one.round == first.round + 1]
    assert new.sides == (first.sides[0], second.sides[0])


def test_the_last_result_of_a_round_is_told_with_the_round(hall: Hall) -> None:
    running = hall.play_out(hall.begin(hall.announce(rules(arbiters=False)), *range(2, 10)))
    assert [one.saying.round for one in hall.promised(RoundOver, running.tournament_id)] == [1, 2]
    assert len(hall.promised(Podium, running.tournament_id)) == 1
