"""Which capabilities there are, and where each joins the core: the one place that names them all."""

from __future__ import annotations

from typing import Any, Final

from bot import notices
from bot.domain.hooks import Hooks, Joined
from bot.domain.sayings import KINDS
from bot.features.arena.plugs import Arena, ArenaCards
from bot.features.evidence.plugs import Evidence, EvidenceCards
from bot.features.ladder.plugs import Ladder, LadderCards
from bot.features.match_threads.plugs import MatchThreads
from bot.features.match_times.plugs import MatchTimes, TimesCards
from bot.notices.rounds import DRAWN
from bot.notices.title_match import TitleMatchDrawn
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
from bot.services.playing.hooks import MATCH_HOOKS, RESULT_HOOKS, STAFF_HOOKS
from bot.services.registry.capability import Registry
from bot.services.signing.capability import Signing
from bot.services.signing.hooks import SIGNING_HOOKS
from bot.services.tables.capability import Decks, Tables
from bot.services.team_play.capability import TeamPlay
from bot.services.title_match.capability import TitleMatch
from bot.services.voting.capability import Voting
from bot.services.voting.hooks import VOTE_HOOKS

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


def join() -> None:
    """Lets the core find the capabilities; whatever starts a process of the bot calls it before anything else."""
    for point in POINTS:
        point.join((*SERVICES, *CARDS))
    KINDS.join((*notices.ALL, *notices.MADE_OTHERWISE))
