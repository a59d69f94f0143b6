"""The matches of a bad evening: one never comes, two disagree twice, and the bot is killed while a report waits."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from rehearsal.acts.playing import Director, Table
from rehearsal.bad_evening.diary import AWAY, CALLED_WITHIN, SLEEPS, BadEvening, Mishap, Quarrel
from rehearsal.bad_evening.scenes import comes_too_late, lets_in, replaces
from rehearsal.cast import Character, Player
from rehearsal.cups.director import is_podium
from rehearsal.diary import Ending, Played
from rehearsal.friday.director import calls_of
from rehearsal.posts import Post
from rehearsal.witness import How

_AFTER_THE_OTHERS: Final = (1100, 1200)
"""Seconds that a match lasts about which there is a quarrel, so that the bot is killed before it."""
_IN_TIME: Final = (420, 700)
_A_MOMENT: Final = timedelta(seconds=20)
_LEAVES_AFTER: Final = timedelta(seconds=5)
"""The match, before the next one could begin."""


class BadDirector(Director):
    """Everybody but one comes; who has no Discord comes once the organiser is awake."""

    def __init__(self, evening: BadEvening, late_at: datetime, awake_at: datetime) -> None:
        super().__init__(evening.play, evening.event)
        self._evening, self._awake_at = evening, awake_at
        self._had: set[int] = set()
        """Whose scene was played."""
        self._agenda.at(late_at, partial(comes_too_late, evening))
        self._agenda.at(awake_at, partial(lets_in, evening))

    def _is_over(self) -> bool:
        """Everybody sees the podium in the announcements."""
        return any(
            is_podium(sight.post)
            for sight in self._play.witness.sights
            if sight.how is How.POSTED and sight.post.message_id > self._begun
        )

    def _seat(self, card: Post) -> None:
        """Who has no Discord stands on the card by name."""
        contest_id = card.subject("here")
        first, second = named_on(self._evening, card)
        known = self._event.matches.get(contest_id)
        if known is not None and known.players == (first.member.id, second.member.id):
            self._call_again(contest_id, card)
            return
        if known is not None and (odd := self._tables[contest_id].odd) is not None:
            # The scene was not played: it was to be against somebody who has left.
            self._had.discard(odd.member.id)
        self._event.matches[contest_id] = Played((first.member.id, second.member.id), called=card)
        odd, organiser = self._odd(first, second), self._play.stage.organiser
        self._plan(Table(contest_id, card, (first, second), organiser, odd, 0, card.at))

    def _odd(self, first: Player, second: Player) -> Player | None:
        """Each has the own scene, in the first match in which both have Discord."""
        if self._evening.grandfather in {first.member, second.member}:
            return None
        for character in (Character.VANISHES, Character.CLAIMS_TOO_MUCH):
            for player in (first, second):
                if player.character is character and player.member.id not in self._had:
                    self._had.add(player.member.id)
                    return player
        return None

    def _comes_after(self, table: Table, player: Player) -> timedelta:
        usual = super()._comes_after(table, player)
        if player.member is self._evening.grandfather:
            return max(usual, self._awake_at + _A_MOMENT - table.called_at)
        return usual

    def _lasts(self, table: Table) -> timedelta:
        return self._play.seconds(*(_IN_TIME if table.odd is None else _AFTER_THE_OTHERS))

    def _winner(self, table: Table) -> Player:
        """Who claims too much has lost; whose scene is still ahead wins until then, and else the stronger."""
        if table.odd is not None:
            return table.other(table.odd)
        ahead = [one for one in table.players if one.character is not Character.STEADY]
        ahead = [one for one in ahead if one.member.id not in self._had]
        return max(ahead or table.players, key=lambda one: one.strength)

    def _is_old(self, table: Table) -> bool:
        """Whether it was called for somebody who has left, and is called anew for who came in."""
        return self._tables[table.contest_id] is not table

    async def _come(self, table: Table, player: Player) -> None:
        if self._is_old(table) or player.member is self._evening.left:
            return
        before = self._evening.grandfather.acts
        await super()._come(table, player)
        self._count_by_name(before)

    async def _finish(self, table: Table) -> None:
        """The first report of the evening is waiting for its answer when the bot is killed."""
        if self._is_old(table):
            return
        before = self._evening.grandfather.acts
        await super()._finish(table)
        self._count_by_name(before)
        if self._evening.killed_at is None:
            self._evening.killed_at = self._play.stage.now
            self._play.narrator.does("The bot", "is killed between a report and its answer")
            await self._play.stage.kill(AWAY)
            self._evening.back_at = self._play.stage.now
            self._play.look()

    async def _agree(self, table: Table, player: Player) -> None:
        before = self._evening.grandfather.acts
        await super()._agree(table, player)
        self._count_by_name(before)
        winner = max(table.players, key=lambda one: self._event.matches[table.contest_id].games[one.member.id])
        if self._evening.left is None and winner.character is Character.STEADY and self._may_leave(winner):
            self._evening.left = winner.member
            self._agenda.after(_LEAVES_AFTER, partial(replaces, self._evening, winner.member))

    def _may_leave(self, player: Player) -> bool:
        return player.member not in {self._evening.grandfather, self._evening.late}

    def _count_by_name(self, before: int) -> None:
        self._evening.acts[Mishap.BY_NAME] += self._evening.grandfather.acts - before

    async def _dispute(self, table: Table, player: Player) -> None:
        await super()._dispute(table, player)
        self._evening.quarrels.append(Quarrel(table.contest_id, self._play.stage.now))

    def _until_decided(self) -> timedelta:
        """The first time the organiser sleeps until the role is called; then the call is waited for."""
        return CALLED_WITHIN + super()._until_decided() if self._evening.quarrels else SLEEPS

    async def _rule(self, table: Table) -> None:
        """On the message that called: the score that was played, and why."""
        organiser, now = self._play.stage.organiser, self._play.stage.now
        before, menu = organiser.acts, f"rule:{table.contest_id}"
        call = calls_of(self._play.witness.posts_of(), organiser.id, menu)[-1]
        games = self._score_to_sign(table, list(self._play.stage.again(call).options(menu)))
        asked = await organiser.choose(call, menu, "-".join(map(str, games)))
        answer = await organiser.fill_text(asked, "I watched every game.")
        self._play.note(organiser, f"decides {games[0]}–{games[1]} on the call", answer)
        self._event.matches[table.contest_id].ending = Ending.RULED
        self._evening.acts[Mishap.DISPUTE] += organiser.acts - before
        quarrels = self._evening.quarrels
        at = next(number for number, one in enumerate(quarrels) if one.contest_id == table.contest_id)
        quarrels[at] = replace(quarrels[at], decided_at=now)


def named_on(evening: BadEvening, card: Post) -> tuple[Player, Player]:
    """The two whom the card names first, in its order."""
    found = []
    for one in evening.play.cast.players:
        shown = one.name if one.member is evening.grandfather else f"<@{one.member.id}>"
        if shown in card.text:
            found.append((card.text.find(shown), one))
    (_, first), (_, second), *_ = sorted(found, key=lambda one: one[0])
    return first, second
