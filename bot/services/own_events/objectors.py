"""Who can object to an act about the own event, and how many of them undo it: the sides that can press."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.domain.entering.entries import Entrant
from bot.domain.ids import PersonId, TournamentId
from bot.domain.own_events.own_acts import OwnAct, objections_needed
from bot.services.sides import people_in
from bot.storage import entrants, identities, own_acts, people
from bot.storage.context import Query


def how_many(tx: Query, tournament_id: TournamentId) -> int:
    """How many undo what is done now. Who was typed in and has pressed nothing cannot object, and is not counted."""
    silent = entrants.without_own_word(tx, tournament_id)
    listed = (one for one in entrants.of_tournament(tx, tournament_id) if one.withdrawn_at is None)
    sides = [people_in(tx, one) for one in listed if one.entrant_id not in silent]
    return objections_needed(len(_apart(tx, [side for side in sides if _can_press(tx, side)])))


def is_one(tx: Query, done: OwnAct, person_id: PersonId) -> bool:
    """Whether the person plays in the event, or had a place when it was asked for, in a team too."""
    return bool(_sides_of(tx, done, person_id))


def have_objected(tx: Query, done: OwnAct, person_id: PersonId) -> bool:
    """Whether the person, or the side that they play for, has objected to it."""
    return not _side(tx, done, person_id).isdisjoint(own_acts.objectors(tx, done.act_id))


def sides_against(tx: Query, done: OwnAct) -> int:
    """How many sides have objected."""
    return len(_apart(tx, [_side(tx, done, one) for one in own_acts.objectors(tx, done.act_id)]))


def _side(tx: Query, done: OwnAct, person_id: PersonId) -> frozenset[PersonId]:
    """Everybody with whom the person has one voice: the own accounts, and who plays on the same side."""
    mates = {one for side in _sides_of(tx, done, person_id) for one in people_in(tx, side)}
    return frozenset(identities.everybody(tx, {person_id, *mates}))


def _sides_of(tx: Query, done: OwnAct, person_id: PersonId) -> list[Entrant]:
    """The person's places in the event, those that were given up or taken since it was asked for included."""
    selves = set(identities.selves(tx, person_id))
    listed: Iterable[Entrant] = entrants.of_tournament(tx, done.tournament_id)
    there = (one for one in listed if one.withdrawn_at is None or one.withdrawn_at >= done.asked_at)
    return [one for one in there if not selves.isdisjoint(people_in(tx, one))]


def _can_press(tx: Query, side: Collection[PersonId]) -> bool:
    return any(one.discord_id is not None for one in people.by_ids(tx, side).values())


def _apart(tx: Query, sides: Iterable[Collection[PersonId]]) -> list[set[PersonId]]:
    """The sides that are not one person with another of them."""
    found: list[set[PersonId]] = []
    for side in sides:
        whole = identities.everybody(tx, side)
        if all(whole.isdisjoint(other) for other in found):
            found.append(whole)
    return found
