"""Appeals: once, in time, decided by somebody who has not decided before, and undoing what was wrong (GO-16.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.announcements import Saying
from bot.domain.case_files import Appeal, CaseFile, FileState, appeal_by, state
from bot.domain.community import Person, Place, Presser
from bot.domain.discipline import Bar
from bot.domain.ids import BarId, FileId, GuildId, Occasion, PersonId
from bot.domain.outages import resume
from bot.domain.permissions import Act, whom_to_ask
from bot.errors import AlreadyDone, NotAllowed, NotFound, NotNow, NotYours, Subject, UserError
from bot.services import bars as bars_service
from bot.services import file_verdicts
from bot.services import people as people_service
from bot.services.bars import refuse_own_case, tell_member
from bot.services.file_record import (
    appeal_subject,
    file_subject,
    outages_of,
    refuse_opponent,
    reschedule,
)
from bot.services.files import TEXT_LIMIT, checked_links
from bot.services.speaking import promise
from bot.services.tournaments import checked_reason
from bot.storage import appeals, bars, case_files, cases, log, outages, panels, people
from bot.storage.database import Work


class AppealedBefore(UserError):
    """There is one appeal against each decision, and it was made."""


class AppealTooLate(UserError):
    """The time to appeal is over."""

    until: datetime


class DecidedBefore(UserError):
    """Who made the decision, or took part in the case, does not decide the appeal against it."""


@dataclass(frozen=True, slots=True)
class Contested:
    """The decision that an appeal is against: a case's verdict or a bar."""

    guild_id: GuildId
    concerned: PersonId
    file: CaseFile | None
    bar: Bar | None
    involved: frozenset[PersonId]
    """Who decided, reported, or is concerned."""


def contested(work: Work, guild_id: GuildId, against: str) -> Contested:
    """The decision by "file-ID" or "bar-ID"; a bar that came from a case stands for its verdict."""
    kind, _, key = against.partition("-")
    bar = bars.load(work, BarId(key)) if kind == "bar" else None
    file = case_files.of_bar(work, bar.bar_id) if bar else case_files.load(work, FileId(key))
    if file is not None and file.verdict is not None and file.guild_id == guild_id:
        parties = {file.accused, file.verdict.by, *([file.reporter] if file.reporter else [])}
        return Contested(guild_id, file.accused, file, None, frozenset(parties))
    if bar is None or bar.guild_id != guild_id:
        raise NotFound(what=Subject.BAR if kind == "bar" else Subject.CASE)
    deciders = {bar.person_id, *([bar.barred_by] if bar.barred_by else [])}
    case = cases.load(work, bar.case_id) if bar.case_id else None
    if case is not None and case.verdict is not None:
        deciders.add(case.verdict.by)
    return Contested(guild_id, bar.person_id, None, bar, frozenset(deciders))


def to_appeal(work: Work, presser: Presser, against: str) -> Contested:
    """The decision, where the presser may appeal against it now; raises as `appeal` does."""
    found = contested(work, presser.guild_id, against)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    if person is None or person.person_id != found.concerned:
        raise NotYours
    if found.file is not None:
        _refuse_file(work, found.file, presser.at)
    elif found.bar is not None:
        _refuse_bar(work, found.bar, presser.at)
    return found


def appeal(
    work: Work, occasion: Occasion, presser: Presser, against: str, text: str, links: Sequence[str] = ()
) -> Appeal:
    """Makes the appeal that there can be against a decision; what was decided holds until it is decided."""
    found = to_appeal(work, presser, against)
    made = Appeal(
        appeal_id=occasion.ids.fresh(),
        guild_id=presser.guild_id,
        against_file=found.file.file_id if found.file else None,
        against_bar=found.bar.bar_id if found.bar else None,
        by=found.concerned,
        text=checked_reason(text, TEXT_LIMIT),
        links=checked_links(links),
        made_at=presser.at,
    )
    if not appeals.add(work, made):
        raise AppealedBefore
    _record(work, occasion, made, "appeal", found.concerned, None)
    promise(work, occasion, made.guild_id, Place.COMMITTEE, Saying.APPEAL_MADE, made.appeal_id)
    _reschedule(work, occasion, found)
    return made


def judges(work: Work, guild_id: GuildId, found: Contested) -> list[PersonId]:
    """Who may decide: the leader and the President; where both are involved, the other arbiters."""
    officers = list(dict.fromkeys(people.offices(work, guild_id).values()))
    able = [one for one in officers if one not in found.involved]
    return able or [one for one in people.arbiters(work, guild_id) if one not in found.involved]


def to_decide(work: Work, presser: Presser, appeal_id: str) -> Appeal:
    """The appeal, where the presser may decide it; raises as `decide` does."""
    made = appeals.load(work, appeal_id)
    if made is None or made.guild_id != presser.guild_id:
        raise NotFound(what=Subject.CASE)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    _refuse_judge(work, presser, person, against(work, made))
    if made.granted is not None:
        raise AlreadyDone
    return made


def decide(work: Work, occasion: Occasion, presser: Presser, appeal_id: str, reason: str, *, granted: bool) -> Appeal:
    """Decides an appeal; granted, what the decision did is undone in the same transaction."""
    made = to_decide(work, presser, appeal_id)
    judge = people_service.recognise(work, occasion, presser)
    why, found = checked_reason(reason), against(work, made)
    if not appeals.decide(work, appeal_id, granted=granted, by=judge.person_id, reason=why, at=occasion.now):
        raise AlreadyDone
    _record(work, occasion, made, "grant_appeal" if granted else "refuse_appeal", judge.person_id, why)
    if granted and found.file is not None:
        file_verdicts.undo(work, occasion, found.file, judge, why)
    elif granted and found.bar is not None and found.bar.lifted_at is None:
        bars_service.end(work, occasion, found.bar, judge.person_id, why)
    for place in (Place.ANNOUNCEMENTS, Place.RECORD):
        promise(work, occasion, made.guild_id, place, Saying.APPEAL_DECIDED, appeal_id)
    tell_member(work, occasion, made.guild_id, made.by, Saying.APPEAL_DECIDED, appeal_id)
    panels.mark_stale(work, appeal_subject(appeal_id), occasion.now)
    _reschedule(work, occasion, found)
    return appeals.load(work, appeal_id) or made


def against(work: Work, made: Appeal) -> Contested:
    """The decision that the appeal is against."""
    key = f"file-{made.against_file}" if made.against_file else f"bar-{made.against_bar}"
    return contested(work, made.guild_id, key)


def _refuse_file(work: Work, file: CaseFile, at: datetime) -> None:
    known = outages_of(work, file)
    if file.appeal is not None:
        raise AppealedBefore
    limit = appeal_by(file, known)
    if state(file, at, known) is not FileState.DECIDED:
        if limit is None:
            raise NotNow
        raise AppealTooLate(until=limit)


def _refuse_bar(work: Work, bar: Bar, at: datetime) -> None:
    if appeals.of_bar(work, bar.bar_id) is not None:
        raise AppealedBefore
    if bar.lifted_at is not None:
        raise NotNow
    within = case_files.terms(work, bar.guild_id).appeal_within
    limit = resume(bar.since, within, outages.since(work, bar.since))
    if at > limit:
        raise AppealTooLate(until=limit)


def _refuse_judge(work: Work, presser: Presser, person: Person | None, found: Contested) -> None:
    if person is None:
        raise NotAllowed(needed=whom_to_ask(Act.DECIDE_APPEAL))
    refuse_own_case(work, person.person_id, found.concerned)
    if person.person_id in found.involved:
        raise DecidedBefore
    if person.person_id not in judges(work, presser.guild_id, found):
        raise NotAllowed(needed=whom_to_ask(Act.DECIDE_APPEAL))
    refuse_opponent(work, person.person_id, found.concerned)


def _record(work: Work, occasion: Occasion, made: Appeal, act: str, by: PersonId, why: str | None) -> None:
    subject = appeal_subject(made.appeal_id)
    log.add(work, made.guild_id, occasion.now, act, subject, actor=by, why=why, details={"person": made.by})


def _reschedule(work: Work, occasion: Occasion, found: Contested) -> None:
    if found.file is not None:
        reschedule(work, found.file.file_id)
        panels.mark_stale(work, file_subject(found.file.file_id), occasion.now)
