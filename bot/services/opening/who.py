"""Who is meant by the lines of an opening list: Discord says it, or the asker, since a name proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

from bot.domain.community import Person
from bot.domain.entering.accounts import account_key
from bot.domain.ids import PersonId
from bot.domain.likeness import Likes, sound
from bot.domain.opening.lines import OpeningLine
from bot.domain.opening.plans import WhoIsMeant, digest_of, very_names
from bot.errors import Outdated
from bot.services.known_people import MOST
from bot.services.opening import drafts
from bot.services.opening.known import Known, gather
from bot.storage import accounts, opening_drafts, people
from bot.storage.context import ActorTx, Query


@dataclass(frozen=True, slots=True)
class Meant:
    """Who is meant by each line, by its number (None for somebody new), and what has to be asked first."""

    people: Mapping[int, Person | None]
    questions: tuple[WhoIsMeant, ...]
    answered: int


def find_meant(tx: Query, draft_id: str, lines: tuple[OpeningLine, ...], known: Known) -> Meant:
    """Looks each line's person up: by Discord, by what was said, or nobody where nobody is called like it."""
    stale = _met_since(tx, draft_id, lines, known)
    said = {line: one for line, one in opening_drafts.answers(tx, draft_id).items() if line not in stale}
    found = {**_of_answers(tx, said), **_by_discord(tx, known, lines)}
    taken = {one.person_id for one in found.values() if one is not None}
    asking = Asking(tx, known.names, taken, _first_lines(lines), partial(_holders, tx, known))
    questions: list[WhoIsMeant] = []
    for line in lines:
        if line.number in found:
            continue
        question = asking.about(line)
        if question is None:
            found[line.number] = None
        else:
            questions.append(question)
    return Meant(found, tuple(each_once(questions)), len(said))


def _met_since(tx: Query, draft_id: str, lines: Iterable[OpeningLine], known: Known) -> set[int]:
    """Lines that meant somebody new when it was said: another list may have brought that very person in since."""
    said = opening_drafts.said_new(tx, draft_id)
    if not said:
        return set()
    newcomers = people.met_since(tx, known.guild_id, min(said.values()))
    likes = Likes(((one, since), name) for one, name, since in newcomers)
    asked = [line for line in lines if line.number in said]
    return {one.number for one in asked if any(at > said[one.number] for (_, at), _ in likes.of(one.name))}


def _of_answers(tx: Query, said: Mapping[int, PersonId | None]) -> dict[int, Person | None]:
    persons = people.by_ids(tx, [one for one in said.values() if one is not None])
    return {number: None if meant is None else persons[meant] for number, meant in said.items()}


def _by_discord(tx: Query, known: Known, lines: Iterable[OpeningLine]) -> dict[int, Person | None]:
    told = [(one.number, one.member_id) for one in lines if one.member_id is not None]
    return {number: people.of_member(tx, known.guild_id, member_id) for number, member_id in told}


def _first_lines(lines: tuple[OpeningLine, ...]) -> Mapping[str, int]:
    """The first line of each name that is not told apart by Discord."""
    found: dict[str, int] = {}
    for one in lines:
        if one.member_id is None:
            found.setdefault(sound(one.name), one.number)
    return found


class Named(Protocol):
    """A line of a list that names somebody."""

    @property
    def number(self) -> int:
        """Where it stands in its file."""
        ...

    @property
    def name(self) -> str:
        """As it was written."""
        ...


L = TypeVar("L", bound=Named)


class Asking(Generic[L]):
    """Finds out of which names one has to be asked: `holders` says who has the accounts that a line tells."""

    def __init__(
        self,
        tx: Query,
        names: Iterable[tuple[PersonId, str]],
        taken: Collection[PersonId],
        first_with: Mapping[str, int],
        holders: Callable[[L], Iterable[PersonId]],
    ) -> None:
        self._tx, self._taken, self._first_with, self._holders = tx, taken, first_with, holders
        self._likes = Likes(names)

    def about(self, line: L) -> WhoIsMeant | None:
        """What has to be asked of the line; None where nobody can be meant but somebody new."""
        first = self._first_with.get(sound(line.name), line.number)
        twin = first if first != line.number else None
        shown = self._alike(line)
        if not shown and twin is None:
            return None
        same = self._likes.same(line.name)
        very = [one.person_id for one in shown[:1] if one.person_id in same]
        alone = twin is None and sum(one.person_id in same for one in shown) == 1
        return WhoIsMeant(line.number, line.name, shown, twin, very[0] if very and alone else None)

    def _alike(self, line: L) -> tuple[Person, ...]:
        """Whom the line can mean: who holds one of its accounts, then who is called like it."""
        named = (one for one, _ in self._likes.of(line.name))
        alike = [one for one in dict.fromkeys((*self._holders(line), *named)) if one not in self._taken][:MOST]
        known = people.by_ids(self._tx, alike)
        return tuple(known[one] for one in alike)


def _holders(tx: Query, known: Known, line: OpeningLine) -> Iterator[PersonId]:
    for site, name in line.accounts:
        held = accounts.holder(tx, known.guild_id, known.sites[site.casefold()], account_key(name))
        if held is not None:
            yield held.person_id


def each_once(questions: Sequence[WhoIsMeant]) -> Iterator[WhoIsMeant]:
    """Where two lines can mean the one who bears their name, each is asked about by itself."""
    often = [one.same for one in questions]
    for one in questions:
        doubtful = one.same is not None and often.count(one.same) > 1
        yield WhoIsMeant(one.number, one.name, one.alike, one.twin) if doubtful else one


def say_who(tx: ActorTx, draft_id: str, number: int, person_id: PersonId | None) -> None:
    """One of those whom a line's name looks like is meant, or somebody new; raises Outdated."""
    question = next((one for one in _questions(tx, draft_id) if one.number == number), None)
    if question is None or (person_id is not None and all(one.person_id != person_id for one in question.alike)):
        raise Outdated
    opening_drafts.answer(tx, draft_id, {number: person_id}, tx.now)


def say_same(tx: ActorTx, draft_id: str, shown: str) -> None:
    """All the very names that the card showed are who bears them here; raises Outdated where it showed others."""
    same = very_names(_questions(tx, draft_id))
    if not same or digest_of(same) != shown:
        raise Outdated
    opening_drafts.answer(tx, draft_id, {one.number: one.same for one in same}, tx.now)


def say_others(tx: ActorTx, draft_id: str, numbers: Collection[int]) -> None:
    """Of these very names somebody new is meant, not who bears them here."""
    asked = {one.number for one in _questions(tx, draft_id)}
    opening_drafts.answer(tx, draft_id, dict.fromkeys(sorted(asked & set(numbers))), tx.now)


def ask_again(tx: ActorTx, draft_id: str) -> None:
    """Takes back all that was said of who is meant."""
    drafts.require_bringer(tx)
    drafts.find(tx, draft_id)
    opening_drafts.forget_answers(tx, draft_id)


def _questions(tx: ActorTx, draft_id: str) -> tuple[WhoIsMeant, ...]:
    drafts.require_bringer(tx)
    draft = drafts.find(tx, draft_id)
    lines = drafts.read_again(draft).lines
    return find_meant(tx, draft_id, lines, gather(tx, draft, lines, tx.now)).questions
