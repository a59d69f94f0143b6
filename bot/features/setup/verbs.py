"""Setting a server up: what its organisers decide once and may change later, and which commands it has.

A switch, set by organisers or by an event's need, hides and shows commands, and refuses nothing: what runs goes on,
by its cards. Those by which cases are heard are hidden by the owner or an officer alone, with no case open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, replace
from datetime import datetime
from typing import Final

from bot.features.cases import committee_verbs as cases_committee_verbs
from bot.features.cases import store as cases_store
from bot.features.cases.model import CaseRule
from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.hooks import SERVER_HOOKS
from bot.features.voting import store as voting_store
from bot.i18n.countries import usual_zone, zone_named
from bot.kernel import log, outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotSetUp, Refused, UserError
from bot.kernel.ids import ChannelId, Community, GuildId, MemberId, Place, RoleId, Switch, Theme
from bot.kernel.outages import Shard
from bot.kernel.outbox import CannotWork
from bot.kernel.promises import ToMember
from bot.people import store as people_store
from bot.play.rulebook import Readers
from bot.server import bounds_verbs
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import OF_OFFICERS, Act, in_order, may, needed_by
from bot.server.setup_model import STEPS_MAY_WAIT, Right, SetupView, can_be_finished
from bot.server.verbs import _save, _subject

# --- commands -------------------------------------------------------------------------------------------------------


def switch_on(tx: ActorTx, switch: Switch) -> Community:
    """Its commands are there from now on; on twice changes nothing. Raises NotSetUp."""
    return _press(tx, switch, is_on=True)


def switch_off(tx: ActorTx, switch: Switch) -> Community:
    """Its commands are hidden from now on; off twice changes nothing. Raises NotSetUp, NotAllowed or HasOpenCase."""
    return _press(tx, switch, is_on=False)


def switch_on_missing(tx: Tx) -> None:
    """At a start: what the open events need is there, since an older version knew less of what their rules need.

    What somebody hid after the event was created stays hidden.
    """
    in_use = tournaments_store.rules_in_use(tx)
    found = {one.guild_id: one for one in server_store.among(tx, {guild_id for guild_id, _, _ in in_use})}
    for guild_id, rulebook, created_at in in_use:
        missing = needed_by(rulebook) - found[guild_id].switches
        if missing:
            missing -= log.named_since(tx, _subject(guild_id), "switch_commands_off", created_at, "switch")
        for switch in in_order(missing):
            found[guild_id] = _save(tx, None, found[guild_id], switch, is_on=True)


def running(tx: Query, guild_id: GuildId) -> Mapping[Switch, int]:
    """How much runs that began with a switch's commands: events, open cases and votes, series, casual games."""
    found = Counter(
        switch for event in tournaments_store.all_unfinished(tx, guild_id) for switch in needed_by(event.rulebook)
    )
    undecided = [one for one in cases_store.files_of_guild(tx, guild_id) if one.verdict is None]
    found[Switch.CASES] += len(undecided)
    found[Switch.CASES] += len(cases_store.open_of_guild(tx, guild_id)) + len(voting_store.all_open(tx, guild_id))
    for server_hook in SERVER_HOOKS:
        found.update(server_hook.running(tx, guild_id))
    return +found


def tell_again(tx: Tx, guild_id: GuildId) -> None:
    """Where Discord did not take the server's commands, it is told of them once more, now."""
    if server_store.told_commands_of_server(tx, guild_id).refused is not None:
        server_store.forget_refusal(tx, guild_id)
        kernel_time_store.rewrite_deadlines(tx, f"commands:{guild_id}", [("retry", tx.now)])


def _press(tx: ActorTx, switch: Switch, *, is_on: bool) -> Community:
    community = server_store.load(tx, tx.guild_id)
    if community is None:
        raise NotSetUp
    person = server_verbs.recognise(tx)
    if switch in OF_OFFICERS and not is_on:
        cases_committee_verbs.require(tx, person)
    elif switch is not Switch.CASES or not may(Act.SET_UP_HEARINGS, server_verbs.capacities(tx, person)):
        server_verbs.require(tx, person, Act.SET_UP)
    if (switch in community.switches) is is_on:
        return community
    if switch in OF_OFFICERS:
        before, after = ("off", "on") if is_on else ("on", "off")
        cases_committee_verbs.tell(tx, person, CaseRule.COMMANDS, before, after, switch)
    return _save(tx, person, community, switch, is_on=is_on)


# --- the set-up -----------------------------------------------------------------------------------------------------


MOOT: Final = "moot"
"""The reason on record of a message that had nothing left to say: nobody waits for it."""
MOST_LATE: Final = 500


class CannotCreate(UserError):
    """The bot lacks the rights to create channels or a role in the server."""

    rights: tuple[Right, ...]


def begin(tx: ActorTx, owner_id: MemberId, language: str, time_zone: str) -> SetupView:
    """The state of the setup; a server that was never seen begins with the language and time zone guessed."""
    server_verbs.require(tx, None, Act.SET_UP)
    known = server_store.load(tx, tx.guild_id)
    if known is None:
        server_store.save(tx, Community(tx.guild_id, owner_id, language, time_zone, zone_guessed=True))
    elif known.owner_id != owner_id:
        server_store.save(tx, replace(known, owner_id=owner_id))
    server_verbs.recognise(tx)
    return view(tx, tx.guild_id, tx.now)


def view(tx: Query, guild_id: GuildId, now: datetime) -> SetupView:
    """What was decided so far, who holds what, and what waits in vain; raises NotSetUp before `begin`."""
    community = server_store.load(tx, guild_id)
    if community is None:
        raise NotSetUp
    return SetupView(
        community=community,
        officers=registry_officers_verbs.present(tx, guild_id),
        unsaid=_unsaid(tx, guild_id),
        late=len(kernel_time_store.due_deadlines(tx, now - STEPS_MAY_WAIT, MOST_LATE)),
        commands_refused=server_store.told_commands_of_server(tx, guild_id).refused,
        running=running(tx, guild_id),
        asked_roles=tuple(_asked_roles(tx, guild_id)),
        threads=frozenset(_threads(tx, guild_id)),
        role_held=community.organiser_role is not None
        and tournaments_summons_verbs.is_held(tx, guild_id, community.organiser_role),
        left_by_creator=tuple(tournaments_summons_verbs.left_by_creator(tx, guild_id)),
        scarce=bounds_verbs.scarce_in(tx, guild_id),
    )


def set_up_on(tx: Query, shard: Shard) -> frozenset[GuildId]:
    """The servers of a connection that were set up."""
    return server_store.ids_on(tx, shard)


def busy(tx: Query) -> frozenset[GuildId]:
    """The servers in which an event or a vote runs."""
    return server_store.busy(tx)


def _asked_roles(tx: Query, guild_id: GuildId) -> Iterator[tuple[str, RoleId]]:
    for one in tournaments_store.all_unfinished(tx, guild_id):
        rules = one.rulebook.entry
        if one.check_in_closed_at is None and rules is not None and rules.role_id is not None:
            yield one.name, rules.role_id


def _threads(tx: Query, guild_id: GuildId) -> Iterator[Readers]:
    for one in tournaments_store.all_unfinished(tx, guild_id):
        if one.rulebook.threads is not None:
            yield one.rulebook.threads.read_by


def examine(tx: ActorQuery) -> SetupView:
    """As `view`, for whoever may set the server up."""
    server_verbs.require(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id), Act.SET_UP)
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
    deleted_channels: Collection[ChannelId] = (),
) -> SetupView:
    """Which channel serves as which place from now on; what is not named stays as it is.

    Another channel for the committee decides who reads cases: the owner or an officer names it, or any organiser where
    the one before is `gone`, deleted by Discord's word. Raises NotAllowed and HasOpenCase.
    """
    _move_committee(tx, named.get(Place.COMMITTEE), deleted_channels)

    def change(community: Community) -> Community:
        return replace(
            community,
            announcements=named.get(Place.ANNOUNCEMENTS, community.announcements),
            matches=named.get(Place.MATCHES, community.matches),
            committee=named.get(Place.COMMITTEE, community.committee),
            record=named.get(Place.RECORD, community.record),
        )

    return _change(tx, change)


def _move_committee(tx: ActorTx, after: ChannelId | None, deleted_channels: Collection[ChannelId]) -> None:
    community = server_store.load(tx, tx.guild_id)
    before = None if community is None else community.committee
    if after is None or before == after:
        return
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.SET_UP)
    if before is None or before in deleted_channels:
        cases_committee_verbs.refuse_concerned(tx, person)
    else:
        cases_committee_verbs.require(tx, person)
    if before is not None:
        cases_committee_verbs.move_channel(tx, person, before, after, is_gone=before in deleted_channels)


def name_role(tx: ActorTx, role: RoleId | None) -> SetupView:
    """The role that makes an organiser, beside Discord's own permission to manage the server."""
    return _change(tx, lambda community: replace(community, organiser_role=role))


def finish(tx: ActorTx) -> SetupView:
    """The server is set up from now on; raises PlacesFirst while a channel is missing. Twice changes nothing."""

    def change(community: Community) -> Community:
        if not can_be_finished(community):
            raise Refused("error.PlacesFirst")
        return replace(community, set_up_at=community.set_up_at or tx.now)

    return _change(tx, change)


def say_again(tx: ActorTx) -> int:
    """Takes up again all that could not be said, as after a channel was repaired; answers how many messages."""
    server_verbs.require(tx, server_verbs.recognise(tx), Act.SET_UP)
    waiting = _unsaid(tx, tx.guild_id)
    tournaments_summons_verbs.try_again(tx, tx.guild_id)
    tell_again(tx, tx.guild_id)
    return waiting


def _unsaid(tx: Query, guild_id: GuildId) -> int:
    """Messages that a channel should have had. A closed inbox is its owner's choice, and no complaint is one itself."""
    return sum(
        reason != MOOT and not isinstance(promise.target, ToMember) and not isinstance(promise.message, CannotWork)
        for promise, reason in outbox.parked_promises(tx, guild_id)
    )


def _change(tx: ActorTx, changed: Callable[[Community], Community]) -> SetupView:
    before = server_store.load(tx, tx.guild_id)
    if before is None:
        raise NotSetUp
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.SET_UP)
    after = changed(before)
    if after != before:
        server_store.save(tx, after)
        if after.time_zone != before.time_zone:
            for one in SERVER_HOOKS:
                one.clocks_changed(tx, tx.guild_id)
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
