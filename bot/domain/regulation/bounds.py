"""Bounds of a rulebook's numbers: each fault with its key, what stands there, and what is possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import timedelta

from bot.domain.durations import write_duration
from bot.domain.regulation.format_rules import LEAST_AND_MOST
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.rulebook import Rulebook, Setting

Settings = Mapping[str, Setting]
"""By dotted key, as `bot.domain.rulebook.settings` gives them; a table that is not there has none."""


def write_setting(value: Setting) -> str:
    """A value as a file writes it, but for quotation marks."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case timedelta():
            return write_duration(value)
        case tuple():
            return ", ".join(map(write_setting, value))
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def said_beside(rulebook: Rulebook) -> Mapping[str, tuple[int, int] | None]:
    """The bounds that stand beside the settings of its tables, by dotted key; None where it only has to be above 0."""
    tables = {one.name: getattr(rulebook, one.name) for one in fields(rulebook)}
    return {
        f"{name}.{setting.name}": setting.metadata[LEAST_AND_MOST]
        for name, table in tables.items()
        if is_dataclass(table)
        for setting in fields(table)
        if LEAST_AND_MOST in setting.metadata
    }


def out_of_bounds(values: Settings, bounds: Mapping[str, tuple[int, int]]) -> Iterator[Problem]:
    """Numbers below the least or above the most, both of which are possible; every entry of a list is looked at."""
    for key, (lowest, highest) in bounds.items():
        for number in _numbers(values.get(key)):
            if number < lowest:
                yield Problem(key, ProblemCode.TOO_LOW, given=write_setting(number), limit=str(lowest))
            elif number > highest:
                yield Problem(key, ProblemCode.TOO_HIGH, given=write_setting(number), limit=str(highest))


def not_odd(values: Settings, keys: Iterable[str]) -> Iterator[Problem]:
    """Lengths that can end level; what is below zero is told by its bounds."""
    for key in keys:
        number = values.get(key)
        if isinstance(number, int) and number > 0 and number % 2 == 0:
            yield Problem(key, ProblemCode.NOT_ODD, given=write_setting(number))


def not_above_zero(values: Settings, keys: Iterable[str]) -> Iterator[Problem]:
    """Times that are no time, and numbers that are nothing."""
    for key in keys:
        value = values.get(key)
        match value:
            case timedelta() if value <= timedelta(0):
                yield Problem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_setting(value))
            case int() | float() if value == 0:
                yield Problem(key, ProblemCode.NOT_ABOVE_ZERO, given=write_setting(value))
            case _:
                pass


def not_in_quarters(values: Settings, keys: Iterable[str]) -> Iterator[Problem]:
    """Points that do not add up exactly: anything but wholes, halves and quarters."""
    for key in keys:
        number = values.get(key)
        if isinstance(number, int | float) and number * 4 % 1:
            yield Problem(key, ProblemCode.NOT_IN_QUARTERS, given=write_setting(number))


def above(values: Settings, key: str, other: str) -> Iterator[Problem]:
    """The first number where it passes the second; nothing where one of them is not set."""
    number, most = values.get(key), values.get(other)
    if isinstance(number, int | float) and isinstance(most, int | float) and number > most:
        yield Problem(key, ProblemCode.ABOVE_OTHER, given=write_setting(number), limit=write_setting(most), other=other)


def _numbers(value: Setting) -> tuple[int | float, ...]:
    entries = value if isinstance(value, tuple) else (value,)
    return tuple(one for one in entries if isinstance(one, int | float) and not isinstance(one, bool))
