"""Discord's roles as a mirror of the registry: they follow offices and titles, and nobody gains a right by them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.announcements import Promise, ToMember
from bot.domain.deadlines import Step
from bot.domain.ids import GuildId, MemberId, PersonId, RoleId
from bot.domain.permissions import Act, ArbiterTitle, Office
from bot.domain.registry.sayings import Membership, MirrorRoles, RolesBlocked
from bot.domain.sayings import Saying
from bot.errors import UserError
from bot.services import access
from bot.services.hooks import KEEPER_HOOKS
from bot.services.speaking import look_for_decisions, tell_committee
from bot.storage import communities, deadlines, mirror_roles, offices, outbox, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

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
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, person, Act.MIRROR_OFFICES)
    return mirror_roles.of_guild(tx, tx.guild_id)


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
    person = access.recognise(tx)
    access.require(tx, person, Act.MIRROR_OFFICES)
    moved = _find_moved(mirror_roles.of_guild(tx, tx.guild_id), shown, role)
    if not set(moved.values()) <= set(gone):
        access.require_keeper(tx, person)
    for hook in KEEPER_HOOKS:
        hook.refuse_concerned(tx, person)
    community = communities.load(tx, tx.guild_id)
    if role is not None and community is not None and role == community.organiser_role:
        raise RoleGrants(role=role)
    for one, before in moved.items():
        for hook in KEEPER_HOOKS:
            hook.tell_role(tx, person, one.value, before, role if one == shown else None)
    mirror_roles.choose(tx, tx.guild_id, shown, role)
    details = {"shown": shown.value, "role": str(role or "none")}
    subject = f"guild:{tx.guild_id}"
    tx.log(tx.guild_id, "choose_role", subject, actor=person.person_id, details=details)
    look_over(tx, tx.guild_id)
    return mirror_roles.of_guild(tx, tx.guild_id)


def _find_moved(mirror: Mapping[Shown, RoleId], shown: Shown, role: RoleId | None) -> dict[Shown, RoleId]:
    """What another role comes in the place of, or loses its role to this choice, with the roles of before."""
    return {one: before for one, before in mirror.items() if (before != role if one == shown else before == role)}


def look_over(tx: Tx, guild_id: GuildId) -> None:
    """Looks at everybody who holds something, and again a day later: a stand-in may be over, a hand was at work."""
    if not mirror_roles.of_guild(tx, guild_id):
        return
    for holder in dict.fromkeys([*people.offices(tx, guild_id).values(), *people.arbiters(tx, guild_id)]):
        follow(tx, guild_id, holder)
    for stand_in in offices.latest(tx, guild_id):
        follow(tx, guild_id, stand_in)
    deadlines.rewrite(tx, f"mirror:{guild_id}", [(Step.MIRROR_ROLES, tx.now + LOOK_AGAIN_AFTER)])


def follow(tx: Tx, guild_id: GuildId, person_id: PersonId | None) -> None:
    """Promises that the person's roles will show what the registry says; nothing where no role is a mirror.

    Who decides has changed, so what waits for decisions is looked at anew.
    """
    look_for_decisions(tx, guild_id)
    person = None if person_id is None else people.load(tx, person_id)
    if person is not None and person.discord_id is not None:
        follow_member(tx, guild_id, person.discord_id)


def follow_member(tx: Tx, guild_id: GuildId, member_id: MemberId) -> None:
    """As `follow`, for a member whom the registry may not know."""
    if not mirror_roles.of_guild(tx, guild_id):
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
    mirror = mirror_roles.of_guild(tx, guild_id)
    if not mirror:
        return None
    wanted = {mirror[shown] for shown in _held_by(tx, guild_id, member_id, at) if shown in mirror}
    borne = frozenset(carried) & frozenset(mirror.values())
    change = RoleChange(frozenset(wanted - borne), borne - wanted)
    return change if change.missing or change.surplus else None


def park_blocked(tx: Tx, refused: Promise[Saying], role: RoleId) -> None:
    """Sets the promise aside where Discord refuses, and tells the committee how to put it right."""
    outbox.park(tx, refused.outbox_id, "moot")
    told = outbox.all_promises(tx, RolesBlocked, refused.guild_id)
    if not told or told[-1].promised_at <= tx.now - QUIET_FOR:
        tell_committee(tx, refused.guild_id, RolesBlocked(refused.guild_id, role))


def _held_by(tx: Query, guild_id: GuildId, member_id: MemberId, at: datetime) -> list[Shown]:
    person = people.of_member(tx, guild_id, member_id)
    if person is None:
        return []
    held: list[Shown] = [
        office for office, holder in people.offices(tx, guild_id).items() if holder == person.person_id
    ]
    acting = offices.standing_in(tx, guild_id, at)
    held += [office for office, one in acting.items() if one.person_id == person.person_id]
    title = people.title_of(tx, person.person_id)
    return [*held, *([title] if title else [])]
