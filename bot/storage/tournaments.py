"""Tournaments, their frozen rulebooks and their draws."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.domain.events.draw import DrawRecord
from bot.domain.events.tournament import Tournament
from bot.domain.events.views import Headcount
from bot.domain.ids import ContestId, EntrantId, GuildId, PersonId, PlaceId, TournamentId
from bot.domain.outages import Outage
from bot.domain.rulebook import Rulebook
from bot.rulebooks.library import canonical, from_canonical
from bot.storage.codec import from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.storage.context import Query, Tx


def add(tx: Tx, tournament: Tournament, secret: bytes) -> None:
    """Writes a new tournament with its frozen rulebook and the secret under its commitment."""
    tx.execute(
        "INSERT INTO tournaments (tournament_id, guild_id, name, rulebook, rulebook_hash, start_at, created_at,"
        " created_by, commitment, secret) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            tournament.tournament_id,
            tournament.guild_id,
            tournament.name,
            canonical(tournament.rulebook),
            tournament.rulebook_hash,
            to_ms(tournament.start_at),
            to_ms(tournament.created_at),
            tournament.created_by,
            tournament.commitment,
            secret,
        ),
    )


def load(tx: Query, tournament_id: TournamentId) -> Tournament | None:
    """The tournament with its facts, or None when the id is unknown."""
    row = tx.fetch_one("SELECT * FROM tournaments WHERE tournament_id = ?", (tournament_id,))
    return None if row is None else _tournament(row)


def with_headcount(tx: Query, tournament_id: TournamentId) -> tuple[Tournament, Headcount] | None:
    """As `load`, with how many are on the list and how many of them confirmed, wait list included."""
    row = tx.fetch_one(
        "SELECT t.*, count(e.entrant_id) AS registered, count(e.checked_in_at) AS checked_in FROM tournaments t"
        " LEFT JOIN entrants e ON e.tournament_id = t.tournament_id AND e.withdrawn_at IS NULL"
        " WHERE t.tournament_id = ? GROUP BY t.tournament_id",
        (tournament_id,),
    )
    return None if row is None else (_tournament(row), Headcount(row["registered"], row["checked_in"]))


def guild_of(tx: Query, tournament_id: TournamentId) -> GuildId:
    """The server that the tournament is played in; raises LookupError where there is none."""
    row = tx.fetch_one("SELECT guild_id FROM tournaments WHERE tournament_id = ?", (tournament_id,))
    if row is None:
        raise LookupError(tournament_id)
    return GuildId(row["guild_id"])


def of_contest(tx: Query, contest_id: ContestId) -> Tournament | None:
    """The tournament that the match is of, or None when the match is unknown."""
    row = tx.fetch_one(
        "SELECT t.* FROM contests c JOIN tournaments t USING (tournament_id) WHERE c.contest_id = ?", (contest_id,)
    )
    return None if row is None else _tournament(row)


def of_entrant(tx: Query, entrant_id: EntrantId) -> Tournament | None:
    """The tournament that the entry is of, or None when the entry is unknown."""
    row = tx.fetch_one(
        "SELECT t.* FROM entrants e JOIN tournaments t USING (tournament_id) WHERE e.entrant_id = ?", (entrant_id,)
    )
    return None if row is None else _tournament(row)


def of_place(tx: Query, place_id: PlaceId) -> Tournament | None:
    """The tournament that the place in a team is of, or None when the place is unknown."""
    row = tx.fetch_one(
        "SELECT t.* FROM team_places p JOIN entrants e USING (entrant_id) JOIN tournaments t USING (tournament_id)"
        " WHERE p.place_id = ?",
        (place_id,),
    )
    return None if row is None else _tournament(row)


def save(tx: Tx, tournament: Tournament) -> None:
    """Writes what may change in a tournament: name, start and the steps that were taken."""
    tx.execute(
        "UPDATE tournaments SET name = ?, start_at = ?, draw_number = ?, announced_at = ?, check_in_opened_at = ?,"
        " reminded = ?, check_in_closed_at = ?, drawn_at = ?, first_call_at = ?, ended_at = ?, cancelled_at = ?,"
        " cancel_reason = ? WHERE tournament_id = ?",
        (
            tournament.name,
            to_ms(tournament.start_at),
            tournament.draw_number,
            to_ms_or_none(tournament.announced_at),
            to_ms_or_none(tournament.check_in_opened_at),
            sum(1 << index for index in tournament.reminded),
            to_ms_or_none(tournament.check_in_closed_at),
            to_ms_or_none(tournament.drawn_at),
            to_ms_or_none(tournament.first_call_at),
            to_ms_or_none(tournament.ended_at),
            to_ms_or_none(tournament.cancelled_at),
            tournament.cancel_reason,
            tournament.tournament_id,
        ),
    )


def change_rulebook(tx: Tx, tournament: Tournament) -> None:
    """Freezes another rulebook with a tournament that has not closed its check-in yet."""
    tx.execute(
        "UPDATE tournaments SET rulebook = ?, rulebook_hash = ? WHERE tournament_id = ? AND check_in_closed_at IS NULL",
        (canonical(tournament.rulebook), tournament.rulebook_hash, tournament.tournament_id),
    )


def of_guild(tx: Query, guild_id: GuildId, *, limit: int = 25) -> list[Tournament]:
    """The server's tournaments: those to come and those running first, then the latest that ended."""
    rows = tx.fetch_all(
        "SELECT * FROM tournaments WHERE guild_id = ?"
        " ORDER BY ended_at IS NOT NULL OR cancelled_at IS NOT NULL, start_at DESC LIMIT ?",
        (guild_id, limit),
    )
    return [_tournament(row) for row in rows]


def all_unfinished(tx: Query, guild_id: GuildId) -> list[Tournament]:
    """The server's tournaments that are neither ended nor cancelled, by their start."""
    rows = tx.fetch_all(
        "SELECT * FROM tournaments WHERE guild_id = ? AND ended_at IS NULL AND cancelled_at IS NULL"
        " ORDER BY start_at, tournament_id",
        (guild_id,),
    )
    return [_tournament(row) for row in rows]


def rules_in_use(tx: Query) -> list[tuple[GuildId, Rulebook, datetime]]:
    """Of each event anywhere that is neither over nor called off: the server, the rulebook, when it was created."""
    rows = tx.fetch_all(
        "SELECT guild_id, rulebook, created_at FROM tournaments WHERE ended_at IS NULL AND cancelled_at IS NULL"
        " ORDER BY start_at, tournament_id"
    )
    return [(row["guild_id"], from_canonical(row["rulebook"]), from_ms(row["created_at"])) for row in rows]


def ended_here(tx: Query, guild_id: GuildId) -> list[Tournament]:
    """The server's tournaments that were played here and are over, the earliest first; none that a file brought in."""
    rows = tx.fetch_all(
        "SELECT * FROM tournaments t WHERE guild_id = ? AND ended_at IS NOT NULL AND cancelled_at IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM brought_events b WHERE b.tournament_id = t.tournament_id)"
        " ORDER BY ended_at, tournament_id",
        (guild_id,),
    )
    return [_tournament(row) for row in rows]


_REACHED: Final = (
    "FROM tournaments t WHERE t.ended_at IS NULL AND t.cancelled_at IS NULL AND NOT EXISTS (SELECT 1 FROM deadlines d"
    " WHERE d.subject = 'tournament:' || t.tournament_id AND d.kind = 'open_check_in' AND d.due_at >= ?)"
)
_IN_ORDER = "ORDER BY t.start_at, t.tournament_id"


def reached_by(tx: Query, outage: Outage) -> list[Tournament]:
    """The unfinished tournaments that the outage can have cost time, by their start; of the server, or of all.

    Left out are those whose confirmation is still to open once the outage is over: no window of theirs was open.
    """
    until = to_ms(outage.up_at)
    if outage.guild_id is None:
        rows = tx.fetch_all(f"SELECT t.* {_REACHED} {_IN_ORDER}", (until,))
    else:
        rows = tx.fetch_all(f"SELECT t.* {_REACHED} AND t.guild_id = ? {_IN_ORDER}", (until, outage.guild_id))
    return [_tournament(row) for row in rows]


def secret(tx: Query, tournament_id: TournamentId) -> bytes:
    """The secret under the commitment. Only a draw may read it, to reveal its next link."""
    row = tx.fetch_one("SELECT secret FROM tournaments WHERE tournament_id = ?", (tournament_id,))
    if row is None:
        raise LookupError(tournament_id)
    return bytes(row["secret"])


def note_scheduled_event(tx: Tx, tournament_id: TournamentId, event_id: int | None) -> None:
    """Notes which of Discord's scheduled events shows the tournament, or that none does."""
    tx.execute("UPDATE tournaments SET scheduled_event = ? WHERE tournament_id = ?", (event_id, tournament_id))


def scheduled_event(tx: Query, tournament_id: TournamentId) -> int | None:
    """Discord's id of the scheduled event, if one was made."""
    row = tx.fetch_one("SELECT scheduled_event FROM tournaments WHERE tournament_id = ?", (tournament_id,))
    return None if row is None else row["scheduled_event"]


def is_scheduled_event(tx: Query, event_id: int) -> bool:
    """Whether the scheduled event is on record as some tournament's."""
    return tx.fetch_one("SELECT 1 FROM tournaments WHERE scheduled_event = ?", (event_id,)) is not None


BROUGHT: Final = "brought"
"""The reason of a draw that holds the list of an event brought from a record: nothing was drawn by it."""


class DrawPurpose(StrEnum):
    """What a draw decides; only a redraw of the field takes the place of what was drawn before."""

    FIELD = "field"
    ROUND = "round"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw with what it was for, and when it was made."""

    record: DrawRecord
    purpose: DrawPurpose
    drawn_at: datetime
    reason: str | None = None


def draws_made(tx: Query, tournament_id: TournamentId) -> int:
    """How many links of the event's chain are revealed."""
    row = tx.fetch_one("SELECT count(*) AS made FROM draws WHERE tournament_id = ?", (tournament_id,))
    return 0 if row is None else int(row["made"])


def add_draw(
    tx: Tx,
    record: DrawRecord,
    drawn_at: datetime,
    drawn_by: PersonId | None,
    reason: str | None,
    purpose: DrawPurpose = DrawPurpose.FIELD,
) -> None:
    """Writes a draw with its proof; a redraw says who wanted it and why, and the first stays on record."""
    tx.execute(
        "INSERT INTO draws (tournament_id, number, purpose, link, entrants_list, list_hash, salt, seed, drawn_at,"
        " drawn_by, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            record.event_id,
            record.number,
            purpose,
            record.link,
            record.entrants,
            record.list_hash,
            record.salt,
            record.seed,
            to_ms(drawn_at),
            drawn_by,
            reason,
        ),
    )


def draws(tx: Query, tournament_id: TournamentId) -> list[DrawRecord]:
    """Every draw of the tournament with its proof, first to last."""
    return [drawn.record for drawn in draws_with_purpose(tx, tournament_id)]


def draws_with_purpose(tx: Query, tournament_id: TournamentId) -> list[Drawn]:
    """As `draws`, with what each was for."""
    rows = tx.fetch_all(
        "SELECT d.*, t.commitment FROM draws d JOIN tournaments t USING (tournament_id)"
        " WHERE tournament_id = ? ORDER BY number",
        (tournament_id,),
    )
    return [
        Drawn(
            DrawRecord(
                number=row["number"],
                event_id=row["tournament_id"],
                commitment=row["commitment"],
                link=row["link"],
                entrants=row["entrants_list"],
                list_hash=row["list_hash"],
                salt=row["salt"],
                seed=row["seed"],
            ),
            DrawPurpose(row["purpose"]),
            from_ms(row["drawn_at"]),
            row["reason"],
        )
        for row in rows
    ]


def _tournament(row: sqlite3.Row) -> Tournament:
    return Tournament(
        tournament_id=TournamentId(row["tournament_id"]),
        guild_id=row["guild_id"],
        name=row["name"],
        rulebook=from_canonical(row["rulebook"]),
        rulebook_hash=row["rulebook_hash"],
        start_at=from_ms(row["start_at"]),
        created_at=from_ms(row["created_at"]),
        created_by=row["created_by"],
        commitment=row["commitment"],
        draw_number=row["draw_number"],
        announced_at=from_ms_or_none(row["announced_at"]),
        check_in_opened_at=from_ms_or_none(row["check_in_opened_at"]),
        reminded=frozenset(index for index in range(16) if row["reminded"] >> index & 1),
        check_in_closed_at=from_ms_or_none(row["check_in_closed_at"]),
        drawn_at=from_ms_or_none(row["drawn_at"]),
        first_call_at=from_ms_or_none(row["first_call_at"]),
        ended_at=from_ms_or_none(row["ended_at"]),
        cancelled_at=from_ms_or_none(row["cancelled_at"]),
        cancel_reason=row["cancel_reason"],
        poster_id=row["poster_id"],
    )
