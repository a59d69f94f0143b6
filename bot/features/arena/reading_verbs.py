"""An arena as it runs by itself, and what people look at of it: its lobby, pairs, own games, and points reached.

Who confirmed is paired, then whoever is back in the lobby, until the time is up. A message tells all pairs of one pass;
the countdown to the first move starts when it is delivered (ARENA-5).

Who is disqualified while it runs is paired no more, and what was played or is being played counts: the lobby is closed
to them (AIJE-D01-2). A bar that came by itself is one from tournaments to come (AIJE-B03-2): who was let in plays on.
Who is expelled, or disqualified by a case of the arena, leaves it (AIJE-A02-2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.announcements import Delivery, Promise
from bot.domain.arena.arena_pairing import PAIRS_IN_A_PASS
from bot.domain.arena.arena_scoring import Reached, counts, ends_at, position, reached_by, rules_of, tallies
from bot.domain.community import Community, Person, Place
from bot.domain.contests import Contest, NewContest, sides_of
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.entering.bars import Bar, BarReason, keeps_out
from bot.domain.entering.entries import Entrant
from bot.domain.events.event_kinds import EventKind
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import arena
from bot.domain.formats.opening import FEWEST_STARTERS
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.domain.lengths import length_of
from bot.domain.outages import Outage, resume
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_steps import stands_at
from bot.domain.regulation.format_rules import ArenaRules
from bot.domain.standings import StandingRow
from bot.errors import NotNow, UserError
from bot.features.arena import store as arena_store
from bot.features.arena.model import (
    ArenaClock,
    ArenaFrozen,
    ArenaLobby,
    ArenaPaired,
    ArenaPlace,
    ArenaView,
    Happened,
    OwnArena,
    OwnGame,
    PairsView,
    Task,
    due_steps,
    free_from,
    pass_at,
)
from bot.services import event_log
from bot.services.entering.eligibility import bars_of
from bot.services.event_facts import began_at, facts, facts_of, facts_of_lobby, facts_of_some
from bot.services.event_kinds import only_for
from bot.services.events import ending
from bot.services.events.tournaments import TournamentIsOver, find
from bot.services.playing.followed import Followed
from bot.services.playing.matches import load
from bot.services.sides import NotRegistered
from bot.services.timetable import arena_subject, save
from bot.storage import (
    accounts,
    arena_contests,
    bars,
    communities,
    contests,
    deadlines,
    entrants,
    fields,
    outbox,
    people,
    tournaments,
)
from bot.storage.context import ActorQuery, Query, Tx


def keeping_out(tx: Query, tournament: Tournament, person_id: PersonId, now: datetime) -> Bar | None:
    """The bar that keeps the person out of the lobby, or None."""
    event, refuses = tournament.tournament_id, tournament.rulebook.registration.refuse_barred
    held = [
        bar
        for bar in bars_of(tx, person_id, now, event)
        if bar.reason is BarReason.DISQUALIFIED and keeps_out(bar, event, refuses=refuses)
    ]
    return held[0] if held else None


def kept_out(tx: Query, tournament: Tournament, some: Iterable[PersonId]) -> frozenset[PersonId]:
    """Those of them whom a bar keeps out of the lobby; one look where nobody of the server is barred."""
    if not bars.of_guild(tx, tournament.guild_id, tx.now):
        return frozenset()
    return frozenset(one for one in some if keeping_out(tx, tournament, one, tx.now) is not None)


def shut_out(tx: Tx, bar: Bar, person_id: PersonId) -> None:
    """Takes who was just barred out of the lobby of every arena that runs; harmless for who is in none."""
    for tournament in tournaments.all_unfinished(tx, bar.guild_id):
        if not tournament.rulebook.traits.has_lobby or tournament.first_call_at is None:
            continue
        entrant = entrants.of_person(tx, tournament.tournament_id, person_id)
        if entrant is None or keeping_out(tx, tournament, person_id, tx.now) is None:
            continue
        fields.leave_lobby(tx, [entrant.entrant_id], tx.now)
        tx.touch(arena_subject(tournament.tournament_id))


LATE: Final = 2
"""The first round of who came into a running arena, which has but one: it began without that player."""


def carry_on(tx: Tx, tournament: Tournament) -> None:
    """Takes an arena as far as it goes by itself: its opening, the next pairing, the end; harmless at any time.

    It reads what the next step hangs on and nothing else: the last game of the evening costs what the first did.
    """
    tournament_id = tournament.tournament_id
    if phase(tournament) is not Phase.RUNNING or tournament.start_at > tx.now:
        return
    if tournament.first_call_at is None:
        _open(tx, tournament)
        return
    fields.leave_lobby(tx, fields.waiting_who_left(tx, tournament_id), tx.now)
    pair_soon(tx, tournament)
    tx.touch(arena_subject(tournament_id))
    if closes_at(tx, tournament) + CLICKS_IN_FLIGHT <= tx.now:
        _close(tx, tournament)


def pair_soon(tx: Tx, tournament: Tournament) -> bool:
    """Makes the games that can be made of the lobby now, plans the next step, and says whether there were any.

    Where a pass was made in the last seconds, the step does it when they are over.
    """
    tournament_id, end = tournament.tournament_id, closes_at(tx, tournament)
    if is_frozen(tx, tournament_id):
        _plan(tx, tournament, None, end)
        return False
    made = arena_contests.last_made(tx, tournament_id, PAIRS_IN_A_PASS)
    free = tx.now if made is None else free_from(*made)
    if free > tx.now:
        pairing = free if len(fields.waiting(tx, tournament_id)) > 1 else None
        _plan(tx, tournament, pairing, end)
        return False
    known = facts_of_lobby(tx, tournament)
    found = arena.advance(known, tournament.rulebook, None) if len(known.waiting) > 1 else ()
    _write(tx, tournament, found)
    paired = sides_of(found)
    left = replace(known, waiting=tuple(one for one in known.waiting if one.entrant_id not in paired))
    pairing = pass_at(left, tournament.rulebook, (tx.now, len(found)) if found else made)
    _plan(tx, tournament, pairing, end)
    return bool(found)


def _plan(tx: Tx, tournament: Tournament, pairing: datetime | None, end: datetime) -> None:
    """Rewrites when the lobby is paired next and when the arena ends."""
    frozen = is_frozen(tx, tournament.tournament_id)
    due = due_steps(pairing, end, tx.now, frozen=frozen)
    deadlines.rewrite(tx, arena_subject(tournament.tournament_id), ((step.kind, step.at) for step in due))


def closes_at(tx: Query, tournament: Tournament) -> datetime:
    """When the time of an arena is up; before its opening, when it would be."""
    return began_at(tx, tournament) + rules_of(tournament.rulebook).lasts


def late_round(tx: Query, tournament: Tournament, at: datetime) -> int | None:
    """The round in which a running arena takes somebody new at that moment; None where it takes nobody."""
    until = takes_until(tx, tournament)
    return LATE if until is not None and at <= until else None


def takes_until(tx: Query, tournament: Tournament) -> datetime | None:
    """Until when a running arena takes new players; None where it takes nobody. Outages move it like the end."""
    within = rules_of(tournament.rulebook).late_entry_within
    running = phase(tournament) is Phase.RUNNING and tournament.first_call_at is not None
    return began_at(tx, tournament) + within if within and running else None


def take(tx: Tx, tournament_id: TournamentId, step: Step) -> None:
    """The lobby is paired, or the time is up; which of the two is looked up in the facts."""
    del step
    tournament = tournaments.load(tx, tournament_id)
    if tournament is not None:
        carry_on(tx, tournament)


def after_outage(tx: Tx, outage: Outage) -> None:
    """Moves the end of every arena by the time in which nobody could be paired or tell a result."""
    for tournament in tournaments.reached_by(tx, outage):
        if tournament.rulebook.traits.has_lobby:
            carry_on(tx, tournament)


def is_frozen(tx: Query, tournament_id: TournamentId) -> bool:
    """Whether the end was declared."""
    return bool(outbox.all_promises(tx, ArenaFrozen, tournament_id))


def start_countdowns(tx: Tx, promised: Promise[ArenaPaired], delivery: Delivery) -> None:
    """Both players could read the message: the countdown of each of its games starts."""
    told = promised.saying
    for contest in arena_contests.with_numbers(tx, told.tournament_id, told.first, told.last):
        if contest.called_at is None and contest.result is None:
            contests.note_called(tx, contest.contest_id, delivery.delivered_at)


def _open(tx: Tx, before: Tournament) -> None:
    """Everybody who confirmed is in the lobby: to confirm was their own act (ARENA-3).

    The first pass is a step of its own, so that no press waits for the draw and for it.
    """
    tournament, tournament_id = replace(before, first_call_at=tx.now), before.tournament_id
    save(tx, tournament)
    starting = [one for one in entrants.with_outcome(tx, tournament_id, "starter") if one.withdrawn_at is None]
    barred = kept_out(tx, tournament, [one.person_id for one in starting])
    for entrant in starting:
        if entrant.person_id not in barred:
            fields.enter_lobby(tx, entrant.entrant_id, tx.now)
    event_log.record(tx, tournament, "begin_arena")
    tx.enqueue(tournament.guild_id, Place.MATCHES, ArenaLobby(tournament_id))
    _plan(tx, tournament, tx.now, closes_at(tx, tournament))


def _write(tx: Tx, tournament: Tournament, found: Sequence[NewContest]) -> None:
    """Writes the games, takes their players out of the lobby, and promises one message for all of them."""
    tournament_id = tournament.tournament_id
    for new in found:
        contest_id, length = ContestId(tx.new_id()), length_of(new, tournament.rulebook)
        contests.add(tx, tournament_id, tournament.draw_number, contest_id, new, length, tx.now)
        contests.assign(tx, contest_id, None, tx.now)
        fields.leave_lobby(tx, new.sides, tx.now)
    if found:
        paired = ArenaPaired(tournament_id, found[0].position, found[-1].position)
        tx.enqueue(tournament.guild_id, Place.MATCHES, paired)


def _close(tx: Tx, tournament: Tournament) -> None:
    """Freezes the table once, and ends the event when nothing that was told in time is awaited (ARENA-4).

    A dispute holds nobody up: its game counts once it is decided, after the end too.
    """
    tournament_id = tournament.tournament_id
    if not is_frozen(tx, tournament_id):
        fields.leave_lobby(tx, [one.entrant_id for one in fields.waiting(tx, tournament_id)], tx.now)
        event_log.record(tx, tournament, "freeze_arena")
        tx.enqueue(tournament.guild_id, Place.MATCHES, ArenaFrozen(tournament_id))
    awaited, disputed = (
        ask(tx, tournament_id) for ask in (arena_contests.awaited_games, arena_contests.disputed_games)
    )
    if set(awaited) <= set(disputed):
        ending.finish(tx, tournament_id)
    _plan(tx, tournament, None, closes_at(tx, tournament))


def count_anew(tx: Tx, tournament: Tournament) -> None:
    """Counts for whom a result was told or changed, in the transaction that did it.

    Who has a result that was told too late is left out: whether it counts hangs on the end, and outages move that.
    """
    concerned = arena_store.to_count(tx, tournament.tournament_id)
    if not concerned:
        return
    known = facts_of_some(tx, tournament, concerned)
    end = ends_at(known, tournament.rulebook)
    late = {side for one in known.contests if one.result is not None and not counts(one, end) for side in one.sides}
    scores = tallies(known, tournament.rulebook, set(concerned) - late)
    arena_store.write(tx, {who: reached_by(score) for who, score in scores.items()})


def scores(tx: Query, tournament: Tournament) -> Mapping[EntrantId, Reached]:
    """Of every starter, by the order of entry: as counted, or from the own games where that has to be done."""
    found = arena_store.of_tournament(tx, tournament.tournament_id)
    open_ones = _count(tx, tournament, [who for who, one in found.items() if one is None])
    return {who: open_ones[who] if one is None else one for who, one in found.items()}


def _count(tx: Query, tournament: Tournament, some: Collection[EntrantId]) -> Mapping[EntrantId, Reached]:
    if not some:
        return {}
    scores = tallies(facts_of_some(tx, tournament, some), tournament.rulebook, some)
    return {who: reached_by(score) for who, score in scores.items()}


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
    score, end = tallies(known, tournament.rulebook, {me})[me], closes_at(tx, tournament)
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
    end, frozen = closes_at(tx, tournament), is_frozen(tx, tournament_id)
    found = scores(tx, tournament)
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
