"""The log: of which server, event and press a line is, as plain lines or as JSON, and nothing that is private.

A line is of what the task does that writes it; a unit of work goes on under its caller's. What the presser typed, the
bot's token and the tokens of Discord's addresses are taken out of every line, whichever part has written it.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from copy import copy
from datetime import UTC, datetime
from typing import Final, Literal

import discord

from bot.kernel.ids import GuildId

Kind = Literal["press", "form", "command"]
Outcome = Literal["done", "refused", "failed", "unheard"]
"""How something was answered: as asked, by a sentence of why not, by an apology, or by nothing that Discord took."""


# --- of what a line is ----------------------------------------------------------------------------------------------


class Trace:
    """What the lines of a task are of. More of it may come to be known on the way."""

    __slots__ = ("event", "hidden", "press", "server")

    def __init__(
        self,
        server: GuildId | None = None,
        event: str | None = None,
        press: str = "",
        hidden: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self.server, self.event, self.press = server, event, press
        self.hidden = hidden
        """What was typed or chosen, asked for only where a line is written."""

    def told(self) -> dict[str, str]:
        """What is known, by its name."""
        known = {"server": self.server, "event": self.event, "press": self.press}
        return {name: str(value) for name, value in known.items() if value}


_NOTHING: Final = Trace()
_trace: ContextVar[Trace] = ContextVar("trace", default=_NOTHING)


def mark(trace: Trace = _NOTHING) -> None:
    """From now on lines of this task are of that; of nothing where none is given, as where a press has woken it."""
    _trace.set(trace)


def note_home(server: GuildId | None, event: str | None = None) -> None:
    """It has come out of which server, or of which event, the lines of this task are."""
    trace = _trace.get()
    if trace is not _NOTHING:
        trace.server, trace.event = server or trace.server, event or trace.event


# --- what no line says ----------------------------------------------------------------------------------------------


SHORTEST: Final = 4
"""Fewer letters than these are also parts of our own words."""
TYPED: Final = "[typed]"
_BY_A_TOKEN: Final = re.compile(r"((?:interactions|webhooks)/\d+/)[^/\s?'\"]+")
_ASKED_OF_AN_ADDRESS: Final = re.compile(r"(https?://[^\s?'\"<>]+\?)[^\s'\"<>)]+")
"""A file's address carries behind the question mark what lets anybody see it."""


def _spellings(typed: Iterable[str]) -> Iterator[str]:
    """Each text and each of its lines, also as an error would show it."""
    for text in typed:
        for one in {text, *text.splitlines()}:
            if len(one.strip()) >= SHORTEST:
                yield from (one.strip(), repr(one.strip())[1:-1])


class Hiding:
    """Takes out of a text what must not be in a log; `secrets` are those of the installation."""

    def __init__(self, *secrets: str) -> None:
        self._secrets = tuple(filter(None, secrets))

    def hide(self, text: str) -> str:
        """The text without what is private."""
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        for typed in sorted(set(_spellings(_trace.get().hidden())), key=len, reverse=True):
            text = text.replace(typed, TYPED)
        return _ASKED_OF_AN_ADDRESS.sub(r"\1…", _BY_A_TOKEN.sub(r"\1…", text))


# --- how a line is written ------------------------------------------------------------------------------------------


class PlainLines(logging.Formatter):
    """As discord.py writes its own, with what the line is of in brackets behind it."""

    def __init__(self, inner: logging.Formatter, hiding: Hiding) -> None:
        super().__init__()
        self._inner, self._hiding = inner, hiding

    def format(self, record: logging.LogRecord) -> str:
        """The line, or the lines with a traceback."""
        told = _trace.get().told()
        if told:
            record = copy(record)
            about = ", ".join(f"{name} {value}" for name, value in told.items())
            record.msg, record.args = f"{record.getMessage()} [{about}]", ()
        return self._hiding.hide(self._inner.format(record))


class JsonLines(logging.Formatter):
    """Each record as one line, an object of texts alone."""

    def __init__(self, hiding: Hiding) -> None:
        super().__init__()
        self._hiding = hiding

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        hide = self._hiding.hide
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "time": moment.replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": hide(record.getMessage()),
            **_trace.get().told(),
        }
        if record.exc_info:
            line["error"] = hide(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def write_lines(level: int, *, as_json: bool, secrets: Iterable[str] = ()) -> None:
    """Has all that is logged from that level on written to the error output."""
    hiding, handler = Hiding(*secrets), logging.StreamHandler()
    discord.utils.setup_logging(handler=handler, level=level, root=True)
    inner = handler.formatter or logging.Formatter()
    handler.setFormatter(JsonLines(hiding) if as_json else PlainLines(inner, hiding))
