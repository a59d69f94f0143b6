"""An Open is the same event wherever it is kept: in a file, or on a PostgreSQL server."""

from __future__ import annotations

from bot.features.past_events.drafts_verbs import record_of
from bot.kernel.context import Query
from bot.play.contests import Contest
from bot.record.writing import write_record
from tests.hall.hall import Hall


def test_an_open_has_the_same_record_and_the_same_log_on_both() -> None:
    in_a_file, on_a_server = played(on_server=False), played(on_server=True)
    assert on_a_server == in_a_file


def played(*, on_server: bool) -> tuple[str, list[tuple[object, ...]]]:
    """The record of an Open of twenty-one, some of whom lose games, and every line of its log."""
    hall = Hall(on_server=on_server)
    try:
        over = hall.play_out(hall.begin(hall.announce(), *range(2, 23)), score)
        assert over.ended_at is not None
        return write_record(hall.ask(record_of, over)), hall.ask(lines)
    finally:
        hall.close()


def score(contest: Contest) -> tuple[int, int]:
    """Now the one wins and now the other, by more or less."""
    lost = contest.position % contest.target
    return (contest.target, lost) if contest.position % 3 else (lost, contest.target)


def lines(tx: Query) -> list[tuple[object, ...]]:
    return [tuple(row) for row in tx.fetch_all("SELECT * FROM log ORDER BY sequence")]
