"""What has to hold of a season's decisions: the judge's own count against the file and against what members saw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rehearsal.checks import seen
from rehearsal.committee.checks import deeds, expulsions, offices, openness, people, titles, voting
from rehearsal.committee.checks.session import Session
from rehearsal.committee.record import VoteRow
from rehearsal.outcomes import association
from rehearsal.regulation import FOLDER
from rehearsal.verdict import Check, Table, Verdict, judge_all

_ENDS: Final = {
    "passed": "✔ passed",
    "rejected": "✘ not passed",
    "no_quorum": "no quorum",
    "run_off": "↻ second ballot",
    "cancelled": "cancelled",
}
_SEEN = frozenset({seen.faults, seen.unsaid, seen.pictures})
_AREAS = (voting, expulsions, openness, deeds, titles, offices, people)


def judge(session: Session) -> Verdict:
    """Every check with what it found."""
    found = (check for area in _AREAS for check in judge_all(area.CHECKS, session))
    general = judge_all((row for row in seen.CHECKS if row[2] in _SEEN), session.hearing)
    return Verdict((*found, _as_written(), *general), tuple(_tables(session)))


def _as_written() -> Check:
    """What votes need and titles ask for is the regulation's, whatever the files say."""
    problems = tuple(association.contradictions(FOLDER))
    return Check("the regulation", "Procedures and titles are set as the regulation says", problems)


def _who_was_elected(session: Session, row: VoteRow) -> str:
    members = {person: member for member, person in session.record.people.items()}
    return "" if row.elected is None else f": {session.hearing.name(members.get(row.elected))}"


def _tables(session: Session) -> Iterator[Table]:
    rows = [
        (
            f"{row.opened_at:%d %b}",
            held.question,
            held.kind.replace("-", " ") + (", second ballot" if held.ballot == 2 else ""),
            f"{len(row.ballots)} of {len(held.electorate)}",
            row.extensions or "",
            _ENDS.get(row.outcome or "", "open") + _who_was_elected(session, row),
        )
        for held, row in session.votes()
    ]
    yield "Decisions", ("Opened", "Question", "Kind", "Ballots", "Extended", "Outcome"), tuple(rows)
    names = session.hearing.name
    titles_of = [(names(one.member), one.title, one.what.replace("_", " ")) for one in session.ledger.titled]
    yield "Titles", ("Player", "Title", "What became of it"), tuple(titles_of)
    seats = [("President", names(session.ledger.president.id))]
    if session.ledger.leader is not None:
        seats.append(("Leader", names(session.ledger.leader.id)))
    seats += [(title, names(member)) for member, title in session.ledger.arbiter_titles.items()]
    yield "Who holds what in the end", ("Office or title", "Who"), tuple(seats)
