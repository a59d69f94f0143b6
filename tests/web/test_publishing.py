"""Pages as files: what is written, what is left alone, and what a run that is cut off leaves behind."""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import stat
from pathlib import Path

import pytest

from tests.web.placeholder import Placeholder
from web import publishing
from web.library import FoundPage
from web.publishing import _LOCK, _NOTE, _STAGE, LIST, CannotPublish, Published, Publisher, file_of, publish, read_list

HTML, JSON, ICS = "text/html; charset=utf-8", "application/json", "text/calendar; charset=utf-8"


class Shelves(Placeholder):
    """Pages by their paths, each hanging on the last part of its path."""

    def __init__(self) -> None:
        self.pages = {"/": "start", "/en/club/": "club", "/en/club/cup/": "cup", "/en/club/open/": "open"}
        self.asked: list[str] = []
        self.kind = HTML

    def find(self, path: str, query: object) -> FoundPage | None:
        self.asked.append(path)
        if path not in self.pages:
            return None
        key = path.strip("/").rpartition("/")[2] or "*"
        return FoundPage(self.pages[path].encode(), self.kind, frozenset({key}), is_secret="secret" in path)

    def addresses(self, keys: frozenset[str] | None):
        return iter(path for path in self.pages if keys is None or path.strip("/").rpartition("/")[2] in keys)


@pytest.fixture
def library() -> Shelves:
    return Shelves()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "site"


def files(folder: Path) -> dict[str, str]:
    """The files that a web space would show."""
    found = (one for one in folder.rglob("*") if one.is_file() and not one.name.startswith(".arbiter"))
    return {one.relative_to(folder).as_posix(): one.read_text(encoding="utf-8") for one in found}


def test_each_page_is_a_folder_and_whoever_serves_them_may_read_them(library: Shelves, folder: Path) -> None:
    before = os.umask(0o077)
    try:
        assert publish(library, folder) == Published(written=4)
    finally:
        os.umask(before)
    assert files(folder) == {
        "index.html": "start", "en/club/index.html": "club", "en/club/cup/index.html": "cup",
        "en/club/open/index.html": "open",
    }  # fmt: skip
    assert stat.S_IMODE((folder / "en/club/index.html").stat().st_mode) == 0o644
    assert stat.S_IMODE((folder / "en/club").stat().st_mode) == 0o755
    assert not (folder / publishing._STAGE).exists()


@pytest.mark.parametrize(
    ("path", "kind", "file"),
    [
        ("/", HTML, "index.html"),
        ("/en/club/", HTML, "en/club/index.html"),
        ("/en/club/calendar.ics", ICS, "en/club/calendar.ics"),
        ("/api/v1/servers/club", JSON, "api/v1/servers/club.json"),
        ("/static/site.css", "text/css", "static/site.css"),
        ("/robots.txt", "text/plain", "robots.txt"),
    ],
)
def test_a_file_is_named_so_that_any_web_space_knows_its_kind(path: str, kind: str, file: str) -> None:
    assert file_of(path, kind) == file


def test_only_what_changed_is_written_again(library: Shelves, folder: Path) -> None:
    publish(library, folder)
    untouched = (folder / "en/club/open/index.html").stat().st_ino
    library.pages["/en/club/cup/"] = "over"
    assert publish(library, folder) == Published(written=1, unchanged=3)
    assert files(folder)["en/club/cup/index.html"] == "over"
    assert (folder / "en/club/open/index.html").stat().st_ino == untouched


def test_after_a_change_only_what_hangs_on_it_is_made(library: Shelves, folder: Path) -> None:
    publish(library, folder)
    library.asked.clear()
    library.pages |= {"/en/club/cup/": "over", "/en/club/open/": "not heard of"}
    assert publish(library, folder, frozenset({"cup"})).written == 1
    assert sorted(library.asked) == ["/", "/en/club/cup/"]
    assert files(folder)["en/club/open/index.html"] == "open"


def test_what_is_gone_is_removed_with_its_empty_folders(library: Shelves, folder: Path) -> None:
    publish(library, folder)
    del library.pages["/en/club/cup/"]
    assert publish(library, folder, frozenset({"cup"})).removed == 1
    assert not (folder / "en/club/cup").exists()
    library.pages = {"/": "start"}
    assert publish(library, folder) == Published(removed=2, unchanged=1)
    assert files(folder) == {"index.html": "start"}
    assert not (folder / "en").exists()


def test_what_others_put_there_is_never_touched(library: Shelves, folder: Path) -> None:
    publish(library, folder)
    (folder / "en/club/cup/photo.jpg").write_text("ours", encoding="utf-8")
    library.pages = {}
    publish(library, folder)
    assert files(folder) == {"en/club/cup/photo.jpg": "ours"}


def test_a_file_of_others_in_the_way_keeps_everything_as_it_was(library: Shelves, folder: Path) -> None:
    (folder / "en/club").mkdir(parents=True)
    (folder / "en/club/index.html").write_text("theirs", encoding="utf-8")
    with pytest.raises(CannotPublish, match=r"en/club/index\.html is in the way"):
        publish(library, folder)
    assert files(folder) == {"en/club/index.html": "theirs"}
    assert read_list(folder) == {}


def test_a_way_out_of_the_folder_is_not_taken(library: Shelves, folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (folder / "en").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CannotPublish, match="outside"):
        publish(library, folder)
    assert list((tmp_path / "elsewhere").iterdir()) == []
    library.pages = {"/../up/": "up"}
    with pytest.raises(CannotPublish):
        publish(library, folder)
    assert not (tmp_path / "up").exists()


@pytest.mark.parametrize("name", [LIST, _NOTE, _STAGE, _LOCK])
def test_what_a_run_keeps_for_itself_leads_nowhere_else_and_a_spoilt_one_is_told_by_its_name(
    library: Shelves, folder: Path, tmp_path: Path, name: str
) -> None:
    publish(library, folder)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(theirs if name == _STAGE else theirs / "file")
    with pytest.raises(CannotPublish, match=re.escape(name)):
        publish(library, folder)
    assert list(theirs.iterdir()) == []
    (folder / name).unlink()
    if name == _STAGE:
        (folder / name).write_text("spoilt", encoding="utf-8")
    else:
        (folder / name).mkdir()
    with pytest.raises(CannotPublish, match=re.escape(name)):
        publish(library, folder)


def test_a_lock_that_is_none_is_told_by_its_name(library: Shelves, folder: Path) -> None:
    publish(library, folder)
    (folder / _LOCK).write_text("no database " * 99, encoding="utf-8")
    with pytest.raises(CannotPublish, match=re.escape(_LOCK)):
        publish(library, folder)


def test_an_address_with_a_secret_is_not_published(library: Shelves, folder: Path) -> None:
    library.pages["/secret/calendar.ics"] = "mine"
    publish(library, folder)
    assert "mine" not in files(folder).values()


def test_a_run_that_breaks_while_pages_are_made_changes_nothing(
    library: Shelves, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(library, folder)
    library.pages = dict.fromkeys(library.pages, "new")

    def full(self: object, path: str, found: FoundPage) -> None:
        if path == "/en/club/open/":
            raise OSError(28, "No space left on device")
        stage(self, path, found)  # type: ignore[arg-type]

    stage = publishing._Run._stage_page
    monkeypatch.setattr(publishing._Run, "_stage_page", full)
    with pytest.raises(OSError, match="No space"):
        publish(library, folder)
    assert set(files(folder).values()) == {"start", "club", "cup", "open"}
    monkeypatch.undo()
    assert publish(library, folder).written == 4


@pytest.mark.parametrize("after", range(1, 6))
def test_a_run_that_is_cut_off_while_files_are_moved_is_finished_by_the_next(
    library: Shelves, folder: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    publish(library, folder)
    (folder / "en/club/cup/note.txt").write_text("theirs", encoding="utf-8")
    library.pages = {"/": "new", "/en/club/": "new", "/en/club/open/": "new", "/en/club/next/": "new"}
    real, left = os.replace, [after]

    def cut_off(source: Path, target: Path) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr(os, "replace", cut_off)
    with pytest.raises(KeyboardInterrupt):
        publish(library, folder)
    monkeypatch.undo()
    library.asked.clear()
    publish(library, folder, frozenset())
    assert library.asked in ([], ["/"])
    found = files(folder)
    assert found.pop("en/club/cup/note.txt") == "theirs"
    assert (set(found.values()), set(found)) == ({"new"}, set(read_list(folder)))


def test_a_run_that_is_cut_off_before_its_note_leaves_all_as_it_was(
    library: Shelves, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(library, folder)
    before = files(folder)

    def cut_off(source: Path, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", cut_off)
    library.pages = dict.fromkeys(library.pages, "new")
    with pytest.raises(KeyboardInterrupt):
        publish(library, folder)
    monkeypatch.undo()
    assert files(folder) == before
    publish(library, folder, frozenset({"none"}))
    assert files(folder) == before | {"index.html": "new"}


def test_where_nothing_changed_nothing_is_written(
    library: Shelves, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(library, folder)
    monkeypatch.delattr(os, "replace")
    assert publish(library, folder) == Published(unchanged=4)


def test_a_list_that_cannot_be_read_is_told_and_nothing_is_written(library: Shelves, folder: Path) -> None:
    publish(library, folder)
    (folder / publishing.LIST).write_text("{", encoding="utf-8")
    library.pages["/"] = "new"
    with pytest.raises(CannotPublish, match="cannot be read"):
        publish(library, folder)
    assert files(folder)["index.html"] == "start"


def test_the_list_names_nothing_of_the_machine(library: Shelves, folder: Path) -> None:
    publish(library, folder)
    told = json.loads((folder / publishing.LIST).read_text(encoding="utf-8"))
    assert str(folder.parent) not in json.dumps(told)
    assert set(told["files"]) == set(files(folder))


def test_it_is_published_after_changes_and_tried_again_after_trouble(
    library: Shelves, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "REST", 0.01)
    monkeypatch.setattr(publishing, "_AGAIN", 0.01)
    said: queue.Queue[dict[str, object]] = queue.Queue()
    publisher = Publisher(lambda: library, folder, lambda **told: said.put(told))
    publisher.wake(None)
    assert said.get(timeout=20) == {"published": 4, "removed": 0}
    library.pages["/en/club/cup/"] = "over"
    library.asked.clear()
    publisher.wake([[("results", "cup")]])
    assert said.get(timeout=20) == {"published": 1, "removed": 0}
    assert sorted(library.asked) == ["/", "/en/club/cup/"]
    library.pages["/"] = None  # type: ignore[assignment]
    publisher.wake(None)
    told = str(said.get(timeout=20)["trouble"])
    assert "AttributeError in test_publishing.py" in told
    library.pages["/"] = "again"
    while (last := said.get(timeout=20)) != {"published": 1, "removed": 0}:
        assert "trouble" in last
    assert files(folder)["index.html"] == "again"


def test_trouble_that_lasts_is_told_once(library: Shelves, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "REST", 0.0)
    monkeypatch.setattr(publishing, "_AGAIN", 0.001)
    folder.touch()
    said, asked = queue.Queue[dict[str, object]](), queue.Queue[None]()

    def opened() -> Shelves:
        asked.put(None)
        return library

    monkeypatch.setattr(publishing, "keys_of", lambda *_: opened() and None)
    publisher = Publisher(lambda: library, folder, lambda **told: said.put(told))
    publisher.wake(None)
    for _ in range(3):
        asked.get(timeout=20)
    assert "site is a file, and no folder" in str(said.get(timeout=20)["trouble"])
    folder.unlink()
    assert said.get(timeout=20) == {"published": 4, "removed": 0}


def test_a_folder_that_was_taken_away_is_written_whole_after_the_next_change(library: Shelves, folder: Path) -> None:
    publish(library, folder)
    shutil.rmtree(folder)
    assert publish(library, folder, frozenset({"cup"})) == Published(written=4)


# --- what others have put into the folder ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (publishing._NOTE, '{"moves": [], "gone": ["../kept.txt"], "files": {}}'),
        (publishing.LIST, '{"files": {\n"../kept.txt": {"sha256": "", "path": "/x", "keys": []}\n}}'),
    ],
)
def test_a_list_or_note_of_others_removes_nothing_outside(library: Shelves, folder: Path, name: str, told: str) -> None:
    folder.mkdir()
    kept = folder.parent / "kept.txt"
    kept.write_text("kept", encoding="utf-8")
    (folder / name).write_text(told, encoding="utf-8")
    with pytest.raises(CannotPublish, match="outside"):
        publish(library, folder)
    assert kept.exists()


def test_what_goes_is_not_looked_for_behind_a_link(library: Shelves, folder: Path) -> None:
    publish(library, folder)
    there = folder.parent / "elsewhere"
    (folder / "en/club/cup").rename(there)
    (folder / "en/club/cup").symlink_to(there)
    del library.pages["/en/club/cup/"]
    with pytest.raises(CannotPublish, match="outside"):
        publish(library, folder)
    assert (there / "index.html").exists()


@pytest.mark.parametrize("is_folder", [True, False])
def test_what_stands_in_the_way_of_a_page_is_told_before_anything_is_noted(
    library: Shelves, folder: Path, is_folder: bool
) -> None:
    place = folder / ("en/club/cup/index.html" if is_folder else "en/club")
    place.parent.mkdir(parents=True)
    if is_folder:
        place.mkdir()
    else:
        place.write_text("of others", encoding="utf-8")
    with pytest.raises(CannotPublish, match="in the way"):
        publish(library, folder)
    assert not (folder / publishing._NOTE).exists()


def test_a_note_that_nobody_can_read_is_told_by_its_name(library: Shelves, folder: Path) -> None:
    folder.mkdir()
    (folder / publishing._NOTE).write_text("nonsense", encoding="utf-8")
    with pytest.raises(CannotPublish, match="note in the folder cannot be read"):
        publish(library, folder)


def test_a_page_that_breaks_is_left_out_and_keeps_no_other_from_going(
    library: Shelves, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(library, folder)
    find = library.find

    def breaks(path: str, query: object) -> FoundPage | None:
        if path == "/en/club/cup/":
            raise KeyError("of a secret")
        return find(path, query)

    monkeypatch.setattr(library, "find", breaks)
    del library.pages["/en/club/open/"]
    with pytest.raises(CannotPublish, match=r"1 pages break .* KeyError in test_publishing.py") as told:
        publish(library, folder)
    assert "secret" not in str(told.value)
    assert set(files(folder)) == {"index.html", "en/club/index.html"}
