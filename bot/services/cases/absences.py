"""No-shows: a case for each absentee, the notice that starts the time to justify, the justification, the verdict.

Nobody is barred without a delivered notice, nor while a justification waits (AIJE-B03-2, AIJE-D01-5.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.domain.announcements import Delivery, Promise
from bot.domain.cases.absence import AbsenceCase, AbsenceReason, must_bar
from bot.domain.cases.misconduct import Penalty
from bot.domain.cases.no_shows import CaseEnd
from bot.domain.cases.sayings import AbsenceLetter, AbsenceNotice, CaseDecided
from bot.domain.community import Place
from bot.domain.deadlines import Step
from bot.domain.entering.entries import Closing, Entrant
from bot.domain.events.appearances import never_played
from bot.domain.events.tournament import Tournament, excuses_the_unconfirmed
from bot.domain.ids import CaseId, EntrantId, TournamentId
from bot.domain.lengths import has_table
from bot.services.cases import barring, committee_cases, rating_penalties
from bot.services.cases.case_record import (
    batches,
    case_subject,
    notices_subject,
    outages_of,
    record,
    save,
    tournament_of,
)
from bot.services.entering import freed_places
from bot.services.speaking import tell_member
from bot.services.voting import bodies
from bot.storage import (
    bars,
    cases,
    contests,
    deadlines,
    entrants,
    identities,
    misconduct_cases,
    outbox,
    tournaments,
)
from bot.storage.context import Query, Tx

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
    silent = entrants.without_own_word(tx, tournament.tournament_id)
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
    if not out_at and not cases.somebody_was_charged(tx, tournament.tournament_id):
        return
    known = {case.person_id: case for case in cases.of_tournament(tx, tournament.tournament_id)}
    for entrant in _as_started(tx, tournament):
        case, at = known.get(entrant.person_id), out_at.get(entrant.entrant_id)
        if at is not None:
            _charge(tx, tournament, entrant, case, at)
        elif case is not None and case.close_reason != CaseEnd.APPEARED:
            _drop(tx, tournament, case)


def _may_concern_somebody(tx: Query, tournament: Tournament) -> bool:
    """Whether there is anything to look at; in most events nobody stays away, and one question says so."""
    is_open_table = has_table(tournament.rulebook) and tournament.ended_at is None
    return is_open_table or cases.somebody_may_be_absent(tx, tournament.tournament_id)


def _as_started(tx: Query, tournament: Tournament) -> Iterator[Entrant]:
    """Who answers for whom of the field: of a team who led it then, and nobody to whom it was given since.

    Nobody answers for who was entered by others and never pressed anything.
    """
    started_at = tournament.check_in_closed_at
    silent = entrants.without_own_word(tx, tournament.tournament_id)
    for entrant in entrants.with_outcome(tx, tournament.tournament_id, "starter"):
        if entrant.entrant_id in silent:
            continue
        if tournament.rulebook.teams is None or started_at is None:
            yield entrant
            continue
        captain = cases.answers_for(tx, entrant.entrant_id, entrant.person_id, started_at)
        if captain is not None:
            yield replace(entrant, person_id=captain)


def _out_unplayed(tx: Query, tournament: Tournament) -> dict[EntrantId, datetime]:
    """Who is out without having played: in a table, where everyone has more rounds to come, only once it has ended."""
    if has_table(tournament.rulebook) and tournament.ended_at is None:
        return {}
    to_come = tournament.ended_at is None and tournament.rulebook.knockout.third_place_match
    suspects = cases.in_unplayed(tx, tournament.tournament_id)
    own = contests.standing_of(tx, suspects) if suspects else ()
    out = never_played(own, third_place_to_come=to_come)
    unplayed = {entrant_id: out[entrant_id] for entrant_id in suspects if entrant_id in out}
    return unplayed | _gone_before_a_match(tx, tournament)


def _gone_before_a_match(tx: Query, tournament: Tournament) -> dict[EntrantId, datetime]:
    """Who confirmed and left before there was a match to lose, as before the draw or into another one (AIJE-D01-5.2).

    Where staying away costs nothing, such a start is none, and nobody is asked why.
    """
    if not tournament.rulebook.absence.bar_when_unjustified:
        return {}
    return cases.left_unpaired(tx, tournament.tournament_id)


def notify(tx: Tx, tournament: Tournament, some: Iterable[AbsenceCase]) -> None:
    """Promises the public notice that names the absentees, in as few messages as they fit into."""
    by_reason: dict[AbsenceReason, list[AbsenceCase]] = {}
    for case in some:
        by_reason.setdefault(case.reason, []).append(case)
    for alike in by_reason.values():
        for batch in batches(tx, alike):
            notice = AbsenceNotice(tournament.tournament_id, tuple(case.case_id for case in batch))
            tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, notice)


def notify_gathered(tx: Tx, tournament_id: TournamentId) -> None:
    """Takes the step of the notice: all who wait for one and have none promised are named together."""
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None:
        return
    promised = outbox.undelivered_promises(tx, AbsenceNotice, tournament_id)
    named = {case_id for notice in promised for case_id in notice.saying.cases}
    waiting = (case for case in cases.open_of_tournament(tx, tournament_id) if case.noticed_at is None)
    notify(tx, tournament, [case for case in waiting if case.case_id not in named])


def start_time_to_justify(tx: Tx, promised: Promise[AbsenceNotice], delivery: Delivery) -> None:
    """Starts the time to justify for everyone whom the delivered notice names, and writes a letter to each."""
    named = cases.by_ids(tx, promised.saying.cases)
    for case in named:
        if case.closed_at is not None or case.noticed_at is not None:
            continue
        tournament = tournament_of(tx, case)
        save(tx, tournament, replace(case, noticed_at=delivery.delivered_at))
        record(tx, tournament, case, "notice_absence")
        link = f"{promised.guild_id}/{delivery.channel_id}/{delivery.message_id}"
        tell_member(tx, tournament.guild_id, case.person_id, AbsenceLetter(case.case_id, link))


def settle(tx: Tx, tournament: Tournament, some: Iterable[AbsenceCase]) -> None:
    """Applies what an expired or declined case leads to, for all of them in one message (AIJE-B03-2)."""
    for batch in batches(tx, some):
        fallen = []
        for case in batch:
            barred = not _is_excused(tournament, case) and must_bar(
                case, tx.now, tournament.rulebook, outages_of(tx, case)
            )
            bar = barring.bar_for_absence(tx, tournament, case) if barred else None
            fallen += [bar] if bar else []
            closed = close(tx, tournament, case, CaseEnd.BARRED if barred else CaseEnd.NO_PENALTY)
            if not barred:
                tell_decided(tx, tournament, closed)
        barring.tell(tx, tournament.guild_id, fallen)
        silent = [case for case in batch if case.justification is None]
        committee_cases.tell_unjustified(tx, tournament, silent)


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
    if not cases.add(tx, case):
        return None
    record(tx, tournament, case, "open_case", why=reason.value)
    return case


def _was_taken_out(tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
    """Whether a verdict on this event, or an expulsion, kept the person from playing: that is no staying away."""
    if bodies.expulsion_of(tx, entrant.person_id) is not None:
        return True
    return any(
        file.tournament_id == tournament.tournament_id
        and file.verdict is not None
        and file.verdict.penalty is Penalty.DISQUALIFIED
        for own in identities.selves(tx, entrant.person_id)
        for file in misconduct_cases.of_accused(tx, own)
    )


def _drop(tx: Tx, tournament: Tournament, case: AbsenceCase) -> None:
    bar = bars.of_case(tx, case.case_id)
    tx.touch(case_subject(case.case_id))
    close(tx, tournament, case, CaseEnd.APPEARED)
    rating_penalties.give_back_of_case(tx, case.case_id, None, CaseEnd.APPEARED)
    if bar is not None:
        barring.end(tx, bar, None, CaseEnd.APPEARED)
        freed_places.restore(tx, bar, None)
    elif case.noticed_at is not None:
        tell_decided(tx, tournament, case)


def _gather(tx: Tx, tournament: Tournament) -> None:
    """Asks for the notice to come in a while, counted from the first who waits for it."""
    subject = notices_subject(tournament.tournament_id)
    if not deadlines.of_subject(tx, subject):
        deadlines.rewrite(tx, subject, [(Step.NOTIFY_ABSENTEES, tx.now + GATHERED_FOR)])
