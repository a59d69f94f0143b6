"""An arena by the clock: its end, the first move, what is disputed, and presses that come too late."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rehearsal import regulation
from rehearsal.cups.checks.rounds import Field, Rows
from rehearsal.cups.cup import Trial
from rehearsal.facts import Pairing

_GRACE: Final = timedelta(seconds=10)
"""For the clicks in flight, and the delivery."""


def _over(trial: Trial, field: Field) -> datetime:
    """When the time is up: it stands still while the bot is away."""
    lasts = regulation.duration(regulation.tables(trial.cup.play.rulebook)["arena"]["lasts"])
    return (field.event.drawn_at or field.event.start_at) + lasts + trial.cup.in_arena.away


def length(trial: Trial) -> Iterator[str]:
    """The arena lasts as long as the file says, without the time in which the bot was away, and no longer."""
    field = Field(trial)
    over = _over(trial, field)
    late = [one for one in field.pairings if one.created_at > over + _GRACE]
    yield from (f"{field.names(one.sides)} are paired at {one.created_at:%H:%M:%S}, after the end" for one in late)
    if not any(one.created_at > over - trial.cup.in_arena.away for one in field.pairings):
        yield "nobody was paired in the time that the outage had cost"
    if field.event.ended_at is None or not over <= field.event.ended_at <= over + timedelta(minutes=5):
        yield f"it ended at {field.event.ended_at}, due at {over:%H:%M:%S}"


def too_late(trial: Trial) -> Iterator[str]:
    """What is told after the end is refused in private and counts for nothing; so is the wish for another game."""
    over = _over(trial, Field(trial))
    claims = [one for one in trial.hearing.facts.claims if one.reported_at > over]
    yield from (f"a result told at {one.reported_at:%H:%M:%S} was taken" for one in claims)
    for what in ("a result", "another game"):
        answer = trial.cup.in_arena.late.get(what)
        if answer is None or not answer.posts or not answer.private:
            yield f"{what} after the end is not refused in private"


def first_move(trial: Trial) -> Iterator[str]:
    """Who is asked for the first move and comes in time plays on; who does not come loses."""
    field, within = Field(trial), timedelta(minutes=trial.hearing.rules.minutes_per_game)
    by_id = {one.contest_id: one for one in field.pairings}
    for contest in sorted(trial.cup.in_arena.answered):
        outcome = by_id[contest].outcome
        if outcome is None or any(outcome.walkover) or outcome.kind != "played":
            yield f"{field.names(by_id[contest].sides)}: came in time, and lost by absence"
    for contest in sorted(trial.cup.in_arena.forfeited):
        yield from _not_forfeited(field, by_id[contest], within)
    if not trial.cup.in_arena.answered:
        yield "nobody came late"


def _not_forfeited(field: Field, one: Pairing, within: timedelta) -> Iterator[str]:
    """Where nobody moved, one side loses by it, and in time."""
    if one.outcome is None or one.outcome.kind != "walkover" or sum(one.outcome.walkover) != 1:
        yield f"{field.names(one.sides)}: nobody moved, and nobody lost by it"
    elif one.outcome.settled_at - one.created_at > within + timedelta(minutes=2):
        yield f"{field.names(one.sides)}: lost only at {one.outcome.settled_at:%H:%M:%S}"


def disputes(trial: Trial) -> Iterator[str]:
    """A disputed game waits for a person, and those who dispute it play on meanwhile."""
    field = Field(trial)
    by_id = {one.contest_id: one for one in field.pairings}
    for contest, member in trial.cup.in_arena.disputed.items():
        one = by_id[contest]
        winner = [field.entries[side].member for side in one.sides].index(member)
        if one.outcome is None or one.outcome.settled_by is None or not one.outcome.score[winner]:
            yield f"{field.names(one.sides)}: disputed, and not ruled for {field.name(one.sides[winner])}"
        elif not _played_meanwhile(field, one, one.outcome.settled_at):
            yield f"{field.names(one.sides)} wait for the ruling, and play nobody"
    if not trial.cup.in_arena.disputed:
        yield "nothing was disputed"


def _played_meanwhile(field: Field, one: Pairing, until: datetime) -> bool:
    """Whether one of the two was paired again before the moment."""
    meanwhile = [other for other in field.pairings if one.created_at < other.created_at < until]
    return any(set(one.sides) & set(other.sides) for other in meanwhile)


CHECKS: Final[Rows] = (
    ("ARENA-4", "The arena ends in time, and stands still while the bot is away", length),
    ("ARENA-4", "What comes after the end counts for nothing", too_late),
    ("ARENA-5", "Without a first move the game is lost, and not before", first_move),
    ("the house", "A disputed game is ruled by a person while both play on", disputes),
)
