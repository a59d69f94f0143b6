"""Notices about votes: the card, reminders, extensions, minutes, absences."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise, ToPlace
from bot.domain.community import Place
from bot.domain.ids import GuildId, VoteId
from bot.domain.voting.sayings import (
    CandidateStoodDown,
    LeaderElected,
    LongerBecause,
    VoteExcuse,
    VoteExtended,
    VoteLetter,
    VoteMinutes,
    VoteOpened,
    VoteReminder,
    VotesMissed,
)
from bot.notices.notice import Composed, on
from bot.rendering.voting import attendance_cards, minutes, vote_cards
from bot.services.voting import vote_reading
from bot.storage import people
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The vote's card as it has to look now."""
    view = vote_reading.view(work, VoteId(subject), now)
    return None if view is None else (lambda voice: vote_cards.card(view, voice), view.vote.guild_id)


def _opened(work: Work, promise: Promise[VoteOpened]) -> Composed | None:
    view = vote_reading.view(work, promise.saying.vote_id, promise.promised_at)
    return None if view is None else lambda voice: vote_cards.opening(view, voice)


def _letter(work: Work, promise: Promise[VoteLetter]) -> Composed | None:
    view = vote_reading.view(work, promise.saying.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None:
        return None
    return lambda voice: vote_cards.letter(view, voice)


def _reminder(work: Work, promise: Promise[VoteReminder]) -> Composed | None:
    view = vote_reading.view(work, promise.saying.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None or not view.waiting:
        return None
    return lambda voice: vote_cards.reminder(view, voice)


def _extended(work: Work, promise: Promise[VoteExtended]) -> Composed | None:
    view = vote_reading.view(work, promise.saying.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None:
        return None
    slept = promise.saying.why is LongerBecause.OUTAGE
    return lambda voice: vote_cards.extended(view, voice, slept=slept)


def _stood_down(work: Work, promise: Promise[CandidateStoodDown]) -> Composed | None:
    view = vote_reading.view(work, promise.saying.vote_id, promise.promised_at)
    person = people.load(work, promise.saying.person)
    if view is None or person is None or view.vote.closed_at is not None:
        return None
    return lambda voice: vote_cards.stood_down(view, person, voice)


def _elected(work: Work, promise: Promise[LeaderElected]) -> Composed | None:
    view = vote_reading.view(work, promise.saying.vote_id, promise.promised_at)
    return None if view is None or view.vote.elected is None else lambda voice: minutes.elected(view, voice)


def _minutes(work: Work, promise: Promise[VoteMinutes]) -> Composed | None:
    view = vote_reading.view(work, promise.saying.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is None:
        return None
    heard = promise.target == ToPlace(Place.COMMITTEE)
    return lambda voice: minutes.minutes(view, voice, to_committee=heard)


def _excuse(work: Work, promise: Promise[VoteExcuse]) -> Composed | None:
    missed = promise.saying.missed
    view = vote_reading.excuse_view(work, missed.vote_id, missed.person_id)
    return None if view is None else lambda voice: attendance_cards.excuse(view, voice)


def _missed(work: Work, promise: Promise[VotesMissed]) -> Composed | None:
    view = vote_reading.missed(work, promise.guild_id, promise.saying.person_id, promise.promised_at)
    if view is None or view.open_removal or not view.attendance.may_be_removed:
        return None
    return lambda voice: attendance_cards.missed(view, voice)


NOTICES: Final = dict(
    (
        on(VoteOpened, _opened),
        on(VoteLetter, _letter),
        on(VoteReminder, _reminder),
        on(VoteExtended, _extended),
        on(CandidateStoodDown, _stood_down),
        on(LeaderElected, _elected),
        on(VoteMinutes, _minutes),
        on(VoteExcuse, _excuse),
        on(VotesMissed, _missed),
    )
)
