"""A regulation as data: frozen dataclasses that every rule of an event is read from.

`bot/rulebooks` validates TOML into these; the domain never sees text. All durations are `timedelta`, all lengths of
matches are "best of n" with n odd.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final, assert_never

from bot.domain.regulation import format_traits
from bot.domain.regulation.discipline_rules import DisciplineRules
from bot.domain.regulation.entry_rules import EntryRules
from bot.domain.regulation.format_rules import (
    AdjournmentRules,
    ArenaRules,
    ClockRules,
    CutRules,
    DeckRules,
    DisputeRules,
    GamesRules,
    GroupRules,
    RankingRules,
    RoundRobinRules,
    ScoringRules,
    Seeding,
    SwissRules,
    TableRules,
    TeamRules,
    TitleMatchRules,
)
from bot.domain.regulation.format_traits import FormatTraits
from bot.domain.regulation.grade_rules import GradeRules
from bot.domain.regulation.ladder_rules import LADDER, LadderRules
from bot.domain.regulation.match_times_rules import MatchTimesRules
from bot.domain.regulation.thread_rules import ThreadRules

Setting = str | bool | int | float | timedelta | tuple[str, ...] | tuple[int, ...] | tuple[timedelta, ...] | None
"""A value that a rulebook may hold; the names of options are `StrEnum` members, so text too."""


class FormatName(StrEnum):
    """The formats that an event may have; `bot.domain.formats` holds one module for each."""

    KNOCKOUT = "knockout"
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    GROUPS = "groups"
    """Round robins in groups, then a knock-out."""
    TITLE_MATCH = "title_match"
    ARENA = "arena"
    TABLES = "tables"
    """Tables of three, active and inactive players (OTE)."""
    LADDER = "ladder"
    """Challenges to those above."""

    @property
    def traits(self) -> FormatTraits:
        """What tells the format from others."""
        match self:
            case FormatName.KNOCKOUT:
                return format_traits.KNOCKOUT
            case FormatName.ROUND_ROBIN:
                return format_traits.ROUND_ROBIN
            case FormatName.SWISS:
                return format_traits.SWISS
            case FormatName.GROUPS:
                return format_traits.GROUPS
            case FormatName.TITLE_MATCH:
                return format_traits.TITLE_MATCH
            case FormatName.ARENA:
                return format_traits.ARENA
            case FormatName.TABLES:
                return format_traits.TABLES
            case FormatName.LADDER:
                return LADDER
            case _:
                assert_never(self)


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
    """Read from older texts, and refused wherever an event would be made of it: nothing fetches such a number."""


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
    invited_only: bool = False
    """Only who holds a seat in events by this rulebook may enter (AIJE-D02-1, AIJE-D04-1)."""
    seeds_by_hand: bool = False
    """Whether organisers may order the field before the draw; otherwise the rest of the file says how it is seeded."""


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
    """Elimination (AIJE-D01-3, AIJE-D01-4, GO-26.1); in other formats, the knock-out that a `[cut]` leads to."""

    best_of: int = 1
    final_best_of: int = 1
    third_place_match: bool = False
    third_place_best_of: int = 1
    byes_by_rating: bool = True
    """True: byes go to the highest rated; False: to the lot."""
    lives: int = 1
    """Matches lost that put an entrant out."""
    seeding: Seeding = Seeding.DRAWN
    placement_matches: bool = False
    """Every place is played for, not the first four alone."""


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
    double_absence_after: timedelta | None = None
    """A match to which neither side came is lost by both after this time; None: the arbiter decides (AIJE-D01-5.4)."""


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
    also_when_called_off: bool = False
    """Whether who did not confirm is asked even where the event was called off for too few (AIJE-B03-2)."""
    ask_why: bool = True
    """Whether who stayed away is asked at all; where nobody is, an absence has no further end, and the rest rests."""


@dataclass(frozen=True, slots=True)
class RatingRules:
    """Elo as the association counts it (AIJE-B02-1, AIJE-B02-2)."""

    rated: bool
    initial: float
    """The list's, as it was when the event was created; no file sets it, nor `k`."""
    k: float
    base_minutes: float
    increment_seconds: int


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The draw that anyone can re-run."""

    salt: DrawSalt
    beacon_delay: timedelta = field(default_factory=timedelta)
    """Part of the frozen texts that are published with a fingerprint; no file can set it."""


@dataclass(frozen=True, slots=True)
class OutageRules:
    """What a window gets when the bot slept through a part of it."""

    reopen_for: timedelta


@dataclass(frozen=True, slots=True)
class Wording:
    """One text in each of the languages; empty in those that have none of their own."""

    en: str = ""
    pt: str = ""
    es: str = ""
    it: str = ""

    def in_language(self, locale: str) -> str:
        """The text for a locale of Discord's (`pt-BR`); empty where there is none."""
        found = getattr(self, locale.partition("-")[0], "")
        return str(found)

    def filled_by(self, text: str) -> Wording:
        """The same with the text where a language has none of its own."""
        return Wording(*(self.in_language(one.name) or text for one in fields(self)))


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
    games: GamesRules | None = None
    """A knock-out has its lengths in `knockout`; every other format has them here."""
    scoring: ScoringRules | None = None
    ranking: RankingRules | None = None
    round_robin: RoundRobinRules | None = None
    swiss: SwissRules | None = None
    groups: GroupRules | None = None
    cut: CutRules | None = None
    title_match: TitleMatchRules | None = None
    arena: ArenaRules | None = None
    tables: TableRules | None = None
    teams: TeamRules | None = None
    dispute: DisputeRules | None = None
    deck: DeckRules | None = None
    clock: ClockRules | None = None
    adjournment: AdjournmentRules | None = None
    grades: GradeRules | None = None
    discipline: DisciplineRules | None = None
    ladder: LadderRules | None = None
    entry: EntryRules | None = None
    threads: ThreadRules | None = None
    match_times: MatchTimesRules | None = None
    titles: Wording | None = None
    """The title in each language; where it has none, `title` stands."""
    summaries: Wording | None = None
    """What is played, in one line of each language."""

    @property
    def wording(self) -> Wording:
        """What readers of each language call the kind of event."""
        return (self.titles or Wording()).filled_by(self.title)

    def title_in(self, locale: str) -> str:
        """What readers of the locale call the kind of event."""
        return (self.titles.in_language(locale) if self.titles else "") or self.title

    def summary_in(self, locale: str) -> str:
        """The one line for readers of the locale; empty where the file has none."""
        return self.summaries.in_language(locale) if self.summaries else ""

    @property
    def traits(self) -> FormatTraits:
        """What tells the event's format from others: ask this, and nowhere for its name."""
        return self.format.traits


OF_THE_LIST: Final = ("rating.initial", "rating.k")
"""What an event has from the rating list of its server. Files of before have them too; there they are read past."""
OF_SOME_FORMATS: Final = tuple(
    one.name
    for one in fields(Rulebook)
    if any(one.name in (*played.traits.needs, *played.traits.may_have) for played in FormatName)
)
"""The tables that say nothing in some formats; the others may stand in any."""


def settings(rulebook: Rulebook) -> dict[str, Setting]:
    """Every setting by its dotted key (`"check_in.opens_before"`), in the order of the fields.

    A table that the rulebook does not have is missing, all its keys with it; so is `[draw]`, where nothing can be set,
    and what the rating list says.
    """
    found: dict[str, Setting] = {}
    for one in fields(rulebook):
        value = getattr(rulebook, one.name)
        if value is None:
            continue
        if is_dataclass(value):
            found |= {f"{one.name}.{inner.name}": getattr(value, inner.name) for inner in fields(value)}
        else:
            found[one.name] = value
    return {key: value for key, value in found.items() if not key.startswith("draw.") and key not in OF_THE_LIST}
