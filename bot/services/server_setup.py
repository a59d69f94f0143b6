"""Setting a server up: what its organisers decide once and may change later."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import fields, replace
from datetime import datetime
from typing import Final

from bot.domain.announcements import ToMember
from bot.domain.community import Community, Place, Theme
from bot.domain.ids import ChannelId, GuildId, MemberId, RoleId
from bot.domain.own_sayings import CannotWork
from bot.domain.permissions import Act
from bot.domain.regulation.thread_rules import Readers
from bot.domain.setup_views import STEPS_MAY_WAIT, Right, SetupView, can_be_finished
from bot.domain.time_zones import usual_zone, zone_named
from bot.errors import NotSetUp, UserError
from bot.services import access, case_keepers, refusals, summons, switching
from bot.services.registry import officers
from bot.storage import communities, deadlines, outbox, people, told_commands, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query

MOOT: Final = "moot"
"""The reason on record of a message that had nothing left to say: nobody waits for it."""
MOST_LATE: Final = 500


class CannotCreate(UserError):
    """The bot lacks the rights to create channels or a role in the server."""

    rights: tuple[Right, ...]


class NotMadeYet(UserError):
    """Discord had trouble, and may still be busy with the channel or role that it was asked for."""

    again_from: datetime


class TitleMissing(UserError):
    """Arbiters were named without the title that they are to hold."""


class PlacesFirst(UserError):
    """An event cannot be run, nor officers be named publicly, before its channels are known."""


def begin(tx: ActorTx, owner_id: MemberId, language: str, time_zone: str) -> SetupView:
    """The state of the setup; a server that was never seen begins with the language and time zone guessed."""
    access.require(tx, None, Act.SET_UP)
    known = communities.load(tx, tx.guild_id)
    if known is None:
        communities.save(tx, Community(tx.guild_id, owner_id, language, time_zone, zone_guessed=True))
    elif known.owner_id != owner_id:
        communities.save(tx, replace(known, owner_id=owner_id))
    access.recognise(tx)
    return view(tx, tx.guild_id, tx.now)


def view(tx: Query, guild_id: GuildId, now: datetime) -> SetupView:
    """What was decided so far, who holds what, and what waits in vain; raises NotSetUp before `begin`."""
    community = communities.load(tx, guild_id)
    if community is None:
        raise NotSetUp
    return SetupView(
        community=community,
        officers=officers.present(tx, guild_id),
        unsaid=_unsaid(tx, guild_id),
        late=len(deadlines.due(tx, now - STEPS_MAY_WAIT, MOST_LATE)),
        commands_refused=told_commands.of_server(tx, guild_id).refused,
        running=switching.running(tx, guild_id),
        asked_roles=tuple(_asked_roles(tx, guild_id)),
        threads=frozenset(_threads(tx, guild_id)),
        role_held=community.organiser_role is not None and summons.is_held(tx, guild_id, community.organiser_role),
        left_by_creator=tuple(summons.left_by_creator(tx, guild_id)),
    )


def busy(tx: Query) -> frozenset[GuildId]:
    """The servers in which an event or a vote runs."""
    return communities.busy(tx)


def _asked_roles(tx: Query, guild_id: GuildId) -> Iterator[tuple[str, RoleId]]:
    for one in tournaments.all_unfinished(tx, guild_id):
        rules = one.rulebook.entry
        if one.check_in_closed_at is None and rules is not None and rules.role_id is not None:
            yield one.name, rules.role_id


def _threads(tx: Query, guild_id: GuildId) -> Iterator[Readers]:
    for one in tournaments.all_unfinished(tx, guild_id):
        if one.rulebook.threads is not None:
            yield one.rulebook.threads.read_by


def examine(tx: ActorQuery) -> SetupView:
    """As `view`, for whoever may set the server up."""
    access.require(tx, people.of_member(tx, tx.guild_id, tx.actor.member_id), Act.SET_UP)
    found = view(tx, tx.guild_id, tx.now)
    return found if found.community.organiser_role not in tx.actor.roles else replace(found, role_held=True)


def choose_language(tx: ActorTx, language: str) -> SetupView:
    """The language of all that is said in channels; each person's own answers keep theirs.

    As long as the time zone is a guess, another language leads to another one.
    """

    def change(community: Community) -> Community:
        guessed = usual_zone(language) if community.zone_guessed and language != community.language else None
        return replace(community, language=language, time_zone=guessed or community.time_zone)

    return _change(tx, change)


def choose_zone(tx: ActorTx, name: str) -> SetupView:
    """The time zone in which starts are typed; raises UnknownTimeZone with what may have been meant."""
    zone = zone_named(name).key
    return _change(tx, lambda one: replace(one, time_zone=zone, zone_guessed=False))


def choose_theme(tx: ActorTx, theme: Theme) -> SetupView:
    """Whether pictures are drawn for Discord's dark or for its light surfaces from now on."""
    return _change(tx, lambda one: replace(one, theme=theme))


def name_channels(
    tx: ActorTx,
    named: dict[Place, ChannelId],
    gone: Collection[ChannelId] = (),
) -> SetupView:
    """Which channel serves as which place from now on; what is not named stays as it is.

    Another channel for the committee decides who reads cases: the owner or an officer names it, or any organiser where
    the one before is `gone`, deleted by Discord's word. Raises NotAllowed and HasOpenCase.
    """
    _move_committee(tx, named.get(Place.COMMITTEE), gone)

    def change(community: Community) -> Community:
        return replace(
            community,
            announcements=named.get(Place.ANNOUNCEMENTS, community.announcements),
            matches=named.get(Place.MATCHES, community.matches),
            committee=named.get(Place.COMMITTEE, community.committee),
            record=named.get(Place.RECORD, community.record),
        )

    return _change(tx, change)


def _move_committee(tx: ActorTx, after: ChannelId | None, gone: Collection[ChannelId]) -> None:
    community = communities.load(tx, tx.guild_id)
    before = None if community is None else community.committee
    if after is None or before == after:
        return
    person = access.recognise(tx)
    access.require(tx, person, Act.SET_UP)
    if before is None or before in gone:
        case_keepers.refuse_concerned(tx, person)
    else:
        case_keepers.require(tx, person)
    if before is not None:
        case_keepers.move_channel(tx, person, before, after, is_gone=before in gone)


def name_role(tx: ActorTx, role: RoleId | None) -> SetupView:
    """The role that makes an organiser, beside Discord's own permission to manage the server."""
    return _change(tx, lambda community: replace(community, organiser_role=role))


def finish(tx: ActorTx) -> SetupView:
    """The server is set up from now on; raises PlacesFirst while a channel is missing. Twice changes nothing."""

    def change(community: Community) -> Community:
        if not can_be_finished(community):
            raise PlacesFirst
        return replace(community, set_up_at=community.set_up_at or tx.now)

    return _change(tx, change)


def say_again(tx: ActorTx) -> int:
    """Takes up again all that could not be said, as after a channel was repaired; answers how many messages."""
    access.require(tx, access.recognise(tx), Act.SET_UP)
    waiting = _unsaid(tx, tx.guild_id)
    refusals.try_again(tx, tx.guild_id)
    switching.tell_again(tx, tx.guild_id)
    return waiting


def _unsaid(tx: Query, guild_id: GuildId) -> int:
    """Messages that a channel should have had. A closed inbox is its owner's choice, and no complaint is one itself."""
    return sum(
        reason != MOOT and not isinstance(promise.target, ToMember) and not isinstance(promise.saying, CannotWork)
        for promise, reason in outbox.parked_promises(tx, guild_id)
    )


def _change(tx: ActorTx, changed: Callable[[Community], Community]) -> SetupView:
    before = communities.load(tx, tx.guild_id)
    if before is None:
        raise NotSetUp
    person = access.recognise(tx)
    access.require(tx, person, Act.SET_UP)
    after = changed(before)
    if after != before:
        communities.save(tx, after)
        details = _differences(before, after)
        subject = f"guild:{tx.guild_id}"
        tx.log(tx.guild_id, "set_up", subject, actor=person.person_id, details=details)
    return view(tx, tx.guild_id, tx.now)


def _differences(before: Community, after: Community) -> dict[str, str]:
    """What was decided anew, by its name in the log."""
    return {
        field.name: str(getattr(after, field.name))
        for field in fields(Community)
        if getattr(after, field.name) != getattr(before, field.name)
    }
