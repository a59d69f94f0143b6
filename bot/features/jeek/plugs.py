"""What casual games add to the core."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.jeek import store, verbs
from bot.features.jeek.games_model import JeekBoard
from bot.features.tournaments.facts_verbs import jeek_subject
from bot.features.tournaments.hooks import Asker, DutyHooks, Found, ServerHooks, StepHooks, Taker
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, JeekId, Switch
from bot.kernel.outages import Outage
from bot.server.speaking_verbs import DeliveryHooks, Following, as_panel


class Casual(DutyHooks, ServerHooks, StepHooks, DeliveryHooks):
    """Games that belong to no event."""

    def duties(self, tx: Query, asked: Asker) -> Found:
        """The move that is to be made."""
        return verbs.guide(tx, asked)

    def running(self, tx: Query, guild_id: GuildId) -> Mapping[Switch, int]:
        """Games that are being played."""
        return {Switch.JEEK: sum(game.guild_id == guild_id for game in store.in_play(tx))}

    def takers(self) -> Mapping[str, Taker]:
        """A clock that reaches 0, and a challenge that nobody takes."""
        return {"jeek": lambda tx, subject, step: verbs.take(tx, JeekId(subject), step)}

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """Clocks stood still."""
        verbs.after_outage(tx, outage, show=is_news)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The board stands."""
        return dict((as_panel(JeekBoard, lambda said: jeek_subject(said.jeek_id)),))
