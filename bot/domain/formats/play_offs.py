"""Play-offs and lots: what separates those whom no tie-break separates on places that may not be shared (GO-27.3).

Play-offs are contests of their own stage and count for nothing but the order of those who are level. `group` tells the
tables of an event apart: 0, or the number of a group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from bot.domain import berger
from bot.domain.contests import Contest, NewContest, ResultKind, Stage, last_round_of
from bot.domain.formats.knockout import all_decided, is_decided
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import EntrantId
from bot.domain.ranking import ties_to_break
from bot.domain.regulation.format_rules import Level, RankingRules
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow
from bot.domain.tie_breaks.encounters import able_pairs

Sides = tuple[EntrantId, ...]


def due(rows: Sequence[StandingRow], facts: EventFacts, rulebook: Rulebook, group: int = 0) -> tuple[NewContest, ...]:
    """The next play-off matches that a finished table asks for, each a match of its own length (GO-27.3).

    Those who are level all meet each other, a round at a time, and once more while they stay level. Two who have both
    left play no more, and where nobody came to the last matches the tie stands.
    """
    rules = rulebook.ranking or RankingRules()
    if rules.level is not Level.PLAY_OFF:
        return ()
    played = on_record(facts, group)
    pairs = [pair for rows_level in ties_to_break(rows, rulebook) for pair in _next(_ids(rows_level), facts, played)]
    number = last_round_of(played) + 1
    return tuple(
        NewContest(Stage.PLAY_OFF, number, position, pair, rules.play_off_best_of, group=group)
        for position, pair in enumerate(pairs)
    )


def lot_is_due(rows: Sequence[StandingRow], facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether a lot has to separate places of a finished table that may not be shared (GO-27.1).

    One lot is over the whole field, so that a second is never due: whom the first leaves level share the place.
    """
    by_lot = (rulebook.ranking or RankingRules()).level is Level.LOT
    return by_lot and not facts.lot and bool(ties_to_break(rows, rulebook))


def needless(rows: Sequence[StandingRow], facts: EventFacts, rulebook: Rulebook, group: int = 0) -> tuple[Contest, ...]:
    """The play-offs on record that are not decided and that the table does not ask for, as after a correction.

    `rows` is empty while the table is not finished: then it asks for none.
    """
    ties = [set(_ids(level)) for level in ties_to_break(rows, rulebook)]
    waiting = [one for one in on_record(facts, group) if not is_decided(one)]
    return tuple(one for one in waiting if not any(tied.issuperset(one.sides) for tied in ties))


def on_record(facts: EventFacts, group: int) -> tuple[Contest, ...]:
    """The play-offs of one table of the event."""
    return tuple(one for one in facts.contests if (one.stage, one.group) == (Stage.PLAY_OFF, group))


def _ids(rows: Sequence[StandingRow]) -> Sides:
    return tuple(sorted(row.entrant_id for row in rows))


def _next(tied: Sides, facts: EventFacts, played: Sequence[Contest]) -> Sequence[Sides]:
    """The first round of a Berger table of those who are level in which a pair has met less often than is due."""
    own = _between(tied, played)
    met = Counter(frozenset(one.sides) for one in own)
    able = set(able_pairs(tied, facts.gone))
    fewest = min((met[pair] for pair in able), default=0)
    if not all_decided(own) or (fewest and _nobody_came(own)):
        return ()
    pairs = _first_round(tied, {pair for pair in able if met[pair] == fewest})
    return [pair[::-1] for pair in pairs] if fewest % 2 else pairs


def _between(tied: Sides, played: Sequence[Contest]) -> list[Contest]:
    return [one for one in played if set(tied).issuperset(one.sides)]


def _first_round(tied: Sides, missing: Collection[frozenset[EntrantId]]) -> Sequence[Sides]:
    """The pairs that are missing of the first round of a Berger table that has one."""
    for games in berger.rounds(len(tied)):
        pairs = [tuple(tied[number - 1] for number in game) for game in games]
        if due := [pair for pair in pairs if frozenset(pair) in missing]:
            return due
    return ()


def _nobody_came(own: Sequence[Contest]) -> bool:
    """Whether all of the last round of play-offs were lost by both sides by not being there."""
    last = [one for one in own if one.round == last_round_of(own)]
    return all(one.result is not None and one.result.kind is ResultKind.DOUBLE_WALKOVER for one in last)
