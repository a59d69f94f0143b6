"""A regulation as data: frozen dataclasses that every rule of an event is read from.

`bot/rulebooks` validates TOML into these; the domain never sees text. All durations are `timedelta`, all lengths of
matches are "best of n" with n odd.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from datetime import timedelta
from enum import StrEnum

Setting = str | bool | int | float | timedelta | tuple[str, ...] | tuple[timedelta, ...] | None
"""A value that a rulebook may hold; the names of options are `StrEnum` members, so text too."""


class FormatName(StrEnum):
    """The formats that an event may have; `bot.domain.formats` holds one module for each."""

    KNOCKOUT = "knockout"


class WhenUnanswered(StrEnum):
    """What becomes of a justification that nobody reviewed: who was not answered is not punished."""

    COUNTS_AS_GIVEN = "counts_as_given"
    ACCEPTED_ON_RECEIPT = "accepted_on_receipt"


class Reviewers(StrEnum):
    """Who reviews a justification (AIJE-D01-5.3)."""

    TOURNAMENT_ARBITERS = "tournament_arbiters"
    COMMITTEE = "committee"


class DrawSalt(StrEnum):
    """Where the public part of the draw's seed comes from."""

    NONE = "none"
    BEACON = "beacon"


@dataclass(frozen=True, slots=True)
class RegistrationRules:
    """Who may enter and what is asked (AIJE-D01-1, AIJE-D01-2)."""

    capacity: int | None
    """Seats; None is no limit. Who comes later waits in order."""
    account: str | None
    """The site whose account name is asked, or None when none is."""
    refuse_barred: bool
    refuse_qualified_for: str | None
    """A rulebook name whose seat-holders may not enter (AIJE-D01-2), or None."""


@dataclass(frozen=True, slots=True)
class CheckInRules:
    """The confirmation before the start (AIJE-D01-5)."""

    opens_before: timedelta
    closes_before: timedelta
    """Zero: the close is the start."""
    reminders_before_close: tuple[timedelta, ...]
    """Longest first."""


@dataclass(frozen=True, slots=True)
class KnockoutRules:
    """Single elimination (AIJE-D01-3, AIJE-D01-4)."""

    best_of: int
    final_best_of: int
    third_place_match: bool
    third_place_best_of: int
    byes_by_rating: bool
    """True: byes go to the highest rated; False: to the lot."""


@dataclass(frozen=True, slots=True)
class MatchRules:
    """How a match is called, followed and reported (AIJE-D01-5.4, AIJE-D01-6)."""

    matches_per_arbiter: int
    """Matches in play at once for each arbiter on duty; 0 means that no arbiter is needed."""
    minutes_per_walkover_game: int
    """Full minutes of absence that cost one game."""
    confirm_within: timedelta
    """An unanswered report stands after this time."""
    remind_confirm_after: timedelta
    escalate_dispute_after: timedelta
    """A dispute that nobody decided goes up to the organisers after this time."""


@dataclass(frozen=True, slots=True)
class AbsenceRules:
    """What a no-show leads to (AIJE-B03-2, AIJE-D01-5.3)."""

    justify_within: timedelta
    reminders_before_close: tuple[timedelta, ...]
    reviewers: Reviewers
    when_unanswered: WhenUnanswered
    bar_when_unjustified: bool
    bar_lasts: timedelta | None
    """None: until further notice."""


@dataclass(frozen=True, slots=True)
class RatingRules:
    """Elo as the association counts it (AIJE-B02-1, AIJE-B02-2)."""

    rated: bool
    initial: float
    k: float
    base_minutes: float
    increment_seconds: int


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The draw that anyone can re-run."""

    salt: DrawSalt
    beacon_delay: timedelta
    """How long after the close the beacon's round is dated, where a beacon is used."""


@dataclass(frozen=True, slots=True)
class OutageRules:
    """What a window gets when the bot slept through a part of it."""

    reopen_for: timedelta


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that an event is run by; frozen with the event when it is created."""

    name: str
    title: str
    """The event's kind in its own language, a proper name: "Torneio Aberto de Jeek Online"."""
    version: str
    official: bool
    """AIJE-B01-6: an official tournament registers its players and counts for titles."""
    format: FormatName
    minimum_entrants: int
    registration: RegistrationRules
    check_in: CheckInRules
    knockout: KnockoutRules
    matches: MatchRules
    absence: AbsenceRules
    rating: RatingRules
    draw: DrawRules
    outage: OutageRules
    cites: tuple[str, ...]
    """The rule IDs that this rulebook honours."""


def settings(rulebook: Rulebook) -> dict[str, Setting]:
    """Every setting by its dotted key (`"check_in.opens_before"`), in the order of the fields."""
    found: dict[str, Setting] = {}
    for field in fields(rulebook):
        value = getattr(rulebook, field.name)
        if is_dataclass(value):
            found |= {f"{field.name}.{inner.name}": getattr(value, inner.name) for inner in fields(value)}
        else:
            found[field.name] = value
    return found
