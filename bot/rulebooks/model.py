"""The shape of a rulebook file: every table and key, their kinds, and nothing else.

Reading is strict: a key too many, a key too few or a word where a number belongs is a `RulebookProblem`. What values
mean together is judged by `bot.rulebooks.library`. Importing pydantic takes a tenth of a second, so this module is
imported only when a TOML file is read.

What a setting of a rulebook file may be: the kinds that TOML does not know, read strictly.

The tables that a rulebook file may have: a strict pydantic model made from each of the domain's dataclasses.

A setting without a default in the dataclass must stand in the file; one with a default may be left out.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from datetime import timedelta
from enum import StrEnum
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model
from pydantic import Field as FieldOf
from pydantic_core import PydanticCustomError

from bot.kernel.outages import read_duration
from bot.play.format_checks import ProblemCode, RulebookProblem
from bot.play.format_rules import LineUp, Seeding
from bot.play.rating import STARTING
from bot.play.rulebook import (
    AbsenceRules,
    CheckInRules,
    DrawRules,
    DrawSalt,
    FormatName,
    KnockoutRules,
    Lateness,
    MatchRules,
    OutageRules,
    RatingRules,
    RegistrationRules,
    Reviewers,
    Rulebook,
    WhenUnanswered,
)
from bot.rulebooks.notation import NOTHING, nothing_word

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


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


class RulebookTable(BaseModel):
    """A table of the file: no key more, none less, nothing converted in silence."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


RULES: Final[Mapping[str, type]] = {
    name: kind
    for name, hint in get_type_hints(Rulebook).items()
    for kind in get_args(hint)
    if isinstance(kind, type) and is_dataclass(kind)
}
"""The table's name, which is also the field of `Rulebook`, and what it becomes."""


def model_of(kind: type) -> type[BaseModel]:
    """The strict model of a table whose settings are the dataclass's fields."""
    hints = get_type_hints(kind)
    settings = {field.name: (_kind(hints[field.name]), _default(field)) for field in fields(kind)}
    return create_model(kind.__name__, __base__=RulebookTable, **cast("dict[str, Any]", settings))


def _default(field: dataclasses.Field[object]) -> object:
    return ... if field.default is MISSING else field.default


def _kind(hint: object) -> object:
    """The annotation that reads the setting from TOML: durations and options are words there, "none" is None."""
    if isinstance(hint, UnionType):
        return Annotated[_kind(get_args(hint)[0]) | None, BeforeValidator(or_nothing(NOTHING))]  # type: ignore[operator]
    if get_origin(hint) is tuple:
        return Annotated[tuple[_kind(get_args(hint)[0]), ...], FieldOf(strict=False)]  # type: ignore[misc]
    if hint is timedelta:
        return Duration
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Annotated[hint, BeforeValidator(one_of(hint))]
    return hint


GIVEN_LENGTH = 60
"""How much of a refused value is repeated to its author."""


class Registration(RulebookTable):
    """The section `[registration]`."""

    capacity: Whole
    account: Word
    refuse_barred: bool
    refuse_qualified_for: Word
    invited_only: bool = False
    seeds_by_hand: bool = False
    substitutes: bool = False


class CheckIn(RulebookTable):
    """The section `[check_in]`."""

    opens_before: Duration
    closes_before: Duration
    reminders_before_close: Reminders
    extend_check_in: bool = False
    late: Annotated[Lateness, BeforeValidator(one_of(Lateness))] = Lateness.NONE


class Knockout(RulebookTable):
    """The section `[knockout]`."""

    best_of: int
    final_best_of: int
    third_place_match: bool
    third_place_best_of: int
    byes_by_rating: bool
    lives: int = 1
    seeding: Annotated[Seeding, BeforeValidator(one_of(Seeding))] = Seeding.DRAWN
    placement_matches: bool = False


class Matches(RulebookTable):
    """The section `[matches]`."""

    matches_per_arbiter: int
    minutes_per_walkover_game: int
    confirm_within: Duration
    remind_confirm_after: Duration
    escalate_dispute_after: Duration
    double_absence_after: DurationOrNone = None
    waits_for_other_events: bool = False


def _bar(value: object) -> object:
    return None if value == nothing_word("absence.bar_lasts") else duration(value)


class Absence(RulebookTable):
    """The section `[absence]`."""

    justify_within: Duration
    reminders_before_close: Reminders
    reviewers: Annotated[Reviewers, BeforeValidator(one_of(Reviewers))]
    when_unanswered: Annotated[WhenUnanswered, BeforeValidator(one_of(WhenUnanswered))]
    bar_when_unjustified: bool
    bar_lasts: Annotated[timedelta | None, BeforeValidator(_bar)]
    also_when_called_off: bool = False
    ask_why: bool = True


class Rating(RulebookTable):
    """The section `[rating]`. Records have the list's numbers in it; of a file of rules they are taken out before."""

    rated: bool
    initial: float = STARTING.initial
    k: float = STARTING.k
    base_minutes: float
    increment_seconds: int


class DrawTable(RulebookTable):
    """`[draw]`, which older files have: every draw is made by the event's own chain, and nothing can be set."""

    salt: Annotated[DrawSalt, BeforeValidator(one_of([DrawSalt.NONE]))] = DrawSalt.NONE


class OutageTable(RulebookTable):
    """The section `[outage]`."""

    reopen_for: Duration


class _EveryFile(RulebookTable):
    """What stands in the file of every rulebook."""

    name: str
    title: str
    version: str
    official: bool
    format: Annotated[FormatName, BeforeValidator(one_of(FormatName))]
    minimum_entrants: int
    cites: Annotated[tuple[str, ...], Field(strict=False)]
    registration: Registration
    check_in: CheckIn
    knockout: Knockout | None = None
    matches: Matches
    absence: Absence
    rating: Rating
    draw: DrawTable = DrawTable()
    outage: OutageTable


_OPTIONAL = {name: (model_of(kind) | None, None) for name, kind in RULES.items()}
RulebookFile = create_model("RulebookFile", __base__=_EveryFile, **cast("dict[str, Any]", _OPTIONAL))
"""The whole file, with the tables that only some formats have."""

_TABLES = {
    "registration": RegistrationRules,
    "check_in": CheckInRules,
    "knockout": KnockoutRules,
    "matches": MatchRules,
    "absence": AbsenceRules,
    "rating": RatingRules,
    "draw": DrawRules,
    "outage": OutageRules,
    **RULES,
}


def _of_the_format(file: _EveryFile) -> Iterator[tuple[str, str, object]]:
    """Settings of which the format leaves one value alone: it holds where a file leaves them out."""
    tables = {name for name in type(file).model_fields if getattr(file, name) is not None}
    if not file.format.traits.is_bracket and (file.format.traits.in_groups or "cut" in tables):
        yield "knockout", "seeding", Seeding.SEEDED
    if {"teams", "dispute"} <= tables:
        yield "teams", "line_up", LineUp.FREE


def _to_domain(file: _EveryFile) -> Rulebook:
    """The same rules as the domain's frozen dataclasses; the kinds are right, their sense is not judged yet."""
    found = {name: getattr(file, name) for name in type(file).model_fields}
    tables = {name: kind(**dict(found[name])) for name, kind in _TABLES.items() if found[name] is not None}
    tables.setdefault("knockout", KnockoutRules())
    for name, key, value in _of_the_format(file):
        if key not in getattr(found[name], "model_fields_set", ()):
            tables[name] = replace(tables[name], **{key: value})
    return Rulebook(**cast("dict[str, Any]", {**found, **tables}))


def from_tables(tables: Mapping[str, object]) -> Rulebook | tuple[RulebookProblem, ...]:
    """The rulebook that the parsed TOML describes, or every fault of its shape."""
    try:
        file = RulebookFile.model_validate(tables)
        if file.format.traits.is_bracket and file.knockout is None:
            return (RulebookProblem("knockout", ProblemCode.TABLE_MISSING, given=f"format = {file.format}"),)
        return _to_domain(file)
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


def _problem(error: ErrorDetails) -> RulebookProblem:
    key, code = _path(error["loc"]), _CODES[error["type"]]
    match code:
        case ProblemCode.MISSING:
            return RulebookProblem(key, code)
        case ProblemCode.UNKNOWN_KEY:
            return RulebookProblem(key, code, options=_nearest(error["loc"]))
        case ProblemCode.NOT_AN_OPTION:
            return RulebookProblem(key, code, given=_excerpt(error["input"]), options=error.get("ctx", {})["options"])
        case _:
            return RulebookProblem(key, code, given=_excerpt(error["input"]))


def _path(place: tuple[int | str, ...]) -> str:
    """`("check_in", "reminders_before_close", 1)` is `check_in.reminders_before_close[1]`."""
    dotted = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:GIVEN_LENGTH]}" for step in place)
    return dotted.removeprefix(".")


def _excerpt(value: object) -> str:
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
        hint = known.model_fields[table].annotation
        inner = (hint, *get_args(hint))
        known = next((one for one in inner if isinstance(one, type) and issubclass(one, BaseModel)), known)
    return tuple(difflib.get_close_matches(unknown, known.model_fields, n=1))
