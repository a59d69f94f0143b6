"""What a case of misconduct, or a vote on an expulsion, is about."""

from __future__ import annotations

from enum import StrEnum


class Ground(StrEnum):
    """What somebody is said to have done."""

    OUTSIDE_HELP = "outside_help"
    """Help from other players in an official match."""
    PROGRAM_HELP = "program_help"
    FIXED_GAME = "fixed_game"
    """A fixed game or a private arrangement."""
    CONDUCT = "conduct"
    """Unsporting, violent or criminal conduct that harms a tournament or a member."""
    NEGLECT = "neglect"
    """Constant neglect of official tournaments."""
    WITHDRAWAL = "withdrawal"
    """Left an event without a good reason."""
    DISTURBANCE = "disturbance"
    """Disturbed the opponent during play: said at once, while the match runs, or not at all."""
    CEREMONY = "ceremony"
    """Missed a stated ceremony without a good reason."""
