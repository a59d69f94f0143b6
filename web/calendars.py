"""A calendar as a file of iCalendar, which phones, Google and Outlook subscribe to or read in once.

Everything in it follows from facts, the stamps too: the same calendar is the same file, byte by byte. An appointment
keeps its UID for ever; moved or called off it comes again with a higher SEQUENCE, so that programs move or strike it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from unicodedata import category

from bot.features.pages.public_model import PublicAppointment, PublicCalendar
from web.addresses import FALLBACK, LANGUAGES, Address, AddressKind

if TYPE_CHECKING:
    from icalendar import Calendar, Event

CONTENT_TYPE: Final = "text/calendar; charset=utf-8"
ASKED_AGAIN_AFTER: Final = timedelta(minutes=30)
"""How often programs are asked to look again; most take their own time."""
_MAKER: Final = "-//Arbiter//Calendar//EN"
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Letters that turn the rest of a line around."""
_BACKSLASH: Final = "\u2216"
"""Looks like a backslash. The library takes one before an N for the end of a line."""


def calendar_text(calendar: PublicCalendar, origin: str | None) -> bytes:
    """The file. `origin` is where pages are read, as the settings say; without pages nothing has an address."""
    from icalendar import Calendar  # noqa: PLC0415  (slow to import, and the bot writes one now and then)

    file = Calendar()
    file.add("prodid", _MAKER)
    file.add("version", "2.0")
    file.add("calscale", "GREGORIAN")
    name = _one_line(calendar.name)
    file.add("name", name)
    file.add("x-wr-calname", name)
    _ask_again(file)
    head, end, _ = file.to_ical().partition(b"END:VCALENDAR")
    found = sorted(calendar.appointments, key=lambda one: (one.begins_at, one.uid))
    lines = (_event_text(one, _address(one, calendar, origin)) for one in found)
    return b"".join((head, *lines, end, b"\r\n"))


@lru_cache(maxsize=8192)
def _event_text(appointment: PublicAppointment, address: str) -> bytes:
    """Its lines, kept since of a calendar of a thousand one changes."""
    event = _event(appointment)
    if address:
        event.add("url", address)
    text: bytes = event.to_ical()
    return text


def _address(appointment: PublicAppointment, calendar: PublicCalendar, origin: str | None) -> str:
    """Where its page is; empty where it has none."""
    if origin is None or not calendar.server or not appointment.event:
        return ""
    return origin + _page(appointment, calendar).path


def _ask_again(file: Calendar) -> None:
    """Programs of Apple and Google read the first line, those of Microsoft the second."""
    file.add("refresh-interval", ASKED_AGAIN_AFTER, parameters={"VALUE": "DURATION"})
    file.add("x-published-ttl", _duration(ASKED_AGAIN_AFTER))


def _event(one: PublicAppointment) -> Event:
    from icalendar import Event  # noqa: PLC0415  (as above)

    changed = _moment(one.changed_at)
    event = Event()
    event.add("uid", _one_line(one.uid))
    event.add("dtstamp", changed)
    event.add("last-modified", changed)
    event.add("sequence", one.sequence)
    event.add("dtstart", _moment(one.begins_at))
    event.add("dtend", _moment(max(one.begins_at, one.ends_at)))
    event.add("summary", _one_line(one.title))
    event.add("status", "CANCELLED" if one.is_off else "CONFIRMED")
    if one.text.strip():
        event.add("description", "\n".join(_one_line(line) for line in one.text.strip().splitlines()))
    return event


def _page(one: PublicAppointment, calendar: PublicCalendar) -> Address:
    """The page of the match or of the event, in the language of the calendar."""
    word = next((word for word, locale in LANGUAGES.items() if locale == calendar.language), FALLBACK)
    kind = AddressKind.MATCH if one.match else AddressKind.EVENT
    return Address(kind, word, calendar.server, one.event, key=one.match)


def _moment(at: datetime) -> datetime:
    """In UTC, to the second, which is all that the format knows."""
    return at.astimezone(UTC).replace(microsecond=0)


def _duration(length: timedelta) -> str:
    return f"PT{int(length.total_seconds()) // 60}M"


def _one_line(text: str) -> str:
    """The text on one line: what ends a line is a space, what cannot be seen is left out."""
    kept = (char for char in " ".join(text.split()) if char not in _TURNING and category(char) != "Cc")
    return "".join(kept).replace("\\", _BACKSLASH)
