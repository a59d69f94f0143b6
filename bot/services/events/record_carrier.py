"""What stands for the draws of an event that is brought in: new ids for its entrants, and draws that carry them.

The proof of chance stays in the file; what else hangs on a draw has to come out here as it did there. So the seed of
the draw that paired the file's contests is kept, by which a dispute knows its scene (OLY-4), and where the file has an
order by lot, the new ids are dealt so that a lot of our own gives the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.domain.events import draw
from bot.domain.events.draw import DrawRecord, Stream
from bot.domain.events.records import FIELD, Record
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId
from bot.storage import tournaments
from bot.storage.context import Query, Tx
from bot.storage.tournaments import BROUGHT, DrawPurpose

LISTED, LOT = 1, 2
"""The numbers of the draws that an event that was brought in has."""


def ids_for(tx: Query, tournament: Tournament, record: Record, fresh: Callable[[], str]) -> dict[EntrantId, EntrantId]:
    """A new id for every entrant; the seed of our own lot shuffles them into the order that the file has."""
    field = [one.entrant_id for one in record.facts.starters]
    first = [one for one in record.facts.lot if one in set(field)]
    made = sorted(EntrantId(fresh()) for _ in field)
    order = Stream(bytes.fromhex(_lot_seed(tx, tournament))).shuffle(made)
    wanted = [*first, *(one for one in field if one not in set(first))]
    return dict(zip(wanted, order, strict=True))


def write_carriers(tx: Tx, tournament: Tournament, record: Record, written: Mapping[EntrantId, EntrantId]) -> None:
    """The list with its ratings, and the lot where the file has one. They prove nothing, and are never shown."""
    listed = [(written[one.entrant_id], one.rating) for one in record.facts.starters]
    seeds = {written[one.entrant_id]: one.seed for one in record.facts.starters if one.seed is not None}
    secret = tournaments.secret(tx, tournament.tournament_id)
    own = draw.conduct(secret, tournament.tournament_id, LISTED, listed, seeds=seeds)
    _add(tx, tournament, replace(own, seed=_paired_by(record) or own.seed), DrawPurpose.FIELD)
    if record.facts.lot:
        _add(tx, tournament, replace(own, number=LOT, seed=_lot_seed(tx, tournament)), DrawPurpose.LOT)


def _add(tx: Tx, tournament: Tournament, carrier: DrawRecord, purpose: DrawPurpose) -> None:
    tournaments.add_draw(tx, carrier, tournament.start_at, tournament.created_by, BROUGHT, purpose)


def _lot_seed(tx: Query, tournament: Tournament) -> str:
    """Of the secret alone, since the list is made with the ids that it shuffles."""
    return draw.link(tournaments.secret(tx, tournament.tournament_id), LOT).hex()


def _paired_by(record: Record) -> str | None:
    """The seed of the draw that the file's contests follow."""
    numbers: Sequence[int] = [one.draw for one in record.contests if one.voided_at is None and one.draw is not None]
    if numbers and 0 < numbers[0] <= len(record.draws):
        return record.draws[numbers[0] - 1].record.seed
    fields = [one.record.seed for one in record.draws if one.purpose == FIELD]
    return fields[-1] if fields else None
