"""A deck as its player writes it, and whether a tournament admits it (OTE-1.1 to OTE-1.7).

A line names a card by its collector number, with or without copies and name: `3 Tulpa's Secret (9)`, `3x 66`,
`Cut-Ups Method [C24] x2`, `- 1 × #C45`. Empty lines, headings that end in a colon and comments (`#` and a space, `//`)
are passed over. A list that was admitted can still lose a card: that a card stands on no list of the rulebook does not
make it legal, so a judge may refuse it, with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, TypeVar

from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.format_rules import DeckRules

LONGEST_LIST: Final = 600
"""Lines that are read."""
LONGEST_LINE: Final = 200
"""Characters of a line that are read, and shown again."""

_NUMBER: Final = r"[A-Za-z]{0,8}[ \-]?[0-9]{1,4}"
_BULLET: Final = re.compile(r"^\s*[-*•]\s+")
_PASSED_OVER: Final = re.compile(r"^\s*(?:$|//|#(?:\s|$)|```)|:\s*$")
_COPIES_FIRST: Final = re.compile(r"^(?P<copies>[0-9]{1,3})(?:[xX×]\s*|\s+[xX×](?:\s+|(?=[0-9#]))|\s+)(?P<card>\S.*)$")
_COPIES_LAST: Final = re.compile(r"^(?P<card>.*\S)\s+[xX×]\s*(?P<copies>[0-9]{1,3})$")
_EITHER_WAY: Final = re.compile(r"^[0-9]+\s+[xX×][0-9]+$")
_NUMBER_LAST: Final = re.compile(
    rf"^(?P<name>.*?)\s*(?:\((?P<round>{_NUMBER})\)|\[(?P<square>{_NUMBER})\]|#(?P<hash>{_NUMBER}))$"
)
_NUMBER_ALONE: Final = re.compile(r"^#?(?P<number>[A-Za-z]{0,8}-?[0-9]{1,4})$")
"""Without a space, since `Agent 47` is a name."""
_PARTS: Final = re.compile(r"^([A-Z]*)0*([0-9]+)$")

_Kind = TypeVar("_Kind")


class Reason(StrEnum):
    """Why a deck, or a line of it, is not admitted."""

    TOO_FEW_CARDS = "too_few_cards"
    """OTE-1.1."""
    TOO_LONG = "too_long"
    """More lines than are read."""
    UNREADABLE = "unreadable"
    """Longer than a line can be, or with no card in it."""
    NO_COPIES = "no_copies"
    """Zero of a card."""
    NUMBER_MISSING = "number_missing"
    """Only its collector number says which card is meant, and of what kind."""
    REFUSED_KIND = "refused_kind"
    """A sample or chase card, by its prefix (OTE-1.3, OTE-1.4)."""
    REFUSED_CARD = "refused_card"
    """A card that changes the aim of the game (OTE-1.5)."""
    DEGENERATE = "degenerate"
    """OTE-1.6."""
    REFUSED_BY_JUDGE = "refused_by_judge"
    """A later card, on no list yet (OTE-1.7)."""


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A line of a deck."""

    line: int
    """From 1."""
    copies: int
    number: str | None
    """The collector number as written on lists: upper case, no spaces, no leading zeros; None where none was given."""
    name: str
    """As typed; empty where the number stands alone."""


@dataclass(frozen=True, slots=True)
class DeckProblem:
    """What is wrong; `line` is None where it is the deck as a whole."""

    reason: Reason
    line: int | None = None
    text: str = ""
    """The line as typed, its end cut off where it is too long."""
    number: str | None = None
    """The collector number, where one was read."""
    found: int = 0
    """Cards in the deck, or lines of the list."""
    wanted: int = 0
    """The fewest cards, or the most lines."""
    ruling: str = ""
    """Why the judge refused the card, as the judge wrote it."""


@dataclass(frozen=True, slots=True)
class JudgeRefusal:
    """A judge's refusal of a card, which stands for every deck of the event."""

    number: str
    ruling: str


@dataclass(frozen=True, slots=True)
class Deck:
    """A list as read: its cards, and what could not be read."""

    cards: tuple[DeckLine, ...]
    unread: tuple[DeckProblem, ...] = ()
    passed_over: tuple[int, ...] = ()
    """The lines of headings and comments, from 1."""

    @property
    def size(self) -> int:
        """Cards in all, each copy counted; there is no limit on copies (OTE-1.2)."""
        return sum(card.copies for card in self.cards)


def parse(text: str) -> Deck:
    """The deck that the text lists. Nothing is raised: what cannot be read is a problem of its line."""
    lines = text.splitlines()
    told = {number: line for number, line in enumerate(lines[:LONGEST_LIST], start=1) if line.strip()}
    passed_over = [number for number, line in told.items() if _is_passed_over(line)]
    read = _read_all({number: told[number] for number in sorted({*told} - {*passed_over})})
    if len(lines) > LONGEST_LIST:
        read.insert(0, DeckProblem(Reason.TOO_LONG, found=len(lines), wanted=LONGEST_LIST))
    return Deck(_of_kind(DeckLine, read), _of_kind(DeckProblem, read), tuple(passed_over))


def _read_all(lines: Mapping[int, str]) -> list[DeckLine | DeckProblem]:
    return [_read(number, line) for number, line in lines.items()]


def _of_kind(kind: type[_Kind], read: Iterable[object]) -> tuple[_Kind, ...]:
    return tuple(one for one in read if isinstance(one, kind))


def _is_passed_over(line: str) -> bool:
    return len(line) <= LONGEST_LINE and _PASSED_OVER.search(line) is not None


def check(text: str, rules: DeckRules, refusals: Sequence[JudgeRefusal] = ()) -> tuple[DeckProblem, ...]:
    """Everything that keeps the list from being admitted, the deck as a whole first, then line by line; empty: it is.

    A line is named once, with the first reason that holds.
    """
    deck, lines = parse(text), text.splitlines()
    whole = [one for one in deck.unread if one.line is None]
    if deck.size < rules.fewest_cards:
        whole.append(DeckProblem(Reason.TOO_FEW_CARDS, found=deck.size, wanted=rules.fewest_cards))
    offending = [one for one in deck.unread if one.line is not None]
    offending += [problem for card in deck.cards for problem in _problems(card, lines[card.line - 1], rules, refusals)]
    return (*whole, *sorted(offending, key=_line))


def canonical(number: str) -> str:
    """A collector number as lists write it: `s-05` is `S5`, `066` is `66`."""
    squeezed = re.sub(r"[\s\-#]", "", number).upper()
    parts = _PARTS.match(squeezed)
    return squeezed if parts is None else f"{parts[1]}{parts[2]}"


def _line(problem: DeckProblem) -> int:
    return problem.line or 0


def _read(number: int, line: str) -> DeckLine | DeckProblem:
    """A card; a line without a single letter or digit, or a very long one, is none."""
    # Spaces are squeezed, since a long run of them would have the patterns try each of them again and again.
    typed = " ".join(_BULLET.sub("", line).split()).rstrip(",;").rstrip()
    if len(line) > LONGEST_LINE or not any(character.isalnum() for character in typed):
        return DeckProblem(Reason.UNREADABLE, number, line.strip()[:LONGEST_LINE])
    copies, card = _copies(typed)
    if copies == 0:
        return DeckProblem(Reason.NO_COPIES, number, line.strip())
    collector, name = _collector(card)
    return DeckLine(number, copies, collector, name)


def _copies(typed: str) -> tuple[int, str]:
    """How many, before or after the card; one where nothing is said. A number alone is a card, not a count.

    Of `66 x3` nobody can say which number is the card: it is read as a name, so that the collector number is asked for.
    """
    if _EITHER_WAY.match(typed):
        return 1, typed
    found = _COPIES_FIRST.match(typed) or _COPIES_LAST.match(typed)
    return (1, typed) if found is None else (int(found["copies"]), found["card"].strip())


def _collector(card: str) -> tuple[str | None, str]:
    """The collector number, in brackets, after a # or alone; and the name."""
    if alone := _NUMBER_ALONE.match(card):
        return canonical(alone["number"]), ""
    if last := _NUMBER_LAST.match(card):
        return canonical(last["round"] or last["square"] or last["hash"]), last["name"]
    return None, card


def _problems(card: DeckLine, line: str, rules: DeckRules, refusals: Sequence[JudgeRefusal]) -> Iterator[DeckProblem]:
    typed = line.strip()
    if card.number is None:
        yield DeckProblem(Reason.NUMBER_MISSING, card.line, typed)
        return
    if (reason := _reason(card.number, rules)) is not None:
        yield DeckProblem(reason, card.line, typed, card.number)
        return
    ruling = next((refusal.ruling for refusal in refusals if canonical(refusal.number) == card.number), None)
    if ruling is not None:
        yield DeckProblem(Reason.REFUSED_BY_JUDGE, card.line, typed, card.number, ruling=ruling)


def _reason(number: str, rules: DeckRules) -> Reason | None:
    prefix = number.rstrip("0123456789")
    if prefix and prefix in {one.upper() for one in rules.refused_prefixes}:
        return Reason.REFUSED_KIND
    if _is_among(number, rules.refused_cards):
        return Reason.REFUSED_CARD
    return Reason.DEGENERATE if _is_among(number, rules.degenerate_cards) else None


def _is_among(number: str, listed: Collection[str]) -> bool:
    return number in {canonical(one) for one in listed}


@dataclass(frozen=True, slots=True)
class Submitted:
    """What became of a list: admitted, unless there are problems; one with problems was not kept."""

    tournament: Tournament
    size: int
    problems: tuple[DeckProblem, ...]
    changes_until: datetime | None
    """None once confirmation is closed: a list is taken then in place of one with a refused card."""
    confirmed: bool = False
    """Whether the player has confirmed the entry already."""
    passed_over: tuple[int, ...] = ()
    """Lines that were taken for headings and comments."""


@dataclass(frozen=True, slots=True)
class DeckView:
    """A list that was handed in, as its player or an arbiter sees it."""

    tournament: Tournament
    player: Person
    text: str
    size: int
    submitted_at: datetime
    problems: tuple[DeckProblem, ...]


@dataclass(frozen=True, slots=True)
class CardRefusal:
    """A judge's refusal, with those whose decks hold the card."""

    tournament: Tournament
    refusal: JudgeRefusal
    concerned: tuple[Person, ...]
    closed: bool = False
    """Confirmation is closed: they stay in the event. Otherwise their confirmation is taken back."""


@dataclass(frozen=True, slots=True)
class DeckHold:
    """What the card of a match says of decks: the sides that need another one before their next game (OTE-1.7)."""

    sides: tuple[int, ...]
