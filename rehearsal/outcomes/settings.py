"""The settings that a preset must have by its regulation: outcomes translated into the keys of a rulebook's file.

The numbers and names come from the outcomes; only where they stand in a file, and how it spells them, is said here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rehearsal.outcomes import aije, go, governing, other_games
from rehearsal.outcomes.spelling import ABSENT, Open, Settings

TRANSLATED: Final = {**aije.SETTINGS, **go.SETTINGS, **other_games.SETTINGS}


@dataclass(frozen=True, slots=True)
class Due:
    """What a setting must be, and the rule that says so."""

    key: str
    value: object
    rule: str

    def holds(self, found: object) -> bool:
        """Whether the file's value is as the rule has it."""
        if isinstance(self.value, Open):
            return self.value.holds(found)
        return found == self.value


def due(preset: str) -> tuple[Due, ...]:
    """Every setting that the regulation fixes for the preset; none for a rulebook of another name."""
    rules, event = governing(preset)
    return tuple(
        Due(key, value, rule)
        for rule, outcome in rules.items()
        if rule in TRANSLATED
        for key, value in TRANSLATED[rule](outcome, event).items()
    )


def found_in(tables: Mapping[str, Any], key: str) -> object:
    """The value of a dotted key in a file; ABSENT where it does not stand."""
    table, _, name = key.rpartition(".")
    within: Any = tables.get(table, {}) if table else tables
    return within.get(name, ABSENT)


def contradictions(tables: Mapping[str, Any]) -> Iterator[str]:
    """Where a file that bears a preset's name is set otherwise than its regulation says."""
    for one in due(str(tables.get("name"))):
        found = found_in(tables, one.key)
        if not one.holds(found):
            yield f"{one.key} is {found}, and {one.rule} says {one.value}"


def as_the_regulation_says(tables: dict[str, Any]) -> dict[str, Any]:
    """The file with what its regulation fixes put in place, for whoever judges by it."""
    fixed: Settings = {one.key: one.value for one in due(str(tables.get("name")))}
    read = {key: dict(value) if isinstance(value, dict) else value for key, value in tables.items()}
    for key, value in fixed.items():
        table, _, name = key.rpartition(".")
        if isinstance(value, Open):
            continue
        (read.setdefault(table, {}) if table else read)[name] = value
    return read
