"""Promises to speak: written with the change that they announce, marked as delivered last.

Promises that were kept long ago go, unless something still points to them, in slices so small that no press waits. A
row of `attempts` is a doubt: what was asked of Discord and is not on record as made. It goes when the doubt is
settled.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice, takewhile
from typing import Final, NamedTuple, TypeVar

from bot.kernel import time_store
from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms
from bot.kernel.ids import (
    ChannelId,
    ContestId,
    GuildId,
    MemberId,
    MessageId,
    OutboxId,
    PersonId,
    Place,
    TournamentId,
)
from bot.kernel.outages import Step
from bot.kernel.promises import (
    KINDS,
    NO_MESSAGES,
    AfterOutage,
    Commas,
    Delivery,
    K,
    Kept,
    Message,
    Notified,
    OfGuild,
    Promise,
    Target,
    ToChannel,
    ToMatch,
    ToMember,
    ToPlace,
    Urgency,
    name_of,
    read,
    subject_text,
    target_text,
    urgency_of,
)

# --- promises kept long ago -----------------------------------------------------------------------------------------


_RUNS: Final = "coalesce(t.ended_at, t.cancelled_at, ?3) >= ?3"
_POINTS: Final = {
    "an event that is not over, by its own messages": (
        f"SELECT 1 FROM tournaments t WHERE t.tournament_id = outbox.subject AND {_RUNS}"  # noqa: S608 - a constant
    ),
    "a case of an event, by the notice that asks for a reason": (
        "SELECT 1 FROM absence_cases a WHERE a.tournament_id = outbox.subject AND a.closed_at IS NULL"
    ),
    "an entrant of an event that is not over": (
        "SELECT 1 FROM entrants e JOIN tournaments t USING (tournament_id)"  # noqa: S608 - a constant
        f" WHERE e.entrant_id = outbox.subject AND {_RUNS}"
    ),
    "a match of it that has no result, or a late one": (
        "SELECT 1 FROM contests c JOIN tournaments t USING (tournament_id)"  # noqa: S608 - a constant
        f" WHERE c.contest_id = outbox.subject AND {_RUNS} AND coalesce(c.voided_at, ?3) >= ?3"
        " AND NOT EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id"
        " AND r.superseded_at IS NULL AND r.settled_at < ?3)"
    ),
    "a case of misconduct without a verdict": (
        "SELECT 1 FROM case_files f WHERE f.file_id = outbox.subject"
        " AND NOT EXISTS (SELECT 1 FROM file_verdicts v WHERE v.file_id = f.file_id)"
    ),
    "a vote": "SELECT 1 FROM votes v WHERE v.vote_id = outbox.subject AND coalesce(v.closed_at, ?3) >= ?3",
    "a round of invitations": (
        "SELECT 1 FROM seat_rounds s WHERE s.round_id = outbox.subject AND coalesce(s.closed_at, ?3) >= ?3"
    ),
    "a series": "SELECT 1 FROM circuits s WHERE s.circuit_id = outbox.subject AND coalesce(s.closed_at, ?3) >= ?3",
    "a panel, which is the message": (
        "SELECT 1 FROM panels p WHERE p.message_id = outbox.message_id AND p.channel_id = outbox.channel_id"
    ),
    "a doubt whether it was said": "SELECT 1 FROM attempts a WHERE a.what = outbox.outbox_id",
}
"""What still points to a promise: what is not over asks whether it was said before."""
_LET_GO: Final = (
    "DELETE FROM outbox WHERE sequence > ?1 AND sequence <= ?2"  # noqa: S608 - all are constants
    " AND state = 'delivered' AND delivered_at < ?3"
    + "".join(f" AND NOT EXISTS ({points})" for points in _POINTS.values())
)
HELD: Final = frozenset({"tournament_id", "contest_id", "entrant_id", "file_id", "vote_id", "round_id", "circuit_id"})
"""The subjects of promises that are kept as long as what they are about goes on."""


def remove_said(tx: Tx, after: int, most: int, before: datetime) -> int | None:
    """Looks at the next promises behind that number and removes those that were kept before the moment.

    Answers up to which number it has looked; None where younger ones follow, or none.
    """
    rows = tx.fetch_all(
        "SELECT sequence, promised_at FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?", (after, most)
    )
    if not rows:
        return None
    last = rows[-1]
    tx.execute(_LET_GO, (after, last["sequence"], to_ms(before)))
    return int(last["sequence"]) if len(rows) == most and last["promised_at"] < to_ms(before) else None


# --- what the bot says of itself ------------------------------------------------------------------------------------


class OutageTold(AfterOutage):
    """What was late, and what is extended."""

    NOTIFIES = Notified.NOBODY
    STORED_AS = "outage"
    tournament_id: TournamentId
    down_from: datetime = field(kw_only=True)
    up_at: datetime = field(kw_only=True)


class ClockWrong(OfGuild):
    """By how many seconds the machine's clock is ahead of Discord's time."""

    NOTIFIES = Notified.NOBODY
    seconds: int


class RehearsalCutOff(OfGuild):
    """A rehearsal whose answer cannot come any more; the rulebook's title as its asker read it."""

    NOTIFIES = Notified.READER
    rulebook: str


class DecisionsWait(OfGuild):
    """What has waited long for who holds an office, each as "duty.subject"; to the committee, or to one by letter."""

    NOTIFIES = Notified.STAFF
    ASKS_BY = (
        "appeal-card",
        "case",
        "ceremony-desk",
        "claim",
        "closing-report",
        "excuse-show",
        "file",
        "grade-show",
        "name-card",
        "opening-open",
        "rulebook-waits",
        "seat-answer",
        "seats-show",
        "series-final",
        "signature",
        "suggestion",
        "title-colours",
        "title-proposal",
    )
    waiting: tuple[str, ...]


class CardGone(Message):
    """A card whose clock stands still because somebody has deleted it, and when it was last known to stand."""

    NOTIFIES = Notified.NOBODY
    card: str
    stood_until: datetime


class CannotWork(Message):
    """A message that Discord refused: of what kind, why, and where it was to stand."""

    NOTIFIES = Notified.NOBODY
    outbox_id: OutboxId
    saying: str
    refusal: str
    where: str


class StillCalled(Message):
    """Who is called by a message that could not name all of them; it stands above in the same channel."""

    NOTIFIES = Notified.CONCERNED
    outbox_id: OutboxId
    people: Commas[PersonId]


# --- what was asked of Discord --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attempt:
    """When a thing was first asked for, and when the last call for it is known to have ended; `sign` tells its like."""

    sign: str
    first_at: datetime
    ended_at: datetime | None


def of(tx: Query, what: str) -> Attempt | None:
    """The attempts at the thing, or None where nothing was asked for in vain."""
    row = tx.fetch_one("SELECT sign, first_at, ended_at FROM attempts WHERE what = ?", (what,))
    return None if row is None else _attempt(row)


def begin_attempt(tx: Tx, what: str, sign: str, at: datetime) -> None:
    """Notes that the thing is about to be asked for."""
    tx.execute(
        "INSERT INTO attempts (what, sign, first_at) VALUES (?, ?, ?)"
        " ON CONFLICT (what) DO UPDATE SET sign = excluded.sign, ended_at = NULL,"
        " first_at = CASE WHEN attempts.first_at < excluded.first_at THEN attempts.first_at ELSE excluded.first_at END",
        (what, sign, to_ms(at)),
    )


def end_attempt(tx: Tx, what: str, at: datetime) -> None:
    """Notes that the call is over, and whether it had its effect is not known."""
    tx.execute("UPDATE attempts SET ended_at = ? WHERE what = ?", (to_ms(at), what))


def end_all(tx: Tx, at: datetime) -> None:
    """Notes that no call is under way, as at a start."""
    tx.execute("UPDATE attempts SET ended_at = ? WHERE ended_at IS NULL", (to_ms(at),))


def settle_attempt(tx: Tx, what: str) -> None:
    """The doubt is over: the thing is on record, or nothing came of the only call for it."""
    tx.execute("DELETE FROM attempts WHERE what = ?", (what,))


class Overtaken(NamedTuple):
    """A message that was on its way when another process took over, since when it may stand, and where.

    `message_id` is the one that is on record as said; None while none is.
    """

    outbox_id: OutboxId
    channel_id: ChannelId
    first_at: datetime
    overtaken_at: datetime
    message_id: MessageId | None


def note_overtaken(tx: Tx) -> None:
    """Notes which messages were on their way when this process took over from one that may go on some time."""
    tx.execute(
        "INSERT INTO overtaken (outbox_id, channel_id, first_at, overtaken_at)"
        " SELECT outbox_id, CAST(sign AS BIGINT), first_at, ? FROM attempts JOIN outbox ON outbox_id = what"
        " WHERE ended_at IS NULL AND sign <> '' ON CONFLICT (outbox_id) DO UPDATE SET"
        " overtaken_at = excluded.overtaken_at",
        (to_ms(tx.now),),
    )


def overtaken(tx: Query) -> list[Overtaken]:
    """The messages that may still come to stand twice."""
    rows = tx.fetch_all(
        "SELECT overtaken.outbox_id, overtaken.channel_id, first_at, overtaken_at, message_id FROM overtaken"
        " LEFT JOIN outbox USING (outbox_id) ORDER BY overtaken_at, overtaken.outbox_id"
    )
    return [
        Overtaken(
            OutboxId(row["outbox_id"]),
            row["channel_id"],
            from_ms(row["first_at"]),
            from_ms(row["overtaken_at"]),
            row["message_id"],
        )
        for row in rows
    ]


def forget_overtaken(tx: Tx, until: datetime) -> None:
    """Looks no more for those that were overtaken up to the moment."""
    tx.execute("DELETE FROM overtaken WHERE overtaken_at <= ?", (to_ms(until),))


MOST_DOUBTED: Final = 2_000
"""So many of what waits are looked for after a copy was put back: more wait where Discord has long had trouble."""


def doubt(tx: Tx, promise: Promise[Message], names: Iterable[str]) -> None:
    """Notes the attempts that may have been made since the promise, where none are noted."""
    for what in names:
        if of(tx, what) is None:
            begin_attempt(tx, what, "", promise.promised_at)


def _attempt(row: sqlite3.Row) -> Attempt:
    return Attempt(row["sign"], from_ms(row["first_at"]), from_ms_or_none(row["ended_at"]))


# --- the outbox -----------------------------------------------------------------------------------------------------


_LANE: Final = f"CASE WHEN kind IN {NO_MESSAGES} THEN kind ELSE target END"
_WAITING: Final = "FROM outbox WHERE state = 'pending' AND urgency = ?1"
_NEXT: Final = (
    "WITH RECURSIVE turn (found, nth) AS (SELECT min({what}), 1 {waiting} AND {what} > {after} UNION ALL"
    " SELECT (SELECT min({what}) {waiting} AND {what} > turn.found), turn.nth + 1"
    " FROM turn WHERE turn.found IS NOT NULL AND turn.nth < {most})"
    " SELECT found FROM turn WHERE found IS NOT NULL"
)
"""Goes from one to the next by the index: how much waits in each costs nothing."""
_SERVERS: Final = _NEXT.format(what="guild_id", waiting=_WAITING, after="?2", most="?3")
_LANES: Final = _NEXT.format(what=_LANE, waiting=f"{_WAITING} AND guild_id = ?2", after="?3", most="?4")
A_PAGE: Final = 16
"""So many servers, or lanes of one, are looked up at once."""
MOST_KNOWN: Final = 10_000
"""Of so many servers it is known which lane was last; then it begins anew, which is a matter of order alone."""
T = TypeVar("T", GuildId, str)


_LETTERS_TO_STRANGERS: Final = (
    " FROM outbox WHERE state IN ('delivered', 'parked') AND target = 'member:' || CAST(CAST(?1 AS BIGINT) AS TEXT)"
    " AND NOT EXISTS (SELECT 1 FROM people p WHERE p.guild_id = outbox.guild_id AND p.discord_id = ?1)"
    " AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.guild_id = outbox.guild_id AND e.discord_id = ?1)"
    " AND NOT EXISTS (SELECT 1 FROM expulsions x WHERE x.guild_id = outbox.guild_id AND x.discord_id = ?1)"
)


@dataclass(frozen=True, slots=True)
class Lane:
    """A queue of promises that are kept one after the other; the lanes do not wait for each other.

    `name` is the target as it is stored; for what is no message, its kind.
    """

    guild_id: GuildId
    name: str
    urgency: Urgency = field(default=Urgency.CALL, compare=False)


class Turn:
    """Whose turn it was last, by urgency: the server, and in each server the lane."""

    def __init__(self) -> None:
        self.servers: dict[Urgency, GuildId] = {}
        self.lanes: dict[tuple[Urgency, GuildId], str] = {}

    def pass_on(self, lane: Lane) -> None:
        """The lane had its turn: the next one of its server is in front then, and the next server."""
        self.servers[lane.urgency] = lane.guild_id
        if len(self.lanes) >= MOST_KNOWN:
            self.lanes.clear()
        self.lanes[lane.urgency, lane.guild_id] = lane.name


def load(tx: Query, outbox_id: OutboxId) -> Promise[Message] | None:
    """One promise, whatever became of it."""
    row = tx.fetch_one("SELECT * FROM outbox WHERE outbox_id = ?", (outbox_id,))
    return None if row is None else _promise(row)


def waiting(tx: Query, limit: int) -> list[Promise[Message]]:
    """The oldest promises that nobody has begun to keep."""
    rows = tx.fetch_all("SELECT * FROM outbox WHERE state = 'pending' ORDER BY sequence LIMIT ?", (limit,))
    return [_promise(row) for row in rows]


def backlog(tx: Query) -> tuple[int, datetime | None]:
    """How many promises wait, and since when the first does; those of servers that are away wait with them."""
    row = tx.fetch_one(
        "SELECT count(*) AS many, min(promised_at) AS first FROM outbox WHERE state = 'pending'"
        " AND guild_id NOT IN (SELECT guild_id FROM servers_away)"
    )
    return (0, None) if row is None else (row["many"], from_ms_or_none(row["first"]))


def in_turn(
    tx: Query,
    rooms: Mapping[Urgency, int],
    turn: Turn,
    is_away: Callable[[GuildId], bool],
    rests: Callable[[Lane], bool],
) -> list[Lane]:
    """The lanes whose turn it is: the urgent first, then server by server, of each one lane before the next.

    Each urgency has so many rooms, which what is more urgent has taken part of.
    """
    found: list[Lane] = []
    for urgency in Urgency:
        room = rooms[urgency] - len(found)
        if room > 0:
            found += islice(_by_server(tx, urgency, turn, is_away, rests), room)
    return found


def _by_server(
    tx: Query, urgency: Urgency, turn: Turn, is_away: Callable[[GuildId], bool], rests: Callable[[Lane], bool]
) -> Iterator[Lane]:
    """One lane of each server, then a second one of each that has two, and so on."""
    servers = (one for one in _servers(tx, urgency, turn) if not is_away(one))
    round_: Iterable[Iterator[Lane]] = (_free_lanes(tx, urgency, one, turn, rests) for one in servers)
    while True:
        more: list[Iterator[Lane]] = []
        for lanes in round_:
            lane = next(lanes, None)
            if lane is not None:
                more.append(lanes)
                yield lane
        if not more:
            return
        round_ = more


def _free_lanes(
    tx: Query, urgency: Urgency, guild_id: GuildId, turn: Turn, rests: Callable[[Lane], bool]
) -> Iterator[Lane]:
    def page(after: str) -> list[sqlite3.Row]:
        return tx.fetch_all(f"{_LANES} ORDER BY nth", (urgency, guild_id, after, A_PAGE))

    names = _once_around(page, turn.lanes.get((urgency, guild_id), ""), "")
    return (lane for name in names if not rests(lane := Lane(guild_id, name, urgency)))


def _servers(tx: Query, urgency: Urgency, turn: Turn) -> Iterator[GuildId]:
    def page(after: GuildId) -> list[sqlite3.Row]:
        return tx.fetch_all(f"{_SERVERS} ORDER BY nth", (urgency, after, A_PAGE))

    return _once_around(page, turn.servers.get(urgency, GuildId(0)), GuildId(0))


def _once_around(page: Callable[[T], list[sqlite3.Row]], after: T, first: T) -> Iterator[T]:
    """All that come behind the one, then all from the first on up to it."""
    yield from _pages(page, after)
    if after != first:
        yield from takewhile(lambda one: one <= after, _pages(page, first))


def _pages(page: Callable[[T], list[sqlite3.Row]], after: T) -> Iterator[T]:
    while True:
        rows = page(after)
        yield from (row["found"] for row in rows)
        if len(rows) < A_PAGE:
            return
        after = rows[-1]["found"]


def lane_of(promised: Promise[Message]) -> Lane:
    """The lane in which the promise stands."""
    name = promised.name if promised.name in NO_MESSAGES else target_text(promised.target)
    return Lane(promised.guild_id, name, urgency_of(promised.name, promised.target))


def first_in(tx: Query, lane: Lane) -> Promise[Message] | None:
    """The oldest promise of the lane that nobody has begun to keep."""
    row = tx.fetch_one(
        f"SELECT * {_WAITING} AND guild_id = ?2 AND {_LANE} = ?3 ORDER BY sequence LIMIT 1",
        (lane.urgency, lane.guild_id, lane.name),
    )
    return None if row is None else _promise(row)


def interrupted_promises(tx: Query) -> list[Promise[Message]]:
    """Promises that were begun to be kept and not marked as kept: after a crash they may or may not have been said."""
    return [_promise(row) for row in tx.fetch_all("SELECT * FROM outbox WHERE state = 'sending' ORDER BY sequence")]


def mark_sending(tx: Tx, outbox_id: OutboxId) -> bool:
    """Notes that the call is about to be made; False when it is not waiting any more."""
    return bool(
        tx.execute(
            "UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE outbox_id = ? AND state = 'pending'",
            (outbox_id,),
        )
    )


def mark_delivered(tx: Tx, delivery: Delivery) -> bool:
    """Notes where and when the message stands; False when it was noted before."""
    settle_attempt(tx, delivery.outbox_id)
    return bool(
        tx.execute(
            "UPDATE outbox SET state = 'delivered', channel_id = ?, message_id = ?, delivered_at = ?, refusal = NULL"
            " WHERE outbox_id = ? AND state <> 'delivered'",
            (delivery.channel_id, delivery.message_id, to_ms(delivery.delivered_at), delivery.outbox_id),
        )
    )


def mark_kept(tx: Tx, outbox_id: OutboxId, at: datetime) -> None:
    """Notes that a promise which leaves no message behind (a scheduled event) was kept."""
    tx.execute(
        "UPDATE outbox SET state = 'delivered', delivered_at = ?, refusal = NULL WHERE outbox_id = ?",
        (to_ms(at), outbox_id),
    )


def forget_letters(tx: Tx, member_id: MemberId) -> int:
    """Removes what was said to an account that nobody is known by any more, and counts it.

    Who was let go leaves no number behind but where `erasures` or `expulsions` still need it.
    """
    for row in tx.fetch_all(f"SELECT outbox_id{_LETTERS_TO_STRANGERS} ORDER BY sequence", (member_id,)):
        settle_attempt(tx, row["outbox_id"])
    return tx.execute("DELETE" + _LETTERS_TO_STRANGERS, (member_id,))


def mark_waiting(tx: Tx, outbox_id: OutboxId) -> None:
    """Puts an interrupted or failed promise back in the queue, at its old place."""
    tx.wake("outbox")
    tx.execute("UPDATE outbox SET state = 'pending' WHERE outbox_id = ? AND state = 'sending'", (outbox_id,))


def put_back(tx: Tx, outbox_id: OutboxId) -> None:
    """As `mark_waiting`, without waking anybody: Discord has trouble, and the next attempt has its own moment."""
    tx.execute("UPDATE outbox SET state = 'pending' WHERE outbox_id = ? AND state = 'sending'", (outbox_id,))


def park(tx: Tx, outbox_id: OutboxId, refusal: str) -> bool:
    """Sets aside a promise that Discord finally refused, with the reason, so that the queue goes on."""
    return bool(
        tx.execute(
            "UPDATE outbox SET state = 'parked', refusal = ? WHERE outbox_id = ? AND state IN ('pending', 'sending')",
            (refusal, outbox_id),
        )
    )


def note_moot(tx: Tx, outbox_id: OutboxId) -> None:
    """Notes of a promise that was set aside that it is not to be tried again: it is made anew elsewhere."""
    tx.execute("UPDATE outbox SET refusal = 'moot' WHERE outbox_id = ? AND state = 'parked'", (outbox_id,))


def parked_promises(tx: Query, guild_id: GuildId) -> list[tuple[Promise[Message], str]]:
    """What could not be said in a server, with the reasons, oldest first."""
    rows = tx.fetch_all("SELECT * FROM outbox WHERE guild_id = ? AND state = 'parked' ORDER BY sequence", (guild_id,))
    return [(_promise(row), row["refusal"]) for row in rows]


def is_parked(tx: Query, outbox_id: OutboxId) -> bool:
    """Whether the promise is set aside at present."""
    row = tx.fetch_one("SELECT 1 FROM outbox WHERE outbox_id = ? AND state = 'parked'", (outbox_id,))
    return row is not None


def is_delivered(tx: Query, outbox_id: OutboxId) -> bool:
    """Whether it is noted that the promise was kept."""
    row = tx.fetch_one("SELECT 1 FROM outbox WHERE outbox_id = ? AND state = 'delivered'", (outbox_id,))
    return row is not None


def has_complained(tx: Query, guild_id: GuildId, where: str, since: datetime) -> bool:
    """Whether organisers were told, or will be, since the moment that nothing can be said at `where`."""
    row = tx.fetch_one(
        "SELECT 1 FROM outbox WHERE guild_id = ? AND kind = 'cannot_work' AND promised_at > ? AND state <> 'parked'"
        " AND json_extract(details, '$.where') = ? LIMIT 1",
        (guild_id, to_ms(since), where),
    )
    return row is not None


def unpark(tx: Tx, guild_id: GuildId) -> int:
    """Puts what could not be said back in the queue, as after a channel was repaired; answers how many."""
    tx.wake("outbox")
    return tx.execute(
        "UPDATE outbox SET state = 'pending', refusal = NULL"
        " WHERE guild_id = ? AND state = 'parked' AND coalesce(refusal, '') <> 'moot'",
        (guild_id,),
    )


def withdraw(tx: Tx, kind: type[K], subject: object, is_overtaken: Callable[[K], bool]) -> None:
    """Sets aside what nobody has begun to say of a subject, where something newer is said."""
    rows = tx.fetch_all(
        "SELECT * FROM outbox WHERE subject = ? AND kind = ? AND state = 'pending' AND attempts = 0 ORDER BY sequence",
        (subject_text(subject), name_of(kind)),
    )
    for promised in _readable(kind, rows):
        if is_overtaken(promised.message):
            tx.execute(
                "UPDATE outbox SET state = 'parked', refusal = 'moot' WHERE outbox_id = ?", (promised.outbox_id,)
            )


def undelivered_promises(tx: Query, kind: type[K], subject: object) -> list[Promise[K]]:
    """Promises of a kind about a subject that are still to be kept, or were set aside until a channel is repaired."""
    rows = tx.fetch_all(
        "SELECT * FROM outbox WHERE subject = ? AND kind = ? AND state <> 'delivered'"
        " AND coalesce(refusal, '') <> 'moot' ORDER BY sequence",
        (subject_text(subject), name_of(kind)),
    )
    return list(_readable(kind, rows))


def is_on_its_way(tx: Query, kind: type[Message], subject: object) -> bool:
    """Whether a promise of a kind about a subject is still to be kept; one that was set aside is not."""
    row = tx.fetch_one(
        "SELECT 1 FROM outbox WHERE subject = ? AND kind = ? AND state IN ('pending', 'sending') LIMIT 1",
        (subject_text(subject), name_of(kind)),
    )
    return row is not None


def last_delivery(tx: Query, kind: type[Message], subject: object) -> Delivery | None:
    """The latest delivered message of a kind about a subject, or None."""
    row = tx.fetch_one(
        "SELECT outbox_id, channel_id, message_id, delivered_at FROM outbox"
        " WHERE subject = ? AND kind = ? AND state = 'delivered' ORDER BY sequence DESC LIMIT 1",
        (subject_text(subject), name_of(kind)),
    )
    return None if row is None else _delivery(row)


def delivery_of(tx: Query, outbox_id: OutboxId) -> Delivery | None:
    """Where and when the promise was kept by a message; None where it was not."""
    row = tx.fetch_one(
        "SELECT outbox_id, channel_id, message_id, delivered_at FROM outbox"
        " WHERE outbox_id = ? AND state = 'delivered' AND message_id IS NOT NULL",
        (outbox_id,),
    )
    return None if row is None else _delivery(row)


def _delivery(row: sqlite3.Row) -> Delivery:
    return Delivery(OutboxId(row["outbox_id"]), row["channel_id"], row["message_id"], from_ms(row["delivered_at"]))


def all_promises(tx: Query, kind: type[K], subject: object) -> list[Promise[K]]:
    """Every promise of a kind about a subject, kept or not, oldest first."""
    rows = tx.fetch_all(
        "SELECT * FROM outbox WHERE subject = ? AND kind = ? ORDER BY sequence", (subject_text(subject), name_of(kind))
    )
    return list(_readable(kind, rows))


def _read_target(text: str) -> Target:
    kind, _, value = text.partition(":")
    match kind:
        case "place":
            return ToPlace(Place(value))
        case "channel":
            return ToChannel(ChannelId(int(value)))
        case "match":
            return ToMatch(ContestId(value))
        case _:
            return ToMember(MemberId(int(value)))


def _promise(row: sqlite3.Row) -> Promise[Message]:
    return _with(row, KINDS.read(_kept_promise(row)))


def _readable(kind: type[K], rows: Iterable[sqlite3.Row]) -> Iterator[Promise[K]]:
    """Those that say what their kind has to say: one that does not must hold up no verb that asks what was said."""
    for row in rows:
        _, subject, details = _kept_promise(row)
        with suppress(ValueError):
            yield _with(row, read(kind, subject, details))


def _kept_promise(row: sqlite3.Row) -> Kept:
    return Kept(row["kind"], row["subject"], json.loads(row["details"]))


def _with(row: sqlite3.Row, message: K) -> Promise[K]:
    target = _read_target(row["target"])
    promised_at, silent = from_ms(row["promised_at"]), bool(row["silent"])
    return Promise(OutboxId(row["outbox_id"]), row["guild_id"], target, message, promised_at, silent)


# --- letting go, slice by slice -------------------------------------------------------------------------------------


KEPT_FOR: Final = timedelta(days=60)
AT_ONCE: Final = 200
"""So many promises are looked at in one transaction."""
PAUSE: Final = timedelta(seconds=1)
"""Between two slices others have their turn."""
SAID: Final = "said"
"""What the subject of the next slice begins with; the number up to which was looked follows."""


def let_go(tx: Tx, after: int = 0) -> None:
    """Takes a slice; where older promises are left, the next one comes a moment later."""
    last = remove_said(tx, after, AT_ONCE, tx.now - KEPT_FOR)
    if last is not None:
        time_store.rewrite_deadlines(tx, f"{SAID}:{last}", [(Step.FORGET, tx.now + PAUSE)])


def take(tx: Tx, subject: str, step: Step) -> None:
    """Takes the step of the next slice."""
    del step
    let_go(tx, int(subject))
