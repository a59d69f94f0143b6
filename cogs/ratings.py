"""Ratings put right by hand: one, or those of a file (AIJE-B01-AI)."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.domain.file_bounds import BOUNDS, FileKind, refuse_lines
from bot.domain.permissions import Act
from bot.domain.tables.decks import decode
from bot.rendering.cases import amendment_cards
from bot.rendering.layout import Card
from bot.services.cases import rating_amendments
from bot.services.known_people import one_meant
from cogs.choosing import KnownPerson
from cogs.commands import command
from cogs.options import Member
from cogs.press import Press

Reason = app_commands.Range[str, 1, 500]


@command("rating correct", Act.AMEND_RATINGS)
async def correct(
    press: Press, rating: str, reason: Reason, member: Member | None = None, person: KnownPerson | None = None
) -> Card:
    """Puts one rating right."""
    made = await press.do(rating_amendments.correct, one_meant(member, person), rating, reason)
    return amendment_cards.receipt(made, press.voice)


@command("rating list", Act.AMEND_RATINGS)
async def correct_list(press: Press, file: discord.Attachment, reason: Reason, confirm: bool = False) -> Card:
    """Shows what a file would put right, and with `confirm` does it, all or nothing."""
    await press.acknowledge()
    text = decode(await press.fetch(FileKind.RATINGS, file))
    if text is None:
        raise rating_amendments.RatingFileUnreadable
    refuse_lines(text, BOUNDS[FileKind.RATINGS])
    if not confirm:
        return amendment_cards.preview(await press.ask(rating_amendments.look_at, text), press.voice)
    return amendment_cards.receipt(await press.do(rating_amendments.correct_list, text, reason), press.voice)
