"""What the bot can promise to say: each kind of message a class, to whom it goes, and how one is kept as text.

A promise holds ids and decisions, never sentences: those are made from the facts when it is said, in the language of
the reader. A kind's stored name is that of its class ("match_called"), its first field is the subject, by which it is
found, and the others are kept under their own names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Self,
    TypeGuard,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from bot.kernel.errors import complete
from bot.kernel.ids import (
    ChannelId,
    ContestId,
    EntrantId,
    GuildId,
    MemberId,
    MessageId,
    OutboxId,
    PersonId,
    Place,
    TournamentId,
)
from bot.kernel.outages import Cause

# --- kinds of message, and how they are kept ------------------------------------------------------------------------


T = TypeVar("T")
K = TypeVar("K", bound="Message")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _Fields:
    """Every subclass becomes a frozen dataclass of its annotated fields."""

    def __new__(cls, *given: object, **named: object) -> Self:
        """Completes the class when the first is made: all of them at once would delay the start."""
        del given, named
        complete(cls, _Fields, dataclass(frozen=True))
        return super().__new__(cls)


class Notified(StrEnum):
    """Whom a message calls by name. A letter notifies its reader by itself; all other mentions are silent."""

    NOBODY = "nobody"
    """It tells, for who looks: lists, standings, the record, a podium."""
    READER = "reader"
    """Its letter notifies the one person concerned; where the same is posted for everybody, it is silent."""
    PLAYERS = "players"
    """The sides of a match, or the entrants of an event, for whom something begins, moves or ends."""
    ASKED = "asked"
    """Those who must answer or confirm now."""
    CONCERNED = "concerned"
    """Those about whom something was decided that they must know."""
    ELECTORS = "electors"
    """Those who have a voice in a vote, and have not used it."""
    ARBITERS = "arbiters"
    """The arbiter of a match, or the chief arbiter of an event."""
    FOLLOWERS = "followers"
    """The role that an organiser has chosen for the event."""
    STAFF = "staff"
    """Who runs the event, or the committee."""


class Message(_Fields):
    """One message to be said; a subclass is a kind of message, and its docstring says what it is about.

    What older versions may not have written has a default.
    """

    STORED_AS: ClassVar[str] = ""
    """By what name, where it is not the class's own."""
    ASKS_BY: ClassVar[tuple[str, ...]] = ()
    """Where it asks somebody to do something: the verbs of the buttons for that, of which it carries one."""
    NOTIFIES: ClassVar[Notified]
    """Whom it calls by name, so that Discord notifies them; each kind says so, and there is no default."""
    IN_CALENDAR: ClassVar[bool] = False
    """Whether it is no message but an entry of the server's calendar."""
    STANDS_WITH_MATCHES: ClassVar[bool] = False
    """Where it is for the committee and there is none: whether it stands where the matches are played, as what staff is
    asked about them, and no secret."""
    again: bool = field(default=False, kw_only=True)
    """Whether it is a panel that comes back: it may have changed while it was on its way."""

    @property
    def has_to_call(self) -> bool:
        """Whether there is anybody to call; nobody is where it moves an event that has no entrants."""
        return True

    @property
    def spoken_in(self) -> str | None:
        """In which language it is said, where by then nothing on record tells its reader's."""
        return None


class OfGuild(Message):
    """A message about a server."""

    guild_id: GuildId


class OfTournament(Message):
    """A message about a tournament."""

    tournament_id: TournamentId


class OfContest(Message):
    """A message about a contest."""

    contest_id: ContestId


class OfEntrant(Message):
    """About a player or a team on a tournament's list."""

    entrant_id: EntrantId


class OfPerson(Message):
    """A message about a person."""

    person_id: PersonId


class AfterOutage(Message):
    """Also told because of an outage, once: where the outage grows, the message is drawn anew from the facts."""

    down_from: datetime | None = field(default=None, kw_only=True)
    up_at: datetime | None = field(default=None, kw_only=True)
    """When it had ended as it was promised."""
    cause: Cause | None = field(default=None, kw_only=True)
    """None in rows of before: then it was the process."""


class Unread(Message):
    """A row that does not say what its kind has to say, as one of a newer version; no notice is made of it."""

    subject: str
    name: str
    details: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands between the parts of a value, where it is neither a space in a list nor a full stop in a pair."""

    text: str


Commas = Annotated[tuple[T, ...], Sign(",")]
"""A list with commas between its values."""
Colons = Annotated[T, Sign(":")]
"""A value of several parts with colons between them."""


class Kept(NamedTuple):
    """A message as the outbox keeps it."""

    name: str
    subject: str
    details: dict[str, str]


class _Part(NamedTuple):
    """A field: its name, its type, and what it is where nothing was written."""

    name: str
    kind: Any
    default: object

    def is_left_out(self, value: object) -> bool:
        """What holds nothing is written only where it has no default to be read back from."""
        return self.default is not MISSING and (value is None or value is False)


def name_of(kind: type[Message]) -> str:
    """By what name the kind is stored."""
    return kind.STORED_AS or re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def write(message: Message) -> Kept:
    """The message as the text that its row holds."""
    if isinstance(message, Unread):
        return Kept(message.name, message.subject, dict(message.details))
    subject, *others = _parts(type(message))
    values = ((other, getattr(message, other.name)) for other in others)
    details = {one.name: _text(value, one.kind) for one, value in values if not one.is_left_out(value)}
    return Kept(name_of(type(message)), subject_text(getattr(message, subject.name)), details)


def subject_text(subject: object) -> str:
    """What a message is about, as text."""
    return _text(subject, type(subject))


def read(kind: type[K], subject: str, details: Mapping[str, str]) -> K:
    """The message of the kind; raises ValueError where the text cannot be one."""
    about, *others = _parts(kind)
    missing = [other.name for other in others if other.name not in details and other.default is MISSING]
    if missing:
        raise ValueError(f"{name_of(kind)} lacks {missing}")
    told = {other.name: _value(details[other.name], other.kind) for other in others if other.name in details}
    return kind(**{about.name: _value(subject, about.kind)}, **told)


def again(kind: type[Message], subject: str) -> Message:
    """A panel that comes back."""
    return read(kind, subject, {"again": "yes"})


class Kinds:
    """Every kind of message by its name, which are joined once, before any is read."""

    def __init__(self) -> None:
        self._by_name: dict[str, type[Message]] = {}

    def join(self, kinds: Iterable[type[Message]]) -> None:
        """Takes the kinds in place of those joined before."""
        self._by_name = {name_of(kind): kind for kind in kinds}

    def read(self, kept: Kept) -> Message:
        """The message, or Unread; raises RuntimeError before the kinds were joined, since none could be read."""
        if not self._by_name:
            raise RuntimeError("the kinds of message are not joined: call bot.wiring.join() first")
        kind = self._by_name.get(kept.name)
        with suppress(ValueError):
            if kind is not None:
                return read(kind, kept.subject, kept.details)
        return Unread(kept.subject, kept.name, kept.details)


KINDS: Final = Kinds()


def _parts(kind: Any) -> tuple[_Part, ...]:
    """The fields of a message or of a value in it, the subject first."""
    return _shape(kind)


@cache
def _shape(kind: type[Any]) -> tuple[_Part, ...]:
    if issubclass(kind, Message):
        complete(kind, _Fields, dataclass(frozen=True))
    hints = get_type_hints(kind, include_extras=True)
    ordered = sorted(fields(kind), key=lambda one: one.kw_only is True)
    return tuple(_Part(one.name, hints[one.name], one.default) for one in ordered)


def _text(value: object, kind: Any) -> str:
    kind, sign = _split_mark(_kinds_of(kind)[0])
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case datetime():
            return value.isoformat()
        case tuple():
            return (sign or " ").join(_text(one, get_args(kind)[0]) for one in value)
        case _ if is_dataclass(value):
            return _parts_joined(value, sign or ".")
        case _:
            return str(value)


def _parts_joined(value: object, sign: str) -> str:
    return sign.join(_text(getattr(value, part.name), part.kind) for part in _parts(type(value)))


def _value(text: str, kind: Any) -> Any:
    """The value of the first of the kinds that the text can be of; nothing at all is an empty list, or None."""
    kinds = [_split_mark(one) for one in _kinds_of(kind)]
    if not text and NoneType in get_args(kind) and all(get_origin(one) is not tuple for one, _ in kinds):
        return None
    for one, sign in kinds:
        with suppress(ValueError):
            return _value_of(text, one, sign)
    raise ValueError(f"{text!r} is no {kind}")


def _value_of(text: str, kind: Any, sign: str | None) -> Any:
    if get_origin(kind) is tuple:
        return tuple(_value(one, get_args(kind)[0]) for one in text.split(sign or " ") if one)
    if kind is bool:
        return text not in {"", "no"}
    if kind is datetime:
        return datetime.fromisoformat(text)
    if isinstance(kind, type) and is_dataclass(kind):
        return kind(*_parts_of(text, kind, sign or "."))
    return getattr(kind, "__supertype__", kind)(text)


def _parts_of(text: str, kind: Any, sign: str) -> Iterator[Any]:
    parts = _parts(kind)
    words = text.split(sign, len(parts) - 1)
    return (_value(word, one.kind) for word, one in zip(words, parts, strict=True))


def _kinds_of(kind: Any) -> tuple[Any, ...]:
    """What a value can be of, but for None."""
    if get_origin(kind) in {Union, UnionType}:
        return tuple(one for one in get_args(kind) if one is not NoneType)
    return (kind,)


def _split_mark(kind: Any) -> tuple[Any, str | None]:
    """The type without its mark, and the sign that the mark names."""
    if get_origin(kind) is not Annotated:
        return kind, None
    plain, *marks = get_args(kind)
    return plain, next((one.text for one in marks if isinstance(one, Sign)), None)


# --- to whom they go ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ToPlace:
    """A message for one of the community's channels."""

    place: Place


@dataclass(frozen=True, slots=True)
class ToChannel:
    """A message for a channel that is known by its id."""

    channel_id: ChannelId


@dataclass(frozen=True, slots=True)
class ToMember:
    """A direct message; never the only way in which something is said."""

    member_id: MemberId


@dataclass(frozen=True, slots=True)
class ToMatch:
    """A message for the thread of a match, and where that cannot be, for the channel of the matches."""

    contest_id: ContestId


OUR_FAULT: Final = "internal"
"""The refusal of a message that could not be made: nobody in the server can mend that."""

Target = ToPlace | ToChannel | ToMember | ToMatch

NO_MESSAGES: Final = ("scheduled_event", "match_in_calendar", "mirror_roles")
"""Kinds that stand in lanes of their own: Discord may have each wait for very long."""


class Urgency(IntEnum):
    """What is kept first where Discord takes only so much at once; the same for all that stands in a lane."""

    CALL = 0
    """In a channel or a thread: calls, and answers to what somebody waits for."""
    LETTER = 1
    """Never the only way in which something is said."""
    SOME_DAY = 2
    """The calendar and the roles, which nobody waits for."""


def urgency_of(name: str, target: Target) -> Urgency:
    """How urgent a promise of that kind is."""
    if name in NO_MESSAGES:
        return Urgency.SOME_DAY
    return Urgency.LETTER if isinstance(target, ToMember) else Urgency.CALL


OpenPlace = Literal[Place.ANNOUNCEMENTS, Place.MATCHES, Place.RECORD]
"""A channel of the server to which anything can be said at once: the committee is told by a verb of its own."""


def target_text(target: Target) -> str:
    """The target as it is stored."""
    match target:
        case ToPlace(place):
            return f"place:{place}"
        case ToChannel(channel_id):
            return f"channel:{channel_id}"
        case ToMember(member_id):
            return f"member:{member_id}"
        case ToMatch(contest_id):
            return f"match:{contest_id}"


K_co = TypeVar("K_co", bound=Message, covariant=True)


@dataclass(frozen=True, slots=True)
class Promise(Generic[K_co]):
    """One message to be said after the commit."""

    outbox_id: OutboxId
    guild_id: GuildId
    target: Target
    message: K_co
    promised_at: datetime
    silent: bool = False
    """Whether it calls nobody although its kind does: those concerned were called about the same a moment ago."""

    @property
    def name(self) -> str:
        """What kind of message it is, as it is stored."""
        return write(self.message).name

    @property
    def subject(self) -> str:
        """What it is about, as it is stored."""
        return write(self.message).subject


def says(promise: Promise[Message], kind: type[K]) -> TypeGuard[Promise[K]]:
    """Whether the promise is of the kind."""
    return isinstance(promise.message, kind)


@dataclass(frozen=True, slots=True)
class Delivery:
    """Where and when a promise was kept."""

    outbox_id: OutboxId
    channel_id: ChannelId
    message_id: MessageId
    delivered_at: datetime
