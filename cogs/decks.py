"""Handing in a deck as text or as a file, looking at it, and a judge's refusal of a card."""

from __future__ import annotations

import discord

from bot.features.decks import cards as decks_cards
from bot.features.decks import verbs as decks_verbs
from bot.kernel.errors import Refused
from bot.kernel.files import FileKind, plain_text
from bot.kernel.ids import TournamentId
from bot.layout.cards import Card
from bot.server.model import Act
from cogs.commands import AnyEvent, OpenEvent, Player, command
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import EVENT, Audience, Text

LONGEST_TYPED = 4000
"""What Discord lets a form's text hold; longer lists come as a file."""
LIST = Text("list", "decks.form_list", "decks.form_how", long=True, limit=LONGEST_TYPED)


@on_press("deck-form", EVENT, Audience.PLAYERS)
async def ask_for_list(request: Request, tournament_id: TournamentId) -> None:
    """Opens the form for a list, once it is clear that one can be handed in."""
    tournament = await request.ask(decks_verbs.event_to_submit_for, tournament_id)
    await request.open_form(f"deck-list:{tournament.tournament_id}", "decks.form_title", LIST)


@on_press("deck-list", EVENT, Audience.PLAYERS)
async def take_list(request: Request, tournament_id: TournamentId) -> Card:
    """Takes the list that was typed."""
    return decks_cards.receipt(
        await request.do(decks_verbs.submit, tournament_id, request.text("list")), request.translator
    )


@command("deck submit", Audience.EVERYBODY)
async def submit(request: Request, tournament: OpenEvent, file: discord.Attachment | None = None) -> Card | None:
    """Takes a list from the file, or opens a form for it."""
    if file is None:
        await ask_for_list(request, tournament)
        return None
    await request.ask(decks_verbs.event_to_submit_for, tournament)
    await request.acknowledge()
    text = plain_text(await request.fetch(FileKind.DECK, file))
    if text is None:
        raise Refused("error.UnreadableDeckFile")
    return decks_cards.receipt(await request.do(decks_verbs.submit, tournament, text), request.translator)


@command("deck show", Audience.ADDRESSED)
async def show(request: Request, tournament: AnyEvent, player: Player | None = None) -> Card:
    """Shows the own deck, or another's to who may see it."""
    return decks_cards.deck_card(await request.ask(decks_verbs.deck_view, tournament, player), request.translator)


@command("deck refuse", Act.JUDGE_DECKS)
async def refuse(request: Request, tournament: OpenEvent, card: str, reason: str) -> Card:
    """A judge refuses a card for the whole event, with a reason."""
    return decks_cards.card_refusal(
        await request.do(decks_verbs.refuse_card, tournament, card, reason), request.translator
    )
