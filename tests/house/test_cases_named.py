"""Where each kind of message goes that names a case, when the case is about a member of the committee."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, get_type_hints

import pytest

from bot.kernel.ids import BarId, CaseId, FileId
from bot.kernel.promises import Message, Notified
from tests.house.reading import planted, python_files, tree, walked, words
from tests.house.test_notices import kinds


class Goes(StrEnum):
    """Who reads it then."""

    LETTERS = "letters"
    """Those who decide, each alone; of anybody else the committee's channel shows it."""
    ACCUSED = "accused"
    """Whom it is about, in a letter or in the thread of the case."""
    PUBLIC = "public"
    """Everybody: what was decided, or what the rules tell in public."""


WHERE: Final[Mapping[str, Goes]] = {
    "AbsenceLetter": Goes.ACCUSED,
    "AbsenceNotice": Goes.PUBLIC,
    "AbsenceReminder": Goes.PUBLIC,
    "AbsencesUnjustified": Goes.LETTERS,
    "AmendmentReturned": Goes.PUBLIC,
    "AppealDecided": Goes.PUBLIC,
    "AppealMade": Goes.LETTERS,
    "BarLifted": Goes.PUBLIC,
    "Barred": Goes.PUBLIC,
    "CaseDecided": Goes.PUBLIC,
    "CaseForReview": Goes.LETTERS,
    "CaseThread": Goes.ACCUSED,
    "DecisionsWait": Goes.LETTERS,
    "Expelled": Goes.PUBLIC,
    "FileDecided": Goes.PUBLIC,
    "FileForJudge": Goes.LETTERS,
    "FileLetter": Goes.ACCUSED,
    "FileNote": Goes.LETTERS,
    "FileOpened": Goes.LETTERS,
    "JudgeWanted": Goes.LETTERS,
    "PointsReturned": Goes.PUBLIC,
    "RatingAmended": Goes.ACCUSED,
    "RatingPointsTaken": Goes.PUBLIC,
    "RatingsCorrected": Goes.PUBLIC,
}
"""By the name of the kind. A vote is no case: the committee holds it, and whom it is about has no voice in it."""
FIELDS: Final = {"appeal_id", "penalty_id", "amendment_id"}
"""Fields that name a case, a penalty or an appeal by a plain id."""
BY_OTHER_WORDS: Final = {"DecisionsWait", "JudgeWanted", "Expelled"}
"""Kinds that name one by a list of what waits, or by the person."""
ONE_DOOR: Final = {"bot/features/cases/committee_verbs.py", "bot/features/guidance/verbs.py"}
"""The modules that ask whether somebody sits on the committee before they show a case there."""


def names_a_case(kind: type[Message]) -> bool:
    """Whether a message of the kind carries the id of a case, a bar, a penalty or an appeal."""
    hints = get_type_hints(kind)
    own = {name: hint for name, hint in hints.items() if "ClassVar" not in str(hint)}
    return not FIELDS.isdisjoint(own) or any(_holds(hint, {CaseId, FileId, BarId}) for hint in own.values())


def _holds(hint: Any, wanted: set[Any]) -> bool:
    return hint in wanted or any(_holds(one, wanted) for one in getattr(hint, "__args__", ()))


def not_placed(some: Iterable[type[Message]]) -> list[str]:
    """The kinds that name a case, and of which the table does not say where they go."""
    return sorted(one.__name__ for one in some if names_a_case(one) and one.__name__ not in WHERE)


def shown_beside() -> Iterator[str]:
    """Where a message about a case is promised to the committee without the question whom it is about."""
    guarded = {name for name, goes in WHERE.items() if goes is Goes.LETTERS}
    for file in python_files("bot/", "cogs/"):
        if guarded.isdisjoint(words(tree(file))):
            continue
        named = {node.id for node in walked(tree(file)) if isinstance(node, ast.Name)}
        to_committee = "tell_committee" in named or any(
            isinstance(node, ast.Attribute) and ast.unparse(node) == "Place.COMMITTEE" for node in walked(tree(file))
        )
        made = {ast.unparse(node.func) for node in walked(tree(file)) if isinstance(node, ast.Call)}
        if to_committee and named & made & guarded and file not in ONE_DOOR:
            yield f"{file}: {', '.join(sorted(made & guarded))}"


def test_every_kind_that_names_a_case_says_who_reads_it_when_it_is_about_a_member() -> None:
    every = list(kinds())
    assert not_placed(every) == []
    known = {one.__name__: one for one in every}
    assert {name for name in WHERE if name not in known or not names_a_case(known[name])} == BY_OTHER_WORDS


def test_a_case_is_shown_to_the_committee_by_one_door() -> None:
    assert list(shown_beside()) == []


@pytest.mark.plants
def test_a_kind_that_nobody_placed_and_a_door_beside_the_door_are_found() -> None:
    class CaseWhispered(Message):
        """A kind whose author forgot."""

        NOTIFIES = Notified.STAFF
        case_id: CaseId

    assert not_placed([CaseWhispered]) == ["CaseWhispered"]
    for call in ('promise(tx, guild, Place.COMMITTEE, AppealMade("a"))', 'tell_committee(tx, guild, AppealMade("a"))'):
        source = f'"""Planted."""\ndef tell(tx, guild):\n    {call}\n'
        with planted({"bot/features/planted/verbs.py": source}):
            assert list(shown_beside()) == ["bot/features/planted/verbs.py: AppealMade"]
