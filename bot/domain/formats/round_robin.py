"""Round robin: everybody meets everybody, once or several times (GO-26.2, AIJE-D02-2, AIJE-D04-2).

Numbers in the Berger table follow the ratings or are drawn, as the rulebook says. What was paired stands. Above the
size that the rulebook sets the event is a Swiss (AIJE-D05-3).
"""

from __future__ import annotations

from dataclasses import replace

from bot.domain.contests import Contest, NewContest, Result, Stage
from bot.domain.crosstable import is_round_robin
from bot.domain.events.draw import Stream
from bot.domain.formats import play_offs, pools, swiss
from bot.domain.formats.knockout import is_decided
from bot.domain.formats.pools import Pool
from bot.domain.formats.protocol import EventFacts, Starter, Strength
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import RoundRobinRules
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow

FEWEST_STARTERS = 2


def needs_draw(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the numbers of the table hang on a lot, or places in the end."""
    if not is_round_robin(facts, rulebook):
        return swiss.needs_draw(facts, rulebook)
    if facts.contests:
        return _lot_is_due(facts, rulebook)
    return pools.hangs_on_lot(facts.starters, by_lot=_rules(rulebook).drawn_order)


def advance(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> tuple[NewContest, ...]:
    """The next round when the one before is decided, and after the last the play-offs that the rulebook asks for.

    Raises ValueError for fewer than two starters, and when a first round needs a stream and has none.
    """
    if not is_round_robin(facts, rulebook):
        return swiss.advance(facts, rulebook, stream)
    if len(facts.starters) < FEWEST_STARTERS:
        raise ValueError("a round robin needs two starters")
    if not facts.contests:
        return pools.contests_due(_draw_pool(facts, rulebook, stream), facts, rulebook)
    pool = pool_of(facts)
    due = pools.contests_due(pool, facts, rulebook)
    return due or play_offs.due(pools.final_rows(pool, facts, rulebook), facts, rulebook)


def schedule(facts: EventFacts, rulebook: Rulebook) -> tuple[tuple[tuple[EntrantId, ...], ...], ...]:
    """The whole table as it was drawn, round by round: both sides of a match, the first colour first; one side rests.

    Empty before the draw, and in a Swiss, where nobody knows it.
    """
    if not facts.contests or not is_round_robin(facts, rulebook):
        return ()
    return pools.schedule(pool_of(facts), rulebook)


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The table by the rulebook's chain; empty before the draw."""
    if not is_round_robin(facts, rulebook):
        return swiss.standings(facts, rulebook)
    return pool_of(facts).table(facts, rulebook) if facts.contests else ()


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether every match is decided and no place that matters is left to a play-off or a lot."""
    if not is_round_robin(facts, rulebook):
        return swiss.is_over(facts, rulebook)
    if not facts.contests or not all(is_decided(contest) for contest in facts.contests):
        return False
    played_out = pools.is_played_out(pool_of(facts), facts, rulebook)
    return played_out and not advance(facts, rulebook, None) and not _lot_is_due(facts, rulebook)


def reopened_by(facts: EventFacts, rulebook: Rulebook, contest: Contest, correction: Result) -> tuple[Contest, ...]:
    """The unplayed play-offs that the correction makes needless; pairings stand."""
    if not is_round_robin(facts, rulebook):
        return swiss.reopened_by(facts, rulebook, contest, correction)
    later = with_correction(facts, contest, correction)
    return play_offs.needless(pools.final_rows(pool_of(later), later, rulebook), later, rulebook)


def with_correction(facts: EventFacts, contest: Contest, correction: Result) -> EventFacts:
    """The facts as they are with the other result."""
    contests = (replace(one, result=correction) if one == contest else one for one in facts.contests)
    return replace(facts, contests=tuple(contests))


def pool_of(facts: EventFacts) -> Pool:
    """The field in the order of its numbers, as the contests on record show it.

    A number that none of them shows, as after the only match of two entrants was voided, goes by strength.
    """
    matches = [one for one in facts.contests if one.stage is Stage.MAIN]
    known = pools.read_numbers(matches, len(facts.starters))
    shown = set(known.values())
    left = iter(sorted((one for one in facts.starters if one.entrant_id not in shown), key=_by_strength))
    numbers = range(1, len(facts.starters) + 1)
    return Pool(Stage.MAIN, 0, tuple(known[n] if n in known else next(left).entrant_id for n in numbers))


def _by_strength(starter: Starter) -> tuple[Strength, EntrantId]:
    return pools.strength(starter), starter.entrant_id


def _rules(rulebook: Rulebook) -> RoundRobinRules:
    return rulebook.round_robin or RoundRobinRules()


def _draw_pool(facts: EventFacts, rulebook: Rulebook, stream: Stream | None) -> Pool:
    if stream is None and needs_draw(facts, rulebook):
        raise ValueError("the numbers of the table need a stream of randomness")
    order = pools.drawn_numbers(facts.starters, stream, by_lot=_rules(rulebook).drawn_order)
    return Pool(Stage.MAIN, 0, order)


def _lot_is_due(facts: EventFacts, rulebook: Rulebook) -> bool:
    return play_offs.lot_is_due(pools.final_rows(pool_of(facts), facts, rulebook), facts, rulebook)
