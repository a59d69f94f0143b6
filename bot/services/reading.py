"""Gathering what people look at from the facts, in one read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.entering.views import PLAYERS_ON_A_PAGE, Listed, PlayerList
from bot.domain.events.tournament import Tournament, check_in_closes_at, check_in_opens_at, phase
from bot.domain.events.views import TournamentView
from bot.domain.grades import Grade
from bot.domain.ids import EntrantId, GuildId, PersonId, TournamentId
from bot.errors import NotFound, Subject
from bot.services.events.tournaments import find
from bot.services.sides import people_shown
from bot.services.timetable import outages_of
from bot.storage import entrants, event_posters, grades, hand_seeds, tournaments
from bot.storage.context import Query


def of_server(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> TournamentView:
    """What the announcement of a tournament of the server shows; raises NotFound."""
    found = tournament_view(tx, tournament_id)
    if found is None or found.tournament.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    return found


def tournament_view(tx: Query, tournament_id: TournamentId) -> TournamentView | None:
    """What the announcement of a tournament shows; None for an unknown id."""
    found = tournaments.with_headcount(tx, tournament_id)
    if found is None:
        return None
    tournament, headcount = found
    return TournamentView(
        tournament=tournament,
        phase=phase(tournament),
        headcount=headcount,
        check_in_opens_at=check_in_opens_at(tournament),
        check_in_closes_at=check_in_closes_at(tournament, outages_of(tx, tournament)),
        poster=event_posters.load(tx, tournament.poster_id),
        seeded=_seeded_people(tx, tournament),
    )


def _seeded_people(tx: Query, tournament: Tournament) -> tuple[Person, ...]:
    """Whom organisers have seeded by hand and who is on the list, until the draw has taken the seeds over."""
    if not tournament.rulebook.registration.seeds_by_hand or tournament.drawn_at is not None:
        return ()
    order = hand_seeds.of_tournament(tx, tournament.tournament_id)
    there = [one for one in entrants.by_ids(tx, order) if one.withdrawn_at is None] if order else []
    shown = people_shown(tx, there)
    return tuple(shown[one] for one in order if one in shown)


def player_list(tx: Query, guild_id: GuildId, tournament_id: TournamentId, page: int) -> PlayerList:
    """The page of the list that is nearest to the number asked for, read alone; raises NotFound."""
    tournament = find(tx, guild_id, tournament_id)
    listed = entrants.headcount(tx, tournament_id).registered
    pages = max(1, -(-listed // PLAYERS_ON_A_PAGE))
    page = min(max(page, 0), pages - 1)
    some = entrants.on_list(tx, tournament_id, page * PLAYERS_ON_A_PAGE, PLAYERS_ON_A_PAGE)
    graded: Mapping[PersonId, Grade] = {}
    if tournament.rulebook.grades is not None:
        graded = grades.of_people(tx, [one.person_id for one in some])
    capacity = tournament.rulebook.registration.capacity
    seated = listed if capacity is None else min(listed, capacity)
    shown = _list(some, people_shown(tx, some), graded)
    return PlayerList(tournament, seated, listed - seated, page, pages, page * PLAYERS_ON_A_PAGE, shown)


def players_named(
    tx: Query, guild_id: GuildId, tournament_id: TournamentId, typed: str, limit: int
) -> tuple[Listed, ...]:
    """The first on the list with that in their name; raises NotFound."""
    find(tx, guild_id, tournament_id)
    wanted = typed.casefold()
    named = (one for one, name in entrants.names_on_list(tx, tournament_id) if wanted in name.casefold())
    some = entrants.by_ids(tx, tuple(islice(named, limit)))
    return listed_people(tx, sorted(some, key=lambda one: one.number))


def listed_people(tx: Query, some: Sequence[Entrant]) -> tuple[Listed, ...]:
    """Entrants with their people, in the given order."""
    return _list(some, people_shown(tx, some), {})


def _list(
    some: Sequence[Entrant], known: Mapping[EntrantId, Person], graded: Mapping[PersonId, Grade]
) -> tuple[Listed, ...]:
    return tuple(Listed(one, known[one.entrant_id], one.grade or graded.get(one.person_id)) for one in some)


def unfinished_tournaments(tx: Query, guild_id: GuildId) -> list[Tournament]:
    """Tournaments of the server that are neither over nor cancelled, by their start."""
    return tournaments.all_unfinished(tx, guild_id)


def of_guild(tx: Query, guild_id: GuildId) -> list[Tournament]:
    """The server's tournaments, those to come and running first."""
    return tournaments.of_guild(tx, guild_id)
