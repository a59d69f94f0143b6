"""Offices: what a vacancy holds up, who answered suggestions, and roles that show what the registry says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rehearsal.committee.checks.session import Session, SessionCheck
from rehearsal.hearing import same
from rehearsal.rows import moment

_WAITS: Final = re.compile(r"^- ⏸️ (.+)$", re.MULTILINE)
_WITHOUT_A_LEADER: Final = ("AIJE-A01-3", "AIJE-A02-1", "AIJE-A02-3", "AIJE-A02-6")
"""Suggestions, expulsions of players and of members, removals for missed votes: what nobody can decide then."""


def vacancy(session: Session) -> Iterator[str]:
    """A vacant office is named with all that waits for it: in public, and to who asks."""
    if session.ledger.vacancy is None:
        yield "nobody resigned"
        return
    asked, announced = session.ledger.vacancy
    for what, text in (("/office show", asked.text), ("the announcement", announced.text)):
        if len(set(_WAITS.findall(text))) != len(_WITHOUT_A_LEADER):
            yield f"{what} names {len(set(_WAITS.findall(text)))} things that wait"
    leaders = [row for row in session.record.rows["offices"] if row["office"] == "leader"]
    if not any(row["until"] is not None and moment(row["until"]) <= announced.at for row in leaders):
        yield "nobody is on record as having left the office"


def suggestions(session: Session) -> Iterator[str]:
    """Each suggestion ends as the leader, or who stood in, said last; its author is told, with the reason."""
    found = [(row["suggestion"], row["approved"], row["reason"]) for row in session.record.rows["suggestions"]]
    wanted = [(one.text, int(bool(one.approved)), one.reason) for one in session.ledger.suggested]
    yield from same("suggestions", found, wanted)
    for one in session.ledger.suggested:
        letters = session.hearing.play.witness.written_to(one.author.name)
        if not letters or (one.reason or "👍") not in letters[-1].text:
            yield f"{one.author.name} was not told what became of the suggestion"


def undone(session: Session) -> Iterator[str]:
    """What was taken back is on record as taken back, and only that."""
    lines = [row for row in session.record.rows["log"] if row["act"] == "undo"]
    if len(lines) != 1 or "decline_suggestion" not in lines[0]["details"]:
        yield f"{len(lines)} acts were taken back instead of the one slip"


def mirror(session: Session) -> Iterator[str]:
    """Roles show who holds what and nothing else; the one that was given by hand is gone."""
    ledger, stage = session.ledger, session.hearing.play.stage
    if ledger.forged is None or ledger.leader is None:
        yield "no role was ever made"
        return
    wanted: dict[int, set[str]] = {member: {title} for member, title in ledger.arbiter_titles.items()}
    for office, holder in (("president", ledger.president), ("leader", ledger.leader)):
        wanted.setdefault(holder.id, set()).add(office)
    meaning = {role: stands_for for stands_for, role in ledger.mirrored.items()}
    for member in stage.members.values():
        found = {meaning[role] for role in stage.roles_of(member) if role in meaning}
        yield from same(f"roles of {member.name}", found, wanted.get(member.id, set()))


CHECKS: Final[tuple[SessionCheck, ...]] = (
    ("AIJE-A01-1", "A vacant office is named with what it holds up", vacancy),
    ("AIJE-A01-3", "Suggestions are answered, and declined with a reason", suggestions),
    ("the house", "A slip that was taken back is on record as that", undone),
    ("the house", "Roles mirror the registry, and are put right", mirror),
)
