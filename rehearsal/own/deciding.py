"""Who is alone picks a reason: what everybody reads of it, who objects, and the opponent in the own match."""

from __future__ import annotations

from collections.abc import Sequence

from rehearsal.members import Answer, Member
from rehearsal.own.diary import WHY, Decided, Tries
from rehearsal.own.rounds import A_MOMENT


async def decide(own: Tries, act: str, what: str, asked: Answer, ground: str) -> Decided | None:
    """Picks the reason, and finds what everybody reads of it; None where no reason was asked for."""
    play, organiser = own.play, own.play.stage.organiser
    if not any(post.has(WHY) for post in asked.posts):
        return None
    at = play.stage.now
    play.note(organiser, f"picks a reason to {what}", await organiser.choose(asked.post, WHY, ground))
    await play.wait_until(play.stage.now + A_MOMENT)
    done = Decided(act, what, at, play.stage.latest("own-object", play.stage.announcements))
    own.decided.append(done)
    return done


async def object_to(
    own: Tries, done: Decided | None, objecting: Sequence[Member], others: Sequence[Member] = ()
) -> None:
    """Some press in vain, who do not play or have done it; then players object, one after the other."""
    play = own.play
    if done is None:
        return
    for member in others:
        done.refused.append(play.note(member, "would object", await member.press(done.public, "own-object")))
    for member in objecting:
        await play.wait(minutes=1)
        done.objected.append((play.stage.now, member.id))
        play.note(member, f"objects to: {done.what}", await member.press(done.public, "own-object"))
    await play.wait_until(play.stage.now + A_MOMENT)


async def ask_to_agree(own: Tries, asked: Answer, name: str) -> None:
    """The organiser picks a reason, and the opponent is asked."""
    play, otto = own.play, own.play.stage.organiser
    if any(post.has(WHY) for post in asked.posts):
        own.moments[f"asked: {name}"] = play.stage.now
        play.note(otto, "picks a reason", await otto.choose(asked.post, WHY, "trouble"))
    await play.wait_until(play.stage.now + A_MOMENT)
