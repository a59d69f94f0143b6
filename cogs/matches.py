"""A match as its players run it: being there, reporting, answering, calling the arbiter; and its commands."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.contests import Score
from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView
from bot.domain.tables.table_views import TableView
from bot.domain.team_play.team_views import TeamMatch
from bot.rendering.arena import arena_cards
from bot.rendering.events import round_cards
from bot.rendering.layout import Card
from bot.rendering.people import mention
from bot.rendering.playing import match_card, match_desk, match_notes
from bot.rendering.playing.match_words import match_name
from bot.rendering.text import plain
from bot.services.arena import arena_reading
from bot.services.events import rounds
from bot.services.playing import correcting, match_reading, presence, reporting, ruling, told_scores
from bot.services.timetable import contest_subject
from cogs.audience import Audience
from cogs.choosing import offered
from cogs.crowds import live
from cogs.options import Option, taking
from cogs.press import Choices, Press, by_command, suggests
from cogs.refereeing import ask_why_ruled, show_desk
from cogs.routing import Form, on_press
from cogs.subjects import MATCH, REPORTED, SCORE, Reported
from cogs.teams import ask_for_right_boards
from cogs.warnings import show_warnings

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("here", MATCH, Audience.PLAYERS)
async def here(press: Press, contest_id: ContestId) -> None:
    """Notes that the player is there."""
    await live(press, contest_subject(contest_id), partial(_here, press, contest_id))


@on_press("score", MATCH, Audience.PLAYERS)
async def score(press: Press, contest_id: ContestId) -> None:
    """Takes the score that was chosen: a player's report, or the arbiter's word."""
    given = await press.picked(SCORE)
    if await press.ask(ruling.needs_reason, contest_id, given):
        await ask_why_ruled(press, contest_id, given)
        return
    act = partial(_report, press, contest_id, given)
    await live(press, contest_subject(contest_id), act, private=False)


@on_press("agree", REPORTED, Audience.PLAYERS)
async def agree(press: Press, meant: Reported) -> None:
    """Confirms the opponent's report."""
    contest_id, report_id = meant
    act = partial(_confirm, press, contest_id, report_id)
    await live(press, contest_subject(contest_id), act)


@on_press("agree-other", REPORTED, Audience.PLAYERS)
async def agree_other(press: Press, meant: Reported) -> None:
    """Agrees with the other's score after two that differ."""
    contest_id, report_id = meant
    act = partial(_agree_other, press, contest_id, report_id)
    await live(press, contest_subject(contest_id), act, private=False)


@on_press("dispute", REPORTED, Audience.PLAYERS)
async def dispute(press: Press, meant: Reported) -> None:
    """Asks what the person sees differently; the report does not come to stand while that is written."""
    contest_id, report_id = meant
    await press.do(reporting.doubt, contest_id, report_id)
    voice = press.voice
    form = Form(f"dispute-why:{contest_id}.{report_id}", voice.say("matches.form_dispute"))
    form.ask("why", voice.say("matches.form_dispute_why"), long=True, limit=500)
    await press.form(form)


@on_press("dispute-why", REPORTED, Audience.PLAYERS)
async def dispute_why(press: Press, meant: Reported) -> None:
    """Takes the dispute; the arbiter reads it."""
    contest_id, report_id = meant
    act = partial(_dispute, press, contest_id, report_id, press.text("why"))
    await live(press, contest_subject(contest_id), act, private=False)


@on_press("call-arbiter", MATCH, Audience.PLAYERS)
async def call_arbiter(press: Press, contest_id: ContestId) -> None:
    """Pings the arbiter for a player."""
    presser = press.presser
    view = await press.do(reporting.call_arbiter, contest_id)
    caller = next(player for player in view.players if player.discord_id == presser.member_id)
    card = match_notes.arbiter_called(view, mention(caller), press.server_voice)
    await press.answer(card, private=False)


@on_press("match", MATCH, Audience.EVERYBODY)
async def match(press: Press, contest_id: ContestId) -> None:
    """Shows the match to the person alone, in their language."""
    now = press.now
    view = await press.look(match_reading.shown, contest_id, now)
    await press.answer(await _details(press, view))


async def _details(press: Press, view: MatchView) -> Card:
    """The match for the person alone; who plays it in an arena has the own card, with all that can be told there."""
    plays = any(one.discord_id == press.member_id for one in view.players)
    if not plays or view.contest.result is not None or not view.tournament.rulebook.traits.has_lobby:
        card, tournament_id = match_card.details(view, press.voice), view.tournament.tournament_id
        coming = await press.ask(rounds.coming_for, tournament_id)
        return round_cards.offered(card, coming if plays else None, press.voice)
    return arena_cards.own(await press.ask(arena_reading.mine, view.tournament.tournament_id), press.voice)


async def _here(press: Press, contest_id: ContestId) -> Card:
    arrival = await press.do(presence.here, contest_id)
    return match_notes.arrived(arrival, press.voice)


async def _report(press: Press, contest_id: ContestId, given: Score) -> Card:
    taken = await press.do(told_scores.report, contest_id, given)
    return match_notes.reported(taken, press.server_voice)


async def _confirm(press: Press, contest_id: ContestId, report_id: str) -> Card:
    await press.do(reporting.confirm, contest_id, report_id)
    return match_notes.settled(await press.look(match_reading.shown, contest_id, press.now), press.voice)


async def _agree_other(press: Press, contest_id: ContestId, report_id: str) -> Card:
    await press.do(reporting.accept_other, contest_id, report_id)
    return match_notes.settled(await press.look(match_reading.shown, contest_id, press.now), press.server_voice)


async def _dispute(press: Press, contest_id: ContestId, report_id: str, why: str) -> Card:
    view = await press.do(reporting.dispute, contest_id, report_id, why)
    return match_notes.disputed(view, press.server_voice)


@suggests(Audience.EVERYBODY)
async def matches_in_play(press: Press, typed: str) -> Choices:
    """Matches without a score, as "Quarter-finals · match 2: Ana – Bia"."""
    return await _choices(press, typed, settled=False)


@suggests(Audience.EVERYBODY)
async def settled_matches(press: Press, typed: str) -> Choices:
    """Matches with a score."""
    return await _choices(press, typed, settled=True)


@suggests(Audience.EVERYBODY)
async def any_match(press: Press, typed: str) -> Choices:
    """Matches with and without a score."""
    found = await _choices(press, typed, settled=False) + await _choices(press, typed, settled=True)
    return found[:25]


async def _choices(press: Press, typed: str, *, settled: bool) -> Choices:
    voice = press.voice
    at = press.at
    listed = await press.look(match_reading.listed, settled=settled, at=at)
    named = [
        (
            f"{match_name(one.contest.stage, one.contest.round, one.place, voice)}: {' – '.join(names)}",
            one.contest.contest_id,
        )
        for one in listed
        for names in [[plain(player.name, 25) for player in one.players]]
    ]
    return offered(named, typed)


MatchInPlay = app_commands.Transform[ContestId, Option(taking(MATCH), matches_in_play)]
SettledMatch = app_commands.Transform[ContestId, Option(taking(MATCH), settled_matches)]
AnyMatch = app_commands.Transform[ContestId, Option(taking(MATCH), any_match)]


class Matches(commands.GroupCog, group_name="match", group_description="commands.match"):
    """The same by command, for who cannot find the card, and what comes after a match."""

    @app_commands.command(name="mine", description="commands.match_mine")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def mine(self, press: Press) -> None:
        """Shows the person's own match, or those that the person follows."""
        member_id = press.member_id
        now = press.now
        views = await press.look(match_reading.mine, member_id, now)
        if not views:
            await press.say("matches.none_of_yours")
        for view in views[:3]:
            await press.answer(await _details(press, view))

    @app_commands.command(name="rule", description="commands.match_rule")
    @app_commands.describe(match="commands.match_option")
    @app_commands.guild_only()
    @by_command(Act.RULE_RESULT)
    async def rule(self, press: Press, match: MatchInPlay) -> None:
        """Opens the arbiter's desk of the match."""
        await show_desk(press, match)

    @app_commands.command(name="warn", description="commands.match_warn")
    @app_commands.describe(match="commands.match_option")
    @app_commands.guild_only()
    @by_command(Act.RULE_RESULT)
    async def warn(self, press: Press, match: AnyMatch) -> None:
        """Opens the warnings of the match: to give one, or to take one back (GO-24)."""
        await show_warnings(press, match)

    @app_commands.command(name="correct", description="commands.match_correct")
    @app_commands.describe(match="commands.match_option")
    @app_commands.guild_only()
    @by_command(Act.CORRECT_RESULT)
    async def correct(self, press: Press, match: SettledMatch) -> None:
        """Asks for the right score of a settled match; what that reopens is shown before anything happens."""
        contest_id, presser = match, press.presser
        scores = await press.ask(correcting.correctable, contest_id)
        view = await press.look(match_reading.shown, contest_id, presser.at)
        if view.part(TeamMatch) is not None:
            await ask_for_right_boards(press, view)
            return
        table = view.part(TableView)
        if table is not None:
            await press.answer(match_desk.right_winner(view, table, press.voice))
            return
        await press.answer(match_desk.correction_scores(view, scores, press.voice))

    @app_commands.command(name="recording", description="commands.match_recording")
    @app_commands.describe(match="commands.match_option", link="commands.match_link")
    @app_commands.guild_only()
    @by_command(Act.ADD_RECORDING)
    async def recording(self, press: Press, match: AnyMatch, link: str) -> None:
        """Keeps a link with the match (AIJE-D01-6)."""
        await press.do(ruling.add_recording, match, link)
        await press.say("matches.recording_kept")


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Matches(bot))
