"""Votes in the committee's channel: opening, ballots, recusals, and cancelling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.durations import read_duration
from bot.domain.ids import GuildId, MemberId, VoteId
from bot.domain.voting.vote_views import VoteView
from bot.domain.voting.votes import AGAINST, IN_FAVOUR, NULL
from bot.errors import NotFound, Subject
from bot.rendering.layout import Card, MemberChoice
from bot.rendering.text import plain
from bot.rendering.voting import minutes, vote_cards
from bot.services.voting import candidacies, vote_desk, vote_reading, votes
from bot.services.voting.vote_opening import Matter
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.routing import Form, chosen, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot

MOST_REPRESENTATIVES = 25


@on_press("vote-yes")
async def in_favour(interaction: Interaction, subject: str) -> None:
    """In favour, approved, signed."""
    await _cast(interaction, VoteId(subject), IN_FAVOUR)


@on_press("vote-no")
async def against(interaction: Interaction, subject: str) -> None:
    """Against, or refused."""
    await _cast(interaction, VoteId(subject), AGAINST)


@on_press("vote-null")
async def null(interaction: Interaction, subject: str) -> None:
    """A null ballot, which is attendance all the same."""
    await _cast(interaction, VoteId(subject), NULL)


@on_press("vote-for")
async def for_candidate(interaction: Interaction, subject: str) -> None:
    """For the candidate who was chosen in the menu."""
    await _cast(interaction, VoteId(subject.partition(".")[0]), "".join(chosen(interaction)))


async def _cast(interaction: Interaction, vote_id: VoteId, choice: str) -> None:
    done = await interaction.client.house.do(votes.cast, presser_of(interaction), vote_id, choice)
    view = await _view(interaction, vote_id)
    # The voter alone is answered, and a change of mind leaves the card as it is: nobody can tell that it happened.
    await answer(interaction, vote_cards.ballot(view, done.choice, voice_of(interaction), newly=done.newly))


@on_press("vote-show")
async def show(interaction: Interaction, subject: str) -> None:
    """Shows the card to the presser alone, where they can vote as well."""
    view = await _view(interaction, VoteId(subject))
    if view.vote.guild_id != interaction.guild_id:
        raise NotFound(what=Subject.VOTE)
    await answer(interaction, vote_cards.card(view, voice_of(interaction)))


@on_press("vote-recuse")
async def recuse(interaction: Interaction, subject: str) -> None:
    """Asks once more before somebody gives the vote in this matter away."""
    voice = voice_of(interaction)
    await answer(interaction, vote_cards.ask_recusal(VoteId(subject), voice))


@on_press("vote-recuse-me")
async def recuse_me(interaction: Interaction, subject: str) -> None:
    """Takes the presser out of the electorate."""
    await interaction.client.house.do(votes.recuse, presser_of(interaction), VoteId(subject))
    await answer(interaction, Card((voice_of(interaction).say("votes.recused_now"),)))


@on_press("vote-stand-down")
async def ask_stand_down(interaction: Interaction, subject: str) -> None:
    """Asks a candidate once more before the name leaves the ballot."""
    vote = await interaction.client.house.ask(candidacies.standing, presser_of(interaction), VoteId(subject))
    await answer(interaction, vote_cards.ask_stand_down(vote.vote_id, voice_of(interaction)))


@on_press("vote-stand-down-me")
async def stand_down(interaction: Interaction, subject: str) -> None:
    """Takes the presser off the candidates."""
    await interaction.client.house.do(candidacies.stand_down, presser_of(interaction), VoteId(subject))
    await answer(interaction, Card((voice_of(interaction).say("votes.stood_down_now"),)))


@on_press("vote-among")
async def among(interaction: Interaction, subject: str) -> None:
    """Opens the vote among the members who were chosen."""
    resolved = dict(interaction.data or {}).get("resolved")
    users = resolved.get("users", {}) if isinstance(resolved, dict) else {}
    picked = {MemberId(int(one)): str(users.get(one, {}).get("username", one)) for one in chosen(interaction)}
    vote = await interaction.client.house.do(vote_desk.with_representatives, presser_of(interaction), subject, picked)
    await answer(interaction, vote_cards.opened(await _view(interaction, vote.vote_id), voice_of(interaction)))


@on_press("vote-cancel")
async def cancel(interaction: Interaction, subject: str) -> None:
    """Ends the vote with the reason that was typed."""
    vote_id = VoteId(subject)
    await interaction.client.house.do(votes.cancel, presser_of(interaction), vote_id, text_of(interaction, "why"))
    await answer(interaction, minutes.called(await _view(interaction, vote_id), voice_of(interaction)))


async def _view(interaction: Interaction, vote_id: VoteId) -> VoteView:
    found = await interaction.client.house.ask(vote_reading.view, vote_id, interaction.created_at)
    if found is None:
        raise NotFound(what=Subject.VOTE)
    return found


async def kinds(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Kinds of procedure that the server knows, by their names in the reader's language."""
    found = await interaction.client.house.ask(votes.kinds, GuildId(interaction.guild_id or 0))
    voice = voice_of(interaction)
    named = [(plain(vote_cards.kind_name(kind, voice), 100), kind.name) for kind in found]
    wanted = typed.casefold()
    return [app_commands.Choice(name=name, value=value) for name, value in named if wanted in name.casefold()][:25]


async def open_votes(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Votes that are open."""
    guild_id, voice = GuildId(interaction.guild_id or 0), voice_of(interaction)
    found = await interaction.client.house.ask(vote_reading.open_votes, guild_id, interaction.created_at)
    lines = [
        (plain(f"{vote_cards.kind_name(view.vote.kind, voice)}: {view.vote.question}", 100), view.vote.vote_id)
        for view in found
    ]
    wanted = typed.casefold()
    return [app_commands.Choice(name=line, value=one) for line, one in lines if wanted in line.casefold()][:25]


class Votes(commands.GroupCog, group_name="vote", group_description="commands.vote"):
    """Opening and cancelling votes."""

    @app_commands.command(name="open", description="commands.vote_open")
    @app_commands.describe(
        kind="commands.vote_kind",
        question="commands.vote_question",
        subject="commands.vote_subject",
        lasts="commands.vote_lasts",
    )
    @app_commands.autocomplete(kind=kinds)
    @app_commands.guild_only()
    async def open(
        self,
        interaction: Interaction,
        kind: str,
        question: str,
        subject: discord.Member | None = None,
        lasts: str | None = None,
    ) -> None:
        """Opens a vote, or asks for the representatives who vote."""
        length = read_duration(lasts) if lasts else None
        if lasts and length is None:
            raise votes.PenaltyLengthUnread(given=lasts)
        presser, voice = presser_of(interaction), voice_of(interaction)
        about = (MemberId(subject.id), subject.display_name) if subject else None
        matter = Matter(question, lasts=length)
        found = await interaction.client.house.do(vote_desk.ask, presser, kind, matter, about)
        if isinstance(found, str):
            menu = MemberChoice(f"vote-among:{found}", voice.say("votes.choose_voters"), most=MOST_REPRESENTATIVES)
            await answer(interaction, Card((voice.say("votes.who_votes"),), controls=(menu,)))
            return
        await answer(interaction, vote_cards.opened(await _view(interaction, found.vote_id), voice))

    @app_commands.command(name="cancel", description="commands.vote_cancel")
    @app_commands.describe(vote="commands.vote_which")
    @app_commands.autocomplete(vote=open_votes)
    @app_commands.guild_only()
    async def cancel(self, interaction: Interaction, vote: str) -> None:
        """Asks why the vote is to end without a decision."""
        await interaction.client.house.ask(votes.cancellable, presser_of(interaction), VoteId(vote))
        voice = voice_of(interaction)
        form = Form(f"vote-cancel:{vote}", voice.say("votes.form_cancel"))
        form.ask("why", voice.say("votes.form_why"), long=True, limit=votes.QUESTION_LIMIT)
        await interaction.response.send_modal(form)

    @app_commands.command(name="list", description="commands.vote_list")
    @app_commands.guild_only()
    async def list_open(self, interaction: Interaction) -> None:
        """Shows the votes that are open, with links to their cards."""
        guild_id = GuildId(interaction.guild_id or 0)
        found = await interaction.client.house.ask(vote_reading.open_votes, guild_id, interaction.created_at)
        await answer(interaction, vote_cards.listed(found, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Votes())
