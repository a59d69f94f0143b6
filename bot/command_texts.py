"""Putting the catalogues' sentences in the place of the keys that commands, options and choices are described by.

discord.py sends a description as it stands and asks the translator for the other languages by a `locale_str`; so each
key becomes a `locale_str` whose message is the English text and whose `key` is still there for the translator.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from typing import Protocol

from discord import app_commands
from discord.app_commands import locale_str

from bot.i18n.catalogue import DEFAULT_LOCALE
from bot.i18n.commands import PREFIX, command_text, key_of, key_of_option


class Parameter(Protocol):
    """What discord.py keeps of an option; the only private part of it that this module touches."""

    name: str
    description: str | locale_str
    choices: MutableSequence[app_commands.Choice[str]]


def speak(tree: app_commands.CommandTree) -> None:
    """Gives every command, group, option and choice its English text and its key; doing it twice changes nothing."""
    for command in _walk(tree):
        command._locale_description = worded = _with_words(key_of(command.qualified_name))
        command.description = worded.message
        if isinstance(command, app_commands.Command):
            for parameter in _parameters(command):
                parameter.description = _with_words(key_of_option(command.qualified_name, parameter.name))
                # discord.py keeps a falsy marker, which is no list, where an option has no choices.
                if parameter.choices:
                    parameter.choices = [_with_name(choice) for choice in parameter.choices]


def _walk(tree: app_commands.CommandTree) -> Iterator[app_commands.Command | app_commands.Group]:  # type: ignore[type-arg]
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command | app_commands.Group):
            yield command


def _parameters(command: app_commands.Command) -> list[Parameter]:  # type: ignore[type-arg]
    return list(command._params.values())  # type: ignore[arg-type]


def _with_words(text: str | locale_str) -> locale_str:
    key = str(text.extras.get("key", text.message)) if isinstance(text, locale_str) else text
    if not key.startswith(PREFIX):
        return text if isinstance(text, locale_str) else locale_str(text)
    return locale_str(command_text(key, DEFAULT_LOCALE) or key, key=key)


def _with_name(choice: app_commands.Choice[str]) -> app_commands.Choice[str]:
    return app_commands.Choice(name=_with_words(choice._locale_name or choice.name), value=choice.value)
