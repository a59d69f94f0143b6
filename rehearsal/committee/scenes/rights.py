"""Everybody's own data: taken along as a file, and let go of."""

from __future__ import annotations

from rehearsal.committee.ballots import Chamber, first
from rehearsal.members import Member


async def own_data(chamber: Chamber, ugo: Member) -> None:
    """One who played takes all that is kept about him along, and leaves; results of others stay."""
    play, ledger = chamber.play, chamber.ledger
    play.narrator.act("One's own data", "All that is kept can be taken along; what the rules let go is let go.")
    taken = play.note(ugo, "types /mydata export", await ugo.type("mydata export"))
    file = first("file", (one for post in taken.posts for one in post.pictures))
    ledger.exported = ugo, play.stage.picture(file.url).decode()
    asked = play.note(ugo, "types /mydata erase", await ugo.type("mydata erase"))
    play.note(ugo, "means it", await ugo.press(asked.post, "data-erase"))
    ledger.erased = ugo
    await play.wait(days=1)
