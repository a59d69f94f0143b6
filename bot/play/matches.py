"""A match as it is being run: its clocks, its report, its phase and score at a moment, and who is waited for.

The walkover clock says what time costs while a side is waited for (AIJE-D01-5.4). Lateness may come off the clock;
wrong colours are put right (GO-17.1, GO-22).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.kernel.ids import ContestId, PersonId, TournamentId
from bot.kernel.outages import CardGap, Outage, overlap, resume
from bot.play.contests import LOVE, NOTHING_MORE, Contest, Length, Particulars, Score, possible_results
from bot.play.points import boards_at_once
from bot.play.rulebook import DisciplineRules, MatchRules, Rulebook, discipline_of

# --- the walkover clock ---------------------------------------------------------------------------------------------


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
    losers = {clock.side for clock in running if _has_lost(clock, now, rules, target, known)}
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


def _has_lost(clock: AbsenceClock, now: datetime, rules: MatchRules, target: int, outages: tuple[Outage, ...]) -> bool:
    opponent = clock.games_before[1 - clock.side]
    return opponent + walkover_games(clock, now, rules, target, outages) >= target


# --- the match ------------------------------------------------------------------------------------------------------


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
    BY_NAME = "by_name"
    """A side without Discord, for which another presses."""
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


# --- its state at a moment ------------------------------------------------------------------------------------------


class MatchPhase(StrEnum):
    """Where a match stands, from its call to its settled score."""

    WAITING = "waiting"
    """Its call is not delivered yet."""
    MISSING = "missing"
    """Somebody is waited for, and a clock runs (AIJE-D01-5.4)."""
    UNDECIDED = "undecided"
    """Both sides stayed away until nothing was left to lose: the arbiter decides."""
    PLAYING = "playing"
    REPORTED = "reported"
    DISPUTED = "disputed"
    SUSPENDED = "suspended"
    SETTLED = "settled"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class MissingSide:
    """A side that is waited for: the games that it has lost so far, and when the next one goes (None: none is left)."""

    side: int
    lost: int
    next_at: datetime | None
    begins_at: datetime | None = None
    """When its clock begins, while the match still waits for another one."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match at a moment. `walkover` are those games of `score` that nobody played."""

    phase: MatchPhase
    score: Score
    walkover: Score
    missing: tuple[MissingSide, ...]
    forfeits: Score = LOVE
    """Those of `score` that the other side's offences gave; they bind a ruling until the warning is taken back."""

    def reportable(self, length: Length) -> tuple[Score, ...]:
        """The scores that a player can report: nothing below the score so far (AIJE-D01-6)."""
        return possible_results(length, self.score)

    def rulable(self, length: Length) -> tuple[Score, ...]:
        """The scores that the arbiter can rule: walkover games stand, except where both sides lost all by absence."""
        return possible_results(length, _at_least(self.binding(length), self.forfeits))

    def binding(self, length: Length) -> Score:
        """The walkover games that bind a ruling: none where both sides lost all, since the arbiter decides there."""
        nobody_came = self.phase is MatchPhase.UNDECIDED or min(self.score) >= length.target
        return LOVE if nobody_came else self.walkover


def state_of(match: Match, now: datetime, rules: MatchRules, outages: Iterable[Outage]) -> MatchState:
    """What the match is at the moment, by its facts and the clocks' own time."""
    known = tuple(outages)
    contest = match.contest
    if contest.result is not None:
        phase = MatchPhase.SETTLED if match.voided_at is None else MatchPhase.VOID
        return MatchState(phase, contest.result.score, contest.result.walkover_games, ())
    lost = _games_lost(match, now, rules, known)
    missing = tuple(_missing(clock, match, now, rules, known) for clock in match.clocks if clock.ended_at is None)
    return MatchState(_phase(match, now, rules, known), lost.score, lost.walkover, missing, match.forfeits)


def state_without_clocks(match: Match) -> MatchState:
    """As `state_of`, where no clock decides: who is missing loses nothing by it, the arbiter goes on without them."""
    contest = match.contest
    nothing = (0,) * len(contest.sides)
    if contest.result is not None:
        phase = MatchPhase.SETTLED if match.voided_at is None else MatchPhase.VOID
        return MatchState(phase, contest.result.score, contest.result.walkover_games, (), nothing)
    missing = tuple(MissingSide(clock.side, 0, None) for clock in match.clocks if clock.ended_at is None)
    waits = MatchPhase.MISSING if missing else MatchPhase.PLAYING
    return MatchState(_of_its_course(match) or waits, nothing, nothing, missing, nothing)


def score_so_far(match: Match, now: datetime, rules: MatchRules, outages: Iterable[Outage]) -> Score:
    """The games that count at the moment: those recorded, and those lost by absence since the last clock started."""
    return _games_lost(match, now, rules, tuple(outages)).score


@dataclass(frozen=True, slots=True)
class _Lost:
    """What absence has made of a match: its score so far, the games of it that nobody played."""

    score: Score
    walkover: Score
    by_both: bool = False
    """Every game is played, and both sides stayed away until none was left."""


def _games_lost(match: Match, now: datetime, rules: MatchRules, outages: tuple[Outage, ...]) -> _Lost:
    recorded = _at_least(match.running, match.forfeits)
    if not match.clocks:
        return _Lost(recorded, LOVE)
    target = match.contest.target
    latest = max(match.clocks, key=lambda clock: clock.started_at)
    before = walkover_score(_started_by(match.clocks, latest.started_at), latest.started_at, rules, target, outages)
    given = walkover_score(match.clocks, now, rules, target, outages)
    since, by_both = _of_those_left(match, latest.games_before, _less(given, before))
    return _Lost(_at_least(_sum(latest.games_before, since), recorded), _sum(before, since), by_both)


def _of_those_left(match: Match, so_far: Score, lost: Score) -> tuple[Score, bool]:
    """Games lost by absence where every game is played: no more than are left, a game each as time went by.

    Where both stayed away until none was left they have both lost all of them, and the arbiter decides.
    """
    left = match.contest.best_of - sum(so_far)
    if not match.contest.play_all or sum(lost) < left or not any(lost):
        return lost, False
    if 2 * min(lost) >= left:
        return (left, left), True
    return (lost[0], left - lost[0]) if lost[0] < lost[1] else (left - lost[1], lost[1]), False


def _is_used_up(match: Match, score: Score) -> bool:
    """Whether every game is played, and none is left."""
    return match.contest.play_all and sum(score) >= match.contest.best_of


def side_lost_by_absence(match: Match, moment: datetime, rules: MatchRules, outages: Iterable[Outage]) -> int | None:
    """The side that has lost the match by its absence at the moment, its opponent being there; or None."""
    if match.contest.play_all:
        lost, waited_for = _games_lost(match, moment, rules, tuple(outages)), _waited_for(match, moment)
        return waited_for[0] if len(waited_for) == 1 and _is_used_up(match, lost.score) and not lost.by_both else None
    match absences(match.clocks, moment, rules, match.contest.target, outages):
        case Absences.LOST_BY_SIDE_0:
            return 0
        case Absences.LOST_BY_SIDE_1:
            return 1
        case _:
            return None


def has_lost(match: Match, side: int, moment: datetime, rules: MatchRules, outages: Iterable[Outage]) -> bool:
    """Whether the side's running clock has taken all that there was to lose at the moment."""
    known, target = tuple(outages), match.contest.target
    if match.contest.play_all:
        return side in _waited_for(match, moment) and _is_used_up(match, score_so_far(match, moment, rules, known))
    return any(
        clock.games_before[1 - side] + walkover_games(clock, moment, rules, target, known) >= target
        for clock in match.clocks
        if clock.side == side and clock.ended_at is None
    )


def both_have_lost(match: Match, moment: datetime, rules: MatchRules, outages: Iterable[Outage]) -> bool:
    """Whether both sides stayed away until nothing was left to lose, so that the arbiter decides (AIJE-D01-5.4)."""
    lost = _games_lost(match, moment, rules, tuple(outages))
    return lost.by_both or min(lost.score) >= match.contest.target


def _waited_for(match: Match, moment: datetime) -> tuple[int, ...]:
    """The sides whose clock runs at the moment."""
    begun = (clock for clock in match.clocks if clock.started_at <= moment)
    return tuple(sorted({one.side for one in begun if one.ended_at is None or one.ended_at > moment}))


def _sum(one: Score, other: Score) -> Score:
    return one[0] + other[0], one[1] + other[1]


def _less(one: Score, other: Score) -> Score:
    return one[0] - other[0], one[1] - other[1]


def _at_least(score: Score, floor: Score) -> Score:
    return max(score[0], floor[0]), max(score[1], floor[1])


def _phase(match: Match, now: datetime, rules: MatchRules, outages: tuple[Outage, ...]) -> MatchPhase:
    if (course := _of_its_course(match)) is not None:
        return course
    if both_have_lost(match, now, rules, outages):
        return MatchPhase.UNDECIDED
    return MatchPhase.MISSING if any(clock.ended_at is None for clock in match.clocks) else MatchPhase.PLAYING


def _of_its_course(match: Match) -> MatchPhase | None:
    """The phase that no clock has a say in; None of a match that is played, or waits for somebody."""
    if match.voided_at is not None:
        return MatchPhase.VOID
    if match.contest.called_at is None:
        return MatchPhase.WAITING
    if match.suspended_at is not None:
        return MatchPhase.SUSPENDED
    if match.report is not None:
        return MatchPhase.DISPUTED if match.report.answer is ReportAnswer.DISPUTED else MatchPhase.REPORTED
    return None


def _missing(
    clock: AbsenceClock, match: Match, now: datetime, rules: MatchRules, outages: tuple[Outage, ...]
) -> MissingSide:
    target = match.contest.target
    return MissingSide(
        side=clock.side,
        lost=games_each(clock, now, rules, target, outages),
        next_at=next_game_lost_at(clock, now, rules, target, outages),
        begins_at=clock.started_at if clock.started_at > now else None,
    )


def _started_by(clocks: Iterable[AbsenceClock], moment: datetime) -> tuple[AbsenceClock, ...]:
    return tuple(clock for clock in clocks if clock.started_at <= moment)


# --- two matches of one player at the same hour -----------------------------------------------------------------------


LONGEST_WAIT: Final = timedelta(minutes=30)
"""So long a match waits at most, counted from its call."""
TODAY: Final = timedelta(hours=12)
"""A match that was called longer ago than this holds up no other one, though nobody has told how it ended."""
_TAKES_ITS_PLAYERS: Final = frozenset({MatchPhase.MISSING, MatchPhase.PLAYING})


def takes_its_players(match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]) -> bool:
    """Whether its players are wanted there: it was called today, and no score was reported yet."""
    called_at = match.contest.called_at
    if called_at is None or now - called_at > TODAY:
        return False
    return state_of(match, now, rulebook.matches, outages).phase in _TAKES_ITS_PLAYERS


def comes_first(one: Match, other: Match, now: datetime) -> bool:
    """Whether the first was called before the other; of two called in one moment the one that does not wait."""
    mine, theirs = one.contest.called_at, other.contest.called_at
    if mine is None or theirs is None or mine == theirs:
        return mine is not None and (theirs is None or not waits(one, now))
    return mine < theirs


def waits_until(called_at: datetime, outages: Iterable[Outage]) -> datetime:
    """When a match that was called then has waited long enough; the bot's own absence does not count."""
    return resume(called_at, LONGEST_WAIT, outages)


def sides_that_wait(match: Match, now: datetime) -> tuple[int, ...]:
    """The sides that are not there, and whose clock is still to begin."""
    return tuple(sorted(one.side for one in match.clocks if one.ended_at is None and one.started_at > now))


def waits(match: Match, now: datetime) -> bool:
    """Whether a clock of it is still to begin, so that it waits for another match to end."""
    return bool(sides_that_wait(match, now))


# --- late starts and wrong colours ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LateStart:
    """What lateness has cost one player so far."""

    late: timedelta
    off_clock: timedelta
    """What comes off the player's clock."""
    lost: bool
    """Whether the game is lost by it."""
    loses_at: datetime
    """The moment that loses the game; the limit itself is too late."""


def late_start(start: datetime, there_at: datetime, rules: DisciplineRules) -> LateStart | None:
    """What it costs a player to come at that moment, each player apart (GO-22); None where the rulebook has no limit.

    Where the game has an absence countdown, it is the limit, and nothing comes off the clock.
    """
    limit = rules.absence_countdown or rules.late_limit
    if limit is None:
        return None
    late = max(there_at - start, timedelta())
    costs = 0 if rules.absence_countdown is not None else rules.late_costs
    return LateStart(late, costs * late, late >= limit, start + limit)


def late_starts(
    match: Match, now: datetime, rulebook: Rulebook, outages: Iterable[Outage]
) -> tuple[LateStart | None, ...]:
    """What lateness for the start of the match has cost each side so far; None for who was never waited for.

    Time in which the bot was down does not count. Who is late back later in the match pays with the clock that runs,
    and with nothing else (GO-22).
    """
    known = tuple(outages)
    found: list[LateStart | None] = [None] * len(match.contest.sides)
    for clock in match.clocks:
        start = _should_have_begun(match, clock.side, rulebook)
        if start is None or clock.started_at != start:
            continue
        there_at = now if clock.ended_at is None else min(now, clock.ended_at)
        waited = there_at - overlap(start, there_at, known)
        found[clock.side] = late_start(start, waited, discipline_of(rulebook))
    return tuple(found)


def _should_have_begun(match: Match, side: int, rulebook: Rulebook) -> datetime | None:
    """When the side was first waited for: from the call, or later where the match waited for another one."""
    called_at = match.contest.called_at
    if called_at is None or not rulebook.matches.waits_for_other_events:
        return called_at
    first = min(clock.started_at for clock in match.clocks if clock.side == side)
    return first if first >= called_at else None


def only_the_clock_runs(contest: Contest, rulebook: Rulebook) -> bool:
    """Whether no side as a whole is waited for again: who leaves the only game pays with the clock alone (GO-22).

    So it is in a match of one game where lateness for the start has its limit. Of teams on boards it is so everywhere:
    who of a team is missing, once it has come, is a player on a board.
    """
    if boards_at_once(rulebook):
        return True
    one_game = contest.best_of == 1 and rulebook.teams is None
    return one_game and discipline_of(rulebook).late_limit is not None


def has_late_limit(rulebook: Rulebook) -> bool:
    """Whether lateness for the start loses the game at a limit, for both sides alike (GO-22)."""
    rules = discipline_of(rulebook)
    return (rules.absence_countdown or rules.late_limit) is not None


def base_time(rulebook: Rulebook) -> timedelta:
    """The time that each side has for a game before any lateness."""
    return timedelta(minutes=rulebook.rating.base_minutes) if rulebook.clock is None else rulebook.clock.base


def left_on_clock(base: timedelta, found: LateStart) -> timedelta:
    """What is left of the base time of who came late, never less than nothing."""
    return max(base - found.off_clock, timedelta())


def colours_are_put_right(moves_played: int, rules: DisciplineRules) -> bool:
    """Whether colours taken the wrong way round are still put right; later the game stands as it is (GO-17.1)."""
    return rules.colours_right_until_move is not None and moves_played <= rules.colours_right_until_move


class Ending(StrEnum):
    """What the sides of a match can agree to."""

    WITHOUT_RESULT = "without_result"
    """Both lose, as in a double walkover."""
    LOT = "lot"
    """The event's fair draw says who is paired as the winner; no game is anybody's."""
