"""Acts about an event by a person who plays in it: others are asked first, and players can object afterwards.

Others who could decide have a time for it. With nobody left, the wish is kept, and done once a reason is picked.
Players of the event object: it is taken back, while it can be. Of an act that is not in the table of opposites the
card says before it is done that it cannot be undone, and nobody is offered to object. A person who decided about an
event and plays in it afterwards is told of as if they had played then.

A ruling in the only organiser's own match needs the opponent's agreement, or the match is played again. So is a
dispute there that nobody else decides in time: else who runs the event could lose, dispute that and leave it there,
since the other side can ask for no ruling.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from bot.features.entering import store as entering_store
from bot.features.own_events import store
from bot.features.own_events.model import (
    FINAL_AT_THE_CLOSE,
    TO_OBJECT,
    AgreementAsked,
    DisputeWaits,
    DoneInOwnEvent,
    OthersAsked,
    OthersAskedView,
    OwnAct,
    OwnActEnded,
    OwnActView,
    OwnEnding,
    OwnEventWished,
    OwnRulingEnded,
    OwnRulingView,
    OwnWishView,
    objections_needed,
)
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext
from bot.features.playing.reading_verbs import match_view
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import EVENT_WAITS_FOR, Signature, Signed
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import find, find_unfinished, outages_of, people_in
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.events_verbs import RULED_IN
from bot.kernel import log
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    AlreadyDone,
    NotFound,
    NotYours,
    Outdated,
    RefusedAt,
    RefusedFor,
    Subject,
    TooLate,
)
from bot.kernel.ids import Actor, ContestId, GuildId, MemberId, OwnGround, PersonId, Place, TournamentId
from bot.kernel.log import Entry
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step, extend
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import NOTHING_MORE, ResultKind
from bot.play.entries import Entrant, Tournament, check_in_closes_at
from bot.play.matches import MatchPhase, ReportAnswer
from bot.play.points import kind_of
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import AGREE_WITHIN, STAFF_FOR, TAKES, Act, Stake, moves_the_association, stake
from bot.server.speaking_verbs import tell_match, write_to

# --- rulings in the own match ---------------------------------------------------------------------------------------


WAIT_FOR_A_RULING = frozenset({MatchPhase.DISPUTED, MatchPhase.UNDECIDED})


def own_act_subject(act_id: str) -> str:
    """How deadlines name a ruling that waits for the opponent."""
    return f"own-act:{act_id}"


def ask(tx: ActorTx, own_act: OwnAct, tournament: Tournament) -> OwnAct:
    """Asks the opponent, who has 15 minutes; nothing stops meanwhile. Raises RulingWaits, and what closes a match."""
    contest_id = _match(own_act)
    playing_verbs.find(tx, tx.guild_id, contest_id)
    for one in store.of_match(tx, contest_id):
        if one.agree_by is not None and one.ended_at is None and one.verb:
            raise RefusedAt("error.RulingWaits", at=_closes_at(tx, one, tournament))
    asked = replace(own_act, agree_by=tx.now + AGREE_WITHIN)
    keep_waiting(tx, asked, tournament)
    match_context = playing_verbs.find(tx, tx.guild_id, contest_id)
    playing_verbs.record(tx, match_context, "ask_to_agree", own_act.person_id, what=own_act.act)
    tell_match(tx, tournament, AgreementAsked(contest_id, own_act.act_id))
    return asked


def keep_waiting(tx: Tx, own_act: OwnAct, tournament: Tournament) -> None:
    """Has it end by itself at the end of its time."""
    store.save(tx, own_act)
    _reschedule(tx, own_act, tournament)


def agree(tx: ActorTx, act_id: str) -> OwnAct:
    """The opponent agrees, and the ruling is carried out by the facts of now.

    Raises NotYours for everybody but the other side, AlreadyDone, TooLate, and what the ruling itself raises.
    """
    kept = store.load(tx, act_id)
    if kept is None or kept.guild_id != tx.guild_id or kept.agree_by is None or not kept.verb:
        raise Outdated
    person = server_verbs.recognise(tx)
    tournament, match_context = _event(tx, kept), playing_verbs.find(tx, tx.guild_id, _match(kept))
    _require_opponent(tx, match_context, kept, person)
    if kept.ended_at is not None:
        raise AlreadyDone
    if tx.pressed_at > _closes_at(tx, kept, tournament):
        raise TooLate(closed_at=_closes_at(tx, kept, tournament))
    decider = people_store.load(tx, kept.person_id)
    if decider is None:
        raise NotFound(what=Subject.PERSON)
    tournaments_recusal_verbs.carry_out(tx.acting_as(_as(decider, kept, tx.actor)), kept.verb, kept.given)
    playing_verbs.record(tx, match_context, "agree_to_ruling", person.person_id, what=kept.act)
    return _end(tx, replace(kept, done_at=tx.now), OwnEnding.AGREED, tournament)


def take(tx: Tx, act_id: str, _: Step) -> None:
    """The opponent did not agree: a match that waits for a ruling is played again, once, and then a lot decides."""
    kept = store.load(tx, act_id)
    if kept is None or kept.ended_at is not None or kept.agree_by is None:
        return
    tournament = _event(tx, kept)
    if _closes_at(tx, kept, tournament) + CLICKS_IN_FLIGHT > tx.now:
        _reschedule(tx, kept, tournament)
        return
    match_context = playing_verbs.load(tx, _match(kept))
    if match_context is None or not _waits(match_context, tx):
        _end(tx, kept, OwnEnding.LAPSED, tournament)
    elif any(one.ending is OwnEnding.REPLAYED for one in store.of_match(tx, _match(kept))):
        _draw_lot(tx, match_context)
        _end(tx, kept, OwnEnding.LOT, tournament)
    else:
        playing_ruling_verbs.call_anew(tx, match_context, None, None)
        _end(tx, kept, OwnEnding.REPLAYED, tournament)


def after_outage(tx: Tx, guild_id: GuildId) -> None:
    """The opponent has as much longer as no press could be taken."""
    for ruling in store.open_rulings(tx, guild_id):
        _reschedule(tx, ruling, _event(tx, ruling))


def after_pause(tx: Tx, tournament: Tournament) -> None:
    """While the event pauses, the time to answer stands still like every clock of it."""
    for ruling in store.open_rulings(tx, tournament.guild_id):
        if ruling.tournament_id == tournament.tournament_id:
            _reschedule(tx, ruling, tournament)


def side_of(tx: Query, own_act: OwnAct) -> int | None:
    """The side of who asked for the ruling."""
    match_context = playing_verbs.load(tx, _match(own_act))
    if match_context is None:
        return None
    sides = (
        playing_verbs.side_of(tx, match_context.match, one)
        for one in people_store.same_person_ids(tx, own_act.person_id)
    )
    return next((side for side in sides if side is not None), None)


def _match(own_act: OwnAct) -> ContestId:
    if own_act.contest_id is None:
        raise Outdated
    return own_act.contest_id


def _event(tx: Query, own_act: OwnAct) -> Tournament:
    found = tournaments_store.load(tx, own_act.tournament_id)
    if found is None:
        raise NotFound(what=Subject.TOURNAMENT)
    return found


def _require_opponent(tx: Query, match_context: MatchContext, own_act: OwnAct, person: Person) -> None:
    same_person_ids = people_store.same_person_ids(tx, own_act.person_id)
    side = playing_verbs.side_of(tx, match_context.match, person.person_id)
    theirs = {playing_verbs.side_of(tx, match_context.match, one) for one in same_person_ids}
    if person.person_id in same_person_ids or side is None or side in theirs:
        raise NotYours
    playing_verbs.require_captain(tx, match_context.match, person)


def _closes_at(tx: Query, own_act: OwnAct, tournament: Tournament) -> datetime:
    ends = own_act.agree_by or own_act.asked_at
    begins = ends - AGREE_WITHIN if own_act.verb else own_act.asked_at
    lost = tournaments_store.outages_of_event(tx, tournament, begins)
    return extend(begins, ends, lost, tournament.rulebook.outage.reopen_for)


def _reschedule(tx: Tx, own_act: OwnAct, tournament: Tournament) -> None:
    ends = _closes_at(tx, own_act, tournament) + CLICKS_IN_FLIGHT
    kernel_time_store.rewrite_deadlines(tx, own_act_subject(own_act.act_id), [(Step.END_AGREEMENT, ends)])


def _waits(match_context: MatchContext, tx: Query) -> bool:
    goes_on = match_context.match.contest.result is None and match_context.match.voided_at is None
    over = match_context.tournament.cancelled_at is not None or match_context.tournament.ended_at is not None
    return goes_on and not over and match_context.state(tx.now).phase in WAIT_FOR_A_RULING


def _draw_lot(tx: Tx, match_context: MatchContext) -> None:
    """A lot by the event's fair draw decides, which everybody is told."""
    target = match_context.match.contest.target
    score = (target, 0) if playing_verbs.lot(tx, match_context) == 0 else (0, target)
    result = playing_verbs.result_of(match_context, score, NOTHING_MORE, score, ResultKind.WALKOVER, tx.now)
    playing_verbs.settle_as(tx, match_context, result, ReportAnswer.OVERRULED, None, None)


def _as(decider: Person, own_act: OwnAct, actor: Actor) -> Actor:
    """Who asked, as they pressed then, at the moment of the agreement."""
    return replace(
        actor,
        member_id=decider.discord_id or MemberId(0),
        name=decider.name,
        language=decider.language or actor.language,
        is_owner=own_act.is_owner,
        is_organiser=own_act.is_organiser,
        ground=own_act.ground,
        is_backed=True,
    )


def _end(tx: Tx, own_act: OwnAct, ending: OwnEnding, tournament: Tournament) -> OwnAct:
    ended = replace(own_act, ended_at=tx.now, ending=ending)
    store.save(tx, ended)
    kernel_time_store.rewrite_deadlines(tx, own_act_subject(own_act.act_id), ())
    if own_act.verb or ending is not OwnEnding.LAPSED:
        tell_match(tx, tournament, OwnRulingEnded(_match(own_act), own_act.act_id))
    return ended


# --- who can object -------------------------------------------------------------------------------------------------


def how_many(tx: Query, tournament_id: TournamentId) -> int:
    """How many undo what is done now. Who was typed in and has pressed nothing cannot object, and is not counted."""
    silent = entering_store.without_own_word(tx, tournament_id)
    listed = (one for one in entering_store.of_tournament(tx, tournament_id) if one.withdrawn_at is None)
    sides = [people_in(tx, one) for one in listed if one.entrant_id not in silent]
    return objections_needed(len(_apart(tx, [side for side in sides if _can_press(tx, side)])))


def is_one(tx: Query, done: OwnAct, person_id: PersonId) -> bool:
    """Whether the person plays in the event, or had a place when it was asked for, in a team too."""
    return bool(_sides_of(tx, done, person_id))


def have_objected(tx: Query, done: OwnAct, person_id: PersonId) -> bool:
    """Whether the person, or the side that they play for, has objected to it."""
    return not _side(tx, done, person_id).isdisjoint(store.objectors(tx, done.act_id))


def sides_against(tx: Query, done: OwnAct) -> int:
    """How many sides have objected."""
    return len(_apart(tx, [_side(tx, done, objector) for objector in store.objectors(tx, done.act_id)]))


def _side(tx: Query, done: OwnAct, person_id: PersonId) -> frozenset[PersonId]:
    """Everybody with whom the person has one voice: the own accounts, and who plays on the same side."""
    mates = {one for side in _sides_of(tx, done, person_id) for one in people_in(tx, side)}
    return frozenset(people_store.everybody(tx, {person_id, *mates}))


def _sides_of(tx: Query, done: OwnAct, person_id: PersonId) -> list[Entrant]:
    """The person's places in the event, those that were given up or taken since it was asked for included."""
    same_person_ids = set(people_store.same_person_ids(tx, person_id))
    listed: Iterable[Entrant] = entering_store.of_tournament(tx, done.tournament_id)
    there = (one for one in listed if one.withdrawn_at is None or one.withdrawn_at >= done.asked_at)
    return [one for one in there if not same_person_ids.isdisjoint(people_in(tx, one))]


def _can_press(tx: Query, side: Collection[PersonId]) -> bool:
    return any(one.discord_id is not None for one in people_store.by_ids(tx, side).values())


def _apart(tx: Query, sides: Iterable[Collection[PersonId]]) -> list[set[PersonId]]:
    """The sides that are not one person with another of them."""
    found: list[set[PersonId]] = []
    for side in sides:
        whole = people_store.everybody(tx, side)
        if all(whole.isdisjoint(other) for other in found):
            found.append(whole)
    return found


# --- which acts can be undone ---------------------------------------------------------------------------------------


UNDONE_BY: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "circuit.circuits:add_event": frozenset({"add_to_series"}),
        "circuit.circuits:remove_event": frozenset({"remove_from_series"}),
        "entering.hand_seeds:arrange": frozenset({"seed_by_hand"}),
        "entering.exceptions:enter_knowingly": frozenset({"enter_late"}),
        "entering.registration:enter_known": frozenset({"enter_late"}),
        "entering.registration:enter_other": frozenset({"enter_late"}),
        "entering.registration:remove": frozenset({"remove"}),
        "events.apart:allow": frozenset({"allow_pair"}),
        "events.apart:forbid": frozenset({"forbid_pair"}),
        "events.ceremonies:note": frozenset({"note_attendance"}),
        "events.leaving:leave": frozenset({"leave"}),
        "events.small_swiss:take": frozenset({"take_round_robin"}),
        "events.tournaments:cancel": frozenset({"cancel_tournament"}),
        "events.tournaments:edit": frozenset({"edit_tournament"}),
        "bot.features.late.verbs:let_in": frozenset({"let_in_late", "enter_late"}),
        "bot.features.late.verbs:let_in_member": frozenset({"let_in_late", "enter_late"}),
        "bot.features.replacing.verbs:replace_by": frozenset({"replace_player"}),
        "bot.features.replacing.verbs:replace_by_waiting": frozenset({"replace_player"}),
        "match_times.staff_times:lift_time": frozenset({"lift_time"}),
        "match_times.staff_times:prolong": frozenset({"prolong_days"}),
        "match_times.staff_times:set_time": frozenset({"set_time"}),
        "playing.arbiter_duty:assign": frozenset({"assign_arbiter"}),
        "playing.chief:name": frozenset({"name_chief", "name_deputy"}),
        "playing.presence:wait_for": frozenset({"wait_for"}),
        "playing.ruling:double_walkover": frozenset({"settle_match"}),
        "playing.ruling:record_score": frozenset({"record_score"}),
        "playing.ruling:rule": frozenset({"settle_match"}),
        "playing.warnings:warn": frozenset({"warn"}),
        "playing.chief:relieve": frozenset({"relieve_arbiter"}),
        "playing.pausing:pause": frozenset({"pause_event"}),
        "playing.pausing:resume": frozenset({"resume_event"}),
        "tables.decks:refuse_card": frozenset({"refuse_card"}),
        "sign_ups.taking_in:confirm": frozenset({"enter_list", "seed_by_hand"}),
    }
)
"""What was done, by the name under which it is kept, with the log's words for it that can be taken back."""


OF_MATCHES: Final = frozenset({"settle_match", "leave"})
"""What gives results of matches."""


def is_undone(verb: str, tournament: Tournament) -> bool:
    """Whether players can undo the act in the event; a ruling only where nothing but matches follows from it."""
    words = UNDONE_BY.get(verb, frozenset[str]())
    return bool(words) and (words.isdisjoint(OF_MATCHES) or kind_of(tournament.rulebook) in RULED_IN)


# --- acting alone ---------------------------------------------------------------------------------------------------


_REASONS: Final = frozenset({"reason", "why", "note"})
"""What the verbs call the words that say why; other words ask for the same."""


def keep(tx: ActorTx, tournament_id: TournamentId, act: Act, wish: tuple[str, str, str]) -> OwnAct:
    """Keeps what somebody wants to do who is alone; nothing is done until they pick a reason.

    `wish` is the own match (or nothing), the verb, and what it takes.
    """
    person = server_verbs.recognise(tx)
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
    store.add(tx, kept)
    signing_verbs.know_owner(tx, tx.guild_id)
    return kept


def decide(tx: ActorTx, act_id: str, ground: OwnGround) -> OwnAct:
    """Does it for the reason that was picked, in public; a ruling in the own match waits for the opponent.

    Raises NotYours, AlreadyDone, and what the act itself raises: the facts are looked up anew.
    """
    person = server_verbs.recognise(tx)
    kept, tournament = load(tx, act_id)
    if kept.person_id != person.person_id:
        raise NotYours
    if kept.ground is not None or kept.done_at is not None:
        raise AlreadyDone
    kept = replace(kept, ground=ground)
    if moves_the_association(tournament.rulebook):
        return _wait_for_signature(tx, kept, (person, tournament))
    if kept.contest_id is not None:
        return ask(tx, kept, tournament)
    return _carry_out(tx.acting_as(replace(tx.actor, ground=ground)), kept, (person, tournament))


def _wait_for_signature(tx: ActorTx, own_act: OwnAct, whose: tuple[Person, Tournament]) -> OwnAct:
    """A second person has a day, in which nothing stops; nobody who plays in the event is one. Raises NobodySigns."""
    person, tournament = whose
    store.save(tx, own_act)
    concerned = tournaments_recusal_verbs.everybody_in(tx, tournament.tournament_id)
    wish, lapses = OwnEventWished(own_act.act_id), EVENT_WAITS_FOR
    asked = signing_verbs.ask(tx, person, wish, concerned=concerned, lapses=lapses)
    if asked.in_public:
        raise RefusedFor("error.NobodySigns", name=tournament.name)
    return own_act


def carry_out_signed(tx: ActorTx, signature: Signature, wish: OwnEventWished) -> None:
    """Does what a second person has signed, in the name of who asked, by the facts of now."""
    kept = store.load(tx, wish.act_id)
    if kept is None or kept.done_at is not None:
        raise Outdated
    asker, pressing = signing_verbs.asker_presser(tx, signature, tx.now)
    backed = replace(pressing, ground=kept.ground, is_backed=True)
    before = log.last(tx, kept.guild_id)
    tournaments_recusal_verbs.carry_out(tx.acting_as(backed), kept.verb, kept.given)
    store.save(tx, replace(kept, done_at=tx.now, line=_line(tx, asker, kept.verb, before)))


def about(tx: Query, wish: OwnEventWished) -> str:
    """The same act in the same event, whatever reason was typed: within a day, things change there."""
    kept = store.load(tx, wish.act_id)
    if kept is None:
        return wish.act_id
    given = {name: value for name, value in kept.given.items() if name not in _REASONS}
    return f"{kept.tournament_id} {kept.verb} {json.dumps(given, sort_keys=True)}"


def load(tx: ActorQuery, act_id: str) -> tuple[OwnAct, Tournament]:
    """The act and its event; raises Outdated."""
    kept = store.load(tx, act_id)
    if kept is None or kept.guild_id != tx.guild_id:
        raise Outdated
    return kept, find(tx, tx.guild_id, kept.tournament_id)


def _carry_out(tx: ActorTx, own_act: OwnAct, whose: tuple[Person, Tournament]) -> OwnAct:
    person, tournament = whose
    _refuse_unobjectable(tx, own_act, tournament)
    before = log.last(tx, tx.guild_id)
    needed = how_many(tx, tournament.tournament_id)
    tournaments_recusal_verbs.carry_out(tx, own_act.verb, own_act.given)
    line = _line(tx, person, own_act.verb, before) if is_undone(own_act.verb, tournament) else None
    done = replace(own_act, done_at=tx.now, line=line, needed=needed)
    store.save(tx, done)
    tournaments_facts_verbs.record(tx, tournament, "decide_own_event", person, ground=done.ground, what=done.act)
    said = DoneInOwnEvent(tournament.tournament_id, done.act_id)
    tx.enqueue(tx.guild_id, Place.ANNOUNCEMENTS, said)
    return done


def _refuse_unobjectable(tx: Query, own_act: OwnAct, tournament: Tournament) -> None:
    """Raises TooCloseAlone for what the close makes final, where it comes before anybody could read of it."""
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if own_act.act in FINAL_AT_THE_CLOSE and closes_at - TO_OBJECT < tx.now < closes_at:
        raise RefusedAt("error.TooCloseAlone", at=closes_at)


def _line(tx: Query, person: Person, verb: str, before: int) -> int | None:
    """The line of the log by which what was just done can be taken back."""
    lines = (one for one in log.after(tx, person.guild_id, before) if one.actor == person.person_id)
    return next((line.sequence for line in lines if line.act in UNDONE_BY.get(verb, ())), None)


# --- decided before playing -----------------------------------------------------------------------------------------


_OF_THE_LIST: Final = {"remove": Act.TAKE_OUT_PLAYER}
_ABOUT_AN_EVENT: Final = {act: by for act, by in TAKES.items() if stake(by) is Stake.EVENT} | _OF_THE_LIST
"""What the log calls acts that somebody keeps out of who plays in the event, as far as they can be taken back."""


def tell(tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
    """Tells everybody what the person, who has a place from now on, had decided; players can object to each of it."""
    lines = list(_lines_untold(tx, tournament, person_id))
    needed = how_many(tx, tournament.tournament_id) if lines else 0
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
        store.add(tx, done)
        store.save(tx, done)
        said = DoneInOwnEvent(tournament.tournament_id, done.act_id)
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, said)


def _lines_untold(tx: Query, tournament: Tournament, person_id: PersonId) -> Iterator[Entry]:
    """The lines of what others on the list have to bear, that stands and was not told yet."""
    deciders = log.actors(tx, tournament.tournament_id, _ABOUT_AN_EVENT)
    same_person_ids = set(people_store.same_person_ids(tx, person_id)) if deciders else set()
    if deciders.isdisjoint(same_person_ids):
        return
    told = {one.line for one in store.of_event(tx, tournament.tournament_id)}
    for line in log.of_tournament(tx, tournament.tournament_id):
        if line.act not in _ABOUT_AN_EVENT or line.actor not in same_person_ids or line.sequence in told:
            continue
        if _concerns_others(tx, line, same_person_ids) and undoing_verbs.can_be_undone(tx, line, tx.now):
            yield line


def _concerns_others(tx: Query, line: Entry, same_person_ids: set[PersonId]) -> bool:
    """Whether anybody else was on the list when it was done."""
    listed = entering_store.of_tournament(tx, line.tournament_id) if line.tournament_id is not None else ()
    return any(
        one.person_id not in same_person_ids
        and one.registered_at <= line.at
        and (one.withdrawn_at is None or one.withdrawn_at >= line.at)
        for one in listed
    )


# --- disputes nobody decides ----------------------------------------------------------------------------------------


NOBODY_ASKED: Final = ""
"""The verb of what waits although nobody asked for a ruling."""


def wait(tx: Tx, match_context: MatchContext) -> None:
    """Begins to wait for who can rule, a quarter of an hour or a day; both read until when, and what follows."""
    decider = None if match_context.match.contest.arbiter is not None else _who_runs_it(tx, match_context)
    if decider is None or _is_followed(tx, match_context):
        return
    waits = (one for one in store.of_match(tx, match_context.contest_id) if one.agree_by and not one.ended_at)
    if any(waits):
        return
    others = tournaments_recusal_verbs.others_can(
        tx.acting_as(_by_nobody(match_context, tx)), Act.RULE_RESULT, match_context.match
    )
    longer = others or moves_the_association(match_context.tournament.rulebook)
    kept = OwnAct(
        act_id=tx.new_id(),
        guild_id=match_context.tournament.guild_id,
        tournament_id=match_context.tournament.tournament_id,
        contest_id=match_context.contest_id,
        person_id=decider,
        act=Act.RULE_RESULT,
        verb=NOBODY_ASKED,
        given={},
        is_owner=False,
        is_organiser=False,
        asked_at=tx.now,
    )
    store.add(tx, kept)
    keep_waiting(
        tx, replace(kept, agree_by=tx.now + (EVENT_WAITS_FOR if longer else AGREE_WITHIN)), match_context.tournament
    )
    tell_match(tx, match_context.tournament, DisputeWaits(match_context.contest_id, kept.act_id))


def _is_followed(tx: Query, match_context: MatchContext) -> bool:
    """Whether a chief or a deputy who does not play in the match decides it."""
    people = people_store.everybody(tx, playing_store.people_of(tx, match_context.contest_id))
    officers = tournaments_store.holding(tx, match_context.tournament.tournament_id)
    return any(officer.person_id not in people for officer in officers)


def _who_runs_it(tx: Query, match_context: MatchContext) -> PersonId | None:
    """Who of the two runs events here; None where neither does."""
    staff = log.staff_since(tx, match_context.tournament.guild_id, tx.now - STAFF_FOR)
    people = sorted(playing_store.people_of(tx, match_context.contest_id))
    return next(
        (person for person in people if not staff.keys().isdisjoint(people_store.same_person_ids(tx, person))), None
    )


def _by_nobody(match_context: MatchContext, tx: Query) -> Actor:
    guild_id = match_context.tournament.guild_id
    return Actor(guild_id, MemberId(0), "", "", is_owner=False, is_organiser=False, at=tx.now)


def view(tx: Query, act_id: str) -> OwnActView | None:
    """The act as it stands; None for an unknown id."""
    found = store.load(tx, act_id)
    tournament = None if found is None else tournaments_store.load(tx, found.tournament_id)
    decider = None if found is None else people_store.load(tx, found.person_id)
    if found is None or tournament is None or decider is None:
        return None
    return OwnActView(found, tournament, decider, sides_against(tx, found), found.needed)


# --- what people look at --------------------------------------------------------------------------------------------


def asking(tx: ActorQuery, act_id: str) -> OwnWishView:
    """What somebody is asked a reason for, with what will come of it; raises Outdated."""
    found = of_server(tx, tx.guild_id, act_id)
    kept, event_id = found.own_act, found.tournament.tournament_id
    if not moves_the_association(found.tournament.rulebook):
        return OwnWishView(found, signers=None, undoable=is_undone(kept.verb, found.tournament))
    out = (kept.person_id, *sorted(tournaments_recusal_verbs.everybody_in(tx, event_id)))
    able = signing_verbs.who_could_sign(tx, kept.guild_id, Signed.OWN_EVENT, out, tx.pressed_at)
    return OwnWishView(found, signers=able, undoable=is_undone(kept.verb, found.tournament))


def of_server(tx: Query, guild_id: GuildId, act_id: str) -> OwnActView:
    """The act of this server; raises Outdated."""
    found = view(tx, act_id)
    if found is None or found.own_act.guild_id != guild_id:
        raise Outdated
    return found


def ruling_of_server(tx: Query, guild_id: GuildId, act_id: str) -> OwnRulingView:
    """The ruling of this server; raises Outdated."""
    found = ruling_view(tx, act_id)
    if found is None or found.own_act.guild_id != guild_id:
        raise Outdated
    return found


def ruling_view(tx: Query, act_id: str) -> OwnRulingView | None:
    """The ruling as it stands; None where the match is gone."""
    found = store.load(tx, act_id)
    decider = None if found is None else people_store.load(tx, found.person_id)
    if found is None or found.contest_id is None or decider is None:
        return None
    match = match_view(tx, found.contest_id, found.agree_by or found.asked_at)
    if match is None:
        return None
    own = side_of(tx, found)
    others = tuple(one for side, one in enumerate(match.players) if side != own)
    return OwnRulingView(found, match, decider, others)


def ask_others(tx: ActorTx, tournament_id: TournamentId, act: Act, match: str) -> datetime:
    """Asks those who could do it, once a day; answers until when they have time. Raises TournamentIsOver."""
    person = server_verbs.recognise(tx)
    tournament, what = find_unfinished(tx, tx.guild_id, tournament_id), (act, match)
    before = server_store.asked_at(tx, tournament_id, person.person_id, what)
    if before is not None and tx.now < tournaments_recusal_verbs.gone_at(tournament, before):
        return tournaments_recusal_verbs.time_for(tournament, before)
    server_store.note_staff_ask(tx, tournament_id, person.person_id, what, tx.now)
    tournaments_facts_verbs.record(tx, tournament, "ask_others", person, what=act)
    said = OthersAsked(tournament_id, act, person.person_id)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, said)
    for one in tournaments_recusal_verbs.who_could(tx, act, tournament_id):
        write_to(tx, tournament.guild_id, one, said)
    return tournaments_recusal_verbs.time_for(tournament, tx.now)


def others_asked_view(tx: Query, said: OthersAsked, asked_at: datetime) -> OthersAskedView | None:
    """Who asks for what, until when; None where the event is gone."""
    tournament, person = tournaments_store.load(tx, said.tournament_id), people_store.load(tx, said.person)
    if tournament is None or person is None:
        return None
    return OthersAskedView(tournament, person, said.what, tournaments_recusal_verbs.time_for(tournament, asked_at))


# --- objections -----------------------------------------------------------------------------------------------------


def object_to(tx: ActorTx, act_id: str) -> OwnAct:
    """Notes the objection; with enough of them the act is taken back, and everybody reads it.

    Raises OwnCase for who did it, OnlyPlayersObject, AlreadyDone where the own side objected before or it is over, and
    Outdated.
    """
    done, tournament = load(tx, act_id)
    person = server_verbs.recognise(tx)
    tournaments_recusal_verbs.refuse_about_oneself(tx, person.person_id, Act.OBJECT_TO_ACT, done.person_id)
    if not is_one(tx, done, person.person_id):
        raise RefusedFor("error.OnlyPlayersObject", name=tournament.name)
    if done.done_at is None:
        raise Outdated
    if done.ended_at is not None or have_objected(tx, done, person.person_id):
        raise AlreadyDone
    store.object_to(tx, act_id, person.person_id, tx.now)
    tournaments_facts_verbs.record(tx, tournament, "object_to_act", person, what=done.act)
    if sides_against(tx, done) < done.needed:
        return done
    return _end_by_objection(tx, done)


def _end_by_objection(tx: ActorTx, done: OwnAct) -> OwnAct:
    undone = done.line is not None and undoing_verbs.undo_for_players(tx, done.line)
    ended = replace(done, ended_at=tx.now, ending=OwnEnding.OBJECTED if undone else OwnEnding.STANDS)
    store.save(tx, ended)
    tx.enqueue(done.guild_id, Place.ANNOUNCEMENTS, OwnActEnded(done.tournament_id, done.act_id))
    return ended
