"""What holds up an event, and what one person has to do now: gathered facts, without text and without Discord."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.community import Person
from bot.domain.tournament import Phase, Tournament
from bot.domain.views import Headcount


class Obstacle(StrEnum):
    """What holds up the next step, the most urgent first."""

    PARKED = "parked"
    """Messages that Discord refused: clocks that hang on them do not start."""
    DISPUTE = "dispute"
    UNDECIDED = "undecided"
    """Both sides stayed away: the arbiter decides."""
    NOBODY_ON_DUTY = "nobody_on_duty"
    NO_ARBITER_FREE = "no_arbiter_free"
    ALL_CONFLICTED = "all_conflicted"
    LEFT_ALONE = "left_alone"
    """In play, and its arbiter went off duty."""
    SUSPENDED = "suspended"
    ABSENT = "absent"
    UNANSWERED = "unanswered"
    """A report that the other side has not answered."""
    NOT_DELIVERED = "not_delivered"
    """Given to an arbiter, but its call is not out yet."""
    CLAIM = "claim"
    NOT_CONFIRMED = "not_confirmed"
    REVIEW = "review"
    DRAW = "draw"
    VACANT_PRESIDENT = "vacant_president"
    VACANT_LEADER = "vacant_leader"
    """Nobody holds the office, and what only its holder may do has to wait."""


@dataclass(frozen=True, slots=True)
class DeskRow:
    """One thing that waits. `subject` is what its button carries: a match, case, claim, entrant or tournament."""

    obstacle: Obstacle
    subject: str
    people: tuple[Person, ...] = ()
    until: datetime | None = None
    n: int = 1


@dataclass(frozen=True, slots=True)
class DeskView:
    """An event as its organiser needs it: what waits, what runs, and what comes next by itself."""

    tournament: Tournament
    phase: Phase
    headcount: Headcount
    opens_at: datetime
    closes_at: datetime
    rows: tuple[DeskRow, ...]
    on_duty: tuple[Person, ...]
    in_play: int
    """Matches that go on without anybody's help."""
    to_play: int
    """Matches that are paired and not settled, those in play included."""
    now: datetime


class Duty(StrEnum):
    """What a person can have to do, the most urgent first."""

    COME = "come"
    """The match is called, and a clock runs."""
    MOVE_IN_JEEK = "move_in_jeek"
    """A clock runs in a casual game too."""
    ANSWER_REPORT = "answer_report"
    RULE = "rule"
    DECIDE_ABSENCE = "decide_absence"
    REPORT = "report"
    RESUME = "resume"
    HAND_IN_DECK = "hand_in_deck"
    CHECK_IN = "check_in"
    JOIN_LOBBY = "join_lobby"
    """An arena runs, and nobody is paired without coming to its lobby."""
    GO_ON_DUTY = "go_on_duty"
    DESK = "desk"
    JUSTIFY = "justify"
    REPLY_IN_FILE = "reply_in_file"
    """A case of misconduct about the person, who is heard in it."""
    VOTE = "vote"
    """A vote is open in which the person has not voted."""
    FOLLOW = "follow"
    DECIDE_CLAIM = "decide_claim"
    REVIEW_CASE = "review_case"
    JUDGE_FILE = "judge_file"
    DECIDE_APPEAL = "decide_appeal"
    APPROVE_EVENT = "approve_event"
    DECIDE_TITLE = "decide_title"
    ANSWER_OFFER = "answer_offer"
    """An arbiter title is offered, for which master titles would be laid down."""
    REGISTER = "register"
    NAME_COUNTRY = "name_country"
    """Titles hang on where people play for, and nobody knows it of this person."""


@dataclass(frozen=True, slots=True)
class DutyItem:
    """One thing to do. `subject` is what its button carries; `other` is the opponent, the absentee or the claimant."""

    duty: Duty
    subject: str
    tournament: Tournament | None = None
    until: datetime | None = None
    other: Person | None = None
    n: int = 1


class Outlook(StrEnum):
    """What a person can be waiting for, the nearest first."""

    OPPONENT_MOVES = "opponent_moves"
    OPPONENT_COMES = "opponent_comes"
    OPPONENT_ANSWERS = "opponent_answers"
    ARBITER_DECIDES = "arbiter_decides"
    MATCH_RESUMES = "match_resumes"
    MATCH_IS_CALLED = "match_is_called"
    NEXT_OPPONENT = "next_opponent"
    DRAW = "draw"
    START = "start"
    CHECK_IN_OPENS = "check_in_opens"
    CLAIM_IS_DECIDED = "claim_is_decided"
    CASE_IS_REVIEWED = "case_is_reviewed"
    FILE_IS_DECIDED = "file_is_decided"
    APPEAL_IS_DECIDED = "appeal_is_decided"
    BARRED = "barred"


@dataclass(frozen=True, slots=True)
class Prospect:
    """One thing that comes without the person's doing, and when, where that is known."""

    outlook: Outlook
    tournament: Tournament | None = None
    at: datetime | None = None
    other: Person | None = None


@dataclass(frozen=True, slots=True)
class Guidance:
    """All that a person has to do, the most urgent first, and what comes after."""

    duties: tuple[DutyItem, ...]
    prospects: tuple[Prospect, ...]
