"""Time that was lost and time that is due: outages, steps, what stands still, durations, and cards that were gone.

What is due is said by the thing itself, a kind of step and its moment, never a memory of timers. A state that has no
next moment climbs a ladder: a reminder to those who can act, then a question to who runs the event, again after a
day, after three days and after a week. Then it rests: on the desk, quiet, and awake again with any press on it.
docs/nothing-rests.md lists all such states.

Durations are written as a whole number and one unit, "30 min", "72 h": the same in a rulebook, a rule sheet and a
list of changes, so that what was written is what is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from bot.kernel.ids import GuildId

# --- outages, and what they do to windows ---------------------------------------------------------------------------


FELT: Final = timedelta(seconds=60)
"""What less than this took from a window kept nobody from anything that cannot be done in the time given back."""


MOST_REMOVALS: Final = 2
"""So often a server that removes the bot and lets it in again gets the time back, within one event."""


class Cause(StrEnum):
    """By what no press could be taken."""

    PROCESS = "process"
    """The bot was not running, or had not reached Discord yet."""
    FROZEN = "frozen"
    """It was running and could do nothing: the process or its machine stood still."""
    CONNECTION = "connection"
    """The connection to Discord was gone, or brought nothing for longer than Discord allows."""
    DATABASE = "database"
    """The database took nothing."""
    RESTORED = "restored"
    """The bot was put back from a copy: what was done right before may be lost with the old file."""
    UNAVAILABLE = "unavailable"
    """Discord itself had taken the server away."""
    REMOVED = "removed"
    """The server had removed the bot."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of the connections among which Discord shares the servers out."""

    number: int = 0
    of: int = 1

    def has(self, guild_id: GuildId | None) -> bool:
        """Whether presses of the server come in by it, by Discord's own formula; direct messages come by the first."""
        return ((guild_id or 0) >> 22) % self.of == self.number


@dataclass(frozen=True, slots=True)
class Boot:
    """A process of the bot, by its own id, and when it began."""

    boot: str
    at: datetime


class Process(NamedTuple):
    """Which process of the bot answers, and when its data was last copied, as far as it knows.

    Of a database server it knows nothing of the kind: whoever runs that one makes its copies.
    """

    begun: Boot
    copied_at: datetime | None
    is_on_server: bool


@dataclass(frozen=True, slots=True)
class TimeLost:
    """Time in which no press could be taken, which is not on record yet."""

    since: datetime | None
    """None: since the bot was last seen, by an earlier process."""
    cause: Cause
    until: datetime | None = None
    """None: until now."""
    shard: Shard | None = None
    """By which connection; None: by none."""


@dataclass(frozen=True, slots=True, order=True)
class Outage:
    """No press could be taken from `down_from` until `up_at`."""

    down_from: datetime
    up_at: datetime
    cause: Cause = field(default=Cause.PROCESS, compare=False)
    guild_id: GuildId | None = field(default=None, compare=False)
    """The server whose presses could not be taken; None for those of every server."""
    is_pause: bool = field(default=False, compare=False)
    """Whether staff paused the event, up to a moment that may still lie ahead: then only its clocks stand still."""
    shard: Shard | None = field(default=None, compare=False)
    """The connection whose servers it concerns; None where it was not that of some alone."""

    def touches(self, guild_id: GuildId) -> bool:
        """Whether presses of the server could not be taken in it."""
        return self.guild_id in {None, guild_id} and (self.shard is None or self.shard.has(guild_id))

    def of(self, guild_id: GuildId) -> Outage:
        """The same as it concerns one of its servers."""
        return replace(self, guild_id=guild_id, shard=None)

    def is_same_as(self, other: Outage) -> bool:
        """Whether both are the same outage of a server, which may have grown since the other was read."""
        return (self.down_from, self.cause) == (other.down_from, other.cause)


def clock_stops(outages: Iterable[Outage]) -> tuple[Outage, ...]:
    """Those in which clocks stand still: without the third removal by the server, and each later one.

    Otherwise a clock would stand still for as long as the server's staff removed the bot again and again.
    """
    removals, kept = 0, []
    for outage in sorted(outages):
        removals += outage.cause is Cause.REMOVED
        if outage.cause is not Cause.REMOVED or removals <= MOST_REMOVALS:
            kept.append(outage)
    return tuple(kept)


def extend(began: datetime, due: datetime, outages: Iterable[Outage], reopen_for: timedelta) -> datetime:
    """When a window that opened at `began` and should close at `due` really closes.

    It is open for exactly as long as it was to be, not counting what was lost. Where `FELT` or more of it was lost in
    all, it stays open for at least `reopen_for` after the end of each outage from then on.
    """
    closes, lost = due, timedelta()
    for outage in merge(outages):
        if outage.up_at <= began or outage.down_from > closes:
            continue
        piece = outage.up_at - max(outage.down_from, began)
        closes, lost = closes + piece, lost + piece
        if lost >= FELT:
            closes = max(closes, outage.up_at + reopen_for)
    return closes


def hurries(due: datetime, outage: Outage, reopen_for: timedelta) -> bool:
    """Whether a window that was to close at `due` would have closed during the outage, or soon after it."""
    return due < outage.up_at + reopen_for


def without(known: Iterable[Outage], outage: Outage) -> tuple[Outage, ...]:
    """The outages as they were before that one came."""
    return tuple(other for other in known if not other.is_same_as(outage))


def is_news(outage: Outage) -> bool:
    """Whether people are told of an outage: where it is felt.

    Of a removal a server reads each time, and of a copy: who acted right before it has to look.
    """
    return outage.cause in {Cause.REMOVED, Cause.RESTORED} or outage.up_at - outage.down_from >= FELT


def overlap(start: datetime, end: datetime, outages: Iterable[Outage]) -> timedelta:
    """How much of the time from `start` to `end` fell into outages; time that two outages share counts once."""
    lost = timedelta()
    for outage in merge(outages):
        shared = min(end, outage.up_at) - max(start, outage.down_from)
        lost += max(shared, timedelta())
    return lost


def resume(start: datetime, running: timedelta, outages: Iterable[Outage]) -> datetime:
    """The moment at which a clock started at `start` has run for `running`, standing still in outages."""
    end = start + running
    for outage in merge(outages):
        if outage.up_at > start and outage.down_from < end:
            end += outage.up_at - max(start, outage.down_from)
    return end


def first_running(moment: datetime, outages: Iterable[Outage]) -> datetime:
    """The moment, or the end of the time around it in which clocks stand still."""
    return next((one.up_at for one in merge(outages) if one.down_from <= moment < one.up_at), moment)


def paused_until(moment: datetime, outages: Iterable[Outage]) -> datetime | None:
    """The end of the pause of the event around the moment; None where the event is not paused."""
    return next(
        (outage.up_at for outage in outages if outage.is_pause and outage.down_from <= moment < outage.up_at), None
    )


def merge(outages: Iterable[Outage]) -> Iterator[Outage]:
    """The same times in order, without overlaps."""
    current: Outage | None = None
    for outage in sorted(outages):
        if current is None:
            current = outage
        elif outage.down_from <= current.up_at:
            current = Outage(current.down_from, max(current.up_at, outage.up_at))
        else:
            yield current
            current = outage
    if current is not None:
        yield current


# --- what is due ----------------------------------------------------------------------------------------------------


CLICKS_IN_FLIGHT = timedelta(seconds=3)
"""How long after a close the step waits for presses that were made in time and are still on their way."""


class Step(StrEnum):
    """The steps that come by themselves; a subject has at most one of each kind due at a time."""

    OPEN_CHECK_IN = "open_check_in"
    REMIND_CHECK_IN = "remind_check_in"
    ASK_ABOUT_CLOSE = "ask_about_close"
    """Somebody is missing shortly before the close: who runs the event is asked."""
    CLOSE_CHECK_IN = "close_check_in"
    DRAW = "draw"
    START = "start"
    REMIND_JUSTIFICATION = "remind_justification"
    BAR_ABSENTEE = "bar_absentee"
    LOSE_GAME = "lose_game"
    REMIND_CONFIRM = "remind_confirm"
    LET_STAND = "let_stand"
    ESCALATE_DISPUTE = "escalate_dispute"
    REMIND_REVIEW = "remind_review"
    NOTIFY_ABSENTEES = "notify_absentees"
    REMIND_REPLY = "remind_reply"
    END_REPLY = "end_reply"
    CLOSE_FILE = "close_file"
    REMIND_VOTERS = "remind_voters"
    CLOSE_VOTE = "close_vote"
    ASK_RUNNER = "ask_runner"
    """Of a vote below its quorum: who runs it is asked to end it."""
    COUNT_ABSENCES = "count_absences"
    REMIND_DECIDERS = "remind_deciders"
    """Of a server: what waits for who holds an office."""
    MIRROR_ROLES = "mirror_roles"
    PROPOSE_TITLE = "propose_title"
    FORGET = "forget"
    REMIND_CEREMONY = "remind_ceremony"
    FLAG_FALLS = "flag_falls"
    END_INVITATION = "end_invitation"
    END_PAUSE = "end_pause"
    CLOSE_LINE_UPS = "close_line_ups"
    ADJOURN = "adjourn"
    REMIND_RESTART = "remind_restart"
    GO_ON = "go_on"
    PAIR_LOBBY = "pair_lobby"
    TIME_IS_UP = "end_arena"
    """Of an event that ends by its clock; stored as it was called when only arenas did."""
    END_EVENT_PAUSE = "end_event_pause"
    WRITE_DAY_BEFORE = "write_day_before"
    WRITE_HOUR_BEFORE = "write_hour_before"
    LOOK_AT_TEAMS = "look_at_teams"
    """An hour before registration closes: captains whose team does not fit the ranking are told."""
    CLOSE_THREAD = "close_thread"
    REMIND_REPORT = "remind_report"
    VOID_UNREPORTED = "void_unreported"
    REMIND_MATCH = "remind_match"
    CALL_MATCH = "call_match"
    MISS_TIME = "miss_time"
    """A match could not be called at its time, and is not called any more."""
    REMIND_ROUND = "remind_round"
    END_ROUND = "end_round"
    """The days in which the sides of a match agree on its time are over."""
    NEXT_ROUND = "next_round"
    LOSE_BOTH = "lose_both"
    """Both sides have stayed away for the rulebook's time: both lose the match."""
    END_WAITING = "end_waiting"
    """A match has waited for another one for as long as it may."""
    TELL_STILL = "tell_still"
    """Something stands still: who can act is reminded, who runs the event is asked, or asked again."""
    LOOK_AT_FOUNDING = "look_at_founding"
    """Of a server: whether it had held its official events before they were counted."""
    END_AGREEMENT = "end_agreement"
    """Of a ruling that the only organiser asks for in their own match: the opponent did not agree in time."""
    HAND_ON_SIGNATURE = "hand_on_signature"
    """Nobody of those who come first has signed: the next in line can sign, too."""
    END_SIGNATURE = "end_signature"
    """Nobody has signed in time, or nobody has objected in the public days."""
    CALL_STAFF = "call_staff"
    """Who runs an event is called to what waits for them."""
    ANNOUNCE_NEXT = "announce_next"
    """Of an event that comes back by itself: the next one is announced."""
    SHOW_PAST = "show_past"
    """Of a server that was put on the web: its events of before come there, and their cards say so."""


@dataclass(frozen=True, slots=True)
class Due:
    """A step to be taken at a moment, or at once when the moment has passed."""

    kind: StrEnum
    at: datetime


def soonest(due: Iterable[Due]) -> tuple[Due, ...]:
    """The earliest of each kind, kinds in the order in which they came."""
    found: dict[StrEnum, Due] = {}
    for one in due:
        if one.kind not in found or one.at < found[one.kind].at:
            found[one.kind] = one
    return tuple(found.values())


# --- what stands still ----------------------------------------------------------------------------------------------


class Rung(IntEnum):
    """How far a state has climbed."""

    NOTHING = 0
    REMINDED = 1
    """Those who can act were reminded."""
    ASKED = 2
    """Who runs the event was asked."""
    AFTER_A_DAY = 3
    AFTER_THREE_DAYS = 4
    AFTER_A_WEEK = 5
    """Asked for the last time: from here on it rests."""


AGAIN_AFTER: Final = {
    Rung.AFTER_A_DAY: timedelta(days=1),
    Rung.AFTER_THREE_DAYS: timedelta(days=3),
    Rung.AFTER_A_WEEK: timedelta(days=7),
}
"""How long after the first question each further one comes."""


@dataclass(frozen=True, slots=True)
class Still:
    """A state that goes no further by itself: since when, and when whom it waits for hears of it.

    `asked_after` counts from `since`; None where nobody but those who can act is ever told.
    """

    kind: StrEnum
    since: datetime
    reminded_after: timedelta | None = None
    """None where only staff can act."""
    asked_after: timedelta | None = timedelta()
    is_asked: bool = False
    """Whether the step that led here has asked who runs the event; the ladder goes on from there."""


@dataclass(frozen=True, slots=True)
class ToldSoFar:
    """What was said of a thing so far: of which state, counted since when, how far, and when at last.

    `kind` is None where somebody has only pressed: then time counts from that press.
    """

    kind: str | None
    since: datetime
    rung: Rung
    last_at: datetime


def since(still: Still, told_so_far: ToldSoFar | None) -> datetime:
    """From when the time counts: from the last press, where that came after the state began."""
    return still.since if told_so_far is None else max(still.since, told_so_far.since)


def rung_of(still: Still, told_so_far: ToldSoFar | None) -> Rung:
    """How far this state has climbed; what was said of another state, or before it began, does not count."""
    first = Rung.ASKED if still.is_asked else Rung.NOTHING
    if told_so_far is None or told_so_far.kind != still.kind or told_so_far.since < still.since:
        return first
    return max(first, told_so_far.rung)


def next_rung(still: Still, told_so_far: ToldSoFar | None, outages: Iterable[Outage]) -> tuple[Rung, datetime] | None:
    """The next time that somebody hears of it; None where nobody is told any more, and it rests."""
    now, begun, known = rung_of(still, told_so_far), since(still, told_so_far), tuple(outages)
    for rung in Rung:
        after = _after(still, rung)
        if rung > now and after is not None:
            return rung, resume(begun, after, known)
    return None


def last_come(still: Still, told: ToldSoFar | None, outages: Iterable[Outage], at: datetime) -> Rung | None:
    """The highest rung that has come and was not told of; those that it overtook are not told of any more."""
    come: Rung | None = None
    while (ahead := next_rung(still, told, outages)) is not None and ahead[1] <= at:
        come = ahead[0]
        told = ToldSoFar(still.kind, since(still, told), come, at)
    return come


def rests(still: Still, told_so_far: ToldSoFar | None) -> bool:
    """Whether everybody was told who is to be told, so that it waits for a press and for nothing else."""
    return next_rung(still, told_so_far, ()) is None


def due_steps(still: Still | None, told_so_far: ToldSoFar | None, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """The one step of what stands still; none of what rests, and of what goes on by itself."""
    found = None if still is None else next_rung(still, told_so_far, outages)
    return () if found is None else (Due(Step.TELL_STILL, found[1]),)


def _after(still: Still, rung: Rung) -> timedelta | None:
    """How long after it began that rung comes; None where it has none."""
    if rung is Rung.REMINDED:
        return still.reminded_after
    if still.asked_after is None or rung is Rung.NOTHING:
        return None
    return still.asked_after + AGAIN_AFTER.get(rung, timedelta())


# --- durations in words ---------------------------------------------------------------------------------------------


LONGEST = timedelta(days=3650)
"""Nothing in an event lasts longer than ten years; what never ends is written as such."""

DAYS_FROM = timedelta(days=7)
"""From here on whole days are spoken of as days; below, hours are clearer ("72 h", never "3 d")."""

_WRITTEN = re.compile(r"(\d{1,9}) ?(s|min|h|d)", re.ASCII)


class Unit(StrEnum):
    """The units that a duration may be written in."""

    SECONDS = "s"
    MINUTES = "min"
    HOURS = "h"
    DAYS = "d"


LENGTH: dict[Unit, timedelta] = {
    Unit.SECONDS: timedelta(seconds=1),
    Unit.MINUTES: timedelta(minutes=1),
    Unit.HOURS: timedelta(hours=1),
    Unit.DAYS: timedelta(days=1),
}


def read_duration(text: str) -> timedelta | None:
    """The duration that `text` names, or None when it names none or one longer than `LONGEST`."""
    written = _WRITTEN.fullmatch(text.strip())
    if written is None:
        return None
    seconds = int(written[1]) * int(LENGTH[Unit(written[2])].total_seconds())
    return timedelta(seconds=seconds) if seconds <= LONGEST.total_seconds() else None


def split_duration(duration: timedelta) -> tuple[int, Unit]:
    """The number and the unit by which a duration is spoken of; parts of a second are dropped."""
    if duration >= DAYS_FROM and not duration % LENGTH[Unit.DAYS]:
        return duration // LENGTH[Unit.DAYS], Unit.DAYS
    if duration and not duration % LENGTH[Unit.HOURS]:
        return duration // LENGTH[Unit.HOURS], Unit.HOURS
    if not duration % LENGTH[Unit.MINUTES]:
        return duration // LENGTH[Unit.MINUTES], Unit.MINUTES
    return duration // LENGTH[Unit.SECONDS], Unit.SECONDS


def write_duration(duration: timedelta) -> str:
    """The text that `read_duration` turns into the same duration: "30 min", "72 h", "0 min"."""
    number, unit = split_duration(duration)
    return f"{number} {unit}"


# --- cards that were gone -------------------------------------------------------------------------------------------


HELD_FOR: Final = timedelta(minutes=2)
"""So long a clock waits for its card before it is asked again whether the card is back."""
MOST_GAPS: Final = 2
"""So often a clock gets the time back in which its card was gone.

Who may delete messages and plays would stop his own clock for ever otherwise, as by removing the bot.
"""


@dataclass(frozen=True, slots=True)
class CardGap:
    """`card` is "contest:ID" or the like; `stood_until` is when it was last known to stand."""

    card: str
    stood_until: datetime
    noticed_at: datetime
    held_until: datetime
    back_at: datetime | None = None

    @property
    def lost(self) -> Outage:
        """The time that does not count: until the card was back, or as long as it is waited for."""
        return Outage(self.stood_until, max(self.stood_until, self.back_at or self.held_until))


def with_gaps(outages: Iterable[Outage], gaps: Iterable[CardGap]) -> tuple[Outage, ...]:
    """All times in which the clock of a card stands still; its third gap, and each later one, stops it no more."""
    first = sorted(gaps, key=lambda gap: gap.stood_until)[:MOST_GAPS]
    return (*outages, *(gap.lost for gap in first))


def stops_clock(gaps: Iterable[CardGap], stood_until: datetime) -> bool:
    """Whether the gap of a card that began then is among the first, which stop its clock."""
    return sum(gap.stood_until <= stood_until for gap in gaps) <= MOST_GAPS


# --- what the desk shows --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OutageView:
    """What an outage did to one tournament. What it did not touch is None or False."""

    name: str
    outage: Outage
    check_in_until: datetime | None
    """When confirmation closes now, where the outage moved that."""
    clocks_stood_still: bool
    """Matches were being played, so clocks and deadlines of reports were prolonged."""
    clocks_went_on: bool = False
    """The server had removed the bot too often: no clock stood still for it."""
