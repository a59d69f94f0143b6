"""Master and arbiter titles: what each asks for, what a record answers, and what is proposed from it (AIJE-B01).

A requirement is met by facts: ratings as published when a tournament ended, official tournaments won, matches won on
the overall score (AIJE-B01-5). No gender is asked, and none makes a difference (AIJE-B01-7). Facts of the time before
the first day come by an opening list, and no event here can prove them. The bot proposes, an authorised person
confirms (AIJE-B01-3).
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import assert_never

from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.people.model import ArbiterTitle, Person
from bot.play.rating import ArbiterNumbers, MasterNumbers, as_published

# --- master titles --------------------------------------------------------------------------------------------------


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
class TitleProof:
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
    proofs: tuple[TitleProof, ...] = ()
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
    victories: tuple[TitleProof, ...] = ()
    """Official tournaments won (AIJE-B01-6)."""
    world_titles: tuple[TitleProof, ...] = ()
    champions_beaten: tuple[TitleProof, ...] = ()
    """Matches won in official tournaments against who was, or had been, world champion."""
    masters_beaten: tuple[TitleProof, ...] = ()
    """One match won against each different person who held IM or GM when it was played."""
    arbiter: ArbiterTitle | None = None


class ChangeKind(StrEnum):
    """What becomes of a title."""

    GRANT = "grant"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class TitleChange:
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
) -> tuple[TitleChange, ...]:
    """What the record asks for: a grant of what is met above all titles held, a loss of what is not (AIJE-B01-3).

    NM is never lost. Of titles that an opening list has `brought` the rating alone is looked at: what was won before
    stays won, and no list tells of it. An arbiter holds no master title (AIJE-B01-2).
    """
    return () if record.arbiter is not None else tuple(_changes(held, record, numbers, brought))


def _changes(
    held: Collection[MasterTitle], record: PlayerRecord, numbers: MasterNumbers, brought: Collection[MasterTitle]
) -> Iterator[TitleChange]:
    in_order = list(MasterTitle)
    for place, title in enumerate(in_order):
        found, bears_higher = check(title, record, numbers), not set(held).isdisjoint(in_order[place:])
        if found.met and not bears_higher:
            yield TitleChange(ChangeKind.GRANT, title)
        elif title in held and not title.is_permanent and not _lasts(found, is_brought=title in brought):
            yield TitleChange(ChangeKind.LOSS, title)


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


def count_requirement(
    kind: RequirementKind, proofs: tuple[TitleProof, ...], needed: int, before: int = 0
) -> Requirement:
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


# --- arbiter titles -------------------------------------------------------------------------------------------------


EXAMINED = (ArbiterTitle.ANP, ArbiterTitle.AN)
"""The titles that are reached by an exam; the others are voted on."""


@dataclass(frozen=True, slots=True)
class ArbiterRecord:
    """What counts for arbiter titles. `rating` is None for who is not registered (AIJE-B03-1)."""

    rating: float | None
    title: ArbiterTitle | None = None
    since: datetime | None = None
    """Since when the title is held, or counts as held by what was served before the opening list."""
    passed: frozenset[ArbiterTitle] = frozenset()
    """Exams passed since a title last ended: who lost one starts anew."""
    refereed: tuple[TitleProof, ...] = ()
    """International tournaments in which the person followed a match (AIJE-B01-4)."""
    refereed_before: int = 0
    """As many more as the opening list tells of."""
    excluded: bool = False
    """Expelled from the committee, and so for good (AIJE-A02-5)."""


def check_arbiter(title: ArbiterTitle, record: ArbiterRecord, numbers: ArbiterNumbers, now: datetime) -> TitleCheck:
    """The title's requirements, each met or missing; a vote counts as met once the title is held."""
    everywhere = (
        requirement(RequirementKind.REGISTERED, met=record.rating is not None),
        requirement(RequirementKind.NOT_EXCLUDED, met=not record.excluded),
    )
    return TitleCheck(title, (*everywhere, *_arbiter_requirements(title, record, numbers, now)))


def may_be_examined_from(last_exam: datetime | None, numbers: ArbiterNumbers) -> datetime | None:
    """From when the next exam may be sat, that moment included; None when there was none yet (AIJE-B01-1)."""
    return None if last_exam is None else last_exam + numbers.exam_every


def may_examine(examiner: ArbiterTitle, title: ArbiterTitle) -> bool:
    """Whether the examiner may set the title's exam: AJ and AI do, for lower titles (AIJE-B01-AJ)."""
    return examiner.rank >= ArbiterTitle.AJ.rank and title in EXAMINED and title.rank < examiner.rank


def months_after(moment: datetime, months: int) -> datetime:
    """The same day so many calendar months later, or the last of a shorter month."""
    year, month = divmod(moment.month - 1 + months, 12)
    year, month = moment.year + year, month + 1
    return moment.replace(year=year, month=month, day=min(moment.day, monthrange(year, month)[1]))


def _arbiter_requirements(
    title: ArbiterTitle, record: ArbiterRecord, numbers: ArbiterNumbers, now: datetime
) -> tuple[Requirement, ...]:
    held = record.title is not None and record.title.rank >= title.rank
    match title:
        case ArbiterTitle.ANP:
            return (_exam(title, record.passed, held=held),)
        case ArbiterTitle.AN:
            return _time_as_anp(record, numbers, now, held=held), _exam(title, record.passed, held=held)
        case ArbiterTitle.AJ:
            is_an = record.title is not None and record.title.rank >= ArbiterTitle.AN.rank
            return (
                requirement(RequirementKind.IS_AN, met=is_an),
                _refereeing(record, numbers.jeek_refereed),
                requirement(RequirementKind.ELECTED, met=held),
            )
        case ArbiterTitle.AI:
            return (
                rating_requirement(record.rating, numbers.international_rating),
                _refereeing(record, numbers.international_refereed),
                requirement(RequirementKind.APPROVED, met=held),
            )
        case _:
            assert_never(title)


def _exam(title: ArbiterTitle, passed: Collection[ArbiterTitle], *, held: bool) -> Requirement:
    return requirement(RequirementKind.EXAM, met=held or title in passed)


def _refereeing(record: ArbiterRecord, needed: int) -> Requirement:
    return count_requirement(RequirementKind.REFEREED, record.refereed, needed, record.refereed_before)


def _time_as_anp(record: ArbiterRecord, numbers: ArbiterNumbers, now: datetime, *, held: bool) -> Requirement:
    """Three months to the day; who holds a higher title has been through it."""
    needed = numbers.provisional_months
    if held or record.title is None or record.since is None:
        return Requirement(RequirementKind.TIME_AS_ANP, held, needed)
    due_at = months_after(record.since, needed)
    return Requirement(RequirementKind.TIME_AS_ANP, due_at <= now, needed, due_at=due_at)


# --- the time before the first day ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TimeAsArbiter:
    """So long somebody had been an arbiter by the day of the list."""

    months: int
    days: int
    dated_at: datetime
    """The day of the list that says so."""


@dataclass(frozen=True, slots=True)
class Victory:
    """An official tournament won (AIJE-B01-6)."""

    event: str
    won_at: datetime


@dataclass(frozen=True, slots=True)
class EarlierFacts:
    """What opening lists say of one person; nothing where they are silent."""

    registered_since: datetime | None = None
    club: str | None = None
    as_arbiter: TimeAsArbiter | None = None
    refereed: int = 0
    """International tournaments followed as an arbiter (AIJE-B01-4)."""
    victories: tuple[Victory, ...] = ()
    """The earliest first."""


NOTHING_EARLIER = EarlierFacts()


def months_before(moment: datetime, months: int) -> datetime:
    """The same day so many calendar months earlier, or the last of a shorter month."""
    year, month = divmod(moment.year * 12 + moment.month - 1 - months, 12)
    return moment.replace(year=year, month=month + 1, day=min(moment.day, monthrange(year, month + 1)[1]))


def counts_from(since: datetime, served: TimeAsArbiter | None) -> datetime:
    """From when the time as an arbiter counts of who holds the title since then (AIJE-B01-AN).

    What was served before the list counts for who held the title on its day; who takes one later begins anew.
    """
    if served is None or since > served.dated_at:
        return since
    return min(since, months_before(served.dated_at, served.months) - timedelta(days=served.days))


class BroughtKind(StrEnum):
    """What a list brings to where such facts stand."""

    COUNTRY = "country"
    ACCOUNT = "account"
    MASTER_TITLE = "master_title"
    ARBITER_TITLE = "arbiter_title"
    WORLD_TITLE = "world_title"
    OFFICE = "office"
    BAR = "bar"


@dataclass(frozen=True, slots=True)
class Brought:
    """A fact of a person that a list has brought to where such facts stand."""

    person_id: PersonId
    kind: BroughtKind
    what: str
    """The country, the site, the title, the championship, the office or the bar."""
    since: datetime


# --- proposals ------------------------------------------------------------------------------------------------------


class ProposalOutcome(StrEnum):
    """What became of a proposal."""

    DONE = "done"
    DECLINED = "declined"
    LAPSED = "lapsed"
    """The facts have changed before anybody decided."""


@dataclass(frozen=True, slots=True)
class TitleProposal:
    """A title to be given or taken. Approved but undecided: the candidate has still to lay master titles down."""

    proposal_id: str
    guild_id: GuildId
    person_id: PersonId
    kind: ChangeKind
    title: MasterTitle | ArbiterTitle
    tournament_id: TournamentId | None
    """The tournament after which it was made, where it was one."""
    proposed_at: datetime
    approved_at: datetime | None = None
    approved_by: PersonId | None = None
    decided_at: datetime | None = None
    decided_by: PersonId | None = None
    outcome: ProposalOutcome | None = None


def title_named(name: str) -> MasterTitle | ArbiterTitle:
    """The title with that abbreviation; raises ValueError for any other word."""
    return MasterTitle(name) if name in MasterTitle.__members__ else ArbiterTitle(name)


# --- what people look at --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TitlePage:
    """A person's titles: what is held, and every other title with what is met and what is missing."""

    person: Person
    country: str | None
    masters: Mapping[MasterTitle, datetime]
    """Since when each is held; one that rests too."""
    arbiter: tuple[ArbiterTitle, datetime] | None
    checks: tuple[TitleCheck, ...]
    tournaments: Mapping[TournamentId, str]
    """The names of the tournaments that prove something."""
    people: Mapping[PersonId, Person]
    next_exam_at: datetime | None
    """From when an exam may be sat again; None for at once."""

    def rests(self, title: MasterTitle) -> bool:
        """Whether the title is held without being borne, beside an arbiter title (AIJE-B01-2)."""
        return title in self.masters and self.arbiter is not None


@dataclass(frozen=True, slots=True)
class ProposalView:
    """A proposal with the person, the facts behind it, and what accepting would lay down (AIJE-B01-2)."""

    proposal: TitleProposal
    person: Person
    check: TitleCheck
    page: TitlePage
    by: Person | None
    """Who decided, or has approved."""
    lays_down: tuple[MasterTitle, ...]
    """Master titles that end, or have ended, with the arbiter title; NM among them only rests."""


@dataclass(frozen=True, slots=True)
class CountryDeclared:
    """Where somebody plays for, by its code; `own` where they said it themselves."""

    person: Person
    code: str
    own: bool


@dataclass(frozen=True, slots=True)
class ExamTaken:
    """An exam on record, what the title still asks for, and the proposal it led to."""

    person: Person
    title: ArbiterTitle
    passed: bool
    next_exam_at: datetime
    check: TitleCheck
    proposed: bool
