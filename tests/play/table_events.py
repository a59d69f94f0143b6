"""Tables of three for the tests: drawn, played by hand or by chance, round after round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage
from bot.play.draw import Stream
from bot.play.format_rules import GamesRules, TableRules, ToldAtEnd
from bot.play.formats import tables
from bot.play.formats.knockout import is_decided
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.rulebook import FormatName
from bot.rulebooks.library import preset

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
OTE = replace(
    preset("aije-open"),
    format=FormatName.TABLES,
    games=GamesRules(best_of=1, report=ToldAtEnd.INFLUENCE),
    tables=TableRules(),
)

Verdict = Callable[[Contest, int], Result]
"""How a contest ends, given how many leave an extra game."""


def field(players: int) -> tuple[Starter, ...]:
    return tuple(Starter(EntrantId(f"e{number:02}"), None) for number in range(players))


def named(names: str) -> tuple[Starter, ...]:
    return tuple(Starter(EntrantId(name), None) for name in names)


def won(
    influence: Mapping[str, int], winner: str, stage: Stage = Stage.MAIN, number: int = 1, place: int = 0
) -> Contest:
    """A table that was played: who sat there with which influence at the end, and who won."""
    result = Result(
        tuple(int(side == winner) for side in influence), (0,) * len(influence), ResultKind.PLAYED, NOON,
        influence=tuple(influence.values()),
    )  # fmt: skip
    return table("".join(influence), result, stage, number, place)


def table(
    sides: str, result: Result | None = None, stage: Stage = Stage.MAIN, number: int = 1, place: int = 0
) -> Contest:
    """A table with these players, open unless a result is given."""
    name = ContestId(f"{stage}-{number}-{place}")
    return Contest(name, stage, number, place, tuple(map(EntrantId, sides)), 1, None, None, None, result)


def ended(contest: Contest, kind: ResultKind, *marked: int) -> Contest:
    """The same table with a result without influence, the given sides marked as winners."""
    score = tuple(int(side in marked) for side in range(len(contest.sides)))
    return replace(contest, result=Result(score, (0,) * len(score), kind, NOON))


def by_chance(seed: bytes) -> Verdict:
    """Results that hang on who plays and where; influences are close together, so that many are level."""

    def verdict(contest: Contest, leave: int) -> Result:
        throw = sha256(seed + repr((contest.stage, contest.round, contest.position, contest.sides)).encode()).digest()
        order = Stream(throw).shuffle(range(len(contest.sides)))
        marked = set(order[:leave])
        score = tuple(int(side in marked) for side in range(len(contest.sides)))
        influence = tuple(16 if side in marked else throw[side] % 5 - 2 for side in range(len(contest.sides)))
        return Result(score, (0,) * len(score), ResultKind.PLAYED, NOON, influence=influence)

    return verdict


def advanced(facts: EventFacts, seed: bytes = bytes(32)) -> EventFacts:
    """The event with what can be paired now, each round from a seed of its own."""
    stream = Stream(sha256(seed + repr([one.contest_id for one in facts.contests]).encode()).digest())
    lot = stream if tables.needs_draw(facts, OTE) else None
    return replace(facts, contests=(*facts.contests, *map(on_record, tables.advance(facts, OTE, lot))))


def on_record(new: NewContest) -> Contest:
    name = ContestId(f"{new.stage}-{new.round}-{new.position}")
    return Contest(name, new.stage, new.round, new.position, new.sides, new.best_of, new.bye_reason, None, None, None)


def settled(facts: EventFacts, verdict: Verdict) -> EventFacts:
    """The event with a result for every open contest."""
    ends = [one if is_decided(one) else replace(one, result=verdict(one, _leave(facts, one))) for one in facts.contests]
    return replace(facts, contests=tuple(ends))


def _leave(facts: EventFacts, contest: Contest) -> int:
    return tables.extra_game_seats(facts, OTE, contest) if contest.stage is Stage.PLAY_OFF else 1


def played_out(facts: EventFacts, verdict: Verdict, seed: bytes = bytes(32)) -> EventFacts:
    for _ in range(60):
        facts = settled(advanced(facts, seed), verdict)
        if tables.is_over(facts, OTE):
            return facts
    raise AssertionError("the event does not end")


def of_round(facts: EventFacts, number: int) -> list[Contest]:
    return [one for one in facts.contests if one.round == number and one.stage is not Stage.PLAY_OFF]


def final_of(facts: EventFacts) -> Contest:
    return next(one for one in facts.contests if one.stage is Stage.FINAL)
