"""Where the contests of a record stand in the event, worked out from their order and from who met whom.

A bracket by hand names only who played whom. Which bracket that was follows from who had lost before, and the round
from who was still in that bracket; pairs of a lower bracket are taken as the file says. The first games of a list
with groups are those of the groups, as many as all of them have; entrants joined by them were in one group. What
comes after is the knock-out of those who went on. Play-offs are the games after the table between those whom it
leaves level.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

import rustworkx as rx

from bot.kernel.files import Excess, FileBeyond
from bot.kernel.ids import EntrantId
from bot.play import pairing
from bot.play.contests import Contest as PlacedContest
from bot.play.contests import NewContest, Stage
from bot.play.crosstable import is_round_robin
from bot.play.format_rules import CutRules, GroupRules, RoundRobinRules, SwissRules
from bot.play.formats import FORMATS, lives, swiss
from bot.play.formats.groups import dealt
from bot.play.formats.knockout import VACANT, first_round, last_round, stage_of
from bot.play.formats.protocol import BY_SEED, EventFacts
from bot.play.formats.swiss import PAIRING
from bot.play.formats.tables import FinalSeats, extra_round, final_call
from bot.play.points import REST
from bot.play.rulebook import Rulebook
from bot.record.errors import FaultCode, RecordFault
from bot.record.model import ContestOnFile
from bot.record.model import ContestOnFile as Told

# --- contests in the order of the file ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ContestDraft:
    """A contest of the file on its way to its place."""

    told: ContestOnFile
    place: str
    winner: str | None
    """Who has won it by its score, if anybody has."""
    stage: Stage | None = None
    round: int | None = None
    position: int | None = None
    bye: str | None = None

    @property
    def has_place(self) -> bool:
        """Whether the file itself says of which stage it is, or where in its round."""
        return self.told.stage is not None or self.told.position is not None

    @property
    def sides(self) -> tuple[str, ...]:
        """Who plays."""
        return self.told.sides


Settled = Callable[[ContestDraft], PlacedContest]
"""A placed draft as the domain knows it, with its result; raises FaultFound for a score that is not its sides'."""


def in_rounds(
    drafts: Sequence[ContestDraft],
    *,
    stage: Stage = Stage.MAIN,
    in_group: Stage | None = None,
    bye: str = PAIRING,
    again: bool = True,
) -> list[ContestDraft]:
    """An entrant's contests follow each other round by round, or have one round where they do not begin `again`.

    `stage`, or `in_group` of a contest with a group, and `bye` are what the file need not say.
    """
    last: dict[tuple[Stage, str], int] = defaultdict(int)
    known: list[ContestDraft] = []
    for draft in drafts:
        own = draft.told.stage or (in_group if in_group and draft.told.group else stage)
        number = draft.told.round
        if number is None:
            before = max((last[own, side] for side in draft.sides), default=0)
            number = before + 1 if again else 1
        for side in draft.sides:
            last[own, side] = max(last[own, side], number)
        known.append(replace(draft, stage=own, round=number, bye=_bye_of(draft, bye)))
    return known


def _bye_of(draft: ContestDraft, usual: str) -> str | None:
    """Why one side is alone, by the file or else as usual."""
    return draft.told.bye if len(draft.sides) > 1 else draft.told.bye or usual


def at_berger(drafts: Sequence[ContestDraft], names: Sequence[str]) -> list[ContestDraft]:
    """The places of the Berger table, where every contest is one of its games by the order of the entrants."""
    found: list[ContestDraft] = []
    games: dict[int, dict[tuple[str, ...], int]] = {}
    for draft in drafts:
        cycle, number = divmod((draft.round or 1) - 1, pairing.length(len(names)))
        if number not in games:
            table = pairing.round_of(number + 1, len(names))
            games[number] = {tuple(names[one - 1] for one in game): at for at, game in enumerate(table)}
        position = games[number].get(draft.sides[::-1] if cycle % 2 else draft.sides)
        if draft.told.position is not None or position is None or draft.stage is not Stage.MAIN:
            return list(drafts)
        found.append(replace(draft, told=draft.told.model_copy(update={"position": position})))
    return found


def with_positions(drafts: Sequence[ContestDraft]) -> tuple[ContestDraft, ...]:
    """The first free position of the round, in the order of the file."""
    taken = {(*_round_of(one), one.told.position) for one in drafts if one.told.position is not None}
    placed_ones: list[ContestDraft] = []
    free: dict[tuple[Stage | None, int, int | None], int] = defaultdict(int)
    for draft in drafts:
        position = draft.told.position
        if position is None:
            key = _round_of(draft)
            while (*key, free[key]) in taken:
                free[key] += 1
            position = free[key]
            free[key] += 1
        placed_ones.append(replace(draft, position=position))
    return tuple(placed_ones)


def places_of_others(drafts: Sequence[ContestDraft]) -> Iterator[RecordFault]:
    """Contests that by who met whom stand elsewhere than the file says."""
    for draft in drafts:
        for key, told, found in (
            ("round", draft.told.round, draft.round),
            ("position", draft.told.position, draft.position),
        ):
            if told not in {None, found}:
                yield RecordFault(f"{draft.place}.{key}", FaultCode.IMPOSSIBLE_PLACE, str(told))


def _round_of(draft: ContestDraft) -> tuple[Stage | None, int, int | None]:
    return draft.stage, draft.told.group, draft.round


# --- a knock-out of one life ----------------------------------------------------------------------------------------


LOT = "lot"
Spot = tuple[int, int]
"""Round and position."""
Waiting = dict[tuple[int, str], ContestDraft]
"""The contest of each side in each round, until it has its place."""


def bracket_of(drafts: Sequence[ContestDraft], entrants: int) -> tuple[ContestDraft, ...]:
    """A knock-out of one life: rounds from the order of play, places from who met whom later."""
    rounds = last_round(entrants)
    known = [replace(with_round, bye=_bye(with_round)) for with_round in _with_rounds(drafts, entrants, rounds)]
    if all(one.told.position is not None for one in known):
        return tuple(replace(one, position=one.told.position) for one in known)
    return tuple(_with_places(known, first_round(entrants), rounds))


def _bye(draft: ContestDraft) -> str | None:
    if len(draft.sides) > 1 or draft.told.bye:
        return draft.told.bye
    return LOT if draft.round == 0 else VACANT


def _with_rounds(drafts: Sequence[ContestDraft], entrants: int, rounds: int) -> Iterator[ContestDraft]:
    """Of a field that is no power of two, the first contests are the preliminary ones, as many as it takes."""
    preliminary = entrants - (1 << rounds) if first_round(entrants) == 0 else 0
    last: dict[str, int] = {}
    lost: set[str] = set()
    for draft in drafts:
        for_third = len(draft.sides) == 2 and lost.issuperset(draft.sides)
        number = draft.told.round
        if number is None:
            begins = 0 if preliminary > 0 else _begins(draft, entrants)
            number = min(_next_round(draft, last, begins), rounds)
        preliminary -= number == 0 and len(draft.sides) > 1
        stage = draft.told.stage or (Stage.THIRD_PLACE if for_third else stage_of(number, rounds))
        yield replace(draft, stage=stage, round=number)
        last.update(dict.fromkeys(draft.sides, number))
        lost.update(_losers(draft))


def _begins(draft: ContestDraft, entrants: int) -> int:
    """The round of a first contest once the preliminary ones are written: who passes that round has a bye in it."""
    return 0 if len(draft.sides) == 1 and entrants.bit_count() > 1 else 1


def _next_round(draft: ContestDraft, last: Mapping[str, int], begins: int) -> int:
    return max((last.get(side, begins - 1) + 1 for side in draft.sides), default=begins)


def _losers(draft: ContestDraft) -> Iterator[str]:
    return (side for side in draft.sides if draft.winner is not None and side != draft.winner)


def _with_places(drafts: Sequence[ContestDraft], first: int, rounds: int) -> list[ContestDraft]:
    """Every contest at its place, in the order of the file, the match for the third place last.

    A contest that fits nowhere gets a place that does not exist, which the checks then refuse.
    """
    order = {id(one.told): at for at, one in enumerate(drafts)}
    third = [replace(draft, position=0) for draft in drafts if draft.stage is Stage.THIRD_PLACE]
    found = _from_the_top([draft for draft in drafts if draft.stage is not Stage.THIRD_PLACE], first, rounds)
    left = order.keys() - {id(one.told) for one in (*found, *third)}
    found += [replace(one, position=len(drafts) + at) for at, one in enumerate(drafts) if id(one.told) in left]
    return sorted(found, key=lambda one: (order.get(id(one.told), 0), *_spot(one))) + third


def _from_the_top(drafts: Sequence[ContestDraft], first: int, rounds: int) -> list[ContestDraft]:
    """Who meets in place i of a round came from places 2i and 2i + 1 of the round before."""
    waiting = {(one.round or 0, side): one for one in drafts for side in one.sides}
    found: list[ContestDraft] = []
    sizes: dict[Spot, int] = {}
    for number in range(rounds, first - 1, -1):
        # What is not open once never is again.
        positions = count()
        for draft in sorted((one for one in drafts if one.round == number), key=_has_no_position):
            if waiting.get((number, draft.sides[0])) is not draft:
                continue
            position = _position_of(draft, number, positions, sizes)
            tree = list(_tree(draft, position, first, rounds, waiting))
            sizes |= _sizes(tree)
            found += tree
    return found


def _has_no_position(draft: ContestDraft) -> bool:
    return draft.told.position is None


def _position_of(draft: ContestDraft, number: int, positions: Iterator[int], sizes: Mapping[Spot, int]) -> int:
    """As the file says where that place is open, else the next one that is."""
    told = draft.told.position
    if told is not None and _is_open(number, told, sizes):
        return told
    return next(at for at in positions if _is_open(number, at, sizes))


def _spot(draft: ContestDraft) -> Spot:
    return draft.round or 0, draft.position or 0


def _sizes(tree: Iterable[ContestDraft]) -> dict[Spot, int]:
    return {_spot(one): len(one.sides) for one in tree}


def _is_open(number: int, position: int, sizes: Mapping[Spot, int]) -> bool:
    """Whether a place is free and nothing above it shows that nobody came from there: one side alone shows nothing."""
    if (number, position) in sizes:
        return False
    above = [sizes[number + up, position >> up] for up in range(1, 16) if (number + up, position >> up) in sizes]
    return not above or above[0] == 1


def _tree(draft: ContestDraft, position: int, first: int, rounds: int, waiting: Waiting) -> Iterable[ContestDraft]:
    """The contest at its place, and below it all that led to it; whoever came without a contest had a bye."""
    number = draft.round or 0
    for side in draft.sides:
        waiting.pop((number, side), None)
    yield replace(draft, position=position)
    if number <= first:
        return
    for at, side in enumerate(draft.sides):
        before = waiting.get((number - 1, side))
        if before is None and number - 1 == first == 0:
            told = ContestOnFile(sides=(side,))
            before = ContestDraft(told, draft.place, side, stage_of(number - 1, rounds), number - 1, bye=LOT)
        if before is not None:
            yield from _tree(before, 2 * position + at, first, rounds, waiting)


# --- lower brackets and finals --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Brackets:
    """The drafts of a knock-out, by how often those who met had lost before."""

    levels: dict[int, list[ContestDraft]] = field(default_factory=dict)
    finals: list[ContestDraft] = field(default_factory=list)

    @property
    def unbeaten(self) -> list[ContestDraft]:
        """The drafts of the bracket that everybody begins in."""
        return self.levels.get(0, [])


def follow(
    drafts: Sequence[ContestDraft], facts: EventFacts, rulebook: Rulebook, settled: Settled
) -> tuple[ContestDraft, ...]:
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
    lost = [draft for draft in drafts if draft.place not in placed]
    return (*found, *(_at(one, Stage.LOWER, 1, 1, len(drafts) + at) for at, one in enumerate(lost)))


def _sorted_out(drafts: Sequence[ContestDraft], settled: Settled) -> _Brackets:
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


def _of_many(draft: ContestDraft) -> ContestDraft:
    """Of brackets that go on below, the first has neither semi-final nor final."""
    return draft if draft.stage is Stage.PRELIMINARY else replace(draft, stage=Stage.MAIN)


def _lower(
    drafts: Sequence[ContestDraft], facts: EventFacts, rulebook: Rulebook, level: int, settled: Settled
) -> list[ContestDraft]:
    """A lower bracket round by round, as far as the file tells it."""
    found: list[ContestDraft] = []
    while due := lives.lower_round(facts, rulebook, level):
        told = {known.place for known in found}
        waiting = [draft for draft in drafts if draft.place not in told]
        here = list(_of_round(waiting, due, level))
        if _has_match(due) and not _has_match(here):
            break
        found += here
        facts = replace(facts, contests=(*facts.contests, *map(settled, here)))
        if _seats(here) < _seats(due):
            break
    return found


def _has_match(some: Iterable[ContestDraft | NewContest]) -> bool:
    return any(len(one.sides) > 1 for one in some)


def _seats(some: Iterable[ContestDraft | NewContest]) -> int:
    return sum(len(one.sides) for one in some)


def _of_round(waiting: Sequence[ContestDraft], due: Sequence[NewContest], level: int) -> Iterator[ContestDraft]:
    """Those who meet in a round, at the places that the rules give them or else in the order of the file."""
    here, number = _who_meet(waiting, {str(side) for one in due for side in one.sides}), due[0].round
    spots = {frozenset(map(str, one.sides)): one.position for one in due}
    by_rule = all(frozenset(one.sides) in spots for one in here)
    for at, draft in enumerate(here):
        yield _at(draft, Stage.LOWER, level, number, spots[frozenset(draft.sides)] if by_rule else at)


def _who_meet(waiting: Sequence[ContestDraft], members: set[str]) -> list[ContestDraft]:
    """The first contests of those who are in a round, and the rest of one whom nobody meets."""
    here: list[ContestDraft] = []
    for draft in waiting:
        if members.issuperset(draft.sides):
            here.append(draft)
            members.difference_update(draft.sides)
    if len(members) == 1:
        (alone,) = members
        here.append(_rest(alone, here[0].place if here else ""))
    return here


def _rest(side: str, place: str) -> ContestDraft:
    return ContestDraft(Told(sides=(side,)), place, side, bye=lives.BYE)


def _at(draft: ContestDraft, stage: Stage, group: int, number: int, position: int) -> ContestDraft:
    told = draft.told.model_copy(update={"group": group})
    bye = draft.bye or (lives.BYE if len(draft.sides) == 1 else None)
    return replace(draft, told=told, stage=stage, round=number, position=position, bye=bye)


# --- groups ---------------------------------------------------------------------------------------------------------


def group(drafts: Sequence[ContestDraft], rulebook: Rulebook, names: Sequence[str]) -> tuple[ContestDraft, ...]:
    """The drafts with their groups, and those of the knock-out with their places.

    As they are where the file names groups or stages itself, or where nobody could say who was in which.
    """
    if not drafts or any(draft.told.group or draft.has_place for draft in drafts):
        return tuple(drafts)
    sizes = _group_sizes(rulebook, len(names))
    needed = _games_of(sizes) * _times(rulebook)
    games = _matches(drafts)[:needed]
    group_of = _groups(games, names)
    if sorted(Counter(group_of.values()).values()) != sorted(sizes):
        return tuple(drafts)
    end = drafts.index(games[-1]) + 1 if len(games) == needed else len(drafts)
    going_on = (rulebook.groups or GroupRules()).advance * len(sizes)
    return (
        *(_with_told(draft, group=group_of[draft.sides[0]]) for draft in drafts[:end]),
        *_bracket(drafts[end:], going_on, rounds_of_groups(rulebook, len(names))),
    )


def _games_of(sizes: Iterable[int]) -> int:
    """How many matches it takes that everybody of each group meets everybody once."""
    return sum(size * (size - 1) // 2 for size in sizes)


def _matches(drafts: Sequence[ContestDraft]) -> list[ContestDraft]:
    return [draft for draft in drafts if len(draft.sides) > 1]


def with_cut(drafts: Sequence[ContestDraft], rulebook: Rulebook, names: Sequence[str]) -> tuple[ContestDraft, ...]:
    """The drafts of a Swiss with those of its knock-out at their places: all after its last round.

    As they are where the file itself names a stage or a place.
    """
    rounds, players = (rulebook.swiss or SwissRules()).rounds, (rulebook.cut or CutRules()).players
    if rounds is None or any(draft.has_place for draft in drafts):
        return tuple(drafts)
    table, rest = _split(drafts, rounds)
    return (*table, *_bracket(rest, min(players, len(names)), rounds))


def _split(drafts: Sequence[ContestDraft], last: int) -> tuple[list[ContestDraft], list[ContestDraft]]:
    """The drafts up to the last round of the table, and those behind it."""
    behind = {in_round.place for in_round in in_rounds(drafts) if (in_round.round or 0) > last}
    return [draft for draft in drafts if draft.place not in behind], [
        draft for draft in drafts if draft.place in behind
    ]


def rounds_of_groups(rulebook: Rulebook, entrants: int) -> int:
    """The rounds of the largest group, after which those of the knock-out are numbered."""
    return _times(rulebook) * max((size - 1 + size % 2 for size in _group_sizes(rulebook, entrants)), default=0)


def _group_sizes(rulebook: Rulebook, entrants: int) -> list[int]:
    field = [EntrantId(str(number)) for number in range(entrants)]
    return [len(group) for group in dealt(field, (rulebook.groups or GroupRules()).size)]


def _times(rulebook: Rulebook) -> int:
    return (rulebook.round_robin or RoundRobinRules()).times


def _groups(games: Sequence[ContestDraft], names: Sequence[str]) -> dict[str, int]:
    """Everybody's group, from 1 in the order of the games; who has met nobody is a group of one."""
    number = {name: at for at, name in enumerate(names)}
    met: rx.PyGraph[str, None] = rx.PyGraph()
    met.add_nodes_from(list(names))
    met.add_edges_from([(number[game.sides[0]], number[game.sides[1]], None) for game in games])
    together = {at: frozenset(some) for some in rx.connected_components(met) for at in some}
    order = dict.fromkeys(together[at] for at in (*(number[side] for game in games for side in game.sides), *together))
    return {names[at]: group for group, some in enumerate(order, start=1) for at in some}


def _bracket(drafts: Sequence[ContestDraft], entrants: int, after: int) -> Iterator[ContestDraft]:
    """The knock-out, its rounds numbered on from those of the groups."""
    shift = after + (1 if first_round(entrants) == 0 else 0)
    for one in bracket_of([_with_told(draft, round=None) for draft in drafts], entrants):
        bye = BY_SEED if len(one.sides) == 1 else None
        yield replace(
            _with_told(one, stage=one.stage, round=(one.round or 0) + shift, position=one.position, bye=bye), bye=bye
        )


def _with_told(draft: ContestDraft, **more: object) -> ContestDraft:
    return replace(draft, told=draft.told.model_copy(update=more))


# --- play-offs ------------------------------------------------------------------------------------------------------


MOST_ROUNDS: Final = 64
"""Of play-offs after each other: each is worked out over the whole table."""


def with_play_offs(
    drafts: Sequence[ContestDraft], facts: EventFacts, rulebook: Rulebook, settled: Settled
) -> tuple[ContestDraft, ...]:
    """The drafts of a Swiss or a round robin, those of its play-offs at their places.

    `facts` are the entrants. A game beyond the table that no play-off asks for stays where it was.
    """
    if rulebook.cut is not None:
        return tuple(drafts)
    beyond = {one.place: one for one in _beyond(drafts, facts, rulebook)}
    facts = replace(facts, contests=tuple(settled(draft) for draft in drafts if draft.place not in beyond))
    placed: dict[str, ContestDraft] = {}
    for _ in range(MOST_ROUNDS):
        here = list(_told_play_offs(_due(facts, rulebook), beyond.values()))
        if not here:
            break
        placed |= {one.place: one for one in here}
        for one in here:
            del beyond[one.place]
        facts = replace(facts, contests=(*facts.contests, *map(settled, here)))
    return tuple(placed.get(draft.place, draft) for draft in drafts)


def _beyond(drafts: Sequence[ContestDraft], facts: EventFacts, rulebook: Rulebook) -> Iterator[ContestDraft]:
    """Games of two after the last round, in a round robin those of a pair that has played all its games."""
    of_table, met = is_round_robin(facts, rulebook), Counter[frozenset[str]]()
    times, last = (rulebook.round_robin or RoundRobinRules()).times, swiss.rounds(facts, rulebook)
    for draft in drafts:
        pair = frozenset(draft.sides)
        met[pair] += draft.stage is Stage.MAIN
        told = draft.told.stage is not None or draft.told.position is not None
        if len(pair) > 1 and not told and (met[pair] > times if of_table else (draft.round or 0) > last):
            yield draft


def _told_play_offs(due: Sequence[NewContest], beyond: Iterable[ContestDraft]) -> Iterator[ContestDraft]:
    """The play-offs that are due, as far as the file tells them, each pair's in the order of the file."""
    waiting: dict[frozenset[str], deque[ContestDraft]] = {frozenset(new.sides): deque() for new in due}
    for one in beyond:
        if (pair := frozenset(one.sides)) in waiting:
            waiting[pair].append(one)
    for new in due:
        games = waiting[frozenset(new.sides)]
        if games and new.stage is Stage.PLAY_OFF:
            yield _decided_at(games.popleft(), new)


def _due(facts: EventFacts, rulebook: Rulebook) -> tuple[NewContest, ...]:
    """What comes next; nothing where a lot comes first."""
    try:
        return FORMATS[rulebook.format].advance(facts, rulebook, None)
    except ValueError:
        return ()


def _decided_at(draft: ContestDraft, new: NewContest) -> ContestDraft:
    told = draft.told.model_copy(update={"group": new.group})
    return replace(draft, told=told, stage=new.stage, round=new.round, position=new.position)


# --- tables of three ------------------------------------------------------------------------------------------------


class _Hall:
    """The event as far as the file was read: a game of somebody who has played this round begins the next one."""

    def __init__(self, facts: EventFacts, rulebook: Rulebook, settled: Settled) -> None:
        self._facts, self._rulebook, self._settled = facts, rulebook, settled
        self._here: list[ContestDraft] = []
        self._seated: set[str] = set()
        self._round = 1
        self._calls = self._tables = 0
        self._call: FinalSeats | None = None

    def place(self, draft: ContestDraft) -> ContestDraft:
        """The game at its place."""
        if not self._seated.isdisjoint(draft.sides):
            self._go_on()
        if self._call is not None and self._call.pool and set(self._call.pool).issuperset(draft.sides):
            found = self._at(draft, Stage.PLAY_OFF, extra_round(self._facts) + 1, len(self._here))
        elif self._call is not None and set(self._call.through) == set(draft.sides):
            found = self._at(draft, Stage.FINAL, self._round, 0)
        else:
            found = self._at(draft, Stage.MAIN, self._round, self._tables + (self._call is not None))
            self._tables += 1
        self._here.append(found)
        self._seated.update(draft.sides)
        return found

    def _go_on(self) -> None:
        """What was played is on record: the final may be called now, which is asked over all that was played."""
        self._calls += 1
        if self._calls > MOST_ROUNDS:
            raise FileBeyond(what=Excess.ROUNDS, given=self._calls, limit=MOST_ROUNDS)
        played_extra = any(one.stage is Stage.PLAY_OFF for one in self._here)
        self._facts = replace(self._facts, contests=(*self._facts.contests, *map(self._settled, self._here)))
        self._round += not played_extra
        self._here, self._tables = [], 0
        self._seated.clear()
        self._call = final_call(self._facts, self._rulebook)

    def _at(self, draft: ContestDraft, stage: Stage, number: int, position: int) -> ContestDraft:
        bye = draft.told.bye or (REST if len(draft.sides) == 1 else None)
        return replace(draft, stage=stage, round=number, position=position, bye=bye)


def seat(
    drafts: Sequence[ContestDraft], facts: EventFacts, rulebook: Rulebook, settled: Settled
) -> tuple[ContestDraft, ...]:
    """Every game at its place, in the order of the file; `facts` are the entrants (OTE-2.6, OTE-2.8)."""
    hall = _Hall(facts, rulebook, settled)
    return tuple(hall.place(draft) for draft in drafts)
