"""Commands that are run without being typed: their options asked for by menus and forms, and read as if typed.

A part of the door: what discord.py makes of typed options, it makes here of what was chosen and filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord import AppCommandOptionType, app_commands

from bot.errors import Outdated
from bot.i18n.commands import key_of_option
from bot.rendering.layout import MOST_OPTIONS
from cogs import sent
from cogs.commands import AnyCommand
from cogs.forms import Asked, File, Members, Menu, Text, Verbatim
from cogs.options import Option
from cogs.press import Press

CommandOption = app_commands.Parameter
_MOMENTS: Final = frozenset({"when", "start", "until"})
"""Options that are typed even where something is suggested for them."""


async def run(press: Press, declared: AnyCommand, raw: Mapping[str, Any]) -> None:
    """Has discord.py make of the values what it makes of typed options, and calls the command.

    Raises Outdated where a value is missing, and whatever reading one or the command raises.
    """
    values = {}
    for one in declared._params.values():
        if one.name in raw:
            values[one.name] = await _transform(press, one, raw[one.name])
        elif one.required:
            raise Outdated
        else:
            values[one.name] = one.default
    await declared.callback(press.interaction, **values)  # type: ignore[call-arg]


async def suggest(press: Press, declared: AnyCommand, name: str, typed: str = "") -> tuple[tuple[str, str], ...]:
    """What is suggested for the option: each value with the name that is shown."""
    transformer = declared._params[name]._annotation
    if not isinstance(transformer, Option):
        return ()
    found = await transformer.autocomplete(press.interaction, typed)
    return tuple((str(one.value), one.name) for one in found if one.value)


async def ask(press: Press, words: str, declared: AnyCommand, option: CommandOption) -> Asked:
    """The field of a form for one option."""
    name, needed = option.name, option.required
    texts = (name, Verbatim(name), key_of_option(words, name))
    match option.type:
        case AppCommandOptionType.user:
            return Members(*texts, required=needed)
        case AppCommandOptionType.attachment:
            return File(*texts, required=needed)
    values = await _values_of(press, declared, option)
    if values:
        return Menu(*texts, values=values, required=needed)
    return Text(*texts, limit=300, required=needed)


def read(press: Press, option: CommandOption) -> Any:
    """What was filled into the option's field, as discord.py hands it to a command; None where nothing was."""
    filled = press.fields().get(option.name, "")
    one = (filled[0] if filled else "") if isinstance(filled, list) else filled.strip()
    if not one:
        return None
    match option.type:
        case AppCommandOptionType.user:
            return sent.member(press.interaction, one)
        case AppCommandOptionType.attachment:
            return sent.attachment(press.interaction, one)
        case AppCommandOptionType.boolean:
            return one == "yes"
        case AppCommandOptionType.integer:
            return press.number(one)
    return one


async def _values_of(press: Press, declared: AnyCommand, option: CommandOption) -> dict[str, str | Verbatim]:
    """What can be chosen for the option by a menu of a form; nothing for what is typed, or is too much for a menu."""
    if option.type is AppCommandOptionType.boolean:
        return {"yes": "desk.yes", "no": "desk.no"}
    if option.choices:
        return {str(one.value): Verbatim(_name(press, one)) for one in option.choices}
    if not option.autocomplete or option.name in _MOMENTS:
        return {}
    found = await suggest(press, declared, option.name)
    return {value: Verbatim(shown) for value, shown in found} if len(found) < MOST_OPTIONS else {}


def _name(press: Press, choice: app_commands.Choice[Any]) -> str:
    known = choice._locale_name
    key = choice.name if known is None else str(known.extras.get("key", known.message))
    return press.voice.say(key) if key.startswith("commands.") else choice.name


async def _transform(press: Press, option: Any, raw: Any) -> Any:
    """The value as the command takes it; a UserError comes through as it is."""
    try:
        return await option.transform(press.interaction, raw)
    except app_commands.TransformerError as error:
        raise error.__cause__ or Outdated() from error
