"""Arenas for the tests: who sat where and how it ended, written as short as on a pairing card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from benchmarks.arena import arena_rulebook
from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage
from bot.play.formats.protocol import EventFacts, Starter, WaitingInLobby

BEGAN = datetime(2026, 5, 2, 18, tzinfo=UTC)
END = BEGAN + timedelta(hours=1)
ARENA = arena_rulebook()


def at(minutes: float = 0, seconds: float = 0) -> datetime:
    """A moment after the beginning."""
    return BEGAN + timedelta(minutes=minutes, seconds=seconds)


def starters(*ratings: float | None) -> tuple[Starter, ...]:
    """Players a, b, c and so on."""
    return tuple(Starter(EntrantId(chr(ord("a") + number)), rating) for number, rating in enumerate(ratings))


def game(number: int, sides: str, ending: str, told: datetime | None = None) -> Contest:
    """A game of an arena, `sides` as "ab".

    `ending` is "1-0", "0-1", "draw 25" (moves), "1-0 forfeit", "nobody came" or "" for a game that runs.
    """
    result = _result(ending, told or at(number))
    return Contest(
        ContestId(f"g{number}"), Stage.MAIN, 1, number, tuple(map(EntrantId, sides)), 1, None, None, at(number), result,
        created_at=at(number),
    )  # fmt: skip


def _result(ending: str, told: datetime) -> Result | None:
    match ending.split():
        case ["draw", moves]:
            return Result((0, 0), (0, 0), ResultKind.PLAYED, told, draws=1, moves=int(moves))
        case ["nobody", "came"]:
            return Result((0, 0), (0, 0), ResultKind.DOUBLE_WALKOVER, told)
        case [score, "forfeit"]:
            games = _score(score)
            return Result(games, games, ResultKind.WALKOVER, told)
        case [score]:
            return Result(_score(score), (0, 0), ResultKind.PLAYED, told)
    return None


def _score(text: str) -> tuple[int, int]:
    first, second = text.split("-")
    return int(first), int(second)


def played(field: Sequence[Starter], *games: Contest) -> EventFacts:
    """The arena with these games, a minute before its end, the lobby empty."""
    return EventFacts(tuple(field), games, began_at=BEGAN, now=END - timedelta(minutes=1))


def lobby(facts: EventFacts, now: datetime, **since: datetime) -> EventFacts:
    """The same arena at that moment, with these in the lobby since their moments, the first come first."""
    waiting = sorted((WaitingInLobby(EntrantId(who), came) for who, came in since.items()), key=lambda one: one.since)
    return replace(facts, waiting=tuple(waiting), now=now)


def recorded(new: NewContest, now: datetime) -> Contest:
    """The pairing on record, running."""
    return replace(game(new.position, "".join(new.sides), "", now), created_at=now)
