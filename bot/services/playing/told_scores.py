"""Bare scores as a press tells them: of a match between two, or of a table with its influence.

Boards, counts, the games of a title match and what an arena asks for have verbs of their own, so that nobody tells by a
bare score what the event decides by more than that.
"""

from __future__ import annotations

from bot.domain.contests import Particulars, Score
from bot.domain.events.event_kinds import EventKind
from bot.domain.ids import ContestId
from bot.domain.playing.match_views import Reported
from bot.services.event_kinds import only_for
from bot.services.playing import reporting, ruling
from bot.storage.context import ActorTx


@only_for(EventKind.SINGLES, EventKind.COUNTED)
def report(tx: ActorTx, contest_id: ContestId, score: Score) -> Reported:
    """A score from one of the two, or by the arbiter's word."""
    return reporting.report(tx, contest_id, score)


@only_for(EventKind.SINGLES, EventKind.COUNTED, EventKind.ARENA)
def rule(tx: ActorTx, contest_id: ContestId, score: Score, reason: str | None) -> Reported:
    """The arbiter settles the match by its score; of an arena, a game that its players dispute."""
    return ruling.rule(tx, contest_id, score, reason)


@only_for(EventKind.TABLES)
def report_table(tx: ActorTx, contest_id: ContestId, score: Score, told: Particulars) -> Reported:
    """Who won at a table, with everybody's influence."""
    return reporting.report(tx, contest_id, score, told)


@only_for(EventKind.TABLES)
def rule_table(tx: ActorTx, contest_id: ContestId, score: Score, reason: str | None, told: Particulars) -> Reported:
    """The arbiter says how a game at a table ended."""
    return ruling.rule(tx, contest_id, score, reason, told)
