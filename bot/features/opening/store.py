"""Opening lists: those brought in, with what came with each, and those that were read and wait to be confirmed.

Kept too is what they say of the time before them, and what was said of who is meant by their lines.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.features.registry.titles_model import (
    Brought,
    BroughtKind,
    Victory,
)
from bot.kernel.context import Query, Tx, from_ms_or_none, to_ms, to_ms_or_none
from bot.kernel.ids import BarId, GuildId, PersonId
from bot.kernel.tables import Table
from bot.people.lists_model import ListDraft
from bot.people.store import Drafts

# --- lists that were brought in -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpeningList:
    """One act of bringing in; `rating_list` is the list of ratings that came with it, if any did."""

    list_id: str
    guild_id: GuildId
    dated_at: datetime
    brought_at: datetime
    brought_by: PersonId
    file_hash: str
    rating_list: str | None = None
    undone_at: datetime | None = None
    undone_by: PersonId | None = None


@dataclass(frozen=True, slots=True)
class EarlierLine:
    """What one list says of one person; None where it is silent."""

    person_id: PersonId
    is_new: bool
    registered_since: datetime | None = None
    club: str | None = None
    as_arbiter: tuple[int, int] | None = None
    """Months and days."""
    refereed: int | None = None


_LISTS: Final = Table("opening_lists", OpeningList, "list_id")
_ACTS: Final = Table("opening_acts", Brought, "list_id, person_id, kind, what", ("list_id",))


def add(tx: Tx, opening: OpeningList) -> None:
    """Writes that the list came in."""
    _LISTS.insert(tx, opening)


def add_earlier(tx: Tx, list_id: str, lines: Collection[EarlierLine]) -> None:
    """Writes what the list says of people's time before it."""
    tx.execute_many(
        "INSERT INTO earlier_facts (list_id, person_id, is_new, registered_since, club, arbiter_months, arbiter_days,"
        " refereed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                list_id,
                line.person_id,
                int(line.is_new),
                to_ms_or_none(line.registered_since),
                line.club,
                None if line.as_arbiter is None else line.as_arbiter[0],
                None if line.as_arbiter is None else line.as_arbiter[1],
                line.refereed,
            )
            for line in lines
        ],
    )


def add_victories(tx: Tx, list_id: str, won: Collection[tuple[PersonId, Victory]]) -> None:
    """Writes the official tournaments that people had won."""
    tx.execute_many(
        "INSERT INTO earlier_victories (list_id, person_id, event, won_at) VALUES (?, ?, ?, ?)",
        [(list_id, person_id, one.event, to_ms(one.won_at)) for person_id, one in won],
    )


def add_acts(tx: Tx, list_id: str, acts: Collection[Brought]) -> None:
    """Writes which facts that stand elsewhere have come with the list."""
    _ACTS.insert_all(tx, acts, list_id=list_id)


def load(tx: Query, list_id: str) -> OpeningList | None:
    """One list, taken back or not; None for an unknown id."""
    return _LISTS.fetch_one(tx, "SELECT * FROM opening_lists WHERE list_id = ?", (list_id,))


def of_guild(tx: Query, guild_id: GuildId) -> list[OpeningList]:
    """The lists of the server that stand, the earliest first."""
    return _LISTS.fetch_all(
        tx,
        "SELECT * FROM opening_lists WHERE guild_id = ? AND undone_at IS NULL ORDER BY brought_at, list_id",
        (guild_id,),
    )


def people_on(tx: Query, list_id: str) -> list[EarlierLine]:
    """Everybody on the list, with what it says of the time before it."""
    rows = tx.fetch_all("SELECT * FROM earlier_facts WHERE list_id = ? ORDER BY person_id", (list_id,))
    return [
        EarlierLine(
            PersonId(row["person_id"]),
            bool(row["is_new"]),
            from_ms_or_none(row["registered_since"]),
            row["club"],
            None if row["arbiter_months"] is None else (row["arbiter_months"], row["arbiter_days"]),
            row["refereed"],
        )
        for row in rows
    ]


def acts_of(tx: Query, list_id: str) -> list[Brought]:
    """The facts that stand elsewhere and have come with the list."""
    return _ACTS.fetch_all(
        tx, "SELECT * FROM opening_acts WHERE list_id = ? ORDER BY person_id, kind, what", (list_id,)
    )


def arbiters_brought_by(tx: Query, guild_id: GuildId, person_ids: Collection[PersonId]) -> set[PersonId]:
    """Whose arbiter title has come with a list that stands, which one of the people brought in."""
    rows = tx.fetch_all(
        "SELECT a.person_id, l.brought_by FROM opening_lists l JOIN opening_acts a USING (list_id)"
        " WHERE l.guild_id = ? AND l.undone_at IS NULL AND a.kind = 'arbiter_title'",
        (guild_id,),
    )
    return {PersonId(row["person_id"]) for row in rows if row["brought_by"] in person_ids}


def brought_bar(tx: Query, person_id: PersonId, bar_id: BarId) -> bool:
    """Whether the person's bar has come with a list that stands."""
    row = tx.fetch_one(
        "SELECT 1 FROM opening_acts WHERE person_id = ? AND kind = 'bar' AND what = ? LIMIT 1", (person_id, bar_id)
    )
    return row is not None


def club_of(tx: Query, person_id: PersonId) -> str | None:
    """The person's club by the latest word: a list that stands, or what was said for an event."""
    row = tx.fetch_one(
        "SELECT f.club AS club, l.brought_at AS said_at FROM earlier_facts f JOIN opening_lists l USING (list_id)"
        " WHERE f.person_id = ?1 AND f.club IS NOT NULL AND l.undone_at IS NULL"
        " UNION ALL SELECT club, registered_at FROM entrants WHERE person_id = ?1 AND club IS NOT NULL"
        " ORDER BY said_at DESC, club LIMIT 1",
        (person_id,),
    )
    return None if row is None else str(row["club"])


def take_back(tx: Tx, list_id: str, by: PersonId, at: datetime) -> bool:
    """Notes that the list was taken back, and lets go of what it said; False when it was before."""
    if not tx.execute(
        "UPDATE opening_lists SET undone_at = ?, undone_by = ?, rating_list = NULL"
        " WHERE list_id = ? AND undone_at IS NULL",
        (to_ms(at), by, list_id),
    ):
        return False
    for table in ("earlier_facts", "earlier_victories", "opening_acts"):
        tx.execute(f"DELETE FROM {table} WHERE list_id = ?", (list_id,))  # noqa: S608 - constants
    return True


_TAKEN_OUT: Final[Mapping[BroughtKind, str]] = {
    BroughtKind.COUNTRY: "DELETE FROM countries WHERE person_id = :person AND since = :since AND country = :what",
    BroughtKind.ACCOUNT: (
        "DELETE FROM accounts WHERE person_id = :person AND site = :what AND held_from = :since AND held_until IS NULL"
    ),
    BroughtKind.MASTER_TITLE: (
        "DELETE FROM master_titles WHERE person_id = :person AND title = :what AND since = :since AND until IS NULL"
    ),
    BroughtKind.ARBITER_TITLE: (
        "DELETE FROM arbiter_titles WHERE person_id = :person AND since = :since AND title = :what AND until IS NULL"
    ),
    BroughtKind.WORLD_TITLE: (
        "DELETE FROM world_titles WHERE person_id = :person AND event = :what AND won_at = :since"
        " AND tournament_id IS NULL"
    ),
    BroughtKind.OFFICE: (
        "DELETE FROM offices WHERE person_id = :person AND office = :what AND since = :since AND until IS NULL"
    ),
}


def take_out(tx: Tx, act: Brought) -> bool:
    """Takes a fact out as if it had never come in; False where it does not stand any more. Bars are lifted instead."""
    values: dict[str, str | int] = {"person": act.person_id, "what": act.what, "since": to_ms(act.since)}
    return bool(tx.execute(_TAKEN_OUT[act.kind], values))


def withdraw_ratings(tx: Tx, rating_list: str) -> None:
    """Takes a published list out, after which nothing was rated."""
    tx.execute("DELETE FROM ratings WHERE list_id = ?", (rating_list,))
    tx.execute("DELETE FROM rating_lists WHERE list_id = ?", (rating_list,))


# --- lists that wait ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningDraft(ListDraft):
    """An opening list with its day."""

    dated_at: datetime


_DRAFTS: Final = Table("opening_drafts", OpeningDraft, "draft_id")
DRAFTS: Final = Drafts(_DRAFTS, "opening_answers")


def drafts_of_guild(tx: Query, guild_id: GuildId) -> list[OpeningDraft]:
    """What waits in the server, the newest first."""
    return _DRAFTS.fetch_all(
        tx, "SELECT * FROM opening_drafts WHERE guild_id = ? ORDER BY drafted_at DESC, draft_id", (guild_id,)
    )


def handed_on(tx: Query, guild_id: GuildId) -> list[tuple[str, str, PersonId]]:
    """What waits in the server for a word beside its asker's, the oldest first: its id, its file's name, who asks."""
    rows = tx.fetch_all(
        "SELECT draft_id, file_name, person_id FROM opening_drafts d WHERE guild_id = ?"
        " AND EXISTS (SELECT 1 FROM log l WHERE l.subject = 'opening_draft:' || d.draft_id"
        " AND l.act = 'hand_over_opening_list') ORDER BY drafted_at, draft_id",
        (guild_id,),
    )
    return [(row["draft_id"], row["file_name"], PersonId(row["person_id"])) for row in rows]
