"""Who begins, or has the first colour, on each board of a match of teams (GO-10, OLY-2).

It follows from the pairing and from nothing else, as between two players: the side that the pairing puts first begins
on board 1, and the sides take turns from board to board and from game to game. So nobody chooses it, each team begins
on half of the boards, and a record tells it by the order of its sides.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.events.event_kinds import stays_on
from bot.domain.regulation.format_rules import Encounter, TeamRules
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.line_ups import turn_of
from bot.domain.team_play.team_lengths import whole_score

_SIDES = 2


def is_given(rulebook: Rulebook) -> bool:
    """Whether the pairing says who begins on the boards of a match."""
    return rulebook.teams is not None and rulebook.games is not None and rulebook.games.colours


def begins(first_side: int, turn: int, game: int = 0) -> int:
    """The side that begins a game: `turn` is the place of its board in the turns, `game` counts from 0 on the board.

    What is played twice on a board is begun by each side once (OLY-2).
    """
    return (first_side + turn + game) % _SIDES


def extra_turn() -> int:
    """The turn of a game more on board 1: its two players change who begins."""
    return 1


def boards_begun(rulebook: Rulebook, side: int) -> tuple[int, ...]:
    """The boards of two full teams on which the side begins, where the pairing puts it first (0) or second (1)."""
    return tuple(board for board, turn in enumerate(_turns(rulebook), start=1) if begins(0, turn) == side)


def turn_on(rulebook: Rulebook, board: int) -> int | None:
    """The turn of a board of two full teams; None for a number that no board has."""
    return dict(enumerate(_turns(rulebook), start=1)).get(board)


def _turns(rulebook: Rulebook) -> Iterator[int]:
    rules = rulebook.teams or TeamRules()
    if rulebook.dispute is not None:
        kinds = rulebook.dispute
        yield from range(kinds.table_games + bool(kinds.giant_games) + bool(kinds.living_games))
    elif stays_on(rulebook):
        yield from range(whole_score(rulebook))
    elif rules.encounter is Encounter.EVERYONE:
        for shift in range(rules.size):
            yield from (turn_of(own, (own + shift) % rules.size, rules.encounter) for own in range(rules.size))
    else:
        yield from range(rules.size)
