"""Who is behind a press, in which capacities, and whether they may do the act."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.community import Community, Person, Presser, Someone
from bot.domain.confusables import is_blank
from bot.domain.ids import GuildId, MemberId, Occasion, PersonId, TournamentId
from bot.domain.permissions import BY_OFFICE, Act, ArbiterTitle, Capacity, Office, may, whom_to_ask
from bot.domain.typed_text import speakable
from bot.errors import NotAllowed, NotFound, NotSetUp, Subject
from bot.services import resting_ratings
from bot.storage import communities, event_officers, offices, people
from bot.storage.database import Work

NAME_LIMIT = 100
_OFFICES = {Office.PRESIDENT: Capacity.PRESIDENT, Office.LEADER: Capacity.LEADER}


def recognise(work: Work, occasion: Occasion, presser: Presser, read: Person | None = None) -> Person:
    """The person behind the press, with name and language as Discord has them today; a stranger becomes known.

    `read` is that person, for who has just read them. Raises NotSetUp in a server in which nobody has begun with
    `/setup`.
    """
    met = read or people.of_member(work, presser.guild_id, presser.member_id)
    if met is None:
        met = Person(
            person_id=PersonId(occasion.ids.fresh()),
            guild_id=presser.guild_id,
            discord_id=presser.member_id,
            name=_clean_name(presser.name),
            language=presser.language,
            known_since=occasion.now,
        )
        _make_known(work, occasion, met)
    elif (met.name, met.language) != (_clean_name(presser.name), presser.language):
        met = replace(met, name=_clean_name(presser.name), language=presser.language)
        people.save(work, met)
    return met


def newcomer(work: Work, occasion: Occasion, guild_id: GuildId, name: str) -> Person:
    """Somebody without Discord becomes known, by name alone."""
    person = Person(PersonId(occasion.ids.fresh()), guild_id, None, _clean_name(name), None, occasion.now)
    people.save(work, person)
    return person


def find_known(work: Work, guild_id: GuildId, who: Someone) -> Person | None:
    """Who was named, a member of the server or somebody without Discord; None for whom the bot has not met."""
    if isinstance(who, str):
        person = people.load(work, who)
        return person if person is not None and person.guild_id == guild_id else None
    return people.of_member(work, guild_id, who[0])


def somebody(work: Work, occasion: Occasion, guild_id: GuildId, who: Someone) -> Person:
    """The person whom staff named; a member who is a stranger becomes known. Raises NotFound for no such person."""
    found = find_known(work, guild_id, who)
    if found is not None:
        return found
    if isinstance(who, str):
        raise NotFound(what=Subject.PERSON)
    return _make_acquaintance(work, occasion, guild_id, who)


def _make_acquaintance(work: Work, occasion: Occasion, guild_id: GuildId, member: tuple[MemberId, str]) -> Person:
    member_id, name = member
    person = Person(PersonId(occasion.ids.fresh()), guild_id, member_id, _clean_name(name), None, occasion.now)
    _make_known(work, occasion, person)
    return person


def _clean_name(name: str) -> str:
    """The name as it is kept; one of which nothing can be seen is a question mark."""
    tidy = speakable(name)[:NAME_LIMIT].strip()
    return "?" if is_blank(tidy) else tidy


def _make_known(work: Work, occasion: Occasion, person: Person) -> None:
    if communities.load(work, person.guild_id) is None:
        raise NotSetUp
    people.save(work, person)
    resting_ratings.welcome(work, occasion, person)


def community(work: Work, guild_id: GuildId) -> Community:
    """The community of the server; raises NotSetUp while `/setup` was not finished."""
    found = communities.load(work, guild_id)
    if found is None or found.set_up_at is None:
        raise NotSetUp
    return found


def capacities(work: Work, presser: Presser, person: Person | None) -> frozenset[Capacity]:
    """What the person is here: offices and titles from the registry, organising from Discord's own permission.

    A stranger (None) can only be what Discord says.
    """
    found = {Capacity.SERVER_OWNER: presser.is_owner, Capacity.ORGANISER: presser.is_organiser}
    if person is not None:
        held = people.offices(work, presser.guild_id)
        acting = offices.standing_in(work, presser.guild_id, presser.at)
        for office, capacity in _OFFICES.items():
            stand_in = acting.get(office)
            holds = held.get(office) == person.person_id
            found[capacity] = holds or (stand_in is not None and stand_in.person_id == person.person_id)
        found |= _by_title(people.title_of(work, person.person_id))
    return frozenset(capacity for capacity, holds in found.items() if holds)


def office_of(
    work: Work, guild_id: GuildId, person_id: PersonId | None, at: datetime, tournament_id: TournamentId | None = None
) -> Capacity | None:
    """The highest office or title by which the person decides, in that event or everywhere; None where none is held."""
    person = None if person_id is None else people.load(work, person_id)
    if person is None:
        return None
    plain = Presser(guild_id, person.discord_id or MemberId(0), person.name, "", False, False, at)
    held = capacities(work, plain, person)
    if tournament_id is not None:
        held |= capacities_in(work, tournament_id, person.person_id)
    return next((one for one in BY_OFFICE if one in held), None)


def capacities_in(work: Work, tournament_id: TournamentId, person_id: PersonId | None) -> frozenset[Capacity]:
    """What the person is in the event beside everything else: the chief arbiter, or a deputy with the same powers."""
    holding = event_officers.holding(work, tournament_id)
    return frozenset({Capacity.CHIEF_ARBITER} if any(one.person_id == person_id for one in holding) else ())


def own_capacities(work: Work, presser: Presser) -> frozenset[Capacity]:
    """What who presses is in the server."""
    return capacities(work, presser, people.of_member(work, presser.guild_id, presser.member_id))


def capacities_there(work: Work, presser: Presser, tournament_id: TournamentId) -> frozenset[Capacity]:
    """The same, with what they are in the event."""
    person = people.of_member(work, presser.guild_id, presser.member_id)
    own = frozenset() if person is None else capacities_in(work, tournament_id, person.person_id)
    return capacities(work, presser, person) | own


def _by_title(title: ArbiterTitle | None) -> dict[Capacity, bool]:
    """A higher arbiter title may all that a lower one may (AIJE-B01)."""
    rank = -1 if title is None else title.rank
    return {
        Capacity.ARBITER: rank >= ArbiterTitle.ANP.rank,
        Capacity.NATIONAL_ARBITER: rank >= ArbiterTitle.AN.rank,
        Capacity.JEEK_ARBITER: rank >= ArbiterTitle.AJ.rank,
        Capacity.INTERNATIONAL_ARBITER: rank >= ArbiterTitle.AI.rank,
    }


def refuse_without(work: Work, presser: Presser, act: Act) -> None:
    """As `require`, for whoever presses; known before anything else is."""
    require(work, presser, people.of_member(work, presser.guild_id, presser.member_id), act)


def require(work: Work, presser: Presser, person: Person | None, act: Act, *more: Capacity) -> frozenset[Capacity]:
    """Refuses with NotAllowed who may not do the act; `more` are capacities that hang on the thing itself."""
    held = capacities(work, presser, person) | frozenset(more)
    if not may(act, held):
        raise NotAllowed(needed=whom_to_ask(act))
    return held
