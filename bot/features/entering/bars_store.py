"""Bars from tournaments, expulsions, and seats elsewhere that keep their holders out of an Open.

Of an expulsion it is kept until when there is no way back, and who never sits on the committee again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.features.entering.model import Bar
from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import BarId, CaseId, GuildId, MemberId, PersonId, VoteId
from bot.kernel.tables import Table
from bot.people.store import same_person_ids

# --- bars -----------------------------------------------------------------------------------------------------------


_BARS: Final = Table("bars", Bar, "bar_id")


def add(tx: Tx, bar: Bar) -> bool:
    """Writes a bar; False when one that holds has come from its case already."""
    once = "ON CONFLICT (case_id) WHERE case_id IS NOT NULL AND lifted_at IS NULL DO NOTHING"
    return bool(_BARS.insert(tx, bar, once))


def load(tx: Query, bar_id: BarId) -> Bar | None:
    """One bar, lifted or not."""
    return _BARS.fetch_one(tx, "SELECT * FROM bars WHERE bar_id = ?", (bar_id,))


def of_people(tx: Query, person_ids: Sequence[PersonId], now: datetime) -> list[Bar]:
    """Bars in force against any of the people, oldest first, those from one event alone among them."""
    marks = ", ".join("?" * len(person_ids))
    return _BARS.fetch_all(
        tx,
        f"SELECT * FROM bars WHERE person_id IN ({marks}) AND lifted_at IS NULL"  # noqa: S608
        " AND since <= ? AND (until IS NULL OR until > ?) ORDER BY since, bar_id",
        (*person_ids, to_ms(now), to_ms(now)),
    )


def of_guild(tx: Query, guild_id: GuildId, now: datetime) -> list[Bar]:
    """All bars in force in a server, oldest first; one from a single event only until that is over."""
    return _BARS.fetch_all(
        tx,
        "SELECT * FROM bars WHERE guild_id = ? AND lifted_at IS NULL AND (until IS NULL OR until > ?)"
        " AND (tournament_id IS NULL OR EXISTS (SELECT 1 FROM tournaments t"
        " WHERE t.tournament_id = bars.tournament_id AND t.ended_at IS NULL AND t.cancelled_at IS NULL))"
        " ORDER BY since, bar_id",
        (guild_id, to_ms(now)),
    )


def of_case(tx: Query, case_id: CaseId) -> Bar | None:
    """The bar that came from a case and was not lifted, or None."""
    return _BARS.fetch_one(tx, "SELECT * FROM bars WHERE case_id = ? AND lifted_at IS NULL", (case_id,))


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


# --- expulsions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expulsion:
    """An expelled player; the person's row is a tombstone, the Discord account stays known here (AIJE-A02-2)."""

    person_id: PersonId
    guild_id: GuildId
    member_id: MemberId | None
    vote_id: VoteId
    bar_id: BarId
    expelled_at: datetime
    readmission_from: datetime
    readmitted_at: datetime | None = None


_EXPULSIONS: Final = Table("expulsions", Expulsion, "person_id, expelled_at", member_id="discord_id")


def add_expulsion(tx: Tx, expulsion: Expulsion) -> None:
    """Records the expulsion."""
    _EXPULSIONS.insert(tx, expulsion)


def expulsion_of_bar(tx: Query, bar_id: BarId) -> Expulsion | None:
    """The expulsion that the bar belongs to, or None."""
    return _EXPULSIONS.fetch_one(
        tx, "SELECT * FROM expulsions WHERE bar_id = ? ORDER BY expelled_at, person_id", (bar_id,)
    )


def expulsion_of_member(tx: Query, guild_id: GuildId, member_id: MemberId) -> Expulsion | None:
    """The expulsion that still holds against whoever has that Discord account."""
    return _EXPULSIONS.fetch_one(
        tx,
        "SELECT * FROM expulsions WHERE guild_id = ? AND discord_id = ? AND readmitted_at IS NULL"
        " ORDER BY expelled_at, person_id",
        (guild_id, member_id),
    )


def expulsion_of_person(tx: Query, person_id: PersonId) -> Expulsion | None:
    """The person's latest expulsion, readmitted or not."""
    return _EXPULSIONS.fetch_one(
        tx, "SELECT * FROM expulsions WHERE person_id = ? ORDER BY expelled_at DESC LIMIT 1", (person_id,)
    )


def all_expelled(tx: Query, guild_id: GuildId) -> frozenset[PersonId]:
    """Everyone whose history and rating left the system."""
    rows = tx.fetch_all("SELECT person_id FROM expulsions WHERE guild_id = ?", (guild_id,))
    return frozenset(PersonId(row["person_id"]) for row in rows)


def readmit(tx: Tx, bar_id: BarId, by: PersonId, at: datetime) -> bool:
    """Ends the expulsion; False when it had ended before."""
    return bool(
        tx.execute(
            "UPDATE expulsions SET readmitted_at = ?, readmitted_by = ? WHERE bar_id = ? AND readmitted_at IS NULL",
            (to_ms(at), by, bar_id),
        )
    )


def tombstone(tx: Query, language: str) -> str:
    """What stands in place of the name of somebody who was expelled."""
    row = tx.fetch_one("SELECT name FROM tombstones WHERE language = ?", (language,))
    if row is None:
        raise LookupError(language)
    return str(row["name"])


def exclude(tx: Tx, guild_id: GuildId, person_id: PersonId, vote_id: VoteId, since: datetime) -> None:
    """Records that the person never sits on the committee again (AIJE-A02-5)."""
    tx.execute(
        "INSERT INTO committee_exclusions (person_id, guild_id, since, vote_id) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (person_id, guild_id, to_ms(since), vote_id),
    )


def is_excluded(tx: Query, person_id: PersonId) -> bool:
    """Whether the person, under whichever account, is kept from the committee for good."""
    sql = "SELECT 1 FROM committee_exclusions WHERE person_id = ?"
    return any(tx.fetch_one(sql, (one,)) is not None for one in same_person_ids(tx, person_id))


def end_offices(tx: Tx, person_id: PersonId, at: datetime) -> int:
    """Ends every office that the person holds; answers how many."""
    return tx.execute("UPDATE offices SET until = ? WHERE person_id = ? AND until IS NULL", (to_ms(at), person_id))
