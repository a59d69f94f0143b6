"""No cell of a file for spreadsheets is a formula, wherever the program takes a cell to begin."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.record.writing import _csv

_SIGNS = "=+-@"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@given(st.lists(st.text(alphabet="=+-@;,|\t\r\n \"'a1", max_size=12), min_size=1, max_size=3))
def test_no_cell_begins_a_formula_whatever_parts_the_cells(delimiter: str, names: list[str]) -> None:
    told = _csv(["name"] * len(names), [names])
    for line in csv.reader(io.StringIO(told, newline=""), delimiter=delimiter):
        for cell in line:
            assert not re.match(rf"\s*[{re.escape(_SIGNS)}]", cell.lstrip('"')), (told, cell)


def test_a_score_stays_a_score() -> None:
    assert _csv(["score"], [["3-1"], ["a | b"]]) == "score\r\n3-1\r\na | b\r\n"
