"""One process reads one file: what it answers, and what ends it. Each test begins a real one."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest

from bot.kernel.errors import NotFoundByName
from bot.kernel.files import FileTooCostly, FrameKind, ReadingTooSlow, write
from bot.living import apart, apart_child
from bot.living.apart import Bounds, Meter, PassedBound
from bot.living.apart_child import Reading
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import FileRead, RulebookRefused, preset
from tests.apart import shapes
from tests.record.playing import played

BUSY = """
import sys, time
print("x", end="", flush=True)
sys.stdin.read()
until = time.process_time() + 0.2
while time.process_time() < until: pass
print("x", end="", flush=True)
time.sleep(60)
"""


def read(reading: Reading[Any], data: bytes = b"abc", file: str = "") -> object:
    return apart.run(reading, (data, file), threading.Event())


def test_what_was_read_comes_back_step_by_step() -> None:
    assert read(shapes.of("length", "doubled"), b"abc", "de") == 10


def test_an_event_comes_back_as_it_would_be_read_here() -> None:
    text = write_record(played("swiss", 7, 2).record())
    assert read(apart_child.RECORD, text.encode(), "cup.json") == replay(read_record(text, "cup.json"))


def test_a_rulebook_comes_back_or_every_fault_of_it() -> None:
    text = (Path(apart.ROOT) / "bot" / "rulebooks" / "aije-open.toml").read_bytes()
    assert read(apart_child.RULEBOOK, text, "own.toml") == FileRead(preset("aije-open"))
    with pytest.raises(RulebookRefused) as refused:
        read(apart_child.RULEBOOK, b"name = 1", "own.toml")
    assert len(refused.value.problems) > 5


def test_a_refusal_keeps_its_fields() -> None:
    with pytest.raises(NotFoundByName) as refused:
        read(shapes.of("refused"), file="cup")
    assert refused.value.name == "cup3"


def test_whatever_computes_longer_than_it_may_is_ended() -> None:
    with pytest.raises(FileTooCostly) as refused:
        read(shapes.of("forever", seconds=0.2))
    assert refused.value.memory == 256


def test_whatever_computes_little_and_takes_for_ever_is_ended_by_the_clock() -> None:
    with pytest.raises(ReadingTooSlow):
        read(shapes.of("asleep", seconds=0.2))


def test_honest_work_on_a_busy_machine_is_read_although_it_takes_longer_than_it_may_compute() -> None:
    assert read(shapes.of("held_up", seconds=0.25), b"abc", "de") == 5


def test_what_a_process_computes_is_measured_and_what_it_waits_is_not() -> None:
    with subprocess.Popen((sys.executable, "-c", BUSY), stdout=subprocess.PIPE, stdin=subprocess.PIPE) as one:
        assert one.stdout is not None
        assert one.stdin is not None
        one.stdout.read(1)
        meter = Meter(one.pid, Bounds(0.05, shapes.LONG, 2**40))
        one.stdin.close()
        one.stdout.read(1)
        found = meter.excess()
        one.kill()
    assert found is PassedBound.COMPUTED
    with subprocess.Popen((sys.executable, "-c", "input()"), stdin=subprocess.PIPE) as other:
        patient, ended = (
            Meter(other.pid, Bounds(shapes.LONG, shapes.LONG, 2**40)),
            Meter(other.pid, Bounds(9, 0, 2**40)),
        )
        assert (patient.excess(), ended.excess()) == (None, PassedBound.CLOCK)
        assert Meter(other.pid, Bounds(9, 9, 1)).excess() is PassedBound.COMPUTED
        other.kill()


@pytest.mark.parametrize("shape", ["greedy", "endless"])
def test_whatever_holds_or_says_more_than_it_may_is_ended(shape: str) -> None:
    with pytest.raises(FileTooCostly) as refused:
        read(shapes.of(shape))
    assert refused.value.limit == shapes.LONG


@pytest.mark.parametrize("shape", ["broken", "gone"])
def test_a_process_that_breaks_is_our_fault_and_no_answer(shape: str) -> None:
    with pytest.raises(apart.Ended):
        read(shapes.of(shape))


def test_an_answer_can_run_nothing_here() -> None:
    with pytest.raises(pickle.UnpicklingError):
        read(shapes.of("a_way_out"))


@pytest.mark.parametrize(
    "name",
    ["builtins eval", "bot.living.apart os.system", "bot.living.apart subprocess.Popen", "bot.living.apart run"],
)
def test_an_answer_of_another_hand_finds_nothing_to_run(name: str) -> None:
    named = b"".join(b"\x8c" + bytes([len(part)]) + part.encode() for part in name.split())
    with pytest.raises(pickle.UnpicklingError):
        apart._taken_in(b"\x80\x04" + named + b"\x93.")


def test_the_process_knows_nothing_of_the_bots_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    found = read(shapes.of("surroundings"))
    assert isinstance(found, tuple)
    assert set(found) <= {*apart.KEPT, "LC_CTYPE"}


def test_the_end_of_the_bot_ends_what_is_being_read() -> None:
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(apart.run, shapes.of("asleep"), (b"", ""), stop)
        stop.set()
        with pytest.raises(apart.Ended):
            reading.result()


def test_a_bot_that_is_killed_takes_the_process_with_it() -> None:
    """Its pipe ends with it, however it ended."""
    with subprocess.Popen(
        (sys.executable, "-m", apart_child.__name__), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=apart.ROOT
    ) as one:
        assert one.stdin is not None
        assert one.stdout is not None
        write(cast("BinaryIO", one.stdin), FrameKind.TASK, pickle.dumps((shapes.of("asleep"), (b"", ""))))
        assert one.stdout.read(1) == bytes([FrameKind.STEP])
        one.stdin.close()
        assert one.wait(shapes.LONG) == 1
