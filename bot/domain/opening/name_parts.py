"""A person's name in two columns of a table, first and last: joined as they stand, before anybody asks who is meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from bot.domain.likeness import sound
from bot.domain.opening.tables import Table


class NamePart(StrEnum):
    """The columns that hold a part of the name."""

    FIRST = "first_name"
    LAST = "last_name"


def with_whole_names(table: Table, words: Mapping[str, str], name: str) -> Table:
    """The table with the parts of names in the one column `name`, in the order of their columns.

    `words` say which heading means which column. A heading of a name beside one part holds the other part, as programs
    write it; beside both it holds the whole, and the parts are left as columns that nobody reads.
    """
    meant = [words.get(sound(heading)) for heading in table.headings]
    parts = [at for at, one in enumerate(meant) if one in set(NamePart)]
    has_whole = name in meant and {*NamePart} <= {*meant}
    if not parts or has_whole:
        return table
    joined = sorted([*parts, *(at for at, one in enumerate(meant) if one == name)])
    headings = tuple(_cells_of(table.headings, joined, name))
    rows = tuple((number, tuple(_cells_of(row, joined, _whole(row, joined)))) for number, row in table.rows)
    return replace(table, headings=headings, rows=rows)


def without_parts(words: Mapping[str, str]) -> Mapping[str, str]:
    """The words that mean a column by itself."""
    return {word: column for word, column in words.items() if column not in set(NamePart)}


def _whole(row: Sequence[str], joined: Sequence[int]) -> str:
    """The parts one after the other; one that a longer one holds already is not told twice."""
    cells = [row[at] for at in joined if at < len(row) and row[at]]
    spoken = [set(sound(one).split()) for one in cells]
    return " ".join(one for one, own in zip(cells, spoken, strict=True) if not any(own < other for other in spoken))


def _cells_of(row: Sequence[str], joined: Sequence[int], whole: str) -> Iterator[str]:
    """The row with the whole in the first of the joined columns, and the others empty."""
    for at in range(max(len(row), joined[0] + 1)):
        if at == joined[0]:
            yield whole
        else:
            yield "" if at in joined or at >= len(row) else row[at]
