"""Public objects made up from their types alone: each field filled, with whatever text the test wants in it."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from bot.features.pages.public_model import Public
from web.openapi import fields_of

MOMENT = datetime(2026, 3, 7, 18, 30, tzinfo=UTC)
HOSTILE = (
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "'\"><svg/onload=alert(1)>",
    "a\r\nBEGIN:VALARM\r\nATTACH:https://evil.example/\r\nEND:VALARM",
    "x;ATTENDEE=mailto:a@evil.example,b\\N\\n",
    "end\u2028of\u2029line\x85and\x0bmore\x00\x1b[31m",
    "\u202egnp.exe\u2066",
    "{{ 7*7 }}{% raw %}",
    "javascript:alert(1)",
    "&lt;b&gt;&amp;",
)
"""What attackers call themselves, their events and their addresses."""


def full(kind: Any, text: str = "word") -> Any:
    """A value with something in each field; lists have one of a thing."""
    return _made(kind, text, empty=False)


def bare(kind: Any, text: str = "word") -> Any:
    """A value with as little as there can be: no lists, and nothing where nothing may be."""
    return _made(kind, text, empty=True)


def _made(kind: Any, text: str, *, empty: bool) -> Any:
    args, whole = get_args(kind), get_origin(kind) or kind
    if isinstance(kind, UnionType):
        return None if empty and NoneType in args else _made(args[0], text, empty=empty)
    if whole is tuple:
        if args[1:] == (...,):
            return () if empty else (_made(args[0], text, empty=empty),)
        return tuple(_made(one, text, empty=empty) for one in args)
    if issubclass(whole, Public):
        return whole(**{name: _made(one, text, empty=empty) for name, one in fields_of(kind).items()})
    if issubclass(whole, StrEnum):
        return next(iter(whole))
    return {str: text, int: 1, float: 0.5, bool: True, datetime: MOMENT}[whole]
