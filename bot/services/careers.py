"""Reading what people have played: the last matches of one, and what two have played against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.community import Person
from bot.domain.contests import Contest
from bot.domain.ids import PersonId
from bot.domain.people_views import Career, Meeting, Rival
from bot.domain.playing.encounters import Encounter, encounters, rivals, tally
from bot.services.faces import faces_of
from bot.storage import encounters as storage
from bot.storage import entrants, people
from bot.storage.context import Query

MATCHES_LOOKED_AT: Final = 1000
"""The latest of a person; what lies further back is told to be left out."""
LATEST: Final = 10
RIVALS: Final = 4


def career(tx: Query, person_id: PersonId) -> Career:
    """The person's matches, counted, with the last of them and those most met."""
    found = storage.latest_contests(tx, person_id, MATCHES_LOOKED_AT)
    return _career(tx, person_id, found, _encounters(tx, person_id, found))


def meeting(tx: Query, person: Person, other: Person) -> Meeting:
    """What the two have played one to one, as the first sees it."""
    found = storage.contests_between(tx, person.person_id, other.person_id, MATCHES_LOOKED_AT)
    played = _encounters(tx, person.person_id, found)
    own = [one for one in played if one.opponents == (other.person_id,)]
    events = storage.event_names(tx, [one.contest_id for one in own[:LATEST]])
    faces = faces_of(tx, (person, other))
    return Meeting(person, other, _career(tx, person.person_id, found, own), events, faces)


def _encounters(tx: Query, person_id: PersonId, found: Sequence[Contest]) -> list[Encounter]:
    sides = {side for contest in found for side in contest.sides}
    who = {one.entrant_id: one.person_id for one in entrants.by_ids(tx, sides) if one.team_name is None}
    return [one for contest in found for one in encounters(contest, person_id, who)]


def _career(tx: Query, person_id: PersonId, found: Sequence[Contest], played: Sequence[Encounter]) -> Career:
    latest, most_met = tuple(played[:LATEST]), rivals(played)[:RIVALS]
    met = {other for one in latest for other in one.opponents} | {other for other, _ in most_met}
    known = people.by_ids(tx, sorted(met - {person_id}))
    return Career(
        tally=tally(played),
        latest=latest,
        rivals=tuple(Rival(known[other], counted) for other, counted in most_met),
        people=known,
        is_whole=len(found) < MATCHES_LOOKED_AT,
    )
