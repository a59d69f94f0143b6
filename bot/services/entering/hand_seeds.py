"""Seeding by hand: organisers order the field before the draw, where the rulebook lets them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament, check_in_closes_at
from bot.domain.ids import EntrantId, TournamentId
from bot.domain.likeness import look
from bot.domain.permissions import Act
from bot.errors import UserError
from bot.services import access, event_log, recusal
from bot.services.events.tournaments import find_unfinished
from bot.services.sides import people_shown, strength
from bot.services.timetable import outages_of, tournament_subject
from bot.services.wishes import repeatable
from bot.storage import entrants, hand_seeds, people, ratings
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

LONGEST: Final = 4_000
"""Characters of a form's field."""
_NUMBERED: Final = re.compile(r"\s*\d{1,4}\s*[.)]\s+")
_TWIN: Final = " #"
"""Before an entrant's number, where two of one name are on the list."""
_AS_TWIN: Final = re.compile(r"#\s*\d+$")
"""How a name ends that would pass for one with a number."""


class SeedsNotByHand(UserError):
    """The event's rulebook says itself how the field is seeded."""

    name: str


class SeedsTooLate(UserError):
    """Check-in is closed: the draw goes by the seeds as they stand."""

    name: str


class SeedsMoved(UserError):
    """Somebody else has set seeds since the form was opened."""

    name: str


class SeedUnknown(UserError):
    """A line names nobody who is on the event's list."""

    line: int
    text: str


class SeededTwice(UserError):
    """Two lines name the same entrant."""

    line: int
    first: int
    text: str


class TooManyForForm(UserError):
    """So many are seeded that no form holds them; a list with a seed for each does."""

    n: int


@dataclass(frozen=True, slots=True)
class SeedForm:
    """What stands in the form when it opens, and what tells whether seeds were set since."""

    tournament: Tournament
    text: str
    order: str


@dataclass(frozen=True, slots=True)
class SeedOrder:
    """The seeds of an event as they stand, the first best, and how many follow by the rulebook's way."""

    tournament: Tournament
    seeded: tuple[Person, ...]
    others: int


def form(tx: ActorQuery, tournament_id: TournamentId) -> SeedForm:
    """The form for who may change the event; raises NotAllowed, SeedsNotByHand, SeedsTooLate and TooManyForForm."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, person, Act.SEED_BY_HAND)
    tournament = changeable(tx, tournament_id)
    own = None if person is None else person.person_id
    recusal.refuse_where_others_can(tx, own, Act.SEED_BY_HAND, tournament)
    typed = None if person is None else hand_seeds.typed_by(tx, tournament_id, person.person_id)
    text = typed if typed is not None else _as_lines(tx, tournament)
    return SeedForm(tournament, text, _digest(hand_seeds.of_tournament(tx, tournament_id)))


def changeable(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event, whose seeds can still be set at the moment of the press; raises SeedsNotByHand and SeedsTooLate."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if not tournament.rulebook.registration.seeds_by_hand:
        raise SeedsNotByHand(name=tournament.name)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if tournament.check_in_closed_at is not None or tx.pressed_at > closes_at:
        raise SeedsTooLate(name=tournament.name)
    return tournament


def keep_typed(tx: ActorTx, tournament_id: TournamentId, text: str) -> None:
    """Keeps what was typed, whatever may be wrong with it; raises NotAllowed."""
    person = access.recognise(tx)
    access.require(tx, person, Act.SEED_BY_HAND)
    find_unfinished(tx, tx.guild_id, tournament_id)
    hand_seeds.keep_typed(tx, tournament_id, person.person_id, text[:LONGEST], tx.now)


@repeatable
def arrange(tx: ActorTx, tournament_id: TournamentId, text: str, order: str) -> SeedOrder:
    """Seeds the field as the lines say; whoever is on none of them follows by the rulebook's way.

    Raises as `form` does, SeedsMoved where others were faster, SeedUnknown and SeededTwice.
    """
    person = access.recognise(tx)
    access.require(tx, person, Act.SEED_BY_HAND)
    tournament = changeable(tx, tournament_id)
    recusal.refuse_in_event(tx, person.person_id, Act.SEED_BY_HAND, tournament)
    if _digest(hand_seeds.of_tournament(tx, tournament_id)) != order:
        raise SeedsMoved(name=tournament.name)
    write(tx, tournament, person, _read(text, _by_label(tx, tournament)))
    hand_seeds.forget_typed(tx, tournament_id, person.person_id)
    return standing(tx, tournament)


def write(
    tx: Tx,
    tournament: Tournament,
    by: Person,
    order: Sequence[EntrantId],
    *,
    with_list: bool = False,
) -> None:
    """Writes the order in place of the one that stood, on the log; what came with a list is taken back with it."""
    if tuple(order) == hand_seeds.of_tournament(tx, tournament.tournament_id):
        return
    before = None if with_list else " ".join(hand_seeds.of_tournament(tx, tournament.tournament_id))
    hand_seeds.replace(tx, tournament.tournament_id, order)
    event_log.record(tx, tournament, "seed_by_hand", by, people=str(len(order)), before=before)
    tx.touch(tournament_subject(tournament.tournament_id))


def standing(tx: Query, tournament: Tournament) -> SeedOrder:
    """The seeds of those who are on the list, as the draw would take them now."""
    there = {one.entrant_id: one for one in _on_list(tx, tournament)}
    order = [one for one in hand_seeds.of_tournament(tx, tournament.tournament_id) if one in there]
    shown = people_shown(tx, [there[one] for one in order])
    return SeedOrder(tournament, tuple(shown[one] for one in order), len(there) - len(order))


def _on_list(tx: Query, tournament: Tournament) -> list[Entrant]:
    return [one for one in entrants.of_tournament(tx, tournament.tournament_id) if one.withdrawn_at is None]


def _labels(tx: Query, some: Sequence[Entrant]) -> Mapping[EntrantId, str]:
    """How the form names everybody: in one line, with the number on the list where the name alone tells nobody apart.

    A name that ends like a number has its own behind it too: nobody takes the place of somebody's namesake so.
    """
    names = {entrant_id: " ".join(one.name.split()) for entrant_id, one in people_shown(tx, some).items()}
    seen = {entrant_id: look(name) for entrant_id, name in names.items()}
    often = Counter(seen.values())

    def is_clear(entrant_id: EntrantId) -> bool:
        name = seen[entrant_id]
        return bool(name) and often[name] == 1 and _AS_TWIN.search(name) is None

    return {
        one.entrant_id: names[one.entrant_id] + ("" if is_clear(one.entrant_id) else f"{_TWIN}{one.number}")
        for one in some
    }


def _by_label(tx: Query, tournament: Tournament) -> Mapping[str, EntrantId]:
    return {look(label): one for one, label in _labels(tx, _on_list(tx, tournament)).items()}


def _as_lines(tx: Query, tournament: Tournament) -> str:
    """Everybody, one a line, in the present order: by hand, then by rating, then as they registered."""
    some = _on_list(tx, tournament)
    labels, rated = _labels(tx, some), ratings.ratings(tx, tournament.guild_id)
    by_hand = [one for one in hand_seeds.of_tournament(tx, tournament.tournament_id) if one in labels]
    place = {entrant_id: at for at, entrant_id in enumerate(by_hand)}

    def key(one: Entrant) -> tuple[int, float, int]:
        return place.get(one.entrant_id, len(place)), -(strength(tx, one, rated) or 0), one.number

    lines = [f"{at}. {labels[one.entrant_id]}" for at, one in enumerate(sorted(some, key=key), start=1)]
    if len("\n".join(lines[: len(by_hand)])) > LONGEST:
        raise TooManyForForm(n=len(by_hand))
    while len("\n".join(lines)) > LONGEST:
        lines.pop()
    return "\n".join(lines)


def _read(text: str, known: Mapping[str, EntrantId]) -> tuple[EntrantId, ...]:
    """Whom the lines name, in their order."""
    found: dict[EntrantId, int] = {}
    for number, line, entrant_id in _lines(text, known):
        if entrant_id is None:
            raise SeedUnknown(line=number, text=line)
        if entrant_id in found:
            raise SeededTwice(line=number, first=found[entrant_id], text=line)
        found[entrant_id] = number
    return tuple(found)


def _lines(text: str, known: Mapping[str, EntrantId]) -> Iterator[tuple[int, str, EntrantId | None]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            bare = _NUMBERED.sub("", line, count=1).strip()
            yield number, bare, known.get(look(bare)) or known.get(look(line))


def _digest(order: Sequence[EntrantId]) -> str:
    return sha256(" ".join(order).encode()).hexdigest()[:12]
