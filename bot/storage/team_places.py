"""Places in teams that count for nothing yet: who was asked, and names of which nobody knows yet who is meant."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

from bot.domain.ids import EntrantId, PersonId, PlaceId, TournamentId
from bot.domain.team_play.places import Place
from bot.storage.codec import from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.storage.context import Query, Tx


def load(tx: Query, place_id: PlaceId) -> Place | None:
    """One place, or None for an unknown id."""
    row = tx.fetch_one("SELECT * FROM team_places WHERE place_id = ?", (place_id,))
    return None if row is None else _place(row)


def of_team(tx: Query, entrant_id: EntrantId) -> list[Place]:
    """The places of a team, declined ones too, in the captain's order."""
    rows = tx.fetch_all(
        "SELECT * FROM team_places WHERE entrant_id = ? ORDER BY position, named_at, place_id", (entrant_id,)
    )
    return [_place(row) for row in rows]


def of_person(tx: Query, entrant_id: EntrantId, person_id: PersonId) -> Place | None:
    """The place that the person was asked to take in the team, declined or not."""
    row = tx.fetch_one("SELECT * FROM team_places WHERE entrant_id = ? AND person_id = ?", (entrant_id, person_id))
    return None if row is None else _place(row)


def open_of_person(tx: Query, person_id: PersonId) -> list[Place]:
    """What the person was asked and has not answered, in events whose list is still open; the oldest first."""
    rows = tx.fetch_all(
        "SELECT p.* FROM team_places p JOIN entrants e USING (entrant_id) JOIN tournaments t USING (tournament_id)"
        " WHERE p.person_id = ? AND p.declined_at IS NULL AND e.withdrawn_at IS NULL"
        " AND t.check_in_closed_at IS NULL AND t.cancelled_at IS NULL ORDER BY p.named_at, p.place_id",
        (person_id,),
    )
    return [_place(row) for row in rows]


def teams_waiting(tx: Query, tournament_id: TournamentId) -> list[EntrantId]:
    """The teams of the event on the list in which a place is open, in the order of registration."""
    rows = tx.fetch_all(
        "SELECT entrant_id FROM entrants e WHERE tournament_id = ? AND withdrawn_at IS NULL AND EXISTS"
        " (SELECT 1 FROM team_places p WHERE p.entrant_id = e.entrant_id AND p.declined_at IS NULL) ORDER BY number",
        (tournament_id,),
    )
    return [EntrantId(row["entrant_id"]) for row in rows]


def save(tx: Tx, place: Place) -> None:
    """Writes a place, or what became known of it."""
    tx.execute(
        "INSERT INTO team_places (place_id, entrant_id, person_id, typed_name, typed_account, school_year, position,"
        " is_new, named_at, declined_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (place_id) DO UPDATE SET"
        " person_id = excluded.person_id, typed_name = excluded.typed_name, typed_account = excluded.typed_account,"
        " school_year = excluded.school_year, position = excluded.position, is_new = excluded.is_new,"
        " named_at = excluded.named_at, declined_at = excluded.declined_at",
        (
            place.place_id,
            place.entrant_id,
            place.person_id,
            place.typed_name,
            place.typed_account,
            place.school_year,
            place.position,
            int(place.is_new),
            to_ms(place.named_at),
            to_ms_or_none(place.declined_at),
        ),
    )


def remove(tx: Tx, some: Collection[PlaceId]) -> None:
    """Takes places away: they were filled, or nobody is to take them any more."""
    tx.execute_many("DELETE FROM team_places WHERE place_id = ?", [(one,) for one in some])


def lapse(tx: Tx, tournament_id: TournamentId) -> None:
    """Takes away every place of the event that was not answered, at its close."""
    tx.execute(
        "DELETE FROM team_places WHERE entrant_id IN (SELECT entrant_id FROM entrants WHERE tournament_id = ?)",
        (tournament_id,),
    )


def _place(row: sqlite3.Row) -> Place:
    return Place(
        place_id=PlaceId(row["place_id"]),
        entrant_id=EntrantId(row["entrant_id"]),
        person_id=None if row["person_id"] is None else PersonId(row["person_id"]),
        typed_name=row["typed_name"],
        typed_account=row["typed_account"],
        school_year=row["school_year"],
        position=row["position"],
        is_new=bool(row["is_new"]),
        named_at=from_ms(row["named_at"]),
        declined_at=from_ms_or_none(row["declined_at"]),
    )
