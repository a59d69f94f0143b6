"""A match as its players run it: being there, reporting, answering, calling the arbiter; and its commands."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.domain.contests import Score
from bot.domain.ids import ContestId, GuildId, MemberId
from bot.domain.playing.match_views import MatchView
from bot.domain.rulebook import FormatName
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
from cogs.answering import Interaction, answer, presser_of, say, server_voice, voice_of
from cogs.crowds import press
from cogs.refereeing import ask_why_ruled, read_score, show_desk
from cogs.routing import Form, chosen, on_press, text_of
from cogs.teams import ask_for_right_boards
from cogs.warnings import show_warnings

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("here")
async def here(interaction: Interaction, subject: str) -> None:
    """Notes that the player is there."""
    await press(interaction, contest_subject(ContestId(subject)), partial(_here, interaction, ContestId(subject)))


@on_press("score")
async def score(interaction: Interaction, subject: str) -> None:
    """Takes the score that was chosen: a player's report, or the arbiter's word."""
    contest_id, given = ContestId(subject), read_score("".join(chosen(interaction)))
    presser = presser_of(interaction)
    if await interaction.client.house.ask(ruling.needs_reason, presser, contest_id, given):
        await ask_why_ruled(interaction, contest_id, given)
        return
    act = partial(_report, interaction, contest_id, given)
    await press(interaction, contest_subject(contest_id), act, private=False)


@on_press("agree")
async def agree(interaction: Interaction, subject: str) -> None:
    """Confirms the opponent's report."""
    contest_id, _, report_id = subject.partition(".")
    act = partial(_confirm, interaction, ContestId(contest_id), report_id)
    await press(interaction, contest_subject(ContestId(contest_id)), act)


@on_press("dispute")
async def dispute(interaction: Interaction, subject: str) -> None:
    """Asks what the person sees differently; the report does not come to stand while that is written."""
    contest_id, _, report_id = subject.partition(".")
    house = interaction.client.house
    await house.do(reporting.doubt, presser_of(interaction), ContestId(contest_id), report_id)
    voice = voice_of(interaction)
    form = Form(f"dispute-why:{subject}", voice.say("matches.form_dispute"))
    form.ask("why", voice.say("matches.form_dispute_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


@on_press("dispute-why")
async def dispute_why(interaction: Interaction, subject: str) -> None:
    """Takes the dispute; the arbiter reads it."""
    contest_id, _, report_id = subject.partition(".")
    act = partial(_dispute, interaction, ContestId(contest_id), report_id, text_of(interaction, "why"))
    await press(interaction, contest_subject(ContestId(contest_id)), act, private=False)


@on_press("call-arbiter")
async def call_arbiter(interaction: Interaction, subject: str) -> None:
    """Pings the arbiter for a player."""
    presser = presser_of(interaction)
    view = await interaction.client.house.do(reporting.call_arbiter, presser, ContestId(subject))
    caller = next(player for player in view.players if player.discord_id == presser.member_id)
    card = match_notes.arbiter_called(view, mention(caller), server_voice(interaction))
    await answer(interaction, card, private=False)


@on_press("match")
async def match(interaction: Interaction, subject: str) -> None:
    """Shows the match to the person alone, in their language."""
    guild_id, now = GuildId(interaction.guild_id or 0), interaction.client.house.clock()
    view = await interaction.client.house.ask(match_reading.shown, guild_id, ContestId(subject), now)
    await answer(interaction, await _details(interaction, view))


async def _details(interaction: Interaction, view: MatchView) -> Card:
    """The match for the person alone; who plays it in an arena has the own card, with all that can be told there."""
    plays = any(one.discord_id == interaction.user.id for one in view.players)
    if not plays or view.contest.result is not None or view.tournament.rulebook.format is not FormatName.ARENA:
        card, tournament_id = match_card.details(view, voice_of(interaction)), view.tournament.tournament_id
        coming = await interaction.client.house.ask(rounds.coming_for, presser_of(interaction), tournament_id)
        return round_cards.offered(card, coming if plays else None, voice_of(interaction))
    asked = presser_of(interaction), view.tournament.tournament_id
    return arena_cards.own(await interaction.client.house.ask(arena_reading.mine, *asked), voice_of(interaction))


async def _here(interaction: Interaction, contest_id: ContestId) -> Card:
    arrival = await interaction.client.house.do(presence.here, presser_of(interaction), contest_id)
    return match_notes.arrived(arrival, voice_of(interaction))


async def _report(interaction: Interaction, contest_id: ContestId, given: Score) -> Card:
    taken = await interaction.client.house.do(told_scores.report, presser_of(interaction), contest_id, given)
    return match_notes.reported(taken, server_voice(interaction))


async def _confirm(interaction: Interaction, contest_id: ContestId, report_id: str) -> Card:
    taken = await interaction.client.house.do(reporting.confirm, presser_of(interaction), contest_id, report_id)
    return match_notes.settled(taken.view, voice_of(interaction))


async def _dispute(interaction: Interaction, contest_id: ContestId, report_id: str, why: str) -> Card:
    view = await interaction.client.house.do(reporting.dispute, presser_of(interaction), contest_id, report_id, why)
    return match_notes.disputed(view, server_voice(interaction))


async def matches_in_play(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Matches without a score, as "Quarter-finals · match 2: Ana – Bia"."""
    return await _choices(interaction, typed, settled=False)


async def settled_matches(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Matches with a score."""
    return await _choices(interaction, typed, settled=True)


async def any_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Matches with and without a score."""
    found = await _choices(interaction, typed, settled=False) + await _choices(interaction, typed, settled=True)
    return found[:25]


async def _choices(interaction: Interaction, typed: str, *, settled: bool) -> list[app_commands.Choice[str]]:
    guild_id, voice = GuildId(interaction.guild_id or 0), voice_of(interaction)
    at = interaction.created_at
    listed = await interaction.client.house.ask(match_reading.listed, guild_id, settled=settled, at=at)
    named = [
        (f"{match_name(one.contest.stage, one.contest.round, one.place, voice)}: {' – '.join(names)}", one.contest)
        for one in listed
        for names in [[plain(player.name, 25) for player in one.players]]
    ]
    wanted = typed.casefold()
    found = [(name, contest) for name, contest in named if wanted in name.casefold()]
    return [app_commands.Choice(name=name[:100], value=contest.contest_id) for name, contest in found[:25]]


class Matches(commands.GroupCog, group_name="match", group_description="commands.match"):
    """The same by command, for who cannot find the card, and what comes after a match."""

    @app_commands.command(name="mine", description="commands.match_mine")
    @app_commands.guild_only()
    async def mine(self, interaction: Interaction) -> None:
        """Shows the person's own match, or those that the person follows."""
        guild_id, member_id = GuildId(interaction.guild_id or 0), MemberId(interaction.user.id)
        now = interaction.client.house.clock()
        views = await interaction.client.house.ask(match_reading.mine, guild_id, member_id, now)
        if not views:
            await say(interaction, "matches.none_of_yours")
        for view in views[:3]:
            await answer(interaction, await _details(interaction, view))

    @app_commands.command(name="rule", description="commands.match_rule")
    @app_commands.describe(match="commands.match_option")
    @app_commands.autocomplete(match=matches_in_play)
    @app_commands.guild_only()
    async def rule(self, interaction: Interaction, match: str) -> None:
        """Opens the arbiter's desk of the match."""
        await show_desk(interaction, ContestId(match))

    @app_commands.command(name="warn", description="commands.match_warn")
    @app_commands.describe(match="commands.match_option")
    @app_commands.autocomplete(match=any_match)
    @app_commands.guild_only()
    async def warn(self, interaction: Interaction, match: str) -> None:
        """Opens the warnings of the match: to give one, or to take one back (GO-24)."""
        await show_warnings(interaction, ContestId(match))

    @app_commands.command(name="correct", description="commands.match_correct")
    @app_commands.describe(match="commands.match_option")
    @app_commands.autocomplete(match=settled_matches)
    @app_commands.guild_only()
    async def correct(self, interaction: Interaction, match: str) -> None:
        """Asks for the right score of a settled match; what that reopens is shown before anything happens."""
        contest_id, presser = ContestId(match), presser_of(interaction)
        scores = await interaction.client.house.ask(correcting.correctable, presser, contest_id)
        view = await interaction.client.house.ask(match_reading.shown, presser.guild_id, contest_id, presser.at)
        if view.team is not None:
            await ask_for_right_boards(interaction, view)
            return
        if view.table is not None:
            await answer(interaction, match_desk.right_winner(view, view.table, voice_of(interaction)))
            return
        await answer(interaction, match_desk.correction_scores(view, scores, voice_of(interaction)))

    @app_commands.command(name="recording", description="commands.match_recording")
    @app_commands.describe(match="commands.match_option", link="commands.match_link")
    @app_commands.autocomplete(match=any_match)
    @app_commands.guild_only()
    async def recording(self, interaction: Interaction, match: str, link: str) -> None:
        """Keeps a link with the match (AIJE-D01-6)."""
        await interaction.client.house.do(ruling.add_recording, presser_of(interaction), ContestId(match), link)
        await say(interaction, "matches.recording_kept")


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Matches(bot))
