"""The pages of a rehearsal: read live while it is played, and left as files that say what the judge counted."""

from __future__ import annotations

import asyncio
import re
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from datetime import timedelta
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from bot.__main__ import main
from rehearsal import facts, live, screen, script
from rehearsal.facts import Event, Pairing
from rehearsal.script import Played
from web.addresses import LANGUAGES

LANGUAGE: Final = "pt"
_ELSEWHERE: Final = re.compile(r"https?://")
_WHOLE: Final = 2
"""Sides of a match that is no bye."""


@dataclass
class Evening:
    """A Friday cup that was watched."""

    folder: Path
    said: list[str] = field(default_factory=list)
    """On the terminal."""
    played: Played | None = None
    pages: list[str] = field(default_factory=list)
    """The server's page as spectators read it, while it was played and at the end."""

    @property
    def site(self) -> Path:
        """Where its pages are."""
        return self.folder / "site"

    @property
    def judged(self) -> Played:
        """What the judge knows."""
        assert self.played is not None
        return self.played

    @property
    def event(self) -> Event:
        """The cup."""
        ((_, event),) = self.judged.hearing.events_held()
        return event

    def matches(self) -> list[Pairing]:
        """Those that two were in."""
        return [one for one in self.judged.hearing.pairings(self.event) if len(one.sides) == _WHOLE]

    def name(self, match: Pairing, side: int) -> str:
        """Who played on that side, as the judge knows them."""
        hearing = self.judged.hearing
        return hearing.name(hearing.entries(self.event)[match.sides[side]].member)

    def champion(self) -> str:
        """Who won the last match of the bracket."""
        final = max((one for one in self.matches() if one.stage == "final"), key=lambda one: (one.round, -one.position))
        assert final.outcome is not None
        assert final.outcome.winner is not None
        return self.name(final, final.outcome.winner)

    def pages_of_event(self, language: str, part: str = "") -> Path:
        """The file of a part of the cup."""
        (server,) = [one for one in (self.site / language).iterdir() if one.is_dir()]
        return server / self.event.event_id / part / "index.html"


class Spectator(live.Spectators):
    """Reads the server's page as fast as it is played, and leaves at the end."""

    evening: Evening

    async def let_see(self, passed: timedelta) -> None:
        """Looks, once something was called; the page is there before the next thing happens."""
        del passed
        found = facts.read(Path(str(self._wish.database)))
        if not self.evening.pages and any(one.called_at is not None for one in found.pairings):
            await self._see(found.events[0].name)

    async def stay(self, language: str) -> None:
        """Looks once more."""
        self._console.print(screen.stays(language, self.page))
        await self._see(self.evening.champion())

    async def _see(self, wanted: str) -> None:
        async with aiohttp.ClientSession() as session, asyncio.timeout(60):
            text = ""
            while wanted not in text:
                async with session.get(self.page) as answer:
                    text = await answer.text()
            self.evening.pages.append(text)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """`--web` at a machine that speaks Portuguese, as fast as it goes."""
    watched, said, rehearse = Evening(tmp_path_factory.mktemp("rehearsed")), StringIO(), script.rehearse

    async def remembered(*given: Any) -> Played:
        watched.played = await rehearse(*given)
        return watched.played

    with pytest.MonkeyPatch.context() as patched, redirect_stdout(said):
        for name in ("LC_ALL", "LC_MESSAGES"):
            patched.delenv(name, raising=False)
        patched.setenv("LANG", "pt_BR.UTF-8")
        patched.setattr("rehearsal.command.rehearse", remembered)
        patched.setattr(live, "Spectators", Spectator)
        patched.setattr(Spectator, "evening", watched, raising=False)
        assert main(["rehearse", "--rulebook", "friday-cup", "--web", "--folder", str(watched.folder)]) == 0
    watched.said = said.getvalue().splitlines()
    return watched


def test_a_rehearsal_ends_on_one_screen_in_the_language_of_the_machine(evening: Evening) -> None:
    said, left = evening.said, str(evening.folder)
    assert 8 < len(said) <= screen.LINES
    assert [line for line in said if len(line) > screen.WIDTH and left not in line] == []
    assert any(line.startswith("✔ Como diz o regulamento") for line in said)
    assert any("o sorteio" in line for line in said), "the bot's own words, in the one language"
    assert not any("rulebook" in line or "message" in line for line in said)
    # The cup begins at eight by the clocks of the server, which is not eight by UTC.
    assert any("America/Sao_Paulo" in line for line in said)
    assert any(re.match(r"  2026-01-0\d 20:00  🎲", line) for line in said)


def test_the_screen_says_where_the_pages_are(evening: Evening) -> None:
    live_at = [line for line in evening.said if re.search(r"http://127\.0\.0\.1:\d+/pt/\w+/$", line)]
    assert live_at[0].startswith("Assista no navegador")
    assert live_at[-1].startswith("As páginas ficam abertas")
    page = evening.pages_of_event(LANGUAGE)
    assert any(line == f"As páginas que o público lê: {page}" for line in evening.said)
    report = (evening.folder / "report.html").read_text(encoding="utf-8")
    assert f'href="{page.relative_to(evening.folder)}"' in report


def test_who_watches_sees_the_event_run_and_then_its_champion(evening: Evening) -> None:
    during, after = map(text_of, evening.pages)
    assert evening.event.name in during
    assert evening.champion() not in during
    assert evening.champion() in after


def test_the_event_is_read_in_four_languages_with_the_champion_whom_the_judge_knows(evening: Evening) -> None:
    for language in LANGUAGES:
        said = text_of(evening.pages_of_event(language).read_text(encoding="utf-8"))
        assert evening.event.name in said
        assert re.search(rf"\b1 {re.escape(evening.champion())}\b", said), language


def test_every_match_is_told_in_four_languages_as_the_judge_counted_it(evening: Evening) -> None:
    assert len(evening.matches()) > 4
    for language in LANGUAGES:
        for one in evening.matches():
            page = evening.pages_of_event(language, f"matches/{one.contest_id}").read_text(encoding="utf-8")
            assert told(page) == counted(evening, one), (language, one.contest_id)


def test_every_link_leads_to_a_file_that_is_there(evening: Evening) -> None:
    pages = sorted(evening.site.rglob("*.html"))
    found = {(page, link) for page in pages for link in links_of(page.read_text(encoding="utf-8"))}
    inside = {(page, link) for page, link in found if not _ELSEWHERE.match(link)}
    assert len({link for _, link in inside}) > len(evening.matches())
    assert [(page, link) for page, link in sorted(inside) if not (page.parent / link).is_file()] == []


def test_links_lead_from_the_start_to_every_page(evening: Evening) -> None:
    site = evening.site.resolve()
    found, to_read = set[Path](), [site / "index.html"]
    while to_read:
        page = to_read.pop()
        if page.suffix == ".html" and page not in found and page.is_file():
            found.add(page)
            links = links_of(page.read_text(encoding="utf-8"))
            to_read += [(page.parent / link).resolve() for link in links if not _ELSEWHERE.match(link)]
    assert set(site.rglob("*.html")) - found == set()


def test_no_page_tells_an_id_of_discord(evening: Evening) -> None:
    stage = evening.judged.play.stage
    secret = {stage.guild.id, *(one.id for one in stage.members.values()), stage.announcements.id}
    files = [one for one in evening.site.rglob("*") if one.is_file()]
    assert len(files) > 50
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert [one for one in secret if str(one) in text] == [], file.name


def told(page: str) -> list[tuple[str, str, bool]]:
    """Both sides of a match with the score, as its page has them, and who has won."""
    (sides,) = re.findall(r'<ol class="versus">(.*?)</ol>', page, re.DOTALL)
    found = re.findall(r'<li class="(\w*)".*?<bdi[^>]*>(.*?)</bdi>.*?<b class="score">(\d+)</b>', sides, re.DOTALL)
    return [(unescape(name), score, mark == "won") for mark, name, score in found]


def counted(evening: Evening, match: Pairing) -> list[tuple[str, str, bool]]:
    """The same, as the judge counts it."""
    assert match.outcome is not None
    score, winner = match.outcome.score, match.outcome.winner
    return [(evening.name(match, side), str(score[side]), side == winner) for side in range(_WHOLE)]


def text_of(page: str) -> str:
    """What is read on a page, its words parted by single spaces."""
    shown = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", shown)).split())


def links_of(page: str) -> set[str]:
    """Where it leads and what it takes, without what stands behind a file's name."""
    found = {unescape(one).partition("#")[0].partition("?")[0] for one in re.findall(r'(?:href|src)="([^"]*)"', page)}
    return found - {""}
