"""Repeats, and what was decided of their dates."""

from __future__ import annotations

from datetime import date
from typing import Final

from bot.features.repeating.model import Pattern, Repeat, RepeatDate
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, TournamentId
from bot.kernel.tables import Codec, Part, Table

_DAY: Final = Codec(date.isoformat, date.fromisoformat)
_REPEATS: Final = Table(
    "repeats", Repeat, "repeat_id", pattern=Part(Pattern, anchor=("anchor", _DAY), minute="minute_of_day")
)
_DATES: Final = Table("repeat_dates", RepeatDate, "repeat_id, number")


def save(tx: Tx, repeat: Repeat) -> None:
    """Writes it, in place of what stood there."""
    _REPEATS.upsert(tx, repeat)


def load(tx: Query, repeat_id: str) -> Repeat | None:
    """One repeat, or None when the id is unknown."""
    return _REPEATS.fetch_one(tx, "SELECT * FROM repeats WHERE repeat_id = ?", (repeat_id,))


def of_guild(tx: Query, guild_id: GuildId) -> list[Repeat]:
    """The repeats of a server, those that go on first, the latest first."""
    return _REPEATS.fetch_all(
        tx,
        "SELECT * FROM repeats WHERE guild_id = ? ORDER BY stop IS NOT NULL, made_at DESC, repeat_id",
        (guild_id,),
    )


def of_model(tx: Query, tournament_id: TournamentId) -> list[Repeat]:
    """The repeats that follow the event, the latest first."""
    return _REPEATS.fetch_all(
        tx, "SELECT * FROM repeats WHERE model_id = ? ORDER BY made_at DESC, repeat_id", (tournament_id,)
    )


def of_event(tx: Query, tournament_id: TournamentId) -> Repeat | None:
    """The repeat that has announced the event."""
    return _REPEATS.fetch_one(
        tx,
        "SELECT r.* FROM repeat_dates d JOIN repeats r USING (repeat_id) WHERE d.tournament_id = ?",
        (tournament_id,),
    )


def save_date(tx: Tx, known: RepeatDate) -> None:
    """Writes what is known of a date, in place of what stood there."""
    _DATES.upsert(tx, known)


def dates(tx: Query, repeat_id: str) -> dict[int, RepeatDate]:
    """All dates of which anything is on record, by their numbers, in order."""
    found = _DATES.fetch_all(tx, "SELECT * FROM repeat_dates WHERE repeat_id = ? ORDER BY number", (repeat_id,))
    return {one.number: one for one in found}
