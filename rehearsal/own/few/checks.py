"""The judge of a cup of five whose only organiser plays: what one objection undoes, and what a lot decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from sqlite3 import Row
from typing import Final

from rehearsal import rows
from rehearsal.checks import seen
from rehearsal.facts import Pairing
from rehearsal.hearing import SOON, Hearing, on_time, same
from rehearsal.own.diary import WHY, Tries
from rehearsal.own.queries import OF_FEW
from rehearsal.rows import moment, perhaps
from rehearsal.tables import matches as of_matches
from rehearsal.verdict import Verdict, but, judge_all

CUP: Final = "Aurora"
NAMES: Final = ("Marta", "Nico", "Olivia", "Pedro")
RULINGS: Final = ("replayed", "lot")
"""What becomes of the own match in which the two disagree, one after the other."""
AGREE_WITHIN: Final = timedelta(minutes=15)
_CLICKS: Final = timedelta(seconds=2)
"""A press is on record a moment before its answer is written down."""


@dataclass(frozen=True)
class Trial:
    """What is before the judge."""

    hearing: Hearing
    own: Tries

    @cached_property
    def file(self) -> rows.Rows:
        """The rows that say what was done."""
        return rows.read(self.own.play.stage.path, OF_FEW)

    def acts(self, act: str) -> list[Row]:
        """What was done or asked for of that kind, for a reason."""
        return [row for row in self.file["acts"] if row["act"] == act]

    @property
    def own_match(self) -> Pairing:
        """The match of the organiser about which the two disagree."""
        contest = self.acts("rule_result")[0]["contest_id"]
        return next(one for one in self.hearing.facts.pairings if one.contest_id == contest)


def reasons(trial: Trial) -> Iterator[str]:
    """Each try is answered by a list of reasons, to the organiser alone, and nothing is done before."""
    for one in trial.own.tries:
        if not one.answer.private or not any(post.has(WHY) for post in one.answer.posts) or one.lines:
            yield f"{one.act}: tried to {one.what}: {one.answer.text!r}, and the log says {', '.join(one.lines)}"
    wanted = ("take_out_player", "move_start", "move_start", "rule_result", "rule_result")
    if [one.act for one in trial.own.tries] != [*wanted]:
        yield f"{len(trial.own.tries)} tries"


def one_objects(trial: Trial) -> Iterator[str]:
    """The first objection puts the rival back on the list."""
    found = trial.acts("take_out_player")
    presses = [at for done in trial.own.decided for at, _ in done.objected]
    if [row["ending"] for row in found] != ["objected"] or len(presses) != 1:
        yield f"{len(presses)} objections, and it ended as {[row['ending'] for row in found]}"
        return
    yield from on_time("the objection", perhaps(found[0]["ended_at"]), presses[0] - _CLICKS)
    yield from (f"{row['name']} is off the list" for row in trial.file["withdrawn"])


def taken_back(trial: Trial) -> Iterator[str]:
    """`/undo` is another way to the same act, with a reason of its own; the start is as it was."""
    if [row["ground"] for row in trial.acts("move_start")] != ["place_or_time", "slip"]:
        yield f"the start was moved for {[row['ground'] for row in trial.acts('move_start')]}"
    start = moment(trial.file["events"][0]["start_at"])
    if start != trial.own.moments[CUP]:
        yield f"{CUP} starts at {start:%d %b %H:%M}"


def again_and_by_lot(trial: Trial) -> Iterator[str]:
    """Without the opponent's word the match is played again once, after 15 minutes, and then a lot decides it.

    The dispute waits for that by itself, and what the organiser asks for does too: which comes first decides, and the
    other lapses.
    """
    endings = (row["ending"] for row in _deciding(trial))
    yield from same("the rulings", enumerate(endings), enumerate(RULINGS))
    yield from _both_wait(trial)
    outcome = trial.own_match.outcome
    if outcome is None or outcome.kind != "walkover" or outcome.settled_by is not None:
        yield f"the match ended as {outcome}"


def _both_wait(trial: Trial) -> Iterator[str]:
    """The dispute and what was asked for, as long as each other, and nothing of it is done."""
    for name in RULINGS:
        asked_at = trial.own.moments[f"asked: {name}"]
        waiting = [row for row in trial.acts("rule_result") if abs(moment(row["asked_at"]) - asked_at) <= SOON]
        if sorted(bool(row["verb"]) for row in waiting) != [False, True]:
            yield f"{name}: {len(waiting)} wait, instead of the dispute and what was asked for"
        for row in waiting:
            yield from on_time(name, perhaps(row["ended_at"]), asked_at + AGREE_WITHIN)
            if row["done_at"] is not None:
                yield f"{name}: what the organiser wanted was done"


def _deciding(trial: Trial) -> list[Row]:
    """What became of it each time, the first one first, without what lapsed."""
    found = [row for row in trial.acts("rule_result") if row["ending"] not in {None, "lapsed"}]
    return sorted(found, key=lambda row: int(row["ended_at"]))


def opponent_asked(trial: Trial) -> Iterator[str]:
    """Each time the opponent alone is pinged, with the button."""
    organiser = trial.own.play.stage.organiser.id
    both, posts = _two(trial), trial.own.play.witness.posts_of()
    found = {one.message_id: one for one in posts if one.has("own-agree")}
    if len(found) != len(RULINGS):
        yield f"{len(found)} messages ask to agree"
    for one in found.values():
        yield from same("asked", map(trial.hearing.name, one.pinged), map(trial.hearing.name, both - {organiser}))


def both_told(trial: Trial) -> Iterator[str]:
    """Both are pinged by how it ended."""
    both, posts = _two(trial), trial.own.play.witness.posts_of()
    for name, row in zip(RULINGS, _deciding(trial), strict=False):
        end = moment(row["ended_at"])
        if not any(end - _CLICKS <= one.at <= end + 5 * _CLICKS and one.pinged >= both for one in posts):
            yield f"{name}: the two are not told"


def _two(trial: Trial) -> set[int]:
    entries = trial.hearing.facts.of(trial.own_match.event_id)
    return {entries[side].member or 0 for side in trial.own_match.sides}


_E: Final = "even hands"
CHECKS: Final[tuple[tuple[str, str, Callable[[Trial], Iterable[str]]], ...]] = (
    (_E, "Who is alone is asked for a reason, whatever the way", reasons),
    (_E, "With fewer than six players one objection is enough", one_objects),
    (_E, "What is taken back by /undo is as it was", taken_back),
    ("AIJE-D01-6", "Without the opponent's word it is played again, and then a lot decides", again_and_by_lot),
    ("AIJE-D01-6", "The opponent is asked each time, and nobody else", opponent_asked),
    ("AIJE-D01-6", "Both are told how it ended", both_told),
)


def judge(own: Tries, hearing: Hearing) -> Verdict:
    """Every check with what it found."""
    trial = Trial(hearing, own)
    found = (*judge_all(CHECKS, trial), *judge_all(but(seen.CHECKS, {seen.calls}), hearing))
    return Verdict(found, (of_matches(hearing),))
