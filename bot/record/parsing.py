"""The text of a record file becomes its model, or a fault for each place of the wrong shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, ValidationError

from bot.record import model
from bot.record.errors import LARGEST_FILE, Fault, FaultCode, RecordRefused, too_large

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

GIVEN_LENGTH: Final = 60
MOST_FAULTS: Final = 100
_MODELS: Final = [one for one in vars(model).values() if isinstance(one, type) and issubclass(one, BaseModel)]
_KEYS: Final = frozenset(key for one in _MODELS for key in one.model_fields)
"""Every key of a record: the other words in pydantic's places are its own."""


def parsed(source: str | bytes, file: str) -> model.RecordFile:
    """The model of a file; raises RecordRefused."""
    text = _decoded(source, file)
    try:
        told = model.RecordFile.model_validate_json(text)
    except ValidationError as refused:
        found = list(dict.fromkeys(_faults(refused)))
        raise RecordRefused(file, tuple(found[:MOST_FAULTS])) from None
    if told.arbiter_record != model.VERSION:
        wanted = str(model.VERSION)
        raise RecordRefused(file, (Fault("arbiter_record", FaultCode.VERSION, str(told.arbiter_record), wanted),))
    return told


def _decoded(source: str | bytes, file: str) -> str:
    size = len(source if isinstance(source, bytes) else source.encode("utf-8", "replace"))
    if size > LARGEST_FILE:
        raise RecordRefused(file, (too_large(size),))
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordRefused(file, (Fault("", FaultCode.NOT_UTF8),)) from None


def _faults(refused: ValidationError) -> Iterator[Fault]:
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
            return Fault("", FaultCode.NOT_JSON, str(error.get("ctx", {}).get("error", ""))[:GIVEN_LENGTH])
        case "missing":
            return Fault(place, FaultCode.MISSING)
        case "extra_forbidden":
            return Fault(place, FaultCode.UNKNOWN_KEY, str(error["loc"][-1])[:GIVEN_LENGTH])
        case kind:
            return Fault(place, FaultCode.WRONG_KIND, _given(error["input"]), kind)


def _place(loc: tuple[int | str, ...], *, whole: bool) -> str:
    """`("contests", 3, "score", "str")` is `contests[3].score`."""
    steps = [
        f"[{step}]" if isinstance(step, int) else f".{step[:GIVEN_LENGTH]}"
        for at, step in enumerate(loc)
        if isinstance(step, int) or step in _KEYS or (whole and at == len(loc) - 1)
    ]
    return "".join(steps).removeprefix(".")


def _given(value: object) -> str:
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
            text = str(value)
    return text if len(text) <= GIVEN_LENGTH else text[: GIVEN_LENGTH - 1] + "…"
