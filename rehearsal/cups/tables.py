"""Tables of three: everybody comes when called, one tells who won with everybody's influence, another confirms."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from rehearsal.cast import Character, Player
from rehearsal.cups.arena import leave
from rehearsal.cups.cup import Cup
from rehearsal.cups.decks import card_of_one, refuse_at_table
from rehearsal.cups.director import ROUND_OVER, ask_why, is_podium
from rehearsal.cups.memory import TableGame
from rehearsal.diary import Ending, EventDiary
from rehearsal.facts import PLAY_OFF, stage_of
from rehearsal.members import Answer
from rehearsal.play import Agenda
from rehearsal.posts import Post, walk
from rehearsal.witness import Reader

_A_MOMENT: Final = timedelta(seconds=2)
_SEATED_OUT_AFTER: Final = timedelta(minutes=7)
_LATE: Final = timedelta(minutes=5, seconds=30)
"""Nobody loses by the clock at a table."""
_SCENES: Final = (Character.CLAIMS_TOO_MUCH, Character.SILENT, Character.LATE)
_LEVEL: Final = 5
"""The influence of all who lose among the unbeaten after the first round: the call to the final finds them level."""
_SHARED_SECOND: Final = 0.3
PATIENCE: Final = timedelta(hours=2)


class TableDirector:
    """Watches the channel for calls, and has everybody play."""

    def __init__(self, cup: Cup, event: EventDiary) -> None:
        self._cup, self._play, self._event = cup, cup.play, event
        self._games = cup.at_tables.games
        self._agenda = Agenda(cup.play, self._watch)
        self._rounds = 0
        self._over = False
        self._refuses_at: str | None = None
        self._beaten: set[int] = set()
        assert event.announcement is not None
        self._posts = Reader(cup.play.witness, event.announcement.message_id)

    async def until_podium(self) -> None:
        """Plays until the podium is there; raises Stalled when nothing goes on any more."""
        stalled = f"{self._event.name}: no further table is called, and nobody has won"
        await self._agenda.until(lambda: self._over, PATIENCE, stalled)

    def _watch(self) -> None:
        for post in self._posts.fresh():
            self._over = self._over or is_podium(post)
            if post.has("here"):
                self._seat(post)
            if ROUND_OVER.search(post.text):
                self._rounds += 1
                self._agenda.after(_A_MOMENT, partial(self._look, self._rounds))
                if self._rounds == 1:
                    self._agenda.after(2 * _A_MOMENT, self._quit)

    # A table from its call to its result

    def _seat(self, card: Post) -> None:
        contest_id = card.subject("here")
        if contest_id in self._games:
            return
        players = tuple(one for one in self._play.cast.players if one.member.id in card.pinged)
        extra = stage_of(self._play.stage.path, contest_id) == PLAY_OFF
        odd = None if extra else self._odd(players)
        game = self._games[contest_id] = TableGame(contest_id, card, players, extra, odd)
        if odd is not None:
            self._play.diary.shown.add(odd.character)
        self._plan(game)

    def _odd(self, players: Sequence[Player]) -> Player | None:
        """Whose scene the game is; to claim what two others deny takes three."""
        odd = next((one for kind in _SCENES for one in players if one.character is kind and self._unseen(kind)), None)
        if odd is not None and odd.character is Character.CLAIMS_TOO_MUCH and not self._are_three(players):
            return None
        return odd

    def _are_three(self, players: Sequence[Player]) -> bool:
        return sum(not self._is_away(one) for one in players) > 2

    def _unseen(self, kind: Character) -> bool:
        return kind not in self._play.diary.shown

    def _plan(self, game: TableGame) -> None:
        last, held = game.card.at, self._card_to_refuse(game)
        for player in game.players:
            if self._is_away(player):
                self._agenda.at(game.card.at + _SEATED_OUT_AFTER, partial(self._seat_out, game, player))
                last = max(last, game.card.at + _SEATED_OUT_AFTER)
                continue
            late = player is game.odd and player.character is Character.LATE
            moment = game.card.at + (_LATE if late else self._play.seconds(8, 70))
            last = max(last, moment)
            come = partial(self._come, game, player)
            if held is not None and player is held[0]:
                come, held = partial(refuse_at_table, self._cup, game, *held), None
                self._refuses_at = game.contest_id
            self._agenda.at(moment, come)
        self._agenda.at(last + self._play.seconds(900, 2400), partial(self._finish, game))

    def _card_to_refuse(self, game: TableGame) -> tuple[Player, str] | None:
        """Who holds a card that nobody else has, at the first table without another scene where somebody does."""
        if self._refuses_at is not None or game.odd is not None or game.extra or self._cup.rules.deck is None:
            return None
        held = ((one, card_of_one(self._cup, one)) for one in game.players if not self._is_away(one))
        return next(((one, card) for one, card in held if card is not None), None)

    def _is_away(self, player: Player) -> bool:
        return player.character is Character.VANISHES or player.member.id in self._event.quit

    async def _come(self, game: TableGame, player: Player) -> None:
        if self._is_away(player) or not self._play.stage.again(game.card).has("here"):
            return
        game.arrivals[player.member.id] = self._play.stage.now
        self._play.note(player.member, "is here", await player.member.press(game.card, "here"))

    async def _seat_out(self, game: TableGame, player: Player) -> None:
        """The organiser has the others play without who is missing: no clock does it, and no arbiter sits there."""
        if player.member.id in self._event.quit:
            return
        self._play.diary.shown.add(player.character)
        judge = self._play.stage.organiser
        desk = (await judge.press(game.card, "referee")).post
        game.seated_out.add(player.member.id)
        self._play.note(
            judge, f"has the table play without {player.name}", await judge.press(desk, _seats_out(desk, player))
        )

    async def _finish(self, game: TableGame) -> None:
        """They have played."""
        card = self._play.stage.again(game.card)
        if not card.has("table-won"):
            return
        sides = card.options("table-won")
        there = [one for one in game.players if one.name in sides.values() and not self._is_away(one)]
        await self._restart_once()
        if game.extra:
            most = int(card.find("table-won").get("max_values", 1))
            await self._tell_extra(game, sides, self._best(there, most))
        else:
            self._end_of(game, there)
            await self._tell(game, sides, there)

    def _best(self, there: Sequence[Player], number: int) -> list[Player]:
        """So many who win, the stronger more often."""
        left, found = list(there), list[Player]()
        while left and len(found) < number:
            weights = [10 ** (one.strength / 12) for one in left]
            found.append(self._play.dice.choices(left, weights)[0])
            left.remove(found[-1])
        return found

    def _end_of(self, game: TableGame, there: Sequence[Player]) -> None:
        dice, winner = self._play.dice, self._winner(game, there)
        unbeaten = self._beaten.isdisjoint(one.member.id for one in there)
        game.through = {winner.member.id}
        goal = self._goal
        game.influence = {one.member.id: min(dice.randint(-2, 9), goal - 1) for one in there}
        others = [one.member.id for one in there if one is not winner]
        if unbeaten and self._rounds:
            game.influence |= dict.fromkeys(others, min(_LEVEL, goal - 1))
        elif dice.random() < _SHARED_SECOND:
            game.influence |= dict.fromkeys(others[:2], max(map(game.influence.__getitem__, others)))
        game.influence[winner.member.id] = dice.choice((goal, goal, goal + 1, goal + 3)) if self._rounds else goal
        self._beaten.update(one.member.id for one in game.players if one is not winner)

    def _winner(self, game: TableGame, there: Sequence[Player]) -> Player:
        """The stronger more often; never who claims to have won."""
        winner, claims = self._best(there, 1)[0], game.scene_of(Character.CLAIMS_TOO_MUCH)
        return winner if claims is None else self._best([one for one in there if one is not claims], 1)[0]

    # Telling it

    async def _tell(self, game: TableGame, sides: dict[str, str], there: Sequence[Player]) -> None:
        winner = next(one for one in there if one.member.id in game.through)
        claims, silent = game.scene_of(Character.CLAIMS_TOO_MUCH), game.scene_of(Character.SILENT)
        if claims is not None:
            await self._claim(game, claims, sides, winner)
            return
        teller = winner if silent is None else next(one for one in there if one is not silent)
        await self._report(game, teller, sides, winner, game.influence)
        if silent is not None:
            game.ending = Ending.STOOD
            self._agenda.after(self._play.rules.confirm_within + timedelta(seconds=10), _nothing)
            return
        game.ending = Ending.CONFIRMED
        listener = next(one for one in reversed(there) if one is not teller)
        self._agenda.after(self._play.seconds(15, 90), partial(self._agree, game, listener))

    @property
    def _goal(self) -> int:
        """The influence that wins a table."""
        rules = self._cup.rules.tables
        assert rules is not None
        return rules.to_win

    async def _claim(self, game: TableGame, claims: Player, sides: dict[str, str], winner: Player) -> None:
        """Somebody tells the numbers as if the own were the winner's."""
        swapped = game.influence | {claims.member.id: self._goal, winner.member.id: self._goal - 4}
        await self._report(game, claims, sides, claims, swapped)
        self._agenda.after(self._play.seconds(20, 50), partial(self._disagree, game, sides, winner))

    async def _report(
        self, game: TableGame, teller: Player, sides: dict[str, str], winner: Player, influence: dict[int, int]
    ) -> Answer:
        asked = await teller.member.choose(game.card, "table-won", _side(sides, winner))
        answer = await teller.member.fill(asked, **_write_fields(sides, game, influence))
        return self._play.note(teller.member, f"tells that {winner.name} won", answer)

    async def _agree(self, game: TableGame, listener: Player) -> None:
        card = self._play.stage.again(game.card)
        if card.has("agree") and not self._is_away(listener):
            self._play.note(listener.member, "confirms", await listener.member.press(card, "agree"))

    async def _disagree(self, game: TableGame, sides: dict[str, str], winner: Player) -> None:
        """Two see two things: the second's own numbers dispute the first's before everybody, and the judge rules."""
        game.other_counts.append(await self._report(game, winner, sides, winner, game.influence))
        self._agenda.after(self._play.seconds(60, 200), partial(self._rule, game, sides, winner))

    async def _rule(self, game: TableGame, sides: dict[str, str], winner: Player) -> None:
        judge = self._play.stage.organiser
        desk = await judge.press(game.card, "referee")
        asked = await judge.choose(desk.post, "table-rule", _side(sides, winner))
        why = {"why": "The cards on the table show it."}
        game.ending = Ending.RULED
        answer = await judge.fill(asked, **_write_fields(sides, game, game.influence), **why)
        self._play.note(judge, f"rules that {winner.name} won", answer)

    async def _tell_extra(self, game: TableGame, sides: dict[str, str], through: Sequence[Player]) -> None:
        """Who reached the influence of an extra game is told by one, and confirmed by another."""
        game.through = {one.member.id for one in through}
        teller, listener = game.there[0].member, game.there[-1].member
        answer = await teller.choose(game.card, "table-won", *[_side(sides, one) for one in through])
        self._play.note(teller, f"tells who is through: {', '.join(one.name for one in through)}", answer)
        game.ending = Ending.CONFIRMED
        self._play.note(listener, "confirms", await listener.press(game.card, "agree"))

    # Beside the tables

    async def _look(self, number: int) -> None:
        starters = [one for one in self._play.cast.players if one.member.id in self._event.starters]
        reader = starters[number % len(starters)].member
        answer = await reader.type("standings", tournament=self._event.event_id)
        await self._cup.remember_look(number, answer)
        self._play.note(reader, "looks at the table", answer)
        await ask_why(self._cup, reader.id, answer.post)

    async def _quit(self) -> None:
        await leave(self._play, self._cup, self._event)

    async def _restart_once(self) -> None:
        if self._rounds and self._cup.restarted_at is None:
            self._cup.restarted_at = self._play.stage.now
            self._play.narrator.does("The bot", "is stopped between two tables, and started anew")
            await self._play.stage.restart()
            self._play.look()


def _seats_out(desk: Post, player: Player) -> str:
    """The button that has the others play without the player; nothing where there is none."""
    buttons = (one for one in walk(desk.components) if str(one.get("custom_id")).startswith("table-out:"))
    return next((str(one["custom_id"]) for one in buttons if player.name in str(one.get("label")).split()), "")


def _side(sides: dict[str, str], player: Player) -> str:
    return next(side for side, name in sides.items() if name == player.name)


def _write_fields(sides: dict[str, str], game: TableGame, influence: dict[int, int]) -> dict[str, str]:
    """The form's fields: everybody's influence, a number below nothing with the sign that a phone makes of it."""
    told = {one.name: influence[one.member.id] for one in game.players if one.member.id in influence}
    return {f"side{side}": str(told[name]).replace("-", "−") for side, name in sides.items()}  # noqa: RUF001


async def _nothing() -> None:
    """Time passes."""
