"""Absences and bars: justifying, reviewing, the committee's list, disqualifying and lifting."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

from bot.domain.cases.absence import VerdictKind
from bot.domain.cases.no_shows import AbsencePenalty
from bot.domain.ids import BarId, CaseId, TournamentId
from bot.domain.permissions import Act
from bot.rendering.cases import bar_cards, case_cards
from bot.rendering.layout import Card
from bot.rendering.voting import vote_cards
from bot.services.cases import barring, case_reading, disqualifying, justifications, penalty_votes
from bot.services.cases.case_record import case_subject
from bot.services.known_people import one_meant
from bot.services.voting import vote_reading, votes
from cogs.audience import Audience
from cogs.choosing import KnownPerson, OpenEvent
from cogs.commands import command
from cogs.forms import File, Text
from cogs.moments import Moment, last_moment_meant, length_meant
from cogs.options import Member, Option, Pairs, as_typed, suggests, taking
from cogs.pages import with_pages
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import BAR, CASE, EVENT, MOMENT, written_moment
from cogs.takes import maybe, one_of, pair

JUSTIFICATION = (
    Text("reason", "cases.form_text", "cases.form_text_why", long=True, limit=justifications.TEXT_LIMIT),
    Text("link", "cases.form_link", limit=justifications.LINK_LIMIT, required=False),
    File("file", "cases.form_file", "files.form_file_lasts"),
)


@suggests(Act.SEE_DESK)
async def some_cases(press: Press) -> Pairs:
    """The server's cases by person and tournament, open ones first."""
    views = await press.ask(case_reading.all_cases)
    return [(f"{view.person.name} · {view.tournament.name}", view.case.case_id) for view in views]


@suggests(Audience.EVERYBODY)
async def some_bars(press: Press) -> Pairs:
    """The bars in force by person."""
    listed = await press.look(case_reading.bar_list, press.at)
    return [(f"{view.person.name} · {view.bar.since:%Y-%m-%d}", view.bar.bar_id) for view in listed.bars]


@suggests(Act.JUDGE_FILE)
async def some_rules(press: Press) -> Pairs:
    """The rules that events here cite; another one is typed."""
    return [(rule, rule) for rule in await press.look(disqualifying.rules_cited)]


SomeCase = Annotated[CaseId, Option(taking(CASE), some_cases)]
SomeBar = Annotated[BarId, Option(taking(BAR), some_bars)]
BrokenRule = Annotated[str, Option(as_typed, some_rules)]


@on_press("case", CASE, Audience.ADDRESSED)
async def show_case(press: Press, case: CaseId) -> Card:
    """Shows one case, open or closed, to those at the desk."""
    return case_cards.for_review(await press.ask(case_reading.case_at_desk, case), press.voice)


@on_press("justify", EVENT, Audience.ADDRESSED)
async def justify(press: Press, tournament_id: TournamentId) -> None:
    """Asks the person who was missing for the reason."""
    case = await press.ask(justifications.case_to_justify, tournament_id)
    await press.open_form(f"justification:{case.case_id}", "cases.form_title", *JUSTIFICATION)


@command("case justify", Audience.ADDRESSED)
async def justify_for(press: Press, case: SomeCase) -> None:
    """Asks staff for somebody's justification, as for a person without a Discord account."""
    found = await press.ask(justifications.case_to_help, case)
    await press.open_form(f"justification:{found.case_id}", "cases.form_title_for", *JUSTIFICATION)


@on_press("justification", CASE, Audience.ADDRESSED)
async def take_justification(press: Press, case_id: CaseId) -> Card:
    """Takes what was written."""
    case = await press.do(justifications.justify, case_id, press.text("reason"), " ".join(press.proof()))
    view, own = await press.ask(case_reading.justification_view, case.case_id)
    return case_cards.justification_receipt(view, press.voice, own=own)


@on_press("case-accept", CASE, Act.REVIEW_CASE, live=case_subject)
async def accept(press: Press, case_id: CaseId) -> Card:
    """Accepts the justification."""
    return await _review(press, case_id, VerdictKind.ACCEPTED)


@on_press("case-decline", CASE, Act.REVIEW_CASE)
async def ask_why_declined(press: Press, case_id: CaseId) -> None:
    """Asks the reviewer for the reason."""
    case = await press.ask(justifications.may_review, case_id)
    read = "" if case.justification is None else written_moment(case.justification.submitted_at)
    reason = Text("reason", "cases.decline_reason", "cases.decline_why", long=True, limit=500)
    await press.open_form(f"case-declined:{case.case_id}.{read}", "cases.decline_title", reason)


@on_press("case-declined", pair(CASE, maybe(MOMENT)), Act.REVIEW_CASE, live=case_subject)
async def decline(press: Press, case_id: CaseId, given_at: datetime | None) -> Card:
    """Declines the justification that was read, for the reason that was written."""
    return await _review(press, case_id, VerdictKind.DECLINED, press.text("reason"), given_at)


async def _review(
    press: Press, case_id: CaseId, verdict: VerdictKind, reason: str | None = None, given_at: datetime | None = None
) -> Card:
    await press.do(justifications.review, case_id, verdict, reason, given_at)
    return case_cards.review_receipt(await press.ask(case_reading.case_at_desk, case_id), press.voice)


@command("case reopen", Act.LIFT_BAR)
async def reopen(press: Press, case: SomeCase, reason: str) -> Card:
    """Takes back what was decided in a case."""
    opened = await press.do(justifications.reopen, case, reason)
    return case_cards.reopening_receipt(await press.ask(case_reading.case_at_desk, opened.case_id), press.voice)


@on_press("case-penalty", CASE, Audience.ADDRESSED)
async def ask_penalty(press: Press, case_id: CaseId) -> Card:
    """Asks which penalty the committee is to vote on; only who may open such a vote gets so far."""
    return case_cards.penalties(case_id, await press.ask(penalty_votes.options, case_id), press.voice)


@on_press("case-penalty-kind", CASE, Audience.ADDRESSED)
async def describe_penalty(press: Press, case_id: CaseId) -> None:
    """Asks for the question, and for the length of a bar for a time."""
    penalty = await press.read_choice(one_of(AbsencePenalty))
    asked = [Text("question", "cases.penalty_question", long=True, limit=votes.QUESTION_LIMIT)]
    if penalty is AbsencePenalty.BAR_FOR:
        asked.append(Text("lasts", "cases.penalty_lasts", "cases.penalty_lasts_how", limit=20))
    await press.open_form(f"case-penalty-open:{case_id}.{penalty}", f"cases.penalty_{penalty}", *asked)


@on_press("case-penalty-open", pair(CASE, one_of(AbsencePenalty)), Audience.ADDRESSED)
async def open_penalty(press: Press, case_id: CaseId, penalty: AbsencePenalty) -> Card:
    """Opens the vote on the penalty."""
    lasts = length_meant(press.text("lasts"))
    vote = await press.do(penalty_votes.open_vote, case_id, penalty, press.text("question"), lasts)
    return vote_cards.opening_receipt(await press.look(vote_reading.of_server, vote.vote_id, press.at), press.voice)


@command("bar player", Act.JUDGE_FILE)
async def bar_player(
    press: Press,
    reason: str,
    member: Member | None = None,
    person: KnownPerson | None = None,
    rule: BrokenRule | None = None,
    tournament: OpenEvent | None = None,
    until: Moment | None = None,
) -> Card:
    """Disqualifies somebody, from one event or for a rule that was broken."""
    end = last_moment_meant(press, until) if until else None
    who = one_meant(member, person)
    bar = await press.do(partial(barring.bar_player, rule=rule, event=tournament), who, reason, end)
    return bar_cards.told_barred(await press.look(case_reading.bar_of, bar.bar_id), press.voice)


@command("bar lift", Act.LIFT_BAR)
async def lift_bar(press: Press, bar: SomeBar, reason: str) -> Card:
    """Lifts a bar."""
    lifted = await press.do(barring.lift_and_restore, bar, reason)
    return bar_cards.told_lifted(await press.look(case_reading.bar_of, lifted.bar_id), press.voice)


@command("bar list", Audience.EVERYBODY)
@with_pages("bars", Audience.EVERYBODY)
async def list_bars(press: Press, page: int) -> Card:
    """Shows who is barred."""
    return bar_cards.bar_list(await press.look(case_reading.bar_list, press.at), page, press.voice)
