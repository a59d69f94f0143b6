"""Discord's roles as a mirror of the registry, the founding of an association, and exclusions from the committee.

Roles follow offices and titles, and nobody gains a right by them. While the founding lasts lists bring ratings and
titles (AIJE-B01). An exclusion holds for every way of giving the title (AIJE-A02-5).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.features.entering import bars_store as entering_bars_store
from bot.features.registry import store
from bot.features.registry.model import Membership, MirrorRoles, RolesBlocked
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.hooks import KEEPER_HOOKS
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import Refused, UserError
from bot.kernel.ids import GuildId, MemberId, PersonId, RoleId
from bot.kernel.outages import Step, extend
from bot.kernel.promises import Message, Promise, ToMember
from bot.people import store as people_store
from bot.people.model import FOUNDING_OPEN_FOR, REOPEN_FOR, ArbiterTitle, Office
from bot.play.rulebook import QualifyingEvent, seats_of
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import look_for_decisions, tell_committee

# --- roles ----------------------------------------------------------------------------------------------------------


Shown = Office | ArbiterTitle
QUIET_FOR: Final = timedelta(hours=1)
"""That roles cannot be set is said once in this time."""
LOOK_AGAIN_AFTER: Final = timedelta(days=1)


class RoleGrants(UserError):
    """The role carries rights of its own, and a mirror hands out none."""

    role: RoleId


class RoleTooHigh(UserError):
    """The role stands above the bot's own, so the bot cannot give it."""

    role: RoleId


@dataclass(frozen=True, slots=True)
class RoleChange:
    """What a member's roles lack and have too much of, among those that mirror the registry."""

    missing: frozenset[RoleId]
    surplus: frozenset[RoleId]


def chosen_roles(tx: ActorQuery) -> Mapping[Shown, RoleId]:
    """The roles that mirror offices and titles, for organisers and officers."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, person, Act.MIRROR_OFFICES)
    return store.mirror_roles_of_guild(tx, tx.guild_id)


def choose(
    tx: ActorTx,
    shown: Shown,
    role: RoleId | None,
    gone: Collection[RoleId] = (),
) -> Mapping[Shown, RoleId]:
    """Has a role show an office or title, and gives it to whoever holds that; raises RoleGrants.

    A channel may be open to a role, so another role in the place of one decides who reads cases: the owner or an
    officer chooses it, or any organiser where the one before is `gone`. Raises NotAllowed and HasOpenCase.
    """
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.MIRROR_OFFICES)
    moved = _find_moved(store.mirror_roles_of_guild(tx, tx.guild_id), shown, role)
    if not set(moved.values()) <= set(gone):
        server_verbs.require_keeper(tx, person)
    for hook in KEEPER_HOOKS:
        hook.refuse_concerned(tx, person)
    community = server_store.load(tx, tx.guild_id)
    if role is not None and community is not None and role == community.organiser_role:
        raise RoleGrants(role=role)
    for one, before in moved.items():
        for hook in KEEPER_HOOKS:
            hook.tell_role(tx, person, one.value, before, role if one == shown else None)
    store.choose_mirror_roles(tx, tx.guild_id, shown, role)
    details = {"shown": shown.value, "role": str(role or "none")}
    subject = f"guild:{tx.guild_id}"
    tx.log(tx.guild_id, "choose_role", subject, actor=person.person_id, details=details)
    look_over(tx, tx.guild_id)
    return store.mirror_roles_of_guild(tx, tx.guild_id)


def _find_moved(mirror: Mapping[Shown, RoleId], shown: Shown, role: RoleId | None) -> dict[Shown, RoleId]:
    """What another role comes in the place of, or loses its role to this choice, with the roles of before."""
    return {one: before for one, before in mirror.items() if (before != role if one == shown else before == role)}


def look_over(tx: Tx, guild_id: GuildId) -> None:
    """Looks at everybody who holds something, and again a day later: a stand-in may be over, a hand was at work."""
    if not store.mirror_roles_of_guild(tx, guild_id):
        return
    for holder in dict.fromkeys([*people_store.offices(tx, guild_id).values(), *people_store.arbiters(tx, guild_id)]):
        follow(tx, guild_id, holder)
    for stand_in in server_store.latest_offices(tx, guild_id):
        follow(tx, guild_id, stand_in)
    kernel_time_store.rewrite_deadlines(tx, f"mirror:{guild_id}", [(Step.MIRROR_ROLES, tx.now + LOOK_AGAIN_AFTER)])


def follow(tx: Tx, guild_id: GuildId, person_id: PersonId | None) -> None:
    """Promises that the person's roles will show what the registry says; nothing where no role is a mirror.

    Who decides has changed, so what waits for decisions is looked at anew.
    """
    look_for_decisions(tx, guild_id)
    person = None if person_id is None else people_store.load(tx, person_id)
    if person is not None and person.discord_id is not None:
        follow_member(tx, guild_id, person.discord_id)


def follow_member(tx: Tx, guild_id: GuildId, member_id: MemberId) -> None:
    """As `follow`, for a member whom the registry may not know."""
    if not store.mirror_roles_of_guild(tx, guild_id):
        return
    mirror = MirrorRoles(Membership(guild_id, member_id))
    if not outbox.undelivered_promises(tx, MirrorRoles, mirror.member):
        tx.enqueue(guild_id, ToMember(member_id), mirror)


def follow_presser(tx: ActorTx) -> None:
    """As `follow`, for whoever presses."""
    follow_member(tx, tx.guild_id, tx.actor.member_id)


def carries_others(tx: ActorQuery, carried: Collection[RoleId]) -> bool:
    """Whether the roles of whoever presses are to be put right."""
    return difference(tx, tx.guild_id, tx.actor.member_id, carried, tx.pressed_at) is not None


def difference(
    tx: Query, guild_id: GuildId, member_id: MemberId, carried: Collection[RoleId], at: datetime
) -> RoleChange | None:
    """What is wrong with the roles that a member carries, or None."""
    mirror = store.mirror_roles_of_guild(tx, guild_id)
    if not mirror:
        return None
    wanted = {mirror[shown] for shown in _held_by(tx, guild_id, member_id, at) if shown in mirror}
    borne = frozenset(carried) & frozenset(mirror.values())
    change = RoleChange(frozenset(wanted - borne), borne - wanted)
    return change if change.missing or change.surplus else None


def park_blocked(tx: Tx, refused: Promise[Message], role: RoleId) -> None:
    """Sets the promise aside where Discord refuses, and tells the committee how to put it right."""
    outbox.park(tx, refused.outbox_id, "moot")
    told = outbox.all_promises(tx, RolesBlocked, refused.guild_id)
    if not told or told[-1].promised_at <= tx.now - QUIET_FOR:
        tell_committee(tx, refused.guild_id, RolesBlocked(refused.guild_id, role))


def _held_by(tx: Query, guild_id: GuildId, member_id: MemberId, at: datetime) -> list[Shown]:
    person = people_store.of_member(tx, guild_id, member_id)
    if person is None:
        return []
    held: list[Shown] = [
        office for office, holder in people_store.offices(tx, guild_id).items() if holder == person.person_id
    ]
    acting = server_store.standing_in(tx, guild_id, at)
    held += [office for office, one in acting.items() if one.person_id == person.person_id]
    title = people_store.title_of(tx, person.person_id)
    return [*held, *([title] if title else [])]


# --- the founding ---------------------------------------------------------------------------------------------------


def is_open(tx: Query, guild_id: GuildId, at: datetime) -> bool:
    """Whether lists still bring ratings, titles, offices and bars at the moment."""
    closing = closes_at(tx, guild_id)
    return closing is None or at < closing


def closes_at(tx: Query, guild_id: GuildId) -> datetime | None:
    """When lists bring no more of them; None while no end has begun."""
    found = store.load_founding(tx, guild_id)
    if found is None:
        return None
    due = found.ends_from + FOUNDING_OPEN_FOR
    return extend(found.ends_from, due, kernel_time_store.outages_since(tx, guild_id, found.ends_from), REOPEN_FOR)


def gives_titles_by_procedure(tx: Query, guild_id: GuildId, at: datetime) -> bool:
    """Whether titles go by AIJE-B01 alone: in a founded association that has an officer left."""
    named = server_store.all_ever_held(tx, guild_id)
    return named.issuperset(Office) and bool(people_store.offices(tx, guild_id)) and not is_open(tx, guild_id, at)


def decides_title_by_match(tx: Query, guild_id: GuildId, at: datetime) -> bool:
    """Whether a match alone says who is champion of the world: once founded, and from the first match here on."""
    if not is_open(tx, guild_id, at) or store.first_title_match(tx, guild_id) is not None:
        return True
    drawn = (one for one in tournaments_store.all_unfinished(tx, guild_id) if one.drawn_at is not None)
    return any(seats_of(one.rulebook) is QualifyingEvent.WORLD for one in drawn)


def is_association(tx: Query, guild_id: GuildId) -> bool:
    """Whether there is one whose ratings, seats and titles could move: officers, arbiters, or people it brought."""
    return (
        server_store.ever_held(tx, guild_id)
        or bool(people_store.arbiters(tx, guild_id))
        or store.rests_on_list(tx, guild_id)
    )


# --- exclusions -----------------------------------------------------------------------------------------------------


def refuse_excluded(tx: Query, person_id: PersonId) -> None:
    """Raises NeverAgain for who was expelled from the committee."""
    if entering_bars_store.is_excluded(tx, person_id):
        # The person was expelled from the committee, and takes no arbiter title again (AIJE-A02-5).
        raise Refused("error.NeverAgain")
