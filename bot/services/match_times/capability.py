"""What times of matches add to the core."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from bot.domain.contests import Contest
from bot.domain.deadlines import Step
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, TournamentId
from bot.domain.match_times.sayings import MatchOpened, TimeFixed, TimeProposed
from bot.domain.outages import Outage
from bot.domain.playing.desk_views import DeskRow
from bot.domain.playing.sayings import MatchCalled
from bot.domain.rulebook import Rulebook
from bot.domain.stillness import Still
from bot.services.asked import Asked, Found
from bot.services.events.hooks import EventHooks
from bot.services.following import DeliveryHooks, Following, after
from bot.services.hooks import CardClock, StepHooks, Taker
from bot.services.match_times import days, talks, times_guidance
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks, StaffHooks
from bot.storage import tournaments
from bot.storage.context import Query, Tx


class MatchTimes(EventHooks, MatchHooks, StaffHooks, StepHooks, DeliveryHooks):
    """Events whose rounds last days."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where the rulebook has the sides agree on a time."""
        return rulebook.match_times is not None

    # --- events ------------------------------------------------------------------------------------------------------

    def held_back(
        self, tx: Query, tournament: Tournament, in_force: Sequence[Contest], now: datetime
    ) -> Collection[ContestId]:
        """All but the matches whose time has come."""
        return days.held_back(tx, tournament, in_force, now)

    def next_round_waits(self, tx: Query, tournament: Tournament, now: datetime) -> bool:
        """As the rulebook says, until the days of the present round are over."""
        return days.next_round_waits(tx, tournament, now)

    def carried_on(self, tx: Tx, tournament: Tournament) -> None:
        """Opens the matches that were paired."""
        days.carry_on(tx, tournament)

    def called_off(self, tx: Tx, tournament: Tournament) -> None:
        """Nobody agrees on anything any more."""
        days.close_all(tx, tournament)

    # --- playing -----------------------------------------------------------------------------------------------------

    def before_call(
        self, tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant, contest: Contest
    ) -> Found | None:
        """To agree on a time, or when the match is."""
        return times_guidance.guide(tx, asked, tournament, entrant, contest)

    def still(self, tx: Query, followed: Followed) -> Still | None:
        """A match without a time about which the organisers were asked."""
        return times_guidance.still(tx, followed)

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterable[DeskRow]:
        """Matches about whose time the organisers were asked."""
        return times_guidance.rows(tx, tournament)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The days of a match, and of a round."""
        return {
            "match-time": lambda tx, subject, step: days.take(tx, ContestId(subject), step),
            "match-rounds": lambda tx, subject, _: days.take_round(tx, TournamentId(subject)),
        }

    def card_clocks(self) -> Mapping[str, CardClock]:
        """Who does not answer within the days of a match loses it, so its card is looked at before they end."""
        looked_at = frozenset({Step.REMIND_ROUND, Step.END_ROUND})
        rewrite = lambda tx, subject: talks.rewrite(tx, ContestId(subject), tx.now)  # noqa: E731
        return {"match-time": CardClock(MatchOpened, looked_at, talks.looks_for_time, rewrite)}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """All windows are longer by it."""
        for tournament in tournaments.reached_by(tx, outage):
            if tournament.rulebook.match_times is not None:
                days.after_pause(tx, tournament, tx.now)

    def after_pause(self, tx: Tx, tournament: Tournament) -> None:
        """All windows are longer by it too."""
        days.after_pause(tx, tournament, tx.now)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The days of a match, and the time to answer, count from when they were told."""
        return dict(
            (
                after(MatchOpened, days.note_opened),
                after(TimeProposed, days.note_proposed),
                after(TimeFixed, days.note_fixed),
                after(MatchCalled, days.note_called),
            )
        )
