"""Order at the board as a match's card tells it: who was warned for what, and whose clock pays for coming late."""

from __future__ import annotations

from bot.domain.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.lateness_words import late
from bot.rendering.warning_words import standing


def noted(view: MatchView, voice: Voice) -> tuple[str, ...]:
    """The paragraphs there are; none in an event without such rules."""
    return tuple(text for text in (standing(view, voice), late(view, voice)) if text)
