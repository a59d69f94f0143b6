"""A table that waits for somebody: no clock decides there, so the people who can decide are asked, once a table."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.community import Place
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.ids import ContestId, Occasion
from bot.domain.playing.sayings import BothAbsent
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.tables.table_state import missing_since_long
from bot.services import summons
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.speaking import promise, tell_match
from bot.services.timetable import contest_subject
from bot.storage import outbox
from bot.storage.database import Work


def is_asked(work: Work, contest_id: ContestId) -> bool:
    """Whether somebody was asked already."""
    return bool(outbox.all_promises(work, BothAbsent, contest_id))


def due(work: Work, followed: Followed) -> Iterator[Due]:
    """When somebody is asked about who is missing, unless that was done: asking is done once."""
    at = missing_since_long(followed.match, followed.tournament.rulebook, followed.outages)
    if at is not None and not is_asked(work, followed.contest_id):
        yield Due(Step.LOSE_GAME, at + CLICKS_IN_FLIGHT)


def ask(work: Work, occasion: Occasion, followed: Followed) -> None:
    """Asks the table's arbiter beside its card, or the organisers where nobody follows it."""
    if is_asked(work, followed.contest_id):
        return
    told = BothAbsent(followed.contest_id)
    if followed.match.contest.arbiter is None:
        promise(work, occasion, followed.tournament.guild_id, Place.COMMITTEE, told)
    else:
        tell_match(work, occasion, followed.tournament, told)
    about = contest_subject(followed.contest_id)
    matter = Matter(MatterKind.TABLE_MISSING, about, followed.tournament.tournament_id)
    summons.call(work, occasion, followed.tournament.guild_id, matter)
    matches.look(work, followed, occasion.now)
