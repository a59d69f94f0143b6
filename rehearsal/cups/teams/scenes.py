"""What happens on boards once in an event: a late player, counts, boards that nobody wins, games that say otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final

from rehearsal.recount import games_lost

if TYPE_CHECKING:
    from rehearsal.acts.playing import Table
    from rehearsal.cups.teams.diary import TeamCup, Told
    from rehearsal.cups.teams.rules import Game, TeamRules
    from rehearsal.play import Agenda

_MOST_LOST: Final = 2.5
"""Full times after which a late player comes, where some game is left then."""
_TWO: Final = 2
"""Games of a board with which nobody wins one by all of them and another loses one by fewer."""
_BY: Final = 6
"""Stones by which a counted board is won."""


@dataclass(frozen=True, slots=True)
class LateMate:
    """Who is waited for on a board of a match: the side as the card names it, the board, and when the mate came."""

    side: int
    board: int
    called_at: datetime
    came_at: datetime | None


@dataclass(slots=True)
class Scenes:
    """What was played on single boards, by contest."""

    late: dict[str, LateMate] = field(default_factory=dict)
    counted: dict[str, dict[int, float]] = field(default_factory=dict)
    """By board the number that a captain told."""
    ended: dict[str, dict[int, str]] = field(default_factory=dict)
    """By board the mark of one that the arbiter ruled nobody's."""
    aside: str | None = None
    """The match in which games say otherwise than what its boards are worth."""


def has_a_late_board(cup: TeamCup, table: Table) -> bool:
    """Whether a mate of the first captain is to be late in this match, both captains being there in time."""
    rules = cup.teams
    wanted = not rules.bracket and not rules.stays_on and not rules.named_anew and rules.board_games > 0
    return wanted and table.odd is None and not cup.scenes.late


async def say_who_is_late(cup: TeamCup, table: Table, agenda: Agenda) -> None:
    """The captain says that the last board waits; who loses only some of its games comes in between."""
    game, price = cup.rules_of(table.card).games[-1], timedelta(minutes=cup.play.rules.minutes_per_game)
    plays_on = not cup.play.rules.all_at_limit and game.times > _MOST_LOST
    came_at = table.called_at + _MOST_LOST * price if plays_on else None
    cup.scenes.late[table.contest_id] = LateMate(0, game.board, table.called_at, came_at)
    captain = table.players[0].member
    asked = await captain.press(cup.play.stage.again(table.card), "board-late")
    said = await captain.choose(asked.posts[0], "board-late-who", f"0.{game.board}.1")
    cup.play.note(captain, f"says that board {game.board} waits for its player", said)
    if came_at is not None:
        agenda.at(came_at, partial(_come, cup, table, game.board))


async def _come(cup: TeamCup, table: Table, board: int) -> None:
    captain = table.players[0].member
    asked = await captain.press(cup.play.stage.again(table.card), "board-late")
    said = await captain.choose(asked.posts[0], "board-late-who", f"0.{board}.0")
    cup.play.note(captain, f"says that the player of board {board} is there", said)


def waits_until(cup: TeamCup, table: Table) -> datetime:
    """Until when the boards cannot be told, since one waits for its player."""
    late = cup.scenes.late.get(table.contest_id)
    if late is None:
        return table.called_at
    times = 1 if cup.play.rules.all_at_limit else cup.teams.board_games
    whole = table.called_at + times * timedelta(minutes=cup.play.rules.minutes_per_game, seconds=2)
    return late.came_at or whole


def lost_on(cup: TeamCup, contest_id: str, board: int, times: int) -> int:
    """Games that the late player of the board has lost, by the regulation's own count."""
    late = cup.scenes.late.get(contest_id)
    if late is None or late.board != board:
        return 0
    seconds = 10.0**6 if late.came_at is None else (late.came_at - late.called_at).total_seconds()
    rules = cup.play.rules
    return games_lost(seconds, rules.minutes_per_game, times, play_all=True, all_at_limit=rules.all_at_limit)


def has_games_aside(cup: TeamCup) -> bool:
    """Whether a match can end otherwise in games than in what its boards are worth, and nobody has to win it."""
    return not cup.teams.bracket and bool(_aside(cup.teams))


def games_aside(cup: TeamCup, table: Table, boards: Sequence[Told]) -> list[Told]:
    """Once a dispute is won by fewer games, which are worth more; elsewhere a match is level, but not in games."""
    if cup.rules_of(table.card) is not cup.teams or cup.scenes.aside is not None or not has_games_aside(cup):
        return list(boards)
    cup.scenes.aside = table.contest_id
    return [replace(board, score=score, draws=0) for board, score in zip(boards, _aside(cup.teams), strict=True)]


def _aside(rules: TeamRules) -> list[tuple[int, int]]:
    """The games of either side by board; nothing where no match can end so."""
    if rules.is_dispute:
        return _won_by_fewer(rules.games)
    of_boards = rules.encounter == "boards" and rules.draws and rules.size > 1
    return _level(rules) if of_boards and rules.board_games % 2 == 0 and rules.board_games > _TWO else []


def _won_by_fewer(games: Sequence[Game]) -> list[tuple[int, int]]:
    """The first side wins the games that are worth most, until it has more points; nothing if it has as many games."""
    half, won, points = sum(one.worth * one.times for one in games) / 2, dict.fromkeys(games, 0), Fraction(0)
    for one in sorted(games, key=lambda game: game.worth, reverse=True):
        while won[one] < one.times and points <= half:
            won[one], points = won[one] + 1, points + one.worth
    is_fewer = 2 * sum(won.values()) < sum(one.times for one in games)
    return [(won[one], one.times - won[one]) for one in games] if is_fewer else []


def _level(rules: TeamRules) -> list[tuple[int, int]]:
    """One board is won by all of its games, one lost by as few as lose it, and all others are level."""
    times, half = rules.board_games, rules.board_games // 2
    return [(times, 0), (half - 1, half + 1), *[(half, half)] * (rules.size - 2)]


def count_boards(cup: TeamCup, table: Table, boards: Sequence[Told]) -> list[Told]:
    """Once, every board that somebody won at the board is told by its count: on odd boards the first side begins."""
    rules = cup.rules_of(table.card)
    if not cup.teams.counted or rules is not cup.teams or cup.scenes.counted or table.odd is not None:
        return list(boards)
    found, numbers = list(boards), dict[int, float]()
    for at, board in enumerate(boards):
        if any(board.given) or board.draws:
            continue
        begins, half = at % 2, 180.5 + cup.teams.compensation
        number = int(half) + _BY if board.score[begins] else int(half) - _BY
        numbers[at + 1] = number
        found[at] = replace(board, mark=str(number))
    if numbers:
        cup.scenes.counted[table.contest_id] = numbers
    return found


def nobodys(cup: TeamCup, table: Table, boards: Sequence[Told]) -> list[Told]:
    """The first boards as the arbiter rules them, won by nobody, where the rulebook has such endings."""
    rules = cup.rules_of(table.card)
    if rules.bracket or rules is not cup.teams or not rules.endings or cup.scenes.ended:
        return list(boards)
    marks = rules.endings[: len(boards) - 1]
    cup.scenes.ended[table.contest_id] = dict(enumerate(marks, start=1))
    return [
        *(
            replace(one, score=(0, 0), draws=0, given=(0, 0), mark=mark)
            for one, mark in zip(boards, marks, strict=False)
        ),
        *boards[len(marks) :],
    ]
