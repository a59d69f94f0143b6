"""Ratings, registrations and the podium."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rehearsal.facts import Event, Pairing
from rehearsal.hearing import CheckRow, Hearing, same
from rehearsal.recount import elo

_EXACT: Final = 5e-7


def published_lists(hearing: Hearing) -> Iterator[str]:
    """Each list is what the games since the last one make of it."""
    if not hearing.rules.rated:
        return
    ratings, lists = _brought_along(hearing), dict(hearing.facts.ratings)
    for _, event in hearing.events_held():
        listed = lists.get(event.event_id)
        if not hearing.rules.official and not ratings:
            # Nobody is registered by an event that is not official (AIJE-B03-1), and so there is no list yet.
            if listed is not None:
                yield f"{event.name}: a list was published although nobody is registered"
            continue
        ratings = _after(hearing, event, ratings)
        yield from _listed_wrong(hearing, event, listed, ratings)


def _brought_along(hearing: Hearing) -> dict[str, float]:
    """What an opening list says, where the first of all lists is one."""
    first, listed = next(iter(hearing.facts.ratings), ("", {}))
    events = {event.event_id for event in hearing.facts.events}
    return {} if first in events else {person: rating for person, (rating, _) in listed.items()}


def _after(hearing: Hearing, event: Event, ratings: dict[str, float]) -> dict[str, float]:
    """What the games of the event make of the ratings; an official one registers everybody who came."""
    moved = elo(ratings, rated_games(hearing, event), hearing.rules.initial, hearing.rules.k)
    return dict.fromkeys(who_came(hearing, event), hearing.rules.initial) | moved if hearing.rules.official else moved


def _listed_wrong(
    hearing: Hearing, event: Event, listed: Mapping[str, tuple[float, int]] | None, ratings: dict[str, float]
) -> Iterator[str]:
    if listed is None:
        yield f"{event.name}: no rating list was published"
        return
    yield from same(f"{event.name}, on the list", map(hearing.person_name, listed), map(hearing.person_name, ratings))
    for person, (rating, _) in listed.items():
        if person in ratings and abs(rating - ratings[person]) > _EXACT:
            yield f"{event.name}: {hearing.person_name(person)} has {rating:.6f} instead of {ratings[person]:.6f}"


def rated_games(hearing: Hearing, event: Event) -> Iterator[tuple[str, str, int, int]]:
    """The games that were really played, match by match in the order of their end."""
    entries = hearing.entries(event)
    settled = [one for one in hearing.pairings(event) if one.outcome is not None and len(one.sides) == 2]
    for one in sorted(settled, key=_end):
        assert one.outcome is not None
        games = [won - given for won, given in zip(one.outcome.score, one.outcome.walkover, strict=True)]
        if any(games):
            first, second = (entries[side].person_id for side in one.sides)
            yield first, second, games[0], games[1]


def _end(one: Pairing) -> tuple[object, ...]:
    assert one.outcome is not None
    return one.outcome.settled_at, one.contest_id


def who_came(hearing: Hearing, event: Event) -> set[str]:
    """Who sat at a board of the event, or won a match because the other did not come."""
    entries, found = hearing.entries(event), set()
    for one in hearing.pairings(event):
        if one.outcome is None or len(one.sides) != 2:
            continue
        games = sum(one.outcome.score) - sum(one.outcome.walkover)
        sides = [side for side, won in zip(one.sides, one.outcome.score, strict=True) if games or won]
        found |= {entries[side].person_id for side in sides}
    return found


def registrations(hearing: Hearing) -> Iterator[str]:
    """Only who really played enters the ranking."""
    on_a_list = {person for _, listed in hearing.facts.ratings for person in listed}
    came = {event.event_id: who_came(hearing, event) for _, event in hearing.events_held()}
    ever = set().union(*came.values())
    for event_id, played in came.items():
        for entry in hearing.facts.of(event_id).values():
            if entry.person_id in on_a_list - ever:
                yield f"{hearing.name(entry.member)} is in the ranking without having come"
            # An event that is not official registers nobody.
            if hearing.rules.official and entry.person_id in played - on_a_list:
                yield f"{hearing.name(entry.member)} played and is not in the ranking"


def podium(hearing: Hearing) -> Iterator[str]:
    """The podium names champion, runner-up and third in this order, with a picture."""
    for _, event in hearing.events_held():
        wanted = places(hearing, event)
        posts = hearing.play.witness.posts_with_picture("podium", event.ended_at) if event.ended_at else []
        if not posts:
            yield f"{event.name}: there is no podium"
            continue
        found = [posts[0].text.find(f"<@{member}>") for member in wanted]
        if -1 in found or found != sorted(found):
            yield f"{event.name}: the podium does not read {', '.join(map(hearing.name, wanted))}"


def places(hearing: Hearing, event: Event) -> list[int]:
    """Champion, runner-up and third by the results that stand."""
    entries, found = hearing.entries(event), []
    for stage, ranks in (("final", 2), ("third_place", 1)):
        for one in hearing.pairings(event):
            if one.stage == stage and one.outcome is not None:
                best = one.outcome.score.index(max(one.outcome.score))
                found += [entries[one.sides[side]].member or 0 for side in (best, 1 - best)[:ranks]]
    return found


def ratings_posted(hearing: Hearing) -> Iterator[str]:
    """The new ratings are posted with a picture."""
    for _, event in hearing.events_held():
        if not hearing.rules.rated or event.ended_at is None or not hearing.facts.ratings:
            continue
        if not hearing.play.witness.posts_with_picture("ratings", event.ended_at):
            yield f"{event.name}: the new ratings were not posted"


CHECKS: Final[tuple[CheckRow, ...]] = (
    ("AIJE-B02-2", "Ratings are what the games make of them", published_lists),
    ("AIJE-B03-1", "Who really played is registered, and nobody else", registrations),
    ("AIJE-D01-3", "The podium is the right one", podium),
    ("AIJE-B02-2", "The new ratings are posted", ratings_posted),
)
