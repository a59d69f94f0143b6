"""The live messages by kind, and how one comes back when somebody deleted it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.domain import sayings
from bot.domain.announcements import Target, ToChannel
from bot.domain.cases.sayings import AppealMade, CaseForReview, FileOpened, NameClaimed
from bot.domain.casual.sayings import JeekBoard
from bot.domain.community import Place
from bot.domain.entering.sayings import AccountClaimed, SeatsProposed
from bot.domain.events.sayings import EventProposed, TournamentAnnounced
from bot.domain.ids import ContestId, GuildId, OutboxId
from bot.domain.playing.sayings import MatchCalled
from bot.domain.registry.sayings import GradeWaits, TitleProposed
from bot.domain.sayings import Saying
from bot.domain.signing.sayings import SignatureWanted
from bot.domain.title_match.sayings import ColoursAsked
from bot.domain.voting.sayings import VoteOpened
from bot.features.arena import messages as arena_messages
from bot.features.arena.model import ArenaLobby
from bot.features.match_times import messages as match_times_messages
from bot.features.match_times.model import MatchOpened
from bot.notices import (
    ALL,
    cases,
    casual,
    entering,
    events,
    misconduct,
    playing,
    registry,
    signing,
    summons,
    title_match,
    voting,
)
from bot.notices.notice import Composed, PanelNotice
from bot.rendering.cases import case_rule_cards
from bot.services import card_clocks
from bot.services.cases import committee_cases
from bot.services.speaking import place_of, promise
from bot.storage import outbox, panels, tournaments
from bot.storage.context import Query, Tx
from bot.storage.panels import Panel


def _from_promise(tx: Query, outbox_id: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """A message that is made again from its own promise, since what it tells of has grown."""
    promised = outbox.load(tx, OutboxId(outbox_id))
    composed = None if promised is None else ALL[type(promised.saying)](tx, promised)
    return None if promised is None or composed is None else (composed, promised.guild_id)


PANELS: Mapping[str, PanelNotice] = {
    "account-claim": entering.claim_panel,
    "appeal": misconduct.appeal_panel,
    "arena": arena_messages.panel,
    "case": cases.panel,
    "event-proposal": events.proposal_panel,
    "file": misconduct.panel,
    "contest": playing.panel,
    "grade": registry.grade_panel,
    "jeek": casual.panel,
    "match-time": match_times_messages.panel,
    "name-claim": cases.name_panel,
    "proposal": registry.panel,
    "report": playing.report_line,
    "report-reminder": playing.reminder_line,
    "said": _from_promise,
    "seats": entering.panel,
    "signature": signing.panel,
    "staff-call": summons.panel,
    "title-match": title_match.panel,
    "tournament": events.panel,
    "vote": voting.panel,
}
_SAID_AS: Mapping[str, tuple[type[Saying], Place | None]] = {
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
    if found is not None and committee_cases.is_about_a_member(tx, found[1], panel):
        return case_rule_cards.left_channel, found[1]
    return found


def post_again(tx: Tx, seen: Panel, stood_until: datetime) -> None:
    """As `repost`, of a card that Discord does not have any more; the clock that waits for it stands still meanwhile.

    Where the panel is another message by now, somebody has found that out before.
    """
    known = panels.load(tx, seen.panel)
    if known is not None and known.message_id == seen.message_id:
        card_clocks.note_gone(tx, known, stood_until)
        repost(tx, seen.panel)


def repost(tx: Tx, panel: str) -> None:
    """Promises the panel anew, as a message of its own, and forgets where it stood."""
    known = panels.load(tx, panel)
    if known is None:
        return
    kind, _, subject = panel.partition(":")
    panels.forget(tx, panel)
    if kind not in _SAID_AS or committee_cases.is_about_a_member(tx, known.guild_id, panel):
        return
    said_as, place = _SAID_AS[kind]
    target = _of_match(tx, subject) if said_as in {MatchCalled, MatchOpened} else place or ToChannel(known.channel_id)
    promise(tx, known.guild_id, target, sayings.again(said_as, subject))


def _of_match(tx: Query, subject: str) -> Target | Place:
    tournament = tournaments.of_contest(tx, ContestId(subject))
    return Place.MATCHES if tournament is None else place_of(tournament, ContestId(subject))
