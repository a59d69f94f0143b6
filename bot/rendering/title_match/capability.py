"""What a match for a title, told game by game, adds to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.events.course_views import CourseView
from bot.domain.playing.match_views import MatchView
from bot.domain.rulebook import Rulebook
from bot.domain.title_match.series_views import SeriesCourse, SeriesView
from bot.i18n import Voice
from bot.rendering.events.hooks import EventCardHooks
from bot.rendering.people import mention
from bot.rendering.playing.hooks import DeskHooks, MatchCardHooks, Rows
from bot.rendering.regulation.hooks import SheetHooks
from bot.rendering.title_match import series_cards, title_sheet


class TitleMatchCards(EventCardHooks, MatchCardHooks, DeskHooks, SheetHooks):
    """Of events that are one long match."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where the event is such a match."""
        return rulebook.traits.is_series

    def how_played(self, rulebook: Rulebook, voice: Voice) -> Iterable[str] | None:
        """Its length, the colours, the pauses."""
        return title_sheet.how_played(rulebook, voice)

    def course(self, view: CourseView, voice: Voice) -> str | None:
        """The score, and the game under way."""
        own = view.own
        if not isinstance(own, SeriesCourse):
            return None
        told = f"{mention(own.players[0])} **{own.score}** {mention(own.players[1])}"
        return voice.say("course.series", n=own.game, of=own.contest.best_of, score=told)

    def key(self, view: MatchView, name: str) -> str | None:
        """Each game is told when it has ended."""
        return "title_match.playing" if name == "playing" else None

    def below_standing(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """The next game, what stops the match, the games and the pauses."""
        return series_cards.lines(view, voice)

    def reporting(self, view: MatchView, voice: Voice, *, again: bool) -> Rows | None:
        """Who has won the game under way, and the pauses."""
        series = view.part(SeriesView)
        return None if series is None else series_cards.controls(view, series, voice)

    def rulings(self, view: MatchView, voice: Voice) -> Rows | None:
        """Games annulled or awarded, the last word taken back, trouble."""
        series = view.part(SeriesView)
        return None if series is None else series_cards.desk(view, series, voice)

    def has_begun(self, view: MatchView) -> bool:
        """Once a game was told."""
        series = view.part(SeriesView)
        return series is not None and bool(series.series.games)
