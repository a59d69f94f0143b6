"""The bot's four languages: `Translator` says a catalogue key's sentence in one of them.

The catalogues lie as gettext lays them, `bot/i18n/pt_BR/LC_MESSAGES/playing.po`: a file for each subject, one of words
and errors that all of them share (`common`), one of what the bot does for the server as a whole (`server`). The message
id is a dotted key, the message a sentence with named `{placeholders}`. Nothing is read, and Babel is not imported,
before the first sentence.

`catalogue.py` speaks. `moments.py`, `moment_words.py`, `countries.py` and `names.py` read what people write: moments,
countries, time zones, and names that may be one person's.
"""

from __future__ import annotations

from bot.i18n.catalogue import DEFAULT_LOCALE, LOCALES, MissingSentence, Translator

__all__ = ["DEFAULT_LOCALE", "LOCALES", "MissingSentence", "Translator"]
