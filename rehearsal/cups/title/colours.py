"""Before a match for the title: the champion is named, and chooses colours; nobody else can (AIJE-D03-2)."""

from __future__ import annotations

from typing import Final

from rehearsal.cups.title.diary import TitleCup
from rehearsal.members import Answer

FIRST, LAST = "first", "last"
_WHITE, _BLACK = "first", "second"
"""Who has which moves first: so the buttons and the file say it."""
_CHOOSES_THE_LAST: Final = 0.5
"""How often the champion chooses for the last game too; otherwise the lot does."""


async def choose(cup: TitleCup) -> None:
    """The organiser names the champion, who thinks again about the first game."""
    play, organiser, champion = cup.play, cup.play.stage.organiser, cup.champion.member
    named = await organiser.type("title holder", tournament=cup.event.event_id, member=champion)
    play.note(organiser, f"names {champion.name} as the champion", named)
    await play.stage.settle()
    play.look()
    if not cup.numbers.chooses:
        return
    cup.question = play.stage.latest("title-colour", play.stage.matches)
    cup.refused["a challenger's colour"] = await _press(cup, cup.challenger.member.name, FIRST, _WHITE)
    await _choose(cup, FIRST, _BLACK)
    if play.dice.random() < _CHOOSES_THE_LAST:
        await _choose(cup, LAST, _BLACK)
    await play.stage.restart()
    play.look()
    await _choose(cup, FIRST, _WHITE)


async def _choose(cup: TitleCup, which: str, colour: str) -> None:
    await _press(cup, cup.champion.member.name, which, colour)
    cup.chosen[which] = colour


async def _press(cup: TitleCup, name: str, which: str, colour: str) -> Answer:
    assert cup.question is not None
    member = cup.play.stage.members[name]
    answer = await member.press(cup.question, f"title-colour:{cup.event.event_id}.{which}.{colour}")
    return cup.play.note(member, f"chooses the {colour} move for the {which} game", answer)


async def too_late(cup: TitleCup) -> None:
    """Once the match is drawn the choice is closed: the message as it stood has no button any more."""
    if cup.question is None:
        return
    button = next(one for one in cup.question.offered if one.startswith("title-colour:"))
    answer = await cup.play.stage.stale_press(cup.champion.member, cup.question, button)
    cup.refused["a colour after the draw"] = cup.play.note(cup.champion.member, "wants another colour now", answer)
