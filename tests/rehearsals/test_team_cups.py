"""Events of teams are rehearsed by each rulebook that has teams, a community's own file too."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from bot.rehearsal.cups.teams import count
from bot.rehearsal.cups.teams.count import Line, Met
from bot.rehearsal.cups.teams.diary import TeamCup, Told, Wrong, worth
from bot.rehearsal.cups.teams.rules import read, unrehearsed
from bot.rehearsal.regulation import find
from tests.rehearsals.conftest import CupRehearsal

OWN = {
    "everyone": {"encounter": '"everyone"', "size": "3", "best_of": "9", "line_up": '"free"', "order": '["points"]'},
    "sum": {"encounter": '"sum"', "board_games": "2", "best_of": "8"},
}


def own_file(folder: Path, name: str) -> Path:
    """A copy of the preset for Go teams with other settings."""
    text = find("go-teams").read_text(encoding="utf-8")
    for key, value in {**OWN[name], "name": f'"own-{name}"'}.items():
        text = re.sub(rf"^{key} = .*$", f"{key} = {value}", text, flags=re.MULTILINE)
    path = folder / f"own-{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", OWN)
async def test_a_file_of_ones_own_with_teams_is_rehearsed(
    name: str, tmp_path: Path, cup_rehearsal: CupRehearsal
) -> None:
    _, verdict = await cup_rehearsal(str(own_file(tmp_path, name)), seed=2)
    assert [check for check in verdict.checks if check.problems] == []


@pytest.mark.parametrize(("preset", "players"), [("aije-teams", 10), ("olympiad-school", 9), ("go-challenge", 6)])
async def test_teams_hold_in_fields_of_other_sizes(preset: str, players: int, cup_rehearsal: CupRehearsal) -> None:
    _, verdict = await cup_rehearsal(preset, seed=4, players=players)
    assert [check for check in verdict.checks if check.problems] == []


async def test_the_captains_of_the_association_try_everything_that_is_forbidden(cup_rehearsal: CupRehearsal) -> None:
    cup, _ = await cup_rehearsal("aije-teams", seed=1)
    assert isinstance(cup, TeamCup)
    assert {Wrong.TWO_OF_THE_TOP, Wrong.NO_RATING, Wrong.OVERFULL, Wrong.NOT_GIVEN} <= {
        one.wrong for one in cup.refused
    }
    assert cup.corrected


def test_a_knock_out_of_teams_says_that_it_cannot_be_rehearsed(tmp_path: Path) -> None:
    path = own_file(tmp_path, "sum")
    path.write_text(path.read_text(encoding="utf-8").replace('format = "round_robin"', 'format = "knockout"'))
    assert unrehearsed(path) == "a knockout of teams"


@pytest.mark.rule("AIJE-D05-3")
def test_the_judge_counts_boards_of_the_association() -> None:
    told = [Told((3, 1)), Told((2, 2)), Told((0, 4))]
    assert worth(told, read(find("aije-teams"))) == (Fraction(1), Fraction(1))


@pytest.mark.rule("OLY-2")
def test_the_judge_counts_a_dispute_of_nine_points() -> None:
    told = [Told((1, 0)), Told((0, 1)), Told((0, 0), 1), Told((1, 1)), Told((0, 2))]
    assert worth(told, read(find("olympiad-school"))) == (Fraction(5, 2), Fraction(13, 2))


@pytest.mark.rule("AIJE-D05-4")
def test_the_judge_separates_level_teams_by_the_games_won_among_them() -> None:
    table = {"a": Line(), "b": Line(), "c": Line()}
    for first, second, games in (("a", "b", 7), ("b", "c", 8), ("c", "a", 10)):
        table[first].met.append(_met(second, points=3, games=games))
        table[second].met.append(_met(first, points=0, games=12 - games))
    assert count.order(table, read(find("aije-teams"))) == [frozenset("c"), frozenset("b"), frozenset("a")]


def _met(opponent: str, points: int, games: int) -> Met:
    won = points > 0
    return Met(1, opponent, Fraction(points), Fraction(won), Fraction(not won), Fraction(games), not won, won, (), 0)


@pytest.mark.parametrize(
    ("told", "text"),
    [(Told((3, 1)), "3-1"), (Told((0, 0), 1), "½-½"), (Told((1, 0), 1), "1½-½"), (Told((0, 2), given=True), "-+")],
)
def test_captains_write_boards(told: Told, text: str) -> None:
    assert told.text == text
