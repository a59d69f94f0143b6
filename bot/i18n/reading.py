"""Reading a locale's `.po` files into gettext translations; imported late, since Babel comes with it."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.i18n.catalogue import gettext_name


def catalogue_files(locale: str) -> list[Path]:
    """A locale's catalogues in the order of their names, where gettext and translators' programs look for them."""
    return sorted((Path(__file__).parent / gettext_name(locale) / "LC_MESSAGES").glob("*.po"))


def read_catalogue(path: Path, locale: str) -> Catalog:
    """One catalogue; raises babel's PoFileError where it is malformed."""
    with path.open("rb") as file:
        return read_po(file, locale=gettext_name(locale), abort_invalid=True)


def read_catalogues(locale: str) -> GNUTranslations:
    """All catalogues of a locale as one set of translations, with the plural rule that Babel knows for the language."""
    merged = Catalog(locale=gettext_name(locale), charset="utf-8")
    for path in catalogue_files(locale):
        for message in read_catalogue(path, locale):
            if message.id:
                merged[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    return GNUTranslations(compiled)
