"""Files that were brought to disputes of results, as long as their cases last."""

from __future__ import annotations

import sqlite3

from bot.features.evidence.model import Proof, ProofFile
from bot.kernel.context import Query, Tx, from_ms, to_ms
from bot.kernel.ids import ContestId, PersonId


def add(tx: Tx, contest_id: ContestId, report_id: str, proof: Proof) -> None:
    """Keeps the file with the dispute of the report."""
    tx.execute(
        "INSERT INTO dispute_proofs (report_id, number, contest_id, person_id, ending, content, added_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            report_id,
            proof.number,
            contest_id,
            proof.person_id,
            proof.file.ending,
            proof.file.data,
            to_ms(proof.added_at),
        ),
    )


def of_report(tx: Query, report_id: str) -> list[Proof]:
    """The files of one dispute, in the order in which they were brought."""
    rows = tx.fetch_all("SELECT * FROM dispute_proofs WHERE report_id = ? ORDER BY number", (report_id,))
    return [_proof(row) for row in rows]


def count(tx: Query, report_id: str) -> int:
    """How many files there are in one dispute."""
    row = tx.fetch_one("SELECT count(*) AS files FROM dispute_proofs WHERE report_id = ?", (report_id,))
    return 0 if row is None else int(row["files"])


def of_person(tx: Query, person_id: PersonId) -> list[Proof]:
    """All that the person has brought and that is still kept."""
    rows = tx.fetch_all(
        "SELECT * FROM dispute_proofs WHERE person_id = ? ORDER BY added_at, report_id, number", (person_id,)
    )
    return [_proof(row) for row in rows]


def forget(tx: Tx, contest_id: ContestId) -> int:
    """Lets go of all that was brought to disputes of the match; answers how many files."""
    return tx.execute("DELETE FROM dispute_proofs WHERE contest_id = ?", (contest_id,))


def _proof(row: sqlite3.Row) -> Proof:
    return Proof(row["number"], row["person_id"], ProofFile(row["ending"], row["content"]), from_ms(row["added_at"]))
