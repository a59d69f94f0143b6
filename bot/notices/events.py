"""Notices of an event before it begins: its announcement, its own rules, and whether it may take place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise
from bot.domain.community import Place
from bot.domain.entering.views import Listed
from bot.domain.events.event_rules import EventRulesView
from bot.domain.events.sayings import (
    CommitmentRecorded,
    DraftWaits,
    EventDecided,
    EventProposed,
    ProposalWaits,
    RoundRobinOffered,
    RoundRobinTaken,
    RulebookApproved,
    RulebookWaits,
    RulesDecided,
    RulesDrafted,
    StartChangeAsked,
    StartStays,
    TournamentAnnounced,
    TournamentCancelled,
    TournamentChanged,
)
from bot.domain.events.small_swiss import with_few_players
from bot.domain.events.views import TournamentView
from bot.domain.ids import GuildId, TournamentId
from bot.domain.sayings import OfTournament
from bot.errors import NotFound
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice, on
from bot.rendering.events import (
    announcement,
    event_proposal_cards,
    event_rules_cards,
    proof_cards,
    small_swiss_cards,
    start_change_cards,
    tournament_cards,
)
from bot.rendering.layout import Card
from bot.rendering.regulation import rulebook_cards
from bot.services.events import event_proposals, event_rules, fixed_starts, official, rulebook_waits
from bot.services.reading import listed_people, tournament_view
from bot.storage import communities, drafts, entrants, people, tournaments
from bot.storage.context import Query


def panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The announcement as it has to look now."""
    view = tournament_view(tx, TournamentId(subject))
    if view is None:
        return None
    return lambda voice: announcement.announcement(view, voice), view.tournament.guild_id


def _of_tournament(layout: Callable[[TournamentView, Voice], Card]) -> Notice:
    """A notice that needs nothing but the tournament as everybody sees it."""

    def notice(tx: Query, promise: Promise[OfTournament]) -> Composed | None:
        view = tournament_view(tx, promise.saying.tournament_id)
        return None if view is None else lambda voice: layout(view, voice)

    return notice


def _change(tx: Query, promise: Promise[TournamentChanged]) -> Composed | None:
    view = tournament_view(tx, promise.saying.tournament_id)
    if view is None:
        return None
    listed, moved = _still_listed(tx, promise), promise.saying.moved
    return lambda voice: announcement.tournament_changed(view, listed, voice, moved=moved)


def _start_change(tx: Query, promise: Promise[StartChangeAsked]) -> Composed | None:
    view = fixed_starts.open_view(tx, promise.saying.tournament_id)
    if view is None or view.change.start_at != promise.saying.start_at:
        return None
    listed = _still_listed(tx, promise)
    return lambda voice: start_change_cards.request(view, listed, voice)


def _start_stays(tx: Query, promise: Promise[StartStays]) -> Composed | None:
    view, by = tournament_view(tx, promise.saying.tournament_id), people.load(tx, promise.saying.by)
    if view is None or by is None:
        return None
    return lambda voice: start_change_cards.stay_notice(view.tournament, by, voice)


def _cancellation(tx: Query, promise: Promise[TournamentCancelled]) -> Composed | None:
    view = tournament_view(tx, promise.saying.tournament_id)
    if view is None:
        return None
    listed = _still_listed(tx, promise)
    return lambda voice: announcement.tournament_cancelled(view, listed, voice)


def _still_listed(
    tx: Query, promise: Promise[TournamentChanged | TournamentCancelled | StartChangeAsked]
) -> Sequence[Listed]:
    """Those of the named who are still on the list."""
    named = set(promise.saying.entrants)
    everyone = entrants.of_tournament(tx, promise.saying.tournament_id)
    return listed_people(tx, [one for one in everyone if one.entrant_id in named and one.withdrawn_at is None])


def _commitment(tx: Query, promise: Promise[CommitmentRecorded]) -> Composed | None:
    """Nothing where the server keeps no record of its own: there it stands behind **Verify**."""
    tournament = tournaments.load(tx, promise.saying.tournament_id)
    community = communities.load(tx, promise.guild_id)
    if tournament is None or community is None or community.channel(Place.RECORD) is None:
        return None
    return lambda voice: proof_cards.commitment(tournament, voice)


def _rulebook_approved(tx: Query, promise: Promise[RulebookApproved]) -> Composed | None:
    view = official.approval_view(tx, promise.guild_id, promise.saying.settings_print)
    return None if view is None else lambda voice: rulebook_cards.approval(view, voice)


def _rulebook_waits(tx: Query, promise: Promise[RulebookWaits]) -> Composed | None:
    view = rulebook_waits.view(tx, promise.guild_id, promise.saying.name)
    return None if view is None else lambda voice: rulebook_cards.waiting(view, voice)


def _round_robin_offered(tx: Query, promise: Promise[RoundRobinOffered]) -> Composed | None:
    view = tournament_view(tx, promise.saying.tournament_id)
    if view is None or view.tournament.check_in_closed_at is not None:
        return None
    if with_few_players(view.tournament.rulebook) is None or view.tournament.cancelled_at is not None:
        return None
    return lambda voice: small_swiss_cards.offer(view, voice)


def _round_robin_taken(tx: Query, promise: Promise[RoundRobinTaken]) -> Composed | None:
    view = tournament_view(tx, promise.saying.tournament_id)
    return None if view is None else lambda voice: small_swiss_cards.change_of_format(view.tournament, voice)


def proposal_panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The proposal's card as it has to look now."""
    view = event_proposals.view(tx, subject)
    return None if view is None else (lambda voice: event_proposal_cards.card(view, voice), view.proposal.guild_id)


def _event_proposed(tx: Query, promise: Promise[EventProposed]) -> Composed | None:
    found = proposal_panel(tx, promise.saying.proposal_id, promise.promised_at)
    return found[0] if found else None


def _proposal_waits(tx: Query, promise: Promise[ProposalWaits]) -> Composed | None:
    """The same card by letter, as long as nobody has decided."""
    view = event_proposals.view(tx, promise.saying.proposal_id)
    if view is None or view.proposal.approved is not None:
        return None
    return lambda voice: event_proposal_cards.card(view, voice)


def _draft_waits(tx: Query, promise: Promise[DraftWaits]) -> Composed | None:
    draft = drafts.load(tx, promise.saying.draft_id)
    if draft is None:
        return None
    return lambda voice: tournament_cards.draft_letter(draft, voice)


def _event_decided(tx: Query, promise: Promise[EventDecided]) -> Composed | None:
    view = event_proposals.view(tx, promise.saying.proposal_id)
    if view is None or view.proposal.approved is None:
        return None
    return lambda voice: event_proposal_cards.decision(view, voice)


def _of_draft(layout: Callable[[EventRulesView, Voice], Card], *, waits: bool) -> Notice:
    """A notice about a draft that still waits, or that was decided; of one that was replaced nothing is said."""

    def notice(tx: Query, promise: Promise[RulesDrafted | RulesDecided]) -> Composed | None:
        number = promise.saying.number
        try:
            view = event_rules.view(tx, promise.guild_id, promise.saying.tournament_id, number)
        except NotFound:
            return None
        return (lambda voice: layout(view, voice)) if view.rules.waits is waits else None

    return notice


NOTICES: Final = dict(
    (
        on(TournamentAnnounced, _of_tournament(announcement.announcement)),
        on(CommitmentRecorded, _commitment),
        on(TournamentChanged, _change),
        on(StartChangeAsked, _start_change),
        on(StartStays, _start_stays),
        on(TournamentCancelled, _cancellation),
        on(RoundRobinOffered, _round_robin_offered),
        on(RoundRobinTaken, _round_robin_taken),
        on(RulebookApproved, _rulebook_approved),
        on(RulebookWaits, _rulebook_waits),
        on(EventProposed, _event_proposed),
        on(ProposalWaits, _proposal_waits),
        on(DraftWaits, _draft_waits),
        on(EventDecided, _event_decided),
        on(RulesDrafted, _of_draft(event_rules_cards.draft, waits=True)),
        on(RulesDecided, _of_draft(event_rules_cards.decision, waits=False)),
    )
)
