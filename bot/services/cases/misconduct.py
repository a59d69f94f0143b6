"""Case files of misconduct: the report, the right of reply, evidence, and pauses (AIJE-A02-1, GO-16.4, GO-23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.domain.announcements import Delivery, Promise
from bot.domain.cases.misconduct import MisconductCase, Pause, Statement, Voiced, running_pause
from bot.domain.cases.sayings import CaseRule, CaseThread, FileLetter, FileNews, FileNote
from bot.domain.community import Person, Place, Someone
from bot.domain.grounds import Ground
from bot.domain.ids import ChannelId, ContestId, FileId, PersonId, TournamentId
from bot.domain.permissions import Act, may
from bot.domain.playing.matches import Match
from bot.domain.quotas import QUOTAS, Counted
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotFound, NotYours, Subject, TooLong, UserError
from bot.services import access, case_keepers, quotas
from bot.services.cases import committee_cases
from bot.services.cases.justifications import LINK_LIMIT, NotALink
from bot.services.cases.misconduct_record import (
    find,
    is_against,
    record,
    require_judge,
    reschedule,
    save,
    show_committee,
    tell_accused,
)
from bot.services.events.tournaments import find as find_tournament
from bot.services.playing import matches
from bot.services.playing.ruling import NoRecordingLink, checked_link
from bot.services.speaking import look_for_decisions
from bot.storage import ceremonies, identities, misconduct_cases, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx
from bot.storage.misconduct_cases import Terms

TEXT_LIMIT: Final = 1000
_SAID_TWICE: Final = timedelta(minutes=2)
_LONGEST: Final = timedelta(days=60)


class ReportsOneself(UserError):
    """The report names its own reporter, under whichever account."""


class ComplaintLapsed(UserError):
    """A complaint about the opponent's play is made while the match runs, or not at all (GO-16.4)."""


class NotInThatMatch(UserError):
    """The person who is reported plays no part in the match that was named."""

    name: str


class CeremonyOfWhichEvent(UserError):
    """A place or a prize can only be touched in the event whose ceremony was missed (GO-23.6)."""

    name: str


class TooManyReports(UserError):
    """The member has as many reports waiting as one may have."""

    n: int


class FileDecided(UserError):
    """The case has its verdict."""

    number: int


class FilePaused(UserError):
    """The case is paused already."""

    number: int


class FileNotPaused(UserError):
    """The case is not paused, so there is nothing to resume."""

    number: int


class TermsOutOfRange(UserError):
    """A time for replies or appeals has to be one hour to sixty days long."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a report says: about whom, of what, in which event or match, and what happened."""

    accused: PersonId
    ground: Ground
    account: str
    links: Sequence[str] = ()
    tournament_id: TournamentId | None = None
    contest_id: ContestId | None = None


def about(
    tx: ActorTx,
    who: Someone,
    ground: Ground,
    contest_id: ContestId | None = None,
    tournament_id: TournamentId | None = None,
) -> Person:
    """The person whom a report is going to name; raises what `report` would, before the form is filled in."""
    reporter = access.recognise(tx)
    accused = access.somebody(tx, tx.guild_id, who)
    match = _refuse(tx, reporter, accused, ground, contest_id)
    _event_of(tx, accused, ground, match, tournament_id, tx.pressed_at)
    return accused


def report(tx: ActorTx, said: Report) -> MisconductCase:
    """Opens a case: the committee is shown it, and the accused gets a private thread and the right of reply.

    Raises ReportsOneself, NotInThatMatch, ComplaintLapsed, CeremonyOfWhichEvent, TooManyReports, or AlreadyDone for a
    second click.
    """
    reporter, accused = access.recognise(tx), people.load(tx, said.accused)
    if accused is None or accused.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    match = _refuse(tx, reporter, accused, said.ground, said.contest_id)
    tournament_id = _event_of(tx, accused, said.ground, match, said.tournament_id, tx.pressed_at)
    if tournament_id is not None:
        find_tournament(tx, tx.guild_id, tournament_id)
    file = _open(tx, reporter, accused, replace(said, tournament_id=tournament_id))
    if misconduct_cases.same_report(tx, file, tx.now - _SAID_TWICE):
        raise AlreadyDone
    misconduct_cases.add(tx, file)
    quotas.count(tx, reporter, Counted.REPORT, thing=file.file_id)
    _keep(tx, file, Voiced.REPORT, reporter, file.account, said.links)
    # The log is read by arbiters, who may be accused themselves: who reported stands in the case alone.
    record(tx, file, "open_file", why=said.ground.value)
    committee_cases.show_judges(tx, file)
    tx.enqueue(file.guild_id, Place.MATCHES, CaseThread(file.file_id))
    tell_accused(tx, file, FileLetter(file.file_id))
    return reschedule(tx, file.file_id)


def _open(tx: ActorTx, reporter: Person, accused: Person, said: Report) -> MisconductCase:
    terms = misconduct_cases.terms(tx, tx.guild_id)
    return MisconductCase(
        file_id=FileId(tx.new_id()),
        guild_id=tx.guild_id,
        number=misconduct_cases.next_number(tx, tx.guild_id),
        accused=accused.person_id,
        reporter=reporter.person_id,
        ground=said.ground,
        account=checked_reason(said.account, TEXT_LIMIT),
        tournament_id=said.tournament_id,
        contest_id=said.contest_id,
        opened_at=tx.now,
        reply_within=terms.reply_within,
        appeal_within=terms.appeal_within,
    )


def note_thread(tx: Tx, file_id: FileId, channel_id: ChannelId) -> None:
    """Notes where the case's private thread is, before anything is said in it."""
    file = misconduct_cases.load(tx, file_id)
    if file is not None and file.thread_id is None:
        misconduct_cases.save(tx, replace(file, thread_id=channel_id))


def start_time_to_reply(tx: Tx, promised: Promise[CaseThread | FileLetter], delivery: Delivery) -> None:
    """Starts the right of reply with the first message that reached the accused."""
    file = misconduct_cases.load(tx, promised.saying.file_id)
    if file is None or file.noticed_at is not None:
        return
    told = save(tx, replace(file, noticed_at=delivery.delivered_at))
    record(tx, told, "notice_file")
    show_committee(tx, told)


def reached_no_more(tx: Tx, person_id: PersonId) -> None:
    """Starts the right of reply where nothing has reached the accused, whose account is let go at their own wish.

    Else nobody could ever decide the case. Whoever comes back under the account still answers and appeals.
    """
    for file in misconduct_cases.of_accused(tx, person_id):
        if file.verdict is None and file.noticed_at is None:
            save(tx, replace(file, noticed_at=tx.now))


def to_reply(tx: ActorQuery, file_id: FileId) -> MisconductCase:
    """The presser's own case, for the form; raises NotYours or FileDecided."""
    file = find(tx, tx.guild_id, file_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None or not is_against(tx, file, person.person_id):
        raise NotYours
    _refuse_decided(file)
    return file


def reply(tx: ActorTx, file_id: FileId, text: str, links: Sequence[str] = ()) -> MisconductCase:
    """Keeps what the accused says; the first answer lets the committee decide, and others may follow until it does."""
    file = to_reply(tx, file_id)
    person = access.recognise(tx)
    _keep(tx, file, Voiced.REPLY, person, checked_reason(text, TEXT_LIMIT), links)
    record(tx, file, "reply_in_file", by=person.person_id)
    show_committee(tx, file)
    return reschedule(tx, file_id)


def to_judge(tx: ActorQuery, file_id: FileId) -> MisconductCase:
    """An undecided case, for a form of who may act in it; raises as `add_evidence` does."""
    file = find(tx, tx.guild_id, file_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    stranger = Person(PersonId(""), tx.guild_id, tx.actor.member_id, tx.actor.name, None, tx.pressed_at)
    require_judge(tx, person or stranger, file)
    _refuse_decided(file)
    return file


def add_evidence(tx: ActorTx, file_id: FileId, text: str, links: Sequence[str] = ()) -> MisconductCase:
    """Keeps what an arbiter or officer adds, and shows it to the accused, who has the rest of the time to answer it."""
    file = to_judge(tx, file_id)
    person = access.recognise(tx)
    _keep(tx, file, Voiced.EVIDENCE, person, checked_reason(text, TEXT_LIMIT), links)
    record(tx, file, "add_evidence", by=person.person_id)
    tell_accused(tx, file, FileNote(file_id, FileNews.EVIDENCE))
    show_committee(tx, file)
    return reschedule(tx, file_id)


def pause(tx: ActorTx, file_id: FileId, reason: str) -> MisconductCase:
    """Stops every time of the case, for a reason that the accused is told; nothing else moves a deadline."""
    file, person, why = _pausing(tx, file_id, reason)
    if running_pause(file) is not None:
        raise FilePaused(number=file.number)
    misconduct_cases.begin_pause(tx, file_id, Pause(tx.now, person.person_id, why))
    look_for_decisions(tx, file.guild_id)
    return _note_pause(tx, file, person, "pause_file", why, FileNews.PAUSED)


def unpause(tx: ActorTx, file_id: FileId, reason: str) -> MisconductCase:
    """Lets the times of the case run on: each ends later by exactly what the pause took."""
    file, person, why = _pausing(tx, file_id, reason)
    if not misconduct_cases.end_pause(tx, file_id, person.person_id, why, tx.now):
        raise FileNotPaused(number=file.number)
    return _note_pause(tx, file, person, "resume_file", why, FileNews.RESUMED)


def name_reporter(tx: ActorTx, file_id: FileId, reason: str) -> MisconductCase:
    """Has the accused know who reported, for a reason on record; without this nobody tells."""
    file = to_judge(tx, file_id)
    if file.reporter_named_at is not None:
        raise AlreadyDone
    person = access.recognise(tx)
    named = save(tx, replace(file, reporter_named_at=tx.now))
    record(tx, named, "name_reporter", by=person.person_id, why=checked_reason(reason))
    tell_accused(tx, named, FileNote(file_id, FileNews.NAMED))
    return named


def set_terms(tx: ActorTx, reply_hours: int, appeal_days: int) -> Terms:
    """Sets the times of what is opened or decided from now on; the owner or an officer does, with no case open."""
    person = access.recognise(tx)
    case_keepers.require(tx, person)
    terms = Terms(timedelta(hours=reply_hours), timedelta(days=appeal_days))
    if not all(timedelta(hours=1) <= length <= _LONGEST for length in (terms.reply_within, terms.appeal_within)):
        raise TermsOutOfRange
    before = misconduct_cases.terms(tx, tx.guild_id)
    if terms == before:
        raise AlreadyDone
    case_keepers.tell(tx, person, CaseRule.TERMS, _lengths(before), _lengths(terms))
    misconduct_cases.set_terms(tx, tx.guild_id, terms, tx.now)
    return terms


def _lengths(terms: Terms) -> str:
    """The time to answer in hours and the time to appeal in days, as the log and the message keep them."""
    return f"{terms.reply_within // timedelta(hours=1)}.{terms.appeal_within // timedelta(days=1)}"


def checked_links(links: Sequence[str]) -> tuple[str, ...]:
    """The addresses of evidence; raises NotALink or TooLong."""
    found = []
    for link in links:
        if len(link) > LINK_LIMIT:
            raise TooLong(what=Subject.MESSAGE, limit=LINK_LIMIT)
        try:
            found.append(checked_link(link))
        except NoRecordingLink as wrong:
            raise NotALink from wrong
    return tuple(found)


def _refuse(
    tx: ActorQuery, reporter: Person, accused: Person, ground: Ground, contest_id: ContestId | None
) -> Match | None:
    if identities.are_one(tx, reporter.person_id, accused.person_id):
        raise ReportsOneself
    match = _match_with(tx, accused, contest_id)
    runs = match is not None and match.contest.called_at is not None and match.contest.result is None
    if ground is Ground.DISTURBANCE and not runs:
        raise ComplaintLapsed
    judges = may(Act.JUDGE_FILE, access.capacities(tx, reporter))
    if not judges:
        quotas.refuse(tx, reporter, Counted.REPORT, tx.pressed_at, _too_many)
    return match


def _event_of(
    tx: Query,
    accused: Person,
    ground: Ground,
    match: Match | None,
    named: TournamentId | None,
    at: datetime,
) -> TournamentId | None:
    """The event of the match, or the one that was named; of a ceremony the only one that the accused has missed."""
    known = match.tournament_id if match else named
    if known is not None or ground is not Ground.CEREMONY:
        return known
    missed = ceremonies.missed_by(tx, identities.selves(tx, accused.person_id), at)
    if len(missed) != 1:
        raise CeremonyOfWhichEvent(name=accused.name)
    return missed[0]


def _too_many(_: datetime) -> TooManyReports:
    return TooManyReports(n=QUOTAS[Counted.REPORT].most)


def _match_with(tx: ActorQuery, accused: Person, contest_id: ContestId | None) -> Match | None:
    match = matches.find(tx, tx.guild_id, contest_id).match if contest_id else None
    if match is not None and matches.side_of(tx, match, accused.person_id) is None:
        raise NotInThatMatch(name=accused.name)
    return match


def _refuse_decided(file: MisconductCase) -> None:
    if file.verdict is not None:
        raise FileDecided(number=file.number)


def _keep(tx: Tx, file: MisconductCase, voiced: Voiced, by: Person, text: str, links: Sequence[str]) -> None:
    quotas.keep(tx, by, Counted.STATEMENT, Subject.MESSAGE, file.file_id)
    made = Statement(file.file_id, voiced, by.person_id, text, checked_links(links), tx.now)
    misconduct_cases.add_statement(tx, made)


def _pausing(tx: ActorTx, file_id: FileId, reason: str) -> tuple[MisconductCase, Person, str]:
    file = find(tx, tx.guild_id, file_id)
    person = access.recognise(tx)
    require_judge(tx, person, file)
    return file, person, checked_reason(reason)


def _note_pause(tx: Tx, file: MisconductCase, person: Person, act: str, why: str, what: FileNews) -> MisconductCase:
    record(tx, file, act, by=person.person_id, why=why)
    tell_accused(tx, file, FileNote(file.file_id, what, why))
    show_committee(tx, file)
    return reschedule(tx, file.file_id)
