"""Why a file that was not refused for what it holds is not read all the same."""

from __future__ import annotations

from bot.errors import UserError


class FileTooCostly(UserError):
    """Reading took longer or more memory than any file may; the process that read was ended."""

    limit: int
    """Seconds."""
    memory: int
    """MiB."""


class StillReading(UserError):
    """The person's file before this one is still being read: nobody fills the queue alone."""
