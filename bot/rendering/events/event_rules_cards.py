"""The event's own rules: a draft for the organisers, and what everybody reads (GO-30)."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.events.event_rules import EventRulesView
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.text import quote, quoted_block

_ROOM = 3200


def draft(view: EventRulesView, voice: Voice) -> Card:
    """To the organisers, whom a call pings: the draft, with approve and decline while it waits."""
    name, rules = quote(view.tournament.name), quoted_block(view.rules.rules, _ROOM)
    said = voice.say("event_rules.drafted", who=mention(view.author), name=name)
    if not view.rules.waits:
        key = "event_rules.approved_now" if view.rules.approved else "event_rules.declined_now"
        return Card((said, rules, voice.say(key)), colour=QUIET)
    subject = f"{view.tournament.tournament_id}.{view.rules.number}"
    presses = (
        Press(f"rules-approve:{subject}", voice.say("event_rules.approve"), ButtonStyle.success, "✅"),
        Press(f"rules-decline:{subject}", voice.say("event_rules.decline"), ButtonStyle.danger),
    )
    return Card((said, rules), controls=(presses,), colour=WARNING)


def decision(view: EventRulesView, voice: Voice) -> Card:
    """To everybody, the rules that hold; to the chief, why a draft was declined."""
    name = quote(view.tournament.name)
    if view.rules.approved:
        return in_force(view, voice)
    said = voice.say("event_rules.declined", who=mention(view.author), name=name)
    return Card((said, quoted_block(view.rules.reason or "")), colour=WARNING, pings=pings([view.author]))


def in_force(view: EventRulesView, voice: Voice) -> Card:
    """The rules that count beside the rulebook."""
    title = voice.say("event_rules.in_force", name=quote(view.tournament.name), who=mention(view.author))
    return Card((title, quoted_block(view.rules.rules, _ROOM)), colour=QUIET)


def request_receipt(voice: Voice) -> Card:
    """To the chief: the organisers are asked."""
    return Card((voice.say("event_rules.sent"),))
