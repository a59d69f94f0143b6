"""`/help`: what to do now with its buttons, a page for each role, and one command explained."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from discord import ButtonStyle

from bot.features.desk import cards as desk_cards
from bot.features.guidance.model import Findable
from bot.features.playing.match_views_model import Guidance
from bot.i18n.catalogue import DEFAULT_LOCALE, Translator, key_of
from bot.layout.cards import QUIET, Button, Card
from bot.layout.sentences import listing, member_name, quote
from bot.server.model import Act, whom_to_ask

THINGS_SHOWN: Final = 6
"""Things to do on the first card; `/me` has them all."""


class HelpPage(StrEnum):
    """What somebody is here, and has a page of help for."""

    PLAYER = "player"
    ORGANISER = "organiser"
    ARBITER = "arbiter"
    OFFICER = "officer"


_EMOJI: Final = {HelpPage.PLAYER: "🎮", HelpPage.ORGANISER: "📋", HelpPage.ARBITER: "⚖️", HelpPage.OFFICER: "🏛️"}


@dataclass(frozen=True, slots=True)
class CommandHelp:
    """A command: its words, each option with the key of its text and whether it must be given, and whom it is for."""

    words: str
    options: tuple[tuple[str, str, bool], ...]
    audience: str
    """Whom it is for, where no right is asked for; else empty."""
    act: Act | None
    instead: str | None = None
    """Where the server has it switched off: the command that leads on."""
    before: str | None = None
    """What it was called when it was asked for by an old name."""


@dataclass(frozen=True, slots=True)
class OwnCommand:
    """A command that the reader has here, and whether only at the desk, since Discord hides it from them."""

    words: str
    at_desk: bool


def now(guidance: Guidance, roles: Collection[str], translator: Translator) -> Card:
    """What the reader can do now, each with its button, and the pages for what they are here."""
    card = desk_cards.guidance(guidance, translator, most=THINGS_SHOWN)
    hello = translator.say("help.hello")
    return replace(
        card, paragraphs=(hello, *card.paragraphs), controls=(*card.controls, _pages(None, roles, translator))
    )


def page(shown: HelpPage, roles: Collection[str], translator: Translator) -> Card:
    """What there is for one role, and the way to the others."""
    rows = (_acts(shown, translator), _pages(shown, roles, translator))
    return Card((translator.say(f"help.page_{shown.value}"),), controls=tuple(row for row in rows if row))


@lru_cache(maxsize=1_024)
def findable(words: str, options: tuple[tuple[str, str], ...], old_names: tuple[str, ...], locale: str) -> Findable:
    """How readers of the language may ask for the command; an option is its name and the key of its text."""
    spoken = [Translator(one) for one in dict.fromkeys((locale, DEFAULT_LOCALE))]
    named = key_of(words).partition(".")[2]
    typed = tuple(tuple(translator.say(f"help.words.{named}").split(", ")) for translator in spoken)
    texts = (translator.say(key) for translator in spoken for key in (key_of(words), *(key for _, key in options)))
    return Findable(words, old_names, typed, tuple(name for name, _ in options), tuple(texts))


def explanation(told: CommandHelp, translator: Translator) -> Card:
    """One command: what it does, what it takes, whom it is for, and what it was called before."""
    if told.instead is not None:
        return _switched_off(told, told.instead, translator)
    said = [translator.say("help.command", command=f"/{told.words}", does=translator.say(key_of(told.words)))]
    if told.before is not None:
        said.append(translator.say("help.renamed", old=f"/{told.before}", new=f"/{told.words}"))
    lines = [
        translator.say("help.option" if required else "help.option_free", option=name, does=translator.say(key))
        for name, key, required in told.options
    ]
    if lines:
        said.append("\n".join(lines))
    said.append(f"-# {_whom(told, translator)}")
    return _answer(said, translator)


def _switched_off(told: CommandHelp, instead: str, translator: Translator) -> Card:
    """What the server lacks, named without a mention, which would be that of the other one; and that one."""
    said = [translator.say("help.command_off", command=told.words, does=translator.say(key_of(told.words)))]
    if told.before is not None:
        said.append(translator.say("help.renamed_off", old=told.before))
    said.append(f"{translator.say('help.instead')}\n{_line(OwnCommand(instead, at_desk=False), translator)}")
    return _answer(said, translator)


def several(found: Sequence[OwnCommand], translator: Translator) -> Card:
    """What begins with the word that was typed."""
    return _answer((translator.say("help.several"), _lines(found, translator)), translator)


def found(typed: str, there: Sequence[OwnCommand], translator: Translator) -> Card:
    """What the typed words may mean of all that the reader has, best first."""
    return _answer((translator.say("help.found", typed=quote(typed)), _lines(there, translator)), translator)


def unknown(typed: str, others: Sequence[tuple[str, Act]], roles: Collection[str], translator: Translator) -> Card:
    """Nothing that the reader has; what others do here that may be meant, and where to look and to ask."""
    said = translator.say("help.unknown", typed=quote(typed))
    if others:
        lines = (_ask(words, act, translator) for words, act in others)
        said = "\n".join((translator.say("help.found_for_others"), *lines))
    return Card((said,), controls=((_back(translator), *_pages(None, roles, translator)),), colour=QUIET)


def _ask(words: str, act: Act, translator: Translator) -> str:
    name = member_name(whom_to_ask(act)[0], translator)
    return translator.say("help.ask_others", does=translator.say(key_of(words)), name=name)


def _answer(said: Sequence[str], translator: Translator) -> Card:
    return Card(tuple(said), controls=((_back(translator),),), colour=QUIET)


def _lines(there: Sequence[OwnCommand], translator: Translator) -> str:
    return "\n".join(_line(one, translator) for one in there)


def _line(one: OwnCommand, translator: Translator) -> str:
    does = translator.say(key_of(one.words))
    return translator.say("help.found_at_desk", does=does) if one.at_desk else f"- `/{one.words}`: {does}"


def _whom(told: CommandHelp, translator: Translator) -> str:
    if told.act is None:
        return translator.say(f"help.for_{told.audience}")
    return translator.say(
        "help.for_staff", names=listing([member_name(one, translator) for one in whom_to_ask(told.act)], translator)
    )


def _back(translator: Translator) -> Button:
    return Button("help-now:", translator.say("help.open_now"), emoji="🧭")


def _pages(shown: HelpPage | None, roles: Collection[str], translator: Translator) -> tuple[Button, ...]:
    there = [one for one in HelpPage if one is not shown and (one is HelpPage.PLAYER or one.value in roles)]
    pages = [
        Button(f"help-page:{one.value}", translator.say(f"help.open_{one.value}"), emoji=_EMOJI[one]) for one in there
    ]
    return tuple(pages) if shown is None else (_back(translator), *pages)


def _acts(shown: HelpPage, translator: Translator) -> tuple[Button, ...]:
    """The buttons that somebody in the role needs most."""
    desk = Button("desk-home:", translator.say("help.desk"), ButtonStyle.primary, "🗂️")
    match shown:
        case HelpPage.PLAYER:
            return (Button("now:me", translator.say("help.me"), ButtonStyle.primary, "👤"),)
        case HelpPage.ARBITER:
            on = Button("duty-on:me", translator.say("help.duty_on"), ButtonStyle.success, "🟢")
            return (on, Button("duty-off:me", translator.say("help.duty_off")), desk)
        case HelpPage.ORGANISER | HelpPage.OFFICER:
            return (desk,)
