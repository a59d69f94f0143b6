"""Groups, then a knock-out: round robins whose first ones meet in a seeded bracket.

The field is dealt to groups as a snake: the strongest to groups 1, 2, 3, the next to 3, 2, 1, equal and unrated ones
by lot, or everyone where numbers are drawn. Each group is a pool of its own and goes on as soon as its round is
decided. Places that decide who goes on are separated as the rulebook says; those still level there go by the
published rating. In the bracket two of one group meet again as late as can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice, zip_longest

from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, NewContest, Result, Stage, StandingRow
from bot.play.draw import Stream
from bot.play.format_rules import CutRules, GroupRules, RankingRules, RoundRobinRules
from bot.play.formats import cut, round_robin, swiss
from bot.play.formats.knockout import all_decided, is_decided
from bot.play.formats.protocol import EventFacts, Starter, Strength
from bot.play.formats.round_robin import Pool, with_correction
from bot.play.rulebook import Rulebook

# --- where they stand in the bracket --------------------------------------------------------------------------------


Placed = dict[int, EntrantId]
"""Who stands on which seed, from 0."""


def cross(
    tiers: Sequence[Sequence[EntrantId]], group_of: Mapping[EntrantId, int], going_on: int
) -> tuple[EntrantId, ...]:
    """The order of seeding: `tiers` are all first places of the groups, then all second ones, each in its own order.

    Within a tier those who go on are moved only where two of a group would meet sooner than need be: with two of each
    group in the bracket, in the final at the earliest (GO-26.4). Who does not go on stays behind in the order given.
    """
    leaves, rounds = _leaves(going_on)
    seeded: list[EntrantId] = []
    for tier in tiers:
        inside = tier[: max(0, going_on - len(seeded))]
        placed = dict(enumerate(seeded))
        for meet in range(rounds, 0, -1):
            found = _assign(inside, len(seeded), _Apart(placed, group_of, leaves, meet))
            if found is not None:
                break
        else:
            found = list(inside)
        seeded += [*found, *tier[len(inside) :]]
    return tuple(seeded)


def _leaves(going_on: int) -> tuple[dict[int, int], int]:
    """The place in the bracket from the top of each seed, and how many rounds there are."""
    order, rounds = [0], 0
    while len(order) < going_on:
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
        rounds += 1
    return {seed: leaf for leaf, seed in enumerate(order)}, rounds


class _Apart:
    """Whether somebody may stand on a seed without meeting one of the own group before round `meet`."""

    def __init__(self, placed: Placed, group_of: Mapping[EntrantId, int], leaves: Mapping[int, int], meet: int) -> None:
        self._placed, self._group_of, self._leaves, self._meet = placed, group_of, leaves, meet

    def allows(self, entrant: EntrantId, seed: int) -> bool:
        group, leaf = self._group_of[entrant], self._leaves[seed]
        mates = (self._leaves[other] for other, one in self._placed.items() if self._group_of[one] == group)
        return all((leaf ^ mate).bit_length() >= self._meet for mate in mates)


def _assign(entrants: Sequence[EntrantId], first: int, apart: _Apart) -> list[EntrantId] | None:
    """Each on a seed from `first` on that is allowed, near to the own order; None where that cannot be."""
    taken: Placed = {}
    for seed in range(first, first + len(entrants)):
        if not _take(seed, entrants, first, apart, taken, set()):
            return None
    return [taken[seed] for seed in sorted(taken)]


def _take(
    seed: int, entrants: Sequence[EntrantId], first: int, apart: _Apart, taken: Placed, asked: set[EntrantId]
) -> bool:
    """Gives the seed to somebody, letting others move to another seed of theirs (an augmenting path)."""
    near = sorted(range(len(entrants)), key=lambda at: (abs(first + at - seed), at))
    for entrant in (entrants[at] for at in near):
        if entrant in asked or not apart.allows(entrant, seed):
            continue
        asked.add(entrant)
        held = next((other for other, one in taken.items() if one == entrant), None)
        if held is None or _take(held, entrants, first, apart, taken, asked):
            taken[seed] = entrant
            return True
    return False


# --- the format -----------------------------------------------------------------------------------------------------


FEWEST_STARTERS = 2
FEWEST_IN_GROUP = 2


def dealt(entrants: Sequence[EntrantId], size: int) -> tuple[tuple[EntrantId, ...], ...]:
    """The groups of at most `size`, filled as a snake; they differ by one at most. A group of one is never made."""
    count = max(1, min(-(-len(entrants) // max(size, FEWEST_IN_GROUP)), len(entrants) // FEWEST_IN_GROUP))
    groups: list[list[EntrantId]] = [[] for _ in range(count)]
    for place, entrant in enumerate(entrants):
        row, column = divmod(place, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(entrant)
    return tuple(tuple(group) for group in groups)


def needs_draw(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the groups hang on a lot, or who goes on from them."""
    if facts.contests:
        return _lot_is_due(facts, _strict(facts, rulebook))
    return round_robin.hangs_on_lot(facts.starters, by_lot=_by_lot(rulebook))


def advance(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    """The next round of every group that is ready for it, then its play-offs, then the bracket.

    Raises ValueError for fewer than two starters, and when the groups need a stream and there is none.
    """
    if len(facts.starters) < FEWEST_STARTERS:
        raise ValueError("groups need two starters")
    strict = _strict(facts, rulebook)
    if not facts.contests:
        return tuple(
            new for pool in _draw_pools(facts, strict, stream) for new in round_robin.contests_due(pool, facts, strict)
        )
    due = [new for pool in pools_of(facts, strict) for new in _due_in(pool, facts, strict)]
    if due or not _are_over(facts, strict):
        return tuple(due)
    return cut.advance(facts, strict, seeds(facts, rulebook), last_round(facts, rulebook))


def group_tables(facts: EventFacts, rulebook: Rulebook) -> tuple[tuple[StandingRow, ...], ...]:
    """The table of each group, group 1 first; empty before the draw."""
    if not facts.contests:
        return ()
    strict = _strict(facts, rulebook)
    return tuple(pool.table(facts, strict) for pool in pools_of(facts, strict))


def tables_in_play(facts: EventFacts, rulebook: Rulebook) -> tuple[tuple[StandingRow, ...], ...]:
    """The tables of the groups as long as they are what is played; none once the bracket is on record.

    Who shares a place stands in the order in which they would go on.
    """
    if any(contest.stage not in cut.TABLE_STAGES for contest in facts.contests):
        return ()
    starters, tables = facts.by_entrant, group_tables(facts, rulebook)
    return tuple(tuple(sorted(table, key=lambda row: _place(row, starters))) for table in tables)


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The bracket's players by how far they came, behind them the others by their place in the group, which they share
    with those of the other groups; empty before the draw."""
    if not facts.contests:
        return ()
    table = _join(group_tables(facts, rulebook))
    return cut.standings(facts, _strict(facts, rulebook), table, last_round(facts, rulebook))


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether groups, play-offs and bracket are decided."""
    if not facts.contests or not all_decided(facts.contests):
        return False
    strict = _strict(facts, rulebook)
    if not _are_over(facts, strict):
        return False
    return cut.is_over(facts, strict, seeds(facts, rulebook), last_round(facts, rulebook))


def reopened_by(facts: EventFacts, rulebook: Rulebook, contest: Contest, correction: Result) -> tuple[Contest, ...]:
    """The unplayed play-offs that the correction makes needless, and of the bracket what hangs on the result."""
    strict, later = _strict(facts, rulebook), with_correction(facts, contest, correction)
    needless = [
        one
        for pool in pools_of(later, strict)
        for one in swiss.needless(round_robin.final_rows(pool, later, strict), later, strict, pool.group)
    ]
    after = last_round(facts, rulebook)
    return *needless, *cut.reopened_by(facts, strict, contest, correction, seeds(later, rulebook), after)


def pools_of(facts: EventFacts, rulebook: Rulebook) -> tuple[Pool, ...]:
    """The groups as the contests on record show them; entrants whom none of them shows take the free places."""
    starters = [starter.entrant_id for starter in sorted(facts.starters, key=_by_strength)]
    sizes = dict(enumerate(map(len, dealt(starters, _rules(rulebook).size)), start=1))
    shown = _recorded_groups(facts)
    placed = {entrant for members in shown.values() for entrant in members}
    left = iter([entrant for entrant in starters if entrant not in placed])
    found = []
    for group in sorted({*sizes, *shown}):
        known = shown.get(group, ())
        members = (*known, *islice(left, max(0, sizes.get(group, 0) - len(known))))
        if len(members) >= FEWEST_IN_GROUP:
            found.append(Pool(Stage.GROUP, group, _by_number(facts, group, members)))
    return tuple(found)


def seeds(facts: EventFacts, rulebook: Rulebook) -> tuple[EntrantId, ...]:
    """Who goes on, in the order of seeding: all first places, then all second ones; behind them the others, for a cut.

    Groups follow each other by the points a match of their first, in the same order for every place but for what keeps
    two of a group apart in the bracket (`cross`). Who left does not go on, and without a cut of so many players
    nobody of another group does instead.
    """
    each = _rules(rulebook).advance if rulebook.cut is None else None
    order = [[row.entrant_id for row in table[:each]] for table in _tables_without_gone(facts, rulebook)]
    tiers = [[one for one in tier if one is not None] for tier in zip_longest(*order)]
    group_of = {member: at for at, members in enumerate(order) for member in members}
    going_on = (_strict(facts, rulebook).cut or CutRules()).players
    return cross(tiers, group_of, min(going_on, len(group_of)))


def _tables_without_gone(facts: EventFacts, rulebook: Rulebook) -> list[list[StandingRow]]:
    """The groups' tables in the order in which groups follow each other, without those who left."""
    starters, gone = facts.by_entrant, facts.gone
    tables = [
        sorted((row for row in table if row.entrant_id not in gone), key=lambda row: _place(row, starters))
        for table in group_tables(facts, rulebook)
    ]
    return sorted(filter(None, tables), key=lambda table: _first_of(table[0]))


def going_on(facts: EventFacts, rulebook: Rulebook) -> tuple[EntrantId, ...]:
    """The first of `seeds`, so many as go on from all groups; empty before the draw."""
    return seeds(facts, rulebook)[: (_strict(facts, rulebook).cut or CutRules()).players]


def last_round(facts: EventFacts, rulebook: Rulebook) -> int:
    """The last round of the largest group; the bracket's rounds are numbered on from it."""
    return max(len(round_robin.pool_schedule(pool, rulebook)) for pool in pools_of(facts, rulebook))


def _rules(rulebook: Rulebook) -> GroupRules:
    return rulebook.groups or GroupRules()


def _by_lot(rulebook: Rulebook) -> bool:
    return (rulebook.round_robin or RoundRobinRules()).drawn_order


def _by_strength(starter: Starter) -> tuple[Strength, EntrantId]:
    return round_robin.strength(starter), starter.entrant_id


def _strict(facts: EventFacts, rulebook: Rulebook) -> Rulebook:
    """The rulebook with the places that go on among the decisive ones, where ties are separated at all; and without a
    cut of its own, with one of as many as go on from all groups."""
    rules, ranking = _rules(rulebook), rulebook.ranking or RankingRules()
    groups = len(dealt([starter.entrant_id for starter in facts.starters], rules.size))
    return replace(
        rulebook,
        ranking=replace(ranking, decisive_places=max(ranking.decisive_places, rules.advance)),
        cut=rulebook.cut or CutRules(groups * rules.advance),
    )


def _draw_pools(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[Pool, ...]:
    if stream is None and needs_draw(facts, rulebook):
        raise ValueError("the groups need a stream of randomness")
    order = round_robin.drawn_numbers(facts.starters, stream, by_lot=_by_lot(rulebook))
    groups = dealt(order, _rules(rulebook).size)
    return tuple(Pool(Stage.GROUP, group, members) for group, members in enumerate(groups, start=1))


def _recorded_groups(facts: EventFacts) -> Mapping[int, tuple[EntrantId, ...]]:
    """Who plays in which group, by the contests on record."""
    members: dict[int, dict[EntrantId, None]] = {}
    for contest in facts.contests:
        if contest.stage is Stage.GROUP:
            members.setdefault(contest.group, {}).update(dict.fromkeys(contest.sides))
    return {group: tuple(sorted(entrants)) for group, entrants in members.items()}


def _by_number(facts: EventFacts, group: int, members: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    """The members in the order of their numbers; those whose number nothing shows take the free ones in turn."""
    contests = [contest for contest in facts.contests if (contest.stage, contest.group) == (Stage.GROUP, group)]
    numbers = round_robin.read_numbers(contests, len(members))
    left = iter([entrant for entrant in members if entrant not in set(numbers.values())])
    return tuple(numbers[number] if number in numbers else next(left) for number in range(1, len(members) + 1))


def _due_in(pool: Pool, facts: EventFacts, rulebook: Rulebook) -> tuple[NewContest, ...]:
    due = round_robin.contests_due(pool, facts, rulebook)
    return due or swiss.due(round_robin.final_rows(pool, facts, rulebook), facts, rulebook, pool.group)


def _are_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether every group is played out, with its play-offs and lots."""
    if not all(is_decided(contest) for contest in facts.contests if contest.stage in cut.TABLE_STAGES):
        return False
    for pool in pools_of(facts, rulebook):
        if not round_robin.is_played_out(pool, facts, rulebook) or _due_in(pool, facts, rulebook):
            return False
    return not _lot_is_due(facts, rulebook)


def _lot_is_due(facts: EventFacts, rulebook: Rulebook) -> bool:
    tables = (round_robin.final_rows(pool, facts, rulebook) for pool in pools_of(facts, rulebook))
    return any(swiss.lot_is_due(rows, facts, rulebook) for rows in tables)


def _place(row: StandingRow, starters: Mapping[EntrantId, Starter]) -> tuple[int, Strength, EntrantId]:
    return row.rank_from, *_by_strength(starters[row.entrant_id])


def _first_of(row: StandingRow) -> float:
    """Sorts the groups by the points a match of their first, best first; equal ones stay in order of number."""
    points = row.values[0].value if row.values else None
    return 0.0 if points is None else -float(points) / max(1, row.played)


def _join(tables: Sequence[Sequence[StandingRow]]) -> tuple[StandingRow, ...]:
    """One table of all groups: equal places of the groups are one shared place."""
    rows = sorted((row for table in tables for row in table), key=lambda row: (row.rank_from, row.entrant_id))
    joined: list[StandingRow] = []
    for _, level in groupby(rows, key=lambda row: row.rank_from):
        sharing = list(level)
        first, last = len(joined) + 1, len(joined) + len(sharing)
        joined.extend(replace(row, rank_from=first, rank_to=last) for row in sharing)
    return tuple(joined)
