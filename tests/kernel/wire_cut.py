"""A wire to a PostgreSQL server that a test cuts where it wants: before a COMMIT arrives, or before it is answered."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

COMMIT = b"COMMIT\0"


class Wire:
    """A socket in the folder behind which the server is; what the two say goes through here."""

    def __init__(self, folder: Path, server: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self._server = server / ".s.PGSQL.5432"
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / ".s.PGSQL.5432"))
        self._door.listen(16)
        self._ends: list[socket.socket] = []
        self.lets_in = True
        """Whether new connections reach the server."""
        self.turned_away = 0
        self.arrives = True
        """Whether a COMMIT reaches the server."""
        self.is_answered = True
        """Whether its answer comes back."""
        self.said: list[bytes] = []
        """What the server was asked for in so many words."""
        self.on_refusal: Callable[[], None] = lambda: None
        self._threads: list[threading.Thread] = []
        self._begin(self._welcome)

    def cut(self) -> None:
        """Both sides lose all their connections."""
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Nobody comes through any more."""
        self.cut()
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(5)
        for end in (self._door, *self._ends):
            end.close()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                if not self.lets_in:
                    self.turned_away += 1
                    client.close()
                    self.on_refusal()
                    continue
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                self._ends += [client, server]
                self._begin(self._carry, client, server, True)
                self._begin(self._carry, server, client, False)

    def _begin(self, work: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=work, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _carry(self, here: socket.socket, there: socket.socket, is_asking: bool) -> None:
        with suppress(OSError):
            while said := here.recv(65_536):
                if is_asking:
                    self.said.append(said)
                    if COMMIT in said and not self.arrives:
                        self.arrives = True
                        break
                if not is_asking and COMMIT in said and not self.is_answered:
                    self.is_answered = True
                    break
                there.sendall(said)
        for end in (here, there):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
