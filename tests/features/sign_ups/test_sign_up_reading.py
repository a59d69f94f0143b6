"""A list of sign-ups as people have it: a spreadsheet's, a form's export, or names that somebody pasted."""

from __future__ import annotations

import pytest

from bot.features.sign_ups.cards import known_headings
from bot.features.sign_ups.model import (
    SignUpFile,
    SignUpTrouble,
    read,
    without_doubles,
)
from bot.kernel.files import FileBeyond
from tests.refusals import refuses

ANA = 400_000_000_000_000_001


def listed(text: str, encoding: str = "utf-8") -> SignUpFile:
    return read(text.encode(encoding), "list.csv", known_headings())


def troubles(found: SignUpFile) -> list[tuple[int, SignUpTrouble]]:
    return [(one.line, one.trouble) for one in found.faults]


def test_names_that_are_pasted_need_no_heading_and_may_carry_who_it_is() -> None:
    found = listed(f"1. Ana <@{ANA}>\n- Bruno\n\nSilva, Clara\n<@!{ANA + 1}>\nDavi ({ANA + 2})\n")
    assert [(one.number, one.name, one.member_id) for one in found.lines] == [
        (1, "Ana", ANA),
        (2, "Bruno", None),
        (4, "Silva, Clara", None),
        (5, "", ANA + 1),
        (6, "Davi", ANA + 2),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("sign", [";", "\t", ","])
def test_a_table_is_read_whatever_its_signs_and_letters(encoding: str, sign: str) -> None:
    rows = (("Nome", "Id do Discord", "Clube", "E-mail"), ("João", str(ANA), "Academia São João", "j@example.org"))
    found = listed("\r\n".join(sign.join(row) for row in rows), encoding)
    (line,) = found.lines
    assert (line.number, line.name, line.member_id, line.club) == (2, "João", ANA, "Academia São João")
    assert found.unread == ("E-mail",)


@pytest.mark.parametrize(
    "headings", ["Player;Seed;Account", "Jogador;Cabeça de chave;Conta", "Jugador;Cabeza de serie;Cuenta"]
)
def test_headings_are_known_in_each_language(headings: str) -> None:
    (line,) = listed(f"{headings}\nAna;2;ana_99").lines
    assert (line.seed, line.account) == (2, "ana_99")


def test_a_user_name_in_place_of_the_number_takes_nobody_off_the_list() -> None:
    (line,) = listed("name,discord\nAna,ana#1234\n").lines
    assert (line.name, line.member_id, line.user_name) == ("Ana", None, "ana#1234")


def test_each_fault_has_its_line() -> None:
    found = listed("name;seed;club\nAna;first;\n;1;\nClara;0;\nDavi;2;Azul;more\nEva;3;" + "x" * 41)
    assert troubles(found) == [
        (2, SignUpTrouble.NO_SEED),
        (3, SignUpTrouble.NAME_MISSING),
        (4, SignUpTrouble.NO_SEED),
        (5, SignUpTrouble.MORE_CELLS),
        (6, SignUpTrouble.TOO_LONG),
    ]
    assert found.lines == ()


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("rating,country\n2000,BR\n", "error.SignUpColumnMissing"),
        ("seed;club\n1;Azul\n", "error.SignUpColumnMissing"),
        ("name;player\nAna;Ana\n", "error.SignUpColumnTwice"),
        ("", "error.SignUpsEmpty"),
        ("name\n\n", "error.SignUpsEmpty"),
        ("{", "error.SignUpsUnreadable"),
        ("name\n" + "Ana\n" * 10_000, FileBeyond),
        ("Ana\n" * 10_000, FileBeyond),
    ],
)
def test_what_is_no_list_of_people_is_refused_as_a_whole(text: str, refusal: str | type[Exception]) -> None:
    with refuses(refusal):
        listed(text)


def test_whoever_signs_up_twice_is_counted_once_and_two_of_a_name_are_told_apart_by_discord_or_account() -> None:
    found = listed(f"name;discord;account\nAna;;\nANA;;\nAna;{ANA};\nBruno;{ANA + 1};\nBruno;{ANA + 2};\nB;{ANA + 1};")
    kept, doubles = without_doubles(found.lines)
    assert [one.number for one in kept] == [2, 5, 6]
    assert [(one.line, one.other) for one in doubles] == [(3, "2"), (4, "2"), (7, "5")]
    kept, doubles = without_doubles(listed("name;account\nAna;one\nAna;two\nAna;ONE\n").lines)
    assert [one.number for one in kept] == [2, 3]
    assert [one.line for one in doubles] == [4]


@pytest.mark.parametrize(
    ("pasted", "name"),
    [
        ("1- Ana", "Ana"),
        ("2 - Bia", "Bia"),
        ("3. Eva", "Eva"),
        ("4.Gil", "Gil"),
        ("5) Hugo", "Hugo"),
        ("(6) Ivo", "Ivo"),
        ("7: Jade", "Jade"),
        ("• Kai", "Kai"),
        ("— Lia", "Lia"),
        ("1-Mel", "Mel"),
        ("Caio - Recife", "Caio - Recife"),
        ("Davi - 1500", "Davi - 1500"),
        ("Élio-Maria", "Élio-Maria"),
        ("Nina 1. Bank", "Nina 1. Bank"),
        ("Otto • the third", "Otto • the third"),
        ("99-Problems", "99-Problems"),
        ("3.14 Pi", "3.14 Pi"),
        ("2Pac", "2Pac"),
        ("-Quim", "-Quim"),
    ],
)
def test_a_pasted_line_loses_what_counts_it_and_nothing_of_the_name(pasted: str, name: str) -> None:
    assert [one.name for one in listed(pasted).lines] == [name]


def test_a_number_with_a_dash_counts_a_line_only_where_it_is_its_own() -> None:
    assert [one.name for one in listed("1-Ana\n2-Bia\n\n7-Eleven\n4-Duda").lines] == ["Ana", "Bia", "7-Eleven", "Duda"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Name;FirstName;Club\nSilva;Ana;\n陈;一;\n王;二;\n王;三;", ["Silva Ana", "陈 一", "王 二", "王 三"]),
        ("First name,Last name\nAna,Silva\nBia,", ["Ana Silva", "Bia"]),
        ("Nome;Cognome\nAna;Rossi", ["Ana Rossi"]),
        ("Nombre;Apellidos\nAna;Pérez Gil", ["Ana Pérez Gil"]),
        ("Sobrenome;Primeiro nome\nSilva;Ana", ["Silva Ana"]),
        ("Vorname;Nachname\nAna;Meier", ["Ana Meier"]),
        ("Full name;First name\nAna Silva;Ana\nBia;Bia", ["Ana Silva", "Bia Bia"]),
        ("First name;Last name;Nickname\nAna;Silva;ana_99", ["ana_99"]),
        ('[{"first_name": "Ana", "last_name": "Silva"}]', ["Ana Silva"]),
        ("Surname\nSilva", ["Silva"]),
    ],
)
def test_first_and_last_names_in_two_columns_are_one_name_as_they_stand(text: str, names: list[str]) -> None:
    found = listed(text)
    assert ([one.name for one in found.lines], found.faults) == (names, ())


def test_parts_of_names_beside_a_whole_one_are_told_as_columns_that_nobody_reads() -> None:
    assert listed("First name;Last name;Nickname\nAna;Silva;ana_99").unread == ("First name", "Last name")


def test_a_table_of_parts_still_tells_a_line_with_more_cells_and_one_without_a_name() -> None:
    found = listed("First name;Last name;Seed\nAna;Silva;1;more\n;;2\nBia;Reis;3")
    assert troubles(found) == [(2, SignUpTrouble.MORE_CELLS), (3, SignUpTrouble.NAME_MISSING)]
    assert [(one.name, one.seed) for one in found.lines] == [("Bia Reis", 3)]
