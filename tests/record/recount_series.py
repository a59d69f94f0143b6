"""A count of a series of events from its file alone: what each place gave, what counts, and who stands where.

Written from docs/record.md and from the words beside the rules in `bot/rulebooks/series`. The places are those of each
event's own table, which `recount.py` counts from the contests.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.record.recount import miscounted
from tests.record.recount_matches import GIVEN, Contest, File, score

Given = list[tuple[str, int, Fraction]]
"""Of one person, in the order of the events' ends: the event, the place, its points."""
MOST_PLACES = 64


def miscounted_series(file: File) -> list[str]:
    """What the file says and a count of its events does not; empty where both agree."""
    return [*_of_events(file), *_of_lines(file)]


def _of_events(file: File) -> Iterator[str]:
    for event in file["events"]:
        yield from (f"{event['id']}: {one}" for one in miscounted(event["record"]))


def _of_lines(file: File) -> Iterator[str]:
    rules = tomllib.loads(file["rules"])
    ended = sorted(file["events"], key=lambda one: (one["record"]["event"]["ended_at"], one["id"]))
    given: dict[str, Given] = defaultdict(list)
    for event in ended:
        for who, place, points in _given(event, rules["points"]):
            given[who].append((event["id"], place, points))
    lines = {one["who"]: one for one in file["standings"]}
    if lines.keys() != given.keys() or len(lines) != len(file["standings"]):
        yield f"lines of {sorted(lines)} and by the events {sorted(given)}"
        return
    for who, some in given.items():
        yield from _of_line(lines[who], some, rules["events"]["best"])
    order, events = rules["table"]["order"], [one["id"] for one in ended]
    strengths = [_strength(order, events, line, given[line["who"]]) for line in file["standings"]]
    yield from _of_places(strengths, file["standings"])


def _given(event: Mapping[str, Any], points: Mapping[str, Any]) -> Iterator[tuple[str, int, Fraction]]:
    """Who played gets what the place gives; whoever left gets it where the rules let them keep it."""
    record = event["record"]
    left = {one["id"] for one in record["entrants"] if one.get("withdrawn")}
    for row in record["standings"]:
        entrant, first, last = row["entrant"], row["rank_from"], row["rank_to"]
        some = [_worth(points, place) for place in range(first, last + 1)]
        whole = Fraction(sum(some), len(some)) if points["shared"] == "mean" else Fraction(some[0])
        for who, share in _who_played(record, entrant).items():
            if points["withdrawn"] or (who == entrant and entrant not in left):
                yield event["people"][who], first, whole * share


def _who_played(record: Mapping[str, Any], entrant: str) -> dict[str, Fraction]:
    """Whoever sat down for the place, with their part of its matches; who held it before is told with theirs."""
    (place,) = (one for one in record["entrants"] if one["id"] == entrant)
    before = {one: held["id"] for held in place.get("former", ()) for one in held.get("played", ())}
    there = Counter(before.get(one["id"], entrant) for one in record["contests"] if _sat_down(one, entrant))
    return {who: Fraction(number, there.total()) for who, number in there.items()}


def _worth(points: Mapping[str, Any], place: int) -> int:
    """By the line that names the place, "3" or "3-4"; else what everybody who played gets."""
    for named, worth in points.items():
        first, _, last = named.partition("-")
        if first.isdigit() and int(first) <= place <= int(last or first):
            return int(worth)
    return int(points["played"])


def _sat_down(one: Contest, entrant: str) -> bool:
    """Whether the entrant was there to play, be it that the other side stayed away."""
    if entrant not in one["sides"] or len(one["sides"]) == 1 or "score" not in one:
        return False
    won, drawn = score(one)
    games = sum(won) + drawn > sum(one.get("walkover_games", (0, 0)))
    return one.get("kind") not in GIVEN or games or won[one["sides"].index(entrant)] > 0


def _of_line(line: Mapping[str, Any], some: Given, best: int) -> Iterator[str]:
    """What each event gave, and which are dropped: the worst beyond the best so many, of equal ones the later."""
    if {event: Fraction(points) for event, points in line["gave"].items()} != {event: told for event, _, told in some}:
        yield f"{line['who']}: {line['gave']} and by the events {some}"
    kept = sorted(some, key=lambda one: one[2], reverse=True)[: best or len(some)]
    dropped = [event for event, *_ in some if event not in {one[0] for one in kept}]
    total = sum((points for *_, points in kept), Fraction())
    if (line["dropped"], Fraction(line["points"])) != (dropped, total):
        yield f"{line['who']}: {line['points']} without {line['dropped']}, and by the events {total} without {dropped}"


def _strength(order: Sequence[str], events: Sequence[str], line: Mapping[str, Any], some: Given) -> list[Fraction]:
    """The points and what parts equal ones, each such that more is better."""
    places, points = [place for _, place, _ in some], {event: told for event, _, told in some}
    told: dict[str, list[int | Fraction]] = {
        "wins": [places.count(1)],
        "best_places": [places.count(place) for place in range(1, MOST_PLACES)],
        "latest": [points.get(event, 0) for event in reversed(events)],
        "fewer_events": [-len(some)],
    }
    return [Fraction(line["points"]), *(Fraction(one) for name in order for one in told[name])]


def _of_places(strengths: Sequence[list[Fraction]], lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for own, line in zip(strengths, lines, strict=True):
        first = 1 + sum(one > own for one in strengths)
        last = first + sum(one == own for one in strengths) - 1
        if (line["rank_from"], line["rank_to"]) != (first, last):
            yield f"{line['who']} is {line['rank_from']} to {line['rank_to']} and by the points {first} to {last}"
    if [line["rank_from"] for line in lines] != sorted(line["rank_from"] for line in lines):
        yield "the lines are not in the order of their places"
