"""Nobody decides alone where they have a stake, whatever else they are and under whichever account.

The regulations let arbiters play (AIJE-D01-6), so a stake is no more than what `bot/server/model.py` says; who keeps
out is told who else decides. Others are asked in their place, and it is kept whether any of them came.

A wish is what was to be done, kept as text, so that it can be done later: once a reason was picked, or another
agreed. A verb that is `@repeatable` says with a refusal of `AloneInEvent` what it was asked for. Done later it looks
all facts up anew, so that a wish which no longer holds is refused like any press.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache, wraps
from importlib import import_module
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.features.entering import store as entering_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import facts_verbs, store
from bot.features.tournaments.arbiters_model import may_follow, rivals_of_next
from bot.features.tournaments.facts_verbs import entry_of, people_in, person_of
from bot.kernel import log
from bot.kernel.context import ActorQuery, ActorTx, Query
from bot.kernel.errors import Outdated, UserError
from bot.kernel.ids import Actor, EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.people import store as people_store
from bot.people.model import Capacity, Person
from bot.play.contests import Contest
from bot.play.entries import Entrant, Phase, Tournament, phase
from bot.play.matches import Match
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import ASK_HOLDS_FOR, STAFF_FOR, Act, Stake, answers_by, moves_the_association, stake, whom_to_ask

# --- others who were asked to decide --------------------------------------------------------------------------------


def came_to_nothing(tx: Query, decider: PersonId, tournament: Tournament, what: tuple[Act, str], now: datetime) -> bool:
    """Whether they had their time, and nobody but the decider has run the event since they were asked.

    `what` is the act, with the match that it is about, or nothing.
    """
    asked_at = server_store.asked_at(tx, tournament.tournament_id, decider, what)
    if asked_at is None:
        return False
    came = log.staff_of_event(tx, tournament.tournament_id, asked_at)
    ended = time_for(tournament, asked_at) <= now < gone_at(tournament, asked_at)
    return ended and came <= set(people_store.same_person_ids(tx, decider))


def time_for(tournament: Tournament, asked_at: datetime) -> datetime:
    """Until when they have time: shorter while clocks run."""
    return answers_by(asked_at, under_way=phase(tournament) is Phase.RUNNING)


def gone_at(tournament: Tournament, asked_at: datetime) -> datetime:
    """From when on they have to be asked anew."""
    return time_for(tournament, asked_at) + ASK_HOLDS_FOR


# --- who has a stake ------------------------------------------------------------------------------------------------


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
    """What was to be done, as a wish is written below."""


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
    if stake(act) is not Stake.NONE and any(people_store.are_one(tx, decider, one) for one in concerned):
        raise OwnCase


def _refuse_stand_in(tx: ActorQuery, decider: PersonId, concerned: PersonId) -> None:
    """Raises StandsInForThem: nobody is judged by the own delegate, whatever else that one is."""
    for holder in stood_in_for(tx, tx.guild_id, decider, tx.pressed_at):
        if people_store.are_one(tx, holder.person_id, concerned):
            raise StandsInForThem(name=holder.name)


def stood_in_for(tx: Query, guild_id: GuildId, person_id: PersonId, at: datetime) -> list[Person]:
    """The holders of offices for whom the person stands in, under whichever account."""
    office_holders = people_store.offices(tx, guild_id)
    acting = server_store.standing_in(tx, guild_id, at).items()
    own = (office for office, one in acting if people_store.are_one(tx, one.person_id, person_id))
    found = (people_store.load(tx, office_holders[office]) for office in own if office in office_holders)
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
    if able and not came_to_nothing(tx, decider, tournament, (act, ""), tx.pressed_at):
        asked = {"tournament": tournament.tournament_id, "act": act.value}
        raise PlaysInTheEvent(event=tournament.name, needed=able, **asked)
    _go_alone(tx.actor, act, tournament)


def refuse_while_waited_for(tx: Query, decider: PersonId, act: Act, tournament: Tournament) -> None:
    """Raises OwnClockRuns while an absence clock runs against the decider, whoever signs or agrees (AIJE-D01-5.4)."""
    if stake(act) is Stake.NONE:
        return
    same_person_ids = people_store.same_person_ids(tx, decider)
    own = {
        one.entrant_id
        for person in same_person_ids
        if (one := entry_of(tx, tournament.tournament_id, person)) is not None
    }
    for match in playing_store.in_play(tx, tournament.tournament_id):
        against = {match.contest.sides[clock.side] for clock in match.clocks if clock.ended_at is None}
        if not own.isdisjoint(against):
            raise OwnClockRuns(event=tournament.name)


def refuse_where_others_can(tx: ActorQuery, decider: PersonId | None, act: Act, tournament: Tournament) -> None:
    """As `refuse_in_event`, before a form is opened: who is alone may fill it in."""
    with suppress(AloneInEvent):
        if decider is not None:
            refuse_in_event(tx, decider, act, tournament)


def _go_alone(actor: Actor, act: Act, tournament: Tournament, own_match: str = "") -> None:
    """Lets those act who picked a reason, where nothing of the association moves; raises AloneInEvent."""
    needs_backing = bool(own_match) or moves_the_association(tournament.rulebook)
    if actor.ground is None or needs_backing:
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
    own = playing_store.people_of(tx, match.contest.contest_id)
    same_person_ids = people_store.same_person_ids(tx, decider)
    if not own.isdisjoint(same_person_ids):
        _refuse_or_go_alone(tx, decider, act, match, OwnMatch)
    elif stake(act) is Stake.RIVAL and _meets_next(tx, same_person_ids, match, known):
        _refuse_or_go_alone(tx, decider, act, match, MeetsNext)
    elif stake(act) is Stake.EVENT:
        tournament = store.load(tx, match.tournament_id)
        if tournament is not None:
            refuse_in_event(tx, decider, act, tournament)


def refuse_player(tx: Query, decider: PersonId, act: Act, match: Match) -> None:
    """Raises OwnMatch for who sits in the match, whether they may do the act elsewhere or not."""
    own = playing_store.people_of(tx, match.contest.contest_id)
    if stake(act) is not Stake.NONE and not own.isdisjoint(people_store.same_person_ids(tx, decider)):
        raise OwnMatch


def _refuse_or_go_alone(
    tx: ActorQuery, decider: PersonId, act: Act, match: Match, refusal: type[OwnMatch | MeetsNext]
) -> None:
    tournament, contest_id = store.load(tx, match.tournament_id), match.contest.contest_id
    if tournament is None:
        raise refusal()
    others = _others_in_match(tx, act, match, tournament)
    if others and not came_to_nothing(tx, decider, tournament, (act, contest_id), tx.pressed_at):
        raise refusal(tournament=tournament.tournament_id, act=act.value, match=contest_id)
    _go_alone(tx.actor, act, tournament, contest_id if refusal is OwnMatch else "")


def _others_in_match(tx: ActorQuery, act: Act, match: Match, tournament: Tournament) -> bool:
    """Whether anybody else may do the act to the match, who has no stake in it."""
    here = {match.contest.arbiter, *(one.person_id for one in store.holding(tx, match.tournament_id))}

    def has_stake(one: PersonId) -> bool:
        same_person_ids, own = (
            people_store.same_person_ids(tx, one),
            playing_store.people_of(tx, match.contest.contest_id),
        )
        return not own.isdisjoint(same_person_ids) or (
            stake(act) is Stake.RIVAL
            and has_place(tx, tournament.tournament_id, one)
            and _is_rival(tx, tournament, match.contest, one)
        )

    free = any(one is not None and not has_stake(one) for one in here)
    return free or bool(_who_else(tx, act, has_stake))


def others_can(tx: ActorQuery, act: Act, match: Match) -> bool:
    """Whether anybody may do the act to the match who has no stake in it."""
    tournament = store.load(tx, match.tournament_id)
    return tournament is not None and _others_in_match(tx, act, match, tournament)


def _meets_next(
    tx: Query, same_person_ids: Collection[PersonId], match: Match, known: Mapping[PersonId, Entrant | None]
) -> bool:
    entered = (known[one] if one in known else entry_of(tx, match.tournament_id, one) for one in same_person_ids)
    own = _in_the_event(entered)
    tournament = store.load(tx, match.tournament_id) if own else None
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
    in_force = playing_store.of_tournament(tx, tournament.tournament_id)
    third = tournament.rulebook.knockout.third_place_match
    bracket, known = tournament.rulebook.traits.is_bracket, person_of(tx, tournament)
    return person_id in rivals_of_next(contest, in_force, known, third_place_match=third, bracket=bracket)


def may_watch(tx: Query, tournament: Tournament, contest: Contest, arbiter: PersonId) -> bool:
    """Whether the arbiter neither sits in the match nor meets one of its players next (AIJE-D01-6)."""
    in_force = playing_store.of_tournament(tx, tournament.tournament_id)
    third = tournament.rulebook.knockout.third_place_match
    bracket = tournament.rulebook.traits.is_bracket
    known = person_of(tx, tournament)
    return may_follow(arbiter, contest, in_force, known, third_place_match=third, bracket=bracket)


def everybody_in(tx: Query, tournament_id: TournamentId) -> frozenset[PersonId]:
    """Everybody who has a place in the event, in a team too."""
    listed = (one for one in entering_store.of_tournament(tx, tournament_id) if one.withdrawn_at is None)
    return frozenset(person for one in listed for person in people_in(tx, one))


def has_place(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> bool:
    """Whether the person plays in the event or is on its list, in a team too; not once the close has left them out."""
    return any(not entering_store.stayed_out(tx, entry) for entry in _entries(tx, tournament_id, person_id))


def _entries(tx: Query, tournament_id: TournamentId, person_id: PersonId) -> dict[EntrantId, PersonId]:
    """The person's places in the event, each with who stands for it: of a team its captain."""
    return _in_the_event(entry_of(tx, tournament_id, own) for own in people_store.same_person_ids(tx, person_id))


def _in_the_event(found: Iterable[Entrant | None]) -> dict[EntrantId, PersonId]:
    """Those of the entries that were not withdrawn, each with who stands for it."""
    return {one.entrant_id: one.person_id for one in found if one is not None and one.withdrawn_at is None}


def _refuse_rival(tx: ActorQuery, decider: PersonId, act: Act, concerned: PersonId, event: TournamentId | None) -> None:
    theirs = _places(tx, concerned, event)
    shared = sorted(_places(tx, decider, event) & theirs)
    tournament = store.load(tx, shared[0]) if shared else None
    if tournament is None:
        return

    def has_stake(one: PersonId) -> bool:
        return people_store.are_one(tx, one, concerned) or not theirs.isdisjoint(_places(tx, one, event))

    able = _who_else(tx, act, has_stake)
    if not able and event is not None and act in _IN_PUBLIC:
        _go_alone(tx.actor, act, tournament)
        return
    raise OpponentsCase(event=tournament.name, needed=able) if able else OpponentsCaseAlone(event=tournament.name)


def _places(tx: Query, person_id: PersonId, event: TournamentId | None) -> set[TournamentId]:
    """The events being confirmed or under way in which the person has a place, and `event` with one on its list."""
    found = {one for own in people_store.same_person_ids(tx, person_id) for one in entering_store.placed_in(tx, own)}
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
        if able.intersection(standing | facts_verbs.capacities_in(tx, tournament_id, person.person_id)):
            found.append(person)
    return found


def _others(tx: ActorQuery, has_stake: Callable[[PersonId], bool]) -> Iterator[tuple[Person, frozenset[Capacity]]]:
    """Those of an office or a title, and those who have run events here of late, each with what they are here."""
    held = people_store.offices(tx, tx.guild_id).values()
    acting = (one.person_id for one in server_store.standing_in(tx, tx.guild_id, tx.pressed_at).values())
    staff = log.staff_since(tx, tx.guild_id, tx.pressed_at - STAFF_FOR)
    people = people_store.by_ids(tx, {*held, *acting, *people_store.arbiters(tx, tx.guild_id), *staff})
    for person_id, person in people.items():
        if not has_stake(person_id):
            standing = server_verbs.capacities(tx.acting_as(_nobody(tx.actor, person)), person)
            runs = _organises(staff.get(person_id, set()), standing)
            yield person, standing | ({Capacity.ORGANISER} if runs else set())


def _organises(acts: Collection[str], standing: Collection[Capacity]) -> bool:
    """Whether what somebody has done here takes an organiser, and not the title that they hold alone."""
    if Capacity.INTERNATIONAL_ARBITER in standing:
        return not _ORGANISERS_ALONE.isdisjoint(acts)
    return bool(set(acts) - _ARBITERS_TOO) if Capacity.ARBITER in standing else bool(acts)


def _nobody(actor: Actor, person: Person) -> Actor:
    """A press of somebody of whom Discord says nothing."""
    member = person.discord_id or MemberId(0)
    return replace(actor, member_id=member, is_owner=False, is_organiser=False)


# --- wishes ---------------------------------------------------------------------------------------------------------


P = ParamSpec("P")
T = TypeVar("T")

REPEATABLE: Final[dict[str, Callable[..., Any]]] = {}
"""Every verb that can be done later, by its module and name."""
KEPT_AS: Final[Mapping[str, str]] = {
    "bot.features.match_times.staff_verbs:set_time": "match_times.staff_times:set_time",
    "bot.features.match_times.staff_verbs:lift_time": "match_times.staff_times:lift_time",
    "bot.features.match_times.staff_verbs:prolong": "match_times.staff_times:prolong",
    "bot.features.match_times.staff_verbs:end_match": "match_times.staff_times:end_match",
    "bot.features.decks.verbs:refuse_card": "tables.decks:refuse_card",
    "bot.features.sign_ups.taking_in_verbs:confirm": "sign_ups.taking_in:confirm",
    "bot.features.series.verbs:add_event": "circuit.circuits:add_event",
    "bot.features.series.verbs:remove_event": "circuit.circuits:remove_event",
    "bot.features.series.finals_verbs:name_final": "circuit.finals:name_final",
    "bot.features.series.finals_verbs:answer": "circuit.finals:answer",
    "bot.features.entering.accounts_verbs:enter_knowingly": "entering.exceptions:enter_knowingly",
    "bot.features.entering.list_verbs:arrange": "entering.hand_seeds:arrange",
    "bot.features.entering.verbs:enter_other": "entering.registration:enter_other",
    "bot.features.entering.verbs:enter_known": "entering.registration:enter_known",
    "bot.features.entering.verbs:remove": "entering.registration:remove",
    "bot.features.course.rounds_verbs:say_club": "events.apart:say_club",
    "bot.features.course.rounds_verbs:forbid": "events.apart:forbid",
    "bot.features.course.rounds_verbs:allow": "events.apart:allow",
    "bot.features.rounds.ending_verbs:note": "events.ceremonies:note",
    "bot.features.rounds.drawing_verbs:redraw": "events.drawing:redraw",
    "bot.features.tournaments.proposal_verbs:decide": "events.event_rules:decide",
    "bot.features.rounds.drawing_verbs:leave": "events.leaving:leave",
    "bot.features.course.rounds_verbs:take": "events.small_swiss:take",
    "bot.features.tournaments.verbs:edit": "events.tournaments:edit",
    "bot.features.course.ending_verbs:cancel": "events.tournaments:cancel",
    "bot.features.playing.adjourning_verbs:adjourn": "playing.adjourning:adjourn",
    "bot.features.playing.adjourning_verbs:put_off": "playing.adjourning:put_off",
    "bot.features.playing.arbiters_verbs:assign": "playing.arbiter_duty:assign",
    "bot.features.playing.ruling_verbs:decide": "playing.board_rulings:decide",
    "bot.features.playing.ruling_verbs:wrong_colours": "playing.board_rulings:wrong_colours",
    "bot.features.playing.arbiters_verbs:name": "playing.chief:name",
    "bot.features.playing.arbiters_verbs:relieve_in_event": "playing.chief:relieve",
    "bot.features.playing.arbiters_verbs:pass_up": "playing.chief:pass_up",
    "bot.features.playing.correcting_verbs:confirm_result": "playing.confirming:confirm_result",
    "bot.features.playing.correcting_verbs:correct": "playing.correcting:correct",
    "bot.features.playing.reporting_verbs:guess": "playing.guessing:guess",
    "bot.features.playing.adjourning_verbs:pause": "playing.pausing:pause",
    "bot.features.playing.adjourning_verbs:resume": "playing.pausing:resume",
    "bot.features.playing.presence_verbs:mark_present": "playing.presence:mark_present",
    "bot.features.playing.presence_verbs:wait_for": "playing.presence:wait_for",
    "bot.features.playing.ruling_verbs:rule": "playing.ruling:rule",
    "bot.features.playing.ruling_verbs:double_walkover": "playing.ruling:double_walkover",
    "bot.features.playing.ruling_verbs:record_score": "playing.ruling:record_score",
    "bot.features.playing.ruling_verbs:hand_over": "playing.ruling:hand_over",
    "bot.features.playing.ruling_verbs:suspend": "playing.stopping:suspend",
    "bot.features.playing.ruling_verbs:resume": "playing.stopping:resume",
    "bot.features.playing.ruling_verbs:annul_game": "playing.stopping:annul_game",
    "bot.features.playing.ruling_verbs:annul_match": "playing.stopping:annul_match",
    "bot.features.playing.ruling_verbs:note": "playing.time_notes:note",
    "bot.features.playing.ruling_verbs:go_by_note": "playing.time_notes:go_by_note",
    "bot.features.playing.ruling_verbs:split_clock": "playing.time_notes:split",
    "bot.features.playing.ruling_verbs:rule_times": "playing.time_notes:rule_times",
    "bot.features.playing.warnings_verbs:warn": "playing.warnings:warn",
    "bot.features.playing.warnings_verbs:take_back": "playing.warnings:take_back",
    "bot.features.tables.verbs:seat_out": "tables.seating:seat_out",
    "bot.features.teams.absences_verbs:wait_for": "team_play.board_absences:wait_for",
    "bot.features.teams.absences_verbs:come": "team_play.board_absences:come",
    "bot.features.teams.stay_on_verbs:tell": "team_play.stay_on:tell",
    "bot.features.teams.stay_on_verbs:give": "team_play.stay_on:give",
    "bot.features.teams.stay_on_verbs:leave": "team_play.stay_on:leave",
    "bot.features.teams.stay_on_verbs:put_right": "team_play.stay_on:put_right",
    "bot.features.teams.stay_on_verbs:take_back": "team_play.stay_on:take_back",
    "bot.features.teams.staff_verbs:change": "team_play.team_staff:change",
    "bot.features.teams.staff_verbs:hand_over": "team_play.team_staff:hand_over",
    "bot.features.title_match.verbs:tell_how": "title_match.game_endings:tell_how",
    "bot.features.title_match.verbs:tell": "title_match.series:tell",
    "bot.features.title_match.verbs:decide": "title_match.series:decide",
    "bot.features.title_match.verbs:take_back": "title_match.series:take_back",
    "bot.features.title_match.verbs:trouble": "title_match.series:trouble",
    "bot.features.title_match.verbs:go_on": "title_match.series:go_on",
    "bot.features.title_match.holder_verbs:name_champion": "title_match.title_holders:name_champion",
    "bot.features.undoing.verbs:undo": "undoing:undo",
}
"""Where a verb that has moved stands today, with the name by which files have kept it: that of where it stood first."""
_PLAIN: Final[Mapping[Any, Callable[[Any], Any]]] = {
    datetime: datetime.fromisoformat,
    timedelta: lambda microseconds: timedelta(microseconds=microseconds),
}
CONTAINERS: Final = frozenset({tuple, list, frozenset, Sequence})
"""What can be kept of several parts."""
_TAKEN_BEFORE: Final = 1
"""The transaction."""


def repeatable(
    verb: Callable[Concatenate[ActorTx, P], T],
) -> Callable[Concatenate[ActorTx, P], T]:
    """Declares that the verb can be done later, once somebody who is alone has given a reason."""

    @wraps(verb)
    def hold(tx: ActorTx, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return verb(tx, *args, **kwargs)
        except AloneInEvent as alone:
            if not alone.verb:
                alone.verb, alone.given = name_of(verb), json.dumps(_as_json(verb, args, kwargs))
            raise

    REPEATABLE[name_of(verb)] = hold
    return hold


def name_of(verb: Callable[..., Any]) -> str:
    """By what name the verb is kept."""
    today = f"{verb.__module__}:{verb.__qualname__}"
    return KEPT_AS.get(today, today)


def carry_out(tx: ActorTx, name: str, given: Mapping[str, Any]) -> None:
    """Does what was asked for. Raises what the verb raises, and Outdated for a verb of another version."""
    if name not in REPEATABLE:
        _import_home(name)
    verb = REPEATABLE.get(name)
    if verb is None or not given.keys() <= _kinds(verb).keys():
        raise Outdated
    kinds = _kinds(verb)
    verb(tx, **{key: _read(value, kinds[key]) for key, value in given.items()})


def _import_home(name: str) -> None:
    """Imports the module in which the verb stands today; nothing where no version of now has it."""
    place = next((place for place, kept in KEPT_AS.items() if kept == name), name).partition(":")[0]
    with suppress(ModuleNotFoundError):
        import_module(place)


def _as_json(verb: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    names = list(inspect.signature(verb).parameters)[_TAKEN_BEFORE:]
    return {name: _write(value) for name, value in {**dict(zip(names, args, strict=False)), **kwargs}.items()}


def _write(value: Any) -> Any:
    match value:
        case datetime():
            return value.isoformat()
        case timedelta():
            return value / timedelta(microseconds=1)
        case tuple() | list() | frozenset():
            return [_write(one) for one in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {field.name: _write(getattr(value, field.name)) for field in fields(value)}
        case _:
            return value


@cache
def _kinds(verb: Callable[..., Any]) -> dict[str, Any]:
    return get_type_hints(inspect.unwrap(verb))


def _read(value: Any, kind: Any) -> Any:
    """The value of that type, which `_write` has written."""
    kind = getattr(kind, "__supertype__", kind)
    if get_origin(kind) in {Union, UnionType}:
        return None if value is None else _read(value, _kind_meant(value, get_args(kind)))
    if get_origin(kind) in CONTAINERS:
        return _read_several(value, kind)
    if kind in _PLAIN:
        return _PLAIN[kind](value)
    return _read_ours(value, kind) if isinstance(kind, type) else value


def _kind_meant(value: Any, kinds: tuple[Any, ...]) -> Any:
    """Which of the types the value was written from: what JSON has as a list is one of several parts."""
    able = [kind for kind in kinds if kind is not NoneType]
    return next((one for one in able if (get_origin(one) in CONTAINERS) is isinstance(value, list)), able[0])


def _read_ours(value: Any, kind: type[Any]) -> Any:
    """A member of an enum, or a dataclass, part by part; all else is as JSON has it."""
    if issubclass(kind, StrEnum):
        return kind(value)
    if not is_dataclass(kind):
        return value
    kinds = get_type_hints(kind)
    return kind(**{key: _read(one, kinds[key]) for key, one in value.items()})


def _read_several(value: list[Any], kind: Any) -> Any:
    kinds, container = get_args(kind), get_origin(kind)
    if container is Sequence:
        kinds, container = (*kinds, ...), tuple
    if container is tuple and kinds[-1:] != (Ellipsis,):
        return tuple(_read(one, of) for one, of in zip(value, kinds, strict=True))
    return container(_read(one, kinds[0]) for one in value)
