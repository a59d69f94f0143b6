"""The table of a format with points: who stands where, by the rulebook's chain of tie-breaks, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from bot.domain.contest_points import NOTHING, Outcome
from bot.domain.contests import Contest, Stage
from bot.domain.crosstable import Crosstable, Line, crosstable
from bot.domain.events.draw import Stream
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import Level, RankingRules
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow, TieBreakValue
from bot.domain.tie_breaks import TIE_BREAKS, Parts, Scene, chain, deciders, scene_of, value_of

if TYPE_CHECKING:  # The formats read this module, and their package holds this type.
    from bot.domain.formats.protocol import EventFacts

Group = tuple[EntrantId, ...]
"""Entrants who are level so far, by id."""
Values = dict[tuple[EntrantId, str], Fraction | None]


@dataclass(slots=True)
class _Ladder:
    """The places as they fall apart, one entry of the chain after the other."""

    scene: Scene
    values: Values = field(default_factory=dict)

    def split(self, name: str, group: Group) -> Iterator[Group]:
        """The group in the order of its values, those with equal ones together."""
        entry, tied = TIE_BREAKS[name], frozenset(group)
        found = {one: value_of(entry.reckon(self.scene, one, tied)) for one in group}
        for one, value in found.items():
            self.values.setdefault((one, name), value)
        keys = {one: _sorting(value, reverse=entry.higher_is_better) for one, value in found.items()}
        parts = [tuple(level) for _, level in groupby(sorted(group, key=keys.__getitem__), key=keys.__getitem__)]
        for part in parts:
            yield from self.split(name, part) if entry.among_tied and 1 < len(part) < len(group) else (part,)

    def climb(self, names: Sequence[str], groups: Iterable[Group]) -> list[Group]:
        """The groups after all of those entries; the values of the undivided are reckoned for the table alone."""
        level = list(groups)
        for name in names:
            level = [part for group in level for part in self.split(name, group)]
        return level


def rank(
    facts: EventFacts,
    rulebook: Rulebook,
    table: Crosstable | None = None,
    contests: Iterable[Contest] | None = None,
    among: Iterable[EntrantId] | None = None,
) -> tuple[StandingRow, ...]:
    """The table, best first: the rulebook's chain in its order, each entry within what the ones before left level.

    Whoever is level after all of it shares the place (`rank_from` to `rank_to`), but for the decisive places, which a
    lot or a play-off on record separates (GO-27.1). The order of the facts means nothing. An entry that hangs on who is
    level shows its first value, among all of them, though it separates further inside. With `among` they
    alone are ranked: to be asked only where the others are known to come after them.
    """
    known = crosstable(facts, rulebook, contests) if table is None else table
    ladder = _Ladder(scene_of(facts, rulebook, known))
    groups = _separate_decisive(
        ladder, rulebook, ladder.climb(chain(rulebook), _void_last(known if among is None else among, known))
    )
    names = (*chain(rulebook), *deciders(rulebook))
    rows: list[StandingRow] = []
    for group in groups:
        first = len(rows) + 1
        last = len(rows) + len(group)
        rows.extend(_row(known[one], first, last, _values_of(ladder.values, one, names), rulebook) for one in group)
    return tuple(rows)


def ties_to_break(rows: Sequence[StandingRow], rulebook: Rulebook) -> tuple[tuple[StandingRow, ...], ...]:
    """The ties of a finished table that may not stand, best first: they need a play-off or a lot (GO-27.1)."""
    rules = rulebook.ranking or RankingRules()
    if rules.level is Level.SHARED:
        return ()
    shared = [row for row in rows if row.is_shared and not row.void and row.rank_from <= rules.decisive_places]
    return tuple(tuple(level) for _, level in groupby(shared, key=lambda row: row.rank_from))


def drawn_lot(facts: EventFacts, stream: Stream) -> tuple[EntrantId, ...]:
    """An order by lot of all entrants, for `EventFacts.lot`."""
    return tuple(stream.shuffle(sorted(one.entrant_id for one in facts.starters)))


def explain(
    facts: EventFacts,
    rulebook: Rulebook,
    entrant_id: EntrantId,
    name: str,
    table: Crosstable | None = None,
    contests: Iterable[Contest] | None = None,
) -> Parts | None:
    """The steps of one value of one entrant, among those who were level when the chain came to it.

    None where the entry does not apply to the entrant. Raises KeyError for a stranger or an unknown name.
    """
    known = crosstable(facts, rulebook, contests) if table is None else table
    ladder = _Ladder(scene_of(facts, rulebook, known))
    order = (*chain(rulebook), *deciders(rulebook))
    before = order[: order.index(name)] if name in order else chain(rulebook)
    if entrant_id not in known:
        raise KeyError(entrant_id)
    level = next(part for part in _void_last(known, known) if entrant_id in part)
    for earlier in before:
        level = next(part for part in ladder.split(earlier, level) if entrant_id in part)
    return TIE_BREAKS[name].reckon(ladder.scene, entrant_id, frozenset(level))


def _void_last(entrants: Iterable[EntrantId], table: Crosstable) -> list[Group]:
    """Everybody, and behind them those whose results are void: a place that was played for is not shared with them."""
    ranked = sorted(entrants)
    parts = (tuple(one for one in ranked if table[one].void is void) for void in (False, True))
    return [part for part in parts if part]


def _separate_decisive(ladder: _Ladder, rulebook: Rulebook, groups: Iterable[Group]) -> Iterator[Group]:
    """The groups, with those apart whom a lot or a play-off separates on a decisive place."""
    places, names, before = (rulebook.ranking or RankingRules()).decisive_places, deciders(rulebook), 0
    for group in groups:
        matters = len(group) > 1 and before < places and not ladder.scene.table[group[0]].void
        yield from ladder.climb(names, [group]) if matters else (group,)
        before += len(group)


def _sorting(value: Fraction | None, *, reverse: bool) -> tuple[bool, Fraction]:
    """Sorts the best first, and who has no value last."""
    if value is None:
        return True, NOTHING
    return False, -value if reverse else value


def _values_of(values: Values, entrant_id: EntrantId, names: Iterable[str]) -> tuple[TieBreakValue, ...]:
    return tuple(TieBreakValue(name, values.get((entrant_id, name))) for name in names)


def _row(line: Line, first: int, last: int, values: tuple[TieBreakValue, ...], rulebook: Rulebook) -> StandingRow:
    ends = Counter(one.outcome for one in line.encounters)
    stage = Stage.GROUP if rulebook.traits.in_groups else Stage.MAIN
    return StandingRow(
        first,
        last,
        line.starter.entrant_id,
        line.encounters[-1].stage if line.encounters else stage,
        line.encounters[-1].round if line.encounters else 0,
        values,
        sum(one.was_played for one in line.encounters),
        ends[Outcome.WON],
        ends[Outcome.DRAWN],
        ends[Outcome.LOST],
        line.void,
    )
