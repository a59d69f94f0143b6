"""With how many members a rulebook can be rehearsed: known from its file before anything is played.

The bot asks this in its own process, so nothing here imports the stage or what it stands on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rehearsal.beyond import FEWEST_OF_THE_OPEN
from rehearsal.cups import rules as cup_rules
from rehearsal.cups.rules import CupRules, is_cup

FEWEST: Final = FEWEST_OF_THE_OPEN
"""Of the Open."""
USUAL: Final = 17
MOST: Final = 256
BEFORE_A_SEAT: Final = 11
"""Who plays the League and the Open before matches for seats."""
_STARTING: Final = {"arena": 9, "swiss": 9, "round_robin": 6, "knockout": 7, "groups": 10, "tables": 12}
_AWAY: Final = 2
"""Who signs up and does not start: one forgets, one leaves."""
_LEFT_BEHIND: Final = 3
"""Who starts and does not reach the bracket."""
_FOR_EVERY_SCENE: Final = 9
"""Who starts where decks are asked for: two of no special character hold the card that a judge refuses."""
_LATECOMERS: Final = 1
"""Who signs up in the last minute, when a seat has become free."""


def bounds(path: Path) -> tuple[int, int]:
    """With how many members at least and at most."""
    rules = cup_rules.read(path)
    if not is_cup(path):
        return FEWEST, rules.capacity or MOST
    return fewest(rules), most(rules) or MOST


def fewest(rules: CupRules) -> int:
    """The least members with whom the cup can be rehearsed."""
    if (fixed := _fixed_number(rules)) is not None:
        return fixed
    least = _FOR_EVERY_SCENE if rules.deck is not None else 4
    return max(rules.fewest, rules.cut or 0, least) + _AWAY


def most(rules: CupRules) -> int | None:
    """The most: one more than there are seats, since one leaves before another comes."""
    if (fixed := _fixed_number(rules)) is not None:
        return fixed
    return None if rules.capacity is None else rules.capacity + _LATECOMERS


def usual(rules: CupRules) -> int:
    """The number of members where none is asked for."""
    starting = max(_STARTING.get(rules.format, 0), (rules.cut or 0) + _LEFT_BEHIND, rules.fewest + 1)
    wanted = max(starting + _AWAY, fewest(rules))
    return min(wanted, most(rules) or wanted)


def _fixed_number(rules: CupRules) -> int | None:
    """The number of members where it is always the same: two for a title, a League and an Open for seats."""
    if rules.format == "title_match":
        return rules.fewest
    return BEFORE_A_SEAT if rules.format == "knockout" and rules.invited else None
