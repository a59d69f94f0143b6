"""Exams passed before their title's time is over: the title is proposed when it is, with no event needed for it."""

from __future__ import annotations

from bot.domain.deadlines import Step
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import ArbiterTitle
from bot.domain.registry.arbiter_titles import check
from bot.services.registry import title_awards, title_facts
from bot.storage import deadlines, people
from bot.storage.context import Tx


def exam_subject(person_id: PersonId) -> str:
    """How deadlines name the exam that somebody passed early."""
    return f"exam:{person_id}"


def wait(tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
    """Writes down when the time as ANP of who has passed the exam for AN is over (AIJE-B01-AN); twice is harmless."""
    record = title_facts.arbiter_record(tx, guild_id, person_id)
    if ArbiterTitle.AN not in record.passed:
        return
    found = check(ArbiterTitle.AN, record, title_facts.numbers(tx.now).arbiter, tx.now)
    moments = [one.due_at for one in found.requirements if not one.met and one.due_at is not None]
    due = [(Step.PROPOSE_TITLE, max(moments))] if moments else []
    deadlines.rewrite(tx, exam_subject(person_id), due)


def take(tx: Tx, person_id: PersonId) -> None:
    """The time is over: proposes the title where nothing else is missing, or waits on where it is longer by now."""
    person = people.load(tx, person_id)
    if person is not None and not title_awards.propose_examined(tx, person.guild_id, person_id):
        wait(tx, person.guild_id, person_id)
