"""How commands and presses are answered: who asks, in which language, what was sent, and what becomes of an error.

What Discord sent is read by nobody but the door; its text is cleaned before anybody reads it. An error is answered
with a sentence with what to do next, and what was typed into a form is given back.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.i18n.catalogue import Translator
from bot.i18n.names import speakable
from bot.kernel.errors import BotIsNobody, OnlyInServer, Outdated, UserError
from bot.kernel.ids import Actor, Community, GuildId, MemberId, RoleId, Theme
from bot.layout.cards import DANGER, Card, Document, Rendered, as_edit, first_message, silent
from bot.layout.command_names import CommandNames, draw
from bot.layout.sentences import quoted_block, sentence
from bot.living import journal
from bot.living.creation import ACKNOWLEDGED_BEFORE, TROUBLE, broke_off
from bot.living.journal import Kind, Outcome, Trace
from bot.living.transactions import refusal_under
from cogs.subjects import seen_by

if TYPE_CHECKING:
    from bot.app import TournamentBot  # noqa: F401 - named in a subscript below


# --- answering ------------------------------------------------------------------------------------------------------


Interaction = discord.Interaction["TournamentBot"]
_acknowledging: set[asyncio.Task[None]] = set()
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Home:
    """The server of a press on a letter, and who pressed as a member of it: Discord tells neither with the press."""

    guild: discord.Guild
    member: discord.Member


_HOME: Final = "home"


def bring_home(interaction: Interaction, home: Home) -> None:
    """The press on a letter counts as one in that server from now on."""
    journal.note_home(GuildId(home.guild.id))
    interaction.extras[_HOME] = home


def home_of(interaction: Interaction) -> Home | None:
    """Where the press belongs, if it came by a letter and that is known."""
    home = interaction.extras.get(_HOME)
    return home if isinstance(home, Home) else None


def guild_of(interaction: Interaction) -> discord.Guild | None:
    """The server that was pressed in, or that the letter is about; None in a direct message that names none."""
    home = home_of(interaction)
    return interaction.guild if home is None else home.guild


def guild_id_of(interaction: Interaction) -> GuildId | None:
    """The id of the same."""
    home = home_of(interaction)
    number = interaction.guild_id if home is None else home.guild.id
    return None if number is None else GuildId(number)


def community_of(interaction: Interaction) -> Community | None:
    """The settings of the server; None before it was set up, and where no server is known."""
    return interaction.client.communities.get(guild_id_of(interaction) or GuildId(0))


def translator_of(interaction: Interaction) -> Translator:
    """The person's own language; where the catalogues lack it, the server's."""
    community = community_of(interaction)
    return Translator.for_discord(str(interaction.locale), community.language if community else "en-US")


def server_translator(interaction: Interaction) -> Translator:
    """The server's language, for what everybody reads."""
    community = community_of(interaction)
    return Translator(community.language if community else "en-US")


def presser_of(interaction: Interaction) -> Actor:
    """Who pressed or typed, by what Discord says; raises OnlyInServer in a direct message that names no server."""
    home, guild, community = home_of(interaction), guild_of(interaction), community_of(interaction)
    member = interaction.user if home is None else home.member
    if guild is None or not isinstance(member, discord.Member):
        raise OnlyInServer
    rights = interaction.permissions if home is None else member.guild_permissions
    role = community.organiser_role if community else None
    return Actor(
        guild_id=GuildId(guild.id),
        member_id=MemberId(member.id),
        name=member.display_name,
        language=translator_of(interaction).locale,
        is_owner=guild.owner_id == member.id,
        is_organiser=rights.manage_guild or (role is not None and member.get_role(role) is not None),
        at=interaction.created_at,
        roles=frozenset(map(RoleId, member._roles)),
        server_roles=_roles_of(guild),
        user_name=member.name,
    )


def _roles_of(guild: discord.Guild) -> frozenset[RoleId] | None:
    """The server's roles; None of a server that Discord has not described yet. What discord.py sorts costs too much."""
    return frozenset(map(RoleId, guild._roles)) or None


_REMARKS: Final = "remarks"


def note_remarks(interaction: Interaction, remarks: Sequence[UserError]) -> None:
    """What was done is answered with these sentences below it, each thing once: the last word on it."""
    known: dict[object, UserError] = interaction.extras.setdefault(_REMARKS, {})
    known.update({(type(one), one.fields().get("what")): one for one in remarks})


def _with_remarks(interaction: Interaction, card: Card) -> Card:
    """The card with what was remarked below its words; once, and for the presser alone."""
    remarks: dict[object, UserError] = interaction.extras.pop(_REMARKS, {})
    told = [f"⚠️ {sentence(one, translator_of(interaction))}" for one in remarks.values()]
    return replace(card, paragraphs=(*card.paragraphs, *told)) if told else card


async def answer(interaction: Interaction, card: Card, *, private: bool = True) -> discord.Message | None:
    """Answers with the card, or follows up where an answer was given; pictures are drawn beside the loop.

    Returns the message that was made, which can be edited by the interaction's own token; None where it is not known.
    """
    card = silent(_with_remarks(interaction, card)) if private else first_message(card)[0]
    if card.pictures or card.attachments:
        await acknowledge(interaction, private=private)
    message = await _render(interaction, card, private=private)
    if not interaction.response.is_done():
        try:
            made = await interaction.response.send_message(
                view=message.view, files=message.files, allowed_mentions=message.allowed_mentions, ephemeral=private
            )
        except discord.HTTPException as refusal:
            if refusal.code != ACKNOWLEDGED_BEFORE:
                raise
            stands = await _said_before(interaction)
            if stands is not None:
                note_answer(interaction)
                return stands
        else:
            note_answer(interaction)
            return made.resource if isinstance(made.resource, discord.Message) else None
        message = await _render(interaction, card, private=private)
    said = await interaction.followup.send(
        view=message.view, files=message.files, allowed_mentions=message.allowed_mentions, ephemeral=private, wait=True
    )
    note_answer(interaction)
    return said


async def _render(interaction: Interaction, card: Card, *, private: bool) -> Rendered:
    """The card as it is sent, with its commands as who reads it sees them."""
    names = _names_for(interaction, private=private)
    translator, community = (
        translator_of(interaction) if private else server_translator(interaction),
        community_of(interaction),
    )
    return await draw(card, names, translator, community.theme if community else Theme.DARK)


def _names_for(interaction: Interaction, *, private: bool) -> CommandNames:
    guild_id, home = guild_id_of(interaction), home_of(interaction)
    if guild_id is None:
        return CommandNames()
    names = interaction.client.commands_told.names(guild_id)
    if private:
        names = seen_by(names, interaction.permissions if home is None else home.member.guild_permissions)
    return names if interaction.guild_id is not None else names.in_letters()


async def _said_before(interaction: Interaction) -> discord.Message | None:
    """What Discord took before, where it was this very answer, whose receipt was lost, and no acknowledgement."""
    try:
        taken, pressed = await interaction.original_response(), interaction.message
    except discord.NotFound:
        # Discord knows of an answer and shows none, as after it has said that it does not know the interaction.
        return None
    is_answer = not taken.flags.loading and (pressed is None or taken.id != pressed.id)
    return taken if is_answer else None


async def acknowledge(interaction: Interaction, *, thinking: bool = True, private: bool = True) -> None:
    """Tells Discord that an answer will come, unless it knows; without `thinking` nothing is seen of that."""
    if not interaction.response.is_done():
        try:
            await interaction.response.defer(ephemeral=private, thinking=thinking)
        except discord.HTTPException as refusal:
            if refusal.code != ACKNOWLEDGED_BEFORE:
                raise


def answer_in_time(interaction: Interaction) -> None:
    """Acknowledges what is not answered soon, as in a crowd or for a large event: Discord waits three seconds at most.

    A form can be opened no more after that; who asked for one is told to try again.
    """
    after = interaction.client.ports.acknowledge_after
    if after is not None:
        asyncio.get_running_loop().call_later(after.total_seconds(), _acknowledge_late, interaction)


def _acknowledge_late(interaction: Interaction) -> None:
    if not interaction.response.is_done() and not interaction.client.is_closed():
        task = asyncio.create_task(_acknowledge(interaction))
        _acknowledging.add(task)
        task.add_done_callback(_acknowledging.discard)


async def _acknowledge(interaction: Interaction) -> None:
    of_message = interaction.message is not None
    try:
        await acknowledge(interaction, thinking=not of_message)
    except TROUBLE as trouble:
        _log.warning("interaction %s could not be acknowledged: %r", interaction.id, trouble)


async def update(interaction: Interaction, card: Card) -> None:
    """Answers a press with the new state of the message that was pressed, at no call beyond the answer itself."""
    on_own_card = interaction.message is None or interaction.message.flags.ephemeral
    card = silent(_with_remarks(interaction, card)) if on_own_card else as_edit(card)
    message = await _render(interaction, card, private=on_own_card)
    if not interaction.response.is_done():
        try:
            await _change(interaction.response.edit_message, message)
        except discord.HTTPException as refusal:
            if refusal.code != ACKNOWLEDGED_BEFORE:
                raise
        else:
            note_answer(interaction)
            return
        # A file that was sent once is at its end, and would be sent as an empty one.
        message = await _render(interaction, card, private=on_own_card)
    # The same change twice is one change, whichever sending Discord took.
    await _change(interaction.edit_original_response, message)
    note_answer(interaction)


async def _change(change: Callable[..., Awaitable[object]], message: Rendered) -> None:
    await change(view=message.view, attachments=message.files, allowed_mentions=message.allowed_mentions)


# --- what was sent --------------------------------------------------------------------------------------------------


def clean_values(value: object) -> object:
    """The same without what nobody can have meant to write, however deep it stands."""
    match value:
        case str():
            return speakable(value)
        case list():
            return [clean_values(one) for one in value]
        case dict():
            return {key: clean_values(one) for key, one in value.items()}
        case _:
            return value


def clean(interaction: Interaction) -> None:
    """Cleans all that came with the interaction."""
    data = interaction.data
    if isinstance(data, dict):
        for key, value in list(data.items()):
            data[key] = clean_values(value)  # type: ignore[literal-required]


def data(interaction: Interaction) -> dict[str, object]:
    """What Discord sent with the interaction, as it came."""
    return dict(interaction.data or {})


def choices(interaction: Interaction) -> list[str]:
    """The values that were chosen in a select menu."""
    values = data(interaction).get("values")
    return [str(value) for value in values] if isinstance(values, list) else []


def fields(interaction: Interaction) -> dict[str, str | list[str]]:
    """What was filled into a form, by the `custom_id` of each input: a text, or a list of values."""
    found: dict[str, str | list[str]] = {}
    for component in _components(data(interaction).get("components")):
        match component.get("value", component.get("values")):
            case str() as text:
                found[str(component["custom_id"])] = text
            case list() as values:
                found[str(component["custom_id"])] = [str(value) for value in values]
    return found


def files(interaction: Interaction, name: str) -> list[str]:
    """The addresses of the files that were put into a form's upload."""
    attachments = resolved_data(interaction, "attachments")
    given = fields(interaction).get(name, [])
    return [str(attachments[key]["url"]) for key in given if key in attachments]


def people(interaction: Interaction) -> dict[MemberId, str]:
    """Everybody who was chosen, by the names that the server knows; raises BotIsNobody."""
    guests, users = resolved_data(interaction, "members"), resolved_data(interaction, "users")
    if any(user.get("bot") for user in users.values()):
        raise BotIsNobody
    return {MemberId(int(key)): _name(user, guests.get(key, {}), key) for key, user in users.items() if key.isdecimal()}


def roles_of(interaction: Interaction, member_id: MemberId) -> frozenset[RoleId]:
    """The roles of a member who was chosen, as Discord tells them with the choice."""
    roles = resolved_data(interaction, "members").get(str(member_id), {}).get("roles")
    return (
        frozenset(RoleId(int(role)) for role in roles if str(role).isdecimal())
        if isinstance(roles, list)
        else frozenset()
    )


def resolved_data(interaction: Interaction, kind: str) -> dict[str, dict[str, object]]:
    """What Discord says of the people or files that were chosen, by their ids."""
    found = data(interaction).get("resolved")
    of_kind = found.get(kind) if isinstance(found, dict) else None
    return of_kind if isinstance(of_kind, dict) else {}


def _name(user: dict[str, object], guest: dict[str, object], default: str) -> str:
    return str(guest.get("nick") or user.get("global_name") or user.get("username") or default)


def _components(components: object) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for component in components if isinstance(components, list) else []:
        found.append(component)
        found.extend(_components(component.get("components", [])))
        if isinstance(component.get("component"), dict):
            found.extend(_components([component["component"]]))
    return found


def member(interaction: Interaction, key: str) -> discord.Member:
    """The member who was chosen in a form, as discord.py knows one; raises Outdated for who is none."""
    user = resolved_data(interaction, "users").get(key)
    guest = resolved_data(interaction, "members").get(key)
    guild = guild_of(interaction)
    if user is None or guest is None or guild is None:
        raise Outdated
    whole: Any = {**guest, "user": user}
    return discord.Member(data=whole, guild=guild, state=interaction.client._connection)


def attachment(interaction: Interaction, key: str) -> discord.Attachment:
    """The file that was put into a form's upload; raises Outdated where there is none."""
    found: Any = resolved_data(interaction, "attachments").get(key)
    if found is None:
        raise Outdated
    return discord.Attachment(data=found, state=interaction.client._connection)


# --- who came in, and how it was answered ---------------------------------------------------------------------------


_CAME_IN: Final = "came_in"
_OUTCOME: Final = "outcome"
_COUNTED: Final[dict[discord.InteractionType, Kind]] = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}


def reference_of(interaction: Interaction) -> str:
    """By what name the log knows the press; who pressed reads it where something failed."""
    return f"{interaction.id % 36**6:06x}"


def mark(interaction: Interaction) -> None:
    """From now on what this task logs is of that press, and of its server."""
    server = None if interaction.guild_id is None else GuildId(interaction.guild_id)
    journal.mark(Trace(server, press=reference_of(interaction), hidden=partial(_typed, interaction)))


def note_arrival(interaction: Interaction) -> None:
    """Counts what came in, where figures are kept."""
    figures, kind = interaction.client.figures, _COUNTED.get(interaction.type)
    if figures is not None and kind is not None:
        interaction.extras[_CAME_IN] = time.monotonic()
        figures.came_in(kind)


def note_answer(interaction: Interaction, outcome: Outcome | None = None) -> None:
    """Counts how it was answered and after how long, once."""
    figures, began = interaction.client.figures, interaction.extras.pop(_CAME_IN, None)
    if figures is not None and began is not None:
        was = outcome or interaction.extras.get(_OUTCOME, "done")
        figures.answered(_COUNTED[interaction.type], was, time.monotonic() - began)


def _typed(interaction: Interaction) -> list[str]:
    """What somebody typed or chose: in a form, in a menu, which may be a ballot, or for the options of a command."""
    chosen = [one for value in fields(interaction).values() if isinstance(value, list) for one in value]
    return [*_texts(interaction), *chosen, *choices(interaction), *_options(data(interaction).get("options"))]


def _options(options: object) -> list[str]:
    found: list[str] = []
    for option in options if isinstance(options, list) else []:
        value = option.get("value")
        found += [value] if isinstance(value, str) else []
        found += _options(option.get("options"))
    return found


# --- errors ---------------------------------------------------------------------------------------------------------


WORTH_KEEPING: Final = 30
"""So many characters are more than somebody has in mind still when the form is gone; a number or a name is not."""
_SHOWN: Final = 600
"""Characters that stand in the answer itself; more of them are a file to copy from."""
LEADS_ON: Final[dict[type[UserError], Callable[[Interaction, Any], Awaitable[Card | None]]]] = {}
"""Refusals after which something can still be done at once, each with what makes its card (`request.leads_on`)."""


async def answer_error(interaction: Interaction, error: BaseException) -> None:
    """The one way out for every error: a user's becomes a sentence with what to do next, any other an apology."""
    cause, client = _cause_of(error), interaction.client
    cause = refusal_under(cause) or cause
    if client.is_closed():
        # The bot has ended under it, and nothing can be said any more; Discord tells that nobody answered.
        note_answer(interaction, "unheard")
        _log.info("interaction %s came too late for an answer: %r", interaction.id, cause)
        return
    translator = translator_of(interaction)
    interaction.extras[_OUTCOME] = _outcome_of(cause)
    if isinstance(cause, UserError):
        if await _led_on(interaction, cause):
            return
        text = sentence(cause, translator)
    else:
        reference = reference_of(interaction)
        if broke_off(cause):
            _log.warning("reference %s: Discord broke off under an interaction: %r", reference, cause)
        else:
            _log.error("reference %s: an interaction failed", reference, exc_info=cause)
        text = translator.say("common.failed", reference=reference)
    try:
        await answer(interaction, give_back(Card((text,), colour=DANGER), interaction, translator))
    except TROUBLE as trouble:
        note_answer(interaction, "unheard")
        if not broke_off(cause):
            _log.warning("interaction %s could not be answered: %r", interaction.id, trouble)


def _outcome_of(cause: BaseException) -> Outcome:
    if isinstance(cause, UserError):
        return "refused"
    return "unheard" if broke_off(cause) else "failed"


async def _led_on(interaction: Interaction, refusal: UserError) -> bool:
    """Whether the refusal led on to a card of its own, which was shown."""
    leads = LEADS_ON.get(type(refusal))
    try:
        card = None if leads is None else await leads(interaction, refusal)
        if card is not None:
            await answer(interaction, card)
    except UserError:
        _log.debug("interaction %s leads on to nothing any more", interaction.id)
        return False
    except TROUBLE as trouble:
        if not broke_off(trouble):
            _log.warning("interaction %s could not be answered: %r", interaction.id, trouble)
        note_answer(interaction, "unheard")
        return True
    return card is not None


def give_back(card: Card, interaction: Interaction, translator: Translator) -> Card:
    """The refusal with what was typed below it, where it answers a form in which somebody wrote more than a word."""
    typed = "\n\n".join(_texts(interaction))
    if len(typed) < WORTH_KEEPING:
        return card
    if len(typed) <= _SHOWN:
        return replace(card, paragraphs=(*card.paragraphs, f"{translator.say('forms.typed')}\n{quoted_block(typed)}"))
    document = Document("typed.txt", f"{typed}\n".encode())
    return replace(
        card,
        paragraphs=(*card.paragraphs, translator.say("forms.typed_in_file")),
        documents=(*card.documents, document),
    )


def _texts(interaction: Interaction) -> list[str]:
    """What was typed into a form."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return []
    texts = (field.strip() for field in fields(interaction).values() if isinstance(field, str))
    return list(filter(None, texts))


def _cause_of(error: BaseException) -> BaseException:
    """What went wrong beneath what discord.py makes of it: in a command, or in reading an option of one."""
    match error:
        case app_commands.CommandInvokeError(original=original):
            return original
        case app_commands.TransformerError(__cause__=cause) if cause is not None:
            return cause
        case _:
            return error
