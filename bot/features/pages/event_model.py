"""What is read of an event for its page, by one look at the records, before any words are made of it.

It holds ids of people and words that staff have typed beside the public facts; what becomes of them is decided by the
cards of this feature, which answer with `Public…` objects alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Final

from bot.features.course.model import BracketView, StandingsView
from bot.features.pages.model import EventNames, EventPages, ServerPages, Shown, without_mentions
from bot.features.playing.match_views_model import MatchPlace
from bot.features.replacing.model import Substitution
from bot.features.tournaments.model import BroughtCard, CourseView, Poster
from bot.kernel.ids import Community, ContestId, EntrantId, PersonId
from bot.play.contests import Contest, StandingRow
from bot.play.draw import DrawRecord
from bot.play.entries import Entrant, Tournament
from bot.play.format_rules import LineUp
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.rulebook import Grade
from bot.play.teams import BoardMember
from bot.play.title_games import ToldGame

# --- what was read --------------------------------------------------------------------------------------------------


class DrawWhat(Enum):
    """What a draw decided."""

    FIELD = "field"
    REDRAW = "redraw"
    ROUND = "round"
    LOT = "lot"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class DrawRead:
    """A draw with what was public before it."""

    record: DrawRecord
    what: DrawWhat
    drawn_at: datetime
    previous: str
    round: int = 0
    """That it paired, where it paired one."""


@dataclass(frozen=True, slots=True)
class FieldRead:
    """Who entered, and what stands beside their entries."""

    entrants: tuple[Entrant, ...]
    members: Mapping[EntrantId, tuple[BoardMember, ...]] = field(default_factory=dict)
    substitutions: tuple[Substitution, ...] = ()
    ratings: Mapping[PersonId, float] = field(default_factory=dict)
    """Of the latest list, before the draw alone: from then on those count with which the field was drawn."""
    grades: Mapping[PersonId, Grade] = field(default_factory=dict)
    """As `ratings`."""
    hand_seeds: tuple[EntrantId, ...] = ()
    """As `ratings`."""
    decks: Mapping[EntrantId, tuple[BroughtCard, ...]] = field(default_factory=dict)
    """Those that are no secret any more."""


@dataclass(frozen=True, slots=True)
class PlayRead:
    """What is drawn, played and decided; there is none before the draw."""

    facts: EventFacts
    starters: Mapping[EntrantId, Starter]
    bracket: BracketView | None
    table: StandingsView | None
    """None where the event has no table to read."""
    groups: tuple[tuple[StandingRow, ...], ...]
    """The tables of groups, whether they are played or over."""
    in_bracket: frozenset[ContestId]
    """Contests that need a winner."""
    places: Mapping[ContestId, MatchPlace]
    to_final: Mapping[tuple[str, int], int]
    """Of each round of the one bracket, by stage and number, how many come after it."""
    given: Mapping[ContestId, datetime]
    """When open matches were given to be played; those that wait are missing."""
    agreed: Mapping[ContestId, datetime]
    played_by: Mapping[tuple[ContestId, EntrantId], PersonId]
    """Who played for an entrant before somebody else took the place."""
    course: CourseView | None
    """How far it is, while it runs."""
    podium: tuple[StandingRow, ...] = ()
    decisive: Mapping[EntrantId, Contest] = field(default_factory=dict)
    """Of who stands on the podium, the final or the match for the third place that was won."""
    games: Mapping[ContestId, tuple[ToldGame, ...]] = field(default_factory=dict)
    """Of a match for a title, one by one."""


@dataclass(frozen=True, slots=True)
class EventRead:
    """All of it."""

    tournament: Tournament
    server: ServerPages
    community: Community
    pages: EventPages | None
    names: EventNames
    closes_at: datetime
    field: FieldRead
    play: PlayRead | None
    draws: tuple[DrawRead, ...]
    poster: Poster | None
    series: tuple[str, str] | None
    is_paused: bool

    @property
    def event_key(self) -> str:
        """The event in addresses."""
        return self.tournament.tournament_id

    @property
    def names_anew(self) -> bool:
        """Whether teams name their line-up before each match, so that it is a secret until then (GO-25.1, OLY-3)."""
        teams = self.tournament.rulebook.teams
        return teams is not None and teams.line_up is LineUp.FREE

    def is_named(self, entrant_id: EntrantId) -> bool:
        """Whether the entry is shown by name, of a team all who play in it."""
        return self.names.are_named(entrant_id, self.field.members)

    def shown(self, entrant_id: EntrantId) -> Shown:
        """As what the entry is shown; who is on no list any more has no name."""
        return self.names.of(entrant_id)

    def on_stream(self, contest_id: ContestId) -> bool:
        """Whether the match is on stream."""
        return self.pages is not None and self.pages.stream_id == contest_id


# --- plain text -----------------------------------------------------------------------------------------------------


_BOLD: Final = re.compile(r"\*\*|__|^(?:-# |#{1,3} |> )", re.MULTILINE)
_ESCAPED: Final = re.compile(r"\\([\\*_~`|<>\[\]:/#+.)\-])")
_KEPT: Final = "\ue000"
"""Stands for a mark of a name while the marks of Discord are taken out; nobody's text has it."""


def as_plain(said: str) -> str:
    """A sentence that was made for Discord without its marks: nothing is bold, nobody is mentioned."""
    marks: list[str] = []

    def keep(found: re.Match[str]) -> str:
        marks.append(found[1])
        return _KEPT

    bare = _BOLD.sub("", without_mentions(_ESCAPED.sub(keep, said.replace(_KEPT, ""))))
    kept = iter(marks)
    return re.sub(_KEPT, lambda _: next(kept), bare).replace("@\u200b", "@").strip()
