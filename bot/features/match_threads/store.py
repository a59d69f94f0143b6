"""The threads of matches, and whom the bot has let into them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.features.match_threads.model import MatchThread
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, PersonId, TournamentId
from bot.kernel.tables import Table

_THREADS: Final = Table("match_threads", MatchThread, "contest_id")


def load(tx: Query, contest_id: ContestId) -> MatchThread | None:
    """The thread of the match, or None where none was ever asked for."""
    return _THREADS.fetch_one(tx, "SELECT * FROM match_threads WHERE contest_id = ?", (contest_id,))


def of_channel(tx: Query, channel_id: int) -> MatchThread | None:
    """The thread that has this id at Discord."""
    return _THREADS.fetch_one(tx, "SELECT * FROM match_threads WHERE thread_id = ?", (channel_id,))


def save(tx: Tx, thread: MatchThread) -> None:
    """Writes what is known of the thread."""
    _THREADS.upsert(tx, thread, "thread_id", "times_made", "closed_at", "refused")


def over_but_open(tx: Query, tournament_id: TournamentId) -> list[ContestId]:
    """The matches of the event that have a result, or are none any more, and whose thread is open."""
    rows = tx.fetch_all(
        "SELECT t.contest_id FROM match_threads t JOIN contests c ON c.contest_id = t.contest_id"
        " WHERE t.tournament_id = ? AND t.thread_id IS NOT NULL AND t.closed_at IS NULL AND (c.voided_at IS NOT NULL"
        " OR EXISTS (SELECT 1 FROM results r WHERE r.contest_id = t.contest_id AND r.superseded_at IS NULL))"
        " ORDER BY t.contest_id",
        (tournament_id,),
    )
    return [ContestId(row["contest_id"]) for row in rows]


def open_of_tournament(tx: Query, tournament_id: TournamentId) -> list[ContestId]:
    """The matches of the event whose thread is open."""
    rows = tx.fetch_all(
        "SELECT contest_id FROM match_threads WHERE tournament_id = ? AND thread_id IS NOT NULL AND closed_at IS NULL"
        " ORDER BY contest_id",
        (tournament_id,),
    )
    return [ContestId(row["contest_id"]) for row in rows]


def members(tx: Query, contest_id: ContestId) -> frozenset[PersonId]:
    """Whom the bot has let into the thread."""
    rows = tx.fetch_all(
        "SELECT person_id FROM match_thread_members WHERE contest_id = ? ORDER BY person_id", (contest_id,)
    )
    return frozenset(PersonId(row["person_id"]) for row in rows)


def let_in(tx: Tx, contest_id: ContestId, people: Iterable[PersonId]) -> None:
    """Notes who is in the thread."""
    tx.execute_many(
        "INSERT INTO match_thread_members (contest_id, person_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(contest_id, person) for person in people],
    )


def nobody_is_in(tx: Tx, contest_id: ContestId) -> None:
    """Notes that the thread is gone, and with it who was there."""
    tx.execute("DELETE FROM match_thread_members WHERE contest_id = ?", (contest_id,))
