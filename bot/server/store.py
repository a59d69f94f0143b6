"""Servers and what `/setup` decided, offices in other hands, told commands, and what hangs on an act.

Of commands it is kept which Discord was told of, everywhere and in each server, and under which numbers. A person who
plays in an event is sent to others for an act about it: kept is since when these were asked. Cases and votes go on in
the channel where they began after the committee's channel was moved.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.kernel.context import Query, Tx, from_ms, to_ms
from bot.kernel.ids import (
    BarId,
    ChannelId,
    CommandsRefused,
    Community,
    GuildId,
    MessageId,
    PersonId,
    Switch,
    TournamentId,
)
from bot.kernel.outages import Shard
from bot.kernel.tables import JSON, Codec, Table
from bot.people.model import Office
from bot.server.model import Act, StandIn

# --- offices --------------------------------------------------------------------------------------------------------


_STAND_INS: Final = Table("stand_ins", StandIn, "stand_in_id")


def name(tx: Tx, stand_in: StandIn) -> None:
    """Writes who stands in; whoever stood in for that office before does so no longer."""
    end_office(tx, stand_in.guild_id, stand_in.office, stand_in.since)
    _STAND_INS.insert(tx, stand_in)


def end_office(tx: Tx, guild_id: GuildId, office: Office, at: datetime) -> bool:
    """Ends the stand-in of the office; False where nobody stood in at that moment."""
    return bool(
        tx.execute(
            "UPDATE stand_ins SET ended_at = CASE WHEN until < ?1 THEN until ELSE ?1 END"
            " WHERE guild_id = ?2 AND office = ?3 AND ended_at IS NULL",
            (to_ms(at), guild_id, office),
        )
    )


def end_of_person(tx: Tx, person_id: PersonId, at: datetime) -> int:
    """Ends whatever the person stands in for; answers how many offices that were."""
    return tx.execute(
        "UPDATE stand_ins SET ended_at = CASE WHEN until < ?1 THEN until ELSE ?1 END"
        " WHERE person_id = ?2 AND ended_at IS NULL",
        (to_ms(at), person_id),
    )


def standing_in(tx: Query, guild_id: GuildId, at: datetime) -> dict[Office, StandIn]:
    """Who stands in for which office at that moment."""
    rows = tx.fetch_all(
        "SELECT * FROM stand_ins WHERE guild_id = ?1 AND ended_at IS NULL AND since <= ?2 AND until > ?2"
        " ORDER BY office",
        (guild_id, to_ms(at)),
    )
    return {Office(row["office"]): _STAND_INS.read(row) for row in rows}


def stood_in(tx: Query, guild_id: GuildId, office: Office, at: datetime) -> set[PersonId]:
    """Who stood in for the office at that moment, whether they still do or not."""
    rows = tx.fetch_all(
        "SELECT person_id FROM stand_ins WHERE guild_id = ?1 AND office = ?2 AND since <= ?3"
        " AND coalesce(ended_at, until) > ?3 ORDER BY person_id",
        (guild_id, office, to_ms(at)),
    )
    return {PersonId(row["person_id"]) for row in rows}


def offices_in_place_of(
    tx: Query, guild_id: GuildId, office: Office, opened: tuple[datetime, PersonId | None], now: datetime
) -> set[PersonId]:
    """Who has held the office since something was opened, who stands in for it now, and who opened it standing in."""
    rows = tx.fetch_all(
        "SELECT person_id FROM offices WHERE guild_id = ?1 AND office = ?2 AND (until IS NULL OR until > ?3)"
        " UNION SELECT person_id FROM stand_ins WHERE guild_id = ?1 AND office = ?2"
        " AND ((since <= ?5 AND coalesce(ended_at, until) > ?5)"
        " OR (person_id = ?4 AND since <= ?3 AND coalesce(ended_at, until) > ?3)) ORDER BY person_id",
        (guild_id, office, to_ms(opened[0]), opened[1], to_ms(now)),
    )
    return {PersonId(row["person_id"]) for row in rows}


def latest_offices(tx: Query, guild_id: GuildId) -> list[PersonId]:
    """Whoever stood in last for each office."""
    rows = tx.fetch_all(
        "SELECT person_id FROM stand_ins s WHERE guild_id = ? AND NOT EXISTS (SELECT 1 FROM stand_ins o"
        " WHERE o.guild_id = s.guild_id AND o.office = s.office AND (o.since > s.since"
        " OR (o.since = s.since AND o.stand_in_id > s.stand_in_id))) ORDER BY office, stand_in_id",
        (guild_id,),
    )
    return [PersonId(row["person_id"]) for row in rows]


def all_ever_held(tx: Query, guild_id: GuildId) -> set[Office]:
    """The offices that somebody has held, today or before."""
    rows = tx.fetch_all("SELECT DISTINCT office FROM offices WHERE guild_id = ?", (guild_id,))
    return {Office(row["office"]) for row in rows}


def offices_since(tx: Query, guild_id: GuildId) -> dict[Office, datetime]:
    """Since when each office that is held has its present holder."""
    rows = tx.fetch_all(
        "SELECT office, since FROM offices WHERE guild_id = ? AND until IS NULL ORDER BY office", (guild_id,)
    )
    return {Office(row["office"]): from_ms(row["since"]) for row in rows}


def ever_held(tx: Query, guild_id: GuildId) -> bool:
    """Whether the community has ever named an officer."""
    return tx.fetch_one("SELECT 1 FROM offices WHERE guild_id = ? LIMIT 1", (guild_id,)) is not None


def titled_since(tx: Query, guild_id: GuildId) -> dict[PersonId, datetime]:
    """Since when each arbiter holds the present title."""
    rows = tx.fetch_all(
        "SELECT t.person_id, t.since FROM arbiter_titles t JOIN people p USING (person_id)"
        " WHERE p.guild_id = ? AND t.until IS NULL ORDER BY t.person_id",
        (guild_id,),
    )
    return {PersonId(row["person_id"]): from_ms(row["since"]) for row in rows}


def leave(tx: Tx, guild_id: GuildId, office: Office, person_id: PersonId, at: datetime) -> bool:
    """Ends the person's time in the office, which is vacant from then on; False where the person does not hold it."""
    return bool(
        tx.execute(
            "UPDATE offices SET until = ? WHERE guild_id = ? AND office = ? AND person_id = ? AND until IS NULL",
            (to_ms(at), guild_id, office, person_id),
        )
    )


# --- servers --------------------------------------------------------------------------------------------------------


def load(tx: Query, guild_id: GuildId) -> Community | None:
    """The community of a server, or None when it was never set up."""
    return _GUILDS.fetch_one(tx, "SELECT * FROM guilds WHERE guild_id = ?", (guild_id,))


def of_panel(tx: Query, panel: str, message_id: MessageId) -> Community | None:
    """The community of the server in which that message is the panel; None for any other message."""
    return _GUILDS.fetch_one(
        tx,
        "SELECT g.* FROM panels p JOIN guilds g USING (guild_id) WHERE p.panel = ? AND p.message_id = ?",
        (panel, message_id),
    )


def ids_on(tx: Query, shard: Shard) -> frozenset[GuildId]:
    """The servers of a connection that were set up."""
    rows = tx.fetch_all("SELECT guild_id FROM guilds ORDER BY guild_id")
    return frozenset(filter(shard.has, (GuildId(row["guild_id"]) for row in rows)))


def busy(tx: Query) -> frozenset[GuildId]:
    """The servers in which an event is neither over nor called off, or a vote is open."""
    # Each list is asked for in the order of an index of what is open, or an index of all would serve as well.
    events = tx.fetch_all(
        "SELECT guild_id FROM tournaments WHERE ended_at IS NULL AND cancelled_at IS NULL"
        " ORDER BY start_at, tournament_id"
    )
    votes = tx.fetch_all("SELECT guild_id FROM votes WHERE closed_at IS NULL ORDER BY closes_at, vote_id")
    return frozenset(GuildId(row["guild_id"]) for row in (*events, *votes))


def among(tx: Query, some: Collection[GuildId]) -> list[Community]:
    """The communities of those servers; one that was never set up is simply missing."""
    return _GUILDS.fetch_all(
        tx,
        "SELECT * FROM guilds WHERE guild_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY guild_id",
        (json.dumps(list(some)),),
    )


_GUILDS: Final = Table(
    "guilds",
    Community,
    "guild_id",
    announcements="announcements_channel",
    matches="matches_channel",
    committee="committee_channel",
    record="record_channel",
    switches=Codec(lambda some: " ".join(sorted(some)), lambda text: frozenset(map(Switch, text.split()))),
)


def save(tx: Tx, community: Community) -> None:
    """Writes the community's settings as they are now."""
    tx.wake("commands")
    _GUILDS.upsert(tx, community)


# --- what hangs on an act -------------------------------------------------------------------------------------------


def was_decided(tx: Query, bar_id: BarId, person_id: PersonId, at: datetime) -> bool:
    """Whether the bar was imposed or lifted at that moment by a vote, a verdict, an expulsion or a granted appeal."""
    return _exists(
        tx,
        "SELECT 1 FROM votes WHERE subject_id = :person AND closed_at = :at"
        " UNION SELECT 1 FROM file_verdicts WHERE bar_id = :bar"
        " UNION SELECT 1 FROM expulsions WHERE bar_id = :bar"
        " UNION SELECT 1 FROM appeals WHERE person_id = :person AND decided_at = :at",
        {"person": person_id, "at": to_ms(at), "bar": bar_id},
    )


def was_appealed(tx: Query, bar_id: BarId) -> bool:
    """Whether somebody appealed against the bar."""
    return _exists(tx, "SELECT 1 FROM appeals WHERE bar_id = :bar", {"bar": bar_id})


def has_entered_since(tx: Query, person_id: PersonId, at: datetime) -> bool:
    """Whether the person has entered an event since the moment, and not left it."""
    return _exists(
        tx,
        "SELECT 1 FROM entrants WHERE person_id = :person AND registered_at >= :at AND withdrawn_at IS NULL",
        {"person": person_id, "at": to_ms(at)},
    )


def was_built_on(tx: Query, tournament_id: TournamentId) -> bool:
    """Whether a title or a grade was decided after the event, or invitations went out that follow from it."""
    return _exists(
        tx,
        "SELECT 1 FROM title_proposals WHERE tournament_id = :event AND outcome = 'done'"
        " UNION SELECT 1 FROM grades WHERE tournament_id = :event AND origin = 'promotion' AND confirmed_at IS NOT NULL"
        " UNION SELECT 1 FROM seat_rounds WHERE league_id = :event AND confirmed_at IS NOT NULL"
        " UNION SELECT 1 FROM seat_rounds WHERE open_id = :event AND confirmed_at IS NOT NULL"
        " UNION SELECT 1 FROM seat_rounds WHERE candidates_id = :event AND confirmed_at IS NOT NULL",
        {"event": tournament_id},
    )


def was_accused_since(tx: Query, person_id: PersonId, at: datetime) -> bool:
    """Whether a case about the person was opened since the moment: of misconduct, or of an absence."""
    return _exists(
        tx,
        "SELECT 1 FROM case_files WHERE accused_id = :person AND opened_at >= :at"
        " UNION ALL SELECT 1 FROM absence_cases WHERE person_id = :person AND opened_at >= :at",
        {"person": person_id, "at": to_ms(at)},
    )


def was_voted_on_since(tx: Query, person_id: PersonId, at: datetime) -> bool:
    """Whether a vote opened since the moment that is about the person, or in which the person stands."""
    return _exists(
        tx,
        "SELECT 1 FROM votes WHERE subject_id = :person AND opened_at >= :at"
        " UNION ALL SELECT 1 FROM vote_candidates JOIN votes USING (vote_id)"
        " WHERE person_id = :person AND opened_at >= :at",
        {"person": person_id, "at": to_ms(at)},
    )


def _exists(tx: Query, query: str, values: dict[str, str | int]) -> bool:
    return tx.fetch_one(f"{query} LIMIT 1", values) is not None


# --- commands that Discord was told of ------------------------------------------------------------------------------


EVERYWHERE = GuildId(0)
"""In the place of a server: the commands of all of them."""


@dataclass(frozen=True, slots=True)
class CommandSet:
    """What Discord knows of one server's own commands, or of those of all servers."""

    digest: str = ""
    ids: Mapping[str, int] = field(default_factory=dict)
    """Discord's number of each command, by its first word."""
    told_at: datetime | None = None
    refused: CommandsRefused | None = None
    refused_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class CommandsStanding:
    """Whether a server may be behind: what it has switched on, and what Discord knows of its commands."""

    scope: GuildId
    switches: frozenset[Switch]
    digest: str
    told_at: datetime | None
    refused: CommandsRefused | None
    refused_at: datetime | None


def standings_of_commands(tx: Query, scopes: Sequence[GuildId]) -> list[CommandsStanding]:
    """How it stands in those servers, and under `EVERYWHERE` for all; in the order in which they are named."""
    rows = tx.fetch_all(
        "SELECT asked.server, coalesce(switches, '') AS switches, coalesce(digest, '') AS digest,"
        " told_at, refused_for, refused_at FROM (SELECT CAST(value AS BIGINT) AS server FROM json_each(?)) AS asked"
        " LEFT JOIN guilds ON guild_id = asked.server LEFT JOIN told_commands ON scope = asked.server"
        " ORDER BY asked.server",
        (json.dumps(list(scopes)),),
    )
    found = {row["server"]: _standing_of_commands(row) for row in rows}
    return [found[scope] for scope in scopes]


def _standing_of_commands(row: sqlite3.Row) -> CommandsStanding:
    return CommandsStanding(
        GuildId(row["server"]),
        frozenset(map(Switch, row["switches"].split())),
        row["digest"],
        None if row["told_at"] is None else from_ms(row["told_at"]),
        None if row["refused_for"] is None else CommandsRefused(row["refused_for"]),
        None if row["refused_at"] is None else from_ms(row["refused_at"]),
    )


def told_commands_of_server(tx: Query, guild_id: GuildId) -> CommandSet:
    """What was told of the server's own commands."""
    row = tx.fetch_one("SELECT * FROM told_commands WHERE scope = ?", (guild_id,))
    return CommandSet() if row is None else _COMMANDS.read(row)


_COMMANDS: Final = Table("told_commands", CommandSet, "scope", ("scope",), ids=JSON, refused="refused_for")


def note_told_commands(tx: Tx, scope: GuildId, digest: str, ids: Mapping[str, int], at: datetime) -> None:
    """Discord knows them now, under these numbers."""
    tx.execute(
        "INSERT INTO told_commands (scope, digest, ids, told_at) VALUES (?, ?, ?, ?) ON CONFLICT (scope) DO UPDATE SET"
        " digest = excluded.digest, ids = excluded.ids, told_at = excluded.told_at, refused_at = NULL,"
        " refused_for = NULL",
        (scope, digest, json.dumps(ids, sort_keys=True), to_ms(at)),
    )


def note_refusal(tx: Tx, scope: GuildId, refused: CommandsRefused, at: datetime) -> None:
    """Discord did not take them; what it was told before stands."""
    tx.execute(
        "INSERT INTO told_commands (scope, refused_at, refused_for) VALUES (?, ?, ?) ON CONFLICT (scope) DO UPDATE SET"
        " refused_at = excluded.refused_at, refused_for = excluded.refused_for",
        (scope, to_ms(at), refused),
    )


def forget_refusal(tx: Tx, scope: GuildId) -> None:
    """Discord is asked anew, as if it had not refused."""
    tx.execute("UPDATE told_commands SET refused_at = NULL, refused_for = NULL WHERE scope = ?", (scope,))


def note_staff_ask(
    tx: Tx, tournament_id: TournamentId, person_id: PersonId, what: tuple[Act, str], at: datetime
) -> None:
    """Notes that others were asked to do it; `what` is the act, with the match that it is about, or nothing."""
    tx.execute(
        "INSERT INTO staff_asks (tournament_id, person_id, act, subject, asked_at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (tournament_id, person_id, act, subject) DO UPDATE SET asked_at = excluded.asked_at",
        (tournament_id, person_id, *what, to_ms(at)),
    )


# --- staff who were asked -------------------------------------------------------------------------------------------


def asked_at(tx: Query, tournament_id: TournamentId, person_id: PersonId, what: tuple[Act, str]) -> datetime | None:
    """When others were asked last; None where they never were."""
    row = tx.fetch_one(
        "SELECT asked_at FROM staff_asks WHERE tournament_id = ? AND person_id = ? AND act = ? AND subject = ?",
        (tournament_id, person_id, *what),
    )
    return None if row is None else from_ms(row["asked_at"])


def keep_kept_channel(tx: Tx, guild_id: GuildId, channel_id: ChannelId, some: Iterable[str]) -> None:
    """Keeps each of them in that channel; what is kept in an older one stays there."""
    for about in some:
        tx.execute(
            "INSERT INTO kept_channels (about, guild_id, channel_id) VALUES (?, ?, ?) ON CONFLICT (about) DO NOTHING",
            (about, guild_id, channel_id),
        )


# --- channels that are kept -----------------------------------------------------------------------------------------


def of(tx: Query, about: str) -> ChannelId | None:
    """The channel in which it goes on; None where that is the committee's present one."""
    row = tx.fetch_one("SELECT channel_id FROM kept_channels WHERE about = ?", (about,))
    return None if row is None else ChannelId(row["channel_id"])


def let_go(tx: Tx, channel_id: ChannelId) -> None:
    """Nothing goes on in a channel that was deleted."""
    tx.execute("DELETE FROM kept_channels WHERE channel_id = ?", (channel_id,))
