"""What formats have alike in a record; each says for itself that it has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.contests import Contest, Stage
from bot.domain.events.records import Record
from bot.domain.formats.protocol import EventFacts
from bot.domain.regulation.format_rules import RankingRules
from bot.domain.rulebook import Rulebook
from bot.record.formats.protocol import BRACKET, Meetings, Names, Plan, Pools, Sides
from bot.record.placing import Draft, Settled, in_rounds, with_positions

MOST_ENTRANTS: Final = 8_192
PAIR: Final = Sides(fewest=2, most=2)
PAIR_OR_BYE: Final = Sides(fewest=1, most=2)
_OF_KNOCKOUT: Final = frozenset({Stage.PRELIMINARY, Stage.SEMIFINAL, Stage.LOWER})


def best_of(stage: Stage, rulebook: Rulebook) -> int:
    """Of a table as the rulebook's games are, and of the knock-out behind it by its own table."""
    own, games = own_length(stage, rulebook), rulebook.games
    if own is not None:
        return own
    return rulebook.knockout.best_of if games is None or stage in _OF_KNOCKOUT else games.best_of


def own_length(stage: Stage, rulebook: Rulebook) -> int | None:
    """Of a stage whose length has a setting of its own."""
    match stage:
        case Stage.PLAY_OFF:
            return (rulebook.ranking or RankingRules()).play_off_best_of
        case Stage.THIRD_PLACE:
            return rulebook.knockout.third_place_best_of
        case Stage.FINAL:
            return rulebook.knockout.final_best_of
        case _:
            return None


def never_paired(_facts: EventFacts, _rulebook: Rulebook) -> bool:
    """Rounds are those of a table of numbers, or of a bracket, or there are none."""
    return False


def no_rounds_off(_facts: EventFacts, _rulebook: Rulebook) -> None:
    """Everybody plays in every round."""


def as_told(drafts: Sequence[Draft], _rulebook: Rulebook, _names: Names) -> Sequence[Draft]:
    """The drafts as they are."""
    return drafts


def round_by_round(drafts: Sequence[Draft], _rulebook: Rulebook, _names: Names) -> tuple[Draft, ...]:
    """In the order of the file, the byes given by the pairing."""
    return with_positions(in_rounds(drafts))


def in_one_round(drafts: Sequence[Draft], _rulebook: Rulebook, _names: Names) -> tuple[Draft, ...]:
    """In the order of the file, in which the same two may meet again."""
    return with_positions(in_rounds(drafts, again=False))


def main_alone(_record: Record) -> Plan:
    """No stage but the main one, which ends by the clock."""
    return Plan(stages={Stage.MAIN}, last=None, groups=(), bracket=())


def as_placed(
    _drafts: Sequence[Draft], at_table: tuple[Draft, ...], _facts: EventFacts, _rulebook: Rulebook, _settled: Settled
) -> tuple[Draft, ...]:
    """No place hangs on a result."""
    return at_table


def no_pools(_record: Record) -> Pools:
    """Nothing is played by a Berger table."""
    return {}


def any_meetings(_record: Record) -> Meetings | None:
    """Two may meet as often as it happens."""
    return None


def any_place(_contest: Contest, _record: Record) -> bool:
    """Whether a place exists follows from the plan alone."""
    return True


def of_first_round(contest: Contest, _record: Record) -> bool:
    """The event is one round."""
    return contest.round == 1


def stages_of_knockout(record: Record) -> frozenset[Stage]:
    """The stages that the rulebook's knock-out has."""
    rules = record.rulebook.knockout
    more = {Stage.PLACEMENT: rules.placement_matches, Stage.LOWER: rules.lives > 1}
    return BRACKET | {Stage.THIRD_PLACE} | {stage for stage, asked in more.items() if asked}
