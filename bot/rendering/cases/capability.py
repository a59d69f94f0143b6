"""What cases and appeals add to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.cases.case_views import OpenToAppeal
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.layout import Press
from bot.rendering.playing.hooks import MatchCardHooks
from bot.rendering.playing.match_names import key
from bot.rendering.sentences import moment


class CaseCards(MatchCardHooks):
    """Of all events: appeals against a ruling."""

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
