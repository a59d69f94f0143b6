"""Bars from tournaments, and seats in other events that keep their holders out of an Open."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from bot.domain.entering.bars import Bar, BarReason
from bot.domain.ids import BarId, CaseId, GuildId, PersonId, VoteId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.storage.context import Query, Tx


def add(tx: Tx, bar: Bar) -> bool:
    """Writes a bar; False when one that holds has come from its case already."""
    return bool(
        tx.execute(
            "INSERT INTO bars (bar_id, guild_id, person_id, reason, explanation, since, until, case_id, barred_by,"
            " vote_id, tournament_id, rule) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (case_id) WHERE case_id IS NOT NULL AND lifted_at IS NULL DO NOTHING",
            (
                bar.bar_id,
                bar.guild_id,
                bar.person_id,
                bar.reason,
                bar.explanation,
                to_ms(bar.since),
                to_ms_or_none(bar.until),
                bar.case_id,
                bar.barred_by,
                bar.vote_id,
                bar.tournament_id,
                bar.rule,
            ),
        )
    )


def load(tx: Query, bar_id: BarId) -> Bar | None:
    """One bar, lifted or not."""
    row = tx.fetch_one("SELECT * FROM bars WHERE bar_id = ?", (bar_id,))
    return None if row is None else _bar(row)


def of_people(tx: Query, person_ids: Sequence[PersonId], now: datetime) -> list[Bar]:
    """Bars in force against any of the people, oldest first, those from one event alone among them."""
    marks = ", ".join("?" * len(person_ids))
    rows = tx.fetch_all(
        f"SELECT * FROM bars WHERE person_id IN ({marks}) AND lifted_at IS NULL"  # noqa: S608
        " AND since <= ? AND (until IS NULL OR until > ?) ORDER BY since, bar_id",
        (*person_ids, to_ms(now), to_ms(now)),
    )
    return [_bar(row) for row in rows]


def of_guild(tx: Query, guild_id: GuildId, now: datetime) -> list[Bar]:
    """All bars in force in a server, oldest first; one from a single event only until that is over."""
    rows = tx.fetch_all(
        "SELECT * FROM bars WHERE guild_id = ? AND lifted_at IS NULL AND (until IS NULL OR until > ?)"
        " AND (tournament_id IS NULL OR EXISTS (SELECT 1 FROM tournaments t"
        " WHERE t.tournament_id = bars.tournament_id AND t.ended_at IS NULL AND t.cancelled_at IS NULL))"
        " ORDER BY since, bar_id",
        (guild_id, to_ms(now)),
    )
    return [_bar(row) for row in rows]


def of_case(tx: Query, case_id: CaseId) -> Bar | None:
    """The bar that came from a case and was not lifted, or None."""
    row = tx.fetch_one("SELECT * FROM bars WHERE case_id = ? AND lifted_at IS NULL", (case_id,))
    return None if row is None else _bar(row)


def forgiven_since(tx: Query, person_id: PersonId, since: datetime, case_id: str | None = None) -> bool:
    """Whether somebody lifted a bar of an absence of the person since then: of that case, or of any."""
    row = tx.fetch_one(
        "SELECT 1 FROM bars WHERE person_id = ?1 AND reason = 'unjustified_absence' AND lifted_by IS NOT NULL"
        " AND lifted_at >= ?2 AND (CAST(?3 AS TEXT) IS NULL OR ?3 IN (case_id, bar_id)) LIMIT 1",
        (person_id, to_ms(since), case_id),
    )
    return row is not None


def lift(tx: Tx, bar_id: BarId, by: PersonId | None, reason: str, at: datetime, vote_id: VoteId | None = None) -> bool:
    """Ends a bar, by a vote or not (`by` is None where it falls by itself); False when it was lifted before."""
    return bool(
        tx.execute(
            "UPDATE bars SET lifted_at = ?, lifted_by = ?, lift_reason = ?, lift_vote_id = ?"
            " WHERE bar_id = ? AND lifted_at IS NULL",
            (to_ms(at), by, reason, vote_id, bar_id),
        )
    )


def give_seat(
    tx: Tx,
    guild_id: GuildId,
    event: str,
    person_id: PersonId,
    since: datetime,
    by: PersonId,
    reason: str | None = None,
) -> None:
    """Records a sure seat in another kind of event, given by hand (AIJE-D01-2)."""
    tx.execute(
        "INSERT INTO seats (guild_id, event, person_id, since, given_by, reason) SELECT ?1, ?2, ?3, ?4, ?5, ?6"
        " WHERE NOT EXISTS"
        " (SELECT 1 FROM seats WHERE guild_id = ?1 AND event = ?2 AND person_id = ?3 AND until IS NULL)"
        # A seat can end and be given again in one moment, as where a place passes on and back.
        " ON CONFLICT (guild_id, event, person_id, since) DO UPDATE SET until = NULL, round_id = NULL,"
        " given_by = excluded.given_by, reason = excluded.reason",
        (guild_id, event, person_id, to_ms(since), by, reason),
    )


def take_seat_back(tx: Tx, guild_id: GuildId, event: str, person_id: PersonId, at: datetime) -> bool:
    """Ends the seat, as when the event that it was for has ended; False when there was none."""
    return bool(
        tx.execute(
            "UPDATE seats SET until = ? WHERE guild_id = ? AND event = ? AND person_id = ? AND until IS NULL",
            (to_ms(at), guild_id, event, person_id),
        )
    )


def has_seat(tx: Query, guild_id: GuildId, event: str, person_id: PersonId) -> bool:
    """Whether the person holds a sure seat in that kind of event."""
    return (
        tx.fetch_one(
            "SELECT 1 FROM seats WHERE guild_id = ? AND event = ? AND person_id = ? AND until IS NULL",
            (guild_id, event, person_id),
        )
        is not None
    )


def seats(tx: Query, guild_id: GuildId, event: str) -> list[PersonId]:
    """Who holds a sure seat in that kind of event."""
    rows = tx.fetch_all(
        "SELECT person_id FROM seats WHERE guild_id = ? AND event = ? AND until IS NULL ORDER BY since, person_id",
        (guild_id, event),
    )
    return [PersonId(row["person_id"]) for row in rows]


def _bar(row: sqlite3.Row) -> Bar:
    return Bar(
        bar_id=BarId(row["bar_id"]),
        guild_id=row["guild_id"],
        person_id=PersonId(row["person_id"]),
        reason=BarReason(row["reason"]),
        explanation=row["explanation"],
        since=from_ms(row["since"]),
        until=from_ms_or_none(row["until"]),
        case_id=row["case_id"],
        barred_by=row["barred_by"],
        lifted_at=from_ms_or_none(row["lifted_at"]),
        lifted_by=row["lifted_by"],
        lift_reason=row["lift_reason"],
        vote_id=row["vote_id"],
        lift_vote_id=row["lift_vote_id"],
        tournament_id=row["tournament_id"],
        rule=row["rule"],
    )
