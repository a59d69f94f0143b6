"""A match that stands still: its players are reminded, who runs the event is asked, and after a day they can end it."""

from __future__ import annotations

from typing import Final

from bot.domain.deadlines import Step
from bot.domain.ids import ContestId
from bot.domain.playing.sayings import ResultWanted, StaffSilent
from bot.domain.stillness import Rung
from bot.services import stillness
from bot.services.playing import matches, still_matches
from bot.services.playing.followed import Followed
from bot.services.speaking import tell_match
from bot.services.stillness import Standstill, Watch
from bot.services.timetable import contest_subject
from bot.storage import deadlines
from bot.storage.context import Query, Tx


def find(tx: Query, contest_id: str) -> Standstill | None:
    """What stands still of the match now."""
    followed = matches.load(tx, ContestId(contest_id))
    return None if followed is None else _standstill(tx, followed)


def _standstill(tx: Query, followed: Followed) -> Standstill | None:
    due = set(deadlines.of_subject(tx, contest_subject(followed.contest_id))) - {Step.TELL_STILL}
    still = still_matches.of_match(tx, followed, tx.now, goes_on=bool(due))
    if still is None:
        return None
    tournament = followed.tournament
    return Standstill(still, tournament.guild_id, tournament.tournament_id, followed.outages)


def _remind(tx: Tx, contest_id: str) -> None:
    """Both players are asked how it ended, once."""
    followed = matches.load(tx, ContestId(contest_id))
    if followed is not None:
        tell_match(tx, followed.tournament, ResultWanted(followed.contest_id))


def _ask(tx: Tx, contest_id: str, found: Standstill, rung: Rung) -> None:
    """Who runs the event; after a day of silence the players read what they can do by themselves."""
    stillness.call_staff(tx, contest_subject(ContestId(contest_id)), found, rung)
    followed = matches.load(tx, ContestId(contest_id))
    if rung is Rung.AFTER_A_DAY and followed is not None and followed.match.contest.called_at is not None:
        tell_match(tx, followed.tournament, StaffSilent(followed.contest_id))


WATCH: Final = Watch(find, _remind, _ask)
