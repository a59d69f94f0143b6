"""Writing a case file: its facts, all that is due for it, its line in the log, and what its accused is told."""

from __future__ import annotations

from bot.domain.announcements import ToChannel
from bot.domain.cases.misconduct import MisconductCase, due_steps
from bot.domain.community import Person
from bot.domain.ids import FileId, GuildId, PersonId
from bot.domain.outages import Outage
from bot.domain.permissions import Act
from bot.domain.sayings import Saying
from bot.errors import NotFound, Subject, UserError
from bot.services import access, recusal
from bot.services.speaking import tell_member
from bot.storage import deadlines, identities, misconduct_cases, outages
from bot.storage.context import ActorQuery, Query, Tx


class ReporterCannotJudge(UserError):
    """Who reported a case is heard in it and does not decide it."""


FILE = "file"


def file_subject(file_id: FileId) -> str:
    """How deadlines, panels and the log name a case file."""
    return f"{FILE}:{file_id}"


def appeal_subject(appeal_id: str) -> str:
    """How panels and the log name an appeal."""
    return f"appeal:{appeal_id}"


def outages_of(tx: Query, file: MisconductCase) -> tuple[Outage, ...]:
    """Every outage that can have touched a time of the case."""
    return outages.since(tx, file.guild_id, file.opened_at)


def find(tx: Query, guild_id: GuildId, file_id: FileId) -> MisconductCase:
    """The case; raises NotFound for another server's too."""
    file = misconduct_cases.load(tx, file_id)
    if file is None or file.guild_id != guild_id:
        raise NotFound(what=Subject.CASE)
    return file


def reschedule(tx: Tx, file_id: FileId) -> MisconductCase:
    """Rewrites all that is due for the case from its facts as they stand now; answers the case."""
    file = misconduct_cases.load(tx, file_id)
    if file is None:
        raise LookupError(file_id)
    due = due_steps(file, outages_of(tx, file))
    deadlines.rewrite(tx, file_subject(file_id), ((step.kind, step.at) for step in due))
    return file


def save(tx: Tx, file: MisconductCase) -> MisconductCase:
    """Writes the case and all that is due for it; answers the case."""
    misconduct_cases.save(tx, file)
    return reschedule(tx, file.file_id)


def show_committee(tx: Tx, file: MisconductCase) -> None:
    """Has the committee's card show the case as it stands."""
    tx.touch(file_subject(file.file_id))


def record(
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


def tell_accused(tx: Tx, file: MisconductCase, saying: Saying) -> None:
    """Says it in the case's thread, where there is one, and to the accused alone."""
    if file.thread_id is not None:
        tx.enqueue(file.guild_id, ToChannel(file.thread_id), saying)
    tell_member(tx, file.guild_id, file.accused, saying)


def is_against(tx: Query, file: MisconductCase, person_id: PersonId) -> bool:
    """Whether the case is about the person, as whom the Discord account was known before an erasure too."""
    return file.accused in identities.of_discord_account(tx, person_id)


def require_judge(tx: ActorQuery, person: Person, file: MisconductCase) -> None:
    """Refuses who may not act in the case: strangers, the accused, who reported it, and opponents in a running event.

    Raises NotAllowed, OwnCase, ReporterCannotJudge or OpponentsCase (AIJE-A02-1, GO-30).
    """
    access.require(tx, person, Act.JUDGE_FILE)
    recusal.refuse_about_oneself(tx, person.person_id, Act.JUDGE_FILE, file.accused)
    if file.reporter is not None and identities.are_one(tx, person.person_id, file.reporter):
        raise ReporterCannotJudge
    recusal.refuse(tx, person.person_id, Act.JUDGE_FILE, file.accused)
