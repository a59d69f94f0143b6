"""Reports of misconduct, their case files, verdicts and appeals."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.cases.case_files import Ground, Penalty
from bot.domain.ids import ContestId, FileId, GuildId, MemberId, PersonId, TournamentId
from bot.errors import NotFound, Outdated, Subject
from bot.rendering.cases import appeal_cards, file_cards
from bot.rendering.layout import Card
from bot.rendering.sentences import named
from bot.rendering.text import plain
from bot.services.cases import appeals, file_expulsions, file_reading, file_verdicts, files
from bot.services.cases.file_record import appeal_subject, file_subject
from bot.services.cases.files import Report
from cogs.answering import Interaction, answer, presser_of, say, voice_of
from cogs.choosing import all_tournaments, tournament_meant
from cogs.crowds import press
from cogs.moments import starts_meant
from cogs.routing import Form, chosen, files_of, on_press, text_of
from cogs.ruling_appeals import appeal_decided, reason_form

if TYPE_CHECKING:
    from bot.app import TournamentBot


def _statement_form(interaction: Interaction, custom_id: str, title: str) -> Form:
    """A form for words, a link and a file."""
    voice = voice_of(interaction)
    form = Form(custom_id, voice.say(title))
    form.ask(
        "text",
        voice.say("files.form_text"),
        description=voice.say("files.form_text_why"),
        long=True,
        limit=files.TEXT_LIMIT,
    )
    form.ask("link", voice.say("files.form_link"), limit=300, required=False)
    return form.ask_file("file", voice.say("files.form_file"))


def _links(interaction: Interaction) -> list[str]:
    return [*text_of(interaction, "link").split(), *files_of(interaction, "file")]


@on_press("reported")
async def reported(interaction: Interaction, subject: str) -> None:
    """Takes a report."""
    person_id, ground, event, contest = subject.split("-")
    said = Report(
        PersonId(person_id),
        Ground(ground),
        text_of(interaction, "text"),
        _links(interaction),
        TournamentId(event) if event else None,
        ContestId(contest) if contest else None,
    )
    house, presser = interaction.client.house, presser_of(interaction)
    file = await house.do(files.report, presser, said)
    view = await house.ask(file_reading.file_view, file.file_id, presser.at)
    if view is not None:
        await answer(interaction, file_cards.received(view, voice_of(interaction)))


@on_press("file-reply")
async def ask_reply(interaction: Interaction, subject: str) -> None:
    """Asks the accused for an answer."""
    file = await interaction.client.house.ask(files.to_reply, presser_of(interaction), FileId(subject))
    await interaction.response.send_modal(
        _statement_form(interaction, f"file-replied:{file.file_id}", "files.reply_title")
    )


@on_press("file-replied")
async def take_reply(interaction: Interaction, subject: str) -> None:
    """Keeps the answer."""
    house, presser = interaction.client.house, presser_of(interaction)
    text, links = text_of(interaction, "text"), _links(interaction)
    file = await house.do(files.reply, presser, FileId(subject), text, links)
    view = await house.ask(file_reading.own, presser, file.file_id)
    await answer(interaction, file_cards.replied(view, voice_of(interaction)))


@on_press("file-evidence")
async def ask_evidence(interaction: Interaction, subject: str) -> None:
    """Asks an arbiter for evidence."""
    file = await interaction.client.house.ask(files.to_judge, presser_of(interaction), FileId(subject))
    await interaction.response.send_modal(
        _statement_form(interaction, f"file-added:{file.file_id}", "files.evidence_title")
    )


@on_press("file-added")
async def take_evidence(interaction: Interaction, subject: str) -> None:
    """Keeps the evidence."""
    await press(interaction, file_subject(FileId(subject)), partial(_added, interaction, FileId(subject)))


async def _added(interaction: Interaction, file_id: FileId) -> Card:
    text, links = text_of(interaction, "text"), _links(interaction)
    await interaction.client.house.do(files.add_evidence, presser_of(interaction), file_id, text, links)
    return Card((voice_of(interaction).say("files.told_evidence"),))


@on_press("file-verdict")
async def ask_verdict(interaction: Interaction, subject: str) -> None:
    """Asks the judge for the reason, and for the end of a suspension."""
    values = chosen(interaction)
    if not values:
        raise Outdated
    penalty, file_id = Penalty(values[0]), FileId(subject)
    await interaction.client.house.ask(file_verdicts.may_decide, presser_of(interaction), file_id, penalty)
    voice = voice_of(interaction)
    form = reason_form(interaction, f"file-decided:{file_id}-{penalty.value}", "files.verdict_title")
    if penalty is Penalty.SUSPENDED:
        form.ask("until", voice.say("files.form_until"), description=voice.say("files.form_until_why"), limit=40)
    await interaction.response.send_modal(form)


@on_press("file-decided")
async def take_verdict(interaction: Interaction, subject: str) -> None:
    """Gives the verdict for the reason that was written."""
    key, _, penalty = subject.partition("-")
    act = partial(_decided, interaction, FileId(key), Penalty(penalty))
    await press(interaction, file_subject(FileId(key)), act)


async def _decided(interaction: Interaction, file_id: FileId, penalty: Penalty) -> Card:
    house, presser = interaction.client.house, presser_of(interaction)
    typed = text_of(interaction, "until")
    # Where the clocks show the time twice, the later one: the difference is an hour at the end of a suspension.
    until = starts_meant(interaction, typed)[0][-1] if typed else None
    await house.do(file_verdicts.decide, presser, file_id, penalty, text_of(interaction, "reason"), until)
    view = await house.ask(file_reading.for_judge, presser, file_id)
    return file_cards.told_verdict(view, voice_of(interaction))


@on_press("file-expel")
async def ask_expulsion(interaction: Interaction, subject: str) -> None:
    """Asks why the person is to be expelled."""
    file = await interaction.client.house.ask(files.to_judge, presser_of(interaction), FileId(subject))
    await interaction.response.send_modal(
        reason_form(interaction, f"file-expelling:{file.file_id}", "files.propose_expulsion")
    )


@on_press("file-expelling")
async def propose_expulsion(interaction: Interaction, subject: str) -> None:
    """Opens the vote."""
    presser, reason = presser_of(interaction), text_of(interaction, "reason")
    await interaction.client.house.do(file_expulsions.propose, presser, FileId(subject), reason)
    await say(interaction, "files.told_expulsion")


@on_press("file")
async def show_file(interaction: Interaction, subject: str) -> None:
    """Shows the card of one case."""
    await answer(interaction, await _card(interaction, FileId(subject)))


async def _card(interaction: Interaction, file_id: FileId) -> Card:
    """The case for who may act in it; for the accused, what the accused may see."""
    house, presser, voice = interaction.client.house, presser_of(interaction), voice_of(interaction)
    if await house.ask(file_reading.is_accused, presser, file_id):
        return file_cards.for_accused(await house.ask(file_reading.own, presser, file_id), voice)
    return file_cards.for_committee(await house.ask(file_reading.for_judge, presser, file_id), voice, alone=True)


@on_press("appeal")
async def ask_appeal(interaction: Interaction, subject: str) -> None:
    """Asks why the decision was wrong."""
    await interaction.client.house.ask(appeals.to_appeal, presser_of(interaction), subject)
    await interaction.response.send_modal(_statement_form(interaction, f"appealed:{subject}", "appeals.form_title"))


@on_press("appealed")
async def take_appeal(interaction: Interaction, subject: str) -> None:
    """Makes the appeal."""
    house, presser = interaction.client.house, presser_of(interaction)
    text, links = text_of(interaction, "text"), _links(interaction)
    made = await house.do(appeals.appeal, presser, subject, text, links)
    view = await house.ask(file_reading.appeal_view, made.appeal_id)
    if view is not None:
        await answer(interaction, appeal_cards.made(view, voice_of(interaction)))


@on_press("appeal-card")
async def show_appeal(interaction: Interaction, subject: str) -> None:
    """Shows the card of an appeal to who may decide it."""
    await interaction.client.house.ask(appeals.to_decide, presser_of(interaction), subject)
    view = await interaction.client.house.ask(file_reading.appeal_view, subject)
    if view is not None:
        await answer(interaction, appeal_cards.for_committee(view, voice_of(interaction)))


@on_press("appeal-refuse")
async def ask_refuse(interaction: Interaction, subject: str) -> None:
    """Asks why the appeal is refused."""
    await interaction.client.house.ask(appeals.to_decide, presser_of(interaction), subject)
    await interaction.response.send_modal(reason_form(interaction, f"appeal-refused:{subject}", "appeals.refuse_title"))


@on_press("appeal-refused")
async def refuse(interaction: Interaction, subject: str) -> None:
    """Refuses the appeal."""
    await press(interaction, appeal_subject(subject), partial(appeal_decided, interaction, subject, granted=False))


async def grounds(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What somebody can be reported for, in the reader's language."""
    voice, wanted = voice_of(interaction), typed.casefold()
    known = [(plain(named(ground, voice), 100), ground.value) for ground in Ground]
    return [app_commands.Choice(name=name, value=value) for name, value in known if wanted in name.casefold()]


async def matches_of(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The latest matches of the member who is being reported."""
    member = interaction.namespace.member
    if member is None:
        return []
    found = await interaction.client.house.ask(
        file_reading.matches_of, GuildId(interaction.guild_id or 0), MemberId(member.id)
    )
    named_matches = [(plain(f"{event} · {' – '.join(names)}", 100), contest) for contest, event, names in found]
    wanted = typed.casefold()
    return [app_commands.Choice(name=n, value=v) for n, v in named_matches if wanted in n.casefold()][:25]


async def some_files(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The cases in which the presser may act, and those against the presser."""
    voice, wanted = voice_of(interaction), typed.casefold()
    found = await interaction.client.house.ask(file_reading.choosable, presser_of(interaction))
    labelled = [(plain(f"{one.file.number} · {named(one.file.ground, voice)}", 100), one.file.file_id) for one in found]
    return [app_commands.Choice(name=n, value=v) for n, v in labelled if wanted in n.casefold()][:25]


async def own_decisions(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What the presser can still appeal against."""
    del typed
    voice = voice_of(interaction)
    found = await interaction.client.house.ask(file_reading.appealable, presser_of(interaction))
    return [app_commands.Choice(name=file_cards.decision_name(one, voice), value=one.key) for one in found][:25]


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
    @app_commands.autocomplete(ground=grounds, match=matches_of, tournament=all_tournaments)
    async def report(
        self,
        interaction: Interaction,
        member: discord.Member,
        ground: str,
        match: str | None = None,
        tournament: str | None = None,
    ) -> None:
        """Asks what happened, alone with the reporter."""
        if ground not in set(Ground):
            raise NotFound(what=Subject.REASON)
        event = await tournament_meant(interaction, tournament) if tournament else ""
        known, contest = (MemberId(member.id), member.display_name), ContestId(match) if match else None
        accused = await interaction.client.house.do(
            files.about, presser_of(interaction), known, Ground(ground), contest
        )
        custom_id = f"reported:{accused.person_id}-{ground}-{event}-{contest or ''}"
        await interaction.response.send_modal(_statement_form(interaction, custom_id, "files.report_title"))

    @file.command(name="list", description="commands.file_list")
    async def file_list(self, interaction: Interaction) -> None:
        """Shows the cases in which the presser may act."""
        listed = await interaction.client.house.ask(file_reading.files, presser_of(interaction))
        await answer(interaction, file_cards.file_list(listed, voice_of(interaction)))

    @file.command(name="show", description="commands.file_show")
    @app_commands.describe(case="commands.file_case")
    @app_commands.autocomplete(case=some_files)
    async def file_show(self, interaction: Interaction, case: str) -> None:
        """Shows one case."""
        await answer(interaction, await _card(interaction, FileId(case)))

    @file.command(name="pause", description="commands.file_pause")
    @app_commands.describe(case="commands.file_case", reason="commands.file_reason")
    @app_commands.autocomplete(case=some_files)
    async def file_pause(self, interaction: Interaction, case: str, reason: str) -> None:
        """Stops the times of a case."""
        file = await interaction.client.house.do(files.pause, presser_of(interaction), FileId(case), reason)
        await say(interaction, "files.told_paused", number=file.number)

    @file.command(name="resume", description="commands.file_resume")
    @app_commands.describe(case="commands.file_case", reason="commands.file_reason")
    @app_commands.autocomplete(case=some_files)
    async def file_resume(self, interaction: Interaction, case: str, reason: str) -> None:
        """Lets the times of a case run on."""
        file = await interaction.client.house.do(files.unpause, presser_of(interaction), FileId(case), reason)
        await say(interaction, "files.told_resumed", number=file.number)

    @file.command(name="reporter", description="commands.file_reporter")
    @app_commands.describe(case="commands.file_case", reason="commands.file_reason")
    @app_commands.autocomplete(case=some_files)
    async def file_reporter(self, interaction: Interaction, case: str, reason: str) -> None:
        """Tells the accused who reported."""
        file = await interaction.client.house.do(files.name_reporter, presser_of(interaction), FileId(case), reason)
        await say(interaction, "files.told_named", number=file.number)

    @file.command(name="terms", description="commands.file_terms")
    @app_commands.describe(reply_hours="commands.file_reply_hours", appeal_days="commands.file_appeal_days")
    async def file_terms(self, interaction: Interaction, reply_hours: int, appeal_days: int) -> None:
        """Sets the times of cases to come."""
        await interaction.client.house.do(files.set_terms, presser_of(interaction), reply_hours, appeal_days)
        await say(interaction, "files.told_terms", hours=reply_hours, days=appeal_days)

    @file.command(name="appeal", description="commands.file_appeal")
    @app_commands.describe(against="commands.file_against")
    @app_commands.autocomplete(against=own_decisions)
    async def file_appeal(self, interaction: Interaction, against: str) -> None:
        """Asks why a decision was wrong."""
        await ask_appeal(interaction, against)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Files())
