"""Rounds of a Swiss that are still to be paired: missed with notice, or entered late (GO-26.3, GO-28.3)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.events.event_kinds import OF_PEOPLE
from bot.domain.events.round_views import RoundMissed
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import swiss
from bot.domain.hooks import first
from bot.domain.ids import PersonId, TournamentId
from bot.domain.regulation.format_rules import ScoringRules, SwissRules
from bot.errors import AlreadyDone, UserError
from bot.services import access, event_log
from bot.services.event_facts import facts
from bot.services.event_kinds import only_for
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.events.tournaments import find_unfinished
from bot.storage import entrants, fields, people, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query


class NoRoundToCome(UserError):
    """No round is left that has still to be paired, or the event has none that one can miss."""

    name: str


class NoPlayerHere(UserError):
    """The person does not play in the event, or has left it."""

    name: str


def round_to_come(tx: Query, tournament: Tournament) -> int | None:
    """The first round that is not paired yet; None outside a running Swiss, and once its last round is paired."""
    rulebook = tournament.rulebook
    if not rulebook.traits.by_score or phase(tournament) is not Phase.RUNNING:
        return None
    known = facts(tx, tournament)
    of_table = swiss.table_facts(known, rulebook).contests
    number = max((one.round for one in of_table), default=0) + 1
    return number if number <= swiss.rounds(known, rulebook) else None


def own_round(tx: Query, tournament: Tournament, person_id: PersonId) -> RoundMissed | None:
    """The round to come of a player who can still announce to miss it, and whether that was announced; else None."""
    entrant = entrants.of_person(tx, tournament.tournament_id, person_id)
    number = None if entrant is None or entrant.withdrawn_at is not None else round_to_come(tx, tournament)
    if entrant is None or number is None or entrant.team_name is not None:
        return None
    starters = {one.entrant_id for one in entrants.with_outcome(tx, tournament.tournament_id, "starter")}
    if entrant.entrant_id not in starters:
        return None
    missed = number in fields.absences(tx, tournament.tournament_id).get(entrant.entrant_id, frozenset())
    return RoundMissed(tournament, number, (tournament.rulebook.scoring or ScoringRules()).absence, missed)


def coming_for(tx: ActorQuery, tournament_id: TournamentId) -> RoundMissed | None:
    """As `own_round`, for who looks at the event; None for an unknown id too."""
    tournament = tournaments.load(tx, tournament_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if tournament is None or tournament.guild_id != tx.guild_id or person is None:
        return None
    return own_round(tx, tournament, person.person_id)


def late_round(tx: Query, tournament: Tournament, at: datetime) -> int | None:
    """The round in which somebody new may still enter, as the rulebook allows; None where nobody may."""
    rulebook = tournament.rulebook
    if rulebook.teams is not None or rulebook.deck is not None:
        return None
    without_rounds = _late_without_rounds(tx, tournament, at)
    last = (rulebook.swiss or SwissRules()).late_entry_until
    if without_rounds is None and last <= 1:
        return None
    if _is_full(tx, tournament):
        return None
    number = round_to_come(tx, tournament) if without_rounds is None else None
    return without_rounds if number is None or number > last else number


def _late_without_rounds(tx: Query, tournament: Tournament, at: datetime) -> int | None:
    return first(one.late_round(tx, tournament, at) for one in EVENT_HOOKS.of(tournament.rulebook))


def _is_full(tx: Query, tournament: Tournament) -> bool:
    seats = tournament.rulebook.registration.capacity
    return seats is not None and len(entrants.with_outcome(tx, tournament.tournament_id, "starter")) >= seats


@only_for(*OF_PEOPLE)
def miss(tx: ActorTx, tournament_id: TournamentId) -> RoundMissed:
    """Announces that the presser stays away from the round to come, and is not paired in it."""
    return _note(tx, tournament_id, missed=True)


@only_for(*OF_PEOPLE)
def play_after_all(tx: ActorTx, tournament_id: TournamentId) -> RoundMissed:
    """Takes the announcement back, as long as the round is not paired."""
    return _note(tx, tournament_id, missed=False)


def _note(tx: ActorTx, tournament_id: TournamentId, *, missed: bool) -> RoundMissed:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    person = access.recognise(tx)
    entrant = entrants.of_person(tx, tournament_id, person.person_id)
    starters = {one.entrant_id for one in entrants.with_outcome(tx, tournament_id, "starter")}
    if entrant is None or entrant.withdrawn_at is not None or entrant.entrant_id not in starters:
        raise NoPlayerHere(name=tournament.name)
    number = round_to_come(tx, tournament)
    if number is None:
        raise NoRoundToCome(name=tournament.name)
    if missed:
        changed = fields.miss_round(tx, entrant.entrant_id, number, person.person_id, tx.now)
    else:
        changed = fields.play_round(tx, entrant.entrant_id, number)
    if not changed:
        raise AlreadyDone
    act = "miss_round" if missed else "play_round"
    event_log.record(tx, tournament, act, person, entrant=entrant.entrant_id, round=str(number))
    points = (tournament.rulebook.scoring or ScoringRules()).absence
    return RoundMissed(tournament, number, points, missed)
