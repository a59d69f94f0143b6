"""Lists of sign-ups: those that were read and wait, what was said of their names, and those that were brought in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import EntrantId, PersonId, TournamentId
from bot.kernel.tables import Table
from bot.people.lists_model import ListDraft
from bot.people.store import Drafts


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpDraft(ListDraft):
    """A list of sign-ups with its event; without one, for the event that the asker is about to create."""

    tournament_id: TournamentId | None


@dataclass(frozen=True, slots=True)
class SignUpList:
    """A list by which people were entered."""

    list_id: str
    tournament_id: TournamentId
    brought_by: PersonId
    brought_at: datetime
    file_hash: str
    undone_at: datetime | None = None


DRAFTS: Final = Drafts(Table("sign_up_drafts", SignUpDraft, "draft_id"), "sign_up_answers")
_LISTS: Final = Table("sign_up_lists", SignUpList, "list_id")


def give_to_event(tx: Tx, draft_id: str, tournament_id: TournamentId) -> None:
    """Notes that the list waits for an event that is there by now."""
    tx.execute("UPDATE sign_up_drafts SET tournament_id = ? WHERE draft_id = ?", (tournament_id, draft_id))


def add(tx: Tx, brought: SignUpList, entered: Collection[EntrantId]) -> None:
    """Writes that the list came in, and whom it has entered."""
    _LISTS.insert(tx, brought)
    tx.execute_many(
        "INSERT INTO sign_up_entries (list_id, entrant_id) VALUES (?, ?)", [(brought.list_id, one) for one in entered]
    )


def load(tx: Query, list_id: str) -> SignUpList | None:
    """The list that came in, taken back or not."""
    return _LISTS.fetch_one(tx, "SELECT * FROM sign_up_lists WHERE list_id = ?", (list_id,))


def of_tournament(tx: Query, tournament_id: TournamentId) -> list[SignUpList]:
    """The lists that came in for the event, the oldest first."""
    return _LISTS.fetch_all(
        tx, "SELECT * FROM sign_up_lists WHERE tournament_id = ? ORDER BY brought_at, list_id", (tournament_id,)
    )


def entered_by(tx: Query, list_id: str) -> tuple[EntrantId, ...]:
    """Whom the list has entered."""
    rows = tx.fetch_all("SELECT entrant_id FROM sign_up_entries WHERE list_id = ? ORDER BY entrant_id", (list_id,))
    return tuple(EntrantId(row["entrant_id"]) for row in rows)


def taken_off(tx: Query, tournament_id: TournamentId) -> frozenset[EntrantId]:
    """Who is off the event's list for no other reason than that the list by which they came was taken back."""
    rows = tx.fetch_all(
        "SELECT entrant_id FROM sign_up_lists JOIN sign_up_entries USING (list_id) JOIN entrants USING (entrant_id)"
        " WHERE sign_up_lists.tournament_id = ? AND withdrawn_at = undone_at ORDER BY entrant_id",
        (tournament_id,),
    )
    return frozenset(EntrantId(row["entrant_id"]) for row in rows)


def take_back(tx: Tx, list_id: str, at: datetime) -> bool:
    """Notes that the list was taken back; False when that was noted before."""
    return bool(
        tx.execute(
            "UPDATE sign_up_lists SET undone_at = ? WHERE list_id = ? AND undone_at IS NULL", (to_ms(at), list_id)
        )
    )
