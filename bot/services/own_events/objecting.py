"""Players of an event object to what one of them has decided about it alone: it is taken back, while it can be."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Place
from bot.domain.own_events.own_acts import OwnAct, OwnEnding
from bot.domain.own_events.sayings import OwnActEnded
from bot.domain.permissions import Act
from bot.errors import AlreadyDone, Outdated, UserError
from bot.services import access, event_log, recusal, undoing
from bot.services.own_events import objectors
from bot.services.own_events.acting import load
from bot.storage import own_acts
from bot.storage.context import ActorTx


class OnlyPlayersObject(UserError):
    """Only people who play in the event object to what was decided about it."""

    event: str


def object_to(tx: ActorTx, act_id: str) -> OwnAct:
    """Notes the objection; with enough of them the act is taken back, and everybody reads it.

    Raises OwnCase for who did it, OnlyPlayersObject, AlreadyDone where the own side objected before or it is over, and
    Outdated.
    """
    done, tournament = load(tx, act_id)
    person = access.recognise(tx)
    recusal.refuse_about_oneself(tx, person.person_id, Act.OBJECT_TO_ACT, done.person_id)
    if not objectors.is_one(tx, done, person.person_id):
        raise OnlyPlayersObject(event=tournament.name)
    if done.done_at is None:
        raise Outdated
    if done.ended_at is not None or objectors.have_objected(tx, done, person.person_id):
        raise AlreadyDone
    own_acts.object_to(tx, act_id, person.person_id, tx.now)
    event_log.record(tx, tournament, "object_to_act", person, what=done.act)
    if objectors.sides_against(tx, done) < done.needed:
        return done
    return _end(tx, done)


def _end(tx: ActorTx, done: OwnAct) -> OwnAct:
    undone = done.line is not None and undoing.undo_for_players(tx, done.line)
    ended = replace(done, ended_at=tx.now, ending=OwnEnding.OBJECTED if undone else OwnEnding.STANDS)
    own_acts.save(tx, ended)
    tx.enqueue(done.guild_id, Place.ANNOUNCEMENTS, OwnActEnded(done.tournament_id, done.act_id))
    return ended
