"""The bracket, the proof of the draw, the redraw, and leaving after the close."""

from __future__ import annotations

from bot.domain.ids import EntrantId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.errors import Outdated
from bot.rendering.events import draw_cards, leaving_cards, proof_cards
from bot.rendering.layout import Card
from bot.rendering.title_match import holder_cards
from bot.services.events import drawing, event_reading, leaving
from bot.services.title_match import title_holders
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent
from cogs.commands import command
from cogs.forms import Text
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT, PAGE, PERSON, WORD
from cogs.takes import pair


@command("tournament verify", Audience.EVERYBODY)
@on_press("verify", EVENT, Audience.EVERYBODY)
async def verify(press: Press, tournament: AnyEvent) -> Card:
    """Runs the draw again from its public record, and says whether it holds."""
    return proof_cards.verification(await press.look(drawing.verify_draws, tournament), press.voice)


@command("bracket", Audience.EVERYBODY)
@on_press("bracket", EVENT, Audience.EVERYBODY)
async def bracket(press: Press, tournament: AnyEvent) -> Card:
    """Shows the bracket as it stands, from the reader's own place in it; of a match for a title, its two sides."""
    if holder := await press.look(title_holders.holder_of, tournament):
        return holder_cards.holder_card(holder, press.voice)
    return await _bracket(press, tournament, None)


@on_press("bracket-page", pair(EVENT, PAGE, "/"), Audience.EVERYBODY, update=True)
async def turn(press: Press, tournament_id: TournamentId, page: int) -> Card:
    """Turns to other pages, in the message that was pressed."""
    return await _bracket(press, tournament_id, page)


async def _bracket(press: Press, tournament_id: TournamentId, page: int | None) -> Card:
    view, reader = await press.look(event_reading.bracket_for, tournament_id, press.member_id)
    return draw_cards.bracket(view, reader, page, press.voice)


@command("tournament redraw", Act.REDRAW)
@on_press("redraw", EVENT, Act.REDRAW)
async def ask_why_redrawn(press: Press, tournament: OpenEvent) -> None:
    """Asks why the event is to be drawn again, before the first call only; everyone will read it."""
    await press.ask(drawing.redrawable, tournament)
    reason = Text("reason", "draw.redraw_reason", "draw.redraw_why", long=True, limit=500)
    await press.open_form(f"redraw-confirm:{tournament}", "draw.redraw_title", reason)


@on_press("redraw-confirm", EVENT, Act.REDRAW)
async def redraw(press: Press, tournament_id: TournamentId) -> Card:
    """Draws again for the reason that was typed."""
    done = await press.do(drawing.redraw, tournament_id, press.text("reason"))
    return draw_cards.redrawn(done.name, press.voice)


@on_press("leave", pair(EVENT, WORD, "/"), Audience.PLAYERS)
async def leave(press: Press, tournament_id: TournamentId, told: str) -> Card | None:
    """Leaves an event that is under way, after having been told what it costs; asks anew where that has changed."""
    try:
        left = await press.do(leaving.leave, tournament_id, None, None, told or None)
    except Outdated:
        return await what_leaving_costs(press, tournament_id)
    return leaving_cards.you_left(left, press.voice)


async def what_leaving_costs(press: Press, tournament_id: TournamentId) -> Card | None:
    """Where confirmation is closed, says what leaving costs and offers the button; None while leaving is free."""
    left = await press.ask(leaving.leavable, tournament_id)
    return None if left is None else leaving_cards.leaving_asked(left, press.voice)


async def ask_why_taken_out(press: Press, tournament: TournamentId, player: EntrantId) -> None:
    """Asks staff why somebody has to leave an event that is under way."""
    left = await press.ask(leaving.removable, tournament, player)
    reason = Text("reason", "draw.take_out_reason", "draw.take_out_why", long=True, limit=300)
    await press.open_form(f"take-out:{tournament}/{left.person.person_id}", "draw.take_out_title", reason)


@on_press("take-out", pair(EVENT, PERSON, "/"), Act.TAKE_OUT_PLAYER)
async def take_out(press: Press, tournament_id: TournamentId, person_id: PersonId) -> Card:
    """Takes somebody out of an event that is under way, for the reason that staff typed."""
    left = await press.do(leaving.leave, tournament_id, person_id, press.text("reason"))
    return leaving_cards.taken_out(left, press.voice)
