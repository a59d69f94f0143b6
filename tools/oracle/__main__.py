"""The command line of the oracle; see the package."""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import queue
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tools.oracle import present
from tools.oracle.worker import tape_file

ROOT: Final = Path(__file__).resolve().parent.parent.parent
KEPT: Final = ROOT / "build" / "oracle"
RECORDERS: Final = ("tape", "pinning", "present", "seam", "rows", "recording", "turns")
"""The modules on which a tape hangs; when one changes the plays are recorded anew."""
PLAYS_TOLD: Final = 3
"""How many plays' differences are told in full."""
Told = dict[str, Any]


@dataclass
class Run:
    """What came of all plays."""

    requests: int = 0
    rows: int = 0
    plays: int = 0
    differing: int = 0


def main(words: Sequence[str] | None = None) -> int:
    """Compares; 0 when nothing differs, 1 when something does, 2 when a play that was asked for cannot be played."""
    given = _arguments(words)
    began = time.monotonic()
    commit = _git("rev-parse", "--verify", f"{given.against}^{{commit}}").strip()
    before = _tree_of(commit)
    known = present.plays(before)
    if unknown := set(given.only or ()) - set(known):
        print(f"{', '.join(sorted(unknown))}: no such play. There are {', '.join(known)}.", file=sys.stderr)
        return 2
    wanted = [(play, seed) for play in given.only or known for seed in range(1, given.seeds + 1)]
    tapes = KEPT / f"{commit[:12]}-{_version()}"
    there = _recorded(before, tapes, wanted, given.jobs)
    run = Run()
    for (play, seed), told in _told("replay", given.tree.resolve(), tapes, there, given.jobs):
        _note(run, play, seed, told)
    _tell(run, commit[:12], time.monotonic() - began)
    return 1 if run.differing else 2 * (len(there) < len(wanted))


def _tell(run: Run, commit: str, seconds: float) -> None:
    verdict = "nothing differs" if not run.differing else f"{run.differing} of them differ"
    print(f"{run.plays} plays, {run.requests} requests, {run.rows} rows against {commit}: {verdict}.")
    print(f"{seconds:.0f} seconds.")


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.oracle", description="Does the bot do what it did?")
    parser.add_argument("--against", required=True, metavar="COMMIT", help="the commit whose plays are the measure")
    parser.add_argument("--only", action="append", metavar="PRESET", help="this preset, or committee; may be repeated")
    parser.add_argument("--seeds", type=int, default=5, help="how many of each play (%(default)s)")
    parser.add_argument("--quick", dest="seeds", action="store_const", const=1, help="one of each play")
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side (%(default)s)")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the tree that is compared (this one)")
    return parser.parse_args(words)


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def _tree_of(commit: str) -> Path:
    """The files of the commit, unpacked once."""
    tree = KEPT / f"tree-{commit[:12]}"
    if not tree.exists():
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        beside = tree.with_suffix(f".{os.getpid()}")
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(beside, filter="data")
        beside.rename(tree)
    return tree


def _version() -> str:
    """What a tape hangs on beside its commit."""
    read = (Path(__file__).with_name(f"{name}.py").read_bytes() for name in RECORDERS)
    return hashlib.sha256(b"".join(read)).hexdigest()[:8]


def _recorded(tree: Path, tapes: Path, wanted: list[tuple[str, int]], jobs: int) -> list[tuple[str, int]]:
    """Records what is not on tape yet; answers the plays that there are."""
    missing = [one for one in wanted if not tape_file(tapes, *one).exists()]
    for (play, seed), told in _told("record", tree, tapes, missing, jobs):
        if "differences" in told or "refused" in told:
            print(f"{play}, seed {seed} cannot be recorded: {told.get('refused') or told['differences'][0]}")
        elif told["status"]:
            print(f"{play}, seed {seed}: its judge objects at the commit before; it is compared all the same.")
    return [one for one in wanted if tape_file(tapes, *one).exists()]


def _note(run: Run, play: str, seed: int, told: Told) -> None:
    run.plays += 1
    run.requests += told["requests"]
    run.rows += told.get("rows", 0)
    found = told["differences"]
    if not found:
        return
    run.differing += 1
    shown = found if run.differing <= PLAYS_TOLD else [one.splitlines()[0] for one in found[:1]]
    print("\n\n".join(shown))
    print(f"{play}, seed {seed}: {told.get('count', 1)} differences, the first of them above.\n", flush=True)


def _told(
    what: str, tree: Path, tapes: Path, wanted: Sequence[tuple[str, int]], jobs: int
) -> Iterator[tuple[tuple[str, int], Told]]:
    """What the workers say of each play, in the order of the plays."""
    if not wanted:
        return
    free: queue.SimpleQueue[subprocess.Popen[str]] = queue.SimpleQueue()

    def one(play: tuple[str, int]) -> Told:
        worker = free.get()
        try:
            return _asked(worker, play)
        finally:
            free.put(worker)

    with _workers(what, tree, tapes, min(jobs, len(wanted))) as workers, ThreadPoolExecutor(len(workers)) as threads:
        for worker in workers:
            free.put(worker)
        yield from zip(wanted, threads.map(one, wanted), strict=True)


def _asked(worker: subprocess.Popen[str], play: tuple[str, int]) -> Told:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(json.dumps(play) + "\n")
    worker.stdin.flush()
    told: Told = json.loads(worker.stdout.readline())
    return told


@contextmanager
def _workers(what: str, tree: Path, tapes: Path, number: int) -> Iterator[list[subprocess.Popen[str]]]:
    memory = Path("/dev/shm")
    surroundings = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": "", "TZ": "UTC"}
    if memory.is_dir():
        surroundings["TMPDIR"] = str(memory)
    command = [sys.executable, "-m", "tools.oracle.worker", what, str(tree), str(tapes)]
    workers = [
        subprocess.Popen(command, cwd=ROOT, env=surroundings, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(number)
    ]
    try:
        yield workers
    finally:
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.close()
        for worker in workers:
            worker.wait()


if __name__ == "__main__":
    sys.exit(main())
