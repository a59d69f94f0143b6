"""What captains remember of an event of teams, beside the diary of every event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from rehearsal.cups.cup import Cup
from rehearsal.cups.teams.roster import Squad
from rehearsal.cups.teams.rules import TeamRules
from rehearsal.cups.teams.scenes import Scenes
from rehearsal.facts import PLAY_OFF, stage_of
from rehearsal.members import Answer
from rehearsal.posts import Post


class Wrong(StrEnum):
    """What somebody tries that a rulebook refuses."""

    OVERFULL = "a team with a member too many"
    TWO_OF_THE_TOP = "two of the ranking's first in a team"
    NOT_HIGHEST = "a captain who is not the highest rated"
    NO_RATING = "a captain without a rating"
    NAME_TAKEN = "a name that another team has"
    IN_ANOTHER = "a member of another team"
    TOO_OLD = "a pupil of an older category"
    NO_YEAR = "a pupil without a school year"
    TOO_SMALL = "a team that is not whole"
    ALONE = "somebody without a team"
    SITS_TWICE = "a member in two games at once"
    OVERFULL_BOARD = "a board with one too many"
    MOVED = "a member who changes boards"
    TOO_MANY_BOARDS = "more boards than there are"
    NO_LINE_UP = "a report before the line-ups"
    IMPOSSIBLE = "a board that cannot have ended so"
    NOT_GIVEN = "a board told as played that lateness has cost"
    NOT_A_CAPTAIN = "a report by who is no captain"


@dataclass(frozen=True, slots=True)
class Refused:
    """Somebody tried what is refused; the answer has to say these words."""

    wrong: Wrong
    who: str
    answer: Answer
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A board as both captains would sign it: games won by either side, drawn ones, and those that nobody played."""

    score: tuple[int, int]
    draws: int = 0
    given: tuple[int, int] = (0, 0)
    """Games that either side was given, since the other's player was not there."""
    mark: str = ""
    """How it is written where not by its score: a count, or an arbiter's mark."""

    @property
    def turned(self) -> Told:
        """With the sides the other way round."""
        return Told((self.score[1], self.score[0]), self.draws, (self.given[1], self.given[0]))

    @property
    def text(self) -> str:
        """As a captain writes it."""
        if self.mark:
            return self.mark
        if any(self.given) and self.given == self.score and not self.draws and not all(self.given):
            return "+-" if self.score[0] else "-+"
        halves = [2 * won + self.draws for won in self.score]
        return "-".join(f"{half // 2 or ''}½" if half % 2 else str(half // 2) for half in halves)


Seats = tuple[tuple[str, ...], ...]
"""Names, board by board."""


@dataclass(slots=True)
class TeamCup(Cup):
    """The cup under way, and what its captains remember."""

    teams: TeamRules = field(kw_only=True)
    squads: list[Squad] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    due: set[Wrong] = field(default_factory=set)
    """What has to be tried, by the rulebook."""
    signed: dict[str, list[Told]] = field(default_factory=dict)
    """By contest: the boards as they ended."""
    line_ups: dict[tuple[str, int], Seats] = field(default_factory=dict)
    """By contest and captain: what was named for the match."""
    invited: int = 0
    """Members of the server whom a captain asked to play, and who have answered."""
    named_at: dict[tuple[str, int], datetime] = field(default_factory=dict)
    corrected: dict[str, datetime] = field(default_factory=dict)
    scenes: Scenes = field(default_factory=Scenes)

    def squad(self, captain: int) -> Squad:
        """The team of a captain."""
        return next(one for one in self.squads if one.captain.member.id == captain)

    def rules_of(self, card: Post) -> TeamRules:
        """What holds of the match: a play-off has a length of its own."""
        is_play_off = stage_of(self.play.stage.path, card.subject("here")) == PLAY_OFF
        return self.teams.in_a_play_off if is_play_off else self.teams

    def has_tried(self, wrong: Wrong) -> bool:
        """Whether somebody has tried it already."""
        return any(one.wrong is wrong for one in self.refused)

    def refuse(self, wrong: Wrong, who: str, answer: Answer, *words: str) -> Answer:
        """Remembers what the answer was to something that has to be refused."""
        self.refused.append(Refused(wrong, who, answer, words))
        return answer


def worth(told: Sequence[Told], rules: TeamRules) -> tuple[Fraction, Fraction]:
    """What the boards are worth to either side, by the rulebook's own words; a game more is worth nothing."""
    totals = [Fraction(0), Fraction(0)]
    for game, board in zip(rules.games, told, strict=False):
        for side in (0, 1):
            own, their = board.score[side], board.score[1 - side]
            if rules.is_dispute:
                totals[side] += game.worth * (own + Fraction(board.draws, 2))
            elif rules.counts_games:
                totals[side] += rules.board_win * own + rules.board_draw * board.draws
            elif own == their:
                totals[side] += rules.board_draw if own or board.draws else 0
            elif own > their:
                totals[side] += rules.board_win
    return totals[0], totals[1]
