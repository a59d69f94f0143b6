"""Results of matches beside the score: reports, annulments, rulings, agreed endings, confirmations, recordings.

An annulled result does not count for a side; it stays on record (GO-23.1). One that the arbiter confirmed after both
players is final, but for fraud (GO-16.4, GO-23.1). Recordings are links (AIJE-D01-6).
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.features.playing.model import Ruling
from bot.features.playing.rows_store import particulars_text, read_particulars
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.context import Query, Tx, from_ms, to_ms
from bot.kernel.ids import ContestId, EntrantId, FileId, PersonId, TournamentId
from bot.kernel.tables import Codec, Part, Table
from bot.play.contests import read_score, score_text
from bot.play.matches import Counter, Ending, Report, ReportAnswer

# --- reports --------------------------------------------------------------------------------------------------------


LINE: Final = "report"
"""The public answer to a report, as a panel "report:ID": it asks the other side."""
REMINDER: Final = "report-reminder"
"""The message that asks it once more, and from then on in place of the line."""


_SCORE: Final = Codec(score_text, read_score)
_PARTICULARS: Final = Codec(particulars_text, read_particulars)
_REPORTS: Final = Table(
    "reports",
    Report,
    "report_id",
    score=_SCORE,
    particulars=_PARTICULARS,
    counter=Part(Counter, score=("counter_score", _SCORE), particulars=("counter_particulars", _PARTICULARS)),
)


def add(tx: Tx, report: Report) -> bool:
    """Writes a report; False when another one of the match is open."""
    return bool(_REPORTS.insert(tx, report, "ON CONFLICT DO NOTHING"))


def open_report(tx: Query, contest_id: ContestId) -> Report | None:
    """The report that awaits an answer or a decision, if there is one."""
    return _REPORTS.fetch_one(tx, "SELECT * FROM reports WHERE contest_id = ? AND closed_at IS NULL", (contest_id,))


def open_everywhere(tx: Query) -> list[ContestId]:
    """The matches in which a report awaits an answer or a decision."""
    rows = tx.fetch_all("SELECT contest_id FROM reports WHERE closed_at IS NULL ORDER BY reported_at, contest_id")
    return [ContestId(row["contest_id"]) for row in rows]


def of_contest(tx: Query, contest_id: ContestId) -> list[Report]:
    """Every report of a match, oldest first."""
    return _REPORTS.fetch_all(
        tx, "SELECT * FROM reports WHERE contest_id = ? ORDER BY reported_at, report_id", (contest_id,)
    )


def dispute(tx: Tx, report_id: str, by: PersonId, why: str, at: datetime) -> bool:
    """Notes that the other side disputes; the report stays open until somebody decides. False when it was answered."""
    changed = tx.execute(
        "UPDATE reports SET answer = 'disputed', answered_by = ?, answered_at = ?, dispute = ?"
        " WHERE report_id = ? AND answer IS NULL AND closed_at IS NULL",
        (by, to_ms(at), why, report_id),
    )
    return _note_answer(tx, report_id, at, changed)


def contradict(tx: Tx, report_id: str, by: PersonId, counter: Counter, at: datetime) -> bool:
    """Notes that the other side reports something else, which disputes the report. False when it was answered."""
    changed = tx.execute(
        "UPDATE reports SET answer = 'disputed', answered_by = ?, answered_at = ?,"
        " counter_score = ?, counter_particulars = ?"
        " WHERE report_id = ? AND answer IS NULL AND closed_at IS NULL",
        (by, to_ms(at), score_text(counter.score), particulars_text(counter.particulars), report_id),
    )
    return _note_answer(tx, report_id, at, changed)


def note_doubted(tx: Tx, report_id: str, at: datetime) -> bool:
    """Notes that the other side has begun to write a dispute; False when that was noted before."""
    return bool(
        tx.execute(
            "UPDATE reports SET doubted_at = ? WHERE report_id = ? AND doubted_at IS NULL AND closed_at IS NULL",
            (to_ms(at), report_id),
        )
    )


def close(tx: Tx, report_id: str, answer: ReportAnswer, by: PersonId | None, at: datetime) -> bool:
    """Ends a report; False when it was closed before. A dispute keeps who raised it and when."""
    changed = tx.execute(
        "UPDATE reports SET closed_at = ?, answer = ?, answered_by = coalesce(answered_by, ?),"
        " answered_at = coalesce(answered_at, ?) WHERE report_id = ? AND closed_at IS NULL",
        (to_ms(at), answer, by, to_ms(at), report_id),
    )
    return _note_answer(tx, report_id, at, changed)


def load(tx: Query, report_id: str) -> Report | None:
    """One report, whatever was said to it."""
    return _REPORTS.fetch_one(tx, "SELECT * FROM reports WHERE report_id = ?", (report_id,))


def note_reminded(tx: Tx, report_id: str, at: datetime) -> None:
    """Notes that the other side was reminded to answer."""
    tx.execute("UPDATE reports SET reminded_at = ? WHERE report_id = ?", (to_ms(at), report_id))


def note_escalated(tx: Tx, report_id: str, at: datetime) -> None:
    """Notes that the organisers were asked to decide."""
    tx.execute("UPDATE reports SET escalated_at = ? WHERE report_id = ?", (to_ms(at), report_id))


def _note_answer(tx: Tx, report_id: str, at: datetime, changed: int) -> bool:
    """Has the message drawn anew that asks for the answer, the reminder where there is one; whether this answered."""
    if changed:
        kernel_panel_store.mark_first_stale(tx, (f"{REMINDER}:{report_id}", f"{LINE}:{report_id}"), at)
    return bool(changed)


# --- annulled results -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Annulment:
    """The result of a contest is lost for that entrant."""

    file_id: FileId
    contest_id: ContestId
    entrant_id: EntrantId


_ANNULMENTS: Final = Table("annulments", Annulment, "annulment_id", ("annulment_id", "annulled_at", "annulled_by"))


def add_annulment(tx: Tx, annulment_id: str, annulled: Annulment, by: PersonId, at: datetime) -> bool:
    """Annuls a result for one side; False when the case has done it before."""
    once = "ON CONFLICT DO NOTHING"
    return bool(
        _ANNULMENTS.insert(tx, annulled, once, annulment_id=annulment_id, annulled_at=to_ms(at), annulled_by=by)
    )


def undo_annulment(tx: Tx, file_id: FileId, by: PersonId, at: datetime) -> int:
    """Restores the results that the case had annulled; answers for how many sides."""
    return tx.execute(
        "UPDATE annulments SET undone_at = ?, undone_by = ? WHERE file_id = ? AND undone_at IS NULL",
        (to_ms(at), by, file_id),
    )


def annulments_of_tournament(tx: Query, tournament_id: TournamentId) -> frozenset[tuple[ContestId, EntrantId]]:
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
        "SELECT 1 FROM annulments a JOIN contest_sides s ON s.contest_id = a.contest_id AND s.entrant_id = a.entrant_id"
        " WHERE a.annulled_at > ?2 AND (s.played_by = ?1 OR (s.played_by IS NULL AND a.entrant_id IN"
        " (SELECT entrant_id FROM entrants WHERE person_id = ?1"
        " UNION SELECT entrant_id FROM team_members WHERE person_id = ?1))) LIMIT 1",
        (person_id, to_ms(moment)),
    )
    return row is not None


def annulments_of_file(tx: Query, file_id: FileId) -> list[Annulment]:
    """What the case annuls now."""
    return _ANNULMENTS.fetch_all(
        tx,
        "SELECT * FROM annulments WHERE file_id = ? AND undone_at IS NULL ORDER BY annulled_at, annulment_id",
        (file_id,),
    )


# --- scores given by staff ------------------------------------------------------------------------------------------


_LATEST_FIRST = " ORDER BY r.settled_at DESC, r.superseded_at IS NOT NULL, r.superseded_at DESC, r.result_id"
_PLAYERS = (
    " (SELECT coalesce(s.played_by, person_id) FROM contest_sides s JOIN entrants USING (entrant_id)"
    " WHERE s.contest_id = r.contest_id)"
)
_MEMBERS = (
    " (SELECT person_id FROM contest_sides s JOIN team_members USING (entrant_id) WHERE s.contest_id = r.contest_id)"
)
_STANDS = "(r.superseded_at IS NULL AND c.voided_at IS NULL)"
_IN_ORDER = (
    "SELECT coalesce(s.played_by, e.person_id) AS person_id FROM contest_sides s JOIN entrants e USING (entrant_id)"
    " WHERE s.contest_id = r.contest_id ORDER BY s.side"
)
_SELECT = (
    f"SELECT r.*, c.tournament_id, {_STANDS} AS stands,"  # noqa: S608 - all parts are constants
    f" (SELECT group_concat(person_id, ' ') FROM ({_IN_ORDER}) o) AS players"
    " FROM results r JOIN contests c USING (contest_id)"
    " WHERE r.settled_by NOT IN" + _PLAYERS + " AND r.settled_by NOT IN" + _MEMBERS
)


def load_ruling(tx: Query, contest_id: ContestId) -> Ruling | None:
    """The latest ruling on a match; None where only its players settled it, or a rule did."""
    row = tx.fetch_one(f"{_SELECT} AND r.contest_id = ?{_LATEST_FIRST}", (contest_id,))
    return None if row is None else _ruling(row)


def rulings_of_person(tx: Query, person_id: PersonId, since: datetime) -> list[Ruling]:
    """The rulings since the moment that stand on matches of the person, latest first."""
    rows = tx.fetch_all(
        f"{_SELECT} AND {_STANDS} AND r.settled_at >= ?1 AND r.contest_id IN"  # noqa: S608 - all parts are constants
        " (SELECT contest_id FROM contest_sides JOIN entrants USING (entrant_id) WHERE person_id = ?2"
        f" AND played_by IS NULL UNION SELECT contest_id FROM contest_sides WHERE played_by = ?2){_LATEST_FIRST}",
        (to_ms(since), person_id),
    )
    return [_ruling(row) for row in rows]


def _ruling(row: sqlite3.Row) -> Ruling:
    return Ruling(
        contest_id=ContestId(row["contest_id"]),
        tournament_id=TournamentId(row["tournament_id"]),
        players=tuple(PersonId(one) for one in row["players"].split()),
        by=PersonId(row["settled_by"]),
        reason=row["reason"],
        at=from_ms(row["settled_at"]),
        stands=bool(row["stands"]),
    )


def add_ending_wish(tx: Tx, contest_id: ContestId, ending: Ending, side: int, by: PersonId, at: datetime) -> bool:
    """Writes that a side agrees; False where it had."""
    return bool(
        tx.execute(
            "INSERT INTO ending_wishes (contest_id, ending, side, wished_by, wished_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (contest_id, ending, side, by, to_ms(at)),
        )
    )


# --- agreed endings -------------------------------------------------------------------------------------------------


def sides(tx: Query, contest_id: ContestId, ending: Ending) -> frozenset[int]:
    """The sides that have agreed to it."""
    rows = tx.fetch_all(
        "SELECT side FROM ending_wishes WHERE contest_id = ? AND ending = ? ORDER BY side", (contest_id, ending)
    )
    return frozenset(int(row["side"]) for row in rows)


def forget_ending_wishes(tx: Tx, contest_id: ContestId) -> None:
    """The match goes on: nobody has agreed to anything any more."""
    tx.execute("DELETE FROM ending_wishes WHERE contest_id = ?", (contest_id,))


def confirm_result(tx: Tx, contest_id: ContestId, settled_at: datetime, by: PersonId, at: datetime) -> bool:
    """Notes the arbiter's word on the result that was settled then; False when it was noted before."""
    return bool(
        tx.execute(
            "INSERT INTO confirmed_results (contest_id, settled_at, confirmed_at, confirmed_by) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (contest_id, to_ms(settled_at), to_ms(at), by),
        )
    )


# --- confirmed results and recordings -------------------------------------------------------------------------------


def is_confirmed(tx: Query, contest_id: ContestId, settled_at: datetime) -> bool:
    """Whether the arbiter has confirmed the result that was settled then."""
    row = tx.fetch_one(
        "SELECT 1 FROM confirmed_results WHERE contest_id = ? AND settled_at = ?", (contest_id, to_ms(settled_at))
    )
    return row is not None


def add_recording(tx: Tx, contest_id: ContestId, link: str, by: PersonId, at: datetime) -> None:
    """Keeps the link to a recording with its match (AIJE-D01-6); the same link twice is kept once."""
    tx.execute(
        "INSERT INTO recordings (contest_id, link, added_at, added_by) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (contest_id, link, to_ms(at), by),
    )


def recordings_of_contest(tx: Query, contest_id: ContestId) -> list[str]:
    """Links to the recordings of a match, the first of each person before the second of anybody."""
    rows = tx.fetch_all(
        "SELECT link FROM recordings WHERE contest_id = ?"
        " ORDER BY row_number() OVER (PARTITION BY added_by ORDER BY added_at, link), added_at, link",
        (contest_id,),
    )
    return [row["link"] for row in rows]
