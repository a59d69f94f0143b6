"""Contests that were taken out of an event: when, and why."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import ContestId, TournamentId
from bot.storage.codec import from_ms
from bot.storage.database import Work


def of_tournament(work: Work, tournament_id: TournamentId) -> dict[ContestId, tuple[datetime, str]]:
    """The moment and the reason of each."""
    rows = work.fetch_all(
        "SELECT contest_id, voided_at, void_reason FROM contests WHERE tournament_id = ? AND voided_at IS NOT NULL",
        (tournament_id,),
    )
    return {ContestId(row["contest_id"]): (from_ms(row["voided_at"]), row["void_reason"] or "") for row in rows}
