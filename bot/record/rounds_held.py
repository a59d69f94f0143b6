"""The number of rounds of a Swiss whose rulebook leaves it open: at least as many as the file holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.contests import Stage
from bot.domain.formats import swiss
from bot.domain.formats.protocol import EventFacts
from bot.domain.regulation.format_rules import Level, RankingRules, SwissRules
from bot.domain.regulation.table_checks import MOST_ROUNDS
from bot.domain.rulebook import Rulebook
from bot.record.deciding import with_play_offs
from bot.record.formats import format_of
from bot.record.placing import Draft, Settled


def with_rounds(drafts: Sequence[Draft], facts: EventFacts, rulebook: Rulebook, settled: Settled) -> Rulebook:
    """The rulebook with as many rounds as the drafts hold, where that is more than a knock-out would have.

    `facts` are the entrants. The fewest rounds are taken after which everything else is a play-off that is due. A
    rulebook that says its number keeps it, and what lies beyond is at fault.
    """
    if not _are_open(facts, rulebook):
        return rulebook
    usual, held = swiss.rounds(facts, rulebook), _last_round(drafts)
    if held <= usual:
        return rulebook
    if (rulebook.ranking or RankingRules()).level is Level.PLAY_OFF:
        for number in range(usual, held):
            tried = rulebook if number == usual else _of(rulebook, number)
            if _last_round(with_play_offs(drafts, facts, tried, settled)) <= number:
                return tried
    return _of(rulebook, min(held, MOST_ROUNDS))


def _are_open(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether it is a Swiss whose rulebook says no number of rounds."""
    told = (rulebook.swiss or SwissRules()).rounds
    return told is None and format_of(rulebook).is_paired(facts, rulebook) and len(facts.starters) >= swiss.FEWEST


def _last_round(drafts: Sequence[Draft]) -> int:
    return max((one.round or 0 for one in drafts if one.stage is Stage.MAIN), default=0)


def _of(rulebook: Rulebook, number: int) -> Rulebook:
    return replace(rulebook, swiss=replace(rulebook.swiss or SwissRules(), rounds=number))
