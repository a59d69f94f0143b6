"""Who is meant by a name or an account that somebody typed: the one place that looks among the people who are known.

Nobody is taken for somebody by a name alone: whoever typed it is asked, and whoever is meant says yes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from bot.i18n.names import Likes, alike, same_name, sound
from bot.kernel.context import Query
from bot.kernel.errors import NotFoundByName, Refused, RefusedFor, Subject
from bot.kernel.ids import GuildId, MemberId, PersonId
from bot.people import account_store, ratings_store, store
from bot.people.lists_model import Answers, Meant, NamedLine, WhoIsMeant, each_once
from bot.people.model import KnownName, Person, Someone, account_key
from bot.play.entries import Tournament

MOST: Final = 3
"""People who are asked about for one name."""
_MENTION: Final = re.compile(r"<@!?(\d{15,21})>")

# --- one name that was typed ----------------------------------------------------------------------------------------


def find_mentioned(tx: Query, guild_id: GuildId, typed: str) -> Person | None:
    """Who was mentioned, where that is all of what was typed and the bot has met them."""
    found = _MENTION.fullmatch(typed.strip())
    return None if found is None else store.of_member(tx, guild_id, MemberId(int(found[1])))


def one_meant(member: tuple[MemberId, str] | None, person_id: PersonId | None) -> Someone:
    """Whom two options of a command name together, a member or a name; raises NobodyMeant and TwoMeant."""
    if member is not None and person_id is not None:
        raise Refused("error.TwoMeant")
    if person_id is not None:
        return person_id
    if member is None:
        raise Refused("error.NobodyMeant")
    return member


def find_named(tx: Query, guild_id: GuildId, typed: str) -> PersonId:
    """Who was chosen from the suggestions (by id), mentioned, or typed by the whole name.

    Raises NotFoundByName, and SeveralOfThatName where only the suggestions tell them apart.
    """
    person = store.load(tx, PersonId(typed.strip()))
    if person is None or person.guild_id != guild_id:
        person = find_mentioned(tx, guild_id, typed)
    if person is not None:
        return person.person_id
    wanted = " ".join(typed.split()).casefold()
    holding = store.names_holding(tx, guild_id, wanted)
    found = {one for one, *called in holding if wanted in map(str.casefold, called)}
    if len(found) > 1:
        raise RefusedFor("error.SeveralOfThatName", name=typed)
    if not found:
        raise NotFoundByName(what=Subject.PERSON, name=typed)
    return found.pop()


def names_like(tx: Query, guild_id: GuildId, typed: str, limit: int) -> tuple[KnownName, ...]:
    """People whose name holds what was typed, with what tells namesakes apart."""
    found = store.matching(tx, guild_id, typed.strip().casefold(), limit=limit)
    rated = ratings_store.of_people(tx, guild_id, [one.person_id for one in found])
    return tuple(KnownName(one, rated.get(one.person_id)) for one in found)


def unlinked_like(tx: Query, guild_id: GuildId, typed: str, limit: int) -> tuple[KnownName, ...]:
    """As `names_like`, of who has no Discord."""
    wanted = typed.strip().casefold()
    found = [one for one in store.without_discord(tx, guild_id) if wanted in one.name.casefold()][:limit]
    rated = ratings_store.of_people(tx, guild_id, [one.person_id for one in found])
    return tuple(KnownName(one, rated.get(one.person_id)) for one in found)


def namesakes(tx: Query, person: Person, account: str | None) -> tuple[Person, ...]:
    """Who has no Discord and may be this member by the name or the account that was told; nobody for who is rated."""
    called = [person.plain_name, *([account] if account else [])]
    found = [one for one in store.without_discord(tx, person.guild_id) if any(alike(one.name, name) for name in called)]
    is_rated = bool(found) and bool(ratings_store.of_people(tx, person.guild_id, [person.person_id]))
    return () if is_rated else tuple(found[:MOST])


def find_meant(
    tx: Query, tournament: Tournament, name: str, account: str | None, besides: Collection[PersonId] = ()
) -> tuple[Person, ...]:
    """Whom the name or the account can mean, the likeliest first; `besides` are out of the question."""
    return fitting(tx, tournament.guild_id, tournament.rulebook.registration.account, name, account, besides)


def fitting(
    tx: Query,
    guild_id: GuildId,
    site: str | None,
    name: str,
    account: str | None,
    besides: Collection[PersonId] = (),
) -> tuple[Person, ...]:
    """The same for an event that is not here: on which site an account is held, if any."""
    by_account = _holder(tx, guild_id, site, account)
    found = [] if by_account is None else [by_account]
    rest = [(one, known) for one, known in store.names(tx, guild_id) if alike(known, name)]
    found += [one for one, known in sorted(rest, key=lambda each: not same_name(each[1], name))]
    wanted = [one for one in dict.fromkeys(found) if one not in besides][:MOST]
    known_by_id = store.by_ids(tx, wanted)
    return tuple(known_by_id[one] for one in wanted)


def among(tx: Query, guild_id: GuildId, likes: Likes[PersonId], name: str, site: str | None) -> list[PersonId]:
    """As `fitting`, where many names are asked of all who are known: who holds the name as an account comes first."""
    by_account = _holder(tx, guild_id, site, name)
    found = [] if by_account is None else [by_account]
    return list(dict.fromkeys([*found, *(one for one, _ in likes.of(name))]))


def bearers(tx: Query, guild_id: GuildId, called: Collection[str]) -> list[PersonId]:
    """Who is called so, or has an account that is: letters that are drawn alike are one."""
    likes = Likes([*store.names(tx, guild_id), *account_store.names(tx, guild_id)])
    return sorted(set().union(*(likes.same(one) for one in called)))


def holder(tx: Query, tournament: Tournament, account: str | None) -> Person | None:
    """Who holds the account on the event's site."""
    held = _holder(tx, tournament.guild_id, tournament.rulebook.registration.account, account)
    return None if held is None else store.load(tx, held)


def _holder(tx: Query, guild_id: GuildId, site: str | None, account: str | None) -> PersonId | None:
    if site is None or account is None:
        return None
    held = account_store.holder(tx, guild_id, site, account_key(account))
    return None if held is None else held.person_id


def outsider(tx: Query, tournament: Tournament, name: str, account: str | None) -> Person | None:
    """Who bears that very name without being in the server, and no other account than was told."""
    known, site = store.outside(tx, tournament.guild_id, name), tournament.rulebook.registration.account
    if known is None or site is None or account is None:
        return known
    held = account_store.account_of_person(tx, known.person_id, site)
    return known if held is None or held.key == account_key(account) else None


def in_question(tx: Query, tournament: Tournament, name: str, account: str | None, meant: Collection[Person]) -> bool:
    """Whether somebody has to be asked who is meant: nobody need be about the one whom `outsider` finds alone."""
    known = outsider(tx, tournament, name, account)
    return any(known is None or one.person_id != known.person_id for one in meant)


# --- lists of people ------------------------------------------------------------------------------------------------


L = TypeVar("L", bound=NamedLine)


class Asking(Generic[L]):
    """Finds out of which names of a list one has to be asked, everybody of a server being known by `names`."""

    def __init__(
        self,
        tx: Query,
        names: Iterable[tuple[PersonId, str]],
        holders: Callable[[L], Iterable[PersonId]],
        first_with: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self._tx, self._likes = tx, Likes(names)
        self._holders = holders
        """Who has the accounts that a line tells."""
        self._first_with = first_with
        """The first line of each name, where a second one may be another person."""

    def about(self, line: L, taken: Collection[PersonId]) -> WhoIsMeant | None:
        """What has to be asked of the line; None where nobody can be meant but somebody new."""
        first = self._first_with.get(sound(line.name), line.number)
        twin = first if first != line.number else None
        shown = self._alike(line, taken)
        if not shown and twin is None:
            return None
        same = self._likes.same(line.name)
        very = [one.person_id for one in shown[:1] if one.person_id in same]
        alone = twin is None and sum(one.person_id in same for one in shown) == 1
        return WhoIsMeant(line.number, line.name, shown, twin, very[0] if very and alone else None)

    def _alike(self, line: L, taken: Collection[PersonId]) -> tuple[Person, ...]:
        """Whom the line can mean: who holds one of its accounts, then who is called like it."""
        named = (one for one, _ in self._likes.of(line.name))
        shown = [one for one in dict.fromkeys((*self._holders(line), *named)) if one not in taken][:MOST]
        known = store.by_ids(self._tx, shown)
        return tuple(known[one] for one in shown)


def find_listed(
    tx: Query,
    guild_id: GuildId,
    lines: Collection[L],
    said: Answers,
    asking: Asking[L],
    is_certain: Callable[[WhoIsMeant], bool] = lambda _: False,
) -> Meant:
    """Looks each line's person up: by Discord, by what was said, or nobody where nobody is called like it.

    Nobody is asked where it `is_certain` that the first of those who are alike is meant.
    """
    found = _told_before(tx, guild_id, lines, said)
    taken = {one.person_id for one in found.values() if one is not None}
    questions = []
    for line in lines:
        if line.number in found:
            continue
        question = asking.about(line, taken)
        if question is None:
            found[line.number] = None
        elif is_certain(question):
            found[line.number] = question.alike[0]
        else:
            questions.append(question)
    return Meant(found, tuple(each_once(questions)), len(said))


def _told_before(tx: Query, guild_id: GuildId, lines: Iterable[NamedLine], said: Answers) -> dict[int, Person | None]:
    """Whom lines mean by Discord, or else by what was said."""
    told = {line.number: line.member_id for line in lines if line.member_id is not None}
    known = store.by_ids(tx, [one for one in said.values() if one is not None])
    by_word = {number: None if one is None else known[one] for number, one in said.items()}
    return by_word | {number: store.of_member(tx, guild_id, one) for number, one in told.items()}
