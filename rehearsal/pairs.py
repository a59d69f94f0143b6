"""Every rehearsal in every language: the tests play one language of each, `python -m tools.all_rehearsals` all four."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.console import Console

from bot.i18n.catalogue import LOCALES
from rehearsal import regulation
from rehearsal.cups.rules import what_cannot_be_rehearsed
from rehearsal.narrator import Narrator
from rehearsal.script import Casting, Played, rehearse
from rehearsal.scripts import NAMED, script_for
from rehearsal.stage import Stage

PRESETS: Final = tuple(
    path.stem for path in sorted(regulation.FOLDER.glob("*.toml")) if what_cannot_be_rehearsed(path) is None
)
NAMES: Final = (*PRESETS, *NAMED)
"""What can be asked for by `--rulebook`, a file of one's own aside."""
PAIRS: Final = tuple((name, language) for name in NAMES for language in LOCALES)


def language_of(name: str) -> str:
    """The language in which the tests play it: each is played by a quarter of all.

    They go round, one further each time, so that what lies close together by its name is not always played in one.
    """
    times, place = divmod(NAMES.index(name), len(LOCALES))
    return LOCALES[(place + times) % len(LOCALES)]


async def play(file: Path, name: str, *, seed: int, players: int | None = None, language: str) -> Played:
    """A rehearsal by its name, a preset's or a rulebook's file, judged; `file` becomes the bot's database."""
    script, rulebook = NAMED.get(name) or (None, name)
    path = regulation.find(rulebook)
    async with Stage.open(file, seed=seed, language=language, set_up=False) as stage:
        narrator = Narrator(Console(quiet=True), quiet=True)
        return await rehearse(script or script_for(path), Casting(stage, path, players, seed, narrator))
