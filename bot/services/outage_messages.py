"""Messages about an outage: each is said once, and drawn anew from the facts where the outage grows."""

from __future__ import annotations

from typing import TypeVar

from bot.domain.announcements import Delivery, Promise, ToMember
from bot.domain.ids import OutboxId
from bot.domain.outages import OF_A_SERVER, Cause, Outage
from bot.domain.sayings import AfterOutage
from bot.services.following import stand
from bot.storage import outages, outbox
from bot.storage.context import Query, Tx

A = TypeVar("A", bound=AfterOutage)


def said_subject(outbox_id: OutboxId) -> str:
    """How panels name a message that is drawn anew from its own promise."""
    return f"said:{outbox_id}"


def messages_of(tx: Query, kind: type[A], subject: str, outage: Outage) -> list[Promise[A]]:
    """What is said of the outage to the subject already, or waits to be said."""
    return [
        one
        for one in outbox.all_promises(tx, kind, subject)
        if (one.saying.down_from, one.saying.cause or Cause.PROCESS) == (outage.down_from, outage.cause)
    ]


def redraw(tx: Tx, messages: list[Promise[A]]) -> None:
    """Has what was said of the outage show how long it is by now; what waits is made when it is said."""
    for one in messages:
        tx.touch(said_subject(one.outbox_id))


def stand_as_said(tx: Tx, promise: Promise[A], delivery: Delivery) -> None:
    """The delivered message is drawn anew where the outage grows; a letter is its reader's, and stays as it is."""
    if promise.saying.down_from is None or isinstance(promise.target, ToMember):
        return
    stand(tx, promise, delivery, said_subject(promise.outbox_id))
    if _has_grown(tx, promise):
        # It may have grown while the message was on its way, when no panel could be drawn anew yet.
        redraw(tx, [promise])


def _has_grown(tx: Query, promise: Promise[A]) -> bool:
    said = promise.saying
    if said.down_from is None or said.up_at is None:
        return False
    cause = said.cause or Cause.PROCESS
    of_server = promise.guild_id if cause in OF_A_SERVER else None
    now = outages.load(tx, Outage(said.down_from, said.up_at, cause, of_server))
    return now is not None and now.up_at > said.up_at
