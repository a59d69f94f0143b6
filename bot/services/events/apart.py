"""Who is kept apart by the pairing: members of one club, and pairs that an organiser forbids (GO-26.3)."""

from __future__ import annotations

from bot.domain.community import Person, Place
from bot.domain.entering.entries import Entrant
from bot.domain.events import sayings
from bot.domain.events.apart_views import ClubSaid, PairForbidden, PairsView, PairView
from bot.domain.events.forbidden_pairs import holding
from bot.domain.events.tournament import Phase, Tournament, asks_for_club, phase
from bot.domain.hooks import first
from bot.domain.ids import EntrantId, GuildId, PersonId, TournamentId
from bot.domain.permissions import Act, may
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotFound, Subject, TooLong, UserError
from bot.services import access, event_log, recusal
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.events.rounds import NoRoundToCome, round_to_come
from bot.services.events.tournaments import find, find_unfinished
from bot.services.sides import NotRegistered, as_entered, entry_of
from bot.services.wishes import repeatable
from bot.storage import contests, entrants, forbidden_pairs, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

CLUB_LIMIT = 80
REASON_LIMIT = 300


class NoClubsHere(UserError):
    """The event does not keep members of one club apart, so nobody is asked for a club."""

    name: str


class ClubIsFixed(UserError):
    """The entrant has been paired, and by that with the club that was said before."""

    name: str


class NobodyIsKeptApart(UserError):
    """In the event everybody meets everybody, or a bracket says who meets whom."""

    name: str


class OneAndTheSame(UserError):
    """A pair is two: the same entrant was named twice."""


@repeatable
def say_club(
    tx: ActorTx,
    tournament_id: TournamentId,
    club: str,
    entrant_id: EntrantId | None = None,
) -> ClubSaid:
    """Notes the club that the presser plays for, or, by staff, that another entrant does; empty is no club.

    Raises NoClubsHere, NotRegistered, and ClubIsFixed once the entrant was paired.
    """
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    person = access.recognise(tx)
    entrant = _find_entrant(tx, person, tournament, entrant_id)
    if not asks_for_club(tournament):
        raise NoClubsHere(name=tournament.name)
    if contests.was_ever_paired(tx, entrant.entrant_id):
        raise ClubIsFixed(name=tournament.name)
    written = _spelt(tx, tournament_id, club)
    if written == entrant.club:
        raise AlreadyDone
    entrants.say_club(tx, entrant.entrant_id, written)
    event_log.record(tx, tournament, "say_club", person, entrant=entrant.entrant_id)
    behind = people.load(tx, entrant.person_id)
    if behind is None:
        raise NotFound(what=Subject.PERSON)
    return ClubSaid(tournament, as_entered(behind, entrant), written, entrant.person_id == person.person_id)


def known_club(tx: Query, tournament: Tournament, person_id: PersonId) -> str | None:
    """The club of a new entry: the one that the person said last, or an opening list since, as it is spelt there."""
    if not asks_for_club(tournament):
        return None
    known = first(one.club_of(tx, person_id) for one in EVENT_HOOKS.of(tournament.rulebook))
    return None if known is None else _spelt(tx, tournament.tournament_id, known)


def clubs(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> tuple[str, ...]:
    """The clubs that were said in the event, in the order of the alphabet."""
    find(tx, guild_id, tournament_id)
    said = {one.club for one in entrants.of_tournament(tx, tournament_id) if one.club is not None}
    return tuple(sorted(said, key=str.casefold))


@repeatable
def forbid(tx: ActorTx, tournament_id: TournamentId, pair: tuple[EntrantId, EntrantId], reason: str) -> PairForbidden:
    """An organiser forbids a pair, with a reason, from the next round that is paired on.

    Raises NobodyIsKeptApart, OneAndTheSame, and NoRoundToCome once every round is paired.
    """
    tournament, person, named, number = _pairing(tx, tournament_id, pair)
    why = checked_reason(reason, REASON_LIMIT)
    if not forbidden_pairs.add(tx, tournament_id, pair, why, person.person_id, tx.now):
        raise AlreadyDone
    _tell(tx, tournament, person, pair, why)
    return PairForbidden(tournament, named, number, forbidden=True)


@repeatable
def allow(tx: ActorTx, tournament_id: TournamentId, pair: tuple[EntrantId, EntrantId]) -> PairForbidden:
    """Lets a forbidden pair meet again, from the next round that is paired on; as `forbid`."""
    tournament, person, named, number = _pairing(tx, tournament_id, pair)
    if not forbidden_pairs.lift(tx, tournament_id, pair, person.person_id, tx.now):
        raise AlreadyDone
    _tell(tx, tournament, person, pair, None)
    return PairForbidden(tournament, named, number, forbidden=False)


def listing(tx: ActorQuery, tournament_id: TournamentId) -> PairsView:
    """The pairs that are not to meet; their reasons for organisers alone."""
    tournament = find(tx, tx.guild_id, tournament_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    staff = may(Act.KEEP_APART, access.capacities(tx, person))
    why = forbidden_pairs.reasons(tx, tournament_id) if staff else {}
    pairs = sorted(map(sorted, holding(forbidden_pairs.of_tournament(tx, tournament_id))))
    named = [(_person(tx, one), _person(tx, other), frozenset((one, other))) for one, other in pairs]
    return PairsView(tournament, tuple(PairView((one, other), why.get(key)) for one, other, key in named))


def pair_view(
    tx: Query, guild_id: GuildId, tournament_id: TournamentId, pair: tuple[EntrantId, EntrantId]
) -> PairForbidden:
    """The pair as it stands, for the public record."""
    tournament = find(tx, guild_id, tournament_id)
    forbidden = frozenset(pair) in holding(forbidden_pairs.of_tournament(tx, tournament_id))
    named = (_person(tx, pair[0]), _person(tx, pair[1]))
    return PairForbidden(tournament, named, round_to_come(tx, tournament) or 1, forbidden)


def _pairing(
    tx: ActorTx, tournament_id: TournamentId, pair: tuple[EntrantId, EntrantId]
) -> tuple[Tournament, Person, tuple[Person, Person], int]:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    person = access.recognise(tx)
    access.require(tx, person, Act.KEEP_APART)
    if tournament.rulebook.swiss is None:
        raise NobodyIsKeptApart(name=tournament.name)
    for one in pair:
        entrant = entrants.load(tx, one)
        if entrant is None or entrant.tournament_id != tournament_id:
            raise NotFound(what=Subject.ENTRANT)
    if pair[0] == pair[1]:
        raise OneAndTheSame
    both = (_person(tx, one).person_id for one in pair)
    recusal.refuse_about_oneself(tx, person.person_id, Act.KEEP_APART, *both)
    recusal.refuse_in_event(tx, person.person_id, Act.KEEP_APART, tournament)
    number = round_to_come(tx, tournament)
    if number is None and phase(tournament) is Phase.RUNNING:
        raise NoRoundToCome(name=tournament.name)
    return tournament, person, (_person(tx, pair[0]), _person(tx, pair[1])), number or 1


def _find_entrant(tx: ActorQuery, person: Person, tournament: Tournament, entrant_id: EntrantId | None) -> Entrant:
    own = entry_of(tx, tournament.tournament_id, person.person_id)
    if entrant_id is None or (own is not None and own.entrant_id == entrant_id):
        if own is None or own.withdrawn_at is not None or own.person_id != person.person_id:
            raise NotRegistered(name=tournament.name)
        return own
    access.require(tx, person, Act.ENTER_OTHER_PERSON)
    recusal.refuse_in_event(tx, person.person_id, Act.KEEP_APART, tournament)
    entrant = entrants.load(tx, entrant_id)
    if entrant is None or entrant.tournament_id != tournament.tournament_id:
        raise NotFound(what=Subject.ENTRANT)
    return entrant


def _spelt(tx: Query, tournament_id: TournamentId, club: str) -> str | None:
    """The club as it is kept: a club that was said before is spelt as it was then, whatever the capitals."""
    written = " ".join("".join(sign if sign.isprintable() else " " for sign in club).split())
    if not written:
        return None
    if len(written) > CLUB_LIMIT:
        raise TooLong(what=Subject.NAME, limit=CLUB_LIMIT)
    known = {one.club for one in entrants.of_tournament(tx, tournament_id) if one.club is not None}
    return next((one for one in sorted(known) if one.casefold() == written.casefold()), written)


def _person(tx: Query, entrant_id: EntrantId) -> Person:
    entrant = entrants.load(tx, entrant_id)
    person = None if entrant is None else people.load(tx, entrant.person_id)
    if entrant is None or person is None:
        raise NotFound(what=Subject.ENTRANT)
    return as_entered(person, entrant)


def _tell(tx: Tx, tournament: Tournament, person: Person, pair: tuple[EntrantId, EntrantId], why: str | None) -> None:
    act = "allow_pair" if why is None else "forbid_pair"
    event_log.record(tx, tournament, act, person, why=why, first=pair[0], second=pair[1])
    tx.enqueue(tournament.guild_id, Place.RECORD, sayings.PairForbidden(tournament.tournament_id, *pair))
