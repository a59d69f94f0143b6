"""`/log`: who did what, when and why."""

from __future__ import annotations

from typing import Annotated

from bot.domain.ids import ContestId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.rendering import log_cards
from bot.rendering.layout import Card
from bot.services import log_reading
from bot.services.known_people import one_meant
from cogs.choosing import AnyEvent, KnownPerson, tournament_before
from cogs.commands import command
from cogs.options import Member, Option, Pairs, finds, taking
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT, MATCH, PAGE, PERSON
from cogs.takes import maybe, quadruple


@on_press("log-page", quadruple(PAGE, maybe(PERSON), maybe(EVENT), maybe(MATCH)), Act.SEE_LOG, update=True)
async def turn(
    press: Press, page: int, person: PersonId | None, event: TournamentId | None, match: ContestId | None
) -> Card:
    """Turns the page."""
    return log_cards.page(await press.ask(log_reading.turn, page, person, event, match), press.voice)


@finds(Act.SEE_LOG)
async def matches(press: Press, typed: str) -> Pairs:
    """Matches of the tournament that was chosen before."""
    chosen = await tournament_before(press)
    found = [] if chosen is None else await press.ask(log_reading.matches_of, chosen, typed)
    return [(names, contest_id) for contest_id, names in found]


MatchOfEvent = Annotated[ContestId, Option(taking(MATCH), matches)]


@command("log", Act.SEE_LOG)
async def log(
    press: Press,
    member: Member | None = None,
    tournament: AnyEvent | None = None,
    match: MatchOfEvent | None = None,
    person: KnownPerson | None = None,
) -> Card:
    """Shows the latest lines that fit what was asked."""
    who = one_meant(member, person) if member or person else None
    page = await press.ask(log_reading.look_up, who, tournament, match)
    return log_cards.page(page, press.voice)
