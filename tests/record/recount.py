"""A count of an event from its exported file alone: points, games and places, without the engine's code for them.

Written from the texts of docs/rules and docs/record.md: `miscounted` gives what the file's own table says otherwise.
How one contest ended is in `recount_matches.py`, a series of events in `recount_series.py`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
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
    return [*_of_lines(file)] or [*_COUNTS[file["rulebook"]["format"]](file), *_of_former(file), *_of_rated(file)]


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


def _of_former(file: File) -> Iterator[str]:
    """Who held a place before has played what was decided until they left, and nobody before them had played."""
    for entrant in file["entrants"]:
        taken: list[str] = []
        for held in entrant.get("former", ()):
            mine = [
                one for one in decided(file["contests"]) if entrant["id"] in one["sides"] and one["id"] not in taken
            ]
            until = datetime.fromisoformat(held["left_at"])
            played = [one["id"] for one in mine if _first_settled(one) <= until]
            if sorted(played) != sorted(held.get("played", ())):
                yield f"{held['id']} has played {held.get('played')} and by the moments {played}"
            taken += played


def _first_settled(one: Contest) -> datetime:
    """When the contest first had a result, which may have been corrected since."""
    return min(datetime.fromisoformat(told["settled_at"]) for told in (*one.get("earlier", ()), one))


def _of_rated(file: File) -> Iterator[str]:
    """Of players: everybody with a game that was played has a rating after it, by who played for the place."""
    if not file["rulebook"]["rating"]["rated"] or any(one.get("members") for one in file["entrants"]):
        return
    played_for = {
        (entrant["id"], one): held["id"]
        for entrant in file["entrants"]
        for held in entrant.get("former", ())
        for one in held.get("played", ())
    }
    there = {
        played_for.get((side, one["id"]), side)
        for one in decided(file["contests"])
        if sum(score(one)[0]) + score(one)[1] > sum(one.get("walkover_games", (0, 0)))
        for side in one["sides"]
    }
    told = {one["player"] for one in file.get("ratings", ())}
    if told != there:
        yield f"ratings of {sorted(told)} and by the games of {sorted(there)}"


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
    return found


def _of_rounds_off(file: File, table: Sequence[Contest]) -> Iterator[tuple[str, Fraction]]:
    """Who asked for a round off, and is in no contest of it, has what an absence is worth."""
    last = max((one["round"] for one in table), default=0)
    playing = {(side, one["round"]) for one in table for side in one["sides"]}
    for one in file["entrants"]:
        for number in one.get("absent_in", ()):
            if number <= last and (one["id"], number) not in playing:
                yield one["id"], Fraction(file["rulebook"]["scoring"]["absence"])


def _of_points(file: File, points: Mapping[str, Fraction]) -> Iterator[str]:
    """The points of the table are the counted ones."""
    told = {row["entrant"]: Fraction(row["values"]["points"]) for row in _rows(file)}
    if told != dict(points):
        yield f"points {told} and by the contests {points}"


def _of_boards(file: File, contests: Sequence[Contest]) -> Iterator[str]:
    """Of teams: what their boards were worth in all, where the table names it."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for one in decided(contests):
        for entrant, own in zip(one["sides"], worth(file, one), strict=True):
            found[entrant] += own
    for row in _rows(file):
        told = row.get("values", {}).get("board_points")
        if told is not None and Fraction(told) != found[row["entrant"]]:
            yield f"{row['entrant']} board points {told} and by the boards {found[row['entrant']]}"


def _of_order(file: File, table: Sequence[Contest]) -> Iterator[str]:
    """The places by the chain of the rulebook; of a decisive one a lot or play-offs say who of its group has it."""
    rules, told = file["rulebook"]["ranking"], {row["entrant"]: row for row in _rows(file)}
    groups, before = [[*told]], 0
    for name in rules["order"]:
        groups = [part for group in groups for part in _parts(file, table, name, group)]
    for group in groups:
        first, last = before + 1, before + len(group)
        places = {(told[one]["rank_from"], told[one]["rank_to"]) for one in group}
        decided_apart = rules["level"] != "shared" and before < (rules["decisive_places"] or 0)
        if not decided_apart and places != {(first, last)}:
            yield f"{group} have the places {places} and by the chain {first} to {last}"
        if decided_apart and not all(first <= one <= other <= last for one, other in places):
            yield f"{group} have the places {places}, and {first} to {last} are between them"
        before = last


def _parts(file: File, table: Sequence[Contest], name: str, group: list[str]) -> list[list[str]]:
    """Who is level, apart by one entry of the chain; the direct encounter looks anew at whom it leaves level."""
    if name == "direct_encounter":
        values = _encounter(file, table, group)
    else:
        told = {row["entrant"]: row["values"].get(name) for row in _rows(file)}
        values = {one: Fraction(told[one]) if told[one] is not None else Fraction(-1) for one in group}
    parts = [[one for one in group if values[one] == best] for best in sorted({*values.values()}, reverse=True)]
    if name != "direct_encounter" or len(parts) == 1:
        return parts
    return [inner for part in parts for inner in _parts(file, table, name, part)]


def _encounter(file: File, table: Sequence[Contest], group: list[str]) -> dict[str, Fraction]:
    """Points among those who are level, where all of them have met."""
    among = [one for one in decided(table) if {*one["sides"]} <= {*group}]
    met = {frozenset(one["sides"]) for one in among}
    if len(met) < len(group) * (len(group) - 1) // 2:
        return dict.fromkeys(group, Fraction())
    points = _points(file, among)
    return {one: points[one] for one in group}


def _of_encounters(file: File, table: Sequence[Contest]) -> Iterator[str]:
    """The direct encounter as the table tells it, where it comes right behind the points."""
    if file["rulebook"]["ranking"]["order"][:2] != ["points", "direct_encounter"]:
        return
    for group in _parts(file, table, "points", [row["entrant"] for row in _rows(file)]):
        found = _encounter(file, table, group)
        for row in _rows(file):
            told = row["values"]["direct_encounter"]
            if row["entrant"] in found and told is not None and Fraction(told) != found[row["entrant"]]:
                yield f"{row['entrant']} direct encounter {told} and by the contests {found[row['entrant']]}"


def _of_games(file: File, contests: Sequence[Contest]) -> Iterator[str]:
    """Won, drawn and lost, as the table tells them beside the points."""
    counted = Counter((entrant, ended) for entrant, ended, _ in results(file, contests))
    for row in _rows(file):
        for ended in ("won", "drawn", "lost"):
            if row[ended] != counted[row["entrant"], ended]:
                yield f"{row['entrant']} {ended}: {row[ended]} and by the contests {counted[row['entrant'], ended]}"


def _of_table(file: File, table: Sequence[Contest]) -> Iterator[str]:
    """Points and games of the contests of the table, and the knock-out behind it where there is one."""
    points = _points(file, table)
    for entrant, worth_of_it in _of_rounds_off(file, table):
        points[entrant] += worth_of_it
    yield from _of_points(file, points)
    yield from _of_games(file, table)
    yield from _of_boards(file, table)
    ids = {one["id"] for one in table}
    behind = [one for one in file["contests"] if one["id"] not in ids and one["stage"] != "play_off"]
    if behind:
        last = max(one["round"] for one in table)
        yield from _of_bracket(file, behind, {row["entrant"] for row in _rows(file) if row["round"] > last})
    else:
        yield from _of_order(file, table)
        yield from _of_encounters(file, table)


def _swiss(file: File) -> Iterator[str]:
    last = file["rulebook"]["swiss"]["rounds"]
    return _of_table(file, [one for one in file["contests"] if one["stage"] == "main" and one["round"] <= last])


def _round_robin(file: File) -> Iterator[str]:
    return _of_table(file, [one for one in file["contests"] if one["stage"] == "main"])


def _groups(file: File) -> Iterator[str]:
    """Points in the groups, then the bracket."""
    return _of_table(file, [one for one in file["contests"] if one["stage"] == "group"])


def _of_bracket(file: File, contests: Sequence[Contest], there: set[str]) -> Iterator[str]:
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
    if lost != Counter(there - {file.get("champion")}):
        yield f"lost matches {dict(lost)}"


def _knockout(file: File) -> Iterator[str]:
    lives = file["rulebook"]["knockout"]["lives"]
    if lives > 1:
        return _of_lives(file, lives)
    return _of_bracket(file, file["contests"], {one["id"] for one in file["entrants"]})


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
        ends = [last[row["entrant"]] for row in (above, below) if row["entrant"] in last]
        of_one_bracket = len({(end["stage"], end.get("group")) for end in ends}) == 1 and ends[0]["stage"] == "lower"
        if of_one_bracket and ends[0]["round"] < ends[-1]["round"]:
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
    """The winner, and the second or seconds by influence; of two only the winner scores. Who stayed away has lost."""
    won, absent = score(one)[0], {one["sides"][side] for side in one.get("absent", ())}
    for side, first in zip(one["sides"], won, strict=True):
        if first:
            victory[side] += rules["inactive_points" if side in lost else "active_points"][0]
    if len(one["sides"]) - len(absent) <= TWO:
        return
    seated = zip(one["sides"], _influence(one), won, strict=True)
    others = [(told, side) for side, told, first in seated if not first and side not in absent]
    best = max(told for told, _ in others)
    seconds = [side for told, side in others if told == best]
    for side in seconds:
        points = rules["inactive_points" if side in lost else "active_points"]
        victory[side] += points[1 if len(seconds) == 1 else 2]


def _of_final_table(file: File) -> Iterator[str]:
    """OTE-2.10: the final's winner is first, the others of it follow by influence, everybody else by the score.

    Who stayed away from it comes behind those who played it.
    """
    finals = [one for one in file["contests"] if one["stage"] == "final" and "score" in one]
    there: set[str] = set()
    for one in finals:
        first = one["sides"][score(one)[0].index(1)]
        if file.get("champion") != first or _rows(file)[0]["entrant"] != first:
            yield f"champion {file.get('champion')} and by the final {first}"
        away = {one["sides"][side] for side in one.get("absent", ())}
        gained = {side: -99 if side in away else told for side, told in zip(one["sides"], _influence(one), strict=True)}
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
