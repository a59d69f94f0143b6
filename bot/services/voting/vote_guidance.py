"""The votes that wait for a person's ballot."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.community import Person, Presser
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.services.voting import vote_reading
from bot.storage.database import Work


def found(work: Work, presser: Presser, person: Person | None) -> Iterator[DutyItem]:
    """Open votes in which the person is entitled and has not voted, the first to close first."""
    if person is None:
        return
    for view in vote_reading.open_votes(work, presser.guild_id, presser.at):
        if any(one.person_id == person.person_id for one in view.waiting):
            yield DutyItem(Duty.VOTE, view.vote.vote_id, None, view.closes_at)
