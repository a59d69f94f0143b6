"""What is said of a ladder's matches beside what is said of every match."""

from __future__ import annotations

from bot.domain.sayings import Notified, OfContest


class ScoreWanted(OfContest):
    """Nobody has reported the match: both read until when they can."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = ("score",)


class ChallengeVoided(OfContest):
    """Nobody has reported the match in time: its challenge counts for nobody, and both can challenge anew."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = ("challenge",)
