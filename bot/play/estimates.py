"""How long an event will take, played through as favourites would play it; and the round robin for a small Swiss.

A Swiss of more rounds than half its players wears thin, so a round robin is offered in its place (GO-26.2, GO-26.3).
Up to half the players, there is an opponent not yet met in every round, whatever was paired before. The rules say the
same by `round_robin.swiss_above`: with more players than that the event is the Swiss as announced.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from math import comb
from statistics import median
from typing import Final

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, Length, NewContest, Result, ResultKind, Stage
from bot.play.course import games_in_a_row, length_of
from bot.play.crosstable import is_round_robin
from bot.play.draw import Stream
from bot.play.format_rules import RoundRobinRules
from bot.play.formats import FORMATS
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.rulebook import FormatName, Rulebook
from bot.play.rulebook_checks import core_problems

# --- how long an event takes ----------------------------------------------------------------------------------------


MOST_CONTESTS: Final = 300
"""Of an event with more nothing is estimated: playing it through would hold a press up."""
MOVES: Final = 40
"""Of a game, for what an increment adds to it."""
_USED: Final = 0.8
"""How much of both clocks a game uses up, where no match of the event has shown it yet."""
_AROUND: Final = timedelta(minutes=4)
"""From the call to the first move, and from the last one to a result that stands."""
ASSUMED: Final = timedelta(minutes=15)
"""Of a game, where the rulebook names no time; told with the estimate."""
_FEWEST_SEEN: Final = 3
"""So many matches say how fast an event is; fewer say more of their players."""
_MINUTE: Final = timedelta(minutes=1)
REMEMBERED: Final = 64
"""Estimates, the last ones asked for: anybody may look at an event as often as they like."""
_SEED: Final = b"how long it will take"
"""The lots of the pretended event; any would do."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How matches of an event go: how many at once (1 or more), None for all that are paired, and how fast.

    `factor` is how long its own matches took against what was expected, None before they have shown it.
    """

    at_once: int | None
    factor: float | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """When an event will be over, as far as it can be told."""

    ends_at: datetime
    arbiters: int | None = None
    """Who follows its matches; None where nobody has to."""
    on_duty: bool = True
    """Whether there are so many now; else it is told as if."""
    sooner_at: datetime | None = None
    """When it would be over with one arbiter more, where that makes a difference."""
    assumed: timedelta | None = None
    """What a game was taken to last where nobody has said it and no match has shown it."""


@dataclass(frozen=True, slots=True)
class Lasting:
    """How long an event that nobody has entered yet would take: for some numbers of entrants."""

    of_size: tuple[tuple[int, timedelta], ...]
    needs_arbiter: bool
    """Then it is told for one."""
    assumed: timedelta | None = None
    """As of an estimate."""


def nominal(length: Length, stage: Stage, rulebook: Rulebook) -> timedelta:
    """How long a match of that length takes by the rulebook's time, between equals."""
    return _AROUND + _games(length, stage, rulebook) * game_length(rulebook)


def longest(length: Length, stage: Stage, rulebook: Rulebook) -> timedelta:
    """How long a match of that length takes when every game of it is played, by the rulebook's time."""
    games = games_in_a_row(length, stage, rulebook)
    return _AROUND + (length.best_of if games is None else games) * game_length(rulebook)


def game_length(rulebook: Rulebook) -> timedelta:
    """How long one game takes by the rulebook's time, both clocks together, or as assumed where it names none."""
    return _USED * 2 * _clock(rulebook) if names_time(rulebook) else ASSUMED


def names_time(rulebook: Rulebook) -> bool:
    """Whether the rulebook says how long a game may take."""
    return _clock(rulebook) > timedelta(0)


def _clock(rulebook: Rulebook) -> timedelta:
    """The time of one side."""
    clock, rating = rulebook.clock, rulebook.rating
    if clock is not None:
        return clock.base + MOVES * clock.increment + clock.periods * clock.period_lasts
    return timedelta(minutes=rating.base_minutes, seconds=MOVES * rating.increment_seconds)


def _games(length: Length, stage: Stage, rulebook: Rulebook) -> float:
    """How many games are played one after the other."""
    in_a_row = games_in_a_row(length, stage, rulebook)
    return expected_games(length.target) if in_a_row is None else in_a_row


def expected_games(target: int) -> float:
    """How many games it takes on average until one of two equals has won so many."""
    return sum(games * comb(games - 1, target - 1) * 0.5 ** (games - 1) for games in range(target, 2 * target))


def pace_of(played: Iterable[Contest], rulebook: Rulebook, at_once: int | None) -> Pace:
    """How fast the event is, as far as its own matches have shown it."""
    seen = [
        (one.result.told_at - one.called_at) / nominal(one.length, one.stage, rulebook)
        for one in played
        if one.called_at is not None and one.result is not None and one.result.kind is ResultKind.PLAYED
    ]
    return Pace(at_once, median(seen)) if len(seen) >= _FEWEST_SEEN else Pace(at_once)


def pretend(entrants: int) -> EventFacts:
    """An event of so many entrants that nobody knows yet."""
    return EventFacts(tuple(Starter(EntrantId(f"entrant{number:06}"), 2000.0) for number in range(entrants)))


def ends_at(facts: EventFacts, rulebook: Rulebook, pace: Pace, now: datetime) -> datetime | None:
    """When the event will be over, played on from these facts at that pace, from the next full minute on.

    None where nothing can be told: too few or too many starters, contests that come one by one as players ask for
    them, or a match for a title, which has its own calendar.
    """
    begun = now.replace(second=0, microsecond=0)
    return _played_on(facts, rulebook, pace, begun if begun == now else begun + _MINUTE)


@lru_cache(maxsize=REMEMBERED)
def _played_on(facts: EventFacts, rulebook: Rulebook, pace: Pace, now: datetime) -> datetime | None:
    """The same; who looks again in that minute, before anything was told, costs nothing."""
    traits = rulebook.traits
    if not traits.in_rounds or traits.is_series or not 2 <= len(facts.starters) <= MOST_CONTESTS:
        return None
    if is_round_robin(facts, rulebook) and comb(len(facts.starters), 2) > MOST_CONTESTS:
        # To pair it takes longer than all the rest.
        return None
    return _Pretence(facts, rulebook, pace, now).played_out()


@dataclass(slots=True)
class _Pretence:
    """The event in the head: what is on record of it, what is in play until when, and what waits for its call."""

    facts: EventFacts
    rulebook: Rulebook
    pace: Pace
    now: datetime
    going: list[tuple[datetime, int]] = field(default_factory=list)
    """When each match in play will end, and its place among the contests."""
    waiting: list[int] = field(default_factory=list)
    contests: list[Contest] = field(default_factory=list)
    ranks: dict[EntrantId, int] = field(default_factory=dict)

    def played_out(self) -> datetime | None:
        """The end; None where it is too far."""
        self.contests = list(self.facts.contests)
        self.ranks = {one.entrant_id: rank for rank, one in enumerate(self.facts.starters)}
        for place, one in enumerate(self.contests):
            self._begin(place, one)
        self._call()
        # To ask the format after each match would take long, and make the end earlier by minutes at most.
        while self.going or self._pair():
            if len(self.contests) > MOST_CONTESTS:
                return None
            self._finish()
            self._call()
        return self.now

    def _begin(self, place: int, contest: Contest) -> None:
        if len(contest.sides) < 2 or contest.result is not None:
            return
        if contest.called_at is None:
            self.waiting.append(place)
        else:
            heapq.heappush(self.going, (max(self.now, contest.called_at + self._lasts(contest)), place))

    def _call(self) -> None:
        """Has as many matches begin as can be at once, but nobody play in two."""
        busy = {side for _, place in self.going for side in self.contests[place].sides}
        later = []
        for place in self.waiting:
            sides = self.contests[place].sides
            is_full = self.pace.at_once is not None and len(self.going) >= self.pace.at_once
            if is_full or not busy.isdisjoint(sides):
                later.append(place)
                continue
            busy.update(sides)
            heapq.heappush(self.going, (self.now + self._lasts(self.contests[place]), place))
        self.waiting = later

    def _finish(self) -> None:
        """Lets time pass until the next matches end, won by the stronger side."""
        self.now = max([self.now, *(ends for ends, _ in self.going[:1])])
        while self.going and self.going[0][0] <= self.now:
            _, place = heapq.heappop(self.going)
            self.contests[place] = self._win(self.contests[place])

    def _pair(self) -> bool:
        """Pairs what comes next; whether there was anything."""
        known, played = self._facts_now(), FORMATS[self.rulebook.format]
        stream = Stream(_SEED) if played.needs_draw(known, self.rulebook) else None
        found = played.advance(known, self.rulebook, stream)
        for one in found:
            self.contests.append(_make(one, self.rulebook, len(self.contests)))
            self._begin(len(self.contests) - 1, self.contests[-1])
        self._call()
        return bool(found)

    def _facts_now(self) -> EventFacts:
        return replace(self.facts, contests=tuple(self.contests), now=self.now)

    def _lasts(self, contest: Contest) -> timedelta:
        return (self.pace.factor or 1.0) * nominal(contest.length, contest.stage, self.rulebook)

    def _win(self, contest: Contest) -> Contest:
        strongest = min(range(len(contest.sides)), key=lambda side: self.ranks[contest.sides[side]])
        games = 1 if self.rulebook.traits.at_tables else contest.target
        score = tuple(games if side == strongest else 0 for side in range(len(contest.sides)))
        nothing = tuple(0 for _ in contest.sides)
        return replace(contest, result=Result(score, nothing, ResultKind.PLAYED, self.now))


def _make(new: NewContest, rulebook: Rulebook, number: int) -> Contest:
    length = length_of(new, rulebook)
    return Contest(
        contest_id=ContestId(f"pretended{number:06}"),
        stage=new.stage,
        round=new.round,
        position=new.position,
        sides=new.sides,
        best_of=length.best_of,
        bye_reason=new.bye_reason,
        arbiter=None,
        called_at=None,
        result=None,
        group=new.group,
        play_all=length.play_all,
        drawable=length.drawable,
    )


# --- a round robin for a small Swiss --------------------------------------------------------------------------------


_AS_A_KNOCKOUT: Final = 5
"""Where the rounds follow from the field, five players play three, and above them half the players are enough."""


def with_few_players(rulebook: Rulebook) -> int | None:
    """The number of players up to which a round robin is better; None where none can take the place of the Swiss."""
    swiss = rulebook.swiss
    if not rulebook.traits.by_score or swiss is None:
        return None
    if rulebook.cut is not None or swiss.out_after is not None or swiss.late_entry_until > 1:
        return None
    most = _AS_A_KNOCKOUT if swiss.rounds is None else 2 * swiss.rounds - 1
    # What features ask hangs on a bracket, and neither has one: nothing of theirs is wrong in the one event alone.
    return most if most >= rulebook.minimum_entrants and not core_problems(_as_round_robin(rulebook, most)) else None


def or_round_robin(rulebook: Rulebook) -> Rulebook:
    """The same rules with a round robin for few players. Raises ValueError where `with_few_players` has no number."""
    most = with_few_players(rulebook)
    if most is None:
        raise ValueError("no round robin can take the place of this event")
    return _as_round_robin(rulebook, most)


def as_swiss(rulebook: Rulebook) -> Rulebook:
    """The Swiss that the round robin has taken the place of."""
    return replace(rulebook, format=FormatName.SWISS, round_robin=None)


def _as_round_robin(rulebook: Rulebook, most: int) -> Rulebook:
    return replace(rulebook, format=FormatName.ROUND_ROBIN, round_robin=RoundRobinRules(swiss_above=most))
