"""What a setting of a rulebook file may be: the kinds that TOML does not know, read strictly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from bot.domain.durations import read_duration
from bot.domain.regulation.rulebook_problems import ProblemCode
from bot.rulebooks.notation import NOTHING


def duration(value: object) -> object:
    """The length that the words say; a problem when they say none."""
    if isinstance(value, timedelta):
        return value
    found = read_duration(value) if isinstance(value, str) else None
    if found is None:
        raise PydanticCustomError(ProblemCode.EXPECTED_DURATION, "no duration")
    return found


def one_of(options: Iterable[StrEnum]) -> Callable[[object], StrEnum]:
    """A reader of the options' own words."""

    def choose(value: object) -> StrEnum:
        for option in options:
            if value == option.value:
                return option
        raise PydanticCustomError(ProblemCode.NOT_AN_OPTION, "no option", {"options": tuple(map(str, options))})

    return choose


def or_nothing(word: str) -> Callable[[object], object]:
    """A reader of what follows that takes the word for no value."""
    return lambda value: None if value == word else value


Duration = Annotated[timedelta, BeforeValidator(duration)]
DurationOrNone = Annotated[
    timedelta | None, BeforeValidator(lambda value: None if value == NOTHING else duration(value))
]
Reminders = Annotated[tuple[Duration, ...], Field(strict=False)]
Whole = Annotated[int | None, BeforeValidator(or_nothing(NOTHING))]
Word = Annotated[str | None, BeforeValidator(or_nothing(NOTHING))]


class Table(BaseModel):
    """A table of the file: no key more, none less, nothing converted in silence."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)
