"""Gathering what people look at from the facts, in one read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant, Seating, seats
from bot.domain.events.tournament import Tournament, check_in_closes_at, check_in_opens_at, phase
from bot.domain.events.views import Listed, PlayerList, TournamentView
from bot.domain.ids import EntrantId, GuildId, PersonId, TournamentId
from bot.domain.registry.grades import Grade
from bot.errors import NotFound, Subject
from bot.services.events.tournaments import find
from bot.services.sides import people_shown
from bot.services.timetable import outages_of
from bot.storage import communities, entrants, grades, tournaments
from bot.storage.database import Work


def of_server(work: Work, guild_id: GuildId, tournament_id: TournamentId) -> TournamentView:
    """What the announcement of a tournament of the server shows; raises NotFound."""
    found = tournament_view(work, tournament_id)
    if found is None or found.tournament.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    return found


def tournament_view(work: Work, tournament_id: TournamentId) -> TournamentView | None:
    """What the announcement of a tournament shows; None for an unknown id."""
    tournament = tournaments.load(work, tournament_id)
    community = None if tournament is None else communities.load(work, tournament.guild_id)
    if tournament is None or community is None:
        return None
    return TournamentView(
        tournament=tournament,
        phase=phase(tournament),
        community=community,
        headcount=entrants.headcount(work, tournament_id),
        check_in_opens_at=check_in_opens_at(tournament),
        check_in_closes_at=check_in_closes_at(tournament, outages_of(work, tournament)),
    )


def player_list(work: Work, guild_id: GuildId, tournament_id: TournamentId) -> PlayerList:
    """Everyone on the list, with names; raises NotFound."""
    tournament = find(work, guild_id, tournament_id)
    seating: Seating = seats(entrants.of_tournament(work, tournament_id), tournament.rulebook.registration.capacity)
    everyone = (*seating.seated, *seating.waiting)
    known, graded = people_shown(work, everyone), {}
    if tournament.rulebook.grades is not None:
        graded = grades.of_people(work, [one.person_id for one in everyone])
    return PlayerList(tournament, _listed(seating.seated, known, graded), _listed(seating.waiting, known, graded))


def listed_people(work: Work, some: Sequence[Entrant]) -> tuple[Listed, ...]:
    """Entrants with their people, in the given order."""
    return _listed(some, people_shown(work, some), {})


def _listed(
    some: Sequence[Entrant], known: Mapping[EntrantId, Person], graded: Mapping[PersonId, Grade]
) -> tuple[Listed, ...]:
    return tuple(Listed(one, known[one.entrant_id], one.grade or graded.get(one.person_id)) for one in some)


def unfinished(work: Work, guild_id: GuildId) -> list[Tournament]:
    """Tournaments of the server that are neither over nor cancelled, by their start."""
    return tournaments.unfinished(work, guild_id)


def of_guild(work: Work, guild_id: GuildId) -> list[Tournament]:
    """The server's tournaments, those to come and running first."""
    return tournaments.of_guild(work, guild_id)
