"""Who is shown for an entrant, the person or the team with its captain, and which entrant somebody plays for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, PersonId, TournamentId
from bot.errors import UserError
from bot.storage import entrants, people, teams
from bot.storage.context import Query


class NotRegistered(UserError):
    """The person is not on the list of the tournament."""

    name: str


class OnlyTheCaptain(UserError):
    """For a team its captain alone enters and leaves, and in its matches reports, confirms and names line-ups."""

    captain: str


def as_entered(person: Person, entrant: Entrant) -> Person:
    """The person as the entrant appears."""
    return person if entrant.team_name is None else replace(person, name=entrant.team_name, is_team=True)


def people_shown(tx: Query, some: Iterable[Entrant]) -> dict[EntrantId, Person]:
    """Everybody as they appear, by their entries."""
    entries = list(some)
    known = people.by_ids(tx, [one.person_id for one in entries])
    return {one.entrant_id: as_entered(known[one.person_id], one) for one in entries}


def players(tx: Query, tournament: Tournament) -> dict[EntrantId, Person]:
    """Everybody who entered the event, as they appear."""
    return people_shown(tx, entrants.of_tournament(tx, tournament.tournament_id))


def entry_of(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> Entrant | None:
    """The person's own entry, or that of the team that the person is a member of; withdrawn ones of the own too."""
    own_entry = entrants.of_person(tx, tournament_id, person_id)
    if own_entry is not None and own_entry.withdrawn_at is None:
        return own_entry
    team = teams.playing_for(tx, tournament_id, person_id)
    return own_entry if team is None else entrants.load(tx, team)


def people_in(tx: Query, entrant: Entrant) -> frozenset[PersonId]:
    """Who plays for the entrant: the person, or the members of the team with its captain."""
    if entrant.team_name is None:
        return frozenset({entrant.person_id})
    return frozenset({entrant.person_id, *(one.person_id for one in teams.members(tx, entrant.entrant_id))})


def strength(tx: Query, entrant: Entrant, rated: Mapping[PersonId, float]) -> float | None:
    """The published rating of an entrant; a team's is the sum of its members', None where nobody has one."""
    if entrant.team_name is None:
        return rated.get(entrant.person_id)
    known = [rated[one.person_id] for one in teams.members(tx, entrant.entrant_id) if one.person_id in rated]
    return sum(known) if known else None
