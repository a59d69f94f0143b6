"""The matches: people come when called, or late, or never; they play, report, confirm, dispute, keep silent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from rehearsal.cast import Character, Player
from rehearsal.diary import Ending, EventDiary, Played
from rehearsal.members import Member
from rehearsal.play import Agenda, Play
from rehearsal.posts import Post
from rehearsal.witness import How

_MENTION: Final = re.compile(r"<@(\d+)>")
PRECEDENCE: Final = (Character.VANISHES, Character.LATE, Character.CLAIMS_TOO_MUCH, Character.SILENT)
PATIENCE: Final = timedelta(hours=1)


@dataclass(slots=True)
class Table:
    """A match with its two players as its card names them, in order, and the one whose scene it is."""

    contest_id: str
    card: Post
    players: tuple[Player, Player]
    arbiter: Member
    odd: Player | None
    best_of: int
    called_at: datetime
    lost: tuple[int, int] = (0, 0)
    """Games that absence has cost: those that stand for either side."""

    def other(self, player: Player) -> Player:
        """The opponent."""
        return self.players[1] if self.players[0] is player else self.players[0]

    def side(self, player: Player) -> int:
        """0 or 1."""
        return self.players.index(player)


class Director:
    """Watches the channel for calls, and gives everybody who is called something to do."""

    def __init__(self, play: Play, event: EventDiary) -> None:
        self._play = play
        self._event = event
        self._agenda = Agenda(play, self._watch)
        self._seen = 0
        self._tables: dict[str, Table] = {}

    async def until_podium(self) -> None:
        """Plays until the event is over; raises Stalled when nothing goes on any more."""
        stalled = f"{self._event.name}: no further match is called, and nobody has won"
        await self._agenda.until(self._is_over, PATIENCE, stalled)

    def _is_over(self) -> bool:
        """Everybody sees the podium's picture in the announcements."""
        return any(
            picture.name.startswith("podium")
            for sight in self._play.witness.sights
            if sight.how is How.POSTED and sight.post.message_id > self._begun
            for picture in sight.post.pictures
        )

    @property
    def _begun(self) -> int:
        assert self._event.announcement is not None
        return self._event.announcement.message_id

    def _watch(self) -> None:
        fresh = self._play.witness.sights[self._seen :]
        self._seen = len(self._play.witness.sights)
        for sight in fresh:
            if sight.how is How.POSTED and sight.post.message_id > self._begun and sight.post.has("here"):
                self._seat(sight.post)

    def _seat(self, card: Post) -> None:
        contest_id = str(card.find("here")["custom_id"]).partition(":")[2]
        if contest_id in self._event.matches:
            self._call_again(contest_id, card)
            return
        named = list(dict.fromkeys(int(found) for found in _MENTION.findall(card.text)))
        found = [player for player in map(self._play.cast.of, named) if player is not None]
        first, second = found[:2]
        # Where the sides report by themselves no arbiter is named, and what they disagree about is the organisers'.
        arbiter = self._play.stage.by_id(named[2]) if len(named) > len(found[:2]) else self._play.stage.organiser
        self._event.matches[contest_id] = Played((first.member.id, second.member.id), called=card)
        table = Table(contest_id, card, (first, second), arbiter, self._odd(first, second), 0, card.at)
        self._plan(table)

    def _call_again(self, contest_id: str, card: Post) -> None:
        """A card that is posted anew lives on there, and so people go on with it; what merely calls them is no card."""
        table = self._tables.get(contest_id)
        if table is not None and _verbs(table.card) <= _verbs(card):
            table.card = card

    def _odd(self, first: Player, second: Player) -> Player | None:
        for character in PRECEDENCE:
            for player in (first, second):
                if player.character is character and character not in self._play.diary.shown:
                    return player
        return None

    def _plan(self, table: Table) -> None:
        self._tables[table.contest_id] = table
        odd = table.odd
        if odd is not None:
            self._play.diary.shown.add(odd.character)
        arrivals: dict[int, datetime] = {}
        for player in table.players:
            if odd is player and odd.character is Character.VANISHES:
                continue
            late = odd is player and odd.character is Character.LATE
            moment = table.called_at + (self._lateness() if late else self._play.seconds(8, self._in_time()))
            arrivals[table.side(player)] = moment
            self._agenda.at(moment, partial(self._come, table, player))
        if len(arrivals) == 2:
            self._agenda.at(max(arrivals.values()) + self._play.seconds(420, 1100), partial(self._finish, table))

    def _lateness(self) -> timedelta:
        """Half a stretch more than what costs two games (five minutes in the Open), a match being left to play."""
        rules = self._play.rules
        games = min(2, rules.best_of // 2)
        return timedelta(minutes=(games + 0.5) * rules.minutes_per_game)

    def _in_time(self) -> int:
        """Seconds within which everybody else comes, before a game is lost."""
        return min(70, 40 * self._play.rules.minutes_per_game)

    async def _come(self, table: Table, player: Player) -> None:
        self._event.matches[table.contest_id].arrivals[player.member.id] = self._play.stage.now
        self._play.note(player.member, "is here", await player.member.press(table.card, "here"))

    async def _finish(self, table: Table) -> None:
        """They have played: one of the two reports the score."""
        played = self._event.matches[table.contest_id]
        offered = list(self._play.stage.again(table.card).options("score"))
        games = self._games(table, offered)
        played.games = {player.member.id: games[side] for side, player in enumerate(table.players)}
        played.drawn = sum(games[2:])
        winner = table.players[0 if games[0] > games[1] else 1]
        odd, character = table.odd, table.odd.character if table.odd else None
        if odd is not None and character is Character.CLAIMS_TOO_MUCH:
            await self._report(table, odd, (games[1], games[0], *games[2:]))
            self._agenda.after(self._play.seconds(20, 50), partial(self._dispute, table, table.other(odd)))
            return
        reporter = table.other(odd) if odd is not None and character is Character.SILENT else winner
        await self._report(table, reporter, games)
        played.reported_at = self._play.stage.now
        if character is Character.SILENT:
            played.ending = Ending.STOOD
            self._agenda.after(self._play.rules.confirm_within + timedelta(seconds=10), self._nothing)
        else:
            played.ending = Ending.CONFIRMED
            self._agenda.after(self._play.seconds(15, 90), partial(self._agree, table, table.other(reporter)))

    def _games(self, table: Table, offered: list[str]) -> tuple[int, ...]:
        """A score that can happen: who has his scene still ahead goes on, else the stronger wins more often."""
        possible = [tuple(int(games) for games in value.split("-")) for value in offered]
        winner = table.side(self._winner(table))
        won = sorted(
            (games for games in possible if games[winner] > games[1 - winner]), key=lambda one: one[1 - winner]
        )
        # Of an even number of games lateness can leave nothing that wins the match.
        return self._play.dice.choice(won or possible)

    def _winner(self, table: Table) -> Player:
        if table.odd is not None and table.odd.character is Character.CLAIMS_TOO_MUCH:
            return table.other(table.odd)
        for player in table.players:
            if player.character in PRECEDENCE and player.character not in self._play.diary.shown:
                return player
        first, second = table.players
        chance = 1 / (1 + 10 ** ((second.strength - first.strength) / 12))
        return first if self._play.dice.random() < chance else second

    async def _report(self, table: Table, player: Player, games: tuple[int, ...]) -> None:
        answer = await player.member.choose(table.card, "score", _type_score(games))
        self._play.note(player.member, f"reports {_say_score(games)}", answer)

    async def _agree(self, table: Table, player: Player) -> None:
        self._play.note(player.member, "confirms", await player.member.press(table.card, "agree"))

    async def _dispute(self, table: Table, player: Player) -> None:
        answer = await player.member.press(table.card, "dispute")
        if answer.result.modal is not None:
            answer = await player.member.fill_text(answer, "That is not how it ended.")
        self._play.note(player.member, "disputes the score", answer)
        self._agenda.after(self._until_decided(), partial(self._rule, table))

    def _until_decided(self) -> timedelta:
        """How long who decides a dispute takes to come to it."""
        return self._play.seconds(60, 200)

    async def _rule(self, table: Table) -> None:
        played = self._event.matches[table.contest_id]
        desk = await self._open_desk(table)
        games = self._score_to_sign(table, list(desk.options("rule")))
        answer = await table.arbiter.choose(desk, "rule", _type_score(games))
        if answer.result.modal is not None:
            answer = await table.arbiter.fill_text(answer, "I watched every game.")
        played.ending = Ending.RULED
        self._play.note(table.arbiter, f"rules {_say_score(games)}", answer)

    async def _open_desk(self, table: Table) -> Post:
        """What shows whoever decides the scores that can be."""
        return (await table.arbiter.press(table.card, "referee")).post

    def _score_to_sign(self, table: Table, offered: list[str]) -> tuple[int, ...]:
        """The score that both would sign, in the form in which the menu offers scores."""
        played = self._event.matches[table.contest_id]
        games = tuple(played.games[player.member.id] for player in table.players)
        return (*games, played.drawn) if any(value.count("-") == 2 for value in offered) else games

    async def _nothing(self) -> None:
        """Time passes."""


def _verbs(card: Post) -> set[str]:
    return {one.partition(":")[0] for one in card.offered}


def _type_score(games: tuple[int, ...]) -> str:
    return "-".join(map(str, games))


def _say_score(games: tuple[int, ...]) -> str:
    drawn = f" and {games[2]} drawn" if sum(games[2:]) else ""
    return f"{games[0]}–{games[1]}{drawn}"
