"""What comes by itself in cases: the notice, reminders, the end of the time to justify, more time after an outage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.domain.cases.absence import AbsenceCase, CaseState, justify_by, reminders_due, state
from bot.domain.cases.no_shows import falls_due
from bot.domain.cases.sayings import AbsenceReminder
from bot.domain.community import Place
from bot.domain.deadlines import Step
from bot.domain.events.tournament import Tournament
from bot.domain.ids import CaseId, TournamentId
from bot.domain.outages import Outage, hurries, without
from bot.services import outage_messages
from bot.services.cases import committee_cases
from bot.services.cases.absences import notify_gathered, settle
from bot.services.cases.case_record import batches, outages_of, save, tournament_of
from bot.services.speaking import tell_member
from bot.storage import cases
from bot.storage.context import Query, Tx


def take(tx: Tx, case_id: CaseId, step: Step) -> None:
    """Takes a due step of a case; what is due at that moment for others of its tournament is done and said with it."""
    case = cases.load(tx, case_id)
    if case is None:
        return
    tournament = tournament_of(tx, case)
    match step:
        case Step.REMIND_JUSTIFICATION:
            remind(tx, tournament)
        case Step.BAR_ABSENTEE:
            settle(tx, tournament, _fallen_due(tx, tournament))
        case Step.REMIND_REVIEW:
            _remind_reviewers(tx, tournament, case)
        case _:
            raise LookupError(f"a case has no step {step}")


def take_notice(tx: Tx, tournament_id: TournamentId, step: Step) -> None:
    """Takes the step in which those who never played are named together."""
    if step is not Step.NOTIFY_ABSENTEES:
        raise LookupError(f"absences have no step {step}")
    notify_gathered(tx, tournament_id)


def remind(tx: Tx, tournament: Tournament) -> None:
    """Reminds everyone whose case is open and whose reminder has come: in one public message and a letter each."""
    reminded = []
    for case in cases.open_of_tournament(tx, tournament.tournament_id):
        due = reminders_due(case, tx.now, tournament.rulebook, outages_of(tx, case))
        if due:
            reminded.append(save(tx, tournament, replace(case, reminded=case.reminded | due)))
    _remind_of_cases(tx, tournament, reminded)


def after_outage(tx: Tx, outage: Outage, *, tell: bool) -> None:
    """Rewrites what is due in every open case; `tell` names those whose time to justify would be over, or nearly."""
    moved: dict[TournamentId, list[AbsenceCase]] = {}
    known: dict[TournamentId, Tournament] = {}
    for case in cases.open_for(tx, outage.guild_id):
        tournament = known.setdefault(case.tournament_id, tournament_of(tx, case))
        rulebook, now = tournament.rulebook, outages_of(tx, case)
        was, becomes = justify_by(case, rulebook, without(now, outage)), justify_by(case, rulebook, now)
        hurried = was is not None and was != becomes and hurries(was, outage, rulebook.outage.reopen_for)
        if tell and hurried and state(case, tx.now, rulebook, now) is CaseState.OPEN:
            # One message tells of the new time and reminds of it.
            due = reminders_due(case, tx.now, rulebook, now)
            moved.setdefault(case.tournament_id, []).append(replace(case, reminded=case.reminded | due))
        else:
            save(tx, tournament, case)
    for tournament_id, some in moved.items():
        saved = [save(tx, known[tournament_id], case) for case in some]
        _tell_longer(tx, known[tournament_id], saved, outage)


def _tell_longer(tx: Tx, tournament: Tournament, some: Iterable[AbsenceCase], outage: Outage) -> None:
    """Names once those whose time is longer because of the outage; where that grows, the message shows it."""
    messages = outage_messages.messages_of(tx, AbsenceReminder, tournament.tournament_id, outage)
    outage_messages.redraw(tx, messages)
    named = {case_id for one in messages for case_id in one.saying.cases}
    _remind_of_cases(tx, tournament, [case for case in some if case.case_id not in named], outage)


def _remind_of_cases(
    tx: Tx,
    tournament: Tournament,
    some: Iterable[AbsenceCase],
    outage: Outage | None = None,
) -> None:
    guild_id = tournament.guild_id
    for batch in batches(tx, some):
        reminder = AbsenceReminder(tournament.tournament_id, tuple(case.case_id for case in batch))
        if outage is not None:
            reminder = replace(
                reminder, extended=True, down_from=outage.down_from, up_at=outage.up_at, cause=outage.cause
            )
        tx.enqueue(guild_id, Place.ANNOUNCEMENTS, reminder)
        for case in batch:
            tell_member(tx, guild_id, case.person_id, replace(reminder, cases=(case.case_id,)))


def _fallen_due(tx: Query, tournament: Tournament) -> list[AbsenceCase]:
    return [
        case
        for case in cases.open_of_tournament(tx, tournament.tournament_id)
        if falls_due(case, Step.BAR_ABSENTEE, tx.now, tournament.rulebook, outages_of(tx, case))
    ]


def _remind_reviewers(tx: Tx, tournament: Tournament, case: AbsenceCase) -> None:
    if not falls_due(case, Step.REMIND_REVIEW, tx.now, tournament.rulebook, outages_of(tx, case)):
        return
    save(tx, tournament, replace(case, review_reminded_at=tx.now))
    committee_cases.show_reviewers(tx, tournament, case, reminder=True)
