"""What times of matches add to the core and to its cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from bot.features.match_times import cards as match_times_cards
from bot.features.match_times import staff_verbs as match_times_staff_verbs
from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import MatchOpened, TimeFixed, TimeProposed
from bot.features.playing.hooks import MatchHooks, StaffHooks
from bot.features.playing.match_views_model import MatchContext
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.duties_model import DeskRow
from bot.features.tournaments.hooks import Asker, CardClock, EventHooks, Found, StepHooks, Taker
from bot.features.tournaments.promises_model import MatchCalled
from bot.features.tournaments.sheet_cards import SheetHooks
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, TournamentId
from bot.kernel.outages import Outage, Step, Still
from bot.play.contests import Contest
from bot.play.entries import Entrant, Tournament
from bot.play.rulebook import Rulebook
from bot.server.speaking_verbs import DeliveryHooks, Following, after


class MatchTimes(EventHooks, MatchHooks, StaffHooks, StepHooks, DeliveryHooks):
    """Events whose rounds last days."""

    table = "match_times"

    # --- events ------------------------------------------------------------------------------------------------------

    def held_back(
        self, tx: Query, tournament: Tournament, in_force: Sequence[Contest], now: datetime
    ) -> Collection[ContestId]:
        """All but the matches whose time has come."""
        return match_times_verbs.held_back(tx, tournament, in_force, now)

    def next_round_waits(self, tx: Query, tournament: Tournament) -> bool:
        """As the rulebook says, until the days of the present round are over."""
        return match_times_verbs.next_round_waits(tx, tournament)

    def carried_on(self, tx: Tx, tournament: Tournament) -> None:
        """Opens the matches that were paired."""
        match_times_verbs.carry_on(tx, tournament)

    def called_off(self, tx: Tx, tournament: Tournament) -> None:
        """Nobody agrees on anything any more."""
        match_times_verbs.close_all(tx, tournament)

    # --- playing -----------------------------------------------------------------------------------------------------

    def before_call(
        self, tx: Query, asked: Asker, tournament: Tournament, entrant: Entrant, contest: Contest
    ) -> Found | None:
        """To agree on a time, or when the match is."""
        return match_times_staff_verbs.guide(tx, asked, tournament, entrant, contest)

    def still(self, tx: Query, followed: MatchContext) -> Still | None:
        """A match without a time about which the organisers were asked."""
        return match_times_staff_verbs.still(tx, followed)

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterable[DeskRow]:
        """Matches about whose time the organisers were asked."""
        return match_times_staff_verbs.rows(tx, tournament)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The days of a match, and of a round."""
        return {
            "match-time": lambda tx, subject, step: match_times_verbs.take(tx, ContestId(subject), step),
            "match-rounds": lambda tx, subject, _: match_times_verbs.take_round(tx, TournamentId(subject)),
        }

    def card_clocks(self) -> Mapping[str, CardClock]:
        """Who does not answer within the days of a match loses it, so its card is looked at before they end."""
        looked_at = frozenset({Step.REMIND_ROUND, Step.END_ROUND})
        rewrite = lambda tx, subject: match_times_verbs.rewrite(tx, ContestId(subject))  # noqa: E731
        return {"match-time": CardClock(MatchOpened, looked_at, match_times_verbs.looks_for_time, rewrite)}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """All windows are longer by it."""
        for tournament in tournaments_store.reached_by(tx, outage):
            if tournament.rulebook.match_times is not None:
                match_times_verbs.after_pause(tx, tournament)

    def after_pause(self, tx: Tx, tournament: Tournament) -> None:
        """All windows are longer by it too."""
        match_times_verbs.after_pause(tx, tournament)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The days of a match, and the time to answer, count from when they were told."""
        return dict(
            (
                after(MatchOpened, match_times_verbs.note_opened),
                after(TimeProposed, match_times_verbs.note_proposed),
                after(TimeFixed, match_times_verbs.note_fixed),
                after(MatchCalled, match_times_verbs.note_called),
            )
        )


class TimesCards(SheetHooks):
    """Of events whose rounds last days."""

    table = "match_times"

    def sections(self, rulebook: Rulebook, voice: Translator) -> Iterable[tuple[str, Iterable[str]]]:
        """How a match gets its time."""
        if rulebook.match_times is not None:
            yield "sheet.title.match_times", match_times_cards.lines(rulebook.match_times, voice)
