"""Which capabilities there are, and where each joins the core: the one place that names them all."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot import notices
from bot.away import Losses
from bot.case_threads import CaseThreads, thread_of
from bot.domain.cases.sayings import CaseThread
from bot.domain.events.sayings import ScheduledEvent
from bot.domain.hooks import Hooks, Joined
from bot.domain.registry.sayings import MirrorRoles
from bot.domain.sayings import KINDS
from bot.features.arena.plugs import Arena, ArenaCards
from bot.features.evidence.plugs import Evidence, EvidenceCards
from bot.features.ladder.plugs import Ladder, LadderCards
from bot.features.match_threads import verbs as match_threads_verbs
from bot.features.match_threads import worker as match_threads_worker
from bot.features.match_threads.model import ThreadTended
from bot.features.match_threads.plugs import MatchThreads
from bot.features.match_times.model import MatchInCalendar
from bot.features.match_times.plugs import MatchTimes, TimesCards
from bot.features.match_times.worker import ScheduledEvents, calendar_entry
from bot.making.once import Maker
from bot.notices.panels import compose, repost
from bot.notices.rounds import DRAWN
from bot.notices.title_match import TitleMatchDrawn
from bot.notifier import Speech
from bot.panels import PanelContents
from bot.rendering.cases.capability import CaseCards
from bot.rendering.entering.capability import SeatCards
from bot.rendering.entering.hooks import ENTRY_CARDS
from bot.rendering.events.capability import PastEventCards
from bot.rendering.events.hooks import EVENT_CARDS
from bot.rendering.opening.capability import OpeningCards
from bot.rendering.own_events.capability import OwnEventCards
from bot.rendering.playing.hooks import DESKS, MATCH_CARDS
from bot.rendering.registry.capability import RegistryCards
from bot.rendering.regulation.hooks import SHEETS
from bot.rendering.signing.hooks import WISH_CARDS
from bot.rendering.tables.capability import DeckCards, TableCards
from bot.rendering.team_play.capability import TeamCards
from bot.rendering.title_match.capability import TitleMatchCards
from bot.role_mirror import RoleMirror
from bot.scheduler import Steps
from bot.services import deliveries, heartbeat, refusals, servers_away, steps
from bot.services.cases.capability import Cases
from bot.services.casual.capability import Casual
from bot.services.circuit.capability import Circuits
from bot.services.entering.hooks import ENTRY_HOOKS
from bot.services.entering.invitations import Invitations
from bot.services.events.capability import OwnRulebooks, PastEvents
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.following import DELIVERY_HOOKS
from bot.services.hooks import DUTY_HOOKS, KEEPER_HOOKS, STEP_HOOKS
from bot.services.opening.capability import Opening
from bot.services.own_events.capability import OwnEvents
from bot.services.playing import reporting
from bot.services.playing.hooks import MATCH_HOOKS, RESULT_HOOKS, STAFF_HOOKS
from bot.services.rating_lists import RATING_HOOKS
from bot.services.registry.capability import Registry
from bot.services.signing.capability import Signing
from bot.services.signing.hooks import SIGNING_HOOKS
from bot.services.tables.capability import Decks, Tables
from bot.services.team_play.capability import TeamPlay
from bot.services.title_match.capability import TitleMatch
from bot.services.voting.capability import Voting
from bot.services.voting.hooks import VOTE_HOOKS
from bot.staff_reach import StaffReach
from bot.storage import reports
from bot.units_of_work import UnitsOfWork

SERVICES: Final[tuple[Hooks, ...]] = (
    TeamPlay(),
    Tables(),
    Decks(),
    TitleMatch(),
    Registry(),
    Cases(),
    Voting(),
    Casual(),
    Arena(),
    Ladder(),
    MatchTimes(),
    Invitations(),
    MatchThreads(),
    Evidence(),
    Circuits(),
    Opening(),
    PastEvents(),
    OwnRulebooks(),
    OwnEvents(),
    Signing(),
)
"""What each capability adds to the verbs of the core, in the order in which they are asked."""
CARDS: Final[tuple[Hooks, ...]] = (
    CaseCards(),
    TeamCards(),
    TableCards(),
    DeckCards(),
    TitleMatchCards(),
    TitleMatchDrawn(),
    ArenaCards(),
    LadderCards(),
    TimesCards(),
    RegistryCards(),
    EvidenceCards(),
    OpeningCards(),
    SeatCards(),
    PastEventCards(),
    OwnEventCards(),
)
"""What each capability adds to the cards of the core."""
POINTS: Final[tuple[Joined[Any], ...]] = (
    RATING_HOOKS,
    ENTRY_HOOKS,
    EVENT_HOOKS,
    MATCH_HOOKS,
    RESULT_HOOKS,
    DUTY_HOOKS,
    STEP_HOOKS,
    KEEPER_HOOKS,
    DELIVERY_HOOKS,
    VOTE_HOOKS,
    STAFF_HOOKS,
    SIGNING_HOOKS,
    SHEETS,
    ENTRY_CARDS,
    EVENT_CARDS,
    MATCH_CARDS,
    DESKS,
    WISH_CARDS,
    DRAWN,
)
"""Where the core asks."""
STEPS: Final = Steps(steps.take, steps.read_ahead, steps.is_long_to_read)
"""What the runner takes."""
PANEL_CONTENTS: Final = PanelContents(
    compose, repost, match_threads_verbs.note_opened, reports.LINE, reporting.note_line, reporting.line_mark
)
"""What the keeper of live messages shows."""
LOSSES: Final = Losses(heartbeat.note_alive, heartbeat.wake_up, servers_away.lose, servers_away.come_back)
"""What follows once presses come in again."""


def join() -> None:
    """Lets the core find the capabilities; whatever starts a process of the bot calls it before anything else."""
    for point in POINTS:
        point.join((*SERVICES, *CARDS))
    KINDS.join((*notices.ALL, *notices.MADE_OTHERWISE))


def speech(units: UnitsOfWork, client: discord.Client, maker: Maker) -> Speech:
    """How the notifier keeps the promises of each kind."""
    calendar, matches = ScheduledEvents(units, client, maker), match_threads_worker.MatchThreads(units, client, maker)
    return Speech(
        notices=notices.ALL,
        shown=notices.SHOWN,
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
        note_delivery=deliveries.note_delivery,
        park=refusals.park,
    )
