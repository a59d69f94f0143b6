"""What of a line gives somebody a standing, and what only says who they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.domain.opening.lines import Column, OpeningFile, OpeningLine

ALWAYS: Final = frozenset({Column.NAME, Column.DISCORD, Column.COUNTRY, Column.CLUB, Column.ACCOUNTS})
"""What lists bring at any time: people, accounts, clubs and countries."""


def of_weight(column: Column) -> bool:
    """Whether it is a rating, a title, an office, a bar, or what counts towards one."""
    return column not in ALWAYS


def without_weight(line: OpeningLine) -> OpeningLine:
    """The line with no more than who somebody is."""
    return OpeningLine(
        line.number, line.name, line.member_id, country=line.country, club=line.club, accounts=line.accounts
    )


def after_founding(file: OpeningFile) -> OpeningFile:
    """The file as it is read once the founding is over."""
    return replace(
        file,
        lines=tuple(map(without_weight, file.lines)),
        faults=tuple(one for one in file.faults if one.column is None or one.column in ALWAYS),
        columns=tuple(one for one in file.columns if one in ALWAYS),
    )


def left_out(file: OpeningFile) -> tuple[Column, ...]:
    """The columns of the file that bring nothing any more, in the order of the template."""
    touched = {one for one in file.columns if of_weight(one)}
    return tuple(one for one in Column if one in touched)
