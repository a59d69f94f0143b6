"""Calling those whom one message could not name: Discord notifies a hundred of each message, and takes so much text."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.announcements import Promise
from bot.domain.ids import MemberId
from bot.domain.own_sayings import StillCalled
from bot.domain.sayings import Saying
from bot.services.speaking import promise
from bot.storage import outbox, people
from bot.storage.context import Tx


def call_the_rest(tx: Tx, first: Promise[Saying], left: Sequence[MemberId]) -> None:
    """Promises a message after this one that calls who is left, in the same place; a second call changes nothing."""
    if outbox.all_promises(tx, StillCalled, first.outbox_id):
        return
    known = [people.of_member(tx, first.guild_id, member) for member in left]
    called = tuple(person.person_id for person in known if person is not None)
    if called:
        promise(tx, first.guild_id, first.target, StillCalled(first.outbox_id, called))
