"""Lets the present bot speak with the sentences of before, where the words themselves were changed on purpose."""

from __future__ import annotations

import io
import string
import subprocess
import tarfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).resolve().parent.parent.parent

Said = str | tuple[str, ...]


def speak_as(commit: str) -> None:
    """From now on every sentence that the commit has too is said as there."""
    packed = subprocess.run(["git", "archive", commit, "bot/i18n"], cwd=ROOT, check=True, capture_output=True).stdout
    reading: Any = import_module("bot.i18n.catalogue")
    if not hasattr(reading, "read_sentences"):
        reading = import_module("bot.i18n.reading")
    ordinary = reading.read_sentences

    def read(locale: str) -> Any:
        now = ordinary(locale)
        before = dict(_sentences(packed, locale))
        by_key = {key: _of_before(before.get(key), said) for key, said in now.by_key.items()}
        return now._replace(by_key=by_key)

    reading.read_sentences = read


def _of_before(before: Said | None, now: Said) -> Said:
    """A sentence that takes other values now cannot be said as before: it would stand in the comparison anyway."""
    return now if before is None or _takes(before) != _takes(now) else before


def _takes(said: Said) -> tuple[type, set[str | None]]:
    forms = (said,) if isinstance(said, str) else said
    return type(said), {field for form in forms for _, field, _, _ in string.Formatter().parse(form)}


def _sentences(packed: bytes, locale: str) -> Iterator[tuple[str, Said]]:
    """A locale's, from the catalogues of the commit."""
    name = locale.replace("-", "_")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member) if f"/{name}/" in member.name and member.name.endswith(".po") else None
            for message in read_po(file, locale=name) if file is not None else ():
                if message.id and message.string:
                    key = message.id if isinstance(message.id, str) else message.id[0]
                    yield key, message.string if isinstance(message.string, str) else tuple(message.string)
