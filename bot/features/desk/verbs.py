"""The organiser's desk: what holds up the next step of an event, and the step itself where a press can take it.

What will stop an event to come is an obstacle: a function of `FINDERS`, which answers with rows. Its kind is a member
of `Obstacle`, its sentence `desk.row_KIND`, its button the row's `mend`. The preview of a draft says the same.
Matches in play are read one by one, without making a card of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.course import verbs as course_verbs
from bot.features.entering import accounts_verbs as entering_accounts_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.other_events_verbs import hours_ahead, hours_of, in_both, meeting
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import rows_store as playing_rows_store
from bot.features.playing import store as playing_store
from bot.features.playing.hooks import STAFF_HOOKS
from bot.features.playing.match_views_model import DeskView, MatchContext, NameHint
from bot.features.playing.model import stands_at
from bot.features.setup.verbs import MOOT
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_store as tournaments_summons_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.arbiters_model import assignments
from bot.features.tournaments.by_name_verbs import by_name
from bot.features.tournaments.facts_verbs import (
    find,
    outages_of,
    people_shown,
    person_of,
    players,
    tournament_subject,
)
from bot.features.tournaments.model import Draft, is_night_in_each, is_night_throughout
from bot.features.tournaments.summons_model import MatterKind, MatterRef
from bot.features.tournaments.tasks_model import (
    Around,
    DeskRow,
    Foresight,
    Looker,
    Mend,
    Obstacle,
    Outline,
    closed_channels,
)
from bot.kernel import outbox
from bot.kernel.context import ActorQuery, ActorTx, Query
from bot.kernel.ids import ContestId, TournamentId
from bot.kernel.outages import Outage, paused_until
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Capacity
from bot.play.entries import MOST_EXTENSIONS, Phase, Tournament, check_in_closes_at, check_in_opens_at, phase
from bot.play.matches import Match, MatchPhase, MatchState
from bot.rulebooks.library import from_canonical
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act, may
from bot.server.setup_model import SetupPage, calls_channel, lacking_for_threads, may_open_role, pings_role

# --- obstacles ------------------------------------------------------------------------------------------------------


ARBITERS_NAMED: Final = 10
"""Who could go on duty, as far as a row names them."""
NOTHING_AROUND: Final = Around()
Finder = Callable[[Query, Outline, Looker, Around], Iterator[DeskRow]]


def looker(tx: ActorQuery, capacities: frozenset[Capacity]) -> Looker:
    """Who presses, of these capacities, as the rows see them."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    there = {arbiter for arbiter, _ in people_store.on_duty(tx, tx.guild_id)}
    on_duty = person is not None and person.person_id in there
    may_go_on_duty = not on_duty and playing_arbiters_verbs.may_referee(tx, tx.guild_id, capacities)
    return Looker(capacities, may_go_on_duty, tx.actor.server_roles, None if person is None else person.person_id)


def foresee(tx: ActorQuery, draft: Draft, around: Around) -> Foresight:
    """What the preview of a draft says of the event to come."""
    outline = _outline_of(tx, draft)
    looks = looker(tx, server_verbs.own_capacities(tx))
    return Foresight(
        playing_arbiters_verbs.of_draft(tx, draft.guild_id, draft),
        course_calling_verbs.of_draft(tx, draft.guild_id, draft),
        _rows_ahead(tx, outline, looks, around),
        server_verbs.of_server(tx, draft.guild_id) if outline.tournament is None else None,
        may_choose_zone=may(Act.SET_UP, looks.held),
        events_left=tournaments_verbs.few_left(tx, draft.guild_id) if outline.tournament is None else None,
    )


def of_event(
    tx: Query, tournament: Tournament, looks: Looker, now: datetime, around: Around = NOTHING_AROUND
) -> tuple[DeskRow, ...]:
    """What will stop the event, or its next message; after its first matches were due the channels alone."""
    if phase(tournament) in {Phase.OVER, Phase.CANCELLED}:
        return ()
    outline = Outline(
        tournament.guild_id,
        tournament.rulebook,
        tournament.start_at,
        check_in_opens_at(tournament),
        check_in_closes_at(tournament, outages_of(tx, tournament)),
        entering_store.headcount(tx, tournament.tournament_id).registered,
        tournament,
    )
    # An event that is drawn ahead of its start waits for it with its pairings known.
    if phase(tournament) is Phase.RUNNING and tournament.start_at <= now:
        return (*_channels(tx, outline, looks, around), *_beside(tx, outline, looks, around))
    return _rows_ahead(tx, outline, looks, around)


def _outline_of(tx: Query, draft: Draft) -> Outline:
    before = None if draft.tournament_id is None else tournaments_store.load(tx, draft.tournament_id)
    rulebook = before.rulebook if before else from_canonical(draft.rulebook or "")
    start = draft.start_at or (before.start_at if before else draft.drafted_at)
    opens, closes = start - rulebook.check_in.opens_before, start - rulebook.check_in.closes_before
    return Outline(
        draft.guild_id, rulebook, start, opens, closes, rulebook.registration.capacity, before, draft.draft_id
    )


def _rows_ahead(tx: Query, outline: Outline, looks: Looker, around: Around) -> tuple[DeskRow, ...]:
    return tuple(row for find in FINDERS for row in find(tx, outline, looks, around))


def _channels(tx: Query, outline: Outline, looks: Looker, around: Around) -> Iterator[DeskRow]:
    community = server_store.load(tx, outline.guild_id)
    if around.server is not None and community is not None:
        mend = Mend.CHOOSE_CHANNEL if may(Act.SET_UP, looks.held) else None
        yield from closed_channels(community, around.server, mend)


def _silent_role(tx: Query, outline: Outline, looks: Looker, around: Around) -> Iterator[DeskRow]:
    """Where whoever created the event is silent the organisers' role is called, and Discord would not ping it."""
    community, server = server_store.load(tx, outline.guild_id), around.server
    role = None if community is None else community.organiser_role
    if community is None or role is None or server is None or pings_role(community, server, role):
        return
    mend = Mend.PING_ROLE if may_open_role(server, role) else Mend.CHOOSE_ROLE
    able = mend if may(Act.SET_UP, looks.held) else None
    yield DeskRow(Obstacle.ROLE_SILENT, SetupPage.PLACES, mend=able, channel=calls_channel(community), role=role)


def _threads(tx: Query, outline: Outline, looks: Looker, around: Around) -> Iterator[DeskRow]:
    """Rights that threads for its matches want; without them nothing is lost, and all stand in one channel."""
    community, rules = server_store.load(tx, outline.guild_id), outline.rulebook.threads
    if rules is None or community is None or around.server is None:
        return
    rights = lacking_for_threads(around.server, community.matches, (rules.read_by,))
    if rights:
        mend = Mend.CHOOSE_CHANNEL if may(Act.SET_UP, looks.held) else None
        yield DeskRow(Obstacle.NO_THREADS, SetupPage.PLACES, mend=mend, channel=community.matches, rights=rights)


def _nobody_to_follow(tx: Query, outline: Outline, looks: Looker, _: Around) -> Iterator[DeskRow]:
    """What would keep the first matches from being called, while somebody can still do something about it."""
    if not _wants_arbiters(outline) or _somebody_is_there(tx, outline):
        return
    named = people_store.by_ids(tx, people_store.arbiters(tx, outline.guild_id)).values()
    here = [one for one in named if one.discord_id is not None]
    if not named:
        yield DeskRow(Obstacle.NO_ARBITER_NAMED, "", mend=_by_duty(looks) or _by_naming(looks))
    elif not here:
        known = tuple(named)[:ARBITERS_NAMED]
        yield DeskRow(Obstacle.NO_ARBITER_HERE, "", known, mend=_by_naming(looks))
    elif outline.tournament is not None and phase(outline.tournament) is not Phase.ANNOUNCED:
        yield DeskRow(Obstacle.NO_DUTY_YET, "", tuple(here[:ARBITERS_NAMED]), mend=_by_duty(looks))


def _somebody_is_there(tx: Query, outline: Outline) -> bool:
    if outline.tournament is not None:
        return bool(course_calling_verbs.available(tx, outline.tournament))
    return bool(people_store.on_duty(tx, outline.guild_id))


def _too_large(tx: Query, outline: Outline, looks: Looker, _: Around) -> Iterator[DeskRow]:
    """Nobody but provisional arbiters, and more entrants than they are given matches of (AIJE-B01-ANP)."""
    found = playing_arbiters_verbs.of_size(tx, outline.guild_id, outline.size, outline.start_at)
    titled = people_store.arbiters(tx, outline.guild_id)
    if not _wants_arbiters(outline) or found is None or len(found.people) < len(titled):
        return
    draft = outline.tournament is None and may(Act.CREATE_TOURNAMENT, looks.held)
    mend = _by_naming(looks) or (Mend.CHANGE_DRAFT if draft else None)
    yield DeskRow(Obstacle.TOO_LARGE, "", found.people[:ARBITERS_NAMED], n=found.limit, mend=mend)


def _night(tx: Query, outline: Outline, looks: Looker, _: Around) -> Iterator[DeskRow]:
    community = server_store.load(tx, outline.guild_id)
    opens, closes = outline.opens_at, outline.closes_at
    if _may_move(outline) and community and is_night_throughout(opens, closes, community.time_zone):
        yield _of_night(Obstacle.NIGHT, outline, looks, zone=community.time_zone)


def _night_abroad(tx: Query, outline: Outline, looks: Looker, around: Around) -> Iterator[DeskRow]:
    """How many entrants play for a country in which it is night everywhere; who they are is not told."""
    if outline.tournament is None or not _may_move(outline):
        return
    declared = people_store.at(tx, outline.guild_id, outline.start_at)
    listed = entering_store.of_tournament(tx, outline.tournament.tournament_id)
    theirs = [declared.get(one.person_id) for one in listed if one.withdrawn_at is None]
    at_night = {
        country
        for country in set(theirs)
        if country and is_night_in_each(outline.opens_at, outline.closes_at, around.zones_of(country))
    }
    n = sum(country in at_night for country in theirs)
    if n:
        yield _of_night(Obstacle.NIGHT_ABROAD, outline, looks, n=n)


def _role_gone(_: Query, outline: Outline, looks: Looker, __: Around) -> Iterator[DeskRow]:
    """The role that the event asks for was deleted, or is another server's: nobody could register."""
    rules, there = outline.rulebook.entry, looks.server_roles
    if rules is None or rules.role_id is None or there is None or rules.role_id in there or not _may_move(outline):
        return
    if outline.tournament is None:
        yield DeskRow(Obstacle.ENTRY_ROLE_GONE, outline.draft_id, mend=Mend.CHOOSE_CONDITIONS)
        return
    mend = Mend.ENTER_SOMEBODY if may(Act.ENTER_OTHER_PERSON, looks.held) else None
    yield DeskRow(Obstacle.ENTRY_ROLE_GONE, outline.tournament.tournament_id, mend=mend)


def _close_asked(tx: Query, outline: Outline, looks: Looker, _: Around) -> Iterator[DeskRow]:
    """Who runs the event was asked about the close and has not answered, and somebody is still missing."""
    event = outline.tournament
    missing = () if event is None else entering_check_in_verbs.missing(tx, event)
    if event is None or not missing or not _is_close_asked(tx, event):
        return
    subject: str = event.tournament_id
    mend: Mend | None = None
    if event.close_extensions < MOST_EXTENSIONS and may(Act.EXTEND_CHECK_IN, looks.held):
        subject, mend = f"{subject}.{event.close_extensions}", Mend.MORE_TIME
    elif may(Act.CUT_CHECK_IN_SHORT, looks.held):
        mend = Mend.CLOSE_NOW
    people = tuple(people_shown(tx, missing[:PLAYERS_NAMED]).values())
    until = outline.closes_at
    yield DeskRow(Obstacle.CHECK_IN_CLOSES, subject, people, until, len(missing), mend=mend)


def _is_close_asked(tx: Query, event: Tournament) -> bool:
    ref = MatterRef(MatterKind.CHECK_IN_CLOSES, tournament_subject(event.tournament_id))
    found = tournaments_summons_store.load(tx, ref)
    return phase(event) is Phase.CHECK_IN and found is not None and found.settled_at is None


EVENTS_TOLD: Final = 3
"""Of those at the same hours."""
PLAYERS_NAMED: Final = 10


def _beside(tx: Query, outline: Outline, _: Looker, __: Around) -> Iterator[DeskRow]:
    """Other events at the same hours: of a draft each one, of an event those of which somebody is in both."""
    event, rulebook = outline.tournament, outline.rulebook
    hours = hours_ahead(rulebook, outline.start_at, outline.size or 0) if event is None else hours_of(tx, event)
    but = None if event is None else event.tournament_id
    for other in islice(meeting(tx, outline.guild_id, hours, but), EVENTS_TOLD):
        if event is None:
            n = entering_store.headcount(tx, other.tournament_id).registered
            yield DeskRow(Obstacle.EVENT_BESIDE, other.tournament_id, n=n, called=other.name, starts_at=other.start_at)
        elif people := in_both(tx, event, other):
            named, told = people[:PLAYERS_NAMED], (other.name, other.start_at)
            yield DeskRow(
                Obstacle.IN_BOTH, other.tournament_id, named, n=len(people), called=told[0], starts_at=told[1]
            )


FINDERS: Final[tuple[Finder, ...]] = (
    _close_asked,
    _channels,
    _silent_role,
    _threads,
    _role_gone,
    _nobody_to_follow,
    _too_large,
    _night,
    _night_abroad,
    _beside,
)


def _of_night(kind: Obstacle, outline: Outline, looks: Looker, n: int = 1, zone: str = "") -> DeskRow:
    if outline.tournament is None:
        return DeskRow(kind, "", n=n, mend=Mend.CHANGE_DRAFT, zone=zone)
    mend = Mend.MOVE_START if may(Act.EDIT_TOURNAMENT, looks.held) else None
    return DeskRow(kind, outline.tournament.tournament_id, n=n, mend=mend, zone=zone)


def _may_move(outline: Outline) -> bool:
    return outline.tournament is None or phase(outline.tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}


def _wants_arbiters(outline: Outline) -> bool:
    return outline.rulebook.matches.matches_per_arbiter > 0


def _by_duty(looks: Looker) -> Mend | None:
    return Mend.GO_ON_DUTY if looks.may_go_on_duty else None


def _by_naming(looks: Looker) -> Mend | None:
    return Mend.NAME_ARBITERS if may(Act.NAME_OFFICERS, looks.held) else None


# --- matches in play ------------------------------------------------------------------------------------------------


_OBSTACLES: Mapping[MatchPhase, Obstacle] = {
    MatchPhase.WAITING: Obstacle.NOT_DELIVERED,
    MatchPhase.MISSING: Obstacle.ABSENT,
    MatchPhase.UNDECIDED: Obstacle.UNDECIDED,
    MatchPhase.REPORTED: Obstacle.UNANSWERED,
    MatchPhase.DISPUTED: Obstacle.DISPUTE,
    MatchPhase.SUSPENDED: Obstacle.SUSPENDED,
}
_ENDS_BY_ITSELF = frozenset({MatchPhase.WAITING, MatchPhase.MISSING, MatchPhase.REPORTED})
"""In an arena within two minutes, and in a big one there are always dozens: they would hide what needs somebody."""


@dataclass(frozen=True, slots=True)
class InPlay:
    """Matches in play: a row for each that does not simply go on, and how many do."""

    rows: tuple[DeskRow, ...]
    going_on: int
    paused_until: datetime | None = None
    """When the event goes on by itself, where staff have paused it."""


def in_play(tx: Query, tournament: Tournament, now: datetime) -> InPlay:
    """All that was called and has no score; of an arena's games only those with a word on the table are looked at."""
    lost = tournaments_store.outages_of_event(tx, tournament, tournament.created_at)
    if tournament.rulebook.traits.has_lobby:
        rows = tuple(_rows(tx, tournament, _words_on_the_table(tx, tournament), lost, now))
        return InPlay(rows, playing_rows_store.in_play(tx, tournament.tournament_id) - len(rows))
    known = playing_store.in_play(tx, tournament.tournament_id)
    rows = tuple(_rows(tx, tournament, known, lost, now))
    return InPlay(rows, len(known) - len(rows), paused_until(now, lost))


def _words_on_the_table(tx: Query, tournament: Tournament) -> Iterator[Match]:
    tournament_id = tournament.tournament_id
    wanted = (
        *playing_rows_store.awaited_games(tx, tournament_id),
        *playing_rows_store.stopped_games(tx, tournament_id),
    )
    for contest_id in dict.fromkeys(wanted):
        match = playing_store.load(tx, contest_id)
        if match is not None:
            yield match


def _rows(
    tx: Query, tournament: Tournament, known: Iterable[Match], lost: Iterable[Outage], now: datetime
) -> Iterator[DeskRow]:
    ends_by_itself = _ENDS_BY_ITSELF if tournament.rulebook.traits.has_lobby else frozenset()
    for match in known:
        match_context = MatchContext(match, tournament, tuple(one for one in lost if one.up_at > match.created_at))
        state = match_context.state(now)
        if state.phase in _OBSTACLES and state.phase not in ends_by_itself and not match.contest.is_bye:
            yield _row(tx, match_context, state)


def _row(tx: Query, match_context: MatchContext, state: MatchState) -> DeskRow:
    match = match_context.match
    shown = people_shown(tx, entering_store.by_ids(tx, match.contest.sides))
    people = tuple(shown[side] for side in match.contest.sides)
    pause = playing_board_store.sessions_of_contest(tx, match.contest.contest_id).running if match.adjourned else None
    obstacle = _OBSTACLES[state.phase] if pause is None else Obstacle.ADJOURNED
    until = _until(match_context, state) if pause is None else pause.goes_on_at
    return DeskRow(obstacle, match.contest.contest_id, people, until)


def _until(match_context: MatchContext, state: MatchState) -> datetime | None:
    report = match_context.match.report
    if state.phase is MatchPhase.REPORTED and report is not None:
        return stands_at(report, match_context.tournament.rulebook, match_context.outages)
    return min((side.next_at for side in state.missing if side.next_at is not None), default=None)


# --- the desk -------------------------------------------------------------------------------------------------------


def desk_view(tx: ActorQuery, tournament_id: TournamentId, around: Around = NOTHING_AROUND) -> DeskView:
    """The desk of an event for those who run it; raises NotAllowed or NotFound."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    capacities = server_verbs.require(tx, person, Act.SEE_DESK)
    tournament = find(tx, tx.guild_id, tournament_id)
    playing = _playing(tx, tournament, tx.pressed_at)
    on_duty = [arbiter for arbiter, _ in people_store.on_duty(tx, tx.guild_id)]
    people = people_store.by_ids(tx, on_duty)
    to_come = of_event(tx, tournament, looker(tx, capacities), tx.pressed_at, around)
    return DeskView(
        tournament=tournament,
        phase=phase(tournament),
        headcount=entering_store.headcount(tx, tournament_id),
        opens_at=check_in_opens_at(tournament),
        closes_at=check_in_closes_at(tournament, outages_of(tx, tournament)),
        rows=_in_order(tx, tournament, playing, tx.pressed_at, to_come),
        on_duty=tuple(people[arbiter] for arbiter in on_duty),
        in_play=playing.going_on,
        to_play=_to_play(tx, tournament, playing),
        now=tx.pressed_at,
        hints=_hints(tx, tournament, tx.pressed_at),
        may_create=may(Act.CREATE_TOURNAMENT, capacities),
        provisional=playing_arbiters_verbs.of_event(tx, tournament),
        estimate=course_calling_verbs.of_event(tx, tournament, tx.pressed_at),
        reader=None if person is None else person.person_id,
        opens_again=_may_open_again(tx, tournament, capacities),
        at_the_close=_at_the_close(to_come, capacities),
    )


def _at_the_close(rows: Iterable[DeskRow], capacities: frozenset[Capacity]) -> tuple[str, ...]:
    """The answers to the question before the close that the row's own button does not give."""
    asked = next((row for row in rows if row.obstacle is Obstacle.CHECK_IN_CLOSES), None)
    if asked is None:
        return ()
    now = ("close-now",) if asked.mend is Mend.MORE_TIME and may(Act.CUT_CHECK_IN_SHORT, capacities) else ()
    return (*now, *(("close-off",) if may(Act.CANCEL_TOURNAMENT, capacities) else ()))


def _may_open_again(tx: ActorQuery, tournament: Tournament, capacities: frozenset[Capacity]) -> bool:
    until = tournaments_verbs.opens_again_until(tx, tournament)
    return until is not None and tx.pressed_at <= until and may(Act.OPEN_AGAIN, capacities)


def obstacles(tx: Query, tournament: Tournament, looks: Looker, now: datetime) -> tuple[DeskRow, ...]:
    """All that waits for somebody, the most urgent first; within a kind, the longest waiting first."""
    playing = _playing(tx, tournament, now)
    return _in_order(tx, tournament, playing, now, of_event(tx, tournament, looks, now))


def call_again(tx: ActorTx, tournament_id: TournamentId) -> DeskView:
    """Takes the event as far as it goes now, as when an arbiter could not be had before; harmless at any time."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.SEE_DESK)
    find(tx, tx.guild_id, tournament_id)
    course_verbs.proceed(tx, tournament_id)
    return desk_view(tx, tournament_id)


def _in_order(
    tx: Query, tournament: Tournament, playing: InPlay, now: datetime, to_come: tuple[DeskRow, ...]
) -> tuple[DeskRow, ...]:
    rows = [*_of_phase(tx, tournament, now), *playing.rows, *to_come, *_of_community(tx, tournament, now)]
    if playing.paused_until is not None:
        rows.append(DeskRow(Obstacle.EVENT_PAUSED, tournament.tournament_id, until=playing.paused_until))
    order = tuple(Obstacle)
    return tuple(sorted(rows, key=lambda row: order.index(row.obstacle)))


def _playing(tx: Query, tournament: Tournament, now: datetime) -> InPlay:
    """What is played; of an arena that has ended, the disputes that are still to be decided (ARENA-4)."""
    at = phase(tournament)
    if at is Phase.RUNNING:
        return in_play(tx, tournament, now)
    left_open = in_play(tx, tournament, now).rows if at is Phase.OVER and tournament.rulebook.traits.has_lobby else ()
    return InPlay(tuple(row for row in left_open if row.obstacle is Obstacle.DISPUTE), 0)


def _to_play(tx: Query, tournament: Tournament, playing: InPlay) -> int:
    """Matches without a result; in an arena all of them are in play."""
    if tournament.rulebook.traits.has_lobby:
        return playing.going_on + len(playing.rows)
    in_force = playing_store.of_tournament(tx, tournament.tournament_id)
    return sum(len(one.sides) > 1 and one.result is None for one in in_force)


def _of_phase(tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
    if phase(tournament) not in {Phase.OVER, Phase.CANCELLED} and _all_play(tx, tournament):
        yield DeskRow(Obstacle.ALL_PLAY, SetupPage.PLACES)
    match phase(tournament):
        case Phase.CHECK_IN:
            yield from _not_confirmed(tx, tournament)
        case Phase.DRAWING:
            yield DeskRow(Obstacle.DRAW, tournament.tournament_id)
        case Phase.RUNNING if not tournament.rulebook.traits.has_lobby:
            yield from _without_arbiter(tx, tournament, now)


def _all_play(tx: Query, tournament: Tournament) -> bool:
    """Whether who organises the event plays in it, and so does everybody on record who could decide in their place.

    Other organisers stand on no record: who has that role by Discord's word alone may still be there.
    """
    event = tournament.tournament_id
    may_run = not tournaments_summons_store.is_gone(tx, tournament.created_by)
    if may_run and not tournaments_recusal_verbs.has_place(tx, event, tournament.created_by):
        return False
    community = server_store.load(tx, tournament.guild_id)
    owner = None if community is None else people_store.of_member(tx, tournament.guild_id, community.owner_id)
    deciding = set(people_store.arbiters(tx, tournament.guild_id))
    deciding |= {one.person_id for one in tournaments_store.holding(tx, event)}
    deciding |= {one for one, _ in people_store.on_duty(tx, tournament.guild_id)}
    owner_plays = owner is not None and tournaments_recusal_verbs.has_place(tx, event, owner.person_id)
    return owner_plays and all(tournaments_recusal_verbs.has_place(tx, event, one) for one in sorted(deciding))


def _of_community(tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
    parked = sum(reason != MOOT for _, reason in outbox.parked_promises(tx, tournament.guild_id))
    if parked:
        yield DeskRow(Obstacle.PARKED, "all", n=parked)
    for claim in entering_accounts_verbs.waiting(tx, tournament.guild_id, now):
        yield DeskRow(Obstacle.CLAIM, claim.claim.claim_id, (claim.claimant, claim.holder))
    yield from _matters(tx, tournament)
    for one in STAFF_HOOKS.of(tournament.rulebook):
        yield from one.obstacles(tx, tournament, now)


_OF_MATTERS: Final = {MatterKind.CALLED: Obstacle.CALLED, MatterKind.NOT_REPORTED: Obstacle.NOT_REPORTED}
"""What waits of a match that its own state does not show."""


def _matters(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """What who runs the event was called to and has not settled, however long ago; all else has a row of its own."""
    for one in tournaments_summons_store.of_event(tx, tournament.guild_id, tournament.tournament_id):
        if one.settled_at is not None:
            continue
        match = playing_store.load(tx, ContestId(one.matter.subject.partition(":")[2]))
        if one.matter.kind is MatterKind.STUCK:
            yield DeskRow(Obstacle.STUCK, tournament.tournament_id)
        elif match is not None and one.matter.kind in _OF_MATTERS:
            people = people_shown(tx, entering_store.by_ids(tx, match.contest.sides))
            people_in_it = tuple(people[side] for side in match.contest.sides)
            yield DeskRow(_OF_MATTERS[one.matter.kind], match.contest.contest_id, people_in_it)


def _hints(tx: Query, tournament: Tournament, now: datetime) -> tuple[NameHint, ...]:
    """Names on the list that somebody barred has held, for staff to look at and for nothing else."""
    site = tournament.rulebook.registration.account
    if site is None or phase(tournament) in {Phase.OVER, Phase.CANCELLED}:
        return ()
    found = people_account_store.namesakes(tx, tournament.tournament_id, site, now)
    people = people_store.by_ids(tx, [one for holder, barred, _ in found for one in (holder, barred)])
    return tuple(
        NameHint(people[holder], people[barred], account)
        for holder, barred, account in found
        if not people_store.are_one(tx, holder, barred)
    )


def _not_confirmed(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """Who has Discord, or a team: of all others one row of their own tells (`bot/features/by_name`)."""
    found = entering_check_in_verbs.missing(tx, tournament)
    apart = {one.entrant_id for one in by_name(tx, found)}
    missing = [one for one in found if one.entrant_id not in apart]
    people = people_shown(tx, missing)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    for entrant in missing:
        yield DeskRow(Obstacle.NOT_CONFIRMED, entrant.entrant_id, (people[entrant.entrant_id],), closes_at)


def _without_arbiter(tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
    """Matches that wait for an arbiter, those of one reason together, and those whose arbiter went away."""
    assigned_at = playing_store.assignment_times(tx, tournament.tournament_id)
    in_force = playing_store.of_tournament(tx, tournament.tournament_id)
    if course_calling_verbs.may_call(tournament, now):
        plan = assignments(
            course_calling_verbs.as_given(tx, tournament, in_force, assigned_at, now),
            course_calling_verbs.available(tx, tournament),
            person_of(tx, tournament),
            per_arbiter=tournament.rulebook.matches.matches_per_arbiter,
            third_place_match=tournament.rulebook.knockout.third_place_match,
            bracket=tournament.rulebook.traits.is_bracket,
        )
        counted: dict[Obstacle, int] = {}
        for block in plan.blocks:
            obstacle = Obstacle(block.reason.value)
            counted[obstacle] = counted.get(obstacle, 0) + 1
        for obstacle, n in counted.items():
            yield DeskRow(obstacle, tournament.tournament_id, n=n)
    if tournament.rulebook.matches.matches_per_arbiter:
        people = players(tx, tournament)
        for one in in_force:
            if course_calling_verbs.is_orphan(one, assigned_at):
                yield DeskRow(Obstacle.LEFT_ALONE, one.contest_id, tuple(people[side] for side in one.sides))
