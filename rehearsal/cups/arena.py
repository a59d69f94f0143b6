"""An arena: whoever is paired plays at once, tells the result on a card of their own, and comes back to the lobby."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from rehearsal import regulation
from rehearsal.cast import Character, Player
from rehearsal.cups.cup import Cup
from rehearsal.cups.director import ask_why, is_podium
from rehearsal.diary import EventDiary
from rehearsal.members import Answer
from rehearsal.play import Agenda, Play, Stalled
from rehearsal.posts import Post
from rehearsal.witness import Reader

LOOKS: Final = timedelta(minutes=20)
"""After so long somebody looks at the table, and again."""
LEAVES: Final = timedelta(minutes=25)
RESTARTS: Final = timedelta(minutes=15)
_PATIENCE: Final = timedelta(seconds=5)
"""So long after the time for a first move somebody says that it has not come."""
_DRAWN: Final = 0.3
_BEFORE_THE_END: Final = timedelta(minutes=1)
"""Nobody tells a result later than this: what is told after the end does not count (ARENA-4)."""
_HURRY: Final = timedelta(minutes=2)
"""So long before the end whoever plays has told the result, if they had as long to play."""
_OUTAGE_AT: Final = timedelta(minutes=35)
_OUTAGE: Final = timedelta(minutes=4)
_COMES_LATE: Final = timedelta(seconds=25)
"""After being asked for the first move."""
_RULED_AFTER: Final = timedelta(minutes=6)
"""Once the organisers have been told that a game is disputed."""
_HELD: Final = timedelta(seconds=50)
"""So long before the end somebody opens a card, and presses on it once it is over."""
_TOO_LATE: Final = timedelta(seconds=1)
"""After the moment that the lobby names: presses that were on their way are still waited for."""
_MOVES: Final = (8, 10, 11, 24, 30, 31, 45)
"""Lengths of draws, about the limits at which they count."""


class ArenaDirector:
    """Everybody's hour: called, played, told, confirmed, ready again."""

    def __init__(self, cup: Cup, event: EventDiary) -> None:
        self._cup, self._play, self._event = cup, cup.play, event
        self._agenda = Agenda(cup.play, self._watch)
        self._over = False
        self._playing: set[str] = set()
        assert event.announcement is not None
        self._posts = Reader(cup.play.witness, event.announcement.message_id)
        rules = regulation.tables(cup.play.rulebook)["arena"]
        self._end = cup.play.stage.now + regulation.duration(rules["lasts"])
        self._waited_for = regulation.duration(rules["first_move_within"]) + _PATIENCE
        self._open: dict[str, tuple[Player, Player, Post]] = {}
        """Games that two play, by their ids."""

    async def until_podium(self) -> None:
        """Plays until the podium is there; raises Stalled when it does not come."""
        for number in (1, 2):
            self._agenda.after(number * LOOKS, partial(self._look, number))
        self._agenda.after(RESTARTS, self._restart)
        self._agenda.after(LEAVES, self._quit)
        self._agenda.after(_OUTAGE_AT, self._outage)
        self._watch()
        until = self._play.stage.now + timedelta(hours=3)
        while not self._over:
            if self._play.stage.now > until:
                raise Stalled(f"{self._event.name}: the arena has no end")
            if self._agenda.is_empty:
                await self._play.pass_some_time(self._play.stage.now + timedelta(minutes=1))
                self._watch()
            else:
                await self._agenda.next()

    def _watch(self) -> None:
        for post in self._posts.fresh():
            self._over = self._over or is_podium(post)
            if post.has("arena-mine") and not post.has("arena-leave"):
                for member in sorted(post.pinged):
                    player = self._play.cast.of(member)
                    if player is not None:
                        self._agenda.after(self._play.seconds(5, 20), partial(self._sit_down, player, post))

    def _is_absent(self, player: Player) -> bool:
        return player.character is Character.VANISHES or player.member.id in self._event.quit

    async def _sit_down(self, player: Player, call: Post) -> None:
        """Opens the own card; the first of two plans when they will have played."""
        if self._over or self._is_absent(player):
            return
        card = await player.member.press(call, "arena-mine")
        self._play.note(player.member, "looks at the own game", card)
        contest, other = self._game_on(card, player)
        if contest is None or other is None or contest in self._playing:
            return
        self._playing.add(contest)
        if self._is_absent(other):
            self._agenda.after(self._waited_for, partial(self._ask_for_move, player, contest, card))
            return
        self._open[contest] = (player, other, call)
        late = next((one for one in (player, other) if self._is_due(one, Character.LATE)), None)
        if late is None:
            self._agenda.after(self._game_lasts(), partial(self._tell, contest))
            return
        self._play.diary.shown.add(Character.LATE)
        self._agenda.after(self._waited_for, partial(self._wait_for, late, contest))

    def _game_on(self, card: Answer, player: Player) -> tuple[str | None, Player | None]:
        """The game that the card shows, and whom the player meets in it."""
        contest = next((one.partition(":")[2] for one in card.post.offered if one.startswith("arena-won:")), None)
        others = (one for one in self._play.cast.players if one is not player)
        return contest, next((one for one in others if f"<@{one.member.id}>" in card.text), None)

    def _game_lasts(self) -> timedelta:
        """As long as people take; towards the end they hurry, and are paired once more before it is over."""
        planned, left = self._play.seconds(150, 420), self._end - _HURRY - self._play.stage.now
        return min(planned, left) if left > _HURRY else planned

    def _is_due(self, player: Player, character: Character) -> bool:
        """Whether it is the player's scene, which has not been played yet."""
        return player.character is character and character not in self._play.diary.shown

    async def _wait_for(self, late: Player, contest: str) -> None:
        """The first move does not come in time; who is asked for it comes before the game is lost."""
        one, other, call = self._open[contest]
        waiting = other if late is one else one
        card = await waiting.member.press(call, "arena-mine")
        asked = await waiting.member.press(card.post, "arena-absent")
        self._play.note(waiting.member, "says that the opponent does not move", asked)
        self._agenda.after(_COMES_LATE, partial(self._come_late, late, contest))

    async def _come_late(self, late: Player, contest: str) -> None:
        card = await late.member.press(self._open[contest][2], "arena-mine")
        self._play.note(late.member, "is there after all", await late.member.press(card.post, "here"))
        self._cup.in_arena.answered.add(contest)
        self._agenda.after(self._play.seconds(150, 420), partial(self._tell, contest))

    async def _ask_for_move(self, player: Player, contest: str, card: Answer) -> None:
        self._play.diary.shown.add(Character.VANISHES)
        self._cup.in_arena.forfeited.add(contest)
        answer = await player.member.press(card.post, "arena-absent")
        self._play.note(player.member, "says that the opponent does not move", answer)
        self._agenda.after(timedelta(minutes=2), partial(self._back, player))

    async def _tell(self, contest: str) -> None:
        """They have played: the winner tells it, or of a draw the first of the two with its moves."""
        one, other, call = self._open[contest]
        if self._play.stage.now > self._end - _BEFORE_THE_END or self._is_absent(one) or self._is_absent(other):
            return
        del self._open[contest]
        claims = next((player for player in (one, other) if self._is_due(player, Character.CLAIMS_TOO_MUCH)), None)
        if claims is not None:
            await self._claim(contest, claims, other if claims is one else one, call)
            return
        chance = 1 / (1 + 10 ** ((other.strength - one.strength) / 12))
        teller, listener = (one, other) if self._play.dice.random() < chance else (other, one)
        card = await teller.member.press(call, "arena-mine")
        if card.post.has("arena-won"):
            await self._tell_end(teller, card)
            self._agenda.after(self._play.seconds(5, 30), partial(self._agree, teller, listener, call))

    async def _tell_end(self, teller: Player, card: Answer) -> None:
        if self._play.dice.random() < _DRAWN:
            moves = self._play.dice.choice(_MOVES)
            told = await teller.member.fill(await teller.member.press(card.post, "arena-drawn"), moves=str(moves))
            self._play.note(teller.member, f"tells a draw of {moves} moves", told)
        else:
            told = await teller.member.press(card.post, "arena-won")
            self._play.note(teller.member, "tells a win", told)

    async def _claim(self, contest: str, claims: Player, winner: Player, call: Post) -> None:
        """Somebody tells a win that was none; the winner disputes it, both play on, and an organiser rules."""
        self._play.diary.shown.add(Character.CLAIMS_TOO_MUCH)
        self._cup.in_arena.disputed[contest] = winner.member.id
        card = await claims.member.press(call, "arena-mine")
        self._play.note(claims.member, "tells a win", await claims.member.press(card.post, "arena-won"))
        self._agenda.after(self._play.seconds(5, 30), partial(self._dispute, claims, winner, call))

    async def _dispute(self, claims: Player, winner: Player, call: Post) -> None:
        card = await winner.member.press(call, "arena-mine")
        asked = await winner.member.press(card.post, "dispute")
        self._play.note(winner.member, "disputes it", await winner.member.fill_text(asked, "I have the moves."))
        self._agenda.after(_RULED_AFTER, partial(self._rule, winner, claims))
        for player in (claims, winner):
            self._agenda.after(self._play.seconds(3, 25), partial(self._back, player))

    async def _rule(self, winner: Player, loser: Player) -> None:
        """From the message that brings it before the organisers."""
        organiser = self._play.stage.organiser
        desk = await organiser.press(self._play.stage.latest("referee", self._play.stage.committee), "referee")
        offered = desk.post.options("rule")
        label = next(iter(offered.values()))
        won = "1-0" if label.find(winner.name) < label.find(loser.name) else "0-1"
        score = next(value for value in offered if value.startswith(won))
        asked = await organiser.choose(desk.post, "rule", score)
        ruled = await organiser.fill_text(asked, "The moves on the site show it.")
        self._play.note(organiser, f"rules that {winner.name} won", ruled)

    async def _agree(self, teller: Player, listener: Player, call: Post) -> None:
        card = await listener.member.press(call, "arena-mine")
        if card.post.has("arena-agree"):
            self._play.note(listener.member, "confirms", await listener.member.press(card.post, "arena-agree"))
        for player in (teller, listener):
            self._agenda.after(self._play.seconds(3, 25), partial(self._back, player))

    async def _back(self, player: Player) -> None:
        """Wants the next game, while there is a lobby to come to."""
        if self._over or self._is_absent(player):
            return
        lobbies = [post for post in self._play.stage.posts_in(self._play.stage.matches) if post.has("arena-ready")]
        if lobbies:
            answer = await player.member.press(lobbies[0], "arena-ready")
            self._play.note(player.member, "is ready for the next game", answer)

    async def _look(self, number: int) -> None:
        reader = self._play.cast.players[-number].member
        answer = await reader.type("standings", tournament=self._event.event_id)
        await self._cup.remember_look(number, answer)
        self._play.note(reader, "looks at the table", answer)
        await ask_why(self._cup, reader.id, answer.post)

    async def _restart(self) -> None:
        self._cup.restarted_at = self._play.stage.now
        self._play.narrator.does("The bot", "is stopped while everybody plays, and started anew")
        await self._play.stage.restart()
        self._play.look()

    async def _outage(self) -> None:
        """The bot is away, and the arena's time stands still meanwhile; then somebody holds a card until it is over."""
        self._play.narrator.does("The bot", f"is away for {_OUTAGE}")
        await self._play.stage.sleep_through(_OUTAGE)
        self._play.look()
        self._cup.in_arena.away = _OUTAGE
        self._end += _OUTAGE
        self._agenda.at(self._end - _HELD, self._hold)

    async def _hold(self) -> None:
        """Somebody opens the own card; the lobby says when it will be over."""
        lobbies = [post for post in self._play.stage.posts_in(self._play.stage.matches) if post.has("arena-ready")]
        for one, other, call in self._open.values():
            if not self._is_absent(one) and not self._is_absent(other):
                card = await one.member.press(call, "arena-mine")
                if card.post.has("arena-won"):
                    over = max(int(moment) for moment in re.findall(r"<t:(\d+)", lobbies[0].text))
                    moment = datetime.fromtimestamp(over, UTC) + _TOO_LATE
                    self._agenda.at(moment, partial(self._late, one, card.post, lobbies[0]))
                    return

    async def _late(self, player: Player, card: Post, lobby: Post) -> None:
        """A win told and a press for another game, both after the end."""
        stage, late = self._play.stage, self._cup.in_arena.late
        won, ready = str(card.find("arena-won")["custom_id"]), str(lobby.find("arena-ready")["custom_id"])
        late["a result"] = await stage.stale_press(player.member, card, won)
        self._play.note(player.member, "tells a win after the end", late["a result"])
        late["another game"] = await stage.stale_press(player.member, lobby, ready)
        self._play.note(player.member, "wants another game after the end", late["another game"])

    async def _quit(self) -> None:
        await leave(self._play, self._cup, self._event)


async def leave(play: Play, cup: Cup, event: EventDiary) -> None:
    """Whoever quits leaves by command, and confirms it."""
    member = cup.person(Character.QUITS)
    if member is None or member.id not in event.starters:
        return
    asked = await member.type("withdraw", tournament=event.event_id)
    play.note(member, "wants to leave", asked)
    event.quit[member.id] = play.stage.now
    play.note(member, "confirms it", await member.press(asked.post, "leave"))
    play.diary.shown.add(Character.QUITS)
