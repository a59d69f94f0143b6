"""Invitations: proposed, confirmed, accepted, declined, left unanswered; and the matches that are arranged."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.people.model import ArbiterTitle
from rehearsal.acts.entering import ask_for_a_place
from rehearsal.acts.opening import TIME_ZONE
from rehearsal.cups.seats.diary import CANDIDATES, LEAGUE, MATCH, Replied, SeatCup
from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member
from rehearsal.play import Stalled
from rehearsal.posts import Post

WITHIN: Final = timedelta(days=7)
"""In which the invited answer; the house's time, since the regulation names none."""


Declined = tuple[int, str]
"""Who declines, and what."""


async def bar(cup: SeatCup, member: int) -> None:
    """An arbiter bars one of those to be asked for a broken rule, before the invitations go out (AIJE-B01-AJ)."""
    play = cup.play
    (judge,) = await play.stage.arbiters(1, title=ArbiterTitle.AJ)
    who = play.stage.by_id(member)
    answer = await judge.type("bar player", member=who, reason="Threats against another player.", rule="AIJE-A02-1")
    cup.barred = member
    play.note(judge, f"bars {who.name}", answer)
    await play.wait(seconds=15)


async def confirm(cup: SeatCup) -> None:
    """A player may not let the invitations go out; an organiser does."""
    play = cup.play
    card = play.stage.latest("seats-confirm", play.stage.committee)
    cup.proposal = card.text
    curious = cup.league_players[0].member
    cup.refused["a player's confirmation"] = await curious.press(card, "seats-confirm")
    organiser = play.stage.organiser
    answer = await organiser.press(card, "seats-confirm")
    cup.confirmed_at = play.stage.now
    play.note(organiser, "lets the invitations go out", answer)
    await play.wait(seconds=15)


async def answer_all(cup: SeatCup, declines: Declined, silent: int) -> None:
    """Whoever is asked says yes, but one who declines one of it, and one who says nothing and lets it pass."""
    cup.silent = None
    stranger = cup.play.stage.president
    post = _offers(cup)[0]
    cup.refused["a stranger's look"] = await stranger.press(post, "seat-answer")
    await _answers(cup, declines, silent)
    await cup.play.stage.restart()
    cup.restarted_at = cup.play.stage.now
    cup.play.look()
    await cup.play.wait_until(cup.play.stage.now + WITHIN + timedelta(minutes=1))
    cup.silent = silent
    await _answers(cup, declines, silent)


async def _answers(cup: SeatCup, declines: Declined, silent: int) -> None:
    """All who are asked answer, and those who are asked because of it."""
    done: set[int] = set()
    while fresh := [post for post in _offers(cup) if post.message_id not in done]:
        for post in fresh:
            done.add(post.message_id)
            for member in sorted(post.pinged - {silent}):
                await _answer(cup, cup.play.stage.by_id(member), post, declines)
        await cup.play.wait(seconds=20)


def _offers(cup: SeatCup) -> list[Post]:
    return [post for post in cup.play.witness.posts_of("announcements") if post.has("seat-answer")]


async def _answer(cup: SeatCup, member: Member, post: Post, declines: Declined) -> None:
    """Each question on the own card, one after the other."""
    while True:
        card = await member.press(post, "seat-answer")
        waiting = [one for one in card.post.offered if one.startswith("seat-yes:")] if card.posts else []
        if not waiting:
            return
        asked = waiting[0].rpartition(".")[2]
        says_no = declines == (member.id, asked)
        button = waiting[0].replace("seat-yes:", "seat-no:") if says_no else waiting[0]
        told = await member.press(card.post, button)
        cup.replied.append(Replied(member.id, asked, not says_no, cup.play.stage.now))
        cup.play.note(member, f"{'declines' if says_no else 'accepts'}: {_WHAT[asked]}", told)


_WHAT: Final = {LEAGUE: "a seat in the League", CANDIDATES: "a seat in the Candidates", MATCH: "a match for a seat"}


async def arrange(cup: SeatCup, number: int) -> tuple[EventDiary, datetime]:
    """The organiser names the moment, which is answered too; both are on the list and confirmed from then on."""
    play, organiser = cup.play, cup.play.stage.organiser
    starts_at = play.stage.now + timedelta(hours=3)
    starts_at = starts_at.replace(minute=0, second=0, microsecond=0)
    typed = starts_at.astimezone(ZoneInfo(TIME_ZONE)).strftime("%Y-%m-%d %H:%M")
    event = EventDiary(f"Seat match {number}", first_call=len(play.stage.calls))
    made = await organiser.type("seats match", number=number, when=typed)
    play.note(organiser, f"arranges the match for a seat {number}, {typed}", made)
    play.look()
    event.event_id, event.announcement = _event_made(cup)
    play.diary.events.append(event)
    cup.matches[number] = event.event_id
    cup.refused.setdefault("a match arranged twice", await organiser.type("seats match", number=number, when=typed))
    return event, starts_at


def _event_made(cup: SeatCup) -> tuple[str, Post]:
    """The event that was made, by what its announcement offers."""
    known = {event.event_id for event in cup.play.diary.events}
    for post in reversed(cup.play.witness.posts_of("announcements")):
        for one in post.offered:
            verb, _, event_id = one.partition(":")
            if verb in {"players", "rules", "sheet"} and event_id not in known:
                return event_id, post
    raise Stalled("no match for a seat is announced")


async def candidates(cup: SeatCup, holders: set[int], outsider: Member) -> None:
    """Registration for the Candidates: who has a seat is in, who has none is told why not."""
    play, organiser = cup.play, cup.play.stage.organiser
    when = (play.stage.now + timedelta(days=2)).astimezone(ZoneInfo(TIME_ZONE)).strftime("%Y-%m-%d %H:%M")
    preview = await organiser.type("tournament create", rulebook="aije-candidates", name="Candidates", start=when)
    play.note(organiser, "announces the Candidates", await organiser.press(preview.post, "draft-confirm"))
    post = play.stage.latest("register", play.stage.announcements)
    cup.refused["registration without a seat"] = await _register(cup, outsider, post)
    for holder in sorted(holders)[:2]:
        cup.admitted[holder] = await _register(cup, play.stage.by_id(holder), post)


async def _register(cup: SeatCup, member: Member, post: Post) -> Answer:
    return cup.play.note(member, "registers for the Candidates", await ask_for_a_place(member, post))
