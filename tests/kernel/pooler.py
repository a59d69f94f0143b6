"""A pooler in transaction mode, as small as one can be: all who come share one session of the server, turn by turn."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import suppress
from pathlib import Path

_GREETING = b"".join(
    kind + struct.pack(">I", len(body) + 4) + body
    for kind, body in (
        (b"R", struct.pack(">I", 0)),
        *(
            (b"S", f"{name}\0{value}\0".encode())
            for name, value in (("server_version", "18.0"), ("client_encoding", "UTF8"), ("in_hot_standby", "off"))
        ),
        (b"S", b"default_transaction_read_only\0off\0"),
        (b"S", b"standard_conforming_strings\0on\0"),
        (b"K", struct.pack(">II", 4711, 1)),
        (b"Z", b"I"),
    )
)


class Pooler:
    """A socket in the folder; behind it is one session of the database, whose turn a transaction is."""

    def __init__(self, folder: Path, server: Path, database: str) -> None:
        folder.mkdir()
        self.folder = folder
        self._server = socket.socket(socket.AF_UNIX)
        self._server.connect(str(server / ".s.PGSQL.5432"))
        asked = struct.pack(">I", 196_608) + f"user\0postgres\0database\0{database}\0\0".encode()
        self._server.sendall(struct.pack(">I", len(asked) + 4) + asked)
        self._turn = threading.Lock()
        self._until_ready(None)
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / ".s.PGSQL.5432"))
        self._door.listen(8)
        self._clients: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._begin(self._welcome)

    def close(self) -> None:
        """Nobody comes through any more."""
        ends = (self._door, self._server, *self._clients)
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)
        for end in ends:
            end.close()

    def _begin(self, work: object, *args: object) -> None:
        thread = threading.Thread(target=work, args=args, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                self._clients.append(client)
                self._begin(self._serve, client)

    def _serve(self, client: socket.socket) -> None:
        with suppress(OSError, struct.error):
            (length,) = struct.unpack(">I", _exactly(client, 4))
            _exactly(client, length - 4)
            client.sendall(_GREETING)
            while True:
                said = _message(client)
                with self._turn:
                    while True:
                        self._server.sendall(said)
                        if said[:1] in b"QS" and self._until_ready(client) == b"I":
                            break
                        said = _message(client)

    def _until_ready(self, client: socket.socket | None) -> bytes:
        while True:
            said = _message(self._server)
            if client is not None:
                client.sendall(said)
            if said[:1] == b"Z":
                return said[5:6]


def _message(end: socket.socket) -> bytes:
    head = _exactly(end, 5)
    return head + _exactly(end, struct.unpack(">I", head[1:])[0] - 4)


def _exactly(end: socket.socket, length: int) -> bytes:
    found = b""
    while len(found) < length:
        more = end.recv(length - len(found))
        if not more:
            raise OSError
        found += more
    return found
