"""The judge of an evening with two cups: who was told what before, which match waited for which, and until when.

What a match had to wait for is worked out from the file's calls and reports, and from who pressed when, by no
arithmetic of the bot. All that was said is told apart by its buttons, its moments and whom it pings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Final

from rehearsal import notified, rows
from rehearsal.checks import confirming, matches, seen
from rehearsal.facts import Pairing
from rehearsal.hearing import Hearing, on_time, same
from rehearsal.posts import Post
from rehearsal.tables import calls_spent
from rehearsal.tables import matches as of_matches
from rehearsal.two_cups.diary import CUPS, IN_BOTH, LONGEST_WAIT, TwoCups
from rehearsal.verdict import Table, Verdict, but, judge_all

_CALLED_WITHIN: Final = timedelta(seconds=20)
"""Of a press: a second of grace for what Discord takes to deliver what follows from it."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What a match had to wait for, by the judge's own count."""

    one: Pairing
    called_at: datetime
    others: tuple[Pairing, ...]
    """The matches of the other cup in which its players were when it was called."""
    free_at: datetime
    """When the last of its players was free, or came."""
    missing: frozenset[int]
    """Who had not come by then, or by the end of the wait."""

    @property
    def until(self) -> datetime:
        """When nobody waits any longer."""
        return self.called_at + LONGEST_WAIT

    @property
    def is_long(self) -> bool:
        """Whether the other match took longer than that."""
        return self.free_at > self.until


@dataclass(frozen=True)
class Trial:
    """What is before the judge."""

    hearing: Hearing
    evening: TwoCups

    def members(self, one: Pairing) -> dict[int, int]:
        """Who plays on which side, by Discord id."""
        entries = self.hearing.facts.of(one.event_id)
        return {entries[entrant].member or 0: side for side, entrant in enumerate(one.sides)}

    def came_at(self, one: Pairing, member: int) -> datetime:
        """When the member pressed that they are there; who never did, at the very end."""
        events = {event.event_id: event for event in self.evening.events.values()}
        played = events[one.event_id].matches.get(one.contest_id)
        never = self.hearing.play.stage.now
        return never if played is None else played.arrivals.get(member, never)

    def reported_at(self, one: Pairing) -> datetime:
        """When its score was first told, or it ended without that."""
        ended = self.hearing.play.stage.now if one.outcome is None else one.outcome.settled_at
        return min((claim.reported_at for claim in self.hearing.claims(one)), default=ended)

    @cached_property
    def played(self) -> list[Pairing]:
        """The matches of both cups in the order of their calls."""
        found = [one for one in self.hearing.facts.pairings if len(one.sides) == 2 and one.called_at is not None]
        return sorted(found, key=lambda one: one.called_at or one.created_at)

    @cached_property
    def waits(self) -> dict[str, Wait]:
        """Of each match that had to wait: for what, and until when."""
        found = (self._wait_of(one) for one in self.played)
        return {wait.one.contest_id: wait for wait in found if wait is not None}

    def _wait_of(self, one: Pairing) -> Wait | None:
        called_at = one.called_at
        assert called_at is not None
        others, free_at = [], called_at
        for member in self.members(one):
            before = [other for other in self.played if self._holds_up(other, one, member)]
            if before:
                others += before
                freed = max(map(self.reported_at, before))
                free_at = max(free_at, min(freed, self.came_at(one, member)))
        if not others:
            return None
        end = min(free_at, called_at + LONGEST_WAIT)
        missing = frozenset(member for member in self.members(one) if self.came_at(one, member) > end)
        return Wait(one, called_at, tuple(dict.fromkeys(others)), free_at, missing)

    def _holds_up(self, other: Pairing, one: Pairing, member: int) -> bool:
        assert one.called_at is not None
        assert other.called_at is not None
        if other.event_id == one.event_id or member not in self.members(other):
            return False
        return other.called_at < one.called_at < self.reported_at(other)

    def posts(self, button: str) -> list[Post]:
        """What was posted with the button, as it looked when it came."""
        return [one for one in self.hearing.play.witness.posts_of() if button in one.offered]

    def told(self, one: Pairing) -> list[Post]:
        """What was said to the players of a match after its card with the button to come."""
        return self.posts(f"here:{one.contest_id}")[1:]

    def asked(self, one: Pairing) -> list[Post]:
        """The calls of staff to the match."""
        return self.posts(f"referee:{one.contest_id}")[1:]

    @cached_property
    def clocks(self) -> dict[tuple[str, int], tuple[datetime, datetime | None]]:
        """When the clock of each side began and ended."""
        found = rows.read(self.evening.play.stage.path, rows.CLOCKS)["clocks"]
        return {
            (row["contest_id"], row["side"]): (rows.moment(row["started_at"]), rows.perhaps(row["ended_at"]))
            for row in found
        }

    def name(self, one: Pairing) -> str:
        """The players of a match."""
        return self.hearing.names(self.members(one))


# --- before the start -----------------------------------------------------------------------------------------------


def registering(trial: Trial) -> Iterator[str]:
    """Who registers for the second cup and is in the first reads its name and its start, and nobody else does."""
    starts = {event.name: event.start_at for event in trial.hearing.facts.events}
    if len(trial.evening.registered) != len(CUPS) * (len(IN_BOTH) + 1):
        yield f"{len(trial.evening.registered)} registered"
    names = {one.member.id: one.name for one in trial.hearing.play.cast.players}
    for cup, member, answer in trial.evening.registered:
        other = next(one for one in CUPS if one != cup)
        wanted = cup == CUPS[1] and names[member] in IN_BOTH
        text = answer.post.text
        if (other in text) is not wanted or (f"<t:{int(starts[other].timestamp())}" in text) is not wanted:
            yield f"{names[member]} registers for {cup}: {other} and its start are {'not ' if wanted else ''}named"


def previewed(trial: Trial) -> Iterator[str]:
    """The preview of the second cup names the first one."""
    post = trial.evening.preview
    if post is None or CUPS[0] not in post.text:
        yield f"{CUPS[0]} is not on the preview"


def on_the_desk(trial: Trial) -> Iterator[str]:
    """The desk of the second cup names the first one, and who plays in both."""
    desk = trial.evening.desk
    text = "" if desk is None else desk.post.text
    if CUPS[0] not in text:
        yield f"{CUPS[0]} is not on the desk"
    named = [one.name for one in trial.hearing.play.cast.players if f"<@{one.member.id}>" in text]
    yield from same("on the desk", named, IN_BOTH)


# --- the clocks -----------------------------------------------------------------------------------------------------


def evening_is_complete(trial: Trial) -> Iterator[str]:
    """Some match waited until the other one ended, and some as long as any may; so there is something to judge."""
    waits = trial.waits.values()
    if not any(one.is_long for one in waits) or not any(not one.is_long and one.missing for one in waits):
        yield f"{len(trial.waits)} matches waited, {sum(one.is_long for one in waits)} of them as long as any may"


def nothing_is_lost(trial: Trial) -> Iterator[str]:
    """Nobody loses a game by absence for having played in the other cup."""
    for one in trial.played:
        if one.outcome is None or one.outcome.kind != "played" or any(one.outcome.walkover):
            yield f"{trial.name(one)}: {one.outcome}"


def earlier_clocks(trial: Trial) -> Iterator[str]:
    """The clock of a match that waits for none starts with its call, whoever waits for it."""
    for one in trial.played:
        for member, side in trial.members(one).items():
            began, _ = trial.clocks[one.contest_id, side]
            if one.contest_id not in trial.waits and began != one.called_at:
                yield f"{trial.name(one)}: the clock of {trial.hearing.name(member)} began at {began:%H:%M:%S}"


def later_clocks(trial: Trial) -> Iterator[str]:
    """A clock of a match that waits begins with the message, or when the longest wait is over, and not before."""
    for wait in trial.waits.values():
        told = trial.told(wait.one)
        begins = wait.until if wait.is_long or not told else min(told[0].at, wait.until)
        for member, side in trial.members(wait.one).items():
            began, ended = trial.clocks[wait.one.contest_id, side]
            came_early = trial.came_at(wait.one, member) < begins
            if came_early and began != ended:
                yield f"{trial.name(wait.one)}: a clock ran against {trial.hearing.name(member)}, who came early"
            elif not came_early:
                yield from on_time(f"{trial.name(wait.one)}: the clock", began, begins, timedelta(seconds=1))


def told_when_over(trial: Trial) -> Iterator[str]:
    """Who is not there when the other match has ended is called once, with the button to come; nobody else is."""
    for one in trial.played:
        wait, told = trial.waits.get(one.contest_id), trial.told(one)
        due = wait is not None and not wait.is_long and bool(wait.missing)
        if len(told) != due:
            yield f"{trial.name(one)}: told {len(told)} times instead of {int(due)}"
        if wait is None or not due:
            continue
        for post in told:
            yield from on_time(f"{trial.name(one)}: told", post.at, wait.free_at, _CALLED_WITHIN)
            wanted = map(trial.hearing.name, wait.missing)
            yield from same(f"{trial.name(one)}: pinged", map(trial.hearing.name, post.pinged), wanted)


def staff_are_asked(trial: Trial) -> Iterator[str]:
    """Where the longest wait is over who runs each cup is asked about its match, once, and about no other match."""
    wanted: dict[str, datetime] = {}
    for wait in trial.waits.values():
        if wait.is_long and wait.missing:
            for one in (wait.one, *(other for other in wait.others if trial.reported_at(other) > wait.until)):
                wanted.setdefault(one.contest_id, wait.until)
    organiser = trial.hearing.play.stage.organiser.id
    for one in trial.played:
        asked = [post for post in trial.asked(one) if organiser in post.pinged]
        if bool(asked) is not (one.contest_id in wanted):
            yield f"{trial.name(one)}: asked {len(asked)} times"
        elif asked:
            yield from on_time(f"{trial.name(one)}: asked", asked[0].at, wanted[one.contest_id])


def on_the_card(trial: Trial) -> Iterator[str]:
    """From its call on the card names the other cup, and then until when the match waits."""
    names = {event.event_id: event.name for event in trial.hearing.facts.events}
    for wait in trial.waits.values():
        card = trial.posts(f"here:{wait.one.contest_id}")[0]
        other = names[wait.others[0].event_id]
        if other not in card.text:
            yield f"{trial.name(wait.one)}: the call does not name {other}"
        looks = [sight.post.text for sight in trial.hearing.play.witness.looks_at(card)]
        if not any(other in text and f"<t:{int(wait.until.timestamp())}" in text for text in looks):
            yield f"{trial.name(wait.one)}: the card never says until when it waits"
    for one in trial.played:
        if one.contest_id not in trial.waits:
            card, others = trial.posts(f"here:{one.contest_id}")[0], set(names.values()) - {names[one.event_id]}
            yield from (f"{trial.name(one)}: the card names {other}" for other in others if other in card.text)


def ended(trial: Trial) -> Iterator[str]:
    """Both cups come to their podium."""
    for event in trial.hearing.facts.events:
        if event.ended_at is None:
            yield f"{event.name} is not over"


def quiet(trial: Trial) -> Iterator[str]:
    """The organiser hears of the one match that nobody could help, and of nothing else."""
    found = notified.count(trial.evening.play.stage)
    organiser = trial.evening.play.stage.organiser.id
    calls = [post for post in trial.hearing.play.witness.posts_of() if organiser in post.pinged]
    about = [post for post in calls if post.has("referee")]
    if len(calls) != len(about) or found.letters[organiser]:
        yield f"the organiser was called {len(calls)} times, {len(about)} of them to a match"


Row = tuple[str, str, Callable[[Trial], Iterable[str]]]
_BOTH: Final = "in two events"
CHECKS: Final[tuple[Row, ...]] = (
    (_BOTH, "Who registers for both reads which other cup and when, and nobody else does", registering),
    (_BOTH, "The preview names the cup at the same hours", previewed),
    (_BOTH, "The desk names who plays in both", on_the_desk),
    (_BOTH, "Matches waited for a short one and for a long one", evening_is_complete),
    (_BOTH, "Nobody loses a game for having played in the other cup", nothing_is_lost),
    (_BOTH, "The earlier match's clock starts with its call", earlier_clocks),
    (_BOTH, "The later match's clock starts when the other is over, or after the longest wait", later_clocks),
    (_BOTH, "Who is not there is called when the other match has ended", told_when_over),
    (_BOTH, "After the longest wait who runs each cup is asked", staff_are_asked),
    (_BOTH, "The card says for what the match waits, and until when", on_the_card),
    (_BOTH, "Both cups come to their podium", ended),
    (_BOTH, "The organiser is called to nothing else", quiet),
)
_OF_ENTERING: Final = frozenset({confirming.announcements, confirming.starters})
_OF_MATCHES: Final = frozenset({matches.scores, matches.reports})


def judge(evening: TwoCups, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, evening)
    found = [
        *judge_all(CHECKS, trial),
        *judge_all((row for row in confirming.CHECKS if row[2] in _OF_ENTERING), hearing),
        *judge_all((row for row in matches.CHECKS if row[2] in _OF_MATCHES), hearing),
        # Each match that waits is drawn anew, and staff are called to one: the evening costs more than two cups.
        *judge_all(but(seen.CHECKS, {seen.calls}), hearing),
    ]
    return Verdict(tuple(found), tuple(_tables(trial)))


def _tables(trial: Trial) -> Iterator[Table]:
    """What waited for what, the matches, the calls."""
    lines = tuple(_lines(trial))
    yield "What waited", ("Match", "Called", "For", "Free", "Not there"), lines
    yield of_matches(trial.hearing)
    yield calls_spent(trial.hearing, ("Event", "Matches", "Calls"))


def _lines(trial: Trial) -> Iterator[tuple[object, ...]]:
    for wait in trial.waits.values():
        others = "; ".join(map(trial.name, wait.others))
        missing = trial.hearing.names(wait.missing)
        yield trial.name(wait.one), f"{wait.called_at:%H:%M:%S}", others, f"{wait.free_at:%H:%M:%S}", missing
