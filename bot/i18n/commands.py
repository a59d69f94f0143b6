"""The texts of slash commands in Discord's own menus.

A cog describes a command, an option or a choice by a key that begins with `commands.` (as the message of a
`locale_str`); the bot's translator asks here for each of Discord's locales. Names of commands and options stay English
in every language: a community of four languages has to be able to say "press /register" to everybody, in posts, in the
rules and on video, and the names stand inside other sentences of the catalogues.
"""

from __future__ import annotations

from bot.i18n.catalogue import MissingSentence, Voice, is_spoken

DESCRIPTION_LIMIT = 100
"""Characters of a command's or option's description, and of a choice's name."""


def command_text(message_key: str, discord_locale: str) -> str | None:
    """The menu's text for the key, or None where the locale's language is not ours, or the message is no such key.

    The text of `en-US` is also the one to send as the default, which speakers of all other languages read.
    """
    if not message_key.startswith("commands.") or not is_spoken(discord_locale):
        return None
    try:
        return Voice.for_discord(discord_locale).say(message_key)
    except MissingSentence:
        return None
