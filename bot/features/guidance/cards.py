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


def now(found: Guidance, roles: Collection[str], voice: Translator) -> Card:
    """What the reader can do now, each with its button, and the pages for what they are here."""
    card = desk_cards.guidance(found, voice, most=THINGS_SHOWN)
    hello = voice.say("help.hello")
    return replace(card, paragraphs=(hello, *card.paragraphs), controls=(*card.controls, _pages(None, roles, voice)))


def page(shown: HelpPage, roles: Collection[str], voice: Translator) -> Card:
    """What there is for one role, and the way to the others."""
    rows = (_acts(shown, voice), _pages(shown, roles, voice))
    return Card((voice.say(f"help.page_{shown.value}"),), controls=tuple(row for row in rows if row))


def explanation(told: CommandHelp, before: str | None, voice: Translator) -> Card:
    """One command: what it does, what it takes, whom it is for, and what it was called before."""
    said = [voice.say("help.command", command=f"/{told.words}", does=voice.say(key_of(told.words)))]
    if before is not None:
        said.append(voice.say("help.renamed", old=f"/{before}", new=f"/{told.words}"))
    lines = [
        voice.say("help.option" if required else "help.option_free", option=name, does=voice.say(key))
        for name, key, required in told.options
    ]
    if lines:
        said.append("\n".join(lines))
    if not told.is_there:
        said.append(voice.say("help.switched_off"))
    said.append(f"-# {_whom(told, voice)}")
    return Card(tuple(said), controls=((_back(voice),),), colour=QUIET)


def several(words: Sequence[str], voice: Translator) -> Card:
    """What begins with the word that was typed."""
    return Card((voice.say("help.several"), _lines(words, voice)), controls=((_back(voice),),), colour=QUIET)


def unknown(near: Sequence[str], voice: Translator) -> Card:
    """No such command; what may have been meant."""
    said = [voice.say("help.unknown")]
    if near:
        said.append(voice.say("help.perhaps") + "\n" + _lines(near, voice))
    return Card(tuple(said), controls=((_back(voice),),), colour=QUIET)


def _lines(words: Sequence[str], voice: Translator) -> str:
    return "\n".join(f"- `/{one}`: {voice.say(key_of(one))}" for one in words)


def _whom(told: CommandHelp, voice: Translator) -> str:
    if told.act is None:
        return voice.say(f"help.for_{told.audience}")
    return voice.say("help.for_staff", names=listing([member_name(one, voice) for one in whom_to_ask(told.act)], voice))


def _back(voice: Translator) -> Button:
    return Button("help-now:", voice.say("help.open_now"), emoji="🧭")


def _pages(shown: HelpPage | None, roles: Collection[str], voice: Translator) -> tuple[Button, ...]:
    there = [one for one in HelpPage if one is not shown and (one is HelpPage.PLAYER or one.value in roles)]
    pages = [Button(f"help-page:{one.value}", voice.say(f"help.open_{one.value}"), emoji=_EMOJI[one]) for one in there]
    return tuple(pages) if shown is None else (_back(voice), *pages)


def _acts(shown: HelpPage, voice: Translator) -> tuple[Button, ...]:
    """The buttons that somebody in the role needs most."""
    desk = Button("desk-home:", voice.say("help.desk"), ButtonStyle.primary, "🗂️")
    match shown:
        case HelpPage.PLAYER:
            return (Button("now:me", voice.say("help.me"), ButtonStyle.primary, "👤"),)
        case HelpPage.ARBITER:
            on = Button("duty-on:me", voice.say("help.duty_on"), ButtonStyle.success, "🟢")
            return (on, Button("duty-off:me", voice.say("help.duty_off")), desk)
        case HelpPage.ORGANISER | HelpPage.OFFICER:
            return (desk,)
