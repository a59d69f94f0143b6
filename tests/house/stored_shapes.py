"""How what lies in a file is written down in words: the parts of a value, and what stands behind a verb of a press."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime, timedelta
from enum import Enum, StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from bot.features.tournaments.recusal_verbs import CONTAINERS
from bot.layout.sentences import enum_prefix
from cogs.subjects import Parser

_PLAIN: Final[Mapping[Any, str]] = {
    bool: "yes or no",
    str: "text",
    int: "number",
    float: "number",
    datetime: "moment",
    date: "day",
    timedelta: "length",
    NoneType: "nothing",
}


def parts_of(name: str, hint: Any, default: object = MISSING) -> Iterator[tuple[str, str]]:
    """Each name under which a part of such a value lies as JSON, with what lies there, and what it is without."""
    kind = _without_marks(hint)
    yield name, shape(kind) + or_else(default)
    inner = next((one for one in (kind, *_within(kind)) if is_dataclass(one)), None)
    if inner is not None:
        hints = get_type_hints(inner, include_extras=True)
        many = "[]" if shape(kind).startswith("list") else ""
        for one in fields(inner):
            yield from parts_of(f"{name}{many}.{one.name}", hints[one.name], one.default)


def or_else(default: object) -> str:
    """What is read where nothing was written."""
    plain = [str(one) for one in default] if isinstance(default, tuple) else default
    return "" if default is MISSING or default is inspect.Parameter.empty else f", else {plain}"


def shape(hint: Any, *, in_order: bool = False) -> str:
    """What lies there, in words that do not change with the names of classes of ours.

    What has parts lies by their names, or else `in_order`.
    """
    kind = _without_marks(hint)
    if get_origin(kind) in {Union, UnionType}:
        return " or ".join(dict.fromkeys(shape(one, in_order=in_order) for one in get_args(kind)))
    if get_origin(kind) in CONTAINERS:
        parts = (shape(one, in_order=in_order) for one in get_args(kind) if one is not Ellipsis)
        return f"list of ({', '.join(parts)})"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"word of {enum_prefix(kind)}" if issubclass(kind, StrEnum) else "number"
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        parts = (shape(hints[one.name], in_order=True) for one in fields(kind))
        return f"({', '.join(parts)})" if in_order else "parts"
    return _PLAIN.get(kind, "anything")


def _without_marks(hint: Any) -> Any:
    """The type itself: no mark of how it is written, and of an id what it is made of."""
    kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return getattr(kind, "__supertype__", kind)


def _within(kind: Any) -> Iterator[Any]:
    for one in map(_without_marks, get_args(kind)):
        yield one
        yield from _within(one)


def subject_of(takes: Parser[Any]) -> str:
    """What stands behind a verb of a press, by how it is read: things by their names, the rest by its kind."""
    used = inspect.getclosurevars(takes.read)
    told, choices = used.nonlocals, [one for one in used.globals.values() if _is_a_choice(one)]
    if choices:
        return "|".join(f"{key}-{subject_of(one)}" for key, one in choices[0].items())
    if "entity_kind" in told:
        return str(told["entity_kind"])
    parts = [subject_of(one) for one in _takes_in(told.values())]
    return str(told.get("between", "|")).join(parts) if parts else _word(told)


def _takes_in(values: Iterable[object]) -> Iterator[Parser[Any]]:
    for one in values:
        yield from [one] if isinstance(one, Parser) else _takes_in(one) if isinstance(one, tuple) else ()


def _is_a_choice(value: object) -> bool:
    return isinstance(value, dict) and any(isinstance(one, Parser) for one in value.values())


def _word(told: Mapping[str, Any]) -> str:
    """A part that names no thing: one of some words, a text of some shape, or any."""
    read = inspect.getclosurevars(told["read"]).nonlocals if inspect.isfunction(told.get("read")) else {}
    known = read.get("known", read.get("kind"))
    if isinstance(known, dict):
        return f"({','.join(known)})"
    if known is not None:
        return f"({enum_prefix(known)})"
    return f"/{read['shape'].pattern}/" if "shape" in read else "text"
