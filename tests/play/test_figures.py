"""Who is one person in several files."""

from __future__ import annotations

import pytest

from bot.play.records import Figure, NamedInFile, Namesakes, figures, in_several, slips


def file_of(*names: str) -> list[NamedInFile]:
    return [NamedInFile(f"n{at}", name, None) for at, name in enumerate(names)]


def test_a_name_that_stands_once_in_each_file_is_one_person() -> None:
    found = figures([file_of("Ana Lima", "Bia"), file_of("Caio", "ANA  LIMA")])
    assert [(one.name, dict(one.at)) for one in found] == [
        ("Ana Lima", {0: "n0", 1: "n1"}),
        ("Bia", {0: "n1"}),
        ("Caio", {1: "n0"}),
    ]
    assert in_several(found) == (("Ana Lima", 2),)


def test_names_that_the_organiser_tells_apart_are_another_person_in_each_file() -> None:
    found = figures([file_of("Ana", "Bia"), file_of("Ana", "Bia")], apart=["ana"])
    assert [one.name for one in found] == ["Ana", "Bia", "Ana"]
    assert in_several(found) == (("Bia", 2),)


def test_two_of_one_name_in_a_file_are_two_people() -> None:
    assert len(figures([file_of("Ana", "Ana", "Bia")])) == 3


def test_two_of_one_name_and_one_more_elsewhere_cannot_be_told_apart() -> None:
    with pytest.raises(Namesakes) as refused:
        figures([file_of("Bia", "Caio"), file_of("Ana", "Bia", "Bia")])
    assert (refused.value.name, refused.value.file, refused.value.other) == ("Bia", 1, 0)


def test_a_slip_of_the_pen_between_files_is_told_and_one_within_a_file_is_two_people() -> None:
    between: tuple[Figure, ...] = figures([file_of("Bruno Souza", "Bia"), file_of("Bruno Sousa", "Caio")])
    assert slips(between) == (("Bruno Souza", "Bruno Sousa"),)
    assert slips(figures([file_of("Bruno Souza", "Bruno Sousa")])) == ()
