"""Kinds of identifier and of things, and the few plain facts of a server and a presser that every feature reads.

Each kind of id is a type, so that a type checker refuses one in another's place. Ours are short lower-case base-32
words made by the application; Discord's are snowflakes. A thing that a press or a command is about belongs to one
server.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, NewType

from bot.kernel.errors import NotFound, Outdated, Subject, UserError

# --- things that a press is about -----------------------------------------------------------------------------------


class EntityKind(StrEnum):
    """What an id in a press names."""

    __said_as__ = "thing"

    APPEAL = "appeal"
    AMENDMENT = "amendment"
    """Of a rating, by hand."""
    BAR = "bar"
    CASE = "case"
    CEREMONY = "ceremony"
    CLAIM = "claim"
    DRAFT = "draft"
    ENTRANT = "entrant"
    EVENT = "event"
    EVENT_PROPOSAL = "event_proposal"
    FILE = "file"
    GRADE = "grade"
    JEEK_GAME = "jeek_game"
    LOG_LINE = "log_line"
    MATCH = "match"
    NAME_CLAIM = "name_claim"
    OWN_ACT = "own_act"
    """What somebody who plays in an event wants to do about it, or has done."""
    OPENING_DRAFT = "opening_draft"
    """An opening list that waits to be confirmed."""
    PENALTY = "penalty"
    PERSON = "person"
    SAME_PERSON = "same_person"
    PLACE = "place"
    """In a team, before it is taken."""
    RECORD_NAME = "record_name"
    REPEAT = "repeat"
    """Of a record that is about to come in."""
    SEAT_ROUND = "seat_round"
    SERIES = "series"
    """Events that count together."""
    SIGNATURE = "signature"
    """An act that waits for a second person."""
    SIGN_UPS = "sign_ups"
    """A list of sign-ups that waits to be confirmed."""
    SUGGESTION = "suggestion"
    TITLE_PROPOSAL = "title_proposal"
    VOTE = "vote"
    VOTE_DRAFT = "vote_draft"
    WARNING = "warning"


_SPOKEN_OF: Final = {
    EntityKind.BAR: Subject.BAR,
    EntityKind.CASE: Subject.CASE,
    EntityKind.FILE: Subject.CASE,
    EntityKind.APPEAL: Subject.CASE,
    EntityKind.ENTRANT: Subject.ENTRANT,
    EntityKind.EVENT: Subject.TOURNAMENT,
    EntityKind.EVENT_PROPOSAL: Subject.TOURNAMENT,
    EntityKind.DRAFT: Subject.TOURNAMENT,
    EntityKind.JEEK_GAME: Subject.GAME,
    EntityKind.MATCH: Subject.MATCH,
    EntityKind.NAME_CLAIM: Subject.PERSON,
    EntityKind.PERSON: Subject.PERSON,
    EntityKind.SAME_PERSON: Subject.PERSON,
    EntityKind.SERIES: Subject.SERIES,
    EntityKind.SUGGESTION: Subject.SUGGESTION,
    EntityKind.VOTE: Subject.VOTE,
    EntityKind.VOTE_DRAFT: Subject.VOTE,
}


def not_here(entity_kind: EntityKind) -> UserError:
    """What is said of a thing that is not there, or belongs to another server: nobody can tell one from the other."""
    spoken_of = _SPOKEN_OF.get(entity_kind)
    return Outdated() if spoken_of is None else NotFound(what=spoken_of)


# --- identifiers ----------------------------------------------------------------------------------------------------


GuildId = NewType("GuildId", int)
MemberId = NewType("MemberId", int)
"""A Discord user's snowflake, as it arrives with an interaction."""
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
RoleId = NewType("RoleId", int)

PersonId = NewType("PersonId", str)
"""One human being in one association; names and accounts hang on it, and it outlives both."""
TournamentId = NewType("TournamentId", str)
EntrantId = NewType("EntrantId", str)
"""A person's (or team's) place in one tournament."""
ContestId = NewType("ContestId", str)
CaseId = NewType("CaseId", str)
FileId = NewType("FileId", str)
"""A case of misconduct, with its statements, pauses, verdict and appeal."""
BarId = NewType("BarId", str)
VoteId = NewType("VoteId", str)
PlaceId = NewType("PlaceId", str)
"""A place in a team that nobody has said yes to yet."""
NameId = NewType("NameId", str)
"""A name of a record that is about to come in, while it is asked whom it means."""
OutboxId = NewType("OutboxId", str)
JeekId = NewType("JeekId", str)
"""A casual game of Jeek, played on buttons."""

# --- switches -------------------------------------------------------------------------------------------------------


class Switch(StrEnum):
    """A set of commands that a server may do without; whatever they began goes on without them, on its cards."""

    ASSOCIATION = "association"
    """Offices, the committee, titles, exams, ratings, countries."""
    CASES = "cases"
    """Misconduct, bars, appeals, votes."""
    SEATS = "seats"
    """Seats of an event that another one fills."""
    SERIES = "series"
    """Events that count together."""
    TEAMS = "teams"
    ACCOUNTS = "accounts"
    """Which accounts of game sites belong to whom."""
    DECKS = "decks"
    GO = "go"
    """Go's refinements: a chief arbiter, ceremonies, grades."""
    JEEK = "jeek"
    """Casual games of Jeek."""


ALL: Final = frozenset(Switch)
"""What an association has that uses whatever there is."""


class CommandsRefused(StrEnum):
    """Why Discord does not know the server's present commands."""

    FORBIDDEN = "forbidden"
    """The bot was invited without commands, or may no longer have them here."""
    TOO_MANY = "too_many"
    """More were made today than Discord takes of one server."""
    TROUBLE = "trouble"
    """It passes by itself."""


class OwnGround(StrEnum):
    """Everybody reads it beside the name."""

    PLAYERS_ASKED = "players_asked"
    TROUBLE = "trouble"
    """The power, the network or the game does not work."""
    PLACE_OR_TIME = "place_or_time"
    SLIP = "slip"
    FEW_PLAYERS = "few_players"
    CONDUCT = "conduct"
    NOBODY_ELSE = "nobody_else"


# --- the server and who presses -------------------------------------------------------------------------------------


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
class Actor:
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
    user_name: str | None = None
    """The name that nobody else has on Discord."""
    is_backed: bool = False
    """Whether somebody without a stake has signed what they ask for, or the opponent has agreed to it."""
