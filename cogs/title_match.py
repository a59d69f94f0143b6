"""A match for a title: the champion chooses colours, games are told one by one, pauses are taken (AIJE-D03)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import ContestId, GuildId, MemberId, TournamentId
from bot.domain.title_match.series_record import GameEnd
from bot.domain.title_match.title_game import Colour
from bot.errors import Outdated
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.title_match import holder_cards, series_cards
from bot.services.timetable import contest_subject
from bot.services.title_match import game_endings, series, title_holders
from cogs.answering import Interaction, answer, presser_of, server_voice, update, voice_of
from cogs.choosing import open_tournaments, tournament_meant
from cogs.crowds import press
from cogs.marks import ask_why, marked, marked_word, tell_everybody
from cogs.routing import chosen, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot

_SIDES = {"0": 0, "1": 1, "d": None, "x": None}
"""What a press says of a game: a side that won it, drawn, annulled."""


@on_press("title-colour")
async def title_colour(interaction: Interaction, subject: str) -> None:
    """Takes the champion's colour of the first or of the last game."""
    tournament_id, _, rest = subject.partition(".")
    panel = title_holders.title_subject(TournamentId(tournament_id))
    await press(interaction, panel, partial(_choose, interaction, TournamentId(tournament_id), rest))


@on_press("title-colours")
async def own_colours(interaction: Interaction, subject: str) -> None:
    """Leads from the list of things to do to the champion's card, with its buttons."""
    guild_id, house = GuildId(interaction.guild_id or 0), interaction.client.house
    view = await house.ask(title_holders.colours, guild_id, TournamentId(subject))
    await answer(interaction, replace(holder_cards.asked(view, voice_of(interaction)), pings=frozenset()))


@on_press("series-won")
async def series_won(interaction: Interaction, subject: str) -> None:
    """Takes the end of the game under way."""
    contest_id, mark, side = marked_word(subject)
    act = partial(_tell, interaction, contest_id, mark, side)
    await press(interaction, contest_subject(contest_id), act, private=False)


@on_press("series-how")
async def series_how(interaction: Interaction, subject: str) -> None:
    """Takes how a game ended, from the menu under the word on it."""
    contest_id, entry = marked(subject)
    how = "".join(chosen(interaction))
    if how not in set(GameEnd):
        raise Outdated
    told = await interaction.client.house.do(
        game_endings.tell_how, presser_of(interaction), contest_id, entry, GameEnd(how)
    )
    voice = server_voice(interaction)
    await update(interaction, series_cards.ended_so(told.view, told.word, match_notes.settled(told.view, voice), voice))


@on_press("match-pause")
async def match_pause(interaction: Interaction, subject: str) -> None:
    """Takes a pause, or several in one."""
    contest_id, mark, at_once = marked_word(subject)
    if not at_once.isdecimal() or int(at_once) < 1:
        raise Outdated
    act = partial(_pause, interaction, contest_id, mark, int(at_once))
    await press(interaction, contest_subject(contest_id), act, private=False)


@on_press("match-go-on")
async def match_go_on(interaction: Interaction, subject: str) -> None:
    """Ends a pause early, or trouble."""
    contest_id, mark = marked(subject)
    act = partial(_go_on, interaction, contest_id, mark)
    await press(interaction, contest_subject(contest_id), act, private=False)


@on_press("match-trouble")
async def match_trouble(interaction: Interaction, subject: str) -> None:
    """The arbiter notes technical trouble."""
    contest_id, mark = marked(subject)
    view = await interaction.client.house.do(series.trouble, presser_of(interaction), contest_id, mark)
    await update(interaction, match_desk.desk(view, voice_of(interaction)))
    await tell_everybody(interaction, view, series_cards.stopped(view, server_voice(interaction)))


@on_press("series-decide")
async def series_decide(interaction: Interaction, subject: str) -> None:
    """Asks why a game is annulled or awarded."""
    contest_id, mark = marked(subject)
    custom_id = f"series-why:{contest_id}.{mark}.{''.join(chosen(interaction))}"
    await ask_why(interaction, custom_id, "title_match.decide_form")


@on_press("series-why")
async def series_why(interaction: Interaction, subject: str) -> None:
    """Annuls or awards the game, and tells the players."""
    match subject.split("."):
        case [contest_id, mark, number, who] if mark.isdecimal() and number.isdecimal() and who in _SIDES:
            pass
        case _:
            raise Outdated
    told = await interaction.client.house.do(
        series.decide,
        presser_of(interaction),
        ContestId(contest_id),
        int(mark),
        int(number),
        _SIDES[who],
        text_of(interaction, "why"),
    )
    voice = server_voice(interaction)
    card = series_cards.decided(told.view, told.number, told.winner, told.reason, voice)
    await tell_everybody(interaction, told.view, match_notes.settled(told.view, voice) if told.over else card)


@on_press("series-back")
async def series_back(interaction: Interaction, subject: str) -> None:
    """Takes back the last word on a game."""
    contest_id, mark = marked(subject)
    view = await interaction.client.house.do(series.take_back, presser_of(interaction), contest_id, mark)
    await update(interaction, match_desk.desk(view, voice_of(interaction)))
    await tell_everybody(interaction, view, series_cards.taken_back(view, server_voice(interaction)))


async def _choose(interaction: Interaction, tournament_id: TournamentId, rest: str) -> Card:
    which, _, colour = rest.partition(".")
    if which not in {"first", "last"} or colour not in set(Colour):
        raise Outdated
    game: title_holders.WhichGame = "first" if which == "first" else "last"
    view = await interaction.client.house.do(
        title_holders.choose, presser_of(interaction), tournament_id, game, Colour(colour)
    )
    return holder_cards.chosen(view, voice_of(interaction))


async def _tell(interaction: Interaction, contest_id: ContestId, mark: int, side: str) -> Card:
    if side not in _SIDES:
        raise Outdated
    told = await interaction.client.house.do(series.tell, presser_of(interaction), contest_id, mark, _SIDES[side])
    voice = server_voice(interaction)
    if told.over:
        return series_cards.over(match_notes.settled(told.view, voice), told.view, told.winner, told.entry, voice)
    if told.waits:
        return series_cards.claimed(told.view, voice)
    return series_cards.told(told.view, told.number, told.winner, voice, told.entry)


async def _pause(interaction: Interaction, contest_id: ContestId, mark: int, at_once: int) -> Card:
    view = await interaction.client.house.do(series.pause, presser_of(interaction), contest_id, mark, at_once)
    return series_cards.stopped(view, server_voice(interaction))


async def _go_on(interaction: Interaction, contest_id: ContestId, mark: int) -> Card:
    view = await interaction.client.house.do(series.go_on, presser_of(interaction), contest_id, mark)
    return series_cards.stopped(view, server_voice(interaction))


@app_commands.guild_only()
class TitleMatch(commands.GroupCog, group_name="title-match", group_description="commands.title_match"):
    """`/title-match`."""

    @app_commands.command(name="champion", description="commands.title_match_champion")
    @app_commands.describe(tournament="commands.title_match_tournament", member="commands.title_match_member")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def champion(self, interaction: Interaction, tournament: str, member: discord.Member) -> None:
        """Names who holds the title, who is then asked for the colours."""
        meant, who = await tournament_meant(interaction, tournament), (MemberId(member.id), member.display_name)
        view = await interaction.client.house.do(title_holders.name_champion, presser_of(interaction), meant, who)
        await answer(interaction, holder_cards.named(view, voice_of(interaction)))

    @app_commands.command(name="colours", description="commands.title_match_colours")
    @app_commands.describe(tournament="commands.title_match_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def colours(self, interaction: Interaction, tournament: str) -> None:
        """Shows what the champion has chosen, with the buttons as long as they count."""
        meant = await tournament_meant(interaction, tournament)
        guild_id = GuildId(interaction.guild_id or 0)
        view = await interaction.client.house.ask(title_holders.colours, guild_id, meant)
        await answer(interaction, holder_cards.asked(view, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(TitleMatch())
