"""Forms: what each asks is declared as fields, whose texts are keys of the catalogues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, NamedTuple

import discord

from bot.domain.ids import MemberId, RoleId
from bot.i18n import Voice

TITLE_LIMIT, HINT_LIMIT, OPTION_LIMIT = 45, 100, 100
"""What Discord takes of a title or a label, of what stands below a label, and of an option's name."""


class Verbatim(NamedTuple):
    """Words that are no key: a name, or what was said in the reader's language before."""

    text: str


Words = str | Verbatim
"""A key of the catalogues, or words as they are."""
Input = (
    discord.ui.TextInput[Any]
    | discord.ui.FileUpload[Any]
    | discord.ui.UserSelect[Any]
    | discord.ui.RoleSelect[Any]
    | discord.ui.Select[Any]
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that a form asks: its name in what is sent, its label, and below it what is to be known of it."""

    name: str
    label: Words
    hint: Words | None = None
    _: KW_ONLY
    said: Mapping[str, str | int] = field(default_factory=dict)
    """What the sentences of label and hint are filled with."""

    def as_label(self, voice: Voice) -> discord.ui.Label[Any]:
        """The field as a label of Discord's."""
        hint = None if self.hint is None else self._in_words(self.hint, voice)[:HINT_LIMIT]
        label = self._in_words(self.label, voice)[:TITLE_LIMIT]
        return discord.ui.Label(text=label, description=hint or None, component=self.input(voice))

    def input(self, voice: Voice) -> Input:
        """What is filled in or chosen."""
        raise NotImplementedError

    def _in_words(self, words: Words, voice: Voice) -> str:
        return words.text if isinstance(words, Verbatim) else voice.say(words, **self.said)


@dataclass(frozen=True, slots=True)
class Text(Asked):
    """A field for typed text."""

    _: KW_ONLY
    long: bool = False
    limit: int = 1000
    required: bool = True
    default: str | None = None

    def input(self, _: Voice) -> Input:
        """One line or, of a `long` text, several."""
        style = discord.TextStyle.paragraph if self.long else discord.TextStyle.short
        return discord.ui.TextInput(
            custom_id=self.name, style=style, max_length=self.limit, required=self.required, default=self.default
        )


@dataclass(frozen=True, slots=True)
class File(Asked):
    """One file, which may be left out unless it is `required`."""

    _: KW_ONLY
    required: bool = False

    def input(self, _: Voice) -> Input:
        """The field as an upload of Discord's."""
        least = int(self.required)
        return discord.ui.FileUpload(custom_id=self.name, required=self.required, min_values=least, max_values=1)


@dataclass(frozen=True, slots=True)
class Members(Asked):
    """Members of the server, as many as `most`, or none."""

    _: KW_ONLY
    most: int = 1
    chosen: Sequence[MemberId] = ()
    required: bool = False

    def input(self, _: Voice) -> Input:
        """The field as a menu of the server's members."""
        known = [discord.Object(one, type=discord.User) for one in self.chosen]
        return discord.ui.UserSelect(
            custom_id=self.name, required=self.required, max_values=self.most, default_values=known
        )


@dataclass(frozen=True, slots=True)
class Role(Asked):
    """One role of the server, or none; `chosen` stands there at first, and has to be there still."""

    _: KW_ONLY
    chosen: RoleId | None = None

    def input(self, _: Voice) -> Input:
        """The field as a menu of the server's roles."""
        known = [] if self.chosen is None else [discord.Object(self.chosen, type=discord.Role)]
        return discord.ui.RoleSelect(custom_id=self.name, required=False, max_values=1, default_values=known)


@dataclass(frozen=True, slots=True)
class Menu(Asked):
    """One of some values, each with its name, or none unless it is `required`; `chosen` stands there at first."""

    _: KW_ONLY
    values: Mapping[str, Words] = field(default_factory=dict)
    notes: Mapping[str, Words] = field(default_factory=dict)
    """What stands in small letters below a name, by the value."""
    required: bool = False
    chosen: str | None = None

    def input(self, voice: Voice) -> Input:
        """The field as a menu of the values."""
        menu = discord.ui.Select[Any](custom_id=self.name, required=self.required)
        for value, name in self.values.items():
            note = self._in_words(self.notes[value], voice)[:HINT_LIMIT] if value in self.notes else None
            label = self._in_words(name, voice)[:OPTION_LIMIT]
            menu.add_option(label=label, value=value, description=note or None, default=value == self.chosen)
        return menu


class Form(discord.ui.Modal):
    """A form that discord.py does not keep: what is sent in is routed by its `custom_id`, even after a restart."""

    def __init__(self, custom_id: str, title: Words, asked: Sequence[Asked], voice: Voice) -> None:
        words = title.text if isinstance(title, Verbatim) else voice.say(title)
        super().__init__(title=words[:TITLE_LIMIT], custom_id=custom_id, timeout=None)
        self.stop()
        for one in asked:
            self.add_item(one.as_label(voice))


WHY: Final = Text("why", "matches.form_why", long=True, limit=500)
"""The reason of a decision, which everybody reads."""
