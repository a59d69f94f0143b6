"""A calendar is read by other programs, follows an appointment that moves, and says nothing that a name smuggles in."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import ics
import pytest
from icalendar import Calendar, Event

from bot.features.pages.public_model import PublicAppointment, PublicCalendar
from tests.web.inventing import HOSTILE
from web.calendars import calendar_text

SITE = "https://pages.example/cups"
BEGIN = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)
CUP = PublicAppointment(
    uid="event-c1",
    title="Spring Cup",
    begins_at=BEGIN,
    ends_at=BEGIN + timedelta(hours=4),
    is_off=False,
    sequence=0,
    changed_at=datetime(2026, 3, 1, 9, 30, 15, 250, tzinfo=UTC),
    text="Swiss, 5 rounds.\nCheck-in opens at 17:30.",
    event="c1",
)
DUEL = replace(CUP, uid="match-m1", title="Ana – Bia", match="m1", begins_at=BEGIN + timedelta(days=1), text="")


def file(*appointments: PublicAppointment, origin: str | None = SITE, **changes: Any) -> bytes:
    return calendar_text(replace(PublicCalendar("Cups", "pt-BR", appointments, "s1"), **changes), origin)


def read(written: bytes) -> list[Event]:
    found = Calendar.from_ical(written)
    assert isinstance(found, Calendar)
    return found.events


# --- what programs read ---------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::DeprecationWarning:tatsu.*", "ignore::FutureWarning:ics.*")
def test_another_library_reads_the_same() -> None:
    found = ics.Calendar(file(CUP, DUEL, replace(CUP, uid="event-c2", is_off=True)).decode())
    events = {one.uid: one for one in found.events}
    assert {*events} == {"event-c1", "match-m1", "event-c2"}
    cup, duel = events["event-c1"], events["match-m1"]
    assert (cup.name, cup.description) == (CUP.title, CUP.text)
    assert (cup.begin.datetime, cup.end.datetime) == (CUP.begins_at, CUP.ends_at)
    assert cup.url == f"{SITE}/pt/s1/c1/"
    assert duel.url == f"{SITE}/pt/s1/c1/matches/m1/"
    assert [events[one].status for one in ("event-c1", "event-c2")] == ["CONFIRMED", "CANCELLED"]


def test_the_file_says_its_name_and_when_to_ask_again() -> None:
    lines = file(CUP).decode().split("\r\n")
    assert {"NAME:Cups", "X-WR-CALNAME:Cups", "X-PUBLISHED-TTL:PT30M"} <= {*lines}
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT30M" in lines
    assert "VERSION:2.0" in lines


def test_every_moment_is_in_universal_time() -> None:
    there = datetime.fromisoformat("2026-03-07T15:00:00-03:00")
    lines = file(replace(CUP, begins_at=there, ends_at=there)).decode().split("\r\n")
    moments = [one for one in lines if one.startswith(("DTSTART", "DTEND", "DTSTAMP", "LAST-MODIFIED"))]
    assert sorted(moments) == [
        "DTEND:20260307T180000Z",
        "DTSTAMP:20260301T093015Z",
        "DTSTART:20260307T180000Z",
        "LAST-MODIFIED:20260301T093015Z",
    ]


def test_the_same_facts_are_the_same_file_in_any_order() -> None:
    assert file(CUP, DUEL) == file(DUEL, CUP)


def test_without_pages_nothing_has_an_address() -> None:
    assert b"URL" not in file(CUP, DUEL, origin=None)
    assert b"URL" not in file(CUP, server="")
    assert b"URL" not in file(replace(CUP, event=""))


def test_a_calendar_may_be_empty() -> None:
    assert read(file()) == []


# --- what changes ---------------------------------------------------------------------------------------------------


def test_a_match_that_moves_keeps_its_uid_and_has_a_later_sequence() -> None:
    later = DUEL.changed_at + timedelta(hours=1)
    moved = replace(DUEL, begins_at=DUEL.begins_at + timedelta(hours=2), sequence=1, changed_at=later)
    (before,), (after,) = read(file(DUEL)), read(file(moved))
    assert before["uid"] == after["uid"]
    assert (before["sequence"], after["sequence"]) == (0, 1)
    assert after.decoded("dtstamp") == after.decoded("last-modified") == later.replace(microsecond=0)
    assert after.decoded("dtstart") - before.decoded("dtstart") == timedelta(hours=2)


def test_an_event_that_is_called_off_stays_in_the_file_as_cancelled() -> None:
    (after,) = read(file(replace(CUP, is_off=True, sequence=3)))
    assert (after["uid"], after["status"], after["sequence"]) == (CUP.uid, "CANCELLED", 3)


# --- what names smuggle in ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_adds_nothing_to_the_file(text: str) -> None:
    hostile = replace(CUP, title=text, text=f"{text}\n{text}")
    written = file(hostile, name=text)
    (event,) = read(written)
    assert event.walk() == [event]
    assert [*event] == [*read(file(CUP))[0]]
    plain = written.decode().replace("\r\n ", "").split("\r\n")
    assert [one.partition(":")[0] for one in plain] == [
        one.partition(":")[0] for one in file(CUP).decode().replace("\r\n ", "").split("\r\n")
    ]
    assert len(written.decode().splitlines()) == written.count(b"\r\n")
    assert "\n" not in str(event["summary"])
    assert not set("\x00\x0b\x1b\u202e\u2066") & set(written.decode())


def test_a_name_with_signs_and_emoji_is_read_back_whole() -> None:
    name = "São João; Copa, 2ª edição: 👩‍👩‍👧 🏆 – “A\\B”"
    (event,) = read(file(replace(CUP, title=name)))
    assert str(event["summary"]) == name.replace("\\", "\u2216")


def test_long_lines_are_folded() -> None:
    written = file(replace(CUP, title="ã" * 300))
    assert max(len(one) for one in written.split(b"\r\n")) <= 75
    assert str(read(written)[0]["summary"]) == "ã" * 300
