"""How a match for a title is played, in sentences of the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.regulation.format_rules import TitleMatchRules
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.regulation.spoken import short_duration


def how_played(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """Its length, the colours, the pauses (AIJE-D03-1, AIJE-D03-2)."""
    rules = rulebook.title_match or TitleMatchRules()
    yield voice.count("format_sheet.title_match", rules.best_of // 2 + 1, best_of=rules.best_of)
    yield voice.say("format_sheet.champion_chooses" if rules.champion_chooses else "format_sheet.colour_by_lot")
    if rules.pauses_each:
        yield voice.count("format_sheet.pauses", rules.pauses_each, time=short_duration(rules.pause_lasts, voice))
    else:
        yield voice.say("format_sheet.no_pauses")
