"""What happens at the board: pauses and notes of time, offences, waits, duty, and guesses of who begins (GO-10).

An annulled match is called again, and what was before its new call is no part of it any more. Offences that were
taken back are kept. What the calling of matches asks of arbiters on duty is asked once for all of them.
"""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime, timedelta
from typing import Final

from bot.features.playing.board_model import Adjournment, NoteKind, Sessions, TimeNote, TimeUsed
from bot.features.tournaments.arbiters_model import OnDuty
from bot.kernel.context import Query, Tx, from_ms, to_ms
from bot.kernel.ids import ContestId, GuildId, PersonId, TournamentId
from bot.kernel.tables import Codec, Table
from bot.people.model import ArbiterTitle
from bot.play.contests import Score, read_score, score_text
from bot.play.counts import Warned
from bot.play.draw import Guess, Parity
from bot.play.matches import AbsenceClock, BoardClock

# --- pauses and notes of time ---------------------------------------------------------------------------------------


_MILLISECOND = timedelta(milliseconds=1)


def sessions_of_contest(tx: Query, contest_id: ContestId) -> Sessions:
    """The pauses and the notes since the match was called, in order."""
    pauses = tx.fetch_all(
        "SELECT a.* FROM adjournments a JOIN contests c USING (contest_id) WHERE a.contest_id = ?"
        " AND a.adjourned_at >= c.assigned_at ORDER BY a.number",
        (contest_id,),
    )
    notes = tx.fetch_all(
        "SELECT n.*, (SELECT group_concat(CAST(side AS TEXT), ' ') FROM (SELECT side FROM time_note_confirmations k"
        " WHERE k.contest_id = n.contest_id AND k.entry = n.entry ORDER BY side) o) AS confirmed"
        " FROM time_notes n JOIN contests c USING (contest_id) WHERE n.contest_id = ?"
        " AND n.noted_at >= c.assigned_at ORDER BY n.entry",
        (contest_id,),
    )
    return Sessions(tuple(map(_ADJOURNMENTS.read, pauses)), tuple(map(_note, notes)))


_ADJOURNMENTS: Final = Table("adjournments", Adjournment, "contest_id, number")
_WARNINGS: Final = Table("warnings", Warned, "warning_id")
_BOARD_CLOCKS: Final = Table(
    "board_clocks", BoardClock, "contest_id, side, board, started_at", ("contest_id", "noted_by")
)
_ABSENCE_CLOCKS: Final = Table(
    "absence_clocks",
    AbsenceClock,
    "contest_id, side, started_at",
    ("contest_id",),
    games_before=Codec(score_text, read_score),
    costs=None,
)
_GUESSES: Final = Table("guesses", Guess, "contest_id")


def begin_adjournment(tx: Tx, contest_id: ContestId, at: datetime, by: PersonId | None, goes_on_at: datetime) -> int:
    """Writes a pause that begins now, and answers its number; the match must have none that runs."""
    number = _next(tx, "number", "adjournments", contest_id)
    _ADJOURNMENTS.insert(tx, Adjournment(contest_id, number, at, by, goes_on_at))
    return number


def move_adjournment(tx: Tx, contest_id: ContestId, goes_on_at: datetime) -> bool:
    """Gives the pause that runs another end; False when none runs, or it has that end already."""
    return bool(
        tx.execute(
            "UPDATE adjournments SET goes_on_at = ?1 WHERE contest_id = ?2 AND resumed_at IS NULL AND goes_on_at <> ?1",
            (to_ms(goes_on_at), contest_id),
        )
    )


def end_adjournment(tx: Tx, contest_id: ContestId, at: datetime, by: PersonId | None) -> bool:
    """Ends the pause that runs; False when none does."""
    return bool(
        tx.execute(
            "UPDATE adjournments SET resumed_at = CASE WHEN adjourned_at > ?1 THEN adjourned_at ELSE ?1 END,"
            " resumed_by = ?2 WHERE contest_id = ?3 AND resumed_at IS NULL",
            (to_ms(at), by, contest_id),
        )
    )


def add_note(tx: Tx, contest_id: ContestId, note: TimeNote) -> None:
    """Writes a note of the time used; `entry` is one more than that of the last one, as `next_entry` says."""
    boards = [[board.board, *(used // _MILLISECOND for used in board.used)] for board in note.boards]
    tx.execute(
        "INSERT INTO time_notes (contest_id, entry, kind, used, reason, noted_at, noted_by)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (contest_id, note.entry, note.kind, json.dumps(boards), note.reason, to_ms(note.noted_at), note.noted_by),
    )


def next_entry(tx: Query, contest_id: ContestId) -> int:
    """The number of the next note, those from before a new call counted too."""
    return _next(tx, "entry", "time_notes", contest_id)


def confirm_adjournment(tx: Tx, contest_id: ContestId, entry: int, side: int, by: PersonId, at: datetime) -> bool:
    """Notes that a side finds the note right; False when it has said so before."""
    return bool(
        tx.execute(
            "INSERT INTO time_note_confirmations (contest_id, entry, side, confirmed_at, confirmed_by)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (contest_id, entry, side, to_ms(at), by),
        )
    )


def _next(tx: Query, column: str, table: str, contest_id: ContestId) -> int:
    row = tx.fetch_one(
        f"SELECT coalesce(max({column}), 0) + 1 AS following FROM {table} WHERE contest_id = ?",  # noqa: S608
        (contest_id,),
    )
    return 1 if row is None else int(row["following"])


def _note(row: sqlite3.Row) -> TimeNote:
    boards = [TimeUsed(board, (one * _MILLISECOND, two * _MILLISECOND)) for board, one, two in json.loads(row["used"])]
    return TimeNote(
        entry=row["entry"],
        kind=NoteKind(row["kind"]),
        boards=tuple(boards),
        noted_at=from_ms(row["noted_at"]),
        noted_by=PersonId(row["noted_by"]),
        reason=row["reason"],
        confirmed=frozenset(int(side) for side in (row["confirmed"] or "").split()),
    )


def add_warning(tx: Tx, warning: Warned) -> None:
    """Writes an offence."""
    _WARNINGS.insert(tx, warning)


def load_warning(tx: Query, warning_id: str) -> Warned | None:
    """The warning with this id, or None."""
    return _WARNINGS.fetch_one(tx, "SELECT * FROM warnings WHERE warning_id = ?", (warning_id,))


def take_warning_back(tx: Tx, warning_id: str, by: PersonId, why: str, at: datetime) -> bool:
    """Notes that it counts no more; False when it was taken back before."""
    return bool(
        tx.execute(
            "UPDATE warnings SET taken_back_at = ?, taken_back_by = ?, why = ?"
            " WHERE warning_id = ? AND taken_back_at IS NULL",
            (to_ms(at), by, why, warning_id),
        )
    )


def warnings_of_contest(tx: Query, contest_id: ContestId) -> list[Warned]:
    """Everything given in a match, first to last."""
    return _WARNINGS.fetch_all(
        tx, "SELECT * FROM warnings WHERE contest_id = ? ORDER BY given_at, warning_id", (contest_id,)
    )


def warnings_of_tournament(tx: Query, tournament_id: TournamentId) -> list[Warned]:
    """Everything given in an event, first to last; what was given in a match that was voided since still counts."""
    return _WARNINGS.fetch_all(
        tx,
        "SELECT w.* FROM warnings w JOIN contests c USING (contest_id) WHERE c.tournament_id = ?"
        " ORDER BY w.given_at, w.warning_id",
        (tournament_id,),
    )


# --- offences -------------------------------------------------------------------------------------------------------


def forfeits(tx: Query, contest_id: ContestId) -> Score:
    """The games that each of two sides was given by the other's offences since the match was called.

    A board that both have lost is given to neither (GO-24).
    """
    rows = tx.fetch_all(
        "SELECT s.side, count(DISTINCT w.game) AS n FROM warnings w JOIN contests c USING (contest_id)"
        " JOIN contest_sides s ON s.contest_id = w.contest_id AND s.entrant_id = w.entrant_id"
        " WHERE w.contest_id = ? AND w.lost_game = 1 AND w.taken_back_at IS NULL AND w.given_at >= c.called_at"
        " AND NOT EXISTS (SELECT 1 FROM warnings o WHERE o.contest_id = w.contest_id AND o.game = w.game"
        " AND o.entrant_id <> w.entrant_id AND o.lost_game = 1 AND o.taken_back_at IS NULL"
        " AND o.given_at >= c.called_at) GROUP BY s.side ORDER BY s.side",
        (contest_id,),
    )
    lost = {row["side"]: row["n"] for row in rows}
    return lost.get(1, 0), lost.get(0, 0)


def count_of_person(tx: Query, person_id: PersonId) -> int:
    """The person's warnings in all events that stand."""
    row = tx.fetch_one(
        "SELECT count(*) AS n FROM warnings WHERE person_id = ? AND taken_back_at IS NULL"
        " AND price IN ('warning', 'lost_turn_and_warning')",
        (person_id,),
    )
    return 0 if row is None else int(row["n"])


# --- waits on a board -----------------------------------------------------------------------------------------------


_MS = timedelta(milliseconds=1)


def start_board_clock(
    tx: Tx, contest_id: ContestId, side: int, board: int, at: datetime, by: PersonId, rested: timedelta
) -> None:
    """Waits for the player of a board since a moment, but for how long the match has rested since."""
    tx.execute(
        "INSERT INTO board_clocks (contest_id, side, board, started_at, rested, noted_by) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (contest_id, side, board, started_at) DO UPDATE SET ended_at = NULL, rested = excluded.rested,"
        " noted_by = excluded.noted_by",
        (contest_id, side, board, to_ms(at), rested // _MS, by),
    )


def end_board_clock(tx: Tx, contest_id: ContestId, side: int, board: int, at: datetime) -> bool:
    """Ends the wait, as the player has come; False when nobody waits."""
    return bool(
        tx.execute(
            "UPDATE board_clocks SET ended_at = CASE WHEN started_at > ?1 THEN started_at ELSE ?1 END"
            " WHERE contest_id = ?2 AND side = ?3 AND board = ?4 AND ended_at IS NULL",
            (to_ms(at), contest_id, side, board),
        )
    )


def end_all(tx: Tx, contest_id: ContestId, at: datetime) -> None:
    """Ends every wait of a match, as it is over or rests."""
    tx.execute(
        "UPDATE board_clocks SET ended_at = CASE WHEN started_at > ?1 THEN started_at ELSE ?1 END"
        " WHERE contest_id = ?2 AND ended_at IS NULL",
        (to_ms(at), contest_id),
    )


def go_on(tx: Tx, contest_id: ContestId, clock: BoardClock, rested: timedelta) -> None:
    """Waits on after a pause, whose time does not count."""
    tx.execute(
        "UPDATE board_clocks SET rested = rested + ?, ended_at = NULL"
        " WHERE contest_id = ? AND side = ? AND board = ? AND started_at = ?",
        (rested // _MS, contest_id, clock.side, clock.board, to_ms(clock.started_at)),
    )


def remove_board_clock(tx: Tx, contest_id: ContestId, side: int, board: int) -> bool:
    """Takes it back as if nobody had ever been waited for; False when nobody was."""
    return bool(
        tx.execute(
            "DELETE FROM board_clocks WHERE contest_id = ? AND side = ? AND board = ?", (contest_id, side, board)
        )
    )


def forget_board_clock(tx: Tx, contest_id: ContestId) -> None:
    """Drops those of a match that is called anew."""
    tx.execute("DELETE FROM board_clocks WHERE contest_id = ?", (contest_id,))


def board_clocks_of_contest(tx: Query, contest_id: ContestId) -> tuple[BoardClock, ...]:
    """All of a match, by side and board, those of one board in their order."""
    return tuple(
        _BOARD_CLOCKS.fetch_all(
            tx, "SELECT * FROM board_clocks WHERE contest_id = ? ORDER BY side, board, started_at", (contest_id,)
        )
    )


# --- arbiters on duty -----------------------------------------------------------------------------------------------


_WAITS_SINCE: Final = (
    "coalesce((SELECT max(r.settled_at) FROM contests c JOIN results r USING (contest_id)"
    " JOIN tournaments t USING (tournament_id) WHERE c.arbiter_id = d.person_id AND t.guild_id = d.guild_id"
    " AND r.settled_at > d.since), d.since)"
)
_OPEN_MATCHES: Final = (
    "(SELECT count(*) FROM contests c JOIN tournaments t USING (tournament_id) WHERE c.arbiter_id = d.person_id"
    " AND c.voided_at IS NULL AND t.guild_id = d.guild_id AND t.drawn_at IS NOT NULL AND t.ended_at IS NULL"
    " AND t.cancelled_at IS NULL AND NOT EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id"
    " AND r.superseded_at IS NULL))"
)
_ON_DUTY: Final = f"d.person_id, {_WAITS_SINCE} AS waits_since, {_OPEN_MATCHES} AS open_matches"


def arbiters(tx: Query, guild_id: GuildId) -> tuple[OnDuty, ...]:
    """Everybody on duty in the server, longest first, with the matches they follow in all its running events."""
    rows = tx.fetch_all(
        f"SELECT {_ON_DUTY} FROM duty d WHERE d.guild_id = ? AND d.until IS NULL"  # noqa: S608 - a constant
        " ORDER BY d.since, d.person_id",
        (guild_id,),
    )
    return tuple(map(_on_duty, rows))


def with_titles(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> list[tuple[OnDuty, ArbiterTitle | None]]:
    """Those of them who hold an arbiter title and were not relieved of their duty in the event, each with the title.

    Where nobody in the server holds one, everybody on duty.
    """
    rows = tx.fetch_all(
        f"SELECT {_ON_DUTY}, a.title FROM duty d"  # noqa: S608 - a constant
        " LEFT JOIN arbiter_titles a ON a.person_id = d.person_id AND a.until IS NULL"
        " WHERE d.guild_id = ? AND d.until IS NULL AND (a.title IS NOT NULL OR NOT EXISTS"
        " (SELECT 1 FROM people p JOIN arbiter_titles t ON t.person_id = p.person_id AND t.until IS NULL"
        " WHERE p.guild_id = d.guild_id)) AND NOT EXISTS"
        " (SELECT 1 FROM reliefs f WHERE f.tournament_id = ? AND f.person_id = d.person_id)"
        " ORDER BY d.since, d.person_id",
        (guild_id, tournament_id),
    )
    return [(_on_duty(row), ArbiterTitle(row["title"]) if row["title"] else None) for row in rows]


def who_entered(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> list[PersonId]:
    """Those on duty who have or had an entry of their own in the event, longest on duty first."""
    rows = tx.fetch_all(
        "SELECT d.person_id FROM duty d JOIN entrants e ON e.person_id = d.person_id AND e.tournament_id = ?"
        " WHERE d.guild_id = ? AND d.until IS NULL ORDER BY d.since, d.person_id",
        (tournament_id, guild_id),
    )
    return [PersonId(row["person_id"]) for row in rows]


def _on_duty(row: sqlite3.Row) -> OnDuty:
    return OnDuty(PersonId(row["person_id"]), from_ms(row["waits_since"]), row["open_matches"])


def start_absence_clock(tx: Tx, contest_id: ContestId, side: int, at: datetime, games_before: Score) -> bool:
    """Starts waiting for a side; False when its clock runs already."""
    clock = AbsenceClock(side, at, None, games_before)
    return bool(_ABSENCE_CLOCKS.insert(tx, clock, "ON CONFLICT DO NOTHING", contest_id=contest_id))


def end_absence_clock(tx: Tx, contest_id: ContestId, side: int, at: datetime) -> bool:
    """Ends the side's running clock, as it appeared; one that was still to begin never ran. False when none runs."""
    return bool(
        tx.execute(
            "UPDATE absence_clocks SET started_at = CASE WHEN started_at > ?1 THEN ?2 ELSE started_at END,"
            " ended_at = CASE WHEN started_at > ?1 OR started_at < ?2 THEN ?2 ELSE started_at END"
            " WHERE contest_id = ?3 AND side = ?4 AND ended_at IS NULL",
            (to_ms(max(tx.now, at)), to_ms(at), contest_id, side),
        )
    )


def begin_absence_clocks(tx: Tx, contest_id: ContestId, since: datetime, at: datetime) -> bool:
    """Has the clocks that were to begin after a moment begin at another one; False where there is none."""
    return bool(
        tx.execute(
            "UPDATE absence_clocks SET started_at = ?1"
            " WHERE contest_id = ?2 AND ended_at IS NULL AND started_at > ?3 AND started_at <> ?1",
            (to_ms(at), contest_id, to_ms(since)),
        )
    )


_HIGHEST_ID: Final = 2**63 - 1


def waiting_matches(tx: Query, guild_id: GuildId, since: datetime) -> list[ContestId]:
    """Matches of the server of which a clock was to begin after the moment and after the call."""
    rows = tx.fetch_all(
        "SELECT DISTINCT k.contest_id FROM absence_clocks k JOIN contests c USING (contest_id)"
        " JOIN tournaments t USING (tournament_id) WHERE k.ended_at IS NULL AND k.started_at > ?1"
        " AND c.called_at < k.started_at AND c.voided_at IS NULL AND c.suspended_at IS NULL"
        " AND t.guild_id = ?2 AND t.cancelled_at IS NULL ORDER BY k.contest_id",
        (to_ms(since), guild_id),
    )
    return [ContestId(row["contest_id"]) for row in rows]


# --- waits for a side -----------------------------------------------------------------------------------------------


def was_there(tx: Tx, contest_id: ContestId, side: int) -> bool:
    """Takes the side's last clock as if it had never run, as the arbiter found; False when there is none."""
    return bool(
        tx.execute(
            "UPDATE absence_clocks SET ended_at = started_at WHERE contest_id = ? AND side = ? AND started_at ="
            " (SELECT max(started_at) FROM absence_clocks WHERE contest_id = ? AND side = ?)",
            (contest_id, side, contest_id, side),
        )
    )


def forget_absence_clock(tx: Tx, contest_id: ContestId) -> None:
    """Drops the clocks of a match that is called anew."""
    tx.execute("DELETE FROM absence_clocks WHERE contest_id = ?", (contest_id,))


def absence_clocks_of_contest(tx: Query, contest_id: ContestId) -> list[AbsenceClock]:
    """All clocks of a match, by side and start."""
    return _ABSENCE_CLOCKS.fetch_all(
        tx, "SELECT * FROM absence_clocks WHERE contest_id = ? ORDER BY side, started_at", (contest_id,)
    )


# --- guesses and seats ----------------------------------------------------------------------------------------------


def open_guess(tx: Tx, guess: Guess) -> bool:
    """Writes a guess that is still to be made; False when there is one."""
    return bool(_GUESSES.insert(tx, guess, "ON CONFLICT DO NOTHING"))


def guess_of_contest(tx: Query, contest_id: ContestId) -> Guess | None:
    """The guess of the contest; None where none was opened."""
    return _GUESSES.fetch_one(tx, "SELECT * FROM guesses WHERE contest_id = ?", (contest_id,))


def made_in(tx: Query, tournament_id: TournamentId) -> list[Guess]:
    """Every guess that was made in a contest of the event, the first one first."""
    return _GUESSES.fetch_all(
        tx,
        "SELECT g.* FROM guesses g JOIN contests c USING (contest_id) WHERE c.tournament_id = ? AND g.said IS NOT NULL"
        " ORDER BY g.opened_at, g.contest_id",
        (tournament_id,),
    )


def make_guess(tx: Tx, contest_id: ContestId, said: Parity, first_side: int, by: PersonId, at: datetime) -> bool:
    """Notes what was said and who has the first colour by it; False when something was said before."""
    return bool(
        tx.execute(
            "UPDATE guesses SET said = ?1, first_side = ?2, said_by = ?3,"
            " said_at = CASE WHEN opened_at > ?4 THEN opened_at ELSE ?4 END WHERE contest_id = ?5 AND said IS NULL",
            (said, first_side, by, to_ms(at), contest_id),
        )
    )


def add_table_absence(tx: Tx, contest_id: ContestId, side: int, by: PersonId | None, at: datetime) -> bool:
    """Seats a side out; False when it was before. `by` is None where the player has left the event."""
    return bool(
        tx.execute(
            "INSERT INTO table_absences (contest_id, side, noted_at, noted_by) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (contest_id, side, to_ms(at), by),
        )
    )


def remove_table_absence(tx: Tx, contest_id: ContestId, side: int) -> bool:
    """Takes it back; False when the side was not seated out."""
    return bool(tx.execute("DELETE FROM table_absences WHERE contest_id = ? AND side = ?", (contest_id, side)))


def forget_table_absence(tx: Tx, contest_id: ContestId) -> None:
    """Takes back all of a game that is called anew."""
    tx.execute("DELETE FROM table_absences WHERE contest_id = ?", (contest_id,))


def table_absences_of_contest(tx: Query, contest_id: ContestId) -> tuple[int, ...]:
    """The sides that were seated out."""
    rows = tx.fetch_all("SELECT side FROM table_absences WHERE contest_id = ? ORDER BY side", (contest_id,))
    return tuple(row["side"] for row in rows)
