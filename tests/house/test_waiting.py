"""Whatever waits for somebody's word is on somebody's list or desk, and somebody is reminded of it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Final

import pytest

from bot.features.tournaments.summons_model import SETTLED_BY, MatterKind
from bot.features.tournaments.tasks_model import OF_OFFICES, OF_PLAYERS, Task
from tests.features.guidance.test_guidance import NOT_REMINDED_BY_AN_OFFICE
from tests.house.reading import ROOT

WAITS: Final[dict[str, Task | MatterKind | str]] = {
    "absence_cases": Task.REVIEW_CASE,
    "absence_clocks": "a match's own clock",
    "account_claims": Task.DECIDE_CLAIM,
    "adjournments": MatterKind.SUSPENDED,
    "appeals": Task.DECIDE_APPEAL,
    "attempts": "the bot's own: it looks what became of a request",
    "bars": "it holds until somebody lifts it or an appeal asks for that",
    "board_clocks": "a match's own clock",
    "case_files": Task.JUDGE_FILE,
    "circuit_invitations": Task.ANSWER_FINAL,
    "circuits": "a series is closed by its last event",
    "contests": MatterKind.SUSPENDED,
    "drafts": Task.FINISH_DRAFT,
    "entrants": "what came of an entry, which the close of check-in says",
    "event_officers": "an office held in an event",
    "event_pauses": MatterKind.STUCK,
    "event_proposals": Task.APPROVE_EVENT,
    "event_rules": MatterKind.RULES_DRAFT,
    "file_pauses": Task.RESUME_FILE,
    "foundings": "it ends by itself with the third official event; until then it is on the list of who may end it",
    "forbidden_pairs": "it holds until somebody lifts it",
    "grades": Task.DECIDE_GRADE,
    "jeek_games": "its own clock",
    "match_proposals": Task.ANSWER_TIME,
    "match_threads": "the bot's own: it closes them",
    "match_times": "a time that both agreed on is called at it",
    "match_windows": MatterKind.TIME_UNDECIDED,
    "matters": "the record of what somebody was called to",
    "name_claims": Task.DECIDE_NAME,
    "opening_drafts": Task.CONFIRM_OPENING,
    "record_drafts": "its author's alone; it goes after 30 days",
    "record_names": "its author's alone, and goes with the draft of the record",
    "page_events": "who runs an event decides it at any time; until then what the server does holds",
    "own_acts": "its reason is picked by its author alone, and it goes after 30 days; an agreement has its own clock",
    "reports": Task.ANSWER_REPORT,
    "results": "settled by nobody where a clock has settled it",
    "rulebook_waits": Task.APPROVE_RULEBOOK,
    "seat_invitations": Task.ANSWER_INVITATION,
    "seat_rounds": Task.CONFIRM_SEATS,
    "signatures": Task.SIGN,
    "sign_up_drafts": "its author's alone; it goes after 30 days",
    "start_changes": "those registered are called by its post; without all of them the start stays",
    "stand_ins": "an office held for a time",
    "suggestions": Task.ANSWER_SUGGESTION,
    "title_proposals": Task.DECIDE_TITLE,
    "told_commands": "the bot's own: what Discord was told",
    "tournaments": MatterKind.STUCK,
    "vote_drafts": "its author's alone; it goes after 30 days",
    "vote_excuses": Task.ANSWER_EXCUSE,
    "votes": Task.VOTE,
}
"""By table, whose list it is on, what calls who runs the event to it, or why it waits for nobody."""
MORE: Final = frozenset({"case_files", "rulebook_waits"})
"""Tables that wait by what is missing in others."""
_WORD: Final = re.compile(
    r"(decided|answered|confirmed|approved|closed|settled|ended|reviewed|accepted|refused|resumed|lifted|judged"
    r"|outcome|answer|approved|accepted)(_at|_by)?"
)
"""How a column is called that somebody's word fills."""


def schema() -> str:
    return "".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / "migrations").glob("*.sql")))


def waiting(sql: str) -> Iterator[str]:
    """The tables with something that can wait for a word: a column that is empty until then, or a draft."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(sql)
        for (table,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
            columns = base.execute(f"PRAGMA table_info({table})").fetchall()
            empty = any(_WORD.fullmatch(name) and not required for _, name, _, required, *_ in columns)
            if empty or table == "drafts" or table.endswith("_drafts") or table in MORE:
                yield table


def unlisted(sql: str) -> set[str]:
    return set(waiting(sql)) - set(WAITS)


def unheard() -> set[Task]:
    """Duties of the table that are nobody's, and that no reminder knows."""
    tasks = {one for one in WAITS.values() if isinstance(one, Task)}
    return tasks - OF_OFFICES - OF_PLAYERS - set(NOT_REMINDED_BY_AN_OFFICE)


def test_each_thing_that_can_wait_for_a_word_is_listed_with_who_hears_of_it() -> None:
    assert unlisted(schema()) == set()
    assert set(WAITS) - set(waiting(schema())) == set(), "nothing waits there any more"


def test_each_of_them_is_somebodys_or_calls_who_runs_the_event() -> None:
    assert unheard() == set()
    assert {one for one in WAITS.values() if isinstance(one, MatterKind)} <= set(SETTLED_BY)


@pytest.mark.plants
@pytest.mark.parametrize(
    "table",
    [
        "CREATE TABLE planted (id TEXT PRIMARY KEY, asked_at INTEGER NOT NULL, decided_at INTEGER) STRICT;",
        "CREATE TABLE planted (id TEXT PRIMARY KEY, outcome TEXT) STRICT;",
        "CREATE TABLE planted_drafts (id TEXT PRIMARY KEY) STRICT;",
    ],
)
def test_a_new_thing_that_waits_and_is_on_nobodys_list_is_found(table: str) -> None:
    assert {one.removesuffix("_drafts") for one in unlisted(schema() + table)} == {"planted"}


@pytest.mark.plants
def test_a_duty_of_the_table_that_nobody_is_reminded_of_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.house.test_waiting.OF_OFFICES", OF_OFFICES - {Task.DECIDE_GRADE})
    assert unheard() == {Task.DECIDE_GRADE}
