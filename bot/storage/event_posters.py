"""What organisers tell of their events, and the forms of it that are not taken yet."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Final

from bot.domain.events.posters import Poster
from bot.domain.ids import PersonId, TournamentId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx

_UNUSED: Final = (
    " AND NOT EXISTS (SELECT 1 FROM drafts d WHERE d.poster_id = event_posters.poster_id)"
    " AND NOT EXISTS (SELECT 1 FROM poster_forms f WHERE f.poster_id = event_posters.poster_id)"
    " AND NOT EXISTS (SELECT 1 FROM event_proposals e WHERE e.poster_id = event_posters.poster_id)"
    " AND NOT EXISTS (SELECT 1 FROM tournaments t WHERE t.poster_id = event_posters.poster_id)"
)
"""What nothing tells any more."""


def add(tx: Tx, poster_id: str, person_id: PersonId, poster: Poster, at: datetime) -> None:
    """Writes what the person tells."""
    tx.execute(
        "INSERT INTO event_posters (poster_id, person_id, description, prize, stream, picture, made_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (poster_id, person_id, poster.description, poster.prize, poster.stream, poster.picture, to_ms(at)),
    )


def load(tx: Query, poster_id: str | None) -> Poster | None:
    """What is told, or None where nothing ever was."""
    if poster_id is None:
        return None
    row = tx.fetch_one("SELECT * FROM event_posters WHERE poster_id = ?", (poster_id,))
    return None if row is None else _poster(row)


def give_draft(tx: Tx, draft_id: str, poster_id: str | None) -> None:
    """Has the draft tell it."""
    tx.execute("UPDATE drafts SET poster_id = ? WHERE draft_id = ?", (poster_id, draft_id))


def give_event(tx: Tx, tournament_id: TournamentId, poster_id: str | None) -> None:
    """Has the event tell it."""
    tx.execute("UPDATE tournaments SET poster_id = ? WHERE tournament_id = ?", (poster_id, tournament_id))


def keep_form(tx: Tx, person_id: PersonId, tournament_id: TournamentId | None, poster_id: str) -> None:
    """Keeps what the person filled in for the event, or for a new one, in place of what they did before."""
    tx.execute(
        "INSERT INTO poster_forms (person_id, tournament_id, poster_id) VALUES (?, ?, ?) ON CONFLICT (person_id)"
        " DO UPDATE SET tournament_id = excluded.tournament_id, poster_id = excluded.poster_id",
        (person_id, tournament_id, poster_id),
    )


def form_of(tx: Query, person_id: PersonId, tournament_id: TournamentId | None) -> str | None:
    """What the person filled in for the event, or for a new one, and what was not taken yet."""
    row = tx.fetch_one("SELECT tournament_id, poster_id FROM poster_forms WHERE person_id = ?", (person_id,))
    return None if row is None or row["tournament_id"] != tournament_id else row["poster_id"]


def drop_form(tx: Tx, person_id: PersonId) -> None:
    """Lets go of what the person filled in."""
    tx.execute("DELETE FROM poster_forms WHERE person_id = ?", (person_id,))


def drop_unused(tx: Tx, person_id: PersonId) -> None:
    """Lets go of all that the person told and that nothing tells any more."""
    tx.execute(f"DELETE FROM event_posters WHERE person_id = ?{_UNUSED}", (person_id,))  # noqa: S608 - a constant


def drop_unused_before(tx: Tx, moment: datetime) -> None:
    """The same of everybody, of what was told before the moment."""
    tx.execute(f"DELETE FROM event_posters WHERE made_at < ?{_UNUSED}", (to_ms(moment),))  # noqa: S608 - a constant


def let_go(tx: Tx, person_id: PersonId) -> bool:
    """Lets go of what the person told of events that are over; True where what runs or waits still tells something."""
    tx.execute(
        "UPDATE tournaments SET poster_id = NULL WHERE (ended_at IS NOT NULL OR cancelled_at IS NOT NULL)"
        " AND poster_id IN (SELECT poster_id FROM event_posters WHERE person_id = ?)",
        (person_id,),
    )
    drop_unused(tx, person_id)
    return tx.fetch_one("SELECT 1 FROM event_posters WHERE person_id = ? LIMIT 1", (person_id,)) is not None


def author_of(tx: Query, poster_id: str | None) -> PersonId | None:
    """Who told it."""
    row = tx.fetch_one("SELECT person_id FROM event_posters WHERE poster_id = ?", (poster_id,))
    return None if row is None else PersonId(row["person_id"])


def _poster(row: sqlite3.Row) -> Poster:
    return Poster(row["description"], row["prize"], row["stream"], row["picture"])
