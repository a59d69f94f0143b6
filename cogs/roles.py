"""Choosing the roles that mirror offices and titles, under `/office roles`."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.ids import RoleId
from bot.domain.permissions import Act, ArbiterTitle, Office
from bot.making.kinds import Role
from bot.rendering.layout import Card
from bot.rendering.registry import role_cards
from bot.services.registry import roles
from cogs import rooms
from cogs.commands import command
from cogs.health import server_seen
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, SNOWFLAKE
from cogs.takes import among

Shown = Office | ArbiterTitle
_SHOWN: dict[str, Shown] = {shown.value: shown for shown in (*Office, *ArbiterTitle)}


@command("office roles", Act.MIRROR_OFFICES)
async def show_roles(press: Press) -> Card:
    """Shows which roles mirror offices and titles, and lets them be chosen."""
    return _panel(press, await press.ask(roles.chosen_roles))


@on_press("office-role", among(_SHOWN), Act.MIRROR_OFFICES, update=True)
async def choose(press: Press, shown: Shown) -> Card:
    """Takes the role that was chosen for an office or a title."""
    picked = RoleId(await press.read_choice(SNOWFLAKE))
    _refuse_unfit(press, picked)
    gone = await _find_gone(press, await press.ask(roles.chosen_roles))
    return _panel(press, await press.do(roles.choose, shown, picked, gone))


@on_press("office-roles-create", NOTHING, Act.MIRROR_OFFICES)
async def create(press: Press) -> Card:
    """Creates the roles that are missing, without any right, and takes them."""
    await press.ask(roles.chosen_roles)
    rooms.refuse_without_rights(server_seen(press))
    await press.acknowledge(thinking=False)
    mirror = await _create_missing(press)
    return role_cards.panel(mirror, list(mirror.values()), press.voice)


async def _create_missing(press: Press) -> Mapping[Shown, RoleId]:
    async with rooms.creating(press):
        mirror: Mapping[Shown, RoleId] = await press.ask(roles.chosen_roles)
        for shown in role_cards.ALL_SHOWN:
            if await rooms.is_gone(press.guild, mirror.get(shown)):
                mirror = await _make(press, shown, taken=tuple(mirror.values()))
    return mirror


async def _make(press: Press, shown: Shown, taken: tuple[RoleId, ...]) -> Mapping[Shown, RoleId]:
    presser = press.presser
    gone = await _find_gone(press, await press.ask(roles.chosen_roles))
    return await press.maker.once(
        f"role:{press.guild_id}:{shown}",
        Role(press.guild, role_cards.name(shown, press.server_voice), False, taken),
        lambda tx, role: roles.choose(tx.acting_as(presser), shown, RoleId(role.id), gone),
    )


@on_press("office-roles-stop", NOTHING, Act.MIRROR_OFFICES)
async def stop(press: Press) -> Card | None:
    """Lets no role mirror anything any more; who carries one keeps it, and what to do about that is said."""
    mirror: Mapping[Shown, RoleId] = await press.ask(roles.chosen_roles)
    left = tuple(mirror.values())
    for shown in mirror:
        mirror = await press.do(roles.choose, shown, None)
    await press.update(_panel(press, mirror))
    return role_cards.mirroring_end(left, press.voice) if left else None


async def _find_gone(press: Press, mirror: Mapping[Shown, RoleId]) -> frozenset[RoleId]:
    """The chosen roles that Discord says are no more."""
    return frozenset([role for role in mirror.values() if await rooms.is_gone(press.guild, role)])


def _panel(press: Press, mirror: Mapping[Shown, RoleId]) -> Card:
    return role_cards.panel(mirror, server_seen(press).below_the_bot, press.voice)


def _refuse_unfit(press: Press, picked: RoleId) -> None:
    """Raises RoleGrants for a role with rights that not everybody has, RoleTooHigh for one above the bot's."""
    guild = press.guild
    role = guild.get_role(picked)
    if role is None:
        return
    if role.permissions.value & ~guild.default_role.permissions.value:
        raise roles.RoleGrants(role=picked)
    if not server_seen(press).below_the_bot.get(picked, False):
        raise roles.RoleTooHigh(role=picked)
