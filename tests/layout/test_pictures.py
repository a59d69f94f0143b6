"""Brackets, podiums and tables as pictures: every script, every place, nothing outside its box, the same bytes."""

from __future__ import annotations

import hashlib
import io
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.i18n.catalogue import LOCALES, Translator
from bot.layout.bracket_layout import BracketLayout, bracket_pages, page_layout, whole_layout
from bot.layout.bracket_words import behind_picture, bracket_text
from bot.layout.canvas import Canvas
from bot.layout.event_pictures import draw_bracket, draw_table, draw_whole
from bot.layout.people_pictures import draw_podium
from bot.layout.picture_model import (
    DARK,
    MARGIN,
    Align,
    BracketLabels,
    BracketPicture,
    DrawnPlace,
    DrawnPlaceState,
    PodiumPicture,
    PodiumStep,
    Portrait,
    RoundColumn,
    Slot,
    TableColumn,
    TablePicture,
    TableRow,
)
from bot.layout.typesetting import ELLIPSIS, UNKNOWN, Weight, clean, set_line
from bot.people.cards import initials
from tests.layout import gallery

LABELS = BracketLabels(bye="bye", walkover="W.O.", playing="live", third_place="Third place")

SCRIPTS = {
    "latin": "João Łukasz Žďár Nguyễn Hương",
    "greek": "Νίκος Ελένη",
    "cyrillic": "Дмитрий Їжак",
    "japanese": "さくら カルタ 髙橋",
    "chinese": "王小明 簡體 简体",
    "korean": "김민준",
    "arabic": "محمد علي",
    "hebrew": "דוד כהן",
    "devanagari": "अनिता शर्मा",
    "thai": "สมชาย",
    "bengali": "অনিতা",
    "tamil": "கண்ணன்",
    "georgian": "გიორგი",
    "armenian": "Արամ",
    "ethiopic": "አበበ",
    "emoji": "🎴🌸🔥👨‍👩‍👧👍🏽🇧🇷",
    "script letters": "𝓐𝓷𝓪",
    "fraktur": "𝔅𝔢𝔯𝔱",
    "circled": "ⓐⓑⒸ",
    "full width": "Ａｎａ",
    "symbols": "★☆♛♪⚔",
    "squared": "🄰🅱",
    "hieroglyph": "𓆏",
    "tibetan ornaments": "༺༻",
}


def place(top: str | None, bottom: str | None, state: DrawnPlaceState = DrawnPlaceState.WAITING) -> DrawnPlace:
    return DrawnPlace(Slot(top), Slot(bottom), state)


def bracket(entrants: int, name: str = "Player") -> BracketPicture:
    """A drawn bracket before its first match: byes in the first round, nobody known further on."""
    first = 1
    while first * 2 < entrants:
        first *= 2
    pairs, numbers = entrants - first, iter(range(1, entrants + 1))
    places = [
        place(f"{name} {next(numbers)}", f"{name} {next(numbers)}")
        if position < pairs
        else replace(place(f"{name} {next(numbers)}", None, DrawnPlaceState.BYE), note="by lot")
        for position in range(first)
    ]
    columns = [RoundColumn("Round 0", tuple(places))]
    while len(columns[-1].places) > 1:
        size = len(columns[-1].places) // 2
        blanks = tuple(
            DrawnPlace(Slot(seed_text=f"{len(columns)}.{i}"), Slot(), DrawnPlaceState.WAITING) for i in range(size)
        )
        columns.append(RoundColumn(f"Round {len(columns)}", blanks))
    return BracketPicture("The Open", f"{entrants} players", tuple(columns), place(None, None), LABELS)


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def ink(text: str) -> bytes:
    canvas = Canvas(600, 60, DARK.ground)
    canvas.text(10, 40, set_line(text, 27), DARK.bright, DARK.ground)
    return canvas.png()


BLANK = Canvas(600, 60, DARK.ground).png()


@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_every_script_has_its_letters(text: str) -> None:
    assert all(run.face is not None for run in set_line(text, 27).runs)
    assert ink(text) not in (BLANK, ink(UNKNOWN * len(text)))


@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_each_face_draws_its_letters_and_not_its_sign_for_missing(text: str) -> None:
    from bot.layout.canvas import _run_mask

    for run in set_line(text, 27).runs:
        if run.face is not None and run.text.strip():
            drawn = _run_mask(run.text[:1], run.face, run.backwards, 27, Weight.MEDIUM)[0]
            missing = _run_mask("\U0010fffd", run.face, run.backwards, 27, Weight.MEDIUM)[0]
            assert run.text[:1].isspace() or drawn.tobytes() != missing.tobytes()


def test_a_character_that_no_face_has_is_a_neutral_box() -> None:
    (run,) = set_line("\U0010fffd", 27).runs
    assert run.face is None
    assert ink("\U0010fffd") == ink(UNKNOWN) != BLANK


def _pieces(image: Image.Image) -> list[int]:
    """The left edges of what is separated by empty columns."""
    inked = [x for x in range(image.width) if len(image.crop((x, 0, x + 1, image.height)).getcolors() or ()) > 1]
    return [x for before, x in pairwise([-9, *inked]) if x - before > 1]


def test_arabic_letters_join() -> None:
    assert len(_pieces(opened(ink("ععع")))) == 1
    assert len(_pieces(opened(ink("ع ع ع")))) == 3


@pytest.mark.parametrize(
    ("text", "from_the_left"),
    [
        ("Ana דוד", ["Ana ", "דוד"]),
        ("דוד 45", ["45", "דוד "]),
        ("דוד 12:30", ["12:30", "דוד "]),
        ("דוד Ana", ["Ana", "דוד "]),
        ("Ana דוד 45", ["Ana ", "45", "דוד "]),
    ],
)
def test_words_from_the_right_stand_in_reading_order(text: str, from_the_left: list[str]) -> None:
    runs = set_line(text, 27).runs
    joined: list[str] = []
    for before, run in zip((None, *runs), runs, strict=False):
        if before is not None and before.backwards == run.backwards and before.backwards:
            joined[-1] = run.text + joined[-1]
        else:
            joined.append(run.text)
    assert [part.strip() for part in joined if part.strip()] == [part.strip() for part in from_the_left]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("A\u202ena", "Ana"),
        ("A\u2066n\u2069a\u200b", "Ana"),
        ("A\nna\tB", "A na B"),
        ("\u3164\u2800 ", UNKNOWN),
        ("", UNKNOWN),
        ("A" + "\u0301" * 30, "Á" + "\u0301" * 3),
        ("\ud800Ana", "Ana"),
    ],
)
def test_invisible_and_overriding_characters_leave_a_name(written: str, shown: str) -> None:
    assert clean(written) == shown


@pytest.mark.parametrize("text", [*SCRIPTS.values(), "A very long nickname that never ends, really"])
def test_a_name_too_long_ends_in_an_ellipsis_within_its_width(text: str) -> None:
    whole = set_line(text * 9, 27)
    short = set_line(text * 9, 27, Weight.MEDIUM, 150)
    assert short.width <= 150 < whole.width
    assert ELLIPSIS in "".join(run.text for run in short.runs)


def _digest(data: bytes) -> str:
    """Short, since pytest takes minutes to explain how two pictures differ."""
    return hashlib.sha256(data).hexdigest()


def _outside(png: bytes, layout: BracketLayout) -> str:
    """The picture without its places."""
    image = opened(png)
    for column in layout.columns:
        for spot in column:
            image.paste((0, 0, 0), spot.box)
    return _digest(image.tobytes())


@pytest.mark.parametrize("name", ["A very long nickname that never ends, really", "W" * 60, "محمد علي " * 9, "🎴" * 40])
def test_no_name_leaves_its_box(name: str) -> None:
    short, long = bracket(8, "Bo"), bracket(8, name)
    assert _outside(draw_bracket(short), page_layout(short)) == _outside(draw_bracket(long), page_layout(long))
    assert _outside(draw_whole(short), whole_layout(short)) == _outside(draw_whole(long), whole_layout(long))


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 11, 13, 16, 32, 64, 100])
def test_pages_show_every_place_exactly_once(entrants: int) -> None:
    picture = bracket(entrants)
    pages = bracket_pages(picture)
    shown = [(column.label, one) for page in pages for column in page.rounds for one in column.places]
    everything = [(column.label, one) for column in picture.rounds for one in column.places]
    assert sorted(map(repr, shown)) == sorted(map(repr, everything))
    assert [page.third_place for page in pages] == [None] * (len(pages) - 1) + [picture.third_place]
    assert [page.has_final for page in pages] == [False] * (len(pages) - 1) + [True]


@pytest.mark.parametrize(("entrants", "pages"), [(2, 1), (8, 1), (9, 1), (16, 1), (17, 3), (32, 3), (64, 5), (256, 17)])
def test_up_to_sixteen_players_are_one_page_and_no_page_has_more(entrants: int, pages: int) -> None:
    cut = bracket_pages(bracket(entrants))
    assert len(cut) == pages
    assert all(len(page.rounds) <= 4 and len(page.rounds[0].places) <= 8 for page in cut)
    assert len(cut[-1].rounds) > 1 or entrants == 2, "the final is alone on its page"
    assert [page.page for page in cut] == ([(n, pages) for n in range(1, pages + 1)] if pages > 1 else [None])


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13, 16])
def test_a_page_is_1100_pixels_wide_and_lower_than_wide(entrants: int) -> None:
    for page in bracket_pages(bracket(entrants)):
        width, height = opened(draw_bracket(page)).size
        assert width == 1100
        assert height <= 850


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13, 16, 31, 64])
def test_no_two_places_overlap(entrants: int) -> None:
    picture = bracket(entrants)
    for layout in (whole_layout(picture), *map(page_layout, bracket_pages(picture))):
        spots = [spot for column in layout.columns for spot in column]
        boxes = [spot.box for spot in (*spots, *([layout.third_place] if layout.third_place else []))]
        assert all(0 <= box[0] < box[2] <= layout.width and 0 <= box[1] < box[3] <= layout.height for box in boxes)
        for index, one in enumerate(boxes):
            for other in boxes[index + 1 :]:
                assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_a_place_stands_between_the_two_that_feed_it() -> None:
    columns = whole_layout(bracket(64)).columns
    for column, following in pairwise(columns):
        for position, spot in enumerate(following):
            assert spot.middle == (column[2 * position].middle + column[2 * position + 1].middle) // 2


def test_sixty_four_players_stay_small() -> None:
    generator = random.Random(3)
    names = list(SCRIPTS.values())
    picture = bracket(64)
    first = tuple(
        DrawnPlace(
            Slot(f"{generator.choice(names)[:12]} {i}", score_text="3", won=True),
            Slot(f"{generator.choice(names)[:12]} {i + 32}", score_text="1", out=True),
            DrawnPlaceState.DONE,
        )
        for i in range(32)
    )
    whole = replace(picture, rounds=(RoundColumn("Round 0", first), *picture.rounds[1:]))
    assert len(draw_whole(whole)) <= 200 * 1024


def test_the_same_picture_gives_the_same_bytes_in_any_thread() -> None:
    pictures = [bracket_pages(bracket(5, name))[0] for name in SCRIPTS.values()]
    once = [_digest(draw_bracket.__wrapped__(picture)) for picture in pictures]
    with ThreadPoolExecutor(2) as pool:
        drawn = pool.map(draw_bracket.__wrapped__, pictures * 2)
        assert list(map(_digest, drawn)) == once * 2


def test_an_equal_picture_is_drawn_once() -> None:
    draw_bracket.cache_clear()
    draw_bracket(bracket(4))
    draw_bracket(bracket(4))
    assert draw_bracket.cache_info().hits == 1


def _final(**changes: object) -> BracketPicture:
    top, bottom = Slot("Ana", score_text="5", won=True), Slot("Bo", score_text="2", out=True)
    picture = BracketPicture(
        "The Open", "", (RoundColumn("Final", (DrawnPlace(top, bottom, DrawnPlaceState.DONE),)),), None, LABELS
    )
    return replace(picture, **changes)  # type: ignore[arg-type]


def test_the_champion_alone_wears_the_accent() -> None:
    def accent(picture: BracketPicture) -> bool:
        spot = page_layout(picture).columns[0][0]
        return opened(draw_bracket(picture)).getpixel((spot.box[0] + 8, spot.box[1] + 20)) == DARK.accent

    assert accent(_final())
    assert not accent(_final(has_final=False))


@pytest.mark.parametrize("state", [DrawnPlaceState.PLAYING, DrawnPlaceState.WALKOVER, DrawnPlaceState.BYE])
def test_each_state_looks_its_own(state: DrawnPlaceState) -> None:
    picture = _final()
    (final,) = picture.rounds[0].places
    changed = replace(picture, rounds=(RoundColumn("Final", (replace(final, state=state),)),))
    assert draw_bracket(changed) != draw_bracket(picture)


ENGLISH = Translator("en-US")


def told() -> BracketPicture:
    done = DrawnPlace(Slot("Ana", score_text="3", won=True), Slot("Bo", score_text="1", out=True), DrawnPlaceState.DONE)
    missed = DrawnPlace(
        Slot("Cy", score_text="0", out=True), Slot("Di", score_text="3", won=True), DrawnPlaceState.WALKOVER
    )
    nobody = DrawnPlace(Slot("Ed", out=True), Slot("Fi", out=True), DrawnPlaceState.WALKOVER)
    bye = DrawnPlace(Slot("Eve", won=True), Slot(), DrawnPlaceState.BYE, "drawn by lot")
    live = DrawnPlace(Slot("Flo"), Slot("Gus"), DrawnPlaceState.PLAYING)
    first = RoundColumn("Round 1", (done, missed, bye, live, nobody))
    columns = (first, RoundColumn("Semi-finals", (place("Ana", None), place(None, None))))
    third = DrawnPlace(Slot("Bo"), Slot("*Cy*"), DrawnPlaceState.WAITING)
    return BracketPicture("The Open", "", (*columns, RoundColumn("Final", (place(None, None),))), third, LABELS)


def test_the_text_twin_tells_results_byes_and_their_reasons_in_sentences() -> None:
    assert bracket_text(told(), ENGLISH, quote=lambda name: name.replace("*", r"\*")) == (
        "The Open\n\n"
        "Round 1\n"
        "1. Ana beat Bo 3 to 1.\n"
        "2. Di won by walkover against Cy.\n"
        "3. Eve has a bye (drawn by lot).\n"
        "4. Flo and Gus are playing now.\n"
        "5. Neither Ed nor Fi won.\n\n"
        "Semi-finals\n1. Ana waits for an opponent.\n\n"
        "Third place\nBo plays \\*Cy\\*."
    )


def test_the_words_behind_a_picture_begin_with_the_latest_round() -> None:
    assert behind_picture("Bracket of The Open.", told(), ENGLISH) == (
        "Bracket of The Open. Third place: Bo plays *Cy*. Semi-finals: Ana waits for an opponent. "
        "Round 1: Ana beat Bo 3 to 1. Di won by walkover against Cy. Eve has a bye (drawn by lot). "
        "Flo and Gus are playing now. Neither Ed nor Fi won."
    )


@pytest.mark.parametrize("language", LOCALES)
def test_the_words_behind_a_picture_are_sentences_without_signs_that_discord_takes(language: str) -> None:
    voice = Translator(language)
    for picture in (told(), *bracket_pages(gallery.THIRTY_TWO), gallery.TWO_LIVES, bracket(16, "W" * 32)):
        words = behind_picture("Cup.", picture, voice)
        assert len(words) <= 1024
        assert words.endswith(".")
        assert not set(words) & set("→↓·|")


def test_nothing_is_said_of_places_of_which_nothing_is_known() -> None:
    empty = replace(bracket(2), rounds=(RoundColumn("Final", (place(None, None),)),))
    assert behind_picture("Cup.", empty, ENGLISH) == "Cup."
    assert "Third place" not in bracket_text(empty, ENGLISH)


def test_words_too_many_for_a_picture_say_where_the_rest_is() -> None:
    words = behind_picture("Cup.", bracket_pages(bracket(16, "W" * 60))[0], ENGLISH)
    assert len(words) <= 1024
    assert words.endswith("The event's panel has the rest in words.")


def test_the_text_twin_keeps_a_name_from_the_right_apart() -> None:
    picture = replace(bracket(2), rounds=(RoundColumn("Final", (place("דוד", "Ana"),)),), third_place=None)
    assert "\u2068דוד\u2069 plays Ana." in bracket_text(picture, ENGLISH)


def test_who_comes_from_another_part_is_awaited_from_it() -> None:
    picture = bracket(32)
    labels = replace(LABELS, from_part="from part {n}")
    column = replace(picture.rounds[-2], places=(place(None, "Ana"), place(None, None)))
    last = bracket_pages(replace(picture, labels=labels, rounds=(*picture.rounds[:-2], column, picture.rounds[-1])))[-1]
    awaited = [(one.top.expected, one.bottom.expected) for one in last.rounds[0].places]
    assert awaited == [("from part 1", None), ("from part 2", "from part 2")]
    assert last.rounds[1].places[0].top.expected is None


@pytest.mark.parametrize(
    ("name", "width", "shown"),
    [
        ("Ana (ana_reis)", 400, "Ana (ana_reis)"),
        ("Ana Beatriz Figueiredo (ana_bia)", 200, "Ana… (ana_bia)"),
        ("Maximiliano (the.longest.user.name)", 150, "(the.long…"),
        ("Ana (from Rio)", 120, "Ana (fr…"),
    ],
)
def test_of_a_name_that_is_told_apart_the_user_name_stays(name: str, width: int, shown: str) -> None:
    line = set_line(name, 27, Weight.MEDIUM, width)
    assert "".join(run.text for run in line.runs) == shown
    assert line.width <= width


TEXT = st.text(max_size=40)


@given(TEXT, TEXT, TEXT, st.sampled_from(DrawnPlaceState))
def test_no_text_breaks_a_bracket(name: str, score: str, note: str, state: DrawnPlaceState) -> None:
    slot = Slot(name, seed_text=score, score_text=score, out=True)
    column = RoundColumn(note, (DrawnPlace(slot, replace(slot, won=True), state, note),))
    picture = BracketPicture(name, note, (column,), column.places[0], LABELS)
    assert opened(draw_bracket.__wrapped__(picture)).width == 1100
    assert bracket_text(picture, ENGLISH)


@given(TEXT, TEXT)
def test_no_text_breaks_a_podium_or_a_table(name: str, detail: str) -> None:
    steps = tuple(PodiumStep(rank, name, detail, Portrait(initials(name))) for rank in (1, 2, 3, 3))
    podium = PodiumPicture(name, detail, steps, detail)
    columns = (TableColumn(detail, Align.END), TableColumn(name))
    table = TablePicture(name, detail, columns, (TableRow((detail, name), True), TableRow((name,))), name)
    assert opened(draw_podium.__wrapped__(podium)).width == 1100
    assert opened(draw_table.__wrapped__(table)).width == 1100


def test_a_table_of_twenty_rows_grows_by_the_row() -> None:
    columns = (TableColumn("#", Align.END), TableColumn("Player"), TableColumn("Elo", Align.END))
    rows = tuple(TableRow((str(n), f"Player {n}", str(2100 - n))) for n in range(1, 21))
    ten, twenty = (opened(draw_table(TablePicture("Ranking", "", columns, rows[:n]))) for n in (10, 20))
    assert twenty.height - ten.height == 520


def test_wide_cells_give_way_before_they_touch() -> None:
    columns = tuple(TableColumn(f"Column {n}") for n in range(6))
    wide = TablePicture("T", "", columns, (TableRow(("W" * 50,) * 6),))
    image = opened(draw_table(wide)).crop((MARGIN + 12, 170, 1100 - MARGIN - 12, 210))
    inked = [x for x in range(image.width) if len(image.crop((x, 0, x + 1, 40)).getcolors() or ()) > 1]
    gaps = [b - a for a, b in pairwise(inked) if b - a >= 24]
    assert len(gaps) == 5


def test_a_podium_without_second_and_third_has_the_champion_alone() -> None:
    image = opened(draw_podium(PodiumPicture("Cup", "", (PodiumStep(1, "Ana"),))))
    assert image.crop((0, 300, 380, 600)).getcolors() == [(380 * 300, DARK.ground)]
    assert DARK.accent in {colour for _, colour in image.crop((380, 200, 720, 570)).getcolors() or ()}


@pytest.mark.parametrize("on_a_step", [1, 2, 4, 9])
def test_however_many_share_a_step_they_stand_between_the_heading_and_the_block(on_a_step: int) -> None:
    steps = tuple(
        PodiumStep(rank, f"{rank} W" * 9, "points", Portrait("W", 1)) for rank in (1, 2, 3) for _ in range(on_a_step)
    )
    bare = opened(draw_podium(PodiumPicture("Cup", "16 players", ())))
    full = opened(draw_podium(PodiumPicture("Cup", "16 players", steps)))
    assert full.size == bare.size
    assert full.crop((0, 0, 1100, 116)).tobytes() == bare.crop((0, 0, 1100, 116)).tobytes()
    assert {full.getpixel((x, y)) for x in (8, 1092) for y in range(full.height)} == {DARK.ground}
