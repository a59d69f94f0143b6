"""What casual games add to the core, and the board of one as a live message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from bot.features.jeek import cards, store, verbs
from bot.features.jeek.games_model import JeekBoard
from bot.features.tournaments.facts_verbs import jeek_subject
from bot.features.tournaments.hooks import Asker, Found, ServerHooks, StepHooks, Taker, TaskHooks
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, JeekId, Switch
from bot.kernel.outages import Outage
from bot.kernel.promises import Promise
from bot.layout.cards import Composed, on
from bot.server.speaking_verbs import DeliveryHooks, Following, as_panel


class Casual(TaskHooks, ServerHooks, StepHooks, DeliveryHooks):
    """Games that belong to no event."""

    def tasks(self, tx: Query, asker: Asker) -> Found:
        """The move that is to be made."""
        return verbs.guide(tx, asker)

    def running(self, tx: Query, guild_id: GuildId) -> Mapping[Switch, int]:
        """Games that are being played."""
        return {Switch.JEEK: len(store.in_play(tx, guild_id))}

    def takers(self) -> Mapping[str, Taker]:
        """A clock that reaches 0, and a challenge that nobody takes."""
        return {"jeek": lambda tx, subject, step: verbs.take(tx, JeekId(subject), step)}

    def runs_in(self, tx: Query) -> Iterable[GuildId]:
        """Games whose clock runs."""
        return (game.guild_id for game in store.in_play(tx))

    def after_outage(self, tx: Tx, outage: Outage, guild_id: GuildId, *, is_news: bool) -> None:
        """Clocks stood still."""
        del outage
        verbs.after_outage(tx, guild_id, show=is_news)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The board stands."""
        return dict((as_panel(JeekBoard, lambda said: jeek_subject(said.jeek_id)),))


# --- messages -------------------------------------------------------------------------------------------------------


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The board as it has to look now."""
    view = verbs.view_of(tx, JeekId(subject), now)
    if view is None or view.game.started_at is None:
        return None
    return lambda translator: cards.board(view, translator), view.game.guild_id


def _board(tx: Query, promise: Promise[JeekBoard]) -> Composed | None:
    view = verbs.view_of(tx, promise.message.jeek_id, promise.promised_at)
    if view is None or view.game.started_at is None:
        return None
    return lambda translator: cards.new_board(view, translator)


NOTICES: Final = dict((on(JeekBoard, _board),))
