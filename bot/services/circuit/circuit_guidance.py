"""What a series tells a person: where they stand, and whether they are asked to play its final."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.circuit.circuits import CircuitView
from bot.domain.ids import PersonId
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.services.asked import Asked, Found
from bot.services.circuit import circuit_reading
from bot.storage import identities
from bot.storage.context import Query


def guide(tx: Query, asked: Asked) -> Found:
    """Of each series that goes on: the question that waits, the place, and how many events are left."""
    here = [] if asked.person is None else circuit_reading.open_of_guild(tx, asked.presser.guild_id)
    own = identities.selves(tx, asked.person.person_id) if here and asked.person is not None else []
    for circuit in here:
        view = circuit_reading.view(tx, circuit, asked.now)
        yield from _duties(asked, view, own)
        row = view.row_of(own)
        if row is not None:
            left = len(view.to_come)
            yield Prospect(Outlook.SERIES_PLACE, n=row.rank_from, left=left, called=circuit.name)


def _duties(asked: Asked, view: CircuitView, own: Sequence[PersonId]) -> Found:
    key, name, wanted = view.circuit.circuit_id, view.circuit.name, view.wanted_of(own)
    if wanted is not None:
        yield DutyItem(Duty.ANSWER_FINAL, key, None, wanted.answer_by, called=name)
    vacant = 0 if view.finalists is None or not view.asks else view.finalists.vacant
    if vacant and asked.may(Act.RUN_SERIES):
        yield DutyItem(Duty.FILL_FINAL, key, n=vacant, called=name)
