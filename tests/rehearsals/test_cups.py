"""Cups are rehearsed, with whatever seed and however many; what cannot be yet says so."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from bot.__main__ import main
from rehearsal.cups import count
from rehearsal.cups.rules import is_cup, read, what_cannot_be_rehearsed
from rehearsal.regulation import FOLDER, find
from tests.rehearsals.conftest import CupRehearsal

PRESETS = sorted(path.stem for path in FOLDER.glob("*.toml"))
CUPS = [name for name in PRESETS if is_cup(find(name)) and what_cannot_be_rehearsed(find(name)) is None]
ONE_OF_A_KIND = {
    "arena", "aije-candidates", "cup", "double-elimination", "go-swiss", "groups-cut", "ladder", "on-the-edge", "teams",
}  # fmt: skip
"""A cup of each family of formats; the long run plays the others too. A match for a title has a module of its own."""
NOT_YET = [name for name in PRESETS if what_cannot_be_rehearsed(find(name)) is not None]


def test_the_table_formats_are_among_them() -> None:
    names = {"go-swiss", "go-round-robin", "swiss-cut", "groups-cut", "aije-candidates", "aije-champions-league"}
    assert names | ONE_OF_A_KIND <= set(CUPS)


@pytest.mark.long
async def test_a_final_that_is_played_once_more_is_told_like_any_other_round(cup_rehearsal: CupRehearsal) -> None:
    _, verdict = await cup_rehearsal("double-elimination", seed=9, players=19)
    assert [check for check in verdict.checks if check.problems] == []


SMALL = {"arena": 8}
"""How many play where the usual field takes long; the long run has that too."""
OTHERS = [name for name in CUPS if name in SMALL or name not in ONE_OF_A_KIND]


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *((name, SMALL.get(name)) for name in sorted(ONE_OF_A_KIND)),
        *(pytest.param(name, None, marks=pytest.mark.long) for name in OTHERS),
    ],
)
async def test_a_cup_ends_as_its_rulebook_says(name: str, players: int | None, cup_rehearsal: CupRehearsal) -> None:
    cup, verdict = await cup_rehearsal(name, seed=3, players=players)
    assert [check for check in verdict.checks if check.problems] == []
    assert cup.restarted_at is not None
    assert cup.exported is not None


@pytest.mark.long
@pytest.mark.parametrize("players", [8, 9])
async def test_a_swiss_holds_for_an_even_and_an_odd_number(players: int, cup_rehearsal: CupRehearsal) -> None:
    _, verdict = await cup_rehearsal("go-swiss", seed=players, players=players)
    assert [check for check in verdict.checks if check.problems] == []


@pytest.mark.parametrize("name", NOT_YET)
def test_a_preset_that_cannot_be_rehearsed_says_so(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rehearse", "--rulebook", name]) == 2
    said = capsys.readouterr()
    assert "cannot be rehearsed yet" in said.err
    assert said.out == ""


@pytest.mark.long
def test_the_same_seed_gives_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for seed in ("5", "5", "6"):
        options = ["--rulebook", "go-round-robin", "--json", "--seed", seed, "--folder", str(tmp_path)]
        assert main(["rehearse", *options]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != said[2]
    assert json.loads(said[0])["rulebook"] == "go-round-robin"


OUR_CUP = {
    'name = "groups-cut"': 'name = "our-cup"',
    "\nsize = 4": "\nsize = 3",
    "\nadvance = 2": "\nadvance = 1",
    "\ndecisive_places = 2": "\ndecisive_places = 1",
    "\nbest_of = 3": "\nbest_of = 1",
    "\nplay_off_best_of = 1": "\nplay_off_best_of = 3",
    "\ntimes = 1": "\ntimes = 2",
    "third_place_match = true": "third_place_match = false",
    "[knockout]": "[cut]\nplayers = 4\n\n[knockout]",
}
"""Another community's groups: of three, twice around, the first of each and the best seconds go on, four in all."""


@pytest.mark.long
def test_groups_of_a_community_s_own_file_are_uploaded_and_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (FOLDER / "groups-cut.toml").read_text(encoding="utf-8")
    for old, new in OUR_CUP.items():
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "our-cup.toml"
    file.write_text(text, encoding="utf-8")
    options = ["--rulebook", str(file), "--json", "--players", "11", "--folder", str(tmp_path / "report")]
    assert main(["rehearse", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rulebook"] == "our-cup"
    stages = [one["stage"] for one in found["events"][0]["matches"]]
    assert (stages.count("semifinal"), stages.count("final")) == (2, 1)


@pytest.mark.parametrize(("name", "players"), [("aije-world", "3"), ("aije-seat-match", "12")])
def test_events_of_a_fixed_number_say_so(name: str, players: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rehearse", "--rulebook", name, "--players", players]) == 2
    assert "always with" in capsys.readouterr().err


def test_a_full_cup_takes_nobody_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rehearse", "--rulebook", "aije-candidates", "--players", "9"]) == 2
    assert "between 6 and 7 players" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "starters", "rounds"),
    [("go-swiss", 9, 4), ("swiss-cut", 9, 5), ("go-round-robin", 5, 5), ("groups-cut", 10, 3), ("groups-cut", 6, 3)],
)
def test_the_judge_counts_rounds(name: str, starters: int, rounds: int) -> None:
    assert count.rounds_of(read(find(name)), starters) == rounds


@pytest.mark.parametrize(
    ("starters", "sizes"), [(4, [4]), (5, [3, 2]), (6, [3, 3]), (9, [3, 3, 3]), (10, [4, 3, 3]), (16, [4, 4, 4, 4])]
)
def test_the_judge_counts_groups(starters: int, sizes: list[int]) -> None:
    assert count.group_sizes(read(find("groups-cut")), starters) == sizes


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "seed"),
    [
        pytest.param(None, 21, id="one leaves before the own group's last round"),
        pytest.param(16, 16, id="full bracket"),
    ],
)
async def test_groups_hold_of_unlike_sizes_and_before_a_full_bracket_of_eight(
    players: int | None, seed: int, cup_rehearsal: CupRehearsal
) -> None:
    _, verdict = await cup_rehearsal("groups-cut", seed=seed, players=players)
    assert [check for check in verdict.checks if check.problems] == []


@pytest.mark.parametrize(
    ("points", "text"), [(Fraction(0), "0"), (Fraction(1, 2), "½"), (Fraction(5, 2), "2½"), (Fraction(13, 4), "3.25")]
)
def test_the_judge_writes_halves(points: Fraction, text: str) -> None:
    assert count.write_points(points) == text


DECKS = """
[deck]
fewest_cards = 40
refused_prefixes = ["S", "CHASE"]
refused_cards = ["66"]
degenerate_cards = ["9"]

[matches]"""

FILES_OF_OTHERS = {
    "a Swiss without arbiters": ("go-swiss", {"matches_per_arbiter = 8": "matches_per_arbiter = 0"}),
    "an Open without arbiters": (
        "aije-open",
        {"matches_per_arbiter = 1": "matches_per_arbiter = 0", "official = true": "official = false"},
    ),
    "a bye for half a point": ("swiss-cut", {"\nbye = 1.0": "\nbye = 0.5"}),
    "a round robin with decks": ("round-robin", {"\n[matches]": DECKS}),
    "an Open with decks": ("aije-open", {"\n[matches]": DECKS, "official = true": "official = false"}),
}


def their_file(folder: Path, preset: str, changes: dict[str, str]) -> Path:
    text = find(preset).read_text("utf-8")
    for before, after in {f'name = "{preset}"': 'name = "our-own"', **changes}.items():
        assert before in text
        text = text.replace(before, after)
    if DECKS in changes.values():
        # A deck is its owner's: who plays with decks knows no substitutes.
        text = text.replace("substitutes = true ", "substitutes = false ")
    (folder / "our-own.toml").write_text(text, "utf-8")
    return folder / "our-own.toml"


@pytest.mark.long
@pytest.mark.parametrize("what", FILES_OF_OTHERS)
def test_a_community_s_own_file_is_played(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = their_file(tmp_path, *FILES_OF_OTHERS[what])
    status = main(["rehearse", "--quiet", "--rulebook", str(file), "--folder", str(tmp_path)])
    assert status == 0, capsys.readouterr().out


@pytest.mark.parametrize(("preset", "beyond"), [("teams", "decks of teams"), ("ladder", "decks on a ladder")])
def test_decks_that_nobody_hands_in_are_refused_before_anything_is_played(
    preset: str, beyond: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = their_file(tmp_path, preset, {"\n[matches]": DECKS})
    assert main(["rehearse", "--quiet", "--rulebook", str(file), "--folder", str(tmp_path)]) == 2
    assert f"our-own: {beyond} cannot be rehearsed yet" in capsys.readouterr().err


@pytest.mark.rule("OLY-7")
def test_a_game_of_which_there_is_no_sheet_is_refused_with_its_place_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = their_file(tmp_path, "swiss", {"sheets = []": 'sheets = ["moon-chess"]'})
    assert main(["rehearse", "--quiet", "--rulebook", str(file), "--folder", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert "games.sheets" in told
    assert "moon-chess" in told
