"""What proof in disputes adds to the card of a match, and to the desk of whoever decides."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.evidence.proofs import ProofCount
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.evidence.proof_cards import bring_press, look_press
from bot.rendering.layout import Press
from bot.rendering.playing.hooks import DeskHooks, MatchCardHooks, Rows


class EvidenceCards(MatchCardHooks, DeskHooks):
    """The ways to bring proof and to look at it."""

    def controls(self, view: MatchView, voice: Voice) -> Rows:
        """Both, while a score is disputed."""
        found = view.part(ProofCount)
        if found is None or not found.is_open:
            return ()
        return ((bring_press(view, voice), *([look_press(view, found, voice)] if found.count else [])),)

    def after_result(self, view: MatchView, voice: Voice) -> Iterable[Press]:
        """What was brought, as long as it is kept."""
        found = view.part(ProofCount)
        return () if found is None or not found.count else (look_press(view, found, voice),)

    def hints(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """How much there is to look at before anything is ruled."""
        found = view.part(ProofCount)
        if found is not None and found.count:
            yield voice.count("proofs.on_desk", found.count)
