"""Who is behind a press and whether they may act, how often an account may, faces, switches, and a guessed time zone.

Quotas hang on the account and not on the person's entry in the registry, so that they hold when a person leaves, or
has everything erased and comes back, and under all accounts that staff knows to be one person's. They are kept as
keyed hashes and go when they count no more (`bot/people/personal_store.py`). A time zone guessed by the server's
language stands until staff has seen it and agreed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.i18n.names import is_blank, skeleton, speakable
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import KeptEnough, NotAllowed, NotFound, NotSetUp, Subject, UserError
from bot.kernel.ids import Community, GuildId, MemberId, PersonId, Switch
from bot.people import account_store as people_account_store
from bot.people import personal_store as people_personal_store
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people import store as people_store
from bot.people.model import (
    QUOTAS,
    ArbiterTitle,
    Capacity,
    CountedByAccount,
    Faces,
    Office,
    Person,
    Someone,
    apart,
)
from bot.people.personal_store import AccountMark
from bot.people.store import KeptFace
from bot.server import bounds_verbs, store
from bot.server.bounds_model import Bounded
from bot.server.model import Act, in_order, may, whom_to_ask

# --- who acts, and whether they may ---------------------------------------------------------------------------------


NAME_LIMIT = 100
KEEPERS: Final = (Capacity.SERVER_OWNER, Capacity.PRESIDENT, Capacity.LEADER)
"""Who says how cases are heard."""
_OFFICES = {Office.PRESIDENT: Capacity.PRESIDENT, Office.LEADER: Capacity.LEADER}


def recognise(tx: ActorTx, read: Person | None = None) -> Person:
    """The person behind the press, with name and language as Discord has them today; a stranger becomes known.

    `read` is that person, for who has just read them. Raises NotSetUp in a server in which nobody has begun with
    `/setup`.
    """
    met = read or people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if met is None:
        met = Person(
            person_id=PersonId(tx.new_id()),
            guild_id=tx.guild_id,
            discord_id=tx.actor.member_id,
            name=_clean_name(tx.actor.name),
            language=tx.actor.language,
            known_since=tx.now,
            user_name=_user_name(tx.actor.user_name),
        )
        return _make_known(tx, met)
    user_name = _user_name(tx.actor.user_name) or met.user_name
    said = _plain_name(tx.actor.name, user_name), user_name, tx.actor.language
    if (met.plain_name, met.user_name, met.language) != said:
        met = told_apart(tx, replace(met, name=said[0], user_name=said[1], language=said[2]))
        people_store.save(tx, met)
    return met


def newcomer(tx: Tx, guild_id: GuildId, name: str, *, has_room: bool = False) -> Person:
    """Somebody without Discord becomes known, by name alone; raises ServerFull.

    Who `has_room` has taken it for a whole list at once.
    """
    if not has_room:
        bounds_verbs.take_room(tx, guild_id, Bounded.OUTSIDERS)
    person = Person(PersonId(tx.new_id()), guild_id, None, _clean_name(name), None, tx.now)
    people_store.save(tx, person)
    return person


def find_known(tx: Query, guild_id: GuildId, who: Someone) -> Person | None:
    """Who was named, a member of the server or somebody without Discord; None for whom the bot has not met."""
    if isinstance(who, str):
        person = people_store.load(tx, who)
        return person if person is not None and person.guild_id == guild_id else None
    return people_store.of_member(tx, guild_id, who[0])


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
    return _make_known(tx, Person(PersonId(tx.new_id()), guild_id, member_id, _clean_name(name), None, tx.now))


def _clean_name(name: str) -> str:
    """The name as it is kept; one of which nothing can be seen is a question mark."""
    tidy = speakable(name)[:NAME_LIMIT].strip()
    return "?" if is_blank(tidy) else tidy


def _plain_name(name: str, user_name: str | None) -> str:
    """The name as it is kept, without the user name that its bearer may have put behind it."""
    clean = _clean_name(name)
    return clean if user_name is None else clean.removesuffix(apart(user_name))


def _user_name(said: str | None) -> str | None:
    return speakable(said)[:NAME_LIMIT].strip() or None if said else None


def told_apart(tx: Tx, person: Person) -> Person:
    """The person whose name says which one it is, where another member is called the same; so does theirs from now on.

    A name that was told apart stays so until its bearer has another one. One that ends as such a name does is always
    told apart, or a member could take another's name and user name for a name.
    """
    if person.user_name is None:
        return person
    others = people_store.members_called(tx, person.guild_id, person.name)
    others = [one for one in others if one.person_id != person.person_id]
    for other in others:
        if other.name == other.plain_name:
            people_store.save(tx, _with_user_name(other))
    return _with_user_name(person) if others or skeleton(person.name).endswith(")") else person


def _with_user_name(person: Person) -> Person:
    if person.user_name is None:
        return person
    behind = apart(person.user_name)
    return replace(person, name=person.plain_name[: NAME_LIMIT - len(behind)] + behind)


def _make_known(tx: Tx, person: Person) -> Person:
    if store.load(tx, person.guild_id) is None:
        raise NotSetUp
    person = told_apart(tx, person)
    people_store.save(tx, person)
    people_ratings_verbs.welcome(tx, person)
    return person


def community(tx: Query, guild_id: GuildId) -> Community:
    """The community of the server; raises NotSetUp while `/setup` was not finished."""
    found = store.load(tx, guild_id)
    if found is None or found.set_up_at is None:
        raise NotSetUp
    return found


def capacities(tx: ActorQuery, person: Person | None) -> frozenset[Capacity]:
    """What the person is here: offices and titles from the registry, organising from Discord's own permission.

    A stranger (None) can only be what Discord says.
    """
    found = {Capacity.SERVER_OWNER: tx.actor.is_owner, Capacity.ORGANISER: tx.actor.is_organiser}
    if person is not None:
        office_holders = people_store.offices(tx, tx.guild_id)
        acting = store.standing_in(tx, tx.guild_id, tx.pressed_at)
        for office, capacity in _OFFICES.items():
            stand_in = acting.get(office)
            holds = office_holders.get(office) == person.person_id
            found[capacity] = holds or (stand_in is not None and stand_in.person_id == person.person_id)
        found |= _by_title(people_store.title_of(tx, person.person_id))
    return frozenset(capacity for capacity, holds in found.items() if holds)


def own_capacities(tx: ActorQuery) -> frozenset[Capacity]:
    """What who presses is in the server."""
    return capacities(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id))


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
    require(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id), act)


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


# --- quotas ---------------------------------------------------------------------------------------------------------


MOST: Final = {
    Subject.ACCOUNT: 30,
    Subject.COUNTRY: 20,
    Subject.GRADE: 30,
}
"""What one person was called on one site, and countries and grades declared one after the other. These rows go with an
erasure, so that no more of them is ever kept."""


class InvitedEnough(UserError):
    """The account has asked the person to the same as often as it may in a day."""

    name: str
    until: datetime


class SharedEnough(UserError):
    """The account has shown as much to everybody lately as it may."""

    until: datetime


def refuse_more(what: Subject, kept: int) -> None:
    """Raises KeptEnough where as many are kept as may be."""
    if kept >= MOST[what]:
        raise KeptEnough(what=what, limit=MOST[what])


def refuse(
    tx: Query,
    person: Person,
    what: CountedByAccount,
    at: datetime,
    refusal: Callable[[datetime], UserError],
    scope: str = "",
) -> None:
    """Raises the refusal, which is told when the next one is free, where the account has done it as often as it may."""
    counts = people_personal_store.counting(tx, person.guild_id, _marks(tx, person), what, scope, at)
    quota = QUOTAS[what]
    if len(counts) >= quota.most:
        raise refusal(counts[len(counts) - quota.most])


def spend(
    tx: Tx,
    person: Person,
    what: CountedByAccount,
    refusal: Callable[[datetime], UserError],
    scope: str = "",
    thing: str = "",
) -> None:
    """Counts one more of what the account does; raises as `refuse` does."""
    refuse(tx, person, what, tx.now, refusal, scope)
    count(tx, person, what, scope, thing)


def count(tx: Tx, person: Person, what: CountedByAccount, scope: str = "", thing: str = "") -> None:
    """Counts one more without a look at how many there are."""
    mark = people_personal_store.make_mark(tx, person)
    people_personal_store.add_count(tx, person.guild_id, mark, what, scope, thing)


def keep(tx: Tx, person: Person, what: CountedByAccount, kept: Subject, scope: str) -> None:
    """As `spend`, of something that is stored: raises KeptEnough."""
    spend(tx, person, what, lambda _: KeptEnough(what=kept, limit=QUOTAS[what].most), scope)


def share(tx: ActorTx) -> None:
    """Counts something that the presser shows to everybody in a channel; raises SharedEnough."""
    person = recognise(tx)
    spend(tx, person, CountedByAccount.SHARE, lambda until: SharedEnough(until=until))


# --- invitations ---------------------------------------------------------------------------------------------------


def rings(tx: Tx, by: Person, whom: Person, matter: str, what: CountedByAccount = CountedByAccount.CALL) -> bool:
    """Whether what the one does in that matter calls the other: the first time in a day, and silently after it."""
    scope = _scope(tx, whom, matter)
    counts = people_personal_store.counting(tx, by.guild_id, _marks(tx, by), what, scope, tx.now)
    if len(counts) >= QUOTAS[what].most:
        return False
    count(tx, by, what, scope)
    return True


def invite(tx: Tx, by: Person, whom: Person, matter: str) -> bool:
    """Counts an invitation of whatever kind, and answers whether it calls; raises InvitedEnough.

    `matter` is what it is to: an event, a game, an office. An invitation that is taken counts no more (`note_taken`).
    """
    scope = _scope(tx, whom, matter)
    spend(tx, by, CountedByAccount.INVITATION, lambda until: InvitedEnough(name=whom.name, until=until), scope)
    return rings(tx, by, whom, matter)


def note_taken(tx: Tx, by: Person, whom: Person, matter: str) -> None:
    """The person has said yes: what the other asked was welcome."""
    scope = _scope(tx, whom, matter)
    both = (CountedByAccount.CALL, CountedByAccount.INVITATION)
    people_personal_store.give_count_back(tx, by.guild_id, _marks(tx, by), both, scope)


def _scope(tx: Tx, whom: Person, matter: str) -> str:
    return f"{matter}:{people_personal_store.make_mark(tx, whom)}"


def _marks(tx: Query, person: Person) -> set[AccountMark]:
    """The marks of all accounts of the person; an entry that has none any more is one that an erasure left."""
    own = people_store.by_ids(tx, people_store.same_person_ids(tx, person.person_id)).values()
    held = [one for one in own if one.discord_id is not None] or [person]
    return {mark for one in held if (mark := people_personal_store.mark_of(tx, one)) is not None}


# --- faces ----------------------------------------------------------------------------------------------------------


MOST_KEPT: Final = 2000
"""Some five kilobytes each."""
KEPT_FOR: Final = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class ShownMember:
    """A member who is about to be shown, and the face that is kept of them."""

    person_id: PersonId
    guild_id: GuildId
    member_id: MemberId
    kept: KeptFace | None


def faces_of(tx: Query, some: Iterable[Person]) -> Faces:
    """What is known of how these people look."""
    everybody = tuple(some)
    return Faces(
        pictures=people_store.pictures(tx, {one.person_id for one in everybody if one.discord_id is not None}),
        buried=people_store.buried_among(tx, {one.person_id for one in everybody if one.discord_id is None}),
    )


def to_be_shown(tx: Query, guild_id: GuildId, some: Sequence[MemberId | str]) -> list[ShownMember]:
    """Those of the members and people, by their ids, who have an account and do not hide their face."""
    found = (people_store.of_member(tx, guild_id, one) if isinstance(one, int) else _by_id(tx, one) for one in some)
    here = {one.person_id: one for one in found if one is not None and one.guild_id == guild_id}
    return [
        ShownMember(one.person_id, guild_id, one.discord_id, people_store.load_face(tx, one.person_id))
        for one in here.values()
        if one.discord_id is not None and not people_store.is_hidden(tx, one.person_id)
    ]


def _by_id(tx: Query, person_id: str) -> Person | None:
    return people_store.load(tx, PersonId(person_id))


def keep_face(tx: Tx, member: ShownMember, avatar: str, picture: bytes | None) -> bool:
    """Keeps the face that was fetched; False where the person has gone, or hidden it, in the meantime."""
    person = people_store.load(tx, member.person_id)
    if person is None or person.discord_id != member.member_id or people_store.is_hidden(tx, member.person_id):
        return False
    people_store.keep_face(tx, member.person_id, avatar, picture, tx.now)
    people_store.drop_oldest(tx, tx.now - KEPT_FOR, MOST_KEPT)
    return True


def let_go(tx: Tx, member: ShownMember) -> None:
    """Lets go of the face of somebody who has taken it off Discord."""
    people_store.drop_face(tx, member.person_id)


def hides(tx: ActorQuery) -> bool:
    """Whether the presser wants to be shown without a face."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    return person is not None and people_store.is_hidden(tx, person.person_id)


def hide(tx: ActorTx) -> None:
    """Shows the presser without a face from now on, and lets go of the one that is kept."""
    person = recognise(tx)
    people_store.hide_face(tx, person.person_id, tx.now)
    people_store.drop_face(tx, person.person_id)


def show(tx: ActorTx) -> None:
    """Shows the presser with their face again."""
    person = recognise(tx)
    people_store.show_face(tx, people_account_store.own_entries(tx, person.person_id))


def own_picture(tx: ActorQuery) -> bytes | None:
    """The picture that is kept of the presser; raises NotFound for a stranger."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    return people_store.pictures(tx, {person.person_id}).get(person.person_id)


# --- switches -------------------------------------------------------------------------------------------------------


def switch_on_needed(tx: Tx, person: Person, needed: frozenset[Switch]) -> None:
    """What an act of the person needs is there from now on: nobody need know that there are switches."""
    community = store.load(tx, person.guild_id)
    if community is None:
        raise NotSetUp
    for switch in in_order(needed - community.switches):
        community = _save(tx, person, community, switch, is_on=True)


def _save(tx: Tx, person: Person | None, community: Community, switch: Switch, *, is_on: bool) -> Community:
    changed = replace(community, switches=community.switches ^ {switch})
    store.save(tx, changed)
    act = "switch_commands_on" if is_on else "switch_commands_off"
    actor = None if person is None else person.person_id
    subject, details = _subject(community.guild_id), {"switch": str(switch)}
    tx.log(community.guild_id, act, subject, actor=actor, details=details)
    return changed


def _subject(guild_id: GuildId) -> str:
    return f"guild:{guild_id}"


# --- the time zone that was guessed ---------------------------------------------------------------------------------


def of_server(tx: Query, guild_id: GuildId) -> str | None:
    """The zone that is still a guess; None where one was chosen or confirmed."""
    community = store.load(tx, guild_id)
    return None if community is None or not community.zone_guessed else community.time_zone


def confirm(tx: ActorTx) -> None:
    """Takes the guess for right, by the word of who was shown what it leads to; others leave it a guess."""
    community = store.load(tx, tx.guild_id)
    if community is None or not community.zone_guessed:
        return
    person = recognise(tx)
    if not may(Act.SET_UP, capacities(tx, person)):
        return
    store.save(tx, replace(community, zone_guessed=False))
    details = {"time_zone": community.time_zone}
    subject = f"guild:{tx.guild_id}"
    tx.log(tx.guild_id, "set_up", subject, actor=person.person_id, details=details)
