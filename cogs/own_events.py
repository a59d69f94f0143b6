"""Acts about the own event: a reason is picked, players object, and a ruling is agreed to."""

from __future__ import annotations

from bot.features.own_events import cards as own_events_cards
from bot.features.own_events import verbs as own_events_verbs
from bot.features.tournaments.recusal_verbs import AloneInEvent, MeetsNext, OwnMatch, PlaysInTheEvent
from bot.kernel.errors import RefusedFor
from bot.kernel.ids import OwnGround, TournamentId
from bot.layout.cards import DANGER, Card
from bot.layout.sentences import sentence
from bot.server.model import Act
from cogs.request import Request, leads_on
from cogs.routing import on_press
from cogs.subjects import OWN_ACT, Audience, one_of

GROUND = one_of(OwnGround)


@leads_on(AloneInEvent)
async def ask_why(request: Request, alone: AloneInEvent) -> Card | None:
    """Who is alone picks a reason, instead of being refused."""
    if not alone.verb:
        return None
    wish = (alone.own_match, alone.verb, alone.given)
    kept = await request.do(own_events_verbs.keep, TournamentId(alone.tournament), Act(alone.act), wish)
    view = await request.ask(own_events_verbs.asking, kept.act_id)
    if view.signers == ():
        return Card((sentence(RefusedFor("error.NobodySigns", name=alone.event), request.translator),), colour=DANGER)
    return own_events_cards.ask_why(view, request.translator)


async def _send_to_others(request: Request, refusal: PlaysInTheEvent | OwnMatch | MeetsNext, match: str) -> Card | None:
    """Those who could decide instead are asked; where they do not come, it can be done again by the same way."""
    if not refusal.tournament:
        return None
    until = await request.do(own_events_verbs.ask_others, TournamentId(refusal.tournament), Act(refusal.act), match)
    return own_events_cards.sent_to_others(refusal, until, request.translator)


@leads_on(PlaysInTheEvent)
async def ask_others(request: Request, refusal: PlaysInTheEvent) -> Card | None:
    """About an event in which one plays."""
    return await _send_to_others(request, refusal, "")


@leads_on(OwnMatch)
async def ask_others_about_own(request: Request, refusal: OwnMatch) -> Card | None:
    """About the own match."""
    return await _send_to_others(request, refusal, refusal.match)


@leads_on(MeetsNext)
async def ask_others_about_next(request: Request, refusal: MeetsNext) -> Card | None:
    """About the match of whom one may meet next."""
    return await _send_to_others(request, refusal, refusal.match)


@on_press("own-why", OWN_ACT, Audience.ADDRESSED, update=True)
async def decide(request: Request, act_id: str) -> Card:
    """Does it for the reason that was picked, or asks whom it waits for."""
    done = await request.do(own_events_verbs.decide, act_id, await request.read_choice(GROUND))
    if done.done_at is None and done.agree_by is None:
        return own_events_cards.signature_receipt(
            await request.look(own_events_verbs.of_server, act_id), request.translator
        )
    if done.contest_id is not None:
        return own_events_cards.asking_receipt(
            await request.look(own_events_verbs.ruling_of_server, act_id), request.translator
        )
    return own_events_cards.receipt(await request.look(own_events_verbs.of_server, act_id), request.translator)


@on_press("own-object", OWN_ACT, Audience.PLAYERS)
async def object_to_act(request: Request, act_id: str) -> Card:
    """A player objects."""
    await request.do(own_events_verbs.object_to, act_id)
    view = await request.look(own_events_verbs.of_server, act_id)
    return own_events_cards.objection_receipt(view, request.translator)


@on_press("own-agree", OWN_ACT, Audience.PLAYERS)
async def agree(request: Request, act_id: str) -> Card:
    """The opponent agrees."""
    await request.do(own_events_verbs.agree, act_id)
    view = await request.look(own_events_verbs.ruling_of_server, act_id)
    return own_events_cards.ruling_outcome(view, request.translator)
