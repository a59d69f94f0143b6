"""Suggestions as cards: for the leader, for the author and everybody, and as a list (AIJE-A01-3)."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from bot.domain.voting.suggestions import SuggestionView
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card, Line, Press
from bot.rendering.people import mention, pings
from bot.rendering.text import quote, quoted_block

SHOWN = 10
_SHORT = 120


def receipt(view: SuggestionView, voice: Voice) -> Card:
    """Thanks the author, and says what happens now."""
    return Card((voice.say("suggestions.made", number=str(view.suggestion.number)),))


def card(view: SuggestionView, voice: Voice) -> Card:
    """The suggestion, with buttons for the leader while it waits and the answer afterwards."""
    found = view.suggestion
    said = voice.say("suggestions.card", number=str(found.number), who=mention(view.author))
    paragraphs = [said, quoted_block(found.text, 1500)]
    if found.approved is not None:
        paragraphs.append(_answer(view, voice))
        return Card(tuple(paragraphs), colour=QUIET)
    paragraphs.append("-# " + voice.say("suggestions.leader_decides"))
    approve = Press(
        f"suggestion-approve:{found.suggestion_id}", voice.say("suggestions.approve"), ButtonStyle.success, "👍"
    )
    decline = Press(f"suggestion-decline:{found.suggestion_id}", voice.say("suggestions.decline"))
    return Card(tuple(paragraphs), controls=((approve, decline),), colour=WARNING)


def decision(view: SuggestionView, voice: Voice) -> Card:
    """What the author and everybody read of the answer."""
    found = view.suggestion
    said = voice.say("suggestions.card", number=str(found.number), who=mention(view.author))
    return Card((said, quoted_block(found.text, 300), _answer(view, voice)), pings=pings([view.author]))


def listing(views: Sequence[SuggestionView], voice: Voice) -> Card:
    """The suggestions, those that wait first, each to be opened."""
    if not views:
        return Card((voice.say("suggestions.none"),), colour=QUIET)
    lines = tuple(
        Line(
            f"{_mark(view)} **{view.suggestion.number}** · {mention(view.author)}\n"
            f"{quote(view.suggestion.text, _SHORT)}",
            Press(f"suggestion:{view.suggestion.suggestion_id}", voice.say("suggestions.open")),
        )
        for view in views[:SHOWN]
    )
    return Card((voice.count("suggestions.title", len(views)),), lines=lines)


def _mark(view: SuggestionView) -> str:
    return {None: "⏳", True: "👍", False: "👎"}[view.suggestion.approved]


def _answer(view: SuggestionView, voice: Voice) -> str:
    by = mention(view.decided_by) if view.decided_by else "?"
    said = voice.say("suggestions.approved" if view.suggestion.approved else "suggestions.declined", by=by)
    return f"{said}\n{quoted_block(view.suggestion.reason, 500)}" if view.suggestion.reason else said
