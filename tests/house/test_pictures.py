"""The pictures of the documents: each is there, made by the command, told to who cannot see it, and light to load."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from PIL import Image

from tests.house.reading import ROOT, files, text
from tools import docs_pictures

PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)|<img\b[^>]*>")
MOST_BYTES = 120_000
WIDEST = docs_pictures.WIDEST * 2


def named() -> list[tuple[str, str, str]]:
    """The page, the words and the place of every picture in a document."""
    pages = [name for name in files() if name.endswith(".md")]
    return [(page, found[1] or "", found[2] or "") for page in pages for found in PICTURE.finditer(text(page))]


def made() -> set[str]:
    """What the command writes into docs/pictures."""
    cards = {f"{name}.{ending}.png" for name, _ in docs_pictures.CARDS for ending in docs_pictures.LANGUAGES.values()}
    return cards | {"bracket.png", "page.png", "podium.png"}


def test_each_picture_that_a_document_shows_is_there_and_told_in_words() -> None:
    shown = [(page, said, str(PurePosixPath(page).parent / place)) for page, said, place in named()]
    assert len(shown) > 8
    assert [one for one in shown if not (ROOT / one[2]).is_file() or len(one[1].split()) < 5] == []


def test_the_command_makes_every_picture_and_a_document_shows_each() -> None:
    folder = {path.name for path in docs_pictures.FOLDER.iterdir()}
    assert folder == made()
    assert folder - {PurePosixPath(place).name for _, _, place in named()} == set()


def test_a_picture_is_light_and_no_wider_than_a_page() -> None:
    heavy = []
    for path in sorted(docs_pictures.FOLDER.iterdir()):
        with Image.open(path) as image:
            if path.stat().st_size > MOST_BYTES or image.width > WIDEST or image.mode != "P":
                heavy.append((path.name, path.stat().st_size, image.size, image.mode))
    assert heavy == []


def test_without_a_browser_the_command_says_so_and_ends_with_two(monkeypatch, capsys) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert docs_pictures.main() == 2
    assert "No Chromium" in capsys.readouterr().err
