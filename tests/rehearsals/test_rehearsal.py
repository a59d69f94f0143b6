"""`python -m bot rehearse`: it holds, whatever the seed, the field and the rulebook, and says the same twice."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.rulebooks.library import names as preset_names
from rehearsal import regulation, screen
from rehearsal.recount import elo, games_lost, preliminary
from rehearsal.regulation import FOLDER
from rehearsal.scripts import NAMED
from rehearsal.verdict import Check, Verdict
from tests.house.reading import ROOT
from tests.rehearsals.conftest import Rehearsal

ANOTHER_CUP = {
    'name = "aije-open"': 'name = "another-cup"',
    "minutes_per_walkover_game = 2": "minutes_per_walkover_game = 1",
    "\nbest_of = 5": "\nbest_of = 3",
    "third_place_match = true": "third_place_match = false",
    'opens_before = "30 min"': 'opens_before = "1 h"',
    'justify_within = "72 h"': 'justify_within = "48 h"',
    "matches_per_arbiter = 1": "matches_per_arbiter = 2",
}


def rehearse(folder: Path, *options: str) -> int:
    return main(["rehearse", "--folder", str(folder / "report"), *options])


@pytest.mark.long
@pytest.mark.parametrize(("seed", "players"), [(3, 13), (4, 26)])
async def test_an_open_ends_as_the_rulebook_says(seed: int, players: int, rehearsal: Rehearsal) -> None:
    _, verdict = await rehearsal(seed, players)
    assert [check for check in verdict.checks if check.problems] == []


@pytest.mark.long
def test_the_same_seed_gives_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for _ in range(2):
        assert rehearse(tmp_path, "--json", "--seed", "5") == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    outcome = json.loads(said[0])
    assert all(re.fullmatch(r"\d+\.\d{6}", rating) for rating in outcome["ratings"].values())
    assert len(outcome["bars"]) == 3


def test_the_report_needs_nothing_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rehearse(tmp_path, "--quiet") == 0
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert "As the rulebook says" in page
    assert not re.findall(r'(?:src|href)="(?!data:|#|site/)', page)
    (way,) = re.findall(r'href="(site/[^"]*)"', page)
    assert "Open 2" in (tmp_path / "report" / way).read_text(encoding="utf-8"), "the event that was played to its end"
    assert "<img" in page
    assert any(path.name.endswith("podium.png") for path in (tmp_path / "report").iterdir())
    assert any("bracket" in path.name for path in (tmp_path / "report").iterdir())
    assert "rulebook says" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "pt_PT"}, "pt-BR"),
        ({"LANG": "es_MX.UTF-8"}, "es-ES"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "it_IT"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, "en-US"),
        ({"LANG": "C.UTF-8"}, "en-US"),
        ({}, "en-US"),
    ],
)
def test_the_machine_says_which_language_is_read_at_it(environment: dict[str, str], language: str) -> None:
    assert screen.language_here(environment) == language


async def test_a_failure_is_told_on_the_screen_with_what_did_not_hold(rehearsal: Rehearsal) -> None:
    play, _ = await rehearsal(players=13)
    broken = Check(
        "AIJE-D01-4", "Byes go to the highest rated", tuple(f"bye {number} went astray" for number in range(30))
    )
    wrong = Verdict((broken,), ())
    said = list(screen.lines(play, wrong, "aije-open", screen.Left(Path("report.html"), trouble="no room"), 3.0))
    assert len(said) <= screen.LINES
    assert any(line.startswith("✘") for line in said)
    assert any("bye 0 went astray" in line for line in said)
    assert any(line.startswith("  … ") and "22" in line for line in said)
    assert any("report.html" in line for line in said)
    assert any("no room" in line for line in said), "why there are no pages of spectators"


@pytest.mark.long
def test_a_rulebook_of_ones_own_is_uploaded_and_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (FOLDER / "aije-open.toml").read_text(encoding="utf-8")
    for old, new in ANOTHER_CUP.items():
        assert old in text
        text = text.replace(old, new)
    cup = tmp_path / "cup.toml"
    cup.write_text(text, encoding="utf-8")
    assert rehearse(tmp_path, "--json", "--rulebook", str(cup), "--players", "21") == 0
    assert json.loads(capsys.readouterr().out)["rulebook"] == "another-cup"


def test_who_has_seen_enough_reads_no_trace_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("rehearsal.screen.language_here", ended)
    assert rehearse(tmp_path) == 130


def test_an_unknown_rulebook_is_named_with_those_that_exist(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rehearse(tmp_path, "--rulebook", "no-such-cup") == 2
    said = capsys.readouterr().err
    assert [name for name in (*preset_names(), *NAMED) if name not in said] == []


def test_the_command_is_described_with_discord_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rehearse", "--help"])
    assert "Play a whole event on a pretend Discord" in " ".join(capsys.readouterr().out.split())


def test_an_unknown_language_is_named_with_those_that_exist(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rehearse(tmp_path, "--language", "fr") == 2
    said = capsys.readouterr()
    assert (said.out, list(tmp_path.iterdir())) == ("", [])
    assert said.err == "The bot does not speak fr. It speaks en-US, pt-BR, es-ES and it: name one of them.\n"


def test_thirteen_members_are_the_fewest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rehearse(tmp_path, "--players", "12") == 2
    assert "between 13 and" in capsys.readouterr().err


async def test_a_play_that_breaks_off_is_a_finding(rehearsal: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise LookupError("no such act")

    monkeypatch.setattr("rehearsal.acts.absence.seventy_two_hours", broken)
    _, verdict = await rehearsal(players=13)
    assert any("broke off" in problem for check in verdict.checks for problem in check.problems)


@pytest.mark.long
def test_a_play_that_breaks_off_is_told_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("the script is at fault")

    monkeypatch.setattr("rehearsal.acts.absence.seventy_two_hours", broken)
    assert rehearse(tmp_path, "--json") == 1
    (check,) = json.loads(capsys.readouterr().out)["checks"]
    assert check["title"] == "The play goes on to its end"
    assert "RuntimeError: the script is at fault (test_rehearsal.py, line " in check["problems"][0]


@pytest.mark.rule("AIJE-D01-4")
@pytest.mark.parametrize(
    ("players", "pairs_and_byes"), [(2, (1, 0)), (3, (1, 1)), (8, (4, 0)), (9, (1, 7)), (13, (5, 3)), (16, (8, 0))]
)
def test_the_judge_counts_pairs_and_byes(players: int, pairs_and_byes: tuple[int, int]) -> None:
    assert preliminary(players) == pairs_and_byes


@pytest.mark.rule("AIJE-D01-5.4")
@pytest.mark.parametrize(("seconds", "lost"), [(0, 0), (119, 0), (120, 1), (300, 2), (360, 3), (3600, 3)])
def test_the_judge_counts_lost_games(seconds: float, lost: int) -> None:
    assert games_lost(seconds, 2, 5) == lost


@pytest.mark.rule("AIJE-B02-2")
def test_the_judge_counts_ratings() -> None:
    after = elo({"a": 2400.0}, [("a", "b", 3, 1)], 2000.0, 16.0)
    assert after["a"] == pytest.approx(2400 + 16 * (3 - 4 * 10 / 11))
    assert after["a"] + after["b"] == pytest.approx(4400)


def test_the_judge_reads_the_numbers_of_the_file() -> None:
    rules = regulation.read(regulation.find("aije-open"))
    assert (rules.best_of, rules.final_best_of, rules.k, rules.minutes_per_game) == (5, 9, 16.0, 2)


WITHOUT = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name == {absent!r}:
            raise ModuleNotFoundError(name=name)
sys.meta_path.insert(0, Absent())
from bot.__main__ import main
sys.exit(main(["rehearse"]))
"""


@pytest.mark.parametrize("absent", ["rehearsal", "rich", "simcord"])
def test_where_the_bot_alone_is_installed_whoever_rehearses_reads_what_to_install(absent: str) -> None:
    command = (sys.executable, "-c", WITHOUT.format(absent=absent))
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("The rehearsals are not installed here.")
    assert "requirements/rehearse.txt" in ended.stderr
