"""Presses, choices and forms find their handler by their `custom_id`: "verb:subject", the same after any restart.

Nothing waits for them in memory. Of discord.py's four ways out for errors only the command tree's is left in use, and
it leads to the same answer as this routing does.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import RoleId
from bot.errors import Outdated
from bot.i18n.commands import command_text
from bot.making.requests import broke_off
from bot.rendering.layout import AGAIN
from bot.services.registry import roles
from cogs import sent
from cogs.answering import Interaction, answer_error, answer_in_time
from cogs.audience import Sees
from cogs.doorway import Repeats, note_delivery
from cogs.press import Press
from cogs.subjects import Takes

if TYPE_CHECKING:
    from bot.app import TournamentBot

S = TypeVar("S")
Handler = Callable[[Press, S], Awaitable[None]]


class Verb(NamedTuple):
    """A verb, with what it takes and who may see what it answers."""

    takes: Takes[Any]
    sees: Sees
    handler: Callable[[Press, Any], Awaitable[None]]


VERBS: Final[dict[str, Verb]] = {}


def on_press(verb: str, takes: Takes[S], sees: Sees) -> Callable[[Handler[S]], Handler[S]]:
    """Registers the handler of every button, menu or form whose `custom_id` is "verb:subject", and for whom."""

    def register(handler: Handler[S]) -> Handler[S]:
        VERBS[verb] = Verb(takes, sees, handler)
        return handler

    return register


class Form(discord.ui.Modal):
    """A form that discord.py does not keep: what is sent in is routed by its `custom_id`, even after a restart."""

    def __init__(self, custom_id: str, title: str) -> None:
        super().__init__(title=title[:45], custom_id=custom_id, timeout=None)
        self.stop()

    def ask(
        self,
        name: str,
        label: str,
        *,
        description: str | None = None,
        long: bool = False,
        limit: int = 1000,
        required: bool = True,
        default: str | None = None,
    ) -> Form:
        """Adds a text input under a label."""
        style = discord.TextStyle.paragraph if long else discord.TextStyle.short
        text = discord.ui.TextInput[Form](
            custom_id=name, style=style, max_length=limit, required=required, default=default
        )
        short = description[:100] if description else None
        self.add_item(discord.ui.Label(text=label[:45], description=short, component=text))
        return self

    def ask_file(self, name: str, label: str, why: str) -> Form:
        """Adds an upload of one file, which may be left out, under a label and what is to be known of it."""
        upload = discord.ui.FileUpload[Form](custom_id=name, required=False, min_values=0, max_values=1)
        self.add_item(discord.ui.Label(text=label[:45], description=why[:100], component=upload))
        return self


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
        sent.clean(interaction)
        press = Press(interaction)
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
            if verb not in VERBS:
                raise Outdated
            await press.interaction.client.hear(press.interaction.created_at)
            await note_delivery(press.interaction)
            takes, sees, handler = VERBS[verb]
            meant = await press.meant(takes, subject)
            await press.admit(sees)
            await handler(press, meant)
        except Exception as error:  # noqa: BLE001 - the one way out for every error
            await answer_error(press.interaction, error)

    @staticmethod
    async def _mirror_roles(press: Press) -> None:
        """Has the presser's roles put right where somebody changed them by hand: only an interaction carries them."""
        member = press.interaction.user
        if press.interaction.type is discord.InteractionType.autocomplete or not isinstance(member, discord.Member):
            return
        carried = [RoleId(role.id) for role in member.roles]
        if await press.ask(roles.carries_others, carried):
            await press.do(roles.follow_presser)

    async def _before_command(self, interaction: Interaction) -> bool:
        """Commands are read before `on_interaction` hears of them."""
        sent.clean(interaction)
        if not self._commands.is_first(interaction.id):
            return False
        if interaction.type is not discord.InteractionType.autocomplete:
            await interaction.client.hear(interaction.created_at)
        return True

    @staticmethod
    async def _on_tree_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
        await answer_error(interaction, error)


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
