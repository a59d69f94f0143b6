"""The matches of a person, over all events: those that stand, newest first and no more than are asked for."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from bot.domain.contests import Contest
from bot.domain.ids import ContestId, PersonId
from bot.storage.contest_rows import SELECT_CONTESTS, contest_of
from bot.storage.context import Query


def _entries_of(person: str) -> str:
    """The entrants that the person was, or in whose team they are."""
    return (
        f"SELECT entrant_id FROM entrants WHERE person_id = {person}"  # noqa: S608 - a parameter's number
        f" UNION SELECT entrant_id FROM team_members WHERE person_id = {person}"
    )


_ENDED_AT: Final = "(SELECT min(y.settled_at) FROM results y WHERE y.contest_id = {contest})"
"""A score that was corrected later ended its match when it was first settled."""
_STANDING: Final = (
    "SELECT s.contest_id FROM contest_sides s JOIN contests d ON d.contest_id = s.contest_id"  # noqa: S608 - constants
    " JOIN tournaments t ON t.tournament_id = d.tournament_id"
    " JOIN results x ON x.contest_id = s.contest_id AND x.superseded_at IS NULL"
    f" WHERE s.entrant_id IN ({_entries_of('?1')}) AND d.voided_at IS NULL"
    " AND (t.cancelled_at IS NULL OR EXISTS (SELECT 1 FROM rating_lists l"
    " WHERE l.tournament_id = t.tournament_id AND l.taken_back_at IS NULL))"
    " AND NOT EXISTS (SELECT 1 FROM annulments a WHERE a.contest_id = s.contest_id AND a.undone_at IS NULL)"
)
_AGAINST: Final = (
    " AND s.contest_id IN (SELECT o.contest_id FROM contest_sides o WHERE o.entrant_id IN"  # noqa: S608
    f" ({_entries_of('?3')}))"
)


def latest_contests(tx: Query, person_id: PersonId, limit: int) -> list[Contest]:
    """The contests with a result that stands in which the person, or a team of theirs, was a side.

    Left out are cancelled events that rated nothing (AIJE-D01-6), contests that were voided, and results that were
    annulled for a side (GO-23.1).
    """
    return _read(tx, _STANDING, (person_id, limit))


def contests_between(tx: Query, person_id: PersonId, other: PersonId, limit: int) -> list[Contest]:
    """As `latest_contests`, those in which the other person or their team was a side too."""
    return _read(tx, _STANDING + _AGAINST, (person_id, limit, other))


def event_names(tx: Query, some: Collection[ContestId]) -> dict[ContestId, str]:
    """In which event each of the contests was played, by its name."""
    rows = tx.fetch_all(
        "SELECT c.contest_id, t.name FROM contests c JOIN tournaments t USING (tournament_id)"
        " WHERE c.contest_id IN (SELECT value FROM json_each(?)) ORDER BY c.contest_id",
        (json.dumps(list(some)),),
    )
    return {ContestId(row["contest_id"]): row["name"] for row in rows}


def _read(tx: Query, standing: str, parameters: tuple[str | int, ...]) -> list[Contest]:
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.contest_id IN ({standing}"
        f" ORDER BY {_ENDED_AT.format(contest='s.contest_id')} DESC, s.contest_id LIMIT ?2)"
        f" ORDER BY {_ENDED_AT.format(contest='c.contest_id')} DESC, c.contest_id",
        parameters,
    )
    return [contest_of(row) for row in rows]
