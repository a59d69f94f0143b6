"""Results that do not count any more for a side: beside the result, which stays on record (GO-23.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import ContestId, EntrantId, FileId, PersonId, TournamentId
from bot.storage.codec import to_ms
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class Annulment:
    """The result of a contest is lost for that entrant."""

    file_id: FileId
    contest_id: ContestId
    entrant_id: EntrantId


def add(tx: Tx, annulment_id: str, annulled: Annulment, by: PersonId, at: datetime) -> bool:
    """Annuls a result for one side; False when the case has done it before."""
    return bool(
        tx.execute(
            "INSERT INTO annulments (annulment_id, file_id, contest_id, entrant_id, annulled_at, annulled_by)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (annulment_id, annulled.file_id, annulled.contest_id, annulled.entrant_id, to_ms(at), by),
        )
    )


def undo(tx: Tx, file_id: FileId, by: PersonId, at: datetime) -> int:
    """Restores the results that the case had annulled; answers for how many sides."""
    return tx.execute(
        "UPDATE annulments SET undone_at = ?, undone_by = ? WHERE file_id = ? AND undone_at IS NULL",
        (to_ms(at), by, file_id),
    )


def of_tournament(tx: Query, tournament_id: TournamentId) -> frozenset[tuple[ContestId, EntrantId]]:
    """The results of an event that are annulled now, each for a side."""
    rows = tx.fetch_all(
        "SELECT contest_id, entrant_id FROM annulments JOIN contests USING (contest_id)"
        " WHERE tournament_id = ? AND undone_at IS NULL",
        (tournament_id,),
    )
    return frozenset((ContestId(row["contest_id"]), EntrantId(row["entrant_id"])) for row in rows)


def is_any_since(tx: Query, person_id: PersonId, moment: datetime) -> bool:
    """Whether a result of the person, or of a team with them, was annulled after the moment."""
    row = tx.fetch_one(
        "SELECT 1 FROM annulments WHERE entrant_id IN (SELECT entrant_id FROM entrants WHERE person_id = ?1"
        " UNION SELECT entrant_id FROM team_members WHERE person_id = ?1) AND annulled_at > ?2 LIMIT 1",
        (person_id, to_ms(moment)),
    )
    return row is not None


def of_file(tx: Query, file_id: FileId) -> list[Annulment]:
    """What the case annuls now."""
    rows = tx.fetch_all(
        "SELECT * FROM annulments WHERE file_id = ? AND undone_at IS NULL ORDER BY annulled_at, annulment_id",
        (file_id,),
    )
    return [Annulment(row["file_id"], row["contest_id"], row["entrant_id"]) for row in rows]
