"""An arena as it runs by itself, and what people look at of it: its lobby, pairs, own games, and points reached.

Players who confirmed are paired, then all who are back in the lobby, until the time is up. A message tells all pairs
of one pass; the countdown to the first move starts when it is delivered (ARENA-5).

A player disqualified while it runs is paired no more, and what was played or is being played counts: the lobby is
closed to them (AIJE-D01-2). A bar that came by itself is one from tournaments to come (AIJE-B03-2): a player who was
let in plays on. A player who is expelled, or disqualified by a case of the arena, leaves it (AIJE-A02-2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.arena import store as arena_store
from bot.features.arena.model import (
    ArenaClock,
    ArenaFrozen,
    ArenaLobby,
    ArenaPaired,
    ArenaPlace,
    ArenaTask,
    ArenaView,
    Happened,
    LobbyPairs,
    OwnArena,
    OwnGame,
    due_steps,
    free_from,
    pass_at,
)
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course import store as course_store
from bot.features.course.facts_verbs import began_at, facts, facts_of, facts_of_lobby, facts_of_some
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.entering.eligibility_verbs import bars_of
from bot.features.entering.model import Bar, BarReason, keeps_out
from bot.features.playing import rows_store as playing_rows_store
from bot.features.playing import store as playing_store
from bot.features.playing.match_views_model import MatchContext
from bot.features.playing.model import stands_at
from bot.features.playing.verbs import load
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import NotRegistered, arena_subject, find, save
from bot.features.tournaments.verbs import only_for
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.errors import NotNow, RefusedFor, UserError
from bot.kernel.ids import Community, ContestId, EntrantId, GuildId, PersonId, Place, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Outage, Step, resume
from bot.kernel.promises import Delivery, Promise
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import Contest, NewContest, StandingRow, sides_of
from bot.play.course import length_of
from bot.play.entries import Entrant, Phase, Tournament, phase
from bot.play.format_rules import ArenaRules
from bot.play.formats import arena
from bot.play.formats.arena import PAIRS_IN_A_PASS, Reached, counts, ends_at, position, reached_by, rules_of, tallies
from bot.play.formats.protocol import FEWEST_STARTERS, EventFacts
from bot.play.matches import MatchPhase
from bot.play.points import EventKind
from bot.server import store as server_store


def keeping_out(tx: Query, tournament: Tournament, person_id: PersonId, now: datetime) -> Bar | None:
    """The bar that keeps the person out of the lobby, or None."""
    event, refuses = tournament.tournament_id, tournament.rulebook.registration.refuse_barred
    held = [
        bar
        for bar in bars_of(tx, person_id, now, event)
        if bar.reason is BarReason.DISQUALIFIED and keeps_out(bar, event, refuses=refuses)
    ]
    return held[0] if held else None


def kept_out(tx: Query, tournament: Tournament, person_ids: Iterable[PersonId]) -> frozenset[PersonId]:
    """Those of them whom a bar keeps out of the lobby; one look where nobody of the server is barred."""
    if not entering_bars_store.of_guild(tx, tournament.guild_id, tx.now):
        return frozenset()
    return frozenset(one for one in person_ids if keeping_out(tx, tournament, one, tx.now) is not None)


def shut_out(tx: Tx, bar: Bar, person_id: PersonId) -> None:
    """Takes who was just barred out of the lobby of every arena that runs; harmless for who is in none."""
    for tournament in tournaments_store.all_unfinished(tx, bar.guild_id):
        if not tournament.rulebook.traits.has_lobby or tournament.first_call_at is None:
            continue
        entrant = entering_store.of_person(tx, tournament.tournament_id, person_id)
        if entrant is None or keeping_out(tx, tournament, person_id, tx.now) is None:
            continue
        course_store.leave_lobby(tx, [entrant.entrant_id], tx.now)
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
    course_store.leave_lobby(tx, course_store.waiting_who_left(tx, tournament_id), tx.now)
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
    made = playing_rows_store.last_made(tx, tournament_id, PAIRS_IN_A_PASS)
    free = tx.now if made is None else free_from(*made)
    if free > tx.now:
        pairing = free if len(course_store.waiting(tx, tournament_id)) > 1 else None
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
    kernel_time_store.rewrite_deadlines(
        tx, arena_subject(tournament.tournament_id), ((step.kind, step.at) for step in due)
    )


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
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is not None:
        carry_on(tx, tournament)


def after_outage(tx: Tx, outage: Outage, guild_id: GuildId) -> None:
    """Moves the end of every arena by the time in which nobody could be paired or tell a result."""
    for tournament in tournaments_store.reached_by(tx, outage, guild_id):
        if tournament.rulebook.traits.has_lobby:
            carry_on(tx, tournament)


def is_frozen(tx: Query, tournament_id: TournamentId) -> bool:
    """Whether the end was declared."""
    return bool(outbox.all_promises(tx, ArenaFrozen, tournament_id))


def start_countdowns(tx: Tx, promised: Promise[ArenaPaired], delivery: Delivery) -> None:
    """Both players could read the message: the countdown of each of its games starts."""
    told = promised.message
    for contest in playing_rows_store.with_numbers(tx, told.tournament_id, told.first, told.last):
        if contest.called_at is None and contest.result is None:
            playing_store.note_called(tx, contest.contest_id, delivery.delivered_at)


def _open(tx: Tx, before: Tournament) -> None:
    """Everybody who confirmed is in the lobby: to confirm was their own act (ARENA-3).

    The first pass is a step of its own, so that no press waits for the draw and for it.
    """
    tournament, tournament_id = replace(before, first_call_at=tx.now), before.tournament_id
    save(tx, tournament)
    starting = [one for one in entering_store.with_outcome(tx, tournament_id, "starter") if one.withdrawn_at is None]
    barred = kept_out(tx, tournament, [one.person_id for one in starting])
    for entrant in starting:
        if entrant.person_id not in barred:
            course_store.enter_lobby(tx, entrant.entrant_id, tx.now)
    tournaments_facts_verbs.record(tx, tournament, "begin_arena")
    tx.enqueue(tournament.guild_id, Place.MATCHES, ArenaLobby(tournament_id))
    _plan(tx, tournament, tx.now, closes_at(tx, tournament))


def _write(tx: Tx, tournament: Tournament, contests: Sequence[NewContest]) -> None:
    """Writes the games, takes their players out of the lobby, and promises one message for all of them."""
    tournament_id = tournament.tournament_id
    for new in contests:
        contest_id, length = ContestId(tx.new_id()), length_of(new, tournament.rulebook)
        playing_store.add(tx, tournament_id, tournament.draw_number, contest_id, new, length, tx.now)
        playing_store.assign(tx, contest_id, None, tx.now)
        course_store.leave_lobby(tx, new.sides, tx.now)
    if contests:
        paired = ArenaPaired(tournament_id, contests[0].position, contests[-1].position)
        tx.enqueue(tournament.guild_id, Place.MATCHES, paired)


def _close(tx: Tx, tournament: Tournament) -> None:
    """Freezes the table once, and ends the event when nothing that was told in time is awaited (ARENA-4).

    A dispute holds nobody up: its game counts once it is decided, after the end too.
    """
    tournament_id = tournament.tournament_id
    if not is_frozen(tx, tournament_id):
        course_store.leave_lobby(tx, [one.entrant_id for one in course_store.waiting(tx, tournament_id)], tx.now)
        tournaments_facts_verbs.record(tx, tournament, "freeze_arena")
        tx.enqueue(tournament.guild_id, Place.MATCHES, ArenaFrozen(tournament_id))
    awaited, disputed = (
        ask(tx, tournament_id) for ask in (playing_rows_store.awaited_games, playing_rows_store.disputed_games)
    )
    if set(awaited) <= set(disputed):
        course_ending_verbs.finish(tx, tournament_id)
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
    late = {
        side
        for contest in known.contests
        if contest.result is not None and not counts(contest, end)
        for side in contest.sides
    }
    scores = tallies(known, tournament.rulebook, set(concerned) - late)
    arena_store.write(tx, {who: reached_by(score) for who, score in scores.items()})


def scores(tx: Query, tournament: Tournament) -> Mapping[EntrantId, Reached]:
    """Of every starter, by the order of entry: as counted, or from the own games where that has to be done."""
    found = arena_store.of_tournament(tx, tournament.tournament_id)
    open_ones = _count(tx, tournament, [who for who, one in found.items() if one is None])
    return {who: open_ones[who] if one is None else one for who, one in found.items()}


def _count(tx: Query, tournament: Tournament, entrant_ids: Collection[EntrantId]) -> Mapping[EntrantId, Reached]:
    if not entrant_ids:
        return {}
    scores = tallies(facts_of_some(tx, tournament, entrant_ids), tournament.rulebook, entrant_ids)
    return {who: reached_by(score) for who, score in scores.items()}


TOP = 10
"""Lines of the table that the lobby shows."""
_TASKS = {
    MatchPhase.WAITING: ArenaTask.CALLED_SOON,
    MatchPhase.PLAYING: ArenaTask.PLAY,
    MatchPhase.UNDECIDED: ArenaTask.DISPUTED,
    MatchPhase.SUSPENDED: ArenaTask.DISPUTED,
    MatchPhase.DISPUTED: ArenaTask.DISPUTED,
    MatchPhase.SETTLED: ArenaTask.SETTLED,
    MatchPhase.VOID: ArenaTask.SETTLED,
}
URGENT = (ArenaTask.COME, ArenaTask.ANSWER, ArenaTask.PLAY, ArenaTask.OPPONENT_COMES, ArenaTask.CALLED_SOON)
"""What keeps a player out of the lobby: the last game wants a word first."""


class NotAnArena(UserError):
    """The tournament is no arena."""

    name: str


def lobby(tx: Query, tournament_id: TournamentId, now: datetime | None = None) -> ArenaView | None:
    """The lobby as it stands; None before the opening, and for what is no arena.

    With `now` it says no more that new players may come in once that time is over.
    """
    tournament = tournaments_store.load(tx, tournament_id)
    community = None if tournament is None else server_store.load(tx, tournament.guild_id)
    if tournament is None or community is None or tournament.first_call_at is None:
        return None
    return _lobby(tx, tournament, community, now) if tournament.rulebook.traits.has_lobby else None


def clock(tx: Query, tournament_id: TournamentId) -> ArenaClock | None:
    """How far the arena is; None before the opening."""
    view = lobby(tx, tournament_id)
    if view is None:
        return None
    return ArenaClock(view.ends_at, view.frozen, view.in_play, len(view.waiting), view.counted)


def pairs(tx: Query, tournament_id: TournamentId, first: int, last: int) -> LobbyPairs | None:
    """The games of a message that have no result yet; None where there is none left to call."""
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is None or tournament.cancelled_at is not None or tournament.ended_at is not None:
        return None
    told = [one for one in playing_rows_store.with_numbers(tx, tournament_id, first, last) if one.result is None]
    games = tuple((one, _players(tx, one)) for one in told)
    return LobbyPairs(tournament, games) if games else None


@only_for(EventKind.ARENA, refusal=NotAnArena)
def mine(tx: ActorQuery, tournament_id: TournamentId) -> OwnArena:
    """The arena as who pressed has it; raises NotFound, NotAnArena, NotNow before the opening, and NotRegistered."""
    tournament = running(tx, tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    return own(tx, tournament, starter(tx, tournament, person), tx.pressed_at, Happened.LOOKED)


def running(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The arena of this server that has begun, over or not; raises NotFound, TournamentIsOver, NotNow."""
    tournament = find(tx, tx.guild_id, tournament_id)
    if tournament.cancelled_at is not None:
        raise RefusedFor("error.TournamentIsOver", name=tournament.name)
    if tournament.first_call_at is None:
        raise NotNow
    return tournament


def starter(tx: Query, tournament: Tournament, person: Person | None) -> Entrant:
    """The person's entry, when it started in the arena and is still in it; raises NotRegistered, LeftTheArena."""
    entrant = None if person is None else entering_store.of_person(tx, tournament.tournament_id, person.person_id)
    if entrant is None or not entering_store.is_starter(tx, entrant.entrant_id):
        raise NotRegistered(name=tournament.name)
    if entrant.withdrawn_at is not None:
        raise RefusedFor("error.LeftTheArena", name=tournament.name)
    return entrant


def own(tx: Query, tournament: Tournament, entrant: Entrant, now: datetime, happened: Happened) -> OwnArena:
    """The arena as the entrant has it, with the game that wants something first, or the last one."""
    me, known = entrant.entrant_id, facts_of(tx, tournament, entrant, now)
    score, end = tallies(known, tournament.rulebook, {me})[me], closes_at(tx, tournament)
    found = _game(tx, tournament, known, entrant)
    return OwnArena(
        tournament=tournament,
        happened=happened,
        task=ArenaTask.NOTHING if found is None else found[0],
        ends_at=end,
        over=now > end or tournament.ended_at is not None or is_frozen(tx, tournament.tournament_id),
        waiting=course_store.is_waiting(tx, me),
        points=score.points,
        games=len(score.games),
        on_fire=score.streak.is_burning(rules_of(tournament.rulebook)),
        game=None if found is None else found[1],
        alone=entering_store.still_playing(tx, tournament.tournament_id) < FEWEST_STARTERS
        and _late_until(tx, tournament, now) is None,
        bar=keeping_out(tx, tournament, entrant.person_id, now),
    )


def _game(tx: Query, tournament: Tournament, known: EventFacts, entrant: Entrant) -> tuple[ArenaTask, OwnGame] | None:
    mine = sorted((contest for contest in known.contests if entrant.entrant_id in contest.sides), key=position)
    wanted = [one for one in mine if one.result is None] or mine[-1:]
    seen = [(task, match_context) for one in wanted for task, match_context in [_task(tx, one, entrant, known)]]
    if not seen:
        return None
    task, match_context = min(reversed(seen), key=lambda one: URGENT.index(one[0]) if one[0] in URGENT else len(URGENT))
    return task, _own_game(tx, tournament, match_context, entrant.entrant_id, known)


def _task(tx: Query, contest: Contest, entrant: Entrant, known: EventFacts) -> tuple[ArenaTask, MatchContext]:
    match_context = load(tx, contest.contest_id)
    if match_context is None:
        raise LookupError(contest.contest_id)
    state = match_context.state(known.now or match_context.match.created_at)
    report, side = match_context.match.report, contest.sides.index(entrant.entrant_id)
    match state.phase:
        case MatchPhase.MISSING:
            return (
                ArenaTask.COME if side in {one.side for one in state.missing} else ArenaTask.OPPONENT_COMES
            ), match_context
        case MatchPhase.REPORTED:
            told_it = report is not None and report.person_id == entrant.person_id
            return (ArenaTask.TOLD if told_it else ArenaTask.ANSWER), match_context
        case other:
            return _TASKS[other], match_context


def _own_game(
    tx: Query, tournament: Tournament, match_context: MatchContext, me: EntrantId, known: EventFacts
) -> OwnGame:
    contest, report, site = (
        match_context.match.contest,
        match_context.match.report,
        tournament.rulebook.registration.account,
    )
    within, called_at = rules_of(tournament.rulebook).first_move_within, contest.called_at
    players = _players(tx, contest)
    held = [
        None if site is None else people_account_store.account_of_person(tx, player.person_id, site)
        for player in players
    ]
    state = match_context.state(known.now or match_context.match.created_at)
    return OwnGame(
        match=match_context.match,
        side=contest.sides.index(me),
        players=players,
        accounts=tuple(None if one is None else one.name for one in held),
        first_move_by=None if called_at is None else resume(called_at, within, match_context.outages),
        lost_at=next((one.next_at for one in state.missing), None),
        stands_at=None if report is None else stands_at(report, tournament.rulebook, match_context.outages),
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
    waiting = [one.entrant_id for one in course_store.waiting(tx, tournament_id)]
    named = _people_behind(tx, (*waiting, *(row.entrant_id for row in rows)))
    top = [_place(row, found[row.entrant_id], named[row.entrant_id], rules, frozen=frozen) for row in rows]
    return ArenaView(
        tournament=tournament,
        community=community,
        ends_at=end,
        frozen=frozen,
        players=entering_store.still_playing(tx, tournament_id),
        late_until=None if frozen else _late_until(tx, tournament, now),
        waiting=tuple(named[one] for one in waiting),
        in_play=playing_rows_store.in_play(tx, tournament_id),
        counted=sum(one.games for one in found.values()) // 2,
        awaited=len(playing_rows_store.awaited_games(tx, tournament_id)) if frozen else 0,
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
    entries = entering_store.by_ids(tx, list(some))
    people = people_store.by_ids(tx, [entry.person_id for entry in entries])
    return {entry.entrant_id: people[entry.person_id] for entry in entries}
