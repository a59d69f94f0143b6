"""How a subject is read: the kinds of which those of `cogs/subjects.py` are put together.

Reading says which things of a server are named; `Press.read_subject` then refuses what is not there or belongs
elsewhere. What nobody here wrote (malformed, cut off, far too large) is out of date, whoever sent it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any, Final, Generic, NamedTuple, TypeVar, TypeVarTuple

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
    """The id of one thing of the server."""

    def read(text: str) -> tuple[S, tuple[Named, ...]]:
        if not _KEY.fullmatch(text):
            raise not_here(thing)
        return make(text), (Named(thing, text),)

    return Takes(read)


def maybe(part: Takes[S]) -> Takes[S | None]:
    """As `the`, or nothing at all."""

    def read(text: str) -> tuple[S | None, tuple[Named, ...]]:
        return part.read(text) if text else (None, ())

    return Takes(read)


def _split(text: str, between: str, count: int) -> list[str]:
    """That many parts, empty ones for those that are left out at the end."""
    parts = text.split(between)
    if len(parts) > count:
        raise Outdated
    return [*parts, *[""] * (count - len(parts))]


def _in_one(between: str, *parts: Takes[Any]) -> Callable[[str], tuple[Any, tuple[Named, ...]]]:
    def read(text: str) -> tuple[Any, tuple[Named, ...]]:
        texts = _split(text, between, len(parts))
        found = [part.read(one) for part, one in zip(parts, texts, strict=True)]
        return tuple(value for value, _ in found), tuple(chain.from_iterable(named for _, named in found))

    return read


def pair(first: Takes[A], second: Takes[B], between: str = ".") -> Several[A, B]:
    """A subject of two parts."""
    return Several(_in_one(between, first, second))


def triple(first: Takes[A], second: Takes[B], third: Takes[C], between: str = ".") -> Several[A, B, C]:
    """A subject of three parts."""
    return Several(_in_one(between, first, second, third))


def quadruple(
    first: Takes[A], second: Takes[B], third: Takes[C], fourth: Takes[D], between: str = "."
) -> Several[A, B, C, D]:
    """A subject of four parts."""
    return Several(_in_one(between, first, second, third, fourth))


def with_head(first: Takes[A], rest: Takes[B], between: str = ".") -> Several[A, B]:
    """A subject, and all that follows it as another."""

    def read(text: str) -> tuple[tuple[A, B], tuple[Named, ...]]:
        head, _, tail = text.partition(between)
        (a, of_a), (b, of_b) = first.read(head), rest.read(tail)
        return (a, b), (*of_a, *of_b)

    return Several(read)


def made_of(parts: Takes[A], make: Callable[[A], S]) -> Takes[S]:
    """What another subject reads, made into something else."""

    def read(text: str) -> tuple[S, tuple[Named, ...]]:
        value, named = parts.read(text)
        return make(value), named

    return Takes(read)


def either(first: Takes[S], second: Takes[S]) -> Takes[S]:
    """What can be written in either of two ways."""

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
    """Any text of this shape."""

    def read(text: str) -> S:
        if not shape.fullmatch(text):
            raise Outdated
        return make(text)

    return plainly(read)
