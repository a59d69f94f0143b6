"""The knock-out after the rounds of a Swiss or of groups: the first of the standings, seeded by them.

Seed 1 meets the last one, and 1 and 2 can meet in the final only; in a field that is no power of two the best have
byes. From there on it is a knock-out as any other, with the lengths of `[knockout]`. Its rounds are numbered on from
the last round of the table, so that a round number means one thing in an event: `as_recorded` and `own` go to and fro.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.kernel.ids import EntrantId
from bot.play.contests import Contest, NewContest, Result, Stage, StandingRow
from bot.play.format_rules import CutRules
from bot.play.formats import knockout
from bot.play.formats.protocol import FEWEST_STARTERS, EventFacts, seeded_opening
from bot.play.rulebook import Rulebook

TABLE_STAGES = frozenset({Stage.GROUP, Stage.PLAY_OFF})


@dataclass(frozen=True, slots=True)
class Bracket:
    """The knock-out as `bot.play.formats.knockout` sees it, alone in the world, with its rounds from 0 or 1."""

    facts: EventFacts
    """Its starters in order of seeding while nothing is on record."""
    shift: int
    """What a round number of the knock-out is behind that on record."""

    def own(self, contest: Contest) -> Contest:
        """A contest on record as the knock-out numbers it."""
        return replace(contest, round=contest.round - self.shift)

    def as_recorded(self, new: NewContest) -> NewContest:
        """A contest of the knock-out as it goes on record."""
        return replace(new, round=new.round + self.shift)


def bracket(facts: EventFacts, rulebook: Rulebook, seeds: Sequence[EntrantId], after: int) -> Bracket:
    """The knock-out that follows round `after` of the table; who is in it once it has begun is read from the record.

    `seeds` is the table from the top, without those who do not go on, however many: the cut takes the first.
    """
    contests, known = _on_record(facts, after), facts.by_entrant
    starters = tuple(known[one] for one in _seeded_in(contests) or _first(seeds, rulebook))
    shift = after + (1 if knockout.first_round(len(starters)) == 0 else 0)
    alone = Bracket(replace(facts, starters=starters, contests=()), shift)
    return replace(alone, facts=replace(alone.facts, contests=tuple(map(alone.own, contests))))


def _seeded_in(contests: Sequence[Contest]) -> list[EntrantId]:
    """Who is in a bracket on record: the sides of its first round."""
    first = min((contest.round for contest in contests), default=0)
    return [side for contest in contests if contest.round == first for side in contest.sides]


def _first(seeds: Sequence[EntrantId], rulebook: Rulebook) -> Sequence[EntrantId]:
    """As many as the cut takes."""
    return seeds[: (rulebook.cut or CutRules()).players]


def advance(facts: EventFacts, rulebook: Rulebook, seeds: Sequence[EntrantId], after: int) -> tuple[NewContest, ...]:
    """The seeded opening, or what follows from it; nothing where fewer than two go on."""
    cut = bracket(facts, rulebook, seeds, after)
    if len(cut.facts.starters) < FEWEST_STARTERS:
        return ()
    found = knockout.advance(cut.facts, rulebook, None) if cut.facts.contests else _opening(cut.facts, rulebook)
    return tuple(cut.as_recorded(new) for new in found)


def standings(
    facts: EventFacts, rulebook: Rulebook, table: Sequence[StandingRow], after: int
) -> tuple[StandingRow, ...]:
    """The players of the bracket by how far they came, with their values of the table; behind them everyone else.

    Before the bracket it is the table itself.
    """
    if not _on_record(facts, after):
        return tuple(table)
    cut = bracket(facts, rulebook, (), after)
    behind = {row.entrant_id: (at, row) for at, row in enumerate(table)}
    rows = [_with_values(row, behind[row.entrant_id][1], cut.shift) for row in knockout.standings(cut.facts, rulebook)]
    rows.sort(key=lambda row: (row.rank_to, row.rank_from, behind[row.entrant_id][0]))
    inside = {row.entrant_id for row in rows}
    return (*rows, *_move_down(tuple(row for row in table if row.entrant_id not in inside), len(inside)))


def is_over(facts: EventFacts, rulebook: Rulebook, seeds: Sequence[EntrantId], after: int) -> bool:
    """Whether the knock-out is over, or never begins since fewer than two go on."""
    cut = bracket(facts, rulebook, seeds, after)
    return len(cut.facts.starters) < FEWEST_STARTERS or knockout.is_over(cut.facts, rulebook)


def reopened_by(
    facts: EventFacts,
    rulebook: Rulebook,
    contest: Contest,
    correction: Result,
    seeds: Sequence[EntrantId],
    after: int,
) -> tuple[Contest, ...]:
    """The contests of the bracket that a correction would void.

    Within the bracket, those that hang on the winner. Before it, all of them where the corrected table, whose order is
    `seeds`, would have seeded it otherwise.
    """
    on_record = _on_record(facts, after)
    if not on_record:
        return ()
    cut = bracket(facts, rulebook, seeds, after)
    if contest in on_record:
        voided = knockout.reopened_by(cut.facts, rulebook, cut.own(contest), correction)
        shown = {one.contest_id: one for one in on_record}
        return tuple(shown[one.contest_id] for one in voided)
    first = knockout.first_round(len(cut.facts.starters))
    stands = [one.sides for one in sorted(cut.facts.contests, key=lambda one: one.position) if one.round == first]
    anew = [place.sides for place in seeded_opening(_first(seeds, rulebook))]
    return () if stands == anew else on_record


def _on_record(facts: EventFacts, after: int) -> tuple[Contest, ...]:
    return tuple(contest for contest in facts.contests if contest.stage not in TABLE_STAGES and contest.round > after)


def _opening(facts: EventFacts, rulebook: Rulebook) -> tuple[NewContest, ...]:
    entrants = [starter.entrant_id for starter in facts.starters]
    first, rounds = knockout.first_round(len(entrants)), knockout.last_round(len(entrants))
    stage = knockout.stage_of(first, rounds)
    best_of = rulebook.knockout.final_best_of if stage is Stage.FINAL else rulebook.knockout.best_of
    return tuple(
        NewContest(stage, first, position, place.sides, best_of, place.bye_reason)
        for position, place in enumerate(seeded_opening(entrants))
    )


def _with_values(row: StandingRow, of_table: StandingRow, shift: int) -> StandingRow:
    """The row of the bracket with what the table knows of the entrant."""
    return replace(of_table, rank_from=row.rank_from, rank_to=row.rank_to, reached=row.reached, round=row.round + shift)


def _move_down(rows: Sequence[StandingRow], behind: int) -> list[StandingRow]:
    """The rows in their order on the places after so many others; shared places stay shared."""
    moved: list[StandingRow] = []
    for _, sharing in groupby(rows, key=lambda row: (row.rank_from, row.rank_to)):
        group = list(sharing)
        best = behind + len(moved) + 1
        moved.extend(replace(row, rank_from=best, rank_to=best + len(group) - 1) for row in group)
    return moved
