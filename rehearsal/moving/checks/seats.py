"""Who is asked by the League of before and the Open here, who passes places on, and who plays League and Candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from sqlite3 import Row
from typing import Final

from rehearsal import rows
from rehearsal.cups.seats import checks
from rehearsal.cups.seats.checks import SeatFinder
from rehearsal.cups.seats.count import with_winners
from rehearsal.cups.seats.diary import SeatCup
from rehearsal.cups.seats.standing import mentions, won_by
from rehearsal.diary import EventDiary
from rehearsal.hearing import Hearing, same
from rehearsal.moving import papers
from rehearsal.moving.checks import MoveFinder, Rows
from rehearsal.moving.checks.title import pair
from rehearsal.moving.diary import Move
from rehearsal.moving.facts import read
from rehearsal.moving.season import CANDIDATES, LEAGUE
from rehearsal.posts import Post


def _cup(move: Move) -> SeatCup:
    assert move.seats is not None
    return move.seats


def _of_seats(find: SeatFinder) -> MoveFinder:
    """A check of the rehearsal of seats, on what was asked here."""

    def look(hearing: Hearing, move: Move) -> Iterable[str]:
        return find(hearing, _cup(move))

    return look


def pings(hearing: Hearing, move: Move) -> Iterator[str]:
    """Whoever is asked something and has Discord is pinged by it; who has none by then is answered for."""
    wanted = {member for stage in checks.stages(_cup(move)) for member, _ in stage.questions_due()}
    wanted = wanted - {*move.ids(papers.SARA)} | {*pair(hearing, move)}
    posts = [post for post in hearing.play.witness.posts_of("announcements") if post.has("seat-answer")]
    pinged = {member for post in posts for member in post.pinged}
    yield from same("pinged", map(hearing.name, pinged), map(hearing.name, wanted))


def who_plays(hearing: Hearing, move: Move) -> tuple[tuple[str, EventDiary, set[int]], ...]:
    """Each event of seats, by its rulebook, with those to whom its seats come in the end."""
    cup = _cup(move)
    assert move.league is not None
    assert move.candidates is not None
    league, candidates = with_winners(checks.what_is_due(cup), won_by(cup, hearing.facts), cup.champion)
    return (LEAGUE, move.league, league), (CANDIDATES, move.candidates, candidates)


def seats_held(hearing: Hearing, move: Move) -> Iterator[str]:
    """When the event begins, the seats are theirs to whom they come; they and nobody else play."""
    kept = read(move.play.stage.path)["seats"]
    begun = {event.event_id: event.start_at for event in hearing.facts.events}
    for preset, event, wanted in who_plays(hearing, move):
        start = begun[event.event_id]
        held = [row["discord_id"] for row in kept if row["event"] == preset and _is_held(row, start)]
        yield from same(f"seats, {event.name}", map(hearing.name, held), map(hearing.name, wanted))
        entries = hearing.facts.of(event.event_id).values()
        plays = [one.member for one in entries if one.outcome == "starter"]
        yield from same(f"playing, {event.name}", map(hearing.name, plays), map(hearing.name, wanted))


def _is_held(seat: Row, at: datetime) -> bool:
    ended = rows.perhaps(seat["until"])
    return rows.moment(seat["since"]) <= at and (ended is None or at < ended)


def refusals(_: Hearing, move: Move) -> Iterator[str]:
    """Who has no seat is told so in private, in the League, the Candidates and the match for the title."""
    for event in (move.league, move.candidates, move.title):
        answer = None if event is None else move.outside.get(event.name)
        if answer is None or not answer.posts or not answer.private:
            yield f"{'nobody' if event is None else event.name}: who has no seat is not refused in private"


def told_once(hearing: Hearing, move: Move) -> Iterator[str]:
    """Once the last match for a seat is over, one post tells who plays the League and the Candidates."""
    (_, _, first), (_, _, second) = who_plays(hearing, move)
    posts = _posts_before_the_league(hearing, move)
    full = [post for post in posts if first | second <= mentions(post.text) and not post.has("seat-answer")]
    if len(full) != 1:
        yield f"{len(full)} posts tell who plays"


def _posts_before_the_league(hearing: Hearing, move: Move) -> list[Post]:
    """What was said in public from the end of the last match for a seat to the League's announcement."""
    assert move.league is not None
    assert move.league.announcement is not None
    matches, until = {*_cup(move).matches.values()}, move.league.announcement.at
    ends = [one.outcome.settled_at for one in hearing.facts.pairings if one.event_id in matches and one.outcome]
    return [post for post in hearing.play.witness.posts_of("announcements") if max(ends) <= post.at < until]


_OF_SEATS: Final[tuple[tuple[str, str, Callable[..., Iterable[str]]], ...]] = tuple(
    (rule, title, _of_seats(find))
    for rule, title, find in checks.CHECKS
    if find in {checks.questions, checks.passed_over, checks.silence, checks.seat_matches}
)
CHECKS: Final[Rows] = (
    *_OF_SEATS,
    ("the house", "Who is asked is told, and nobody else", pings),
    ("AIJE-D02-1, AIJE-D04-1", "Those to whom the seats come play, and nobody else", seats_held),
    ("AIJE-B03-1", "Who has no seat is refused", refusals),
    ("the house", "Everybody is told once who plays", told_once),
)
