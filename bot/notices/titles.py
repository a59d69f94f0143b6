"""Notices about titles."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise, ToPlace
from bot.domain.community import Person, Place
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.registry.proposals import ProposalOutcome
from bot.domain.registry.sayings import ChampionNamed, TitleChanged, TitleOffered, TitleProposed
from bot.domain.sayings import Saying
from bot.domain.title_match.sayings import TitleMoved
from bot.notices.notice import Composed, on
from bot.rendering.cases.bar_cards import without_pings
from bot.rendering.registry import title_cards as cards
from bot.services.registry import title_reading
from bot.storage import people, tournaments
from bot.storage.database import Work


def panel(work: Work, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The proposal's card as it has to look now."""
    view = title_reading.proposal_view(work, subject, now)
    return None if view is None else (lambda voice: cards.proposal(view, voice), view.proposal.guild_id)


def _proposed(work: Work, promise: Promise[TitleProposed]) -> Composed | None:
    view = title_reading.proposal_view(work, promise.saying.proposal_id, promise.promised_at)
    if view is None or view.proposal.decided_at is not None:
        return None
    return lambda voice: cards.proposal(view, voice)


def _offered(work: Work, promise: Promise[TitleOffered]) -> Composed | None:
    view = title_reading.proposal_view(work, promise.saying.proposal_id, promise.promised_at)
    if view is None or view.proposal.decided_at is not None:
        return None
    return lambda voice: cards.offered(view, voice)


def _changed(work: Work, promise: Promise[TitleChanged]) -> Composed | None:
    view = title_reading.proposal_view(work, promise.saying.proposal_id, promise.promised_at)
    if view is None or view.proposal.outcome is not ProposalOutcome.DONE:
        return None
    return _said(promise, lambda voice: cards.changed(view, voice))


def _champion(work: Work, promise: Promise[ChampionNamed]) -> Composed | None:
    person, event = people.load(work, promise.saying.person_id), promise.saying.event
    if person is None:
        return None
    unplayed = promise.saying.unplayed
    return _said(promise, lambda voice: cards.champion(person, event, voice, unplayed=unplayed))


def _moved(work: Work, promise: Promise[TitleMoved]) -> Composed | None:
    told = promise.saying
    lost, won, holder = (_person(work, one) for one in (told.lost, told.won, told.holder))
    if lost is None:
        return None
    renamed, left = (_events(work, some or ()) for some in (told.renamed, told.left))
    moved = cards.TitleMoved(told.event, lost, won, holder, renamed=renamed, left=left)
    return _said(promise, lambda voice: cards.moved(moved, voice))


def _person(work: Work, person_id: PersonId | None) -> Person | None:
    return people.load(work, person_id) if person_id is not None else None


def _events(work: Work, listed: Iterable[TournamentId]) -> tuple[Tournament, ...]:
    found = (tournaments.load(work, one) for one in listed)
    return tuple(one for one in found if one is not None)


def _said(promise: Promise[Saying], composed: Composed) -> Composed:
    """The record tells the same and pings nobody."""
    if promise.target != ToPlace(Place.RECORD):
        return composed
    return lambda voice: without_pings(composed(voice))


NOTICES: Final = dict(
    (
        on(TitleProposed, _proposed),
        on(TitleOffered, _offered),
        on(TitleChanged, _changed),
        on(ChampionNamed, _champion),
        on(TitleMoved, _moved),
    )
)
