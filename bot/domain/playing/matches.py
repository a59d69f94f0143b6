"""A match as it is being run: the contest, its clocks, its report, and whether it is suspended."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from bot.domain.card_gaps import CardGap
from bot.domain.contests import NOTHING_MORE, Contest, Particulars, Score
from bot.domain.ids import ContestId, PersonId, TournamentId
from bot.domain.playing.absence_clocks import AbsenceClock
from bot.domain.scores import LOVE


class ReportAnswer(StrEnum):
    """What became of a report."""

    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    STOOD = "stood"
    """Nobody answered within the rulebook's time."""
    OVERRULED = "overruled"
    """The arbiter decided otherwise, or first."""
    WITHDRAWN = "withdrawn"


class Beside(StrEnum):
    """What can be on record beside a match that few matches have."""

    WARNINGS = "warnings"
    GUESS = "guess"
    RECORDINGS = "recordings"
    PAUSES = "pauses"
    TIME_NOTES = "time_notes"
    APPEAL = "appeal"
    """Against the ruling that settled it."""
    CONFIRMED = "confirmed"
    """The arbiter's word on a result that both players had confirmed."""
    PROOF = "proof"
    """Files that were brought to a dispute of it."""
    OFFICERS = "officers"
    """A chief arbiter or a deputy of its event."""


@dataclass(frozen=True, slots=True)
class Counter:
    """What the other side reported, where it is not the same."""

    score: Score
    particulars: Particulars


@dataclass(frozen=True, slots=True)
class Report:
    """A score that one side has given, and what the other side said to it. Open until `closed_at`."""

    report_id: str
    contest_id: ContestId
    person_id: PersonId
    score: Score
    """Games won by each side, and where games can be drawn, the drawn ones after them: (1, 1, 2)."""
    reported_at: datetime
    reminded_at: datetime | None = None
    answer: ReportAnswer | None = None
    answered_at: datetime | None = None
    answered_by: PersonId | None = None
    dispute: str | None = None
    escalated_at: datetime | None = None
    closed_at: datetime | None = None
    particulars: Particulars = NOTHING_MORE
    doubted_at: datetime | None = None
    """When the other side began to say what it sees differently: the report stays open while that is written."""
    counter: Counter | None = None
    """Of a dispute that came of two reports that differ, the second one, which is `answered_by`'s."""

    @property
    def awaits_answer(self) -> bool:
        """Whether the other side can still agree or dispute."""
        return self.answer is None and self.closed_at is None


@dataclass(frozen=True, slots=True)
class BoardClock:
    """One player of a team who is waited for on the own board, from the start of the match on (GO-22)."""

    side: int
    board: int
    started_at: datetime
    ended_at: datetime | None
    """When the player came; None while nobody has."""
    rested: timedelta = timedelta()
    """For how long the match was suspended meanwhile, outages apart."""


@dataclass(frozen=True, slots=True)
class Match:
    """Everything on record of one contest."""

    contest: Contest
    tournament_id: TournamentId
    draw_number: int
    created_at: datetime
    assigned_at: datetime | None = None
    suspended_at: datetime | None = None
    resumed_at: datetime | None = None
    """When it last went on after it had rested."""
    voided_at: datetime | None = None
    forfeits: Score = LOVE
    """Games that each side was given by the other's offences since the call (GO-24)."""
    running: Score = LOVE
    """The score between games, as the arbiter recorded it (AIJE-D01-6)."""
    clocks: tuple[AbsenceClock, ...] = ()
    report: Report | None = None
    """The open report, if there is one."""
    away: tuple[int, ...] = ()
    """Sides of a table that the arbiter has seated out: the others play without them."""
    board_clocks: tuple[BoardClock, ...] = ()
    """Of a match of teams, the single players who are or were late on their boards."""
    gaps: tuple[CardGap, ...] = ()
    """The times in which its card was gone."""
    reason: str | None = None
    """What was written of why with the result that stands."""
    beside: frozenset[Beside] = frozenset()
    """What else there is to read of it."""
    adjourned: int = 0
    """How often it was adjourned since its call (GO-14)."""
    calls_staff: bool = field(default=False, compare=False)
    """Whether who runs the event was called to it, and that is not settled."""
    is_told: bool = field(default=False, compare=False)
    """Whether anybody was told that it stands still."""
