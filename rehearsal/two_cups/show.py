"""Two cups in one evening: who plays in both comes first where they were called first, and the other match waits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from rehearsal import facts
from rehearsal.acts import entering, opening
from rehearsal.acts.called import players_of
from rehearsal.cast import Cast, Character, Player
from rehearsal.diary import Ending, EventDiary, Played
from rehearsal.play import Play, Stalled
from rehearsal.posts import Post
from rehearsal.script import Casting, Script
from rehearsal.two_cups.checks import judge
from rehearsal.two_cups.diary import APART, CUPS, LONGEST_WAIT, NAMES, TwoCups
from rehearsal.witness import How

NAME: Final = "two-cups"
RULEBOOK: Final = "cup"
_ZONE: Final = opening.TIME_ZONE
_LOCALES: Final = ("pt-BR", "es-ES", "it", "en-US", "pt-BR")
_A_MOMENT: Final = timedelta(seconds=2)
_LOOK: Final = timedelta(seconds=30)
"""How often people look at the channel."""
_SHORT: Final = timedelta(minutes=8)
_LONG: Final = APART + LONGEST_WAIT + timedelta(minutes=3)
"""From its call: longer than the matches of the second cup wait."""
_PATIENCE: Final = timedelta(hours=4)


def prepare(casting: Casting) -> TwoCups:
    """The owner runs both cups and plays in none; three play in both, and one more in each."""
    stage = casting.stage
    stage.organiser = stage.owner
    members = [stage.member(name, locale) for name, locale in zip(NAMES, _LOCALES, strict=True)]
    cast = tuple(Player(one, Character.STEADY, at, regular=False) for at, one in enumerate(members, 1))
    return TwoCups(casting.play(Cast(cast, ())))


async def perform(evening: TwoCups) -> None:
    """All acts, one after the other."""
    play = evening.play
    await opening.quick_start(play, _ZONE)
    await play.wait(minutes=1)
    starts_at = entering.evening(play, days=2)
    for number, cup in enumerate(CUPS):
        await _announce(evening, cup, starts_at + number * APART)
    await _register(evening)
    await _check_in(evening, starts_at)
    play.narrator.act("The matches", "The second cup calls while the matches of the first are on.")
    await Table(evening).until_both_are_over()
    for event in play.diary.events:
        event.last_call = len(play.stage.calls)
    await play.wait(minutes=30)


async def _announce(evening: TwoCups, cup: str, starts_at: datetime) -> None:
    await entering.announce(evening.play, cup, starts_at, RULEBOOK)
    _, _, shown = evening.play.heard[-2]
    evening.preview = shown.post


def _player(play: Play, name: str) -> Player:
    return next(one for one in play.cast.players if one.name == name)


async def _register(evening: TwoCups) -> None:
    """Everybody in the first cup, and then in the second."""
    play = evening.play
    play.narrator.act("Registering", "Three register for both.")
    for cup in CUPS:
        for name in evening.players_in(cup):
            await play.wait_until(play.stage.now + _A_MOMENT)
            player = _player(play, name)
            await entering.sign_up(play, evening.events[cup], player)
            evening.registered.append((cup, player.member.id, play.heard[-1][2]))


async def _check_in(evening: TwoCups, starts_at: datetime) -> None:
    """All check in in both; then the organiser looks at the desk of the second."""
    play, organiser = evening.play, evening.play.stage.organiser
    play.narrator.act("Check-in", "Everybody checks in where they play.")
    await play.wait_until(starts_at + APART - play.rules.opens_before + _A_MOMENT)
    for cup in CUPS:
        for name in evening.players_in(cup):
            await play.wait_until(play.stage.now + _A_MOMENT)
            await entering.confirm(play, evening.events[cup], _player(play, name))
    desk = await organiser.type("desk", tournament=evening.events[CUPS[1]].event_id)
    evening.desk = play.note(organiser, "looks at the desk", desk)


@dataclass(slots=True)
class _Match:
    """A match that was called: its card, who plays, who said that they are there, and until when they play."""

    event: EventDiary
    card: Post
    players: tuple[Player, ...]
    there: set[int] = field(default_factory=set)
    ends_at: datetime | None = None

    @property
    def contest_id(self) -> str:
        """Its id."""
        return self.card.subject("here")


class Table:
    """Everybody plays one match at a time, the one that was called first, and presses for no other meanwhile."""

    def __init__(self, evening: TwoCups) -> None:
        self._evening, self._play = evening, evening.play
        self._open: list[_Match] = []

    async def until_both_are_over(self) -> None:
        """Looks at the channel again and again; raises Stalled where nothing comes any more."""
        until = self._play.stage.now + _PATIENCE
        while not all(one.ended_at for one in facts.read(self._play.stage.path).events):
            if self._play.stage.now > until:
                raise Stalled(self._play.waited_for())
            await self._play.wait_until(self._play.stage.now + _LOOK)
            self._open += self._called()
            self._choose_the_long_one()
            await self._end()
            await self._begin()

    def _called(self) -> Iterator[_Match]:
        """Matches that were called since the last look."""
        known = {one for event in self._play.diary.events for one in event.matches}
        events = {one.event_id: one for one in self._play.diary.events}
        posts = [one.post for one in self._play.witness.sights if one.how is How.POSTED and one.post.has("here")]
        fresh = [one for one in posts if one.subject("here") not in known]
        pairings = {one.contest_id: one for one in facts.read(self._play.stage.path).pairings} if fresh else {}
        for card in fresh:
            event = events[pairings[card.subject("here")].event_id]
            first, second = players_of(self._play, card)
            event.matches[card.subject("here")] = Played((first.member.id, second.member.id), called=card)
            yield _Match(event, card, (first, second))

    def _choose_the_long_one(self) -> None:
        """Once all are called: one of the first cup on which some matches of the second hang, and another does not."""
        firsts = [one for one in self._open if one.event.name == CUPS[0]]
        seconds = [one for one in self._open if one.event.name == CUPS[1]]
        if self._evening.long or not seconds:
            return
        for one in firsts:
            hangs = [not {*_ids(one)}.isdisjoint(_ids(other)) for other in seconds]
            if any(hangs) and not all(hangs):
                self._evening.long = one.contest_id
        for one in firsts:
            if one.ends_at is not None and one.contest_id == self._evening.long:
                one.ends_at = one.card.at + _LONG

    async def _end(self) -> None:
        """The first player wins every game and reports it, and the second confirms."""
        for one in [one for one in self._open if one.ends_at is not None and one.ends_at <= self._play.stage.now]:
            self._open.remove(one)
            if not self._play.stage.again(one.card).has("score"):
                continue
            first, second = one.players
            score = next(iter(self._play.stage.again(one.card).options("score")))
            won, lost, *_ = map(int, score.split("-"))
            played = one.event.matches[one.contest_id]
            played.games, played.ending = {first.member.id: won, second.member.id: lost}, Ending.CONFIRMED
            self._evening.ended[one.contest_id] = self._play.stage.now
            answer = await first.member.choose(one.card, "score", score)
            self._play.note(first.member, f"reports {won}–{lost}", answer)
            await self._play.wait_until(self._play.stage.now + _A_MOMENT)
            self._play.note(second.member, "confirms", await second.member.press(one.card, "agree"))

    async def _begin(self) -> None:
        """Who plays nothing presses for each of their matches, and plays the first one to which both have come."""
        for one in self._open:
            for player in one.players:
                waited_for = player.member.id not in one.there and self._play.stage.again(one.card).has("here")
                if waited_for and not self._is_playing(player):
                    await self._come(one, player)
            if len(one.there) > 1 and one.ends_at is None and not any(map(self._is_playing, one.players)):
                one.ends_at = self._play.stage.now + _SHORT

    async def _come(self, one: _Match, player: Player) -> None:
        await self._play.wait_until(self._play.stage.now + _A_MOMENT)
        one.event.matches[one.contest_id].arrivals[player.member.id] = self._play.stage.now
        one.there.add(player.member.id)
        self._play.note(player.member, "is here", await player.member.press(one.card, "here"))

    def _is_playing(self, player: Player) -> bool:
        return any(one.ends_at is not None and player in one.players for one in self._open)


def _ids(one: _Match) -> Iterator[int]:
    return (player.member.id for player in one.players)


SCRIPT: Final = Script(
    "two cups in one evening with {players} members, three of whom play in both",
    prepare,
    perform,
    judge,
    subject="two cups with common players",
)
