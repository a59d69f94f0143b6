"""Who is kept apart by the pairing: `/entrant club`, and pairs that an organiser forbids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.ids import EntrantId, GuildId, TournamentId
from bot.errors import UserError
from bot.rendering.events import apart_cards
from bot.rendering.text import plain
from bot.services.events import apart
from bot.services.timetable import tournament_subject
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.choosing import open_tournaments, players, tournament_meant
from cogs.crowds import press_verb
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("club")
async def club(interaction: Interaction, subject: str) -> None:
    """Asks for the club."""
    voice = voice_of(interaction)
    form = Form(f"club-said:{subject}", voice.say("apart.say_club"))
    hint = voice.say("apart.club_hint")
    form.ask("club", voice.say("apart.club"), description=hint, limit=apart.CLUB_LIMIT, required=False)
    await interaction.response.send_modal(form)


@on_press("club-said")
async def club_said(interaction: Interaction, subject: str) -> None:
    """Keeps the club that was typed."""
    presser, text = presser_of(interaction), text_of(interaction, "club")
    panel = tournament_subject(TournamentId(subject))
    await press_verb(interaction, panel, apart_cards.club_said, apart.say_club, presser, TournamentId(subject), text)


async def known_clubs(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Clubs that others of the event have said, so that one club has one name."""
    chosen = interaction.namespace.tournament
    if not chosen:
        return []
    try:
        found = await interaction.client.house.ask(
            apart.clubs, GuildId(interaction.guild_id or 0), TournamentId(chosen)
        )
    except UserError:
        return []
    wanted = typed.casefold()
    return [app_commands.Choice(name=plain(one, 100), value=one) for one in found if wanted in one.casefold()][:25]


@app_commands.guild_only()
class Entrants(commands.GroupCog, group_name="entrant", group_description="commands.entrant"):
    """`/entrant`."""

    @app_commands.command(name="club", description="commands.entrant_club")
    @app_commands.describe(
        tournament="commands.option_tournament", club="commands.entrant_club_name", player="commands.entrant_player"
    )
    @app_commands.autocomplete(tournament=open_tournaments, club=known_clubs, player=players)
    async def club_command(
        self, interaction: Interaction, tournament: str, club: str = "", player: str | None = None
    ) -> None:
        """Says the own club, or by staff another's."""
        meant, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
        whose = None if player is None else EntrantId(player)
        told = await interaction.client.house.do(apart.say_club, presser, meant, club, whose)
        await answer(interaction, apart_cards.club_said(told, voice_of(interaction)))

    @app_commands.command(name="forbid", description="commands.entrant_forbid")
    @app_commands.describe(
        tournament="commands.option_tournament",
        player="commands.entrant_first",
        other="commands.entrant_second",
        reason="commands.entrant_reason",
    )
    @app_commands.autocomplete(tournament=open_tournaments, player=players, other=players)
    async def forbid(self, interaction: Interaction, tournament: str, player: str, other: str, reason: str) -> None:
        """Forbids a pair."""
        meant, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
        pair = EntrantId(player), EntrantId(other)
        told = await interaction.client.house.do(apart.forbid, presser, meant, pair, reason)
        await answer(interaction, apart_cards.pair_said(told, voice_of(interaction)))

    @app_commands.command(name="allow", description="commands.entrant_allow")
    @app_commands.describe(
        tournament="commands.option_tournament", player="commands.entrant_first", other="commands.entrant_second"
    )
    @app_commands.autocomplete(tournament=open_tournaments, player=players, other=players)
    async def allow(self, interaction: Interaction, tournament: str, player: str, other: str) -> None:
        """Lets a pair meet again."""
        meant, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
        pair = EntrantId(player), EntrantId(other)
        told = await interaction.client.house.do(apart.allow, presser, meant, pair)
        await answer(interaction, apart_cards.pair_said(told, voice_of(interaction)))

    @app_commands.command(name="pairs", description="commands.entrant_pairs")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def pairs(self, interaction: Interaction, tournament: str) -> None:
        """Shows the pairs that are not to meet."""
        meant = await tournament_meant(interaction, tournament)
        view = await interaction.client.house.ask(apart.listing, presser_of(interaction), meant)
        await answer(interaction, apart_cards.pairs(view, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Entrants())
