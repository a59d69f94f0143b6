"""Cases of people who signed up and did not appear."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from datetime import datetime
from typing import Final

from bot.domain.cases.absence import AbsenceCase, AbsenceReason, Justification, Verdict, VerdictKind
from bot.domain.ids import CaseId, EntrantId, GuildId, PersonId, TournamentId
from bot.storage.codec import from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.storage.context import Query, Tx

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
    return bool(
        tx.execute(
            "INSERT INTO absence_cases (case_id, tournament_id, person_id, reason, opened_at, event_at)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (tournament_id, person_id) DO NOTHING",
            (
                case.case_id,
                case.tournament_id,
                case.person_id,
                case.reason,
                to_ms(case.opened_at),
                to_ms(case.event_at),
            ),
        )
    )


def save(tx: Tx, case: AbsenceCase) -> None:
    """Writes what has happened in the case."""
    given, verdict = case.justification, case.verdict
    tx.execute(
        "UPDATE absence_cases SET reason = ?, event_at = ?, noticed_at = ?, justification = ?, proof = ?,"
        " justified_at = ?, reminded = ?, verdict = ?, verdict_by = ?, verdict_reason = ?, verdict_at = ?,"
        " review_reminded_at = ?, closed_at = ?, close_reason = ? WHERE case_id = ?",
        (
            case.reason,
            to_ms(case.event_at),
            to_ms_or_none(case.noticed_at),
            given.text if given else None,
            given.proof if given else None,
            to_ms(given.submitted_at) if given else None,
            sum(1 << index for index in case.reminded),
            verdict.kind if verdict else None,
            verdict.by if verdict else None,
            verdict.reason if verdict else None,
            to_ms(verdict.at) if verdict else None,
            to_ms_or_none(case.review_reminded_at),
            to_ms_or_none(case.closed_at),
            case.close_reason,
            case.case_id,
        ),
    )


def load(tx: Query, case_id: CaseId) -> AbsenceCase | None:
    """One case, or None when the id is unknown."""
    row = tx.fetch_one(f"{_SELECT} WHERE c.case_id = ?", (case_id,))
    return None if row is None else _case(row)


def by_ids(tx: Query, case_ids: Collection[CaseId]) -> list[AbsenceCase]:
    """The cases asked for, in the order in which they were opened; an unknown id is simply missing."""
    if not case_ids:
        return []
    marks = ", ".join("?" * len(case_ids))
    rows = tx.fetch_all(f"{_SELECT} WHERE c.case_id IN ({marks}) {_IN_ORDER}", tuple(case_ids))
    return [_case(row) for row in rows]


def of_person(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> AbsenceCase | None:
    """The person's case in a tournament, open or closed, or None."""
    row = tx.fetch_one(f"{_SELECT} WHERE c.tournament_id = ? AND c.person_id = ?", (tournament_id, person_id))
    return None if row is None else _case(row)


def all_of_person(tx: Query, person_id: PersonId) -> list[AbsenceCase]:
    """All cases of a person, latest first."""
    rows = tx.fetch_all(f"{_SELECT} WHERE c.person_id = ? ORDER BY c.opened_at DESC, c.case_id", (person_id,))
    return [_case(row) for row in rows]


def of_tournament(tx: Query, tournament_id: TournamentId) -> list[AbsenceCase]:
    """All cases of a tournament, in the order in which they were opened."""
    rows = tx.fetch_all(f"{_SELECT} WHERE c.tournament_id = ?{_IN_ORDER}", (tournament_id,))
    return [_case(row) for row in rows]


def open_of_tournament(tx: Query, tournament_id: TournamentId) -> list[AbsenceCase]:
    """The cases of a tournament from which something may still come, in the order in which they were opened."""
    return [case for case in of_tournament(tx, tournament_id) if case.closed_at is None]


def open_of_guild(tx: Query, guild_id: GuildId) -> list[AbsenceCase]:
    """The open cases of one server, oldest first."""
    # The join is told from which side, since by the other it would begin with the open cases of all servers.
    rows = tx.fetch_all(
        "SELECT c.* FROM tournaments t CROSS JOIN absence_cases c"  # noqa: S608 - a constant
        f" WHERE t.guild_id = ? AND c.tournament_id = t.tournament_id AND c.closed_at IS NULL {_IN_ORDER}",
        (guild_id,),
    )
    return [_case(row) for row in rows]


def open_everywhere(tx: Query) -> list[AbsenceCase]:
    """The open cases of all servers, oldest first."""
    return [_case(row) for row in tx.fetch_all(f"{_SELECT} WHERE c.closed_at IS NULL {_IN_ORDER}")]


def open_for(tx: Query, guild_id: GuildId | None) -> list[AbsenceCase]:
    """The open cases of the server; of all servers where none is named."""
    return open_everywhere(tx) if guild_id is None else open_of_guild(tx, guild_id)


def of_guild(tx: Query, guild_id: GuildId, *, limit: int = 100) -> list[AbsenceCase]:
    """A server's cases, open ones first, then the latest."""
    rows = tx.fetch_all(
        f"{_SELECT} JOIN tournaments t USING (tournament_id) WHERE t.guild_id = ?"
        f" ORDER BY c.closed_at IS NOT NULL, c.opened_at DESC, {_PLACE}, c.case_id LIMIT ?",
        (guild_id, limit),
    )
    return [_case(row) for row in rows]


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
        " AND l.act = 'leave' AND l.actor_id <> e.person_id)",
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


def _case(row: sqlite3.Row) -> AbsenceCase:
    return AbsenceCase(
        case_id=CaseId(row["case_id"]),
        tournament_id=TournamentId(row["tournament_id"]),
        person_id=PersonId(row["person_id"]),
        reason=AbsenceReason(row["reason"]),
        opened_at=from_ms(row["opened_at"]),
        event_at=from_ms(row["event_at"]),
        noticed_at=from_ms_or_none(row["noticed_at"]),
        justification=_justification(row),
        reminded=frozenset(index for index in range(16) if row["reminded"] >> index & 1),
        verdict=_verdict(row),
        review_reminded_at=from_ms_or_none(row["review_reminded_at"]),
        closed_at=from_ms_or_none(row["closed_at"]),
        close_reason=row["close_reason"],
    )


def _justification(row: sqlite3.Row) -> Justification | None:
    if row["justification"] is None:
        return None
    return Justification(row["justification"], row["proof"], from_ms(row["justified_at"]))


def _verdict(row: sqlite3.Row) -> Verdict | None:
    if row["verdict"] is None:
        return None
    at = from_ms(row["verdict_at"])
    return Verdict(VerdictKind(row["verdict"]), PersonId(row["verdict_by"]), row["verdict_reason"], at)
