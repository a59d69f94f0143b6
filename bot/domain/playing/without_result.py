"""How a match can end that nobody plays and no staff decide: both lose it, or the lot says who goes on."""

from __future__ import annotations

from enum import StrEnum

from bot.domain.contests import Contest, Stage
from bot.domain.lengths import in_bracket
from bot.domain.rulebook import Rulebook


class Ending(StrEnum):
    """What the sides of a match can agree to."""

    WITHOUT_RESULT = "without_result"
    """Both lose, as in a double walkover."""
    LOT = "lot"
    """The event's fair draw says who is paired as the winner; no game is anybody's."""


def ending_of(contest: Contest, rulebook: Rulebook) -> Ending | None:
    """How the match can end without a result; None where only staff can end it.

    After a double walkover the opponent goes on alone, and in a table each side has lost. A final needs a winner, so
    there it is the lot. A match for a title and the final of tables are left to who runs them, an arena to its clock.
    """
    traits = rulebook.traits
    needs_winner = contest.stage is Stage.FINAL
    if traits.is_series or traits.has_lobby or (traits.at_tables and needs_winner):
        return None
    return Ending.LOT if needs_winner and in_bracket(contest, rulebook) else Ending.WITHOUT_RESULT
