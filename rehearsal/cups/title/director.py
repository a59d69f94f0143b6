"""The match for a title, game by game: who says what, who pauses, what the arbiter decides (AIJE-D03-1 to -5)."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

from rehearsal.cast import Player
from rehearsal.cups.director import is_podium
from rehearsal.cups.title.diary import How, Lived, Paused, Shown, TitleCup
from rehearsal.diary import Played
from rehearsal.members import Answer, Member
from rehearsal.play import Stalled
from rehearsal.posts import Post, walk

NEXT_GAME: Final = re.compile(
    r"^[^\d<\n]+(\d+)[^\d<\n]+\d+[^\d<\n]+<@(\d+)>[^<*\n]*\*\*(\w+)\*\*[^<*\n]*<@(\d+)>[^<*\n]*\*\*(\w+)\*\*",
    re.MULTILINE,
)
"""How the card says which game comes next: its number, of how many, and who has which colour."""
WHY: Final = {How.ANNULLED: "The power failed in the middle of it.", How.AWARDED: "The other side had left the board."}
"""What the arbiter writes."""
_A_GAME: Final = timedelta(minutes=4)
_OUTAGE: Final = timedelta(minutes=3)
_BEHIND_WINS: Final = 0.75
"""How often who is behind wins, so that matches are long."""
PATIENCE: Final = timedelta(hours=2)


class TitleDirector:
    """Plays the one match from its call to the podium."""

    def __init__(self, cup: TitleCup) -> None:
        self._cup, self._play = cup, cup.play
        self._call: Post | None = None

    async def until_podium(self) -> None:
        """Plays scene after scene, then plain games until somebody has won; raises Stalled when no call comes."""
        await self._come()
        scenes: list[Callable[[], Awaitable[None]]] = [
            self._by_the_loser,
            self._by_both,
            self._disagree,
            self._trouble,
            self._pause,
            self._both_pauses_and_an_outage,
            self._pause_ended_early,
            self._award,
            self._taken_back,
            self._with_a_restart,
        ]
        for scene in scenes:
            if not self._is_over():
                await scene()
        while not self._is_over():
            await self._by_the_loser()
        until = self._play.stage.now + timedelta(minutes=30)
        while not any(is_podium(post) for post in self._play.witness.posts_of("announcements")):
            if self._play.stage.now >= until:
                raise Stalled("nobody is crowned")
            await self._play.pass_some_time(until)

    async def _come(self) -> None:
        until = self._play.stage.now + PATIENCE
        while not (calls := [post for post in self._play.witness.posts_of("matches") if post.has("here")]):
            if self._play.stage.now >= until:
                raise Stalled("the match is never called")
            await self._play.pass_some_time(until)
        self._call = calls[0]
        contest_id = str(self._call.find("here")["custom_id"]).partition(":")[2]
        players = (self._cup.champion, self._cup.challenger)
        played = Played((players[0].member.id, players[1].member.id), called=self._call)
        self._cup.event.matches[contest_id] = played
        for player in players:
            await self._play.wait(seconds=20)
            played.arrivals[player.member.id] = self._play.stage.now
            self._play.note(player.member, "is here", await player.member.press(self._call, "here"))

    @property
    def _card(self) -> Post:
        assert self._call is not None
        return self._play.stage.again(self._call)

    @property
    def _arbiter(self) -> Member:
        """Whom the card names beside the two."""
        named = [int(found) for found in re.findall(r"<@(\d+)>", self._card.text)]
        players = {one.member.id for one in self._play.cast.players}
        return self._play.stage.by_id(next(one for one in named if one not in players))

    def _is_over(self) -> bool:
        return any(self._cup.score(one.member.id) >= self._cup.numbers.needed for one in self._play.cast.players)

    # Words on a game

    async def _next_game(self) -> tuple[int, Player, Player]:
        """They play the next one: its number as the card says it, who wins, who loses."""
        await self._play.wait(minutes=_A_GAME.total_seconds() / 60)
        found = NEXT_GAME.search(self._card.text)
        if found is None:
            raise Stalled(f"the card names no next game: {self._card.text[:200]!r}")
        number, first, white, second, black = found.groups()
        colours = {int(first): self._cup.colour(white), int(second): self._cup.colour(black)}
        self._cup.shown.append(Shown(int(number), colours))
        champion, challenger = self._cup.champion, self._cup.challenger
        if self._play.dice.random() < self._chance(champion, challenger):
            return int(number), champion, challenger
        return int(number), challenger, champion

    def _chance(self, one: Player, other: Player) -> float:
        """How likely the first wins: who needs one more waits for the other, so that all games are played."""
        own, their = self._cup.score(one.member.id), self._cup.score(other.member.id)
        if own == their:
            return 0.5
        behind = 1.0 if max(own, their) == self._cup.numbers.needed - 1 else _BEHIND_WINS
        return behind if own < their else 1 - behind

    async def _say(self, member: Member, winner: Player) -> Answer:
        return self._play.note(
            member, f"says that {winner.name} won", await member.press(self._card, self._word(winner))
        )

    def _word(self, winner: Player) -> str:
        """The button that says so: the one that names the player."""
        buttons = [one for one in walk(self._card.components) if str(one.get("custom_id")).startswith("series-won:")]
        return next(str(one["custom_id"]) for one in buttons if winner.name in str(one["label"]).split())

    def _note(self, number: int, winner: Player | None, how: How) -> None:
        self._cup.lived.append(Lived(number, None if winner is None else winner.member.id, how, self._play.stage.now))

    async def _by_the_loser(self) -> None:
        number, winner, loser = await self._next_game()
        await self._say(loser.member, winner)
        self._note(number, winner, How.LOSER)

    async def _by_both(self) -> None:
        number, winner, loser = await self._next_game()
        waits = await self._say(winner.member, winner)
        self._cup.refused["a winner's word alone"] = waits
        await self._play.wait(seconds=30)
        await self._say(loser.member, winner)
        self._note(number, winner, How.BOTH)

    async def _disagree(self) -> None:
        """Each says to have won: the arbiter, who has watched, says who."""
        number, winner, loser = await self._next_game()
        await self._say(loser.member, loser)
        await self._say(winner.member, winner)
        await self._play.wait(seconds=45)
        await self._say(self._arbiter, winner)
        self._note(number, winner, How.ARBITER)

    async def _with_a_restart(self) -> None:
        """The bot is started anew between the two words; the second one is pressed twice."""
        number, winner, loser = await self._next_game()
        await self._say(winner.member, winner)
        self._cup.restarted_at = self._play.stage.now
        self._play.narrator.does("The bot", "is stopped between the two, and started anew")
        await self._play.stage.restart()
        self._play.look()
        answers = await self._play.stage.double_click(loser.member, self._card, self._word(winner))
        self._play.note(loser.member, "presses twice at once", answers[-1])
        self._note(number, winner, How.BOTH)

    # The arbiter

    async def _desk(self) -> Post:
        return (await self._arbiter.press(self._card, "referee")).post

    async def _decide(self, number: int, who: str, why: str) -> Answer:
        asked = await self._arbiter.choose(await self._desk(), "series-decide", f"{number}.{who}")
        return await self._arbiter.fill(asked, why=why)

    def _side(self, player: Player) -> str:
        """The side that the buttons of the card say."""
        return self._word(player).rpartition(".")[2]

    async def _trouble(self) -> None:
        """The power fails: nobody's pause, and the game is annulled."""
        number, winner, _ = await self._next_game()
        noted = await self._arbiter.press(await self._desk(), "match-trouble")
        self._play.note(self._arbiter, "notes technical trouble", noted)
        self._cup.refused["a player's word that it goes on"] = await self._go_on(winner.member)
        await self._play.wait(minutes=2)
        await self._go_on(self._arbiter)
        annulled = await self._decide(number, "x", WHY[How.ANNULLED])
        self._play.note(self._arbiter, f"annuls game {number}", annulled)
        self._note(number, None, How.ANNULLED)

    async def _award(self) -> None:
        number, winner, _ = await self._next_game()
        awarded = await self._decide(number, self._side(winner), WHY[How.AWARDED])
        self._play.note(self._arbiter, f"awards game {number} to {winner.name}", awarded)
        self._note(number, winner, How.AWARDED)

    async def _taken_back(self) -> None:
        """The arbiter enters the wrong winner, and takes it back."""
        number, winner, loser = await self._next_game()
        await self._say(self._arbiter, loser)
        self._note(number, loser, How.TAKEN_BACK)
        back = await self._arbiter.press(await self._desk(), "series-back")
        self._play.note(self._arbiter, "takes it back", back)
        await self._say(self._arbiter, winner)
        self._note(number, winner, How.ARBITER)

    # Pauses

    async def _go_on(self, member: Member) -> Answer:
        return self._play.note(member, "goes on", await member.press(self._card, "match-go-on"))

    async def _take(self, player: Player, at_once: int) -> Answer:
        offered = [one for one in self._card.offered if one.startswith("match-pause:")]
        button = next(one for one in offered if one.endswith(f".{at_once}"))
        lasts = at_once * self._cup.numbers.pause_lasts
        if f"{lasts.total_seconds() / 60:.0f}" not in str(self._card.find(button)["label"]):
            raise Stalled(f"the button of {at_once} pause(s) does not say how long that is")
        answer = await player.member.press(self._card, button)
        return self._play.note(player.member, f"takes {at_once} pause(s)", answer)

    async def _pause(self) -> None:
        """Five minutes, which end by themselves."""
        if self._cup.numbers.pauses < 1:
            return
        number, winner, loser = await self._next_game()
        now, lasts = self._play.stage.now, self._cup.numbers.pause_lasts
        await self._take(self._cup.champion, 1)
        self._cup.pauses.append(Paused(self._cup.champion.member.id, now, 1, now + lasts))
        await self._play.wait_until(now + lasts + timedelta(seconds=5))
        await self._say(loser.member, winner)
        self._note(number, winner, How.LOSER)

    async def _both_pauses_and_an_outage(self) -> None:
        """All of them as one; the bot is away for a while, in which no pause runs; a further one is refused."""
        most = self._cup.numbers.pauses
        if most < 2:
            return
        number, winner, loser = await self._next_game()
        now, member = self._play.stage.now, self._cup.challenger.member
        await self._take(self._cup.challenger, most)
        until = now + most * self._cup.numbers.pause_lasts + _OUTAGE
        self._cup.pauses.append(Paused(member.id, now, most, until))
        await self._play.wait(minutes=2)
        self._play.narrator.does("The bot", f"is away for {_OUTAGE}")
        await self._play.stage.sleep_through(_OUTAGE)
        self._play.look()
        await self._play.wait_until(until + timedelta(seconds=5))
        button = next(one for one in self._card.offered if one.startswith("match-pause:"))
        further = await member.press(self._card, button)
        self._cup.refused["a pause too many"] = self._play.note(member, "wants a further pause", further)
        await self._say(loser.member, winner)
        self._note(number, winner, How.LOSER)

    async def _pause_ended_early(self) -> None:
        if self._cup.numbers.pauses < 2:
            return
        number, winner, loser = await self._next_game()
        now = self._play.stage.now
        await self._take(self._cup.champion, 1)
        pause = Paused(self._cup.champion.member.id, now, 1, now + self._cup.numbers.pause_lasts)
        self._cup.pauses.append(pause)
        await self._play.wait(minutes=1)
        await self._go_on(self._cup.champion.member)
        pause.ended_at = self._play.stage.now
        await self._say(loser.member, winner)
        self._note(number, winner, How.LOSER)
