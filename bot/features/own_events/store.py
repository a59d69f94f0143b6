"""Acts about the own event, and objections to them."""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime

from bot.features.own_events.model import OwnAct, OwnEnding
from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.kernel.ids import ContestId, GuildId, OwnGround, PersonId, TournamentId
from bot.server.model import Act


def add(tx: Tx, one: OwnAct) -> None:
    """Writes what somebody wants to do."""
    tx.execute(
        "INSERT INTO own_acts (act_id, guild_id, tournament_id, contest_id, person_id, act, verb, given, is_owner,"
        " is_organiser, asked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (one.act_id, one.guild_id, one.tournament_id, one.contest_id, one.person_id, one.act, one.verb,
         json.dumps(one.given), one.is_owner, one.is_organiser, to_ms(one.asked_at)),
    )  # fmt: skip


def save(tx: Tx, one: OwnAct) -> None:
    """Writes what has become of it."""
    tx.execute(
        "UPDATE own_acts SET ground = ?, agree_by = ?, done_at = ?, line = ?, needed = ?, ended_at = ?, ending = ?"
        " WHERE act_id = ?",
        (one.ground, to_ms_or_none(one.agree_by), to_ms_or_none(one.done_at), one.line, one.needed,
         to_ms_or_none(one.ended_at), one.ending, one.act_id),
    )  # fmt: skip


def load(tx: Query, act_id: str) -> OwnAct | None:
    """One of them; None for an unknown id."""
    row = tx.fetch_one("SELECT * FROM own_acts WHERE act_id = ?", (act_id,))
    return None if row is None else _own_act(row)


def of_match(tx: Query, contest_id: ContestId) -> list[OwnAct]:
    """All that somebody asked for in their own match, the oldest first."""
    rows = tx.fetch_all("SELECT * FROM own_acts WHERE contest_id = ? ORDER BY asked_at, act_id", (contest_id,))
    return [_own_act(row) for row in rows]


def of_event(tx: Query, tournament_id: TournamentId) -> list[OwnAct]:
    """All that people who play in the event wanted to decide about it, the oldest first."""
    rows = tx.fetch_all("SELECT * FROM own_acts WHERE tournament_id = ? ORDER BY asked_at, act_id", (tournament_id,))
    return [_own_act(row) for row in rows]


def open_rulings(tx: Query) -> list[OwnAct]:
    """All rulings that wait for an opponent."""
    rows = tx.fetch_all(
        "SELECT * FROM own_acts WHERE agree_by IS NOT NULL AND ended_at IS NULL ORDER BY asked_at, act_id"
    )
    return [_own_act(row) for row in rows]


def object_to(tx: Tx, act_id: str, person_id: PersonId, at: datetime) -> bool:
    """Notes an objection; False where the person has objected before."""
    return bool(
        tx.execute(
            "INSERT INTO own_act_objections (act_id, person_id, objected_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (act_id, person_id, to_ms(at)),
        )
    )


def objectors(tx: Query, act_id: str) -> list[PersonId]:
    """Who has objected, the first first."""
    rows = tx.fetch_all(
        "SELECT person_id FROM own_act_objections WHERE act_id = ? ORDER BY objected_at, person_id", (act_id,)
    )
    return [PersonId(row["person_id"]) for row in rows]


def _own_act(row: sqlite3.Row) -> OwnAct:
    return OwnAct(
        act_id=row["act_id"],
        guild_id=GuildId(row["guild_id"]),
        tournament_id=TournamentId(row["tournament_id"]),
        contest_id=None if row["contest_id"] is None else ContestId(row["contest_id"]),
        person_id=PersonId(row["person_id"]),
        act=Act(row["act"]),
        verb=row["verb"],
        given=json.loads(row["given"]),
        is_owner=bool(row["is_owner"]),
        is_organiser=bool(row["is_organiser"]),
        asked_at=from_ms(row["asked_at"]),
        ground=None if row["ground"] is None else OwnGround(row["ground"]),
        agree_by=from_ms_or_none(row["agree_by"]),
        done_at=from_ms_or_none(row["done_at"]),
        line=row["line"],
        needed=row["needed"],
        ended_at=from_ms_or_none(row["ended_at"]),
        ending=None if row["ending"] is None else OwnEnding(row["ending"]),
    )
