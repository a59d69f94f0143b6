"""What a list of sign-ups would do to an event's own list, line by line: what its asker looks at and confirms."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.community import Person
from bot.domain.ids import TournamentId
from bot.domain.opening.plans import WhoIsMeant
from bot.domain.sign_ups.lines import SignUpFault, SignUpLine


class Effect(StrEnum):
    """What a line would do."""

    ENTERS = "enters"
    WAITS = "waits"
    """Enters behind the last seat."""
    CHECKS_IN = "checks_in"
    """Is on the list already without being on Discord, and check-in is open: nobody else can confirm for the person."""
    NOTHING = "nothing"
    """Is on the list already."""


ENTERING = frozenset({Effect.ENTERS, Effect.WAITS})


@dataclass(frozen=True, slots=True)
class SignUpPlan:
    """A line with the person who is meant, None for somebody new, and what it would do."""

    line: SignUpLine
    person: Person | None
    effect: Effect

    @property
    def has_discord(self) -> bool:
        """Whether the person can press for themselves."""
        return self.line.member_id is not None or (self.person is not None and self.person.discord_id is not None)


@dataclass(frozen=True, slots=True)
class SignUpPreview:
    """A list as it would come in now."""

    draft_id: str
    file_name: str
    tournament_id: TournamentId | None
    """None for an event that is not created yet."""
    event: str
    plans: tuple[SignUpPlan, ...]
    faults: tuple[SignUpFault, ...]
    questions: tuple[WhoIsMeant, ...]
    answered: int
    """Names of which the asker has said who is meant."""
    unread: tuple[str, ...]
    user_names: int
    """Lines in which a name stands where Discord's number belongs."""
    asks_for_account: bool
    asks_for_club: bool
    takes_seeds: bool
    """Whether organisers order the field of the event by hand."""
    seen: str
    """What tells this preview from another: it is confirmed as it was shown, or not at all."""
    brought_at: datetime | None = None
    """When the very file was brought in before."""
    has_moved: bool = False
    """Whether it is shown because something has changed since it was looked at."""
    heading: str = ""
    """The first line, where it was taken for a heading and could be a name."""

    def of(self, *effects: Effect) -> tuple[SignUpPlan, ...]:
        """The lines that would do that, in the order of the list."""
        return tuple(one for one in self.plans if one.effect in effects)

    @property
    def entering(self) -> tuple[SignUpPlan, ...]:
        """Those who would come on the list."""
        return self.of(*ENTERING)

    @property
    def can_be_confirmed(self) -> bool:
        """Whether nothing is left to be asked, and something would come of it."""
        does_something = bool(self.seeded) or any(one.effect is not Effect.NOTHING for one in self.plans)
        return not self.questions and does_something

    @property
    def seeded(self) -> tuple[SignUpPlan, ...]:
        """Those to whom the list gives a seed that counts, the first best."""
        told = [(one.line.seed, one) for one in self.plans if one.line.seed is not None]
        return tuple(one for _, one in sorted(told, key=lambda each: each[0])) if self.takes_seeds else ()


@dataclass(frozen=True, slots=True)
class SignUpsBrought:
    """What came of a confirmed list."""

    event: str
    tournament_id: TournamentId
    entered: int
    waiting: int
    """Of them."""
    confirmed: int
    """Others, who were checked in."""
