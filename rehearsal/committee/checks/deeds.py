"""What decisions did, once each; absences from votes; and what an appeal undid."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final

from rehearsal.committee.checks.session import Session, SessionCheck
from rehearsal.committee.count import has_to_be_attended, procedure
from rehearsal.committee.ledger import Held, Trial
from rehearsal.hearing import same
from rehearsal.recount import elo
from rehearsal.rows import moment

_LINE: Final = re.compile(r"^<@(\d+)>\D+(\d+)\D+(\d+)\D+(\d+)\D+(\d+)\D+(\d+)$", re.MULTILINE)
"""Who voted in how many of how many, justified, still open, unjustified."""


def effects(session: Session) -> Iterator[str]:
    """What was decided is done, and what was not decided is not."""
    kept, ledger = session.record, session.ledger
    titles = {(row["person_id"], row["title"]) for row in kept.rows["arbiters"] if row["until"] is None}
    wanted = {(kept.people[member], title) for member, title in ledger.arbiter_titles.items()}
    yield from same("the committee", titles, wanted)
    gone = {held.subject for held, _ in session.votes_passed("player-expulsion")}
    yield from same("expelled players", kept.column("expelled", "discord_id"), gone)
    for name in {session.hearing.name(member) for member in gone} & kept.names:
        yield f"{name} was expelled, and the name is still there"
    excluded = session.ids(held.subject or 0 for held, _ in session.votes_passed("member-expulsion"))
    yield from same("never again on the committee", kept.column("excluded"), excluded)


def leaders(session: Session) -> Iterator[str]:
    """Whoever was elected leads from the close of the vote on, one after the other, and nobody else ever did."""
    # The first was named at the setup, before the season.
    found = [
        (row["person_id"], moment(row["since"])) for row in session.record.rows["offices"] if row["office"] == "leader"
    ][1:]
    wanted = [
        (session.outcome(held, row)[1], row.closed_at)
        for held, row in session.votes_passed("leader-election")
        if row.closed_at is not None
    ]
    if [person for person, _ in found] != [person for person, _ in wanted]:
        yield f"leaders: {len(found)} took office, {len(wanted)} were elected"
    for (person, since), (_, closed) in zip(found, wanted, strict=False):
        if abs(since - closed) > timedelta(seconds=1):
            yield f"{session.hearing.person_name(person)} leads since {since}, elected {closed}"


def bars(session: Session) -> Iterator[str]:
    """One bar for each decision that bars, of the length that was decided; none besides."""
    kept = session.record
    found = [
        (row["person_id"], None if row["until"] is None else row["until"] - row["since"], row["lifted_at"] is None)
        for row in kept.rows["bars"]
    ]
    month = timedelta(days=30) // timedelta(milliseconds=1)
    wanted: list[tuple[str, int | None, bool]]
    wanted = [(kept.people[held.subject or 0], month, True) for held, _ in session.votes_passed("absence-penalty")]
    wanted += [(row["person_id"], None, True) for row in kept.rows["expelled"]]
    wanted += [(kept.people[one.accused.id], None, False) for one in session.ledger.trials if one.contest_id is None]
    if sorted(map(str, found)) != sorted(map(str, wanted)):
        yield f"bars (person, length, in force): {sorted(map(str, found))} instead of {sorted(map(str, wanted))}"


def absences(session: Session) -> Iterator[str]:
    """Three votes missed without justification are offered to the leader for a removal, and not fewer."""
    missed = Counter[int]()
    for held in session.ledger.votes:
        yield from _asked_for_reasons(session, held)
        missed.update(member for member in _absent(held) if not held.excused.get(member, False))
    wanted = session.ids(member for member, times in missed.items() if times >= 3)
    offers = [one for sight in session.public() for one in sight.post.offered if one.startswith("vote-remove:")]
    yield from same("removals offered", {one.partition(":")[2] for one in offers}, wanted)


def _absent(held: Held) -> frozenset[int]:
    """Who missed the vote, where that is an absence."""
    return held.electorate - set(held.ballots()) if has_to_be_attended(procedure(held.kind)) else frozenset()


def _asked_for_reasons(session: Session, held: Held) -> Iterator[str]:
    button = f"vote-excuse:{held.vote_id}"
    heard = [post for post in session.posts_of("committee") if button in " ".join(post.offered)]
    if bool(heard) != bool(_absent(held)):
        yield f"{held.question}: {len(heard)} posts ask for the reason of an absence"


def attendance(session: Session) -> Iterator[str]:
    """`/committee attendance` says of everybody what the presses say."""
    if session.ledger.attendance is None:
        yield "nobody asked for the attendance"
        return
    asked_at, answer = session.ledger.attendance
    found = {int(line[0]): tuple(map(int, line[1:])) for line in _LINE.findall(answer.text)}
    closed = [held for held, row in session.votes() if row.closed_at is not None and row.closed_at < asked_at]
    for member, said in found.items():
        wanted = _attendance_of(closed, member)
        if said != wanted:
            yield f"{session.hearing.name(member)}: {said} instead of {wanted}"
    holders = {member for vote in session.ledger.of("leader-election")[-3:-2] for member in vote.entitled}
    yield from same("in the list", found, holders)


def _attendance_of(closed: Iterable[Held], member: int) -> tuple[int, ...]:
    """Of the votes that the member had to attend: voted in, all of them, justified, still open, unjustified."""
    entitled = [one for one in closed if has_to_be_attended(procedure(one.kind)) and member in one.electorate]
    missed = [one for one in entitled if member in _absent(one)]
    justified = sum(one.excused.get(member, False) for one in missed)
    return len(entitled) - len(missed), len(entitled), justified, 0, len(missed) - justified


def appeals(session: Session) -> Iterator[str]:
    """A verdict is told with its reason; a successful appeal gives back what it took, and the reason is public."""
    if len(session.ledger.trials) != 2:
        yield "the cases were never brought to their end"
    for trial in session.ledger.trials:
        yield from _undone_result(session, trial) if trial.contest_id else _undone_bar(session, trial)
        if not any(trial.granted_for in sight.post.text for sight in session.public()):
            yield f"nobody reads why the appeal of {trial.accused.name} succeeded"


def _undone_bar(session: Session, trial: Trial) -> Iterator[str]:
    if trial.barred is None or trial.free is None:
        yield "the case was never brought to its end"
        return
    if trial.reason not in trial.barred.text:
        yield "the barred was not told why"
    if trial.reason in trial.free.text or trial.free.is_refusal:
        yield "the accused is refused although the appeal was granted"
    yield from _not_free(session, trial)


def _not_free(session: Session, trial: Trial) -> Iterator[str]:
    """The bar is lifted, and the accused on the list."""
    person = session.record.people[trial.accused.id]
    lifted = [row["lifted_at"] for row in session.record.rows["bars"] if row["person_id"] == person]
    if len(lifted) != 1 or lifted[0] is None:
        yield f"bars of the accused, with when they were lifted: {lifted}"
    if person not in {entry.person_id for entry in session.hearing.facts.entries}:
        yield "the accused cannot register although the appeal was granted"


def _undone_result(session: Session, trial: Trial) -> Iterator[str]:
    """The ratings without the match, computed anew; and after the appeal the same as before the verdict."""
    rows = [row for row in session.record.rows["annulments"] if row["contest_id"] == trial.contest_id]
    if not rows or any(row["undone_at"] is None for row in rows):
        yield f"{len(rows)} annulments, not all of them undone"
    none: list[dict[str, float]] = [{}] * 4
    before, ended, taken, back, *_ = [*session.record.lists_of_the_open(), *none]
    yield from _differ("after the verdict", taken, _rated_anew(session, before, trial.contest_id))
    yield from _differ("after the appeal", back, ended)
    yield from _differ("after the Open", ended, _rated_anew(session, before, None))


def _rated_anew(session: Session, before: dict[str, float], without: str | None) -> dict[str, float]:
    facts, rules = session.hearing.facts, session.hearing.rules
    people = {entry.entrant_id: entry.person_id for entry in facts.entries}
    played = [one for one in facts.pairings if one.outcome is not None and len(one.sides) == 2]
    matches = []
    for one in sorted(played, key=lambda pairing: pairing.outcome.settled_at if pairing.outcome else pairing.round):
        if one.contest_id != without and one.outcome is not None:
            first, second = (people[side] for side in one.sides)
            matches.append((first, second, one.outcome.score[0], one.outcome.score[1]))
    return elo(before, matches, rules.initial, rules.k)


def _differ(when: str, found: dict[str, float], wanted: dict[str, float]) -> Iterator[str]:
    yield from same(f"rated {when}", found, wanted)
    for person, rating in found.items():
        if abs(rating - wanted.get(person, rating)) > 1e-6:
            yield f"{when}: {rating:.3f} instead of {wanted[person]:.3f}"


CHECKS: Final[tuple[SessionCheck, ...]] = (
    ("AIJE-A01-2, AIJE-A02", "What was decided is done, no more", effects),
    ("AIJE-A01-2", "Whoever was elected leads, from the close on", leaders),
    ("AIJE-D01-5.3", "Each bar is there once, as long as was decided", bars),
    ("AIJE-A02-6", "Three unjustified absences are offered for a removal, and no fewer", absences),
    ("AIJE-A02-6", "Attendance is what the presses say", attendance),
    ("GO-16.4, AIJE-D01-2, GO-23.1", "A successful appeal undoes bar, result and ratings", appeals),
)
