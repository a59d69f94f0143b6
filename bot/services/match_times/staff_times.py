"""What staff can do about the time of a match, with a reason and on the record: set it, lift it, give days, end it.

Each is taken back by another: a time is set anew or lifted, a match that was ended by a ruling is corrected as any.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from bot.domain.community import Person
from bot.domain.contests import NOTHING_MORE, Result, ResultKind
from bot.domain.ids import ContestId
from bot.domain.match_times.arrangement import MatchTime, ProposalEnd, TimeEnd
from bot.domain.match_times.sayings import DaysProlonged, TimeFixed, TimeLifted
from bot.domain.match_times.time_views import TimesView
from bot.domain.permissions import Act
from bot.domain.playing.matches import ReportAnswer
from bot.domain.sayings import OfContest
from bot.domain.scores import LOVE
from bot.domain.typed_text import checked_reason
from bot.errors import NotNow
from bot.services import access
from bot.services.match_times import days
from bot.services.match_times.errors import HasNoTime, NoticeTooShort
from bot.services.match_times.proposing import find
from bot.services.match_times.reading import view_of
from bot.services.match_times.talks import Talk
from bot.services.playing import double_losses, matches
from bot.services.recusal import AloneInEvent
from bot.services.speaking import tell_match
from bot.services.wishes import repeatable
from bot.storage import match_times
from bot.storage.context import ActorTx, Tx


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
    match_times.end_proposals(tx, talk.arrangement.proposals, ProposalEnd.OVERTAKEN, tx.now, None)
    match_times.end_time(tx, contest_id, TimeEnd.SET_ANEW, tx.now, person.person_id)
    number = match_times.fix(tx, contest_id, MatchTime(0, at, tx.now, by=person.person_id, reason=why))
    match_times.note_asked(tx, contest_id, None)
    return _conclude(tx, talk, person, "set_time", why, TimeFixed(contest_id, number))


@repeatable
def lift_time(tx: ActorTx, contest_id: ContestId, reason: str) -> TimesView:
    """Takes the time away that stands: the sides agree anew, and have time for it. Raises HasNoTime."""
    talk, person = _staff(tx, contest_id)
    why, time = checked_reason(reason), talk.arrangement.time
    if time is None:
        raise HasNoTime
    match_times.end_proposals(tx, talk.arrangement.proposals, ProposalEnd.OVERTAKEN, tx.now, None)
    match_times.end_time(tx, contest_id, TimeEnd.LIFTED, tx.now, person.person_id)
    lifted = TimeLifted(contest_id, time.number)
    return _conclude(tx, talk, person, "lift_time", why, lifted, at=time.at.isoformat())


@repeatable
def prolong(tx: ActorTx, contest_id: ContestId, until: datetime, reason: str) -> TimesView:
    """Gives the two until then to agree; raises NoticeTooShort where that is too soon, or too far."""
    talk, person = _staff(tx, contest_id)
    why = checked_reason(reason)
    _refuse_unfair(talk, until, tx.now)
    match_times.prolong(tx, contest_id, until)
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
    matches.settle_as(tx, talk.followed, result, ReportAnswer.OVERRULED, person.person_id, why)
    days.refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def _result(tx: Tx, talk: Talk, loser: int | None) -> Result:
    if loser is None:
        paired = double_losses.paired_as_winner(tx, talk.followed)
        return Result(LOVE, LOVE, ResultKind.DOUBLE_WALKOVER, tx.now, paired_as_winner=paired)
    score = days.lost_by(talk.contest, loser)
    return matches.result_of(talk.followed, score, NOTHING_MORE, score, ResultKind.WALKOVER, tx.now)


def _staff(tx: ActorTx, contest_id: ContestId) -> tuple[Talk, Person]:
    talk = find(tx, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.SET_MATCH_TIME, talk.followed.match)
    return talk, person


def _refuse_unfair(talk: Talk, at: datetime, now: datetime) -> None:
    """Nobody is bound to a moment of which they hear too late to be there."""
    rules = talk.calendar.rules
    earliest, latest = now + rules.answer_within, now + rules.round_lasts + rules.grace
    if not earliest <= at <= latest:
        raise NoticeTooShort(earliest=earliest, latest=latest)


def _conclude(tx: Tx, talk: Talk, person: Person, act: str, why: str, saying: OfContest, **details: str) -> TimesView:
    contest_id = talk.contest.contest_id
    matches.record(tx, talk.followed, act, person.person_id, why, **details)
    tell_match(tx, talk.tournament, saying)
    if isinstance(saying, TimeFixed | TimeLifted):
        days.follow_in_calendar(tx, talk.tournament, contest_id)
    days.refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)
