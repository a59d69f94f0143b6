"""Loading the catalogues, the `Translator` that speaks from them, names of countries, and texts of slash commands.

A command, an option or a choice is described by a key that begins with `commands.`: of a command by its words, of an
option by its name behind them. The bot's translator asks here for each of Discord's locales. Names of commands and
options stay English in every language: a community of four languages has to be able to say "press /register" to
everybody, in posts, in the rules and on video, and the names stand inside other sentences of the catalogues.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from bot.i18n.countries import CONTINENTS, city_of

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

# --- a locale's catalogues ------------------------------------------------------------------------------------------


_MANY: Final = 2
"""A number that takes the form of many in each language."""


class Sentences(NamedTuple):
    """What a locale's catalogues say."""

    by_key: Mapping[str, str | tuple[str, ...]]
    """A sentence, or the plural forms of one that counts."""
    form_of: Callable[[int], int]
    """The plural form that a number takes."""


def gettext_name(locale: str) -> str:
    """A locale's name in gettext and in Unicode's CLDR: Discord's pt-BR is pt_BR there."""
    return locale.replace("-", "_")


def catalogue_files(locale: str) -> list[Path]:
    """A locale's catalogues in the order of their names, where gettext and translators' programs look for them."""
    return sorted((Path(__file__).parent / gettext_name(locale) / "LC_MESSAGES").glob("*.po"))


def read_catalogue(path: Path, locale: str) -> Catalog:
    """One catalogue; raises babel's PoFileError where it is malformed."""
    # Babel and the files cost more than the rest of the start together: they wait for the first sentence.
    from babel.messages.pofile import read_po  # noqa: PLC0415

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
    from babel.messages.plurals import get_plural  # noqa: PLC0415  (slow, as above)

    of_babel = c2py(get_plural(gettext_name(locale)).plural_expr)
    return lambda number: of_babel(number or _MANY)


def _sentence_of(message: Message) -> tuple[str, str | tuple[str, ...]]:
    key = message.id if isinstance(message.id, str) else message.id[0]
    # The languages share one text of each key.
    return sys.intern(key), message.string if isinstance(message.string, str) else tuple(message.string or ())


# --- the translator -------------------------------------------------------------------------------------------------


LOCALES = ("en-US", "pt-BR", "es-ES", "it")
"""The languages that are complete, by Discord's names."""
DEFAULT_LOCALE = "en-US"

_BY_LANGUAGE = {locale.partition("-")[0]: locale for locale in LOCALES}


class MissingSentence(KeyError):
    """A key that the locale's catalogue does not have: a defect that the house tests find before anyone meets it."""


def is_spoken(discord_locale: str) -> bool:
    """Whether a locale of Discord's is one of our languages, in whatever country."""
    return discord_locale.partition("-")[0] in _BY_LANGUAGE


@cache
def _sentences(locale: str) -> Sentences:
    return read_sentences(locale)


@dataclass(frozen=True, slots=True)
class Translator:
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


# --- names of countries ---------------------------------------------------------------------------------------------


_FLAG = 0x1F1E6
"""The letter A of flags."""


def country_name(code: str, locale: str) -> str:
    """The country's name in a language, as Unicode's CLDR has it."""
    return _names(locale)[code]


def flag(code: str) -> str:
    """The country's flag as an emoji."""
    return "".join(chr(_FLAG + ord(letter) - ord("A")) for letter in code)


def countries_like(typed: str, locale: str) -> list[tuple[str, str]]:
    """Codes and names of countries for what was typed, with or without accents; those that begin so first."""
    wanted = _bare(typed)
    found = [(code, name) for code, name in _names(locale).items() if wanted in _bare(name) or wanted == code.lower()]
    return sorted(found, key=lambda one: (one[0].lower() != wanted, not _bare(one[1]).startswith(wanted), one[1]))


def city_name(zone: str, locale: str) -> str:
    """The city that a time zone is named after, as readers of the language write it: São Paulo, Roma."""
    # Unicode's CLDR leaves out what the zone's own name says well enough.
    name: str = _cities(locale).get(zone, {}).get("city") or city_of(zone)
    return name


def zones_of(code: str) -> tuple[str, ...]:
    """Every time zone of the country, as Unicode's CLDR has it; empty where it knows none."""
    return tuple(_zones().get(code, ()))


@cache
def _zones() -> Mapping[str, Sequence[str]]:
    from babel.core import get_global  # noqa: PLC0415  (slow, as below)

    found: Mapping[str, Sequence[str]] = get_global("territory_zones")
    return found


@cache
def _cities(locale: str) -> Mapping[str, Mapping[str, str]]:
    from babel import Locale  # noqa: PLC0415  (slow, as below)

    known: Mapping[str, Mapping[str, str]] = Locale.parse(gettext_name(locale)).time_zones
    return known


@cache
def _names(locale: str) -> dict[str, str]:
    # Babel is slow to import, and the start needs no countries.
    from babel import Locale  # noqa: PLC0415

    known = Locale.parse(gettext_name(locale)).territories
    return {code: known[code] for code in sorted(CONTINENTS)}


def _bare(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


# --- texts of slash commands ----------------------------------------------------------------------------------------


PREFIX = "commands."

DESCRIPTION_LIMIT = 100
"""Characters of a command's or option's description, and of a choice's name."""


def command_text(message_key: str, discord_locale: str) -> str | None:
    """The menu's text for the key, or None where the locale's language is not ours, or the message is no such key.

    The text of `en-US` is also the one to send as the default, which speakers of all other languages read.
    """
    if not message_key.startswith(PREFIX) or not is_spoken(discord_locale):
        return None
    try:
        return Translator.for_discord(discord_locale).say(message_key)
    except MissingSentence:
        return None


def key_of(*words: str) -> str:
    """The key of a command: `round miss` is described by `commands.round_miss`."""
    return PREFIX + "_".join(words).replace(" ", "_").replace("-", "_")


def key_of_option(command: str, option: str) -> str:
    """The key of an option: the command's own, else the one for its whole group, else the one for all commands."""
    keys = [key_of(words, option) for words in (command, command.split(maxsplit=1)[0], "option")]
    return next((key for key in keys if command_text(key, DEFAULT_LOCALE) is not None), keys[0])
