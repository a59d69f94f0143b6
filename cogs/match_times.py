"""The time of a match: proposed, answered and moved by its two sides, set by staff."""

from __future__ import annotations

from datetime import datetime

from bot.features.match_times import cards as match_times_cards
from bot.features.match_times import staff_verbs as match_times_staff_verbs
from bot.features.match_times import verbs as match_times_verbs
from bot.features.match_times.model import TimesView
from bot.i18n.countries import zone_meant
from bot.kernel.errors import NotYours
from bot.kernel.ids import ContestId
from bot.layout.cards import Card
from bot.server.model import Act
from cogs.commands import starts_meant, zone_of
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import MATCH, MOMENT, REPORTED, SIDED, WHY, WORD, Audience, Text, pair, triple

TIMED = pair(MATCH, MOMENT)
"""A match, and the time that was shown for it."""
COUNTERED = triple(MATCH, WORD, MOMENT)
"""A match, the proposal that is declined, and the time that was shown instead."""


@on_press("time-propose", MATCH, Audience.PLAYERS)
async def propose(request: Request, contest_id: ContestId) -> None:
    """Asks for a time, in the person's own words and by their own clocks."""
    await request.ask(match_times_verbs.may_propose, contest_id)
    await request.open_form(f"time-when:{contest_id}", "time.form", *await _when(request))


@on_press("time-when", MATCH, Audience.PLAYERS)
async def when(request: Request, contest_id: ContestId) -> Card:
    """Shows the time as it was understood; it counts once it is pressed."""
    return await _preview(request, contest_id, None)


@on_press("time-propose-at", TIMED, Audience.PLAYERS, update=True)
async def propose_at(request: Request, contest_id: ContestId, at: datetime) -> Card:
    """Proposes the time that was shown."""
    view = await request.do(match_times_verbs.propose, contest_id, at)
    return match_times_cards.answer(view, "proposed", request.translator)


@on_press("time-counter", REPORTED, Audience.PLAYERS)
async def counter(request: Request, contest_id: ContestId, proposal_id: str) -> None:
    """Asks for a time instead of the one that the other side has proposed."""
    await request.ask(match_times_verbs.may_propose, contest_id)
    await request.open_form(f"time-counter-when:{contest_id}.{proposal_id}", "time.form", *await _when(request))


@on_press("time-counter-when", REPORTED, Audience.PLAYERS)
async def counter_when(request: Request, contest_id: ContestId, proposal_id: str) -> Card:
    """Shows the time as it was understood."""
    return await _preview(request, contest_id, proposal_id)


@on_press("time-counter-at", COUNTERED, Audience.PLAYERS, update=True)
async def counter_at(request: Request, contest_id: ContestId, proposal_id: str, at: datetime) -> Card:
    """Declines that proposal with the time that was shown."""
    view = await request.do(match_times_verbs.propose, contest_id, at, proposal_id)
    return match_times_cards.answer(view, "proposed", request.translator)


@on_press("time-accept", REPORTED, Audience.PLAYERS)
async def accept(request: Request, contest_id: ContestId, proposal_id: str) -> Card:
    """Accepts that proposal and no other."""
    view = await request.do(match_times_verbs.accept, contest_id, proposal_id)
    return match_times_cards.answer(view, "accepted", request.translator)


@on_press("time-decline", REPORTED, Audience.PLAYERS)
async def decline(request: Request, contest_id: ContestId, proposal_id: str) -> Card:
    """Declines that proposal."""
    view = await request.do(match_times_verbs.decline, contest_id, proposal_id)
    return match_times_cards.answer(view, "declined", request.translator)


@on_press("time-withdraw", REPORTED, Audience.PLAYERS)
async def withdraw(request: Request, contest_id: ContestId, proposal_id: str) -> Card:
    """Takes the own proposal back."""
    view = await request.do(match_times_verbs.withdraw, contest_id, proposal_id)
    return match_times_cards.answer(view, "withdrawn", request.translator)


@on_press("time-mine", MATCH, Audience.PLAYERS)
async def mine(request: Request, contest_id: ContestId) -> Card:
    """Shows what the person can answer and take back."""
    view, side = await request.ask(match_times_verbs.own_view, contest_id)
    if not view.goes_on:
        return match_times_cards.card(view, request.translator)
    return match_times_cards.own(view, side, request.translator)


@on_press("time-desk", MATCH, Act.SET_MATCH_TIME)
async def desk(request: Request, contest_id: ContestId) -> Card:
    """Shows what can be done about the time of the match, to who decides it."""
    return match_times_cards.staff_desk(await request.do(match_times_staff_verbs.desk, contest_id), request.translator)


@on_press("time-set", MATCH, Act.SET_MATCH_TIME)
async def set_time(request: Request, contest_id: ContestId) -> None:
    """Asks for the time, and why."""
    await request.do(match_times_staff_verbs.desk, contest_id)
    await request.open_form(f"time-set-when:{contest_id}", "time.set", *await _when(request), WHY)


@on_press("time-set-when", MATCH, Act.SET_MATCH_TIME)
async def set_when(request: Request, contest_id: ContestId) -> Card:
    """Sets the time; both sides are told."""
    at, *_ = await _moments(request)
    return _desk(request, await request.do(match_times_staff_verbs.set_time, contest_id, at, request.text("why")))


@on_press("time-prolong", MATCH, Act.SET_MATCH_TIME)
async def prolong(request: Request, contest_id: ContestId) -> None:
    """Asks until when, and why."""
    await request.do(match_times_staff_verbs.desk, contest_id)
    await request.open_form(f"time-prolong-until:{contest_id}", "time.prolong", *await _when(request), WHY)


@on_press("time-prolong-until", MATCH, Act.SET_MATCH_TIME)
async def prolong_until(request: Request, contest_id: ContestId) -> Card:
    """Gives the two sides until then."""
    *_, until = await _moments(request)
    return _desk(request, await request.do(match_times_staff_verbs.prolong, contest_id, until, request.text("why")))


@on_press("time-lift", MATCH, Act.SET_MATCH_TIME)
async def lift(request: Request, contest_id: ContestId) -> None:
    """Asks why the time is taken away."""
    await request.do(match_times_staff_verbs.desk, contest_id)
    await request.open_form(f"time-lift-why:{contest_id}", "time.lift", WHY)


@on_press("time-lift-why", MATCH, Act.SET_MATCH_TIME)
async def lift_why(request: Request, contest_id: ContestId) -> Card:
    """Takes the time away; the two sides agree anew."""
    return _desk(request, await request.do(match_times_staff_verbs.lift_time, contest_id, request.text("why")))


@on_press("time-end", SIDED, Act.SET_MATCH_TIME)
async def end(request: Request, contest_id: ContestId, side: int) -> None:
    """Asks why a side loses, or both."""
    await request.do(match_times_staff_verbs.desk, contest_id)
    await request.open_form(f"time-end-why:{contest_id}.{side}", "time.end", WHY)


@on_press("time-end-why", SIDED, Act.SET_MATCH_TIME)
async def end_why(request: Request, contest_id: ContestId, side: int) -> Card:
    """Ends the match about which the organisers were asked."""
    loser = side if side < _BOTH else None
    view = await request.do(match_times_staff_verbs.end_match, contest_id, loser, request.text("why"))
    return match_times_cards.card(view, request.translator)


_BOTH = 2
"""Beside the two sides, as the button of both carries it."""


def _desk(request: Request, view: TimesView) -> Card:
    return match_times_cards.staff_desk(view, request.translator)


async def _when(request: Request) -> tuple[Text, Text]:
    """The fields of a time: what one says, and by whose clocks."""
    zone = await request.ask(match_times_verbs.zone_of) or zone_of(request)
    return (
        Text("when", "time.when", "time.when_hint", limit=100),
        Text("zone", "time.zone", "time.zone_hint", limit=60, default=zone),
    )


async def _moments(request: Request) -> tuple[datetime, ...]:
    """What was meant, one moment or two where the clocks show it twice; by whose clocks is kept for the next time."""
    zone = zone_meant(request.text("zone")).key
    meant, _ = starts_meant(request, request.text("when"), zone)
    await request.do(match_times_verbs.remember_zone, zone)
    return meant


async def _preview(request: Request, contest_id: ContestId, instead: str | None) -> Card:
    moments = await _moments(request)
    view = None
    for at in moments:
        view = await request.ask(match_times_verbs.may_propose_at, contest_id, at)
    if view is None:
        raise NotYours
    return match_times_cards.preview(view, moments, instead, request.translator)
