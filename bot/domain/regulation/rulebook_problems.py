"""What can be wrong with a rulebook, each fault with its place and values and without a word of text.

The faults of a file's shape (a missing key, a word where a number belongs) are found by `bot.rulebooks`, those of its
sense by the checks that `bot/rulebooks/checks.py` joins; an organiser reads one list of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ProblemCode(StrEnum):
    """What is wrong; each has its sentence in the catalogues, which says how to put it right."""

    TOO_LARGE = "too_large"
    NOT_UTF8 = "not_utf8"
    SYNTAX = "syntax"
    MISSING = "missing"
    UNKNOWN_KEY = "unknown_key"
    EXPECTED_INTEGER = "expected_integer"
    EXPECTED_NUMBER = "expected_number"
    EXPECTED_BOOLEAN = "expected_boolean"
    EXPECTED_TEXT = "expected_text"
    EXPECTED_LIST = "expected_list"
    EXPECTED_TABLE = "expected_table"
    EXPECTED_DURATION = "expected_duration"
    EXPECTED_MEASURE = "expected_measure"
    NOT_AN_OPTION = "not_an_option"
    TOO_LOW = "too_low"
    TOO_HIGH = "too_high"
    NOT_ABOVE_ZERO = "not_above_zero"
    TOO_LONG = "too_long"
    TOO_MANY = "too_many"
    EMPTY = "empty"
    NOT_ONE_LINE = "not_one_line"
    NOT_A_SLUG = "not_a_slug"
    NOT_A_ROLE = "not_a_role"
    NOT_ODD = "not_odd"
    NOT_THE_SAME = "not_the_same"
    STANDS_TWICE = "stands_twice"
    NOT_SHORTER = "not_shorter"
    NOT_LONGEST_FIRST = "not_longest_first"
    BELOW_MINIMUM = "below_minimum"
    NOT_BY_INVITATION = "not_by_invitation"
    OFFICIAL_NOT_RATED = "official_not_rated"
    NOT_CLASSICAL = "not_classical"
    TABLE_MISSING = "table_missing"
    NOT_IN_FORMAT = "not_in_format"
    ASKS_FOR_OTHER = "asks_for_other"
    DIFFERS = "differs"
    NEEDS_A_VALUE = "needs_a_value"
    ABOVE_OTHER = "above_other"
    NOT_BELOW = "not_below"
    NOT_IN_QUARTERS = "not_in_quarters"
    NOT_THE_SUM = "not_the_sum"
    WRONG_LENGTH = "wrong_length"
    NOT_HIGHEST_FIRST = "not_highest_first"
    EMPTY_LIST = "empty_list"
    NO_CARD = "no_card"
    NOT_THE_LAST = "not_the_last"
    TEAMS_IN_TIME = "teams_in_time"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a rulebook: where, what, and the values that its sentence speaks of, as a file writes them."""

    key: str
    """The dotted path, `"check_in.opens_before"`; empty for the file as a whole."""
    code: ProblemCode
    given: str = ""
    limit: str = ""
    """The bound that was passed, or the value that had to be kept to."""
    other: str = ""
    """The other key, where two disagree."""
    options: tuple[str, ...] = ()
    """What would have done: the options, or the known key that looks most like the unknown one."""
    line: int = 0
    column: int = 0
    """Counted from 1; 0 where the place is not known."""
