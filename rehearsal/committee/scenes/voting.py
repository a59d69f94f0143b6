"""Votes of the committee: an election, expulsions, vetoes, and what a server lives through meanwhile."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rehearsal.committee.ballots import Chamber
from rehearsal.committee.ledger import Held
from rehearsal.members import Member

_SECONDS: Final = timedelta(seconds=10)


async def election(chamber: Chamber) -> None:
    """Four of seven sign a petition; nobody has the majority; a second ballot, and a change of heart in it."""
    play, ledger = chamber.play, chamber.ledger
    play.narrator.act("A petition and an election", "51 % of seven are four signatures; then a run-off (AIJE-A01-2).")
    everybody = ledger.committee
    abel, bela, cora, davi, enzo, fia, gil = everybody
    petition = await chamber.opens(abel, "petition", "Shall we elect a leader?", everybody)
    for member in (abel, bela, cora, davi):
        await chamber.votes(petition, member, "yes")
    await play.wait(minutes=1)
    first = chamber.latest_vote("leader-election", petition.question, everybody)
    first.candidates = tuple(member.id for member in everybody)
    wishes = ((abel, abel), (cora, abel), (davi, abel), (bela, bela), (fia, bela), (gil, bela), (enzo, cora))
    for voter, candidate in wishes:
        await chamber.elects(first, voter, candidate)
    second = chamber.run_off(first, abel, bela)
    await chamber.elects(second, gil, abel)
    await play.wait(hours=1)
    for voter, candidate in ((gil, bela), (abel, abel), (cora, abel), (davi, abel), (bela, bela), (fia, bela)):
        await chamber.elects(second, voter, candidate)
    await chamber.elects(second, enzo, bela)
    ledger.leader = bela
    await play.wait(days=4)


async def expulsion(chamber: Chamber) -> None:
    """No quorum after seven days, for all the null ballots; three more days, and three changes of heart.

    One of those entitled leaves the server meanwhile, and is entitled all the same.
    """
    play, ledger = chamber.play, chamber.ledger
    play.narrator.act(
        "A member before the committee",
        "Quorum is 70 %, and null ballots make none; without it the vote is extended (AIJE-A02-4).",
    )
    abel, bela, cora, davi, enzo, fia, gil = ledger.committee
    vote = await chamber.opens(
        bela,
        "member-expulsion",
        "Shall Gil leave the committee?",
        (abel, cora, davi, enzo, fia),
        {gil: "concerned", bela: "leader"},
        subject=gil,
    )
    for member in (gil, bela):
        await chamber.is_refused(vote, member)
    for member, choice in ((abel, "yes"), (cora, "no"), (davi, "null"), (fia, "null")):
        await chamber.votes(vote, member, choice)
    await pry(chamber, vote, cora)
    play.narrator.does(enzo.name, "leaves the server")
    play.stage.guild.remove_member(enzo.actor)
    await play.stage.settle()
    await play.wait_until(vote.card.at + timedelta(days=7) + _SECONDS)
    for member, choice in ((cora, "yes"), (davi, "no"), (fia, "yes")):
        await chamber.votes(vote, member, choice)
    await play.wait(days=8)
    ledger.committee.remove(gil)
    del ledger.arbiter_titles[gil.id]


async def pry(chamber: Chamber, vote: Held, voter: Member) -> None:
    """Organiser and President look for how it stands, wherever something can be looked up."""
    play, organiser, president = chamber.play, chamber.play.stage.organiser, chamber.ledger.president
    for who, doing, answer in (
        (organiser, f"types /log for {voter.name}", await organiser.type("log", member=voter)),
        (president, "types /log", await president.type("log")),
        (organiser, "types /vote list", await organiser.type("vote list")),
        (president, "types /committee attendance", await president.type("committee attendance")),
    ):
        chamber.ledger.pried.append((vote, play.note(who, doing, answer)))


async def veto(chamber: Chamber, zoe: Member, wilma: Member) -> None:
    """The President refuses one expulsion of a player, and approves another."""
    play, leader, president = chamber.play, chamber.ledger.leader, chamber.ledger.president
    assert leader is not None
    play.narrator.act("A veto", "Leader and President both approve, or nobody is expelled (AIJE-A02-1).")
    officers = (leader, president)
    vote = await chamber.opens(leader, "player-expulsion", "Shall Zoe be expelled?", officers, subject=zoe)
    await chamber.votes(vote, leader, "yes")
    await chamber.votes(vote, president, "no")
    other = await chamber.opens(leader, "player-expulsion", "Shall Wilma be expelled?", officers, subject=wilma)
    await chamber.votes(other, leader, "yes")
    await chamber.votes(other, president, "yes")
    await play.wait(days=1)


async def restart(chamber: Chamber, yuri: Member) -> None:
    """The bot is restarted between the last ballot and the close."""
    play, ledger = chamber.play, chamber.ledger
    play.narrator.act("A restart", "Between the last ballot and the close nothing is lost (AIJE-D01-5.3).")
    abel, bela, cora, davi, _, fia = ledger.committee
    question = "Shall Yuri sit out for thirty days?"
    vote = await chamber.opens(bela, "absence-penalty", question, ledger.committee, subject=yuri, lasts="30 d")
    for member, choice in ((abel, "yes"), (bela, "yes"), (cora, "yes"), (davi, "no"), (fia, "no")):
        await chamber.votes(vote, member, choice)
    await play.wait(days=2)
    play.narrator.does("The host", "restarts the bot")
    await play.stage.restart()
    await play.wait(days=10)


async def outage(chamber: Chamber, xena: Member) -> None:
    """The bot sleeps through the deadline, and the vote stays open for a day."""
    play, ledger = chamber.play, chamber.ledger
    play.narrator.act("The bot sleeps", "A window that closed while nobody could press is opened again.")
    abel, bela, cora, davi, _, fia = ledger.committee
    question = "Shall Xena sit out for thirty days?"
    vote = await chamber.opens(bela, "absence-penalty", question, ledger.committee, subject=xena, lasts="30 d")
    for member, choice in ((abel, "no"), (bela, "yes"), (cora, "no"), (davi, "no")):
        await chamber.votes(vote, member, choice)
    await play.wait_until(vote.card.at + timedelta(days=6, hours=23))
    play.narrator.does("The host", "loses power for two hours")
    await play.stage.sleep_through(timedelta(hours=2))
    await play.wait(minutes=1)
    await chamber.votes(vote, fia, "no")
    await play.wait(days=8)


async def removal(chamber: Chamber) -> None:
    """Who missed three votes may be removed by the leader with the President's approval."""
    play, ledger = chamber.play, chamber.ledger
    play.narrator.act("Three votes missed", "The leader proposes, the President approves (AIJE-A02-6).")
    leader, president, enzo = ledger.leader, ledger.president, ledger.committee[4]
    assert leader is not None
    question = "Enzo left and missed three votes."
    asked = await leader.press(play.stage.latest("vote-remove", play.stage.committee), "vote-remove")
    play.note(leader, "proposes the removal", await leader.fill(asked, why=question))
    vote = chamber.latest_vote("absence-removal", question, (leader, president), enzo)
    await chamber.votes(vote, leader, "yes")
    await chamber.votes(vote, president, "yes")
    ledger.committee.remove(enzo)
    del ledger.arbiter_titles[enzo.id]
    await play.wait(days=1)


async def representatives(chamber: Chamber, *chosen: Member) -> None:
    """What the rules leave open is asked of representatives; one of them is silent, and that is no absence."""
    play, leader = chamber.play, chamber.ledger.leader
    play.narrator.act(
        "An open question", "Representatives decide by simple majority, and missing it is no absence (OLY-6)."
    )
    assert leader is not None
    question = "Shall we play with a clock that counts up?"
    asked = await leader.type("vote open", kind="open-question", question=question)
    answer = await leader.choose(asked.post, "vote-among", *chosen)
    play.note(leader, "asks " + ", ".join(member.name for member in chosen), answer)
    vote = chamber.latest_vote("open-question", question, chosen)
    first, second, third, *_ = chosen
    for member, choice in ((first, "yes"), (second, "no"), (third, "yes")):
        await chamber.votes(vote, member, choice)
    await play.wait(days=8)
