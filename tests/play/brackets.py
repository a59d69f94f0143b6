"""Knock-out events for the tests: drawn, settled and played out, with results that anyone can repeat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage
from bot.play.draw import Stream
from bot.play.formats.knockout import advance, first_round, is_decided, standings
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset

OPEN = preset("aije-open")
NO_THIRD_PLACE = replace(OPEN, knockout=replace(OPEN.knockout, third_place_match=False))
BYES_BY_LOT = replace(OPEN, knockout=replace(OPEN.knockout, byes_by_rating=False))
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
SEED = bytes(32)

Verdict = Callable[[Contest], Result]
fields = st.integers(min_value=2, max_value=70)
seeds = st.binary(min_size=32, max_size=32)


def starters(count: int, *ratings: float | None) -> tuple[Starter, ...]:
    """That many starters; those beyond the given ratings have none."""
    listed = [*ratings, *[None] * (count - len(ratings))]
    return tuple(Starter(EntrantId(f"e{number:02}"), rating) for number, rating in enumerate(listed))


def played(first: int, second: int) -> Result:
    return Result((first, second), (0, 0), ResultKind.PLAYED, NOON)


def neither(_contest: Contest | None = None) -> Result:
    return Result((0, 0), (0, 0), ResultKind.DOUBLE_WALKOVER, NOON)


def upper_wins(contest: Contest) -> Result:
    return played(contest.target, 1)


def by_chance(seed: bytes, *, absences: bool) -> Verdict:
    """Results that hang on who plays and where, so that the same match always ends the same way."""

    def verdict(contest: Contest) -> Result:
        throw = sha256(seed + repr((contest.stage, contest.round, contest.position, contest.sides)).encode()).digest()
        if absences and throw[1] < 80:
            return neither()
        target = contest.target
        score = (target, throw[2] % target) if throw[0] % 2 else (throw[2] % target, target)
        return Result(score, (0, 0), ResultKind.PLAYED, NOON)

    return verdict


def on_record(new: NewContest) -> Contest:
    name = ContestId(f"{new.stage}-{new.round}-{new.position}")
    return Contest(name, new.stage, new.round, new.position, new.sides, new.best_of, new.bye_reason, None, None, None)


def advanced(facts: EventFacts, rulebook: Rulebook = OPEN, seed: bytes | None = None) -> EventFacts:
    stream = None if seed is None else Stream(seed)
    added = [on_record(new) for new in advance(facts, rulebook, stream)]
    return replace(facts, contests=(*facts.contests, *added))


def drawn(field: tuple[Starter, ...], rulebook: Rulebook = OPEN, seed: bytes = SEED) -> EventFacts:
    return advanced(EventFacts(field), rulebook, seed)


def settled(facts: EventFacts, contest: Contest, result: Result, rulebook: Rulebook = OPEN) -> EventFacts:
    contests = tuple(replace(one, result=result) if one == contest else one for one in facts.contests)
    return advanced(replace(facts, contests=contests), rulebook)


def open_contests(facts: EventFacts) -> list[Contest]:
    return [contest for contest in facts.contests if not is_decided(contest)]


def played_out(facts: EventFacts, verdict: Verdict = upper_wins, rulebook: Rulebook = OPEN) -> EventFacts:
    while waiting := open_contests(facts):
        facts = settled(facts, waiting[-1], verdict(waiting[-1]), rulebook)
    return facts


def at(facts: EventFacts, stage: Stage, position: int = 0) -> Contest:
    return next(one for one in facts.contests if (one.stage, one.position) == (stage, position))


def first_places(facts: EventFacts) -> list[Contest]:
    return [contest for contest in facts.contests if contest.round == first_round(len(facts.starters))]


def table(facts: EventFacts) -> dict[str, tuple[int, int]]:
    return {row.entrant_id: (row.rank_from, row.rank_to) for row in standings(facts, OPEN)}
