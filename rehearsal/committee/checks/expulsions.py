"""Expulsions, counted from the regulation's own numbers and the presses, with no file of procedures between them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from rehearsal.committee.checks.session import Session, SessionCheck
from rehearsal.committee.ledger import Held
from rehearsal.committee.record import VoteRow
from rehearsal.hearing import same
from rehearsal.outcomes import of
from rehearsal.rows import moment, perhaps

_YEAR: Final = timedelta(days=365)


def committee_votes(session: Session) -> Iterator[str]:
    """An expulsion from the committee: by all but the member concerned and the leader, and by how many of them."""
    held = [(one, row) for one, row in session.votes() if one.kind == "member-expulsion"]
    if not held:
        yield "nobody's place on the committee was put to the vote"
    for one, row in held:
        excluded = _without_a_vote(session, one, row.opened_at)
        wanted = _holders(session.record.rows["arbiters"], row.opened_at) - excluded
        yield from same(f"{one.question}, electors", row.electors, wanted)
        yield from (f"{one.question}: {who} has no vote and has one" for who in excluded & set(row.ballots))
        yield from same(f"{one.question}, outcome", [row.outcome], [_outcome(one, len(wanted))])
        yield from _what_follows(session, one, row)


def _without_a_vote(session: Session, held: Held, at: datetime) -> set[str]:
    leaders = [row for row in session.record.rows["offices"] if row["office"] == "leader"]
    who = {"member": session.ids([held.subject or 0]), "leader": _holders(leaders, at)}
    named: list[str] = of("AIJE-A02-3")["excluded"]
    return set().union(*(who[one] for one in named))


def _holders(rows: list[sqlite3.Row], at: datetime) -> set[str]:
    """Whom the rows name as holding something at the moment."""
    ends = ((row, perhaps(row["until"])) for row in rows)
    return {row["person_id"] for row, end in ends if moment(row["since"]) <= at and (end is None or at < end)}


def _outcome(held: Held, entitled: int) -> str | None:
    """What the last presses come to by the two percentages of the text; None where the vote is put off."""
    quorum, majority = of("AIJE-A02-3")["quorum_percent"], of("AIJE-A02-5")["more_than_percent"]
    said = [choice for choice in held.ballots().values() if choice != "null"]
    if 100 * len(said) < quorum * entitled:
        return None
    return "passed" if 100 * said.count("yes") > majority * len(said) else "rejected"


def _what_follows(session: Session, held: Held, row: VoteRow) -> Iterator[str]:
    """Who is expelled has neither title nor rating, and who is not keeps the title."""
    (person,) = session.ids([held.subject or 0])
    titles = [one for one in session.record.rows["arbiters"] if one["person_id"] == person]
    gone = row.outcome == "passed"
    keeps = any(one["until"] is None for one in titles)
    if keeps is gone:
        yield f"{held.question}: the title {'stands' if keeps else 'is gone'}, and it ended {row.outcome}"
    if gone and person in (session.record.lists() or [{}])[-1]:
        yield f"{held.question}: the rating stands"


def players(session: Session) -> Iterator[str]:
    """An expulsion of a player: both signatures or none; name and rating go, and no way leads back for a year."""
    rule: dict[str, Any] = of("AIJE-A02-2")
    signed = [(held, {*held.ballots().values()}) for held, _ in session.votes() if held.kind == "player-expulsion"]
    wanted = {held.subject for held, said in signed if said == {"yes"} and len(held.ballots()) == 2}
    expelled = {row["discord_id"]: row["person_id"] for row in session.record.rows["expelled"]}
    yield from same("expelled", expelled, wanted)
    for member, person in expelled.items():
        yield from (f"{member} was expelled, and {problem}" for problem in _still_there(session, person, rule))


def _still_there(session: Session, person: str, rule: dict[str, Any]) -> Iterator[str]:
    """What of an expelled player the text takes away and the file still has."""
    if rule["rating_removed"] and person in (session.record.lists() or [{}])[-1]:
        yield "the rating stands"
    barred = [row for row in session.record.rows["bars"] if row["person_id"] == person and row["lifted_at"] is None]
    if not any(_lasts(row, rule["years_away"]) for row in barred):
        yield "may be back within a year"


def _lasts(row: sqlite3.Row, years: int) -> bool:
    return row["until"] is None or moment(row["until"]) - moment(row["since"]) >= years * _YEAR


CHECKS: Final[tuple[SessionCheck, ...]] = (
    (
        "AIJE-A02-3, AIJE-A02-5",
        "Who is on the committee is put off it by those and as many as the text says",
        committee_votes,
    ),
    ("AIJE-A02-1, AIJE-A02-2", "A player goes by two signatures, and for a year at least", players),
)
