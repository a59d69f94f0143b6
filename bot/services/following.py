"""What follows the delivery of a message: a panel stands, or whatever its capability waits to be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.domain.announcements import Delivery, Promise
from bot.domain.hooks import Hooks, Joined
from bot.domain.sayings import K, Saying
from bot.storage import panels
from bot.storage.context import Tx
from bot.storage.panels import Panel

Follow = Callable[[Tx, Promise[Any], Delivery], None]
Following = Mapping[type[Saying], Follow]
"""What follows, by the kind of message."""


class DeliveryHooks(Hooks):
    """What one capability does once a message was read, in the transaction that marks it as delivered."""

    def follows(self) -> Following:
        """Its messages that something hangs on."""
        return {}


DELIVERY_HOOKS: Final = Joined(DeliveryHooks)


def after(kind: type[K], follow: Callable[[Tx, Promise[K], Delivery], None]) -> tuple[type[Saying], Follow]:
    """What follows the delivery of the kind; the type checker holds it to the kind's fields."""
    return kind, follow


def as_panel(kind: type[K], named: Callable[[K], str]) -> tuple[type[Saying], Follow]:
    """The delivered message is the panel of that name from now on."""

    def follow(tx: Tx, promise: Promise[K], delivery: Delivery) -> None:
        stand(tx, promise, delivery, named(promise.saying))

    return after(kind, follow)


def stand(tx: Tx, promise: Promise[Any], delivery: Delivery, panel: str) -> None:
    """Notes that the delivered message is the panel from now on; one that came back is looked over once more."""
    panels.save(
        tx,
        Panel(
            panel=panel,
            guild_id=promise.guild_id,
            channel_id=delivery.channel_id,
            message_id=delivery.message_id,
            posted_at=delivery.delivered_at,
            edited_at=delivery.delivered_at,
            stale_at=None,
        ),
    )
    if promise.saying.again:
        tx.at(delivery.delivered_at).touch(panel)
