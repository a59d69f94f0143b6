"""What is on record of a match that is told game by game: the words on its games, and the acts that stopped it.

The state of the series and of its pauses is read from these facts alone, so that a word can be taken back by leaving it
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.domain.contests import Score
from bot.domain.events.told_games import GameEnd, GameFate, ToldGame
from bot.domain.ids import ContestId, PersonId
from bot.domain.outages import Outage
from bot.domain.outages import resume as standing_still
from bot.domain.regulation.format_rules import TitleMatchRules
from bot.domain.title_match.pauses import Pauses, pauses_of, resume, take, trouble
from bot.domain.title_match.title_game import (
    Decision,
    Series,
    SeriesGame,
    annul_game,
    award_game,
    decided_anew,
    play_game,
)


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
            pauses = resume(pauses, act.acted_at)
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
