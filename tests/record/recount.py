"""A count of an event from its exported file alone: points, games and places, without the engine's code for them.

Written from the texts of docs/rules and docs/record.md: `miscounted` gives what the file's own table says otherwise.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

File = Mapping[str, Any]
Contest = Mapping[str, Any]
NOBODY = {"double_walkover", "both_lost", "no_result"}
GIVEN = {"walkover", "withdrawal", "double_walkover"}
FEWEST_OF_A_GAME = 2
LASTS = {"1 h": timedelta(hours=1)}


def miscounted(file: File) -> list[str]:
    """What the table of the file says and a count of its contests does not; empty where both agree."""
    return [*_COUNTS[file["rulebook"]["format"]](file)]


def _score(contest: Contest) -> tuple[list[int], int]:
    """Games won by each side, and drawn ones: "3-1", "½-½", "1½-½", "1-1=2" or a list."""
    told = contest["score"]
    if isinstance(told, list):
        return told, contest.get("draws", 0)
    games, _, drawn = told.partition("=")
    halves = [side.endswith("½") for side in games.split("-")]
    won = [int(side.rstrip("½") or 0) for side in games.split("-")]
    return won, int(drawn or 0) + contest.get("draws", 0) + all(halves)


def _is_given(contest: Contest) -> bool:
    """Whether nobody played anything of it."""
    won, drawn = _score(contest)
    return contest.get("kind") in GIVEN and sum(won) + drawn <= sum(contest.get("walkover_games", won))


def _results(contests: Sequence[Contest]) -> Iterator[tuple[str, str, Contest]]:
    """Each side of each decided contest of two: the entrant, "won", "drawn" or "lost", the contest."""
    for one in contests:
        if len(one["sides"]) != FEWEST_OF_A_GAME or "score" not in one:
            continue
        won, _ = _score(one)
        for side, entrant in enumerate(one["sides"]):
            nobody = one.get("kind") in NOBODY
            ended = "drawn" if won[0] == won[1] else "won" if won[side] > won[1 - side] else "lost"
            yield entrant, "lost" if nobody else ended, one


def _points(file: File, contests: Sequence[Contest], last: int | None) -> dict[str, Fraction]:
    """Points = wins · win + draws · draw + losses · loss + byes · bye + missed rounds · absence."""
    worth = {key: Fraction(value) for key, value in file["rulebook"]["scoring"].items() if key != "by_games"}
    found: dict[str, Fraction] = {one["id"]: Fraction(0) for one in file["entrants"]}
    for entrant, ended, contest in _results(contests):
        if contest.get("kind") not in NOBODY and not (ended == "lost" and _is_given(contest)):
            found[entrant] += worth[{"won": "win", "drawn": "draw", "lost": "loss"}[ended]]
    for one in contests:
        if len(one["sides"]) == 1 and one.get("bye") != "rest":
            found[one["sides"][0]] += worth["bye"]
    if last is not None and worth["absence"]:
        raise AssertionError("the events that are counted here give nothing for a missed round")
    return found


def _rows(file: File) -> list[Mapping[str, Any]]:
    rows: list[Mapping[str, Any]] = file["standings"]
    return rows


def _of_points(file: File, points: Mapping[str, Fraction]) -> Iterator[str]:
    """Everybody stands in the table once, with the counted points."""
    told = {row["entrant"]: Fraction(row["values"]["points"]) for row in _rows(file)}
    if told != dict(points):
        yield f"points {told} and by the contests {points}"


def _of_order(file: File, points: Mapping[str, Fraction]) -> Iterator[str]:
    """Who has more points stands higher."""
    listed = [points[row["entrant"]] for row in _rows(file)]
    if listed != sorted(listed, reverse=True):
        yield f"order {listed}"


def _of_games(file: File, contests: Sequence[Contest]) -> Iterator[str]:
    """Won, drawn and lost, as the table tells them beside the points."""
    counted = Counter((entrant, ended) for entrant, ended, _ in _results(contests))
    for row in _rows(file):
        for ended in ("won", "drawn", "lost"):
            if row[ended] != counted[row["entrant"], ended]:
                yield f"{row['entrant']} {ended}: {row[ended]} and by the contests {counted[row['entrant'], ended]}"


def _of_table(file: File, last: int | None) -> Iterator[str]:
    """A Swiss or a round robin, with a knock-out behind it where there is a cut."""
    stages = {one["id"]: one["stage"] for one in file["contests"]}
    table = [one for one in file["contests"] if stages[one["id"]] == "main" and (last is None or one["round"] <= last)]
    points = _points(file, table, last)
    yield from _of_points(file, points)
    yield from _of_games(file, table)
    behind = [one for one in file["contests"] if one not in table and one["stage"] != "play_off"]
    if behind:
        yield from _of_bracket(file, behind)
    else:
        yield from _of_order(file, points)


def _swiss(file: File) -> Iterator[str]:
    return _of_table(file, file["rulebook"]["swiss"]["rounds"])


def _round_robin(file: File) -> Iterator[str]:
    return _of_table(file, None)


def _groups(file: File) -> Iterator[str]:
    """Points in the groups, then the bracket."""
    table = [one for one in file["contests"] if one["stage"] == "group"]
    yield from _of_points(file, _points(file, table, None))
    yield from _of_games(file, table)
    yield from _of_bracket(file, [one for one in file["contests"] if one["stage"] not in {"group", "play_off"}])


def _of_bracket(file: File, contests: Sequence[Contest]) -> Iterator[str]:
    """Of one life: who wins a match stands above who loses it, and the winner of the final is the champion."""
    place = {row["entrant"]: row["rank_from"] for row in _rows(file)}
    for one in contests:
        if len(one["sides"]) == FEWEST_OF_A_GAME and "score" in one:
            won, _ = _score(one)
            first, second = one["sides"] if won[0] > won[1] else one["sides"][::-1]
            if place[first] >= place[second]:
                yield f"{first} has won against {second} and stands no higher"
            if one["stage"] == "final" and file.get("champion") != first:
                yield f"champion {file.get('champion')} and by the final {first}"


def _knockout(file: File) -> Iterator[str]:
    """With more lives the champion is who has one left, and the others are out in the order of their last loss."""
    lives, contests = file["rulebook"]["knockout"]["lives"], file["contests"]
    everybody = {one["id"] for one in file["entrants"]}
    if {row["entrant"] for row in _rows(file)} != everybody:
        yield "somebody is not in the table"
    if lives == 1:
        yield from _of_bracket(file, contests)
        return
    lost = Counter(entrant for entrant, ended, _ in _results(contests) if ended == "lost")
    left = sorted(one for one in everybody if lost[one] < lives)
    if [file.get("champion")] != left:
        yield f"champion {file.get('champion')}, and by the matches {left} are left"
    for row in _rows(file):
        if row["lost"] != lost[row["entrant"]]:
            yield f"{row['entrant']} lost {row['lost']}, and by the matches {lost[row['entrant']]}"


def _title_match(file: File) -> Iterator[str]:
    (contest,) = [one for one in file["contests"] if "score" in one]
    won, _ = _score(contest)
    best = contest["sides"][won.index(max(won))]
    if max(won) <= contest["best_of"] // 2 or [file.get("champion"), _rows(file)[0]["entrant"]] != [best, best]:
        yield f"{contest['score']} and champion {file.get('champion')}"


def _arena(file: File) -> Iterator[str]:
    """ARENA-1, -4, -6, -7: after two wins in a row games count twice, up to the first that is not won."""
    rules = file["rulebook"]["arena"]
    points: dict[str, int] = {one["id"]: 0 for one in file["entrants"]}
    run, drawing = Counter[str](), dict.fromkeys(points, False)
    end = datetime.fromisoformat(file["event"]["began_at"]) + LASTS[rules["lasts"]]
    played = [one for one in file["contests"] if "score" in one and datetime.fromisoformat(one["settled_at"]) <= end]
    ordered = sorted(played, key=lambda one: one["settled_at"])
    for entrant, ended, contest in _results(ordered):
        times = 2 if run[entrant] >= rules["doubles_after"] else 1
        moves = contest.get("moves")
        if ended == "won":
            points[entrant] += 2 * times
            run[entrant], drawing[entrant] = run[entrant] + 1, False
            continue
        if ended == "drawn":
            is_short = moves is not None and moves <= rules["short_draw"]
            is_long = moves is not None and moves > rules["long_draw"]
            points[entrant] += times if not is_short and (is_long or not drawing[entrant]) else 0
            drawing[entrant] = True
        run[entrant] = 0
    told = {row["entrant"]: int(row["values"]["points"]) for row in _rows(file)}
    if told != points:
        yield f"points {told} and by the games {points}"
    yield from _of_order(file, {entrant: Fraction(number) for entrant, number in points.items()})


def _tables(file: File) -> Iterator[str]:
    """OTE-2.3, OTE-2.8: victory points by who had lost before, influence added up, half of it to the score."""
    rules = file["rulebook"]["tables"]
    victory, influence, lost = Counter[str](), Counter[str](), set[str]()
    rounds: dict[int, list[Contest]] = defaultdict(list)
    for one in file["contests"]:
        if one["stage"] != "play_off" and "score" in one:
            rounds[one["round"]].append(one)
    for number in sorted(rounds):
        out = set[str]()
        for one in rounds[number]:
            _count_table(one, rules, lost, victory)
            influence.update(dict(zip(one["sides"], one["influence"], strict=True)))
            out |= {side for side, won in zip(one["sides"], _score(one)[0], strict=True) if not won}
        lost |= out
    for row in _rows(file):
        name, told = row["entrant"], row["values"]
        counted = {"victory_points": victory[name], "influence": influence[name]}
        score = Fraction(influence[name], 2) + victory[name]
        if {key: int(told[key]) for key in counted} != counted or Fraction(told["tournament_score"]) != score:
            yield f"{name} {told}, and by the games {counted}"
    yield from _of_final_table(file)


def _count_table(one: Contest, rules: Mapping[str, Any], lost: set[str], victory: Counter[str]) -> None:
    """The winner, and the second or seconds by influence; of two only the winner scores."""
    for side, won in zip(one["sides"], _score(one)[0], strict=True):
        if won:
            victory[side] += rules["inactive_points" if side in lost else "active_points"][0]
    others = [
        (told, side) for side, told, won in zip(one["sides"], one["influence"], _score(one)[0], strict=True) if not won
    ]
    if len(one["sides"]) <= FEWEST_OF_A_GAME or not others:
        return
    best = max(told for told, _ in others)
    seconds = [side for told, side in others if told == best]
    for side in seconds:
        points = rules["inactive_points" if side in lost else "active_points"]
        victory[side] += points[1 if len(seconds) == 1 else 2]


def _of_final_table(file: File) -> Iterator[str]:
    finals = [one for one in file["contests"] if one["stage"] == "final" and "score" in one]
    for one in finals:
        first = one["sides"][_score(one)[0].index(1)]
        if file.get("champion") != first or _rows(file)[0]["entrant"] != first:
            yield f"champion {file.get('champion')} and by the final {first}"


def _ladder(file: File) -> Iterator[str]:
    """Who wins against somebody above takes the place, and all between move down by one."""
    rated = [(-(one.get("rating") or float("-inf")), at, one["id"]) for at, one in enumerate(file["entrants"])]
    order = [name for *_, name in sorted(rated)]
    for one in file["contests"]:
        won, _ = _score(one)
        challenger, above = one["sides"]
        if won[0] > won[1]:
            order.remove(challenger)
            order.insert(order.index(above), challenger)
    told = [row["entrant"] for row in _rows(file)]
    if told != order:
        yield f"places {told} and by the challenges {order}"


_COUNTS = {
    "swiss": _swiss,
    "round_robin": _round_robin,
    "groups": _groups,
    "knockout": _knockout,
    "title_match": _title_match,
    "arena": _arena,
    "tables": _tables,
    "ladder": _ladder,
}
