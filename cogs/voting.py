"""Votes in the committee's channel, attendance and removals, procedures, and votes opened from the desk.

From the desk the procedure is chosen first, and the form asks only for what that one takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

import discord

from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.misconduct_model import EXPELLABLE
from bot.features.voting import cards as voting_cards
from bot.features.voting import desk_verbs as voting_desk_verbs
from bot.features.voting import record_verbs as voting_record_verbs
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteMatter, VoteView
from bot.features.voting.model import AGAINST, IN_FAVOUR, NULL, Ground, ProcedureKind, VoteEffect
from bot.kernel.ids import PersonId, VoteId
from bot.layout.cards import Card, MemberChoice
from bot.layout.sentences import member_name
from bot.living.apart_child import PROCEDURE
from bot.people.verbs import one_meant
from bot.rulebooks.library import RulebookRefused
from bot.server.model import Act
from cogs import commands, desk
from cogs.commands import KnownPerson, Member, Option, Pairs, as_typed, command, length_meant, suggests, taking
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import EXCUSE, NOTHING, PERSON, VOTE, VOTE_DRAFT, WORD, Audience, Text, Verbatim, pair

# --- votes ----------------------------------------------------------------------------------------------------------


MOST_REPRESENTATIVES = 25


@suggests(Audience.EVERYBODY)
async def kinds(request: Request) -> Pairs:
    """Kinds of procedure that the server knows, by their names in the reader's language."""
    return [
        (voting_cards.kind_name(kind, request.translator), kind.name) for kind in await request.look(voting_verbs.kinds)
    ]


@suggests(Audience.EVERYBODY)
async def grounds(request: Request) -> Pairs:
    """Grounds on which a player can be expelled."""
    return [(member_name(one, request.translator), one.value) for one in Ground if one in EXPELLABLE]


async def ground_meant(_: Request, typed: str) -> Ground | None:
    """What was chosen of the grounds; words of one's own are none of them."""
    return Ground(typed) if typed in set(Ground) else None


@suggests(Audience.ADDRESSED)
async def open_votes(request: Request) -> Pairs:
    """Votes that the presser may end without a decision."""
    found = await request.ask(voting_desk_verbs.cancellable)
    return [
        (f"{voting_cards.kind_name(view.vote.kind, request.translator)}: {view.vote.question}", view.vote.vote_id)
        for view in found
    ]


Kind = Annotated[str, Option(as_typed, kinds)]
AGround = Annotated[Ground | None, Option(ground_meant, grounds)]
OpenVote = Annotated[VoteId, Option(taking(VOTE), open_votes)]


@on_press("vote-yes", VOTE, Audience.ADDRESSED)
async def vote_in_favour(request: Request, vote_id: VoteId) -> Card:
    """Takes a ballot in favour, an approval or a signature."""
    return await _cast(request, vote_id, IN_FAVOUR)


@on_press("vote-no", VOTE, Audience.ADDRESSED)
async def vote_against(request: Request, vote_id: VoteId) -> Card:
    """Takes a ballot against, or a refusal."""
    return await _cast(request, vote_id, AGAINST)


@on_press("vote-null", VOTE, Audience.ADDRESSED)
async def vote_null(request: Request, vote_id: VoteId) -> Card:
    """A null ballot, which is attendance all the same."""
    return await _cast(request, vote_id, NULL)


@on_press("vote-for", pair(VOTE, WORD), Audience.ADDRESSED)
async def vote_for_candidate(request: Request, vote_id: VoteId, _: str) -> Card:
    """For the candidate who was chosen in the menu."""
    return await _cast(request, vote_id, request.choice())


async def _cast(request: Request, vote_id: VoteId, choice: str) -> Card:
    done = await request.do(voting_verbs.cast, vote_id, choice)
    # The voter alone is answered, and a change of mind leaves the card as it is: nobody can tell that it happened.
    return voting_cards.ballot(await _view(request, vote_id), done.choice, request.translator, newly=done.newly)


@on_press("vote-show", VOTE, Audience.ADDRESSED)
async def show(request: Request, vote_id: VoteId) -> Card:
    """Shows the card to the presser alone, where they can vote as well."""
    return voting_cards.card(await request.ask(voting_desk_verbs.find_view, vote_id), request.translator)


@on_press("vote-verify", VOTE, Audience.ADDRESSED)
async def verify(request: Request, vote_id: VoteId) -> Card:
    """Shows what the lot of an election hangs on, before and after it has decided."""
    return voting_cards.proof(await request.ask(voting_desk_verbs.lot_of, vote_id), request.translator)


@on_press("vote-recuse", VOTE, Audience.ADDRESSED)
async def ask_recusal(request: Request, vote_id: VoteId) -> Card:
    """Asks once more before somebody gives the vote in this matter away."""
    return voting_cards.ask_recusal(vote_id, request.translator)


@on_press("vote-recuse-me", VOTE, Audience.ADDRESSED)
async def recuse(request: Request, vote_id: VoteId) -> None:
    """Takes the presser out of the electorate."""
    await request.do(voting_verbs.recuse, vote_id)
    await request.say("votes.recused_now")


@on_press("vote-stand-down", VOTE, Audience.ADDRESSED)
async def ask_stand_down(request: Request, vote_id: VoteId) -> Card:
    """Asks a candidate once more before the name leaves the ballot."""
    vote = await request.ask(voting_verbs.vote_of_candidacy, vote_id)
    return voting_cards.ask_stand_down(vote.vote_id, request.translator)


@on_press("vote-stand-down-me", VOTE, Audience.ADDRESSED)
async def stand_down(request: Request, vote_id: VoteId) -> None:
    """Takes the presser off the candidates."""
    await request.do(voting_verbs.stand_down, vote_id)
    await request.say("votes.stood_down_now")


@on_press("vote-among", VOTE_DRAFT, Audience.ADDRESSED)
async def open_among(request: Request, draft_id: str) -> Card:
    """Opens the vote among the members who were chosen."""
    vote = await request.do(voting_desk_verbs.with_representatives, draft_id, request.members())
    return voting_cards.opening_receipt(await _view(request, vote.vote_id), request.translator)


@on_press("vote-settle", VOTE, Audience.ADDRESSED)
async def show_to_settle(request: Request, vote_id: VoteId) -> Card:
    """Shows a vote below its quorum to who runs it, with the buttons that end it."""
    await request.ask(voting_verbs.cancellable, vote_id)
    return voting_cards.to_settle(await _view(request, vote_id), request.translator)


@on_press("vote-close", VOTE, Audience.ADDRESSED)
async def ask_close(request: Request, vote_id: VoteId) -> Card:
    """Asks once more before a vote is closed without its quorum."""
    await request.ask(voting_verbs.cancellable, vote_id)
    return voting_cards.ask_close(await _view(request, vote_id), request.translator)


@on_press("vote-close-now", VOTE, Audience.ADDRESSED)
async def close(request: Request, vote_id: VoteId) -> Card:
    """Closes the vote without its quorum."""
    await request.do(voting_verbs.close_below_quorum, vote_id)
    return voting_cards.close_receipt(await _view(request, vote_id), request.translator)


@on_press("vote-end", VOTE, Audience.ADDRESSED)
async def ask_why_ended(request: Request, vote_id: VoteId) -> None:
    """Asks why the vote is to end without a decision."""
    await ask_why_cancelled(request, vote_id)


@on_press("vote-cancel", VOTE, Audience.ADDRESSED)
async def cancel(request: Request, vote_id: VoteId) -> Card:
    """Ends the vote with the reason that was typed."""
    await request.do(voting_verbs.cancel, vote_id, request.text("why"))
    return voting_cards.call_off_receipt(await _view(request, vote_id), request.translator)


async def _view(request: Request, vote_id: VoteId) -> VoteView:
    return await request.look(voting_desk_verbs.of_server, vote_id, request.at)


@command("vote open", Audience.ADDRESSED)
async def open_vote(
    request: Request,
    kind: Kind,
    question: str,
    subject: Member | None = None,
    lasts: str | None = None,
    ground: AGround | None = None,
    proof: str | None = None,
    file: discord.Attachment | None = None,
    person: KnownPerson | None = None,
) -> Card:
    """Opens a vote, or asks for the representatives who vote."""
    links = [*(proof or "").split(), *([file.url] if file else [])]
    matter = VoteMatter(question, lasts=length_meant(lasts or ""), ground=ground, proof=links)
    about = one_meant(subject, person) if subject or person else None
    found = await request.do(voting_desk_verbs.ask, kind, matter, about)
    if isinstance(found, str):
        menu = MemberChoice(
            f"vote-among:{found}", request.translator.say("votes.choose_voters"), most=MOST_REPRESENTATIVES
        )
        return Card((request.translator.say("votes.who_votes"),), controls=(menu,))
    return voting_cards.opening_receipt(await _view(request, found.vote_id), request.translator)


@command("vote cancel", Audience.ADDRESSED)
async def ask_why_cancelled(request: Request, vote: OpenVote) -> None:
    """Asks why the vote is to end without a decision."""
    await request.ask(voting_verbs.cancellable, vote)
    why = Text("why", "votes.form_why", long=True, limit=voting_verbs.QUESTION_LIMIT)
    await request.open_form(f"vote-cancel:{vote}", "votes.form_cancel", why)


@command("vote list", Audience.EVERYBODY)
async def list_open(request: Request) -> Card:
    """Shows the votes that are open, with links to their cards."""
    return voting_cards.vote_list(await request.look(voting_desk_verbs.open_votes, request.at), request.translator)


# --- the committee --------------------------------------------------------------------------------------------------


WHY = Text("why", "votes.form_why", long=True, limit=300)


@on_press("vote-excuse", VOTE, Audience.ADDRESSED)
async def ask_reason(request: Request, vote_id: VoteId) -> None:
    """Asks why a vote was missed."""
    await request.do(voting_record_verbs.excusable, vote_id)
    await request.open_form(f"vote-excused:{vote_id}", "votes.form_excuse", WHY)


@on_press("vote-excused", VOTE, Audience.ADDRESSED)
async def take_reason(request: Request, vote_id: VoteId) -> Card:
    """Puts the reason before the leader (AIJE-A02-6)."""
    await request.do(voting_record_verbs.excuse, vote_id, request.text("why"))
    return voting_cards.excuse_receipt(request.translator)


@on_press("excuse-show", EXCUSE, Audience.ADDRESSED)
async def show_reason(request: Request, vote_id: VoteId, person_id: PersonId) -> Card:
    """Leads the leader from the list of things to do to a reason that waits."""
    return voting_cards.excuse(await request.ask(voting_desk_verbs.excuse_for, vote_id, person_id), request.translator)


@on_press("excuse-accept", EXCUSE, Audience.ADDRESSED, update=True)
async def accept(request: Request, vote_id: VoteId, person_id: PersonId) -> Card:
    """Accepts a reason for having missed a vote."""
    return await _answer_excuse(request, vote_id, person_id, accepted=True)


@on_press("excuse-decline", EXCUSE, Audience.ADDRESSED, update=True)
async def decline(request: Request, vote_id: VoteId, person_id: PersonId) -> Card:
    """Declines a reason for having missed a vote."""
    return await _answer_excuse(request, vote_id, person_id, accepted=False)


async def _answer_excuse(request: Request, vote_id: VoteId, person_id: PersonId, *, accepted: bool) -> Card:
    await request.do(voting_record_verbs.answer, vote_id, person_id, accepted=accepted)
    view = await request.ask(voting_desk_verbs.excuse_for, vote_id, person_id)
    return voting_cards.excuse(view, request.server_translator)


@on_press("vote-remove", PERSON, Audience.ADDRESSED)
async def ask_removal(request: Request, person_id: PersonId) -> None:
    """Asks what the President is to read of the proposed removal."""
    await request.open_form(f"vote-removal:{person_id}", "votes.form_removal", WHY)


@on_press("vote-removal", PERSON, Audience.ADDRESSED)
async def propose_removal(request: Request, person_id: PersonId) -> Card:
    """Puts the removal before leader and President (AIJE-A02-6)."""
    vote = await request.do(voting_desk_verbs.propose_removal, person_id, request.text("why"))
    view = await request.look(voting_desk_verbs.of_server, vote.vote_id, request.at)
    return voting_cards.opening_receipt(view, request.translator)


@command("committee attendance", Audience.ADDRESSED)
async def show_attendance(request: Request) -> Card:
    """Shows who voted, who was excused, and who missed votes without justification."""
    return voting_cards.sheet(await request.ask(voting_record_verbs.sheet), request.translator)


@command("committee readmit", Act.LIFT_BAR)
async def readmit(request: Request, member: Member, reason: str) -> None:
    """Lets an expelled player come back, a year later at the earliest."""
    await request.do(cases_verdict_verbs.readmit, member, reason)
    await request.say("votes.readmitted", person=f"<@{member.member_id}>")


@command("committee procedure", Audience.EVERYBODY)
async def procedure(request: Request, kind: Kind) -> Card:
    """Shows a kind of procedure, with its file to copy and change."""
    found, text = await request.look(voting_desk_verbs.file_of, kind)
    return voting_cards.procedure_card(found, text, request.translator)


@command("committee upload", Audience.ADDRESSED)
async def upload(request: Request, file: discord.Attachment) -> Card:
    """Takes a kind of procedure that the association wrote itself; else lists what to put right."""
    await request.ask(voting_desk_verbs.refuse_others)
    await request.acknowledge()
    try:
        kind = await request.read(PROCEDURE, file)
    except RulebookRefused as refusal:
        return voting_cards.refusal(refusal.file, refusal.problems, request.translator)
    replaced = await request.do(voting_desk_verbs.keep_kind, kind)
    return voting_cards.receipt(kind, request.translator, replaced=replaced)


# --- a vote from the desk -------------------------------------------------------------------------------------------


_OPEN: Final = "vote open"


@desk.begins(_OPEN)
async def choose_kind(request: Request) -> Card:
    """Offers the procedures that the presser may open."""
    return voting_cards.choose_kind(await request.ask(voting_verbs.kinds_run_by), request.translator)


@on_press("vote-kind", NOTHING, Audience.ADDRESSED)
async def ask_matter(request: Request) -> None:
    """Asks for what the procedure that was chosen takes."""
    kind = await request.look(voting_verbs.kind_named, request.choice())
    command = desk.command_called(_OPEN)
    fields = [
        await commands.ask(request, _OPEN, command, parameter)
        for parameter in command.parameters
        if parameter.name in set(options_of(kind))
    ]
    await request.open_form(
        f"vote-filled:{kind.name}", Verbatim(voting_cards.kind_name(kind, request.translator)), *fields
    )


@on_press("vote-filled", WORD, Audience.ADDRESSED)
async def open_filled(request: Request, name: str) -> None:
    """Opens the vote as if the command had been typed."""
    kind = await request.look(voting_verbs.kind_named, name)
    command = desk.command_called(_OPEN)
    asked = set(options_of(kind))
    read = {
        parameter.name: commands.read(request, parameter) for parameter in command.parameters if parameter.name in asked
    }
    given = {option: value for option, value in read.items() if value is not None}
    await commands.run(request, command, {"kind": kind.name, **given})


def options_of(kind: ProcedureKind) -> Iterator[str]:
    """The options of `/vote open` that the procedure takes, the procedure itself aside."""
    yield "question"
    if kind.needs_subject:
        yield "subject"
    if kind.effect is VoteEffect.PENALTY_BAR:
        yield "lasts"
    if kind.effect is VoteEffect.EXPEL_PLAYER:
        yield from ("ground", "proof", "file")
    elif kind.needs_subject:
        yield "person"
