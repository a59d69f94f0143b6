"""Presses, choices and forms find their handler by their `custom_id`: "verb:subject", the same after any restart.

Nothing waits for them in memory. Of discord.py's four ways out for errors only the command tree's is left in use, and
it leads to the same answer as this routing does.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, TypeVarTuple, overload

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import RoleId
from bot.errors import Outdated, Restarting
from bot.i18n.commands import command_text
from bot.making.requests import broke_off
from bot.rendering.layout import AGAIN, Card
from bot.services import summons
from bot.services.registry import roles
from bot.units_of_work import ended_under
from cogs import sent
from cogs.answering import Interaction, answer_in_time
from cogs.audience import Sees
from cogs.crowds import LiveAnswer, live
from cogs.doorway import Repeats, find_home, heed_call, note_delivery, refuse_at_end
from cogs.press import Press
from cogs.refusing import answer_error
from cogs.takes import Several, Takes

if TYPE_CHECKING:
    from bot.app import TournamentBot

S = TypeVar("S")
Parts = TypeVarTuple("Parts")
R = TypeVar("R", bound=Card | LiveAnswer | None)
Handler = Callable[..., Awaitable[Card | LiveAnswer | None]]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: what it takes, who may see what it answers, and how the card that its handler returns is shown."""

    takes: Takes[Any]
    sees: Sees
    handler: Handler
    update: bool = False
    public: bool = False
    live: Callable[..., str] | None = None

    async def take(self, press: Press, meant: Any) -> None:
        """Has the handler do its work, and answers with the card that it returns."""
        parts = meant if isinstance(self.takes, Several) else (meant,)
        act: Any = partial(self.handler, press, *parts)
        if self.live is not None:
            await live(press, self.live(parts[0]), act, private=not self.public)
            return
        told = await act()
        card = told.card if isinstance(told, LiveAnswer) else told
        if card is not None and self.update:
            await press.update(card)
        elif card is not None:
            await press.answer(card, private=not self.public)


VERBS: Final[dict[str, Verb]] = {}


# What is several is one part as well for mypy, which looks at types alone; the first that fits is meant.
@overload
def on_press(  # type: ignore[overload-overlap]
    verb: str,
    takes: Several[*Parts],
    sees: Sees,
    *,
    update: bool = ...,
    public: bool = ...,
    live: Callable[..., str] | None = ...,
) -> Callable[[Callable[[Press, *Parts], Awaitable[R]]], Callable[[Press, *Parts], Awaitable[R]]]: ...


@overload
def on_press(
    verb: str,
    takes: Takes[S],
    sees: Sees,
    *,
    update: bool = ...,
    public: bool = ...,
    live: Callable[[S], str] | None = ...,
) -> Callable[[Callable[[Press, S], Awaitable[R]]], Callable[[Press, S], Awaitable[R]]]: ...


def on_press(verb: str, takes: Takes[Any], sees: Sees, **shown: Any) -> Any:
    """Registers the handler of every button, menu or form whose `custom_id` is "verb:subject", and for whom.

    The card that it returns, if any, is the answer: for the person alone unless it is `public`; with `update` the new
    state of the message that was pressed; with `live` beside the new state of that panel (`cogs/crowds.py`), which is
    named by the first part of the subject.
    """

    def register(handler: Handler) -> Handler:
        VERBS[verb] = Verb(takes, sees, handler, **shown)
        return handler

    return register


class CommandTranslator(app_commands.Translator):
    """Descriptions of commands in the reader's language; names are the same everywhere."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The catalogue's text for the key that `bot.command_texts` put beside the English one, or None."""
        return command_text(str(string.extras.get("key", "")), str(locale))


class Routing(commands.Cog):
    """Listens to every interaction and hands on those that are no commands."""

    def __init__(self, bot: TournamentBot) -> None:
        bot.tree.on_error = self._on_tree_error  # type: ignore[method-assign]
        bot.tree.interaction_check = self._before_command  # type: ignore[method-assign]
        logging.getLogger("discord.app_commands.tree").addFilter(_in_one_line)
        self._presses, self._commands = Repeats(), Repeats()

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Hands on a press, a choice or a form; then looks at the roles that the member carries.

        What Discord brings a second time is no second press: its answer was given.
        """
        if not self._presses.is_first(interaction.id):
            return
        interaction.client.under_way.enter()
        sent.clean(interaction)
        press = Press(interaction)
        interaction.client.faces.note(press.interaction.guild, interaction.user)
        if interaction.type is not discord.InteractionType.autocomplete:
            answer_in_time(interaction)
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self._hand_on(press)
        await self._mirror_roles(press)

    @staticmethod
    async def _hand_on(press: Press) -> None:
        """Calls the handler; an unknown verb is told to be out of date."""
        custom_id, _, _ = str(sent.data(press.interaction).get("custom_id", "")).partition(AGAIN)
        verb, _, subject = custom_id.partition(":")
        try:
            refuse_at_end(press.interaction)
            if verb not in VERBS:
                raise Outdated
            await press.interaction.client.hear(press.at, press.interaction.guild_id)
            await note_delivery(press.interaction)
            found = VERBS[verb]
            await find_home(press.interaction, found.takes, subject)
            meant = await press.read_subject(found.takes, subject)
            await press.admit(found.sees)
            await found.take(press, meant)
            await heed_call(press, custom_id)
        except Exception as error:  # noqa: BLE001 - the one way out for every error
            await answer_error(press.interaction, error)

    @staticmethod
    async def _mirror_roles(press: Press) -> None:
        """Has the presser's roles put right where somebody changed them by hand: only an interaction carries them."""
        member = press.interaction.user
        if press.interaction.type is discord.InteractionType.autocomplete or not isinstance(member, discord.Member):
            return
        carried = [RoleId(role.id) for role in member.roles]
        try:
            await _note_holder(press, carried)
            if await press.ask(roles.carries_others, carried):
                await press.do(roles.follow_presser)
        except Exception as error:
            # The person was answered, and the next press of theirs looks at the roles again.
            if not ended_under(error):
                raise

    async def _before_command(self, interaction: Interaction) -> bool:
        """Commands are read before `on_interaction` hears of them."""
        sent.clean(interaction)
        if not self._commands.is_first(interaction.id):
            return False
        interaction.client.under_way.enter()
        if interaction.client.under_way.ends:
            await self._tell_end(interaction)
            return False
        interaction.client.faces.note(interaction.guild, interaction.user)
        if interaction.type is not discord.InteractionType.autocomplete:
            await interaction.client.hear(interaction.created_at, interaction.guild_id)
        return True

    @staticmethod
    async def _tell_end(interaction: Interaction) -> None:
        """Tells whoever typed a command that the bot ends; suggestions are simply not given."""
        if interaction.type is not discord.InteractionType.autocomplete:
            await answer_error(interaction, Restarting())

    @staticmethod
    async def _on_tree_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
        await answer_error(interaction, error)


async def _note_holder(press: Press, carried: Collection[RoleId]) -> None:
    """Has it on record, once, that somebody holds the organisers' role."""
    role = None if press.community is None else press.community.organiser_role
    if role is not None and role in carried and not await press.look(summons.is_held, role):
        await press.do(summons.note_holder, role)


def _in_one_line(record: logging.LogRecord) -> bool:
    """Of suggestions that nobody waits for any more discord.py alone hears; what led there is of no use in the log."""
    cause = record.exc_info[1] if record.exc_info else None
    if cause is not None and broke_off(cause):
        record.msg, record.exc_info = f"{record.getMessage()}: {cause!r}", None
        record.args = ()
    return True


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Routing(bot))
