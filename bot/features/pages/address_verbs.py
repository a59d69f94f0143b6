"""Where pages are read, as the settings say at each start; apart, since a start imports no more than it needs."""

from __future__ import annotations

from bot.features.pages import store, verbs
from bot.kernel.context import Tx


def note_address(tx: Tx, address: str) -> None:
    """Notes where pages are read, for the cards that name it, which follow; empty: there are none."""
    if (store.address(tx) or "") == address:
        return
    store.note_address(tx, address or None)
    for pages in store.servers_on(tx):
        verbs.redraw(tx, pages.guild_id)
