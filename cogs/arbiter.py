"""Arbiters: going on and off duty, who follows what, and giving a match by hand."""

from __future__ import annotations

from typing import Annotated

from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.rendering.layout import Card
from bot.rendering.playing import arbiter_cards
from bot.rendering.text import plain
from bot.services.playing import arbiter_duty
from cogs.audience import Audience
from cogs.commands import command
from cogs.options import Member, Option, Pairs, suggests, taking
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import MATCH, NOTHING


@suggests(Audience.EVERYBODY)
async def open_matches(press: Press) -> Pairs:
    """Matches of running events that are not settled, by their players."""
    found = await press.look(arbiter_duty.open_matches)
    return [(" – ".join(plain(person.name, 40) for person in one.people), one.contest.contest_id) for one in found]


OpenMatch = Annotated[ContestId, Option(taking(MATCH), open_matches)]


@command("arbiter on", Act.GO_ON_DUTY)
@on_press("duty-on", NOTHING, Act.GO_ON_DUTY)
async def go_on(press: Press) -> Card:
    """Takes the presser on duty; matches that wait are called at once."""
    return arbiter_cards.on_duty(await press.do(arbiter_duty.go_on), press.voice)


@command("arbiter off", Act.GO_ON_DUTY)
@on_press("duty-off", NOTHING, Act.GO_ON_DUTY)
async def go_off(press: Press) -> Card:
    """Ends the presser's duty; open matches are handed over."""
    return arbiter_cards.off_duty(await press.do(arbiter_duty.go_off), press.voice)


@command("arbiter list", Audience.EVERYBODY)
async def list_all(press: Press) -> Card:
    """Shows who is on duty and who follows what."""
    return arbiter_cards.listing(await press.look(arbiter_duty.listing), press.voice)


@command("arbiter assign", Act.ASSIGN_ARBITER)
async def assign(press: Press, match: OpenMatch, arbiter: Member) -> Card:
    """Gives a match to an arbiter by hand."""
    given = await press.do(arbiter_duty.assign, match, arbiter.member_id)
    return arbiter_cards.assignment(given, arbiter.member_id, press.voice)
