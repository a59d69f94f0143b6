"""Votes in the committee's channel: opening, ballots, recusals, and cancelling."""

from __future__ import annotations

from typing import Annotated

import discord

from bot.domain.cases.misconduct import EXPELLABLE
from bot.domain.grounds import Ground
from bot.domain.ids import VoteId
from bot.domain.voting.vote_views import VoteView
from bot.domain.voting.votes import AGAINST, IN_FAVOUR, NULL
from bot.rendering.layout import Card, MemberChoice
from bot.rendering.sentences import member_name
from bot.rendering.voting import minutes, vote_cards
from bot.services.known_people import one_meant
from bot.services.voting import candidacies, vote_desk, vote_reading, votes
from bot.services.voting.vote_opening import Matter
from cogs.audience import Audience
from cogs.choosing import KnownPerson
from cogs.commands import command
from cogs.forms import Text
from cogs.moments import length_meant
from cogs.options import Member, Option, Pairs, as_typed, suggests, taking
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import VOTE, VOTE_DRAFT, WORD
from cogs.takes import pair

MOST_REPRESENTATIVES = 25


@suggests(Audience.EVERYBODY)
async def kinds(press: Press) -> Pairs:
    """Kinds of procedure that the server knows, by their names in the reader's language."""
    return [(vote_cards.kind_name(kind, press.voice), kind.name) for kind in await press.look(votes.kinds)]


@suggests(Audience.EVERYBODY)
async def grounds(press: Press) -> Pairs:
    """Grounds on which a player can be expelled."""
    return [(member_name(one, press.voice), one.value) for one in Ground if one in EXPELLABLE]


async def ground_meant(_: Press, typed: str) -> Ground | None:
    """What was chosen of the grounds; words of one's own are none of them."""
    return Ground(typed) if typed in set(Ground) else None


@suggests(Audience.ADDRESSED)
async def open_votes(press: Press) -> Pairs:
    """Votes that the presser may end without a decision."""
    found = await press.ask(vote_reading.cancellable)
    return [
        (f"{vote_cards.kind_name(view.vote.kind, press.voice)}: {view.vote.question}", view.vote.vote_id)
        for view in found
    ]


Kind = Annotated[str, Option(as_typed, kinds)]
AGround = Annotated[Ground | None, Option(ground_meant, grounds)]
OpenVote = Annotated[VoteId, Option(taking(VOTE), open_votes)]


@on_press("vote-yes", VOTE, Audience.ADDRESSED)
async def vote_in_favour(press: Press, vote_id: VoteId) -> Card:
    """Takes a ballot in favour, an approval or a signature."""
    return await _cast(press, vote_id, IN_FAVOUR)


@on_press("vote-no", VOTE, Audience.ADDRESSED)
async def vote_against(press: Press, vote_id: VoteId) -> Card:
    """Takes a ballot against, or a refusal."""
    return await _cast(press, vote_id, AGAINST)


@on_press("vote-null", VOTE, Audience.ADDRESSED)
async def vote_null(press: Press, vote_id: VoteId) -> Card:
    """A null ballot, which is attendance all the same."""
    return await _cast(press, vote_id, NULL)


@on_press("vote-for", pair(VOTE, WORD), Audience.ADDRESSED)
async def vote_for_candidate(press: Press, vote_id: VoteId, _: str) -> Card:
    """For the candidate who was chosen in the menu."""
    return await _cast(press, vote_id, press.choice())


async def _cast(press: Press, vote_id: VoteId, choice: str) -> Card:
    done = await press.do(votes.cast, vote_id, choice)
    # The voter alone is answered, and a change of mind leaves the card as it is: nobody can tell that it happened.
    return vote_cards.ballot(await _view(press, vote_id), done.choice, press.voice, newly=done.newly)


@on_press("vote-show", VOTE, Audience.ADDRESSED)
async def show(press: Press, vote_id: VoteId) -> Card:
    """Shows the card to the presser alone, where they can vote as well."""
    return vote_cards.card(await press.ask(vote_reading.find_view, vote_id), press.voice)


@on_press("vote-verify", VOTE, Audience.ADDRESSED)
async def verify(press: Press, vote_id: VoteId) -> Card:
    """Shows what the lot of an election hangs on, before and after it has decided."""
    return vote_cards.proof(await press.ask(vote_reading.lot_of, vote_id), press.voice)


@on_press("vote-recuse", VOTE, Audience.ADDRESSED)
async def ask_recusal(press: Press, vote_id: VoteId) -> Card:
    """Asks once more before somebody gives the vote in this matter away."""
    return vote_cards.ask_recusal(vote_id, press.voice)


@on_press("vote-recuse-me", VOTE, Audience.ADDRESSED)
async def recuse(press: Press, vote_id: VoteId) -> None:
    """Takes the presser out of the electorate."""
    await press.do(votes.recuse, vote_id)
    await press.say("votes.recused_now")


@on_press("vote-stand-down", VOTE, Audience.ADDRESSED)
async def ask_stand_down(press: Press, vote_id: VoteId) -> Card:
    """Asks a candidate once more before the name leaves the ballot."""
    vote = await press.ask(candidacies.vote_of_candidacy, vote_id)
    return vote_cards.ask_stand_down(vote.vote_id, press.voice)


@on_press("vote-stand-down-me", VOTE, Audience.ADDRESSED)
async def stand_down(press: Press, vote_id: VoteId) -> None:
    """Takes the presser off the candidates."""
    await press.do(candidacies.stand_down, vote_id)
    await press.say("votes.stood_down_now")


@on_press("vote-among", VOTE_DRAFT, Audience.ADDRESSED)
async def open_among(press: Press, draft_id: str) -> Card:
    """Opens the vote among the members who were chosen."""
    vote = await press.do(vote_desk.with_representatives, draft_id, press.members())
    return vote_cards.opening_receipt(await _view(press, vote.vote_id), press.voice)


@on_press("vote-settle", VOTE, Audience.ADDRESSED)
async def show_to_settle(press: Press, vote_id: VoteId) -> Card:
    """Shows a vote below its quorum to who runs it, with the buttons that end it."""
    await press.ask(votes.cancellable, vote_id)
    return vote_cards.to_settle(await _view(press, vote_id), press.voice)


@on_press("vote-close", VOTE, Audience.ADDRESSED)
async def ask_close(press: Press, vote_id: VoteId) -> Card:
    """Asks once more before a vote is closed without its quorum."""
    await press.ask(votes.cancellable, vote_id)
    return vote_cards.ask_close(await _view(press, vote_id), press.voice)


@on_press("vote-close-now", VOTE, Audience.ADDRESSED)
async def close(press: Press, vote_id: VoteId) -> Card:
    """Closes the vote without its quorum."""
    await press.do(votes.close_below_quorum, vote_id)
    return vote_cards.close_receipt(await _view(press, vote_id), press.voice)


@on_press("vote-end", VOTE, Audience.ADDRESSED)
async def ask_why_ended(press: Press, vote_id: VoteId) -> None:
    """Asks why the vote is to end without a decision."""
    await ask_why_cancelled(press, vote_id)


@on_press("vote-cancel", VOTE, Audience.ADDRESSED)
async def cancel(press: Press, vote_id: VoteId) -> Card:
    """Ends the vote with the reason that was typed."""
    await press.do(votes.cancel, vote_id, press.text("why"))
    return minutes.call_off_receipt(await _view(press, vote_id), press.voice)


async def _view(press: Press, vote_id: VoteId) -> VoteView:
    return await press.look(vote_reading.of_server, vote_id, press.at)


@command("vote open", Audience.ADDRESSED)
async def open_vote(
    press: Press,
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
    matter = Matter(question, lasts=length_meant(lasts or ""), ground=ground, proof=links)
    about = one_meant(subject, person) if subject or person else None
    found = await press.do(vote_desk.ask, kind, matter, about)
    if isinstance(found, str):
        menu = MemberChoice(f"vote-among:{found}", press.voice.say("votes.choose_voters"), most=MOST_REPRESENTATIVES)
        return Card((press.voice.say("votes.who_votes"),), controls=(menu,))
    return vote_cards.opening_receipt(await _view(press, found.vote_id), press.voice)


@command("vote cancel", Audience.ADDRESSED)
async def ask_why_cancelled(press: Press, vote: OpenVote) -> None:
    """Asks why the vote is to end without a decision."""
    await press.ask(votes.cancellable, vote)
    why = Text("why", "votes.form_why", long=True, limit=votes.QUESTION_LIMIT)
    await press.open_form(f"vote-cancel:{vote}", "votes.form_cancel", why)


@command("vote list", Audience.EVERYBODY)
async def list_open(press: Press) -> Card:
    """Shows the votes that are open, with links to their cards."""
    return vote_cards.vote_list(await press.look(vote_reading.open_votes, press.at), press.voice)
