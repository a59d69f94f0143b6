"""Whom a message calls: those whom its kind declares, nobody besides, and never nobody where it must be noticed."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from bot.domain.announcements import Promise, ToMember, ToPlace
from bot.domain.community import Person, Place
from bot.domain.events.tournament import Tournament
from bot.domain.playing.sayings import ChiefNamed
from bot.domain.sayings import Notified, OfContest, OfEntrant, OfTournament, Saying
from bot.i18n import Voice
from bot.rendering.layout import WITHOUT_DISCORD, Card, silent
from bot.rendering.people import mention, pings
from bot.storage import people, tournaments
from bot.storage.database import Work

SILENT: Final = frozenset({Notified.NOBODY, Notified.READER})
"""Kinds that call nobody in a channel."""
_SAID_ON_RECORD_ALONE: Final = (ChiefNamed,)
"""What the record tells of other kinds is a copy, of which its people have heard elsewhere."""
_log = logging.getLogger(__name__)


def calls(promise: Promise[Saying]) -> bool:
    """Whether the message calls people: no letter does, and no copy in the record."""
    if isinstance(promise.target, ToMember) or type(promise.saying).NOTIFIES in SILENT:
        return False
    return promise.target != ToPlace(Place.RECORD) or isinstance(promise.saying, _SAID_ON_RECORD_ALONE)


def as_declared(promise: Promise[Saying], card: Card) -> Card:
    """The card with the calls that its kind declares; what should call people and calls none is logged, and said."""
    if not calls(promise):
        return silent(card)
    if is_unheard(promise, card):
        _log.error("the message %s of %s calls nobody", promise.name, promise.subject)
    return card


def is_unheard(promise: Promise[Saying], card: Card) -> bool:
    """Whether the message must be noticed by people and calls none of them.

    What staff read is left to the hour: a proposal may wait for their next look, a dispute may not.
    """
    if not calls(promise) or type(promise.saying).NOTIFIES is Notified.STAFF:
        return False
    return promise.saying.has_to_call and not (card.pings or card.role_pings)


def is_answered_for(card: Card) -> bool:
    """Whether all whom the card calls have no Discord, so that it would notify nobody."""
    return card.pings == {WITHOUT_DISCORD} and not card.role_pings


def who_answers(work: Work, promise: Promise[Saying]) -> Person | None:
    """Who created the event, and answers in it for players without Discord; None for what is about no event."""
    tournament = _event_of(work, promise.saying)
    return None if tournament is None else people.load(work, tournament.created_by)


def _event_of(work: Work, saying: Saying) -> Tournament | None:
    match saying:
        case OfTournament():
            return tournaments.load(work, saying.tournament_id)
        case OfContest():
            return tournaments.of_contest(work, saying.contest_id)
        case OfEntrant():
            return tournaments.of_entrant(work, saying.entrant_id)
        case _:
            return None


def with_answerer(card: Card, person: Person, voice: Voice) -> Card:
    """The card with the person who answers named above it."""
    line = voice.say("called.answers", name=mention(person))
    return replace(card, opening=" ".join(filter(None, (card.opening, line))), pings=pings([person]))
