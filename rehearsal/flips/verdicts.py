"""What becomes of a file of the table: refused with the place, judged to its end, or why it cannot be judged."""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from bot.features.tournaments.rulebook_cards import problem_line
from bot.i18n.catalogue import LOCALES, Translator
from bot.rulebooks.library import to_toml
from rehearsal import pairs
from rehearsal.cups.rules import what_cannot_be_rehearsed
from rehearsal.flips.table import File
from rehearsal.verdict import Check

_ENGLISH: Final = "en-US"
_LONGEST: Final = 300.0
"""Real seconds for one play; the longest takes a tenth of it on a calm machine."""


class Ending(StrEnum):
    """What becomes of a file."""

    REFUSED = "refused"
    JUDGED = "judged"
    BEYOND = "cannot judge"
    FAILED = "FAILED"


@dataclass(frozen=True, slots=True)
class Told:
    """A row of the table: what becomes of the file, in a sentence or more where there is something to say."""

    ending: Ending
    said: tuple[str, ...] = ()
    checks: int = 0
    seconds: float = 0.0


def judge(file: File, seed: int = 1) -> Told:
    """Refused, or played; a file of several settings that fails is played once more with each of them alone."""
    began = time.monotonic()
    refusals = tuple(problem_line(one, Translator(_ENGLISH)) for flip in file.flips for one in flip.problems)
    if refusals:
        return Told(Ending.REFUSED, refusals)
    told = _play(file, seed)
    if told.ending is Ending.FAILED and len(file.flips) > 1:
        told = _apart(file, told, seed)
    return Told(told.ending, told.said, told.checks, time.monotonic() - began)


def _apart(file: File, told: Told, seed: int) -> Told:
    """Which of the settings it is, where one alone fails as well."""
    alone = {flip: _play(File((flip,)), seed) for flip in file.flips}
    named = [f"{flip}: {said}" for flip, one in alone.items() if one.ending is Ending.FAILED for said in one.said]
    return Told(Ending.FAILED, tuple(named) or ("only together", *told.said), told.checks)


def _play(file: File, seed: int) -> Told:
    logging.getLogger().addHandler(logging.NullHandler())
    with tempfile.TemporaryDirectory(prefix="flip-") as folder:
        rulebook = file.rulebook
        path = Path(folder) / f"{rulebook.name}.toml"
        path.write_text(to_toml(rulebook), "utf-8")
        beyond = what_cannot_be_rehearsed(path)
        if beyond is not None:
            return Told(Ending.BEYOND, (beyond,))
        language = LOCALES[len(file.name) % len(LOCALES)]
        play = pairs.play(Path(folder) / "arbiter.db", str(path), seed=seed, language=language)
        try:
            ended = asyncio.run(asyncio.wait_for(play, _LONGEST))
        except TimeoutError:
            return Told(Ending.FAILED, (f"not over after {_LONGEST:.0f} seconds",))
        except Exception as error:  # noqa: BLE001 - a file that cannot be played is told beside those that were
            return Told(Ending.FAILED, (f"cannot be played: {type(error).__name__}: {error}",))
    if ended.play.broke_off:
        return Told(Ending.FAILED, (ended.play.broke_off,))
    checks = ended.verdict.checks
    return Told(Ending.FAILED if not ended.verdict.holds else Ending.JUDGED, _problems(checks), len(checks))


def _problems(checks: tuple[Check, ...]) -> tuple[str, ...]:
    return tuple(f"{one.title} ({one.rule}): {problem}" for one in checks for problem in one.problems)
