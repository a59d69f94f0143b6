"""A regulation as data: frozen dataclasses that every rule of an event is read from.

`bot/rulebooks` validates TOML into these; the rules never see text. All durations are `timedelta`, all lengths of
matches are "best of n" with n odd. A rulebook that says nothing of order at the board has none of it: every default
there means that nothing is warned, counted or asked.

Rules: grades order a field and boards (GO-25.3), order at the board (GO-16 to GO-24, GO-30), events whose players are
invited (AIJE-D02-1, AIJE-D03-1, AIJE-D04-1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Final, TypeVar, assert_never

from bot.kernel.ids import RoleId
from bot.play import format_rules
from bot.play.format_rules import (
    ABOVE_ZERO,
    AdjournmentRules,
    ArenaRules,
    BracketPart,
    ClockRules,
    Contests,
    CutRules,
    DeckRules,
    DisputeRules,
    FormatTraits,
    GamesRules,
    GroupRules,
    RankingRules,
    RoundRobinRules,
    ScoringRules,
    Seeding,
    SwissRules,
    TableOrder,
    TableRules,
    TeamRules,
    TitleMatchRules,
    ToldAtEnd,
    within,
)

# --- grades ---------------------------------------------------------------------------------------------------------


T = TypeVar("T")
LOWEST_KYU = 30
_WRITTEN = re.compile(r"([1-9]\d?)\s*(d|dan|p|pro|k|kyu)", re.IGNORECASE)


class GradeKind(StrEnum):
    """Amateurs and professionals are graded apart; whoever is below 1 dan has kyu, the lower number the stronger."""

    __said_as__ = "kind"

    KYU = "kyu"
    AMATEUR = "amateur"
    PROFESSIONAL = "professional"


_HIGHEST = {GradeKind.KYU: LOWEST_KYU, GradeKind.AMATEUR: 7, GradeKind.PROFESSIONAL: 9}
_SIGN = {GradeKind.KYU: "k", GradeKind.AMATEUR: "d", GradeKind.PROFESSIONAL: "p"}


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade, `dan` from 1, of a kyu grade its number. Raises ValueError beyond the last of its kind."""

    kind: GradeKind
    dan: int

    def __post_init__(self) -> None:
        if not 1 <= self.dan <= _HIGHEST[self.kind]:
            raise ValueError(f"{self.kind} grades go from 1 to {_HIGHEST[self.kind]}")

    @property
    def strength(self) -> int:
        """A number that is higher for the stronger grade: any professional one is above all amateur ones."""
        if self.kind is GradeKind.KYU:
            return 1 - self.dan
        return self.dan + (_HIGHEST[GradeKind.AMATEUR] if self.kind is GradeKind.PROFESSIONAL else 0)

    def __str__(self) -> str:
        """As it is written everywhere: "5d", "2p", "3k"."""
        return f"{self.dan}{_SIGN[self.kind]}"


def read_grade(text: str) -> Grade | None:
    """The grade as people write it, "5d", "5 dan", "2p" or "3 kyu"; None for anything else."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        return None
    kind = next(kind for kind, sign in _SIGN.items() if found[2].casefold().startswith(sign))
    try:
        return Grade(kind, int(found[1]))
    except ValueError:
        return None


def strongest_first(some: Iterable[tuple[T, Grade | None, float | None]]) -> tuple[T, ...]:
    """Players by grade, equal ones by rating, and otherwise as they came; who has neither comes last."""
    in_order = sorted(some, key=lambda one: (-(one[1].strength if one[1] else -LOWEST_KYU), -(one[2] or 0)))
    return tuple(player for player, _, _ in in_order)


# --- threads of matches ---------------------------------------------------------------------------------------------


LONGEST_TALK: Final = timedelta(days=7)
"""Discord closes a thread in which nobody speaks for longer."""


class Readers(StrEnum):
    """Who reads the thread of a match."""

    EVERYBODY = "everybody"
    PLAYERS = "players"
    """Its players and whoever follows it alone."""


class Talk(StrEnum):
    """Where the matches of an event are talked of, as an organiser chooses it."""

    CHANNEL = "channel"
    """All in the channel of the matches."""
    THREADS = "threads"
    """Each in a thread that everybody reads."""
    PRIVATE_THREADS = "private_threads"
    """Each in a thread of its players and whoever follows it."""


@dataclass(frozen=True, slots=True)
class ThreadRules:
    """What a match is talked of in; an event whose rulebook has no such table has all cards in one channel."""

    read_by: Readers = Readers.EVERYBODY
    open_for: timedelta = timedelta(hours=1)
    """How long the thread stays open once the result stands."""

    @property
    def is_private(self) -> bool:
        """Whether others than the players are kept out."""
        return self.read_by is Readers.PLAYERS


def talk_of(rules: ThreadRules | None) -> Talk:
    """The choice that the rules stand for."""
    if rules is None:
        return Talk.CHANNEL
    return Talk.PRIVATE_THREADS if rules.is_private else Talk.THREADS


def with_talk(rules: ThreadRules | None, talk: Talk) -> ThreadRules | None:
    """The rules with that choice; how long a thread stays open stays as it is."""
    if talk is Talk.CHANNEL:
        return None
    readers = Readers.PLAYERS if talk is Talk.PRIVATE_THREADS else Readers.EVERYBODY
    return replace(rules or ThreadRules(), read_by=readers)


# --- which grades count ---------------------------------------------------------------------------------------------


_PROMOTION = re.compile(r"([1-9]\d{0,2})(?:-([1-9]\d{0,2}))? (\S+)")


class Confirmers(StrEnum):
    """Who confirms a grade that a player declares."""

    ARBITERS = "arbiters"
    ORGANISERS = "organisers"


@dataclass(frozen=True, slots=True)
class GradeRules:
    """Grades of an event by its rulebook (GO-25.3); a rulebook without them has none."""

    confirmed_by: Confirmers = Confirmers.ARBITERS
    lowest_kyu: int = 0
    """The lowest kyu that counts here; 0: grades begin at 1 dan."""
    order_the_field: bool = True
    """Whether seeds, pairing numbers and boards go by grade first and by rating after it."""
    promotions: tuple[str, ...] = ()
    """Places and the grade that they are proposed for: "1 7d", "2-6 6d"."""

    def counts(self, grade: Grade) -> bool:
        """Whether such a grade is one here."""
        return grade.kind is not GradeKind.KYU or grade.dan <= self.lowest_kyu


@dataclass(frozen=True, slots=True)
class Promotion:
    """Places from one to another are proposed for a grade."""

    first: int
    last: int
    grade: Grade


def read_promotion(text: str) -> Promotion | None:
    """What an entry of `promotions` says, "2-6 6d"; None where it says nothing that can be done."""
    found = _PROMOTION.fullmatch(text.strip())
    grade = None if found is None else read_grade(found[3])
    if found is None or grade is None:
        return None
    first, last = int(found[1]), int(found[2] or found[1])
    return Promotion(first, last, grade) if first <= last else None


# --- times of matches -----------------------------------------------------------------------------------------------


DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class MatchTimesRules:
    """How long a round lasts, and how two sides come to the time of their match."""

    round_lasts: timedelta = field(default=7 * DAY, metadata=ABOVE_ZERO)
    """From the moment that a match is told to its sides on."""
    proposals: int = field(default=3, metadata=within(1, 9))
    """Times that each side can propose until one is agreed on, and as many again to move it."""
    answer_within: timedelta = field(default=DAY, metadata=ABOVE_ZERO)
    """What the other side has at least to answer a proposal, from when it was told; and what staff give as notice."""
    grace: timedelta = field(default=2 * DAY, metadata=ABOVE_ZERO)
    """So long after the end of the round a match can still be played that was agreed on in it."""
    reschedules: int = field(default=1, metadata=within(0, 9))
    """How often two sides can move a time that they have agreed on."""
    reminders_before_match: tuple[timedelta, ...] = (DAY, timedelta(hours=1))
    """Longest first."""
    reminders_before_round_ends: tuple[timedelta, ...] = (2 * DAY, DAY)
    """To who has not agreed on a time; longest first."""
    waits_for_round_end: bool = False
    """Whether the next round waits until the days of this one are over, where all of it was played before."""


# --- conditions of entry --------------------------------------------------------------------------------------------


HIGHEST_RATING: Final = 10_000
ACCOUNT_AGES: Final = tuple(timedelta(days=one) for one in (0, 1, 7, 30, 90, 365))
"""What is offered of ages of an account; none is the first."""


@dataclass(frozen=True, slots=True)
class EntryRules:
    """Conditions that whoever enters meets at that moment; nobody is asked for them again."""

    role: str | None = None
    """The Discord role that one must have, by its id; None asks for none."""
    rating_from: int | None = field(default=None, metadata=within(0, HIGHEST_RATING))
    """The lowest rating that enters. Who has none has not shown it, and does not."""
    rating_below: int | None = field(default=None, metadata=within(1, HIGHEST_RATING))
    """The lowest rating that does not enter. Who has none enters: nobody is too strong who has shown nothing."""
    account_age: timedelta = timedelta(0)
    """How old the Discord account is at the least."""

    @property
    def role_id(self) -> RoleId | None:
        """The role as Discord counts it."""
        return None if self.role is None else RoleId(int(self.role))


def entry_of(rules: EntryRules) -> EntryRules | None:
    """The conditions, or None where they ask for nothing."""
    return None if rules == EntryRules() else rules


# --- ladders --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LadderRules:
    """Challenges up to so many places, for so long."""

    reach: int = field(default=3, metadata=within(1, 64))
    """Places above the own one up to which somebody can be challenged."""
    lasts: timedelta = field(default=timedelta(hours=3), metadata=ABOVE_ZERO)
    """From the start on; a match that was challenged in time is played to its end."""
    again_after: timedelta = timedelta(0)
    """How long the same two wait before one of them can challenge the other anew."""
    report_within: timedelta | None = field(default=None, metadata=ABOVE_ZERO)
    """Time after which a match that nobody has reported is void; None: it waits for its result."""


LADDER: Final = FormatTraits(
    contests=Contests.CHALLENGES,
    bracket=BracketPart.BY_CUT,
    table=TableOrder.OWN,
    all_play_all=False,
    in_groups=False,
    by_score=False,
    in_rounds=False,
    opening_lot=True,
    ends_by_itself=True,
    needs=("games", "ladder"),
    may_have=(),
    reports=(ToldAtEnd.GAMES, ToldAtEnd.RESULT),
)


# --- the rulebook ---------------------------------------------------------------------------------------------------


Setting = str | bool | int | float | timedelta | tuple[str, ...] | tuple[int, ...] | tuple[timedelta, ...] | None
"""A value that a rulebook may hold; the names of options are `StrEnum` members, so text too."""


class FormatName(StrEnum):
    """The formats that an event may have; `bot.play.formats` holds one module for each."""

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
                return format_rules.KNOCKOUT
            case FormatName.ROUND_ROBIN:
                return format_rules.ROUND_ROBIN
            case FormatName.SWISS:
                return format_rules.SWISS
            case FormatName.GROUPS:
                return format_rules.GROUPS
            case FormatName.TITLE_MATCH:
                return format_rules.TITLE_MATCH
            case FormatName.ARENA:
                return format_rules.ARENA
            case FormatName.TABLES:
                return format_rules.TABLES
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
    substitutes: bool = False
    """Whether somebody else may take the place of who leaves once check-in is closed; the regulations know none."""


class Lateness(StrEnum):
    """Until when somebody may still come in once check-in is closed."""

    NONE = "none"
    """AIJE-D01-5: no delay is accepted."""
    FIRST_CALL = "until_first_call"
    FIRST_SCORE = "until_first_score"


@dataclass(frozen=True, slots=True)
class CheckInRules:
    """The confirmation before the start (AIJE-D01-5)."""

    opens_before: timedelta
    closes_before: timedelta
    """Zero: the close is the start."""
    reminders_before_close: tuple[timedelta, ...]
    """Longest first."""
    extend_check_in: bool = False
    """Whether the close may be moved: by who runs the event, and once by itself where too few have checked in."""
    late: Lateness = Lateness.NONE
    """Until when who runs the event may let in who is late: by a redraw, once a match is called into a free bye."""


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
    waits_for_other_events: bool = False
    """Whether a match waits while its player is in another match of the server that was called before it."""


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

    @property
    def contests(self) -> Contests:
        """What kind of contest is played, by which its strategies are chosen."""
        return self.traits.contests if self.teams is None else Contests.TEAMS


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


# --- order at the board ---------------------------------------------------------------------------------------------


KNOWN_OFFENCES = frozenset(
    {
        "second_move",
        "move_taken_back",
        "clock_before_move",
        "wrong_removal",
        "forbidden_point",
        "ko_retaken_early",
        "disturbing",
        "consulting",
        "talking",
        "phone",
        "phone_screen",
        "smoking",
    }
)
"""Offences of which the catalogues have the words; any other name is shown as the community wrote it."""


class EndlessRepetition(StrEnum):
    """What the rare endless repetition of positions means; stated before the event (GO-20)."""

    NO_RESULT = "no_result"
    DRAW = "draw"
    EXTRA_GAME = "extra_game"


class BoardRuling(StrEnum):
    """What may be ruled for a game that was disturbed or broken off (GO-17.5, GO-17.6)."""

    FAIR_POINT = "fair_point"
    """Goes on from a position that is fair to both."""
    AS_IT_IS = "as_it_is"
    """Goes on from the position as it lies."""
    DRAW = "draw"
    REPLAY = "replay"
    BOTH_LOSE = "both_lose"


@dataclass(frozen=True, slots=True)
class DisciplineRules:
    """Warnings, lateness, ceremonies and the chief arbiter of an event.

    An entry of the six lists of offences is an offence's id, of which the catalogues have the words, or the
    community's own words. An offence stands in one of the first four; the last two say what the second time costs.
    """

    warned: tuple[str, ...] = ()
    """Offences that cost a warning (GO-23.3). With none in any list, nobody is warned."""
    lost_turn: tuple[str, ...] = ()
    lost_turn_and_warned: tuple[str, ...] = ()
    warned_or_lost: tuple[str, ...] = ()
    """A warning or the game, by gravity: the arbiter says which."""
    lost_when_repeated: tuple[str, ...] = ()
    """Offences whose second time costs the game."""
    graver_when_repeated: tuple[str, ...] = ()
    """Offences whose second time costs more than a warning; the arbiter says what."""
    warnings_that_lose: int | None = None
    """Warnings in one game that lose it, 2 in Go (GO-24); None: no number does."""
    warning_costs: int = 0
    """Points (stones) that a warning takes off when the game is counted, 1 in Go (GO-24)."""
    late_limit: timedelta | None = None
    """Who is this late for the start has lost, the limit itself included (GO-22); None: another rule says so."""
    late_costs: int = 0
    """How many times the lateness comes off the clock of who came before the limit, 2 in Go (GO-22)."""
    absence_countdown: timedelta | None = None
    """Rapid games: who is not there when it has run down has lost (GO-22)."""
    colours_right_until_move: int | None = None
    """The last move at which wrong colours are put right, 10 in Go (GO-17.1); None: they are never looked at."""
    endless_repetition: EndlessRepetition | None = None
    when_disturbed: tuple[BoardRuling, ...] = ()
    """What the chief arbiter may rule for a disturbed position (GO-17.5)."""
    when_broken_off: tuple[BoardRuling, ...] = ()
    """What the chief arbiter may rule for a game that something outside broke off (GO-17.6)."""
    confirmed_is_final: bool = False
    """A result that both players and the arbiter have confirmed is changed for fraud alone (GO-16.4, GO-23.1)."""
    ceremonies_are_a_duty: bool = False
    """Who misses a stated ceremony without good reason is reprimanded in public (GO-23.6)."""
    chief_arbiter: bool = False
    """The event has a chief arbiter, who decides what arbiters pass up and closes with a report (GO-30)."""

    @property
    def warns(self) -> bool:
        """Whether there is anything for which somebody could be warned."""
        return bool(self.warned or self.lost_turn or self.lost_turn_and_warned or self.warned_or_lost)


def discipline_of(rulebook: Rulebook) -> DisciplineRules:
    """What the rulebook says of order at the board; a rulebook without that table says nothing."""
    return rulebook.discipline or DisciplineRules()


# --- events by invitation -------------------------------------------------------------------------------------------


class QualifyingEvent(StrEnum):
    """Events whose players are invited; the value is the rulebook's name."""

    LEAGUE = "aije-champions-league"
    CANDIDATES = "aije-candidates"
    WORLD = "aije-world"


SEAT_MATCH: Final = "aije-seat-match"
"""The rulebook of a match for a seat, in which both are entered when it is arranged, and nobody by hand."""


def seats_of(rulebook: Rulebook) -> QualifyingEvent | None:
    """The seats that admit to an event by the rulebook; None where none do.

    An official match for a title is the world championship by whatever name, since its winner is crowned.
    """
    if rulebook.official and rulebook.traits.is_series:
        return QualifyingEvent.WORLD
    return next((event for event in QualifyingEvent if event == rulebook.name), None)


def by_invitation(rulebook: Rulebook) -> bool:
    """Whether nobody enters by own word alone; for the world title this is no setting (AIJE-D03-1)."""
    return rulebook.registration.invited_only or seats_of(rulebook) is QualifyingEvent.WORLD


def without_role(rulebook: Rulebook) -> Rulebook:
    """The rules without the role that one must have, which is an id of Discord: files and pages hold none."""
    return rulebook if rulebook.entry is None else replace(rulebook, entry=entry_of(replace(rulebook.entry, role=None)))


def entered_by_organisers(rulebook: Rulebook) -> bool:
    """Whether organisers invite by entering people themselves, since no seats of a season admit to the event."""
    return by_invitation(rulebook) and seats_of(rulebook) is None and rulebook.name != SEAT_MATCH


class Asked(StrEnum):
    """What a person is asked to say yes or no to."""

    LEAGUE = "league"
    CANDIDATES = "candidates"
    MATCH = "match"
    """To play for a seat."""
    WORLD = "world"
    """To play for the title."""


ASKED_FOR: Final = {
    QualifyingEvent.LEAGUE: Asked.LEAGUE,
    QualifyingEvent.CANDIDATES: Asked.CANDIDATES,
    QualifyingEvent.WORLD: Asked.WORLD,
}
"""The question by which a seat of an event is offered."""
