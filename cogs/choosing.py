"""Options that several commands share, and what is suggested for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, PersonId, TournamentId
from bot.domain.regulation.offered import Offered
from bot.rendering.entering.entries import entry_name
from bot.rendering.people_cards import known_person
from bot.rendering.regulation import rulebook_names
from bot.services import known_people, reading
from bot.services.events import rulebooks, tournaments
from cogs.audience import Audience
from cogs.options import MOST_SUGGESTIONS, Option, Pairs, as_typed, finds, suggests, taking
from cogs.press import Press
from cogs.subjects import ENTRANT


@suggests(Audience.EVERYBODY)
async def open_tournaments(press: Press) -> Pairs:
    """Tournaments of the server that are neither over nor cancelled."""
    return _pairs(await press.look(reading.unfinished_tournaments))


@suggests(Audience.EVERYBODY)
async def all_tournaments(press: Press) -> Pairs:
    """Every tournament of the server, those to come and running first."""
    return _pairs(await press.look(reading.of_guild))


async def tournament_meant(press: Press, typed: str) -> TournamentId:
    """The tournament that was chosen from the suggestions, or typed by its name; raises NotFoundByName."""
    return await press.look(tournaments.find_meant, typed)


async def tournament_before(press: Press) -> TournamentId | None:
    """The tournament that was chosen for another option of the same command."""
    chosen = press.option("tournament")
    return await tournament_meant(press, chosen) if chosen else None


@finds(Audience.EVERYBODY)
async def players(press: Press, typed: str) -> Pairs:
    """Who is on the list of the tournament that was chosen before."""
    chosen = await tournament_before(press)
    found = [] if chosen is None else await press.look(reading.players_named, chosen, typed, MOST_SUGGESTIONS)
    return [(entry_name(one), one.entrant.entrant_id) for one in found]


@finds(Audience.EVERYBODY)
async def any_rulebooks(press: Press, typed: str) -> Pairs:
    """Rulebooks of the server's own and those that come with the bot, as the typed words can mean them."""
    return _labels(await press.look(rulebooks.available), typed, press)


@finds(Audience.EVERYBODY)
async def rulebooks_to_announce(press: Press, typed: str) -> Pairs:
    """Rulebooks by which an event can be announced, as the typed words can mean them."""
    return _labels(await press.look(rulebooks.to_announce), typed, press)


@finds(Audience.EVERYBODY)
async def own_rulebooks(press: Press, typed: str) -> Pairs:
    """Rulebooks of the server's own."""
    return _labels(await press.look(rulebooks.own), typed, press)


async def rulebook_meant(press: Press, typed: str) -> str:
    """The name of the rulebook that was chosen, or that the typed words mean most likely; else what was typed."""
    found = rulebook_names.find_meant(await press.look(rulebooks.available), typed, press.voice)
    return typed if found is None else found.name


async def rulebook_to_announce(press: Press, typed: str) -> str:
    """As `rulebook_meant`; words that mean several things mean one by which an event can be announced."""
    found = rulebook_names.find_meant(await press.look(rulebooks.to_announce), typed, press.voice)
    return typed if found is None else found.name


def _labels(offered: Sequence[Offered], typed: str, press: Press) -> Pairs:
    voice = press.voice
    return [
        (rulebook_names.label_of(one.rulebook, voice), one.name)
        for one in rulebook_names.fitting(offered, typed, voice)
    ]


def _pairs(found: list[Tournament]) -> Pairs:
    return [(tournament.name, tournament.tournament_id) for tournament in found]


@finds(Audience.EVERYBODY)
async def people_known(press: Press, typed: str) -> Pairs:
    """People whom the bot knows, with or without Discord, by a part of their name."""
    found = await press.look(known_people.names_like, typed, MOST_SUGGESTIONS)
    return [(known_person(one, press.voice), one.person.person_id) for one in found]


async def person_meant(press: Press, typed: str) -> PersonId:
    """Who was chosen, mentioned or typed by the whole name; raises a UserError for nobody, and for several."""
    return await press.look(known_people.find_named, typed)


OpenEvent = Annotated[TournamentId, Option(tournament_meant, open_tournaments)]
AnyEvent = Annotated[TournamentId, Option(tournament_meant, all_tournaments)]
Player = Annotated[EntrantId, Option(taking(ENTRANT), players)]
AnyRulebook = Annotated[str, Option(rulebook_meant, any_rulebooks)]
UsableRulebook = Annotated[str, Option(rulebook_to_announce, rulebooks_to_announce)]
OwnRulebook = Annotated[str, Option(as_typed, own_rulebooks)]
KnownPerson = Annotated[PersonId, Option(person_meant, people_known)]
"""Somebody by name, who may have no Discord."""
