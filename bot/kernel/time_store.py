"""What the clock of an event hangs on: outages, servers away, deadlines, cards gone, and what stands still.

Outages and gaps are facts from which every extended window and clock is derived. Deadlines are derived too: saving a
thing rewrites its own rows. Which server a thing belongs to never changes as long as the thing is there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms
from bot.kernel.ids import EntityKind, GuildId, TournamentId
from bot.kernel.outages import MOST_GAPS, Boot, CardGap, Cause, Outage, Rung, Shard, ToldSoFar, clock_stops
from bot.kernel.tables import Table

# --- when the bot was not there -------------------------------------------------------------------------------------


_TOUCHED = "SELECT outage_id, down_from, up_at FROM outages WHERE up_at >= ? AND +down_from <= ? AND cause = ?"
_OF_ALL = (
    "SELECT down_from, up_at, cause, guild_id, 0 AS is_pause, shard, shards FROM outages"
    " WHERE guild_id IS NULL AND up_at > ?1 AND (shards IS NULL OR (?2 >> 22) % shards = shard)"
)
_OF_SERVER = "SELECT down_from, up_at, cause, guild_id, 0, NULL, NULL FROM outages WHERE guild_id = ?2 AND up_at > ?3"
_PAUSES = (
    "SELECT paused_at, coalesce(resumed_at, until_at), 'process', NULL, 1, NULL, NULL FROM event_pauses"
    " WHERE tournament_id = ?4 AND coalesce(resumed_at, until_at) > ?1"
)


def add_outage(tx: Tx, outage: Outage, *, moved: bool = True) -> Outage:
    """Records that no press could be taken between the two moments; answers the outage as it stands now.

    Without `moved` what is due is still to be moved by it.

    It is one with those that it touches, where they have the same cause: in a crash loop one row grows.
    """
    began, ended = to_ms(outage.down_from), to_ms(outage.up_at)
    rows = _find_touched(tx, outage, began, ended)
    shard, shards = (None, None) if outage.shard is None else (outage.shard.number, outage.shard.of)
    down_from = min([began, *(row["down_from"] for row in rows)])
    up_at = max([ended, *(row["up_at"] for row in rows)])
    for row in rows:
        tx.execute("DELETE FROM outages WHERE outage_id = ?", (row["outage_id"],))
    tx.execute(
        "INSERT INTO outages (guild_id, shard, shards, down_from, up_at, cause, is_moved) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (outage.guild_id, shard, shards, down_from, up_at, outage.cause, moved),
    )
    return replace(outage, down_from=from_ms(down_from), up_at=from_ms(up_at))


def _find_touched(tx: Query, outage: Outage, began: int, ended: int) -> list[sqlite3.Row]:
    """The rows of the same servers and cause that lie in the time or end where it begins."""
    when = began, ended, outage.cause
    if outage.guild_id is not None:
        return tx.fetch_all(f"{_TOUCHED} AND guild_id = ? ORDER BY down_from, outage_id", (*when, outage.guild_id))
    if outage.shard is None:
        return tx.fetch_all(f"{_TOUCHED} AND guild_id IS NULL AND shard IS NULL ORDER BY down_from, outage_id", when)
    return tx.fetch_all(
        f"{_TOUCHED} AND guild_id IS NULL AND shard = ? AND shards = ? ORDER BY down_from, outage_id",
        (*when, outage.shard.number, outage.shard.of),
    )


def outages_to_move(tx: Query) -> list[Outage]:
    """The outages by which what is due is still to be moved, in order."""
    rows = tx.fetch_all(
        "SELECT down_from, up_at, cause, guild_id, 0 AS is_pause, shard, shards FROM outages WHERE is_moved = 0"
        " ORDER BY down_from, outage_id"
    )
    return [_outage(row) for row in rows]


def note_moved(tx: Tx, outage: Outage) -> None:
    """Notes that it is; one that has grown since is to be moved by anew."""
    for row in _find_touched(tx, outage, to_ms(outage.down_from), to_ms(outage.up_at)):
        if (row["down_from"], row["up_at"]) == (to_ms(outage.down_from), to_ms(outage.up_at)):
            tx.execute("UPDATE outages SET is_moved = 1 WHERE outage_id = ?", (row["outage_id"],))


def outages_since(tx: Query, guild_id: GuildId, moment: datetime) -> tuple[Outage, ...]:
    """The server's outages that ended after the moment and in which clocks stand still, in order."""
    at = to_ms(moment)
    rows = tx.fetch_all(f"{_OF_ALL} UNION ALL {_OF_SERVER} ORDER BY 1, 2", (at, guild_id, at))
    return clock_stops(map(_outage, rows))


def time_lost(tx: Query, since: datetime) -> dict[Cause, tuple[int, timedelta]]:
    """How many outages ended after the moment, and how long they were in all, by what no press could be taken."""
    found: dict[Cause, tuple[int, timedelta]] = {}
    rows = tx.fetch_all(
        "SELECT cause, down_from, up_at FROM outages WHERE up_at > ? ORDER BY up_at, outage_id", (to_ms(since),)
    )
    for row in rows:
        many, length = found.get(Cause(row["cause"]), (0, timedelta()))
        found[Cause(row["cause"])] = many + 1, length + timedelta(milliseconds=row["up_at"] - row["down_from"])
    return found


def load_outage(tx: Query, guild_id: GuildId, down_from: datetime, cause: Cause) -> Outage | None:
    """The server's outage that began then, as it stands now; None where it is not on record under that beginning."""
    began = to_ms(down_from)
    rows = tx.fetch_all(f"{_OF_ALL} UNION ALL {_OF_SERVER} ORDER BY 1, 2", (began, guild_id, began))
    return next((_outage(row) for row in rows if (row["down_from"], row["cause"]) == (began, cause)), None)


def _outage(row: sqlite3.Row) -> Outage:
    return Outage(
        from_ms(row["down_from"]),
        from_ms(row["up_at"]),
        Cause(row["cause"]),
        row["guild_id"],
        bool(row["is_pause"]),
        None if row["shards"] is None else Shard(row["shard"], row["shards"]),
    )


def note_alive(tx: Tx, now: datetime, shards: Iterable[Shard] = (Shard(),)) -> None:
    """Notes that presses come in by these connections."""
    for shard in shards:
        tx.execute(
            "INSERT INTO shard_signs (shards, shard, seen_at) VALUES (?, ?, ?) ON CONFLICT (shards, shard)"
            " DO UPDATE SET seen_at = excluded.seen_at WHERE excluded.seen_at > shard_signs.seen_at",
            (shard.of, shard.number, to_ms(now)),
        )


def last_seen(tx: Query) -> dict[Shard, datetime]:
    """When presses could last come in, connection by connection; nothing at the first start."""
    rows = tx.fetch_all("SELECT shards, shard, seen_at FROM shard_signs ORDER BY shards, shard")
    return {Shard(row["shard"], row["shards"]): from_ms(row["seen_at"]) for row in rows}


def forget_signs(tx: Tx) -> None:
    """Forgets when presses last came in, as where Discord shares the servers out among another number."""
    tx.execute("DELETE FROM shard_signs")


def note_clock(tx: Tx, off: timedelta | None) -> None:
    """Notes how far the machine's clock is ahead of Discord's time; None when it is right."""
    moved = None if off is None else off // timedelta(milliseconds=1)
    tx.execute(
        'INSERT INTO machine ("only", clock_off) VALUES (1, ?) ON CONFLICT ("only")'
        " DO UPDATE SET clock_off = excluded.clock_off",
        (moved,),
    )


def clock_off(tx: Query) -> timedelta | None:
    """How far the machine's clock was ahead of Discord's time when last looked at; None when it was right."""
    row = tx.fetch_one('SELECT clock_off FROM machine WHERE "only" = 1')
    return None if row is None or row["clock_off"] is None else timedelta(milliseconds=row["clock_off"])


def note_begun(tx: Tx, begun: Boot) -> None:
    """Notes that this process is the one that writes from now on."""
    tx.execute(
        'INSERT INTO machine ("only", boot, begun_at) VALUES (1, ?, ?) ON CONFLICT ("only")'
        " DO UPDATE SET boot = excluded.boot, begun_at = excluded.begun_at",
        (begun.boot, to_ms(begun.at)),
    )


def last_begun(tx: Query) -> Boot | None:
    """The process that began last; None before the first that told."""
    row = tx.fetch_one('SELECT boot, begun_at FROM machine WHERE "only" = 1 AND boot IS NOT NULL')
    return None if row is None else Boot(row["boot"], from_ms(row["begun_at"]))


# --- servers from which no press can come ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Away:
    """A server that is away since a moment, and why."""

    guild_id: GuildId
    since: datetime
    cause: Cause


STILL: Final = "still:"
"""What stands before the subject of a thing whose standstill has a row of its own (`tournaments/summons_verbs.py`)."""


def _of_an_event(rows: str, key: str) -> str:
    """How a row is found that is of an event, with the server of that."""
    return f"SELECT guild_id, tournament_id FROM {rows} JOIN tournaments USING (tournament_id) WHERE {key} = ?"  # noqa: S608


_OF_EVENT: Final = "SELECT guild_id, tournament_id FROM tournaments WHERE tournament_id = ?"
_OF_MATCH: Final = _of_an_event("contests", "contest_id")
_IS_KNOWN: Final = "SELECT guild_id FROM guilds WHERE guild_id = CAST(? AS BIGINT)"
SERVER_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("tournament", "letters", "pause", "arena", "ladder", "match-rounds", "absences", "rules"), _OF_EVENT
    ),
    **dict.fromkeys(
        ("contest", "adjournment", "line-ups", "match-time", "match-thread", "proofs", "series", "waiting"), _OF_MATCH
    ),
    "case": _of_an_event("absence_cases", "case_id"),
    "ceremony": _of_an_event("ceremonies", "ceremony_id"),
    "circuit": "SELECT guild_id FROM circuits WHERE circuit_id = ?",
    "decisions": _IS_KNOWN,
    "draft": "SELECT guild_id FROM drafts WHERE draft_id = ?",
    "event-proposal": "SELECT guild_id FROM event_proposals WHERE proposal_id = ?",
    "exam": "SELECT guild_id FROM people WHERE person_id = ?",
    "file": "SELECT guild_id FROM case_files WHERE file_id = ?",
    "founding": _IS_KNOWN,
    "jeek": "SELECT guild_id FROM jeek_games WHERE game_id = ?",
    "mirror": _IS_KNOWN,
    "pages": _IS_KNOWN,
    "own-act": "SELECT guild_id FROM own_acts WHERE act_id = ?",
    "repeat": "SELECT guild_id FROM repeats WHERE repeat_id = ?",
    "seats": "SELECT guild_id FROM seat_rounds WHERE round_id = ?",
    "signature": "SELECT guild_id FROM signatures WHERE signature_id = ?",
    "staff": _IS_KNOWN,
    "vote": "SELECT guild_id FROM votes WHERE vote_id = ?",
}
"""How the server of a step is found, by what the subject of its deadline is. Other steps are of no server."""


class Whose(NamedTuple):
    """The server that a thing belongs to, and the event where it is of one."""

    server: GuildId
    event: TournamentId | None


def server_of(tx: Query, subject: str) -> GuildId | None:
    """The server that the subject of a deadline belongs to; None where it belongs to none."""
    found = owner_of(tx, subject)
    return None if found is None else found.server


def owner_of(tx: Query, subject: str) -> Whose | None:
    """Whose the subject of a deadline is; None where it is nobody's."""
    kind, _, thing = subject.removeprefix(STILL).partition(":")
    # "staff:SERVER.EVENT" and "rules:EVENT.NUMBER" say behind the point what of it they are about.
    row = tx.fetch_one(SERVER_OF[kind], (thing.partition(".")[0],)) if kind in SERVER_OF else None
    return None if row is None else _whose(row)


def _whose(row: sqlite3.Row) -> Whose:
    return Whose(GuildId(row["guild_id"]), row["tournament_id"] if "tournament_id" in row.keys() else None)  # noqa: SIM118


def note_server_away(tx: Tx, away: Away) -> bool:
    """Notes that the server is away; False for a server of which nothing is on record, so that nothing waits."""
    return bool(
        tx.execute(
            "INSERT INTO servers_away (guild_id, since, cause) SELECT guild_id, ?, ? FROM guilds WHERE guild_id = ?"
            " ON CONFLICT (guild_id) DO UPDATE SET since = excluded.since, cause = excluded.cause",
            (to_ms(away.since), away.cause, away.guild_id),
        )
    )


def load_server_away(tx: Query, guild_id: GuildId) -> Away | None:
    """Since when the server is away, and why; None where it is not."""
    row = tx.fetch_one("SELECT guild_id, since, cause FROM servers_away WHERE guild_id = ?", (guild_id,))
    return None if row is None else _away(row)


def every_server_away(tx: Query) -> list[Away]:
    """All servers that are away, in a fixed order."""
    rows = tx.fetch_all("SELECT guild_id, since, cause FROM servers_away ORDER BY guild_id")
    return [_away(row) for row in rows]


def forget_server_away(tx: Tx, guild_id: GuildId) -> Away | None:
    """Takes the server off the list; answers what was noted, or None."""
    found = load_server_away(tx, guild_id)
    tx.execute("DELETE FROM servers_away WHERE guild_id = ?", (guild_id,))
    return found


def _away(row: sqlite3.Row) -> Away:
    return Away(row["guild_id"], from_ms(row["since"]), Cause(row["cause"]))


# --- what is due ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deadline:
    """One step that is due: `subject` is "tournament:ID", "contest:ID", "case:ID" or the like."""

    subject: str
    kind: str
    due_at: datetime


def rewrite_deadlines(tx: Tx, subject: str, due: Iterable[tuple[str, datetime]]) -> None:
    """Replaces all that is due for the subject by the given kinds and moments."""
    tx.wake("deadlines")
    tx.execute("DELETE FROM deadlines WHERE subject = ?", (subject,))
    for kind, due_at in due:
        tx.execute("INSERT INTO deadlines (subject, kind, due_at) VALUES (?, ?, ?)", (subject, kind, to_ms(due_at)))


def put_deadline(tx: Tx, subject: str, kind: str, due_at: datetime) -> None:
    """Writes one row in place of the one of that kind; what else is due for the subject stays."""
    tx.wake("deadlines")
    tx.execute(
        "INSERT INTO deadlines (subject, kind, due_at) VALUES (?, ?, ?)"
        " ON CONFLICT (subject, kind) DO UPDATE SET due_at = excluded.due_at",
        (subject, kind, to_ms(due_at)),
    )


def take_deadline(tx: Tx, deadline: Deadline) -> bool:
    """Removes one row; False when somebody moved it or it was taken before, and its step must not be done."""
    return bool(
        tx.execute(
            "DELETE FROM deadlines WHERE subject = ? AND kind = ? AND due_at = ?",
            (deadline.subject, deadline.kind, to_ms(deadline.due_at)),
        )
    )


def due_deadlines(tx: Query, now: datetime, limit: int) -> list[Deadline]:
    """Up to `limit` rows that are due, oldest first; what is held waits for its server."""
    rows = tx.fetch_all(
        "SELECT subject, kind, due_at FROM deadlines WHERE due_at <= ? AND held_for IS NULL"
        " ORDER BY due_at, subject, kind LIMIT ?",
        (to_ms(now), limit),
    )
    return [Deadline(row["subject"], row["kind"], from_ms(row["due_at"])) for row in rows]


def earliest_deadline(tx: Query) -> datetime | None:
    """The next moment at which anything is due that is not held, or None."""
    row = tx.fetch_one("SELECT min(due_at) AS first FROM deadlines WHERE held_for IS NULL")
    return None if row is None or row["first"] is None else from_ms(row["first"])


def late_deadlines(tx: Query, before: datetime) -> tuple[int, datetime | None]:
    """How many steps were due before the moment and are not taken, and since when the first is."""
    row = tx.fetch_one(
        "SELECT count(*) AS many, min(due_at) AS first FROM deadlines WHERE due_at < ? AND held_for IS NULL",
        (to_ms(before),),
    )
    return (0, None) if row is None else (row["many"], from_ms_or_none(row["first"]))


def held_deadlines(tx: Query) -> int:
    """How many steps that fell due wait for their server."""
    row = tx.fetch_one("SELECT count(*) AS many FROM deadlines WHERE held_for IS NOT NULL")
    return 0 if row is None else int(row["many"])


def hold_deadline(tx: Tx, deadline: Deadline, guild_id: GuildId) -> None:
    """Keeps one row that is due from being taken until its server is back; one that was moved meanwhile is not held."""
    tx.execute(
        "UPDATE deadlines SET held_for = ? WHERE subject = ? AND kind = ? AND due_at = ?",
        (guild_id, deadline.subject, deadline.kind, to_ms(deadline.due_at)),
    )


def release_deadline(tx: Tx, guild_id: GuildId) -> None:
    """Lets all be taken that was held for the server."""
    tx.wake("deadlines")
    tx.execute("UPDATE deadlines SET held_for = NULL WHERE held_for = ?", (guild_id,))


def release_shard(tx: Tx, shard: Shard) -> None:
    """Lets all be taken that was held while the connection was gone; servers that are away go on waiting."""
    tx.wake("deadlines")
    tx.execute(
        "UPDATE deadlines SET held_for = NULL WHERE held_for IS NOT NULL AND (held_for >> 22) % ? = ?"
        " AND held_for NOT IN (SELECT guild_id FROM servers_away)",
        (shard.of, shard.number),
    )


def deadlines_of_subject(tx: Query, subject: str) -> dict[str, datetime]:
    """What is due for one thing, by kind."""
    rows = tx.fetch_all("SELECT kind, due_at FROM deadlines WHERE subject = ? ORDER BY kind", (subject,))
    return {row["kind"]: from_ms(row["due_at"]) for row in rows}


def subjects(tx: Query, kind_of_thing: str) -> list[str]:
    """The ids of the things of that kind (what stands before the colon) for which anything is due."""
    rows = tx.fetch_all(
        "SELECT DISTINCT subject FROM deadlines WHERE subject > ?1 || ':' AND subject < ?1 || ';' ORDER BY subject",
        (kind_of_thing,),
    )
    return [str(row["subject"]).partition(":")[2] for row in rows]


def postpone_deadline(tx: Tx, deadline: Deadline, due_at: datetime) -> None:
    """Moves one row whose step failed; a row that was moved or taken meanwhile stays as it is."""
    tx.execute(
        "UPDATE deadlines SET due_at = ? WHERE subject = ? AND kind = ? AND due_at = ?",
        (to_ms(due_at), deadline.subject, deadline.kind, to_ms(deadline.due_at)),
    )


# --- which server a thing belongs to --------------------------------------------------------------------------------


_WHOSE: Final = {
    EntityKind.AMENDMENT: "SELECT guild_id FROM rating_amendments WHERE amendment_id = ?",
    EntityKind.APPEAL: "SELECT guild_id FROM appeals WHERE appeal_id = ?",
    EntityKind.BAR: "SELECT guild_id FROM bars WHERE bar_id = ?",
    EntityKind.CASE: _of_an_event("absence_cases", "case_id"),
    EntityKind.CEREMONY: _of_an_event("ceremonies", "ceremony_id"),
    EntityKind.CLAIM: "SELECT guild_id FROM account_claims WHERE claim_id = ?",
    EntityKind.DRAFT: "SELECT guild_id FROM drafts WHERE draft_id = ?",
    EntityKind.ENTRANT: _of_an_event("entrants", "entrant_id"),
    EntityKind.EVENT: _OF_EVENT,
    EntityKind.EVENT_PROPOSAL: "SELECT guild_id FROM event_proposals WHERE proposal_id = ?",
    EntityKind.FILE: "SELECT guild_id FROM case_files WHERE file_id = ?",
    EntityKind.GRADE: "SELECT guild_id FROM grades WHERE grade_id = ?",
    EntityKind.JEEK_GAME: "SELECT guild_id FROM jeek_games WHERE game_id = ?",
    EntityKind.LOG_LINE: "SELECT guild_id FROM log WHERE sequence = CAST(? AS BIGINT)",
    EntityKind.MATCH: _OF_MATCH,
    EntityKind.NAME_CLAIM: "SELECT guild_id FROM name_claims WHERE claim_id = ?",
    EntityKind.OPENING_DRAFT: "SELECT guild_id FROM opening_drafts WHERE draft_id = ?",
    EntityKind.OWN_ACT: "SELECT guild_id FROM own_acts WHERE act_id = ?",
    EntityKind.PENALTY: "SELECT guild_id FROM rating_penalties WHERE penalty_id = ?",
    EntityKind.PERSON: "SELECT guild_id FROM people WHERE person_id = ?",
    EntityKind.REPEAT: "SELECT guild_id FROM repeats WHERE repeat_id = ?",
    EntityKind.SAME_PERSON: "SELECT guild_id FROM same_persons WHERE link_id = ?",
    EntityKind.PLACE: _of_an_event("team_places JOIN entrants USING (entrant_id)", "place_id"),
    EntityKind.RECORD_NAME: "SELECT guild_id FROM record_names WHERE name_id = ?",
    EntityKind.SEAT_ROUND: "SELECT guild_id FROM seat_rounds WHERE round_id = ?",
    EntityKind.SERIES: "SELECT guild_id FROM circuits WHERE circuit_id = ?",
    EntityKind.SIGNATURE: "SELECT guild_id FROM signatures WHERE signature_id = ?",
    EntityKind.SIGN_UPS: "SELECT guild_id FROM sign_up_drafts WHERE draft_id = ?",
    EntityKind.SUGGESTION: "SELECT guild_id FROM suggestions WHERE suggestion_id = ?",
    EntityKind.TITLE_PROPOSAL: "SELECT guild_id FROM title_proposals WHERE proposal_id = ?",
    EntityKind.VOTE: "SELECT guild_id FROM votes WHERE vote_id = ?",
    EntityKind.VOTE_DRAFT: "SELECT guild_id FROM vote_drafts WHERE draft_id = ?",
    EntityKind.WARNING: _of_an_event("warnings JOIN contests USING (contest_id)", "warning_id"),
}


def whose(tx: Query, entity_kind: EntityKind, key: str) -> Whose | None:
    """Where the thing belongs; None where there is no such thing."""
    row = tx.fetch_one(_WHOSE[entity_kind], (key,))
    return None if row is None else _whose(row)


# --- when cards were gone -------------------------------------------------------------------------------------------


ANNOUNCEMENT_GONE: Final = (
    "SELECT stood_until, coalesce(back_at, held_until), 'process', NULL, 0, NULL, NULL FROM (SELECT * FROM card_gaps"  # noqa: S608 - a constant
    f" WHERE card = 'tournament:' || ?4 ORDER BY stood_until LIMIT {MOST_GAPS}) AS first"
    " WHERE coalesce(back_at, held_until) > ?1"
)
"""The gaps of an event's announcement that stop its clocks, as outages, from a moment (1) on, of an event (4)."""


_GAPS: Final = Table("card_gaps", CardGap, "card, stood_until")


def begin_card_gap(tx: Tx, gap: CardGap) -> None:
    """Writes a gap whose end is not known yet; of a card that is known to be gone this changes nothing."""
    _GAPS.insert(tx, gap, "ON CONFLICT DO NOTHING")


def hold_card_gap(tx: Tx, card: str, until: datetime) -> None:
    """Notes how long the clock of a card that is gone is held."""
    tx.execute("UPDATE card_gaps SET held_until = ? WHERE card = ? AND back_at IS NULL", (to_ms(until), card))


def end_card_gap(tx: Tx, card: str, at: datetime) -> bool:
    """Notes since when the card stands again; False where it was not gone."""
    return bool(tx.execute("UPDATE card_gaps SET back_at = ? WHERE card = ? AND back_at IS NULL", (to_ms(at), card)))


def running_card_gap(tx: Query, card: str) -> CardGap | None:
    """The gap of a card that is gone, or None."""
    return _GAPS.fetch_one(tx, "SELECT * FROM card_gaps WHERE card = ? AND back_at IS NULL", (card,))


def card_gaps_of_card(tx: Query, card: str) -> tuple[CardGap, ...]:
    """Every gap of the card, in order."""
    return tuple(_GAPS.fetch_all(tx, "SELECT * FROM card_gaps WHERE card = ? ORDER BY stood_until", (card,)))


_STANDSTILLS: Final = Table("standstills", ToldSoFar, "subject", ("subject",))


def load_standstill(tx: Query, subject: str) -> ToldSoFar | None:
    """What was said of the thing so far; None where nothing was."""
    return _STANDSTILLS.fetch_one(tx, "SELECT * FROM standstills WHERE subject = ?", (subject,))


def note_standstill(tx: Tx, subject: str, told_so_far: ToldSoFar) -> None:
    """Writes what was said of the thing, in place of what stood there."""
    _STANDSTILLS.upsert(tx, told_so_far, subject=subject)


# --- who was told of what stands still ------------------------------------------------------------------------------


def note_press(tx: Tx, subject: str, at: datetime) -> None:
    """Somebody has pressed: time counts from here on."""
    note_standstill(tx, subject, ToldSoFar(None, at, Rung.NOTHING, at))


def standing_subjects(tx: Query, prefix: str) -> list[str]:
    """The things whose name begins so, which ends with a colon."""
    rows = tx.fetch_all(
        "SELECT subject FROM standstills WHERE subject > ?1 AND subject < ?2 ORDER BY subject",
        (prefix, prefix[:-1] + ";"),
    )
    return [str(row["subject"]) for row in rows]


def forget_standstill(tx: Tx, subject: str) -> None:
    """The thing is over."""
    tx.execute("DELETE FROM standstills WHERE subject = ?", (subject,))
