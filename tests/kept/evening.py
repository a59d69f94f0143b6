"""An evening that is left in its middle: `python -m tests.kept.evening NAME` plays it and keeps what the bot leaves.

A file that is kept is never made anew: it is what a community has on its disk. What comes later is kept under a name
of its own.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot import wiring
from bot.people.model import ArbiterTitle
from rehearsal.members import Answer, Member
from rehearsal.posts import Post
from rehearsal.stage import _entitle
from tests.discord.harness import an_event, enter, rows
from tests.discord.test_association import a_list
from tests.discord.voting import opened
from tests.kept.town import Town, write

Open = dict[str, tuple[Member, Answer]]
"""Forms that members have open on their screens when the bot ends, by what they are for."""
CUP: Final[dict[str, str | list[str]]] = {"kind": ["cup"], "start": "tomorrow 8pm", "best_of": "", "seats": ""}


async def play(town: Town) -> Open:
    """All that begins before the bot falls silent, and what people do then."""
    await _found(town)
    await _announce(town)
    await town.advance(hours=1, minutes=51)
    for player in (*town.players[:8], *town.players[10:13], *town.players[13:]):
        await _confirm(town, player)
    for one in (town.arbiter, *town.committee_members[1:]):
        await one.type("arbiter on")
    await town.advance(minutes=9, seconds=5)
    forms: Open = {}
    await _papers(town, forms)
    await _open_in_its_middle(town, forms)
    await _without_a_word(town)
    return forms


async def _found(town: Town) -> None:
    await town.set_up()
    for member in town.committee_members:
        await town._decide(_entitle, town._person(member), town.owner_person, ArbiterTitle.AN)
    await town.advance(minutes=1)


async def _announce(town: Town) -> None:
    """An Open, a cup of teams and an arena, all of which begin in two hours."""
    await enter(town, await an_event(town, "Open"), *town.players[:10])
    await enter(town, await an_event(town, "Arena", rulebook="arena"), *town.players[13:])
    post = await an_event(town, "Teams", rulebook="teams")
    for captain in town.players[10:13]:
        names = (captain.name, f"{captain.name} two", f"{captain.name} three")
        form = await captain.press(post, "register")
        await captain.fill(form, name=f"Team {captain.name}", members="\n".join(names))
    (event,) = rows(town, "SELECT tournament_id FROM tournaments WHERE name = 'Teams'")
    desk = await town.organiser.type("desk", tournament=event[0])
    for team in [one for one in desk.post.offered if one.startswith("team-desk:")]:
        shown = await town.organiser.press(desk.post, team)
        await town.organiser.press(shown.post, "team-take-in")


async def _confirm(town: Town, player: Member) -> None:
    """Under the call of the event for which the player has entered."""
    calls = [post for post in town.posts_in(town.announcements) if post.has("check-in")]
    answers = [await player.press(post, "check-in") for post in calls]
    assert not all(one.is_refusal for one in answers)


async def _open_in_its_middle(town: Town, forms: Open) -> None:
    """One match is settled, two are reported, one is in dispute; two stayed away, and are asked why."""
    absent = town.players[8]
    forms["justify"] = (absent, await absent.press(town.latest("justify", town.announcements), "justify"))
    cards = _of_the_open(town)
    for card in cards:
        for player in _players_of(town, card):
            await player.press(card, "here")
    await town.advance(seconds=1)
    for card in cards:
        await _players_of(town, card)[0].choose(town.again(card), "score", "3-1")
    settled, _, disputed, doubted = cards
    await _players_of(town, settled)[1].press(town.again(settled), "agree")
    second = _players_of(town, disputed)[1]
    await second.fill(await second.press(town.again(disputed), "dispute"), why="I won the last game")
    other = _players_of(town, doubted)[1]
    forms["dispute"] = (other, await other.press(town.again(doubted), "dispute"))


def _of_the_open(town: Town) -> list[Post]:
    """The quarter-finals, the first first."""
    return [post for post in town.posts_in(town.matches) if "Quarter-finals" in post.text]


def _players_of(town: Town, card: Post) -> list[Member]:
    """The sides of the match, the first first."""
    there = [one for one in town.players if f"<@{one.id}>" in card.text]
    return sorted(there, key=lambda one: card.text.index(f"<@{one.id}>"))


async def _papers(town: Town, forms: Open) -> None:
    """Votes, a wish for a second signature, drafts of a cup and of sign-ups, an act that waits for its reason."""
    accused, *voters = town.committee_members
    await town.leader.type("vote open", kind="open-question", question="Where do we meet?")
    open_vote = await opened(town, "member-expulsion", town.arbiter)
    await voters[0].press(open_vote, "vote-yes")
    vote = await opened(town, "member-expulsion", accused)
    await voters[0].press(vote, "vote-yes")
    await town.owner.type("me")
    shown = await town.owner.type("association import", file=a_list(f"{town.owner.name};{town.owner.id};2900;;;;AI;;"))
    await town.owner.press(shown.post, "opening-confirm")
    await an_event(town, "Sunday", rulebook="round-robin", starts_at=town.now + timedelta(days=3))
    friday = await an_event(town, "Friday", rulebook="cup", starts_at=town.now + timedelta(days=2))
    await enter(town, friday, town.organiser, *town.players[:3])
    asked = await town.organiser.type("tournament cancel", tournament="Friday")
    await town.organiser.fill(asked, reason="Rain")
    await town.organiser.type("tournament enter", tournament="Friday", file=("names.csv", b"Name\nVisitor\n"))
    await town.organiser.fill(await town.organiser.type("tournament create"), name="Saturday", **CUP)
    forms["cup"] = (town.organiser, await town.organiser.type("tournament create"))


async def _without_a_word(town: Town) -> None:
    """The bot answers, and says nothing more: what it promises waits in its file."""
    await town.settle()
    await town.bot.notifier.close()
    _, reported, *_ = _of_the_open(town)
    await _players_of(town, reported)[1].press(town.again(reported), "agree")
    vote = town.latest("vote-yes", town.committee)
    for voter in (town.arbiter, *town.committee_members[2:]):
        await voter.press(vote, "vote-yes")
    await town.leader.type("office resign", office="leader", reason="Enough.")
    cancelled = await town.organiser.type("tournament cancel", tournament="Sunday")
    await town.organiser.fill(cancelled, reason="Nobody has time")
    await an_event(town, "Monday", rulebook="swiss", starts_at=town.now + timedelta(days=4))
    asked = await town.players[0].type("jeek play", member=town.players[1], colour="white")
    await town.players[1].press(asked.post, "jeek-accept")
    await town.advance(seconds=40)


async def leave(name: str) -> None:
    """Plays the evening, and keeps the file and the server under the name."""
    wiring.join()
    with TemporaryDirectory() as folder:
        town = Town(Path(folder) / "arbiter.db", 1, "en-US", "UTC")
        await town.start()
        forms = await play(town)
        await town.stop()
        write(town, name, forms)
        await town.close()


if __name__ == "__main__":
    asyncio.run(leave(sys.argv[1]))
