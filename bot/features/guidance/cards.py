"""`/help`: what to do now with its buttons, a page for each role, and one command explained."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from discord import ButtonStyle

from bot.features.desk import cards as desk_cards
from bot.features.playing.match_views_model import Guidance
from bot.i18n.catalogue import Translator, key_of
from bot.layout.cards import QUIET, Button, Card
from bot.layout.sentences import listing, member_name
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
    is_there: bool = True
    """Whether the server has switched it on."""


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


def explanation(told: CommandHelp, before: str | None, translator: Translator) -> Card:
    """One command: what it does, what it takes, whom it is for, and what it was called before."""
    said = [translator.say("help.command", command=f"/{told.words}", does=translator.say(key_of(told.words)))]
    if before is not None:
        said.append(translator.say("help.renamed", old=f"/{before}", new=f"/{told.words}"))
    lines = [
        translator.say("help.option" if required else "help.option_free", option=name, does=translator.say(key))
        for name, key, required in told.options
    ]
    if lines:
        said.append("\n".join(lines))
    if not told.is_there:
        said.append(translator.say("help.switched_off"))
    said.append(f"-# {_whom(told, translator)}")
    return Card(tuple(said), controls=((_back(translator),),), colour=QUIET)


def several(words: Sequence[str], translator: Translator) -> Card:
    """What begins with the word that was typed."""
    return Card(
        (translator.say("help.several"), _lines(words, translator)), controls=((_back(translator),),), colour=QUIET
    )


def unknown(near: Sequence[str], translator: Translator) -> Card:
    """No such command; what may have been meant."""
    said = [translator.say("help.unknown")]
    if near:
        said.append(translator.say("help.perhaps") + "\n" + _lines(near, translator))
    return Card(tuple(said), controls=((_back(translator),),), colour=QUIET)


def _lines(words: Sequence[str], translator: Translator) -> str:
    return "\n".join(f"- `/{word}`: {translator.say(key_of(word))}" for word in words)


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
