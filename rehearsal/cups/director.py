"""The rounds of a cup, driven by what the channels show: calls, rounds that are over, the podium."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from typing import Final

from rehearsal.acts.curtain import export, verify
from rehearsal.acts.playing import Director, Table
from rehearsal.cast import Character, Player
from rehearsal.cups.cup import Cup
from rehearsal.diary import EventDiary
from rehearsal.posts import Post
from rehearsal.witness import How

ROUND_OVER: Final = re.compile(r"^## [^\d*\n]+(\d+)[^\d*\n]+\*\*.+\*\*.*$", re.MULTILINE)
"""The heading of the post that ends a numbered round: the number before the name of the event."""
OVER: Final = re.compile(rf"{ROUND_OVER.pattern}|^🏁 ", re.MULTILINE)
"""The heading of the post that ends a round."""
_A_MOMENT: Final = timedelta(seconds=2)
_DRAWN: Final = 0.2
"""How often two sides part as equals where they can."""


def is_podium(post: Post) -> bool:
    """Whether the post ends the event: it leads to the ranking, and to what was played."""
    return post.has("ranking") and (post.has("standings") or post.has("bracket"))


class CupDirector(Director):
    """Gives everybody who is called something to do, and somebody a look at the table after each round."""

    def __init__(self, cup: Cup, event: EventDiary) -> None:
        super().__init__(cup.play, event)
        self._cup = cup
        self._rounds = 0
        self._looked = 0

    def _is_over(self) -> bool:
        """Everybody sees the podium in the announcements: a post that leads to the ranking, and to what was played."""
        return any(
            is_podium(sight.post)
            for sight in self._play.witness.sights
            if sight.how is How.POSTED and sight.post.message_id > self._begun
        )

    def _watch(self) -> None:
        super()._watch()
        fresh = self._play.witness.sights[self._looked :]
        self._looked = len(self._play.witness.sights)
        for sight in fresh:
            # A ruling on a match begins its last line as a round's end does, and stands among the matches.
            public = sight.how is How.POSTED and sight.place == "announcements"
            if public and sight.post.message_id > self._begun and OVER.search(sight.post.text):
                self._rounds += 1
                self._agenda.after(_A_MOMENT, partial(self._look, sight.post, self._rounds))
                quitter = self._cup.person(Character.QUITS)
                if self._rounds == 1 and quitter is not None:
                    self._agenda.after(2 * _A_MOMENT, self._quit)

    async def _look(self, post: Post, after_round: int) -> None:
        """A player opens the table from the post, or by command where the post offers a bracket."""
        players = self._event_players()
        reader = players[after_round % len(players)].member
        if post.has("standings"):
            answer = await reader.press(post, "standings")
        else:
            answer = await reader.type("standings", tournament=self._event.event_id)
        await self._cup.remember_look(after_round, answer)
        self._play.note(reader, "looks at the table", answer)
        await ask_why(self._cup, reader.id, answer.post)

    def _event_players(self) -> list[Player]:
        return [one for one in self._play.cast.players if one.member.id in self._event.starters]

    async def _quit(self) -> None:
        """Leaves by command, and confirms it."""
        member = self._cup.person(Character.QUITS)
        if member is None or member.id not in self._event.starters:
            return
        asked = await member.type("withdraw", tournament=self._event.event_id)
        self._play.note(member, "wants to leave", asked)
        self._event.quit[member.id] = self._play.stage.now
        self._play.note(member, "confirms it", await member.press(asked.post, "leave"))
        self._play.diary.shown.add(Character.QUITS)

    def _is_off(self, table: Table) -> bool:
        """Whether one of the two has left, and nobody is waited for any more."""
        return any(player.member.id in self._event.quit for player in table.players)

    async def _come(self, table: Table, player: Player) -> None:
        if not self._is_off(table):
            await super()._come(table, player)

    async def _finish(self, table: Table) -> None:
        if self._is_off(table):
            return
        await super()._finish(table)
        await self._start_anew()

    async def _start_anew(self) -> None:
        """The bot is stopped once, after a report and before its answer."""
        if self._is_under_way() and self._cup.restarted_at is None:
            self._cup.restarted_at = self._play.stage.now
            self._play.narrator.does("The bot", "is stopped between a report and its answer, and started anew")
            await self._play.stage.restart()
            self._play.look()

    def _is_under_way(self) -> bool:
        """Whether enough was played for a stop to be one in the middle."""
        return self._rounds > 0

    def _lateness(self) -> timedelta:
        """Half a stretch more than what costs some games, a match being left to play."""
        games = min(2, self._cup.rules.best_of // 2)
        return timedelta(minutes=(games + 0.5) * self._play.rules.minutes_per_game)

    def _games(self, table: Table, offered: list[str]) -> tuple[int, ...]:
        """As in the Open; where a draw can be, some matches end in one."""
        possible = [tuple(int(games) for games in value.split("-")) for value in offered]
        level = [games for games in possible if games[0] == games[1]]
        if level and table.odd is None and self._play.dice.random() < _DRAWN:
            return self._play.dice.choice(level)
        return super()._games(table, offered)


async def ask_why(cup: Cup, member: int, table: Post) -> None:
    """The reader of the table asks why somebody stands there: the first time themselves, then further down."""
    play = cup.play
    reader = play.stage.by_id(member)
    offered = list(table.options("standings-why"))
    chosen = offered[len(cup.asked) % len(offered)]
    answer = await reader.choose(table, "standings-why", chosen)
    named = [int(found) for found in re.findall(r"<@(\d+)>", answer.text)]
    await cup.remember_reasons(named[0] if named else 0, answer)
    play.note(reader, "asks why somebody stands there", answer)


async def curtain(cup: Cup) -> None:
    """The table at the end, everybody's reasons, the draw run again, and the record taken away."""
    play, event = cup.play, cup.event
    play.narrator.act("Curtain", "Anybody can look at the table, ask for the reasons, and run the draw again.")
    reader = play.cast.players[-1].member
    table = await reader.type("standings", tournament=event.event_id)
    await cup.remember_look(-1, table)
    play.note(reader, "looks at the final table", table)
    for _ in table.post.options("standings-why"):
        await ask_why(cup, reader.id, table.post)
    cup.verified = await verify(play, reader, event)
    cup.exported = await export(play, event)
    if "ranking" in play.stage.commands:
        play.note(reader, "types /ranking", await reader.type("ranking"))
