"""A Swiss of more rounds than half its players wears thin: a round robin is offered in its place (GO-26.2, GO-26.3).

Up to half the players, an opponent whom one has not met is left in every round, whatever was paired before. The rules
say the same by `round_robin.swiss_above`: with more players than that the event is the Swiss as announced.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.domain.regulation.format_rules import RoundRobinRules
from bot.domain.regulation.rulebook_checks import core_problems
from bot.domain.rulebook import FormatName, Rulebook

_AS_A_KNOCKOUT: Final = 5
"""Where the rounds follow from the field, five players play three, and above them half the players are enough."""


def with_few_players(rulebook: Rulebook) -> int | None:
    """The number of players up to which a round robin is better; None where none can take the place of the Swiss."""
    swiss = rulebook.swiss
    if not rulebook.traits.by_score or swiss is None:
        return None
    if rulebook.cut is not None or swiss.out_after is not None or swiss.late_entry_until > 1:
        return None
    most = _AS_A_KNOCKOUT if swiss.rounds is None else 2 * swiss.rounds - 1
    # What capabilities ask hangs on a bracket, and neither has one: nothing of theirs is wrong in the one event alone.
    return most if most >= rulebook.minimum_entrants and not core_problems(_as_round_robin(rulebook, most)) else None


def or_round_robin(rulebook: Rulebook) -> Rulebook:
    """The same rules with a round robin for few players. Raises ValueError where `with_few_players` has no number."""
    most = with_few_players(rulebook)
    if most is None:
        raise ValueError("no round robin can take the place of this event")
    return _as_round_robin(rulebook, most)


def as_swiss(rulebook: Rulebook) -> Rulebook:
    """The Swiss that the round robin has taken the place of."""
    return replace(rulebook, format=FormatName.SWISS, round_robin=None)


def _as_round_robin(rulebook: Rulebook, most: int) -> Rulebook:
    return replace(rulebook, format=FormatName.ROUND_ROBIN, round_robin=RoundRobinRules(swiss_above=most))
