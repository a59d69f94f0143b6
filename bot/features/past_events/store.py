"""Past events that were brought in together, files that wait, and whom the names of a record mean."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final

from bot.features.past_events.model import (
    Bringing,
    BroughtEvent,
    KeptFile,
    RatedFate,
    RatingsTaken,
    RecordDraft,
    RecordName,
)
from bot.kernel.context import Query, Tx, from_ms, to_ms, to_ms_or_none
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.tables import Codec, Table

_BRINGINGS: Final = Table("bringings", Bringing, "bringing_id")
_EVENTS: Final = Table("brought_events", BroughtEvent, "tournament_id", ("bringing_id",))
_NUMBERS: Final = Codec(
    lambda some: ",".join(map(str, sorted(some))), lambda text: frozenset(map(int, text.split(",")))
)
_NAMES: Final = Table("record_names", RecordName, "name_id", files=_NUMBERS)


def add(tx: Tx, bringing: Bringing) -> None:
    """Writes the act; its events follow."""
    _BRINGINGS.insert(tx, bringing)


# --- what came in, and files not confirmed --------------------------------------------------------------------------


def add_event(tx: Tx, bringing_id: str, event: BroughtEvent) -> None:
    """Writes that the event came with the act."""
    _EVENTS.insert(tx, event, bringing_id=bringing_id)


def add_moves(tx: Tx, bringing_id: str, moved: Iterable[tuple[PersonId, float | None, float]]) -> None:
    """Writes whose rating moved by the act, from which to which."""
    tx.execute_many(
        "INSERT INTO brought_ratings (bringing_id, person_id, rating_before, rating_after) VALUES (?, ?, ?, ?)",
        [(bringing_id, *one) for one in moved],
    )


def moves_of(tx: Query, bringing_id: str) -> list[tuple[PersonId, float | None, float]]:
    """Whose rating moved by the act, the highest first."""
    rows = tx.fetch_all(
        "SELECT * FROM brought_ratings WHERE bringing_id = ? ORDER BY rating_after DESC, person_id", (bringing_id,)
    )
    return [(PersonId(row["person_id"]), row["rating_before"], row["rating_after"]) for row in rows]


def load(tx: Query, bringing_id: str) -> Bringing | None:
    """One act, or None when the id is unknown."""
    return _BRINGINGS.fetch_one(tx, "SELECT * FROM bringings WHERE bringing_id = ?", (bringing_id,))


def events_of(tx: Query, bringing_id: str) -> list[BroughtEvent]:
    """The events of an act, in their order of time."""
    return _EVENTS.fetch_all(tx, "SELECT * FROM brought_events WHERE bringing_id = ? ORDER BY number", (bringing_id,))


def standing_with_digest(tx: Query, guild_id: GuildId, digest: str) -> tuple[BroughtEvent, datetime] | None:
    """The event of that very content that is here by an act which stands, and since when."""
    row: sqlite3.Row | None = tx.fetch_one(
        "SELECT e.*, b.brought_at FROM brought_events e JOIN bringings b USING (bringing_id)"
        " WHERE e.digest = ? AND b.guild_id = ? AND b.taken_back_at IS NULL ORDER BY b.brought_at LIMIT 1",
        (digest, guild_id),
    )
    if row is None:
        return None
    return _EVENTS.read(row), from_ms(row["brought_at"])


def brought_at(tx: Query, tournament_id: TournamentId) -> datetime | None:
    """When the event came in as a past one; None for one that was played here."""
    row = tx.fetch_one(
        "SELECT brought_at FROM bringings JOIN brought_events USING (bringing_id) WHERE tournament_id = ?",
        (tournament_id,),
    )
    return None if row is None else from_ms(row["brought_at"])


def rests_on_list_of(tx: Query, guild_id: GuildId, at: datetime) -> bool:
    """Whether an event that stands came in since and was not rated, as it is in the list that held."""
    row = tx.fetch_one(
        "SELECT 1 FROM bringings JOIN brought_events USING (bringing_id)"
        " WHERE guild_id = ? AND brought_at >= ? AND taken_back_at IS NULL AND fate = ? LIMIT 1",
        (guild_id, to_ms(at), RatedFate.IN_LIST),
    )
    return row is not None


def take_back(tx: Tx, bringing_id: str, at: datetime) -> bool:
    """Notes that the act was taken back; False when it was before."""
    return bool(
        tx.execute(
            "UPDATE bringings SET taken_back_at = ? WHERE bringing_id = ? AND taken_back_at IS NULL",
            (to_ms(at), bringing_id),
        )
    )


def draft_of(tx: Query, person_id: PersonId) -> RecordDraft | None:
    """What the organiser has sent and not confirmed yet, with the files as they were sent."""
    row = tx.fetch_one("SELECT * FROM record_drafts WHERE person_id = ?", (person_id,))
    if row is None:
        return None
    files = tx.fetch_all("SELECT * FROM record_draft_files WHERE person_id = ? ORDER BY number", (person_id,))
    return RecordDraft(
        RatingsTaken(row["ratings"]),
        tuple(json.loads(row["apart"])),
        tuple(KeptFile(file["filename"], zlib.decompress(file["content"])) for file in files),
    )


def keep_draft(
    tx: Tx, guild_id: GuildId, person_id: PersonId, files: Iterable[KeptFile], ratings: RatingsTaken, at: datetime
) -> None:
    """Keeps the files until they are confirmed, in place of what the organiser had sent before."""
    drop_draft(tx, person_id)
    tx.execute(
        "INSERT INTO record_drafts (person_id, guild_id, ratings, apart, drafted_at) VALUES (?, ?, ?, '[]', ?)",
        (person_id, guild_id, ratings, to_ms(at)),
    )
    tx.execute_many(
        "INSERT INTO record_draft_files (person_id, number, filename, content) VALUES (?, ?, ?, ?)",
        [(person_id, number, one.filename, zlib.compress(one.content)) for number, one in enumerate(files)],
    )


def keep_longer(tx: Tx, person_id: PersonId, at: datetime) -> None:
    """Keeps what was sent as if it had been sent now, since somebody else is to agree to it."""
    tx.execute("UPDATE record_drafts SET drafted_at = ? WHERE person_id = ?", (to_ms(at), person_id))


def choose(tx: Tx, person_id: PersonId, ratings: RatingsTaken) -> None:
    """Writes how the ratings of what was sent are to be taken."""
    tx.execute("UPDATE record_drafts SET ratings = ? WHERE person_id = ?", (ratings, person_id))


def tell_apart(tx: Tx, person_id: PersonId, names: Iterable[str]) -> None:
    """Writes which names that stand in several files are not one person's."""
    text = json.dumps(sorted(names), ensure_ascii=False)
    tx.execute("UPDATE record_drafts SET apart = ? WHERE person_id = ?", (text, person_id))


def drop_draft(tx: Tx, person_id: PersonId) -> None:
    """Lets go of what was sent."""
    tx.execute("DELETE FROM record_draft_files WHERE person_id = ?", (person_id,))
    tx.execute("DELETE FROM record_drafts WHERE person_id = ?", (person_id,))


def record_names_of_asker(tx: Query, person_id: PersonId) -> list[RecordName]:
    """The names that an organiser is asked about, in the order of the file."""
    return _NAMES.fetch_all(tx, "SELECT * FROM record_names WHERE asked_by = ? ORDER BY number, name_id", (person_id,))


def keep_record_name(tx: Tx, person_id: PersonId, some: Collection[RecordName]) -> None:
    """Writes the names of one record in place of all that the organiser was asked about before."""
    tx.execute("DELETE FROM record_names WHERE asked_by = ?", (person_id,))
    _NAMES.insert_all(tx, some)


def answer_record_name(tx: Tx, some: Iterable[RecordName]) -> None:
    """Writes whom these names mean, and by whose very name they go."""
    tx.execute_many(
        "UPDATE record_names SET person_id = ?, answered_at = ?, same_id = ? WHERE name_id = ?",
        [(one.person_id, to_ms_or_none(one.answered_at), one.same_id, one.name_id) for one in some],
    )


# --- names of a record ----------------------------------------------------------------------------------------------


# --- files that a second person agreed to ---------------------------------------------------------------------------


WAKES = "agreed_files"
"""Who brings them in is woken by this word."""


def add_agreed_files(tx: Tx, signature_id: str, person_id: PersonId, at: datetime) -> None:
    """Notes that the files of the wish may come in."""
    tx.execute(
        "INSERT INTO agreed_files (signature_id, person_id, agreed_at) VALUES (?, ?, ?)",
        (signature_id, person_id, to_ms(at)),
    )
    tx.wake(WAKES)


def all_agreed_files(tx: Query) -> list[str]:
    """The wishes whose files are to come in, the oldest first."""
    rows = tx.fetch_all("SELECT signature_id FROM agreed_files ORDER BY agreed_at, signature_id")
    return [str(row["signature_id"]) for row in rows]


def remove_agreed_files(tx: Tx, signature_id: str) -> bool:
    """They came in, or cannot; False where that was noted before."""
    return bool(tx.execute("DELETE FROM agreed_files WHERE signature_id = ?", (signature_id,)))
