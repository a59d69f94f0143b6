"""What somebody wants to do, kept as text, so that it can be done later: once a reason was picked, or another agreed.

A verb that is `@repeatable` says with a refusal of `AloneInEvent` what it was asked for. Done later it looks all facts
up anew, so that a wish which no longer holds is refused like any press.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache, wraps
from importlib import import_module
from types import NoneType, UnionType
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.errors import Outdated
from bot.services.recusal import AloneInEvent
from bot.storage.context import ActorTx

P = ParamSpec("P")
T = TypeVar("T")

REPEATABLE: Final[dict[str, Callable[..., Any]]] = {}
"""Every verb that can be done later, by its module and name."""
KEPT_AS: Final[Mapping[str, str]] = {
    "bot.features.match_times.staff_verbs:set_time": "match_times.staff_times:set_time",
    "bot.features.match_times.staff_verbs:lift_time": "match_times.staff_times:lift_time",
    "bot.features.match_times.staff_verbs:prolong": "match_times.staff_times:prolong",
    "bot.features.match_times.staff_verbs:end_match": "match_times.staff_times:end_match",
    "bot.features.decks.verbs:refuse_card": "tables.decks:refuse_card",
    "bot.features.sign_ups.taking_in_verbs:confirm": "sign_ups.taking_in:confirm",
}
"""Where a verb that has moved stands today, with the name by which files have kept it: that of where it stood first."""
_HOME: Final = "bot.services."
_PLAIN: Final[Mapping[Any, Callable[[Any], Any]]] = {
    datetime: datetime.fromisoformat,
    timedelta: lambda microseconds: timedelta(microseconds=microseconds),
}
CONTAINERS: Final = frozenset({tuple, list, frozenset, Sequence})
"""What can be kept of several parts."""
_TAKEN_BEFORE: Final = 1
"""The transaction."""


def repeatable(
    verb: Callable[Concatenate[ActorTx, P], T],
) -> Callable[Concatenate[ActorTx, P], T]:
    """Declares that the verb can be done later, once somebody who is alone has given a reason."""

    @wraps(verb)
    def hold(tx: ActorTx, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return verb(tx, *args, **kwargs)
        except AloneInEvent as alone:
            if not alone.verb:
                alone.verb, alone.given = name_of(verb), json.dumps(_as_json(verb, args, kwargs))
            raise

    REPEATABLE[name_of(verb)] = hold
    return hold


def name_of(verb: Callable[..., Any]) -> str:
    """By what name the verb is kept."""
    today = f"{verb.__module__.removeprefix(_HOME)}:{verb.__qualname__}"
    return KEPT_AS.get(today, today)


def carry_out(tx: ActorTx, name: str, given: Mapping[str, Any]) -> None:
    """Does what was asked for. Raises what the verb raises, and Outdated for a verb of another version."""
    if name not in REPEATABLE:
        _import_home(name)
    verb = REPEATABLE.get(name)
    if verb is None or not given.keys() <= _kinds(verb).keys():
        raise Outdated
    kinds = _kinds(verb)
    verb(tx, **{key: _read(value, kinds[key]) for key, value in given.items()})


def _import_home(name: str) -> None:
    """Imports the module in which the verb stands today; nothing where no version of now has it."""
    place = next((place for place, kept in KEPT_AS.items() if kept == name), name).partition(":")[0]
    with suppress(ModuleNotFoundError):
        import_module(place if place.startswith("bot.") else _HOME + place)


def _as_json(verb: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    names = list(inspect.signature(verb).parameters)[_TAKEN_BEFORE:]
    return {name: _write(value) for name, value in {**dict(zip(names, args, strict=False)), **kwargs}.items()}


def _write(value: Any) -> Any:
    match value:
        case datetime():
            return value.isoformat()
        case timedelta():
            return value / timedelta(microseconds=1)
        case tuple() | list() | frozenset():
            return [_write(one) for one in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {one.name: _write(getattr(value, one.name)) for one in fields(value)}
        case _:
            return value


@cache
def _kinds(verb: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(inspect.unwrap(verb))


def _read(value: Any, kind: Any) -> Any:
    """The value of that type, which `_write` has written."""
    kind = getattr(kind, "__supertype__", kind)
    if get_origin(kind) in {Union, UnionType}:
        return None if value is None else _read(value, _kind_meant(value, get_args(kind)))
    if get_origin(kind) in CONTAINERS:
        return _read_several(value, kind)
    if kind in _PLAIN:
        return _PLAIN[kind](value)
    return _read_ours(value, kind) if isinstance(kind, type) else value


def _kind_meant(value: Any, kinds: tuple[Any, ...]) -> Any:
    """Which of the types the value was written from: what JSON has as a list is one of several parts."""
    able = [one for one in kinds if one is not NoneType]
    return next((one for one in able if (get_origin(one) in CONTAINERS) is isinstance(value, list)), able[0])


def _read_ours(value: Any, kind: type[Any]) -> Any:
    """A member of an enum, or a dataclass, part by part; all else is as JSON has it."""
    if issubclass(kind, StrEnum):
        return kind(value)
    if not is_dataclass(kind):
        return value
    kinds = get_type_hints(kind)
    return kind(**{key: _read(one, kinds[key]) for key, one in value.items()})


def _read_several(value: list[Any], kind: Any) -> Any:
    kinds, container = get_args(kind), get_origin(kind)
    if container is Sequence:
        kinds, container = (*kinds, ...), tuple
    if container is tuple and kinds[-1:] != (Ellipsis,):
        return tuple(_read(one, of) for one, of in zip(value, kinds, strict=True))
    return container(_read(one, kinds[0]) for one in value)
