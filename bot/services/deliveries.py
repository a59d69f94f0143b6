"""What a delivered message sets in motion: a panel stands, a clock starts. No clock starts without its message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.domain.announcements import Delivery, Promise, Saying
from bot.domain.ids import CaseId, ContestId, FileId, GuildId, JeekId, Occasion, OutboxId, TournamentId, VoteId
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

AGAIN: Final = "again"
"""What is noted with the promise of a panel that comes back: it may have changed while it was on its way."""
Follow = Callable[[Work, Occasion, Promise, Delivery], None]


def delivered(work: Work, occasion: Occasion, delivery: Delivery) -> None:
    """Marks the promise as kept and does what hangs on that, in one transaction; a second call changes nothing."""
    promise = outbox.load(work, delivery.outbox_id)
    if promise is None or not outbox.mark_delivered(work, delivery):
        return
    follow = _FOLLOWS.get(promise.saying)
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


def stand(work: Work, promise: Promise, delivery: Delivery, panel: str) -> None:
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
    if AGAIN in promise.details:
        panels.mark_stale(work, panel, delivery.delivered_at)


def _announced(work: Work, _: Occasion, promise: Promise, delivery: Delivery) -> None:
    tournament = tournaments.load(work, TournamentId(promise.subject))
    if tournament is None:
        return
    stand(work, promise, delivery, tournament_subject(tournament.tournament_id))
    if tournament.announced_at is None:
        save(work, replace(tournament, announced_at=delivery.delivered_at))


def _case_shown(work: Work, _: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, case_subject(CaseId(promise.subject)))


def _match_called(work: Work, occasion: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, contest_subject(ContestId(promise.subject)))
    presence.called(work, occasion, promise, delivery)
    line_up_limits.called(work, ContestId(promise.subject))


def _colours_asked(work: Work, _: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, title_holders.title_subject(TournamentId(promise.subject)))


def _lobby_shown(work: Work, _: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, arena_subject(TournamentId(promise.subject)))


def _jeek_shown(work: Work, _: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, jeek_subject(JeekId(promise.subject)))


def _vote_shown(work: Work, occasion: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, vote_subject(VoteId(promise.subject)))
    vote_opening.write_to_representatives(work, occasion, VoteId(promise.subject))


def _file_shown(work: Work, _: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, file_subject(FileId(promise.subject)))


def _appeal_shown(work: Work, _: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, appeal_subject(promise.subject))


def _proposal_shown(work: Work, _: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, proposal_subject(promise.subject))


def _event_proposal_shown(work: Work, _: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, event_proposals.proposal_subject(promise.subject))


def _seats_shown(work: Work, _: Occasion, promise: Promise, delivery: Delivery) -> None:
    stand(work, promise, delivery, seats_subject(promise.subject))


_FOLLOWS: dict[Saying, Follow] = {
    Saying.ARENA_AWAITED: arena_games.awaited,
    Saying.ARENA_LOBBY: _lobby_shown,
    Saying.ARENA_PAIRED: arena_course.called,
    Saying.APPEAL_MADE: _appeal_shown,
    Saying.CASE_THREAD: files.noticed,
    Saying.FILE_DECIDED: file_verdicts.told,
    Saying.FILE_LETTER: files.noticed,
    Saying.CONFIRM_REMINDER: reporting.reminded,
    Saying.COLOURS_ASKED: _colours_asked,
    Saying.EVENT_PROPOSED: _event_proposal_shown,
    Saying.FILE_OPENED: _file_shown,
    Saying.ABSENCE_NOTICE: absences.noticed,
    Saying.CASE_FOR_REVIEW: _case_shown,
    Saying.JEEK_BOARD: _jeek_shown,
    Saying.MATCH_CALLED: _match_called,
    Saying.PODIUM: chief.ask_for_report,
    Saying.SEATS_OFFERED: seats.noticed,
    Saying.SEATS_PROPOSED: _seats_shown,
    Saying.TITLE_PROPOSED: _proposal_shown,
    Saying.TOURNAMENT_ANNOUNCED: _announced,
    Saying.VOTE_OPENED: _vote_shown,
}
