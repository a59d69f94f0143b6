"""The verdict of a case and what it does; and all of it undone when an appeal succeeds (AIJE-D01-2, GO-23.1, GO-30).

An expulsion of a player comes with the vote on it (AIJE-A02-1): what leaves the system, what stays and when is
AIJE-A02-2. Votes have effects on bars, ratings and who was expelled (AIJE-A02-2, AIJE-A02-5, AIJE-D01-5.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.cases import barring_verbs, misconduct_verbs, model, store
from bot.features.cases.misconduct_model import (
    EXPELLABLE,
    FileVerdict,
    Lost,
    MisconductCase,
    Voiced,
    loses_result,
    penalties,
    reply_by,
    verdict_waits,
)
from bot.features.cases.misconduct_verbs import FileDecided, to_judge
from bot.features.cases.model import AbsenceCase, FileReader
from bot.features.cases.record_verbs import (
    find,
    outages_of_file,
    record_file,
    require_judge,
    reschedule,
    show_committee,
)
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course import verbs as course_verbs
from bot.features.course.ending_verbs import rated_matches
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.entering.bars_store import Expulsion
from bot.features.entering.model import Bar, BarReason, a_year_after
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.playing.reports_store import Annulment
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.registry.exams_verbs import take_off_committee
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.signing import verbs as signing_verbs
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import tournament_subject
from bot.features.tournaments.promises_model import RatingsCorrected
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import Expelled, OffCommittee, VoteMatter, VoteMinutes, concerns
from bot.features.voting.closing_verbs import Apply
from bot.features.voting.model import Vote, VoteEffect
from bot.features.voting.record_verbs import in_vain, note
from bot.i18n.moments import MomentInThePast
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, NotNow, Refused, RefusedAt, Subject, UserError
from bot.kernel.ids import BarId, CaseId, ContestId, EntrantId, FileId, GuildId, MemberId, PersonId, Place
from bot.kernel.promises import Delivery, Promise, ToChannel
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people import store as people_store
from bot.people.model import Capacity, Penalty, Person
from bot.people.ratings_store import RatingList
from bot.play.entries import Entrant, Phase, Tournament, phase
from bot.play.rating import RatedMatch
from bot.play.rulebook import discipline_of
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act, givers
from bot.server.speaking_verbs import promise_publicly, tell_member, write_to

# --- verdicts -------------------------------------------------------------------------------------------------------


_OF_THE_PLACE = frozenset({Penalty.PRIZE_WITHHELD, Penalty.LOWERED})


class SanctionTakesMore(UserError):
    """The sanction is harder than what the person may give alone (AIJE-B01-AJ, AIJE-D01-2)."""

    penalty: Penalty
    needed: tuple[Capacity, ...]
    able: tuple[Penalty, ...]
    """What the person may give in this case."""


def may_decide(tx: ActorQuery, file_id: FileId, penalty: Penalty) -> MisconductCase:
    """The case, where the presser may give that verdict now; raises as `decide` does."""
    file = find(tx, tx.guild_id, file_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    _refuse(tx, person, file, penalty)
    return file


def decide(
    tx: ActorTx,
    file_id: FileId,
    penalty: Penalty,
    reason: str,
    until: datetime | None = None,
) -> MisconductCase:
    """Gives the verdict and applies it: told to the player and, unless it is dismissed, to the public (AIJE-D01-2).

    Nobody is punished before having been heard, or having let the time for it pass; the first to decide has decided.
    """
    file = find(tx, tx.guild_id, file_id)
    judge = server_verbs.recognise(tx)
    _refuse(tx, judge, file, penalty)
    why = checked_reason(reason)
    end = until if penalty is Penalty.SUSPENDED else None
    if penalty is Penalty.SUSPENDED and (end is None or end <= tx.now):
        raise MomentInThePast(moment=end or tx.now, now=tx.now)
    verdict = FileVerdict(penalty, judge.person_id, why, tx.now, end)
    if not store.add_verdict(tx, file_id, verdict):
        raise FileDecided(number=file.number)
    record_file(tx, file, f"decide_file_{penalty.value}", by=judge.person_id, why=why)
    _apply(tx, file, verdict)
    _tell(tx, file, penalty)
    show_committee(tx, file)
    return reschedule(tx, file_id)


def note_expelled(tx: Tx, vote: Vote) -> None:
    """Closes the case that the vote on an expulsion refers to, if it refers to one, with what was decided."""
    file = store.load_file(tx, FileId(vote.reference)) if vote.reference else None
    if file is None or vote.opened_by is None:
        return
    verdict = FileVerdict(Penalty.EXPELLED, vote.opened_by, vote.question, tx.now)
    if store.add_verdict(tx, file.file_id, verdict):
        record_file(tx, file, "decide_file_expelled", by=vote.opened_by, why=vote.question)
        show_committee(tx, reschedule(tx, file.file_id))


def start_time_to_appeal(tx: Tx, promised: Promise[model.FileDecided], delivery: Delivery) -> None:
    """Starts the time to appeal with the first message that told of the verdict."""
    file = store.load_file(tx, promised.message.file_id)
    told_reporter = promised.message.reader is FileReader.REPORTER
    if file is None or told_reporter or not store.note_told(tx, file.file_id, delivery.delivered_at):
        return
    show_committee(tx, reschedule(tx, file.file_id))


def undo(tx: Tx, file: MisconductCase, by: Person, reason: str) -> None:
    """Takes back what the verdict did: the bar is lifted, results are restored, published ratings are put right."""
    if file.verdict is None:
        raise LookupError(file.file_id)
    bar = entering_bars_store.load(tx, file.verdict.bar_id) if file.verdict.bar_id else None
    if bar is not None and bar.lifted_at is None:
        barring_verbs.end(tx, bar, by.person_id, reason)
        entering_check_in_verbs.restore(tx, bar, by.person_id)
    tournament = _tournament(tx, file)
    if tournament is None:
        return
    if playing_reports_store.annulments_of_file(tx, file.file_id):
        before = rated_matches(tx, tournament)
        playing_reports_store.undo_annulment(tx, file.file_id, by.person_id, tx.now)
        record_file(tx, file, "restore_result", by=by.person_id, why=reason)
        _put_right(tx, file, tournament, before)
    if file.verdict.penalty in _OF_THE_PLACE:
        _follow_places(tx, tournament)
    if file.verdict.penalty is Penalty.DISQUALIFIED:
        _take_back(tx, file, tournament, by)


def options(tx: Query, file: MisconductCase) -> tuple[Penalty, ...]:
    """What the case can come to as things stand."""
    match = playing_store.load(tx, file.contest_id) if file.contest_id else None
    settled = match is not None and match.contest.result is not None and match.voided_at is None
    tournament = _tournament(tx, file)
    in_play = tournament is not None and _starter(tx, file, tournament)
    placed = tournament is not None and _has_a_place(tx, file, tournament)
    return penalties(file, settled=settled, in_play=in_play, placed=placed)


def _refuse(tx: ActorQuery, person: Person | None, file: MisconductCase, penalty: Penalty) -> None:
    stranger = person or Person(file.accused, file.guild_id, None, tx.actor.name, None, tx.pressed_at)
    require_judge(tx, stranger, file)
    if file.verdict is not None:
        raise FileDecided(number=file.number)
    if penalty not in options(tx, file):
        raise NotNow
    _refuse_harder(tx, stranger, file, penalty)
    outages = outages_of_file(tx, file)
    if penalty is not Penalty.DISMISSED and verdict_waits(file, tx.pressed_at, outages):
        limit = reply_by(file, outages)
        if limit is None:
            raise Refused("error.NotHeardYet")
        raise RefusedAt("error.StillToAnswer", at=limit)


def _refuse_harder(tx: ActorQuery, person: Person, file: MisconductCase, penalty: Penalty) -> None:
    """Refuses a sanction beyond the judge's power; who may give it may give each milder one."""
    held = server_verbs.capacities(tx, person)
    tournament = _tournament(tx, file)
    same_person_ids = people_store.same_person_ids(tx, person.person_id)
    if tournament is not None and barring_verbs.has_refereed(tx, tournament, same_person_ids):
        held |= {Capacity.EVENT_ARBITER}
    if held.isdisjoint(givers(penalty)):
        needed = tuple(one for one in Capacity if one in givers(penalty))
        able = tuple(option for option in options(tx, file) if not held.isdisjoint(givers(option)))
        raise SanctionTakesMore(penalty=penalty, needed=needed, able=able)


def _apply(tx: Tx, file: MisconductCase, verdict: FileVerdict) -> None:
    lost = loses_result(file, verdict.penalty)
    tournament = _tournament(tx, file)
    if lost is not None and tournament is not None:
        _annul(tx, file, tournament, verdict, lost)
    if verdict.penalty in {Penalty.SUSPENDED, Penalty.BARRED}:
        _bar(tx, file, verdict)
    if verdict.penalty is Penalty.DISQUALIFIED and tournament is not None:
        barring_verbs.take_out(tx, tournament, file.accused, verdict.by)
    if verdict.penalty in _OF_THE_PLACE and tournament is not None:
        _follow_places(tx, tournament)


def _follow_places(tx: Tx, tournament: Tournament) -> None:
    """A lower place follows from the verdict wherever places are read; what hung on the former ones is put right."""
    tx.touch(tournament_subject(tournament.tournament_id))
    course_ending_verbs.follow(tx, tournament)


def _bar(tx: Tx, file: MisconductCase, verdict: FileVerdict) -> None:
    bar = Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=file.guild_id,
        person_id=file.accused,
        reason=BarReason.DISQUALIFIED,
        explanation=verdict.reason,
        since=tx.now,
        until=verdict.until,
        barred_by=verdict.by,
    )
    barring_verbs.impose(tx, bar)
    store.note_bar(tx, file.file_id, bar.bar_id)


def _annul(tx: Tx, file: MisconductCase, tournament: Tournament, verdict: FileVerdict, lost: Lost) -> None:
    """Takes a settled result from one side or both; what was played since stands (GO-23.1)."""
    match = playing_store.load(tx, file.contest_id) if file.contest_id else None
    if match is None or match.contest.result is None or match.voided_at is not None:
        return
    before = rated_matches(tx, tournament)
    for entrant_id in match.contest.sides:
        if lost is Lost.BOTH or _is_on_the_side(tx, file, match.contest.contest_id, entrant_id):
            annulled = Annulment(file.file_id, match.contest.contest_id, entrant_id)
            playing_reports_store.add_annulment(tx, tx.new_id(), annulled, verdict.by, tx.now)
    record_file(tx, file, "annul_result", by=verdict.by, why=verdict.reason)
    tx.touch(tournament_subject(tournament.tournament_id))
    _put_right(tx, file, tournament, before)


def _is_on_the_side(tx: Query, file: MisconductCase, contest_id: ContestId, entrant_id: EntrantId) -> bool:
    """Whether the accused is the side or a member of the team, which loses the match by what one did (GO-23.1)."""
    before = playing_store.players_noted(tx, [contest_id]).get((contest_id, entrant_id))
    if before is not None:
        return file.accused == before
    entrant, members = entering_store.load(tx, entrant_id), entering_teams_store.members(tx, entrant_id)
    seated = {member.person_id for member in members} | ({entrant.person_id} if entrant else set())
    return file.accused in seated


def _put_right(tx: Tx, file: MisconductCase, tournament: Tournament, before: tuple[RatedMatch, ...]) -> None:
    list_id = course_ending_verbs.correct(tx, tournament, before, rated_matches(tx, tournament))
    if list_id is not None:
        tx.enqueue(file.guild_id, Place.ANNOUNCEMENTS, RatingsCorrected(file.file_id, list_id))
    course_ending_verbs.follow(tx, tournament)


def _take_back(tx: Tx, file: MisconductCase, tournament: Tournament, by: Person) -> None:
    """Lets the accused play on, where no match was lost by the disqualification yet; otherwise what stands stays."""
    if phase(tournament) is not Phase.RUNNING or file.verdict is None:
        return
    # Who had left before is not brought back by what was never about that.
    out = [
        place for place in barring_verbs.places(tx, tournament, file.accused) if place.withdrawn_at == file.verdict.at
    ]
    back = [one for one in out if not _lost_by_leaving(tx, one)]
    for one in back:
        entering_store.enter_again(tx, one.entrant_id, one.number, one.registered_at, one.checked_in_at)
        tournaments_facts_verbs.record(tx, tournament, "undo_disqualify", by, entrant=one.entrant_id)
    if back:
        course_verbs.proceed_all(tx, file.guild_id, first=tournament.tournament_id)


def _lost_by_leaving(tx: Query, entrant: Entrant) -> bool:
    lost = [one.contest.contest_id for one in playing_store.of_entrant(tx, entrant.entrant_id)]
    history = playing_store.results_history(tx, lost)
    return any(reason == course_verbs.LEFT for scores in history.values() for _, reason in scores)


def _tell(tx: Tx, file: MisconductCase, penalty: Penalty) -> None:
    """A dismissal is told to the accused and the reporter alone: nobody else has heard of the case."""
    if penalty is not Penalty.DISMISSED:
        promise_publicly(tx, file.guild_id, model.FileDecided(file.file_id))
    if file.thread_id is not None:
        tx.enqueue(file.guild_id, ToChannel(file.thread_id), model.FileDecided(file.file_id))
    tell_member(tx, file.guild_id, file.accused, model.FileDecided(file.file_id))
    if file.reporter is not None:
        told = model.FileDecided(file.file_id, FileReader.REPORTER)
        tell_member(tx, file.guild_id, file.reporter, told)


def _tournament(tx: Query, file: MisconductCase) -> Tournament | None:
    return tournaments_store.load(tx, file.tournament_id) if file.tournament_id else None


def _starter(tx: Query, file: MisconductCase, tournament: Tournament) -> bool:
    """Whether the accused still plays in the event."""
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        return False
    return any(place.withdrawn_at is None for place in barring_verbs.places(tx, tournament, file.accused))


def _has_a_place(tx: Query, file: MisconductCase, tournament: Tournament) -> bool:
    """Whether the accused has a place of the own: what one member did is no reason to put a whole team lower."""
    stated = discipline_of(tournament.rulebook).ceremonies_are_a_duty and tournament.rulebook.teams is None
    return stated and any(
        place.person_id == file.accused for place in barring_verbs.places(tx, tournament, file.accused)
    )


# --- expulsion and the way back -------------------------------------------------------------------------------------


def expel(tx: Tx, vote: Vote, person: Person) -> Expulsion:
    """Carries the expulsion out: withdrawn from what runs, barred, without title, rating and name.

    Under every account, of which the one named is forgotten. The person's id stays, so that opponents keep their
    results and the ratings earned by them.
    """
    bar = _expulsion_bar(tx, vote, person)
    expulsion = Expulsion(
        person_id=person.person_id,
        guild_id=person.guild_id,
        member_id=person.discord_id,
        vote_id=vote.vote_id,
        bar_id=bar.bar_id,
        expelled_at=tx.now,
        readmission_from=a_year_after(tx.now),
    )
    # On record first: who leaves by an expulsion has not stayed away.
    entering_bars_store.add_expulsion(tx, expulsion)
    for own in people_store.by_ids(tx, people_store.same_person_ids(tx, person.person_id)).values():
        lay_down_everything(tx, own, None)
    bury(tx, person)
    tx.enqueue(vote.guild_id, Place.ANNOUNCEMENTS, VoteMinutes(vote.vote_id))
    subject = f"person:{person.person_id}"
    tx.log(person.guild_id, "expel_player", subject, why=vote.question)
    return expulsion


def lay_down_everything(tx: Tx, person: Person, by: PersonId | None) -> None:
    """Takes the person out of every list and event, and ends titles, offices, duty and rating; twice is harmless.

    An expulsion and an erasure both come to this (AIJE-A02-2); `by` is the person where it is the own wish.
    """
    rounds_drawing_verbs.open_lists(tx, person, by)
    rounds_drawing_verbs.withdraw_expelled(tx, person)
    people_store.end_title(tx, person.person_id, tx.now)
    registry_titles_verbs.erase(tx, person.guild_id, person.person_id)
    playing_arbiters_verbs.relieve(tx, person.guild_id, person.person_id)
    entering_bars_store.end_offices(tx, person.person_id, tx.now)
    server_store.end_of_person(tx, person.person_id, tx.now)
    erase_rating(tx, person.guild_id, person.person_id)
    signing_verbs.asker_gone(tx, people_account_store.own_entries(tx, person.person_id))


def _expulsion_bar(tx: Tx, vote: Vote, person: Person) -> Bar:
    """Bars the person until somebody readmits them; nothing comes back by itself."""
    bar = Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=person.guild_id,
        person_id=person.person_id,
        reason=BarReason.DISQUALIFIED,
        explanation=vote.question,
        since=tx.now,
        barred_by=vote.opened_by or person.person_id,
        vote_id=vote.vote_id,
    )
    barring_verbs.impose(tx, bar)
    return bar


def erase_rating(tx: Tx, guild_id: GuildId, person_id: PersonId) -> bool:
    """Publishes the ranking without the person, who begins anew at the initial rating; False where none was held."""
    people_ratings_verbs.drop(tx, guild_id, person_id)
    before = people_ratings_store.current(tx, guild_id)
    if before is None or person_id not in before.rated:
        return False
    others = {one: line for one, line in before.rated.items() if one != person_id}
    people_ratings_verbs.publish(tx, RatingList(tx.new_id(), guild_id, None, tx.now, others))
    tx.log(guild_id, "erase_rating", f"person:{person_id}")
    return True


def readmit(tx: ActorTx, member: tuple[MemberId, str], reason: str) -> Expulsion:
    """Lets the person come back, a year after the expulsion at the earliest, at the initial rating (AIJE-A02-2).

    The leader or the President does it. Raises NotAllowed, NotFound for who was not expelled, StillExpelled.
    """
    officer = server_verbs.recognise(tx)
    server_verbs.require(tx, officer, Act.LIFT_BAR)
    found = entering_bars_store.expulsion_of_member(tx, tx.guild_id, member[0])
    if found is None or entering_bars_store.load(tx, found.bar_id) is None:
        raise NotFound(what=Subject.PERSON)
    barring_verbs.lift(tx, found.bar_id, reason)
    return replace(found, readmitted_at=tx.now)


def bury(tx: Tx, person: Person) -> None:
    """Leaves a tombstone: the id stays, and the name, the language and the account go."""
    community = server_store.load(tx, person.guild_id)
    name = entering_bars_store.tombstone(tx, community.language if community else "en-US")
    people_store.save(tx, replace(person, discord_id=None, name=name, language=None, user_name=None))
    link = people_account_store.link_of_person(tx, person.person_id)
    at_rest = None if link is None else people_store.load(tx, link.before)
    if at_rest is not None:
        people_store.save(tx, replace(at_rest, name=name))


# --- what votes do --------------------------------------------------------------------------------------------------


def expel_player(tx: Tx, vote: Vote) -> None:
    """Name, rating and rank leave; a tombstone stays, so that opponents' results hold (AIJE-A02-2)."""
    person = None if vote.subject is None else people_store.load(tx, vote.subject)
    if person is None or not _concerns(tx, vote, person.person_id):
        # Who has come to the committee meanwhile is expelled by its own vote (AIJE-A02-3).
        in_vain(tx, vote)
        return
    write_to(tx, vote.guild_id, person, Expelled(vote.vote_id, person.language))
    expel(tx, vote, person)
    note_expelled(tx, vote)


def expel_member(tx: Tx, vote: Vote) -> None:
    """The arbiter title goes, the rating is erased, and the person never sits on the committee again (AIJE-A02-5)."""
    if vote.subject is None:
        return
    take_off_committee(tx, vote, vote.subject)
    for own in people_store.same_person_ids(tx, vote.subject):
        erase_rating(tx, vote.guild_id, own)
    entering_bars_store.exclude(tx, vote.guild_id, vote.subject, vote.vote_id, tx.now)
    note(tx, vote, vote.subject, "expel_member")
    tell_member(tx, vote.guild_id, vote.subject, OffCommittee(vote.vote_id))


def penalty_bar(tx: Tx, vote: Vote) -> None:
    """A bar for a time or for good takes the place of the one that came by itself (AIJE-D01-5.3).

    Nobody is barred for an absence that was justified, dropped or forgiven while the vote ran.
    """
    if vote.subject is None:
        return
    before = _bars_meant(tx, vote)
    case = barring_verbs.case_meant(tx, vote.subject, vote.reference) if vote.reference else None
    if not before and _is_forgiven(tx, vote, vote.subject, case):
        in_vain(tx, vote)
        return
    for bar in before:
        entering_bars_store.lift(tx, bar.bar_id, None, vote.question, tx.now, vote.vote_id)
    case_id = _case_of(before, case)
    if case_id is not None:
        barring_verbs.give_back_of_case(tx, case_id, None, vote.question)
    reason = BarReason.UNJUSTIFIED_ABSENCE if before or case_id else BarReason.DISQUALIFIED
    imposed = _voted_bar(tx, vote, vote.subject, reason, case_id)
    if barring_verbs.impose(tx, imposed):
        barring_verbs.tell(tx, vote.guild_id, [imposed])
    else:
        # The bar of this absence has been served to its end.
        in_vain(tx, vote)


def _is_forgiven(tx: Query, vote: Vote, subject: PersonId, case: AbsenceCase | None) -> bool:
    """Whether the absence that the vote is about was justified or dropped, or its bar lifted, while the vote ran."""
    gone = vote.reference is not None and case is None
    return gone or entering_bars_store.forgiven_since(tx, subject, vote.opened_at, vote.reference)


def _case_of(before: Sequence[Bar], case: AbsenceCase | None) -> CaseId | None:
    if before:
        return before[0].case_id
    return None if case is None else case.case_id


def _voted_bar(tx: Tx, vote: Vote, subject: PersonId, reason: BarReason, case_id: CaseId | None) -> Bar:
    return Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=vote.guild_id,
        person_id=subject,
        reason=reason,
        explanation=vote.question,
        since=tx.now,
        until=None if vote.effect_lasts is None else tx.now + vote.effect_lasts,
        case_id=case_id,
        barred_by=vote.opened_by,
        vote_id=vote.vote_id,
    )


def penalty_rating(tx: Tx, vote: Vote) -> None:
    """The walkover games of the absence are rated at the absent player's cost alone (AIJE-D01-5.3, AIJE-B02-2)."""
    if vote.subject is not None and barring_verbs.take(tx, vote) is None:
        note(tx, vote, vote.subject, "no_points_to_take")
        in_vain(tx, vote)


def return_points(tx: Tx, vote: Vote) -> None:
    """The opposite decision: the points come back, the bar that they replaced does not."""
    penalty = barring_verbs.standing_meant(tx, vote)
    if penalty is None:
        in_vain(tx, vote)
    else:
        barring_verbs.give_back(tx, penalty, None, vote.question)


def lift_bar(tx: Tx, vote: Vote) -> None:
    """The bar ends; one that came from an expulsion does not before its year is over (AIJE-A02-2)."""
    held = _bars_meant(tx, vote, every=True)
    able = [bar for bar in held if entering_bars_store.expulsion_of_bar(tx, bar.bar_id) is None]
    for bar in able:
        barring_verbs.end(tx, bar, vote.opened_by, vote.question, vote.vote_id)
        entering_check_in_verbs.restore(tx, bar, vote.opened_by)
    if not able:
        in_vain(tx, vote)


def _bars_meant(tx: Query, vote: Vote, *, every: bool = False) -> list[Bar]:
    """The bars that hold and that the vote is about: the one referred to (by its id or its case's), or the person's."""
    if vote.subject is None:
        return []
    holding = entering_bars_store.of_people(tx, [vote.subject], tx.now)
    if vote.reference is not None:
        return [bar for bar in holding if vote.reference in (bar.bar_id, bar.case_id)]
    return [bar for bar in holding if every or bar.reason is BarReason.UNJUSTIFIED_ABSENCE]


def _concerns(tx: Query, vote: Vote, subject: PersonId) -> bool:
    return concerns(vote.kind.effect, voting_electorate_verbs.bond_of(tx, vote.guild_id, subject))


EFFECTS: Final[dict[VoteEffect, Apply]] = {
    VoteEffect.EXPEL_PLAYER: expel_player,
    VoteEffect.EXPEL_MEMBER: expel_member,
    VoteEffect.PENALTY_BAR: penalty_bar,
    VoteEffect.PENALTY_RATING: penalty_rating,
    VoteEffect.RETURN_POINTS: return_points,
    VoteEffect.LIFT_BAR: lift_bar,
}


# --- a vote on an expulsion -----------------------------------------------------------------------------------------


KIND = "player-expulsion"


def propose(tx: ActorTx, file_id: FileId, reason: str) -> Vote:
    """Opens the vote of the leader and the President, once the accused was heard; the case waits for it.

    Raises what `decide` does, and what `votes.open_vote` does, as for who may not open such a vote.
    """
    file = to_judge(tx, file_id)
    if file.ground not in EXPELLABLE:
        raise NotNow
    outages = outages_of_file(tx, file)
    if verdict_waits(file, tx.pressed_at, outages):
        limit = reply_by(file, outages)
        if limit is None:
            raise Refused("error.NotHeardYet")
        raise RefusedAt("error.StillToAnswer", at=limit)
    person = server_verbs.recognise(tx)
    record_file(tx, file, "propose_expulsion", by=person.person_id, why=reason)
    matter = VoteMatter(reason, file.accused, file_id, ground=file.ground, proof=_proof(tx, file_id))
    return voting_verbs.open_matter(tx, KIND, matter)


def _proof(tx: Query, file_id: FileId) -> tuple[str, ...]:
    """What was brought against the accused, as much of it as the vote's card holds; the case keeps the rest."""
    said = [statement for statement in store.statements(tx, file_id) if statement.voiced is not Voiced.REPLY]
    return misconduct_verbs.fitting(link for one in said for link in one.links)
