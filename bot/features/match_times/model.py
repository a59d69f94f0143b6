"""How two sides come to the time of their match: what was proposed, answered and agreed on, and what follows.

The days of a match count from when its sides were told of it; so does the time to answer a proposal. Both are windows
that an outage makes longer. Nobody is absent who was not told, or had less time to answer than the rulebook gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.features.playing.match_views_model import MatchView
from bot.kernel.ids import ContestId, PersonId, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Outage, Step, extend
from bot.kernel.promises import Notified, OfContest, OfTournament
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.rulebook import MatchTimesRules, Rulebook


class ProposalEnd(StrEnum):
    """How a proposal came to its end, where its moment has not simply passed."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    OVERTAKEN = "overtaken"
    """The match has got another time meanwhile."""


class TimeEnd(StrEnum):
    """How a time that stood came to its end before the match was called."""

    MOVED = "moved"
    """Both sides have agreed on another."""
    SET_ANEW = "set_anew"
    """Staff have set another."""
    LIFTED = "lifted"
    """Staff have taken it away, and the sides agree anew."""
    MISSED = "missed"
    """Nobody could be called then, as in an outage, and too much time has passed since."""


@dataclass(frozen=True, slots=True)
class TimeProposal:
    """A time that one side has proposed."""

    proposal_id: str
    side: int
    by: PersonId
    at: datetime
    """The time of the match."""
    made_at: datetime
    told_at: datetime | None = None
    """When the message that tells the other side was delivered."""
    ending: ProposalEnd | None = None
    ended_at: datetime | None = None

    def is_open(self, now: datetime) -> bool:
        """Whether it can still be accepted."""
        return self.ending is None and now < self.at


@dataclass(frozen=True, slots=True)
class MatchTime:
    """A time that the match has, or had."""

    number: int
    at: datetime
    fixed_at: datetime
    told_at: datetime | None = None
    """When the message that tells both sides was delivered."""
    proposal_id: str | None = None
    """The proposal that was accepted; None where staff have set the time."""
    by: PersonId | None = None
    """Who accepted it, or set it."""
    reason: str | None = None
    """Why staff have set it."""
    ending: TimeEnd | None = None
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class LastTime:
    """The last time that a match has or had, and what became of the match."""

    contest_id: ContestId
    tournament_id: TournamentId
    number: int
    """How often the match got a time until then."""
    at: datetime
    fixed_at: datetime
    ended_at: datetime | None = None
    """When the time was taken away, and no other put in its place."""
    voided_at: datetime | None = None
    settled_at: datetime | None = None
    """When the result was settled that stands."""
    decisions: int = 0
    """How often a result was settled or taken back."""

    @property
    def gone_at(self) -> datetime | None:
        """Since when nothing is played at that time; None where it is, or was."""
        early = self.settled_at if self.settled_at is not None and self.settled_at < self.at else None
        return max((one for one in (self.ended_at, self.voided_at, early) if one is not None), default=None)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """All that is on record about the time of one match, since it was last told to its sides."""

    contest_id: ContestId
    opened_at: datetime
    told_at: datetime | None = None
    """When the message about it was delivered: its days count from here on."""
    until: datetime | None = None
    """How long staff have prolonged it."""
    asked_at: datetime | None = None
    """When the organisers were asked what becomes of it."""
    proposals: tuple[TimeProposal, ...] = ()
    times: tuple[MatchTime, ...] = ()

    @property
    def time(self) -> MatchTime | None:
        """The time that stands."""
        last = self.times[-1] if self.times else None
        return last if last is not None and last.ending is None else None

    def open_proposals(self, now: datetime) -> tuple[TimeProposal, ...]:
        """Those that can still be accepted, the earliest time first."""
        return tuple(sorted((one for one in self.proposals if one.is_open(now)), key=lambda one: one.at))

    def proposal(self, proposal_id: str) -> TimeProposal | None:
        """The proposal of that id."""
        return next((one for one in self.proposals if one.proposal_id == proposal_id), None)

    def took_part(self, side: int) -> bool:
        """Whether the side has proposed a time or answered a proposal."""
        answers = {ProposalEnd.ACCEPTED, ProposalEnd.DECLINED}
        return any(one.side == side or one.ending in answers for one in self.proposals)


class DaysOutcome(StrEnum):
    """What the days of a match have come to once they are over."""

    __said_as__ = "outcome"

    HAS_TIME = "has_time"
    ABSENT_0 = "absent_0"
    ABSENT_1 = "absent_1"
    BOTH_SILENT = "both_silent"
    NO_AGREEMENT = "no_agreement"


ABSENT: Final = (DaysOutcome.ABSENT_0, DaysOutcome.ABSENT_1)
"""By the side that stayed away."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """By what an arrangement is read: its rulebook, and the times in which nobody could press."""

    rulebook: Rulebook
    outages: tuple[Outage, ...]

    @property
    def rules(self) -> MatchTimesRules:
        """The table of the rulebook, which has one."""
        return self.rulebook.match_times or MatchTimesRules()

    @property
    def late_by(self) -> timedelta:
        """So long after its time a match is still called; later nobody can be expected to wait for it."""
        return self.rulebook.outage.reopen_for

    def window(self, began: datetime, lasts: timedelta) -> datetime:
        """When a window that began then closes."""
        return extend(began, began + lasts, self.outages, self.rulebook.outage.reopen_for)

    def round_ends_at(self, arrangement: Arrangement) -> datetime | None:
        """When the days of the match are over: those of its round, longer where staff say so or a time fell away.

        None while nobody was told.
        """
        if arrangement.told_at is None:
            return None
        ends = [self.window(arrangement.told_at, self.rules.round_lasts)]
        ends += [] if arrangement.until is None else [arrangement.until]
        fell_away = (time.ended_at for time in arrangement.times if time.ending in {TimeEnd.MISSED, TimeEnd.LIFTED})
        ends += [self.window(at, self.rules.answer_within) for at in fell_away if at is not None]
        return max(ends)

    def latest(self, arrangement: Arrangement) -> datetime | None:
        """The last moment at which the match can be played by agreement."""
        ends = self.round_ends_at(arrangement)
        return None if ends is None else ends + self.rules.grace

    def answer_by(self, proposal: TimeProposal) -> datetime:
        """Until when the other side has time for its answer: never beyond the time that is proposed."""
        if proposal.told_at is None:
            return proposal.at
        return min(proposal.at, self.window(proposal.told_at, self.rules.answer_within))

    def closes_at(self, arrangement: Arrangement, now: datetime) -> datetime | None:
        """Until when the sides can agree: the end of its days, or of the time to answer what was proposed last."""
        ends = self.round_ends_at(arrangement)
        if ends is None:
            return None
        return max([ends, *(self.answer_by(proposal) for proposal in arrangement.open_proposals(now))])

    def had_time_to_answer(self, proposal: TimeProposal, now: datetime) -> bool:
        """Whether the other side was told of it and could answer for as long as the rulebook gives."""
        if proposal.told_at is None:
            return False
        stood = min(moment for moment in (proposal.ended_at, proposal.at, now) if moment is not None)
        return stood >= self.window(proposal.told_at, self.rules.answer_within)

    def outcome(self, arrangement: Arrangement, now: datetime) -> DaysOutcome:
        """What the days of the match come to. Nobody is absent who did anything, or had no time to."""
        if arrangement.time is not None:
            return DaysOutcome.HAS_TIME
        for side in (0, 1):
            fair = (self.had_time_to_answer(other, now) for other in arrangement.proposals if other.side != side)
            if not arrangement.took_part(side) and any(fair):
                return ABSENT[side]
        silent = not (arrangement.took_part(0) or arrangement.took_part(1))
        return DaysOutcome.BOTH_SILENT if silent else DaysOutcome.NO_AGREEMENT

    def proposals_left(self, arrangement: Arrangement, side: int) -> int:
        """How many times the side can still propose until the match has a time, or another one."""
        since = arrangement.times[-1].fixed_at if arrangement.times else arrangement.opened_at
        return self.rules.proposals - sum(made.side == side and made.made_at >= since for made in arrangement.proposals)

    def moves_left(self, arrangement: Arrangement) -> int:
        """How often the sides can still move the time on which they agreed."""
        return self.rules.reschedules - sum(time.ending is TimeEnd.MOVED for time in arrangement.times)

    def is_stuck(self, arrangement: Arrangement, now: datetime) -> bool:
        """Whether nothing can come of it any more: no time, nothing proposed, and nobody has a proposal left."""
        spent = all(self.proposals_left(arrangement, side) <= 0 for side in (0, 1))
        return arrangement.time is None and spent and not arrangement.open_proposals(now)

    def is_due(self, arrangement: Arrangement, now: datetime) -> bool:
        """Whether the match is called now: its time has come, both sides know it, and it is not long past."""
        time = arrangement.time
        return time is not None and time.told_at is not None and time.at <= now <= time.at + self.late_by

    def due_steps(self, arrangement: Arrangement, now: datetime) -> tuple[Due, ...]:
        """What comes by itself: of a match with a time its reminders and its call, else the end of its days."""
        return self._of_time(arrangement.time, now) if arrangement.time is not None else self._of_days(arrangement, now)

    def _of_time(self, time: MatchTime, now: datetime) -> tuple[Due, ...]:
        ahead = (time.at - before for before in self.rules.reminders_before_match)
        reminders = sorted(moment for moment in ahead if moment > max(now, time.fixed_at))
        return (
            *(Due(Step.REMIND_MATCH, moment) for moment in reminders[:1]),
            Due(Step.CALL_MATCH, time.at),
            Due(Step.MISS_TIME, time.at + self.late_by + CLICKS_IN_FLIGHT),
        )

    def _of_days(self, arrangement: Arrangement, now: datetime) -> tuple[Due, ...]:
        ends, closes = self.round_ends_at(arrangement), self.closes_at(arrangement, now)
        if ends is None or closes is None or arrangement.asked_at is not None:
            return ()
        ahead = (ends - before for before in self.rules.reminders_before_round_ends)
        reminders = sorted(moment for moment in ahead if moment > now)
        return (
            *(Due(Step.REMIND_ROUND, moment) for moment in reminders[:1]),
            Due(Step.END_ROUND, now if self.is_stuck(arrangement, now) else closes + CLICKS_IN_FLIGHT),
        )


def rounds_end_at(calendar: Calendar, some: Iterable[Arrangement]) -> datetime | None:
    """When the days of the last of these matches are over; None where nobody was told of any.

    Time to answer, and what staff have prolonged, is a match's own: the next round does not wait for it.
    """
    told = (one.told_at for one in some)
    return max((calendar.window(at, calendar.rules.round_lasts) for at in told if at is not None), default=None)


_PROPOSE = ("time-propose",)


class MatchInCalendar(OfContest):
    """No message: the match's entry in the server's calendar follows its time."""

    NOTIFIES = Notified.NOBODY
    IN_CALENDAR = True


class RoundOpened(OfTournament):
    """Matches of a round are open, each with days of its own."""

    NOTIFIES = Notified.NOBODY
    round: int
    draw: int
    ASKS_BY = ("now",)


class MatchOpened(OfContest):
    """To both sides: agree on a time; this message becomes the panel, and its delivery starts the days."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = _PROPOSE


class TimeProposed(OfContest):
    """To the other side; its delivery starts the time to answer."""

    NOTIFIES = Notified.ASKED
    proposal: str
    ASKS_BY = ("time-accept",)


class ProposalDeclined(OfContest):
    """To who proposed it."""

    NOTIFIES = Notified.ASKED
    proposal: str
    ASKS_BY = _PROPOSE


class OfTime(OfContest):
    """About one of the times that the match has or had."""

    number: int


class TimeFixed(OfTime):
    """To both sides: the match has a time, by agreement or by staff's word; nobody is absent who was not told."""

    NOTIFIES = Notified.PLAYERS


class TimeLifted(OfTime):
    """To both sides: staff have taken the time away."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = _PROPOSE


class TimeMissed(OfTime):
    """To both sides: the match could not be called at its time, and they agree anew."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = _PROPOSE


class MatchSoon(OfTime):
    """To both sides: the match begins soon."""

    NOTIFIES = Notified.PLAYERS


class TimeWanted(OfContest):
    """To who has to act: the days of the match are over soon, and it has no time."""

    NOTIFIES = Notified.ASKED
    ASKS_BY = _PROPOSE


class SilentSideLost(OfContest):
    """One side neither proposed a time nor answered, and has lost by absence."""

    NOTIFIES = Notified.PLAYERS
    side: int


class TimeUndecided(OfContest):
    """To the organisers: the days are over, the match has no time, and nobody is to blame alone."""

    NOTIFIES = Notified.NOBODY
    STANDS_WITH_MATCHES = True
    outcome: DaysOutcome
    ASKS_BY = ("time-desk",)


class DaysProlonged(OfContest):
    """To both sides: staff give the match more days."""

    NOTIFIES = Notified.PLAYERS
    ASKS_BY = _PROPOSE


@dataclass(frozen=True, slots=True)
class TimesView:
    """A match with the talk about its time, as its card shows it."""

    match: MatchView
    arrangement: Arrangement
    goes_on: bool
    """Whether a time is still looked for or waited for."""
    ends_at: datetime | None
    """The end of the days of the match; None while its sides were not told of it."""
    closes_at: datetime | None
    """Until when the sides can agree: later, where somebody has still time to answer."""
    latest: datetime | None
    open_proposals: tuple[TimeProposal, ...]
    answer_by: tuple[datetime, ...]
    """Until when each of them can be answered at least."""
    left: tuple[int, int]
    """Proposals that each side has left."""
    moves_left: int
    link: str | None = None
    """To the match's own card, once it is called."""

    @property
    def contest_id(self) -> ContestId:
        """The match."""
        return self.match.contest_id

    @property
    def tournament(self) -> Tournament:
        """Its event."""
        return self.match.tournament

    @property
    def players(self) -> tuple[Person, ...]:
        """Who plays, in the order of the sides."""
        return self.match.players

    def owing(self) -> tuple[Person, ...]:
        """Who has to act now: who has something to answer, and where nothing is proposed, both."""
        if not self.open_proposals:
            return self.players
        answering = {1 - one.side for one in self.open_proposals}
        return tuple(self.players[side] for side in sorted(answering))
