"""The ledger of the rules: every id that anything cites is told in docs/rules, its reading and what people see too."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Final

import pytest

from tests.house.reading import files, text

PAGES: Final = "docs/rules/"
OUTCOMES: Final = "rehearsal/outcomes/"
REGULATIONS: Final = ("AIJE", "ARENA", "OLY", "OTE", "GO")
CITED: Final = re.compile(rf"\b(?:{'|'.join(REGULATIONS)})-[A-Z]?\d\w*(?:\.\w+)*(?:-\w+(?:\.\w+)*)?")
"""Anything of the shape of an id, so that a misspelt one is seen too."""
ENTRY: Final = re.compile(
    r"^### (?P<rule>\S+)\n(?P<told>.*?)\n\n"
    r"- \*\*Reading:\*\* (?P<reading>.+?)\n- \*\*You see:\*\* (?P<seen>.+?)\n(?=\n#|\Z)",
    re.DOTALL | re.MULTILINE,
)
CHAPTER: Final = re.compile(rf"^## ((?:{'|'.join(REGULATIONS)})-[A-Z]?\d+):", re.MULTILINE)
READ: Final = (".py", ".toml", ".md", ".po", ".sql", ".json", ".yml", ".txt", ".css", ".cfg", "Makefile")
FEWEST_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """What the ledger says of a rule."""

    rule: str
    told: str
    reading: str
    seen: str


def pages() -> list[str]:
    """The pages of the ledger, one a regulation."""
    return [name for name in files() if name.startswith(PAGES) and not name.endswith("README.md")]


@cache
def entries() -> tuple[Entry, ...]:
    """Every entry that has all its parts."""
    return tuple(
        Entry(found["rule"], found["told"].strip(), found["reading"], found["seen"])
        for page in pages()
        for found in ENTRY.finditer(text(page))
    )


def chapters() -> set[str]:
    """Parts of a regulation that are cited as a whole."""
    return {rule for page in pages() for rule in CHAPTER.findall(text(page))}


def citing() -> list[str]:
    """The files in which a rule may be cited."""
    return [name for name in files() if name.endswith(READ)]


@pytest.mark.parametrize("page", pages())
def test_every_entry_of_the_ledger_has_the_rule_its_reading_and_what_people_see_of_it(page: str) -> None:
    headed = re.findall(r"^### (\S+)", text(page), re.MULTILINE)
    assert headed
    assert headed == [found["rule"] for found in ENTRY.finditer(text(page))]


def test_every_part_of_an_entry_says_something() -> None:
    short = [one.rule for one in entries() if len(one.told.split()) <= FEWEST_WORDS or not one.reading or not one.seen]
    assert short == []


def test_no_rule_is_told_twice() -> None:
    assert [rule for rule, times in Counter(one.rule for one in entries()).items() if times > 1] == []


def test_every_id_that_anything_cites_is_in_the_ledger() -> None:
    known = {one.rule for one in entries()} | chapters()
    unknown = {f"{name}: {rule}" for name in citing() for rule in CITED.findall(text(name)) if rule not in known}
    assert sorted(unknown) == []


@pytest.mark.parametrize("misspelt", ["D09-1", "A02-31", "D01-5.41", "B01-GMM"])
def test_a_misspelt_id_would_be_seen(misspelt: str) -> None:
    cited = "AIJE-" + misspelt
    assert CITED.findall(f"By {cited}, and so on.") == [cited]
    assert cited not in {one.rule for one in entries()} | chapters()


def test_what_must_come_out_is_written_down_for_every_rule_of_the_ledger() -> None:
    written = [
        rule for name in files() if name.startswith(OUTCOMES) and name.endswith(".toml") for rule in _rules(name)
    ]
    assert sorted(written) == sorted(one.rule for one in entries())


def _rules(name: str) -> list[str]:
    return [rule for rule, told in tomllib.loads(text(name)).items() if "asks" in told]
