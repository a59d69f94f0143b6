"""Who is meant by the lines of a list: Discord says it, or the asker, since a name proves nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from bot.domain.community import Person
from bot.domain.entering.accounts import account_key
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.domain.opening.plans import WhoIsMeant, digest_of, very_names
from bot.domain.sign_ups.doubles import without_doubles
from bot.domain.sign_ups.lines import SignUpLine
from bot.errors import Outdated
from bot.services.opening.who import Asking, each_once
from bot.services.sign_ups import drafts
from bot.storage import accounts, people, sign_ups
from bot.storage.context import ActorQuery, ActorTx, Query
from bot.storage.sign_ups import SignUpDraft


@dataclass(frozen=True, slots=True)
class Meant:
    """Who is meant by each line, by its number (None for somebody new), and what has to be asked first."""

    people: Mapping[int, Person | None]
    questions: tuple[WhoIsMeant, ...]
    answered: int


def find_meant(tx: Query, draft: SignUpDraft, tournament: Tournament, lines: Collection[SignUpLine]) -> Meant:
    """Looks each line's person up: by Discord, by what was said, or nobody where nobody is called like it.

    As where staff enters one by name, nobody is asked about the one of that very name who is known without Discord,
    where nobody else can be meant.
    """
    said = sign_ups.answers(tx, draft.draft_id)
    found = {**_of_answers(tx, said), **_by_discord(tx, tournament, lines)}
    taken = {one.person_id for one in found.values() if one is not None}
    site = tournament.rulebook.registration.account

    def holders(line: SignUpLine) -> Iterable[PersonId]:
        if site is None or line.account is None:
            return ()
        held = accounts.holder(tx, tournament.guild_id, site, account_key(line.account))
        return () if held is None else (held.person_id,)

    asking = Asking(tx, people.names(tx, tournament.guild_id), taken, {}, holders)
    questions: list[WhoIsMeant] = []
    for line in lines:
        if line.number in found:
            continue
        question = asking.about(line)
        alone = None if question is None else _known_outside(question)
        if question is None or alone is not None:
            found[line.number] = alone
        else:
            questions.append(question)
    return Meant(found, tuple(each_once(questions)), len(said))


def _known_outside(question: WhoIsMeant) -> Person | None:
    """The one who bears the very name without Discord, where nobody else is called like it."""
    only = question.alike[0] if len(question.alike) == 1 else None
    return only if only is not None and question.same == only.person_id and only.discord_id is None else None


def _of_answers(tx: Query, said: Mapping[int, PersonId | None]) -> dict[int, Person | None]:
    persons = people.by_ids(tx, [one for one in said.values() if one is not None])
    return {number: None if meant is None else persons.get(meant) for number, meant in said.items()}


def _by_discord(tx: Query, tournament: Tournament, lines: Iterable[SignUpLine]) -> dict[int, Person | None]:
    told = [(one.number, one.member_id) for one in lines if one.member_id is not None]
    return {number: people.of_member(tx, tournament.guild_id, member_id) for number, member_id in told}


def say_who(tx: ActorTx, draft_id: str, number: int, person_id: PersonId | None) -> None:
    """One of those whom a line's name looks like is meant, or somebody new; raises Outdated."""
    question = next((one for one in _questions(tx, draft_id) if one.number == number), None)
    if question is None or (person_id is not None and all(one.person_id != person_id for one in question.alike)):
        raise Outdated
    sign_ups.answer(tx, draft_id, {number: person_id}, tx.now)


def say_same(tx: ActorTx, draft_id: str, shown: str) -> None:
    """All the very names that the card showed are who bears them here; raises Outdated where it showed others."""
    same = very_names(_questions(tx, draft_id))
    if not same or digest_of(same) != shown:
        raise Outdated
    sign_ups.answer(tx, draft_id, {one.number: one.same for one in same}, tx.now)


def say_others(tx: ActorTx, draft_id: str, numbers: Collection[int]) -> None:
    """Of these very names somebody new is meant, not who bears them here."""
    asked = {one.number for one in _questions(tx, draft_id)}
    sign_ups.answer(tx, draft_id, dict.fromkeys(sorted(asked & set(numbers))), tx.now)


def ask_again(tx: ActorTx, draft_id: str) -> None:
    """Takes back all that was said of who is meant."""
    drafts.find(tx, draft_id)
    sign_ups.forget_answers(tx, draft_id)


def _questions(tx: ActorQuery, draft_id: str) -> tuple[WhoIsMeant, ...]:
    draft = drafts.find(tx, draft_id)
    lines, _ = without_doubles(drafts.read_again(draft).lines)
    return find_meant(tx, draft, drafts.event_of(tx, draft).tournament, lines).questions
