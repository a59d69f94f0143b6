"""What case files and appeals ask of a person, and what the person waits for in them."""

from __future__ import annotations

from bot.domain.cases.file_views import Appealable, FileView
from bot.domain.cases.misconduct import FileState
from bot.domain.community import Person
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.domain.scores import winning_side
from bot.services.asked import Asked, Found
from bot.services.cases import misconduct_reading
from bot.storage.context import Query


def guide(tx: Query, asked: Asked) -> Found:
    """The cases about the person, what the person can appeal against, then what waits for a decision of theirs."""
    if asked.person is None:
        return
    for view in misconduct_reading.files_against(tx, asked.person.person_id, asked.now):
        yield from _own(view)
    for decision in misconduct_reading.appealable(tx.acting_as(asked.presser)):
        if not _is_in_favour(decision, asked.person):
            yield _appeal(decision)
    if asked.may(Act.JUDGE_FILE):
        for view in misconduct_reading.to_judge(tx.acting_as(asked.presser)):
            duty = Duty.JUDGE_FILE if view.pause is None else Duty.RESUME_FILE
            yield DutyItem(duty, view.file.file_id, None, None, view.accused)
        for appeal in misconduct_reading.appeals_to_decide(tx.acting_as(asked.presser)):
            yield DutyItem(Duty.DECIDE_APPEAL, appeal.appeal.appeal_id, None, None, appeal.person)


def _is_in_favour(decision: Appealable, person: Person) -> bool:
    """Whether the decision is a ruling in the person's own favour."""
    result = None if decision.ruling is None else decision.ruling.contest.result
    winner = None if result is None else winning_side(result.score)
    if decision.ruling is None or winner is None:
        return False
    return decision.ruling.players[winner].person_id == person.person_id


def _appeal(decision: Appealable) -> DutyItem:
    """The right to appeal that is still open, by what the decision is."""
    if decision.ruling is not None:
        return DutyItem(Duty.APPEAL, decision.key, decision.ruling.tournament, decision.until, called="ruling")
    if decision.points is not None:
        return DutyItem(Duty.APPEAL, decision.key, decision.points.tournament, decision.until, called="points")
    if decision.file is not None:
        return DutyItem(Duty.APPEAL, decision.key, until=decision.until, n=decision.file.number, called="file")
    if decision.link is not None:
        return DutyItem(Duty.APPEAL, decision.key, until=decision.until, called="link")
    return DutyItem(Duty.APPEAL, decision.key, until=decision.until, called="bar")


def _own(view: FileView) -> Found:
    match view.state:
        case FileState.OPENED | FileState.AWAITING_ANSWER:
            yield DutyItem(Duty.REPLY_IN_FILE, view.file.file_id, None, view.reply_by)
        case FileState.UNDER_REVIEW:
            yield Prospect(Outlook.FILE_IS_DECIDED)
        case FileState.APPEALED:
            yield Prospect(Outlook.APPEAL_IS_DECIDED)
        case _:
            return
