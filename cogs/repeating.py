"""Again on an event that is over, `/tournament repeat` and `/tournament repeats`, and the buttons of a repeat."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final

from discord import app_commands

from bot.features.repeating import cards as repeating_cards
from bot.features.repeating import verbs as repeating_verbs
from bot.features.repeating.model import MOST_DAYS_BEFORE, MOST_TIMES, USUAL_DAYS_BEFORE, RepeatView, Rhythm
from bot.i18n.countries import zone_named
from bot.i18n.moments import date_order, day_named, write_local
from bot.kernel.ids import TournamentId
from bot.layout.cards import Card
from bot.server.model import Act
from cogs.commands import AnyEvent, OneOf, command, moment_meant, starts_meant, zone_of
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import EVENT, NUMBER, REPEAT, Audience, Text, pair
from cogs.tournaments import offer_drafts

# --- once more ------------------------------------------------------------------------------------------------------


@on_press("again", EVENT, Audience.ADDRESSED)
async def ask_when_again(request: Request, tournament_id: TournamentId) -> None:
    """Asks for name and start of an event like this one: a week later at the same hour, as it would be typed."""
    offer = await request.ask(repeating_verbs.offer_again, tournament_id)
    default = write_local(offer.start_at, zone_of(request), date_order(request.locale))
    name = Text("name", "cups.name", limit=100, default=offer.name)
    start = Text("start", "cups.start", "cups.start_hint", said={"zone": zone_of(request)}, limit=100, default=default)
    await request.open_form(f"again-typed:{tournament_id}", "repeats.again", name, start)


@on_press("again-typed", EVENT, Audience.ADDRESSED)
async def take_again(request: Request, tournament_id: TournamentId) -> Card:
    """Shows what will be created, by the same rules and with the same text."""
    typed = request.text("start")
    starts, offsets = starts_meant(request, typed)
    made = await request.do(repeating_verbs.play_again, tournament_id, request.text("name"), typed, starts)
    return await offer_drafts(request, made, offsets)


# --- repeats --------------------------------------------------------------------------------------------------------


_RHYTHMS: Final = {one.value: (f"commands.rhythm_{one.value}", one) for one in Rhythm}
DATE = pair(REPEAT, NUMBER)
"""A repeat, and the number of one of its dates."""


@command("tournament repeat", Act.REPEAT_TOURNAMENT)
async def repeat(
    request: Request,
    tournament: AnyEvent,
    every: Annotated[Rhythm, OneOf(_RHYTHMS)] = Rhythm.WEEKLY,
    announce: app_commands.Range[int, 0, MOST_DAYS_BEFORE] = USUAL_DAYS_BEFORE,
    until: str | None = None,
    times: app_commands.Range[int, 1, MOST_TIMES] | None = None,
) -> Card:
    """Has an event come back by itself, and shows its next dates."""
    last = None if until is None else _day_meant(request, until)
    made = await request.do(repeating_verbs.make, tournament, every, announce, last, times)
    return repeating_cards.card(made, request.translator)


def _day_meant(request: Request, text: str) -> date:
    """The day that was typed, with or without an hour; raises what is wrong with the text."""
    zone = zone_named(zone_of(request))
    named = day_named(text, date_order(request.locale), request.at.astimezone(zone))
    return named or moment_meant(request, text).astimezone(zone).date()


@command("tournament repeats", Act.REPEAT_TOURNAMENT)
async def repeats(request: Request) -> Card:
    """Shows the events that come back, each with its next date."""
    return repeating_cards.listing_of(await request.look(repeating_verbs.running, request.at), request.translator)


@on_press("repeat", REPEAT, Act.REPEAT_TOURNAMENT)
async def show(request: Request, repeat_id: str) -> Card:
    """Shows one of them."""
    return _card(request, await request.look(repeating_verbs.of_server, repeat_id))


@on_press("repeat-skip", DATE, Act.REPEAT_TOURNAMENT, update=True)
async def skip(request: Request, repeat_id: str, number: int) -> Card:
    """Leaves that date out."""
    return _card(request, await request.do(repeating_verbs.skip, repeat_id, number))


@on_press("repeat-hold", DATE, Act.REPEAT_TOURNAMENT, update=True)
async def hold(request: Request, repeat_id: str, number: int) -> Card:
    """Holds it after all."""
    return _card(request, await request.do(repeating_verbs.hold, repeat_id, number))


@on_press("repeat-change", DATE, Act.REPEAT_TOURNAMENT)
async def ask_other_time(request: Request, repeat_id: str, number: int) -> None:
    """Asks for another time of that date alone, with the present one as it would be typed."""
    ahead = await request.ask(repeating_verbs.to_change, repeat_id, number)
    default = write_local(ahead.start_at, zone_of(request), date_order(request.locale))
    start = Text("start", "cups.start", "cups.start_hint", said={"zone": zone_of(request)}, limit=100, default=default)
    await request.open_form(f"repeat-changed:{repeat_id}.{number}", "repeats.change", start)


@on_press("repeat-changed", DATE, Act.REPEAT_TOURNAMENT, update=True)
async def change(request: Request, repeat_id: str, number: int) -> Card:
    """Moves that date to the time that was typed; the pattern stays."""
    start = moment_meant(request, request.text("start"))
    return _card(request, await request.do(repeating_verbs.change, repeat_id, number, start))


@on_press("repeat-stop", REPEAT, Act.REPEAT_TOURNAMENT, update=True)
async def stop(request: Request, repeat_id: str) -> Card:
    """Ends it; what is announced already stays."""
    return _card(request, await request.do(repeating_verbs.stop, repeat_id))


@on_press("repeat-go-on", REPEAT, Act.REPEAT_TOURNAMENT, update=True)
async def go_on(request: Request, repeat_id: str) -> Card:
    """Lets it go on, in the name of who presses."""
    return _card(request, await request.do(repeating_verbs.go_on, repeat_id))


def _card(request: Request, view: RepeatView) -> Card:
    return repeating_cards.card(view, request.translator)
