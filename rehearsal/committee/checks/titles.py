"""Titles: proposed by the numbers, given by a person's press alone, and what countries and exams mean for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from functools import cache
from typing import Any, Final

from bot.rulebooks.strict_tables import title_numbers
from rehearsal.committee.checks.session import Session, SessionCheck
from rehearsal.hearing import same
from rehearsal.posts import Post
from rehearsal.rows import moment


@cache
def _numbers() -> dict[str, Any]:
    return asdict(title_numbers()[0])


def proposals(session: Session) -> Iterator[str]:
    """After the Open: a grant for each rating that is high enough, a loss for each that is not any more."""
    kept, lists = session.record, session.record.lists_of_the_open()
    if len(lists) < 2:
        yield "the Open published no ratings"
        return
    arbiters = {row["person_id"] for row in _before(session, "arbiters")}
    rated = {person: rating for person, rating in lists[1].items() if person not in arbiters}
    found = {
        (row["person_id"], row["kind"], row["title"])
        for row in kept.rows["proposals"]
        if row["tournament_id"] is not None
    }
    yield from same("proposed after the Open", found, set(_to_be_proposed(session, rated)))


def _to_be_proposed(session: Session, rated: dict[str, float]) -> Iterator[tuple[str, str, str]]:
    """For each title who has its rating and not the title, and who has the title and not its rating."""
    held = {(row["person_id"], row["title"]) for row in _before(session, "masters")}
    rules = _numbers()["master"]
    for title, needed in (("CMA", rules["candidate_rating"]), ("MA", rules["master_rating"])):
        for person, rating in rated.items():
            has = (person, title) in held
            if has != (rating >= needed):
                yield person, "loss" if has else "grant", title


def _before(session: Session, table: str) -> list[Any]:
    """The titles that were held before the Open."""
    begun = session.hearing.facts.events[0].start_at
    return [row for row in session.record.rows[table] if moment(row["since"]) < begun]


def _given_since(session: Session, table: str) -> set[tuple[str, str]]:
    """The titles that came since the Open, each by its person."""
    held = _before(session, table)
    return {(row["person_id"], row["title"]) for row in session.record.rows[table] if row not in held}


def title_changes(session: Session) -> Iterator[str]:
    """Titles came and went by the presses of those who may, and by nothing else; an arbiter holds no master title."""
    kept, titled = session.record, session.ledger.titled
    elected = {(kept.people[held.subject or 0], "AJ") for held, _ in session.votes_passed("arbiter-election")}
    found = _given_since(session, "masters") | (_given_since(session, "arbiters") - elected)
    yield from same("given", found, {(kept.people[one.member], one.title) for one in titled if one.what == "grant"})
    wanted = {(kept.people[one.member], one.title, one.what) for one in titled if one.what != "grant"}
    yield from same("ended", _endings(session), wanted)
    both = _holding(session, "masters") & _holding(session, "arbiters")
    yield from (f"{session.hearing.person_name(one)} holds titles of both kinds" for one in both)


def _endings(session: Session) -> set[tuple[str, str, str]]:
    """The master titles that somebody holds no more, with the press that ended them."""
    words = {"lost": "loss", "laid_down": "laid_down"}
    return {
        (row["person_id"], row["title"], words.get(row["ended_why"], row["ended_why"]))
        for row in session.record.rows["masters"]
        if row["until"] is not None
    }


def _holding(session: Session, table: str) -> set[str]:
    """Who holds a title of the kind; the national one excludes no other."""
    rows = session.record.rows[table]
    return {row["person_id"] for row in rows if row["until"] is None and row["title"] != "NM"}


def title_announcements(session: Session) -> Iterator[str]:
    """Each title that was given is announced and stands in the public record, once."""
    given = [(one.member, one.title) for one in session.ledger.titled if one.what == "grant"]
    given += [(held.subject or 0, "AJ") for held, _ in session.votes_passed("arbiter-election")]
    for member, title in given:
        for place in ("announcements", "record"):
            told = [post for post in session.posts_of(place) if _congratulates(post, member, title)]
            if len(told) != 1:
                yield f"{title} of {session.hearing.name(member)}: told {len(told)} times in #{place}"


def _congratulates(post: Post, member: int, title: str) -> bool:
    heading = post.text.partition("\n")[0]
    return (
        not post.has("title-take") and heading.startswith("🎖️") and f"<@{member}>" in heading and f"({title})" in heading
    )


def exams(session: Session) -> Iterator[str]:
    """Between two exams of one candidate lie 21 days."""
    apart: timedelta = _numbers()["arbiter"]["exam_every"]
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
