"""Every kind of page in four languages: whole, escaped, without script or style inside, and small."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bot.features.pages.public_model import WHOLE, EventState, Public, PublicCard, PublicDeck, PublicEvent
from bot.i18n.catalogue import Translator
from tests.web import samples
from web import app, rendering
from web.addresses import LANGUAGES, Address, AddressKind, Links, NoSuchPage, Part
from web.rendering import POLICY, Site, render, render_refusal, static_files
from web.showing import addresses_of, form_of, is_https, parts_of

TEMPLATES = Path(rendering.__file__).parent / "templates"
MOST_BYTES = 100 * 1024
VOID = {"meta", "link", "input", "br", "img", "hr"}
SAMPLES: dict[str, Callable[[], Public]] = {
    **samples.EVENTS,
    "server": samples.server,
    "archive": lambda: samples.server(2),
    "empty_server": samples.empty_server,
    "start": samples.start,
    "ranking": samples.ranking,
    "ranking_names": lambda: samples.ranking(240, WHOLE),
    "series": samples.series,
    "player": samples.player,
}


@dataclass
class Page(HTMLParser):
    """A page as a browser reads it: its tags must close in their order."""

    opened: list[str] = field(default_factory=list)
    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"{tag} has an attribute twice"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.opened.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag, f"</{tag}> closes another"

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def every(self, *names: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag in names]


def test_each_kind_of_page_has_a_sample() -> None:
    assert {type(make()) for make in SAMPLES.values()} == set(rendering._KINDS)


SITE = Site("https://cups.example", is_live=True)


def sent(page: Public, address: Address, site: Site = SITE) -> bytes:
    return render(page, address, Translator(address.locale), site)


@cache
def read(page: bytes) -> Page:
    """The page, which must be well-formed; each is read once in a run."""
    found = Page()
    found.feed(page.decode())
    found.close()
    assert found.opened == []
    return found


@cache
def pages(name: str, language: str) -> dict[Address, bytes]:
    """All pages of a sample; of matches, which are many, the first three."""
    page: Public = SAMPLES[name]()
    found = list(addresses_of(page, language))
    matches = [one for one in found if one.kind is AddressKind.MATCH]
    return {one: sent(page, one) for one in found if one not in matches[3:]}


LARGE = {"knockout_256", "knockout_64", "finished_64"}
"""Of these one language is enough, since words are the same as in small ones."""
EVERY = [(name, language) for name in SAMPLES for language in LANGUAGES if language == "pt" or name not in LARGE]


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_every_page_is_well_formed_in_every_language(name: str, language: str) -> None:
    for address, page in pages(name, language).items():
        found = read(page)
        assert found.every("html")[0]["lang"] == address.locale
        assert len(found.every("h1")) == 1, address.path
        assert len(found.every("main")) == 1
        for one in found.every("table"):
            assert one is not None
        ids = [one["id"] for _, one in found.tags if "id" in one]
        assert len(ids) == len(set(ids)), f"{address.path} has an id twice"


@pytest.mark.parametrize("name", SAMPLES)
def test_no_page_has_a_script_or_a_style_inside_or_asks_anybody_else(name: str) -> None:
    for page in pages(name, "pt").values():
        found = read(page)
        assert [str(one.get("src")).partition("?")[0].rpartition("/")[2] for one in found.every("script")] == [
            "live.js"
        ]
        assert found.every("style", "img", "iframe", "object", "embed", "base", "form") == []
        for tag, attributes in found.tags:
            assert "style" not in attributes
            assert not [one for one in attributes if one.startswith("on")]
            address = attributes.get("src") or (attributes.get("href") if tag in {"link", "use"} else None) or ""
            assert not address.startswith(("http:", "//")), address
            is_own = address.startswith("https://cups.example/") and tag == "link"
            assert "://" not in address or is_own


@pytest.mark.parametrize("name", SAMPLES)
def test_what_an_attacker_typed_stands_there_as_text(name: str) -> None:
    for page in pages(name, "pt").values():
        assert samples.HOSTILE.encode() not in page
        assert b"<img src=x" not in page
        assert b"<b>Bold" not in page
        assert not re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", page)


def test_hostile_names_are_really_shown() -> None:
    said = "".join(read(pages("knockout_64", "pt")[_part("knockout_64", Part.PLAYERS)]).said)
    assert samples.HOSTILE in said
    assert '"><img src=x onerror=alert(1)>' in said
    assert "{{ 7 * 7 }}" in said


def _part(name: str, part: Part) -> Address:
    event = samples.EVENTS[name]()
    return Address(AddressKind.EVENT, "pt", event.server, event.key, part)


@pytest.mark.parametrize("name", SAMPLES)
def test_links_of_organisers_are_https_and_followed_by_nobody(name: str) -> None:
    for page in pages(name, "pt").values():
        for one in read(page).every("a"):
            address = one["href"] or ""
            assert "javascript" not in address
            if "://" in address:
                assert address.startswith("https://")
                assert one["rel"] == "nofollow noopener noreferrer"
                assert "@" not in address


@pytest.mark.parametrize(
    ("address", "is_trusted"),
    [
        ("https://video.example/cup", True), ("http://video.example", False), ("javascript:alert(1)", False),
        ("https://a@b.example", False), ("https://", False), ("//evil.example", False), ("https://x.example/\n", False),
        ("https://x.example/ y", False), ("https://[", False), ("HTTPS://video.example", True),
        ("https://x.example/" + "a" * 600, False), ("data:text/html,x", False), ("https:\\\\evil.example", False),
    ],
)  # fmt: skip
def test_only_plain_https_becomes_a_link(address: str, is_trusted: bool) -> None:
    assert is_https(address) is is_trusted


@pytest.mark.parametrize("name", SAMPLES)
def test_no_page_is_larger_than_a_phone_likes(name: str) -> None:
    for address, page in pages(name, "pt").items():
        assert len(gzip.compress(page, 6)) < MOST_BYTES / 3, address.path

        assert len(page) < MOST_BYTES, (address.path, len(page))


@pytest.mark.parametrize("name", SAMPLES)
def test_every_svg_is_good_xml(name: str) -> None:
    for page in pages(name, "pt").values():
        for drawing in re.findall(r'<svg class="(?:b|lines).*?</svg>\n</div>', page.decode(), re.DOTALL):
            assert ET.fromstring(drawing.removesuffix("</div>")).tag.endswith("svg")


@pytest.mark.parametrize("name", SAMPLES)
def test_every_link_to_another_page_names_one(name: str) -> None:
    """Whether it is there, the crawl of a whole site looks."""
    from urllib.parse import urljoin, urlsplit

    from web.addresses import address_of

    for here, page in pages(name, "pt").items():
        for one in read(page).every("a"):
            there = urljoin(f"https://cups.example{here.path}", one["href"] or "")
            path = urlsplit(there).path
            if there.startswith("https://cups.example/") and not path.endswith(".ics") and "#" not in there:
                assert address_of(path)


def test_pages_of_one_event_link_to_pages_that_it_has() -> None:
    from urllib.parse import urljoin

    for name in ("finished_16", "swiss_40", "knockout_256"):
        event = samples.EVENTS[name]()
        there = {one.path for one in addresses_of(event, "pt")}
        for here, page in pages(name, "pt").items():
            for one in read(page).every("a"):
                path = urljoin(here.path, (one["href"] or "").partition("#")[0])
                if path.startswith(f"/pt/{event.server}/{event.key}/"):
                    assert path in there, path


# --- what is said in the head ---------------------------------------------------------------------------------------


def head(page: bytes) -> dict[str, str]:
    found = read(page)
    return {
        str(one.get("name") or one.get("property") or one.get("http-equiv")): str(one.get("content"))
        for one in found.every("meta")
    }


def test_search_engines_stay_away_unless_the_server_says_otherwise() -> None:
    hidden, shown = samples.event(), samples.event(is_findable=True)
    address = Address(AddressKind.EVENT, "en", hidden.server, hidden.key)
    assert head(sent(hidden, address))["robots"] == "noindex, nofollow"
    assert "robots" not in head(sent(shown, address))


def test_a_page_says_what_it_is_where_it_is_linked() -> None:
    event = samples.knockout()
    address = Address(AddressKind.EVENT, "pt", event.server, event.key)
    said = head(sent(event, address))
    assert said["og:title"] == "Knock-out of 16 · AIJE Clube de Jogos"
    assert "Round 2 of 4" in said["og:description"]
    assert said["og:url"] == f"https://cups.example{address.path}"
    assert said["Content-Security-Policy"] == POLICY
    assert not [name for name in said if "image" in name]


def test_the_policy_of_a_page_lets_in_the_sites_own_alone_and_the_server_sends_the_same() -> None:
    sources = dict(one.split(" ", 1) for one in POLICY.split("; "))
    assert sources.pop("default-src") == "'none'"
    assert sources.pop("img-src") == "'self' data:"
    assert set(sources.values()) == {"'self'", "'none'"}
    assert set(POLICY.split("; ")) < set(app._POLICY.split("; "))


def test_each_language_names_the_others() -> None:
    event = samples.knockout()
    found = read(sent(event, Address(AddressKind.EVENT, "pt", event.server, event.key)))
    others = {one["hreflang"]: one["href"] for one in found.every("link") if one.get("rel") == "alternate"}
    assert others == {
        language: f"https://cups.example/{language}/{event.server}/{event.key}/" for language in LANGUAGES
    }


def test_moments_are_told_in_the_zone_of_the_server() -> None:
    event = samples.knockout()
    page = sent(event, Address(AddressKind.EVENT, "pt", event.server, event.key)).decode()
    assert re.search(r'<time datetime="2026-11-28T23:00:00Z">sáb., 28 de nov. de 2026 · 20:00</time>', page)
    assert "São Paulo" in page


def test_live_pages_name_their_stream_and_published_ones_none() -> None:
    event = samples.knockout()
    address = Address(AddressKind.EVENT, "en", event.server, event.key)
    live = read(sent(event, address)).every("body")[0]
    assert str(live["data-live"]).endswith(f"api/v1/servers/{event.server}/events/{event.key}/stream")
    assert "data-live" not in read(sent(event, address, Site())).every("body")[0]


def test_style_and_script_are_named_by_what_they_hold() -> None:
    page = sent(samples.start(), Address(AddressKind.START, "en")).decode()
    assert re.search(r'href="\.\./static/site\.css\?[0-9a-f]{10}"', page)
    assert {"/static/site.css", "/static/live.js", "/static/icon.svg"} <= set(static_files())


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_no_page_a_page_in_the_same_looks_says_so(language: str) -> None:
    found = read(render_refusal(language, "", "Not <here>", "Why", "Out"))
    assert "Not <here>" in found.said
    assert [one["href"] for one in found.every("a")] == [f"/{language}/"]
    assert str(found.every("link")[1]["href"]).startswith("/static/site.css?")


# --- what is refused ------------------------------------------------------------------------------------------------


class Private:
    """Looks like an event and is none."""

    is_findable = True


def test_what_is_not_public_is_never_rendered() -> None:
    with pytest.raises(TypeError):
        render(Private(), Address(AddressKind.START, "en"), Translator(), Site())  # type: ignore[arg-type]


def test_a_template_is_given_public_objects_and_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, object] = {}

    class Template:
        def render(self, **context: object) -> str:
            given.update(context)
            return ""

    monkeypatch.setattr(rendering, "_template", lambda name: Template())
    event = samples.knockout()
    sent(event, Address(AddressKind.EVENT, "en", event.server, event.key))
    plain = (str, bool, Address, Site, Links)
    strange = {name for name, one in given.items() if not isinstance(one, (*plain, Public)) and not callable(one)}
    assert strange == set()


@pytest.mark.parametrize("part", [Part.BRACKET, Part.TABLE, Part.ROUNDS, Part.CROSSTABLE])
def test_a_part_that_an_event_has_not_has_no_page(part: Part) -> None:
    event = samples.announced()
    assert part not in parts_of(event)
    with pytest.raises(NoSuchPage):
        sent(event, Address(AddressKind.EVENT, "en", event.server, event.key, part))


def test_a_match_a_round_and_a_page_that_are_not_there_have_no_page() -> None:
    event = samples.knockout()
    here = Address(AddressKind.EVENT, "en", event.server, event.key)
    match = Address(AddressKind.MATCH, "en", event.server, event.key, key="nothere")
    for address in (match, here.of_part(Part.ROUNDS, "17"), here.of_part(Part.PLAYERS).of_page(2)):
        with pytest.raises(NoSuchPage):
            sent(event, address)
    with pytest.raises(NoSuchPage):
        sent(samples.server(), Address(AddressKind.SERVER, "en", samples.SERVER, page=2))


# --- what an event shows in each state ------------------------------------------------------------------------------


def said(event: PublicEvent, part: Part = Part.NOW) -> str:
    address = Address(AddressKind.EVENT, "en", event.server, event.key, part)
    return " ".join(" ".join(read(sent(event, address)).said).split())


def test_an_announced_event_says_when_check_in_opens_and_what_comes() -> None:
    told = said(samples.announced())
    assert "Check-in opens" in told
    assert "The draw comes after check-in" in told
    assert "0 of 32 places taken" in told


def test_an_event_that_was_called_off_says_why() -> None:
    told = said(samples.called_off())
    assert "Too few players." in told
    assert "Check-in opens" not in told


def test_a_running_event_shows_first_what_the_stream_shows() -> None:
    event = samples.knockout(64, 2)
    playing = said(event).partition("Playing now")[2].partition("Bracket")[0]
    assert playing.index("On stream") < playing.index("Playing")


def test_an_event_that_is_over_shows_its_podium() -> None:
    event = samples.finished()
    told = said(event)
    for step in event.podium:
        assert step.name in told
    assert "Playing now" not in told


def test_a_paused_event_says_so() -> None:
    assert "Paused" in said(replace(samples.knockout(), is_paused=True))


@pytest.mark.parametrize("state", EventState)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_has_its_page_in_every_language(state: EventState, language: str) -> None:
    event = samples.event(state=state)
    for address in addresses_of(event, language):
        read(sent(event, address))


def test_a_large_event_shows_the_end_of_its_bracket_and_links_to_the_whole() -> None:
    early, late = samples.knockout(256, 0), samples.knockout(256, 4)
    assert "See the whole bracket" in said(early)
    assert "Quarter-final" not in said(early).partition("Latest results")[0]
    assert "Quarter-final" in said(late)


def test_rows_of_players_come_a_hundred_a_page() -> None:
    event = samples.knockout(256, 1)
    here = Address(AddressKind.EVENT, "en", event.server, event.key, Part.PLAYERS)
    rows = [len(read(sent(event, here.of_page(page))).every("tr")) - 1 for page in (1, 2, 3)]
    assert rows == [100, 100, 56]


# --- guards over the templates --------------------------------------------------------------------------------------


_UNSAFE = re.compile(
    r"""\|\s*safe|Markup|autoescape|\sstyle\s*=\s*["']|<style|<script(?! src)|\son\w+\s*=|tojson|xmlattr"""
)


def unsafe(sources: Iterator[tuple[str, str]]) -> list[str]:
    return [f"{name}: {found[0]}" for name, text in sources for found in _UNSAFE.finditer(text)]


def sources() -> Iterator[tuple[str, str]]:
    yield from ((one.name, one.read_text()) for one in sorted(TEMPLATES.rglob("*.*")))


def test_no_template_marks_anything_as_safe_or_has_a_script_or_style_inside() -> None:
    assert unsafe(sources()) == []


def test_no_code_of_the_web_marks_anything_as_safe() -> None:
    code = sorted(Path(rendering.__file__).parent.glob("*.py"))
    found = [one.name for one in code if re.search(r"\bMarkup\b|autoescape=False", one.read_text())]
    assert found == []


@pytest.mark.plants
@pytest.mark.parametrize(
    "planted",
    ["{{ page.name|safe }}", "{{ x | safe }}", '<p style="x">', "<script>x</script>", '<a onclick="x">', "<style>",
     "{% autoescape false %}"],
)  # fmt: skip
def test_what_is_unsafe_in_a_template_is_found(planted: str) -> None:
    assert unsafe(iter([("planted.html", planted)])) != []


def test_a_name_that_a_template_lacks_is_an_error_and_no_gap() -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        rendering.environment().from_string("{{ nothing }}").render()


# --- how the latest matches ended -----------------------------------------------------------------------------------


def test_the_standings_say_how_the_latest_five_matches_of_each_ended() -> None:
    event = samples.swiss(12, rounds=7)
    form = form_of(event)
    last = {side.entrant: (side.won, side.out) for one in event.rounds[:-1] for m in one.matches for side in m.sides}
    assert {len(one) for one in form.values()} == {5}
    open_ = {side.entrant for match in event.matches() if match.decided_at is None for side in match.sides}
    assert len(open_) == 10
    for key in open_:
        assert form[key][-1] == {(True, False): "won", (False, True): "lost"}[last[key]]
    page = sent(event, Address(AddressKind.EVENT, "en", event.server, event.key, Part.TABLE)).decode()
    assert page.count('<td class="form">') == 12
    assert page.count('<span class="won">W</span>') == sum(one.count("won") for one in form.values())


def test_at_tables_where_several_may_win_no_such_thing_is_said() -> None:
    event = samples.swiss(12)
    rounds = tuple(
        replace(one, matches=tuple(replace(match, sides=(*match.sides, match.sides[0])) for match in one.matches))
        for one in event.rounds
    )
    assert form_of(replace(event, rounds=rounds)) == {}


# --- the largest events ---------------------------------------------------------------------------------------------


def test_an_event_of_512_has_no_page_that_is_too_large_and_shows_each_match() -> None:
    event = samples.knockout(512, 2)
    found = {one: sent(event, one) for one in addresses_of(event, "en") if one.kind is AddressKind.EVENT}
    assert max(map(len, found.values())) < MOST_BYTES
    brackets = b"".join(page for one, page in found.items() if one.part is Part.BRACKET)
    lists = b"".join(page for one, page in found.items() if one.part is Part.ROUNDS and one.key)
    for match in event.matches():
        assert f"matches/{match.key}/".encode() in brackets
        assert f"matches/{match.key}/".encode() in lists


def test_decks_come_in_pages_however_long_they_are() -> None:
    cards = tuple(PublicCard("C" * 8, "&" * 60, 100) for _ in range(200))
    some = tuple(PublicDeck(samples.key_of(one), "Ana", 20_000, cards, 400) for one in range(3))
    event = samples.event(decks=(*samples.decks(samples.entrants(12)), *some))
    pages_of_decks = [one for one in addresses_of(event, "en") if one.part is Part.DECKS]
    assert len(pages_of_decks) == 6
    assert all(len(sent(event, one)) < MOST_BYTES for one in pages_of_decks)
    assert b"400 more lines are left out" in sent(event, pages_of_decks[-1])


def test_a_draw_without_its_proof_says_where_the_proof_is() -> None:
    proven = samples.event(draws=(samples.DRAW,))
    untold = samples.event(draws=(replace(samples.DRAW, previous="", link="", seed=""),))
    told = [said(one, Part.DRAW) for one in (proven, untold)]
    assert ["Verify the draw" in one for one in told] == [False, True]
    assert ["Revealed link" in one for one in told] == [True, False]


def test_draws_of_many_players_come_in_pages() -> None:
    draws = tuple(
        replace(samples.DRAW, number=one, entrants=tuple((samples.key_of(each), "Ana") for each in range(256)))
        for one in range(1, 10)
    )
    event = samples.event(draws=draws)
    pages_of_draws = [one for one in addresses_of(event, "en") if one.part is Part.DRAW]
    assert len(pages_of_draws) == 5
    assert all(len(sent(event, one)) < MOST_BYTES for one in pages_of_draws)
