"""The same pages as files, for any web space: whole, and only what changed.

A run stages what changed beside the pages, makes it last, and notes what it is about to do; only then does it move the
files to their places, and the list of its own files comes last. What is cut off before the note left nothing behind;
what is cut off after it is finished by the next run. So nobody reads half a page, and no run stops half-way for good.
A folder as a whole is not put in another's place: it may be where a disk is mounted, and may hold what others put
there, which is never touched.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import Any, Final

from web.library import EVERYTHING, FoundPage, Library, Unit, where
from web.shelf import keys_of

# --- what a folder has ----------------------------------------------------------------------------------------------


LIST: Final = ".arbiter-pages.json"
"""The files in a folder that are ours, each with its print and what it hangs on."""
_STAGE: Final = ".arbiter-pages.new"
_NOTE: Final = ".arbiter-pages.note"
"""What a run is about to do, once all of it is staged, the list of our files too."""
_LOCK: Final = ".arbiter-pages.lock"
_OWN: Final = frozenset({LIST, _STAGE, _NOTE, _LOCK})
_FOR_ALL: Final = 0o644
"""Whoever serves the web space may be somebody else on this machine."""
_FOLDER_FOR_ALL: Final = 0o755
_FEW: Final = 256
"""Files that are made last one by one: after a result, when all else that waits for the disk is none of ours."""
_ENDINGS: Final = {"application/json": ".json", "text/plain": ".txt", "image/svg+xml": ".svg"}
"""What a file needs behind its name, so that a web space says of what kind it is."""


class CannotPublish(Exception):
    """The folder cannot be written to as it is; the text says why and names no secret."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of ours: the print of its text, the address it was made of, and what it hangs on."""

    sha256: str
    path: str
    keys: tuple[str, ...]

    def line(self, name: str) -> str:
        """As it stands in the list under its name."""
        return f"{json.dumps(name)}: {json.dumps({'sha256': self.sha256, 'path': self.path, 'keys': self.keys})}"

    @classmethod
    def of_line(cls, line: str) -> PageFile:
        """The inverse of `line`."""
        try:
            (one,) = json.loads(f"{{{line}}}").values()
            return cls(one["sha256"], one["path"], tuple(one["keys"]))
        except (ValueError, KeyError, TypeError):
            raise CannotPublish(_SPOILT) from None


@dataclass(slots=True)
class Published:
    """What a run did."""

    written: int = 0
    removed: int = 0
    unchanged: int = 0


def file_of(path: str, content_type: str) -> str:
    """Where in the folder the page of an address stands: a page in a folder of its own, anything else by its name."""
    kind = content_type.partition(";")[0].strip()
    name = path.strip("/")
    if kind == "text/html" and not name.endswith(".html"):
        return f"{name}/index.html".lstrip("/")
    return name if PurePosixPath(name).suffix else f"{name}{_ENDINGS.get(kind, '')}"


_SPOILT: Final = f"{LIST} in the folder cannot be read; remove it together with the pages"
_HEAD: Final = '{"files": {'
_TAIL: Final = "}}"


def read_list(folder: Path) -> dict[str, str]:
    """Our files in the folder by their names, each with its line; none where it has no list.

    Of tens of thousands a result concerns a hundred, whose lines alone are read.
    """
    try:
        head, *lines = (folder / LIST).read_text(encoding="utf-8").split("\n")
    except FileNotFoundError:
        return {}
    except ValueError:
        raise CannotPublish(_SPOILT) from None
    if head != _HEAD or not lines or lines.pop() != _TAIL:
        raise CannotPublish(_SPOILT)
    return {line[1 : line.find('"', 1)]: line.removesuffix(",") for line in lines if line}


def _list_of(lines: Mapping[str, str]) -> str:
    return "\n".join((_HEAD, ",\n".join(lines[name] for name in sorted(lines)), _TAIL))


# --- one run --------------------------------------------------------------------------------------------------------


def publish(library: Library, folder: Path, keys: frozenset[str] | None = None) -> Published:
    """Writes all pages into the folder, or again those that hang on the keys. Raises CannotPublish and OSError.

    Where a page breaks, it is raised once all others are written.
    """
    refuse_unwritable(folder)
    folder.mkdir(parents=True, exist_ok=True)
    _refuse_spoilt(folder)
    with _sole_use(folder):
        _finish(folder)
        run = _Run(folder, read_list(folder))
        try:
            # Without the list the folder is new, or was taken away: it has none of the others.
            run.stage(library, keys if run.before else None)
            run.note()
        except BaseException:
            shutil.rmtree(folder / _STAGE, ignore_errors=True)
            raise
        _finish(folder)
    if run.broken:
        raise CannotPublish(f"{len(run.broken)} pages break and are left out, the first by {run.broken[0]}")
    return run.done


def refuse_unwritable(folder: Path) -> None:
    """Raises CannotPublish where the folder takes no files, or the nearest above it where it is still to be made."""
    place = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
    if not place.is_dir():
        raise CannotPublish(f"{place.name} is a file, and no folder")
    if not os.access(place, os.W_OK | os.X_OK):
        raise CannotPublish("the folder cannot be written to")


@dataclass(slots=True)
class _Run:
    """What is staged so far: our files as they will be, by their lines, those that change, those that go."""

    folder: Path
    before: dict[str, str]
    after: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    done: Published = field(default_factory=Published)
    inside: set[Path] = field(default_factory=set)
    broken: list[str] = field(default_factory=list)

    def stage(self, library: Library, keys: frozenset[str] | None) -> None:
        """Makes the pages that may have changed."""
        shutil.rmtree(self.folder / _STAGE, ignore_errors=True)
        (self.folder / _STAGE).mkdir(mode=_FOLDER_FOR_ALL)
        paths: Iterable[str] = ()
        if keys is not None:
            concerned = _hanging_on(self.before, keys)
            self.after = {name: line for name, line in self.before.items() if name not in concerned}
            paths = (one.path for one in concerned.values())
        asked = dict.fromkeys((*paths, *library.addresses(keys)))
        for path in asked:
            found = self._found(library, path)
            if found is not None and found.status == HTTPStatus.OK and not (found.is_secret or found.moved_to):
                self._stage_page(path, found)

    def _found(self, library: Library, path: str) -> FoundPage | None:
        """The page; one that breaks is left out, and keeps nothing else from being written, or taken away."""
        try:
            return library.find(path, {})
        except (OSError, MemoryError, sqlite3.Error):
            raise
        except Exception as fault:  # noqa: BLE001 - whatever broke is told by its place
            self.broken.append(where(fault))
            return None

    def note(self) -> None:
        """From here on the run is finished, now or by the next one."""
        gone = sorted(self.before.keys() - self.after.keys())
        for name in gone:
            # The list lies where others may write, too.
            _refuse_outside(self.folder, name, self.inside)
        self.done.removed = len(gone)
        if self.after == self.before and not self.moves:
            return
        stage = self.folder / _STAGE
        _write(stage / LIST, _list_of(self.after).encode())
        _write(stage / _NOTE, json.dumps({"moves": self.moves, "gone": gone}).encode())
        _make_last([*(stage / str(number) for number in range(1, len(self.moves) + 1)), stage / LIST, stage / _NOTE])
        _flush_folder(stage)
        os.replace(stage / _NOTE, self.folder / _NOTE)
        _flush_folder(self.folder)

    def _stage_page(self, path: str, found: FoundPage) -> None:
        name = file_of(path, found.content_type)
        _refuse_outside(self.folder, name, self.inside)
        page = PageFile(hashlib.sha256(found.body).hexdigest(), path, tuple(sorted(found.depends_on)))
        known, place = self.before.get(name), self.folder / name
        self.after[name] = page.line(name)
        if place.is_dir() or (known is None and place.exists() and place.read_bytes() != found.body):
            raise CannotPublish(f"{name} is in the way, and none of ours; move it, or publish into another folder")
        if known is not None and PageFile.of_line(known).sha256 == page.sha256 and place.is_file():
            self.done.unchanged += 1
            return
        self.moves.append(name)
        self.done.written += 1
        _write(self.folder / _STAGE / str(len(self.moves)), found.body)


def _refuse_spoilt(folder: Path) -> None:
    """Raises CannotPublish where what a run keeps beside the pages is no file, or leads elsewhere."""
    for name in sorted(_OWN):
        place = folder / name
        is_right = place.is_dir() if name == _STAGE else place.is_file()
        if place.is_symlink() or (place.exists() and not is_right):
            raise CannotPublish(f"{name} in the folder is none that a run has made; remove it")


def _refuse_outside(folder: Path, name: str, inside: set[Path]) -> None:
    """Raises CannotPublish for what is not to be touched; folders that were looked at before are `inside`."""
    parts, place = PurePosixPath(name).parts, folder / name
    if not parts or ".." in parts or parts[0] in _OWN or PurePosixPath(name).is_absolute() or place.is_symlink():
        raise CannotPublish(f"{name} would stand outside of the folder")
    if place.parent in inside:
        return
    if not place.parent.resolve().is_relative_to(folder.resolve()):
        raise CannotPublish(f"{name} would stand outside of the folder")
    for parent in place.parents[: len(parts) - 1]:
        if parent.exists() and not parent.is_dir():
            raise CannotPublish(f"{parent.relative_to(folder)} is in the way, and no folder; move it")
    inside.add(place.parent)


def _hanging_on(lines: Mapping[str, str], keys: frozenset[str]) -> dict[str, PageFile]:
    """Our files that hang on one of the keys."""
    wanted = [json.dumps(key) for key in (EVERYTHING, *keys)]
    return {name: PageFile.of_line(line) for name, line in lines.items() if any(key in line for key in wanted)}


def _finish(folder: Path) -> None:
    """Does what the note says, as often as it takes; without one nothing was promised, and what was staged goes."""
    with suppress(FileNotFoundError):
        told = _read_note(folder)
        for number, name in enumerate(told["moves"], 1):
            _move(folder / _STAGE / str(number), folder / name, folder)
        for name in told["gone"]:
            _remove(folder / name, folder)
        _move(folder / _STAGE / LIST, folder / LIST, folder)
        _flush_folder(folder)
        (folder / _NOTE).unlink()
    shutil.rmtree(folder / _STAGE, ignore_errors=True)


def _read_note(folder: Path) -> dict[str, Any]:
    """The note, as long as it is one of ours: others may write to the folder, too."""
    inside: set[Path] = set()
    try:
        told: dict[str, Any] = json.loads((folder / _NOTE).read_text(encoding="utf-8"))
        names = [*map(str, told["moves"]), *map(str, told["gone"])]
    except (ValueError, KeyError, TypeError):
        raise CannotPublish(f"{_NOTE} in the folder cannot be read; remove it") from None
    for name in names:
        _refuse_outside(folder, name, inside)
    return told


def _move(staged: Path, place: Path, folder: Path) -> None:
    if not staged.exists():
        # A run that was cut off has moved it.
        return
    for parent in reversed([one for one in place.parents if one != folder and one.is_relative_to(folder)]):
        if not parent.is_dir():
            parent.mkdir()
            parent.chmod(_FOLDER_FOR_ALL)
    os.replace(staged, place)


def _remove(place: Path, folder: Path) -> None:
    place.unlink(missing_ok=True)
    for parent in place.parents:
        if parent == folder:
            return
        try:
            parent.rmdir()
        except OSError:
            # Something is left in it, of ours or of others.
            return


def _write(place: Path, text: bytes) -> None:
    place.write_bytes(text)
    place.chmod(_FOR_ALL)


def _make_last(files: Sequence[Path]) -> None:
    """Has the files on the disk: few one by one; of many each would wait for the disk, so that all wait once."""
    if len(files) > _FEW and hasattr(os, "sync"):
        os.sync()
        return
    for one in files:
        with one.open("rb+") as file:
            os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _sole_use(folder: Path) -> Iterator[None]:
    """Holds the folder for this run; the lock is SQLite's, which the system lets go of however the process ends."""
    with closing(sqlite3.connect(folder / _LOCK, timeout=60, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise CannotPublish("another run writes to the folder") from None
            raise CannotPublish(
                f"{_LOCK} in the folder cannot be used; remove it, or let this program write it"
            ) from None
        yield


# --- by itself ------------------------------------------------------------------------------------------------------


REST: Final = 1.0
"""Seconds without a change until a run begins."""
_AT_LAST: Final = 10.0
"""Seconds after the first change in which it begins whatever else changes."""
_AGAIN: Final = 30.0
"""Seconds until what went wrong is tried again."""


class Publisher:
    """Publishes after changes, on a thread and with a library of its own."""

    def __init__(self, opened: Callable[[], Library], folder: Path, say: Callable[..., None]) -> None:
        self._opened, self._folder, self._say = opened, folder, say
        self._news = threading.Condition()
        self._written: list[Unit] | None = []
        self._since = 0.0
        self._latest = 0.0
        threading.Thread(target=self._run, daemon=True, name="publishing").start()

    def wake(self, written: Sequence[Unit] | None) -> None:
        """This was written to; None: anything may have changed."""
        with self._news:
            now = time.monotonic()
            self._since = self._since or now
            self._latest = now
            if written is None or self._written is None:
                self._written = None
            else:
                self._written.extend(written)
            self._news.notify()

    def _run(self) -> None:
        library: Library | None = None
        last = ""
        while True:
            written = self._wait()
            try:
                library = library or self._opened()
                done = publish(library, self._folder, keys_of(library, written))
            except Exception as trouble:  # noqa: BLE001 - whatever it is, what stands in the folder stays as it was
                if told(trouble) != last:
                    self._say(trouble=f"they cannot be published, and it is tried again: {told(trouble)}")
                last = told(trouble)
                time.sleep(_AGAIN)
                self.wake(None)
            else:
                last = ""
                if done.written or done.removed:
                    self._say(published=done.written, removed=done.removed)

    def _wait(self) -> Sequence[Unit] | None:
        """What was written, once it has rested for a moment."""
        with self._news:
            while not self._since:
                self._news.wait()
            while (left := min(self._latest + REST, self._since + _AT_LAST) - time.monotonic()) > 0:
                self._news.wait(left)
            written, self._written, self._since = self._written, [], 0.0
            return written


def told(trouble: BaseException) -> str:
    """Why, without a path of this machine; of a fault of ours its place."""
    if isinstance(trouble, OSError):
        return trouble.strerror or "the system refuses it"
    return str(trouble) if isinstance(trouble, CannotPublish | sqlite3.Error) else where(trouble)
