"""What every rehearsal is: people take their places and play; what they saw and the file are held to the rules."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from bot.i18n.catalogue import LOCALES
from rehearsal import facts, regulation
from rehearsal.cast import Cast
from rehearsal.checks import spoken
from rehearsal.hearing import Hearing
from rehearsal.narrator import Narrator
from rehearsal.outcome import Json, outcome
from rehearsal.play import Play, Watchers
from rehearsal.stage import Stage
from rehearsal.verdict import Verdict, judge_all
from rehearsal.witness import Witness


@dataclass(frozen=True, slots=True)
class Casting:
    """What people are asked to play, and where."""

    stage: Stage
    rulebook: Path
    players: int | None
    """How many, where somebody asked for a number."""
    seed: int
    narrator: Narrator
    watchers: Watchers | None = None

    def play(self, cast: Cast) -> Play:
        """Everybody takes their place."""
        self.narrator.names = {member.id: member.name for member in self.stage.members.values()}
        self.narrator.zone = lambda: facts.zone(self.stage.path)
        # Whoever decides on public cards reads another language than the server has.
        self.stage.arbiter.locale = LOCALES[(LOCALES.index(self.stage.language) + 1) % len(LOCALES)]
        dice = random.Random(self.seed)  # noqa: S311 - a play's dice, no secret
        witness = Witness(self.stage, self.narrator.sees)
        rules, watchers = regulation.read(self.rulebook), self.watchers
        return Play(self.stage, cast, rules, self.rulebook, dice, self.narrator, witness, watchers=watchers)


@dataclass(slots=True)
class Memory:
    """The rehearsal under way; each kind adds what its people remember beside the diary."""

    play: Play


Remembered = TypeVar("Remembered", bound=Memory)


@dataclass(frozen=True, slots=True)
class Script(Generic[Remembered]):
    """One kind of rehearsal."""

    lead: str
    """What its report says at the top."""
    prepare: Callable[[Casting], Remembered]
    perform: Callable[[Remembered], Awaitable[None]]
    """All acts, one after the other."""
    judge: Callable[[Remembered, Hearing], Verdict]
    outcome: Callable[[Remembered, Hearing, Verdict], Json] = outcome
    """What a program wants to know, the same bytes for the same seed."""
    subject: str | None = None
    """What is rehearsed, where it is no rulebook."""


@dataclass(frozen=True, slots=True)
class Played:
    """A rehearsal after its end."""

    script: Script[Any]
    memory: Any
    hearing: Hearing
    verdict: Verdict

    @property
    def play(self) -> Play:
        """Its people, and what they saw."""
        return self.hearing.play


async def rehearse(script: Script[Remembered], casting: Casting) -> Played:
    """Performs, then judges by what was seen and by the database file."""
    memory = script.prepare(casting)
    play = memory.play
    trouble = await play.perform(script.perform(memory))
    play.look()
    for event in play.diary.events:
        event.last_call = event.last_call or len(play.stage.calls)
    hearing = Hearing(play, facts.read(play.stage.path), (*trouble, *play.stage.faults()))
    verdict = script.judge(memory, hearing)
    return Played(
        script, memory, hearing, replace(verdict, checks=(*verdict.checks, *judge_all(spoken.CHECKS, hearing)))
    )
