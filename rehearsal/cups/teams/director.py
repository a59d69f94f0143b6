"""Matches of teams: line-ups are named, boards are told, confirmed, disputed and ruled, and one is put right later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from rehearsal.acts.playing import PRECEDENCE, Table
from rehearsal.cast import Character, Player
from rehearsal.cups.director import CupDirector
from rehearsal.cups.teams import naming, scenes, telling
from rehearsal.cups.teams.diary import TeamCup, Told, Wrong, worth
from rehearsal.cups.teams.rules import Game, only_ruled
from rehearsal.diary import Ending, EventDiary, Played
from rehearsal.members import Answer, Member
from rehearsal.posts import Post
from rehearsal.recount import games_lost

_DRAWN: Final = 0.15


class TeamDirector(CupDirector):
    """Gives every captain who is called something to do."""

    def __init__(self, cup: TeamCup, event: EventDiary) -> None:
        super().__init__(cup, event)
        self._teams = cup
        self._arbiters: dict[str, Member] = {}
        """Who followed which match."""
        self._dawdlers: dict[str, int] = {}
        """By contest the captain who names the line-up late: until one has been waited for."""

    def _seat(self, card: Post) -> None:
        contest_id = str(card.find("here")["custom_id"]).partition(":")[2]
        if contest_id in self._event.matches:
            self._call_again(contest_id, card)
            return
        captains = [one for one in map(self._play.cast.of, telling.mentions(card.text)) if one is not None]
        first, second = captains[:2]
        self._event.matches[contest_id] = Played((first.member.id, second.member.id), called=card)
        odd, arbiter = self._odd(first, second), self._arbiter(card, captains[:2])
        if arbiter is not None:
            self._arbiters[contest_id] = arbiter
        table = Table(contest_id, card, (first, second), arbiter or self._play.stage.organiser, odd, 0, card.at)
        self._plan(table)
        if odd is not None and odd.character is Character.VANISHES:
            self._agenda.at(card.at + self._given_up_after(), self._nothing)
        waits = self._teams.teams.named_anew and not self._teams.teams.stays_on
        if odd is None and waits and not self._is_about_to_leave(first, second):
            self._dawdlers.setdefault(contest_id, second.member.id)

    def _given_up_after(self) -> timedelta:
        """After so long the whole match is lost to who does not come: longer than people wait for something to do."""
        boards = self._play.rules.boards
        times = max(boards) if boards else self._cup.rules.best_of
        return timedelta(minutes=self._play.rules.minutes_per_game * times, seconds=10)

    def _odd(self, first: Player, second: Player) -> Player | None:
        """Nobody has a scene against a team that is about to leave: the match might end before.

        In a knock-out it leaves between two rounds, when its match has ended.
        """
        ends_before = self._cup.rules.format == "knockout" and not self._rounds
        return None if self._is_about_to_leave(first, second) and not ends_before else super()._odd(first, second)

    def _is_about_to_leave(self, *captains: Player) -> bool:
        return any(one.character is Character.QUITS and one.member.id not in self._event.quit for one in captains)

    def _arbiter(self, card: Post, captains: list[Player]) -> Member | None:
        """Whom the card names beside the captains; None where nobody follows the match, and organisers decide."""
        referees = {one.id: one for one in self._play.cast.referees}
        playing = {one.member.id for one in captains}
        named = [one for one in telling.mentions(card.text) if one in referees and one not in playing]
        return referees[named[0]] if named else None

    async def _come(self, table: Table, player: Player) -> None:
        await super()._come(table, player)
        arrived = self._event.matches[table.contest_id].arrivals
        if len(arrived) == len(table.players) and scenes.has_a_late_board(self._teams, table):
            await scenes.say_who_is_late(self._teams, table, self._agenda)
        if self._is_off(table) or not self._teams.teams.named_anew:
            return
        dawdles = self._dawdlers.get(table.contest_id) == player.member.id
        if dawdles and not self._teams.has_tried(Wrong.NO_LINE_UP):
            return
        self._agenda.after(self._play.seconds(20, 90), partial(self._name, table, player))

    async def _name(self, table: Table, player: Player) -> None:
        """The captain names who sits where, once for each match; some try what is refused first."""
        if not self._is_off(table) and (table.contest_id, player.member.id) not in self._teams.line_ups:
            await naming.name_line_up(self._teams, table, player)

    async def _finish(self, table: Table) -> None:
        if self._is_off(table):
            return
        waits_until = scenes.waits_until(self._teams, table)
        if self._play.stage.now < waits_until:
            self._agenda.at(waits_until + timedelta(seconds=10), partial(self._finish, table))
            return
        if table.contest_id in self._dawdlers:
            if not self._teams.has_tried(Wrong.NO_LINE_UP):
                await self._tell_too_early(table)
            await self._name(table, table.players[1])
        if self._teams.teams.may_change and not self._teams.has_tried(Wrong.MOVED) and table.odd is None:
            await naming.put_in_a_substitute(self._teams, table, table.players[0])
        await self._tell(table)
        await self._start_anew()

    async def _tell_too_early(self, table: Table) -> None:
        """The first captain wants to report, and the line-up of the second is still missing (OLY-3)."""
        captain = table.players[0].member
        refused = await self._play.stage.stale_press(captain, table.card, f"team-boards:{table.contest_id}")
        self._teams.refuse(Wrong.NO_LINE_UP, captain.name, refused)
        self._play.note(captain, "wants to report before both line-ups are named", refused)

    async def _tell(self, table: Table) -> None:
        """They have played: one captain tells the boards, and the other answers."""
        boards = self._boards(table)
        self._sign(table, boards)
        await telling.have_a_mate_tell(self._teams, table)
        played = self._event.matches[table.contest_id]
        match None if table.odd is None else table.odd.character:
            case Character.CLAIMS_TOO_MUCH if table.odd is not None:
                await self._report_boards(table, table.odd, [one.turned for one in boards])
                self._agenda.after(self._play.seconds(20, 50), partial(self._contest, table, table.other(table.odd)))
                return
            case Character.SILENT if table.odd is not None:
                played.ending = Ending.STOOD
                await self._report_boards(table, table.other(table.odd), boards)
                self._agenda.after(self._play.rules.confirm_within + timedelta(seconds=10), self._nothing)
            case _:
                played.ending = Ending.CONFIRMED
                reporter = self._play.dice.choice(table.players)
                boards = scenes.count_boards(self._teams, table, boards)
                self._sign(table, boards)
                await telling.try_in_vain(self._teams, table, reporter, boards)
                await self._report_boards(table, reporter, boards)
                answer = self._report_too if table.odd is None and self._play.dice.random() < _BOTH else self._agree
                self._agenda.after(self._play.seconds(15, 90), partial(answer, table, table.other(reporter)))
        played.reported_at = self._play.stage.now

    async def _report_boards(self, table: Table, player: Player, boards: Sequence[Told]) -> Answer:
        answer = await telling.tell_boards(self._teams, table, player.member, boards)
        self._play.note(player.member, f"tells {', '.join(one.text for one in boards)}", answer)
        if answer.panel is None and self._may_need_a_game_more(boards):
            game = Told((1, 0) if self._play.dice.random() < _HALF else (0, 1))
            self._sign(table, [*boards, game])
            return await self._report_boards(table, player, [*boards, game])
        return answer

    def _may_need_a_game_more(self, boards: Sequence[Told]) -> bool:
        """Whether level boards that were refused are to be followed by a game more."""
        rules = self._teams.teams
        own, their = worth(boards, rules)
        return rules.bracket and rules.extra_game and len(boards) == len(rules.games) and own == their

    async def _report_too(self, table: Table, player: Player) -> None:
        """Instead of a press the other captain tells the same boards, and the report stands as confirmed."""
        await self._report_boards(table, player, self._teams.signed[table.contest_id])

    async def _contest(self, table: Table, player: Player) -> None:
        """The other captain tells something else, which disputes what waits."""
        await self._report_boards(table, player, self._teams.signed[table.contest_id])
        self._agenda.after(self._play.seconds(60, 200), partial(self._rule, table))

    async def _rule(self, table: Table) -> None:
        desk = await table.arbiter.press(table.card, "referee")
        asked = await table.arbiter.press(desk.post, "team-rule")
        boards = scenes.nobodys(self._teams, table, self._teams.signed[table.contest_id])
        self._sign(table, boards)
        answer = await telling.fill_boards(table.arbiter, asked, boards, why="I watched every board.")
        self._event.matches[table.contest_id].ending = Ending.RULED
        self._play.note(table.arbiter, f"rules {', '.join(one.text for one in boards)}", answer)

    def _sign(self, table: Table, boards: list[Told]) -> None:
        """What both would sign goes into everybody's memory, as boards and as the score that they make."""
        self._teams.signed[table.contest_id] = boards
        telling.remember(self._teams, self._event.matches[table.contest_id], boards)

    def _boards(self, table: Table) -> list[Told]:
        """How it ended; who claims too much has lost, and what lateness has cost was never played."""
        rules, odd = self._teams.rules_of(table.card), table.odd
        boards = [self._board(table, game) for game in rules.games]
        if odd is not None and odd.character is Character.CLAIMS_TOO_MUCH:
            totals = worth(boards, rules)
            side = table.side(odd)
            if totals[side] == totals[1 - side]:
                return self._boards(table)
            return [one.turned for one in boards] if totals[side] > totals[1 - side] else boards
        favoured = self._favourite(table)
        if favoured is not None and odd is None:
            totals = worth(boards, rules)
            if totals[favoured] == totals[1 - favoured]:
                return self._boards(table)
            boards = boards if totals[favoured] > totals[1 - favoured] else [one.turned for one in boards]
        elif odd is None:
            boards = scenes.games_aside(self._teams, table, boards)
        for side, lost in enumerate(self._games_lost(table)):
            boards = telling.given_away(rules, boards, side, lost)
        late = [scenes.lost_on(self._teams, table.contest_id, game.board, game.times) for game in rules.games]
        return [
            telling.give(board, game.times, 0, lost)
            for game, board, lost in zip(rules.games, boards, late, strict=True)
        ]

    def _favourite(self, table: Table) -> int | None:
        """In a knock-out the side whose scene is still to come goes on to it."""
        if self._cup.rules.format != "knockout":
            return None
        return next((table.side(one) for one in table.players if self._has_a_scene_ahead(one)), None)

    def _has_a_scene_ahead(self, player: Player) -> bool:
        if player.character is Character.QUITS:
            return player.member.id not in self._event.quit
        return player.character in PRECEDENCE and player.character not in self._play.diary.shown

    def _board(self, table: Table, game: Game) -> Told:
        rules, dice = self._teams.rules_of(table.card), self._play.dice
        first, second = table.players
        chance = 1 / (1 + 10 ** ((second.strength - first.strength) / 12))
        drawn = rules.drawable(game) and not self._is_ruled(table, game) and dice.random() < _DRAWN
        games = game.times - drawn
        won = sum(dice.random() < chance for _ in range(games))
        return Told((won, games - won), int(drawn))

    def _is_ruled(self, table: Table, game: Game) -> bool:
        """Whether no captain can tell a draw of the game, in the scene that the card shows (OLY-7.1)."""
        shown = set(self._play.stage.again(table.card).offered)
        scene = next((one for one in self._teams.teams.scenes if f"game:{one[0]}" in shown), None)
        return scene is not None and only_ruled(scene[game.board - 1])

    def _lateness(self) -> timedelta:
        """Where lateness has a limit, half of it: who comes then has lost no board; else before all games are lost."""
        rules = self._play.rules
        times = 1 if rules.all_at_limit else max(rules.boards, default=0)
        last = timedelta(minutes=rules.minutes_per_game * (times - 0.5))
        return min(last, super()._lateness()) if times else super()._lateness()

    def _games_lost(self, table: Table) -> tuple[int, ...]:
        """Games of each board that either side's lateness has cost."""
        arrivals, rules = self._event.matches[table.contest_id].arrivals, self._play.rules
        late = [(arrivals[one.member.id] - table.called_at).total_seconds() for one in table.players]
        most = max(game.times for game in self._teams.teams.games)
        way = {"play_all": True, "all_at_limit": rules.all_at_limit}
        return tuple(games_lost(one, rules.minutes_per_game, most, **way) for one in late)

    async def _look(self, post: Post, after_round: int) -> None:
        await super()._look(post, after_round)
        if not self._teams.corrected:
            self._agenda.after(timedelta(seconds=30), self._put_right)

    async def _put_right(self) -> None:
        """Its arbiter, or an organiser, corrects a match whose sides were mixed up; the table is looked at again."""
        contest_id = next((one for one in self._event.matches if self._can_be_put_right(one)), None)
        if contest_id is None or self._teams.corrected:
            return
        arbiter = self._arbiters.get(contest_id, self._play.stage.organiser)
        played, boards = self._event.matches[contest_id], self._boards_put_right(contest_id)
        if boards is None:
            return
        asked = await arbiter.type("match correct", match=contest_id)
        answer = await telling.fill_boards(arbiter, asked, boards, why="The sides were mixed up.")
        self._play.note(arbiter, f"corrects a match to {', '.join(one.text for one in boards)}", answer)
        self._teams.signed[contest_id] = boards
        played.ending = None if played.ending is None else Ending.RULED
        self._teams.corrected[contest_id] = self._play.stage.now
        telling.remember(self._teams, played, boards)
        reader = self._event_players()[0].member
        table = await reader.type("standings", tournament=self._event.event_id)
        await self._cup.remember_look(1, table)
        self._play.note(reader, "looks at the table once more", table)

    def _boards_put_right(self, contest_id: str) -> list[Told] | None:
        """With both sides mixed up; where a knock-out is played, one board, so that nobody else goes on."""
        boards = self._teams.signed[contest_id]
        if not self._teams.teams.bracket:
            return [one.turned for one in boards]
        return None if self._teams.teams.stays_on else telling.with_the_winner_kept(boards, self._teams.teams)

    def _can_be_put_right(self, contest_id: str) -> bool:
        """A match that was played and won, and whose report was answered."""
        played, boards = self._event.matches[contest_id], self._teams.signed.get(contest_id)
        if any(one in self._event.quit for one in played.players):
            return False
        if (
            boards is None
            or played.ending not in {Ending.CONFIRMED, Ending.RULED}
            or any(any(one.given) or one.mark for one in boards)
        ):
            return False
        totals = worth(boards, self._teams.teams)
        return totals[0] != totals[1] and self._boards_put_right(contest_id) is not None


_HALF: Final = 0.5
_BOTH: Final = 0.35
"""How often the other captain tells the boards too instead of confirming."""
