"""Published rating lists. A list is a decision: stored, dated, and never derived again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class Rated:
    """One line of a published list: the rating in full precision, and games rated in all."""

    person_id: PersonId
    rating: float
    games: int


@dataclass(frozen=True, slots=True)
class RatingList:
    """A published list; whoever stands on it is registered (AIJE-B03-1)."""

    list_id: str
    guild_id: GuildId
    tournament_id: TournamentId | None
    published_at: datetime
    rated: Mapping[PersonId, Rated]
    bringing_id: str | None = None
    """The act that brought past events in, of a list that came with one."""


def publish(tx: Tx, rating_list: RatingList) -> None:
    """Writes a whole list; the same tournament cannot publish twice."""
    tx.execute(
        "INSERT INTO rating_lists (list_id, guild_id, tournament_id, published_at, bringing_id) VALUES (?, ?, ?, ?, ?)",
        (
            rating_list.list_id,
            rating_list.guild_id,
            rating_list.tournament_id,
            to_ms(rating_list.published_at),
            rating_list.bringing_id,
        ),
    )
    tx.execute_many(
        "INSERT INTO ratings (list_id, person_id, rating, games) VALUES (?, ?, ?, ?)",
        [(rating_list.list_id, line.person_id, line.rating, line.games) for line in rating_list.rated.values()],
    )


def current(tx: Query, guild_id: GuildId) -> RatingList | None:
    """The latest published list of a server, or None before the first."""
    row = tx.fetch_one(
        "SELECT * FROM rating_lists WHERE guild_id = ? AND taken_back_at IS NULL"
        " ORDER BY published_at DESC, sequence DESC LIMIT 1",
        (guild_id,),
    )
    return None if row is None else _list(tx, row)


def go_on_by_events(tx: Query, guild_id: GuildId) -> bool:
    """Whether any list but opening lists was published here: by an event's end, a vote, or a correction by hand."""
    row = tx.fetch_one(
        "SELECT 1 FROM rating_lists r LEFT JOIN opening_lists o ON o.rating_list = r.list_id"
        " WHERE r.guild_id = ? AND o.list_id IS NULL LIMIT 1",
        (guild_id,),
    )
    return row is not None


def of_tournament(tx: Query, tournament_id: TournamentId) -> RatingList | None:
    """The list that a tournament's end published, or None."""
    row = tx.fetch_one("SELECT * FROM rating_lists WHERE tournament_id = ? AND taken_back_at IS NULL", (tournament_id,))
    return None if row is None else _list(tx, row)


def load(tx: Query, list_id: str) -> RatingList | None:
    """One list by its id, or None."""
    row = tx.fetch_one("SELECT * FROM rating_lists WHERE list_id = ?", (list_id,))
    return None if row is None else _list(tx, row)


def before(tx: Query, rating_list: RatingList) -> RatingList | None:
    """The list that stood until this one was published, or None for the first."""
    row = tx.fetch_one(
        "SELECT * FROM rating_lists WHERE guild_id = ? AND taken_back_at IS NULL AND sequence <"
        " (SELECT sequence FROM rating_lists WHERE list_id = ?) ORDER BY sequence DESC LIMIT 1",
        (rating_list.guild_id, rating_list.list_id),
    )
    return None if row is None else _list(tx, row)


def rating_at(tx: Query, guild_id: GuildId, person_id: PersonId, moment: datetime) -> float | None:
    """The person's rating on the list that was the latest at that moment."""
    row = tx.fetch_one(
        "SELECT r.rating FROM rating_lists l LEFT JOIN ratings r ON r.list_id = l.list_id AND r.person_id = ?"
        " WHERE l.guild_id = ? AND l.published_at <= ? AND l.taken_back_at IS NULL"
        " ORDER BY l.published_at DESC, l.sequence DESC LIMIT 1",
        (person_id, guild_id, to_ms(moment)),
    )
    return None if row is None else row["rating"]


def _list(tx: Query, row: sqlite3.Row) -> RatingList:
    lines = tx.fetch_all("SELECT * FROM ratings WHERE list_id = ? ORDER BY person_id", (row["list_id"],))
    return RatingList(
        list_id=row["list_id"],
        guild_id=row["guild_id"],
        tournament_id=row["tournament_id"],
        published_at=from_ms(row["published_at"]),
        bringing_id=row["bringing_id"],
        rated={
            PersonId(line["person_id"]): Rated(PersonId(line["person_id"]), line["rating"], line["games"])
            for line in lines
        },
    )


def ratings(tx: Query, guild_id: GuildId) -> dict[PersonId, float]:
    """The latest published rating of every registered person of a server."""
    latest = current(tx, guild_id)
    return {} if latest is None else {line.person_id: line.rating for line in latest.rated.values()}


def ratings_at(tx: Query, guild_id: GuildId, moment: datetime) -> dict[PersonId, float]:
    """As `ratings`, of the list that was the latest at that moment."""
    rows = tx.fetch_all(
        "SELECT person_id, rating FROM ratings WHERE list_id = (SELECT list_id FROM rating_lists WHERE guild_id = ?"
        " AND published_at <= ? AND taken_back_at IS NULL ORDER BY published_at DESC, sequence DESC LIMIT 1)"
        " ORDER BY person_id",
        (guild_id, to_ms(moment)),
    )
    return {PersonId(row["person_id"]): row["rating"] for row in rows}


def of_people(tx: Query, guild_id: GuildId, some: Collection[PersonId]) -> dict[PersonId, float]:
    """Of `ratings` those of these people, without reading the whole list."""
    rows = tx.fetch_all(
        "SELECT person_id, rating FROM ratings WHERE list_id = (SELECT list_id FROM rating_lists WHERE guild_id = ?"
        " AND taken_back_at IS NULL ORDER BY published_at DESC, sequence DESC LIMIT 1)"
        " AND person_id IN (SELECT value FROM json_each(?)) ORDER BY person_id",
        (guild_id, json.dumps(list(some))),
    )
    return {PersonId(row["person_id"]): row["rating"] for row in rows}


def moves(tx: Query, person_id: PersonId, limit: int) -> list[tuple[datetime, Rated]]:
    """The latest lists on which the person's rating was another one than before, or had more games, oldest first.

    Corrections by hand and points that a vote took are among them; a list that was taken back is none.
    """
    rows = tx.fetch_all(
        "SELECT published_at, rating, games FROM (SELECT l.published_at, l.sequence, r.rating, r.games,"
        " lag(r.rating) OVER in_order AS rating_before, lag(r.games) OVER in_order AS games_before"
        " FROM ratings r JOIN rating_lists l USING (list_id) WHERE r.person_id = ? AND l.taken_back_at IS NULL"
        " WINDOW in_order AS (ORDER BY l.published_at, l.sequence)) AS listed"
        " WHERE rating_before IS NULL OR rating <> rating_before OR games <> games_before"
        " ORDER BY published_at DESC, sequence DESC LIMIT ?",
        (person_id, limit),
    )
    return [(from_ms(row["published_at"]), Rated(person_id, row["rating"], row["games"])) for row in reversed(rows)]


def after(tx: Query, person_id: PersonId, moment: datetime) -> list[float]:
    """The person's ratings on the lists that were published after the moment, oldest first."""
    rows = tx.fetch_all(
        "SELECT r.rating FROM ratings r JOIN rating_lists l USING (list_id)"
        " WHERE r.person_id = ? AND l.published_at > ? AND l.taken_back_at IS NULL ORDER BY l.published_at, l.sequence",
        (person_id, to_ms(moment)),
    )
    return [row["rating"] for row in rows]


def of_bringing(tx: Query, bringing_id: str) -> list[str]:
    """The lists that came with past events, by their ids, in the order in which they were written."""
    rows = tx.fetch_all("SELECT list_id FROM rating_lists WHERE bringing_id = ? ORDER BY sequence", (bringing_id,))
    return [row["list_id"] for row in rows]


def is_built_on(tx: Query, guild_id: GuildId, list_id: str) -> bool:
    """Whether a list was published after this one."""
    row = tx.fetch_one(
        "SELECT 1 FROM rating_lists WHERE guild_id = ? AND taken_back_at IS NULL AND sequence >"
        " (SELECT sequence FROM rating_lists WHERE list_id = ?) LIMIT 1",
        (guild_id, list_id),
    )
    return row is not None


def withdraw(tx: Tx, list_id: str, at: datetime) -> None:
    """Takes one list out of force and away from its tournament, which publishes another at its end."""
    tx.execute(
        "UPDATE rating_lists SET taken_back_at = ?, tournament_id = NULL WHERE list_id = ?", (to_ms(at), list_id)
    )


def take_back(tx: Tx, bringing_id: str, at: datetime) -> None:
    """Takes the lists that came with past events out of force; what held before them holds again."""
    tx.execute("UPDATE rating_lists SET taken_back_at = ? WHERE bringing_id = ?", (to_ms(at), bringing_id))
