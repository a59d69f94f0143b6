"""Adjourning a game at its stated time and taking it up again; the pause is nobody's time (GO-14)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from bot.domain.deadlines import Step
from bot.domain.ids import ContestId, PersonId
from bot.domain.local_times import MomentInThePast
from bot.domain.permissions import Act
from bot.domain.playing.adjournments import Adjournment, adjourns_at, due_steps
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.sayings import Adjourned, AdjournmentOver, AdjournmentReminder
from bot.domain.regulation.format_rules import AdjournmentRules
from bot.errors import AlreadyDone, NotNow, UserError
from bot.services import access
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import Turn
from bot.services.playing.match_reading import view_of
from bot.services.playing.matches import refuse_suspended
from bot.services.speaking import tell_match
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import adjournments, contests, deadlines
from bot.storage.context import ActorTx, Tx

AFTER_EVERY_PRESS: Final = timedelta(milliseconds=1)
"""A match rests after all that was pressed in its millisecond: clocks that a suspension ends are known by it."""


class NoAdjournments(UserError):
    """The rulebook of the event knows no adjournment."""

    name: str


class NotAdjourned(UserError):
    """The match has no pause that runs."""


def adjournment_subject(contest_id: ContestId) -> str:
    """How deadlines name the pause of a match."""
    return f"adjournment:{contest_id}"


@repeatable
def adjourn(tx: ActorTx, contest_id: ContestId, until: datetime | None = None) -> MatchView:
    """The arbiter adjourns the game under way, until the moment or for the rulebook's time (GO-14).

    Raises NoAdjournments, and NotNow while somebody is waited for or a report waits for its answer.
    """
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.STOP_MATCH, followed.match)
    rules = rules_of(followed)
    refuse_suspended(followed)
    if followed.state(tx.now).phase is not MatchPhase.PLAYING:
        raise NotNow
    goes_on_at = _ahead(until or tx.now + rules.lasts, tx.now)
    _pause(tx, followed, tx.now, goes_on_at, person.person_id)
    return view_of(tx, contest_id, tx.now)


def adjourn_by_rule(tx: Tx, followed: Followed) -> None:
    """Takes the step of the stated time; a pause that would be over by now, as after an outage, is none any more."""
    rules = followed.tournament.rulebook.adjournment
    moment = adjourns_at(followed.match, rules, followed.match.adjourned)
    if rules is None or moment is None or followed.state(tx.now).phase is not MatchPhase.PLAYING:
        return
    if moment + rules.lasts > tx.now:
        _pause(tx, followed, moment, moment + rules.lasts, None)


@repeatable
def put_off(tx: ActorTx, contest_id: ContestId, until: datetime) -> MatchView:
    """Gives the pause that runs another end, earlier or later; both players are told. Raises NotAdjourned."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.STOP_MATCH, followed.match)
    running = adjournments.of_contest(tx, contest_id).running
    if running is None:
        raise NotAdjourned
    if not adjournments.move(tx, contest_id, _ahead(until, tx.now)):
        raise AlreadyDone
    _reschedule(tx, followed)
    tx.touch(contest_subject(contest_id))
    matches.record(tx, followed, "move_adjournment", person.person_id)
    tell_match(tx, followed.tournament, Adjourned(contest_id, running.number))
    return view_of(tx, contest_id, tx.now)


def take(tx: Tx, contest_id: ContestId, step: Step) -> None:
    """Takes a step of the pause that runs: a reminder, or the game goes on. Of a match that is over it takes none."""
    followed, running = matches.load(tx, contest_id), adjournments.of_contest(tx, contest_id).running
    if followed is None or running is None:
        return
    match, tournament = followed.match, followed.tournament
    over = match.contest.result is not None or match.voided_at is not None
    if over or tournament.cancelled_at is not None or tournament.ended_at is not None:
        return
    if step is Step.GO_ON:
        _go_on(tx, followed, running)
        return
    if tx.now < running.goes_on_at:
        tell_match(tx, followed.tournament, AdjournmentReminder(contest_id, running.number))
    _reschedule(tx, followed)


def over(tx: Tx, contest_id: ContestId, by: PersonId | None) -> bool:
    """Ends the pause that runs and what was due for it; False when none runs."""
    deadlines.rewrite(tx, adjournment_subject(contest_id), ())
    return adjournments.end(tx, contest_id, tx.now, by)


def reschedule(tx: Tx, followed: Followed) -> None:
    """Rewrites what is due for the pause that runs, if one does."""
    if adjournments.of_contest(tx, followed.contest_id).running is not None:
        _reschedule(tx, followed)


def rules_of(followed: Followed) -> AdjournmentRules:
    """The rulebook's rules on adjournment; raises NoAdjournments where it has none."""
    rules = followed.tournament.rulebook.adjournment
    if rules is None:
        raise NoAdjournments(name=followed.tournament.name)
    return rules


def _pause(tx: Tx, followed: Followed, at: datetime, goes_on_at: datetime, by: PersonId | None) -> None:
    contest_id = followed.contest_id
    number = adjournments.begin(tx, contest_id, at, by, goes_on_at)
    deadlines.rewrite(tx, contest_subject(contest_id), ())
    rests_at = tx.now + AFTER_EVERY_PRESS
    matches.turn(tx, followed, Turn.RESTS, rests_at)
    contests.suspend(tx, contest_id, rests_at)
    _reschedule(tx, followed)
    tx.touch(contest_subject(contest_id))
    matches.record(tx, followed, "adjourn_match", by)
    tell_match(tx, followed.tournament, Adjourned(contest_id, number))


def _go_on(tx: Tx, followed: Followed, running: Adjournment) -> None:
    """The clock runs again, whoever is there: coming back late costs one's own time and nothing else (GO-22)."""
    over(tx, followed.contest_id, None)
    contests.resume(tx, followed.contest_id, tx.now)
    matches.turn(tx, followed, Turn.GOES_ON, tx.now)
    matches.reschedule_own(tx, followed)
    tx.touch(contest_subject(followed.contest_id))
    matches.record(tx, followed, "resume_match", None)
    tell_match(tx, followed.tournament, AdjournmentOver(followed.contest_id, running.number))


def _reschedule(tx: Tx, followed: Followed) -> None:
    running = adjournments.of_contest(tx, followed.contest_id).running
    due = () if running is None else due_steps(running, rules_of(followed), tx.now, followed.outages)
    deadlines.rewrite(tx, adjournment_subject(followed.contest_id), ((step.kind, step.at) for step in due))


def _ahead(until: datetime, now: datetime) -> datetime:
    if until <= now:
        raise MomentInThePast(moment=until, now=now)
    return until
