"""What staff can do about the time of a match, with a reason and on the record: set it, lift it, give days, end it.

Each is taken back by another: a time is set anew or lifted, a match that was ended by a ruling is corrected as any.
What the time of a match asks of who plays in it, and of who runs the event, stands here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from bot.features.entering import store as entering_store
from bot.features.match_times import store as match_times_store
from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import (
    Arrangement,
    DaysProlonged,
    MatchTime,
    ProposalEnd,
    TimeEnd,
    TimeFixed,
    TimeLifted,
    TimesView,
)
from bot.features.match_times.verbs import KnownTimes, NoticeTooShort, find, times_view, view_of
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext
from bot.features.tournaments.facts_verbs import people_shown
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.recusal_verbs import AloneInEvent, repeatable
from bot.features.tournaments.summons_model import CALL_UNREAD_AFTER, MatterKind
from bot.features.tournaments.tasks_model import DeskRow, Obstacle, Task, TaskItem, Upcoming, UpcomingKind
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import NotNow, Refused
from bot.kernel.ids import ContestId
from bot.kernel.outages import Still
from bot.kernel.promises import OfContest
from bot.people.model import Person
from bot.play.contests import LOVE, NOTHING_MORE, Contest, Result, ResultKind
from bot.play.entries import Entrant, Tournament
from bot.play.matches import ReportAnswer
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import tell_match


def desk(tx: ActorTx, contest_id: ContestId) -> TimesView:
    """The match, for who may decide about its time; refuses everybody else before anything is asked."""
    with suppress(AloneInEvent):
        _staff(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


@repeatable
def set_time(tx: ActorTx, contest_id: ContestId, at: datetime, reason: str) -> TimesView:
    """Sets the time of the match, in place of any other; raises NoticeTooShort where that is too soon, or too far."""
    talk, person = _staff(tx, contest_id)
    why = checked_reason(reason)
    _refuse_unfair(talk, at, tx.now)
    match_times_store.end_proposals(tx, talk.arrangement.proposals, ProposalEnd.OVERTAKEN, tx.now, None)
    match_times_store.end_time(tx, contest_id, TimeEnd.SET_ANEW, tx.now, person.person_id)
    number = match_times_store.fix(tx, contest_id, MatchTime(0, at, tx.now, by=person.person_id, reason=why))
    match_times_store.note_asked(tx, contest_id, None)
    return _conclude(tx, talk, person, "set_time", why, TimeFixed(contest_id, number))


@repeatable
def lift_time(tx: ActorTx, contest_id: ContestId, reason: str) -> TimesView:
    """Takes the time away that stands: the sides agree anew, and have time for it. Raises HasNoTime."""
    talk, person = _staff(tx, contest_id)
    why, time = checked_reason(reason), talk.arrangement.time
    if time is None:
        raise Refused("error.HasNoTime")
    match_times_store.end_proposals(tx, talk.arrangement.proposals, ProposalEnd.OVERTAKEN, tx.now, None)
    match_times_store.end_time(tx, contest_id, TimeEnd.LIFTED, tx.now, person.person_id)
    lifted = TimeLifted(contest_id, time.number)
    return _conclude(tx, talk, person, "lift_time", why, lifted, at=time.at.isoformat())


@repeatable
def prolong(tx: ActorTx, contest_id: ContestId, until: datetime, reason: str) -> TimesView:
    """Gives the two until then to agree; raises NoticeTooShort where that is too soon, or too far."""
    talk, person = _staff(tx, contest_id)
    why = checked_reason(reason)
    _refuse_unfair(talk, until, tx.now)
    match_times_store.prolong(tx, contest_id, until)
    before = {} if talk.arrangement.until is None else {"before": talk.arrangement.until.isoformat()}
    told = {"until": until.isoformat(), **before}
    return _conclude(tx, talk, person, "prolong_days", why, DaysProlonged(contest_id), **told)


@repeatable
def end_match(tx: ActorTx, contest_id: ContestId, loser: int | None, reason: str) -> TimesView:
    """Ends a match about which the organisers were asked: that side loses by absence, or (None) both do.

    Raises NotNow before they were asked: until then the two have time.
    """
    talk, person = _staff(tx, contest_id)
    why = checked_reason(reason)
    if talk.arrangement.asked_at is None or talk.arrangement.time is not None:
        raise NotNow
    result = _result(tx, talk, loser)
    playing_verbs.settle_as(tx, talk.match_context, result, ReportAnswer.OVERRULED, person.person_id, why)
    match_times_verbs.refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def _result(tx: Tx, times: KnownTimes, loser: int | None) -> Result:
    if loser is None:
        paired = playing_verbs.paired_as_winner(tx, times.match_context)
        return Result(LOVE, LOVE, ResultKind.DOUBLE_WALKOVER, tx.now, paired_as_winner=paired)
    score = match_times_verbs.lost_by(times.contest, loser)
    return playing_verbs.result_of(times.match_context, score, NOTHING_MORE, score, ResultKind.WALKOVER, tx.now)


def _staff(tx: ActorTx, contest_id: ContestId) -> tuple[KnownTimes, Person]:
    talk = find(tx, contest_id)
    person = server_verbs.recognise(tx)
    playing_verbs.require(tx, person, Act.SET_MATCH_TIME, talk.match_context.match)
    return talk, person


def _refuse_unfair(times: KnownTimes, at: datetime, now: datetime) -> None:
    """Nobody is bound to a moment of which they hear too late to be there, or that lies after the round."""
    rules = times.calendar.rules
    earliest, latest = now + rules.answer_within, now + rules.round_lasts + rules.grace
    if not earliest <= at <= latest:
        raise NoticeTooShort(earliest=earliest, latest=latest)


def _conclude(
    tx: Tx, times: KnownTimes, person: Person, act: str, why: str, message: OfContest, **details: str
) -> TimesView:
    contest_id = times.contest.contest_id
    playing_verbs.record(tx, times.match_context, act, person.person_id, why, **details)
    tell_match(tx, times.tournament, message)
    if isinstance(message, TimeFixed | TimeLifted):
        match_times_verbs.follow_in_calendar(tx, times.tournament, contest_id)
    match_times_verbs.refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def guide(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant, contest: Contest) -> Found:
    """To propose a time or to answer, or what is waited for; of a match that is called there is nothing to say."""
    view = times_view(tx, contest.contest_id, asker.now)
    if view is None or not view.goes_on or view.arrangement.told_at is None:
        yield Upcoming(UpcomingKind.MATCH_OPENS, tournament)
        return
    side = contest.sides.index(entrant.entrant_id)
    other = view.players[1 - side]
    waiting = [by for by, one in zip(view.answer_by, view.open_proposals, strict=True) if one.side != side]
    if waiting:
        yield TaskItem(Task.ANSWER_TIME, contest.contest_id, tournament, min(waiting), other)
    if view.arrangement.time is not None:
        yield Upcoming(UpcomingKind.MATCH_IS_CALLED, tournament, view.arrangement.time.at, other)
    elif not waiting:
        yield from _without_time(view, side)


def _without_time(view: TimesView, side: int) -> Found:
    """Of a match that has no time, and nothing that the side could answer."""
    tournament, other = view.tournament, view.players[1 - side]
    if view.arrangement.asked_at is not None:
        yield Upcoming(UpcomingKind.ORGANISERS_DECIDE, tournament, None, other)
    elif view.open_proposals:
        yield Upcoming(UpcomingKind.TIME_IS_ANSWERED, tournament, view.closes_at, other)
    elif view.left[side] > 0:
        yield TaskItem(Task.PROPOSE_TIME, view.contest_id, tournament, view.closes_at, other)


def rows(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """Matches without a time of which the days are over: the organisers say what becomes of them."""
    for one in match_times_store.waiting(tx, tournament.tournament_id):
        if one.asked_at is not None and one.time is None:
            yield _row(tx, one)


def still(tx: Query, match_context: MatchContext) -> Still | None:
    """Of a match that is not called: its message that nobody could read, or the question to the organisers."""
    one = None if match_context.match.assigned_at else match_times_store.load(tx, match_context.contest_id)
    if one is None or one.time is not None:
        return None
    if one.told_at is None:
        return Still(MatterKind.CALL_UNREAD, one.opened_at, asked_after=CALL_UNREAD_AFTER)
    return None if one.asked_at is None else Still(MatterKind.TIME_UNDECIDED, one.asked_at, is_asked=True)


def _row(tx: Query, arrangement: Arrangement) -> DeskRow:
    match = playing_store.load(tx, arrangement.contest_id)
    sides = () if match is None else match.contest.sides
    people = people_shown(tx, entering_store.by_ids(tx, sides))
    return DeskRow(Obstacle.NO_TIME, arrangement.contest_id, tuple(people[side] for side in sides))
