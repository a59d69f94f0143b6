"""docs/performance.md holds what was measured: a block for each part, and goals that follow from the blocks."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from benchmarks import page
from benchmarks.__main__ import main
from benchmarks.page import Circumstances, Goal, blocks, goals_table, number, rows, with_block
from benchmarks.parts import PARTS, Part
from tests.house.reading import text

PAGE = "docs/performance.md"
WRITTEN = """# Cost

By hand.

<!-- measured: goals -->
<!-- end -->

<!-- measured: benchmarks.storage -->
| check-ins | a second |
| ---       | ---      |
| at once   | 1,000    |
<!-- end -->

By hand too.

<!-- measured: benchmarks.other -->
old
<!-- end -->
"""


@pytest.fixture(autouse=True)
def _one_aim(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "small_page" in request.fixturenames:
        monkeypatch.setattr(page, "AIMS", (Goal("a thousand a second", "storage", _a_thousand),))


@pytest.fixture
def small_page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(WRITTEN, encoding="utf-8")
    return path


def _a_thousand(some: page.Rows) -> tuple[str, bool]:
    found = number(some[0]["a second"])
    return f"{found:.0f}", found >= 1000


def test_the_page_has_a_block_for_each_part_and_one_for_the_goals() -> None:
    assert sorted(blocks(text(PAGE))) == sorted([page.GOALS, *(one.name for one in PARTS)])


def test_the_goals_of_the_page_follow_from_its_blocks() -> None:
    assert blocks(text(PAGE))[page.GOALS].strip() == goals_table(text(PAGE))


def test_a_measured_block_is_replaced_and_what_people_wrote_is_kept(small_page: Path) -> None:
    slower = "| check-ins | a second |\n| --- | --- |\n| at once | 900 |"
    written = with_block(WRITTEN, "benchmarks.storage", slower)
    assert "1,000" not in written
    assert "| at once | 900 |" in written
    assert [one for one in ("By hand.", "By hand too.", "\nold\n") if one not in written] == []
    assert "| a thousand a second | 900   | **missed** |" in written


def test_a_part_without_a_block_on_the_page_is_refused(small_page: Path) -> None:
    with pytest.raises(LookupError, match="no block"):
        with_block(small_page.read_text(encoding="utf-8"), "benchmarks.growth", "| a |")


def test_the_command_writes_what_it_measured_with_commit_day_and_load(small_page, monkeypatch) -> None:
    monkeypatch.setattr("benchmarks.__main__.PARTS", (Part("Other", "other"),))
    done = subprocess.CompletedProcess((), 0, stdout="| now |\n")
    monkeypatch.setattr(Part, "run", lambda _, *, smallest: done)
    where = Circumstances("1a2b3c4d", datetime(2026, 3, 7, 9, 5, tzinfo=UTC), 0.25, 2, "3.11.9")
    monkeypatch.setattr("benchmarks.__main__.circumstances", lambda _: where)
    assert main(["--write", str(small_page)]) == 0
    body = blocks(small_page.read_text(encoding="utf-8"))["benchmarks.other"]
    assert body.startswith("\n| now |\n")
    assert "at 1a2b3c4d on 7 March 2026, 09:05 UTC; the load before it was 0.2 on 2 cores; Python 3.11.9." in body


def test_a_part_that_crashed_writes_nothing(small_page, monkeypatch) -> None:
    monkeypatch.setattr("benchmarks.__main__.PARTS", (Part("Other", "other"),))
    monkeypatch.setattr(Part, "run", lambda _, *, smallest: subprocess.CompletedProcess((), 1, stdout="| half |\n"))
    assert main(["--write", str(small_page)]) == 1
    assert small_page.read_text(encoding="utf-8") == WRITTEN


def test_figures_of_a_trial_are_never_written(small_page: Path) -> None:
    with pytest.raises(SystemExit):
        main(["--smallest", "--write", str(small_page)])


def test_tables_are_read_by_their_titles() -> None:
    body = "\n| a | b |\n| --- | --- |\n| x | 1,024 ms |\n\nBetween.\n\n| c |\n| --- |\n| y |\n"
    assert rows(body) == [{"a": "x", "b": "1,024 ms"}, {"c": "y"}]
    assert number("1,024 ms") == 1024
    with pytest.raises(ValueError, match="no number"):
        number("not waited for")
