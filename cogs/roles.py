"""Choosing the roles that mirror offices and titles, under `/office roles`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.domain.ids import RoleId
from bot.domain.permissions import Act, ArbiterTitle, Office
from bot.making.kinds import Role
from bot.rendering.registry import role_cards
from bot.services.registry import roles
from cogs import rooms
from cogs.health import server_seen
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, SNOWFLAKE, among

if TYPE_CHECKING:
    from bot.app import TournamentBot

Shown = Office | ArbiterTitle
_SHOWN: dict[str, Shown] = {shown.value: shown for shown in (*Office, *ArbiterTitle)}


async def show_roles(press: Press) -> None:
    """Shows the roles as they are chosen today."""
    mirror = await press.ask(roles.chosen)
    await press.answer(role_cards.panel(mirror, server_seen(press).below_the_bot, press.voice))


@on_press("office-role", among(_SHOWN), Act.SET_UP)
async def choose(press: Press, shown: Shown) -> None:
    """Takes the role that was chosen for an office or a title."""
    picked = RoleId(await press.picked(SNOWFLAKE))
    _refuse_unfit(press, picked)
    mirror = await press.do(roles.choose, shown, picked)
    await _shown_again(press, mirror)


@on_press("office-roles-create", NOTHING, Act.SET_UP)
async def create(press: Press, _: None) -> None:
    """Creates the roles that are missing, without any right, and takes them."""
    await press.ask(roles.chosen)
    rooms.refuse_without_rights(server_seen(press))
    await press.acknowledge(thinking=False)
    mirror = await _create_missing(press)
    message = role_cards.panel(mirror, list(mirror.values()), press.voice)
    await press.answer(message)


async def _create_missing(press: Press) -> Mapping[Shown, RoleId]:
    async with rooms.creating(press):
        mirror: Mapping[Shown, RoleId] = await press.ask(roles.chosen)
        for shown in role_cards.ALL_SHOWN:
            if await rooms.is_gone(press.guild, mirror.get(shown)):
                mirror = await _made(press, shown, taken=tuple(mirror.values()))
    return mirror


async def _made(press: Press, shown: Shown, taken: tuple[RoleId, ...]) -> Mapping[Shown, RoleId]:
    presser = press.presser
    return await press.maker.once(
        f"role:{press.guild_id}:{shown}",
        Role(press.guild, role_cards.name(shown, press.server_voice), False, taken),
        lambda work, now, role: roles.choose(work, now, presser, shown, RoleId(role.id)),
    )


@on_press("office-roles-stop", NOTHING, Act.SET_UP)
async def stop(press: Press, _: None) -> None:
    """Lets no role mirror anything any more; who carries one keeps it, and what to do about that is said."""

    mirror: Mapping[Shown, RoleId] = await press.ask(roles.chosen)
    left = tuple(mirror.values())
    for shown in mirror:
        mirror = await press.do(roles.choose, shown, None)
    await _shown_again(press, mirror)
    if left:
        await press.answer(role_cards.stopped(left, press.voice))


async def _shown_again(press: Press, mirror: Mapping[Shown, RoleId]) -> None:
    await press.update(role_cards.panel(mirror, server_seen(press).below_the_bot, press.voice))


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


async def setup(bot: TournamentBot) -> None:
    """Nothing is to be added: the presses above are found by their names, the command belongs to `/office`."""
    del bot
