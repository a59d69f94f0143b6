"""Lists that people bring, changed at random: each line is a person or a fault with its number, and nothing crashes.

Two hundred changes of each with LONG=1, otherwise a tenth of them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.features.opening import plans_model as opening_plans_model
from bot.features.opening.cards import words_for
from bot.features.opening.model import OpeningFile
from bot.features.sign_ups import model as sign_ups_model
from bot.features.sign_ups.cards import known_headings
from bot.features.sign_ups.model import SignUpFile
from bot.kernel.errors import UserError
from bot.rulebooks import library
from bot.rulebooks.library import RulebookRefused

CHANGES = 200 if os.environ.get("LONG") else 20
LETTERS = '0123456789aZ;,\t"-.()[]{}<@>=#½é王 '
NAMES = "1. Ana\n2 - Bia\n\nCaio - Recife\nDavi <@400000000000000001>\n- Élio-Maria\n"
SIGN_UPS = "Name;FirstName;Discord;Club;Seed;E-mail\nSilva;Ana;400000000000000001;Azul;1;a@b.c\nReis;Bia;;Azul;;\n"
OPENING = "Nome;Sobrenome;Rating;Clube;Titulo\nAna;Silva;2050,5;Azul;GM\nBia;Reis;1900;;\nCaio;Lima;;Verde;NM\n"
File = SignUpFile | OpeningFile


def of_sign_ups(text: str) -> File:
    return sign_ups_model.read(text.encode(), "list.csv", known_headings())


def of_opening(text: str) -> File:
    return opening_plans_model.read(text.encode(), "list.csv", words_for("pt-BR"))


def changed(text: str, chance: Random) -> str:
    at = chance.randrange(len(text))
    return f"{text[:at]}{chance.choice([*LETTERS, '', '', chr(10)])}{text[at + 1 :]}"


@pytest.mark.parametrize(
    ("text", "read"),
    [(NAMES, of_sign_ups), (SIGN_UPS, of_sign_ups), (OPENING, of_opening)],
    ids=["names", "csv", "opening"],
)
def test_each_line_of_a_changed_list_is_a_person_or_a_fault(text: str, read: Callable[[str], File]) -> None:
    for seed in range(CHANGES):
        told = changed(text, Random(seed))
        try:
            found = read(told)
        except UserError:
            continue
        answered = {one.number for one in found.lines} | {one.line for one in found.faults}
        rows = [at for at, line in enumerate(told.splitlines(), start=1) if line.strip('; \t"')]
        if '"' not in told:
            # A quotation mark can make one row of several lines.
            assert set(rows) - answered <= {rows[0]} if text is not NAMES else set(rows) == answered, told


def plain(value: str) -> str:
    """Without spaces, and noughts in front of a number, which say nothing: "0 min" is "00min"."""
    return re.sub(r"(?<!\d)(?<!\d\.)0+(?=\d)", "", re.sub(r"\s", "", value))


@pytest.mark.parametrize("name", ["swiss", "aije-open", "go-swiss", "olympiad-school", "arena"])
def test_a_changed_rulebook_is_refused_or_says_something_else(name: str) -> None:
    """A value that is changed is another rulebook; what stands behind # is for readers."""
    source = (Path(library.__file__).parent / f"{name}.toml").read_text(encoding="utf-8")
    known, chance = library.read(source, "own.toml"), Random(name)
    lines = source.split("\n")
    values = [at for at, line in enumerate(lines) if "=" in line.partition("#")[0]]
    for _ in range(CHANGES):
        at = chance.choice(values)
        key, sign, value = lines[at].partition("=")
        bare = value.partition("#")[0].rstrip()
        spot = chance.randrange(len(bare)) if bare else 0
        other = f"{bare[:spot]}{chance.choice('0123456789x')}{bare[spot + 1 :]}"
        if plain(other) == plain(bare):
            continue
        try:
            found = library.read("\n".join([*lines[:at], f"{key}{sign}{other}", *lines[at + 1 :]]), "own.toml")
        except (RulebookRefused, UserError):
            continue
        assert found != known, (key, bare, other)
