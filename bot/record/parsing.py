"""The text of a record file becomes its model, or a fault for each place of the wrong shape."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, ValidationError

from bot.domain.file_bounds import BOUNDS, MOST_CONTESTS, MOST_LISTED, Excess, FileBeyond, FileKind, refuse_object_text
from bot.record import model, series_model
from bot.record.errors import GIVEN_LENGTH, LARGEST_FILE, Fault, FaultCode, Kind, RecordRefused, too_large

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

MOST_FAULTS: Final = 100
_MODELS: Final = [
    one
    for one in (*vars(model).values(), *vars(series_model).values())
    if isinstance(one, type) and issubclass(one, BaseModel)
]
_KEYS: Final = frozenset(key for one in _MODELS for key in one.model_fields)
"""Every key of a record: the other words in pydantic's places are its own."""
_KINDS: Final[Mapping[str, Kind]] = {
    "int_type": Kind.WHOLE,
    "int_parsing": Kind.WHOLE,
    "int_from_float": Kind.WHOLE,
    "float_type": Kind.NUMBER,
    "finite_number": Kind.NUMBER,
    "string_type": Kind.TEXT,
    "bool_type": Kind.SWITCH,
    "tuple_type": Kind.LIST,
    "list_type": Kind.LIST,
    "dict_type": Kind.OBJECT,
    "model_type": Kind.OBJECT,
    "moment_type": Kind.MOMENT,
    "datetime_type": Kind.MOMENT,
    "datetime_parsing": Kind.MOMENT,
    "datetime_from_date_parsing": Kind.MOMENT,
    "datetime_object_invalid": Kind.MOMENT,
    "timezone_aware": Kind.MOMENT,
}
"""What belongs where pydantic says so; bounds have their own line."""
_BOUNDS: Final[Mapping[str, tuple[Kind, str]]] = {
    "greater_than_equal": (Kind.LEAST, "ge"),
    "less_than_equal": (Kind.MOST, "le"),
    "string_too_long": (Kind.SHORT, "max_length"),
    "string_too_short": (Kind.FILLED, "min_length"),
    "too_long": (Kind.MOST, "max_length"),
    "too_short": (Kind.LEAST, "min_length"),
    "enum": (Kind.ONE_OF, "expected"),
    "literal_error": (Kind.ONE_OF, "expected"),
}
_CONTESTS: Final = frozenset({"contests", "results", "voided"})
_PLACE_OF_JSON: Final = re.compile(r"line (\d+) column (\d+)")


def parse(source: str | bytes, file: str) -> model.RecordFile:
    """The model of a file; raises RecordRefused."""
    text = _decode(source, file)
    refuse_object_text(text, BOUNDS[FileKind.RECORD])
    refuse_keys_twice(text, file)
    try:
        told = model.RecordFile.model_validate_json(text)
    except ValidationError as refused:
        found = dict.fromkeys(shape_faults(refused))
        raise RecordRefused(file, tuple(islice(found, MOST_FAULTS))) from None
    if told.arbiter_record != model.VERSION:
        wanted = str(model.VERSION)
        raise RecordRefused(file, (Fault("arbiter_record", FaultCode.VERSION, str(told.arbiter_record), wanted),))
    return told


def refuse_keys_twice(text: str, file: str) -> None:
    """Raises RecordRefused with the place of every key that stands twice in one object."""
    if twice := tuple(islice(_keys_twice(_load(text)), MOST_FAULTS)):
        raise RecordRefused(file, twice)


def _load(text: str) -> object:
    """The text as plain values, none of its lists too long; None where it is no JSON, whose place pydantic tells.

    Each wrong line of a list costs a hundred times as much as the line, so that they are counted first.
    """
    try:
        found: object = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        return None
    lists = {key: len(one) for key, one in found.items() if isinstance(one, list)} if isinstance(found, dict) else {}
    played = sum(number for key, number in lists.items() if key in _CONTESTS)
    for what, given, limit in ((Excess.CONTESTS, played, MOST_CONTESTS), (Excess.LINES, _longest(lists), MOST_LISTED)):
        if given > limit:
            raise FileBeyond(what=what, given=given, limit=limit)
    return found


def _longest(lists: Mapping[str, int]) -> int:
    return max(lists.values(), default=0)


def _decode(source: str | bytes, file: str) -> str:
    size = len(source if isinstance(source, bytes) else source.encode("utf-8", "replace"))
    if size > LARGEST_FILE:
        raise RecordRefused(file, (too_large(size),))
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordRefused(file, (Fault("", FaultCode.NOT_UTF8),)) from None


def shape_faults(refused: ValidationError) -> Iterator[Fault]:
    """One fault for each place, though a value that may be of two kinds is refused twice."""
    seen: set[str] = set()
    for error in refused.errors(include_url=False):
        fault = _fault(error)
        if fault.place not in seen:
            seen.add(fault.place)
            yield fault


def _fault(error: ErrorDetails) -> Fault:
    place = _place(error["loc"], whole=error["type"] in {"extra_forbidden", "missing"})
    match error["type"]:
        case "json_invalid":
            return _no_json(str(error.get("ctx", {}).get("error", "")))
        case "missing":
            return Fault(place, FaultCode.MISSING)
        case "extra_forbidden":
            return Fault(place, FaultCode.UNKNOWN_KEY, str(error["loc"][-1])[:GIVEN_LENGTH])
        case kind:
            return Fault(
                place, FaultCode.WRONG_KIND, _excerpt(error["input"]), _wanted_words(kind, error.get("ctx", {}))
            )


def _wanted_words(kind: str, limits: Mapping[str, object]) -> str:
    if kind in _BOUNDS:
        bound, key = _BOUNDS[kind]
        return bound.within(str(limits.get(key, "")).replace("'", ""))
    return _KINDS.get(kind, Kind.OTHER)


def _no_json(told: str) -> Fault:
    """Where the text breaks off or goes wrong, as line:column."""
    found = _PLACE_OF_JSON.search(told)
    place = f"{found[1]}:{found[2]}" if found else ""
    # Half of a pair of surrogates, or too few digits: the comma is not what is missing.
    return Fault(place, FaultCode.BAD_ESCAPE if "escape" in told else FaultCode.NOT_JSON)


class _Object(dict[str, object]):
    """An object of the file with the keys that stood in it more than once: JSON itself would keep the last one."""

    twice: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, object]]) -> _Object:
    found = _Object(pairs)
    if len(found) < len(pairs):
        times = Counter(key for key, _ in pairs)
        found.twice = tuple(key for key in found if times[key] > 1)
    return found


def _keys_twice(loaded: object) -> Iterator[Fault]:
    """A key that stands twice in one object says two things, and nobody knows which was meant."""
    waiting: list[tuple[str, object]] = [("", loaded)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, _Object):
            yield from (Fault(f"{place}.{key}".removeprefix("."), FaultCode.KEY_TWICE, key) for key in value.twice)
            waiting += [(f"{place}.{key}".removeprefix("."), one) for key, one in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{place}[{at}]", one) for at, one in enumerate(value)]


def _place(loc: tuple[int | str, ...], *, whole: bool) -> str:
    """`("contests", 3, "score", "str")` is `contests[3].score`."""
    steps = [
        f"[{step}]" if isinstance(step, int) else f".{step[:GIVEN_LENGTH]}"
        for at, step in enumerate(loc)
        if isinstance(step, int) or step in _KEYS or (whole and at == len(loc) - 1)
    ]
    return "".join(steps).removeprefix(".")


def _excerpt(value: object) -> str:
    match value:
        case None:
            text = "null"
        case bool():
            text = "true" if value else "false"
        case dict():
            text = "{…}"
        case list() | tuple():
            text = "[…]"
        case _:
            text = str(value) or '""'
    return text if len(text) <= GIVEN_LENGTH else text[: GIVEN_LENGTH - 1] + "…"
