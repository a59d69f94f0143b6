"""What the members of a pretended Discord show of themselves: nothing, unless a test says so."""

from __future__ import annotations

from dataclasses import dataclass, field

import discord

from bot.kernel.ids import GuildId, MemberId


@dataclass
class PretendAvatars:
    """Pictures by member, and whoever was asked for; nothing goes over a network."""

    pictures: dict[MemberId, tuple[str, bytes]] = field(default_factory=dict)
    """What each is called, and its bytes."""
    fetches: list[MemberId] = field(default_factory=list)

    def note(self, guild_id: GuildId, user: discord.Member | discord.User) -> None:
        """What a press tells is not asked for here."""

    def picture_name(self, guild_id: GuildId, member_id: MemberId) -> str | None:
        """The name of the picture, as if the member had pressed something a moment ago."""
        del guild_id
        return self.pictures.get(member_id, ("", b""))[0]

    async def ask(self, guild_id: GuildId, member_id: MemberId) -> str:
        """The same."""
        return self.picture_name(guild_id, member_id) or ""

    async def fetch(self, guild_id: GuildId, member_id: MemberId) -> bytes:
        """The bytes of the picture."""
        del guild_id
        self.fetches.append(member_id)
        return self.pictures[member_id][1]
