"""Taking the steps that come by themselves when their moment has come."""

from __future__ import annotations

from bot.domain.deadlines import Step
from bot.domain.ids import CaseId, ContestId, FileId, GuildId, Occasion, TournamentId, VoteId
from bot.services import case_steps, check_in, drawing, event, file_steps, match_clock, roles, vote_closing
from bot.storage import deadlines, tournaments
from bot.storage.database import Work
from bot.storage.deadlines import Deadline


def take(work: Work, occasion: Occasion, deadline: Deadline) -> None:
    """Takes one due step, in the transaction that removes its row; a step run twice is harmless."""
    if not deadlines.take(work, deadline):
        return
    kind, _, subject = deadline.subject.partition(":")
    match kind:
        case "tournament":
            _tournament_step(work, occasion, TournamentId(subject), Step(deadline.kind))
        case "contest":
            match_clock.take(work, occasion, ContestId(subject), Step(deadline.kind))
        case "case":
            case_steps.take(work, occasion, CaseId(subject), Step(deadline.kind))
        case "file":
            file_steps.take(work, occasion, FileId(subject), Step(deadline.kind))
        case "absences":
            case_steps.take_notice(work, occasion, TournamentId(subject), Step(deadline.kind))
        case "vote":
            vote_closing.take(work, occasion, VoteId(subject), Step(deadline.kind))
        case "mirror":
            roles.look_over(work, occasion, GuildId(int(subject)))
        case "panel" | "outbox":
            work.touched.add("panels" if kind == "panel" else kind)
        case _:
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
