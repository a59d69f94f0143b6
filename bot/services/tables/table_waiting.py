"""A table that waits for somebody: no clock decides there, so the people who can decide are asked, once a table."""

from __future__ import annotations

from enum import StrEnum

from bot.domain.announcements import Saying
from bot.domain.community import Place
from bot.domain.contests import Contest
from bot.domain.deadlines import Step
from bot.domain.ids import ContestId, GuildId, Occasion
from bot.services.speaking import promise
from bot.storage import outbox
from bot.storage.database import Work


def is_asked(work: Work, contest_id: ContestId) -> bool:
    """Whether somebody was asked already."""
    return bool(outbox.all_promises(work, Saying.BOTH_ABSENT, contest_id))


def is_to_come(work: Work, contest: Contest, step: StrEnum) -> bool:
    """Whether the step is still to be taken at this table: asking is done once."""
    return step is not Step.LOSE_GAME or not is_asked(work, contest.contest_id)


def ask(work: Work, occasion: Occasion, guild_id: GuildId, contest: Contest) -> None:
    """Asks the table's arbiter beside its card, or the organisers where nobody follows it."""
    if not is_asked(work, contest.contest_id):
        place = Place.COMMITTEE if contest.arbiter is None else Place.MATCHES
        promise(work, occasion, guild_id, place, Saying.BOTH_ABSENT, contest.contest_id)
