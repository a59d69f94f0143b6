"""What a person has to do now, the most urgent first, and what comes next when there is nothing to do.

An event asks people to enter, to complete an entry, to confirm. An office has no match clock: a case under review, an
appeal, a claim or a proposal waits until it is decided. Its holders are reminded after a day, then one, three and
seven days on; then it rests. What waits is what `/me` says to its holders, so that a new kind of decision is reminded
of without further code.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.features.cases import committee_verbs as cases_committee_verbs
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.eligibility_verbs import refuse_barred
from bot.features.entering.verbs import waiting_place
from bot.features.opening import store as opening_store
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing.match_views_model import Guidance
from bot.features.replacing import store as replacing_store
from bot.features.rounds import store as rounds_store
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.seats import store as seats_store
from bot.features.tournaments import draft_store as tournaments_draft_store
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import entry_of, outages_of
from bot.features.tournaments.hooks import DUTY_HOOKS, ENTRY_HOOKS, Asker, Found
from bot.features.tournaments.model import HERE_AFTER
from bot.features.tournaments.tasks_model import (
    OF_OFFICES,
    OF_PLAYERS,
    DeskRow,
    Looker,
    Obstacle,
    Task,
    TaskItem,
    Upcoming,
    UpcomingKind,
)
from bot.kernel import log
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.errors import UserError
from bot.kernel.ids import Actor, Community, GuildId, PersonId, Place, Switch
from bot.kernel.outages import Rung, Step, Still, ToldSoFar, last_come, next_rung
from bot.kernel.outbox import DecisionsWait
from bot.kernel.promises import Target, ToChannel, ToMember, ToPlace
from bot.people import store as people_store
from bot.people.model import Capacity, Office, Person
from bot.play.entries import (
    Entrant,
    EntryOutcome,
    Phase,
    Tournament,
    asks_for_club,
    check_in_closes_at,
    check_in_opens_at,
    phase,
)
from bot.play.rulebook import by_invitation
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act, may
from bot.server.setup_model import SetupPage
from bot.server.speaking_verbs import decisions_subject, promise


def guide_to_play(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None) -> Found:
    """All that one event asks of who asks beside its matches, `entrant` being the entry that they play in."""
    if phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        yield from _before_the_close(tx, asker, tournament, entrant)
    elif entrant is None:
        yield from _why_out(tx, asker, tournament)
    elif phase(tournament) is Phase.DRAWING:
        yield Upcoming(UpcomingKind.DRAW, tournament)
    if entrant is not None:
        yield from attending(tx, asker, tournament, entrant)
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        yield from one.guidance(tx, asker, tournament, entrant)


# --- what an event asks of a person ---------------------------------------------------------------------------------


_MISSED: Final = {EntryOutcome.ABSENT: UpcomingKind.MISSED_CHECK_IN, EntryOutcome.LEFT_OVER: UpcomingKind.NO_SEAT}
"""What became of a place at the close that is none in the field."""


_WITH_A_REASON: Final = ("remove", "leave")
"""Acts of the log in which staff type a reason for the player."""
_TAKEN_OUT: Final = (*_WITH_A_REASON, "withdraw", "disqualify")


def entrant_of(tx: Query, asker: Asker, tournament: Tournament) -> Entrant | None:
    """The entry that who asks plays in, alone or as a member of a team."""
    if asker.person is None:
        return None
    entrant = entry_of(tx, tournament.tournament_id, asker.person.person_id)
    if entrant is None or entrant.withdrawn_at is not None:
        return None
    return None if entrant.outcome in _MISSED else entrant


def _before_the_close(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None) -> Found:
    key = tournament.tournament_id
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if asker.now > closes_at:
        return
    if entrant is not None and _owes_club(asker, tournament, entrant):
        yield TaskItem(Task.SAY_CLUB, key, tournament, closes_at)
    if entrant is None:
        yield from _way_in(tx, asker, tournament, closes_at)
    elif (lacking := _lacking(tx, asker, tournament, entrant, closes_at)) is not None:
        yield lacking
    else:
        yield from _until_the_start(tx, asker, tournament, entrant, closes_at)


def _until_the_start(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant, closes_at: datetime) -> Found:
    """To confirm, and what comes then; nobody on the wait list is told that they play."""
    opens_at, waits = check_in_opens_at(tournament), _place_on_wait_list(tx, tournament, entrant)
    if waits is not None:
        yield Upcoming(UpcomingKind.FREE_SEAT, tournament, closes_at, n=waits)
    if entrant.checked_in_at is None and opens_at <= asker.now:
        yield TaskItem(Task.CHECK_IN, tournament.tournament_id, tournament, closes_at)
    elif entrant.checked_in_at is None:
        yield Upcoming(UpcomingKind.CHECK_IN_OPENS, tournament, opens_at)
    elif waits is None:
        yield Upcoming(UpcomingKind.START, tournament, tournament.start_at)


def _place_on_wait_list(tx: Query, tournament: Tournament, entrant: Entrant) -> int | None:
    """The own place there, from 1; None with a seat, and where there are seats for everybody."""
    if tournament.rulebook.registration.capacity is None:
        return None
    return waiting_place(tournament, entering_store.place_in_line(tx, entrant))


def _way_in(tx: Query, asker: Asker, tournament: Tournament, closes_at: datetime) -> Found:
    """The registration, or that the event asks for what who asks has not: nobody finds out by trying."""
    if not _may_enter(tx, asker, tournament):
        return
    lacking = entering_eligibility_verbs.lacks(tx.acting_as(asker.actor), tournament, asker.person)
    if lacking:
        yield Upcoming(
            UpcomingKind.NOT_FOR_ME,
            tournament,
            entering_eligibility_verbs.enters_from(tournament, asker.actor, lacking),
        )
    else:
        yield TaskItem(Task.REGISTER, tournament.tournament_id, tournament, closes_at)


def _why_out(tx: Query, asker: Asker, tournament: Tournament) -> Found:
    """Why somebody who was on the list does not play; nothing for who left by an act of their own."""
    entrant = asker.person and entry_of(tx, tournament.tournament_id, asker.person.person_id)
    if not entrant:
        return
    given = replacing_store.of_who_left(tx, tournament.tournament_id, entrant.person_id)
    if given is not None:
        came = people_store.load(tx, given.came_id)
        yield Upcoming(UpcomingKind.REPLACED, tournament, other=came, called=given.reason)
        return
    if entrant.outcome in _MISSED:
        yield Upcoming(_MISSED[entrant.outcome], tournament)
        return
    taken = log.last_of_entrant(tx, tournament.tournament_id, entrant.entrant_id, _TAKEN_OUT)
    own = {entrant.person_id, asker.person and asker.person.person_id}
    if taken is not None and entrant.withdrawn_at is not None and taken.actor not in own:
        # What a rule does notes as its reason what it did it for, by its key.
        reason = taken.why if taken.act in _WITH_A_REASON else None
        yield Upcoming(UpcomingKind.TAKEN_OUT, tournament, called=reason or "")


def _owes_club(asker: Asker, tournament: Tournament, entrant: Entrant) -> bool:
    return asks_for_club(tournament) and entrant.club is None and asker.answers_for(entrant)


def _lacking(
    tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant, closes_at: datetime
) -> TaskItem | Upcoming | None:
    for one in ENTRY_HOOKS.of(tournament.rulebook):
        found = one.lacking(tx, asker, tournament, entrant, closes_at)
        if found is not None:
            return found
    return None


def attending(tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant) -> Found:
    """Ceremonies that are a duty of the players, and where they say that they are there (GO-23.6)."""
    for one in rounds_store.of_tournament(tx, tournament.tournament_id):
        if asker.person is None or entrant.person_id != asker.person.person_id:
            return
        if asker.person.person_id in rounds_store.attendance(tx, one.ceremony_id):
            continue
        if one.is_open(asker.now):
            yield TaskItem(Task.ATTEND_CEREMONY, one.ceremony_id, tournament, one.held_at + HERE_AFTER)
        elif asker.now < one.held_at:
            yield Upcoming(UpcomingKind.CEREMONY, tournament, one.held_at, called=one.name)


def _may_enter(tx: Query, asker: Asker, tournament: Tournament) -> bool:
    if by_invitation(tournament.rulebook) and asker.person is None:
        return False
    if asker.person is None:
        return True
    try:
        refuse_barred(tx, tournament, asker.person.person_id, asker.now)
    except UserError:
        return False
    return True


# --- what waits for staff -------------------------------------------------------------------------------------------


JUST_OVER: Final = timedelta(days=14)
"""How long an event that is over is still looked at for what it wants of somebody."""


def guide(tx: Query, asker: Asker) -> Found:
    """All of it, for who asks."""
    yield from _set_up(tx, asker)
    yield from _drafts(tx, asker)
    yield from _opening_lists(tx, asker)
    if asker.person is not None and asker.may(Act.APPROVE_TOURNAMENT):
        for event in tournaments_draft_store.waiting_proposals(tx, asker.actor.guild_id):
            yield TaskItem(Task.APPROVE_EVENT, event.proposal_id, other=people_store.load(tx, event.by))
    for tournament in tournaments_store.of_guild(tx, asker.actor.guild_id):
        over = tournament.ended_at is not None and asker.now - tournament.ended_at <= JUST_OVER
        if over:
            yield from _of_event_over(tx, asker, tournament)


def of_event(tx: Query, asker: Asker, tournament: Tournament) -> Found:
    """The attendance of a ceremony that was held, for who notes it (GO-23.6)."""
    held = [
        one
        for one in rounds_store.of_tournament(tx, tournament.tournament_id)
        if one.held_at <= asker.now <= one.held_at + JUST_OVER
    ]
    if not held or not (asker.may(Act.NOTE_ATTENDANCE) or _is_chief(tx, asker, tournament)):
        return
    players = len(entering_store.starters(tx, tournament.tournament_id))
    for one in held:
        noted = len(rounds_store.attendance(tx, one.ceremony_id))
        if noted < players:
            yield TaskItem(Task.NOTE_CEREMONY, one.ceremony_id, tournament, n=players - noted, called=one.name)


def _set_up(tx: Query, asker: Asker) -> Found:
    community = server_store.load(tx, asker.actor.guild_id)
    if asker.may(Act.SET_UP) and (community is None or community.set_up_at is None):
        yield TaskItem(Task.SET_UP, SetupPage.TIME)
        return
    if community is None or Switch.ASSOCIATION not in community.switches:
        return
    vacant = {Office.PRESIDENT, Office.LEADER} - set(people_store.offices(tx, asker.actor.guild_id))
    if Capacity.SERVER_OWNER in asker.capacities and vacant:
        yield TaskItem(Task.NAME_OFFICERS, "officers", n=len(vacant))


def _drafts(tx: Query, asker: Asker) -> Found:
    if asker.person is None:
        return
    for draft in tournaments_draft_store.drafts_of_person(tx, asker.person.person_id):
        yield TaskItem(Task.FINISH_DRAFT, draft.draft_id, called=draft.name or "")


def _opening_lists(tx: Query, asker: Asker) -> Found:
    """Those that were handed on to who may bring all of it in."""
    if not asker.may(Act.BRING_TITLES_AND_BARS):
        return
    for draft_id, file_name, sender in opening_store.handed_on(tx, asker.actor.guild_id):
        by = people_store.load(tx, sender)
        if by is not None and not asker.is_me(by):
            yield TaskItem(Task.CONFIRM_OPENING, draft_id, other=by, called=file_name)


def _of_event_over(tx: Query, asker: Asker, tournament: Tournament) -> Found:
    """The closing report of the chief arbiter, and a closing ceremony."""
    if _is_chief(tx, asker, tournament) and tournaments_store.report_of(tx, tournament.tournament_id) is None:
        yield TaskItem(Task.FILE_REPORT, tournament.tournament_id, tournament)
    yield from of_event(tx, asker, tournament)
    entrant = entrant_of(tx, asker, tournament)
    if entrant is not None:
        yield from attending(tx, asker, tournament, entrant)


def _is_chief(tx: Query, asker: Asker, tournament: Tournament) -> bool:
    person = asker.person
    return person is not None and bool(
        tournaments_facts_verbs.capacities_in(tx, tournament.tournament_id, person.person_id)
    )


# --- what to do now -------------------------------------------------------------------------------------------------


_DESKS = frozenset({Capacity.ORGANISER, Capacity.SERVER_OWNER, Capacity.PRESIDENT, Capacity.LEADER})
_ROLES = {
    "organiser": frozenset({Capacity.ORGANISER, Capacity.SERVER_OWNER, Capacity.INTERNATIONAL_ARBITER}),
    "arbiter": frozenset({Capacity.ARBITER}),
    "officer": frozenset({Capacity.PRESIDENT, Capacity.LEADER}),
}
_NEEDS_AN_ARBITER = frozenset(
    {Obstacle.NOBODY_ON_DUTY, Obstacle.NO_ARBITER_FREE, Obstacle.ALL_CONFLICTED, Obstacle.LEFT_ALONE}
)

_log = logging.getLogger(__name__)


def tasks(tx: ActorQuery) -> Guidance:
    """All that who pressed has to do, as a player, an arbiter and an organiser, and what they wait for."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    asked = Asker(tx.actor, person, server_verbs.capacities(tx, person))
    running = tournaments_store.all_unfinished(tx, tx.guild_id)
    found: list[TaskItem | Upcoming] = [
        *playing_reading_verbs.guide(tx, asked),
        *_own_claims(tx, asked),
        *_others_claims(tx, asked),
        *seats_by_hand_verbs.guide(tx, asked),
        *guide(tx, asked),
    ]
    for task_hook in DUTY_HOOKS:
        found += task_hook.tasks(tx, asked)
    entered = [(one, entrant_of(tx, asked, one)) for one in running]
    found += _in_events(tx, asked, entered)
    rounds = (playing_reading_verbs.round_to_come(tx, asked, tournament) for tournament in running)
    return Guidance(
        _most_urgent_first([item for item in found if isinstance(item, TaskItem)], asked.now),
        _nearest_first([item for item in found if isinstance(item, Upcoming)], asked.now),
        tuple(one for one in rounds if one is not None),
        tx.guild_id,
        tuple(entering_check_in_verbs.choices(tx, asked, entered)),
        may_create=_may_create(tx, asked),
    )


def _in_events(tx: Query, asker: Asker, entered: Iterable[tuple[Tournament, Entrant | None]]) -> Found:
    """What running events ask of who asks, who has that entry in each."""
    for tournament, entrant in entered:
        yield from guide_to_play(tx, asker, tournament, entrant)
        yield from _desk(tx, asker, tournament)
        yield from playing_reading_verbs.of_event(tx, asker, tournament, entrant)
        yield from of_event(tx, asker, tournament)


def _may_create(tx: Query, asker: Asker) -> bool:
    """Whether who asks may begin an event, now that the server is set up."""
    if not asker.may(Act.CREATE_TOURNAMENT):
        return False
    community = server_store.load(tx, asker.actor.guild_id)
    return community is not None and community.set_up_at is not None


def duties_of_staff(tx: ActorQuery) -> Guidance:
    """Of `duties` what waits for who pressed as an organiser, an arbiter or an officer."""
    found = tasks(tx)
    return Guidance(tuple(task for task in found.tasks if task.task not in OF_PLAYERS), (), (), found.guild_id)


def decisions(tx: ActorQuery) -> tuple[TaskItem, ...]:
    """Of `duties` what waits for an office, without looking at matches and entries."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    asked = Asker(tx.actor, person, server_verbs.capacities(tx, person))
    running = tournaments_store.all_unfinished(tx, tx.guild_id)
    parts = (
        _others_claims(tx, asked),
        seats_by_hand_verbs.guide(tx, asked),
        guide(tx, asked),
        *(task_hook.tasks(tx, asked) for task_hook in DUTY_HOOKS),
        *(part for tournament in running for part in _decisions_in(tx, asked, tournament)),
    )
    found = [item for part in parts for item in _as_far_as_it_can_be_read(part)]
    return tuple(one for one in found if isinstance(one, TaskItem) and one.task in OF_OFFICES)


def _decisions_in(tx: Query, asker: Asker, tournament: Tournament) -> Iterator[Found]:
    """What an event asks of offices, whoever plays in it."""
    yield of_event(tx, asker, tournament)
    yield from (one.guidance(tx, asker, tournament, None) for one in ENTRY_HOOKS.of(tournament.rulebook))


def _as_far_as_it_can_be_read(part: Found) -> Found:
    """One part of the answer: a row of it that leads nowhere any more keeps nobody from hearing of the others."""
    try:
        yield from part
    except UserError:
        _log.warning("what waits for an office could not be read to its end", exc_info=True)


def roles(tx: ActorQuery) -> frozenset[str]:
    """What who presses is here beside a player: "organiser", "arbiter", "officer"."""
    capacities = server_verbs.own_capacities(tx)
    found = {name for name, one in _ROLES.items() if not one.isdisjoint(capacities)}
    return frozenset(
        found | ({"arbiter"} if playing_arbiters_verbs.may_referee(tx, tx.guild_id, capacities) else set())
    )


def _most_urgent_first(items: Iterable[TaskItem], now: datetime) -> tuple[TaskItem, ...]:
    order = tuple(Task)
    return tuple(sorted(items, key=lambda item: (order.index(item.task), item.until is None, item.until or now)))


def _nearest_first(ahead: Iterable[Upcoming], now: datetime) -> tuple[Upcoming, ...]:
    order = tuple(UpcomingKind)
    return tuple(sorted(ahead, key=lambda item: (order.index(item.outlook), item.at is None, item.at or now)))


def _own_claims(tx: Query, asker: Asker) -> Found:
    for claim in (
        [] if asker.person is None else entering_accounts_verbs.concerning(tx, asker.person.person_id, asker.now)
    ):
        if claim.claim.decided_at is None:
            yield Upcoming(UpcomingKind.CLAIM_IS_DECIDED, claim.tournament)


def _others_claims(tx: Query, asker: Asker) -> Found:
    """Claims to an account that wait for a decision; nobody decides in a matter of their own."""
    if asker.may(Act.DECIDE_ACCOUNT_CLAIM):
        for claim in entering_accounts_verbs.waiting(tx, asker.actor.guild_id, asker.now):
            if not asker.is_me(claim.claimant) and not asker.is_me(claim.holder):
                yield TaskItem(Task.DECIDE_CLAIM, claim.claim.claim_id, claim.tournament, None, claim.claimant)


def _desk(tx: Query, asker: Asker, tournament: Tournament) -> Found:
    organises = not asker.capacities.isdisjoint(_DESKS)
    referees = playing_arbiters_verbs.may_referee(tx, asker.actor.guild_id, asker.capacities)
    if not organises and not referees:
        return
    looks = desk_verbs.looker(tx.acting_as(asker.actor), asker.capacities)
    rows = desk_verbs.obstacles(tx, tournament, looks, asker.now)
    if looks.may_go_on_duty:
        yield from _duty_wanted(tournament, rows)
    mine = [row for row in rows if _can_mend(row, looks)]
    if organises and mine:
        yield TaskItem(Task.DESK, tournament.tournament_id, tournament, n=len(mine))


def _duty_wanted(tournament: Tournament, rows: Iterable[DeskRow]) -> Found:
    """Of who could go on duty: for matches that wait, or for those of the start to come."""
    needed = sum(row.n for row in rows if row.obstacle in _NEEDS_AN_ARBITER)
    if needed:
        yield TaskItem(Task.GO_ON_DUTY, "me", tournament, n=needed)
    elif any(row.obstacle is Obstacle.NO_DUTY_YET for row in rows):
        yield TaskItem(Task.GO_ON_DUTY, "me", tournament, tournament.start_at, called="ahead")


def _can_mend(row: DeskRow, looks: Looker) -> bool:
    """Whether who asks is waited for: a missing arbiter by those who can go on duty, or send somebody.

    At night an event goes on as it does by day.
    """
    if row.obstacle in {Obstacle.NIGHT, Obstacle.NIGHT_ABROAD}:
        return False
    if row.obstacle in _NEEDS_AN_ARBITER:
        return looks.may_go_on_duty or may(Act.ASSIGN_ARBITER, looks.held)
    return row.needs(looks.person_id)


# --- reminders for offices ------------------------------------------------------------------------------------------


REMINDED_AFTER: Final = timedelta(days=1)
LOOKED_FOR_EACH: Final = timedelta(days=1)
"""Not all that waits is told to the committee when it comes up: a ceremony to note, a champion whom nobody knows."""
MOST_ARBITERS: Final = 12
"""Of a big committee so many are asked what waits for them: each look reads all that waits."""
_ASKED_AFTER: Final[Mapping[Task, timedelta]] = {Task.REVIEW_CASE: timedelta(days=2), Task.SIGN: timedelta(hours=12)}
"""What a step of its own reminds of after a day, and what is over by then."""


@dataclass(frozen=True, slots=True)
class WaitingDecision:
    """One decision, and who may take it."""

    item: TaskItem
    deciders: tuple[Person, ...]

    @property
    def ref(self) -> str:
        """How messages and the ladder name it."""
        return self.item.ref


def waiting(tx: Query, guild_id: GuildId, now: datetime) -> dict[str, WaitingDecision]:
    """Every decision that waits for an office of the server, by its name."""
    found: dict[str, WaitingDecision] = {}
    for person, actor in _deciders(tx, guild_id, now):
        for item in decisions(tx.acting_as(actor)):
            one = WaitingDecision(item, (person,))
            known = found.get(one.ref)
            found[one.ref] = one if known is None else WaitingDecision(item, (*known.deciders, person))
    return found


def look(tx: Tx, guild_id: GuildId, known: Mapping[str, WaitingDecision] | None = None) -> None:
    """Takes the server's step: reminds of what has waited long enough, in one message, and says when to look again.

    `known` is what waited a moment ago, read where no press waits for it. Messages read anew what waits, so what was
    decided since is named in none, and the next look forgets it.
    """
    present = waiting(tx, guild_id, tx.now) if known is None else known
    _forget_decided(tx, guild_id, present)
    due, ahead = [], []
    for ref, one in present.items():
        cases_committee_verbs.leave_channel(tx, guild_id, one.item.task, str(one.item.subject))
        still, told = _ladder_of(tx, guild_id, one)
        rung = last_come(still, told, (), tx.now)
        if rung is not None:
            told = ToldSoFar(still.kind, told.since, rung, tx.now)
            kernel_time_store.note_standstill(tx, _subject(guild_id, ref), told)
            due.append(ref)
        following = next_rung(still, told, ())
        ahead += [] if following is None else [following[1]]
    if due:
        _tell(tx, guild_id, {ref: present[ref] for ref in due})
    if _goes_on(tx, guild_id):
        ahead.append(tx.now + LOOKED_FOR_EACH)
    # What is told to the committee asks for another look, which this one is.
    steps = [(Step.REMIND_DECIDERS, min(ahead))] if ahead else []
    kernel_time_store.rewrite_deadlines(tx, decisions_subject(guild_id), steps)


def take(tx: Tx, subject: str, _: Step) -> None:
    """Takes the step of a server."""
    look(tx, GuildId(int(subject)))


def of_saying(
    tx: Query, guild_id: GuildId, refs: Iterable[str], reader: Person | None, now: datetime
) -> list[WaitingDecision]:
    """Of what a message names, what still waits; for one reader what that reader may decide."""
    present = waiting(tx, guild_id, now) if reader is None else _waiting_for(tx, guild_id, reader, now)
    return [present[ref] for ref in refs if ref in present]


def _waiting_for(tx: Query, guild_id: GuildId, reader: Person, now: datetime) -> dict[str, WaitingDecision]:
    """The decisions that the reader may take, by their names; also of who comes late in a big committee."""
    community = server_store.load(tx, guild_id)
    if community is None:
        return {}
    organises = any(
        creator.person_id == reader.person_id for creator in tournaments_summons_verbs.creators(tx, guild_id)
    )
    items = decisions(tx.acting_as(_as_presser(reader, community, now, organises=organises)))
    return {one.ref: WaitingDecision(one, (reader,)) for one in items}


def _ladder_of(tx: Tx, guild_id: GuildId, one: WaitingDecision) -> tuple[Still, ToldSoFar]:
    subject = _subject(guild_id, one.ref)
    told = kernel_time_store.load_standstill(tx, subject)
    if told is None:
        told = ToldSoFar(one.item.task.value, tx.now, Rung.NOTHING, tx.now)
        kernel_time_store.note_standstill(tx, subject, told)
    return Still(one.item.task, told.since, asked_after=_ASKED_AFTER.get(one.item.task, REMINDED_AFTER)), told


def _tell(tx: Tx, guild_id: GuildId, due: Mapping[str, WaitingDecision]) -> None:
    """In the committee's channel, where there is one, or by letter to each; of a member's case by letter alone.

    What began before the channel was moved is told in the channel in which it began.
    """
    community = server_store.load(tx, guild_id)
    if community is not None and community.committee is not None:
        due = _tell_in_channels(tx, guild_id, due)
    for person in dict.fromkeys(decider for waits in due.values() for decider in waits.deciders):
        own = tuple(ref for ref, one in due.items() if person in one.deciders)
        if person.discord_id is not None:
            tx.enqueue(guild_id, ToMember(person.discord_id), DecisionsWait(guild_id, own))


def _tell_in_channels(tx: Tx, guild_id: GuildId, due: Mapping[str, WaitingDecision]) -> dict[str, WaitingDecision]:
    """Tells the committee what its channel may say; answers what is for letters."""
    alone = {ref: one for ref, one in due.items() if _is_for_letters(tx, guild_id, one.item)}
    by_channel: dict[Target, list[str]] = {}
    for ref, one in due.items():
        if ref not in alone:
            kept = server_store.of(tx, str(one.item.subject))
            by_channel.setdefault(ToPlace(Place.COMMITTEE) if kept is None else ToChannel(kept), []).append(ref)
    for target, refs in by_channel.items():
        promise(tx, guild_id, target, DecisionsWait(guild_id, tuple(refs)))
    return alone


def _is_for_letters(tx: Query, guild_id: GuildId, item: TaskItem) -> bool:
    return cases_committee_verbs.is_for_letters(tx, guild_id, item.task, str(item.subject))


def _forget_decided(tx: Tx, guild_id: GuildId, present: Mapping[str, WaitingDecision]) -> None:
    prefix = _subject(guild_id, "")
    for subject in kernel_time_store.standing_subjects(tx, prefix):
        if subject.removeprefix(prefix) not in present:
            kernel_time_store.forget_standstill(tx, subject)


def _subject(guild_id: GuildId, ref: str) -> str:
    return f"decision:{guild_id}:{ref}"


def _goes_on(tx: Query, guild_id: GuildId) -> bool:
    """Whether something may come up without a word to the committee: an event is on or just over, seats are offered."""
    if tournaments_store.all_unfinished(tx, guild_id) or seats_store.rounds_in_force(tx, guild_id):
        return True
    ended = (one.ended_at for one in tournaments_store.of_guild(tx, guild_id))
    return any(at is not None and tx.now - at <= JUST_OVER for at in ended)


def _deciders(tx: Query, guild_id: GuildId, now: datetime) -> Iterator[tuple[Person, Actor]]:
    """Who holds an office or title, the owner, and who created an event and may still run it; of those with Discord."""
    community = server_store.load(tx, guild_id)
    if community is None:
        return
    creators = {creator.person_id for creator in tournaments_summons_verbs.creators(tx, guild_id)}
    owner = people_store.of_member(tx, guild_id, community.owner_id)
    ids: list[PersonId] = [
        *people_store.offices(tx, guild_id).values(),
        *list(people_store.arbiters(tx, guild_id))[:MOST_ARBITERS],
        *sorted(creators),
    ]
    people = people_store.by_ids(tx, dict.fromkeys(ids))
    everybody = dict.fromkeys(
        (*(people[one] for one in dict.fromkeys(ids) if one in people), *([owner] if owner else ()))
    )
    for person in everybody:
        if person.discord_id is not None:
            yield person, _as_presser(person, community, now, organises=person.person_id in creators)


def _as_presser(person: Person, community: Community, now: datetime, *, organises: bool) -> Actor:
    """What the registry knows of the person; of Discord's own rights nothing is known without a press."""
    is_owner = person.discord_id == community.owner_id
    language = person.language or community.language
    return Actor(
        community.guild_id,
        person.discord_id or community.owner_id,
        person.name,
        language,
        is_owner,
        organises or is_owner,
        now,
    )
