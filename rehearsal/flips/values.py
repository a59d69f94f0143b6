"""What a setting may be instead: the other of two, another word, a neighbour, an edge, nothing, or the default."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, replace
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final, get_type_hints

from bot.play.rulebook import EndlessRepetition, Rulebook, Setting, settings
from bot.rulebooks.game_files import bundled_games
from bot.rulebooks.library import problems

_MINUTE: Final = timedelta(minutes=1)
_EDGES: Final = (0, 0.25, 0.5, 1, 2, 3)
_SHORTEST: Final = (timedelta(0), timedelta(seconds=1), _MINUTE)
_INSTEAD_OF_NOTHING: Final[dict[str, Setting]] = {
    "account": "Our Site",
    "adjournment.after": 30 * _MINUTE,
    "absence_countdown": 10 * _MINUTE,
    "bar_lasts": timedelta(days=7),
    "capacity": 12,
    "colours_right_until_move": 7,
    "double_absence_after": 20 * _MINUTE,
    "endless_repetition": EndlessRepetition.DRAW,
    "late_limit": 15 * _MINUTE,
    "line_up_within": 5 * _MINUTE,
    "out_after": 2,
    "proposals": 3,
    "rating_below": 1600,
    "rating_from": 1200,
    "refuse_qualified_for": "aije-candidates",
    "report_within": 40 * _MINUTE,
    "role": "123456789012345678",
    "rounds": 4,
    "swiss_above": 5,
    "top_ranked": 4,
    "warnings_that_lose": 3,
}
"""By the end of a setting's key, what stands there where a preset has nothing."""
_LISTS: Final[dict[str, tuple[object, ...]]] = {
    "reminders_before_close": (7 * _MINUTE,),
    "reminders_before_restart": (7 * _MINUTE,),
    "ranking.order": ("points", "lot"),
    "grades.promotions": ("1 7d",),
    "games.sheets": bundled_games()[:1],
}


def others(rulebook: Rulebook, key: str) -> Iterator[tuple[str, Setting]]:
    """Each value that is tried at the key instead of the preset's, with what kind of change that is."""
    value, left_out = settings(rulebook)[key], default(key)
    found = [*_of_its_kind(rulebook, key, value)]
    if value is not None and _may_be_nothing(key):
        found.append(("nothing", None))
    if left_out is not MISSING and left_out != value and left_out not in [one for _, one in found]:
        found.append(("left out", left_out))  # type: ignore[arg-type]
    yield from found


def _of_its_kind(rulebook: Rulebook, key: str, value: Setting) -> Iterator[tuple[str, Setting]]:
    match value:
        case bool():
            yield "the other", not value
        case StrEnum():
            yield from _other_words(value)
        case int() | float():
            yield "a neighbour", value + 1
            yield from _edge(rulebook, key, _EDGES)
        case timedelta():
            yield "a neighbour", value + _MINUTE
            yield from _edge(rulebook, key, _SHORTEST)
        case tuple():
            yield from _lists(key, value)
        case None:
            yield from _instead_of_nothing(key)
        case _:
            yield "another text", "another"


def _other_words(value: StrEnum) -> Iterator[tuple[str, Setting]]:
    yield from (("another word", one) for one in type(value) if one is not value)


def _instead_of_nothing(key: str) -> Iterator[tuple[str, Setting]]:
    yield from [("set", one) for end, one in _INSTEAD_OF_NOTHING.items() if key.endswith(end)][:1]


def _lists(key: str, value: tuple[object, ...]) -> Iterator[tuple[str, Any]]:
    if value:
        yield "shorter", value[1:]
    yield from (("another list", one) for end, one in _LISTS.items() if key.endswith(end) and one != value)


def change(rulebook: Rulebook, key: str, value: object) -> Rulebook:
    """The rulebook with one setting, by its dotted key, set to another value."""
    table, _, name = key.rpartition(".")
    inner: dict[str, Any] = {name: value}
    return replace(rulebook, **({table: replace(getattr(rulebook, table), **inner)} if table else inner))


def default(key: str) -> object:
    """What holds where a file leaves the setting out; MISSING where it may not."""
    return next(one.default for one in fields(_table_of(key)) if one.name == key.rpartition(".")[2])


def _table_of(key: str) -> Any:
    table = key.rpartition(".")[0]
    if not table:
        return Rulebook
    hint = get_type_hints(Rulebook)[table]
    return next((one for one in getattr(hint, "__args__", (hint,)) if one is not type(None)), hint)


def _may_be_nothing(key: str) -> bool:
    hint = get_type_hints(_table_of(key))[key.rpartition(".")[2]]
    return type(None) in getattr(hint, "__args__", ())


def _edge(rulebook: Rulebook, key: str, tried: tuple[Setting, ...]) -> list[tuple[str, Setting]]:
    """The least value that the checks let pass, where it is another one; where none does, the least of all."""
    value = settings(rulebook)[key]
    kind: Callable[[Any], Setting] = type(value)
    likes = [one if isinstance(one, timedelta) else kind(one) for one in tried]
    sound = [one for one in likes if one != value and not problems(change(rulebook, key, one))]
    return [("an edge", one) for one in (sound or likes)[:1] if one != value]
