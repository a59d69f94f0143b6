"""Order at the board as a match's card tells it: warnings, lateness that clocks pay for, and time used."""

from __future__ import annotations

from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.playing.adjournment_words import times
from bot.rendering.playing.guess_words import line as guess
from bot.rendering.playing.hooks import cards_of
from bot.rendering.playing.lateness_words import late
from bot.rendering.playing.warning_words import warnings_in_force


def order_paragraphs(view: MatchView, voice: Voice) -> tuple[str, ...]:
    """The paragraphs there are; none in an event without such rules."""
    parts = (text for one in cards_of(view) for text in one.lateness(view, voice))
    lateness = (late(view, voice), *parts)
    return tuple(
        text for text in (guess(view, voice), warnings_in_force(view, voice), *lateness, times(view, voice)) if text
    )
