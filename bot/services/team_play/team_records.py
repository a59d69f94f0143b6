"""Teams of an event that is brought in from its record: their members, and the draws that their scenes hang on."""

from __future__ import annotations

from datetime import datetime

from bot.domain.events.records import Record
from bot.domain.formats.protocol import Starter
from bot.domain.ids import EntrantId
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.team_play.disputes import scenes
from bot.domain.team_play.teams import Member
from bot.errors import UserError
from bot.services.events.record_teams import Persons, captain_of
from bot.storage import teams
from bot.storage.context import Tx


class RecordNeedsDraw(UserError):
    """Which scene a dispute played hangs on a draw that the file does not have, or not for all of them (OLY-4)."""

    name: str
    place: str


def refuse_unknown_scenes(record: Record) -> None:
    """Raises RecordNeedsDraw where one of two scenes was drawn and the file does not say by which draw."""
    if record.rulebook.dispute is None or len(scenes(record.rulebook.dispute)) <= 1:
        return
    if not record.draws:
        raise RecordNeedsDraw(name=record.name, place="draws")
    in_force = [one for one in record.contests if one.voided_at is None]
    other = next((one for one in in_force if one.draw != in_force[0].draw), None)
    if other is not None:
        raise RecordNeedsDraw(name=record.name, place=f"{other.place}.draw")


def write_members(
    tx: Tx, record: Record, starter: Starter, entrant_id: EntrantId, by_id: Persons, at: datetime
) -> None:
    """Writes the members of a team in the order of the boards, substitutes after them."""
    rules = record.rulebook.teams or TeamRules()
    known = (by_id[one].person_id for one in starter.members or (captain_of(starter),))
    some = [Member(one, place if place <= rules.size else 0) for place, one in enumerate(known, start=1)]
    teams.replace_members(tx, entrant_id, some, at)
