"""Calling matches as arbiters on duty allow (AIJE-D01-6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain

from bot.domain.contests import Contest
from bot.domain.deadlines import Step
from bot.domain.events.calling import Assignments, Block, BlockReason, Call, OnDuty, assignments, may_run
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import ContestId, EntrantId, GuildId, PersonId, TournamentId
from bot.domain.permissions import ArbiterTitle
from bot.domain.playing.desk_views import Obstacle
from bot.domain.playing.sayings import ArbiterWanted, MatchCalled, MatchHandedOver
from bot.domain.playing.still_matches import CALL_UNREAD_AFTER
from bot.domain.playing.summons import Matter, MatterKind
from bot.rulebooks.title_numbers import smaller_event, title_numbers
from bot.services import event_log, summons
from bot.services.event_facts import person_of
from bot.services.events import event_stillness
from bot.services.events.guess_opening import open_guess
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.recusal import may_watch
from bot.services.speaking import tell_committee, tell_match
from bot.services.timetable import contest_subject, save, tournament_subject
from bot.storage import contests, deadlines, duty, event_pauses, fields, identities, outbox, people, tournaments
from bot.storage.context import Query, Tx

"""The situation of matches in play whose arbiter went off duty with nobody free to take them over."""


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
    given = contests.assignment_times(tx, tournament.tournament_id)
    if in_force is not None and not given_up and not _any_waits(in_force, tournament, given):
        return ()
    in_force = _to_be_called(tx, tournament, entered) if in_force is None else in_force
    _adopt(tx, tournament, in_force, given, given_up)
    found = plan(tx, tournament, as_given(tx, tournament, in_force, given, tx.now))
    for call in found.calls:
        give(tx, tournament, call.contest_id, call.arbiter)
    _ask_for_arbiters(tx, tournament, found.blocks)
    return found.calls


def _to_be_called(tx: Query, tournament: Tournament, entered: Collection[PersonId]) -> list[Contest]:
    """What calls follow from: those that wait, and with arbiters those in play.

    All where an arbiter on duty has `entered` the event, who must not watch whom they meet next.
    """
    if tournament.rulebook.matches.matches_per_arbiter == 0:
        return contests.uncalled_contests(tx, tournament.tournament_id)
    if entered:
        return contests.of_tournament(tx, tournament.tournament_id)
    return contests.undecided_contests(tx, tournament.tournament_id)


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

    So does one that a capability holds back: it is not called now, and stays as it is.
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
        return contests.wait_for_a_call(tx, tournament.tournament_id)
    return contests.wait_uncalled(tx, tournament.tournament_id)


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
    teams = {} if tournament.rulebook.teams is None else fields.members(tx, tournament.tournament_id)
    playing = set(chain(*teams.values()))
    able = [
        one
        for one, title in duty.with_titles(tx, tournament.guild_id, tournament.tournament_id)
        if one.person_id not in playing and may_run(title, size, most)
    ]
    selves = identities.selves_of_each(tx, [one.person_id for one in able])
    return tuple(one for one in able if players.union(playing).isdisjoint(selves[one.person_id][1:]))


def limit_of(tx: Query, person_id: PersonId) -> int | None:
    """Up to how many entrants an event gives the arbiter a match by itself; None for any (AIJE-B01-ANP)."""
    return title_numbers()[-1].arbiter.smaller_event if people.title_of(tx, person_id) is ArbiterTitle.ANP else None


def matches_followed(tx: Query, guild_id: GuildId, person_id: PersonId) -> tuple[ContestId, ...]:
    """The matches in play that the arbiter follows, in events that are neither over nor cancelled."""
    running = _running(tx, guild_id)
    return tuple(
        match.contest.contest_id for match in contests.open_of_arbiter(tx, person_id) if match.tournament_id in running
    )


def _running(tx: Query, guild_id: GuildId) -> frozenset[TournamentId]:
    return frozenset(
        one.tournament_id for one in tournaments.all_unfinished(tx, guild_id) if phase(one) is Phase.RUNNING
    )


def give(tx: Tx, tournament: Tournament, contest_id: ContestId, arbiter: PersonId | None) -> bool:
    """Gives a match that waits to an arbiter and calls it; False when it was called before."""
    if not contests.assign(tx, contest_id, arbiter, tx.now):
        return False
    deadlines.put(tx, contest_subject(contest_id), Step.TELL_STILL, tx.now + CALL_UNREAD_AFTER)
    open_guess(tx, tournament, contest_id)
    tell_match(tx, tournament, MatchCalled(contest_id))
    event_log.record(tx, tournament, "call_match", contest_id=contest_id, arbiter=arbiter)
    known = tournament if tournament.first_call_at else tournaments.load(tx, tournament.tournament_id)
    if known is not None and known.first_call_at is None:
        save(tx, replace(known, first_call_at=tx.now))
    return True


def hand_over(tx: Tx, tournament: Tournament, contest_id: ContestId, arbiter: PersonId) -> None:
    """Gives a match in play to another arbiter, who is told."""
    contests.hand_over(tx, contest_id, arbiter)
    tx.touch(contest_subject(contest_id))
    tell_committee(tx, tournament.guild_id, MatchHandedOver(contest_id))
    event_log.record(tx, tournament, "hand_over_match", contest_id=contest_id, arbiter=arbiter)
    for one in EVENT_HOOKS.of(tournament.rulebook):
        one.handed_over(tx, tournament, contest_id)


def _who_entered_on_duty(tx: Query, tournament: Tournament) -> list[PersonId]:
    """The arbiters on duty who have or had an entry in the event; nobody where no match needs an arbiter."""
    if tournament.rulebook.matches.matches_per_arbiter == 0:
        return []
    return duty.who_entered(tx, tournament.guild_id, tournament.tournament_id)


def _given_up(tx: Query, tournament: Tournament, entered: Iterable[PersonId]) -> frozenset[ContestId]:
    """Matches in play whose arbiter, one of those, meets one of the players next by now (AIJE-D01-6)."""
    return frozenset(
        match.contest.contest_id
        for arbiter in entered
        for match in contests.open_of_arbiter(tx, arbiter)
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
    if event_pauses.running(tx, tournament.tournament_id) is not None:
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
    event_stillness.note(tx, tournament, MatterKind.ARBITER_WANTED)
    spell = people.duties_begun(tx, tournament.guild_id)
    asked = outbox.all_promises(tx, ArbiterWanted, tournament.tournament_id)
    told = (one.saying for one in asked)
    same = [one.waiting for one in told if (one.situation, one.spell) == (situation, spell)]
    if same and (situation is Obstacle.NOBODY_ON_DUTY or set(waiting) <= set().union(*same)):
        return
    wanted = ArbiterWanted(tournament.tournament_id, situation, tuple(waiting), spell)
    tell_committee(tx, tournament.guild_id, wanted)
    subject = tournament_subject(tournament.tournament_id)
    summons.call(tx, tournament.guild_id, Matter(MatterKind.ARBITER_WANTED, subject, tournament.tournament_id))
