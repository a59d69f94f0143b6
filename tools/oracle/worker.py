"""One process that records or replays plays of one tree: told which on standard input, a line of JSON each.

    python -m tools.oracle.worker record|replay TREE TAPES

`bot` and `cogs` are imported from TREE, this package from where it stands.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import logging
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tools.oracle import comparing, recording, replaying, sentences
from tools.oracle.exceptions import Exceptions
from tools.oracle.tape import Tape

MOST_TOLD = 5


def main(what: str, tree: Path, tapes: Path) -> None:
    """Does what it is told until nothing more comes."""
    sys.path[0] = str(tree)
    os.chdir(tree)
    logging.getLogger().addHandler(logging.NullHandler())
    exceptions = Exceptions.read()
    if what == "replay" and exceptions.sentences:
        sentences.speak_as(exceptions.sentences)
    # Nothing is looked for during a play, which is short: what was left over goes between two of them.
    gc.disable()
    for line in sys.stdin:
        play, seed = json.loads(line)
        began = time.monotonic()
        try:
            told = _record(tapes, play, seed) if what == "record" else _replay(tapes, play, seed, exceptions)
        except Exception:  # noqa: BLE001 - whatever broke is told like a difference
            told = {"differences": [f"{play}, seed {seed}: it broke off\n{traceback.format_exc()}"], "requests": 0}
        print(json.dumps({**told, "seconds": time.monotonic() - began}), flush=True)
        gc.collect()


def _record(tapes: Path, play: str, seed: int) -> dict[str, object]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        tape = recording.record(play, seed)
    if not tape.steps:
        return {"refused": said.getvalue(), "requests": 0}
    tape.save(tape_file(tapes, play, seed))
    return {"status": tape.status, "requests": sum(len(step.exchanges) for step in tape.steps)}


def _replay(tapes: Path, play: str, seed: int, exceptions: Exceptions) -> dict[str, object]:
    tape = Tape.load(tape_file(tapes, play, seed))
    with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
        now = replaying.replay(tape, Path(folder), exceptions)
    found = list(comparing.differences(tape, now, exceptions))
    return {
        "differences": [str(one) for one in found[:MOST_TOLD]],
        "count": len(found),
        "requests": sum(len(step.exchanges) for step in now.steps),
        "rows": sum(len(some) for some in now.rows.values()),
    }


def tape_file(tapes: Path, play: str, seed: int) -> Path:
    """Where the tape of the play lies."""
    return tapes / f"{play}-{seed}.tape"


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
