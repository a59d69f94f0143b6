"""The arbiter's word on a result that both players have confirmed: from then on it is final (GO-16.4)."""

from __future__ import annotations

from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView
from bot.domain.regulation.discipline_rules import discipline_of
from bot.errors import AlreadyDone, NotNow
from bot.services import access
from bot.services.events.tournaments import TournamentIsOver
from bot.services.playing import matches
from bot.services.playing.match_reading import view_of
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import confirmed_results
from bot.storage.context import ActorTx


@repeatable
def confirm_result(tx: ActorTx, contest_id: ContestId) -> MatchView:
    """Confirms the result that both players have confirmed; NotNow for one that a ruling or the time has settled."""
    followed = matches.find(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    matches.require(tx, person, Act.RULE_RESULT, followed.match)
    result = followed.match.contest.result
    if followed.tournament.cancelled_at is not None or followed.tournament.ended_at is not None:
        raise TournamentIsOver(name=followed.tournament.name)
    if result is None or not discipline_of(followed.tournament.rulebook).confirmed_is_final:
        raise NotNow
    if not matches.confirmed_by_both(tx, followed.match):
        raise NotNow
    if not confirmed_results.confirm(tx, contest_id, result.settled_at, person.person_id, tx.now):
        raise AlreadyDone
    matches.record(tx, followed, "confirm_result", person.person_id)
    tx.touch(contest_subject(contest_id))
    return view_of(tx, contest_id, tx.now)
