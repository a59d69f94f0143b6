"""Offices: roles that mirror them, a stand-in, a resignation, an election that a lot decides, two petitions of four."""

from __future__ import annotations

from rehearsal.committee.ballots import PROVED, Chamber, first
from rehearsal.committee.ledger import Suggested
from rehearsal.members import Member

MIRRORED = ("president", "leader", "ANP", "AN", "AJ", "AI")


async def mirror(chamber: Chamber, yuri: Member) -> None:
    """The organiser lets roles mirror the registry; one that was given by hand goes again."""
    play, ledger = chamber.play, chamber.ledger
    organiser, stage = play.stage.organiser, play.stage
    play.narrator.act("Roles that mirror", "Discord's roles show who holds what, give nothing, and are put right.")
    known = set(stage.roles())
    panel = play.note(organiser, "types /office roles", await organiser.type("office roles"))
    answer = await organiser.press(panel.post, "office-roles-create")
    play.note(organiser, "has the roles made", answer)
    made = [role for role in stage.roles() if role not in known]
    ledger.mirrored = dict(zip(MIRRORED, made, strict=True))
    play.narrator.does("Somebody", f"gives {yuri.name} the President's role by hand")
    stage.give_role(yuri, ledger.mirrored["president"])
    ledger.forged = (yuri, "president")
    play.note(yuri, "types /me", await yuri.type("me"))
    await play.wait(minutes=1)


async def stand_in(chamber: Chamber, yuri: Member, xena: Member) -> None:
    """The leader is away: who stands in answers suggestions, and takes a slip back."""
    play, ledger, leader = chamber.play, chamber.ledger, chamber.ledger.leader
    cora = ledger.committee[2]
    assert leader is not None
    play.narrator.act("A stand-in", "Suggestions go to the leader, who declines with a reason (AIJE-A01-3).")
    answer = await leader.type("office stand-in", office="leader", member=cora, days=10, reason="Holidays")
    play.note(leader, "names Cora to stand in", answer)
    cup = Suggested(yuri, "A cup *for all*, @everyone", approved=False, reason="There is no money for a cup.")
    await _suggests(chamber, cup)
    card = play.stage.latest("suggestion-decline", play.stage.committee)
    chamber.note_refusal(yuri, "tries to approve his own", await yuri.press(card, "suggestion-approve"))
    await _declines(chamber, cora, str(cup.reason))
    tea = Suggested(xena, "Tea at every table", approved=True)
    await play.wait(hours=2)
    await _suggests(chamber, tea)
    await _declines(chamber, cora, "A slip of the finger.")
    await play.wait(hours=2)
    asked = play.note(cora, "types /undo", await cora.type("undo"))
    play.note(cora, "takes it back", await cora.press(asked.post, "undo"))
    answer = await cora.press(play.stage.latest("suggestion-approve", play.stage.committee), "suggestion-approve")
    play.note(cora, "approves", answer)
    await play.wait(days=1)


async def _suggests(chamber: Chamber, made: Suggested) -> None:
    form = await made.author.type("committee suggest")
    chamber.play.note(made.author, "suggests something", await made.author.fill(form, suggestion=made.text))
    chamber.ledger.suggested.append(made)


async def _declines(chamber: Chamber, who: Member, reason: str) -> None:
    card = chamber.play.stage.latest("suggestion-decline", chamber.play.stage.committee)
    form = await who.press(card, "suggestion-decline")
    chamber.play.note(who, "declines", await who.fill(form, reason=reason))


async def vacancy(chamber: Chamber, yuri: Member) -> None:
    """The leader resigns: the office is vacant, what waits for it is named, and so is it where somebody tries."""
    play, ledger, leader = chamber.play, chamber.ledger, chamber.ledger.leader
    assert leader is not None
    play.narrator.act("The leader resigns", "A vacant office is named with all that has to wait (AIJE-A01-1).")
    answer = await leader.type("office resign", office="leader", reason="A child was born.")
    play.note(leader, "resigns", answer)
    posts = play.stage.posts_in(play.stage.announcements)
    told = first("word of the resignation", (post for post in posts if "A child was born" in post.text))
    gil = play.stage.members["Gil"]
    ledger.vacancy = play.note(gil, "types /office show", await gil.type("office show")), told
    ledger.leader = None
    question = "Shall Yuri be expelled?"
    asked = {"kind": "player-expulsion", "question": question, "subject": yuri, **PROVED}
    answer = await ledger.president.type("vote open", **asked)
    chamber.note_refusal(ledger.president, f"types /vote open: {question}", answer)


async def a_lot(chamber: Chamber) -> None:
    """An election in which two are level, twice: a lot decides that nobody could choose."""
    play, ledger, president = chamber.play, chamber.ledger, chamber.ledger.president
    abel, bela, cora, davi, fia, tito = everybody = ledger.committee
    play.narrator.act("A lot decides", "Two candidates are level in the second ballot as well (AIJE-A01-2).")
    first = await chamber.opens(president, "leader-election", "Who follows Bela?", everybody)
    first.candidates = tuple(member.id for member in everybody)
    for voter, candidate in ((abel, abel), (bela, abel), (cora, cora), (davi, cora), (tito, davi)):
        await chamber.elects(first, voter, candidate)
    await play.wait(days=7, minutes=1)
    second = chamber.run_off(first, abel, cora)
    for voter, candidate in ((abel, abel), (bela, abel), (cora, cora), (davi, cora)):
        await chamber.elects(second, voter, candidate)
    await chamber.votes(second, fia, "null")
    await chamber.votes(second, tito, "null")
    await play.wait(days=4)
    answer = await president.type("committee attendance")
    ledger.attendance = play.stage.now, play.note(president, "types /committee attendance", answer)


async def petitions(chamber: Chamber) -> None:
    """Of four, two are no 51 %, and three are; then a new leader is elected."""
    play, ledger = chamber.play, chamber.ledger
    abel, bela, cora, davi, fia, tito = ledger.committee
    play.narrator.act("Two petitions of four", "2 of 4 are not 51 %, 3 of 4 are (AIJE-A01-2).")
    for member in (bela, fia):
        answer = await member.type("office resign", office="title", reason="Too much to do.")
        play.note(member, "lays the arbiter title down", answer)
        ledger.committee.remove(member)
        del ledger.arbiter_titles[member.id]
    four = (abel, cora, davi, tito)
    few = await chamber.opens(davi, "petition", "Shall we elect again?", four)
    for member in (davi, tito):
        await chamber.votes(few, member, "yes")
    await play.wait(days=31)
    enough = await chamber.opens(tito, "petition", "Shall we elect now, at last?", four)
    for member in (davi, tito, abel):
        await chamber.votes(enough, member, "yes")
    await play.wait(minutes=1)
    vote = chamber.latest_vote("leader-election", enough.question, four)
    vote.candidates = tuple(member.id for member in four)
    for voter in four:
        await chamber.elects(vote, voter, cora if voter is cora else davi)
    ledger.leader = davi
    await play.wait(minutes=5)
