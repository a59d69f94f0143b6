"""The rehearsal's page: folded scenes, lines to be sifted by person and channel, edits as they happened."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.i18n.catalogue import LOCALES
from rehearsal import report
from rehearsal.markup import Markup
from rehearsal.page_words import SAID, PageWords
from rehearsal.posts import Post
from rehearsal.script import Played
from rehearsal.verdict import Check, Verdict
from rehearsal.versions import Change
from rehearsal.witness import How
from tests.rehearsals.conftest import played_in

NOW = datetime(2026, 1, 2, 19, 30, tzinfo=UTC)
ENGLISH = PageWords("en-US", UTC)
VOID = {"meta", "input", "img", "br", "hr"}
READABLE = 4.5
"""The contrast that small letters need."""


class Page(HTMLParser):
    """Every tag with its attributes and the words inside it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str], list[str]]] = []
        self._open: list[int] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}, []))
        if tag not in VOID:
            self._open.append(len(self.tags) - 1)

    def handle_endtag(self, tag: str) -> None:
        opened = self.tags[self._open.pop()][0]
        assert opened == tag, f"</{tag}> closes <{opened}>"

    def handle_data(self, data: str) -> None:
        for number in self._open:
            self.tags[number][2].append(data)

    def all(self, tag: str, **wanted: str) -> list[tuple[dict[str, str], str]]:
        return [
            (given, "".join(words))
            for name, given, words in self.tags
            if name == tag and all(value in given.get(key, "").split() for key, value in wanted.items())
        ]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return asyncio.run(played_in(tmp_path_factory.mktemp("open"), "aije-open", seed=1, players=13, language="en-US"))


def page_of(played: Played) -> Page:
    return Page(report.page(played.play, played.verdict, played.script.lead, None))


def test_the_page_folds_sifts_and_shows_edits(played: Played) -> None:
    page, sights = page_of(played), played.play.witness.sights
    scenes, lines = page.all("details", **{"class": "scene"}), page.all("div", **{"class": "seen"})
    assert [f"#{given['id']}" for given, _ in scenes] == [
        given["href"] for given, _ in page.all("a") if given["href"].startswith("#scene-")
    ]
    assert not any("open" in given for given, _ in scenes), "at first sight the page is short"
    kinds = Counter(kind for given, _ in lines for kind in given["data-kind"].split())
    seen = Counter(one.how for one in sights)
    assert kinds["post"] == seen[How.POSTED]
    assert kinds["letter"] == seen[How.WROTE]
    assert kinds["edit"] == seen[How.CHANGED]
    _every_link_has_its_end(page)
    _who_is_asked_for_is_found(page, lines)


def _every_link_has_its_end(page: Page) -> None:
    ids = Counter(given["id"] for _, given, _ in page.tags if "id" in given)
    assert ids.most_common(1)[0][1] == 1
    ends = {given["href"] for given, _ in page.all("a")} - {""}
    assert {one.removeprefix("#") for one in ends} <= set(ids)


def _who_is_asked_for_is_found(page: Page, lines: list[tuple[dict[str, str], str]]) -> None:
    choices: dict[str, dict[str, str]] = {}
    for tag, given, words in page.tags:
        if tag == "select":
            choices[given["name"]] = {}
        elif tag == "option":
            choices[list(choices)[-1]]["".join(words)] = given["value"]
    assert {"#announcements", "#matches", "direct messages"} <= set(choices["place"])
    of_fabio = [words for given, words in lines if choices["who"]["Fabio"] in given["data-who"].split()]
    assert any("to Fabio" in words for words in of_fabio)
    assert any("only Fabio sees this" in words for words in of_fabio)
    assert not any("only Ana sees this" in words for words in of_fabio)
    answers = [given for given, words in lines if "only Fabio sees this" in words]
    assert all(given["data-who"].split()[0] and "told" in given["data-kind"] for given in answers)


def test_what_the_bot_says_is_marked_with_the_language_in_which_it_says_it(played: Played) -> None:
    stage, lines = played.play.stage, page_of(played).tags
    spoken = {given["lang"] for _, given, _ in lines if "lang" in given and given.get("class") == "body"}
    assert spoken == {stage.language, *(member.locale for member in stage.members.values())}
    to_fabio = [
        n for n, (_, given, words) in enumerate(lines) if given.get("class") == "seen" and "to Fabio" in "".join(words)
    ]
    bodies = [next(given for _, given, _ in lines[n:] if given.get("class") == "body") for n in to_fabio]
    assert {given["lang"] for given in bodies} == {stage.members["Fabio"].locale}


def test_where_the_play_broke_off_its_last_scene_and_what_is_wrong_are_open(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played.play, "broke_off", "the play broke off: Stalled")
    verdict = Verdict((Check("a", "It holds", ()), Check("b", "The play <goes> on", ("it does not",))), ())
    page = Page(report.page(played.play, verdict, played.script.lead, None))
    last = len(page.all("details", **{"class": "scene"})) - 1
    opened = [given for given, _ in page.all("details") if "open" in given]
    assert [given.get("id", given["class"]) for given in opened] == ["panel", f"scene-{last}"]
    first, second = page.all("ul", **{"class": "checks"})[0][1].split("✔")
    assert "The play <goes> on b" in first
    assert "It holds" in second


@pytest.mark.parametrize(
    ("language", "zone", "hour", "said"),
    [
        ("en-US", "UTC", 0, ("A rehearsal of", "The story", "As the rulebook says", "messages in channels")),
        (
            "pt-BR",
            "America/Sao_Paulo",
            -3,
            ("Ensaio: ", "A história", "Como diz o regulamento", "mensagens nos canais"),
        ),
        ("es-ES", "Europe/Madrid", 1, ("Ensayo: ", "La historia", "Como dice el reglamento", "mensajes en canales")),
        ("it", "Europe/Rome", 1, ("Prova: ", "La storia", "Come dice il regolamento", "messaggi nei canali")),
    ],
)
def test_the_page_speaks_the_language_of_its_server_and_goes_by_its_clock(
    played: Played, monkeypatch: pytest.MonkeyPatch, language: str, zone: str, hour: int, said: tuple[str, ...]
) -> None:
    monkeypatch.setattr(played.play.stage, "language", language)
    monkeypatch.setattr(played.play.narrator, "zone", lambda: ZoneInfo(zone))
    text = report.page(played.play, played.verdict, played.script.lead, None)
    assert f'<html lang="{language}">' in text
    assert f"({zone})" in text
    assert all(one in text for one in said)
    moments = Page(text).all("time")
    for given, shown in moments[:50]:
        at = datetime.fromisoformat(given["datetime"])
        if re.fullmatch(r"\d\d:\d\d", shown):
            assert shown == f"{(at + timedelta(hours=hour)):%H:%M}"
    assert all(given["title"].endswith(f"({zone})") for given, _ in moments)


def test_every_word_of_the_page_is_said_in_each_language() -> None:
    assert all(len(said) == len(LOCALES) for said in SAID.values())
    for key, said in SAID.items():
        filled = [set(re.findall(r"{(\w+)}", one)) for one in said if one]
        assert filled.count(filled[0]) == len(filled), key


def test_a_page_that_has_to_be_small_names_its_pictures(played: Played) -> None:
    play, verdict, lead = played.play, played.verdict, played.script.lead
    whole, small = report.page(play, verdict, lead, None), report.page(play, verdict, lead, None, pictures=False)
    assert len(small) < len(whole) * 0.8
    assert small.count("<img") == len(re.findall("<figcaption>", small)), "those at the top stay"
    assert "bracket-1.png" in small


def post(*texts: str, buttons: tuple[dict[str, Any], ...] = ()) -> Post:
    inside = [*({"type": 10, "content": text} for text in texts), {"type": 1, "components": list(buttons)}]
    container = {"type": 17, "accent_color": 255, "components": inside}
    return Post(1, 2, NOW, (container,), "", (), private=False, pinged=frozenset())


def button(custom_id: str, label: str, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label, **more}


def shown(before: Post, after: Post) -> str:
    return Change(before, after, ENGLISH).html(Markup({}, lambda _: b""))


def test_an_edit_shows_what_went_and_what_came_and_counts_the_rest() -> None:
    rest = "\n".join(f"line {n}" for n in range(9))
    change = shown(post(f"Players: 3\n{rest}"), post(f"Players: **4**\n{rest}"))
    assert "<del><div>Players: 3</div></del>" in change
    assert "<ins><div>Players: <strong>4</strong></div></ins>" in change
    assert "line 0" in change
    assert "line 5" not in change
    assert "8 lines as before" in change


def test_an_edit_shows_the_buttons_that_changed_alone() -> None:
    before = post("x", buttons=(button("a:1", "Register"), button("b:1", "Leave"), button("c:1", "Gone")))
    after = post("x", buttons=(button("a:1", "Register", disabled=True), button("b:1", "Leave"), button("d:1", "New")))
    change = shown(before, after)
    gone, come = change[: change.index("<ins>")], change[change.index("<ins>") :]
    assert ("Register" in gone, "Gone" in gone, "Leave" in change) == (True, True, False)
    assert "button primary off" in come
    assert "New" in come
    assert Change(before, after, ENGLISH).summary() == "Register, New, Gone"


def test_what_somebody_typed_stays_text_in_an_edit() -> None:
    change = shown(post("<script>old</script>"), post("<script>new</script>", buttons=(button("a", "<b>"),)))
    assert "<script>" not in change
    assert "<b>" not in change
    assert "&lt;script&gt;new" in change


def test_a_message_that_only_looks_otherwise_says_so() -> None:
    before = post("x")
    after = replace(before, components=({**before.components[0], "accent_color": 9},))
    assert "The words are the same." not in shown(before, post("y"))
    assert Change(before, after, ENGLISH).summary() == "only its colour or its order"
    assert "x" in shown(before, after)


def _luminance(colour: str) -> float:
    whole = "".join(2 * sign for sign in colour) if len(colour) == 3 else colour
    parts = [int(whole[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("light", [False, True])
def test_every_word_of_the_page_can_be_read_in_dark_and_in_light(light: bool) -> None:
    style = report.STYLE.read_text("utf-8")
    roots = [
        dict(re.findall(r"--([a-z]+): #([0-9a-f]+);", one)) for one in re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    ]
    colours = {**roots[0], **(roots[1] if light else {})}
    for word in ("text", "quiet", "strong", "link", "gold", "letter", "good", "bad"):
        for ground in ("page", "panel", "card"):
            one, other = sorted((_luminance(colours[word]), _luminance(colours[ground])))
            assert (other + 0.05) / (one + 0.05) >= READABLE, (word, ground)
