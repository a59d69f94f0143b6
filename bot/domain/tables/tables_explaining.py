"""Tables of three: what each round added to a player's totals, which are open to every participant (OTE-2.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from bot.domain.contests import Stage
from bot.domain.ids import EntrantId
from bot.domain.rulebook import Rulebook
from bot.domain.tables.tables_ranking import INFLUENCE, TOURNAMENT_SCORE, VICTORY_POINTS
from bot.domain.tables.tables_scoring import Player, players
from bot.domain.tie_breaks.model import Part, Parts

if TYPE_CHECKING:  # The formats read this module, and their package holds these facts.
    from bot.domain.formats.protocol import EventFacts

_TOTALS: Final[Mapping[str, Callable[[Player], Fraction]]] = {
    TOURNAMENT_SCORE: lambda player: player.score,
    VICTORY_POINTS: lambda player: Fraction(player.victory_points),
    INFLUENCE: lambda player: Fraction(player.influence),
}


def explain_total(facts: EventFacts, rulebook: Rulebook, entrant_id: EntrantId, name: str) -> Parts | None:
    """What each round that the player has finished added to the total of that name; None for any other name.

    Raises KeyError for a stranger.
    """
    total = _TOTALS.get(name)
    if total is None:
        return None

    def _after(number: int) -> Player:
        return players(facts, rulebook, number + 1)[entrant_id]

    rounds = sorted(
        {
            one.round
            for one in facts.contests
            if one.stage is not Stage.PLAY_OFF and len(one.sides) > 1 and one.result and entrant_id in one.sides
        }
    )
    return tuple(Part(number, None, total(_after(number)) - total(_after(number - 1))) for number in rounds)
