"""What stands behind the verb of a press: each verb declares it, and one place reads it.

Reading says which things of a server are named; `Press.meant` then refuses what is not there or belongs elsewhere. What
nobody here wrote (malformed, cut off, far too large) is out of date, whoever sent it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Generic, NamedTuple, TypeVar, TypeVarTuple

from bot.domain.contests import Score
from bot.domain.ids import (
    BarId,
    CaseId,
    ContestId,
    EntrantId,
    FileId,
    JeekId,
    NameId,
    PersonId,
    PlaceId,
    TournamentId,
    VoteId,
)
from bot.domain.things import Thing, not_here
from bot.errors import Outdated, UserError

S = TypeVar("S")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E", bound=StrEnum)
Parts = TypeVarTuple("Parts")

_KEY: Final = re.compile(r"[A-Za-z0-9_]{1,40}")
_COUNT: Final = re.compile(r"[0-9]{1,9}")
LARGEST: Final = 2**63 - 1
"""What SQLite and Discord take as an id."""
_WORD: Final = re.compile(r"[\w+-]{0,90}", re.ASCII)


class Named(NamedTuple):
    """A thing that a subject names."""

    thing: Thing
    key: str


@dataclass(frozen=True, slots=True)
class Takes(Generic[S]):
    """A kind of subject: how it is read, and which things of a server it names; reading raises a UserError."""

    read: Callable[[str], tuple[S, tuple[Named, ...]]]


class Several(Takes[tuple[*Parts]], Generic[*Parts]):
    """Some parts, each of which is an argument of its own for whoever handles the press."""

    __slots__ = ()


def plainly(read: Callable[[str], S]) -> Takes[S]:
    """A subject that names no thing of a server."""
    return Takes(lambda text: (read(text), ()))


def the(thing: Thing, make: Callable[[str], S]) -> Takes[S]:
    """The id of one thing."""

    def read(text: str) -> tuple[S, tuple[Named, ...]]:
        if not _KEY.fullmatch(text):
            raise not_here(thing)
        return make(text), (Named(thing, text),)

    return Takes(read)


def maybe(part: Takes[S]) -> Takes[S | None]:
    """The same, or nothing at all."""

    def read(text: str) -> tuple[S | None, tuple[Named, ...]]:
        return part.read(text) if text else (None, ())

    return Takes(read)


def _split(text: str, between: str, count: int) -> list[str]:
    """That many parts, empty ones for those that are left out at the end."""
    parts = text.split(between)
    if len(parts) > count:
        raise Outdated
    return [*parts, *[""] * (count - len(parts))]


def pair(first: Takes[A], second: Takes[B], between: str = ".") -> Several[A, B]:
    """Two subjects in one."""

    def read(text: str) -> tuple[tuple[A, B], tuple[Named, ...]]:
        one, two = _split(text, between, 2)
        (a, of_a), (b, of_b) = first.read(one), second.read(two)
        return (a, b), (*of_a, *of_b)

    return Several(read)


def triple(first: Takes[A], second: Takes[B], third: Takes[C], between: str = ".") -> Several[A, B, C]:
    """Three subjects in one."""

    def read(text: str) -> tuple[tuple[A, B, C], tuple[Named, ...]]:
        one, two, three = _split(text, between, 3)
        (a, of_a), (b, of_b), (c, of_c) = first.read(one), second.read(two), third.read(three)
        return (a, b, c), (*of_a, *of_b, *of_c)

    return Several(read)


def quadruple(
    first: Takes[A], second: Takes[B], third: Takes[C], fourth: Takes[D], between: str = "."
) -> Several[A, B, C, D]:
    """Four subjects in one."""
    halves = (pair(first, second, between), pair(third, fourth, between))

    def read(text: str) -> tuple[tuple[A, B, C, D], tuple[Named, ...]]:
        one, two, three, four = _split(text, between, 4)
        ((a, b), of_left) = halves[0].read(f"{one}{between}{two}")
        ((c, d), of_right) = halves[1].read(f"{three}{between}{four}")
        return (a, b, c, d), (*of_left, *of_right)

    return Several(read)


def headed(first: Takes[A], rest: Takes[B], between: str = ".") -> Several[A, B]:
    """A subject, and all that follows it as another."""

    def read(text: str) -> tuple[tuple[A, B], tuple[Named, ...]]:
        head, _, tail = text.partition(between)
        (a, of_a), (b, of_b) = first.read(head), rest.read(tail)
        return (a, b), (*of_a, *of_b)

    return Several(read)


def made_of(parts: Takes[A], make: Callable[[A], S]) -> Takes[S]:
    """The same as something else."""

    def read(text: str) -> tuple[S, tuple[Named, ...]]:
        value, named = parts.read(text)
        return make(value), named

    return Takes(read)


def either(first: Takes[S], second: Takes[S]) -> Takes[S]:
    """What can be written in two ways."""

    def read(text: str) -> tuple[S, tuple[Named, ...]]:
        try:
            return first.read(text)
        except UserError:
            return second.read(text)

    return Takes(read)


def one_of(kind: type[E]) -> Takes[E]:
    """A member of an enum, by its value."""

    def read(text: str) -> E:
        if text not in set(kind):
            raise Outdated
        return kind(text)

    return plainly(read)


def among(known: dict[str, S]) -> Takes[S]:
    """One of some words, each of which means something."""

    def read(text: str) -> S:
        if text not in known:
            raise Outdated
        return known[text]

    return plainly(read)


def matching(shape: re.Pattern[str], make: Callable[[str], S]) -> Takes[S]:
    """Whatever has this shape."""

    def read(text: str) -> S:
        if not shape.fullmatch(text):
            raise Outdated
        return make(text)

    return plainly(read)


NOTHING: Final[Several[()]] = Several(lambda _: ((), ()))
"""The verb says it all; what older cards carry behind it is not read."""

APPEAL: Final = the(Thing.APPEAL, str)
BAR: Final = the(Thing.BAR, BarId)
CASE: Final = the(Thing.CASE, CaseId)
CEREMONY: Final = the(Thing.CEREMONY, str)
CLAIM: Final = the(Thing.CLAIM, str)
DRAFT: Final = the(Thing.DRAFT, str)
ENTRANT: Final = the(Thing.ENTRANT, EntrantId)
EVENT: Final = the(Thing.EVENT, TournamentId)
EVENT_PROPOSAL: Final = the(Thing.EVENT_PROPOSAL, str)
FILE: Final = the(Thing.FILE, FileId)
GRADE: Final = the(Thing.GRADE, str)
JEEK_GAME: Final = the(Thing.JEEK_GAME, JeekId)
MATCH: Final = the(Thing.MATCH, ContestId)
PERSON: Final = the(Thing.PERSON, PersonId)
SAME_PERSON: Final = the(Thing.SAME_PERSON, str)
PLACE: Final = the(Thing.PLACE, PlaceId)
RECORD_NAME: Final = the(Thing.RECORD_NAME, NameId)
SEAT_ROUND: Final = the(Thing.SEAT_ROUND, str)
SUGGESTION: Final = the(Thing.SUGGESTION, str)
TITLE_PROPOSAL: Final = the(Thing.TITLE_PROPOSAL, str)
VOTE: Final = the(Thing.VOTE, VoteId)
VOTE_DRAFT: Final = the(Thing.VOTE_DRAFT, str)
WARNING: Final = the(Thing.WARNING, str)


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
MOMENT: Final = made_of(SNOWFLAKE, lambda number: _EPOCH + number * _MILLISECOND)
"""A moment, in milliseconds; the inverse of `written_moment`."""


def written_moment(moment: datetime) -> int:
    """What MOMENT reads."""
    return (moment - _EPOCH) // _MILLISECOND


WORD: Final = matching(_WORD, str)
"""A short text of our own that the service looks up; it may be empty."""
SIDE: Final = among({str(side): side for side in range(4)})
OTHER_WORDS: Final = plainly(str)
"""A text that people wrote, such as the name of a site or of a person."""


def _log_line(text: str) -> tuple[int, tuple[Named, ...]]:
    number, _ = SNOWFLAKE.read(text)
    return number, (Named(Thing.LOG_LINE, str(number)),)


LOG_LINE: Final = Takes(_log_line)

_DECISIONS: Final[dict[str, Takes[Any]]] = {
    "file": FILE,
    "bar": BAR,
    "points": the(Thing.PENALTY, str),
    "match": MATCH,
    "same": SAME_PERSON,
}


def _decision(text: str) -> tuple[str, tuple[Named, ...]]:
    kind, _, key = text.partition("-")
    if kind not in _DECISIONS:
        raise Outdated
    _, named = _DECISIONS[kind].read(key)
    return text, named


DECISION: Final = Takes(_decision)
"""What can be appealed against: a file, a bar, points, a match or a word that two are one, by its key."""

Marked = tuple[ContestId, int]
MARKED: Final = pair(MATCH, NUMBER)
"""A match, and how many words were on record when its card was made (or which note, or which ruling it offered)."""
Reported = tuple[ContestId, str]
REPORTED: Final = pair(MATCH, WORD)
"""A match, and the report of it that the card showed."""
Sided = tuple[ContestId, int]
SIDED: Final = pair(MATCH, SIDE)
SCORE: Final = matching(re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4}){1,2}"), lambda text: tuple(map(int, text.split("-"))))
MARKS: Final = matching(re.compile(r"[01]{2,4}"), lambda text: tuple(map(int, text)))
"""Who won at a table, a digit a side."""
Corrected = tuple[ContestId, Score, int]
CORRECTED: Final = triple(MATCH, SCORE, NUMBER)
"""A match, its right score, and how many matches the correction was seen to reopen."""
Excuse = tuple[VoteId, PersonId]
EXCUSE: Final = pair(VOTE, PERSON)
"""Why somebody missed a vote."""
BOARDS: Final = matching(re.compile(r"[^.]{0,90}"), lambda text: tuple(text.split("_")) if text else ())
"""What was told of each board, "3-1_2-2_+-"; nothing where a control had no room for them."""
