"""What votes add to the core, and the notices of votes and suggestions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.tournaments.hooks import Asker, Found, StepHooks, Taker, TaskHooks
from bot.features.voting import cards, closing_verbs, desk_verbs, record_verbs, verbs
from bot.features.voting.bodies_model import (
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
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, Place, VoteId
from bot.kernel.outages import Outage
from bot.kernel.promises import Promise, ToChannel, ToMember, ToPlace
from bot.layout.cards import Composed, on
from bot.people import store as people_store
from bot.server.speaking_verbs import DeliveryHooks, Following, after, stand_as_said


class Voting(TaskHooks, StepHooks, DeliveryHooks):
    """What the committee decides together, and who was there for it."""

    def tasks(self, tx: Query, asker: Asker) -> Found:
        """Votes to take part in, and what follows from votes that were missed."""
        return desk_verbs.guide(tx, asker)

    def takers(self) -> Mapping[str, Taker]:
        """The reminder of a vote, and its close."""
        return {"vote": lambda tx, subject, step: closing_verbs.take(tx, VoteId(subject), step)}

    def runs_in(self, tx: Query) -> Iterable[GuildId]:
        """Open votes."""
        return closing_verbs.servers_with_open(tx)

    def after_outage(self, tx: Tx, outage: Outage, guild_id: GuildId, *, is_news: bool) -> None:
        """Votes are open longer by it."""
        closing_verbs.after_outage(tx, outage, guild_id, tell=is_news)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The card of the vote stands, and representatives are written to."""
        return dict((after(VoteOpened, closing_verbs.note_shown), after(VoteExtended, stand_as_said)))


# --- messages -------------------------------------------------------------------------------------------------------


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The vote's card as it has to look now."""
    view = desk_verbs.view(tx, VoteId(subject), now)
    return None if view is None else (lambda translator: cards.card(view, translator), view.vote.guild_id)


def _vote_opened(tx: Query, promise: Promise[VoteOpened]) -> Composed | None:
    view = desk_verbs.view(tx, promise.message.vote_id, promise.promised_at)
    return None if view is None else lambda translator: cards.opening(view, translator)


def _vote_letter(tx: Query, promise: Promise[VoteLetter]) -> Composed | None:
    view = desk_verbs.view(tx, promise.message.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None:
        return None
    return lambda translator: cards.letter(view, translator)


def _vote_reminder(tx: Query, promise: Promise[VoteReminder]) -> Composed | None:
    view = desk_verbs.view(tx, promise.message.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None or not view.waiting:
        return None
    return lambda translator: cards.reminder(view, translator)


def _vote_extended(tx: Query, promise: Promise[VoteExtended]) -> Composed | None:
    view = desk_verbs.view(tx, promise.message.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None:
        return None
    slept = promise.message.why is LongerBecause.OUTAGE
    return lambda translator: cards.extension(view, translator, slept=slept)


def _candidate_stood_down(tx: Query, promise: Promise[CandidateStoodDown]) -> Composed | None:
    view = desk_verbs.view(tx, promise.message.vote_id, promise.promised_at)
    person = people_store.load(tx, promise.message.person)
    if view is None or person is None or view.vote.closed_at is not None:
        return None
    return lambda translator: cards.stood_down(view, person, translator)


def _leader_elected(tx: Query, promise: Promise[LeaderElected]) -> Composed | None:
    view = desk_verbs.view(tx, promise.message.vote_id, promise.promised_at)
    return (
        None
        if view is None or view.vote.elected is None
        else lambda translator: cards.election_result(view, translator)
    )


def _vote_minutes(tx: Query, promise: Promise[VoteMinutes]) -> Composed | None:
    view = desk_verbs.view(tx, promise.message.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is None:
        return None
    kept = promise.target == ToPlace(Place.RECORD)
    # To the committee, in its channel or in the one in which the vote began.
    heard = isinstance(promise.target, ToChannel) or promise.target == ToPlace(Place.COMMITTEE)
    return lambda translator: cards.minutes(view, translator, to_committee=heard, for_record=kept)


def _expulsion(tx: Query, promise: Promise[Expelled]) -> Composed | None:
    view = desk_verbs.view(tx, promise.message.vote_id, promise.promised_at)
    subject = None if view is None else view.vote.subject
    expulsion = None if subject is None else entering_bars_store.expulsion_of_person(tx, subject)
    if view is None or expulsion is None:
        return None
    lifters = entering_eligibility_verbs.lifters(tx, promise.guild_id)
    return lambda translator: cards.expulsion(view, expulsion.readmission_from, lifters, translator)


def _vote_below_quorum(tx: Query, promise: Promise[VoteBelowQuorum]) -> Composed | None:
    view = desk_verbs.view(tx, promise.message.vote_id, promise.promised_at)
    if view is None or view.vote.closed_at is not None:
        return None
    runners = verbs.runners(tx, view.vote)
    return lambda translator: cards.below(view, runners, translator)


def _off_committee(tx: Query, promise: Promise[OffCommittee]) -> Composed | None:
    view = desk_verbs.view(tx, promise.message.vote_id, promise.promised_at)
    return None if view is None else lambda translator: cards.off_committee(view, translator)


def _vote_excuse(tx: Query, promise: Promise[VoteExcuse]) -> Composed | None:
    missed = promise.message.missed
    view = desk_verbs.excuse_view(tx, missed.vote_id, missed.person_id)
    return None if view is None else lambda translator: cards.excuse(view, translator)


def _votes_missed(tx: Query, promise: Promise[VotesMissed]) -> Composed | None:
    view = desk_verbs.removal_option(tx, promise.guild_id, promise.message.person_id, promise.promised_at)
    if view is None or view.open_removal or not view.attendance.may_be_removed:
        return None
    return lambda translator: cards.removal_option(view, translator)


def _suggestion(tx: Query, promise: Promise[Suggested]) -> Composed | None:
    view = record_verbs.view(tx, promise.guild_id, promise.message.suggestion_id)
    return lambda translator: cards.suggestion_card(view, translator)


def _suggestion_decided(tx: Query, promise: Promise[SuggestionDecided]) -> Composed | None:
    view = record_verbs.view(tx, promise.guild_id, promise.message.suggestion_id)
    if isinstance(promise.target, ToMember) and view.author.discord_id is None:
        return None
    return lambda translator: cards.decision(view, translator)


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
