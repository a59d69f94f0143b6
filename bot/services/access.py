"""Who is behind a press, in which capacities, and whether they may do the act."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.community import Community, Person, Presser, Someone
from bot.domain.confusables import is_blank
from bot.domain.ids import GuildId, MemberId, PersonId, TournamentId
from bot.domain.permissions import BY_OFFICE, Act, ArbiterTitle, Capacity, Office, may, whom_to_ask
from bot.domain.typed_text import speakable
from bot.errors import NotAllowed, NotFound, NotSetUp, Subject
from bot.services import resting_ratings
from bot.storage import communities, event_officers, offices, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

NAME_LIMIT = 100
KEEPERS: Final = (Capacity.SERVER_OWNER, Capacity.PRESIDENT, Capacity.LEADER)
"""Who says how cases are heard."""
_OFFICES = {Office.PRESIDENT: Capacity.PRESIDENT, Office.LEADER: Capacity.LEADER}


def recognise(tx: ActorTx, read: Person | None = None) -> Person:
    """The person behind the press, with name and language as Discord has them today; a stranger becomes known.

    `read` is that person, for who has just read them. Raises NotSetUp in a server in which nobody has begun with
    `/setup`.
    """
    met = read or people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if met is None:
        met = Person(
            person_id=PersonId(tx.new_id()),
            guild_id=tx.guild_id,
            discord_id=tx.actor.member_id,
            name=_clean_name(tx.actor.name),
            language=tx.actor.language,
            known_since=tx.now,
        )
        _make_known(tx, met)
    elif (met.name, met.language) != (_clean_name(tx.actor.name), tx.actor.language):
        met = replace(met, name=_clean_name(tx.actor.name), language=tx.actor.language)
        people.save(tx, met)
    return met


def newcomer(tx: Tx, guild_id: GuildId, name: str) -> Person:
    """Somebody without Discord becomes known, by name alone."""
    person = Person(PersonId(tx.new_id()), guild_id, None, _clean_name(name), None, tx.now)
    people.save(tx, person)
    return person


def find_known(tx: Query, guild_id: GuildId, who: Someone) -> Person | None:
    """Who was named, a member of the server or somebody without Discord; None for whom the bot has not met."""
    if isinstance(who, str):
        person = people.load(tx, who)
        return person if person is not None and person.guild_id == guild_id else None
    return people.of_member(tx, guild_id, who[0])


def somebody(tx: Tx, guild_id: GuildId, who: Someone) -> Person:
    """The person whom staff named; a member who is a stranger becomes known. Raises NotFound for no such person."""
    found = find_known(tx, guild_id, who)
    if found is not None:
        return found
    if isinstance(who, str):
        raise NotFound(what=Subject.PERSON)
    return _make_acquaintance(tx, guild_id, who)


def _make_acquaintance(tx: Tx, guild_id: GuildId, member: tuple[MemberId, str]) -> Person:
    member_id, name = member
    person = Person(PersonId(tx.new_id()), guild_id, member_id, _clean_name(name), None, tx.now)
    _make_known(tx, person)
    return person


def _clean_name(name: str) -> str:
    """The name as it is kept; one of which nothing can be seen is a question mark."""
    tidy = speakable(name)[:NAME_LIMIT].strip()
    return "?" if is_blank(tidy) else tidy


def _make_known(tx: Tx, person: Person) -> None:
    if communities.load(tx, person.guild_id) is None:
        raise NotSetUp
    people.save(tx, person)
    resting_ratings.welcome(tx, person)


def community(tx: Query, guild_id: GuildId) -> Community:
    """The community of the server; raises NotSetUp while `/setup` was not finished."""
    found = communities.load(tx, guild_id)
    if found is None or found.set_up_at is None:
        raise NotSetUp
    return found


def capacities(tx: ActorQuery, person: Person | None) -> frozenset[Capacity]:
    """What the person is here: offices and titles from the registry, organising from Discord's own permission.

    A stranger (None) can only be what Discord says.
    """
    found = {Capacity.SERVER_OWNER: tx.actor.is_owner, Capacity.ORGANISER: tx.actor.is_organiser}
    if person is not None:
        held = people.offices(tx, tx.guild_id)
        acting = offices.standing_in(tx, tx.guild_id, tx.pressed_at)
        for office, capacity in _OFFICES.items():
            stand_in = acting.get(office)
            holds = held.get(office) == person.person_id
            found[capacity] = holds or (stand_in is not None and stand_in.person_id == person.person_id)
        found |= _by_title(people.title_of(tx, person.person_id))
    return frozenset(capacity for capacity, holds in found.items() if holds)


def office_of(
    tx: Query, guild_id: GuildId, person_id: PersonId | None, at: datetime, tournament_id: TournamentId | None = None
) -> Capacity | None:
    """The highest office or title by which the person decides, in that event or everywhere; None where none is held."""
    person = None if person_id is None else people.load(tx, person_id)
    if person is None:
        return None
    plain = Presser(guild_id, person.discord_id or MemberId(0), person.name, "", False, False, at)
    held = capacities(tx.acting_as(plain), person)
    if tournament_id is not None:
        held |= capacities_in(tx, tournament_id, person.person_id)
    return next((one for one in BY_OFFICE if one in held), None)


def capacities_in(tx: Query, tournament_id: TournamentId, person_id: PersonId | None) -> frozenset[Capacity]:
    """What the person is in the event beside everything else: the chief arbiter, or a deputy with the same powers."""
    holding = event_officers.holding(tx, tournament_id)
    return frozenset({Capacity.CHIEF_ARBITER} if any(one.person_id == person_id for one in holding) else ())


def own_capacities(tx: ActorQuery) -> frozenset[Capacity]:
    """What who presses is in the server."""
    return capacities(tx, people.of_member(tx, tx.guild_id, tx.actor.member_id))


def capacities_there(tx: ActorQuery, tournament_id: TournamentId) -> frozenset[Capacity]:
    """The same, with what they are in the event."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    own = frozenset() if person is None else capacities_in(tx, tournament_id, person.person_id)
    return capacities(tx, person) | own


def _by_title(title: ArbiterTitle | None) -> dict[Capacity, bool]:
    """A higher arbiter title may all that a lower one may (AIJE-B01)."""
    rank = -1 if title is None else title.rank
    return {
        Capacity.ARBITER: rank >= ArbiterTitle.ANP.rank,
        Capacity.NATIONAL_ARBITER: rank >= ArbiterTitle.AN.rank,
        Capacity.JEEK_ARBITER: rank >= ArbiterTitle.AJ.rank,
        Capacity.INTERNATIONAL_ARBITER: rank >= ArbiterTitle.AI.rank,
    }


def refuse_without(tx: ActorQuery, act: Act) -> None:
    """As `require`, for whoever presses; known before anything else is."""
    require(tx, people.of_member(tx, tx.guild_id, tx.actor.member_id), act)


def require_keeper(tx: ActorQuery, person: Person | None) -> None:
    """Refuses with NotAllowed all but the owner and the officers, who alone say how cases are heard."""
    if not may(Act.SET_UP_HEARINGS, capacities(tx, person)):
        raise NotAllowed(needed=KEEPERS)


def require(tx: ActorQuery, person: Person | None, act: Act, *more: Capacity) -> frozenset[Capacity]:
    """Refuses with NotAllowed who may not do the act; `more` are capacities that hang on the thing itself."""
    held = capacities(tx, person) | frozenset(more)
    if not may(act, held):
        raise NotAllowed(needed=whom_to_ask(act))
    return held
