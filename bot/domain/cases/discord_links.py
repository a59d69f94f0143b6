"""Who was known by name alone turns out to be a member of the server: by staff's word, or by the member's own claim."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.community import Person
from bot.domain.ids import GuildId, MemberId, PersonId
from bot.domain.permissions import ArbiterTitle, Office


class LinkMeans(StrEnum):
    """What staff's word does."""

    DISCORD = "discord"
    """The name gains the Discord account, and what the member had begun here goes on under it."""
    SAME_PERSON = "same_person"
    """The member has results of their own: both stay, and what holds for one holds for the other."""


@dataclass(frozen=True, slots=True)
class DiscordLink:
    """`person` has the Discord account of `member` from now on; `before` is whom the member was here until then.

    That entry rests: it keeps the name by which the person was known.
    """

    link_id: str
    guild_id: GuildId
    person: PersonId
    member: MemberId
    before: PersonId
    reason: str
    linked_at: datetime
    linked_by: PersonId
    undone_at: datetime | None = None
    undone_by: PersonId | None = None


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """What a word would do, before it is given."""

    person: Person
    """Who is known by name."""
    member: Person
    means: LinkMeans
    rating: float | None
    title: ArbiterTitle | None
    offices: tuple[Office, ...]
    bars: int
    """Bars in force of the two, which hold for the one."""
    moves: tuple[str, ...]
    """Events to come in which the member's place goes over."""
    leaves: tuple[str, ...]
    """Events to come in which both have a place, and the member's own is given up."""


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link with its people. `name` is how the person was known before."""

    link: DiscordLink
    person: Person
    name: str
    by: Person
    undone_by: Person | None = None


@dataclass(frozen=True, slots=True)
class NameClaim:
    """A member says that they are somebody who is known by name; staff decides, and until then nothing changes."""

    claim_id: str
    guild_id: GuildId
    person: PersonId
    claimant: PersonId
    claimed_at: datetime
    decided_at: datetime | None = None
    granted: bool | None = None
    decided_by: PersonId | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class NameClaimView:
    """A claim as staff and the claimant look at it; `plan` as long as it waits."""

    claim: NameClaim
    name: str
    claimant: Person
    plan: LinkPlan | None = None
    decided_by: Person | None = None
