"""The list of an event's players: as people look at it, and seeded by hand before the draw where the rulebook lets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Final

from bot.features.entering import store
from bot.features.entering.model import PLAYERS_ON_A_PAGE, PlayerList
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import (
    _list,
    find,
    find_unfinished,
    listed_people,
    outages_of,
    people_shown,
    strength,
    tournament_subject,
    tournament_view,
)
from bot.features.tournaments.model import Listed, TournamentView
from bot.features.tournaments.recusal_verbs import repeatable
from bot.i18n.names import look
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, RefusedCount, RefusedFor, Subject, UserError
from bot.kernel.ids import EntrantId, GuildId, PersonId, TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Entrant, Tournament, check_in_closes_at
from bot.play.rulebook import Grade
from bot.server import verbs as server_verbs
from bot.server.model import Act

# --- seeds by hand --------------------------------------------------------------------------------------------------


LONGEST: Final = 4_000
"""Characters of a form's field."""
_NUMBERED: Final = re.compile(r"\s*\d{1,4}\s*[.)]\s+")
_TWIN: Final = " #"
"""Before an entrant's number, where two of one name are on the list."""
_AS_TWIN: Final = re.compile(r"#\s*\d+$")
"""How a name ends that would pass for one with a number."""


class SeedUnknown(UserError):
    """A line names nobody who is on the event's list."""

    line: int
    text: str


class SeededTwice(UserError):
    """Two lines name the same entrant."""

    line: int
    first: int
    text: str


@dataclass(frozen=True, slots=True)
class SeedForm:
    """What stands in the form when it opens, and what tells whether seeds were set since."""

    tournament: Tournament
    text: str
    order: str
    shown: int
    """So many of the field stand in it, the first ones; a form holds no more."""
    field: int


@dataclass(frozen=True, slots=True)
class SeedOrder:
    """The seeds of an event as they stand, the first best, and how many follow by the rulebook's way."""

    tournament: Tournament
    seeded: tuple[Person, ...]
    others: int


def form(tx: ActorQuery, tournament_id: TournamentId) -> SeedForm:
    """The form for who may change the event; raises NotAllowed, SeedsNotByHand, SeedsTooLate and TooManyForForm."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, person, Act.SEED_BY_HAND)
    tournament = changeable(tx, tournament_id)
    own = None if person is None else person.person_id
    tournaments_recusal_verbs.refuse_where_others_can(tx, own, Act.SEED_BY_HAND, tournament)
    typed = None if person is None else store.typed_by(tx, tournament_id, person.person_id)
    text = typed if typed is not None else _as_lines(tx, tournament)
    order = _digest(store.hand_seeds_of_tournament(tx, tournament_id))
    return SeedForm(tournament, text, order, len(text.splitlines()), len(_on_list(tx, tournament)))


def changeable(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event, whose seeds can still be set at the moment of the press; raises SeedsNotByHand and SeedsTooLate."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if not tournament.rulebook.registration.seeds_by_hand:
        raise RefusedFor("error.SeedsNotByHand", name=tournament.name)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if tournament.check_in_closed_at is not None or tx.pressed_at > closes_at:
        raise RefusedFor("error.SeedsTooLate", name=tournament.name)
    return tournament


def keep_typed(tx: ActorTx, tournament_id: TournamentId, text: str) -> None:
    """Keeps what was typed, whatever may be wrong with it; raises NotAllowed."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.SEED_BY_HAND)
    find_unfinished(tx, tx.guild_id, tournament_id)
    store.keep_typed(tx, tournament_id, person.person_id, text[:LONGEST], tx.now)


@repeatable
def arrange(tx: ActorTx, tournament_id: TournamentId, text: str, order: str) -> SeedOrder:
    """Seeds the field as the lines say; whoever is on none of them follows by the rulebook's way.

    Raises as `form` does, SeedsMoved where others were faster, SeedUnknown and SeededTwice.
    """
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.SEED_BY_HAND)
    tournament = changeable(tx, tournament_id)
    tournaments_recusal_verbs.refuse_in_event(tx, person.person_id, Act.SEED_BY_HAND, tournament)
    if _digest(store.hand_seeds_of_tournament(tx, tournament_id)) != order:
        raise RefusedFor("error.SeedsMoved", name=tournament.name)
    write(tx, tournament, person, _read(text, _by_label(tx, tournament)))
    store.forget_typed(tx, tournament_id, person.person_id)
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
    if tuple(order) == store.hand_seeds_of_tournament(tx, tournament.tournament_id):
        return
    before = None if with_list else " ".join(store.hand_seeds_of_tournament(tx, tournament.tournament_id))
    store.replace_hand_seeds(tx, tournament.tournament_id, order)
    tournaments_facts_verbs.record(tx, tournament, "seed_by_hand", by, people=str(len(order)), before=before)
    tx.touch(tournament_subject(tournament.tournament_id))


def standing(tx: Query, tournament: Tournament) -> SeedOrder:
    """The seeds of those who are on the list, as the draw would take them now."""
    there = {one.entrant_id: one for one in _on_list(tx, tournament)}
    order = [one for one in store.hand_seeds_of_tournament(tx, tournament.tournament_id) if one in there]
    people = people_shown(tx, [there[one] for one in order])
    return SeedOrder(tournament, tuple(people[one] for one in order), len(there) - len(order))


def _on_list(tx: Query, tournament: Tournament) -> list[Entrant]:
    return [one for one in store.of_tournament(tx, tournament.tournament_id) if one.withdrawn_at is None]


def _labels(tx: Query, entrants: Sequence[Entrant]) -> Mapping[EntrantId, str]:
    """How the form names everybody: in one line, with the number on the list where the name alone tells nobody apart.

    A name that ends like a number has its own behind it too: nobody takes the place of somebody's namesake so.
    """
    names = {entrant_id: " ".join(one.name.split()) for entrant_id, one in people_shown(tx, entrants).items()}
    seen = {entrant_id: look(name) for entrant_id, name in names.items()}
    often = Counter(seen.values())

    def is_clear(entrant_id: EntrantId) -> bool:
        name = seen[entrant_id]
        return bool(name) and often[name] == 1 and _AS_TWIN.search(name) is None

    return {
        entrant.entrant_id: names[entrant.entrant_id]
        + ("" if is_clear(entrant.entrant_id) else f"{_TWIN}{entrant.number}")
        for entrant in entrants
    }


def _by_label(tx: Query, tournament: Tournament) -> Mapping[str, EntrantId]:
    return {look(label): one for one, label in _labels(tx, _on_list(tx, tournament)).items()}


def _as_lines(tx: Query, tournament: Tournament) -> str:
    """Everybody, one a line, in the present order: by hand, then by rating, then as they registered."""
    some = _on_list(tx, tournament)
    labels, rated = _labels(tx, some), people_ratings_store.ratings(tx, tournament.guild_id)
    by_hand = [one for one in store.hand_seeds_of_tournament(tx, tournament.tournament_id) if one in labels]
    place = {entrant_id: at for at, entrant_id in enumerate(by_hand)}

    def key(one: Entrant) -> tuple[int, float, int]:
        return place.get(one.entrant_id, len(place)), -(strength(tx, one, rated) or 0), one.number

    lines = [f"{at}. {labels[one.entrant_id]}" for at, one in enumerate(sorted(some, key=key), start=1)]
    if len("\n".join(lines[: len(by_hand)])) > LONGEST:
        raise RefusedCount("error.TooManyForForm", n=len(by_hand))
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


# --- what people look at --------------------------------------------------------------------------------------------


def of_server(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> TournamentView:
    """What the announcement of a tournament of the server shows; raises NotFound."""
    found = tournament_view(tx, tournament_id)
    if found is None or found.tournament.guild_id != guild_id:
        raise NotFound(what=Subject.TOURNAMENT)
    return found


def player_list(tx: Query, guild_id: GuildId, tournament_id: TournamentId, page: int) -> PlayerList:
    """The page of the list that is nearest to the number asked for, read alone; raises NotFound."""
    tournament = find(tx, guild_id, tournament_id)
    listed = store.headcount(tx, tournament_id).registered
    pages = max(1, -(-listed // PLAYERS_ON_A_PAGE))
    page = min(max(page, 0), pages - 1)
    some = store.on_list(tx, tournament_id, page * PLAYERS_ON_A_PAGE, PLAYERS_ON_A_PAGE)
    graded: Mapping[PersonId, Grade] = {}
    if tournament.rulebook.grades is not None:
        graded = people_ratings_store.grades_of_people(tx, [one.person_id for one in some])
    capacity = tournament.rulebook.registration.capacity
    seated = listed if capacity is None else min(listed, capacity)
    shown = _list(some, people_shown(tx, some), graded)
    return PlayerList(tournament, seated, listed - seated, page, pages, page * PLAYERS_ON_A_PAGE, shown)


def players_named(
    tx: Query, guild_id: GuildId, tournament_id: TournamentId, typed: str, limit: int
) -> tuple[Listed, ...]:
    """The first on the list with that in their name; raises NotFound."""
    find(tx, guild_id, tournament_id)
    wanted = typed.casefold()
    named = (one for one, name in store.names_on_list(tx, tournament_id) if wanted in name.casefold())
    some = store.by_ids(tx, tuple(islice(named, limit)))
    return listed_people(tx, sorted(some, key=lambda one: one.number))


def unfinished_tournaments(tx: Query, guild_id: GuildId) -> list[Tournament]:
    """Tournaments of the server that are neither over nor cancelled, by their start."""
    return tournaments_store.all_unfinished(tx, guild_id)


def of_guild(tx: Query, guild_id: GuildId) -> list[Tournament]:
    """The server's tournaments, those to come and running first."""
    return tournaments_store.of_guild(tx, guild_id)
