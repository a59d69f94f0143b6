"""People, their offices and arbiter titles, and which of them are one person. Names live in this one table.

People are one by their Discord account or by staff's recorded word. A name on a game's site says nothing here:
anybody can type one.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Generic, NamedTuple, TypeVar

from bot.i18n.names import skeleton
from bot.kernel.context import Query, Tx, from_ms, to_ms
from bot.kernel.ids import EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.kernel.tables import Table
from bot.people.lists_model import Answers, ListDraft
from bot.people.model import ArbiterTitle, Office, Person

# --- people, offices and titles -------------------------------------------------------------------------------------


_NOT_AT_REST: Final = (
    "NOT EXISTS (SELECT 1 FROM discord_links l WHERE l.before_id = p.person_id AND l.undone_at IS NULL)"
)
"""Leaves out what a member was here before staff said by which name they had been known."""


_NOT_BURIED: Final = (
    "NOT EXISTS (SELECT 1 FROM expulsions x WHERE x.person_id = p.person_id)"
    " AND NOT EXISTS (SELECT 1 FROM erasures r WHERE r.person_id = p.person_id)"
)
"""Leaves out of whom only a tombstone is left."""


_PEOPLE: Final = Table("people", Person, "person_id", is_team=None)


def load(tx: Query, person_id: PersonId) -> Person | None:
    """The person, or None when the id is unknown."""
    return _PEOPLE.fetch_one(tx, "SELECT * FROM people WHERE person_id = ?", (person_id,))


def of_member(tx: Query, guild_id: GuildId, member_id: MemberId) -> Person | None:
    """The person behind a member of the server, or None when the bot has not met them."""
    return _PEOPLE.fetch_one(tx, "SELECT * FROM people WHERE guild_id = ? AND discord_id = ?", (guild_id, member_id))


def outside(tx: Query, guild_id: GuildId, name: str) -> Person | None:
    """Who is known by that very name without being a member of the server; the first of several."""
    return _PEOPLE.fetch_one(
        tx,
        "SELECT * FROM people p WHERE guild_id = ? AND discord_id IS NULL AND name = ?"  # noqa: S608 - a constant
        f" AND {_NOT_AT_REST} ORDER BY known_since, person_id",
        (guild_id, name),
    )


def save(tx: Tx, person: Person) -> None:
    """Adds the person, or writes their present names, language and Discord account."""
    key = None if person.user_name is None else skeleton(person.plain_name)
    _PEOPLE.upsert(tx, person, "discord_id", "name", "language", "user_name", "name_key", name_key=key)


_PLAIN: Final = "coalesce(replace(p.name, ' (' || p.user_name || ')', ''), p.name)"
"""The name as people type it, without what tells two of one name apart."""
_NAMES: Final = (
    f"SELECT coalesce(l.person_id, p.person_id) AS person_id, p.name, {_PLAIN} AS plain FROM people p"  # noqa: S608
    " LEFT JOIN discord_links l ON l.before_id = p.person_id AND l.undone_at IS NULL WHERE p.guild_id = ?"
)
_OF_ENGLISH: Final = (
    "aeionrstlcmdupghvbfjzkqxyw ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.!\"#$%&''()*+,/:;<=>?@[\\]^`{|}~"
)
"""The signs between blank and tilde, as a text of SQL; the most frequent stand first."""
_MAY_HOLD: Final = f"(instr(lower(p.name), ?) > 0 OR ltrim(p.name, '{_OF_ENGLISH}') <> '')"
"""The database folds the letters of English alone: names with any other letter are looked at in Python."""
_IN_ORDER = " ORDER BY p.discord_id IS NOT NULL, p.discord_id, p.known_since, p.name, p.person_id"


def names(tx: Query, guild_id: GuildId) -> list[tuple[PersonId, str]]:
    """Everybody who is known in the server, as people type it, in no order; who had another name before, by both."""
    rows = tx.fetch_all(f"{_NAMES}{_IN_ORDER}", (guild_id,))
    return [(PersonId(row["person_id"]), name) for row in rows for name in dict.fromkeys((row["plain"], row["name"]))]


def names_holding(tx: Query, guild_id: GuildId, typed: str) -> list[tuple[PersonId, str, str]]:
    """Who is shown by a name that holds what was typed (casefolded): shown and plain; all others are not read."""
    rows = tx.fetch_all(f"{_NAMES} AND {_MAY_HOLD}{_IN_ORDER}", (guild_id, typed))
    found = [row for row in rows if typed in row["name"].casefold()]
    return [(PersonId(row["person_id"]), row["name"], row["plain"]) for row in found]


def members_called(tx: Query, guild_id: GuildId, name: str) -> list[Person]:
    """Members of the server whose plain name is drawn as this one is."""
    return _PEOPLE.fetch_all(
        tx,
        "SELECT * FROM people WHERE guild_id = ? AND name_key = ? ORDER BY known_since, person_id",
        (guild_id, skeleton(name)),
    )


def met_since(tx: Query, guild_id: GuildId, at: datetime) -> list[tuple[PersonId, str, datetime]]:
    """Who has become known in the server since the moment: the name, and when."""
    rows = tx.fetch_all(
        f"SELECT person_id, {_PLAIN} AS plain, known_since FROM people p"  # noqa: S608 - a constant
        " WHERE guild_id = ? AND known_since > ? ORDER BY person_id",
        (guild_id, to_ms(at)),
    )
    return [(PersonId(row["person_id"]), str(row["plain"]), from_ms(row["known_since"])) for row in rows]


def by_ids(tx: Query, person_ids: Collection[PersonId]) -> dict[PersonId, Person]:
    """The people asked for; an unknown id is simply missing."""
    found: dict[PersonId, Person] = {}
    wanted = list(dict.fromkeys(person_ids))
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        marks = ", ".join("?" * len(some))
        known = _PEOPLE.fetch_all(tx, f"SELECT * FROM people WHERE person_id IN ({marks}) ORDER BY person_id", some)  # noqa: S608
        found |= {one.person_id: one for one in known}
    return found


def matching(tx: Query, guild_id: GuildId, typed: str, limit: int | None = None) -> list[Person]:
    """People of the server whose name holds what was typed (casefolded), those who begin with it first."""
    holding = names_holding(tx, guild_id, typed)
    found = [(not name.casefold().startswith(typed), name, one) for one, name, _ in holding]
    wanted = list(dict.fromkeys(one for _, _, one in sorted(found)))[:limit]
    known = by_ids(tx, wanted)
    return [known[one] for one in wanted]


def without_discord(tx: Query, guild_id: GuildId) -> list[Person]:
    """Who is known by name alone, tombstones left out, in order of the name."""
    return _PEOPLE.fetch_all(
        tx,
        "SELECT * FROM people p WHERE guild_id = ? AND discord_id IS NULL"  # noqa: S608 - constants
        f" AND {_NOT_AT_REST} AND {_NOT_BURIED} ORDER BY name, person_id",
        (guild_id,),
    )


def is_buried(tx: Query, person_id: PersonId) -> bool:
    """Whether only a tombstone is left of the person."""
    sql = f"SELECT 1 FROM people p WHERE person_id = ? AND discord_id IS NULL AND NOT ({_NOT_BURIED})"  # noqa: S608
    return tx.fetch_one(sql, (person_id,)) is not None


def buried_among(tx: Query, person_ids: Collection[PersonId]) -> frozenset[PersonId]:
    """Those of the people of whom only a tombstone is left."""
    rows = tx.fetch_all(
        "SELECT person_id FROM people p WHERE person_id IN (SELECT value FROM json_each(?))"  # noqa: S608 - a constant
        f" AND discord_id IS NULL AND NOT ({_NOT_BURIED}) ORDER BY person_id",
        (json.dumps(sorted(person_ids)),),
    )
    return frozenset(PersonId(row["person_id"]) for row in rows)


def names_of_entrants(tx: Query, tournament_id: TournamentId) -> dict[EntrantId, str]:
    """Under what name each entrant of an event plays, in one reading: a team's own, or the person's."""
    rows = tx.fetch_all(
        "SELECT e.entrant_id, coalesce(e.team_name, p.name) AS name FROM entrants e JOIN people p USING (person_id)"
        " WHERE e.tournament_id = ? ORDER BY e.number",
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
    return _PEOPLE.read(row)


# --- who is one person ----------------------------------------------------------------------------------------------


_OF_THE_DISCORD_ACCOUNT: Final = (
    "SELECT asked.value AS one, e.person_id AS other FROM json_each(?1) asked"
    " JOIN people p ON p.person_id = asked.value"
    " JOIN expulsions e ON e.guild_id = p.guild_id AND e.discord_id = p.discord_id"
    " UNION SELECT asked.value, e.person_id FROM json_each(?1) asked JOIN people p ON p.person_id = asked.value"
    " JOIN erasures e ON e.guild_id = p.guild_id AND e.discord_id = p.discord_id"
    " UNION SELECT asked.value, p.person_id FROM json_each(?1) asked JOIN expulsions e ON e.person_id = asked.value"
    " JOIN people p ON p.guild_id = e.guild_id AND p.discord_id = e.discord_id"
    " UNION SELECT asked.value, p.person_id FROM json_each(?1) asked JOIN erasures e ON e.person_id = asked.value"
    " JOIN people p ON p.guild_id = e.guild_id AND p.discord_id = e.discord_id"
    " UNION SELECT asked.value, l.before_id FROM json_each(?1) asked JOIN discord_links l ON l.person_id = asked.value"
    " WHERE l.undone_at IS NULL"
    " UNION SELECT asked.value, l.person_id FROM json_each(?1) asked JOIN discord_links l ON l.before_id = asked.value"
    " WHERE l.undone_at IS NULL"
)
"""The former selves of who was expelled (AIJE-A02-2), or had their data erased while a bar held; and whom a member was
here before staff said by which name they had been known.

The readmission ends the expulsion's own bar, and no other decision: another bar and the way to the committee that is
closed for good hold as before (AIJE-A02-5).
"""
_BY_STAFFS_WORD: Final = (
    " UNION SELECT asked.value, s.second_id FROM json_each(?1) asked JOIN same_persons s ON s.first_id = asked.value"
    " WHERE s.undone_at IS NULL"
    " UNION SELECT asked.value, s.first_id FROM json_each(?1) asked JOIN same_persons s ON s.second_id = asked.value"
    " WHERE s.undone_at IS NULL"
)
TIES: Final = _OF_THE_DISCORD_ACCOUNT + _BY_STAFFS_WORD
"""Each person of the list in the first parameter, as `one`, with each `other` in the registry who is the same."""


def same_person_ids(tx: Query, person_id: PersonId) -> list[PersonId]:
    """All whom this person is, the one asked for first: a bar of one is a bar of all, and together they have one voice.

    What ties is followed on: who is one with a second who is one with a third is one with the third.
    """
    return _follow_ties(tx, [person_id], TIES)[person_id]


def same_person_ids_of_each(tx: Query, person_ids: Collection[PersonId]) -> dict[PersonId, list[PersonId]]:
    """As `same_person_ids`, of many people at once."""
    return _follow_ties(tx, person_ids, TIES)


def everybody(tx: Query, person_ids: Collection[PersonId]) -> set[PersonId]:
    """All whom some of the people are."""
    return {own for each in same_person_ids_of_each(tx, person_ids).values() for own in each}


def of_discord_account(tx: Query, person_id: PersonId) -> list[PersonId]:
    """The person's own entries in the registry, under the one Discord account, the one asked for first."""
    return _follow_ties(tx, [person_id], _OF_THE_DISCORD_ACCOUNT)[person_id]


def are_one(tx: Query, person_id: PersonId, other: PersonId) -> bool:
    """Whether both are the same person."""
    return person_id == other or other in same_person_ids(tx, person_id)


def counted_twice(tx: Query, person_ids: Iterable[PersonId]) -> set[PersonId]:
    """Of people in an order those who are one with somebody before them."""
    seen: set[PersonId] = set()
    found: set[PersonId] = set()
    for person_id in person_ids:
        if person_id in seen:
            found.add(person_id)
        seen.update(same_person_ids(tx, person_id))
    return found


def _follow_ties(tx: Query, person_ids: Collection[PersonId], ties: str) -> dict[PersonId, list[PersonId]]:
    """All whom each is, found by one statement for each step from person to person, however many are asked for."""
    others: dict[PersonId, list[PersonId]] = {}
    asked = set(person_ids)
    while asked:
        others |= {one: [] for one in asked}
        for row in tx.fetch_all(f"{ties} ORDER BY one, other", (json.dumps(sorted(asked)),)):
            others[PersonId(row["one"])].append(PersonId(row["other"]))
        asked = {other for one in asked for other in others[one]} - others.keys()
    return {one: _followed_on(one, others) for one in person_ids}


def _followed_on(person_id: PersonId, others: Mapping[PersonId, list[PersonId]]) -> list[PersonId]:
    found = [person_id]
    for one in found:
        found += [other for other in sorted(others[one]) if other not in found]
    return found


def buried_of_member(tx: Query, guild_id: GuildId, member_id: MemberId) -> list[PersonId]:
    """Who the member was here before an expulsion or an erasure, as long as the account's number is kept for it."""
    rows = tx.fetch_all(
        "SELECT person_id FROM erasures WHERE guild_id = ?1 AND discord_id = ?2"
        " UNION SELECT person_id FROM expulsions WHERE guild_id = ?1 AND discord_id = ?2 ORDER BY person_id",
        (guild_id, member_id),
    )
    return [PersonId(row["person_id"]) for row in rows]


def kept_account(tx: Query, person_id: PersonId) -> MemberId | None:
    """The account of who was erased or expelled, as long as something needs its number."""
    row = tx.fetch_one(
        "SELECT discord_id FROM erasures WHERE person_id = ?1 AND discord_id IS NOT NULL"
        " UNION SELECT discord_id FROM expulsions WHERE person_id = ?1 AND discord_id IS NOT NULL ORDER BY discord_id",
        (person_id,),
    )
    return None if row is None else MemberId(row["discord_id"])


# --- faces ----------------------------------------------------------------------------------------------------------


_HIDDEN: Final = (
    "EXISTS (SELECT 1 FROM hidden_faces h WHERE h.person_id = p.person_id)"
    " OR EXISTS (SELECT 1 FROM discord_links l JOIN hidden_faces h ON h.person_id = l.before_id"
    " WHERE l.person_id = p.person_id AND l.undone_at IS NULL)"
)
"""What a member chose before staff said by which name they had been known holds for them under that name."""


class KeptFace(NamedTuple):
    """What Discord calls the picture that was fetched last, and when that was."""

    avatar: str
    fetched_at: datetime


def pictures(tx: Query, person_ids: Collection[PersonId]) -> dict[PersonId, bytes]:
    """The pictures of those of the people who have one and do not hide it."""
    rows = tx.fetch_all(
        "SELECT f.person_id, f.picture FROM faces f JOIN people p USING (person_id)"  # noqa: S608 - a constant
        " WHERE f.person_id IN (SELECT value FROM json_each(?)) AND f.picture IS NOT NULL"
        f" AND p.discord_id IS NOT NULL AND NOT ({_HIDDEN}) ORDER BY f.person_id",
        (json.dumps(sorted(person_ids)),),
    )
    return {PersonId(row["person_id"]): row["picture"] for row in rows}


def load_face(tx: Query, person_id: PersonId) -> KeptFace | None:
    """What is known of the person's face, the picture itself left out."""
    row = tx.fetch_one("SELECT avatar, fetched_at FROM faces WHERE person_id = ?", (person_id,))
    return None if row is None else KeptFace(row["avatar"], from_ms(row["fetched_at"]))


def keep_face(tx: Tx, person_id: PersonId, avatar: str, picture: bytes | None, at: datetime) -> None:
    """Keeps the picture in place of the one before."""
    tx.execute(
        "INSERT INTO faces (person_id, avatar, picture, fetched_at) VALUES (?, ?, ?, ?) ON CONFLICT (person_id)"
        " DO UPDATE SET avatar = excluded.avatar, picture = excluded.picture, fetched_at = excluded.fetched_at",
        (person_id, avatar, picture, to_ms(at)),
    )


def drop_face(tx: Tx, person_id: PersonId) -> None:
    """Lets go of the picture."""
    tx.execute("DELETE FROM faces WHERE person_id = ?", (person_id,))


def drop_oldest(tx: Tx, before: datetime, most: int) -> None:
    """Lets go of all that were fetched before the moment, and of the oldest beyond so many."""
    tx.execute("DELETE FROM faces WHERE fetched_at < ?", (to_ms(before),))
    tx.execute(
        "DELETE FROM faces WHERE person_id NOT IN"
        " (SELECT person_id FROM faces ORDER BY fetched_at DESC, person_id LIMIT ?)",
        (most,),
    )


def is_hidden(tx: Query, person_id: PersonId) -> bool:
    """Whether the person wants to be shown without a face."""
    row = tx.fetch_one(f"SELECT {_HIDDEN} AS hidden FROM people p WHERE p.person_id = ?", (person_id,))  # noqa: S608
    return row is not None and bool(row["hidden"])


def hide_face(tx: Tx, person_id: PersonId, at: datetime) -> None:
    """Shows the person without a face from now on; twice is harmless."""
    tx.execute(
        "INSERT INTO hidden_faces (person_id, since) VALUES (?, ?) ON CONFLICT DO NOTHING", (person_id, to_ms(at))
    )


def show_face(tx: Tx, person_ids: Collection[PersonId]) -> None:
    """Lets the people be shown with their faces again."""
    tx.execute(
        "DELETE FROM hidden_faces WHERE person_id IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(person_ids)),),
    )


# --- world titles ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WorldTitle:
    """A world championship that somebody won."""

    person_id: PersonId
    event: str
    won_at: datetime
    tournament_id: TournamentId | None = None
    """The match in which it was won; None of a title that was put on record by hand."""


_WORLD_TITLES: Final = Table("world_titles", WorldTitle, "guild_id, event", ("guild_id", "recorded_at", "recorded_by"))


def crown(tx: Tx, guild_id: GuildId, champion: WorldTitle, recorded_at: datetime, recorded_by: PersonId) -> bool:
    """Records who won a world championship; False when that event has its champion already."""
    return bool(
        _WORLD_TITLES.insert(
            tx,
            champion,
            "ON CONFLICT DO NOTHING",
            guild_id=guild_id,
            recorded_at=to_ms(recorded_at),
            recorded_by=recorded_by,
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
    return _WORLD_TITLES.fetch_one(
        tx, "SELECT * FROM world_titles WHERE tournament_id = ? AND lost_at IS NULL", (tournament_id,)
    )


def lost_in(tx: Query, tournament_id: TournamentId) -> WorldTitle | None:
    """The title that was last taken back from a winner of the match."""
    return _WORLD_TITLES.fetch_one(
        tx,
        "SELECT * FROM world_titles WHERE tournament_id = ? AND lost_at IS NOT NULL"
        " ORDER BY lost_at DESC, recorded_at DESC",
        (tournament_id,),
    )


def world_titles(tx: Query, guild_id: GuildId) -> list[WorldTitle]:
    """Every world title that somebody has, earliest first."""
    return _WORLD_TITLES.fetch_all(
        tx,
        "SELECT * FROM world_titles WHERE guild_id = ? AND lost_at IS NULL ORDER BY won_at, event",
        (guild_id,),
    )


def declare_country(tx: Tx, person_id: PersonId, country: str, since: datetime) -> None:
    """Writes the person's country from now on."""
    tx.execute(
        "INSERT INTO countries (person_id, country, since) VALUES (?, ?, ?)"
        " ON CONFLICT (person_id, since) DO UPDATE SET country = excluded.country",
        (person_id, country, to_ms(since)),
    )


# --- countries ------------------------------------------------------------------------------------------------------


def times_declared(tx: Query, person_id: PersonId) -> int:
    """How often a country was declared for the person."""
    row = tx.fetch_one("SELECT count(*) AS n FROM countries WHERE person_id = ?", (person_id,))
    return 0 if row is None else int(row["n"])


def country_of_person(tx: Query, person_id: PersonId) -> str | None:
    """The country that stands, or None while nobody has said it."""
    row = tx.fetch_one("SELECT country FROM countries WHERE person_id = ? ORDER BY since DESC LIMIT 1", (person_id,))
    return None if row is None else str(row["country"])


def at(tx: Query, guild_id: GuildId, moment: datetime) -> dict[PersonId, str]:
    """Everybody's country at the moment; who said it only later is counted with the first that was said."""
    rows = tx.fetch_all(
        "SELECT c.person_id, c.country, c.since FROM countries c JOIN people p USING (person_id)"
        " WHERE p.guild_id = ? ORDER BY c.since, c.person_id",
        (guild_id,),
    )
    found: dict[PersonId, str] = {}
    for row in rows:
        person_id = PersonId(row["person_id"])
        if person_id not in found or row["since"] <= to_ms(moment):
            found[person_id] = row["country"]
    return found


# --- votes and time zones -------------------------------------------------------------------------------------------


def longest_serving(tx: Query, guild_id: GuildId) -> list[PersonId]:
    """The arbiters of today, those first whose unbroken service began first, whatever titles it went through."""
    rows = tx.fetch_all(
        "SELECT t.person_id, t.since, t.until FROM arbiter_titles t JOIN people p USING (person_id)"
        " WHERE p.guild_id = ? ORDER BY t.since DESC, t.person_id",
        (guild_id,),
    )
    began: dict[PersonId, int] = {}
    for row in rows:
        person_id = PersonId(row["person_id"])
        if row["until"] is None or row["until"] == began.get(person_id):
            began[person_id] = row["since"]
    return sorted(began, key=lambda person_id: (began[person_id], person_id))


def zone_of_person(tx: Query, person_id: PersonId) -> str | None:
    """The name of the time zone; None where the person never said one."""
    row = tx.fetch_one("SELECT zone FROM person_zones WHERE person_id = ?", (person_id,))
    return None if row is None else str(row["zone"])


def choose_zone(tx: Tx, person_id: PersonId, zone: str, at: datetime) -> None:
    """Keeps the time zone in place of the one before."""
    tx.execute(
        "INSERT INTO person_zones (person_id, zone, chosen_at) VALUES (?, ?, ?) ON CONFLICT (person_id) DO UPDATE"
        " SET zone = excluded.zone, chosen_at = excluded.chosen_at",
        (person_id, zone, to_ms(at)),
    )


# --- lists of people that wait --------------------------------------------------------------------------------------


D = TypeVar("D", bound=ListDraft)


class Drafts(Generic[D]):
    """The lists of one kind that wait, and in a table of their own what was said of whom their lines mean."""

    def __init__(self, table: Table[D], answers: str) -> None:
        self._table, self._answers = table, answers

    def keep(self, tx: Tx, draft: D) -> None:
        """Writes the draft in place of the one that its asker had before, with what was said of that."""
        for one in self.of_person(tx, draft.person_id):
            self.drop(tx, one.draft_id)
        self._table.insert(tx, draft)

    def load(self, tx: Query, draft_id: str) -> D | None:
        """The draft, or None when it was confirmed or dropped."""
        sql = f"SELECT * FROM {self._table.name} WHERE draft_id = ?"  # noqa: S608 - a name that the code has
        return self._table.fetch_one(tx, sql, (draft_id,))

    def of_person(self, tx: Query, person_id: PersonId) -> list[D]:
        """What the person sent in and nobody has confirmed: one at most."""
        return self._table.fetch_all(
            tx,
            f"SELECT * FROM {self._table.name} WHERE person_id = ? ORDER BY draft_id",  # noqa: S608 - a known name
            (person_id,),
        )

    def drop(self, tx: Tx, draft_id: str) -> bool:
        """Removes the draft with its answers; False when somebody was faster, as with a second press."""
        self.forget_answers(tx, draft_id)
        sql = f"DELETE FROM {self._table.name} WHERE draft_id = ?"  # noqa: S608 - a name that the code has
        return bool(tx.execute(sql, (draft_id,)))

    def answer(self, tx: Tx, draft_id: str, said: Answers, at: datetime) -> None:
        """Writes who is meant by these lines, None for somebody new."""
        tx.execute_many(
            f"INSERT INTO {self._answers} (draft_id, line, person_id, answered_at) VALUES (?, ?, ?, ?)"  # noqa: S608
            " ON CONFLICT (draft_id, line) DO UPDATE SET person_id = excluded.person_id,"
            " answered_at = excluded.answered_at",
            [(draft_id, line, person_id, to_ms(at)) for line, person_id in said.items()],
        )

    def answers(self, tx: Query, draft_id: str) -> dict[int, tuple[PersonId | None, datetime]]:
        """Who is meant by which line, as far as somebody has said, and when it was said."""
        sql = f"SELECT * FROM {self._answers} WHERE draft_id = ? ORDER BY line"  # noqa: S608 - a name that the code has
        return {row["line"]: (row["person_id"], from_ms(row["answered_at"])) for row in tx.fetch_all(sql, (draft_id,))}

    def forget_answers(self, tx: Tx, draft_id: str) -> None:
        """Takes back all that was said of the draft's lines."""
        sql = f"DELETE FROM {self._answers} WHERE draft_id = ?"  # noqa: S608 - a name that the code has
        tx.execute(sql, (draft_id,))
