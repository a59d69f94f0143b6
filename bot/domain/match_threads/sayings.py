"""What is said of threads, and that one is to be looked after."""

from __future__ import annotations

from bot.domain.match_threads.threads import Refusal
from bot.domain.sayings import Notified, OfContest, OfTournament


class ThreadTended(OfContest):
    """No message: the thread is opened or closed, and lets in whoever is missing."""

    NOTIFIES = Notified.NOBODY


class ThreadsRefused(OfTournament):
    """To the committee: matches of the event go without threads, and why."""

    NOTIFIES = Notified.NOBODY
    why: Refusal
