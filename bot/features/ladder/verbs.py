"""A challenge and the match that it makes, a match that nobody reports, and the end of a ladder's time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from bot.features.course import verbs as course_verbs
from bot.features.course.facts_verbs import began_at, facts
from bot.features.entering import store as entering_store
from bot.features.entering.eligibility_verbs import refuse_second_place
from bot.features.ladder.model import (
    Challenged,
    ChallengeVoided,
    LadderPlace,
    LadderView,
    ReportClock,
    ScoreWanted,
    clock_from,
    waits_since,
)
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext
from bot.features.playing.reporting_verbs import LATE
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import NotRegistered, find_unfinished, players
from bot.features.tournaments.hooks import Asker
from bot.features.tournaments.tasks_model import Task, TaskItem, Upcoming, UpcomingKind
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotNow, Refused, RefusedAt, RefusedCount, RefusedFor, UserError
from bot.kernel.ids import ContestId, EntrantId, GuildId, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Outage, Step
from bot.kernel.promises import Delivery, Promise
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.course import length_of
from bot.play.entries import Entrant, Phase, Tournament, phase
from bot.play.formats import ladder
from bot.play.formats.protocol import EventFacts
from bot.play.matches import MatchPhase
from bot.server import verbs as server_verbs
from bot.server.speaking_verbs import tell_match


def choose(tx: ActorQuery, tournament_id: TournamentId) -> LadderView:
    """Whom who pressed can challenge now; raises what `challenge` raises, and NobodyFree."""
    tournament = _ladder(tx, tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    entrant = _own_entry(tx, tournament, person)
    _refuse_in_pause(tx, tournament_id)
    known = facts(tx, tournament, tx.pressed_at)
    refuse_now(tournament, known, entrant.entrant_id, tx.pressed_at)
    view = view_of(tx, tournament, known, entrant.entrant_id, tx.pressed_at)
    if not view.free:
        raise RefusedCount("error.NobodyFree", n=ladder.rules_of(tournament.rulebook).reach)
    return view


def challenge(tx: ActorTx, tournament_id: TournamentId, challenged: EntrantId) -> Challenged:
    """Makes the match and has it called as any other.

    Raises NotALadder, NotNow before the start, NotRegistered, LeftTheLadder, LadderPaused, LadderTimeIsUp,
    MatchToPlayFirst, OpponentPlays, OutOfReach and MetTooRecently.
    """
    tournament = _ladder(tx, tournament_id)
    person = server_verbs.recognise(tx)
    own = _own_entry(tx, tournament, person).entrant_id
    refuse_second_place(tx, tournament, person.person_id)
    _refuse_in_pause(tx, tournament_id)
    known = facts(tx, tournament, tx.pressed_at)
    refuse_now(tournament, known, own, tx.pressed_at)
    other = _opponent(tx, tournament, known, (own, challenged), tx.pressed_at)
    number = playing_store.next_position(tx, tournament_id)
    new = ladder.challenge(tournament.rulebook, (own, challenged), number)
    contest_id, length = ContestId(tx.new_id()), length_of(new, tournament.rulebook)
    playing_store.add(tx, tournament_id, tournament.draw_number, contest_id, new, length, tx.now)
    tournaments_facts_verbs.record(
        tx, tournament, "challenge", by=person.person_id, contest=contest_id, entrant=challenged
    )
    course_verbs.proceed(tx, tournament_id)
    called = contest_id in playing_store.assignment_times(tx, tournament_id)
    return Challenged(tournament, new.position + 1, other, called)


def view_of(tx: Query, tournament: Tournament, known: EventFacts, own: EntrantId, at: datetime) -> LadderView:
    """The ladder as that player has it."""
    who, places = players(tx, tournament), ladder.order(known)
    free = ladder.free_within_reach(known, tournament.rulebook, own, at)
    rungs = {one: LadderPlace(place, one, who[one]) for place, one in enumerate(places, start=1)}
    return LadderView(tournament, rungs[own], tuple(rungs[one] for one in free), end_of(tournament, known))


def end_of(tournament: Tournament, known: EventFacts) -> datetime:
    """When the time of a drawn ladder is up."""
    return ladder.ends_at(known, tournament.rulebook) or tournament.start_at


def refuse_now(tournament: Tournament, known: EventFacts, own: EntrantId, at: datetime) -> None:
    """Raises what keeps a player from challenging anybody."""
    if phase(tournament) is not Phase.RUNNING or at < tournament.start_at:
        raise NotNow
    if at > end_of(tournament, known):
        raise RefusedAt("error.LadderTimeIsUp", at=end_of(tournament, known))
    if own in ladder.busy(known):
        raise Refused("error.MatchToPlayFirst")


def _refuse_in_pause(tx: Query, tournament_id: TournamentId) -> None:
    pause = tournaments_store.running_pause(tx, tournament_id)
    if pause is not None:
        raise RefusedAt("error.LadderPaused", at=pause.until)


def _opponent(
    tx: Query, tournament: Tournament, known: EventFacts, sides: tuple[EntrantId, EntrantId], at: datetime
) -> Person:
    """Who is challenged; raises what keeps the two from meeting now."""
    own, challenged = sides
    other = players(tx, tournament).get(challenged)
    if other is None or challenged not in ladder.within_reach(known, tournament.rulebook, own):
        raise RefusedCount("error.OutOfReach", n=ladder.rules_of(tournament.rulebook).reach)
    if challenged in ladder.busy(known):
        raise RefusedFor("error.OpponentPlays", name=other.name)
    again = ladder.again_from(known, tournament.rulebook, own, challenged)
    if again is not None and at < again:
        raise RefusedAt("error.MetTooRecently", at=again)
    return other


def _ladder(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if not ladder.is_ladder(tournament.rulebook):
        raise RefusedFor("error.NotALadder", name=tournament.name)
    return tournament


def _own_entry(tx: Query, tournament: Tournament, person: Person | None) -> Entrant:
    """The person's entry, where it started and is still in it."""
    entrant = None if person is None else entering_store.of_person(tx, tournament.tournament_id, person.person_id)
    if entrant is None or not entering_store.is_starter(tx, entrant.entrant_id):
        raise NotRegistered(name=tournament.name)
    if entrant.withdrawn_at is not None:
        raise RefusedFor("error.LeftTheLadder", name=tournament.name)
    return entrant


UNREPORTED: Final = "unreported"
"""The reason on record of a match that was voided so."""


def clock_of(tx: Query, match_context: MatchContext, now: datetime) -> ReportClock | None:
    """Until when the match can be reported; None where the rulebook sets no time, or nobody is waited for."""
    rulebook = match_context.tournament.rulebook
    within = ladder.rules_of(rulebook).report_within
    if within is None:
        return None
    closed = (
        one.closed_at
        for one in playing_reports_store.of_contest(tx, match_context.contest_id)
        if one.closed_at is not None
    )
    since = waits_since(match_context.match, closed)
    if since is None:
        return None
    read_late = _read_late(tx, match_context, since, now)
    is_played = match_context.state(now).phase is MatchPhase.PLAYING
    return clock_from(since, within, rulebook, match_context.outages, reminded_at=read_late, to_players=is_played)


def due(tx: Query, match_context: MatchContext, now: datetime) -> Iterator[Due]:
    """The reminder, where players can answer it and were not asked yet, and the end with its clicks in flight."""
    clock = clock_of(tx, match_context, now)
    if clock is None:
        return
    if clock.to_players and not _was_reminded(tx, match_context, clock.since):
        yield Due(Step.REMIND_REPORT, clock.remind_at)
    yield Due(Step.VOID_UNREPORTED, clock.void_at + CLICKS_IN_FLIGHT)


def takes(tx: Tx, match_context: MatchContext, step: Step) -> bool:
    """Reminds both, or voids the match; where its moment was moved, the step is written anew."""
    if step not in {Step.REMIND_REPORT, Step.VOID_UNREPORTED}:
        return False
    clock = clock_of(tx, match_context, tx.now)
    if clock is not None and _needs_reminder(tx, match_context, clock):
        tell_match(tx, match_context.tournament, ScoreWanted(match_context.contest_id))
    elif clock is not None and step is Step.VOID_UNREPORTED and tx.now >= clock.void_at + CLICKS_IN_FLIGHT:
        _void(tx, match_context)
        return True
    playing_verbs.reschedule(tx, match_context, tx.now)
    return True


def extend_by_late_reminder(tx: Tx, promised: Promise[ScoreWanted], delivery: Delivery) -> None:
    """Gives both the time from the reminder on, where Discord took it late."""
    match_context = playing_verbs.load(tx, promised.message.contest_id)
    if match_context is not None and delivery.delivered_at - promised.promised_at > LATE:
        playing_verbs.reschedule(tx, match_context, tx.now)


def _needs_reminder(tx: Query, match_context: MatchContext, clock: ReportClock) -> bool:
    """No match that can be played is void before both were asked for its score."""
    return clock.to_players and tx.now >= clock.remind_at and not _was_reminded(tx, match_context, clock.since)


def _was_reminded(tx: Query, match_context: MatchContext, since: datetime) -> bool:
    return _reminder(tx, match_context, since) is not None


def _reminder(tx: Query, match_context: MatchContext, since: datetime) -> Promise[ScoreWanted] | None:
    """The reminder of the time that counts from `since`."""
    asked = outbox.all_promises(tx, ScoreWanted, match_context.contest_id)
    return next((one for one in reversed(asked) if one.promised_at >= since), None)


def _read_late(tx: Query, match_context: MatchContext, since: datetime, now: datetime) -> datetime | None:
    """When both could read the reminder, where that was late; `now` while it stands in no channel yet."""
    asked = _reminder(tx, match_context, since)
    if asked is None:
        return None
    if outbox.undelivered_promises(tx, ScoreWanted, match_context.contest_id):
        return now
    read = outbox.last_delivery(tx, ScoreWanted, match_context.contest_id)
    held_up = timedelta() if read is None else read.delivered_at - asked.promised_at
    return read.delivered_at if read is not None and held_up > LATE else None


def _void(tx: Tx, match_context: MatchContext) -> None:
    tournament = match_context.tournament
    course_verbs.void(tx, tournament, (match_context.match.contest,), UNREPORTED, said=ChallengeVoided)
    course_verbs.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


def ladder_subject(tournament_id: TournamentId) -> str:
    """How deadlines name a ladder."""
    return f"ladder:{tournament_id}"


def plan(tx: Tx, tournament: Tournament) -> None:
    """Rewrites when the time is up; doing it twice changes nothing."""
    running = phase(tournament) is Phase.RUNNING
    end = began_at(tx, tournament) + ladder.rules_of(tournament.rulebook).lasts + CLICKS_IN_FLIGHT
    due = ((Step.TIME_IS_UP, end),) if running else ()
    kernel_time_store.rewrite_deadlines(tx, ladder_subject(tournament.tournament_id), due)


def take(tx: Tx, tournament_id: TournamentId) -> None:
    """The time is up, or was moved by an outage or a pause; the event ends where no match is left to play."""
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return
    end = began_at(tx, tournament) + ladder.rules_of(tournament.rulebook).lasts + CLICKS_IN_FLIGHT
    if tx.now < end:
        plan(tx, tournament)
    else:
        course_verbs.proceed(tx, tournament_id)


def after_outage(tx: Tx, outage: Outage, guild_id: GuildId) -> None:
    """Moves the end of every ladder by the time in which nobody could challenge."""
    for tournament in tournaments_store.reached_by(tx, outage, guild_id):
        if ladder.is_ladder(tournament.rulebook) and phase(tournament) is Phase.RUNNING:
            plan(tx, tournament)


def guide(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant) -> Iterator[TaskItem | Upcoming]:
    """To challenge somebody, or to be challenged; nothing while a match is played, and after the end."""
    if phase(tournament) is not Phase.RUNNING:
        return
    if asker.now < tournament.start_at:
        yield Upcoming(UpcomingKind.START, tournament, tournament.start_at)
        return
    known = facts(tx, tournament, asker.now)
    try:
        refuse_now(tournament, known, entrant.entrant_id, asker.now)
    except UserError:
        return
    view = view_of(tx, tournament, known, entrant.entrant_id, asker.now)
    if view.free:
        yield TaskItem(Task.FIND_OPPONENT, tournament.tournament_id, tournament, view.ends_at)
    else:
        yield Upcoming(UpcomingKind.NEXT_OPPONENT, tournament)
