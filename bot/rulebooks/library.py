"""The presets, reading and writing any rulebook, and all that can be wrong with one.

Files are TOML. An event keeps its rulebook frozen as canonical JSON beside its SHA-256, and reads it back with
`from_canonical` without touching the files again: a preset that changes later changes no event that exists. Refusals
have no text: `error.RulebookRefused` is the one line for an ordinary answer;
`bot.features.tournaments.rulebook_cards` lists each problem with its fix.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Final

from bot.kernel.errors import FieldValue, NotFoundByName, Subject, UserError
from bot.kernel.files import BOUNDS, FileKind, refuse_table_text, without_zero
from bot.play.format_checks import ProblemCode, RulebookProblem, clock_problems, table_problems
from bot.play.game_sheets import SheetProblem
from bot.play.kind_checks import (
    arena_problems,
    deck_problems,
    dispute_problems,
    late_problems,
    stay_on_problems,
    substitute_problems,
    tables_problems,
    team_problems,
    times_problems,
    waiting_problems,
)
from bot.play.rulebook import OF_THE_LIST, Rulebook
from bot.play.rulebook_checks import event_problems
from bot.rulebooks import notation

# --- why a rulebook is refused --------------------------------------------------------------------------------------


__all__ = ["ProblemCode", "RulebookProblem", "RulebookRefused", "SheetRefused"]


class RulebookRefused(UserError):
    """The file is no rulebook that an event can be run by; nothing was taken from it."""

    file: str
    """The name under which the file was given."""
    problems: tuple[RulebookProblem, ...]
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


# --- all checks -----------------------------------------------------------------------------------------------------


CHECKS: Final[tuple[Callable[[Rulebook], Iterable[RulebookProblem]], ...]] = (
    event_problems,
    stay_on_problems,
    team_problems,
    table_problems,
    arena_problems,
    tables_problems,
    dispute_problems,
    deck_problems,
    clock_problems,
    times_problems,
    waiting_problems,
    late_problems,
    substitute_problems,
)
"""In the order in which an organiser reads what they find."""


def problems(rulebook: Rulebook) -> tuple[RulebookProblem, ...]:
    """Everything that keeps the rulebook from being run; empty when it is sound."""
    return tuple(chain.from_iterable(check(rulebook) for check in CHECKS))


# --- the presets and other files ------------------------------------------------------------------------------------


LARGEST_FILE = BOUNDS[FileKind.RULEBOOK].size
"""Bytes; the Open's own file has about a tenth of it."""

ORDINARY: Final = (
    "cup",
    "double-elimination",
    "swiss",
    "swiss-cut",
    "round-robin",
    "weekly-league",
    "groups-cut",
    "teams",
    "arena",
    "ladder",
)
"""Presets for any game, in the order in which they are offered: no account, no arbiter, nothing rated."""

FOLDER: Final = Path(__file__).parent
"""Where the presets stand, and what other files come with the bot."""
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_LINE_LENGTH = 60


@cache
def names() -> tuple[str, ...]:
    """The names of the presets, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def preset(name: str) -> Rulebook:
    """The preset of that name; raises NotFoundByName for a name that `names` does not have."""
    if name not in names():
        raise NotFoundByName(Subject.RULEBOOK, name)
    file = f"{name}.toml"
    return read((FOLDER / file).read_bytes(), file)


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file's rulebook, and the settings in it that count no more: those that the rating list of a server has."""

    rulebook: Rulebook
    passed_over: tuple[str, ...] = ()


def read(source: str | bytes, file: str) -> Rulebook:
    """The rulebook that a TOML file describes; raises as `read_file` does."""
    return read_file(source, file).rulebook


def read_file(source: str | bytes, file: str) -> FileRead:
    """The rulebook that a TOML file describes, and what was read past; `file` is its name, for the answer.

    Raises RulebookRefused with every problem that was found: those of its shape first, and once that is right, those of
    its sense.
    """
    text = without_zero(_decode(source, file))
    refuse_table_text(text, BOUNDS[FileKind.RULEBOOK])
    tables, passed_over = _without_list(_parse(text, file))
    # Pydantic takes a tenth of a second to import, and a bot that only runs its events never reads a file.
    from bot.rulebooks.model import from_tables  # noqa: PLC0415

    rulebook = from_tables(tables)
    found = problems(rulebook) if isinstance(rulebook, Rulebook) else rulebook
    if found or not isinstance(rulebook, Rulebook):
        raise RulebookRefused(file, found)
    return FileRead(rulebook, passed_over)


def _without_list(tables: dict[str, object]) -> tuple[dict[str, object], tuple[str, ...]]:
    """The tables without what the rating list says, and the keys that stood there, as in files of before."""
    rating = tables.get("rating")
    if not isinstance(rating, dict):
        return tables, ()
    found = tuple(key for key in OF_THE_LIST if key.partition(".")[2] in rating)
    kept = {key: value for key, value in rating.items() if f"rating.{key}" not in found}
    return {**tables, "rating": kept}, found


def _decode(source: str | bytes, file: str) -> str:
    size = len(source if isinstance(source, bytes) else source.encode("utf-8", "replace"))
    if size > LARGEST_FILE:
        problem = RulebookProblem(
            "", ProblemCode.TOO_LARGE, given=str(-(-size // 1024)), limit=str(LARGEST_FILE // 1024)
        )
        raise RulebookRefused(file, (problem,))
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulebookRefused(file, (RulebookProblem("", ProblemCode.NOT_UTF8),)) from None


def _parse(text: str, file: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as broken:
        # Besides its own errors tomllib lets through those of Python for a number or a nesting beyond all measure.
        raise RulebookRefused(file, (_syntax(text, str(broken)),)) from None


def _syntax(text: str, message: str) -> RulebookProblem:
    """The place that tomllib names in its message, and what stands there; the end of the file when it names none."""
    lines = text.split("\n")
    place = _PLACE.search(message)
    line, column = (int(place[1]), int(place[2])) if place else (len(lines), len(lines[-1]) + 1)
    given = lines[line - 1].strip()[:_LINE_LENGTH]
    return RulebookProblem("", ProblemCode.SYNTAX, given=given, line=line, column=column)


def canonical(rulebook: Rulebook) -> str:
    """The rulebook as canonical JSON: equal rulebooks give equal texts, and different ones different texts."""
    return notation.to_canonical(rulebook)


def fingerprint(rulebook: Rulebook) -> str:
    """SHA-256 of the canonical text, in hexadecimal: what an event publishes of its rules."""
    return sha256(canonical(rulebook).encode()).hexdigest()


@lru_cache(maxsize=128)
def from_canonical(text: str) -> Rulebook:
    """The rulebook that `canonical` wrote, without validation; raises ValueError for any other text."""
    return notation.of_canonical(text)


def to_toml(rulebook: Rulebook, explain: Callable[[str], str] | None = None) -> str:
    """The rulebook as a file to copy and change: `read(to_toml(x), name) == x`, but for the numbers of a rating list.

    `explain(key)` gives the comment for a setting or a table in the organiser's language.
    """
    return notation.to_toml(rulebook, explain)
