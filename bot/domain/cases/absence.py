"""Absence: the walkover clock of a match, and the case of a person who did not appear."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.domain.contests import Score
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.ids import CaseId, PersonId, TournamentId
from bot.domain.outages import Outage, extend, overlap, resume
from bot.domain.rulebook import AbsenceRules, MatchRules, Rulebook, WhenUnanswered

# --- the walkover clock -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AbsenceClock:
    """One time that a side was waited for: from the call, or from when the next game should have begun."""

    side: int
    """The absent side: 0 or 1."""
    started_at: datetime
    ended_at: datetime | None
    """When the side appeared, or the arbiter stopped the clock; None while it runs."""
    games_before: Score
    """The score when the clock started, which the lost games add to."""
    costs: tuple[int, ...] = ()
    """What each full time costs of the score, where that is not a game: of a team each late player's own board."""


class Absences(StrEnum):
    """What the clocks of a match come to."""

    PLAY_ON = "play_on"
    LOST_BY_SIDE_0 = "lost_by_side_0"
    LOST_BY_SIDE_1 = "lost_by_side_1"
    ARBITER_DECIDES = "arbiter_decides"
    """Nobody is there: a double walkover is what is offered, never what comes by itself."""


def walkover_games(
    clock: AbsenceClock, now: datetime, rules: MatchRules, target: int, outages: Iterable[Outage]
) -> int:
    """Games that the absence has cost: one for each time full, at most what the opponent needed to win (AIJE-D01-5.4).

    With two minutes a game: none at 1:59, one at 2:00, two at 5:00. Time in which the bot was down does not count.
    """
    cap = target - clock.games_before[1 - clock.side]
    times = _full_times(clock, now, rules, outages)
    return max(0, min(cap, sum(clock.costs[:times]) if clock.costs else times))


def games_each(clock: AbsenceClock, now: datetime, rules: MatchRules, target: int, outages: Iterable[Outage]) -> int:
    """Games that the absence has cost whoever is late: of a team on every board, as many as are played there."""
    if not clock.costs:
        return walkover_games(clock, now, rules, target, outages)
    return min(_full_times(clock, now, rules, outages), len(clock.costs))


def next_game_lost_at(
    clock: AbsenceClock, now: datetime, rules: MatchRules, target: int, outages: Iterable[Outage]
) -> datetime | None:
    """When the absence costs the next game, or None: the side is there, or has lost the match."""
    known = tuple(outages)
    times = games_each(clock, now, rules, target, known)
    ended = clock.ended_at is not None and clock.ended_at <= now
    if ended or times >= (len(clock.costs) or target - clock.games_before[1 - clock.side]):
        return None
    return resume(clock.started_at, (times + 1) * _price(rules), known)


def walkover_score(
    clocks: Iterable[AbsenceClock], now: datetime, rules: MatchRules, target: int, outages: Iterable[Outage]
) -> Score:
    """The games that each side was given by the other's absences, over the whole match."""
    known = tuple(outages)
    given = [0, 0]
    for clock in clocks:
        given[1 - clock.side] += walkover_games(clock, now, rules, target, known)
    return given[0], given[1]


def both_absent(clocks: Iterable[AbsenceClock], now: datetime) -> bool:
    """Whether both sides are waited for at that moment: the arbiter is asked (AIJE-D01-5.4)."""
    return {clock.side for clock in clocks if _runs(clock, now)} == {0, 1}


def absences(
    clocks: Iterable[AbsenceClock], now: datetime, rules: MatchRules, target: int, outages: Iterable[Outage]
) -> Absences:
    """Whether the match goes on, is lost by the side that stayed away, or is the arbiter's to decide.

    Each side pays for its own time, so both may have lost games; a match is lost by itself only to an opponent who came
    before losing it too.
    """
    known = tuple(outages)
    running = tuple(clocks)
    losers = {clock.side for clock in running if _lost(clock, now, rules, target, known)}
    if losers == {0, 1} or (losers and both_absent(running, now)):
        return Absences.ARBITER_DECIDES
    if not losers:
        return Absences.PLAY_ON
    return Absences.LOST_BY_SIDE_0 if 0 in losers else Absences.LOST_BY_SIDE_1


def _price(rules: MatchRules) -> timedelta:
    return timedelta(minutes=rules.minutes_per_walkover_game)


def _full_times(clock: AbsenceClock, now: datetime, rules: MatchRules, outages: Iterable[Outage]) -> int:
    end = now if clock.ended_at is None else min(now, clock.ended_at)
    waited = end - clock.started_at - overlap(clock.started_at, end, outages)
    return max(0, waited // _price(rules))


def _runs(clock: AbsenceClock, now: datetime) -> bool:
    return clock.started_at <= now and (clock.ended_at is None or now < clock.ended_at)


def _lost(clock: AbsenceClock, now: datetime, rules: MatchRules, target: int, outages: tuple[Outage, ...]) -> bool:
    opponent = clock.games_before[1 - clock.side]
    return opponent + walkover_games(clock, now, rules, target, outages) >= target


# --- the case -----------------------------------------------------------------------------------------------------


class AbsenceReason(StrEnum):
    """Why somebody counts as absent (AIJE-D01-5.3)."""

    NOT_CONFIRMED = "not_confirmed"
    CONFIRMED_NEVER_PLAYED = "confirmed_never_played"


class VerdictKind(StrEnum):
    """What a review of a justification comes to."""

    ACCEPTED = "accepted"
    DECLINED = "declined"


class CaseState(StrEnum):
    """Where a case stands."""

    AWAITING_NOTICE = "awaiting_notice"
    OPEN = "open"
    UNDER_REVIEW = "under_review"
    JUSTIFIED = "justified"
    DECLINED = "declined"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Justification:
    """What the person says for having been absent; `proof` is a link or an attachment's address."""

    text: str
    proof: str | None
    submitted_at: datetime


@dataclass(frozen=True, slots=True)
class Verdict:
    """A review; a declined justification has a reason."""

    kind: VerdictKind
    by: PersonId
    reason: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class AbsenceCase:
    """A person signed up and did not appear."""

    case_id: CaseId
    tournament_id: TournamentId
    person_id: PersonId
    reason: AbsenceReason
    opened_at: datetime
    event_at: datetime
    """The close of confirmation, or the end of the lost match."""
    noticed_at: datetime | None = None
    """When the notice was delivered; nobody is barred without it."""
    justification: Justification | None = None
    reminded: frozenset[int] = frozenset()
    """Which of the rulebook's reminders were sent (or overtaken by a later one), by their place in the list."""
    verdict: Verdict | None = None
    review_reminded_at: datetime | None = None
    """When the reviewers were reminded of a justification that waits."""
    closed_at: datetime | None = None
    """When its consequence was applied, or the case was dropped: nothing comes of it any more."""
    close_reason: str | None = None


def justify_by(case: AbsenceCase, rulebook: Rulebook, outages: Iterable[Outage]) -> datetime | None:
    """The last moment for a justification, itself in time; None while no notice was delivered (AIJE-D01-5.3)."""
    if case.noticed_at is None:
        return None
    began = max(case.event_at, case.noticed_at)
    return extend(began, began + rulebook.absence.justify_within, outages, rulebook.outage.reopen_for)


def state(case: AbsenceCase, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> CaseState:
    """Where the case stands at that moment (AIJE-B03-2, AIJE-D01-5.3)."""
    if case.verdict is not None:
        return CaseState.JUSTIFIED if case.verdict.kind is VerdictKind.ACCEPTED else CaseState.DECLINED
    limit = justify_by(case, rulebook, outages)
    if _justified_in_time(case, limit):
        on_receipt = rulebook.absence.when_unanswered is WhenUnanswered.ACCEPTED_ON_RECEIPT
        return CaseState.JUSTIFIED if on_receipt else CaseState.UNDER_REVIEW
    if limit is None:
        return CaseState.AWAITING_NOTICE
    return CaseState.OPEN if now <= limit else CaseState.EXPIRED


def must_bar(case: AbsenceCase, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> bool:
    """Whether the bar of an unjustified no-show falls now: on expiry or when declined, once (AIJE-B03-2)."""
    if case.closed_at is not None or not rulebook.absence.bar_when_unjustified:
        return False
    return state(case, now, rulebook, outages) in {CaseState.DECLINED, CaseState.EXPIRED}


def reminders_due(case: AbsenceCase, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> frozenset[int]:
    """The reminders not yet sent whose moment has come. Several at once (after an outage) are said as one."""
    known = tuple(outages)
    if case.closed_at is not None or state(case, now, rulebook, known) is not CaseState.OPEN:
        return frozenset()
    return frozenset(index for index, at in _unsent(case, justify_by(case, rulebook, known), rulebook) if at <= now)


def due_steps(case: AbsenceCase, rulebook: Rulebook, outages: Iterable[Outage]) -> tuple[Due, ...]:
    """What comes next by itself: the next reminder, and the end of the time to justify with its grace for clicks.

    Nothing is due while nobody was told, while a justification stands, or when the case is closed.
    """
    limit = justify_by(case, rulebook, outages)
    if case.closed_at is not None or limit is None:
        return ()
    if case.verdict is not None:
        declined = case.verdict.kind is VerdictKind.DECLINED
        return (Due(Step.BAR_ABSENTEE, case.verdict.at),) if declined else ()
    if _justified_in_time(case, limit):
        return ()
    moments = sorted(at for _, at in _unsent(case, limit, rulebook))
    reminders = (Due(Step.REMIND_JUSTIFICATION, at) for at in moments[:1])
    return *reminders, Due(Step.BAR_ABSENTEE, limit + CLICKS_IN_FLIGHT)


def _justified_in_time(case: AbsenceCase, limit: datetime | None) -> bool:
    given = case.justification
    return given is not None and (limit is None or given.submitted_at <= limit)


def _unsent(case: AbsenceCase, limit: datetime | None, rulebook: Rulebook) -> list[tuple[int, datetime]]:
    rules: AbsenceRules = rulebook.absence
    if limit is None:
        return []
    moments = enumerate(limit - before for before in rules.reminders_before_close)
    return [(index, at) for index, at in moments if index not in case.reminded]
