"""Nobody decides alone where they have a stake, whatever else they are and under whichever account.

The regulations let arbiters play (AIJE-D01-6), so a stake is no more than what `domain/cases/recusal.py` says; whoever
keeps out is told who else decides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from bot.domain.cases.recusal import Stake, stake
from bot.domain.community import Person, Presser
from bot.domain.contests import Contest
from bot.domain.entering.entries import Entrant
from bot.domain.events.calling import may_follow, rivals_of_next
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.domain.own_events.own_acts import STAFF_FOR, moves_the_association
from bot.domain.permissions import Act, Capacity, whom_to_ask
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.matches import Match
from bot.errors import UserError
from bot.services import access, asks
from bot.services.event_facts import person_of
from bot.services.sides import entry_of, people_in
from bot.storage import contests, entrants, event_officers, identities, log, offices, people, tournaments
from bot.storage.context import ActorQuery, Query

NOT_READ: Final[Mapping[PersonId, Entrant | None]] = MappingProxyType({})
_ORGANISERS_ALONE: Final = frozenset({"assign_arbiter"})
_ARBITERS_TOO: Final = frozenset(
    {"enter_list", "remove", "redraw", "on_duty", "set_time", "lift_time", "record_score", "suspend_match"}
    | {"resume_match", "annul_game", "annul_match", "correct_result"}
)
"""What the log calls acts that a title is enough for."""
_IN_PUBLIC: Final = frozenset({Act.TAKE_OUT_PLAYER})
"""Acts about a rival on a list that who runs the event alone does in public: until the close they can be undone."""


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
    tournament: str = ""
    act: str = ""
    """What was to be done, for which the others are asked."""


class AloneInEvent(UserError):
    """Who plays in the event is the only one left who could decide: with a reason, in public, or with a signature."""

    event: str
    tournament: str
    act: str
    own_match: str = ""
    """The match, where it is the decider's own: then the opponent has to agree."""
    verb: str = ""
    given: str = ""
    """What was to be done, as `services/wishes.py` writes it."""


class OwnClockRuns(UserError):
    """Who is waited for in a match stops nothing of its event: the clock that runs against them goes on."""

    event: str


class OwnMatch(UserError):
    """An arbiter or organiser plays in the match and cannot decide on it."""

    tournament: str = ""
    act: str = ""
    match: str = ""


class MeetsNext(UserError):
    """An arbiter or organiser meets one of the match's players next, and cannot decide on it (AIJE-D01-6)."""

    tournament: str = ""
    act: str = ""
    match: str = ""


def refuse(
    tx: ActorQuery,
    decider: PersonId,
    act: Act,
    *concerned: PersonId,
    event: TournamentId | None = None,
) -> None:
    """Refuses who has a stake in an act about people; an act whose row asks for none is refused to nobody.

    Raises OwnCase, StandsInForThem, OpponentsCase or OpponentsCaseAlone. `event` is the one whose list the act changes:
    a place on it counts before it is confirmed or under way too.
    """
    refuse_about_oneself(tx, decider, act, *concerned)
    for one in concerned if stake(act) is not Stake.NONE else ():
        _refuse_stand_in(tx, decider, one)
    if stake(act) is not Stake.RIVAL or tx.actor.is_backed:
        return
    for one in concerned:
        _refuse_rival(tx, decider, act, one, event)


def refuse_about_oneself(tx: Query, decider: PersonId, act: Act, *concerned: PersonId) -> None:
    """Raises OwnCase where the decider is one of the people concerned, under whichever account.

    It is all that `refuse` asks of an act that decides nothing, as an objection: a stand-in may object too.
    """
    if stake(act) is not Stake.NONE and any(identities.are_one(tx, decider, one) for one in concerned):
        raise OwnCase


def _refuse_stand_in(tx: ActorQuery, decider: PersonId, concerned: PersonId) -> None:
    """Raises StandsInForThem: nobody is judged by the own delegate, whatever else that one is."""
    for holder in stood_in_for(tx, tx.guild_id, decider, tx.pressed_at):
        if identities.are_one(tx, holder.person_id, concerned):
            raise StandsInForThem(name=holder.name)


def stood_in_for(tx: Query, guild_id: GuildId, person_id: PersonId, at: datetime) -> list[Person]:
    """The holders of offices for whom the person stands in, under whichever account."""
    held = people.offices(tx, guild_id)
    acting = offices.standing_in(tx, guild_id, at).items()
    own = (office for office, one in acting if identities.are_one(tx, one.person_id, person_id))
    found = (people.load(tx, held[office]) for office in own if office in held)
    return [holder for holder in found if holder is not None]


def refuse_in_event(tx: ActorQuery, decider: PersonId, act: Act, tournament: Tournament) -> None:
    """Raises PlaysInTheEvent or AloneInEvent for who has a place in it, in a team too, where the act asks for none."""
    refuse_in_events(tx, decider, act, tournament, (tournament.tournament_id,))


def refuse_in_events(
    tx: ActorQuery, decider: PersonId, act: Act, tournament: Tournament, events: Collection[TournamentId]
) -> None:
    """As `refuse_in_event`, where a place in any of the events is a stake; the tournament is what is decided about.

    Raises AloneInEvent where nobody else is left, unless a reason was picked.
    """

    def plays(one: PersonId) -> bool:
        return any(has_place(tx, event, one) for event in events)

    if stake(act) is not Stake.EVENT or tx.actor.is_backed or not plays(decider):
        return
    able = _who_else(tx, act, plays)
    if able and not asks.came_to_nothing(tx, decider, tournament, (act, ""), tx.pressed_at):
        asked = {"tournament": tournament.tournament_id, "act": act.value}
        raise PlaysInTheEvent(event=tournament.name, needed=able, **asked)
    _go_alone(tx.actor, act, tournament)


def refuse_while_waited_for(tx: Query, decider: PersonId, act: Act, tournament: Tournament) -> None:
    """Raises OwnClockRuns while an absence clock runs against the decider, whoever signs or agrees (AIJE-D01-5.4)."""
    if stake(act) is Stake.NONE:
        return
    selves = identities.selves(tx, decider)
    own = {one.entrant_id for person in selves if (one := entry_of(tx, tournament.tournament_id, person)) is not None}
    for match in contests.in_play(tx, tournament.tournament_id):
        against = {match.contest.sides[clock.side] for clock in match.clocks if clock.ended_at is None}
        if not own.isdisjoint(against):
            raise OwnClockRuns(event=tournament.name)


def refuse_where_others_can(tx: ActorQuery, decider: PersonId | None, act: Act, tournament: Tournament) -> None:
    """As `refuse_in_event`, before a form is opened: who is alone may fill it in."""
    with suppress(AloneInEvent):
        if decider is not None:
            refuse_in_event(tx, decider, act, tournament)


def _go_alone(presser: Presser, act: Act, tournament: Tournament, own_match: str = "") -> None:
    """Lets those act who picked a reason, where nothing of the association moves; raises AloneInEvent."""
    needs_backing = bool(own_match) or moves_the_association(tournament.rulebook)
    if presser.ground is None or needs_backing:
        raise AloneInEvent(
            event=tournament.name, tournament=tournament.tournament_id, act=act.value, own_match=own_match
        )


def refuse_in_match(
    tx: ActorQuery,
    decider: PersonId,
    act: Act,
    match: Match,
    known: Mapping[PersonId, Entrant | None] = NOT_READ,
) -> None:
    """Raises OwnMatch for who sits in the match, and MeetsNext for who meets one of its players next (AIJE-D01-6).

    Raises PlaysInTheEvent where the act asks for nobody who plays in its event, and AloneInEvent where nobody else is
    left. `known` are the entries, if any, of those whose entry was just read.
    """
    if stake(act) is Stake.NONE or tx.actor.is_backed:
        return
    own = contests.people_of(tx, match.contest.contest_id)
    selves = identities.selves(tx, decider)
    if not own.isdisjoint(selves):
        _refuse_or_go_alone(tx, decider, act, match, OwnMatch)
    elif stake(act) is Stake.RIVAL and _meets_next(tx, selves, match, known):
        _refuse_or_go_alone(tx, decider, act, match, MeetsNext)
    elif stake(act) is Stake.EVENT:
        tournament = tournaments.load(tx, match.tournament_id)
        if tournament is not None:
            refuse_in_event(tx, decider, act, tournament)


def refuse_player(tx: Query, decider: PersonId, act: Act, match: Match) -> None:
    """Raises OwnMatch for who sits in the match, whether they may do the act elsewhere or not."""
    own = contests.people_of(tx, match.contest.contest_id)
    if stake(act) is not Stake.NONE and not own.isdisjoint(identities.selves(tx, decider)):
        raise OwnMatch


def _refuse_or_go_alone(
    tx: ActorQuery, decider: PersonId, act: Act, match: Match, refusal: type[OwnMatch | MeetsNext]
) -> None:
    tournament, contest_id = tournaments.load(tx, match.tournament_id), match.contest.contest_id
    if tournament is None:
        raise refusal()
    others = _others_in_match(tx, act, match, tournament)
    if others and not asks.came_to_nothing(tx, decider, tournament, (act, contest_id), tx.pressed_at):
        raise refusal(tournament=tournament.tournament_id, act=act.value, match=contest_id)
    _go_alone(tx.actor, act, tournament, contest_id if refusal is OwnMatch else "")


def _others_in_match(tx: ActorQuery, act: Act, match: Match, tournament: Tournament) -> bool:
    """Whether anybody else may do the act to the match, who has no stake in it."""
    here = {match.contest.arbiter, *(one.person_id for one in event_officers.holding(tx, match.tournament_id))}

    def has_stake(one: PersonId) -> bool:
        selves, own = identities.selves(tx, one), contests.people_of(tx, match.contest.contest_id)
        return not own.isdisjoint(selves) or (
            stake(act) is Stake.RIVAL
            and has_place(tx, tournament.tournament_id, one)
            and _is_rival(tx, tournament, match.contest, one)
        )

    free = any(one is not None and not has_stake(one) for one in here)
    return free or bool(_who_else(tx, act, has_stake))


def others_can(tx: ActorQuery, act: Act, match: Match) -> bool:
    """Whether anybody may do the act to the match who has no stake in it."""
    tournament = tournaments.load(tx, match.tournament_id)
    return tournament is not None and _others_in_match(tx, act, match, tournament)


def _meets_next(
    tx: Query, selves: Collection[PersonId], match: Match, known: Mapping[PersonId, Entrant | None]
) -> bool:
    entered = (known[one] if one in known else entry_of(tx, match.tournament_id, one) for one in selves)
    own = _in_the_event(entered)
    tournament = tournaments.load(tx, match.tournament_id) if own else None
    return tournament is not None and any(_is_rival(tx, tournament, match.contest, one) for one in own.values())


def _is_rival(tx: Query, tournament: Tournament, contest: Contest, person_id: PersonId) -> bool:
    """Whether who has a place in the event meets one of the match's players next, or may meet who comes out of it.

    Who follows the match decides in it as long as they do not meet its players next (AIJE-D01-6).
    """
    if not may_watch(tx, tournament, contest, person_id):
        return True
    if contest.arbiter == person_id:
        return False
    if not tournament.rulebook.traits.is_bracket:
        # Whoever shares the table of a Swiss or a round robin gains or loses by each result of it.
        return True
    in_force = contests.of_tournament(tx, tournament.tournament_id)
    third = tournament.rulebook.knockout.third_place_match
    bracket, known = tournament.rulebook.traits.is_bracket, person_of(tx, tournament)
    return person_id in rivals_of_next(contest, in_force, known, third_place_match=third, bracket=bracket)


def may_watch(tx: Query, tournament: Tournament, contest: Contest, arbiter: PersonId) -> bool:
    """Whether the arbiter neither sits in the match nor meets one of its players next (AIJE-D01-6)."""
    in_force = contests.of_tournament(tx, tournament.tournament_id)
    third = tournament.rulebook.knockout.third_place_match
    bracket = tournament.rulebook.traits.is_bracket
    known = person_of(tx, tournament)
    return may_follow(arbiter, contest, in_force, known, third_place_match=third, bracket=bracket)


def refuse_replaying_own(tx: Query, decider: PersonId, act: Act, reopened: Iterable[MatchView]) -> None:
    """Raises OwnMatch where a correction would have a match of the decider played again, as one that was lost."""
    for view in reopened if stake(act) is not Stake.NONE else ():
        own = _entries(tx, view.tournament.tournament_id, decider)
        if not own.keys().isdisjoint(view.contest.sides):
            raise OwnMatch


def everybody_in(tx: Query, tournament_id: TournamentId) -> frozenset[PersonId]:
    """Everybody who has a place in the event, in a team too."""
    listed = (one for one in entrants.of_tournament(tx, tournament_id) if one.withdrawn_at is None)
    return frozenset(person for one in listed for person in people_in(tx, one))


def has_place(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> bool:
    """Whether the person plays in the event or is on its list, in a team too; not once the close has left them out."""
    return any(not entrants.stayed_out(tx, one) for one in _entries(tx, tournament_id, person_id))


def _entries(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> dict[EntrantId, PersonId]:
    """The person's places in the event, each with who stands for it: of a team its captain."""
    return _in_the_event(entry_of(tx, tournament_id, own) for own in identities.selves(tx, person_id))


def _in_the_event(found: Iterable[Entrant | None]) -> dict[EntrantId, PersonId]:
    """Those of the entries that were not withdrawn, each with who stands for it."""
    return {one.entrant_id: one.person_id for one in found if one is not None and one.withdrawn_at is None}


def _refuse_rival(tx: ActorQuery, decider: PersonId, act: Act, concerned: PersonId, event: TournamentId | None) -> None:
    theirs = _places(tx, concerned, event)
    shared = sorted(_places(tx, decider, event) & theirs)
    tournament = tournaments.load(tx, shared[0]) if shared else None
    if tournament is None:
        return

    def has_stake(one: PersonId) -> bool:
        return identities.are_one(tx, one, concerned) or not theirs.isdisjoint(_places(tx, one, event))

    able = _who_else(tx, act, has_stake)
    if not able and event is not None and act in _IN_PUBLIC:
        _go_alone(tx.actor, act, tournament)
        return
    raise OpponentsCase(event=tournament.name, needed=able) if able else OpponentsCaseAlone(event=tournament.name)


def _places(tx: Query, person_id: PersonId, event: TournamentId | None) -> set[TournamentId]:
    """The events being confirmed or under way in which the person has a place, and `event` with one on its list."""
    found = {one for own in identities.selves(tx, person_id) for one in entrants.placed_in(tx, own)}
    return found | {event} if event is not None and has_place(tx, event, person_id) else found


def _who_else(tx: ActorQuery, act: Act, has_stake: Callable[[PersonId], bool]) -> tuple[Capacity, ...]:
    """By what standing others may: who holds an office or a title, and who has run events here of late.

    Discord does not tell who else organises. Whoever owns the server counts as those who have run events, too: setting
    the bot up for a friend makes nobody run the friend's cup.
    """
    free = {one for _, standing in _others(tx, has_stake) for one in standing}
    return tuple(one for one in whom_to_ask(act) if one in free)


def who_could(tx: ActorQuery, act: Act, tournament_id: TournamentId) -> list[Person]:
    """Who could do the act about the event instead of somebody who plays in it, as far as the bot knows them."""
    able, found = set(whom_to_ask(act)), []
    for person, standing in _others(tx, lambda one: has_place(tx, tournament_id, one)):
        if able.intersection(standing | access.capacities_in(tx, tournament_id, person.person_id)):
            found.append(person)
    return found


def _others(tx: ActorQuery, has_stake: Callable[[PersonId], bool]) -> Iterator[tuple[Person, frozenset[Capacity]]]:
    """Those of an office or a title, and those who have run events here of late, each with what they are here."""
    held = people.offices(tx, tx.guild_id).values()
    acting = (one.person_id for one in offices.standing_in(tx, tx.guild_id, tx.pressed_at).values())
    staff = log.staff_since(tx, tx.guild_id, tx.pressed_at - STAFF_FOR)
    known = people.by_ids(tx, {*held, *acting, *people.arbiters(tx, tx.guild_id), *staff})
    for person_id, person in known.items():
        if not has_stake(person_id):
            standing = access.capacities(tx.acting_as(_nobody(tx.actor, person)), person)
            runs = _organises(staff.get(person_id, set()), standing)
            yield person, standing | ({Capacity.ORGANISER} if runs else set())


def _organises(acts: Collection[str], standing: Collection[Capacity]) -> bool:
    """Whether what somebody has done here takes an organiser, and not the title that they hold alone."""
    if Capacity.INTERNATIONAL_ARBITER in standing:
        return not _ORGANISERS_ALONE.isdisjoint(acts)
    return bool(set(acts) - _ARBITERS_TOO) if Capacity.ARBITER in standing else bool(acts)


def _nobody(presser: Presser, person: Person) -> Presser:
    """A press of somebody of whom Discord says nothing."""
    member = person.discord_id or MemberId(0)
    return replace(presser, member_id=member, is_owner=False, is_organiser=False)
