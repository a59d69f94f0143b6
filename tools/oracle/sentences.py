"""Lets the present bot speak with the sentences of before, where the words themselves were changed on purpose."""

from __future__ import annotations

import string
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

Said = str | tuple[str, ...]


def speak_as(tree: Path) -> None:
    """From now on every sentence that the tree has too is said as there."""
    reading = import_module("bot.i18n.reading")
    ordinary = reading.read_sentences

    def read(locale: str) -> Any:
        now = ordinary(locale)
        before = dict(_sentences(tree / "bot" / "i18n", locale))
        by_key = {key: _of_before(before.get(key), said) for key, said in now.by_key.items()}
        return now._replace(by_key=by_key)

    reading.read_sentences = read


def _of_before(before: Said | None, now: Said) -> Said:
    """A sentence that takes other values now cannot be said as before: it would stand in the comparison anyway."""
    return now if before is None or _takes(before) != _takes(now) else before


def _takes(said: Said) -> tuple[type, set[str | None]]:
    forms = (said,) if isinstance(said, str) else said
    return type(said), {field for form in forms for _, field, _, _ in string.Formatter().parse(form)}


def _sentences(folder: Path, locale: str) -> Iterator[tuple[str, Said]]:
    """Of a locale, whose folder is named as Discord or as gettext does."""
    name = locale.replace("-", "_")
    for path in sorted({*(folder / locale).rglob("*.po"), *(folder / name).rglob("*.po")}):
        with path.open("rb") as file:
            for message in read_po(file, locale=name):
                if message.id and message.string:
                    key = message.id if isinstance(message.id, str) else message.id[0]
                    yield key, message.string if isinstance(message.string, str) else tuple(message.string)
