"""An evening on a ladder: whoever has nothing to play challenges somebody; one reaches too far, one comes too late."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rehearsal.acts.playing import Table
from rehearsal.cups.director import CupDirector
from rehearsal.cups.ladder.diary import LadderCup, Tried
from rehearsal.diary import EventDiary
from rehearsal.members import Member
from rehearsal.posts import Post
from rehearsal.witness import How

_A_MOMENT: Final = timedelta(minutes=1)
_LEFT_AFTER_IT: Final = timedelta(minutes=15)
"""In which somebody finds an opponent once more."""
_A_FEW: Final = 3
"""Challenges after which the bot is stopped once."""


class LadderDirector(CupDirector):
    """Has somebody challenge every few minutes, until the time is up."""

    def __init__(self, cup: LadderCup, event: EventDiary) -> None:
        super().__init__(cup, event)
        self._ladder = cup
        self._kept: dict[int, Post] = {}

    def _watch(self) -> None:
        if self._ladder.opened is None:
            self._ladder.opened = self._first_post()
            if self._ladder.opened is not None:
                self._agenda.after(_A_MOMENT, self._somebody_climbs)
                self._agenda.after(self._ladder.numbers.lasts + _A_MOMENT, self._come_too_late)
        super()._watch()

    def _is_over(self) -> bool:
        """Also where the end is told at once: those who come too late come after it."""
        return super()._is_over() and bool(self._ladder.too_late or self._ladder.opened is None)

    def _is_under_way(self) -> bool:
        return self._ladder.climbed >= _A_FEW

    def _nobody_will_tell(self) -> timedelta | None:
        """Two who came last tell nobody how it ends, and all others rest so long: the next number is the next match's.

        None where it goes on: the scene was played, or there is no time left for it and a match after it.
        """
        within, opened = self._ladder.numbers.report_within, self._ladder.opened
        last = next(reversed(self._tables.values()), None)
        if within is None or opened is None or last is None or last.odd is not None or self._ladder.untold is not None:
            return None
        rest = within + _A_MOMENT
        if self._play.stage.now + rest > opened.at + self._ladder.numbers.lasts - _LEFT_AFTER_IT:
            return None
        self._ladder.untold = last.contest_id
        return rest

    async def _finish(self, table: Table) -> None:
        if table.contest_id != self._ladder.untold:
            await super()._finish(table)
        else:
            self._play.narrator.does(table.players[0].name, f"and {table.players[1].name} tell nobody how it ended")

    def _first_post(self) -> Post | None:
        return next(
            (
                sight.post
                for sight in self._play.witness.sights
                if sight.how is How.POSTED and sight.post.message_id > self._begun and sight.post.has("challenge")
            ),
            None,
        )

    async def _somebody_climbs(self) -> None:
        """Somebody without a match looks whom to challenge, and challenges one of them; nobody any more at the end."""
        assert self._ladder.opened is not None
        wait = self._play.seconds(180, 420)
        if self._play.stage.now > self._ladder.opened.at + self._ladder.numbers.lasts - 2 * _A_MOMENT:
            return
        rest = self._nobody_will_tell()
        self._agenda.after(wait if rest is None else rest, self._somebody_climbs)
        if rest is not None:
            return
        player = self._play.dice.choice(self._event_players())
        card = await player.member.press(self._ladder.opened, "challenge")
        self._play.note(player.member, "looks whom to challenge", card)
        if not card.post.has("challenge-one"):
            return
        offered = list(card.post.options("challenge-one"))
        await self._reach_too_far(player.member, offered)
        await self._keep_a_card(player.member)
        answer = await player.member.choose(card.post, "challenge-one", self._play.dice.choice(offered))
        self._play.note(player.member, "challenges somebody", answer)
        self._ladder.climbed += 1

    async def _keep_a_card(self, member: Member) -> None:
        """Opens the choice once more and leaves it open: an hour later it offers whom nobody may challenge any more."""
        assert self._ladder.opened is not None
        if member.id not in self._kept:
            kept = await member.press(self._ladder.opened, "challenge")
            self._kept[member.id] = kept.post

    async def _reach_too_far(self, member: Member, offered: list[str]) -> None:
        """Chooses in the card that was left open somebody whom the new one does not offer any more."""
        kept = self._kept.get(member.id)
        gone = [one for one in kept.options("challenge-one") if one not in offered] if kept is not None else []
        if kept is not None and gone:
            answer = await member.choose(kept, "challenge-one", gone[-1])
            self._play.note(member, "chooses somebody out of reach, in an old card", answer)
            self._ladder.tried.append(Tried(self._play.stage.now, member.id, gone[-1], answer))
            del self._kept[member.id]

    async def _come_too_late(self) -> None:
        """All of them: who stands first, or plays, would find nobody to challenge in time either."""
        assert self._ladder.opened is not None
        for player in self._event_players():
            answer = await player.member.press(self._ladder.opened, "challenge")
            self._ladder.too_late.append(answer)
            self._play.note(player.member, "comes too late to challenge anybody", answer)
