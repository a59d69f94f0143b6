"""Who asked to be written to before an event, and once the own match is called."""

from __future__ import annotations

from datetime import datetime

from bot.domain.ids import EntrantId, PersonId, TournamentId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


def ask(tx: Tx, entrant_id: EntrantId, person_id: PersonId, at: datetime) -> bool:
    """Notes the wish, in the place of a former captain's; False when the person had it before."""
    return bool(
        tx.execute(
            "INSERT INTO reminders (entrant_id, person_id, asked_at) VALUES (?, ?, ?)"
            " ON CONFLICT (entrant_id) DO UPDATE SET person_id = excluded.person_id, asked_at = excluded.asked_at"
            " WHERE reminders.person_id <> excluded.person_id",
            (entrant_id, person_id, to_ms(at)),
        )
    )


def end(tx: Tx, entrant_id: EntrantId) -> bool:
    """Takes the wish back; False when there was none."""
    return bool(tx.execute("DELETE FROM reminders WHERE entrant_id = ?", (entrant_id,)))


def is_wanted(tx: Query, entrant_id: EntrantId, person_id: PersonId) -> bool:
    """Whether the person asked for it, and nobody else who answered for the entry before."""
    found = "SELECT 1 FROM reminders WHERE entrant_id = ? AND person_id = ?"
    return tx.fetch_one(found, (entrant_id, person_id)) is not None


def of_unconfirmed(tx: Query, tournament_id: TournamentId) -> list[tuple[EntrantId, PersonId]]:
    """Who asked, is on the list and has not confirmed, in the order of registration."""
    rows = tx.fetch_all(
        "SELECT e.entrant_id, e.person_id FROM reminders r"
        " JOIN entrants e ON e.entrant_id = r.entrant_id AND e.person_id = r.person_id"
        " WHERE e.tournament_id = ? AND e.withdrawn_at IS NULL AND e.checked_in_at IS NULL ORDER BY e.number",
        (tournament_id,),
    )
    return [(EntrantId(row["entrant_id"]), PersonId(row["person_id"])) for row in rows]
