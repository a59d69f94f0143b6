"""What proof in disputes adds to the core, to the card of a match, and to the desk of whoever decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.features.evidence import verbs as evidence_verbs
from bot.features.evidence.cards import bring_press, look_press
from bot.features.evidence.model import ProofCount
from bot.features.playing.hooks import MatchHooks
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.words_cards import MatchCardHooks, Rows
from bot.features.tournaments.hooks import StepHooks, Taker
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.layout.cards import Button


class EvidenceCards(MatchCardHooks):
    """The ways to bring proof and to look at it."""

    def controls(self, view: MatchView, translator: Translator) -> Rows:
        """Both, while a score is disputed."""
        found = view.part(ProofCount)
        if found is None or not found.is_open:
            return ()
        return ((bring_press(view, translator), *([look_press(view, found, translator)] if found.count else [])),)

    def after_result(self, view: MatchView, translator: Translator) -> Iterable[Button]:
        """What was brought, as long as it is kept."""
        found = view.part(ProofCount)
        return () if found is None or not found.count else (look_press(view, found, translator),)

    def hints(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """How much there is to look at before anything is ruled."""
        found = view.part(ProofCount)
        if found is not None and found.count:
            yield translator.count("proofs.on_desk", found.count)


class Evidence(MatchHooks, StepHooks):
    """Files that are brought to a dispute."""

    def parts(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterable[object]:
        """How many there are."""
        found = evidence_verbs.count(tx, match_context.match)
        return () if found is None else (found,)

    def takers(self) -> Mapping[str, Taker]:
        """The case is over."""
        return {"proofs": evidence_verbs.take}
