"""What tables of three, and decks, add to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.domain.contests import Contest, Particulars, Score, Stage
from bot.domain.entering.views import Registered
from bot.domain.events.standings_views import RoundView
from bot.domain.playing.match_views import Correction, MatchPlace, MatchView
from bot.domain.rulebook import Rulebook
from bot.domain.tables.table_state import winners
from bot.domain.tables.table_views import TableView
from bot.features.decks import cards as decks_cards
from bot.i18n import Voice
from bot.rendering.entering.hooks import EntryCardHooks, Request
from bot.rendering.events.hooks import EventCardHooks
from bot.rendering.layout import Card
from bot.rendering.playing.hooks import DeskHooks, MatchCardHooks, Rows
from bot.rendering.playing.match_names import judge
from bot.rendering.regulation.hooks import SheetHooks
from bot.rendering.tables import table_cards, table_desk, table_words, tables_sheet

SEATS_OF_A_MATCH: Final = 2
_KEYS: Final[Mapping[str, str]] = {
    "how_absence": "tables.how",
    "wait_for_other": "tables.wait_for_others",
    "go_and_play": "tables.go_and_play",
    "next_call": "tables.next_call",
    "how_to_end_without_result": "tables.how_to_end_without_result",
    "how_to_end_lot": "tables.how_to_end_lot",
    "lot_offered": "tables.lot_offered",
    "agreed_without_result": "tables.agreed_without_result",
    "agreed_lot": "tables.agreed_lot",
    "both_lost": "tables.all_lost",
    "both_lost_by_lot": "tables.won_by_lot",
    "both_away_by_lot": "tables.won_by_lot",
}


class TableCards(EventCardHooks, MatchCardHooks, DeskHooks, SheetHooks):
    """Of events whose games are played at tables of three."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where more than two sit down together."""
        return rulebook.traits.at_tables

    def how_played(self, rulebook: Rulebook, voice: Voice) -> Iterable[str] | None:
        """Who sits down together, and what the games are worth."""
        return tables_sheet.how_played(rulebook, voice)

    def round_drawn(self, view: RoundView, voice: Voice) -> Card | None:
        """Says who sits at which table."""
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

    # --- matches -----------------------------------------------------------------------------------------------------

    def match_name(self, stage: Stage, number: int, place: MatchPlace, voice: Voice) -> str | None:
        """Which table of which round; the final, or an extra game."""
        return None if place.seats == SEATS_OF_A_MATCH else table_words.name_of(stage, number, place, voice)

    def length(self, view: MatchView, voice: Voice) -> str | None:
        """How much influence wins a game."""
        table = view.part(TableView)
        return None if table is None else table_words.length(table, voice)

    def key(self, view: MatchView, name: str) -> str | None:
        """The others at a table are several, and no clock costs games."""
        return _KEYS.get(name)

    def score_line(self, view: MatchView, score: Score, particulars: Particulars) -> str | None:
        """Everybody with the influence at the end."""
        return table_words.score_line(view, score[: len(view.players)], particulars)

    def winners(self, view: MatchView) -> Sequence[int] | None:
        """Of an extra game there are several."""
        result = view.contest.result
        return None if result is None else tuple(winners(result.score))

    def answering(self, view: MatchView, voice: Voice) -> tuple[str, str] | None:
        """Everybody else at the table may answer."""
        return table_words.reporter(view), table_words.others(view, voice)

    def standing(self, view: MatchView, voice: Voice) -> Iterable[str] | None:
        """Where the game stands, for all three."""
        table = view.part(TableView)
        return None if table is None else table_words.lines(view, table, judge(view, voice), voice)

    def beside_player(self, view: MatchView, side: int, voice: Voice) -> str:
        """In which set each begins."""
        table = view.part(TableView)
        return "" if table is None else table_words.status(view, table, side, voice)

    def reporting(self, view: MatchView, voice: Voice, *, again: bool) -> Rows | None:
        """Who won is chosen, and everybody's influence told after it."""
        table = view.part(TableView)
        if table is None:
            return None
        asked = table_words.asked_who(table, voice, again=again)
        return (table_words.winner_choice(view, table, "table-won", asked),)

    def desk(self, view: MatchView, voice: Voice) -> Card | None:
        """Who won, who is there, whom the others play without."""
        table = view.part(TableView)
        return None if table is None else table_desk.desk(view, table, voice)

    def right_result(self, found: Correction) -> tuple[str, str] | None:
        """The winners and everybody's influence."""
        return "table-correct-it", table_desk.table_code(found.score, found.particulars)


class DeckCards(EntryCardHooks, MatchCardHooks, DeskHooks, SheetHooks):
    """Of events in which decks are handed in."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where the rulebook has the table `[deck]`."""
        return rulebook.deck is not None

    def sections(self, rulebook: Rulebook, voice: Voice) -> Iterable[tuple[str, Iterable[str]]]:
        """What a deck may hold."""
        if rulebook.deck is None:
            return ()
        return (("format_sheet.deck_title", decks_cards.rule_lines(rulebook.deck, voice)),)

    def needs(self, entry: Registered, voice: Voice) -> Iterable[Request]:
        """A deck that is admitted."""
        if entry.is_complete:
            return ()
        return (Request(voice.say("decks.needed"), decks_cards.hand_in(entry.tournament, voice)),)

    def below_players(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Whose deck the game waits for."""
        return decks_cards.waiting_lines(view, voice)

    def controls(self, view: MatchView, voice: Voice) -> Rows:
        """The form of another deck, while the game waits for it."""
        return ((decks_cards.hand_in(view.tournament, voice),),) if any(decks_cards.waiting_lines(view, voice)) else ()

    def hints(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Whose deck holds a refused card, for the arbiter alone."""
        return decks_cards.arbiter_lines(view, voice)
