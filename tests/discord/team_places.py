"""Everybody who was named for a team says yes: members by their own press, the others by an organiser's."""

from __future__ import annotations

from tests.discord.harness import Answer, Member, Stage, rows


async def accept_outsiders(stage: Stage) -> None:
    """The organiser says yes for everybody without Discord, team by team, from the desk."""
    event = str(rows(stage, "SELECT tournament_id FROM tournaments")[0][0])
    desk = await stage.organiser.type("desk", tournament=event)
    for team in [one for one in desk.post.offered if one.startswith("team-desk:")]:
        shown = await stage.organiser.press(desk.post, team)
        if shown.post.has("team-take-in"):
            await stage.organiser.press(shown.post, "team-take-in")


async def say_yes(stage: Stage, member: Member, account: str = "") -> Answer:
    """The member presses yes under the message in the channel."""
    answer = await member.press(stage.latest("team-yes", stage.announcements), "team-yes")
    return answer if answer.result.modal is None else await member.fill(answer, account=account)
