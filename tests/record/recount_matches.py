"""How a contest of an exported file ended, for a count that is not the engine's: its score, its boards, who goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

File = Mapping[str, Any]
Contest = Mapping[str, Any]
NOBODY = {"double_walkover", "both_lost", "no_result"}
GIVEN = {"walkover", "withdrawal", "double_walkover"}
TWO = 2
HALF = Fraction(1, 2)


def score(told: Mapping[str, Any]) -> tuple[list[int], int]:
    """Games won by each side, and drawn ones: "3-1", "½-½", "1½-½", "1-1=2" or a list; of a contest or a board."""
    if isinstance(told["score"], list):
        return told["score"], told.get("draws", 0)
    games, _, drawn = told["score"].partition("=")
    halves = [side.endswith("½") for side in games.split("-")]
    won = [int(side.rstrip("½") or 0) for side in games.split("-")]
    return won, int(drawn or 0) + told.get("draws", 0) + all(halves)


def decided(contests: Sequence[Contest]) -> list[Contest]:
    """Those between two that have a result."""
    return [one for one in contests if len(one["sides"]) == TWO and "score" in one]


def is_given(contest: Contest) -> bool:
    """Whether nobody played anything of it."""
    won, drawn = score(contest)
    return contest.get("kind") in GIVEN and sum(won) + drawn <= sum(contest.get("walkover_games", won))


def results(file: File, contests: Sequence[Contest]) -> Iterator[tuple[str, str, Contest]]:
    """Each side of each decided contest of two: the entrant, "won", "drawn" or "lost" (or nothing), the contest."""
    for one in decided(contests):
        own = worth(file, one)
        for side, entrant in enumerate(one["sides"]):
            ended = "drawn" if own[0] == own[1] else "won" if own[side] > own[1 - side] else "lost"
            nobody = "none" if one.get("kind") == "no_result" else "lost"
            yield entrant, nobody if one.get("kind") in NOBODY else ended, one


def worth(file: File, contest: Contest) -> list[Fraction]:
    """What a contest is worth to either side: its games, or of teams what the boards are worth (AIJE-D05-3)."""
    if not contest.get("boards"):
        return [Fraction(won) for won in score(contest)[0]]
    return [sum((_board_worth(file, one, side) for one in _boards(contest)), Fraction()) for side in (0, 1)]


def _boards(contest: Contest) -> list[Mapping[str, Any]]:
    """Without the game more, which separates two teams and is worth nothing."""
    return [one for one in contest["boards"] if one.get("modality") != "extra"]


def _board_worth(file: File, board: Mapping[str, Any], side: int) -> Fraction:
    """The board as a whole, or each of its games where members' points are added up."""
    rules, (won, drawn) = file["rulebook"]["teams"], score(board)
    win, level = Fraction(rules["board_win"]), Fraction(rules["board_draw"])
    if rules["encounter"] == "sum":
        return win * won[side] + level * drawn
    if won[0] == won[1]:
        return level if won[0] + drawn else Fraction()
    return win if won[side] > won[1 - side] else Fraction()


def goes_on(file: File, contest: Contest) -> str:
    """Who is further after a match that somebody has to win."""
    own = worth(file, contest)
    ways = file["rulebook"]["teams"]["level_match"] if own[0] == own[1] else ()
    for way in ways:
        first, second = _by(way, file, contest)
        if first != second:
            own = [first, second]
            break
    entrant: str = contest["sides"][contest["paired_as_winner"] if own[0] == own[1] else int(own[1] > own[0])]
    return entrant


def _by(way: str, file: File, contest: Contest) -> list[Fraction]:
    """What one way of separating two level teams gives to either (GO-27.2, GO-27.3, AIJE-D05-4)."""
    boards = _boards(contest)
    if way == "games_won":
        return [sum((score(one)[0][side] + HALF * score(one)[1] for one in boards), Fraction()) for side in (0, 1)]
    if way == "boards_in_order":
        each = ([_board_worth(file, one, side) for side in (0, 1)] for one in boards)
        return next((one for one in each if one[0] != one[1]), [HALF, HALF])
    more = [one for one in contest["boards"] if one.get("modality") == "extra" and way == "extra_game"]
    return [Fraction(won) for won in score(more[0])[0]] if more else [HALF, HALF]
