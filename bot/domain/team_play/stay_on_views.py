"""What people look at of a match in which the winner stays on: who is at the board, who comes next, what was told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.team_play.stay_on import StayOn
from bot.domain.title_match.series_record import GameClaim


@dataclass(frozen=True, slots=True)
class StayOnView:
    """A challenge game by game, as its card shows it."""

    state: StayOn | None
    """None while an order is awaited."""
    people: Mapping[PersonId, Person]
    """Everybody of both orders, and who is in the result that stands."""
    named: tuple[bool, bool]
    """Whether each captain has named the order; of an order that holds for the event, nobody names it."""
    named_anew: bool
    size: int
    """How many play for each side."""
    order_by: datetime | None
    """Until when an order may be named; None where there is no limit, or nothing is awaited."""
    entries: int
    """Words on record, those taken back too: a press carries the number, and an older card's is refused."""
    claim: GameClaim | None
    claimed_side: int | None
    """Whose word is waiting for the other side's."""
    can_take_back: bool
    draws: bool
    """Whether a game can be drawn, and so be played again."""
    first: int | None = None
    """The side that begins the game under way; None where the two settle it at the board (GO-10)."""

    @property
    def is_open(self) -> bool:
        """Whether everybody may see both orders."""
        return self.state is not None
