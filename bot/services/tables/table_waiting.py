"""A table that waits for somebody: no clock decides there, so the people who can decide are asked, once a table."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.ids import ContestId
from bot.domain.playing.sayings import BothAbsent
from bot.domain.playing.summons import MatterKind, MatterRef
from bot.domain.tables.table_state import missing_since_long
from bot.services import summons
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.matches import has_officials
from bot.services.speaking import tell_committee, tell_match
from bot.services.timetable import contest_subject
from bot.storage import matters, outbox
from bot.storage.context import Query, Tx


def is_asked(tx: Query, contest_id: ContestId) -> bool:
    """Whether somebody was asked already."""
    called = MatterRef(MatterKind.TABLE_MISSING, contest_subject(contest_id))
    return matters.load(tx, called) is not None or bool(outbox.all_promises(tx, BothAbsent, contest_id))


def due(tx: Query, followed: Followed) -> Iterator[Due]:
    """When somebody is asked about who is missing, unless that was done: asking is done once."""
    at = missing_since_long(followed.match, followed.tournament.rulebook, followed.outages)
    if at is not None and not is_asked(tx, followed.contest_id):
        yield Due(Step.LOSE_GAME, at + CLICKS_IN_FLIGHT)


def ask(tx: Tx, followed: Followed) -> None:
    """Asks the table's arbiter beside its card, else the chief, or calls who runs the event."""
    if is_asked(tx, followed.contest_id):
        return
    told = BothAbsent(followed.contest_id)
    if followed.match.contest.arbiter is not None:
        tell_match(tx, followed.tournament, told)
    elif has_officials(tx, followed):
        tell_committee(tx, followed.tournament.guild_id, told)
    else:
        summons.call_to_match(tx, followed.tournament, MatterKind.TABLE_MISSING, followed.contest_id)
    matches.look(tx, followed)
