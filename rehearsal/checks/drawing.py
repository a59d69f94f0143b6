"""The draw and the bracket."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Final

from rehearsal.facts import Drawn, Event, Pairing
from rehearsal.hearing import CheckRow, Hearing, same
from rehearsal.posts import Post
from rehearsal.recount import drawn_again, preliminary

Places = dict[tuple[int, int], Pairing]
"""The bracket's matches by round and position."""

NAMED_IN_ONE_POST: Final = 40
"""Places of a first round whose people one message can name: Discord shows a hundred mentions at most."""


def proof(hearing: Hearing) -> Iterator[str]:
    """The revealed link leads to the commitment that was announced, and the draw can be run again from it."""
    for _, event in hearing.events_held():
        draws = [draw for draw in hearing.facts.draws if draw.event_id == event.event_id]
        if not draws:
            yield f"{event.name}: there is no draw"
            continue
        yield from _leads_back(event, draws[-1])
        yield from _runs_again(hearing, event, draws[-1])


def _leads_back(event: Event, draw: Drawn) -> Iterator[str]:
    value = bytes.fromhex(draw.link)
    for _ in range(draw.number):
        value = hashlib.sha256(value).digest()
    if value.hex() != event.commitment:
        yield f"{event.name}: the link does not lead to the commitment"


def _runs_again(hearing: Hearing, event: Event, draw: Drawn) -> Iterator[str]:
    previous = hashlib.sha256(bytes.fromhex(draw.link)).hexdigest()
    public = {**draw.public(previous), "byes_by_rating": hearing.rules.byes_by_rating}
    list_hash, seed, first_round = drawn_again(public)
    if (list_hash, seed) != (draw.list_hash, draw.seed):
        yield f"{event.name}: hash or seed differ from what the script computes"
    found = [sorted(pairing.sides) for pairing in _first_round(hearing, event)]
    if found != list(map(sorted, first_round)):
        yield f"{event.name}: the bracket is not the one that the script draws"


def _first_round(hearing: Hearing, event: Event) -> list[Pairing]:
    main = [pairing for pairing in hearing.pairings(event) if pairing.stage != "third_place"]
    lowest = min(pairing.round for pairing in main)
    return sorted((one for one in main if one.round == lowest), key=lambda one: one.position)


def drawn_list(hearing: Hearing) -> Iterator[str]:
    """Exactly those who start are in the draw, with their last published rating."""
    for remembered, event in hearing.events_held():
        entries, ratings = hearing.entries(event), _ratings_before(hearing, event)
        for draw in hearing.facts.draws:
            if draw.event_id != event.event_id:
                continue
            listed = {one["id"]: one["rating"] for one in json.loads(draw.entrants)}
            names = [hearing.name(entries[one].member) for one in listed]
            yield from same(f"{event.name}, drawn", names, map(hearing.name, remembered.starters))
            for entrant, shown in listed.items():
                rating = ratings.get(entries[entrant].person_id)
                if shown != (None if rating is None else f"{rating:.6f}"):
                    yield f"{event.name}: {hearing.name(entries[entrant].member)} is listed with {shown}, not {rating}"


def byes(hearing: Hearing) -> Iterator[str]:
    """As many preliminary matches and byes as needed; the highest rated pass."""
    for _, event in hearing.events_held():
        first = _first_round(hearing, event)
        passing = [pairing.sides[0] for pairing in first if len(pairing.sides) == 1]
        playing = [side for pairing in first if len(pairing.sides) == 2 for side in pairing.sides]
        wanted = preliminary(len(passing) + len(playing))
        if (len(first) - len(passing), len(passing)) != wanted:
            yield f"{event.name}: {len(first) - len(passing)} pairs and {len(passing)} byes instead of {wanted}"
        if hearing.rules.byes_by_rating:
            yield from _not_by_rating(hearing, event, passing, playing)


def _not_by_rating(hearing: Hearing, event: Event, passing: list[str], playing: list[str]) -> Iterator[str]:
    entries, ratings = hearing.entries(event), _ratings_before(hearing, event)

    def strength(side: str) -> float:
        return ratings.get(entries[side].person_id, float("-inf"))

    best_left = max(playing, key=strength, default=None)
    for side in passing:
        if best_left is not None and strength(side) < strength(best_left):
            one, other = hearing.name(entries[side].member), hearing.name(entries[best_left].member)
            yield f"{event.name}: {one} passes although {other} is rated higher"


def _ratings_before(hearing: Hearing, event: Event) -> dict[str, float]:
    """The last list that was published before the event began."""
    found: dict[str, float] = {}
    for event_id, listed in hearing.facts.ratings:
        if event_id == event.event_id:
            break
        found = {person: rating for person, (rating, _) in listed.items()}
    return found


def tree(hearing: Hearing) -> Iterator[str]:
    """Winners meet winners; the losers of the semifinals meet for third place; lengths are the rulebook's."""
    for _, event in hearing.events_held():
        pairings = hearing.pairings(event)
        by_place = {(one.round, one.position): one for one in pairings if one.stage != "third_place"}
        for one in pairings:
            yield from _grown_wrong(hearing, event, one, by_place)
        thirds = len(pairings) - len(by_place)
        if hearing.rules.third_place and len(by_place) > 2 and thirds != 1:
            yield f"{event.name}: {thirds} matches for third place"


def _grown_wrong(hearing: Hearing, event: Event, one: Pairing, by_place: Places) -> Iterator[str]:
    """The match is as long as its stage asks for, between those who come out of the two before it."""
    lengths = {"final": hearing.rules.final_best_of, "third_place": hearing.rules.third_place_best_of}
    if len(one.sides) == 2 and one.best_of != lengths.get(one.stage, hearing.rules.best_of):
        yield f"{event.name}: a {one.stage} match is a best of {one.best_of}"
    feeding = _feeding(one, by_place)
    if len(feeding) == 2 and set(one.sides) != {_comes_out(two, one.stage) for two in feeding}:
        yield f"{event.name}: round {one.round}, place {one.position} is not between those who came through"


def _feeding(one: Pairing, by_place: Places) -> list[Pairing]:
    if one.stage == "third_place":
        return [two for two in by_place.values() if two.stage == "semifinal"]
    places = ((one.round - 1, 2 * one.position), (one.round - 1, 2 * one.position + 1))
    return [by_place[place] for place in places if place in by_place]


def _comes_out(one: Pairing, into: str) -> str | None:
    """Who goes on from the match: its winner, or into the match for third place its loser."""
    if len(one.sides) == 1:
        return one.sides[0]
    if one.outcome is None:
        return None
    best = one.outcome.score.index(max(one.outcome.score))
    return one.sides[1 - best if into == "third_place" else best]


def pictures(hearing: Hearing) -> Iterator[str]:
    """The bracket goes up as a picture with words for who cannot see it, and as text that names who passes."""
    for remembered, event in hearing.events_held():
        if event.drawn_at is None:
            yield f"{event.name}: never drawn"
            continue
        assert remembered.announcement is not None
        shown = hearing.play.witness.posts_with_picture("bracket", event.drawn_at)
        if not shown:
            yield f"{event.name}: no post shows the bracket"
            continue
        yield from _byes_not_named(hearing, event, shown[0])


def _byes_not_named(hearing: Hearing, event: Event, post: Post) -> Iterator[str]:
    """Who passes the first round, and is not named where one message can name everybody."""
    first, entries = _first_round(hearing, event), hearing.entries(event)
    if len(first) > NAMED_IN_ONE_POST:
        return
    for member in (entries[one.sides[0]].member for one in first if len(one.sides) == 1):
        if f"<@{member}>" not in post.text and hearing.name(member) not in post.text:
            yield f"{event.name}: the post does not say that {hearing.name(member)} passes"


CHECKS: Final[tuple[CheckRow, ...]] = (
    ("AIJE-D01-4", "The draw can be run again from what is public", proof),
    ("AIJE-D01-4", "All who start are drawn, with their ratings", drawn_list),
    ("AIJE-D01-4", "Pairs and byes are as many as needed, and the highest rated pass", byes),
    ("AIJE-D01-3", "The bracket goes on with those who won", tree),
    ("AIJE-D01-4", "The bracket is shown", pictures),
)
