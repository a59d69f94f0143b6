"""Letters to who asked for them: before the start, as check-in opens, and once the own match is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.domain.announcements import Promise
from bot.domain.community import Person
from bot.domain.deadlines import Step
from bot.domain.entering.entries import Entrant
from bot.domain.entering.reminders import BEFORE_THE_START, RemindView, is_overtaken, looks_due, moments_to_come
from bot.domain.entering.sayings import EventReminder
from bot.domain.events.tournament import Tournament
from bot.domain.ids import TournamentId
from bot.domain.playing.sayings import MatchCalled, MatchLetter
from bot.services import access, event_log
from bot.services.asked import Asked
from bot.services.entering.hooks import ENTRY_HOOKS
from bot.services.events.tournaments import find_unfinished
from bot.services.sides import NotRegistered
from bot.services.speaking import tell_member
from bot.services.timetable import reschedule_letters
from bot.storage import contests, entrants, outbox, reminders, tournaments
from bot.storage.context import ActorTx, Query, Tx


def ask(tx: ActorTx, tournament_id: TournamentId) -> RemindView:
    """Whoever pressed wants letters about their entry, of a team its captain; twice is harmless."""
    tournament, person, entrant = _own(tx, tournament_id)
    if reminders.ask(tx, entrant.entrant_id, person.person_id, tx.pressed_at):
        event_log.record(tx, tournament, "want_letters", person, entrant=entrant.entrant_id)
    reschedule_letters(tx, tournament)
    return RemindView(tournament, True, moments_to_come(tournament, tx.now))


def end(tx: ActorTx, tournament_id: TournamentId) -> RemindView:
    """Whoever pressed wants no more of them; twice is harmless."""
    tournament, person, entrant = _own(tx, tournament_id)
    if reminders.end(tx, entrant.entrant_id):
        event_log.record(tx, tournament, "want_no_letters", person, entrant=entrant.entrant_id)
    return RemindView(tournament, False)


def choices(tx: Query, asked: Asked, entered: Iterable[tuple[Tournament, Entrant | None]]) -> Iterator[RemindView]:
    """What who asks can choose of the own entries; nothing where another answers for it, or no letter is to come."""
    for tournament, entrant in entered:
        if entrant is None or asked.person is None or not asked.answers_for(entrant):
            continue
        moments = () if entrant.checked_in_at is not None else moments_to_come(tournament, asked.now)
        wanted = reminders.is_wanted(tx, entrant.entrant_id, asked.person.person_id)
        if wanted or moments:
            yield RemindView(tournament, wanted, moments)


def take(tx: Tx, tournament_id: TournamentId, step: Step) -> None:
    """Takes the step of a letter before the start: whoever asked, is on the list and has not confirmed reads it."""
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None or tournament.cancelled_at is not None or tx.now >= tournament.start_at:
        return
    if step is Step.LOOK_AT_TEAMS:
        _look(tx, tournament)
    elif tx.now < tournament.start_at - BEFORE_THE_START[step]:
        reschedule_letters(tx, tournament)
    elif not is_overtaken(tournament, step, tx.now):
        write(tx, tournament)


def _look(tx: Tx, tournament: Tournament) -> None:
    """Has what is lacking told to who can still mend it; of a start that was moved since, when its hour comes."""
    if any(tx.now < due.at for due in looks_due(tournament)):
        reschedule_letters(tx, tournament)
    elif tournament.check_in_closed_at is None:
        for one in ENTRY_HOOKS.of(tournament.rulebook):
            one.before_close(tx, tournament)


def write(tx: Tx, tournament: Tournament) -> None:
    """Writes to whoever asked and has not confirmed; of a letter that Discord has not taken yet nothing is left."""
    for entrant_id, person_id in reminders.of_unconfirmed(tx, tournament.tournament_id):
        outbox.withdraw(tx, EventReminder, entrant_id, lambda _: True)
        tell_member(tx, tournament.guild_id, person_id, EventReminder(entrant_id))


def tell_called(tx: Tx, promised: Promise[MatchCalled]) -> None:
    """Writes to whoever plays a match that is called for the first time, and asked for it."""
    match = contests.load(tx, promised.saying.contest_id)
    if match is None or match.contest.called_at is not None:
        return
    for entrant in entrants.by_ids(tx, match.contest.sides):
        if reminders.is_wanted(tx, entrant.entrant_id, entrant.person_id):
            told = MatchLetter(promised.saying.contest_id)
            tell_member(tx, promised.guild_id, entrant.person_id, told)


def _own(tx: ActorTx, tournament_id: TournamentId) -> tuple[Tournament, Person, Entrant]:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    person = access.recognise(tx)
    entrant = entrants.of_person(tx, tournament_id, person.person_id)
    if entrant is None or entrant.withdrawn_at is not None:
        raise NotRegistered(name=tournament.name)
    return tournament, person, entrant
