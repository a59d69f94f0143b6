"""The bot's four languages: `Voice` says a catalogue key's sentence in one of them.

A catalogue is every `.po` file of a locale's folder, one small file per area. The message id is a dotted key, the
message a sentence with named `{placeholders}`. Nothing is read, and Babel is not imported, before the first sentence.
"""

from bot.i18n.catalogue import DEFAULT_LOCALE, LOCALES, MissingSentence, Voice

__all__ = ["DEFAULT_LOCALE", "LOCALES", "MissingSentence", "Voice"]
