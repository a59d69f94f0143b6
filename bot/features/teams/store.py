"""Open places in teams, which count for nothing yet, and words on challenges in which the winner stays on.

An annulled match is called again, and what was said before its new call is no part of it any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final

from bot.features.teams.model import HeldPlace
from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import ContestId, EntrantId, PersonId, PlaceId, TournamentId
from bot.kernel.tables import Table
from bot.play.teams import ReportWord

_PLACES: Final = Table("team_places", HeldPlace, "place_id")
_WORDS: Final = Table("stay_on_words", ReportWord, "contest_id, entry", person="person_id")


def load_place(tx: Query, place_id: PlaceId) -> HeldPlace | None:
    """One place, or None for an unknown id."""
    return _PLACES.fetch_one(tx, "SELECT * FROM team_places WHERE place_id = ?", (place_id,))


def places_of_team(tx: Query, entrant_id: EntrantId) -> list[HeldPlace]:
    """The places of a team, declined ones too, in the captain's order."""
    return _PLACES.fetch_all(
        tx, "SELECT * FROM team_places WHERE entrant_id = ? ORDER BY position, named_at, place_id", (entrant_id,)
    )


def place_of_person(tx: Query, entrant_id: EntrantId, person_id: PersonId) -> HeldPlace | None:
    """The place that the person was asked to take in the team, declined or not."""
    return _PLACES.fetch_one(
        tx, "SELECT * FROM team_places WHERE entrant_id = ? AND person_id = ?", (entrant_id, person_id)
    )


def open_places_of_person(tx: Query, person_id: PersonId) -> list[HeldPlace]:
    """What the person was asked and has not answered, in events whose list is still open; the oldest first."""
    return _PLACES.fetch_all(
        tx,
        "SELECT p.* FROM team_places p JOIN entrants e USING (entrant_id) JOIN tournaments t USING (tournament_id)"
        " WHERE p.person_id = ? AND p.declined_at IS NULL AND e.withdrawn_at IS NULL"
        " AND t.check_in_closed_at IS NULL AND t.cancelled_at IS NULL ORDER BY p.named_at, p.place_id",
        (person_id,),
    )


# --- open places ----------------------------------------------------------------------------------------------------


def teams_waiting(tx: Query, tournament_id: TournamentId) -> list[EntrantId]:
    """The teams of the event on the list in which a place is open, in the order of registration."""
    rows = tx.fetch_all(
        "SELECT entrant_id FROM entrants e WHERE tournament_id = ? AND withdrawn_at IS NULL AND EXISTS"
        " (SELECT 1 FROM team_places p WHERE p.entrant_id = e.entrant_id AND p.declined_at IS NULL) ORDER BY number",
        (tournament_id,),
    )
    return [EntrantId(row["entrant_id"]) for row in rows]


def save_place(tx: Tx, place: HeldPlace) -> None:
    """Writes a place, or what became known of it."""
    _PLACES.upsert(
        tx, place, "person_id", "typed_name", "typed_account", "school_year", "position", "is_new", "named_at",
        "declined_at",
    )  # fmt: skip


def remove_place(tx: Tx, some: Collection[PlaceId]) -> None:
    """Takes places away: they were filled, or nobody is to take them any more."""
    tx.execute_many("DELETE FROM team_places WHERE place_id = ?", [(one,) for one in some])


def lapse_place(tx: Tx, tournament_id: TournamentId) -> None:
    """Takes away every place of the event that was not answered, at its close."""
    tx.execute(
        "DELETE FROM team_places WHERE entrant_id IN (SELECT entrant_id FROM entrants WHERE tournament_id = ?)",
        (tournament_id,),
    )


# --- words on a challenge -------------------------------------------------------------------------------------------


def words(tx: Query, contest_id: ContestId) -> list[ReportWord]:
    """The words that stand, in the order of the match."""
    return _WORDS.fetch_all(
        tx,
        "SELECT w.* FROM stay_on_words w JOIN contests c USING (contest_id) WHERE w.contest_id = ?"
        " AND w.taken_back_at IS NULL AND w.said_at >= coalesce(c.assigned_at, 0) ORDER BY w.place, w.entry",
        (contest_id,),
    )


def entries(tx: Query, contest_id: ContestId) -> int:
    """How many words there ever were, taking back counted as one too."""
    row = tx.fetch_one(
        "SELECT count(*) + count(taken_back_at) AS n FROM stay_on_words WHERE contest_id = ?", (contest_id,)
    )
    return 0 if row is None else int(row["n"])


def last_entry(tx: Query, contest_id: ContestId) -> int:
    """The number of the last word that was ever said; 0 before the first."""
    row = tx.fetch_one("SELECT max(entry) AS n FROM stay_on_words WHERE contest_id = ?", (contest_id,))
    return 0 if row is None or row["n"] is None else int(row["n"])


def add_word(tx: Tx, word: ReportWord) -> None:
    """Writes a word."""
    _WORDS.insert(tx, word)


def take_word_back(tx: Tx, some: Iterable[ReportWord], by: PersonId, at: datetime) -> None:
    """Notes that the words count no more."""
    tx.execute_many(
        "UPDATE stay_on_words SET taken_back_at = ?, taken_back_by = ?"
        " WHERE contest_id = ? AND entry = ? AND taken_back_at IS NULL",
        [(to_ms(at), by, one.contest_id, one.entry) for one in some],
    )
