"""Technical trouble: a match is suspended and resumed; a game, or all of it, is played again (AIJE-D01-6)."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.ids import ContestId, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.matches import ReportAnswer
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone
from bot.services import access, recusal
from bot.services.events import event
from bot.services.playing import adjourning, matches
from bot.services.playing.adjourning import AFTER_EVERY_PRESS
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import Turn
from bot.services.playing.match_reading import view_of
from bot.services.playing.matches import refuse_suspended
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import absence_clocks, contests, ending_wishes
from bot.storage.context import ActorTx, Tx


@repeatable
def suspend(tx: ActorTx, contest_id: ContestId, reason: str) -> MatchView:
    """Stops the match: its clocks end, an open report is set aside, and nothing comes by itself until it resumes."""
    followed, person = _stopping(tx, contest_id)
    why = checked_reason(reason)
    if followed.match.suspended_at is not None:
        raise AlreadyDone
    recusal.refuse_while_waited_for(tx, person.person_id, Act.STOP_MATCH, followed.tournament)
    missing = followed.state(tx.now).missing
    rests = tx.at(tx.now + AFTER_EVERY_PRESS)
    matches.close(rests, followed, ReportAnswer.OVERRULED, person.person_id)
    contests.suspend(tx, contest_id, rests.now)
    sides = " ".join(str(one.side) for one in missing)
    matches.record(tx, followed, "suspend_match", person.person_id, why, missing=sides)
    matches.reschedule_own(tx, followed)
    return view_of(tx, contest_id, tx.now)


@repeatable
def resume(tx: ActorTx, contest_id: ContestId) -> MatchView:
    """Takes the match up again: who was missing when it stopped is waited for anew, from the score of that moment."""
    followed, person = _stopping(tx, contest_id)
    stopped_at = followed.match.suspended_at
    if stopped_at is None:
        raise AlreadyDone
    score = followed.state(tx.now).score
    contests.resume(tx, contest_id, tx.now)
    ending_wishes.forget(tx, contest_id)
    for clock in followed.match.clocks:
        # A clock that the suspension ended carries its very moment, which no press can have.
        if clock.ended_at == stopped_at:
            absence_clocks.start(tx, contest_id, clock.side, tx.now, score)
    matches.turn(tx, followed, Turn.GOES_ON, tx.now)
    adjourning.over(tx, contest_id, person.person_id)
    matches.record(tx, followed, "resume_match", person.person_id)
    matches.reschedule_own(tx, followed)
    event.proceed(tx, followed.tournament.tournament_id)  # Who left meanwhile loses what goes on.
    return view_of(tx, contest_id, tx.now)


@repeatable
def annul_game(tx: ActorTx, contest_id: ContestId, reason: str) -> MatchView:
    """The game under way counts for nothing and is played again, same colours; the score so far stands."""
    followed, person = _stopping(tx, contest_id)
    refuse_suspended(followed)
    matches.record(tx, followed, "annul_game", person.person_id, checked_reason(reason))
    return view_of(tx, contest_id, tx.now)


@repeatable
def annul_match(tx: ActorTx, contest_id: ContestId, reason: str) -> MatchView:
    """All that happened in the match counts for nothing: it is called again, from nothing to nothing.

    Where a side has left the event it is not called again, but lost by that. Raises OwnClockRuns.
    """
    followed, person = _stopping(tx, contest_id)
    recusal.refuse_while_waited_for(tx, person.person_id, Act.STOP_MATCH, followed.tournament)
    call_anew(tx, followed, person.person_id, checked_reason(reason))
    return view_of(tx, contest_id, tx.now)


def call_anew(tx: Tx, followed: Followed, by: PersonId | None, why: str | None) -> None:
    """As `annul_match`; `by` is None where a rule has the match played again."""
    contest_id = followed.contest_id
    matches.close(tx, followed, ReportAnswer.OVERRULED, by)
    absence_clocks.forget(tx, contest_id)
    ending_wishes.forget(tx, contest_id)
    matches.turn(tx, followed, Turn.ANEW, tx.now)
    adjourning.over(tx, contest_id, by)
    contests.call_again(tx, contest_id)
    tx.touch(contest_subject(contest_id))
    matches.record(tx, followed, "annul_match", by, why)
    event.proceed(tx, followed.tournament.tournament_id)


def _stopping(tx: ActorTx, contest_id: ContestId) -> tuple[Followed, Person]:
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.STOP_MATCH, followed.match)
    return followed, person
