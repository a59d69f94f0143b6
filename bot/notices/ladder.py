"""Notices of a ladder's matches that nobody reports."""

from __future__ import annotations

from typing import Final

from bot.domain.ladder.sayings import ChallengeVoided, ScoreWanted
from bot.domain.playing.match_state import MatchPhase
from bot.notices.notice import on
from bot.notices.playing import while_in
from bot.rendering.ladder import unreported_cards

NOTICES: Final = dict(
    (
        on(ScoreWanted, while_in(unreported_cards.score_wanted, MatchPhase.PLAYING)),
        on(ChallengeVoided, while_in(unreported_cards.void_notice, MatchPhase.VOID)),
    )
)
