"""Where the contests of a record stand in the event, worked out from their order where the file does not say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.domain import berger
from bot.domain.contests import Contest as PlacedContest
from bot.domain.contests import Stage
from bot.domain.formats.swiss import PAIRING
from bot.record.errors import Fault, FaultCode
from bot.record.model import Contest


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
    def has_place(self) -> bool:
        """Whether the file itself says of which stage it is, or where in its round."""
        return self.told.stage is not None or self.told.position is not None

    @property
    def sides(self) -> tuple[str, ...]:
        """Who plays."""
        return self.told.sides


Settled = Callable[[Draft], PlacedContest]
"""A placed draft as the domain knows it, with its result; raises Refused for a score that is not its sides'."""


def in_rounds(
    drafts: Sequence[Draft],
    *,
    stage: Stage = Stage.MAIN,
    in_group: Stage | None = None,
    bye: str = PAIRING,
    again: bool = True,
) -> list[Draft]:
    """An entrant's contests follow each other round by round, or have one round where they do not begin `again`.

    `stage`, or `in_group` of a contest with a group, and `bye` are what the file need not say.
    """
    last: dict[tuple[Stage, str], int] = defaultdict(int)
    known: list[Draft] = []
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


def _bye_of(draft: Draft, usual: str) -> str | None:
    """Why one side is alone, by the file or else as usual."""
    return draft.told.bye if len(draft.sides) > 1 else draft.told.bye or usual


def at_berger(drafts: Sequence[Draft], names: Sequence[str]) -> list[Draft]:
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


def with_positions(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
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


def places_of_others(drafts: Sequence[Draft]) -> Iterator[Fault]:
    """Contests that by who met whom stand elsewhere than the file says."""
    for one in drafts:
        for key, told, found in (("round", one.told.round, one.round), ("position", one.told.position, one.position)):
            if told not in {None, found}:
                yield Fault(f"{one.place}.{key}", FaultCode.IMPOSSIBLE_PLACE, str(told))


def _round_of(draft: Draft) -> tuple[Stage | None, int, int | None]:
    return draft.stage, draft.told.group, draft.round
