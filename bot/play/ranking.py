"""The table of a format with points: who stands where, by the rulebook's chain of tie-breaks, and why.

Each tie-break is a small entry of a registry, by its name in a rulebook and with the rule that names it. The scene
that they look at is made once for a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from bot.kernel.ids import ContestId, EntrantId
from bot.play import tie_breaks
from bot.play.contests import Contest, Stage, StandingRow, TieBreakValue
from bot.play.crosstable import Crosstable, TableLine, crosstable, is_round_robin
from bot.play.draw import Stream
from bot.play.format_rules import FormatTraits, Level, RankingRules, TableOrder
from bot.play.points import NOTHING, Outcome
from bot.play.rulebook import Rulebook
from bot.play.tie_breaks import UNPLAYED, Parts, Scene, StepReason, TieBreak, TieBreakStep, draw_points, value_of

if TYPE_CHECKING:
    from bot.play.formats.protocol import EventFacts


# --- tie-breaks by name ---------------------------------------------------------------------------------------------


def _by_score(traits: FormatTraits) -> bool:
    """Where opponents differ, so that their points say something."""
    return traits.by_score


def _of_rounds(traits: FormatTraits) -> bool:
    """Where everybody has a game in each round."""
    return traits.counts_rounds


def _of_opponents(traits: FormatTraits) -> bool:
    """Where a table counts games against one opponent each."""
    return traits.table in {TableOrder.ROUNDS, TableOrder.GAMES}


_OPPONENTS: Final = {
    "sonneborn_berger": TieBreak(tie_breaks.sonneborn_berger, ("GO-27.1",), fits=_of_rounds),
    "buchholz": TieBreak(tie_breaks.buchholz(), fits=_by_score),
    "buchholz_cut_1": TieBreak(tie_breaks.buchholz(1), fits=_by_score),
    "buchholz_cut_2": TieBreak(tie_breaks.buchholz(2), fits=_by_score),
    "median_buchholz": TieBreak(tie_breaks.buchholz(1, 1), fits=_by_score),
    "opponents_scores": TieBreak(tie_breaks.opponents_scores, ("GO-27.1S",), fits=_by_score),
    "total_score": TieBreak(tie_breaks.total_score, ("GO-27.1S",), fits=_by_score),
}
_RATINGS: Final = {
    "performance_arena": TieBreak(tie_breaks.performance_arena, ("ARENA-2",), fits=_of_opponents),
    "performance_fide": TieBreak(tie_breaks.performance_fide, fits=_of_opponents),
    "average_rating_of_opponents": TieBreak(tie_breaks.average_rating_of_opponents, fits=_of_opponents),
    "ratings_sum": TieBreak(tie_breaks.ratings_sum, ("AIJE-D05-4",)),
}
_OWN: Final = {
    "points": TieBreak(tie_breaks.per_round(tie_breaks.points_of), ("GO-27.1", "AIJE-D02-2")),
    "wins": TieBreak(tie_breaks.per_round(tie_breaks.win_of), ("OLY-5",)),
    "games_won": TieBreak(tie_breaks.per_round(tie_breaks.games_of), ("AIJE-D02-2",)),
    "progressive": TieBreak(tie_breaks.progressive, fits=_of_rounds),
    "longest_unbeaten_run": TieBreak(tie_breaks.longest_unbeaten_run, ("AIJE-D05-4",), fits=_of_rounds),
    "warnings": TieBreak(tie_breaks.warnings, ("GO-27.1", "GO-24"), higher_is_better=False),
    "forfeits": TieBreak(tie_breaks.per_round(tie_breaks.forfeit_of), higher_is_better=False),
    "lot": TieBreak(tie_breaks.lot, ("GO-27.1",), higher_is_better=False),
}
_ENCOUNTERS: Final = {
    "direct_encounter": TieBreak(
        tie_breaks.among_tied(tie_breaks.points_of),
        ("AIJE-D02-2", "AIJE-D04-2", "AIJE-D05-4", "OLY-5"),
        among_tied=True,
    ),
    "games_won_in_encounter": TieBreak(tie_breaks.among_tied(tie_breaks.games_of), ("AIJE-D05-4",), among_tied=True),
    "play_off": TieBreak(tie_breaks.play_off, ("GO-27.1", "GO-27.3", "AIJE-D02-2"), among_tied=True),
}
_BOARDS: Final = {
    "board_points": TieBreak(tie_breaks.per_round(tie_breaks.worth_of), ("GO-27.2",)),
    "balance": TieBreak(tie_breaks.per_round(tie_breaks.balance_of), ("OLY-5",)),
    "living_points": TieBreak(tie_breaks.in_modality("living"), ("OLY-5",)),
    "giant_points": TieBreak(tie_breaks.in_modality("giant"), ("OLY-5",)),
    **{
        name: TieBreak(tie_breaks.on_board(number), ("GO-27.2",))
        for number, name in enumerate(tie_breaks.names_in_order(tie_breaks.MOST_BOARDS), start=1)
    },
}

TIE_BREAKS: Final[Mapping[str, TieBreak]] = MappingProxyType(_OWN | _ENCOUNTERS | _OPPONENTS | _RATINGS | _BOARDS)
"""The registry: each entry with the rules that name it."""
NAMES: Final = frozenset({*TIE_BREAKS, tie_breaks.IN_ORDER})
"""What a rulebook's `ranking.order` may hold."""
_DECIDERS: Final[Mapping[Level, tuple[str, ...]]] = MappingProxyType(
    {Level.SHARED: (), Level.LOT: ("lot",), Level.PLAY_OFF: ("play_off",)}
)


def chain(rulebook: Rulebook) -> tuple[str, ...]:
    """The names of `ranking.order`, `boards_in_order` spelt out board by board."""
    size = 0 if rulebook.teams is None else rulebook.teams.size
    order = (rulebook.ranking or RankingRules()).order
    spelt = [tie_breaks.names_in_order(size) if name == tie_breaks.IN_ORDER else (name,) for name in order]
    return tuple(name for names in spelt for name in names)


def deciders(rulebook: Rulebook) -> tuple[str, ...]:
    """What separates those whom the chain leaves level on a place that may not be shared (GO-27.1, GO-27.3)."""
    rules = rulebook.ranking or RankingRules()
    known = chain(rulebook)
    return tuple(name for name in _DECIDERS[rules.level] if name not in known and rules.decisive_places)


# --- the scene that they look at ------------------------------------------------------------------------------------


def scene_of(facts: EventFacts, rulebook: Rulebook, table: Crosstable) -> Scene:
    """The scene of a table. Raises KeyError for a version of C.07 that nobody knows."""
    unplayed = UNPLAYED[(rulebook.ranking or RankingRules()).unplayed]
    everyone_meets, draw = is_round_robin(facts, rulebook), draw_points(rulebook)
    return Scene(
        facts,
        rulebook,
        table,
        {contest.contest_id: contest for contest in facts.contests},
        tuple(sorted((one for one in facts.contests if _is_decided_play_off(one)), key=_in_order)),
        max((encounter.round for line in table.values() for encounter in line.encounters), default=0),
        everyone_meets,
        unplayed,
        {one: line.points if everyone_meets else unplayed.as_opponent(line, draw) for one, line in table.items()},
    )


def _is_decided_play_off(contest: Contest) -> bool:
    return contest.stage is Stage.PLAY_OFF and contest.result is not None


def _in_order(contest: Contest) -> tuple[int, int, ContestId]:
    return contest.round, contest.position, contest.contest_id


__all__ = [
    "NAMES",
    "TIE_BREAKS",
    "UNPLAYED",
    "Parts",
    "Scene",
    "StepReason",
    "TieBreak",
    "TieBreakStep",
    "chain",
    "deciders",
    "scene_of",
    "value_of",
]


# --- the table ------------------------------------------------------------------------------------------------------


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
    return tuple(stream.shuffle(sorted(starter.entrant_id for starter in facts.starters)))


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


def _row(line: TableLine, first: int, last: int, values: tuple[TieBreakValue, ...], rulebook: Rulebook) -> StandingRow:
    ends = Counter(encounter.outcome for encounter in line.encounters)
    stage = Stage.GROUP if rulebook.traits.in_groups else Stage.MAIN
    return StandingRow(
        first,
        last,
        line.starter.entrant_id,
        line.encounters[-1].stage if line.encounters else stage,
        line.encounters[-1].round if line.encounters else 0,
        values,
        sum(encounter.was_played for encounter in line.encounters),
        ends[Outcome.WON],
        ends[Outcome.DRAWN],
        ends[Outcome.LOST],
        line.void,
    )
