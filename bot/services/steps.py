"""Taking the steps that come by themselves when their moment has come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.domain.deadlines import Step
from bot.domain.ids import CaseId, ContestId, FileId, GuildId, JeekId, Occasion, PersonId, TournamentId, VoteId
from bot.services import erasure
from bot.services.arena import arena_course
from bot.services.cases import case_steps, file_steps
from bot.services.casual import jeek
from bot.services.entering import check_in, seats
from bot.services.events import ceremonies, drawing, event
from bot.services.playing import adjourning, match_clock
from bot.services.registry import roles, waiting_exams
from bot.services.team_play import line_up_limits
from bot.services.title_match import series
from bot.services.voting import vote_closing
from bot.storage import deadlines, tournaments
from bot.storage.database import Work
from bot.storage.deadlines import Deadline

Taker = Callable[[Work, Occasion, str, Step], None]
_WOKEN: Final = {"outbox": "outbox", "panel": "panels"}
"""Subjects whose step is to wake whoever waits: the notifier, the keeper of panels."""


def take(work: Work, occasion: Occasion, deadline: Deadline) -> None:
    """Takes one due step, in the transaction that removes its row; a step run twice is harmless."""
    if not deadlines.take(work, deadline):
        return
    kind, _, subject = deadline.subject.partition(":")
    if kind in _WOKEN:
        work.touched.add(_WOKEN[kind])
    elif kind in _TAKERS:
        _TAKERS[kind](work, occasion, subject, Step(deadline.kind))
    else:
        raise LookupError(f"no steps are known for {deadline.subject}")


def _tournament_step(work: Work, occasion: Occasion, tournament_id: TournamentId, step: Step) -> None:
    tournament = tournaments.load(work, tournament_id)
    if tournament is None or tournament.cancelled_at is not None:
        return
    match step:
        case Step.OPEN_CHECK_IN:
            check_in.open_check_in(work, occasion, tournament)
        case Step.REMIND_CHECK_IN:
            check_in.remind(work, occasion, tournament)
        case Step.CLOSE_CHECK_IN:
            check_in.close(work, occasion, tournament)
        case Step.DRAW:
            drawing.draw_when_closed(work, occasion, tournament_id)
        case Step.START:
            event.proceed(work, occasion, tournament_id)
        case _:
            raise LookupError(f"a tournament has no step {step}")


def _forget(work: Work, occasion: Occasion) -> None:
    erasure.forget_what_is_over(work, occasion)


_TAKERS: Final[Mapping[str, Taker]] = {
    "absences": lambda work, now, subject, step: case_steps.take_notice(work, now, TournamentId(subject), step),
    "adjournment": lambda work, now, subject, step: adjourning.take(work, now, ContestId(subject), step),
    "arena": lambda work, now, subject, step: arena_course.take(work, now, TournamentId(subject), step),
    "case": lambda work, now, subject, step: case_steps.take(work, now, CaseId(subject), step),
    "ceremony": ceremonies.take,
    "contest": lambda work, now, subject, step: match_clock.take(work, now, ContestId(subject), step),
    "exam": lambda work, now, subject, _: waiting_exams.take(work, now, PersonId(subject)),
    "file": lambda work, now, subject, step: file_steps.take(work, now, FileId(subject), step),
    "jeek": lambda work, now, subject, step: jeek.take(work, now, JeekId(subject), step),
    "kept": lambda work, now, _, __: _forget(work, now),
    "line-ups": lambda work, now, subject, _: line_up_limits.close(work, now, ContestId(subject)),
    "mirror": lambda work, now, subject, _: roles.look_over(work, now, GuildId(int(subject))),
    "seats": seats.expire,
    "series": lambda work, now, subject, _: series.end_pause(work, now, ContestId(subject)),
    "tournament": lambda work, now, subject, step: _tournament_step(work, now, TournamentId(subject), step),
    "vote": lambda work, now, subject, step: vote_closing.take(work, now, VoteId(subject), step),
}
"""Whose steps they are, by what the subject is."""
