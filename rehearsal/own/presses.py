"""What somebody presses who tries an act about the own event: from its command to the last form, or the refusal."""

from __future__ import annotations

from typing import Final

from rehearsal.members import Answer, Member
from rehearsal.posts import Post

NO_POWER: Final = "No power"
"""Why somebody pauses."""


async def fill(member: Member, opened: Answer, **values: str) -> Answer:
    """Sends the form in, where one was opened; else what was said instead."""
    return opened if opened.result.modal is None else await member.fill(opened, **values)


def _with(answer: Answer, button: str) -> Post | None:
    """The message of the answer with the button."""
    shown = [*answer.posts, *([answer.panel] if answer.panel is not None else ())]
    return next((post for post in shown if post.has(button)), None)


async def on(member: Member, shown: Answer, button: str) -> Answer:
    """Presses the button, where it is offered; else what was said instead."""
    post = _with(shown, button)
    return shown if post is None else await member.press(post, button)


async def cancel(member: Member, event: str) -> Answer:
    """Calls the event off."""
    return await fill(member, await member.type("tournament cancel", tournament=event), reason="I am losing")


async def pause(member: Member, event: str, until: str = "") -> Answer:
    """Pauses the event, until a moment where one is typed."""
    form = await member.type("tournament pause", tournament=event)
    return await fill(member, form, reason=NO_POWER, **({"until": until} if until else {}))


async def move(member: Member, event: str, typed: str) -> Answer:
    """Moves the start, and confirms the preview where there is one."""
    shown = await member.type("tournament edit", tournament=event, start=typed)
    return await on(member, shown, "draft-confirm")


async def seed(member: Member, event: str) -> Answer:
    """Gives oneself the easier half."""
    form = await on(member, await member.type("desk", tournament=event), "seeds")
    return await fill(member, form, order=member.name)


async def remove(member: Member, event: str, rival: Member) -> Answer:
    """Takes somebody off the list who plays too."""
    offered = await member.suggestions("tournament remove", "player", tournament=event)
    player = next(value for name, value in offered.items() if rival.name in name)
    shown = await member.type("tournament remove", tournament=event, player=player)
    return await fill(member, shown, reason="A rival less")


async def keep_apart(member: Member, event: str, one: Member, other: Member) -> Answer:
    """Says that two are not to meet in the first round."""
    offered = await member.suggestions("entrant forbid", "player", tournament=event)
    first, second = (next(value for name, value in offered.items() if each.name in name) for each in (one, other))
    return await member.type("entrant forbid", tournament=event, player=first, other=second, reason="Brothers")


async def rule(member: Member, match: str, score: str) -> Answer:
    """Decides the match."""
    desk = await member.type("match rule", match=match)
    post = _with(desk, "rule")
    if post is None:
        return desk
    return await fill(member, await member.choose(post, "rule", score), why="I saw it")


async def stop(member: Member, match: str) -> Answer:
    """Suspends the match."""
    form = await on(member, await member.type("match rule", match=match), "suspend")
    return await fill(member, form, why="The server lags")


async def correct(member: Member, match: str, score: str) -> Answer:
    """Puts the result of a match right."""
    asked = await member.type("match correct", match=match)
    post = _with(asked, "correct")
    if post is None:
        return asked
    shown = await member.choose(post, "correct", score)
    return await fill(member, await on(member, shown, "correct-it"), why="It was the other way round")


async def confirm(member: Member, shown: Answer) -> Answer:
    """Presses the first button of a preview, where there is one."""
    offered = [(post, one) for post in shown.posts for one in post.offered]
    return await member.press(*offered[0]) if offered else shown
