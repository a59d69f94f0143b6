"""Why a time cannot be proposed, answered or set, each with what can be done instead."""

from __future__ import annotations

from datetime import datetime

from bot.errors import UserError


class NoMatchTimes(UserError):
    """The event has no rounds that last days: its matches are called as soon as they can be."""

    name: str


class NotOpenYet(UserError):
    """The match is not open yet, or its sides were not told of it."""


class MatchIsCalled(UserError):
    """Its time has come, and cannot be moved any more."""


class TimeIsFixed(UserError):
    """The match has a time, and it was moved as often as the rulebook lets it be."""

    at: datetime


class DaysAreOver(UserError):
    """The days in which the sides agree are over, and the organisers decide."""

    ended_at: datetime


class NoProposalLeft(UserError):
    """The side has proposed as often as the rulebook lets it."""

    n: int


class TimeOutsideRound(UserError):
    """The time is no moment of these days."""

    until: datetime


class ProposedAlready(UserError):
    """That time is proposed already."""

    at: datetime


class ProposalIsGone(UserError):
    """The proposal was withdrawn, answered, or its time is over."""


class OwnProposal(UserError):
    """It waits for the other side's answer."""


class NoticeTooShort(UserError):
    """Staff give both sides fair notice of a time."""

    earliest: datetime
    latest: datetime


class HasNoTime(UserError):
    """No time stands that could be taken away."""
