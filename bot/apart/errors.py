"""Why a file that was not refused for what it holds is not read all the same."""

from __future__ import annotations

from bot.errors import UserError


class FileTooCostly(UserError):
    """Reading computed longer or took more memory than any file may; the process that read was ended."""

    limit: int
    """Seconds of the processor."""
    memory: int
    """MiB."""


class ReadingTooSlow(UserError):
    """The machine had too much to do to read the file in time; the file itself may be harmless."""

    limit: int
    """Seconds by the clock."""


class StillReading(UserError):
    """The person's file before this one is still being read: nobody fills the queue alone."""


class RehearsalsAbsent(UserError):
    """What rehearsing takes is not installed beside the bot."""


class OthersRehearse(UserError):
    """One plays and one waits already."""


class RehearsalTooCostly(UserError):
    """It computed longer or took more memory than any may; the process that played was ended."""

    limit: int
    """Seconds of the processor."""
    memory: int
    """MiB."""


class RehearsalTooSlow(UserError):
    """The machine had too much to do to play it in time."""

    minutes: int
    """By the clock."""


class PlayersOutOfBounds(UserError):
    """The rulebook is rehearsed with another number of players."""

    least: int
    most: int


class BeyondRehearsals(UserError):
    """The rulebook asks for what the invented members cannot play."""
