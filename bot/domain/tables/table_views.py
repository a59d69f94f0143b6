"""What people look at of a game at a table of three, beside what every match has."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableView:
    """What the card of a table says beside the match: in which set each sits, and what wins (OTE-2.2, OTE-2.4)."""

    active: tuple[bool, ...]
    """Whether each side had never lost when the game began."""
    influence_to_win: int
    leave: int
    """How many an extra game lets through to the final; 1 at every other table."""
    extra: bool
    """Whether the game is an extra one, whose influence counts for nothing."""
    effects: tuple[int, ...] = ()
    """The sides in the order in which effects are settled when somebody's cards leave an extra game (OTE-2.8)."""
