"""Titles: an Open that makes one and costs one, a Jeek arbiter, exams, a master who becomes an arbiter."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from rehearsal.acts import entering, playing
from rehearsal.cast import Player
from rehearsal.committee.ballots import Chamber, first
from rehearsal.committee.ledger import Titled
from rehearsal.members import Member
from rehearsal.posts import Post

_BETWEEN_EXAMS: Final = timedelta(days=21)
COUNTRIES = {"Zoe": "US", "Xena": "ES", "Tito": "IT", "Ugo": "IT"}


async def the_open(chamber: Chamber, players: tuple[Player, ...], starts_at: datetime) -> None:
    """Four players from two continents; two proposals follow, and each waits for a person's press."""
    play, ledger, event = chamber.play, chamber.ledger, chamber.ledger.event
    assert event is not None
    play.narrator.act("An Open of two continents", "What the players play for makes it international (AIJE-B01-4).")
    for player in players:
        member, country = player.member, COUNTRIES[player.name]
        play.note(member, f"types /title country {country}", await member.type("title country", country=country))
        ledger.countries[member.id] = country
    await entering.register(play, event, [player for player in players if player.member.id not in event.registered])
    await entering.check_in(play, event, players, starts_at)
    abel, _, _, davi, *_ = ledger.committee
    for referee in (abel, davi):
        play.note(referee, "goes on duty", await referee.type("arbiter on"))
    await playing.Director(play, event).until_podium()
    for referee in (abel, davi):
        play.note(referee, "goes off duty", await referee.type("arbiter off"))
    await play.wait(minutes=30)


async def the_proposals(chamber: Chamber, tito: Member, xena: Member) -> None:
    """Nothing changes until somebody who may confirms it (AIJE-B01-3)."""
    play, ledger = chamber.play, chamber.ledger
    leader, president, arbiter = ledger.leader, ledger.president, ledger.committee[0]
    assert leader is not None
    play.narrator.act(
        "A title won, a title lost", "The bot proposes, the leader or the President decides (AIJE-B01-3)."
    )
    won, lost = _proposal_about(chamber, tito), _proposal_about(chamber, xena)
    answer = await arbiter.press(won, "title-confirm")
    chamber.note_refusal(arbiter, "tries to confirm a title", answer)
    play.note(leader, "confirms the title of Tito", await leader.press(won, "title-confirm"))
    ledger.titled.append(Titled(tito.id, "CMA", "grant"))
    play.note(president, "confirms the loss of Xena", await president.press(lost, "title-confirm"))
    ledger.titled.append(Titled(xena.id, "CMA", "loss"))
    play.note(tito, "types /title show", await tito.type("title show"))
    await play.wait(minutes=5)


def _proposal_about(chamber: Chamber, member: Member) -> Post:
    stage = chamber.play.stage
    found = [post for post in stage.posts_in(stage.committee) if post.has("title-confirm")]
    return first(f"proposal about {member.name}", (post for post in found if f"<@{member.id}>" in post.text))


async def jeek_arbiter(chamber: Chamber) -> None:
    """Abel stands for Jeek arbiter; one recuses herself, one is in hospital and is excused."""
    play, ledger, leader = chamber.play, chamber.ledger, chamber.ledger.leader
    abel, bela, cora, davi, fia = ledger.committee
    assert leader is not None
    play.narrator.act("A Jeek arbiter", "A recusal makes the electorate smaller; a good reason excuses (AIJE-B01-AJ).")
    vote = await chamber.opens(
        leader, "arbiter-election", "Shall Abel be a Jeek arbiter?", ledger.committee, subject=abel
    )
    await chamber.recuses(vote, cora)
    await chamber.is_refused(vote, cora)
    for member, choice in ((abel, "yes"), (bela, "yes"), (davi, "no")):
        await chamber.votes(vote, member, choice)
    await play.wait(days=8)
    ledger.arbiter_titles[abel.id] = "AJ"
    await chamber.excuses(vote, fia, "I was in hospital.", accepted=True)
    await play.wait(days=3)


async def a_second_late(chamber: Chamber, ugo: Member) -> None:
    """A ballot that comes a second after the close counts nothing, and the reason for it is no good one."""
    play, ledger, leader = chamber.play, chamber.ledger, chamber.ledger.leader
    abel, bela, cora, davi, fia = ledger.committee
    assert leader is not None
    play.narrator.act("A second too late", "What counts is the moment of the press; a bath is no reason (AIJE-A02-6).")
    question = "Shall he sit out *for good*, @everyone?"
    vote = await chamber.opens(leader, "absence-penalty", question, ledger.committee, subject=ugo)
    for member, choice in ((abel, "no"), (bela, "no"), (cora, "null"), (davi, "no"), (cora, "no")):
        await chamber.votes(vote, member, choice)
    await play.wait_until(vote.card.at.replace(microsecond=0) + timedelta(days=7, seconds=1))
    await chamber.is_refused(vote, fia, "votes a second after the close")
    await play.wait(minutes=1)
    await chamber.excuses(vote, fia, "I was in the bath.", accepted=False)
    await play.wait(days=4)


async def exams(chamber: Chamber, tito: Member, zoe: Member) -> None:
    """A master passes the exam for arbiters and is asked in public; the next exam has to wait for 21 days."""
    play, ledger = chamber.play, chamber.ledger
    examiner, president = ledger.committee[0], ledger.president
    play.narrator.act("A master becomes an arbiter", "Nobody holds both kinds of title; 21 days lie between exams.")
    again_at = play.stage.now + _BETWEEN_EXAMS
    answer = await examiner.type("title exam", member=tito, title="ANP", passed=True)
    play.note(examiner, "records that Tito passed", answer)
    confirmed = await president.press(_proposal_about(chamber, tito), "title-confirm")
    play.note(president, "confirms the title of Tito", confirmed)
    offer = play.stage.latest("title-take", play.stage.announcements)
    chamber.note_refusal(zoe, "tries to take it", await zoe.press(offer, "title-take"))
    play.note(tito, "takes it", await tito.press(offer, "title-take"))
    ledger.titled += [Titled(tito.id, "CMA", "laid_down"), Titled(tito.id, "ANP", "grant")]
    ledger.committee.append(tito)
    ledger.arbiter_titles[tito.id] = "ANP"
    await play.wait(days=20)
    answer = await examiner.type("title exam", member=tito, title="AN", passed=True)
    chamber.note_refusal(examiner, "records another exam after 20 days", answer, f"<t:{again_at.timestamp():.0f}:")
    play.note(tito, "types /title show", await tito.type("title show"))
