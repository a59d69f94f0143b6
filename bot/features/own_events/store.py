"""Acts about the own event, and objections to them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.own_events.model import OwnAct
from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import ContestId, GuildId, PersonId, TournamentId
from bot.kernel.tables import JSON, Table

_ACTS: Final = Table("own_acts", OwnAct, "act_id", given=JSON)


def add(tx: Tx, one: OwnAct) -> None:
    """Writes what somebody wants to do."""
    _ACTS.insert(tx, one)


def save(tx: Tx, one: OwnAct) -> None:
    """Writes what has become of it."""
    _ACTS.update(tx, one, "ground", "agree_by", "done_at", "line", "needed", "ended_at", "ending")


def load(tx: Query, act_id: str) -> OwnAct | None:
    """One of them; None for an unknown id."""
    return _ACTS.fetch_one(tx, "SELECT * FROM own_acts WHERE act_id = ?", (act_id,))


def of_match(tx: Query, contest_id: ContestId) -> list[OwnAct]:
    """All that somebody asked for in their own match, the oldest first."""
    return _ACTS.fetch_all(tx, "SELECT * FROM own_acts WHERE contest_id = ? ORDER BY asked_at, act_id", (contest_id,))


def of_event(tx: Query, tournament_id: TournamentId) -> list[OwnAct]:
    """All that people who play in the event wanted to decide about it, the oldest first."""
    return _ACTS.fetch_all(
        tx, "SELECT * FROM own_acts WHERE tournament_id = ? ORDER BY asked_at, act_id", (tournament_id,)
    )


def open_rulings(tx: Query, guild_id: GuildId) -> list[OwnAct]:
    """The server's rulings that wait for an opponent."""
    return _ACTS.fetch_all(
        tx,
        "SELECT * FROM own_acts WHERE agree_by IS NOT NULL AND ended_at IS NULL AND guild_id = ?"
        " ORDER BY asked_at, act_id",
        (guild_id,),
    )


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
