"""Knock-out with two or three lives (GO-26.1): a loser goes on one bracket lower, and is out with the last life.

The bracket of the unbeaten is a knock-out as any other. Below it there is one for each life lost. It takes in the
losers of the bracket above round by round: while it has more entrants than will come down next, they play among
themselves, otherwise against those who come. When every bracket has one left they play the finals, the two with the
most losses first, until one is left: with two lives that is the final and, where the unbeaten side loses it, one
more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations, count, groupby, pairwise
from typing import Final

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage, StandingRow, sides_of
from bot.play.draw import Stream
from bot.play.formats import knockout
from bot.play.formats.protocol import EventFacts, contests_undone
from bot.play.pairing_engine import max_weight_matching
from bot.play.rulebook import Rulebook

# --- the format -----------------------------------------------------------------------------------------------------


_UNBEATEN = frozenset({Stage.PRELIMINARY, Stage.MAIN})
_REACH = 8
"""How far from its own place an opponent is looked for, so that nobody meets twice while that can be helped."""
_REMATCH = 10_000
_OF_ONE_KIND = 1_000
"""What it costs that two meet who both were there, or both came down: more than any distance, less than a rematch."""
BYE = "pairing"

Pair = tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class _Wave:
    """The losers of one round, in the order of its places; None while the round is being played."""

    size: int
    losers: tuple[EntrantId, ...] | None


def losses(contests: Iterable[Contest]) -> Counter[EntrantId]:
    """The matches that everyone has lost; where nobody won, both sides have."""
    lost: Counter[EntrantId] = Counter()
    for contest in contests:
        if len(contest.sides) > 1 and knockout.is_decided(contest):
            won = knockout.winner(contest)
            lost.update(side for side in contest.sides if side != won)
    return lost


def advance(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    """What can be decided now in every bracket; the finals once each has one left. Raises ValueError as a knock-out."""
    found: list[NewContest] = []
    while step := _step(facts, rulebook, stream):
        found += step
        facts = replace(facts, contests=(*facts.contests, *map(as_written, step)))
    return tuple(found)


def as_written(new: NewContest) -> Contest:
    """The contest as it will be on record; a bye among them may lead on at once."""
    name = ContestId(f"{new.stage}-{new.group}-{new.round}-{new.position}")
    return Contest(
        name, new.stage, new.round, new.position, new.sides, new.best_of, new.bye_reason, None, None, None, new.group
    )


def _step(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    upper = _upper(facts)
    found = [_as_main(new) for new in knockout.advance(upper, _single(rulebook), stream)]
    for level in range(1, rulebook.knockout.lives):
        found += _lower(facts, rulebook, level)
    return tuple(found) if found or not knockout.all_decided(facts.contests) else _final(facts, rulebook)


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The table: who is still in shares the first places, the others by when the last life went."""
    gone, lost = _out_in(facts, rulebook), losses(facts.contests)
    last = {side: contest for contest in sorted(facts.contests, key=turn_of) for side in contest.sides}
    order = sorted(last, key=lambda one: (gone.get(one, _STILL_IN), one), reverse=True)
    rows: list[StandingRow] = []
    for _, sharing in groupby(order, key=lambda one: gone.get(one, _STILL_IN)):
        group = sorted(sharing)
        best = len(rows) + 1
        rows += [
            StandingRow(best, best + len(group) - 1, one, last[one].stage, last[one].round, lost=lost[one])
            for one in group
        ]
    return tuple(rows)


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether one is left, or nobody, and nothing is open."""
    return bool(facts.contests) and knockout.all_decided(facts.contests) and not advance(facts, rulebook, None)


def reopened_by(facts: EventFacts, rulebook: Rulebook, contest: Contest, correction: Result) -> tuple[Contest, ...]:
    """The contests on record that would not have come about with the corrected result."""
    number = knockout.first_round(facts.drawn_for)
    first = tuple(one for one in facts.contests if one.stage in _UNBEATEN and one.round == number)
    return contests_undone(facts, first, contest, correction, lambda known: advance(known, rulebook, None))


_Turn = tuple[bool, int, int, int]
_STILL_IN: _Turn = (True, 1 << 20, 0, 0)


def turn_of(contest: Contest) -> _Turn:
    """The order in which somebody plays: from the unbeaten downwards, and at last the finals."""
    return contest.stage is Stage.FINAL, contest.group, contest.round, contest.position


def _single(rulebook: Rulebook) -> Rulebook:
    rules = replace(rulebook.knockout, lives=1, third_place_match=False, final_best_of=rulebook.knockout.best_of)
    return replace(rulebook, knockout=rules)


def _upper(facts: EventFacts) -> EventFacts:
    return replace(facts, contests=tuple(contest for contest in facts.contests if contest.stage in _UNBEATEN))


def _as_main(new: NewContest) -> NewContest:
    return new if new.stage is Stage.PRELIMINARY else replace(new, stage=Stage.MAIN)


def _of_level(facts: EventFacts, level: int) -> list[list[Contest]]:
    """The rounds of a level on record, in order, each by its places."""
    stages = _UNBEATEN if level == 0 else {Stage.LOWER}
    mine = [contest for contest in facts.contests if contest.stage in stages and contest.group == level]
    mine.sort(key=lambda one: (one.round, one.position))
    return [list(some) for _, some in groupby(mine, key=lambda one: one.round)]


def _waves(facts: EventFacts, rulebook: Rulebook, level: int) -> tuple[list[_Wave], bool]:
    """What comes down from a level, round by round as far as it is known, and whether nothing more will."""
    waves: list[_Wave] = []
    rounds, missing = _of_level(facts, level), _incomplete(facts, rulebook, level)
    for contests in rounds:
        if contests[0].round in missing:
            return waves, False
        waves.append(_wave(contests))
        if waves[-1].losers is None:
            return waves, False
    return waves, bool(rounds) and _is_finished(facts, rulebook, level)


def _wave(contests: Sequence[Contest]) -> _Wave:
    size = sum(not contest.is_bye for contest in contests)
    if not knockout.all_decided(contests):
        return _Wave(size, None)
    return _Wave(size, tuple(side for contest in contests for side in contest.sides if _has_lost(contest, side)))


def _incomplete(facts: EventFacts, rulebook: Rulebook, level: int) -> frozenset[int]:
    """The rounds of a level of which contests are still to be written, as while a correction is followed."""
    if level == 0:
        return frozenset(new.round for new in knockout.advance(_upper(facts), _single(rulebook), None))
    playing, _ = _next_of(facts, rulebook, level)
    return frozenset(() if playing is None else (playing.round,))


def _has_lost(contest: Contest, side: EntrantId) -> bool:
    return len(contest.sides) > 1 and knockout.winner(contest) != side


def _is_finished(facts: EventFacts, rulebook: Rulebook, level: int) -> bool:
    """Whether a level has nothing left to play; asked only when all of it that is on record is decided."""
    if level == 0:
        rounds = [contest.round for contest in facts.contests if contest.stage in _UNBEATEN]
        return max(rounds) == knockout.last_round(facts.drawn_for)
    return _next_of(facts, rulebook, level)[1]


@dataclass(frozen=True, slots=True)
class _Playing:
    """Who is in a round of a lower bracket: those of it, and those who come from above."""

    round: int
    staying: tuple[EntrantId, ...]
    coming: tuple[EntrantId, ...]

    @property
    def sides(self) -> tuple[EntrantId, ...]:
        """Everybody who is in it."""
        return (*self.staying, *self.coming)


def _next_of(facts: EventFacts, rulebook: Rulebook, level: int) -> tuple[_Playing | None, bool]:
    """The round of a level that comes next, or is on record in part as after a correction; or whether it is finished.

    Follows the rounds on record through the waves from above. Neither, while it waits.
    """
    waves, no_more = _waves(facts, rulebook, level - 1)
    rounds = iter(_of_level(facts, level))
    playing = _Playing(1, (), ())
    while waves or (no_more and len(playing.staying) > 1):
        if waves and len(playing.staying) <= max(1, waves[0].size):
            losers = waves.pop(0).losers
            if losers is None:
                return None, False
            playing = replace(playing, coming=losers)
        if len(playing.sides) <= 1:
            playing = _Playing(playing.round, playing.sides, ())
            continue
        on_record = next(rounds, ())
        if sides_of(on_record) < {*playing.sides}:
            return playing, False
        if not knockout.all_decided(on_record):
            return None, False
        playing = _Playing(playing.round + 1, _winners(on_record), ())
    return None, no_more


def _winners(contests: Iterable[Contest]) -> tuple[EntrantId, ...]:
    return tuple(one for one in map(knockout.winner, contests) if one is not None)


def lower_round(facts: EventFacts, rulebook: Rulebook, level: int) -> list[NewContest]:
    """The round of a lower bracket that comes next or is on record in part, all of its contests; none while it waits.

    `level` is how often its entrants have lost.
    """
    playing, _ = _next_of(facts, rulebook, level) if facts.contests else (None, False)
    if playing is None:
        return []
    here = _on_record(facts, level, playing.round)
    before = replace(facts, contests=tuple(contest for contest in facts.contests if contest not in here))
    best_of = rulebook.knockout.best_of
    return [
        NewContest(Stage.LOWER, playing.round, position, sides, best_of, BYE if len(sides) == 1 else None, group=level)
        for position, sides in _places(before, playing, here)
    ]


def _places(facts: EventFacts, playing: _Playing, here: Sequence[Contest]) -> list[tuple[int, Pair]]:
    """Who meets whom where: by the rule, but the pairs that a round was begun with stay, and the rule pairs the rest.

    Others than the rule's, or at other places, stand in a file by hand, of which nobody knows which way round its
    bracket was drawn.
    """
    ruled = list(enumerate(_pair(facts, playing.staying, playing.coming)))
    begun = [(one.position, one.sides) for one in here]
    if _either_way_round(begun) <= _either_way_round(ruled):
        return ruled
    busy = sides_of(here)
    staying, coming = ([one for one in some if one not in busy] for some in (playing.staying, playing.coming))
    taken = {position for position, _ in begun}
    free = (position for position in count() if position not in taken)
    return [*begun, *zip(free, _pair(facts, staying, coming), strict=False)]


def _either_way_round(places: Iterable[tuple[int, Pair]]) -> frozenset[tuple[int, frozenset[EntrantId]]]:
    return frozenset((position, frozenset(sides)) for position, sides in places)


def _lower(facts: EventFacts, rulebook: Rulebook, level: int) -> list[NewContest]:
    whole = lower_round(facts, rulebook, level)
    known = {one.position for one in _on_record(facts, level, whole[0].round)} if whole else set()
    return [one for one in whole if one.position not in known]


def _on_record(facts: EventFacts, level: int, number: int) -> list[Contest]:
    return [
        contest
        for contest in facts.contests
        if (contest.stage, contest.group, contest.round) == (Stage.LOWER, level, number)
    ]


def _pair(facts: EventFacts, staying: Sequence[EntrantId], coming: Sequence[EntrantId]) -> list[Pair]:
    """The pairs, and one alone where the number is odd: who had the fewest byes, of those who were there first."""
    order = [*staying, *reversed(coming)] if coming else list(staying)
    alone: list[Pair] = []
    if len(order) % 2:
        byes = Counter(contest.sides[0] for contest in facts.contests if len(contest.sides) == 1)
        free = min(order, key=lambda one: (byes[one], order.index(one)))
        order.remove(free)
        alone = [(free,)]
    across = len(order) // 2 if coming else 1
    return [*_match(facts, order, across, {*coming}), *alone]


def _match(facts: EventFacts, order: Sequence[EntrantId], across: int, coming: Container[EntrantId]) -> list[Pair]:
    """Pairs of entrants about `across` places apart, nobody with a former opponent while that can be helped.

    Where somebody comes from above, who was there meets who comes, as far as the numbers allow it.
    """
    met = {frozenset(contest.sides) for contest in facts.contests if len(contest.sides) > 1}
    edges = []
    for low, high in _within_reach(len(order), across):
        off = abs(high - low - across)
        again = _REMATCH if frozenset((order[low], order[high])) in met else 0
        alike = _OF_ONE_KIND if across > 1 and (order[low] in coming) is (order[high] in coming) else 0
        edges.append((low, high, 1_000_000 - again - alike - off * off))
    return [(order[low], order[high]) for low, high in max_weight_matching(len(order), edges)]


def _within_reach(many: int, across: int) -> Iterator[tuple[int, int]]:
    """The places that are weighed against each other, the lower first: all in a small round, else those nearby."""
    if many <= 4 * _REACH:
        yield from combinations(range(many), 2)
        return
    for low in range(many):
        nearest = low + across
        yield from ((low, high) for high in range(max(low + 1, nearest - _REACH), min(many, nearest + _REACH + 1)))


def _final(facts: EventFacts, rulebook: Rulebook) -> tuple[NewContest, ...]:
    lost = losses(facts.contests)
    left = sorted(
        {side for contest in facts.contests for side in contest.sides if lost[side] < rulebook.knockout.lives},
        key=lambda one: (-lost[one], one),
    )
    if len(left) < 2:
        return ()
    number = max(contest.round for contest in facts.contests if contest.group == 0) + 1
    return (NewContest(Stage.FINAL, number, 0, tuple(left[:2]), rulebook.knockout.final_best_of),)


def _out_in(facts: EventFacts, rulebook: Rulebook) -> dict[EntrantId, _Turn]:
    """For each who is out, the round in which the last life went; later is better."""
    lost: Counter[EntrantId] = Counter()
    gone: dict[EntrantId, _Turn] = {}
    for contest in sorted(facts.contests, key=turn_of):
        for side in contest.sides:
            if knockout.is_decided(contest) and _has_lost(contest, side):
                lost[side] += 1
                if lost[side] == rulebook.knockout.lives:
                    gone[side] = (contest.stage is Stage.FINAL, contest.group, contest.round, 0)
    return gone


# --- the whole course, for a picture --------------------------------------------------------------------------------


_SOME_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class LivesCourse:
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


def course_of(facts: EventFacts, rulebook: Rulebook) -> LivesCourse:
    """The course as it is foreseen from these facts, which hold every contest on record."""
    played = replace(facts, contests=_decide_open(facts.contests))
    while following := tuple(map(as_written, advance(played, rulebook, None))):
        played = replace(played, contests=_decide_open((*played.contests, *_as_if_nobody_had_met(played, following))))
    of_record = frozenset(contest.contest_id for contest in facts.contests)
    asked = {contest.contest_id: contest for contest in facts.contests}
    contests = tuple(asked.get(contest.contest_id, contest) for contest in played.contests)
    return LivesCourse(contests, of_record, dict(_origins(contests)))


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
    return tuple(
        contest if knockout.is_decided(contest) else replace(contest, result=_first_wins(contest))
        for contest in contests
    )


def _first_wins(contest: Contest) -> Result:
    return Result((contest.target, 0), (0, 0), ResultKind.PLAYED, _SOME_TIME)


def _origins(contests: Iterable[Contest]) -> Iterator[tuple[tuple[ContestId, EntrantId], Contest]]:
    """Each side's way, from the bracket of the unbeaten downwards and at last to the finals."""
    ways: dict[EntrantId, list[Contest]] = {}
    for contest in sorted(contests, key=turn_of):
        for side in contest.sides:
            ways.setdefault(side, []).append(contest)
    for side, way in ways.items():
        yield from (((after.contest_id, side), before) for before, after in pairwise(way))
