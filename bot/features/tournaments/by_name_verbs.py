"""Who answers for players whom an event knows by name alone: who entered them, or who runs it.

Nobody answers for the own opponent. Who entered a player and has left the server, or organises no more, is not asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from bot.features.entering import store as entering_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import summons_store
from bot.features.tournaments.facts_verbs import listed_people
from bot.features.tournaments.model import Listed
from bot.features.tournaments.summons_verbs import staff_of
from bot.kernel.context import Query
from bot.kernel.ids import EntrantId, PersonId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Entrant, Tournament
from bot.play.matches import Beside, Match
from bot.server import store as server_store


def by_name(tx: Query, entrants: Iterable[Entrant]) -> list[Entrant]:
    """Those of them who have no Discord; of a team its captain has the word."""
    alone = [one for one in entrants if one.team_name is None]
    people = people_store.by_ids(tx, [one.person_id for one in alone])
    return [one for one in alone if people[one.person_id].discord_id is None]


def sides_by_name(tx: Query, tournament: Tournament, match: Match) -> list[Entrant]:
    """Those who play in the match and have no Discord; none of an arena, which its players run by their own cards."""
    if Beside.BY_NAME not in match.beside or tournament.rulebook.traits.has_lobby:
        return []
    return by_name(tx, entering_store.by_ids(tx, match.contest.sides))


def answering_each(
    tx: Query, tournament: Tournament, entrants: Sequence[Entrant], against: Collection[PersonId] = ()
) -> Mapping[EntrantId, Person]:
    """Who is asked for each of those without Discord; nobody of `against`, and no entry where nobody else is there."""
    asked = by_name(tx, entrants)
    if not asked:
        return {}
    entered_by = entering_store.entered_by(tx, [one.entrant_id for one in asked])
    people = people_store.by_ids(tx, set(entered_by.values()))
    staff = [one for one in who_runs(tx, tournament) if is_free(tx, one.person_id, against)]
    found = {}
    for one in asked:
        by = people.get(entered_by[one.entrant_id])
        own = [by] if by is not None and can_be_asked(tx, by) and is_free(tx, by.person_id, against) else []
        for person in (*own, *staff)[:1]:
            found[one.entrant_id] = person
    return found


def answering_in(tx: Query, tournament: Tournament, match: Match) -> dict[Entrant, Person | None]:
    """Who is asked for each of its sides without Discord; None where nobody but who plays in it could be."""
    sides = sides_by_name(tx, tournament, match)
    if not sides:
        return {}
    played_by = playing_store.people_of(tx, match.contest.contest_id)
    found = answering_each(tx, tournament, sides, played_by)
    return {one: found.get(one.entrant_id) for one in sides}


def who_runs(tx: Query, tournament: Tournament) -> tuple[Person, ...]:
    """Who runs the event as far as Discord reaches them; at last the server's owner."""
    community = server_store.load(tx, tournament.guild_id)
    owner = None if community is None else people_store.of_member(tx, tournament.guild_id, community.owner_id)
    staff = staff_of(tx, tournament.tournament_id)
    return staff if owner is None or owner in staff else (*staff, owner)


def can_be_asked(tx: Query, person: Person) -> bool:
    """Whether a message reaches the person, and they may answer, as far as is known."""
    return person.discord_id is not None and not summons_store.is_gone(tx, person.person_id)


def is_free(tx: Query, person_id: PersonId, against: Collection[PersonId]) -> bool:
    """Whether the person is none of those, under whichever account."""
    return not against or set(against).isdisjoint(people_store.same_person_ids(tx, person_id))


def listed_with_answers(tx: Query, tournament: Tournament, entrants: Sequence[Entrant]) -> tuple[Listed, ...]:
    """Entrants with their people, and with who answers for those without Discord."""
    answering = answering_each(tx, tournament, entrants)
    listed = listed_people(tx, entrants)
    return tuple(replace(one, answered_by=answering.get(one.entrant.entrant_id)) for one in listed)
