"""A record as the code knows it, the people of several files who are one, and pairs that are never to meet.

A record is facts first, and beside them what the file claims to follow from them. A name that stands once in each
file is one person, unless the organiser says otherwise. A pair, as siblings, is kept apart from a moment to another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from bot.i18n.names import Likes, look, sound
from bot.kernel.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.play.contests import Contest, Result, StandingRow
from bot.play.draw import DrawRecord, Guess
from bot.play.formats.protocol import EventFacts
from bot.play.rulebook import Rulebook
from bot.play.title_games import ToldGame

# --- who is one person in several files -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedInFile:
    """Somebody of one file: the id there, the name, and the site on which the name may be an account."""

    file_id: str
    name: str
    site: str | None


@dataclass(frozen=True, slots=True)
class Figure:
    """One person of the files, as far as names say it; `at` holds the id in each file, by the file's number."""

    key: str
    name: str
    site: str | None
    at: Mapping[int, str]


class Namesakes(ValueError):
    """Two of one file bear a name that stands in another file too: nobody can tell which of them is meant there."""

    def __init__(self, name: str, file: int, other: int) -> None:
        """`file` has two of the name, `other` one more."""
        super().__init__(name)
        self.name, self.file, self.other = name, file, other


def written_alike(name: str) -> str:
    """The same for two names that differ in capitals, accents, signs or spaces alone."""
    return sound(name) or look(name)


def figures(files: Sequence[Iterable[NamedInFile]], apart: Collection[str] = ()) -> tuple[Figure, ...]:
    """The people of all files, in the order in which they first stand there; raises Namesakes.

    `apart` are names, as `written_alike` gives them, that are another person's in each file.
    """
    listed = [tuple(file) for file in files]
    counts = [Counter(written_alike(person.name) for person in people) for people in listed]
    _refuse_namesakes(listed, counts, apart)
    found: dict[str, Figure] = {}
    for number, people in enumerate(listed):
        for person in people:
            letters = written_alike(person.name)
            alone = letters in apart or counts[number][letters] > 1
            key = f"{number}.{person.file_id}" if alone else f"={letters}"
            known = found.get(key, Figure(key, person.name, person.site, {}))
            found[key] = Figure(key, known.name, known.site or person.site, {**known.at, number: person.file_id})
    return tuple(found.values())


def _refuse_namesakes(
    listed: Sequence[Sequence[NamedInFile]], counts: Sequence[Counter[str]], apart: Collection[str]
) -> None:
    for number, people in enumerate(listed):
        for person in people:
            letters = written_alike(person.name)
            others = [at for at, count in enumerate(counts) if at != number and count[letters]]
            if counts[number][letters] > 1 and others and letters not in apart:
                raise Namesakes(person.name, number, others[0])


def slips(everybody: Iterable[Figure]) -> tuple[tuple[str, str], ...]:
    """Names of people who never meet in one file and are a slip of the pen apart: they may be one person."""
    known = {one.key: one for one in everybody}
    likes: Likes[str] = Likes((key, one.name) for key, one in known.items())
    pairs: dict[frozenset[str], tuple[str, str]] = {}
    for key, one in known.items():
        for other, _ in likes.of(one.name):
            if other != key and known[other].at.keys().isdisjoint(one.at):
                pairs.setdefault(frozenset((key, other)), (one.name, known[other].name))
    return tuple(pairs.values())


def in_several(everybody: Iterable[Figure]) -> tuple[tuple[str, int], ...]:
    """The names that stand in several files and are taken for one person each, with the number of files."""
    found: defaultdict[str, int] = defaultdict(int)
    for one in everybody:
        if len(one.at) > 1:
            found[one.name] = len(one.at)
    return tuple(found.items())


# --- forbidden pairs ------------------------------------------------------------------------------------------------


Pair = frozenset[EntrantId]


@dataclass(frozen=True, slots=True)
class ForbiddenPair:
    """Two entrants who are not paired from `since` on, None being the beginning, until it was lifted."""

    sides: tuple[EntrantId, EntrantId]
    since: datetime | None = None
    until: datetime | None = None

    @property
    def pair(self) -> Pair:
        """The two, in no order."""
        return frozenset(self.sides)

    def holds(self, moment: datetime | None) -> bool:
        """Whether the two were kept apart at the moment; None asks for how it stands."""
        if moment is None:
            return self.until is None
        return (self.since is None or self.since <= moment) and (self.until is None or moment < self.until)


def holding(pairs: Iterable[ForbiddenPair], moment: datetime | None = None) -> frozenset[Pair]:
    """The pairs that were forbidden at the moment; without one, those that are."""
    return frozenset(one.pair for one in pairs if one.holds(moment))


FIELD, ROUND, LOT, LATE = "field", "round", "lot", "late"
"""What a draw decides."""
OF_THE_FIELD: Final = frozenset({FIELD, LATE})
"""The draws whose list is who plays from then on."""
# --- the record -----------------------------------------------------------------------------------------------------


LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""Results without a moment follow each other, second by second, from here on."""
UNKNOWN = -1
"""A number of a claimed row that the file leaves out."""


@dataclass(frozen=True, slots=True)
class RecordedDraw:
    """A draw with what it was for; `drawn_at` is None where the record has no moments."""

    record: DrawRecord
    purpose: str
    drawn_at: datetime | None


@dataclass(frozen=True, slots=True)
class RecordedContest:
    """A contest with its past."""

    contest: Contest
    place: str
    """Where it stands in the file, `contests[3]`."""
    draw: int | None = None
    earlier: tuple[Result, ...] = ()
    """Results that were corrected since, oldest first."""
    voided_at: datetime | None = None
    why: str = ""
    games: tuple[ToldGame, ...] = ()
    """Of a match that is told game by game, in the order in which they ended."""
    ruled: tuple[Result, ...] = ()
    """Results that an arbiter's word made, whatever the games say."""

    guess: Guess | None = None
    """Where the first colour was guessed, once it was (GO-10)."""

    def results(self) -> Iterator[tuple[str, Result]]:
        """Every result with its place in the file, corrected ones first."""
        yield from ((f"{self.place}.earlier[{at}]", result) for at, result in enumerate(self.earlier))
        if self.contest.result is not None:
            yield self.place, self.contest.result

    def at(self, moment: datetime) -> Result | None:
        """The result that stood then."""
        stood = [one for one in (*self.earlier, self.contest.result) if one is not None and one.settled_at <= moment]
        return stood[-1] if stood else None


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating before and after the event; no rating before is None."""

    player: PersonId
    before: float | None
    after: float


@dataclass(frozen=True, slots=True)
class WarningLine:
    """A warning on record, for the reader; the number that counts is the starter's."""

    contest_id: ContestId
    entrant_id: EntrantId
    offence: str
    game: int


@dataclass(frozen=True, slots=True)
class Unused:
    """What a file says beside the event: nothing follows from it, and whoever reads the file is told so."""

    line: int
    """Of the file, counted from 1."""
    code: str
    """The line's number in a report, as "022", of a player's line with its positions, as "001 86-89"."""
    text: str


@dataclass(frozen=True, slots=True)
class Claims:
    """What the file says to follow from its facts; None is no claim."""

    rulebook_sha256: str | None = None
    standings: tuple[StandingRow, ...] | None = None
    ratings: tuple[RatingLine, ...] | None = None
    champion: EntrantId | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """The facts of one tournament. Without moments, contests and results are in the order of the file."""

    event_id: TournamentId
    name: str
    rulebook: Rulebook
    facts: EventFacts
    """As they stand: no voided contest, no corrected result."""
    contests: tuple[RecordedContest, ...]
    """Voided ones too."""
    names: Mapping[str, str]
    """How entrants and members of teams are shown, by id."""
    commitment: str | None = None
    draws: tuple[RecordedDraw, ...] = ()
    withdrawn_at: Mapping[EntrantId, datetime] = field(default_factory=dict)
    rated: Mapping[PersonId, float | None] = field(default_factory=dict)
    """Ratings before the event: of players by the entrant's id, of members of teams by their own."""
    ended_at: datetime | None = None
    warnings: tuple[WarningLine, ...] = ()
    forbidden: tuple[ForbiddenPair, ...] = ()
    """Pairs that were not to meet, from when to when; those that hold now are among the facts too."""
    claims: Claims = Claims()
    by_hand: bool = False
    """Whether places were worked out from the order of the file: pairings then prove nothing."""
    unused: tuple[Unused, ...] = ()
    """What a report says beside the event; any other file says nothing that is not used."""

    def name_of(self, one: str) -> str:
        """The name under which the entrant is shown."""
        return self.names.get(one, one)
