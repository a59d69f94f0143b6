"""Where pages are read, as the settings say at each start; apart, since a start imports no more than it needs."""

from __future__ import annotations

from bot.features.pages import store
from bot.kernel.context import Tx


def note_address(tx: Tx, address: str) -> None:
    """Notes where pages are read, for the cards that name it; empty: there are none."""
    if (store.address(tx) or "") != address:
        store.note_address(tx, address or None)
