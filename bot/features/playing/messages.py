"""Notices of a match from its call to its settled score, its card as a live message, and its arbiters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.playing import (
    adjourning_verbs,
    arbiter_cards,
    arbiters_verbs,
    board_cards,
    cards,
    note_cards,
    reports_store,
    words_cards,
)
from bot.features.playing.match_views_model import MatchView, TableView
from bot.features.playing.model import (
    Adjourned,
    AdjournmentOver,
    AdjournmentReminder,
    ArbiterRelieved,
    BothAbsent,
    ChiefNamed,
    ClocksSet,
    ClosingReportFiled,
    ConfirmReminder,
    DisputeEscalated,
    EventPaused,
    EventResumed,
    LotOffered,
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
from bot.features.playing.reading_verbs import match_view
from bot.features.tournaments.arbiters_model import RefereesView
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.hooks import StepHooks
from bot.features.tournaments.promises_model import (
    ArbiterWanted,
    ContestVoided,
    MatchCalled,
    MatchHandedOver,
    MatchLetter,
)
from bot.features.tournaments.summons_model import MatterKind
from bot.i18n.catalogue import Translator
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.context import Query
from bot.kernel.ids import ContestId, GuildId
from bot.kernel.promises import OfContest, OfTournament, Promise, ToMember
from bot.layout.cards import Card, Composed, Notice, on
from bot.people import store as people_store
from bot.play.matches import MatchPhase


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The match's card as it has to look now."""
    view = match_view(tx, ContestId(subject), now)
    if view is None:
        return None
    return lambda translator: cards.card(view, translator), view.tournament.guild_id


def report_line(tx: Query, report_id: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """What the public answer to a report shows: it asks the other side until the reminder does, or it has answered."""
    reminded = kernel_panel_store.load(tx, f"{reports_store.REMINDER}:{report_id}") is not None
    return _asking(tx, report_id, now, asks=not reminded)


def reminder_line(tx: Query, report_id: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """What the reminder shows: it asks until the answer is given."""
    return _asking(tx, report_id, now, asks=True)


def _asking(tx: Query, report_id: str, now: datetime, *, asks: bool) -> tuple[Composed, GuildId] | None:
    report = reports_store.load(tx, report_id)
    view = None if report is None else match_view(tx, report.contest_id, now)
    if view is None:
        return None
    as_reported = replace(view, match=replace(view.match, report=report))
    return lambda translator: note_cards.report_line(as_reported, translator, asks=asks), view.tournament.guild_id


def while_in(layout: Callable[[MatchView, Translator], Card], *phases: MatchPhase) -> Notice:
    """A notice that has something to say while the match is in one of the phases."""

    def notice(tx: Query, promise: Promise[OfContest]) -> Composed | None:
        view = match_view(tx, promise.message.contest_id, promise.promised_at)
        if view is None or view.state.phase not in phases:
            return None
        return lambda translator: layout(view, translator)

    return notice


def _result_corrected(tx: Query, promise: Promise[ResultCorrected]) -> Composed | None:
    view = match_view(tx, promise.message.contest_id, promise.promised_at)
    if view is None:
        return None
    return lambda translator: note_cards.correction(view, promise.message.before, translator)


def _match_note(tx: Query, promise: Promise[MatchNote]) -> Composed | None:
    view = match_view(tx, promise.message.contest_id, promise.promised_at)
    if view is None:
        return None
    what, side = promise.message.what, promise.message.side
    return lambda translator: note_cards.from_arbiter(view, what, side, None, translator)


def _nobody_came(tx: Query, promise: Promise[BothAbsent]) -> Composed | None:
    """Of two sides neither came; of a table somebody is still missing."""
    view = match_view(tx, promise.message.contest_id, promise.promised_at)
    awaited = MatchPhase.UNDECIDED if view is None or view.part(TableView) is None else MatchPhase.MISSING
    if view is None or view.state.phase is not awaited:
        return None
    layout = note_cards.both_absent if view.part(TableView) is None else note_cards.still_missing
    return lambda translator: layout(view, translator)


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
    view = match_view(tx, promise.message.contest_id, promise.promised_at)
    over = view is None or view.contest.result is not None or view.match.voided_at is not None
    return None if over else view


def _in_pause(layout: Callable[[MatchView, Translator], Card]) -> Notice:
    """A notice that has something to say while the pause runs that it was promised for."""

    def notice(tx: Query, promise: Promise[OfPause]) -> Composed | None:
        view = _while_played(tx, promise)
        pause = None if view is None else view.sessions.running
        if view is None or pause is None or pause.number != promise.message.pause:
            return None
        return lambda translator: layout(view, translator)

    return notice


def _adjournment_over(tx: Query, promise: Promise[AdjournmentOver]) -> Composed | None:
    view = _while_played(tx, promise)
    if view is None or view.sessions.running is not None:
        return None
    return lambda translator: board_cards.goes_on(view, translator)


def _of_note(layout: Callable[[MatchView, Translator], Card]) -> Notice:
    """A notice about the note that counts; of one that another has followed there is nothing to say."""

    def notice(tx: Query, promise: Promise[OfNote]) -> Composed | None:
        view = _while_played(tx, promise)
        note = None if view is None else view.sessions.note
        if view is None or note is None or note.entry != promise.message.entry:
            return None
        return lambda translator: layout(view, translator)

    return notice


def _times_doubted(tx: Query, promise: Promise[TimesDoubted]) -> Composed | None:
    view, by = _while_played(tx, promise), people_store.load(tx, promise.message.by)
    return None if view is None else lambda translator: board_cards.doubt(view, by, translator)


def _arbiter_wanted(tx: Query, promise: Promise[ArbiterWanted]) -> Composed | None:
    told = promise.message
    asked = course_reading_verbs.arbiter_wanted(tx, told.tournament_id, told.situation, told.waiting)
    return None if asked is None else lambda translator: arbiter_cards.arbiters_wanted(asked, translator)


def _handed_over(tx: Query, promise: Promise[MatchHandedOver]) -> Composed | None:
    contest_id = promise.message.contest_id
    match = course_reading_verbs.match_of_arbiter(tx, contest_id)
    arbiter = None if match is None or match.contest.arbiter is None else people_store.load(tx, match.contest.arbiter)
    if match is None or arbiter is None:
        return None
    link = _link_to_card(tx, contest_id)
    return lambda translator: arbiter_cards.handed_over(match, arbiter, link, translator)


def _match_letter(tx: Query, promise: Promise[MatchLetter]) -> Composed | None:
    """Nothing to who is there already, nor once the match is over."""
    view, target = _while_played(tx, promise), promise.target
    if view is None or not isinstance(target, ToMember):
        return None
    sides = [side for side, one in enumerate(view.players) if one.discord_id == target.member_id]
    awaited = {one.side for one in view.state.missing}
    if not sides or (sides[0] not in awaited and view.state.phase is not MatchPhase.WAITING):
        return None
    link = _link_to_card(tx, promise.message.contest_id)
    return lambda translator: note_cards.call_letter(view, sides[0], link, translator)


def _link_to_card(tx: Query, contest_id: ContestId) -> str | None:
    where = kernel_panel_store.load(tx, contest_subject(contest_id))
    return (
        None
        if where is None
        else f"https://discord.com/channels/{where.guild_id}/{where.channel_id}/{where.message_id}"
    )


def _of_referees(layout: Callable[[RefereesView, Translator], Card]) -> Notice:
    """A notice that needs the event's referees alone."""

    def notice(tx: Query, promise: Promise[OfTournament]) -> Composed | None:
        view = arbiters_verbs.view(tx, promise.guild_id, promise.message.tournament_id)
        return lambda translator: layout(view, translator)

    return notice


def _chief_named(tx: Query, promise: Promise[ChiefNamed]) -> Composed | None:
    view = arbiters_verbs.view(tx, promise.guild_id, promise.message.tournament_id)
    person = people_store.load(tx, promise.message.person)
    role = promise.message.role
    return None if person is None else lambda translator: arbiter_cards.naming(view, person, role, translator)


def _arbiter_relieved(tx: Query, promise: Promise[ArbiterRelieved]) -> Composed | None:
    view = arbiters_verbs.view(tx, promise.guild_id, promise.message.tournament_id)
    person = people_store.load(tx, promise.message.person)
    return None if person is None else lambda translator: arbiter_cards.relief(view, person, translator)


def _passed_up(tx: Query, promise: Promise[PassedUp]) -> Composed | None:
    view = match_view(tx, promise.message.contest_id, promise.promised_at)
    by = people_store.load(tx, promise.message.by)
    if view is None:
        return None
    return lambda translator: arbiter_cards.passed_up(view, by, promise.message.question, translator)


def _event_paused(tx: Query, promise: Promise[OfEventPause]) -> Composed | None:
    found = adjourning_verbs.pause_view(tx, promise.message.tournament_id, promise.message.paused_at)
    return None if found is None else lambda translator: note_cards.pause_card(found, translator)


NOTICES: Final = dict(
    (
        on(EventPaused, _event_paused),
        on(EventResumed, _event_paused),
        on(MatchCalled, while_in(cards.card, *_ALIVE)),
        on(MatchLetter, _match_letter),
        on(ConfirmReminder, while_in(note_cards.reminder, MatchPhase.REPORTED)),
        on(DisputeEscalated, while_in(note_cards.escalation, MatchPhase.DISPUTED)),
        on(MatchNote, _match_note),
        on(BothAbsent, _nobody_came),
        on(ResultWanted, while_in(note_cards.result_wanted, MatchPhase.PLAYING)),
        on(StaffSilent, while_in(note_cards.staff_silent, *_STILL)),
        on(LotOffered, while_in(note_cards.lot_offered, *_STILL)),
        on(ResultCorrected, _result_corrected),
        on(ContestVoided, while_in(note_cards.taken_out, MatchPhase.VOID)),
        on(Adjourned, _in_pause(board_cards.adjournment)),
        on(AdjournmentReminder, _in_pause(board_cards.reminder)),
        on(AdjournmentOver, _adjournment_over),
        on(TimesNoted, _of_note(board_cards.time_note)),
        on(ClocksSet, _of_note(board_cards.set_by_note)),
        on(TimesDoubted, _times_doubted),
        on(ArbiterWanted, _arbiter_wanted),
        on(MatchHandedOver, _handed_over),
        on(ChiefNamed, _chief_named),
        on(ArbiterRelieved, _arbiter_relieved),
        on(PassedUp, _passed_up),
        on(ReportWanted, _of_referees(arbiter_cards.report_wanted)),
        on(ClosingReportFiled, _of_referees(arbiter_cards.closing_report)),
    )
)


# --- calls of staff -------------------------------------------------------------------------------------------------


class Disputes(StepHooks):
    """What a call to a score of which two sides tell different ones offers."""

    def decided_among(self, tx: Query, kind: MatterKind, subject: str) -> tuple[tuple[str, str], ...]:
        """The scores of the desk; boards, counts and series have forms of their own there."""
        view = match_view(tx, ContestId(subject.partition(":")[2]), tx.now) if kind is MatterKind.DISPUTE else None
        if view is None or view.state.phase is not MatchPhase.DISPUTED or words_cards.counts(view):
            return ()
        if type(words_cards.card_strategy(view)) is not words_cards.MatchCardStrategy:
            return ()
        return cards.score_choice(view, "rule", "", view.state.rulable(view.contest.length)).options
