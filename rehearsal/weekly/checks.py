"""The judge of a cup that comes back: every evening by a calendar of its own, and what people read of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import pairwise
from sqlite3 import Row
from typing import Final
from zoneinfo import ZoneInfo

from rehearsal import rows
from rehearsal.checks import confirming, matches, seen
from rehearsal.hearing import Hearing, on_time
from rehearsal.posts import Post
from rehearsal.rows import moment
from rehearsal.tables import matches as of_matches
from rehearsal.verdict import Table, Verdict, but, judge_all
from rehearsal.weekly.diary import DESCRIPTION, MOVED, NAME, PLACES, SKIPPED, TIMES, ZONE, Fridays

_STAMP: Final = re.compile(r"<t:(\d+):F>")
_STRUCK: Final = re.compile(r"~~<t:(\d+):F>")
_WEEK: Final = timedelta(days=7)
_QUERIES: Final = {
    "events": "SELECT * FROM tournaments LEFT JOIN event_posters USING (poster_id) ORDER BY start_at",
    "owner": "SELECT person_id FROM people JOIN guilds ON discord_id = owner_id",
    "calls": "SELECT kind, subject FROM matters WHERE subject LIKE 'repeat:%'"
    " UNION ALL SELECT kind, subject FROM outbox WHERE kind = 'repeat_missed' ORDER BY 1, 2",
}


@dataclass(frozen=True)
class Trial:
    """What is before the judge."""

    hearing: Hearing
    fridays: Fridays

    @cached_property
    def file(self) -> rows.Rows:
        """The rows that say what there is."""
        return rows.read(self.fridays.play.stage.path, _QUERIES)

    @property
    def played(self) -> list[Row]:
        """The events that were to come by themselves, and the first; the last of the file was made by Again."""
        return self.file["events"][:TIMES]


def _shown(at: datetime) -> str:
    return f"{at.astimezone(ZoneInfo(ZONE)):%a %d %b %H:%M}"


def evenings(trial: Trial) -> Iterator[str]:
    """Each begins when the calendar says, at eight by the clocks of the wall, before and after they change."""
    found = [moment(row["start_at"]) for row in trial.played]
    wanted = [trial.fridays.wanted(number) for number in trial.fridays.held]
    if found != wanted:
        yield f"{', '.join(map(_shown, found))} instead of {', '.join(map(_shown, wanted))}"
    if len({_offset(at) for at in wanted}) != 2:
        yield "the clocks did not change meanwhile"


def _offset(at: datetime) -> timedelta | None:
    return at.astimezone(ZoneInfo(ZONE)).utcoffset()


def announced_in_time(trial: Trial) -> Iterator[str]:
    """Each is announced so many days before, the one over which the bot slept once it was back."""
    for number, row in zip(trial.fridays.held[1:], trial.played[1:], strict=False):
        yield from on_time(f"number {number}", moment(row["created_at"]), trial.fridays.announced(number))


def one_at_a_time(trial: Trial) -> Iterator[str]:
    """None is announced before the one ahead of it has begun."""
    for before, after in pairwise(trial.played):
        if after["created_at"] < before["start_at"]:
            yield f"{_shown(moment(after['start_at']))} was announced before the one ahead of it began"


def alike(trial: Trial) -> Iterator[str]:
    """All have the name, the rules, the places and the text of the first, and its host."""
    (owner,) = (row["person_id"] for row in trial.file["owner"])
    first = trial.file["events"][0]
    for row in trial.file["events"]:
        rules = json.loads(row["rulebook"])
        found = row["name"], rules["registration"]["capacity"], row["description"], row["created_by"]
        if found != (NAME, int(PLACES), DESCRIPTION, owner) or row["rulebook"] != first["rulebook"]:
            yield f"{_shown(moment(row['start_at']))}: {found}"


def own_draws(trial: Trial) -> Iterator[str]:
    """Each has a commitment of its own: nobody knows a draw from the one before."""
    if len({row["commitment"] for row in trial.file["events"]}) != len(trial.file["events"]):
        yield "two events have the same commitment"


def announcements(trial: Trial) -> Iterator[str]:
    """Everybody can register on one announcement for each event, which pings nobody."""
    posts = [one for one in trial.fridays.play.witness.posts_of("announcements") if one.has("register")]
    found = [one.subject("register") for one in {post.message_id: post for post in posts}.values()]
    for row in trial.file["events"]:
        if found.count(row["tournament_id"]) != 1:
            yield f"{_shown(moment(row['start_at']))}: {found.count(row['tournament_id'])} announcements"
    yield from (f"an announcement pings {trial.hearing.names(one.pinged)}" for one in posts if _is_new(one))


def _is_new(post: Post) -> bool:
    return bool(post.pinged) and not post.has("check-in")


def dates_told(trial: Trial) -> Iterator[str]:
    """The card tells the next dates as they will be, to the organiser alone."""
    card, fridays = trial.fridays.made, trial.fridays
    assert card is not None
    zone = ZoneInfo(ZONE)
    there = [fridays.wanted(0).astimezone(zone) + number * _WEEK for number in range(1, TIMES + 1)]
    told = [_stamp(one) for one in _STAMP.findall(card.text)]
    missing = [one for one in there if one.astimezone(UTC) not in told]
    yield from (f"{_shown(one)} is not told" for one in missing)
    if not card.private:
        yield "the card stands in the channel"


def _stamp(written: str) -> datetime:
    return datetime.fromtimestamp(int(written), UTC)


def skip_told(trial: Trial) -> Iterator[str]:
    """The skipped Friday is struck out on the card, that one alone, and the next one is the Friday after it."""
    fridays, card = trial.fridays, trial.fridays.skipped
    assert card is not None
    struck = [_stamp(one) for one in _STRUCK.findall(card.text)]
    wanted = (fridays.wanted(0).astimezone(ZoneInfo(ZONE)) + SKIPPED * _WEEK).astimezone(UTC)
    if struck != [wanted]:
        yield f"struck out: {', '.join(map(_shown, struck)) or 'nothing'}, instead of {_shown(wanted)}"


def move_told(trial: Trial) -> Iterator[str]:
    """The card tells the other time of the one that was moved."""
    fridays, card = trial.fridays, trial.fridays.moved
    assert card is not None
    if fridays.wanted(MOVED) not in [_stamp(one) for one in _STAMP.findall(card.text)]:
        yield f"{_shown(fridays.wanted(MOVED))} is not told"


def ends(trial: Trial) -> Iterator[str]:
    """After the last date nothing comes by itself: one more there is by Again, and nothing else."""
    found = [_shown(moment(row["start_at"])) for row in trial.file["events"][TIMES:]]
    if len(found) != 1:
        yield f"after the last date: {', '.join(found) or 'nothing'}"


def again(trial: Trial) -> Iterator[str]:
    """Again is on the same day and hour as the one it was pressed on, and was seen before anybody else saw it."""
    last = trial.file["events"][-1]
    was, start = trial.fridays.wanted(MOVED).astimezone(ZoneInfo(ZONE)), moment(last["start_at"])
    now = start.astimezone(ZoneInfo(ZONE))
    if (now.weekday(), now.time()) != (was.weekday(), was.time()) or start - moment(last["created_at"]) > _WEEK:
        yield f"it begins on {_shown(start)}, after {_shown(trial.fridays.wanted(MOVED))}"
    if last["tournament_id"] in trial.fridays.previewed:
        yield "it was announced before its preview was confirmed"


def nobody_called(trial: Trial) -> Iterator[str]:
    """Nobody who runs the evenings is called to any of it, and nothing counts as missed."""
    yield from (f"{row['kind']} about {row['subject']}" for row in trial.file["calls"])


def podiums(trial: Trial) -> Iterator[str]:
    """Every evening was played to its end."""
    for row in trial.played:
        if row["ended_at"] is None or row["cancelled_at"] is not None:
            yield f"{_shown(moment(row['start_at']))} has not ended"


_A: Final = "again"
CHECKS: Final[tuple[tuple[str, str, Callable[[Trial], Iterable[str]]], ...]] = (
    (_A, "Each evening begins at the hour of the first, whatever the clocks do", evenings),
    (_A, "Each is announced so many days before, and late where the bot was away", announced_in_time),
    (_A, "One at a time is announced", one_at_a_time),
    (_A, "All have the name, the rules, the places, the text and the host of the first", alike),
    (_A, "Each has a draw of its own", own_draws),
    (_A, "Each has one announcement, which pings nobody", announcements),
    (_A, "The next dates are told as they will be", dates_told),
    (_A, "The skipped date is struck out, and that one alone", skip_told),
    (_A, "The other time of one date is told", move_told),
    (_A, "After the last date nothing comes by itself", ends),
    (_A, "Again is a week later at the same hour, and seen before it is told", again),
    (_A, "Nobody is called to what goes by itself", nobody_called),
    (_A, "Every evening comes to its podium", podiums),
)
_OF_REGISTRATION: Final = (confirming.window, confirming.button, confirming.starters)


def judge(fridays: Fridays, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, fridays)
    found = [
        *judge_all(CHECKS, trial),
        *judge_all((row for row in confirming.CHECKS if row[2] in _OF_REGISTRATION), hearing),
        *judge_all(but(matches.CHECKS, {matches.arbiters}), hearing),
        *judge_all(but(seen.CHECKS, {seen.calls}), hearing),
    ]
    return Verdict(tuple(found), (_table(trial), of_matches(hearing)))


def _table(trial: Trial) -> Table:
    """The evenings, as they were announced and begun."""
    told = tuple(
        (number, _shown(moment(row["created_at"])), _shown(moment(row["start_at"])))
        for number, row in enumerate(trial.file["events"])
    )
    return "The evenings", ("", "Announced", "Begins"), told
