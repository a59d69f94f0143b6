"""Reports of misconduct, their cases, verdicts and appeals."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import discord

from bot.domain.cases.misconduct import Penalty
from bot.domain.grounds import Ground
from bot.domain.ids import ContestId, FileId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.rendering.cases import appeal_cards, misconduct_cards
from bot.rendering.layout import Card
from bot.rendering.sentences import member_name
from bot.services.cases import appealing, misconduct, misconduct_expulsions, misconduct_reading, misconduct_verdicts
from bot.services.cases.misconduct import Report
from bot.services.cases.misconduct_record import appeal_subject, file_subject
from bot.services.known_people import one_meant
from cogs.audience import Audience
from cogs.choosing import AnyEvent, KnownPerson
from cogs.commands import command, menu
from cogs.forms import File, Menu, Text
from cogs.moments import last_moment_meant
from cogs.options import Member, Option, Pairs, known_member, suggests, taking
from cogs.press import Press
from cogs.routing import on_press
from cogs.ruling_appeals import REASON, appeal_decided
from cogs.subjects import APPEAL, DECISION, EVENT, FILE, MATCH, NOTHING, PERSON
from cogs.takes import maybe, one_of, pair, quadruple

STATEMENT = (
    Text("text", "files.form_text", "files.form_text_why", long=True, limit=misconduct.TEXT_LIMIT),
    Text("link", "files.form_link", limit=300, required=False),
    File("file", "files.form_file", "files.form_file_lasts"),
)
"""Words, a link and a file."""


def _statement(press: Press) -> tuple[str, list[str]]:
    return press.text("text"), press.proof()


@suggests(Audience.EVERYBODY)
async def grounds(press: Press) -> Pairs:
    """What somebody can be reported for, in the reader's language."""
    return [(member_name(ground, press.voice), ground.value) for ground in Ground]


@suggests(Audience.EVERYBODY)
async def matches_of(press: Press) -> Pairs:
    """The latest matches of the member who is being reported."""
    member = press.option("member")
    found = [] if member is None else await press.look(misconduct_reading.matches_of, member.id)
    return [(f"{event} · {' – '.join(names)}", contest) for contest, event, names in found]


@suggests(Audience.ADDRESSED)
async def some_files(press: Press) -> Pairs:
    """The cases in which the presser may act, and those against the presser."""
    found = await press.ask(misconduct_reading.choosable)
    return [(misconduct_cards.file_name(one, press.voice), one.file_id) for one in found]


@suggests(Audience.ADDRESSED)
async def own_decisions(press: Press) -> Pairs:
    """What the presser can still appeal against."""
    found = await press.ask(misconduct_reading.appealable)
    return [(misconduct_cards.decision_name(one, press.voice), one.key) for one in found]


SomeGround = Annotated[Ground, Option(taking(one_of(Ground)), grounds)]
MatchOfMember = Annotated[ContestId, Option(taking(MATCH), matches_of)]
SomeFile = Annotated[FileId, Option(taking(FILE), some_files)]
OwnDecision = Annotated[str, Option(taking(DECISION), own_decisions)]


@on_press("reported", quadruple(PERSON, one_of(Ground), maybe(EVENT), maybe(MATCH), "-"), Audience.EVERYBODY)
async def take_report(
    press: Press, person_id: PersonId, ground: Ground, event: TournamentId | None, contest: ContestId | None
) -> Card:
    """Takes a report."""
    file = await press.do(misconduct.report, Report(person_id, ground, *_statement(press), event, contest))
    return misconduct_cards.report_receipt(
        await press.ask(misconduct_reading.reporters_view, file.file_id), press.voice
    )


@on_press("file-reply", FILE, Audience.ADDRESSED)
async def ask_reply(press: Press, file_id: FileId) -> None:
    """Asks the accused for an answer."""
    file = await press.ask(misconduct.to_reply, file_id)
    await press.open_form(f"file-replied:{file.file_id}", "files.reply_title", *STATEMENT)


@on_press("file-replied", FILE, Audience.ADDRESSED)
async def take_reply(press: Press, file_id: FileId) -> Card:
    """Keeps the answer."""
    file = await press.do(misconduct.reply, file_id, *_statement(press))
    return misconduct_cards.reply_receipt(await press.ask(misconduct_reading.own, file.file_id), press.voice)


@on_press("file-evidence", FILE, Act.JUDGE_FILE)
async def ask_evidence(press: Press, file_id: FileId) -> None:
    """Asks an arbiter for evidence."""
    file = await press.ask(misconduct.to_judge, file_id)
    await press.open_form(f"file-added:{file.file_id}", "files.evidence_title", *STATEMENT)


@on_press("file-added", FILE, Act.JUDGE_FILE, live=file_subject)
async def take_evidence(press: Press, file_id: FileId) -> Card:
    """Keeps the evidence."""
    await press.do(misconduct.add_evidence, file_id, *_statement(press))
    return Card((press.voice.say("files.told_evidence"),))


@on_press("file-verdict", FILE, Act.JUDGE_FILE)
async def ask_verdict(press: Press, file_id: FileId) -> None:
    """Asks the judge for the reason, and for the end of a suspension."""
    penalty = await press.read_choice(one_of(Penalty))
    await press.ask(misconduct_verdicts.may_decide, file_id, penalty)
    asked = [REASON]
    if penalty is Penalty.SUSPENDED:
        asked.append(Text("until", "files.form_until", "files.form_until_why", limit=40))
    await press.open_form(f"file-decided:{file_id}-{penalty.value}", "files.verdict_title", *asked)


@on_press("file-decided", pair(FILE, one_of(Penalty), "-"), Act.JUDGE_FILE, live=file_subject)
async def take_verdict(press: Press, file_id: FileId, penalty: Penalty) -> Card:
    """Gives the verdict for the reason that was written."""
    typed = press.text("until")
    until = last_moment_meant(press, typed) if typed else None
    await press.do(misconduct_verdicts.decide, file_id, penalty, press.text("reason"), until)
    return misconduct_cards.told_verdict(await press.ask(misconduct_reading.for_judge, file_id), press.voice)


@on_press("file-expel", FILE, Act.JUDGE_FILE)
async def ask_expulsion(press: Press, file_id: FileId) -> None:
    """Asks why the person is to be expelled."""
    file = await press.ask(misconduct.to_judge, file_id)
    await press.open_form(f"file-expelling:{file.file_id}", "files.propose_expulsion", REASON)


@on_press("file-expelling", FILE, Act.JUDGE_FILE)
async def propose_expulsion(press: Press, file_id: FileId) -> None:
    """Opens the vote on expelling the accused."""
    await press.do(misconduct_expulsions.propose, file_id, press.text("reason"))
    await press.say("files.told_expulsion")


@on_press("files", NOTHING, Audience.ADDRESSED)
async def list_files(press: Press) -> Card:
    """Shows the cases in which the presser may act."""
    return misconduct_cards.file_list(await press.ask(misconduct_reading.files), press.voice)


@on_press("file", FILE, Audience.ADDRESSED)
async def show_file(press: Press, case: FileId) -> Card:
    """Shows one case to who may act in it; to the accused, what the accused may see."""
    if await press.ask(misconduct_reading.is_accused, case):
        return misconduct_cards.for_accused(await press.ask(misconduct_reading.own, case), press.voice)
    return misconduct_cards.for_committee(await press.ask(misconduct_reading.for_judge, case), press.voice, alone=True)


@command("case pause", Act.JUDGE_FILE)
async def pause(press: Press, case: SomeFile, reason: str) -> None:
    """Stops the times of a case."""
    file = await press.do(misconduct.pause, case, reason)
    await press.say("files.told_paused", number=file.number)


@command("case resume", Act.JUDGE_FILE)
async def resume(press: Press, case: SomeFile, reason: str) -> None:
    """Lets the times of a case run on."""
    file = await press.do(misconduct.unpause, case, reason)
    await press.say("files.told_resumed", number=file.number)


@command("case reporter", Act.JUDGE_FILE)
async def name_reporter(press: Press, case: SomeFile, reason: str) -> None:
    """Tells the accused who reported."""
    file = await press.do(misconduct.name_reporter, case, reason)
    await press.say("files.told_named", number=file.number)


@command("case terms", Act.SET_UP_HEARINGS)
async def set_terms(press: Press, reply_hours: int, appeal_days: int) -> None:
    """Sets the times of cases to come."""
    await press.do(misconduct.set_terms, reply_hours, appeal_days)
    await press.say("files.told_terms", hours=reply_hours, days=appeal_days)


@command("case appeal", Audience.ADDRESSED)
@on_press("appeal", DECISION, Audience.ADDRESSED)
async def ask_appeal(press: Press, against: OwnDecision) -> None:
    """Asks why the decision was wrong."""
    await press.ask(appealing.to_appeal, against)
    await press.open_form(f"appealed:{against}", "appeals.form_title", *STATEMENT)


@command("conduct", Audience.EVERYBODY)
async def ask_report(
    press: Press,
    ground: SomeGround,
    member: Member | None = None,
    person: KnownPerson | None = None,
    match: MatchOfMember | None = None,
    tournament: AnyEvent | None = None,
) -> None:
    """Asks what happened, alone with the reporter."""
    accused = await press.do(misconduct.about, one_meant(member, person), ground, match, tournament)
    custom_id = f"reported:{accused.person_id}-{ground}-{tournament or ''}-{match or ''}"
    await press.open_form(custom_id, "files.report_title", *STATEMENT)


@menu("Report conduct", "commands.menu_conduct", Audience.EVERYBODY)
async def ask_about_message(press: Press, message: discord.Message) -> None:
    """Asks what was wrong with a message, alone with the reporter, with the way to it filled in."""
    accused = await press.do(misconduct.about, known_member(message.author), Ground.CONDUCT)
    grounds = {one.value: f"ground.{one.value}" for one in Ground}
    text, link, file = STATEMENT
    asked = (
        Menu("ground", "commands.conduct_ground", values=grounds, required=True),
        text,
        replace(link, default=message.jump_url),
        file,
    )
    await press.open_form(f"message-reported:{accused.person_id}", "files.report_title", *asked)


@on_press("message-reported", PERSON, Audience.EVERYBODY)
async def take_report_of_message(press: Press, person_id: PersonId) -> Card:
    """Takes a report that began at a message."""
    chosen = press.fields().get("ground", [])
    ground = await press.read_subject(one_of(Ground), chosen[0] if isinstance(chosen, list) and chosen else "")
    return await take_report(press, person_id, ground, None, None)


@on_press("appealed", DECISION, Audience.ADDRESSED)
async def take_appeal(press: Press, decision: str) -> Card:
    """Makes the appeal."""
    made = await press.do(appealing.appeal, decision, *_statement(press))
    return appeal_cards.receipt(await press.ask(misconduct_reading.appeal_for, made.appeal_id), press.voice)


@on_press("appeal-card", APPEAL, Act.DECIDE_APPEAL)
async def show_appeal(press: Press, appeal_id: str) -> Card:
    """Shows the card of an appeal to who may decide it."""
    await press.ask(appealing.to_decide, appeal_id)
    return appeal_cards.for_committee(await press.ask(misconduct_reading.appeal_for, appeal_id), press.voice)


@on_press("appeal-refuse", APPEAL, Act.DECIDE_APPEAL)
async def ask_why_refused(press: Press, appeal_id: str) -> None:
    """Asks why the appeal is refused."""
    await press.ask(appealing.to_decide, appeal_id)
    await press.open_form(f"appeal-refused:{appeal_id}", "appeals.refuse_title", REASON)


@on_press("appeal-refused", APPEAL, Act.DECIDE_APPEAL, live=appeal_subject)
async def refuse(press: Press, appeal_id: str) -> Card:
    """Refuses the appeal."""
    return await appeal_decided(press, appeal_id, granted=False)
