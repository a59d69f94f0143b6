"""Calling matches as arbiters on duty allow (AIJE-D01-6), how long events take, and an event that stands still.

An event stands still where no arbiter can follow its matches, or it has nothing to play and no end: who runs it is
asked for an arbiter, or to look at what is stuck. How long an event takes is told before it begins and again while it
runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Final

from bot.features.course import store
from bot.features.course.facts_verbs import facts, open_guess
from bot.features.entering import store as entering_store
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.arbiters_model import Assignments, Block, BlockReason, Call, OnDuty, assignments, may_run
from bot.features.tournaments.facts_verbs import contest_subject, outages_of, person_of, save, tournament_subject
from bot.features.tournaments.hooks import EVENT_HOOKS, Standstill, Watch
from bot.features.tournaments.model import Draft
from bot.features.tournaments.promises_model import ArbiterWanted, MatchCalled, MatchHandedOver
from bot.features.tournaments.recusal_verbs import may_watch
from bot.features.tournaments.summons_model import CALL_UNREAD_AFTER, Matter, MatterKind
from bot.features.tournaments.tasks_model import Obstacle
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId, TournamentId
from bot.kernel.outages import Rung, Step, Still, ToldSoFar
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.play.contests import Contest
from bot.play.entries import Phase, Tournament, phase
from bot.play.estimates import ASSUMED, Estimate, Lasting, Pace, ends_at, names_time, pace_of, pretend
from bot.play.formats.protocol import EventFacts
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import from_canonical
from bot.rulebooks.strict_tables import smaller_event, title_numbers
from bot.server.speaking_verbs import tell_committee, tell_match

# --- what stands still ----------------------------------------------------------------------------------------------


ASKED_AFTER: Final = timedelta(minutes=15)
"""How long matches wait for an arbiter, or an event for its next step, before who runs the event is asked."""


def look(tx: Tx, tournament: Tournament, in_force: Iterable[Contest]) -> None:
    """Notes that nothing of the event is left to play, and that it is not over: only a person can help."""
    if is_stuck(tx, tournament, in_force):
        note(tx, tournament, MatterKind.STUCK)


def note(tx: Tx, tournament: Tournament, kind: MatterKind) -> None:
    """Rewrites when somebody hears of the state that the event is in, counted from when it was first seen."""
    still = state_of(tx, tournament, kind)
    tournaments_summons_verbs.rewrite(
        tx, tournament_subject(tournament.tournament_id), still, outages_of(tx, tournament)
    )


def over(tx: Tx, tournament: Tournament, kind: MatterKind) -> None:
    """The state is over; of another one that the event is in nothing changes."""
    subject = tournament_subject(tournament.tournament_id)
    told_so_far = kernel_time_store.load_standstill(tx, subject)
    if told_so_far is not None and told_so_far.kind in {kind, None}:
        tournaments_summons_verbs.over(tx, subject)


def state_of(tx: Tx, tournament: Tournament, kind: MatterKind) -> Still:
    """The state since it was first seen, which is noted."""
    subject = tournament_subject(tournament.tournament_id)
    told = kernel_time_store.load_standstill(tx, subject)
    if told is None or told.kind not in {kind, None}:
        told = ToldSoFar(kind, tx.now, Rung.NOTHING, tx.now)
        kernel_time_store.note_standstill(tx, subject, told)
    return Still(kind, told.since, asked_after=ASKED_AFTER)


def suspect(tx: Query, tournament: Tournament) -> MatterKind | None:
    """What may stand still of the event now, beside its matches in play; the plan of calls is not looked at."""
    where = phase(tournament)
    if where is Phase.DRAWING:
        return MatterKind.STUCK
    if where is not Phase.RUNNING:
        return None
    if tournament.rulebook.matches.matches_per_arbiter and playing_store.wait_for_a_call(tx, tournament.tournament_id):
        return MatterKind.ARBITER_WANTED
    in_force = playing_store.of_tournament(tx, tournament.tournament_id)
    return MatterKind.STUCK if is_stuck(tx, tournament, in_force) else None


def is_stuck(tx: Query, tournament: Tournament, in_force: Iterable[Contest]) -> bool:
    """Whether no match of a running event is open, and no step of its own brings the next one."""
    if not tournament.rulebook.traits.in_rounds or tournament.start_at > tx.now:
        return False
    if any(one.result is None and len(one.sides) > 1 for one in in_force):
        return False
    return not any(one.next_round_waits(tx, tournament) for one in EVENT_HOOKS.of(tournament.rulebook))


# --- calling matches ------------------------------------------------------------------------------------------------


def call_ready(tx: Tx, tournament: Tournament, in_force: Sequence[Contest] | None = None) -> tuple[Call, ...]:
    """Calls every match that can have its arbiter now, and asks for an arbiter where there is none.

    Matches in play that lost their arbiter come first. Before the start and in a pause nothing is called. Called again,
    or by two results at once, it gives no match twice. `in_force` are the contests of the event, for who has just
    read them.
    """
    if not may_call(tournament, tx.now):
        return ()
    entered = _who_entered_on_duty(tx, tournament)
    given_up = _given_up(tx, tournament, entered)
    if in_force is None and not given_up and not _somebody_waits(tx, tournament):
        return ()
    assigned_at = playing_store.assignment_times(tx, tournament.tournament_id)
    if in_force is not None and not given_up and not _any_waits(in_force, tournament, assigned_at):
        return ()
    in_force = _to_be_called(tx, tournament, entered) if in_force is None else in_force
    _adopt(tx, tournament, in_force, assigned_at, given_up)
    found = plan(tx, tournament, as_given(tx, tournament, in_force, assigned_at, tx.now))
    give_all(tx, tournament, found.calls)
    _ask_for_arbiters(tx, tournament, found.blocks)
    return found.calls


def _to_be_called(tx: Query, tournament: Tournament, entered: Collection[PersonId]) -> list[Contest]:
    """What calls follow from: those that wait, and with arbiters those in play.

    All where an arbiter on duty has `entered` the event, who must not watch whom they meet next.
    """
    if tournament.rulebook.matches.matches_per_arbiter == 0:
        return playing_store.uncalled_contests(tx, tournament.tournament_id)
    if entered:
        return playing_store.of_tournament(tx, tournament.tournament_id)
    return playing_store.undecided_contests(tx, tournament.tournament_id)


def _any_waits(in_force: Iterable[Contest], tournament: Tournament, given: Mapping[ContestId, datetime]) -> bool:
    return any(_waits(one, tournament, given) for one in in_force)


def as_given(
    tx: Query,
    tournament: Tournament,
    in_force: Sequence[Contest],
    given: Mapping[ContestId, datetime],
    now: datetime,
) -> list[Contest]:
    """The contests as the plan sees them: a match that was given to an arbiter counts as called.

    So does one that a feature holds back: it is not called now, and stays as it is.
    """
    held = {
        contest_id: now
        for one in EVENT_HOOKS.of(tournament.rulebook)
        for contest_id in one.held_back(tx, tournament, in_force, now)
    }
    known = {**held, **given}
    return [
        one if one.called_at or one.contest_id not in known else replace(one, called_at=known[one.contest_id])
        for one in in_force
    ]


def _somebody_waits(tx: Query, tournament: Tournament) -> bool:
    """Whether a match is neither called nor settled, or has lost its arbiter; without one nothing else is read."""
    if tournament.rulebook.matches.matches_per_arbiter:
        return playing_store.wait_for_a_call(tx, tournament.tournament_id)
    return playing_store.wait_uncalled(tx, tournament.tournament_id)


def _waits(contest: Contest, tournament: Tournament, given: Collection[ContestId]) -> bool:
    """As `_somebody_waits`, of a contest that was read; `given` are those without a result that were called."""
    lost = contest.arbiter is None and tournament.rulebook.matches.matches_per_arbiter > 0
    return contest.result is None and len(contest.sides) > 1 and (lost or contest.contest_id not in given)


def may_call(tournament: Tournament, now: datetime) -> bool:
    """Whether the event is drawn, has begun by its start, and is not over."""
    return phase(tournament) is Phase.RUNNING and tournament.start_at <= now


def may_begin(tx: Query, tournament: Tournament) -> bool:
    """Whether matches are being called, or would be: from then on there is no time left for a redraw (GO-28.1)."""
    if tournament.first_call_at is not None:
        return True
    needs_nobody = tournament.rulebook.matches.matches_per_arbiter == 0
    return may_call(tournament, tx.now) and (needs_nobody or bool(available(tx, tournament)))


def available(
    tx: Query, tournament: Tournament, known: Mapping[EntrantId, PersonId] | None = None
) -> tuple[OnDuty, ...]:
    """The arbiters on duty whom the event's matches are given by themselves.

    Not an ANP in a larger event (AIJE-B01-ANP): there an organiser gives the match by hand, to a stand-in. Nobody whom
    the chief has relieved of the duty in the event (GO-30), nor anybody who plays in a team of it, or in it under
    another account (AIJE-D01-6). `known` is who is behind each starter, for who has just read it.
    """
    players = set((person_of(tx, tournament) if known is None else known).values())
    size = len(players)
    most = smaller_event(tournament.start_at)
    teams = {} if tournament.rulebook.teams is None else store.members(tx, tournament.tournament_id)
    playing = set(chain(*teams.values()))
    able = [
        one
        for one, title in playing_board_store.with_titles(tx, tournament.guild_id, tournament.tournament_id)
        if one.person_id not in playing and may_run(title, size, most)
    ]
    same_person_ids = people_store.same_person_ids_of_each(tx, [one.person_id for one in able])
    return tuple(one for one in able if players.union(playing).isdisjoint(same_person_ids[one.person_id][1:]))


def limit_of(tx: Query, person_id: PersonId) -> int | None:
    """Up to how many entrants an event gives the arbiter a match by itself; None for any (AIJE-B01-ANP)."""
    return (
        title_numbers()[-1].arbiter.smaller_event if people_store.title_of(tx, person_id) is ArbiterTitle.ANP else None
    )


def matches_followed(tx: Query, guild_id: GuildId, person_id: PersonId) -> tuple[ContestId, ...]:
    """The matches in play that the arbiter follows, in events that are neither over nor cancelled."""
    running = _running(tx, guild_id)
    return tuple(
        match.contest.contest_id
        for match in playing_store.open_of_arbiter(tx, person_id)
        if match.tournament_id in running
    )


def _running(tx: Query, guild_id: GuildId) -> frozenset[TournamentId]:
    return frozenset(
        one.tournament_id for one in tournaments_store.all_unfinished(tx, guild_id) if phase(one) is Phase.RUNNING
    )


def give_all(tx: Tx, tournament: Tournament, calls: Iterable[Call]) -> tuple[ContestId, ...]:
    """Calls each match that waits, with the arbiter that it is given to; answers which were called by it."""
    called = tuple(one.contest_id for one in calls if _give(tx, tournament, one.contest_id, one.arbiter))
    for hook in EVENT_HOOKS.of(tournament.rulebook) if called else ():
        hook.matches_called(tx, tournament, called)
    return called


def _give(tx: Tx, tournament: Tournament, contest_id: ContestId, arbiter: PersonId | None) -> bool:
    """Gives a match that waits to an arbiter and calls it; False when it was called before."""
    if not playing_store.assign(tx, contest_id, arbiter, tx.now):
        return False
    kernel_time_store.put_deadline(tx, contest_subject(contest_id), Step.TELL_STILL, tx.now + CALL_UNREAD_AFTER)
    open_guess(tx, tournament, contest_id)
    tell_match(tx, tournament, MatchCalled(contest_id))
    tournaments_facts_verbs.record(tx, tournament, "call_match", contest_id=contest_id, arbiter=arbiter)
    known = tournament if tournament.first_call_at else tournaments_store.load(tx, tournament.tournament_id)
    if known is not None and known.first_call_at is None:
        save(tx, replace(known, first_call_at=tx.now))
    return True


def hand_over(tx: Tx, tournament: Tournament, contest_id: ContestId, arbiter: PersonId) -> None:
    """Gives a match in play to another arbiter, who is told."""
    playing_store.hand_over(tx, contest_id, arbiter)
    tx.touch(contest_subject(contest_id))
    tell_committee(tx, tournament.guild_id, MatchHandedOver(contest_id))
    tournaments_facts_verbs.record(tx, tournament, "hand_over_match", contest_id=contest_id, arbiter=arbiter)
    for one in EVENT_HOOKS.of(tournament.rulebook):
        one.handed_over(tx, tournament, contest_id)


def _who_entered_on_duty(tx: Query, tournament: Tournament) -> list[PersonId]:
    """The arbiters on duty who have or had an entry in the event; nobody where no match needs an arbiter."""
    if tournament.rulebook.matches.matches_per_arbiter == 0:
        return []
    return playing_board_store.who_entered(tx, tournament.guild_id, tournament.tournament_id)


def _given_up(tx: Query, tournament: Tournament, entered: Iterable[PersonId]) -> frozenset[ContestId]:
    """Matches in play whose arbiter, one of those, meets one of the players next by now (AIJE-D01-6)."""
    return frozenset(
        match.contest.contest_id
        for arbiter in entered
        for match in playing_store.open_of_arbiter(tx, arbiter)
        if match.tournament_id == tournament.tournament_id and not may_watch(tx, tournament, match.contest, arbiter)
    )


def _adopt(
    tx: Tx,
    tournament: Tournament,
    in_force: Sequence[Contest],
    given: Mapping[ContestId, datetime],
    given_up: Collection[ContestId],
) -> None:
    """Gives the matches in play that have no arbiter to arbiters who may follow them, or asks the committee.

    Those whose arbiter should watch them no longer too; until somebody else can, that one goes on and decides nothing,
    since no games run without an arbiter (AIJE-D01-6).
    """
    if tournament.rulebook.matches.matches_per_arbiter == 0:
        return
    orphans = {one.contest_id for one in in_force if one.contest_id in given_up or is_orphan(one, given)}
    if not orphans:
        return
    # To the plan they alone are ready; all others count as called, and stay as they are.
    found = plan(tx, tournament, _ready_alone(in_force, orphans, tx.now))
    for call in found.calls:
        if call.arbiter is not None:
            hand_over(tx, tournament, call.contest_id, call.arbiter)
    alone = tuple(block.contest_id for block in found.blocks if block.contest_id not in given_up)
    _ask_once(tx, tournament, Obstacle.LEFT_ALONE, alone)


def _ready_alone(in_force: Iterable[Contest], ready: Collection[ContestId], now: datetime) -> list[Contest]:
    return [
        replace(one, called_at=None, arbiter=None) if one.contest_id in ready else replace(one, called_at=now)
        for one in in_force
    ]


def is_orphan(contest: Contest, given: Collection[ContestId]) -> bool:
    """Whether the match was given to an arbiter who has gone."""
    return contest.contest_id in given and contest.arbiter is None


def plan(tx: Query, tournament: Tournament, in_force: Sequence[Contest]) -> Assignments:
    """Who follows what, and in a pause nobody anything new.

    A match that was given counts as called, although its message may not be delivered yet.
    """
    if tournaments_store.running_pause(tx, tournament.tournament_id) is not None:
        return Assignments((), ())
    per_arbiter = tournament.rulebook.matches.matches_per_arbiter
    # Where nobody follows matches it is nobody's question who is behind a side.
    known = person_of(tx, tournament) if per_arbiter else {}
    return assignments(
        in_force,
        available(tx, tournament, known) if per_arbiter else (),
        known,
        per_arbiter=per_arbiter,
        third_place_match=tournament.rulebook.knockout.third_place_match,
        bracket=tournament.rulebook.traits.is_bracket,
    )


def _ask_for_arbiters(tx: Tx, tournament: Tournament, blocks: Iterable[Block]) -> None:
    waiting: dict[BlockReason, list[ContestId]] = {}
    for block in blocks:
        waiting.setdefault(block.reason, []).append(block.contest_id)
    for reason in (BlockReason.NOBODY_ON_DUTY, BlockReason.ALL_CONFLICTED):
        _ask_once(tx, tournament, Obstacle(reason), waiting.get(reason, ()))


def _ask_once(tx: Tx, tournament: Tournament, situation: Obstacle, waiting: Sequence[ContestId]) -> None:
    """Asks the committee for an arbiter, once until somebody goes on duty; a match that nobody may follow, once."""
    if not waiting:
        return
    note(tx, tournament, MatterKind.ARBITER_WANTED)
    spell = people_store.duties_begun(tx, tournament.guild_id)
    asked = outbox.all_promises(tx, ArbiterWanted, tournament.tournament_id)
    told = (one.message for one in asked)
    same = [one.waiting for one in told if (one.situation, one.spell) == (situation, spell)]
    if same and (situation is Obstacle.NOBODY_ON_DUTY or set(waiting) <= set().union(*same)):
        return
    wanted = ArbiterWanted(tournament.tournament_id, situation, tuple(waiting), spell)
    tell_committee(tx, tournament.guild_id, wanted)
    subject = tournament_subject(tournament.tournament_id)
    tournaments_summons_verbs.call(
        tx, tournament.guild_id, Matter(MatterKind.ARBITER_WANTED, subject, tournament.tournament_id)
    )


# --- how long events take -------------------------------------------------------------------------------------------


SIZES: Final = (8, 16, 32)
"""For so many entrants a draft is told how long it would take, as far as there is room for them."""
_ANY_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When a pretended event begins: how long it lasts is the same on all."""
WORTH_TELLING: Final = timedelta(minutes=10)
"""What an arbiter more has to spare for it to be said."""


def of_event(tx: Query, tournament: Tournament, now: datetime) -> Estimate | None:
    """When the event will be over; None where that cannot be told, as in a pause or of one that is over."""
    if not _is_ahead(tournament) or tournaments_store.running_pause(tx, tournament.tournament_id) is not None:
        return None
    known, since = _facts(tx, tournament), max(now, tournament.start_at)
    each, on_duty = tournament.rulebook.matches.matches_per_arbiter, len(available(tx, tournament))
    arbiters = max(1, on_duty)
    pace = pace_of(known.contests, tournament.rulebook, arbiters * each or None)
    end = ends_at(known, tournament.rulebook, pace, since)
    if end is None:
        return None
    assumed = None if names_time(tournament.rulebook) or pace.factor is not None else ASSUMED
    if each == 0:
        return Estimate(end, assumed=assumed)
    sooner = ends_at(known, tournament.rulebook, replace(pace, at_once=(arbiters + 1) * each), since) or end
    return Estimate(end, arbiters, on_duty > 0, sooner if end - sooner >= WORTH_TELLING else None, assumed)


def of_draft(tx: Query, guild_id: GuildId, draft: Draft) -> Lasting | None:
    """How long the event would take for some numbers of entrants, with one arbiter where matches need one."""
    if draft.guild_id != guild_id:
        return None
    rulebook = _rulebook(tx, draft)
    sizes = (size for size in SIZES if size <= (rulebook.registration.capacity or max(SIZES)))
    told = ((size, _lasts(size, rulebook)) for size in sizes)
    each = tuple((size, length) for size, length in told if length is not None)
    return (
        Lasting(each, rulebook.matches.matches_per_arbiter > 0, None if names_time(rulebook) else ASSUMED)
        if each
        else None
    )


def _rulebook(tx: Query, draft: Draft) -> Rulebook:
    before = None if draft.tournament_id is None else tournaments_store.load(tx, draft.tournament_id)
    return before.rulebook if before else from_canonical(draft.rulebook or "")


def _lasts(size: int, rulebook: Rulebook) -> timedelta | None:
    if _hangs_on_agreement(rulebook):
        return None
    end = ends_at(pretend(size), rulebook, Pace(rulebook.matches.matches_per_arbiter or None), _ANY_DAY)
    return None if end is None else end - _ANY_DAY


def _hangs_on_agreement(rulebook: Rulebook) -> bool:
    """Whether the two sides of each match say when it is played, which no pace foretells."""
    return rulebook.match_times is not None


def _is_ahead(tournament: Tournament) -> bool:
    over = phase(tournament) in {Phase.OVER, Phase.CANCELLED}
    return not over and not _hangs_on_agreement(tournament.rulebook)


def _facts(tx: Query, tournament: Tournament) -> EventFacts:
    """What is known of a drawn event, and before it as many entrants as are on the list."""
    if phase(tournament) is Phase.RUNNING:
        return facts(tx, tournament)
    registered = entering_store.headcount(tx, tournament.tournament_id).registered
    return pretend(min(registered, tournament.rulebook.registration.capacity or registered))


# --- who is asked ---------------------------------------------------------------------------------------------------


_WANTS_ARBITER: Final = frozenset({BlockReason.NOBODY_ON_DUTY, BlockReason.ALL_CONFLICTED})


def find(tx: Tx, tournament_id: str) -> Standstill | None:
    """What stands still of the event now."""
    tournament = tournaments_store.load(tx, TournamentId(tournament_id))
    kind = None if tournament is None else suspect(tx, tournament)
    if tournament is None or kind is None:
        return None
    if kind is MatterKind.ARBITER_WANTED and not _lacks_arbiter(tx, tournament):
        return None
    still = state_of(tx, tournament, kind)
    return Standstill(still, tournament.guild_id, tournament.tournament_id, outages_of(tx, tournament))


def _lacks_arbiter(tx: Query, tournament: Tournament) -> bool:
    """Whether a match waits that no arbiter on duty may follow, however many matches end."""
    in_force = playing_store.of_tournament(tx, tournament.tournament_id)
    assigned_at = playing_store.assignment_times(tx, tournament.tournament_id)
    if any(is_orphan(one, assigned_at) for one in in_force):
        return True
    known = as_given(tx, tournament, in_force, assigned_at, tx.now)
    return any(block.reason in _WANTS_ARBITER for block in plan(tx, tournament, known).blocks)


def _remind(_: Query, tournament_id: str) -> None:
    """Nobody but who runs it can act."""


def _ask(tx: Tx, tournament_id: str, standstill: Standstill, rung: Rung) -> None:
    tournaments_summons_verbs.call_staff(tx, tournament_subject(TournamentId(tournament_id)), standstill, rung)


WATCH: Final = Watch(find, _remind, _ask)
