"""Events of teams are rehearsed by each rulebook that has teams, a community's own file too."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.play import course
from rehearsal import facts
from rehearsal.cups.teams import count
from rehearsal.cups.teams.count import Line, Met
from rehearsal.cups.teams.diary import TeamCup, Told, Wrong, worth
from rehearsal.cups.teams.facts import Board, Stood
from rehearsal.cups.teams.level import separate
from rehearsal.cups.teams.rules import read
from rehearsal.regulation import find
from tests.rehearsals.conftest import CupRehearsal

PRESET = "go-teams"
KNOCKOUT = """[knockout]
best_of = 4
final_best_of = 4
third_place_match = true
third_place_best_of = 4
byes_by_rating = true
lives = 1
seeding = "seeded"
placement_matches = false
"""
CUT = "[cut]\nplayers = 4\n"
GROUPS = "[groups]\nsize = 4\nadvance = 2\n"
TABLE = ("ranking", "scoring", "round_robin", "swiss")
OWN = {
    "everyone": {"encounter": '"everyone"', "size": "3", "best_of": "9", "line_up": '"free"', "order": '["points"]'},
    "sum": {"encounter": '"sum"', "board_games": "2", "best_of": "8"},
    "knockout": {"format": '"knockout"', "level_match": '["games_won", "extra_game"]'},
    "swiss-cut": {
        "format": '"swiss"',
        "rounds": "4",
        "order": '["points"]',
        "level": '"play_off"',
        "decisive_places": "4",
        "minimum_entrants": "4",
    },
    "groups": {"format": '"groups"', "swiss_above": '"none"', "minimum_entrants": "4"},
}
TABLES: dict[str, tuple[tuple[str, ...], str]] = {
    "knockout": (TABLE, KNOCKOUT),
    "swiss-cut": (("round_robin",), CUT + KNOCKOUT),
    "groups": (("swiss",), GROUPS + KNOCKOUT),
}
"""Which tables of the preset an own file leaves out, and what stands there instead."""


def own_file(folder: Path, name: str) -> Path:
    """A copy of the preset for Go teams with other settings."""
    text = find(PRESET).read_text(encoding="utf-8")
    for key, value in {**OWN[name], "name": f'"own-{name}"'}.items():
        text = re.sub(rf"^{key} = .*$", f"{key} = {value}", text, flags=re.MULTILINE)
    without, instead = TABLES.get(name, ((), ""))
    for table in without:
        text = re.sub(rf"^\[{table}\]\n(?:(?!\[).*\n)*", "", text, flags=re.MULTILINE)
    path = folder / f"own-{name}.toml"
    path.write_text(f"{text}\n{instead}", encoding="utf-8")
    return path


@pytest.mark.long
@pytest.mark.rule("GO-26.1", "GO-26.4")
@pytest.mark.parametrize("name", OWN)
async def test_a_file_of_ones_own_with_teams_is_rehearsed(
    name: str, tmp_path: Path, cup_rehearsal: CupRehearsal
) -> None:
    _, verdict = await cup_rehearsal(str(own_file(tmp_path, name)), seed=3 if name == "knockout" else 2)
    assert [check for check in verdict.checks if check.problems] == []


@pytest.mark.long
async def test_the_judge_knows_whether_a_match_was_confirmed_before_a_look_in_the_same_second(
    tmp_path: Path, cup_rehearsal: CupRehearsal
) -> None:
    """With this seed one captain looks at the table and another one confirms a result in the same second."""
    cup, verdict = await cup_rehearsal(str(own_file(tmp_path, "groups")), seed=3)
    assert isinstance(cup, TeamCup)
    settled = {one.outcome.settled_at for one in facts.read(tmp_path / "arbiter.db").pairings if one.outcome}
    assert any(timedelta() < abs(at - look.at) < timedelta(seconds=1) for at in settled for look in cup.looks)
    assert [check for check in verdict.checks if check.problems] == []


@pytest.mark.long
@pytest.mark.parametrize(("preset", "players"), [("aije-teams", 10), ("olympiad-school", 9), ("go-challenge", 6)])
async def test_teams_hold_in_fields_of_other_sizes(preset: str, players: int, cup_rehearsal: CupRehearsal) -> None:
    _, verdict = await cup_rehearsal(preset, seed=4, players=players)
    assert [check for check in verdict.checks if check.problems] == []


@pytest.mark.long
async def test_the_captains_of_the_association_try_everything_that_is_forbidden(cup_rehearsal: CupRehearsal) -> None:
    cup, _ = await cup_rehearsal("aije-teams", seed=1)
    assert isinstance(cup, TeamCup)
    assert {Wrong.TWO_OF_THE_TOP, Wrong.NO_RATING, Wrong.OVERFULL, Wrong.NOT_GIVEN} <= {
        one.wrong for one in cup.refused
    }
    assert cup.corrected


@pytest.mark.long
@pytest.mark.rule("GO-17.5", "GO-20")
async def test_the_table_of_matches_tells_a_board_that_both_lost_from_one_without_a_result(
    cup_rehearsal: CupRehearsal,
) -> None:
    _, verdict = await cup_rehearsal(PRESET)
    matches = next(rows for title, _, rows in verdict.tables if title == "Matches")
    written = {board for one in matches for board in str(one[4]).split(" · ")}
    assert {"--", "//"} <= written
    assert "0–0" not in written


LEVEL_BY_GAMES = [Told((1, 0)), Told((0, 1)), Told((0, 0), 1), Told((0, 0), 1)]


@pytest.mark.rule("GO-26.1", "GO-27.2")
@pytest.mark.parametrize(
    ("way", "boards", "goes_on"),
    [
        ("boards_in_order", LEVEL_BY_GAMES, (0, "boards_in_order")),
        ("berlin", [*LEVEL_BY_GAMES[2:], *LEVEL_BY_GAMES[:2]], (0, "berlin")),
        ("games_won", LEVEL_BY_GAMES, (None, "lot")),
        ("ratings_sum", LEVEL_BY_GAMES, (1, "ratings_sum")),
        ("boards_in_order", [Told((0, 1)), *LEVEL_BY_GAMES[1:]], (1, "boards")),
    ],
)
def test_the_judge_says_who_goes_on_of_two_that_are_level(
    way: str, boards: list[Told], goes_on: tuple[int | None, str]
) -> None:
    rules = replace(read(find(PRESET)), level_match=(way, "lot"))
    stood = _stood(boards)
    assert separate(stood, rules, (Fraction(3900), Fraction(4000))) == goes_on


def _stood(told: list[Told]) -> Stood:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    boards = (
        Board(number, ((f"a{number}",), (f"b{number}",)), one.score, one.draws, (0, 0), 1.0, "")
        for number, one in enumerate(told, start=1)
    )
    return Stood("x", "played", (0, 0), 0, (0, 0), tuple(boards), at, None)


@pytest.mark.long
@pytest.mark.rule("GO-27.3")
async def test_a_rehearsal_fails_when_the_wrong_of_two_level_teams_goes_on(
    tmp_path: Path, cup_rehearsal: CupRehearsal, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = course._by

    def turned(*given: Any) -> course.Separation | None:
        found = real(*given)
        return None if found is None else replace(found, side=None if found.side is None else 1 - found.side)

    monkeypatch.setattr(course, "_by", turned)
    _, verdict = await cup_rehearsal(str(own_file(tmp_path, "knockout")), seed=1)
    failed = {check.title for check in verdict.checks if check.problems}
    assert "Level teams are separated as the rulebook says" in failed


def test_a_file_that_contradicts_itself_is_told_what_is_wrong_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = own_file(tmp_path, "knockout")
    path.write_text(path.read_text(encoding="utf-8").replace("final_best_of = 4", "final_best_of = 5"))
    assert main(["rehearse", "--rulebook", str(path)]) == 2
    told = capsys.readouterr().err
    assert "own-knockout.toml" in told
    assert "knockout.final_best_of" in told


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
    [
        (Told((3, 1)), "3-1"),
        (Told((0, 0), 1), "½-½"),
        (Told((1, 0), 1), "1½-½"),
        (Told((0, 2), given=(0, 2)), "-+"),
        (Told((3, 1), given=(1, 0)), "3-1"),
    ],
)
def test_captains_write_boards(told: Told, text: str) -> None:
    assert told.text == text
