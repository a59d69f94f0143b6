"""The whole course of a knock-out with more lives than one, beyond what is on record: for who draws it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby, pairwise
from typing import Final

from bot.domain.contests import Contest, Result, ResultKind, Stage, sides_of
from bot.domain.formats import knockout, lives
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import ContestId, EntrantId
from bot.domain.rulebook import Rulebook

_SOME_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Course:
    """Every contest that there is or can be, and from which contest each of its entrants comes.

    Whoever wins, a round has as many contests and takes in the losers of the same round, as long as somebody wins
    each: so those that are still to come are found as if the first side won. Who meets whom there nobody knows yet.
    """

    contests: tuple[Contest, ...]
    on_record: frozenset[ContestId]
    origins: Mapping[tuple[ContestId, EntrantId], Contest]
    """The contest before, by contest and side; none in the first round."""

    def before(self, contest: Contest, side: EntrantId) -> Contest | None:
        """Where the side comes from."""
        return self.origins.get((contest.contest_id, side))

    def is_known(self, contest: Contest) -> bool:
        """Whether the contest is on record, and not only foreseen."""
        return contest.contest_id in self.on_record


def course_of(facts: EventFacts, rulebook: Rulebook) -> Course:
    """The course as it is foreseen from these facts, which hold every contest on record."""
    played = replace(facts, contests=_decide_open(facts.contests))
    while following := tuple(map(lives.as_written, lives.advance(played, rulebook, None))):
        played = replace(played, contests=_decide_open((*played.contests, *_as_if_nobody_had_met(played, following))))
    of_record = frozenset(one.contest_id for one in facts.contests)
    asked = {one.contest_id: one for one in facts.contests}
    contests = tuple(asked.get(one.contest_id, one) for one in played.contests)
    return Course(contests, of_record, dict(_origins(contests)))


def comes_down(contest: Contest, before: Contest | None) -> bool:
    """Whether who comes from the contest before lost it, and has gone one bracket lower."""
    return before is not None and contest.stage is not Stage.FINAL and contest.group != before.group


def _as_if_nobody_had_met(facts: EventFacts, following: Sequence[Contest]) -> Iterator[Contest]:
    """The contests to come, those of lower brackets paired by their places alone.

    Who has met whom before is of a play that is only pretended: it would bring pairs about that nobody can foresee.
    """
    known = (*facts.contests, *following)
    for (stage, group, number), some in groupby(following, key=lambda one: (one.stage, one.group, one.round)):
        here = list(some)
        before = [one for one in known if (one.stage, one.group, one.round) == (stage, group, number - 1)]
        yield from _paired_by_place(here, sides_of(before)) if stage is Stage.LOWER else here


def _paired_by_place(here: Sequence[Contest], staying: Collection[EntrantId]) -> Iterator[Contest]:
    """Who was there first against who comes from above, and neighbours where nobody comes."""
    pairs = [one for one in here if len(one.sides) > 1]
    first = sorted(sides_of(pairs), key=lambda side: side not in staying)
    met = sum(side in staying for side in first)
    if 0 < met < len(first):
        first = [side for pair in zip(first[: len(pairs)], first[len(pairs) :], strict=True) for side in pair]
    sides = iter(first)
    yield from (replace(one, sides=(next(sides), next(sides))) for one in pairs)
    yield from (one for one in here if len(one.sides) == 1)


def _decide_open(contests: Iterable[Contest]) -> tuple[Contest, ...]:
    """The contests, of the open ones each as if its first side had won."""
    return tuple(one if knockout.is_decided(one) else replace(one, result=_first_wins(one)) for one in contests)


def _first_wins(contest: Contest) -> Result:
    return Result((contest.target, 0), (0, 0), ResultKind.PLAYED, _SOME_TIME)


def _origins(contests: Iterable[Contest]) -> Iterator[tuple[tuple[ContestId, EntrantId], Contest]]:
    """Each side's way, from the bracket of the unbeaten downwards and at last to the finals."""
    ways: dict[EntrantId, list[Contest]] = {}
    for one in sorted(contests, key=lives.turn_of):
        for side in one.sides:
            ways.setdefault(side, []).append(one)
    for side, way in ways.items():
        yield from (((after.contest_id, side), before) for before, after in pairwise(way))
