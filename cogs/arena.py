"""An arena as its players run it: the lobby, the own game, and what is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.arena import cards as arena_cards
from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena import verbs as arena_verbs
from bot.features.arena.model import Happened, OwnArena
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.tournaments.facts_verbs import arena_subject
from bot.kernel.ids import ContestId, TournamentId
from bot.play.formats.arena import ArenaOutcome
from cogs.request import Request
from cogs.routing import live_verb, on_press
from cogs.subjects import EVENT, MATCH, REPORTED, Audience, Text

if TYPE_CHECKING:
    from bot.living.transactions import PersonalVerb


@on_press("arena-ready", EVENT, Audience.PLAYERS)
async def ready(request: Request, tournament_id: TournamentId) -> None:
    """Lets the presser into the lobby."""
    await _at_the_door(request, tournament_id, arena_verbs.ready)


@on_press("arena-leave", EVENT, Audience.PLAYERS)
async def leave(request: Request, tournament_id: TournamentId) -> None:
    """Takes the presser out of the lobby."""
    await _at_the_door(request, tournament_id, arena_verbs.leave)


@on_press("arena-mine", EVENT, Audience.EVERYBODY)
async def mine(request: Request, tournament_id: TournamentId) -> None:
    """Shows the presser's own game to the presser alone."""
    await _show(request, await request.ask(arena_reading_verbs.mine, tournament_id))


@on_press("arena-won", MATCH, Audience.PLAYERS)
async def tell_win(request: Request, contest_id: ContestId) -> None:
    """Takes a win."""
    await _tell(request, contest_id, ArenaOutcome.WON)


@on_press("arena-lost", MATCH, Audience.PLAYERS)
async def tell_loss(request: Request, contest_id: ContestId) -> None:
    """Takes a loss."""
    await _tell(request, contest_id, ArenaOutcome.LOST)


@on_press("arena-drawn", MATCH, Audience.PLAYERS)
async def ask_moves(request: Request, contest_id: ContestId) -> None:
    """Asks of a draw how many moves it had (ARENA-6, ARENA-7)."""
    asked = Text("moves", "arena.form_moves", "arena.form_why", limit=4)
    await request.open_form(f"arena-moves:{contest_id}", "arena.form_draw", asked)


@on_press("arena-moves", MATCH, Audience.PLAYERS)
async def moves(request: Request, contest_id: ContestId) -> None:
    """Takes a draw with its moves."""
    await _tell(request, contest_id, ArenaOutcome.DRAWN, request.text("moves"))


@on_press("arena-agree", REPORTED, Audience.PLAYERS)
async def agree(request: Request, contest_id: ContestId, report_id: str) -> None:
    """Confirms what the opponent told."""
    await _show(request, await request.do(arena_verbs.agree, contest_id, report_id))


@on_press("arena-absent", MATCH, Audience.PLAYERS)
async def absent(request: Request, contest_id: ContestId) -> None:
    """Asks the opponent for the first move (ARENA-5)."""
    await _show(request, await request.do(arena_verbs.call_opponent, contest_id))


async def _tell(request: Request, contest_id: ContestId, outcome: ArenaOutcome, typed: str = "") -> None:
    found = await request.do(arena_verbs.tell, contest_id, outcome, typed)
    await _show(request, found)
    if found.happened is Happened.DISPUTED:
        view = await request.look(playing_reading_verbs.find_view, contest_id, request.now)
        await request.answer(playing_note_cards.dispute(view, request.server_translator), private=False)


async def _at_the_door(
    request: Request, tournament_id: TournamentId, verb: PersonalVerb[[TournamentId], OwnArena]
) -> None:
    """A press on the lobby itself is answered with its new state; one on the own card with the own card."""
    panel = arena_subject(tournament_id)
    if not request.on_own_card:
        await live_verb(request, panel, arena_cards.own, verb, tournament_id)
        return
    await _show(request, await request.do(verb, tournament_id))
    await request.stale(panel)


async def _show(request: Request, found: OwnArena) -> None:
    """The presser's own card: in place of the one that was pressed, or as a new one that nobody else sees."""
    show = request.update if request.on_own_card else request.answer
    await show(arena_cards.own(found, request.translator))
