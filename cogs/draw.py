"""The bracket, the proof of the draw, the redraw, and leaving after the close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.ids import EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.errors import Outdated
from bot.rendering.events import draw_cards
from bot.rendering.layout import Card
from bot.rendering.title_match import holder_cards
from bot.services.events import drawing, event_reading, leaving
from bot.services.title_match import title_holders
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.choosing import all_tournaments, open_tournaments, players, tournament_meant
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("verify")
async def verify(interaction: Interaction, subject: str) -> None:
    """Runs the draw again from its public record, and says whether it holds."""
    checked = await interaction.client.house.ask(
        drawing.verified, GuildId(interaction.guild_id or 0), TournamentId(subject)
    )
    await answer(interaction, draw_cards.verification(checked, voice_of(interaction)))


@on_press("bracket")
async def bracket(interaction: Interaction, subject: str) -> None:
    """Shows the bracket as it stands, from the reader's own place in it; of a match for a title, its two sides."""
    guild_id, house = GuildId(interaction.guild_id or 0), interaction.client.house
    if holder := await house.ask(title_holders.holder_of, guild_id, TournamentId(subject)):
        await answer(interaction, holder_cards.asked(holder, voice_of(interaction)))
        return
    await answer(interaction, await _bracket(interaction, subject, None))


@on_press("bracket-page")
async def turn(interaction: Interaction, subject: str) -> None:
    """Turns to other pages, in the message that was pressed."""
    tournament_id, _, page = subject.partition("/")
    card = await _bracket(interaction, tournament_id, int(page) if page.isdecimal() else 0)
    await update(interaction, card)


@on_press("redraw")
async def ask_reason(interaction: Interaction, subject: str) -> None:
    """Asks an organiser why the event is to be drawn again; everyone will read it."""
    await interaction.client.house.ask(drawing.redrawable, presser_of(interaction), TournamentId(subject))
    voice = voice_of(interaction)
    form = Form(f"redraw-confirm:{subject}", voice.say("draw.redraw_title"))
    form.ask("reason", voice.say("draw.redraw_reason"), description=voice.say("draw.redraw_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


@on_press("redraw-confirm")
async def redraw(interaction: Interaction, subject: str) -> None:
    """Draws again for the reason that was typed."""
    done = await interaction.client.house.do(
        drawing.redraw, presser_of(interaction), TournamentId(subject), text_of(interaction, "reason")
    )
    await answer(interaction, draw_cards.redrawn(done.name, voice_of(interaction)))


@on_press("leave")
async def leave(interaction: Interaction, subject: str) -> None:
    """Leaves an event that is under way, after having been told what it costs; asks anew where that has changed."""
    tournament_id, _, told = subject.partition("/")
    try:
        left = await interaction.client.house.do(
            leaving.leave, presser_of(interaction), TournamentId(tournament_id), None, None, told or None
        )
    except Outdated:
        await asked_to_leave(interaction, TournamentId(tournament_id))
        return
    await answer(interaction, draw_cards.you_left(left, voice_of(interaction)))


@on_press("take-out")
async def take_out(interaction: Interaction, subject: str) -> None:
    """Takes somebody out of an event that is under way, for the reason that staff typed."""
    tournament_id, _, person_id = subject.partition("/")
    left = await interaction.client.house.do(
        leaving.leave,
        presser_of(interaction),
        TournamentId(tournament_id),
        PersonId(person_id),
        text_of(interaction, "reason"),
    )
    await answer(interaction, draw_cards.taken_out(left, voice_of(interaction)))


async def asked_to_leave(interaction: Interaction, tournament_id: TournamentId) -> bool:
    """Where confirmation is closed, says what leaving costs and offers the button; False while leaving is free."""
    left = await interaction.client.house.ask(leaving.leavable, presser_of(interaction), tournament_id)
    if left is None:
        return False
    await answer(interaction, draw_cards.leaving_asked(left, voice_of(interaction)))
    return True


async def _bracket(interaction: Interaction, subject: str, page: int | None) -> Card:
    view, reader = await interaction.client.house.ask(
        event_reading.bracket_for,
        GuildId(interaction.guild_id or 0),
        TournamentId(subject),
        MemberId(interaction.user.id),
    )
    return draw_cards.bracket(view, reader, page, voice_of(interaction))


@app_commands.guild_only()
class Draw(commands.GroupCog, group_name="draw", group_description="commands.draw"):
    """The same by command."""

    @app_commands.command(name="verify", description="commands.draw_verify")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def verify_command(self, interaction: Interaction, tournament: str) -> None:
        """Runs the draw again from its public record."""
        await verify(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="bracket", description="commands.draw_bracket")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def bracket_command(self, interaction: Interaction, tournament: str) -> None:
        """Shows the bracket as it stands."""
        await bracket(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="redraw", description="commands.draw_redraw")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def redraw_command(self, interaction: Interaction, tournament: str) -> None:
        """Asks for the reason and draws again, before the first call only."""
        await ask_reason(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="withdraw", description="commands.draw_withdraw")
    @app_commands.describe(tournament="commands.option_tournament", player="commands.draw_withdraw_player")
    @app_commands.autocomplete(tournament=open_tournaments, player=players)
    async def withdraw_command(self, interaction: Interaction, tournament: str, player: str) -> None:
        """Asks staff why somebody has to leave an event that is under way."""
        tournament_id = await tournament_meant(interaction, tournament)
        left = await interaction.client.house.ask(
            leaving.removable, presser_of(interaction), tournament_id, EntrantId(player)
        )
        voice = voice_of(interaction)
        form = Form(f"take-out:{tournament_id}/{left.person.person_id}", voice.say("draw.take_out_title"))
        form.ask(
            "reason",
            voice.say("draw.take_out_reason"),
            description=voice.say("draw.take_out_why"),
            long=True,
            limit=300,
        )
        await interaction.response.send_modal(form)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Draw())
