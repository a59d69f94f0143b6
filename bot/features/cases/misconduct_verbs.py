"""Case files of misconduct: the report, the right of reply, evidence, and pauses (AIJE-A02-1, GO-16.4, GO-23).

By themselves come a reminder, the end of the time to answer, and the end of the time to appeal. An expulsion of a
player rests on a ground of the regulation's own, and proof (AIJE-A02-1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.cases import committee_verbs, store
from bot.features.cases.justifying_verbs import LINK_LIMIT
from bot.features.cases.misconduct_model import (
    EXPELLABLE,
    MisconductCase,
    Pause,
    Statement,
    Voiced,
    due_steps,
    running_pause,
)
from bot.features.cases.model import CaseRule, CaseThread, FileLetter, FileNews, FileNote
from bot.features.cases.record_verbs import (
    find,
    is_against,
    outages_of_file,
    record_file,
    require_judge,
    reschedule,
    save_file,
    show_committee,
    tell_accused,
)
from bot.features.cases.store import Terms
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.ruling_verbs import NoRecordingLink, checked_link
from bot.features.rounds import store as rounds_store
from bot.features.tournaments.facts_verbs import find as find_tournament
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.model import Ground, ProcedureKind, VoteEffect
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    AlreadyDone,
    NotFound,
    NotYours,
    Refused,
    RefusedCount,
    RefusedFor,
    RefusedNumber,
    Subject,
    TooLong,
    UserError,
)
from bot.kernel.errors import Subject as What
from bot.kernel.ids import ChannelId, ContestId, FileId, GuildId, PersonId, Place, TournamentId
from bot.kernel.outages import Step
from bot.kernel.promises import Delivery, Promise
from bot.people import store as people_store
from bot.people.model import QUOTAS, CountedByAccount, Person, Someone
from bot.play.matches import Match
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act, may
from bot.server.speaking_verbs import look_for_decisions

# --- case files -----------------------------------------------------------------------------------------------------


TEXT_LIMIT: Final = 1000
_SAID_TWICE: Final = timedelta(minutes=2)
_LONGEST: Final = timedelta(days=60)


class FileDecided(UserError):
    """The case has its verdict."""

    number: int


@dataclass(frozen=True, slots=True)
class MisconductReport:
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
    reporter = server_verbs.recognise(tx)
    accused = server_verbs.somebody(tx, tx.guild_id, who)
    match = _refuse(tx, reporter, accused, ground, contest_id)
    _event_of(tx, accused, ground, match, tournament_id, tx.pressed_at)
    return accused


def report(tx: ActorTx, said: MisconductReport) -> MisconductCase:
    """Opens a case: the committee is shown it, and the accused gets a private thread and the right of reply.

    Raises ReportsOneself, NotInThatMatch, ComplaintLapsed, CeremonyOfWhichEvent, TooManyReports, or AlreadyDone for a
    second click.
    """
    reporter, accused = server_verbs.recognise(tx), people_store.load(tx, said.accused)
    if accused is None or accused.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    match = _refuse(tx, reporter, accused, said.ground, said.contest_id)
    tournament_id = _event_of(tx, accused, said.ground, match, said.tournament_id, tx.pressed_at)
    if tournament_id is not None:
        find_tournament(tx, tx.guild_id, tournament_id)
    file = _open(tx, reporter, accused, replace(said, tournament_id=tournament_id))
    if store.same_report(tx, file, tx.now - _SAID_TWICE):
        raise AlreadyDone
    bounds_verbs.take_room(tx, tx.guild_id, Bounded.CASES)
    store.add_file(tx, file)
    server_verbs.count(tx, reporter, CountedByAccount.REPORT, thing=file.file_id)
    _keep(tx, file, Voiced.REPORT, reporter, file.account, said.links)
    # The log is read by arbiters, who may be accused themselves: who reported stands in the case alone.
    record_file(tx, file, "open_file", why=said.ground.value)
    committee_verbs.show_judges(tx, file)
    tx.enqueue(file.guild_id, Place.MATCHES, CaseThread(file.file_id))
    tell_accused(tx, file, FileLetter(file.file_id))
    return reschedule(tx, file.file_id)


def _open(tx: ActorTx, reporter: Person, accused: Person, said: MisconductReport) -> MisconductCase:
    terms = store.terms(tx, tx.guild_id)
    return MisconductCase(
        file_id=FileId(tx.new_id()),
        guild_id=tx.guild_id,
        number=store.next_number(tx, tx.guild_id),
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
    file = store.load_file(tx, file_id)
    if file is not None and file.thread_id is None:
        store.save_file(tx, replace(file, thread_id=channel_id))


def start_time_to_reply(tx: Tx, promised: Promise[CaseThread | FileLetter], delivery: Delivery) -> None:
    """Starts the right of reply with the first message that reached the accused."""
    file = store.load_file(tx, promised.message.file_id)
    if file is None or file.noticed_at is not None:
        return
    told = save_file(tx, replace(file, noticed_at=delivery.delivered_at))
    record_file(tx, told, "notice_file")
    show_committee(tx, told)


def reached_no_more(tx: Tx, person_id: PersonId) -> None:
    """Starts the right of reply where nothing has reached the accused, whose account is let go at their own wish.

    Else nobody could ever decide the case. Whoever comes back under the account still answers and appeals.
    """
    for file in store.files_of_accused(tx, person_id):
        if file.verdict is None and file.noticed_at is None:
            save_file(tx, replace(file, noticed_at=tx.now))


def to_reply(tx: ActorQuery, file_id: FileId) -> MisconductCase:
    """The presser's own case, for the form; raises NotYours or FileDecided."""
    file = find(tx, tx.guild_id, file_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None or not is_against(tx, file, person.person_id):
        raise NotYours
    _refuse_decided(file)
    return file


def reply(tx: ActorTx, file_id: FileId, text: str, links: Sequence[str] = ()) -> MisconductCase:
    """Keeps what the accused says; the first answer lets the committee decide, and others may follow until it does."""
    file = to_reply(tx, file_id)
    person = server_verbs.recognise(tx)
    _keep(tx, file, Voiced.REPLY, person, checked_reason(text, TEXT_LIMIT), links)
    record_file(tx, file, "reply_in_file", by=person.person_id)
    show_committee(tx, file)
    return reschedule(tx, file_id)


def to_judge(tx: ActorQuery, file_id: FileId) -> MisconductCase:
    """An undecided case, for a form of who may act in it; raises as `add_evidence` does."""
    file = find(tx, tx.guild_id, file_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    stranger = Person(PersonId(""), tx.guild_id, tx.actor.member_id, tx.actor.name, None, tx.pressed_at)
    require_judge(tx, person or stranger, file)
    _refuse_decided(file)
    return file


def add_evidence(tx: ActorTx, file_id: FileId, text: str, links: Sequence[str] = ()) -> MisconductCase:
    """Keeps what an arbiter or officer adds, and shows it to the accused, who has the rest of the time to answer it."""
    file = to_judge(tx, file_id)
    person = server_verbs.recognise(tx)
    _keep(tx, file, Voiced.EVIDENCE, person, checked_reason(text, TEXT_LIMIT), links)
    record_file(tx, file, "add_evidence", by=person.person_id)
    tell_accused(tx, file, FileNote(file_id, FileNews.EVIDENCE))
    show_committee(tx, file)
    return reschedule(tx, file_id)


def pause(tx: ActorTx, file_id: FileId, reason: str) -> MisconductCase:
    """Stops every time of the case, for a reason that the accused is told; nothing else moves a deadline."""
    file, person, why = _pausing(tx, file_id, reason)
    if running_pause(file) is not None:
        raise RefusedNumber("error.FilePaused", number=file.number)
    store.begin_pause(tx, file_id, Pause(tx.now, person.person_id, why))
    look_for_decisions(tx, file.guild_id)
    return _note_pause(tx, file, person, "pause_file", why, FileNews.PAUSED)


def unpause(tx: ActorTx, file_id: FileId, reason: str) -> MisconductCase:
    """Lets the times of the case run on: each ends later by exactly what the pause took."""
    file, person, why = _pausing(tx, file_id, reason)
    if not store.end_pause(tx, file_id, person.person_id, why, tx.now):
        raise RefusedNumber("error.FileNotPaused", number=file.number)
    return _note_pause(tx, file, person, "resume_file", why, FileNews.RESUMED)


def name_reporter(tx: ActorTx, file_id: FileId, reason: str) -> MisconductCase:
    """Has the accused know who reported, for a reason on record; without this nobody tells."""
    file = to_judge(tx, file_id)
    if file.reporter_named_at is not None:
        raise AlreadyDone
    person = server_verbs.recognise(tx)
    named = save_file(tx, replace(file, reporter_named_at=tx.now))
    record_file(tx, named, "name_reporter", by=person.person_id, why=checked_reason(reason))
    tell_accused(tx, named, FileNote(file_id, FileNews.NAMED))
    return named


def set_terms(tx: ActorTx, reply_hours: int, appeal_days: int) -> Terms:
    """Sets the times of what is opened or decided from now on; the owner or an officer does, with no case open."""
    person = server_verbs.recognise(tx)
    committee_verbs.require(tx, person)
    terms = Terms(timedelta(hours=reply_hours), timedelta(days=appeal_days))
    if not all(timedelta(hours=1) <= length <= _LONGEST for length in (terms.reply_within, terms.appeal_within)):
        raise Refused("error.TermsOutOfRange")
    before = store.terms(tx, tx.guild_id)
    if terms == before:
        raise AlreadyDone
    committee_verbs.tell(tx, person, CaseRule.TERMS, _lengths(before), _lengths(terms))
    store.set_terms(tx, tx.guild_id, terms, tx.now)
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
            raise Refused("error.NotALink") from wrong
    return tuple(found)


def _refuse(
    tx: ActorQuery, reporter: Person, accused: Person, ground: Ground, contest_id: ContestId | None
) -> Match | None:
    if people_store.are_one(tx, reporter.person_id, accused.person_id):
        raise Refused("error.ReportsOneself")
    match = _match_with(tx, accused, contest_id)
    runs = match is not None and match.contest.called_at is not None and match.contest.result is None
    if ground is Ground.DISTURBANCE and not runs:
        # A complaint about the opponent's play is made while the match runs, or not at all (GO-16.4).
        raise Refused("error.ComplaintLapsed")
    judges = may(Act.JUDGE_FILE, server_verbs.capacities(tx, reporter))
    if not judges:
        server_verbs.refuse(tx, reporter, CountedByAccount.REPORT, tx.pressed_at, _too_many)
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
    missed = rounds_store.missed_by(tx, people_store.same_person_ids(tx, accused.person_id), at)
    if len(missed) != 1:
        # A place or a prize can only be touched in the event whose ceremony was missed (GO-23.6).
        raise RefusedFor("error.CeremonyOfWhichEvent", name=accused.name)
    return missed[0]


def _too_many(_: datetime) -> RefusedCount:
    return RefusedCount("error.TooManyReports", n=QUOTAS[CountedByAccount.REPORT].most)


def _match_with(tx: ActorQuery, accused: Person, contest_id: ContestId | None) -> Match | None:
    match = playing_verbs.find(tx, tx.guild_id, contest_id).match if contest_id else None
    if match is not None and playing_verbs.side_of(tx, match, accused.person_id) is None:
        raise RefusedFor("error.NotInThatMatch", name=accused.name)
    return match


def _refuse_decided(file: MisconductCase) -> None:
    if file.verdict is not None:
        raise FileDecided(number=file.number)


def _keep(tx: Tx, file: MisconductCase, voiced: Voiced, by: Person, text: str, links: Sequence[str]) -> None:
    server_verbs.keep(tx, by, CountedByAccount.STATEMENT, Subject.MESSAGE, file.file_id)
    made = Statement(file.file_id, voiced, by.person_id, text, checked_links(links), tx.now)
    store.add_statement(tx, made)


def _pausing(tx: ActorTx, file_id: FileId, reason: str) -> tuple[MisconductCase, Person, str]:
    file = find(tx, tx.guild_id, file_id)
    person = server_verbs.recognise(tx)
    require_judge(tx, person, file)
    return file, person, checked_reason(reason)


def _note_pause(tx: Tx, file: MisconductCase, person: Person, act: str, why: str, what: FileNews) -> MisconductCase:
    record_file(tx, file, act, by=person.person_id, why=why)
    tell_accused(tx, file, FileNote(file.file_id, what, why))
    show_committee(tx, file)
    return reschedule(tx, file.file_id)


# --- steps by themselves --------------------------------------------------------------------------------------------


def take(tx: Tx, file_id: FileId, step: Step) -> None:
    """Takes a due step of a case; one that is not due any more, as after a pause, changes nothing."""
    file = store.load_file(tx, file_id)
    if file is None:
        return
    if not any(due.kind is step and due.at <= tx.now for due in due_steps(file, outages_of_file(tx, file))):
        reschedule(tx, file_id)
        return
    match step:
        case Step.REMIND_REPLY:
            reminded = save_file(tx, replace(file, reminded_at=tx.now))
            tell_accused(tx, reminded, FileNote(file_id, FileNews.REMINDER))
        case Step.END_REPLY:
            save_file(tx, replace(file, over_told_at=tx.now))
            committee_verbs.tell_reply_over(tx, file)
        case Step.CLOSE_FILE:
            record_file(tx, file, "close_file")
        case _:
            raise LookupError(f"a case file has no step {step}")
    show_committee(tx, file)


def after_outage(tx: Tx, guild_id: GuildId) -> None:
    """Rewrites what is due in the server's cases in which a time runs: each ends later by what the outage took."""
    for file_id in store.files_that_run(tx, guild_id):
        show_committee(tx, reschedule(tx, file_id))


# --- grounds of an expulsion ----------------------------------------------------------------------------------------


MOST_PROOF = 10
PROOF_LIMIT = 1000
"""Characters of all links together: the card shows each of them."""


class GroundMissing(UserError):
    """An expulsion of a player needs one of the grounds that the regulation names (AIJE-A02-1)."""

    grounds: tuple[Ground, ...]


def check_matter(kind: ProcedureKind, matter: VoteMatter) -> VoteMatter:
    """The matter with its proof as it is kept; raises GroundMissing, ProofMissing, NotALink or TooLong."""
    proof = tuple(dict.fromkeys(checked_links(matter.proof)))
    if fitting(proof) != proof:
        raise TooLong(what=What.MESSAGE, limit=PROOF_LIMIT)
    if kind.effect is VoteEffect.EXPEL_PLAYER:
        if matter.ground not in EXPELLABLE:
            raise GroundMissing(grounds=tuple(one for one in Ground if one in EXPELLABLE))
        if not proof:
            # An expulsion of a player needs proof (AIJE-A02-1).
            raise Refused("error.ProofMissing")
    return replace(matter, proof=proof)


def fitting(links: Iterable[str]) -> tuple[str, ...]:
    """Of the links as many as a card can show, from the first on."""
    found: list[str] = []
    for link in dict.fromkeys(links):
        if len(found) == MOST_PROOF or sum(map(len, found)) + len(link) > PROOF_LIMIT:
            break
        found.append(link)
    return tuple(found)
