"""Reading a game at a table of three as it is shown: who sits there in which set, and what wins."""

from __future__ import annotations

from bot.domain.formats.tables import influence_to_win
from bot.domain.tables.table_state import effect_order, leave_by_extra_game
from bot.domain.tables.table_views import TableView
from bot.domain.tables.tables_scoring import players
from bot.services.event_facts import facts
from bot.services.playing.followed import Followed
from bot.services.tables import table_results
from bot.storage import tournaments
from bot.storage.context import Query


def table_view(tx: Query, followed: Followed) -> TableView:
    """In which set each player of a table began the game; players of an extra game have all lost before."""
    contest, rulebook = followed.match.contest, followed.tournament.rulebook
    extra = leave_by_extra_game(contest)
    known = players(facts(tx, followed.tournament), rulebook, contest.round)
    active = tuple(not extra and side in known and known[side].is_active for side in contest.sides)
    right = table_results.leave(tx, followed)
    effects = effect_order(contest, _seed(tx, followed), right) if extra else ()
    return TableView(active, influence_to_win(contest, rulebook), right, extra, effects)


def _seed(tx: Query, followed: Followed) -> str:
    """The seed of the draw that made the match, or what the event's draws are bound to where none did."""
    drawn, number = tournaments.draws(tx, followed.tournament.tournament_id), followed.match.draw_number
    return drawn[number - 1].seed if 0 < number <= len(drawn) else followed.tournament.commitment
