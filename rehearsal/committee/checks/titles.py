"""Titles: proposed by the numbers, given by a person's press alone, and what countries and exams mean for them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any, Final

from rehearsal.committee.checks.session import Session, SessionCheck
from rehearsal.hearing import same
from rehearsal.regulation import FOLDER
from rehearsal.rows import moment


@cache
def _numbers() -> dict[str, Any]:
    return dict(tomllib.loads((FOLDER / "titles" / "aije.toml").read_text(encoding="utf-8"))["numbers"][0])


def proposals(session: Session) -> Iterator[str]:
    """After the Open: a grant for each rating that is high enough, a loss for each that is not any more."""
    kept, rules = session.record, _numbers()["master"]
    lists = kept.lists()
    if len(lists) < 2:
        yield "the Open published no ratings"
        return
    held_before = {(row["person_id"], row["title"]) for row in kept.rows["masters"] if _since_before(session, row)}
    arbiters = {row["person_id"] for row in kept.rows["arbiters"] if _since_before(session, row)}
    wanted: set[tuple[str, str, str]] = set()
    for person, rating in lists[1].items():
        for title, needed in (("CMA", rules["candidate_rating"]), ("MA", rules["master_rating"])):
            if person in arbiters:
                continue
            if rating >= needed and (person, title) not in held_before:
                wanted.add((person, "grant", title))
            if rating < needed and (person, title) in held_before:
                wanted.add((person, "loss", title))
    found = {
        (row["person_id"], row["kind"], row["title"])
        for row in kept.rows["proposals"]
        if row["tournament_id"] is not None
    }
    yield from same("proposed after the Open", found, wanted)


def _since_before(session: Session, row: Any) -> bool:
    return bool(moment(row["since"]) < session.hearing.facts.events[0].start_at)


def title_changes(session: Session) -> Iterator[str]:
    """Titles came and went by the presses of those who may, and by nothing else; an arbiter holds no master title."""
    kept, ledger = session.record, session.ledger
    masters = [row for row in kept.rows["masters"] if not _since_before(session, row)]
    given = {(kept.people[one.member], one.title) for one in ledger.titled if one.what == "grant"}
    arbiters = {
        (row["person_id"], row["title"]) for row in kept.rows["arbiters"] if not _since_before(session, row)
    } - {(kept.people[held.subject or 0], "AJ") for held, _ in session.votes_passed("arbiter-election")}
    yield from same("given", {(row["person_id"], row["title"]) for row in masters} | arbiters, given)
    words = {"lost": "loss", "laid_down": "laid_down"}
    ended = {
        (row["person_id"], row["title"], words.get(row["ended_why"], row["ended_why"]))
        for row in kept.rows["masters"]
        if row["until"] is not None
    }
    wanted = {(kept.people[one.member], one.title, one.what) for one in ledger.titled if one.what != "grant"}
    yield from same("ended", ended, wanted)
    both = {row["person_id"] for row in kept.rows["masters"] if row["until"] is None and row["title"] != "NM"}
    both &= {row["person_id"] for row in kept.rows["arbiters"] if row["until"] is None}
    yield from (f"{session.hearing.person_name(one)} holds titles of both kinds" for one in both)


def title_announcements(session: Session) -> Iterator[str]:
    """Each title that was given is announced and stands in the public record, once."""
    names = {"CMA": "(CMA)", "ANP": "(ANP)", "AJ": "(AJ)"}
    given = [(one.member, one.title) for one in session.ledger.titled if one.what == "grant"]
    given += [(held.subject or 0, "AJ") for held, _ in session.votes_passed("arbiter-election")]
    for member, title in given:
        for place in ("announcements", "record"):
            told = [
                post
                for post in session.posts_of(place)
                if f"Congratulations, <@{member}>" in post.text and names[title] in post.text.splitlines()[0]
            ]
            if len(told) != 1:
                yield f"{title} of {session.hearing.name(member)}: told {len(told)} times in #{place}"


def exams(session: Session) -> Iterator[str]:
    """Between two exams of one candidate lie 21 days."""
    apart = timedelta(days=_numbers()["arbiter"]["exam_every_days"])
    last: dict[str, int] = {}
    for row in session.record.rows["exams"]:
        before = last.get(row["person_id"])
        if before is not None and timedelta(milliseconds=row["sat_at"] - before) < apart:
            yield f"{session.hearing.person_name(row['person_id'])}: a second exam too soon"
        last[row["person_id"]] = row["sat_at"]
    if not last:
        yield "no exam was put on record"


def countries(session: Session) -> Iterator[str]:
    """Everybody's own word is on record; by it the Open was international, so that its arbiters may stand for AJ."""
    kept = session.record
    known = {person: member for member, person in kept.people.items()}
    found = {(known[row["person_id"]], row["country"]) for row in kept.rows["countries"] if row["person_id"] in known}
    gone = None if session.ledger.erased is None else session.ledger.erased.id
    yield from same("countries", found, {one for one in session.ledger.countries.items() if one[0] != gone})


CHECKS: Final[tuple[SessionCheck, ...]] = (
    ("AIJE-B01-3", "Titles are proposed by the ratings after the Open", proposals),
    ("AIJE-B01-2, AIJE-B01-3", "No title comes or goes without a person's press", title_changes),
    ("AIJE-B01-3", "A title that was given is announced, once", title_announcements),
    ("AIJE-B01-1", "Between two exams lie 21 days", exams),
    ("AIJE-B01-4", "Everybody plays for the country that they named", countries),
)
