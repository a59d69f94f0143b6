"""What lies in files is read by its name for ever: each name that was ever written is pinned in a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

import pytest

from bot.features.opening.model import Column
from bot.features.opening.plans_model import LineChange
from bot.features.own_events.model import OwnEventWished
from bot.features.past_events.model import RatingsTaken
from bot.features.sign_ups.model import Effect
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments.promises_model import MatchCalled
from bot.kernel.errors import AlreadyDone
from bot.kernel.ids import ContestId
from bot.kernel.outages import Step
from bot.kernel.promises import Notified, OfContest
from bot.play.contests import BoardResult, Particulars, Stage
from cogs.routing import VERBS
from tests.house import stored_names
from tests.house.reading import planted, python_files, text
from tests.house.stored_names import KINDS, TABLE, gathered, lost, pinned, unpinned, written

COMMAND = "python -m tests.house.stored_names adds them to the table"


@pytest.mark.parametrize("kind", KINDS)
def test_what_lies_in_files_is_read_under_the_name_that_it_has_there(kind: str) -> None:
    assert lost(kind) == [], "keep it readable under its name, or take the row out with the migration of the files"


@pytest.mark.parametrize("kind", KINDS)
def test_each_name_that_files_will_hold_stands_in_the_table(kind: str) -> None:
    assert unpinned(kind) == [], COMMAND


def test_the_table_is_in_the_order_in_which_it_is_written() -> None:
    assert text(TABLE) == written(pinned())
    assert {kind for kind, _ in pinned()} == set(KINDS)


@pytest.mark.plants
@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_the_code_has_no_more_is_named(kind: str) -> None:
    with planted({TABLE: f"{text(TABLE)}{kind}\tas_it_was\t\n"}):
        assert lost(kind) == ["as_it_was is gone"]


@pytest.mark.plants
@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_the_table_does_not_have_is_named(kind: str) -> None:
    rows = text(TABLE).splitlines(keepends=True)
    row = next(one for one in rows if one.startswith(f"{kind}\t"))
    with planted({TABLE: "".join(one for one in rows if one != row)}):
        assert unpinned(kind) == [row.split("\t")[1]]


@pytest.mark.plants
def test_a_promise_that_is_called_otherwise_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchCalled, "STORED_AS", "match_summoned")
    assert lost("promise") == ["match_called is gone"]
    assert unpinned("promise") == ["match_summoned"]


@pytest.mark.plants
def test_a_part_of_a_promise_that_is_called_otherwise_or_holds_something_else_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Adjourned(OfContest):
        NOTIFIES = Notified.NOBODY
        interval: int

    class LotDrawn(OfContest):
        NOTIFIES = Notified.NOBODY
        draw: ContestId
        level: tuple[str, ...] = ()

    monkeypatch.setattr(stored_names, "_kinds", lambda: (Adjourned, LotDrawn))
    said = lost("part of a promise")
    assert "adjourned.pause is gone" in said
    assert "lot_drawn.draw is text, and files hold number" in said
    assert unpinned("part of a promise") == ["adjourned.interval"]


@pytest.mark.plants
def test_a_verb_of_a_button_that_is_called_otherwise_or_takes_something_else_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gathered("verb")
    monkeypatch.setitem(VERBS, "confirm-entry", VERBS["check-in"])
    monkeypatch.delitem(VERBS, "check-in")
    monkeypatch.setitem(VERBS, "register", VERBS["own-object"])
    assert lost("verb") == ["check-in is gone", "register is own_act, and files hold event"]
    assert unpinned("verb") == ["confirm-entry"]


@pytest.mark.plants
def test_an_error_that_is_called_otherwise_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AlreadyDone, "SAID_AS", "DoneBefore")
    assert lost("error") == ["error.AlreadyDone is gone"]


@pytest.mark.plants
def test_a_word_and_an_enum_that_are_called_otherwise_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Step, "__said_as__", "stage", raising=False)
    assert {f"step.{one} is gone" for one in Step} == set(lost("word"))
    assert "stage.draw" in unpinned("word")


@pytest.mark.plants
def test_a_verb_whose_module_has_moved_is_named_unless_it_is_kept_under_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gathered("verb done later")
    moved = tournaments_recusal_verbs.REPEATABLE["tables.decks:refuse_card"]
    monkeypatch.setattr(moved, "__module__", "bot.features.cards.verbs")
    monkeypatch.setitem(tournaments_recusal_verbs.REPEATABLE, tournaments_recusal_verbs.name_of(moved), moved)
    monkeypatch.delitem(tournaments_recusal_verbs.REPEATABLE, "tables.decks:refuse_card")
    assert "tables.decks:refuse_card is gone" in lost("verb done later")
    assert "tables.decks:refuse_card(reason) is gone" in lost("verb done later")
    kept = {**tournaments_recusal_verbs.KEPT_AS, "bot.features.cards.verbs:refuse_card": "tables.decks:refuse_card"}
    monkeypatch.setattr(tournaments_recusal_verbs, "KEPT_AS", kept)
    monkeypatch.setitem(tournaments_recusal_verbs.REPEATABLE, tournaments_recusal_verbs.name_of(moved), moved)
    assert lost("verb done later") == []


@pytest.mark.plants
def test_a_field_of_a_wish_that_is_called_otherwise_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OwnEventWished.__annotations__, "act_id", int)
    assert lost("signed wish") == ["own_event.act_id is number, and files hold text"]


@pytest.mark.plants
@pytest.mark.parametrize(
    ("kind", "file", "before", "after", "said"),
    [
        ("field of a form", "cogs/subjects.py", 'Text("why"', 'Text("wherefore"', "wherefore"),
        ("detail of an act", "bot/kernel/log.py", "'$.line'", "'$.row'", "row"),
        ("subject", "bot/features/signing/verbs.py", 'f"signature:', 'f"second-hand:', "second-hand:"),
    ],
)
def test_a_name_that_is_read_in_a_source_is_named_where_it_is_new(
    kind: str, file: str, before: str, after: str, said: str
) -> None:
    with planted({file: text(file).replace(before, after)}):
        assert unpinned(kind) == [said]


def _below(parent: type[StrEnum]) -> Iterator[type[StrEnum]]:
    for one in parent.__subclasses__():
        yield one
        yield from _below(one)


BOARD = (
    "BoardResult(board=1, players=((), ()), score=(1, 0), draws=0, walkover_games=(0, 0), weight=1.0, modality='', "
    "kind=<ResultKind.PLAYED: 'played'>, count=None)"
)
IN_PRINTS: Mapping[str, Mapping[object, str]] = {
    "bot/features/opening/planning_verbs.py": {
        LineChange(
            Column.NAME, 1.0
        ): "LineChange(column=<Column.NAME: 'name'>, after=1.0, before=None, of='', since=None)"
    },
    "bot/features/past_events/model.py": {RatingsTaken.COUNTED: "<RatingsTaken.COUNTED: 'counted'>"},
    "bot/features/past_events/verbs.py": {
        Stage.FINAL: "<Stage.FINAL: 'final'>",
        Particulars(boards=(BoardResult(1, ((), ()), (1, 0)),)): (
            f"Particulars(moves=None, influence=(), boards=({BOARD},), count=None, absent=())"
        ),
    },
    "bot/features/ratings/model.py": {},
    "bot/features/sign_ups/verbs.py": {Effect.ENTERS: "<Effect.ENTERS: 'enters'>"},
}
"""By file, what goes into a fingerprint as Python writes it: an old button, or an event on record, is known by it."""


def printed_otherwise() -> list[str]:
    return [text for some in IN_PRINTS.values() for one, text in some.items() if repr(one) != text]


def test_a_fingerprint_hangs_on_no_name_that_changes() -> None:
    assert printed_otherwise() == []


def test_every_fingerprint_of_what_python_writes_is_looked_at() -> None:
    assert {file for file in python_files("bot/", "cogs/") if "sha256(repr(" in text(file)} == IN_PRINTS.keys()


@pytest.mark.plants
def test_a_class_in_a_fingerprint_that_is_called_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LineChange, "__repr__", lambda _: "Change(column=None)")
    assert len(printed_otherwise()) == 1
    file = "bot/features/jeek/planted_verbs.py"
    with planted({file: "print_of = sha256(repr(told).encode())\n"}), pytest.raises(AssertionError, match=file):
        test_every_fingerprint_of_what_python_writes_is_looked_at()


def test_every_enum_is_looked_at() -> None:
    found = {name.partition(".")[0] for name in gathered("word")}
    assert len(found) > 150
    assert {one for one in _below(StrEnum) if one.__module__.startswith("bot.")} == {
        one for one in StrEnum.__subclasses__() if one.__module__.startswith("bot.")
    }
