"""Reports of misconduct, their case files, verdicts and appeals."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.cases.case_files import Ground, Penalty
from bot.domain.ids import ContestId, FileId, MemberId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.rendering.cases import appeal_cards, file_cards
from bot.rendering.layout import Card
from bot.rendering.sentences import named
from bot.rendering.text import plain
from bot.services.cases import appeals, file_expulsions, file_reading, file_verdicts, files
from bot.services.cases.file_record import appeal_subject, file_subject
from bot.services.cases.files import Report
from cogs.audience import Audience
from cogs.choosing import AnyEvent, offered
from cogs.crowds import live
from cogs.moments import starts_meant
from cogs.options import Option, taking
from cogs.press import Choices, Press, by_command, suggests
from cogs.routing import Form, on_press
from cogs.ruling_appeals import appeal_decided, reason_form
from cogs.subjects import APPEAL, DECISION, EVENT, FILE, MATCH, PERSON, maybe, one_of, pair, quadruple

if TYPE_CHECKING:
    from bot.app import TournamentBot


Accusation = tuple[PersonId, Ground, TournamentId | None, ContestId | None]


def _statement_form(press: Press, custom_id: str, title: str) -> Form:
    """A form for words, a link and a file."""
    voice = press.voice
    form = Form(custom_id, voice.say(title))
    form.ask(
        "text",
        voice.say("files.form_text"),
        description=voice.say("files.form_text_why"),
        long=True,
        limit=files.TEXT_LIMIT,
    )
    form.ask("link", voice.say("files.form_link"), limit=300, required=False)
    return form.ask_file("file", voice.say("files.form_file"), voice.say("files.form_file_lasts"))


def _links(press: Press) -> list[str]:
    return [*press.text("link").split(), *press.files("file")]


@on_press("reported", quadruple(PERSON, one_of(Ground), maybe(EVENT), maybe(MATCH), "-"), Audience.EVERYBODY)
async def reported(press: Press, meant: Accusation) -> None:
    """Takes a report."""
    person_id, ground, event, contest = meant
    said = Report(
        person_id,
        ground,
        press.text("text"),
        _links(press),
        event,
        contest,
    )
    file = await press.do(files.report, said)
    view = await press.ask(file_reading.reported, file.file_id)
    await press.answer(file_cards.received(view, press.voice))


@on_press("file-reply", FILE, Audience.ADDRESSED)
async def ask_reply(press: Press, file_id: FileId) -> None:
    """Asks the accused for an answer."""
    file = await press.ask(files.to_reply, file_id)
    await press.form(_statement_form(press, f"file-replied:{file.file_id}", "files.reply_title"))


@on_press("file-replied", FILE, Audience.ADDRESSED)
async def take_reply(press: Press, file_id: FileId) -> None:
    """Keeps the answer."""
    text, links = press.text("text"), _links(press)
    file = await press.do(files.reply, file_id, text, links)
    view = await press.ask(file_reading.own, file.file_id)
    await press.answer(file_cards.replied(view, press.voice))


@on_press("file-evidence", FILE, Act.JUDGE_FILE)
async def ask_evidence(press: Press, file_id: FileId) -> None:
    """Asks an arbiter for evidence."""
    file = await press.ask(files.to_judge, file_id)
    await press.form(_statement_form(press, f"file-added:{file.file_id}", "files.evidence_title"))


@on_press("file-added", FILE, Act.JUDGE_FILE)
async def take_evidence(press: Press, file_id: FileId) -> None:
    """Keeps the evidence."""
    await live(press, file_subject(file_id), partial(_added, press, file_id))


async def _added(press: Press, file_id: FileId) -> Card:
    text, links = press.text("text"), _links(press)
    await press.do(files.add_evidence, file_id, text, links)
    return Card((press.voice.say("files.told_evidence"),))


@on_press("file-verdict", FILE, Act.JUDGE_FILE)
async def ask_verdict(press: Press, file_id: FileId) -> None:
    """Asks the judge for the reason, and for the end of a suspension."""
    penalty = await press.picked(one_of(Penalty))
    await press.ask(file_verdicts.may_decide, file_id, penalty)
    voice = press.voice
    form = reason_form(press, f"file-decided:{file_id}-{penalty.value}", "files.verdict_title")
    if penalty is Penalty.SUSPENDED:
        form.ask("until", voice.say("files.form_until"), description=voice.say("files.form_until_why"), limit=40)
    await press.form(form)


@on_press("file-decided", pair(FILE, one_of(Penalty), "-"), Act.JUDGE_FILE)
async def take_verdict(press: Press, meant: tuple[FileId, Penalty]) -> None:
    """Gives the verdict for the reason that was written."""
    key, penalty = meant
    act = partial(_decided, press, key, penalty)
    await live(press, file_subject(key), act)


async def _decided(press: Press, file_id: FileId, penalty: Penalty) -> Card:
    typed = press.text("until")
    # Where the clocks show the time twice, the later one: the difference is an hour at the end of a suspension.
    until = starts_meant(press, typed)[0][-1] if typed else None
    await press.do(file_verdicts.decide, file_id, penalty, press.text("reason"), until)
    view = await press.ask(file_reading.for_judge, file_id)
    return file_cards.told_verdict(view, press.voice)


@on_press("file-expel", FILE, Act.JUDGE_FILE)
async def ask_expulsion(press: Press, file_id: FileId) -> None:
    """Asks why the person is to be expelled."""
    file = await press.ask(files.to_judge, file_id)
    await press.form(reason_form(press, f"file-expelling:{file.file_id}", "files.propose_expulsion"))


@on_press("file-expelling", FILE, Act.JUDGE_FILE)
async def propose_expulsion(press: Press, file_id: FileId) -> None:
    """Opens the vote."""
    reason = press.text("reason")
    await press.do(file_expulsions.propose, file_id, reason)
    await press.say("files.told_expulsion")


@on_press("file", FILE, Audience.ADDRESSED)
async def show_file(press: Press, file_id: FileId) -> None:
    """Shows the card of one case."""
    await press.answer(await _card(press, file_id))


async def _card(press: Press, file_id: FileId) -> Card:
    """The case for who may act in it; for the accused, what the accused may see."""
    voice = press.voice
    if await press.ask(file_reading.is_accused, file_id):
        return file_cards.for_accused(await press.ask(file_reading.own, file_id), voice)
    return file_cards.for_committee(await press.ask(file_reading.for_judge, file_id), voice, alone=True)


@on_press("appeal", DECISION, Audience.ADDRESSED)
async def ask_appeal(press: Press, decision: str) -> None:
    """Asks why the decision was wrong."""
    await press.ask(appeals.to_appeal, decision)
    await press.form(_statement_form(press, f"appealed:{decision}", "appeals.form_title"))


@on_press("appealed", DECISION, Audience.ADDRESSED)
async def take_appeal(press: Press, decision: str) -> None:
    """Makes the appeal."""
    text, links = press.text("text"), _links(press)
    made = await press.do(appeals.appeal, decision, text, links)
    view = await press.ask(file_reading.appeal_for, made.appeal_id)
    await press.answer(appeal_cards.made(view, press.voice))


@on_press("appeal-card", APPEAL, Act.DECIDE_APPEAL)
async def show_appeal(press: Press, appeal_id: str) -> None:
    """Shows the card of an appeal to who may decide it."""
    await press.ask(appeals.to_decide, appeal_id)
    view = await press.ask(file_reading.appeal_for, appeal_id)
    await press.answer(appeal_cards.for_committee(view, press.voice))


@on_press("appeal-refuse", APPEAL, Act.DECIDE_APPEAL)
async def ask_refuse(press: Press, appeal_id: str) -> None:
    """Asks why the appeal is refused."""
    await press.ask(appeals.to_decide, appeal_id)
    await press.form(reason_form(press, f"appeal-refused:{appeal_id}", "appeals.refuse_title"))


@on_press("appeal-refused", APPEAL, Act.DECIDE_APPEAL)
async def refuse(press: Press, appeal_id: str) -> None:
    """Refuses the appeal."""
    await live(press, appeal_subject(appeal_id), partial(appeal_decided, press, appeal_id, granted=False))


@suggests(Audience.EVERYBODY)
async def grounds(press: Press, typed: str) -> Choices:
    """What somebody can be reported for, in the reader's language."""
    voice, wanted = press.voice, typed.casefold()
    known = [(plain(named(ground, voice), 100), ground.value) for ground in Ground]
    return [app_commands.Choice(name=name, value=value) for name, value in known if wanted in name.casefold()]


@suggests(Audience.EVERYBODY)
async def matches_of(press: Press, typed: str) -> Choices:
    """The latest matches of the member who is being reported."""
    member = press.option("member")
    if member is None:
        return []
    found = await press.look(file_reading.matches_of, MemberId(member.id))
    return offered(((f"{event} · {' – '.join(names)}", contest) for contest, event, names in found), typed)


@suggests(Audience.ADDRESSED)
async def some_files(press: Press, typed: str) -> Choices:
    """The cases in which the presser may act, and those against the presser."""
    voice, found = press.voice, await press.ask(file_reading.choosable)
    return offered(((f"{one.number} · {named(one.ground, voice)}", one.file_id) for one in found), typed)


@suggests(Audience.ADDRESSED)
async def own_decisions(press: Press, typed: str) -> Choices:
    """What the presser can still appeal against."""
    voice, found = press.voice, await press.ask(file_reading.appealable)
    return offered(((file_cards.decision_name(one, voice), one.key) for one in found), typed)


SomeGround = app_commands.Transform[Ground, Option(taking(one_of(Ground)), grounds)]
MatchOfMember = app_commands.Transform[ContestId, Option(taking(MATCH), matches_of)]
SomeFile = app_commands.Transform[FileId, Option(taking(FILE), some_files)]
OwnDecision = app_commands.Transform[str, Option(taking(DECISION), own_decisions)]


class Files(commands.Cog):
    """The same by command."""

    file = app_commands.Group(name="file", description="commands.file", guild_only=True)

    @app_commands.command(name="report", description="commands.report")
    @app_commands.guild_only()
    @app_commands.describe(
        member="commands.report_member",
        ground="commands.report_ground",
        match="commands.report_match",
        tournament="commands.report_tournament",
    )
    @by_command(Audience.EVERYBODY)
    async def report(
        self,
        press: Press,
        member: discord.Member,
        ground: SomeGround,
        match: MatchOfMember | None = None,
        tournament: AnyEvent | None = None,
    ) -> None:
        """Asks what happened, alone with the reporter."""
        accused = await press.do(files.about, (MemberId(member.id), member.display_name), ground, match)
        custom_id = f"reported:{accused.person_id}-{ground}-{tournament or ''}-{match or ''}"
        await press.form(_statement_form(press, custom_id, "files.report_title"))

    @file.command(name="list", description="commands.file_list")
    @by_command(Audience.ADDRESSED)
    async def file_list(self, press: Press) -> None:
        """Shows the cases in which the presser may act."""
        listed = await press.ask(file_reading.files)
        await press.answer(file_cards.file_list(listed, press.voice))

    @file.command(name="show", description="commands.file_show")
    @app_commands.describe(case="commands.file_case")
    @by_command(Audience.ADDRESSED)
    async def file_show(self, press: Press, case: SomeFile) -> None:
        """Shows one case."""
        await press.answer(await _card(press, case))

    @file.command(name="pause", description="commands.file_pause")
    @app_commands.describe(case="commands.file_case", reason="commands.file_reason")
    @by_command(Act.JUDGE_FILE)
    async def file_pause(self, press: Press, case: SomeFile, reason: str) -> None:
        """Stops the times of a case."""
        file = await press.do(files.pause, case, reason)
        await press.say("files.told_paused", number=file.number)

    @file.command(name="resume", description="commands.file_resume")
    @app_commands.describe(case="commands.file_case", reason="commands.file_reason")
    @by_command(Act.JUDGE_FILE)
    async def file_resume(self, press: Press, case: SomeFile, reason: str) -> None:
        """Lets the times of a case run on."""
        file = await press.do(files.unpause, case, reason)
        await press.say("files.told_resumed", number=file.number)

    @file.command(name="reporter", description="commands.file_reporter")
    @app_commands.describe(case="commands.file_case", reason="commands.file_reason")
    @by_command(Act.JUDGE_FILE)
    async def file_reporter(self, press: Press, case: SomeFile, reason: str) -> None:
        """Tells the accused who reported."""
        file = await press.do(files.name_reporter, case, reason)
        await press.say("files.told_named", number=file.number)

    @file.command(name="terms", description="commands.file_terms")
    @app_commands.describe(reply_hours="commands.file_reply_hours", appeal_days="commands.file_appeal_days")
    @by_command(Act.SET_UP)
    async def file_terms(self, press: Press, reply_hours: int, appeal_days: int) -> None:
        """Sets the times of cases to come."""
        await press.do(files.set_terms, reply_hours, appeal_days)
        await press.say("files.told_terms", hours=reply_hours, days=appeal_days)

    @file.command(name="appeal", description="commands.file_appeal")
    @app_commands.describe(against="commands.file_against")
    @by_command(Audience.ADDRESSED)
    async def file_appeal(self, press: Press, against: OwnDecision) -> None:
        """Asks why a decision was wrong."""
        await ask_appeal(press, against)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Files())
