"""Revealing the next link of an event's chain: one for each draw of a field, a round or a lot."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from bot.domain.community import Place
from bot.domain.events import draw
from bot.domain.events.draw import DrawRecord, listed_entrants
from bot.domain.events.sayings import LinkRevealed
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, PersonId
from bot.services import event_log
from bot.storage import tournaments
from bot.storage.context import Tx
from bot.storage.tournaments import DrawPurpose


def reveal(
    tx: Tx,
    tournament: Tournament,
    entrants: Iterable[tuple[EntrantId, float | None]],
    by: PersonId | None = None,
    reason: str | None = None,
    purpose: DrawPurpose = DrawPurpose.FIELD,
    seeds: Mapping[EntrantId, int] = draw.NO_SEEDS,
) -> DrawRecord:
    """Writes the event's next draw with its proof; the caller uses its stream in the same transaction.

    Raises ValueError when the chain has no link left.
    """
    tournament_id = tournament.tournament_id
    number = tournaments.draws_made(tx, tournament_id) + 1
    record = draw.conduct(tournaments.secret(tx, tournament_id), tournament_id, number, entrants, seeds=seeds)
    tournaments.add_draw(tx, record, tx.now, by, reason, purpose)
    return record


def reveal_later(
    tx: Tx,
    tournament: Tournament,
    purpose: DrawPurpose,
    among: Collection[EntrantId] | None = None,
) -> DrawRecord:
    """A draw within the running event: a round's or a lot, over the field that was drawn, or `among` some of it.

    It goes on the record.
    """
    field = tournaments.draws(tx, tournament.tournament_id)[0].entrants
    known = [one for one in listed_entrants(field) if among is None or one.entrant_id in among]
    listed = ((one.entrant_id, None if one.rating is None else float(one.rating)) for one in known)
    seeds = {one.entrant_id: one.seed for one in known if one.seed is not None}
    record = reveal(tx, tournament, listed, purpose=purpose, seeds=seeds)
    act = "draw_round" if purpose is DrawPurpose.ROUND else "draw_lot"
    _publish(tx, tournament, record, act)
    return record


def _publish(tx: Tx, tournament: Tournament, record: DrawRecord, act: str) -> None:
    tournament_id, number = tournament.tournament_id, record.number
    event_log.record(tx, tournament, act, number=str(number), seed=record.seed)
    tx.enqueue(tournament.guild_id, Place.RECORD, LinkRevealed(tournament_id, number))
