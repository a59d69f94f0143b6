"""Files that members send: whatever they hold, the person reads a sentence and the bot goes on."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from bot.kernel.files import BOUNDS
from bot.living.apart import Apart, ReadingRoom
from tests.apart import shapes
from tests.discord.harness import Stage, rows
from tests.house.reading import functions, python_files, tree, walked


@pytest.fixture
def apart(stage: Stage) -> Iterator[ReadingRoom]:
    """The bot reads as it does outside of tests: in real processes, by the real clock."""
    stage.bot.files = ReadingRoom(Apart())
    yield stage.bot.files
    stage.bot.files.close()


def sent(text: str | bytes, name: str = "cup.json") -> tuple[str, bytes]:
    return name, text.encode() if isinstance(text, str) else text


async def test_a_file_that_takes_too_long_is_ended_and_told(
    stage: Stage, apart: ReadingRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time stands still on the stage, so that only the real clock can have ended it."""
    monkeypatch.setattr("cogs.past_events.RECORD", shapes.of("forever", seconds=0.2))
    before = stage.now
    answer = await stage.organiser.type("tournament import", file=sent("{}"))
    assert "256 MiB" in answer.text
    assert stage.now == before
    assert rows(stage, "SELECT * FROM tournaments") == []


@pytest.mark.parametrize(
    ("command", "name", "data", "told"),
    [
        ("rulebook upload", "own.toml", ".".join("a" * 3_900) + " = 1", "levels of nesting"),
        ("committee upload", "own.toml", ".".join("a" * 3_900) + " = 1", "levels of nesting"),
        ("tournament import", "cup.json", "[" * 100_000, "levels of nesting"),
        ("tournament import", "cup.json", '{"entrants": [' + "null," * 400_000 + "null]}", "entries in total"),
        ("tournament import", "cup.trf", "001 " * 2_000, "letters in one line"),
        ("game add", "own.md", "# Pente\n" + "\n" * 5_000, "lines in one list"),
    ],
)
async def test_what_goes_beyond_a_bound_is_told_with_it(
    stage: Stage, command: str, name: str, data: str, told: str
) -> None:
    who = stage.president if command == "committee upload" else stage.organiser
    answer = await who.type(command, file=sent(data, name))
    assert told in answer.text
    assert answer.private


async def test_what_is_larger_than_its_kind_may_be_is_not_even_fetched(stage: Stage) -> None:
    limits = {"rulebook upload": "rulebook", "committee upload": "procedure", "game add": "sheet"}
    bounds = {str(kind): one for kind, one in BOUNDS.items()}
    for command, kind in limits.items():
        who = stage.president if command == "committee upload" else stage.organiser
        answer = await who.type(command, file=sent(b"#" * (bounds[kind].size + 1)))
        assert "bytes" in answer.text


def reads_a_file(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="file" | "attachment"), attr="read" | "save" | "to_file")):
            return True
        case _:
            return False


def test_no_command_fetches_a_file_by_another_door() -> None:
    """Whatever reads an attachment's bytes goes by `Request.fetch`, which knows the bounds."""
    fetching = [
        f"{file}:{function.name}"
        for file in python_files("cogs/")
        for function in functions(tree(file))
        if any(reads_a_file(node) for node in walked(function))
    ]
    assert sorted(set(fetching)) == ["cogs/request.py:fetch"]
