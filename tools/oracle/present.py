"""All that the oracle knows of the bot: how it is built, how a rehearsal is begun. To be edited when that moves.

Each function tries the names of today first and those of before afterwards, so that it serves both commits.
"""

from __future__ import annotations

import argparse
import dataclasses
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import discord

_BOTS: Final = (("bot.app", "TournamentBot"),)
_PORTS: Final = (("bot.app", "Ports"),)
_AVATARS: Final = (("rehearsal.avatars", "PretendAvatars"),)
_READERS: Final = (("bot.living.apart", "Here"),)
_SEAMS: Final = ("rehearsal.simcord_seam", "bot.rehearsal.simcord_seam")
"""Where a rehearsal does something in the bot's place, `in_bot_scope`."""
_RULEBOOKS: Final = ("bot/rulebooks",)
COMMITTEE: Final = "committee"


def build(
    path: Path, clock: Callable[[], datetime], entropy: Callable[[int], bytes], waker: object, tongue: tuple[str, str]
) -> discord.Client:
    """The bot on that file, not yet started."""
    language, time_zone = tongue
    made = _found(_PORTS)
    # Each start of a bot has an id of its own, which is drawn where nothing is pinned.
    has_id = any(one.name == "boot_id" for one in dataclasses.fields(made))
    ports = made(
        **({"boot_id": lambda: "oracle"} if has_id else {}),
        clock=clock,
        entropy=entropy,
        waker=lambda: waker,
        language=language,
        time_zone=time_zone,
        avatars=lambda _: _found(_AVATARS)(),
        runner_of_files=_found(_READERS),
        acknowledge_after=None,
    )
    bot: discord.Client = _found(_BOTS)(path, ports)
    return bot


@contextmanager
def pinned(entropy: Callable[[int], bytes], built: Callable[[discord.Client, Path, Any], None]) -> Iterator[None]:
    """Whoever builds a bot meanwhile gets one with these random bytes; `built` is told of each, its file and ports."""
    kind = _found(_BOTS)
    ordinary = kind.__init__

    def make(self: discord.Client, path: Path, ports: Any = None) -> None:
        ordinary(self, path, dataclasses.replace(ports, entropy=entropy))
        built(self, path, ports)

    with patch.object(kind, "__init__", make):
        yield


def seam() -> Any:
    """The rehearsals' module in which they act in the bot's place."""
    return _first(_SEAMS)


def rehearse(play: str, seed: int) -> int:
    """Plays the preset or the committee's season as `python -m bot rehearse` does; what it ends with."""
    module = import_module(import_module("bot.__main__").COMMANDS["rehearse"][0])
    parser = argparse.ArgumentParser()
    module.add_arguments(parser, "rehearse")
    ended = module.run(parser.parse_args(["--rulebook", play, "--seed", str(seed), "--json"]))
    assert isinstance(ended, int)
    return ended


def prepare_to_rehearse() -> None:
    """Imports everything, before anything of SimCord is put aside for the recording."""
    import_module(import_module("bot.__main__").COMMANDS["rehearse"][0])
    _found(_BOTS)


def plays(tree: Path) -> list[str]:
    """Every preset of that tree, and the committee."""
    folder = next(tree / one for one in _RULEBOOKS if (tree / one).is_dir())
    return [*sorted(file.stem for file in folder.glob("*.toml")), COMMITTEE]


def commands_to_try(
    leaves: Sequence[tuple[list[str], dict[str, Any]]], event: str | None
) -> list[tuple[str, dict[str, str]]]:
    """What can be typed with nothing but an event to name, the export of its record among it."""
    found = []
    for path, leaf in leaves:
        asked = {one["name"] for one in leaf.get("options", ()) if one.get("required")}
        if not asked or (event is not None and asked == {"tournament"}):
            found.append((" ".join(path), {"tournament": event} if asked and event else {}))
    return found


def _first(names: Sequence[str]) -> Any:
    for name in names:
        try:
            return import_module(name)
        except ModuleNotFoundError as missing:
            if missing.name is None or not name.startswith(missing.name):
                raise
    raise ModuleNotFoundError(f"none of {names}: edit {inspect.getsourcefile(_first)}")


def _found(places: Sequence[tuple[str, str]]) -> Any:
    for module, name in places:
        try:
            return getattr(import_module(module), name)
        except (ModuleNotFoundError, AttributeError):
            continue
    raise ModuleNotFoundError(f"none of {places}: edit {inspect.getsourcefile(_found)}")
