"""What one server may keep, each kind of thing with its bound: one file holds the data of thousands of servers.

The numbers are generous: a busy server never meets them, and one that fills the file by purpose does. What is counted
for a person stands in `QUOTAS` of `bot/people/model.py`; what something else bounds is listed, with the reason, in
`tests/server/test_quotas.py`, which holds every table of the schema to one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.kernel.errors import UserError


class Bounded(StrEnum):
    """What is counted of a server, or of one event of it."""

    __said_as__ = "room"

    OPEN_EVENTS = "open_events"
    NEW_EVENTS = "new_events"
    EVENTS = "events"
    EVENT_PICTURES = "event_pictures"
    EVENT_DRAFTS = "event_drafts"
    EVENT_RULES = "event_rules"
    PROPOSALS = "proposals"
    PAST_EVENTS = "past_events"
    PAST_PLAYERS = "past_players"
    PAST_MATCHES = "past_matches"
    WAITING_FILES = "waiting_files"
    OUTSIDERS = "outsiders"
    LISTED = "listed"
    OPENING_LISTS = "opening_lists"
    SIGNATURES = "signatures"
    PROOFS = "proofs"
    VOTES = "votes"
    ALL_VOTES = "all_votes"
    PROCEDURES = "procedures"
    CASES = "cases"
    RATING_LISTS = "rating_lists"
    ALL_RATING_LISTS = "all_rating_lists"
    RULEBOOKS = "rulebooks"
    APPROVALS = "approvals"
    GAME_SHEETS = "game_sheets"
    OPEN_SERIES = "open_series"
    SERIES = "series"
    RUNNING_REPEATS = "running_repeats"
    REPEATS = "repeats"


class WayOut(StrEnum):
    """What makes room again, or what is done instead."""

    ASK_HOST = "ask_host"
    CLOSE_SERIES = "close_series"
    DECIDE = "decide"
    END_EVENTS = "end_events"
    NO_PICTURE = "no_picture"
    REMOVE_RULEBOOK = "remove_rulebook"
    REMOVE_SHEET = "remove_sheet"
    REPLACE_PROCEDURE = "replace_procedure"
    STOP_REPEAT = "stop_repeat"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Bound:
    """So many fit; where `within` is told, so many in that time."""

    most: int
    way_out: WayOut
    within: timedelta | None = None

    @property
    def near(self) -> int:
        """With so many or fewer left it is told: a tenth."""
        return self.most // 10


_DAY: Final = timedelta(days=1)
BOUNDS: Final[Mapping[Bounded, Bound]] = MappingProxyType(
    {
        Bounded.OPEN_EVENTS: Bound(100, WayOut.END_EVENTS),
        # Creating and cancelling over and over: as many as may be open at a time.
        Bounded.NEW_EVENTS: Bound(100, WayOut.WAIT, _DAY),
        # Five a day for ten years.
        Bounded.EVENTS: Bound(20_000, WayOut.ASK_HOST),
        # Up to 300 KB each.
        Bounded.EVENT_PICTURES: Bound(1_000, WayOut.NO_PICTURE),
        Bounded.EVENT_DRAFTS: Bound(200, WayOut.DECIDE),
        # Of one event: each was drafted, and then approved or refused.
        Bounded.EVENT_RULES: Bound(50, WayOut.ASK_HOST),
        # Each keeps a whole rulebook, approved or refused: one a day for a dozen years.
        Bounded.PROPOSALS: Bound(5_000, WayOut.ASK_HOST),
        Bounded.PAST_EVENTS: Bound(2_000, WayOut.ASK_HOST),
        # Of all past events together: 2,000 with a hundred players or matches each.
        Bounded.PAST_PLAYERS: Bound(200_000, WayOut.ASK_HOST),
        Bounded.PAST_MATCHES: Bound(200_000, WayOut.ASK_HOST),
        # Past events, lists of sign-ups and opening lists that wait for a press: up to 60 MB each as they were sent.
        Bounded.WAITING_FILES: Bound(50, WayOut.DECIDE),
        # People who were entered by name alone. Who is on Discord is bounded by Discord.
        Bounded.OUTSIDERS: Bound(20_000, WayOut.ASK_HOST),
        # Entries from lists of sign-ups: a hundred people thrice a week for a dozen years.
        Bounded.LISTED: Bound(200_000, WayOut.ASK_HOST),
        Bounded.OPENING_LISTS: Bound(100, WayOut.ASK_HOST),
        # Each keeps what was wished for: three a day for ten years.
        Bounded.SIGNATURES: Bound(10_000, WayOut.ASK_HOST),
        # In disputes that are open: up to a megabyte each, and they go with the case.
        Bounded.PROOFS: Bound(200, WayOut.DECIDE),
        # Each keeps who may vote.
        Bounded.VOTES: Bound(50, WayOut.WAIT, _DAY),
        Bounded.ALL_VOTES: Bound(5_000, WayOut.ASK_HOST),
        Bounded.PROCEDURES: Bound(50, WayOut.REPLACE_PROCEDURE),
        Bounded.CASES: Bound(100, WayOut.WAIT, _DAY),
        # By hand, besides those of events: each has a line for everybody who is rated, and one sheet corrects many.
        Bounded.RATING_LISTS: Bound(20, WayOut.WAIT, _DAY),
        Bounded.ALL_RATING_LISTS: Bound(2_000, WayOut.ASK_HOST),
        Bounded.RULEBOOKS: Bound(50, WayOut.REMOVE_RULEBOOK),
        Bounded.APPROVALS: Bound(500, WayOut.ASK_HOST),
        # Each language counted.
        Bounded.GAME_SHEETS: Bound(60, WayOut.REMOVE_SHEET),
        Bounded.OPEN_SERIES: Bound(20, WayOut.CLOSE_SERIES),
        Bounded.SERIES: Bound(1_000, WayOut.ASK_HOST),
        Bounded.RUNNING_REPEATS: Bound(20, WayOut.STOP_REPEAT),
        Bounded.REPEATS: Bound(1_000, WayOut.ASK_HOST),
    }
)
OF_AN_EVENT: Final = frozenset({Bounded.EVENT_RULES})
"""What is counted of one event, and not of the whole server."""


@dataclass(frozen=True, slots=True)
class Room:
    """How much room there is left for something, of how much in all."""

    what: Bounded
    left: int
    bound: Bound

    @property
    def is_scarce(self) -> bool:
        """Whether it is told, before the bound bites and when it does."""
        return self.left <= self.bound.near


class ServerFull(UserError):
    """The server keeps as much of it as fits, or with this one more would."""

    what: Bounded
    limit: int
    way_out: WayOut


class ServerNearlyFull(UserError):
    """Never raised: it is said below the answer to who took some of the last room."""

    what: Bounded
    left: int
    limit: int
    way_out: WayOut
