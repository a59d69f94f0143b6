"""What has to hold of a season's decisions: the judge's own count against the file and against what members saw."""

from __future__ import annotations

from collections.abc import Iterator

from bot.rehearsal.checks import seen
from bot.rehearsal.committee.checks import deeds, offices, openness, people, titles, voting
from bot.rehearsal.committee.checks.session import Finder, Session
from bot.rehearsal.verdict import Check, Table, Verdict

_AREAS = (voting, openness, deeds, titles, offices, people)


def judge(session: Session) -> Verdict:
    """Every check with what it found; a check that cannot even be made has failed."""
    found = [Check(rule, title, tuple(_found(find, session))) for area in _AREAS for rule, title, find in area.CHECKS]
    general = [
        Check(rule, title, tuple(find(session.hearing)))
        for rule, title, find in seen.CHECKS
        if find in {seen.faults, seen.unsaid, seen.pictures}
    ]
    return Verdict((*found, *general), tuple(_tables(session)))


def _found(find: Finder, session: Session) -> list[str]:
    try:
        return list(find(session))
    except Exception as error:  # noqa: BLE001 - whatever the bot left behind, the verdict is said and not thrown
        return [f"cannot be checked: {type(error).__name__}: {error}"]


def _tables(session: Session) -> Iterator[Table]:
    rows = tuple(
        (
            held.question,
            held.kind,
            f"{len(row.ballots)} of {len(held.electorate)}",
            row.extensions,
            row.outcome or "open",
        )
        for held, row in session.votes()
    )
    yield "Decisions", ("Question", "Kind", "Ballots", "Extended", "Outcome"), rows
    names = session.hearing.name
    titles_of = [(names(one.member), one.title, one.what.replace("_", " ")) for one in session.ledger.titled]
    yield "Titles", ("Player", "Title", "What became of it"), tuple(titles_of)
    holders = [(names(member), title) for member, title in session.ledger.arbiter_titles.items()]
    offices_held = [("President", names(session.ledger.president.id))]
    if session.ledger.leader is not None:
        offices_held.append(("Leader", names(session.ledger.leader.id)))
    seats = [*offices_held, *((title, name) for name, title in holders)]
    yield "Who holds what in the end", ("Office or title", "Who"), tuple(seats)
