"""A game that is adjourned and goes on later, the time that each side has used, and what people played each other.

The pause is no part of anybody's time (GO-12, GO-14). The arbiter's note says what each side had used when the game
was broken off, and both sides confirm it; the clocks are set by it when one of them fails. Where no note is to be
found, the time used is split equally.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Outage, Step, first_running
from bot.play.contests import BoardResult, Contest, Result, ResultKind, Score, rated_games, told_score, winning_side
from bot.play.format_rules import AdjournmentRules
from bot.play.matches import Match

# --- adjourned games ------------------------------------------------------------------------------------------------


NO_TIME: Final = timedelta(0)
LONGEST_USED: Final = timedelta(hours=24)
"""More than this on one clock is a slip of the pen."""
_USED: Final = re.compile(r"(?:(\d{1,2}):)?(\d{1,4}):(\d{2})|(\d{1,4})(?:\s*(?:min|m|'))?", re.ASCII)
_MINUTES_IN_HOUR: Final = 60
_PARTS: Final = 3


class NoteKind(StrEnum):
    """How the time on a note was found."""

    READ = "read"
    """The arbiter read it off the clocks."""
    SPLIT = "split"
    """A clock had failed and there was no note: the time used was split equally (GO-14)."""
    RULED = "ruled"
    """A clock had failed, and who decides in the event says what each side has used (GO-12)."""


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """What both sides have used on one board."""

    board: int
    """From 1; a match without boards has the first alone."""
    used: tuple[timedelta, timedelta]


@dataclass(frozen=True, slots=True)
class TimeNote:
    """What each side had used, who says so, and which sides agree; a later note takes its place."""

    entry: int
    kind: NoteKind
    boards: tuple[TimeUsed, ...]
    noted_at: datetime
    noted_by: PersonId
    reason: str | None = None
    confirmed: frozenset[int] = frozenset()

    def of(self, board: int) -> TimeUsed | None:
        """What was used on one board, where the note says it."""
        return next((one for one in self.boards if one.board == board), None)

    @property
    def is_confirmed(self) -> bool:
        """Whether both sides have said that it is right (GO-14)."""
        return self.confirmed >= {0, 1}


@dataclass(frozen=True, slots=True)
class Adjournment:
    """A pause of a game; `resumed_at` is None until it goes on."""

    contest_id: ContestId
    number: int
    adjourned_at: datetime
    adjourned_by: PersonId | None
    """None where the rulebook's stated time had come."""
    goes_on_at: datetime
    resumed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sessions:
    """The pauses of a match since its call, in order, and the notes of the time used."""

    adjournments: tuple[Adjournment, ...] = ()
    notes: tuple[TimeNote, ...] = ()

    @property
    def running(self) -> Adjournment | None:
        """The adjournment that lasts, or None."""
        last = self.adjournments[-1] if self.adjournments else None
        return last if last is not None and last.resumed_at is None else None

    @property
    def note(self) -> TimeNote | None:
        """The note that counts: the last one."""
        return self.notes[-1] if self.notes else None


NO_PAUSE: Final = Sessions()
"""Of a match that was never adjourned."""


def due_steps(
    adjournment: Adjournment, rules: AdjournmentRules, now: datetime, outages: Iterable[Outage] = ()
) -> tuple[Due, ...]:
    """The next reminder that lies ahead, and the moment at which play goes on; none once it does.

    A moment at which all clocks stand still is put off to the end of that time.
    """
    if adjournment.resumed_at is not None:
        return ()
    ahead = (adjournment.goes_on_at - before for before in rules.reminders_before_restart)
    known = tuple(outages)
    reminders = sorted(moment for moment in ahead if moment > max(now, adjournment.adjourned_at))
    goes_on = Due(Step.GO_ON, first_running(adjournment.goes_on_at, known))
    return (*(Due(Step.REMIND_RESTART, first_running(moment, known)) for moment in reminders[:1]), goes_on)


def adjourns_at(match: Match, rules: AdjournmentRules | None, adjourned_before: int) -> datetime | None:
    """When the rulebook's stated time comes for a match; None where it states none, or the match had its pause.

    A report that waits for an answer is the end of the game, and who is waited for has not begun it.
    """
    begun = began_at(match)
    if rules is None or rules.after is None or adjourned_before or begun is None or match.report is not None:
        return None
    return begun + rules.after


def began_at(match: Match) -> datetime | None:
    """When both sides were there for the first time; None before."""
    called = match.contest.called_at
    if called is None or any(clock.ended_at is None for clock in match.clocks):
        return None
    first = (clock.ended_at for clock in match.clocks if clock.started_at == called and clock.ended_at is not None)
    return max(first, default=called)


def adjourning_steps(match: Match, rules: AdjournmentRules | None, adjourned_before: int) -> Iterator[Due]:
    """The step that adjourns a match by itself, with the grace for presses on their way."""
    if (moment := adjourns_at(match, rules, adjourned_before)) is not None:
        yield Due(Step.ADJOURN, moment + CLICKS_IN_FLIGHT)


def time_played(match: Match, adjournments: Iterable[Adjournment], until: datetime) -> timedelta:
    """How long both clocks together have run, as far as the facts say it: since both were there, without pauses."""
    begun = began_at(match)
    if begun is None or until <= begun:
        return NO_TIME
    paused = sum(
        (
            min(adjournment.resumed_at or until, until) - max(adjournment.adjourned_at, begun)
            for adjournment in adjournments
            if adjournment.adjourned_at < until
        ),
        NO_TIME,
    )
    return max(until - begun - paused, NO_TIME)


def split_equally(played: timedelta) -> tuple[timedelta, timedelta]:
    """Half of the time used for each side (GO-14), in whole seconds; an odd second is nobody's."""
    half = timedelta(seconds=int(played.total_seconds()) // 2)
    return half, half


def read_used(text: str) -> timedelta | None:
    """A reading of a clock as people write it: "35", "35:20" (minutes, seconds), "1:05:00"; None for anything else."""
    found = _USED.fullmatch(text.strip())
    if found is None:
        return None
    hours, minutes, seconds, alone = (int(part or 0) for part in found.groups())
    with_hours = found.groups()[0] is not None
    if seconds >= _MINUTES_IN_HOUR or (with_hours and minutes >= _MINUTES_IN_HOUR):
        return None
    used = timedelta(hours=hours, minutes=minutes + alone, seconds=seconds)
    return used if used <= LONGEST_USED else None


def written_used(used: timedelta) -> str:
    """The same as people write it: "35:20", "1:05:00"."""
    seconds = int(used.total_seconds())
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line as the arbiter wrote it: the board, and both sides' times; `line` is all of it."""

    board: int | None
    first: str
    second: str
    line: str


def readings(text: str) -> tuple[BoardLine, ...]:
    """The lines of a note that has a line a board, "2 35:20 41:00"; what is no such line has no board."""
    found = []
    for line in text.splitlines():
        parts = line.replace(",", " ").replace(";", " ").split()
        is_whole = len(parts) == _PARTS and parts[0].rstrip(".:").isdecimal()
        board = int(parts[0].rstrip(".:")) if is_whole else None
        if parts:
            found.append(BoardLine(board, parts[1] if is_whole else "", parts[2] if is_whole else "", line))
    return tuple(found)


# --- who played whom ------------------------------------------------------------------------------------------------


PAIR: Final = 2


class PlayedOutcome(StrEnum):
    """How a match ended for one who played it."""

    __said_as__ = "outcome"

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match that was played, as one of its players sees it; of a match of teams, the own board."""

    contest_id: ContestId
    outcome: PlayedOutcome
    opponents: tuple[PersonId, ...]
    """One, or the others at a table."""
    score: Score
    """As it is told, the own games first, drawn ones last; empty at a table, where no games are counted."""


@dataclass(frozen=True, slots=True)
class MatchTally:
    """How many matches were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


NONE_PLAYED: Final = MatchTally()


def tally(some: Iterable[PlayedMatch]) -> MatchTally:
    """The encounters, counted."""
    counted = Counter(one.outcome for one in some)
    return MatchTally(counted[PlayedOutcome.WON], counted[PlayedOutcome.DRAWN], counted[PlayedOutcome.LOST])


def rivals(some: Iterable[PlayedMatch]) -> list[tuple[PersonId, MatchTally]]:
    """Whom the person has met one to one, the most met first; of equals, who was met in the earlier of the list."""
    met: dict[PersonId, list[PlayedMatch]] = {}
    for one in some:
        if len(one.opponents) == 1:
            met.setdefault(one.opponents[0], []).append(one)
    return sorted(((person, tally(each)) for person, each in met.items()), key=lambda pair: -pair[1].played)


def encounters(contest: Contest, person_id: PersonId, who: Mapping[EntrantId, PersonId]) -> Iterator[PlayedMatch]:
    """What the person played in the contest; nothing of what was given by an absence or ended without a result.

    A match is won on its overall score (AIJE-B01-5). Of a match of teams only boards with one player a side count;
    `who` has the sides that are people, and no team.
    """
    result = contest.result
    if result is None or len(contest.sides) < PAIR:
        return
    if result.boards:
        for board in result.boards:
            yield from _at_board(contest, board, person_id)
        return
    seated = [who[side] for side in contest.sides if side in who]
    if len(seated) < len(contest.sides):
        return
    if len(seated) > PAIR:
        yield from _at_table(contest, result, seated, person_id)
    elif _was_played(result):
        told = told_score(result, drawable=contest.drawable)
        yield from _seen_by(person_id, seated, result, told, contest.contest_id)


def _at_board(contest: Contest, board: BoardResult, person_id: PersonId) -> Iterator[PlayedMatch]:
    if all(len(seat) == 1 for seat in board.players) and _was_played(board):
        seated = [seat[0] for seat in board.players]
        yield from _seen_by(person_id, seated, board, (*board.score, board.draws), contest.contest_id)


def _at_table(
    contest: Contest, result: Result, seated: Sequence[PersonId], person_id: PersonId
) -> Iterator[PlayedMatch]:
    """Against all others who were there; the score marks who has won it, or all who got through an extra game."""
    others = [one for side, one in enumerate(seated) if side not in result.absent and one != person_id]
    side = seated.index(person_id) if person_id in seated else None
    if side is None or side in result.absent or not others or result.kind is not ResultKind.PLAYED:
        return
    outcome = PlayedOutcome.WON if result.score[side] else PlayedOutcome.LOST
    yield PlayedMatch(contest.contest_id, outcome, tuple(others), ())


def _was_played(result: Result | BoardResult) -> bool:
    if result.kind is ResultKind.BOTH_LOST:
        return True
    return result.kind is not ResultKind.NO_RESULT and sum(rated_games(result)) > 0


def _seen_by(
    person_id: PersonId, seated: Sequence[PersonId], result: Result | BoardResult, score: Score, contest_id: ContestId
) -> Iterator[PlayedMatch]:
    """The result turned to the side on which the person sat, if to any."""
    if person_id not in seated:
        return
    side = seated.index(person_id)
    drawn = score[PAIR:] if any(score[PAIR:]) else ()
    yield PlayedMatch(contest_id, _outcome(result, side), (seated[1 - side],), (score[side], score[1 - side], *drawn))


def _outcome(result: Result | BoardResult, side: int) -> PlayedOutcome:
    if result.kind is ResultKind.BOTH_LOST:
        return PlayedOutcome.LOST
    ahead = winning_side(result.score)
    if ahead is None:
        return PlayedOutcome.DRAWN
    return PlayedOutcome.WON if ahead == side else PlayedOutcome.LOST
