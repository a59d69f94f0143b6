"""Files that were brought to disputes of results, as long as their cases last."""

from __future__ import annotations

from typing import Final

from bot.features.evidence.model import Proof, ProofFile
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, GuildId, PersonId
from bot.kernel.tables import Part, Table

_PROOFS: Final = Table(
    "dispute_proofs",
    Proof,
    "report_id, number",
    ("report_id", "contest_id", "guild_id"),
    file=Part(ProofFile, data="content"),
)


def add(tx: Tx, guild_id: GuildId, contest_id: ContestId, report_id: str, proof: Proof) -> None:
    """Keeps the file with the dispute of the report."""
    _PROOFS.insert(tx, proof, report_id=report_id, contest_id=contest_id, guild_id=guild_id)


def of_report(tx: Query, report_id: str) -> list[Proof]:
    """The files of one dispute, in the order in which they were brought."""
    return _PROOFS.fetch_all(tx, "SELECT * FROM dispute_proofs WHERE report_id = ? ORDER BY number", (report_id,))


def count(tx: Query, report_id: str) -> int:
    """How many files there are in one dispute."""
    row = tx.fetch_one("SELECT count(*) AS files FROM dispute_proofs WHERE report_id = ?", (report_id,))
    return 0 if row is None else int(row["files"])


def of_person(tx: Query, person_id: PersonId) -> list[Proof]:
    """All that the person has brought and that is still kept."""
    return _PROOFS.fetch_all(
        tx, "SELECT * FROM dispute_proofs WHERE person_id = ? ORDER BY added_at, report_id, number", (person_id,)
    )


def forget(tx: Tx, contest_id: ContestId) -> int:
    """Lets go of all that was brought to disputes of the match; answers how many files."""
    return tx.execute("DELETE FROM dispute_proofs WHERE contest_id = ?", (contest_id,))
