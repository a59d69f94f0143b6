"""The bot's settings: one frozen object, read once at the start from the environment and from a `.env` file.

A dataclass and a function for each kind of value, not pydantic-settings, whose import alone was a third of the start.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from bot.i18n.catalogue import DEFAULT_LOCALE, LOCALES
from bot.kernel.addresses import DatabasePlace, NotAnAddress, ServerAddress, is_loopback, read
from bot.kernel.ids import GuildId

T = TypeVar("T")

PREFIX = "ARBITER_"
MOST_SHARDS = 64
"""One process holds no more connections: that many servers want several machines (docs/scale.md)."""
ENV_FILE = Path(".env")
DISCORD_HOSTS = ("discord.com", "discord.gg")


class LogLevel(StrEnum):
    """How much the log says; the names are those of the standard library's logging."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


class LogFormat(StrEnum):
    """How a line of the log is written."""

    PLAIN = "plain"
    JSON = "json"


class Unusable(ValueError):
    """A value that cannot be used; the text says why, and never holds the value."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A text that is shown nowhere: not in a log, not in an error."""

    _text: str

    def get_secret_value(self) -> str:
        """The text itself, for the one who needs it."""
        return self._text

    def __repr__(self) -> str:
        """The token as stars, since settings end up in logs."""
        return "Secret('**********')"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that differs from one installation to another. `.env.example` explains each key."""

    token: Secret
    database: DatabasePlace = Path("arbiter.db")
    """A file, or a database on a server."""
    log_level: LogLevel = LogLevel.INFO
    log_format: LogFormat = LogFormat.PLAIN
    metrics: str = ""
    """Where figures for the host are served, on this machine alone; empty: nowhere."""
    guild_ids: tuple[GuildId, ...] = ()
    api_base: str = "https://discord.com/api/v10"
    gateway: str = "wss://gateway.discord.gg/"
    language: str = DEFAULT_LOCALE
    time_zone: str = "UTC"
    shards: int | None = None
    """How many connections to Discord; None: as many as it recommends."""
    litestream: Path | None = None
    """Where Litestream listens for questions, where it copies the database."""
    web: str = ""
    """Where pages are served, as an address of this machine with a port; empty: nowhere."""
    web_address: str = ""
    """Where they are read, without a slash at its end."""
    web_proxy: tuple[str, ...] = ()
    publish: Path | None = None


FIELDS = tuple(field.name for field in fields(Settings))


def _host(address: str, schemes: Iterable[str]) -> str:
    """The host that an address names; refuses an address that could be read in two ways."""
    if any(character in address for character in "@\\?#") or any(character.isspace() for character in address):
        raise Unusable("is not a plain address")
    parts = urlsplit(address)
    if parts.scheme not in schemes or not parts.hostname:
        raise Unusable(f"must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    _ = parts.port  # Reading it raises ValueError for a port that is no number.
    return parts.hostname


def _is_discord(host: str) -> bool:
    return any(host == known or host.endswith(f".{known}") for known in DISCORD_HOSTS)


def _require_trusted(address: str, encrypted: str, plain: str) -> str:
    """Lets the token go to Discord, encrypted, or nowhere beyond this machine."""
    host = _host(address, (encrypted, plain))
    if is_loopback(host) or (_is_discord(host) and address.startswith(f"{encrypted}://")):
        return address
    raise Unusable(f"may only name Discord ({encrypted}://) or this machine")


def _api_address(address: str) -> str:
    return _require_trusted(address, "https", "http").rstrip("/")


def _gateway_address(address: str) -> str:
    return _require_trusted(address, "wss", "ws")


def _place(text: str) -> DatabasePlace:
    """A file, or the address of a server, of which only what is wrong is told."""
    try:
        return read(text)
    except NotAnAddress as wrong:
        raise Unusable(str(wrong)) from None


def _one_word(token: str) -> Secret:
    """A token as Discord shows it; the commonest slip is to paste the word Bot in front of it."""
    if len(token.split()) != 1:
        raise Unusable("must be one word, without spaces")
    return Secret(token)


def _known_zone(name: str) -> str:
    try:
        return ZoneInfo(name).key
    except (LookupError, ValueError, OSError):
        raise Unusable("is not a time zone's name") from None


def _known_language(locale: str) -> str:
    if locale not in LOCALES:
        raise Unusable("is no language of the catalogues")
    return locale


def _numbers(text: str) -> tuple[GuildId, ...]:
    return tuple(GuildId(int(number)) for number in text.replace(",", " ").split())


def _connections(text: str) -> int:
    number = int(text)
    if not 0 < number <= MOST_SHARDS:
        raise Unusable(f"is not between 1 and {MOST_SHARDS}")
    return number


def _level(text: str) -> LogLevel:
    return LogLevel(text.upper())


def _format(text: str) -> LogFormat:
    return LogFormat(text.lower())


LONGEST_ADDRESS = 200


def _listening(text: str) -> str:
    """An address of this machine and a port, as "127.0.0.1:8080" or "[::1]:8080"."""
    host, _, port = text.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    if not port.isdecimal() or not 0 < int(port) < 65_536 or not bare:
        raise Unusable("must be an address and a port")
    if bare != "localhost":
        try:
            address = ipaddress.ip_address(bare)
        except ValueError:
            raise Unusable("must begin with an address in numbers, or with localhost") from None
        if (address.version == 6) != host.startswith("["):
            raise Unusable("must have an address of IPv6 in brackets, and no other")
    return text


def _for_the_host(text: str) -> str:
    """As `_listening`, where nobody outside this machine may listen in."""
    host = _listening(text).rpartition(":")[0].removeprefix("[").removesuffix("]")
    if not is_loopback(host):
        raise Unusable("must be an address of this machine alone")
    return text


def _web_address(text: str) -> str:
    """Where people read the pages: absolute, and nothing behind its path."""
    _host(text, ("https", "http"))
    if not text.isascii() or len(text) > LONGEST_ADDRESS:
        raise Unusable(f"must be ASCII and no longer than {LONGEST_ADDRESS} characters")
    return text.rstrip("/")


def _proxies(text: str) -> tuple[str, ...]:
    """Addresses and networks; one that everybody is in would let everybody say who they are."""
    found = []
    for word in text.replace(",", " ").split():
        try:
            network = ipaddress.ip_network(word, strict=False)
        except ValueError:
            raise Unusable("is not a list of addresses in numbers") from None
        if network.prefixlen == 0:
            raise Unusable("names every address, so that every visitor would be believed")
        found.append(str(network))
    return tuple(found)


REMEDIES = {
    "token": "Copy .env.example to .env and paste the bot's token, from the Bot page of your application at Discord.",
    "database": "Name a file that the bot may write, such as arbiter.db, or a database as docs/postgres.md says.",
    "log_level": f"Use one of {', '.join(LogLevel)}.",
    "log_format": f"Use one of {', '.join(LogFormat)}.",
    "metrics": "Write where figures are served, such as 127.0.0.1:9464, or leave it empty for none.",
    "guild_ids": "List the servers' numbers with commas between them, or leave it empty.",
    "api_base": "Leave it empty to talk to Discord.",
    "gateway": "Leave it empty to talk to Discord.",
    "language": f"Use one of {', '.join(LOCALES)}.",
    "time_zone": "Use a name such as Europe/Rome or America/Sao_Paulo.",
    "shards": "Write how many connections to Discord there shall be, or leave it empty for what Discord recommends.",
    "litestream": "Name the socket that litestream.yml names, such as /data/litestream.sock, or leave it empty.",
    "web": "Write where the pages are served, such as 127.0.0.1:8080, or leave it empty for none.",
    "web_address": "Write the address at which people read the pages, such as https://pages.example.org.",
    "web_proxy": "Write the address from which your proxy connects, such as 127.0.0.1, or leave it empty.",
    "publish": "Name a folder that has nothing but the published pages in it.",
}
"""What to do about each setting that cannot be used, for whoever starts the bot."""


@dataclass(frozen=True, slots=True)
class SettingProblem:
    """One setting that cannot be used: its key, what is wrong with it, what to do. Never holds the value."""

    key: str
    fault: str
    remedy: str

    def __str__(self) -> str:
        """The sentence for whoever starts the bot."""
        return f"{self.key} {self.fault}. {self.remedy}"


class SettingsError(Exception):
    """The settings do not allow a start. `problems` has one entry for each key at fault."""

    def __init__(self, problems: tuple[SettingProblem, ...]) -> None:
        """Keep the problems; the message is their sentences, a line each."""
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def key_of(field: str) -> str:
    """The environment's name for a field of `Settings`."""
    return "DISCORD_TOKEN" if field == "token" else f"{PREFIX}{field.upper()}"


def read_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Read the environment and the file, where the environment wins. Raises SettingsError naming every key at fault."""
    in_file = _in_file(env_file)
    reading = _SettingsReading({**in_file, **_without_empty(os.environ)})
    plain = Settings(token=Secret(""))
    settings = Settings(
        token=reading.take("token", _one_word, plain.token),
        database=reading.take("database", _place, plain.database),
        log_level=reading.take("log_level", _level, plain.log_level),
        log_format=reading.take("log_format", _format, plain.log_format),
        metrics=reading.take("metrics", _for_the_host, plain.metrics),
        guild_ids=reading.take("guild_ids", _numbers, plain.guild_ids),
        api_base=reading.take("api_base", _api_address, plain.api_base),
        gateway=reading.take("gateway", _gateway_address, plain.gateway),
        language=reading.take("language", _known_language, plain.language),
        time_zone=reading.take("time_zone", _known_zone, plain.time_zone),
        shards=reading.take("shards", _connections, plain.shards),
        litestream=reading.take("litestream", Path, plain.litestream),
        web=reading.take("web", _listening, plain.web),
        web_address=reading.take("web_address", _web_address, plain.web_address),
        web_proxy=reading.take("web_proxy", _proxies, plain.web_proxy),
        publish=reading.take("publish", Path, plain.publish),
    )
    found = (*reading.problems, *_misspelt(in_file), *_at_odds(settings, {one.key for one in reading.problems}))
    if found:
        raise SettingsError(found)
    return settings


def _at_odds(settings: Settings, known: set[str]) -> Iterator[SettingProblem]:
    """What is wrong with settings that are right by themselves."""
    asks = next((field for field in ("web", "publish") if getattr(settings, field)), None)
    if asks is not None and not settings.web_address and key_of("web_address") not in known:
        yield SettingProblem(key_of("web_address"), f"is missing, and {key_of(asks)} needs it", REMEDIES["web_address"])
    if isinstance(settings.database, ServerAddress):
        for field in ("web", "publish", "litestream"):
            if getattr(settings, field) and key_of(field) not in known:
                yield SettingProblem(key_of(field), "wants the database to be a file", REMEDIES["database"])
    elif settings.publish is not None and holds(settings.publish, settings.database):
        yield SettingProblem(key_of("publish"), "is a folder that has the database in it", REMEDIES["publish"])


def holds(folder: Path, file: Path) -> bool:
    """Whether whoever reads the folder reads the file."""
    return file.resolve().is_relative_to(folder.resolve())


def read_litestream(env_file: Path | None = ENV_FILE) -> Path | None:
    """As `read_database`, of the socket at which Litestream listens."""
    reading = _SettingsReading({**_in_file(env_file), **_without_empty(os.environ)})
    return reading.take("litestream", Path, Settings(token=Secret("")).litestream)


def read_database(env_file: Path | None = ENV_FILE) -> DatabasePlace:
    """The database that the settings name, whatever else is wrong with them: a backup asks for no token."""
    reading = _SettingsReading({**_in_file(env_file), **_without_empty(os.environ)})
    return reading.take("database", _place, Settings(token=Secret("")).database)


def read_metrics(env_file: Path | None = ENV_FILE) -> str:
    """As `read_database`, of where figures are served; empty: nowhere."""
    reading = _SettingsReading({**_in_file(env_file), **_without_empty(os.environ)})
    return reading.take("metrics", _for_the_host, "")


@dataclass(frozen=True, slots=True)
class PagesWanted:
    """What the settings say of pages."""

    database: DatabasePlace
    address: str
    publish: Path | None
    web: str
    proxies: tuple[str, ...]


def read_pages(env_file: Path | None = ENV_FILE) -> PagesWanted:
    """As `read_database`, of pages: to publish asks for no token either."""
    reading = _SettingsReading({**_in_file(env_file), **_without_empty(os.environ)})
    plain = Settings(token=Secret(""))
    return PagesWanted(
        reading.take("database", _place, plain.database),
        reading.take("web_address", _web_address, plain.web_address),
        reading.take("publish", Path, plain.publish),
        reading.take("web", _listening, plain.web),
        reading.take("web_proxy", _proxies, plain.web_proxy),
    )


class _SettingsReading:
    """The given texts by key, and what was wrong with those read so far."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given
        self.problems: list[SettingProblem] = []

    def take(self, field: str, parse: Callable[[str], T], default: T) -> T:
        """The field's value; where nothing is given, or nothing usable, the default."""
        text = self._given.get(key_of(field)) or self._given.get(f"{PREFIX}{field.upper()}")
        if text is None:
            if field == "token":
                self._note(field, "is missing")
            return default
        try:
            return parse(text)
        except Unusable as fault:
            self._note(field, str(fault))
        except ValueError:
            self._note(field, "cannot be used")
        return default

    def _note(self, field: str, fault: str) -> None:
        self.problems.append(SettingProblem(key_of(field), fault, REMEDIES[field]))


def _in_file(env_file: Path | None) -> dict[str, str]:
    if env_file is None or not env_file.is_file():
        return {}
    # Imported late: a bot whose settings come from its environment needs no file to be read.
    from dotenv import dotenv_values  # noqa: PLC0415

    return _without_empty(dotenv_values(env_file, interpolate=False))


def _without_empty(given: Mapping[str, str | None]) -> dict[str, str]:
    return {key.upper(): value.strip() for key, value in given.items() if value and value.strip()}


def _misspelt(in_file: Mapping[str, str]) -> tuple[SettingProblem, ...]:
    """Keys of the file that look like ours and are not: a slip that would otherwise go unnoticed."""
    known = {key_of(field) for field in FIELDS} | {f"{PREFIX}TOKEN"}
    return tuple(
        SettingProblem(key, "is no setting of Arbiter", "See .env.example for the settings that there are.")
        for key in in_file
        if key.startswith(PREFIX) and key not in known
    )
