"""The settings: read once, explained in `.env.example`, and refused in words when they cannot be used."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from bot.i18n.catalogue import LOCALES
from bot.running import CANNOT_START
from bot.settings import FIELDS, REMEDIES, SettingsError, key_of, read_settings
from tests.house.reading import ROOT

EXAMPLE = ROOT / ".env.example"
KEYS = {key_of(field) for field in FIELDS}


def problems(env_file: Path | None = None) -> dict[str, str]:
    with pytest.raises(SettingsError) as raised:
        read_settings(env_file)
    return {problem.key: str(problem) for problem in raised.value.problems}


@pytest.fixture
def token(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("DISCORD_TOKEN", "a.secret.word")
    return "a.secret.word"


def test_every_setting_is_in_the_example_and_every_key_of_the_example_is_a_setting() -> None:
    assert set(re.findall(r"^(\w+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)) == KEYS


def test_every_key_of_the_example_has_a_line_of_explanation_above_it() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    bare = [lines[i] for i in range(1, len(lines)) if "=" in lines[i] and not lines[i - 1].startswith("# ")]
    assert bare == []


def test_every_setting_has_a_remedy() -> None:
    assert set(REMEDIES) == set(FIELDS)


def test_the_example_with_a_token_is_a_valid_start_with_the_defaults(token: str, tmp_path: Path) -> None:
    copy = tmp_path / ".env"
    copy.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert read_settings(copy) == read_settings(None)


def test_without_a_token_the_start_names_the_key_and_what_to_do() -> None:
    said = problems()
    assert list(said) == ["DISCORD_TOKEN"]
    assert "Copy .env.example to .env" in said["DISCORD_TOKEN"]


def test_a_missing_file_is_no_fault_of_its_own(tmp_path: Path) -> None:
    assert list(problems(tmp_path / "nothing")) == ["DISCORD_TOKEN"]


@pytest.mark.parametrize("key", ["DISCORD_TOKEN", "ARBITER_TOKEN"])
def test_the_token_has_two_names(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv(key, "word")
    assert read_settings(None).token.get_secret_value() == "word"


def test_the_token_is_never_shown(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    assert token not in repr(read_settings(None))
    monkeypatch.setenv("DISCORD_TOKEN", f"Bot {token}")
    assert token not in problems()["DISCORD_TOKEN"]


def test_the_environment_wins_over_the_file(token: str, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=another\nARBITER_DATABASE=cup.db\n", encoding="utf-8")
    settings = read_settings(file)
    assert (settings.token.get_secret_value(), settings.database) == (token, Path("cup.db"))


def test_a_misspelt_key_of_the_file_is_named(token: str, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("ARBITER_DATABSE=cup.db\n", encoding="utf-8")
    assert list(problems(file)) == ["ARBITER_DATABSE"]


def test_settings_cannot_be_changed(token: str) -> None:
    settings = read_settings(None)
    with pytest.raises(FrozenInstanceError):
        settings.language = "it"  # type: ignore[misc]


def test_servers_are_listed_with_commas(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("ARBITER_GUILD_IDS", "12, 34,")
    assert read_settings(None).guild_ids == (12, 34)


@pytest.mark.parametrize("language", LOCALES)
def test_each_language_of_the_catalogues_may_be_the_default(
    monkeypatch: pytest.MonkeyPatch, token: str, language: str
) -> None:
    monkeypatch.setenv("ARBITER_LANGUAGE", language)
    assert read_settings(None).language == language


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ARBITER_API_BASE", "https://discord.com/api/v10"),
        ("ARBITER_API_BASE", "https://canary.discord.com/api/v10"),
        ("ARBITER_API_BASE", "http://127.0.0.1:8080/api"),
        ("ARBITER_API_BASE", "http://127.9.9.9:8080"),
        ("ARBITER_API_BASE", "http://localhost:8080"),
        ("ARBITER_API_BASE", "http://[::1]:8080"),
        ("ARBITER_GATEWAY", "wss://gateway.discord.gg/"),
        ("ARBITER_GATEWAY", "wss://gateway-us-east1-b.discord.gg"),
        ("ARBITER_GATEWAY", "ws://127.0.0.1:8081"),
        ("ARBITER_TIME_ZONE", "America/Sao_Paulo"),
        ("ARBITER_LOG_LEVEL", "debug"),
        ("ARBITER_LOG_FORMAT", "JSON"),
        ("ARBITER_METRICS", "127.0.0.1:9464"),
        ("ARBITER_METRICS", "[::1]:9464"),
        ("ARBITER_METRICS", "localhost:9464"),
        ("ARBITER_WEB_ADDRESS", "https://pages.example.org"),
        ("ARBITER_WEB_ADDRESS", "http://localhost:8080/cups/"),
    ],
)
def test_values_that_are_taken(monkeypatch: pytest.MonkeyPatch, token: str, key: str, value: str) -> None:
    monkeypatch.setenv(key, value)
    field = key.removeprefix("ARBITER_").lower()
    assert (
        str(getattr(read_settings(None), field)).casefold()
        == value.rstrip("/" if field != "gateway" else "").casefold()
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ARBITER_API_BASE", "https://example.com/api"),
        ("ARBITER_API_BASE", "http://discord.com/api"),
        ("ARBITER_API_BASE", "https://discord.com.example.com"),
        ("ARBITER_API_BASE", "https://evildiscord.com"),
        ("ARBITER_API_BASE", "https://discord.com@example.com"),
        ("ARBITER_API_BASE", "https://example.com\\@discord.com"),
        ("ARBITER_API_BASE", "https://example.com#.discord.com"),
        ("ARBITER_API_BASE", "http://127.0.0.1.example.com"),
        ("ARBITER_API_BASE", "http://192.168.0.1"),
        ("ARBITER_API_BASE", "http://0.0.0.0"),
        ("ARBITER_API_BASE", "http://localhost.example.com"),
        ("ARBITER_API_BASE", "file://localhost/etc"),
        ("ARBITER_API_BASE", "http://localhost:port"),
        ("ARBITER_API_BASE", "discord.com"),
        ("ARBITER_GATEWAY", "ws://gateway.discord.gg"),
        ("ARBITER_GATEWAY", "https://gateway.discord.gg"),
        ("ARBITER_GATEWAY", "wss://gateway.example.com"),
        ("ARBITER_TIME_ZONE", "Rome"),
        ("ARBITER_TIME_ZONE", "../../etc/passwd"),
        ("ARBITER_LANGUAGE", "fr"),
        ("ARBITER_LOG_LEVEL", "LOUD"),
        ("ARBITER_LOG_FORMAT", "xml"),
        ("ARBITER_METRICS", "9464"),
        ("ARBITER_METRICS", "0.0.0.0:9464"),
        ("ARBITER_METRICS", "[::]:9464"),
        ("ARBITER_METRICS", "192.168.0.1:9464"),
        ("ARBITER_GUILD_IDS", "my server"),
        ("DISCORD_TOKEN", "Bot a.secret.word"),
        ("ARBITER_WEB_ADDRESS", "pages.example.org"),
        ("ARBITER_WEB_ADDRESS", "https://pages.example.org/?a"),
        ("ARBITER_WEB_ADDRESS", "https://somebody@pages.example.org"),
        ("ARBITER_WEB_ADDRESS", "https://pages.example.org/" + "x" * 200),
        ("ARBITER_WEB_PROXY", "proxy.example.org"),
        ("ARBITER_WEB_PROXY", "0.0.0.0/0"),
        ("ARBITER_WEB_PROXY", "127.0.0.1, ::/0"),
    ],
)
def test_values_that_are_refused_by_name(monkeypatch: pytest.MonkeyPatch, token: str, key: str, value: str) -> None:
    monkeypatch.setenv(key, value)
    assert list(problems()) == [key]


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("ARBITER_WEB_ADDRESS", "https://pages.example.org")


@pytest.mark.parametrize("value", ["127.0.0.1:8080", "0.0.0.0:80", "[::1]:8080", "[::]:8080", "localhost:8080"])
def test_pages_are_served_on_an_address_of_this_machine(
    monkeypatch: pytest.MonkeyPatch, address: None, value: str
) -> None:
    monkeypatch.setenv("ARBITER_WEB", value)
    assert read_settings(None).web == value


@pytest.mark.parametrize(
    "value",
    ["8080", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:66000", "::1:8080", "[127.0.0.1]:80", "example.org:80", ":8080"],
)
def test_pages_are_served_on_nothing_else(monkeypatch: pytest.MonkeyPatch, address: None, value: str) -> None:
    monkeypatch.setenv("ARBITER_WEB", value)
    assert list(problems()) == ["ARBITER_WEB"]


@pytest.mark.parametrize(("key", "value"), [("ARBITER_WEB", "127.0.0.1:8080"), ("ARBITER_PUBLISH", "/srv/pages")])
def test_pages_need_the_address_at_which_they_are_read(
    monkeypatch: pytest.MonkeyPatch, token: str, key: str, value: str
) -> None:
    monkeypatch.setenv(key, value)
    assert f"{key} needs it" in problems()["ARBITER_WEB_ADDRESS"]


UNIT = ROOT / "deploy" / "arbiter.service"


def test_the_unit_for_systemd_starts_the_bot_anew_unless_a_person_is_needed() -> None:
    lines = [line.partition("=") for line in UNIT.read_text(encoding="utf-8").splitlines() if line[:1].isalpha()]
    said = {key: value for key, _, value in lines}
    assert (said["Restart"], said["RestartPreventExitStatus"]) == ("on-failure", str(CANNOT_START))
    assert said["ExecStart"].endswith("/.venv/bin/python -m bot")
    assert (ROOT / said["Documentation"].removeprefix("file:/opt/arbiter/")).exists()
    assert set(re.findall(r"ARBITER_\w+(?==)", said["Environment"])) <= KEYS
    assert f"/{said['StateDirectory']}/" in said["Environment"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_reads_the_unit_and_finds_it_hardened() -> None:
    # The machine of a test has no checkout in the unit's place.
    read = subprocess.run(["systemd-analyze", "verify", UNIT], check=False, capture_output=True, text=True)
    assert [line for line in read.stderr.splitlines() if "is not executable" not in line] == []
    told = ["systemd-analyze", "security", "--offline=yes", "--threshold=15", "--no-pager", str(UNIT)]
    assert subprocess.run(told, check=False, capture_output=True).returncode == 0


def test_the_proxies_are_addresses_and_networks(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("ARBITER_WEB_PROXY", "127.0.0.1, 10.1.2.3/8 ::1")
    assert read_settings(None).web_proxy == ("127.0.0.1/32", "10.0.0.0/8", "::1/128")


def test_the_database_is_not_published_with_the_pages(
    monkeypatch: pytest.MonkeyPatch, address: None, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARBITER_DATABASE", str(tmp_path / "data" / "arbiter.db"))
    monkeypatch.setenv("ARBITER_PUBLISH", str(tmp_path / "data" / ".." / "data"))
    assert "has the database in it" in problems()["ARBITER_PUBLISH"]
    monkeypatch.setenv("ARBITER_PUBLISH", str(tmp_path / "data" / "site"))
    assert read_settings(None).publish == tmp_path / "data" / "site"
