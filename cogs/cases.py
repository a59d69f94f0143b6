"""Absences and bars: justifying, reviewing, the committee's list, disqualifying and lifting."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.cases.absence import VerdictKind
from bot.domain.cases.no_shows import AbsencePenalty
from bot.domain.durations import read_duration
from bot.domain.ids import BarId, CaseId, GuildId, MemberId, TournamentId
from bot.errors import Outdated
from bot.rendering.cases import bar_cards, case_cards
from bot.rendering.layout import Card
from bot.rendering.text import plain
from bot.rendering.voting import vote_cards
from bot.services.cases import bars, case_reading, justifications, penalty_votes
from bot.services.cases.case_record import case_subject
from bot.services.voting import vote_reading, votes
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.crowds import press
from cogs.moments import starts_meant
from cogs.routing import Form, chosen, files_of, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


@on_press("justify")
async def justify(interaction: Interaction, subject: str) -> None:
    """Asks the person who was missing for the reason."""
    case = await interaction.client.house.ask(
        justifications.case_to_justify, presser_of(interaction), TournamentId(subject)
    )
    await interaction.response.send_modal(_justification_form(interaction, case.case_id, "cases.form_title"))


@on_press("justification")
async def justification(interaction: Interaction, subject: str) -> None:
    """Takes what was written."""
    presser, case_id = presser_of(interaction), CaseId(subject)
    proof = " ".join([*text_of(interaction, "link").split(), *files_of(interaction, "file")])
    house = interaction.client.house
    case = await house.do(justifications.justify, presser, case_id, text_of(interaction, "reason"), proof)
    view = await house.ask(case_reading.case_view, case.case_id, presser.at)
    if view is not None:
        own = view.person.discord_id == presser.member_id
        await answer(interaction, case_cards.justified(view, voice_of(interaction), own=own))


@on_press("case-accept")
async def accept(interaction: Interaction, subject: str) -> None:
    """Accepts the justification."""
    await _review(interaction, CaseId(subject), VerdictKind.ACCEPTED)


@on_press("case-decline")
async def decline(interaction: Interaction, subject: str) -> None:
    """Asks the reviewer for the reason."""
    case = await interaction.client.house.ask(justifications.may_review, presser_of(interaction), CaseId(subject))
    voice = voice_of(interaction)
    read = "" if case.justification is None else (case.justification.submitted_at - _EPOCH) // _MILLISECOND
    form = Form(f"case-declined:{case.case_id}.{read}", voice.say("cases.decline_title"))
    form.ask(
        "reason",
        voice.say("cases.decline_reason"),
        description=voice.say("cases.decline_why"),
        long=True,
        limit=500,
    )
    await interaction.response.send_modal(form)


@on_press("case-declined")
async def declined(interaction: Interaction, subject: str) -> None:
    """Declines the justification for the reason that was written."""
    case_id, _, read = subject.partition(".")
    given_at = _EPOCH + int(read) * _MILLISECOND if read.isdecimal() else None
    await _review(interaction, CaseId(case_id), VerdictKind.DECLINED, text_of(interaction, "reason"), given_at)


@on_press("case")
async def show_case(interaction: Interaction, subject: str) -> None:
    """Shows the card of one case to those at the desk."""
    view = await interaction.client.house.ask(case_reading.case_at_desk, presser_of(interaction), CaseId(subject))
    await answer(interaction, case_cards.for_review(view, voice_of(interaction)))


@on_press("case-penalty")
async def ask_penalty(interaction: Interaction, subject: str) -> None:
    """Asks which penalty the committee is to vote on; only who may open such a vote gets so far."""
    case_id = CaseId(subject)
    offered = await interaction.client.house.ask(penalty_votes.options, presser_of(interaction), case_id)
    await answer(interaction, case_cards.penalties(case_id, offered, voice_of(interaction)))


@on_press("case-penalty-kind")
async def describe_penalty(interaction: Interaction, subject: str) -> None:
    """Asks for the question, and for the length of a bar for a time."""
    penalty, voice = _penalty("".join(chosen(interaction))), voice_of(interaction)
    form = Form(f"case-penalty-open:{subject}.{penalty}", voice.say(f"cases.penalty_{penalty}"))
    form.ask("question", voice.say("cases.penalty_question"), long=True, limit=votes.QUESTION_LIMIT)
    if penalty is AbsencePenalty.BAR_FOR:
        form.ask("lasts", voice.say("cases.penalty_lasts"), description=voice.say("cases.penalty_lasts_how"), limit=20)
    await interaction.response.send_modal(form)


@on_press("case-penalty-open")
async def open_penalty(interaction: Interaction, subject: str) -> None:
    """Opens the vote on the penalty."""
    case_id, _, chosen_penalty = subject.partition(".")
    penalty, typed = _penalty(chosen_penalty), text_of(interaction, "lasts")
    lasts = read_duration(typed) if typed else None
    if typed and lasts is None:
        raise votes.PenaltyLengthUnread(given=typed)
    house, question = interaction.client.house, text_of(interaction, "question")
    vote = await house.do(penalty_votes.open_vote, presser_of(interaction), CaseId(case_id), penalty, question, lasts)
    view = await house.ask(vote_reading.view, vote.vote_id, interaction.created_at)
    if view is not None:
        await answer(interaction, vote_cards.opened(view, voice_of(interaction)))


def _penalty(word: str) -> AbsencePenalty:
    if word not in set(AbsencePenalty):
        raise Outdated
    return AbsencePenalty(word)


@on_press("cases")
async def turn_cases(interaction: Interaction, subject: str) -> None:
    """Turns the page of the open cases."""
    await update(interaction, await _case_list(interaction, _page(subject)))


@on_press("bars")
async def turn_bars(interaction: Interaction, subject: str) -> None:
    """Turns the page of the bars."""
    await update(interaction, await _bar_list(interaction, _page(subject)))


async def _review(
    interaction: Interaction,
    case_id: CaseId,
    verdict: VerdictKind,
    reason: str | None = None,
    given_at: datetime | None = None,
) -> None:
    await press(interaction, case_subject(case_id), partial(_reviewed, interaction, case_id, verdict, reason, given_at))


async def _reviewed(
    interaction: Interaction, case_id: CaseId, verdict: VerdictKind, reason: str | None, given_at: datetime | None
) -> Card:
    house, presser = interaction.client.house, presser_of(interaction)
    await house.do(justifications.review, presser, case_id, verdict, reason, given_at)
    view = await house.ask(case_reading.case_at_desk, presser, case_id)
    return case_cards.reviewed(view, voice_of(interaction))


async def _case_list(interaction: Interaction, page: int) -> Card:
    listed = await interaction.client.house.ask(case_reading.open_cases, presser_of(interaction))
    return case_cards.case_list(listed, page, voice_of(interaction))


async def _bar_list(interaction: Interaction, page: int) -> Card:
    guild_id = GuildId(interaction.guild_id or 0)
    listed = await interaction.client.house.ask(case_reading.bar_list, guild_id, interaction.created_at)
    return bar_cards.bar_list(listed, page, voice_of(interaction))


def _page(subject: str) -> int:
    return int(subject) if subject.isdecimal() else 0


def _justification_form(interaction: Interaction, case_id: CaseId, title: str) -> Form:
    voice = voice_of(interaction)
    form = Form(f"justification:{case_id}", voice.say(title))
    form.ask(
        "reason",
        voice.say("cases.form_text"),
        description=voice.say("cases.form_text_why"),
        long=True,
        limit=justifications.TEXT_LIMIT,
    )
    form.ask("link", voice.say("cases.form_link"), limit=justifications.LINK_LIMIT, required=False)
    return form.ask_file("file", voice.say("cases.form_file"))


async def some_cases(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The server's cases by person and tournament, open ones first."""
    views = await interaction.client.house.ask(
        case_reading.all_cases, GuildId(interaction.guild_id or 0), interaction.created_at
    )
    named = [(plain(f"{view.person.name} · {view.tournament.name}", 100), view.case.case_id) for view in views]
    return _choices(named, typed)


async def some_bars(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The bars in force by person."""
    guild_id = GuildId(interaction.guild_id or 0)
    listed = await interaction.client.house.ask(case_reading.bar_list, guild_id, interaction.created_at)
    named = [(plain(f"{view.person.name} · {view.bar.since:%Y-%m-%d}", 100), view.bar.bar_id) for view in listed.bars]
    return _choices(named, typed)


def _choices(named: Iterable[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    wanted = typed.casefold()
    return [app_commands.Choice(name=name, value=value) for name, value in named if wanted in name.casefold()][:25]


class Cases(commands.Cog):
    """The same by command, for staff."""

    case = app_commands.Group(name="case", description="commands.case", guild_only=True)
    bar = app_commands.Group(name="bar", description="commands.bar", guild_only=True)

    @case.command(name="list", description="commands.case_list")
    async def case_list(self, interaction: Interaction) -> None:
        """Shows the open cases."""
        await answer(interaction, await _case_list(interaction, 0))

    @case.command(name="show", description="commands.case_show")
    @app_commands.describe(case="commands.case_case")
    @app_commands.autocomplete(case=some_cases)
    async def case_show(self, interaction: Interaction, case: str) -> None:
        """Shows one case, open or closed, to those at the desk."""
        await show_case(interaction, case)

    @case.command(name="justify", description="commands.case_justify")
    @app_commands.describe(case="commands.case_case")
    @app_commands.autocomplete(case=some_cases)
    async def case_justify(self, interaction: Interaction, case: str) -> None:
        """Asks staff for somebody's justification, as for a person without a Discord account."""
        found = await interaction.client.house.ask(justifications.case_to_help, presser_of(interaction), CaseId(case))
        await interaction.response.send_modal(_justification_form(interaction, found.case_id, "cases.form_title_for"))

    @case.command(name="reopen", description="commands.case_reopen")
    @app_commands.describe(case="commands.case_case", reason="commands.case_reason")
    @app_commands.autocomplete(case=some_cases)
    async def case_reopen(self, interaction: Interaction, case: str, reason: str) -> None:
        """Takes back what was decided in a case."""
        house, presser = interaction.client.house, presser_of(interaction)
        opened = await house.do(justifications.reopen, presser, CaseId(case), reason)
        view = await house.ask(case_reading.case_at_desk, presser, opened.case_id)
        await answer(interaction, case_cards.reopened(view, voice_of(interaction)))

    @app_commands.command(name="bars", description="commands.bars")
    @app_commands.guild_only()
    async def bars(self, interaction: Interaction) -> None:
        """Shows who is barred."""
        await answer(interaction, await _bar_list(interaction, 0))

    @bar.command(name="player", description="commands.bar_player")
    @app_commands.describe(member="commands.bar_member", reason="commands.case_reason", until="commands.bar_until")
    async def bar_player(
        self, interaction: Interaction, member: discord.Member, reason: str, until: str | None = None
    ) -> None:
        """Disqualifies a member."""
        house, presser = interaction.client.house, presser_of(interaction)
        # Where the clocks show the time twice, the later one: the difference is an hour at the end of a bar.
        end = starts_meant(interaction, until)[0][-1] if until else None
        known = (MemberId(member.id), member.display_name)
        bar = await house.do(bars.bar_player, presser, known, reason, end)
        view = await house.ask(case_reading.bar_view, bar)
        await answer(interaction, bar_cards.told_barred(view, voice_of(interaction)))

    @bar.command(name="lift", description="commands.bar_lift")
    @app_commands.describe(bar="commands.bar_bar", reason="commands.case_reason")
    @app_commands.autocomplete(bar=some_bars)
    async def bar_lift(self, interaction: Interaction, bar: str, reason: str) -> None:
        """Lifts a bar."""
        house = interaction.client.house
        lifted = await house.do(bars.lift, presser_of(interaction), BarId(bar), reason)
        view = await house.ask(case_reading.bar_view, lifted)
        await answer(interaction, bar_cards.told_lifted(view, voice_of(interaction)))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Cases())
