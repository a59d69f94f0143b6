"""Two events of Go with all that belongs to them: grades, rules of the event, a ceremony, a chief who plays."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from rehearsal.acts import entering
from rehearsal.acts.called import new_cards
from rehearsal.acts.opening import TIME_ZONE
from rehearsal.diary import EventDiary
from rehearsal.members import Answer, File, Member
from rehearsal.own import presses
from rehearsal.own.diary import Deed, OwnEvent, Scene
from rehearsal.own.rounds import A_MOMENT, enter_now, players
from rehearsal.posts import Post
from rehearsal.regulation import FOLDER

NEXT: Final = "Bruma"
OF_GO: Final = "Duna"
SERIES: Final = "Liga"
_IN_IT: Final = ("Otto", "Abel", "Marta", "Nico", "Olivia")
_RULES: Final = "go-own"


async def before_it_begins(own: OwnEvent, event: EventDiary) -> None:
    """An arbiter who plays would confirm the own grade, and the organiser who plays the chief's rules."""
    play, otto, abel, chief = own.play, own.play.stage.organiser, own.play.stage.arbiter, own.arbiter
    declared = await abel.type("grade declare", tournament=event.event_id, grade="5 dan")
    play.note(abel, "declares a grade", declared)
    form = await chief.type("chief rules", tournament=event.event_id)
    play.note(chief, "drafts rules of the event", await chief.fill(form, rules="Mobile phones are off."))
    await play.wait_until(play.stage.now + A_MOMENT)
    grade, rules = (play.stage.latest(one, play.stage.committee) for one in ("grade-confirm", "rules-approve"))
    confirm, approve = partial(abel.press, grade, "grade-confirm"), partial(otto.press, rules, "rules-approve")
    await own.attempt(Scene.SELF, "confirm_grade", "confirm the own grade", abel, confirm)
    await beside_others(own, ("approve_event_rules", "approve the chief's rules", otto, approve))


async def beside_others(own: OwnEvent, *tries: tuple[str, str, Member, Deed]) -> None:
    """Each is tried by somebody who plays, where another person could do it."""
    for act, what, member, deed in tries:
        await own.attempt(Scene.OTHERS, act, what, member, deed)


def _file() -> File:
    """The rules of Go, with grades that organisers confirm."""
    text = (FOLDER / "go-swiss.toml").read_text(encoding="utf-8").replace('name = "go-swiss"', f'name = "{_RULES}"')
    return f"{_RULES}.toml", text.replace('confirmed_by = "arbiters"', 'confirmed_by = "organisers"').encode()


async def the_one_of_go(own: OwnEvent) -> None:
    """Few play it, among them its chief and an organiser: each act about it is for those who do not."""
    play, otto, second = own.play, own.play.stage.organiser, own.second
    play.note(otto, "uploads rules", await otto.type("rulebook upload", file=_file()))
    starts_at = entering.evening(play, 2)
    event = await entering.announce(play, OF_GO, starts_at, _RULES)
    await enter_now(own, event, *_IN_IT)
    play.narrator.act("Go", "The chief and an organiser play, and others decide about them.")
    number = event.event_id
    for what, arbiter in (("name", play.stage.arbiter), ("deputy", own.arbiter)):
        play.note(second, f"chief {what}", await second.type(f"chief {what}", tournament=number, arbiter=arbiter))
    there = (starts_at + timedelta(minutes=2)).astimezone(ZoneInfo(TIME_ZONE)).strftime("%Y-%m-%d %H:%M")
    stated = await second.type("ceremony add", tournament=number, name="Opening", when=there)
    play.note(second, "states a ceremony", stated)
    play.note(otto, "declares a grade", await otto.type("grade declare", tournament=number, grade="1d"))
    await play.wait_until(play.stage.now + A_MOMENT)
    card = play.stage.latest("grade-confirm", play.stage.committee)
    act, confirm = "confirm_grade_as_organiser", partial(otto.press, card, "grade-confirm")
    await own.attempt(Scene.SELF, act, "confirm the own grade", otto, confirm)
    play.note(second, "confirms it", await second.press(card, "grade-confirm"))
    await play.wait_until(starts_at - timedelta(minutes=29))
    offered = play.stage.latest("round-robin", play.stage.committee)
    await beside_others(
        own, ("change_format", "make it a round robin", otto, partial(otto.press, offered, "round-robin"))
    )
    await entering.check_in(play, event, players(own, *_IN_IT), starts_at)
    await _under_way(own, event)
    play.note(second, "calls it off", await presses.cancel(second, number))
    event.last_call = len(play.stage.calls)
    await play.wait(minutes=1)


async def _under_way(own: OwnEvent, event: EventDiary) -> None:
    """Drawn and not yet called; then, with an arbiter there, called; then the ceremony is over."""
    play, otto, abel, number = own.play, own.play.stage.organiser, own.play.stage.arbiter, event.event_id
    await beside_others(
        own,
        ("redraw", "have it drawn anew", otto, partial(_redraw, otto, number)),
    )
    play.note(own.arbiter, "goes on duty", await own.arbiter.type("arbiter on"))
    await play.wait(minutes=3)
    cards = new_cards(play, event)
    mine, chiefs = (next(one for one in cards if f"<@{who.id}>" in one.text) for who in (otto, abel))
    listed = await otto.type("ceremony list", tournament=number)
    await beside_others(
        own,
        ("hand_match_on", "pass the own match up", otto, partial(_pass_up, otto, mine)),
        ("rule_board", "rule on the own board", abel, partial(_stale, abel, chiefs, "board-page")),
        ("note_attendance", "have been at the ceremony", otto, partial(_attend, otto, listed)),
        ("reprimand", "reprimand a rival", otto, partial(_reprimand, otto, listed, play.stage.members["Marta"])),
    )


async def _redraw(member: Member, event: str) -> Answer:
    return await presses.fill(member, await member.type("tournament redraw", tournament=event), reason="Once more")


async def _stale(member: Member, card: Post, button: str) -> Answer:
    """Presses a button that the card shows to its arbiter alone."""
    return await member.stage.stale_press(member, card, f"{button}:{card.subject('here')}")


async def _pass_up(member: Member, card: Post) -> Answer:
    return await presses.fill(member, await _stale(member, card, "pass-up"), question="Who is right?")


async def _attend(member: Member, listed: Answer) -> Answer:
    opened = await member.choose(listed.post, "ceremony", "Opening")
    if not opened.posts or not opened.post.has("ceremony-present"):
        return opened
    return await member.choose(opened.post, "ceremony-present", member.name)


async def _reprimand(member: Member, listed: Answer, rival: Member) -> Answer:
    opened = await member.choose(listed.post, "ceremony", "Opening")
    if not opened.posts or not opened.post.has("reprimand"):
        return opened
    return await presses.fill(member, await member.choose(opened.post, "reprimand", rival.name), why="Was not there")
