"""A match that nobody reports: both are reminded, and when their time is up its challenge counts for nobody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from bot.domain.announcements import Delivery, Promise
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.formats import ladder
from bot.domain.ladder.report_clock import ReportClock, clock_from, waits_since
from bot.domain.ladder.sayings import ChallengeVoided, ScoreWanted
from bot.domain.playing.match_state import MatchPhase
from bot.services.events import event
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.reporting import LATE
from bot.services.speaking import tell_match
from bot.storage import outbox, reports
from bot.storage.context import Query, Tx

UNREPORTED: Final = "unreported"
"""The reason on record of a match that was voided so."""


def clock_of(tx: Query, followed: Followed, now: datetime) -> ReportClock | None:
    """Until when the match can be reported; None where the rulebook sets no time, or nobody is waited for."""
    rulebook = followed.tournament.rulebook
    within = ladder.rules_of(rulebook).report_within
    if within is None:
        return None
    closed = (one.closed_at for one in reports.of_contest(tx, followed.contest_id) if one.closed_at is not None)
    since = waits_since(followed.match, closed)
    if since is None:
        return None
    read_late = _read_late(tx, followed, since, now)
    is_played = followed.state(now).phase is MatchPhase.PLAYING
    return clock_from(since, within, rulebook, followed.outages, reminded_at=read_late, to_players=is_played)


def due(tx: Query, followed: Followed, now: datetime) -> Iterator[Due]:
    """The reminder, where players can answer it and were not asked yet, and the end with its clicks in flight."""
    clock = clock_of(tx, followed, now)
    if clock is None:
        return
    if clock.to_players and not _was_reminded(tx, followed, clock.since):
        yield Due(Step.REMIND_REPORT, clock.remind_at)
    yield Due(Step.VOID_UNREPORTED, clock.void_at + CLICKS_IN_FLIGHT)


def takes(tx: Tx, followed: Followed, step: Step) -> bool:
    """Reminds both, or voids the match; where its moment was moved, the step is written anew."""
    if step not in {Step.REMIND_REPORT, Step.VOID_UNREPORTED}:
        return False
    clock = clock_of(tx, followed, tx.now)
    if clock is not None and _needs_reminder(tx, followed, clock, tx.now):
        tell_match(tx, followed.tournament, ScoreWanted(followed.contest_id))
    elif clock is not None and step is Step.VOID_UNREPORTED and tx.now >= clock.void_at + CLICKS_IN_FLIGHT:
        _void(tx, followed)
        return True
    matches.reschedule(tx, followed, tx.now)
    return True


def extend_by_late_reminder(tx: Tx, promised: Promise[ScoreWanted], delivery: Delivery) -> None:
    """Gives both the time from the reminder on, where Discord took it late."""
    followed = matches.load(tx, promised.saying.contest_id)
    if followed is not None and delivery.delivered_at - promised.promised_at > LATE:
        matches.reschedule(tx, followed, tx.now)


def _needs_reminder(tx: Query, followed: Followed, clock: ReportClock, now: datetime) -> bool:
    """No match that can be played is void before both were asked for its score."""
    return clock.to_players and now >= clock.remind_at and not _was_reminded(tx, followed, clock.since)


def _was_reminded(tx: Query, followed: Followed, since: datetime) -> bool:
    return _reminder(tx, followed, since) is not None


def _reminder(tx: Query, followed: Followed, since: datetime) -> Promise[ScoreWanted] | None:
    """The reminder of the time that counts from `since`."""
    asked = outbox.all_promises(tx, ScoreWanted, followed.contest_id)
    return next((one for one in reversed(asked) if one.promised_at >= since), None)


def _read_late(tx: Query, followed: Followed, since: datetime, now: datetime) -> datetime | None:
    """When both could read the reminder, where that was late; `now` while it stands in no channel yet."""
    asked = _reminder(tx, followed, since)
    if asked is None:
        return None
    if outbox.undelivered_promises(tx, ScoreWanted, followed.contest_id):
        return now
    read = outbox.last_delivery(tx, ScoreWanted, followed.contest_id)
    held_up = timedelta() if read is None else read.delivered_at - asked.promised_at
    return read.delivered_at if read is not None and held_up > LATE else None


def _void(tx: Tx, followed: Followed) -> None:
    tournament = followed.tournament
    event.void(tx, tournament, (followed.match.contest,), UNREPORTED, said=ChallengeVoided)
    event.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)
