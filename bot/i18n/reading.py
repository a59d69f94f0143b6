"""Reading a locale's `.po` files; imported late, since Babel comes with it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.i18n.sentences import Sentences, gettext_name

_MANY = 2
"""A number that takes the form of many in each language."""


def catalogue_files(locale: str) -> list[Path]:
    """A locale's catalogues in the order of their names, where gettext and translators' programs look for them."""
    return sorted((Path(__file__).parent / gettext_name(locale) / "LC_MESSAGES").glob("*.po"))


def read_catalogue(path: Path, locale: str) -> Catalog:
    """One catalogue; raises babel's PoFileError where it is malformed."""
    with path.open("rb") as file:
        return read_po(file, locale=gettext_name(locale), abort_invalid=True)


def read_sentences(locale: str) -> Sentences:
    """All that a locale's catalogues say, with the plural rule that Babel knows for the language."""
    messages = (message for path in catalogue_files(locale) for message in read_catalogue(path, locale))
    said = dict(_sentence_of(message) for message in messages if message.id and message.string and not message.fuzzy)
    return Sentences(said, _plural_rule(locale))


def _plural_rule(locale: str) -> Callable[[int], int]:
    """Babel's rule of the language, but for 0, which all of ours say as they say many.

    CLDR gives Portuguese the singular there, for "0,5 jogador"; of whole numbers everybody says "0 jogadores".
    """
    of_babel = c2py(get_plural(gettext_name(locale)).plural_expr)
    return lambda number: of_babel(number or _MANY)


def _sentence_of(message: Message) -> tuple[str, str | tuple[str, ...]]:
    key = message.id if isinstance(message.id, str) else message.id[0]
    # The languages share one text of each key.
    return sys.intern(key), message.string if isinstance(message.string, str) else tuple(message.string or ())
