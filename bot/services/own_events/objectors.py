"""Who can object to an act about the own event, and how many of them undo it: the sides that can press."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.domain.entering.entries import Entrant
from bot.domain.ids import PersonId, TournamentId
from bot.domain.own_events.own_acts import OwnAct, objections_needed
from bot.services.sides import people_in
from bot.storage import entrants, identities, own_acts, people
from bot.storage.database import Work


def how_many(work: Work, tournament_id: TournamentId) -> int:
    """How many undo what is done now. Who was typed in and has pressed nothing cannot object, and is not counted."""
    silent = entrants.without_own_word(work, tournament_id)
    listed = (one for one in entrants.of_tournament(work, tournament_id) if one.withdrawn_at is None)
    sides = [people_in(work, one) for one in listed if one.entrant_id not in silent]
    return objections_needed(len(_apart(work, [side for side in sides if _can_press(work, side)])))


def is_one(work: Work, done: OwnAct, person_id: PersonId) -> bool:
    """Whether the person plays in the event, or had a place when it was asked for, in a team too."""
    return bool(_sides_of(work, done, person_id))


def have_objected(work: Work, done: OwnAct, person_id: PersonId) -> bool:
    """Whether the person, or the side that they play for, has objected to it."""
    return not _side(work, done, person_id).isdisjoint(own_acts.objectors(work, done.act_id))


def sides_against(work: Work, done: OwnAct) -> int:
    """How many sides have objected."""
    return len(_apart(work, [_side(work, done, one) for one in own_acts.objectors(work, done.act_id)]))


def _side(work: Work, done: OwnAct, person_id: PersonId) -> frozenset[PersonId]:
    """Everybody with whom the person has one voice: the own accounts, and who plays on the same side."""
    mates = {one for side in _sides_of(work, done, person_id) for one in people_in(work, side)}
    return frozenset(identities.everybody(work, {person_id, *mates}))


def _sides_of(work: Work, done: OwnAct, person_id: PersonId) -> list[Entrant]:
    """The person's places in the event, those that were given up or taken since it was asked for included."""
    selves = set(identities.selves(work, person_id))
    listed: Iterable[Entrant] = entrants.of_tournament(work, done.tournament_id)
    there = (one for one in listed if one.withdrawn_at is None or one.withdrawn_at >= done.asked_at)
    return [one for one in there if not selves.isdisjoint(people_in(work, one))]


def _can_press(work: Work, side: Collection[PersonId]) -> bool:
    return any(one.discord_id is not None for one in people.by_ids(work, side).values())


def _apart(work: Work, sides: Iterable[Collection[PersonId]]) -> list[set[PersonId]]:
    """The sides that are not one person with another of them."""
    found: list[set[PersonId]] = []
    for side in sides:
        whole = identities.everybody(work, side)
        if all(whole.isdisjoint(other) for other in found):
            found.append(whole)
    return found
