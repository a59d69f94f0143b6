"""Pillow waits for the first picture."""

from __future__ import annotations

import subprocess
import sys

STARTED = "import sys; from importlib import import_module; import bot.running; from bot.app import COGS; "
COGS_TOO = "[import_module(f'cogs.{name}') for name in COGS]; print('PIL' in sys.modules)"


def test_a_start_loads_no_pillow() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED + COGS_TOO], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
