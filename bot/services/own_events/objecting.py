"""Players of an event object to what one of them has decided about it alone: it is taken back, while it can be."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Place, Presser
from bot.domain.ids import Occasion, TournamentId
from bot.domain.own_events.own_acts import OwnAct, OwnEnding, objections_needed
from bot.domain.own_events.sayings import OwnActEnded
from bot.domain.permissions import Act
from bot.errors import AlreadyDone, Outdated, UserError
from bot.services import access, event_log, recusal, undoing
from bot.services.own_events.acting import load
from bot.services.speaking import promise
from bot.storage import entrants, identities, own_acts
from bot.storage.database import Work


class OnlyPlayersObject(UserError):
    """Only people who play in the event object to what was decided about it."""

    event: str


def object_to(work: Work, occasion: Occasion, presser: Presser, act_id: str) -> OwnAct:
    """Notes the objection; with enough of them the act is taken back, and everybody reads it.

    Raises OwnCase for who did it, OnlyPlayersObject, AlreadyDone for a second press or once it is over, and Outdated.
    """
    done, tournament = load(work, presser, act_id)
    person = access.recognise(work, occasion, presser)
    recusal.refuse_about_oneself(work, person.person_id, Act.OBJECT_TO_ACT, done.person_id)
    if not recusal.has_place(work, tournament.tournament_id, person.person_id):
        raise OnlyPlayersObject(event=tournament.name)
    if done.done_at is None:
        raise Outdated
    others = own_acts.objectors(work, act_id)
    if done.ended_at is not None or any(identities.are_one(work, one, person.person_id) for one in others):
        raise AlreadyDone
    own_acts.object_to(work, act_id, person.person_id, occasion.now)
    event_log.record(work, occasion, tournament, "object_to_act", person, what=done.act)
    if len(others) + 1 < objections_needed(players(work, tournament.tournament_id)):
        return done
    return _end(work, occasion, presser, done)


def players(work: Work, tournament_id: TournamentId) -> int:
    """How many players or teams the event has."""
    return entrants.headcount(work, tournament_id).registered


def _end(work: Work, occasion: Occasion, presser: Presser, done: OwnAct) -> OwnAct:
    undone = done.line is not None and undoing.undo_for_players(work, occasion, presser, done.line)
    ended = replace(done, ended_at=occasion.now, ending=OwnEnding.OBJECTED if undone else OwnEnding.STANDS)
    own_acts.save(work, ended)
    promise(work, occasion, done.guild_id, Place.ANNOUNCEMENTS, OwnActEnded(done.tournament_id, done.act_id))
    return ended
