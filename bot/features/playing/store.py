"""Contests, who follows them, and the scores that were settled in them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Final

from bot.features.playing import board_store, reports_store
from bot.features.playing.rows_store import OF_TWO, SELECT_CONTESTS, contest_in, contest_of, result_of, result_text
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx, from_ms, from_ms_or_none, to_ms, to_ms_or_none
from bot.kernel.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.play.contests import LOVE, Contest, Length, NewContest, Result, Score, read_score, score_text
from bot.play.matches import Beside, Match

_BESIDE: Final[Mapping[Beside, str]] = {
    Beside.WARNINGS: "warnings b WHERE b.contest_id = c.contest_id",
    Beside.GUESS: "guesses b WHERE b.contest_id = c.contest_id",
    Beside.RECORDINGS: "recordings b WHERE b.contest_id = c.contest_id",
    Beside.PAUSES: "adjournments b WHERE b.contest_id = c.contest_id",
    Beside.TIME_NOTES: "time_notes b WHERE b.contest_id = c.contest_id",
    Beside.APPEAL: "appeals b WHERE b.contest_id = c.contest_id",
    Beside.CONFIRMED: "confirmed_results b WHERE b.contest_id = c.contest_id",
    Beside.PROOF: "dispute_proofs b WHERE b.contest_id = c.contest_id",
    Beside.BY_NAME: "contest_sides b JOIN entrants e USING (entrant_id) JOIN people p USING (person_id)"
    " WHERE b.contest_id = c.contest_id AND e.team_name IS NULL AND p.discord_id IS NULL",
    Beside.OFFICERS: "event_officers b WHERE b.tournament_id = c.tournament_id AND b.ended_at IS NULL",
}
"""Where a row stands that is beside a match."""
_FLAGS = "".join(f" EXISTS (SELECT 1 FROM {source}) AS has_{what}," for what, source in _BESIDE.items())  # noqa: S608
_SELECT = (
    "SELECT c.*, (SELECT group_concat(entrant_id, ' ') FROM"  # noqa: S608 - all parts are constants
    " (SELECT entrant_id FROM contest_sides s"
    " WHERE s.contest_id = c.contest_id ORDER BY side) o) AS sides,"
    " (SELECT count(*) FROM adjournments a WHERE a.contest_id = c.contest_id AND a.adjourned_at >= c.assigned_at)"
    " AS adjourned,"
    " (SELECT first_side FROM guesses g WHERE g.contest_id = c.contest_id) AS first_side,"
    f"{_FLAGS}"
    " EXISTS (SELECT 1 FROM absence_clocks k WHERE k.contest_id = c.contest_id) AS has_clocks,"
    " EXISTS (SELECT 1 FROM reports p WHERE p.contest_id = c.contest_id AND p.closed_at IS NULL) AS has_report,"
    " EXISTS (SELECT 1 FROM matters m WHERE m.subject = 'contest:' || c.contest_id AND m.settled_at IS NULL)"
    " AS calls_staff,"
    " EXISTS (SELECT 1 FROM standstills t WHERE t.subject = 'contest:' || c.contest_id) AS is_told,"
    " EXISTS (SELECT 1 FROM table_absences a WHERE a.contest_id = c.contest_id) AS has_absences,"
    " EXISTS (SELECT 1 FROM board_clocks b WHERE b.contest_id = c.contest_id) AS has_board_clocks,"
    " EXISTS (SELECT 1 FROM card_gaps g WHERE g.card = 'contest:' || c.contest_id) AS has_gaps,"
    " r.score, r.walkover_games, r.kind, r.settled_at, r.draws, r.particulars, r.reported_at, r.paired_as_winner,"
    " r.reason"
    " FROM contests c"
    " LEFT JOIN results r ON r.contest_id = c.contest_id AND r.superseded_at IS NULL"
)

TAKEN_BY_LATE: Final = "taken_by_late"
"""The reason on record of a bye whose empty side somebody late has taken."""
_WITHOUT_RESULT = "NOT EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id AND r.superseded_at IS NULL)"
_OF_TWO = "EXISTS (SELECT 1 FROM contest_sides s WHERE s.contest_id = c.contest_id AND s.side = 1)"


def add(
    tx: Tx,
    tournament_id: TournamentId,
    draw_number: int,
    contest_id: ContestId,
    new: NewContest,
    length: Length,
    at: datetime,
) -> None:
    """Writes a pairing that the format decided, with its length by the rulebook."""
    tx.execute(
        "INSERT INTO contests (contest_id, tournament_id, draw_number, stage, group_number, round, position, best_of,"
        " play_all, drawable, bye_reason, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            contest_id,
            tournament_id,
            draw_number,
            *(new.stage, new.group, new.round, new.position),
            length.best_of,
            length.play_all,
            length.drawable,
            new.bye_reason,
            to_ms(at),
        ),
    )
    tx.execute_many(
        "INSERT INTO contest_sides (contest_id, side, entrant_id) VALUES (?, ?, ?)",
        [(contest_id, side, entrant_id) for side, entrant_id in enumerate(new.sides)],
    )


def next_position(tx: Query, tournament_id: TournamentId) -> int:
    """The first running number that no contest of the event has, or had before it was voided."""
    sql = "SELECT coalesce(max(position) + 1, 0) AS free FROM contests WHERE tournament_id = ?"
    row = tx.fetch_one(sql, (tournament_id,))
    return 0 if row is None else int(row["free"])


def load(tx: Query, contest_id: ContestId) -> Match | None:
    """The match with its clocks and its open report, void or not; None when the id is unknown."""
    row = tx.fetch_one(f"{_SELECT} WHERE c.contest_id = ?", (contest_id,))
    return None if row is None else _match(tx, row)


def of_tournament(tx: Query, tournament_id: TournamentId) -> list[Contest]:
    """The contests that stand, by round and position, the third-place match before the final."""
    return tx.fetch_things(
        contest_of,
        f"{SELECT_CONTESTS} WHERE c.tournament_id = ? AND c.voided_at IS NULL"
        " ORDER BY c.round, c.stage <> 'third_place', c.group_number, c.position, c.contest_id",
        (tournament_id,),
    )


def by_ids(tx: Query, contest_ids: Collection[ContestId]) -> dict[ContestId, Contest]:
    """The contests asked for; an unknown id is simply missing."""
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.contest_id IN"  # noqa: S608 - a constant
        " (SELECT value FROM json_each(?)) ORDER BY c.round, c.position, c.contest_id",
        (json.dumps(list(contest_ids)),),
    )
    return {one.contest_id: one for one in map(contest_of, rows)}


def uncalled_contests(tx: Query, tournament_id: TournamentId) -> list[Contest]:
    """The contests that stand and were neither called nor settled, in the order of `of_tournament`."""
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.tournament_id = ? AND c.voided_at IS NULL AND c.assigned_at IS NULL"
        " AND r.contest_id IS NULL"
        " ORDER BY c.round, c.stage <> 'third_place', c.group_number, c.position, c.contest_id",
        (tournament_id,),
    )
    return [contest_of(row) for row in rows]


def undecided_contests(tx: Query, tournament_id: TournamentId) -> list[Contest]:
    """The contests that stand without a result, byes too, in the order of `of_tournament`."""
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.tournament_id = ? AND c.voided_at IS NULL AND r.contest_id IS NULL"
        " ORDER BY c.round, c.stage <> 'third_place', c.group_number, c.position, c.contest_id",
        (tournament_id,),
    )
    return [contest_of(row) for row in rows]


def sides_of(tx: Query, tournament_id: TournamentId) -> Iterator[tuple[ContestId, tuple[EntrantId, ...]]]:
    """Who meets in each contest of several sides that stands, by round and position, and nothing else of it."""
    rows = tx.fetch_all(
        "SELECT c.contest_id, s.entrant_id FROM contests c JOIN contest_sides s USING (contest_id)"
        " WHERE c.tournament_id = ? AND c.voided_at IS NULL"
        " ORDER BY c.round, c.stage <> 'third_place', c.group_number, c.position, c.contest_id, s.side",
        (tournament_id,),
    )
    for contest_id, of_contest in groupby(rows, key=itemgetter("contest_id")):
        sides = tuple(EntrantId(row["entrant_id"]) for row in of_contest)
        if len(sides) > 1:
            yield ContestId(contest_id), sides


def people_of(tx: Query, contest_id: ContestId) -> set[PersonId]:
    """Everybody who entered for a side of the contest, is in its team, or played it before they were replaced."""
    rows = tx.fetch_all(
        "SELECT e.person_id FROM contest_sides s JOIN entrants e USING (entrant_id) WHERE s.contest_id = ?1"
        " UNION SELECT played_by FROM contest_sides WHERE contest_id = ?1 AND played_by IS NOT NULL"
        " UNION SELECT m.person_id FROM contest_sides s JOIN team_members m USING (entrant_id) WHERE s.contest_id = ?1"
        " ORDER BY 1",
        (contest_id,),
    )
    return {PersonId(row["person_id"]) for row in rows}


def played_by(tx: Query, tournament_id: TournamentId) -> dict[tuple[ContestId, EntrantId], PersonId]:
    """Who played for an entrant in matches that ended before somebody else took the place."""
    rows = tx.fetch_all(
        "SELECT s.contest_id, s.entrant_id, s.played_by FROM contests c CROSS JOIN contest_sides s"
        " WHERE c.tournament_id = ? AND s.contest_id = c.contest_id AND s.played_by IS NOT NULL"
        " ORDER BY s.contest_id, s.side",
        (tournament_id,),
    )
    return {(ContestId(row["contest_id"]), EntrantId(row["entrant_id"])): PersonId(row["played_by"]) for row in rows}


def players_noted(tx: Query, contest_ids: Collection[ContestId]) -> dict[tuple[ContestId, EntrantId], PersonId]:
    """As `played_by`, of these contests."""
    rows = tx.fetch_all(
        "SELECT contest_id, entrant_id, played_by FROM contest_sides"
        " WHERE contest_id IN (SELECT value FROM json_each(?)) AND played_by IS NOT NULL ORDER BY contest_id, side",
        (json.dumps(list(contest_ids)),),
    )
    return {(ContestId(row["contest_id"]), EntrantId(row["entrant_id"])): PersonId(row["played_by"]) for row in rows}


def keep_players(tx: Tx, entrant_id: EntrantId, person_id: PersonId) -> None:
    """Notes that the person played what has a score of the entrant, and is noted for nobody who left before."""
    tx.execute(
        "UPDATE contest_sides SET played_by = ? WHERE entrant_id = ? AND played_by IS NULL AND EXISTS"
        " (SELECT 1 FROM results r WHERE r.contest_id = contest_sides.contest_id AND r.superseded_at IS NULL)",
        (person_id, entrant_id),
    )


def give_back_players(tx: Tx, entrant_id: EntrantId, person_id: PersonId) -> None:
    """As before `keep_players`, since the person holds the place again."""
    tx.execute(
        "UPDATE contest_sides SET played_by = NULL WHERE entrant_id = ? AND played_by = ?", (entrant_id, person_id)
    )


def in_play(tx: Query, tournament_id: TournamentId) -> list[Match]:
    """Matches that were assigned and have no result, longest waiting first."""
    rows = tx.fetch_all(
        f"{_SELECT} WHERE c.tournament_id = ? AND c.voided_at IS NULL AND c.assigned_at IS NOT NULL"
        " AND r.contest_id IS NULL ORDER BY c.assigned_at, c.round, c.position, c.contest_id",
        (tournament_id,),
    )
    return [_match(tx, row) for row in rows]


def events_in_play(tx: Query, events: Collection[TournamentId]) -> frozenset[TournamentId]:
    """Those of the events in which a match was assigned and has no result."""
    rows = tx.fetch_all(
        "SELECT e.value AS event FROM json_each(?) e WHERE EXISTS (SELECT 1 FROM contests c"  # noqa: S608 - a constant
        " WHERE c.tournament_id = e.value AND c.voided_at IS NULL AND c.assigned_at IS NOT NULL"
        f" AND {_WITHOUT_RESULT}) ORDER BY e.value",
        (json.dumps(list(events)),),
    )
    return frozenset(TournamentId(row["event"]) for row in rows)


def assignment_times(tx: Query, tournament_id: TournamentId) -> dict[ContestId, datetime]:
    """When each contest that stands without a result was given to its arbiter; those that wait are missing."""
    rows = tx.fetch_all(
        "SELECT contest_id, assigned_at FROM contests c WHERE tournament_id = ? AND voided_at IS NULL"
        " AND assigned_at IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id AND r.superseded_at IS NULL)"
        " ORDER BY assigned_at, round, position, contest_id",
        (tournament_id,),
    )
    return {ContestId(row["contest_id"]): from_ms(row["assigned_at"]) for row in rows}


def paired_since(tx: Query, tournament_id: TournamentId, since: datetime) -> set[ContestId]:
    """The contests of the event that stand, and were written at the moment or later."""
    rows = tx.fetch_all(
        "SELECT contest_id FROM contests WHERE tournament_id = ? AND voided_at IS NULL AND created_at >= ?"
        " ORDER BY contest_id",
        (tournament_id, to_ms(since)),
    )
    return {ContestId(row["contest_id"]) for row in rows}


def of_draw(tx: Query, tournament_id: TournamentId, draw_number: int) -> list[Contest]:
    """Every contest that a draw led to, those voided since too, in the order of being written."""
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.tournament_id = ? AND c.draw_number = ? ORDER BY c.created_at,"
        " c.stage IN ('lower', 'third_place', 'placement'), c.round, c.group_number, c.position, c.contest_id",
        (tournament_id, draw_number),
    )
    return [contest_of(row) for row in rows]


def rounds_of_draws(tx: Query, tournament_id: TournamentId) -> dict[int, int]:
    """The first round that each draw led to; a draw that led to none is missing."""
    rows = tx.fetch_all(
        "SELECT draw_number, min(round) AS round FROM contests WHERE tournament_id = ? GROUP BY draw_number"
        " ORDER BY draw_number",
        (tournament_id,),
    )
    return {row["draw_number"]: row["round"] for row in rows}


def standing_before(tx: Query, tournament_id: TournamentId, draw_number: int, at: datetime) -> list[Contest]:
    """The contests of earlier draws that stood when this one was made; a bye that fell by it too."""
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.tournament_id = ? AND c.draw_number < ? AND c.created_at <= ?"
        " AND (c.voided_at IS NULL OR c.voided_at > ? OR (c.voided_at = ? AND c.void_reason = ?))"
        " ORDER BY c.round, c.group_number, c.position, c.contest_id",
        (tournament_id, draw_number, to_ms(at), to_ms(at), to_ms(at), TAKEN_BY_LATE),
    )
    return [contest_of(row) for row in rows]


def of_entrant(tx: Query, entrant_id: EntrantId) -> list[Match]:
    """Every match that stands with the entrant in it, first to last."""
    rows = tx.fetch_all(
        f"{_SELECT} WHERE c.voided_at IS NULL AND c.contest_id IN"  # noqa: S608 - both parts are constants
        " (SELECT contest_id FROM contest_sides WHERE entrant_id = ?) ORDER BY c.round, c.position, c.contest_id",
        (entrant_id,),
    )
    return [_match(tx, row) for row in rows]


def was_ever_paired(tx: Query, entrant_id: EntrantId) -> bool:
    """Whether a contest was ever written for the entrant, one that was voided since or a bye too."""
    row = tx.fetch_one("SELECT 1 FROM contest_sides WHERE entrant_id = ? LIMIT 1", (entrant_id,))
    return row is not None


def standing_of(tx: Query, entrants: Collection[EntrantId]) -> list[Contest]:
    """The contests that stand with any of these in them, by round and position."""
    rows = tx.fetch_all(
        f"{SELECT_CONTESTS} WHERE c.voided_at IS NULL AND c.contest_id IN"  # noqa: S608 - all parts are constants
        " (SELECT contest_id FROM contest_sides WHERE entrant_id IN (SELECT value FROM json_each(?)))"
        " ORDER BY c.round, c.position, c.contest_id",
        (json.dumps(list(entrants)),),
    )
    return [contest_of(row) for row in rows]


def of_who_left(tx: Query, tournament_id: TournamentId) -> list[ContestId]:
    """Contests without a result in which somebody plays who has left the event."""
    left = "SELECT entrant_id FROM entrants WHERE tournament_id = ? AND withdrawn_at IS NOT NULL"
    rows = tx.fetch_all(
        "SELECT c.contest_id FROM contests c WHERE c.voided_at IS NULL AND c.contest_id IN"  # noqa: S608 - constants
        f" (SELECT contest_id FROM contest_sides WHERE entrant_id IN ({left})) AND {_WITHOUT_RESULT} AND {_OF_TWO}"
        " ORDER BY c.round, c.position, c.contest_id",
        (tournament_id,),
    )
    return [ContestId(row["contest_id"]) for row in rows]


def is_being_played(tx: Query, tournament_id: TournamentId) -> bool:
    """Whether a contest of two sides in a main round has no result yet."""
    return _is_open(tx, tournament_id, "c.stage = 'main'")


def wait_for_a_call(tx: Query, tournament_id: TournamentId) -> bool:
    """Whether a contest without a result was given to no arbiter, or was given and has none."""
    return _is_open(tx, tournament_id, "(c.assigned_at IS NULL OR c.arbiter_id IS NULL)")


def wait_uncalled(tx: Query, tournament_id: TournamentId) -> bool:
    """As `wait_for_a_call`, where no match needs an arbiter."""
    return _is_open(tx, tournament_id, "c.assigned_at IS NULL")


def _is_open(tx: Query, tournament_id: TournamentId, which: str) -> bool:
    """Whether one of such contests, a constant of this module, has two sides and no result."""
    row = tx.fetch_one(
        "SELECT 1 FROM contests c WHERE c.tournament_id = ? AND c.voided_at IS NULL"  # noqa: S608 - constants
        f" AND {which} AND {_WITHOUT_RESULT} AND {_OF_TWO} LIMIT 1",
        (tournament_id,),
    )
    return row is not None


def open_of_arbiter(tx: Query, person_id: PersonId) -> list[Match]:
    """Matches without a result that the arbiter follows."""
    rows = tx.fetch_all(
        f"{_SELECT} WHERE c.arbiter_id = ? AND c.voided_at IS NULL AND r.contest_id IS NULL"
        " ORDER BY c.assigned_at NULLS FIRST, c.created_at, c.round, c.stage <> 'third_place', c.group_number,"
        " c.position, c.contest_id",
        (person_id,),
    )
    return [_match(tx, row) for row in rows]


def assign(tx: Tx, contest_id: ContestId, arbiter: PersonId | None, at: datetime) -> bool:
    """Gives a match that waits to an arbiter (None where none is needed); False when it was given before."""
    return bool(
        tx.execute(
            "UPDATE contests SET arbiter_id = ?, assigned_at = ? WHERE contest_id = ? AND assigned_at IS NULL"
            " AND voided_at IS NULL",
            (arbiter, to_ms(at), contest_id),
        )
    )


def hand_over(tx: Tx, contest_id: ContestId, arbiter: PersonId | None) -> None:
    """Gives a match to another arbiter, or for now to none."""
    tx.execute("UPDATE contests SET arbiter_id = ? WHERE contest_id = ?", (arbiter, contest_id))


def note_called(tx: Tx, contest_id: ContestId, at: datetime) -> None:
    """Notes when the call was delivered; a repeated call starts anew."""
    tx.execute("UPDATE contests SET called_at = ? WHERE contest_id = ?", (to_ms(at), contest_id))


def suspend(tx: Tx, contest_id: ContestId, at: datetime) -> None:
    """Notes that the match rests since the moment."""
    tx.execute("UPDATE contests SET suspended_at = ? WHERE contest_id = ?", (to_ms(at), contest_id))


def resume(tx: Tx, contest_id: ContestId, at: datetime) -> None:
    """Notes that the match goes on since the moment."""
    tx.execute("UPDATE contests SET suspended_at = NULL, resumed_at = ? WHERE contest_id = ?", (to_ms(at), contest_id))


def note_score(tx: Tx, contest_id: ContestId, score: Score) -> None:
    """Notes the score between games, in place of the one noted before."""
    tx.execute("UPDATE contests SET running_score = ? WHERE contest_id = ?", (score_text(score), contest_id))


def void(tx: Tx, contest_id: ContestId, at: datetime, reason: str) -> bool:
    """Takes the contest out of the event, on record with the reason; its place can be filled anew."""
    return bool(
        tx.execute(
            "UPDATE contests SET voided_at = ?, void_reason = ? WHERE contest_id = ? AND voided_at IS NULL",
            (to_ms(at), reason, contest_id),
        )
    )


def call_again(tx: Tx, contest_id: ContestId) -> None:
    """Puts a match back among those that wait for a call, as after an annulment."""
    tx.execute(
        "UPDATE contests SET arbiter_id = NULL, assigned_at = NULL, called_at = NULL, suspended_at = NULL,"
        " resumed_at = NULL, running_score = '0-0' WHERE contest_id = ?",
        (contest_id,),
    )
    # What is played again is played by who holds the places now.
    tx.execute("UPDATE contest_sides SET played_by = NULL WHERE contest_id = ?", (contest_id,))


def settle(
    tx: Tx, result_id: str, contest_id: ContestId, result: Result, by: PersonId | None, reason: str | None
) -> None:
    """Writes the score that stands from now on; the one before stays on record as superseded."""
    unsettle(tx, contest_id, result.settled_at)
    tx.execute(
        "INSERT INTO results (result_id, contest_id, score, walkover_games, kind, draws, particulars, reported_at,"
        " paired_as_winner, settled_at, settled_by, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            result_id,
            contest_id,
            score_text(result.score),
            score_text(result.walkover_games),
            result.kind,
            result.draws,
            result_text(result),
            to_ms_or_none(result.reported_at),
            result.paired_as_winner if result.paired_as_winner in range(OF_TWO) else None,
            to_ms(result.settled_at),
            by,
            reason,
        ),
    )


def unsettle(tx: Tx, contest_id: ContestId, at: datetime) -> bool:
    """Takes back the score that stands, which stays on record; False when there was none."""
    return bool(
        tx.execute(
            "UPDATE results SET superseded_at = ? WHERE contest_id = ? AND superseded_at IS NULL",
            (to_ms(at), contest_id),
        )
    )


def results_history(tx: Query, contest_ids: Iterable[ContestId]) -> dict[ContestId, list[tuple[Result, str | None]]]:
    """Every score that ever stood, with its reason, oldest first."""
    history: dict[ContestId, list[tuple[Result, str | None]]] = {}
    for contest_id in contest_ids:
        rows = tx.fetch_all(
            "SELECT * FROM results WHERE contest_id = ?"
            " ORDER BY settled_at, superseded_at IS NULL, superseded_at, result_id",
            (contest_id,),
        )
        history[contest_id] = [(result_of(row), row["reason"]) for row in rows]
    return history


def _match(tx: Query, row: sqlite3.Row) -> Match:
    """The match of a row, which says what else there is to read of it: most of it few matches have."""
    beside = frozenset(what for what in _BESIDE if row[f"has_{what}"])
    contest = contest_in(row)
    contest_id = contest.contest_id
    return Match(
        contest=contest,
        tournament_id=TournamentId(row["tournament_id"]),
        draw_number=row["draw_number"],
        created_at=from_ms(row["created_at"]),
        assigned_at=from_ms_or_none(row["assigned_at"]),
        suspended_at=from_ms_or_none(row["suspended_at"]),
        resumed_at=from_ms_or_none(row["resumed_at"]),
        voided_at=from_ms_or_none(row["voided_at"]),
        forfeits=board_store.forfeits(tx, contest_id) if Beside.WARNINGS in beside else LOVE,
        running=read_score(row["running_score"]),
        clocks=tuple(board_store.absence_clocks_of_contest(tx, contest_id)) if row["has_clocks"] else (),
        report=reports_store.open_report(tx, contest_id) if row["has_report"] else None,
        away=board_store.table_absences_of_contest(tx, contest_id) if row["has_absences"] else (),
        board_clocks=board_store.board_clocks_of_contest(tx, contest_id) if row["has_board_clocks"] else (),
        gaps=kernel_time_store.card_gaps_of_card(tx, f"contest:{contest_id}") if row["has_gaps"] else (),
        reason=row["reason"],
        beside=beside,
        adjourned=row["adjourned"],
        calls_staff=bool(row["calls_staff"]),
        is_told=bool(row["is_told"]),
    )


def referees(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> bool:
    """Whether the person has or had a match of the event as its arbiter."""
    sql = "SELECT 1 FROM contests WHERE tournament_id = ? AND arbiter_id = ? LIMIT 1"
    return tx.fetch_one(sql, (tournament_id, person_id)) is not None


def all_voided(tx: Query, tournament_id: TournamentId) -> dict[ContestId, tuple[datetime, str]]:
    """The contests that were taken out of the event, with the moment and the reason of each."""
    rows = tx.fetch_all(
        "SELECT contest_id, voided_at, void_reason FROM contests WHERE tournament_id = ? AND voided_at IS NOT NULL"
        " ORDER BY contest_id",
        (tournament_id,),
    )
    return {ContestId(row["contest_id"]): (from_ms(row["voided_at"]), row["void_reason"] or "") for row in rows}
