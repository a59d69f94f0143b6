"""What is said of the time of a match, from the day on which its sides are told of it to its call."""

from __future__ import annotations

from bot.domain.match_times.arrangement import Outcome
from bot.domain.sayings import Notified, OfContest, OfTournament

_PROPOSE = ("time-propose",)


class MatchInCalendar(OfContest):
    """No message: the match's entry in the server's calendar follows its time."""

    NOTIFIES = Notified.NOBODY


class RoundOpened(OfTournament):
    """Matches of a round are open, each with days of its own."""

    NOTIFIES = Notified.NOBODY
    round: int
    draw: int
    ASKS_BY = ("now",)


class MatchOpened(OfContest):
    """To both sides: agree on a time; this message becomes the panel, and its delivery starts the days."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = _PROPOSE


class TimeProposed(OfContest):
    """To the other side; its delivery starts the time to answer."""

    NOTIFIES = Notified.ASKED
    proposal: str
    ASKS_BY = ("time-accept",)


class ProposalDeclined(OfContest):
    """To who proposed it."""

    NOTIFIES = Notified.ASKED
    proposal: str
    ASKS_BY = _PROPOSE


class OfTime(OfContest):
    """About one of the times that the match has or had."""

    number: int


class TimeFixed(OfTime):
    """To both sides: the match has a time, by agreement or by staff's word; nobody is absent who was not told."""

    NOTIFIES = Notified.PLAYERS


class TimeLifted(OfTime):
    """To both sides: staff have taken the time away."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = _PROPOSE


class TimeMissed(OfTime):
    """To both sides: the match could not be called at its time, and they agree anew."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = _PROPOSE


class MatchSoon(OfTime):
    """To both sides: the match begins soon."""

    NOTIFIES = Notified.PLAYERS


class TimeWanted(OfContest):
    """To who has to act: the days of the match are over soon, and it has no time."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = _PROPOSE


class SilentSideLost(OfContest):
    """One side neither proposed a time nor answered, and has lost by absence."""

    NOTIFIES = Notified.PLAYERS
    side: int


class TimeUndecided(OfContest):
    """To the organisers: the days are over, the match has no time, and nobody is to blame alone."""

    NOTIFIES = Notified.NOBODY
    outcome: Outcome
    ASKS_BY = ("time-desk",)


class DaysProlonged(OfContest):
    """To both sides: staff give the match more days."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = _PROPOSE
