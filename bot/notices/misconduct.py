"""Notices about case files and appeals."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise, ToMember, ToPlace
from bot.domain.cases.file_views import FileView
from bot.domain.cases.sayings import (
    AppealDecided,
    AppealMade,
    CaseRulesChanged,
    CaseThread,
    FileDecided,
    FileForJudge,
    FileLetter,
    FileNews,
    FileNote,
    FileOpened,
    FileReader,
    JudgeWanted,
)
from bot.domain.community import Place
from bot.domain.events.sayings import RatingsCorrected
from bot.domain.ids import FileId, GuildId
from bot.domain.sayings import Saying
from bot.notices.notice import Composed, on
from bot.rendering.cases import appeal_cards, case_rule_cards, misconduct_cards
from bot.services.cases import misconduct_reading
from bot.storage import people
from bot.storage.context import Query


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The committee's card as it has to look now."""
    view = misconduct_reading.file_view(tx, FileId(subject), now)
    if view is None:
        return None
    return lambda voice: misconduct_cards.for_committee(view, voice), view.file.guild_id


def appeal_panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The card of an appeal as it has to look now."""
    view = misconduct_reading.appeal_view(tx, subject)
    if view is None:
        return None
    return lambda voice: appeal_cards.for_committee(view, voice), view.appeal.guild_id


def _opening(tx: Query, promise: Promise[FileOpened]) -> Composed | None:
    found = panel(tx, promise.saying.file_id, promise.promised_at)
    return found[0] if found else None


def _accusation(tx: Query, promise: Promise[CaseThread | FileLetter]) -> Composed | None:
    view = misconduct_reading.file_view(tx, promise.saying.file_id, promise.promised_at)
    if view is None or view.file.verdict is not None:
        return None
    return _to_accused(promise, view, lambda voice: misconduct_cards.for_accused(view, voice))


def _to_accused(promise: Promise[Saying], view: FileView, composed: Composed) -> Composed:
    """For a direct message the card with the way to the thread."""
    if not isinstance(promise.target, ToMember):
        return composed
    return lambda voice: misconduct_cards.as_letter(composed(voice), view, voice)


def _note(tx: Query, promise: Promise[FileNote]) -> Composed | None:
    view = misconduct_reading.file_view(tx, promise.saying.file_id, promise.promised_at)
    if view is None:
        return None
    what, reason = promise.saying.what, promise.saying.reason
    if what is FileNews.OVER:
        return (lambda voice: misconduct_cards.reply_over(view, voice)) if view.file.verdict is None else None
    return _to_accused(promise, view, lambda voice: misconduct_cards.note(view, what, reason, voice))


def _for_judge(tx: Query, promise: Promise[FileForJudge]) -> Composed | None:
    view = misconduct_reading.file_view(tx, promise.saying.file_id, promise.promised_at)
    if view is None or view.file.verdict is not None:
        return None
    what = promise.saying.what
    return lambda voice: misconduct_cards.for_judge(view, what, voice)


def _judge_wanted(tx: Query, promise: Promise[JudgeWanted]) -> Composed | None:
    person = people.load(tx, promise.saying.person)
    return None if person is None else lambda voice: case_rule_cards.judge_wanted(person, voice)


def _rules_changed(tx: Query, promise: Promise[CaseRulesChanged]) -> Composed | None:
    said, by = promise.saying, people.load(tx, promise.saying.by)
    return None if by is None else lambda voice: case_rule_cards.change_notice(said, by, voice)


def _decision(tx: Query, promise: Promise[FileDecided]) -> Composed | None:
    view = misconduct_reading.file_view(tx, promise.saying.file_id, promise.promised_at)
    if view is None or view.file.verdict is None:
        return None
    if promise.saying.reader is FileReader.REPORTER:
        return lambda voice: misconduct_cards.told_reporter(view, voice)
    own = not isinstance(promise.target, ToPlace)
    pinged = promise.target != ToPlace(Place.RECORD)
    return _to_accused(promise, view, lambda voice: misconduct_cards.decision(view, voice, own=own, pinged=pinged))


def _appeal_made(tx: Query, promise: Promise[AppealMade]) -> Composed | None:
    found = appeal_panel(tx, promise.saying.appeal_id, promise.promised_at)
    return found[0] if found else None


def _appeal_decided(tx: Query, promise: Promise[AppealDecided]) -> Composed | None:
    view = misconduct_reading.appeal_view(tx, promise.saying.appeal_id)
    if view is None or view.appeal.granted is None:
        return None
    own, pinged = isinstance(promise.target, ToMember), promise.target != ToPlace(Place.RECORD)
    return lambda voice: appeal_cards.decision(view, voice, own=own, pinged=pinged)


def _ratings_corrected(tx: Query, promise: Promise[RatingsCorrected]) -> Composed | None:
    found = misconduct_reading.corrected_ratings(tx, promise.saying.corrected, promise.saying.list)
    return (lambda voice: misconduct_cards.ratings_corrected(found, voice)) if found else None


NOTICES: Final = dict(
    (
        on(FileOpened, _opening),
        on(CaseThread, _accusation),
        on(FileLetter, _accusation),
        on(FileNote, _note),
        on(FileForJudge, _for_judge),
        on(JudgeWanted, _judge_wanted),
        on(CaseRulesChanged, _rules_changed),
        on(FileDecided, _decision),
        on(AppealMade, _appeal_made),
        on(AppealDecided, _appeal_decided),
        on(RatingsCorrected, _ratings_corrected),
    )
)
