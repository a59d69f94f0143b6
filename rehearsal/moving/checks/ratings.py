"""Every rating of the season, worked out from the opening list by the judge's own arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rehearsal import regulation
from rehearsal.checks.rating import rated_games, who_came
from rehearsal.cups.cup import Trial
from rehearsal.cups.seats.judge import Part
from rehearsal.cups.teams import count
from rehearsal.cups.teams.checks.table import games_on_boards
from rehearsal.cups.teams.trial import TeamField
from rehearsal.facts import Event
from rehearsal.hearing import Hearing, same
from rehearsal.moving import papers
from rehearsal.moving.checks import Rows
from rehearsal.moving.diary import Move
from rehearsal.moving.facts import names_by_person, read
from rehearsal.moving.teams import RULEBOOK as OF_TEAMS
from rehearsal.recount import elo
from rehearsal.regulation import Regulation

_EXACT: Final = 5e-7


def every_list(hearing: Hearing, move: Move) -> Iterator[str]:
    """The first list is the papers'; each further one is what one event's games, or one correction, make of it."""
    names = names_by_person(move.play.stage.path)
    rated = {person: papers.ratings()[name] for person, name in names.items()}
    _, *later = hearing.facts.ratings
    for key, found in later:
        title, rated = _follow(hearing, move, key, rated)
        yield from same(f"{title}, on the list", map(hearing.person_name, found), map(hearing.person_name, rated))
        for person, (rating, _) in found.items():
            if abs(rating - rated.get(person, rating)) > _EXACT:
                yield f"{title}: {hearing.person_name(person)} has {rating:.6f} instead of {rated[person]:.6f}"


def rated_events(hearing: Hearing, move: Move) -> Iterator[str]:
    """Each event here has led to a list, and none of those before."""
    lists, events = dict(hearing.facts.ratings), {event.event_id: event.name for event in hearing.facts.events}
    found = (name for key, name in events.items() if key in lists)
    yield from same("rated", found, (events[one.event_id] for one in move.play.diary.events))


def _follow(hearing: Hearing, move: Move, key: str, rated: Mapping[str, float]) -> tuple[str, dict[str, float]]:
    """What the list is called, and what it has to be after the one before it."""
    event = next((one for one in hearing.facts.events if one.event_id == key), None)
    if event is not None:
        return event.name, _after(hearing, move, event, rated)
    amended = next(row for row in read(move.play.stage.path)["amended"] if row["list_id"] == key)
    return "the correction", {**rated, amended["person_id"]: papers.CORRECTED[1]}


def _after(hearing: Hearing, move: Move, event: Event, rated: Mapping[str, float]) -> dict[str, float]:
    """What the games of the event make of the ratings; a game of a team is one of two people."""
    part = Part(hearing.play, hearing.facts, hearing.faults, frozenset({event.event_id}), _numbers_of(move, event))
    rules = part.rules
    if move.teams is not None and event.event_id == move.teams.event.event_id:
        return count.rate(rated, [*games_on_boards(TeamField(Trial(part, move.teams)))], rules.initial, rules.k)
    came = dict.fromkeys(who_came(part, event), rules.initial)
    return came | elo(rated, rated_games(part, event), rules.initial, rules.k)


def _numbers_of(move: Move, event: Event) -> Regulation:
    """The numbers by which people are rated: those of the team cup, and those of every other official event."""
    of_teams = move.teams is not None and event.event_id == move.teams.event.event_id
    return regulation.read(regulation.find(OF_TEAMS if of_teams else "aije-open"))


def correction(hearing: Hearing, move: Move) -> Iterator[str]:
    """A correction keeps both numbers, and everybody reads both in one post."""
    name, right = papers.CORRECTED
    (member,), found = move.ids(name), read(move.play.stage.path)["amended"]
    if [row["rating_after"] for row in found] != [right]:
        yield f"{len(found)} corrections are on record"
        return
    before = found[0]["rating_before"]
    if abs(before - papers.ratings()[name]) > _EXACT:
        yield f"{before} stands as the number before instead of {papers.ratings()[name]}"
    numbers = {str(round(before)), str(round(right))}
    posts = hearing.play.witness.posts_of("announcements")
    if not any(f"<@{member}>" in post.text and all(one in post.text for one in numbers) for post in posts):
        yield f"no post names {name} with both numbers"


CHECKS: Final[Rows] = (
    ("AIJE-B02-2", "Each rating follows from the list, from what was played, and from the correction", every_list),
    ("AIJE-B02-2", "Every event of the season is rated, and none of before", rated_events),
    ("AIJE-B01-AI", "A corrected rating shows both numbers", correction),
)
