"""Rewriting what is due whenever a thing was saved, and the names that deadlines give to things."""

from __future__ import annotations

from bot.domain.entering.reminders import letters_due, looks_due
from bot.domain.events.tournament import Tournament, check_in_opens_at, due_steps
from bot.domain.ids import BarId, ContestId, JeekId, TournamentId
from bot.domain.outages import Outage
from bot.storage import deadlines, outages, tournaments
from bot.storage.context import Query, Tx


def tournament_subject(tournament_id: TournamentId) -> str:
    """How deadlines, panels and the log name a tournament."""
    return f"tournament:{tournament_id}"


def letters_subject(tournament_id: TournamentId) -> str:
    """How deadlines name the letters to who asked to be reminded of a tournament."""
    return f"letters:{tournament_id}"


def contest_subject(contest_id: ContestId) -> str:
    """How deadlines, panels and the log name a match."""
    return f"contest:{contest_id}"


def arena_subject(tournament_id: TournamentId) -> str:
    """How deadlines and panels name the lobby of an arena."""
    return f"arena:{tournament_id}"


def jeek_subject(game_id: JeekId) -> str:
    """How deadlines and panels name a casual game."""
    return f"jeek:{game_id}"


def claim_subject(claim_id: str) -> str:
    """How the card of a claim to a name is named."""
    return f"name-claim:{claim_id}"


def account_claim_subject(claim_id: str) -> str:
    """How panels name a second claim to an account."""
    return f"account-claim:{claim_id}"


def bar_subject(bar_id: BarId) -> str:
    """How the log names a bar."""
    return f"bar:{bar_id}"


def outages_of(tx: Query, tournament: Tournament) -> tuple[Outage, ...]:
    """Every outage that can have touched a window of the tournament, and its pauses."""
    return outages.of_event(tx, tournament, check_in_opens_at(tournament))


def save(tx: Tx, tournament: Tournament) -> None:
    """Writes the tournament and, in the same transaction, all that is due for it."""
    tournaments.save(tx, tournament)
    reschedule(tx, tournament)


def reschedule(tx: Tx, tournament: Tournament) -> None:
    """Rewrites the tournament's deadlines from its facts; doing it twice changes nothing."""
    due = due_steps(tournament, outages_of(tx, tournament))
    deadlines.rewrite(tx, tournament_subject(tournament.tournament_id), ((step.kind, step.at) for step in due))


def reschedule_letters(tx: Tx, tournament: Tournament) -> None:
    """Rewrites when who asked is written to; what is past already is left out, what waits to be said stays."""
    subject = letters_subject(tournament.tournament_id)
    waiting = deadlines.of_subject(tx, subject)
    all_due = (*letters_due(tournament), *looks_due(tournament))
    due = [one for one in all_due if one.at > tx.now or waiting.get(one.kind) == one.at]
    deadlines.rewrite(tx, subject, ((step.kind, step.at) for step in due))
