"""Votes in the committee's channel: opening, ballots, recusals, and cancelling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.cases.case_files import EXPELLABLE, Ground
from bot.domain.durations import read_duration
from bot.domain.ids import MemberId, VoteId
from bot.domain.voting.vote_views import VoteView
from bot.domain.voting.votes import AGAINST, IN_FAVOUR, NULL
from bot.rendering.layout import Card, MemberChoice
from bot.rendering.sentences import named
from bot.rendering.text import plain
from bot.rendering.voting import minutes, vote_cards
from bot.services.voting import candidacies, vote_desk, vote_reading, votes
from bot.services.voting.vote_opening import Matter
from cogs.audience import Audience
from cogs.choosing import offered
from cogs.options import Option, taking
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import Form, on_press
from cogs.subjects import VOTE, VOTE_DRAFT, WORD, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot

MOST_REPRESENTATIVES = 25


@on_press("vote-yes", VOTE, Audience.ADDRESSED)
async def in_favour(press: Press, vote_id: VoteId) -> None:
    """In favour, approved, signed."""
    await _cast(press, vote_id, IN_FAVOUR)


@on_press("vote-no", VOTE, Audience.ADDRESSED)
async def against(press: Press, vote_id: VoteId) -> None:
    """Against, or refused."""
    await _cast(press, vote_id, AGAINST)


@on_press("vote-null", VOTE, Audience.ADDRESSED)
async def null(press: Press, vote_id: VoteId) -> None:
    """A null ballot, which is attendance all the same."""
    await _cast(press, vote_id, NULL)


@on_press("vote-for", pair(VOTE, WORD), Audience.ADDRESSED)
async def for_candidate(press: Press, meant: tuple[VoteId, str]) -> None:
    """For the candidate who was chosen in the menu."""
    await _cast(press, meant[0], press.choice())


async def _cast(press: Press, vote_id: VoteId, choice: str) -> None:
    done = await press.do(votes.cast, vote_id, choice)
    view = await _view(press, vote_id)
    # The voter alone is answered, and a change of mind leaves the card as it is: nobody can tell that it happened.
    await press.answer(vote_cards.ballot(view, done.choice, press.voice, newly=done.newly))


@on_press("vote-show", VOTE, Audience.ADDRESSED)
async def show(press: Press, vote_id: VoteId) -> None:
    """Shows the card to the presser alone, where they can vote as well."""
    view = await press.ask(vote_reading.shown, vote_id)
    await press.answer(vote_cards.card(view, press.voice))


@on_press("vote-recuse", VOTE, Audience.ADDRESSED)
async def recuse(press: Press, vote_id: VoteId) -> None:
    """Asks once more before somebody gives the vote in this matter away."""
    voice = press.voice
    await press.answer(vote_cards.ask_recusal(vote_id, voice))


@on_press("vote-recuse-me", VOTE, Audience.ADDRESSED)
async def recuse_me(press: Press, vote_id: VoteId) -> None:
    """Takes the presser out of the electorate."""
    await press.do(votes.recuse, vote_id)
    await press.answer(Card((press.voice.say("votes.recused_now"),)))


@on_press("vote-stand-down", VOTE, Audience.ADDRESSED)
async def ask_stand_down(press: Press, vote_id: VoteId) -> None:
    """Asks a candidate once more before the name leaves the ballot."""
    vote = await press.ask(candidacies.standing, vote_id)
    await press.answer(vote_cards.ask_stand_down(vote.vote_id, press.voice))


@on_press("vote-stand-down-me", VOTE, Audience.ADDRESSED)
async def stand_down(press: Press, vote_id: VoteId) -> None:
    """Takes the presser off the candidates."""
    await press.do(candidacies.stand_down, vote_id)
    await press.answer(Card((press.voice.say("votes.stood_down_now"),)))


@on_press("vote-among", VOTE_DRAFT, Audience.ADDRESSED)
async def open_among(press: Press, draft_id: str) -> None:
    """Opens the vote among the members who were chosen."""
    vote = await press.do(vote_desk.with_representatives, draft_id, press.members())
    await press.answer(vote_cards.opened(await _view(press, vote.vote_id), press.voice))


@on_press("vote-cancel", VOTE, Audience.ADDRESSED)
async def cancel(press: Press, vote_id: VoteId) -> None:
    """Ends the vote with the reason that was typed."""
    await press.do(votes.cancel, vote_id, press.text("why"))
    await press.answer(minutes.called(await _view(press, vote_id), press.voice))


async def _view(press: Press, vote_id: VoteId) -> VoteView:
    return await press.look(vote_reading.of_server, vote_id, press.at)


@suggests(Audience.EVERYBODY)
async def kinds(press: Press, typed: str) -> Choices:
    """Kinds of procedure that the server knows, by their names in the reader's language."""
    found = await press.look(votes.kinds)
    voice = press.voice
    return offered(((vote_cards.kind_name(kind, voice), kind.name) for kind in found), typed)


@suggests(Audience.EVERYBODY)
async def grounds(press: Press, typed: str) -> Choices:
    """Grounds on which a player can be expelled."""
    voice = press.voice
    known = [(plain(named(one, voice), 100), one.value) for one in Ground if one in EXPELLABLE]
    wanted = typed.casefold()
    return [app_commands.Choice(name=name, value=value) for name, value in known if wanted in name.casefold()]


def _ground(typed: str | None) -> Ground | None:
    """What was chosen of the grounds; words of one's own are none of them."""
    return Ground(typed) if typed in set(Ground) else None


@suggests(Audience.ADDRESSED)
async def open_votes(press: Press, typed: str) -> Choices:
    """Votes that the presser may end without a decision."""
    voice = press.voice
    found = await press.ask(vote_reading.cancellable)
    lines = [
        (f"{vote_cards.kind_name(view.vote.kind, voice)}: {view.vote.question}", view.vote.vote_id) for view in found
    ]
    return offered(lines, typed)


OpenVote = app_commands.Transform[VoteId, Option(taking(VOTE), open_votes)]


class Votes(commands.GroupCog, group_name="vote", group_description="commands.vote"):
    """Opening and cancelling votes."""

    @app_commands.command(name="open", description="commands.vote_open")
    @app_commands.describe(
        kind="commands.vote_kind",
        question="commands.vote_question",
        subject="commands.vote_subject",
        lasts="commands.vote_lasts",
        ground="commands.vote_ground",
        proof="commands.vote_proof",
        file="commands.vote_file",
    )
    @app_commands.autocomplete(kind=kinds, ground=grounds)
    @app_commands.guild_only()
    @by_command(Audience.ADDRESSED)
    async def open(
        self,
        press: Press,
        kind: str,
        question: str,
        subject: discord.Member | None = None,
        lasts: str | None = None,
        ground: str | None = None,
        proof: str | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Opens a vote, or asks for the representatives who vote."""
        length = read_duration(lasts) if lasts else None
        if lasts and length is None:
            raise votes.PenaltyLengthUnread(given=lasts)
        voice = press.voice
        about = (MemberId(subject.id), subject.display_name) if subject else None
        links = [*(proof or "").split(), *([file.url] if file else [])]
        matter = Matter(question, lasts=length, ground=_ground(ground), proof=links)
        found = await press.do(vote_desk.ask, kind, matter, about)
        if isinstance(found, str):
            menu = MemberChoice(f"vote-among:{found}", voice.say("votes.choose_voters"), most=MOST_REPRESENTATIVES)
            await press.answer(Card((voice.say("votes.who_votes"),), controls=(menu,)))
            return
        await press.answer(vote_cards.opened(await _view(press, found.vote_id), voice))

    @app_commands.command(name="cancel", description="commands.vote_cancel")
    @app_commands.describe(vote="commands.vote_which")
    @app_commands.guild_only()
    @by_command(Audience.ADDRESSED)
    async def cancel(self, press: Press, vote: OpenVote) -> None:
        """Asks why the vote is to end without a decision."""
        await press.ask(votes.cancellable, vote)
        voice = press.voice
        form = Form(f"vote-cancel:{vote}", voice.say("votes.form_cancel"))
        form.ask("why", voice.say("votes.form_why"), long=True, limit=votes.QUESTION_LIMIT)
        await press.form(form)

    @app_commands.command(name="list", description="commands.vote_list")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def list_open(self, press: Press) -> None:
        """Shows the votes that are open, with links to their cards."""
        found = await press.look(vote_reading.open_votes, press.at)
        await press.answer(vote_cards.listed(found, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Votes())
