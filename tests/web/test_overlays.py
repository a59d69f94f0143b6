"""Overlays show what a stream asks for, as large as it asks, and nothing that a name smuggles in."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser

import pytest

from bot.features.pages.public_model import (
    MatchProgress,
    PublicBracket,
    PublicColumn,
    PublicEvent,
    PublicFinal,
    PublicPlace,
    PublicRound,
)
from bot.i18n.catalogue import LOCALES, Translator
from tests.web import streamed
from tests.web.inventing import HOSTILE, full
from web.overlays import (
    Ink,
    OverlayKind,
    OverlayLook,
    around,
    coming,
    matches_next,
    overlay,
    overlay_path,
    read_overlay,
)


def drawn(event: PublicEvent, kind: OverlayKind, **query: str) -> str:
    call = read_overlay(overlay_path("s1", "e1", kind), query)
    assert call is not None
    return overlay(event, call).decode()


class Reader(HTMLParser):
    """What a page holds: its tags with their attributes, and the words between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data.split()


def stage(page: str) -> str:
    found = re.search(r'<svg id="stage"[^>]*>(.*)</svg>\s*</body>', page, re.DOTALL)
    assert found is not None
    return found[1].strip()


# --- what is asked --------------------------------------------------------------------------------------------------


def test_the_address_says_the_size() -> None:
    page = drawn(streamed.event(), OverlayKind.MATCH, width="1280", height="720", scale="1.25", ink="dark")
    assert '<svg id="stage" width="1280" height="720" viewBox="0 0 1024 576">' in page
    assert '<html lang="en" class="dark">' in page


@pytest.mark.parametrize(
    ("query", "look"),
    [
        ({}, OverlayLook()),
        ({"width": "99999999", "height": "1", "scale": "0"}, OverlayLook(7680, 90, 0.25)),
        ({"width": "-5", "height": "1e9", "scale": "nan", "rows": "²"}, OverlayLook()),
        ({"scale": "1.23456", "rows": "0", "group": "3"}, OverlayLook(scale=1.23, rows=1, group=3)),
        ({"ink": "dark", "lang": "pt"}, OverlayLook(ink=Ink.DARK, language="pt")),
        ({"ink": "<b>", "lang": "../it", "width": "9" * 5000}, OverlayLook()),
    ],
)
def test_a_size_that_cannot_be_keeps_the_stream_going(query: dict[str, str], look: OverlayLook) -> None:
    call = read_overlay("/overlay/s1/e1/match", query)
    assert call is not None
    assert call.look == look


@pytest.mark.parametrize(
    "path",
    ["/overlay/s1/e1", "/overlay/s1/e1/score", "/overlay/s1/e1/match/", "/overlay/s1/<b>/match", "/pages/s1/e1/match",
     "/overlay/s1/123456789012345678/match", "/overlay//e1/match"],
)  # fmt: skip
def test_an_address_that_names_no_overlay_has_none(path: str) -> None:
    assert read_overlay(path, {}) is None


def test_the_words_are_in_the_language_of_the_address() -> None:
    live = {locale: Translator(locale).say("page.overlay_live") for locale in LOCALES}
    assert len({*live.values()}) == len(LOCALES)
    for locale, word in live.items():
        assert word in drawn(streamed.event(), OverlayKind.MATCH, lang=locale.partition("-")[0])


# --- the match on stream --------------------------------------------------------------------------------------------


def test_the_match_on_stream_is_shown_with_its_score() -> None:
    words = Reader(drawn(streamed.event(), OverlayKind.MATCH)).words
    told = " ".join(words)
    assert "On air Round 1, match 1 Ana Lima 2 Bia Souza 1 Best of 5" in told
    assert "Caio" not in told


@pytest.mark.parametrize(
    "event",
    [streamed.event(on_stream=""), streamed.event(on_stream="gone"), streamed.event(rounds=())],
    ids=["none chosen", "taken back", "not drawn"],
)
def test_where_no_match_is_on_stream_nothing_is_seen(event: PublicEvent) -> None:
    assert stage(drawn(event, OverlayKind.MATCH)) == ""


@pytest.mark.parametrize("kind", [OverlayKind.BRACKET, OverlayKind.NEXT, OverlayKind.TABLE])
def test_before_the_draw_nothing_is_seen(kind: OverlayKind) -> None:
    assert stage(drawn(streamed.event(rounds=(), bracket=None, tables=()), kind)) == ""


def test_a_result_says_that_it_is_final() -> None:
    decided = replace(
        streamed.match(1, streamed.side(1, "3", won=True), streamed.side(2, "1", out=True), state=MatchProgress.DECIDED)
    )
    page = drawn(streamed.event(rounds=(PublicRound("1", "Round 1", 1, (decided,)),)), OverlayKind.MATCH)
    assert "Final score" in page
    assert page.count('class="side won"') == page.count('class="side out"') == 1


# --- what comes next ------------------------------------------------------------------------------------------------


def test_next_are_the_called_then_the_agreed_then_the_others_that_are_known() -> None:
    assert [one.key for one in matches_next(streamed.event())] == ["m2", "m3", "m4"]


def test_the_hour_is_that_of_the_server() -> None:
    called, agreed, _ = coming(streamed.event(), 8, Translator("pt-BR"))
    assert (called.when, called.is_called) == ("Jogando agora", True)
    assert agreed.when == "dom. 15:00"


def test_of_two_agreed_matches_the_sooner_is_first() -> None:
    later, sooner = (
        replace(
            streamed.match(at, streamed.side(at), streamed.side(at + 4), state=MatchProgress.WAITING),
            agreed_at=streamed.BEGIN + timedelta(hours=9 - at),
        )
        for at in (1, 2)
    )
    event = streamed.event(rounds=(PublicRound("1", "Round 1", 1, (later, sooner)),), on_stream="")
    assert [one.key for one in matches_next(event)] == ["m2", "m1"]


# --- the table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "rows"), [({}, 8), ({"rows": "12"}, 12), ({"rows": "32"}, 14), ({"height": "300"}, 1)]
)
def test_the_table_has_as_many_rows_as_are_wanted_and_fit(query: dict[str, str], rows: int) -> None:
    page = drawn(streamed.event(), OverlayKind.TABLE, **query)
    assert page.count('scope="row"') == rows


def test_each_group_has_its_table() -> None:
    groups = tuple(replace(streamed.table(4), title=f"Group {letter}") for letter in "AB")
    for group, title in (("1", "Group A"), ("2", "Group B"), ("9", "Group A")):
        assert f"<h1>{title}</h1>" in drawn(streamed.event(tables=groups), OverlayKind.TABLE, group=group)


# --- the bracket ----------------------------------------------------------------------------------------------------


def shape(bracket: PublicBracket) -> list[list[int]]:
    return [[len(column.places) for column in branch.columns] for branch in bracket.branches]


def keys(column: PublicColumn) -> list[str]:
    return [place.match for place in column.places]


@pytest.mark.parametrize("rounds", range(1, 10))
def test_of_any_bracket_at_any_round_four_rounds_fit_around_what_is_played(rounds: int) -> None:
    for played in range(rounds + 1):
        found = around(streamed.bracket(rounds, played))
        (columns,) = (branch.columns for branch in found.branches)
        assert shape(found) == [[2**at for at in reversed(range(min(rounds, 4)))]]
        assert columns[0].feeders == ((),) * len(columns[0].places)
        assert all(len(column.feeders) == len(column.places) for column in columns)
        if played < rounds:
            assert any(place.state is MatchProgress.PLAYING for column in columns for place in column.places)


def test_the_bracket_goes_where_the_stream_is() -> None:
    whole = streamed.bracket(7, 1)
    columns = list(whole.branches[0].columns)
    places = list(columns[1].places)
    places[20] = replace(places[20], is_on_stream=True)
    columns[1] = replace(columns[1], places=tuple(places))
    found = around(PublicBracket((replace(whole.branches[0], columns=tuple(columns)),)))
    assert keys(found.branches[0].columns[0])[:2] == ["r1-41", "r1-42"]
    assert keys(found.branches[0].columns[1]) == ["r2-21", "r2-22", "r2-23", "r2-24"]


def test_the_final_between_brackets_is_seen_with_what_leads_to_it() -> None:
    upper, lower = streamed.bracket(5, 5).branches[0], streamed.bracket(5, 5).branches[0]
    final = PublicPlace("f1", (streamed.side(1), streamed.side(2)), MatchProgress.PLAYING)
    whole = PublicBracket((upper, lower), finals=(PublicFinal("Final", final, (0, 1)),))
    found = around(whole)
    assert shape(found) == [[2, 1], [2, 1]]
    assert found.finals == whole.finals


def test_the_lower_bracket_is_seen_alone_while_it_is_played_there() -> None:
    upper, lower = streamed.bracket(3, 3).branches[0], streamed.bracket(3, 1).branches[0]
    final = PublicPlace("", (streamed.UNKNOWN, streamed.UNKNOWN), MatchProgress.WAITING)
    found = around(PublicBracket((upper, lower), finals=(PublicFinal("Final", final, (0, 1)),)))
    assert [branch.columns[1].places[0].state for branch in found.branches] == [MatchProgress.PLAYING]
    assert found.finals == ()


def test_an_empty_bracket_is_not_drawn() -> None:
    assert stage(drawn(streamed.event(bracket=PublicBracket(())), OverlayKind.BRACKET)) == ""


# --- what names smuggle in ------------------------------------------------------------------------------------------


_ALLOWED = {
    *("html", "head", "meta", "title", "link", "script", "noscript", "body"),
    *("div", "p", "b", "span", "ul", "li", "bdi", "section", "h1", "table", "thead", "tbody", "tr", "td", "th"),
    *("svg", "foreignobject", "path", "text", "g", "rect"),
}


def hostile(text: str) -> PublicEvent:
    made: PublicEvent = full(PublicEvent, text)
    match = replace(made.rounds[0].matches[0], key="m1", is_on_stream=True)
    called = replace(match, key="m2", state=MatchProgress.PLAYING)
    assert made.bracket is not None
    column = replace(made.bracket.branches[0].columns[0], feeders=((),))
    bracket = replace(made.bracket, branches=(replace(made.bracket.branches[0], columns=(column,)),), finals=())
    return replace(
        made,
        on_stream="m1",
        time_zone="UTC",
        rounds=(replace(made.rounds[0], matches=(match, called)),),
        bracket=bracket,
    )


@pytest.mark.parametrize("kind", OverlayKind)
@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_is_nothing_but_text(text: str, kind: OverlayKind) -> None:
    page = drawn(hostile(text), kind)
    assert stage(page)
    tags = Reader(page).tags
    assert {tag for tag, _ in tags} <= _ALLOWED
    assert [tag for tag, _ in tags].count("script") == 1
    assert not [name for _, attributes in tags for name in attributes if name.startswith("on") or name == "style"]
    assert [one for _, attributes in tags for one in attributes if one in {"href", "src"}] == ["href", "href", "src"]
    assert not set("\x00\x0b\x1b\x85") & set(page)


@pytest.mark.parametrize("kind", OverlayKind)
def test_an_overlay_names_its_style_its_script_and_its_stream_alone(kind: OverlayKind) -> None:
    tags = Reader(drawn(streamed.event(), kind)).tags
    named = {name: value for _, attributes in tags for name, value in attributes.items()}
    assert re.fullmatch(r"\.\./\.\./\.\./static/overlay\.css\?[0-9a-f]{10}", named["href"] or "")
    assert re.fullmatch(r"\.\./\.\./\.\./static/overlay\.js\?[0-9a-f]{10}", named["src"] or "")
    assert named["data-live"] == "../../../api/v1/servers/s1/events/e1/stream"
