"""A record as the code knows it: facts first, and beside them what the file claims to follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from bot.domain.contests import Contest, Result
from bot.domain.events.draw import DrawRecord
from bot.domain.events.forbidden_pairs import ForbiddenPair
from bot.domain.events.guessing import Guess
from bot.domain.events.told_games import ToldGame
from bot.domain.formats import EventFacts
from bot.domain.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow

FIELD, ROUND, LOT = "field", "round", "lot"
"""What a draw decides."""
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
