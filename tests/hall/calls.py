"""What tests of calls do again and again: let the steps be taken, read what was said and to whom."""

from __future__ import annotations

from datetime import timedelta

from bot import wiring
from bot.features.tournaments.promises_model import StaffCalled, StaffWritten
from bot.features.tournaments.summons_model import MatterKind
from bot.i18n.catalogue import Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.promises import K, Promise, name_of
from bot.layout.cards import Card
from bot.wiring import ALL
from tests.hall.hall import Hall


def calls(hall: Hall) -> list[StaffCalled]:
    """Every call so far, in order."""
    return [one.message for one in _promised(hall, StaffCalled)]


def kinds(hall: Hall) -> list[list[MatterKind]]:
    """What each of them tells."""
    return [[ref.kind for ref in one.matters] for one in calls(hall)]


def letters(hall: Hall) -> list[object]:
    """Where the letters of calls go."""
    return [one.target for one in _promised(hall, StaffWritten)]


def _promised(hall: Hall, kind: type[K]) -> list[Promise[K]]:
    """All of the kind, said or not."""
    found = "SELECT subject FROM outbox WHERE kind = ? GROUP BY subject ORDER BY min(sequence)"
    rows = hall.ask(lambda tx: tx.fetch_all(found, (name_of(kind),)))
    return [one for row in rows for one in hall.promised(kind, row["subject"])]


def card(hall: Hall, number: int = -1, locale: str = "en-US") -> Card:
    """The message of a call as it is said now."""
    (promise,) = hall.promised(StaffCalled, calls(hall)[number].call_id)
    composed = hall.ask(ALL[StaffCalled], promise)
    assert composed is not None
    return composed(Translator(locale))


def pinged(hall: Hall, number: int = -1) -> tuple[set[int], set[int]]:
    """Whom Discord notifies: who is allowed and named in the text of the same message."""
    said = card(hall, number)
    text = "\n".join((said.opening or "", *said.paragraphs, *(line.text for line in said.lines)))
    members: set[int] = {one for one in said.pings if f"<@{one}>" in text}
    roles: set[int] = {one for one in said.role_pings if f"<@&{one}>" in text}
    assert (members, roles) == (set(said.pings), set(said.role_pings))
    return members, roles


def pass_time(hall: Hall, **length: float) -> None:
    """Lets time pass with all that is due."""
    until = hall.now + timedelta(**length)
    while due := hall.ask(kernel_time_store.due_deadlines, until, 1):
        hall.now = max(hall.now, due[0].due_at)
        hall.do(wiring.take, due[0])
    hall.now = until
