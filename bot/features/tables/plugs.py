"""What tables of three add to the core and to its cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.features.course.cards import EventCardStrategy
from bot.features.course.model import RoundView
from bot.features.playing import board_store as playing_board_store
from bot.features.playing.hooks import Coming, MatchHooks, MatchStrategy, MatchTurn, ScoreWord
from bot.features.playing.match_views_model import Correction, MatchContext, MatchView, TableView
from bot.features.playing.words_cards import MatchCardStrategy, Rows, judge
from bot.features.tables import cards, verbs
from bot.features.tables.model import winners
from bot.features.tournaments.hooks import EventStrategy
from bot.features.tournaments.sheet_cards import SheetStrategy
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import EntrantId
from bot.kernel.outages import Due, Step
from bot.layout.cards import Card
from bot.play.contests import Contest, Particulars, Score
from bot.play.entries import Tournament
from bot.play.format_rules import Contests
from bot.play.matches import Match
from bot.play.rulebook import Rulebook

# --- cards ----------------------------------------------------------------------------------------------------------


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


class TableCards(SheetStrategy, EventCardStrategy, MatchCardStrategy):
    """Of events whose games are played at tables of three."""

    contests = Contests.TABLES

    def how_played(self, rulebook: Rulebook, translator: Translator) -> Iterable[str] | None:
        """Who sits down together, and what the games are worth."""
        return cards.how_played(rulebook, translator)

    def round_drawn(self, view: RoundView, translator: Translator) -> Card | None:
        """Says who sits at which table."""
        return cards.round_drawn(view, translator)

    def round_over(self, view: RoundView, translator: Translator) -> Card | None:
        """The next tables, extra games, or the call to the final."""
        return cards.round_over(view, translator)

    def result_line(self, contest: Contest, names: Sequence[str]) -> str | None:
        """Everybody with the influence at the end."""
        return cards.result_line(contest, names)

    def deciding_score(self, contest: Contest) -> str | None:
        """Everybody's influence, where it was told."""
        return cards.best(contest) or None

    # --- matches -----------------------------------------------------------------------------------------------------

    def length(self, view: MatchView, translator: Translator) -> str | None:
        """How much influence wins a game."""
        table = view.part(TableView)
        return None if table is None else cards.length(table, translator)

    def key(self, view: MatchView, name: str) -> str | None:
        """The others at a table are several, and no clock costs games."""
        return _KEYS.get(name)

    def score_line(self, view: MatchView, score: Score, particulars: Particulars) -> str | None:
        """Everybody with the influence at the end."""
        return cards.score_line(view, score[: len(view.players)], particulars)

    def winners(self, view: MatchView) -> Sequence[int] | None:
        """Of an extra game there are several."""
        result = view.contest.result
        return None if result is None else tuple(winners(result.score))

    def answering(self, view: MatchView, translator: Translator) -> tuple[str, str] | None:
        """Everybody else at the table may answer."""
        return cards.reporter(view), cards.others(view, translator)

    def standing(self, view: MatchView, translator: Translator) -> Iterable[str] | None:
        """Where the game stands, for all three."""
        table = view.part(TableView)
        return None if table is None else cards.lines(view, table, judge(view, translator), translator)

    def beside_player(self, view: MatchView, side: int, translator: Translator) -> str:
        """In which set each begins."""
        table = view.part(TableView)
        return "" if table is None else cards.status(view, table, side, translator)

    def reporting(self, view: MatchView, translator: Translator, *, again: bool) -> Rows | None:
        """Who won is chosen, and everybody's influence told after it."""
        table = view.part(TableView)
        if table is None:
            return None
        asked = cards.asked_who(table, translator, again=again)
        return (cards.winner_choice(view, table, "table-won", asked),)

    def desk(self, view: MatchView, translator: Translator) -> Card | None:
        """Who won, who is there, whom the others play without."""
        table = view.part(TableView)
        return None if table is None else cards.desk(view, table, translator)

    def right_result(self, correction: Correction) -> tuple[str, str]:
        """The winners and everybody's influence."""
        return "table-correct-it", cards.table_code(correction.score, correction.particulars)


# --- verbs ----------------------------------------------------------------------------------------------------------


class Tables(EventStrategy, MatchStrategy, MatchHooks):
    """Events whose games are played at tables of three."""

    contests = Contests.TABLES

    # --- events ------------------------------------------------------------------------------------------------------

    def settle_left(self, tx: Tx, tournament: Tournament, match: Match, withdrawn: Collection[EntrantId]) -> bool:
        """The others play on, as long as there are two."""
        return verbs.settle(tx, tournament, match, withdrawn)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterator[object]:
        """Who sits in which set, and what wins."""
        yield verbs.table_view(tx, match_context)

    def due(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterator[Due]:
        """Somebody is asked about who is missing."""
        return verbs.due(tx, match_context)

    def takes(self, tx: Tx, match_context: MatchContext, step: Step) -> bool:
        """No clock decides, so that is all that comes of a player who is missing."""
        if step is Step.LOSE_GAME:
            verbs.ask(tx, match_context)
        return step is Step.LOSE_GAME

    def comes(self, tx: Tx, match_context: MatchContext, coming: Coming) -> bool:
        """Who was seated out plays after all."""
        if coming.side not in match_context.match.away:
            return False
        verbs.take_back(tx, match_context, coming.side, coming.by)
        return True

    def turns(self, tx: Tx, match_context: MatchContext, turn: MatchTurn, at: datetime) -> None:
        """Nobody is seated out of a game that is begun anew."""
        if turn is MatchTurn.ANEW:
            playing_board_store.forget_table_absence(tx, match_context.contest_id)

    def judges(
        self, tx: Query, match_context: MatchContext, score: Score, particulars: Particulars, word: ScoreWord
    ) -> bool:
        """Who won, with what influence; only an arbiter says that a winner below the influence that wins has won."""
        refuse = verbs.refuse_short if word is ScoreWord.PLAYER else verbs.refuse_impossible
        refuse(tx, match_context, score, particulars)
        return True
