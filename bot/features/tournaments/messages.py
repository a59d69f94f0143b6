"""Notices of an event before it begins (announcement, own rules, whether it takes place), and calls of who runs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from bot.features.entering import store as entering_store
from bot.features.tournaments import (
    cards,
    draft_cards,
    draft_store,
    official_verbs,
    proposal_verbs,
    rulebook_cards,
    store,
    summons_verbs,
    verbs,
    words_cards,
)
from bot.features.tournaments.facts_verbs import listed_people, tournament_view
from bot.features.tournaments.model import EventRulesView, Listed, TournamentView
from bot.features.tournaments.promises_model import (
    CommitmentRecorded,
    DraftWaits,
    EventDecided,
    EventProposed,
    EventTomorrow,
    ProposalWaits,
    RoundRobinOffered,
    RoundRobinTaken,
    RulebookApproved,
    RulebookWaits,
    RulesDecided,
    RulesDrafted,
    StaffCalled,
    StaffWritten,
    StartChangeAsked,
    StartStays,
    TournamentAnnounced,
    TournamentCancelled,
    TournamentChanged,
    TournamentReopened,
)
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.errors import NotFound
from bot.kernel.ids import GuildId, Place, TournamentId
from bot.kernel.promises import OfTournament, Promise
from bot.layout.cards import Card, Composed, Notice, on
from bot.people import store as people_store
from bot.play.entries import Phase
from bot.play.estimates import with_few_players
from bot.server import store as server_store

# --- the event ------------------------------------------------------------------------------------------------------


def panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The announcement as it has to look now."""
    view = tournament_view(tx, TournamentId(subject))
    if view is None:
        return None
    return lambda translator: cards.announcement(view, translator), view.tournament.guild_id


def _of_tournament(layout: Callable[[TournamentView, Translator], Card]) -> Notice:
    """A notice that needs nothing but the tournament as everybody sees it."""

    def notice(tx: Query, promise: Promise[OfTournament]) -> Composed | None:
        view = tournament_view(tx, promise.message.tournament_id)
        return None if view is None else lambda translator: layout(view, translator)

    return notice


def _tomorrow(tx: Query, promise: Promise[EventTomorrow]) -> Composed | None:
    """Nothing where the role was taken back since, or nobody can register any more."""
    view = tournament_view(tx, promise.message.tournament_id)
    if view is None or view.called_role is None or view.phase is not Phase.ANNOUNCED:
        return None
    return lambda translator: cards.tomorrow(view, translator)


def _change(tx: Query, promise: Promise[TournamentChanged]) -> Composed | None:
    view = tournament_view(tx, promise.message.tournament_id)
    if view is None:
        return None
    listed, moved = _still_listed(tx, promise), promise.message.moved
    return lambda translator: cards.tournament_changed(view, listed, translator, moved=moved)


def _start_change(tx: Query, promise: Promise[StartChangeAsked]) -> Composed | None:
    view = verbs.open_view(tx, promise.message.tournament_id)
    if view is None or view.change.start_at != promise.message.start_at:
        return None
    listed = _still_listed(tx, promise)
    return lambda translator: draft_cards.request(view, listed, translator)


def _start_stays(tx: Query, promise: Promise[StartStays]) -> Composed | None:
    view, by = tournament_view(tx, promise.message.tournament_id), people_store.load(tx, promise.message.by)
    if view is None or by is None:
        return None
    return lambda translator: draft_cards.stay_notice(view.tournament, by, translator)


def _cancellation(tx: Query, promise: Promise[TournamentCancelled]) -> Composed | None:
    view = tournament_view(tx, promise.message.tournament_id)
    if view is None:
        return None
    listed, until = _still_listed(tx, promise), verbs.opens_again_until(tx, view.tournament)
    return lambda translator: cards.tournament_cancelled(view, listed, until, translator)


def _reopening(tx: Query, promise: Promise[TournamentReopened]) -> Composed | None:
    view, by = tournament_view(tx, promise.message.tournament_id), people_store.load(tx, promise.message.by)
    if view is None or by is None:
        return None
    listed = _still_listed(tx, promise)
    return lambda translator: cards.tournament_reopened(view, by, listed, translator)


def _still_listed(
    tx: Query, promise: Promise[TournamentChanged | TournamentCancelled | TournamentReopened | StartChangeAsked]
) -> Sequence[Listed]:
    """Those of the named who are still on the list."""
    named = set(promise.message.entrants)
    everyone = entering_store.of_tournament(tx, promise.message.tournament_id)
    return listed_people(tx, [one for one in everyone if one.entrant_id in named and one.withdrawn_at is None])


def _commitment(tx: Query, promise: Promise[CommitmentRecorded]) -> Composed | None:
    """Nothing where the server keeps no record of its own: there it stands behind **Verify**."""
    tournament = store.load(tx, promise.message.tournament_id)
    community = server_store.load(tx, promise.guild_id)
    if tournament is None or community is None or community.channel(Place.RECORD) is None:
        return None
    return lambda translator: words_cards.commitment(tournament, translator)


def _rulebook_approved(tx: Query, promise: Promise[RulebookApproved]) -> Composed | None:
    view = official_verbs.approval_view(tx, promise.guild_id, promise.message.settings_print)
    return None if view is None else lambda translator: rulebook_cards.approval(view, translator)


def _rulebook_waits(tx: Query, promise: Promise[RulebookWaits]) -> Composed | None:
    view = official_verbs.view(tx, promise.guild_id, promise.message.name)
    return None if view is None else lambda translator: rulebook_cards.waiting(view, translator)


def _round_robin_offered(tx: Query, promise: Promise[RoundRobinOffered]) -> Composed | None:
    view = tournament_view(tx, promise.message.tournament_id)
    if view is None or view.tournament.check_in_closed_at is not None:
        return None
    if with_few_players(view.tournament.rulebook) is None or view.tournament.cancelled_at is not None:
        return None
    return lambda translator: draft_cards.offer(view, translator)


def _round_robin_taken(tx: Query, promise: Promise[RoundRobinTaken]) -> Composed | None:
    view = tournament_view(tx, promise.message.tournament_id)
    return None if view is None else lambda translator: draft_cards.change_of_format(view.tournament, translator)


def proposal_panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The proposal's card as it has to look now."""
    view = proposal_verbs.view(tx, subject)
    return None if view is None else (lambda translator: draft_cards.card(view, translator), view.proposal.guild_id)


def _event_proposed(tx: Query, promise: Promise[EventProposed]) -> Composed | None:
    found = proposal_panel(tx, promise.message.proposal_id, promise.promised_at)
    return found[0] if found else None


def _proposal_waits(tx: Query, promise: Promise[ProposalWaits]) -> Composed | None:
    """The same card by letter, as long as nobody has decided."""
    view = proposal_verbs.view(tx, promise.message.proposal_id)
    if view is None or view.proposal.approved is not None:
        return None
    return lambda translator: draft_cards.card(view, translator)


def _draft_waits(tx: Query, promise: Promise[DraftWaits]) -> Composed | None:
    draft = draft_store.load_draft(tx, promise.message.draft_id)
    if draft is None:
        return None
    return lambda translator: cards.draft_letter(draft, translator)


def _event_decided(tx: Query, promise: Promise[EventDecided]) -> Composed | None:
    view = proposal_verbs.view(tx, promise.message.proposal_id)
    if view is None or view.proposal.approved is None:
        return None
    return lambda translator: draft_cards.decision(view, translator)


def _of_draft(layout: Callable[[EventRulesView, Translator], Card], *, waits: bool) -> Notice:
    """A notice about a draft that still waits, or that was decided; of one that was replaced nothing is said."""

    def notice(tx: Query, promise: Promise[RulesDrafted | RulesDecided]) -> Composed | None:
        number = promise.message.number
        try:
            view = proposal_verbs.rules_view(tx, promise.guild_id, promise.message.tournament_id, number)
        except NotFound:
            return None
        return (lambda translator: layout(view, translator)) if view.rules.waits is waits else None

    return notice


NOTICES: Final = dict(
    (
        on(TournamentAnnounced, _of_tournament(cards.opening)),
        on(EventTomorrow, _tomorrow),
        on(CommitmentRecorded, _commitment),
        on(TournamentChanged, _change),
        on(StartChangeAsked, _start_change),
        on(StartStays, _start_stays),
        on(TournamentCancelled, _cancellation),
        on(TournamentReopened, _reopening),
        on(RoundRobinOffered, _round_robin_offered),
        on(RoundRobinTaken, _round_robin_taken),
        on(RulebookApproved, _rulebook_approved),
        on(RulebookWaits, _rulebook_waits),
        on(EventProposed, _event_proposed),
        on(ProposalWaits, _proposal_waits),
        on(DraftWaits, _draft_waits),
        on(EventDecided, _event_decided),
        on(RulesDrafted, _of_draft(draft_cards.draft, waits=True)),
        on(RulesDecided, _of_draft(draft_cards.rules_decision, waits=False)),
    )
)


def call_panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The call as it has to look now: what is settled shows that, and pings nobody again."""
    promised, view = summons_verbs.saying_of(tx, subject), summons_verbs.call_view(tx, subject)
    if promised is None or view is None:
        return None
    return lambda translator: draft_cards.call(view, translator), promised.guild_id


# --- calls of who runs it -------------------------------------------------------------------------------------------


def _notice_of_call(tx: Query, promise: Promise[StaffCalled]) -> Composed | None:
    """Nothing where all of it was settled before it could be said."""
    view = summons_verbs.call_view(tx, promise.message.call_id)
    return None if view is None or view.is_settled else lambda translator: draft_cards.call(view, translator)


def _notice_of_letter(tx: Query, promise: Promise[StaffWritten]) -> Composed | None:
    view = summons_verbs.call_view(tx, promise.message.call_id)
    return None if view is None or view.is_settled else lambda translator: draft_cards.letter(view, translator)


SUMMONS_NOTICES: Final = dict((on(StaffCalled, _notice_of_call), on(StaffWritten, _notice_of_letter)))
