"""The one door: a press, a choice, a form, a command or a letter typed into a suggestion, whoever it comes from.

Who, where and in which voice stand here, and what is done goes through here: a verb of the services is told who
presses, a reading for everybody is told the server. So nothing can be read or written without one of the two.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import discord

from bot.i18n.catalogue import Translator
from bot.i18n.countries import guess_zone
from bot.kernel.addresses import Address
from bot.kernel.context import ActorTx
from bot.kernel.errors import OnlyInServer, Outdated, TooLateForForm, UserError
from bot.kernel.files import BOUNDS, FileKind
from bot.kernel.ids import Actor, ChannelId, Community, GuildId, MemberId, MessageId, Place, RoleId, Switch, not_here
from bot.kernel.outages import Process
from bot.layout.cards import Card
from bot.living.apart_child import Reading
from bot.living.creation import ACKNOWLEDGED_BEFORE
from bot.server import verbs as server_verbs
from bot.server.model import Act, is_known_before
from cogs import answering
from cogs.answering import Interaction
from cogs.subjects import Form, FormField, Parser, Requirement, Words

if TYPE_CHECKING:
    from datetime import datetime

    from bot.features.tournaments.rehearsing_worker import RehearsalRoom
    from bot.living.creation import Maker
    from bot.living.panels import PanelKeeper
    from bot.living.transactions import PersonalQuery, PersonalVerb, ServerQuery


DIGITS = 9
"""Of the largest number that is typed into a form."""
P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")
R = TypeVar("R", bound=UserError)


class Request:
    """Who did something where, and all that may be done about it."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    @property
    def guild_id(self) -> GuildId:
        """The server; raises OnlyInServer in a direct message that names none."""
        found = answering.guild_id_of(self.interaction)
        if found is None:
            raise OnlyInServer
        return found

    @property
    def guild(self) -> discord.Guild:
        """The server as Discord describes it; raises OnlyInServer in a direct message that names none."""
        found = answering.guild_of(self.interaction)
        if found is None:
            raise OnlyInServer
        return found

    @property
    def member_id(self) -> MemberId:
        """The Discord id of who pressed or typed."""
        return MemberId(self.interaction.user.id)

    @property
    def actor(self) -> Actor:
        """The same with what Discord says of them; raises OnlyInServer in a direct message that names no server."""
        return answering.presser_of(self.interaction)

    @property
    def at(self) -> datetime:
        """When it was pressed, by Discord's own timestamp."""
        return self.interaction.created_at

    @property
    def now(self) -> datetime:
        """The present moment, by the bot's own clock."""
        return self.interaction.client.units.clock()

    @property
    def translator(self) -> Translator:
        """The person's own language; where the catalogues lack it, the server's."""
        return answering.translator_of(self.interaction)

    @property
    def server_translator(self) -> Translator:
        """The server's language, for what everybody reads."""
        return answering.server_translator(self.interaction)

    @property
    def panel_translator(self) -> Translator:
        """The language of the message that was pressed: the server's where everybody reads it."""
        pressed = self.interaction.message
        everybody = pressed is not None and not pressed.flags.ephemeral and self.interaction.guild_id is not None
        return self.server_translator if everybody else self.translator

    @property
    def community(self) -> Community | None:
        """The server's settings; None before it was set up."""
        return answering.community_of(self.interaction)

    @property
    def switches(self) -> frozenset[Switch]:
        """Which commands the server has beside those of every server."""
        return frozenset() if self.community is None else self.community.switches

    def remember(self, community: Community) -> None:
        """The settings by which presses are read (language, organisers' role) are these from now on."""
        self.interaction.client.communities.put(community)

    @property
    def panels(self) -> PanelKeeper:
        """Who keeps live messages true."""
        return self.interaction.client.panels

    @property
    def permissions(self) -> discord.Permissions:
        """What Discord lets the presser do there, by which it shows and hides commands."""
        return self.interaction.permissions

    @property
    def process(self) -> Process:
        """Which process answers, and when the data was last copied."""
        client = self.interaction.client
        return Process(client.custody.begun, client.copies.last, isinstance(client.path, Address))

    @property
    def rehearsals(self) -> RehearsalRoom:
        """Where rulebooks are rehearsed."""
        return self.interaction.client.rehearsals

    @property
    def maker(self) -> Maker:
        """Who makes channels and roles, each once."""
        return self.interaction.client.maker

    @property
    def place(self) -> tuple[ChannelId, MessageId]:
        """The channel, and the message that carried the button or menu."""
        message = self.interaction.message
        return ChannelId(self.interaction.channel_id or 0), MessageId(message.id if message else 0)

    def is_in(self, place: Place) -> bool:
        """Whether it happened in that channel of the server."""
        return self.community is not None and self.interaction.channel_id == self.community.channel(place)

    async def is_member(self, member: MemberId) -> bool:
        """Whether Discord finds the member in the server."""
        try:
            return await self.guild.fetch_member(member) is not None
        except discord.NotFound:
            return False

    @property
    def sees_channel(self) -> bool:
        """Whether the bot itself may look into the channel."""
        return self.interaction.app_permissions.view_channel

    @property
    def usual_settings(self) -> tuple[str, str]:
        """The language and the time zone with which a server begins, guessed from its locale.

        Discord gives en-US to every server that has never chosen one; there whoever sets it up is asked by their own.
        """
        ports, locale = self.interaction.client.ports, str(self.interaction.guild_locale)
        if locale == str(discord.Locale.american_english):
            locale = self.locale
        return Translator.for_discord(locale, ports.language).locale, guess_zone(locale, ports.time_zone)

    @property
    def is_on_message(self) -> bool:
        """Whether a message was pressed; a command has none."""
        return self.interaction.message is not None

    @property
    def on_own_card(self) -> bool:
        """Whether the message that was pressed is one that nobody else sees."""
        return self.interaction.message is not None and self.interaction.message.flags.ephemeral

    async def do(self, verb: PersonalVerb[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Has the presser do something: a verb of the services, in one durable transaction."""

        def unit(tx: ActorTx) -> tuple[T, tuple[UserError, ...]]:
            return verb(tx, *args, **kwargs), tx.remarks

        value, remarks = await self.interaction.client.units.act(self.actor, unit)
        answering.note_remarks(self.interaction, remarks)
        return value

    async def ask(self, query: PersonalQuery[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Reads what the presser may see; the query refuses everybody else."""
        return await self.interaction.client.units.ask_as(self.actor, query, *args, **kwargs)

    async def look(self, query: ServerQuery[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Reads what everybody of the server may see."""
        return await self.interaction.client.units.ask(query, self.guild_id, *args, **kwargs)

    async def admit(self, requires: Requirement) -> None:
        """Raises NotAllowed where a right is asked for that the presser has not, and that hangs on no thing."""
        if isinstance(requires, Act) and is_known_before(requires):
            await self.ask(server_verbs.refuse_without, requires)

    async def stale(self, panel: str) -> None:
        """A live message has changed, and is edited soon."""
        await self.interaction.client.units.do(lambda tx: tx.touch(panel))

    async def read_subject(self, takes: Parser[S], text: str) -> S:
        """What a subject or an option means; raises a UserError where it is malformed, gone, or another server's."""
        value, things = takes.read(text)
        for one in things:
            if await self.interaction.client.ownership.guild_of(*one) != self.guild_id:
                raise not_here(one.thing)
        return value

    @property
    def locale(self) -> str:
        """How the person's Discord speaks, by which days and months are ordered."""
        return str(self.interaction.locale)

    def option(self, name: str) -> Any:
        """What was given for another option of the command whose suggestions are asked for; None if nothing was."""
        return self.interaction.extras.get(name, None) or getattr(self.interaction.namespace, name, None)

    def choose_for(self, name: str, value: str) -> None:
        """What was chosen before counts as given for an option of the command that follows."""
        self.interaction.extras[name] = value

    def choice(self) -> str:
        """The one value that was chosen in a menu; raises Outdated where it is none or several."""
        values = self.choices()
        if len(values) != 1:
            raise Outdated
        return values[0]

    @staticmethod
    def number(typed: str) -> int:
        """A whole number that was typed into a form; raises Outdated for what is none."""
        if not typed.isascii() or not typed.isdecimal() or len(typed) > DIGITS:
            raise Outdated
        return int(typed)

    def choices(self) -> list[str]:
        """The values that were chosen in a menu."""
        return answering.choices(self.interaction)

    async def read_choice(self, takes: Parser[S]) -> S:
        """The one value that was chosen in a menu; raises a UserError as `read_subject` does."""
        return await self.read_subject(takes, self.choice())

    def members(self) -> dict[MemberId, str]:
        """The members who were chosen in a menu, by the names that the server knows."""
        return {member: name for member, name in self.people_chosen().items() if str(member) in self.choices()}

    def roles_of(self, member: MemberId) -> frozenset[RoleId]:
        """The roles of a member who was chosen; none of somebody else."""
        return answering.roles_of(self.interaction, member)

    def people_chosen(self) -> dict[MemberId, str]:
        """Everybody who was chosen in a menu or a form, by the names that the server knows; raises BotIsNobody."""
        return answering.people(self.interaction)

    def fields(self) -> dict[str, str | list[str]]:
        """What was filled into a form, by the name of each input: a text, or a list of values."""
        return answering.fields(self.interaction)

    def text(self, name: str) -> str:
        """One text of a form; empty when it was left out."""
        value = self.fields().get(name, "")
        return value if isinstance(value, str) else ""

    def choice_in(self, name: str) -> str:
        """The value that was chosen in a menu of a form; empty where none was, or the menu was not asked."""
        value = self.fields().get(name, [])
        return value if isinstance(value, str) else next(iter(value), "")

    def proof(self) -> list[str]:
        """The links and the files that were put into a form beside what was written."""
        return [*self.text("link").split(), *answering.files(self.interaction, "file")]

    def file(self, name: str) -> discord.Attachment | None:
        """The file that was put into a form's upload; None where it was left out."""
        given = self.fields().get(name, [])
        chosen = next(iter(given), None) if isinstance(given, list) else None
        return None if chosen is None else answering.attachment(self.interaction, chosen)

    async def fetch(self, kind: FileKind, file: discord.Attachment) -> bytes:
        """What the file holds; raises FileBeyond for one that is too large to be fetched."""
        BOUNDS[kind].refuse_size(file.size)
        return await file.read()

    async def read(self, reading: Reading[T], file: discord.Attachment, *more: object) -> T:
        """What a stranger's file says: read apart, in the server's turn. Raises what the reading raises."""
        reader = (self.guild_id, self.member_id)
        fetch = partial(self.fetch, reading.kind, file)
        return await self.interaction.client.files.read(reading, reader, fetch, file.filename, *more)

    async def read_bytes(self, reading: Reading[T], data: bytes, filename: str, *more: object) -> T:
        """As `read`, of a file that was fetched before."""

        async def content() -> bytes:
            return data

        reader = (self.guild_id, self.member_id)
        return await self.interaction.client.files.read(reading, reader, content, filename, *more)

    async def answer(self, card: Card, *, private: bool = True) -> discord.Message | None:
        """Answers with the card, for the person alone unless it is not `private`; returns the message, where known."""
        return await answering.answer(self.interaction, card, private=private)

    def give_back(self, refusal: Card) -> Card:
        """The refusal of a form, with what was typed into it."""
        return answering.give_back(refusal, self.interaction, self.translator)

    async def say(self, key: str, **values: str | int) -> None:
        """Answers the person alone with one sentence of the catalogues."""
        await self.answer(Card((self.translator.say(key, **values),)))

    async def update(self, card: Card) -> None:
        """Answers with the new state of the message that was pressed."""
        await answering.update(self.interaction, card)

    async def show(self, card: Card) -> None:
        """Answers in place of the message that was pressed, or anew where there is none."""
        if self.is_on_message or self.interaction.response.is_done():
            await self.update(card)
        else:
            await self.answer(card)

    def note_face(self, user: discord.Member | discord.User) -> None:
        """What Discord has told of somebody with the press says what they look like."""
        self.interaction.client.faces.note(self.interaction.guild, user)

    async def fetch_faces(self, *who: MemberId | str) -> None:
        """Has the faces of members, or of people by their ids, on record as far as they come in a moment."""
        await self.interaction.client.faces.prepare(self.guild_id, who)

    async def acknowledge(self, *, thinking: bool = True) -> None:
        """Tells Discord that an answer will come; without `thinking` nothing is seen of that."""
        await answering.acknowledge(self.interaction, thinking=thinking)

    async def open_form(self, custom_id: str, title: Words, *asked: FormField) -> None:
        """Answers with a form of that title (a key), whose sending in is the press of that `custom_id`.

        Raises TooLateForForm.
        """
        try:
            await self.interaction.response.send_modal(Form(custom_id, title, asked, self.translator))
        except discord.InteractionResponded as late:
            raise TooLateForForm from late
        except discord.HTTPException as refusal:
            if refusal.code != ACKNOWLEDGED_BEFORE:
                raise
            raise TooLateForForm from refusal
        answering.note_answer(self.interaction)


def leads_on(kind: type[R]) -> Callable[[Callable[[Request, R], Awaitable[Card | None]]], Callable[..., Any]]:
    """Registers the card that a refusal of the kind leads on to; where there is none, its sentence is said."""

    def register(makes: Callable[[Request, R], Awaitable[Card | None]]) -> Callable[..., Any]:
        async def lead(interaction: Interaction, refusal: R) -> Card | None:
            return await makes(Request(interaction), refusal)

        answering.LEADS_ON[kind] = lead
        return makes

    return register
