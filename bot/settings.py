"""The bot's settings: one frozen object, read once at the start from the environment and from a `.env` file.

Importing pydantic-settings costs a fifth of a second, so only the commands that need settings import this module.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.domain.ids import GuildId
from bot.i18n.catalogue import DEFAULT_LOCALE, LOCALES

PREFIX = "ARBITER_"
ENV_FILE = Path(".env")
DISCORD_HOSTS = ("discord.com", "discord.gg")


class LogLevel(StrEnum):
    """How much the log says; the names are those of the standard library's logging."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


def _host(address: str, schemes: Iterable[str]) -> str:
    """The host that an address names; raises ValueError where the address could be read in two ways."""
    if any(character in address for character in "@\\?#") or any(character.isspace() for character in address):
        raise ValueError("is not a plain address")
    parts = urlsplit(address)
    if parts.scheme not in schemes or not parts.hostname:
        raise ValueError(f"must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    _ = parts.port  # Reading it raises ValueError for a port that is no number.
    return parts.hostname


def _is_loopback(host: str) -> bool:
    """Whether the host is this machine, by a name or number that no name server is asked about."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_discord(host: str) -> bool:
    return any(host == known or host.endswith(f".{known}") for known in DISCORD_HOSTS)


def _trusted(address: str, encrypted: str, plain: str) -> str:
    """Lets the token go to Discord, encrypted, or nowhere beyond this machine."""
    host = _host(address, (encrypted, plain))
    if _is_loopback(host) or (_is_discord(host) and address.startswith(f"{encrypted}://")):
        return address
    raise ValueError(f"may only name Discord ({encrypted}://) or this machine")


def _api_address(address: str) -> str:
    return _trusted(address, "https", "http").rstrip("/")


def _gateway_address(address: str) -> str:
    return _trusted(address, "wss", "ws")


def _beacon_address(address: str) -> str:
    host = _host(address, ("https", "http"))
    if address.startswith("https://") or _is_loopback(host):
        return address.rstrip("/")
    raise ValueError("must begin with https://")


def _one_word(token: SecretStr) -> SecretStr:
    """A token as Discord shows it; the commonest slip is to paste the word Bot in front of it."""
    if len(token.get_secret_value().split()) != 1:
        raise ValueError("must be one word, without spaces")
    return token


def _known_zone(name: str) -> str:
    try:
        return ZoneInfo(name).key
    except (LookupError, ValueError, OSError):
        raise ValueError("is not a time zone's name") from None


def _known_language(locale: str) -> str:
    if locale not in LOCALES:
        raise ValueError("is no language of the catalogues")
    return locale


def _numbers(text: object) -> object:
    return tuple(text.replace(",", " ").split()) if isinstance(text, str) else text


def _upper(text: object) -> object:
    return text.upper() if isinstance(text, str) else text


class Settings(BaseSettings):
    """Everything that differs from one installation to another. `.env.example` explains each key."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, extra="ignore", env_ignore_empty=True, hide_input_in_errors=True
    )

    token: Annotated[SecretStr, AfterValidator(_one_word)] = Field(
        validation_alias=AliasChoices("DISCORD_TOKEN", f"{PREFIX}TOKEN")
    )
    database: Path = Path("arbiter.db")
    log_level: Annotated[LogLevel, BeforeValidator(_upper)] = LogLevel.INFO
    guild_ids: Annotated[tuple[GuildId, ...], NoDecode, BeforeValidator(_numbers)] = ()
    api_base: Annotated[str, AfterValidator(_api_address)] = "https://discord.com/api/v10"
    gateway: Annotated[str, AfterValidator(_gateway_address)] = "wss://gateway.discord.gg/"
    beacon: Annotated[str, AfterValidator(_beacon_address)] | None = None
    language: Annotated[str, AfterValidator(_known_language)] = DEFAULT_LOCALE
    time_zone: Annotated[str, AfterValidator(_known_zone)] = "UTC"


REMEDIES = {
    "token": "Copy .env.example to .env and paste the bot's token, from the Bot page of your application at Discord.",
    "database": "Name a file that the bot may write, such as arbiter.db.",
    "log_level": f"Use one of {', '.join(LogLevel)}.",
    "guild_ids": "List the servers' numbers with commas between them, or leave it empty.",
    "api_base": "Leave it empty to talk to Discord.",
    "gateway": "Leave it empty to talk to Discord.",
    "beacon": "Give the address of a drand chain, or leave it empty to draw without one.",
    "language": f"Use one of {', '.join(LOCALES)}.",
    "time_zone": "Use a name such as Europe/Rome or America/Sao_Paulo.",
}
"""What to do about each setting that cannot be used, for whoever starts the bot."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One setting that cannot be used: its key, what is wrong with it, what to do. Never holds the value."""

    key: str
    fault: str
    remedy: str

    def __str__(self) -> str:
        """The sentence for whoever starts the bot."""
        return f"{self.key} {self.fault}. {self.remedy}"


class SettingsError(Exception):
    """The settings do not allow a start. `problems` has one entry for each key at fault."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Keep the problems; the message is their sentences, a line each."""
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def key_of(field: str) -> str:
    """The environment's name for a field of `Settings`."""
    return "DISCORD_TOKEN" if field == "token" else f"{PREFIX}{field.upper()}"


def read_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Read the environment and the file, where the environment wins. Raises SettingsError naming every key at fault."""
    misspelt = _misspelt(env_file)
    try:
        settings = Settings(_env_file=env_file)  # type: ignore[call-arg]  # pydantic's plugin is not worth its cost
    except ValidationError as error:
        raise SettingsError((*_problems(error), *misspelt)) from None
    if misspelt:
        raise SettingsError(misspelt)
    return settings


def _problems(error: ValidationError) -> tuple[Problem, ...]:
    """One problem a field, however many of its parts are at fault."""
    found: dict[str, Problem] = {}
    for fault in error.errors(include_url=False, include_context=False):
        name = str(fault["loc"][0])
        field = "token" if name in {"DISCORD_TOKEN", f"{PREFIX}TOKEN"} else name
        found.setdefault(field, Problem(key_of(field), _in_words(fault["type"], fault["msg"]), REMEDIES[field]))
    return tuple(found.values())


def _in_words(kind: str, message: str) -> str:
    match kind:
        case "missing":
            return "is missing"
        case "value_error":
            return message.removeprefix("Value error, ")
        case _:
            return "cannot be used"


def _misspelt(env_file: Path | None) -> tuple[Problem, ...]:
    """Keys of the file that look like ours and are not: a slip that would otherwise go unnoticed."""
    if env_file is None or not env_file.is_file():
        return ()
    known = {key_of(field) for field in Settings.model_fields} | {f"{PREFIX}TOKEN"}
    keys = (line.split("=", 1)[0].strip().upper() for line in env_file.read_text(encoding="utf-8").splitlines())
    return tuple(
        Problem(key, "is no setting of Arbiter", "See .env.example for the settings that there are.")
        for key in dict.fromkeys(keys)
        if key.startswith(PREFIX) and key not in known
    )
