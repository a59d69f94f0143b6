"""Hiding a number of stones with the call of a match in which the players guess who begins (GO-10)."""

from __future__ import annotations

from bot.domain.events.guessing import Guess, is_guessed, who_hides
from bot.domain.events.tournament import Tournament
from bot.domain.grades import Grade
from bot.domain.ids import ContestId, EntrantId, Occasion
from bot.storage import contests, entrants, grades, guesses, tournaments
from bot.storage.database import Work

_TWO = 2


def open_guess(work: Work, occasion: Occasion, tournament: Tournament, contest_id: ContestId) -> None:
    """Hides a number where the rulebook has colours guessed; a match that is called again keeps its guess."""
    match = contests.load(work, contest_id) if is_guessed(tournament.rulebook) else None
    if match is None or len(match.contest.sides) != _TWO:
        return
    drawn = tournaments.draws(work, tournament.tournament_id)
    seed = drawn[-1].seed if drawn else tournament.commitment
    first, second = match.contest.sides
    hider, why = who_hides((_grade(work, first), _grade(work, second)), contest_id, seed)
    guesses.open_guess(work, Guess(contest_id, hider, why, occasion.ids.secret().hex(), occasion.now))


def _grade(work: Work, entrant_id: EntrantId) -> Grade | None:
    """The grade that the entrant was drawn with, else the one that counts."""
    entrant = entrants.load(work, entrant_id)
    if entrant is None:
        return None
    return entrant.grade or grades.of_person(work, entrant.person_id)
