"""The shape of a rulebook file: every table and key, their kinds, and nothing else.

Reading is strict: a key too many, a key too few or a word where a number belongs is a `Problem`. What the values mean
together is judged by `bot.domain.rulebook_checks`. Importing pydantic takes a tenth of a second, so this module is
imported only when a TOML file is read.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from bot.domain.durations import read_duration
from bot.domain.rulebook import (
    AbsenceRules,
    CheckInRules,
    DrawRules,
    DrawSalt,
    FormatName,
    KnockoutRules,
    MatchRules,
    OutageRules,
    RatingRules,
    RegistrationRules,
    Reviewers,
    Rulebook,
    WhenUnanswered,
)
from bot.domain.rulebook_problems import Problem, ProblemCode
from bot.rulebooks.notation import NOTHING, nothing_word

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

GIVEN_LENGTH = 60
"""How much of a refused value is repeated to its author."""


def _duration(value: object) -> object:
    found = read_duration(value) if isinstance(value, str) else None
    if found is None:
        raise PydanticCustomError(ProblemCode.EXPECTED_DURATION, "no duration")
    return found


def _one_of(options: type[StrEnum]) -> Callable[[object], StrEnum]:
    def choose(value: object) -> StrEnum:
        for option in options:
            if value == option.value:
                return option
        raise PydanticCustomError(ProblemCode.NOT_AN_OPTION, "no option", {"options": tuple(map(str, options))})

    return choose


def _or_nothing(word: str) -> Callable[[object], object]:
    return lambda value: None if value == word else value


Duration = Annotated[timedelta, BeforeValidator(_duration)]
Reminders = Annotated[tuple[Duration, ...], Field(strict=False)]
Whole = Annotated[int | None, BeforeValidator(_or_nothing(NOTHING))]
Word = Annotated[str | None, BeforeValidator(_or_nothing(NOTHING))]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Registration(_Table):
    """`[registration]`"""

    capacity: Whole
    account: Word
    refuse_barred: bool
    refuse_qualified_for: Word


class CheckIn(_Table):
    """`[check_in]`"""

    opens_before: Duration
    closes_before: Duration
    reminders_before_close: Reminders


class Knockout(_Table):
    """`[knockout]`"""

    best_of: int
    final_best_of: int
    third_place_match: bool
    third_place_best_of: int
    byes_by_rating: bool


class Matches(_Table):
    """`[matches]`"""

    matches_per_arbiter: int
    minutes_per_walkover_game: int
    confirm_within: Duration
    remind_confirm_after: Duration
    escalate_dispute_after: Duration


def _bar(value: object) -> object:
    return None if value == nothing_word("absence.bar_lasts") else _duration(value)


class Absence(_Table):
    """`[absence]`"""

    justify_within: Duration
    reminders_before_close: Reminders
    reviewers: Annotated[Reviewers, BeforeValidator(_one_of(Reviewers))]
    when_unanswered: Annotated[WhenUnanswered, BeforeValidator(_one_of(WhenUnanswered))]
    bar_when_unjustified: bool
    bar_lasts: Annotated[timedelta | None, BeforeValidator(_bar)]


class Rating(_Table):
    """`[rating]`"""

    rated: bool
    initial: float
    k: float
    base_minutes: float
    increment_seconds: int


class Draw(_Table):
    """`[draw]`; the delay belongs to a beacon alone, so it may be left out."""

    salt: Annotated[DrawSalt, BeforeValidator(_one_of(DrawSalt))]
    beacon_delay: Duration = timedelta(0)


class Outage(_Table):
    """`[outage]`"""

    reopen_for: Duration


class RulebookFile(_Table):
    """The whole file."""

    name: str
    title: str
    version: str
    official: bool
    format: Annotated[FormatName, BeforeValidator(_one_of(FormatName))]
    minimum_entrants: int
    cites: Annotated[tuple[str, ...], Field(strict=False)]
    registration: Registration
    check_in: CheckIn
    knockout: Knockout
    matches: Matches
    absence: Absence
    rating: Rating
    draw: Draw
    outage: Outage

    def to_domain(self) -> Rulebook:
        """The same rules as the domain's frozen dataclasses; the kinds are right, their sense is not judged yet."""
        return Rulebook(
            name=self.name,
            title=self.title,
            version=self.version,
            official=self.official,
            format=self.format,
            minimum_entrants=self.minimum_entrants,
            registration=RegistrationRules(**dict(self.registration)),
            check_in=CheckInRules(**dict(self.check_in)),
            knockout=KnockoutRules(**dict(self.knockout)),
            matches=MatchRules(**dict(self.matches)),
            absence=AbsenceRules(**dict(self.absence)),
            rating=RatingRules(**dict(self.rating)),
            draw=DrawRules(**dict(self.draw)),
            outage=OutageRules(**dict(self.outage)),
            cites=self.cites,
        )


def from_tables(tables: Mapping[str, object]) -> Rulebook | tuple[Problem, ...]:
    """The rulebook that the parsed TOML describes, or every fault of its shape."""
    try:
        return RulebookFile.model_validate(tables).to_domain()
    except ValidationError as refused:
        return tuple(_problem(error) for error in refused.errors(include_url=False))


_CODES = {
    "missing": ProblemCode.MISSING,
    "extra_forbidden": ProblemCode.UNKNOWN_KEY,
    "int_type": ProblemCode.EXPECTED_INTEGER,
    "int_from_float": ProblemCode.EXPECTED_INTEGER,
    "float_type": ProblemCode.EXPECTED_NUMBER,
    "finite_number": ProblemCode.EXPECTED_NUMBER,
    "bool_type": ProblemCode.EXPECTED_BOOLEAN,
    "string_type": ProblemCode.EXPECTED_TEXT,
    "tuple_type": ProblemCode.EXPECTED_LIST,
    "model_type": ProblemCode.EXPECTED_TABLE,
    ProblemCode.EXPECTED_DURATION: ProblemCode.EXPECTED_DURATION,
    ProblemCode.NOT_AN_OPTION: ProblemCode.NOT_AN_OPTION,
}


def _problem(error: ErrorDetails) -> Problem:
    key, code = _path(error["loc"]), _CODES[error["type"]]
    match code:
        case ProblemCode.MISSING:
            return Problem(key, code)
        case ProblemCode.UNKNOWN_KEY:
            return Problem(key, code, options=_nearest(error["loc"]))
        case ProblemCode.NOT_AN_OPTION:
            return Problem(key, code, given=_given(error["input"]), options=error.get("ctx", {})["options"])
        case _:
            return Problem(key, code, given=_given(error["input"]))


def _path(place: tuple[int | str, ...]) -> str:
    """`("check_in", "reminders_before_close", 1)` is `check_in.reminders_before_close[1]`."""
    dotted = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:GIVEN_LENGTH]}" for step in place)
    return dotted.removeprefix(".")


def _given(value: object) -> str:
    match value:
        case bool():
            text = "true" if value else "false"
        case dict():
            text = "{…}"
        case list():
            text = "[…]"
        case _:
            text = str(value)
    return text if len(text) <= GIVEN_LENGTH else text[: GIVEN_LENGTH - 1] + "…"


def _nearest(place: tuple[int | str, ...]) -> tuple[str, ...]:
    """The known key of the same table that the unknown one was probably meant to be; none when nothing is like it."""
    *tables, unknown = (str(step) for step in place)
    known: type[BaseModel] = RulebookFile
    for table in tables:
        inner = known.model_fields[table].annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            known = inner
    return tuple(difflib.get_close_matches(unknown, known.model_fields, n=1))
