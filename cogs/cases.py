"""`/case`: absences, bars and misconduct in one list, ratings put right by hand, and how cases are heard.

Ratings are one or those of a file (AIJE-B01-AI). `/case settings` is the owner's and the officers', who need not
organise anything.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

import discord
from discord import app_commands

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import cards as cases_cards
from bot.features.cases import committee_verbs as cases_committee_verbs
from bot.features.cases import justifying_verbs as cases_justifying_verbs
from bot.features.cases import misconduct_cards as cases_misconduct_cards
from bot.features.cases import reading_verbs as cases_reading_verbs
from bot.features.cases import verbs as cases_verbs
from bot.features.cases.model import AbsencePenalty, VerdictKind
from bot.features.cases.record_verbs import case_subject
from bot.features.ratings import cards as ratings_cards
from bot.features.ratings import verbs as ratings_verbs
from bot.features.ratings.model import SheetPreview
from bot.features.registry import cards as registry_cards
from bot.features.registry import grades_verbs as registry_grades_verbs
from bot.features.setup import verbs as setup_verbs
from bot.features.signing import cards as signing_cards
from bot.features.voting import cards as voting_cards
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting import verbs as voting_verbs
from bot.kernel.errors import Refused
from bot.kernel.files import BOUNDS, FileKind, plain_text, refuse_lines
from bot.kernel.ids import BarId, CaseId, ChannelId, FileId, Place, Switch, TournamentId
from bot.layout.cards import Card
from bot.people.verbs import one_meant
from bot.play.rating import LEAST_INITIAL, LEAST_K, MOST_INITIAL, MOST_K
from bot.server.model import Act
from cogs import setup
from cogs.commands import (
    KnownPerson,
    Member,
    Moment,
    OpenEvent,
    Option,
    Pairs,
    as_typed,
    command,
    last_moment_meant,
    length_meant,
    suggests,
    taking,
)
from cogs.misconduct import show_file
from cogs.request import Request
from cogs.routing import on_press, with_pages
from cogs.subjects import (
    ANY_CASE,
    BAR,
    CASE,
    EVENT,
    MOMENT,
    NOTHING,
    SNOWFLAKE,
    WORD,
    Audience,
    File,
    Text,
    maybe,
    one_of,
    pair,
    written_moment,
)

# --- absences and bars ----------------------------------------------------------------------------------------------


JUSTIFICATION = (
    Text("reason", "cases.form_text", "cases.form_text_why", long=True, limit=cases_justifying_verbs.TEXT_LIMIT),
    Text("link", "cases.form_link", limit=cases_justifying_verbs.LINK_LIMIT, required=False),
    File("file", "cases.form_file", "files.form_file_lasts"),
)


@suggests(Act.SEE_DESK)
async def some_cases(request: Request) -> Pairs:
    """The server's cases by person and tournament, open ones first."""
    views = await request.ask(cases_reading_verbs.all_cases)
    return [(f"{view.person.name} · {view.tournament.name}", view.case.case_id) for view in views]


@suggests(Audience.EVERYBODY)
async def some_bars(request: Request) -> Pairs:
    """The bars in force by person."""
    listed = await request.look(cases_reading_verbs.bar_list, request.at)
    return [(f"{view.person.name} · {view.bar.since:%Y-%m-%d}", view.bar.bar_id) for view in listed.bars]


@suggests(Act.JUDGE_FILE)
async def some_rules(request: Request) -> Pairs:
    """The rules that events here cite; another one is typed."""
    return [(rule, rule) for rule in await request.look(cases_barring_verbs.rules_cited)]


SomeCase = Annotated[CaseId, Option(taking(CASE), some_cases)]
SomeBar = Annotated[BarId, Option(taking(BAR), some_bars)]
BrokenRule = Annotated[str, Option(as_typed, some_rules)]


@on_press("case", CASE, Audience.ADDRESSED)
async def show_case(request: Request, case: CaseId) -> Card:
    """Shows one case, open or closed, to those at the desk."""
    return cases_cards.for_review(await request.ask(cases_reading_verbs.case_at_desk, case), request.translator)


@on_press("justify", EVENT, Audience.ADDRESSED)
async def justify(request: Request, tournament_id: TournamentId) -> None:
    """Asks the person who was missing for the reason."""
    case = await request.ask(cases_justifying_verbs.case_to_justify, tournament_id)
    await request.open_form(f"justification:{case.case_id}", "cases.form_title", *JUSTIFICATION)


@command("case justify", Audience.ADDRESSED)
async def justify_for(request: Request, case: SomeCase) -> None:
    """Asks staff for somebody's justification, as for a person without a Discord account."""
    found = await request.ask(cases_justifying_verbs.case_to_help, case)
    await request.open_form(f"justification:{found.case_id}", "cases.form_title_for", *JUSTIFICATION)


@on_press("justification", CASE, Audience.ADDRESSED)
async def take_justification(request: Request, case_id: CaseId) -> Card:
    """Takes what was written."""
    case = await request.do(cases_justifying_verbs.justify, case_id, request.text("reason"), " ".join(request.proof()))
    view, own = await request.ask(cases_reading_verbs.justification_view, case.case_id)
    return cases_cards.justification_receipt(view, request.translator, own=own)


@on_press("case-accept", CASE, Act.REVIEW_CASE, live=case_subject)
async def accept(request: Request, case_id: CaseId) -> Card:
    """Accepts the justification."""
    return await _review(request, case_id, VerdictKind.ACCEPTED)


@on_press("case-decline", CASE, Act.REVIEW_CASE)
async def ask_why_declined(request: Request, case_id: CaseId) -> None:
    """Asks the reviewer for the reason."""
    case = await request.ask(cases_justifying_verbs.may_review, case_id)
    read = "" if case.justification is None else written_moment(case.justification.submitted_at)
    reason = Text("reason", "cases.decline_reason", "cases.decline_why", long=True, limit=500)
    await request.open_form(f"case-declined:{case.case_id}.{read}", "cases.decline_title", reason)


@on_press("case-declined", pair(CASE, maybe(MOMENT)), Act.REVIEW_CASE, live=case_subject)
async def decline(request: Request, case_id: CaseId, given_at: datetime | None) -> Card:
    """Declines the justification that was read, for the reason that was written."""
    return await _review(request, case_id, VerdictKind.DECLINED, request.text("reason"), given_at)


async def _review(
    request: Request, case_id: CaseId, verdict: VerdictKind, reason: str | None = None, given_at: datetime | None = None
) -> Card:
    await request.do(cases_justifying_verbs.review, case_id, verdict, reason, given_at)
    return cases_cards.review_receipt(await request.ask(cases_reading_verbs.case_at_desk, case_id), request.translator)


@command("case reopen", Act.LIFT_BAR)
async def reopen(request: Request, case: SomeCase, reason: str) -> Card:
    """Takes back what was decided in a case."""
    opened = await request.do(cases_justifying_verbs.reopen, case, reason)
    return cases_cards.reopening_receipt(
        await request.ask(cases_reading_verbs.case_at_desk, opened.case_id), request.translator
    )


@on_press("case-penalty", CASE, Audience.ADDRESSED)
async def ask_penalty(request: Request, case_id: CaseId) -> Card:
    """Asks which penalty the committee is to vote on; only who may open such a vote gets so far."""
    return cases_cards.penalties(case_id, await request.ask(cases_verbs.options, case_id), request.translator)


@on_press("case-penalty-kind", CASE, Audience.ADDRESSED)
async def describe_penalty(request: Request, case_id: CaseId) -> None:
    """Asks for the question, and for the length of a bar for a time."""
    penalty = await request.read_choice(one_of(AbsencePenalty))
    asked = [Text("question", "cases.penalty_question", long=True, limit=voting_verbs.QUESTION_LIMIT)]
    if penalty is AbsencePenalty.BAR_FOR:
        asked.append(Text("lasts", "cases.penalty_lasts", "cases.penalty_lasts_how", limit=20))
    await request.open_form(f"case-penalty-open:{case_id}.{penalty}", f"cases.penalty_{penalty}", *asked)


@on_press("case-penalty-open", pair(CASE, one_of(AbsencePenalty)), Audience.ADDRESSED)
async def open_penalty(request: Request, case_id: CaseId, penalty: AbsencePenalty) -> Card:
    """Opens the vote on the penalty."""
    lasts = length_meant(request.text("lasts"))
    vote = await request.do(cases_verbs.open_vote, case_id, penalty, request.text("question"), lasts)
    return voting_cards.opening_receipt(
        await request.look(voting_desk_verbs.of_server, vote.vote_id, request.at), request.translator
    )


@command("bar player", Act.JUDGE_FILE)
async def bar_player(
    request: Request,
    reason: str,
    member: Member | None = None,
    person: KnownPerson | None = None,
    rule: BrokenRule | None = None,
    tournament: OpenEvent | None = None,
    until: Moment | None = None,
) -> Card:
    """Disqualifies somebody, from one event or for a rule that was broken."""
    end = last_moment_meant(request, until) if until else None
    who = one_meant(member, person)
    bar = await request.do(partial(cases_barring_verbs.bar_player, rule=rule, event=tournament), who, reason, end)
    return cases_cards.told_barred(await request.look(cases_reading_verbs.bar_of, bar.bar_id), request.translator)


@command("bar lift", Act.LIFT_BAR)
async def lift_bar(request: Request, bar: SomeBar, reason: str) -> Card:
    """Lifts a bar."""
    lifted = await request.do(cases_barring_verbs.lift_and_restore, bar, reason)
    return cases_cards.told_lifted(await request.look(cases_reading_verbs.bar_of, lifted.bar_id), request.translator)


@command("bar list", Audience.EVERYBODY)
@with_pages("bars", Audience.EVERYBODY)
async def list_bars(request: Request, page: int) -> Card:
    """Shows who is barred."""
    return cases_cards.bar_list(await request.look(cases_reading_verbs.bar_list, request.at), page, request.translator)


# --- ratings --------------------------------------------------------------------------------------------------------


Reason = app_commands.Range[str, 1, 500]


@command("rating correct", Act.AMEND_RATINGS)
async def correct(
    request: Request, rating: str, reason: Reason, member: Member | None = None, person: KnownPerson | None = None
) -> Card:
    """Puts one rating right."""
    made = await request.do(ratings_verbs.correct, one_meant(member, person), rating, reason)
    return ratings_cards.receipt(made, request.translator)


@command("rating enter", Act.ENTER_RATING)
async def enter(
    request: Request, rating: str, reason: Reason, member: Member | None = None, person: KnownPerson | None = None
) -> Card:
    """Asks for the other officer's signature under a rating of somebody who has none."""
    asked = await request.do(ratings_verbs.ask, one_meant(member, person), rating, reason)
    return signing_cards.card(asked, request.translator)


@command("rating terms", Audience.EVERYBODY)
async def terms(
    request: Request,
    k: app_commands.Range[float, LEAST_K, MOST_K] | None = None,
    initial: app_commands.Range[float, LEAST_INITIAL, MOST_INITIAL] | None = None,
) -> Card:
    """Shows the numbers of the rating list, or has them changed."""
    if k is None and initial is None:
        return registry_cards.card(await request.look(registry_grades_verbs.terms_view), request.translator)
    changed = await request.do(registry_grades_verbs.change, k, initial)
    if changed is None:
        return registry_cards.receipt_of_wish(request.translator)
    return registry_cards.card(changed, request.translator)


@command("rating list", Act.AMEND_RATINGS)
async def correct_list(request: Request, file: discord.Attachment, reason: Reason) -> Card:
    """Shows what a file would put right."""
    await request.acknowledge()
    text = plain_text(await request.fetch(FileKind.RATINGS, file))
    if text is None:
        raise Refused("error.RatingFileUnreadable")
    refuse_lines(text, BOUNDS[FileKind.RATINGS])
    return ratings_cards.preview(await request.do(ratings_verbs.keep, text, reason), request.translator)


@on_press("ratings-right", WORD, Act.AMEND_RATINGS, update=True)
async def put_right(request: Request, seen: str) -> Card:
    """Puts the ratings right as they were shown, all or none; where something has changed since, shows it anew."""
    done = await request.do(ratings_verbs.confirm, seen)
    if isinstance(done, SheetPreview):
        return ratings_cards.preview(done, request.translator)
    return ratings_cards.receipt(done, request.translator)


@command("case settings", Act.SET_UP_HEARINGS)
async def show_hearings(request: Request) -> Card:
    """Shows the channel, the times and the commands of cases."""
    return cases_misconduct_cards.panel(await request.ask(cases_committee_verbs.examine), request.translator)


# --- how cases are heard --------------------------------------------------------------------------------------------


@on_press("hearings-channel", NOTHING, Act.SET_UP_HEARINGS, update=True)
async def move_channel(request: Request) -> Card:
    """Takes the channel in which cases to come are read."""
    chosen = ChannelId(await request.read_choice(SNOWFLAKE))
    known = await request.ask(cases_committee_verbs.examine)
    gone = await setup.find_deleted(request, known.community, Place.COMMITTEE)
    found = await request.do(cases_committee_verbs.move_hearings, chosen, gone)
    request.remember(found.community)
    return cases_misconduct_cards.panel(found, request.translator)


@on_press("hearings-off", NOTHING, Act.SET_UP_HEARINGS, update=True)
async def hide_commands(request: Request) -> Card:
    """Hides the commands of cases."""
    request.remember(await request.do(setup_verbs.switch_off, Switch.CASES))
    return cases_misconduct_cards.panel(await request.ask(cases_committee_verbs.examine), request.translator)


@on_press("hearings-on", NOTHING, Act.SET_UP_HEARINGS, update=True)
async def show_commands(request: Request) -> Card:
    """Brings the commands of cases back."""
    request.remember(await request.do(setup_verbs.switch_on, Switch.CASES))
    return cases_misconduct_cards.panel(await request.ask(cases_committee_verbs.examine), request.translator)


# --- cases of both kinds --------------------------------------------------------------------------------------------


@suggests(Audience.ADDRESSED)
async def any_cases(request: Request) -> Pairs:
    """The cases of misconduct that concern the presser, and for those at the desk the absences."""
    files = await request.ask(cases_reading_verbs.choosable)
    absences = await request.ask(cases_reading_verbs.listed_for)
    return [
        *((cases_misconduct_cards.file_name(file, request.translator), f"file-{file.file_id}") for file in files),
        *((f"{view.person.name} · {view.tournament.name}", f"case-{view.case.case_id}") for view in absences),
    ]


AnyCase = Annotated[tuple[str, str], Option(taking(ANY_CASE), any_cases)]


@command("case list", Act.SEE_DESK)
@with_pages("cases", Act.SEE_DESK)
async def list_cases(request: Request, page: int) -> Card:
    """Shows the open cases of absence, and the way to those of misconduct."""
    card = cases_cards.case_list(await request.ask(cases_reading_verbs.open_cases), page, request.translator)
    return cases_misconduct_cards.with_files(
        card, await request.ask(cases_reading_verbs.waiting_for), request.translator
    )


@command("case show", Audience.ADDRESSED)
async def show(request: Request, case: AnyCase) -> Card:
    """Shows one case of either kind, open or closed, as far as it is for the presser."""
    kind, key = case
    return await (show_file(request, FileId(key)) if kind == "file" else show_case(request, CaseId(key)))
