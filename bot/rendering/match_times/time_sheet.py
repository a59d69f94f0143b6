"""How the time of a match is found, in sentences of the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.regulation.match_times_rules import MatchTimesRules
from bot.i18n import Voice
from bot.rendering.regulation.spoken import all_spoken, short_duration


def lines(rules: MatchTimesRules, voice: Voice) -> Iterator[str]:
    """How long a round lasts, who proposes how often, what silence costs, and what is told."""
    answer = short_duration(rules.answer_within, voice)
    yield voice.say("format_sheet.round_lasts", time=short_duration(rules.round_lasts, voice))
    yield voice.count("format_sheet.time_proposals", rules.proposals)
    yield voice.say("format_sheet.time_called")
    yield voice.say("format_sheet.time_silence", time=answer)
    yield voice.say("format_sheet.time_both_silent")
    yield voice.say("format_sheet.time_grace", time=short_duration(rules.grace, voice))
    if rules.reschedules:
        yield voice.count("format_sheet.time_moved", rules.reschedules)
    else:
        yield voice.say("format_sheet.time_not_moved")
    yield voice.say("format_sheet.time_by_staff", time=answer)
    if rules.reminders_before_match:
        yield voice.say("format_sheet.time_reminders", times=all_spoken(rules.reminders_before_match, voice))
    if rules.reminders_before_round_ends:
        yield voice.say("format_sheet.round_reminders", times=all_spoken(rules.reminders_before_round_ends, voice))
    yield voice.say("format_sheet.round_waits" if rules.waits_for_round_end else "format_sheet.round_goes_on")
