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
from cogs.press import Request
from cogs.routing import on_press
from cogs.subjects import EXCUSE, NOTHING, PERSON, VOTE, VOTE_DRAFT, WORD, Audience, Text, Verbatim, pair

# --- votes ----------------------------------------------------------------------------------------------------------


MOST_REPRESENTATIVES = 25


@suggests(Audience.EVERYBODY)
async def kinds(press: Request) -> Pairs:
    """Kinds of procedure that the server knows, by their names in the reader's language."""
    return [
        (voting_cards.kind_name(kind, press.translator), kind.name) for kind in await press.look(voting_verbs.kinds)
    ]


@suggests(Audience.EVERYBODY)
async def grounds(press: Request) -> Pairs:
    """Grounds on which a player can be expelled."""
    return [(member_name(one, press.translator), one.value) for one in Ground if one in EXPELLABLE]


async def ground_meant(_: Request, typed: str) -> Ground | None:
    """What was chosen of the grounds; words of one's own are none of them."""
    return Ground(typed) if typed in set(Ground) else None


@suggests(Audience.ADDRESSED)
async def open_votes(press: Request) -> Pairs:
    """Votes that the presser may end without a decision."""
    found = await press.ask(voting_desk_verbs.cancellable)
    return [
        (f"{voting_cards.kind_name(view.vote.kind, press.translator)}: {view.vote.question}", view.vote.vote_id)
        for view in found
    ]


Kind = Annotated[str, Option(as_typed, kinds)]
AGround = Annotated[Ground | None, Option(ground_meant, grounds)]
OpenVote = Annotated[VoteId, Option(taking(VOTE), open_votes)]


@on_press("vote-yes", VOTE, Audience.ADDRESSED)
async def vote_in_favour(press: Request, vote_id: VoteId) -> Card:
    """Takes a ballot in favour, an approval or a signature."""
    return await _cast(press, vote_id, IN_FAVOUR)


@on_press("vote-no", VOTE, Audience.ADDRESSED)
async def vote_against(press: Request, vote_id: VoteId) -> Card:
    """Takes a ballot against, or a refusal."""
    return await _cast(press, vote_id, AGAINST)


@on_press("vote-null", VOTE, Audience.ADDRESSED)
async def vote_null(press: Request, vote_id: VoteId) -> Card:
    """A null ballot, which is attendance all the same."""
    return await _cast(press, vote_id, NULL)


@on_press("vote-for", pair(VOTE, WORD), Audience.ADDRESSED)
async def vote_for_candidate(press: Request, vote_id: VoteId, _: str) -> Card:
    """For the candidate who was chosen in the menu."""
    return await _cast(press, vote_id, press.choice())


async def _cast(press: Request, vote_id: VoteId, choice: str) -> Card:
    done = await press.do(voting_verbs.cast, vote_id, choice)
    # The voter alone is answered, and a change of mind leaves the card as it is: nobody can tell that it happened.
    return voting_cards.ballot(await _view(press, vote_id), done.choice, press.translator, newly=done.newly)


@on_press("vote-show", VOTE, Audience.ADDRESSED)
async def show(press: Request, vote_id: VoteId) -> Card:
    """Shows the card to the presser alone, where they can vote as well."""
    return voting_cards.card(await press.ask(voting_desk_verbs.find_view, vote_id), press.translator)


@on_press("vote-verify", VOTE, Audience.ADDRESSED)
async def verify(press: Request, vote_id: VoteId) -> Card:
    """Shows what the lot of an election hangs on, before and after it has decided."""
    return voting_cards.proof(await press.ask(voting_desk_verbs.lot_of, vote_id), press.translator)


@on_press("vote-recuse", VOTE, Audience.ADDRESSED)
async def ask_recusal(press: Request, vote_id: VoteId) -> Card:
    """Asks once more before somebody gives the vote in this matter away."""
    return voting_cards.ask_recusal(vote_id, press.translator)


@on_press("vote-recuse-me", VOTE, Audience.ADDRESSED)
async def recuse(press: Request, vote_id: VoteId) -> None:
    """Takes the presser out of the electorate."""
    await press.do(voting_verbs.recuse, vote_id)
    await press.say("votes.recused_now")


@on_press("vote-stand-down", VOTE, Audience.ADDRESSED)
async def ask_stand_down(press: Request, vote_id: VoteId) -> Card:
    """Asks a candidate once more before the name leaves the ballot."""
    vote = await press.ask(voting_verbs.vote_of_candidacy, vote_id)
    return voting_cards.ask_stand_down(vote.vote_id, press.translator)


@on_press("vote-stand-down-me", VOTE, Audience.ADDRESSED)
async def stand_down(press: Request, vote_id: VoteId) -> None:
    """Takes the presser off the candidates."""
    await press.do(voting_verbs.stand_down, vote_id)
    await press.say("votes.stood_down_now")


@on_press("vote-among", VOTE_DRAFT, Audience.ADDRESSED)
async def open_among(press: Request, draft_id: str) -> Card:
    """Opens the vote among the members who were chosen."""
    vote = await press.do(voting_desk_verbs.with_representatives, draft_id, press.members())
    return voting_cards.opening_receipt(await _view(press, vote.vote_id), press.translator)


@on_press("vote-settle", VOTE, Audience.ADDRESSED)
async def show_to_settle(press: Request, vote_id: VoteId) -> Card:
    """Shows a vote below its quorum to who runs it, with the buttons that end it."""
    await press.ask(voting_verbs.cancellable, vote_id)
    return voting_cards.to_settle(await _view(press, vote_id), press.translator)


@on_press("vote-close", VOTE, Audience.ADDRESSED)
async def ask_close(press: Request, vote_id: VoteId) -> Card:
    """Asks once more before a vote is closed without its quorum."""
    await press.ask(voting_verbs.cancellable, vote_id)
    return voting_cards.ask_close(await _view(press, vote_id), press.translator)


@on_press("vote-close-now", VOTE, Audience.ADDRESSED)
async def close(press: Request, vote_id: VoteId) -> Card:
    """Closes the vote without its quorum."""
    await press.do(voting_verbs.close_below_quorum, vote_id)
    return voting_cards.close_receipt(await _view(press, vote_id), press.translator)


@on_press("vote-end", VOTE, Audience.ADDRESSED)
async def ask_why_ended(press: Request, vote_id: VoteId) -> None:
    """Asks why the vote is to end without a decision."""
    await ask_why_cancelled(press, vote_id)


@on_press("vote-cancel", VOTE, Audience.ADDRESSED)
async def cancel(press: Request, vote_id: VoteId) -> Card:
    """Ends the vote with the reason that was typed."""
    await press.do(voting_verbs.cancel, vote_id, press.text("why"))
    return voting_cards.call_off_receipt(await _view(press, vote_id), press.translator)


async def _view(press: Request, vote_id: VoteId) -> VoteView:
    return await press.look(voting_desk_verbs.of_server, vote_id, press.at)


@command("vote open", Audience.ADDRESSED)
async def open_vote(
    press: Request,
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
    found = await press.do(voting_desk_verbs.ask, kind, matter, about)
    if isinstance(found, str):
        menu = MemberChoice(
            f"vote-among:{found}", press.translator.say("votes.choose_voters"), most=MOST_REPRESENTATIVES
        )
        return Card((press.translator.say("votes.who_votes"),), controls=(menu,))
    return voting_cards.opening_receipt(await _view(press, found.vote_id), press.translator)


@command("vote cancel", Audience.ADDRESSED)
async def ask_why_cancelled(press: Request, vote: OpenVote) -> None:
    """Asks why the vote is to end without a decision."""
    await press.ask(voting_verbs.cancellable, vote)
    why = Text("why", "votes.form_why", long=True, limit=voting_verbs.QUESTION_LIMIT)
    await press.open_form(f"vote-cancel:{vote}", "votes.form_cancel", why)


@command("vote list", Audience.EVERYBODY)
async def list_open(press: Request) -> Card:
    """Shows the votes that are open, with links to their cards."""
    return voting_cards.vote_list(await press.look(voting_desk_verbs.open_votes, press.at), press.translator)


# --- the committee --------------------------------------------------------------------------------------------------


WHY = Text("why", "votes.form_why", long=True, limit=300)


@on_press("vote-excuse", VOTE, Audience.ADDRESSED)
async def ask_reason(press: Request, vote_id: VoteId) -> None:
    """Asks why a vote was missed."""
    await press.do(voting_record_verbs.excusable, vote_id)
    await press.open_form(f"vote-excused:{vote_id}", "votes.form_excuse", WHY)


@on_press("vote-excused", VOTE, Audience.ADDRESSED)
async def take_reason(press: Request, vote_id: VoteId) -> Card:
    """Puts the reason before the leader (AIJE-A02-6)."""
    await press.do(voting_record_verbs.excuse, vote_id, press.text("why"))
    return voting_cards.excuse_receipt(press.translator)


@on_press("excuse-show", EXCUSE, Audience.ADDRESSED)
async def show_reason(press: Request, vote_id: VoteId, person_id: PersonId) -> Card:
    """Leads the leader from the list of things to do to a reason that waits."""
    return voting_cards.excuse(await press.ask(voting_desk_verbs.excuse_for, vote_id, person_id), press.translator)


@on_press("excuse-accept", EXCUSE, Audience.ADDRESSED, update=True)
async def accept(press: Request, vote_id: VoteId, person_id: PersonId) -> Card:
    """Accepts a reason for having missed a vote."""
    return await _answer_excuse(press, vote_id, person_id, accepted=True)


@on_press("excuse-decline", EXCUSE, Audience.ADDRESSED, update=True)
async def decline(press: Request, vote_id: VoteId, person_id: PersonId) -> Card:
    """Declines a reason for having missed a vote."""
    return await _answer_excuse(press, vote_id, person_id, accepted=False)


async def _answer_excuse(press: Request, vote_id: VoteId, person_id: PersonId, *, accepted: bool) -> Card:
    await press.do(voting_record_verbs.answer, vote_id, person_id, accepted=accepted)
    view = await press.ask(voting_desk_verbs.excuse_for, vote_id, person_id)
    return voting_cards.excuse(view, press.server_translator)


@on_press("vote-remove", PERSON, Audience.ADDRESSED)
async def ask_removal(press: Request, person_id: PersonId) -> None:
    """Asks what the President is to read of the proposed removal."""
    await press.open_form(f"vote-removal:{person_id}", "votes.form_removal", WHY)


@on_press("vote-removal", PERSON, Audience.ADDRESSED)
async def propose_removal(press: Request, person_id: PersonId) -> Card:
    """Puts the removal before leader and President (AIJE-A02-6)."""
    vote = await press.do(voting_desk_verbs.propose_removal, person_id, press.text("why"))
    view = await press.look(voting_desk_verbs.of_server, vote.vote_id, press.at)
    return voting_cards.opening_receipt(view, press.translator)


@command("committee attendance", Audience.ADDRESSED)
async def show_attendance(press: Request) -> Card:
    """Shows who voted, who was excused, and who missed votes without justification."""
    return voting_cards.sheet(await press.ask(voting_record_verbs.sheet), press.translator)


@command("committee readmit", Act.LIFT_BAR)
async def readmit(press: Request, member: Member, reason: str) -> None:
    """Lets an expelled player come back, a year later at the earliest."""
    await press.do(cases_verdict_verbs.readmit, member, reason)
    await press.say("votes.readmitted", person=f"<@{member.member_id}>")


@command("committee procedure", Audience.EVERYBODY)
async def procedure(press: Request, kind: Kind) -> Card:
    """Shows a kind of procedure, with its file to copy and change."""
    found, text = await press.look(voting_desk_verbs.file_of, kind)
    return voting_cards.procedure_card(found, text, press.translator)


@command("committee upload", Audience.ADDRESSED)
async def upload(press: Request, file: discord.Attachment) -> Card:
    """Takes a kind of procedure that the association wrote itself; else lists what to put right."""
    await press.ask(voting_desk_verbs.refuse_others)
    await press.acknowledge()
    try:
        kind = await press.read(PROCEDURE, file)
    except RulebookRefused as refusal:
        return voting_cards.refusal(refusal.file, refusal.problems, press.translator)
    replaced = await press.do(voting_desk_verbs.keep_kind, kind)
    return voting_cards.receipt(kind, press.translator, replaced=replaced)


# --- a vote from the desk -------------------------------------------------------------------------------------------


_OPEN: Final = "vote open"


@desk.begins(_OPEN)
async def choose_kind(press: Request) -> Card:
    """Offers the procedures that the presser may open."""
    return voting_cards.choose_kind(await press.ask(voting_verbs.kinds_run_by), press.translator)


@on_press("vote-kind", NOTHING, Audience.ADDRESSED)
async def ask_matter(press: Request) -> None:
    """Asks for what the procedure that was chosen takes."""
    kind = await press.look(voting_verbs.kind_named, press.choice())
    command = desk.command_called(_OPEN)
    fields = [
        await commands.ask(press, _OPEN, command, one)
        for one in command.parameters
        if one.name in set(options_of(kind))
    ]
    await press.open_form(f"vote-filled:{kind.name}", Verbatim(voting_cards.kind_name(kind, press.translator)), *fields)


@on_press("vote-filled", WORD, Audience.ADDRESSED)
async def open_filled(press: Request, name: str) -> None:
    """Opens the vote as if the command had been typed."""
    kind = await press.look(voting_verbs.kind_named, name)
    command = desk.command_called(_OPEN)
    asked = set(options_of(kind))
    read = {one.name: commands.read(press, one) for one in command.parameters if one.name in asked}
    given = {option: value for option, value in read.items() if value is not None}
    await commands.run(press, command, {"kind": kind.name, **given})


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
