"""Loading the catalogues, and the voice that speaks from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Self

LOCALES = ("en-US", "pt-BR", "es-ES", "it")
"""The languages that are complete, by Discord's names."""
DEFAULT_LOCALE = "en-US"

_BY_LANGUAGE = {locale.partition("-")[0]: locale for locale in LOCALES}


class MissingSentence(KeyError):
    """A key that the locale's catalogue does not have: a defect that the house tests find before anyone meets it."""


def is_spoken(discord_locale: str) -> bool:
    """Whether a locale of Discord's is one of our languages, in whatever country."""
    return discord_locale.partition("-")[0] in _BY_LANGUAGE


def gettext_name(locale: str) -> str:
    """A locale's name in gettext and in Unicode's CLDR: Discord's pt-BR is pt_BR there."""
    return locale.replace("-", "_")


class Sentences(NamedTuple):
    """What a locale's catalogues say."""

    by_key: Mapping[str, str | tuple[str, ...]]
    """A sentence, or the plural forms of one that counts."""
    form_of: Callable[[int], int]
    """The plural form that a number takes."""


@cache
def _sentences(locale: str) -> Sentences:
    # Babel and the files cost more than the rest of the start together: they wait for the first sentence.
    from bot.i18n.reading import read_sentences  # noqa: PLC0415

    return read_sentences(locale)


@dataclass(frozen=True, slots=True)
class Voice:
    """The arbiter's voice in one language, one of `LOCALES`."""

    locale: str = DEFAULT_LOCALE

    def __post_init__(self) -> None:
        """Refuses a locale that has no catalogue with ValueError: `for_discord` finds the nearest one."""
        if self.locale not in LOCALES:
            raise ValueError(f"no catalogue for {self.locale!r}")

    @classmethod
    def for_discord(cls, discord_locale: str, fallback: str = DEFAULT_LOCALE) -> Self:
        """The voice for any locale of Discord: es-419 is answered in es-ES, en-GB in en-US, others in `fallback`."""
        if discord_locale in LOCALES:
            return cls(discord_locale)
        return cls(_BY_LANGUAGE[discord_locale.partition("-")[0]] if is_spoken(discord_locale) else fallback)

    def say(self, key: str, /, **values: str | int) -> str:
        """The key's sentence with its placeholders filled; what a person typed has to be passed through `quote` before.

        Raises MissingSentence for an unknown key and KeyError for a placeholder without a value.
        """
        said = _sentences(self.locale).by_key.get(key)
        if said is None:
            raise MissingSentence(key, self.locale)
        return (said if isinstance(said, str) else said[0]).format_map(values)

    def count(self, key: str, n: int, /, **values: str | int) -> str:
        """The key's sentence in the plural form that `n` takes in this language; `{n}` is filled in."""
        sentences = _sentences(self.locale)
        forms = sentences.by_key.get(key)
        if not isinstance(forms, tuple):
            raise MissingSentence(key, self.locale)
        return forms[sentences.form_of(n)].format_map({"n": n, **values})
