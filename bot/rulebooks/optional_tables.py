"""The tables that a rulebook file may have: a strict pydantic model made from each of the domain's dataclasses.

A setting without a default in the dataclass must stand in the file; one with a default may be left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import timedelta
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Final, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, BeforeValidator, create_model
from pydantic import Field as FieldOf

from bot.domain.rulebook import Rulebook
from bot.rulebooks.kinds import Duration, Table, one_of, or_nothing
from bot.rulebooks.notation import NOTHING

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
