"""A result in a bracket leads to the same, whether its places alone are read or the whole event."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.course import facts_verbs as course_facts_verbs
from bot.features.course import verbs as course_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tournaments.promises_model import Podium, RoundOver
from bot.kernel.context import Parameters, Query, Work
from bot.play.contests import Contest, ResultKind
from bot.play.formats import knockout
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from tests.hall.hall import Hall

Told = list[object]


def rules(*, arbiters: bool, third_place: bool = True) -> Rulebook:
    """The Open of the AIJE, with matches that are called by themselves where no arbiters are asked for."""
    known = preset("aije-open")
    known = replace(known, knockout=replace(known.knockout, third_place_match=third_place))
    return known if arbiters else replace(known, matches=replace(known.matches, matches_per_arbiter=0))


def rows_of(tx: Query, sql: str) -> Told:
    return [tuple(row) for row in tx.fetch_all(sql)]


def evening(hall: Hall, players: int, seed: int, rulebook: Rulebook) -> Told:
    """Plays an event with chance results, double walkovers and leavers; answers all that came of it, in order."""
    chance, everybody = random.Random(seed), list(range(2, 2 + players))
    hall.arbiter(100)
    running = hall.begin(hall.announce(rulebook), *everybody)
    hall.do(course_verbs.proceed, running.tournament_id)
    while waiting := hall.open_contests(running):
        if chance.random() < 0.15 and len(everybody) > 2:
            gone = everybody.pop(chance.randrange(len(everybody)))
            hall.act(hall.actor(gone), rounds_drawing_verbs.leave, running.tournament_id)
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
@pytest.mark.parametrize("players", [2, 5, 13, *(pytest.param(many, marks=pytest.mark.long) for many in (3, 8, 21))])
def test_every_event_goes_as_it_goes_when_all_of_it_is_read(
    monkeypatch: pytest.MonkeyPatch, players: int, arbiters: bool
) -> None:
    for seed in range(3):
        short, long = Hall(), Hall()
        with monkeypatch.context() as patch:
            rulebook = rules(arbiters=arbiters, third_place=seed % 2 == 0)
            told = evening(short, players, seed, rulebook)
            patch.setattr(knockout, "applies", lambda _: False)
            assert told == evening(long, players, seed, rulebook)
        short.close()
        long.close()


def test_a_result_in_mid_round_reads_no_more_than_the_two_matches(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    running = hall.begin(hall.announce(rules(arbiters=False)), *range(2, 18))
    first, second, *_ = sorted(hall.open_contests(running), key=lambda one: one.position)
    monkeypatch.setattr(course_verbs, "facts", lambda *_: pytest.fail("the whole event was read"))
    hall.settle(first, (first.target, 0))
    hall.settle(second, (second.target, 0))
    (new,) = [one for one in hall.open_contests(running) if one.round == first.round + 1]
    assert new.sides == (first.sides[0], second.sides[0])


def settle_with_rows(hall: Hall, contest: Contest, monkeypatch: pytest.MonkeyPatch) -> tuple[int, Counter[str]]:
    """Settles the match; answers how many rows were read for it, and how often each statement was run."""
    rows, statements, fetch_all = 0, Counter[str](), Work.fetch_all

    def counted(work: Work, sql: str, params: Parameters = ()) -> list[sqlite3.Row]:
        nonlocal rows
        found = fetch_all(work, sql, params)
        rows += len(found)
        statements[sql] += 1
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Work, "fetch_all", counted)
        hall.settle(contest, (contest.target, 0))
    return rows, statements


def test_the_result_that_ends_a_round_reads_neither_the_field_nor_the_matches_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent = []
    for players in (16, 64):
        hall = Hall(tmp_path / f"{players}.db")
        running = hall.begin(hall.announce(rules(arbiters=False)), *range(2, 2 + players))
        *others, last = hall.open_contests(running)
        for one in others:
            hall.settle(one, (one.target, 0))
        rows, statements = settle_with_rows(hall, last, monkeypatch)
        assert [one.message.round for one in hall.promised(RoundOver, running.tournament_id)] == [1]
        # The places of the bracket, what is open of the next round, and a few rows that do not grow with the field.
        assert rows <= players // 2 + 2 * (players // 4) + 10
        spent.append(statements)
        hall.close()
    assert spent[0] == spent[1]
    assert set(spent[0].values()) == {1}


def test_a_place_that_nobody_reached_has_the_whole_event_read(hall: Hall) -> None:
    running = hall.begin(hall.announce(rules(arbiters=False)), *range(2, 18))
    first, second, *others = sorted(hall.open_contests(running), key=lambda one: one.position)
    for one in (first, second):
        hall.settle(one, (0, 0), (0, 0), ResultKind.DOUBLE_WALKOVER)
    for one in others:
        hall.settle(one, (one.target, 0))
    assert [one.message.round for one in hall.promised(RoundOver, running.tournament_id)] == [1]
    known = hall.ask(course_facts_verbs.facts, running)
    assert [(one.round, one.position) for one in known.contests if one.is_bye or one.round == 2] == [
        (2, 1),
        (2, 2),
        (2, 3),
    ]


def test_the_last_result_of_a_round_is_told_with_the_round(hall: Hall) -> None:
    running = hall.play_out(hall.begin(hall.announce(rules(arbiters=False)), *range(2, 10)))
    assert [one.message.round for one in hall.promised(RoundOver, running.tournament_id)] == [1, 2]
    assert len(hall.promised(Podium, running.tournament_id)) == 1
