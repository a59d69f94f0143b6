"""The draw at the close of confirmation, the redraw before the first call, the proof, and leaving after the close.

A player who leaves before the first call is left out of a new draw (AIJE-D01-4, GO-28.1); later results stand and the
rest is lost (GO-28.4). Those whom staff take out are told why (AIJE-D01-2). The proof runs a draw again from its
record, and holds the bracket on record against it; rounds of a Swiss are made again from what was known when they
were paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.features.course import facts_verbs as course_facts_verbs
from bot.features.course import store as course_store
from bot.features.course import verbs as course_verbs
from bot.features.course.ending_verbs import call_off
from bot.features.course.facts_verbs import comes_to, facts, facts_at, may_be_redrawn, reveal
from bot.features.course.model import Departure, DrawCheck, GuessCheck, ReasonsView, Verification
from bot.features.entering import store as entering_store
from bot.features.entering.model import RemovalTold, RemovedByStaff
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import promises_model as tournaments_promises_model
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import (
    NotRegistered,
    as_entered,
    entry_of,
    find,
    find_unfinished,
    players,
    save,
    strength,
    tournament_subject,
)
from bot.features.tournaments.hooks import EVENT_HOOKS, event_strategy
from bot.features.tournaments.promises_model import Drawn, RecordDraw
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.store import BROUGHT, DrawOnRecord, DrawPurpose
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    AlreadyDone,
    NotFound,
    NotNow,
    Outdated,
    Refused,
    RefusedCount,
    RefusedFor,
    Subject,
)
from bot.kernel.ids import EntrantId, GuildId, PersonId, Place, TournamentId
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import Person
from bot.play import draw
from bot.play.contests import Contest, NewContest, Stage
from bot.play.deciders import has_appeared
from bot.play.draw import DrawRecord, Stream, export, fault_of, listed_entrants, verify
from bot.play.entries import TOO_FEW, Entrant, Phase, Tournament, may_redraw, phase
from bot.play.format_rules import Seeding
from bot.play.formats import FORMATS, swiss
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.late import into_bye
from bot.play.records import holding
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import promise, write_to

# --- leaving --------------------------------------------------------------------------------------------------------


def leavable(tx: ActorQuery, tournament_id: TournamentId, person_id: PersonId | None = None) -> Departure | None:
    """What leaving would mean now, before it is confirmed; None while the close is still to come.

    Then leaving is free and needs no confirmation. Raises NotRegistered for who does not play, AlreadyDone for who
    left before.
    """
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        return None
    person = _person(tx, person_id, tournament)
    return _leave(tx, tournament, person, _starter(tx, tournament, person))


def is_under_way(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> bool:
    """Whether whoever leaves now leaves an event whose confirmation is closed; raises NotFound."""
    return phase(find_unfinished(tx, guild_id, tournament_id)) in {Phase.DRAWING, Phase.RUNNING}


def removable(tx: ActorQuery, tournament_id: TournamentId, entrant_id: EntrantId) -> Departure:
    """The starter whom staff is about to take out; raises before a reason is asked."""
    staff = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, staff, Act.TAKE_OUT_PLAYER)
    entrant = entering_store.load(tx, entrant_id)
    if entrant is None or entrant.tournament_id != tournament_id:
        raise NotFound(what=Subject.ENTRANT)
    if staff is not None and staff.person_id != entrant.person_id:
        with suppress(tournaments_recusal_verbs.AloneInEvent):
            _refuse_stake(tx, staff, tournament_id, entrant.person_id)
    left = leavable(tx, tournament_id, entrant.person_id)
    if left is None:
        raise NotNow
    return left


def _refuse_stake(tx: ActorQuery, staff: Person, tournament_id: TournamentId, person_id: PersonId) -> None:
    tournaments_recusal_verbs.refuse(tx, staff.person_id, Act.TAKE_OUT_PLAYER, person_id, event=tournament_id)


@repeatable
def leave(
    tx: ActorTx,
    tournament_id: TournamentId,
    person_id: PersonId | None = None,
    reason: str | None = None,
    cost: str | None = None,
) -> Departure:
    """Takes a starter out of an event whose confirmation is closed; staff names person and reason, others leave.

    `cost` is what was read before: Outdated where leaving costs something else by now.

    Before the first call organisers are offered a redraw (GO-28.1); otherwise the match in play and those to come are
    walkovers for the opponents (GO-28.4).
    """
    by = server_verbs.recognise(tx)
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        raise NotNow
    person = _person(tx, person_id, tournament)
    why = None
    if person.person_id != by.person_id:
        server_verbs.require(tx, by, Act.TAKE_OUT_PLAYER)
        _refuse_stake(tx, by, tournament_id, person.person_id)
        why = checked_reason(reason or "", 300)
    entrant = _starter(tx, tournament, person)
    left = _leave(tx, tournament, person, entrant)
    if cost is not None and cost != left.cost:
        raise Outdated
    entering_store.withdraw(tx, entrant.entrant_id, tx.pressed_at)
    tournaments_facts_verbs.record(tx, tournament, "leave", by, why=why, entrant=entrant.entrant_id)
    _tell(tx, tournament, tournaments_promises_model.PlayerLeft(entrant.entrant_id, why), may_redraw=left.may_redraw)
    if why is not None:
        _tell_reason(tx, left, RemovedByStaff(entrant.entrant_id, why), by)
    course_verbs.proceed_all(tx, tournament.guild_id, first=tournament_id)
    return left


def withdraw_expelled(tx: Tx, person: Person) -> None:
    """Takes who was expelled out of every event that runs; it counts as a withdrawal (AIJE-A02-2, GO-28.4)."""
    for tournament in tournaments_store.all_unfinished(tx, person.guild_id):
        if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
            continue
        entrant = entering_store.of_person(tx, tournament.tournament_id, person.person_id)
        if entrant is None or not entering_store.withdraw(tx, entrant.entrant_id, tx.now):
            continue
        tournaments_facts_verbs.record(tx, tournament, "leave", entrant=entrant.entrant_id)
        told, may_redraw = tournaments_promises_model.PlayerLeft(entrant.entrant_id), may_be_redrawn(tx, tournament)
        _tell(tx, tournament, told, may_redraw=may_redraw)
        course_verbs.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


def _tell(tx: Tx, tournament: Tournament, told: tournaments_promises_model.PlayerLeft, *, may_redraw: bool) -> None:
    """Tells everybody, or calls who runs the event, as long as the draw can be made again (GO-28.1)."""
    promise(tx, tournament.guild_id, Place.COMMITTEE if may_redraw else Place.MATCHES, told)
    if may_redraw:
        subject = tournament_subject(tournament.tournament_id)
        matter = Matter(MatterKind.PLAYER_LEFT, subject, tournament.tournament_id, tournament.start_at)
        tournaments_summons_verbs.call(tx, tournament.guild_id, matter)


def _tell_reason(tx: Tx, departure: Departure, letter: RemovedByStaff, staff: Person) -> None:
    """Writes to the player why; in an official event everybody reads it, though a new draw is possible (AIJE-D01-2)."""
    tournament = departure.tournament
    if departure.may_redraw and tournament.rulebook.official:
        told = RemovalTold(letter.entrant_id, letter.reason, staff.person_id)
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, told)
    if server_verbs.rings(tx, staff, departure.person, f"removal:{tournament.tournament_id}"):
        write_to(tx, tournament.guild_id, departure.person, letter)


def open_lists(tx: Tx, person: Person, by: PersonId | None) -> None:
    """Takes the person off every list that is still open, and out of teams; nobody becomes a no-show by it."""
    for tournament in tournaments_store.all_unfinished(tx, person.guild_id):
        if tournament.check_in_closed_at is not None:
            continue
        entrant = entry_of(tx, tournament.tournament_id, person.person_id)
        if entrant is not None and entrant.person_id != person.person_id:
            event_strategy(tournament).step_out(tx, tournament, entrant, person.person_id, by)
            continue
        if entrant is None or not entering_store.withdraw(tx, entrant.entrant_id, tx.now):
            continue
        tx.touch(tournament_subject(tournament.tournament_id))
        tournaments_facts_verbs.record(tx, tournament, "withdraw", by, entrant=entrant.entrant_id)


def _leave(tx: Query, tournament: Tournament, person: Person, entrant: Entrant) -> Departure:
    """Who leaves, as the entrant appears, and what it comes to."""
    own = [match.contest for match in playing_store.of_entrant(tx, entrant.entrant_id)]
    return Departure(
        tournament,
        as_entered(person, entrant),
        may_be_redrawn(tx, tournament, leaving=1),
        after=comes_to(tx, tournament, entrant),
        counts_as_absent=not has_appeared(own, entrant.entrant_id),
    )


def _person(tx: ActorQuery, person_id: PersonId | None, tournament: Tournament) -> Person:
    me = people_store.of_member(tx, tx.guild_id, tx.actor.member_id) if person_id is None else None
    found = me if person_id is None else people_store.load(tx, person_id)
    if found is None or found.guild_id != tx.guild_id:
        raise NotRegistered(name=tournament.name)
    return found


def _starter(tx: Query, tournament: Tournament, person: Person) -> Entrant:
    starting = entering_store.with_outcome(tx, tournament.tournament_id, "starter")
    entrant = next((one for one in starting if one.person_id == person.person_id), None)
    if entrant is None:
        _refuse_member(tx, tournament, person)
        raise NotRegistered(name=tournament.name)
    if entrant.withdrawn_at is not None:
        raise AlreadyDone
    return entrant


def _refuse_member(tx: Query, tournament: Tournament, person: Person) -> None:
    """Raises OnlyTheCaptain for a member of a team: it leaves as a whole, by its captain's word."""
    team = entry_of(tx, tournament.tournament_id, person.person_id)
    captain = None if team is None else people_store.load(tx, team.person_id)
    if captain is not None and captain.person_id != person.person_id:
        raise RefusedFor("error.OnlyTheCaptain", name=captain.name)


# --- the proof ------------------------------------------------------------------------------------------------------


Pairing = tuple[str, int, int, tuple[EntrantId, ...], str | None]


def verification(tx: Query, tournament: Tournament) -> Verification:
    """Every draw of the tournament, re-run from its public record alone and held against the contests on record."""
    known = tournaments_store.draws_with_purpose(tx, tournament.tournament_id)
    draws = [drawn for drawn in known if drawn.reason != BROUGHT]
    links = [tournament.commitment, *(drawn.record.link for drawn in draws)]
    checks = tuple(_check(tx, tournament, drawn, link) for drawn, link in zip(draws, links, strict=False))
    fielded = [check for check, drawn in zip(checks, draws, strict=True) if drawn.purpose is DrawPurpose.FIELD]
    file = _export(tx, tournament, fielded[-1]) if fielded else None
    return Verification(tournament, checks, file, _guesses(tx, tournament, draws))


def _guesses(tx: Query, tournament: Tournament, draws: Sequence[DrawOnRecord]) -> tuple[GuessCheck, ...]:
    """Every guess that was made in a contest that stands, worked out again from its secret (GO-10)."""
    known = {one.contest_id: one for one in playing_store.of_tournament(tx, tournament.tournament_id)}
    made = [one for one in playing_board_store.made_in(tx, tournament.tournament_id) if one.contest_id in known]
    who = players(tx, tournament) if made else {}
    grades = {starter.entrant_id: starter.grade for starter in facts(tx, tournament).starters} if made else {}
    found: list[GuessCheck] = []
    for guess in made:
        contest = known[guess.contest_id]
        first, second = contest.sides
        seed = _seed_by(guess.opened_at, draws, tournament)
        fault = fault_of(guess, contest.first_side, (grades.get(first), grades.get(second)), [seed])
        found.append(GuessCheck(guess, (who[first], who[second]), fault))
    return tuple(found)


def _seed_by(moment: datetime, draws: Sequence[DrawOnRecord], tournament: Tournament) -> str:
    """The seed of the latest draw by then; before the first the commitment."""
    seeds = [one.record.seed for one in draws if one.drawn_at <= moment]
    return seeds[-1] if seeds else tournament.commitment


def _check(tx: Query, tournament: Tournament, drawn: DrawOnRecord, previous: str) -> DrawCheck:
    on_record = playing_store.of_draw(tx, tournament.tournament_id, drawn.record.number)
    problems = tuple(verify(drawn.record, previous))
    same = True
    if drawn.purpose is DrawPurpose.FIELD:
        same = _gives(tx, tournament, drawn, on_record)
    elif drawn.purpose is DrawPurpose.ROUND:
        same = _gives_round(tx, tournament, drawn, on_record)
    elif drawn.purpose is DrawPurpose.LATE:
        same = _gives_late(tx, tournament, drawn, on_record)
    return DrawCheck(drawn.record, previous, problems, same_bracket=same)


def _gives_round(tx: Query, tournament: Tournament, drawn: DrawOnRecord, on_record: list[Contest]) -> bool:
    """Whether the record gives a later round out of what was known when it was drawn."""
    later = {contest.contest_id for contest in on_record}
    known = facts_at(tx, tournament, drawn.drawn_at, later)
    try:
        found = FORMATS[tournament.rulebook.format].advance(known, tournament.rulebook, drawn.record.stream())
    except ValueError:
        return False
    return {_pairing(new) for new in found} == {_pairing(one) for one in on_record}


def _gives_late(tx: Query, tournament: Tournament, drawn: DrawOnRecord, on_record: Sequence[Contest]) -> bool:
    """Whether the lot has sent who came late to where the match on record is."""
    before = [one for one in tournaments_store.draws_with_purpose(tx, tournament.tournament_id) if one != drawn]
    listed = course_facts_verbs.field_listed(one for one in before if one.record.number < drawn.record.number) or ()
    there = {line.entrant_id for line in listed}
    came = [one.entrant_id for one in listed_entrants(drawn.record.entrants) if one.entrant_id not in there]
    contests = playing_store.standing_before(tx, tournament.tournament_id, drawn.record.number, drawn.drawn_at)
    starters = facts_at(tx, tournament, drawn.drawn_at, ()).starters
    known = EventFacts(tuple(one for one in starters if one.entrant_id in there), tuple(contests))
    try:
        found = into_bye(known, tournament.rulebook, came[0], drawn.record.stream()).match
    except (ValueError, LookupError):
        return False
    return [_pairing(found)] == [_pairing(one) for one in on_record]


def _gives(tx: Query, tournament: Tournament, drawn: DrawOnRecord, on_record: Iterable[Contest]) -> bool:
    """Whether the record gives exactly the pairings with which the event's bracket began."""
    try:
        field = EventFacts(
            _listed_starters(tx, tournament, drawn.record),
            forbidden=holding(course_store.forbidden_pairs_of_tournament(tx, tournament.tournament_id), drawn.drawn_at),
        )
        paired = FORMATS[tournament.rulebook.format].advance(field, tournament.rulebook, drawn.record.stream())
    except ValueError:
        return False
    first = min((new.round for new in paired), default=0)
    opening = [new for new in paired if new.round == first]
    stages = {new.stage for new in opening}
    began = [contest for contest in on_record if contest.round == first and contest.stage in stages]
    return set(map(_pairing, opening)) == set(map(_pairing, began))


def _listed_starters(tx: Query, tournament: Tournament, record: DrawRecord) -> tuple[Starter, ...]:
    """The field of the published list, with clubs, and a champion's published choices of colours (AIJE-D03-2)."""
    known = {starter.entrant_id: starter for starter in facts(tx, tournament).starters}
    return tuple(
        replace(
            known.get(listed_entrant.entrant_id, Starter(listed_entrant.entrant_id, None)),
            rating=None if listed_entrant.rating is None else float(listed_entrant.rating),
            seed=listed_entrant.seed,
            withdrawn=False,
            absent_in=frozenset(),
            warnings=0,
        )
        for listed_entrant in listed_entrants(record.entrants)
    )


def _pairing(contest: NewContest | Contest) -> Pairing:
    return contest.stage, contest.round, contest.position, contest.sides, contest.bye_reason


def _export(tx: Query, tournament: Tournament, check: DrawCheck) -> str | None:
    """The file for docs/verify_draw.py, which knows no order but that of the ratings."""
    if tournament.rulebook.grades is not None and tournament.rulebook.grades.order_the_field:
        return None
    names = {entrant: person.name for entrant, person in players(tx, tournament).items()}
    rules = tournament.rulebook.knockout
    seeded, by_rating = rules.seeding is Seeding.SEEDED, rules.byes_by_rating
    try:
        return export(check.record, check.previous, names, byes_by_rating=by_rating, seeded=seeded)
    except ValueError:
        return None


# --- the draw -------------------------------------------------------------------------------------------------------


REDRAWN = "redrawn"
"""The reason on record of contests that a later draw replaced."""


def draw_when_closed(tx: Tx, tournament_id: TournamentId) -> None:
    """Draws an event whose confirmation is closed (AIJE-D01-4), and calls what can be called; twice is harmless."""
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is None or phase(tournament) is not Phase.DRAWING:
        return
    starters = _able_starters(tx, tournament)
    if len(starters) < tournament.rulebook.minimum_entrants:
        call_off(tx, tournament, TOO_FEW, None)
        return
    _conduct(tx, tournament, starters, None, None)
    course_verbs.proceed_all(tx, tournament.guild_id, first=tournament_id)


@repeatable
def redraw(tx: ActorTx, tournament_id: TournamentId, reason: str) -> Tournament:
    """Draws anew with the next link, without who left meanwhile (GO-28.1); both draws stay on record, with the reason.

    Raises TooLateToRedraw once a match was called, TooFewToRedraw when too few players are left.
    """
    person = server_verbs.recognise(tx)
    before = redrawable(tx, tournament_id)
    tournaments_recusal_verbs.refuse_in_event(tx, person.person_id, Act.REDRAW, before)
    why, starters = checked_reason(reason), _able_starters(tx, before)
    if tx.actor.ground is not None and not _somebody_left(tx, before):
        # Who plays in the event has it drawn anew alone only where somebody has left since (GO-28.1).
        raise RefusedFor("error.NobodyHasLeft", name=before.name)
    if len(starters) < before.rulebook.minimum_entrants:
        raise RefusedCount("error.TooFewToRedraw", n=len(starters))
    return _draw_again(tx, before, starters, person.person_id, why)


def draw_with(tx: Tx, before: Tournament, by: PersonId, why: str) -> Tournament:
    """Draws anew over those who start by now, as once somebody late is among them; the reason is told with it."""
    return _draw_again(tx, before, _able_starters(tx, before), by, why)


def _draw_again(tx: Tx, before: Tournament, starters: list[Entrant], by: PersonId, why: str) -> Tournament:
    for contest in playing_store.of_tournament(tx, before.tournament_id):
        playing_store.void(tx, contest.contest_id, tx.now, REDRAWN)
    tournaments_summons_verbs.settle(tx, tournament_subject(before.tournament_id), MatterKind.PLAYER_LEFT)
    after = _conduct(tx, before, starters, by, why)
    course_verbs.proceed_all(tx, before.guild_id, first=before.tournament_id)
    return after


def can_be_redrawn(tournament: Tournament) -> bool:
    """Whether no match was called, and the chain has a link for one draw of the field more."""
    return may_redraw(tournament) and tournament.draw_number < draw.DRAWS_OF_A_FIELD


def _somebody_left(tx: Query, tournament: Tournament) -> bool:
    """Whether any of those who were drawn has left since (GO-28.1)."""
    started = entering_store.with_outcome(tx, tournament.tournament_id, "starter")
    left = (one.withdrawn_at for one in started if one.withdrawn_at is not None)
    return tournament.drawn_at is not None and any(at >= tournament.drawn_at for at in left)


def redrawable(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The tournament, when who pressed may have it drawn again now; raises before a reason is asked."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    # The chief arbiter and the deputies preside over the first draw, so they may have it made anew (GO-30).
    as_chief = tournaments_facts_verbs.capacities_in(tx, tournament_id, None if person is None else person.person_id)
    server_verbs.require(tx, person, Act.REDRAW, *as_chief)
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    own = None if person is None else person.person_id
    tournaments_recusal_verbs.refuse_where_others_can(tx, own, Act.REDRAW, tournament)
    if not can_be_redrawn(tournament):
        raise Refused("error.TooLateToRedraw")
    return tournament


def verify_draws(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> Verification:
    """Every draw of the tournament, re-run from its public record alone and held against what stands on record."""
    return verification(tx, find(tx, guild_id, tournament_id))


def _starters(tx: Query, tournament: Tournament) -> list[Entrant]:
    """Who starts and did not leave since the close."""
    starting = entering_store.with_outcome(tx, tournament.tournament_id, "starter")
    return [entrant for entrant in starting if entrant.withdrawn_at is None]


def _able_starters(tx: Tx, tournament: Tournament) -> list[Entrant]:
    """Those of them who can still start as the regulation asks; the others leave the list before the draw."""
    strategy, able = event_strategy(tournament), list[Entrant]()
    for entrant in _starters(tx, tournament):
        if strategy.keeps_from_draw(tx, tournament, entrant):
            entering_store.withdraw(tx, entrant.entrant_id, tx.now)
            tournaments_facts_verbs.record(tx, tournament, "remove", entrant=entrant.entrant_id)
        else:
            able.append(entrant)
    return able


def _seeds(tx: Query, tournament: Tournament, starters: list[Entrant]) -> dict[EntrantId, int]:
    """The places that organisers gave by hand to those who start, counted through."""
    if not tournament.rulebook.registration.seeds_by_hand:
        return {}
    there = {starter.entrant_id for starter in starters}
    order = (one for one in entering_store.hand_seeds_of_tournament(tx, tournament.tournament_id) if one in there)
    return {entrant_id: seed for seed, entrant_id in enumerate(order, start=1)}


def _conduct(
    tx: Tx, before: Tournament, starters: list[Entrant], by: PersonId | None, reason: str | None
) -> Tournament:
    """Reveals the next link, writes the draw with its proof and the first contests, and promises the posts."""
    tournament_id, rated = before.tournament_id, people_ratings_store.ratings(tx, before.guild_id)
    for one in EVENT_HOOKS.of(before.rulebook):
        one.before_draw(tx, before, starters)
    listed = ((entrant.entrant_id, strength(tx, entrant, rated)) for entrant in starters)
    seeds = _seeds(tx, before, starters)
    record = reveal(tx, before, listed, by, reason, seeds=seeds)
    after = replace(before, draw_number=record.number, drawn_at=tx.now)
    save(tx, after)
    course_verbs.open_contests(tx, after, course_facts_verbs.facts(tx, after), record.stream())
    act, number = "draw" if reason is None else "redraw", str(after.draw_number)
    tournaments_facts_verbs.record(tx, after, act, by, why=reason, number=number, seed=record.seed)
    again = (None, None) if by is None or reason is None else (by, reason)
    tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, Drawn(tournament_id, record.number, *again))
    tx.enqueue(after.guild_id, Place.RECORD, RecordDraw(tournament_id, record.number, *again))
    tx.touch(tournament_subject(tournament_id))
    event_strategy(after).after_draw(tx, after)
    return after


# --- reasons of pairings --------------------------------------------------------------------------------------------


def reasons(tx: Query, guild_id: GuildId, tournament_id: TournamentId, number: int | None = None) -> ReasonsView:
    """A round with its reasons, the last one unless told which. Raises NotDrawnYet and NoReasons."""
    tournament = find(tx, guild_id, tournament_id)
    if tournament.drawn_at is None:
        raise RefusedFor("error.NotDrawnYet", name=tournament.name)
    if not tournament.rulebook.traits.by_score:
        raise RefusedFor("error.NoReasons", name=tournament.name)
    rounds = _rounds(tx, tournament)
    wanted = max(rounds, default=0) if number is None else number
    if wanted not in rounds:
        raise RefusedFor("error.NoReasons", name=tournament.name)
    return replace(_again(tx, tournament, wanted, rounds[wanted]), rounds=max(rounds))


def _rounds(tx: Query, tournament: Tournament) -> dict[int, list[Contest]]:
    found: dict[int, list[Contest]] = {}
    known = swiss.table_facts(facts(tx, tournament), tournament.rulebook)
    for contest in known.contests:
        if contest.stage is Stage.MAIN:
            found.setdefault(contest.round, []).append(contest)
    return found


def _again(tx: Query, tournament: Tournament, number: int, made: list[Contest]) -> ReasonsView:
    made = _as_paired(tx, tournament, number, made)
    made_at = max(one.created_at for one in made if one.created_at is not None)
    known = facts_at(tx, tournament, made_at, {one.contest_id for one in made})
    paired = swiss.pairing_of(known, tournament.rulebook, number, _stream(tx, tournament, number))
    recorded = [one.sides for one in sorted(made, key=lambda one: one.position)]
    same = [board.sides for board in paired.boards] == recorded
    return ReasonsView(tournament, number, paired, players(tx, tournament), same)


def _as_paired(tx: Query, tournament: Tournament, number: int, made: list[Contest]) -> list[Contest]:
    """The boards of the round as they were paired: of the first, before somebody late has taken the side of a bye."""
    if number > 1:
        return made
    drawn = playing_store.of_draw(tx, tournament.tournament_id, tournament.draw_number)
    return [one for one in drawn if one.stage is Stage.MAIN and one.round == 1] or made


def _stream(tx: Query, tournament: Tournament, number: int) -> Stream | None:
    """Only the first round hangs on the draw of the field."""
    drawn = tournaments_store.draws_with_purpose(tx, tournament.tournament_id)
    fields = [one.record for one in drawn if one.purpose is DrawPurpose.FIELD]
    return fields[-1].stream() if number == 1 and fields else None
