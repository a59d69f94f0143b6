"""President, leader, arbiter and organiser try what their office lets them do, about themselves and about a rival."""

from __future__ import annotations

from functools import partial
from typing import Final

from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member
from rehearsal.own import presses
from rehearsal.own.diary import OwnEvent, Scene
from rehearsal.own.events import ABROAD

MINE: Final = 2900
"""The rating that somebody would have."""


async def about_themselves(own: OwnEvent, event: EventDiary) -> None:
    """Ratings, titles, seats, bars, cases and links, each tried by who may do it for others."""
    play, stage = own.play, own.play.stage
    paula, lena, abel, otto = stage.president, stage.leader, stage.arbiter, stage.organiser
    marta, nico, olivia = (stage.members[name] for name in ("Marta", "Nico", "Olivia"))
    play.narrator.act("About themselves", "Whoever holds an office gives nothing to themself, and takes nothing away.")
    await _a_bar_and_a_case(own, event, olivia, marta)
    for member, act, what, deed in (
        (paula, "amend_ratings", "put the own rating right", partial(_rating, paula, "correct", paula)),
        (lena, "enter_rating", "enter the own rating", partial(_rating, lena, "enter", lena)),
        (paula, "name_champion", "be world champion", partial(_crown, paula)),
        (paula, "record_exam", "pass the own exam", partial(_exam, paula)),
        (otto, "give_seats", "give a seat to themself", partial(_seat, otto)),
        (abel, "bar_player", "bar a rival", partial(_bar, abel, nico)),
        (paula, "lift_bar", "lift a rival's bar", partial(_lift, paula)),
        (lena, "link_people", "say that two rivals are one", partial(_same, lena, marta, nico)),
        (abel, "link_discord", "be somebody who was known by name alone", partial(_link, abel)),
        (paula, "judge_file", "pause the own case", partial(_pause_case, paula, own.arbiter)),
        (paula, "set_up_hearings", "hear the own case shortly", partial(_terms, paula)),
    ):
        await own.attempt(Scene.SELF, act, what, member, deed)
    for member, act, what, deed in (
        (paula, "bring_opening_list", "bring the own rating in", partial(_own_list, paula)),
        (paula, "set_rating_terms", "change what a win is worth", partial(paula.type, "rating terms", k=40)),
    ):
        await own.attempt(Scene.SIGNED, act, what, member, deed)
    await play.wait(minutes=1)


async def _a_bar_and_a_case(own: OwnEvent, event: EventDiary, barred: Member, reporter: Member) -> None:
    """Who referees bars a player from the event; a player reports the President."""
    given = {"member": barred, "reason": "Insulted everybody", "tournament": event.event_id}
    own.play.note(own.arbiter, f"bars {barred.name}", await own.arbiter.type("bar player", **given))
    await own.play.wait(minutes=1)
    form = await reporter.type("conduct", ground="conduct", member=own.play.stage.president)
    own.play.note(reporter, "reports the President", await reporter.fill_text(form, "Shouted at me"))
    await own.play.wait(minutes=1)


async def _rating(member: Member, how: str, whose: Member) -> Answer:
    shown = await member.type(f"rating {how}", rating=str(MINE), reason="I am better", member=whose)
    return await presses.confirm(member, shown)


async def _exam(member: Member) -> Answer:
    return await member.type("title exam", title="ANP", passed=True, member=member)


async def _seat(member: Member) -> Answer:
    return await member.type("seats give", event="league", reason="A good player", member=member)


async def _bar(member: Member, rival: Member) -> Answer:
    return await member.type("bar player", reason="Insulted me", member=rival, rule="AIJE-D01-2")


async def _lift(member: Member) -> Answer:
    (bar,) = (await member.suggestions("bar lift", "bar")).values()
    return await member.type("bar lift", bar=bar, reason="Enough")


async def _same(member: Member, one: Member, other: Member) -> Answer:
    shown = await member.type("same-person record", one=one, other=other, reason="One voice")
    return await presses.confirm(member, shown)


async def _crown(member: Member) -> Answer:
    return await member.type("title champion", event="World Championship of old", member=member)


async def _link(member: Member) -> Answer:
    (person,) = (await member.suggestions("link", "person", ABROAD)).values()
    return await presses.confirm(member, await member.type("link", person=person, member=member))


async def _pause_case(member: Member, other: Member) -> Answer:
    """What is typed is what another member of the committee is offered."""
    case, *_ = (await other.suggestions("case pause", "case")).values()
    return await member.type("case pause", case=case, reason="Later")


async def _terms(member: Member) -> Answer:
    return await member.type("case terms", reply_hours=24, appeal_days=7)


async def _own_list(member: Member) -> Answer:
    file = ("myself.csv", f"name;discord;rating\n{member.name};{member.id};{MINE}".encode())
    shown = await member.type("association import", file=file)
    return await presses.on(member, shown, "opening-confirm")
