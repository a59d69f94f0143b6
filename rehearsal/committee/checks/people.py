"""How people are spoken to: once, with what they typed shown as typed; and what is kept of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rehearsal.committee.checks.session import Session, SessionCheck
from rehearsal.rows import everything
from rehearsal.witness import How

_AT_ONCE: Final = timedelta(hours=1)
_BETWEEN_REMINDERS: Final = timedelta(minutes=5)
"""Check-in calls the same person twice in the same words, a quarter of an hour and five minutes before its close."""
_TYPED: Final = (re.compile(r"(?<!\\)\*for (?:good|all)(?<!\\)\*"), re.compile(r"@everyone"))


def once(session: Session) -> Iterator[str]:
    """Nothing is said twice, whatever was restarted in between."""
    last: dict[tuple[str, str], datetime] = {}
    for sight in session.hearing.play.witness.sights:
        if sight.how not in {How.POSTED, How.WROTE}:
            continue
        before = last.get((sight.place, sight.post.text))
        apart = _BETWEEN_REMINDERS if "⏰" in sight.post.text else _AT_ONCE
        if before is not None and sight.post.at - before < apart:
            yield f"said twice in {sight.place}: {' '.join(sight.post.text.split())[:100]!r}"
        last[sight.place, sight.post.text] = sight.post.at


def text_as_typed(session: Session) -> Iterator[str]:
    """What somebody typed is shown as typed: it formats nothing, and calls nobody."""
    shown = 0
    for sight in session.hearing.play.witness.sights:
        shown += r"\*for good\*" in sight.post.text or r"\*for all\*" in sight.post.text
        for pattern in _TYPED:
            if pattern.search(sight.post.text):
                yield f"#{sight.place}: {pattern.search(sight.post.text)} as Discord would take it"
    if not shown:
        yield "what was typed with stars in it was never shown"


def data_export(session: Session) -> Iterator[str]:
    """Whoever takes the own data along finds it, and nobody else's name in it."""
    if session.ledger.exported is None:
        yield "nobody took the own data along"
        return
    member, text = session.ledger.exported
    tables = json.loads(text)
    if not tables or member.name not in text:
        yield f"the file of {member.name} says nothing of {member.name}"
    others = {one.name for one in session.hearing.play.stage.members.values()} - {member.name}
    yield from (f"the file of {member.name} names {one}" for one in others if re.search(rf"\b{one}\b", text))


def data_erasure(session: Session) -> Iterator[str]:
    """Of who was let go neither name nor account is left anywhere in the file; what opponents won stays."""
    member = session.ledger.erased
    if member is None:
        yield "nobody asked to be let go"
        return
    told_by = {
        table
        for table, row in everything(session.hearing.play.stage.path)
        if any(_tells(value, member.name, member.id) for value in row)
    }
    yield from (f"{table} still tells of {member.name}" for table in sorted(told_by))
    lists = session.record.lists_of_the_open()
    if len(lists) > 1 and len(lists[1]) - len(lists[-1]) != 1:
        yield f"the list of ratings went from {len(lists[1])} people to {len(lists[-1])}"
    if any(len(one.sides) != 2 for one in session.hearing.facts.pairings):
        yield "a match has lost a side"


def _tells(value: object, name: str, discord_id: int) -> bool:
    return value == discord_id or (isinstance(value, str) and (name in value or str(discord_id) in value))


CHECKS: Final[tuple[SessionCheck, ...]] = (
    ("the house", "Nothing is said twice", once),
    ("the house", "What was typed formats nothing and calls nobody", text_as_typed),
    ("the house", "An export tells the person everything, and of nobody else", data_export),
    ("the house", "Who is let go is nowhere named any more", data_erasure),
)
