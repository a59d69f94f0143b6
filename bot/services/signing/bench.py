"""Who there is in a server that could sign, read from the registry: linked accounts are one person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from bot.domain.community import Person
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Office
from bot.domain.signing.signatures import Bench, who_signs
from bot.services import access
from bot.services.signing.hooks import SIGNING_HOOKS
from bot.storage import communities, identities, offices, people, votes
from bot.storage.context import Query, Tx


def who_can_sign(
    tx: Query,
    guild_id: GuildId,
    named: Collection[Office],
    out: Collection[PersonId],
    now: datetime,
    passed_on: int = 0,
) -> tuple[Person, ...]:
    """Who can sign at the moment, by the account of each that can press; `out` neither sign nor are stood in for."""
    held, owner = people.offices(tx, guild_id), _owner(tx, guild_id)
    serving = _in_order(tx, guild_id, out)
    stand_ins = _stand_ins(tx, guild_id, held, now)
    there = dict.fromkeys((*held.values(), *serving, *owner))
    tied = (one for pair in stand_ins for one in pair)
    selves = identities.selves_of_each(tx, list(dict.fromkeys((*there, *out, *tied))))
    whole = {one: min(own) for one, own in selves.items()}
    accounts = _accounts(tx, there, selves)
    there_now = _bench(held, (*serving, *owner), stand_ins, whole, accounts)
    found = who_signs(there_now, named, {whole[one] for one in out}, passed_on)
    return tuple(_account_of(one, whole, accounts) for one in found)


def _bench(
    held: Mapping[Office, PersonId],
    in_order: Sequence[PersonId],
    stand_ins: Iterable[tuple[PersonId, PersonId]],
    whole: Mapping[PersonId, PersonId],
    accounts: Mapping[PersonId, Person],
) -> Bench:
    """Each person by the one id; `in_order` are the arbiters and then the owner, `accounts` those who can press."""
    officers = {office: whole[one] for office, one in held.items() if one in accounts}
    others = dict.fromkeys(whole[one] for one in in_order if one in accounts)
    pairs = frozenset((whole[one], whole[holder]) for one, holder in stand_ins)
    return Bench(officers, tuple(others), pairs)


def _account_of(signer: PersonId, whole: Mapping[PersonId, PersonId], accounts: Mapping[PersonId, Person]) -> Person:
    """The account by which who signs holds the office, the title or the server."""
    return next(account for one, account in accounts.items() if whole[one] == signer)


def _in_order(tx: Query, guild_id: GuildId, out: Collection[PersonId]) -> list[PersonId]:
    """The arbiters, the longest-serving first; whose service a list of somebody in `out` tells, after the others."""
    serving = votes.longest_serving(tx, guild_id)
    told = {person for one in SIGNING_HOOKS for person in one.arbiters_brought_by(tx, guild_id, out)}
    return sorted(serving, key=lambda one: one in told)


def are_tied(tx: Query, guild_id: GuildId, one: PersonId, other: PersonId, now: datetime) -> bool:
    """Whether both have one office between them: the one stands in for the other."""
    pairs = _stand_ins(tx, guild_id, people.offices(tx, guild_id), now)
    either = (set(identities.selves(tx, one)), set(identities.selves(tx, other)))
    return any(not pair.isdisjoint(either[0]) and not pair.isdisjoint(either[1]) for pair in map(set, pairs))


def know_owner(tx: Tx, guild_id: GuildId) -> None:
    """The owner can sign without having pressed anything before; until then the name is not known."""
    community = access.community(tx, guild_id)
    access.somebody(tx, guild_id, (community.owner_id, ""))


def _owner(tx: Query, guild_id: GuildId) -> tuple[PersonId, ...]:
    community = communities.load(tx, guild_id)
    found = None if community is None else people.of_member(tx, guild_id, community.owner_id)
    return () if found is None else (found.person_id,)


def _stand_ins(
    tx: Query, guild_id: GuildId, held: Mapping[Office, PersonId], now: datetime
) -> list[tuple[PersonId, PersonId]]:
    acting = offices.standing_in(tx, guild_id, now)
    return [(one.person_id, held[office]) for office, one in acting.items() if office in held]


def _accounts(tx: Query, some: Iterable[PersonId], selves: Mapping[PersonId, list[PersonId]]) -> dict[PersonId, Person]:
    """Of each the entry with a Discord account, the own one first; who has none can press nothing."""
    known = people.by_ids(tx, [own for one in some for own in selves[one]])
    reached = {one: person for one, person in known.items() if person.discord_id is not None}
    return {
        one: next(reached[own] for own in selves[one] if own in reached)
        for one in some
        if not reached.keys().isdisjoint(selves[one])
    }
