"""Level teams in a match that somebody has to win: what the rulebook separates them by, the lot drawn where it comes to
that (GO-26.1, GO-27.2, GO-27.3)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.contests import Contest, Result
from bot.domain.events.draw import CHAIN_LENGTH
from bot.domain.events.tournament import Tournament
from bot.domain.regulation.format_rules import LevelMatch
from bot.domain.team_play.level_matches import SIDES, with_winner
from bot.services.events.deciding import tell_lot_between_two
from bot.services.events.links import reveal_later
from bot.services.team_play.level_reading import find_separation, ratings_of
from bot.services.team_play.team_errors import ExtraGameWanted
from bot.storage import tournaments
from bot.storage.context import Query, Tx
from bot.storage.tournaments import DrawPurpose


def refuse_unfinished(tx: Query, tournament: Tournament, contest: Contest, result: Result) -> None:
    """Raises ExtraGameWanted while level teams have a game more to play."""
    found = find_separation(tx, tournament, contest, result)
    if found is not None and found.side is None and found.by is LevelMatch.EXTRA_GAME:
        raise ExtraGameWanted


def with_decision(tx: Tx, tournament: Tournament, contest: Contest, result: Result) -> Result:
    """The result with whom it sends on; unchanged where nobody has to win.

    A lot between the two is a draw of its own with the next link, and one that was drawn for the contest before stands.
    Raises ExtraGameWanted.
    """
    refuse_unfinished(tx, tournament, contest, result)
    found = find_separation(tx, tournament, contest, _with_lot(tx, tournament, contest, result))
    if found is None or (found.side is None and found.by is None):
        return result
    side = found.side if found.side is not None else _draw_lot(tx, tournament, contest)
    return _sent_on(tx, tournament, contest, result, side)


def possible(tx: Query, tournament: Tournament, contest: Contest, result: Result) -> tuple[Result, ...]:
    """The result as it can become: with either side sent on where a lot is still due. Raises ExtraGameWanted."""
    refuse_unfinished(tx, tournament, contest, result)
    found = find_separation(tx, tournament, contest, _with_lot(tx, tournament, contest, result))
    if found is None or (found.side is None and found.by is None):
        return (result,)
    sides = SIDES if found.side is None else (found.side,)
    return tuple(_sent_on(tx, tournament, contest, result, side) for side in sides)


def _with_lot(tx: Query, tournament: Tournament, contest: Contest, result: Result) -> Result:
    """The result with the lot of the one that it corrects, if a lot has separated the sides then."""
    before = contest.result
    earlier = None if before is None else find_separation(tx, tournament, contest, before)
    if before is None or earlier is None or earlier.by is not LevelMatch.LOT:
        return result
    return replace(result, paired_as_winner=before.paired_as_winner)


def _sent_on(tx: Query, tournament: Tournament, contest: Contest, result: Result, side: int) -> Result:
    ratings = ratings_of(tx, tournament, contest)
    return with_winner(replace(result, paired_as_winner=side), tournament.rulebook, ratings)


def _draw_lot(tx: Tx, tournament: Tournament, contest: Contest) -> int:
    drawn = tournaments.draws(tx, tournament.tournament_id)
    if len(drawn) < CHAIN_LENGTH:
        record = reveal_later(tx, tournament, DrawPurpose.LOT, among=contest.sides)
    else:
        # No link of the chain is left; what the last one says of the two can be run again by anybody too.
        record = drawn[-1]
    first, *_ = record.stream().shuffle(sorted(contest.sides))
    tell_lot_between_two(tx, tournament, contest.contest_id, record.number, first)
    return contest.sides.index(first)
