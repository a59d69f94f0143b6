"""What cases and appeals add to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.domain.cases.case_views import OpenToAppeal
from bot.domain.cases.rating_entries import RatingEnteredTold
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.layout import Press
from bot.rendering.people import mention
from bot.rendering.playing.hooks import MatchCardHooks
from bot.rendering.playing.match_names import key
from bot.rendering.sentences import moment, number
from bot.rendering.signing.hooks import WishCards
from bot.rendering.text import quoted_block


class CaseCards(MatchCardHooks, WishCards):
    """Of all events: appeals against a ruling; of acts that wait: a rating for who was forgotten."""

    def wish(self, told: object, voice: Voice) -> Sequence[str] | None:
        """Who gets which rating, and why."""
        if not isinstance(told, RatingEnteredTold):
            return None
        said = voice.say("amendments.entered", who=mention(told.person), rating=number(told.rating, voice))
        return said, quoted_block(told.reason, 500)

    def below_standing(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Until when a player may appeal."""
        appeal = view.part(OpenToAppeal)
        if appeal is None or view.state.phase is not MatchPhase.SETTLED:
            return ()
        return ("-# " + voice.say(key(view, "may_appeal"), until=moment(appeal.until)),)

    def after_result(self, view: MatchView, voice: Voice) -> Iterable[Press]:
        """The way to an appeal."""
        if view.part(OpenToAppeal) is None:
            return ()
        return (Press(f"appeal:match-{view.contest_id}", voice.say("matches.appeal"), emoji="📨"),)
