"""What Discord sent with an interaction, read by nobody but the door; its text is cleaned before anybody reads it."""

from __future__ import annotations

from typing import Any

import discord

from bot.domain.ids import MemberId, RoleId
from bot.domain.typed_text import speakable
from bot.errors import BotIsNobody, Outdated
from cogs.answering import Interaction, guild_of


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
        frozenset(RoleId(int(one)) for one in roles if str(one).isdecimal()) if isinstance(roles, list) else frozenset()
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
