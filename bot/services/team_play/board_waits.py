"""Nobody is late on a board while the match rests, suspended or adjourned."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.domain.outages import overlap
from bot.services.playing.followed import Followed
from bot.services.timetable import contest_subject
from bot.storage import board_clocks, log
from bot.storage.context import Query, Tx

_GOES_ON = "resume_match"
_RESTS = ("suspend_match", "adjourn_match", _GOES_ON)


def go_on(tx: Tx, followed: Followed, at: datetime) -> None:
    """Waits on for whoever was missing when the match came to rest, which ended all waits."""
    rests_at = followed.match.suspended_at
    for late in followed.match.board_clocks:
        # A wait that the rest ended carries its very moment, which no press can have.
        if rests_at is not None and late.ended_at == rests_at:
            rested = at - rests_at - overlap(rests_at, at, followed.outages)
            board_clocks.go_on(tx, followed.contest_id, late, rested)


def time_rested(tx: Query, followed: Followed) -> timedelta:
    """How long a match that is in play has rested since its call, outages apart."""
    called_at, subject = followed.match.contest.called_at, contest_subject(followed.contest_id)
    found, began = timedelta(), None
    for act, at in [] if called_at is None else log.moments(tx, subject, _RESTS, called_at):
        if act == _GOES_ON and began is not None:
            found += at - began - overlap(began, at, followed.outages)
        began = None if act == _GOES_ON else at
    return found
