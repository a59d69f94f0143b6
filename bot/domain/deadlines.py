"""What is due, as the thing itself says it: a kind of step and its moment, never a memory of timers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

CLICKS_IN_FLIGHT = timedelta(seconds=3)
"""How long after a close the step waits for presses that were made in time and are still on their way."""


class Step(StrEnum):
    """The steps that come by themselves; a subject has at most one of each kind due at a time."""

    OPEN_CHECK_IN = "open_check_in"
    REMIND_CHECK_IN = "remind_check_in"
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
