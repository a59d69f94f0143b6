"""What stands around an event and in no file of ours, as far as Discord has told the bot already: no call is made."""

from __future__ import annotations

from bot.domain.community import Place
from bot.domain.playing.obstacles_ahead import Around
from bot.i18n.territories import zones_of
from cogs.health import server_of
from cogs.press import Press


def around(press: Press) -> Around:
    """The rights that the bot has in the channels of the server's events, and the time zones of countries."""
    community = press.community
    if community is None:
        return Around(zones_of=zones_of)
    channels = {one for place in Place if (one := community.channel(place)) is not None}
    return Around(server_of(press.guild, among=channels), zones_of)
