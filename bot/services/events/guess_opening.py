"""Hiding a number of stones with the call of a match in which the players guess who begins (GO-10)."""

from __future__ import annotations

from bot.domain.events.guessing import Guess, is_guessed, who_hides
from bot.domain.events.tournament import Tournament
from bot.domain.grades import Grade
from bot.domain.ids import ContestId, EntrantId
from bot.storage import contests, entrants, grades, guesses, tournaments
from bot.storage.context import Query, Tx

_TWO = 2


def open_guess(tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
    """Hides a number where the rulebook has colours guessed; a match that is called again keeps its guess."""
    match = contests.load(tx, contest_id) if is_guessed(tournament.rulebook) else None
    if match is None or len(match.contest.sides) != _TWO:
        return
    drawn = tournaments.draws(tx, tournament.tournament_id)
    seed = drawn[-1].seed if drawn else tournament.commitment
    first, second = match.contest.sides
    hider, why = who_hides((_grade(tx, first), _grade(tx, second)), contest_id, seed)
    guesses.open_guess(tx, Guess(contest_id, hider, why, tx.new_secret().hex(), tx.now))


def _grade(tx: Query, entrant_id: EntrantId) -> Grade | None:
    """The grade that the entrant was drawn with, else the one that counts."""
    entrant = entrants.load(tx, entrant_id)
    if entrant is None:
        return None
    return entrant.grade or grades.of_person(tx, entrant.person_id)
