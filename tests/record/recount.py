"""A count of an event from its exported file alone: points, games and places, without the engine's code for them.

Written from the texts of docs/rules and docs/record.md: `miscounted` gives what the file's own table says otherwise.
How one contest ended is in `recount_matches.py`, a series of events in `recount_series.py`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from tests.record.recount_matches import (
    NOBODY,
    TWO,
    Contest,
    File,
    decided,
    goes_on,
    is_given,
    results,
    score,
    worth,
)

LASTS = {"1 h": timedelta(hours=1)}
BESIDE = {"third_place", "placement", "play_off"}


def miscounted(file: File) -> list[str]:
    """What the table of the file says and a count of its contests does not; empty where both agree."""
    return [*_of_lines(file), *_COUNTS[file["rulebook"]["format"]](file)]


def _rows(file: File) -> list[Mapping[str, Any]]:
    rows: list[Mapping[str, Any]] = file["standings"]
    return rows


def _of_lines(file: File) -> Iterator[str]:
    """Everybody stands in the table once, and the places follow each other, those that are shared too."""
    listed = Counter(row["entrant"] for row in _rows(file))
    if listed != Counter(one["id"] for one in file["entrants"]):
        yield f"in the table stand {dict(listed)}"
    sharing = Counter(row["rank_from"] for row in _rows(file))
    for at, row in enumerate(_rows(file), start=1):
        if not row["rank_from"] <= at <= row["rank_to"] == row["rank_from"] + sharing[row["rank_from"]] - 1:
            yield f"line {at} has the places {row['rank_from']} to {row['rank_to']}"


def _points(file: File, contests: Sequence[Contest]) -> dict[str, Fraction]:
    """Points = wins · win + draws · draw + losses · loss + byes · bye; of games where the rulebook counts these."""
    rules = file["rulebook"]["scoring"]
    value = {key: Fraction(rules[key]) for key in ("win", "draw", "loss", "bye")}
    found: dict[str, Fraction] = {one["id"]: Fraction(0) for one in file["entrants"]}
    for entrant, ended, contest in results(file, contests):
        if contest.get("kind") in NOBODY or (ended == "lost" and is_given(contest)):
            continue
        if rules["by_games"]:
            (won, drawn), side = score(contest), contest["sides"].index(entrant)
            found[entrant] += won[side] * value["win"] + drawn * value["draw"] + won[1 - side] * value["loss"]
        else:
            found[entrant] += value[{"won": "win", "drawn": "draw", "lost": "loss"}[ended]]
    for one in contests:
        if len(one["sides"]) == 1 and one.get("bye") != "rest":
            found[one["sides"][0]] += value["bye"] * (one["best_of"] if rules["by_games"] else 1)
    if rules["absence"]:
        raise AssertionError("the events that are counted here give nothing for a missed round")
    return found


def _of_points(file: File, points: Mapping[str, Fraction]) -> Iterator[str]:
    """The points of the table are the counted ones."""
    told = {row["entrant"]: Fraction(row["values"]["points"]) for row in _rows(file)}
    if told != dict(points):
        yield f"points {told} and by the contests {points}"


def _of_boards(file: File, contests: Sequence[Contest]) -> Iterator[str]:
    """Of teams: what their boards were worth in all, where the table names it."""
    found = Counter[str]()
    for one in decided(contests):
        for side, entrant in enumerate(one["sides"]):
            found[entrant] += worth(file, one)[side]  # type: ignore[assignment]
    for row in _rows(file):
        told = row.get("values", {}).get("board_points")
        if told is not None and Fraction(told) != found[row["entrant"]]:
            yield f"{row['entrant']} board points {told} and by the boards {found[row['entrant']]}"


def _of_order(file: File) -> Iterator[str]:
    """A line below another is behind in the first value that parts them, or shares its place; or a lot has spoken."""
    order = [name for name in file["rulebook"]["ranking"]["order"] if name != "lot"]
    for above, below in zip(_rows(file), _rows(file)[1:], strict=False):
        pairs = [(above["values"].get(name), below["values"].get(name)) for name in [*order, "play_off"]]
        known = [(Fraction(one), Fraction(other)) for one, other in pairs if one is not None and other is not None]
        parted = next((one > other for one, other in known if one != other), None)
        by_lot = above["values"].get("lot") is not None and below["values"].get("lot") is not None
        if parted is False or (parted is None and not by_lot and above["rank_from"] != below["rank_from"]):
            yield f"{above['entrant']} stands above {below['entrant']} with {known}"
        if parted and above["rank_from"] == below["rank_from"]:
            yield f"{above['entrant']} shares a place with {below['entrant']} with {known}"


def _of_games(file: File, contests: Sequence[Contest]) -> Iterator[str]:
    """Won, drawn and lost, as the table tells them beside the points."""
    counted = Counter((entrant, ended) for entrant, ended, _ in results(file, contests))
    for row in _rows(file):
        for ended in ("won", "drawn", "lost"):
            if row[ended] != counted[row["entrant"], ended]:
                yield f"{row['entrant']} {ended}: {row[ended]} and by the contests {counted[row['entrant'], ended]}"


def _of_table(file: File, table: Sequence[Contest]) -> Iterator[str]:
    """Points and games of the contests of the table, and the knock-out behind it where there is one."""
    yield from _of_points(file, _points(file, table))
    yield from _of_games(file, table)
    yield from _of_boards(file, table)
    ids = {one["id"] for one in table}
    behind = [one for one in file["contests"] if one["id"] not in ids and one["stage"] != "play_off"]
    yield from _of_bracket(file, behind) if behind else _of_order(file)


def _swiss(file: File) -> Iterator[str]:
    last = file["rulebook"]["swiss"]["rounds"]
    return _of_table(file, [one for one in file["contests"] if one["stage"] == "main" and one["round"] <= last])


def _round_robin(file: File) -> Iterator[str]:
    return _of_table(file, [one for one in file["contests"] if one["stage"] == "main"])


def _groups(file: File) -> Iterator[str]:
    """Points in the groups, then the bracket."""
    return _of_table(file, [one for one in file["contests"] if one["stage"] == "group"])


def _of_bracket(file: File, contests: Sequence[Contest]) -> Iterator[str]:
    """Of one life: who wins a match stands above who loses it, and the winner of the final is the champion.

    Who loses in the round of the last eight comes in fifth to eighth. Everybody but the champion loses once.
    """
    place = {row["entrant"]: row["rank_from"] for row in _rows(file)}
    last, lost = max(one["round"] for one in contests), Counter[str]()
    for one in decided(contests):
        first = goes_on(file, one)
        second = next(side for side in one["sides"] if side != first)
        if place[first] >= place[second]:
            yield f"{first} has won against {second} and stands no higher"
        if one["stage"] == "final" and file.get("champion") != first:
            yield f"champion {file.get('champion')} and by the final {first}"
        if one["stage"] not in BESIDE:
            lost[second] += 1
            best = TWO ** (last - one["round"]) + 1
            if not best <= place[second] < TWO * best - 1:
                yield f"{second} has lost in round {one['round']} of {last} and is number {place[second]}"
    there = {side for one in contests for side in one["sides"]} - {file.get("champion")}
    if lost != Counter(there):
        yield f"lost matches {dict(lost)}"


def _knockout(file: File) -> Iterator[str]:
    lives = file["rulebook"]["knockout"]["lives"]
    return _of_bracket(file, file["contests"]) if lives == 1 else _of_lives(file, lives)


def _of_lives(file: File, lives: int) -> Iterator[str]:
    """The champion is who has a life left; of two who are out of one bracket the one who got further stands higher."""
    last: dict[str, Contest] = {}
    lost = Counter[str]()
    for one in decided(file["contests"]):
        second = next(side for side in one["sides"] if side != goes_on(file, one))
        lost[second] += 1
        if lost[second] == lives:
            last[second] = one
    out = {row["entrant"]: lost[row["entrant"]] for row in _rows(file) if row["entrant"] != file.get("champion")}
    if set(out.values()) != {lives} or lost[file["champion"]] >= lives:
        yield f"champion {file.get('champion')}, and by the matches they have lost {dict(lost)}"
    for row in _rows(file):
        if row["lost"] not in {lost[row["entrant"]], 0} or (row["entrant"] in out and not row["lost"]):
            yield f"{row['entrant']} lost {row['lost']}, and by the matches {lost[row['entrant']]}"
    for above, below in zip(_rows(file), _rows(file)[1:], strict=False):
        one, other = last.get(above["entrant"]), last.get(below["entrant"])
        if one and other and one["stage"] == other["stage"] == "lower" and one.get("group") == other.get("group"):
            if one["round"] < other["round"]:
                yield f"{above['entrant']} was out before {below['entrant']} and stands higher"


def _title_match(file: File) -> Iterator[str]:
    """One match, won by more than half of its games; told game by game these give the score (AIJE-D03-1)."""
    played = [one for one in file["contests"] if "score" in one]
    if len(played) != 1:
        yield f"{len(played)} matches"
        return
    contest = played[0]
    won, _ = score(contest)
    best = contest["sides"][won.index(max(won))]
    if max(won) <= contest["best_of"] // 2 or [file.get("champion"), _rows(file)[0]["entrant"]] != [best, best]:
        yield f"{contest['score']} and champion {file.get('champion')}"
    games = Counter(one["winner"] for one in contest.get("games", ()) if one["how"] != "annulled")
    if games and [games[side] for side in contest["sides"]] != won:
        yield f"{contest['score']} and by the games {dict(games)}"


def _arena(file: File) -> Iterator[str]:
    """ARENA-1, -4, -6, -7: after two wins in a row games count twice, up to the first that is not won."""
    rules = file["rulebook"]["arena"]
    points: dict[str, int] = {one["id"]: 0 for one in file["entrants"]}
    run, drawing = Counter[str](), dict.fromkeys(points, False)
    end = datetime.fromisoformat(file["event"]["began_at"]) + LASTS[rules["lasts"]]
    played = [one for one in file["contests"] if "score" in one and datetime.fromisoformat(one["settled_at"]) <= end]
    ordered = sorted(played, key=lambda one: one["settled_at"])
    for entrant, ended, contest in results(file, ordered):
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
    yield from _of_points(file, {entrant: Fraction(number) for entrant, number in points.items()})
    listed = [points[row["entrant"]] for row in _rows(file)]
    if listed != sorted(listed, reverse=True):
        yield f"order {listed}"


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
            influence.update(dict(zip(one["sides"], _influence(one), strict=True)))
            out |= {side for side, won in zip(one["sides"], score(one)[0], strict=True) if not won}
        lost |= out
    for row in _rows(file):
        name, told = row["entrant"], row["values"]
        counted = {"victory_points": victory[name], "influence": influence[name]}
        whole = Fraction(influence[name], 2) + victory[name]
        if {key: int(told[key]) for key in counted} != counted or Fraction(told["tournament_score"]) != whole:
            yield f"{name} {told}, and by the games {counted}"
    yield from _of_final_table(file)


def _influence(one: Contest) -> list[int]:
    """Everybody's at the end of the game; a game that nobody played has left none."""
    told: list[int] = one.get("influence", [0] * len(one["sides"]))
    return told


def _count_table(one: Contest, rules: Mapping[str, Any], lost: set[str], victory: Counter[str]) -> None:
    """The winner, and the second or seconds by influence; of two only the winner scores."""
    won = score(one)[0]
    for side, first in zip(one["sides"], won, strict=True):
        if first:
            victory[side] += rules["inactive_points" if side in lost else "active_points"][0]
    others = [(told, side) for side, told, first in zip(one["sides"], _influence(one), won, strict=True) if not first]
    if len(one["sides"]) <= TWO or not others:
        return
    best = max(told for told, _ in others)
    seconds = [side for told, side in others if told == best]
    for side in seconds:
        points = rules["inactive_points" if side in lost else "active_points"]
        victory[side] += points[1 if len(seconds) == 1 else 2]


def _of_final_table(file: File) -> Iterator[str]:
    """OTE-2.10: the final's winner is first, the others of it follow by influence, everybody else by the score."""
    finals = [one for one in file["contests"] if one["stage"] == "final" and "score" in one]
    there: set[str] = set()
    for one in finals:
        first = one["sides"][score(one)[0].index(1)]
        if file.get("champion") != first or _rows(file)[0]["entrant"] != first:
            yield f"champion {file.get('champion')} and by the final {first}"
        gained = dict(zip(one["sides"], _influence(one), strict=True))
        there = set(gained)
        yield from _falling("in the final", [gained[row["entrant"]] for row in _rows(file)[1 : len(there)]])
    rest = [row for row in _rows(file) if row["entrant"] not in there]
    yield from _falling("behind it", [Fraction(row["values"]["tournament_score"]) for row in rest] if finals else [])


def _falling(where: str, values: Sequence[Fraction | int]) -> Iterator[str]:
    if list(values) != sorted(values, reverse=True):
        yield f"order {where}: {values}"


def _ladder(file: File) -> Iterator[str]:
    """Who wins against somebody above takes the place, and all between move down by one."""
    rated = [(-(one.get("rating") or float("-inf")), at, one["id"]) for at, one in enumerate(file["entrants"])]
    order = [name for *_, name in sorted(rated)]
    for one in file["contests"]:
        won, _ = score(one)
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
