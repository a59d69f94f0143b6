"""Keeping the promise that a member's roles show what the registry says."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.features.registry import roles_verbs
from bot.features.registry.model import MirrorRoles
from bot.kernel import outbox
from bot.kernel.context import Tx
from bot.kernel.ids import MemberId, RoleId
from bot.kernel.promises import Promise
from bot.living.transactions import UnitsOfWork

REASON = "registry"


class RoleMirror:
    """Gives and takes single roles. Discord's own limit a server paces the calls, since one bucket holds them all."""

    def __init__(self, units: UnitsOfWork, client: discord.Client) -> None:
        self._units = units
        self._client = client

    async def keep(self, promise: Promise[MirrorRoles]) -> None:
        """Looks at the member's roles as they are and changes those alone that are wrong."""
        member_id = _member_of(promise)
        guild = self._client.get_guild(promise.guild_id) or await self._client.fetch_guild(promise.guild_id)
        member = None
        with suppress(discord.NotFound):
            member = await guild.fetch_member(member_id)
        carried = [] if member is None else [RoleId(role.id) for role in member.roles]
        change = await self._units.ask(
            roles_verbs.difference, promise.guild_id, member_id, carried, self._units.clock()
        )
        if not await self._units.do(_begin, promise):
            return
        if member is not None and change is not None and not await self._change(promise, member, change):
            return
        await self._units.do(_mark_kept, promise)

    async def _change(
        self, promise: Promise[MirrorRoles], member: discord.Member, change: roles_verbs.RoleChange
    ) -> bool:
        for role in sorted(change.missing | change.surplus):
            try:
                if role in change.missing:
                    await member.add_roles(discord.Object(role), reason=REASON)
                else:
                    await member.remove_roles(discord.Object(role), reason=REASON)
            except (discord.Forbidden, discord.NotFound):
                await self._units.do(roles_verbs.park_blocked, promise, role)
                return False
        return True


def _member_of(promise: Promise[MirrorRoles]) -> MemberId:
    return promise.message.member.member_id


def _begin(tx: Tx, promise: Promise[MirrorRoles]) -> bool:
    return outbox.mark_sending(tx, promise.outbox_id)


def _mark_kept(tx: Tx, promise: Promise[MirrorRoles]) -> None:
    outbox.mark_kept(tx, promise.outbox_id, tx.now)
    # The roles of who was let go are taken after the name is gone: with them goes the account's number.
    outbox.forget_letters(tx, _member_of(promise))
