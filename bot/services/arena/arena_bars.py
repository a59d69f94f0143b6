"""Who is disqualified while an arena runs: paired no more, and what was played or is being played counts.

The lobby is closed to them (AIJE-D01-2). A bar that came by itself is one from tournaments to come (AIJE-B03-2): who
was let in plays on. Who is expelled, or disqualified by a case of the arena, leaves it (AIJE-A02-2).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.domain.entering.bars import Bar, BarReason, keeps_out
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.services.entering.eligibility import bars_of
from bot.services.timetable import arena_subject
from bot.storage import bars, entrants, fields, panels, tournaments
from bot.storage.context import Query, Tx


def keeping_out(tx: Query, tournament: Tournament, person_id: PersonId, now: datetime) -> Bar | None:
    """The bar that keeps the person out of the lobby, or None."""
    event, refuses = tournament.tournament_id, tournament.rulebook.registration.refuse_barred
    held = [
        bar
        for bar in bars_of(tx, person_id, now, event)
        if bar.reason is BarReason.DISQUALIFIED and keeps_out(bar, event, refuses=refuses)
    ]
    return held[0] if held else None


def kept_out(tx: Query, tournament: Tournament, some: Iterable[PersonId], now: datetime) -> frozenset[PersonId]:
    """Those of them whom a bar keeps out of the lobby; one look where nobody of the server is barred."""
    if not bars.of_guild(tx, tournament.guild_id, now):
        return frozenset()
    return frozenset(one for one in some if keeping_out(tx, tournament, one, now) is not None)


def shut_out(tx: Tx, bar: Bar, person_id: PersonId) -> None:
    """Takes who was just barred out of the lobby of every arena that runs; harmless for who is in none."""
    for tournament in tournaments.all_unfinished(tx, bar.guild_id):
        if not tournament.rulebook.traits.has_lobby or tournament.first_call_at is None:
            continue
        entrant = entrants.of_person(tx, tournament.tournament_id, person_id)
        if entrant is None or keeping_out(tx, tournament, person_id, tx.now) is None:
            continue
        fields.leave_lobby(tx, [entrant.entrant_id], tx.now)
        panels.mark_stale(tx, arena_subject(tournament.tournament_id), tx.now)
