"""Who was named for a team says yes: members of the server press, and an organiser accepts who has no Discord."""

from __future__ import annotations

from typing import Final

from rehearsal.cups.teams.diary import TeamCup
from rehearsal.cups.teams.roster import Squad
from rehearsal.diary import EventDiary
from rehearsal.members import Answer, Member

_MOST: Final = 40
"""Presses after which nobody answers any more, so that a fault ends the play."""


async def all_say_yes(cup: TeamCup, event: EventDiary, squad: Squad, saved: Answer) -> None:
    """The captain says who is meant where the bot asks, then everybody in the team answers."""
    captain, post = squad.captain.member, saved.posts[-1] if saved.posts else saved.panel
    for _ in range(_MOST):
        if post is None or not cup.play.stage.again(post).has("team-new"):
            break
        told = cup.play.note(captain, "says that somebody else is meant", await captain.press(post, "team-new"))
        post = told.panel or told.post
    for mate in squad.people:
        if mate.member is not None and mate.member is not captain:
            await _says_yes(cup, mate.member, mate.account)
    await _accepts(cup, event)


async def _says_yes(cup: TeamCup, member: Member, account: str) -> None:
    """Finds the question under `/me`, as somebody does who missed the message."""
    found = await member.type("me")
    if not found.post.has("team-asked"):
        return
    cup.invited += 1
    asked = await member.press(found.post, "team-asked")
    answer = await member.press(asked.post, "team-yes")
    if answer.result.modal is not None:
        answer = await member.fill(answer, account=account)
    cup.play.note(member, "says yes to the team", answer)


async def _accepts(cup: TeamCup, event: EventDiary) -> None:
    organiser = cup.play.stage.organiser
    desk = await organiser.type("desk", tournament=event.event_id)
    for team in [one for one in desk.post.offered if one.startswith("team-desk:")]:
        shown = await organiser.press(desk.post, team)
        if shown.post.has("team-take-in"):
            taken = await organiser.press(shown.post, "team-take-in")
            cup.play.note(organiser, "accepts who has no Discord", taken)
