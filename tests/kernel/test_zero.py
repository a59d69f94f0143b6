"""The character of number zero reaches no store: PostgreSQL keeps no text with it, and nobody can see it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.features.voting import procedures_model
from bot.kernel.errors import Missing, Subject
from bot.kernel.files import FileKind, without_zero
from bot.people import lists_model
from bot.record.errors import RecordRefused
from bot.record.reading import read_record
from bot.record.trf_reading import read_trf
from bot.rulebooks import library, series_files
from bot.rulebooks.library import RulebookRefused
from cogs import answering

ROBIN = {"rulebook": {"format": "round_robin"}, "entrants": ["ZAna", "Bia"], "results": [["ZAna", "Bia", "1-0"]]}
RULEBOOKS = Path(library.__file__).parent
AS_A_LIST = (FileKind.OPENING, Missing(what=Subject.NAME))
REPORT = Path(__file__).parents[1] / "record" / "reports" / "javafo.trf"


def named(path: Path, zero: str) -> str:
    """The file with the character in the first text that it gives."""
    return path.read_text("utf-8").replace('"', f'"{zero}', 1)


READERS: dict[str, Callable[[str], object]] = {
    "rulebook": lambda zero: library.read_file(named(RULEBOOKS / "arena.toml", zero), "a.toml"),
    "series": lambda zero: series_files.read(named(next((RULEBOOKS / "series").glob("*.toml")), zero), "a.toml"),
    "procedure": lambda zero: procedures_model.read(
        named(next((RULEBOOKS / "procedures").glob("*.toml")), zero), "a.toml"
    ),
    "record": lambda zero: read_record(json.dumps(ROBIN).replace("Z", zero), "a.json"),
    "report": lambda zero: read_trf(REPORT.read_text("utf-8").replace(" ", f"{zero} ", 1), "a.trf"),
    "list": lambda zero: lists_model.read_table(f'[{{"na{zero}me": "Ana"}}]'.encode(), *AS_A_LIST),
}


@pytest.mark.parametrize("kind", READERS)
def test_no_file_brings_the_character_of_number_zero(kind: str) -> None:
    plain = READERS[kind]("")
    assert READERS[kind]("\0" if kind == "report" else "\\u0000") == plain
    assert "\\x00" not in repr(plain)


@pytest.mark.parametrize("kind", ["rulebook", "series", "procedure", "record"])
def test_as_itself_it_is_refused_where_it_was_no_such_file_ever(kind: str) -> None:
    with pytest.raises((RulebookRefused, RecordRefused)):
        READERS[kind]("\0")


def test_what_is_typed_or_chosen_comes_without_it() -> None:
    sent = {"components": [{"value": "A\0na", "values": ["b\0"]}], "name": "\0", "id": 7}
    assert answering.clean_values(sent) == {"components": [{"value": "Ana", "values": ["b"]}], "name": "", "id": 7}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (r'"a\u0000\u0000b"', '"ab"'),
        (r'"a\U00000000b"', '"ab"'),
        (r'"\\\u0000"', r'"\\"'),
        (r'"C:\\u0000"', r'"C:\\u0000"'),
        (r'"a\u00001"', '"a1"'),
        ("10000", "10000"),
    ],
)
def test_it_goes_as_json_and_toml_write_it(text: str, left: str) -> None:
    assert without_zero(text) == left
