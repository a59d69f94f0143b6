"""Who is kept apart by the pairing: `/entrant club`, and pairs that an organiser forbids."""

from __future__ import annotations

from typing import Annotated

from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.rendering.events import apart_cards
from bot.rendering.layout import Card
from bot.services.events import apart
from bot.services.timetable import tournament_subject
from cogs.audience import Audience
from cogs.choosing import OpenEvent, Player, tournament_before
from cogs.commands import command
from cogs.crowds import live_verb
from cogs.forms import Text
from cogs.options import Option, Pairs, as_typed, suggests
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT


@on_press("club", EVENT, Audience.PLAYERS)
async def club(press: Press, tournament_id: TournamentId) -> None:
    """Asks for the club."""
    asked = Text("club", "apart.club", "apart.club_hint", limit=apart.CLUB_LIMIT, required=False)
    await press.open_form(f"club-said:{tournament_id}", "apart.say_club", asked)


@on_press("club-said", EVENT, Audience.PLAYERS)
async def club_said(press: Press, tournament_id: TournamentId) -> None:
    """Keeps the club that was typed."""
    panel = tournament_subject(tournament_id)
    await live_verb(press, panel, apart_cards.club_said, apart.say_club, tournament_id, press.text("club"))


@suggests(Audience.EVERYBODY)
async def known_clubs(press: Press) -> Pairs:
    """Clubs that others of the event have said, so that one club has one name."""
    chosen = await tournament_before(press)
    return [] if chosen is None else [(one, one) for one in await press.look(apart.clubs, chosen)]


Club = Annotated[str, Option(as_typed, known_clubs)]


@command("entrant club", Audience.EVERYBODY)
async def say_club(press: Press, tournament: OpenEvent, club: Club = "", player: Player | None = None) -> Card:
    """Says the own club, or by staff another's."""
    return apart_cards.club_said(await press.do(apart.say_club, tournament, club, player), press.voice)


@command("entrant forbid", Act.KEEP_APART)
async def forbid(press: Press, tournament: OpenEvent, player: Player, other: Player, reason: str) -> Card:
    """Forbids a pair."""
    return apart_cards.pair_said(await press.do(apart.forbid, tournament, (player, other), reason), press.voice)


@command("entrant allow", Act.KEEP_APART)
async def allow(press: Press, tournament: OpenEvent, player: Player, other: Player) -> Card:
    """Lets a pair meet again."""
    return apart_cards.pair_said(await press.do(apart.allow, tournament, (player, other)), press.voice)


@command("entrant pairs", Act.KEEP_APART)
async def pairs(press: Press, tournament: OpenEvent) -> Card:
    """Shows the pairs that are not to meet."""
    return apart_cards.pairs(await press.ask(apart.listing, tournament), press.voice)
