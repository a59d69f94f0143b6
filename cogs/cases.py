"""Absences and bars: justifying, reviewing, the committee's list, disqualifying and lifting."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.cases.absence import VerdictKind
from bot.domain.cases.no_shows import AbsencePenalty
from bot.domain.durations import read_duration
from bot.domain.ids import BarId, CaseId, MemberId, TournamentId
from bot.domain.permissions import Act
from bot.rendering.cases import bar_cards, case_cards
from bot.rendering.layout import Card
from bot.rendering.voting import vote_cards
from bot.services.cases import bars, case_reading, justifications, penalty_votes
from bot.services.cases.case_record import case_subject
from bot.services.voting import vote_reading, votes
from cogs.audience import Audience
from cogs.choosing import offered
from cogs.crowds import live
from cogs.moments import starts_meant
from cogs.options import Option, taking
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import Form, on_press
from cogs.subjects import BAR, CASE, EVENT, PAGE, SNOWFLAKE, maybe, one_of, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


@on_press("justify", EVENT, Audience.ADDRESSED)
async def justify(press: Press, tournament_id: TournamentId) -> None:
    """Asks the person who was missing for the reason."""
    case = await press.ask(justifications.case_to_justify, tournament_id)
    await press.form(_justification_form(press, case.case_id, "cases.form_title"))


@on_press("justification", CASE, Audience.ADDRESSED)
async def justification(press: Press, case_id: CaseId) -> None:
    """Takes what was written."""
    proof = " ".join([*press.text("link").split(), *press.files("file")])
    case = await press.do(justifications.justify, case_id, press.text("reason"), proof)
    view, own = await press.ask(case_reading.justified, case.case_id)
    await press.answer(case_cards.justified(view, press.voice, own=own))


@on_press("case-accept", CASE, Act.REVIEW_CASE)
async def accept(press: Press, case_id: CaseId) -> None:
    """Accepts the justification."""
    await _review(press, case_id, VerdictKind.ACCEPTED)


@on_press("case-decline", CASE, Act.REVIEW_CASE)
async def decline(press: Press, case_id: CaseId) -> None:
    """Asks the reviewer for the reason."""
    case = await press.ask(justifications.may_review, case_id)
    voice = press.voice
    read = "" if case.justification is None else (case.justification.submitted_at - _EPOCH) // _MILLISECOND
    form = Form(f"case-declined:{case.case_id}.{read}", voice.say("cases.decline_title"))
    form.ask(
        "reason",
        voice.say("cases.decline_reason"),
        description=voice.say("cases.decline_why"),
        long=True,
        limit=500,
    )
    await press.form(form)


@on_press("case-declined", pair(CASE, maybe(SNOWFLAKE)), Act.REVIEW_CASE)
async def declined(press: Press, meant: tuple[CaseId, int | None]) -> None:
    """Declines the justification for the reason that was written."""
    case_id, read = meant
    given_at = None if read is None else _EPOCH + read * _MILLISECOND
    await _review(press, case_id, VerdictKind.DECLINED, press.text("reason"), given_at)


@on_press("case", CASE, Audience.ADDRESSED)
async def show_case(press: Press, case_id: CaseId) -> None:
    """Shows the card of one case to those at the desk."""
    view = await press.ask(case_reading.case_at_desk, case_id)
    await press.answer(case_cards.for_review(view, press.voice))


@on_press("case-penalty", CASE, Audience.ADDRESSED)
async def ask_penalty(press: Press, case_id: CaseId) -> None:
    """Asks which penalty the committee is to vote on; only who may open such a vote gets so far."""
    offered = await press.ask(penalty_votes.options, case_id)
    await press.answer(case_cards.penalties(case_id, offered, press.voice))


@on_press("case-penalty-kind", CASE, Audience.ADDRESSED)
async def describe_penalty(press: Press, case_id: CaseId) -> None:
    """Asks for the question, and for the length of a bar for a time."""
    penalty, voice = await press.picked(one_of(AbsencePenalty)), press.voice
    form = Form(f"case-penalty-open:{case_id}.{penalty}", voice.say(f"cases.penalty_{penalty}"))
    form.ask("question", voice.say("cases.penalty_question"), long=True, limit=votes.QUESTION_LIMIT)
    if penalty is AbsencePenalty.BAR_FOR:
        form.ask("lasts", voice.say("cases.penalty_lasts"), description=voice.say("cases.penalty_lasts_how"), limit=20)
    await press.form(form)


@on_press("case-penalty-open", pair(CASE, one_of(AbsencePenalty)), Audience.ADDRESSED)
async def open_penalty(press: Press, meant: tuple[CaseId, AbsencePenalty]) -> None:
    """Opens the vote on the penalty."""
    case_id, penalty = meant
    typed = press.text("lasts")
    lasts = read_duration(typed) if typed else None
    if typed and lasts is None:
        raise votes.PenaltyLengthUnread(given=typed)
    question = press.text("question")
    vote = await press.do(penalty_votes.open_vote, case_id, penalty, question, lasts)
    view = await press.look(vote_reading.of_server, vote.vote_id, press.at)
    await press.answer(vote_cards.opened(view, press.voice))


@on_press("cases", PAGE, Act.SEE_DESK)
async def turn_cases(press: Press, page: int) -> None:
    """Turns the page of the open cases."""
    await press.update(await _case_list(press, page))


@on_press("bars", PAGE, Audience.EVERYBODY)
async def turn_bars(press: Press, page: int) -> None:
    """Turns the page of the bars."""
    await press.update(await _bar_list(press, page))


async def _review(
    press: Press,
    case_id: CaseId,
    verdict: VerdictKind,
    reason: str | None = None,
    given_at: datetime | None = None,
) -> None:
    await live(press, case_subject(case_id), partial(_reviewed, press, case_id, verdict, reason, given_at))


async def _reviewed(
    press: Press, case_id: CaseId, verdict: VerdictKind, reason: str | None, given_at: datetime | None
) -> Card:
    await press.do(justifications.review, case_id, verdict, reason, given_at)
    view = await press.ask(case_reading.case_at_desk, case_id)
    return case_cards.reviewed(view, press.voice)


async def _case_list(press: Press, page: int) -> Card:
    listed = await press.ask(case_reading.open_cases)
    return case_cards.case_list(listed, page, press.voice)


async def _bar_list(press: Press, page: int) -> Card:
    listed = await press.look(case_reading.bar_list, press.at)
    return bar_cards.bar_list(listed, page, press.voice)


def _justification_form(press: Press, case_id: CaseId, title: str) -> Form:
    voice = press.voice
    form = Form(f"justification:{case_id}", voice.say(title))
    form.ask(
        "reason",
        voice.say("cases.form_text"),
        description=voice.say("cases.form_text_why"),
        long=True,
        limit=justifications.TEXT_LIMIT,
    )
    form.ask("link", voice.say("cases.form_link"), limit=justifications.LINK_LIMIT, required=False)
    return form.ask_file("file", voice.say("cases.form_file"), voice.say("files.form_file_lasts"))


@suggests(Act.SEE_DESK)
async def some_cases(press: Press, typed: str) -> Choices:
    """The server's cases by person and tournament, open ones first."""
    views = await press.ask(case_reading.all_cases)
    named = [(f"{view.person.name} · {view.tournament.name}", view.case.case_id) for view in views]
    return offered(named, typed)


@suggests(Audience.EVERYBODY)
async def some_bars(press: Press, typed: str) -> Choices:
    """The bars in force by person."""
    listed = await press.look(case_reading.bar_list, press.at)
    named = [(f"{view.person.name} · {view.bar.since:%Y-%m-%d}", view.bar.bar_id) for view in listed.bars]
    return offered(named, typed)


SomeCase = app_commands.Transform[CaseId, Option(taking(CASE), some_cases)]
SomeBar = app_commands.Transform[BarId, Option(taking(BAR), some_bars)]


class Cases(commands.Cog):
    """The same by command, for staff."""

    case = app_commands.Group(name="case", description="commands.case", guild_only=True)
    bar = app_commands.Group(name="bar", description="commands.bar", guild_only=True)

    @case.command(name="list", description="commands.case_list")
    @by_command(Act.SEE_DESK)
    async def case_list(self, press: Press) -> None:
        """Shows the open cases."""
        await press.answer(await _case_list(press, 0))

    @case.command(name="show", description="commands.case_show")
    @app_commands.describe(case="commands.case_case")
    @by_command(Audience.ADDRESSED)
    async def case_show(self, press: Press, case: SomeCase) -> None:
        """Shows one case, open or closed, to those at the desk."""
        await show_case(press, await press.meant(CASE, case))

    @case.command(name="justify", description="commands.case_justify")
    @app_commands.describe(case="commands.case_case")
    @by_command(Audience.ADDRESSED)
    async def case_justify(self, press: Press, case: SomeCase) -> None:
        """Asks staff for somebody's justification, as for a person without a Discord account."""
        found = await press.ask(justifications.case_to_help, case)
        await press.form(_justification_form(press, found.case_id, "cases.form_title_for"))

    @case.command(name="reopen", description="commands.case_reopen")
    @app_commands.describe(case="commands.case_case", reason="commands.case_reason")
    @by_command(Act.LIFT_BAR)
    async def case_reopen(self, press: Press, case: SomeCase, reason: str) -> None:
        """Takes back what was decided in a case."""
        opened = await press.do(justifications.reopen, case, reason)
        view = await press.ask(case_reading.case_at_desk, opened.case_id)
        await press.answer(case_cards.reopened(view, press.voice))

    @app_commands.command(name="bars", description="commands.bars")
    @app_commands.guild_only()
    @by_command(Audience.EVERYBODY)
    async def bars(self, press: Press) -> None:
        """Shows who is barred."""
        await press.answer(await _bar_list(press, 0))

    @bar.command(name="player", description="commands.bar_player")
    @app_commands.describe(member="commands.bar_member", reason="commands.case_reason", until="commands.bar_until")
    @by_command(Act.JUDGE_FILE)
    async def bar_player(self, press: Press, member: discord.Member, reason: str, until: str | None = None) -> None:
        """Disqualifies a member."""
        # Where the clocks show the time twice, the later one: the difference is an hour at the end of a bar.
        end = starts_meant(press, until)[0][-1] if until else None
        known = (MemberId(member.id), member.display_name)
        bar = await press.do(bars.bar_player, known, reason, end)
        view = await press.look(case_reading.bar_of, bar.bar_id)
        await press.answer(bar_cards.told_barred(view, press.voice))

    @bar.command(name="lift", description="commands.bar_lift")
    @app_commands.describe(bar="commands.bar_bar", reason="commands.case_reason")
    @by_command(Act.LIFT_BAR)
    async def bar_lift(self, press: Press, bar: SomeBar, reason: str) -> None:
        """Lifts a bar."""
        lifted = await press.do(bars.lift_and_restore, bar, reason)
        view = await press.look(case_reading.bar_of, lifted.bar_id)
        await press.answer(bar_cards.told_lifted(view, press.voice))


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Cases())
