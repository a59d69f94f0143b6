"""People, their offices and arbiter titles. Names live in this one table."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.domain.permissions import ArbiterTitle, Office
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query, Tx

_NOT_AT_REST: Final = (
    "NOT EXISTS (SELECT 1 FROM discord_links l WHERE l.before_id = p.person_id AND l.undone_at IS NULL)"
)
"""Leaves out what a member was here before staff said by which name they had been known."""


_NOT_BURIED: Final = (
    "NOT EXISTS (SELECT 1 FROM expulsions x WHERE x.person_id = p.person_id)"
    " AND NOT EXISTS (SELECT 1 FROM erasures r WHERE r.person_id = p.person_id)"
)
"""Leaves out of whom only a tombstone is left."""


def load(tx: Query, person_id: PersonId) -> Person | None:
    """The person, or None when the id is unknown."""
    row = tx.fetch_one("SELECT * FROM people WHERE person_id = ?", (person_id,))
    return None if row is None else person_in(row)


def of_member(tx: Query, guild_id: GuildId, member_id: MemberId) -> Person | None:
    """The person behind a member of the server, or None when the bot has not met them."""
    row = tx.fetch_one("SELECT * FROM people WHERE guild_id = ? AND discord_id = ?", (guild_id, member_id))
    return None if row is None else person_in(row)


def outside(tx: Query, guild_id: GuildId, name: str) -> Person | None:
    """Who is known by that very name without being a member of the server; the first of several."""
    row = tx.fetch_one(
        "SELECT * FROM people p WHERE guild_id = ? AND discord_id IS NULL AND name = ?"  # noqa: S608 - a constant
        f" AND {_NOT_AT_REST} ORDER BY known_since, person_id",
        (guild_id, name),
    )
    return None if row is None else person_in(row)


def save(tx: Tx, person: Person) -> None:
    """Adds the person, or writes their present name, language and Discord account."""
    tx.execute(
        "INSERT INTO people (person_id, guild_id, discord_id, name, language, known_since) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (person_id) DO UPDATE SET discord_id = excluded.discord_id, name = excluded.name,"
        " language = excluded.language",
        (
            person.person_id,
            person.guild_id,
            person.discord_id,
            person.name,
            person.language,
            to_ms(person.known_since),
        ),
    )


_NAMES: Final = (
    "SELECT coalesce(l.person_id, p.person_id) AS person_id, p.name FROM people p"
    " LEFT JOIN discord_links l ON l.before_id = p.person_id AND l.undone_at IS NULL WHERE p.guild_id = ?"
)
_MAY_HOLD: Final = "(instr(lower(p.name), ?) > 0 OR p.name GLOB '*[^ -~]*')"
"""SQLite knows how to fold the letters of English alone: names with any other letter are looked at in Python."""
_IN_ORDER = " ORDER BY p.discord_id IS NOT NULL, p.discord_id, p.known_since, p.name, p.person_id"


def names(tx: Query, guild_id: GuildId) -> list[tuple[PersonId, str]]:
    """Everybody who is known in the server, by name, in no order; who was known by another before, by both."""
    return _names_in(tx.fetch_all(f"{_NAMES}{_IN_ORDER}", (guild_id,)))


def names_holding(tx: Query, guild_id: GuildId, typed: str) -> list[tuple[PersonId, str]]:
    """Of `names` those that hold what was typed (casefolded), without reading all others."""
    rows = tx.fetch_all(f"{_NAMES} AND {_MAY_HOLD}{_IN_ORDER}", (guild_id, typed))
    return [(one, name) for one, name in _names_in(rows) if typed in name.casefold()]


def _names_in(rows: Iterable[sqlite3.Row]) -> list[tuple[PersonId, str]]:
    return [(PersonId(row["person_id"]), str(row["name"])) for row in rows]


def met_since(tx: Query, guild_id: GuildId, at: datetime) -> list[tuple[PersonId, str, datetime]]:
    """Who has become known in the server since the moment: the name, and when."""
    rows = tx.fetch_all(
        "SELECT person_id, name, known_since FROM people WHERE guild_id = ? AND known_since > ? ORDER BY person_id",
        (guild_id, to_ms(at)),
    )
    return [(PersonId(row["person_id"]), str(row["name"]), from_ms(row["known_since"])) for row in rows]


def by_ids(tx: Query, person_ids: Collection[PersonId]) -> dict[PersonId, Person]:
    """The people asked for; an unknown id is simply missing."""
    found: dict[PersonId, Person] = {}
    wanted = list(dict.fromkeys(person_ids))
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        marks = ", ".join("?" * len(some))
        for row in tx.fetch_all(f"SELECT * FROM people WHERE person_id IN ({marks})", some):  # noqa: S608
            found[PersonId(row["person_id"])] = person_in(row)
    return found


def matching(tx: Query, guild_id: GuildId, typed: str, limit: int | None = None) -> list[Person]:
    """People of the server whose name holds what was typed (casefolded), those who begin with it first."""
    found = [(not name.casefold().startswith(typed), name, one) for one, name in names_holding(tx, guild_id, typed)]
    wanted = list(dict.fromkeys(one for _, _, one in sorted(found)))[:limit]
    known = by_ids(tx, wanted)
    return [known[one] for one in wanted]


def without_discord(tx: Query, guild_id: GuildId) -> list[Person]:
    """Who is known by name alone, tombstones left out, in order of the name."""
    rows = tx.fetch_all(
        "SELECT * FROM people p WHERE guild_id = ? AND discord_id IS NULL"  # noqa: S608 - constants
        f" AND {_NOT_AT_REST} AND {_NOT_BURIED} ORDER BY name, person_id",
        (guild_id,),
    )
    return [person_in(row) for row in rows]


def is_buried(tx: Query, person_id: PersonId) -> bool:
    """Whether only a tombstone is left of the person."""
    sql = f"SELECT 1 FROM people p WHERE person_id = ? AND discord_id IS NULL AND NOT ({_NOT_BURIED})"  # noqa: S608
    return tx.fetch_one(sql, (person_id,)) is not None


def buried_among(tx: Query, some: Collection[PersonId]) -> frozenset[PersonId]:
    """Those of the people of whom only a tombstone is left."""
    rows = tx.fetch_all(
        "SELECT person_id FROM people p WHERE person_id IN (SELECT value FROM json_each(?))"  # noqa: S608 - a constant
        f" AND discord_id IS NULL AND NOT ({_NOT_BURIED}) ORDER BY person_id",
        (json.dumps(sorted(some)),),
    )
    return frozenset(PersonId(row["person_id"]) for row in rows)


def names_of_entrants(tx: Query, tournament_id: TournamentId) -> dict[EntrantId, str]:
    """Under what name each entrant of an event plays, in one reading: a team's own, or the person's."""
    rows = tx.fetch_all(
        "SELECT e.entrant_id, coalesce(e.team_name, p.name) AS name FROM entrants e JOIN people p USING (person_id)"
        " WHERE e.tournament_id = ?",
        (tournament_id,),
    )
    return {EntrantId(row["entrant_id"]): row["name"] for row in rows}


def give_office(
    tx: Tx, guild_id: GuildId, office: Office, person_id: PersonId, since: datetime, given_by: PersonId
) -> None:
    """Records that the person holds the office from now on; whoever held it, or stood in, does so no longer."""
    where = "WHERE guild_id = ? AND office = ?"
    for ended in (
        f"UPDATE offices SET until = ? {where} AND until IS NULL",  # noqa: S608
        f"UPDATE stand_ins SET ended_at = ? {where} AND ended_at IS NULL",  # noqa: S608
    ):
        tx.execute(ended, (to_ms(since), guild_id, office))
    tx.execute(
        "INSERT INTO offices (guild_id, office, person_id, since, given_by) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, office, since, person_id) DO UPDATE SET until = NULL, given_by = excluded.given_by",
        (guild_id, office, person_id, to_ms(since), given_by),
    )


def offices(tx: Query, guild_id: GuildId) -> dict[Office, PersonId]:
    """Who holds which office today; a vacant one is missing."""
    rows = tx.fetch_all(
        "SELECT office, person_id FROM offices WHERE guild_id = ? AND until IS NULL ORDER BY office", (guild_id,)
    )
    return {Office(row["office"]): PersonId(row["person_id"]) for row in rows}


def give_title(tx: Tx, person_id: PersonId, title: ArbiterTitle, since: datetime, given_by: PersonId) -> None:
    """Records an arbiter title from now on, in place of the one held before."""
    tx.execute(
        "UPDATE arbiter_titles SET until = ? WHERE person_id = ? AND until IS NULL",
        (to_ms(since), person_id),
    )
    tx.execute(
        "INSERT INTO arbiter_titles (person_id, title, since, given_by) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (person_id, since) DO UPDATE SET until = NULL, title = excluded.title,"
        " given_by = excluded.given_by",
        (person_id, title, to_ms(since), given_by),
    )


def end_title(tx: Tx, person_id: PersonId, until: datetime) -> int:
    """Ends the arbiter title held today; answers how many ended (0 when none was held)."""
    return tx.execute(
        "UPDATE arbiter_titles SET until = ? WHERE person_id = ? AND until IS NULL", (to_ms(until), person_id)
    )


def arbiters(tx: Query, guild_id: GuildId) -> dict[PersonId, ArbiterTitle]:
    """Every holder of an arbiter title, in order of the name."""
    rows = tx.fetch_all(
        "SELECT t.person_id, t.title FROM arbiter_titles t JOIN people p USING (person_id)"
        " WHERE p.guild_id = ? AND t.until IS NULL ORDER BY p.name, p.person_id",
        (guild_id,),
    )
    return {PersonId(row["person_id"]): ArbiterTitle(row["title"]) for row in rows}


def title_of(tx: Query, person_id: PersonId) -> ArbiterTitle | None:
    """The arbiter title held today, if any."""
    row = tx.fetch_one("SELECT title FROM arbiter_titles WHERE person_id = ? AND until IS NULL", (person_id,))
    return None if row is None else ArbiterTitle(row["title"])


def took_part(tx: Query, person_id: PersonId) -> bool:
    """Whether the person ever entered an event, played for a team, was rated, or held a title or an office."""
    row = tx.fetch_one(
        "SELECT EXISTS (SELECT 1 FROM entrants WHERE person_id = ?1)"
        " OR EXISTS (SELECT 1 FROM team_members WHERE person_id = ?1)"
        " OR EXISTS (SELECT 1 FROM ratings WHERE person_id = ?1)"
        " OR EXISTS (SELECT 1 FROM arbiter_titles WHERE person_id = ?1)"
        " OR EXISTS (SELECT 1 FROM offices WHERE person_id = ?1) AS took_part",
        (person_id,),
    )
    return row is not None and bool(row["took_part"])


def go_on_duty(tx: Tx, guild_id: GuildId, person_id: PersonId, since: datetime) -> None:
    """Records that the arbiter can be given matches; already on duty changes nothing."""
    tx.execute(
        "INSERT INTO duty (guild_id, person_id, since) SELECT ?, ?, ?"
        " WHERE NOT EXISTS (SELECT 1 FROM duty WHERE person_id = ? AND until IS NULL)"
        " ON CONFLICT (person_id, since) DO UPDATE SET until = NULL",
        (guild_id, person_id, to_ms(since), person_id),
    )


def go_off_duty(tx: Tx, person_id: PersonId, until: datetime) -> int:
    """Ends the arbiter's duty; answers how many duties ended (0 when there was none)."""
    return tx.execute("UPDATE duty SET until = ? WHERE person_id = ? AND until IS NULL", (to_ms(until), person_id))


def on_duty(tx: Query, guild_id: GuildId) -> list[tuple[PersonId, datetime]]:
    """Arbiters who can be given matches, longest on duty first."""
    rows = tx.fetch_all(
        "SELECT person_id, since FROM duty WHERE guild_id = ? AND until IS NULL ORDER BY since, person_id", (guild_id,)
    )
    return [(PersonId(row["person_id"]), from_ms(row["since"])) for row in rows]


def duties_begun(tx: Query, guild_id: GuildId) -> int:
    """How often somebody went on duty so far: while it stays the same, nobody came."""
    row = tx.fetch_one("SELECT count(*) AS n FROM duty WHERE guild_id = ?", (guild_id,))
    return 0 if row is None else int(row["n"])


def person_in(row: sqlite3.Row) -> Person:
    """The person of a row that holds the columns of one, and others."""
    return Person(
        person_id=PersonId(row["person_id"]),
        guild_id=row["guild_id"],
        discord_id=row["discord_id"],
        name=row["name"],
        language=row["language"],
        known_since=from_ms(row["known_since"]),
    )
