"""Where the database is: a file, or a server of PostgreSQL with who the bot is there and what must not be told.

Beyond this machine a server is spoken to encrypted, and only where its certificate is the one of its name.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

SCHEMES: Final = ("postgresql", "postgres")
_MAY_BE_SAID: Final = frozenset(
    {
        *("host", "hostaddr", "port", "dbname", "user", "password", "passfile"),
        *("sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "sslnegotiation", "channel_binding", "gssencmode"),
        *("application_name", "target_session_attrs", "load_balance_hosts", "connect_timeout", "tcp_user_timeout"),
        *("keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count"),
    }
)
_LEADS_ELSEWHERE: Final = ("PGHOST", "PGHOSTADDR", "PGSERVICE")
"""What PostgreSQL's own library reads beside the address."""
_UNLESS_SAID: Final = {
    "application_name": "arbiter",
    "client_encoding": "UTF8",
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "target_session_attrs": "read-write",
}
"""A server that does not answer is found within ten seconds; of several the one that can be written is taken."""


class NotAnAddress(ValueError):
    """The text is no address that may be used; says why, and holds nothing of it."""


def is_loopback(host: str) -> bool:
    """Whether the host is this machine, by a name or number that no name server is asked about."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A database on a server. Its text is for people: it has no password."""

    parameters: Mapping[str, str] = field(repr=False)
    """What the library is given."""

    def __str__(self) -> str:
        """As it was written, without the password and whatever else was asked for."""
        user, host, port = (self.parameters.get(name, "") for name in ("user", "host", "port"))
        at = f"{quote(user)}@" if user else ""
        return f"postgresql://{at}{host}{':' if port else ''}{port}/{quote(self.parameters.get('dbname', ''))}"

    @property
    def secrets(self) -> tuple[str, ...]:
        """The password in every form in which a text may hold it."""
        password = self.parameters.get("password", "")
        return tuple(dict.fromkeys((password, quote(password), quote(password, safe="")))) if password else ()

    def clean(self, text: str) -> str:
        """The text without the password."""
        for secret in self.secrets:
            text = text.replace(secret, "**********")
        return text


DatabasePlace = Path | ServerAddress


def read(text: str) -> DatabasePlace:
    """A path, or an address of a server; raises NotAnAddress."""
    return _server(text) if text.startswith(tuple(f"{one}://" for one in SCHEMES)) else Path(text)


def _server(text: str) -> ServerAddress:
    try:
        parts = urlsplit(text)
        asked = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError:
        # Whatever is told of it would hold a part of the text.
        raise NotAnAddress("is no address of a PostgreSQL server") from None
    unknown = next((name for name, _ in asked if name not in _MAY_BE_SAID), None)
    if unknown is not None:
        raise NotAnAddress("asks for something that an address of the database may not ask for")
    found = {**dict(_of_parts(parts)), **{name: value for name, value in asked if value}}
    if not found.get("dbname"):
        raise NotAnAddress("names no database")
    return ServerAddress(_guarded(found))


def _of_parts(parts: SplitResult) -> Iterator[tuple[str, str]]:
    who, _, where = parts.netloc.rpartition("@")
    user, _, password = who.partition(":")
    hosts = [_host_and_port(one) for one in where.split(",")] if where else []
    told = {
        "user": unquote(user),
        "password": unquote(password),
        "host": ",".join(host for host, _ in hosts),
        "port": ",".join(port for _, port in hosts).strip(","),
        "dbname": unquote(parts.path.removeprefix("/")),
    }
    return ((name, value) for name, value in told.items() if value)


def _host_and_port(text: str) -> tuple[str, str]:
    host, sign, port = text.rpartition(":")
    if not sign or port.endswith("]"):
        host, port = text, ""
    return unquote(host).removeprefix("[").removesuffix("]"), port


def _guarded(found: dict[str, str]) -> dict[str, str]:
    """What beyond this machine is encrypted and proven."""
    hosts = [one for name in ("host", "hostaddr") for one in found.get(name, "").split(",") if one]
    if all(one.startswith("/") or is_loopback(one) for one in hosts):
        led = next((name for name in _LEADS_ELSEWHERE if os.environ.get(name)), None)
        if led is not None:
            raise NotAnAddress(f"is led elsewhere by {led} in the environment")
        return {**_UNLESS_SAID, **found}
    if found.get("sslmode", "verify-full") != "verify-full":
        raise NotAnAddress("must have sslmode=verify-full beyond this machine, or no sslmode")
    if found.get("gssencmode", "disable") != "disable":
        raise NotAnAddress("must leave gssencmode out beyond this machine")
    return {**_UNLESS_SAID, **found, "sslmode": "verify-full", "gssencmode": "disable"}
