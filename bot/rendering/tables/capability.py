"""What tables of three, and decks, add to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.domain.contests import Contest
from bot.domain.events.standings_views import RoundView
from bot.domain.events.views import Registered
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.entering.hooks import EntryCardHooks, Request
from bot.rendering.events.hooks import EventCardHooks
from bot.rendering.layout import Card
from bot.rendering.regulation.hooks import SheetHooks
from bot.rendering.tables import deck_cards, table_cards, table_words


class TableCards(EventCardHooks):
    """Of events whose games are played at tables of three."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where more than two sit down together."""
        return rulebook.traits.at_tables

    def round_drawn(self, view: RoundView, voice: Voice) -> Card | None:
        """Who sits where."""
        return table_cards.round_drawn(view, voice)

    def round_over(self, view: RoundView, voice: Voice) -> Card | None:
        """The next tables, extra games, or the call to the final."""
        return table_cards.round_over(view, voice)

    def result_line(self, contest: Contest, names: Sequence[str]) -> str | None:
        """Everybody with the influence at the end."""
        return table_cards.result_line(contest, names)

    def deciding_score(self, contest: Contest) -> str | None:
        """Everybody's influence, where it was told."""
        return table_words.best(contest) or None


class DeckCards(EntryCardHooks, SheetHooks):
    """Of events in which decks are handed in."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where the rulebook has the table `[deck]`."""
        return rulebook.deck is not None

    def sections(self, rulebook: Rulebook, voice: Voice) -> Iterable[tuple[str, Iterable[str]]]:
        """What a deck may hold."""
        if rulebook.deck is None:
            return ()
        return (("format_sheet.deck_title", deck_cards.rule_lines(rulebook.deck, voice)),)

    def needed(self, entry: Registered, voice: Voice) -> Iterable[Request]:
        """A deck that is admitted."""
        if entry.is_complete:
            return ()
        return (Request(voice.say("decks.needed"), deck_cards.hand_in(entry.tournament, voice)),)
