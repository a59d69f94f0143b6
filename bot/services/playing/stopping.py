"""Technical trouble: a match is suspended and resumed; a game, or all of it, is played again (AIJE-D01-6)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Person, Presser
from bot.domain.ids import ContestId, Occasion, PersonId
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
from bot.storage import absence_clocks, contests, ending_wishes, panels
from bot.storage.database import Work


@repeatable
def suspend(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, reason: str) -> MatchView:
    """Stops the match: its clocks end, an open report is set aside, and nothing comes by itself until it resumes."""
    followed, person = _stopping(work, occasion, presser, contest_id)
    why = checked_reason(reason)
    if followed.match.suspended_at is not None:
        raise AlreadyDone
    recusal.refuse_while_waited_for(work, person.person_id, Act.STOP_MATCH, followed.tournament)
    missing = followed.state(occasion.now).missing
    rests = replace(occasion, now=occasion.now + AFTER_EVERY_PRESS)
    matches.close(work, rests, followed, ReportAnswer.OVERRULED, person.person_id)
    contests.suspend(work, contest_id, rests.now)
    sides = " ".join(str(one.side) for one in missing)
    matches.record(work, occasion, followed, "suspend_match", person.person_id, why, missing=sides)
    matches.reschedule_own(work, followed, occasion.now)
    return view_of(work, contest_id, occasion.now)


@repeatable
def resume(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId) -> MatchView:
    """Takes the match up again: who was missing when it stopped is waited for anew, from the score of that moment."""
    followed, person = _stopping(work, occasion, presser, contest_id)
    stopped_at = followed.match.suspended_at
    if stopped_at is None:
        raise AlreadyDone
    score = followed.state(occasion.now).score
    contests.resume(work, contest_id, occasion.now)
    ending_wishes.forget(work, contest_id)
    for clock in followed.match.clocks:
        # A clock that the suspension ended carries its very moment, which no press can have.
        if clock.ended_at == stopped_at:
            absence_clocks.start(work, contest_id, clock.side, occasion.now, score)
    matches.turn(work, followed, Turn.GOES_ON, occasion.now)
    adjourning.over(work, occasion, contest_id, person.person_id)
    matches.record(work, occasion, followed, "resume_match", person.person_id)
    matches.reschedule_own(work, followed, occasion.now)
    event.proceed(work, occasion, followed.tournament.tournament_id)  # Who left meanwhile loses what goes on.
    return view_of(work, contest_id, occasion.now)


@repeatable
def annul_game(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, reason: str) -> MatchView:
    """The game under way counts for nothing and is played again, same colours; the score so far stands."""
    followed, person = _stopping(work, occasion, presser, contest_id)
    refuse_suspended(followed)
    matches.record(work, occasion, followed, "annul_game", person.person_id, checked_reason(reason))
    return view_of(work, contest_id, occasion.now)


@repeatable
def annul_match(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId, reason: str) -> MatchView:
    """All that happened in the match counts for nothing: it is called again, from nothing to nothing.

    Where a side has left the event it is not called again, but lost by that. Raises OwnClockRuns.
    """
    followed, person = _stopping(work, occasion, presser, contest_id)
    recusal.refuse_while_waited_for(work, person.person_id, Act.STOP_MATCH, followed.tournament)
    call_anew(work, occasion, followed, person.person_id, checked_reason(reason))
    return view_of(work, contest_id, occasion.now)


def call_anew(work: Work, occasion: Occasion, followed: Followed, by: PersonId | None, why: str | None) -> None:
    """As `annul_match`; `by` is None where a rule has the match played again."""
    contest_id = followed.contest_id
    matches.close(work, occasion, followed, ReportAnswer.OVERRULED, by)
    absence_clocks.forget(work, contest_id)
    ending_wishes.forget(work, contest_id)
    matches.turn(work, followed, Turn.ANEW, occasion.now)
    adjourning.over(work, occasion, contest_id, by)
    contests.call_again(work, contest_id)
    panels.mark_stale(work, contest_subject(contest_id), occasion.now)
    matches.record(work, occasion, followed, "annul_match", by, why)
    event.proceed(work, occasion, followed.tournament.tournament_id)


def _stopping(work: Work, occasion: Occasion, presser: Presser, contest_id: ContestId) -> tuple[Followed, Person]:
    followed = matches.in_play(work, presser.guild_id, contest_id)
    person = access.recognise(work, occasion, presser)
    matches.require(work, presser, person, Act.STOP_MATCH, followed.match)
    return followed, person
