"""A match for a title: the champion chooses colours, games are told one by one, pauses are taken (AIJE-D03)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.events.told_games import GameEnd
from bot.domain.ids import ContestId, MemberId, TournamentId
from bot.domain.permissions import Act
from bot.domain.title_match.title_game import Colour
from bot.errors import Outdated
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.title_match import holder_cards, series_cards
from bot.services.timetable import contest_subject
from bot.services.title_match import game_endings, series, title_holders
from bot.services.title_match.title_holders import WhichGame
from cogs.audience import Audience
from cogs.choosing import OpenEvent
from cogs.crowds import live
from cogs.marks import ask_why, tell_everybody
from cogs.press import Press, by_command
from cogs.routing import on_press
from cogs.subjects import EVENT, MARKED, MATCH, NUMBER, WORD, Marked, among, one_of, pair, quadruple, triple

if TYPE_CHECKING:
    from bot.app import TournamentBot

_GAMES: dict[str, WhichGame] = {"first": "first", "last": "last"}
_SIDES = {"0": 0, "1": 1, "d": None, "x": None}
"""What a press says of a game: a side that won it, drawn, annulled."""


@on_press("title-colour", triple(EVENT, among(_GAMES), one_of(Colour)), Audience.PLAYERS)
async def title_colour(press: Press, meant: tuple[TournamentId, WhichGame, Colour]) -> None:
    """Takes the champion's colour of the first or of the last game."""
    tournament_id, game, colour = meant
    panel = title_holders.title_subject(tournament_id)
    await live(press, panel, partial(_choose, press, tournament_id, game, colour))


@on_press("title-colours", EVENT, Audience.EVERYBODY)
async def own_colours(press: Press, tournament_id: TournamentId) -> None:
    """Leads from the list of things to do to the champion's card, with its buttons."""
    view = await press.look(title_holders.colours, tournament_id)
    await press.answer(replace(holder_cards.asked(view, press.voice), pings=frozenset()))


@on_press("series-won", triple(MATCH, NUMBER, among(_SIDES)), Audience.PLAYERS)
async def series_won(press: Press, meant: tuple[ContestId, int, int | None]) -> None:
    """Takes the end of the game under way."""
    contest_id, mark, side = meant
    act = partial(_tell, press, contest_id, mark, side)
    await live(press, contest_subject(contest_id), act, private=False)


@on_press("series-how", MARKED, Audience.PLAYERS)
async def series_how(press: Press, meant: Marked) -> None:
    """Takes how a game ended, from the menu under the word on it."""
    contest_id, entry = meant
    how = await press.picked(one_of(GameEnd))
    told = await press.do(game_endings.tell_how, contest_id, entry, how)
    voice = press.server_voice
    await press.update(series_cards.ended_so(told.view, told.word, match_notes.settled(told.view, voice), voice))


@on_press("match-pause", triple(MATCH, NUMBER, NUMBER), Audience.PLAYERS)
async def match_pause(press: Press, meant: tuple[ContestId, int, int]) -> None:
    """Takes a pause, or several in one."""
    contest_id, mark, at_once = meant
    if at_once < 1:
        raise Outdated
    act = partial(_pause, press, contest_id, mark, at_once)
    await live(press, contest_subject(contest_id), act, private=False)


@on_press("match-go-on", MARKED, Audience.PLAYERS)
async def match_go_on(press: Press, meant: Marked) -> None:
    """Ends a pause early, or trouble."""
    contest_id, mark = meant
    act = partial(_go_on, press, contest_id, mark)
    await live(press, contest_subject(contest_id), act, private=False)


@on_press("match-trouble", MARKED, Act.STOP_MATCH)
async def match_trouble(press: Press, meant: Marked) -> None:
    """The arbiter notes technical trouble."""
    contest_id, mark = meant
    view = await press.do(series.trouble, contest_id, mark)
    await press.update(match_desk.desk(view, press.voice))
    await tell_everybody(press, view, series_cards.stopped(view, press.server_voice))


@on_press("series-decide", MARKED, Act.RULE_RESULT)
async def series_decide(press: Press, meant: Marked) -> None:
    """Asks why a game is annulled or awarded."""
    contest_id, mark = meant
    number, who = await press.picked(pair(NUMBER, WORD))
    custom_id = f"series-why:{contest_id}.{mark}.{number}.{who}"
    await ask_why(press, custom_id, "title_match.decide_form")


@on_press("series-why", quadruple(MATCH, NUMBER, NUMBER, among(_SIDES)), Act.RULE_RESULT)
async def series_why(press: Press, meant: tuple[ContestId, int, int, int | None]) -> None:
    """Annuls or awards the game, and tells the players."""
    contest_id, mark, number, side = meant
    told = await press.do(
        series.decide,
        contest_id,
        mark,
        number,
        side,
        press.text("why"),
    )
    voice = press.server_voice
    card = series_cards.decided(told.view, told.number, told.winner, told.reason, voice)
    await tell_everybody(press, told.view, match_notes.settled(told.view, voice) if told.over else card)


@on_press("series-back", MARKED, Audience.PLAYERS)
async def series_back(press: Press, meant: Marked) -> None:
    """Takes back the last word on a game."""
    contest_id, mark = meant
    view = await press.do(series.take_back, contest_id, mark)
    await press.update(match_desk.desk(view, press.voice))
    await tell_everybody(press, view, series_cards.taken_back(view, press.server_voice))


async def _choose(press: Press, tournament_id: TournamentId, game: WhichGame, colour: Colour) -> Card:
    view = await press.do(title_holders.choose, tournament_id, game, colour)
    return holder_cards.chosen(view, press.voice)


async def _tell(press: Press, contest_id: ContestId, mark: int, side: int | None) -> Card:
    told = await press.do(series.tell, contest_id, mark, side)
    voice = press.server_voice
    if told.over:
        return series_cards.over(match_notes.settled(told.view, voice), told.view, told.winner, told.entry, voice)
    if told.waits:
        return series_cards.claimed(told.view, voice, differs=told.differs)
    return series_cards.told(told.view, told.number, told.winner, voice, told.entry)


async def _pause(press: Press, contest_id: ContestId, mark: int, at_once: int) -> Card:
    view = await press.do(series.pause, contest_id, mark, at_once)
    return series_cards.stopped(view, press.server_voice)


async def _go_on(press: Press, contest_id: ContestId, mark: int) -> Card:
    view = await press.do(series.go_on, contest_id, mark)
    return series_cards.stopped(view, press.server_voice)


@app_commands.guild_only()
class TitleMatch(commands.GroupCog, group_name="title-match", group_description="commands.title_match"):
    """`/title-match`."""

    @app_commands.command(name="champion", description="commands.title_match_champion")
    @app_commands.describe(tournament="commands.title_match_tournament", member="commands.title_match_member")
    @by_command(Act.EDIT_TOURNAMENT)
    async def champion(self, press: Press, tournament: OpenEvent, member: discord.Member) -> None:
        """Names who holds the title, who is then asked for the colours."""
        who = (MemberId(member.id), member.display_name)
        view = await press.do(title_holders.name_champion, tournament, who)
        await press.answer(holder_cards.named(view, press.voice))

    @app_commands.command(name="colours", description="commands.title_match_colours")
    @app_commands.describe(tournament="commands.title_match_tournament")
    @by_command(Audience.EVERYBODY)
    async def colours(self, press: Press, tournament: OpenEvent) -> None:
        """Shows what the champion has chosen, with the buttons as long as they count."""
        view = await press.look(title_holders.colours, tournament)
        await press.answer(holder_cards.asked(view, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(TitleMatch())
