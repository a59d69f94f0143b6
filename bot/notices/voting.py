"""Notices of votes and suggestions."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise, ToChannel, ToMember, ToPlace
from bot.domain.community import Place
from bot.domain.ids import GuildId, VoteId
from bot.domain.voting.sayings import (
    CandidateStoodDown,
    Expelled,
    LeaderElected,
    LongerBecause,
    OffCommittee,
    Suggested,
    SuggestionDecided,
    VoteBelowQuorum,
    VoteExcuse,
    VoteExtended,
    VoteLetter,
    VoteMinutes,
    VoteOpened,
    VoteReminder,
    VotesMissed,
)
from bot.notices.notice import Composed, on
from bot.rendering.voting import attendance_cards, minutes, suggestion_cards, vote_cards, vote_letters
from bot.services.cases import case_reading
from bot.services.voting import suggestions, vote_reading, votes
from bot.storage import expulsions, people
from bot.storage.context import Query


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The vote's card as it has to look now."""
    view = vote_reading.view(tx, VoteId(subject), now)
    return None if view is None else (lambda voice: vote_cards.card(view, voice), view.vote.guild_id)


def _vote_opened(tx: Query, promise: Promise[VoteOpened]) -> Composed | None:
    view = vote_reading.view(tx, promise.saying.vote_id, promise.promised_at)
    return None if view is None else lambda voice: vote_cards.opening(view, voice)


def _vote_letter(tx: Query, promise: Promise[VoteLetter]) -> Composed | None:
    view = vote_reading.view(tx, promise.saying.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None:
        return None
    return lambda voice: vote_cards.letter(view, voice)


def _vote_reminder(tx: Query, promise: Promise[VoteReminder]) -> Composed | None:
    view = vote_reading.view(tx, promise.saying.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None or not view.waiting:
        return None
    return lambda voice: vote_cards.reminder(view, voice)


def _vote_extended(tx: Query, promise: Promise[VoteExtended]) -> Composed | None:
    view = vote_reading.view(tx, promise.saying.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None:
        return None
    slept = promise.saying.why is LongerBecause.OUTAGE
    return lambda voice: vote_cards.extension(view, voice, slept=slept)


def _candidate_stood_down(tx: Query, promise: Promise[CandidateStoodDown]) -> Composed | None:
    view = vote_reading.view(tx, promise.saying.vote_id, promise.promised_at)
    person = people.load(tx, promise.saying.person)
    if view is None or person is None or view.vote.closed_at is not None:
        return None
    return lambda voice: vote_cards.stood_down(view, person, voice)


def _leader_elected(tx: Query, promise: Promise[LeaderElected]) -> Composed | None:
    view = vote_reading.view(tx, promise.saying.vote_id, promise.promised_at)
    return None if view is None or view.vote.elected is None else lambda voice: minutes.election_result(view, voice)


def _vote_minutes(tx: Query, promise: Promise[VoteMinutes]) -> Composed | None:
    view = vote_reading.view(tx, promise.saying.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is None:
        return None
    kept = promise.target == ToPlace(Place.RECORD)
    # To the committee, in its channel or in the one in which the vote began.
    heard = isinstance(promise.target, ToChannel) or promise.target == ToPlace(Place.COMMITTEE)
    return lambda voice: minutes.minutes(view, voice, to_committee=heard, for_record=kept)


def _expulsion(tx: Query, promise: Promise[Expelled]) -> Composed | None:
    view = vote_reading.view(tx, promise.saying.vote_id, promise.promised_at)
    subject = None if view is None else view.vote.subject
    expulsion = None if subject is None else expulsions.of_person(tx, subject)
    if view is None or expulsion is None:
        return None
    lifters = case_reading.lifters(tx, promise.guild_id)
    return lambda voice: vote_letters.expulsion(view, expulsion.readmission_from, lifters, voice)


def _vote_below_quorum(tx: Query, promise: Promise[VoteBelowQuorum]) -> Composed | None:
    view = vote_reading.view(tx, promise.saying.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None:
        return None
    runners = votes.runners(tx, view.vote)
    return lambda voice: vote_cards.below(view, runners, voice)


def _off_committee(tx: Query, promise: Promise[OffCommittee]) -> Composed | None:
    view = vote_reading.view(tx, promise.saying.vote_id, promise.promised_at)
    return None if view is None else lambda voice: vote_letters.off_committee(view, voice)


def _vote_excuse(tx: Query, promise: Promise[VoteExcuse]) -> Composed | None:
    missed = promise.saying.missed
    view = vote_reading.excuse_view(tx, missed.vote_id, missed.person_id)
    return None if view is None else lambda voice: attendance_cards.excuse(view, voice)


def _votes_missed(tx: Query, promise: Promise[VotesMissed]) -> Composed | None:
    view = vote_reading.removal_option(tx, promise.guild_id, promise.saying.person_id, promise.promised_at)
    if view is None or view.open_removal or not view.attendance.may_be_removed:
        return None
    return lambda voice: attendance_cards.removal_option(view, voice)


def _suggestion(tx: Query, promise: Promise[Suggested]) -> Composed | None:
    view = suggestions.view(tx, promise.guild_id, promise.saying.suggestion_id)
    return lambda voice: suggestion_cards.card(view, voice)


def _suggestion_decided(tx: Query, promise: Promise[SuggestionDecided]) -> Composed | None:
    view = suggestions.view(tx, promise.guild_id, promise.saying.suggestion_id)
    if isinstance(promise.target, ToMember) and view.author.discord_id is None:
        return None
    return lambda voice: suggestion_cards.decision(view, voice)


NOTICES: Final = dict(
    (
        on(VoteOpened, _vote_opened),
        on(VoteLetter, _vote_letter),
        on(VoteReminder, _vote_reminder),
        on(VoteExtended, _vote_extended),
        on(VoteBelowQuorum, _vote_below_quorum),
        on(CandidateStoodDown, _candidate_stood_down),
        on(LeaderElected, _leader_elected),
        on(VoteMinutes, _vote_minutes),
        on(Expelled, _expulsion),
        on(OffCommittee, _off_committee),
        on(VoteExcuse, _vote_excuse),
        on(VotesMissed, _votes_missed),
        on(Suggested, _suggestion),
        on(SuggestionDecided, _suggestion_decided),
    )
)
