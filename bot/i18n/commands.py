"""The texts of slash commands in Discord's own menus.

A command, an option or a choice is described by a key that begins with `commands.`: of a command by its words, of an
option by its name behind them. The bot's translator asks here for each of Discord's locales. Names of commands and
options stay English in every language: a community of four languages has to be able to say "press /register" to
everybody, in posts, in the rules and on video, and the names stand inside other sentences of the catalogues.
"""

from __future__ import annotations

from bot.i18n.catalogue import DEFAULT_LOCALE, MissingSentence, Voice, is_spoken

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
        return Voice.for_discord(discord_locale).say(message_key)
    except MissingSentence:
        return None


def key_of(*words: str) -> str:
    """The key of a command: `round miss` is described by `commands.round_miss`."""
    return PREFIX + "_".join(words).replace(" ", "_").replace("-", "_")


def key_of_option(command: str, option: str) -> str:
    """The key of an option: the command's own, else the one for its whole group, else the one for all commands."""
    keys = [key_of(words, option) for words in (command, command.split(maxsplit=1)[0], "option")]
    return next((key for key in keys if command_text(key, DEFAULT_LOCALE) is not None), keys[0])
