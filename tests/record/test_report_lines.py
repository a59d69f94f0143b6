"""Each line of FIDE's report is read, kept, told as not used, or refuses the file: none is dropped in silence.

The reports in `reports` are written as Vega, Swiss-Manager, JaVaFo and Lichess write theirs; we made them.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.__main__ import main
from bot.features.past_events.cards import fault_line
from bot.i18n.catalogue import LOCALES, Translator
from bot.play import pairing
from bot.play.records import Record
from bot.record import trf_text
from bot.record.errors import FaultCode, RecordFault, RecordRefused
from bot.record.replaying import derive, next_round
from bot.record.trf_reading import read_either, read_trf
from bot.record.trf_text import LINES, PLAYER, Use
from bot.record.writing import write_trf
from tests.record.playing import played

REPORTS = Path(__file__).with_name("reports")
NAMES = ("vega", "swiss-manager", "javafo", "lichess", "trf26", "round-robin")
POINTS = {
    "vega": ["7/2", "3", "5/2", "2", "2", "1", "1", "1"],
    "swiss-manager": ["7/2", "5/2", "2", "2", "3/2", "1"],
    "javafo": ["6", "6", "4", "3", "3", "1", "0"],
    "lichess": ["5", "5/2", "5/2", "2", "1"],
    "trf26": ["6", "3", "5/2", "2", "2", "1"],
    "round-robin": ["2", "1", "0"],
}
"""As the reports' own column of points has them, from the top."""
OF_TEAMS = ("013", "300", "310", "320", "330", "352", "362", "801", "802")
FOUR = ("   2 w 1     3 b 1", "   1 b 0     4 w 1", "   4 w 1     1 w 0", "   3 b 0     2 b 0")


def source(name: str) -> bytes:
    data = (REPORTS / f"{name}.trf").read_bytes()
    return data.decode().encode("cp1252") if name == "vega" else data


def lines_of(name: str) -> list[str]:
    text = source(name)
    decoded = text.decode("cp1252") if name == "vega" else text.decode("utf-8-sig")
    return [line.rstrip() for line in decoded.splitlines() if line.strip()]


def player(number: int, cells: str, points: str = "") -> str:
    return f"{PLAYER} {number:>4}      {f'Player {number}':<33} {'':4} {'':3} {'':11} {'':10} {points:>4}       {cells}"


def four(*more: str) -> str:
    """Two rounds of four players, with more lines in front."""
    return "\n".join([*more, *(player(at, cells) for at, cells in enumerate(FOUR, start=1))])


def faults(text: str) -> list[RecordFault]:
    with pytest.raises(RecordRefused) as refused:
        read_trf(text, "cup.trf")
    return list(refused.value.faults)


def outcome(text: str) -> object:
    """All that follows from a report, or what is wrong with it."""
    try:
        record = read_trf(text, "cup.trf")
    except RecordRefused as refused:
        return refused.faults
    facts, rulebook = record.facts, record.rulebook
    return record.name, facts, record.names, record.ended_at, record.forbidden, rulebook, _due(record)


def _due(record: Record) -> object:
    try:
        return next_round(record)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("name", NAMES)
def test_a_report_as_each_program_writes_it_gives_its_own_points(name: str) -> None:
    table = derive(read_either(source(name), f"{name}.trf")).standings
    assert [str(row.values[0].value) for row in table] == POINTS[name]


def test_letters_of_western_europe_and_a_mark_in_front_are_read() -> None:
    assert "Peña Luis" in read_either(source("vega"), "cup.trf").names.values()
    assert read_either(source("swiss-manager"), "cup.trf").name == "Open de Verão"
    wide = source("lichess").decode().encode("utf-16")
    assert read_either(wide, "cup.trf").name == "Wednesday Swiss"


@pytest.mark.parametrize("code", sorted(one for one, use in LINES.items() if use is Use.TOLD and one != "NRS"))
def test_a_line_of_information_is_told_as_not_used_with_its_number(code: str) -> None:
    record = read_trf(four(f"{code} words"), "cup.trf")
    assert [(one.line, one.code, one.text) for one in record.unused] == [(1, code, "words")]
    assert outcome(four(f"{code} words")) == outcome(four())


@pytest.mark.parametrize("code", OF_TEAMS)
def test_a_line_of_teams_refuses_the_report_with_its_number(code: str) -> None:
    assert LINES[code] is Use.TEAMS
    assert [(one.place, one.code) for one in faults(four("012 Cup", f"{code}   1 North"))] == [
        ("2", FaultCode.REPORT_TEAMS)
    ]


@pytest.mark.parametrize(
    "line", ["777 nonsense", "299 W", "XXF 1", "XXQ 2", "BBW 3.0", "nonsense", "0123 Cup", "01 Cup"]
)
def test_a_line_that_nobody_knows_refuses_the_report_with_its_number(line: str) -> None:
    assert [(one.place, one.code) for one in faults(four("012 Cup", line))] == [("2", FaultCode.REPORT_LINE)]


@pytest.mark.parametrize(
    "line", ["250      01.0 001 003 0001 0002", "XXA    1  1.0", "192 FIDE_DUTCH_BAKU", "XXC rank"]
)
def test_what_pairs_rounds_to_come_in_another_way_is_refused_while_there_are_any(line: str) -> None:
    assert [(one.place, one.code) for one in faults(four("142 5", line))] == [("2", FaultCode.REPORT_LINE)]
    assert [one.line for one in read_trf(four("142 2", line), "cup.trf").unused] == [2]


@pytest.mark.parametrize("line", ["152 B", "XXC black1"])
def test_the_colour_of_a_first_round_that_is_to_come_is_drawn_here_and_not_told(line: str) -> None:
    nobody = "\n".join(["142 3", line, player(1, ""), player(2, "")])
    assert [(one.place, one.code) for one in faults(nobody)] == [("2", FaultCode.REPORT_LINE)]
    assert [one.line for one in read_trf(four("142 3", line), "cup.trf").unused] == [2]


def test_three_rounds_of_which_two_are_played_are_not_over_and_the_third_is_paired() -> None:
    record = read_trf(four("142 3"), "cup.trf")
    known = derive(record)
    assert (known.is_over, known.champion) == (False, None)
    assert {one.contest.round for one in next_round(record).pairings} == {3}


@pytest.mark.parametrize(("line", "rounds"), [("142 1", "1"), ("XXR 1", "1")])
def test_fewer_rounds_than_the_players_have_are_refused_at_their_line(line: str, rounds: str) -> None:
    (fault,) = faults(four(line))
    assert (fault.place, fault.code, fault.given, fault.wanted) == ("1", FaultCode.REPORT_ROUNDS, rounds, "2")


def test_two_lines_that_say_different_numbers_of_rounds_are_refused() -> None:
    assert [(one.place, one.code) for one in faults(four("142 5", "XXR 4"))] == [("2", FaultCode.REPORT_ROUNDS)]
    assert isinstance(outcome(four("142 5", "XXR 5")), tuple)


@pytest.mark.parametrize("line", ["162  W 3.0     D 1.0", "XXS W=3 D=1 PAB=3"])
def test_a_line_says_what_games_give_where_no_points_show_it(line: str) -> None:
    record = read_trf(four(line), "cup.trf")
    assert [str(row.values[0].value) for row in derive(record).standings] == ["6", "3", "3", "0"]


def test_a_bye_gives_what_the_line_says_of_it() -> None:
    told = "\n".join(["162  P 0.5", player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "0000 - U")])
    assert [str(row.values[0].value) for row in derive(read_trf(told, "cup.trf")).standings] == ["1", "1/2", "0"]


@pytest.mark.parametrize(
    "line",
    [
        *("162  A 0.5", "162  W 1.0     W 2.0", "162  W 0.3", "162  Q 1.0", "162 W", "162  D 2.0"),
        *("XXS WW=1 BW=2", "XXS ZPB=1", "XXS FL=1", "XXS W", "XXS PAB=9", "XXS QQ=1", "XXS WD=1 BD=0.5"),
    ],
)
def test_points_that_no_rulebook_gives_are_refused_at_their_line(line: str) -> None:
    assert [(one.place, one.code) for one in faults(four("012 Cup", line))] == [("2", FaultCode.REPORT_SCORING)]


def test_a_full_point_bye_that_the_rulebook_would_count_otherwise_is_refused_at_its_player() -> None:
    told = "\n".join(["162  P 0.5", player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "0000 - F")])
    assert [(one.place, one.code) for one in faults(told)] == [("4", FaultCode.REPORT_SCORING)]


@pytest.mark.parametrize("kind", "HFZ")
def test_a_bye_in_a_line_of_its_own_is_one_of_the_players_rounds(kind: str) -> None:
    in_its_line = outcome(four("142 4", f"240 {kind} 003    2    4"))
    cells = [f"{one}  0000 - {kind}" if at in {2, 4} else one for at, one in enumerate(FOUR, start=1)]
    with_players = ["142 4", "", *(player(at, one) for at, one in enumerate(cells, start=1))]
    assert in_its_line == outcome("\n".join(with_players)) != outcome(four("142 4"))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("240 H 002    1", FaultCode.REPORT_BYE),
        ("240 H 003    9", FaultCode.NOT_A_TRF),
        ("240 P 003    1", FaultCode.NOT_A_TRF),
        ("240 H 003", FaultCode.NOT_A_TRF),
        ("240 H 005    1", FaultCode.REPORT_ROUNDS),
    ],
)
def test_a_bye_that_cannot_be_is_refused(line: str, code: FaultCode) -> None:
    assert [one.code for one in faults(four("142 4", line))] == [code]


def test_a_pair_is_kept_apart_in_the_rounds_that_the_line_says() -> None:
    """The pair that would meet otherwise; a line of other rounds is told as not used."""
    (first, second), *_ = [one.contest.sides for one in next_round(read_trf(four("142 3"), "cup.trf")).pairings]
    apart = read_trf(four("142 3", f"260 001 003 {first:>4} {second:>4}"), "cup.trf")
    assert {first, second} not in [set(one.contest.sides) for one in next_round(apart).pairings]
    later = read_trf(four("142 4", f"260 004 004 {first:>4} {second:>4}"), "cup.trf")
    assert (later.forbidden, [one.line for one in later.unused]) == ((), [2])


@pytest.mark.parametrize("line", ["092 Team: Swiss-System", "092 Individual: Knock-out", "192 FIDE_TEAM_ROUNDROBIN"])
def test_a_kind_that_no_report_of_single_players_has_is_refused(line: str) -> None:
    assert [(one.place, one.code) for one in faults(four(line))] == [("1", FaultCode.REPORT_KIND)]


def test_two_kinds_of_one_event_are_refused_at_the_second() -> None:
    both = four("092 Individual: Swiss-System", "192 FIDE_ROUNDROBIN")
    assert [(one.place, one.code) for one in faults(both)] == [("2", FaultCode.REPORT_KIND)]


def test_a_round_robin_of_two_games_each_is_over_after_both() -> None:
    once = "\n".join(["092 Round Robin", player(1, "   2 w 1"), player(2, "   1 b 0")])
    assert derive(read_trf(once, "cup.trf")).is_over
    assert not derive(read_trf(f"142 2\n{once}", "cup.trf")).is_over
    assert not derive(read_trf(once.replace("092 ", "092 Double "), "cup.trf")).is_over


def test_rounds_to_come_are_paired_by_the_numbers_of_the_report() -> None:
    record = read_either(source("javafo"), "cup.trf")
    assert [one.entrant_id for one in pairing.by_pairing_number(record.facts, ())] == [*"1234567"]


@pytest.mark.parametrize("name", ["swiss", "round_robin", "round_robin_twice"])
def test_a_report_of_our_own_in_the_middle_is_not_over_for_others_either(name: str) -> None:
    record = played(name, 4, 1, leave=False, correct=False).record()
    contests = record.contests[:2]
    kept = tuple(one for one in record.facts.contests if one.contest_id in {two.contest.contest_id for two in contests})
    half = Record(
        **{
            **{key: getattr(record, key) for key in Record.__slots__},
            "contests": contests,
            "facts": type(record.facts)(
                record.facts.starters, kept, began_at=record.facts.began_at, now=record.facts.now
            ),
            "ended_at": None,
        }
    )
    assert not derive(half).is_over
    assert not derive(read_trf(write_trf(half, derive(half)), "cup.trf")).is_over


def test_tabs_in_a_line_of_the_event_are_spaces() -> None:
    assert read_trf(four("012\tCup\t"), "cup.trf").name == "Cup"


@pytest.mark.parametrize("at", [3, 8, 13, 47, 52, 79, 84, 89, 90, 95, 97, 99])
def test_a_column_that_has_slipped_is_refused_and_no_letter_of_it_dropped(at: int) -> None:
    line = player(1, FOUR[0])
    slipped = f"{line[:at]}x{line[at + 1 :]}"
    assert [one.place for one in faults(four().replace(line, slipped))] == ["1"]


def test_every_fault_of_a_report_names_its_line_in_each_language() -> None:
    (fault,) = faults(four("012 Cup", "XXZ 1"))
    assert fault.code is FaultCode.NOT_USED
    for locale in LOCALES:
        assert "2" in fault_line(fault, Translator(locale)).partition(":")[0], locale


def test_the_answer_lists_what_is_not_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cup.trf"
    file.write_bytes(source("trf26"))
    assert main(["replay", str(file)]) == 0
    text = capsys.readouterr().out
    assert "Not over: 5 rounds, 2 of them paired." in text
    assert all(
        one in text for one in ("###        line 1, 2, 3", "022        line 5", "001 86-89", "NRS        line 33")
    )
    assert main(["replay", "--json", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["not_used"][3] == {"place": "5", "code": "022", "text": "Porto Alegre"}


ANOTHER = "123456789XWDLbwHFUZ+-=. "
"""No nought: before a number it says nothing."""
ALIKE = ({"Z", "-", " "}, {"U", "F"})
"""Codes that say the same of a round without an opponent."""
OF_KIND = {"092", "192"}
SHOWN_BY_THE_REST = {*OF_KIND, "142", "XXR", "162", "XXS"}
"""A report without them is a Swiss of the rounds that it holds, which counts as the players' points show."""
OF_A_ROUND_PLAYED = "240 H 002    5"
"""The line of the player says it too."""
SAID_ONCE = {"152", "240", "260", "XXC", "XXP", "XXZ"}
"""Who says these twice says no more than once."""


@lru_cache
def known(name: str) -> tuple[str, object]:
    text = "\n".join(lines_of(name))
    return text, outcome(text)


def says_another_thing(before: str, after: str) -> bool:
    """Whether the change is more than another way to write the same, or a word less of what the rest shows too."""
    if before.startswith(PLAYER):
        # An absence at the end of the line says what an empty round does.
        before, after = (re.sub(r"(\s+-)+$", "", one) for one in (before, after))
    words = before.split()[1:]
    if words == after.split()[1:] and (before[:3] == after[:3] or not words):
        return False
    if len(after.split()) <= 1:
        return before[:3] not in SHOWN_BY_THE_REST and before != OF_A_ROUND_PLAYED and bool(words)
    if before[:3] in OF_KIND:
        return letters(before) != letters(after)
    return not before.startswith(PLAYER) or len(before) != len(after) or not _is_alike(before, after)


def letters(line: str) -> str:
    return "".join(filter(str.isalnum, line)).casefold()


def _is_alike(before: str, after: str) -> bool:
    """Of a player's round a colour that the opponent tells, or a code that says the same beside 0000."""
    at = next(at for at, (one, other) in enumerate(zip(before, after, strict=True)) if one != other)
    place, codes = (at - 91) % 10, {before[at].upper(), after[at].upper()}
    return at >= 91 and ((place == 5 and codes <= {*"WB- "}) or (place == 7 and any(codes <= one for one in ALIKE)))


def changed(lines: list[str], chance: Random) -> tuple[str, int]:
    """Changes a line of the report; in which way, and which it was."""
    at, line = chance.choice(list(enumerate(lines)))
    column = chance.randrange(len(line))
    way = chance.choice(["letter", "letter", "letter", "more", "cut", "gone", "twice"])
    match way:
        case "letter":
            lines[at] = f"{line[:column]}{chance.choice(ANOTHER)}{line[column + 1 :]}"
        case "more":
            lines[at] = f"{line} {chance.choice('1x')}"
        case "cut":
            lines[at:] = [line[:column].rstrip()]
        case "gone":
            del lines[at]
        case "twice":
            lines.insert(chance.randrange(len(lines) + 1), line)
    return way, at


def dropped(name: str, seed: int) -> tuple[object, ...] | None:
    """The line of a report that was changed, where nothing follows from it and the answer does not name it."""
    return dropped_in(*known(name), seed)


def dropped_in(text: str, before: object, seed: int) -> tuple[object, ...] | None:
    """The same of any report and what follows from it."""
    lines = text.split("\n")
    way, at = changed(lines, Random(seed))
    line = text.split("\n")[at]
    if outcome("\n".join(lines)) != before:
        return None
    told = {one.line for source in (text, "\n".join(lines)) for one in read_trf(source, "cup.trf").unused}
    if way == "twice":
        # Who says the same twice is answered where the second one stands, or says nothing more.
        is_idle = line[:3] in SHOWN_BY_THE_REST or line[:3] in SAID_ONCE or len(line.split()) == 1
        return None if is_idle or told else (way, line)
    if way == "cut" and at < len(text.split("\n")) - 1:
        left = list(enumerate(text.split("\n")[at:], start=at + 1))
        return None if all(not says_another_thing(one, "") or number in told for number, one in left) else (way, left)
    if not says_another_thing(line, "" if way == "gone" else lines[at]) or at + 1 in told:
        return None
    return way, line, lines[at : at + 1]


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_each_line_that_is_changed_changes_what_follows_or_the_answer_names_it(name: str, seed: int) -> None:
    assert dropped(name, seed) is None


@pytest.mark.parametrize(
    ("name", "code"), [("trf26", "022"), ("trf26", "###"), ("trf26", "240"), ("trf26", "260"), ("javafo", "XXZ")]
)
def test_the_property_finds_a_kind_of_line_that_a_reader_drops(
    name: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: the reader passes over these lines without a word."""
    take = trf_text._take
    monkeypatch.setattr(trf_text, "_take", lambda report, at, line: line.startswith(code) or take(report, at, line))
    known.cache_clear()
    try:
        assert any(dropped(name, seed) for seed in range(400))
    finally:
        known.cache_clear()
