"""Everybody's own data: taken along as a file, and let go of."""

from __future__ import annotations

from rehearsal.committee.ballots import Chamber, first
from rehearsal.members import Member


async def own_data(chamber: Chamber, ugo: Member) -> None:
    """One who played takes all that is kept about him along, and leaves; results of others stay."""
    play, ledger = chamber.play, chamber.ledger
    play.narrator.act("One's own data", "All that is kept can be taken along; what the rules let go is let go.")
    own = await ugo.press((await ugo.type("me")).post, "my-data")
    taken = play.note(ugo, "types /me, then My data and Take a copy", await ugo.press(own.post, "data-take"))
    file = first("file", (one for post in taken.posts for one in post.pictures))
    ledger.exported = ugo, play.stage.picture(file.url).decode()
    asked = play.note(ugo, "asks what an erasure means", await ugo.press(own.post, "data-ask"))
    play.note(ugo, "means it", await ugo.press(asked.post, "data-erase"))
    ledger.erased = ugo
    await play.wait(days=1)
