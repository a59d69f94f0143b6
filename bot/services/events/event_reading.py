"""Gathering what people look at of a draw, its bracket and its arbiters, in one read."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.community import Person
from bot.domain.events.draw_views import ArbiterWanted, BracketView, DrawView, MatchOfArbiter, PlayerLeft, Revealed
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import ContestId, EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.domain.lengths import beside_tree, bracket_of
from bot.domain.playing.desk_views import Obstacle
from bot.errors import UserError
from bot.services.event_facts import facts
from bot.services.events import calling
from bot.services.events.departing import comes_to, may_be_redrawn
from bot.services.events.tournaments import find
from bot.services.sides import as_entered, entry_of, players
from bot.storage import communities, contests, entrants, people, tournaments
from bot.storage.context import Query
from bot.storage.tournaments import DrawPurpose


class NotDrawnYet(UserError):
    """There is no bracket before the draw."""

    name: str


class NoBracketYet(UserError):
    """The event has a table, and no bracket, or none so far."""

    name: str


def bracket_view(tx: Query, tournament_id: TournamentId) -> BracketView | None:
    """The bracket of a drawn event as it stands; None before the draw, for a table alone and for an unknown id."""
    tournament = tournaments.load(tx, tournament_id)
    community = None if tournament is None else communities.load(tx, tournament.guild_id)
    if tournament is None or community is None or tournament.drawn_at is None:
        return None
    of_event = facts(tx, tournament)
    known = bracket_of(of_event, tournament.rulebook)
    if known is None:
        return None
    return BracketView(
        tournament=tournament,
        community=community,
        facts=known.facts,
        people=players(tx, tournament),
        given=contests.assignment_times(tx, tournament_id),
        shift=known.shift,
        beside=beside_tree(of_event, tournament.rulebook),
    )


def bracket_for(
    tx: Query, guild_id: GuildId, tournament_id: TournamentId, member_id: MemberId
) -> tuple[BracketView, EntrantId | None]:
    """The bracket, and the reader's own entry in it if there is one; raises NotFound, NotDrawnYet, NoBracketYet."""
    tournament = find(tx, guild_id, tournament_id)
    view = bracket_view(tx, tournament_id)
    if view is None and tournament.drawn_at is not None:
        raise NoBracketYet(name=tournament.name)
    if view is None:
        raise NotDrawnYet(name=tournament.name)
    reader = people.of_member(tx, guild_id, member_id)
    entrant = None if reader is None else entry_of(tx, tournament_id, reader.person_id)
    return view, None if entrant is None else entrant.entrant_id


def draw_view(
    tx: Query, tournament_id: TournamentId, number: int, by: str | None, reason: str | None
) -> DrawView | None:
    """A draw as it is published; None when another draw has taken its place before it was said."""
    tournament = tournaments.load(tx, tournament_id)
    records = tournaments.draws(tx, tournament_id)
    if tournament is None or tournament.draw_number != number or len(records) < number:
        return None
    previous = tournament.commitment if number == 1 else records[number - 2].link
    person = None if by is None else people.load(tx, PersonId(by))
    return DrawView(tournament, bracket_view(tx, tournament_id), records[number - 1], previous, person, reason)


def later_draw(tx: Query, tournament_id: TournamentId, number: int) -> Revealed | None:
    """A draw within the running event, of a round or a lot."""
    tournament = tournaments.load(tx, tournament_id)
    records = tournaments.draws_with_purpose(tx, tournament_id)
    if tournament is None or not 1 < number <= len(records):
        return None
    drawn = records[number - 1]
    return Revealed(tournament, drawn.record, records[number - 2].record.link, drawn.purpose is DrawPurpose.LOT)


def arbiter_wanted(
    tx: Query, tournament_id: TournamentId, situation: Obstacle, waiting: tuple[ContestId, ...]
) -> ArbiterWanted | None:
    """The matches that still want an arbiter in this situation, or None when it has passed."""
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return None
    if situation is Obstacle.NOBODY_ON_DUTY and calling.available(tx, tournament):
        return None
    held_up = _held_up(tx, waiting, situation)
    return ArbiterWanted(tournament, situation, tuple(match.people for match in held_up)) if held_up else None


def _held_up(tx: Query, waiting: Iterable[ContestId], situation: Obstacle) -> list[MatchOfArbiter]:
    still = (match_of_arbiter(tx, one) for one in waiting)
    return [match for match in still if match is not None and _is_held_up(match, situation)]


def match_of_arbiter(tx: Query, contest_id: ContestId) -> MatchOfArbiter | None:
    """An open match with its event and its players; None when it is settled or void."""
    match = contests.load(tx, contest_id)
    tournament = None if match is None else tournaments.load(tx, match.tournament_id)
    if match is None or tournament is None or match.voided_at is not None or match.contest.result is not None:
        return None
    return MatchOfArbiter(match.contest, tournament, _sides(tx, tournament, match.contest.sides))


def player_left(tx: Query, entrant_id: EntrantId, reason: str | None) -> PlayerLeft | None:
    """Who left, and whether a redraw can still be made."""
    entrant = entrants.load(tx, entrant_id)
    tournament = None if entrant is None else tournaments.load(tx, entrant.tournament_id)
    person = None if entrant is None else people.load(tx, entrant.person_id)
    if tournament is None or person is None or entrant is None:
        return None
    after = comes_to(tx, tournament, entrant)
    return PlayerLeft(tournament, as_entered(person, entrant), may_be_redrawn(tx, tournament), reason, after)


def _sides(tx: Query, tournament: Tournament, sides: tuple[EntrantId, ...]) -> tuple[Person, ...]:
    known = players(tx, tournament)
    return tuple(known[side] for side in sides)


def _is_held_up(match: MatchOfArbiter, situation: Obstacle) -> bool:
    return match.contest.arbiter is None and (situation is Obstacle.LEFT_ALONE) == (match.contest.called_at is not None)
