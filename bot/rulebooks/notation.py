"""A rulebook as text: TOML for people, canonical JSON for the record and its fingerprint.

No pydantic here: an event's frozen rulebook is read back from the database at every start.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from datetime import timedelta
from enum import StrEnum
from types import UnionType
from typing import TypeVar, cast, get_args, get_origin, get_type_hints

from bot.kernel.outages import write_duration
from bot.play.rulebook import Rulebook, Setting, settings

NOTHING = "none"
"""TOML has no null: where a setting may be empty it says so."""
UNTIL_LIFTED = "until further notice"

_MILLISECOND = timedelta(milliseconds=1)
_Rules = TypeVar("_Rules")


def nothing_word(key: str) -> str:
    """The word that stands for "no value" at a key; for a bar's length it is the association's own."""
    return UNTIL_LIFTED if key == "absence.bar_lasts" else NOTHING


def write_value(key: str, value: Setting) -> str:
    """The value as it stands after `key =` in a TOML file."""
    match value:
        case None:
            return _text(nothing_word(key))
        case bool():
            return "true" if value else "false"
        case timedelta():
            return _text(write_duration(value))
        case tuple():
            return f"[{', '.join(write_value(key, entry) for entry in value)}]"
        case str():
            return _text(value)
        case _:
            return repr(_number(value))


def _text(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which JSON leaves bare and TOML forbids.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _number(number: int | float) -> int | float:
    """2000.0 and 2000 are one number, so they are written alike."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def to_toml(rulebook: Rulebook, explain: Callable[[str], str] | None = None) -> str:
    """The rulebook as a file that reads back as the same rulebook.

    `explain(key)` gives the comment that stands above a setting, or above a table (`"check_in"`), in the reader's
    language; no comments without it.
    """
    lines: list[str] = []
    table = ""
    for key, value in sorted(settings(rulebook).items(), key=lambda setting: "." in setting[0]):
        head, _, tail = key.rpartition(".")
        if head != table:
            lines += ["", *_comment(head, explain), f"[{head}]"]
            table = head
        lines += [*_comment(key, explain), f"{tail} = {write_value(key, value)}"]
    return "\n".join(lines) + "\n"


def _comment(key: str, explain: Callable[[str], str] | None) -> list[str]:
    return [f"# {line}" for line in explain(key).splitlines()] if explain else []


def to_canonical(rulebook: Rulebook) -> str:
    """One text for one rulebook: JSON, keys sorted, no spaces, durations in milliseconds.

    A field that has its default is left out, so that a field which came later changes no older text.
    """
    return json.dumps(_plain(rulebook), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _plain(value: object) -> object:
    match value:
        case timedelta():
            return value // _MILLISECOND
        case tuple():
            return [_plain(entry) for entry in value]
        case float():
            return _number(value)
        case _ if is_dataclass(value):
            return {
                field.name: _plain(getattr(value, field.name))
                for field in fields(value)
                if not _is_default(field, getattr(value, field.name))
            }
        case _:
            return value


def _is_default(field: dataclasses.Field[object], value: object) -> bool:
    return field.default is not MISSING and field.default == value


def of_canonical(text: str) -> Rulebook:
    """The rulebook that `to_canonical` wrote; raises ValueError for anything else. It is not checked again."""
    try:
        return _build(Rulebook, json.loads(text))
    except (TypeError, KeyError) as broken:
        raise ValueError("not a canonical rulebook") from broken


def _build(kind: type[_Rules], record: object) -> _Rules:
    """The dataclass from its record. A field that is younger than the record takes its default.

    Raises KeyError for a name that is no field, and TypeError for a field that is left without a value.
    """
    if not isinstance(record, dict):
        raise TypeError(kind.__name__)
    hints = get_type_hints(kind)
    return kind(**{name: _value(hints[name], value) for name, value in record.items()})


def _value(kind: object, value: object) -> object:
    """The record's value as the kind that a field is annotated with."""
    if get_origin(kind) is tuple:
        return tuple(_value(get_args(kind)[0], entry) for entry in cast("list[object]", value))
    if isinstance(kind, UnionType):
        return None if value is None else _value(get_args(kind)[0], value)
    if kind is timedelta:
        return cast("int", value) * _MILLISECOND
    if kind is float:
        return float(cast("float", value))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(cast("str", value))
    if is_dataclass(kind):
        return _build(cast("type[object]", kind), value)
    return value
