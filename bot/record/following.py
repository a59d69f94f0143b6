"""Places of contests that follow from results: the lower brackets of a knock-out, and the finals between brackets.

Somebody who writes a knock-out down by hand names who played whom. Which bracket that was follows from who had lost
before, and the round from who was still in that bracket; who meets whom in a lower bracket is taken as the file says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from bot.domain.contests import NewContest, Stage
from bot.domain.formats import lives
from bot.domain.formats.protocol import EventFacts
from bot.domain.rulebook import Rulebook
from bot.record.brackets import bracket_of
from bot.record.model import Contest as Told
from bot.record.placing import Draft, Settled


@dataclass(slots=True)
class _Brackets:
    """The drafts of a knock-out, by how often those who met had lost before."""

    levels: dict[int, list[Draft]] = field(default_factory=dict)
    finals: list[Draft] = field(default_factory=list)

    @property
    def unbeaten(self) -> list[Draft]:
        """The drafts of the bracket that everybody begins in."""
        return self.levels.get(0, [])


def follow(drafts: Sequence[Draft], facts: EventFacts, rulebook: Rulebook, settled: Settled) -> tuple[Draft, ...]:
    """Every draft of a knock-out of two or three lives at its place, with the byes that nobody wrote down.

    `facts` are the entrants, without any contest. A draft that follows from nothing gets a place that does not exist,
    and is found by whoever plays the pairings again.
    """
    sorted_out = _sorted_out(drafts, settled)
    upper = [_of_many(one) for one in bracket_of(sorted_out.unbeaten, len(facts.starters))]
    facts = replace(facts, contests=tuple(map(settled, upper)))
    found = list(upper)
    for level in range(1, rulebook.knockout.lives):
        below = _lower(sorted_out.levels.get(level, []), facts, rulebook, level, settled)
        facts = replace(facts, contests=(*facts.contests, *map(settled, below)))
        found += below
    last = max((one.round or 0 for one in upper), default=0)
    found += [_at(one, Stage.FINAL, 0, last + at, 0) for at, one in enumerate(sorted_out.finals, start=1)]
    placed = {one.place for one in found}
    lost = [one for one in drafts if one.place not in placed]
    return (*found, *(_at(one, Stage.LOWER, 1, 1, len(drafts) + at) for at, one in enumerate(lost)))


def _sorted_out(drafts: Sequence[Draft], settled: Settled) -> _Brackets:
    """Two with equally many losses meet in their bracket, two with different ones in a final, as do all after them."""
    lost: Counter[str] = Counter()
    found = _Brackets()
    for at, draft in enumerate(drafts):
        level = {lost[side] for side in draft.sides}
        if found.finals or len(level) > 1:
            found.finals.append(draft)
        else:
            found.levels.setdefault(max(level, default=0), []).append(draft)
        lost.update(map(str, lives.losses([settled(_at(draft, Stage.MAIN, 0, 1, at))]).elements()))
    return found


def _of_many(draft: Draft) -> Draft:
    """Of brackets that go on below, the first has neither semi-final nor final."""
    return draft if draft.stage is Stage.PRELIMINARY else replace(draft, stage=Stage.MAIN)


def _lower(drafts: Sequence[Draft], facts: EventFacts, rulebook: Rulebook, level: int, settled: Settled) -> list[Draft]:
    """A lower bracket round by round, as far as the file tells it."""
    found: list[Draft] = []
    while due := lives.lower_round(facts, rulebook, level):
        told = {known.place for known in found}
        waiting = [one for one in drafts if one.place not in told]
        here = list(_of_round(waiting, due, level))
        if _has_match(due) and not _has_match(here):
            break
        found += here
        facts = replace(facts, contests=(*facts.contests, *map(settled, here)))
        if _seats(here) < _seats(due):
            break
    return found


def _has_match(some: Iterable[Draft | NewContest]) -> bool:
    return any(len(one.sides) > 1 for one in some)


def _seats(some: Iterable[Draft | NewContest]) -> int:
    return sum(len(one.sides) for one in some)


def _of_round(waiting: Sequence[Draft], due: Sequence[NewContest], level: int) -> Iterator[Draft]:
    """Those who meet in a round, at the places that the rules give them or else in the order of the file."""
    here, number = _who_meet(waiting, {str(side) for one in due for side in one.sides}), due[0].round
    spots = {frozenset(map(str, one.sides)): one.position for one in due}
    by_rule = all(frozenset(one.sides) in spots for one in here)
    for at, draft in enumerate(here):
        yield _at(draft, Stage.LOWER, level, number, spots[frozenset(draft.sides)] if by_rule else at)


def _who_meet(waiting: Sequence[Draft], members: set[str]) -> list[Draft]:
    """The first contests of those who are in a round, and the rest of one whom nobody meets."""
    here: list[Draft] = []
    for draft in waiting:
        if members.issuperset(draft.sides):
            here.append(draft)
            members.difference_update(draft.sides)
    if len(members) == 1:
        (alone,) = members
        here.append(_rest(alone, here[0].place if here else ""))
    return here


def _rest(side: str, place: str) -> Draft:
    return Draft(Told(sides=(side,)), place, side, bye=lives.BYE)


def _at(draft: Draft, stage: Stage, group: int, number: int, position: int) -> Draft:
    told = draft.told.model_copy(update={"group": group})
    bye = draft.bye or (lives.BYE if len(draft.sides) == 1 else None)
    return replace(draft, told=told, stage=stage, round=number, position=position, bye=bye)
