"""An event as organisers make it: whether it is official, and its drafts, proposals, starts, rules, pauses and posters.

A file claims that it is official where its settings are those of a shipped version of one of the five presets, or
where it was approved; never because it says so (AIJE-B01-6, AIJE-B01-AI, AIJE-B01-AN). An approved file changes only
what the regulation leaves open. `official/versions.txt` has a line for each version ever shipped: the preset, the
version, and the fingerprint of its settings. Lines are added and never removed, so that a copy of an older version
stays what it was. The event's own rules are its chief arbiter's draft, approved by the organisers (GO-30). In a pause
clocks stand still, as in an outage.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple, cast
from zoneinfo import ZoneInfo

from bot.i18n.names import is_link
from bot.kernel.ids import Community, GuildId, PersonId, RoleId, TournamentId
from bot.kernel.outages import Due, Step, read_duration
from bot.people.model import Person
from bot.play.contests import Stage
from bot.play.entries import Entrant, Phase, Tournament, check_in_closes_at, check_in_opens_at, phase
from bot.play.estimates import Estimate
from bot.play.rating import STARTING, with_terms
from bot.play.rulebook import Grade, QualifyingEvent, Rulebook, Setting, settings
from bot.play.series import CircuitRules, CountedEvent
from bot.rulebooks.library import FOLDER, canonical, preset

# --- which events are official --------------------------------------------------------------------------------------


class Claim(StrEnum):
    """What a file's word that it is official is worth."""

    NONE = "none"
    """It claims nothing."""
    PRESET = "preset"
    """Its settings are those of a shipped preset."""
    APPROVED = "approved"
    WAITS = "waits"
    """It changes nothing but what is open, and can be approved."""
    FIXED = "fixed"
    """It changes what the regulation fixes: nobody can approve it."""


@dataclass(frozen=True, slots=True)
class Range:
    """What an open setting may be; None is no bound."""

    least: float | timedelta | None = None
    most: float | timedelta | None = None

    def holds(self, value: Setting) -> bool:
        """Whether the value lies within; what cannot be compared with a bound lies within none."""
        least, most = self.least, self.most
        return (least is None or _in_order(least, value)) and (most is None or _in_order(value, most))


def _in_order(lower: Setting, higher: Setting) -> bool:
    """Whether the one is not above the other."""
    match lower, higher:
        case (timedelta(), timedelta()) | (int() | float(), int() | float()):
            return lower <= higher  # type: ignore[operator]
        case _:
            return False


@dataclass(frozen=True, slots=True)
class Standing:
    """What a file's claim is worth, by the preset that it is nearest to; `keys` are the settings that differ from it.

    Where the claim is `FIXED` they are those that may not.
    """

    claim: Claim
    preset: str = ""
    keys: tuple[str, ...] = ()

    @property
    def official(self) -> bool:
        """Whether an event by the file is one of the five."""
        return self.claim in {Claim.PRESET, Claim.APPROVED}

    @property
    def in_vain(self) -> bool:
        """Whether the file claims what it is not."""
        return self.claim in {Claim.WAITS, Claim.FIXED}


NO_CLAIM: Final = Standing(Claim.NONE)


@dataclass(frozen=True, slots=True)
class ApprovalView:
    """A file as it was approved, what it changes of which official preset, and the people."""

    rulebook: Rulebook
    preset: str
    keys: tuple[str, ...]
    saved_by: Person
    approved_by: Person


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A file that waits for an approval, what it changes of which official preset, and who saved it."""

    rulebook: Rulebook
    preset: str
    keys: tuple[str, ...]
    saved_by: Person


def bare(rulebook: Rulebook) -> Rulebook:
    """The rulebook without its wording and without the numbers of a list: what two official files are compared by."""
    plain = replace(rulebook, name="", title="", titles=None, summaries=None, version="", cites=())
    return with_terms(plain, STARTING)


def differences(rulebook: Rulebook, preset: Rulebook) -> dict[str, Setting]:
    """The settings that are not as in the preset, with the file's values; None for one that is left out."""
    mine, theirs = settings(bare(rulebook)), settings(bare(preset))
    return {key: mine.get(key) for key in {**mine, **theirs} if mine.get(key, ...) != theirs.get(key, ...)}


def fixed_keys(changed: Mapping[str, Setting], free: Mapping[str, Range]) -> tuple[str, ...]:
    """Those of the changed settings that the regulation does not leave open, or not so far."""
    return tuple(key for key, value in changed.items() if key not in free or not free[key].holds(value))


def held_back(rulebook: Rulebook, standing: Standing) -> Rulebook:
    """The rulebook as an event is run by it: one whose claim is in vain is an ordinary one."""
    return replace(rulebook, official=standing.official)


# --- the five official presets --------------------------------------------------------------------------------------


FIVE: Final = ("aije-open", "aije-candidates", "aije-world", "aije-champions-league", "aije-teams")
"""AIJE-B01-6: the official events, by the names of their presets."""

_FOLDER: Final = FOLDER / "official"
_EVERY: Final = "every"
_Table = Mapping[str, Mapping[str, Mapping[str, object]]]


def settings_print(rulebook: Rulebook) -> str:
    """SHA-256 of what the rulebook sets, without its wording and without the numbers of a rating list."""
    return sha256(canonical(bare(rulebook)).encode()).hexdigest()


@cache
def shipped_versions() -> Mapping[str, str]:
    """The preset for the fingerprint of each of its versions."""
    lines = (line.split() for line in (_FOLDER / "versions.txt").read_text("utf-8").splitlines() if line[:1].strip("#"))
    return {digest: name for name, _, digest in lines}


@cache
def free(name: str) -> Mapping[str, Range]:
    """What an approved file may change of the official preset, by key."""
    table = cast("_Table", tomllib.loads((_FOLDER / "free.toml").read_text("utf-8")))
    return {key: _range(bounds) for key, bounds in {**table[_EVERY], **table[name]}.items()}


def judge(rulebook: Rulebook, *, approved: bool) -> Standing:
    """What the file's claim is worth; `approved` says whether these very settings were approved."""
    if not rulebook.official:
        return NO_CLAIM
    if (name := shipped_versions().get(settings_print(rulebook))) is not None:
        return Standing(Claim.PRESET, name)
    return _judge_changed(rulebook, approved=approved)


def _judge_changed(rulebook: Rulebook, *, approved: bool) -> Standing:
    """By the nearest preset: the one of which the fewest fixed settings are changed, then the fewest of all."""
    found = []
    for name in FIVE:
        changed = differences(rulebook, preset(name))
        found.append((len(fixed_keys(changed, free(name))), len(changed), name, changed))
    _, _, nearest, changed = min(found, key=lambda one: one[:2])
    fixed = fixed_keys(changed, free(nearest))
    if fixed:
        return Standing(Claim.FIXED, nearest, fixed)
    return Standing(Claim.APPROVED if approved else Claim.WAITS, nearest, tuple(changed))


def _range(bounds: Mapping[str, object]) -> Range:
    return Range(_bound_of(bounds.get("from")), _bound_of(bounds.get("to")))


def _bound_of(value: object) -> float | timedelta | None:
    if value is None:
        return None
    if isinstance(value, str):
        return read_duration(value)
    return float(cast("float", value))


# --- letters before the start ---------------------------------------------------------------------------------------


BEFORE_THE_START: Final[Mapping[Step, timedelta]] = {
    Step.WRITE_DAY_BEFORE: timedelta(days=1),
    Step.WRITE_HOUR_BEFORE: timedelta(hours=1),
}
"""Beside these a letter is written as check-in opens."""

LOOKED_AT_BEFORE: Final = timedelta(hours=1)
"""How long before the close teams are looked at."""


@dataclass(frozen=True, slots=True)
class RemindView:
    """An entry whose holder may be written to, whether that is wanted, and the moments of the letters to come.

    Once the event has begun there is only the letter about the own match, which has no moment of its own.
    """

    tournament: Tournament
    wanted: bool
    moments: tuple[datetime, ...] = ()


def letters_due(tournament: Tournament) -> tuple[Due, ...]:
    """The letters before the start and their moments, past ones too; none once confirmation is over."""
    if phase(tournament) not in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        return ()
    return tuple(Due(step, tournament.start_at - before) for step, before in BEFORE_THE_START.items())


def looks_due(tournament: Tournament) -> tuple[Due, ...]:
    """When teams are looked at before registration closes, while captains can still mend them (AIJE-D05-1)."""
    if tournament.rulebook.teams is None or phase(tournament) not in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        return ()
    return (Due(Step.LOOK_AT_TEAMS, check_in_closes_at(tournament, ()) - LOOKED_AT_BEFORE),)


def is_overtaken(tournament: Tournament, step: Step, now: datetime) -> bool:
    """Whether a later letter is due as well, as after an outage: of several the last one says it all."""
    own = tournament.start_at - BEFORE_THE_START[step]
    others = [check_in_opens_at(tournament), *(due.at for due in letters_due(tournament) if due.kind is not step)]
    return any(own <= at <= now for at in others)


def moments_to_come(tournament: Tournament, now: datetime) -> tuple[datetime, ...]:
    """When who asks now will be written to before the start, the next letter first."""
    if phase(tournament) not in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        return ()
    every = {check_in_opens_at(tournament), *(due.at for due in letters_due(tournament))}
    return tuple(sorted(at for at in every if at > now))


# --- another start of an official event -----------------------------------------------------------------------------


class StartOutcome(StrEnum):
    """How a change of the start that was asked for ended."""

    AGREED = "agreed"
    DECIDED = "decided"
    """An officer who does not play let it move."""
    REFUSED = "refused"
    REPLACED = "replaced"
    """Another start was asked for."""
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class StartChange:
    """A start that somebody who runs the event asks for."""

    change_id: str
    tournament_id: TournamentId
    start_at: datetime
    asked_by: PersonId
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class StartChangeView:
    """One as people see it: who asks, who has still to agree, and for whom an officer decides."""

    change: StartChange
    tournament: Tournament
    by: Person
    waiting: tuple[Person, ...]
    entered: int
    """How many are registered."""
    silent: tuple[Person, ...] = ()
    """Those registered without Discord, who can press nothing; no account that is linked speaks for them."""

    @property
    def agreed(self) -> int:
        """How many have said yes themselves."""
        return self.entered - len(self.waiting) - len(self.silent)

    @property
    def is_unanimous(self) -> bool:
        """Whether everybody registered has agreed, so that no officer is needed."""
        return not self.waiting and not self.silent


# --- rehearsals -----------------------------------------------------------------------------------------------------


FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 64
"""Of a rehearsal that the bot itself begins: more of them take minutes, on the machine that plays the real events."""


@dataclass(frozen=True, slots=True)
class RehearsalWish:
    """A preset by its name, or another rulebook with its file; the language, and how many where that is said."""

    name: str
    file: bytes | None
    language: str
    players: int | None = None


@dataclass(frozen=True, slots=True)
class Broken:
    """What did not end as the rulebook says: the check, the rule behind it, and the first that was found."""

    title: str
    rule: str
    problem: str


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """How a rehearsal ended."""

    checks: int
    broken: tuple[Broken, ...]
    broke_off: bool
    """Whether the play stopped before its end."""
    people: int
    events: int
    matches: int
    messages: int
    hours: int
    """Of the pretended time."""
    seconds: int
    page: bytes
    """As HTML; empty where even without its pictures it would be larger than Discord takes."""
    pictures: bool
    """Whether the page shows them."""


# --- what is told of an event ---------------------------------------------------------------------------------------


DESCRIPTION_LIMIT: Final = 1000
PRIZE_LIMIT: Final = 200
STREAM_LIMIT: Final = 300


@dataclass(frozen=True, slots=True)
class Poster:
    """What everybody reads and sees of the event; a blank one stands where something stood before."""

    description: str = ""
    prize: str = ""
    stream: str = ""
    """The address at which the event is shown."""
    picture: bytes | None = None
    """A JPEG of our own making."""
    role_id: RoleId | None = None
    """Called with the announcement, a day before, and as check-in opens."""


@dataclass(frozen=True, slots=True)
class ChosenRole:
    """A role as Discord describes it: whether the bot can ping it, and whether everybody may."""

    role_id: RoleId
    name: str
    by_bot: bool
    by_all: bool


def tidy(poster: Poster) -> Poster:
    """The same without white space around its texts, none of them longer than the form lets anybody type."""
    return Poster(
        poster.description.strip()[:DESCRIPTION_LIMIT],
        " ".join(poster.prize.split())[:PRIZE_LIMIT],
        poster.stream.strip()[:STREAM_LIMIT],
        poster.picture,
        poster.role_id,
    )


def is_stream(text: str) -> bool:
    """Whether it is an address that shows where it leads, and that nobody on the way can change."""
    return text.startswith("https://") and is_link(text)


# --- events that wait for the President -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventProposal:
    """An event as it was previewed; `approved` is None while it waits, `reason` is given where it was refused."""

    proposal_id: str
    guild_id: GuildId
    name: str
    rulebook: str
    """The canonical text of the frozen rulebook, so that what was shown is what will be."""
    start_at: datetime
    by: PersonId
    proposed_at: datetime
    approved: bool | None = None
    decided_by: PersonId | None = None
    decided_at: datetime | None = None
    reason: str | None = None
    tournament_id: TournamentId | None = None
    poster_id: str | None = None
    """What is told of the event, while it waits."""
    on_web: bool | None = None
    """As in its draft."""


@dataclass(frozen=True, slots=True)
class EventProposalView:
    """A proposal with its people and its rules; `president` is None while the office is vacant."""

    proposal: EventProposal
    rulebook: Rulebook
    by: Person
    decided_by: Person | None
    president: Person | None
    standing: Standing
    """What the rules' word that they are official is worth."""
    poster: Poster | None = None


# --- where a running event stands -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundInPlay:
    """A round that is being played: its matches, those decided, and those called and not decided."""

    stage: Stage
    round: int
    group: int
    matches: int
    decided: int
    in_play: int
    last_round: int | None = None
    """Of the table, where it is known how many it has."""
    to_final: int | None = None
    """Of one bracket, rounds before the final."""

    @property
    def waiting(self) -> int:
        """Matches that are still to be called."""
        return self.matches - self.decided - self.in_play


@dataclass(frozen=True, slots=True)
class CourseView:
    """A drawn event that is not over."""

    tournament: Tournament
    parts: tuple[RoundInPlay, ...]
    begun: bool
    """Whether the start has come."""
    starters: int
    own: object = None
    """How far it is where rounds do not say it, as the feature that it is played by tells it."""
    estimate: Estimate | None = None


# --- nights ---------------------------------------------------------------------------------------------------------


MORNING: Final = time(7)
"""From midnight to this hour, by the clocks of the place, it is night."""


def is_night_throughout(begins: datetime, ends: datetime, zone: str) -> bool:
    """Whether the whole of the time lies in one night of the zone."""
    there, after = begins.astimezone(ZoneInfo(zone)), ends.astimezone(ZoneInfo(zone))
    morning = datetime.combine(there.date(), MORNING, ZoneInfo(zone))
    return there.time() < MORNING and after.astimezone(UTC) <= morning.astimezone(UTC)


def is_night_in_each(begins: datetime, ends: datetime, zones: Collection[str]) -> bool:
    """Whether it is night in all of the zones, as those of a country; False where none is known."""
    return bool(zones) and all(is_night_throughout(begins, ends, zone) for zone in zones)


# --- an event's own rules -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventRules:
    """A draft; `approved` is None until an organiser decides. What was approved last counts."""

    tournament_id: TournamentId
    number: int
    rules: str
    drafted_at: datetime
    drafted_by: PersonId
    approved: bool | None = None
    reason: str | None = None
    """Why the draft was declined."""

    @property
    def waits(self) -> bool:
        """Whether nobody has decided on it yet."""
        return self.approved is None


@dataclass(frozen=True, slots=True)
class EventRulesView:
    """A draft or the rules that count, with who wrote them."""

    tournament: Tournament
    community: Community
    rules: EventRules
    author: Person


# --- drafts ---------------------------------------------------------------------------------------------------------


KEPT_FOR: Final = timedelta(days=30)
"""How long what somebody has begun waits for their next press."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What will be created, or with a `tournament_id` changed, when its author confirms."""

    draft_id: str
    guild_id: GuildId
    person_id: PersonId
    drafted_at: datetime
    tournament_id: TournamentId | None = None
    name: str | None = None
    rulebook: str | None = None
    """The canonical text of the frozen rulebook, so that what was shown is what will be."""
    start_at: datetime | None = None
    poster_id: str | None = None
    """What is told of the event; of one that is changed None, where that stays as it is."""
    on_web: bool | None = None
    """Whether a new event is to be on the web; None where its author has not chosen."""


# --- pauses ---------------------------------------------------------------------------------------------------------


LONGEST: Final = timedelta(days=7)
"""After so long a pause is over by itself, so that no event is forgotten in one."""


@dataclass(frozen=True, slots=True)
class EventPause:
    """One pause of an event."""

    tournament_id: TournamentId
    paused_at: datetime
    paused_by: PersonId
    reason: str
    until: datetime
    """When it is over by itself."""
    resumed_at: datetime | None = None
    resumed_by: PersonId | None = None
    """None where its time had come."""


@dataclass(frozen=True, slots=True)
class PauseView:
    """A pause as it is told."""

    event: str
    pause: EventPause
    by: str
    """Who paused the event, or resumed it; empty where nobody did."""


# --- what people look at --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Headcount:
    """How many stand on the list: `registered` did not withdraw, `checked_in` of them confirmed."""

    registered: int
    checked_in: int


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament as its announcement shows it."""

    tournament: Tournament
    phase: Phase
    headcount: Headcount
    check_in_opens_at: datetime
    check_in_closes_at: datetime
    poster: Poster | None = None
    seeded: tuple[Person, ...] = ()
    """Whom organisers have seeded by hand, the first best, as long as the draw is to come."""
    host: Person | None = None
    """Who created it."""
    address: str | None = None
    """Where it is read on the web; None where it is not."""

    @property
    def called_role(self) -> RoleId | None:
        """The role that hears of the event."""
        return None if self.poster is None else self.poster.role_id


@dataclass(frozen=True, slots=True)
class Onward:
    """Who is invited on the strength of the standings, as soon as an organiser confirms it."""

    invited: Mapping[QualifyingEvent, tuple[Person, ...]]
    matches: tuple[tuple[Person, ...], ...]
    """Pairs that play for a seat."""
    answer_within: timedelta
    confirmed: bool


class BroughtCard(NamedTuple):
    """A card of a deck and how many of it; the name as it was typed."""

    copies: int
    number: str
    name: str


@dataclass(frozen=True, slots=True)
class SeriesListed:
    """A series of events, as a server's list has it."""

    key: str
    name: str
    is_closed: bool
    events: tuple[TournamentId, ...]
    """Those that count."""
    final: TournamentId | None = None

    def has(self, tournament_id: TournamentId) -> bool:
        """Whether the event counts in it, or is its final."""
        return tournament_id in self.events or tournament_id == self.final


@dataclass(frozen=True, slots=True)
class SeriesSheet:
    """All of which the table of a series is made."""

    key: str
    name: str
    is_closed: bool
    rules: CircuitRules
    events: tuple[Tournament, ...]
    """Those that are not called off: the ones that are over by their ends, then those to come."""
    counted: tuple[CountedEvent, ...]
    people: Mapping[PersonId, Person]
    final: Tournament | None = None


# --- the form of a new cup ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CupForm:
    """What stands in each field; empty where nothing does."""

    name: str = ""
    kind: str = ""
    """The name of a rulebook."""
    start: str = ""
    best_of: str = ""
    seats: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list of players."""

    entrant: Entrant
    person: Person
    grade: Grade | None = None
    answered_by: Person | None = None
    """Who presses for a player without Discord, where that is asked."""


HERE_AFTER: Final = timedelta(hours=2)
