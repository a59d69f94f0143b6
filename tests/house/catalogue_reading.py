"""How the house tests read the catalogues, and the keys that the code speaks."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any, ClassVar, TypeVar, get_origin, get_type_hints

from babel.messages.catalog import Catalog
from discord import app_commands

from bot.app import TournamentBot
from bot.i18n.catalogue import LOCALES, catalogue_files, key_of, key_of_option, read_catalogue
from bot.kernel import errors as kernel_errors
from bot.kernel.errors import Refused, UserError
from tests.house.reading import files, python_files, text, tree, walked

KEY = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+|error\.[A-Z][A-Za-z0-9]+")
NOT_IMPORTED = "bot/__main__.py"
E = TypeVar("E", bound=UserError)


@dataclass(frozen=True, slots=True)
class Entry:
    """A key in one locale's file, with its sentence in all plural forms (one where it has none)."""

    catalogue: str
    key: str
    plural: bool
    forms: tuple[str, ...]


@cache
def entries(locale: str) -> tuple[Entry, ...]:
    """Everything that a locale's files hold, in their order."""
    return tuple(entry for name, read in catalogues(locale).items() for entry in _read(name, read))


@cache
def catalogues(locale: str) -> dict[str, Catalog]:
    """A locale's files by name, as Babel reads them."""
    return {path.stem: read_catalogue(path, locale) for path in catalogue_files(locale)}


def _read(name: str, read: Catalog) -> Iterator[Entry]:
    for message in read:
        if message.id and isinstance(message.id, str):
            yield Entry(name, message.id, False, (str(message.string),))
        elif message.id:
            yield Entry(name, message.id[0], True, tuple(message.string or ()))


@cache
def by_key(locale: str) -> dict[str, Entry]:
    """A locale's entries by key."""
    return {entry.key: entry for entry in entries(locale)}


@cache
def keys() -> frozenset[str]:
    """Every key of any locale."""
    return frozenset(entry.key for locale in LOCALES for entry in entries(locale))


def placeholders(forms: tuple[str, ...]) -> set[str]:
    """The names in braces of all forms; ValueError for braces that do not close."""
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}


def constants(name: str) -> Sequence[tuple[int, str]]:
    """Every string constant of a Python file, with its line; docstrings are among them, parts of f-strings are not."""
    return _constants(tree(name))


@cache
def _constants(module: ast.Module) -> Sequence[tuple[int, str]]:
    parts = {id(part) for node in walked(module) if isinstance(node, ast.JoinedStr) for part in node.values}
    return tuple(
        (node.lineno, node.value)
        for node in walked(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts
    )


def built_keys(name: str) -> Iterator[tuple[int, re.Pattern[str]]]:
    """The f-strings of a Python file that begin as some key does, as patterns of the keys they can build."""
    known = beginnings()
    return ((line, pattern) for prefix, line, pattern in _built(tree(name)) if prefix in known)


@cache
def beginnings() -> frozenset[str]:
    """The first words of all keys."""
    return frozenset(key.partition(".")[0] for key in keys())


@cache
def _built(module: ast.Module) -> Sequence[tuple[str, int, re.Pattern[str]]]:
    """Every f-string that begins with a word and a dot: the word, the line and the pattern."""
    found = []
    for node in walked(module):
        if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
            prefix, dot, _ = str(node.values[0].value).partition(".")
            if dot and " " not in ast.unparse(node).partition("{")[0]:
                found.append((prefix, node.lineno, re.compile("".join(map(_pattern, node.values)))))
    return tuple(found)


def _pattern(part: ast.expr) -> str:
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[A-Za-z0-9_.]+"


_SAID_IN_TEMPLATES = re.compile(r"""\b(?:say|count)\(\s*["']([a-z0-9_.]+)["'](\s*~)?""")


def template_keys() -> Iterator[tuple[str, re.Pattern[str]]]:
    """What the templates of the web say, with the template: a key, or what one that is composed there begins with."""
    for name in files():
        if name.startswith("web/templates/"):
            for said, more in _SAID_IN_TEMPLATES.findall(text(name)):
                yield name, re.compile(re.escape(said) + ("[a-z0-9_]+" if more else ""))


@cache
def told_tree() -> app_commands.CommandTree[Any]:
    """Every command of the bot, which is not started."""

    async def loaded() -> app_commands.CommandTree[Any]:
        bot = TournamentBot(Path("nowhere.db"))
        await bot.load_cogs()
        return bot.tree

    return asyncio.run(loaded())


def told_commands() -> list[app_commands.Command[Any, ..., Any]]:
    """What people can type of them."""
    return [one for one in told_tree().walk_commands() if isinstance(one, app_commands.Command)]


@cache
def option_keys() -> frozenset[str]:
    """The keys by which options are described."""
    return frozenset(key_of_option(one.qualified_name, option) for one in told_commands() for option in one._params)


@cache
def command_keys() -> frozenset[str]:
    """The keys by which commands, their groups and their options are described."""
    return option_keys() | {key_of(one.qualified_name) for one in told_tree().walk_commands()}


@cache
def user_errors() -> tuple[type[UserError], ...]:
    """Every class of errors with a sentence of its own, found by importing all of the house."""
    for name in python_files("bot/", "cogs/", "web/"):
        if name != NOT_IMPORTED:
            import_module(name.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
    return tuple(one for one in _below(UserError) if not issubclass(one, Refused))


def _below(parent: type[E]) -> Iterator[type[E]]:
    for child in parent.__subclasses__():
        if child.__module__.startswith(("bot.", "cogs.")):
            yield child
        yield from _below(child)


@dataclass(frozen=True, slots=True)
class Told:
    """What can be refused: the key of its sentence, the module that raises it, and the fields that it tells."""

    key: str
    module: str
    fields: Mapping[str, object]
    fills_by_itself: bool = False
    """Its class makes the values of its sentence from its fields."""


def refusals() -> Iterator[Told]:
    """Every refusal of the house: each class with a sentence of its own, and each key that shares a class."""
    for error in user_errors():
        module = error.__module__.replace(".", "/") + ".py"
        yield Told(kernel_errors.key_of(error), module, _fields(error), error.fields is not UserError.fields)
    for module, call in _raised_by_key():
        yield from (Told(key, module, _fields(_sharing()[_called(call)])) for key in keys_named(call) if key)


def without_a_key() -> list[str]:
    """Where a class that refusals share is made of anything but literal keys."""
    return [f"{module}:{call.lineno}" for module, call in _raised_by_key() if None in keys_named(call)]


def keys_named(call: ast.Call) -> list[str | None]:
    """The keys that such a refusal may get, of which a condition may choose one; None for what is no literal."""
    (first, *_) = [*call.args, *(one.value for one in call.keywords if one.arg == "why")]
    literals = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
    return [str(one.value) if isinstance(one, ast.Constant) else None for one in literals]


def _fields(error: type[UserError]) -> Mapping[str, object]:
    hints = get_type_hints(error)
    return {name: hint for name, hint in hints.items() if name != "why" and get_origin(hint) is not ClassVar}


def _raised_by_key() -> Iterator[tuple[str, ast.Call]]:
    for module in python_files("bot/", "cogs/", "web/"):
        if "Refused" in text(module):
            for node in walked(tree(module)):
                if isinstance(node, ast.Call) and _called(node) in _sharing():
                    yield module, node


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


@cache
def _sharing() -> Mapping[str, type[Refused]]:
    user_errors()  # imports the house
    sharing: list[type[Refused]] = [Refused, *_below(Refused)]
    return {one.__name__: one for one in sharing}
