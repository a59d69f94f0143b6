"""What comes by itself in case files: a reminder, the end of the time to answer, the end of the time to appeal."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.cases.misconduct import due_steps
from bot.domain.cases.sayings import FileNews, FileNote
from bot.domain.deadlines import Step
from bot.domain.ids import FileId, Occasion
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
from bot.storage.database import Work


def take(work: Work, occasion: Occasion, file_id: FileId, step: Step) -> None:
    """Takes a due step of a case; one that is not due any more, as after a pause, changes nothing."""
    file = misconduct_cases.load(work, file_id)
    if file is None:
        return
    if not any(due.kind is step and due.at <= occasion.now for due in due_steps(file, outages_of(work, file))):
        reschedule(work, file_id)
        return
    match step:
        case Step.REMIND_REPLY:
            reminded = save(work, replace(file, reminded_at=occasion.now))
            tell_accused(work, occasion, reminded, FileNote(file_id, FileNews.REMINDER))
        case Step.END_REPLY:
            save(work, replace(file, over_told_at=occasion.now))
            committee_cases.tell_reply_over(work, occasion, file)
        case Step.CLOSE_FILE:
            record(work, occasion, file, "close_file")
        case _:
            raise LookupError(f"a case file has no step {step}")
    show_committee(work, occasion, file)


def after_outage(work: Work, occasion: Occasion, outage: Outage) -> None:
    """Rewrites what is due in every case in which a time runs: each ends later by what the outage took."""
    for file_id in deadlines.subjects(work, FILE):
        file = misconduct_cases.load(work, FileId(file_id))
        if file is not None and outage.touches(file.guild_id):
            show_committee(work, occasion, reschedule(work, file.file_id))
