"""The append-only log: who did what, to what, why and when, in the transaction that did it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.kernel.context import Query, from_ms, to_ms
from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId, TournamentId


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. `actor` is None where a rule acted by itself."""

    at: datetime
    guild_id: GuildId
    actor: PersonId | None
    act: str
    subject: str
    tournament_id: TournamentId | None
    why: str | None
    details: Mapping[str, str]
    sequence: int
    """The line's number, by which an act that was taken back is named."""


def of_tournament(tx: Query, tournament_id: TournamentId) -> list[Entry]:
    """All that happened in a tournament, oldest first."""
    rows = tx.fetch_all("SELECT * FROM log WHERE tournament_id = ? ORDER BY sequence", (tournament_id,))
    return [_entry(row) for row in rows]


def concerned_since(tx: Query, moment: datetime, most: int) -> dict[tuple[str, TournamentId | None], datetime]:
    """When each subject had its last line since the moment, with its event; of no more than so many last lines."""
    rows = tx.fetch_all(
        "SELECT subject, tournament_id, at FROM log WHERE sequence > (SELECT max(sequence) FROM log) - ? AND at >= ?"
        " ORDER BY sequence",
        (most, to_ms(moment)),
    )
    return {(row["subject"], row["tournament_id"]): from_ms(row["at"]) for row in rows}


@dataclass(frozen=True, slots=True)
class Sought:
    """Which lines are looked for; what is None narrows nothing down."""

    person_id: PersonId | None = None
    tournament_id: TournamentId | None = None
    contest_id: ContestId | None = None


_OF_STAFF = (
    "'create_tournament', 'edit_tournament', 'cancel_tournament', 'describe_event', 'pause_event', "
    "'resume_event', 'seed_by_hand', 'enter_list', 'remove', 'redraw', 'on_duty', 'assign_arbiter', "
    "'name_chief', 'name_deputy', 'take_round_robin', 'forbid_pair', 'allow_pair', 'set_time', "
    "'lift_time', 'record_score', 'suspend_match', 'resume_match', 'annul_game', 'annul_match', "
    "'correct_result', 'create_series', 'add_to_series', 'remove_from_series'"
)
"""Acts of who runs events, which no player can do; the index `log_of_staff` names the same."""
_OF_DATES = "'edit_tournament', 'cancel_tournament', 'open_again', 'take_round_robin', 'undo'"
"""Acts after which a calendar may have to tell something else of an event."""
_OF_SERVER = "guild_id + 0"
"""The server of a line where something narrower finds it: a sum keeps the index of all that the server did away."""
OF_PERSON = (
    "SELECT sequence FROM log WHERE actor_id = :person"
    " UNION SELECT sequence FROM log WHERE subject = 'person:' || :person"
    " UNION SELECT sequence FROM log WHERE json_extract(details, '$.person') = :person"
    " UNION SELECT sequence FROM log WHERE json_extract(details, '$.other') = :person"
)
"""The lines that name `:person`."""
_NARROWED = {
    "tournament": "tournament_id = :tournament",
    "contest": "subject = 'contest:' || :contest",
    "person": (
        f"sequence IN ({OF_PERSON} UNION SELECT sequence FROM log"  # noqa: S608 - all parts are constants
        " WHERE json_extract(details, '$.entrant') IN"
        " (SELECT entrant_id || '' FROM entrants WHERE person_id = :person)"
        " UNION SELECT sequence FROM log WHERE subject IN (SELECT 'contest:' || contest_id FROM contest_sides"
        " JOIN entrants USING (entrant_id) WHERE person_id = :person))"
    ),
}
"""What narrows a search down, by its parameter: each is found by an index, however long the log is."""


def _about(sought: dict[str, str | int | None]) -> str:
    clauses = [clause for name, clause in _NARROWED.items() if sought[name] is not None]
    return " AND ".join([f" FROM log WHERE {_OF_SERVER if clauses else 'guild_id'} = :guild", *clauses])


def count(tx: Query, guild_id: GuildId, sought: Sought) -> int:
    """How many lines there are of what is looked for."""
    asked = _parameters(guild_id, sought)
    row = tx.fetch_one(f"SELECT count(*) AS n{_about(asked)}", asked)
    return 0 if row is None else int(row["n"])


def find(tx: Query, guild_id: GuildId, sought: Sought, limit: int, skipped: int = 0) -> list[Entry]:
    """Lines of what is looked for, the latest first."""
    asked = _parameters(guild_id, sought)
    rows = tx.fetch_all(
        f"SELECT *{_about(asked)} ORDER BY sequence DESC LIMIT :limit OFFSET :skipped",
        {**asked, "limit": limit, "skipped": skipped},
    )
    return [_entry(row) for row in rows]


def line(tx: Query, guild_id: GuildId, sequence: int) -> Entry | None:
    """One line of the server by its number."""
    row = tx.fetch_one("SELECT * FROM log WHERE guild_id = ? AND sequence = ?", (guild_id, sequence))
    return None if row is None else _entry(row)


def changes_of_dates(tx: Query, subjects: Collection[str]) -> dict[str, tuple[int, datetime]]:
    """How often each event was moved, renamed, called off or put on again, and when last; of those that were."""
    rows = tx.fetch_all(
        "SELECT subject, count(*) AS n, max(at) AS last_at FROM log"  # noqa: S608 - a constant
        f" WHERE subject IN (SELECT value FROM json_each(?)) AND act IN ({_OF_DATES})"
        " GROUP BY subject ORDER BY subject",
        (json.dumps(list(subjects)),),
    )
    return {row["subject"]: (row["n"], from_ms(row["last_at"])) for row in rows}


def acts_of(tx: Query, guild_id: GuildId, actor: PersonId, acts: Collection[str], since: datetime) -> list[Entry]:
    """What a person did of those kinds since the moment, the latest first."""
    marks = ", ".join("?" * len(acts))
    rows = tx.fetch_all(
        f"SELECT * FROM log WHERE guild_id = ? AND actor_id = ? AND at >= ? AND act IN ({marks})"  # noqa: S608
        " ORDER BY sequence DESC",
        (guild_id, actor, to_ms(since), *acts),
    )
    return [_entry(row) for row in rows]


def staff_since(tx: Query, guild_id: GuildId, moment: datetime) -> dict[PersonId, set[str]]:
    """Who has run events here since the moment, and by which acts; whoever set up the server alone has not."""
    rows = tx.fetch_all(
        f"SELECT DISTINCT actor_id, act FROM log WHERE guild_id = ? AND at >= ? AND act IN ({_OF_STAFF})"  # noqa: S608
        " AND actor_id IS NOT NULL ORDER BY actor_id, act",
        (guild_id, to_ms(moment)),
    )
    found: dict[PersonId, set[str]] = {}
    for row in rows:
        found.setdefault(PersonId(row["actor_id"]), set()).add(row["act"])
    return found


def actors(tx: Query, tournament_id: TournamentId, acts: Collection[str]) -> set[PersonId]:
    """Who has done one of the acts in the event."""
    marks = ", ".join("?" * len(acts))
    rows = tx.fetch_all(
        f"SELECT DISTINCT actor_id FROM log WHERE tournament_id = ? AND act IN ({marks})"  # noqa: S608 - only marks
        " AND actor_id IS NOT NULL ORDER BY actor_id",
        (tournament_id, *acts),
    )
    return {PersonId(row["actor_id"]) for row in rows}


def staff_of_event(tx: Query, tournament_id: TournamentId, moment: datetime) -> set[PersonId]:
    """Who has run the event since the moment, by an act that takes staff."""
    rows = tx.fetch_all(
        f"SELECT DISTINCT actor_id FROM log WHERE tournament_id = ? AND at >= ? AND act IN ({_OF_STAFF})"  # noqa: S608
        " AND actor_id IS NOT NULL ORDER BY actor_id",
        (tournament_id, to_ms(moment)),
    )
    return {PersonId(row["actor_id"]) for row in rows}


def withdrawn_because(tx: Query, guild_id: GuildId, why: str) -> list[Entry]:
    """The lines that took somebody off a list and name this as their reason, the oldest first."""
    rows = tx.fetch_all(
        f"SELECT * FROM log WHERE why = ? AND act = 'withdraw' AND {_OF_SERVER} = ? ORDER BY sequence",  # noqa: S608
        (why, guild_id),
    )
    return [_entry(row) for row in rows]


def starts_before(tx: Query, tournament_id: TournamentId) -> list[tuple[datetime, datetime]]:
    """When the start of the tournament was moved, each with the start that it had until then, oldest first."""
    rows = tx.fetch_all(
        "SELECT at, json_extract(details, '$.from') AS start FROM log WHERE tournament_id = ?"
        " AND act IN ('edit_tournament', 'open_again') AND json_extract(details, '$.from') IS NOT NULL"
        " ORDER BY sequence",
        (tournament_id,),
    )
    return [(from_ms(row["at"]), datetime.fromisoformat(row["start"])) for row in rows]


def last_of_entrant(
    tx: Query, tournament_id: TournamentId, entrant_id: EntrantId, acts: Collection[str]
) -> Entry | None:
    """The newest line of the tournament in which one of the acts was done to the entrant."""
    marks = ", ".join("?" * len(acts))
    row = tx.fetch_one(
        f"SELECT * FROM log WHERE tournament_id = ? AND act IN ({marks})"  # noqa: S608
        " AND json_extract(details, '$.entrant') = ? ORDER BY sequence DESC LIMIT 1",
        (tournament_id, *acts, entrant_id),
    )
    return None if row is None else _entry(row)


def entrants_with(
    tx: Query, tournament_id: TournamentId, acts: Collection[str], since: datetime
) -> frozenset[EntrantId]:
    """The entrants of the tournament of whom one of the acts is on the log since the moment."""
    marks = ", ".join("?" * len(acts))
    rows = tx.fetch_all(
        "SELECT DISTINCT json_extract(details, '$.entrant') AS entrant FROM log WHERE tournament_id = ? AND at >= ?"  # noqa: S608
        f" AND act IN ({marks}) ORDER BY entrant NULLS FIRST",
        (tournament_id, to_ms(since), *acts),
    )
    return frozenset(EntrantId(row["entrant"]) for row in rows)


def moments(tx: Query, subject: str, acts: Collection[str], since: datetime) -> list[tuple[str, datetime]]:
    """When one of the acts was done to the subject since the moment, the oldest first."""
    marks = ", ".join("?" * len(acts))
    rows = tx.fetch_all(
        f"SELECT act, at FROM log WHERE subject = ? AND at >= ? AND act IN ({marks}) ORDER BY sequence",  # noqa: S608
        (subject, to_ms(since), *acts),
    )
    return [(row["act"], from_ms(row["at"])) for row in rows]


def named_since(tx: Query, subject: str, act: str, since: datetime, what: str) -> frozenset[str]:
    """What the act named under that word each time it was done to the subject since the moment."""
    rows = tx.fetch_all(
        "SELECT details FROM log WHERE subject = ? AND act = ? AND at >= ?", (subject, act, to_ms(since))
    )
    return frozenset(json.loads(row["details"])[what] for row in rows)


def last_actor(tx: Query, subject: str, act: str) -> PersonId | None:
    """Who did the act to the subject last."""
    row = tx.fetch_one(
        "SELECT actor_id FROM log WHERE subject = ? AND act = ? ORDER BY sequence DESC LIMIT 1", (subject, act)
    )
    return None if row is None or row["actor_id"] is None else PersonId(row["actor_id"])


def last(tx: Query, guild_id: GuildId) -> int:
    """The number of the server's latest line; 0 where there is none."""
    row = tx.fetch_one("SELECT sequence FROM log WHERE guild_id = ? ORDER BY sequence DESC LIMIT 1", (guild_id,))
    return 0 if row is None else int(row["sequence"])


def after(tx: Query, guild_id: GuildId, sequence: int) -> list[Entry]:
    """The server's lines after that number, the oldest first."""
    rows = tx.fetch_all("SELECT * FROM log WHERE guild_id = ? AND sequence > ? ORDER BY sequence", (guild_id, sequence))
    return [_entry(row) for row in rows]


def was_done(tx: Query, guild_id: GuildId, act: str, subject: str) -> bool:
    """Whether the act was ever done to the subject."""
    row = tx.fetch_one(
        f"SELECT 1 FROM log WHERE subject = ? AND act = ? AND {_OF_SERVER} = ? LIMIT 1",  # noqa: S608 - a constant
        (subject, act, guild_id),
    )
    return row is not None


def is_undone(tx: Query, sequence: int) -> bool:
    """Whether the act of that line was taken back."""
    row = tx.fetch_one("SELECT 1 FROM log WHERE act = 'undo' AND json_extract(details, '$.line') = ?", (str(sequence),))
    return row is not None


def _parameters(guild_id: GuildId, sought: Sought) -> dict[str, str | int | None]:
    return {
        "guild": guild_id,
        "person": sought.person_id,
        "tournament": sought.tournament_id,
        "contest": sought.contest_id,
    }


def _entry(row: sqlite3.Row) -> Entry:
    return Entry(
        from_ms(row["at"]),
        row["guild_id"],
        row["actor_id"],
        row["act"],
        row["subject"],
        row["tournament_id"],
        row["why"],
        json.loads(row["details"]),
        row["sequence"],
    )
