"""What a verb, a command and a form declare: fields, subjects, to whom Discord offers it, and who may see the answer.

Reading says which things of a server are named; `Request.read_subject` then refuses what is not there or belongs
elsewhere. What nobody here wrote (malformed, cut off, far too large) is out of date.

Discord knows neither titles nor the organisers' role: it hides what asks for one of its own permissions. So only what
organisers alone use asks for one; officers, arbiters and organisers by role act through the desk and the cards.
Whatever Discord shows, the verb asks who may. A right of the table of permissions that hangs on no thing is asked at
the door, before anything of the handler runs. What hangs on the thing itself (who is invited, who plays, who follows
the match) only the verb knows, which answers nobody else. An old name of a command leads to the new one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar, TypeVarTuple

import discord

from bot.i18n.catalogue import Translator
from bot.kernel.errors import Outdated, UserError
from bot.kernel.ids import (
    BarId,
    CaseId,
    ContestId,
    EntityKind,
    EntrantId,
    FileId,
    JeekId,
    MemberId,
    NameId,
    PersonId,
    PlaceId,
    RoleId,
    Switch,
    TournamentId,
    VoteId,
    not_here,
)
from bot.layout.command_names import CommandNames
from bot.server.model import Act

TITLE_LIMIT, HINT_LIMIT, OPTION_LIMIT = 45, 100, 100
"""What Discord takes of a title or a label, of what stands below a label, and of an option's name."""


# --- forms ----------------------------------------------------------------------------------------------------------


class Verbatim(NamedTuple):
    """Words that are no key: a name, or what was said in the reader's language before."""

    text: str


Words = str | Verbatim
"""A key of the catalogues, or words as they are."""
Input = (
    discord.ui.TextInput[Any]
    | discord.ui.FileUpload[Any]
    | discord.ui.UserSelect[Any]
    | discord.ui.RoleSelect[Any]
    | discord.ui.Select[Any]
)


@dataclass(frozen=True, slots=True)
class FormField:
    """Something that a form asks: its name in what is sent, its label, and below it what is to be known of it."""

    name: str
    label: Words
    hint: Words | None = None
    _: KW_ONLY
    said: Mapping[str, str | int] = field(default_factory=dict)
    """What the sentences of label and hint are filled with."""

    def as_label(self, translator: Translator) -> discord.ui.Label[Any]:
        """The field as a label of Discord's."""
        hint = None if self.hint is None else self._in_words(self.hint, translator)[:HINT_LIMIT]
        label = self._in_words(self.label, translator)[:TITLE_LIMIT]
        return discord.ui.Label(text=label, description=hint or None, component=self.input(translator))

    def input(self, translator: Translator) -> Input:
        """What is filled in or chosen."""
        raise NotImplementedError

    def _in_words(self, words: Words, translator: Translator) -> str:
        return words.text if isinstance(words, Verbatim) else translator.say(words, **self.said)


@dataclass(frozen=True, slots=True)
class Text(FormField):
    """A field for typed text."""

    _: KW_ONLY
    long: bool = False
    limit: int = 1000
    required: bool = True
    default: str | None = None

    def input(self, _: Translator) -> Input:
        """One line or, of a `long` text, several."""
        style = discord.TextStyle.paragraph if self.long else discord.TextStyle.short
        return discord.ui.TextInput(
            custom_id=self.name, style=style, max_length=self.limit, required=self.required, default=self.default
        )


@dataclass(frozen=True, slots=True)
class File(FormField):
    """One file, which may be left out unless it is `required`."""

    _: KW_ONLY
    required: bool = False

    def input(self, _: Translator) -> Input:
        """The field as an upload of Discord's."""
        least = int(self.required)
        return discord.ui.FileUpload(custom_id=self.name, required=self.required, min_values=least, max_values=1)


@dataclass(frozen=True, slots=True)
class Members(FormField):
    """Members of the server, as many as `most`, or none."""

    _: KW_ONLY
    most: int = 1
    chosen: Sequence[MemberId] = ()
    required: bool = False

    def input(self, _: Translator) -> Input:
        """The field as a menu of the server's members."""
        known = [discord.Object(one, type=discord.User) for one in self.chosen]
        return discord.ui.UserSelect(
            custom_id=self.name, required=self.required, max_values=self.most, default_values=known
        )


@dataclass(frozen=True, slots=True)
class RoleField(FormField):
    """One role of the server, or none; `chosen` stands there at first, and has to be there still."""

    _: KW_ONLY
    chosen: RoleId | None = None

    def input(self, _: Translator) -> Input:
        """The field as a menu of the server's roles."""
        known = [] if self.chosen is None else [discord.Object(self.chosen, type=discord.Role)]
        return discord.ui.RoleSelect(custom_id=self.name, required=False, max_values=1, default_values=known)


@dataclass(frozen=True, slots=True)
class Menu(FormField):
    """One of some values, each with its name, or none unless it is `required`; `chosen` stands there at first."""

    _: KW_ONLY
    values: Mapping[str, Words] = field(default_factory=dict)
    notes: Mapping[str, Words] = field(default_factory=dict)
    """What stands in small letters below a name, by the value."""
    required: bool = False
    chosen: str | None = None

    def input(self, translator: Translator) -> Input:
        """The field as a menu of the values."""
        menu = discord.ui.Select[Any](custom_id=self.name, required=self.required)
        for value, name in self.values.items():
            note = self._in_words(self.notes[value], translator)[:HINT_LIMIT] if value in self.notes else None
            label = self._in_words(name, translator)[:OPTION_LIMIT]
            menu.add_option(label=label, value=value, description=note or None, default=value == self.chosen)
        return menu


class Form(discord.ui.Modal):
    """A form that discord.py does not keep: what is sent in is routed by its `custom_id`, even after a restart."""

    def __init__(self, custom_id: str, title: Words, asked: Sequence[FormField], translator: Translator) -> None:
        words = title.text if isinstance(title, Verbatim) else translator.say(title)
        super().__init__(title=words[:TITLE_LIMIT], custom_id=custom_id, timeout=None)
        self.stop()
        for one in asked:
            self.add_item(one.as_label(translator))


WHY: Final = Text("why", "matches.form_why", long=True, limit=500)
"""The reason of a decision, which everybody reads."""


# --- how a subject is read ------------------------------------------------------------------------------------------


S = TypeVar("S")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E", bound=StrEnum)
Parts = TypeVarTuple("Parts")

_KEY: Final = re.compile(r"[A-Za-z0-9_]{1,40}")


class NamedThing(NamedTuple):
    """A thing that a subject names."""

    thing: EntityKind
    key: str


@dataclass(frozen=True, slots=True)
class Parser(Generic[S]):
    """A kind of subject: how it is read, and which things of a server it names; reading raises a UserError."""

    read: Callable[[str], tuple[S, tuple[NamedThing, ...]]]


class Several(Parser[tuple[*Parts]], Generic[*Parts]):
    """Some parts, each of which is an argument of its own for whoever handles the press."""

    __slots__ = ()


def plainly(read: Callable[[str], S]) -> Parser[S]:
    """A subject that names no thing of a server."""
    return Parser(lambda text: (read(text), ()))


def the(entity_kind: EntityKind, make: Callable[[str], S]) -> Parser[S]:
    """The id of one thing of the server."""

    def read(text: str) -> tuple[S, tuple[NamedThing, ...]]:
        if not _KEY.fullmatch(text):
            raise not_here(entity_kind)
        return make(text), (NamedThing(entity_kind, text),)

    return Parser(read)


def maybe(part: Parser[S]) -> Parser[S | None]:
    """As `the`, or nothing at all."""

    def read(text: str) -> tuple[S | None, tuple[NamedThing, ...]]:
        return part.read(text) if text else (None, ())

    return Parser(read)


def _split(text: str, between: str, count: int) -> list[str]:
    """That many parts, empty ones for those that are left out at the end."""
    parts = text.split(between)
    if len(parts) > count:
        raise Outdated
    return [*parts, *[""] * (count - len(parts))]


def _in_one(between: str, *parts: Parser[Any]) -> Callable[[str], tuple[Any, tuple[NamedThing, ...]]]:
    def read(text: str) -> tuple[Any, tuple[NamedThing, ...]]:
        texts = _split(text, between, len(parts))
        found = [part.read(one) for part, one in zip(parts, texts, strict=True)]
        return tuple(value for value, _ in found), tuple(chain.from_iterable(named for _, named in found))

    return read


def pair(first: Parser[A], second: Parser[B], between: str = ".") -> Several[A, B]:
    """A subject of two parts."""
    return Several(_in_one(between, first, second))


def triple(first: Parser[A], second: Parser[B], third: Parser[C], between: str = ".") -> Several[A, B, C]:
    """A subject of three parts."""
    return Several(_in_one(between, first, second, third))


def quadruple(
    first: Parser[A], second: Parser[B], third: Parser[C], fourth: Parser[D], between: str = "."
) -> Several[A, B, C, D]:
    """A subject of four parts."""
    return Several(_in_one(between, first, second, third, fourth))


def with_head(first: Parser[A], rest: Parser[B], between: str = ".") -> Several[A, B]:
    """A subject, and all that follows it as another."""

    def read(text: str) -> tuple[tuple[A, B], tuple[NamedThing, ...]]:
        head, _, tail = text.partition(between)
        (a, of_a), (b, of_b) = first.read(head), rest.read(tail)
        return (a, b), (*of_a, *of_b)

    return Several(read)


def made_of(parts: Parser[A], make: Callable[[A], S]) -> Parser[S]:
    """What another subject reads, made into something else."""

    def read(text: str) -> tuple[S, tuple[NamedThing, ...]]:
        value, named = parts.read(text)
        return make(value), named

    return Parser(read)


def either(first: Parser[S], second: Parser[S]) -> Parser[S]:
    """What can be written in either of two ways."""

    def read(text: str) -> tuple[S, tuple[NamedThing, ...]]:
        try:
            return first.read(text)
        except UserError:
            return second.read(text)

    return Parser(read)


def one_of(kind: type[E]) -> Parser[E]:
    """A member of an enum, by its value."""

    def read(text: str) -> E:
        if text not in set(kind):
            raise Outdated
        return kind(text)

    return plainly(read)


def among(known: dict[str, S]) -> Parser[S]:
    """One of some words, each of which means something."""

    def read(text: str) -> S:
        if text not in known:
            raise Outdated
        return known[text]

    return plainly(read)


def matching(shape: re.Pattern[str], make: Callable[[str], S]) -> Parser[S]:
    """Any text of this shape."""

    def read(text: str) -> S:
        if not shape.fullmatch(text):
            raise Outdated
        return make(text)

    return plainly(read)


# --- subjects -------------------------------------------------------------------------------------------------------


_COUNT: Final = re.compile(r"[0-9]{1,9}")
LARGEST: Final = 2**63 - 1
"""What SQLite and Discord take as an id."""
_WORD: Final = re.compile(r"[\w+-]{0,90}", re.ASCII)

NOTHING: Final[Several[()]] = Several(lambda _: ((), ()))
"""The verb says it all; what older cards carry behind it is not read."""

APPEAL: Final = the(EntityKind.APPEAL, str)
BAR: Final = the(EntityKind.BAR, BarId)
CASE: Final = the(EntityKind.CASE, CaseId)
CEREMONY: Final = the(EntityKind.CEREMONY, str)
CLAIM: Final = the(EntityKind.CLAIM, str)
DRAFT: Final = the(EntityKind.DRAFT, str)
ENTRANT: Final = the(EntityKind.ENTRANT, EntrantId)
EVENT: Final = the(EntityKind.EVENT, TournamentId)
EVENT_PROPOSAL: Final = the(EntityKind.EVENT_PROPOSAL, str)
FILE: Final = the(EntityKind.FILE, FileId)
GRADE: Final = the(EntityKind.GRADE, str)
JEEK_GAME: Final = the(EntityKind.JEEK_GAME, JeekId)
MATCH: Final = the(EntityKind.MATCH, ContestId)
NAME_CLAIM: Final = the(EntityKind.NAME_CLAIM, str)
OPENING_DRAFT: Final = the(EntityKind.OPENING_DRAFT, str)
OWN_ACT: Final = the(EntityKind.OWN_ACT, str)
PERSON: Final = the(EntityKind.PERSON, PersonId)
PEOPLE: Final = pair(PERSON, PERSON)
REPEAT: Final = the(EntityKind.REPEAT, str)
SAME_PERSON: Final = the(EntityKind.SAME_PERSON, str)
PLACE: Final = the(EntityKind.PLACE, PlaceId)
RECORD_NAME: Final = the(EntityKind.RECORD_NAME, NameId)
SEAT_ROUND: Final = the(EntityKind.SEAT_ROUND, str)
SERIES: Final = the(EntityKind.SERIES, str)
SIGNATURE: Final = the(EntityKind.SIGNATURE, str)
SIGN_UPS: Final = the(EntityKind.SIGN_UPS, str)
SUGGESTION: Final = the(EntityKind.SUGGESTION, str)
TITLE_PROPOSAL: Final = the(EntityKind.TITLE_PROPOSAL, str)
VOTE: Final = the(EntityKind.VOTE, VoteId)
VOTE_DRAFT: Final = the(EntityKind.VOTE_DRAFT, str)
WARNING: Final = the(EntityKind.WARNING, str)


def _snowflake(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,19}", text) or int(text) > LARGEST:
        raise Outdated
    return int(text)


NUMBER: Final = matching(_COUNT, int)
PAGE: Final = plainly(lambda text: int(text) if _COUNT.fullmatch(text) else 0)
"""A page that nobody can mean is the first one."""
SNOWFLAKE: Final = plainly(_snowflake)
"""An id of Discord's own: a channel, a role, a member."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def _moment(number: int) -> datetime:
    try:
        return _EPOCH + number * _MILLISECOND
    except OverflowError:
        raise Outdated from None


MOMENT: Final = made_of(SNOWFLAKE, _moment)
"""A moment, in milliseconds; the inverse of `written_moment`."""


def written_moment(moment: datetime) -> int:
    """A moment, written as MOMENT reads it."""
    return (moment - _EPOCH) // _MILLISECOND


WORD: Final = matching(_WORD, str)
"""A short text of our own that the service looks up; it may be empty."""
SIDE: Final = among({str(side): side for side in range(4)})
OTHER_WORDS: Final = plainly(str)
"""A text that people wrote, such as the name of a site or of a person."""


def _log_line(text: str) -> tuple[int, tuple[NamedThing, ...]]:
    number, _ = SNOWFLAKE.read(text)
    return number, (NamedThing(EntityKind.LOG_LINE, str(number)),)


LOG_LINE: Final = Parser(_log_line)

_DECISIONS: Final[dict[str, Parser[Any]]] = {
    "file": FILE,
    "bar": BAR,
    "points": the(EntityKind.PENALTY, str),
    "rating": the(EntityKind.AMENDMENT, str),
    "match": MATCH,
    "same": SAME_PERSON,
}


def _decision(text: str) -> tuple[str, tuple[NamedThing, ...]]:
    kind, _, key = text.partition("-")
    if kind not in _DECISIONS:
        raise Outdated
    _, named = _DECISIONS[kind].read(key)
    return text, named


_CASES: Final[dict[str, Parser[Any]]] = {"case": CASE, "file": FILE}


def _any_case(text: str) -> tuple[tuple[str, str], tuple[NamedThing, ...]]:
    kind, _, key = text.partition("-")
    if kind not in _CASES:
        raise Outdated
    _, named = _CASES[kind].read(key)
    return (kind, key), named


ANY_CASE: Final = Parser(_any_case)
"""A case of absence or of misconduct: which of the two, and its id."""

DECISION: Final = Parser(_decision)
"""What can be appealed against: a file, a bar, points, a rating, a match or a word that two are one, by its key."""

MARKED: Final = pair(MATCH, NUMBER)
"""A match, and how many words were on record when its card was made (or which note, or which ruling it offered)."""
REPORTED: Final = pair(MATCH, WORD)
"""A match, and the report of it that the card showed."""
SIDED: Final = pair(MATCH, SIDE)
SCORE: Final = matching(re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4}){1,2}"), lambda text: tuple(map(int, text.split("-"))))
MARKS: Final = matching(re.compile(r"[01]{2,4}"), lambda text: tuple(map(int, text)))
"""Who won at a table, a digit a side."""
CORRECTED: Final = triple(MATCH, SCORE, NUMBER)
"""A match, its right score, and how many matches the correction was seen to reopen."""
EXCUSE: Final = pair(VOTE, PERSON)
"""Why somebody missed a vote."""
BOARDS: Final = matching(re.compile(r"[^.]{0,90}"), lambda text: tuple(text.split("_")) if text else ())
"""What was told of each board, "3-1_2-2_+-"; nothing where a control had no room for them."""


# --- to whom commands are offered -----------------------------------------------------------------------------------


MANAGE_EVENTS: Final = discord.Permissions(manage_events=True)
MANAGE_SERVER: Final = discord.Permissions(manage_guild=True)


@dataclass(frozen=True, slots=True)
class CommandVisibility:
    """Where a command is there, and which permission of Discord's shows it; both None for everywhere and everybody."""

    switch: Switch | None = None
    shown_to: discord.Permissions | None = None
    instead: str = ""
    """Where it is switched off: the command of every server that leads whoever is named it on."""


EVERYBODY: Final = CommandVisibility()
_ORGANISERS: Final = CommandVisibility(shown_to=MANAGE_EVENTS)
_WHO_SETS_UP: Final = CommandVisibility(shown_to=MANAGE_SERVER)
OFFERS: Final[Mapping[str, CommandVisibility]] = MappingProxyType(
    {
        **dict.fromkeys(("bracket", "desk", "events", "help", "me", "player", "register"), EVERYBODY),
        **dict.fromkeys(("score", "standings", "withdraw"), EVERYBODY),
        **dict.fromkeys(
            ("arbiter", "association", "game", "log", "match", "pages", "rehearse", "rulebook", "tournament", "undo"),
            _ORGANISERS,
        ),
        **dict.fromkeys(("doctor", "setup"), _WHO_SETS_UP),
        **dict.fromkeys(("committee", "link", "office"), CommandVisibility(Switch.ASSOCIATION, instead="desk")),
        **dict.fromkeys(("ranking", "rating", "title"), CommandVisibility(Switch.ASSOCIATION, instead="player")),
        "claim": CommandVisibility(Switch.ASSOCIATION, instead="help"),
        **dict.fromkeys(("bar", "case", "vote"), CommandVisibility(Switch.CASES, instead="me")),
        "conduct": CommandVisibility(Switch.CASES, instead="help"),
        "same-person": CommandVisibility(Switch.CASES, instead="desk"),
        **dict.fromkeys(("ceremony", "chief", "entrant"), CommandVisibility(Switch.GO, instead="desk")),
        "grade": CommandVisibility(Switch.GO, instead="player"),
        "Player": EVERYBODY,
        "Report conduct": CommandVisibility(Switch.CASES),
        "account": CommandVisibility(Switch.ACCOUNTS, instead="me"),
        "deck": CommandVisibility(Switch.DECKS, instead="me"),
        "jeek": CommandVisibility(Switch.JEEK, instead="help"),
        "seats": CommandVisibility(Switch.SEATS, instead="me"),
        "series": CommandVisibility(Switch.SERIES, instead="standings"),
        "team": CommandVisibility(Switch.TEAMS, instead="me"),
    }
)
"""By a command's first word, or the whole name of a menu's entry.

What stands here for a command that is gone, or for none, a house test finds.
"""


def is_there(words: str, switches: Collection[Switch]) -> bool:
    """Whether a server that has switched these on has the command."""
    switch = OFFERS.get(words.partition(" ")[0], EVERYBODY).switch
    return switch is None or switch in switches


def commands_by_switch() -> Mapping[Switch, tuple[str, ...]]:
    """What each switch brings behind the slash, by first words in the order of the alphabet; menus are left out."""
    typed = [(name, found.switch) for name, found in sorted(OFFERS.items()) if name == name.lower()]
    return {switch: tuple(name for name, brought_by in typed if brought_by is switch) for switch in Switch}


def is_offered(name: str, permissions: discord.Permissions, switches: frozenset[Switch]) -> bool:
    """Whether Discord shows the command to who has the permissions in a server with the switches."""
    found = OFFERS.get(name, EVERYBODY)
    here = found.switch is None or found.switch in switches
    return here and _is_shown(found, permissions)


def seen_by(names: CommandNames, permissions: discord.Permissions) -> CommandNames:
    """How a text that one person reads names the commands, by what Discord shows to somebody of these permissions."""
    hidden = frozenset(one for one in names.unseen if not _is_shown(OFFERS.get(one, EVERYBODY), permissions))
    return replace(names, unseen=hidden, may_switch=_is_shown(_WHO_SETS_UP, permissions))


def _is_shown(found: CommandVisibility, permissions: discord.Permissions) -> bool:
    return found.shown_to is None or permissions >= found.shown_to or permissions.administrator


# --- old names of commands ------------------------------------------------------------------------------------------


RENAMED: Final = {
    "bars": "bar list",
    "champion": "title champion",
    "chief redraw": "tournament redraw",
    "country": "title country",
    "draw bracket": "bracket",
    "draw redraw": "tournament redraw",
    "draw verify": "tournament verify",
    "draw withdraw": "tournament remove",
    "enter": "tournament enter",
    "exam record": "title exam",
    "file appeal": "case appeal",
    "file list": "case list",
    "file pause": "case pause",
    "file reporter": "case reporter",
    "file resume": "case resume",
    "file show": "case show",
    "file terms": "case terms",
    "match mine": "score",
    "mydata erase": "me",
    "mydata export": "me",
    "proposals": "title proposals",
    "remove": "tournament remove",
    "report": "conduct",
    "round miss": "standings",
    "round pairing": "standings",
    "round play": "standings",
    "standings show": "standings",
    "standings why": "standings",
    "suggest": "committee suggest",
    "suggestions": "committee suggestions",
    "title-match champion": "title holder",
    "title-match colours": "title colours",
    "titles": "title show",
    "tournament bracket": "bracket",
    "tournament desk": "desk",
    "tournament list": "events",
    "tournament show": "events",
}
"""The old words, and the command that does today what they did."""


# --- who may see an answer ------------------------------------------------------------------------------------------


class Audience(StrEnum):
    """Those who need no right of the table."""

    EVERYBODY = "everybody"
    """Anybody of the server: what everybody reads, and what is of one's own."""
    ADDRESSED = "addressed"
    """Whom it is about or addressed to, who made it, and who decides it; the service knows them."""
    PLAYERS = "players"
    """Who plays in the match or the event, of a team as a rule its captain; and staff where they cannot."""


Requirement = Audience | Act
