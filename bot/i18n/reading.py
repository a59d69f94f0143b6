"""Reading a locale's `.po` files into gettext translations; imported late, since Babel comes with it."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent
"""Holds one folder per locale, named as Discord names it."""


def read_catalogue(path: Path) -> Catalog:
    """One area's file; raises babel's PoFileError where it is malformed."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.name.replace("-", "_"), abort_invalid=True)


def read_catalogues(locale: str) -> GNUTranslations:
    """All areas of a locale as one set of translations, with the plural rule that Babel knows for the language."""
    merged = Catalog(locale=locale.replace("-", "_"), charset="utf-8")
    for path in sorted((FOLDER / locale).glob("*.po")):
        for message in read_catalogue(path):
            if message.id:
                merged[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    return GNUTranslations(compiled)
