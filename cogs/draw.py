"""The bracket, the proof of the draw, the redraw, and leaving after the close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.ids import PersonId, TournamentId
from bot.domain.permissions import Act
from bot.errors import Outdated
from bot.rendering.events import draw_cards
from bot.rendering.layout import Card
from bot.rendering.title_match import holder_cards
from bot.services.events import drawing, event_reading, leaving
from bot.services.title_match import title_holders
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent, Player
from cogs.press import Press, by_command
from cogs.routing import Form, on_press
from cogs.subjects import EVENT, PAGE, PERSON, WORD, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("verify", EVENT, Audience.EVERYBODY)
async def verify(press: Press, tournament_id: TournamentId) -> None:
    """Runs the draw again from its public record, and says whether it holds."""
    checked = await press.look(drawing.verified, tournament_id)
    await press.answer(draw_cards.verification(checked, press.voice))


@on_press("bracket", EVENT, Audience.EVERYBODY)
async def bracket(press: Press, tournament_id: TournamentId) -> None:
    """Shows the bracket as it stands, from the reader's own place in it; of a match for a title, its two sides."""
    if holder := await press.look(title_holders.holder_of, tournament_id):
        await press.answer(holder_cards.asked(holder, press.voice))
        return
    await press.answer(await _bracket(press, tournament_id, None))


@on_press("bracket-page", pair(EVENT, PAGE, "/"), Audience.EVERYBODY)
async def turn(press: Press, meant: tuple[TournamentId, int]) -> None:
    """Turns to other pages, in the message that was pressed."""
    tournament_id, page = meant
    card = await _bracket(press, tournament_id, page)
    await press.update(card)


@on_press("redraw", EVENT, Act.REDRAW)
async def ask_reason(press: Press, tournament_id: TournamentId) -> None:
    """Asks an organiser why the event is to be drawn again; everyone will read it."""
    await press.ask(drawing.redrawable, tournament_id)
    voice = press.voice
    form = Form(f"redraw-confirm:{tournament_id}", voice.say("draw.redraw_title"))
    form.ask("reason", voice.say("draw.redraw_reason"), description=voice.say("draw.redraw_why"), long=True, limit=500)
    await press.form(form)


@on_press("redraw-confirm", EVENT, Act.REDRAW)
async def redraw(press: Press, tournament_id: TournamentId) -> None:
    """Draws again for the reason that was typed."""
    done = await press.do(drawing.redraw, tournament_id, press.text("reason"))
    await press.answer(draw_cards.redrawn(done.name, press.voice))


@on_press("leave", pair(EVENT, WORD, "/"), Audience.PLAYERS)
async def leave(press: Press, meant: tuple[TournamentId, str]) -> None:
    """Leaves an event that is under way, after having been told what it costs; asks anew where that has changed."""
    tournament_id, told = meant
    try:
        left = await press.do(leaving.leave, tournament_id, None, None, told or None)
    except Outdated:
        await asked_to_leave(press, tournament_id)
        return
    await press.answer(draw_cards.you_left(left, press.voice))


@on_press("take-out", pair(EVENT, PERSON, "/"), Act.TAKE_OUT_PLAYER)
async def take_out(press: Press, meant: tuple[TournamentId, PersonId]) -> None:
    """Takes somebody out of an event that is under way, for the reason that staff typed."""
    tournament_id, person_id = meant
    left = await press.do(
        leaving.leave,
        tournament_id,
        person_id,
        press.text("reason"),
    )
    await press.answer(draw_cards.taken_out(left, press.voice))


async def asked_to_leave(press: Press, tournament_id: TournamentId) -> bool:
    """Where confirmation is closed, says what leaving costs and offers the button; False while leaving is free."""
    left = await press.ask(leaving.leavable, tournament_id)
    if left is None:
        return False
    await press.answer(draw_cards.leaving_asked(left, press.voice))
    return True


async def _bracket(press: Press, tournament_id: TournamentId, page: int | None) -> Card:
    view, reader = await press.look(
        event_reading.bracket_for,
        tournament_id,
        press.member_id,
    )
    return draw_cards.bracket(view, reader, page, press.voice)


@app_commands.guild_only()
class Draw(commands.GroupCog, group_name="draw", group_description="commands.draw"):
    """The same by command."""

    @app_commands.command(name="verify", description="commands.draw_verify")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.EVERYBODY)
    async def verify_command(self, press: Press, tournament: AnyEvent) -> None:
        """Runs the draw again from its public record."""
        await verify(press, tournament)

    @app_commands.command(name="bracket", description="commands.draw_bracket")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.EVERYBODY)
    async def bracket_command(self, press: Press, tournament: AnyEvent) -> None:
        """Shows the bracket as it stands."""
        await bracket(press, tournament)

    @app_commands.command(name="redraw", description="commands.draw_redraw")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Act.REDRAW)
    async def redraw_command(self, press: Press, tournament: OpenEvent) -> None:
        """Asks for the reason and draws again, before the first call only."""
        await ask_reason(press, tournament)

    @app_commands.command(name="withdraw", description="commands.draw_withdraw")
    @app_commands.describe(tournament="commands.option_tournament", player="commands.draw_withdraw_player")
    @by_command(Act.TAKE_OUT_PLAYER)
    async def withdraw_command(self, press: Press, tournament: OpenEvent, player: Player) -> None:
        """Asks staff why somebody has to leave an event that is under way."""
        left = await press.ask(leaving.removable, tournament, player)
        voice = press.voice
        form = Form(f"take-out:{tournament}/{left.person.person_id}", voice.say("draw.take_out_title"))
        form.ask(
            "reason",
            voice.say("draw.take_out_reason"),
            description=voice.say("draw.take_out_why"),
            long=True,
            limit=300,
        )
        await press.form(form)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Draw())
