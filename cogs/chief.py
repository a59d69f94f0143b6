"""The chief arbiter of an event: naming, asking, relieving, and the report at the end (GO-30)."""

from __future__ import annotations

from bot.domain.events.event_officers import EventRole
from bot.domain.ids import ContestId, TournamentId
from bot.domain.permissions import Act
from bot.rendering.events import event_rules_cards
from bot.rendering.layout import Card
from bot.rendering.playing import chief_cards
from bot.services.events import event_rules
from bot.services.playing import chief
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent
from cogs.commands import command
from cogs.event_rules import ask_for_draft
from cogs.forms import Text
from cogs.options import Member
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT, MATCH


@command("chief show", Audience.EVERYBODY)
async def show(press: Press, tournament: AnyEvent) -> Card:
    """Shows who decides in the event."""
    return chief_cards.referees(await press.look(chief.view, tournament), press.voice)


@command("chief name", Act.NAME_CHIEF)
async def name(press: Press, tournament: OpenEvent, arbiter: Member) -> Card:
    """Names the chief arbiter."""
    done = await press.do(chief.name, tournament, arbiter.member_id, EventRole.CHIEF)
    return chief_cards.referees(done, press.voice)


@command("chief deputy", Act.NAME_CHIEF)
async def deputy(press: Press, tournament: OpenEvent, arbiter: Member) -> Card:
    """Names a deputy."""
    done = await press.do(chief.name, tournament, arbiter.member_id, EventRole.DEPUTY)
    return chief_cards.referees(done, press.voice)


@command("chief relieve", Act.RELIEVE_ARBITER)
async def relieve(press: Press, tournament: OpenEvent, arbiter: Member, reason: str) -> Card:
    """Relieves an arbiter of the duty in the event."""
    done = await press.do(chief.relieve, tournament, arbiter.member_id, reason)
    return chief_cards.referees(done, press.voice)


@command("chief rules", Act.DRAFT_EVENT_RULES)
async def rules(press: Press, tournament: OpenEvent) -> None:
    """Opens the form for the event's own rules."""
    await ask_for_draft(press, tournament)


@command("chief rules-show", Audience.EVERYBODY)
async def rules_show(press: Press, tournament: AnyEvent) -> Card:
    """Shows the rules of the event that count beside the rulebook."""
    return event_rules_cards.in_force(await press.look(event_rules.view, tournament), press.voice)


@on_press("pass-up", MATCH, Act.HAND_MATCH_ON)
async def pass_up(press: Press, contest_id: ContestId) -> None:
    """Asks the arbiter what the chief has to decide."""
    question = Text("question", "chief.question", long=True, limit=chief.QUESTION_LIMIT)
    await press.open_form(f"pass-up-why:{contest_id}", "chief.pass_up", question)


@on_press("pass-up-why", MATCH, Act.HAND_MATCH_ON)
async def pass_up_why(press: Press, contest_id: ContestId) -> None:
    """Passes the question up."""
    await press.do(chief.pass_up, contest_id, press.text("question"))
    await press.say("chief.passed_up")


@on_press("closing-report", EVENT, Act.FILE_REPORT)
async def write_report(press: Press, tournament_id: TournamentId) -> None:
    """Opens the form for the report, for the chief alone."""
    await press.ask(chief.may_report, tournament_id)
    report = Text("report", "chief.report_text", long=True, limit=chief.REPORT_LIMIT)
    await press.open_form(f"closing-report-filed:{tournament_id}", "chief.write_report", report)


@on_press("closing-report-filed", EVENT, Act.FILE_REPORT)
async def file_report(press: Press, tournament_id: TournamentId) -> None:
    """Files the report; it is told in the record."""
    await press.do(chief.file_report, tournament_id, press.text("report"))
    await press.say("chief.report_filed")
