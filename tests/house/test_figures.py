"""The figures of the house count what they say: read from small houses that are written here."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from bot.app import MIGRATIONS
from bot.kernel.context import Query, Tx
from bot.kernel.database import Database
from bot.living.transactions import UnitsOfWork
from tests import empty_database
from tools.figures import joints, report, sizes
from tools.figures.sources import Source
from tools.figures.statements import asked_again, in_units, statement_map
from tools.figures.watching import Watch

SPOKEN = '''"""A module."""

# A comment.
LIMIT = 3
"""What the limit means."""


def reaches(many: int) -> bool:
    """Whether it is reached.

    By more than nothing.
    """
    return (
        many > LIMIT  # a word beside code
    )
'''
BRANCHED = """
def chosen(rows):
    return [one for row in rows if row and row.fits for one in row if one.a or one.b if one.c and one.d and one.e]


def plain(rows):
    return rows
"""


def test_docstrings_comments_and_blank_lines_are_no_code() -> None:
    assert sizes.code_lines(Source("bot/a.py", SPOKEN)) == 5


def test_a_room_counts_its_files_and_a_layer_its_rooms() -> None:
    house = [Source(f"bot/play/{name}.py", "A = 1\n\n") for name in ("a", "formats/b", "formats/c")]
    found = {one.name: (one.files, one.lines, one.code) for one in sizes.rooms(house)}
    assert found["bot/play"] == (1, 2, 1)
    assert found["bot/play/formats"] == (2, 4, 2)
    assert found["bot/play/**"] == found["all but the rehearsals"] == (3, 6, 3)


def test_branches_hidden_in_a_comprehension_count() -> None:
    (found,) = sizes.complex_functions([Source("bot/a.py", BRANCHED)], most=5)
    assert (found.name, found.line) == ("chosen", 2)


def test_a_method_of_the_same_name_is_no_shim() -> None:
    shim = "def _record(tx, act): ...\n\n\nclass Notifier:\n    def _say(self): ...\n\n\ndef _promise(voice): ...\n"
    assert [one.name for one in sizes.shims([Source("bot/a.py", shim)])] == ["_record"]


def test_files_are_counted_by_the_lines_that_they_do_not_exceed() -> None:
    files = [Source(f"bot/{lines}.py", "\n" * lines) for lines in (10, 60, 61, 401)]
    found = sizes.files_by_size(files)
    assert found == {"at most 60": 2, "at most 100": 1, "at most 250": 0, "at most 400": 0, "more than 400": 1}


def test_who_asks_for_a_format_is_found_under_any_name_and_the_formats_own_may() -> None:
    asking = "from bot.play.rulebook import FormatName as _F\n\nOURS = {_F.ARENA}\nMORE = _F.SWISS, _F.GROUPS\n"
    imports_only = "from bot.play.rulebook import FormatName\n"
    house = [
        Source("bot/features/a/verbs.py", asking),
        Source("bot/features/b/verbs.py", imports_only),
        Source("bot/play/formats/swiss.py", asking),
    ]
    assert joints.askers_of_formats(house) == [joints.Asker("bot/features/a/verbs.py", 2)]


TEAMS = Source("bot/features/teams/verbs.py", "from bot.features.entering import verbs\n")
ENTRY = Source("bot/features/entering/verbs.py", "from bot.features.teams.verbs import size\n")
VOTES = Source("bot/features/voting/verbs.py", "import bot.features.entering.list_verbs\n")
READING = Source("bot/features/entering/list_verbs.py", "")
TITLES = Source("bot/features/registry/titles_model.py", "from bot.features.voting import verbs\n")


def test_two_features_that_import_each_other_are_a_pair() -> None:
    house = [TEAMS, ENTRY, VOTES, READING, TITLES]
    assert joints.mutual_pairs(house) == [joints.Joint("entering", "teams", 1, 1)]
    assert joints.of_capabilities(joints.mutual_pairs(house)) == []
    assert joints.core_to_capabilities(house) == {("entering", "teams"): 1}


def test_a_module_that_one_other_imports_is_told_with_it() -> None:
    found = joints.lodgers([TEAMS, ENTRY, VOTES, READING, TITLES])
    assert {(one.path, one.importer) for one in found} == {
        (READING.path, VOTES.path),
        (TEAMS.path, ENTRY.path),
        (ENTRY.path, TEAMS.path),
        (VOTES.path, TITLES.path),
    }


def test_a_cog_that_another_imports_is_no_part_of_that_one() -> None:
    cog = Source("cogs/rounds.py", "async def setup(bot): ...\n")
    user = Source("cogs/seats.py", "from cogs import draw\n")
    assert joints.lodgers([cog, user]) == []


def _twice(tx: Tx, value: int) -> None:
    for _ in range(2):
        tx.fetch_one("SELECT ?", (value,))
    tx.execute("DELETE FROM deadlines WHERE subject = ?", ("nothing",))
    tx.wake("outbox")


def _once(tx: Query) -> None:
    tx.fetch_one("SELECT 1")


async def test_a_gesture_is_charged_for_its_units_and_not_for_what_it_wakes(tmp_path: Path) -> None:
    watch = Watch()
    empty_database.put(tmp_path / "arbiter.db")
    async with Database.open(tmp_path / "arbiter.db", migrations=MIGRATIONS) as database:
        house = UnitsOfWork(database, lambda: datetime(2026, 1, 1, tzinfo=UTC), lambda length: b"\0" * length)
        woken: list[asyncio.Task[None]] = []
        house.wakers["outbox"] = lambda: woken.append(asyncio.create_task(house.ask(_once)))
        with watch.over(house):
            await house.do(_twice, 1)
            await house.ask(_once)
            await woken[0]
        house.wakers.clear()
        await house.do(_twice, 2)
    inside = in_units(watch.press.statements)
    assert [one.is_read for one in inside] == [True, True, False]
    assert asked_again(inside) == 1
    assert len(watch.press.statements) == 4
    assert len(watch.whole.statements) == 5
    assert {code.co_name for code in watch.press.functions} >= {"do", "fetch_one", "execute"}
    assert "3 statements between BEGIN and COMMIT, 2 reads and 1 writes" in statement_map("try", inside)


def test_every_part_is_told_in_words() -> None:
    verb = {"verb": "confirm", "statements": 30}
    assert "confirm" in report.text({"verbs": {"verbs": [verb]}})
    assert "None." in report.text({"formats": {"askers": []}})


STORE = '''
ADD = "INSERT INTO lobby (entrant_id) VALUES (?)"
_DECKS = Table(
    "decks",
    Deck,
)


def add(tx, one):
    tx.execute(
        ADD,
        (one.entrant_id,),
    )


def save(tx, one):
    return bool(
        tx.execute("UPDATE t SET a = ?, b = ?, c = ?, d = ?, e = ? WHERE f = ? AND g = ?", (one,))
    )


def end(tx, one):
    tx.execute("UPDATE t SET a = ?, b = ?, c = ?, d = ? WHERE e = ?", (one,))


def all_of(tx):
    return [
        Deck(
            row["a"], row["b"], row["c"],
        )
        for row in tx.fetch_all("SELECT * FROM decks")
    ]


def pairs(tx):
    return [Pair(row["a"], row["b"]) for row in tx.fetch_all("SELECT * FROM pairs")]


def _deck(row: sqlite3.Row) -> Deck:
    """A deck."""
    return Deck(row["a"], row["b"], row["c"])
'''


def test_rows_by_hand_are_what_writes_a_whole_one_or_maps_it() -> None:
    house = [Source("bot/features/decks/store.py", STORE), Source("bot/features/decks/verbs.py", STORE)]
    assert sizes.rows_by_hand(house) == [
        sizes.RowLines("bot/features/decks/store.py", writing=1 + 4 + 3, reading=3 + 3, described=4)
    ]
