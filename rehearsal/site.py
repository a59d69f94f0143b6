"""The pages that spectators read, as files beside the report: `site/`, which a browser opens from the disk.

What is rehearsed is said without pages, so that it stays as it is. The owner switches them on afterwards, in a copy of
the database and as of its beginning: what was private in the evening is private here, what a school's rulebook keeps
off the web is put on it by hand, and people are shown as who chose nothing is shown.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from bot.app import MIGRATIONS
from bot.features.pages import address_verbs as pages_address_verbs
from bot.features.pages import site_verbs as pages_site_verbs
from bot.features.pages import verbs as pages_verbs
from bot.features.pages.model import language_in_path
from bot.kernel.context import Query
from bot.kernel.database import Database
from bot.kernel.database_file import backup
from bot.kernel.ids import Actor, GuildId, MemberId, TournamentId
from bot.living.transactions import UnitsOfWork
from rehearsal import facts
from rehearsal.play import Play
from rehearsal.stage import Entropy, Stage
from web.addresses import Address, AddressKind
from web.publishing import publish
from web.site_library import SiteLibrary

FOLDER: Final = "site"
FILE: Final = "index.html"
_ELSEWHERE: Final = "https://pages.example.org"
"""Cards of the copy would name it; the files know no address, and nobody is ever sent a card of it."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """The server by its key, and the last event that began; empty where there is none."""

    server: str
    event: str


async def write(play: Play, folder: Path) -> str | None:
    """Publishes what was rehearsed; answers the page of the last event that began, as the folder names it.

    None where no server was set up. Raises CannotPublish and OSError.
    """
    with tempfile.TemporaryDirectory(prefix="site-") as beside:
        copy = Path(beside) / "arbiter.db"
        await asyncio.to_thread(backup, play.stage.path, copy)
        shown = await _switch_on(play, copy)
        if shown is None:
            return None
        await asyncio.to_thread(_publish, copy, folder / FOLDER, play.stage.now)
    language = language_in_path(play.stage.language)
    kind = AddressKind.EVENT if shown.event else AddressKind.SERVER
    return f"{FOLDER}{Address(kind, language, shown.server, shown.event).path}{FILE}"


def _publish(database: Path, folder: Path, now: datetime) -> None:
    library = SiteLibrary(database, "", is_live=False, file_name=FILE, clock=lambda: now)
    try:
        publish(library, folder)
    finally:
        library.close()


async def _switch_on(play: Play, database: Path) -> _Shown | None:
    """Does in the copy what the owner does in Discord."""
    stage = play.stage
    if stage.bot.communities.get(GuildId(stage.guild.id)) is None:
        return None
    clock: Callable[[], datetime] = lambda: play.began  # noqa: E731 - what is asked for is a clock
    owner = owner_at(stage, play.began)
    async with Database.open(database, migrations=MIGRATIONS) as opened:
        units = UnitsOfWork(opened, clock, Entropy(1, clock))
        await units.do(pages_address_verbs.note_address, _ELSEWHERE)
        await units.act(owner, pages_verbs.switch_on, stage.guild.name)
        (before,) = await units.ask(_servers)
        held = facts.read(database).events
        for one in held:
            if one.event_id not in before.events:
                await units.act(owner, pages_verbs.show_event, TournamentId(one.event_id), is_shown=True)
        (server,) = await units.ask(_servers)
    shown = [one for one in held if one.event_id in server.events]
    latest = max(shown, key=_begun, default=None)
    return _Shown(server.key, "" if latest is None else latest.event_id)


def _begun(event: facts.Event) -> tuple[bool, datetime]:
    """What was played comes after what was only announced."""
    return event.drawn_at is not None or event.ended_at is not None, event.start_at


def _servers(tx: Query) -> list[pages_site_verbs.ServerOnSite]:
    return list(pages_site_verbs.servers(tx))


def owner_at(stage: Stage, moment: datetime) -> Actor:
    """The owner, as Discord tells of them."""
    guild, owner = GuildId(stage.guild.id), stage.owner
    return Actor(guild, MemberId(owner.id), owner.name, owner.locale, True, True, moment)
