"""What a rulebook may ask for and the rehearsal cannot judge: each with the words for it, before anything is played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from bot.kernel.outages import read_duration

Tables = dict[str, Any]
"""A rulebook as `rehearsal.regulation.tables` gives it."""
SEATED: Final = frozenset({"aije-candidates", "aije-champions-league", "aije-world", "aije-seat-match"})
"""Rulebooks for whose events somebody can be given a seat."""
FEWEST_OF_ALL: Final = 4
"""Players who are left to play when others have forgotten and left."""
WITH_DECKS: Final = 11
"""Who signs up so that two hold the card that a judge refuses."""
FEWEST_OF_THE_OPEN: Final = 13
"""Members who play the Open's scenes."""
_TEAM_FORMATS: Final = frozenset({"swiss", "round_robin", "groups", "knockout"})


def what_is_beyond(rules: Tables) -> str | None:
    """The first of the table that the rulebook asks for, or None."""
    return next((words for asks, words in _BEYOND if asks(rules)), None)


def is_open(rules: Tables) -> bool:
    """Whether it is played as the Open is, whose people are asked why they stayed away. They own no decks."""
    knockout = rules.get("knockout", {})
    drawn = knockout.get("seeding") == "drawn" and knockout.get("lives") == 1 and not knockout.get("placement_matches")
    asks = rules["absence"]["ask_why"] and not rules["registration"]["invited_only"]
    return bool(asks and rules["format"] == "knockout" and drawn and not {"deck", "teams", "match_times"} & set(rules))


def _teams(rules: Tables, key: str) -> Any:
    return rules["teams"][key] if "teams" in rules else None


def _seats_of_its_own(rules: Tables) -> bool:
    return bool(rules["registration"]["invited_only"] and rules["name"] not in SEATED)


def _seats_for_few(rules: Tables) -> bool:
    seats, apart = rules["registration"]["capacity"], rules["format"] == "title_match"
    return not apart and not rules["registration"]["invited_only"] and seats != "none" and seats < FEWEST_OF_ALL


def _few_for_the_open(rules: Tables) -> bool:
    seats = rules["registration"]["capacity"]
    return is_open(rules) and seats != "none" and seats < FEWEST_OF_THE_OPEN


def _ladder_of_few(rules: Tables) -> bool:
    return bool(rules["format"] == "ladder" and rules["registration"]["capacity"] != "none")


def _soon_void(rules: Tables) -> bool:
    within = rules.get("ladder", {}).get("report_within", "none")
    return within != "none" and (read_duration(within) or timedelta(0)) < timedelta(minutes=30)


def _decks_of_few(rules: Tables) -> bool:
    seats = rules["registration"]["capacity"]
    return "deck" in rules and seats != "none" and seats < WITH_DECKS


def _times_with_arbiters(rules: Tables) -> bool:
    return "match_times" in rules and bool(rules["matches"]["matches_per_arbiter"])


def _schools_in_time(rules: Tables) -> bool:
    return "dispute" in rules and _teams(rules, "line_up_within") != "none"


def _schools_with_terms(rules: Tables) -> bool:
    terms = rules["registration"]["account"] != "none" or _teams(rules, "leader_is_highest_rated")
    return "dispute" in rules and bool(terms)


def _ranked_without_leader(rules: Tables) -> bool:
    ranked = "teams" in rules and _teams(rules, "top_ranked") != "none"
    return ranked and not _teams(rules, "leader_is_highest_rated")


def _void_of_teams(rules: Tables) -> bool:
    return "teams" in rules and bool(rules.get("round_robin", {}).get("void_below_half"))


def _other_order(rules: Tables) -> bool:
    order = rules.get("ranking", {}).get("order", ["points"])
    return bool(rules["format"] != "tables" and order[0] != "points")


def _challenge_with_terms(rules: Tables) -> bool:
    terms = rules["registration"]["account"] != "none" or _teams(rules, "leader_is_highest_rated")
    return bool(_teams(rules, "encounter") == "stay_on" and (terms or _teams(rules, "top_ranked") != "none"))


def _times_in_a_bracket(rules: Tables) -> bool:
    return "match_times" in rules and (rules["format"] != "round_robin" or "teams" in rules)


_BEYOND: Final[tuple[tuple[Callable[[Tables], bool], str], ...]] = (
    (lambda rules: "deck" in rules and "teams" in rules, "decks of teams"),
    (lambda rules: "deck" in rules and rules["format"] == "ladder", "decks on a ladder"),
    (lambda rules: "teams" in rules and rules["format"] not in _TEAM_FORMATS, "teams in this format"),
    (_seats_of_its_own, "an event of invited seats under a name of its own"),
    (_ladder_of_few, "a ladder with a number of seats"),
    (_seats_for_few, f"an event with fewer than {FEWEST_OF_ALL} seats"),
    (_few_for_the_open, f"a knock-out that asks why somebody stayed away, with fewer than {FEWEST_OF_THE_OPEN} seats,"),
    (_other_order, "a table in which something stands before the points"),
    (lambda rules: bool(rules.get("games", {}).get("guessing")), "games before which players guess who begins"),
    (lambda rules: "teams" in rules and bool(rules.get("scoring", {}).get("by_games")), "points by games of teams"),
    (lambda rules: {"deck", "match_times"} <= set(rules), "decks where players agree on times"),
    (_soon_void, "a ladder whose matches are void after less than half an hour"),
    (_decks_of_few, "decks with fewer than eleven seats"),
    (_times_with_arbiters, "times that players agree on where matches wait for an arbiter"),
    (_schools_in_time, "line-ups of schools that are named within a time"),
    (_schools_with_terms, "schools whose leader needs an account or a rating"),
    (_ranked_without_leader, "teams held to a ranking without a rule on who leads"),
    (_void_of_teams, "void results of teams that leave"),
    (_challenge_with_terms, "a challenge of teams with a rule on accounts, ratings or leaders"),
    (_times_in_a_bracket, "times that players agree on in another format than a round robin of players"),
)
"""What is asked, and what is said of it: "… cannot be rehearsed yet"."""
