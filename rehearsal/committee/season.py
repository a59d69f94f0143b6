"""`--rulebook committee`: the season from the invitation to the last decision, and its verdict."""

from __future__ import annotations

from typing import Final

from bot.features.registry.titles_model import MasterTitle
from rehearsal.acts import opening
from rehearsal.acts.entering import evening
from rehearsal.cast import Cast, Character, Player
from rehearsal.committee import checks, history, record
from rehearsal.committee.ballots import Chamber
from rehearsal.committee.checks.session import Session
from rehearsal.committee.ledger import Ledger
from rehearsal.committee.scenes import cases, offices, rights, titles, voting
from rehearsal.hearing import Hearing
from rehearsal.members import Member
from rehearsal.outcome import Json, findings
from rehearsal.script import Casting, Script
from rehearsal.verdict import Verdict

NAME: Final = "committee"
EVENTS: Final = "aije-open"
"""By which rulebook it plays."""
_ARBITERS: Final = (("Bela", "pt-BR"), ("Cora", "it"), ("Davi", "pt-BR"), ("Enzo", "it"), ("Fia", "es-ES"))
_PLAYERS: Final = (
    ("Zoe", "en-US", 1),
    ("Wilma", "it", 1),
    ("Yuri", "pt-BR", 1),
    ("Xena", "es-ES", 1),
    ("Tito", "it", 99),
    ("Ugo", "it", 1),
)
"""Name, language, and strength: one of them wins whatever the dice say."""
_RATED: Final = {
    "Zoe": 2000.0,
    "Xena": 2150.0,
    "Tito": 2260.0,
    "Ugo": 2000.0,
    "Abel": 2100.0,
    "Gil": 2050.0,
    "Wilma": 2040.0,
}


def prepare(casting: Casting) -> Chamber:
    """A committee of seven, five players, and the two officers take their places."""
    stage = casting.stage
    others = [stage.member(name, locale) for name, locale in (*_ARBITERS, ("Gil", "en-US"))]
    committee = [stage.arbiter, *others]
    players = tuple(
        Player(stage.member(name, locale), Character.STEADY, strength, regular=False)
        for name, locale, strength in _PLAYERS
    )
    play = casting.play(Cast(players, tuple(committee)))
    ledger = Ledger(list(committee), stage.leader, stage.president)
    ledger.arbiter_titles = {member.id: "AN" for member in committee}
    return Chamber(play, ledger)


async def perform(chamber: Chamber) -> None:
    """All scenes, one after the other."""
    play, players = chamber.play, chamber.play.cast.players
    zoe, wilma, yuri, xena, tito, ugo = (player.member for player in players)
    await opening.opening(play)
    await play.wait(minutes=1)
    rated = {play.stage.members[name]: rating for name, rating in _RATED.items()}
    await history.brought_along(play.stage, rated, {xena: MasterTitle.CMA}, (wilma, yuri))
    await scenes_of_the_committee(chamber, zoe, wilma, yuri, xena)
    starts_at = evening(play, days=6)
    await cases.a_bar(chamber, zoe, tito, starts_at)
    await titles.the_open(chamber, tuple(one for one in players if one.member in {zoe, xena, tito, ugo}), starts_at)
    await titles.the_proposals(chamber, tito, xena)
    await cases.a_result(chamber, tito, chamber.ledger.committee[2])
    await titles.jeek_arbiter(chamber)
    await titles.a_second_late(chamber, ugo)
    await voting.representatives(chamber, zoe, yuri, xena, tito)
    await offices.mirror(chamber, yuri)
    await titles.exams(chamber, tito, zoe)
    await offices.stand_in(chamber, yuri, xena)
    await offices.vacancy(chamber, yuri)
    await offices.a_lot(chamber)
    await offices.petitions(chamber)
    await rights.own_data(chamber, ugo)


async def scenes_of_the_committee(chamber: Chamber, zoe: Member, wilma: Member, yuri: Member, xena: Member) -> None:
    """From the petition to the removal of who missed three votes."""
    await voting.election(chamber)
    await voting.expulsion(chamber)
    await voting.veto(chamber, zoe, wilma)
    await voting.restart(chamber, yuri)
    await voting.outage(chamber, xena)
    await voting.removal(chamber)


def judge(chamber: Chamber, hearing: Hearing) -> Verdict:
    """By what was seen and by the decisions in the file."""
    return checks.judge(Session(hearing, chamber.ledger, record.read(chamber.play.stage.path)))


def outcome(chamber: Chamber, _: Hearing, verdict: Verdict) -> Json:
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
    latest = kept.lists()[-1] if kept.lists() else {}
    rated: list[Json] = [{"player": names[person], "rating": f"{latest[person]:.6f}"} for person in sorted(latest)]
    return {"rulebook": NAME, "holds": verdict.holds, "checks": findings(verdict), "votes": listed, "ratings": rated}


SCRIPT: Final = Script(
    "a committee that elects, expels, refuses, misses votes, gives titles and hears appeals",
    prepare,
    perform,
    judge,
    outcome,
    subject="the committee",
)
