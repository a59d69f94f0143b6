"""What who plays in an event wants to do about it, with nobody else left: kept, and done once a reason is picked."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.community import Person, Place
from bot.domain.events.tournament import Tournament, check_in_closes_at
from bot.domain.ids import ContestId, TournamentId
from bot.domain.own_events.grounds import OwnGround
from bot.domain.own_events.own_acts import (
    FINAL_AT_THE_CLOSE,
    TO_OBJECT,
    OwnAct,
    OwnEventWished,
    moves_the_association,
)
from bot.domain.own_events.sayings import DoneInOwnEvent
from bot.domain.permissions import Act
from bot.domain.signing.signatures import EVENT_WAITS_FOR, Signature
from bot.errors import AlreadyDone, NotYours, Outdated, UserError
from bot.services import access, event_log, recusal, wishes
from bot.services.events.tournaments import find
from bot.services.own_events import agreeing, objectors
from bot.services.own_events.undone import UNDONE_BY, is_undone
from bot.services.signing import bench, signatures
from bot.services.timetable import outages_of
from bot.storage import log, own_acts
from bot.storage.context import ActorQuery, ActorTx, Query

_REASONS: Final = frozenset({"reason", "why", "note"})
"""What the verbs call the words that say why; other words ask for the same."""


class NobodySigns(UserError):
    """On the event hang ratings, seats or titles, and nobody is left who does not play and could sign."""

    event: str


class TooCloseAlone(UserError):
    """It would be final before players of the event could object to it."""

    closed_at: datetime


def keep(tx: ActorTx, tournament_id: TournamentId, act: Act, wish: tuple[str, str, str]) -> OwnAct:
    """Keeps what somebody wants to do who is alone; nothing is done until they pick a reason.

    `wish` is the own match (or nothing), the verb, and what it takes.
    """
    person = access.recognise(tx)
    tournament = find(tx, tx.guild_id, tournament_id)
    own_match, verb, given = wish
    kept = OwnAct(
        act_id=tx.new_id(),
        guild_id=tx.guild_id,
        tournament_id=tournament.tournament_id,
        contest_id=ContestId(own_match) if own_match else None,
        person_id=person.person_id,
        act=act,
        verb=verb,
        given=json.loads(given),
        is_owner=tx.actor.is_owner,
        is_organiser=tx.actor.is_organiser,
        asked_at=tx.now,
    )
    own_acts.add(tx, kept)
    bench.know_owner(tx, tx.guild_id)
    return kept


def decide(tx: ActorTx, act_id: str, ground: OwnGround) -> OwnAct:
    """Does it for the reason that was picked, in public; a ruling in the own match waits for the opponent.

    Raises NotYours, AlreadyDone, and what the act itself raises: the facts are looked up anew.
    """
    person = access.recognise(tx)
    kept, tournament = load(tx, act_id)
    if kept.person_id != person.person_id:
        raise NotYours
    if kept.ground is not None or kept.done_at is not None:
        raise AlreadyDone
    kept = replace(kept, ground=ground)
    if moves_the_association(tournament.rulebook):
        return _wait_for_signature(tx, kept, (person, tournament))
    if kept.contest_id is not None:
        return agreeing.ask(tx, kept, tournament)
    return _carry_out(tx.acting_as(replace(tx.actor, ground=ground)), kept, (person, tournament))


def _wait_for_signature(tx: ActorTx, kept: OwnAct, whose: tuple[Person, Tournament]) -> OwnAct:
    """A second person has a day, in which nothing stops; nobody who plays in the event is one. Raises NobodySigns."""
    person, tournament = whose
    own_acts.save(tx, kept)
    concerned = recusal.everybody_in(tx, tournament.tournament_id)
    wish, lapses = OwnEventWished(kept.act_id), EVENT_WAITS_FOR
    asked = signatures.ask(tx, person, wish, concerned=concerned, lapses=lapses)
    if asked.in_public:
        raise NobodySigns(event=tournament.name)
    return kept


def carry_out_signed(tx: ActorTx, signature: Signature, wish: OwnEventWished) -> None:
    """Does what a second person has signed, in the name of who asked, by the facts of now."""
    kept = own_acts.load(tx, wish.act_id)
    if kept is None or kept.done_at is not None:
        raise Outdated
    asker, pressing = signatures.asker_presser(tx, signature, tx.now)
    backed = replace(pressing, ground=kept.ground, is_backed=True)
    before = log.last(tx, kept.guild_id)
    wishes.carry_out(tx.acting_as(backed), kept.verb, kept.given)
    own_acts.save(tx, replace(kept, done_at=tx.now, line=_line(tx, asker, kept.verb, before)))


def about(tx: Query, wish: OwnEventWished) -> str:
    """The same act in the same event, whatever reason was typed: within a day, things change there."""
    kept = own_acts.load(tx, wish.act_id)
    if kept is None:
        return wish.act_id
    given = {name: value for name, value in kept.given.items() if name not in _REASONS}
    return f"{kept.tournament_id} {kept.verb} {json.dumps(given, sort_keys=True)}"


def load(tx: ActorQuery, act_id: str) -> tuple[OwnAct, Tournament]:
    """The act and its event; raises Outdated."""
    kept = own_acts.load(tx, act_id)
    if kept is None or kept.guild_id != tx.guild_id:
        raise Outdated
    return kept, find(tx, tx.guild_id, kept.tournament_id)


def _carry_out(tx: ActorTx, kept: OwnAct, whose: tuple[Person, Tournament]) -> OwnAct:
    person, tournament = whose
    _refuse_unobjectable(tx, kept, tournament)
    before = log.last(tx, tx.guild_id)
    needed = objectors.how_many(tx, tournament.tournament_id)
    wishes.carry_out(tx, kept.verb, kept.given)
    line = _line(tx, person, kept.verb, before) if is_undone(kept.verb, tournament) else None
    done = replace(kept, done_at=tx.now, line=line, needed=needed)
    own_acts.save(tx, done)
    event_log.record(tx, tournament, "decide_own_event", person, ground=done.ground, what=done.act)
    said = DoneInOwnEvent(tournament.tournament_id, done.act_id)
    tx.enqueue(tx.guild_id, Place.ANNOUNCEMENTS, said)
    return done


def _refuse_unobjectable(tx: Query, kept: OwnAct, tournament: Tournament) -> None:
    """Raises TooCloseAlone for what the close makes final, where it comes before anybody could read of it."""
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if kept.act in FINAL_AT_THE_CLOSE and closes_at - TO_OBJECT < tx.now < closes_at:
        raise TooCloseAlone(closed_at=closes_at)


def _line(tx: Query, person: Person, verb: str, before: int) -> int | None:
    """The line of the log by which what was just done can be taken back."""
    lines = (one for one in log.after(tx, person.guild_id, before) if one.actor == person.person_id)
    return next((one.sequence for one in lines if one.act in UNDONE_BY.get(verb, ())), None)
