"""Two cases that end in an appeal: a bar that is lifted, and a result that is given back."""

from __future__ import annotations

from datetime import datetime

from rehearsal.acts.entering import announce, ask_for_a_place
from rehearsal.committee.ballots import Chamber, first
from rehearsal.committee.ledger import Trial
from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member


async def a_bar(chamber: Chamber, zoe: Member, witness: Member, starts_at: datetime) -> None:
    """A report, an answer, a verdict that bars, and an appeal that succeeds."""
    play, ledger = chamber.play, chamber.ledger
    play.narrator.act("A case and its appeal", "What a verdict did is undone when the appeal succeeds (GO-16.4).")
    trial = Trial(zoe, "Three have heard it.", "It was her twin, as two arbiters have seen.")
    ledger.trials.append(trial)
    ledger.event = await announce(play, "The season's Open", starts_at)
    form = await witness.type("conduct", member=zoe, ground="conduct")
    await _hear(chamber, witness, form, "She shouted at everybody.", zoe, "I was not even there.")
    assert ledger.leader is not None
    await _judge(chamber, ledger.leader, "barred", trial)
    trial.barred = await _tries(chamber, zoe, ledger.event)
    await _appeal(chamber, trial, "Ask my twin.")
    trial.free = await _tries(chamber, zoe, ledger.event)
    ledger.event.registered[zoe.id] = play.stage.now


async def a_result(chamber: Chamber, tito: Member, judge: Member) -> None:
    """The champion is said to have used a program: the final is lost, the ratings follow, and both come back."""
    play = chamber.play
    play.narrator.act(
        "A result is taken away and given back",
        "Fraud loses the game even later (GO-23.1); a new list of ratings says so, and another one undoes it.",
    )
    assert chamber.ledger.event is not None
    matches = chamber.ledger.event.matches.items()
    contest_id, played = first("match of Tito", ((one, match) for one, match in matches if tito.id in match.games))
    loser = play.stage.by_id(first("opponent", (member for member in played.games if member != tito.id)))
    trial = Trial(tito, "His moves were the program's.", "The program was a clock.", contest_id=contest_id)
    chamber.ledger.trials.append(trial)
    form = await loser.type("conduct", member=tito, ground="program_help", match=contest_id)
    await _hear(chamber, loser, form, "He looked aside at every move.", tito, "There is a clock on my wall.")
    await _judge(chamber, judge, "game_lost", trial)
    await play.wait(minutes=1)
    await _appeal(chamber, trial, "Here is a picture of the clock.")


async def _hear(chamber: Chamber, witness: Member, form: Answer, said: str, accused: Member, reply: str) -> None:
    play = chamber.play
    play.note(witness, f"reports {accused.name}", await witness.fill(form, text=said))
    asked = await accused.press(play.stage.latest("file-reply"), "file-reply")
    play.note(accused, "answers", await accused.fill(asked, text=reply))


async def _judge(chamber: Chamber, judge: Member, penalty: str, trial: Trial) -> None:
    play = chamber.play
    card = play.stage.latest("file-verdict", play.stage.committee)
    chosen = await judge.choose(card, "file-verdict", penalty)
    doing = {"barred": f"bars {trial.accused.name}", "game_lost": f"takes the match from {trial.accused.name}"}[penalty]
    play.note(judge, doing, await judge.fill(chosen, reason=trial.reason))


async def _appeal(chamber: Chamber, trial: Trial, why: str) -> None:
    play, accused, president = chamber.play, trial.accused, chamber.ledger.president
    offered = await accused.suggestions("case appeal", "against")
    against = first(f"decision against {accused.name}", offered.values())
    asked = await accused.type("case appeal", against=against)
    play.note(accused, "appeals", await accused.fill(asked, text=why))
    decision = await president.press(play.stage.latest("appeal-grant", play.stage.committee), "appeal-grant")
    play.note(president, "grants the appeal", await president.fill(decision, reason=trial.granted_for))
    await play.wait(minutes=1)


async def _tries(chamber: Chamber, who: Member, event: EventDiary) -> Answer:
    assert event.announcement is not None
    return chamber.play.note(who, "tries to register", await ask_for_a_place(who, event.announcement))
