"""Whom a message calls: those whom its kind declares, nobody besides, and never nobody where it must be noticed."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from bot.domain import sayings
from bot.domain.announcements import Promise, ToMember, ToPlace
from bot.domain.cases.sayings import AppealMade, CaseForReview, FileOpened
from bot.domain.community import Person, Place
from bot.domain.events.sayings import RulebookWaits
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.domain.playing.desk_views import Duty
from bot.domain.playing.sayings import ChiefNamed
from bot.domain.registry.sayings import GradeWaits, TitleProposed
from bot.domain.sayings import Notified, OfContest, OfEntrant, OfTournament, Saying
from bot.domain.voting.sayings import Suggested
from bot.i18n import Voice
from bot.rendering.layout import WITHOUT_DISCORD, Card, silent
from bot.rendering.people import mention, pings
from bot.services import pending_decisions, summons
from bot.storage import appeals, cases, communities, misconduct_cases, people, tournaments
from bot.storage.context import Query
from bot.storage.identities import everybody

SILENT: Final = frozenset({Notified.NOBODY, Notified.READER})
"""Kinds that call nobody in a channel."""
MOST_DECIDERS: Final = 10
"""Of a big committee the first hear of it by name; it waits on the list of all."""
_DUTIES: Final[dict[type[Saying], Duty]] = {
    AppealMade: Duty.DECIDE_APPEAL,
    CaseForReview: Duty.REVIEW_CASE,
    FileOpened: Duty.JUDGE_FILE,
    GradeWaits: Duty.DECIDE_GRADE,
    Suggested: Duty.ANSWER_SUGGESTION,
    RulebookWaits: Duty.APPROVE_RULEBOOK,
    TitleProposed: Duty.DECIDE_TITLE,
}
"""What each message asks of who holds an office, about its own subject."""
_SAID_ON_RECORD_ALONE: Final = (ChiefNamed,)
"""What the record tells of other kinds is a copy, of which its people have heard elsewhere."""
_log = logging.getLogger(__name__)


def calls(promise: Promise[Saying]) -> bool:
    """Whether the message calls people: no letter does, and no copy in the record."""
    if promise.silent or isinstance(promise.target, ToMember) or type(promise.saying).NOTIFIES in SILENT:
        return False
    return promise.target != ToPlace(Place.RECORD) or isinstance(promise.saying, _SAID_ON_RECORD_ALONE)


def wants_deciders(promise: Promise[Saying], card: Card) -> bool:
    """Whether staff must notice the message and its card does not say who of them."""
    return type(promise.saying).NOTIFIES is Notified.STAFF and is_unheard(promise, card)


def deciders(tx: Query, promise: Promise[Saying]) -> tuple[Person, ...]:
    """Who may decide what the message is about; where no office does yet, the officers, else the server's owner.

    Whom a case is about is called to it by no message for who decides (AIJE-A02-3).
    """
    duty, subject = _DUTIES.get(type(promise.saying)), sayings.write(promise.saying).subject
    waiting = pending_decisions.waiting(tx, promise.guild_id, promise.promised_at) if duty is not None else {}
    found = waiting.get(f"{duty}.{subject}")
    if found is not None:
        return found.deciders[:MOST_DECIDERS]
    concerned = _find_concerned(tx, promise.saying)
    held = [one for one in people.offices(tx, promise.guild_id).values() if one not in concerned]
    officers = tuple(people.by_ids(tx, dict.fromkeys(held)).values())
    community = communities.load(tx, promise.guild_id)
    owner = None if community is None else people.of_member(tx, promise.guild_id, community.owner_id)
    return officers or (() if owner is None or owner.person_id in concerned else (owner,))


def _find_concerned(tx: Query, saying: Saying) -> set[PersonId]:
    """Whom a case, a file or an appeal is about, with all whom that person is."""
    match saying:
        case FileOpened():
            file = misconduct_cases.load(tx, saying.file_id)
            found = None if file is None else file.accused
        case CaseForReview():
            case = cases.load(tx, saying.case_id)
            found = None if case is None else case.person_id
        case AppealMade():
            appeal = appeals.load(tx, saying.appeal_id)
            found = None if appeal is None else appeal.by
        case _:
            found = None
    return set() if found is None else everybody(tx, [found])


def as_declared(promise: Promise[Saying], card: Card) -> Card:
    """The card with the calls that its kind declares; what should call people and calls none is logged, and said."""
    if not calls(promise):
        return silent(card)
    if is_unheard(promise, card):
        _log.error("the message %s of %s calls nobody", promise.name, promise.subject)
    return card


def is_unheard(promise: Promise[Saying], card: Card) -> bool:
    """Whether the message must be noticed by people and calls none of them."""
    return calls(promise) and promise.saying.has_to_call and not (card.pings or card.role_pings)


def is_answered_for(card: Card) -> bool:
    """Whether all whom the card calls have no Discord, so that it would notify nobody."""
    return card.pings == {WITHOUT_DISCORD} and not card.role_pings


def who_answers(tx: Query, promise: Promise[Saying]) -> Person | None:
    """Who answers in the event for players without Discord; None for what is about no event."""
    tournament = _event_of(tx, promise.saying)
    return None if tournament is None else summons.answering(tx, tournament)


def _event_of(tx: Query, saying: Saying) -> Tournament | None:
    match saying:
        case OfTournament():
            return tournaments.load(tx, saying.tournament_id)
        case OfContest():
            return tournaments.of_contest(tx, saying.contest_id)
        case OfEntrant():
            return tournaments.of_entrant(tx, saying.entrant_id)
        case _:
            return None


def with_answerer(card: Card, person: Person, voice: Voice) -> Card:
    """The card with the person who answers named above it."""
    line = voice.say("called.answers", name=mention(person))
    return replace(card, opening=" ".join(filter(None, (card.opening, line))), pings=pings([person]))
