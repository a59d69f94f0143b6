"""The days of a match: opened when it is paired, talked about, reminded of, at the end called or decided.

Every proposal and answer is bound to the proposal that it was made for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.course import verbs as course_verbs
from bot.features.match_times import store as match_times_store
from bot.features.match_times.model import (
    ABSENT,
    Arrangement,
    Calendar,
    MatchInCalendar,
    MatchOpened,
    MatchSoon,
    MatchTime,
    ProposalDeclined,
    ProposalEnd,
    RoundOpened,
    SilentSideLost,
    TimeEnd,
    TimeFixed,
    TimeMissed,
    TimeProposal,
    TimeProposed,
    TimesView,
    TimeUndecided,
    TimeWanted,
    rounds_end_at,
)
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject, outages_of
from bot.features.tournaments.promises_model import MatchCalled
from bot.features.tournaments.summons_model import MatterKind
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, NotYours, Refused, RefusedAt, RefusedCount, RefusedFor, Subject, UserError
from bot.kernel.ids import ContestId, Place, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step, with_gaps
from bot.kernel.promises import Delivery, Promise
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import NOTHING_MORE, Contest, ResultKind, Score
from bot.play.entries import Phase, Tournament, phase
from bot.play.matches import ReportAnswer
from bot.server import verbs as server_verbs
from bot.server.speaking_verbs import stand, tell_committee, tell_match


@dataclass(frozen=True, slots=True)
class KnownTimes:
    """A match with all that is known about its time."""

    match_context: MatchContext
    arrangement: Arrangement
    calendar: Calendar

    @property
    def contest(self) -> Contest:
        """The match itself."""
        return self.match_context.match.contest

    @property
    def tournament(self) -> Tournament:
        """Its event."""
        return self.match_context.tournament

    @property
    def waits_for_staff(self) -> bool:
        """Whether its days are over and no time was agreed on, so that staff say what becomes of it."""
        return self.goes_on and self.arrangement.asked_at is not None and self.arrangement.time is None

    @property
    def goes_on(self) -> bool:
        """Whether a time is still looked for or waited for: not called, not settled, in an event that runs."""
        match = self.match_context.match
        over = match.assigned_at is not None or match.contest.result is not None or match.voided_at is not None
        return not over and phase(self.tournament) is Phase.RUNNING


def time_subject(contest_id: ContestId) -> str:
    """How deadlines and panels name the time of a match."""
    return f"match-time:{contest_id}"


def rounds_subject(tournament_id: TournamentId) -> str:
    """How deadlines name the end of the days of a round."""
    return f"match-rounds:{tournament_id}"


def calendar_of(tx: Query, tournament: Tournament) -> Calendar:
    """By what the times of its matches are read."""
    return Calendar(tournament.rulebook, outages_of(tx, tournament))


def load(tx: Query, contest_id: ContestId) -> KnownTimes | None:
    """The match and its talk; None for an unknown match, or one whose time nobody was ever asked for."""
    arrangement, match_context = match_times_store.load(tx, contest_id), playing_verbs.load(tx, contest_id)
    if arrangement is None or match_context is None:
        return None
    calendar = calendar_of(tx, match_context.tournament)
    gaps = kernel_time_store.card_gaps_of_card(tx, time_subject(contest_id))
    return KnownTimes(match_context, arrangement, replace(calendar, outages=with_gaps(calendar.outages, gaps)))


def looks_for_time(tx: Query, contest_id: str) -> TournamentId | None:
    """The event, while the two are still to agree on a time; None where nothing runs out for them."""
    talk = load(tx, ContestId(contest_id))
    looks = talk is not None and talk.goes_on and talk.arrangement.time is None
    return talk.tournament.tournament_id if talk is not None and looks else None


def rewrite(tx: Tx, contest_id: ContestId) -> None:
    """Rewrites what is due for the match; a reminder or a call that is past and was taken does not come again."""
    talk, subject = load(tx, contest_id), time_subject(contest_id)
    if talk is None or not talk.waits_for_staff:
        tournaments_summons_verbs.end(tx, contest_subject(contest_id), MatterKind.TIME_UNDECIDED)
    if talk is None or not talk.goes_on:
        kernel_time_store.rewrite_deadlines(tx, subject, ())
        return
    waiting = kernel_time_store.deadlines_of_subject(tx, subject)
    due = [
        due_step
        for due_step in talk.calendar.due_steps(talk.arrangement, tx.now)
        if due_step.at > tx.now
        or due_step.kind in {Step.END_ROUND, Step.MISS_TIME}
        or waiting.get(due_step.kind) == due_step.at
    ]
    kernel_time_store.rewrite_deadlines(tx, subject, ((one.kind, one.at) for one in due))
    playing_verbs.look(tx, talk.match_context)


def rounds_end(tx: Query, tournament: Tournament) -> datetime | None:
    """When the days of the matches so far are over, where the next round waits for that; else None."""
    calendar = calendar_of(tx, tournament)
    if not calendar.rules.waits_for_round_end:
        return None
    return rounds_end_at(calendar, match_times_store.of_tournament(tx, tournament.tournament_id))


def rewrite_rounds(tx: Tx, tournament: Tournament) -> None:
    """Rewrites when the next round can begin; doing it twice changes nothing."""
    end = rounds_end(tx, tournament) if phase(tournament) is Phase.RUNNING else None
    due = () if end is None else ((Step.NEXT_ROUND, end),)
    kernel_time_store.rewrite_deadlines(tx, rounds_subject(tournament.tournament_id), due)


def held_back(tx: Query, tournament: Tournament, in_force: Sequence[Contest], now: datetime) -> Collection[ContestId]:
    """The matches that are not called yet: all but those whose time has come."""
    calendar = calendar_of(tx, tournament)
    waiting = match_times_store.waiting(tx, tournament.tournament_id)
    due = {one.contest_id for one in waiting if calendar.is_due(one, now)}
    return frozenset(one.contest_id for one in in_force if one.contest_id not in due)


def next_round_waits(tx: Query, tournament: Tournament) -> bool:
    """Whether the days of the round so far go on, and the rulebook has the next one wait for their end."""
    end = rounds_end(tx, tournament)
    return end is not None and tx.now < end


def carry_on(tx: Tx, tournament: Tournament) -> None:
    """Closes what is called, settled or gone, and opens the matches that were paired; harmless at any time."""
    tournament_id = tournament.tournament_id
    for contest_id in match_times_store.to_close(tx, tournament_id):
        _close(tx, contest_id)
    if course_calling_verbs.may_call(tournament, tx.now) and tournaments_store.running_pause(tx, tournament_id) is None:
        _open_paired(tx, tournament)


def close_all(tx: Tx, tournament: Tournament) -> None:
    """Nothing of the event is agreed on any more: it was called off."""
    for contest_id in match_times_store.open_of(tx, tournament.tournament_id):
        _close(tx, contest_id)
    rewrite_rounds(tx, tournament)


def note_opened(tx: Tx, promised: Promise[MatchOpened], delivery: Delivery) -> None:
    """The message about a match was delivered: it is the panel, and the days count from here on."""
    contest_id = promised.message.contest_id
    stand(tx, promised, delivery, time_subject(contest_id))
    if match_times_store.note_told(tx, contest_id, delivery.delivered_at):
        rewrite(tx, contest_id)
        tx.touch(time_subject(contest_id))
        if (talk := load(tx, contest_id)) is not None:
            rewrite_rounds(tx, talk.tournament)


def note_proposed(tx: Tx, promised: Promise[TimeProposed], delivery: Delivery) -> None:
    """The other side can have read the proposal: its time to answer counts from here on."""
    if match_times_store.note_proposal_told(tx, promised.message.proposal, delivery.delivered_at):
        refresh(tx, promised.message.contest_id)


def note_fixed(tx: Tx, promised: Promise[TimeFixed], delivery: Delivery) -> None:
    """Both sides can have read the time; where it has come meanwhile, the match is called."""
    told = promised.message
    if match_times_store.note_time_told(tx, told.contest_id, told.number, delivery.delivered_at):
        talk = load(tx, told.contest_id)
        if talk is not None and talk.goes_on and talk.calendar.is_due(talk.arrangement, tx.now):
            course_verbs.proceed(tx, talk.tournament.tournament_id)


def note_called(tx: Tx, promised: Promise[MatchCalled], _: Delivery) -> None:
    """The match has a card of its own now, to which this one leads."""
    tx.touch(time_subject(promised.message.contest_id))


def refresh(tx: Tx, contest_id: ContestId) -> None:
    """What is due, and what the card shows, after something has changed about the time of a match."""
    rewrite(tx, contest_id)
    tx.touch(time_subject(contest_id))


def take(tx: Tx, contest_id: ContestId, step: Step) -> None:
    """Takes a step of a match whose time is looked for or waited for; of any other it takes none."""
    talk = load(tx, contest_id)
    if talk is None or not talk.goes_on:
        return
    match step:
        case Step.REMIND_MATCH:
            _remind(tx, talk)
        case Step.REMIND_ROUND:
            if talk.arrangement.time is None:
                tell_match(tx, talk.tournament, TimeWanted(contest_id))
        case Step.CALL_MATCH:
            course_verbs.proceed(tx, talk.tournament.tournament_id)
        case Step.MISS_TIME:
            _miss(tx, talk)
        case Step.END_ROUND:
            _end(tx, talk)
        case _:
            raise LookupError(f"the time of a match has no step {step}")
    refresh(tx, contest_id)


def take_round(tx: Tx, tournament_id: TournamentId) -> None:
    """The days of a round are over, or were moved by an outage or a pause; the next one begins."""
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is not None and next_round_waits(tx, tournament):
        rewrite_rounds(tx, tournament)
    elif tournament is not None:
        course_verbs.proceed(tx, tournament_id)


def after_pause(tx: Tx, tournament: Tournament) -> None:
    """Every window of the event is worked out anew."""
    for contest_id in match_times_store.open_of(tx, tournament.tournament_id):
        rewrite(tx, contest_id)
        tx.touch(time_subject(contest_id))
    rewrite_rounds(tx, tournament)


def lose_by_silence(tx: Tx, times: KnownTimes, side: int) -> None:
    """The side has lost by absence, as by the clock of a match that it did not come to."""
    contest = times.contest
    score = lost_by(contest, side)
    result = playing_verbs.result_of(times.match_context, score, NOTHING_MORE, score, ResultKind.WALKOVER, tx.now)
    tell_match(tx, times.tournament, SilentSideLost(contest.contest_id, side))
    playing_verbs.settle_as(tx, times.match_context, result, ReportAnswer.OVERRULED, None, None)


def lost_by(contest: Contest, side: int) -> Score:
    """The score of a match that the side has lost without playing."""
    return (0, contest.target) if side == 0 else (contest.target, 0)


def _open_paired(tx: Tx, tournament: Tournament) -> None:
    rounds: set[int] = set()
    for contest_id in match_times_store.to_open(tx, tournament.tournament_id):
        match_times_store.open_window(tx, contest_id, tx.now)
        tell_match(tx, tournament, MatchOpened(contest_id))
        match = playing_store.load(tx, contest_id)
        rounds |= set() if match is None else {match.contest.round}
    said = {one.message for one in outbox.all_promises(tx, RoundOpened, tournament.tournament_id)}
    for number in sorted(rounds):
        opened = RoundOpened(tournament.tournament_id, number, tournament.draw_number)
        if opened not in said:
            tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, opened)


def follow_in_calendar(tx: Tx, tournament: Tournament, contest_id: ContestId) -> None:
    """The entry of the match is made, moved or taken away, as its time is or was."""
    tx.enqueue(tournament.guild_id, Place.MATCHES, MatchInCalendar(contest_id))


def _close(tx: Tx, contest_id: ContestId) -> None:
    match_times_store.close(tx, contest_id, tx.now)
    talk = load(tx, contest_id)
    if talk is not None and talk.arrangement.time is not None:
        follow_in_calendar(tx, talk.tournament, contest_id)
    refresh(tx, contest_id)


def _remind(tx: Tx, times: KnownTimes) -> None:
    time = times.arrangement.time
    if time is not None and tx.now < time.at:
        tell_match(tx, times.tournament, MatchSoon(times.contest.contest_id, time.number))


def _miss(tx: Tx, times: KnownTimes) -> None:
    """Nobody can be expected to wait any more for a call that did not come: the two agree anew, at nobody's cost."""
    time, contest_id = times.arrangement.time, times.contest.contest_id
    if time is None or tx.now < time.at + times.calendar.late_by:
        return
    match_times_store.end_time(tx, contest_id, TimeEnd.MISSED, tx.now, None)
    playing_verbs.record(tx, times.match_context, "miss_time", None)
    tell_match(tx, times.tournament, TimeMissed(contest_id, time.number))
    follow_in_calendar(tx, times.tournament, contest_id)


def _end(tx: Tx, times: KnownTimes) -> None:
    """The days are over: who is absent loses, and where that is not clear the organisers are asked, once."""
    heard, one, calendar = tx.now - CLICKS_IN_FLIGHT, times.arrangement, times.calendar
    closes, stuck = calendar.closes_at(one, heard), calendar.is_stuck(one, tx.now)
    if one.time is not None or one.asked_at is not None or closes is None or (heard < closes and not stuck):
        return
    outcome = calendar.outcome(one, heard)
    if outcome in ABSENT:
        lose_by_silence(tx, times, ABSENT.index(outcome))
        return
    match_times_store.note_asked(tx, times.contest.contest_id, tx.now)
    playing_verbs.record(tx, times.match_context, "ask_for_time", None, outcome=outcome.value)
    asked = TimeUndecided(times.contest.contest_id, outcome)
    tell_committee(tx, times.tournament.guild_id, asked)
    tournaments_summons_verbs.call_to_match(tx, times.tournament, MatterKind.TIME_UNDECIDED, times.contest.contest_id)


def times_view(tx: Query, contest_id: ContestId, now: datetime) -> TimesView | None:
    """The match with the talk about its time; None where nobody was ever asked for one."""
    talk, view = load(tx, contest_id), playing_reading_verbs.match_view(tx, contest_id, now)
    if talk is None or view is None:
        return None
    one, calendar = talk.arrangement, talk.calendar
    proposals = one.open_proposals(now) if talk.goes_on else ()
    where = kernel_panel_store.load(tx, contest_subject(contest_id))
    link = None if where is None else f"{where.guild_id}/{where.channel_id}/{where.message_id}"
    return TimesView(
        match=view,
        arrangement=one,
        goes_on=talk.goes_on,
        ends_at=calendar.round_ends_at(one),
        closes_at=calendar.closes_at(one, now),
        latest=calendar.latest(one),
        open_proposals=proposals,
        answer_by=tuple(calendar.answer_by(proposal) for proposal in proposals),
        left=(calendar.proposals_left(one, 0), calendar.proposals_left(one, 1)),
        moves_left=calendar.moves_left(one),
        link=None if link is None else f"https://discord.com/channels/{link}",
    )


def view_of(tx: Query, contest_id: ContestId, now: datetime) -> TimesView:
    """As `times_view`; raises NotFound."""
    view = times_view(tx, contest_id, now)
    if view is None:
        raise NotFound(what=Subject.MATCH)
    return view


def own_view(tx: ActorQuery, contest_id: ContestId) -> tuple[TimesView, int]:
    """The match with the side of who presses; raises NotFound, and NotYours for who does not play in it."""
    match_context = playing_verbs.find(tx, tx.guild_id, contest_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    side = None if person is None else playing_verbs.side_of(tx, match_context.match, person.person_id)
    if side is None:
        raise NotYours
    return view_of(tx, contest_id, tx.pressed_at), side


class NoticeTooShort(UserError):
    """Staff give both sides fair notice of a time."""

    earliest: datetime
    latest: datetime


def zone_of(tx: ActorQuery) -> str | None:
    """By whose clocks the presser typed a time before; None where they never did."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    return None if person is None else people_store.zone_of_person(tx, person.person_id)


def remember_zone(tx: ActorTx, zone: str) -> None:
    """Keeps by whose clocks the presser types times, for the next one."""
    person = server_verbs.recognise(tx)
    people_store.choose_zone(tx, person.person_id, zone, tx.now)


def may_propose(tx: ActorQuery, contest_id: ContestId) -> TimesView:
    """The match, for who can propose a time for it now; raises what `propose` raises before a time is asked."""
    talk, _, side = _looked_at(tx, contest_id)
    refuse_now(talk, side, tx.pressed_at)
    return view_of(tx, contest_id, tx.pressed_at)


def may_propose_at(tx: ActorQuery, contest_id: ContestId, at: datetime) -> TimesView:
    """As `may_propose`, for that time; raises what `propose` raises, and changes nothing."""
    talk, _, side = _looked_at(tx, contest_id)
    refuse_now(talk, side, tx.pressed_at)
    _refuse_moment(talk, at, tx.pressed_at)
    return view_of(tx, contest_id, tx.pressed_at)


def propose(
    tx: ActorTx,
    contest_id: ContestId,
    at: datetime,
    instead_of: str | None = None,
) -> TimesView:
    """Proposes a time, and declines the other side's that it is proposed instead of; the other side is told.

    Raises NotYours, NotOpenYet, MatchIsCalled, DaysAreOver, TimeIsFixed, NoProposalLeft,
    TimeOutsideRound, ProposedAlready and ProposalIsGone.
    """
    talk, person, side = _own(tx, contest_id)
    refuse_now(talk, side, tx.pressed_at)
    _refuse_moment(talk, at, tx.pressed_at)
    if instead_of is not None:
        other = _find_answerable(talk, side, instead_of, tx.pressed_at)
        match_times_store.end_proposals(tx, (other,), ProposalEnd.DECLINED, tx.pressed_at, person.person_id)
    made = TimeProposal(tx.new_id(), side, person.person_id, at, tx.pressed_at)
    match_times_store.propose(tx, contest_id, made)
    playing_verbs.record(tx, talk.match_context, "propose_time", person.person_id)
    tell_match(tx, talk.tournament, TimeProposed(contest_id, made.proposal_id))
    refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def accept(tx: ActorTx, contest_id: ContestId, proposal_id: str) -> TimesView:
    """Fixes the time that the other side has proposed; one that stood before is moved by it.

    Raises as `propose`, but for what asks for a proposal of one's own, and OwnProposal.
    """
    talk, person, side = _own(tx, contest_id)
    proposal = _find_answerable(talk, side, proposal_id, tx.pressed_at)
    _refuse_closed(talk, tx.pressed_at)
    match_times_store.end_proposals(tx, (proposal,), ProposalEnd.ACCEPTED, tx.pressed_at, person.person_id)
    match_times_store.end_proposals(tx, talk.arrangement.proposals, ProposalEnd.OVERTAKEN, tx.pressed_at, None)
    match_times_store.end_time(tx, contest_id, TimeEnd.MOVED, tx.pressed_at, person.person_id)
    fixed = MatchTime(0, proposal.at, tx.pressed_at, proposal_id=proposal_id, by=person.person_id)
    number = match_times_store.fix(tx, contest_id, fixed)
    playing_verbs.record(tx, talk.match_context, "agree_on_time", person.person_id)
    tell_match(tx, talk.tournament, TimeFixed(contest_id, number))
    follow_in_calendar(tx, talk.tournament, contest_id)
    refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def decline(tx: ActorTx, contest_id: ContestId, proposal_id: str) -> TimesView:
    """Declines what the other side has proposed, who is told. Raises as `accept`."""
    talk, person, side = _own(tx, contest_id)
    proposal = _find_answerable(talk, side, proposal_id, tx.pressed_at)
    match_times_store.end_proposals(tx, (proposal,), ProposalEnd.DECLINED, tx.pressed_at, person.person_id)
    playing_verbs.record(tx, talk.match_context, "decline_time", person.person_id)
    tell_match(tx, talk.tournament, ProposalDeclined(contest_id, proposal_id))
    refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def withdraw(tx: ActorTx, contest_id: ContestId, proposal_id: str) -> TimesView:
    """Takes back what the presser's side has proposed; it stays one of its proposals. Raises as `accept`."""
    talk, person, side = _own(tx, contest_id)
    proposal = talk.arrangement.proposal(proposal_id)
    if proposal is None or proposal.side != side or not proposal.is_open(tx.pressed_at):
        raise Refused("error.ProposalIsGone")
    match_times_store.end_proposals(tx, (proposal,), ProposalEnd.WITHDRAWN, tx.pressed_at, person.person_id)
    playing_verbs.record(tx, talk.match_context, "withdraw_time", person.person_id)
    refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def refuse_now(times: KnownTimes, side: int, at: datetime) -> None:
    """Raises what keeps the side from proposing anything."""
    one, calendar = times.arrangement, times.calendar
    if one.time is not None and calendar.moves_left(one) <= 0:
        raise RefusedAt("error.TimeIsFixed", at=one.time.at)
    _refuse_closed(times, at)
    if calendar.proposals_left(one, side) <= 0:
        raise RefusedCount("error.NoProposalLeft", n=calendar.rules.proposals)


def find(tx: ActorQuery, contest_id: ContestId) -> KnownTimes:
    """The match whose time is looked for; raises NoMatchTimes, NotOpenYet, MatchIsCalled, and as `matches.in_play`."""
    match_context = playing_verbs.find(tx, tx.guild_id, contest_id)
    if match_context.tournament.rulebook.match_times is None:
        raise RefusedFor("error.NoMatchTimes", name=match_context.tournament.name)
    talk = load(tx, contest_id)
    if talk is not None and not talk.goes_on:
        playing_verbs.refuse_not_in_play(match_context)
        raise Refused("error.MatchIsCalled")
    if talk is None or talk.arrangement.told_at is None:
        raise Refused("error.NotOpenYet")
    return talk


def _own(tx: ActorTx, contest_id: ContestId) -> tuple[KnownTimes, Person, int]:
    """The match, who presses, and on which side; raises NotYours for everybody else."""
    return _whose(tx, find(tx, contest_id), server_verbs.recognise(tx))


def _looked_at(tx: ActorQuery, contest_id: ContestId) -> tuple[KnownTimes, Person, int]:
    """As `_own`, for who only looks."""
    return _whose(tx, find(tx, contest_id), people_store.of_member(tx, tx.guild_id, tx.actor.member_id))


def _whose(tx: Query, times: KnownTimes, person: Person | None) -> tuple[KnownTimes, Person, int]:
    side = None if person is None else playing_verbs.side_of(tx, times.match_context.match, person.person_id)
    if person is None or side is None:
        raise NotYours
    return times, person, side


def _find_answerable(times: KnownTimes, side: int, proposal_id: str, at: datetime) -> TimeProposal:
    """The other side's proposal that the press is about, as long as it is open."""
    proposal = times.arrangement.proposal(proposal_id)
    if proposal is None or not proposal.is_open(at):
        raise Refused("error.ProposalIsGone")
    if proposal.side == side:
        raise Refused("error.OwnProposal")
    return proposal


def _refuse_closed(times: KnownTimes, at: datetime) -> None:
    """Of a match with a time the days go on until it is called; of any other they end."""
    one = times.arrangement
    if one.time is not None:
        return
    closes = times.calendar.closes_at(one, at)
    if closes is not None and (at > closes or one.asked_at is not None):
        raise RefusedAt("error.DaysAreOver", at=closes)


def _refuse_moment(times: KnownTimes, at: datetime, now: datetime) -> None:
    latest = times.calendar.latest(times.arrangement)
    if latest is None or not now < at <= latest:
        raise RefusedAt("error.TimeOutsideRound", at=latest or now)
    for proposal in times.arrangement.open_proposals(now):
        if proposal.at == at:
            raise RefusedAt("error.ProposedAlready", at=at)
