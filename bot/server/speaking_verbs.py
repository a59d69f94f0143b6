"""Promising to speak, what a delivered message sets in motion, and calling people whom one message cannot name.

Discord pings a hundred people of one message at most, and takes only so much text: the rest are called by more
messages. A message about an outage is said once, and drawn anew from the facts where the outage grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final, TypeVar

from bot.kernel import outbox, promises
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, EntrantId, GuildId, MemberId, OutboxId, PersonId, Place
from bot.kernel.outages import Cause, Outage, Step
from bot.kernel.outbox import StillCalled
from bot.kernel.panel_store import Panel
from bot.kernel.promises import (
    AfterOutage,
    Delivery,
    K,
    Message,
    OfContest,
    Promise,
    Target,
    ToChannel,
    ToMatch,
    ToMember,
    ToPlace,
)
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Entrant, Tournament
from bot.play.plugs import Hooks, Joined
from bot.server import store

# --- promises -------------------------------------------------------------------------------------------------------


LOOKED_FOR_AFTER: Final = timedelta(minutes=10)
"""What comes in one evening is looked for at once."""


def promise(tx: Tx, guild_id: GuildId, target: Target | Place, message: Message, *, silent: bool = False) -> OutboxId:
    """As `tx.enqueue`, where it may be the committee that is told."""
    where = ToPlace(target) if isinstance(target, Place) else target
    if where == ToPlace(Place.COMMITTEE):
        return tell_committee(tx, guild_id, message, silent=silent)
    return tx.enqueue(guild_id, where, message, silent=silent)


def tell_committee(tx: Tx, guild_id: GuildId, message: Message, *, silent: bool = False) -> OutboxId:
    """Promises to tell the committee, and has somebody look soon for what waits for a decision."""
    outbox_id = tx.enqueue(guild_id, _where_it_began(tx, message), message, silent=silent)
    look_for_decisions(tx, guild_id)
    return outbox_id


def _where_it_began(tx: Query, message: Message) -> Target:
    """The committee's channel, or of what began before that was moved the one in which it began."""
    kept = store.of(tx, promises.write(message).subject)
    return ToPlace(Place.COMMITTEE) if kept is None else ToChannel(kept)


def look_for_decisions(tx: Tx, guild_id: GuildId) -> None:
    """Has somebody look soon for what waits for a decision: what the committee is told may wait for one."""
    subject, at = decisions_subject(guild_id), tx.now + LOOKED_FOR_AFTER
    known = kernel_time_store.deadlines_of_subject(tx, subject)
    if not known or min(known.values()) > at:
        kernel_time_store.rewrite_deadlines(tx, subject, [(Step.REMIND_DECIDERS, at)])


def decisions_subject(guild_id: GuildId) -> str:
    """How deadlines name what waits for decisions in a server."""
    return f"decisions:{guild_id}"


def tell_match(tx: Tx, tournament: Tournament, message: OfContest) -> OutboxId:
    """Commits the bot to say something of a match where that match is talked of."""
    return promise(tx, tournament.guild_id, place_of(tournament, message.contest_id), message)


def place_of(tournament: Tournament, contest_id: ContestId) -> Target:
    """Where a match of the event is talked of: in a thread of its own, or with all others in their channel."""
    return ToPlace(Place.MATCHES) if tournament.rulebook.threads is None else ToMatch(contest_id)


def promise_publicly(tx: Tx, guild_id: GuildId, message: Message) -> None:
    """Commits the bot to say something in the announcements and in the public record."""
    for place in (Place.ANNOUNCEMENTS, Place.RECORD):
        promise(tx, guild_id, place, message)


def tell_member(tx: Tx, guild_id: GuildId, person_id: PersonId, message: Message) -> None:
    """Promises a direct message to the person, where Discord knows one; it is never the only way."""
    person = people_store.load(tx, person_id)
    if person is not None:
        write_to(tx, guild_id, person, message)


def write_to(tx: Tx, guild_id: GuildId, person: Person, message: Message) -> None:
    """As `tell_member`, of somebody who is known already."""
    if person.discord_id is not None:
        tx.enqueue(guild_id, ToMember(person.discord_id), message)


# --- what follows a delivery ----------------------------------------------------------------------------------------


Follow = Callable[[Tx, Promise[Any], Delivery], None]
Following = Mapping[type[Message], Follow]
"""What follows, by the kind of message."""


class DeliveryHooks(Hooks):
    """What one feature does once a message was read, in the transaction that marks it as delivered."""

    def follows(self) -> Following:
        """Its messages that something hangs on."""
        return {}


DELIVERY_HOOKS: Final = Joined(DeliveryHooks)


def after(kind: type[K], follow: Callable[[Tx, Promise[K], Delivery], None]) -> tuple[type[Message], Follow]:
    """What follows the delivery of the kind; the type checker holds it to the kind's fields."""
    return kind, follow


def as_panel(kind: type[K], named: Callable[[K], str]) -> tuple[type[Message], Follow]:
    """The delivered message is the panel of that name from now on."""

    def follow(tx: Tx, promise: Promise[K], delivery: Delivery) -> None:
        stand(tx, promise, delivery, named(promise.message))

    return after(kind, follow)


def stand(tx: Tx, promise: Promise[Any], delivery: Delivery, panel: str) -> None:
    """Notes that the delivered message is the panel from now on; one that came back is looked over once more."""
    kernel_panel_store.save(
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
    if promise.message.again:
        tx.at(delivery.delivered_at).touch(panel)


# --- messages about an outage ---------------------------------------------------------------------------------------


A = TypeVar("A", bound=AfterOutage)


def said_subject(outbox_id: OutboxId) -> str:
    """How panels name a message that is drawn anew from its own promise."""
    return f"said:{outbox_id}"


def messages_of(tx: Query, kind: type[A], subject: str, outage: Outage) -> list[Promise[A]]:
    """What is said of the outage to the subject already, or waits to be said."""
    return [
        one
        for one in outbox.all_promises(tx, kind, subject)
        if (one.message.down_from, one.message.cause or Cause.PROCESS) == (outage.down_from, outage.cause)
    ]


def redraw(tx: Tx, messages: list[Promise[A]]) -> None:
    """Has what was said of the outage show how long it is by now; what waits is made when it is said."""
    for message in messages:
        tx.touch(said_subject(message.outbox_id))


def stand_as_said(tx: Tx, promise: Promise[A], delivery: Delivery) -> None:
    """The delivered message is drawn anew where the outage grows; a letter is its reader's, and stays as it is."""
    if promise.message.down_from is None or isinstance(promise.target, ToMember):
        return
    stand(tx, promise, delivery, said_subject(promise.outbox_id))
    if _has_grown(tx, promise):
        # It may have grown while the message was on its way, when no panel could be drawn anew yet.
        redraw(tx, [promise])


def _has_grown(tx: Query, promise: Promise[A]) -> bool:
    said = promise.message
    if said.down_from is None or said.up_at is None:
        return False
    now = kernel_time_store.load_outage(tx, promise.guild_id, said.down_from, said.cause or Cause.PROCESS)
    return now is not None and now.up_at > said.up_at


# --- how many one message names -------------------------------------------------------------------------------------


T = TypeVar("T")
NAMES_IN_A_MESSAGE: Final = 90
_ROOM_OF_A_NAME: Final = 2
"""A name that is written out, of somebody who is not in the server, takes the room of two mentions."""
_ROOM_OF_A_TEAM: Final = 3
"""A team has its name written out, and its captain's mention beside it."""


def in_parts(some: Iterable[T], width: Callable[[T], int], room: int) -> list[list[T]]:
    """These in the same order, in parts that one message can name: each takes some of its room."""
    parts: list[list[T]] = []
    left = 0
    for one in some:
        if not parts or len(parts[-1]) == NAMES_IN_A_MESSAGE or width(one) > left:
            parts.append([])
            left = room
        parts[-1].append(one)
        left -= width(one)
    return parts


def batches(tx: Query, entrants: Sequence[Entrant]) -> list[tuple[EntrantId, ...]]:
    """The ids of the entrants in the same order, in parts that one message can name; none for nobody."""
    people = people_store.by_ids(tx, [entrant.person_id for entrant in entrants])
    parts = in_parts(entrants, lambda one: _room(one, people[one.person_id]), NAMES_IN_A_MESSAGE)
    return [tuple(one.entrant_id for one in part) for part in parts]


def _room(entrant: Entrant, person: Person) -> int:
    if entrant.team_name is not None:
        return _ROOM_OF_A_TEAM
    return 1 if person.discord_id is not None else _ROOM_OF_A_NAME


def call_the_rest(tx: Tx, first: Promise[Message], left: Sequence[MemberId]) -> None:
    """Promises a message after this one that calls who is left, in the same place; a second call changes nothing."""
    if outbox.all_promises(tx, StillCalled, first.outbox_id):
        return
    known = [people_store.of_member(tx, first.guild_id, member) for member in left]
    called = tuple(person.person_id for person in known if person is not None)
    if called:
        promise(tx, first.guild_id, first.target, StillCalled(first.outbox_id, called))
