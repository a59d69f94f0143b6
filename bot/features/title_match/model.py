"""What people look at of a match for a title, before it and within it, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.kernel.ids import PersonId
from bot.kernel.promises import Notified, OfContest, OfTournament
from bot.people.model import Person
from bot.play.contests import Contest, Score
from bot.play.entries import Tournament
from bot.play.game_sheets import NAMELESS_COLOURS
from bot.play.title_games import ColourChoices, GameClaim, GameEntry, Pauses, Series, Stop

# --- what people look at --------------------------------------------------------------------------------------------


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


# --- what is said ---------------------------------------------------------------------------------------------------


class ColoursAsked(OfTournament):
    """To its champion; becomes a panel."""

    NOTIFIES = Notified.ASKED


class PlayGoesOn(OfContest):
    """A pause is over: the number of the stop with which it began."""

    NOTIFIES = Notified.PLAYERS
    stop: int


class TitleNotGiven(OfTournament):
    """Somebody won without a place in the match, and is not champion by it."""

    NOTIFIES = Notified.CONCERNED
    event: str
    person: PersonId
