"""The shape of a rulebook file, and a rulebook as text: TOML for people, canonical JSON for the record.

Reading is strict: a key too many, a key too few or a word where a number belongs is a `Problem`. What the values mean
together is judged by `bot.rulebooks.library`. A setting without a default in the dataclass must stand in the file;
one with a default may be left out. Importing pydantic takes a tenth of a second.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from datetime import timedelta
from enum import StrEnum
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model
from pydantic import Field as FieldOf
from pydantic_core import PydanticCustomError

from bot.kernel.outages import read_duration, write_duration
from bot.play.format_checks import Problem, ProblemCode
from bot.play.format_rules import LineUp, Seeding
from bot.play.rating import STARTING
from bot.play.rulebook import (
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
    Setting,
    WhenUnanswered,
    settings,
)

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


# --- a rulebook as text ---------------------------------------------------------------------------------------------


NOTHING = "none"
"""TOML has no null: where a setting may be empty it says so."""
UNTIL_LIFTED = "until further notice"

_MILLISECOND = timedelta(milliseconds=1)
_Rules = TypeVar("_Rules")


def nothing_word(key: str) -> str:
    """The word that stands for "no value" at a key; for a bar's length it is the association's own."""
    return UNTIL_LIFTED if key == "absence.bar_lasts" else NOTHING


def write_value(key: str, value: Setting) -> str:
    """The value as it stands after `key =` in a TOML file."""
    match value:
        case None:
            return _text(nothing_word(key))
        case bool():
            return "true" if value else "false"
        case timedelta():
            return _text(write_duration(value))
        case tuple():
            return f"[{', '.join(write_value(key, entry) for entry in value)}]"
        case str():
            return _text(value)
        case _:
            return repr(_number(value))


def _text(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which JSON leaves bare and TOML forbids.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _number(number: int | float) -> int | float:
    """2000.0 and 2000 are one number, so they are written alike."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def to_toml(rulebook: Rulebook, explain: Callable[[str], str] | None = None) -> str:
    """The rulebook as a file that reads back as the same rulebook.

    `explain(key)` gives the comment that stands above a setting, or above a table (`"check_in"`), in the reader's
    language; no comments without it.
    """
    lines: list[str] = []
    table = ""
    for key, value in sorted(settings(rulebook).items(), key=lambda setting: "." in setting[0]):
        head, _, tail = key.rpartition(".")
        if head != table:
            lines += ["", *_comment(head, explain), f"[{head}]"]
            table = head
        lines += [*_comment(key, explain), f"{tail} = {write_value(key, value)}"]
    return "\n".join(lines) + "\n"


def _comment(key: str, explain: Callable[[str], str] | None) -> list[str]:
    return [f"# {line}" for line in explain(key).splitlines()] if explain else []


def to_canonical(rulebook: Rulebook) -> str:
    """One text for one rulebook: JSON, keys sorted, no spaces, durations in milliseconds.

    A field that has its default is left out, so that a field which came later changes no older text.
    """
    return json.dumps(_plain(rulebook), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _plain(value: object) -> object:
    match value:
        case timedelta():
            return value // _MILLISECOND
        case tuple():
            return [_plain(entry) for entry in value]
        case float():
            return _number(value)
        case _ if is_dataclass(value):
            return {
                field.name: _plain(getattr(value, field.name))
                for field in fields(value)
                if not _is_default(field, getattr(value, field.name))
            }
        case _:
            return value


def _is_default(field: dataclasses.Field[object], value: object) -> bool:
    return field.default is not MISSING and field.default == value


def of_canonical(text: str) -> Rulebook:
    """The rulebook that `to_canonical` wrote; raises ValueError for anything else. It is not checked again."""
    try:
        return _build(Rulebook, json.loads(text))
    except (TypeError, KeyError) as broken:
        raise ValueError("not a canonical rulebook") from broken


def _build(kind: type[_Rules], record: object) -> _Rules:
    """The dataclass from its record. A field that is younger than the record takes its default.

    Raises KeyError for a name that is no field, and TypeError for a field that is left without a value.
    """
    if not isinstance(record, dict):
        raise TypeError(kind.__name__)
    hints = get_type_hints(kind)
    return kind(**{name: _value(hints[name], value) for name, value in record.items()})


def _value(kind: object, value: object) -> object:
    """The record's value as the kind that a field is annotated with."""
    if get_origin(kind) is tuple:
        return tuple(_value(get_args(kind)[0], entry) for entry in cast("list[object]", value))
    if isinstance(kind, UnionType):
        return None if value is None else _value(get_args(kind)[0], value)
    if kind is timedelta:
        return cast("int", value) * _MILLISECOND
    if kind is float:
        return float(cast("float", value))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(cast("str", value))
    if is_dataclass(kind):
        return _build(cast("type[object]", kind), value)
    return value


# --- kinds of setting -----------------------------------------------------------------------------------------------


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


# --- tables that may be left out ------------------------------------------------------------------------------------


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
    return create_model(kind.__name__, __base__=Table, **cast("dict[str, Any]", settings))


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


# --- the shape of the file ------------------------------------------------------------------------------------------


GIVEN_LENGTH = 60
"""How much of a refused value is repeated to its author."""


class Registration(Table):
    """The section `[registration]`."""

    capacity: Whole
    account: Word
    refuse_barred: bool
    refuse_qualified_for: Word
    invited_only: bool = False
    seeds_by_hand: bool = False


class CheckIn(Table):
    """The section `[check_in]`."""

    opens_before: Duration
    closes_before: Duration
    reminders_before_close: Reminders


class Knockout(Table):
    """The section `[knockout]`."""

    best_of: int
    final_best_of: int
    third_place_match: bool
    third_place_best_of: int
    byes_by_rating: bool
    lives: int = 1
    seeding: Annotated[Seeding, BeforeValidator(one_of(Seeding))] = Seeding.DRAWN
    placement_matches: bool = False


class Matches(Table):
    """The section `[matches]`."""

    matches_per_arbiter: int
    minutes_per_walkover_game: int
    confirm_within: Duration
    remind_confirm_after: Duration
    escalate_dispute_after: Duration
    double_absence_after: DurationOrNone = None


def _bar(value: object) -> object:
    return None if value == nothing_word("absence.bar_lasts") else duration(value)


class Absence(Table):
    """The section `[absence]`."""

    justify_within: Duration
    reminders_before_close: Reminders
    reviewers: Annotated[Reviewers, BeforeValidator(one_of(Reviewers))]
    when_unanswered: Annotated[WhenUnanswered, BeforeValidator(one_of(WhenUnanswered))]
    bar_when_unjustified: bool
    bar_lasts: Annotated[timedelta | None, BeforeValidator(_bar)]
    also_when_called_off: bool = False
    ask_why: bool = True


class Rating(Table):
    """The section `[rating]`. Records have the list's numbers in it; of a file of rules they are taken out before."""

    rated: bool
    initial: float = STARTING.initial
    k: float = STARTING.k
    base_minutes: float
    increment_seconds: int


class Draw(Table):
    """`[draw]`, which older files have: every draw is made by the event's own chain, and nothing can be set."""

    salt: Annotated[DrawSalt, BeforeValidator(one_of([DrawSalt.NONE]))] = DrawSalt.NONE


class Outage(Table):
    """The section `[outage]`."""

    reopen_for: Duration


class _EveryFile(Table):
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
    draw: Draw = Draw()
    outage: Outage


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


def from_tables(tables: Mapping[str, object]) -> Rulebook | tuple[Problem, ...]:
    """The rulebook that the parsed TOML describes, or every fault of its shape."""
    try:
        file = RulebookFile.model_validate(tables)
        if file.format.traits.is_bracket and file.knockout is None:
            return (Problem("knockout", ProblemCode.TABLE_MISSING, given=f"format = {file.format}"),)
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


def _problem(error: ErrorDetails) -> Problem:
    key, code = _path(error["loc"]), _CODES[error["type"]]
    match code:
        case ProblemCode.MISSING:
            return Problem(key, code)
        case ProblemCode.UNKNOWN_KEY:
            return Problem(key, code, options=_nearest(error["loc"]))
        case ProblemCode.NOT_AN_OPTION:
            return Problem(key, code, given=_excerpt(error["input"]), options=error.get("ctx", {})["options"])
        case _:
            return Problem(key, code, given=_excerpt(error["input"]))


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
