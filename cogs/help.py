"""`/help`: what somebody can do now, by role and moment; and one command explained, by its old name too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Annotated, Final

from bot.i18n.commands import key_of, key_of_option
from bot.rendering import help_cards
from bot.rendering.help_cards import Explained, HelpPage
from bot.rendering.layout import Card
from bot.services import guidance
from cogs.audience import Audience, Sees
from cogs.commands import DECLARED, AnyCommand, command
from cogs.offers import is_there
from cogs.options import Option, Pairs, as_typed, finds
from cogs.press import Press
from cogs.renamed import RENAMED
from cogs.routing import on_press
from cogs.subjects import NOTHING
from cogs.takes import one_of

_NEAR: Final = 5
_LIKENESS: Final = 0.5


@finds(Audience.EVERYBODY)
async def known_commands(press: Press, typed: str) -> Pairs:
    """Commands by a part of their name or of what they do, and by what they were called before."""
    wanted = _normal(typed)
    return [*_by_text(press, wanted), *_by_old_name(wanted)]


SomeCommand = Annotated[str, Option(as_typed, known_commands)]


@command("help", Audience.EVERYBODY)
async def show_help(press: Press, name: SomeCommand | None = None) -> Card:
    """Shows what the presser can do now, or explains the command."""
    if name is None:
        return await now(press)
    wanted = _normal(name)
    words = RENAMED.get(wanted, wanted)
    known = dict(_commands())
    if words in known:
        told = _explain(words, known[words], is_there=is_there(words, press.switches))
        return help_cards.explanation(told, wanted if words != wanted else None, press.voice)
    parts = [one for one in known if one.split()[0] == words]
    return help_cards.several(parts, press.voice) if parts else help_cards.unknown(_near(wanted), press.voice)


@on_press("help-now", NOTHING, Audience.EVERYBODY, update=True)
async def now(press: Press) -> Card:
    """Shows what the presser can do now, and the pages for what they are here."""
    found = await press.ask(guidance.duties)
    return help_cards.now(found, await press.ask(guidance.roles), press.voice)


@on_press("help-page", one_of(HelpPage), Audience.EVERYBODY, update=True)
async def turn(press: Press, page: HelpPage) -> Card:
    """Shows what there is for players, organisers, arbiters or officers."""
    return help_cards.page(page, await press.ask(guidance.roles), press.voice)


def _normal(typed: str) -> str:
    """The words as commands are declared, whatever was typed before and between them."""
    return " ".join(re.sub(r"[`/]", " ", typed).casefold().split())


def _commands() -> Iterator[tuple[str, AnyCommand]]:
    for declared in DECLARED.values():
        yield from declared


def _by_text(press: Press, wanted: str) -> Pairs:
    there = [words for words, _ in sorted(_commands()) if is_there(words, press.switches)]
    told = [(words, press.voice.say(key_of(words))) for words in there]
    by_name = [(words, does) for words, does in told if wanted in words]
    by_text = [(words, does) for words, does in told if wanted not in words and wanted in does.casefold()]
    return [(f"/{words} · {does}", words) for words, does in (*by_name, *by_text)]


def _by_old_name(wanted: str) -> Pairs:
    return [(f"/{old} → /{new}", old) for old, new in sorted(RENAMED.items()) if wanted and wanted in old]


def _near(wanted: str) -> list[str]:
    """The commands that somebody may have meant, nearest first."""
    names = [*(words for words, _ in _commands()), *RENAMED]
    close = get_close_matches(wanted, names, n=_NEAR, cutoff=_LIKENESS)
    parts = [one for one in names if any(word in one.split() for word in wanted.split())]
    return list(dict.fromkeys(RENAMED.get(one, one) for one in (*close, *parts)))[:_NEAR]


def _explain(words: str, declared: AnyCommand, *, is_there: bool) -> Explained:
    options = tuple((one.display_name, key_of_option(words, one.name), one.required) for one in declared.parameters)
    sees: Sees = getattr(declared.callback, "sees")  # noqa: B009 - no type knows the attribute
    audience = sees.value if isinstance(sees, Audience) else ""
    return Explained(words, options, audience, None if isinstance(sees, Audience) else sees, is_there)
