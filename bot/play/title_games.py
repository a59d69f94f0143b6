"""A series of games between two sides, game by game: a title match of 19, a final of 3 to 7 (AIJE-D03, GO-26.5).

Sides are 0 and 1. Who has the first colour in which game is settled before the first; an annulled game is played
again with the same colours, and keeps its number. Each side has so many pauses, at any moment and for any reason;
trouble is none (AIJE-D03-4). In a game a stop halts both clocks. Stops follow each other and never overlap: what is
asked for during one begins when that one ends. The state is read from the words and acts on record alone, so that a
word can be taken back by leaving it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.kernel.ids import ContestId, PersonId
from bot.kernel.outages import Outage
from bot.kernel.outages import resume as standing_still
from bot.play.contests import Result, ResultKind, Score
from bot.play.draw import Stream
from bot.play.format_rules import TitleMatchRules

# --- games and colours ----------------------------------------------------------------------------------------------


class Colour(StrEnum):
    """White or Black, or who begins and who does not."""

    FIRST = "first"
    SECOND = "second"


class Decision(StrEnum):
    """How a game came to its end."""

    PLAYED = "played"
    AWARDED = "awarded"
    """By the arbiters, after trouble (AIJE-D03-5)."""
    ANNULLED = "annulled"
    """By the arbiters: it counts for nothing, and is played again (AIJE-D03-5)."""


@dataclass(frozen=True, slots=True)
class ColourChoices:
    """The holder's colours in the first and the last game; None is a choice that was not made (AIJE-D03-2)."""

    first: Colour | None = None
    last: Colour | None = None

    @property
    def are_made(self) -> bool:
        """Whether nothing is left to the lot."""
        return self.first is not None and self.last is not None


NO_CHOICES: Final = ColourChoices()


@dataclass(frozen=True, slots=True)
class NextGame:
    """The game that comes next."""

    number: int
    first: int
    """The side with the first colour."""


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A game of the series that is on record."""

    number: int
    first: int
    winner: int | None
    """None of a drawn or an annulled game."""
    decision: Decision = Decision.PLAYED

    @property
    def counts(self) -> bool:
        """Whether it is one of the games of the series."""
        return self.decision is not Decision.ANNULLED


@dataclass(frozen=True, slots=True)
class Series:
    """The state of a series: who begins each game, and the games so far in the order in which they ended."""

    schedule: tuple[int, ...]
    games: tuple[SeriesGame, ...] = ()

    @property
    def best_of(self) -> int:
        """How many games there are at most."""
        return len(self.schedule)

    @property
    def target(self) -> int:
        """Wins that decide: 10 of 19."""
        return self.best_of // 2 + 1

    @property
    def counted(self) -> tuple[SeriesGame, ...]:
        """The games that stand, annulled ones left out."""
        return tuple(game for game in self.games if game.counts)

    @property
    def score(self) -> Score:
        """Games won by each side."""
        winners = [game.winner for game in self.counted]
        return winners.count(0), winners.count(1)

    @property
    def draws(self) -> int:
        """How many games nobody won."""
        return sum(game.winner is None for game in self.counted)

    @property
    def winner(self) -> int | None:
        """Who has won so many games that the rest is not played, whatever the other has (AIJE-D03-1)."""
        return next((side for side in (0, 1) if self.score[side] >= self.target), None)

    @property
    def turn(self) -> NextGame | None:
        """The game to be played now; None when the series is over."""
        if self.winner is not None:
            return None
        played = {game.number for game in self.counted}
        number = next((number for number in range(1, self.best_of + 1) if number not in played), None)
        return None if number is None else NextGame(number, self.schedule[number - 1])


def draw_colours(made: ColourChoices, stream: Stream | None) -> ColourChoices:
    """Both colours of the holder: as chosen, and by lot what was left open, the first game's lot first (AIJE-D03-2).

    Raises ValueError when a lot is needed and there is no stream.
    """
    return ColourChoices(made.first or _lot(stream), made.last or _lot(stream))


def colours(best_of: int, first: int, last: int | None = None) -> tuple[int, ...]:
    """The side with the first colour in each game: in turns from `first`, but in the last game `last` where it is set.

    Raises ValueError when the number of games is even.
    """
    if best_of % 2 == 0:
        raise ValueError("a series has an odd number of games")
    turns = tuple(first if number % 2 == 0 else 1 - first for number in range(best_of))
    return turns if last is None else (*turns[:-1], last)


def play_game(series: Series, winner: int | None) -> Series:
    """The game of this turn has ended; None is a draw. Raises ValueError when the series is over."""
    return _add(series, winner, Decision.PLAYED)


def award_game(series: Series, winner: int) -> Series:
    """The arbiters give the game of this turn to a side (AIJE-D03-5). Raises ValueError when the series is over."""
    return _add(series, winner, Decision.AWARDED)


def annul_game(series: Series) -> Series:
    """The arbiters annul the game of this turn: it begins again. Raises ValueError when the series is over."""
    return _add(series, None, Decision.ANNULLED)


def decided_anew(series: Series, number: int, decision: Decision, winner: int | None = None) -> Series:
    """The arbiters annul a game that had ended, or award it; later games stand, and the gap is played next.

    Raises ValueError when no such game counts, or an awarded game has no winner or an annulled one has.
    """
    if (winner is None) == (decision is Decision.AWARDED):
        raise ValueError("an awarded game has a winner, an annulled one has none")
    found = next((game for game in series.counted if game.number == number), None)
    if found is None:
        raise ValueError(f"game {number} is not on record")
    changed = replace(found, winner=winner, decision=decision)
    return replace(series, games=tuple(changed if game is found else game for game in series.games))


def result_of(series: Series, at: datetime) -> Result:
    """The result of a series that is over. Raises ValueError while it is not."""
    if series.turn is not None:
        raise ValueError("the series is not over")
    return Result(series.score, (0, 0), ResultKind.PLAYED, at, draws=series.draws)


def _lot(stream: Stream | None) -> Colour:
    if stream is None:
        raise ValueError("a colour that nobody chose needs a stream of randomness")
    return (Colour.FIRST, Colour.SECOND)[stream.below(2)]


def _add(series: Series, winner: int | None, decision: Decision) -> Series:
    turn = series.turn
    if turn is None:
        raise ValueError("the series is over")
    game = SeriesGame(turn.number, turn.first, winner, decision)
    return replace(series, games=(*series.games, game))


# --- pauses ---------------------------------------------------------------------------------------------------------


NO_TIME: Final = timedelta(0)


class StopKind(StrEnum):
    """Why the clocks stand: a player's pause, or technical trouble."""

    PAUSE = "pause"
    """Taken by a side: what is personal, or comes from outside."""
    TROUBLE = "trouble"
    """Power or connection: it costs no pause, and lasts until an arbiter ends it."""


class PauseRefusal(StrEnum):
    """Why a pause cannot be taken."""

    __said_as__ = "refusal"

    TOO_FEW_LEFT = "too_few_left"
    STOPPED_BY_TROUBLE = "stopped_by_trouble"
    """The clocks stand for as long as the trouble lasts: a pause would be lost."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A time in which nobody plays."""

    kind: StopKind
    began_at: datetime
    ends_at: datetime | None
    """None: open, until somebody ends it."""
    side: int | None = None
    """Who took the pause."""
    pauses: int = 0
    """How many it used up: two taken at once are one of twice the length."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """The pauses of one match: what each side may take, and all stops so far in order."""

    each: int
    lasts: timedelta
    stops: tuple[Stop, ...] = ()

    def pauses_left(self, side: int) -> int:
        """Pauses that a side has not used."""
        return self.each - sum(stop.pauses for stop in self.stops if stop.side == side)

    def running(self, now: datetime) -> Stop | None:
        """The stop that holds at a moment."""
        return next((stop for stop in self.stops if _holds(stop, now)), None)

    def resumes_at(self, now: datetime) -> datetime | None:
        """When the clocks run again after all that was asked for; None when they run, or while the end is open."""
        if self.running(now) is None:
            return None
        return self.stops[-1].ends_at

    def time_stopped(self, since: datetime, until: datetime) -> timedelta:
        """How long the clocks stood between two moments: to be taken off what a player has used."""
        return _total(
            min(until, stop.ends_at or until) - max(since, stop.began_at)
            for stop in self.stops
            if stop.began_at < until and (stop.ends_at is None or stop.ends_at > since)
        )


def pauses_of(rules: TitleMatchRules) -> Pauses:
    """Before the match: nobody has taken one."""
    return Pauses(rules.pauses_each, rules.pause_lasts)


def refusal(pauses: Pauses, side: int, at_once: int = 1) -> PauseRefusal | None:
    """Why a side may not take so many pauses at once now; None when it may.

    Raises ValueError for fewer than one.
    """
    if at_once < 1:
        raise ValueError("a pause is at least one")
    if pauses.pauses_left(side) < at_once:
        return PauseRefusal.TOO_FEW_LEFT
    if pauses.stops and pauses.stops[-1].ends_at is None:
        return PauseRefusal.STOPPED_BY_TROUBLE
    return None


def take(pauses: Pauses, side: int, now: datetime, at_once: int = 1) -> Pauses:
    """A side takes one pause, or several in one; during another stop it begins when that ends.

    Raises ValueError when `refusal` has a reason.
    """
    if (reason := refusal(pauses, side, at_once)) is not None:
        raise ValueError(f"the pause is refused: {reason}")
    began_at = _free_from(pauses, now)
    stop = Stop(StopKind.PAUSE, began_at, began_at + at_once * pauses.lasts, side, at_once)
    return replace(pauses, stops=(*pauses.stops, stop))


def trouble(pauses: Pauses, now: datetime) -> Pauses:
    """Technical trouble stops the match until `resume`. Raises ValueError when it does so already."""
    if pauses.stops and pauses.stops[-1].ends_at is None:
        raise ValueError("the match is stopped already")
    return replace(pauses, stops=(*pauses.stops, Stop(StopKind.TROUBLE, _free_from(pauses, now), None)))


def go_on(pauses: Pauses, now: datetime) -> Pauses:
    """Ends the stop that holds now; a pause that ends early is used up all the same, and what waited begins at once.

    Raises ValueError when nothing stops the match.
    """
    running = pauses.running(now)
    if running is None:
        raise ValueError("nothing stops the match")
    earlier = NO_TIME if running.ends_at is None else running.ends_at - now
    number = pauses.stops.index(running)
    waiting = [_move(stop, earlier) for stop in pauses.stops[number + 1 :]]
    return replace(pauses, stops=(*pauses.stops[:number], replace(running, ends_at=now), *waiting))


def _holds(stop: Stop, now: datetime) -> bool:
    return stop.began_at <= now and (stop.ends_at is None or now < stop.ends_at)


def _free_from(pauses: Pauses, now: datetime) -> datetime:
    """When a stop that is asked for now can begin."""
    last = pauses.stops[-1].ends_at if pauses.stops else None
    return now if last is None else max(now, last)


def _move(stop: Stop, earlier: timedelta) -> Stop:
    ends_at = None if stop.ends_at is None else stop.ends_at - earlier
    return replace(stop, began_at=stop.began_at - earlier, ends_at=ends_at)


def _total(parts: Iterable[timedelta]) -> timedelta:
    return sum(parts, NO_TIME)


# --- games as a record holds them -----------------------------------------------------------------------------------


class GameEnd(StrEnum):
    """How a game that was played came to its end, in so far as the players say it."""

    BOARD = "board"
    """On the board: the last piece placed, nothing left to move."""
    RESIGNED = "resigned"
    TIME = "time"
    """A flag fell, which loses (AIJE-D03-3)."""
    RULE = "rule"
    """A rule of the game was broken, as by the mirrored opening (AIJE-C01-2)."""
    AGREED = "agreed"

    def fits(self, winner: int | None) -> bool:
        """Whether a game with that winner, or with none, can have ended so."""
        if winner is None:
            return self in {GameEnd.BOARD, GameEnd.AGREED}
        return self is not GameEnd.AGREED


class GameFate(StrEnum):
    """How a game came to its end, whether it was played or decided: what a record says of it in one word."""

    BOARD = "board"
    RESIGNED = "resigned"
    TIME = "time"
    RULE = "rule"
    AGREED = "agreed"
    AWARDED = "awarded"
    ANNULLED = "annulled"
    ABSENCE = "absence"
    """Given for absence, or for leaving the match."""

    def fits(self, winner: int | None) -> bool:
        """Whether a game with that winner, or with none, can have ended so."""
        if self in _DECIDED:
            return (winner is None) == (self is GameFate.ANNULLED)
        return GameEnd(self.value).fits(winner)


_DECIDED: Final = frozenset({GameFate.AWARDED, GameFate.ANNULLED, GameFate.ABSENCE})


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game of a series as a record holds it; `first` and `winner` are sides."""

    number: int
    first: int | None
    """The side with the first colour; None where nobody wrote it down."""
    winner: int | None
    """None of a drawn or an annulled game."""
    fate: GameFate | None = None
    """None where nobody said how it ended."""


def sums(games: Iterable[ToldGame]) -> tuple[Score, Score]:
    """Games won by either side and the drawn ones behind them, and of those won the ones that absence gave."""
    counted = [game for game in games if game.fate is not GameFate.ANNULLED]
    winners = [game.winner for game in counted]
    given = [game.winner for game in counted if game.fate is GameFate.ABSENCE]
    return (winners.count(0), winners.count(1), winners.count(None)), (given.count(0), given.count(1))


# --- what is on record ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A word on a game. `winner` is a side; None of a drawn or an annulled game."""

    contest_id: ContestId
    entry: int
    """From 1, in the order of being said."""
    number: int
    """Of the game, from 1."""
    winner: int | None
    decision: Decision
    reason: str | None
    recorded_at: datetime
    recorded_by: PersonId
    how: GameEnd | None = None
    """None while nobody has said it, and of what the arbiters decided."""


@dataclass(frozen=True, slots=True)
class GameClaim:
    """What one player says of the game under way, which the other has not said yet."""

    contest_id: ContestId
    number: int
    winner: int | None
    claimed_at: datetime
    claimed_by: PersonId

    def contradicts(self, before: GameClaim) -> bool:
        """Whether the other player had said something else of the same game."""
        same = (self.number, self.winner) == (before.number, before.winner)
        return self.number == before.number and not same and self.claimed_by != before.claimed_by


class StopAct(StrEnum):
    """What somebody did to the clocks."""

    PAUSE = "pause"
    TROUBLE = "trouble"
    GO_ON = "go_on"


@dataclass(frozen=True, slots=True)
class StopEntry:
    """An act that stopped the match or let it go on; `side` and `pauses` are those of a pause."""

    contest_id: ContestId
    entry: int
    act: StopAct
    acted_at: datetime
    acted_by: PersonId
    side: int | None = None
    pauses: int = 0


def replay(start: Series, walkover: Score, entries: Iterable[GameEntry]) -> Series:
    """The series after all that was said, games lost by absence before the first move counted first.

    Raises ValueError for a word on a game that was neither played nor is its turn.
    """
    series = _lose_by_absence(start, walkover)
    for entry in entries:
        series = _after(series, entry)
    return series


def _lose_by_absence(start: Series, walkover: Score) -> Series:
    """Games lost by absence; none binds where both sides lost the whole match so, since an arbiter decides there."""
    if min(walkover) >= start.target:
        return start
    series = start
    for side in sorted((0, 1), key=lambda one: walkover[one]):
        for _ in range(walkover[side]):
            series = award_game(series, side)
    return series


def told_games(series: Series, entries: Iterable[GameEntry]) -> tuple[ToldGame, ...]:
    """The games of a series in the order in which they ended, annulled ones too; without a word, absence gave them."""
    words = last_words(entries)
    return tuple(ToldGame(game.number, game.first, game.winner, _fate(game, words)) for game in series.games)


def _fate(game: SeriesGame, words: Mapping[int, GameEntry]) -> GameFate | None:
    if game.decision is Decision.ANNULLED:
        return GameFate.ANNULLED
    word = words.get(game.number)
    if word is None:
        return GameFate.ABSENCE
    if game.decision is Decision.AWARDED:
        return GameFate.AWARDED
    return None if word.how is None else GameFate(word.how.value)


def last_words(entries: Iterable[GameEntry]) -> dict[int, GameEntry]:
    """The word that holds on each game, by its number: the last one."""
    return {entry.number: entry for entry in entries}


def pauses_after(rules: TitleMatchRules, acts: Iterable[StopEntry], outages: Iterable[Outage]) -> Pauses:
    """The pauses and troubles so far; a pause does not run while the bot is down, as no clock of the house does."""
    pauses, known = pauses_of(rules), tuple(outages)
    for act in acts:
        if act.act is StopAct.GO_ON:
            pauses = go_on(pauses, act.acted_at)
        elif act.act is StopAct.TROUBLE or act.side is None:
            pauses = trouble(pauses, act.acted_at)
        else:
            pauses = without_outages(take(pauses, act.side, act.acted_at, act.pauses), known)
    return pauses


def _after(series: Series, entry: GameEntry) -> Series:
    if any(game.number == entry.number for game in series.counted):
        return decided_anew(series, entry.number, entry.decision, entry.winner)
    if series.turn is None or series.turn.number != entry.number:
        raise ValueError(f"game {entry.number} is not to be played now")
    if entry.decision is Decision.ANNULLED:
        return annul_game(series)
    if entry.decision is Decision.AWARDED and entry.winner is not None:
        return award_game(series, entry.winner)
    return play_game(series, entry.winner)


def without_outages(pauses: Pauses, outages: tuple[Outage, ...]) -> Pauses:
    """The pauses, the last of which is longer by the time that the bot was away in it."""
    last = pauses.stops[-1]
    if last.ends_at is None:
        return pauses
    ends_at = standing_still(last.began_at, last.ends_at - last.began_at, outages)
    return replace(pauses, stops=(*pauses.stops[:-1], replace(last, ends_at=ends_at)))
