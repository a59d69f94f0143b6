"""What the host of the bot is told of pages and figures: by the doctor, and by the command that publishes them."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.doctor import Finding, _figures, _pages
from tests.features.pages.kept import switch_on
from tests.hall.hall import Hall

SETTINGS = ("ARBITER_METRICS", "ARBITER_WEB", "ARBITER_WEB_ADDRESS", "ARBITER_WEB_PROXY", "ARBITER_PUBLISH")


@pytest.fixture(autouse=True)
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a database in a folder of its own, and no setting of pages."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARBITER_DATABASE", str(tmp_path / "data" / "bot.db"))
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "data").mkdir()
    return tmp_path


@pytest.fixture
def hall(host: Path) -> Iterator[Hall]:
    """A server with pages, in that database."""
    one = Hall(host / "data" / "bot.db")
    switch_on(one)
    yield one
    one.close()


def found(monkeypatch: pytest.MonkeyPatch, **settings: str) -> list[Finding]:
    """What the doctor finds with these settings."""
    for name, value in settings.items():
        monkeypatch.setenv(f"ARBITER_{name}", value)
    return list(_pages())


def faults(findings: list[Finding]) -> list[str]:
    assert all(one.remedy for one in findings if not one.well)
    return [one.what for one in findings if not one.well]


def test_the_doctor_says_that_there_are_no_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [(one.well, "No pages" in one.what) for one in found(monkeypatch)] == [(True, True)]


@pytest.mark.usefixtures("hall")
def test_the_doctor_says_where_pages_are_and_how_many_servers_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    told = found(monkeypatch, WEB="127.0.0.1:8080", WEB_ADDRESS="https://a.example", WEB_PROXY="127.0.0.1")
    assert faults(told) == []
    assert "https://a.example; 1 server has" in told[0].what


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"WEB": "0.0.0.0:80", "WEB_ADDRESS": "http://a.example"}, "without encryption"),
        ({"WEB": "127.0.0.1:8080", "WEB_ADDRESS": "https://a.example"}, "count as one"),
        ({"WEB": "127.0.0.1:8080", "WEB_ADDRESS": "http://localhost:8080"}, None),
        ({"WEB": "0.0.0.0:80", "WEB_ADDRESS": "https://a.example", "WEB_PROXY": "10.0.0.1"}, None),
        ({"PUBLISH": "file", "WEB_ADDRESS": "https://a.example"}, "file is a file"),
        ({"PUBLISH": "site/below", "WEB_ADDRESS": "https://a.example"}, None),
    ],
)
def test_the_doctor_says_what_is_wrong_with_pages(
    monkeypatch: pytest.MonkeyPatch, host: Path, settings: dict[str, str], fault: str | None
) -> None:
    (host / "file").touch()
    told = faults(found(monkeypatch, **settings))
    assert len(told) == (0 if fault is None else 1)
    assert fault is None or fault in told[0]


def test_the_doctor_says_whether_pages_answer_and_whether_there_is_room_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listens = f"127.0.0.1:{taken.getsockname()[1]}"
        assert "; they answer." in found(monkeypatch, WEB=listens, WEB_ADDRESS="http://localhost")[-1].what
    assert "nothing answers there now." in found(monkeypatch)[-1].what
    monkeypatch.setattr("bot.doctor.ENOUGH_SPACE", 2**60)
    (told,) = faults(found(monkeypatch, PUBLISH="site"))
    assert told.endswith("MiB are free for the pages.")


@pytest.mark.usefixtures("hall")
def test_the_command_publishes_and_says_what_it_cannot_recall(
    monkeypatch: pytest.MonkeyPatch, host: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARBITER_WEB_ADDRESS", "https://a.example")
    assert main(["publish", str(host / "site")]) == 0
    told = capsys.readouterr().out
    assert "files written, 0 removed" in told
    assert "cannot be recalled" in told
    assert (host / "site" / "en" / "serverkey" / "index.html").is_file()
    assert main(["publish", str(host / "site")]) == 0
    assert ": 0 files written, 0 removed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("address", "folder", "said"),
    [
        ("", "site", "ARBITER_WEB_ADDRESS"),
        ("https://a.example", None, "Name a folder"),
        ("https://a.example", ".", "would be published with it"),
        ("https://a.example", "data/site", "does not exist"),
    ],
)
def test_the_command_says_why_it_publishes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str, folder: str | None, said: str
) -> None:
    monkeypatch.setenv("ARBITER_WEB_ADDRESS", address)
    assert main(["publish", *([] if folder is None else [folder])]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("hall")
def test_a_folder_that_takes_no_files_is_named_as_that_by_doctor_and_command(
    monkeypatch: pytest.MonkeyPatch, host: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (host / "site").mkdir()
    # For who runs as root nothing is forbidden but what the system itself says.
    monkeypatch.setattr(os, "access", lambda place, _: Path(place) != host / "site")
    told = faults(found(monkeypatch, WEB_ADDRESS="https://a.example", PUBLISH="site"))
    assert [one.endswith("site: the folder cannot be written to.") for one in told] == [True]
    assert main(["publish"]) == 2
    assert "the folder cannot be written to. What stood" in capsys.readouterr().err


@pytest.mark.usefixtures("hall")
def test_the_command_says_what_is_in_the_way(
    monkeypatch: pytest.MonkeyPatch, host: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARBITER_WEB_ADDRESS", "https://a.example")
    (host / "site").mkdir()
    (host / "site" / "index.html").write_text("theirs", encoding="utf-8")
    assert main(["publish", str(host / "site")]) == 2
    assert "index.html is in the way" in capsys.readouterr().err
    assert (host / "site" / "index.html").read_text(encoding="utf-8") == "theirs"


def test_the_doctor_says_whether_figures_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [(one.well, "No figures" in one.what) for one in _figures()] == [(True, True)]
    with socket.create_server(("127.0.0.1", 0)) as listening:
        monkeypatch.setenv("ARBITER_METRICS", f"127.0.0.1:{listening.getsockname()[1]}")
        assert "they answer" in next(_figures()).what
    assert "nothing answers there now" in next(_figures()).what
