"""What a procedure here has decided about people, so that no list of a time before can say otherwise."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.domain.registry.titles import MasterTitle
from bot.storage.codec import from_ms
from bot.storage.context import Query


def has_lifted_bar(tx: Query, own: Collection[PersonId]) -> bool:
    """Whether a bar that was imposed here was lifted here, of one of these; one of a list is that list's matter."""
    return any(
        tx.fetch_one(
            "SELECT 1 FROM bars b WHERE b.person_id = ? AND b.lifted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM"
            " opening_acts a WHERE a.person_id = b.person_id AND a.kind = 'bar' AND a.what = b.bar_id) LIMIT 1",
            (one,),
        )
        for one in own
    )


def has_lost_arbiter_title(tx: Query, own: Collection[PersonId]) -> bool:
    """Whether one of these has held an arbiter title here that ended."""
    return any(
        tx.fetch_one("SELECT 1 FROM arbiter_titles WHERE person_id = ? AND until IS NOT NULL LIMIT 1", (one,))
        for one in own
    )


def has_lost_title(tx: Query, own: Collection[PersonId], title: MasterTitle) -> bool:
    """Whether one of these has held the master title here, and lost it or laid it down."""
    return any(
        tx.fetch_one(
            "SELECT 1 FROM master_titles WHERE person_id = ? AND title = ? AND until IS NOT NULL LIMIT 1", (one, title)
        )
        for one in own
    )


def has_corrected_rating(tx: Query, own: Collection[PersonId]) -> bool:
    """Whether the rating of one of these was put right here by hand, or lowered as a penalty."""
    return any(
        tx.fetch_one(f"SELECT 1 FROM {table} WHERE person_id = ? LIMIT 1", (one,))  # noqa: S608 - two constants
        for one in own
        for table in ("rating_amendments", "rating_penalties")
    )


def was_voted_on(tx: Query, own: Collection[PersonId]) -> bool:
    """Whether the committee has decided a vote about one of these, either way."""
    return any(
        tx.fetch_one("SELECT 1 FROM votes WHERE subject_id = ? AND outcome IN ('passed', 'rejected') LIMIT 1", (one,))
        for one in own
    )


def first_title_match(tx: Query, guild_id: GuildId) -> datetime | None:
    """When a match here first gave the title of champion of the world; None where none has."""
    row = tx.fetch_one(
        "SELECT min(won_at) AS first FROM world_titles WHERE guild_id = ? AND tournament_id IS NOT NULL", (guild_id,)
    )
    return None if row is None or row["first"] is None else from_ms(row["first"])


def has_elected_leader(tx: Query, guild_id: GuildId) -> bool:
    """Whether the committee has elected its leader here."""
    return (
        tx.fetch_one("SELECT 1 FROM votes WHERE guild_id = ? AND elected IS NOT NULL LIMIT 1", (guild_id,)) is not None
    )
