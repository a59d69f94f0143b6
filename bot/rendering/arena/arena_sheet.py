"""How an arena is played, in sentences of the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from bot.domain.regulation.format_rules import ArenaRules
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.regulation.spoken import short_duration


def how_played(rulebook: Rulebook, voice: Voice) -> Iterator[str]:
    """The time, the first move, the flame, and what draws are worth (ARENA-1 to ARENA-7)."""
    rules, minutes_to_answer = rulebook.arena or ArenaRules(), rulebook.matches.minutes_per_walkover_game
    yield voice.say("format_sheet.arena", time=short_duration(rules.lasts, voice))
    yield voice.say(
        "format_sheet.first_move",
        time=short_duration(rules.first_move_within, voice),
        press=voice.say("arena.absent"),
        answer=short_duration(timedelta(minutes=minutes_to_answer), voice),
    )
    if rules.late_entry_within:
        yield voice.say("format_sheet.arena_late", time=short_duration(rules.late_entry_within, voice))
    yield voice.count("format_sheet.flame", rules.doubles_after)
    yield voice.count("format_sheet.short_draw", rules.short_draw)
    yield voice.count("format_sheet.long_draw", rules.long_draw)
