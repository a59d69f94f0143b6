"""What should have been said in an evening, by the facts alone, beside what Discord holds.

Nothing here asks the outbox what was to be said: a promise that was never made, or was marked as kept and never sent,
is missing all the same. Each kind of message has its facts in `wire.chaos.dues`, and its sign in the catalogue's own
sentences, by which its messages are known again. A message of no known kind is a breach as well, and so is a promise of
one: whoever adds a kind of message that an evening says adds its row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from wire.chaos.dues import HOLES, KINDS, OF_TROUBLE, Due, Kind, forms
from wire.chaos.recordings import LETTER, Heard, Recording

CONTROL: Final = "control "
"""A sign that is the beginning of a button's id, and no key of the catalogue."""
CARD: Final = "card "
"""A sign that is the beginning of the text of a message that is edited from time to time."""
EDITED: Final = "now:panel"
ALL: Final = (*KINDS, *OF_TROUBLE)
NO_MESSAGES: Final = {"scheduled_event", "mirror_roles"}
"""Promises that lead to no message."""


def breaches(evening: Recording) -> Iterator[str]:
    """Every message that is missing, is there too often, names too few, or comes from no fact."""
    for kind in ALL:
        yield from of_kind(kind, evening)
    yield from _unknown(evening)
    yield from _calendar(evening)


def of_kind(kind: Kind, evening: Recording) -> Iterator[str]:
    """What is wrong with the messages of one kind."""
    said = [one for one in evening.heard if is_of(kind, one)]
    unasked = set(range(len(said)))
    for due in kind.dues(evening):
        fitting = [at for at, one in enumerate(said) if fits(due, one)]
        unasked -= set(fitting)
        yield from _wrong_number(kind, due, len(fitting))
        yield from _unnamed_readers(kind, due, [said[at] for at in fitting])
    for at in sorted(unasked):
        yield f"{kind.name}: said in {said[at].place} without a fact that asks for it: {said[at].text[:120]}"


def _wrong_number(kind: Kind, due: Due, times: int) -> Iterator[str]:
    if times < due.least:
        yield f"{kind.name}: said {times} times instead of {due.least}, though {due.why}"
    elif times > due.most:
        yield f"{kind.name}: said {times} times instead of {due.most} at most, since {due.why}"


def _unnamed_readers(kind: Kind, due: Due, found: list[Heard]) -> Iterator[str]:
    for one in found:
        missing = [who for who, until in due.readers if one.at < until and who not in one.text]
        if missing:
            yield f"{kind.name}: does not name {', '.join(missing)}, though {due.why}"


def fits(due: Due, message: Heard) -> bool:
    """Whether the message is the one that the fact asks for."""
    if due.place and due.place != message.place:
        return False
    whole = "\n".join((message.text, *message.controls))
    return all(one in whole for one in due.tells) and due.holds(message)


def is_of(kind: Kind, message: Heard) -> bool:
    """Whether the message is of the kind: in one of its places, with one of its signs."""
    place = "letter" if message.place.startswith(LETTER) else message.place
    if any(_has(sign, message) for sign in kind.but):
        return False
    return place in kind.places and any(_has(sign, message) for sign in kind.signs)


def _has(sign: str, message: Heard) -> bool:
    if sign.startswith(CONTROL):
        return _has_control(sign.removeprefix(CONTROL), message)
    if sign.startswith(CARD):
        return _has_control(EDITED, message) and message.text.startswith(sign.removeprefix(CARD))
    return any(pattern.search(message.text) for pattern in _patterns(sign))


def _has_control(beginning: str, message: Heard) -> bool:
    return any(one.startswith(beginning) for one in message.controls)


@cache
def _patterns(key: str) -> tuple[re.Pattern[str], ...]:
    """The sentences of a key, whatever their placeholders are filled with; raises LookupError for an unknown key."""
    pieces = (HOLES.split(one) for one in forms(key))
    return tuple(re.compile(".*?".join(map(re.escape, one)), re.DOTALL) for one in pieces)


def _unknown(evening: Recording) -> Iterator[str]:
    for one in evening.heard:
        if not any(is_of(kind, one) for kind in ALL):
            yield f"said, and of no kind that the verdict knows: {one.place}: {one.text[:160]}"
    known = {stored for kind in ALL for stored in kind.stored}
    for (stored,) in evening.rows("SELECT DISTINCT kind FROM outbox WHERE refusal IS NOT 'moot' ORDER BY kind"):
        if stored not in known | NO_MESSAGES:
            yield f"promised, and of no kind that the verdict knows: {stored}"


def _calendar(evening: Recording) -> Iterator[str]:
    for (name,) in evening.rows("SELECT name FROM tournaments"):
        times = evening.scheduled.count(str(name))
        if times != 1:
            yield f"calendar: {name} was entered {times} times instead of 1"
