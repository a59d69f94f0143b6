"""The time of each match in events whose rounds last days: what was proposed, answered and agreed on.

A match that is annulled is opened anew, and what was before that is no part of it any more.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.match_times.model import Arrangement, LastTime, MatchTime, ProposalEnd, TimeEnd, TimeProposal
from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId, TournamentId
from bot.kernel.tables import Table

_WINDOWS: Final = Table("match_windows", Arrangement, "contest_id", until="prolonged_until", proposals=None, times=None)
_PROPOSALS: Final = Table("match_proposals", TimeProposal, "proposal_id", ("contest_id",), by="made_by", at="play_at")
_TIMES: Final = Table("match_times", MatchTime, "contest_id, number", ("contest_id",), at="play_at", by="fixed_by")

_WAITS = (
    "c.voided_at IS NULL AND c.assigned_at IS NULL AND NOT EXISTS (SELECT 1 FROM results r"
    " WHERE r.contest_id = c.contest_id AND r.superseded_at IS NULL)"
)
"""Of a contest that is neither called nor settled."""


def load(tx: Query, contest_id: ContestId) -> Arrangement | None:
    """What is on record of the match's time; None where it was never opened."""
    row = tx.fetch_one("SELECT * FROM match_windows WHERE contest_id = ?", (contest_id,))
    return None if row is None else _arrangement(tx, row)


def of_tournament(tx: Query, tournament_id: TournamentId) -> tuple[Arrangement, ...]:
    """Of every match of the event that stands and was opened, those without a result and those with one."""
    rows = tx.fetch_all(
        "SELECT w.* FROM contests c JOIN match_windows w USING (contest_id)"
        " WHERE c.tournament_id = ? AND c.voided_at IS NULL ORDER BY c.round, c.position, c.contest_id",
        (tournament_id,),
    )
    return tuple(_arrangement(tx, row) for row in rows)


def last_of_entrants(tx: Query, entrant_ids: Collection[EntrantId]) -> list[LastTime]:
    """Of every match of the entrants that ever had a time, the last one; those that were voided too."""
    rows = tx.fetch_all(
        "SELECT t.contest_id, c.tournament_id, t.number, t.play_at, t.fixed_at, t.ended_at, c.voided_at,"
        " (SELECT min(r.settled_at) FROM results r WHERE r.contest_id = t.contest_id AND r.superseded_at IS NULL)"
        " AS settled_at, (SELECT count(*) + count(r.superseded_at) FROM results r WHERE r.contest_id = t.contest_id)"
        " AS decisions FROM contests c JOIN match_times t ON t.contest_id = c.contest_id WHERE c.contest_id IN"
        " (SELECT contest_id FROM contest_sides WHERE entrant_id IN (SELECT value FROM json_each(?)))"
        " AND t.number = (SELECT max(number) FROM match_times l WHERE l.contest_id = c.contest_id)"
        " ORDER BY t.play_at, t.contest_id",
        (json.dumps(list(entrant_ids)),),
    )
    return [_last_time(row) for row in rows]


def _last_time(row: sqlite3.Row) -> LastTime:
    return LastTime(
        contest_id=ContestId(row["contest_id"]),
        tournament_id=TournamentId(row["tournament_id"]),
        number=row["number"],
        at=from_ms(row["play_at"]),
        fixed_at=from_ms(row["fixed_at"]),
        ended_at=from_ms_or_none(row["ended_at"]),
        voided_at=from_ms_or_none(row["voided_at"]),
        settled_at=from_ms_or_none(row["settled_at"]),
        decisions=row["decisions"],
    )


def agreed(tx: Query, tournament_id: TournamentId) -> dict[ContestId, datetime]:
    """When each match of the event is to be played by the time that holds; those without one are missing."""
    rows = tx.fetch_all(
        "SELECT t.contest_id, t.play_at FROM contests c CROSS JOIN match_times t WHERE c.tournament_id = ?"
        " AND c.voided_at IS NULL AND t.contest_id = c.contest_id AND t.ending IS NULL ORDER BY t.contest_id, t.number",
        (tournament_id,),
    )
    return {ContestId(row["contest_id"]): from_ms(row["play_at"]) for row in rows}


def waiting(tx: Query, tournament_id: TournamentId) -> tuple[Arrangement, ...]:
    """Of every match of the event that is neither called nor settled, and was opened."""
    rows = tx.fetch_all(
        "SELECT w.* FROM contests c JOIN match_windows w USING (contest_id)"  # noqa: S608 - a constant
        f" WHERE c.tournament_id = ? AND w.closed_at IS NULL AND {_WAITS}"
        " ORDER BY c.round, c.position, c.contest_id",
        (tournament_id,),
    )
    return tuple(_arrangement(tx, row) for row in rows)


def open_window(tx: Tx, contest_id: ContestId, at: datetime) -> None:
    """The match is told to its sides from now on; what was agreed on before counts no more."""
    tx.execute(
        "UPDATE match_times SET ending = ?, ended_at = ? WHERE contest_id = ? AND ending IS NULL",
        (TimeEnd.LIFTED, to_ms(at), contest_id),
    )
    tx.execute(
        "INSERT INTO match_windows (contest_id, opened_at) VALUES (?, ?) ON CONFLICT (contest_id) DO UPDATE"
        " SET opened_at = excluded.opened_at, told_at = NULL, prolonged_until = NULL, asked_at = NULL,"
        " closed_at = NULL",
        (contest_id, to_ms(at)),
    )


def to_open(tx: Query, tournament_id: TournamentId) -> tuple[ContestId, ...]:
    """The matches of the event that are neither called nor settled, and whose time nobody was asked for yet."""
    rows = tx.fetch_all(
        "SELECT c.contest_id FROM contests c LEFT JOIN match_windows w USING (contest_id)"  # noqa: S608 - a constant
        f" WHERE c.tournament_id = ? AND {_WAITS} AND (w.contest_id IS NULL OR w.closed_at IS NOT NULL)"
        " AND EXISTS (SELECT 1 FROM contest_sides s WHERE s.contest_id = c.contest_id AND s.side = 1)"
        " ORDER BY c.round, c.position, c.contest_id",
        (tournament_id,),
    )
    return tuple(ContestId(row["contest_id"]) for row in rows)


def to_close(tx: Query, tournament_id: TournamentId) -> tuple[ContestId, ...]:
    """The matches of the event that were opened, and are called, settled or taken out of it meanwhile."""
    rows = tx.fetch_all(
        "SELECT c.contest_id FROM contests c JOIN match_windows w USING (contest_id)"  # noqa: S608 - a constant
        f" WHERE c.tournament_id = ? AND w.closed_at IS NULL AND NOT ({_WAITS})"
        " ORDER BY c.round, c.position, c.contest_id",
        (tournament_id,),
    )
    return tuple(ContestId(row["contest_id"]) for row in rows)


def open_of(tx: Query, tournament_id: TournamentId) -> tuple[ContestId, ...]:
    """The matches of the event whose time is still agreed on or waited for, as far as anybody has seen."""
    rows = tx.fetch_all(
        "SELECT c.contest_id FROM contests c JOIN match_windows w USING (contest_id)"
        " WHERE c.tournament_id = ? AND w.closed_at IS NULL ORDER BY c.round, c.position, c.contest_id",
        (tournament_id,),
    )
    return tuple(ContestId(row["contest_id"]) for row in rows)


def close(tx: Tx, contest_id: ContestId, at: datetime) -> None:
    """Nothing is left to agree on."""
    tx.execute("UPDATE match_windows SET closed_at = ? WHERE contest_id = ?", (to_ms(at), contest_id))


def note_told(tx: Tx, contest_id: ContestId, at: datetime) -> bool:
    """The message about the match was delivered; False when one was before."""
    return bool(
        tx.execute(
            "UPDATE match_windows SET told_at = CASE WHEN opened_at > ?1 THEN opened_at ELSE ?1 END"
            " WHERE contest_id = ?2 AND told_at IS NULL",
            (to_ms(at), contest_id),
        )
    )


def note_asked(tx: Tx, contest_id: ContestId, at: datetime | None) -> None:
    """The organisers are asked what becomes of it, or (None) are not any more."""
    tx.execute("UPDATE match_windows SET asked_at = ? WHERE contest_id = ?", (to_ms_or_none(at), contest_id))


def prolong(tx: Tx, contest_id: ContestId, until: datetime | None) -> None:
    """Its days go on until then, or (None) as long as the rulebook says, and nobody is asked about it meanwhile."""
    moment = None if until is None else to_ms(until)
    tx.execute(
        "UPDATE match_windows SET prolonged_until = ?, asked_at = NULL WHERE contest_id = ?", (moment, contest_id)
    )


def propose(tx: Tx, contest_id: ContestId, proposal: TimeProposal) -> None:
    """Keeps a proposal."""
    _PROPOSALS.insert(tx, proposal, contest_id=contest_id)


def note_proposal_told(tx: Tx, proposal_id: str, at: datetime) -> bool:
    """The message about the proposal was delivered; False when one was before."""
    return bool(
        tx.execute(
            "UPDATE match_proposals SET told_at = ? WHERE proposal_id = ? AND told_at IS NULL", (to_ms(at), proposal_id)
        )
    )


def end_proposals(
    tx: Tx, proposals: Iterable[TimeProposal], ending: ProposalEnd, at: datetime, by: PersonId | None
) -> None:
    """Ends proposals that are open."""
    for proposal in proposals:
        tx.execute(
            "UPDATE match_proposals SET ending = ?, ended_at = ?, ended_by = ?"
            " WHERE proposal_id = ? AND ending IS NULL",
            (ending, to_ms(at), by, proposal.proposal_id),
        )


def fix(tx: Tx, contest_id: ContestId, time: MatchTime) -> int:
    """Writes the time that the match has from now on, and answers its number; none must stand."""
    row = tx.fetch_one(
        "SELECT coalesce(max(number), 0) + 1 AS following FROM match_times WHERE contest_id = ?", (contest_id,)
    )
    number = 1 if row is None else int(row["following"])
    _TIMES.insert(tx, replace(time, number=number), contest_id=contest_id)
    return number


def note_time_told(tx: Tx, contest_id: ContestId, number: int, at: datetime) -> bool:
    """The message about the time was delivered; False when one was before."""
    return bool(
        tx.execute(
            "UPDATE match_times SET told_at = ? WHERE contest_id = ? AND number = ? AND told_at IS NULL",
            (to_ms(at), contest_id, number),
        )
    )


def end_time(tx: Tx, contest_id: ContestId, ending: TimeEnd, at: datetime, by: PersonId | None) -> bool:
    """The time that stands does so no more; False where none does."""
    return bool(
        tx.execute(
            "UPDATE match_times SET ending = ?, ended_at = ?, ended_by = ? WHERE contest_id = ? AND ending IS NULL",
            (ending, to_ms(at), by, contest_id),
        )
    )


def calendar_event(tx: Query, contest_id: ContestId) -> int | None:
    """Discord's id of the match's entry in the calendar, if it has one."""
    row = tx.fetch_one("SELECT calendar_event_id FROM match_windows WHERE contest_id = ?", (contest_id,))
    return None if row is None else row["calendar_event_id"]


def note_calendar_event(tx: Tx, contest_id: ContestId, event_id: int | None) -> None:
    """Notes which entry of Discord's calendar shows the match, or that none does any more."""
    tx.execute("UPDATE match_windows SET calendar_event_id = ? WHERE contest_id = ?", (event_id, contest_id))


def is_calendar_event(tx: Query, event_id: int) -> bool:
    """Whether the entry of the calendar is on record as some match's."""
    return tx.fetch_one("SELECT 1 FROM match_windows WHERE calendar_event_id = ?", (event_id,)) is not None


def entries_in_calendar(tx: Query, guild_id: GuildId) -> int:
    """How many matches of the server have an entry in its calendar."""
    row = tx.fetch_one(
        "SELECT count(*) AS n FROM match_windows w JOIN contests USING (contest_id) JOIN tournaments USING"
        " (tournament_id) WHERE w.calendar_event_id IS NOT NULL AND guild_id = ?",
        (guild_id,),
    )
    return 0 if row is None else int(row["n"])


def _arrangement(tx: Query, row: sqlite3.Row) -> Arrangement:
    key = (row["contest_id"], row["opened_at"])
    proposals = _PROPOSALS.fetch_all(
        tx, "SELECT * FROM match_proposals WHERE contest_id = ? AND made_at >= ? ORDER BY made_at, proposal_id", key
    )
    times = _TIMES.fetch_all(
        tx, "SELECT * FROM match_times WHERE contest_id = ? AND fixed_at >= ? ORDER BY number", key
    )
    return _WINDOWS.read(row, proposals=tuple(proposals), times=tuple(times))
