"""What matches add to the calls of those who run their event: the scores among which a dispute is decided."""

from __future__ import annotations

from bot.features.playing import cards, reading_verbs
from bot.features.playing.words_cards import MatchCardStrategy, card_strategy, counts
from bot.features.tournaments.hooks import StepHooks
from bot.features.tournaments.summons_model import MatterKind
from bot.kernel.context import Query
from bot.kernel.ids import ContestId
from bot.play.matches import MatchPhase


class Disputes(StepHooks):
    """Scores of which two sides tell different ones."""

    def decided_among(self, tx: Query, kind: MatterKind, subject: str) -> tuple[tuple[str, str], ...]:
        """Those that the desk of the match offers; boards, counts and series have forms of their own there."""
        if kind is not MatterKind.DISPUTE:
            return ()
        view = reading_verbs.match_view(tx, ContestId(subject.partition(":")[2]), tx.now)
        if view is None or view.state.phase is not MatchPhase.DISPUTED or counts(view):
            return ()
        if type(card_strategy(view)) is not MatchCardStrategy:
            return ()
        return cards.score_choice(view, "rule", "", view.state.rulable(view.contest.length)).options
