"""Holding a record against itself: everything that it claims is worked out again from its facts alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from bot.domain.events.draw import ListedEntrant, verify
from bot.domain.events.records import FIELD, UNKNOWN, RatingLine, Record
from bot.domain.formats.protocol import Starter
from bot.domain.rating import as_published
from bot.domain.standings import StandingRow
from bot.record.deriving import Derived, derive
from bot.record.errors import Fault, FaultCode, RecordRefused
from bot.record.look_alikes import telling_name
from bot.record.lots import misdrawn
from bot.record.pairings import can_be_checked, first_mispaired, listed_in
from bot.record.values import write_value
from bot.rulebooks.library import fingerprint


class Part(StrEnum):
    """What can be worked out again."""

    RULEBOOK = "rulebook"
    DRAWS = "draws"
    PAIRINGS = "pairings"
    STANDINGS = "standings"
    RATINGS = "ratings"
    CHAMPION = "champion"


class Verdict(StrEnum):
    """What the comparison came to."""

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_CLAIMED = "not_claimed"
    """The file says nothing of it, so there was nothing to compare."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that does not follow: where it stands, what the facts give, what the file says."""

    place: str
    derived: str
    recorded: str


@dataclass(frozen=True, slots=True)
class Check:
    """One part, with the first difference if there is one."""

    part: Part
    verdict: Verdict
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """What follows from the facts, and whether the file agrees."""

    record: Record
    derived: Derived
    checks: tuple[Check, ...]

    @property
    def difference(self) -> Difference | None:
        """The first one, in the order of the parts; None when the file agrees."""
        return next((check.difference for check in self.checks if check.difference is not None), None)

    @property
    def agrees(self) -> bool:
        """Whether nothing in the file contradicts its facts."""
        return self.difference is None


def replay(record: Record) -> Replay:
    """Works everything out again and compares it with what the file claims.

    Raises RecordRefused where the contests contradict each other so that no table follows from them.
    """
    try:
        known, claims = derive(record), record.claims
    except (ValueError, LookupError, RuntimeError):
        raise RecordRefused(record.name, (Fault("contests", FaultCode.NOT_REPLAYABLE),)) from None
    found: dict[Part, tuple[bool, Difference | None]] = {
        Part.RULEBOOK: (claims.rulebook_sha256 is not None, _rulebook(record)),
        Part.DRAWS: (bool(record.draws), next(_draws(record), None)),
        Part.PAIRINGS: (can_be_checked(record), _pairings(record)),
        Part.STANDINGS: (claims.standings is not None, next(_standings(record, known), None)),
        Part.RATINGS: (claims.ratings is not None, next(_ratings(record, known), None)),
        Part.CHAMPION: (claims.champion is not None, _champion(record, known)),
    }
    checks = (_check(part, claimed, difference) for part, (claimed, difference) in found.items())
    return Replay(record, known, tuple(checks))


def _check(part: Part, claimed: bool, difference: Difference | None) -> Check:
    if not claimed:
        return Check(part, Verdict.NOT_CLAIMED)
    return Check(part, Verdict.AGREES if difference is None else Verdict.DIFFERS, difference)


def _rulebook(record: Record) -> Difference | None:
    claimed, own = record.claims.rulebook_sha256, fingerprint(record.rulebook)
    return None if claimed in {None, own} else Difference("rulebook_sha256", own, str(claimed))


def _draws(record: Record) -> Iterator[Difference]:
    """The chain of links from the commitment, and of each draw its list, its seed and its number."""
    previous = record.commitment or ""
    if record.draws and record.draws[0].purpose != FIELD:
        yield Difference("draws[0].purpose", FIELD, record.draws[0].purpose)
    for at, drawn in enumerate(record.draws):
        if drawn.record.number != at + 1:
            yield Difference(f"draws[{at}].number", str(at + 1), str(drawn.record.number))
        for problem in verify(drawn.record, previous):
            yield Difference(f"draws[{at}]", "", problem)
        previous = drawn.record.link
    yield from _rating_differences(record)
    yield from (Difference(one.place, one.derived, one.recorded) for one in misdrawn(record))


def _rating_differences(record: Record) -> Iterator[Difference]:
    """The entrants' ratings and seeds are those of the list that the draw that stands was made over."""
    drawn = listed_in(record.draws)
    if drawn is None:
        return
    listed = {one.entrant_id: one for one in drawn}
    for at, one in enumerate(record.facts.starters):
        if one.entrant_id in listed:
            yield from _unlike_listed(f"entrants[{at}]", one, listed[one.entrant_id])
        elif one.enters_in <= 1:
            yield Difference(f"entrants[{at}]", "", telling_name(record, one.entrant_id))
    known = record.facts.by_entrant
    yield from (Difference("entrants", telling_name(record, one), "") for one in listed if one not in known)


def _unlike_listed(place: str, one: Starter, line: ListedEntrant) -> Iterator[Difference]:
    own = None if one.rating is None else as_published(one.rating)
    if line.rating != own:
        yield Difference(f"{place}.rating", str(line.rating), str(own))
    if line.seed != one.seed:
        yield Difference(f"{place}.seed", str(line.seed), str(one.seed))


def _pairings(record: Record) -> Difference | None:
    if not can_be_checked(record):
        return None
    wrong = first_mispaired(record)
    return None if wrong is None else Difference(wrong.place, wrong.derived, wrong.recorded)


def _standings(record: Record, known: Derived) -> Iterator[Difference]:
    claimed = record.claims.standings
    if claimed is None:
        return
    for at, (own, told) in enumerate(zip_longest(known.standings, claimed)):
        place = f"standings[{at}]"
        if own is None or told is None:
            yield Difference(place, _who(record, own), _who(record, told))
        else:
            yield from _row(record, place, own, told)


def _who(record: Record, row: StandingRow | None) -> str:
    return "" if row is None else f"{row.rank_from}. {telling_name(record, row.entrant_id)}"


def _row(record: Record, place: str, own: StandingRow, told: StandingRow) -> Iterator[Difference]:
    """Everything that the file says of the row; what it leaves out is no claim."""
    if (own.rank_from, own.entrant_id) != (told.rank_from, told.entrant_id):
        yield Difference(f"{place}.entrant", _who(record, own), _who(record, told))
    numbers = _numbers(own)
    for key, number in _numbers(told).items():
        if number not in {UNKNOWN, numbers[key]}:
            yield Difference(f"{place}.{key}", str(numbers[key]), str(number))
    if told.round != UNKNOWN and told.reached is not own.reached:
        # A line that says how far somebody came says it with both keys.
        yield Difference(f"{place}.reached", own.reached, told.reached)
    yield from _values(f"{place}.values", own, told)


def _values(place: str, own: StandingRow, told: StandingRow) -> Iterator[Difference]:
    values = {one.name: one.value for one in own.values}
    for value in told.values:
        if value.name not in values or values[value.name] != value.value:
            mine = write_value(values.get(value.name)) or ""
            yield Difference(f"{place}.{value.name}", mine, write_value(value.value) or "")


def _numbers(row: StandingRow) -> Mapping[str, int]:
    return {
        "rank_to": row.rank_to,
        "round": row.round,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
    }


def _ratings(record: Record, known: Derived) -> Iterator[Difference]:
    """Ratings agree when they are published alike, to six decimals."""
    claimed = record.claims.ratings
    if claimed is None:
        return
    own = {line.player: as_published(line.after) for line in known.ratings}
    for at, line in enumerate(claimed):
        mine, after = own.get(line.player, ""), as_published(line.after)
        if mine != after:
            yield Difference(f"ratings[{at}].after", mine, after)
    told = {one.player for one in claimed}
    missing: list[RatingLine] = [line for line in known.ratings if line.player not in told]
    yield from (Difference("ratings", telling_name(record, line.player), "") for line in missing)


def _champion(record: Record, known: Derived) -> Difference | None:
    claimed = record.claims.champion
    if claimed in {None, known.champion}:
        return None
    mine = "" if known.champion is None else telling_name(record, known.champion)
    return Difference("champion", mine, telling_name(record, claimed or ""))
