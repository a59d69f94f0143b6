"""What who plays in an event wants to do about it, with nobody else left: kept, and done once a reason is picked."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.community import Person, Place, Presser
from bot.domain.events.tournament import Tournament, check_in_closes_at
from bot.domain.ids import ContestId, Occasion, TournamentId
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
from bot.services.speaking import promise
from bot.services.timetable import outages_of
from bot.storage import log, own_acts
from bot.storage.database import Work

_REASONS: Final = frozenset({"reason", "why", "note"})
"""What the verbs call the words that say why; other words ask for the same."""


class NobodySigns(UserError):
    """On the event hang ratings, seats or titles, and nobody is left who does not play and could sign."""

    event: str


class TooCloseAlone(UserError):
    """It would be final before players of the event could object to it."""

    closed_at: datetime


def keep(
    work: Work, occasion: Occasion, presser: Presser, tournament_id: TournamentId, act: Act, wish: tuple[str, str, str]
) -> OwnAct:
    """Keeps what somebody wants to do who is alone; nothing is done until they pick a reason.

    `wish` is the own match (or nothing), the verb, and what it takes.
    """
    person = access.recognise(work, occasion, presser)
    tournament = find(work, presser.guild_id, tournament_id)
    own_match, verb, given = wish
    kept = OwnAct(
        act_id=occasion.ids.fresh(),
        guild_id=presser.guild_id,
        tournament_id=tournament.tournament_id,
        contest_id=ContestId(own_match) if own_match else None,
        person_id=person.person_id,
        act=act,
        verb=verb,
        given=json.loads(given),
        is_owner=presser.is_owner,
        is_organiser=presser.is_organiser,
        asked_at=occasion.now,
    )
    own_acts.add(work, kept)
    bench.know_owner(work, occasion, presser.guild_id)
    return kept


def decide(work: Work, occasion: Occasion, presser: Presser, act_id: str, ground: OwnGround) -> OwnAct:
    """Does it for the reason that was picked, in public; a ruling in the own match waits for the opponent.

    Raises NotYours, AlreadyDone, and what the act itself raises: the facts are looked up anew.
    """
    person = access.recognise(work, occasion, presser)
    kept, tournament = load(work, presser, act_id)
    if kept.person_id != person.person_id:
        raise NotYours
    if kept.ground is not None or kept.done_at is not None:
        raise AlreadyDone
    kept = replace(kept, ground=ground)
    if moves_the_association(tournament.rulebook):
        return _wait_for_signature(work, occasion, presser, kept, (person, tournament))
    if kept.contest_id is not None:
        return agreeing.ask(work, occasion, presser, kept, tournament)
    return _carry_out(work, occasion, replace(presser, ground=ground), kept, (person, tournament))


def _wait_for_signature(
    work: Work, occasion: Occasion, presser: Presser, kept: OwnAct, whose: tuple[Person, Tournament]
) -> OwnAct:
    """A second person has a day, in which nothing stops; nobody who plays in the event is one. Raises NobodySigns."""
    person, tournament = whose
    own_acts.save(work, kept)
    concerned = recusal.everybody_in(work, tournament.tournament_id)
    wish, lapses = OwnEventWished(kept.act_id), EVENT_WAITS_FOR
    asked = signatures.ask(work, occasion, presser, person, wish, concerned=concerned, lapses=lapses)
    if asked.in_public:
        raise NobodySigns(event=tournament.name)
    return kept


def carry_out_signed(
    work: Work, occasion: Occasion, presser: Presser, signature: Signature, wish: OwnEventWished
) -> None:
    """Does what a second person has signed, in the name of who asked, by the facts of now."""
    del presser
    kept = own_acts.load(work, wish.act_id)
    if kept is None or kept.done_at is not None:
        raise Outdated
    asker, pressing = signatures.asker_presser(work, signature, occasion.now)
    backed = replace(pressing, ground=kept.ground, is_backed=True)
    before = log.last(work, kept.guild_id)
    wishes.carry_out(work, occasion, backed, kept.verb, kept.given)
    own_acts.save(work, replace(kept, done_at=occasion.now, line=_line(work, asker, kept.verb, before)))


def about(work: Work, wish: OwnEventWished) -> str:
    """The same act in the same event, whatever reason was typed: within a day, things change there."""
    kept = own_acts.load(work, wish.act_id)
    if kept is None:
        return wish.act_id
    given = {name: value for name, value in kept.given.items() if name not in _REASONS}
    return f"{kept.tournament_id} {kept.verb} {json.dumps(given, sort_keys=True)}"


def load(work: Work, presser: Presser, act_id: str) -> tuple[OwnAct, Tournament]:
    """The act and its event; raises Outdated."""
    kept = own_acts.load(work, act_id)
    if kept is None or kept.guild_id != presser.guild_id:
        raise Outdated
    return kept, find(work, presser.guild_id, kept.tournament_id)


def _carry_out(
    work: Work, occasion: Occasion, presser: Presser, kept: OwnAct, whose: tuple[Person, Tournament]
) -> OwnAct:
    person, tournament = whose
    _refuse_unobjectable(work, occasion, kept, tournament)
    before = log.last(work, presser.guild_id)
    needed = objectors.how_many(work, tournament.tournament_id)
    wishes.carry_out(work, occasion, presser, kept.verb, kept.given)
    line = _line(work, person, kept.verb, before) if is_undone(kept.verb, tournament) else None
    done = replace(kept, done_at=occasion.now, line=line, needed=needed)
    own_acts.save(work, done)
    event_log.record(work, occasion, tournament, "decide_own_event", person, ground=done.ground, what=done.act)
    said = DoneInOwnEvent(tournament.tournament_id, done.act_id)
    promise(work, occasion, presser.guild_id, Place.ANNOUNCEMENTS, said)
    return done


def _refuse_unobjectable(work: Work, occasion: Occasion, kept: OwnAct, tournament: Tournament) -> None:
    """Raises TooCloseAlone for what the close makes final, where it comes before anybody could read of it."""
    closes_at = check_in_closes_at(tournament, outages_of(work, tournament))
    if kept.act in FINAL_AT_THE_CLOSE and closes_at - TO_OBJECT < occasion.now < closes_at:
        raise TooCloseAlone(closed_at=closes_at)


def _line(work: Work, person: Person, verb: str, before: int) -> int | None:
    """The line of the log by which what was just done can be taken back."""
    lines = (one for one in log.after(work, person.guild_id, before) if one.actor == person.person_id)
    return next((one.sequence for one in lines if one.act in UNDONE_BY.get(verb, ())), None)
