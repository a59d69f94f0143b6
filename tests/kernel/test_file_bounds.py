"""What strangers' files may hold: refused by counting, before anything is built of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.voting import procedures_model as voting_procedures_model
from bot.kernel.files import (
    BOUNDS,
    MOST_CONTESTS,
    MOST_LISTED,
    Excess,
    FileBeyond,
    FileKind,
    refuse_lines,
    refuse_object_text,
    refuse_table_text,
)
from bot.record.reading import read_record
from bot.record.trf_reading import read_trf
from bot.rulebooks import game_files, library

RULEBOOKS = Path(library.__file__).parent
SETTINGS = BOUNDS[FileKind.RULEBOOK]
RECORD = BOUNDS[FileKind.RECORD]


def excess(read: Callable[[], object]) -> Excess:
    with pytest.raises(FileBeyond) as refused:
        read()
    assert refused.value.given > refused.value.limit
    return refused.value.what


def settings(lines: Iterable[str]) -> str:
    return "\n".join(lines)


TABLES = {
    "one dotted key of 32 KiB": (".".join("a" * 15_000) + " = 1", Excess.LINE_LENGTH),
    "a dotted key over several spaces": (" . ".join("a" * 900) + " = 1", Excess.DEPTH),
    "a dotted key of quoted parts": (".".join(['"a"'] * 900) + " = 1", Excess.DEPTH),
    "a heading of dots": ("[" + ".".join("a" * 900) + "]", Excess.DEPTH),
    "dots within an inline table": ("x = {" + ".".join("a" * 900) + " = 1}", Excess.DEPTH),
    "dots behind a text of many lines": ('x = ["""a"""", {' + ".".join("a" * 900) + " = 1}]", Excess.DEPTH),
    "brackets within brackets": ("x = " + "[" * 500, Excess.DEPTH),
    "thousands of keys": (settings(f"k{at} = 1" for at in range(2_000)), Excess.KEYS),
    "a list of thousands": (settings(["x = [", *("1," for _ in range(3_000)), "]"]), Excess.ENTRIES),
    "a key of thousands of letters": ("a" * 5_000 + " = 1", Excess.KEY_LENGTH),
    "a number of thousands of digits": ("x = " + "1_" * 3_000 + "1", Excess.KEY_LENGTH),
    "a number of thirty digits": ("x = " + "1" * 30, Excess.DIGITS),
    "a text of many lines": ('x = """' + "a\n" * 4_000 + '"""', Excess.TEXT_LENGTH),
    "a text without an end": ("x = '''" + "a\n" * 4_000, Excess.TEXT_LENGTH),
}


@pytest.mark.parametrize("read", [library.read, voting_procedures_model.read])
@pytest.mark.parametrize("shape", TABLES)
def test_a_file_of_settings_is_refused_before_it_is_parsed(shape: str, read: Callable[[str, str], object]) -> None:
    text, what = TABLES[shape]
    assert excess(partial(read, text, "own.toml")) is what


@pytest.mark.parametrize("file", [*RULEBOOKS.glob("*.toml"), *RULEBOOKS.glob("procedures/*.toml")])
def test_the_files_that_come_with_the_bot_take_at_most_half_of_every_bound(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    refuse_table_text(text, SETTINGS)
    assert len(text) * 2 < SETTINGS.size
    assert text.count("=") * 2 < SETTINGS.keys


def test_what_stands_in_texts_and_comments_is_no_depth() -> None:
    text = 'x = "a.a.a.a.a.a.a.a.a.a.[[[[[[[[[[[" # [[[[[[[[[[[[[[[[[[[ a.a.a.a.a.a.a.a.a.a.a'
    refuse_table_text(f"{text}\n{text.replace('x', 'y')}", SETTINGS)
    assert excess(lambda: refuse_table_text(f"{text}\nz = {'[' * 9}", SETTINGS)) is Excess.DEPTH


def record(**more: object) -> str:
    return json.dumps({"rulebook": {"format": "swiss"}, "entrants": ["Ana", "Bia"], **more})


OBJECTS = {
    "5 MiB of nothing for entrants": (record(entrants=[None] * 1_000_000), Excess.ENTRIES),
    "entrants of nothing": (record(entrants=[None] * (MOST_LISTED + 1)), Excess.LINES),
    "brackets within brackets": ("[" * 100_000, Excess.DEPTH),
    "brackets behind a text without an end of its own": ('{"a\\"": ' + "[" * 100_000, Excess.DEPTH),
    "a number of thousands of digits": ('{"x": ' + "1" * 5_000 + "}", Excess.DIGITS),
    "a text of thousands of letters": (record(champion="a" * 30_000), Excess.TEXT_LENGTH),
    "more results than can be worked out": (
        record(results=[["Ana", "Bia", "1-0"]] * (MOST_CONTESTS + 1)),
        Excess.CONTESTS,
    ),
    "results and contests together": (
        record(results=[["Ana", "Bia", "1-0"]] * 8_193, contests=[{"sides": ["Ana", "Bia"]}] * 8_192),
        Excess.CONTESTS,
    ),
    "hundreds of rounds of one table": (
        json.dumps(
            {
                "rulebook": {"format": "tables"},
                "entrants": ["Ana", "Bia", "Caio"],
                "results": [["Ana", "Bia", "Caio", "1-0-0"]] * 100,
            }
        ),
        Excess.ROUNDS,
    ),
}


@pytest.mark.parametrize("shape", OBJECTS)
def test_a_record_is_refused_before_it_costs_much(shape: str) -> None:
    text, what = OBJECTS[shape]
    assert excess(partial(read_record, text, "cup.json")) is what


@given(st.recursive(st.none() | st.text(max_size=3), lambda one: st.lists(one, max_size=3), max_leaves=8))
def test_no_text_of_an_object_hides_its_depth(value: object) -> None:
    def depth(one: object) -> int:
        return 1 + max(map(depth, one), default=0) if isinstance(one, list) else 0

    text = json.dumps(value, ensure_ascii=False)
    for _ in range(RECORD.depth - depth(value)):
        text = f"[{text}]"
    refuse_object_text(text, RECORD)
    assert excess(lambda: refuse_object_text(f"[{text}]", RECORD)) is Excess.DEPTH


def test_a_report_of_one_line_without_end_is_refused() -> None:
    wide = "001    1 " + " " * 90 + "   2 w 1  " * 500
    assert excess(lambda: read_trf(wide, "cup.trf")) is Excess.LINE_LENGTH
    assert excess(lambda: read_trf("001\n" * 20_000, "cup.trf")) is Excess.LINES
    assert excess(lambda: read_trf(b" " * (BOUNDS[FileKind.REPORT].size + 1), "cup.trf")) is Excess.BYTES


def test_a_game_sheet_of_thousands_of_lines_is_refused() -> None:
    assert excess(lambda: game_files.read(b"# Pente\n" + b"\n" * 5_000, "pente.md")) is Excess.LINES
    assert excess(lambda: refuse_lines("a" * 9_000, BOUNDS[FileKind.SHEET])) is Excess.LINE_LENGTH
