"""What leaving a running event comes to, format by format (GO-28.2, GO-28.3, GO-28.4)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from enum import StrEnum

from bot.domain.crosstable import is_round_robin, table_contests, voided
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import ContestId, EntrantId
from bot.domain.lengths import in_bracket
from bot.domain.rulebook import Rulebook


class AfterLeaving(StrEnum):
    """What becomes of the results of who leaves, and of the matches that were to come."""

    REST_IS_LOST = "rest_is_lost"
    """Results stand; whoever was still to be met wins without playing (GO-28.4, GO-28.2 from half of the games on)."""
    PAIRED_NO_MORE = "paired_no_more"
    """Results stand, and nobody is paired against who left (GO-28.3)."""
    ALL_IS_VOID = "all_is_void"
    """Fewer than half of the games were played: no result counts, for nobody (GO-28.2)."""
    HANGS_ON_REPORT = "hangs_on_report"
    """With a reported match that waits for its answer half of the games are played, without it they are not."""


def after_leaving(
    facts: EventFacts, rulebook: Rulebook, entrant_id: EntrantId, reported: Collection[ContestId] = ()
) -> AfterLeaving:
    """What it comes to that the entrant leaves now, or has left.

    `reported` are the open matches with a report on the table: they are left to their players, all others are lost.
    """
    starters = tuple(replace(one, withdrawn=one.withdrawn or one.entrant_id == entrant_id) for one in facts.starters)
    left = replace(facts, starters=starters)
    matches = table_contests(left, rulebook)
    lost = [one for one in matches if one.result is None and entrant_id in one.sides and len(one.sides) > 1]
    waiting = [one for one in lost if one.contest_id in reported]
    if entrant_id in voided(left, rulebook, [one for one in matches if one not in lost or one in waiting]):
        return AfterLeaving.ALL_IS_VOID
    if waiting and entrant_id in voided(left, rulebook, [one for one in matches if one not in lost]):
        return AfterLeaving.HANGS_ON_REPORT
    return AfterLeaving.PAIRED_NO_MORE if _pairs_anew(facts, rulebook) else AfterLeaving.REST_IS_LOST


def _pairs_anew(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the next opponents are still to be found, as in a Swiss before its bracket and in an arena."""
    traits = rulebook.traits
    if traits.by_score:
        return not any(in_bracket(one, rulebook) for one in facts.contests)
    return traits.has_lobby or (traits.all_play_all and not is_round_robin(facts, rulebook))
