"""The judge of a move: what the list says, what follows from the past, who plays for the title, and who holds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from rehearsal.checks import matches, seen
from rehearsal.cups.seats.count import Due, due
from rehearsal.cups.seats.facts import seats_on_record
from rehearsal.cups.seats.judge import Part
from rehearsal.diary import EventDiary
from rehearsal.hearing import Hearing, same
from rehearsal.moving import papers
from rehearsal.moving.diary import Move
from rehearsal.moving.facts import read
from rehearsal.moving.title import NEEDED, RULEBOOK
from rehearsal.regulation import find
from rehearsal.regulation import read as numbers
from rehearsal.verdict import Table, Verdict, judge_all

MoveFinder = Callable[[Hearing, Move], Iterable[str]]
_BYES: Final = 2
"""Six play in a bracket of eight."""
_ACCEPTED: Final = "accepted"


def the_list(_: Hearing, move: Move) -> Iterator[str]:
    """Everybody on it has the rating that it says, and nobody else has one by it."""
    rated = {row["name"]: round(row["rating"], 1) for row in read(move.play.stage.path)["rated"]}
    yield from same("rated", rated.items(), papers.ratings().items())


def standing(_: Hearing, move: Move) -> Iterator[str]:
    """Bars and titles of the list are in force."""
    found = read(move.play.stage.path)
    yield from same("barred", map(tuple, found["bars"]), [(papers.BARRED, papers.WHY_BARRED)])
    if (papers.ARBITER, "AN") not in map(tuple, found["arbiters"]):
        yield f"{papers.ARBITER} is no arbiter"


def one_of_each(_: Hearing, move: Move) -> Iterator[str]:
    """Who played in the past is who stands on the list: nobody is known twice, and each has their account."""
    people = [(row["name"], row["discord_id"]) for row in read(move.play.stage.path)["people"]]
    known = {name: member.id for name, member in move.people.items()}
    wanted = [(name, known.get(name)) for name in papers.ratings()]
    found = [one for one in people if one[0] in papers.ratings()]
    if sorted(found, key=str) != sorted(wanted, key=str):
        yield from same("known", found, wanted)
        yield f"{len(found)} people instead of {len(wanted)}"


def the_past(_: Hearing, move: Move) -> Iterator[str]:
    """Each file is an event on record with those who played it."""
    found = read(move.play.stage.path)
    names = {row["tournament_id"]: row["name"] for row in found["events"]}
    wanted = {"League": papers.LEAGUE, "Open": papers.OPEN, "Candidates": papers.CANDIDATES}
    for what, players in wanted.items():
        entered = [row["name"] for row in found["entrants"] if names[row["tournament_id"]] == f"{what} of before"]
        yield from same(f"{what} of before", entered, players)


def let_in(hearing: Hearing, move: Move) -> Iterator[str]:
    """Who is barred by the list is told so in private and does not play; the others do."""
    if move.knocked is None or not move.knocked.private:
        yield f"{papers.BARRED} is not refused in private"
    yield from same("in the Open", _starters(hearing, move.opened), move.ids(*papers.FRESH))


def _starters(hearing: Hearing, event: EventDiary | None) -> list[int | None]:
    assert event is not None
    return [one.member for one in hearing.facts.of(event.event_id).values() if one.outcome == "starter"]


def byes(_: Hearing, move: Move) -> Iterator[str]:
    """The best of those who play by the list's ratings begin in the second round."""
    assert move.opened is not None
    found = [row for row in read(move.play.stage.path)["byes"] if row["tournament_id"] == move.opened.event_id]
    rated = papers.ratings()
    best = sorted(papers.FRESH, key=lambda name: -rated[name])[:_BYES]
    yield from same("with a bye", (row["name"] for row in found), best)


def _new_open(hearing: Hearing, move: Move) -> list[int]:
    """The first four of the Open that was played here, by its final and its match for the third place."""
    assert move.opened is not None
    entries, order = hearing.facts.of(move.opened.event_id), list[int]()
    pairings = [one for one in hearing.facts.pairings if one.event_id == move.opened.event_id]
    for stage in ("final", "third_place"):
        for one in pairings:
            if one.stage == stage and one.outcome is not None:
                best = one.outcome.score.index(max(one.outcome.score))
                order += [entries[one.sides[side]].member or 0 for side in (best, 1 - best)]
    return order


def _due(hearing: Hearing, move: Move) -> Due:
    """By last year's League and by the Open here, since the Open of before is not the last one any more."""
    (champion,) = move.ids(papers.CHAMPION)
    return due(move.ids(*papers.LEAGUE), _new_open(hearing, move), champion, lambda _, __: False)


def league_seats(hearing: Hearing, move: Move) -> Iterator[str]:
    """The League of before and the Open here say who has a seat in the next League."""
    found = [member for event, member in seats_on_record(move.play.stage.path) if event == "aije-champions-league"]
    yield from same("in the League", map(hearing.name, found), map(hearing.name, _due(hearing, move).league))


def seat_matches(hearing: Hearing, move: Move) -> Iterator[str]:
    """The League's fourth and fifth of before are asked to play against the Open's third and second."""
    asked = [row for row in read(move.play.stage.path)["asked"] if row["asked"] == "match"]
    wanted = [side for sides in _due(hearing, move).matches.values() for side in sides]
    yield from same("asked for a match", (row["name"] for row in asked), map(hearing.name, wanted))
    yield from (f"{row['name']}: {row['answer']}" for row in asked if row["answer"] != _ACCEPTED)


def title_seats(hearing: Hearing, move: Move) -> Iterator[str]:
    """Champion and winner of the Candidates of before, and nobody else, have a seat in the match for the title."""
    pair = move.ids(papers.CHAMPION, papers.CANDIDATES[0])
    found = [member for event, member in seats_on_record(move.play.stage.path) if event == RULEBOOK]
    starters = _starters(hearing, move.title)
    yield from same("playing for the title", map(hearing.name, starters), map(hearing.name, pair))
    yield from same("seated and not playing", map(hearing.name, {*found} - {*starters}), ())
    if move.outside is None or not move.outside.private:
        yield "who has no seat is not refused in private"


def asked_once(hearing: Hearing, move: Move) -> Iterator[str]:
    """Everybody who is asked something has a message that says so, and nobody else has."""
    asked = {row["name"] for row in read(move.play.stage.path)["asked"]}
    yield from same("pinged", map(hearing.name, move.asked), asked)


def the_match(hearing: Hearing, move: Move) -> Iterator[str]:
    """It ends as its games say, when somebody has ten."""
    assert move.title is not None
    entries = hearing.facts.of(move.title.event_id)
    (match,) = (one for one in hearing.facts.pairings if one.event_id == move.title.event_id)
    if match.outcome is None:
        yield "there is no result"
        return
    wanted = tuple(move.won[entries[side].member or 0] for side in match.sides)
    if match.outcome.score != wanted or max(wanted) != NEEDED:
        yield f"{match.outcome.score} stands instead of {wanted}"


def the_crown(hearing: Hearing, move: Move) -> Iterator[str]:
    """Who has won the match holds the title by it; the one on record before it stays on record."""
    assert move.title is not None
    found = [(row["name"], row["tournament_id"]) for row in read(move.play.stage.path)["crowned"]]
    best = max(move.won, key=lambda member: move.won[member])
    wanted = [(papers.CHAMPION, None), (hearing.name(best), move.title.event_id)]
    if found != wanted:
        yield f"{found} instead of {wanted}"


def nothing_breaks(hearing: Hearing, _: Move) -> Iterable[str]:
    """No error is logged, no limit is broken, and the play goes on to its end."""
    return hearing.faults


CHECKS: Final[tuple[tuple[str, str, MoveFinder], ...]] = (
    ("AIJE-B02-1", "Everybody has the rating of the opening list", the_list),
    ("AIJE-D01-2", "Bars and titles of the list are in force", standing),
    ("the house", "Who played in the past is who stands on the list", one_of_each),
    ("the house", "Past events are on record with those who played them", the_past),
    ("AIJE-D01-2", "Who is barred by the list does not play", let_in),
    ("AIJE-D01-4", "Byes go by the ratings of the list", byes),
    ("AIJE-D04-1", "The League of before and the Open here give the seats", league_seats),
    ("AIJE-D04-1", "The next of both are asked to play for a seat", seat_matches),
    ("AIJE-D03-1", "Champion and challenger of before play for the title, and nobody else", title_seats),
    ("the house", "Who is asked is told, and nobody else", asked_once),
    ("AIJE-D03-1", "The match for the title ends as its games say", the_match),
    ("AIJE-D03-1", "Who has won it holds the title", the_crown),
    ("the house", "Nothing breaks", nothing_breaks),
)


def judge(move: Move, hearing: Hearing) -> Verdict:
    """Every check with what it found; what was played here is held to what holds of every match too."""
    found = [*judge_all(CHECKS, hearing, move)]
    if move.opened is not None:
        some = frozenset({move.opened.event_id})
        part = Part(hearing.play, hearing.facts, hearing.faults, some, numbers(find("aije-open")))
        for area in (matches, seen):
            found += judge_all(area.CHECKS, part)
    return Verdict(tuple(found), tuple(_tables(hearing, move)))


def _tables(hearing: Hearing, move: Move) -> Iterator[Table]:
    """The seats and the match for the title."""
    seats = sorted(seats_on_record(move.play.stage.path))
    yield "Seats", ("Event", "Held by"), tuple((event, hearing.name(member)) for event, member in seats)
    games = tuple((hearing.name(member), won) for member, won in move.won.items())
    yield "The match for the title", ("Player", "Games"), games
