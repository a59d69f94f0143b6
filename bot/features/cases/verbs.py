"""No-shows: a case for each absentee, the notice that starts the time to justify, the justification, the verdict.

Nobody is barred without a delivered notice, nor while a justification waits (AIJE-B03-2, AIJE-D01-5.3). After an
outage there is more time. A vote can put another penalty in the place of the bar.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.cases import barring_verbs, committee_verbs, store
from bot.features.cases.model import (
    AbsenceCase,
    AbsenceLetter,
    AbsenceNotice,
    AbsencePenalty,
    AbsenceReason,
    AbsenceReminder,
    CaseDecided,
    CaseEnd,
    CaseState,
    falls_due,
    justify_by,
    must_bar,
    reminders_due,
    state,
)
from bot.features.cases.record_verbs import (
    FILE,
    batches,
    case_subject,
    notices_subject,
    outages_of,
    record,
    save,
    tournament_of,
)
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import store as tournaments_store
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.model import Vote
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, Refused, RefusedText, Subject, UserError
from bot.kernel.ids import CaseId, EntrantId, GuildId, Place, TournamentId
from bot.kernel.outages import Outage, Step, hurries, without
from bot.kernel.promises import Delivery, Promise
from bot.people import store as people_store
from bot.people.model import Penalty
from bot.play.course import has_table
from bot.play.deciders import never_played
from bot.play.entries import Closing, Entrant, Tournament, excuses_the_unconfirmed
from bot.server import speaking_verbs as server_speaking_verbs
from bot.server.speaking_verbs import tell_member

# --- cases of absence -----------------------------------------------------------------------------------------------


GATHERED_FOR: Final = timedelta(minutes=10)
"""How long those who lost by walkover alone are gathered for one notice, while a slip in a result can be put right."""


def open_for_absentees(tx: Tx, tournament: Tournament, closing: Closing) -> None:
    """Opens a case for each who neither withdrew nor confirmed in time; one notice names them all (AIJE-D01-5.1).

    What an event that was called off means for them is the rulebook's to say (AIJE-B03-2). Who was put on the list by
    others and never pressed anything has promised nothing.
    """
    if excuses_the_unconfirmed(tournament) or not tournament.rulebook.absence.ask_why:
        return
    event_at = tournament.check_in_closed_at or tx.now
    silent = entering_store.without_own_word(tx, tournament.tournament_id)
    opened = [
        _open(tx, tournament, entrant, AbsenceReason.NOT_CONFIRMED, event_at)
        for entrant in closing.absent
        if entrant.entrant_id not in silent
    ]
    notify(tx, tournament, [case for case in opened if case is not None])


def after_result(tx: Tx, tournament: Tournament) -> None:
    """Opens, reopens and drops cases of starters, as the results that stand now say; harmless at any time.

    To be called when a result was settled, corrected or taken back: did who lost play one game at all?
    """
    if not tournament.rulebook.absence.ask_why or not _may_concern_somebody(tx, tournament):
        return
    out_at = _out_unplayed(tx, tournament)
    if not out_at and not store.somebody_was_charged(tx, tournament.tournament_id):
        return
    known = {case.person_id: case for case in store.of_tournament(tx, tournament.tournament_id)}
    for entrant in _as_started(tx, tournament):
        case, at = known.get(entrant.person_id), out_at.get(entrant.entrant_id)
        if at is not None:
            _charge(tx, tournament, entrant, case, at)
        elif case is not None and case.close_reason != CaseEnd.APPEARED:
            _drop(tx, tournament, case)


def _may_concern_somebody(tx: Query, tournament: Tournament) -> bool:
    """Whether there is anything to look at; in most events nobody stays away, and one question says so."""
    is_open_table = has_table(tournament.rulebook) and tournament.ended_at is None
    return is_open_table or store.somebody_may_be_absent(tx, tournament.tournament_id)


def _as_started(tx: Query, tournament: Tournament) -> Iterator[Entrant]:
    """Who answers for whom of the field: of a team who led it then, and nobody to whom it was given since.

    Nobody answers for who was entered by others and never pressed anything.
    """
    started_at = tournament.check_in_closed_at
    silent = entering_store.without_own_word(tx, tournament.tournament_id)
    for entrant in entering_store.with_outcome(tx, tournament.tournament_id, "starter"):
        if entrant.entrant_id in silent:
            continue
        if tournament.rulebook.teams is None or started_at is None:
            yield entrant
            continue
        captain = store.answers_for(tx, entrant.entrant_id, entrant.person_id, started_at)
        if captain is not None:
            yield replace(entrant, person_id=captain)


def _out_unplayed(tx: Query, tournament: Tournament) -> dict[EntrantId, datetime]:
    """Who is out without having played: in a table, where everyone has more rounds to come, only once it has ended."""
    if has_table(tournament.rulebook) and tournament.ended_at is None:
        return {}
    to_come = tournament.ended_at is None and tournament.rulebook.knockout.third_place_match
    suspects = store.in_unplayed(tx, tournament.tournament_id)
    own = playing_store.standing_of(tx, suspects) if suspects else ()
    out = never_played(own, third_place_to_come=to_come)
    unplayed = {entrant_id: out[entrant_id] for entrant_id in suspects if entrant_id in out}
    return unplayed | _gone_before_a_match(tx, tournament)


def _gone_before_a_match(tx: Query, tournament: Tournament) -> dict[EntrantId, datetime]:
    """Who confirmed and left before there was a match to lose, as before the draw or into another one (AIJE-D01-5.2).

    Where staying away costs nothing, such a start is none, and nobody is asked why.
    """
    if not tournament.rulebook.absence.bar_when_unjustified:
        return {}
    return store.left_unpaired(tx, tournament.tournament_id)


def notify(tx: Tx, tournament: Tournament, cases: Iterable[AbsenceCase]) -> None:
    """Promises the public notice that names the absentees, in as few messages as they fit into."""
    by_reason: dict[AbsenceReason, list[AbsenceCase]] = {}
    for case in cases:
        by_reason.setdefault(case.reason, []).append(case)
    for alike in by_reason.values():
        for batch in batches(tx, alike):
            notice = AbsenceNotice(tournament.tournament_id, tuple(case.case_id for case in batch))
            tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, notice)


def notify_gathered(tx: Tx, tournament_id: TournamentId) -> None:
    """Takes the step of the notice: all who wait for one and have none promised are named together."""
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is None:
        return
    promised = outbox.undelivered_promises(tx, AbsenceNotice, tournament_id)
    named = {case_id for notice in promised for case_id in notice.message.cases}
    waiting = (case for case in store.open_of_tournament(tx, tournament_id) if case.noticed_at is None)
    notify(tx, tournament, [case for case in waiting if case.case_id not in named])


def start_time_to_justify(tx: Tx, promised: Promise[AbsenceNotice], delivery: Delivery) -> None:
    """Starts the time to justify for everyone whom the delivered notice names, and writes a letter to each."""
    named = store.by_ids(tx, promised.message.cases)
    for case in named:
        if case.closed_at is not None or case.noticed_at is not None:
            continue
        tournament = tournament_of(tx, case)
        save(tx, tournament, replace(case, noticed_at=delivery.delivered_at))
        record(tx, tournament, case, "notice_absence")
        link = f"{promised.guild_id}/{delivery.channel_id}/{delivery.message_id}"
        tell_member(tx, tournament.guild_id, case.person_id, AbsenceLetter(case.case_id, link))


def settle(tx: Tx, tournament: Tournament, cases: Iterable[AbsenceCase]) -> None:
    """Applies what an expired or declined case leads to, for all of them in one message (AIJE-B03-2)."""
    for batch in batches(tx, cases):
        fallen = []
        for case in batch:
            barred = not _is_excused(tournament, case) and must_bar(
                case, tx.now, tournament.rulebook, outages_of(tx, case)
            )
            bar = barring_verbs.bar_for_absence(tx, tournament, case) if barred else None
            fallen += [bar] if bar else []
            closed = close(tx, tournament, case, CaseEnd.BARRED if barred else CaseEnd.NO_PENALTY)
            if not barred:
                tell_decided(tx, tournament, closed)
        barring_verbs.tell(tx, tournament.guild_id, fallen)
        silent = [case for case in batch if case.justification is None]
        committee_verbs.tell_unjustified(tx, tournament, silent)


def _is_excused(tournament: Tournament, case: AbsenceCase) -> bool:
    """Whether the event was called off after the case was opened: who had not confirmed answers for nothing then."""
    return case.reason is AbsenceReason.NOT_CONFIRMED and excuses_the_unconfirmed(tournament)


def close(tx: Tx, tournament: Tournament, case: AbsenceCase, how: CaseEnd) -> AbsenceCase:
    """Closes the case: nothing comes of it any more, until somebody reopens it."""
    closed = save(tx, tournament, replace(case, closed_at=tx.now, close_reason=how.value))
    record(tx, tournament, closed, "close_case", why=how.value)
    return closed


def tell_decided(tx: Tx, tournament: Tournament, case: AbsenceCase) -> None:
    """Says on the record and to the person how the case ended."""
    tx.enqueue(tournament.guild_id, Place.RECORD, CaseDecided(case.case_id))
    tell_member(tx, tournament.guild_id, case.person_id, CaseDecided(case.case_id))


def _charge(tx: Tx, tournament: Tournament, entrant: Entrant, case: AbsenceCase | None, at: datetime) -> None:
    """Sees to it that a starter who went out without a game has a case."""
    if case is None:
        _open(tx, tournament, entrant, AbsenceReason.CONFIRMED_NEVER_PLAYED, at)
    elif case.close_reason == CaseEnd.APPEARED:
        fresh = AbsenceCase(case.case_id, case.tournament_id, case.person_id, case.reason, case.opened_at, at)
        save(tx, tournament, fresh)
        record(tx, tournament, fresh, "reopen_case")
    else:
        return
    _gather(tx, tournament)


def _open(
    tx: Tx, tournament: Tournament, entrant: Entrant, reason: AbsenceReason, event_at: datetime
) -> AbsenceCase | None:
    if _was_taken_out(tx, tournament, entrant):
        return None
    case = AbsenceCase(
        case_id=CaseId(tx.new_id()),
        tournament_id=tournament.tournament_id,
        person_id=entrant.person_id,
        reason=reason,
        opened_at=tx.now,
        event_at=event_at,
    )
    if not store.add(tx, case):
        return None
    record(tx, tournament, case, "open_case", why=reason.value)
    return case


def _was_taken_out(tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
    """Whether a verdict on this event, or an expulsion, kept the person from playing: that is no staying away."""
    if voting_electorate_verbs.expulsion_of(tx, entrant.person_id) is not None:
        return True
    return any(
        file.tournament_id == tournament.tournament_id
        and file.verdict is not None
        and file.verdict.penalty is Penalty.DISQUALIFIED
        for own in people_store.same_person_ids(tx, entrant.person_id)
        for file in store.files_of_accused(tx, own)
    )


def _drop(tx: Tx, tournament: Tournament, case: AbsenceCase) -> None:
    bar = entering_bars_store.of_case(tx, case.case_id)
    tx.touch(case_subject(case.case_id))
    close(tx, tournament, case, CaseEnd.APPEARED)
    barring_verbs.give_back_of_case(tx, case.case_id, None, CaseEnd.APPEARED)
    if bar is not None:
        barring_verbs.end(tx, bar, None, CaseEnd.APPEARED)
        entering_check_in_verbs.restore(tx, bar, None)
    elif case.noticed_at is not None:
        tell_decided(tx, tournament, case)


def _gather(tx: Tx, tournament: Tournament) -> None:
    """Asks for the notice to come in a while, counted from the first who waits for it."""
    subject = notices_subject(tournament.tournament_id)
    if not kernel_time_store.deadlines_of_subject(tx, subject):
        kernel_time_store.rewrite_deadlines(tx, subject, [(Step.NOTIFY_ABSENTEES, tx.now + GATHERED_FOR)])


# --- steps by themselves --------------------------------------------------------------------------------------------


def take(tx: Tx, case_id: CaseId, step: Step) -> None:
    """Takes a due step of a case; what is due at that moment for others of its tournament is done and said with it."""
    case = store.load(tx, case_id)
    if case is None:
        return
    tournament = tournament_of(tx, case)
    match step:
        case Step.REMIND_JUSTIFICATION:
            remind(tx, tournament)
        case Step.BAR_ABSENTEE:
            settle(tx, tournament, _fallen_due(tx, tournament))
        case Step.REMIND_REVIEW:
            _remind_reviewers(tx, tournament, case)
        case _:
            raise LookupError(f"a case has no step {step}")


def take_notice(tx: Tx, tournament_id: TournamentId, step: Step) -> None:
    """Takes the step in which those who never played are named together."""
    if step is not Step.NOTIFY_ABSENTEES:
        raise LookupError(f"absences have no step {step}")
    notify_gathered(tx, tournament_id)


def remind(tx: Tx, tournament: Tournament) -> None:
    """Reminds everyone whose case is open and whose reminder has come: in one public message and a letter each."""
    reminded = []
    for case in store.open_of_tournament(tx, tournament.tournament_id):
        due = reminders_due(case, tx.now, tournament.rulebook, outages_of(tx, case))
        if due:
            reminded.append(save(tx, tournament, replace(case, reminded=case.reminded | due)))
    _remind_of_cases(tx, tournament, reminded)


def servers_with_cases(tx: Query) -> set[GuildId]:
    """The servers in which somebody has time to justify, or to answer."""
    return {*store.servers_with_open(tx), *store.servers_of_files(tx, kernel_time_store.subjects(tx, FILE))}


def after_outage(tx: Tx, outage: Outage, guild_id: GuildId, *, tell: bool) -> None:
    """Rewrites what is due in the server's open cases; `tell` names those whose time would be over, or nearly."""
    moved: dict[TournamentId, list[AbsenceCase]] = {}
    known: dict[TournamentId, Tournament] = {}
    for case in store.open_of_guild(tx, guild_id):
        tournament = known.setdefault(case.tournament_id, tournament_of(tx, case))
        rulebook, now = tournament.rulebook, outages_of(tx, case)
        was, becomes = justify_by(case, rulebook, without(now, outage)), justify_by(case, rulebook, now)
        hurried = was is not None and was != becomes and hurries(was, outage, rulebook.outage.reopen_for)
        if tell and hurried and state(case, tx.now, rulebook, now) is CaseState.OPEN:
            # One message tells of the new time and reminds of it.
            due = reminders_due(case, tx.now, rulebook, now)
            moved.setdefault(case.tournament_id, []).append(replace(case, reminded=case.reminded | due))
        else:
            save(tx, tournament, case)
    for tournament_id, some in moved.items():
        saved = [save(tx, known[tournament_id], case) for case in some]
        _tell_longer(tx, known[tournament_id], saved, outage)


def _tell_longer(tx: Tx, tournament: Tournament, cases: Iterable[AbsenceCase], outage: Outage) -> None:
    """Names once those whose time is longer because of the outage; where that grows, the message shows it."""
    messages = server_speaking_verbs.messages_of(tx, AbsenceReminder, tournament.tournament_id, outage)
    server_speaking_verbs.redraw(tx, messages)
    named = {case_id for message in messages for case_id in message.message.cases}
    _remind_of_cases(tx, tournament, [case for case in cases if case.case_id not in named], outage)


def _remind_of_cases(
    tx: Tx,
    tournament: Tournament,
    cases: Iterable[AbsenceCase],
    outage: Outage | None = None,
) -> None:
    guild_id = tournament.guild_id
    for batch in batches(tx, cases):
        reminder = AbsenceReminder(tournament.tournament_id, tuple(case.case_id for case in batch))
        if outage is not None:
            reminder = replace(
                reminder, extended=True, down_from=outage.down_from, up_at=outage.up_at, cause=outage.cause
            )
        tx.enqueue(guild_id, Place.ANNOUNCEMENTS, reminder)
        for case in batch:
            tell_member(tx, guild_id, case.person_id, replace(reminder, cases=(case.case_id,)))


def _fallen_due(tx: Query, tournament: Tournament) -> list[AbsenceCase]:
    return [
        case
        for case in store.open_of_tournament(tx, tournament.tournament_id)
        if falls_due(case, Step.BAR_ABSENTEE, tx.now, tournament.rulebook, outages_of(tx, case))
    ]


def _remind_reviewers(tx: Tx, tournament: Tournament, case: AbsenceCase) -> None:
    if not falls_due(case, Step.REMIND_REVIEW, tx.now, tournament.rulebook, outages_of(tx, case)):
        return
    save(tx, tournament, replace(case, review_reminded_at=tx.now))
    committee_verbs.show_reviewers(tx, tournament, case, reminder=True)


# --- a vote on another penalty --------------------------------------------------------------------------------------


_KINDS = {
    AbsencePenalty.BAR_FOR: "absence-penalty",
    AbsencePenalty.BAR: "absence-penalty",
    AbsencePenalty.POINTS: "rating-penalty",
}


def options(tx: ActorQuery, case_id: CaseId) -> tuple[AbsencePenalty, ...]:
    """What may be voted on for the absence, for who may open such a vote (AIJE-D01-5.3).

    Raises NotAllowed, NotFound, or NoUnjustifiedAbsence for a case that came to no penalty.
    """
    case = _find_unjustified(tx, case_id)
    by = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    for name in sorted(set(_KINDS.values())):
        voting_verbs.require_runner(tx, by, voting_verbs.kind_named(tx, tx.guild_id, name), case.person_id)
    try:
        barring_verbs.refuse_unfit(tx, tx.guild_id, case.person_id, case_id)
    except UserError:
        return AbsencePenalty.BAR_FOR, AbsencePenalty.BAR
    return tuple(AbsencePenalty)


def open_vote(
    tx: ActorTx,
    case_id: CaseId,
    penalty: AbsencePenalty,
    question: str,
    lasts: timedelta | None = None,
) -> Vote:
    """Opens the vote on that penalty in the committee's channel; a bar for a time needs its length."""
    case = _find_unjustified(tx, case_id)
    if penalty is AbsencePenalty.BAR_FOR and lasts is None:
        raise RefusedText("error.PenaltyLengthUnread", text="–")
    length = lasts if penalty is AbsencePenalty.BAR_FOR else None
    kind = _KINDS[penalty]
    return voting_verbs.open_vote(tx, kind, question, case.person_id, case_id, lasts=length)


def _find_unjustified(tx: ActorQuery, case_id: CaseId) -> AbsenceCase:
    case = store.load(tx, case_id)
    if case is None or tournament_of(tx, case).guild_id != tx.guild_id:
        raise NotFound(what=Subject.CASE)
    if not barring_verbs.is_punishable(tx, case):
        raise Refused("error.NoUnjustifiedAbsence")
    return case
