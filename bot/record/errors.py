"""What can be wrong with a record, each fault with its exact place and without text; scores and fractions as written.

The sentences are the catalogues' (`record.fault.<code>`): in four languages on Discord, in English on the command
line. Scores are written 3-1, ½-½, 1-1=2, +:-, bye; exact fractions "13/2", "7", null.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final

from bot.kernel.errors import FieldValue, UserError
from bot.kernel.files import BOUNDS, FileKind
from bot.play.contests import ResultKind, Score
from bot.play.format_checks import RulebookProblem

# --- faults ---------------------------------------------------------------------------------------------------------


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


class ValueKind(StrEnum):
    """What belongs at a place; its words are `record.kind.<kind>`, some of them with a limit."""

    __said_as__ = "kind"

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
        """As `RecordFault.wanted` holds it, with the number or the words that go with it."""
        return f"{self}:{limit}"


@dataclass(frozen=True, slots=True)
class RecordFault:
    """One fault of a record."""

    place: str
    """As `contests[3].score`; empty for the file as a whole."""
    code: FaultCode
    given: str = ""
    """What stands there."""
    wanted: str = ""
    """What could have stood there, or the other place; for a wrong kind the `ValueKind`, its limit behind a colon."""
    problem: RulebookProblem | None = None


def too_large(size: int) -> RecordFault:
    """That a file of so many bytes is not read; the sentence speaks of KiB."""
    return RecordFault("", FaultCode.TOO_LARGE, str(-(-size // 1024)), str(LARGEST_FILE // 1024))


class RecordRefused(UserError):
    """The file is no record that can be replayed; nothing was taken from it."""

    file: str
    faults: tuple[RecordFault, ...]
    """At least one, in the order of the file."""

    def fields(self) -> Mapping[str, FieldValue]:
        """The file's name, and how many faults there are."""
        return {"file": self.file, "n": len(self.faults)}


# --- scores as people write them ------------------------------------------------------------------------------------


BYE: Final = "bye"
_NUMBER: Final = r"(\d{1,3}(?:[.,]5|½| ?1/2)?|½|1/2)"
_PLAIN: Final = re.compile(rf"{_NUMBER}(?:\s*[-–:]\s*{_NUMBER}){{1,3}}(?:\s*=\s*(\d{{1,3}}))?", re.ASCII)
_GIVEN: Final = {"+": 1, "-": 0}
_FORFEIT: Final = re.compile(r"([+-])\s*:\s*([+-])")


@dataclass(frozen=True, slots=True)
class WrittenScore:
    """A score as it was written. Of a forfeit the games are those of the whole contest, however long it was to be."""

    score: Score = (0, 0)
    draws: int = 0
    forfeit: bool = False
    kind: ResultKind = ResultKind.PLAYED


@lru_cache(maxsize=1024)
def read_score(text: str) -> WrittenScore | None:
    """The score that the words say; None when they say none.

    "3-1" are games won, "1-1=2" those and two drawn ones. A half is half a drawn game of either side: "½-½" is one
    drawn game, "1½-½" a win and a drawn game. "+:-" is a contest given to the first side, "-:-" one that both lost by
    absence.
    """
    words = text.strip()
    if given := _FORFEIT.fullmatch(words):
        return _forfeit(tuple(_GIVEN[sign] for sign in given.groups()))
    return _parse_count(words) if _PLAIN.fullmatch(words) else None


def _forfeit(score: Score) -> WrittenScore | None:
    kind = ResultKind.WALKOVER if any(score) else ResultKind.DOUBLE_WALKOVER
    return None if all(score) else WrittenScore(score, 0, forfeit=True, kind=kind)


def _parse_count(words: str) -> WrittenScore | None:
    counted, _, drawn = words.partition("=")
    numbers = [_number(one) for one in re.split(r"\s*[-–:]\s*", counted.strip())]
    halves = [number for number in numbers if number.denominator == 2]
    if not halves:
        return WrittenScore(tuple(map(int, numbers)), int(drawn or 0))
    if drawn or len(numbers) != 2 or len(halves) != 2:
        return None
    return WrittenScore(tuple(map(int, numbers)), 1)


def write_score(score: Score, draws: int) -> str:
    """The score as `read_score` reads it: "½-½" for one drawn game, otherwise games won and drawn ones behind them."""
    if draws == 1 and score == (0, 0):
        return "½-½"
    plain = "-".join(map(str, score))
    return f"{plain}={draws}" if draws else plain


def _number(text: str) -> Fraction:
    whole = text.replace("1/2", "½").replace(",", ".")
    if whole.endswith("½"):
        return Fraction(whole[:-1].strip() or 0) + Fraction(1, 2)
    return Fraction(whole)


# --- exact fractions ------------------------------------------------------------------------------------------------


def read_value(text: str | int | None) -> Fraction | None:
    """The number; raises ValueError for anything else."""
    if text is None:
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError(text) from None


def write_value(value: Fraction | None) -> str | None:
    """The number as `read_value` reads it."""
    return None if value is None else str(value)
