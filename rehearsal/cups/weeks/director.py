"""Weeks of a league: each match comes to its time in another way, one of them never does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from rehearsal.cups.director import CupDirector
from rehearsal.cups.weeks.diary import Arranged, Scene, WeekCup
from rehearsal.diary import EventDiary
from rehearsal.members import Member
from rehearsal.play import Stalled
from rehearsal.posts import Post
from rehearsal.witness import How

ZONE: Final = "Europe/Lisbon"
_ORDER: Final = (Scene.BEYOND_THE_CLOCKS, Scene.MOVED, Scene.SILENT, Scene.LAST_MINUTE, Scene.BY_STAFF, Scene.PLAIN)
_HOUR, _DAY, _MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
_PATIENCE: Final = 12 * _DAY
_AWAY: Final = 10 * _MINUTE
_EVENING: Final = 20
_NO_TIME: Final = "{}: no match gets a time any more"


class WeekDirector(CupDirector):
    """Has the two sides of each match do what its scene says, and comes to all that is called."""

    def __init__(self, cup: WeekCup, event: EventDiary) -> None:
        super().__init__(cup, event)
        self._weeks = cup
        self._times_seen = 0
        self._news_at = self._play.stage.now

    async def until_podium(self) -> None:
        """Plays until the league is over; somebody looks into the channel every hour."""
        self._agenda.after(_HOUR, self._hour)
        await self._agenda.until(self._is_over, _PATIENCE, _NO_TIME.format(self._event.name))

    async def _hour(self) -> None:
        if self._play.stage.now - self._news_at > _PATIENCE:
            raise Stalled(f"{_NO_TIME.format(self._event.name)}; {self._play.waited_for()}")
        if not self._is_over():
            self._agenda.after(_HOUR, self._hour)

    def _watch(self) -> None:
        super()._watch()
        fresh = self._play.witness.sights[self._times_seen :]
        self._times_seen = len(self._play.witness.sights)
        if fresh:
            self._news_at = self._play.stage.now
        for sight in fresh:
            # A card stands in the channel of the matches, or in the thread of its own.
            mine = sight.how is How.POSTED and sight.post.message_id > self._begun
            if mine and sight.post.has("time-propose") and sight.post.has("time-desk"):
                self._open(sight.post)

    def _open(self, card: Post) -> None:
        contest_id = str(card.find("time-propose")["custom_id"]).partition(":")[2]
        if contest_id in self._weeks.arranged:
            return
        one, other = sorted(card.pinged)
        scene = _ORDER[len(self._weeks.arranged) % len(_ORDER)]
        found = Arranged(contest_id, scene, card, (one, other))
        self._weeks.arranged[contest_id] = found
        self._agenda.after(_HOUR, partial(self._begin, found))

    async def _begin(self, one: Arranged) -> None:
        ends = one.card.at + self._weeks.numbers.round_lasts
        match one.scene:
            case Scene.BEYOND_THE_CLOCKS:
                await self._come_to_terms(one, 5)
                assert one.play_at is not None
                self._agenda.at(one.play_at - 5 * _MINUTE, partial(self._leave_the_bot_away, one))
            case Scene.MOVED:
                await self._come_to_terms(one, 2)
                if self._weeks.numbers.may_move:
                    self._agenda.after(_DAY, partial(self._move, one))
            case Scene.SILENT:
                await self._propose(one, 0, self._evening(one, 8))
            case Scene.LAST_MINUTE:
                self._agenda.at(ends - _MINUTE, partial(self._come_in_the_last_minute, one))
            case Scene.BY_STAFF:
                self._agenda.at(ends + _HOUR, partial(self._set_by_staff, one))
            case Scene.PLAIN:
                await self._come_to_terms(one, 1)

    async def _come_to_terms(self, one: Arranged, days: int) -> None:
        wall = self._evening(one, days)
        await self._propose(one, 0, wall)
        await self._accept(one, 1, wall)

    async def _move(self, one: Arranged) -> None:
        one.before = one.play_at
        wall = self._evening(one, 4)
        await self._propose(one, 1, wall)
        await self._accept(one, 0, wall)

    async def _come_in_the_last_minute(self, one: Arranged) -> None:
        wall = self._evening(one, 8)
        await self._propose(one, 0, wall)
        self._agenda.after(20 * _HOUR, partial(self._accept, one, 1, wall))

    async def _set_by_staff(self, one: Arranged) -> None:
        staff = self._play.stage.organiser
        desk = await staff.press(one.card, "time-desk")
        form = await staff.press(desk.post, "time-set")
        wall = self._evening(one, 10)
        one.told_staff_at = self._play.stage.now
        answer = await staff.fill(form, when=f"{wall:%Y-%m-%d %H:%M}", zone=ZONE, why="Neither has written a word")
        one.play_at = _moment(wall)
        self._play.note(staff, "sets a time for two who were silent", answer)

    async def _leave_the_bot_away(self, one: Arranged) -> None:
        await self._play.stage.sleep_through(_AWAY)
        one.away_until = self._play.stage.now

    async def _propose(self, one: Arranged, side: int, wall: datetime) -> None:
        member = self._side(one, side)
        form = await member.press(one.card, "time-propose")
        shown = await member.fill(form, when=f"{wall:%Y-%m-%d %H:%M}", zone=ZONE)
        answer = await member.press(shown.post, "time-propose-at")
        self._play.note(member, "proposes a time", answer)
        await self._play.wait_until(self._play.stage.now + _MINUTE)

    async def _accept(self, one: Arranged, side: int, wall: datetime) -> None:
        member, post = self._side(one, side), self._question(one)
        answer = await member.press(post, "time-accept")
        self._play.note(member, "accepts it", answer)
        one.play_at = _moment(wall)

    def _question(self, one: Arranged) -> Post:
        """The message that asked last for an answer about the match."""
        sights = self._play.witness.sights
        posts = [sight.post for sight in sights if sight.how is How.POSTED and sight.post.has("time-accept")]
        return next(post for post in reversed(posts) if one.contest_id in str(post.find("time-accept")["custom_id"]))

    def _evening(self, one: Arranged, days: int) -> datetime:
        """An evening so many days after the card, as the clocks on the wall show it."""
        day = one.card.at.astimezone(ZoneInfo(ZONE)) + days * _DAY
        return day.replace(hour=_EVENING, minute=0, second=0, microsecond=0, tzinfo=None)

    def _side(self, one: Arranged, side: int) -> Member:
        return self._play.stage.by_id(one.sides[side])


def _moment(wall: datetime) -> datetime:
    return wall.replace(tzinfo=ZoneInfo(ZONE)).astimezone(UTC)
