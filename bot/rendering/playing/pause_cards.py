"""What is said of a running event that staff have stopped for a time."""

from __future__ import annotations

from bot.domain.events.event_pauses import PauseView
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card
from bot.rendering.sentences import moment
from bot.rendering.text import quote, quoted_block


def pause_card(view: PauseView, voice: Voice) -> Card:
    """That the event rests, why, and when it goes on by itself; a pause that is over meanwhile is told as over."""
    if view.pause.resumed_at is not None:
        return resumption_card(view, voice)
    lines = (
        voice.say("event_pause.paused", name=quote(view.event), by=quote(view.by)),
        quoted_block(view.pause.reason),
        voice.say("event_pause.until", until=moment(view.pause.until)),
        voice.say("event_pause.meanwhile"),
    )
    return Card(("\n".join(lines),), colour=WARNING)


def resumption_card(view: PauseView, voice: Voice) -> Card:
    """That the event goes on, and how the clocks stand."""
    key = "event_pause.resumed_by" if view.by else "event_pause.resumed"
    said = voice.say(key, name=quote(view.event), **({"by": quote(view.by)} if view.by else {}))
    return Card((said + "\n" + voice.say("event_pause.goes_on"),))
