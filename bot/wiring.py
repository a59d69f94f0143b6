"""Which features there are, and where each joins the core: steps, deliveries, notices, panels. It names them all.

No clock starts without its delivered message. `ALL` is the union of the features' `NOTICES`, and a test holds it
against the kinds of message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import discord

from bot.features.arena import plugs as arena_plugs
from bot.features.arena.model import ArenaLobby
from bot.features.by_name import plugs as by_name_plugs
from bot.features.by_name.cards import ByNameCards
from bot.features.by_name.verbs import PANEL as BY_NAME
from bot.features.cases import cards as cases_cards
from bot.features.cases import committee_verbs as cases_committee_verbs
from bot.features.cases import plugs as cases_plugs
from bot.features.cases.model import AppealMade, CaseForReview, CaseThread, FileOpened, NameClaimed
from bot.features.cases.worker import CaseThreads, thread_of
from bot.features.clashes import plugs as clashes_plugs
from bot.features.course import calling_verbs as course_calling_verbs
from bot.features.course import verbs as course_verbs
from bot.features.course.cards import EVENT_CARD_STRATEGIES
from bot.features.decks import plugs as decks_plugs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import messages as entering_messages
from bot.features.entering.cards import ENTRY_CARDS
from bot.features.entering.model import AccountClaimed
from bot.features.erasure import verbs as erasure_verbs
from bot.features.evidence import plugs as evidence_plugs
from bot.features.guidance import calls_messages as guidance_calls_messages
from bot.features.guidance import verbs as guidance_verbs
from bot.features.guidance.staff_worker import StaffReach
from bot.features.guidance.verbs import WaitingDecision
from bot.features.jeek import plugs as jeek_plugs
from bot.features.jeek.games_model import JeekBoard
from bot.features.ladder import plugs as ladder_plugs
from bot.features.late import plugs as late_plugs
from bot.features.match_threads import plugs as match_threads_plugs
from bot.features.match_threads import verbs as match_threads_verbs
from bot.features.match_threads import worker as match_threads_worker
from bot.features.match_threads.model import ThreadTended
from bot.features.match_times import plugs as match_times_plugs
from bot.features.match_times.model import MatchInCalendar, MatchOpened
from bot.features.match_times.worker import ScheduledEvents, calendar_entry
from bot.features.opening import plugs as opening_plugs
from bot.features.own_events import plugs as own_events_plugs
from bot.features.pages import plugs as pages_plugs
from bot.features.past_events import plugs as past_events_plugs
from bot.features.past_events.cards import PastEventCards
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import messages as playing_messages
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing.hooks import MATCH_HOOKS, MATCH_STRATEGIES, STAFF_HOOKS
from bot.features.playing.model import ConfirmReminder
from bot.features.playing.words_cards import MATCH_CARD_STRATEGIES, MATCH_CARDS
from bot.features.registry import plugs as registry_plugs
from bot.features.registry.model import GradeWaits, MirrorRoles, TitleProposed
from bot.features.registry.worker import RoleMirror
from bot.features.repeating import plugs as repeating_plugs
from bot.features.replacing import plugs as replacing_plugs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.rounds import messages as rounds_messages
from bot.features.rounds.messages import DRAWN_STRATEGIES
from bot.features.seats import plugs as seats_plugs
from bot.features.seats import verbs as seats_verbs
from bot.features.seats.model import SeatsOffered, SeatsProposed
from bot.features.seats.reading_verbs import seats_subject
from bot.features.series import plugs as series_plugs
from bot.features.sign_ups import plugs as sign_ups_plugs
from bot.features.signing import plugs as signing_plugs
from bot.features.signing.cards import WISH_CARDS
from bot.features.signing.model import SignatureWanted
from bot.features.signing.verbs import SIGNING_HOOKS
from bot.features.tables import plugs as tables_plugs
from bot.features.teams import plugs as teams_plugs
from bot.features.title_match import plugs as title_match_plugs
from bot.features.title_match.model import ColoursAsked
from bot.features.tournaments import messages as tournaments_messages
from bot.features.tournaments import official_verbs as tournaments_official_verbs
from bot.features.tournaments import proposal_verbs as tournaments_proposal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import account_claim_subject, contest_subject, save, tournament_subject
from bot.features.tournaments.hooks import (
    DUTY_HOOKS,
    ENTRY_HOOKS,
    EVENT_HOOKS,
    EVENT_STRATEGIES,
    KEEPER_HOOKS,
    SERVER_HOOKS,
    STEP_HOOKS,
    Taker,
    Watch,
)
from bot.features.tournaments.promises_model import (
    EventProposed,
    MatchCalled,
    Podium,
    ScheduledEvent,
    StaffCalled,
    TournamentAnnounced,
)
from bot.features.tournaments.sheet_cards import SHEET_STRATEGIES, SHEETS
from bot.features.tournaments.summons_verbs import call_subject
from bot.features.voting import plugs as voting_plugs
from bot.features.voting.bodies_model import VoteOpened
from bot.features.voting.closing_verbs import VOTE_HOOKS
from bot.kernel import outbox, promises
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, GuildId, OutboxId, Place, TournamentId
from bot.kernel.outages import Step
from bot.kernel.outbox import OutageTold
from bot.kernel.panel_store import Panel
from bot.kernel.promises import KINDS, Delivery, Message, Promise, Target, ToChannel
from bot.kernel.time_store import Deadline
from bot.layout.cards import Composed, Notice, PanelNotice, ShowsFaces
from bot.living.creation import Maker
from bot.living.notifier import Speech
from bot.living.panels import PanelContents
from bot.living.reachability import Losses
from bot.living.scheduler import Steps
from bot.living.transactions import UnitsOfWork
from bot.people.ratings_verbs import RATING_HOOKS
from bot.play.plugs import Hooks, Joined, Strategies, first
from bot.server.speaking_verbs import (
    DELIVERY_HOOKS,
    Follow,
    Following,
    after,
    as_panel,
    place_of,
    promise,
    stand,
    stand_as_said,
)

# --- steps that come by themselves ----------------------------------------------------------------------------------


_WOKEN: Final = {"outbox": "outbox", "panel": "panels", "commands": "commands"}
"""Subjects whose step is to wake whoever waits: the notifier, the keepers of panels and of commands."""


def is_long_to_read(deadline: Deadline) -> bool:
    """Whether the step hangs on so much that it is read before, where no press waits for it."""
    return deadline.kind == Step.REMIND_DECIDERS


def read_ahead(tx: Query, deadline: Deadline) -> Mapping[str, WaitingDecision]:
    """What such a step hangs on."""
    return guidance_verbs.waiting(tx, GuildId(int(deadline.subject.partition(":")[2])), tx.now)


def take(tx: Tx, deadline: Deadline, ahead: Mapping[str, WaitingDecision] | None = None) -> None:
    """Takes one due step, in the transaction that removes its row; a step run twice is harmless.

    `ahead` is what was read for it before, if anything was.
    """
    if not kernel_time_store.take_deadline(tx, deadline):
        return
    kind, _, subject = deadline.subject.partition(":")
    if kind in _WOKEN:
        tx.wake(_WOKEN[kind])
    elif deadline.kind == Step.TELL_STILL:
        _climb(tx, deadline.subject)
    elif ahead is not None:
        guidance_verbs.look(tx, GuildId(int(subject)), ahead)
    else:
        _taker(kind)(tx, subject, Step(deadline.kind))


def _taker(kind: str) -> Taker:
    if kind in _TAKERS:
        return _TAKERS[kind]
    found = first(step_hook.takers().get(kind) for step_hook in STEP_HOOKS)
    if found is None:
        raise LookupError(f"nobody takes steps of {kind}")
    return found


def _climb(tx: Tx, row: str) -> None:
    kind = row.removeprefix(tournaments_summons_verbs.APART).partition(":")[0]
    watch = _WATCHES.get(kind)
    if watch is None:
        raise LookupError(f"nobody watches {kind}")
    tournaments_summons_verbs.climb(tx, row, watch)


def _tournament_step(tx: Tx, tournament_id: TournamentId, step: Step) -> None:
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is None or tournament.cancelled_at is not None:
        return
    match step:
        case Step.OPEN_CHECK_IN:
            entering_check_in_verbs.open_check_in(tx, tournament)
        case Step.REMIND_CHECK_IN:
            entering_check_in_verbs.remind(tx, tournament)
        case Step.ASK_ABOUT_CLOSE:
            entering_check_in_verbs.ask_about_close(tx, tournament)
        case Step.CLOSE_CHECK_IN:
            entering_check_in_verbs.close_or_extend(tx, tournament)
        case Step.DRAW:
            rounds_drawing_verbs.draw_when_closed(tx, tournament_id)
        case Step.START:
            course_verbs.proceed(tx, tournament_id)
        case _:
            raise LookupError(f"a tournament has no step {step}")


_TAKERS: Final[Mapping[str, Taker]] = {
    "adjournment": lambda tx, subject, step: playing_adjourning_verbs.take(tx, ContestId(subject), step),
    "ceremony": rounds_ending_verbs.take,
    "contest": lambda tx, subject, step: playing_presence_verbs.take(tx, ContestId(subject), step),
    "decisions": guidance_verbs.take,
    "kept": erasure_verbs.take,
    "letters": lambda tx, subject, step: entering_check_in_verbs.take(tx, TournamentId(subject), step),
    "pause": lambda tx, subject, _: playing_adjourning_verbs.take_pause(tx, TournamentId(subject)),
    "said": outbox.take,
    "seats": seats_verbs.expire,
    "staff": tournaments_summons_verbs.take,
    "tournament": lambda tx, subject, step: _tournament_step(tx, TournamentId(subject), step),
}
"""Who takes the steps of what every community has, by what the subject is."""
_WATCHES: Final[Mapping[str, Watch]] = {
    "contest": playing_presence_verbs.WATCH,
    "draft": tournaments_proposal_verbs.PREVIEWS,
    "event-proposal": tournaments_proposal_verbs.PROPOSALS,
    "rules": tournaments_proposal_verbs.RULES,
    "tournament": course_calling_verbs.WATCH,
}
"""What can stand still."""


# --- what a delivered message sets in motion ------------------------------------------------------------------------


def note_delivery(tx: Tx, delivery: Delivery) -> None:
    """Marks the promise as kept and does what hangs on that, in one transaction; a second call changes nothing."""
    promise = outbox.load(tx, delivery.outbox_id)
    if promise is None or not outbox.mark_delivered(tx, delivery):
        return
    for follow in _following(type(promise.message)):
        follow(tx, promise, delivery)
    if promise.message.again:
        playing_outage_verbs.note_back(tx, promise, delivery)


def _following(kind: type[Message]) -> Iterator[Follow]:
    """What follows messages of the kind: of the core first."""
    tables = (_FOLLOWS, *(delivery_hook.follows() for delivery_hook in DELIVERY_HOOKS))
    return (table[kind] for table in tables if kind in table)


def is_noted(tx: Query, outbox_id: OutboxId) -> bool:
    """Whether nothing is left to note of the promise: it was kept for all that is known, or never made."""
    return outbox.load(tx, outbox_id) is None or outbox.is_delivered(tx, outbox_id)


def guild_of(tx: Query, outbox_id: OutboxId) -> GuildId | None:
    """The server that the message is about; None where it is not on record any more."""
    promise = outbox.load(tx, outbox_id)
    return None if promise is None else promise.guild_id


def proven(tx: Tx, guild_id: GuildId | None, delivery: Delivery) -> None:
    """A press on the message proves that it stands, whatever Discord answered when it was sent.

    What hangs on the delivery happens first, by the message's own moment, and so the press is taken.
    """
    promise = outbox.load(tx, delivery.outbox_id)
    if promise is None or (guild_id is not None and guild_id != promise.guild_id):
        return
    note_delivery(tx, delivery)


def _stand_announcement(tx: Tx, promise: Promise[TournamentAnnounced], delivery: Delivery) -> None:
    tournament = tournaments_store.load(tx, promise.message.tournament_id)
    if tournament is None:
        return
    stand(tx, promise, delivery, tournament_subject(tournament.tournament_id))
    if tournament.announced_at is None:
        save(tx, replace(tournament, announced_at=delivery.delivered_at))


def _match_called(tx: Tx, promise: Promise[MatchCalled], delivery: Delivery) -> None:
    stand(tx, promise, delivery, contest_subject(promise.message.contest_id))
    playing_presence_verbs.tell_called(tx, promise)
    playing_presence_verbs.start_clocks(tx, promise, delivery)


_FOLLOWS: Final[Following] = dict(
    (
        as_panel(AccountClaimed, lambda said: account_claim_subject(said.claim_id)),
        after(ConfirmReminder, playing_reporting_verbs.extend_time_to_answer),
        as_panel(EventProposed, lambda said: tournaments_proposal_verbs.proposal_subject(said.proposal_id)),
        after(MatchCalled, _match_called),
        after(Podium, playing_arbiters_verbs.ask_for_report),
        after(OutageTold, stand_as_said),
        after(SeatsOffered, seats_verbs.start_time_to_answer),
        as_panel(SeatsProposed, lambda said: seats_subject(said.round_id)),
        as_panel(StaffCalled, lambda said: call_subject(said.call_id)),
        after(TournamentAnnounced, _stand_announcement),
    )
)


# --- how promises become messages -----------------------------------------------------------------------------------


ALL: Final[Mapping[type[Message], Notice]] = {
    **tournaments_messages.NOTICES,
    **entering_messages.NOTICES,
    **seats_plugs.NOTICES,
    **rounds_messages.NOTICES,
    **past_events_plugs.NOTICES,
    **playing_messages.NOTICES,
    **tournaments_messages.SUMMONS_NOTICES,
    **match_threads_plugs.NOTICES,
    **teams_plugs.NOTICES,
    **decks_plugs.NOTICES,
    **title_match_plugs.NOTICES,
    **arena_plugs.NOTICES,
    **ladder_plugs.NOTICES,
    **late_plugs.NOTICES,
    **replacing_plugs.NOTICES,
    **match_times_plugs.NOTICES,
    **clashes_plugs.NOTICES,
    **jeek_plugs.NOTICES,
    **series_plugs.NOTICES,
    **repeating_plugs.NOTICES,
    **cases_plugs.NOTICES,
    **cases_plugs.MISCONDUCT_NOTICES,
    **voting_plugs.NOTICES,
    **registry_plugs.NOTICES,
    **opening_plugs.NOTICES,
    **own_events_plugs.NOTICES,
    **sign_ups_plugs.NOTICES,
    **signing_plugs.NOTICES,
    **by_name_plugs.NOTICES,
    **pages_plugs.NOTICES,
    **guidance_calls_messages.NOTICES,
}
SHOWN: Final[Mapping[type[Message], ShowsFaces]] = {Podium: rounds_messages.people_on_podium}
"""Whose faces a message shows; they are fetched before it is composed."""
MADE_OTHERWISE: Final = (ScheduledEvent, MatchInCalendar, MirrorRoles, ThreadTended)
"""Discord's own event, its roles and threads: promised like a message, made without one."""

__all__ = ["ALL", "MADE_OTHERWISE", "SHOWN", "Notice"]


# --- live messages --------------------------------------------------------------------------------------------------


def _from_promise(tx: Query, outbox_id: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """A message that is made again from its own promise, since what it tells of has grown."""
    promised = outbox.load(tx, OutboxId(outbox_id))
    composed = None if promised is None else ALL[type(promised.message)](tx, promised)
    return None if promised is None or composed is None else (composed, promised.guild_id)


PANELS: Mapping[str, PanelNotice] = {
    "account-claim": entering_messages.claim_panel,
    "appeal": cases_plugs.appeal_panel,
    "arena": arena_plugs.panel,
    BY_NAME: by_name_plugs.panel,
    "case": cases_plugs.panel,
    "event-proposal": tournaments_messages.proposal_panel,
    "file": cases_plugs.committee_panel,
    "contest": playing_messages.panel,
    "grade": registry_plugs.grade_panel,
    "jeek": jeek_plugs.panel,
    "match-time": match_times_plugs.panel,
    "name-claim": cases_plugs.name_panel,
    "proposal": registry_plugs.panel,
    "report": playing_messages.report_line,
    "report-reminder": playing_messages.reminder_line,
    "said": _from_promise,
    "seats": seats_plugs.panel,
    "signature": signing_plugs.panel,
    "staff-call": tournaments_messages.call_panel,
    "title-match": title_match_plugs.panel,
    "tournament": tournaments_messages.panel,
    "vote": voting_plugs.panel,
}
_SAID_AS: Mapping[str, tuple[type[Message], Place | None]] = {
    "account-claim": (AccountClaimed, Place.COMMITTEE),
    "arena": (ArenaLobby, Place.MATCHES),
    "contest": (MatchCalled, Place.MATCHES),
    "appeal": (AppealMade, Place.COMMITTEE),
    "event-proposal": (EventProposed, Place.COMMITTEE),
    "case": (CaseForReview, Place.COMMITTEE),
    "file": (FileOpened, Place.COMMITTEE),
    "grade": (GradeWaits, Place.COMMITTEE),
    "match-time": (MatchOpened, Place.MATCHES),
    "name-claim": (NameClaimed, Place.COMMITTEE),
    "proposal": (TitleProposed, Place.COMMITTEE),
    "seats": (SeatsProposed, Place.COMMITTEE),
    "signature": (SignatureWanted, Place.ANNOUNCEMENTS),
    "title-match": (ColoursAsked, Place.MATCHES),
    "tournament": (TournamentAnnounced, Place.ANNOUNCEMENTS),
    "vote": (VoteOpened, Place.COMMITTEE),
    "jeek": (JeekBoard, None),
}
"""As what a panel is posted anew, and in which channel; None is the one in which it stood.

What is said once is not among them: if somebody deletes it, it is gone. What pings is asked again by itself."""


def compose(tx: Query, panel: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """What the panel "kind:id" has to show now."""
    kind, _, subject = panel.partition(":")
    found = PANELS[kind](tx, subject, now)
    if found is not None and cases_committee_verbs.is_about_a_member(tx, found[1], panel):
        return cases_cards.left_channel, found[1]
    return found


def post_again(tx: Tx, seen: Panel, stood_until: datetime) -> None:
    """As `repost`, of a card that Discord does not have any more; the clock that waits for it stands still meanwhile.

    Where the panel is another message by now, somebody has found that out before.
    """
    known = kernel_panel_store.load(tx, seen.panel)
    if known is not None and known.message_id == seen.message_id:
        playing_outage_verbs.note_gone(tx, known, stood_until)
        repost(tx, seen.panel)


def repost(tx: Tx, panel: str) -> None:
    """Promises the panel anew, as a message of its own, and forgets where it stood."""
    known = kernel_panel_store.load(tx, panel)
    if known is None:
        return
    kind, _, subject = panel.partition(":")
    kernel_panel_store.forget(tx, panel)
    if kind not in _SAID_AS or cases_committee_verbs.is_about_a_member(tx, known.guild_id, panel):
        return
    said_as, place = _SAID_AS[kind]
    target = _of_match(tx, subject) if said_as in {MatchCalled, MatchOpened} else place or ToChannel(known.channel_id)
    promise(tx, known.guild_id, target, promises.again(said_as, subject))


def _of_match(tx: Query, subject: str) -> Target | Place:
    tournament = tournaments_store.of_contest(tx, ContestId(subject))
    return Place.MATCHES if tournament is None else place_of(tournament, ContestId(subject))


# --- the features -----------------------------------------------------------------------------------------------


SERVICES: Final[tuple[Hooks, ...]] = (
    playing_messages.Disputes(),
    teams_plugs.TeamPlay(),
    tables_plugs.Tables(),
    decks_plugs.Decks(),
    title_match_plugs.TitleMatch(),
    registry_plugs.Registry(),
    cases_plugs.Cases(),
    voting_plugs.Voting(),
    jeek_plugs.Casual(),
    arena_plugs.Arena(),
    ladder_plugs.Ladder(),
    late_plugs.Late(),
    replacing_plugs.Replacing(),
    match_times_plugs.MatchTimes(),
    seats_plugs.Invitations(),
    clashes_plugs.Clashes(),
    match_threads_plugs.MatchThreads(),
    evidence_plugs.Evidence(),
    series_plugs.Circuits(),
    repeating_plugs.RepeatingEvents(),
    opening_plugs.Opening(),
    past_events_plugs.PastEvents(),
    tournaments_official_verbs.OwnRulebooks(),
    own_events_plugs.OwnEvents(),
    signing_plugs.Signing(),
    by_name_plugs.ByName(),
    pages_plugs.Pages(),
)
"""What each feature adds to the verbs of the core, in the order in which they are asked."""
CARDS: Final[tuple[Hooks, ...]] = (
    cases_plugs.CaseCards(),
    teams_plugs.TeamCards(),
    tables_plugs.TableCards(),
    decks_plugs.DeckCards(),
    title_match_plugs.TitleMatchCards(),
    arena_plugs.ArenaCards(),
    ladder_plugs.LadderCards(),
    match_times_plugs.TimesCards(),
    registry_plugs.RegistryCards(),
    evidence_plugs.EvidenceCards(),
    opening_plugs.OpeningCards(),
    seats_plugs.SeatCards(),
    PastEventCards(),
    own_events_plugs.OwnEventCards(),
    ByNameCards(),
    pages_plugs.PageCards(),
)
"""What each feature adds to the cards of the core."""
POINTS: Final[tuple[Joined[Any] | Strategies[Any], ...]] = (
    RATING_HOOKS,
    ENTRY_HOOKS,
    EVENT_HOOKS,
    MATCH_HOOKS,
    DUTY_HOOKS,
    STEP_HOOKS,
    SERVER_HOOKS,
    KEEPER_HOOKS,
    DELIVERY_HOOKS,
    VOTE_HOOKS,
    STAFF_HOOKS,
    SIGNING_HOOKS,
    SHEETS,
    ENTRY_CARDS,
    MATCH_CARDS,
    WISH_CARDS,
    EVENT_STRATEGIES,
    MATCH_STRATEGIES,
    SHEET_STRATEGIES,
    EVENT_CARD_STRATEGIES,
    MATCH_CARD_STRATEGIES,
    DRAWN_STRATEGIES,
)
"""Where the core asks."""
STEPS: Final = Steps(take, read_ahead, is_long_to_read)
"""What the runner takes."""
PANEL_CONTENTS: Final = PanelContents(
    compose,
    repost,
    match_threads_verbs.note_opened,
    playing_reports_store.LINE,
    playing_reporting_verbs.note_line,
    playing_reporting_verbs.line_mark,
)
"""What the keeper of live messages shows."""
LOSSES: Final = Losses(
    playing_outage_verbs.note_alive,
    playing_outage_verbs.note_losses,
    playing_outage_verbs.concerned,
    playing_outage_verbs.move,
    playing_outage_verbs.note_moved,
    playing_outage_verbs.lose,
    playing_outage_verbs.come_back,
)
"""What follows once presses come in again."""


def join() -> None:
    """Lets the core find the features; whatever starts a process of the bot calls it before anything else."""
    for point in POINTS:
        point.join((*SERVICES, *CARDS))
    KINDS.join((*ALL, *MADE_OTHERWISE))


def speech(units: UnitsOfWork, client: discord.Client, maker: Maker) -> Speech:
    """How the notifier keeps the promises of each kind."""
    calendar, matches = ScheduledEvents(units, client, maker), match_threads_worker.ThreadKeeper(units, client, maker)
    return Speech(
        notices=ALL,
        shown=SHOWN,
        ways={
            ScheduledEvent: calendar,
            MatchInCalendar: calendar,
            MirrorRoles: RoleMirror(units, client),
            ThreadTended: matches,
        },
        rooms={CaseThread: CaseThreads(units, client, maker)},
        things={ScheduledEvent: calendar_entry, MatchInCalendar: calendar_entry, CaseThread: thread_of},
        matches=matches,
        staff=StaffReach(units, client),
        note_delivery=note_delivery,
        park=tournaments_summons_verbs.park,
    )
