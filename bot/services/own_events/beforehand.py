"""Who decided about an event and comes to play in it afterwards: it is told as if they had played then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.domain.cases.recusal import Stake, stake
from bot.domain.community import Place
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.domain.own_events.own_acts import OwnAct
from bot.domain.own_events.sayings import DoneInOwnEvent
from bot.domain.permissions import Act
from bot.domain.undoing import TAKES
from bot.services import undoing
from bot.services.own_events import objectors
from bot.storage import entrants, identities, log, own_acts
from bot.storage.context import Query, Tx
from bot.storage.log import Entry

_OF_THE_LIST: Final = {"remove": Act.TAKE_OUT_PLAYER}
_ABOUT_AN_EVENT: Final = {act: by for act, by in TAKES.items() if stake(by) is Stake.EVENT} | _OF_THE_LIST
"""What the log calls acts that somebody keeps out of who plays in the event, as far as they can be taken back."""


def tell(tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
    """Tells everybody what the person, who has a place from now on, had decided; players can object to each of it."""
    lines = list(_lines_untold(tx, tournament, person_id))
    needed = objectors.how_many(tx, tournament.tournament_id) if lines else 0
    for line in lines:
        done = OwnAct(
            act_id=tx.new_id(),
            guild_id=tournament.guild_id,
            tournament_id=tournament.tournament_id,
            contest_id=None,
            person_id=person_id,
            act=_ABOUT_AN_EVENT[line.act],
            verb="",
            given={},
            is_owner=False,
            is_organiser=False,
            asked_at=tx.now,
            done_at=tx.now,
            line=line.sequence,
            needed=needed,
        )
        own_acts.add(tx, done)
        own_acts.save(tx, done)
        said = DoneInOwnEvent(tournament.tournament_id, done.act_id)
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, said)


def _lines_untold(tx: Query, tournament: Tournament, person_id: PersonId) -> Iterator[Entry]:
    """The lines of what others on the list have to bear, that stands and was not told yet."""
    deciders = log.actors(tx, tournament.tournament_id, _ABOUT_AN_EVENT)
    selves = set(identities.selves(tx, person_id)) if deciders else set()
    if deciders.isdisjoint(selves):
        return
    told = {one.line for one in own_acts.of_event(tx, tournament.tournament_id)}
    for line in log.of_tournament(tx, tournament.tournament_id):
        if line.act not in _ABOUT_AN_EVENT or line.actor not in selves or line.sequence in told:
            continue
        if _concerns_others(tx, line, selves) and undoing.can_be_undone(tx, line, tx.now):
            yield line


def _concerns_others(tx: Query, line: Entry, selves: set[PersonId]) -> bool:
    """Whether anybody else was on the list when it was done."""
    listed = entrants.of_tournament(tx, line.tournament_id) if line.tournament_id is not None else ()
    return any(
        one.person_id not in selves
        and one.registered_at <= line.at
        and (one.withdrawn_at is None or one.withdrawn_at >= line.at)
        for one in listed
    )
