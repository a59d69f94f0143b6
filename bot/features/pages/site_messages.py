"""The list of all servers, as a `Public…` object."""

from __future__ import annotations

from bot.features.pages import store
from bot.features.pages.event_verbs import events_shown
from bot.features.pages.model import ServerPages
from bot.features.pages.public_model import PublicServerLine, PublicStart
from bot.kernel.context import Query
from bot.play.entries import Phase, phase


def public_start(tx: Query) -> PublicStart:
    """All servers whose pages are on, by name."""
    return PublicStart(tuple(_line(tx, one) for one in store.servers_on(tx)))


def _line(tx: Query, pages: ServerPages) -> PublicServerLine:
    phases = [phase(one) for one in events_shown(tx, pages)]
    return PublicServerLine(
        pages.page_id,
        pages.name,
        running=sum(one in {Phase.DRAWING, Phase.RUNNING} for one in phases),
        coming=sum(one in {Phase.ANNOUNCED, Phase.CHECK_IN} for one in phases),
    )
