"""A rehearsal that the bot itself has begun: it limits itself, ends with the bot, and writes what came of it."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from bot.features.tournaments.rehearsing_worker import COMPUTING, LARGEST_FILE, LARGEST_PAGE, MEMORY, OUTCOME, PAGE
from bot.living.companion import end_with_the_bot
from rehearsal import report
from rehearsal.hearing import Hearing
from rehearsal.script import Played
from rehearsal.verdict import Verdict

_NETWORK: Final = frozenset({"socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto", "socket.sendmsg"})
_PROCESSES: Final = frozenset({"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.spawn"})
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_MOST_BROKEN: Final = 20
_LONGEST: Final = 300
"""Letters of a text of the judge's that is handed on."""


class Forbidden(RuntimeError):
    """What a rehearsal has no business with: the network, other processes, files elsewhere."""


def confine(folder: Path) -> None:
    """From now on: nothing but its own folder, within its limits, and no longer than the bot."""
    tempfile.tempdir = str(folder)
    end_with_the_bot()
    _limit()
    inside = str(folder.resolve())

    def watch(event: str, given: tuple[Any, ...]) -> None:
        if event in _NETWORK or event in _PROCESSES or (event == "open" and _writes_elsewhere(inside, *given)):
            raise Forbidden(event)

    sys.addaudithook(watch)


def _writes_elsewhere(inside: str, path: object, _: object, flags: object) -> bool:
    if not isinstance(flags, int) or not flags & _WRITES or not isinstance(path, str | bytes):
        return False
    where = os.path.realpath(os.fsdecode(path))
    return where != os.devnull and os.path.commonpath((inside, where)) != inside


def _limit() -> None:
    """What the system itself refuses; where it has no such limits the bot's watch is left."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    so_far = resource.getrusage(resource.RUSAGE_SELF)
    used = int(so_far.ru_utime + so_far.ru_stime)
    wanted = {"RLIMIT_DATA": MEMORY, "RLIMIT_CPU": used + COMPUTING, "RLIMIT_CORE": 0, "RLIMIT_FSIZE": LARGEST_FILE}
    for name, limit in wanted.items():
        number = getattr(resource, name, None)
        if number is not None:
            resource.setrlimit(number, (limit, limit))


def refuse(folder: Path, why: str, **bounds: int) -> None:
    """Writes why nothing was played."""
    _write(folder, {"refused": why, **bounds})


def hand_over(folder: Path, played: Played, verdict: Verdict, seconds: float) -> None:
    """Writes the page, as large as Discord takes it, and the outcome in numbers."""
    play, script = played.play, played.script
    page, pictures = b"", True
    for pictures in (True, False):
        page = report.page(play, verdict, script.lead, script.subject, pictures=pictures).encode()
        if len(page) <= LARGEST_PAGE:
            (folder / PAGE).write_bytes(page)
            break
    _write(folder, {**_in_numbers(played.hearing, verdict), "seconds": round(seconds), "pictures": pictures})


def _in_numbers(hearing: Hearing, verdict: Verdict) -> dict[str, Any]:
    play, held = hearing.play, hearing.events_held()
    sights = play.witness.sights
    broken = [check for check in verdict.checks if check.problems]
    return {
        "checks": len(verdict.checks),
        "broken": [
            {"title": one.title, "rule": one.rule, "problem": one.problems[0][:_LONGEST]}
            for one in broken[:_MOST_BROKEN]
        ],
        "broke_off": bool(play.broke_off),
        "people": len(play.cast.players),
        "events": len(held),
        "matches": sum(len(one.sides) > 1 for _, event in held for one in hearing.pairings(event)),
        "messages": len(play.witness.posts_of()),
        "hours": round((sights[-1].at - sights[0].at).total_seconds() / 3600) if sights else 0,
    }


def _write(folder: Path, told: dict[str, Any]) -> None:
    (folder / OUTCOME).write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
