"""Where the rules of the association stand in a rulebook's file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rehearsal.outcomes.spelling import FORMATS, NONE, Bounds, Named, Settings, Translated, hours, minutes

LEAGUE: Final = "aije-champions-league"
SEAT_MATCH: Final = "seat match"
_TIE_BREAKS: Final = MappingProxyType(
    {
        "direct encounter": "direct_encounter",
        "games won in the direct encounter": "games_won_in_encounter",
        "longest run without losing": "longest_unbeaten_run",
        "total rating": "ratings_sum",
    }
)
_MOST_PLACES: Final = 6
_REVIEWERS: Final = MappingProxyType({"arbiters of the tournament": "tournament_arbiters", "committee": "committee"})


def _entry(outcome: Mapping[str, Any]) -> Settings:
    """Who may enter: everyone, or who holds a seat."""
    by_seat = outcome["entry"] == "seats"
    return {"registration.invited_only": by_seat, "registration.capacity": outcome.get("players", NONE)}


def _classical(outcome: Mapping[str, Any], _: str) -> Settings:
    return {
        "rating.rated": True,
        "rating.base_minutes": Bounds(*outcome["base_minutes"]),
        "rating.increment_seconds": Bounds(*outcome["increment_seconds"]),
    }


def _no_show(outcome: Mapping[str, Any], _: str) -> Settings:
    return {
        "registration.refuse_barred": outcome["barred_from"] == "every tournament",
        "absence.justify_within": hours(outcome["hours"]),
        "absence.bar_when_unjustified": True,
        "absence.bar_lasts": f"until {outcome['barred_until']}",
        "absence.also_when_called_off": outcome["bars_when_called_off"],
    }


def _open_to_all(outcome: Mapping[str, Any], _: str) -> Settings:
    return _entry(outcome) | ({"registration.account": Named()} if outcome["account_of_the_site"] else {})


def _kept_out(outcome: Mapping[str, Any], _: str) -> Settings:
    kept = outcome["kept_out"]
    return {
        "registration.refuse_barred": "disqualified" in kept and "unexcused absence" in kept,
        "registration.refuse_qualified_for": LEAGUE if "qualified for the league" in kept else NONE,
    }


def _lengths(outcome: Mapping[str, Any], _: str) -> Settings:
    return {
        "format": FORMATS[outcome["format"]],
        "knockout.best_of": outcome["best_of"],
        "knockout.final_best_of": outcome["final"]["best_of"],
        "knockout.third_place_match": True,
        "knockout.third_place_best_of": outcome["third_place"]["best_of"],
        "knockout.lives": 1,
        "knockout.placement_matches": False,
    }


def _draw(outcome: Mapping[str, Any], _: str) -> Settings:
    return {
        "knockout.byes_by_rating": outcome["passes"] == "highest rated",
        "knockout.seeding": "drawn" if outcome["rest"] == "at random" else "seeded",
    }


def _confirmation(outcome: Mapping[str, Any], _: str) -> Settings:
    least, most = outcome["opens_minutes_before"]
    return {"check_in.opens_before": Bounds(least, most), "check_in.closes_before": Bounds(0, most - 1)}


def _excuse(outcome: Mapping[str, Any], _: str) -> Settings:
    return {
        "absence.justify_within": hours(outcome["hours"]),
        "absence.reviewers": _REVIEWERS[outcome["reviewed_by"]],
        "absence.when_unanswered": f"{outcome['unanswered']}_as_given",
    }


def _lateness(outcome: Mapping[str, Any], _: str) -> Settings:
    return {"matches.minutes_per_walkover_game": outcome["minutes_a_game"]}


def _watching(outcome: Mapping[str, Any], _: str) -> Settings:
    return {"rating.rated": outcome["rated"], "matches.matches_per_arbiter": int(outcome["arbiter_for_each_match"])}


def _seats_of_the_candidates(outcome: Mapping[str, Any], _: str) -> Settings:
    return _entry({**outcome, "players": max(one["players"] for one in outcome["case"])})


def _all_play_all(outcome: Mapping[str, Any], _: str) -> Settings:
    return {
        "format": FORMATS[outcome["format"]],
        "round_robin.times": 1,
        "round_robin.swiss_above": NONE,
        "games.best_of": outcome["games_a_pair"],
        "games.play_all": outcome["every_game_played"],
        "scoring.by_games": outcome["point_for"] == "a game won",
        "scoring.win": 1.0,
        "scoring.loss": 0.0,
        "ranking.order": _order(outcome),
        "ranking.level": "play_off",
        "ranking.decisive_places": Bounds(outcome["places_that_matter"], _MOST_PLACES),
        "ranking.play_off_best_of": outcome["still_level"]["best_of"],
    }


def _league(outcome: Mapping[str, Any], event: str) -> Settings:
    drawn = outcome["order_drawn"] == "before the start"
    return _all_play_all(outcome, event) | {"round_robin.drawn_order": drawn}


def _order(outcome: Mapping[str, Any]) -> list[str]:
    return ["points", *(_TIE_BREAKS[one] for one in outcome["tie_breaks"])]


def _seats_of_the_league(outcome: Mapping[str, Any], event: str) -> Settings:
    if event != SEAT_MATCH:
        return _entry(outcome)
    seat = outcome["seat_match"]
    lengths = {"knockout.best_of": seat["best_of"], "knockout.final_best_of": seat["best_of"]}
    return _entry({"entry": "seats", "players": seat["players"]}) | lengths


def _title_match(outcome: Mapping[str, Any], _: str) -> Settings:
    return _entry(outcome) | {
        "format": FORMATS[outcome["format"]],
        "minimum_entrants": outcome["players"],
        "title_match.best_of": outcome["best_of"],
        "games.best_of": outcome["best_of"],
        "games.play_all": outcome["every_game_played"],
        "games.draws": False,
    }


def _colours(outcome: Mapping[str, Any], _: str) -> Settings:
    return {"title_match.champion_chooses": outcome["chooses"] == "world champion", "games.colours": True}


def _control(outcome: Mapping[str, Any], _: str) -> Settings:
    base, increment = map(int, outcome["control"].split("+"))
    return {"rating.base_minutes": base, "rating.increment_seconds": increment}


def _pauses(outcome: Mapping[str, Any], _: str) -> Settings:
    lasts = minutes(outcome["minutes_each"])
    return {"title_match.pauses_each": outcome["pauses_each"], "title_match.pause_lasts": lasts}


def _team(outcome: Mapping[str, Any], _: str) -> Settings:
    return _entry(outcome) | {
        "teams.size": outcome["team_size"],
        "teams.substitutes": 0,
        "teams.top_ranked": outcome["of_the_top"]["top"],
        "teams.most_top_ranked": outcome["of_the_top"]["most"],
        "teams.leader_is_highest_rated": outcome["leader"] == "highest rated",
    }


def _boards(outcome: Mapping[str, Any], _: str) -> Settings:
    return {
        "teams.encounter": "boards",
        "teams.line_up": "by_rating" if outcome["boards_by"] == "rating" else "free",
        "teams.unrated_off_board_one": 1 not in outcome["unrated_boards"],
    }


def _team_points(outcome: Mapping[str, Any], _: str) -> Settings:
    points = outcome["match_points"]
    return {
        "format": FORMATS["all play all"],
        "round_robin.times": 1,
        "round_robin.swiss_above": outcome["all_play_all_up_to"],
        "teams.board_games": outcome["games_a_board"],
        "teams.board_win": 1.0,
        "teams.board_draw": 0.0,
        "games.draws": True,
        "games.play_all": True,
        "scoring.win": float(points["win"]),
        "scoring.draw": float(points["level"]),
        "scoring.loss": float(points["loss"]),
    }


SETTINGS: Final[Mapping[str, Translated]] = MappingProxyType(
    {
        "AIJE-B01-6": lambda outcome, event: {"official": event in outcome["official"]},
        "AIJE-B02-1": _classical,
        "AIJE-B03-2": _no_show,
        "AIJE-D01-1": _open_to_all,
        "AIJE-D01-2": _kept_out,
        "AIJE-D01-3": _lengths,
        "AIJE-D01-4": _draw,
        "AIJE-D01-5": _confirmation,
        "AIJE-D01-5.3": _excuse,
        "AIJE-D01-5.4": _lateness,
        "AIJE-D01-6": _watching,
        "AIJE-D02-1": _seats_of_the_candidates,
        "AIJE-D02-2": _all_play_all,
        "AIJE-D03-1": _title_match,
        "AIJE-D03-2": _colours,
        "AIJE-D03-3": _control,
        "AIJE-D03-4": _pauses,
        "AIJE-D04-1": _seats_of_the_league,
        "AIJE-D04-2": _league,
        "AIJE-D05-1": _team,
        "AIJE-D05-2": _boards,
        "AIJE-D05-3": _team_points,
        "AIJE-D05-4": lambda outcome, _: {"ranking.order": _order(outcome)},
    }
)
