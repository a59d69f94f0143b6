"""Setting a server up: what was named so far, what Discord lets the bot do there, and what is still to be put right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from bot.kernel.ids import ChannelId, CommandsRefused, Community, MemberId, PersonId, Place, RoleId, Switch
from bot.people.model import ArbiterTitle, Office, Person
from bot.play.rulebook import Readers
from bot.server.bounds_model import Room
from bot.server.model import OF_OFFICERS

CLOCKS_MAY_DIFFER = timedelta(seconds=5)
"""Further apart than this, closes of windows would be seconds late or early for everybody."""
STEPS_MAY_WAIT = timedelta(minutes=2)
"""A step that is later than this did not merely meet a busy moment."""


SCARCE_SHOWN = 3
"""So many things of which there is little room are told at a time: one message has all that is to be put right."""


class SetupPage(StrEnum):
    """The pages of the panel, in the order in which they are gone through."""

    __said_as__ = "page"

    TIME = "time"
    PLACES = "places"
    OFFICERS = "officers"
    COMMANDS = "commands"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Start:
    """What the first page knows of whoever begins."""

    may_referee: bool
    """Who presses may name themselves arbiter: they own the server."""


class Right(StrEnum):
    """What Discord lets the bot do, by Discord's own names for the permissions."""

    VIEW_CHANNEL = "view_channel"
    SEND_MESSAGES = "send_messages"
    EMBED_LINKS = "embed_links"
    ATTACH_FILES = "attach_files"
    READ_MESSAGE_HISTORY = "read_message_history"
    CREATE_EVENTS = "create_events"
    MANAGE_EVENTS = "manage_events"
    CREATE_PUBLIC_THREADS = "create_public_threads"
    CREATE_PRIVATE_THREADS = "create_private_threads"
    SEND_MESSAGES_IN_THREADS = "send_messages_in_threads"
    MANAGE_THREADS = "manage_threads"
    MANAGE_CHANNELS = "manage_channels"
    MANAGE_ROLES = "manage_roles"
    MENTION_EVERYONE = "mention_everyone"


IN_A_CHANNEL = (
    Right.VIEW_CHANNEL,
    Right.SEND_MESSAGES,
    Right.EMBED_LINKS,
    Right.ATTACH_FILES,
    Right.READ_MESSAGE_HISTORY,
)
"""What the bot needs wherever it speaks; it reads history to find a message again after a crash."""
IN_THE_SERVER = (
    Right.CREATE_EVENTS,
    Right.MANAGE_EVENTS,
    Right.CREATE_PRIVATE_THREADS,
    Right.SEND_MESSAGES_IN_THREADS,
)
"""What Discord's scheduled events take, and the private threads in which the accused of a case are heard."""
FOR_MATCHES = (Right.CREATE_PUBLIC_THREADS, Right.MANAGE_THREADS)
"""What a thread for each match takes besides, in events that want one; it is locked when it closes."""
FOR_THREADS = {
    Readers.EVERYBODY: (Right.CREATE_PUBLIC_THREADS, Right.SEND_MESSAGES_IN_THREADS, Right.MANAGE_THREADS),
    Readers.PLAYERS: (Right.CREATE_PRIVATE_THREADS, Right.SEND_MESSAGES_IN_THREADS, Right.MANAGE_THREADS),
}
"""The same by who is to read them."""
TO_CREATE = (Right.MANAGE_CHANNELS, Right.MANAGE_ROLES)
"""What creating channels with rights of their own, and the organisers' role, takes."""


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel as the bot finds it. `open_to_all` says whether every member can read it."""

    rights: frozenset[Right]
    open_to_all: bool


@dataclass(frozen=True, slots=True)
class Server:
    """What Discord says of the server: its channels, the bot's rights, and whether a role stands below the bot's."""

    channels: Mapping[ChannelId, Channel]
    rights: frozenset[Right]
    below_the_bot: Mapping[RoleId, bool]
    mentionable: frozenset[RoleId] | None = None
    """The roles that anybody may ping; None where nobody has looked."""
    clock_ahead: timedelta = timedelta()
    """How far the bot's clock is ahead of Discord's; negative when it is behind."""


@dataclass(frozen=True, slots=True)
class Officers:
    """Who holds what today, with their people: offices, and arbiter titles in order of the name."""

    offices: Mapping[Office, PersonId] = field(default_factory=dict)
    arbiters: Mapping[PersonId, ArbiterTitle] = field(default_factory=dict)
    people: Mapping[PersonId, Person] = field(default_factory=dict)

    def holder(self, office: Office) -> Person | None:
        """The person who holds the office, or None."""
        person_id = self.offices.get(office)
        return None if person_id is None else self.people[person_id]


@dataclass(frozen=True, slots=True)
class SetupView:
    """The state of a server's setup. `unsaid` counts messages set aside, `late` steps that should have been taken."""

    community: Community
    officers: Officers
    unsaid: int = 0
    late: int = 0
    commands_refused: CommandsRefused | None = None
    """Why the commands that people see are not those that were switched on."""
    running: Mapping[Switch, int] = field(default_factory=dict)
    """How much runs that began with a switch's commands; what nothing runs of is left out."""
    asked_roles: tuple[tuple[str, RoleId], ...] = ()
    """The events that take entries and ask for a role, by name, with the role."""
    threads: frozenset[Readers] = frozenset()
    """What threads its events want for their matches."""
    role_held: bool = True
    """Whether somebody with the organisers' role has ever pressed: the bot has no list of who holds it."""
    left_by_creator: tuple[str, ...] = ()
    """The events whose creator cannot be called any more, by name."""
    scarce: tuple[Room, ...] = ()
    """What the server has little room left for, or none."""


@dataclass(frozen=True, slots=True)
class NamedOfficers:
    """Officers as they were named in one act; what is empty was left as it is."""

    offices: Mapping[Office, tuple[MemberId, str]] = field(default_factory=dict)
    """The member with the name by which the server knows them."""
    arbiters: Mapping[MemberId, str] = field(default_factory=dict)
    title: ArbiterTitle | None = None
    """The title that `arbiters` hold from now on; None, of an old form, would take theirs away."""
    gone: frozenset[MemberId] = frozenset()
    """Holders of these offices who have left the server, as Discord says."""


class SetupFault(StrEnum):
    """What keeps the bot from its work, or may; each has its sentence with the fix."""

    __said_as__ = "fault"

    NO_CHANNEL = "no_channel"
    CHANNEL_GONE = "channel_gone"
    CHANNEL_RIGHTS = "channel_rights"
    SERVER_RIGHTS = "server_rights"
    COMMITTEE_OPEN = "committee_open"
    NO_ROLE = "no_role"
    ROLE_GONE = "role_gone"
    ROLE_ABOVE = "role_above"
    ROLE_SILENT = "role_silent"
    """Discord does not ping the organisers' role where the bot calls it."""
    ROLE_UNHELD = "role_unheld"
    """Nobody with the organisers' role has ever pressed."""
    CREATOR_GONE = "creator_gone"
    """Who created an event has left, so that the organisers' role alone is called."""
    NO_THREADS = "no_threads"
    """An event wants a thread for each match, and the bot may not make or close them there."""
    ENTRY_ROLE_GONE = "entry_role_gone"
    """An event asks for a role that is not there: nobody can register."""
    NO_OFFICE = "no_office"
    NO_ARBITER = "no_arbiter"
    NOT_FINISHED = "not_finished"
    UNSAID = "unsaid"
    LATE = "late"
    CLOCK = "clock"
    COMMANDS_FORBIDDEN = "commands_forbidden"
    COMMANDS_LATE = "commands_late"
    NEARLY_FULL = "nearly_full"
    """There is little room left in the server for something, or none."""


ADVICE = frozenset(
    {
        SetupFault.COMMITTEE_OPEN,
        SetupFault.NO_ROLE,
        SetupFault.ROLE_ABOVE,
        SetupFault.ROLE_SILENT,
        SetupFault.ROLE_UNHELD,
        SetupFault.CREATOR_GONE,
        SetupFault.NO_THREADS,
        SetupFault.NEARLY_FULL,
    }
)
"""What an event can do without."""


@dataclass(frozen=True, slots=True)
class SetupFinding:
    """One thing to put right, with the values that its sentence speaks of."""

    fault: SetupFault
    place: Place | None = None
    channel: ChannelId | None = None
    role: RoleId | None = None
    office: Office | None = None
    rights: tuple[Right, ...] = ()
    n: int = 0
    event: str = ""
    room: Room | None = None

    @property
    def is_advice(self) -> bool:
        """Whether an event can be run all the same."""
        return self.fault in ADVICE


def needed_places(community: Community) -> tuple[Place, ...]:
    """The places that an event of the server takes: the committee's is an association's."""
    has_committee = not community.switches.isdisjoint(OF_OFFICERS)
    return tuple(place for place in Place if has_committee or place is not Place.COMMITTEE)


def unnamed_places(community: Community) -> tuple[Place, ...]:
    """The places that are needed and for which no channel was named."""
    return tuple(place for place in needed_places(community) if community.channel(place) is None)


def offered_places(community: Community) -> tuple[Place, ...]:
    """The places that the page of channels offers to create: before the server is set up all, later what it needs."""
    wanted = Place if community.set_up_at is None else needed_places(community)
    return tuple(place for place in wanted if community.channel(place) is None)


def can_be_finished(community: Community) -> bool:
    """Whether everything that an event needs was named."""
    return not unnamed_places(community)


def findings(view: SetupView, server: Server) -> tuple[SetupFinding, ...]:
    """All that is to be put right, the gravest first."""
    found = [*_channels(view.community, server), *_rights(server), *_role(view, server)]
    found += [SetupFinding(SetupFault.CREATOR_GONE, event=one) for one in view.left_by_creator]
    found += [*_entry_roles(view, server), *_threads(view, server), *_officers(view), *_running(view, server)]
    if view.community.set_up_at is None and can_be_finished(view.community):
        found.append(SetupFinding(SetupFault.NOT_FINISHED))
    return tuple(sorted(found, key=lambda finding: finding.is_advice))


def vanished_places(community: Community, server: Server) -> tuple[Place, ...]:
    """The places whose channel was deleted, or cannot be seen."""
    there = ((place, community.channel(place)) for place in Place)
    return tuple(place for place, channel in there if channel is not None and channel not in server.channels)


def _channels(community: Community, server: Server) -> Iterator[SetupFinding]:
    for place in Place:
        channel_id = community.channel(place)
        channel = None if channel_id is None else server.channels.get(channel_id)
        if channel_id is None:
            if place in needed_places(community):
                yield SetupFinding(SetupFault.NO_CHANNEL, place=place)
        elif channel is None:
            yield SetupFinding(SetupFault.CHANNEL_GONE, place=place)
        else:
            yield from _channel(place, channel_id, channel)


def _channel(place: Place, channel_id: ChannelId, channel: Channel) -> Iterator[SetupFinding]:
    missing = tuple(right for right in IN_A_CHANNEL if right not in channel.rights)
    if missing:
        yield SetupFinding(SetupFault.CHANNEL_RIGHTS, place=place, channel=channel_id, rights=missing)
    if place is Place.COMMITTEE and channel.open_to_all:
        yield SetupFinding(SetupFault.COMMITTEE_OPEN, place=place, channel=channel_id)


def _rights(server: Server) -> Iterator[SetupFinding]:
    missing = tuple(right for right in IN_THE_SERVER if right not in server.rights)
    if missing:
        yield SetupFinding(SetupFault.SERVER_RIGHTS, rights=missing)


def _role(view: SetupView, server: Server) -> Iterator[SetupFinding]:
    role = view.community.organiser_role
    if role is None:
        yield SetupFinding(SetupFault.NO_ROLE)
        return
    if role not in server.below_the_bot:
        yield SetupFinding(SetupFault.ROLE_GONE)
        return
    if not server.below_the_bot[role]:
        yield SetupFinding(SetupFault.ROLE_ABOVE, role=role)
    if not pings_role(view.community, server, role):
        yield SetupFinding(SetupFault.ROLE_SILENT, role=role, channel=calls_channel(view.community))
    if not view.role_held:
        yield SetupFinding(SetupFault.ROLE_UNHELD, role=role)


def calls_channel(community: Community) -> ChannelId | None:
    """Where who runs an event is called: with the committee, else where matches are played."""
    return community.committee or community.matches


def pings_role(community: Community, server: Server, role: RoleId) -> bool:
    """Whether Discord pings the role when the bot calls it; True where nobody has looked at the roles."""
    if server.mentionable is None or role in server.mentionable:
        return True
    channel = server.channels.get(calls_channel(community) or ChannelId(0))
    rights = server.rights if channel is None else channel.rights
    return Right.MENTION_EVERYONE in rights


def may_open_role(server: Server, role: RoleId) -> bool:
    """Whether the bot may let everybody ping the role, or give it to somebody: it stands below the bot's own."""
    return server.below_the_bot.get(role, False) and Right.MANAGE_ROLES in server.rights


def lacking_for_threads(server: Server, channel_id: ChannelId | None, wanted: Iterable[Readers]) -> tuple[Right, ...]:
    """The rights that threads for matches want under the channel, and that the bot has not; none where it is gone."""
    channel = None if channel_id is None else server.channels.get(channel_id)
    if channel is None:
        return ()
    asked = {right for one in wanted for right in FOR_THREADS[one]}
    return tuple(right for right in Right if right in asked - channel.rights)


def _threads(view: SetupView, server: Server) -> Iterator[SetupFinding]:
    rights = lacking_for_threads(server, view.community.matches, view.threads)
    if rights:
        yield SetupFinding(SetupFault.NO_THREADS, channel=view.community.matches, rights=rights)


def _entry_roles(view: SetupView, server: Server) -> Iterator[SetupFinding]:
    for event, role in view.asked_roles:
        if role not in server.below_the_bot:
            yield SetupFinding(SetupFault.ENTRY_ROLE_GONE, event=event)


def _officers(view: SetupView) -> Iterator[SetupFinding]:
    """Who is missing, in an association: ordinary cups take neither offices nor arbiters."""
    if Switch.ASSOCIATION not in view.community.switches:
        return
    for office in Office:
        if office not in view.officers.offices:
            yield SetupFinding(SetupFault.NO_OFFICE, office=office)
    if not view.officers.arbiters:
        yield SetupFinding(SetupFault.NO_ARBITER)


def _running(view: SetupView, server: Server) -> Iterator[SetupFinding]:
    if view.unsaid:
        yield SetupFinding(SetupFault.UNSAID, n=view.unsaid)
    if view.late:
        yield SetupFinding(SetupFault.LATE, n=view.late)
    if view.commands_refused is not None:
        forbidden = view.commands_refused is CommandsRefused.FORBIDDEN
        yield SetupFinding(SetupFault.COMMANDS_FORBIDDEN if forbidden else SetupFault.COMMANDS_LATE)
    for room in view.scarce[:SCARCE_SHOWN]:
        yield SetupFinding(SetupFault.NEARLY_FULL, room=room)
    if abs(server.clock_ahead) > CLOCKS_MAY_DIFFER:
        yield SetupFinding(SetupFault.CLOCK, n=round(abs(server.clock_ahead).total_seconds()))
