"""What the catalogue of a locale says, by key, and how gettext names the locale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple


def gettext_name(locale: str) -> str:
    """A locale's name in gettext and in Unicode's CLDR: Discord's pt-BR is pt_BR there."""
    return locale.replace("-", "_")


class Sentences(NamedTuple):
    """What a locale's catalogues say."""

    by_key: Mapping[str, str | tuple[str, ...]]
    """A sentence, or the plural forms of one that counts."""
    form_of: Callable[[int], int]
    """The plural form that a number takes."""
