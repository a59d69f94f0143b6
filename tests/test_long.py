"""The long run (`make long`): every part is run, and one that fails makes the whole fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import long

HOLDS = long.Part("what holds", ("-c", "import os; assert os.environ['LONG']"))
FAILS = long.Part("what fails", ("-c", "raise SystemExit(3)"))


@pytest.mark.plants
@pytest.mark.parametrize(("parts", "status"), [((HOLDS, HOLDS), 0), ((FAILS, HOLDS), 1), ((HOLDS, FAILS), 1)])
def test_a_part_that_fails_makes_the_long_run_fail_and_the_others_are_run(
    parts: tuple[long.Part, ...], status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    assert long.run(parts) == status
    told = capfd.readouterr().out.splitlines()
    assert [line.split()[0] for line in told[-3:-1]] == ["FAILED" if one is FAILS else "holds" for one in parts]
    assert told[-1] == f"{parts.count(HOLDS)} of 2 parts hold."


def test_the_modules_that_do_more_are_found_by_themselves(tmp_path: Path) -> None:
    known = {one.name for one in long.longer_tests()}
    assert known >= {"tests/rulebooks/test_changed_lists.py", "tests/rehearsals/test_faults.py"}
    folder = tmp_path / "tests" / "play"
    folder.mkdir(parents=True)
    (folder / "test_more.py").write_text(f"EVENTS = 9 if {long.ASKS[0]} else 1\n", encoding="utf-8")
    (folder / "test_often.py").write_text(f"@pytest.{long.ASKS[1]}\ndef test_often(): ...\n", encoding="utf-8")
    (folder / "test_same.py").write_text("EVENTS = 9\n", encoding="utf-8")
    more, often = long.longer_tests(tmp_path / "tests")
    assert (more.name, more.words[-1]) == ("tests/play/test_more.py", str(folder / "test_more.py"))
    assert often.name == "tests/play/test_often.py"


def test_words_are_for_the_table_of_settings_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[long.Part, ...]] = []

    def keep(parts: tuple[long.Part, ...]) -> int:
        asked.append(parts)
        return 0

    monkeypatch.setattr(long, "run", keep)
    assert (long.main(["--part", "3"]), long.main([])) == (0, 0)
    assert asked[0] == (long.Part("tools.flipped", ("-m", "tools.flipped", "--part", "3")),)
    assert [one.name for one in asked[1]][:1] == ["tools.flipped"]
    assert len(asked[1]) > len(asked[0])
