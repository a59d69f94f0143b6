"""Reading the dated numbers of titles from their TOML file."""

from __future__ import annotations

import tomllib
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path

from bot.domain.registry.title_rules import ArbiterNumbers, MasterNumbers, TitleNumbers, in_force

_FILE = Path(__file__).parent / "titles" / "aije.toml"

Table = dict[str, object]


@cache
def title_numbers() -> tuple[TitleNumbers, ...]:
    """The association's own numbers, earliest first."""
    return read(_FILE.read_text("utf-8"))


def smaller_event(moment: datetime) -> int:
    """The entrants of the largest event that an ANP ran alone at that moment (AIJE-B01-ANP)."""
    return in_force(title_numbers(), moment).arbiter.smaller_event


def read(text: str) -> tuple[TitleNumbers, ...]:
    """The dated tables of a file, earliest first; raises ValueError naming what is missing, unknown or no number."""
    tables = tomllib.loads(text).get("numbers")
    if not isinstance(tables, list) or not tables:
        raise ValueError("a file of title numbers needs at least one [[numbers]]")
    found = [_numbers(table) for table in tables]
    if len({one.in_force_from for one in found}) < len(found):
        raise ValueError("two tables begin on the same day")
    return tuple(sorted(found, key=lambda one: one.in_force_from))


def _numbers(table: Table) -> TitleNumbers:
    begins = table.get("in_force_from")
    if type(begins) is not date:
        raise ValueError(f"in_force_from has to be a date, not {begins!r}")
    master, arbiter = _Section(table, "master"), _Section(table, "arbiter")
    read_ = TitleNumbers(
        begins,
        MasterNumbers(
            country_players_above=master.whole("country_players_above"),
            national_rating=master.number("national_rating"),
            candidate_rating=master.number("candidate_rating"),
            master_rating=master.number("master_rating"),
            international_rating=master.number("international_rating"),
            masters_beaten=master.whole("masters_beaten"),
            grandmaster_rating=master.number("grandmaster_rating"),
            grandmaster_victories=master.whole("grandmaster_victories"),
        ),
        ArbiterNumbers(
            exam_every=timedelta(days=arbiter.whole("exam_every_days")),
            provisional_months=arbiter.whole("provisional_months"),
            jeek_refereed=arbiter.whole("jeek_refereed"),
            international_refereed=arbiter.whole("international_refereed"),
            international_rating=arbiter.number("international_rating"),
            smaller_event=arbiter.whole("smaller_event"),
        ),
    )
    master.refuse_unread()
    arbiter.refuse_unread()
    return read_


class _Section:
    """A table whose keys are read once each, so that a misspelt one is noticed."""

    def __init__(self, table: Table, name: str) -> None:
        found = table.get(name)
        if not isinstance(found, dict):
            raise ValueError(f"the table {name} is missing")
        self._name = name
        self._left: Table = dict(found)

    def number(self, key: str) -> float:
        """A number that is not negative."""
        value = self._left.pop(key, None)
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise ValueError(f"{self._name}.{key} has to be a number, not {value!r}")
        return value

    def whole(self, key: str) -> int:
        """A whole number that is not negative."""
        value = self.number(key)
        if not isinstance(value, int):
            raise ValueError(f"{self._name}.{key} has to be a whole number, not {value!r}")
        return value

    def refuse_unread(self) -> None:
        """Raises ValueError for a key that nobody asked for."""
        if self._left:
            raise ValueError(f"{self._name} has no setting {', '.join(sorted(self._left))}")
