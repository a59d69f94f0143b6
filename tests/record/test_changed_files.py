"""Files that people bring, changed at random: each change has an effect, or the answer names what was changed.

Every reader of files stands in `READERS`. Of each sample so many changes are tried: a line or a part is gone, stands
twice, changes places, says something else, or is strange. Two hundred of each with LONG=1, otherwise ten.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.features.decks import model as decks_model
from bot.features.opening import plans_model as opening_plans_model
from bot.features.opening.cards import words_for
from bot.features.playing import board_model as playing_board_model
from bot.features.ratings import model as ratings_model
from bot.features.sign_ups import model as sign_ups_model
from bot.features.sign_ups.cards import known_headings
from bot.features.voting import procedures_model as voting_procedures_model
from bot.kernel.errors import UserError
from bot.record.errors import RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.series import ToldEvent, replay_series, write_series
from bot.record.writing import write_record
from bot.rulebooks import game_files, library, series_files
from bot.rulebooks.library import RulebookRefused, SheetRefused
from cogs import teams
from tests.record.playing import RULEBOOKS, played
from tests.record.test_nothing_is_dropped import OPEN, PLAY_OFFS, WARNED, by_hand
from tests.refusals import refuses

CHANGES = 200 if os.environ.get("LONG") else 10
LETTERS = '0123456789aZ;,\t"-.()[]{}<@>=#½é王 :'
REFUSALS = (RecordRefused, RulebookRefused, SheetRefused, UserError)
Lines = frozenset[int]


@dataclass(frozen=True)
class Reader:
    """A reader of files, with a sample: what follows from a text, and which of its lines the answer names."""

    sample: str
    read: Callable[[str], object]
    named: Callable[[str], Collection[int]] = lambda _: ()
    means: Callable[[str], object] = lambda text: [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    """The text without what is only another way to write the same."""


def outcome(reader: Reader, text: str) -> object:
    try:
        return reader.read(text)
    except REFUSALS as refused:
        return type(refused)


def changed(text: str, chance: Random) -> str:
    """The text with a line, a word or a letter of it changed."""
    lines = text.split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    spot = chance.randrange(len(text))
    match chance.choice(["letter", "letter", "letter", "gone", "twice", "swapped", "word", "cut", "strange"]):
        case "letter":
            return f"{text[:spot]}{chance.choice([*LETTERS, '', '', chr(10)])}{text[spot + 1 :]}"
        case "word":
            words = list(re.finditer(r"[^\s;,:=\[\]{}\"]+", text))
            here, there = chance.choice(words), chance.choice(words)
            return f"{text[: here.start()]}{there[0]}{text[here.end() :]}"
        case "cut":
            return text[:spot]
        case "gone":
            del lines[at]
        case "twice":
            lines.insert(other, lines[at])
        case "swapped":
            lines[at], lines[other] = lines[other], lines[at]
        case "strange":
            lines.insert(at, chance.choice(["nonsense", "777 nonsense", "x;y", "x = 1", "Zoe"]))
    return "\n".join(lines)


def silent(reader: Reader, known: object, after: str) -> bool:
    """Whether the reader answers the changed text as the sample, though it means something else, and names no line."""
    if outcome(reader, after) != known or reader.means(after) == reader.means(reader.sample):
        return False
    before, now = reader.sample.split("\n"), after.split("\n")
    touched = _touched(before, now) | {(at, line) for line, at in {(b, a) for a, b in _touched(now, before)}}
    named = {before[at - 1] for at in reader.named(reader.sample)} | {now[at - 1] for at in reader.named(after)}
    return not {line for _, line in touched if line.strip()} <= named


def _touched(lines: list[str], others: list[str]) -> set[tuple[int, str]]:
    """The lines that the others have not, each as often as it stands."""
    left = list(others)
    found = set()
    for at, line in enumerate(lines, start=1):
        if line in left:
            left.remove(line)
        else:
            found.add((at, line))
    return found


def _of_json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


# Lists of people.

NAMES = "1. Ana\n2 - Bia\n\nCaio - Recife\nDavi <@400000000000000001>\n- Élio-Maria\n"
HEADED = "Nick\nAna\nBia\n\nCaio\n"
SIGN_UPS = "Name;FirstName;Discord;Club;Seed\nSilva;Ana;400000000000000001;Azul;1\nReis;Bia;;Azul;\n"
OPENING = "Nome;Sobrenome;Rating;Clube;Titulo\nAna;Silva;2050,5;Azul;GM\nBia;Reis;1900;;\nCaio;Lima;;Verde;NM\n"
OBJECTS = '[{"name": "Ana", "rating": 2050},\n {"name": "Bia", "rating": 1900}]'
RATINGS = "Name;Rating\nAna;2050\nBia;1900,5\nCaio;2.100\n"
TEAM = "Ana; ana1\nBia\nCaio; caio3\n"
DECK = "Creatures:\n3 Tulpa's Secret (9)\n3x 66\nCut-Ups Method [C24] x2\n// mine\n- 1 × #C45\n"
TIMES = "1 35:20 41:00\n2 30:00 12:00\n"


def of_sign_ups(text: str) -> object:
    return replace(sign_ups_model.read(text.encode(), "list.csv", known_headings()), file_hash="")


def of_opening(text: str) -> object:
    return replace(opening_plans_model.read(text.encode(), "list.csv", words_for("pt-BR")), file_hash="")


def bare(text: str) -> object:
    """A list without what counts its lines, and with one word for what means the same column."""
    lines = [re.sub(r'^[\s"]*(?:\(?\d{0,4}\s*[-.):]|[-*•])*[\s"]*', "", line) for line in text.splitlines()]
    words = {**known_headings(), **words_for("pt-BR").columns}
    cells = [[cell.strip(' "()') for cell in re.split(r"[;,\t]|\s(?=<@)|[()](?=<@)", line)] for line in lines]
    told = [[_rating(one) for one in row if one] for row in cells if any(row)]
    if told:
        told[0] = [words.get(one.casefold().strip(".#,:; "), one) for one in told[0]]
        told[0] = ["part" if one in {"name", "first_name", "last_name"} else one for one in told[0]]
    return told


def _rating(cell: str) -> str:
    number = ratings_model.read_rating(cell.rstrip(".,"))
    return " ".join(cell.split()) if number is None else f"{number:g}"


LISTS = {
    "names": Reader(NAMES, of_sign_ups, means=bare),
    "names below a heading": Reader(HEADED, of_sign_ups, means=bare),
    "sign-ups": Reader(SIGN_UPS, of_sign_ups, means=bare),
    "opening": Reader(OPENING, of_opening, means=bare),
    "opening as objects": Reader(OBJECTS, of_opening, means=_of_json),
    "ratings": Reader(
        RATINGS,
        lambda text: (ratings_model.read_lines(text), ratings_model.heading_of(text)),
        means=bare,
    ),
    "team": Reader(TEAM, partial(teams._read_members, years=False), means=bare),
    "school": Reader("Ana; 7\nBia; 8\n", partial(teams._read_members, years=True), means=bare),
    "deck": Reader(
        DECK,
        decks_model.parse,
        named=lambda text: decks_model.parse(text).passed_over,
        means=lambda text: [" ".join(line.replace("×", " × ").split()) for line in text.splitlines() if line.strip()],
    ),
    "times of an adjournment": Reader(TIMES, playing_board_model.readings),
}


# Files of settings.


def _of_toml(text: str) -> object:
    try:
        return tomllib.loads(text)
    except ValueError:
        return text


RULES = Path(library.__file__).parent
GAMES = Path(game_files.__file__).parents[1] / "games"


def settings_of(folder: Path, names: Collection[str], read: Callable[[str], object]) -> dict[str, Reader]:
    return {
        f"{folder.name}/{name}": Reader((folder / f"{name}.toml").read_text("utf-8"), read, means=_of_toml)
        for name in names
    }


SETTINGS = {
    **settings_of(RULES, library.names(), lambda text: library.read_file(text, "own.toml")),
    **settings_of(
        RULES / "procedures",
        voting_procedures_model.names(),
        lambda text: voting_procedures_model.read(text, "own.toml"),
    ),
    **settings_of(RULES / "series", series_files.names(), lambda text: series_files.read(text, "own.toml")),
}
SHEETS = {
    f"{game}": Reader(
        (GAMES / game / "en-US.md").read_text("utf-8"), lambda text: game_files.read(text.encode(), "a.md")
    )
    for game in game_files.bundled_games()
}


@pytest.mark.parametrize("name", [*LISTS, *SHEETS])
def test_each_change_of_a_list_or_a_sheet_has_an_effect_or_is_named(name: str) -> None:
    reader = {**LISTS, **SHEETS}[name]
    known = outcome(reader, reader.sample)
    assert known not in REFUSALS
    for seed in range(CHANGES):
        after = changed(reader.sample, Random(f"{name}{seed}"))
        assert not silent(reader, known, after), (seed, after)


@pytest.mark.parametrize("name", SETTINGS)
def test_each_change_of_a_file_of_settings_has_an_effect(name: str) -> None:
    """A setting that is gone has its default, which may be what the line said: then another value there has one."""
    reader = SETTINGS[name]
    known = outcome(reader, reader.sample)
    for seed in range(CHANGES):
        after = changed(reader.sample, Random(f"{name}{seed}"))
        if silent(reader, known, after):
            gone = _touched(reader.sample.split("\n"), after.split("\n"))
            assert gone
            assert all(_is_read(reader, at) for at, _ in gone), (seed, gone)


def _is_read(reader: Reader, at: int) -> bool:
    lines = reader.sample.split("\n")
    key, _, value = lines[at - 1].partition("=")
    lines[at - 1] = f'{key}= "no such value"' if value.strip()[:1] != '"' else f"{key}= -77"
    return not isinstance(outcome(reader, "\n".join(lines)), type(outcome(reader, reader.sample)))


# Pasted lists, line by line.


def of_line(text: str) -> set[int]:
    found = sign_ups_model.read(text.encode(), "list.csv", known_headings())
    return {one.number for one in found.lines} | {one.line for one in found.faults} | {1 if found.heading else 0}


def test_each_line_of_a_changed_list_of_names_is_a_person_a_fault_or_the_heading_that_is_told() -> None:
    for seed in range(CHANGES):
        told = changed(HEADED, Random(seed))
        # Signs that part cells make a table of it, which has a heading; a quotation mark one row of several lines.
        if not set(told) & set(';\t,"[{'):
            rows = {at for at, line in enumerate(told.splitlines(), start=1) if line.strip()}
            try:
                answered = of_line(told)
            except UserError:
                continue
            assert rows <= answered | ({min(rows)} if 1 in answered else set()), told


@pytest.mark.parametrize("word", ["Nick", "Player", "Name", "Apelido", "Nombre", "Giocatore", "Nomi"])
def test_a_first_name_that_is_a_word_for_a_heading_is_told_and_can_be_put_right(word: str) -> None:
    def read(text: str) -> Any:
        return sign_ups_model.read(text.encode(), "list", known_headings())

    taken = read(f"{word}\nAna\nBia")
    assert ([one.name for one in taken.lines], taken.heading) == (["Ana", "Bia"], word)
    below = read(f"Name\n{word}\nAna")
    assert [one.name for one in below.lines] == [word, "Ana"]
    for told in (f"1. {word}\n2. Ana", f"- {word}\n- Ana"):
        assert [one.name for one in read(told).lines] == [word, "Ana"]
    with refuses("error.SignUpsEmpty"):
        read(word)


def test_a_table_whose_headings_leave_no_doubt_tells_none() -> None:
    assert sign_ups_model.read(b"Name,Club\nAna,Azul", "list.csv", known_headings()).heading == ""
    assert sign_ups_model.read(b'[{"name": "Ana"}]', "list.json", known_headings()).heading == ""


def test_a_line_of_a_team_without_a_name_is_refused() -> None:
    with pytest.raises(UserError):
        teams._read_members("Ana; ana1\n; bia2", years=False)


# Records.

Path_ = tuple[str | int, ...]
LADDER = {
    "rulebook": {"format": "ladder", "ladder": {"reach": 2, "lasts": "2 h"}},
    "event": {"began_at": "2026-05-01T18:00:00Z", "now": "2026-05-01T20:01:00Z"},
    "entrants": [{"id": "Ana", "rating": 2100}, {"id": "Bia", "rating": 2000}, {"id": "Caio", "rating": 1900}],
    "contests": [{"sides": ["Caio", "Ana"], "score": "1-0"}, {"sides": ["Ana", "Caio"], "score": "0-1"}],
}
TEAMS = {
    "rulebook": {
        "format": "round_robin",
        "teams": {"size": 2, "encounter": "sum", "board_games": 2},
        "scoring": {"by_games": True},
    },
    "entrants": ["North", "South"],
    "contests": [
        {
            "sides": ["North", "South"],
            "score": [2, 1],
            "draws": 1,
            "boards": [{"board": 1, "score": "2-0"}, {"board": 2, "score": "½-1½"}],
        }
    ],
}
IN_PART = {
    "rulebook": {"format": "knockout", "knockout": {"best_of": 3}},
    "entrants": ["Ana", "Bia", "Caio", "Duda"],
    "results": [["Ana", "Bia", "+:-"]],
    "contests": [{"sides": ["Caio", "Duda"], "round": 1, "position": 1, "score": "2-1", "walkover_games": [1, 0]}],
}
FORBIDDEN = {
    "rulebook": {"format": "swiss", "swiss": {"rounds": 3}},
    "entrants": ["Ana", "Bia", "Caio", "Duda"],
    "results": [[1, "Ana", "Bia", "1-0"], [1, "Caio", "Duda", "½-½"]],
    "forbidden": [["Ana", "Caio"]],
}
BY_HAND = {
    "open": OPEN,
    "play-offs": PLAY_OFFS,
    "warned": WARNED,
    "ladder": LADDER,
    "teams": TEAMS,
    "knock-out in part": IN_PART,
    "forbidden": FORBIDDEN,
}


@lru_cache
def record_text(name: str) -> str:
    if name in BY_HAND:
        return json.dumps(BY_HAND[name])
    whole = name.removeprefix("by hand: ")
    if whole != name:
        return by_hand(whole, 1)
    return write_record(played(name, 2 if name == "title_match" else 5, 3).record())


def of_record(text: str) -> object:
    record = read_record(text, "cup.json")
    found = replay(record)
    return record, found.difference, found.derived


def of_series(text: str) -> object:
    return replay_series(text, "cups.json")


def paths(value: object, before: Path_ = ()) -> Iterator[Path_]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*before, key)
        yield from paths(inner, (*before, key))


def part(file: Any, path: Path_) -> Any:
    for key in path:
        file = file[key]
    return file


def changed_part(file: Any, chance: Random) -> tuple[str, Path_]:
    """Changes one part of the file; in which way, and where."""
    every = list(paths(file))
    top = chance.choice(sorted({path[0] for path in every}, key=str))
    path = chance.choice([one for one in every if one[0] == top] if chance.random() < 0.5 else every)
    holder, key = part(file, path[:-1]), path[-1]
    value = holder[key]
    ways = ["gone", *["other"] * (2 * (not isinstance(value, dict | list)))]
    ways += ["swapped", "twice"] * isinstance(holder, list) + ["strange"] * isinstance(value, dict)
    way = chance.choice(ways)
    match way:
        case "gone":
            del holder[key]
        case "swapped":
            other = chance.randrange(len(holder))
            holder[key], holder[other] = holder[other], holder[key]
        case "twice":
            holder.insert(chance.randrange(len(holder) + 1), deepcopy(value))
        case "strange":
            value["nonsense"] = 1
        case "other":
            alike = [part(file, one) for one in every if one[-1] == key or chance.random() < 0.1]
            holder[key] = chance.choice(
                [*(one for one in alike if type(one) is type(value) and one != value), _next(value)]
            )
    return way, path


def _next(value: object) -> object:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}x"
    return 1


def follows_anyway(source: str, way: str, path: Path_, read: Callable[[str], object]) -> bool:
    """Whether what is gone is what the reader puts there by itself: another value there is refused or does more.

    The entrants of a draw are hashed in the order of their ids, however they stand.
    """
    if way == "swapped":
        return path[0] == "draws" or "draws" in path
    file = json.loads(source)
    holder = part(file, path[:-1])
    if isinstance(holder, list):
        # The round in front of a short line, or the last of something that ends by itself.
        return way == "gone" and path[0] == "results"
    holder[path[-1]] = {"nonsense": 1}
    try:
        read(json.dumps(file))
    except REFUSALS:
        return way == "gone"
    return False


def try_parts(source: str, read: Callable[[str], object], name: str, changes: int) -> None:
    known = read(source)
    for seed in range(changes):
        file = json.loads(source)
        way, path = changed_part(file, Random(f"{name}{seed}"))
        if file == json.loads(source):
            continue
        try:
            found = read(json.dumps(file))
        except REFUSALS:
            continue
        assert found != known or follows_anyway(source, way, path, read), (seed, way, path)


@pytest.mark.parametrize("name", [*RULEBOOKS, *(f"by hand: {one}" for one in RULEBOOKS), *BY_HAND])
def test_each_part_of_a_record_that_is_changed_changes_what_follows_or_is_refused(name: str) -> None:
    try_parts(record_text(name), of_record, name, CHANGES)


def series_text() -> str:
    record = played("knockout", 4, 1).record()
    return write_series("Cups", series_files.preset("cup-series"), [ToldEvent(record, {})])


@pytest.mark.parametrize("word", ["Caio", "Davi"])
def test_the_property_finds_a_reader_of_lists_that_drops_a_line(word: str) -> None:
    """Planted: lines with a word in them are passed over."""

    def dropping(text: str) -> object:
        return of_sign_ups("\n".join(line for line in text.split("\n") if word not in line))

    reader = Reader(NAMES, dropping, means=bare)
    assert any(silent(reader, dropping(NAMES), changed(NAMES, Random(seed))) for seed in range(200))


@pytest.mark.parametrize(("name", "key"), [("open", "results"), ("forbidden", "forbidden"), ("warned", "warnings")])
def test_the_property_finds_a_reader_of_records_that_drops_a_part(name: str, key: str) -> None:
    """Planted: a key is never read."""

    def dropping(text: str) -> object:
        return of_record(json.dumps({one: value for one, value in json.loads(text).items() if one != key}))

    with pytest.raises(AssertionError):
        try_parts(record_text(name), dropping, "planted", 200)


def test_an_event_of_a_series_has_the_name_and_the_end_that_its_record_leaves_to_the_series() -> None:
    record = {"rulebook": {"format": "knockout"}, "entrants": ["Ana", "Bia"], "results": [["Ana", "Bia", "1-0"]]}
    event = {"id": "record", "name": "First cup", "record": record}
    file = {"rules": series_files.to_toml(series_files.preset("cup-series")), "events": [event]}
    assert replay_series(json.dumps(file), "cups.json").rows == ()
    event["ended_at"] = "2026-05-02T18:00:00Z"
    found = replay_series(json.dumps(file), "cups.json")
    assert [row.person_id for row in found.rows] == ["Ana", "Bia"]
    assert (found.events[0].record.name, found.agrees) == ("First cup", True)
    record["event"] = {"name": "Second cup", "ended_at": "2026-05-03T18:00:00Z"}
    difference = replay_series(json.dumps(file), "cups.json").difference
    assert difference is not None
    assert difference.place == "events[0].name"
    del event["name"]
    difference = replay_series(json.dumps(file), "cups.json").difference
    assert difference is not None
    assert difference.place == "events[0].ended_at"
    event["people"] = {"Nobody": "somebody"}
    with pytest.raises(RecordRefused):
        replay_series(json.dumps(file), "cups.json")


@pytest.mark.parametrize(
    ("name", "change", "place"),
    [
        ("ladder", lambda file: file["contests"][0]["sides"].pop(), "contests[0]"),
        ("teams", lambda file: file["contests"][0]["score"].pop(), "contests[0].score"),
        ("knock-out in part", lambda file: file["contests"][0].update(position=7), "contests[0]"),
    ],
)
def test_what_no_format_has_is_refused_with_its_place(name: str, change: Callable[[Any], object], place: str) -> None:
    file = json.loads(record_text(name))
    change(file)
    with pytest.raises(RecordRefused) as refused:
        read_record(json.dumps(file), "cup.json")
    assert refused.value.faults[0].place == place


def test_a_match_told_at_a_place_of_the_bracket_stands_there() -> None:
    """The other match of the round has the place that is left."""
    places = {
        one.contest.sides: one.contest.position for one in read_record(record_text("knock-out in part"), "a").contests
    }
    assert places == {("Caio", "Duda"): 1, ("Ana", "Bia"): 0}


def test_an_annulment_told_twice_and_a_player_who_left_and_did_not_are_refused() -> None:
    annulled = {"contest": "0", "entrant": "Ana"}
    left = {"id": "Ana", "withdrawn": False, "withdrawn_at": "2026-05-02T18:00:00Z"}
    for more, place in (
        ({"annulled": [annulled, annulled]}, "annulled[1]"),
        ({"entrants": [left, "Bia", "Caio", "Duda"], "warnings": []}, "entrants[0].withdrawn_at"),
    ):
        with pytest.raises(RecordRefused) as refused:
            read_record(json.dumps({**WARNED, **more}), "cup.json")
        assert [one.place for one in refused.value.faults] == [place]


def test_each_part_of_a_series_that_is_changed_changes_what_follows_or_is_refused() -> None:
    try_parts(series_text(), of_series, "series", CHANGES)
