"""A ruling that the only organiser asks for in their own match: the opponent agrees, or it is played again."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.community import Person, Presser
from bot.domain.contests import NOTHING_MORE, ResultKind
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, MemberId
from bot.domain.outages import Outage, extend
from bot.domain.own_events.own_acts import AGREE_WITHIN, OwnAct, OwnEnding
from bot.domain.own_events.sayings import AgreementAsked, OwnRulingEnded
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.matches import ReportAnswer
from bot.errors import AlreadyDone, NotFound, NotYours, Outdated, Subject, TooLate, UserError
from bot.services import access, wishes
from bot.services.playing import double_losses, matches, stopping
from bot.services.playing.followed import Followed
from bot.services.speaking import tell_match
from bot.storage import deadlines, identities, outages, own_acts, people, tournaments
from bot.storage.context import ActorTx, Query, Tx

WAIT_FOR_A_RULING = frozenset({MatchPhase.DISPUTED, MatchPhase.UNDECIDED})


class RulingWaits(UserError):
    """The opponent was asked before, and has time to answer."""

    until: datetime


def own_act_subject(act_id: str) -> str:
    """How deadlines name a ruling that waits for the opponent."""
    return f"own-act:{act_id}"


def ask(tx: ActorTx, kept: OwnAct, tournament: Tournament) -> OwnAct:
    """Asks the opponent, who has 15 minutes; nothing stops meanwhile. Raises RulingWaits, and what closes a match."""
    contest_id = _match(kept)
    matches.find(tx, tx.guild_id, contest_id)
    for one in own_acts.of_match(tx, contest_id):
        if one.agree_by is not None and one.ended_at is None and one.verb:
            raise RulingWaits(until=_closes_at(tx, one, tournament))
    asked = replace(kept, agree_by=tx.now + AGREE_WITHIN)
    keep_waiting(tx, asked, tournament)
    followed = matches.find(tx, tx.guild_id, contest_id)
    matches.record(tx, followed, "ask_to_agree", kept.person_id, what=kept.act)
    tell_match(tx, tournament, AgreementAsked(contest_id, kept.act_id))
    return asked


def keep_waiting(tx: Tx, kept: OwnAct, tournament: Tournament) -> None:
    """Has it end by itself at the end of its time."""
    own_acts.save(tx, kept)
    _reschedule(tx, kept, tournament)


def agree(tx: ActorTx, act_id: str) -> OwnAct:
    """The opponent agrees, and the ruling is carried out by the facts of now.

    Raises NotYours for everybody but the other side, AlreadyDone, TooLate, and what the ruling itself raises.
    """
    kept = own_acts.load(tx, act_id)
    if kept is None or kept.guild_id != tx.guild_id or kept.agree_by is None or not kept.verb:
        raise Outdated
    person = access.recognise(tx)
    tournament, followed = _event(tx, kept), matches.find(tx, tx.guild_id, _match(kept))
    _require_opponent(tx, followed, kept, person)
    if kept.ended_at is not None:
        raise AlreadyDone
    if tx.pressed_at > _closes_at(tx, kept, tournament):
        raise TooLate(closed_at=_closes_at(tx, kept, tournament))
    decider = people.load(tx, kept.person_id)
    if decider is None:
        raise NotFound(what=Subject.PERSON)
    wishes.carry_out(tx.acting_as(_as(decider, kept, tx.actor)), kept.verb, kept.given)
    matches.record(tx, followed, "agree_to_ruling", person.person_id, what=kept.act)
    return _end(tx, replace(kept, done_at=tx.now), OwnEnding.AGREED, tournament)


def take(tx: Tx, act_id: str, _: Step) -> None:
    """The opponent did not agree: a match that waits for a ruling is played again, once, and then a lot decides."""
    kept = own_acts.load(tx, act_id)
    if kept is None or kept.ended_at is not None or kept.agree_by is None:
        return
    tournament = _event(tx, kept)
    if _closes_at(tx, kept, tournament) + CLICKS_IN_FLIGHT > tx.now:
        _reschedule(tx, kept, tournament)
        return
    followed = matches.load(tx, _match(kept))
    if followed is None or not _waits(followed, tx):
        _end(tx, kept, OwnEnding.LAPSED, tournament)
    elif any(one.ending is OwnEnding.REPLAYED for one in own_acts.of_match(tx, _match(kept))):
        _draw_lot(tx, followed)
        _end(tx, kept, OwnEnding.LOT, tournament)
    else:
        stopping.call_anew(tx, followed, None, None)
        _end(tx, kept, OwnEnding.REPLAYED, tournament)


def after_outage(tx: Tx, outage: Outage) -> None:
    """The opponent has as much longer as no press could be taken."""
    for one in own_acts.open_rulings(tx):
        if outage.touches(one.guild_id):
            _reschedule(tx, one, _event(tx, one))


def after_pause(tx: Tx, tournament: Tournament) -> None:
    """While the event pauses, the time to answer stands still like every clock of it."""
    for one in own_acts.open_rulings(tx):
        if one.tournament_id == tournament.tournament_id:
            _reschedule(tx, one, tournament)


def side_of(tx: Query, kept: OwnAct) -> int | None:
    """The side of who asked for the ruling."""
    followed = matches.load(tx, _match(kept))
    if followed is None:
        return None
    sides = (matches.side_of(tx, followed.match, one) for one in identities.selves(tx, kept.person_id))
    return next((side for side in sides if side is not None), None)


def _match(kept: OwnAct) -> ContestId:
    if kept.contest_id is None:
        raise Outdated
    return kept.contest_id


def _event(tx: Query, kept: OwnAct) -> Tournament:
    found = tournaments.load(tx, kept.tournament_id)
    if found is None:
        raise NotFound(what=Subject.TOURNAMENT)
    return found


def _require_opponent(tx: Query, followed: Followed, kept: OwnAct, person: Person) -> None:
    own = identities.selves(tx, kept.person_id)
    side = matches.side_of(tx, followed.match, person.person_id)
    theirs = {matches.side_of(tx, followed.match, one) for one in own}
    if person.person_id in own or side is None or side in theirs:
        raise NotYours
    matches.require_captain(tx, followed.match, person)


def _closes_at(tx: Query, kept: OwnAct, tournament: Tournament) -> datetime:
    ends = kept.agree_by or kept.asked_at
    begins = ends - AGREE_WITHIN if kept.verb else kept.asked_at
    lost = outages.of_event(tx, tournament, begins)
    return extend(begins, ends, lost, tournament.rulebook.outage.reopen_for)


def _reschedule(tx: Tx, kept: OwnAct, tournament: Tournament) -> None:
    ends = _closes_at(tx, kept, tournament) + CLICKS_IN_FLIGHT
    deadlines.rewrite(tx, own_act_subject(kept.act_id), [(Step.END_AGREEMENT, ends)])


def _waits(followed: Followed, tx: Query) -> bool:
    goes_on = followed.match.contest.result is None and followed.match.voided_at is None
    over = followed.tournament.cancelled_at is not None or followed.tournament.ended_at is not None
    return goes_on and not over and followed.state(tx.now).phase in WAIT_FOR_A_RULING


def _draw_lot(tx: Tx, followed: Followed) -> None:
    """A lot by the event's fair draw decides, which everybody is told."""
    target = followed.match.contest.target
    score = (target, 0) if double_losses.lot(tx, followed) == 0 else (0, target)
    result = matches.result_of(followed, score, NOTHING_MORE, score, ResultKind.WALKOVER, tx.now)
    matches.settle_as(tx, followed, result, ReportAnswer.OVERRULED, None, None)


def _as(decider: Person, kept: OwnAct, presser: Presser) -> Presser:
    """Who asked, as they pressed then, at the moment of the agreement."""
    return replace(
        presser,
        member_id=decider.discord_id or MemberId(0),
        name=decider.name,
        language=decider.language or presser.language,
        is_owner=kept.is_owner,
        is_organiser=kept.is_organiser,
        ground=kept.ground,
        is_backed=True,
    )


def _end(tx: Tx, kept: OwnAct, ending: OwnEnding, tournament: Tournament) -> OwnAct:
    ended = replace(kept, ended_at=tx.now, ending=ending)
    own_acts.save(tx, ended)
    deadlines.rewrite(tx, own_act_subject(kept.act_id), ())
    if kept.verb or ending is not OwnEnding.LAPSED:
        tell_match(tx, tournament, OwnRulingEnded(_match(kept), kept.act_id))
    return ended
