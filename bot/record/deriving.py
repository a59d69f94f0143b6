"""What follows from a record's facts: the table, the ratings, the champion."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.contests import Stage
from bot.domain.crosstable import is_round_robin
from bot.domain.events.records import RatingLine, Record, RecordedContest
from bot.domain.formats import FORMATS
from bot.domain.formats.knockout import is_decided
from bot.domain.ids import EntrantId, PersonId
from bot.domain.ranking import rank
from bot.domain.rating import RatedMatch, matches_of, rate_event
from bot.domain.standings import StandingRow
from bot.record.checking import follows_berger


@dataclass(frozen=True, slots=True)
class Derived:
    """The table, the ratings after the event of who played a rated game, and who has won it."""

    standings: tuple[StandingRow, ...]
    ratings: tuple[RatingLine, ...]
    champion: EntrantId | None
    is_over: bool


def derive(record: Record) -> Derived:
    """Everything that follows from the facts alone."""
    rows, over = standings_of(record), is_over(record)
    alone = [row.entrant_id for row in rows if row.rank_from == row.rank_to == 1]
    return Derived(rows, ratings_of(record), alone[0] if over and alone else None, over)


def standings_of(record: Record) -> tuple[StandingRow, ...]:
    """The table of the event's format.

    A round robin that was played by another order than the Berger table's is ranked all the same.
    """
    if is_free_round_robin(record):
        return rank(record.facts, record.rulebook) if record.facts.contests else ()
    return FORMATS[record.rulebook.format].standings(record.facts, record.rulebook)


def is_over(record: Record) -> bool:
    """Whether nothing is left to play."""
    if not is_free_round_robin(record):
        return FORMATS[record.rulebook.format].is_over(record.facts, record.rulebook)
    times = 1 if record.rulebook.round_robin is None else record.rulebook.round_robin.times
    field, matches = len(record.facts.starters), [one for one in record.facts.contests if len(one.sides) > 1]
    return all(is_decided(one) for one in matches) and 2 * len(matches) >= times * field * (field - 1)


def ratings_of(record: Record) -> tuple[RatingLine, ...]:
    """The rating of everyone who played a rated game, the highest first; none where the rulebook rates nothing."""
    rules = record.rulebook.rating
    if not rules.rated:
        return ()
    after = rate_event(record.rated, rated_matches(record), rules.initial, rules.k)
    lines = (RatingLine(player, record.rated.get(player), rating) for player, rating in after.items())
    return tuple(sorted(lines, key=lambda line: (-line.after, line.player)))


def rated_matches(record: Record) -> tuple[RatedMatch, ...]:
    """The matches in the order in which they ended; an annulled result counts for neither side (GO-23.1)."""
    void = {contest_id for contest_id, _ in record.facts.annulled}
    in_force = [
        one
        for one in record.contests
        if one.voided_at is None and one.contest.result is not None and one.contest.contest_id not in void
    ]
    told = [one.contest for one in sorted(in_force, key=_turn)]
    return tuple(match for one in told for match in matches_of(one, tuple(map(PersonId, one.sides))))


def _turn(one: RecordedContest) -> tuple[datetime, int, bool, int]:
    """A score that was corrected later ended its match when it was first settled."""
    contest = one.contest
    settled = [result.settled_at for result in (*one.earlier, contest.result) if result is not None]
    return min(settled), contest.round, contest.stage is not Stage.THIRD_PLACE, contest.position


def is_free_round_robin(record: Record) -> bool:
    """Whether everybody meets everybody by another order than the Berger table's, as in a record written by hand."""
    facts, rulebook = record.facts, record.rulebook
    by_table = rulebook.traits.is_round_robin and is_round_robin(facts, rulebook)
    return record.by_hand and by_table and not follows_berger(record)
