"""What else is known of the entrants of a field, forbidden pairs, and who holds the title that an event is for.

Known are rounds missed, members of teams, and who waits in a lobby. Forbidden pairs that were lifted since are kept;
colours of a title match are chosen before the start (AIJE-D03-2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.features.course.model import TitleHolder
from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.kernel.ids import EntrantId, PersonId, TournamentId
from bot.play.formats.protocol import WaitingInLobby
from bot.play.records import ForbiddenPair
from bot.play.title_games import Colour, ColourChoices

# --- entrants of a field --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FactsKept:
    """Which facts of some kinds of event are on record for this one; what is not is not read."""

    absences: bool
    members: bool
    warnings: bool
    holder: bool
    annulments: bool
    forbidden: bool
    waiting: bool


def event_rows(tx: Query, tournament_id: TournamentId) -> FactsKept:
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
    return FactsKept(*(bool(there) for there in row))


def absences(
    tx: Query, tournament_id: TournamentId, until: datetime | None = None
) -> Mapping[EntrantId, frozenset[int]]:
    """The rounds that each entrant has announced to miss, by that moment; who misses none is left out."""
    rows = tx.fetch_all(
        "SELECT a.entrant_id, a.round FROM round_absences a JOIN entrants e USING (entrant_id)"
        " WHERE e.tournament_id = ?1 AND a.announced_at <= coalesce(CAST(?2 AS BIGINT), a.announced_at)"
        " ORDER BY e.number, a.round",
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


def waiting(tx: Query, tournament_id: TournamentId) -> tuple[WaitingInLobby, ...]:
    """Who is in the lobby, longest first."""
    rows = tx.fetch_all(
        "SELECT l.entrant_id, l.since FROM lobby l JOIN entrants e USING (entrant_id)"
        " WHERE e.tournament_id = ? AND l.until IS NULL ORDER BY l.since, l.entrant_id",
        (tournament_id,),
    )
    return tuple(WaitingInLobby(EntrantId(row["entrant_id"]), from_ms(row["since"])) for row in rows)


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
        "UPDATE lobby SET until = CASE WHEN since > ?1 THEN since ELSE ?1 END WHERE entrant_id = ?2 AND until IS NULL",
        [(to_ms(at), entrant) for entrant in entrants],
    )


def add_forbidden_pair(
    tx: Tx,
    tournament_id: TournamentId,
    pair: tuple[EntrantId, EntrantId],
    reason: str,
    by: PersonId,
    at: datetime,
) -> bool:
    """Forbids a pair; False when it is forbidden already."""
    return bool(
        tx.execute(
            "INSERT INTO forbidden_pairs (tournament_id, first_id, second_id, reason, forbidden_at, forbidden_by)"
            " SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM forbidden_pairs"
            " WHERE tournament_id = ?1 AND first_id = ?2 AND second_id = ?3 AND lifted_at IS NULL)"
            " ON CONFLICT (tournament_id, first_id, second_id, forbidden_at) DO UPDATE SET reason = excluded.reason,"
            " forbidden_by = excluded.forbidden_by, lifted_at = NULL, lifted_by = NULL",
            (tournament_id, *sorted(pair), reason, to_ms(at), by),
        )
    )


def lift_forbidden_pair(
    tx: Tx, tournament_id: TournamentId, pair: tuple[EntrantId, EntrantId], by: PersonId, at: datetime
) -> bool:
    """Lets a pair meet again; False when it was not forbidden."""
    return bool(
        tx.execute(
            "UPDATE forbidden_pairs SET lifted_at = CASE WHEN forbidden_at > ?1 THEN forbidden_at ELSE ?1 END,"
            " lifted_by = ?2 WHERE tournament_id = ?3 AND first_id = ?4 AND second_id = ?5 AND lifted_at IS NULL",
            (to_ms(at), by, tournament_id, *sorted(pair)),
        )
    )


def forbidden_pairs_of_tournament(tx: Query, tournament_id: TournamentId) -> tuple[ForbiddenPair, ...]:
    """All there ever were, first to last."""
    rows = tx.fetch_all(
        "SELECT * FROM forbidden_pairs WHERE tournament_id = ? ORDER BY forbidden_at, first_id, second_id",
        (tournament_id,),
    )
    return tuple(
        ForbiddenPair(
            (EntrantId(row["first_id"]), EntrantId(row["second_id"])),
            from_ms(row["forbidden_at"]),
            from_ms_or_none(row["lifted_at"]),
        )
        for row in rows
    )


# --- pairs that are not to meet -------------------------------------------------------------------------------------


def reasons(tx: Query, tournament_id: TournamentId) -> dict[frozenset[EntrantId], str]:
    """Why each pair that is forbidden is so, for staff."""
    rows = tx.fetch_all(
        "SELECT first_id, second_id, reason FROM forbidden_pairs WHERE tournament_id = ? AND lifted_at IS NULL"
        " ORDER BY first_id, second_id",
        (tournament_id,),
    )
    return {frozenset((EntrantId(row["first_id"]), EntrantId(row["second_id"]))): row["reason"] for row in rows}


def load_title_holder(tx: Query, tournament_id: TournamentId) -> TitleHolder | None:
    """The champion of the event, where somebody is."""
    row = tx.fetch_one("SELECT * FROM title_holders WHERE tournament_id = ?", (tournament_id,))
    if row is None:
        return None
    first, last = row["first_colour"], row["last_colour"]
    return TitleHolder(
        person_id=PersonId(row["person_id"]),
        named_at=from_ms(row["named_at"]),
        named_by=None if row["named_by"] is None else PersonId(row["named_by"]),
        choices=ColourChoices(
            None if first is None else Colour(first),
            None if last is None else Colour(last),
        ),
    )


# --- the holder of the title ----------------------------------------------------------------------------------------


def name(tx: Tx, tournament_id: TournamentId, person_id: PersonId, at: datetime, by: PersonId | None) -> bool:
    """Names the champion, whose predecessor's choices are void; False when this person is named already."""
    return bool(
        tx.execute(
            "INSERT INTO title_holders (tournament_id, person_id, named_at, named_by) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (tournament_id) DO UPDATE SET person_id = excluded.person_id, named_at = excluded.named_at,"
            " named_by = excluded.named_by, first_colour = NULL, first_chosen_at = NULL, last_colour = NULL,"
            " last_chosen_at = NULL WHERE title_holders.person_id <> excluded.person_id",
            (tournament_id, person_id, to_ms(at), by),
        )
    )


def choose_first(tx: Tx, tournament_id: TournamentId, colour: Colour, at: datetime) -> None:
    """Keeps the champion's colour of the first game."""
    tx.execute(
        "UPDATE title_holders SET first_colour = ?, first_chosen_at = ? WHERE tournament_id = ?",
        (colour, to_ms(at), tournament_id),
    )


def choose_last(tx: Tx, tournament_id: TournamentId, colour: Colour, at: datetime) -> None:
    """Keeps the champion's colour of the last game."""
    tx.execute(
        "UPDATE title_holders SET last_colour = ?, last_chosen_at = ? WHERE tournament_id = ?",
        (colour, to_ms(at), tournament_id),
    )
