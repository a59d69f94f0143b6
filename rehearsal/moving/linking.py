"""Who has no Discord yet turns out to be a member: staff links one, to the wrong one first; another claims the name."""

from __future__ import annotations

from rehearsal.members import Member
from rehearsal.moving import papers
from rehearsal.moving.diary import Move


async def staff_links(move: Move) -> None:
    """An organiser takes somebody of a like name for Luca, takes it back, and links the right one."""
    play, organiser = move.play, move.play.stage.organiser
    play.narrator.act("Who is who", "Two of the list have joined the server under other names.")
    await _link(move, papers.LUCA, play.stage.members[papers.NAMESAKE])
    mine = await organiser.type("undo")
    play.note(organiser, "takes it back", await organiser.press(mine.post, "undo"))
    await _link(move, papers.LUCA, move.people[papers.JOINS_AS[papers.LUCA]])
    await play.wait(minutes=1)


async def _link(move: Move, name: str, member: Member) -> None:
    play, organiser = move.play, move.play.stage.organiser
    shown = await organiser.type("link", person=name, member=member)
    form = await organiser.press(shown.post, "link-sure")
    play.note(organiser, f"links {name} to {member.name}", await organiser.fill(form, reason="We have met."))


async def claims_the_name(move: Move) -> None:
    """Sara says that she is the one of the list, and an arbiter confirms it."""
    play, sara, arbiter = move.play, move.people[papers.JOINS_AS[papers.SARA]], move.play.stage.arbiter
    play.note(sara, f"claims to be {papers.SARA}", await sara.type("claim", name=papers.SARA))
    await play.wait(seconds=15)
    card = play.stage.latest("name-grant", play.stage.committee)
    form = await arbiter.press(card, "name-grant")
    play.note(arbiter, "confirms it", await arbiter.fill(form, reason="Showed the account."))
    await play.wait(seconds=15)
