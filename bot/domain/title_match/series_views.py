"""What people look at of a match for a title: the champion's choices before it, and its games and pauses within it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.contests import Contest, Score
from bot.domain.events.tournament import Tournament
from bot.domain.game_sheets import NAMELESS_COLOURS
from bot.domain.ids import PersonId
from bot.domain.title_match.pauses import Pauses, Stop
from bot.domain.title_match.series_record import GameClaim, GameEntry
from bot.domain.title_match.title_game import ColourChoices, Series


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds the title that an event is for, and what the champion has chosen (AIJE-D03-2)."""

    person_id: PersonId
    named_at: datetime
    named_by: PersonId | None
    """None where the registry itself knows the champion."""
    choices: ColourChoices


@dataclass(frozen=True, slots=True)
class HolderView:
    """The champion before the match: who it is, who challenges, and the colours chosen or, once drawn, settled."""

    tournament: Tournament
    champion: Person | None
    challenger: Person | None
    is_entered: bool
    """Whether the champion is on the event's list."""
    has_place: bool
    """Whether the champion has a place in the match; without one nobody is said to defend the title in it."""
    choices: ColourChoices
    settled: ColourChoices | None
    """After the draw: chosen or by lot."""
    colours: tuple[str, str] = NAMELESS_COLOURS
    """Their names: who begins, and the other."""
    best_of: int = 19
    may_choose: bool = True
    choose_until: datetime | None = None
    """When the choice closes, an outage counted; None where nobody looked."""


@dataclass(frozen=True, slots=True)
class RuledResult:
    """That the result is not the one that the games gave, but somebody's word since, or instead of the rest of them."""

    played: Score
    """What the games gave, drawn ones behind."""
    by: Person | None
    """None where no single person decided."""
    at: datetime


@dataclass(frozen=True, slots=True)
class SeriesCourse:
    """How far a match for a title is, as anybody sees it who looks at the event."""

    contest: Contest
    players: tuple[Person, ...]
    game: int
    """The number of the game under way."""
    score: str
    """As it is written."""


@dataclass(frozen=True, slots=True)
class SeriesView:
    """A match for a title game by game, as its card shows it."""

    series: Series
    pauses: Pauses
    stop: Stop | None
    """What stops the match now."""
    resumes_at: datetime | None
    """When play goes on after all that was asked for; None while it goes on, or the end is open."""
    entries: int
    """Words on record, those taken back too: a press carries the number, and an older card's is refused."""
    stops: int
    """Acts on record that stopped the match or let it go on; presses carry it as well."""
    claim: GameClaim | None
    last_by_lot: bool
    """Whether a lot gave the colours of the last game."""
    can_take_back: bool
    words: Mapping[int, GameEntry]
    """The word that holds on each game, by its number; none on a game that absence has decided."""
    colours: tuple[str, str] = NAMELESS_COLOURS
    ruled: RuledResult | None = None
    """Of a match that is over otherwise than its games say; the words on them stay as they were told."""
