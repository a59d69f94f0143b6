"""Commands in texts as Discord's own mentions, which a tap types: the one place in which a named command becomes one.

Catalogues write `/tournament create` between backticks. What a person typed never has these (`sentences.quote`), so
it cannot make the bot mention a command. People are sent to no command that they do not see. What Discord hides from
them is an act of the desk, told as it is called there; where a command is switched off another one leads on, and who
may switch it on is told where. `draw` is the way of every card to Discord.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.i18n.catalogue import Translator, key_of
from bot.kernel.ids import Theme
from bot.layout.cards import TEXT_LIMIT, Card, Drawing, Line, Rendered, render, texts

DESK: Final = "desk"
HELP: Final = "help"
HEADING: Final = "## "
"""A command that stands behind it is what the text is about, and keeps its name."""
_NAMED: Final = re.compile(r"(?<![\\`])`/([a-z][a-z-]*(?: [a-z][a-z-]*)*)( [^`\n]*)?`(?!`)")


@dataclass(frozen=True, slots=True)
class CommandNames:
    """The commands as one server has them; where nothing is known of any, texts stay as they are."""

    known: frozenset[str] = frozenset()
    """What can be typed anywhere: "tournament create", "me"."""
    ids: Mapping[str, int] = field(default_factory=dict)
    """Discord's number of each command that the server has, by its first word."""
    off: frozenset[str] = frozenset()
    """The first words of those that are switched off there."""
    leads: Mapping[str, str] = field(default_factory=dict)
    """Instead of each command that can be switched off, by its first word: one that every server has."""
    unseen: frozenset[str] = frozenset()
    """The first words of those that Discord hides from some of the readers; all of them are acts of the desk."""
    may_switch: bool = False
    """Whether the reader can switch commands on."""

    def find(self, words: str) -> str | None:
        """The command with which the words begin; None where they begin with none."""
        parts = words.split()
        return next((one for n in range(len(parts), 0, -1) if (one := " ".join(parts[:n])) in self.known), None)

    def in_letters(self) -> CommandNames:
        """The same without mentions: no command of ours is for direct messages, where they would lead nowhere."""
        return replace(self, ids={})

    def lead(self, name: str) -> str:
        """The command by which the readers get where this one would take them."""
        if _first(name) in self.off and not self.may_switch:
            return self.leads.get(_first(name), HELP)
        return DESK if _first(name) in self.unseen else name


def with_mentions(card: Card, names: CommandNames, translator: Translator) -> Card:
    """The card with its commands as mentions, the first ones first, as many as a message holds.

    What is switched off in the server is no mention, and a last line says how it is switched on, to who may do that.
    """
    said = texts(card)
    hidden = list(
        dict.fromkeys(name for text in said for name in _commands_in(text, names) if _first(name) in names.off)
    )
    if hidden and names.may_switch:
        card = _with_advice(card, hidden, translator)
    mentioned = _Mentioning(names, translator, TEXT_LIMIT - sum(map(len, texts(card))))
    return replace(
        card,
        opening=None if card.opening is None else mentioned.text(card.opening),
        paragraphs=tuple(map(mentioned.text, card.paragraphs)),
        lines=tuple(Line(mentioned.text(line.text), line.press) for line in card.lines),
        closing=tuple(map(mentioned.text, card.closing)),
        below=tuple(map(mentioned.text, card.below)),
    )


async def draw(card: Card, names: CommandNames, translator: Translator, theme: Theme) -> Rendered:
    """The card with its commands as the server has them, and its pictures, which a worker thread draws."""
    card = with_mentions(card, names, translator)
    pictures: tuple[Drawing, ...] = card.pictures + card.attachments
    if not pictures:
        return render(card)
    data = await asyncio.to_thread(lambda: [(picture.name, picture.draw(theme)) for picture in pictures])
    return render(card, data)


class _Mentioning:
    """Puts mentions into one text after the other, as long as there is room: a mention is longer than a name."""

    def __init__(self, names: CommandNames, translator: Translator, room: int) -> None:
        self._names, self._voice, self._room = names, translator, room

    def text(self, text: str) -> str:
        """The text with mentions."""
        return _NAMED.sub(self._mention, text)

    def _mention(self, found: re.Match[str]) -> str:
        written = found[0]
        name = self._names.find(found[1])
        if name is None:
            return written
        lead = self._names.lead(name)
        if lead != name and found.string[: found.start()].endswith(HEADING):
            return self._fitting(f"{written} · {self._mention_of(lead)}", written, written)
        if lead != name:
            return self._fitting(self._leading(name, lead), f"`/{lead}`", written)
        number = self._names.ids.get(_first(name))
        rest = written[len(name) + 2 : -1].strip()
        mention = written if number is None else f"</{name}:{number}>" + (f" `{rest}`" if rest else "")
        return self._fitting(mention, written, written)

    def _leading(self, name: str, lead: str) -> str:
        """The other command; of the desk by what the act is called there."""
        said = self._mention_of(lead)
        return said if _first(name) in self._names.off else f"{said} (**{self._voice.say(key_of(name))}**)"

    def _mention_of(self, lead: str) -> str:
        number = self._names.ids.get(lead)
        return f"`/{lead}`" if number is None else f"</{lead}:{number}>"

    def _fitting(self, wanted: str, short: str, written: str) -> str:
        """What is wanted where there is room for it, else the short way to say it."""
        longer = len(wanted) - len(written)
        if longer > self._room:
            return short
        self._room -= longer
        return wanted


def _commands_in(text: str, names: CommandNames) -> Iterable[str]:
    """The commands that the text names."""
    return (name for found in _NAMED.finditer(text) if (name := names.find(found[1])) is not None)


def _first(name: str) -> str:
    return name.partition(" ")[0]


def _with_advice(card: Card, hidden: list[str], translator: Translator) -> Card:
    """The card with one line more, in the last of its texts, since a message has room for few of them."""
    names = ", ".join(f"`/{name}`" for name in hidden)
    advice = f"\n-# {translator.count('common.commands_off', len(hidden), names=names)}"
    if len(advice) + sum(map(len, texts(card))) > TEXT_LIMIT:
        return card
    if card.closing:
        return replace(card, closing=(*card.closing[:-1], card.closing[-1] + advice))
    if card.lines:
        last = card.lines[-1]
        return replace(card, lines=(*card.lines[:-1], Line(last.text + advice, last.press)))
    return replace(card, paragraphs=(*card.paragraphs[:-1], card.paragraphs[-1] + advice))
