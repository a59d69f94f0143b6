"""A challenge in which the winner stays on: orders are named, then one game after the other is told (GO-26.6)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

from rehearsal.acts.playing import Table
from rehearsal.cast import Character, Player
from rehearsal.cups.teams import telling
from rehearsal.cups.teams.diary import TeamCup, Told
from rehearsal.cups.teams.director import TeamDirector
from rehearsal.diary import EventDiary

WON: Final = "stay-on-won"
STAY_ON: Final = frozenset(
    {Character.FORGETS, Character.LEAVES, Character.LAST_MINUTE, Character.VANISHES, Character.QUITS}
)
"""Who has a scene in a challenge."""
_BOTH_SAY: Final = 0.4
"""How often the winner speaks first, whose word waits for the other side's."""
_DRAWN: Final = 0.08


class StayOnDirector(TeamDirector):
    """Plays the games of every challenge; of a captain who names no order the registered one holds."""

    def __init__(self, cup: TeamCup, event: EventDiary) -> None:
        super().__init__(cup, event)
        self._unnamed: set[str] = set()

    def _odd(self, first: Player, second: Player) -> Player | None:
        """Who never comes has a scene; what others claim of a score has none where games are told one by one."""
        odd = super()._odd(first, second)
        return odd if odd is not None and odd.character in STAY_ON else None

    async def _come(self, table: Table, player: Player) -> None:
        """One captain of the event names no order at all, where a time limit names it instead."""
        within, free = self._teams.teams.named_within, table.odd is None and not self._is_off(table)
        if within is not None and free and player is table.players[1] and not self._unnamed:
            self._unnamed.add(table.contest_id)
            seats = tuple((name,) for name in self._teams.squad(player.member.id).names[: self._teams.teams.size])
            self._teams.line_ups[table.contest_id, player.member.id] = seats
            self._dawdlers[table.contest_id] = player.member.id
            self._teams.named_at[table.contest_id, player.member.id] = table.called_at + within
        await super()._come(table, player)

    async def _finish(self, table: Table) -> None:
        """Play begins when both orders are known."""
        self._teams.signed[table.contest_id] = []
        await self._play_on(table)

    async def _play_on(self, table: Table) -> None:
        if self._is_off(table):
            return
        offered = self._endings_offered(table)
        if not offered:
            self._agenda.after(timedelta(minutes=2), partial(self._play_on, table))
            return
        first, second = table.players
        favoured = self._favourite(table)
        chance = 1 / (1 + 10 ** ((second.strength - first.strength) / 24)) if favoured is None else 1 - favoured
        await self._tell_game(table, 0 if self._play.dice.random() < chance else 1)
        if self._endings_offered(table):
            self._agenda.after(self._play.seconds(600, 1500), partial(self._play_on, table))
            return
        telling.remember(self._teams, self._event.matches[table.contest_id], self._teams.signed[table.contest_id])
        await self._start_anew()

    def _endings_offered(self, table: Table) -> list[str]:
        """What can be said of the game under way."""
        card = self._play.stage.again(table.card)
        return [one for one in card.offered if one.partition(":")[0] == WON]

    async def _tell_game(self, table: Table, winner: int) -> None:
        """A drawn game is played again; the loser's word ends a game, the winner's waits for the loser's."""
        loser = table.players[1 - winner]
        if self._play.dice.random() < _DRAWN:
            for player in table.players:
                await self._say(table, player, "d", "a draw, which is played again")
        if self._play.dice.random() < _BOTH_SAY:
            await self._say(table, table.players[winner], str(winner), "the own side's win")
        await self._say(table, loser, str(winner), "the other side's win")
        self._teams.signed[table.contest_id].append(Told((1, 0) if winner == 0 else (0, 1)))

    async def _say(self, table: Table, player: Player, mark: str, what: str) -> None:
        button = next((one for one in self._endings_offered(table) if one.endswith(f".{mark}")), None)
        if button is not None:
            self._play.note(player.member, f"tells {what}", await player.member.press(table.card, button))

    def _can_be_put_right(self, contest_id: str) -> bool:
        """A challenge that was played to its end by two teams that are still there."""
        played = self._event.matches[contest_id]
        return bool(played.games) and not any(one in self._event.quit for one in played.players)
