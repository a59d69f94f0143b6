"""Cases of absence, case files of misconduct, appeals, and rating points taken by votes and given back.

There is one appeal against each decision, decided once.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.features.cases.misconduct_model import Appeal, FileVerdict, MisconductCase, Pause, Statement
from bot.features.cases.model import AbsenceCase, Justification, RatingPenalty, Verdict
from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms
from bot.kernel.ids import (
    BarId,
    CaseId,
    ContestId,
    EntrantId,
    FileId,
    GuildId,
    PersonId,
    TournamentId,
)
from bot.kernel.tables import BITS, LINES, Part, Table
from bot.people.store import of_discord_account
from bot.play.contests import Sanction

_CASES: Final = Table(
    "absence_cases",
    AbsenceCase,
    "case_id",
    justification=Part(Justification, text="justification", submitted_at="justified_at"),
    reminded=BITS,
    verdict=Part(Verdict, kind="verdict", by="verdict_by", reason="verdict_reason", at="verdict_at"),
)
_APPEALS: Final = Table(
    "appeals",
    Appeal,
    "appeal_id",
    against_file="file_id",
    against_bar="bar_id",
    against_points="penalty_id",
    against_match="contest_id",
    against_link="link_id",
    against_amendment="amendment_id",
    by="person_id",
    text="statement",
    links=LINES,
)
_FILES: Final = Table(
    "case_files",
    MisconductCase,
    "file_id",
    accused="accused_id",
    reporter="reporter_id",
    replied_at=None,
    pauses=None,
    verdict=None,
    appeal=None,
)
_STATEMENTS: Final = Table("file_statements", Statement, "sequence", by="person_id", text="statement", links=LINES)
_PAUSES: Final = Table(
    "file_pauses", Pause, "file_id, paused_at", ("file_id",), since="paused_at", by="paused_by", until="resumed_at"
)
_VERDICTS: Final = Table("file_verdicts", FileVerdict, "file_id", ("file_id",), by="decided_by", at="decided_at")
_PENALTIES: Final = Table("rating_penalties", RatingPenalty, "penalty_id")

# --- cases of absence -----------------------------------------------------------------------------------------------


_SELECT = "SELECT c.* FROM absence_cases c"
_PLACE = (
    "coalesce((SELECT e.number FROM entrants e"
    " WHERE e.tournament_id = c.tournament_id AND e.person_id = c.person_id), 0)"
)
"""On the event's list: cases of one moment were opened in that order."""
_IN_ORDER = f" ORDER BY c.opened_at, {_PLACE}, c.case_id"

_IN_UNPLAYED: Final = (
    "FROM contests c JOIN results r USING (contest_id) JOIN contest_sides s USING (contest_id)"
    " WHERE c.tournament_id = ?1 AND c.voided_at IS NULL AND r.superseded_at IS NULL"
    " AND ((r.score = r.walkover_games AND r.draws = 0) OR json_extract(r.particulars, '$.absent') IS NOT NULL)"
)
_WHO_LEFT: Final = "FROM entrants e WHERE e.tournament_id = ?1 AND e.outcome = 'starter' AND e.withdrawn_at IS NOT NULL"
_CHARGED: Final = "FROM absence_cases WHERE tournament_id = ?1 AND reason = 'confirmed_never_played'"


def add(tx: Tx, case: AbsenceCase) -> bool:
    """Opens a case; False when the person has one in this tournament already."""
    return bool(_CASES.insert(tx, case, "ON CONFLICT (tournament_id, person_id) DO NOTHING"))


def save(tx: Tx, case: AbsenceCase) -> None:
    """Writes what has happened in the case."""
    _CASES.update(
        tx, case, "reason", "event_at", "noticed_at", "justification", "reminded", "verdict", "review_reminded_at",
        "closed_at", "close_reason",
    )  # fmt: skip


def load(tx: Query, case_id: CaseId) -> AbsenceCase | None:
    """One case, or None when the id is unknown."""
    return _CASES.fetch_one(tx, f"{_SELECT} WHERE c.case_id = ?", (case_id,))


def by_ids(tx: Query, case_ids: Collection[CaseId]) -> list[AbsenceCase]:
    """The cases asked for, in the order in which they were opened; an unknown id is simply missing."""
    if not case_ids:
        return []
    marks = ", ".join("?" * len(case_ids))
    return _CASES.fetch_all(tx, f"{_SELECT} WHERE c.case_id IN ({marks}) {_IN_ORDER}", tuple(case_ids))


def of_person(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> AbsenceCase | None:
    """The person's case in a tournament, open or closed, or None."""
    return _CASES.fetch_one(tx, f"{_SELECT} WHERE c.tournament_id = ? AND c.person_id = ?", (tournament_id, person_id))


def all_of_person(tx: Query, person_id: PersonId) -> list[AbsenceCase]:
    """All cases of a person, latest first."""
    return _CASES.fetch_all(tx, f"{_SELECT} WHERE c.person_id = ? ORDER BY c.opened_at DESC, c.case_id", (person_id,))


def of_tournament(tx: Query, tournament_id: TournamentId) -> list[AbsenceCase]:
    """All cases of a tournament, in the order in which they were opened."""
    return _CASES.fetch_all(tx, f"{_SELECT} WHERE c.tournament_id = ?{_IN_ORDER}", (tournament_id,))


def open_of_tournament(tx: Query, tournament_id: TournamentId) -> list[AbsenceCase]:
    """The cases of a tournament from which something may still come, in the order in which they were opened."""
    return [case for case in of_tournament(tx, tournament_id) if case.closed_at is None]


def open_of_guild(tx: Query, guild_id: GuildId) -> list[AbsenceCase]:
    """The open cases of one server, oldest first."""
    # The join is told from which side, since by the other it would begin with the open cases of all servers.
    return _CASES.fetch_all(
        tx,
        "SELECT c.* FROM tournaments t CROSS JOIN absence_cases c"  # noqa: S608 - a constant
        f" WHERE t.guild_id = ? AND c.tournament_id = t.tournament_id AND c.closed_at IS NULL {_IN_ORDER}",
        (guild_id,),
    )


def open_everywhere(tx: Query) -> list[AbsenceCase]:
    """The open cases of all servers, oldest first."""
    return _CASES.fetch_all(tx, f"{_SELECT} WHERE c.closed_at IS NULL {_IN_ORDER}")


def servers_with_open(tx: Query) -> list[GuildId]:
    """The servers in which a case is open."""
    rows = tx.fetch_all(
        "SELECT DISTINCT t.guild_id FROM absence_cases c JOIN tournaments t USING (tournament_id)"
        " WHERE c.closed_at IS NULL ORDER BY t.guild_id"
    )
    return [GuildId(row["guild_id"]) for row in rows]


def files_that_run(tx: Query, guild_id: GuildId) -> list[FileId]:
    """The server's cases about a member's conduct in which a time runs."""
    rows = tx.fetch_all(
        "SELECT DISTINCT f.file_id FROM case_files f JOIN deadlines d ON d.subject = 'file:' || f.file_id"
        " WHERE f.guild_id = ? ORDER BY f.file_id",
        (guild_id,),
    )
    return [FileId(row["file_id"]) for row in rows]


def servers_of_files(tx: Query, files: Sequence[str]) -> list[GuildId]:
    """The servers of those cases."""
    rows = tx.fetch_all(
        "SELECT DISTINCT guild_id FROM case_files WHERE file_id IN (SELECT value FROM json_each(?)) ORDER BY guild_id",
        (json.dumps(list(files)),),
    )
    return [GuildId(row["guild_id"]) for row in rows]


def of_guild(tx: Query, guild_id: GuildId, *, limit: int = 100) -> list[AbsenceCase]:
    """A server's cases, open ones first, then the latest."""
    return _CASES.fetch_all(
        tx,
        f"{_SELECT} JOIN tournaments t USING (tournament_id) WHERE t.guild_id = ?"
        f" ORDER BY c.closed_at IS NOT NULL, c.opened_at DESC, {_PLACE}, c.case_id LIMIT ?",
        (guild_id, limit),
    )


def in_unplayed(tx: Query, tournament_id: TournamentId) -> list[EntrantId]:
    """Everybody in a contest of which the result that stands has nothing played in it, or a side that stayed away."""
    rows = tx.fetch_all(
        f"SELECT DISTINCT s.entrant_id {_IN_UNPLAYED} ORDER BY s.entrant_id",
        (tournament_id,),
    )
    return [EntrantId(row["entrant_id"]) for row in rows]


def left_unpaired(tx: Query, tournament_id: TournamentId) -> dict[EntrantId, datetime]:
    """Who started, left by the own act, and is in no match that stands or came to a result; each with the moment."""
    rows = tx.fetch_all(
        f"SELECT e.entrant_id, e.withdrawn_at {_WHO_LEFT}"  # noqa: S608 - a constant
        " AND NOT EXISTS (SELECT 1 FROM contest_sides s JOIN contests c USING (contest_id)"
        " WHERE s.entrant_id = e.entrant_id"
        " AND (SELECT count(*) FROM contest_sides o WHERE o.contest_id = c.contest_id) > 1"
        " AND (c.voided_at IS NULL OR EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id)))"
        " AND NOT EXISTS (SELECT 1 FROM log l WHERE json_extract(l.details, '$.entrant') = e.entrant_id || ''"
        " AND l.act = 'leave' AND l.actor_id <> e.person_id) ORDER BY e.number",
        (tournament_id,),
    )
    return {EntrantId(row["entrant_id"]): from_ms(row["withdrawn_at"]) for row in rows}


def answers_for(tx: Query, entrant_id: EntrantId, captain: PersonId, started_at: datetime) -> PersonId | None:
    """Who led the team when it started, whoever does now; None where the log of that time does not say so."""
    row = tx.fetch_one(
        "SELECT json_extract(details, '$.other') AS former FROM log WHERE json_extract(details, '$.entrant') = ?"
        " AND act = 'change_captain' AND at > ? ORDER BY sequence LIMIT 1",
        (entrant_id, to_ms(started_at)),
    )
    if row is None:
        return captain
    return None if row["former"] is None else PersonId(row["former"])


def somebody_was_charged(tx: Query, tournament_id: TournamentId) -> bool:
    """Whether a starter was charged with never having played, whatever came of it."""
    row = tx.fetch_one(f"SELECT 1 {_CHARGED} LIMIT 1", (tournament_id,))
    return row is not None


def somebody_may_be_absent(tx: Query, tournament_id: TournamentId) -> bool:
    """Whether a contest has nothing played in it, a starter has left, or one was charged: else nobody stayed away."""
    row = tx.fetch_one(
        f"SELECT EXISTS (SELECT 1 {_CHARGED}) OR EXISTS (SELECT 1 {_WHO_LEFT})"
        f" OR EXISTS (SELECT 1 {_IN_UNPLAYED}) AS may_be",
        (tournament_id,),
    )
    return row is not None and bool(row["may_be"])


def add_appeal(tx: Tx, appeal: Appeal) -> bool:
    """Writes an appeal; False when there was one against the same thing before."""
    return bool(_APPEALS.insert(tx, appeal, "ON CONFLICT DO NOTHING"))


def decide_appeal(tx: Tx, appeal_id: str, *, granted: bool, by: PersonId, reason: str, at: datetime) -> bool:
    """Writes the decision; False when somebody has decided before."""
    return bool(
        tx.execute(
            "UPDATE appeals SET granted = ?, decided_by = ?, reason = ?, decided_at = ?"
            " WHERE appeal_id = ? AND granted IS NULL",
            (int(granted), by, reason, to_ms(at), appeal_id),
        )
    )


def load_appeal(tx: Query, appeal_id: str) -> Appeal | None:
    """One appeal, or None when the id is unknown."""
    return _APPEALS.fetch_one(tx, "SELECT * FROM appeals WHERE appeal_id = ?", (appeal_id,))


def appeal_of_file(tx: Query, file_id: FileId) -> Appeal | None:
    """The appeal against a case's verdict, or None."""
    return _APPEALS.fetch_one(tx, "SELECT * FROM appeals WHERE file_id = ?", (file_id,))


def appeal_of_bar(tx: Query, bar_id: BarId) -> Appeal | None:
    """The appeal against a bar, or None."""
    return _APPEALS.fetch_one(tx, "SELECT * FROM appeals WHERE bar_id = ?", (bar_id,))


def appeal_of_points(tx: Query, penalty_id: str) -> Appeal | None:
    """The appeal against a loss of points, or None."""
    return _APPEALS.fetch_one(tx, "SELECT * FROM appeals WHERE penalty_id = ?", (penalty_id,))


def appeal_of_match(tx: Query, contest_id: ContestId) -> Appeal | None:
    """The appeal against a ruling on a match, or None."""
    return _APPEALS.fetch_one(tx, "SELECT * FROM appeals WHERE contest_id = ?", (contest_id,))


def appeal_of_link(tx: Query, link_id: str) -> Appeal | None:
    """The appeal against the word that two are one, or None."""
    return _APPEALS.fetch_one(tx, "SELECT * FROM appeals WHERE link_id = ?", (link_id,))


def appeal_of_amendment(tx: Query, amendment_id: str) -> Appeal | None:
    """The appeal against a rating that was put right by hand, or None."""
    return _APPEALS.fetch_one(tx, "SELECT * FROM appeals WHERE amendment_id = ?", (amendment_id,))


# --- appeals --------------------------------------------------------------------------------------------------------


def granted_of_case(tx: Query, case_id: CaseId, since: datetime) -> bool:
    """Whether an appeal against what came of that absence has succeeded since then."""
    row = tx.fetch_one(
        "SELECT 1 FROM appeals WHERE granted = 1 AND decided_at >= ?1"
        " AND (bar_id IN (SELECT bar_id FROM bars WHERE case_id = ?2)"
        " OR penalty_id IN (SELECT penalty_id FROM rating_penalties WHERE case_id = ?2)) LIMIT 1",
        (to_ms(since), case_id),
    )
    return row is not None


def waiting_appeals(tx: Query, guild_id: GuildId) -> list[Appeal]:
    """The appeals of a server that nobody has decided, oldest first."""
    return _APPEALS.fetch_all(
        tx, "SELECT * FROM appeals WHERE guild_id = ? AND granted IS NULL ORDER BY made_at, appeal_id", (guild_id,)
    )


# --- case files of misconduct ---------------------------------------------------------------------------------------


_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """How long the right of reply and the time to appeal last in a community."""

    reply_within: timedelta
    appeal_within: timedelta


DEFAULT_TERMS: Final = Terms(timedelta(hours=72), timedelta(days=7))


def terms(tx: Query, guild_id: GuildId, at: datetime | None = None) -> Terms:
    """The community's terms, now or as they were at that moment; else those that come with the bot."""
    row = None
    if at is not None:
        row = tx.fetch_one(
            "SELECT * FROM former_case_terms WHERE guild_id = ? AND until > ? ORDER BY until LIMIT 1",
            (guild_id, to_ms(at)),
        )
    row = row or tx.fetch_one("SELECT * FROM case_terms WHERE guild_id = ?", (guild_id,))
    if row is None:
        return DEFAULT_TERMS
    return Terms(row["reply_within"] * _MILLISECOND, row["appeal_within"] * _MILLISECOND)


def set_terms(tx: Tx, guild_id: GuildId, new: Terms, at: datetime) -> None:
    """Writes the terms of what is opened or decided from now on; what was before goes on by its own."""
    before = terms(tx, guild_id)
    tx.execute(
        "INSERT INTO former_case_terms (guild_id, until, reply_within, appeal_within) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (guild_id, until) DO NOTHING",
        (guild_id, to_ms(at), before.reply_within // _MILLISECOND, before.appeal_within // _MILLISECOND),
    )
    tx.execute(
        "INSERT INTO case_terms (guild_id, reply_within, appeal_within) VALUES (?, ?, ?) ON CONFLICT (guild_id)"
        " DO UPDATE SET reply_within = excluded.reply_within, appeal_within = excluded.appeal_within",
        (guild_id, new.reply_within // _MILLISECOND, new.appeal_within // _MILLISECOND),
    )


def next_number(tx: Query, guild_id: GuildId) -> int:
    """The number of the server's next case, from 1."""
    row = tx.fetch_one("SELECT coalesce(max(number), 0) + 1 AS n FROM case_files WHERE guild_id = ?", (guild_id,))
    return 1 if row is None else int(row["n"])


def add_file(tx: Tx, file: MisconductCase) -> None:
    """Writes a new case."""
    _FILES.insert(tx, file)


def save_file(tx: Tx, file: MisconductCase) -> None:
    """Writes when the accused was told and reminded, where the thread is, and whether the reporter was named."""
    _FILES.update(tx, file, "noticed_at", "thread_id", "reporter_named_at", "reminded_at", "over_told_at")


def load_file(tx: Query, file_id: FileId) -> MisconductCase | None:
    """One case with all that happened in it, or None when the id is unknown."""
    row = tx.fetch_one("SELECT * FROM case_files WHERE file_id = ?", (file_id,))
    return None if row is None else _file(tx, row)


def is_thread(tx: Query, channel_id: int) -> bool:
    """Whether the thread is on record as some case's."""
    return tx.fetch_one("SELECT 1 FROM case_files WHERE thread_id = ?", (channel_id,)) is not None


def files_of_guild(tx: Query, guild_id: GuildId, *, limit: int = 100) -> list[MisconductCase]:
    """The cases of one server: undecided ones first, then the latest."""
    rows = tx.fetch_all(
        "SELECT f.* FROM case_files f LEFT JOIN file_verdicts v USING (file_id) WHERE f.guild_id = ?1"
        " ORDER BY v.file_id IS NOT NULL, f.opened_at DESC, f.number DESC LIMIT ?2",
        (guild_id, limit),
    )
    return [_file(tx, row) for row in rows]


def files_of_accused(tx: Query, person_id: PersonId) -> list[MisconductCase]:
    """All cases against a person, before an erasure too, latest first."""
    rows = tx.fetch_all(
        "SELECT * FROM case_files WHERE accused_id IN (SELECT value FROM json_each(?))"
        " ORDER BY opened_at DESC, number DESC, file_id",
        (json.dumps(of_discord_account(tx, person_id)),),
    )
    return [_file(tx, row) for row in rows]


def file_of_bar(tx: Query, bar_id: BarId) -> MisconductCase | None:
    """The case whose verdict led to the bar, or None."""
    row = tx.fetch_one(
        "SELECT f.* FROM case_files f JOIN file_verdicts v USING (file_id) WHERE bar_id = ?"
        " ORDER BY v.decided_at, v.file_id",
        (bar_id,),
    )
    return None if row is None else _file(tx, row)


def same_report(tx: Query, file: MisconductCase, since: datetime) -> bool:
    """Whether the reporter said the same of the same person a moment ago, as by a double click."""
    row = tx.fetch_one(
        "SELECT 1 FROM case_files WHERE accused_id = ? AND coalesce(reporter_id, '') = ? AND ground = ? AND account = ?"
        " AND opened_at >= ?",
        (file.accused, file.reporter or "", file.ground, file.account, to_ms(since)),
    )
    return row is not None


def add_statement(tx: Tx, made: Statement) -> None:
    """Keeps what somebody said; nothing changes it afterwards."""
    _STATEMENTS.insert(tx, made)


def statements(tx: Query, file_id: FileId) -> list[Statement]:
    """All that was said in the case, oldest first."""
    return _STATEMENTS.fetch_all(tx, "SELECT * FROM file_statements WHERE file_id = ? ORDER BY sequence", (file_id,))


def begin_pause(tx: Tx, file_id: FileId, pause: Pause) -> None:
    """Writes a pause that lasts from now on."""
    tx.execute(
        "INSERT INTO file_pauses (file_id, paused_at, paused_by, reason) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (file_id, paused_at) DO UPDATE SET paused_by = excluded.paused_by, reason = excluded.reason,"
        " resumed_at = NULL, resumed_by = NULL, resume_reason = NULL",
        (file_id, to_ms(pause.since), pause.by, pause.reason),
    )


def end_pause(tx: Tx, file_id: FileId, by: PersonId, reason: str, at: datetime) -> bool:
    """Ends the pause that lasts; False when there is none."""
    return bool(
        tx.execute(
            "UPDATE file_pauses SET resumed_at = ?, resumed_by = ?, resume_reason = ?"
            " WHERE file_id = ? AND resumed_at IS NULL",
            (to_ms(at), by, reason, file_id),
        )
    )


def add_verdict(tx: Tx, file_id: FileId, verdict: FileVerdict) -> bool:
    """Writes the decision; False when somebody has decided before."""
    return bool(_VERDICTS.insert(tx, verdict, "ON CONFLICT (file_id) DO NOTHING", file_id=file_id))


def note_bar(tx: Tx, file_id: FileId, bar_id: BarId) -> None:
    """Notes which bar the verdict led to."""
    tx.execute("UPDATE file_verdicts SET bar_id = ? WHERE file_id = ?", (bar_id, file_id))


def note_told(tx: Tx, file_id: FileId, at: datetime) -> bool:
    """Notes when the verdict was told, which starts the time to appeal; False when it was told before."""
    return bool(
        tx.execute("UPDATE file_verdicts SET told_at = ? WHERE file_id = ? AND told_at IS NULL", (to_ms(at), file_id))
    )


def _file(tx: Query, row: sqlite3.Row) -> MisconductCase:
    file_id = FileId(row["file_id"])
    replied = tx.fetch_one(
        "SELECT min(made_at) AS at FROM file_statements WHERE file_id = ?1 AND voiced = 'reply' AND sequence >"
        " (SELECT coalesce(max(sequence), 0) FROM file_statements WHERE file_id = ?1 AND voiced = 'evidence')",
        (file_id,),
    )
    return _FILES.read(
        row,
        replied_at=from_ms_or_none(replied["at"]) if replied else None,
        pauses=_pauses(tx, file_id),
        verdict=_VERDICTS.fetch_one(tx, "SELECT * FROM file_verdicts WHERE file_id = ?", (file_id,)),
        appeal=appeal_of_file(tx, file_id),
    )


def _pauses(tx: Query, file_id: FileId) -> tuple[Pause, ...]:
    return tuple(_PAUSES.fetch_all(tx, "SELECT * FROM file_pauses WHERE file_id = ? ORDER BY paused_at", (file_id,)))


def sanctions(tx: Query, tournament_id: TournamentId) -> tuple[tuple[EntrantId, Sanction], ...]:
    """What verdicts have done to the places of an event, in their order; none that an appeal has undone (GO-23.6)."""
    rows = tx.fetch_all(
        "SELECT entrant_id, penalty FROM case_files f"
        " JOIN file_verdicts v ON v.file_id = f.file_id AND v.penalty IN ('lowered', 'prize_withheld')"
        " JOIN entrants e ON e.tournament_id = f.tournament_id AND e.person_id = f.accused_id AND e.outcome = 'starter'"
        " LEFT JOIN appeals a ON a.file_id = f.file_id AND a.granted = 1"
        " WHERE f.tournament_id = ? AND a.appeal_id IS NULL ORDER BY v.decided_at, f.number, f.file_id",
        (tournament_id,),
    )
    return tuple((EntrantId(row["entrant_id"]), Sanction(row["penalty"])) for row in rows)


def add_penalty(tx: Tx, penalty: RatingPenalty) -> None:
    """Writes a penalty; one at most stands for each absence."""
    _PENALTIES.insert(tx, penalty)


def give_penalty_back(tx: Tx, penalty_id: str, by: PersonId | None, reason: str, at: datetime) -> bool:
    """Ends a penalty; False when it was over before."""
    return bool(
        tx.execute(
            "UPDATE rating_penalties SET returned_at = ?, returned_by = ?, return_reason = ?"
            " WHERE penalty_id = ? AND returned_at IS NULL",
            (to_ms(at), by, reason, penalty_id),
        )
    )


def load_penalty(tx: Query, penalty_id: str) -> RatingPenalty | None:
    """One penalty, or None when the id is unknown."""
    return _PENALTIES.fetch_one(tx, "SELECT * FROM rating_penalties WHERE penalty_id = ?", (penalty_id,))


def penalty_of_case(tx: Query, case_id: CaseId) -> RatingPenalty | None:
    """The penalty that stands for an absence, or None."""
    return _PENALTIES.fetch_one(
        tx, "SELECT * FROM rating_penalties WHERE case_id = ? AND returned_at IS NULL", (case_id,)
    )


def penalties_of_person(tx: Query, person_id: PersonId) -> list[RatingPenalty]:
    """Every penalty of a person, latest first."""
    return _PENALTIES.fetch_all(
        tx, "SELECT * FROM rating_penalties WHERE person_id = ? ORDER BY taken_at DESC, penalty_id", (person_id,)
    )
