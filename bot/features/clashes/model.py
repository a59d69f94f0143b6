"""What is said of a match that waits for another one."""

from __future__ import annotations

from bot.kernel.promises import Notified, OfContest


class WaitIsOver(OfContest):
    """The other match has ended, and the clocks of this one begin with the message."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = ("here",)
