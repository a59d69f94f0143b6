"""Why a rulebook is refused, without a word of text: the sentences stand in the catalogues.

`error.RulebookRefused` is the one line for an ordinary answer; `bot.rendering.regulation.rulebook_problems` lists each
problem with its fix.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.game_sheets import SheetProblem
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.errors import FieldValue, UserError

__all__ = ["Problem", "ProblemCode", "RulebookRefused", "SheetRefused"]


class RulebookRefused(UserError):
    """The file is no rulebook that an event can be run by; nothing was taken from it."""

    file: str
    """The name under which the file was given."""
    problems: tuple[Problem, ...]
    """At least one, in the order in which they were found."""

    def fields(self) -> Mapping[str, FieldValue]:
        """The file's name, and how many problems there are."""
        return {"file": self.file, "n": len(self.problems)}


class SheetRefused(UserError):
    """The file is no game sheet; nothing was taken from it."""

    file: str
    """The name under which the file was given."""
    problems: tuple[SheetProblem, ...]
    """At least one, in the order of the file."""

    def fields(self) -> Mapping[str, FieldValue]:
        """The file's name, and how many problems there are."""
        return {"file": self.file, "n": len(self.problems)}
