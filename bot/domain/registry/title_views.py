"""What people look at of titles, without text and without Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.ids import PersonId, TournamentId
from bot.domain.permissions import ArbiterTitle
from bot.domain.registry.proposals import Proposal
from bot.domain.registry.titles import MasterTitle, TitleCheck


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

    proposal: Proposal
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
