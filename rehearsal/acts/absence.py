"""After the event: notices, justifications in time and none, the reviewers' word, bars, and a bar that is lifted."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

from rehearsal.acts.entering import announce, ask_for_a_place, evening
from rehearsal.cast import Character, Player
from rehearsal.diary import EventDiary
from rehearsal.play import Agenda, Play
from rehearsal.posts import Post

SOON_AFTER: Final = timedelta(hours=5)
JUST_IN_TIME: Final = timedelta(seconds=30)
"""Before the end of the time: the last of those who justify takes nearly all of it."""


async def seventy_two_hours(play: Play, event: EventDiary) -> None:
    """One justifies early and is believed, one at the last moment and is not, the others never."""
    play.narrator.act("Those who were missing", "They have 72 hours from the notice; the clock jumps.")
    agenda, within = Agenda(play), play.rules.justify_within
    for player in play.cast.who(Character.EXPLAINS):
        notice = _notice_to(play, player)
        agenda.at(notice.at + SOON_AFTER, partial(_justify, play, event, player, notice, "My train stood still."))
    for player in play.cast.who(Character.VANISHES):
        notice = _notice_to(play, player)
        moment = notice.at + within - JUST_IN_TIME
        agenda.at(moment, partial(_justify, play, event, player, notice, "I did not feel like playing."))
    await agenda.all()
    await play.wait_until(play.stage.now + within)
    play.narrator.clock(play.stage.now)


def _notice_to(play: Play, player: Player) -> Post:
    """The public message that asks the player to justify the absence; raises LookupError where there is none."""
    found = [post for post in play.witness.posts_of() if player.member.id in post.pinged and post.has("justify")]
    if not found:
        raise LookupError(f"nothing asks {player.name} for a justification")
    return found[0]


async def _justify(play: Play, event: EventDiary, player: Player, notice: Post, why: str) -> None:
    member = player.member
    answer = await member.press(notice, "justify")
    event.justified[member.id] = play.stage.now
    play.note(member, "justifies the absence", await member.fill(answer, reason=why))
    play.diary.shown.add(player.character)
    card = play.stage.latest("case-accept", play.stage.committee)
    reviewer = play.cast.referees[0]
    if player.character is Character.EXPLAINS:
        play.note(reviewer, "accepts it", await reviewer.press(card, "case-accept"))
        return
    event.declined.add(member.id)
    asked = await reviewer.press(card, "case-decline")
    play.note(reviewer, "declines it", await reviewer.fill_text(asked, "Nobody was told, and the match was called."))


async def the_next_event(play: Play) -> None:
    """The barred try to register again; the leader lifts one bar."""
    play.narrator.act("The next event", "Who is barred is told why, since when, and what to do.")
    event = await announce(play, "Open 3", evening(play, days=6))
    assert event.announcement is not None
    barred = [*play.cast.who(Character.FORGETS), *play.cast.who(Character.TOO_LATE), *play.cast.who(Character.VANISHES)]
    for player in barred:
        answer = await ask_for_a_place(player.member, event.announcement)
        play.diary.refused_barred[player.member.id] = play.note(player.member, "tries to register", answer)
    await _lift(play, play.cast.who(Character.TOO_LATE)[0], event)


async def _lift(play: Play, player: Player, event: EventDiary) -> None:
    leader = play.stage.leader
    offered = await leader.suggestions("bar lift", "bar", player.name)
    chosen = next(iter(offered.values()))
    answer = await leader.type("bar lift", bar=chosen, reason="A minute late, and sorry for it.")
    play.diary.lifted.add(player.member.id)
    play.note(leader, f"lifts the bar of {player.name}", answer)
    assert event.announcement is not None
    answer = await player.member.press(event.announcement, "register")
    event.registered[player.member.id] = play.stage.now
    play.note(player.member, "registers", answer)
