"""A file is read whatever program has written it, and each fault is told with its line."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from bot.features.opening.cards import words_for
from bot.features.opening.model import (
    FREE,
    BarLine,
    Column,
    OpeningFile,
    OpeningFileUnreadable,
    Trouble,
    Words,
)
from bot.features.opening.plans_model import read
from bot.features.registry.titles_model import MasterTitle
from bot.kernel.errors import UserError
from bot.kernel.files import Excess, FileBeyond
from bot.people.model import ArbiterTitle, Office
from tests.refusals import refuses

WORDS = words_for("pt-BR")


def a_file(text: str, encoding: str = "utf-8", words: Words = WORDS) -> OpeningFile:
    return read(text.encode(encoding), "list.csv", words)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("sign", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_spreadsheet_of_any_kind_gives_the_same_list(encoding: str, sign: str, end: str) -> None:
    rows = [["Nome", "Rating", "País"], ["João Conceição", '"2.050,5"', "Brasil"], ["Ana", '"1987,25"', "Itália"]]
    found = a_file(end.join(sign.join(row) for row in rows) + end, encoding)
    assert not found.faults
    assert [(one.number, one.name, one.rating, one.country) for one in found.lines] == [
        (2, "João Conceição", 2050.5, "BR"),
        (3, "Ana", 1987.25, "IT"),
    ]


@pytest.mark.parametrize(
    "headings",
    ["Name;Country;Office", "Nome;País;Cargo", "Nombre;País;Cargo", "Nome;Paese;Carica", "NAME;country;OFFICE"],
)
def test_columns_are_called_as_in_each_language(headings: str) -> None:
    assert a_file(f"{headings}\nAna;BR;president").columns == (Column.NAME, Column.COUNTRY, Column.OFFICE)


def test_a_program_may_say_first_what_stands_between_cells() -> None:
    found = a_file("sep=;\nNome;Rating\nAna;2050,5\n")
    assert [(one.number, one.rating) for one in found.lines] == [(3, 2050.5)]


def test_a_whole_line_is_read() -> None:
    headings = (
        "name;discord;rating;games;registered since;country;club;accounts;master title;master since;arbiter title;"
    )
    headings += (
        "arbiter since;time as arbiter;refereed;championships;world titles;bar reason;bar since;bar until;office"
    )
    line = (
        'Ana;123456789012345678;2050,5;120;2019-05-31;BR;Azul;"Jeek Online: ana | OGS: a";NM;2020-01-01;AN;2021-01-01;'
    )
    line += "14/3;5;Open 2019 (2019-11-24);World 2020 (2020-12-12);Left twice;2026-01-01;2026-12-31;president"
    found = a_file(f"{headings}\n{line}")
    assert not found.faults
    assert set(found.columns) == set(Column)
    (ana,) = found.lines
    assert ana.masters == ((MasterTitle.NM, date(2020, 1, 1)),)
    assert (ana.arbiter, ana.arbiter_since, ana.as_arbiter) == (ArbiterTitle.AN, date(2021, 1, 1), (14, 3))
    assert ana.bar == BarLine("Left twice", date(2026, 1, 1), date(2026, 12, 31))
    assert (ana.office, ana.refereed, ana.games) == (Office.PRESIDENT, 5, 120)


def test_json_says_the_same_with_lists_and_numbers() -> None:
    told = [
        {"name": "Ana", "rating": 2050.5, "accounts": {"OGS": "a"}, "master_title": ["NM", "MA"], "games": 12},
        {"name": "Bruno", "rating": "1.987,25", "club": None},
    ]
    for text in (json.dumps(told), json.dumps({"people": told})):
        ana, bruno = a_file(text).lines
        assert (ana.rating, ana.accounts, [one for one, _ in ana.masters]) == (
            2050.5,
            (("OGS", "a"),),
            [MasterTitle.NM, MasterTitle.MA],
        )
        assert (bruno.number, bruno.rating, bruno.club) == (2, 1987.25, None)


def test_a_rating_of_json_with_three_decimals_is_no_number_of_thousands() -> None:
    (ana,) = a_file(json.dumps([{"name": "Ana", "rating": 987.125}])).lines
    assert ana.rating == 987.125


def test_an_escape_of_json_smuggles_nothing_in_that_cannot_be_kept_or_shown() -> None:
    told = r'[{"na\u0000me": "A\u202en\ud800a", "rating": 2050, "accounts": {"O\u0000GS": "a\u0000na"}}]'
    (ana,) = a_file(told).lines
    assert (ana.name, ana.accounts) == ("Ana", (("OGS", "ana"),))


@pytest.mark.parametrize(
    ("line", "column", "trouble"),
    [
        (";2000;;;;", Column.NAME, Trouble.NAME_MISSING),
        ("Ana;many;;;;", Column.RATING, Trouble.NO_NUMBER),
        ("Ana;;12;;;", Column.GAMES, Trouble.GAMES_WITHOUT_RATING),
        ("Ana;;;;2026-01-01;", Column.BAR_REASON, Trouble.BAR_WITHOUT_REASON),
        ("Ana;;;Late;2026-05-01;2026-01-01", Column.BAR_UNTIL, Trouble.BAR_BACKWARDS),
        ("Ana;2000;1;Late;2026-05-01;;;more", None, Trouble.MORE_CELLS),
        ("x" * 81 + ";;;;;", Column.NAME, Trouble.TOO_LONG),
    ],
)
def test_each_fault_is_told_with_its_line_and_the_others_are_read(
    line: str, column: Column | None, trouble: Trouble
) -> None:
    found = a_file(f"name;rating;games;bar reason;bar since;bar until\nBruno;2000;1;;;\n{line}\n")
    assert [(one.line, one.column, one.trouble) for one in found.faults] == [(3, column, trouble)]
    assert [one.name for one in found.lines] == ["Bruno"]


def test_a_decimal_comma_that_was_taken_for_a_sign_between_cells_is_told() -> None:
    found = a_file("name,rating\nAna,2050,5\n")
    assert [one.trouble for one in found.faults] == [Trouble.MORE_CELLS]


def test_dates_and_times_of_titles_need_the_titles() -> None:
    found = a_file(
        "name;master title;master since;arbiter title;arbiter since;time as arbiter\n"
        "Ana;;2020-01-01;;;\nBruno;;;;2020-01-01;\nClara;;;;;3/0\nDavi;MA | IM;2020-01-01;;;\n"
    )
    assert [(one.line, one.trouble) for one in found.faults] == [
        (2, Trouble.DATE_WITHOUT_TITLE),
        (3, Trouble.DATE_WITHOUT_TITLE),
        (4, Trouble.TIME_WITHOUT_TITLE),
        (5, Trouble.DATES_OF_TITLES),
    ]


def test_a_column_that_is_not_known_is_told_and_not_read() -> None:
    found = a_file("name;ratng;notes\nAna;2000;nice\n")
    assert found.unread == ("ratng", "notes")
    assert found.columns == (Column.NAME,)


def test_a_file_without_names_is_refused_with_what_it_has() -> None:
    with refuses("error.OpeningColumnMissing") as refused:
        a_file("rating;country\n2000;BR\n")
    assert refused.value.found == "rating, country"


def test_two_columns_that_say_the_same_are_refused() -> None:
    with refuses("error.OpeningColumnTwice"):
        a_file("name;elo;rating\nAna;1;2\n")


@pytest.mark.parametrize("text", ["name;rating\n", "name;rating\n;\n\n", "[]"])
def test_an_empty_list_is_told(text: str) -> None:
    with refuses("error.OpeningListEmpty", "error.OpeningColumnMissing"):
        a_file(text)


@pytest.mark.parametrize("text", ["{", "[1, 2]", '{"a": 1, "b": 2}', '["name"]'])
def test_what_is_no_list_is_told(text: str) -> None:
    with pytest.raises(OpeningFileUnreadable):
        a_file(text)


@pytest.mark.parametrize("many", [10_000, 2_001])
def test_more_lines_than_anybody_brings_are_refused_before_they_are_read(many: int) -> None:
    for text in ("name\n" + "Ana\n" * many, json.dumps([{"name": "Ana"}] * many)):
        with pytest.raises(FileBeyond) as refused:
            a_file(text)
        assert refused.value.what is Excess.LINES


def outcome(data: bytes) -> str:
    """What became of the file: how many lines were read, or what was said of it."""
    try:
        return str(len(read(data, "list.csv", WORDS).lines))
    except UserError as refusal:
        return type(refusal).__name__


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "RefusedHeadings"),
        (b"\x00\x01", "RefusedHeadings"),
        (b'name\n"Ana', "1"),
        (b"\xff\xfea", "RefusedHeadings"),
        (b"name;\xe9\nAna;1", "1"),
        (b'name\n"' + b"x" * 200_000, "FileBeyond"),
        (b"[" * 5_000, "FileBeyond"),
        (b"name" + b"x" * 1_100_000, "FileBeyond"),
    ],
    ids=lambda one: str(one[:20]),
)
def test_nothing_that_is_sent_breaks_the_reading(data: bytes, said: str) -> None:
    assert outcome(data) == said


def test_the_page_for_moving_in_has_the_columns_of_the_code() -> None:
    """In the order of the template, those that ask for the owner or the President marked."""
    page = Path("docs/moving-in.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(\w+)` \| .+? \| (🔒)? ?\|$", page, re.MULTILINE)
    assert [(name, bool(mark)) for name, mark in told] == [(one.value, one not in FREE) for one in Column]


def test_first_and_last_names_of_an_opening_list_are_one_name_each() -> None:
    found = read(b"Sobrenome;Nome;Rating\nSilva;Ana;2000\nSilva;Bia;1900", "list.csv", WORDS)
    assert [(one.name, one.rating) for one in found.lines] == [("Silva Ana", 2000), ("Silva Bia", 1900)]
    assert (found.faults, found.unread) == ((), ())
