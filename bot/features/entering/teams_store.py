"""Who is in which team, and the line-ups that were named for single matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.kernel.context import Query, Tx, to_ms, to_ms_or_none
from bot.kernel.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.play.teams import BoardMember, Order


def members(tx: Query, entrant_id: EntrantId) -> list[BoardMember]:
    """The members by their boards, substitutes last; without ratings, which stand in a published list."""
    rows = tx.fetch_all(
        "SELECT person_id, board, school_year FROM team_members WHERE entrant_id = ?"
        " ORDER BY board = 0, board, joined_at, person_id",
        (entrant_id,),
    )
    return [BoardMember(PersonId(row["person_id"]), row["board"], school_year=row["school_year"]) for row in rows]


def of_event(tx: Query, tournament_id: TournamentId) -> Mapping[EntrantId, tuple[BoardMember, ...]]:
    """As `members`, of each team of the event that has any."""
    rows = tx.fetch_all(
        "SELECT m.entrant_id, m.person_id, m.board, m.school_year FROM team_members m JOIN entrants e USING"
        " (entrant_id) WHERE e.tournament_id = ?"
        " ORDER BY e.number, m.board = 0, m.board, m.joined_at, m.person_id",
        (tournament_id,),
    )
    found: dict[EntrantId, list[BoardMember]] = defaultdict(list)
    for row in rows:
        one = BoardMember(PersonId(row["person_id"]), row["board"], school_year=row["school_year"])
        found[EntrantId(row["entrant_id"])].append(one)
    return {team: tuple(some) for team, some in found.items()}


def replace_members(tx: Tx, entrant_id: EntrantId, some: Iterable[BoardMember], at: datetime) -> None:
    """Writes the members in place of those before."""
    tx.execute("DELETE FROM team_members WHERE entrant_id = ?", (entrant_id,))
    tx.execute_many(
        "INSERT INTO team_members (entrant_id, person_id, board, school_year, joined_at) VALUES (?, ?, ?, ?, ?)",
        [(entrant_id, one.person_id, one.board, one.school_year, to_ms(at)) for one in some],
    )


def put_out(tx: Tx, entrant_id: EntrantId, person_id: PersonId, at: datetime, back_at: datetime | None) -> None:
    """Keeps a member out of the matches that are called from then on, until further notice or a moment."""
    tx.execute(
        "INSERT INTO team_outs (entrant_id, person_id, out_at, back_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (entrant_id, person_id, out_at) DO UPDATE SET back_at = excluded.back_at",
        (entrant_id, person_id, to_ms(at), to_ms_or_none(back_at)),
    )


def come_back(tx: Tx, entrant_id: EntrantId, person_id: PersonId, back_at: datetime | None) -> bool:
    """Writes when a member who is out now plays again; False where that is known already, or nobody is out."""
    return bool(
        tx.execute(
            "UPDATE team_outs SET back_at = ?1 WHERE entrant_id = ?2 AND person_id = ?3 AND out_at <= ?4"
            " AND (back_at IS NULL OR back_at > ?4) AND coalesce(back_at, -1) <> coalesce(CAST(?1 AS BIGINT), -1)",
            (to_ms_or_none(back_at), entrant_id, person_id, to_ms(tx.now)),
        )
    )


def out_at(tx: Query, entrant_id: EntrantId, at: datetime) -> frozenset[PersonId]:
    """Who of the team is out at the moment."""
    rows = tx.fetch_all(
        "SELECT person_id FROM team_outs WHERE entrant_id = ?1 AND out_at <= ?2"
        " AND (back_at IS NULL OR back_at > ?2) ORDER BY person_id",
        (entrant_id, to_ms(at)),
    )
    return frozenset(PersonId(row["person_id"]) for row in rows)


def rename(tx: Tx, entrant_id: EntrantId, name: str, club: str | None) -> None:
    """Writes the name of a team, and its club."""
    tx.execute("UPDATE entrants SET team_name = ?, club = ? WHERE entrant_id = ?", (name, club, entrant_id))


def unconfirm(tx: Tx, entrant_id: EntrantId) -> None:
    """Takes back a confirmation, as of a team that is not complete any more."""
    tx.execute("UPDATE entrants SET checked_in_at = NULL WHERE entrant_id = ?", (entrant_id,))


def playing_for(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> EntrantId | None:
    """The team that the person is a member of in the tournament, if it has not left; None for everybody else."""
    row = tx.fetch_one(
        "SELECT e.entrant_id FROM team_members m JOIN entrants e USING (entrant_id)"
        " WHERE e.tournament_id = ? AND m.person_id = ? AND e.withdrawn_at IS NULL ORDER BY e.number",
        (tournament_id, person_id),
    )
    return None if row is None else EntrantId(row["entrant_id"])


def members_in(tx: Query, contest_id: ContestId) -> list[PersonId]:
    """Everybody of the teams that meet in the contest; nobody where people do."""
    rows = tx.fetch_all(
        "SELECT person_id FROM contest_sides JOIN team_members USING (entrant_id) WHERE contest_id = ?"
        " ORDER BY side, board, person_id",
        (contest_id,),
    )
    return [PersonId(row["person_id"]) for row in rows]


def teams_of(tx: Query, person_id: PersonId) -> list[EntrantId]:
    """Every team that the person is or was a member of, latest first."""
    rows = tx.fetch_all(
        "SELECT m.entrant_id FROM team_members m JOIN entrants e USING (entrant_id) WHERE m.person_id = ?"
        " ORDER BY e.registered_at DESC, e.entrant_id",
        (person_id,),
    )
    return [EntrantId(row["entrant_id"]) for row in rows]


def by_name(tx: Query, tournament_id: TournamentId, name: str) -> EntrantId | None:
    """The team of that name, whatever its capitals, among those that have not left."""
    rows = tx.fetch_all(
        "SELECT entrant_id, team_name FROM entrants WHERE tournament_id = ? AND withdrawn_at IS NULL"
        " AND team_name IS NOT NULL ORDER BY number",
        (tournament_id,),
    )
    wanted = name.casefold()
    return next((EntrantId(row["entrant_id"]) for row in rows if row["team_name"].casefold() == wanted), None)


def give_line_up(tx: Tx, contest_id: ContestId, side: int, order: Order, by: PersonId, at: datetime) -> None:
    """Writes who sits where on one side of a match, in place of what was given before."""
    tx.execute("DELETE FROM line_ups WHERE contest_id = ? AND side = ?", (contest_id, side))
    tx.execute_many(
        "INSERT INTO line_ups (contest_id, side, board, person_id, given_at, given_by) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (contest_id, side, board, person, to_ms(at), by)
            for board, seat in enumerate(order, start=1)
            for person in seat
        ],
    )


def line_ups(tx: Query, contest_id: ContestId) -> Mapping[int, Order]:
    """The line-ups that were named for the match, by side; a side that named none is missing.

    An annulled match is called again, and what was named before its new call is named anew.
    """
    rows = tx.fetch_all(
        "SELECT l.side, l.board, l.person_id FROM line_ups l JOIN contests c USING (contest_id)"
        " WHERE l.contest_id = ? AND l.given_at >= coalesce(c.assigned_at, 0) ORDER BY l.side, l.board, l.person_id",
        (contest_id,),
    )
    seats: dict[int, dict[int, list[PersonId]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        seats[row["side"]][row["board"]].append(PersonId(row["person_id"]))
    return {
        side: tuple(tuple(boards.get(board, ())) for board in range(1, max(boards) + 1))
        for side, boards in seats.items()
    }
