"""Outages on record against what was done to the bot: none without a cause, none missing, each as long as it was.

All moments are monotonic seconds of the harness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

HEARTBEAT_S: Final = 15.0
"""So exactly the bot knows when it was last there: an outage may begin so much before the act."""
SLACK_S: Final = 6.0
"""What the harness may see earlier or later than the bot, where time runs fast."""
LOCK_S: Final = 150.0
"""So long a press may wait for a database that is locked, before it is refused: the machine's seconds run fast then."""

DESCRIBED_S: Final = 10.0
"""So long the bot waits after a connection for what Discord says of a server, before it counts it as away."""


class Bar(StrEnum):
    """What keeps a press from being taken. Those that the bot records too have its own words for it."""

    PROCESS = "process"
    FROZEN = "frozen"
    CONNECTION = "connection"
    LOCKED = "locked"
    FULL = "full"
    AWAY = "away"
    """The database, on a server that is gone or cannot be reached."""
    UNAVAILABLE = "unavailable"
    REMOVED = "removed"


OF_THE_SERVER: Final = frozenset({Bar.UNAVAILABLE, Bar.REMOVED})
RECORDED_AS: Final = {Bar.LOCKED: "database", Bar.FULL: "database", Bar.AWAY: "database"}
NOTICED_WITHIN: Final = {Bar.LOCKED: LOCK_S, Bar.AWAY: LOCK_S, Bar.FULL: HEARTBEAT_S + SLACK_S, Bar.FROZEN: SLACK_S}
"""What the bot may not notice of a bar: until it writes again, or wakes so little late that it answers in time."""


@dataclass(slots=True)
class Barred:
    """No press could be taken, from one moment to another; None: until now."""

    bar: Bar
    since: float
    until: float | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """An outage on record, and the cause that it names."""

    cause: str
    since: float
    until: float

    def __str__(self) -> str:
        return f"an outage of {self.until - self.since:.0f} s ({self.cause}, from {self.since:.0f} on)"


Span = tuple[float, float]


class Absences:
    """What was done to the bot, look by look, and the presses that were taken."""

    def __init__(self) -> None:
        self.barred: list[Barred] = []
        self.taken: list[float] = []
        """When presses were made that were answered with success, and whose effect stands."""
        self.answered: list[float] = []
        """When they were."""
        self._open: dict[Bar, Barred] = {}

    def note(self, bars: set[Bar], now: float) -> None:
        """From now on these keep presses out, and no others."""
        for bar in self._open.keys() - bars:
            self._open.pop(bar).until = now
        for bar in bars - self._open.keys():
            self._open[bar] = Barred(bar, now)
            self.barred.append(self._open[bar])

    def pressable(self, since: float, until: float, now: float) -> float:
        """For how many seconds between two moments a press could be taken, or waited and the bot could not know."""
        lost = [(one.since + NOTICED_WITHIN.get(one.bar, 0.0), one.until or now) for one in self.barred]
        noticed = _join((start, end) for start, end in lost if start < end)
        return sum(end - start for start, end in _outside((since, until), noticed))

    def within(self, since: float, until: float, now: float) -> str:
        """What kept presses out between two moments, as it is told."""
        met = [one for one in self.barred if _meet((one.since, one.until or now), (since, until))]
        return ", ".join(f"{one.bar} {one.since:.0f} to {one.until or now:.0f}" for one in met) or "nothing"


@dataclass(frozen=True, slots=True)
class Began:
    """From when on outages can be on record."""

    first: float
    """When the bot was first there."""
    noted: float
    """When it was first there for so long that it can have noted it; or took a press, which it notes at once."""
    known: float | None
    """When the server was set up: before that it has nothing to lose by what befalls it alone."""


def breaches(recorded: Sequence[Recorded], found: Absences, began: Began, now: float) -> Iterator[str]:
    """Every outage without a cause, every absence that is missing, every press that was taken in an outage."""
    first = began.first
    spans = [(one.since, one.until or now) for one in found.barred if (one.until or now) > first]
    reasons = [(one.bar, max(one.since, first), one.until or now) for one in found.barred if (one.until or now) > first]
    allowed = _join((since - HEARTBEAT_S - SLACK_S, until + SLACK_S) for since, until in _with_short_lives(spans))
    for outage in recorded:
        yield from _without_cause(outage, allowed, reasons)
        if any(outage.since + SLACK_S < moment < outage.until - SLACK_S for moment in found.taken):
            yield f"{outage}: a press was taken in it"
    on_record = _join((one.since - SLACK_S, one.until + SLACK_S) for one in recorded)
    for bar, since, until in reasons:
        if since < began.noted or (bar in OF_THE_SERVER and since < (began.known or first)):
            continue
        unseen = NOTICED_WITHIN.get(bar, 0.0)
        missing = sum(end - start for start, end in _outside((since + unseen, until), on_record))
        if missing > (DESCRIBED_S if bar is Bar.UNAVAILABLE else 0.0):
            near = (since - HEARTBEAT_S, until + HEARTBEAT_S)
            told = ", ".join(f"{one} {a:.0f} to {b:.0f}" for one, a, b in reasons if _meet((a, b), near))
            recorded_near = ", ".join(map(str, (one for one in recorded if _meet((one.since, one.until), near))))
            yield (
                f"{missing:.0f} s in which no press could be taken ({bar}, from {since:.0f} on) are not on record"
                f" (done: {told}; on record: {recorded_near or 'nothing'})"
            )


def _without_cause(
    outage: Recorded, allowed: Sequence[Span], reasons: Sequence[tuple[Bar, float, float]]
) -> Iterator[str]:
    """What of the outage nothing was done for; and a cause that was never there at that time."""
    beyond = sum(end - start for start, end in _outside((outage.since, outage.until), allowed))
    near = next(one for one in (*allowed, (outage.since, outage.until)) if _meet(one, (outage.since, outage.until)))
    if beyond > 0:
        done = [f"{bar} {since:.0f} to {until:.0f}" for bar, since, until in reasons if _meet((since, until), near)]
        yield f"{outage}: for {beyond:.0f} s of it nothing was done to the bot ({', '.join(done) or 'nor near it'})"
        return
    known = {RECORDED_AS.get(bar, str(bar)) for bar, since, until in reasons if _meet((since, until), near)}
    # Where time runs fast because nothing can be pressed anyway, the bot may wake too late as well.
    if outage.cause not in known | {"frozen"}:
        acts = ", ".join(
            f"{bar} {since:.0f} to {until:.0f}" for bar, since, until in reasons if _meet((since, until), near)
        )
        yield f"{outage}: what was done then was {', '.join(sorted(known))} ({acts})"


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and one[1] > other[0]


def _with_short_lives(spans: Iterable[Span]) -> list[Span]:
    """The times, and those between two of them in which the bot lived for less than a heartbeat: it noted none."""
    return _join(((since, until) for since, until in spans), HEARTBEAT_S + SLACK_S)


def _join(spans: Iterable[Span], apart: float = 0.0) -> list[Span]:
    """The same times in order, as one where no more than `apart` lies between them."""
    found: list[Span] = []
    for since, until in sorted(spans):
        if found and since <= found[-1][1] + apart:
            found[-1] = (found[-1][0], max(found[-1][1], until))
        else:
            found.append((since, until))
    return found


def _outside(whole: Span, covered: Sequence[Span]) -> Iterator[Span]:
    """The parts of a time that none of the others covers; these are in order and stand apart."""
    at, end = whole
    for since, until in covered:
        if until <= at or since >= end:
            continue
        if since > at:
            yield (at, since)
        at = max(at, until)
    if at < end:
        yield (at, end)
