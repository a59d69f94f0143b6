"""When matches are called and who loses by silence, worked out from what was typed and from the file's own numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final

from rehearsal.cups.checks.rounds import Field
from rehearsal.cups.cup import Trial
from rehearsal.cups.weeks.diary import Arranged, Scene, WeekCup
from rehearsal.facts import Pairing

_GRACE: Final = timedelta(seconds=15)
"""For the clicks in flight, and the delivery."""


class Weeks:
    """What is before the judge."""

    def __init__(self, trial: Trial, cup: WeekCup) -> None:
        self.field, self.cup = Field(trial), cup
        self.pairings = {one.contest_id: one for one in self.field.pairings}

    def called_at(self, one: Arranged) -> datetime | None:
        """When everybody could read the call."""
        played = self.cup.event.matches.get(one.contest_id)
        return None if played is None or played.called is None else played.called.at

    def of(self, scene: Scene) -> Iterator[Arranged]:
        """The matches of that scene."""
        return (one for one in self.cup.arranged.values() if one.scene is scene)

    def pairing(self, one: Arranged) -> Pairing:
        """The match on record."""
        return self.pairings[one.contest_id]

    def name(self, one: Arranged) -> str:
        """Who plays."""
        return self.field.names(self.pairing(one).sides)


def times(weeks: Weeks) -> Iterator[str]:
    """Each match is called at the time that was agreed on or set, and no other; late only where the bot was away."""
    for contest_id in weeks.cup.event.matches:
        if contest_id not in weeks.cup.arranged:
            yield f"{weeks.field.names(weeks.pairings[contest_id].sides)} was called, and nobody was asked for a time"
    for one in weeks.cup.arranged.values():
        called = weeks.called_at(one)
        if one.play_at is None:
            if called is not None:
                yield f"{weeks.name(one)} was called without a time"
            continue
        due = one.play_at if one.away_until is None else max(one.play_at, one.away_until)
        if called is None or not due <= called <= due + _GRACE:
            yield f"{weeks.name(one)} was called at {called}, due at {due} ({one.scene})"


def scenes(weeks: Weeks) -> Iterator[str]:
    """Every way to a time was played."""
    played = {one.scene for one in weeks.cup.arranged.values()}
    yield from (f"nobody saw: {scene}" for scene in Scene if scene not in played)


def silence(weeks: Weeks) -> Iterator[str]:
    """Who never answered has lost by absence, at the end of the days that the file gives, and not before."""
    for one in weeks.of(Scene.SILENT):
        outcome = weeks.pairing(one).outcome
        due = one.card.at + weeks.cup.numbers.round_lasts
        silent = next(
            side
            for side, entrant in enumerate(weeks.pairing(one).sides)
            if weeks.field.entries[entrant].member == one.sides[1]
        )
        if outcome is None or outcome.kind != "walkover" or outcome.winner != 1 - silent:
            yield f"{weeks.name(one)}: silence did not cost the match"
        elif not due <= outcome.settled_at <= due + _GRACE:
            yield f"{weeks.name(one)}: lost at {outcome.settled_at}, due at {due}"


def others(weeks: Weeks) -> Iterator[str]:
    """Nobody else has lost by absence: neither who was told in the last minute, nor two who were both silent."""
    for one in weeks.cup.arranged.values():
        outcome = weeks.pairing(one).outcome
        if one.scene is not Scene.SILENT and (outcome is None or outcome.kind != "played"):
            yield f"{weeks.name(one)} was not played ({one.scene})"


def notice(weeks: Weeks) -> Iterator[str]:
    """A time of staff leaves the time to answer at least."""
    for one in weeks.of(Scene.BY_STAFF):
        if one.told_staff_at is None or one.play_at is None:
            yield f"{weeks.name(one)}: staff set no time"
        elif one.play_at - one.told_staff_at < weeks.cup.numbers.answer_within:
            yield f"{weeks.name(one)}: staff gave {one.play_at - one.told_staff_at} of notice"


CHECKS: Final[tuple[tuple[str, str, Callable[[Weeks], Iterator[str]]], ...]] = (
    ("the times", "Each match is called at its time", times),
    ("the times", "Every way to a time is seen", scenes),
    ("the times", "Who never answers loses by absence, at the end of the days", silence),
    ("the times", "Nobody else loses by absence", others),
    ("the times", "Staff give fair notice", notice),
)
