"""Where the rules of Go events stand in a rulebook's file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rehearsal.outcomes.spelling import FORMATS, Bounds, Named, OneOf, Settings, Translated, minutes

SWISS, ROBIN, TEAMS, CHALLENGE = "swiss", "all play all", "teams", "challenge"
_OF_TEAMS: Final = frozenset({TEAMS, CHALLENGE})
_LARGEST: Final = 20
"""Members whom a team of a challenge may have, which the text leaves to both sides."""
_OFFENCES: Final = MappingProxyType(
    {
        "second move in a row": "second_move",
        "move taken back": "move_taken_back",
        "clock before the move": "clock_before_move",
        "wrong or missed removal": "wrong_removal",
        "forbidden point": "forbidden_point",
        "ko retaken too early": "ko_retaken_early",
        "talk without leave": "talking",
        "looking at a phone": "phone_screen",
    }
)
_RULINGS: Final = MappingProxyType({"left as it is": "as_it_is"})
_TIE_BREAKS: Final = MappingProxyType(
    {
        "sonneborn-berger": "sonneborn_berger",
        "fewer warnings": "warnings",
        "opponents' points": "opponents_scores",
        "board points": "board_points",
        "points on board 1, 2, ...": "boards_in_order",
    }
)


def _offences(names: list[str]) -> list[str]:
    return [_OFFENCES.get(one, one) for one in names]


def _rulings(outcome: Mapping[str, Any]) -> list[str]:
    return [_RULINGS.get(one, _snake(one)) for one in outcome["rulings"]]


def _snake(words: str) -> str:
    return words.replace(" ", "_")


def _counting(outcome: Mapping[str, Any], event: str) -> Settings:
    return {"games.compensation": outcome["compensation"], "games.report": "boards" if event in _OF_TEAMS else "count"}


def _late(outcome: Mapping[str, Any], _: str) -> Settings:
    limit = outcome["limit_minutes"]["same_place"]
    return {
        "discipline.late_limit": minutes(limit),
        "discipline.late_costs": outcome["factor"],
        "matches.minutes_per_walkover_game": limit,
    }


def _catalogue(outcome: Mapping[str, Any], _: str) -> Settings:
    repeated = outcome["repeated"]
    return {
        "discipline.warned": _offences([*outcome["warning"], *repeated]),
        "discipline.lost_turn": _offences(outcome["lost_turn"]),
        "discipline.lost_turn_and_warned": _offences(outcome["warning_and_lost_turn"]),
        "discipline.warned_or_lost": _offences(outcome["warning_or_loss"]),
        "discipline.lost_when_repeated": [one for one, price in repeated.items() if price == "loss"],
        "discipline.graver_when_repeated": [one for one, price in repeated.items() if price == "more"],
    }


def _warnings(outcome: Mapping[str, Any], _: str) -> Settings:
    return {
        "discipline.warning_costs": outcome["stones_a_warning"],
        "discipline.warnings_that_lose": outcome["warnings_that_lose"],
    }


def _teams(outcome: Mapping[str, Any], event: str) -> Settings:
    if event == CHALLENGE:
        return {"teams.size": Bounds(2, _LARGEST)}
    fixed = "fixed boards with substitutes" in outcome["systems"] and not outcome["fixed_boards_change"]
    return {"teams.encounter": "boards", "teams.line_up": "fixed_with_substitutes" if fixed else "free"}


def _once_each(_: Mapping[str, Any], __: str) -> Settings:
    return {"format": FORMATS["all play all"], "round_robin.times": 1}


def _series(outcome: Mapping[str, Any], _: str) -> Settings:
    stays = outcome["winner"] == "stays on"
    return {"teams.encounter": "stay_on" if stays else "boards", "teams.line_up": "free", "games.play_all": False}


def _points(outcome: Mapping[str, Any]) -> Settings:
    return {f"scoring.{name}": float(outcome["points"][name]) for name in ("win", "draw", "loss")}


def _alone(outcome: Mapping[str, Any], _: str) -> Settings:
    order = ["points", *(_TIE_BREAKS[one] for one in outcome["tie_breaks"])]
    return _points(outcome) | {"ranking.order": order, "ranking.level": "play_off"}


def _in_a_swiss(outcome: Mapping[str, Any], _: str) -> Settings:
    return _points(outcome) | {"ranking.order": ["points", *(_TIE_BREAKS[one] for one in outcome["by_points"])]}


def _of_teams(outcome: Mapping[str, Any], event: str) -> Settings:
    points, order = outcome["match_points"], ["points", *(_TIE_BREAKS[one] for one in outcome["tie_breaks"])]
    # Who stays on sits at no board of a number, so that nothing can follow by boards one and two.
    told = {"ranking.order": order if event == TEAMS else Named(("points", "board_points"))}
    board = {"teams.board_win": 2.0, "teams.board_draw": 1.0} if event == TEAMS else {}
    match = {"scoring.win": float(points["win"]), "scoring.draw": float(points["level"])}
    return match | told | board | {"scoring.loss": float(points["loss"]), "ranking.level": "shared"}


SETTINGS: Final[Mapping[str, Translated]] = MappingProxyType(
    {
        "GO-1": lambda _, __: {"games.sheets": ["go"]},
        "GO-11": _counting,
        "GO-16.4": lambda outcome, _: {"discipline.confirmed_is_final": not outcome["confirmed_result_changes"]},
        "GO-17.1": lambda outcome, _: {
            "discipline.colours_right_until_move": max(one["move"] for one in outcome["case"] if one["put_right"])
        },
        "GO-17.5": lambda outcome, _: {"discipline.when_disturbed": _rulings(outcome)},
        "GO-17.6": lambda outcome, _: {"discipline.when_broken_off": _rulings(outcome)},
        "GO-20": lambda outcome, _: {"discipline.endless_repetition": OneOf(tuple(map(_snake, outcome["ways"])))},
        "GO-22": _late,
        "GO-23.3": _catalogue,
        "GO-23.6": lambda _, __: {"discipline.ceremonies_are_a_duty": True},
        "GO-24": _warnings,
        "GO-25.1": _teams,
        "GO-26.2": _once_each,
        "GO-26.3": lambda _, __: {"format": FORMATS["swiss"]},
        "GO-26.6": _series,
        "GO-27.1": _alone,
        "GO-27.1S": _in_a_swiss,
        "GO-27.2": _of_teams,
        "GO-28.2": lambda _, __: {"round_robin.void_below_half": True},
        "GO-28.4": lambda _, __: {"round_robin.void_below_half": False},
        "GO-30": lambda outcome, _: {"discipline.chief_arbiter": outcome["chief_arbiters"] == 1},
    }
)
