"""A picture of each kind that the bot draws, with names in every script, as they are stored in `stored_pictures`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.features.tournaments.boards_cards import draw_board
from bot.layout.bracket_layout import bracket_pages
from bot.layout.event_pictures import draw_bracket, draw_race, draw_table
from bot.layout.people_pictures import draw_meeting, draw_player, draw_podium
from bot.layout.picture_model import (
    DARK,
    LIGHT,
    Align,
    BracketLabels,
    BracketPicture,
    DrawnPlace,
    DrawnPlaceState,
    FinalPlace,
    Look,
    LowerBracket,
    Mark,
    MatchLine,
    MeetingPicture,
    PlayerPicture,
    PodiumPicture,
    PodiumStep,
    Portrait,
    RaceLine,
    RacePicture,
    RatingCourse,
    RivalLine,
    RoundColumn,
    Slot,
    TableColumn,
    TablePicture,
    TableRow,
)
from bot.play.game_sheets import StartingBoard, grid

LABELS: Final = BracketLabels("bye", "w/o", "now playing", "Third place", "from part {n}")
LATIN, GREEK, CYRILLIC = "João Łukasz Žďár", "Νίκος Ελένη", "Дмитрий Їжак"
ARABIC, HEBREW, HINDI, THAI = "محمد علي", "דוד כהן", "अनिता शर्मा", "สมชาย"
JAPANESE, KOREAN, CHINESE = "さくら カルタ 髙橋", "김민준", "王小明 簡體"
EMOJI, FANCY, WIDE = "🎴🌸🔥 KoiKoi", "𝓐𝓷𝓪 ★ ⓐⓑⒸ", "W" * 32
NAMES: Final = (
    LATIN, JAPANESE, ARABIC, CYRILLIC, HINDI, EMOJI, THAI, HEBREW, KOREAN, GREEK, CHINESE, FANCY, WIDE,
)  # fmt: skip


def _place(
    top: str | None, bottom: str | None, state: DrawnPlaceState, score: str = "", note: str | None = None
) -> DrawnPlace:
    scores: list[str | None] = [*score.split("-")] if score else [None, None]
    ahead = score and state in (DrawnPlaceState.DONE, DrawnPlaceState.WALKOVER)
    first, second = (
        Slot(name, None, str(seed), told, bool(ahead) and number == 0, bool(ahead) and number == 1)
        for number, (name, seed, told) in enumerate(zip((top, bottom), (1, 16), scores, strict=True))
    )
    return DrawnPlace(first, second, state, note)


def _bye(name: str, note: str) -> DrawnPlace:
    return DrawnPlace(Slot(name, seed_text="3"), Slot(), DrawnPlaceState.BYE, note)


DONE, PLAYING, WAITING, WALKOVER = (
    DrawnPlaceState.DONE,
    DrawnPlaceState.PLAYING,
    DrawnPlaceState.WAITING,
    DrawnPlaceState.WALKOVER,
)
BRACKET: Final = BracketPicture(
    "The Open of Kōenji",
    "8 players · best of 9",
    (
        RoundColumn(
            "Quarter-finals",
            (
                _place(LATIN, GREEK, DONE, "5-2"),
                _place(JAPANESE, ARABIC, WALKOVER, "5-0"),
                _bye(HINDI, "highest rated"),
                _place(EMOJI, THAI, PLAYING),
            ),
        ),
        RoundColumn("Semi-finals", (_place(LATIN, JAPANESE, DONE, "5-3"), _place(HINDI, None, WAITING))),
        RoundColumn("Final", (_place(LATIN, None, WAITING),)),
    ),
    _place(KOREAN, WIDE, DONE, "5-4"),
    LABELS,
)
TOLD_APART: Final = ("Ana (ana_reis)", "Ana Beatriz Figueiredo (ana_bia)", "Bo", "Maximiliano")


def sixteen(state: DrawnPlaceState) -> tuple[DrawnPlace, ...]:
    """The first round of sixteen: in play, or decided but for the last two."""
    names = [*NAMES[:4], *TOLD_APART, *NAMES[4:12]]
    pairs = zip(names[::2], names[1::2], strict=True)
    places = [_unseeded(top, bottom, state, "5-3" if state is DONE else "") for top, bottom in pairs]
    return (
        *places[:5],
        _bye_of("Ana (ana_reis)", "drawn by lot"),
        _bye_of(CYRILLIC, "among the highest rated"),
        places[7],
    )


def _unseeded(top: str | None, bottom: str | None, state: DrawnPlaceState, score: str = "") -> DrawnPlace:
    place = _place(top, bottom, state, score)
    return replace(place, top=replace(place.top, seed_text=None), bottom=replace(place.bottom, seed_text=None))


def _bye_of(name: str, note: str) -> DrawnPlace:
    return replace(_bye(name, note), top=Slot(name, won=True))


_OPEN: Final = _unseeded(None, None, WAITING)
SIXTEEN: Final = BracketPicture(
    "Friday Cup",
    "14 players · Quick knock-out",
    (
        RoundColumn("Preliminary round", sixteen(DONE)),
        RoundColumn(
            "Quarter-finals",
            (
                _unseeded(LATIN, TOLD_APART[0], DONE, "5-2"),
                _unseeded(TOLD_APART[1], ARABIC, WALKOVER, "5-0"),
                _unseeded(JAPANESE, "Ana (ana_reis)", PLAYING),
                _unseeded(TOLD_APART[1], None, WAITING),
            ),
        ),
        RoundColumn("Semi-finals", (_unseeded(LATIN, TOLD_APART[1], PLAYING), _OPEN)),
        RoundColumn("Final match", (_OPEN,)),
    ),
    _OPEN,
    LABELS,
)
THIRTY_TWO: Final = replace(
    SIXTEEN,
    title="Thirty-two",
    subtitle="30 players · Quick knock-out",
    rounds=(
        RoundColumn("Round of 32", sixteen(PLAYING) * 2),
        RoundColumn("Round of 16", (_unseeded("Ana (ana_reis)", CYRILLIC, WAITING), *(_OPEN,) * 7)),
        RoundColumn("Quarter-finals", (_OPEN,) * 4),
        RoundColumn("Semi-finals", (_OPEN,) * 2),
        RoundColumn("Final match", (_OPEN,)),
    ),
)
TWO_LIVES: Final = BracketPicture(
    "Двойное выбывание",
    "4 players · Double elimination",
    (
        RoundColumn("Round 1", (_place(CYRILLIC, HEBREW, DONE, "2-0"), _place(WIDE, CHINESE, WALKOVER, "2-1"))),
        RoundColumn("Round 2", (_place(CYRILLIC, WIDE, DONE, "2-1"),)),
    ),
    None,
    LABELS,
    rounds_title="Main bracket",
    below=(
        LowerBracket(
            "Lower bracket",
            (
                RoundColumn("Round 1", (_place(HEBREW, CHINESE, DONE, "2-1"),)),
                RoundColumn("Round 2", (_place(HEBREW, WIDE, PLAYING, "1-0"),), feeds=((0,),)),
            ),
        ),
    ),
    finals=(
        FinalPlace("Final match", _place(CYRILLIC, None, WAITING), (0, 1)),
        FinalPlace("Final match no. 2", _place(None, None, WAITING, note="Only if needed")),
    ),
    legend="↓ came down after losing in that round above",
)


def _row(number: int, name: str) -> TableRow:
    moved = ("▲2", "▼1", "=", "▲11")[number % 4]
    mark = {2: "1 bye", 5: "w/o +1 −1 · left", 12: "🔥 +4"}.get(number, "")
    cells = (
        str(number + 1),
        moved,
        name,
        str(9 - number // 2),
        "1",
        str(number // 2),
        f"{9 - number // 2}½",
        "2,222.22",
    )
    return TableRow((*cells, "1850"), emphasised=number == 0, cut=number == 3, mark=mark)


TABLE: Final = TablePicture(
    "Swiss of Kōenji",
    "After round 3",
    tuple(
        TableColumn(label, Align.START if label == "Player" else Align.END)
        for label in ("#", "±", "Player", "W", "D", "L", "Pts", "Bh-1", "Perf")
    ),
    tuple(_row(number, name) for number, name in enumerate(NAMES)),
    "The first 4 go on to the knock-out · Points: W 1 · D ½ · bye 1",
)
ALONE: Final = TablePicture(
    WIDE, "", (TableColumn("#", Align.END), TableColumn("Player")), (TableRow(("1", WIDE), True, mark="left"),)
)
PODIUM: Final = PodiumPicture(
    "The Open",
    "16 players",
    (
        PodiumStep(1, LATIN, "final won 5–3", Portrait("JŽ", 3)),
        PodiumStep(2, JAPANESE, portrait=Portrait("さ", 1)),
        PodiumStep(3, ARABIC, "third place won 5–4", Portrait("م", 2)),
        PodiumStep(3, WIDE),
    ),
)
RACE: Final = RacePicture(
    "Arena of Kōenji",
    "How the leaders’ points grew",
    (
        RaceLine(LATIN, "24", ((0.1, 2), (0.2, 4), (0.3, 8), (0.45, 12), (0.6, 16), (0.7, 20), (0.95, 24))),
        RaceLine(JAPANESE, "17", ((0.05, 2), (0.15, 4), (0.3, 5), (0.5, 9), (0.65, 13), (0.9, 17))),
        RaceLine(ARABIC, "16", ((0.15, 2), (0.35, 6), (0.5, 7), (0.55, 11), (0.8, 15), (0.85, 16))),
        RaceLine(WIDE, "16", ((0.25, 4), (0.4, 8), (0.6, 10), (0.75, 16))),
        RaceLine(EMOJI, "7", ((0.3, 1), (0.5, 3), (0.8, 7))),
    ),
    ((0.0, "0"), (0.25, "15"), (0.5, "30"), (0.75, "45"), (1.0, "1 hour")),
)
_LATEST = tuple(
    MatchLine(mark, mark.value[0].upper(), name, "3–2")
    for mark, name in zip((*Mark, *Mark, *Mark), NAMES, strict=False)
)[:10]
PLAYER: Final = PlayerPicture(
    Portrait("JŽ", 3),
    LATIN,
    ("Place 1 of 9 · 12 games", "National Master"),
    "1508",
    "Rating",
    RatingCourse("Rating", (1500.0, 1520.5, 1490.0, 1508.0), "Jan 2026", "Mar 2026"),
    "Last matches",
    _LATEST,
    "Most met",
    tuple(RivalLine(Portrait(name[:1], number), name, "2 won, 1 lost") for number, name in enumerate(NAMES[1:5])),
    (1, 2, 3),
    "12 won, 3 drawn, 4 lost",
)
MEETING: Final = MeetingPicture(
    Portrait("A", 1), Portrait(), (WIDE, HEBREW), ("11", "2", "3"), ("won", "drawn", "won"), "Last matches", _LATEST[:3]
)
BOARD: Final = StartingBoard(
    grid(6, 6),
    arcs=((0, 0, 1, 90, 360),),
    points=((1, 1), (4, 4)),
    first=tuple((float(x), 5.0) for x in range(6)),
    second=tuple((float(x), 0.0) for x in range(6)),
    columns="abcde",
    rows="54321",
)

KINDS: Final[Mapping[str, Callable[[Look], bytes]]] = {
    "board": lambda look: draw_board.__wrapped__(BOARD, look),
    "bracket": lambda look: draw_bracket.__wrapped__(BRACKET, look),
    "bracket-of-16": lambda look: draw_bracket.__wrapped__(SIXTEEN, look),
    "bracket-part": lambda look: draw_bracket.__wrapped__(bracket_pages(THIRTY_TWO)[0], look),
    "bracket-part-last": lambda look: draw_bracket.__wrapped__(bracket_pages(THIRTY_TWO)[-1], look),
    "meeting": lambda look: draw_meeting.__wrapped__(MEETING, look),
    "player": lambda look: draw_player.__wrapped__(PLAYER, look),
    "podium": lambda look: draw_podium.__wrapped__(PODIUM, look),
    "race": lambda look: draw_race.__wrapped__(RACE, look),
    "table": lambda look: draw_table.__wrapped__(TABLE, look),
    "table-of-one": lambda look: draw_table.__wrapped__(ALONE, look),
    "two-lives": lambda look: draw_bracket.__wrapped__(TWO_LIVES, look),
}
LOOKS: Final[Mapping[str, Look]] = {"dark": DARK, "light": LIGHT}
EVERY: Final = tuple(f"{kind}.{look}" for kind in KINDS for look in LOOKS)


def draw(name: str) -> bytes:
    """The picture of that name, drawn now."""
    kind, _, look = name.partition(".")
    return KINDS[kind](LOOKS[look])
