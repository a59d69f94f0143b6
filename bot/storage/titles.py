"""Master titles, exams, world titles, and since when arbiter titles are held."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.permissions import ArbiterTitle
from bot.domain.registry.titles import MasterTitle
from bot.storage.codec import from_ms, from_ms_or_none, to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class HeldTitle:
    """A master title on record; `until` is None while it is held, or rests beside an arbiter title."""

    person_id: PersonId
    title: MasterTitle
    since: datetime
    until: datetime | None = None
    ended_why: str | None = None


@dataclass(frozen=True, slots=True)
class WorldTitle:
    """A world championship that somebody won."""

    person_id: PersonId
    event: str
    won_at: datetime
    tournament_id: TournamentId | None = None
    """The match in which it was won; None of a title that was put on record by hand."""


def give(tx: Tx, person_id: PersonId, title: MasterTitle, since: datetime, given_by: PersonId) -> bool:
    """Records the title from now on; False when it is held already."""
    return bool(
        tx.execute(
            "INSERT INTO master_titles (person_id, title, since, given_by) SELECT ?1, ?2, ?3, ?4"
            " WHERE NOT EXISTS"
            " (SELECT 1 FROM master_titles WHERE person_id = ?1 AND title = ?2 AND until IS NULL)"
            " ON CONFLICT (person_id, title, since) DO UPDATE SET until = NULL, ended_why = NULL,"
            " given_by = excluded.given_by",
            (person_id, title, to_ms(since), given_by),
        )
    )


def end(tx: Tx, person_id: PersonId, title: MasterTitle, until: datetime, why: str) -> bool:
    """Ends a title that is held: 'lost', 'laid_down' or 'erased'; False when it was not held."""
    return bool(
        tx.execute(
            "UPDATE master_titles SET until = ?, ended_why = ? WHERE person_id = ? AND title = ? AND until IS NULL",
            (to_ms(until), why, person_id, title),
        )
    )


def all_of(tx: Query, guild_id: GuildId) -> list[HeldTitle]:
    """Every master title that anybody of the server holds or held, earliest first."""
    rows = tx.fetch_all(
        "SELECT m.* FROM master_titles m JOIN people p USING (person_id) WHERE p.guild_id = ? ORDER BY m.since",
        (guild_id,),
    )
    return [
        HeldTitle(
            PersonId(row["person_id"]),
            MasterTitle(row["title"]),
            from_ms(row["since"]),
            from_ms_or_none(row["until"]),
            row["ended_why"],
        )
        for row in rows
    ]


def held_by(tx: Query, guild_id: GuildId) -> dict[PersonId, dict[MasterTitle, datetime]]:
    """Who holds which master titles and since when, those that rest included."""
    found: dict[PersonId, dict[MasterTitle, datetime]] = {}
    for one in all_of(tx, guild_id):
        if one.until is None:
            found.setdefault(one.person_id, {})[one.title] = one.since
    return found


def titles_of(tx: Query, person_id: PersonId) -> dict[MasterTitle, datetime]:
    """The master titles of one person with since when, lowest first, a resting NM included."""
    rows = tx.fetch_all(
        "SELECT title, since FROM master_titles WHERE person_id = ? AND until IS NULL ORDER BY title", (person_id,)
    )
    found = {MasterTitle(row["title"]): from_ms(row["since"]) for row in rows}
    return {title: found[title] for title in MasterTitle if title in found}


def arbiter_since(tx: Query, person_id: PersonId) -> tuple[ArbiterTitle, datetime] | None:
    """The arbiter title held today, and since when."""
    row = tx.fetch_one("SELECT title, since FROM arbiter_titles WHERE person_id = ? AND until IS NULL", (person_id,))
    return None if row is None else (ArbiterTitle(row["title"]), from_ms(row["since"]))


def add_exam(
    tx: Tx,
    exam_id: str,
    person_id: PersonId,
    title: ArbiterTitle,
    sat_at: datetime,
    examiner: PersonId,
    *,
    passed: bool,
) -> None:
    """Records an exam that was sat."""
    tx.execute(
        "INSERT INTO exams (exam_id, person_id, title, sat_at, passed, examiner_id) VALUES (?, ?, ?, ?, ?, ?)",
        (exam_id, person_id, title, to_ms(sat_at), int(passed), examiner),
    )


def last_exam(tx: Query, person_id: PersonId) -> datetime | None:
    """When the person last sat an exam, passed or not."""
    row = tx.fetch_one("SELECT max(sat_at) AS sat_at FROM exams WHERE person_id = ?", (person_id,))
    return None if row is None else from_ms_or_none(row["sat_at"])


def passed_exams(tx: Query, person_id: PersonId) -> frozenset[ArbiterTitle]:
    """The exams passed since an arbiter title last ended: an exam leads to a title once."""
    rows = tx.fetch_all(
        "SELECT DISTINCT title FROM exams e WHERE person_id = ? AND passed = 1 AND NOT EXISTS"
        " (SELECT 1 FROM arbiter_titles a WHERE a.person_id = e.person_id AND a.until >= e.sat_at)",
        (person_id,),
    )
    return frozenset(ArbiterTitle(row["title"]) for row in rows)


def refereed_events(tx: Query, person_id: PersonId) -> list[TournamentId]:
    """Tournaments that have ended in which the person followed a match to its result, earliest first."""
    rows = tx.fetch_all(
        "SELECT DISTINCT t.tournament_id, t.ended_at FROM contests c JOIN results r USING (contest_id)"
        " JOIN tournaments t USING (tournament_id) WHERE c.arbiter_id = ? AND c.voided_at IS NULL"
        " AND r.superseded_at IS NULL AND t.ended_at IS NOT NULL ORDER BY t.ended_at",
        (person_id,),
    )
    return [TournamentId(row["tournament_id"]) for row in rows]


def crown(tx: Tx, guild_id: GuildId, champion: WorldTitle, recorded_at: datetime, recorded_by: PersonId) -> bool:
    """Records who won a world championship; False when that event has its champion already."""
    return bool(
        tx.execute(
            "INSERT INTO world_titles (guild_id, person_id, event, won_at, recorded_at, recorded_by, tournament_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                guild_id,
                champion.person_id,
                champion.event,
                to_ms(champion.won_at),
                to_ms(recorded_at),
                recorded_by,
                champion.tournament_id,
            ),
        )
    )


def uncrown(tx: Tx, tournament_id: TournamentId, at: datetime) -> bool:
    """Takes back the title that was won in the match, which stays on record as lost; False when nobody has it."""
    return bool(
        tx.execute(
            "UPDATE world_titles SET lost_at = ? WHERE tournament_id = ? AND lost_at IS NULL",
            (to_ms(at), tournament_id),
        )
    )


def won_in(tx: Query, tournament_id: TournamentId) -> WorldTitle | None:
    """The title that somebody has from the match."""
    row = tx.fetch_one("SELECT * FROM world_titles WHERE tournament_id = ? AND lost_at IS NULL", (tournament_id,))
    return None if row is None else _world_title(row)


def lost_in(tx: Query, tournament_id: TournamentId) -> WorldTitle | None:
    """The title that was last taken back from a winner of the match."""
    row = tx.fetch_one(
        "SELECT * FROM world_titles WHERE tournament_id = ? AND lost_at IS NOT NULL"
        " ORDER BY lost_at DESC, recorded_at DESC",
        (tournament_id,),
    )
    return None if row is None else _world_title(row)


def world_titles(tx: Query, guild_id: GuildId) -> list[WorldTitle]:
    """Every world title that somebody has, earliest first."""
    rows = tx.fetch_all(
        "SELECT * FROM world_titles WHERE guild_id = ? AND lost_at IS NULL ORDER BY won_at, event", (guild_id,)
    )
    return [_world_title(row) for row in rows]


def _world_title(row: sqlite3.Row) -> WorldTitle:
    tournament_id = row["tournament_id"]
    return WorldTitle(
        PersonId(row["person_id"]),
        row["event"],
        from_ms(row["won_at"]),
        None if tournament_id is None else TournamentId(tournament_id),
    )
