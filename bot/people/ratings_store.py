"""Published rating lists, grades, resting ratings, and the dated terms of a server's list.

A list is a decision: stored, dated, and never derived again. A rating whose person had it erased rests a year by the
account's mark, and comes back with the account. K and the rating of a newcomer count for new events from their date
on.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.kernel.context import Query, Tx, from_ms, to_ms
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.tables import Codec, Part, Table
from bot.people.model import GradeOrigin, GradeRecord
from bot.people.personal_store import AccountMark
from bot.play.rating import DatedTerms, RatingTerms
from bot.play.rulebook import Grade, read_grade

# --- rating lists ---------------------------------------------------------------------------------------------------


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


_LISTS: Final = Table("rating_lists", RatingList, "list_id", rated=None)
_RATINGS: Final = Table("ratings", Rated, "list_id, person_id", ("list_id",))


def publish(tx: Tx, rating_list: RatingList) -> None:
    """Writes a whole list; the same tournament cannot publish twice."""
    _LISTS.insert(tx, rating_list)
    _RATINGS.insert_all(tx, rating_list.rated.values(), list_id=rating_list.list_id)


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


def dates(tx: Query, guild_id: GuildId, limit: int) -> list[tuple[str, datetime]]:
    """The latest lists that stand, by id and moment, the latest first."""
    rows = tx.fetch_all(
        "SELECT list_id, published_at FROM rating_lists WHERE guild_id = ? AND taken_back_at IS NULL"
        " ORDER BY published_at DESC, sequence DESC LIMIT ?",
        (guild_id, limit),
    )
    return [(row["list_id"], from_ms(row["published_at"])) for row in rows]


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
    lines = _RATINGS.fetch_all(tx, "SELECT * FROM ratings WHERE list_id = ? ORDER BY person_id", (row["list_id"],))
    return _LISTS.read(row, rated={line.person_id: line for line in lines})


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


def of_people(tx: Query, guild_id: GuildId, person_ids: Collection[PersonId]) -> dict[PersonId, float]:
    """Of `ratings` those of these people, without reading the whole list."""
    rows = tx.fetch_all(
        "SELECT person_id, rating FROM ratings WHERE list_id = (SELECT list_id FROM rating_lists WHERE guild_id = ?"
        " AND taken_back_at IS NULL ORDER BY published_at DESC, sequence DESC LIMIT 1)"
        " AND person_id IN (SELECT value FROM json_each(?)) ORDER BY person_id",
        (guild_id, json.dumps(list(person_ids))),
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


def add_grade(tx: Tx, record: GradeRecord) -> bool:
    """Writes a grade that waits; False while one of the same origin waits already."""
    once = "ON CONFLICT (person_id, origin) WHERE confirmed_at IS NULL AND ended_at IS NULL DO NOTHING"
    return bool(_GRADES.insert(tx, record, once))


def load_grade(tx: Query, grade_id: str) -> GradeRecord | None:
    """One grade on record."""
    return _GRADES.fetch_one(tx, "SELECT * FROM grades WHERE grade_id = ?", (grade_id,))


def grade_of_person(tx: Query, person_id: PersonId) -> Grade | None:
    """The grade that counts."""
    return grades_of_people(tx, [person_id]).get(person_id)


def grades_of_people(tx: Query, person_ids: Sequence[PersonId]) -> dict[PersonId, Grade]:
    """The grades that count, of whoever has one."""
    rows = tx.fetch_all(
        "SELECT person_id, grade FROM grades WHERE person_id IN (SELECT value FROM json_each(?))"
        " AND confirmed_at IS NOT NULL AND ended_at IS NULL ORDER BY person_id",
        (json.dumps(list(person_ids)),),
    )
    read = ((PersonId(row["person_id"]), read_grade(row["grade"])) for row in rows)
    return {person_id: grade for person_id, grade in read if grade is not None}


def waiting_grade(tx: Query, person_id: PersonId, origin: GradeOrigin) -> GradeRecord | None:
    """The grade of that origin that nobody has decided on yet."""
    return _GRADES.fetch_one(
        tx,
        "SELECT * FROM grades WHERE person_id = ? AND origin = ? AND confirmed_at IS NULL AND ended_at IS NULL",
        (person_id, origin),
    )


def waiting_grades_in(tx: Query, guild_id: GuildId) -> list[GradeRecord]:
    """The grades in a server that nobody has decided on yet, the oldest first."""
    # Written as a cross join, so that it goes from the server's events to their grades and reads no other server's.
    return _GRADES.fetch_all(
        tx,
        "SELECT grades.* FROM tournaments CROSS JOIN grades"
        " WHERE tournaments.guild_id = ? AND grades.tournament_id = tournaments.tournament_id"
        " AND grades.confirmed_at IS NULL AND grades.ended_at IS NULL ORDER BY grades.said_at, grades.grade_id",
        (guild_id,),
    )


# --- grades, resting ratings and terms ------------------------------------------------------------------------------


def proposed_by(tx: Query, tournament_id: TournamentId) -> list[GradeRecord]:
    """The promotions by an event that nobody has decided on yet."""
    return _GRADES.fetch_all(
        tx,
        "SELECT * FROM grades WHERE tournament_id = ? AND origin = ? AND confirmed_at IS NULL AND ended_at IS NULL"
        " ORDER BY grade_id",
        (tournament_id, GradeOrigin.PROMOTION),
    )


def lower_promotions(tx: Query, person_id: PersonId) -> list[GradeRecord]:
    """The person's promotions by events that stand on which nobody decided: each made room for a higher one."""
    return _GRADES.fetch_all(
        tx,
        "SELECT grades.* FROM grades JOIN tournaments USING (tournament_id)"
        " WHERE person_id = ? AND origin = ? AND confirmed_at IS NULL AND decided_by IS NULL"
        " AND grades.ended_at IS NOT NULL AND cancelled_at IS NULL ORDER BY grade_id",
        (person_id, GradeOrigin.PROMOTION),
    )


def times_declared(tx: Query, person_id: PersonId) -> int:
    """How many grades were declared for the person."""
    row = tx.fetch_one(
        "SELECT count(*) AS n FROM grades WHERE person_id = ? AND origin = ?", (person_id, GradeOrigin.DECLARED)
    )
    return 0 if row is None else int(row["n"])


def confirm_grade(tx: Tx, record: GradeRecord, by: PersonId, at: datetime) -> bool:
    """Has a grade count that waits, in place of the one before; False when it was decided already."""
    if load_grade(tx, record.grade_id) != record or not record.waits:
        return False
    tx.execute(
        "UPDATE grades SET ended_at = ? WHERE person_id = ? AND confirmed_at IS NOT NULL AND ended_at IS NULL",
        (to_ms(at), record.person_id),
    )
    tx.execute(
        "UPDATE grades SET confirmed_at = ?, decided_by = ? WHERE grade_id = ?", (to_ms(at), by, record.grade_id)
    )
    return True


def end_grade(tx: Tx, grade_id: str, by: PersonId | None, at: datetime) -> bool:
    """Refuses a grade that waits, or ends one; False when that was done before."""
    return bool(
        tx.execute(
            "UPDATE grades SET ended_at = ?, decided_by = coalesce(?, decided_by)"
            " WHERE grade_id = ? AND ended_at IS NULL",
            (to_ms(at), by, grade_id),
        )
    )


def _certain(text: str) -> Grade:
    grade = read_grade(text)
    if grade is None:
        raise LookupError(text)
    return grade


_GRADES: Final = Table("grades", GradeRecord, "grade_id", grade=Codec(str, _certain))


def rest_rating(tx: Tx, guild_id: GuildId, mark: AccountMark, line: Rated, until: datetime) -> None:
    """Keeps the rating and the number of games, in place of what rested for the account before."""
    tx.execute(
        "INSERT INTO resting_ratings (guild_id, account, rating, games, until) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, account) DO UPDATE SET rating = excluded.rating, games = excluded.games,"
        " until = excluded.until",
        (guild_id, mark, line.rating, line.games, to_ms(until)),
    )


def resting_rating_of_account(
    tx: Query, guild_id: GuildId, mark: AccountMark, person_id: PersonId, at: datetime
) -> Rated | None:
    """What rests for the account, as a line of whom it belongs to."""
    row = tx.fetch_one(
        "SELECT rating, games FROM resting_ratings WHERE guild_id = ? AND account = ? AND until > ?",
        (guild_id, mark, to_ms(at)),
    )
    return None if row is None else Rated(person_id, row["rating"], row["games"])


def resting_rating_of_mark(tx: Query, guild_id: GuildId, mark: AccountMark, person_id: PersonId) -> Rated | None:
    """The same, whenever it ends: by it the games of an event are rated that began before the erasure."""
    row = tx.fetch_one("SELECT rating, games FROM resting_ratings WHERE guild_id = ? AND account = ?", (guild_id, mark))
    return None if row is None else Rated(person_id, row["rating"], row["games"])


def move_resting_rating(tx: Tx, guild_id: GuildId, mark: AccountMark, by: float, games: int) -> bool:
    """Adds to what rests for the account; False where nothing does."""
    return bool(
        tx.execute(
            "UPDATE resting_ratings SET rating = rating + ?, games = games + ? WHERE guild_id = ? AND account = ?",
            (by, games, guild_id, mark),
        )
    )


def drop_resting_rating(tx: Tx, guild_id: GuildId, marks: Collection[AccountMark]) -> None:
    """Lets go of what rests for the accounts."""
    for mark in sorted(marks):
        tx.execute("DELETE FROM resting_ratings WHERE guild_id = ? AND account = ?", (guild_id, mark))


_TERMS: Final = Table("rating_terms", DatedTerms, "guild_id, since", ("guild_id",), terms=Part(RatingTerms))


def add_terms(tx: Tx, guild_id: GuildId, dated: DatedTerms) -> None:
    """Writes what holds from the moment on, in place of what was to hold from the very same one."""
    _TERMS.upsert(tx, dated, guild_id=guild_id)


def every_terms(tx: Query, guild_id: GuildId) -> list[DatedTerms]:
    """All that held in the server, earliest first."""
    return _TERMS.fetch_all(tx, "SELECT * FROM rating_terms WHERE guild_id = ? ORDER BY since", (guild_id,))


def latest_terms(tx: Query, guild_id: GuildId) -> DatedTerms | None:
    """What holds, or None where nobody ever said."""
    return _TERMS.fetch_one(
        tx, "SELECT * FROM rating_terms WHERE guild_id = ? ORDER BY since DESC LIMIT 1", (guild_id,)
    )
