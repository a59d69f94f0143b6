"""Gathering what people look at of an arena: its lobby, the pairs of a pass, and a player's own game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.domain.arena.arena_scoring import Reached, position, rules_of, tallies
from bot.domain.arena.arena_views import ArenaClock, ArenaPlace, ArenaView, Happened, OwnArena, OwnGame, PairsView, Task
from bot.domain.community import Community, Person
from bot.domain.contests import Contest
from bot.domain.entering.entries import Entrant
from bot.domain.events.event_kinds import EventKind
from bot.domain.events.tournament import Tournament
from bot.domain.formats import arena
from bot.domain.formats.opening import FEWEST_STARTERS
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import EntrantId, TournamentId
from bot.domain.outages import resume
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_steps import stands_at
from bot.domain.regulation.format_rules import ArenaRules
from bot.domain.standings import StandingRow
from bot.errors import NotNow, UserError
from bot.services.arena import arena_scores
from bot.services.arena.arena_bars import keeping_out
from bot.services.arena.arena_course import ends_at, is_frozen, takes_until
from bot.services.event_facts import facts, facts_of, facts_of_some
from bot.services.event_kinds import only_for
from bot.services.events.tournaments import TournamentIsOver, find
from bot.services.playing.followed import Followed
from bot.services.playing.matches import load
from bot.services.sides import NotRegistered
from bot.storage import accounts, arena_contests, communities, entrants, fields, people, tournaments
from bot.storage.context import ActorQuery, Query

TOP = 10
"""Lines of the table that the lobby shows."""
_TASKS = {
    MatchPhase.WAITING: Task.CALLED_SOON,
    MatchPhase.PLAYING: Task.PLAY,
    MatchPhase.UNDECIDED: Task.DISPUTED,
    MatchPhase.SUSPENDED: Task.DISPUTED,
    MatchPhase.DISPUTED: Task.DISPUTED,
    MatchPhase.SETTLED: Task.SETTLED,
    MatchPhase.VOID: Task.SETTLED,
}
URGENT = (Task.COME, Task.ANSWER, Task.PLAY, Task.OPPONENT_COMES, Task.CALLED_SOON)
"""What keeps a player out of the lobby: the last game wants a word first."""


class NotAnArena(UserError):
    """The tournament is no arena."""

    name: str


class LeftTheArena(UserError):
    """The person played in the arena and is out of it: by leaving, or by being taken out."""

    name: str


def lobby(tx: Query, tournament_id: TournamentId, now: datetime | None = None) -> ArenaView | None:
    """The lobby as it stands; None before the opening, and for what is no arena.

    With `now` it says no more that new players may come in once that time is over.
    """
    tournament = tournaments.load(tx, tournament_id)
    community = None if tournament is None else communities.load(tx, tournament.guild_id)
    if tournament is None or community is None or tournament.first_call_at is None:
        return None
    return _lobby(tx, tournament, community, now) if tournament.rulebook.traits.has_lobby else None


def clock(tx: Query, tournament_id: TournamentId) -> ArenaClock | None:
    """How far the arena is; None before the opening."""
    view = lobby(tx, tournament_id)
    if view is None:
        return None
    return ArenaClock(view.ends_at, view.frozen, view.in_play, len(view.waiting), view.counted)


def pairs(tx: Query, tournament_id: TournamentId, first: int, last: int) -> PairsView | None:
    """The games of a message that have no result yet; None where there is none left to call."""
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None or tournament.cancelled_at is not None or tournament.ended_at is not None:
        return None
    told = [one for one in arena_contests.with_numbers(tx, tournament_id, first, last) if one.result is None]
    games = tuple((one, _players(tx, one)) for one in told)
    return PairsView(tournament, games) if games else None


@only_for(EventKind.ARENA, refusal=NotAnArena)
def mine(tx: ActorQuery, tournament_id: TournamentId) -> OwnArena:
    """The arena as who pressed has it; raises NotFound, NotAnArena, NotNow before the opening, and NotRegistered."""
    tournament = running(tx, tournament_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    return own(tx, tournament, starter(tx, tournament, person), tx.pressed_at, Happened.LOOKED)


def running(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The arena of this server that has begun, over or not; raises NotFound, TournamentIsOver, NotNow."""
    tournament = find(tx, tx.guild_id, tournament_id)
    if tournament.cancelled_at is not None:
        raise TournamentIsOver(name=tournament.name)
    if tournament.first_call_at is None:
        raise NotNow
    return tournament


def starter(tx: Query, tournament: Tournament, person: Person | None) -> Entrant:
    """The person's entry, when it started in the arena and is still in it; raises NotRegistered, LeftTheArena."""
    entrant = None if person is None else entrants.of_person(tx, tournament.tournament_id, person.person_id)
    if entrant is None or not entrants.is_starter(tx, entrant.entrant_id):
        raise NotRegistered(name=tournament.name)
    if entrant.withdrawn_at is not None:
        raise LeftTheArena(name=tournament.name)
    return entrant


def own(tx: Query, tournament: Tournament, entrant: Entrant, now: datetime, happened: Happened) -> OwnArena:
    """The arena as the entrant has it, with the game that wants something first, or the last one."""
    me, known = entrant.entrant_id, facts_of(tx, tournament, entrant, now)
    score, end = tallies(known, tournament.rulebook, {me})[me], ends_at(tx, tournament)
    found = _game(tx, tournament, known, entrant)
    return OwnArena(
        tournament=tournament,
        happened=happened,
        task=Task.NOTHING if found is None else found[0],
        ends_at=end,
        over=now > end or tournament.ended_at is not None or is_frozen(tx, tournament.tournament_id),
        waiting=fields.is_waiting(tx, me),
        points=score.points,
        games=len(score.games),
        on_fire=score.streak.is_burning(rules_of(tournament.rulebook)),
        game=None if found is None else found[1],
        alone=entrants.still_playing(tx, tournament.tournament_id) < FEWEST_STARTERS
        and _late_until(tx, tournament, now) is None,
        bar=keeping_out(tx, tournament, entrant.person_id, now),
    )


def _game(tx: Query, tournament: Tournament, known: EventFacts, entrant: Entrant) -> tuple[Task, OwnGame] | None:
    mine = sorted((one for one in known.contests if entrant.entrant_id in one.sides), key=position)
    wanted = [one for one in mine if one.result is None] or mine[-1:]
    seen = [(task, followed) for one in wanted for task, followed in [_task(tx, one, entrant, known)]]
    if not seen:
        return None
    task, followed = min(reversed(seen), key=lambda one: URGENT.index(one[0]) if one[0] in URGENT else len(URGENT))
    return task, _own_game(tx, tournament, followed, entrant.entrant_id, known)


def _task(tx: Query, contest: Contest, entrant: Entrant, known: EventFacts) -> tuple[Task, Followed]:
    followed = load(tx, contest.contest_id)
    if followed is None:
        raise LookupError(contest.contest_id)
    state = followed.state(known.now or followed.match.created_at)
    report, side = followed.match.report, contest.sides.index(entrant.entrant_id)
    match state.phase:
        case MatchPhase.MISSING:
            return (Task.COME if side in {one.side for one in state.missing} else Task.OPPONENT_COMES), followed
        case MatchPhase.REPORTED:
            told_it = report is not None and report.person_id == entrant.person_id
            return (Task.TOLD if told_it else Task.ANSWER), followed
        case other:
            return _TASKS[other], followed


def _own_game(tx: Query, tournament: Tournament, followed: Followed, me: EntrantId, known: EventFacts) -> OwnGame:
    contest, report, site = followed.match.contest, followed.match.report, tournament.rulebook.registration.account
    within, called_at = rules_of(tournament.rulebook).first_move_within, contest.called_at
    players = _players(tx, contest)
    held = [None if site is None else accounts.of_person(tx, one.person_id, site) for one in players]
    state = followed.state(known.now or followed.match.created_at)
    return OwnGame(
        match=followed.match,
        side=contest.sides.index(me),
        players=players,
        accounts=tuple(None if one is None else one.name for one in held),
        first_move_by=None if called_at is None else resume(called_at, within, followed.outages),
        lost_at=next((one.next_at for one in state.missing), None),
        stands_at=None if report is None else stands_at(report, tournament.rulebook, followed.outages),
    )


def _players(tx: Query, contest: Contest) -> tuple[Person, ...]:
    """Who plays, in the order of the sides."""
    named = _people_behind(tx, contest.sides)
    return tuple(named[side] for side in contest.sides)


def _lobby(tx: Query, tournament: Tournament, community: Community, now: datetime | None) -> ArenaView:
    tournament_id, rules = tournament.tournament_id, rules_of(tournament.rulebook)
    end, frozen = ends_at(tx, tournament), is_frozen(tx, tournament_id)
    found = arena_scores.scores(tx, tournament)
    rows = _top(tx, tournament, found)
    waiting = [one.entrant_id for one in fields.waiting(tx, tournament_id)]
    named = _people_behind(tx, (*waiting, *(row.entrant_id for row in rows)))
    top = [_place(row, found[row.entrant_id], named[row.entrant_id], rules, frozen=frozen) for row in rows]
    return ArenaView(
        tournament=tournament,
        community=community,
        ends_at=end,
        frozen=frozen,
        players=entrants.still_playing(tx, tournament_id),
        late_until=None if frozen else _late_until(tx, tournament, now),
        waiting=tuple(named[one] for one in waiting),
        in_play=arena_contests.in_play(tx, tournament_id),
        counted=sum(one.games for one in found.values()) // 2,
        awaited=len(arena_contests.awaited_games(tx, tournament_id)) if frozen else 0,
        top=tuple(place for place in top if place.games),
    )


def _late_until(tx: Query, tournament: Tournament, now: datetime | None) -> datetime | None:
    until = takes_until(tx, tournament)
    return until if until is not None and (now is None or now <= until) else None


def _top(tx: Query, tournament: Tournament, found: Mapping[EntrantId, Reached]) -> tuple[StandingRow, ...]:
    """The first rows of the table; where the rulebook lets others' games decide, all of it is counted out for them."""
    if not arena.counts_own_games(tournament.rulebook):
        return arena.standings(facts(tx, tournament), tournament.rulebook)[:TOP]
    first = arena.leading({who: one.points for who, one in found.items() if one.games}, TOP)
    return arena.leaders(facts_of_some(tx, tournament, first), tournament.rulebook, first)[:TOP]


def _place(row: StandingRow, score: Reached, person: Person, rules: ArenaRules, *, frozen: bool) -> ArenaPlace:
    burning = score.streak.is_burning(rules) and not frozen
    return ArenaPlace(row.rank_from, person, score.points, score.games, burning)


def _people_behind(tx: Query, some: Iterable[EntrantId]) -> Mapping[EntrantId, Person]:
    """Who is behind these entrants."""
    entries = entrants.by_ids(tx, list(some))
    known = people.by_ids(tx, [one.person_id for one in entries])
    return {one.entrant_id: known[one.person_id] for one in entries}
