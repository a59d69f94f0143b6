"""What waits for an arbiter or an officer while they play: a claim, an appeal, a title, a file of rules."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

from bot.features.past_events.model import RatingsTaken
from rehearsal.acts import opening
from rehearsal.members import Answer, File, Member
from rehearsal.moving import papers
from rehearsal.own import presses
from rehearsal.own.diary import Deed, OwnEvent, Scene
from rehearsal.posts import Post
from rehearsal.regulation import FOLDER

ELSEWHERE: Final = "Yuri"
"""Has no Discord account, and is recorded as the President under another name."""
PAST: Final = "Open of before"
_FILE: Final = "our-open"


async def one_under_two_names(own: OwnEvent) -> None:
    """Before they play beside each other, the leader records that the President is somebody else too."""
    play, leader, president = own.play, own.play.stage.leader, own.play.stage.president
    (person,) = (await leader.suggestions("same-person record", "person", ELSEWHERE)).values()
    recorded = await leader.type("same-person record", one=president, person=person, reason="Has told me so")
    play.note(leader, "records that two are one", recorded)


async def a_past_event(own: OwnEvent) -> None:
    """The organiser sends in an Open that the President has won before him: the leader, who did not play, signs it."""
    play, otto = own.play, own.play.stage.organiser
    await own.attempt(Scene.SIGNED, "bring_past_events", "bring an own past event in", otto, partial(_past, own))
    await play.wait(minutes=1)
    leader = play.stage.leader
    play.note(leader, "signs", await leader.press(play.stage.latest("sign", play.stage.announcements), "sign"))
    await play.wait(minutes=1)
    letters = [one for one in otto.inbox if one.has("record-agreed")]
    if letters:
        play.note(otto, "brings it in", await otto.press(letters[-1], "record-agreed"))
    await play.wait(minutes=1)


async def _past(own: OwnEvent) -> Answer:
    otto, stage = own.play.stage.organiser, own.play.stage
    file = papers.past_open(PAST, stage.now - timedelta(days=60), stage.president.name, otto.name, "Rosa", "Sergio")
    shown = await otto.type("tournament import", file=file)
    answer = shown
    for pressed in ("record-same", f"record-ratings:{RatingsTaken.LEFT}", "record-bring"):
        if stage.again(shown.post).has(pressed):
            answer = await otto.press(shown.post, pressed)
    return answer


async def waiting_for_them(own: OwnEvent) -> None:
    """Each decides for others, and here it is about themself or a rival."""
    play, stage = own.play, own.play.stage
    paula, lena, abel, odile = stage.president, stage.leader, stage.arbiter, own.second
    olivia, rosa = stage.members["Olivia"], stage.members["Rosa"]
    changed = await rosa.type("account", name=f"{olivia.name}_jo")
    play.note(rosa, "names the account of another", changed)
    (decision,) = (await olivia.suggestions("case appeal", "against")).values()
    made = await olivia.fill(await olivia.type("case appeal", against=decision), text="I was polite")
    play.note(olivia, "appeals against the bar", made)
    await _a_file(own)
    await play.wait(minutes=1)
    tries: tuple[tuple[str, str, Member, Deed], ...] = (
        ("decide_account_claim", "take a rival's account away", abel, _on(own, abel, "claim-grant")),
        ("decide_appeal", "decide a rival's appeal", lena, _on(own, lena, "appeal-refuse", "Seen by all")),
        ("decide_title", "confirm the own title", paula, _on(own, paula, "title-confirm")),
        ("unlink_people", "be one person less", paula, partial(_unlink, paula)),
        ("approve_rulebook", "approve the own file", odile, partial(odile.type, "rulebook approve", rulebook=_FILE)),
    )
    for act, what, member, deed in tries:
        await own.attempt(Scene.SELF, act, what, member, deed)


async def _a_file(own: OwnEvent) -> None:
    """The second organiser is an international arbiter by the owner's list, and uploads a changed Open."""
    play, second = own.play, own.second
    text = f"name;discord;arbiter\n{second.name};{second.id};AI"
    await opening.bring_list(play, play.stage.owner, ("players.csv", text.encode()))
    play.note(second, "uploads rules", await second.type("rulebook upload", file=_other_rules()))


def _other_rules() -> File:
    text = (FOLDER / "aije-open.toml").read_text(encoding="utf-8").replace('name = "aije-open"', f'name = "{_FILE}"')
    return f"{_FILE}.toml", text.replace('confirm_within = "10 min"', 'confirm_within = "20 min"').encode()


def _card(own: OwnEvent, member: Member, button: str) -> Post:
    """The last card with the button in the committee's channel; of several titles the one for that person."""
    stage = own.play.stage
    found = [one for one in stage.posts_in(stage.committee) if one.has(button)]
    about = [one for one in found if f"<@{member.id}>" in one.text] if button == "title-confirm" else found
    return about[-1]


def _on(own: OwnEvent, member: Member, button: str, reason: str = "") -> Deed:
    async def press() -> Answer:
        answer = await member.press(_card(own, member, button), button)
        return await presses.fill(member, answer, reason=reason) if reason else await presses.confirm(member, answer)

    return press


async def _unlink(member: Member) -> Answer:
    (link,) = (await member.suggestions("same-person undo", "link")).values()
    return await member.type("same-person undo", link=link, reason="We are two")
