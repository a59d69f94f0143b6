"""Where the contests of a record stand in the event, worked out from their order where the file does not say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from bot.domain import berger
from bot.domain.contest_points import REST
from bot.domain.contests import Stage
from bot.domain.formats.knockout import VACANT, first_round, last_round, stage_of
from bot.domain.formats.swiss import PAIRING
from bot.domain.rulebook import FormatName, Rulebook
from bot.record.model import Contest

LOT = "lot"


@dataclass(frozen=True, slots=True)
class Draft:
    """A contest of the file on its way to its place."""

    told: Contest
    place: str
    winner: str | None
    """Who has won it by its score, if anybody has."""
    stage: Stage | None = None
    round: int | None = None
    position: int | None = None
    bye: str | None = None

    @property
    def sides(self) -> tuple[str, ...]:
        """Who plays."""
        return self.told.sides


def placed(drafts: Sequence[Draft], rulebook: Rulebook, names: Sequence[str]) -> tuple[Draft, ...]:
    """Every draft with stage, round and position; in a knock-out also the byes that nobody wrote down.

    `names` are the entrants in the order of the file. What the file says is kept.
    """
    entrants = len(names)
    if rulebook.format is FormatName.KNOCKOUT and rulebook.knockout.lives == 1 and entrants > 1:
        return bracket_of(drafts, entrants)
    known = _with_rounds(drafts, rulebook)
    if rulebook.format is FormatName.ROUND_ROBIN and len(names) > 1:
        known = _at_berger(known, names)
    return _with_positions(known)


def _at_berger(drafts: Sequence[Draft], names: Sequence[str]) -> list[Draft]:
    """The places of the Berger table, where every contest is one of its games by the order of the entrants."""
    found: list[Draft] = []
    games: dict[int, dict[tuple[str, ...], int]] = {}
    for draft in drafts:
        cycle, number = divmod((draft.round or 1) - 1, berger.length(len(names)))
        if number not in games:
            table = berger.round_of(number + 1, len(names))
            games[number] = {tuple(names[one - 1] for one in game): at for at, game in enumerate(table)}
        position = games[number].get(draft.sides[::-1] if cycle % 2 else draft.sides)
        if draft.told.position is not None or position is None or draft.stage is not Stage.MAIN:
            return list(drafts)
        found.append(replace(draft, told=draft.told.model_copy(update={"position": position})))
    return found


def _with_rounds(drafts: Sequence[Draft], rulebook: Rulebook) -> list[Draft]:
    """An entrant's contests follow each other round by round; an arena has one round, and a title match one contest."""
    last: dict[tuple[Stage, str], int] = defaultdict(int)
    known: list[Draft] = []
    for draft in drafts:
        stage = draft.told.stage or _stage(draft, rulebook)
        number = draft.told.round
        if number is None:
            before = max((last[stage, side] for side in draft.sides), default=0)
            number = 1 if rulebook.format is FormatName.ARENA else before + 1
        for side in draft.sides:
            last[stage, side] = max(last[stage, side], number)
        known.append(replace(draft, stage=stage, round=number, bye=_bye(draft, rulebook)))
    return known


def _stage(draft: Draft, rulebook: Rulebook) -> Stage:
    if rulebook.format is FormatName.TITLE_MATCH:
        return Stage.FINAL
    return Stage.GROUP if rulebook.format is FormatName.GROUPS and draft.told.group else Stage.MAIN


def _bye(draft: Draft, rulebook: Rulebook) -> str | None:
    if len(draft.sides) > 1 or draft.told.bye:
        return draft.told.bye
    rests = rulebook.format in {FormatName.ROUND_ROBIN, FormatName.GROUPS, FormatName.TABLES}
    return REST if rests else PAIRING


def _with_positions(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """The first free position of the round, in the order of the file."""
    taken = {(*_round_of(one), one.told.position) for one in drafts if one.told.position is not None}
    placed_ones: list[Draft] = []
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


def _round_of(draft: Draft) -> tuple[Stage | None, int, int | None]:
    return draft.stage, draft.told.group, draft.round


def bracket_of(drafts: Sequence[Draft], entrants: int) -> tuple[Draft, ...]:
    """A knock-out of one life: rounds from the order of play, places from who met whom later."""
    rounds = last_round(entrants)
    known = [replace(one, bye=_ko_bye(one)) for one in _ko_rounds(drafts, entrants, rounds)]
    if all(one.told.position is not None for one in known):
        return tuple(replace(one, position=one.told.position) for one in known)
    return tuple(_ko_places(known, first_round(entrants), rounds))


def _ko_bye(draft: Draft) -> str | None:
    if len(draft.sides) > 1 or draft.told.bye:
        return draft.told.bye
    return LOT if draft.round == 0 else VACANT


def _ko_rounds(drafts: Sequence[Draft], entrants: int, rounds: int) -> list[Draft]:
    """Of a field that is no power of two, the first contests are the preliminary ones, as many as it takes."""
    preliminary = entrants - (1 << rounds) if first_round(entrants) == 0 else 0
    last: dict[str, int] = {}
    lost: set[str] = set()
    known: list[Draft] = []
    for draft in drafts:
        for_third = len(draft.sides) == 2 and lost.issuperset(draft.sides)
        number = draft.told.round
        if number is None:
            begins = 0 if preliminary > 0 or (len(draft.sides) == 1 and entrants & (entrants - 1)) else 1
            number = min(max((last.get(side, begins - 1) + 1 for side in draft.sides), default=begins), rounds)
        preliminary -= number == 0 and len(draft.sides) > 1
        stage = draft.told.stage or (Stage.THIRD_PLACE if for_third else stage_of(number, rounds))
        known.append(replace(draft, stage=stage, round=number))
        last.update(dict.fromkeys(draft.sides, number))
        lost.update(side for side in draft.sides if draft.winner is not None and side != draft.winner)
    return known


def _ko_places(drafts: Sequence[Draft], first: int, rounds: int) -> list[Draft]:
    """From the top: who meets in place i of a round came from places 2i and 2i + 1 of the round before.

    A contest that fits nowhere gets a place that does not exist, which the checks then refuse.
    """
    third = [replace(one, position=0) for one in drafts if one.stage is Stage.THIRD_PLACE]
    waiting = {
        (one.round or 0, side): one for one in drafts if one.stage is not Stage.THIRD_PLACE for side in one.sides
    }
    found: list[Draft] = []
    sizes: dict[tuple[int, int], int] = {}
    for number in range(rounds, first - 1, -1):
        # What is not open once never is again.
        positions = count()
        for draft in [one for one in drafts if one.round == number and one.stage is not Stage.THIRD_PLACE]:
            if waiting.get((number, draft.sides[0])) is not draft:
                continue
            position = next(at for at in positions if _is_open(number, at, sizes))
            tree = list(_tree(draft, position, first, rounds, waiting))
            sizes |= {(one.round or 0, one.position or 0): len(one.sides) for one in tree}
            found += tree
    reached = {id(one.told) for one in (*found, *third)}
    found += [replace(one, position=len(drafts) + at) for at, one in enumerate(drafts) if id(one.told) not in reached]
    order = {id(one.told): at for at, one in enumerate(drafts)}
    return sorted(found, key=lambda one: (order.get(id(one.told), 0), one.round or 0, one.position or 0)) + third


def _is_open(number: int, position: int, sizes: Mapping[tuple[int, int], int]) -> bool:
    """Whether a place is free and nothing above it shows that nobody came from there: one side alone shows nothing."""
    if (number, position) in sizes:
        return False
    above = [sizes[number + up, position >> up] for up in range(1, 16) if (number + up, position >> up) in sizes]
    return not above or above[0] == 1


def _tree(
    draft: Draft, position: int, first: int, rounds: int, waiting: dict[tuple[int, str], Draft]
) -> Iterable[Draft]:
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
            told = Contest(sides=(side,))
            before = Draft(told, draft.place, side, stage_of(number - 1, rounds), number - 1, bye=LOT)
        if before is not None:
            yield from _tree(before, 2 * position + at, first, rounds, waiting)
