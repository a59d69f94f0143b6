"""The verdict of a case and what it does; and all of it undone when an appeal succeeds (AIJE-D01-2, GO-23.1, GO-30)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.announcements import Delivery, Promise, ToChannel
from bot.domain.cases import sayings
from bot.domain.cases.misconduct import (
    FileVerdict,
    Lost,
    MisconductCase,
    Penalty,
    loses_result,
    penalties,
    reply_by,
    verdict_waits,
)
from bot.domain.cases.sayings import FileReader
from bot.domain.community import Person, Place
from bot.domain.entering.bars import Bar, BarReason
from bot.domain.entering.entries import Entrant
from bot.domain.events.sayings import RatingsCorrected
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import BarId, EntrantId, FileId
from bot.domain.local_times import MomentInThePast
from bot.domain.permissions import Capacity, givers
from bot.domain.rating import RatedMatch
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.typed_text import checked_reason
from bot.domain.voting.votes import Vote
from bot.errors import NotNow, UserError
from bot.services import access, event_log
from bot.services.cases import barring, disqualifying
from bot.services.cases.misconduct import FileDecided
from bot.services.cases.misconduct_record import find, outages_of, record, require_judge, reschedule, show_committee
from bot.services.entering import freed_places
from bot.services.events import corrected_outcomes, event, rating_corrections
from bot.services.events.rated_games import rated_matches
from bot.services.speaking import promise_publicly, tell_member
from bot.services.timetable import tournament_subject
from bot.storage import (
    annulments,
    bars,
    contests,
    entrants,
    identities,
    misconduct_cases,
    people,
    teams,
    tournaments,
)
from bot.storage.annulments import Annulment
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

_OF_THE_PLACE = frozenset({Penalty.PRIZE_WITHHELD, Penalty.LOWERED})


class StillToAnswer(UserError):
    """The right of reply still runs, and the accused has not answered."""

    until: datetime


class SanctionTakesMore(UserError):
    """The sanction is harder than what the person may give alone (AIJE-B01-AJ, AIJE-D01-2)."""

    penalty: Penalty
    needed: tuple[Capacity, ...]
    able: tuple[Penalty, ...]
    """What the person may give in this case."""


class NotHeardYet(UserError):
    """The accused was not told yet, or a pause holds the time to answer open."""


def may_decide(tx: ActorQuery, file_id: FileId, penalty: Penalty) -> MisconductCase:
    """The case, where the presser may give that verdict now; raises as `decide` does."""
    file = find(tx, tx.guild_id, file_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
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
    judge = access.recognise(tx)
    _refuse(tx, judge, file, penalty)
    why = checked_reason(reason)
    end = until if penalty is Penalty.SUSPENDED else None
    if penalty is Penalty.SUSPENDED and (end is None or end <= tx.now):
        raise MomentInThePast(moment=end or tx.now, now=tx.now)
    verdict = FileVerdict(penalty, judge.person_id, why, tx.now, end)
    if not misconduct_cases.add_verdict(tx, file_id, verdict):
        raise FileDecided(number=file.number)
    record(tx, file, f"decide_file_{penalty.value}", by=judge.person_id, why=why)
    _apply(tx, file, verdict)
    _tell(tx, file, penalty)
    show_committee(tx, file)
    return reschedule(tx, file_id)


def note_expelled(tx: Tx, vote: Vote) -> None:
    """Closes the case that the vote on an expulsion refers to, if it refers to one, with what was decided."""
    file = misconduct_cases.load(tx, FileId(vote.reference)) if vote.reference else None
    if file is None or vote.opened_by is None:
        return
    verdict = FileVerdict(Penalty.EXPELLED, vote.opened_by, vote.question, tx.now)
    if misconduct_cases.add_verdict(tx, file.file_id, verdict):
        record(tx, file, "decide_file_expelled", by=vote.opened_by, why=vote.question)
        show_committee(tx, reschedule(tx, file.file_id))


def start_time_to_appeal(tx: Tx, promised: Promise[sayings.FileDecided], delivery: Delivery) -> None:
    """Starts the time to appeal with the first message that told of the verdict."""
    file = misconduct_cases.load(tx, promised.saying.file_id)
    told_reporter = promised.saying.reader is FileReader.REPORTER
    if file is None or told_reporter or not misconduct_cases.note_told(tx, file.file_id, delivery.delivered_at):
        return
    show_committee(tx, reschedule(tx, file.file_id))


def undo(tx: Tx, file: MisconductCase, by: Person, reason: str) -> None:
    """Takes back what the verdict did: the bar is lifted, results are restored, published ratings are put right."""
    if file.verdict is None:
        raise LookupError(file.file_id)
    bar = bars.load(tx, file.verdict.bar_id) if file.verdict.bar_id else None
    if bar is not None and bar.lifted_at is None:
        barring.end(tx, bar, by.person_id, reason)
        freed_places.restore(tx, bar, by.person_id)
    tournament = _tournament(tx, file)
    if tournament is None:
        return
    if annulments.of_file(tx, file.file_id):
        before = rated_matches(tx, tournament)
        annulments.undo(tx, file.file_id, by.person_id, tx.now)
        record(tx, file, "restore_result", by=by.person_id, why=reason)
        _put_right(tx, file, tournament, before)
    if file.verdict.penalty in _OF_THE_PLACE:
        _follow_places(tx, tournament)
    if file.verdict.penalty is Penalty.DISQUALIFIED:
        _take_back(tx, file, tournament, by)


def options(tx: Query, file: MisconductCase) -> tuple[Penalty, ...]:
    """What the case can come to as things stand."""
    match = contests.load(tx, file.contest_id) if file.contest_id else None
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
    known = outages_of(tx, file)
    if penalty is not Penalty.DISMISSED and verdict_waits(file, tx.pressed_at, known):
        limit = reply_by(file, known)
        if limit is None:
            raise NotHeardYet
        raise StillToAnswer(until=limit)


def _refuse_harder(tx: ActorQuery, person: Person, file: MisconductCase, penalty: Penalty) -> None:
    """Refuses a sanction beyond the judge's power; who may give it may give each milder one."""
    held = access.capacities(tx, person)
    tournament = _tournament(tx, file)
    own = identities.selves(tx, person.person_id)
    if tournament is not None and disqualifying.has_refereed(tx, tournament, own):
        held |= {Capacity.EVENT_ARBITER}
    if held.isdisjoint(givers(penalty)):
        needed = tuple(one for one in Capacity if one in givers(penalty))
        able = tuple(one for one in options(tx, file) if not held.isdisjoint(givers(one)))
        raise SanctionTakesMore(penalty=penalty, needed=needed, able=able)


def _apply(tx: Tx, file: MisconductCase, verdict: FileVerdict) -> None:
    lost = loses_result(file, verdict.penalty)
    tournament = _tournament(tx, file)
    if lost is not None and tournament is not None:
        _annul(tx, file, tournament, verdict, lost)
    if verdict.penalty in {Penalty.SUSPENDED, Penalty.BARRED}:
        _bar(tx, file, verdict)
    if verdict.penalty is Penalty.DISQUALIFIED and tournament is not None:
        disqualifying.take_out(tx, tournament, file.accused, verdict.by)
    if verdict.penalty in _OF_THE_PLACE and tournament is not None:
        _follow_places(tx, tournament)


def _follow_places(tx: Tx, tournament: Tournament) -> None:
    """A lower place follows from the verdict wherever places are read; what hung on the former ones is put right."""
    tx.touch(tournament_subject(tournament.tournament_id))
    corrected_outcomes.follow(tx, tournament)


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
    barring.impose(tx, bar)
    misconduct_cases.note_bar(tx, file.file_id, bar.bar_id)


def _annul(tx: Tx, file: MisconductCase, tournament: Tournament, verdict: FileVerdict, lost: Lost) -> None:
    """Takes a settled result from one side or both; what was played since stands (GO-23.1)."""
    match = contests.load(tx, file.contest_id) if file.contest_id else None
    if match is None or match.contest.result is None or match.voided_at is not None:
        return
    before = rated_matches(tx, tournament)
    for entrant_id in match.contest.sides:
        if lost is Lost.BOTH or _is_on_the_side(tx, file, entrant_id):
            annulled = Annulment(file.file_id, match.contest.contest_id, entrant_id)
            annulments.add(tx, tx.new_id(), annulled, verdict.by, tx.now)
    record(tx, file, "annul_result", by=verdict.by, why=verdict.reason)
    tx.touch(tournament_subject(tournament.tournament_id))
    _put_right(tx, file, tournament, before)


def _is_on_the_side(tx: Query, file: MisconductCase, entrant_id: EntrantId) -> bool:
    """Whether the accused is the side or a member of the team, which loses the match by what one did (GO-23.1)."""
    entrant, members = entrants.load(tx, entrant_id), teams.members(tx, entrant_id)
    seated = {one.person_id for one in members} | ({entrant.person_id} if entrant else set())
    return file.accused in seated


def _put_right(tx: Tx, file: MisconductCase, tournament: Tournament, before: tuple[RatedMatch, ...]) -> None:
    list_id = rating_corrections.correct(tx, tournament, before, rated_matches(tx, tournament))
    if list_id is not None:
        tx.enqueue(file.guild_id, Place.ANNOUNCEMENTS, RatingsCorrected(file.file_id, list_id))
    corrected_outcomes.follow(tx, tournament)


def _take_back(tx: Tx, file: MisconductCase, tournament: Tournament, by: Person) -> None:
    """Lets the accused play on, where no match was lost by the disqualification yet; otherwise what stands stays."""
    if phase(tournament) is not Phase.RUNNING or file.verdict is None:
        return
    # Who had left before is not brought back by what was never about that.
    out = [one for one in disqualifying.places(tx, tournament, file.accused) if one.withdrawn_at == file.verdict.at]
    back = [one for one in out if not _lost_by_leaving(tx, one)]
    for one in back:
        entrants.enter_again(tx, one.entrant_id, one.number, one.registered_at, one.checked_in_at)
        event_log.record(tx, tournament, "undo_disqualify", by, entrant=one.entrant_id)
    if back:
        event.proceed_all(tx, file.guild_id, first=tournament.tournament_id)


def _lost_by_leaving(tx: Query, entrant: Entrant) -> bool:
    lost = [one.contest.contest_id for one in contests.of_entrant(tx, entrant.entrant_id)]
    history = contests.results_history(tx, lost)
    return any(reason == event.LEFT for scores in history.values() for _, reason in scores)


def _tell(tx: Tx, file: MisconductCase, penalty: Penalty) -> None:
    """A dismissal is told to the accused and the reporter alone: nobody else has heard of the case."""
    if penalty is not Penalty.DISMISSED:
        promise_publicly(tx, file.guild_id, sayings.FileDecided(file.file_id))
    if file.thread_id is not None:
        tx.enqueue(file.guild_id, ToChannel(file.thread_id), sayings.FileDecided(file.file_id))
    tell_member(tx, file.guild_id, file.accused, sayings.FileDecided(file.file_id))
    if file.reporter is not None:
        told = sayings.FileDecided(file.file_id, FileReader.REPORTER)
        tell_member(tx, file.guild_id, file.reporter, told)


def _tournament(tx: Query, file: MisconductCase) -> Tournament | None:
    return tournaments.load(tx, file.tournament_id) if file.tournament_id else None


def _starter(tx: Query, file: MisconductCase, tournament: Tournament) -> bool:
    """Whether the accused still plays in the event."""
    if phase(tournament) not in {Phase.DRAWING, Phase.RUNNING}:
        return False
    return any(one.withdrawn_at is None for one in disqualifying.places(tx, tournament, file.accused))


def _has_a_place(tx: Query, file: MisconductCase, tournament: Tournament) -> bool:
    """Whether the accused has a place of the own: what one member did is no reason to put a whole team lower."""
    stated = discipline_of(tournament.rulebook).ceremonies_are_a_duty and tournament.rulebook.teams is None
    return stated and any(one.person_id == file.accused for one in disqualifying.places(tx, tournament, file.accused))
