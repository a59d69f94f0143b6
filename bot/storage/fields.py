"""What else is known of the entrants of a field: rounds missed, members of teams, and who waits in a lobby."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.formats.protocol import Waiting
from bot.domain.ids import EntrantId, PersonId, TournamentId
from bot.storage.codec import from_ms, to_ms, to_ms_or_none
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class Kept:
    """Which facts of some kinds of event are on record for this one; what is not is not read."""

    absences: bool
    members: bool
    warnings: bool
    holder: bool
    annulments: bool
    forbidden: bool
    waiting: bool


def event_rows(tx: Query, tournament_id: TournamentId) -> Kept:
    """What there is to read of the event beside its entrants, its draws and its contests."""
    of_entrants = "JOIN entrants e USING (entrant_id) WHERE e.tournament_id = ?1"
    of_contests = "JOIN contests c USING (contest_id) WHERE c.tournament_id = ?1"
    row = tx.fetch_one(
        f"SELECT EXISTS (SELECT 1 FROM round_absences {of_entrants}) AS absences,"  # noqa: S608 - constants
        f" EXISTS (SELECT 1 FROM team_members {of_entrants}) AS members,"
        f" EXISTS (SELECT 1 FROM warnings {of_contests}) AS warnings,"
        " EXISTS (SELECT 1 FROM title_holders WHERE tournament_id = ?1) AS holder,"
        f" EXISTS (SELECT 1 FROM annulments a {of_contests} AND a.undone_at IS NULL) AS annulments,"
        " EXISTS (SELECT 1 FROM forbidden_pairs WHERE tournament_id = ?1) AS forbidden,"
        f" EXISTS (SELECT 1 FROM lobby l {of_entrants} AND l.until IS NULL) AS waiting",
        (tournament_id,),
    )
    if row is None:
        raise LookupError(tournament_id)
    return Kept(*(bool(there) for there in row))


def absences(
    tx: Query, tournament_id: TournamentId, until: datetime | None = None
) -> Mapping[EntrantId, frozenset[int]]:
    """The rounds that each entrant has announced to miss, by that moment; who misses none is left out."""
    rows = tx.fetch_all(
        "SELECT a.entrant_id, a.round FROM round_absences a JOIN entrants e USING (entrant_id)"
        " WHERE e.tournament_id = ?1 AND a.announced_at <= coalesce(CAST(?2 AS BIGINT), a.announced_at)",
        (tournament_id, to_ms_or_none(until)),
    )
    found: dict[EntrantId, set[int]] = defaultdict(set)
    for row in rows:
        found[EntrantId(row["entrant_id"])].add(row["round"])
    return {entrant: frozenset(rounds) for entrant, rounds in found.items()}


def miss_round(tx: Tx, entrant_id: EntrantId, number: int, by: PersonId, at: datetime) -> bool:
    """Notes that the entrant stays away from a round; False when that was noted before."""
    return bool(
        tx.execute(
            "INSERT INTO round_absences (entrant_id, round, announced_at, announced_by) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (entrant_id, number, to_ms(at), by),
        )
    )


def play_round(tx: Tx, entrant_id: EntrantId, number: int) -> bool:
    """Takes an announced absence back; False when there was none."""
    return bool(tx.execute("DELETE FROM round_absences WHERE entrant_id = ? AND round = ?", (entrant_id, number)))


def members(tx: Query, tournament_id: TournamentId) -> Mapping[EntrantId, tuple[PersonId, ...]]:
    """The members of each team by their boards, substitutes last; who is no team is left out."""
    rows = tx.fetch_all(
        "SELECT m.entrant_id, m.person_id FROM team_members m JOIN entrants e USING (entrant_id)"
        " WHERE e.tournament_id = ? ORDER BY m.entrant_id, m.board = 0, m.board, m.joined_at, m.person_id",
        (tournament_id,),
    )
    found: dict[EntrantId, list[PersonId]] = defaultdict(list)
    for row in rows:
        found[EntrantId(row["entrant_id"])].append(PersonId(row["person_id"]))
    return {entrant: tuple(people) for entrant, people in found.items()}


def waiting(tx: Query, tournament_id: TournamentId) -> tuple[Waiting, ...]:
    """Who is in the lobby, longest first."""
    rows = tx.fetch_all(
        "SELECT l.entrant_id, l.since FROM lobby l JOIN entrants e USING (entrant_id)"
        " WHERE e.tournament_id = ? AND l.until IS NULL ORDER BY l.since, l.entrant_id",
        (tournament_id,),
    )
    return tuple(Waiting(EntrantId(row["entrant_id"]), from_ms(row["since"])) for row in rows)


def is_waiting(tx: Query, entrant_id: EntrantId) -> bool:
    """Whether the entrant is in the lobby."""
    return tx.fetch_one("SELECT 1 FROM lobby WHERE entrant_id = ? AND until IS NULL", (entrant_id,)) is not None


def waiting_who_left(tx: Query, tournament_id: TournamentId) -> list[EntrantId]:
    """Who is in the lobby of an event that they have left."""
    rows = tx.fetch_all(
        "SELECT l.entrant_id FROM lobby l JOIN entrants e USING (entrant_id) WHERE e.tournament_id = ?"
        " AND l.until IS NULL AND e.withdrawn_at IS NOT NULL ORDER BY l.since, l.entrant_id",
        (tournament_id,),
    )
    return [EntrantId(row["entrant_id"]) for row in rows]


def enter_lobby(tx: Tx, entrant_id: EntrantId, at: datetime) -> bool:
    """Notes that the entrant waits; False when the entrant was waiting already."""
    return bool(
        tx.execute(
            "INSERT INTO lobby (entrant_id, since) SELECT ?1, ?2"
            " WHERE NOT EXISTS (SELECT 1 FROM lobby WHERE entrant_id = ?1 AND until IS NULL)"
            " ON CONFLICT (entrant_id, since) DO UPDATE SET until = NULL",
            (entrant_id, to_ms(at)),
        )
    )


def leave_lobby(tx: Tx, entrants: Iterable[EntrantId], at: datetime) -> None:
    """Notes that these wait no longer, paired or gone."""
    tx.execute_many(
        "UPDATE lobby SET until = max(since, ?) WHERE entrant_id = ? AND until IS NULL",
        [(to_ms(at), entrant) for entrant in entrants],
    )
