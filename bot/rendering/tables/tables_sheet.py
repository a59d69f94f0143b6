"""How an event of tables is played, in sentences of the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.domain.regulation.format_rules import TableRules
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.sentences import listing, number


def how_played(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """Who sits down together, what the games are worth, and the final (OTE-2.1 to OTE-2.10)."""
    rules = rulebook.tables or TableRules()
    yield voice.count("format_sheet.tables", rules.influence_to_win, seats=rules.seats)
    yield voice.say("format_sheet.active")
    yield voice.say(
        "format_sheet.victory_points",
        active=_points(rules.active_points, voice),
        inactive=_points(rules.inactive_points, voice),
    )
    yield voice.count("format_sheet.tables_final", rules.extra_game_influence)


def _points(points: Sequence[int], voice: Voice) -> str:
    return listing([number(one, voice) for one in points], voice)
