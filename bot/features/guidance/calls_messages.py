"""Whom a message calls, and notices of the bot itself: outages, its clock, messages that could not be said.

Called are those whom a message's kind declares, nobody besides, and never nobody where it must be noticed.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.features.by_name.model import ByNameAsked
from bot.features.cases import store as cases_store
from bot.features.cases.model import AppealMade, CaseForReview, CaseThread, FileOpened
from bot.features.desk import cards as desk_cards
from bot.features.entering.model import CheckInOpened
from bot.features.guidance import verbs
from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.features.playing.model import ChiefNamed
from bot.features.playing.reading_verbs import match_view
from bot.features.registry.model import GradeWaits, TitleProposed
from bot.features.setup import cards as setup_cards
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.promises_model import MatchCalled, RulebookWaits, ScheduledEvent
from bot.features.tournaments.tasks_model import Task
from bot.features.voting.bodies_model import Suggested
from bot.i18n.catalogue import Translator
from bot.kernel import outbox, promises
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query
from bot.kernel.ids import ChannelId, ContestId, PersonId, Place, TournamentId
from bot.kernel.outages import Cause, Outage, stops_clock
from bot.kernel.outbox import CannotWork, CardGone, ClockWrong, DecisionsWait, OutageTold, RehearsalCutOff, StillCalled
from bot.kernel.promises import (
    Message,
    Notified,
    OfContest,
    OfEntrant,
    OfTournament,
    Promise,
    ToChannel,
    ToMatch,
    ToMember,
    ToPlace,
)
from bot.layout.cards import WITHOUT_DISCORD, Card, Composed, on, silent
from bot.people import store as people_store
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.people.store import everybody
from bot.play.entries import Tournament
from bot.server import store as server_store

# --- whom a message calls -------------------------------------------------------------------------------------------


SILENT: Final = frozenset({Notified.NOBODY, Notified.READER})
"""Kinds that call nobody in a channel."""
MOST_DECIDERS: Final = 10
"""Of a big committee the first hear of it by name; it waits on the list of all."""
_TASKS: Final[dict[type[Message], Task]] = {
    AppealMade: Task.DECIDE_APPEAL,
    CaseForReview: Task.REVIEW_CASE,
    FileOpened: Task.JUDGE_FILE,
    GradeWaits: Task.DECIDE_GRADE,
    Suggested: Task.ANSWER_SUGGESTION,
    RulebookWaits: Task.APPROVE_RULEBOOK,
    TitleProposed: Task.DECIDE_TITLE,
}
"""What each message asks of who holds an office, about its own subject."""
_SAID_ON_RECORD_ALONE: Final = (ChiefNamed,)
"""What the record tells of other kinds is a copy, of which its people have heard elsewhere."""
_log = logging.getLogger(__name__)


def calls(promise: Promise[Message]) -> bool:
    """Whether the message calls people: no letter does, and no copy in the record."""
    if promise.silent or isinstance(promise.target, ToMember) or type(promise.message).NOTIFIES in SILENT:
        return False
    return promise.target != ToPlace(Place.RECORD) or isinstance(promise.message, _SAID_ON_RECORD_ALONE)


def wants_deciders(promise: Promise[Message], card: Card) -> bool:
    """Whether staff must notice the message and its card does not say who of them."""
    return type(promise.message).NOTIFIES is Notified.STAFF and is_unheard(promise, card)


def deciders(tx: Query, promise: Promise[Message]) -> tuple[Person, ...]:
    """Who may decide what the message is about; where no office does yet, the officers, else the server's owner.

    Whom a case is about is called to it by no message for who decides (AIJE-A02-3).
    """
    task, subject = _TASKS.get(type(promise.message)), promises.write(promise.message).subject
    waiting = verbs.waiting(tx, promise.guild_id, promise.promised_at) if task is not None else {}
    found = waiting.get(f"{task}.{subject}")
    if found is not None:
        return found.deciders[:MOST_DECIDERS]
    concerned = _find_concerned(tx, promise.message)
    held = [office for office in people_store.offices(tx, promise.guild_id).values() if office not in concerned]
    officers = tuple(people_store.by_ids(tx, dict.fromkeys(held)).values())
    community = server_store.load(tx, promise.guild_id)
    owner = None if community is None else people_store.of_member(tx, promise.guild_id, community.owner_id)
    return officers or (() if owner is None or owner.person_id in concerned else (owner,))


def _find_concerned(tx: Query, message: Message) -> set[PersonId]:
    """Whom a case, a file or an appeal is about, with all whom that person is."""
    match message:
        case FileOpened():
            file = cases_store.load_file(tx, message.file_id)
            found = None if file is None else file.accused
        case CaseForReview():
            case = cases_store.load(tx, message.case_id)
            found = None if case is None else case.person_id
        case AppealMade():
            appeal = cases_store.load_appeal(tx, message.appeal_id)
            found = None if appeal is None else appeal.by
        case _:
            found = None
    return set() if found is None else everybody(tx, [found])


def as_declared(promise: Promise[Message], card: Card) -> Card:
    """The card with the calls that its kind declares; what should call people and calls none is logged, and said."""
    if not calls(promise):
        return silent(card)
    if is_unheard(promise, card):
        _log.error("the message %s of %s calls nobody", promise.name, promise.subject)
    return card


def is_unheard(promise: Promise[Message], card: Card) -> bool:
    """Whether the message must be noticed by people and calls none of them."""
    return calls(promise) and promise.message.has_to_call and not (card.pings or card.role_pings)


def is_answered_for(card: Card) -> bool:
    """Whether all whom the card calls have no Discord, so that it would notify nobody."""
    return card.pings == {WITHOUT_DISCORD} and not card.role_pings


def who_answers(tx: Query, promise: Promise[Message]) -> Person | None:
    """Who answers in the event for players without Discord; None for what is about no event.

    Nobody is called twice: beside a call of a match and the opening of check-in a card of its own asks for them.
    """
    tournament = _event_of(tx, promise.message)
    asks_apart = isinstance(promise.message, MatchCalled | CheckInOpened)
    if tournament is not None and asks_apart and outbox.all_promises(tx, ByNameAsked, tournament.tournament_id):
        return None
    return None if tournament is None else tournaments_summons_verbs.answering(tx, tournament)


def _event_of(tx: Query, message: Message) -> Tournament | None:
    match message:
        case OfTournament():
            return tournaments_store.load(tx, message.tournament_id)
        case OfContest():
            return tournaments_store.of_contest(tx, message.contest_id)
        case OfEntrant():
            return tournaments_store.of_entrant(tx, message.entrant_id)
        case _:
            return None


def with_answerer(card: Card, person: Person, translator: Translator) -> Card:
    """The card with the person who answers named above it."""
    line = translator.say("called.answers", name=mention(person))
    return replace(card, opening=" ".join(filter(None, (card.opening, line))), pings=pings([person]))


# --- notices of the bot itself --------------------------------------------------------------------------------------


def _cannot_work(tx: Query, promise: Promise[CannotWork]) -> Composed | None:
    """Nothing is left to say once the message got out after all."""
    unsaid = outbox.load(tx, promise.message.outbox_id)
    community = server_store.load(tx, promise.guild_id)
    if unsaid is None or community is None or not outbox.is_parked(tx, unsaid.outbox_id):
        return None
    channel: ChannelId | None
    match unsaid.target:
        case ToChannel(channel_id):
            channel = channel_id
        case ToMember():
            channel = None
        case ToMatch():
            channel = community.matches
        case place:
            channel = community.channel(place.place)
    is_event, is_thread = isinstance(unsaid.message, ScheduledEvent), isinstance(unsaid.message, CaseThread)
    refused = setup_cards.Unsaid(channel, promise.message.refusal, is_event, is_thread)
    return lambda translator: setup_cards.cannot_work(refused, translator)


def _card_gone(tx: Query, promise: Promise[CardGone]) -> Composed | None:
    kind, _, subject = promise.message.card.partition(":")
    stood_until = promise.message.stood_until
    stops = stops_clock(kernel_time_store.card_gaps_of_card(tx, promise.message.card), stood_until)
    if kind == "tournament":
        tournament = tournaments_store.load(tx, TournamentId(subject))
        gone = None if tournament is None else setup_cards.GoneCard(tournament.name, (), stood_until, stops)
    else:
        view = match_view(tx, ContestId(subject), promise.promised_at)
        gone = None if view is None else setup_cards.GoneCard(view.tournament.name, view.players, stood_until, stops)
    return None if gone is None else lambda translator: setup_cards.card_gone(gone, translator)


def _outage(tx: Query, promise: Promise[OutageTold]) -> Composed | None:
    tournament = tournaments_store.load(tx, promise.message.tournament_id)
    if tournament is None:
        return None
    said = promise.message
    cause = said.cause or Cause.PROCESS
    found = kernel_time_store.load_outage(tx, tournament.guild_id, said.down_from, cause)
    view = playing_outage_verbs.outage_view(tx, tournament, found or Outage(said.down_from, said.up_at, cause))
    return lambda translator: setup_cards.outage(view, translator)


def _clock_wrong(_: Query, promise: Promise[ClockWrong]) -> Composed | None:
    off = timedelta(seconds=promise.message.seconds)
    return lambda translator: setup_cards.clock_wrong(off, translator)


def _decisions_wait(tx: Query, promise: Promise[DecisionsWait]) -> Composed | None:
    target, reader = promise.target, None
    if isinstance(target, ToMember):
        reader = people_store.of_member(tx, promise.guild_id, target.member_id)
    found = verbs.of_saying(tx, promise.guild_id, promise.message.waiting, reader, promise.promised_at)
    if not found:
        return None
    items = [one.item for one in found]
    named = list(dict.fromkeys(person for one in found for person in one.deciders)) if reader is None else []
    return lambda translator: desk_cards.decisions(items, named, translator)


def _rehearsal_cut_off(_: Query, promise: Promise[RehearsalCutOff]) -> Composed | None:
    return lambda translator: setup_cards.rehearsal_cut_off(promise.message.rulebook, translator)


def _still_called(tx: Query, promise: Promise[StillCalled]) -> Composed | None:
    """Nothing is left to say to those of whom Discord knows none any more."""
    people = people_store.by_ids(tx, promise.message.people)
    called = [people[person] for person in promise.message.people if person in people]
    first = outbox.delivery_of(tx, promise.message.outbox_id)
    link = None if first is None else f"{promise.guild_id}/{first.channel_id}/{first.message_id}"
    return (lambda translator: setup_cards.still_called(called, link, translator)) if called else None


NOTICES: Final = dict(
    (
        on(CannotWork, _cannot_work),
        on(CardGone, _card_gone),
        on(OutageTold, _outage),
        on(ClockWrong, _clock_wrong),
        on(DecisionsWait, _decisions_wait),
        on(RehearsalCutOff, _rehearsal_cut_off),
        on(StillCalled, _still_called),
    )
)
