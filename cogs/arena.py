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
from cogs.press import Request
from cogs.routing import live_verb, on_press
from cogs.subjects import EVENT, MATCH, REPORTED, Audience, Text

if TYPE_CHECKING:
    from bot.living.transactions import PersonalVerb


@on_press("arena-ready", EVENT, Audience.PLAYERS)
async def ready(press: Request, tournament_id: TournamentId) -> None:
    """Lets the presser into the lobby."""
    await _at_the_door(press, tournament_id, arena_verbs.ready)


@on_press("arena-leave", EVENT, Audience.PLAYERS)
async def leave(press: Request, tournament_id: TournamentId) -> None:
    """Takes the presser out of the lobby."""
    await _at_the_door(press, tournament_id, arena_verbs.leave)


@on_press("arena-mine", EVENT, Audience.EVERYBODY)
async def mine(press: Request, tournament_id: TournamentId) -> None:
    """Shows the presser's own game to the presser alone."""
    await _show(press, await press.ask(arena_reading_verbs.mine, tournament_id))


@on_press("arena-won", MATCH, Audience.PLAYERS)
async def tell_win(press: Request, contest_id: ContestId) -> None:
    """Takes a win."""
    await _tell(press, contest_id, ArenaOutcome.WON)


@on_press("arena-lost", MATCH, Audience.PLAYERS)
async def tell_loss(press: Request, contest_id: ContestId) -> None:
    """Takes a loss."""
    await _tell(press, contest_id, ArenaOutcome.LOST)


@on_press("arena-drawn", MATCH, Audience.PLAYERS)
async def ask_moves(press: Request, contest_id: ContestId) -> None:
    """Asks of a draw how many moves it had (ARENA-6, ARENA-7)."""
    asked = Text("moves", "arena.form_moves", "arena.form_why", limit=4)
    await press.open_form(f"arena-moves:{contest_id}", "arena.form_draw", asked)


@on_press("arena-moves", MATCH, Audience.PLAYERS)
async def moves(press: Request, contest_id: ContestId) -> None:
    """Takes a draw with its moves."""
    await _tell(press, contest_id, ArenaOutcome.DRAWN, press.text("moves"))


@on_press("arena-agree", REPORTED, Audience.PLAYERS)
async def agree(press: Request, contest_id: ContestId, report_id: str) -> None:
    """Confirms what the opponent told."""
    await _show(press, await press.do(arena_verbs.agree, contest_id, report_id))


@on_press("arena-absent", MATCH, Audience.PLAYERS)
async def absent(press: Request, contest_id: ContestId) -> None:
    """Asks the opponent for the first move (ARENA-5)."""
    await _show(press, await press.do(arena_verbs.call_opponent, contest_id))


async def _tell(press: Request, contest_id: ContestId, outcome: ArenaOutcome, typed: str = "") -> None:
    found = await press.do(arena_verbs.tell, contest_id, outcome, typed)
    await _show(press, found)
    if found.happened is Happened.DISPUTED:
        view = await press.look(playing_reading_verbs.find_view, contest_id, press.now)
        await press.answer(playing_note_cards.dispute(view, press.server_translator), private=False)


async def _at_the_door(
    press: Request, tournament_id: TournamentId, verb: PersonalVerb[[TournamentId], OwnArena]
) -> None:
    """A press on the lobby itself is answered with its new state; one on the own card with the own card."""
    panel = arena_subject(tournament_id)
    if not press.on_own_card:
        await live_verb(press, panel, arena_cards.own, verb, tournament_id)
        return
    await _show(press, await press.do(verb, tournament_id))
    await press.stale(panel)


async def _show(press: Request, found: OwnArena) -> None:
    """The presser's own card: in place of the one that was pressed, or as a new one that nobody else sees."""
    show = press.update if press.on_own_card else press.answer
    await show(arena_cards.own(found, press.translator))
