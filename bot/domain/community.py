"""A community: one Discord server, its settings, its people and its officers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.ids import ChannelId, GuildId, MemberId, PersonId, RoleId
from bot.domain.own_events.grounds import OwnGround
from bot.domain.switches import Switch


class Place(StrEnum):
    """What a channel of the server is used for."""

    ANNOUNCEMENTS = "announcements"
    MATCHES = "matches"
    COMMITTEE = "committee"
    RECORD = "record"


class Theme(StrEnum):
    """The surfaces that pictures are drawn for: Discord's dark ones, which most people read, or its light ones."""

    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Community:
    """What `/setup` decided. `set_up_at` is None until the panel was finished."""

    guild_id: GuildId
    owner_id: MemberId
    language: str
    """One of the catalogues' locales: en-US, pt-BR, es-ES, it."""
    time_zone: str
    announcements: ChannelId | None = None
    matches: ChannelId | None = None
    committee: ChannelId | None = None
    record: ChannelId | None = None
    organiser_role: RoleId | None = None
    set_up_at: datetime | None = None
    switches: frozenset[Switch] = frozenset()
    """What its people can type beside the commands that every server has."""
    zone_guessed: bool = False
    """The time zone was guessed by the language, and nobody has confirmed it."""
    theme: Theme = Theme.DARK
    """How its pictures look: nobody can ask Discord which of the two a reader has."""

    def channel(self, place: Place) -> ChannelId | None:
        """The channel that serves as the place, or None while nobody named one."""
        match place:
            case Place.ANNOUNCEMENTS:
                return self.announcements
            case Place.MATCHES:
                return self.matches
            case Place.COMMITTEE:
                return self.committee
            case Place.RECORD:
                return self.record


@dataclass(frozen=True, slots=True)
class Person:
    """One human being in one community. `discord_id` is None for who is not in the server."""

    person_id: PersonId
    guild_id: GuildId
    discord_id: MemberId | None
    name: str
    language: str | None
    known_since: datetime
    is_team: bool = False
    """Shown for a team: the name is the team's, all else its captain's."""


Someone = tuple[MemberId, str] | PersonId
"""Whom somebody named: a member of the server by id and name, or who is known, with or without Discord."""


@dataclass(frozen=True, slots=True)
class Presser:
    """Who pressed, typed or chose: what an interaction carries of its member, in our own terms."""

    guild_id: GuildId
    member_id: MemberId
    name: str
    language: str
    """The catalogue's locale that fits the member's Discord."""
    is_owner: bool
    is_organiser: bool
    """By Discord permission (Manage Server) or by the organisers' role."""
    at: datetime
    """When the person pressed, by Discord's own timestamp; what counts at a close."""
    roles: frozenset[RoleId] = frozenset()
    """The roles that they have in the server."""
    server_roles: frozenset[RoleId] | None = None
    """All roles of the server; None where that is not known."""
    ground: OwnGround | None = None
    """Why they decide about an event in which they play, picked from the list, where nobody else is there."""
    is_backed: bool = False
    """Whether somebody without a stake has signed what they ask for, or the opponent has agreed to it."""
