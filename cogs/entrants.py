"""Who is kept apart by the pairing: `/entrant club`, and pairs that an organiser forbids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.rendering.events import apart_cards
from bot.services.events import apart
from bot.services.timetable import tournament_subject
from cogs.audience import Audience
from cogs.choosing import OpenEvent, Player, offered, tournament_meant
from cogs.crowds import live_verb
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import Form, on_press
from cogs.subjects import EVENT

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("club", EVENT, Audience.PLAYERS)
async def club(press: Press, tournament_id: TournamentId) -> None:
    """Asks for the club."""
    voice = press.voice
    form = Form(f"club-said:{tournament_id}", voice.say("apart.say_club"))
    hint = voice.say("apart.club_hint")
    form.ask("club", voice.say("apart.club"), description=hint, limit=apart.CLUB_LIMIT, required=False)
    await press.form(form)


@on_press("club-said", EVENT, Audience.PLAYERS)
async def club_said(press: Press, tournament_id: TournamentId) -> None:
    """Keeps the club that was typed."""
    text = press.text("club")
    panel = tournament_subject(tournament_id)
    await live_verb(press, panel, apart_cards.club_said, apart.say_club, tournament_id, text)


@suggests(Audience.EVERYBODY)
async def known_clubs(press: Press, typed: str) -> Choices:
    """Clubs that others of the event have said, so that one club has one name."""
    chosen = press.option("tournament")
    if not chosen:
        return []
    found = await press.look(apart.clubs, await tournament_meant(press, chosen))
    return offered(((one, one) for one in found), typed)


@app_commands.guild_only()
class Entrants(commands.GroupCog, group_name="entrant", group_description="commands.entrant"):
    """`/entrant`."""

    @app_commands.command(name="club", description="commands.entrant_club")
    @app_commands.describe(
        tournament="commands.option_tournament", club="commands.entrant_club_name", player="commands.entrant_player"
    )
    @app_commands.autocomplete(club=known_clubs)
    @by_command(Audience.EVERYBODY)
    async def club_command(
        self, press: Press, tournament: OpenEvent, club: str = "", player: Player | None = None
    ) -> None:
        """Says the own club, or by staff another's."""
        whose = None if player is None else player
        told = await press.do(apart.say_club, tournament, club, whose)
        await press.answer(apart_cards.club_said(told, press.voice))

    @app_commands.command(name="forbid", description="commands.entrant_forbid")
    @app_commands.describe(
        tournament="commands.option_tournament",
        player="commands.entrant_first",
        other="commands.entrant_second",
        reason="commands.entrant_reason",
    )
    @by_command(Act.EDIT_TOURNAMENT)
    async def forbid(self, press: Press, tournament: OpenEvent, player: Player, other: Player, reason: str) -> None:
        """Forbids a pair."""
        pair = player, other
        told = await press.do(apart.forbid, tournament, pair, reason)
        await press.answer(apart_cards.pair_said(told, press.voice))

    @app_commands.command(name="allow", description="commands.entrant_allow")
    @app_commands.describe(
        tournament="commands.option_tournament", player="commands.entrant_first", other="commands.entrant_second"
    )
    @by_command(Act.EDIT_TOURNAMENT)
    async def allow(self, press: Press, tournament: OpenEvent, player: Player, other: Player) -> None:
        """Lets a pair meet again."""
        pair = player, other
        told = await press.do(apart.allow, tournament, pair)
        await press.answer(apart_cards.pair_said(told, press.voice))

    @app_commands.command(name="pairs", description="commands.entrant_pairs")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Act.EDIT_TOURNAMENT)
    async def pairs(self, press: Press, tournament: OpenEvent) -> None:
        """Shows the pairs that are not to meet."""
        view = await press.ask(apart.listing, tournament)
        await press.answer(apart_cards.pairs(view, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Entrants())
