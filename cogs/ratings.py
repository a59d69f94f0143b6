"""Ratings put right by hand: one, or those of a file (AIJE-B01-AI)."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.domain.cases.rating_amendments import SheetPreview
from bot.domain.file_bounds import BOUNDS, FileKind, refuse_lines
from bot.domain.permissions import Act
from bot.domain.rating_terms import LEAST_INITIAL, LEAST_K, MOST_INITIAL, MOST_K
from bot.features.decks.model import decode
from bot.rendering.cases import amendment_cards
from bot.rendering.layout import Card
from bot.rendering.registry import rating_terms_cards
from bot.rendering.signing import signature_cards
from bot.services.cases import rating_amendments, rating_entries, rating_sheets
from bot.services.known_people import one_meant
from bot.services.registry import rating_terms
from cogs.audience import Audience
from cogs.choosing import KnownPerson
from cogs.commands import command
from cogs.options import Member
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import WORD

Reason = app_commands.Range[str, 1, 500]


@command("rating correct", Act.AMEND_RATINGS)
async def correct(
    press: Press, rating: str, reason: Reason, member: Member | None = None, person: KnownPerson | None = None
) -> Card:
    """Puts one rating right."""
    made = await press.do(rating_amendments.correct, one_meant(member, person), rating, reason)
    return amendment_cards.receipt(made, press.voice)


@command("rating enter", Act.ENTER_RATING)
async def enter(
    press: Press, rating: str, reason: Reason, member: Member | None = None, person: KnownPerson | None = None
) -> Card:
    """Asks for the other officer's signature under a rating of somebody who has none."""
    asked = await press.do(rating_entries.ask, one_meant(member, person), rating, reason)
    return signature_cards.card(asked, press.voice)


@command("rating terms", Audience.EVERYBODY)
async def terms(
    press: Press,
    k: app_commands.Range[float, LEAST_K, MOST_K] | None = None,
    initial: app_commands.Range[float, LEAST_INITIAL, MOST_INITIAL] | None = None,
) -> Card:
    """Shows the numbers of the rating list, or has them changed."""
    if k is None and initial is None:
        return rating_terms_cards.card(await press.look(rating_terms.view), press.voice)
    changed = await press.do(rating_terms.change, k, initial)
    if changed is None:
        return rating_terms_cards.receipt_of_wish(press.voice)
    return rating_terms_cards.card(changed, press.voice)


@command("rating list", Act.AMEND_RATINGS)
async def correct_list(press: Press, file: discord.Attachment, reason: Reason) -> Card:
    """Shows what a file would put right."""
    await press.acknowledge()
    text = decode(await press.fetch(FileKind.RATINGS, file))
    if text is None:
        raise rating_amendments.RatingFileUnreadable
    refuse_lines(text, BOUNDS[FileKind.RATINGS])
    return amendment_cards.preview(await press.do(rating_sheets.keep, text, reason), press.voice)


@on_press("ratings-right", WORD, Act.AMEND_RATINGS, update=True)
async def put_right(press: Press, seen: str) -> Card:
    """Puts the ratings right as they were shown, all or none; where something has changed since, shows it anew."""
    done = await press.do(rating_sheets.confirm, seen)
    if isinstance(done, SheetPreview):
        return amendment_cards.preview(done, press.voice)
    return amendment_cards.receipt(done, press.voice)
