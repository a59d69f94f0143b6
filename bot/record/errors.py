"""What can be wrong with a record, each fault with its exact place and without a word of text.

The sentences are the catalogues' (`record.fault.<code>`): in four languages on Discord, in English on the command line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.domain.file_bounds import BOUNDS, FileKind
from bot.domain.regulation.rulebook_problems import Problem
from bot.errors import FieldValue, UserError

LARGEST_FILE: Final = BOUNDS[FileKind.RECORD].size
"""Bytes; an event of 1,024 players has about a third of it."""


GIVEN_LENGTH: Final = 60
"""Characters of what stands in the file that a fault repeats."""


class FaultCode(StrEnum):
    """What is wrong; each has its sentence, which says how to put it right."""

    TOO_LARGE = "too_large"
    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    BAD_ESCAPE = "bad_escape"
    """A letter written as \\u and digits that is none, as half of a pair of surrogates."""
    KEY_TWICE = "key_twice"
    NOT_A_TRF = "not_a_trf"
    WRONG_POINTS = "wrong_points"
    """The points of a report do not follow from its games."""
    REPORT_ROUNDS = "report_rounds"
    """A report holds more rounds than it says that the event has."""
    REPORT_LINE = "report_line"
    """A line of a report that would change the pairing in a way that is not known here, or that no report has."""
    REPORT_TEAMS = "report_teams"
    """A line of a report that speaks of teams."""
    REPORT_KIND = "report_kind"
    """A report of an event that is no Swiss and no round robin of single players, or that says two kinds."""
    REPORT_SCORING = "report_scoring"
    """Points that a report gives in a way in which no rulebook counts."""
    REPORT_BYE = "report_bye"
    """A bye in a line of its own that is another one than the player's line says."""
    NOT_PLACED = "not_placed"
    """Somebody has no match in a knock-out that has begun, so that nobody knows where they go on."""
    VERSION = "version"
    MISSING = "missing"
    UNKNOWN_KEY = "unknown_key"
    WRONG_KIND = "wrong_kind"
    UNKNOWN_PRESET = "unknown_preset"
    RULEBOOK = "rulebook"
    """The rulebook itself is at fault: `problem` says how."""
    FORMAT = "format"
    """The rulebook's format cannot be replayed."""
    TOO_MANY = "too_many"
    """More entrants than can be paired while somebody waits."""
    ENTRANT_TWICE = "entrant_twice"
    UNKNOWN_ENTRANT = "unknown_entrant"
    UNKNOWN_CONTEST = "unknown_contest"
    CONTEST_TWICE = "contest_twice"
    SAME_PLACE = "same_place"
    BOARD_TWICE = "board_twice"
    NO_GROUP = "no_group"
    """A contest of groups is in none, and who has met does not say in which."""
    """Two contests at one place of the event."""
    TWICE_IN_ROUND = "twice_in_round"
    MET_TWICE = "met_twice"
    """A pair has met more often than the format lets it."""
    AGAINST_ITSELF = "against_itself"
    SIDES = "sides"
    """So many sides cannot meet in this format."""
    UNREADABLE_SCORE = "unreadable_score"
    IMPOSSIBLE_SCORE = "impossible_score"
    KIND_CONTRADICTS = "kind_contradicts"
    """The kind says that nobody has won, and the score that somebody has."""
    OUT_OF_ORDER = "out_of_order"
    """Something happened before what it follows from."""
    WRONG_COUNT = "wrong_count"
    IMPOSSIBLE_SIDE = "impossible_side"
    """Sides have numbers from 0, and this one does not exist."""
    BAD_DRAW = "bad_draw"
    IMPOSSIBLE_PLACE = "impossible_place"
    """No such round or place in this format with so many entrants, or not with these sides."""
    NOT_SEPARATED = "not_separated"
    """The boards of teams are level where one of them goes on, and nothing says which."""
    WRONG_WINNER = "wrong_winner"
    """By the boards and the rulebook another side goes on."""
    DOES_NOT_STAY = "does_not_stay"
    """A game of a challenge in which the winner did not stay, or the match went on, or ended too early (GO-26.6)."""
    LOT_IS_DRAWN = "lot_is_drawn"
    """An order by lot that stands beside the draws, which say it by themselves."""
    UNKNOWN_DRAW = "unknown_draw"
    """The draw that a contest is said to follow from does not stand in the file."""
    KIND_AND_WALKOVERS = "kind_and_walkovers"
    """The kind and the games that nobody played do not fit each other."""
    LOOK_ALIKE = "look_alike"
    """Two ids that nobody can tell apart."""
    GUESS = "guess"
    """What does not follow from a guess of who has the first colour (GO-10)."""
    SERIES_GAME = "series_game"
    """A game of a match for a title that cannot have been: its number, or who won a game that ended so."""
    SERIES_COLOUR = "series_colour"
    """In that game the other side has the first colour (AIJE-D03-2)."""
    SERIES_SCORE = "series_score"
    """The games of a match for a title do not give its score."""
    WEIGHT = "weight"
    """By the rulebook a game of that board is worth another number of points."""
    COUNT_CONTRADICTS = "count_contradicts"
    """By the count and the compensation the game has another winner."""
    NOT_USED = "not_used"
    """Somebody wrote it down, and nothing of the event follows from it."""
    NOT_REPLAYABLE = "not_replayable"
    """The contests contradict each other so that no table follows."""


class Kind(StrEnum):
    """What belongs at a place; its words are `record.kind.<kind>`, some of them with a limit."""

    WHOLE = "whole"
    NUMBER = "number"
    TEXT = "text"
    SWITCH = "switch"
    LIST = "list"
    OBJECT = "object"
    MOMENT = "moment"
    FRACTION = "fraction"
    LINE = "line"
    LEAST = "least"
    MOST = "most"
    SHORT = "short"
    FILLED = "filled"
    ONE_OF = "one_of"
    OTHER = "other"

    def within(self, limit: object) -> str:
        """As `Fault.wanted` holds it, with the number or the words that go with it."""
        return f"{self}:{limit}"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a record."""

    place: str
    """As `contests[3].score`; empty for the file as a whole."""
    code: FaultCode
    given: str = ""
    """What stands there."""
    wanted: str = ""
    """What could have stood there, or the other place; for a wrong kind the `Kind`, with its limit behind a colon."""
    problem: Problem | None = None


def too_large(size: int) -> Fault:
    """That a file of so many bytes is not read; the sentence speaks of KiB."""
    return Fault("", FaultCode.TOO_LARGE, str(-(-size // 1024)), str(LARGEST_FILE // 1024))


class RecordRefused(UserError):
    """The file is no record that can be replayed; nothing was taken from it."""

    file: str
    faults: tuple[Fault, ...]
    """At least one, in the order of the file."""

    def fields(self) -> Mapping[str, FieldValue]:
        """The file's name, and how many faults there are."""
        return {"file": self.file, "n": len(self.faults)}
