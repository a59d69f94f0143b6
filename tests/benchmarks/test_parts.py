"""Every benchmark runs, at its smallest size, so that none is found broken on the day when its figure is wanted."""

from __future__ import annotations

import ast

import pytest

from benchmarks.__main__ import main
from benchmarks.page import AIMS, rows
from benchmarks.parts import PARTS, Part
from tests.house.reading import python_files, text

WITHOUT_FIGURES = {
    "benchmarks.__main__",  # runs the others,
    "benchmarks.presses.bare",  # the bots that others are compared with,
    "benchmarks.presses.one_insert",
    "benchmarks.pages.plain",
    "benchmarks.pages.visitors",  # and who reads,
    "benchmarks.tie_breaks",  # and what needs a program that is not installed.
}


def modules_that_run(sources: dict[str, str]) -> set[str]:
    """The modules, by the paths of their sources, that do something when they are started."""
    return {
        path.removesuffix(".py").removesuffix("/__main__").replace("/", ".")
        for path, source in sources.items()
        for node in ast.parse(source).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"
    }


@pytest.mark.long
@pytest.mark.timeout(120)  # on a busy machine each start of the bot takes seconds
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_benchmark_runs_at_its_smallest_size_and_says_what_the_goals_ask(part: Part) -> None:
    done = part.run(smallest=True)
    assert done.returncode == 0
    found = rows(done.stdout)
    assert found
    for goal in AIMS:
        if f"benchmarks.{goal.block}" == part.name:
            told, _ = goal.judge(found)
            assert told


def test_every_benchmark_is_a_part() -> None:
    running = modules_that_run({path: text(path) for path in python_files("benchmarks/")})
    assert running - {"benchmarks"} == {f"benchmarks.{one.module}" for one in PARTS} | WITHOUT_FIGURES - {
        "benchmarks.__main__"
    }


def test_a_benchmark_that_nobody_listed_is_found() -> None:
    planted = {"benchmarks/growth.py": "def report():\n    pass\n\n\nif __name__ == '__main__':\n    report()\n"}
    assert modules_that_run(planted) == {"benchmarks.growth"}
    assert modules_that_run({"benchmarks/sizes.py": "SMALLEST = 1\n"}) == set()


@pytest.mark.parametrize("part", [Part("Gone", "nowhere"), Part("Without a small size", "presses.nothing")])
def test_a_benchmark_that_crashes_is_told_and_ends_the_command_with_1(part, monkeypatch, capsys) -> None:
    monkeypatch.setattr("benchmarks.__main__.PARTS", (part,))
    assert main(["--smallest"]) == 1
    assert f"**{part.name} ended with 1.**" in capsys.readouterr().out


def test_a_name_that_no_part_has_ends_with_1() -> None:
    assert main(["--smallest", "no such part"]) == 1
