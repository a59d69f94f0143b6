"""Offences at the board, what each costs, and what warnings add up to (GO-23.3, GO-24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.ids import ContestId, EntrantId, PersonId
from bot.domain.regulation.discipline_rules import DisciplineRules


class Price(StrEnum):
    """What an offence costs whoever committed it, as the arbiter gave it."""

    WARNING = "warning"
    LOST_TURN = "lost_turn"
    LOST_TURN_AND_WARNING = "lost_turn_and_warning"
    LOST_GAME = "lost_game"

    @property
    def warns(self) -> bool:
        """Whether it counts as a warning."""
        return self in {Price.WARNING, Price.LOST_TURN_AND_WARNING}


@dataclass(frozen=True, slots=True)
class Offence:
    """An entry of a rulebook's catalogue. `name` is an id that the catalogues know, or the community's own words."""

    name: str
    first: tuple[Price, ...]
    """What it costs; where there are several, the arbiter says which, by gravity."""
    again: tuple[Price, ...]
    """What it costs whoever committed it before in the event."""


@dataclass(frozen=True, slots=True)
class Warned:
    """An offence on record: who, in which game, what it cost. A fact that is taken back stays, and counts no more."""

    warning_id: str
    contest_id: ContestId
    entrant_id: EntrantId
    person_id: PersonId
    game: int
    """Of the contest, from 1."""
    offence: str
    price: Price
    lost_game: bool
    """Whether it lost the game, by its price or by the number of warnings."""
    note: str | None
    given_at: datetime
    given_by: PersonId
    taken_back_at: datetime | None = None
    taken_back_by: PersonId | None = None
    why: str | None = None
    """Why it was taken back."""

    @property
    def stands(self) -> bool:
        """Whether it was not taken back."""
        return self.taken_back_at is None

    @property
    def lost_by_number(self) -> bool:
        """Whether it lost the game as the last of several, and not by its own price."""
        return self.lost_game and self.price is not Price.LOST_GAME


def catalogue(rules: DisciplineRules) -> tuple[Offence, ...]:
    """The offences of the rulebook in its order, with what each costs (GO-23.3)."""
    prices: tuple[tuple[tuple[str, ...], tuple[Price, ...]], ...] = (
        (rules.warned, (Price.WARNING,)),
        (rules.lost_turn, (Price.LOST_TURN,)),
        (rules.lost_turn_and_warned, (Price.LOST_TURN_AND_WARNING,)),
        (rules.warned_or_lost, (Price.WARNING, Price.LOST_GAME)),
    )
    return tuple(Offence(name, price, _again(name, price, rules)) for names, price in prices for name in names)


def prices(offence: Offence, person_id: PersonId, given: Iterable[Warned]) -> tuple[Price, ...]:
    """What the offence can cost the person now; `given` is what the event has on record."""
    before = any(one.stands and one.person_id == person_id and one.offence == offence.name for one in given)
    return offence.again if before else offence.first


def loses_game(price: Price, earlier: int, rules: DisciplineRules) -> bool:
    """Whether the price loses the game for who has `earlier` warnings in it (GO-24)."""
    if price is Price.LOST_GAME:
        return True
    return rules.warnings_that_lose is not None and price.warns and earlier + 1 >= rules.warnings_that_lose


def in_game(given: Iterable[Warned], entrant_id: EntrantId, game: int, since: datetime | None) -> int:
    """The side's warnings in one game that stand; what came before `since` belongs to a match that was annulled."""
    return sum(
        one.stands and one.price.warns and one.entrant_id == entrant_id and one.game == game
        for one in given
        if since is None or one.given_at >= since
    )


def of_event(given: Iterable[Warned]) -> Mapping[EntrantId, int]:
    """Everyone's warnings in a whole event, a tie-break where fewer is better (GO-24, GO-27.1)."""
    return Counter(one.entrant_id for one in given if one.stands and one.price.warns)


def _again(name: str, first: tuple[Price, ...], rules: DisciplineRules) -> tuple[Price, ...]:
    if name in rules.lost_when_repeated:
        return (Price.LOST_GAME,)
    if name in rules.graver_when_repeated:
        return (Price.LOST_TURN_AND_WARNING, Price.LOST_GAME)
    return first
