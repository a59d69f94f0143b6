"""The places of a bracket that have a contest, and nothing else of it: a few numbers for each."""

from __future__ import annotations

from bot.domain.contests import Stage
from bot.domain.formats.bracket_steps import Taken
from bot.domain.ids import ContestId, TournamentId
from bot.storage.context import Query


def read(tx: Query, tournament_id: TournamentId) -> tuple[Taken, ...]:
    """Those whose contest stands, by round and position."""
    rows = tx.fetch_all(
        "SELECT c.contest_id, c.stage, c.round, c.position,"
        " (SELECT count(*) FROM contest_sides s WHERE s.contest_id = c.contest_id) AS sides,"
        " EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id AND r.superseded_at IS NULL) AS settled"
        " FROM contests c WHERE c.tournament_id = ? AND c.voided_at IS NULL ORDER BY c.round, c.position, c.stage",
        (tournament_id,),
    )
    return tuple(
        Taken(ContestId(contest_id), _STAGES[stage], number, position, sides, bool(settled))
        for contest_id, stage, number, position, sides, settled in rows
    )


_STAGES = {stage.value: stage for stage in Stage}
