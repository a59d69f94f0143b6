"""The pictures of pages in docs/pages: each is there, in its size, light, and told in words."""

from __future__ import annotations

import pytest
from PIL import Image

from tools import page_pictures

MOST_BYTES = 120_000


def test_every_picture_is_there_and_no_other() -> None:
    assert {one.stem for one in page_pictures.FOLDER.glob("*.png")} == set(page_pictures.shots())


@pytest.mark.parametrize("name", page_pictures.shots())
def test_a_picture_has_the_size_of_its_window_and_is_light(name: str) -> None:
    shot, path = page_pictures.shots()[name], page_pictures.FOLDER / f"{name}.png"
    with Image.open(path) as picture:
        assert picture.size == (shot.width * shot.sharp, shot.height * shot.sharp)
        assert len(picture.getcolors() or ()) > 20
    assert path.stat().st_size < MOST_BYTES
    assert f"({name}.png)" in (page_pictures.FOLDER / "README.md").read_text(encoding="utf-8")


def test_people_in_pictures_have_names_and_set_no_traps() -> None:
    for shot in page_pictures.shots().values():
        names = [one.name for one in shot.event.entrants]
        assert len(set(names)) == len(names)
        assert all(name.replace(" ", "").isalpha() for name in names)


def test_without_a_browser_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert page_pictures.main() == 2
    assert "No Chromium" in capsys.readouterr().err
