"""Misconduct cases: the case itself, its statements, pauses and verdict, and the community's terms."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.cases.misconduct import FileVerdict, MisconductCase, Pause, Penalty, Statement, Voiced
from bot.domain.grounds import Ground
from bot.domain.ids import BarId, ChannelId, ContestId, EntrantId, FileId, GuildId, PersonId, TournamentId
from bot.domain.standings import Sanction
from bot.storage import appeals
from bot.storage.codec import from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.storage.context import Query, Tx
from bot.storage.identities import of_discord_account

_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """How long the right of reply and the time to appeal last in a community."""

    reply_within: timedelta
    appeal_within: timedelta


DEFAULT_TERMS: Final = Terms(timedelta(hours=72), timedelta(days=7))


def terms(tx: Query, guild_id: GuildId, at: datetime | None = None) -> Terms:
    """The community's terms, now or as they were at that moment; else those that come with the bot."""
    row = None
    if at is not None:
        row = tx.fetch_one(
            "SELECT * FROM former_case_terms WHERE guild_id = ? AND until > ? ORDER BY until LIMIT 1",
            (guild_id, to_ms(at)),
        )
    row = row or tx.fetch_one("SELECT * FROM case_terms WHERE guild_id = ?", (guild_id,))
    if row is None:
        return DEFAULT_TERMS
    return Terms(row["reply_within"] * _MILLISECOND, row["appeal_within"] * _MILLISECOND)


def set_terms(tx: Tx, guild_id: GuildId, new: Terms, at: datetime) -> None:
    """Writes the terms of what is opened or decided from now on; what was before goes on by its own."""
    before = terms(tx, guild_id)
    tx.execute(
        "INSERT INTO former_case_terms (guild_id, until, reply_within, appeal_within) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (guild_id, until) DO NOTHING",
        (guild_id, to_ms(at), before.reply_within // _MILLISECOND, before.appeal_within // _MILLISECOND),
    )
    tx.execute(
        "INSERT INTO case_terms (guild_id, reply_within, appeal_within) VALUES (?, ?, ?) ON CONFLICT (guild_id)"
        " DO UPDATE SET reply_within = excluded.reply_within, appeal_within = excluded.appeal_within",
        (guild_id, new.reply_within // _MILLISECOND, new.appeal_within // _MILLISECOND),
    )


def next_number(tx: Query, guild_id: GuildId) -> int:
    """The number of the server's next case, from 1."""
    row = tx.fetch_one("SELECT coalesce(max(number), 0) + 1 AS n FROM case_files WHERE guild_id = ?", (guild_id,))
    return 1 if row is None else int(row["n"])


def add(tx: Tx, file: MisconductCase) -> None:
    """Writes a new case."""
    tx.execute(
        "INSERT INTO case_files (file_id, guild_id, number, accused_id, reporter_id, ground, account, tournament_id,"
        " contest_id, opened_at, reply_within, appeal_within) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            file.file_id,
            file.guild_id,
            file.number,
            file.accused,
            file.reporter,
            file.ground,
            file.account,
            file.tournament_id,
            file.contest_id,
            to_ms(file.opened_at),
            file.reply_within // _MILLISECOND,
            file.appeal_within // _MILLISECOND,
        ),
    )


def save(tx: Tx, file: MisconductCase) -> None:
    """Writes when the accused was told and reminded, where the thread is, and whether the reporter was named."""
    tx.execute(
        "UPDATE case_files SET noticed_at = ?, thread_id = ?, reporter_named_at = ?, reminded_at = ?, over_told_at = ?"
        " WHERE file_id = ?",
        (
            to_ms_or_none(file.noticed_at),
            file.thread_id,
            to_ms_or_none(file.reporter_named_at),
            to_ms_or_none(file.reminded_at),
            to_ms_or_none(file.over_told_at),
            file.file_id,
        ),
    )


def load(tx: Query, file_id: FileId) -> MisconductCase | None:
    """One case with all that happened in it, or None when the id is unknown."""
    row = tx.fetch_one("SELECT * FROM case_files WHERE file_id = ?", (file_id,))
    return None if row is None else _file(tx, row)


def is_thread(tx: Query, channel_id: int) -> bool:
    """Whether the thread is on record as some case's."""
    return tx.fetch_one("SELECT 1 FROM case_files WHERE thread_id = ?", (channel_id,)) is not None


def of_guild(tx: Query, guild_id: GuildId, *, limit: int = 100) -> list[MisconductCase]:
    """The cases of one server: undecided ones first, then the latest."""
    rows = tx.fetch_all(
        "SELECT f.* FROM case_files f LEFT JOIN file_verdicts v USING (file_id) WHERE f.guild_id = ?1"
        " ORDER BY v.file_id IS NOT NULL, f.opened_at DESC, f.number DESC LIMIT ?2",
        (guild_id, limit),
    )
    return [_file(tx, row) for row in rows]


def of_accused(tx: Query, person_id: PersonId) -> list[MisconductCase]:
    """All cases against a person, before an erasure too, latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM case_files WHERE accused_id IN (SELECT value FROM json_each(?))"
        " ORDER BY opened_at DESC, number DESC",
        (json.dumps(of_discord_account(tx, person_id)),),
    )
    return [_file(tx, row) for row in rows]


def of_bar(tx: Query, bar_id: BarId) -> MisconductCase | None:
    """The case whose verdict led to the bar, or None."""
    row = tx.fetch_one("SELECT f.* FROM case_files f JOIN file_verdicts v USING (file_id) WHERE bar_id = ?", (bar_id,))
    return None if row is None else _file(tx, row)


def same_report(tx: Query, file: MisconductCase, since: datetime) -> bool:
    """Whether the reporter said the same of the same person a moment ago, as by a double click."""
    row = tx.fetch_one(
        "SELECT 1 FROM case_files WHERE accused_id = ? AND coalesce(reporter_id, '') = ? AND ground = ? AND account = ?"
        " AND opened_at >= ?",
        (file.accused, file.reporter or "", file.ground, file.account, to_ms(since)),
    )
    return row is not None


def add_statement(tx: Tx, made: Statement) -> None:
    """Keeps what somebody said; nothing changes it afterwards."""
    tx.execute(
        "INSERT INTO file_statements (file_id, voiced, person_id, statement, links, made_at) VALUES (?, ?, ?, ?, ?, ?)",
        (made.file_id, made.voiced, made.by, made.text, "\n".join(made.links), to_ms(made.made_at)),
    )


def statements(tx: Query, file_id: FileId) -> list[Statement]:
    """All that was said in the case, oldest first."""
    rows = tx.fetch_all("SELECT * FROM file_statements WHERE file_id = ? ORDER BY sequence", (file_id,))
    return [
        Statement(
            file_id=FileId(row["file_id"]),
            voiced=Voiced(row["voiced"]),
            by=row["person_id"],
            text=row["statement"],
            links=tuple(row["links"].split()),
            made_at=from_ms(row["made_at"]),
        )
        for row in rows
    ]


def begin_pause(tx: Tx, file_id: FileId, pause: Pause) -> None:
    """Writes a pause that lasts from now on."""
    tx.execute(
        "INSERT INTO file_pauses (file_id, paused_at, paused_by, reason) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (file_id, paused_at) DO UPDATE SET paused_by = excluded.paused_by, reason = excluded.reason,"
        " resumed_at = NULL, resumed_by = NULL, resume_reason = NULL",
        (file_id, to_ms(pause.since), pause.by, pause.reason),
    )


def end_pause(tx: Tx, file_id: FileId, by: PersonId, reason: str, at: datetime) -> bool:
    """Ends the pause that lasts; False when there is none."""
    return bool(
        tx.execute(
            "UPDATE file_pauses SET resumed_at = ?, resumed_by = ?, resume_reason = ?"
            " WHERE file_id = ? AND resumed_at IS NULL",
            (to_ms(at), by, reason, file_id),
        )
    )


def add_verdict(tx: Tx, file_id: FileId, verdict: FileVerdict) -> bool:
    """Writes the decision; False when somebody has decided before."""
    return bool(
        tx.execute(
            "INSERT INTO file_verdicts (file_id, penalty, decided_by, reason, decided_at, until, bar_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (file_id) DO NOTHING",
            (
                file_id,
                verdict.penalty,
                verdict.by,
                verdict.reason,
                to_ms(verdict.at),
                to_ms_or_none(verdict.until),
                verdict.bar_id,
            ),
        )
    )


def note_bar(tx: Tx, file_id: FileId, bar_id: BarId) -> None:
    """Notes which bar the verdict led to."""
    tx.execute("UPDATE file_verdicts SET bar_id = ? WHERE file_id = ?", (bar_id, file_id))


def note_told(tx: Tx, file_id: FileId, at: datetime) -> bool:
    """Notes when the verdict was told, which starts the time to appeal; False when it was told before."""
    return bool(
        tx.execute("UPDATE file_verdicts SET told_at = ? WHERE file_id = ? AND told_at IS NULL", (to_ms(at), file_id))
    )


def _file(tx: Query, row: sqlite3.Row) -> MisconductCase:
    file_id = FileId(row["file_id"])
    replied = tx.fetch_one(
        "SELECT min(made_at) AS at FROM file_statements WHERE file_id = ?1 AND voiced = 'reply' AND sequence >"
        " (SELECT coalesce(max(sequence), 0) FROM file_statements WHERE file_id = ?1 AND voiced = 'evidence')",
        (file_id,),
    )
    return MisconductCase(
        file_id=file_id,
        guild_id=GuildId(row["guild_id"]),
        number=row["number"],
        accused=PersonId(row["accused_id"]),
        reporter=row["reporter_id"],
        ground=Ground(row["ground"]),
        account=row["account"],
        tournament_id=TournamentId(row["tournament_id"]) if row["tournament_id"] else None,
        contest_id=ContestId(row["contest_id"]) if row["contest_id"] else None,
        opened_at=from_ms(row["opened_at"]),
        reply_within=row["reply_within"] * _MILLISECOND,
        appeal_within=row["appeal_within"] * _MILLISECOND,
        noticed_at=from_ms_or_none(row["noticed_at"]),
        replied_at=from_ms_or_none(replied["at"]) if replied else None,
        thread_id=ChannelId(row["thread_id"]) if row["thread_id"] else None,
        reporter_named_at=from_ms_or_none(row["reporter_named_at"]),
        reminded_at=from_ms_or_none(row["reminded_at"]),
        over_told_at=from_ms_or_none(row["over_told_at"]),
        pauses=_pauses(tx, file_id),
        verdict=_verdict(tx, file_id),
        appeal=appeals.of_file(tx, file_id),
    )


def _pauses(tx: Query, file_id: FileId) -> tuple[Pause, ...]:
    rows = tx.fetch_all("SELECT * FROM file_pauses WHERE file_id = ? ORDER BY paused_at", (file_id,))
    return tuple(
        Pause(from_ms(row["paused_at"]), PersonId(row["paused_by"]), row["reason"], from_ms_or_none(row["resumed_at"]))
        for row in rows
    )


def _verdict(tx: Query, file_id: FileId) -> FileVerdict | None:
    row = tx.fetch_one("SELECT * FROM file_verdicts WHERE file_id = ?", (file_id,))
    if row is None:
        return None
    return FileVerdict(
        penalty=Penalty(row["penalty"]),
        by=PersonId(row["decided_by"]),
        reason=row["reason"],
        at=from_ms(row["decided_at"]),
        until=from_ms_or_none(row["until"]),
        bar_id=BarId(row["bar_id"]) if row["bar_id"] else None,
        told_at=from_ms_or_none(row["told_at"]),
    )


def sanctions(tx: Query, tournament_id: TournamentId) -> tuple[tuple[EntrantId, Sanction], ...]:
    """What verdicts have done to the places of an event, in their order; none that an appeal has undone (GO-23.6)."""
    rows = tx.fetch_all(
        "SELECT entrant_id, penalty FROM case_files f"
        " JOIN file_verdicts v ON v.file_id = f.file_id AND v.penalty IN ('lowered', 'prize_withheld')"
        " JOIN entrants e ON e.tournament_id = f.tournament_id AND e.person_id = f.accused_id AND e.outcome = 'starter'"
        " LEFT JOIN appeals a ON a.file_id = f.file_id AND a.granted = 1"
        " WHERE f.tournament_id = ? AND a.appeal_id IS NULL ORDER BY v.decided_at, f.number",
        (tournament_id,),
    )
    return tuple((EntrantId(row["entrant_id"]), Sanction(row["penalty"])) for row in rows)
