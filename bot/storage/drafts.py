"""What organisers typed and have not confirmed yet."""

from __future__ import annotations

from bot.domain.events.drafts import Draft
from bot.storage.codec import from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.storage.context import Query, Tx


def add(tx: Tx, draft: Draft) -> None:
    """Writes a draft."""
    tx.execute(
        "INSERT INTO drafts (draft_id, guild_id, person_id, tournament_id, name, rulebook, start_at, drafted_at,"
        " poster_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            draft.draft_id,
            draft.guild_id,
            draft.person_id,
            draft.tournament_id,
            draft.name,
            draft.rulebook,
            to_ms_or_none(draft.start_at),
            to_ms(draft.drafted_at),
            draft.poster_id,
        ),
    )


def load(tx: Query, draft_id: str) -> Draft | None:
    """The draft, or None when it was confirmed or dropped."""
    row = tx.fetch_one("SELECT * FROM drafts WHERE draft_id = ?", (draft_id,))
    if row is None:
        return None
    return Draft(
        draft_id=row["draft_id"],
        guild_id=row["guild_id"],
        person_id=row["person_id"],
        drafted_at=from_ms(row["drafted_at"]),
        tournament_id=row["tournament_id"],
        name=row["name"],
        rulebook=row["rulebook"],
        start_at=from_ms_or_none(row["start_at"]),
        poster_id=row["poster_id"],
    )


def of_person(tx: Query, person_id: str) -> list[Draft]:
    """What the person typed and has not confirmed yet, the newest first."""
    rows = tx.fetch_all("SELECT draft_id FROM drafts WHERE person_id = ? ORDER BY drafted_at DESC", (person_id,))
    return [draft for row in rows if (draft := load(tx, row["draft_id"])) is not None]


def change_rules(tx: Tx, draft_id: str, rulebook: str) -> None:
    """Gives the draft other rules, as their canonical text."""
    tx.execute("UPDATE drafts SET rulebook = ? WHERE draft_id = ?", (rulebook, draft_id))


def take(tx: Tx, draft_id: str) -> bool:
    """Removes the draft; False when somebody was faster, as with a second press."""
    return bool(tx.execute("DELETE FROM drafts WHERE draft_id = ?", (draft_id,)))


def drop_of_person(tx: Tx, person_id: str) -> None:
    """Forgets what the person typed before and never confirmed."""
    tx.execute("DELETE FROM drafts WHERE person_id = ?", (person_id,))


def drop_of_event(tx: Tx, person_id: str, tournament_id: str) -> None:
    """Forgets the change of the event that the person typed and that is done by now."""
    tx.execute("DELETE FROM drafts WHERE person_id = ? AND tournament_id = ?", (person_id, tournament_id))
