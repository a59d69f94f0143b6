"""The judge of an owner who moves in alone: what came in at once, what waited in public, and what came too late."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from sqlite3 import Row
from typing import Final

from rehearsal import rows
from rehearsal.checks import seen
from rehearsal.hearing import Hearing, on_time, same
from rehearsal.moving.alone.diary import ELSEWHERE, FORGOTTEN, HERE, IN_TIME, OWN, PAST, PLAYED, TOO_LATE, Alone
from rehearsal.rows import moment, perhaps
from rehearsal.verdict import Table, Verdict, but, judge_all

A_WEEK: Final = timedelta(days=7)
SOON_TOLD: Final = timedelta(seconds=20)
_CLICKS: Final = timedelta(seconds=2)
"""A press is on record a moment before its answer is written down."""


@dataclass(frozen=True)
class Trial:
    """What is before the judge."""

    hearing: Hearing
    alone: Alone

    @cached_property
    def file(self) -> rows.Rows:
        """The rows that say what came in."""
        return rows.read(self.alone.play.stage.path, rows.ALONE)

    def wish(self, what: str) -> Row | None:
        """What waited, by the message that everybody was asked by."""
        asked = self.alone.posts[what].subject("sign-object") if what in self.alone.posts else None
        return next((row for row in self.file["signatures"] if row["signature_id"] == asked), None)


def at_once(trial: Trial) -> Iterator[str]:
    """Who is on a list of the founding has the rating that it says, but for the owner, and before a week is over."""
    wanted = {**HERE, **ELSEWHERE, **FORGOTTEN, **IN_TIME}
    others = [row for row in trial.file["lists"] if row["name"] != trial.alone.owner.name]
    yield from same("rated", ((row["name"], row["rating"]) for row in others if row["name"] in wanted), wanted.items())
    last = max(moment(row["brought_at"]) for row in others)
    if last > trial.alone.moments["done"] + A_WEEK:
        yield f"a list came in at {last:%d %b %H:%M}"


def own_row(trial: Trial) -> Iterator[str]:
    """What the first list says of the owner waits for seven days in public, and then is so."""
    yield from _week_in_public(trial, "own row")
    found = [row for row in trial.file["lists"] if row["name"] == trial.alone.owner.name]
    if not found or found[-1]["rating"] != OWN:
        yield f"the owner's rating is {[row['rating'] for row in found]}"
    early = (row for row in found if moment(row["brought_at"]) < trial.alone.moments["own row"] + A_WEEK)
    yield from (f"the owner has a rating since {moment(row['brought_at']):%d %b %H:%M}" for row in early)


def own_past(trial: Trial) -> Iterator[str]:
    """A past event that the owner has won waits as long, and then is on record with those who played it."""
    yield from _week_in_public(trial, "past")
    found = ((row["event"], row["name"]) for row in trial.file["entered"])
    yield from same("played", found, ((PAST, name) for name in PLAYED))


def _week_in_public(trial: Trial, what: str) -> Iterator[str]:
    found = trial.wish(what)
    if found is None:
        yield f"{what}: nobody was asked"
        return
    if not found["in_public"] or found["outcome"] != "unopposed":
        yield f"{what}: in public {found['in_public']}, ended as {found['outcome']}"
    yield from on_time(what, perhaps(found["ended_at"]), moment(found["asked_at"]) + A_WEEK)


def one_objection(trial: Trial) -> Iterator[str]:
    """The title that the owner would have is over with the first objection, and no other one is to be had soon."""
    found = trial.wish("title")
    if found is None or found["outcome"] != "objected":
        yield f"the title ended as {found and found['outcome']}"
    else:
        yield from on_time("the objection", perhaps(found["ended_at"]), trial.alone.moments["objected"] - _CLICKS)
    yield from (f"{row['name']} is {row['title']}" for row in trial.file["masters"])
    again = trial.alone.asked_again
    if again is None or again.has("opening-confirm"):
        yield "the owner asks for a title again"


def refusals(trial: Trial) -> Iterator[str]:
    """Nobody objects to the own wish, or has two about themself at once; and a founding ends once."""
    yield from same("tried", trial.alone.refused, ("own row", "again", "a title beside it"))
    yield from (f"{what} was not refused" for what, told in trial.alone.refused.items() if not told.is_refusal)


def in_public(trial: Trial) -> Iterator[str]:
    """Everybody reads what waits, with the button and no ping."""
    for what, post in trial.alone.posts.items():
        if post.pinged or post.pinged_roles or post.private:
            yield f"{what}: {post!r} pings, or is not for everybody"


def founding(trial: Trial) -> Iterator[str]:
    """The days begin with the owner's press, which everybody reads of at once, without a ping."""
    done, owner = trial.alone.moments["done"], trial.alone.owner.id
    if len(trial.file["foundings"]) != 1:
        yield f"{len(trial.file['foundings'])} foundings"
        return
    (found,) = trial.file["foundings"]
    yield from on_time("the end of the founding", moment(found["ends_from"]), done - _CLICKS)
    if found["discord_id"] != owner:
        yield "another person has ended it"
    told = [one for one in trial.alone.play.witness.posts_of("announcements") if done <= one.at <= done + SOON_TOLD]
    if len(told) != 1 or told[0].pinged or told[0].pinged_roles:
        yield f"{len(told)} messages tell of it, or they ping"


def people_alone(trial: Trial) -> Iterator[str]:
    """After the seven days a list brings somebody new, and no rating."""
    known = {row["name"] for row in trial.file["people"]}
    yield from (f"{name} is not known" for name in TOO_LATE if name not in known)
    yield from (f"{row['name']} has a rating" for row in trial.file["lists"] if row["name"] in TOO_LATE)


_E: Final = "even hands"
CHECKS: Final[tuple[tuple[str, str, Callable[[Trial], Iterable[str]]], ...]] = (
    ("AIJE-B02-1", "Everybody else comes in at once until the founding is over", at_once),
    ("AIJE-A02-1", "The own rating waits for seven days in public", own_row),
    ("AIJE-A02-1", "The own past event waits for seven days in public", own_past),
    ("AIJE-A02-1", "One objection ends what the owner would have", one_objection),
    (_E, "Nobody objects to the own wish, and a founding ends once", refusals),
    (_E, "What waits stands in public, and pings nobody", in_public),
    (_E, "The end of the founding is told at once", founding),
    (_E, "After the founding a list brings people alone", people_alone),
)


def judge(alone: Alone, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, alone)
    found = (*judge_all(CHECKS, trial), *judge_all(but(seen.CHECKS, {seen.calls}), hearing))
    return Verdict(found, (_came_in(trial),))


def _came_in(trial: Trial) -> Table:
    first = {row["name"]: row for row in reversed(trial.file["lists"])}
    lines = tuple((name, row["rating"], f"{moment(row['brought_at']):%d %b}") for name, row in sorted(first.items()))
    return "Ratings that came in", ("Who", "Rating", "On"), lines
