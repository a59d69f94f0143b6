"""Who may enter by a rulebook's conditions: as sentences of the rule sheet, and in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.domain.regulation.entry_rules import EntryRules
from bot.i18n import Voice
from bot.rendering.regulation.spoken import short_duration
from bot.rendering.sentences import number


def sheet_lines(rules: EntryRules, voice: Voice) -> Iterator[str]:
    """A sentence for each condition, and when they are looked at."""
    asked = tuple(_conditions(rules, voice))
    for name, values in asked:
        yield voice.say(f"sheet.who.entry_{name}", **values)
    if asked:
        yield voice.say("sheet.who.entry_once")


def in_one_line(rules: EntryRules, voice: Voice) -> str:
    """What is asked for, side by side."""
    return " · ".join(voice.say(f"conditions.{name}", **values) for name, values in _conditions(rules, voice))


def _conditions(rules: EntryRules, voice: Voice) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The conditions by the ends of their keys, with what their sentences are filled with; a role pings nobody."""
    if rules.role_id is not None:
        yield "role", {"role": f"<@&{rules.role_id}>"}
    match rules.rating_from, rules.rating_below:
        case int() as least, int() as below:
            yield "rating_between", {"least": number(least, voice), "below": number(below, voice)}
        case int() as least, None:
            yield "rating_from", {"least": number(least, voice)}
        case None, int() as below:
            yield "rating_below", {"below": number(below, voice)}
    if rules.account_age:
        yield "account_age", {"age": short_duration(rules.account_age, voice)}
