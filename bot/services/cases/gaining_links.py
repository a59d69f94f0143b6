"""Who decides about others gains nothing by a name that they filled themselves and a friend links them to.

A list or a file about oneself waits for a second signature. The same list about a name without Discord does not, and so
a link from that name to its sender asks for the one who would have signed.
"""

from __future__ import annotations

from typing import Final

from bot.domain.community import Person
from bot.domain.events.records import LONG_AGO
from bot.domain.permissions import Office
from bot.domain.registry.earlier import NOTHING_EARLIER
from bot.errors import UserError
from bot.services import founding
from bot.services.signing import bench
from bot.storage import communities, discord_links, identities, log, opening_lists, people
from bot.storage.context import ActorQuery, Query

_GIVING: Final = ("bring_opening_list", "bring_events", "amend_ratings", "enter_rating")
"""Acts by which a name gets a rating, a title, a seat or results."""


class GainsByLink(UserError):
    """The member could have given the name what it holds; who would sign for the member links the two."""

    name: str
    who: str


class GainsByLinkAlone(UserError):
    """The same, and nobody is there who could sign."""

    name: str


def refuse(tx: ActorQuery, staff: Person, person: Person, member: Person) -> None:
    """Raises GainsByLink, and GainsByLinkAlone where nobody is there who could sign."""
    guild_id = person.guild_id
    if not founding.is_association(tx, guild_id) or not _holds(tx, person) or not _could_give(tx, member):
        return
    able = bench.who_can_sign(tx, guild_id, list(Office), [member.person_id], tx.pressed_at)
    if not able:
        raise GainsByLinkAlone(name=member.name)
    if not {one.person_id for one in able}.intersection(identities.selves(tx, staff.person_id)):
        raise GainsByLink(name=member.name, who=", ".join(one.name for one in able))


def _holds(tx: Query, person: Person) -> bool:
    """Whether a rating, a title, a seat, results or facts of earlier years hang on the name."""
    earlier = opening_lists.earlier_in(tx, person.guild_id).get(person.person_id, NOTHING_EARLIER)
    return earlier != NOTHING_EARLIER or discord_links.has_own_results(tx, person.person_id)


def _could_give(tx: Query, member: Person) -> bool:
    """Whether the member decides about others here, or has brought in or put right what others hold."""
    own, guild_id = identities.selves(tx, member.person_id), member.guild_id
    community = communities.load(tx, guild_id)
    if community is not None and member.discord_id == community.owner_id:
        return True
    if not {*people.offices(tx, guild_id).values(), *people.arbiters(tx, guild_id)}.isdisjoint(own):
        return True
    return any(log.acts_of(tx, guild_id, one, _GIVING, LONG_AGO) for one in own)
