"""What will stop an event that is still to come: who looks, what is known outside the file, and channels that are shut.

Each obstacle is a `DeskRow`, shown alike by the preview of a draft and by the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Community, Place
from bot.domain.events.draw_views import Provisional
from bot.domain.events.estimates import Lasting
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ChannelId, GuildId, PersonId, RoleId
from bot.domain.permissions import Capacity
from bot.domain.playing.desk_views import DeskRow, Mend, Obstacle
from bot.domain.rulebook import Rulebook
from bot.domain.setup_views import IN_A_CHANNEL, Page, Right, Server, needed_places
from bot.domain.switches import Switch

IN_A_HEARING = (Right.CREATE_PRIVATE_THREADS, Right.SEND_MESSAGES_IN_THREADS)
"""What the private threads take in which the accused of a case are heard, under the channel of the matches."""


def no_zones(_: str) -> Sequence[str]:
    """Where nobody knows the clocks of any country."""
    return ()


@dataclass(frozen=True, slots=True)
class Around:
    """What no file of ours says: the server as Discord shows it to the bot, and a country's time zones."""

    server: Server | None = None
    zones_of: Callable[[str], Sequence[str]] = no_zones


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks, by what they can do about it."""

    held: frozenset[Capacity]
    may_go_on_duty: bool
    """Not on duty yet, and could be given matches."""
    server_roles: frozenset[RoleId] | None = None
    """The roles of the server, where Discord has told them."""
    person_id: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """An event as far as it is known before it begins: as a draft has it, or as it was announced."""

    guild_id: GuildId
    rulebook: Rulebook
    start_at: datetime
    opens_at: datetime
    closes_at: datetime
    size: int | None
    """Entrants on the list, or as many as a draft has room for; None where nothing bounds them."""
    tournament: Tournament | None = None
    draft_id: str = ""


@dataclass(frozen=True, slots=True)
class Foresight:
    """What a draft says of the event before there is one: who may not follow it, how long it takes, what stops it."""

    provisional: Provisional | None = None
    lasting: Lasting | None = None
    obstacles: tuple[DeskRow, ...] = ()
    guessed_zone: str | None = None
    """By whose clocks the start of a new event was read, where nobody has confirmed them for the server."""
    may_choose_zone: bool = False


def closed_channels(community: Community, server: Server, mend: Mend | None) -> Iterator[DeskRow]:
    """A row for each channel in which an event speaks and the bot cannot; one channel may serve for several."""
    told: set[ChannelId] = set()
    for place in needed_places(community):
        channel_id = community.channel(place)
        if channel_id is None or channel_id in told:
            continue
        channel = server.channels.get(channel_id)
        rights = () if channel is None else _missing(community, channel_id, channel.rights)
        if channel is not None and not rights:
            continue
        told.add(channel_id)
        kind = Obstacle.CHANNEL_CLOSED if rights else Obstacle.CHANNEL_GONE
        yield DeskRow(kind, Page.PLACES, mend=mend, place=place, channel=channel_id, rights=rights)


def _missing(community: Community, channel_id: ChannelId, rights: frozenset[Right]) -> tuple[Right, ...]:
    hears = Switch.CASES in community.switches and channel_id == community.channel(Place.MATCHES)
    return tuple(one for one in (*IN_A_CHANNEL, *(IN_A_HEARING if hears else ())) if one not in rights)
