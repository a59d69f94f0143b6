"""Rulebooks and game sheets: read, taken away as a file, brought back changed; and rehearsing a rulebook.

Organisers bring their own rules of a game as a text file. In a rehearsal invented members play beside the bot.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

import discord
from discord.app_commands import Range

from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import games_cards as tournaments_games_cards
from bot.features.tournaments import official_verbs as tournaments_official_verbs
from bot.features.tournaments import rulebook_cards as tournaments_rulebook_cards
from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.features.tournaments.games_cards import with_titles
from bot.features.tournaments.model import FEWEST_PLAYERS, MOST_PLAYERS, RehearsalWish, Rehearsed
from bot.features.tournaments.rehearsing_worker import CutOff
from bot.features.tournaments.rulebook_cards import difference, explanation
from bot.i18n.catalogue import Translator
from bot.kernel.errors import Outdated, UserError
from bot.kernel.files import PlayersOutOfBounds
from bot.layout.cards import Card
from bot.living.apart_child import RULEBOOK, SHEET
from bot.play.game_sheets import GameId
from bot.play.rulebook import Rulebook, without_role
from bot.rulebooks.library import RulebookRefused, SheetRefused, to_toml
from bot.server.model import Act
from cogs import cups
from cogs.commands import AnyEvent, AnyRulebook, OneOf, Option, OwnRulebook, Pairs, as_typed, command, suggests
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import DRAFT, WORD, Audience, Text


@command("rulebook show", Audience.EVERYBODY)
async def show(request: Request, rulebook: AnyRulebook) -> None:
    """Shows the rules in the reader's language, and the file."""
    translator = request.translator
    found = await request.look(tournaments_rulebook_verbs.find, rulebook)
    played, standing = await request.look(tournaments_official_verbs.preview, found)
    shown = with_titles(played, await request.look(tournaments_rulebook_verbs.available_games, translator.locale))
    for card in tournaments_rulebook_cards.rule_sheet(shown, to_toml(without_role(found)), standing, translator):
        await request.answer(card)


@command("rulebook copy", Act.MANAGE_RULEBOOKS)
async def copy(request: Request, rulebook: AnyRulebook) -> Card:
    """Gives the file to change, each setting explained."""
    found = await request.ask(tournaments_rulebook_verbs.to_copy, rulebook)
    translator = request.translator
    return tournaments_rulebook_cards.copy(
        found, to_toml(found, partial(explanation, translator=translator)), translator
    )


# --- rulebooks ------------------------------------------------------------------------------------------------------


@command("rulebook upload", Act.MANAGE_RULEBOOKS)
async def upload(request: Request, file: discord.Attachment) -> Card:
    """Takes a changed file, if an event can be run by it; else lists what to put right."""
    await request.acknowledge()
    try:
        read = await request.read(RULEBOOK, file)
        await request.look(tournaments_rulebook_verbs.refuse_unknown_games, read.rulebook, file.filename)
    except RulebookRefused as refusal:
        return tournaments_rulebook_cards.refusal(refusal.file, refusal.problems, request.translator)
    kept = await request.do(tournaments_rulebook_verbs.keep, read.rulebook)
    changes = [one for one in difference(kept.before, kept.rulebook) if kept.replaced or one.key != "name"]
    standing, past = await request.look(tournaments_official_verbs.standing, kept.rulebook), read.passed_over
    return tournaments_rulebook_cards.receipt(
        kept.rulebook, changes, kept.before.name, kept.replaced, standing, past, request.translator
    )


@command("rulebook approve", Act.APPROVE_RULEBOOK)
async def approve(request: Request, rulebook: OwnRulebook) -> Card:
    """Approves one of the server's own files for official events."""
    return tournaments_rulebook_cards.approval(
        await request.do(tournaments_official_verbs.approve, rulebook), request.translator
    )


@on_press("rulebook-waits", WORD, Act.APPROVE_RULEBOOK)
async def show_waiting(request: Request, name: str) -> Card:
    """Shows what a file changes that waits for an approval, with the button that gives it."""
    found = await request.look(tournaments_official_verbs.view, name)
    if found is None:
        raise Outdated
    return tournaments_rulebook_cards.to_approve(found, request.translator)


@on_press("rulebook-approve", WORD, Act.APPROVE_RULEBOOK, update=True)
async def approve_shown(request: Request, name: str) -> Card:
    """Approves the file as it stands."""
    return tournaments_rulebook_cards.approval(
        await request.do(tournaments_official_verbs.approve, name), request.translator
    )


@command("rulebook save", Act.MANAGE_RULEBOOKS)
async def save(request: Request, tournament: AnyEvent, name: str) -> Card:
    """Saves an event's rules as one of the server's own presets."""
    return tournaments_rulebook_cards.save_receipt(
        await request.do(tournaments_rulebook_verbs.save_event, tournament, name), request.translator
    )


@on_press("preset-name", DRAFT, Audience.ADDRESSED)
async def ask_name(request: Request, draft_id: str) -> None:
    """Asks under which name the rules of a draft are to be saved."""
    await request.ask(tournaments_draft_verbs.rules_to_save, draft_id)
    await request.open_form(f"preset-save:{draft_id}", "rulebooks.save", Text("name", "rulebooks.save_name", limit=80))


@on_press("preset-save", DRAFT, Audience.ADDRESSED)
async def save_draft(request: Request, draft_id: str) -> Card:
    """Saves the rules of a draft under the name that was typed."""
    return tournaments_rulebook_cards.save_receipt(
        await request.do(tournaments_draft_verbs.save_rules, draft_id, request.text("name")), request.translator
    )


@command("rulebook rename", Act.MANAGE_RULEBOOKS)
async def rename(request: Request, rulebook: OwnRulebook, name: str) -> Card:
    """Gives one of the server's own another name."""
    return tournaments_rulebook_cards.save_receipt(
        await request.do(tournaments_rulebook_verbs.rename, rulebook, name), request.translator
    )


@command("rulebook remove", Act.MANAGE_RULEBOOKS)
async def remove(request: Request, rulebook: OwnRulebook) -> Card:
    """Drops one of the server's own, and hands its file over."""
    gone = await request.do(tournaments_rulebook_verbs.remove, rulebook)
    return tournaments_rulebook_cards.removal(gone, to_toml(gone), request.translator)


# --- games ----------------------------------------------------------------------------------------------------------


LANGUAGES = {
    "en-US": "commands.game_in_english",
    "pt-BR": "commands.game_in_portuguese",
    "es-ES": "commands.game_in_spanish",
    "it": "commands.game_in_italian",
}
Language = Annotated[str, OneOf({locale: (name, locale) for locale, name in LANGUAGES.items()})]


@suggests(Audience.EVERYBODY)
async def game_names(request: Request) -> Pairs:
    """The games by their titles in the reader's language."""
    return [
        (one.title, one.game_id)
        for one in await request.look(tournaments_rulebook_verbs.available_games, request.translator.locale)
    ]


Game = Annotated[str, Option(as_typed, game_names)]


@on_press("game", WORD, Audience.EVERYBODY)
async def show_rules(request: Request, game_id: str) -> Card:
    """Shows the presser alone the rules of the game, in their language; a menu sends the game as what was chosen."""
    known = GameId(game_id or await request.read_choice(WORD))
    return tournaments_games_cards.sheet_card(
        await request.look(tournaments_rulebook_verbs.find_sheet, known, request.translator.locale), request.translator
    )


@command("game show", Audience.EVERYBODY)
async def show_game(request: Request, name: Game, language: Language | None = None) -> Card:
    """Shows how a game is played."""
    game_id = await request.look(tournaments_rulebook_verbs.find_meant, name)
    return tournaments_games_cards.sheet_card(
        await request.look(tournaments_rulebook_verbs.find_sheet, game_id, language or request.translator.locale),
        request.translator,
    )


@command("game list", Audience.EVERYBODY)
async def list_all(request: Request) -> Card:
    """Lists every game that can be looked up."""
    return tournaments_games_cards.game_list(
        await request.look(tournaments_rulebook_verbs.available_games, request.translator.locale), request.translator
    )


@command("game copy", Audience.EVERYBODY)
async def copy_sheet(request: Request, name: Game, language: Language | None = None) -> Card:
    """Gives a sheet as a file to change."""
    game_id = await request.look(tournaments_rulebook_verbs.find_meant, name)
    found = await request.look(tournaments_rulebook_verbs.find_sheet, game_id, language or request.translator.locale)
    data = tournaments_rulebook_verbs.as_file(
        tournaments_games_cards.in_words(found), tournaments_games_cards.headings(Translator(found.language))
    )
    return tournaments_games_cards.copy(found, data, request.translator)


@command("game add", Act.MANAGE_GAME_SHEETS)
async def add(request: Request, file: discord.Attachment, language: Language | None = None) -> Card:
    """Takes a community's own sheet, or lists what to put right in it."""
    await request.acknowledge()
    try:
        draft = await request.read(SHEET, file, tournaments_games_cards.known_headings())
    except SheetRefused as refusal:
        return tournaments_games_cards.refusal(refusal.file, refusal.problems, request.translator)
    kept = await request.do(tournaments_rulebook_verbs.keep_sheet, draft, language)
    return tournaments_games_cards.receipt(kept.sheet, kept.replaced, kept.overrides, request.translator)


@command("game remove", Act.MANAGE_GAME_SHEETS)
async def remove_game(request: Request, name: Game) -> Card:
    """Drops the server's own sheets of a game, and hands their files over."""
    gone = await request.do(tournaments_rulebook_verbs.remove_sheets, name)
    files = [
        tournaments_rulebook_verbs.as_file(sheet, tournaments_games_cards.headings(Translator(sheet.language)))
        for sheet in gone.sheets
    ]
    return tournaments_games_cards.removal(gone.sheets, gone.is_bundled, files, request.translator)


# --- rehearsals -----------------------------------------------------------------------------------------------------


class OneRulebook(UserError):
    """A rulebook is chosen, or a file is attached: one of the two."""


@command("rehearse", Act.MANAGE_RULEBOOKS)
async def rehearse(
    request: Request,
    rulebook: AnyRulebook | None = None,
    file: discord.Attachment | None = None,
    language: Language | None = None,
    players: Range[int, FEWEST_PLAYERS, MOST_PLAYERS] | None = None,
) -> Card | None:
    """Plays the rulebook with invented members, and answers with what came of it and the page that tells it."""
    _refuse_unclear(rulebook, file, players)
    await request.acknowledge()
    request.rehearsals.refuse_now()
    try:
        found = await _find(request, rulebook, file)
    except RulebookRefused as refusal:
        return tournaments_rulebook_cards.refusal(refusal.file, refusal.problems, request.translator)
    wish = tournaments_rulebook_verbs.wish_for(found, language or request.server_translator.locale, players)
    await request.rehearsals.refuse(wish)
    await request.do(tournaments_rulebook_verbs.begin, found.title_in(request.translator.locale))
    came = await _play(request, wish)
    if came is not None:
        await _answer(
            request, tournaments_rulebook_cards.summary(found, came, None if file else found.name, request.translator)
        )
    return None


def _refuse_unclear(rulebook: str | None, file: discord.Attachment | None, players: int | None) -> None:
    """Raises a UserError for what cannot be meant; the desk's form knows no bounds, as Discord's options do."""
    if (rulebook is None) == (file is None):
        raise OneRulebook
    if players is not None and not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise PlayersOutOfBounds(least=FEWEST_PLAYERS, most=MOST_PLAYERS)


async def _find(request: Request, rulebook: str | None, file: discord.Attachment | None) -> Rulebook:
    if file is not None:
        read = await request.read(RULEBOOK, file)
        await request.look(tournaments_rulebook_verbs.refuse_unknown_games, read.rulebook, file.filename)
        return read.rulebook
    return await request.look(tournaments_rulebook_verbs.find, rulebook or "")


async def _play(request: Request, wish: RehearsalWish) -> Rehearsed | None:
    """How it ended; None where the bot ends, which whoever asked is told when it is back."""
    try:
        return await request.rehearsals.play(wish)
    except CutOff:
        return None
    except Exception:
        await request.do(tournaments_rulebook_verbs.end)
        raise


async def _answer(request: Request, card: Card) -> None:
    """Answers; where Discord does not take it, whoever asked is written to."""
    try:
        await request.answer(card)
    except Exception:
        await request.do(tournaments_rulebook_verbs.lose)
        raise
    await request.do(tournaments_rulebook_verbs.end)


@on_press("rehearsed", WORD, Audience.ADDRESSED)
async def lead_on(request: Request, name: str) -> None:
    """Opens the form of a new event with the rulebook chosen that was rehearsed."""
    await cups.begin_by(request, name)
