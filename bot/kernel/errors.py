"""What a person can do wrong, as classes with typed fields and no text.

A verb raises one of these; the edge turns it into a sentence of the person's language, whose placeholders are the
class's fields. Most refusals share a class with all that tell as much, and bring the key of their sentence:

    raise Refused("error.NotYourTurn")
    raise RefusedFor("error.TeamNameTaken", name)

What is caught by name, or tells anything else, is a class of its own, with the sentence `error.<ClassName>`:

    class EventFull(UserError):
        name: str
        capacity: int

Fields may be text, words that a file has in each language, numbers, moments, durations, enum members that the
catalogues name, Discord ids of `bot.kernel.ids`, or tuples of them. Class names are unique in the whole house.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, ClassVar, Final, Protocol, Self, dataclass_transform, runtime_checkable

_COMPLETE: Final[set[type]] = set()
_ONE_AT_A_TIME: Final = threading.RLock()
"""Verbs and queries run on threads of their own: no thread may make one of a class that another is completing."""


def complete(kind: type[Any], root: type[Any], as_dataclass: Callable[[type[Any]], object]) -> None:
    """Makes dataclasses of the class and of those between it and the root, which is none itself.

    Called when the first of the class is made, since hundreds of dataclasses made at once would delay the start.
    """
    if kind in _COMPLETE:
        return
    with _ONE_AT_A_TIME:
        for one in reversed(kind.__mro__):
            if one is not root and issubclass(one, root) and one not in _COMPLETE:
                as_dataclass(one)
                _COMPLETE.add(one)


@runtime_checkable
class InLanguages(Protocol):
    """What a file calls a thing, in each language that it speaks."""

    def in_language(self, locale: str) -> str:
        """The words for readers of the locale."""
        ...


FieldValue = str | int | float | datetime | timedelta | StrEnum | InLanguages | tuple[str | int, ...]


@dataclass_transform(eq_default=False)
class UserError(Exception):
    """Something the person can understand and act on; every subclass becomes a dataclass of its annotated fields."""

    SAID_AS: ClassVar[str] = ""
    """By what name the catalogues have it, where that is not its own; of this class alone, not of those below it."""

    def __new__(cls, *given: object, **named: object) -> Self:
        """Completes the class when it is raised for the first time: most never are, and each would delay the start."""
        del named
        # Without equality: two raised errors are never the same.
        complete(cls, UserError, dataclass(eq=False))
        return super().__new__(cls, *given)

    def __str__(self) -> str:
        """For logs only: the class and its fields."""
        return repr(self)

    @property
    def key(self) -> str:
        """The catalogue key of its sentence."""
        return key_of(type(self))

    def fields(self) -> Mapping[str, FieldValue]:
        """The values of the sentence's placeholders, by name."""
        # A bare UserError has no constructor of its own, and so no fields.
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]


def key_of(kind: type[UserError]) -> str:
    """The catalogue key of the sentence of such an error."""
    return f"error.{vars(kind).get('SAID_AS') or kind.__name__}"


class Refused(UserError):
    """The act does not hold now, or not for this person; the sentence tells nothing else."""

    why: str
    """The key of the sentence, a literal wherever it is raised."""

    @property
    def key(self) -> str:
        """The catalogue key of its sentence."""
        return self.why

    def fields(self) -> Mapping[str, FieldValue]:
        """The values of the sentence's placeholders, by name."""
        return {name: value for name, value in super().fields().items() if name != "why"}


class RefusedFor(Refused):
    """The sentence names an event, a person or another thing."""

    name: str


class RefusedText(Refused):
    """The sentence repeats what was typed."""

    text: str


class RefusedAt(Refused):
    """The sentence tells a moment."""

    at: datetime


class RefusedNumber(Refused):
    """The sentence tells a number."""

    number: int


class RefusedCount(Refused):
    """The sentence counts something, in the singular or the plural."""

    n: int


class Subject(StrEnum):
    """The kinds of thing that a person names or types, for errors about any of them."""

    ACCOUNT = "account"
    ARBITER = "arbiter"
    BAR = "bar"
    CASE = "case"
    CHANNEL = "channel"
    COUNTRY = "country"
    DECK = "deck"
    ENTRANT = "entrant"
    GAME = "game"
    GRADE = "grade"
    INVITATION = "invitation"
    MATCH = "match"
    MESSAGE = "message"
    NAME = "name"
    PERSON = "person"
    PROCEDURE = "procedure"
    REASON = "reason"
    RECORDING = "recording"
    ROLE = "role"
    RULEBOOK = "rulebook"
    SERIES = "series"
    SUGGESTION = "suggestion"
    TOURNAMENT = "tournament"
    VOTE = "vote"


class NotAllowed(UserError):
    """The act belongs to an office or permission that the person does not have."""

    needed: tuple[StrEnum, ...]
    """Who may do it, each of them alone: members of an enum that the catalogues name."""


class NotYours(UserError):
    """The button or card belongs to somebody else."""


class BotIsNobody(UserError):
    """A bot's account was named where a person is meant."""


class NotFound(UserError):
    """What was named does not exist here, or no longer."""

    what: Subject


class NotFoundByName(UserError):
    """Nothing of that kind carries the name that was typed."""

    what: Subject
    name: str


class AlreadyDone(UserError):
    """The same act took effect before: a second click, or somebody was faster."""


class TooLong(UserError):
    """The text has more characters than its place allows."""

    what: Subject
    limit: int


class KeptEnough(UserError):
    """As much of it as one person may store is kept already."""

    what: Subject
    limit: int


class Missing(UserError):
    """A text that has to be given was left empty."""

    what: Subject


class BlankName(UserError):
    """Nothing of the name can be seen: it is made of fillers, marks or controls alone."""


class OnlyInServer(UserError):
    """The press or command came in a direct message, which says nothing of the server that it is about."""


class LeftServer(UserError):
    """The letter that was pressed is about a server of which the person is no member.

    It does not name the server: whoever forges a letter with the id of a thing must not learn where it is.
    """


class NotSetUp(UserError):
    """The server has not been through `/setup`."""


class NotNow(UserError):
    """The event or match is not in the stage that the act belongs to."""


class TooEarly(UserError):
    """The window for the act is not open yet."""

    opens_at: datetime


class TooLate(UserError):
    """The window for the act has closed."""

    closed_at: datetime


class Restarting(UserError):
    """The bot is ending, usually to be started anew at once; what was pressed was not taken, or not all of it."""


class RecordsAway(UserError):
    """The database cannot be reached: what was pressed was not taken."""


class RecordsInDoubt(UserError):
    """Whether what was decided last stands is being found out, and nothing is taken until that is known."""


class TooLateForForm(UserError):
    """Discord opens a form as the first answer alone, and within three seconds: it took longer this time."""


class Outdated(UserError):
    """The message that was pressed shows something that has changed since."""
