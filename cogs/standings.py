"""The standings of an event, why somebody stands where, and the rounds of a Swiss with the reason of each pairing."""

from __future__ import annotations

from bot.domain.ids import EntrantId, TournamentId
from bot.rendering.events import pairing_words, round_cards, standings_cards
from bot.rendering.layout import Card
from bot.services.events import pairing_reading, rounds, standings_reading
from cogs.audience import Audience
from cogs.choosing import AnyEvent, Player
from cogs.commands import command
from cogs.pages import with_pages
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import ENTRANT, EVENT, NUMBER
from cogs.takes import pair


@on_press("standings", EVENT, Audience.EVERYBODY)
@with_pages("standings-page", Audience.EVERYBODY, EVENT)
async def table(press: Press, tournament_id: TournamentId, page: int) -> Card:
    """Shows the table as it stands."""
    view, reader = await press.look(standings_reading.standings_for, tournament_id, press.member_id)
    card = standings_cards.standings(view, reader, page, press.voice)
    return round_cards.with_round_button(card, await press.ask(rounds.coming_for, tournament_id), press.voice)


@command("standings", Audience.EVERYBODY)
async def standings(press: Press, tournament: AnyEvent, player: Player | None = None) -> Card:
    """Shows the table, or explains every value of a player, round by round."""
    if player is None:
        return await table(press, tournament)
    return standings_cards.explanation(await press.look(standings_reading.why, tournament, player), press.voice)


@on_press("standings-why", EVENT, Audience.EVERYBODY)
async def why_chosen(press: Press, tournament_id: TournamentId) -> Card:
    """Explains the place of whoever was chosen."""
    player: EntrantId = await press.read_choice(ENTRANT)
    return await standings(press, tournament_id, player)


@on_press("pairings", EVENT, Audience.EVERYBODY)
async def last_round(press: Press, tournament_id: TournamentId) -> Card:
    """Shows the last round of a Swiss with the reason of each board."""
    return pairing_words.looked_up(await press.look(pairing_reading.reasons, tournament_id), press.voice)


@on_press("pairings-of", pair(EVENT, NUMBER, "/"), Audience.EVERYBODY, update=True)
async def other_round(press: Press, tournament_id: TournamentId, number: int) -> Card:
    """Turns to another round, in the message that was pressed."""
    return pairing_words.looked_up(await press.look(pairing_reading.reasons, tournament_id, number), press.voice)


@on_press("round-miss", EVENT, Audience.PLAYERS)
async def miss(press: Press, tournament_id: TournamentId) -> Card:
    """Announces that the presser misses the round to come."""
    return round_cards.absence_receipt(await press.do(rounds.miss, tournament_id), press.voice)


@on_press("round-play", EVENT, Audience.PLAYERS)
async def play(press: Press, tournament_id: TournamentId) -> Card:
    """Takes back that the presser misses the round."""
    return round_cards.absence_receipt(await press.do(rounds.play_after_all, tournament_id), press.voice)
