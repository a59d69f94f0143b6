"""What comes by itself in case files: a reminder, the end of the time to answer, the end of the time to appeal."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.cases.misconduct import due_steps
from bot.domain.cases.sayings import FileNews, FileNote
from bot.domain.deadlines import Step
from bot.domain.ids import FileId
from bot.domain.outages import Outage
from bot.services.cases import committee_cases
from bot.services.cases.misconduct_record import (
    FILE,
    outages_of,
    record,
    reschedule,
    save,
    show_committee,
    tell_accused,
)
from bot.storage import deadlines, misconduct_cases
from bot.storage.context import Tx


def take(tx: Tx, file_id: FileId, step: Step) -> None:
    """Takes a due step of a case; one that is not due any more, as after a pause, changes nothing."""
    file = misconduct_cases.load(tx, file_id)
    if file is None:
        return
    if not any(due.kind is step and due.at <= tx.now for due in due_steps(file, outages_of(tx, file))):
        reschedule(tx, file_id)
        return
    match step:
        case Step.REMIND_REPLY:
            reminded = save(tx, replace(file, reminded_at=tx.now))
            tell_accused(tx, reminded, FileNote(file_id, FileNews.REMINDER))
        case Step.END_REPLY:
            save(tx, replace(file, over_told_at=tx.now))
            committee_cases.tell_reply_over(tx, file)
        case Step.CLOSE_FILE:
            record(tx, file, "close_file")
        case _:
            raise LookupError(f"a case file has no step {step}")
    show_committee(tx, file)


def after_outage(tx: Tx, outage: Outage) -> None:
    """Rewrites what is due in every case in which a time runs: each ends later by what the outage took."""
    for file_id in deadlines.subjects(tx, FILE):
        file = misconduct_cases.load(tx, FileId(file_id))
        if file is not None and outage.touches(file.guild_id):
            show_committee(tx, reschedule(tx, file.file_id))
