"""What a delivered message sets in motion: a panel stands, a clock starts. No clock starts without its message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.domain.announcements import Delivery, Promise
from bot.domain.arena.sayings import ArenaAwaited, ArenaLobby, ArenaPaired
from bot.domain.cases.sayings import (
    AbsenceNotice,
    AppealMade,
    CaseForReview,
    CaseThread,
    FileDecided,
    FileLetter,
    FileOpened,
)
from bot.domain.casual.sayings import JeekBoard
from bot.domain.entering.sayings import SeatsOffered, SeatsProposed
from bot.domain.events.sayings import EventProposed, Podium, TournamentAnnounced
from bot.domain.ids import GuildId, Occasion, OutboxId
from bot.domain.playing.sayings import ConfirmReminder, MatchCalled
from bot.domain.registry.sayings import TitleProposed
from bot.domain.sayings import K, Saying
from bot.domain.title_match.sayings import ColoursAsked
from bot.domain.voting.sayings import VoteOpened
from bot.services.arena import arena_course, arena_games
from bot.services.cases import absences, file_verdicts, files
from bot.services.cases.case_record import case_subject
from bot.services.cases.file_record import appeal_subject, file_subject
from bot.services.casual.jeek import jeek_subject
from bot.services.entering import seats
from bot.services.entering.seats_reading import seats_subject
from bot.services.events import event_proposals
from bot.services.playing import chief, presence, reporting
from bot.services.registry.titles import proposal_subject
from bot.services.team_play import line_up_limits
from bot.services.timetable import arena_subject, contest_subject, save, tournament_subject
from bot.services.title_match import title_holders
from bot.services.voting import vote_opening
from bot.services.voting.vote_record import vote_subject
from bot.storage import outbox, panels, tournaments
from bot.storage.database import Work
from bot.storage.panels import Panel

Follow = Callable[[Work, Occasion, Promise[Any], Delivery], None]


def delivered(work: Work, occasion: Occasion, delivery: Delivery) -> None:
    """Marks the promise as kept and does what hangs on that, in one transaction; a second call changes nothing."""
    promise = outbox.load(work, delivery.outbox_id)
    if promise is None or not outbox.mark_delivered(work, delivery):
        return
    follow = _FOLLOWS.get(type(promise.saying))
    if follow is not None:
        follow(work, occasion, promise, delivery)


def is_noted(work: Work, outbox_id: OutboxId) -> bool:
    """Whether nothing is left to note of the promise: it was kept for all that is known, or never made."""
    return outbox.load(work, outbox_id) is None or outbox.is_delivered(work, outbox_id)


def proven(work: Work, occasion: Occasion, guild_id: GuildId | None, delivery: Delivery) -> None:
    """A press on the message proves that it stands, whatever Discord answered when it was sent.

    What hangs on the delivery happens first, by the message's own moment, and so the press is taken.
    """
    promise = outbox.load(work, delivery.outbox_id)
    if promise is None or (guild_id is not None and guild_id != promise.guild_id):
        return
    delivered(work, occasion, delivery)


def stand(work: Work, promise: Promise[Saying], delivery: Delivery, panel: str) -> None:
    """Notes that the delivered message is the panel from now on; one that came back is looked over once more."""
    panels.save(
        work,
        Panel(
            panel=panel,
            guild_id=promise.guild_id,
            channel_id=delivery.channel_id,
            message_id=delivery.message_id,
            posted_at=delivery.delivered_at,
            edited_at=delivery.delivered_at,
            stale_at=None,
        ),
    )
    if promise.saying.again:
        panels.mark_stale(work, panel, delivery.delivered_at)


def _announced(work: Work, _: Occasion, promise: Promise[TournamentAnnounced], delivery: Delivery) -> None:
    tournament = tournaments.load(work, promise.saying.tournament_id)
    if tournament is None:
        return
    stand(work, promise, delivery, tournament_subject(tournament.tournament_id))
    if tournament.announced_at is None:
        save(work, replace(tournament, announced_at=delivery.delivered_at))


def _case_shown(work: Work, _: Occasion, promise: Promise[CaseForReview], delivery: Delivery) -> None:
    stand(work, promise, delivery, case_subject(promise.saying.case_id))


def _match_called(work: Work, occasion: Occasion, promise: Promise[MatchCalled], delivery: Delivery) -> None:
    stand(work, promise, delivery, contest_subject(promise.saying.contest_id))
    presence.called(work, occasion, promise, delivery)
    line_up_limits.called(work, promise.saying.contest_id)


def _colours_asked(work: Work, _: Occasion, promise: Promise[ColoursAsked], delivery: Delivery) -> None:
    stand(work, promise, delivery, title_holders.title_subject(promise.saying.tournament_id))


def _lobby_shown(work: Work, _: Occasion, promise: Promise[ArenaLobby], delivery: Delivery) -> None:
    stand(work, promise, delivery, arena_subject(promise.saying.tournament_id))


def _jeek_shown(work: Work, _: Occasion, promise: Promise[JeekBoard], delivery: Delivery) -> None:
    stand(work, promise, delivery, jeek_subject(promise.saying.jeek_id))


def _vote_shown(work: Work, occasion: Occasion, promise: Promise[VoteOpened], delivery: Delivery) -> None:
    stand(work, promise, delivery, vote_subject(promise.saying.vote_id))
    vote_opening.write_to_representatives(work, occasion, promise.saying.vote_id)


def _file_shown(work: Work, _: Occasion, promise: Promise[FileOpened], delivery: Delivery) -> None:
    stand(work, promise, delivery, file_subject(promise.saying.file_id))


def _appeal_shown(work: Work, _: Occasion, promise: Promise[AppealMade], delivery: Delivery) -> None:
    stand(work, promise, delivery, appeal_subject(promise.saying.appeal_id))


def _proposal_shown(work: Work, _: Occasion, promise: Promise[TitleProposed], delivery: Delivery) -> None:
    stand(work, promise, delivery, proposal_subject(promise.saying.proposal_id))


def _event_proposal_shown(work: Work, _: Occasion, promise: Promise[EventProposed], delivery: Delivery) -> None:
    stand(work, promise, delivery, event_proposals.proposal_subject(promise.saying.proposal_id))


def _seats_shown(work: Work, _: Occasion, promise: Promise[SeatsProposed], delivery: Delivery) -> None:
    stand(work, promise, delivery, seats_subject(promise.saying.round_id))


def _after(
    kind: type[K], follow: Callable[[Work, Occasion, Promise[K], Delivery], None]
) -> tuple[type[Saying], Follow]:
    """What follows the delivery of the kind; the type checker holds it to the kind's fields."""
    return kind, follow


_FOLLOWS = dict(
    (
        _after(ArenaAwaited, arena_games.awaited),
        _after(ArenaLobby, _lobby_shown),
        _after(ArenaPaired, arena_course.called),
        _after(AppealMade, _appeal_shown),
        _after(CaseThread, files.noticed),
        _after(FileDecided, file_verdicts.told),
        _after(FileLetter, files.noticed),
        _after(ConfirmReminder, reporting.reminded),
        _after(ColoursAsked, _colours_asked),
        _after(EventProposed, _event_proposal_shown),
        _after(FileOpened, _file_shown),
        _after(AbsenceNotice, absences.noticed),
        _after(CaseForReview, _case_shown),
        _after(JeekBoard, _jeek_shown),
        _after(MatchCalled, _match_called),
        _after(Podium, chief.ask_for_report),
        _after(SeatsOffered, seats.noticed),
        _after(SeatsProposed, _seats_shown),
        _after(TitleProposed, _proposal_shown),
        _after(TournamentAnnounced, _announced),
        _after(VoteOpened, _vote_shown),
    )
)
