"""Order at the board as a match's card tells it: warnings, lateness that clocks pay for, and time used."""

from __future__ import annotations

from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.playing.adjournment_words import times
from bot.rendering.playing.guess_words import line as guess
from bot.rendering.playing.lateness_words import late
from bot.rendering.playing.warning_words import standing
from bot.rendering.team_play.late_boards import lines as late_on_boards


def noted(view: MatchView, voice: Voice) -> tuple[str, ...]:
    """The paragraphs there are; none in an event without such rules."""
    lateness = (late(view, voice), late_on_boards(view, voice))
    return tuple(text for text in (guess(view, voice), standing(view, voice), *lateness, times(view, voice)) if text)
