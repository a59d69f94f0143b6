"""Writing a case or a case file: its facts, what is due, its line in the log, and who is told; and limits of appeals.

A bar, a word that two are one, or a ruling on a match can be appealed against until a moment (GO-16.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from bot.features.cases import store
from bot.features.cases.misconduct_model import MisconductCase, due_steps
from bot.features.cases.model import AbsenceCase, RatingPenalty, all_due_steps
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering.model import Bar
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing.match_views_model import MatchContext
from bot.features.playing.model import APPEAL_RULING_WITHIN
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.errors import NotFound, Refused, Subject
from bot.kernel.ids import CaseId, FileId, GuildId, PersonId, TournamentId
from bot.kernel.outages import Outage, resume
from bot.kernel.promises import Message, ToChannel
from bot.people import store as people_store
from bot.people.model import Person, SamePerson
from bot.play.entries import Tournament
from bot.play.matches import Beside
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import in_parts, tell_member

# --- case files -----------------------------------------------------------------------------------------------------


FILE: Final = "file"
CASE: Final = "case"
APPEAL: Final = "appeal"


def file_subject(file_id: FileId) -> str:
    """How deadlines, panels and the log name a case file."""
    return f"{FILE}:{file_id}"


def appeal_subject(appeal_id: str) -> str:
    """How panels and the log name an appeal."""
    return f"{APPEAL}:{appeal_id}"


def outages_of_file(tx: Query, file: MisconductCase) -> tuple[Outage, ...]:
    """Every outage that can have touched a time of the case."""
    return kernel_time_store.outages_since(tx, file.guild_id, file.opened_at)


def find(tx: Query, guild_id: GuildId, file_id: FileId) -> MisconductCase:
    """The case; raises NotFound for another server's too."""
    file = store.load_file(tx, file_id)
    if file is None or file.guild_id != guild_id:
        raise NotFound(what=Subject.CASE)
    return file


def reschedule(tx: Tx, file_id: FileId) -> MisconductCase:
    """Rewrites all that is due for the case from its facts as they stand now; answers the case."""
    file = store.load_file(tx, file_id)
    if file is None:
        raise LookupError(file_id)
    due = due_steps(file, outages_of_file(tx, file))
    kernel_time_store.rewrite_deadlines(tx, file_subject(file_id), ((step.kind, step.at) for step in due))
    return file


def save_file(tx: Tx, file: MisconductCase) -> MisconductCase:
    """Writes the case and all that is due for it; answers the case."""
    store.save_file(tx, file)
    return reschedule(tx, file.file_id)


def show_committee(tx: Tx, file: MisconductCase) -> None:
    """Has the committee's card show the case as it stands."""
    tx.touch(file_subject(file.file_id))


def record_file(
    tx: Tx,
    file: MisconductCase,
    act: str,
    *,
    by: PersonId | None = None,
    why: str | None = None,
) -> None:
    """Writes the log's line of something that happened in the case (GO-30)."""
    tx.log(
        file.guild_id,
        act,
        file_subject(file.file_id),
        actor=by,
        tournament_id=file.tournament_id,
        why=why,
        details={"person": file.accused},
    )


def tell_accused(tx: Tx, file: MisconductCase, message: Message) -> None:
    """Says it in the case's thread, where there is one, and to the accused alone."""
    if file.thread_id is not None:
        tx.enqueue(file.guild_id, ToChannel(file.thread_id), message)
    tell_member(tx, file.guild_id, file.accused, message)


def is_against(tx: Query, file: MisconductCase, person_id: PersonId) -> bool:
    """Whether the case is about the person, as whom the Discord account was known before an erasure too."""
    return file.accused in people_store.of_discord_account(tx, person_id)


def require_judge(tx: ActorQuery, person: Person, file: MisconductCase) -> None:
    """Refuses who may not act in the case: strangers, the accused, who reported it, and opponents in a running event.

    Raises NotAllowed, OwnCase, ReporterCannotJudge or OpponentsCase (AIJE-A02-1, GO-30).
    """
    server_verbs.require(tx, person, Act.JUDGE_FILE)
    tournaments_recusal_verbs.refuse_about_oneself(tx, person.person_id, Act.JUDGE_FILE, file.accused)
    if file.reporter is not None and people_store.are_one(tx, person.person_id, file.reporter):
        raise Refused("error.ReporterCannotJudge")
    tournaments_recusal_verbs.refuse(tx, person.person_id, Act.JUDGE_FILE, file.accused)


# --- cases of absence -----------------------------------------------------------------------------------------------


_ROOM: Final = 3000
_MENTION: Final = 25
"""Characters that a mention takes; a name without an account may take twice its length, since its marks are escaped."""


def case_subject(case_id: CaseId) -> str:
    """How deadlines, panels and the log name a case."""
    return f"{CASE}:{case_id}"


def notices_subject(tournament_id: TournamentId) -> str:
    """How deadlines name the notice that a tournament's absentees wait for."""
    return f"absences:{tournament_id}"


def outages_of(tx: Query, case: AbsenceCase) -> tuple[Outage, ...]:
    """Every outage that can have touched the time to justify."""
    return kernel_time_store.outages_since(tx, tournaments_store.guild_of(tx, case.tournament_id), case.event_at)


def tournament_of(tx: Query, case: AbsenceCase) -> Tournament:
    """The tournament that the person was missing from."""
    tournament = tournaments_store.load(tx, case.tournament_id)
    if tournament is None:
        raise LookupError(case.tournament_id)
    return tournament


def is_about(tx: Query, case: AbsenceCase, person_id: PersonId) -> bool:
    """Whether the person was missing, as whom the Discord account was known before an erasure too."""
    return case.person_id in people_store.of_discord_account(tx, person_id)


def save(tx: Tx, tournament: Tournament, case: AbsenceCase) -> AbsenceCase:
    """Writes the case and, in the same transaction, all that is due for it; answers the case."""
    store.save(tx, case)
    due = all_due_steps(case, tournament.rulebook, outages_of(tx, case))
    kernel_time_store.rewrite_deadlines(tx, case_subject(case.case_id), ((step.kind, step.at) for step in due))
    return case


def record(
    tx: Tx,
    tournament: Tournament,
    case: AbsenceCase,
    act: str,
    *,
    by: PersonId | None = None,
    why: str | None = None,
) -> None:
    """Writes the log's line of something that happened in the case."""
    tx.log(
        tournament.guild_id,
        act,
        case_subject(case.case_id),
        actor=by,
        tournament_id=tournament.tournament_id,
        why=why,
        details={"person": case.person_id},
    )


def batches(tx: Query, cases: Iterable[AbsenceCase]) -> list[list[AbsenceCase]]:
    """The cases in groups whose people fit into one message each."""
    waiting = list(cases)
    people = people_store.by_ids(tx, [case.person_id for case in waiting])
    return in_parts(waiting, lambda case: _width(people[case.person_id]), _ROOM)


def _width(person: Person) -> int:
    return _MENTION if person.discord_id is not None else 10 + 2 * len(person.name)


# --- limits of appeals ----------------------------------------------------------------------------------------------


def term_of(tx: Query, guild_id: GuildId, at: datetime) -> timedelta:
    """How long an appeal against a ruling can be made: a day, or for a community's shorter term."""
    return min(APPEAL_RULING_WITHIN, store.terms(tx, guild_id, at).appeal_within)


def bar_open_until(tx: Query, bar: Bar) -> datetime:
    """The last moment for an appeal against a bar, outages not counted."""
    within = store.terms(tx, bar.guild_id, bar.since).appeal_within
    return resume(bar.since, within, kernel_time_store.outages_since(tx, bar.guild_id, bar.since))


def points_open_until(tx: Query, penalty: RatingPenalty) -> datetime:
    """The last moment for an appeal against the loss of points: as long as against a bar."""
    within = store.terms(tx, penalty.guild_id, penalty.taken_at).appeal_within
    return resume(penalty.taken_at, within, kernel_time_store.outages_since(tx, penalty.guild_id, penalty.taken_at))


def link_open_until(tx: Query, link: SamePerson) -> datetime:
    """The last moment for an appeal against the word that two are one: as long as against a bar."""
    within = store.terms(tx, link.guild_id, link.recorded_at).appeal_within
    return resume(link.recorded_at, within, kernel_time_store.outages_since(tx, link.guild_id, link.recorded_at))


def may_appeal_bar(tx: Query, bar: Bar) -> bool:
    """Whether an appeal can be made against the bar: once, while it holds; an expulsion is decided for a year."""
    if bar.lifted_at is not None or entering_bars_store.expulsion_of_bar(tx, bar.bar_id) is not None:
        return False
    return store.appeal_of_bar(tx, bar.bar_id) is None


def appeal_by(tx: Query, match_context: MatchContext, now: datetime) -> datetime | None:
    """The last moment for an appeal against the result that stands, outages not counted.

    None where it was no ruling, where it is final, or it is too late.
    """
    match, result, contest_id = match_context.match, match_context.match.contest.result, match_context.contest_id
    if result is None or match_context.tournament.cancelled_at is not None or match.voided_at is not None:
        return None
    ruling = None if Beside.APPEAL in match.beside else playing_reports_store.load_ruling(tx, contest_id)
    if ruling is None or not ruling.stands:
        return None
    if Beside.CONFIRMED in match.beside and playing_reports_store.is_confirmed(tx, contest_id, result.settled_at):
        return None
    limit = resume(ruling.at, term_of(tx, match_context.tournament.guild_id, ruling.at), match_context.outages)
    return limit if now <= limit else None
