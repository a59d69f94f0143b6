"""`python -m bot rehearse`: a whole event on a pretend Discord, told as it happens, judged at its end."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from bot.features.tournaments.rehearsing_worker import TOO_MUCH
from bot.features.tournaments.rulebook_cards import problem_line
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.files import FileBeyond
from bot.layout.sentences import sentence
from bot.play.format_checks import unknown_games
from bot.play.rulebook import Rulebook
from bot.rulebooks import library
from bot.rulebooks.game_files import bundled_games
from bot.rulebooks.library import RulebookRefused
from rehearsal import errand, live, regulation, report, screen, serve, site
from rehearsal.cups.rules import what_cannot_be_rehearsed
from rehearsal.narrator import Narrator
from rehearsal.script import Casting, Played, Script, rehearse
from rehearsal.scripts import NAMED, script_for
from rehearsal.stage import Stage
from rehearsal.turnout import FEWEST, MOST, USUAL, bounds
from rehearsal.verdict import Check, Verdict
from web.publishing import CannotPublish

FOLDER: Final = Path("build") / "rehearsal"
_ENGLISH: Final = "en-US"
_INTERRUPTED: Final = 130


def add_arguments(parser: argparse.ArgumentParser, _: str) -> None:
    """The options of the command."""
    named = " or ".join(NAMED)
    parser.add_argument("--rulebook", default="aije-open", help=f"a preset's name, a file, {named} (%(default)s)")
    players = f"of the Open {FEWEST} to {MOST} ({USUAL}); a cup of few seats takes fewer"
    parser.add_argument("--players", type=_number_of_players, default=None, help=players)
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same event (%(default)s)")
    spoken = f"the server's and that of the end: {', '.join(LOCALES)} (this machine's, where it is one of them)"
    parser.add_argument("--language", default=None, help=spoken)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the report and the pages go (%(default)s)")
    parser.add_argument("--serve", action="store_true", help="keep the pretend Discord open in the browser afterwards")
    parser.add_argument("--web", action="store_true", help="serve the pages of spectators live, at a pace to watch")
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON, and nothing else")
    parser.add_argument("--all", "-v", action="store_true", help="print everything as it happens, and all tables")
    parser.add_argument("--quiet", action="store_true", help="print the end only")
    parser.add_argument("--for-bot", action="store_true", help=argparse.SUPPRESS)


def _number_of_players(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST:
        raise argparse.ArgumentTypeError(f"between {FEWEST} and {MOST} players")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Rehearses; 0 when all ended as the rulebook says, 1 when not, 2 when this cannot be rehearsed, 130 after Ctrl-C.

    Where the bot has begun it: 3 when it took too much.
    """
    if not arguments.for_bot:
        try:
            return _run(arguments)
        except KeyboardInterrupt:
            return _INTERRUPTED
    errand.confine(arguments.folder)
    arguments.quiet = True
    try:
        return _run(arguments)
    except MemoryError:
        return TOO_MUCH


def _run(arguments: argparse.Namespace) -> int:
    if arguments.language is None:
        # What a program reads is the same on every machine.
        arguments.language = _ENGLISH if arguments.json or arguments.for_bot else screen.language_here()
    if arguments.language not in LOCALES:
        spoken = f"{', '.join(LOCALES[:-1])} and {LOCALES[-1]}"
        print(f"The bot does not speak {arguments.language}. It speaks {spoken}: name one of them.", file=sys.stderr)
        return 2
    if (named := NAMED.get(arguments.rulebook)) is not None:
        script, rulebook = named
        return asyncio.run(_rehearse(arguments, script, regulation.find(rulebook)))
    try:
        path = regulation.find(arguments.rulebook)
    except regulation.NoSuchRulebook:
        known = ", ".join(sorted({*library.names(), *NAMED}))
        print(f"{arguments.rulebook}: neither a file nor one of {known}", file=sys.stderr)
        return 2
    if (beyond := _unplayable(path)) is not None:
        return _refuse(arguments, beyond, "beyond")
    if (number := _wrong_number(arguments.players, path)) is not None:
        least, most = bounds(path)
        return _refuse(arguments, number, "players", least=least, most=most)
    return asyncio.run(_rehearse(arguments, script_for(path), path))


def _refuse(arguments: argparse.Namespace, said: str, why: str, **given: int) -> int:
    print(said, file=sys.stderr)
    if arguments.for_bot:
        errand.refuse(arguments.folder, why, **given)
    return 2


def _unplayable(path: Path) -> str | None:
    """Why no event can be rehearsed by the file: what is wrong with it, or what goes beyond the rehearsal; or None."""
    try:
        found = library.read(path.read_bytes(), path.name)
        _refuse_unknown_games(found, path.name)
    except RulebookRefused as refused:
        wrong = (f"- {problem_line(one, Translator(_ENGLISH))}" for one in refused.problems)
        return "\n".join((f"{path.name}: no event can be played by it before this is put right.", *wrong))
    except FileBeyond as excess:
        return f"{path.name}: {sentence(excess, Translator(_ENGLISH))}"
    if path.parent != regulation.FOLDER and found.name in library.names():
        return f"{path.name}: {found.name} comes with the bot and would be played instead. Give yours another name."
    beyond = what_cannot_be_rehearsed(path)
    return None if beyond is None else f"{path.stem}: {beyond} cannot be rehearsed yet. Nothing was played."


def _refuse_unknown_games(rulebook: Rulebook, file: str) -> None:
    """Raises RulebookRefused for a game of which the pretended server has no sheet: no event could be created by it."""
    strangers = unknown_games(rulebook, bundled_games())
    if strangers:
        raise RulebookRefused(file, strangers)


def _wrong_number(players: int | None, path: Path) -> str | None:
    """What is wrong with so many players for the rulebook, or None."""
    least, most = bounds(path)
    if players is None or least <= players <= most:
        return None
    number = f"always with {least}" if least == most else f"between {least} and {most}"
    return f"{path.stem}: {number} players"


async def _rehearse(arguments: argparse.Namespace, script: Script[Any], rulebook: Path) -> int:
    tells = arguments.all and not (arguments.quiet or arguments.json)
    pulse = not (arguments.all or arguments.quiet or arguments.json)
    narrator, began = Narrator(_console(arguments), quiet=not tells, pulse=pulse), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        file, language, seed = Path(folder) / "arbiter.db", arguments.language, arguments.seed
        async with AsyncExitStack() as open_now:
            watching = None
            if arguments.web:
                watching = await open_now.enter_async_context(live.Spectators(file, _console(arguments)))
            stage = await open_now.enter_async_context(
                Stage.open(file, seed=seed, language=language, set_up=False, pages=watching)
            )
            played = await rehearse(script, Casting(stage, rulebook, arguments.players, seed, narrator, watching))
            return await _end(arguments, played, began, watching)


def _verdict_of(played: Played) -> Verdict:
    """The verdict, or that the play broke off and nothing else: rules that were not played are not to blame."""
    if not played.play.broke_off:
        return played.verdict
    return Verdict((Check("the rehearsal", "The play goes on to its end", (played.play.broke_off,)),), ())


def _console(arguments: argparse.Namespace) -> Console:
    return Console(stderr=arguments.json, width=None if os.isatty(1) else 120, highlight=False)


def _screen(
    arguments: argparse.Namespace, played: Played, verdict: Verdict, left: screen.Left, seconds: float
) -> Iterator[str]:
    if arguments.quiet:
        return screen.end(played.play, verdict, left)
    return screen.lines(played.play, verdict, Path(arguments.rulebook).stem, left, seconds)


async def _leave(played: Played, verdict: Verdict, folder: Path) -> screen.Left:
    """Writes the pages of spectators, and the report, which leads to them."""
    play, script, shown, trouble = played.play, played.script, None, ""
    try:
        shown = await site.write(play, folder)
    except (CannotPublish, OSError) as why:
        trouble = str(why)
    page = await asyncio.to_thread(report.write, play, verdict, folder, script.lead, script.subject, shown)
    return screen.Left(page, None if shown is None else folder / shown, trouble)


async def _end(arguments: argparse.Namespace, played: Played, began: float, watching: live.Spectators | None) -> int:
    """Prints the outcome, or writes the report; then keeps open what was asked for."""
    play, verdict, script = played.play, _verdict_of(played), played.script
    if play.broke_off and arguments.for_bot and "MemoryError" in play.broke_off:
        return TOO_MUCH
    if arguments.for_bot:
        errand.hand_over(arguments.folder, played, verdict, time.monotonic() - began)
    elif arguments.json:
        print(json.dumps(script.outcome(played.memory, played.hearing, verdict), indent=1, ensure_ascii=False))
    else:
        left = await _leave(played, verdict, arguments.folder)
        play.narrator.ends(verdict, _screen(arguments, played, verdict, left, time.monotonic() - began))
    if arguments.serve:
        await serve.keep_open(play, _console(arguments))
    elif watching is not None:
        await watching.stay(play.stage.language)
    return 0 if verdict.holds else 1
