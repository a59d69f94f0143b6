"""The shape of every message that the bot sends: one card of text, rows of buttons and selects, pictures beside it.

Each message of the outbox carries a button that answers "what now?" and holds the message's own id. Discord notifies
a hundred people of a message, and takes only so much text. In a list one broken row takes no other with it: a desk is
never down by what a member did. A notice is a function from the facts, read at the moment of speaking, to a card in a
language.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from io import BytesIO
from typing import Any, Final, TypeVar

import discord
from discord import ui
from discord.ui import (
    ActionRow,
    ChannelSelect,
    Container,
    LayoutView,
    MediaGallery,
    RoleSelect,
    Section,
    Select,
    Separator,
    TextDisplay,
    UserSelect,
)

from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import ChannelId, GuildId, MemberId, OutboxId, PersonId, RoleId, Theme
from bot.kernel.promises import K, Message, Promise

# --- cards ----------------------------------------------------------------------------------------------------------


ACCENT = 0x3BA55D
WARNING = 0xF0B132
DANGER = 0xED4245
QUIET = 0x4E5058
TEXT_LIMIT = 4000
"""Characters that all the text of one message may have together."""
WORDS_BEHIND_A_PICTURE = 1024
"""Characters that Discord takes of what a picture shows, for who cannot see it."""
MOST_OPTIONS = 25
"""Of one menu."""
MOST_PIECES = 40
"""Components of one message."""
_PIECES_OF_TRACE: Final = 2
"""What the button of each message takes, where it has a row of its own."""
AGAIN = "~"
"""What follows it in a control's `custom_id` only tells it from an equal one on the same card."""

_NAMED: Final = re.compile(r"<@(&|!?)(\d+)>")
_CODE: Final = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
"""Discord shows it as it was typed: a mention in it notifies nobody."""
WITHOUT_DISCORD: Final = MemberId(0)
"""Among those whom a card calls: a person whom Discord does not know, and for whom another answers."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Button:
    """A button. `custom_id` is "verb:subject", which is all that its handler ever learns."""

    custom_id: str
    label: str
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    emoji: str | None = None
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class WebLink:
    """A button that opens an address on the web; the bot does not hear of it."""

    address: str
    label: str
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A select menu; `options` are pairs of value and label, of which up to `most` are chosen.

    More than 25 become several menus, each of which says from what to what it reaches.
    """

    custom_id: str
    placeholder: str
    options: tuple[tuple[str, str], ...]
    most: int = 1
    present: str | None = None
    """The value that stands there as chosen."""


@dataclass(frozen=True, slots=True)
class ChannelChoice:
    """A menu of the server's text channels, one to be chosen; `present` is shown as chosen and has to exist."""

    custom_id: str
    placeholder: str
    present: ChannelId | None = None


@dataclass(frozen=True, slots=True)
class RoleChoice:
    """A menu of the server's roles, one to be chosen; `present` is shown as chosen and has to exist."""

    custom_id: str
    placeholder: str
    present: RoleId | None = None


@dataclass(frozen=True, slots=True)
class MemberChoice:
    """A menu of the server's members, up to `most` to be chosen."""

    custom_id: str
    placeholder: str
    present: tuple[MemberId, ...] = ()
    most: int = 1


Control = tuple[Button | WebLink, ...] | Choice | ChannelChoice | RoleChoice | MemberChoice
"""One row under a card."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text file to take away, shown under the card."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: its file name, what it shows in words, and how it is drawn (in a worker thread)."""

    name: str
    description: str
    draw: Callable[[Theme], bytes]
    on_top: bool = False
    """Whether it stands above the text of its card."""
    as_file: bool = False
    """Whether it is a file to open, since it could not be read in a message."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with the button that belongs to it beside it; three of the forty components of a message.

    None where who reads can do nothing about it.
    """

    text: str
    press: Button | None


@dataclass(frozen=True, slots=True)
class Card:
    """A message before Discord: paragraphs in Discord's markdown, controls in rows, pictures, who may be pinged."""

    paragraphs: tuple[str, ...]
    lines: tuple[Line, ...] = field(default=(), kw_only=True)
    """Below the paragraphs, ten at the most: they belong to the last of those."""
    closing: tuple[str, ...] = field(default=(), kw_only=True)
    """Paragraphs below the lines."""
    controls: tuple[Control, ...] = ()
    below: tuple[str, ...] = field(default=(), kw_only=True)
    """Paragraphs below the controls, which nobody has to read before pressing."""
    colour: int = ACCENT
    pictures: tuple[Drawing, ...] = ()
    attachments: tuple[Drawing, ...] = ()
    """Pictures that are shown after the card, too big to read inside it."""
    documents: tuple[Document, ...] = ()
    pings: frozenset[MemberId] = frozenset()
    """Who is called. A line above a new message names those whom its text does not: Discord notifies no others."""
    role_pings: frozenset[RoleId] = frozenset()
    opening: str | None = None
    """A line above the card, where mentions are read first."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A card as discord.py sends it; `files` are made anew for each sending."""

    view: LayoutView
    files: list[discord.File] = field(default_factory=list)
    allowed_mentions: discord.AllowedMentions = field(default_factory=discord.AllowedMentions.none)


def render(card: Card, pictures: Sequence[tuple[str, bytes]] = ()) -> Rendered:
    """The card with its drawn pictures, given by name; the view dispatches nothing by itself, presses are routed."""
    documents = [(document.name, document.data) for document in card.documents]
    files = [discord.File(BytesIO(data), filename=name) for name, data in (*pictures, *documents)]
    return Rendered(view(card), files, mentions(card))


def mentions(card: Card) -> discord.AllowedMentions:
    """Whom the card may ping: those whom it calls and whom its text names, since Discord notifies no others.

    A card that calls a person without the name is a mistake of ours. It is logged, and the rest of the card is said.
    """
    members, roles = named_in(card)
    if unnamed := sorted({*card.pings - members - {WITHOUT_DISCORD}, *card.role_pings - roles}):
        _log.error("a card calls %s, whom its text does not name", unnamed)
    return discord.AllowedMentions(
        everyone=False,
        users=[discord.Object(member) for member in sorted(card.pings & members)],
        roles=[discord.Object(role) for role in sorted(card.role_pings & roles)],
        replied_user=False,
    )


def named_in(card: Card) -> tuple[frozenset[MemberId], frozenset[RoleId]]:
    """The members and the roles that the text of the card mentions."""
    found = _NAMED.findall(_CODE.sub("", "\n".join(texts(card))))
    members = frozenset(MemberId(int(number)) for sign, number in found if sign != "&")
    return members, frozenset(RoleId(int(number)) for sign, number in found if sign == "&")


def silent(card: Card) -> Card:
    """The card as an answer to one person alone, a letter or a copy: it calls nobody."""
    return replace(card, pings=frozenset(), role_pings=frozenset())


def as_edit(card: Card) -> Card:
    """The card as an edit: Discord notifies nobody of it, and goes on to mark the message for those whom it names."""
    members, roles = named_in(card)
    return replace(card, pings=card.pings & members, role_pings=card.role_pings & roles)


def mentions_shown(card: Card) -> int:
    """How many mentions of members and roles the text of the card shows."""
    return len(_NAMED.findall("\n".join(texts(card))))


def texts(card: Card) -> list[str]:
    """All the text of the card, in the order of reading, without what stands on its controls."""
    opening = [card.opening] if card.opening else []
    return [*opening, *card.paragraphs, *(line.text for line in card.lines), *card.closing, *card.below]


def has_room(card: Card) -> bool:
    """Whether Discord takes the card with a row more: each row counts, and each thing in it."""
    return view(card).total_children_count + _PIECES_OF_TRACE <= MOST_PIECES


def view(card: Card) -> LayoutView:
    """The components of the card as discord.py takes them."""
    container: Container[LayoutView] = Container(accent_colour=card.colour)
    ids: Counter[str] = Counter()
    _add_pictures(container, card.pictures, on_top=True)
    for index, paragraph in enumerate(card.paragraphs):
        if index:
            container.add_item(Separator(visible=False))
        container.add_item(TextDisplay(paragraph))
    _add_lines(container, card, ids)
    _add_pictures(container, card.pictures)
    for control in card.controls:
        for part in _menus(control) if isinstance(control, Choice) else (control,):
            container.add_item(_row(part, ids))
    for paragraph in card.below:
        container.add_item(TextDisplay(paragraph))
    layout = LayoutView(timeout=None)
    if card.opening:
        layout.add_item(TextDisplay(card.opening))
    layout.add_item(container)
    _add_pictures(layout, card.attachments)
    for document in card.documents:
        layout.add_item(discord.ui.File(f"attachment://{document.name}"))
    # A stopped view is not kept by discord.py: every press is routed by its custom_id, now and after a restart.
    layout.stop()
    return layout


def _add_pictures(to: Container[LayoutView] | LayoutView, pictures: Sequence[Drawing], *, on_top: bool = False) -> None:
    for picture in (one for one in pictures if one.on_top is on_top):
        if picture.as_file:
            to.add_item(discord.ui.File(f"attachment://{picture.name}"))
            continue
        gallery: MediaGallery[LayoutView] = MediaGallery()
        gallery.add_item(media=f"attachment://{picture.name}", description=picture.description[:WORDS_BEHIND_A_PICTURE])
        to.add_item(gallery)


def _add_lines(container: Container[LayoutView], card: Card, ids: Counter[str]) -> None:
    for line in card.lines:
        text: TextDisplay[LayoutView] = TextDisplay(line.text)
        container.add_item(text if line.press is None else Section(text, accessory=_button(line.press, ids)))
    for paragraph in card.closing:
        container.add_item(TextDisplay(paragraph))


def _row(control: Control, ids: Counter[str]) -> ActionRow[LayoutView]:
    row: ActionRow[LayoutView] = ActionRow()
    match control:
        case Choice():
            row.add_item(_select(control, ids))
        case ChannelChoice() | RoleChoice() | MemberChoice():
            row.add_item(_entity_select(control))
        case _:
            for press in control:
                row.add_item(_button(press, ids))
    return row


def _menus(choice: Choice) -> Iterator[Choice]:
    """The menu, in parts where it holds more than Discord shows in one."""
    parts = [choice.options[at : at + MOST_OPTIONS] for at in range(0, len(choice.options), MOST_OPTIONS)]
    for part in parts:
        reach = f": {part[0][1]} … {part[-1][1]}" if len(parts) > 1 else ""
        yield replace(choice, placeholder=choice.placeholder + reach, options=part, most=min(choice.most, len(part)))


def _own(custom_id: str, ids: Counter[str]) -> str:
    """Two rows may lead to the same act, but Discord refuses a message with the same `custom_id` twice."""
    ids[custom_id] += 1
    return custom_id if ids[custom_id] == 1 else f"{custom_id}{AGAIN}{ids[custom_id]}"


def _button(press: Button | WebLink, ids: Counter[str]) -> ui.Button[LayoutView]:
    if isinstance(press, WebLink):
        return ui.Button(url=press.address, label=press.label[:80], emoji=press.emoji)
    return ui.Button(
        custom_id=_own(press.custom_id, ids),
        label=press.label[:80],
        style=press.style,
        emoji=press.emoji,
        disabled=press.disabled,
    )


def _select(choice: Choice, ids: Counter[str]) -> Select[LayoutView]:
    select: Select[LayoutView] = Select(
        custom_id=_own(choice.custom_id, ids), placeholder=choice.placeholder[:150], max_values=choice.most
    )
    for value, label in choice.options:
        select.add_option(label=label[:100], value=value, default=value == choice.present)
    return select


def _entity_select(
    choice: ChannelChoice | RoleChoice | MemberChoice,
) -> ChannelSelect[LayoutView] | RoleSelect[LayoutView] | UserSelect[LayoutView]:
    kind = discord.SelectDefaultValueType
    placeholder = choice.placeholder[:150]
    match choice:
        case ChannelChoice():
            return ChannelSelect(
                custom_id=choice.custom_id,
                placeholder=placeholder,
                channel_types=[discord.ChannelType.text, discord.ChannelType.news],
                default_values=_defaults(kind.channel, choice.present),
            )
        case RoleChoice():
            return RoleSelect(
                custom_id=choice.custom_id,
                placeholder=placeholder,
                default_values=_defaults(kind.role, choice.present),
            )
        case MemberChoice():
            return UserSelect(
                custom_id=choice.custom_id,
                placeholder=placeholder,
                max_values=choice.most,
                default_values=_defaults(kind.user, *choice.present),
            )


def _defaults(kind: discord.SelectDefaultValueType, *present: int | None) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=one, type=kind) for one in present if one is not None]


# --- the button on every message ------------------------------------------------------------------------------------


ON_PANEL: Final = OutboxId("panel")
"""What the trace button holds once the message has become a panel: nothing looks for it any more."""
TRACED_BY: Final = "now"
"""The verb of the trace button."""
_VERB: Final = f"{TRACED_BY}:"


def trace_button(card: Card, outbox_id: OutboxId, translator: Translator) -> Card:
    """The card with the button at the end of its last row that has room, or in a row of its own.

    After a crash the message is found again by this button, since Discord keeps no nonce for long.
    """
    press = Button(f"{_VERB}{outbox_id}", translator.say("now.button"), emoji="🧭")
    *before, last = card.controls or ((),)
    if isinstance(last, tuple) and len(last) < 5:
        return replace(card, controls=(*before, (*last, press)))
    return replace(card, controls=(*card.controls, (press,)))


def traced_promise(message: discord.Message) -> OutboxId | None:
    """The promise that the message keeps, by its trace button; None for a panel, and for what is no promise."""
    for custom_id in _custom_ids(message.components):
        verb, _, subject = custom_id.partition(AGAIN)[0].partition(":")
        if f"{verb}:" == _VERB and subject and subject != ON_PANEL:
            return OutboxId(subject)
    return None


def _custom_ids(components: object) -> Iterator[str]:
    for component in components if isinstance(components, list) else ():
        yield str(getattr(component, "custom_id", None) or "")
        yield from _custom_ids(getattr(component, "children", None))


# --- whom one message calls -----------------------------------------------------------------------------------------


MOST_NAMED: Final = 100
"""Names in one message; Discord refuses one that is to notify more."""
_ROOM_OF_A_NAME: Final = len("<@1234567890123456789> ")
_ROOM_FOR_COMMANDS: Final = 200
"""Characters that are left free: a command becomes a mention, which is longer than its name."""


def first_message(card: Card) -> tuple[Card, tuple[MemberId, ...]]:
    """The card with all whom it calls named, in its text or in a line above; and who is left for messages after it."""
    members, roles = named_in(card)
    by_text, unnamed = sorted(card.pings & members), sorted(card.pings - members - {WITHOUT_DISCORD})
    new_roles, most = sorted(card.role_pings - roles), MOST_NAMED - len(card.role_pings)
    if not (unnamed or new_roles or by_text[most:]):
        return card, ()
    room = 0 if by_text[most:] else max(0, _room(card) - len(new_roles))
    line = " ".join((*(f"<@&{role}>" for role in new_roles), *(f"<@{member}>" for member in unnamed[:room])))
    called = frozenset((*by_text[:most], *unnamed[:room]))
    opening = " ".join(filter(None, (card.opening, line)))
    return replace(card, opening=opening or None, pings=called), (*by_text[most:], *unnamed[room:])


def _room(card: Card) -> int:
    """For how many names more there is room in the card."""
    left = TEXT_LIMIT - _ROOM_FOR_COMMANDS - sum(map(len, texts(card)))
    return max(0, min(MOST_NAMED - mentions_shown(card), left // _ROOM_OF_A_NAME))


# --- lists ----------------------------------------------------------------------------------------------------------


Row = TypeVar("Row")
Drawn = TypeVar("Drawn")


def lines(rows: Iterable[Row], draw: Callable[[Row, Translator], Line], translator: Translator) -> tuple[Line, ...]:
    """Each row as a line with its button; one that cannot be drawn is logged, and says so."""
    return tuple(_draw(row, draw, lambda: Line(translator.say("row.broken"), None), translator) for row in rows)


def row_texts(rows: Iterable[Row], draw: Callable[[Row, Translator], str], translator: Translator) -> list[str]:
    """As `lines`, of rows that are words alone."""
    return [_draw(row, draw, lambda: translator.say("row.broken"), translator) for row in rows]


def _draw(
    row: Row, draw: Callable[[Row, Translator], Drawn], instead: Callable[[], Drawn], translator: Translator
) -> Drawn:
    try:
        return draw(row, translator)
    except Exception:  # noqa: BLE001 - whatever is wrong with one row, the others are needed
        _log.exception("the row %s could not be drawn", type(row).__name__)
        return instead()


# --- notices --------------------------------------------------------------------------------------------------------


Composed = Callable[[Translator], Card]
"""Makes the card in a language, from facts already read."""

Notice = Callable[[Query, Promise[Any]], Composed | None]
"""Reads the facts; None when there is nothing left to say, as for a match that was annulled meanwhile."""

ShowsFaces = Callable[[Query, Promise[Any]], Sequence[PersonId]]
"""Says whose faces the message will show."""

PanelNotice = Callable[[Query, str, datetime], tuple[Composed, GuildId] | None]
"""Reads what a live message has to show at the moment, by the id after its "kind:"; None when it needs no more care."""


def on(kind: type[K], notice: Callable[[Query, Promise[K]], Composed | None]) -> tuple[type[Message], Notice]:
    """What is said of the kind; the type checker holds the notice to its fields."""
    return kind, notice


def without_pings(card: Card) -> Card:
    """The same for the record, where nobody has to be called."""
    return replace(card, pings=frozenset())
