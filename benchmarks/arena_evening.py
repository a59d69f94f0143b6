"""Players of an arena and the hall they play in, for `benchmarks.arena_event`: what they press, and what it costs."""

from __future__ import annotations

import heapq
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

from bot import wiring
from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena import verbs as arena_verbs
from bot.features.arena.model import ArenaAwaited, ArenaPaired, ArenaTask, Happened, OwnArena
from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.desk import verbs as desk_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import rows_store as playing_rows_store
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import UserError
from bot.kernel.ids import Actor, ContestId, EntrantId
from bot.kernel.promises import Message, Promise
from bot.play.entries import Tournament
from bot.play.formats.arena import ArenaOutcome
from tests.hall.hall import Hall

ORGANISER: Final = 1
P = ParamSpec("P")
T = TypeVar("T")


class TimedHall(Hall):
    """A hall that notes the processor's time of each transaction and each read, under the name that is given."""

    def __init__(self, path: Path) -> None:
        self.writes: dict[str, list[float]] = defaultdict(list)
        self.reads: dict[str, list[float]] = defaultdict(list)
        self.what = "preparing"
        wiring.join()
        super().__init__(path)

    def do(self, verb: Callable[Concatenate[Tx, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a verb, timed with its commit."""
        with self._timing(self.writes):
            return super().do(verb, *args, **kwargs)

    def ask(self, query: Callable[Concatenate[Query, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs a query, timed."""
        with self._timing(self.reads):
            return super().ask(query, *args, **kwargs)

    @contextmanager
    def note_as(self, what: str) -> Iterator[None]:
        """What is done inside is noted under that name."""
        before, self.what = self.what, what
        try:
            yield
        finally:
            self.what = before

    @contextmanager
    def _timing(self, where: dict[str, list[float]]) -> Iterator[None]:
        began = time.thread_time()
        try:
            yield
        finally:
            where[self.what].append(time.thread_time() - began)


@dataclass(slots=True)
class Evening:
    """An arena while it is played, and what is measured of its players."""

    hall: TimedHall
    tournament: Tournament
    chance: random.Random
    queue: list[tuple[datetime, int, Callable[[], None]]] = field(default_factory=list)
    numbers: dict[EntrantId, int] = field(default_factory=dict)
    came_at: dict[int, datetime] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    """Seconds from the press on ready to the pairing."""
    told: list[float] = field(default_factory=list)
    """Seconds from the press on ready to the message that calls both."""
    last_opponent: dict[int, int] = field(default_factory=dict)
    repeats_of_the_last: int = 0
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    messages: Counter[int] = field(default_factory=Counter)
    """By the minute of the arena."""
    edits: int = 0
    games: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    next_message_at: datetime | None = None
    next_edit_at: datetime | None = None
    seen: int = 0
    gone: set[int] = field(default_factory=set)

    def at(self, moment: datetime, act: Callable[[], None]) -> None:
        """Has the act happen at the moment."""
        heapq.heappush(self.queue, (moment, len(self.queue) + self.seen, act))
        self.seen += 1

    def soon(self, low: float, high: float, act: Callable[[], None]) -> None:
        """Has the act happen after so many seconds, at a whole millisecond as any moment that is kept."""
        self.at(self.hall.now + timedelta(milliseconds=round(self.chance.uniform(low, high) * 1000)), act)

    def press(
        self,
        what: str,
        actor: Actor,
        verb: Callable[Concatenate[ActorTx, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T | None:
        """A press under that name; None where it is refused, as late presses are."""
        with self.hall.note_as(what):
            try:
                return self.hall.act(actor, verb, *args, **kwargs)
            except UserError as refusal:
                self.refusals[refusal.key.removeprefix("error.")] += 1
                return None


def hear(evening: Evening, promise: Promise[Message]) -> None:
    """Who was called by a message does what it asks for."""
    said = promise.message
    if isinstance(said, ArenaPaired):
        with evening.hall.note_as("preparing"):
            found = evening.hall.ask(playing_rows_store.with_numbers, said.tournament_id, said.first, said.last)
        for contest in found:
            _begin_game(evening, contest.contest_id, contest.sides, contest.created_at or evening.hall.now)
    elif isinstance(said, ArenaAwaited) and evening.chance.random() < 0.6:
        contest_id, side = said.contest_id, said.side
        with evening.hall.note_as("preparing"):
            match = evening.hall.ask(playing_store.load, contest_id)
        if match is not None:
            who = evening.numbers[match.contest.sides[side]]
            evening.soon(5, 55, lambda: _here(evening, who, contest_id))


def _here(evening: Evening, who: int, contest_id: ContestId) -> None:
    evening.press("press: I play", evening.hall.actor(who), playing_presence_verbs.here, contest_id)
    evening.soon(60, 240, lambda: _tell(evening, who, contest_id))


def _begin_game(evening: Evening, contest_id: ContestId, sides: Sequence[EntrantId], paired_at: datetime) -> None:
    first, second = (evening.numbers[side] for side in sides)
    evening.games += 1
    evening.met[frozenset((first, second))] += 1
    for one, other in ((first, second), (second, first)):
        evening.repeats_of_the_last += evening.last_opponent.get(one) == other
        evening.last_opponent[one] = other
        came = evening.came_at.pop(one, None)
        if came is not None:
            evening.waits.append((paired_at - came).total_seconds())
            evening.told.append((evening.hall.now - came).total_seconds())
    if evening.chance.random() < 0.04:
        evening.soon(35, 70, lambda: _ask_for_move(evening, first, contest_id))
    else:
        teller = first if evening.chance.random() < 0.5 else second
        evening.soon(120, 360, lambda: _tell(evening, teller, contest_id))


def _ask_for_move(evening: Evening, who: int, contest_id: ContestId) -> None:
    evening.press("press: opponent has not moved", evening.hall.actor(who), arena_verbs.call_opponent, contest_id)
    evening.soon(70, 100, lambda: _back(evening, who))


def _tell(evening: Evening, who: int, contest_id: ContestId) -> None:
    """One player tells the result; most opponents agree, some are silent, few dispute."""
    _look(evening, who)
    throw, chance = evening.chance.random(), evening.chance
    outcome = ArenaOutcome.DRAWN if throw < 0.15 else ArenaOutcome.WON if throw < 0.6 else ArenaOutcome.LOST
    moves = str(chance.randint(5, 80)) if outcome is ArenaOutcome.DRAWN else ""
    own = evening.press("press: tell", evening.hall.actor(who), arena_verbs.tell, contest_id, outcome, moves)
    if own is None or own.game is None:
        return
    evening.soon(2, 30, lambda: _back(evening, who))
    opponent = own.game.opponent
    number, answer = int(opponent.discord_id or 0), chance.random()
    report = own.game.match.report
    if report is None:
        return
    if answer < 0.015:
        evening.soon(5, 30, lambda: _dispute(evening, number, contest_id, report.report_id))
    elif answer < 0.93:
        evening.soon(2, 20, lambda: _agree(evening, number, contest_id, report.report_id))
    else:
        evening.soon(125, 140, lambda: _back(evening, number))


def _agree(evening: Evening, who: int, contest_id: ContestId, report_id: str) -> None:
    _look(evening, who)
    evening.press("press: agree", evening.hall.actor(who), arena_verbs.agree, contest_id, report_id)
    evening.soon(2, 30, lambda: _back(evening, who))


def _dispute(evening: Evening, who: int, contest_id: ContestId, report_id: str) -> None:
    evening.press(
        "press: dispute",
        evening.hall.actor(who),
        playing_reporting_verbs.dispute,
        contest_id,
        report_id,
        "We see it otherwise",
    )
    evening.soon(2, 30, lambda: _back(evening, who))
    evening.soon(60, 200, lambda: _rule(evening, contest_id))


def _rule(evening: Evening, contest_id: ContestId) -> None:
    """The organiser looks at the desk and decides."""
    organiser, hall = evening.hall.actor(ORGANISER), evening.hall
    with hall.note_as("read: the desk"):
        hall.ask_as(organiser, desk_verbs.desk_view, evening.tournament.tournament_id)
    with hall.note_as("preparing"):
        match = hall.ask(playing_store.load, contest_id)
    if match is not None and match.report is not None:
        evening.press(
            "press: rule", organiser, playing_ruling_verbs.rule, contest_id, match.report.score, "Both were heard"
        )


def _look(evening: Evening, who: int) -> None:
    with evening.hall.note_as("read: my game"):
        evening.hall.ask_as(evening.hall.actor(who), arena_reading_verbs.mine, evening.tournament.tournament_id)


def _back(evening: Evening, who: int) -> None:
    """Back to the lobby, at once or after a rest; a few leave the arena."""
    throw = evening.chance.random()
    if who in evening.gone:
        return
    if throw < 0.003:
        evening.gone.add(who)
        evening.press(
            "press: leave the event",
            evening.hall.actor(who),
            rounds_drawing_verbs.leave,
            evening.tournament.tournament_id,
        )
    elif throw < 0.05:
        evening.soon(120, 600, lambda: _ready(evening, who))
    else:
        _ready(evening, who)
    if throw > 0.97:
        _show_standings(evening, who)


def _show_standings(evening: Evening, who: int) -> None:
    hall, key = evening.hall, evening.tournament.tournament_id
    actor = hall.actor(who)
    with hall.note_as("read: the standings"):
        hall.ask(course_reading_verbs.standings_for, actor.guild_id, key, actor.member_id)


def _ready(evening: Evening, who: int) -> None:
    if who in evening.gone:
        return
    own = evening.press("press: ready", evening.hall.actor(who), arena_verbs.ready, evening.tournament.tournament_id)
    if own is None:
        return
    if own.happened in {Happened.READY, Happened.PAIRED}:
        evening.came_at.setdefault(who, evening.hall.now)
    elif own.happened is Happened.GAME_FIRST:
        _game_first(evening, who, own)


def _game_first(evening: Evening, who: int, own: OwnArena) -> None:
    report = None if own.game is None else own.game.match.report
    if own.task is ArenaTask.ANSWER and report is not None:
        evening.soon(2, 10, lambda: _agree(evening, who, report.contest_id, report.report_id))
    elif own.task in {ArenaTask.COME, ArenaTask.OPPONENT_COMES}:
        evening.soon(30, 90, lambda: _ready(evening, who))
