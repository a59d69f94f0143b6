"""What the bot has promised to say: the kinds of message, to whom they go, and what they are about.

A promise holds ids and decisions, never text: the sentence is made from the facts when it is said, in the language of
whoever reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Generic, Literal, TypeGuard, TypeVar

from bot.domain import sayings
from bot.domain.community import Place
from bot.domain.ids import ChannelId, ContestId, GuildId, MemberId, MessageId, OutboxId
from bot.domain.sayings import K


@dataclass(frozen=True, slots=True)
class ToPlace:
    """A message for one of the community's channels."""

    place: Place


@dataclass(frozen=True, slots=True)
class ToChannel:
    """A message for a channel that is known by its id."""

    channel_id: ChannelId


@dataclass(frozen=True, slots=True)
class ToMember:
    """A direct message; never the only way in which something is said."""

    member_id: MemberId


@dataclass(frozen=True, slots=True)
class ToMatch:
    """A message for the thread of a match, and where that cannot be, for the channel of the matches."""

    contest_id: ContestId


OUR_FAULT: Final = "internal"
"""The refusal of a message that could not be made: nobody in the server can mend that."""

Target = ToPlace | ToChannel | ToMember | ToMatch

OpenPlace = Literal[Place.ANNOUNCEMENTS, Place.MATCHES, Place.RECORD]
"""A channel of the server to which anything can be said at once: the committee is told by a verb of its own."""


def target_text(target: Target) -> str:
    """The target as it is stored."""
    match target:
        case ToPlace(place):
            return f"place:{place}"
        case ToChannel(channel_id):
            return f"channel:{channel_id}"
        case ToMember(member_id):
            return f"member:{member_id}"
        case ToMatch(contest_id):
            return f"match:{contest_id}"


K_co = TypeVar("K_co", bound=sayings.Saying, covariant=True)


@dataclass(frozen=True, slots=True)
class Promise(Generic[K_co]):
    """One message to be said after the commit."""

    outbox_id: OutboxId
    guild_id: GuildId
    target: Target
    saying: K_co
    promised_at: datetime
    silent: bool = False
    """Whether it calls nobody although its kind does: those concerned were called about the same a moment ago."""

    @property
    def name(self) -> str:
        """What kind of message it is, as it is stored."""
        return sayings.write(self.saying).name

    @property
    def subject(self) -> str:
        """What it is about, as it is stored."""
        return sayings.write(self.saying).subject


def says(promise: Promise[sayings.Saying], kind: type[K]) -> TypeGuard[Promise[K]]:
    """Whether the promise is of the kind."""
    return isinstance(promise.saying, kind)


@dataclass(frozen=True, slots=True)
class Delivery:
    """Where and when a promise was kept."""

    outbox_id: OutboxId
    channel_id: ChannelId
    message_id: MessageId
    delivered_at: datetime
