"""The shape of every message that the bot sends: one card of text, rows of buttons and selects, pictures beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO

import discord
from discord.ui import ActionRow, Button, Container, LayoutView, MediaGallery, Select, Separator, TextDisplay

from bot.domain.ids import MemberId, RoleId

ACCENT = 0x3BA55D
WARNING = 0xF0B132
DANGER = 0xED4245
QUIET = 0x4E5058
TEXT_LIMIT = 4000
"""Characters that all the text of one message may have together."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button. `custom_id` is "verb:subject", which is all that its handler ever learns."""

    custom_id: str
    label: str
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    emoji: str | None = None
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """A select menu; `options` are pairs of value and label, 25 at the most."""

    custom_id: str
    placeholder: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: its file name, what it shows in words, and how it is drawn (in a worker thread)."""

    name: str
    description: str
    draw: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Card:
    """A message before Discord: paragraphs in Discord's markdown, controls in rows, pictures, who may be pinged."""

    paragraphs: tuple[str, ...]
    controls: tuple[tuple[Press, ...] | Choice, ...] = ()
    colour: int = ACCENT
    pictures: tuple[Drawing, ...] = ()
    attachments: tuple[Drawing, ...] = ()
    """Pictures that are shown after the card, too big to read inside it."""
    pings: frozenset[MemberId] = frozenset()
    role_pings: frozenset[RoleId] = frozenset()
    opening: str | None = None
    """A line above the card, where mentions are read first."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A card as discord.py sends it; `files` are made anew for each sending."""

    view: LayoutView
    files: list[discord.File] = field(default_factory=list)
    allowed_mentions: discord.AllowedMentions = field(default_factory=discord.AllowedMentions.none)


def rendered(card: Card, pictures: Sequence[tuple[str, bytes]] = ()) -> Rendered:
    """The card with its drawn pictures, given by name; the view dispatches nothing by itself, presses are routed."""
    files = [discord.File(BytesIO(data), filename=name) for name, data in pictures]
    return Rendered(view(card), files, mentions(card))


def mentions(card: Card) -> discord.AllowedMentions:
    """Only those whom the card names on purpose can be pinged by it."""
    return discord.AllowedMentions(
        everyone=False,
        users=[discord.Object(member) for member in sorted(card.pings)],
        roles=[discord.Object(role) for role in sorted(card.role_pings)],
        replied_user=False,
    )


def view(card: Card) -> LayoutView:
    """The card's components."""
    container: Container[LayoutView] = Container(accent_colour=card.colour)
    for index, paragraph in enumerate(card.paragraphs):
        if index:
            container.add_item(Separator(visible=False))
        container.add_item(TextDisplay(paragraph))
    for picture in card.pictures:
        gallery: MediaGallery[LayoutView] = MediaGallery()
        gallery.add_item(media=f"attachment://{picture.name}", description=picture.description[:256])
        container.add_item(gallery)
    for control in card.controls:
        container.add_item(_row(control))
    layout = LayoutView(timeout=None)
    if card.opening:
        layout.add_item(TextDisplay(card.opening))
    layout.add_item(container)
    for picture in card.attachments:
        whole: MediaGallery[LayoutView] = MediaGallery()
        whole.add_item(media=f"attachment://{picture.name}", description=picture.description[:256])
        layout.add_item(whole)
    # A stopped view is not kept by discord.py: every press is routed by its custom_id, now and after a restart.
    layout.stop()
    return layout


def _row(control: tuple[Press, ...] | Choice) -> ActionRow[LayoutView]:
    row: ActionRow[LayoutView] = ActionRow()
    if isinstance(control, Choice):
        select: Select[LayoutView] = Select(custom_id=control.custom_id, placeholder=control.placeholder[:150])
        for value, label in control.options[:25]:
            select.add_option(label=label[:100], value=value)
        row.add_item(select)
        return row
    for press in control:
        row.add_item(
            Button(
                custom_id=press.custom_id,
                label=press.label[:80],
                style=press.style,
                emoji=press.emoji,
                disabled=press.disabled,
            )
        )
    return row
