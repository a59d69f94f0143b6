"""Presses, choices and forms find their handler by their `custom_id`: "verb:subject", the same after any restart.

Nothing waits for them in memory. Of discord.py's four ways out for errors only the command tree's is left in use, and
it leads to the same answer as this routing does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import RoleId
from bot.errors import Outdated
from bot.i18n.commands import command_text
from bot.rendering.layout import AGAIN
from bot.services.registry import roles
from cogs.answering import Interaction, answer_error, answer_in_time, presser_of
from cogs.doorway import Repeats, note_delivery

if TYPE_CHECKING:
    from bot.app import TournamentBot

Handler = Callable[[Interaction, str], Awaitable[None]]
_HANDLERS: dict[str, Handler] = {}


def on_press(verb: str) -> Callable[[Handler], Handler]:
    """Registers the handler of every button, select menu or form whose `custom_id` begins with "verb:"."""

    def register(handler: Handler) -> Handler:
        _HANDLERS[verb] = handler
        return handler

    return register


def chosen(interaction: Interaction) -> list[str]:
    """The values that were chosen in a select menu."""
    values = _sent(interaction).get("values")
    return [str(value) for value in values] if isinstance(values, list) else []


def _sent(interaction: Interaction) -> dict[str, object]:
    """What Discord sent with the interaction, as it came."""
    return dict(interaction.data or {})


def fields(interaction: Interaction) -> dict[str, str | list[str]]:
    """What was filled into a form, by the `custom_id` of each input: a text, or a list of values."""
    found: dict[str, str | list[str]] = {}
    for component in _components(_sent(interaction).get("components")):
        match component.get("value", component.get("values")):
            case str() as text:
                found[str(component["custom_id"])] = text
            case list() as values:
                found[str(component["custom_id"])] = [str(value) for value in values]
    return found


def text_of(interaction: Interaction, name: str) -> str:
    """One text of a form; empty when it was left out."""
    value = fields(interaction).get(name, "")
    return value if isinstance(value, str) else ""


def files_of(interaction: Interaction, name: str) -> list[str]:
    """The addresses of the files that were put into a form's upload."""
    resolved = _sent(interaction).get("resolved")
    attachments = resolved.get("attachments", {}) if isinstance(resolved, dict) else {}
    sent = fields(interaction).get(name, [])
    return [str(attachments[key]["url"]) for key in sent if key in attachments]


def _components(components: object) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for component in components if isinstance(components, list) else []:
        found.append(component)
        found.extend(_components(component.get("components", [])))
        if isinstance(component.get("component"), dict):
            found.extend(_components([component["component"]]))
    return found


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

    def ask_file(self, name: str, label: str) -> Form:
        """Adds an upload of one file, which may be left out."""
        upload = discord.ui.FileUpload[Form](custom_id=name, required=False, min_values=0, max_values=1)
        self.add_item(discord.ui.Label(text=label[:45], component=upload))
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
        self._presses, self._commands = Repeats(), Repeats()

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Hands on a press, a choice or a form; then looks at the roles that the member carries.

        What Discord brings a second time is no second press: its answer was given.
        """
        if not self._presses.is_first(interaction.id):
            return
        if interaction.type is not discord.InteractionType.autocomplete:
            answer_in_time(interaction)
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self._hand_on(interaction)
        await self._mirror_roles(interaction)

    @staticmethod
    async def _hand_on(interaction: Interaction) -> None:
        """Calls the handler; an unknown one is told to be out of date."""
        custom_id, _, _ = str(_sent(interaction).get("custom_id", "")).partition(AGAIN)
        verb, _, subject = custom_id.partition(":")
        try:
            if verb not in _HANDLERS:
                raise Outdated
            await note_delivery(interaction)
            await _HANDLERS[verb](interaction, subject)
        except Exception as error:  # noqa: BLE001 - the one way out for every error
            await answer_error(interaction, error)

    @staticmethod
    async def _mirror_roles(interaction: Interaction) -> None:
        """Has the presser's roles put right where somebody changed them by hand: only an interaction carries them."""
        member = interaction.user
        if interaction.type is discord.InteractionType.autocomplete or not isinstance(member, discord.Member):
            return
        carried = [RoleId(role.id) for role in member.roles]
        presser, house = presser_of(interaction), interaction.client.house
        found = await house.ask(roles.difference, presser.guild_id, presser.member_id, carried, presser.at)
        if found is not None:
            await house.do(roles.follow_member, presser.guild_id, presser.member_id)

    async def _before_command(self, interaction: Interaction) -> bool:
        return self._commands.is_first(interaction.id)

    @staticmethod
    async def _on_tree_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
        await answer_error(interaction, error)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Routing(bot))
