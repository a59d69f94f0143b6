"""What a ladder adds to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.events.course_views import CourseView
from bot.domain.events.standings_views import RoundView, WhyView
from bot.domain.formats.ladder import is_ladder
from bot.domain.ladder.ladder_views import LadderCourse
from bot.domain.playing.match_views import MatchView
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.events.hooks import EventCardHooks, Finding
from bot.rendering.ladder import ladder_cards, ladder_sheet, unreported_cards
from bot.rendering.layout import Card
from bot.rendering.playing.hooks import MatchCardHooks
from bot.rendering.regulation.hooks import SheetHooks
from bot.rendering.sentences import moment


class LadderCards(EventCardHooks, MatchCardHooks, SheetHooks):
    """Of events in which players challenge those above them."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where players challenge each other."""
        return is_ladder(rulebook)

    def how_played(self, rulebook: Rulebook, voice: Voice) -> Iterable[str] | None:
        """Where everybody begins, who can be challenged, and for how long."""
        return ladder_sheet.how_played(rulebook, voice)

    def course(self, view: CourseView, voice: Voice) -> str | None:
        """The time that is left, and the matches in play."""
        own = view.own
        if not isinstance(own, LadderCourse):
            return None
        key = "course.ladder_over" if own.over else "course.ladder"
        return voice.say(key, ends=moment(own.ends_at), playing=own.in_play, settled=own.settled)

    def finding(self) -> Finding | None:
        """A challenge."""
        return Finding("challenge", "challenge")

    def why_placed(self, view: WhyView, voice: Voice) -> str | None:
        """The first place, and each match that moved somebody."""
        return ladder_cards.why_placed(view, voice)

    def round_drawn(self, view: RoundView, voice: Voice) -> Card | None:
        """The places in which everybody begins."""
        return ladder_cards.opening(view, voice)

    def below_standing(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Until when the match can be reported."""
        return unreported_cards.until(view, voice)
