"""Bars, rating points taken for an absence, and the end of a person's part in an event; each with a way back.

Bars fall by themselves or by a decision, everyone reads why, and the leader or the President lifts them. The
committee takes points for an unjustified absence (AIJE-D01-5.3, AIJE-B02-2). Out of one event its own arbiters decide
(AIJE-D01-2, GO-28.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.cases import store
from bot.features.cases.model import (
    UNJUSTIFIED,
    AbsenceCase,
    BarLifted,
    Barred,
    BarThen,
    GamesGiven,
    PointsReturned,
    PointsView,
    RatingPenalty,
    RatingPointsTaken,
    points_for,
)
from bot.features.cases.record_verbs import points_open_until, tournament_of
from bot.features.course import verbs as course_verbs
from bot.features.course.ending_verbs import rated_matches
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.entering.model import Bar, BarReason, bar_until, holds_in, keeps_out
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import store as playing_store
from bot.features.seats import verbs as seats_verbs
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams.model import MemberBarred, TeamsUnfit
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import (
    bar_subject,
    claim_subject,
    find_unfinished,
    outages_of,
    person_of,
    tournament_subject,
)
from bot.features.voting.model import Vote
from bot.i18n.moments import MomentInThePast
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, Refused, RefusedAt, RefusedNumber, Subject, UserError
from bot.kernel.ids import BarId, CaseId, GuildId, PersonId, Place, TournamentId, VoteId
from bot.kernel.promises import Message
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people import store as people_store
from bot.people.model import Capacity, Person, Someone
from bot.people.ratings_store import Rated, RatingList
from bot.play.entries import Entrant, Phase, Tournament, check_in_closes_at, check_in_opens_at, phase
from bot.play.rating import rate_event
from bot.play.rulebook import Rulebook
from bot.server import verbs as server_verbs
from bot.server.model import Act, whom_to_ask
from bot.server.speaking_verbs import promise_publicly, tell_member

# --- rating points taken --------------------------------------------------------------------------------------------


def refuse_unfit(tx: Query, guild_id: GuildId, subject: PersonId, reference: str | None) -> None:
    """Refuses a vote on points that nobody could take."""
    case = case_meant(tx, subject, reference)
    if case is None:
        raise Refused("error.NoUnjustifiedAbsence")
    if store.penalty_of_case(tx, case.case_id) is not None:
        raise Refused("error.PointsTaken")
    if not people_ratings_store.of_people(tx, guild_id, [subject]) or not tournament_of(tx, case).rulebook.rating.rated:
        raise Refused("error.NothingToTake")


def case_meant(tx: Query, subject: PersonId, reference: str | None) -> AbsenceCase | None:
    """The unjustified absence that a vote is about: the one referred to, or the person's latest.

    None is left where an appeal has undone what came of it.
    """
    known = (case for case in store.all_of_person(tx, subject) if is_punishable(tx, case))
    return next((case for case in known if reference in (None, case.case_id)), None)


def is_punishable(tx: Query, case: AbsenceCase) -> bool:
    """Whether the absence was found unjustified, and no appeal has said otherwise since (AIJE-D01-5.3)."""
    if case.close_reason not in UNJUSTIFIED or case.closed_at is None:
        return False
    return not store.granted_of_case(tx, case.case_id, case.closed_at)


def take(tx: Tx, vote: Vote) -> RatingPenalty | None:
    """Takes the points in a new list, in place of the bar that came by itself; None where nothing is left to take."""
    case = None if vote.subject is None else case_meant(tx, vote.subject, vote.reference)
    current = people_ratings_store.current(tx, vote.guild_id)
    if case is None or current is None or case.person_id not in current.rated:
        return None
    tournament = tournament_of(tx, case)
    given = tuple(_games_given(tx, tournament, case))
    games = sum(one.games for one in given)
    points = points_for(given, tournament.rulebook.rating.k) if tournament.rulebook.rating.rated else 0
    if not points or store.penalty_of_case(tx, case.case_id) is not None:
        return None
    penalty = RatingPenalty(
        penalty_id=tx.new_id(),
        guild_id=vote.guild_id,
        person_id=case.person_id,
        case_id=case.case_id,
        vote_id=vote.vote_id,
        games=games,
        points=points,
        list_id=_publish(tx, current, case.person_id, -points, games),
        taken_at=tx.now,
    )
    store.add_penalty(tx, penalty)
    _note(tx, penalty, "take_points", None, vote.question)
    bar = BarThen.FELL if _end_bar(tx, case, vote) else BarThen.NONE
    _tell(tx, penalty, RatingPointsTaken(penalty.penalty_id, bar))
    return penalty


def give_back(tx: Tx, penalty: RatingPenalty, by: PersonId | None, reason: str) -> RatingPenalty | None:
    """Gives the points back in a new list and says so; None where it was done before.

    Whoever left the list meanwhile, by an expulsion, does not come back to it.
    """
    if not store.give_penalty_back(tx, penalty.penalty_id, by, reason, tx.now):
        return None
    current = people_ratings_store.current(tx, penalty.guild_id)
    if current is not None and penalty.person_id in current.rated:
        _publish(tx, current, penalty.person_id, penalty.points, -penalty.games)
    returned = replace(penalty, returned_at=tx.now, returned_by=by, return_reason=reason)
    _note(tx, returned, "return_points", by, reason)
    _tell(tx, returned, PointsReturned(penalty.penalty_id))
    return returned


def give_back_of_case(tx: Tx, case_id: CaseId, by: PersonId | None, reason: str) -> None:
    """Gives back what was taken for that absence, if anything."""
    penalty = store.penalty_of_case(tx, case_id)
    if penalty is not None:
        give_back(tx, penalty, by, reason)


def standing_meant(tx: Query, vote: Vote) -> RatingPenalty | None:
    """The penalty that stands and that a vote is about: the one referred to, by its id or its case's, or the latest."""
    known = [] if vote.subject is None else store.penalties_of_person(tx, vote.subject)
    in_force = (one for one in known if one.returned_at is None)
    return next((one for one in in_force if vote.reference in (None, one.penalty_id, one.case_id)), None)


def view(tx: Query, penalty_id: str) -> PointsView | None:
    """One penalty with its people and the rating before and after, or None for an unknown id."""
    penalty = store.load_penalty(tx, penalty_id)
    published = people_ratings_store.load(tx, penalty.list_id) if penalty else None
    case = store.load(tx, penalty.case_id) if penalty else None
    if penalty is None or published is None or case is None:
        return None
    people = people_store.by_ids(tx, [one for one in (penalty.person_id, penalty.returned_by) if one is not None])
    returner = people.get(penalty.returned_by) if penalty.returned_by else None
    after = published.rated[penalty.person_id].rating
    return PointsView(
        penalty,
        people[penalty.person_id],
        tournament_of(tx, case),
        after,
        returner,
        tournaments_facts_verbs.office_of(
            tx, penalty.guild_id, penalty.returned_by, penalty.returned_at or penalty.taken_at
        ),
        _open_until(tx, penalty),
    )


def _open_until(tx: Query, penalty: RatingPenalty) -> datetime | None:
    if penalty.returned_at is not None or store.appeal_of_points(tx, penalty.penalty_id) is not None:
        return None
    return points_open_until(tx, penalty)


def views_of(tx: Query, person_id: PersonId) -> tuple[PointsView, ...]:
    """What was taken from a person, latest first, with what was given back."""
    found = (view(tx, one.penalty_id) for one in store.penalties_of_person(tx, person_id))
    return tuple(one for one in found if one is not None)


def _games_given(tx: Query, tournament: Tournament, case: AbsenceCase) -> Iterator[GamesGiven]:
    """The games that the absence gave away, each match by the ratings before it.

    Who was not in the draw gave away one first match, against an opponent with the initial rating.
    """
    rules, known = tournament.rulebook.rating, _listed_before(tx, tournament)
    own_rating, person = known.get(case.person_id, rules.initial), person_of(tx, tournament)
    found = False
    played = playing_store.played_by(tx, tournament.tournament_id)
    for contest in playing_store.of_tournament(tx, tournament.tournament_id):
        sides = [played.get((contest.contest_id, side)) or person[side] for side in contest.sides]
        if contest.result is None or len(sides) != 2 or case.person_id not in sides:
            continue
        other = 1 - sides.index(case.person_id)
        before = rated_matches(tx, tournament, until=contest.result.settled_at)
        then = {**known, **rate_event(known, before, rules.initial, rules.k)}
        if games := contest.result.walkover_games[other]:
            found = True
            yield GamesGiven(games, then.get(case.person_id, own_rating), then.get(sides[other], rules.initial))
    if not found:
        yield GamesGiven(_first_match(tournament.rulebook), own_rating, rules.initial)


def _first_match(rulebook: Rulebook) -> int:
    """How many games are lost with a first match that is lost by absence."""
    games = rulebook.games
    best_of = rulebook.knockout.best_of if games is None else games.best_of
    return best_of if games is not None and games.play_all else best_of // 2 + 1


def _listed_before(tx: Query, tournament: Tournament) -> dict[PersonId, float]:
    """The ratings with which the event began."""
    published = people_ratings_store.of_tournament(tx, tournament.tournament_id)
    base = (
        people_ratings_store.before(tx, published)
        if published
        else people_ratings_store.current(tx, tournament.guild_id)
    )
    return {person: line.rating for person, line in base.rated.items()} if base else {}


def _publish(tx: Tx, current: RatingList, person_id: PersonId, points: float, games: int) -> str:
    """A new dated list in which one line differs; answers its id."""
    line, list_id = current.rated[person_id], tx.new_id()
    moved = Rated(person_id, line.rating + points, max(0, line.games + games))
    rated = {**current.rated, person_id: moved}
    people_ratings_verbs.publish(tx, RatingList(list_id, current.guild_id, None, tx.now, rated))
    return list_id


def _end_bar(tx: Tx, case: AbsenceCase, vote: Vote) -> bool:
    """Ends the bar that the points take the place of; the message about them says so."""
    bar = entering_bars_store.of_case(tx, case.case_id)
    if bar is None or not entering_bars_store.lift(tx, bar.bar_id, None, vote.question, tx.now, vote.vote_id):
        return False
    subject, details = bar_subject(bar.bar_id), {"person": bar.person_id}
    tx.log(bar.guild_id, "lift_bar", subject, why=vote.question, details=details)
    seats_verbs.after_bar(tx, bar.guild_id, people_store.same_person_ids(tx, bar.person_id))
    entering_check_in_verbs.restore(tx, bar, None)
    return True


def _note(tx: Tx, penalty: RatingPenalty, act: str, by: PersonId | None, why: str) -> None:
    details = {"vote": f"vote:{penalty.vote_id}", "points": f"{penalty.points:.6f}", "games": str(penalty.games)}
    subject = f"person:{penalty.person_id}"
    tx.log(penalty.guild_id, act, subject, actor=by, why=why, details=details)


def _tell(tx: Tx, penalty: RatingPenalty, message: Message) -> None:
    promise_publicly(tx, penalty.guild_id, message)
    tell_member(tx, penalty.guild_id, penalty.person_id, message)


# --- out of one event -----------------------------------------------------------------------------------------------


_BEGUN = frozenset({Phase.CHECK_IN, Phase.DRAWING, Phase.RUNNING})


def referees(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether it is an event of the person's own (AIJE-D01-2), under whichever account.

    Its chief and deputies, and who has or had a match of it; where no chief is named, who is on duty once it begins.
    """
    same_person_ids = people_store.same_person_ids(tx, person_id)
    if has_refereed(tx, tournament, same_person_ids):
        return True
    begun = phase(tournament) in _BEGUN and not tournaments_store.holding(tx, tournament.tournament_id)
    on_duty = playing_board_store.with_titles(tx, tournament.guild_id, tournament.tournament_id) if begun else []
    return any(one.person_id in same_person_ids and title is not None for one, title in on_duty)


def has_refereed(tx: Query, tournament: Tournament, same_person_ids: list[PersonId]) -> bool:
    """Whether one of them is its chief or a deputy, or has or had a match of it."""
    officers = {one.person_id for one in tournaments_store.holding(tx, tournament.tournament_id)}
    return not officers.isdisjoint(same_person_ids) or any(
        playing_store.referees(tx, tournament.tournament_id, one) for one in same_person_ids
    )


def rules_cited(tx: Query, guild_id: GuildId) -> tuple[str, ...]:
    """The rules that the server's events to come and under way cite, for who names the one that was broken."""
    cited = (rule for one in tournaments_store.all_unfinished(tx, guild_id) for rule in one.rulebook.cites)
    return tuple(dict.fromkeys(cited))


def take_out(tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
    """Ends the person's part in a running event, as leaving does; matches to come are walkovers (GO-28.4)."""
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        return
    out = [
        place for place in places(tx, tournament, person_id) if entering_store.withdraw(tx, place.entrant_id, tx.now)
    ]
    for entrant in out:
        tournaments_facts_verbs.record(tx, tournament, "disqualify", by, entrant=entrant.entrant_id)
    if out:
        course_verbs.proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)


def places(tx: Query, tournament: Tournament, person_id: PersonId) -> list[Entrant]:
    """Where the person plays in the event, under whichever account: two that were found to be one may both play."""
    same_person_ids = people_store.same_person_ids(tx, person_id)
    starting = entering_store.with_outcome(tx, tournament.tournament_id, "starter")
    return [one for one in starting if one.person_id in same_person_ids]


# --- bars -----------------------------------------------------------------------------------------------------------


RULE_LIMIT: Final = 120
"""Of the name of a rule that was broken."""


class BarTakesMore(UserError):
    """An arbiter of a lower title bars nobody, and disqualifies from an event of the own (AIJE-B01-AJ, AIJE-D01-2)."""

    needed: tuple[Capacity, ...]


class AlreadyBarred(UserError):
    """The person was disqualified before, and that bar still holds."""

    name: str
    since: datetime


def bar_player(
    tx: ActorTx,
    who: Someone,
    reason: str,
    until: datetime | None = None,
    *,
    rule: str | None = None,
    event: TournamentId | None = None,
) -> Bar:
    """Disqualifies somebody for a stated reason, which the person and the public are told (AIJE-D01-2).

    From `event` alone its own arbiter does, for whatever reason, and ends the person's part in it. From all events AJ
    and AI do, for a rule that was broken; in events of their own that run the person plays no more then. Raises
    BarTakesMore, RuleMissing, HeardFirst and NotAllowed for all others.
    """
    judge = server_verbs.recognise(tx)
    tournament = None if event is None else find_unfinished(tx, tx.guild_id, event)
    broken = _checked_rule(rule)
    _refuse_judge(tx, judge, tournament, broken)
    person = server_verbs.somebody(tx, tx.guild_id, who)
    tournaments_recusal_verbs.refuse(tx, judge.person_id, Act.BAR_PLAYER, person.person_id, event=event)
    explanation = checked_reason(reason)
    _refuse_second_bar(tx, person, until, event)
    bar = _disqualification(tx, judge, person, explanation, until)
    bar = replace(bar, rule=broken, tournament_id=event)
    impose(tx, bar)
    for own in _out_of(tx, judge, tournament):
        take_out(tx, own, person.person_id, judge.person_id)
    tell(tx, tx.guild_id, [bar])
    return bar


def _out_of(tx: Query, judge: Person, named: Tournament | None) -> list[Tournament]:
    """The events in which the barred person's part ends now: the one that was named, or else the judge's own.

    A whole team is not taken out of a running event for what one member did.
    """
    if named is not None:
        events = [named]
    else:
        running = tournaments_store.all_unfinished(tx, judge.guild_id)
        events = [one for one in running if referees(tx, one, judge.person_id)]
    return [event for event in events if event.rulebook.teams is None]


def _disqualification(tx: Tx, judge: Person, person: Person, explanation: str, until: datetime | None) -> Bar:
    return Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=judge.guild_id,
        person_id=person.person_id,
        reason=BarReason.DISQUALIFIED,
        explanation=explanation,
        since=tx.now,
        until=until,
        barred_by=judge.person_id,
    )


def bar_for_absence(tx: Tx, tournament: Tournament, case: AbsenceCase) -> Bar | None:
    """The bar that comes by itself from an unjustified absence (AIJE-B03-2); None when it came before."""
    verdict = case.verdict
    bar = Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=tournament.guild_id,
        person_id=case.person_id,
        reason=BarReason.UNJUSTIFIED_ABSENCE,
        explanation=verdict.reason if verdict else None,
        since=tx.now,
        until=bar_until(tx.now, tournament.rulebook.absence),
        case_id=case.case_id,
    )
    return bar if impose(tx, bar) else None


def impose(tx: Tx, bar: Bar) -> bool:
    """Writes the bar, and ends what it closes: places on lists, lobbies of arenas, seats in teams; tells nobody of it.

    False when its case has led to one before.
    """
    if not entering_bars_store.add(tx, bar):
        return False
    why = bar.explanation or bar.reason.value
    subject = bar_subject(bar.bar_id)
    details = {"person": bar.person_id}
    tx.log(bar.guild_id, "bar", subject, actor=bar.barred_by, why=why, details=details)
    spread(tx, bar, people_store.same_person_ids(tx, bar.person_id))
    return True


def spread(tx: Tx, bar: Bar, same_person_ids: Sequence[PersonId]) -> None:
    """Does what the bar does to each of the accounts of the one person whom it is about.

    What they are called on the games' sites stays with them, so that nobody plays on under it. Nobody loses a place
    without a letter: whom the bar reaches by another account is written to here, the person itself by `tell`.
    """
    people_account_store.keep_account(tx, bar.bar_id, same_person_ids)
    for person_id in same_person_ids:
        _free_places(tx, bar, person_id)
        arena_reading_verbs.shut_out(tx, bar, person_id)
        teams_staff_verbs.follow(tx, bar.guild_id, person_id)
        if person_id != bar.person_id:
            tell_member(tx, bar.guild_id, person_id, Barred(bar.bar_id))
    _show(tx, bar, same_person_ids)


def _show(tx: Tx, bar: Bar, same_person_ids: Sequence[PersonId]) -> None:
    """Invitations, and the cards of claims to a name, say what holds of the one person now."""
    seats_verbs.after_bar(tx, bar.guild_id, same_person_ids)
    for claim in people_account_store.waiting_name_claims(tx, bar.guild_id):
        if claim.person in same_person_ids or claim.claimant in same_person_ids:
            tx.touch(claim_subject(claim.claim_id))
            tournaments_summons_verbs.settle(tx, claim_subject(claim.claim_id))


def lift(tx: ActorTx, bar_id: BarId, reason: str) -> Bar:
    """Ends a bar with a reason that everyone reads; the leader or the President does it (AIJE-D01-2)."""
    officer = server_verbs.recognise(tx)
    server_verbs.require(tx, officer, Act.LIFT_BAR)
    bar = entering_bars_store.load(tx, bar_id)
    if bar is None or bar.guild_id != tx.guild_id:
        raise NotFound(what=Subject.BAR)
    tournaments_recusal_verbs.refuse(tx, officer.person_id, Act.LIFT_BAR, bar.person_id)
    _end_expulsion(tx, bar_id, officer.person_id)
    return end(tx, bar, officer.person_id, checked_reason(reason))


def lift_and_restore(tx: ActorTx, bar_id: BarId, reason: str) -> Bar:
    """Ends a bar as `lift` does, and with it what it did to lists that are still open."""
    lifted = lift(tx, bar_id, reason)
    entering_check_in_verbs.restore(tx, lifted, lifted.lifted_by)
    return lifted


def reaches_beyond(tx: Query, both: Sequence[PersonId], now: datetime) -> bool:
    """Whether a bar holds for both because they are one: parting them would end it for one of them."""
    return bool(entering_bars_store.of_people(tx, sorted(people_store.everybody(tx, both)), now))


def _end_expulsion(tx: Tx, bar_id: BarId, by: PersonId) -> None:
    """Lifting the bar of an expelled player is the readmission, which AIJE-A02-2 allows after a year."""
    expulsion = entering_bars_store.expulsion_of_bar(tx, bar_id)
    if expulsion is None:
        return
    if tx.now < expulsion.readmission_from:
        # An expelled player cannot come back before a year is over (AIJE-A02-2).
        raise RefusedAt("error.StillExpelled", at=expulsion.readmission_from)
    entering_bars_store.readmit(tx, bar_id, by, tx.now)


def end(tx: Tx, bar: Bar, by: PersonId | None, reason: str, vote_id: VoteId | None = None) -> Bar:
    """Lifts the bar and says so, `by` None where it falls by itself; raises AlreadyDone when it was lifted before."""
    if not entering_bars_store.lift(tx, bar.bar_id, by, reason, tx.now, vote_id):
        raise AlreadyDone
    subject, details = bar_subject(bar.bar_id), {"person": bar.person_id}
    tx.log(bar.guild_id, "lift_bar", subject, actor=by, why=reason, details=details)
    promise_publicly(tx, bar.guild_id, BarLifted(bar.bar_id))
    same_person_ids = people_store.same_person_ids(tx, bar.person_id)
    for person_id in same_person_ids:
        tell_member(tx, bar.guild_id, person_id, BarLifted(bar.bar_id))
        teams_staff_verbs.follow(tx, bar.guild_id, person_id)
    _show(tx, bar, same_person_ids)
    return replace(bar, lifted_at=tx.now, lifted_by=by, lift_reason=reason, lift_vote_id=vote_id)


def tell(tx: Tx, guild_id: GuildId, some: Sequence[Bar]) -> None:
    """Says in public and on the record who is barred and why, in one message each, and tells each person alone."""
    if not some:
        return
    told = Barred(some[0].bar_id, tuple(bar.bar_id for bar in some))
    promise_publicly(tx, guild_id, told)
    for bar in some:
        tell_member(tx, guild_id, bar.person_id, Barred(bar.bar_id))


def _free_places(tx: Tx, bar: Bar, person_id: PersonId) -> None:
    """Takes the barred off the lists that are still open: who may not confirm must not become a no-show by it."""
    for tournament in tournaments_store.all_unfinished(tx, bar.guild_id):
        if not _keeps_out_of(tx, bar, tournament):
            continue
        teams_staff_verbs.hand_lead_on(tx, tournament, person_id)
        _warn_captain(tx, tournament, person_id)
        entrant = entering_store.of_person(tx, tournament.tournament_id, person_id)
        if entrant is None or not entering_store.withdraw(tx, entrant.entrant_id, tx.now):
            continue
        tx.touch(tournament_subject(tournament.tournament_id))
        why, entrant_id = bar_subject(bar.bar_id), entrant.entrant_id
        tournaments_facts_verbs.record(tx, tournament, "withdraw", bar.barred_by, why=why, entrant=entrant_id)


def _warn_captain(tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
    """A member of a team is taken out of it at the close: until then the captain may name somebody else."""
    team = entering_teams_store.playing_for(tx, tournament.tournament_id, person_id)
    entrant = None if team is None else entering_store.load(tx, team)
    if entrant is None or entrant.withdrawn_at is not None or entrant.person_id == person_id:
        return
    warning = MemberBarred(entrant.entrant_id, person_id)
    tell_member(tx, tournament.guild_id, entrant.person_id, warning)
    # A letter is never the only way: who reads none, or has no Discord, is called in the channel.
    told = TeamsUnfit(tournament.tournament_id, (entrant.entrant_id,))
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, told)


def _keeps_out_of(tx: Query, bar: Bar, tournament: Tournament) -> bool:
    """Whether the bar costs a place in the event: not where it is over before confirmation, nor after the close.

    Between the close and its step a click may be on its way; whoever confirmed in time starts.
    """
    refuses = tournament.rulebook.registration.refuse_barred
    if tournament.check_in_closed_at is not None or not keeps_out(bar, tournament.tournament_id, refuses=refuses):
        return False
    if bar.until is not None and bar.until <= check_in_opens_at(tournament):
        return False
    return tx.now <= check_in_closes_at(tournament, outages_of(tx, tournament))


def _refuse_judge(tx: ActorQuery, judge: Person, tournament: Tournament | None, rule: str | None) -> None:
    if tournament is not None and referees(tx, tournament, judge.person_id):
        return
    capacities = server_verbs.capacities(tx, judge)
    if Capacity.JEEK_ARBITER in capacities:
        if rule is None:
            # AJ and AI bar for breaking a rule, and say which (AIJE-B01-AJ).
            raise Refused("error.RuleMissing")
        return
    if not capacities.isdisjoint({Capacity.LEADER, Capacity.PRESIDENT}):
        raise Refused("error.HeardFirst")
    if Capacity.ARBITER in capacities:
        raise BarTakesMore(needed=whom_to_ask(Act.BAR_PLAYER))
    server_verbs.require(tx, judge, Act.BAR_PLAYER)


def _checked_rule(typed: str | None) -> str | None:
    rule = " ".join((typed or "").split())
    if len(rule) > RULE_LIMIT:
        raise RefusedNumber("error.RuleTooLong", number=RULE_LIMIT)
    return rule or None


def _refuse_second_bar(tx: Query, person: Person, until: datetime | None, event: TournamentId | None) -> None:
    """A bar that would end before it began, or with one of the same kind at the latest, is a slip.

    One that lasts longer is none: a short one would keep it back, which a friend could give.
    """
    if until is not None and until <= tx.now:
        raise MomentInThePast(moment=until, now=tx.now)
    for held in entering_bars_store.of_people(tx, [person.person_id], tx.now):
        longer = held.until is not None and (until is None or until > held.until)
        if held.reason is BarReason.DISQUALIFIED and holds_in(held, event) and not longer:
            raise AlreadyBarred(name=person.name, since=held.since)
