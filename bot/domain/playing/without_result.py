"""How a match can end that nobody plays and no staff decide: both lose it, or the lot says who goes on."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Final

from bot.domain.contests import Contest, Stage
from bot.domain.lengths import in_bracket
from bot.domain.playing.matches import Match
from bot.domain.rulebook import Rulebook

_WON_AT_TABLES: Final = frozenset({Stage.FINAL, Stage.PLAY_OFF})


class Ending(StrEnum):
    """What the sides of a match can agree to."""

    WITHOUT_RESULT = "without_result"
    """Both lose, as in a double walkover."""
    LOT = "lot"
    """The event's fair draw says who is paired as the winner; no game is anybody's."""


def ending_of(contest: Contest, rulebook: Rulebook) -> Ending | None:
    """How the match can end without a result; None where only staff can end it.

    After a double walkover the opponent goes on alone, and in a table each side has lost. A final needs a winner, so
    there it is the lot; so do the final of tables and the extra games before it (OTE-2.8). A match for a title is left
    to the offices, an arena to its clock.
    """
    traits = rulebook.traits
    if traits.is_series or traits.has_lobby:
        return None
    if traits.at_tables:
        return Ending.LOT if contest.stage in _WON_AT_TABLES else Ending.WITHOUT_RESULT
    needs_winner = contest.stage is Stage.FINAL and in_bracket(contest, rulebook)
    return Ending.LOT if needs_winner else Ending.WITHOUT_RESULT


def asked_to_agree(match: Match, missing: Collection[int], *, at_table: bool) -> tuple[int, ...]:
    """The sides that all have to agree, and among whom the lot is drawn.

    At a table these are the sides that came, as long as they are two: who stays away keeps nobody there.
    """
    there = tuple(side for side in range(len(match.contest.sides)) if side not in match.away)
    came = tuple(side for side in there if side not in missing)
    return came if at_table and len(came) > 1 else there
