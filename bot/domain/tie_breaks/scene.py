"""The scene that tie-breaks look at, made once for a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.domain.contests import Contest, Stage
from bot.domain.crosstable import Crosstable, is_round_robin
from bot.domain.ids import ContestId
from bot.domain.regulation.format_rules import RankingRules
from bot.domain.rulebook import Rulebook
from bot.domain.tie_breaks.model import Scene
from bot.domain.tie_breaks.unplayed import UNPLAYED, draw_points

if TYPE_CHECKING:  # The formats read these modules, and their package holds this type.
    from bot.domain.formats.protocol import EventFacts


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
