"""What players in two events at once add to the core: matches that wait, and what is said of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from bot.features.clashes import verbs
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing.hooks import MatchHooks
from bot.features.playing.match_views_model import MatchContext
from bot.features.playing.messages import while_in
from bot.features.playing.model import WaitIsOver
from bot.features.tournaments.hooks import EventHooks, StepHooks, Taker
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, GuildId
from bot.kernel.outages import Outage
from bot.layout.cards import on
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.matches import MatchPhase
from bot.server.speaking_verbs import DeliveryHooks, Following, after


class Clashes(EventHooks, MatchHooks, StepHooks, DeliveryHooks):
    """Matches that wait for another one of their player."""

    # --- events ------------------------------------------------------------------------------------------------------

    def result_changed(self, tx: Tx, tournament: Tournament, contest: Contest) -> None:
        """The players of the match are free."""
        verbs.look(tx, tournament.guild_id)

    def called_off(self, tx: Tx, tournament: Tournament) -> None:
        """Nobody is wanted there any more."""
        verbs.look(tx, tournament.guild_id)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterable[object]:
        """For whom it waits."""
        found = verbs.wait_of(tx, match_context, now)
        return () if found is None else (found,)

    def holds_back(self, tx: Tx, match_context: MatchContext, sides: Collection[int], at: datetime) -> datetime | None:
        """While one of the sides is still wanted elsewhere."""
        return verbs.begin(tx, match_context, sides, at)

    def moved(self, tx: Tx, match_context: MatchContext) -> None:
        """Its players may be free, or there."""
        verbs.look(tx, match_context.tournament.guild_id)

    # --- steps -------------------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The end of a wait."""
        return {"waiting": lambda tx, subject, _: verbs.take(tx, ContestId(subject))}

    def after_outage(self, tx: Tx, outage: Outage, guild_id: GuildId, *, is_news: bool) -> None:
        """A wait is longer by it."""
        verbs.move(tx, guild_id, outage.down_from)

    def after_pause(self, tx: Tx, tournament: Tournament) -> None:
        """A wait stands still, too."""
        verbs.move(tx, tournament.guild_id, tx.now)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The clocks begin once the players could read it."""
        return dict((after(WaitIsOver, verbs.start_clocks),))


NOTICES: Final = dict((on(WaitIsOver, while_in(playing_note_cards.wait_over, MatchPhase.MISSING)),))
