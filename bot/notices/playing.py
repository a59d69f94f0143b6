"""Notices of a match from its call to its settled score, its card as a live message, and its arbiters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.announcements import Promise, ToMember
from bot.domain.events.event_officers import RefereesView
from bot.domain.events.sayings import (
    ContestVoided,
)
from bot.domain.ids import ContestId, GuildId
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.sayings import (
    Adjourned,
    AdjournmentOver,
    AdjournmentReminder,
    ArbiterRelieved,
    ArbiterWanted,
    BothAbsent,
    ChiefNamed,
    ClocksSet,
    ClosingReportFiled,
    ConfirmReminder,
    DisputeEscalated,
    EventPaused,
    EventResumed,
    LotOffered,
    MatchCalled,
    MatchHandedOver,
    MatchLetter,
    MatchNote,
    OfEventPause,
    OfNote,
    OfPause,
    PassedUp,
    ReportWanted,
    ResultCorrected,
    ResultWanted,
    StaffSilent,
    TimesDoubted,
    TimesNoted,
)
from bot.domain.sayings import OfContest, OfTournament
from bot.domain.tables.table_views import TableView
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice, on
from bot.rendering.layout import Card
from bot.rendering.playing import (
    adjournment_cards,
    arbiter_cards,
    chief_cards,
    match_card,
    match_notes,
    pause_cards,
    still_cards,
)
from bot.services.events import event_reading
from bot.services.playing import chief, pausing
from bot.services.playing.match_reading import match_view
from bot.services.timetable import contest_subject
from bot.storage import panels, people, reports
from bot.storage.context import Query


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The match's card as it has to look now."""
    view = match_view(tx, ContestId(subject), now)
    if view is None:
        return None
    return lambda voice: match_card.card(view, voice), view.tournament.guild_id


def report_line(tx: Query, report_id: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """What the public answer to a report shows: it asks the other side until the reminder does, or it has answered."""
    reminded = panels.load(tx, f"{reports.REMINDER}:{report_id}") is not None
    return _asking(tx, report_id, now, asks=not reminded)


def reminder_line(tx: Query, report_id: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """What the reminder shows: it asks until the answer is given."""
    return _asking(tx, report_id, now, asks=True)


def _asking(tx: Query, report_id: str, now: datetime, *, asks: bool) -> tuple[Composed, GuildId] | None:
    report = reports.load(tx, report_id)
    view = None if report is None else match_view(tx, report.contest_id, now)
    if view is None:
        return None
    as_reported = replace(view, match=replace(view.match, report=report))
    return lambda voice: match_notes.report_line(as_reported, voice, asks=asks), view.tournament.guild_id


def while_in(layout: Callable[[MatchView, Voice], Card], *phases: MatchPhase) -> Notice:
    """A notice that has something to say while the match is in one of the phases."""

    def notice(tx: Query, promise: Promise[OfContest]) -> Composed | None:
        view = match_view(tx, promise.saying.contest_id, promise.promised_at)
        if view is None or view.state.phase not in phases:
            return None
        return lambda voice: layout(view, voice)

    return notice


def _result_corrected(tx: Query, promise: Promise[ResultCorrected]) -> Composed | None:
    view = match_view(tx, promise.saying.contest_id, promise.promised_at)
    if view is None:
        return None
    return lambda voice: match_notes.correction(view, promise.saying.before, voice)


def _match_note(tx: Query, promise: Promise[MatchNote]) -> Composed | None:
    view = match_view(tx, promise.saying.contest_id, promise.promised_at)
    if view is None:
        return None
    what, side = promise.saying.what, promise.saying.side
    return lambda voice: match_notes.from_arbiter(view, what, side, None, voice)


def _nobody_came(tx: Query, promise: Promise[BothAbsent]) -> Composed | None:
    """Of two sides neither came; of a table somebody is still missing."""
    view = match_view(tx, promise.saying.contest_id, promise.promised_at)
    awaited = MatchPhase.UNDECIDED if view is None or view.part(TableView) is None else MatchPhase.MISSING
    if view is None or view.state.phase is not awaited:
        return None
    layout = match_notes.both_absent if view.part(TableView) is None else match_notes.still_missing
    return lambda voice: layout(view, voice)


_ALIVE = tuple(phase for phase in MatchPhase if phase is not MatchPhase.VOID)

_STILL = (
    MatchPhase.UNDECIDED,
    MatchPhase.MISSING,
    MatchPhase.PLAYING,
    MatchPhase.DISPUTED,
    MatchPhase.SUSPENDED,
)
"""In which a match can wait for who runs the event."""


def _while_played(tx: Query, promise: Promise[OfContest]) -> MatchView | None:
    """The match as long as it is played."""
    view = match_view(tx, promise.saying.contest_id, promise.promised_at)
    over = view is None or view.contest.result is not None or view.match.voided_at is not None
    return None if over else view


def _in_pause(layout: Callable[[MatchView, Voice], Card]) -> Notice:
    """A notice that has something to say while the pause runs that it was promised for."""

    def notice(tx: Query, promise: Promise[OfPause]) -> Composed | None:
        view = _while_played(tx, promise)
        pause = None if view is None else view.sessions.running
        if view is None or pause is None or pause.number != promise.saying.pause:
            return None
        return lambda voice: layout(view, voice)

    return notice


def _adjournment_over(tx: Query, promise: Promise[AdjournmentOver]) -> Composed | None:
    view = _while_played(tx, promise)
    if view is None or view.sessions.running is not None:
        return None
    return lambda voice: adjournment_cards.goes_on(view, voice)


def _of_note(layout: Callable[[MatchView, Voice], Card]) -> Notice:
    """A notice about the note that counts; of one that another has followed there is nothing to say."""

    def notice(tx: Query, promise: Promise[OfNote]) -> Composed | None:
        view = _while_played(tx, promise)
        note = None if view is None else view.sessions.note
        if view is None or note is None or note.entry != promise.saying.entry:
            return None
        return lambda voice: layout(view, voice)

    return notice


def _times_doubted(tx: Query, promise: Promise[TimesDoubted]) -> Composed | None:
    view, by = _while_played(tx, promise), people.load(tx, promise.saying.by)
    return None if view is None else lambda voice: adjournment_cards.doubt(view, by, voice)


def _arbiter_wanted(tx: Query, promise: Promise[ArbiterWanted]) -> Composed | None:
    told = promise.saying
    asked = event_reading.arbiter_wanted(tx, told.tournament_id, told.situation, told.waiting)
    return None if asked is None else lambda voice: arbiter_cards.arbiters_wanted(asked, voice)


def _handed_over(tx: Query, promise: Promise[MatchHandedOver]) -> Composed | None:
    contest_id = promise.saying.contest_id
    match = event_reading.match_of_arbiter(tx, contest_id)
    arbiter = None if match is None or match.contest.arbiter is None else people.load(tx, match.contest.arbiter)
    if match is None or arbiter is None:
        return None
    link = _link_to_card(tx, contest_id)
    return lambda voice: arbiter_cards.handed_over(match, arbiter, link, voice)


def _match_letter(tx: Query, promise: Promise[MatchLetter]) -> Composed | None:
    """Nothing to who is there already, nor once the match is over."""
    view, target = _while_played(tx, promise), promise.target
    if view is None or not isinstance(target, ToMember):
        return None
    sides = [side for side, one in enumerate(view.players) if one.discord_id == target.member_id]
    awaited = {one.side for one in view.state.missing}
    if not sides or (sides[0] not in awaited and view.state.phase is not MatchPhase.WAITING):
        return None
    link = _link_to_card(tx, promise.saying.contest_id)
    return lambda voice: match_notes.call_letter(view, sides[0], link, voice)


def _link_to_card(tx: Query, contest_id: ContestId) -> str | None:
    where = panels.load(tx, contest_subject(contest_id))
    return (
        None
        if where is None
        else f"https://discord.com/channels/{where.guild_id}/{where.channel_id}/{where.message_id}"
    )


def _of_referees(layout: Callable[[RefereesView, Voice], Card]) -> Notice:
    """A notice that needs the event's referees alone."""

    def notice(tx: Query, promise: Promise[OfTournament]) -> Composed | None:
        view = chief.view(tx, promise.guild_id, promise.saying.tournament_id)
        return lambda voice: layout(view, voice)

    return notice


def _chief_named(tx: Query, promise: Promise[ChiefNamed]) -> Composed | None:
    view = chief.view(tx, promise.guild_id, promise.saying.tournament_id)
    person = people.load(tx, promise.saying.person)
    role = promise.saying.role
    return None if person is None else lambda voice: chief_cards.naming(view, person, role, voice)


def _arbiter_relieved(tx: Query, promise: Promise[ArbiterRelieved]) -> Composed | None:
    view = chief.view(tx, promise.guild_id, promise.saying.tournament_id)
    person = people.load(tx, promise.saying.person)
    return None if person is None else lambda voice: chief_cards.relief(view, person, voice)


def _passed_up(tx: Query, promise: Promise[PassedUp]) -> Composed | None:
    view = match_view(tx, promise.saying.contest_id, promise.promised_at)
    by = people.load(tx, promise.saying.by)
    if view is None:
        return None
    return lambda voice: chief_cards.passed_up(view, by, promise.saying.question, voice)


def _event_paused(tx: Query, promise: Promise[OfEventPause]) -> Composed | None:
    found = pausing.pause_view(tx, promise.saying.tournament_id, promise.saying.paused_at)
    return None if found is None else lambda voice: pause_cards.pause_card(found, voice)


NOTICES: Final = dict(
    (
        on(EventPaused, _event_paused),
        on(EventResumed, _event_paused),
        on(MatchCalled, while_in(match_card.card, *_ALIVE)),
        on(MatchLetter, _match_letter),
        on(ConfirmReminder, while_in(match_notes.reminder, MatchPhase.REPORTED)),
        on(DisputeEscalated, while_in(match_notes.escalation, MatchPhase.DISPUTED)),
        on(MatchNote, _match_note),
        on(BothAbsent, _nobody_came),
        on(ResultWanted, while_in(still_cards.result_wanted, MatchPhase.PLAYING)),
        on(StaffSilent, while_in(still_cards.staff_silent, *_STILL)),
        on(LotOffered, while_in(still_cards.lot_offered, *_STILL)),
        on(ResultCorrected, _result_corrected),
        on(ContestVoided, while_in(match_notes.taken_out, MatchPhase.VOID)),
        on(Adjourned, _in_pause(adjournment_cards.adjournment)),
        on(AdjournmentReminder, _in_pause(adjournment_cards.reminder)),
        on(AdjournmentOver, _adjournment_over),
        on(TimesNoted, _of_note(adjournment_cards.time_note)),
        on(ClocksSet, _of_note(adjournment_cards.set_by_note)),
        on(TimesDoubted, _times_doubted),
        on(ArbiterWanted, _arbiter_wanted),
        on(MatchHandedOver, _handed_over),
        on(ChiefNamed, _chief_named),
        on(ArbiterRelieved, _arbiter_relieved),
        on(PassedUp, _passed_up),
        on(ReportWanted, _of_referees(chief_cards.report_wanted)),
        on(ClosingReportFiled, _of_referees(chief_cards.closing_report)),
    )
)
