"""Arbiter titles: what each asks for, when an exam may be sat, and which events each may run (AIJE-B01)."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from bot.domain.permissions import ArbiterTitle
from bot.domain.registry.title_rules import ArbiterNumbers
from bot.domain.registry.titles import (
    Proof,
    Requirement,
    RequirementKind,
    TitleCheck,
    count_requirement,
    rating_requirement,
    requirement,
)

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
    refereed: tuple[Proof, ...] = ()
    """International tournaments in which the person followed a match (AIJE-B01-4)."""
    refereed_before: int = 0
    """As many more as the opening list tells of."""
    excluded: bool = False
    """Expelled from the committee, and so for good (AIJE-A02-5)."""


def check(title: ArbiterTitle, record: ArbiterRecord, numbers: ArbiterNumbers, now: datetime) -> TitleCheck:
    """The title's requirements, each met or missing; a vote counts as met once the title is held."""
    everywhere = (
        requirement(RequirementKind.REGISTERED, met=record.rating is not None),
        requirement(RequirementKind.NOT_EXCLUDED, met=not record.excluded),
    )
    return TitleCheck(title, (*everywhere, *_requirements(title, record, numbers, now)))


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


def _requirements(
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
