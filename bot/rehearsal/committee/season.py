"""`--rulebook committee`: the season from the invitation to the last decision, and its verdict."""

from __future__ import annotations

import random
from typing import Final

from bot.rehearsal import facts, regulation
from bot.rehearsal.acts import opening
from bot.rehearsal.cast import Cast, Character, Player
from bot.rehearsal.committee import checks, record, scenes
from bot.rehearsal.committee.ballots import Chamber
from bot.rehearsal.committee.ledger import Ledger
from bot.rehearsal.hearing import Hearing
from bot.rehearsal.narrator import Narrator
from bot.rehearsal.outcome import Json
from bot.rehearsal.play import Play, Stalled
from bot.rehearsal.stage import Stage
from bot.rehearsal.verdict import Verdict
from bot.rehearsal.witness import Witness

NAME: Final = "committee"
LEAD: Final = "A committee of seven that elects, expels, refuses, misses votes and hears an appeal"
_EVENTS: Final = "aije-open"
_ARBITERS: Final = (("Bela", "pt-BR"), ("Cora", "it"), ("Davi", "pt-BR"), ("Enzo", "it"), ("Fia", "es-ES"))
_PLAYERS: Final = (("Zoe", "en-US"), ("Wilma", "it"), ("Yuri", "pt-BR"), ("Xena", "es-ES"), ("Tito", "it"))


def prepare(stage: Stage, seed: int, narrator: Narrator) -> Chamber:
    """A committee of seven, five players, and the two officers take their places."""
    others = [stage.member(name, locale) for name, locale in (*_ARBITERS, ("Gil", "en-US"))]
    committee = [stage.arbiter, *others]
    players = tuple(Player(stage.member(*one), Character.STEADY, 1, regular=False) for one in _PLAYERS)
    narrator.names = {member.id: member.name for member in stage.members.values()}
    path = regulation.find(_EVENTS)
    dice = random.Random(seed)  # noqa: S311 - a play's dice, no secret
    cast = Cast(players, tuple(committee))
    play = Play(stage, cast, regulation.read(path), path, dice, narrator, Witness(stage, narrator.sees))
    return Chamber(play, Ledger(list(committee), stage.leader, stage.president))


async def perform(chamber: Chamber) -> None:
    """All scenes, one after the other."""
    zoe, wilma, yuri, xena, tito = (player.member for player in chamber.play.cast.players)
    await opening.opening(chamber.play)
    await chamber.play.wait(minutes=1)
    await scenes.election(chamber)
    await scenes.expulsion(chamber)
    await scenes.veto(chamber, zoe, wilma)
    await scenes.restart(chamber, yuri)
    await scenes.outage(chamber, xena)
    await scenes.removal(chamber)
    await scenes.appeal(chamber, zoe, tito)


async def rehearse(chamber: Chamber) -> Verdict:
    """Performs, then judges by what was seen and by the database file."""
    trouble: list[str] = []
    play = chamber.play
    try:
        await perform(chamber)
    except (Stalled, LookupError, AssertionError, ValueError) as broken:
        # An act that cannot go on is a finding like others; what was played so far is judged all the same.
        trouble.append(f"the play broke off: {type(broken).__name__}: {broken}")
    play.look()
    hearing = Hearing(play, facts.read(play.stage.path), (*trouble, *play.stage.faults()))
    return checks.judge(checks.Session(hearing, chamber.ledger, record.read(play.stage.path)))


def outcome(chamber: Chamber, verdict: Verdict) -> Json:
    """The decisions as JSON: the same bytes for the same seed."""
    kept = record.read(chamber.play.stage.path)
    names = {kept.people[member]: name for member, name in chamber.play.narrator.names.items() if member in kept.people}
    listed: list[Json] = []
    for held in chamber.ledger.votes:
        row = kept.votes[held.vote_id]
        listed.append(
            {
                "kind": held.kind,
                "question": held.question,
                "electorate": len(row.electors),
                "ballots": len(row.ballots),
                "extensions": row.extensions,
                "outcome": row.outcome,
                "elected": None if row.elected is None else names[row.elected],
                "closed_at": None if row.closed_at is None else row.closed_at.isoformat(),
            }
        )
    found: list[Json] = [
        {"rule": check.rule, "title": check.title, "problems": list(check.problems)} for check in verdict.checks
    ]
    return {"rulebook": NAME, "holds": verdict.holds, "checks": found, "votes": listed}
