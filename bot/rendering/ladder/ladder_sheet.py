"""How a ladder is played, in sentences of the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.formats.ladder import rules_of
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.regulation.spoken import short_duration


def how_played(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """Where everybody begins, who can be challenged, and for how long."""
    rules = rules_of(rulebook)
    yield voice.say("format_sheet.ladder_order")
    yield voice.count("format_sheet.ladder", rules.reach)
    yield voice.say("format_sheet.ladder_time", time=short_duration(rules.lasts, voice))
    if rules.again_after:
        yield voice.say("format_sheet.ladder_again", time=short_duration(rules.again_after, voice))
    if rules.report_within is not None:
        yield voice.say("format_sheet.ladder_report", time=short_duration(rules.report_within, voice))
