"""The numbers that the judge holds the bot to: the regulation's, and the rest from the rulebook with its defaults.

A file is read by the bot's own reader, so that a setting that may be left out means the same to both. What a regulation
fixes does not come from the file: a preset that is set wrongly would otherwise be judged by its own fault.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from bot.kernel.outages import write_duration
from bot.play.format_checks import has_bracket
from bot.play.rulebook import KnockoutRules, Rulebook, Setting, settings
from bot.rulebooks import library
from bot.rulebooks.model import RULES
from bot.rulebooks.notation import NOTHING, nothing_word
from rehearsal.outcomes import of
from rehearsal.outcomes.settings import as_the_regulation_says

FOLDER: Final = Path(__file__).parents[1] / "bot" / "rulebooks"
_UNITS: Final = {"s": 1, "min": 60, "h": 3600, "d": 86400}
OFFICIAL: Final = ("aije-open", "aije-candidates", "aije-world", "aije-champions-league", "aije-teams")
"""The presets of the five official events (AIJE-B01-6)."""
ELO: Final = of("AIJE-B02-2")
"""A list's numbers as long as nobody changes them, which no rehearsal of a file does."""
_PASSED_OVER: Final = {"absence": {"also_when_called_off"}}
_WORDING: Final = frozenset({"name", "title", "titles", "summaries", "version", "cites"})
_OPTIONAL: Final[dict[str, Any]] = {**RULES, "knockout": KnockoutRules}
_NO_BRACKET: Final[dict[str, Any]] = {
    "final_best_of": 1,
    "third_place_match": False,
    "third_place_best_of": 1,
    "byes_by_rating": True,
}
"""What there is instead of `[knockout]` where no knock-out is played."""
_OF_AN_ARENA: Final = {"scoring": of("ARENA-1")["points"]}
"""What stands instead of a table that an arena leaves out."""


class NoSuchRulebook(LookupError):
    """There is no file for the rulebook."""


@dataclass(frozen=True, slots=True)
class Regulation:
    """What can be recomputed of an event: lengths, windows, walkovers, rating, bars."""

    name: str
    opens_before: timedelta
    closes_before: timedelta
    reminders: tuple[timedelta, ...]
    best_of: int
    final_best_of: int
    third_place: bool
    third_place_best_of: int
    byes_by_rating: bool
    per_arbiter: int
    minutes_per_game: int
    confirm_within: timedelta
    remind_after: timedelta
    """How long a report waits until who has to answer is asked again."""
    justify_within: timedelta
    bar_when_unjustified: bool
    refuses_barred: bool
    rated: bool
    initial: float
    k: float
    official: bool
    account: str | None
    all_at_limit: bool = False
    """Of teams whose lateness has a limit: who stays away loses every board at it, each late on the own (GO-22)."""
    threads: str | None = None
    """Who reads the thread of each match; None where matches have none."""
    boards: tuple[int, ...] = ()
    """Of teams: the games on each board, where a team that is late loses a game of each (AIJE-D01-5.4)."""
    boards_counted: bool = False
    """Whether the score is in boards then, each lost with its last game, and not in games."""


def find(name: str) -> Path:
    """The file of a rulebook: a preset's name, or a path."""
    for path in (FOLDER / f"{name}.toml", Path(name)):
        if path.is_file():
            return path
    raise NoSuchRulebook(name)


def read_file(path: Path) -> dict[str, Any]:
    """The rulebook of the file by tables, as `tables_of` gives it."""
    return tables_of(library.read(path.read_bytes(), path.name))


def tables_of(rulebook: Rulebook) -> dict[str, Any]:
    """The rulebook by tables, each setting as a file spells it, defaults too; without the list's numbers.

    A table that the event has not is missing, and so is `[knockout]` where no knock-out is played.
    """
    found: dict[str, Any] = {}
    for key, value in settings(rulebook).items():
        table, _, name = key.rpartition(".")
        (found.setdefault(table, {}) if table else found)[name] = _spell(value, nothing_word(key))
    if not has_bracket(rulebook):
        del found["knockout"]
    return found


def table(rules: dict[str, Any], name: str) -> dict[str, Any]:
    """An optional table of the rulebook, or its defaults where the file leaves it out."""
    if name in rules:
        return dict(rules[name])
    found = {one.name: _spell(one.default) for one in fields(_OPTIONAL[name]) if one.default is not MISSING}
    return found | (_OF_AN_ARENA.get(name, {}) if rules["format"] == "arena" else {})


def best_of(rules: dict[str, Any]) -> int:
    """The games of a match before any bracket."""
    told = rules.get("title_match") or rules.get("games") or rules["knockout"]
    return int(told["best_of"])


def _spell(value: Setting, nothing: str = NOTHING) -> object:
    match value:
        case None:
            return nothing
        case timedelta():
            return write_duration(value)
        case tuple():
            return [_spell(one) for one in value]
        case str():
            return str(value)
        case _:
            return value


def tables(path: Path) -> dict[str, Any]:
    """The file as the judge reads it: what its regulation fixes stands as the regulation says."""
    return as_the_regulation_says(read_file(path))


def read(path: Path) -> Regulation:
    """The numbers of the file."""
    rules = tables(path)
    matches, registration = rules["matches"], rules["registration"]
    lengths = _lengths(rules)
    return Regulation(
        name=rules["name"],
        **_check_in(rules["check_in"]),
        best_of=lengths["best_of"],
        final_best_of=lengths["final_best_of"],
        third_place=lengths["third_place_match"],
        third_place_best_of=lengths["third_place_best_of"],
        byes_by_rating=lengths["byes_by_rating"],
        per_arbiter=matches["matches_per_arbiter"],
        minutes_per_game=matches["minutes_per_walkover_game"],
        confirm_within=duration(matches["confirm_within"]),
        remind_after=duration(matches["remind_confirm_after"]),
        justify_within=duration(rules["absence"]["justify_within"]),
        bar_when_unjustified=rules["absence"]["bar_when_unjustified"],
        refuses_barred=registration["refuse_barred"],
        rated=rules["rating"]["rated"],
        initial=float(ELO["initial"]),
        k=float(ELO["k"]),
        official=rules["official"] and _is_one_of_the_five(path),
        account=None if registration["account"] == "none" else registration["account"],
        all_at_limit=_all_at_limit(rules),
        threads=rules.get("threads", {}).get("read_by"),
        boards=_boards(rules),
        boards_counted=rules.get("teams", {}).get("encounter") in {"boards", "everyone"},
    )


def _check_in(told: dict[str, Any]) -> dict[str, Any]:
    return {
        "opens_before": duration(told["opens_before"]),
        "closes_before": duration(told["closes_before"]),
        "reminders": tuple(map(duration, told["reminders_before_close"])),
    }


def _lengths(rules: dict[str, Any]) -> dict[str, Any]:
    return rules.get("knockout") or {**_NO_BRACKET, "best_of": best_of(rules)}


def _is_one_of_the_five(path: Path) -> bool:
    """Whether the file sets nothing otherwise than one of the official presets does; nobody approves files here."""
    return any(_settings(path) == _settings(FOLDER / f"{name}.toml") for name in OFFICIAL)


def _settings(path: Path) -> dict[str, Any]:
    """What the file sets, without what older versions of the five say otherwise."""
    found = {key: value for key, value in read_file(path).items() if key not in _WORDING}
    for table, passed_over in _PASSED_OVER.items():
        found[table] = {key: value for key, value in found[table].items() if key not in passed_over}
    return found


def _boards(rules: dict[str, Any]) -> tuple[int, ...]:
    teams, dispute = rules.get("teams", {}), rules.get("dispute")
    if not teams or teams["encounter"] == "stay_on":
        return ()
    if dispute is not None:
        twice = [int(dispute[one]) for one in ("giant_games", "living_games") if dispute[one]]
        return (*(1,) * int(dispute["table_games"]), *twice)
    size, games = int(teams["size"]), int(teams["board_games"])
    return (games,) * (size * size if teams["encounter"] == "everyone" else size)


def _all_at_limit(rules: dict[str, Any]) -> bool:
    limits = (rules.get("discipline", {}).get(key, "none") for key in ("late_limit", "absence_countdown"))
    return rules.get("teams", {}).get("encounter", "stay_on") != "stay_on" and any(one != "none" for one in limits)


def duration(text: str) -> timedelta:
    """As a rulebook writes it: a number and a unit."""
    number, unit = text.split()
    return timedelta(seconds=float(number) * _UNITS[unit])
