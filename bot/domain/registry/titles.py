"""Master titles: what each asks for, what a player's record answers, and what follows from it (AIJE-B01).

A requirement is met by facts: ratings as published when a tournament ended, official tournaments won, matches won on
the overall score (AIJE-B01-5). No gender is asked, and none makes a difference (AIJE-B01-7).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import assert_never

from bot.domain.ids import PersonId, TournamentId
from bot.domain.permissions import ArbiterTitle
from bot.domain.rating import as_published
from bot.domain.registry.title_rules import MasterNumbers


class MasterTitle(StrEnum):
    """Master titles, lowest first. Who becomes MA goes on holding CMA, and nobody is proposed a lower one."""

    NM = "NM"
    CMA = "CMA"
    MA = "MA"
    IM = "IM"
    GM = "GM"

    @property
    def is_permanent(self) -> bool:
        """Whether nothing takes it away (AIJE-B01-3); beside an arbiter title it rests (AIJE-B01-2)."""
        return self is MasterTitle.NM


STRONGEST = frozenset({MasterTitle.IM, MasterTitle.GM})
"""The titles of opponents who count for IM (AIJE-B01-IM)."""


class RequirementKind(StrEnum):
    """What a title can ask for."""

    REGISTERED = "registered"
    NO_ARBITER_TITLE = "no_arbiter_title"
    COUNTRY = "country"
    RATING = "rating"
    VICTORIES = "victories"
    WORLD_CLASS = "world_class"
    """One of the next three suffices."""
    WORLD_TITLE = "world_title"
    CHAMPION_BEATEN = "champion_beaten"
    MASTERS_BEATEN = "masters_beaten"
    NOT_EXCLUDED = "not_excluded"
    EXAM = "exam"
    TIME_AS_ANP = "time_as_anp"
    IS_AN = "is_an"
    REFEREED = "refereed"
    ELECTED = "elected"
    APPROVED = "approved"


@dataclass(frozen=True, slots=True)
class Proof:
    """A fact on record: a tournament, the opponent beaten in it, and when."""

    at: datetime
    tournament_id: TournamentId | None = None
    person_id: PersonId | None = None
    event: str | None = None
    """The name of an event that was played before the bot knew of any."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that a title asks for: how much, how much there is, and the facts that prove it.

    `needed` and `has` are counts or ratings, or None where nothing is counted.
    """

    kind: RequirementKind
    met: bool
    needed: float | None = None
    has: float | None = None
    proofs: tuple[Proof, ...] = ()
    one_of: tuple[Requirement, ...] = ()
    """The ways to meet it, where any one suffices."""
    due_at: datetime | None = None
    """When time alone will meet it."""


@dataclass(frozen=True, slots=True)
class TitleCheck:
    """A title held against a record."""

    title: MasterTitle | ArbiterTitle
    requirements: tuple[Requirement, ...]

    @property
    def met(self) -> bool:
        """Whether every requirement is met."""
        return all(requirement.met for requirement in self.requirements)


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What counts for master titles. `rating` is None for who is not registered (AIJE-B03-1)."""

    rating: float | None
    country: str | None = None
    compatriots: int = 0
    """Registered players of the same country, the player included."""
    victories: tuple[Proof, ...] = ()
    """Official tournaments won (AIJE-B01-6)."""
    world_titles: tuple[Proof, ...] = ()
    champions_beaten: tuple[Proof, ...] = ()
    """Matches won in official tournaments against who was, or had been, world champion."""
    masters_beaten: tuple[Proof, ...] = ()
    """One match won against each different person who held IM or GM when it was played."""
    arbiter: ArbiterTitle | None = None


class ChangeKind(StrEnum):
    """What becomes of a title."""

    GRANT = "grant"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Change:
    """What a record asks for: a title to be given or taken."""

    kind: ChangeKind
    title: MasterTitle


def check(title: MasterTitle, record: PlayerRecord, numbers: MasterNumbers) -> TitleCheck:
    """The title's requirements, each met or missing."""
    own = (requirement(RequirementKind.NO_ARBITER_TITLE, met=record.arbiter is None),)
    return TitleCheck(title, (*own, *_requirements(title, record, numbers)))


def changes(
    held: Collection[MasterTitle],
    record: PlayerRecord,
    numbers: MasterNumbers,
    brought: Collection[MasterTitle] = frozenset(),
) -> tuple[Change, ...]:
    """What the record asks for: a grant of what is met above all titles held, a loss of what is not (AIJE-B01-3).

    NM is never lost. Of titles that an opening list has `brought` the rating alone is looked at: what was won before
    stays won, and no list tells of it. An arbiter holds no master title (AIJE-B01-2).
    """
    return () if record.arbiter is not None else tuple(_changes(held, record, numbers, brought))


def _changes(
    held: Collection[MasterTitle], record: PlayerRecord, numbers: MasterNumbers, brought: Collection[MasterTitle]
) -> Iterator[Change]:
    in_order = list(MasterTitle)
    for place, title in enumerate(in_order):
        found, bears_higher = check(title, record, numbers), not set(held).isdisjoint(in_order[place:])
        if found.met and not bears_higher:
            yield Change(ChangeKind.GRANT, title)
        elif title in held and not title.is_permanent and not _lasts(found, is_brought=title in brought):
            yield Change(ChangeKind.LOSS, title)


def _lasts(found: TitleCheck, *, is_brought: bool) -> bool:
    """Whether a title that is held still has what it asks for; a rating that no list has told doubts no brought one."""
    if not is_brought:
        return found.met
    return all(one.met or one.has is None for one in found.requirements if one.kind is RequirementKind.RATING)


def lowest_rating(numbers: MasterNumbers) -> float:
    """Below this rating no title can be met, so that nobody's record need be looked into."""
    return min(
        numbers.national_rating,
        numbers.candidate_rating,
        numbers.master_rating,
        numbers.international_rating,
        numbers.grandmaster_rating,
    )


def requirement(kind: RequirementKind, *, met: bool) -> Requirement:
    """A requirement in which nothing is counted."""
    return Requirement(kind, met)


def count_requirement(kind: RequirementKind, proofs: tuple[Proof, ...], needed: int, before: int = 0) -> Requirement:
    """A requirement of a number of facts; so many more were counted `before` the bot knew of any."""
    has = len(proofs) + before
    return Requirement(kind, has >= needed, needed, has, proofs)


def rating_requirement(rating: float | None, needed: float) -> Requirement:
    """A rating of at least so much, as published: with six decimals, and never rounded up to the next whole number."""
    return Requirement(
        RequirementKind.RATING, rating is not None and float(as_published(rating)) >= needed, needed, rating
    )


def _requirements(title: MasterTitle, record: PlayerRecord, numbers: MasterNumbers) -> tuple[Requirement, ...]:
    match title:
        case MasterTitle.NM:
            victory = count_requirement(RequirementKind.VICTORIES, record.victories, 1)
            return _country(record, numbers), rating_requirement(record.rating, numbers.national_rating), victory
        case MasterTitle.CMA:
            return (rating_requirement(record.rating, numbers.candidate_rating),)
        case MasterTitle.MA:
            return (rating_requirement(record.rating, numbers.master_rating),)
        case MasterTitle.IM:
            return rating_requirement(record.rating, numbers.international_rating), _world_class(record, numbers)
        case MasterTitle.GM:
            victories = count_requirement(RequirementKind.VICTORIES, record.victories, numbers.grandmaster_victories)
            return rating_requirement(record.rating, numbers.grandmaster_rating), victories
        case _:
            assert_never(title)


def _country(record: PlayerRecord, numbers: MasterNumbers) -> Requirement:
    enough = record.country is not None and record.compatriots > numbers.country_players_above
    needed = numbers.country_players_above + 1
    return Requirement(RequirementKind.COUNTRY, enough, needed, record.compatriots if record.country else None)


def _world_class(record: PlayerRecord, numbers: MasterNumbers) -> Requirement:
    ways = (
        count_requirement(RequirementKind.WORLD_TITLE, record.world_titles, 1),
        count_requirement(RequirementKind.CHAMPION_BEATEN, record.champions_beaten, 1),
        count_requirement(RequirementKind.MASTERS_BEATEN, record.masters_beaten, numbers.masters_beaten),
    )
    return Requirement(RequirementKind.WORLD_CLASS, any(way.met for way in ways), one_of=ways)
