"""Rounds of a Swiss still to be paired, who is kept apart by the pairing, and the round robin for a small field.

A round is missed with notice, or an event entered late (GO-26.3, GO-28.3). Members of one club are kept apart, and
pairs that an organiser forbids (GO-26.3). The round robin is taken by a press before the close (GO-26.2).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.features.course import store
from bot.features.course.facts_verbs import facts
from bot.features.course.model import ClubSaid, PairApart, PairsView, PairView, RoundMissed
from bot.features.entering import store as entering_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import official_verbs as tournaments_official_verbs
from bot.features.tournaments import promises_model as tournaments_promises_model
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import (
    NotRegistered,
    as_entered,
    entry_of,
    find,
    find_unfinished,
    outages_of,
    record,
    tournament_subject,
)
from bot.features.tournaments.hooks import EVENT_HOOKS, event_strategy
from bot.features.tournaments.model import held_back
from bot.features.tournaments.promises_model import RoundRobinOffered, RoundRobinTaken
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.features.tournaments.verbs import only_for
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, NotNow, Refused, RefusedFor, Subject, TooLate, TooLong
from bot.kernel.ids import EntrantId, GuildId, PersonId, Place, TournamentId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Entrant, Phase, Tournament, asks_for_club, check_in_closes_at, phase
from bot.play.estimates import or_round_robin, with_few_players
from bot.play.format_rules import ScoringRules, SwissRules
from bot.play.formats import swiss
from bot.play.plugs import first
from bot.play.points import OF_PEOPLE
from bot.play.records import holding
from bot.rulebooks.library import fingerprint
from bot.server import verbs as server_verbs
from bot.server.model import Act, may
from bot.server.speaking_verbs import tell_committee

# --- rounds to come -------------------------------------------------------------------------------------------------


def round_to_come(tx: Query, tournament: Tournament) -> int | None:
    """The first round that is not paired yet; None outside a running Swiss, and once its last round is paired."""
    rulebook = tournament.rulebook
    if not rulebook.traits.by_score or phase(tournament) is not Phase.RUNNING:
        return None
    known = facts(tx, tournament)
    of_table = swiss.table_facts(known, rulebook).contests
    number = max((one.round for one in of_table), default=0) + 1
    return number if number <= swiss.rounds(known, rulebook) else None


def own_round(tx: Query, tournament: Tournament, person_id: PersonId) -> RoundMissed | None:
    """The round to come of a player who can still announce to miss it, and whether that was announced; else None."""
    entrant = entering_store.of_person(tx, tournament.tournament_id, person_id)
    number = None if entrant is None or entrant.withdrawn_at is not None else round_to_come(tx, tournament)
    if entrant is None or number is None or entrant.team_name is not None:
        return None
    starters = {one.entrant_id for one in entering_store.with_outcome(tx, tournament.tournament_id, "starter")}
    if entrant.entrant_id not in starters:
        return None
    missed = number in store.absences(tx, tournament.tournament_id).get(entrant.entrant_id, frozenset())
    return RoundMissed(tournament, number, (tournament.rulebook.scoring or ScoringRules()).absence, missed)


def coming_for(tx: ActorQuery, tournament_id: TournamentId) -> RoundMissed | None:
    """As `own_round`, for who looks at the event; None for an unknown id too."""
    tournament = tournaments_store.load(tx, tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if tournament is None or tournament.guild_id != tx.guild_id or person is None:
        return None
    return own_round(tx, tournament, person.person_id)


def late_round(tx: Query, tournament: Tournament, at: datetime) -> int | None:
    """The round in which somebody new may still enter, as the rulebook allows; None where nobody may."""
    rulebook = tournament.rulebook
    if rulebook.teams is not None or rulebook.deck is not None:
        return None
    without_rounds = event_strategy(tournament).late_round(tx, tournament, at)
    last = (rulebook.swiss or SwissRules()).late_entry_until
    if without_rounds is None and last <= 1:
        return None
    if is_full(tx, tournament):
        return None
    number = round_to_come(tx, tournament) if without_rounds is None else None
    return without_rounds if number is None or number > last else number


def is_full(tx: Query, tournament: Tournament) -> bool:
    """Whether all places are taken by those who started."""
    seats = tournament.rulebook.registration.capacity
    return seats is not None and len(entering_store.with_outcome(tx, tournament.tournament_id, "starter")) >= seats


@only_for(*OF_PEOPLE)
def miss(tx: ActorTx, tournament_id: TournamentId) -> RoundMissed:
    """Announces that the presser stays away from the round to come, and is not paired in it."""
    return _note(tx, tournament_id, missed=True)


@only_for(*OF_PEOPLE)
def play_after_all(tx: ActorTx, tournament_id: TournamentId) -> RoundMissed:
    """Takes the announcement back, as long as the round is not paired."""
    return _note(tx, tournament_id, missed=False)


def _note(tx: ActorTx, tournament_id: TournamentId, *, missed: bool) -> RoundMissed:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    person = server_verbs.recognise(tx)
    entrant = entering_store.of_person(tx, tournament_id, person.person_id)
    starters = {one.entrant_id for one in entering_store.with_outcome(tx, tournament_id, "starter")}
    if entrant is None or entrant.withdrawn_at is not None or entrant.entrant_id not in starters:
        raise RefusedFor("error.NoPlayerHere", name=tournament.name)
    number = round_to_come(tx, tournament)
    if number is None:
        raise RefusedFor("error.NoRoundToCome", name=tournament.name)
    if missed:
        changed = store.miss_round(tx, entrant.entrant_id, number, person.person_id, tx.now)
    else:
        changed = store.play_round(tx, entrant.entrant_id, number)
    if not changed:
        raise AlreadyDone
    act = "miss_round" if missed else "play_round"
    tournaments_facts_verbs.record(tx, tournament, act, person, entrant=entrant.entrant_id, round=str(number))
    points = (tournament.rulebook.scoring or ScoringRules()).absence
    return RoundMissed(tournament, number, points, missed)


# --- clubs and forbidden pairs --------------------------------------------------------------------------------------


CLUB_LIMIT = 80
REASON_LIMIT = 300


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
    person = server_verbs.recognise(tx)
    entrant = _find_entrant(tx, person, tournament, entrant_id)
    if not asks_for_club(tournament):
        raise RefusedFor("error.NoClubsHere", name=tournament.name)
    if playing_store.was_ever_paired(tx, entrant.entrant_id):
        raise RefusedFor("error.ClubIsFixed", name=tournament.name)
    written = _spelt(tx, tournament_id, club)
    if written == entrant.club:
        raise AlreadyDone
    entering_store.say_club(tx, entrant.entrant_id, written)
    tournaments_facts_verbs.record(tx, tournament, "say_club", person, entrant=entrant.entrant_id)
    behind = people_store.load(tx, entrant.person_id)
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
    said = {one.club for one in entering_store.of_tournament(tx, tournament_id) if one.club is not None}
    return tuple(sorted(said, key=str.casefold))


@repeatable
def forbid(tx: ActorTx, tournament_id: TournamentId, pair: tuple[EntrantId, EntrantId], reason: str) -> PairApart:
    """An organiser forbids a pair, with a reason, from the next round that is paired on.

    Raises NobodyIsKeptApart, OneAndTheSame, and NoRoundToCome once every round is paired.
    """
    tournament, person, named, number = _pairing(tx, tournament_id, pair)
    why = checked_reason(reason, REASON_LIMIT)
    if not store.add_forbidden_pair(tx, tournament_id, pair, why, person.person_id, tx.now):
        raise AlreadyDone
    _tell(tx, tournament, person, pair, why)
    return PairApart(tournament, named, number, forbidden=True)


@repeatable
def allow(tx: ActorTx, tournament_id: TournamentId, pair: tuple[EntrantId, EntrantId]) -> PairApart:
    """Lets a forbidden pair meet again, from the next round that is paired on; as `forbid`."""
    tournament, person, named, number = _pairing(tx, tournament_id, pair)
    if not store.lift_forbidden_pair(tx, tournament_id, pair, person.person_id, tx.now):
        raise AlreadyDone
    _tell(tx, tournament, person, pair, None)
    return PairApart(tournament, named, number, forbidden=False)


def listing(tx: ActorQuery, tournament_id: TournamentId) -> PairsView:
    """The pairs that are not to meet; their reasons for organisers alone."""
    tournament = find(tx, tx.guild_id, tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    staff = may(Act.KEEP_APART, server_verbs.capacities(tx, person))
    why = store.reasons(tx, tournament_id) if staff else {}
    pairs = sorted(map(sorted, holding(store.forbidden_pairs_of_tournament(tx, tournament_id))))
    named = [(_person(tx, one), _person(tx, other), frozenset((one, other))) for one, other in pairs]
    return PairsView(tournament, tuple(PairView((one, other), why.get(key)) for one, other, key in named))


def pair_view(
    tx: Query, guild_id: GuildId, tournament_id: TournamentId, pair: tuple[EntrantId, EntrantId]
) -> PairApart:
    """The pair as it stands, for the public record."""
    tournament = find(tx, guild_id, tournament_id)
    forbidden = frozenset(pair) in holding(store.forbidden_pairs_of_tournament(tx, tournament_id))
    named = (_person(tx, pair[0]), _person(tx, pair[1]))
    return PairApart(tournament, named, round_to_come(tx, tournament) or 1, forbidden)


def _pairing(
    tx: ActorTx, tournament_id: TournamentId, pair: tuple[EntrantId, EntrantId]
) -> tuple[Tournament, Person, tuple[Person, Person], int]:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.KEEP_APART)
    if tournament.rulebook.swiss is None:
        raise RefusedFor("error.NobodyIsKeptApart", name=tournament.name)
    for one in pair:
        entrant = entering_store.load(tx, one)
        if entrant is None or entrant.tournament_id != tournament_id:
            raise NotFound(what=Subject.ENTRANT)
    if pair[0] == pair[1]:
        raise Refused("error.OneAndTheSame")
    both = (_person(tx, one).person_id for one in pair)
    tournaments_recusal_verbs.refuse_about_oneself(tx, person.person_id, Act.KEEP_APART, *both)
    tournaments_recusal_verbs.refuse_in_event(tx, person.person_id, Act.KEEP_APART, tournament)
    number = round_to_come(tx, tournament)
    if number is None and phase(tournament) is Phase.RUNNING:
        raise RefusedFor("error.NoRoundToCome", name=tournament.name)
    return tournament, person, (_person(tx, pair[0]), _person(tx, pair[1])), number or 1


def _find_entrant(tx: ActorQuery, person: Person, tournament: Tournament, entrant_id: EntrantId | None) -> Entrant:
    own = entry_of(tx, tournament.tournament_id, person.person_id)
    if entrant_id is None or (own is not None and own.entrant_id == entrant_id):
        if own is None or own.withdrawn_at is not None or own.person_id != person.person_id:
            raise NotRegistered(name=tournament.name)
        return own
    server_verbs.require(tx, person, Act.ENTER_OTHER_PERSON)
    tournaments_recusal_verbs.refuse_in_event(tx, person.person_id, Act.KEEP_APART, tournament)
    entrant = entering_store.load(tx, entrant_id)
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
    known = {one.club for one in entering_store.of_tournament(tx, tournament_id) if one.club is not None}
    return next((one for one in sorted(known) if one.casefold() == written.casefold()), written)


def _person(tx: Query, entrant_id: EntrantId) -> Person:
    entrant = entering_store.load(tx, entrant_id)
    person = None if entrant is None else people_store.load(tx, entrant.person_id)
    if entrant is None or person is None:
        raise NotFound(what=Subject.ENTRANT)
    return as_entered(person, entrant)


def _tell(tx: Tx, tournament: Tournament, person: Person, pair: tuple[EntrantId, EntrantId], why: str | None) -> None:
    act = "allow_pair" if why is None else "forbid_pair"
    tournaments_facts_verbs.record(tx, tournament, act, person, why=why, first=pair[0], second=pair[1])
    tx.enqueue(
        tournament.guild_id, Place.RECORD, tournaments_promises_model.PairForbidden(tournament.tournament_id, *pair)
    )


# --- a round robin for a small Swiss --------------------------------------------------------------------------------


def offer_by_itself(tx: Tx, tournament: Tournament) -> None:
    """When check-in opens: asks the organisers, where so few are on the list that a round robin is better."""
    most = with_few_players(tournament.rulebook)
    if most is None or entering_store.headcount(tx, tournament.tournament_id).registered > most:
        return
    tell_committee(tx, tournament.guild_id, RoundRobinOffered(tournament.tournament_id))
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    offered = Matter(
        MatterKind.ROUND_ROBIN, tournament_subject(tournament.tournament_id), tournament.tournament_id, closes_at
    )
    tournaments_summons_verbs.call(tx, tournament.guild_id, offered)


@repeatable
def take(tx: ActorTx, tournament_id: TournamentId) -> Tournament:
    """An organiser has the event be a round robin where few start; everybody is told. Until the close of check-in.

    Raises AlreadyDone for a second press, NotNow for an event that no round robin can replace, TooLate after the close.
    """
    before = find_unfinished(tx, tx.guild_id, tournament_id)
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.CHANGE_FORMAT)
    tournaments_recusal_verbs.refuse_in_event(tx, person.person_id, Act.CHANGE_FORMAT, before)
    closes_at = check_in_closes_at(before, outages_of(tx, before))
    if before.check_in_closed_at is not None or tx.pressed_at > closes_at:
        raise TooLate(closed_at=closes_at)
    if before.rulebook.round_robin is not None and before.rulebook.round_robin.swiss_above is not None:
        raise AlreadyDone
    if with_few_players(before.rulebook) is None:
        raise NotNow
    changed = or_round_robin(before.rulebook)
    rulebook = held_back(changed, tournaments_official_verbs.standing(tx, before.guild_id, changed))
    after = replace(before, rulebook=rulebook, rulebook_hash=fingerprint(rulebook))
    tournaments_store.change_rulebook(tx, after)
    tx.touch(tournament_subject(tournament_id))
    tournaments_summons_verbs.settle(tx, tournament_subject(tournament_id), MatterKind.ROUND_ROBIN)
    record(tx, after, "take_round_robin", person.person_id, before=before.rulebook_hash)
    tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, RoundRobinTaken(tournament_id))
    return after
