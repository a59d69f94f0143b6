"""Reading a rulebook, taking it away as a file, and bringing a changed one back."""

from __future__ import annotations

from functools import partial

import discord

from bot.apart.readings import RULEBOOK
from bot.domain.permissions import Act
from bot.errors import Outdated
from bot.rendering.game_names import with_titles
from bot.rendering.layout import Card
from bot.rendering.regulation import rulebook_cards
from bot.rendering.regulation.changes import difference
from bot.rendering.regulation.rulebook_problems import explanation
from bot.rulebooks.errors import RulebookRefused
from bot.rulebooks.library import to_toml
from bot.services.events import drafts, official, rulebook_waits, rulebooks
from bot.services.playing import games
from cogs.audience import Audience
from cogs.choosing import AnyEvent, AnyRulebook, OwnRulebook
from cogs.commands import command
from cogs.forms import Text
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import DRAFT, WORD


@command("rulebook show", Audience.EVERYBODY)
async def show(press: Press, rulebook: AnyRulebook) -> None:
    """Shows the rules in the reader's language, and the file."""
    voice = press.voice
    found = await press.look(rulebooks.find, rulebook)
    played, standing = await press.look(official.preview, found)
    shown = with_titles(played, await press.look(games.available, voice.locale))
    for card in rulebook_cards.rule_sheet(shown, to_toml(found), standing, voice):
        await press.answer(card)


@command("rulebook copy", Act.MANAGE_RULEBOOKS)
async def copy(press: Press, rulebook: AnyRulebook) -> Card:
    """Gives the file to change, each setting explained."""
    found = await press.ask(rulebooks.to_copy, rulebook)
    voice = press.voice
    return rulebook_cards.copy(found, to_toml(found, partial(explanation, voice=voice)), voice)


@command("rulebook upload", Act.MANAGE_RULEBOOKS)
async def upload(press: Press, file: discord.Attachment) -> Card:
    """Takes a changed file, if an event can be run by it; else lists what to put right."""
    await press.acknowledge()
    try:
        read = await press.read(RULEBOOK, file)
        await press.look(rulebooks.refuse_unknown_games, read.rulebook, file.filename)
    except RulebookRefused as refusal:
        return rulebook_cards.refusal(refusal.file, refusal.problems, press.voice)
    kept = await press.do(rulebooks.keep, read.rulebook)
    changes = [one for one in difference(kept.before, kept.rulebook) if kept.replaced or one.key != "name"]
    standing, past = await press.look(official.standing, kept.rulebook), read.passed_over
    return rulebook_cards.receipt(kept.rulebook, changes, kept.before.name, kept.replaced, standing, past, press.voice)


@command("rulebook approve", Act.APPROVE_RULEBOOK)
async def approve(press: Press, rulebook: OwnRulebook) -> Card:
    """Approves one of the server's own files for official events."""
    return rulebook_cards.approval(await press.do(official.approve, rulebook), press.voice)


@on_press("rulebook-waits", WORD, Act.APPROVE_RULEBOOK)
async def show_waiting(press: Press, name: str) -> Card:
    """Shows what a file changes that waits for an approval, with the button that gives it."""
    found = await press.look(rulebook_waits.view, name)
    if found is None:
        raise Outdated
    return rulebook_cards.to_approve(found, press.voice)


@on_press("rulebook-approve", WORD, Act.APPROVE_RULEBOOK, update=True)
async def approve_shown(press: Press, name: str) -> Card:
    """Approves the file as it stands."""
    return rulebook_cards.approval(await press.do(official.approve, name), press.voice)


@command("rulebook save", Act.MANAGE_RULEBOOKS)
async def save(press: Press, tournament: AnyEvent, name: str) -> Card:
    """Saves an event's rules as one of the server's own presets."""
    return rulebook_cards.save_receipt(await press.do(rulebooks.save_event, tournament, name), press.voice)


@on_press("preset-name", DRAFT, Audience.ADDRESSED)
async def ask_name(press: Press, draft_id: str) -> None:
    """Asks under which name the rules of a draft are to be saved."""
    await press.ask(drafts.rules_to_save, draft_id)
    await press.open_form(f"preset-save:{draft_id}", "rulebooks.save", Text("name", "rulebooks.save_name", limit=80))


@on_press("preset-save", DRAFT, Audience.ADDRESSED)
async def save_draft(press: Press, draft_id: str) -> Card:
    """Saves the rules of a draft under the name that was typed."""
    return rulebook_cards.save_receipt(await press.do(drafts.save_rules, draft_id, press.text("name")), press.voice)


@command("rulebook rename", Act.MANAGE_RULEBOOKS)
async def rename(press: Press, rulebook: OwnRulebook, name: str) -> Card:
    """Gives one of the server's own another name."""
    return rulebook_cards.save_receipt(await press.do(rulebooks.rename, rulebook, name), press.voice)


@command("rulebook remove", Act.MANAGE_RULEBOOKS)
async def remove(press: Press, rulebook: OwnRulebook) -> Card:
    """Drops one of the server's own, and hands its file over."""
    gone = await press.do(rulebooks.remove, rulebook)
    return rulebook_cards.removal(gone, to_toml(gone), press.voice)
