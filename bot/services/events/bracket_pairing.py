"""Writing the next match of a bracket from the two that lead to it, however many others the event has."""

from __future__ import annotations

from bot.domain.contests import NewContest
from bot.domain.events.finished_rounds import Round, of_bracket
from bot.domain.events.tournament import Tournament
from bot.domain.formats import knockout
from bot.domain.formats.bracket_steps import end_a_round, ready_pairs, starters_of, with_next
from bot.domain.ids import ContestId
from bot.domain.lengths import length_of
from bot.storage import bracket_places, contests
from bot.storage.context import Tx


def pair_ready(tx: Tx, tournament: Tournament) -> list[Round] | None:
    """Writes what can be paired now, which may be nothing; None, and nothing written, where all facts are needed.

    Answers the rounds that are over where one has ended, else none.
    """
    taken = bracket_places.read(tx, tournament.tournament_id)
    pairs = ready_pairs(taken)
    if not pairs:
        return None if pairs is None else []
    known = contests.by_ids(tx, [one.contest_id for pair in pairs for one in pair])
    rounds = knockout.last_round(starters_of(taken))
    found = [
        knockout.next_contest(known[upper.contest_id], known[lower.contest_id], tournament.rulebook.knockout, rounds)
        for upper, lower in pairs
    ]
    if None in found:
        return None
    for new in found:
        if new is not None:
            _write(tx, tournament, new)
    return of_bracket(with_next(taken, pairs)) if end_a_round(taken, pairs) else []


def _write(tx: Tx, tournament: Tournament, new: NewContest) -> None:
    contest_id = ContestId(tx.new_id())
    length = length_of(new, tournament.rulebook)
    contests.add(tx, tournament.tournament_id, tournament.draw_number, contest_id, new, length, tx.now)
