"""Lists of sign-ups: those that were read and wait, what was said of their names, and those that were brought in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import EntrantId, GuildId, PersonId, TournamentId
from bot.kernel.tables import Table


@dataclass(frozen=True, slots=True)
class SignUpDraft:
    """A list as its asker sent it in; without an event, for the one that the asker is about to create."""

    draft_id: str
    guild_id: GuildId
    person_id: PersonId
    tournament_id: TournamentId | None
    file_name: str
    file_hash: str
    content: str
    """What was read of it, as text."""
    drafted_at: datetime


@dataclass(frozen=True, slots=True)
class SignUpList:
    """A list by which people were entered."""

    list_id: str
    tournament_id: TournamentId
    brought_by: PersonId
    brought_at: datetime
    file_hash: str
    undone_at: datetime | None = None


_DRAFTS: Final = Table("sign_up_drafts", SignUpDraft, "draft_id")
_LISTS: Final = Table("sign_up_lists", SignUpList, "list_id")


def keep(tx: Tx, draft: SignUpDraft) -> None:
    """Writes the draft in place of the one that its asker had before."""
    for one in of_person(tx, draft.person_id):
        drop(tx, one.draft_id)
    _DRAFTS.insert(tx, draft)


def load_draft(tx: Query, draft_id: str) -> SignUpDraft | None:
    """The draft, or None when it was confirmed or dropped."""
    return _DRAFTS.fetch_one(tx, "SELECT * FROM sign_up_drafts WHERE draft_id = ?", (draft_id,))


def of_person(tx: Query, person_id: PersonId) -> list[SignUpDraft]:
    """What the person sent in and has not confirmed: one at most."""
    return _DRAFTS.fetch_all(tx, "SELECT * FROM sign_up_drafts WHERE person_id = ? ORDER BY draft_id", (person_id,))


def drop(tx: Tx, draft_id: str) -> bool:
    """Removes the draft with its answers; False when somebody was faster, as with a second press."""
    tx.execute("DELETE FROM sign_up_answers WHERE draft_id = ?", (draft_id,))
    return bool(tx.execute("DELETE FROM sign_up_drafts WHERE draft_id = ?", (draft_id,)))


def give_to_event(tx: Tx, draft_id: str, tournament_id: TournamentId) -> None:
    """Notes that the list waits for an event that is there by now."""
    tx.execute("UPDATE sign_up_drafts SET tournament_id = ? WHERE draft_id = ?", (tournament_id, draft_id))


def answer(tx: Tx, draft_id: str, said: Mapping[int, PersonId | None], at: datetime) -> None:
    """Writes who is meant by these lines, None for somebody new."""
    tx.execute_many(
        "INSERT INTO sign_up_answers (draft_id, line, person_id, answered_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (draft_id, line) DO UPDATE SET person_id = excluded.person_id,"
        " answered_at = excluded.answered_at",
        [(draft_id, line, person_id, to_ms(at)) for line, person_id in said.items()],
    )


def answers(tx: Query, draft_id: str) -> dict[int, PersonId | None]:
    """Who is meant by which line, as far as somebody has said."""
    rows = tx.fetch_all("SELECT line, person_id FROM sign_up_answers WHERE draft_id = ? ORDER BY line", (draft_id,))
    return {row["line"]: None if row["person_id"] is None else PersonId(row["person_id"]) for row in rows}


def forget_answers(tx: Tx, draft_id: str) -> None:
    """Takes back all that was said of the draft's lines."""
    tx.execute("DELETE FROM sign_up_answers WHERE draft_id = ?", (draft_id,))


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
