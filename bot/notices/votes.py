"""Notices about votes: the card, reminders, extensions, minutes, absences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain.announcements import Promise, Saying, ToPlace
from bot.domain.community import Place
from bot.domain.ids import GuildId, PersonId, VoteId
from bot.notices.notice import Composed, Notice
from bot.rendering.voting import attendance_cards, minutes, vote_cards
from bot.services.voting import vote_reading
from bot.storage import people
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The vote's card as it has to look now."""
    view = vote_reading.view(work, VoteId(subject), now)
    return None if view is None else (lambda voice: vote_cards.card(view, voice), view.vote.guild_id)


def _opened(work: Work, promise: Promise) -> Composed | None:
    view = vote_reading.view(work, VoteId(promise.subject), promise.promised_at)
    return None if view is None else lambda voice: vote_cards.opening(view, voice)


def _letter(work: Work, promise: Promise) -> Composed | None:
    view = vote_reading.view(work, VoteId(promise.subject), promise.promised_at)
    if view is None or view.vote.closed_at is not None:
        return None
    return lambda voice: vote_cards.letter(view, voice)


def _reminder(work: Work, promise: Promise) -> Composed | None:
    view = vote_reading.view(work, VoteId(promise.subject), promise.promised_at)
    if view is None or view.vote.closed_at is not None or not view.waiting:
        return None
    return lambda voice: vote_cards.reminder(view, voice)


def _extended(work: Work, promise: Promise) -> Composed | None:
    view = vote_reading.view(work, VoteId(promise.subject), promise.promised_at)
    if view is None or view.vote.closed_at is not None:
        return None
    slept = promise.details["why"] == "outage"
    return lambda voice: vote_cards.extended(view, voice, slept=slept)


def _stood_down(work: Work, promise: Promise) -> Composed | None:
    view = vote_reading.view(work, VoteId(promise.subject), promise.promised_at)
    person = people.load(work, PersonId(promise.details["person"]))
    if view is None or person is None or view.vote.closed_at is not None:
        return None
    return lambda voice: vote_cards.stood_down(view, person, voice)


def _elected(work: Work, promise: Promise) -> Composed | None:
    view = vote_reading.view(work, VoteId(promise.subject), promise.promised_at)
    return None if view is None or view.vote.elected is None else lambda voice: minutes.elected(view, voice)


def _minutes(work: Work, promise: Promise) -> Composed | None:
    view = vote_reading.view(work, VoteId(promise.subject), promise.promised_at)
    if view is None or view.vote.closed_at is None:
        return None
    heard = promise.target == ToPlace(Place.COMMITTEE)
    return lambda voice: minutes.minutes(view, voice, to_committee=heard)


def _excuse(work: Work, promise: Promise) -> Composed | None:
    vote_id, _, person_id = promise.subject.partition(".")
    view = vote_reading.excuse_view(work, VoteId(vote_id), PersonId(person_id))
    return None if view is None else lambda voice: attendance_cards.excuse(view, voice)


def _missed(work: Work, promise: Promise) -> Composed | None:
    view = vote_reading.missed(work, promise.guild_id, PersonId(promise.subject), promise.promised_at)
    if view is None or view.open_removal or not view.attendance.may_be_removed:
        return None
    return lambda voice: attendance_cards.missed(view, voice)


NOTICES: Mapping[Saying, Notice] = {
    Saying.VOTE_OPENED: _opened,
    Saying.VOTE_LETTER: _letter,
    Saying.VOTE_REMINDER: _reminder,
    Saying.VOTE_EXTENDED: _extended,
    Saying.CANDIDATE_STOOD_DOWN: _stood_down,
    Saying.LEADER_ELECTED: _elected,
    Saying.VOTE_MINUTES: _minutes,
    Saying.VOTE_EXCUSE: _excuse,
    Saying.VOTES_MISSED: _missed,
}
