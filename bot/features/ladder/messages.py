"""Notices of a ladder's matches that nobody reports."""

from __future__ import annotations

from typing import Final

from bot.features.ladder import cards as ladder_cards
from bot.features.ladder.model import ChallengeVoided, ScoreWanted
from bot.features.playing.messages import while_in
from bot.layout.cards import on
from bot.play.matches import MatchPhase

NOTICES: Final = dict(
    (
        on(ScoreWanted, while_in(ladder_cards.score_wanted, MatchPhase.PLAYING)),
        on(ChallengeVoided, while_in(ladder_cards.void_notice, MatchPhase.VOID)),
    )
)
