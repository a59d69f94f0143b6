"""Autocompletes that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from discord import app_commands

from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, TournamentId
from bot.rendering.entering.entries import entry_name
from bot.rendering.text import plain
from bot.services import reading
from bot.services.entering import accounts
from bot.services.events import rulebooks, tournaments
from cogs.audience import Audience
from cogs.options import Option, taking
from cogs.press import Choices, Press, suggests
from cogs.subjects import ENTRANT


@suggests(Audience.EVERYBODY)
async def open_tournaments(press: Press, typed: str) -> Choices:
    """Tournaments of the server that are neither over nor cancelled."""
    return _choices(await press.look(reading.unfinished), typed)


@suggests(Audience.EVERYBODY)
async def all_tournaments(press: Press, typed: str) -> Choices:
    """Every tournament of the server, those to come and running first."""
    return _choices(await press.look(reading.of_guild), typed)


async def tournament_meant(press: Press, typed: str) -> TournamentId:
    """The tournament that was chosen from the suggestions, or typed by its name; raises NotFoundByName."""
    return await press.look(tournaments.meant, typed)


@suggests(Audience.EVERYBODY)
async def players(press: Press, typed: str) -> Choices:
    """Who is on the list of the tournament that was chosen before."""
    chosen = press.option("tournament")
    if not chosen:
        return []
    found = await press.look(reading.players_named, await tournament_meant(press, chosen), typed, 25)
    return [app_commands.Choice(name=entry_name(one), value=one.entrant.entrant_id) for one in found]


@suggests(Audience.EVERYBODY)
async def sites(press: Press, typed: str) -> Choices:
    """Sites on which events of the server are played."""
    found = await press.look(accounts.sites)
    return offered(((site, site) for site in found), typed)


def _choices(found: list[Tournament], typed: str) -> Choices:
    return offered(((tournament.name, tournament.tournament_id) for tournament in found), typed)


@suggests(Audience.EVERYBODY)
async def rulebook_names(press: Press, typed: str) -> Choices:
    """Rulebooks that come with the bot, and the server's own."""
    return offered(((name, name) for name in await press.look(rulebooks.available)), typed)


@suggests(Audience.EVERYBODY)
async def rulebooks_to_announce(press: Press, typed: str) -> Choices:
    """Rulebooks by which an event can be announced."""
    return offered(((name, name) for name in await press.look(rulebooks.to_announce)), typed)


def offered(named: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Of what can be chosen, each by its name, as much as Discord shows of what fits what was typed so far."""
    wanted = typed.casefold()
    found = ((name, value) for name, value in named if wanted in name.casefold())
    return [app_commands.Choice(name=plain(name, 100), value=value) for name, value in islice(found, 25)]


OpenEvent = app_commands.Transform[TournamentId, Option(tournament_meant, open_tournaments)]
AnyEvent = app_commands.Transform[TournamentId, Option(tournament_meant, all_tournaments)]
Player = app_commands.Transform[EntrantId, Option(taking(ENTRANT), players)]
