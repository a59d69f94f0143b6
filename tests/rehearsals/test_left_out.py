"""The judge reads a rulebook as the bot does: what a file may leave out has its default. There is no second reader."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path

import pytest

from bot.play.rulebook import Rulebook, settings
from bot.rulebooks.library import RulebookRefused, names, preset, read, to_toml
from rehearsal import regulation, turnout
from rehearsal.cups import rules as cup_rules
from rehearsal.cups.ladder import diary as ladder_diary
from rehearsal.cups.teams import rules as team_rules
from rehearsal.cups.title import diary as title_diary
from rehearsal.cups.weeks import diary as week_diary
from rehearsal.scripts import script_for

HOUSE = Path(__file__).parents[2]
OWN_DATA = HOUSE / "rehearsal" / "outcomes"
"""What must come out of each rule, written by hand as TOML: no file of a rulebook."""


def optional(rulebook: Rulebook) -> Iterator[str]:
    """The settings of the rulebook that its file may leave out, by their dotted keys."""
    for table in fields(rulebook):
        told = getattr(rulebook, table.name)
        for one in fields(told) if is_dataclass(told) else ():
            key = f"{table.name}.{one.name}"
            if one.default is not MISSING and key in settings(rulebook):
                yield key


def without(rulebook: Rulebook, key: str) -> str:
    """The file of the rulebook in which the setting is left out."""
    table, _, name = key.rpartition(".")
    head, tables, rest = to_toml(rulebook).partition(f"[{table}]\n")
    lines = rest.splitlines(keepends=True)
    end = next((number for number, line in enumerate(lines) if line.startswith("[")), len(lines))
    kept = [line for line in lines[:end] if not line.startswith(f"{name} = ")]
    assert len(kept) == end - 1, key
    return head + tables + "".join(kept + lines[end:])


def everything_read(path: Path) -> dict[str, object]:
    """All that a rehearsal reads of the file, before and after anything is played."""
    found: dict[str, object] = {
        "tables": regulation.tables(path),
        "numbers": regulation.read(path),
        "script": script_for(path).lead,
        "players": turnout.bounds(path),
        "beyond": cup_rules.what_cannot_be_rehearsed(path),
        "cup": cup_rules.read(path),
    }
    if team_rules.is_for_teams(path):
        found["teams"] = team_rules.read(path)
    if week_diary.has_weeks(path):
        found["weeks"] = week_diary.read(path)
    if ladder_diary.is_ladder(path):
        found["ladder"] = ladder_diary.read(path)
    if title_diary.is_for_a_title(path):
        found["title"] = title_diary.read(path)
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_the_judge_reads_a_setting_that_is_left_out_as_its_default(name: str, tmp_path: Path) -> None:
    looked_at, told = 0, dict[str, dict[str, object]]()
    for key in optional(preset(name)):
        text = without(preset(name), key)
        try:
            rulebook = read(text, "short.toml")
        except RulebookRefused:
            continue  # In this preset the default contradicts another setting, and the file is refused with the place.
        short, full, whole = tmp_path / "short.toml", tmp_path / "full.toml", to_toml(rulebook)
        short.write_text(text, "utf-8")
        if whole not in told:
            full.write_text(whole, "utf-8")
            told[whole] = everything_read(full)
        assert everything_read(short) == told[whole], key
        looked_at += 1
    assert looked_at


def readers_of_toml(folder: Path) -> list[str]:
    """The modules that read TOML by themselves."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(one.startswith("tomllib") for one in named):
                found.append(path.relative_to(folder).as_posix())
    return found


def test_no_rehearsal_reads_toml_beside_the_bots_own_reader() -> None:
    own = [path.relative_to(HOUSE / "rehearsal").as_posix() for path in OWN_DATA.glob("*.py")]
    assert [one for one in readers_of_toml(HOUSE / "rehearsal") if one not in own] == []


@pytest.mark.parametrize("planted", ["import tomllib\n", "def read():\n    from tomllib import loads\n"])
def test_a_second_reader_would_be_named(planted: str, tmp_path: Path) -> None:
    (tmp_path / "sly.py").write_text(planted, "utf-8")
    assert readers_of_toml(tmp_path) == ["sly.py"]
