"""Before the first event: the owner invites the bot, sets the server up, and names officers and arbiters."""

from __future__ import annotations

import asyncio
from typing import Final

from rehearsal.play import Play
from rehearsal.regulation import FOLDER

TIME_ZONE: Final = "America/Sao_Paulo"
PLACES: Final = ("announcements", "matches", "committee", "record")


async def opening(play: Play) -> None:
    """Sets up by the panel alone, as any owner would."""
    play.narrator.act("Invited", "The owner sets the server up and names President, leader and arbiters.")
    stage, owner = play.stage, play.stage.owner
    panel = play.note(owner, "types /setup", await owner.type("setup")).post
    await owner.choose(panel, "setup-language", play.stage.language)
    await owner.choose(panel, "setup-zone", TIME_ZONE)
    await owner.press(panel, "setup-page:places")
    for place in PLACES:
        await owner.choose(panel, f"setup-channel:{place}", getattr(stage, place))
    await owner.choose(panel, "setup-role", stage.organisers)
    play.note(
        owner,
        "chooses language, time zone, channels and the organisers' role",
        await owner.press(panel, "setup-page:officers"),
    )
    form = await owner.press(panel, "setup-officers")
    referees = [member.actor for member in play.cast.referees]
    named = await owner.fill(
        form, president=[stage.president.actor], leader=[stage.leader.actor], arbiters=referees, title=["AN"]
    )
    play.note(owner, "names the officers", named)
    await owner.press(panel, "setup-page:check")
    play.note(owner, "finishes the setup", await owner.press(panel, "setup-finish"))
    await _bring_rulebook(play)


async def _bring_rulebook(play: Play) -> None:
    """A rulebook that does not come with the bot is uploaded by an organiser."""
    if play.rulebook.parent == FOLDER:
        return
    file = (play.rulebook.name, await asyncio.to_thread(play.rulebook.read_bytes))
    organiser = play.stage.organiser
    play.note(organiser, f"uploads {file[0]}", await organiser.type("rulebook upload", file=file))
