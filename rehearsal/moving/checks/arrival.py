"""What came in, and what became of it in a season: people, ratings, bars, past events, and who is whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from sqlite3 import Row
from typing import Final

from rehearsal.hearing import Hearing, same
from rehearsal.moving import papers
from rehearsal.moving.checks import Rows
from rehearsal.moving.diary import Move
from rehearsal.moving.facts import names_by_person, read

_BYES: Final = 2
"""Six play in a bracket of eight."""


def the_list(_: Hearing, move: Move) -> Iterator[str]:
    """Everybody on it has the rating that it says, and nobody else has one by it."""
    rated = {row["name"]: round(row["rating"], 1) for row in read(move.play.stage.path)["rated"]}
    wanted = {papers.known_as(name): rating for name, rating in papers.ratings().items()}
    yield from same("rated", rated.items(), wanted.items())


def standing(_: Hearing, move: Move) -> Iterator[str]:
    """Bars and titles of the list are in force."""
    found = read(move.play.stage.path)
    yield from same("barred", map(tuple, found["bars"]), [(papers.BARRED, papers.WHY_BARRED)])
    if (papers.ARBITER, "AN") not in map(tuple, found["arbiters"]):
        yield f"{papers.ARBITER} is no arbiter"


def one_of_each(_: Hearing, move: Move) -> Iterator[str]:
    """Who played in the past is who stands on the list: nobody is known twice, by whichever name."""
    times = Counter(row["name"] for row in _people(move))
    for name in papers.ratings():
        known = sum(times[one] for one in {name, papers.known_as(name)})
        if known != 1:
            yield f"{name} is known {known} times"


def accounts(_: Hearing, move: Move) -> Iterator[str]:
    """Each of the list has the own account of Discord in the end, and who is not in the server has none."""
    found = {row["person_id"]: row["discord_id"] for row in _people(move)}
    for person, name in names_by_person(move.play.stage.path).items():
        if found.get(person) != _account_of(move, name):
            yield f"{name} is {found.get(person)} in Discord"


def _people(move: Move) -> list[Row]:
    """Everybody who is known, without the entries that rest since somebody was linked."""
    found = read(move.play.stage.path)
    rest = {row["before_id"] for row in found["links"] if row["undone_at"] is None}
    return [row for row in found["people"] if row["person_id"] not in rest]


def _account_of(move: Move, name: str) -> int | None:
    """The Discord id of somebody of the list, as the server knows them by the end."""
    member = move.people.get(papers.known_as(name))
    return None if member is None else member.id


def links(hearing: Hearing, move: Move) -> Iterator[str]:
    """Staff's slip was taken back, and in the end each of the two is the member who they are."""
    names = names_by_person(move.play.stage.path)
    found = [
        (names.get(row["person_id"]), hearing.name(row["discord_id"]), row["undone_at"] is not None)
        for row in read(move.play.stage.path)["links"]
    ]
    right = [(name, papers.known_as(name), False) for name in (papers.LUCA, papers.SARA)]
    if found != [(papers.LUCA, papers.NAMESAKE, True), *right]:
        yield f"links: {found}"


def nobody_lost(hearing: Hearing, move: Move) -> Iterator[str]:
    """At the end of the season everybody of the list has a rating still, with Discord or without."""
    _, last = hearing.facts.ratings[-1]
    names = names_by_person(move.play.stage.path)
    yield from (f"{name} has no rating any more" for person, name in names.items() if person not in last)


def the_past(_: Hearing, move: Move) -> Iterator[str]:
    """Each file is an event on record with those who played it."""
    found = read(move.play.stage.path)
    names = {row["tournament_id"]: row["name"] for row in found["events"]}
    wanted = {"League": papers.LEAGUE, "Open": papers.OPEN, "Candidates": papers.CANDIDATES}
    for what, players in wanted.items():
        entered = [row["name"] for row in found["entrants"] if names[row["tournament_id"]] == f"{what} of before"]
        yield from same(f"{what} of before", entered, map(papers.known_as, players))


def let_in(hearing: Hearing, move: Move) -> Iterator[str]:
    """Who is barred by the list is told so in private and does not play; the others do."""
    assert move.opened is not None
    if move.knocked is None or not move.knocked.private:
        yield f"{papers.BARRED} is not refused in private"
    entries = hearing.facts.of(move.opened.event_id).values()
    yield from same("in the Open", (one.member for one in entries if one.outcome == "starter"), move.ids(*papers.FRESH))


def byes(_: Hearing, move: Move) -> Iterator[str]:
    """The best of those who play by the list's ratings begin in the second round."""
    assert move.opened is not None
    found = [row for row in read(move.play.stage.path)["byes"] if row["tournament_id"] == move.opened.event_id]
    rated = papers.ratings()
    best = sorted(papers.FRESH, key=lambda name: -rated[name])[:_BYES]
    yield from same("with a bye", (row["name"] for row in found), best)


def nothing_breaks(hearing: Hearing, _: Move) -> Iterable[str]:
    """No error is logged, no limit is broken, and the play goes on to its end."""
    return hearing.faults


CHECKS: Final[Rows] = (
    ("AIJE-B02-1", "Everybody has the rating of the opening list", the_list),
    ("AIJE-D01-2", "Bars and titles of the list are in force", standing),
    ("the house", "Who played in the past is who stands on the list", one_of_each),
    ("the house", "Everybody of the list has the own account", accounts),
    ("the house", "A name is linked to the member who it is", links),
    ("the house", "Nobody of the list is lost in the season", nobody_lost),
    ("the house", "Past events are on record with those who played them", the_past),
    ("AIJE-D01-2", "Who is barred by the list does not play", let_in),
    ("AIJE-D01-4", "Byes go by the ratings of the list", byes),
    ("the house", "Nothing breaks", nothing_breaks),
)
