"""The shape of a rulebook file: every table and key, their kinds, and nothing else.

Reading is strict: a key too many, a key too few or a word where a number belongs is a `Problem`. What the values mean
together is judged by `bot.rulebooks.checks`. Importing pydantic takes a tenth of a second, so this module is imported
only when a TOML file is read.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, create_model

from bot.domain.rating_terms import STARTING
from bot.domain.regulation.format_rules import LineUp, Seeding
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
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
from bot.rulebooks.kinds import Duration, DurationOrNone, Reminders, Table, Whole, Word, duration, one_of
from bot.rulebooks.notation import nothing_word
from bot.rulebooks.optional_tables import RULES, model_of

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

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
