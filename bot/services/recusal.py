"""Nobody decides alone where they have a stake, whatever else they are and under whichever account.

The regulations let arbiters play (AIJE-D01-6), so a stake is no more than what `domain/cases/recusal.py` says; whoever
keeps out is told who else decides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from bot.domain.cases.recusal import Stake, stake
from bot.domain.community import Person, Presser
from bot.domain.contests import Contest
from bot.domain.entering.entries import Entrant
from bot.domain.events.calling import may_follow
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, MemberId, PersonId, TournamentId
from bot.domain.permissions import Act, Capacity, who_may, whom_to_ask
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.matches import Match
from bot.errors import UserError
from bot.services import access
from bot.services.event_facts import person_of
from bot.services.sides import entry_of
from bot.storage import contests, entrants, identities, offices, people, tournaments
from bot.storage.database import Work


class OwnCase(UserError):
    """Nobody decides in a case of their own, whichever account it is about."""


class StandsInForThem(UserError):
    """Who acts in somebody's office for a time, whom that one may have chosen, decides nothing about them."""

    name: str


class OpponentsCase(UserError):
    """Nobody decides about somebody who plays in the same event, from the opening of its confirmation to its end."""

    event: str
    needed: tuple[Capacity, ...]
    """Who else can, of those who play in none with that person."""


class OpponentsCaseAlone(UserError):
    """The same, where nobody else is there yet who could."""

    event: str


class PlaysInTheEvent(UserError):
    """Nobody refuses cards, or has the draw made anew, of an event in which they play."""

    event: str
    needed: tuple[Capacity, ...]


class OwnMatch(UserError):
    """An arbiter or organiser plays in the match and cannot decide on it."""


class MeetsNext(UserError):
    """An arbiter or organiser meets one of the match's players next, and cannot decide on it (AIJE-D01-6)."""


def refuse(
    work: Work,
    presser: Presser,
    decider: PersonId,
    act: Act,
    *concerned: PersonId,
    event: TournamentId | None = None,
) -> None:
    """Refuses who has a stake in an act about people.

    Raises OwnCase, StandsInForThem, OpponentsCase or OpponentsCaseAlone. `event` is the one whose list the act changes:
    a place on it counts before it is confirmed or under way too.
    """
    for one in concerned:
        refuse_self(work, decider, one)
        _refuse_stand_in(work, presser, decider, one)
    if stake(act) is not Stake.RIVAL:
        return
    for one in concerned:
        _refuse_rival(work, presser, decider, act, one, event)


def refuse_self(work: Work, decider: PersonId, concerned: PersonId) -> None:
    """Raises OwnCase where the decider is the person concerned, under whichever account."""
    if identities.are_one(work, decider, concerned):
        raise OwnCase


def _refuse_stand_in(work: Work, presser: Presser, decider: PersonId, concerned: PersonId) -> None:
    """Raises StandsInForThem: nobody is judged by the own delegate, whatever else that one is."""
    held = people.offices(work, presser.guild_id)
    for office, stand_in in offices.standing_in(work, presser.guild_id, presser.at).items():
        holder = people.load(work, held[office]) if office in held else None
        acts = holder is not None and identities.are_one(work, stand_in.person_id, decider)
        if acts and holder is not None and identities.are_one(work, holder.person_id, concerned):
            raise StandsInForThem(name=holder.name)


def refuse_in_event(work: Work, presser: Presser, decider: PersonId, act: Act, tournament: Tournament) -> None:
    """Raises PlaysInTheEvent for who has a place in it, in a team too, where the act asks for nobody who has."""
    if stake(act) is Stake.EVENT and has_place(work, tournament.tournament_id, decider):
        event = tournament.tournament_id
        able = _who_else(work, presser, act, lambda one: has_place(work, event, one))
        raise PlaysInTheEvent(event=tournament.name, needed=able)


def whose_stake(work: Work, decider: PersonId, act: Act) -> Collection[PersonId]:
    """All whom the decider is, whose stake in a match keeps from the act; nobody where none does."""
    return () if stake(act) is Stake.NONE else identities.selves(work, decider)


def refuse_in_match(work: Work, selves: Collection[PersonId], match: Match) -> None:
    """Raises OwnMatch where one of them sits in the match, whether they have left the event since or not."""
    if selves and not contests.people_of(work, match.contest.contest_id).isdisjoint(selves):
        raise OwnMatch


def refuse_before_match(
    work: Work, selves: Collection[PersonId], act: Act, match: Match, known: Mapping[PersonId, Entrant | None]
) -> None:
    """Raises MeetsNext where one of them meets one of its players next (AIJE-D01-6).

    `known` are the entries, if any, of those whose entry was just read.
    """
    entered = (
        known[one] if one in known else entry_of(work, match.tournament_id, one)
        for one in (selves if stake(act) is Stake.RIVAL else ())
    )
    own = _in_the_event(entered)
    tournament = tournaments.load(work, match.tournament_id) if own else None
    if tournament is not None and not all(may_watch(work, tournament, match.contest, one) for one in own.values()):
        raise MeetsNext


def may_watch(work: Work, tournament: Tournament, contest: Contest, arbiter: PersonId) -> bool:
    """Whether the arbiter neither sits in the match nor meets one of its players next (AIJE-D01-6)."""
    in_force = contests.of_tournament(work, tournament.tournament_id)
    third = tournament.rulebook.knockout.third_place_match
    bracket = tournament.rulebook.traits.is_bracket
    known = person_of(work, tournament)
    return may_follow(arbiter, contest, in_force, known, third_place_match=third, bracket=bracket)


def refuse_replaying_own(work: Work, decider: PersonId, reopened: Iterable[MatchView]) -> None:
    """Raises OwnMatch where a correction would have a match of the decider played again, as one that was lost."""
    for view in reopened:
        own = _entries(work, view.tournament.tournament_id, decider)
        if not own.keys().isdisjoint(view.contest.sides):
            raise OwnMatch


def has_place(work: Work, tournament_id: TournamentId, person_id: PersonId) -> bool:
    """Whether the person plays in the event or is on its list, in a team too."""
    return bool(_entries(work, tournament_id, person_id))


def _entries(work: Work, tournament_id: TournamentId, person_id: PersonId) -> dict[EntrantId, PersonId]:
    """The person's places in the event, each with who stands for it: of a team its captain."""
    return _in_the_event(entry_of(work, tournament_id, own) for own in identities.selves(work, person_id))


def _in_the_event(found: Iterable[Entrant | None]) -> dict[EntrantId, PersonId]:
    """Those of the entries that were not withdrawn, each with who stands for it."""
    return {one.entrant_id: one.person_id for one in found if one is not None and one.withdrawn_at is None}


def _refuse_rival(
    work: Work, presser: Presser, decider: PersonId, act: Act, concerned: PersonId, event: TournamentId | None
) -> None:
    theirs = _places(work, concerned, event)
    shared = sorted(_places(work, decider, event) & theirs)
    tournament = tournaments.load(work, shared[0]) if shared else None
    if tournament is None:
        return

    def has_stake(one: PersonId) -> bool:
        return identities.are_one(work, one, concerned) or not theirs.isdisjoint(_places(work, one, event))

    able = _who_else(work, presser, act, has_stake)
    raise OpponentsCase(event=tournament.name, needed=able) if able else OpponentsCaseAlone(event=tournament.name)


def _places(work: Work, person_id: PersonId, event: TournamentId | None) -> set[TournamentId]:
    """The events being confirmed or under way in which the person has a place, and `event` with one on its list."""
    found = {one for own in identities.selves(work, person_id) for one in entrants.placed_in(work, own)}
    return found | {event} if event is not None and has_place(work, event, person_id) else found


def _who_else(work: Work, presser: Presser, act: Act, has_stake: Callable[[PersonId], bool]) -> tuple[Capacity, ...]:
    """By what standing others may: organisers always, whom no record knows, and who holds an office or a title."""
    held = people.offices(work, presser.guild_id).values()
    acting = (one.person_id for one in offices.standing_in(work, presser.guild_id, presser.at).values())
    known = people.by_ids(work, {*held, *acting, *people.arbiters(work, presser.guild_id)})
    free = who_may(act) & {Capacity.ORGANISER}
    for person_id, person in known.items():
        if not has_stake(person_id):
            free |= access.capacities(work, _nobody(presser, person), person)
    return tuple(one for one in whom_to_ask(act) if one in free)


def _nobody(presser: Presser, person: Person) -> Presser:
    """A press of somebody of whom Discord says nothing."""
    member = person.discord_id or MemberId(0)
    return replace(presser, member_id=member, is_owner=False, is_organiser=False)
