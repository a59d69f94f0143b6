"""Reports of misconduct, their cases, verdicts and appeals.

Where an appeal against a ruling is granted, the right result is a score, the boards of teams, or who won a table.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Final

import discord

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases import misconduct_cards as cases_misconduct_cards
from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.appeals_verbs import Instead
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.cases.record_verbs import appeal_subject, file_subject
from bot.features.playing.match_views_model import Correction, TableView
from bot.features.tables import cards as tables_cards
from bot.features.teams.model import TeamMatch
from bot.features.voting.model import Ground
from bot.kernel.errors import Outdated
from bot.kernel.ids import ContestId, FileId, PersonId, TournamentId
from bot.layout.cards import Card
from bot.layout.sentences import member_name
from bot.people.model import Penalty
from bot.people.verbs import one_meant
from bot.play.contests import NOTHING_MORE, Score
from bot.server.model import Act
from cogs.commands import (
    AnyEvent,
    KnownPerson,
    Member,
    Option,
    Pairs,
    command,
    known_member,
    last_moment_meant,
    menu,
    suggests,
    taking,
)
from cogs.request import Request
from cogs.routing import live, on_press
from cogs.subjects import (
    APPEAL,
    BOARDS,
    DECISION,
    EVENT,
    FILE,
    MARKS,
    MATCH,
    NOTHING,
    NUMBER,
    PERSON,
    SCORE,
    WHY,
    Audience,
    File,
    Menu,
    Text,
    either,
    made_of,
    maybe,
    one_of,
    pair,
    quadruple,
    triple,
    with_head,
)
from cogs.tables import TABLE_RESULT, Result, chosen_winners, influence, told_influence
from cogs.teams import boards_to_tell, told_boards

# --- appeals --------------------------------------------------------------------------------------------------------


REASON: Final = Text("reason", "files.form_reason", "files.form_reason_why", long=True, limit=500)
"""A reason, which everybody reads."""


async def appeal_decided(
    request: Request, appeal_id: str, reason: str = "", *, granted: bool, instead: Instead | None = None
) -> Card:
    """Decides the appeal for the reason that was written."""
    why = reason or request.text("reason")
    await request.do(cases_appeals_verbs.decide, appeal_id, why, granted=granted, instead=instead)
    return cases_misconduct_cards.told_decided(
        await request.ask(cases_reading_verbs.appeal_for, appeal_id), request.translator
    )


def _instead_of(parts: tuple[Result, int]) -> Instead:
    (score, particulars), reopened = parts
    return Instead(score, reopened, particulars)


RESULT = either(made_of(SCORE, lambda score: (score, NOTHING_MORE)), TABLE_RESULT)
"""A score as "3-1", or what a table's game comes to."""
GRANTED = with_head(APPEAL, maybe(made_of(pair(RESULT, NUMBER), _instead_of)))
"""An appeal; of one against a ruling the right result, and how much the judge saw it reopen."""


@on_press("appeal-grant", APPEAL, Act.DECIDE_APPEAL)
async def ask_grant(request: Request, appeal_id: str) -> Card | None:
    """Asks why the appeal is granted; against a ruling, first what the right result is."""
    made = await request.ask(cases_appeals_verbs.to_decide, appeal_id)
    if made.against_match is None:
        await ask_why_granted(request, appeal_id, None)
        return None
    match = await request.ask(cases_appeals_verbs.ruling_of, appeal_id)
    if match.part(TeamMatch) is not None:
        asked = boards_to_tell(match, request.translator)
        await request.open_form(f"appeal-boards:{appeal_id}.0", "teams.form_right", *asked, WHY)
        return None
    table = match.part(TableView)
    if table is not None:
        return cases_misconduct_cards.right_winner(appeal_id, match, table, request.translator)
    scores = await request.ask(cases_appeals_verbs.scores, appeal_id)
    view = await request.ask(cases_reading_verbs.appeal_for, appeal_id)
    return cases_misconduct_cards.right_score(view, scores, request.translator)


@on_press("appeal-score", APPEAL, Act.DECIDE_APPEAL)
async def right_score(request: Request, appeal_id: str) -> Card:
    """Shows what the score that was chosen would reopen; nothing is changed yet."""
    found = await request.ask(cases_appeals_verbs.preview, appeal_id, await request.read_choice(SCORE))
    return cases_misconduct_cards.correction(appeal_id, found, request.translator)


@on_press("appeal-table", APPEAL, Act.DECIDE_APPEAL)
async def right_winner(request: Request, appeal_id: str) -> Card | None:
    """Takes who won the table after all, and asks for everybody's influence; an extra game has none that counts."""
    view = await request.ask(cases_appeals_verbs.ruling_of, appeal_id)
    table = view.part(TableView)
    if table is None:
        raise Outdated
    score = chosen_winners(request, view)
    if table.extra:
        found = await request.ask(cases_appeals_verbs.preview, appeal_id, score)
        return cases_misconduct_cards.correction(appeal_id, found, request.translator)
    custom_id = f"appeal-table-told:{appeal_id}.{''.join(map(str, score))}"
    await request.open_form(custom_id, "tables.form_influence", *influence(view, table, score))
    return None


@on_press("appeal-table-told", pair(APPEAL, MARKS), Act.DECIDE_APPEAL)
async def right_influence(request: Request, appeal_id: str, score: Score) -> Card:
    """Shows what the right result of a table would reopen; nothing is changed yet."""
    view = await request.ask(cases_appeals_verbs.ruling_of, appeal_id)
    found = await request.ask(cases_appeals_verbs.preview, appeal_id, score, told_influence(request, view))
    return cases_misconduct_cards.correction(appeal_id, found, request.translator)


@on_press("appeal-boards", pair(APPEAL, NUMBER), Act.DECIDE_APPEAL)
async def right_boards(request: Request, appeal_id: str, seen: int) -> Card | None:
    """Grants the appeal with the boards as they were; what that has played anew, and was not seen, is shown first."""
    found = await request.ask(cases_appeals_verbs.preview_boards, appeal_id, told_boards(request))
    if len(found.reopened) != seen:
        return cases_misconduct_cards.correction(appeal_id, found, request.translator)
    await _grant(request, appeal_id, _instead(found), request.text("why"))
    return None


@on_press("appeal-boards-again", triple(APPEAL, BOARDS, NUMBER), Act.DECIDE_APPEAL)
async def right_boards_again(request: Request, appeal_id: str, told: tuple[str, ...], seen: int) -> None:
    """Asks for the boards and the reason, the last step before matches are played anew."""
    asked = boards_to_tell(await request.ask(cases_appeals_verbs.ruling_of, appeal_id), request.translator, told)
    await request.open_form(f"appeal-boards:{appeal_id}.{seen}", "teams.form_right", *asked, WHY)


@on_press("appeal-grant-it", GRANTED, Act.DECIDE_APPEAL)
async def ask_why_granted(request: Request, appeal_id: str, instead: Instead | None) -> None:
    """Asks why the appeal is granted, the last step before it is."""
    await request.open_form(f"appeal-granted:{appeal_id}{_write(instead)}", "appeals.grant_title", REASON)


@on_press("appeal-granted", GRANTED, Act.DECIDE_APPEAL)
async def grant(request: Request, appeal_id: str, instead: Instead | None) -> None:
    """Grants the appeal; one against a ruling carries the right result and how much the judge saw it reopen."""
    await _grant(request, appeal_id, instead, "")


async def _grant(request: Request, appeal_id: str, instead: Instead | None, reason: str) -> None:
    decided = partial(appeal_decided, request, appeal_id, reason, granted=True, instead=instead)
    await live(request, appeal_subject(appeal_id), decided)


def _write(instead: Instead | None) -> str:
    """The inverse of what GRANTED reads behind the appeal."""
    if instead is None:
        return ""
    score, particulars = instead.score, instead.particulars
    code = "-".join(map(str, score)) if particulars == NOTHING_MORE else tables_cards.table_code(score, particulars)
    return f".{code}.{instead.reopened}"


def _instead(correction: Correction) -> Instead:
    return Instead(correction.score, len(correction.reopened), correction.particulars)


# --- cases ----------------------------------------------------------------------------------------------------------


STATEMENT = (
    Text("text", "files.form_text", "files.form_text_why", long=True, limit=cases_misconduct_verbs.TEXT_LIMIT),
    Text("link", "files.form_link", limit=300, required=False),
    File("file", "files.form_file", "files.form_file_lasts"),
)
"""Words, a link and a file."""


def _statement(request: Request) -> tuple[str, list[str]]:
    return request.text("text"), request.proof()


@suggests(Audience.EVERYBODY)
async def grounds(request: Request) -> Pairs:
    """What somebody can be reported for, in the reader's language."""
    return [(member_name(ground, request.translator), ground.value) for ground in Ground]


@suggests(Audience.EVERYBODY)
async def matches_of(request: Request) -> Pairs:
    """The latest matches of the member who is being reported."""
    member = request.option("member")
    found = [] if member is None else await request.look(cases_reading_verbs.matches_of, member.id)
    return [(f"{event} · {' – '.join(names)}", contest) for contest, event, names in found]


@suggests(Audience.ADDRESSED)
async def some_files(request: Request) -> Pairs:
    """The cases in which the presser may act, and those against the presser."""
    found = await request.ask(cases_reading_verbs.choosable)
    return [(cases_misconduct_cards.file_name(one, request.translator), one.file_id) for one in found]


@suggests(Audience.ADDRESSED)
async def own_decisions(request: Request) -> Pairs:
    """What the presser can still appeal against."""
    found = await request.ask(cases_reading_verbs.appealable)
    return [(cases_misconduct_cards.decision_name(one, request.translator), one.key) for one in found]


SomeGround = Annotated[Ground, Option(taking(one_of(Ground)), grounds)]
MatchOfMember = Annotated[ContestId, Option(taking(MATCH), matches_of)]
SomeFile = Annotated[FileId, Option(taking(FILE), some_files)]
OwnDecision = Annotated[str, Option(taking(DECISION), own_decisions)]


@on_press("reported", quadruple(PERSON, one_of(Ground), maybe(EVENT), maybe(MATCH), "-"), Audience.EVERYBODY)
async def take_report(
    request: Request, person_id: PersonId, ground: Ground, event: TournamentId | None, contest: ContestId | None
) -> Card:
    """Takes a report."""
    file = await request.do(
        cases_misconduct_verbs.report, MisconductReport(person_id, ground, *_statement(request), event, contest)
    )
    return cases_misconduct_cards.report_receipt(
        await request.ask(cases_reading_verbs.reporters_view, file.file_id), request.translator
    )


@on_press("file-reply", FILE, Audience.ADDRESSED)
async def ask_reply(request: Request, file_id: FileId) -> None:
    """Asks the accused for an answer."""
    file = await request.ask(cases_misconduct_verbs.to_reply, file_id)
    await request.open_form(f"file-replied:{file.file_id}", "files.reply_title", *STATEMENT)


@on_press("file-replied", FILE, Audience.ADDRESSED)
async def take_reply(request: Request, file_id: FileId) -> Card:
    """Keeps the answer."""
    file = await request.do(cases_misconduct_verbs.reply, file_id, *_statement(request))
    return cases_misconduct_cards.reply_receipt(
        await request.ask(cases_reading_verbs.own, file.file_id), request.translator
    )


@on_press("file-evidence", FILE, Act.JUDGE_FILE)
async def ask_evidence(request: Request, file_id: FileId) -> None:
    """Asks an arbiter for evidence."""
    file = await request.ask(cases_misconduct_verbs.to_judge, file_id)
    await request.open_form(f"file-added:{file.file_id}", "files.evidence_title", *STATEMENT)


@on_press("file-added", FILE, Act.JUDGE_FILE, live=file_subject)
async def take_evidence(request: Request, file_id: FileId) -> Card:
    """Keeps the evidence."""
    await request.do(cases_misconduct_verbs.add_evidence, file_id, *_statement(request))
    return Card((request.translator.say("files.told_evidence"),))


@on_press("file-verdict", FILE, Act.JUDGE_FILE)
async def ask_verdict(request: Request, file_id: FileId) -> None:
    """Asks the judge for the reason, and for the end of a suspension."""
    penalty = await request.read_choice(one_of(Penalty))
    await request.ask(cases_verdict_verbs.may_decide, file_id, penalty)
    asked = [REASON]
    if penalty is Penalty.SUSPENDED:
        asked.append(Text("until", "files.form_until", "files.form_until_why", limit=40))
    await request.open_form(f"file-decided:{file_id}-{penalty.value}", "files.verdict_title", *asked)


@on_press("file-decided", pair(FILE, one_of(Penalty), "-"), Act.JUDGE_FILE, live=file_subject)
async def take_verdict(request: Request, file_id: FileId, penalty: Penalty) -> Card:
    """Gives the verdict for the reason that was written."""
    typed = request.text("until")
    until = last_moment_meant(request, typed) if typed else None
    await request.do(cases_verdict_verbs.decide, file_id, penalty, request.text("reason"), until)
    return cases_misconduct_cards.told_verdict(
        await request.ask(cases_reading_verbs.for_judge, file_id), request.translator
    )


@on_press("file-expel", FILE, Act.JUDGE_FILE)
async def ask_expulsion(request: Request, file_id: FileId) -> None:
    """Asks why the person is to be expelled."""
    file = await request.ask(cases_misconduct_verbs.to_judge, file_id)
    await request.open_form(f"file-expelling:{file.file_id}", "files.propose_expulsion", REASON)


@on_press("file-expelling", FILE, Act.JUDGE_FILE)
async def propose_expulsion(request: Request, file_id: FileId) -> None:
    """Opens the vote on expelling the accused."""
    await request.do(cases_verdict_verbs.propose, file_id, request.text("reason"))
    await request.say("files.told_expulsion")


@on_press("files", NOTHING, Audience.ADDRESSED)
async def list_files(request: Request) -> Card:
    """Shows the cases in which the presser may act."""
    return cases_misconduct_cards.file_list(await request.ask(cases_reading_verbs.files), request.translator)


@on_press("file", FILE, Audience.ADDRESSED)
async def show_file(request: Request, case: FileId) -> Card:
    """Shows one case to who may act in it; to the accused, what the accused may see."""
    if await request.ask(cases_reading_verbs.is_accused, case):
        return cases_misconduct_cards.for_accused(await request.ask(cases_reading_verbs.own, case), request.translator)
    return cases_misconduct_cards.for_committee(
        await request.ask(cases_reading_verbs.for_judge, case), request.translator, alone=True
    )


@command("case pause", Act.JUDGE_FILE)
async def pause(request: Request, case: SomeFile, reason: str) -> None:
    """Stops the times of a case."""
    file = await request.do(cases_misconduct_verbs.pause, case, reason)
    await request.say("files.told_paused", number=file.number)


@command("case resume", Act.JUDGE_FILE)
async def resume(request: Request, case: SomeFile, reason: str) -> None:
    """Lets the times of a case run on."""
    file = await request.do(cases_misconduct_verbs.unpause, case, reason)
    await request.say("files.told_resumed", number=file.number)


@command("case reporter", Act.JUDGE_FILE)
async def name_reporter(request: Request, case: SomeFile, reason: str) -> None:
    """Tells the accused who reported."""
    file = await request.do(cases_misconduct_verbs.name_reporter, case, reason)
    await request.say("files.told_named", number=file.number)


@command("case terms", Act.SET_UP_HEARINGS)
async def set_terms(request: Request, reply_hours: int, appeal_days: int) -> None:
    """Sets the times of cases to come."""
    await request.do(cases_misconduct_verbs.set_terms, reply_hours, appeal_days)
    await request.say("files.told_terms", hours=reply_hours, days=appeal_days)


@command("case appeal", Audience.ADDRESSED)
@on_press("appeal", DECISION, Audience.ADDRESSED)
async def ask_appeal(request: Request, against: OwnDecision) -> None:
    """Asks why the decision was wrong."""
    await request.ask(cases_appeals_verbs.to_appeal, against)
    await request.open_form(f"appealed:{against}", "appeals.form_title", *STATEMENT)


@command("conduct", Audience.EVERYBODY)
async def ask_report(
    request: Request,
    ground: SomeGround,
    member: Member | None = None,
    person: KnownPerson | None = None,
    match: MatchOfMember | None = None,
    tournament: AnyEvent | None = None,
) -> None:
    """Asks what happened, alone with the reporter."""
    accused = await request.do(cases_misconduct_verbs.about, one_meant(member, person), ground, match, tournament)
    custom_id = f"reported:{accused.person_id}-{ground}-{tournament or ''}-{match or ''}"
    await request.open_form(custom_id, "files.report_title", *STATEMENT)


@menu("Report conduct", "commands.menu_conduct", Audience.EVERYBODY)
async def ask_about_message(request: Request, message: discord.Message) -> None:
    """Asks what was wrong with a message, alone with the reporter, with the way to it filled in."""
    accused = await request.do(cases_misconduct_verbs.about, known_member(message.author), Ground.CONDUCT)
    grounds = {one.value: f"ground.{one.value}" for one in Ground}
    text, link, file = STATEMENT
    asked = (
        Menu("ground", "commands.conduct_ground", values=grounds, required=True),
        text,
        replace(link, default=message.jump_url),
        file,
    )
    await request.open_form(f"message-reported:{accused.person_id}", "files.report_title", *asked)


@on_press("message-reported", PERSON, Audience.EVERYBODY)
async def take_report_of_message(request: Request, person_id: PersonId) -> Card:
    """Takes a report that began at a message."""
    chosen = request.fields().get("ground", [])
    ground = await request.read_subject(one_of(Ground), chosen[0] if isinstance(chosen, list) and chosen else "")
    return await take_report(request, person_id, ground, None, None)


@on_press("appealed", DECISION, Audience.ADDRESSED)
async def take_appeal(request: Request, decision: str) -> Card:
    """Makes the appeal."""
    made = await request.do(cases_appeals_verbs.appeal, decision, *_statement(request))
    return cases_misconduct_cards.receipt(
        await request.ask(cases_reading_verbs.appeal_for, made.appeal_id), request.translator
    )


@on_press("appeal-card", APPEAL, Act.DECIDE_APPEAL)
async def show_appeal(request: Request, appeal_id: str) -> Card:
    """Shows the card of an appeal to who may decide it."""
    await request.ask(cases_appeals_verbs.to_decide, appeal_id)
    return cases_misconduct_cards.appeal_for_committee(
        await request.ask(cases_reading_verbs.appeal_for, appeal_id), request.translator
    )


@on_press("appeal-refuse", APPEAL, Act.DECIDE_APPEAL)
async def ask_why_refused(request: Request, appeal_id: str) -> None:
    """Asks why the appeal is refused."""
    await request.ask(cases_appeals_verbs.to_decide, appeal_id)
    await request.open_form(f"appeal-refused:{appeal_id}", "appeals.refuse_title", REASON)


@on_press("appeal-refused", APPEAL, Act.DECIDE_APPEAL, live=appeal_subject)
async def refuse(request: Request, appeal_id: str) -> Card:
    """Refuses the appeal."""
    return await appeal_decided(request, appeal_id, granted=False)
