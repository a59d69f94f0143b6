"""Before the first event: the owner invites the bot, sets the server up, and names officers and arbiters."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.kernel.ids import GuildId, Place
from rehearsal import simcord_seam
from rehearsal.members import Answer, File, Member
from rehearsal.play import Play
from rehearsal.posts import Post
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
    await play.invite_spectators()
    await _bring_rulebook(play)


async def _bring_rulebook(play: Play) -> None:
    """A rulebook that does not come with the bot is uploaded by an organiser."""
    if play.rulebook.parent == FOLDER:
        return
    file = (play.rulebook.name, await asyncio.to_thread(play.rulebook.read_bytes))
    organiser = play.stage.organiser
    play.note(organiser, f"uploads {file[0]}", await organiser.type("rulebook upload", file=file))


async def quick_start(play: Play, time_zone: str | None = None) -> Post:
    """`/setup` and Quick start: nobody holds an office, and the bot makes its channels; answers the finished panel.

    Where no time zone is chosen before, the bot guesses one.
    """
    owner = play.stage.owner
    panel = play.note(owner, "types /setup", await owner.type("setup")).post
    if time_zone is not None:
        await owner.choose(panel, "setup-zone", time_zone)
    done = play.note(owner, "presses Quick start", await owner.press(panel, "quick-start:"))
    _move_in(play)
    assert done.panel is not None
    await play.invite_spectators()
    return done.panel


def _move_in(play: Play) -> None:
    """The bot has made channels of its own: it speaks there from now on, and everybody types there."""
    stage = play.stage
    community = stage.bot.communities.get(GuildId(stage.guild.id))
    for place in Place:
        if community is not None and (made := community.channel(place)) is not None:
            setattr(stage, place.value, simcord_seam.channel_of(stage.env, stage.guild, made))
    play.witness.learn_places()


async def switch_on(play: Play, *switches: str) -> None:
    """The owner switches commands on, as far as they are off."""
    owner = play.stage.owner
    panel = await owner.type("setup")
    shown = await owner.press(panel.post, "setup-page:commands")
    for switch in switches:
        if shown.panel is not None and f"setup-switch-on:{switch}" in shown.panel.offered:
            shown = await owner.press(shown.panel, f"setup-switch-on:{switch}")
    play.note(owner, "switches commands on", shown)
    await play.stage.settle()


async def bring_list(play: Play, sender: Member, file: File) -> Answer:
    """Somebody sends a list in, looks at its preview and confirms it."""
    shown = play.note(sender, f"sends {file[0]} in", await sender.type("association import", file=file))
    return play.note(sender, "confirms it", await sender.press(shown.post, "opening-confirm"))
