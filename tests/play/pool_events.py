"""Round robins and groups for the tests: drawn, decided and played out, with results that anyone can repeat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage
from bot.play.draw import Stream
from bot.play.formats.knockout import is_decided
from bot.play.formats.protocol import EventFacts, Format, Starter
from bot.play.rulebook import Rulebook
from tests.play.crosstables import NOON

Verdict = Callable[[Contest], Result]
SEED = bytes(32)


def field(count: int, *, rated: bool = True) -> tuple[Starter, ...]:
    """Entrants `e00`, `e01`, …, each 10 points weaker than the one before, or all without a rating."""
    return tuple(
        Starter(EntrantId(f"e{number:02}"), 2000.0 - 10 * number if rated else None) for number in range(count)
    )


def result(first: int, second: int, kind: ResultKind = ResultKind.PLAYED) -> Result:
    return Result((first, second), (0, 0), kind, NOON, draws=int(first == second == 0 and kind is ResultKind.PLAYED))


def lower_id_wins(contest: Contest) -> Result:
    """The stronger entrant wins all."""
    games = contest.best_of if contest.stage in {Stage.MAIN, Stage.GROUP} else contest.target
    return result(games, 0) if contest.sides[0] < contest.sides[1] else result(0, games)


def all_drawn(_: Contest) -> Result:
    return result(0, 0)


def by_chance(seed: bytes) -> Verdict:
    """Results that hang on who plays and where; a knock-out match is never drawn."""

    def verdict(contest: Contest) -> Result:
        throw = sha256(seed + repr((contest.stage, contest.round, contest.sides)).encode()).digest()[0]
        table = contest.stage in {Stage.MAIN, Stage.GROUP} and contest.group >= 0
        if table and throw % 3 == 0 and contest.best_of == 1:
            return result(0, 0)
        return result(contest.target, 0) if throw % 2 else result(0, contest.target)

    return verdict


def on_record(new: NewContest) -> Contest:
    name = ContestId(f"{new.stage}-{new.group}-{new.round:02}-{new.position}")
    recorded = Contest(
        name, new.stage, new.round, new.position, new.sides, new.best_of, new.bye_reason, None, None, None
    )
    return replace(recorded, group=new.group)


def advanced(facts: EventFacts, format_: Format, rules: Rulebook, seed: bytes | None = None) -> EventFacts:
    stream = None if seed is None else Stream(seed)
    added = [on_record(new) for new in format_.advance(facts, rules, stream)]
    return replace(facts, contests=(*facts.contests, *added))


def drawn(starters: tuple[Starter, ...], format_: Format, rules: Rulebook, seed: bytes = SEED) -> EventFacts:
    return advanced(EventFacts(starters), format_, rules, seed)


def waiting(facts: EventFacts) -> list[Contest]:
    return [contest for contest in facts.contests if not is_decided(contest)]


def decided(facts: EventFacts, contest: Contest, outcome: Result) -> EventFacts:
    contests = tuple(replace(one, result=outcome) if one == contest else one for one in facts.contests)
    return replace(facts, contests=contests)


def round_played(facts: EventFacts, verdict: Verdict) -> EventFacts:
    for contest in waiting(facts):
        facts = decided(facts, contest, verdict(contest))
    return facts


def played_out(facts: EventFacts, format_: Format, rules: Rulebook, verdict: Verdict = lower_id_wins) -> EventFacts:
    while waiting(facts):
        facts = advanced(round_played(facts, verdict), format_, rules)
    return facts
