"""A rehearsal beside the bot: what comes of it, what ends it, and that nothing of it stays."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.features.tournaments import rehearsing_worker as tournaments_rehearsing_worker
from bot.features.tournaments.model import RehearsalWish, Rehearsed
from bot.features.tournaments.rehearsing_worker import CutOff, Failed, RehearsalRoom, run
from bot.features.tournaments.rulebook_verbs import wish_for
from bot.kernel.errors import UserError
from bot.kernel.files import (
    BeyondRehearsals,
    OthersRehearse,
    PlayersOutOfBounds,
    RehearsalsAbsent,
    RehearsalTooCostly,
    RehearsalTooSlow,
)
from bot.living import apart, companion
from bot.rulebooks import library
from bot.rulebooks.library import preset
from rehearsal import command, errand, regulation
from tests.house.reading import ROOT

CUP = RehearsalWish("cup", None, "it")
SLOW = 60
"""Seconds after which a test would rather fail than wait on."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    # Beside other tests it would wait for all of them.
    monkeypatch.setattr(tournaments_rehearsing_worker, "LOWEST", 0)
    return tmp_path


def play(wish: RehearsalWish, stop: threading.Event | None = None) -> Rehearsed:
    return run(wish, stop or threading.Event())


def test_a_rulebook_of_ones_own_is_played_judged_and_told_on_a_page(folder: Path) -> None:
    came = play(wish_for(replace(preset("cup"), name="our-own"), "it", 6))
    assert (came.broken, came.broke_off, came.pictures) == ((), False, True)
    assert (came.checks > 20, came.people, came.events, came.matches > 2) == (True, 6, 1, True)
    page = came.page.decode()
    for found in ("Prova: our-own", "Classifica", "</html>"):
        assert found in page, found
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("limit", "value", "refusal"),
    [
        ("COMPUTING", 0, RehearsalTooCostly),
        ("MEMORY", 1, RehearsalTooCostly),
        ("BY_THE_CLOCK", 0, RehearsalTooSlow),
    ],
)
def test_a_rehearsal_that_takes_too_much_is_ended(
    limit: str, value: int, refusal: type[UserError], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments_rehearsing_worker, limit, value)
    with pytest.raises(refusal):
        play(CUP)
    assert list(folder.iterdir()) == []


def test_a_bot_that_ends_takes_its_rehearsal_along(folder: Path) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(CutOff):
        play(CUP, stop)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("wish", "bounds"),
    [
        (RehearsalWish("swiss", None, "it", 4), (6, 64)),
        (RehearsalWish("aije-open", None, "it", 5), (13, 64)),
        (RehearsalWish("aije-open", None, "it", 65), (13, 64)),
        (wish_for(replace(preset("cup"), name="our-own", minimum_entrants=20), "it", 8), (22, 64)),
    ],
)
def test_a_number_of_players_that_the_rulebook_does_not_take_is_refused_before_anything_is_begun(
    wish: RehearsalWish, bounds: tuple[int, int], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "Popen", None)
    with pytest.raises(PlayersOutOfBounds) as refused:
        tournaments_rehearsing_worker.refuse_impossible(wish)
    assert (refused.value.least, refused.value.most) == bounds
    assert list(folder.iterdir()) == []


def test_a_rulebook_that_nobody_can_play_here_is_refused_before_anything_is_begun() -> None:
    crowd = wish_for(replace(preset("cup"), name="our-own", minimum_entrants=90), "it", None)
    league = replace(preset("swiss"), name="our-own")
    invited = replace(league, registration=replace(league.registration, invited_only=True))
    for wish in (crowd, wish_for(invited, "it", None)):
        with pytest.raises(BeyondRehearsals):
            tournaments_rehearsing_worker.refuse_impossible(wish)


NUMBERS = range(2, 65) if os.environ.get("LONG") else (2, 3, 4, 8, 13, 64)


@pytest.mark.parametrize("name", library.names())
def test_each_preset_is_refused_or_played_here_as_by_the_rehearsal_itself(name: str) -> None:
    if command._unplayable(regulation.find(name)) is not None:
        with pytest.raises(BeyondRehearsals):
            tournaments_rehearsing_worker.refuse_impossible(RehearsalWish(name, None, "it"))
        return
    for players in (None, *NUMBERS):
        wrong = command._wrong_number(players, regulation.find(name)) is not None
        try:
            tournaments_rehearsing_worker.refuse_impossible(RehearsalWish(name, None, "it", players))
        except PlayersOutOfBounds:
            assert wrong
        else:
            assert not wrong


class Recorded:
    """Stands for the process: writes what it is told to, and ends."""

    def __init__(self, status: int, outcome: str | None = None) -> None:
        self.returncode, self._outcome = status, outcome
        self.pid, self.stdin = os.getpid(), open(os.devnull, "rb")  # noqa: SIM115 - closed as a process's own is
        self.given: dict[str, Any] = {}
        self.words: tuple[str, ...] = ()

    def __call__(self, words: tuple[str, ...], **given: Any) -> Recorded:
        self.words, self.given = words, given
        if self._outcome is not None:
            (Path(words[words.index("--folder") + 1]) / tournaments_rehearsing_worker.OUTCOME).write_text(
                self._outcome, "utf-8"
            )
        return self

    def poll(self) -> int:
        return self.returncode

    wait = kill = poll


def test_the_process_is_given_no_secret_and_its_own_place_for_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Recorded(2, '{"refused": "players", "least": 4, "most": 256}')
    monkeypatch.setattr(subprocess, "Popen", process)
    monkeypatch.setenv("ARBITER_TOKEN", "a secret")
    with pytest.raises(PlayersOutOfBounds) as refused:
        play(RehearsalWish("our-own", b"name = 1", "it", 7))
    assert (refused.value.least, refused.value.most) == (4, 64), "no more than are rehearsed from Discord"
    kept = process.given["env"]
    assert "a secret" not in kept.values()
    own = process.words[process.words.index("--folder") + 1]
    assert {kept["TMPDIR"], kept["TEMP"], kept["TMP"]} == {own}
    assert process.words[-2:] == ("--players", "7")


@pytest.mark.parametrize("status", [-9, -24, tournaments_rehearsing_worker.TOO_MUCH])
def test_what_the_system_ends_has_taken_too_much(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", Recorded(status))
    with pytest.raises(RehearsalTooCostly):
        play(CUP)


@pytest.mark.parametrize("outcome", [None, "x" * 70_000])
def test_an_end_without_an_outcome_is_our_fault(outcome: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", Recorded(1, outcome))
    with pytest.raises(Failed, match="status 1"):
        play(CUP)


def test_what_a_killed_bot_left_behind_goes_with_the_next_start(folder: Path) -> None:
    for number in (os.getpid(), 4_194_303, 1):
        (folder / f"arbiter-rehearsal-{number}-abc").mkdir()
    (folder / "another").mkdir()
    tournaments_rehearsing_worker.RehearsalProcess().close()
    assert {one.name for one in folder.iterdir()} == {"arbiter-rehearsal-1-abc", "another"}


CONFINED = """
import resource, socket, subprocess, sys, tempfile, time
from pathlib import Path
from rehearsal import command, errand, regulation
folder = Path(sys.argv[1])
errand.confine(folder)
(folder / "own").write_text("mine")
tempfile.TemporaryDirectory().cleanup()
def elsewhere(): Path(sys.argv[2]).write_text("theirs")
def network(): socket.create_connection(("127.0.0.1", 9))
def process(): subprocess.run(["true"])
for deed in (elsewhere, network, process):
    try:
        deed()
    except errand.Forbidden as refused:
        print(deed.__name__)
try:
    bytearray(errand.MEMORY + 1)
except MemoryError:
    print("memory")
print("seconds", resource.getrlimit(resource.RLIMIT_CPU)[1] <= errand.COMPUTING + 9, flush=True)
time.sleep(600)
"""


def begin(folder: Path, code: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        (sys.executable, "-B", "-c", code, str(folder / "own-place"), str(folder / "elsewhere")),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


STILL_IMPORTING = """
import runpy, time
run = runpy.run_module
runpy.run_module = lambda *_, **__: (print("busy", flush=True), time.sleep(600))
run("bot.living.companion", run_name="__main__")
"""


def test_a_rehearsal_that_still_imports_what_it_needs_ends_with_a_killed_bot(folder: Path) -> None:
    with begin(folder, STILL_IMPORTING) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "busy\n"
        process.stdin.close()
        assert process.wait(SLOW) == 1


def test_it_is_begun_as_the_companion_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Recorded(1)
    monkeypatch.setattr(subprocess, "Popen", process)
    with pytest.raises(Failed):
        play(CUP)
    assert process.words[2:5] == ("-m", companion.__name__, "rehearse")


def test_it_has_neither_network_nor_processes_nor_files_elsewhere_and_ends_with_the_bot(folder: Path) -> None:
    (folder / "own-place").mkdir()
    with begin(folder, CONFINED) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        said = [process.stdout.readline().strip() for _ in range(5)]
        assert said == ["elsewhere", "network", "process", "memory", "seconds True"]
        process.stdin.close()
        assert process.wait(SLOW) == 1
    assert not (folder / "elsewhere").exists()


@pytest.mark.parametrize("absent", apart.REHEARSAL)
def test_where_a_part_is_absent_nothing_can_be_rehearsed(absent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert apart.can_rehearse()
    monkeypatch.setattr(apart, "find_spec", lambda name: None if name == absent else object())
    assert not apart.can_rehearse()


@pytest.mark.parametrize(
    ("name", "players", "told"),
    [
        ("aije-open", "5", {"refused": "players", "least": 13, "most": 256}),
        ("own", "12", {"refused": "beyond"}),
    ],
)
def test_what_cannot_be_played_is_handed_over_as_a_reason(
    name: str, players: str, told: dict[str, object], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errand, "confine", lambda _: None)
    (folder / "own.toml").write_text("name = 1", "utf-8")
    file = str(folder / "own.toml") if name == "own" else name
    words = ["rehearse", "--for-bot", "--folder", str(folder), "--rulebook", file, "--players", players]
    assert main(words) == 2
    assert json.loads((folder / tournaments_rehearsing_worker.OUTCOME).read_text("utf-8")) == told


def test_a_play_that_ran_out_of_memory_ends_with_the_status_for_that(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(errand, "confine", lambda _: None)
    monkeypatch.setattr("rehearsal.acts.opening.opening", greedy)
    assert (
        main(["rehearse", "--for-bot", "--folder", str(folder), "--rulebook", "cup"])
        == tournaments_rehearsing_worker.TOO_MUCH
    )
    assert list(folder.iterdir()) == []


class Slow:
    """Plays until it is let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = asyncio.Event()

    def is_there(self) -> bool:
        return True

    def refuse(self, wish: RehearsalWish) -> None:
        """Anything can be played."""

    async def play(self, wish: RehearsalWish) -> Rehearsed:
        self.begun.append(wish.name)
        await self.go_on.wait()
        raise RehearsalsAbsent

    def close(self) -> None:
        """Nothing is to be ended."""


async def test_one_plays_one_waits_and_the_third_is_told_at_once() -> None:
    slow = Slow()
    room = RehearsalRoom(slow)
    waiting = [asyncio.create_task(room.play(RehearsalWish(name, None, "it"))) for name in ("first", "second")]
    await asyncio.sleep(0)
    assert slow.begun == ["first"]
    with pytest.raises(OthersRehearse):
        await room.play(CUP)
    slow.go_on.set()
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert slow.begun == ["first", "second"]
    assert all(isinstance(one, RehearsalsAbsent) for one in ended)
    room.refuse_now()
