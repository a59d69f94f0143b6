"""Scores that were given by somebody who does not play in the match."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bot.domain.ids import ContestId, PersonId, TournamentId
from bot.domain.playing.rulings import Ruling
from bot.storage.codec import from_ms, to_ms
from bot.storage.context import Query

_LATEST_FIRST = " ORDER BY r.settled_at DESC, r.superseded_at IS NOT NULL, r.superseded_at DESC, r.result_id"
_PLAYERS = " (SELECT person_id FROM contest_sides s JOIN entrants USING (entrant_id) WHERE s.contest_id = r.contest_id)"
_MEMBERS = (
    " (SELECT person_id FROM contest_sides s JOIN team_members USING (entrant_id) WHERE s.contest_id = r.contest_id)"
)
_STANDS = "(r.superseded_at IS NULL AND c.voided_at IS NULL)"
_IN_ORDER = (
    "SELECT e.person_id FROM contest_sides s JOIN entrants e USING (entrant_id) WHERE s.contest_id = r.contest_id"
    " ORDER BY s.side"
)
_SELECT = (
    f"SELECT r.*, c.tournament_id, {_STANDS} AS stands,"  # noqa: S608 - all parts are constants
    f" (SELECT group_concat(person_id, ' ') FROM ({_IN_ORDER}) o) AS players"
    " FROM results r JOIN contests c USING (contest_id)"
    " WHERE r.settled_by NOT IN" + _PLAYERS + " AND r.settled_by NOT IN" + _MEMBERS
)


def load(tx: Query, contest_id: ContestId) -> Ruling | None:
    """The latest ruling on a match; None where only its players settled it, or a rule did."""
    row = tx.fetch_one(f"{_SELECT} AND r.contest_id = ?{_LATEST_FIRST}", (contest_id,))
    return None if row is None else _ruling(row)


def of_person(tx: Query, person_id: PersonId, since: datetime) -> list[Ruling]:
    """The rulings since the moment that stand on matches of the person, latest first."""
    rows = tx.fetch_all(
        f"{_SELECT} AND {_STANDS} AND r.settled_at >= ? AND r.contest_id IN"  # noqa: S608 - all parts are constants
        f" (SELECT contest_id FROM contest_sides JOIN entrants USING (entrant_id) WHERE person_id = ?){_LATEST_FIRST}",
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
