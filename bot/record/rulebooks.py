"""The rulebook of a record: a preset by its name, or tables, of which all that is left out has its default."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bot.play.format_checks import ProblemCode, RulebookProblem, not_above_zero, out_of_bounds
from bot.play.format_rules import BracketPart, DisputeRules, FormatTraits, TeamEncounter, TeamRules
from bot.play.formats import FORMATS
from bot.play.rulebook import Rulebook
from bot.play.teams import most_games
from bot.record.errors import FaultCode, RecordFault
from bot.record.formats import traits_by_name
from bot.rulebooks import library
from bot.rulebooks.library import problems
from bot.rulebooks.model import from_tables

PRESET: Final = "preset"
_PLACE: Final = "rulebook"
Tables = Mapping[str, object]
_FREE: Final[Tables] = MappingProxyType(
    {
        "name": "record",
        "title": "Record",
        "version": "1",
        "official": False,
        "format": "knockout",
        "minimum_entrants": 2,
        "cites": [],
        "registration": {
            "capacity": "none",
            "account": "none",
            "refuse_barred": False,
            "refuse_qualified_for": "none",
        },
        "check_in": {"opens_before": "30 min", "closes_before": "0 min", "reminders_before_close": []},
        "matches": {
            "matches_per_arbiter": 0,
            "minutes_per_walkover_game": 2,
            "confirm_within": "10 min",
            "remind_confirm_after": "5 min",
            "escalate_dispute_after": "15 min",
        },
        "absence": {
            "justify_within": "72 h",
            "reminders_before_close": [],
            "reviewers": "tournament_arbiters",
            "when_unanswered": "counts_as_given",
            "bar_when_unjustified": False,
            "bar_lasts": "until further notice",
        },
        "rating": {"rated": False, "initial": 2000, "k": 16, "base_minutes": 2, "increment_seconds": 0},
        "draw": {"salt": "none"},
        "outage": {"reopen_for": "15 min"},
    }
)
"""Of a rulebook that leaves these to us: a free event that asks for nothing."""
_KNOCKOUT: Final = MappingProxyType(
    {
        "best_of": 1,
        "final_best_of": 1,
        "third_place_match": False,
        "third_place_best_of": 1,
        "byes_by_rating": True,
    }
)
_WITHOUT_TABLE: Final = frozenset(
    {("discipline", "ranking.order = warnings"), ("teams", "ranking.order = ratings_sum")}
)
_PLAYED_ALL_THE_SAME: Final = frozenset({("knockout.seeding", "format"), ("teams.substitutes", "teams.line_up")})
"""What bots of before took: a draw for a knock-out after a table, which was seeded by that table all the same, and
substitutes of a line-up that stays, who sat on no board.
"""


def read_rulebook(tables: Tables) -> tuple[Rulebook | None, tuple[RecordFault, ...]]:
    """The rulebook, or every fault of it with its place in the file."""
    if PRESET in tables:
        rulebook, found = _preset(tables)
    else:
        rulebook, found = _inline(tables)
    if rulebook is not None and rulebook.format not in FORMATS:
        found = (RecordFault(f"{_PLACE}.format", FaultCode.FORMAT, rulebook.format, ", ".join(sorted(FORMATS))),)
    return (None if found else rulebook), found


def tables_of(rulebook: Rulebook) -> dict[str, object]:
    """The rulebook as tables in full, with the numbers of its list: `read_rulebook` gives the same again."""
    tables = tomllib.loads(library.to_toml(rulebook))
    numbers = {"initial": _number(rulebook.rating.initial), "k": _number(rulebook.rating.k)}
    return tables | {"rating": {**tables["rating"], **numbers}}


def _number(number: float) -> float:
    return int(number) if number.is_integer() else number


def _preset(tables: Tables) -> tuple[Rulebook | None, tuple[RecordFault, ...]]:
    too_many = [key for key in tables if key != PRESET]
    if too_many:
        return None, tuple(RecordFault(f"{_PLACE}.{key}", FaultCode.UNKNOWN_KEY, key, PRESET) for key in too_many)
    name = tables[PRESET]
    if not isinstance(name, str) or name not in library.names():
        return None, (
            RecordFault(f"{_PLACE}.{PRESET}", FaultCode.UNKNOWN_PRESET, str(name), ", ".join(library.names())),
        )
    return library.preset(name), ()


def _inline(tables: Tables) -> tuple[Rulebook | None, tuple[RecordFault, ...]]:
    read = from_tables(_complete(tables))
    if not isinstance(read, Rulebook):
        return None, _faults(read)
    # Whoever was to be invited has played by now; a record of an event from before that rule is read all the same.
    # Numbers of warnings and ratings stand with the entrants, so that a chain needs no more than its own name for them.
    found = tuple(
        one
        for one in (*problems(read), *_numbers_of_the_list(read))
        if one.code is not ProblemCode.NOT_BY_INVITATION
        and (one.key, one.given) not in _WITHOUT_TABLE
        and (one.key, one.other) not in _PLAYED_ALL_THE_SAME
    )
    return (None if found else read), _faults(found)


def _numbers_of_the_list(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """What the list of another server, or of an older bot, cannot have said."""
    values = {"rating.initial": rulebook.rating.initial, "rating.k": rulebook.rating.k}
    yield from out_of_bounds(values, {"rating.initial": (0, 10_000), "rating.k": (0, 400)})
    yield from not_above_zero(values, ("rating.k",))


def _complete(tables: Tables) -> dict[str, object]:
    """The tables with every setting that has to stand there; what is given goes first, key by key."""
    whole = {key: _merge(_FREE.get(key), value) for key, value in {**_FREE, **tables}.items()}
    traits = traits_by_name(_word(whole, "format"))
    if "knockout" in tables or traits.is_bracket:
        whole["knockout"] = _merge(_KNOCKOUT, tables.get("knockout", {}))
    for name in traits.needs:
        if name != "games":
            whole.setdefault(name, {})
    if traits.is_series:
        for_two = {**_table(_FREE, "registration"), "capacity": 2}
        whole["registration"] = _merge(for_two, tables.get("registration", {}))
    if _has_games(whole, traits):
        whole["games"] = _merge(_games(whole, traits), tables.get("games", {}))
    if "teams" in whole and _has_bracket(whole, traits):
        whole["knockout"] = _merge(_as_long_as_any(whole), tables.get("knockout", {}))
    return whole


def _has_games(tables: Tables, traits: FormatTraits) -> bool:
    return "games" in traits.needs or (traits.is_bracket and "teams" in tables)


def _has_bracket(tables: Tables, traits: FormatTraits) -> bool:
    return traits.bracket is not BracketPart.BY_CUT or "cut" in tables


def _as_long_as_any(tables: Tables) -> Mapping[str, object]:
    """A knock-out of teams: each match has all its boards."""
    whole = _table(tables, "games").get("best_of", 1)
    return {**_KNOCKOUT, "best_of": whole, "final_best_of": whole, "third_place_best_of": whole}


def _games(tables: Tables, traits: FormatTraits) -> dict[str, object]:
    """Outside a knock-out a contest is one game, which can be drawn where the file says nothing of games; of teams it
    is as many boards as a team has."""
    known: dict[str, object] = {"best_of": 1, "report": traits.reports[0].value}
    if "teams" in tables:
        known |= _games_of_teams(_table(tables, "teams"))
    if "dispute" in tables:
        known["best_of"] = _games_of_dispute(_table(tables, "dispute"))
    of_teams = "teams" in tables or "dispute" in tables
    if of_teams or ("games" not in tables and not traits.at_tables):
        known["draws"] = True
    return known


def _games_of_teams(given: Tables) -> Tables:
    size, each = given.get("size", TeamRules().size), given.get("board_games", TeamRules().board_games)
    if not isinstance(size, int) or not isinstance(each, int):
        return {"report": "boards", "best_of": size}
    match given.get("encounter"):
        case TeamEncounter.STAY_ON:
            return {"report": "boards", "best_of": most_games(size)}
        case TeamEncounter.EVERYONE:
            whole = size * size
        case TeamEncounter.SUM:
            whole = size * each
        case _:
            whole = size
    return {"report": "boards", "best_of": whole, "play_all": True}


def _games_of_dispute(given: Tables) -> int:
    whole = {
        key: given.get(key, getattr(DisputeRules(), key)) for key in ("table_games", "giant_games", "living_games")
    }
    return sum(number for number in whole.values() if isinstance(number, int))


def _word(tables: Tables, name: str) -> str:
    """What stands there as a word; anything else is no word, and refused when the rulebook is read."""
    found = tables.get(name)
    return found if isinstance(found, str) else ""


def _table(tables: Tables, name: str) -> Tables:
    found = tables.get(name)
    return found if isinstance(found, Mapping) else {}


def _merge(default: object, given: object) -> object:
    """A table over its defaults; anything but a table as it is."""
    if isinstance(default, Mapping) and isinstance(given, Mapping):
        return {**default, **given}
    return dict(given) if isinstance(given, Mapping) else given


def _faults(found: tuple[RulebookProblem, ...]) -> tuple[RecordFault, ...]:
    places = (f"{_PLACE}.{one.key}" if one.key else _PLACE for one in found)
    return tuple(RecordFault(place, FaultCode.RULEBOOK, problem=one) for place, one in zip(places, found, strict=True))
